//! What differs between two specs.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::Side;
use crate::clause::{Clause, GameSpec, Ruling};
use crate::harness::Suite;
use crate::scenario;
use crate::snapshot::diff;

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
    /// These parts are different.
    Parts {
        /// Their names.
        parts: Vec<&'static str>,
    },
    /// It is switched off.
    Off {
        /// What that means, if the clause says so.
        means: Option<String>,
    },
}

impl Change {
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
    let game = change.id.split('.').next()?;
    let (spec, other) = (suite.spec.games.get_mut(game)?, new.suite.spec.games.get(game)?);
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
            None => found.push(Change { id: game.clone(), what: What::Added, binds: true }),
        }
    }
    for id in new.off.iter().filter(|id| !old.off.contains(id)) {
        let means = new.suite.spec.clause(id).and_then(|clause| match &clause.off {
            Some(crate::clause::Off::Means(means)) => Some(means.clone()),
            _ => None,
        });
        found.push(Change { id: id.clone(), what: What::Off { means }, binds: true });
    }
    found
}

/// Adds changed grammars. They are part of the code, so both sides read texts with today's grammars.
fn grammars(game: &str, old: &Side, new: &Side, found: &mut Vec<Change>) {
    for path in new.suite.files.list(&format!("spec/{game}"), ".pest").unwrap_or_default() {
        let text = |side: &Side| side.suite.files.read(&path).map(|source| source.text).ok();
        if text(old) != text(new) {
            let what =
                What::Parts { parts: vec!["grammar, which is compiled in: both sides used that of this command"] };
            found.push(Change { id: path, what, binds: false });
        }
    }
}

fn compare(old: &GameSpec, new: &GameSpec, found: &mut Vec<Change>) {
    let mut push = |id: &str, what: What| {
        let clause = || new.clauses.get(id).or_else(|| old.clauses.get(id));
        let binds = match &what {
            What::Reworded { .. } => false,
            What::Parts { parts } => parts.contains(&"readings"),
            What::Added | What::Gone => clause().is_some_and(Clause::binds),
            _ => true,
        };
        found.push(Change { id: id.to_owned(), what, binds });
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
    let checks = |clause: &Clause| json!(clause.checks.iter().map(|c| (&c.when, &c.that.text)).collect::<Vec<_>>());
    let parts = [
        ("source", old.origin != new.origin),
        ("level", old.level != new.level),
        ("kind", old.kind != new.kind),
        ("checks", checks(old) != checks(new)),
        ("off", old.off != new.off),
        ("rulings", old.rulings != new.rulings),
    ];
    let parts: Vec<&str> = parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect();
    if !parts.is_empty() {
        push(What::Parts { parts });
    }
}

fn of_ruling(old: &Ruling, new: &Ruling, push: &mut dyn FnMut(What)) {
    if old.default != new.default {
        push(What::Default { old: old.default.clone(), new: new.default.clone() });
    }
    if old.question != new.question {
        push(What::Reworded { old: old.question.clone(), new: new.question.clone() });
    }
    let rules = |ruling: &Ruling| {
        json!(ruling.readings.iter().map(|(k, r)| (k.as_str(), &r.parameters)).collect::<BTreeMap<_, _>>())
    };
    let texts =
        |ruling: &Ruling| json!(ruling.readings.iter().map(|(k, r)| (k.as_str(), &r.text)).collect::<BTreeMap<_, _>>());
    if rules(old) != rules(new) {
        push(What::Parts { parts: vec!["readings"] });
    } else if texts(old) != texts(new) {
        push(What::Parts { parts: vec!["texts of the readings"] });
    }
}
