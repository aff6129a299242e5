//! Runs the steps of a scenario and keeps what came of each, as JSON: this is what snapshots show,
//! expressions read and the protocol carries.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::chance::{Chance, Outcome as ChanceOutcome, Script};
use super::game::{Book, Game};
use super::law::Law;
use super::trace::{Recorder, Trace};

/// What came of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Outcome {
    /// The action was done.
    Accepted,
    /// The action is illegal.
    Rejected {
        /// By this clause, where it is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        clause: Option<String>,
        /// Why, in words.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        why: String,
    },
}

/// One event.
#[derive(Clone, Debug, PartialEq)]
pub struct EventRun {
    /// The clause that produced it.
    pub clause: Arc<str>,
    /// The event as JSON.
    pub event: Json,
    /// The event in words.
    pub told: String,
    /// The state after it, if the run was to attribute changes.
    pub after: Option<Json>,
}

/// One step as it went.
#[derive(Clone, Debug, PartialEq)]
pub struct StepRun {
    /// Accepted or rejected.
    pub outcome: Outcome,
    /// The state afterwards.
    pub state: Json,
    /// The events, in order.
    pub events: Vec<EventRun>,
    /// Every clause that bore on the step.
    pub trace: Vec<Arc<str>>,
    /// The position drawn, if the run was to attribute changes.
    pub drawn: Option<String>,
}

impl StepRun {
    /// The events with their clauses, as expressions see them.
    pub fn events_json(&self) -> Json {
        self.events
            .iter()
            .map(|e| {
                let mut map = e.event.as_object().cloned().unwrap_or_default();
                map.insert("clause".to_owned(), Json::from(&*e.clause));
                Json::Object(map)
            })
            .collect()
    }
}

/// A whole run.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The state before the first step.
    pub initial: Json,
    /// Every clause that bore on the setup.
    pub trace: Vec<Arc<str>>,
    /// The first position drawn, if asked for.
    pub drawn: Option<String>,
    /// The steps.
    pub steps: Vec<StepRun>,
}

/// One action with the outcomes of chance it needs.
#[derive(Clone, Debug)]
pub struct Step {
    /// The action.
    pub action: Json,
    /// The outcomes of chance.
    pub chance: Vec<ChanceOutcome>,
}

/// Runs `steps` from `setup`. With `attribute`, states are kept after every event and drawn.
///
/// # Errors
/// In one line: a card, setup or action that is not one of the game, an outcome of chance that is
/// missing or unused, a step beyond a bound of this engine.
pub fn run<G: Game>(
    book: &Book<G>,
    cards: &[Json],
    setup: &Json,
    steps: &[Step],
    attribute: bool,
) -> Result<Run, String> {
    let cards: Vec<G::Card> = cards.iter().map(|c| read("card", c)).collect::<Result<_, _>>()?;
    let setup: G::Setup = read("setup", setup)?;
    let mut script = Script::new(Vec::new());
    let mut recorder = Recorder::<G>::new(attribute);
    let none = G::Cards::default();
    let cards = G::cards(&mut Law::new(book, &none, &mut recorder, &mut script), &cards)?;
    let mut state = G::setup(&mut Law::new(book, &cards, &mut recorder, &mut script), &setup)?;
    let mut run = Run {
        initial: json(&state),
        trace: book.names(&recorder.consulted),
        drawn: attribute.then(|| G::draw(&state)),
        steps: Vec::with_capacity(steps.len()),
    };
    for (index, step) in steps.iter().enumerate() {
        let told = |error: String| format!("step {}: {error}", index + 1);
        let action: G::Action = read("action", &step.action).map_err(told)?;
        let mut script = Script::new(step.chance.clone());
        let done = one_step::<G>(book, &cards, &mut state, &action, &mut script, attribute).map_err(told)?;
        if let [unused, ..] = script.unused().as_slice() {
            return Err(told(format!("the outcome supplied for the shuffle of {unused} was not needed")));
        }
        run.steps.push(done);
    }
    Ok(run)
}

fn one_step<G: Game>(
    book: &Book<G>,
    cards: &G::Cards,
    state: &mut G::State,
    action: &G::Action,
    chance: &mut dyn Chance,
    attribute: bool,
) -> Result<StepRun, String> {
    let mut recorder = Recorder::<G>::new(attribute);
    let mut law = Law::new(book, cards, &mut recorder, chance);
    let done = G::apply(&mut law, state, action);
    if let Some(beyond) = law.beyond.take() {
        return Err(beyond);
    }
    let outcome = match done {
        Ok(()) => Outcome::Accepted,
        Err(rejection) => {
            let clause = Book::<G>::id(rejection.clause);
            Trace::consulted(&mut recorder, rejection.clause);
            Outcome::Rejected { clause: Some(clause), why: rejection.why }
        }
    };
    let trace = book.names(&recorder.consulted);
    let mut states = recorder.states.into_iter();
    let events = recorder
        .events
        .iter()
        .map(|(clause, event)| EventRun {
            clause: Arc::clone(book.name(*clause)),
            event: json(event),
            told: if attribute { G::tell(event) } else { String::new() },
            after: states.next(),
        })
        .collect();
    Ok(StepRun { outcome, state: json(state), events, trace, drawn: attribute.then(|| G::draw(state)) })
}

/// Reads a typed value.
pub(super) fn read<T: serde::de::DeserializeOwned>(what: &str, value: &Json) -> Result<T, String> {
    T::deserialize(value).map_err(|error| format!("this is no {what} of the game: {error}"))
}

/// A value as JSON. Ours always have a JSON form: no maps with keys that are no strings.
pub(super) fn json<T: Serialize>(value: &T) -> Json {
    serde_json::to_value(value).unwrap_or(Json::Null)
}
