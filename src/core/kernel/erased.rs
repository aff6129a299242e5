//! Type-erased games, for code that treats all games alike.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, schema_for};
use serde_json::{Map, Value as Json};

use super::book::Book;
use super::chance::NoChance;
use super::drive::{self, Play, Run, Typed, cards_of, json, read};
use super::game::{Game, Hides, Never, Reads, Refused};
use super::halt::{Halt, Halted};
use super::key::{Chapter, Cited};
use super::law::Law;
use super::playout::{DealFn, Dealt, Follow, Playouts, Plays};
use super::position::{Deed, Position};
use super::solver::{Solver, Solves};
use super::trace::Trace;
use super::waits::{Pending, Player};
use crate::clause::GameSpec;
use crate::fault::{Fault, Faults, did_you_mean};
use crate::scenario::Scenario;
use crate::source::Source;

/// The result of parsing a text.
#[derive(Clone, Debug, PartialEq)]
pub struct ParseRun {
    /// The tree, or where and why the text was refused.
    pub result: Result<Json, RefusedRun>,
    /// Every clause that applied.
    pub trace: Cited,
}

/// A refused text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedRun {
    /// Where reading failed, in Unicode scalar values from the start of the text.
    pub offset: usize,
    /// The message.
    pub message: String,
    /// How to fix it.
    pub help: String,
    /// The clause that refuses it.
    pub clause: Option<String>,
}

/// The result of solving a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct SolveRun {
    /// The plan.
    pub plan: Json,
    /// Whether the plan is a solution, rather than the answer that there is none.
    pub is_way: bool,
    /// The plan in words.
    pub told: String,
    /// Every clause that applied.
    pub trace: Cited,
}

/// A game, without its types.
pub trait AnyGame: Sync + Send {
    /// Its name.
    fn name(&self) -> &'static str;
    /// The clauses that its code cites.
    fn chapters(&self) -> &'static [Chapter];
    /// Its grammars.
    fn grammars(&self) -> &'static [&'static str];
    /// Its grammars in pest's notation; `None` if it has none.
    fn pest(&self) -> Option<&'static str>;
    /// The texts of its cards: each key, with the grammar that reads it.
    fn texts(&self) -> &'static [(&'static str, &'static str)];
    /// The JSON Schema of `state`, `setup`, `frame`, `action`, `deed`, `event`, `card`, `view` or `readings`, and of
    /// `problem`, `plan` or `tree` if the game has them.
    fn schema(&self, part: &str) -> Option<Json>;
    /// Its questions, which are answered by search, if it has any.
    fn solver(&self) -> Option<&Solver>;
    /// Whether its matches can be played out.
    fn plays(&self) -> bool;
    /// Reads a scenario with the types of this game.
    ///
    /// # Errors
    /// Every fault in meaning, or the first fault in form.
    fn scenario(&self, id: &str, source: &Source) -> Result<Scenario, Faults>;
    /// Adds cards to what has been read, so that they are not read again for each run.
    fn typed(&self, typed: &Typed, cards: &[Json]) -> Typed;
    /// Checks that the cards in a file have the form of this game's cards.
    ///
    /// # Errors
    /// If a card has another form. The fault is at the first such card.
    fn check_cards(&self, source: &Source) -> Result<(), Fault>;
    /// The rules in force.
    ///
    /// # Errors
    /// See [`Book::new`].
    fn book(
        &'static self,
        spec: &GameSpec,
        readings: &BTreeMap<String, String>,
        off: &[String],
    ) -> Result<Box<dyn AnyBook>, Halt>;
    /// The rules in force, with the given parameters.
    ///
    /// # Errors
    /// See [`Book::with_parameters`].
    fn book_with(
        &'static self,
        spec: &GameSpec,
        readings: BTreeMap<String, String>,
        parameters: Map<String, Json>,
    ) -> Result<Box<dyn AnyBook>, Halt>;
}

