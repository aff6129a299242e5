//! The game transmute: alliances draft cards, turn them into energy and attack.
//!
//! Each module in this list imports only from those before it: `text` reads card texts; `state`, `action`, `event` and `frame`
//! are the published types; `readings` and `clauses` name what the spec contains; `prepared` is a card as the rules use
//! it; `law` is the game by name; `rules` has the rules of each chapter; `prepare` reads a card; `flow` passes each
//! action to its chapter; `legal`, `setup`, `tell`, `picture` and `playout` are what every game has besides; this file joins all
//! of them to the contract.

pub mod action;
pub mod clauses;
pub mod event;
mod flow;
pub mod frame;
pub mod law;
mod legal;
mod picture;
mod playout;
mod prepare;
pub mod prepared;
pub mod readings;
pub mod rules;
mod setup;
pub mod state;
mod tell;
pub mod text;

pub use self::law::Transmute;

use self::action::{Action, Card, Question, Setup};
use self::event::Event;
use self::flow::Permit;
use self::frame::Frame;
use self::law::{Parameters, TransmuteLaw};
use self::prepared::Prepared;
use self::readings::Readings;
use self::rules::{basics, text::scores};
use self::state::{State, View};
use rulebound_core::kernel::{
    AnyGame, Book, Chapter, Erased, Game, Halt, Hides, NoData, Picture, Player, Reads, Refused, Rejection, Waits,
};

/// The game without its types, for the table of games.
// Not inlined, so that code generic over games is compiled once, here, and not in every program that has the table.
#[inline(never)]
pub fn game() -> &'static dyn AnyGame {
    static GAME: Erased<Transmute> = Erased::new().reads().hides().plays();
    &GAME
}

impl Game for Transmute {
    const NAME: &'static str = "transmute";
    const CHAPTERS: &'static [Chapter] = clauses::CHAPTERS;
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

    fn setup(law: &mut TransmuteLaw<'_>, setup: &Setup) -> Result<State, Halt> {
        setup::state(law, setup)
    }

    fn check(law: &mut TransmuteLaw<'_>, state: &State, frame: &Frame) -> Result<(), Halt> {
        setup::check_frame(law, state, frame)
    }

    fn print(state: &State) -> Setup {
        setup::print(state)
    }

    fn players(state: &State) -> usize {
        state.players.len()
    }

    fn declines(action: &Action) -> bool {
        matches!(action, Action::Done {} | Action::Decline {})
    }

    fn waits(state: &State, frame: Option<&Frame>) -> Option<Waits<Question>> {
        flow::waits(state, frame)
    }

    fn candidates(
        law: &mut TransmuteLaw<'_>,
        state: &State,
        frame: Option<&Frame>,
        by: Player,
        found: &mut Vec<Action>,
    ) {
        legal::candidates(law, state, frame, by, found);
    }

    fn permit(
        law: &mut TransmuteLaw<'_>,
        state: &State,
        frame: Option<&Frame>,
        by: Player,
        action: &Action,
    ) -> Result<Permit, Rejection> {
        flow::permit(law, state, frame, by, action)
    }

    fn perform(law: &mut TransmuteLaw<'_>, state: &mut State, frame: Option<Frame>, by: Player, permit: Permit) {
        flow::perform(law, state, frame, by, permit);
    }

    fn advance(law: &mut TransmuteLaw<'_>, state: &mut State, frame: Frame) {
        flow::advance(law, state, frame);
    }

    fn is_floor(frame: &Frame) -> bool {
        matches!(
            frame,
            Frame::Beginning(_) | Frame::React {} | Frame::Resolve { .. } | Frame::Striker {} | Frame::Device { .. }
        )
    }

    fn derive(law: &mut TransmuteLaw<'_>, state: &mut State) {
        scores::derive(law, state);
    }

    fn picture(_: &mut TransmuteLaw<'_>, state: &State) -> Picture {
        picture::picture(state)
    }

    fn tell(event: &Event) -> String {
        tell::tell(event)
    }
}

impl Reads for Transmute {
    const GRAMMARS: &'static [&'static str] = &["card"];
    const PEST: &'static str = include_str!("../../../spec/transmute/card.pest");
    const TEXTS: &'static [(&'static str, &'static str)] = &[("text", "card")];
    type Tree = text::Text;

    fn parse(law: &mut TransmuteLaw<'_>, _: &str, text: &str) -> Result<Self::Tree, Refused> {
        prepare::read(law, text, None)
    }
}

impl Hides for Transmute {
    type View = View;

    fn view(law: &mut TransmuteLaw<'_>, state: &State, player: Player) -> View {
        basics::view(law, state, player)
    }

    fn event(law: &mut TransmuteLaw<'_>, state: &State, event: &Event, player: Player) -> Option<Event> {
        Some(basics::event(law, state, event, player))
    }
}
