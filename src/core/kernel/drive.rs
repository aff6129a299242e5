//! Runs the steps of a scenario and keeps what came of each, as JSON: this is what snapshots show,
//! expressions read and the protocol carries.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::chance::{NoChance, Outcome as ChanceOutcome, Script};
use super::game::{Book, Game};
use super::key::Cited;
use super::law::Law;
use super::trace::Trace;
use crate::yaml;

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
    pub state: Arc<Json>,
    /// What each player may see of it, if asked for.
    pub views: Option<Json>,
    /// The actions that are legal in it, if asked for.
    pub legal: Option<Json>,
    /// The events, in order.
    pub events: Vec<EventRun>,
    /// Every clause that bore on the step.
    pub trace: Cited,
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
    pub initial: Arc<Json>,
    /// Every clause that bore on the setup.
    pub trace: Cited,
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

/// What is wanted after each accepted step beside the state, since it costs more than it tells most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// What each player may see.
    pub views: bool,
    /// Every legal action.
    pub legal: bool,
}

impl Wants {
    /// The features that an engine needs for them.
    pub fn features(self) -> impl Iterator<Item = &'static str> {
        [(self.views, "view"), (self.legal, "legal")].into_iter().filter(|(wanted, _)| *wanted).map(|(_, name)| name)
    }
}

/// Steps from a setup, as JSON, which is what travels to an engine.
#[derive(Clone, Debug)]
pub struct Play {
    /// Where it begins.
    pub setup: Json,
    /// What is done.
    pub steps: Vec<Step>,
    /// What is wanted beside states.
    pub wants: Wants,
    /// Setup and actions once more as their game has them, where it has read them.
    pub typed: Typed,
}

/// A setup, actions and cards of some game, so that they need not be read again.
#[derive(Clone, Default)]
pub struct Typed {
    play: Option<Arc<dyn Any + Send + Sync>>,
    cards: Option<Arc<dyn Any + Send + Sync>>,
}

struct TypedPlay<G: Game> {
    setup: G::Setup,
    actions: Vec<G::Action>,
}

impl Typed {
    /// Of the game `G`.
    pub fn new<G: Game>(setup: G::Setup, actions: Vec<G::Action>) -> Self {
        Self { play: Some(Arc::new(TypedPlay::<G> { setup, actions })), cards: None }
    }

    /// With the cards of the run too, where they are such of `G`.
    pub fn with_cards<G: Game>(&self, cards: &[Json]) -> Self {
        let read: Result<Vec<G::Card>, String> = cards.iter().map(|c| read("card", c)).collect();
        Self { cards: read.ok().map(|cards| Arc::new(cards) as _), ..self.clone() }
    }

    fn play<G: Game>(&self) -> Option<&TypedPlay<G>> {
        self.play.as_ref()?.downcast_ref()
    }

    fn cards<G: Game>(&self) -> Option<&Vec<G::Card>> {
        self.cards.as_ref()?.downcast_ref()
    }
}

impl fmt::Debug for Typed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Typed").field("play", &self.play.is_some()).field("cards", &self.cards.is_some()).finish()
    }
}

/// Why a task cannot be done, and at which step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The step, counted from 1; none where it is cards, the setup or a question.
    pub step: Option<usize>,
    /// Why, in one line.
    pub why: String,
}