/// The rules of a game in force.
pub trait AnyBook: Send + Sync {
    /// Runs steps, and fills in what they lack if there is a `guide`.
    ///
    /// # Errors
    /// See [`drive::run`].
    fn run(&self, cards: &[Json], play: &Play, attribute: bool, guide: Option<&Run>) -> Result<Run, Halted>;
    /// Parses a text. A game without grammars refuses every text.
    fn parse(&self, grammar: &str, text: &str) -> ParseRun;
    /// Answers a question.
    ///
    /// # Errors
    /// If it cannot be answered.
    fn solve(&self, cards: &[Json], problem: &Json) -> Result<SolveRun, Halt>;
    /// Prepares playouts with these cards.
    ///
    /// # Errors
    /// If the game has no matches, or a card does not belong to the game.
    fn playouts(&self, cards: &[Json]) -> Result<Box<dyn Playouts + '_>, Halt>;
    /// The parameters in force.
    fn parameters(&self) -> &Json;
    /// The reading of every ruling.
    fn readings(&self) -> &BTreeMap<String, String>;
}

/// The table of games, which is passed to the core because the core names no game.
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
    /// If there is no such game. The fault suggests similar names.
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

/// Parses a text by a grammar.
type ParseFn<G> = fn(&mut Law<'_, G>, &str, &str) -> Result<Json, Refused>;
/// Answers a question: the plan, whether it is a solution, and the plan in words.
type SolveFn<G> = fn(&mut Law<'_, G>, &Json) -> Result<(Json, bool, String), Halt>;
/// What a player may see of a state.
type ViewFn<G> = fn(&mut Law<'_, G>, &<G as Game>::State, Player) -> Json;
/// What a player may know of an event.
type SeenFn<G> = fn(&mut Law<'_, G>, &<G as Game>::State, &<G as Game>::Event, Player) -> Option<Json>;
/// Adds the actions by which a player may look at hidden cards.
type LooksFn<G> = fn(&<G as Game>::State, Player, &mut Vec<<G as Game>::Action>);

/// A typed game as [`AnyGame`], with the optional traits that it implements.
#[allow(missing_debug_implementations)] // functions have no form to show
pub struct Erased<G: Game> {
    grammars: &'static [&'static str],
    pest: Option<&'static str>,
    texts: &'static [(&'static str, &'static str)],
    solver: Option<Solver>,
    parse: Option<ParseFn<G>>,
    solve: Option<SolveFn<G>>,
    view: Option<ViewFn<G>>,
    seen: Option<SeenFn<G>>,
    looks: LooksFn<G>,
    deal: Option<(DealFn<G>, Follow<G>)>,
    scenario: fn(&str, &Source, &[&str]) -> Result<Scenario, Faults>,
    tree: Option<fn() -> Json>,
    problem: Option<fn() -> Json>,
    plan: Option<fn() -> Json>,
    shown: fn() -> Json,
}

impl<G: Game> Erased<G> {
    /// A game that reads no texts, answers no questions and hides nothing.
    pub const fn new() -> Self {
        Self {
            grammars: &[],
            pest: None,
            texts: &[],
            solver: None,
            parse: None,
            solve: None,
            view: None,
            seen: None,
            looks: |_, _, _| (),
            deal: None,
            scenario: crate::scenario::read::<G, Never>,
            tree: None,
            problem: None,
            plan: None,
            shown: schema_of_output::<G::State>,
        }
    }

    /// Adds the reading of texts.
    #[must_use]
    pub const fn reads(mut self) -> Self
    where
        G: Reads,
    {
        self.grammars = G::GRAMMARS;
        self.pest = Some(G::PEST);
        self.texts = G::TEXTS;
        self.parse = Some(|law, grammar, text| G::parse(law, grammar, text).map(|tree| json(&tree)));
        self.tree = Some(schema_of_output::<G::Tree>);
        self
    }

    /// Adds questions and their answers.
    #[must_use]
    pub const fn solves(mut self) -> Self
    where
        G: Solves,
    {
        self.solver = Some(Solver::of::<G>());
        self.solve = Some(|law, problem| {
            let problem = read("problem", problem)?;
            let plan = G::solve(law, &problem)?;
            Ok((json(&plan), G::is_way(&plan), G::answer(&problem, &plan)))
        });
        self.scenario = crate::scenario::read::<G, G::Problem>;
        self.problem = Some(schema_of_input::<G::Problem>);
        self.plan = Some(schema_of_output::<G::Plan>);
        self
    }

    /// Adds views that hide part of the state.
    #[must_use]
    pub const fn hides(mut self) -> Self
    where
        G: Hides,
    {
        self.view = Some(|law, state, player| json(&G::view(law, state, player)));
        self.seen = Some(|law, state, event, player| G::event(law, state, event, player).map(|event| json(&event)));
        self.looks = G::looks;
        self.shown = schema_of_output::<G::View>;
        self
    }

    /// Adds matches that can be played out.
    #[must_use]
    pub const fn plays(mut self) -> Self
    where
        G: Plays,
    {
        self.deal = Some((G::deal, Follow::new()));
        self
    }

    /// What each player may see of a position. A pending question is shown to all.
    pub(super) fn views(&self, law: &mut Law<'_, G>, position: &Position<G>) -> Json {
        let mut views = Vec::new();
        for player in 0..G::players(&position.state) {
            let mut view = match self.view {
                Some(view) => view(law, &position.state, player),
                None => json(&position.state),
            };
            if let (Some(pending), Some(view)) = (position.pending(), view.as_object_mut()) {
                view.insert("pending".to_owned(), json(&pending));
            }
            views.push(view);
        }
        Json::Array(views)
    }

    /// What a player may know about an event; `None` if the player may not know that it happened.
    pub fn seen(&self, law: &mut Law<'_, G>, state: &G::State, event: &G::Event, player: Player) -> Option<Json> {
        match self.seen {
            Some(seen) => seen(law, state, event, player),
            None => Some(json(event)),
        }
    }

    /// Every legal action in a position, by player, including looks.
    ///
    /// # Errors
    /// If a bound of this engine is exceeded.
    pub fn legal(&self, law: &mut Law<'_, G>, position: &Position<G>) -> Result<Vec<Deed<G::Action>>, Halt> {
        let mut legal = Vec::new();
        for by in 0..G::players(&position.state) {
            let mut found = Vec::new();
            position.moves(law, by, &mut found)?;
            let first = found.len();
            (self.looks)(&position.state, by, &mut found);
            position.keep_legal(law, by, &mut found, first)?;
            legal.extend(found.into_iter().map(|action| Deed { by, action }));
        }
        Ok(legal)
    }
}

impl<G: Game> Default for Erased<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// The schema of what is sent to an engine: fields with a default may be left out.
fn schema_of_input<T: JsonSchema>() -> Json {
    json(&schema_for!(T))
}

/// The schema of what an engine sends: only fields that serialization omits when empty may be left out.
fn schema_of_output<T: JsonSchema>() -> Json {
    json(&SchemaSettings::default().for_serialize().into_generator().into_root_schema_for::<T>())
}

/// Adds a pending question to the schema of a state or view.
fn with_pending<Q: JsonSchema>(mut schema: Json) -> Json {
    let mut pending = schema_of_output::<Pending<Q>>();
    let defs = pending.as_object_mut().and_then(|pending| pending.remove("$defs"));
    let asks = defs.as_ref().is_none_or(|defs| defs.get("Never").is_none());
    if let (true, Some(properties)) = (asks, schema["properties"].as_object_mut()) {
        properties.insert("pending".to_owned(), pending);
        if let Some(Json::Object(defs)) = defs {
            for (name, def) in defs {
                schema["$defs"][name] = def;
            }
        }
    }
    schema
}

impl<G: Game> AnyGame for Erased<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn chapters(&self) -> &'static [Chapter] {
        G::CHAPTERS
    }

    fn grammars(&self) -> &'static [&'static str] {
        self.grammars
    }

    fn pest(&self) -> Option<&'static str> {
        self.pest
    }

    fn texts(&self) -> &'static [(&'static str, &'static str)] {
        self.texts
    }

    fn schema(&self, part: &str) -> Option<Json> {
        Some(match part {
            "state" => with_pending::<G::Question>(schema_of_output::<G::State>()),
            "view" => with_pending::<G::Question>((self.shown)()),
            "setup" => schema_of_input::<G::Setup>(),
            "frame" => schema_of_input::<G::Frame>(),
            "action" => schema_of_input::<G::Action>(),
            "deed" => schema_of_input::<Deed<G::Action>>(),
            "event" => schema_of_output::<G::Event>(),
            "card" => schema_of_input::<G::Card>(),
            "readings" => schema_of_input::<G::Readings>(),
            "problem" => self.problem?(),
            "plan" => self.plan?(),
            "tree" => self.tree?(),
            _ => return None,
        })
    }

    fn solver(&self) -> Option<&Solver> {
        self.solver.as_ref()
    }

    fn plays(&self) -> bool {
        self.deal.is_some()
    }

    fn scenario(&self, id: &str, source: &Source) -> Result<Scenario, Faults> {
        (self.scenario)(id, source, self.grammars)
    }

    fn typed(&self, typed: &Typed, cards: &[Json]) -> Typed {
        typed.with_cards::<G>(cards)
    }

    fn check_cards(&self, source: &Source) -> Result<(), Fault> {
        crate::yaml::read::<Vec<G::Card>>(source).map(drop)
    }

    fn book(
        &'static self,
        spec: &GameSpec,
        readings: &BTreeMap<String, String>,
        off: &[String],
    ) -> Result<Box<dyn AnyBook>, Halt> {
        Ok(Box::new(OfGame { game: self, book: Book::<G>::new(spec, readings, off)? }))
    }

    fn book_with(
        &'static self,
        spec: &GameSpec,
        readings: BTreeMap<String, String>,
        parameters: Map<String, Json>,
    ) -> Result<Box<dyn AnyBook>, Halt> {
        Ok(Box::new(OfGame { game: self, book: Book::<G>::with_parameters(spec, readings, parameters, &[])? }))
    }
}

