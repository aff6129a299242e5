//! Games without their types, for the parts that treat all games alike.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value as Json};

use super::chance::NoChance;
use super::drive::{self, Play, Run, Stuck, Typed, json, read};
use super::game::{Book, Game};
use super::key::{Chapter, Cited};
use super::law::Law;
use super::trace::Trace;
use crate::clause::GameSpec;
use crate::fault::{Fault, Faults, did_you_mean};
use crate::scenario::Scenario;
use crate::source::Source;

/// What came of parsing.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseRun {
    /// The tree, or where and why the text was refused.
    pub result: Result<Json, RefusedRun>,
    /// Every clause that bore on it.
    pub trace: Cited,
}

/// A refused text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedRun {
    /// In Unicode scalars from the start.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub help: String,
    /// The clause that refuses it.
    pub clause: Option<String>,
}

/// What came of solving.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveRun {
    /// The plan.
    pub plan: Json,
    /// Every clause that bore on it.
    pub trace: Cited,
}

/// A game.
pub trait AnyGame: Sync + Send {
    /// Its name.
    fn name(&self) -> &'static str;
    /// The clauses that its code cites.
    fn chapters(&self) -> &'static [Chapter];
    /// Its grammars.
    fn grammars(&self) -> &'static [&'static str];
    /// The texts of its cards: each key with the grammar that reads it.
    fn texts(&self) -> &'static [(&'static str, &'static str)];
    /// The JSON Schema of `state`, `setup`, `action`, `event`, `card`, `problem`, `plan`, `view`, `tree` or `readings`.
    fn schema(&self, part: &str) -> Option<Json>;
    /// Whether it has questions: whether there are values of its type of them.
    fn solves(&self) -> bool {
        self.schema("problem").is_some_and(|schema| schema["not"] != Json::Object(Map::new()))
    }
    /// Reads a scenario, typed by this game.
    ///
    /// # Errors
    /// Every fault of meaning, or the first of shape.
    fn scenario(&self, id: &str, source: &Source) -> Result<Scenario, Faults>;
    /// The same with cards, so that they need not be read at each run.
    fn typed(&self, typed: &Typed, cards: &[Json]) -> Typed;
    /// Checks that the cards in a file have the form of this game's.
    ///
    /// # Errors
    /// The first fault of shape.
    fn check_cards(&self, source: &Source) -> Result<(), Fault>;
    /// The rules in force.
    ///
    /// # Errors
    /// As [`Book::new`].
    fn book(
        &self,
        spec: &GameSpec,
        readings: &BTreeMap<String, String>,
        off: &[String],
    ) -> Result<Box<dyn AnyBook>, String>;
    /// The rules in force, with parameters given outright.
    ///
    /// # Errors
    /// As [`Book::with_parameters`].
    fn book_with(
        &self,
        spec: &GameSpec,
        readings: BTreeMap<String, String>,
        parameters: Map<String, Json>,
    ) -> Result<Box<dyn AnyBook>, String>;
}

/// The rules of a game as they are in force.
pub trait AnyBook: Send + Sync {
    /// Runs steps.
    ///
    /// # Errors
    /// As [`drive::run`].
    fn run(&self, cards: &[Json], play: &Play, attribute: bool) -> Result<Run, Stuck>;
    /// Parses a text.
    fn parse(&self, grammar: &str, text: &str) -> ParseRun;
    /// Answers a question.
    ///
    /// # Errors
    /// Why it cannot be answered, in one line.
    fn solve(&self, cards: &[Json], problem: &Json) -> Result<SolveRun, String>;
    /// The parameters in force.
    fn parameters(&self) -> &Json;
    /// The reading of every ruling.
    fn readings(&self) -> &BTreeMap<String, String>;
}

/// The games that there are: a table which the core is handed, since it names none.
#[derive(Clone, Copy)]
pub struct Games(pub &'static [fn() -> &'static dyn AnyGame]);

impl Games {
    /// Each game, in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn AnyGame> {
        self.0.iter().map(|game| game())
    }

    /// The names of all games.
    pub fn names(self) -> Vec<&'static str> {
        self.iter().map(|game| game.name()).collect()
    }

    /// The game of this name.
    ///
    /// # Errors
    /// A fault with suggestions when there is none.
    pub fn find(self, name: &str) -> Result<&'static dyn AnyGame, Fault> {
        self.iter().find(|game| game.name() == name).ok_or_else(|| {
            let known = self.names();
            let help = did_you_mean(name, known.iter().copied(), &format!("the games are {}", known.join(", ")));
            Fault::plain(format!("there is no game {name}")).help(help)
        })
    }
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