impl From<String> for Stuck {
    fn from(why: String) -> Self {
        Self { step: None, why }
    }
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            Some(step) => write!(f, "step {step}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for Stuck {}

/// Runs a play. With `attribute`, states are kept after every event and drawn.
///
/// # Errors
/// In one line: a card, setup or action that is not one of the game, an outcome of chance that is
/// missing or unused, a step beyond a bound of this engine.
pub fn run<G: Game>(book: &Book<G>, cards: &[Json], play: &Play, attribute: bool) -> Result<Run, Stuck> {
    let cards = match play.typed.cards::<G>().filter(|typed| typed.len() == cards.len()) {
        Some(typed) => book.cards(typed)?,
        None => book.cards(&cards.iter().map(|c| read("card", c)).collect::<Result<Vec<_>, _>>()?)?,
    };
    let typed = play.typed.play::<G>().filter(|typed| typed.actions.len() == play.steps.len());
    let mut script = Script::new(&[]);
    let mut trace = if attribute { Trace::<G>::attributing() } else { Trace::recording() };
    let mut law = Law::new(book, &cards, &mut trace, &mut script);
    let mut state = match typed {
        Some(typed) => G::setup(&mut law, &typed.setup)?,
        None => G::setup(&mut law, &read("setup", &play.setup)?)?,
    };
    let mut run = Run {
        initial: Arc::new(json(&state)),
        trace: book.cited(trace.consulted.clone()),
        drawn: attribute.then(|| G::draw(&state)),
        steps: Vec::with_capacity(play.steps.len()),
    };
    let mut before = Arc::clone(&run.initial);
    for (index, step) in play.steps.iter().enumerate() {
        let told = |why: String| Stuck { step: Some(index + 1), why };
        let mut script = Script::new(&step.chance);
        trace.clear();
        let mut law = Law::new(book, &cards, &mut trace, &mut script);
        let outcome = match typed {
            Some(typed) => one_step::<G>(&mut law, &mut state, &typed.actions[index]),
            None => one_step::<G>(&mut law, &mut state, &read("action", &step.action).map_err(told)?),
        };
        let outcome = outcome.map_err(told)?;
        if let [unused, ..] = script.unused().as_slice() {
            return Err(told(format!("the outcome supplied for the shuffle of {unused} was not needed")));
        }
        let events = events(book, &mut trace);
        let mut no_chance = NoChance;
        let mut law = Law::new(book, &cards, &mut trace, &mut no_chance);
        let accepted = outcome == Outcome::Accepted;
        let views = (accepted && play.wants.views).then(|| {
            let all: Vec<G::View> = (0..G::players(&state)).map(|who| G::view(&mut law, &state, who)).collect();
            json(&all)
        });
        let legal = (accepted && play.wants.legal).then(|| json(&G::legal_actions(&mut law, &state)));
        if let Some(beyond) = law.beyond.take() {
            return Err(told(beyond));
        }
        if accepted {
            before = Arc::new(json(&state));
        }
        run.steps.push(StepRun {
            outcome,
            state: Arc::clone(&before),
            views,
            legal,
            events,
            trace: book.cited(trace.consulted.clone()),
            drawn: attribute.then(|| G::draw(&state)),
        });
    }
    Ok(run)
}

fn one_step<G: Game>(law: &mut Law<'_, G>, state: &mut G::State, action: &G::Action) -> Result<Outcome, String> {
    let done = G::apply(law, state, action);
    if let Some(beyond) = law.beyond.take() {
        return Err(beyond);
    }
    Ok(match done {
        Ok(()) => Outcome::Accepted,
        Err(rejection) => {
            let clause = law.book.id(rejection.clause).to_string();
            law.trace.consulted.add(rejection.clause);
            Outcome::Rejected { clause: Some(clause), why: rejection.why }
        }
    })
}

fn events<G: Game>(book: &Book<G>, trace: &mut Trace<G>) -> Vec<EventRun> {
    let mut states = std::mem::take(&mut trace.states).into_iter();
    let told = |event| if trace.attributes() { G::tell(event) } else { String::new() };
    let made = trace.events.iter().map(|(clause, event)| EventRun {
        clause: Arc::clone(book.id(*clause)),
        event: json(event),
        told: told(event),
        after: states.next(),
    });
    made.collect()
}

/// Reads a typed value.
pub(super) fn read<T: serde::de::DeserializeOwned>(what: &str, value: &Json) -> Result<T, String> {
    yaml::from_json(value).map_err(|error| format!("this is no {what} of the game: {error}"))
}

/// A value as JSON. Ours always have a JSON form: no maps with keys that are no strings.
pub(super) fn json<T: Serialize>(value: &T) -> Json {
    serde_json::to_value(value).unwrap_or(Json::Null)
}