/// A game with its rules in force.
struct OfGame<G: Game> {
    game: &'static Erased<G>,
    book: Book<G>,
}

impl<G: Game> AnyBook for OfGame<G> {
    fn run(&self, cards: &[Json], play: &Play, attribute: bool, guide: Option<&Run>) -> Result<Run, Halted> {
        drive::run(self.game, &self.book, cards, play, attribute, guide)
    }

    fn parse(&self, grammar: &str, text: &str) -> ParseRun {
        let mut trace = Trace::<G>::recording();
        let (cards, mut none) = (Default::default(), NoChance);
        let mut law = Law::new(&self.book, &cards, &mut trace, &mut none);
        let read = match self.game.parse {
            Some(parse) => parse(&mut law, grammar, text),
            None => Err(Refused {
                offset: 0,
                message: format!("{} reads no texts", G::NAME),
                help: "its cards have none".to_owned(),
                clause: None,
            }),
        };
        let result = read.map_err(|refused| {
            if let Some(key) = refused.clause {
                trace.consulted.add(key);
            }
            RefusedRun {
                offset: refused.offset,
                message: refused.message,
                help: refused.help,
                clause: refused.clause.map(|key| self.book.id(key).to_string()),
            }
        });
        ParseRun { result, trace: self.book.cited(trace.consulted) }
    }

    fn solve(&self, cards: &[Json], problem: &Json) -> Result<SolveRun, Halt> {
        let solve = self.game.solve.ok_or_else(|| Halt::Input(format!("{} has no questions", G::NAME)))?;
        let mut trace = Trace::<G>::recording();
        let cards = cards_of(&self.book, cards)?;
        let solved = solve(&mut Law::new(&self.book, &cards, &mut trace, &mut NoChance), problem)?;
        let (plan, is_way, told) = solved;
        Ok(SolveRun { plan, is_way, told, trace: self.book.cited(trace.consulted) })
    }

    fn playouts(&self, cards: &[Json]) -> Result<Box<dyn Playouts + '_>, Halt> {
        let deal = self.game.deal.ok_or_else(|| Halt::Input(format!("{} has no matches that end", G::NAME)))?;
        let all = cards.iter().map(|card| read("card", card)).collect::<Result<Vec<G::Card>, _>>()?;
        let cards = self.book.cards(&all)?;
        Ok(Box::new(Dealt { book: &self.book, deal, all, cards }))
    }

    fn parameters(&self) -> &Json {
        &self.book.parameters_json
    }

    fn readings(&self) -> &BTreeMap<String, String> {
        &self.book.reading_names
    }
}
