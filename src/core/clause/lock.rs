//! `spec/ids.lock`: every id ever published, with a hash of its normative content.
//!
//! The lock detects an id that disappears, and content that changes while the lock does not. So no rule changes by
//! accident.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use serde_json::json;

use super::{Spec, lines};
use crate::source::is_conflict_marker;

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
    locked.lines().position(is_conflict_marker).map(|line| line + 1)
}

/// The number of the first line that is neither a comment nor a hash and an id, counted from 1; or of the first that
/// repeats an id, unless the lock may be `merged`.
pub fn damaged(locked: &str, merged: bool) -> Option<usize> {
    let mut seen = BTreeSet::new();
    let sound = |line: &str| {
        let Some((hash, id)) = line.split_once(' ') else { return line.trim().is_empty() };
        hash.len() == 8 && hash.bytes().all(|b| b.is_ascii_hexdigit()) && id.contains('.') && !id.contains(' ')
    };
    let mut lines = locked.lines().map(|line| (line.starts_with('#') || is_conflict_marker(line), line.trim_end()));
    let bad = lines.position(|(skipped, line)| {
        let mut again = |line: &str| line.split_once(' ').is_some_and(|(_, id)| !seen.insert(id.to_owned()));
        !skipped && (!sound(line) || (again(line) && !merged))
    });
    bad.map(|line| line + 1)
}

/// An id on which the lock and the spec disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The id of a clause or ruling.
    pub id: String,
    /// The hash in the lock; `None` for a new id.
    pub locked: Option<String>,
    /// The hash of what the spec says; `None` for an id that is gone.
    pub now: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.locked, &self.now) {
            (_, None) => write!(f, "{} was published and is gone: keep it as a tombstone (`retired:`)", self.id),
            (None, _) => write!(f, "{} is not locked yet", self.id),
            (Some(_), Some(_)) => write!(f, "{} has changed since it was locked", self.id),
        }
    }
}

/// The differences between the lock and the spec; empty if they agree.
pub fn differences(locked: &str, hashes: &BTreeMap<String, String>) -> Vec<Difference> {
    let locked: BTreeMap<&str, &str> = locked
        .lines()
        .filter(|line| !line.starts_with('#') && !is_conflict_marker(line))
        .filter_map(|line| line.split_once(' '))
        .map(|(hash, id)| (id, hash))
        .collect();
    let of = |id: &str| Difference {
        id: id.to_owned(),
        locked: locked.get(id).map(ToString::to_string),
        now: hashes.get(id).cloned(),
    };
    let known = locked.keys().copied();
    let new = hashes.keys().map(String::as_str).filter(|id| !locked.contains_key(id));
    known.chain(new).map(of).filter(|one| one.locked != one.now).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_damaged_or_repeats_an_id_is_found() {
        let sound = "# locked\n00000000 g.a.one\n\n11111111 g.a.two\n";
        assert_eq!(damaged(sound, false), None);
        for line in ["deadbeef", "0000000 g.a.three", "00000000 three", "00000000 g.a.three more"] {
            assert_eq!(damaged(&format!("{sound}{line}\n"), true), Some(5), "{line}");
        }
        let twice = format!("{sound}22222222 g.a.one\n");
        assert_eq!((damaged(&twice, false), damaged(&twice, true)), (Some(5), None));
    }

    #[test]
    fn a_change_and_a_loss_are_noticed() {
        let hashes =
            BTreeMap::from([("a.b.c".to_owned(), "12345678".to_owned()), ("a.b.d".to_owned(), "0".to_owned())]);
        assert_eq!(differences(&render(&hashes), &hashes), []);
        let found = differences("12345679 a.b.c\n1 a.b.gone\n", &hashes);
        let told: Vec<String> = found.iter().map(ToString::to_string).collect();
        let [changed, gone, new] = &told[..] else { panic!("{told:?}") };
        assert!(changed == "a.b.c has changed since it was locked" && new == "a.b.d is not locked yet", "{told:?}");
        assert!(gone.starts_with("a.b.gone was published and is gone"), "{told:?}");
        let merged = "0 a.b.c\n<<<<<<< HEAD\n1 a.b.d\n=======\n2 a.b.d\n>>>>>>> other\n";
        assert_eq!((merge_marker(merged), merge_marker(&render(&hashes))), (Some(2), None));
    }
}
