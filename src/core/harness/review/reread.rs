//! Texts that may not be true any more: the rule has changed, and the text has not.

use serde::Serialize;

use super::changes::{Change, What};
use crate::clause::{Clause, GameSpec, Spec};

/// A change, and the clauses that it is about whose texts are as they were.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reread {
    /// The index of the change in `changes`.
    pub change: usize,
    /// The clauses.
    pub clauses: Vec<Text>,
}

/// A clause and its text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Text {
    /// Its id.
    pub id: String,
    /// Its text.
    pub text: String,
}

/// For each default and each value that has changed, the clauses that it belongs to and whose texts have not. A text
/// with a placeholder for the number has changed with it. A clause is named once.
pub(super) fn reread(changes: &[Change], old: &Spec, new: &Spec) -> Vec<Reread> {
    let mut named: Vec<String> = Vec::new();
    let mut all = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let game = change.game();
        let (Some(old), Some(new)) = (old.games.get(game), new.games.get(game)) else { continue };
        let untouched = |clause: &&Clause| untouched(clause, old) && !named.contains(&clause.id);
        let text = |clause: &Clause| Text { id: clause.id.clone(), text: clause.text.clone() };
        let clauses: Vec<Text> = match &change.what {
            What::Default { .. } => {
                let affected = new.clauses.values().filter(|clause| clause.rulings.contains(&change.id));
                affected.filter(untouched).map(text).collect()
            }
            What::Value { .. } => new.clauses.get(&change.id).into_iter().filter(untouched).map(text).collect(),
            _ => continue,
        };
        named.extend(clauses.iter().map(|clause| clause.id.clone()));
        if !clauses.is_empty() {
            all.push(Reread { change: at, clauses });
        }
    }
    all
}

fn untouched(clause: &Clause, old: &GameSpec) -> bool {
    clause.retired.is_none() && old.clauses.get(&clause.id).is_some_and(|before| before.text == clause.text)
}
