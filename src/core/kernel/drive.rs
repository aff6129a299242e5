//! Runs the steps of a scenario and keeps the result of each as JSON, which snapshots show, expressions read and the
//! protocol carries.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::book::Book;
use super::cards::Cards;
use super::chance::{NoChance, Script, Supplied};
use super::erased::Erased;
use super::fill::{self, Filling};
use super::game::Game;
use super::halt::{Halt, Halted};
use super::key::Cited;
use super::law::Law;
use super::picture::Picture;
use super::position::{Deed, Position, Start};
use super::trace::Trace;
use super::waits::{Ending, Player};
use crate::yaml;

/// The outcome of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
pub enum Outcome {
    /// The action was done.
    Accepted,
    /// The action is illegal.
    Rejected {
        /// The clause that refuses it, if it is named.
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
    /// The state after it, if the run attributes changes.
    pub after: Option<Json>,
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepRun {
    /// Who acted.
    pub by: Player,
    /// Accepted or rejected.
    pub outcome: Outcome,
    /// The state afterwards.
    pub state: Arc<Json>,
    /// What each player may see of the state, if asked for.
    pub views: Option<Json>,
    /// The legal actions in the state, if asked for.
    pub legal: Option<Json>,
    /// The events, in order.
    pub events: Vec<EventRun>,
    /// Every clause that applied to the step.
    pub trace: Cited,
    /// The position after an accepted step, if the run attributes changes.
    pub scene: Option<Scene>,
    /// How the match has ended, if it has.
    pub ending: Option<EndingRun>,
}

/// A position as it is shown to a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// A picture of it.
    pub picture: Picture,
    /// The players who may act or have to; in a sealed choice, those who have not chosen yet.
    pub next: Vec<Player>,
    /// The question, if they are asked one.
    pub question: Option<Json>,
    /// Every legal action, or why they are not listed.
    pub legal: Result<Vec<Deed<Json>>, String>,
}

/// How a match has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndingRun {
    /// Who has won; nobody in a draw.
    pub winners: Vec<Player>,
    /// The clause that ended it, if the position says so.
    pub clause: Option<Arc<str>>,
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
    /// Every clause that applied to the setup.
    pub trace: Cited,
    /// The first position, if the run attributes changes.
    pub scene: Option<Scene>,
    /// The steps.
    pub steps: Vec<StepRun>,
    /// The parts that were filled in because the play lacks them under these rules.
    pub filled: Vec<Filled>,
}

impl Run {
    /// The state before the first step, and then that after each step.
    pub fn states(&self) -> impl Iterator<Item = &Arc<Json>> {
        std::iter::once(&self.initial).chain(self.steps.iter().map(|step| &step.state))
    }
}

/// Something that was filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Filled {
    /// The step, counted from 1.
    pub step: usize,
    /// What, in words.
    pub what: String,
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "step {}: {}", self.step, self.what)
    }
}

/// An action with the outcomes of chance that it needs.
#[derive(Clone, Debug)]
pub struct ActionStep {
    /// Who acts, if several players may act.
    pub by: Option<Player>,
    /// The action.
    pub action: Json,
    /// The outcomes of chance.
    pub chance: Vec<Supplied>,
}

/// What to compute after each accepted step besides the state. Optional, because this is expensive and few scenarios
/// need it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// What each player may see.
    pub views: bool,
    /// Every legal action.
    pub legal: bool,
}

impl Wants {
    /// The features that an engine needs for these.
    pub fn features(self) -> impl Iterator<Item = &'static str> {
        [(self.views, "view"), (self.legal, "legal")].into_iter().filter(|(wanted, _)| *wanted).map(|(_, name)| name)
    }
}

/// Steps from a setup, as JSON, the form that is sent to engines.
#[derive(Clone, Debug)]
pub struct Play {
    /// Where it begins.
    pub setup: Json,
    /// The frames under way there, the next one first.
    pub resolving: Vec<Json>,
    /// The choices made there unseen.
    pub sealed: Vec<Deed<Json>>,
    /// The game's data together with the scenario's; null if the scenario adds nothing to the spec's data.
    pub data: Json,
    /// The actions.
    pub steps: Vec<ActionStep>,
    /// What to compute besides the states.
    pub wants: Wants,
    /// The same in the game's own types, if the game has read it.
    pub typed: Typed,
}

