//! The clause at work where a difference begins, as `explain` would show it.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::changes::Change;
use super::{Done, Effect, Side};
use crate::harness::engine::Full;
use crate::kernel::drive::{EventRun, Outcome, Run, StepRun};
use crate::kernel::picture::Picture;
use crate::kernel::{Cited, asked};
use crate::scenario::Scenario;
use crate::snapshot::flow;

/// What happens on each side where a difference begins, and by which clause.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Work {
    /// Under the old rules; `None` if both sides have nothing to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<Told>,
    /// Under the new rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<Told>,
    /// The same in the later step that decides, under the old and the new rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub later: Option<[Option<Told>; 2]>,
    /// If neither names a clause: the changed clauses that apply there, or else those that apply on one side alone, or
    /// else the changed clauses that apply in any step.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// The position on either side, in the step that decides.
    #[serde(skip)]
    pub pictures: Option<[Picture; 2]>,
    /// What is asked there on either side, in words.
    #[serde(skip)]
    pub questions: [Option<String>; 2],
}

/// An event, a rejection, a question or an answer in words, with its clause.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Told {
    /// The words.
    pub words: String,
    /// The clause, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// The clauses that a change is about: the changed ones, and those that a changed ruling affects.
pub(super) fn concerned(changes: &[Change], new: &Side) -> BTreeSet<String> {
    let changed: BTreeSet<&str> = changes.iter().map(|change| change.id.as_str()).collect();
    let clauses = new.suite.spec.games.values().flat_map(|game| game.clauses.values());
    let about = clauses.filter(|clause| {
        changed.contains(&*clause.id) || clause.rulings.iter().any(|ruling| changed.contains(ruling.as_str()))
    });
    about.map(|clause| clause.id.clone()).collect()
}

/// The clause at work in an effect. The scenario is run once more on both sides, with words.
pub(super) fn work(
    (old, new): (&Side, &Side),
    scenario: &Scenario,
    effect: &Effect,
    concerned: &BTreeSet<String>,
) -> Option<Work> {
    let (was, is) = (old.run(scenario, None, true), new.run(scenario, None, true));
    let (was_filled, is_filled) = super::filled((old, new), scenario, (&was, &is), true);
    let (was, is): (Done, Done) = (was_filled.unwrap_or(was), is_filled.unwrap_or(is));
    let (was, is) = (was.ok()?, is.ok()?);
    let (mut pictures, mut later, mut questions) = (None, None, [None, None]);
    let (old, new, traces) = match (&was, &is) {
        (Full::Run(was), Full::Run(is)) => {
            let begins = effect.step?;
            let decides = effect.decided()?.checked_sub(1).or_else(|| turns(was, is));
            pictures = picture(was, decides).zip(picture(is, decides));
            let asks = |run: &Run| question(run.states().nth(decides.map_or(0, |step| step + 1))?);
            questions = [asks(was), asks(is)];
            let at = |step: usize, states: bool| Some(step_of(was.steps.get(step)?, is.steps.get(step)?, states));
            if let Some(follows) = &effect.later {
                later = at(follows.step - 1, false).map(<[Option<Told>; 2]>::from);
            }
            let first = if effect.later.is_some() { begins.checked_sub(1) } else { decides };
            let (old, new) = first.map_or(Some((None, None)), |step| at(step, begins > 0))?;
            (old, new, (&was.trace, &is.trace))
        }
        (Full::Parse(was), Full::Parse(is)) => {
            let told = |run: &crate::kernel::ParseRun| {
                Some(match &run.result {
                    Ok(_) => Told { words: "the text is read".to_owned(), clause: None },
                    Err(refused) => Told { words: refused.message.clone(), clause: refused.clause.clone() },
                })
            };
            (told(was), told(is), (&was.trace, &is.trace))
        }
        (Full::Solve(was), Full::Solve(is)) => {
            let told = |words: &str| Some(Told { words: words.lines().next()?.to_owned(), clause: None });
            (told(&was.told), told(&is.told), (&was.trace, &is.trace))
        }
        _ => return None,
    };
    let all = [&old, &new].into_iter().flatten().chain(later.iter().flatten().flatten());
    let named = all.into_iter().any(|told| told.clause.is_some());
    let mut clauses = if named { Vec::new() } else { applied(traces, concerned) };
    if !named && clauses.is_empty() {
        let all: BTreeSet<String> = was.trace().union(&is.trace()).map(ToString::to_string).collect();
        // A single changed clause is at work even if the code does not cite it there.
        clauses = concerned.iter().filter(|id| concerned.len() == 1 || all.contains(*id)).cloned().collect();
    }
    Some(Work { old, new, later, clauses, pictures: pictures.map(<[Picture; 2]>::from), questions })
}

