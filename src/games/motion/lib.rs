//! The game motion: gems in spheres, and cards whose costs are motions of gems.
//!
//! What lives where: `text` reads costs, `rules` says what they mean and what a payment obeys,
//! `payable` and `minimum` are the mathematics, `state` and `action` the types that are published.

pub mod action;
pub mod demand;
mod legal;
pub mod minimum;
pub mod payable;
pub mod readings;
pub mod rules;
mod setup;
mod solve;
pub mod state;
mod tell;
pub mod text;

use std::collections::BTreeMap;

use serde::Deserialize;

use self::action::{Action, Card, PlanShown, Problem, Setup};
use self::demand::EntryKind;
use self::readings::Readings;
use self::rules::notation::{self, Ask};
use self::rules::{activation, sustained};
use self::state::{Element, State};
use self::text::{Cost, Piece, Tree, Value};
use rulebound_core::fault::Fault;
use rulebound_core::kernel::{
    AnyGame, Book, Cards, Chapter, ClauseKey, Erased, Game, Given, Halt, Law, Never, NoChance, NoData, Player, Reads,
    Refused, Rejection, SolveOption, Solves, Trace, Waits,
};

pub use self::action::Event;

/// The game.
#[derive(Debug)]
pub struct Motion;

/// The game without its types, for the table of games.
// A function that is not inlined, so that what is generic over games is compiled here, once, and not with every
// program that has the table.
#[inline(never)]
pub fn game() -> &'static dyn AnyGame {
    static GAME: Erased<Motion> = Erased::new().reads().solves();
    &GAME
}

/// Its law.
pub type MotionLaw<'a> = Law<'a, Motion>;

/// The numbers and tables of the rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// What each letter means.
    pub letters: BTreeMap<char, Letter>,
    /// The least number of an X.
    pub x_minimum: u32,
    /// How many gems of each element a fight starts with.
    pub gems_of_each: u32,
}

/// What a letter means.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letter {
    /// In a word.
    pub name: String,
    /// Whether it stands for a class of elements.
    #[serde(default)]
    pub class: bool,
    /// The colour of the gems, where there is one.
    #[serde(default)]
    pub colour: Option<String>,
    /// The elements that it matches.
    pub elements: Vec<Element>,
}

/// An action found legal.
#[derive(Debug)]
pub enum Permit {
    /// A payment, and how it is settled.
    Play(Box<activation::Payment>),
    /// The place of a sustained card that is ended.
    Release(usize),
}

/// A card with its text read.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// As defined.
    pub card: Card,
    /// Its cost, or why it is refused.
    pub read: Result<Read, Refused>,
    /// The values in its text, in order.
    pub values: Vec<Value>,
    /// The clauses that bore on reading it.
    pub clauses: Vec<ClauseKey>,
}

/// A cost that has been read.
#[derive(Clone, Debug, Default)]
pub struct Read {
    cost: Cost,
    asks: Vec<Ask>,
    open_asks: Vec<Ask>,
}

impl Default for Prepared {
    fn default() -> Self {
        Self { card: Card::default(), read: Ok(Read::default()), values: Vec::new(), clauses: Vec::new() }
    }
}

impl Prepared {
    /// Its cost; empty if it is refused.
    pub fn cost(&self) -> &Cost {
        static NONE: Cost = Cost { entries: Vec::new() };
        self.read.as_ref().map_or(&NONE, |read| &read.cost)
    }

    /// What it asks for; nothing if it is refused.
    pub fn asks(&self) -> &[Ask] {
        self.read.as_ref().map_or(&[], |read| &read.asks)
    }

    /// What it would ask for if a letter `a` were not restricted by what stands beside it.
    pub fn open_asks(&self) -> &[Ask] {
        self.read.as_ref().map_or(&[], |read| &read.open_asks)
    }

    /// Whether it has a hold entry.
    pub fn holds(&self) -> bool {
        self.asks().iter().any(|a| a.kind == EntryKind::Hold)
    }

    /// Whether it has an entry that asks for a movement.
    pub fn moves(&self) -> bool {
        self.asks().iter().any(|a| a.kind != EntryKind::Hold)
    }
}

