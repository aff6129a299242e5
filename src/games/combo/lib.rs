//! The game combo: a duel of lines, traps and Hearts.
//!
//! Each module in this list imports only from those before it: `text` reads card texts; `state`, `action` and `frame`
//! are the published types; `readings` and `clauses` name what the spec contains; `places` and `prepared` are what the
//! rules work on; `law` is the game by name; `rules` has the rules of each chapter; `prepare` uses the rules to read a
//! card; `flow` passes each action to its chapter; `legal`, `setup`, `tell`, `picture` and `playout` are what every game has
//! besides; this file joins all of them to the contract.

pub mod action;
pub mod clauses;
mod flow;
pub mod frame;
pub mod law;
mod legal;
mod picture;
pub mod places;
mod playout;
mod prepare;
pub mod prepared;
pub mod readings;
pub mod rules;
mod setup;
pub mod state;
mod tell;
pub mod text;
pub mod tree;

pub use self::law::Combo;

use self::action::{Action, Card, Drawing, Event, Nothing, PlayedCard, Question, Setup, Transferring};
use self::flow::Permit;
use self::frame::Frame;
use self::law::{ComboLaw, Parameters};
use self::prepared::Prepared;
use self::readings::Readings;
use self::rules::{conduct, line, status};
use self::state::{State, UNDECIDED, View};
use rulebound_core::kernel::{
    AnyGame, Book, Chapter, Erased, Game, Halt, Hides, NoData, Picture, Player, Reads, Refused, Rejection, Waits,
};

/// The game without its types, for the table of games.
// Not inlined, so that code generic over games is compiled once, here, and not in every program that has the table.
#[inline(never)]
pub fn game() -> &'static dyn AnyGame {
    static GAME: Erased<Combo> = Erased::new().reads().hides().plays();
    &GAME
}

impl Game for Combo {
    const NAME: &'static str = "combo";
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
        let player = flow::asked(state, frame)?;
        let (question, may) = match frame {
            Frame::Over(_) => (Question::Over(Nothing {}), false),
            Frame::Target(declared) => (Question::Target(PlayedCard { card: declared.card.clone() }), false),
            Frame::Destroy(playing) => {
                let card = playing.trap.as_ref().map_or(&playing.card.name, |going| &going.trap.card);
                (Question::Target(PlayedCard { card: card.clone() }), false)
            }
            // A player with nothing to hold back is asked too; otherwise, being asked would reveal what lies face
            // down.
            Frame::HoldBack(playing) => (Question::Hold(PlayedCard { card: playing.card.name.clone() }), true),
            Frame::Names(declared) => {
                let moved = declared.naming.as_ref()?;
                let asked = Transferring { left: moved.left, from: moved.from, to: moved.to };
                (Question::Transfer(asked), false)
            }
            Frame::Transfer(moved) => {
                let asked = Transferring { left: moved.left, from: moved.from, to: moved.to };
                (Question::Transfer(asked), false)
            }
            Frame::Recycle(draw) => (Question::Recycle(Drawing { draw: draw.count }), false),
            _ => return None,
        };
        Some(Waits::Answer { player, question, may })
    }

    fn is_answer(action: &Action) -> bool {
        !matches!(action, Action::Count(_) | Action::Read(_) | Action::Claim(_))
    }

    fn declines(action: &Action) -> bool {
        matches!(action, Action::Done(_) | Action::Decline(_))
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
        flow::permit(law, state, frame, by, action)
    }

    fn perform(law: &mut ComboLaw<'_>, state: &mut State, frame: Option<Frame>, by: Player, permit: Permit) {
        flow::perform(law, state, frame, by, permit);
    }

    fn advance(law: &mut ComboLaw<'_>, state: &mut State, frame: Frame) {
        flow::advance(law, state, frame);
    }

    fn derive(law: &mut ComboLaw<'_>, state: &mut State) {
        status::stay_at_once(law, state);
        line::recount(law, state);
    }

    fn picture(_: &mut ComboLaw<'_>, state: &State) -> Picture {
        picture::picture(state)
    }

    fn tell(event: &Event) -> String {
        tell::tell(event)
    }
}

impl Reads for Combo {
    const GRAMMARS: &'static [&'static str] = &["card"];
    const PEST: &'static str = include_str!("../../../spec/combo/card.pest");
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

    fn event(law: &mut ComboLaw<'_>, state: &State, event: &Event, player: Player) -> Option<Event> {
        conduct::event(law, state, event, player)
    }

    fn looks(_: &State, _: Player, found: &mut Vec<Action>) {
        legal::looks(found);
    }
}
