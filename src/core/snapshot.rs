//! Snapshots: the complete result of a scenario, readable in a diff. One fact per line, in a fixed order, and nothing
//! that depends on the machine.

pub mod diff;
pub mod kinds;

use std::fmt::Write as _;

use serde_json::Value as Json;

use crate::escape::is_hostile;
use crate::harness::Full;
use crate::kernel::drive::{Outcome, Run};
use crate::scenario::{Body, Scenario};

/// The widest line on which a map or list is written whole, in characters.
const WIDE: usize = 120;
/// The fewest equally empty parts of a map that share a line.
const FEWEST_ALIKE: usize = 2;

/// The part of a stored snapshot below insta's header. The text has been read by [`crate::source`].
pub fn body(text: &str) -> &str {
    let rest = text.strip_prefix("---\n").and_then(|rest| rest.find("\n---\n").map(|at| &rest[at + 5..]));
    rest.unwrap_or(text).trim_end_matches('\n')
}

/// The snapshot of a scenario.
pub fn render(scenario: &Scenario, full: &Full) -> String {
    let mut text = format!("{}\n", scenario.title);
    for (ruling, reading) in &scenario.readings {
        let _ = writeln!(text, "reading {ruling}: {reading}");
    }
    match (full, &scenario.body) {
        (Full::Run(run), _) => play(&mut text, run, scenario),
        (Full::Parse(parse), Body::Parse { grammar, text: source, .. }) => {
            let _ = writeln!(text, "\n{grammar} {source:?}");
            match &parse.result {
                Ok(tree) => lines(&mut text, "tree", tree),
                Err(refused) => {
                    let clause = refused.clause.as_deref().unwrap_or("no clause");
                    let _ = writeln!(
                        text,
                        "refused at {} by {clause}\n  {}\n  {}",
                        refused.offset, refused.message, refused.help
                    );
                }
            }
        }
        (Full::Solve(solve), Body::Solve { problem, .. }) => {
            text.push('\n');
            lines(&mut text, "problem", problem);
            text.push('\n');
            lines(&mut text, "plan", &solve.plan);
        }
        _ => {}
    }
    text.trim_end().to_owned()
}

/// Renders the setup as written, what each step does, and the complete final state. The initial state is not shown: it
/// is the final state with the changes undone.
fn play(text: &mut String, run: &Run, scenario: &Scenario) {
    let Body::Play { written, resolving, sealed, steps, .. } = &scenario.body else { return };
    for (card, _) in &scenario.cards {
        let _ = writeln!(text, "card {}", flow(card));
    }
    let whole = flow(written);
    if whole.chars().count() <= WIDE {
        let _ = writeln!(text, "\nsetup {whole}");
    } else {
        text.push_str("\nsetup\n");
        lines(text, "", written);
    }
    for frame in resolving {
        let _ = writeln!(text, "  resolving: {}", flow(frame));
    }
    for deed in sealed {
        let _ = writeln!(text, "  sealed by player {}: {}", deed.by, flow(&deed.action));
    }
    let mut before = &run.initial;
    for (index, (step, done)) in steps.iter().zip(&run.steps).enumerate() {
        let by = step.run.by.map(|by| format!(" by player {by}")).unwrap_or_default();
        let (outcome, why) = match &done.outcome {
            Outcome::Accepted => ("accepted".to_owned(), None),
            Outcome::Rejected { clause, why } => {
                (format!("rejected by {}", clause.as_deref().unwrap_or("no clause")), Some(why))
            }
        };
        let _ = writeln!(text, "\nstep {}{by} {outcome}: {}", index + 1, flow(&step.run.action));
        if let Some(why) = why {
            let _ = writeln!(text, "  {why}");
        }
        for outcome in &step.run.chance {
            let _ = writeln!(text, "  chance: {}", flow(&serde_json::to_value(outcome).unwrap_or_default()));
        }
        for event in &done.events {
            let _ = writeln!(text, "  {} by {}", flow(&event.event), event.clause);
        }
        for change in diff::changes(before, &done.state) {
            let _ = writeln!(text, "  {change}");
        }
        for (player, view) in done.views.iter().flat_map(|views| views.as_array()).flatten().enumerate() {
            for (path, _, shown) in diff::paths(&done.state, view) {
                let _ = writeln!(text, "  player {player} sees {path}: {}", flow(&shown.unwrap_or_default()));
            }
        }
        // where no expression reads what is legal, a long list would only hide what changes
        let read = step.then.iter().any(|expression| expression.reads("legal"));
        for action in done.legal.iter().filter(|_| read).flat_map(|legal| legal.as_array()).flatten() {
            let _ = writeln!(text, "  legal: {}", flow(action));
        }
        before = &done.state;
    }
    text.push_str("\nfinal\n");
    lines(text, "", before);
}

