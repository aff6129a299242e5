//! What a changed clause or ruling says, so that a change is understood without looking it up.

use serde::Serialize;

use super::changes::{Change, What};
use crate::clause::{GameSpec, Origin, Ruling, Spec};

/// What a changed clause or ruling says, and where it comes from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct About {
    /// The question of a ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The text of the clause or of the default reading under the old rules, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<String>,
    /// The same under the new rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<String>,
    /// The reason of a ruling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether the reason was given for the old default.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub why_is_old: bool,
    /// Where it comes from.
    pub source: Origin,
}

/// What a changed clause or ruling says; `None` for cards, data and what is only reworded.
pub(super) fn about(change: &Change, old: &Spec, new: &Spec) -> Option<About> {
    if matches!(change.what, What::Reworded { .. }) {
        return None;
    }
    let (was, is) = (old.games.get(change.game()), new.games.get(change.game()));
    let text = |ruling: &Ruling| ruling.readings.get(&ruling.default).map(|reading| reading.text.clone());
    let ruling = |game: Option<&GameSpec>| {
        let ruling = game?.rulings.get(&change.id)?;
        Some((text(ruling), ruling.question.clone(), ruling.why.clone(), ruling.origin.clone()))
    };
    let clause = |game: Option<&GameSpec>| {
        let clause = game?.clauses.get(&change.id)?;
        Some((clause.text.clone(), clause.origin.clone()))
    };
    if let Some((new, question, why, source)) = ruling(is).or_else(|| ruling(was)) {
        let old = ruling(was).and_then(|it| it.0).filter(|old| Some(old) != new.as_ref());
        let why_is_old = reason_is_old(change, was, is);
        return Some(About { question: Some(question), old, new, why: Some(why), why_is_old, source });
    }
    let (new, source) = clause(is).or_else(|| clause(was))?;
    let old = clause(was).map(|it| it.0).filter(|old| *old != new);
    Some(About { question: None, old, new: Some(new), why: None, why_is_old: false, source })
}

/// Whether a change of a default has left the reason as it was.
pub(super) fn reason_is_old(change: &Change, old: Option<&GameSpec>, new: Option<&GameSpec>) -> bool {
    let why = |game: Option<&GameSpec>| Some(game?.rulings.get(&change.id)?.why.clone());
    matches!(change.what, What::Default { .. }) && why(old) == why(new)
}