impl Play {
    /// The features that an engine needs for the steps, besides those that the setup needs.
    pub fn features(&self) -> impl Iterator<Item = &'static str> {
        let under_way = !self.resolving.is_empty() || !self.sealed.is_empty();
        self.wants.features().chain(under_way.then_some("resolving"))
    }
}

/// A start, actions and cards in some game's types, so that they need not be read again.
#[derive(Clone, Default)]
pub struct Typed {
    play: Option<Arc<dyn Any + Send + Sync>>,
    cards: Option<Arc<dyn Any + Send + Sync>>,
}

struct TypedPlay<G: Game> {
    start: Start<G>,
    actions: Vec<G::Action>,
}

impl Typed {
    /// Keeps a start and actions of the game `G`.
    pub fn new<G: Game>(start: Start<G>, actions: Vec<G::Action>) -> Self {
        Self { play: Some(Arc::new(TypedPlay::<G> { start, actions })), cards: None }
    }

    /// Adds the cards of the run, if they are cards of `G`.
    pub fn with_cards<G: Game>(&self, cards: &[Json]) -> Self {
        let read: Result<Vec<G::Card>, Halt> = cards.iter().map(|c| read("card", c)).collect();
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

/// Reads the start of a play.
fn start<G: Game>(play: &Play) -> Result<Start<G>, Halt> {
    Ok(Start {
        setup: read("setup", &play.setup)?,
        resolving: play.resolving.iter().map(|frame| read("frame", frame)).collect::<Result<_, _>>()?,
        sealed: (play.sealed.iter())
            .map(|deed| Ok(Deed { by: deed.by, action: read("action", &deed.action)? }))
            .collect::<Result<_, Halt>>()?,
    })
}

/// Reads the cards of a run.
pub(super) fn cards_of<G: Game>(book: &Book<G>, cards: &[Json]) -> Result<Cards<G::Prepared>, Halt> {
    book.cards(&cards.iter().map(|card| read("card", card)).collect::<Result<Vec<_>, _>>()?)
}

/// Runs a play. With `attribute`, the state after every event is kept, and pictures of the positions. With `guide`, a
/// run of the same play under other rules, what the play lacks under these rules is filled in, as `fill.rs` says.
///
/// # Errors
/// If it could not go on. The error says why and where.
pub fn run<G: Game>(
    game: &Erased<G>,
    book: &Book<G>,
    cards: &[Json],
    play: &Play,
    attribute: bool,
    guide: Option<&Run>,
) -> Result<Run, Halted> {
    let cards = match play.typed.cards::<G>().filter(|typed| typed.len() == cards.len()) {
        Some(typed) => book.cards(typed)?,
        None => cards_of(book, cards)?,
    };
    let own: Option<G::Data> = if play.data.is_null() { None } else { Some(read("data", &play.data)?) };
    let data = own.as_ref().unwrap_or(&book.data);
    let typed = play.typed.play::<G>().filter(|typed| typed.actions.len() == play.steps.len());
    let mut script = Script::new(&[]);
    let mut trace = if attribute { Trace::<G>::attributing() } else { Trace::recording() };
    let mut law = Law::new(book, &cards, &mut trace, &mut script).with_data(data);
    let mut position = match typed {
        Some(typed) => Position::new(&mut law, &typed.start)?,
        None => Position::new(&mut law, &start(play)?)?,
    };
    let mut run = Run {
        initial: Arc::new(position.json()),
        trace: book.cited(trace.consulted.clone()),
        scene: None,
        steps: Vec::with_capacity(play.steps.len()),
        filled: Vec::new(),
    };
    run.scene = attribute.then(|| scene(game, book, &cards, data, &position));
    for (index, step) in play.steps.iter().enumerate() {
        let told = |halt: Halt| Halted { step: Some(index + 1), halt };
        let own: G::Action;
        let action = match typed {
            Some(typed) => &typed.actions[index],
            None => {
                own = read("action", &step.action).map_err(told)?;
                &own
            }
        };
        let mut table = Table { game, book, cards: &cards, data, trace: &mut trace, position: &mut position };
        let (done, filled) = table.step(&run, step, action, play.wants, guide).map_err(told)?;
        run.filled.extend(filled.into_iter().map(|what| Filled { step: index + 1, what }));
        run.steps.push(done);
    }
    Ok(run)
}

/// What a step is played on.
struct Table<'t, G: Game> {
    game: &'t Erased<G>,
    book: &'t Book<G>,
    cards: &'t Cards<G::Prepared>,
    data: &'t G::Data,
    trace: &'t mut Trace<G>,
    position: &'t mut Position<G>,
}

impl<G: Game> Table<'_, G> {
    /// Plays the next step of `run`: its result, and what was filled in.
    fn step(
        &mut self,
        run: &Run,
        step: &ActionStep,
        action: &G::Action,
        wants: Wants,
        guide: Option<&Run>,
    ) -> Result<(StepRun, Vec<String>), Halt> {
        let Self { game, book, cards, data, trace, position } = self;
        let index = run.steps.len();
        let before = |run: &Run| Arc::clone(run.states().nth(index).unwrap_or(&run.initial));
        let mut chance = Filling::new(&step.chance, guide.is_some());
        let mut filled = Vec::new();
        trace.clear();
        let mut law = Law::new(book, cards, trace, &mut chance).with_data(data);
        let mut idle = false;
        if let Some(guide) = guide {
            let there = before(guide);
            fill::answer(&mut law, position, &there, &mut filled)?;
            idle = fill::is_idle(position, action, &there);
        }
        let by = fill::actor(position, step.by, guide, index, &mut filled)?;
        let changed = !filled.is_empty();
        let done = if idle { Ok(()) } else { position.act(&mut law, by, action)? };
        let outcome = match done {
            Ok(()) => Outcome::Accepted,
            Err(rejection) => {
                let clause = law.book.id(rejection.clause).to_string();
                law.trace.consulted.add(rejection.clause);
                Outcome::Rejected { clause: Some(clause), why: rejection.why }
            }
        };
        chance.end()?;
        filled.append(&mut chance.filled);
        if idle {
            filled.push("the question is not asked, and the answer is passed over".to_owned());
        }
        let events = events(book, trace);
        let mut no_chance = NoChance;
        let mut law = Law::new(book, cards, trace, &mut no_chance).with_data(data);
        let accepted = outcome == Outcome::Accepted;
        let views = (accepted && wants.views).then(|| game.views(&mut law, position));
        let legal = if accepted && wants.legal { Some(json(&game.legal(&mut law, position)?)) } else { None };
        let state = if accepted || changed { Arc::new(position.json()) } else { before(run) };
        let done = StepRun {
            by,
            outcome,
            state,
            views,
            legal,
            events,
            trace: book.cited(trace.consulted.clone()),
            scene: ((accepted || changed) && trace.attributes()).then(|| scene(game, book, cards, data, position)),
            ending: position.ending().map(|Ending { winners, clause }| EndingRun {
                winners,
                clause: clause.map(|key| Arc::clone(book.id(key))),
            }),
        };
        Ok((done, filled))
    }
}