/// A typed game as [`AnyGame`].
pub struct Erased<G>(PhantomData<fn() -> G>);

impl<G> Erased<G> {
    /// The game.
    pub const NEW: Self = Self(PhantomData);
}

/// What is given to an engine: fields with a default may be left out.
fn given<T: JsonSchema>() -> Json {
    json(&schema_for!(T))
}

/// What an engine tells: only what is left out where it says nothing may be.
fn told<T: JsonSchema>() -> Json {
    json(&SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>())
}

impl<G: Game> AnyGame for Erased<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn chapters(&self) -> &'static [Chapter] {
        G::CHAPTERS
    }

    fn grammars(&self) -> &'static [&'static str] {
        G::GRAMMARS
    }

    fn texts(&self) -> &'static [(&'static str, &'static str)] {
        G::TEXTS
    }

    fn schema(&self, part: &str) -> Option<Json> {
        Some(match part {
            "state" => told::<G::State>(),
            "setup" => given::<G::Setup>(),
            "action" => given::<G::Action>(),
            "event" => told::<G::Event>(),
            "card" => given::<G::Card>(),
            "problem" => given::<G::Problem>(),
            "plan" => told::<G::Plan>(),
            "view" => told::<G::View>(),
            "tree" => told::<G::Tree>(),
            "readings" => given::<G::Readings>(),
            _ => return None,
        })
    }

    fn scenario(&self, id: &str, source: &Source) -> Result<Scenario, Faults> {
        crate::scenario::read::<G>(id, source)
    }

    fn typed(&self, typed: &Typed, cards: &[Json]) -> Typed {
        typed.with_cards::<G>(cards)
    }

    fn check_cards(&self, source: &Source) -> Result<(), Fault> {
        crate::yaml::read::<Vec<G::Card>>(source).map(drop)
    }

    fn book(
        &self,
        spec: &GameSpec,
        readings: &BTreeMap<String, String>,
        off: &[String],
    ) -> Result<Box<dyn AnyBook>, String> {
        Ok(Box::new(Book::<G>::new(spec, readings, off)?))
    }

    fn book_with(
        &self,
        spec: &GameSpec,
        readings: BTreeMap<String, String>,
        parameters: Map<String, Json>,
    ) -> Result<Box<dyn AnyBook>, String> {
        Ok(Box::new(Book::<G>::with_parameters(spec, readings, parameters, &[])?))
    }
}

impl<G: Game> AnyBook for Book<G> {
    fn run(&self, cards: &[Json], play: &Play, attribute: bool) -> Result<Run, Stuck> {
        drive::run(self, cards, play, attribute)
    }

    fn parse(&self, grammar: &str, text: &str) -> ParseRun {
        let mut trace = Trace::<G>::recording();
        let cards = G::Cards::default();
        let result = G::parse(&mut Law::new(self, &cards, &mut trace, &mut NoChance), grammar, text)
            .map(|tree| json(&tree))
            .map_err(|refused| {
                if let Some(key) = refused.clause {
                    trace.consulted.add(key);
                }
                RefusedRun {
                    offset: refused.offset,
                    message: refused.message,
                    help: refused.help,
                    clause: refused.clause.map(|key| self.id(key).to_string()),
                }
            });
        ParseRun { result, trace: self.cited(trace.consulted) }
    }

    fn solve(&self, cards: &[Json], problem: &Json) -> Result<SolveRun, String> {
        let cards: Vec<G::Card> = cards.iter().map(|c| read("card", c)).collect::<Result<_, _>>()?;
        let problem: G::Problem = read("problem", problem)?;
        let mut trace = Trace::<G>::recording();
        let cards = self.cards(&cards)?;
        let plan = G::solve(&mut Law::new(self, &cards, &mut trace, &mut NoChance), &problem)?;
        Ok(SolveRun { plan: json(&plan), trace: self.cited(trace.consulted) })
    }

    fn parameters(&self) -> &Json {
        &self.parameters_json
    }

    fn readings(&self) -> &BTreeMap<String, String> {
        &self.reading_names
    }
}