/// Reads a card's cost and text.
pub fn prepare(book: &Book<Motion>, card: &Card) -> Prepared {
    let (none, mut recorder, mut chance) = (Cards::default(), Trace::recording(), NoChance);
    let mut inner = Law::new(book, &none, &mut recorder, &mut chance);
    let read = notation::read_cost(&mut inner, &card.cost).map(|cost| Read {
        asks: notation::asks(&mut inner, &cost, false),
        open_asks: notation::asks(&mut inner, &cost, true),
        cost,
    });
    let (read, values) = match card.text.as_ref().map(|text| notation::read_text(&mut inner, text)) {
        None => (read, Vec::new()),
        Some(Ok(pieces)) => {
            let values = pieces.iter().filter_map(|p| if let Piece::Value(v) = p { Some(*v) } else { None });
            (read, values.collect())
        }
        Some(Err(refused)) => (Err(refused), Vec::new()),
    };
    Prepared { card: card.clone(), read, values, clauses: recorder.consulted.iter().collect() }
}

impl Game for Motion {
    const NAME: &'static str = "motion";
    const CHAPTERS: &'static [Chapter] = rules::CHAPTERS;
    type Parameters = Parameters;
    type Data = NoData;
    type Readings = Readings;
    type Card = Card;
    type Prepared = Prepared;
    type Setup = Setup;
    type State = State;
    type Frame = Never;
    type Question = Never;
    type Action = Action;
    type Permit = Permit;
    type Event = Event;

    fn name_of(card: &Card) -> &str {
        &card.name
    }

    fn prepare(book: &Book<Self>, card: &Card) -> Result<Prepared, Halt> {
        Ok(prepare(book, card))
    }

    fn setup(law: &mut MotionLaw<'_>, setup: &Setup) -> Result<State, Halt> {
        setup::state(law, setup)
    }

    fn print(state: &State) -> Setup {
        setup::print(state)
    }

    fn players(_: &State) -> usize {
        1
    }

    fn waits(_: &State, _: Option<&Never>) -> Option<Waits<Never>> {
        Some(Waits::Turn(0))
    }

    fn candidates(law: &mut MotionLaw<'_>, state: &State, _: Option<&Never>, _: Player, found: &mut Vec<Action>) {
        legal::candidates(law, state, found);
    }

    fn permit(
        law: &mut MotionLaw<'_>,
        state: &State,
        _: Option<&Never>,
        _: Player,
        action: &Action,
    ) -> Result<Permit, Rejection> {
        Ok(match action {
            Action::Play(play) => Permit::Play(Box::new(activation::payment(law, state, play)?)),
            Action::Release(release) => Permit::Release(sustained::releasable(law, state, &release.card)?),
        })
    }

    fn perform(law: &mut MotionLaw<'_>, state: &mut State, _: Option<Never>, _: Player, permit: Permit) {
        match permit {
            Permit::Play(payment) => activation::resolve(law, state, &payment),
            Permit::Release(at) => sustained::release(law, state, at),
        }
    }

    fn draw(state: &State) -> String {
        state::draw(state)
    }

    fn tell(event: &Event) -> String {
        tell::tell(event)
    }
}

impl Reads for Motion {
    const GRAMMARS: &'static [&'static str] = &["cost", "value", "text"];
    const TEXTS: &'static [(&'static str, &'static str)] = &[("cost", "cost"), ("text", "text")];
    type Tree = Tree;

    fn parse(law: &mut MotionLaw<'_>, grammar: &str, text: &str) -> Result<Tree, Refused> {
        match grammar {
            "value" => notation::read_value(law, text).map(Tree::Value),
            "text" => notation::read_text(law, text).map(Tree::Text),
            _ => notation::read_cost(law, text).map(Tree::Cost),
        }
    }
}

impl Solves for Motion {
    type Problem = Problem;
    type Plan = PlanShown;
    const FIGURES: &'static [&'static str] = &["payable", "gems", "held", "movements"];
    const OPTIONS: &'static [SolveOption] = solve::OPTIONS;
    const EXAMPLES: &'static [&'static str] = solve::EXAMPLES;

    fn problem(given: &Given) -> Result<Problem, Fault> {
        solve::problem(given)
    }

    fn solve(law: &mut MotionLaw<'_>, problem: &Problem) -> Result<PlanShown, Halt> {
        rules::minimum::solve(law, problem)
    }

    fn is_way(plan: &PlanShown) -> bool {
        plan.payable
    }

    fn ask(problem: &Problem) -> String {
        tell::ask(problem)
    }

    fn answer(problem: &Problem, plan: &PlanShown) -> String {
        tell::answer(problem, plan)
    }

    fn with_more(problem: &Problem) -> Vec<(String, Problem)> {
        solve::with_more(problem)
    }
}
