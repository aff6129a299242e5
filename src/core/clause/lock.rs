//! `spec/ids.lock`: every id ever published, with a hash of its normative content.
//!
//! The lock detects an id that disappears, and content that changes while the lock does not. So no rule changes by
//! accident.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;

use super::{Spec, lines};

/// The path of the lock in a suite.
pub const PATH: &str = "spec/ids.lock";

/// Every clause and ruling id, with the hash of its content.
pub fn hashes(spec: &Spec) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for game in spec.games.values() {
        for clause in game.clauses.values() {
            let checks: Vec<_> = clause.checks.iter().map(|c| json!([c.when, c.that.text])).collect();
            let content = json!([
                clause.level,
                clause.kind,
                clause.template,
                clause.parameters,
                checks,
                clause.off,
                clause.rulings,
                clause.retired
            ]);
            found.insert(clause.id.clone(), lines::short_hash(&content.to_string()));
        }
        for ruling in game.rulings.values() {
            let content = json!([ruling.question, ruling.readings, ruling.default, ruling.correction]);
            found.insert(ruling.id.clone(), lines::short_hash(&content.to_string()));
        }
    }
    found
}

/// The text of the lock.
pub fn render(hashes: &BTreeMap<String, String>) -> String {
    let mut text =
        String::from("# Every id ever published, with a hash of what it says. Written by `rulebound lock --write`.\n");
    for (id, hash) in hashes {
        let _ = writeln!(text, "{hash} {id}");
    }
    text
}

/// The number of the first line that has a merge conflict marker, counted from 1.
pub fn merge_marker(locked: &str) -> Option<usize> {
    locked.lines().position(is_marker).map(|line| line + 1)
}

fn is_marker(line: &str) -> bool {
    ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark))
}

/// The differences between the lock and the spec, one line each; empty if they agree.
pub fn differences(locked: &str, hashes: &BTreeMap<String, String>) -> Vec<String> {
    let locked: BTreeMap<&str, &str> = locked
        .lines()
        .filter(|line| !line.starts_with('#') && !is_marker(line))
        .filter_map(|line| line.split_once(' '))
        .map(|(hash, id)| (id, hash))
        .collect();
    let mut found = Vec::new();
    for (id, hash) in &locked {
        match hashes.get(*id) {
            None => found.push(format!("{id} was published and is gone: keep it as a tombstone (`retired:`)")),
            Some(now) if now != hash => found.push(format!("{id} has changed since it was locked")),
            Some(_) => {}
        }
    }
    for id in hashes.keys().filter(|id| !locked.contains_key(id.as_str())) {
        found.push(format!("{id} is not locked yet"));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_and_a_loss_are_noticed() {
        let hashes =
            BTreeMap::from([("a.b.c".to_owned(), "12345678".to_owned()), ("a.b.d".to_owned(), "0".to_owned())]);
        assert_eq!(differences(&render(&hashes), &hashes), Vec::<String>::new());
        let found = differences("12345679 a.b.c\n1 a.b.gone\n", &hashes);
        assert_eq!(found.len(), 3, "{found:?}");
        let merged = "0 a.b.c\n<<<<<<< HEAD\n1 a.b.d\n=======\n2 a.b.d\n>>>>>>> other\n";
        assert_eq!((merge_marker(merged), merge_marker(&render(&hashes))), (Some(2), None));
    }
}
