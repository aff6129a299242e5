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
pub mod state;
pub mod text;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;

use self::action::{Action, Card, PlanShown, Problem, Setup};
use self::demand::{Kind, OFF};
use self::readings::{OffBoard, Readings};
use self::rules::notation::{self, Ask};
use self::rules::{activation, letters, motions, sustained};
use self::state::{Element, State};
use self::text::{Cost, Piece, Tree, Value};
use rulebound_core::kernel::{
    AnyGame, Book, Chapter, ClauseKey, Erased, Game, Law, NoChance, Refused, Rejection, Trace,
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
    &Erased::<Motion>::NEW
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
        self.asks().iter().any(|a| a.kind == Kind::Hold)
    }

    /// Whether it has an entry that asks for a movement.
    pub fn moves(&self) -> bool {
        self.asks().iter().any(|a| a.kind != Kind::Hold)
    }
}

/// The cards of a run by name.
#[derive(Debug, Default)]
pub struct Cards(BTreeMap<String, Arc<Prepared>>);

impl Cards {
    /// The card of this name.
    pub fn get(&self, name: &str) -> Option<&Prepared> {
        self.0.get(name).map(AsRef::as_ref)
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
    const GRAMMARS: &'static [&'static str] = &["cost", "value", "text"];
    const TEXTS: &'static [(&'static str, &'static str)] = &[("cost", "cost"), ("text", "text")];
    type Parameters = Parameters;
    type Readings = Readings;
    type Card = Card;
    type Prepared = Prepared;
    type Cards = Cards;
    type Setup = Setup;
    type State = State;
    type View = State;
    type Tree = Tree;
    type Action = Action;
    type Event = Event;
    type Problem = Problem;
    type Plan = PlanShown;

    fn prepare(book: &Book<Self>, card: &Card) -> Prepared {
        prepare(book, card)
    }

    fn cards(prepared: Vec<Arc<Prepared>>) -> Result<Cards, String> {
        let mut cards = Cards::default();
        for card in prepared {
            if let Some(twice) = cards.0.insert(card.card.name.clone(), card) {
                return Err(format!("there are two cards named {}", twice.card.name));
            }
        }
        Ok(cards)
    }

    fn setup(law: &mut MotionLaw<'_>, setup: &Setup) -> Result<State, String> {
        let elements = letters::in_play(law.rules());
        let mut state = State {
            board: demand::Board::default(),
            elements,
            places: elements,
            hand: Vec::new(),
            sustained: Vec::new(),
            resolved: Vec::new(),
        };
        let (cards, kept) = match setup {
            Setup::Start(start) => {
                motions::start(law, &mut state);
                (&start.cards, &[][..])
            }
            Setup::Position(position) => {
                state.board = state::board(&position.board);
                (&position.cards, position.sustained.as_slice())
            }
        };
        state::playable(&state.board, elements)?;
        if law.readings().off_board == OffBoard::Allowed || state.board.0[5].iter().any(|n| *n > 0) {
            state.places |= OFF;
        }
        for name in cards.iter().map(String::as_str).chain(kept.iter().map(action::name_of)) {
            if law.cards.get(name).is_none() {
                return Err(format!("there is no card {name} in this scenario or in spec/motion/cards.yaml"));
            }
        }
        state.hand = cards.iter().map(|name| name.as_str().into()).collect();
        state.hand.sort();
        sustained::in_play(law, &mut state, kept)?;
        Ok(state)
    }

    fn apply(law: &mut MotionLaw<'_>, state: &mut State, action: &Action) -> Result<(), Rejection> {
        match action {
            Action::Play(play) => activation::play(law, state, play),
            Action::Release(release) => sustained::release(law, state, &release.card),
        }
    }

    fn legal_actions(law: &mut MotionLaw<'_>, state: &State) -> Vec<Action> {
        legal::actions(law, state)
    }

    fn outcome(_: &State) -> Option<String> {
        None
    }

    /// Nothing is hidden, and one player is all there is.
    fn players(_: &State) -> usize {
        1
    }

    fn view(_: &mut MotionLaw<'_>, state: &State, _: usize) -> State {
        state.clone()
    }

    fn parse(law: &mut MotionLaw<'_>, grammar: &str, text: &str) -> Result<Tree, Refused> {
        match grammar {
            "value" => notation::read_value(law, text).map(Tree::Value),
            "text" => notation::read_text(law, text).map(Tree::Text),
            _ => notation::read_cost(law, text).map(Tree::Cost),
        }
    }

    fn solve(law: &mut MotionLaw<'_>, problem: &Problem) -> Result<PlanShown, String> {
        rules::minimum::solve(law, problem)
    }

    fn draw(state: &State) -> String {
        state::draw(state)
    }

    fn tell(event: &Event) -> String {
        match event {
            Event::Moved(one) => {
                let article = if one.gem == Element::Earth { "an" } else { "a" };
                format!("{article} {} gem moves from {} to {}", one.gem.name(), one.from.name(), one.to.name())
            }
            Event::Resolved { card, x, values } => {
                let x = if *x > 0 { format!(", its X being {x}") } else { String::new() };
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                let values =
                    if values.is_empty() { String::new() } else { format!(", its values being {}", values.join(", ")) };
                format!("{card} is resolved{x}{values}")
            }
            Event::Entered { card } => format!("{card} stays in play"),
            Event::Ended { card } => format!("{card} ends, since its gems are gone"),
            Event::Released { card } => format!("{card} is ended by its player"),
        }
    }
}
