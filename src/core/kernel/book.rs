//! The rules of a game in force.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::fast::RandomState;
use serde_json::{Map, Value as Json};

use super::cards::Cards;
use super::game::Game;
use super::halt::Halt;
use super::key::{Cited, ClauseKey, ClauseSet, Ids};
use crate::clause::{GameSpec, parameters};
use crate::yaml;

/// The most prepared cards to keep. A suite has about a hundred cards; a request may bring any number.
const MOST_PREPARED: usize = 2_000;

/// The rules in force: parameters, readings, switches.
#[derive(Debug)]
pub struct Book<G: Game> {
    /// The numbers and tables.
    pub parameters: G::Parameters,
    /// The same as JSON, for expressions.
    pub parameters_json: Json,
    /// Maps, decks and tables.
    pub data: G::Data,
    /// The same as JSON, for expressions.
    pub data_json: Json,
    /// The readings that the code asks about.
    pub readings: G::Readings,
    /// The reading of every ruling, by ruling id.
    pub reading_names: BTreeMap<String, String>,
    /// The clauses switched off.
    pub off: ClauseSet,
    /// Cards already read under these rules.
    prepared: Mutex<HashMap<G::Card, Arc<G::Prepared>, RandomState>>,
    /// The ids of all clauses that the code cites.
    ids: Arc<Ids>,
}

/// The largest number among the parameters: games keep that many cards or other things.
const MOST_NUMBER: u64 = 10_000;

impl<G: Game> Book<G> {
    /// The rules of `spec` under `readings`, without the clauses in `off`.
    ///
    /// # Errors
    /// If a ruling, reading or clause is unknown, or the parameters do not fit the game's struct.
    pub fn new(spec: &GameSpec, readings: &BTreeMap<String, String>, off: &[String]) -> Result<Self, Halt> {
        let names = spec.readings(readings)?;
        Self::with_parameters(spec, names.clone(), parameters::merged(spec, &names), off)
    }

    /// Like [`Book::new`], with the given parameters, for example after moving a number to see which scenarios notice.
    ///
    /// # Errors
    /// See [`Book::new`].
    pub fn with_parameters(
        spec: &GameSpec,
        reading_names: BTreeMap<String, String>,
        parameters: Map<String, Json>,
        off: &[String],
    ) -> Result<Self, Halt> {
        let beyond = |(_, number): &(Vec<String>, i64)| number.unsigned_abs() > MOST_NUMBER;
        if let Some((path, number)) = parameters::numbers(&parameters).into_iter().find(beyond) {
            let path = path.join(".");
            return Err(Halt::Bound(format!("the parameter {path} is {number}; numbers go up to {MOST_NUMBER}")));
        }
        let coded: Map<String, Json> = spec
            .rulings
            .values()
            .filter(|r| !r.is_erratum() && !r.by_parameters())
            .map(|r| (r.slug().to_owned(), Json::from(reading_names[&r.id].clone())))
            .collect();
        let (json, data) = (Json::Object(parameters), Json::Object(spec.data.clone()));
        let unfit = |what: &str, error: yaml::Error| {
            Halt::Input(format!("the {what} of {} do not match its code: {error}", G::NAME))
        };
        let ids = Arc::new(Ids::new(G::NAME, G::CHAPTERS));
        let mut switches = ClauseSet::default();
        for id in off {
            let key = ids
                .key(id)
                .ok_or_else(|| Halt::Input(format!("{id} is not a clause that the code of {} applies", G::NAME)))?;
            switches.add(key);
        }
        Ok(Self {
            parameters: yaml::from_json(&json).map_err(|e| unfit("parameters", e))?,
            readings: yaml::from_json(&Json::Object(coded)).map_err(|e| unfit("readings", e))?,
            data: yaml::from_json(&data).map_err(|e| unfit("data", e))?,
            data_json: data,
            parameters_json: json,
            reading_names,
            off: switches,
            prepared: Mutex::default(),
            ids,
        })
    }

    /// The cards of a run, with their texts read. Each card is read once and kept, up to a bound.
    ///
    /// # Errors
    /// If two cards have the same name, or a card cannot be prepared, see [`Game::prepare`].
    pub fn cards<'c>(&self, cards: impl IntoIterator<Item = &'c G::Card>) -> Result<Cards<G::Prepared>, Halt> {
        let mut kept = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() > MOST_PREPARED {
            kept.clear();
        }
        let mut found = Cards::default();
        for card in cards {
            let read = match kept.get(card) {
                Some(known) => Arc::clone(known),
                None => {
                    let read = Arc::new(G::prepare(self, card)?);
                    kept.insert(card.clone(), Arc::clone(&read));
                    read
                }
            };
            found.add(G::name_of(card), read)?;
        }
        Ok(found)
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
