//! Fills in, by fixed rules, what a play lacks under rules other than those it was written for:
//!
//! - A shuffled pile keeps its order, a pick gives the first candidate, and a die shows 1, if no outcome is supplied or
//!   the supplied one does not fit. An outcome that is not needed is passed over.
//! - A question that the other rules do not ask there gets an answer that declines, or else the first legal answer.
//! - An answer to a question that is not asked here is passed over.
//! - If several players may act, the one who acted under the other rules does.

use serde_json::{Value as Json, json};

use super::chance::{Chance, NoOutcome, Script, Supplied};
use super::drive::Run;
use super::game::Game;
use super::halt::Halt;
use super::law::Law;
use super::position::Position;
use super::waits::Player;

/// The most questions that are filled in before a step. The bound stops rules that ask for ever.
const MOST_ANSWERS: usize = 1000;

/// The outcomes of a step, with those that are missing filled in if `fills` is set.
#[derive(Debug)]
pub(super) struct Filling<'o> {
    script: Script<'o>,
    fills: bool,
    /// What was filled in.
    pub(super) filled: Vec<String>,
}

impl<'o> Filling<'o> {
    pub(super) fn new(outcomes: &'o [Supplied], fills: bool) -> Self {
        Self { script: Script::new(outcomes), fills, filled: Vec::new() }
    }

    /// Ends the step.
    ///
    /// # Errors
    /// If an outcome was not used, unless such outcomes are passed over.
    pub(super) fn end(&mut self) -> Result<(), Halt> {
        let Some(unused) = self.script.unused() else { return Ok(()) };
        let message = format!("the outcome supplied for {unused} was not needed");
        if !self.fills {
            return Err(Halt::Chance(message));
        }
        self.filled.push(message);
        Ok(())
    }

    fn or<V>(
        &mut self,
        outcome: Result<V, NoOutcome>,
        otherwise: V,
        told: impl Fn() -> String,
    ) -> Result<V, NoOutcome> {
        match outcome {
            Err(_) if self.fills => {
                self.filled.push(told());
                Ok(otherwise)
            }
            outcome => outcome,
        }
    }
}

impl Chance for Filling<'_> {
    fn shuffle(&mut self, subject: &str, names: &[&str]) -> Result<Vec<usize>, NoOutcome> {
        let outcome = self.script.shuffle(subject, names);
        self.or(outcome, (0..names.len()).collect(), || format!("{subject} is shuffled and keeps its order"))
    }

    fn pick(&mut self, subject: &str, names: &[&str]) -> Result<usize, NoOutcome> {
        let outcome = self.script.pick(subject, names);
        let first = names.first().copied().unwrap_or_default();
        self.or(outcome, 0, || format!("the pick of {subject} gives the first, {first}"))
    }

    fn roll(&mut self, subject: &str, sides: u32) -> Result<u32, NoOutcome> {
        let outcome = self.script.roll(subject, sides);
        self.or(outcome, 1, || format!("the roll of {subject} gives 1"))
    }
}

/// Whether another run of the same play asks something else before its last step.
pub fn asks_otherwise(one: &Run, other: &Run) -> bool {
    // The state before each step is among the states without the last.
    one.states().zip(other.states()).take(one.steps.len()).any(|(one, other)| asked(one) != asked(other))
}

/// The question that a state shows, if it is asked: who is asked, and what kind of question it is.
pub fn asked(state: &Json) -> Option<(&Json, &str)> {
    let pending = state.get("pending").filter(|pending| !pending.is_null())?;
    let question = &pending["question"];
    let kind = question.as_str().or_else(|| Some(question.as_object()?.keys().next()?.as_str()));
    Some((&pending["players"], kind.unwrap_or_default()))
}

/// Answers the questions that are asked here and not in `guide`, the state under the other rules; adds what it
/// answered to `filled`.
///
/// # Errors
/// If a question has no legal answer, or the questions do not end.
pub(super) fn answer<G: Game>(
    law: &mut Law<'_, G>,
    position: &mut Position<G>,
    guide: &Json,
    filled: &mut Vec<String>,
) -> Result<(), Halt> {
    for _ in 0..MOST_ANSWERS {
        let Some(pending) = position.pending() else { return Ok(()) };
        let shown = json!({ "pending": &pending });
        if asked(&shown) == asked(guide) {
            return Ok(());
        }
        let Some(by) = pending.players.first().copied() else { return Ok(()) };
        let mut answers = Vec::new();
        position.moves(law, by, &mut answers)?;
        answers.retain(G::is_answer);
        let declining = answers.iter().position(G::declines).unwrap_or(0);
        let Some(answer) = answers.get(declining).cloned() else {
            return Err(Halt::Rules(format!("player {by} is asked a question that it cannot answer")));
        };
        if position.act(law, by, &answer)?.is_err() {
            return Err(Halt::Rules("an action that was found legal is refused".into()));
        }
        filled.push(format!("player {by} is asked something new and answers {}", json!(answer)));
    }
    Err(Halt::Bound(format!("more than {MOST_ANSWERS} new questions in a step are not answered")))
}

/// Whether an action answers a question that is asked in `guide` and not here. In a match that is over nothing is
/// asked, and every action is refused.
pub(super) fn is_idle<G: Game>(position: &Position<G>, action: &G::Action, guide: &Json) -> bool {
    asked(guide).is_some() && position.pending().is_none() && position.ending().is_none() && G::is_answer(action)
}

/// Who acts in the step with this index: `by`, or whoever acted in `guide` if several players may act.
///
/// # Errors
/// See [`Position::actor`].
pub(super) fn actor<G: Game>(
    position: &Position<G>,
    by: Option<Player>,
    guide: Option<&Run>,
    index: usize,
    filled: &mut Vec<String>,
) -> Result<Player, Halt> {
    let guided = guide.and_then(|guide| guide.steps.get(index)).map(|step| step.by);
    match (position.actor(by), guided) {
        (Err(_), Some(guided)) if by.is_none() => {
            filled.push(format!("several players may act, and player {guided} does"));
            position.actor(Some(guided))
        }
        (actor, _) => actor,
    }
}
