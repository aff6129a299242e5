//! The game skirmish: two teams on a map, with action points and skill cards.
//!
//! Each module in this list imports only from those before it: `text` reads skill texts; `state`, `action`, `event` and
//! `frame` are the published types; `readings` and `clauses` name what the spec contains; `prepared` is a card as the
//! rules use it; `law` is the game by name, with its maps; `rules` has the rules of each chapter; `prepare` reads a card;
//! `flow` passes each action to its chapter; `legal`, `setup`, `tell`, `picture` and `playout` are what every game has
//! besides; this file joins all of them to the contract.

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

pub use self::law::Skirmish;

use rulebound_core::kernel::{
    AnyGame, Book, Chapter, Erased, Game, Halt, Hides, Picture, Player, Reads, Refused, Rejection, Waits,
};

use self::action::{Action, Card, Question, Setup};
use self::event::Event;
use self::flow::Permit;
use self::frame::Frame;
use self::law::{Data, Parameters, SkirmishLaw};
use self::prepared::Prepared;
use self::readings::Readings;
use self::rules::skills;
use self::state::{State, View};

/// The game without its types, for the table of games.
// Not inlined, so that code generic over games is compiled once, here, and not in every program that has the table.
#[inline(never)]
pub fn game() -> &'static dyn AnyGame {
    static GAME: Erased<Skirmish> = Erased::new().reads().hides().plays();
    &GAME
}

impl Game for Skirmish {
    const NAME: &'static str = "skirmish";
    const CHAPTERS: &'static [Chapter] = clauses::CHAPTERS;
    type Parameters = Parameters;
    type Data = Data;
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

    fn setup(law: &mut SkirmishLaw<'_>, setup: &Setup) -> Result<State, Halt> {
        setup::state(law, setup)
    }

    fn check(law: &mut SkirmishLaw<'_>, state: &State, frame: &Frame) -> Result<(), Halt> {
        setup::check_frame(law, state, frame)
    }

    fn print(state: &State) -> Setup {
        setup::print(state)
    }

    fn players(state: &State) -> usize {
        state.players.len()
    }

    fn is_answer(action: &Action) -> bool {
        *action != Action::Forfeit {}
    }

    fn declines(action: &Action) -> bool {
        matches!(action, Action::Done {} | Action::Decline {})
    }

    fn waits(state: &State, frame: Option<&Frame>) -> Option<Waits<Question>> {
        flow::waits(state, frame)
    }

    fn candidates(
        law: &mut SkirmishLaw<'_>,
        state: &State,
        frame: Option<&Frame>,
        by: Player,
        found: &mut Vec<Action>,
    ) {
        legal::candidates(law, state, frame, by, found);
    }

    fn permit(
        law: &mut SkirmishLaw<'_>,
        state: &State,
        frame: Option<&Frame>,
        by: Player,
        action: &Action,
    ) -> Result<Permit, Rejection> {
        flow::permit(law, state, frame, by, action)
    }

    fn perform(law: &mut SkirmishLaw<'_>, state: &mut State, frame: Option<Frame>, by: Player, permit: Permit) {
        flow::perform(law, state, frame, by, permit);
    }

    fn reveal(law: &mut SkirmishLaw<'_>, state: &mut State, _: Option<Frame>, chosen: Vec<(Player, Permit)>) {
        flow::reveal(law, state, chosen);
    }

    fn advance(law: &mut SkirmishLaw<'_>, state: &mut State, frame: Frame) {
        flow::advance(law, state, frame);
    }

    fn picture(law: &mut SkirmishLaw<'_>, state: &State) -> Picture {
        picture::picture(law, state)
    }

    fn tell(event: &Event) -> String {
        tell::tell(event)
    }
}

impl Reads for Skirmish {
    const GRAMMARS: &'static [&'static str] = &["skill"];
    const PEST: &'static str = include_str!("../../../spec/skirmish/skill.pest");
    const TEXTS: &'static [(&'static str, &'static str)] = &[("text", "skill")];
    type Tree = text::Text;

    fn parse(law: &mut SkirmishLaw<'_>, _: &str, text: &str) -> Result<Self::Tree, Refused> {
        prepare::read(law, text)
    }
}

impl Hides for Skirmish {
    type View = View;

    fn view(law: &mut SkirmishLaw<'_>, state: &State, player: Player) -> View {
        skills::view(law, state, player)
    }

    fn event(law: &mut SkirmishLaw<'_>, _: &State, event: &Event, player: Player) -> Option<Event> {
        Some(skills::event(law, event, player))
    }
}
