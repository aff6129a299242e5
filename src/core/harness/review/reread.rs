//! Texts that may no longer be true: the rule has changed, and the text has not.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::Value as Json;

use super::about::reason_is_old;
use super::changes::{Change, What};
use crate::clause::{Clause, GameSpec, Ruling, Spec, wording};

/// A change, and the texts about it that are as they were.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reread {
    /// The index of the change in `changes`.
    pub change: usize,
    /// The texts of clauses and rulings.
    pub texts: Vec<Text>,
}

/// A clause or ruling and its text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Text {
    /// Its id.
    pub id: String,
    /// Its text; of a ruling, the sentences that matter.
    pub text: String,
}

/// The texts that have not changed with their rule:
///
/// - for each default that has changed, its reason, and the texts of the clauses that the ruling affects;
/// - for each value that has changed, the text of its clause, and what the rulings of that clause say of the old value or
///   of what is new in a list.
///
/// A text with a placeholder for the number has changed with it. Each text is named once.
pub(super) fn reread(changes: &[Change], old: &Spec, new: &Spec) -> Vec<Reread> {
    let mut named: Vec<Text> = Vec::new();
    let mut all = Vec::new();
    for (at, change) in changes.iter().enumerate() {
        let game = change.game();
        let (Some(old), Some(new)) = (old.games.get(game), new.games.get(game)) else { continue };
        let clauses = |is: &dyn Fn(&Clause) -> bool| -> Vec<Text> {
            let clauses = new.clauses.values().filter(|clause| is(clause) && untouched(clause, old));
            clauses.map(|clause| Text { id: clause.id.clone(), text: clause.text.clone() }).collect()
        };
        let mut texts = match &change.what {
            What::Default { .. } => {
                let mut texts = clauses(&|clause| clause.rulings.contains(&change.id));
                let ruling = new.rulings.get(&change.id).filter(|_| reason_is_old(change, Some(old), Some(new)));
                texts.extend(ruling.map(|ruling| Text { id: ruling.id.clone(), text: ruling.why.clone() }));
                texts
            }
            What::Value { old: was, new: is, .. } => {
                let mut texts = clauses(&|clause| clause.id == change.id);
                let words = words(was, is);
                let rulings = new.clauses.get(&change.id).into_iter().flat_map(|clause| &clause.rulings);
                let rulings = rulings.filter_map(|id| new.rulings.get(id).zip(old.rulings.get(id)));
                texts.extend(rulings.filter_map(|(now, before)| says(now, before, &words)));
                texts
            }
            _ => continue,
        };
        texts.retain(|text| !named.contains(text));
        named.extend(texts.iter().cloned());
        if !texts.is_empty() {
            all.push(Reread { change: at, texts });
        }
    }
    all
}

/// The words for a number that is no longer right, or for what is on one side only of two lists.
fn words(old: &Json, new: &Json) -> BTreeSet<String> {
    let strings = |value: &Json| -> BTreeSet<String> {
        let list = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
        list.iter().filter_map(|one| Some(one.as_str()?.to_lowercase())).collect()
    };
    let number = old.as_u64().and_then(|number| usize::try_from(number).ok());
    let numbers = number.into_iter().flat_map(wording::all_words);
    strings(old).symmetric_difference(&strings(new)).cloned().chain(numbers).collect()
}

/// What a ruling says with one of these words, if it has not changed.
fn says(now: &Ruling, before: &Ruling, words: &BTreeSet<String>) -> Option<Text> {
    let all = |ruling: &Ruling| -> Vec<String> {
        let readings = ruling.readings.iter().map(|(name, reading)| format!("{name}: {}", reading.text));
        std::iter::once(ruling.question.clone()).chain(readings).chain([ruling.why.clone()]).collect()
    };
    let has =
        |text: &String| text.split(|c: char| !c.is_alphanumeric()).any(|word| words.contains(&word.to_lowercase()));
    let before = all(before);
    let texts: Vec<String> = all(now).into_iter().filter(|text| has(text) && before.contains(text)).collect();
    (!texts.is_empty()).then(|| Text { id: now.id.clone(), text: texts.join(" ") })
}

fn untouched(clause: &Clause, old: &GameSpec) -> bool {
    clause.retired.is_none() && old.clauses.get(&clause.id).is_some_and(|before| before.text == clause.text)
}
