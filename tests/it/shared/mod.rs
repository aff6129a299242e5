//! What several tests need: the suite of this checkout, and the material beside it.
#![allow(clippy::print_stderr)] // a notice to the person who runs the tests

pub mod grammar;
pub mod schema;

use std::path::PathBuf;
use std::sync::LazyLock;

use rulebound::clause::GameSpec;
use rulebound::expression::{Holds, Variables};
use rulebound::games::GAMES;
use rulebound::harness::Suite;
use rulebound::kernel::{Book, Game, Trace};
use rulebound::source::{Files, Source};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

/// The root of this checkout.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The suite of this checkout, opened once.
pub fn suite() -> &'static Suite {
    static SUITE: LazyLock<Suite> = LazyLock::new(|| {
        Suite::open(GAMES, Files::Folder(root()), None).unwrap_or_else(|faults| {
            let lines: Vec<String> = faults.list.iter().map(|f| f.line()).collect();
            panic!("the spec does not load:\n{}", lines.join("\n"))
        })
    });
    &SUITE
}

/// A folder of the material beside the checkout, which is not committed. Where it is absent the
/// test says so and is done.
pub fn beside(folder: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("notice: ../shared/{folder} is not there, so nothing is checked against it");
    None
}

/// Reads a value of a test from YAML.
pub fn yaml<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    rulebound::yaml::read(&Source::new("test", text)).map_err(|fault| fault.line())
}

/// Evaluates the checks of all clauses after an action, and panics where one does not hold; how many were evaluated.
pub fn check_clauses<G: Game>(
    spec: &GameSpec,
    book: &Book<G>,
    before: &G::State,
    action: &G::Action,
    after: &G::State,
    recorder: &Trace<G>,
) -> usize {
    let told = |(clause, event): &(_, G::Event)| {
        let mut event = serde_json::to_value(event).unwrap();
        event["clause"] = json!(&**book.id(*clause));
        event
    };
    let events: Vec<Json> = recorder.events.iter().map(told).collect();
    let (before, after) = (serde_json::to_value(before).unwrap(), serde_json::to_value(after).unwrap());
    let (action_json, events) = (serde_json::to_value(action).unwrap(), json!(events));
    let mut variables = Variables::new();
    variables.set("before", &before);
    variables.set("action", &action_json);
    variables.set("after", &after);
    variables.set("events", &events);
    variables.set("rules", &book.parameters_json);
    let mut evaluated = 0;
    for clause in spec.clauses.values() {
        for check in &clause.checks {
            if check.when.iter().any(|(ruling, reading)| book.reading_names.get(ruling) != Some(reading)) {
                continue;
            }
            evaluated += 1;
            let holds = check.that.holds(&variables);
            assert_eq!(holds, Holds::Yes, "{} after {action:?}: {}", clause.id, check.that.text);
        }
    }
    evaluated
}