/// Renders a value as lines of `path: value`. A value that fits on one line is written on one. Parts of a map that are
/// equally empty share a line: `path.{trash, limbo, line}: []`.
pub fn lines(text: &mut String, path: &str, value: &Json) {
    let has_parts = |value: &Json| (value.is_object() || value.is_array()) && !is_empty(value);
    let (leaf, flat) = match value {
        Json::Object(map) => (map.is_empty(), !map.values().any(has_parts)),
        Json::Array(list) => (list.is_empty(), !list.iter().any(has_parts)),
        _ => (true, true),
    };
    if leaf || (flat && !path.is_empty()) {
        let whole = flow(value);
        if leaf || whole.chars().count() <= WIDE {
            let _ = writeln!(text, "  {}: {whole}", if path.is_empty() { "state" } else { path });
            return;
        }
    }
    match value {
        Json::Object(map) => {
            for (index, (key, value)) in map.iter().enumerate() {
                let same = |other: &Json| is_empty(value) && other == value;
                if map.values().filter(|other| same(other)).count() < FEWEST_ALIKE {
                    lines(text, &join(path, key), value);
                } else if map.values().position(same) == Some(index) {
                    let alike = map.iter().filter(|(_, other)| same(other)).map(|(key, _)| key.as_str());
                    let all = format!("{{{}}}", alike.collect::<Vec<_>>().join(", "));
                    let _ = writeln!(text, "  {}: {}", join(path, &all), flow(value));
                }
            }
        }
        Json::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                lines(text, &format!("{path}[{index}]"), value);
            }
        }
        _ => {}
    }
}

/// Whether a value is empty.
fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::Bool(_) => false,
        Json::Number(number) => number.as_f64() == Some(0.0),
        Json::String(text) => text.is_empty(),
        Json::Array(list) => list.is_empty(),
        Json::Object(map) => map.is_empty(),
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

/// A value on one line, without quotes unless they are needed.
pub fn flow(value: &Json) -> String {
    flow_at_most(value, usize::MAX)
}

/// Like [`flow`], but once the line is longer than `most` bytes, `…` stands for more values. Longer texts are cut.
pub fn flow_at_most(value: &Json, most: usize) -> String {
    let mut text = String::new();
    flow_into(&mut text, value, most);
    text
}

fn flow_into(text: &mut String, value: &Json, most: usize) {
    match value {
        Json::String(word) if word.len() > most => {
            text.extend(word.chars().take(most));
            text.push('…');
        }
        Json::String(word) if is_plain(word) => text.push_str(word),
        Json::Array(list) => {
            text.push('[');
            for (index, value) in list.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { ", " });
                if text.len() > most {
                    text.push('…');
                    break;
                }
                flow_into(text, value, most);
            }
            text.push(']');
        }
        Json::Object(map) => {
            text.push('{');
            for (index, (key, value)) in map.iter().enumerate() {
                text.push_str(if index == 0 { "" } else { ", " });
                if text.len() > most {
                    text.push('…');
                    break;
                }
                text.push_str(key);
                text.push_str(": ");
                flow_into(text, value, most);
            }
            text.push('}');
        }
        other => {
            // White space that looks like a space, or like nothing, is written as JSON may write it.
            for c in other.to_string().chars() {
                if c != ' ' && (c.is_whitespace() || is_hostile(c)) {
                    c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text.push_str(&format!("\\u{unit:04x}")));
                } else {
                    text.push(c);
                }
            }
        }
    }
}

/// Whether a text needs no quotes.
fn is_plain(text: &str) -> bool {
    let reads_as_other = match text {
        "" | "true" | "false" | "null" => true,
        // Only a text that begins like a number, `inf` or `nan` can be read as a number.
        _ => text.starts_with(|c: char| c.is_ascii_digit() || "+-.iInN".contains(c)) && text.parse::<f64>().is_ok(),
    };
    !reads_as_other
        && text.trim_matches(' ') == text
        && text.chars().all(|c| c.is_alphanumeric() || " '_-./".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_header_is_left_out() {
        assert_eq!(body("---\nsource: x\n---\nA\n  b: 1\n"), "A\n  b: 1");
        assert_eq!(body("A\n"), "A");
    }

    #[test]
    fn lines_lose_nothing() {
        let mut text = String::new();
        lines(&mut text, "", &json!({"a": {"b": 1, "c": "x y"}, "d": [], "e": [{"f": "1"}, {"f": {"g": [1, 2]}}]}));
        assert_eq!(text, "  a: {b: 1, c: x y}\n  d: []\n  e[0]: {f: \"1\"}\n  e[1].f.g: [1, 2]\n");
        assert_eq!(flow(&json!(["\u{a0}\n", "a\u{200b}b", "ä 🜂!"])), r#"["\u00a0\n", "a\u200bb", "ä 🜂!"]"#);
        text.clear();
        lines(&mut text, "p", &json!({"a": [], "b": 0, "c": [], "d": [1], "e": [], "f": 0, "g": null}));
        assert_eq!(text, "  p.{a, c, e}: []\n  p.{b, f}: 0\n  p.d: [1]\n  p.g: null\n");
    }
}