/// A position as it is shown to a person.
fn scene<G: Game>(
    game: &Erased<G>,
    book: &Book<G>,
    cards: &Cards<G::Prepared>,
    data: &G::Data,
    position: &Position<G>,
) -> Scene {
    // Listing what is legal consults clauses that do not apply to the step.
    let (mut trace, mut none) = (Trace::silent(), NoChance);
    let mut law = Law::new(book, cards, &mut trace, &mut none).with_data(data);
    let (next, question) = match position.pending() {
        Some(pending) => (pending.players, Some(json(&pending.question))),
        None => (position.waits().players().to_vec(), None),
    };
    let legal = game.legal(&mut law, position).map_err(|halt| halt.to_string());
    let deed = |Deed { by, action }: Deed<G::Action>| Deed { by, action: json(&action) };
    Scene {
        picture: G::picture(&mut law, &position.state),
        next,
        question,
        legal: legal.map(|legal| legal.into_iter().map(deed).collect()),
    }
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
pub(super) fn read<T: serde::de::DeserializeOwned>(what: &str, value: &Json) -> Result<T, Halt> {
    yaml::from_json(value).map_err(|error| Halt::Input(format!("this is not a valid {what} of the game: {error}")))
}

/// A value as JSON. Our values always have a JSON form: all keys of maps are strings.
pub(super) fn json<T: Serialize>(value: &T) -> Json {
    serde_json::to_value(value).unwrap_or(Json::Null)
}
