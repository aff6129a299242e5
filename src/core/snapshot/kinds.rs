//! How two snapshots of a scenario differ where the difference begins, so that differences that are alike can be
//! accepted together.

use std::collections::BTreeSet;

use crate::harness::without_indices;

/// A kind of difference, the most significant first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A snapshot without a scenario.
    Orphan,
    /// The outcome of a step, or of a text: `old -> new`.
    Outcome(String, String),
    /// These fields, without list indices.
    Fields(BTreeSet<String>),
    /// Events, by these clauses.
    Events(BTreeSet<String>),
    /// The title, a reading, a card or the setup; or other words.
    Written,
    /// A scenario without a snapshot.
    New,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |names: &BTreeSet<String>| names.iter().cloned().collect::<Vec<_>>().join(", ");
        match self {
            Kind::Orphan => write!(f, "no scenario, so the snapshot is to be removed"),
            Kind::Outcome(old, new) => write!(f, "{old} before, now {new}"),
            Kind::Fields(fields) => write!(f, "other values: {}", list(fields)),
            Kind::Events(clauses) => write!(f, "other events by {}", list(clauses)),
            Kind::Written => write!(f, "written differently: the scenario, or the words of a refusal"),
            Kind::New => write!(f, "new scenarios"),
        }
    }
}

/// The kind of difference between the bodies of two snapshots; `None` stands for a missing one.
pub fn kind(old: Option<&str>, new: Option<&str>) -> Kind {
    let (Some(old), Some(new)) = (old, new) else {
        return if new.is_none() { Kind::Orphan } else { Kind::New };
    };
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split("\n\n").collect(), new.split("\n\n").collect());
    let Some(at) = (0..old.len().max(new.len())).find(|at| old.get(*at) != new.get(*at)) else { return Kind::Written };
    let part = |parts: &[&'_ str]| parts.get(at).copied().unwrap_or_default().to_owned();
    let (old, new) = (part(&old), part(&new));
    let head = |part: &str| part.lines().next().unwrap_or_default().to_owned();
    if let (Some(old), Some(new)) = (outcome(&old), outcome(&new))
        && old != new
    {
        return Kind::Outcome(old, new);
    }
    if at == 0 || head(&old).starts_with("setup") {
        return Kind::Written;
    }
    let lines = |part: &str| -> BTreeSet<String> { part.lines().map(ToOwned::to_owned).collect() };
    let differ: Vec<String> = lines(&old).symmetric_difference(&lines(&new)).cloned().collect();
    let of = |found: &dyn Fn(&str) -> Option<String>| differ.iter().filter_map(|line| found(line)).collect();
    let (fields, clauses): (BTreeSet<String>, BTreeSet<String>) = (of(&field), of(&event));
    match (fields.is_empty(), clauses.is_empty()) {
        (false, _) => Kind::Fields(fields),
        (true, false) => Kind::Events(clauses),
        (true, true) => Kind::Written,
    }
}

/// The outcome in a part of a snapshot: a step's, or a refused text's.
fn outcome(part: &str) -> Option<String> {
    let head = part.lines().next().unwrap_or_default();
    if let Some(step) = head.strip_prefix("step ") {
        let words = step.split_once(": ").map_or(step, |(words, _)| words);
        let at = words.find("accepted").or_else(|| words.find("rejected"))?;
        return Some(words[at..].to_owned());
    }
    let refused = part.lines().find_map(|line| line.strip_prefix("refused at "));
    let by = refused.and_then(|line| line.split_once(" by ")).map(|(_, clause)| format!("refused by {clause}"));
    by.or_else(|| part.lines().any(|line| line.starts_with("  tree")).then(|| "read".to_owned()))
}

/// The field of a line that shows a value: `  players[1].pool: ...`.
fn field(line: &str) -> Option<String> {
    let line = line.strip_prefix("  ")?;
    let path = line.split(": ").next().filter(|path| path.len() < line.len())?;
    let is_path = path.starts_with(|c: char| c.is_ascii_alphabetic()) && !path.contains("{");
    is_path.then(|| without_indices(path))
}

/// The clause of a line that shows an event: `  {drawn: ...} by combo.turns.second-draw`.
fn event(line: &str) -> Option<String> {
    line.strip_prefix("  {")?.rsplit_once("} by ").map(|(_, clause)| clause.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "Title\n\nsetup {}\n\nstep 1 accepted: {draw: {}}\n  {drawn: {card: A}} by g.c.draw\n  \
        players[1].pool: [] -> [A]\n\nstep 2 by player 1 accepted: {end: {}}\n\nfinal\n  turn: 1";

    /// The kind of difference after replacing `from` with `to` in the old snapshot.
    fn after(from: &str, to: &str) -> String {
        kind(Some(OLD), Some(&OLD.replace(from, to))).to_string()
    }

    #[test]
    fn the_kind_is_that_of_the_first_part_that_differs() {
        assert_eq!(after("-> [A]", "-> [A, B]"), "other values: players[].pool");
        assert_eq!(after("card: A", "card: B"), "other events by g.c.draw");
        assert_eq!(after("1 accepted: {end", "1 rejected by g.c.no: {end"), "accepted before, now rejected by g.c.no");
        assert_eq!(after("Title", "Another"), "written differently: the scenario, or the words of a refusal");
        assert_eq!(after("turn: 1", "turn: 2"), "other values: turn");
        let both = OLD.replace("-> [A]", "-> [B]").replace("turn: 1", "turn: 2");
        assert_eq!(kind(Some(OLD), Some(&both)).to_string(), "other values: players[].pool");
        let (tree, refused) = ("T\n\ncost \"a\"\n  tree: 1", "T\n\ncost \"a\"\nrefused at 0 by g.c.no\n  why\n  how");
        assert_eq!(kind(Some(tree), Some(refused)).to_string(), "read before, now refused by g.c.no");
        assert_eq!((kind(None, Some(OLD)), kind(Some(OLD), None)), (Kind::New, Kind::Orphan));
    }
}
