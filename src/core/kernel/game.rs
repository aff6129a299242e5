//! The trait of a game.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::fast::RandomState;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::key::{Chapter, Cited, ClauseKey, ClauseSet, Ids};
use super::law::{Law, Rejection};
use crate::clause::{GameSpec, parameters};
use crate::yaml;

/// A game. Its rules are pure: they read and change nothing but the state they are given, and act
/// only through [`Law`].
pub trait Game: Sized + Send + Sync + 'static {
    /// The name, the first part of the ids.
    const NAME: &'static str;
    /// The clauses that the code cites.
    const CHAPTERS: &'static [Chapter];
    /// The grammars that [`Game::parse`] knows, by name.
    const GRAMMARS: &'static [&'static str];
    /// The texts of a card: each key with the grammar that reads it.
    const TEXTS: &'static [(&'static str, &'static str)];
    /// The numbers and tables of the rules.
    type Parameters: DeserializeOwned + Send + Sync + Debug;
    /// The readings in force, one field a ruling.
    type Readings: DeserializeOwned + JsonSchema + Send + Sync + Debug;
    /// A card as `cards.yaml` and scenarios define it.
    type Card: DeserializeOwned + Serialize + JsonSchema + Clone + Debug + Eq + Hash + Send + Sync;
    /// A card with its text read.
    type Prepared: Send + Sync + Debug;
    /// The cards of a run.
    type Cards: Default + Send + Sync + Debug;
    /// Where a run begins.
    type Setup: DeserializeOwned + Serialize + JsonSchema + Debug + Send + Sync;
    /// A position.
    type State: Clone + Eq + Hash + Serialize + JsonSchema + Debug + Send + Sync;
    /// What a player does.
    type Action: Clone + Eq + Serialize + DeserializeOwned + JsonSchema + Debug + Send + Sync;
    /// What happens.
    type Event: Clone + Serialize + JsonSchema + Debug;
    /// A question for [`Game::solve`].
    type Problem: DeserializeOwned + Serialize + JsonSchema + Debug;
    /// Its answer.
    type Plan: Serialize + JsonSchema + Debug;
    /// What one player may see of a position.
    type View: Serialize + JsonSchema + Debug;
    /// What is read of a text.
    type Tree: Serialize + JsonSchema;

    /// Reads the text of a card. A text that is refused is kept as such, since it is refused when the
    /// card is played.
    fn prepare(book: &Book<Self>, card: &Self::Card) -> Self::Prepared;

    /// Puts the cards of a run together.
    ///
    /// # Errors
    /// In one line, when two have one name.
    fn cards(prepared: Vec<Arc<Self::Prepared>>) -> Result<Self::Cards, String>;

    /// A setup with what it leaves out written out, as far as that is no matter of the rules. An engine is sent
    /// it like this.
    fn filled(setup: Self::Setup) -> Self::Setup {
        setup
    }

    /// The position that a run begins with.
    ///
    /// # Errors
    /// Why there is no such position, in one line.
    fn setup(law: &mut Law<'_, Self>, setup: &Self::Setup) -> Result<Self::State, String>;

    /// Does what the action says, or refuses it.
    ///
    /// # Errors
    /// The clause by which the action is illegal; the state is then as it was.
    fn apply(law: &mut Law<'_, Self>, state: &mut Self::State, action: &Self::Action) -> Result<(), Rejection>;

    /// Every action that [`Game::apply`] accepts in this position, in a fixed order.
    fn legal_actions(law: &mut Law<'_, Self>, state: &Self::State) -> Vec<Self::Action>;

    /// How the game has ended, if it has.
    fn outcome(state: &Self::State) -> Option<String>;

    /// How many see the position, each with a view of their own.
    fn players(state: &Self::State) -> usize;

    /// What `player` may see of the position.
    fn view(law: &mut Law<'_, Self>, state: &Self::State, player: usize) -> Self::View;

    /// Parses a text by one of [`Game::GRAMMARS`].
    ///
    /// # Errors
    /// Where and why the text is refused.
    fn parse(law: &mut Law<'_, Self>, grammar: &str, text: &str) -> Result<Self::Tree, Refused>;

    /// Answers a question.
    ///
    /// # Errors
    /// Why it cannot be answered, in one line.
    fn solve(law: &mut Law<'_, Self>, problem: &Self::Problem) -> Result<Self::Plan, String>;

    /// A position as a person would draw it, in text.
    fn draw(state: &Self::State) -> String;

    /// An event in words, without the clause.
    fn tell(event: &Self::Event) -> String;
}

/// A text that a grammar does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Where reading failed, in Unicode scalars from the start.
    pub offset: usize,
    /// What is wrong, in the game's words.
    pub message: String,
    /// What may stand there, or how to mend it.
    pub help: String,
    /// The clause that refuses it.
    pub clause: Option<ClauseKey>,
}

/// Most cards that are kept prepared. A suite has some hundred; requests may bring any number.
const MOST_PREPARED: usize = 2_000;

/// The rules as they are in force: parameters, readings, switches.
#[derive(Debug)]
pub struct Book<G: Game> {
    /// The numbers and tables.
    pub parameters: G::Parameters,
    /// The same as JSON, for expressions.
    pub parameters_json: Json,
    /// The readings.
    pub readings: G::Readings,
    /// The same by ruling id.
    pub reading_names: BTreeMap<String, String>,
    /// The clauses switched off.
    pub off: ClauseSet,
    /// Cards that have been read under these rules.
    prepared: Mutex<HashMap<G::Card, Arc<G::Prepared>, RandomState>>,
    /// The ids of all clauses that the code cites.
    ids: Arc<Ids>,
}

impl<G: Game> Book<G> {
    /// The rules of `spec` under `readings`, without the clauses in `off`.
    ///
    /// # Errors
    /// An unknown ruling, reading or clause, or parameters that do not fit the game's struct.
    pub fn new(spec: &GameSpec, readings: &BTreeMap<String, String>, off: &[String]) -> Result<Self, String> {
        let names = spec.readings(readings)?;
        Self::with_parameters(spec, names.clone(), parameters::merged(spec, &names), off)
    }

    /// The same with parameters given outright, as when a number is moved to see who notices.
    ///
    /// # Errors
    /// As [`Book::new`].
    pub fn with_parameters(
        spec: &GameSpec,
        reading_names: BTreeMap<String, String>,
        parameters: Map<String, Json>,
        off: &[String],
    ) -> Result<Self, String> {
        let coded: Map<String, Json> = spec
            .rulings
            .values()
            .filter(|r| !r.is_erratum() && !r.by_parameters())
            .map(|r| (r.slug().to_owned(), Json::from(reading_names[&r.id].clone())))
            .collect();
        let json = Json::Object(parameters);
        let parse = |what: &str, error: yaml::Error| format!("the {what} of {} do not fit its code: {error}", G::NAME);
        let ids = Arc::new(Ids::new(G::NAME, G::CHAPTERS));
        let mut switches = ClauseSet::default();
        for id in off {
            let key = ids.key(id).ok_or_else(|| format!("{id} is no clause that the code of {} applies", G::NAME))?;
            switches.add(key);
        }
        Ok(Self {
            parameters: yaml::from_json(&json).map_err(|e| parse("parameters", e))?,
            readings: yaml::from_json(&Json::Object(coded)).map_err(|e| parse("readings", e))?,
            parameters_json: json,
            reading_names,
            off: switches,
            prepared: Mutex::default(),
            ids,
        })
    }

    /// The cards of a run, prepared. Each is read once and kept, as long as they are not too many.
    ///
    /// # Errors
    /// As [`Game::cards`].
    pub fn cards(&self, cards: &[G::Card]) -> Result<G::Cards, String> {
        let mut kept = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() > MOST_PREPARED {
            kept.clear();
        }
        let mut prepare = |card: &G::Card| match kept.get(card) {
            Some(known) => Arc::clone(known),
            None => {
                let read = Arc::new(G::prepare(self, card));
                kept.insert(card.clone(), Arc::clone(&read));
                read
            }
        };
        G::cards(cards.iter().map(&mut prepare).collect())
    }

    /// The id of a key.
    pub fn id(&self, key: ClauseKey) -> &Arc<str> {
        self.ids.of(key)
    }

    /// Clauses with their ids.
    pub fn cited(&self, keys: ClauseSet) -> Cited {
        Cited { keys, ids: Arc::clone(&self.ids) }
    }

    /// The key of an id, if the code cites it.
    pub fn key(&self, id: &str) -> Option<ClauseKey> {
        self.ids.key(id)
    }
}
