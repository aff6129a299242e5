//! The game {{game}}.
//!
//! Each module in this list imports only from those before it: `state` and `action` have the published types;
//! `readings` and `clauses` name what the spec contains; `law` is the game by name; `rules` has the rules of each
//! chapter; this file joins all of them to the contract.

pub mod action;
pub mod clauses;
pub mod law;
pub mod readings;
pub mod rules;
pub mod state;

pub use self::law::{{Game}};

use self::action::{Action, Card, Event, PositionSetup, Setup};
use self::law::{Parameters, {{Game}}Law};
use self::readings::Readings;
use self::rules::basics;
use self::state::State;
use rulebound_core::kernel::picture::Area;
use rulebound_core::kernel::{
    AnyGame, Book, Chapter, Ending, Erased, Game, Halt, Never, NoData, Picture, Player, Rejection, Waits,
};

/// The game without its types, for the table of games.
// Not inlined, so that code generic over games is compiled once, here, and not in every program that has the table.
#[inline(never)]
pub fn game() -> &'static dyn AnyGame {
    static GAME: Erased<{{Game}}> = Erased::new();
    &GAME
}

/// An action that was found legal.
#[derive(Debug)]
pub enum Permit {
    /// The match ends.
    End,
}

impl Game for {{Game}} {
    const NAME: &'static str = "{{game}}";
    const CHAPTERS: &'static [Chapter] = clauses::CHAPTERS;
    type Parameters = Parameters;
    type Data = NoData;
    type Readings = Readings;
    type Card = Card;
    type Prepared = ();
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

    fn prepare(_: &Book<Self>, _: &Card) -> Result<(), Halt> {
        Ok(())
    }

    fn setup(_: &mut {{Game}}Law<'_>, setup: &Setup) -> Result<State, Halt> {
        let Setup::Position(position) = setup;
        Ok(State { over: position.over })
    }

    fn print(state: &State) -> Setup {
        Setup::Position(PositionSetup { over: state.over })
    }

    fn players(_: &State) -> usize {
        1
    }

    fn waits(state: &State, _: Option<&Never>) -> Option<Waits<Never>> {
        if state.over {
            return Some(Waits::Over(Ending { winners: Vec::new(), clause: Some(clauses::basics::END) }));
        }
        Some(Waits::Turn(0))
    }

    fn candidates(_: &mut {{Game}}Law<'_>, _: &State, _: Option<&Never>, _: Player, found: &mut Vec<Action>) {
        found.push(Action::End {});
    }

    fn permit(
        law: &mut {{Game}}Law<'_>,
        _: &State,
        _: Option<&Never>,
        _: Player,
        action: &Action,
    ) -> Result<Permit, Rejection> {
        match action {
            Action::End {} => basics::may_end(law).map(|()| Permit::End),
        }
    }

    fn perform(law: &mut {{Game}}Law<'_>, state: &mut State, _: Option<Never>, _: Player, permit: Permit) {
        match permit {
            Permit::End => basics::end(law, state),
        }
    }

    fn picture(_: &mut {{Game}}Law<'_>, state: &State) -> Picture {
        let now = if state.over { "over" } else { "under way" };
        Picture { areas: vec![Area::shared().line(now)] }
    }

    fn tell(event: &Event) -> String {
        match event {
            Event::Ended {} => "the match ends".to_owned(),
        }
    }
}
