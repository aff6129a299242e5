//! The game combo: a duel of lines, traps and Hearts.
//!
//! `text` reads card texts, `rules` says what they mean and how a match goes, `state` and `action` are
//! the types that are published, `tell` words what has happened.

pub mod action;
pub mod frame;
mod legal;
mod playout;
pub mod readings;
pub mod rules;
mod setup;
pub mod state;
mod tell;
pub mod text;

use std::collections::BTreeMap;

use serde::Deserialize;

use self::action::{Action, Card, Drawing, Event, Nothing, Of, PlayedCard, Question, Setup};
use self::frame::{Declared, Frame, NamedAssist};
use self::readings::Readings;
use self::rules::conduct::Answer;
use self::rules::prepare::{self, Prepared};
use self::rules::status::Chosen;
use self::rules::{conduct, line, status, tree, turns};
use self::state::{State, UNDECIDED, View};
use rulebound_core::kernel::{
    AnyGame, Book, Chapter, Erased, Game, Halt, Hides, Law, NoData, Player, Reads, Refused, Rejection, Waits,
};

/// The game.
#[derive(Debug)]
pub struct Combo;

/// The game without its types, for the table of games.
// A function that is not inlined, so that what is generic over games is compiled here, once, and not with every
// program that has the table.
#[inline(never)]
pub fn game() -> &'static dyn AnyGame {
    static GAME: Erased<Combo> = Erased::new().reads().hides().plays();
    &GAME
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

/// An action found legal.
#[derive(Debug)]
pub enum Permit {
    /// The match begins.
    Begin,
    /// The draw of the turn.
    Draw,
    /// A card is played, as far as it is declared.
    Declare(Declared),
    /// Aim at the assist of a player at a place.
    Aim(Player, usize),
    /// The aim at the assist at a place is taken back.
    Withdraw(usize),
    /// A choice is made anew; nothing for a card without one.
    Choose(Option<Chosen>),
    /// The turn ends.
    End,
    /// A trap missed its occasion.
    Claim(Of),
    /// A card in use destroys this, or nothing where it has to name nothing.
    Destroy(Option<NamedAssist>),
    /// The trap at a place is held back.
    Hold(usize),
    /// No further trap is held back.
    HoldNoMore,
    /// Whether the trash is recycled.
    Recycle(bool),
    /// What is told of a pile.
    Look(Answer),
}

impl Game for Combo {
    const NAME: &'static str = "combo";
    const CHAPTERS: &'static [Chapter] = rules::CHAPTERS;
    type Parameters = Parameters;
    type Data = NoData;
    type Readings = Readings;
    type Card = Card;
    type Prepared = Prepared;
    type Setup = Setup;
    type State = State;
    type Frame = Frame;
    type Question = Question;
    type Action = Action;
    type Permit = Permit;
    type Event = Event;

    fn name_of(card: &Card) -> &str {
        &card.name
    }

    fn prepare(book: &Book<Self>, card: &Card) -> Result<Prepared, Halt> {
        prepare::prepare(book, card)
    }

    fn filled(setup: Setup) -> Setup {
        setup::filled(setup)
    }

    fn setup(law: &mut ComboLaw<'_>, setup: &Setup) -> Result<State, Halt> {
        setup::state(law, setup)
    }

    fn print(state: &State) -> Setup {
        setup::print(state)
    }

    fn players(state: &State) -> usize {
        state.players.len()
    }

    fn waits(state: &State, frame: Option<&Frame>) -> Option<Waits<Question>> {
        if state.winner != UNDECIDED {
            return Some(Waits::Over(tell::ending(state.winner, &state.lost_by)));
        }
        let Some(frame) = frame else { return Some(Waits::Turn(state.active)) };
        let player = turns::asked(state, frame)?;
        let (question, may) = match frame {
            Frame::Over(_) => (Question::Over(Nothing {}), false),
            Frame::Target(declared) => (Question::Target(PlayedCard { card: declared.card.clone() }), false),
            Frame::Destroy(playing) => (Question::Target(PlayedCard { card: playing.card.name.clone() }), false),
            // Who has nothing to hold back is asked too, or the question would tell what lies face down.
            Frame::HoldBack(playing) => (Question::Hold(PlayedCard { card: playing.card.name.clone() }), true),
            Frame::Recycle(draw) => (Question::Recycle(Drawing { draw: draw.count }), false),
            _ => return None,
        };
        Some(Waits::Answer { player, question, may })
    }

    fn is_answer(action: &Action) -> bool {
        !matches!(action, Action::Count(_) | Action::Read(_) | Action::Claim(_))
    }

    fn candidates(law: &mut ComboLaw<'_>, state: &State, frame: Option<&Frame>, by: Player, found: &mut Vec<Action>) {
        legal::candidates(law, state, frame, by, found);
    }

    fn permit(
        law: &mut ComboLaw<'_>,
        state: &State,
        frame: Option<&Frame>,
        by: Player,
        action: &Action,
    ) -> Result<Permit, Rejection> {
        turns::permit(law, state, frame, by, action)
    }

    fn perform(law: &mut ComboLaw<'_>, state: &mut State, frame: Option<Frame>, by: Player, permit: Permit) {
        turns::perform(law, state, frame, by, permit);
    }

    fn advance(law: &mut ComboLaw<'_>, state: &mut State, frame: Frame) {
        turns::advance(law, state, frame);
    }

    fn derive(law: &mut ComboLaw<'_>, state: &mut State) {
        status::stay_at_once(law, state);
        line::recount(law, state);
    }

    fn draw(state: &State) -> String {
        state::draw(state)
    }

    fn tell(event: &Event) -> String {
        tell::tell(event)
    }
}

impl Reads for Combo {
    const GRAMMARS: &'static [&'static str] = &["card"];
    const TEXTS: &'static [(&'static str, &'static str)] = &[("text", "card")];
    type Tree = Vec<tree::SentenceTree>;

    fn parse(law: &mut ComboLaw<'_>, _: &str, text: &str) -> Result<Self::Tree, Refused> {
        prepare::read(law, text, None).map(|sentences| sentences.iter().map(tree::SentenceTree::from).collect())
    }
}

impl Hides for Combo {
    type View = View;

    fn view(law: &mut ComboLaw<'_>, state: &State, player: Player) -> View {
        conduct::view(law, state, player)
    }

    fn event(law: &mut ComboLaw<'_>, _: &State, event: &Event, player: Player) -> Option<Event> {
        conduct::event(law, event, player)
    }

    fn looks(_: &State, _: Player, found: &mut Vec<Action>) {
        legal::looks(found);
    }
}
