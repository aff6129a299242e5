//! What differs between two specs.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::Side;
use super::about::About;
use crate::clause::{Check, Clause, GameSpec, Ruling};
use crate::harness::Suite;
use crate::scenario;
use crate::snapshot::diff;

/// How the path of a part of a reading begins.
const READINGS: &str = "readings.";
/// How the path of a reading's words ends.
const TEXT: &str = ".text";

/// A change to a clause, a ruling, a card or the game's data.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The id of a clause or ruling; `game.cards NAME` for a card, `game.data FILE` for data.
    pub id: String,
    /// The change.
    #[serde(flatten)]
    pub what: What,
    /// Whether it changes a rule. New wording and new checks do not, nor do clauses that bind nobody. A new ruling does
    /// not, since its default may be what held before.
    pub binds: bool,
    /// What it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<About>,
}

/// What has changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "kebab-case")]
pub enum What {
    /// It is new.
    Added,
    /// It is no longer there.
    Gone,
    /// It has become a tombstone.
    Retired,
    /// It is reworded; its other parts are the same.
    Reworded {
        /// The old text.
        old: String,
        /// The new text.
        new: String,
    },
    /// A number or a table has another value.
    Value {
        /// Its path.
        path: String,
        /// The old value; null if there was none.
        old: Json,
        /// The new value; null if there is none.
        new: Json,
    },
    /// Another reading is the default.
    Default {
        /// The old one.
        old: String,
        /// The new one.
        new: String,
    },
    /// Another part is different, such as the level or a reading.
    Part {
        /// Its path. In a list only what is not on both sides is given.
        part: String,
        /// The old value; null if there was none.
        old: Json,
        /// The new value; null if there is none.
        new: Json,
    },
    /// A grammar is different. Grammars are compiled in, so both sides used this command's.
    Grammar,
    /// It is switched off.
    Off {
        /// What that means, if the clause says so.
        means: Option<String>,
    },
}

impl Change {
    /// The game that it is about.
    pub fn game(&self) -> &str {
        let id = self.id.strip_prefix("spec/").unwrap_or(&self.id);
        id.split(['.', '/']).next().unwrap_or_default()
    }

    /// The path of a scenario that would notice the change: an unused name in the folder of the clause's chapter.
    pub fn missing_scenario(&self) -> Option<String> {
        let mut parts = self.id.split('.');
        let (game, chapter) = (parts.next()?, parts.next()?);
        // A ruling belongs to the chapters of its clauses; cards and data belong to none.
        let known = parts.next().is_some() && chapter != "rulings";
        known.then(|| scenario::path(&format!("{game}/{chapter}/<name>")))
    }
}

/// The old rules with only this change made, if it can be made alone.
pub(super) fn alone(change: &Change, old: &Side, new: &Side) -> Option<Side> {
    let mut suite = Suite::open_older(old.suite.games, old.suite.files.clone()).ok()?;
    let mut off = old.off.clone();
    let (spec, other) = (suite.spec.games.get_mut(change.game())?, new.suite.spec.games.get(change.game())?);
    match &change.what {
        What::Value { .. } => {
            spec.clauses.get_mut(&change.id)?.parameters = other.clauses.get(&change.id)?.parameters.clone();
        }
        What::Default { new, .. } => spec.rulings.get_mut(&change.id)?.default.clone_from(new),
        What::Off { .. } => off.push(change.id.clone()),
        _ => return None,
    }
    Some(Side::new(suite, off))
}

/// Everything that differs, in the order of the new spec; what is gone comes last.
pub fn changes(old: &Side, new: &Side) -> Vec<Change> {
    let mut found = Vec::new();
    for (game, spec) in &new.suite.spec.games {
        match old.suite.spec.games.get(game) {
            Some(before) => {
                compare(before, spec, &mut found);
                grammars(game, old, new, &mut found);
            }
            None => found.push(Change { id: game.clone(), what: What::Added, binds: true, about: None }),
        }
    }
    for id in new.off.iter().filter(|id| !old.off.contains(id)) {
        let means = new.suite.spec.clause(id).and_then(|clause| match &clause.off {
            Some(crate::clause::Off::Means(means)) => Some(means.clone()),
            _ => None,
        });
        found.push(Change { id: id.clone(), what: What::Off { means }, binds: true, about: None });
    }
    found
}

/// Adds changed grammars. They are part of the code, so both sides read texts with today's grammars.
fn grammars(game: &str, old: &Side, new: &Side, found: &mut Vec<Change>) {
    for path in new.suite.files.list(&format!("spec/{game}"), ".pest").unwrap_or_default() {
        let text = |side: &Side| side.suite.files.read(&path).map(|source| source.text).ok();
        if text(old) != text(new) {
            found.push(Change { id: path, what: What::Grammar, binds: false, about: None });
        }
    }
}