/// The position after a step, or at the beginning. A rejected step leaves it as it was and has no picture of its own.
fn picture(run: &Run, step: Option<usize>) -> Option<Picture> {
    let steps = run.steps.iter().take(step.map_or(0, |step| step + 1));
    let scene = steps.rev().find_map(|step| step.scene.as_ref()).or(run.scene.as_ref());
    scene.map(|scene| scene.picture.clone())
}

/// The index of the first step that is accepted, or ends the match, on one side only.
fn turns(was: &Run, is: &Run) -> Option<usize> {
    let accepted = |step: &StepRun| step.outcome == Outcome::Accepted;
    let turns = |(was, is): (&StepRun, &StepRun)| accepted(was) != accepted(is) || was.ending != is.ending;
    was.steps.iter().zip(&is.steps).position(turns)
}

/// The first event or rejection of a step that is not the same on both sides, or else what is asked. The state after an
/// event is compared too if the step begins in the same state.
fn step_of(was: &StepRun, is: &StepRun, states: bool) -> (Option<Told>, Option<Told>) {
    let rejected = |step: &StepRun| match &step.outcome {
        Outcome::Accepted => None,
        Outcome::Rejected { clause, why } => Some(Told { words: why.clone(), clause: clause.clone() }),
    };
    let event = |event: &EventRun| Told { words: event.told.clone(), clause: Some(event.clause.to_string()) };
    let same = |(was, is): &(&EventRun, &EventRun)| {
        was.clause == is.clause && was.event == is.event && (!states || was.after == is.after)
    };
    let first = was.events.iter().zip(&is.events).take_while(same).count();
    let asks = asked(&was.state) != asked(&is.state);
    let told = |step: &StepRun| {
        let question = || question(&step.state).filter(|_| asks).map(|words| Told { words, clause: None });
        rejected(step).or_else(|| step.events.get(first).map(event)).or_else(question)
    };
    let nothing = || Told { words: "nothing more happens".to_owned(), clause: None };
    match (told(was), told(is)) {
        (Some(old), None) => (Some(old), Some(nothing())),
        (None, Some(new)) => (Some(nothing()), Some(new)),
        both => both,
    }
}

/// What a state asks, in words.
fn question(state: &Json) -> Option<String> {
    let (players, kind) = asked(state)?;
    let players: Vec<String> = players.as_array()?.iter().map(ToString::to_string).collect();
    let about = state["pending"]["question"].get(kind).filter(|about| **about != json!({}));
    let about = about.map_or(String::new(), |about| format!(" {}", flow(about)));
    Some(match players.as_slice() {
        [one] => format!("player {one} is asked: {kind}{about}"),
        several => format!("players {} are asked: {kind}{about}", several.join(", ")),
    })
}

/// The changed clauses that applied on either side, or else those that applied on one side alone.
fn applied((was, is): (&Cited, &Cited), concerned: &BTreeSet<String>) -> Vec<String> {
    let ids = |trace: &Cited| -> BTreeSet<String> { trace.iter().map(ToString::to_string).collect() };
    let (was, is) = (ids(was), ids(is));
    let changed: Vec<String> = was.union(&is).filter(|id| concerned.contains(*id)).cloned().collect();
    if changed.is_empty() { was.symmetric_difference(&is).cloned().collect() } else { changed }
}
