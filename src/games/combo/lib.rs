//! The game combo: a duel of lines, traps and Hearts.
//!
//! `text` reads card texts, `rules` says what they mean and how a match goes, `state` and `action` are
//! the types that are published, `tell` words what has happened.

pub mod action;
pub mod cards;
mod legal;
pub mod readings;
pub mod rules;
mod setup;
pub mod state;
mod tell;
pub mod text;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use self::action::{Action, Card, Event, Setup};
pub use self::cards::Cards;
use self::readings::Readings;
use self::rules::reading::{self, Prepared};
use self::rules::{conduct, tree, turns};
use self::state::{State, UNDECIDED, View};
use rulebound_core::kernel::{AnyGame, Book, Chapter, Erased, Game, Law, Refused, Rejection};

/// The game.
#[derive(Debug)]
pub struct Combo;

/// The game without its types, for the table of games.
// A function that is not inlined, so that what is generic over games is compiled here, once, and not with every
// program that has the table.
#[inline(never)]
pub fn game() -> &'static dyn AnyGame {
    &Erased::<Combo>::NEW
}

/// Its law.
pub type ComboLaw<'a> = Law<'a, Combo>;

/// The numbers and tables of the rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Parameters {
    pub players: usize,
    pub deck_size: usize,
    pub copies: usize,
    pub exotic_copies: usize,
    pub pool_limit: usize,
    pub first_draw: usize,
    pub second_draw: usize,
    pub standard_draw: usize,
    pub standard_from: u32,
    pub turns_per_round: u32,
    pub turn_limit: u32,
    pub hearts: u32,
    pub flips_per_turn: u32,
    pub types: Vec<String>,
    pub schools_least: usize,
    pub schools_most: usize,
    pub schools: BTreeMap<String, School>,
    pub in_line: Vec<String>,
    pub off_line: Vec<String>,
    pub terrains: usize,
    pub hands: u32,
    pub unshown_shield: u32,
    pub assist_hands: u32,
    pub trap_hands: u32,
    pub or_options: usize,
    pub largest_number: u32,
    pub longest_text: usize,
    pub carried_out: BTreeMap<text::Does, Vec<text::CardType>>,
}

/// A school.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct School {
    pub colour: String,
    pub terrain: String,
}

/// The game has no questions.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub enum Problem {}

impl Game for Combo {
    const NAME: &'static str = "combo";
    const CHAPTERS: &'static [Chapter] = rules::CHAPTERS;
    const GRAMMARS: &'static [&'static str] = &["card"];
    const TEXTS: &'static [(&'static str, &'static str)] = &[("text", "card")];
    type Parameters = Parameters;
    type Readings = Readings;
    type Card = Card;
    type Prepared = Prepared;
    type Cards = Cards;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type Event = Event;
    type Problem = Problem;
    type Plan = Json;
    type View = View;
    type Tree = Vec<tree::Sentence>;

    fn prepare(book: &Book<Self>, card: &Card) -> Prepared {
        reading::prepare(book, card)
    }

    fn cards(prepared: Vec<Arc<Prepared>>) -> Result<Cards, String> {
        let mut cards = Cards::default();
        for card in prepared {
            cards.add(card)?;
        }
        Ok(cards)
    }

    fn filled(setup: Setup) -> Setup {
        setup::filled(setup)
    }

    fn setup(law: &mut ComboLaw<'_>, setup: &Setup) -> Result<State, String> {
        setup::state(law, setup)
    }

    fn apply(law: &mut ComboLaw<'_>, state: &mut State, action: &Action) -> Result<(), Rejection> {
        turns::act(law, state, action)
    }

    fn legal_actions(law: &mut ComboLaw<'_>, state: &State) -> Vec<Action> {
        legal::actions(law, state)
    }

    fn outcome(state: &State) -> Option<String> {
        (state.winner != UNDECIDED).then(|| tell::outcome(state.winner, &state.lost_by))
    }

    fn players(state: &State) -> usize {
        state.players.len()
    }

    fn view(law: &mut ComboLaw<'_>, state: &State, player: usize) -> View {
        conduct::view(law, state, player)
    }

    fn parse(law: &mut ComboLaw<'_>, _: &str, text: &str) -> Result<Self::Tree, Refused> {
        reading::read(law, text, None).map(|sentences| sentences.iter().map(tree::Sentence::from).collect())
    }

    fn solve(_: &mut ComboLaw<'_>, problem: &Problem) -> Result<Json, String> {
        match *problem {}
    }

    fn draw(state: &State) -> String {
        state::draw(state)
    }

    fn tell(event: &Event) -> String {
        tell::tell(event)
    }
}