fn compare(old: &GameSpec, new: &GameSpec, found: &mut Vec<Change>) {
    let mut push = |id: &str, what: What| {
        let clause = || new.clauses.get(id).or_else(|| old.clauses.get(id));
        let binds = match &what {
            What::Reworded { .. } => false,
            // The words of a reading bind nobody by themselves.
            What::Part { part, .. } => part.starts_with(READINGS) && !part.ends_with(TEXT),
            What::Added | What::Gone => clause().is_some_and(Clause::binds),
            _ => true,
        };
        found.push(Change { id: id.to_owned(), what, binds, about: None });
    };
    for clause in new.clauses.values() {
        match old.clauses.get(&clause.id) {
            None => push(&clause.id, What::Added),
            Some(before) => of_clause(before, clause, &mut |what| push(&clause.id, what)),
        }
    }
    for ruling in new.rulings.values() {
        match old.rulings.get(&ruling.id) {
            None => push(&ruling.id, What::Added),
            Some(before) => of_ruling(before, ruling, &mut |what| push(&ruling.id, what)),
        }
    }
    let game = &new.rulebook.game;
    let entries = |kind: &str, old: Json, new: Json| {
        let differ = diff::paths(&old, &new).into_iter();
        let values = differ.map(|(path, old, new)| What::Value { path, old, new: new.unwrap_or_default() });
        values.map(|what| (format!("{game}.{kind}"), what)).collect::<Vec<_>>()
    };
    for (id, what) in entries("cards", json!(old.cards), json!(new.cards)) {
        push(&id, what);
    }
    for (id, what) in entries("data", json!(old.data), json!(new.data)) {
        push(&id, what);
    }
    let gone = old.clauses.keys().filter(|id| !new.clauses.contains_key(*id));
    for id in gone.chain(old.rulings.keys().filter(|id| !new.rulings.contains_key(*id))) {
        push(id, What::Gone);
    }
}

fn of_clause(old: &Clause, new: &Clause, push: &mut dyn FnMut(What)) {
    if old.retired.is_none() && new.retired.is_some() {
        push(What::Retired);
    }
    if old.template != new.template {
        // A placeholder for the number that stood there reads the same.
        let (old, new) = if old.text == new.text { (&old.template, &new.template) } else { (&old.text, &new.text) };
        push(What::Reworded { old: old.clone(), new: new.clone() });
    }
    for (path, old, new) in diff::paths(&json!(old.parameters), &json!(new.parameters)) {
        push(What::Value { path, old, new: new.unwrap_or_default() });
    }
    let checks = |clause: &Clause| -> Vec<Json> {
        let told = |check: &Check| match check.when.is_empty() {
            true => json!(check.that.text),
            false => json!({"when": check.when, "that": check.that.text}),
        };
        clause.checks.iter().map(told).collect()
    };
    let mut part = |part: &str, old: Json, new: Json| {
        if old != new {
            push(What::Part { part: part.to_owned(), old, new });
        }
    };
    part("source", json!(old.origin), json!(new.origin));
    part("level", json!(old.level), json!(new.level));
    part("kind", json!(old.kind), json!(new.kind));
    part("off", json!(old.off), json!(new.off));
    let (was, is) = only(&checks(old), &checks(new));
    part("checks", was, is);
    let (was, is) = only(&old.rulings, &new.rulings);
    part("rulings", was, is);
    if old.retired.is_some() {
        part("retired", json!(old.retired), json!(new.retired));
    }
}

/// What only one of two lists has; the whole lists if they differ in order alone.
fn only<T: PartialEq + Serialize>(old: &[T], new: &[T]) -> (Json, Json) {
    let without =
        |list: &[T], other: &[T]| list.iter().filter(|one| !other.contains(one)).map(|one| json!(one)).collect();
    let (was, is): (Vec<Json>, Vec<Json>) = (without(old, new), without(new, old));
    if was.is_empty() && is.is_empty() { (json!(old), json!(new)) } else { (json!(was), json!(is)) }
}

fn of_ruling(old: &Ruling, new: &Ruling, push: &mut dyn FnMut(What)) {
    if old.default != new.default {
        push(What::Default { old: old.default.clone(), new: new.default.clone() });
    }
    if old.question != new.question {
        push(What::Reworded { old: old.question.clone(), new: new.question.clone() });
    }
    let parts = |ruling: &Ruling| json!({"readings": ruling.readings, "correction": ruling.correction});
    for (part, old, new) in diff::paths(&parts(old), &parts(new)) {
        push(What::Part { part, old, new: new.unwrap_or_default() });
    }
}
