//! Changes to the rules in words.

use rulebound_core::harness::review::What;
use rulebound_core::snapshot::flow;
use serde_json::Value as Json;

/// A change in words.
pub fn told(what: &What) -> String {
    let value = |value: &Json| if value.is_null() { "nothing".to_owned() } else { flow(value) };
    match what {
        What::Added => "is new".to_owned(),
        What::Gone => "is gone".to_owned(),
        What::Retired => "is retired".to_owned(),
        What::Reworded { old, new } => format!("other words: {old} -> {new}"),
        What::Value { path, old, new } => format!("{path}: {} -> {}", value(old), value(new)),
        What::Part { part, old, new } => format!("{part}: {} -> {}", value(old), value(new)),
        What::Default { old, new } => format!("default reading: {old} -> {new}"),
        What::Grammar => "differs, but is compiled in: both sides used this command's".to_owned(),
        What::Off { means: Some(means) } => format!("switched off: {means}"),
        What::Off { means: None } => "switched off".to_owned(),
    }
}
