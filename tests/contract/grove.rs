//! The grove: a small game of one against two, which uses the features of the kernel that no other game uses yet.
//!
//! What lives where: `rules` cites the clauses, one module per chapter; `state` and `action` have the published types;
//! `legal` lists and judges actions; `setup`, `view` and `tell` are what every game has besides its rules.

pub mod action;
pub mod clauses;
mod legal;
mod picture;
pub mod play;
pub mod rules;
mod setup;
pub mod state;
mod tell;
mod view;

use std::collections::BTreeMap;

use rulebound_core::kernel::{
    AnyGame, Book, Chapter, Ending, Erased, Game, Halt, Law, Name, Picture, Player, Rejection, Waits,
};
use serde::Deserialize;

use self::action::{Action, Card, Event, Question, Setup};
use self::readings::Readings;
use self::rules::frame::Frame;
use self::rules::{basics, dawn, ending, field, stack, turns};
use self::state::{Played, State};

/// The game.
#[derive(Debug)]
pub struct Grove;

/// The grove, with what it hides and how it is played out.
pub static GROVE: Erased<Grove> = Erased::new().hides().plays();

/// The game without its types, for the table of games.
pub fn game() -> &'static dyn AnyGame {
    &GROVE
}

/// Its law.
pub type GroveLaw<'a> = Law<'a, Grove>;

/// The readings of its rulings.
pub mod readings {
    rulebound_core::readings! {
        laid_cards: LaidCards { Lost, TakenBack }
    }
}

/// The numbers and tables of the rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// What a friend beside a creature adds to its strength.
    pub neighbour: u32,
    /// The card of a token.
    pub token: String,
    /// How a tempest strikes.
    pub tempest: Tempest,
    /// The number of creatures that wins.
    pub hold: Hold,
    /// The number of rounds.
    pub rounds: u32,
}

/// The maps.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// The maps, by name.
    pub maps: BTreeMap<String, Map>,
}

/// The tiles of a map, each with the tiles beside it.
pub type Map = BTreeMap<String, Vec<String>>;

/// How a tempest strikes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tempest {
    /// The number of strikes.
    pub strikes: u32,
    /// The sides of its die.
    pub die: u32,
}

/// The number of creatures that wins.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hold {
    /// For an alliance of one.
    pub alone: usize,
    /// For an alliance of several.
    pub together: usize,
}

/// An action that was found legal.
#[derive(Debug)]
pub enum Permit {
    /// A card is laid.
    Lay(Name),
    /// A card is played.
    Play(Played),
    /// A player passes.
    Pass,
    /// A creature is put on this tile.
    Put(String),
    /// A ward is discarded, or none.
    Ward(Option<Name>),
    /// A player looks at a hand.
    Look(Player),
    /// A player gives up.
    GiveUp,
}

impl Game for Grove {
    const NAME: &'static str = "grove";
    const CHAPTERS: &'static [Chapter] = clauses::CHAPTERS;
    type Parameters = Parameters;
    type Data = Data;
    type Readings = Readings;
    type Card = Card;
    type Prepared = Card;
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

    fn prepare(_: &Book<Self>, card: &Card) -> Result<Card, Halt> {
        Ok(card.clone())
    }

    fn setup(law: &mut GroveLaw<'_>, setup: &Setup) -> Result<State, Halt> {
        setup::read(law, setup)
    }

    fn print(state: &State) -> Setup {
        Setup::Position(Box::new(state.clone()))
    }

    fn players(state: &State) -> usize {
        state.players.len()
    }

    fn waits(state: &State, frame: Option<&Frame>) -> Option<Waits<Question>> {
        if let Some(over) = &state.over {
            return Some(Waits::Over(Ending { winners: over.winners.clone(), clause: Some(ending::clause(over.by)) }));
        }
        match frame {
            Some(Frame::Tile { by, card, .. }) => {
                Some(Waits::Answer { player: *by, question: Question::Tile { card: card.clone() }, may: false })
            }
            Some(Frame::Ward { by, creature, wounds }) => {
                let question = Question::Ward { creature: creature.clone(), wounds: *wounds };
                Some(Waits::Answer { player: *by, question, may: true })
            }
            Some(_) => None,
            None if state.dawn => Some(Waits::Sealed {
                players: dawn::layers(state),
                question: Question::Lay {},
                once: clauses::dawn::ONCE,
            }),
            None if state.stack.is_empty() => Some(Waits::Turn(state.active)),
            None => Some(Waits::Any(stack::answerers(state))),
        }
    }

    fn is_answer(action: &Action) -> bool {
        !matches!(action, Action::Look { .. } | Action::GiveUp {})
    }

    fn candidates(law: &mut GroveLaw<'_>, state: &State, frame: Option<&Frame>, by: Player, found: &mut Vec<Action>) {
        legal::candidates(law, state, frame, by, found);
    }

    fn permit(
        law: &mut GroveLaw<'_>,
        state: &State,
        frame: Option<&Frame>,
        by: Player,
        action: &Action,
    ) -> Result<Permit, Rejection> {
        legal::permit(law, state, frame, by, action)
    }

    fn perform(law: &mut GroveLaw<'_>, state: &mut State, frame: Option<Frame>, by: Player, permit: Permit) {
        match (permit, frame) {
            (Permit::Play(played), _) => stack::play(law, state, played),
            (Permit::Pass, _) => stack::pass(law, state, by),
            (Permit::Put(tile), Some(frame)) => field::put(law, state, frame, tile),
            (Permit::Ward(card), Some(frame)) => field::ward(law, state, frame, card),
            (Permit::Look(at), _) => basics::look(law, state, by, at),
            (Permit::GiveUp, _) => ending::give_up(law, state, by),
            (Permit::Lay(_) | Permit::Put(_) | Permit::Ward(_), _) => {
                law.stop(Halt::Rules("an answer without its question".to_owned()));
            }
        }
    }

    fn reveal(law: &mut GroveLaw<'_>, state: &mut State, _: Option<Frame>, chosen: Vec<(Player, Permit)>) {
        let card = |(player, permit)| match permit {
            Permit::Lay(card) => Some((player, card)),
            _ => None,
        };
        dawn::reveal(law, state, chosen.into_iter().filter_map(card).collect());
    }

    fn advance(law: &mut GroveLaw<'_>, state: &mut State, frame: Frame) {
        match frame {
            Frame::Effect { by, effect, target } => field::effect(law, state, by, &effect, target.as_ref()),
            Frame::Enter { by, card } => field::enter(law, state, by, card),
            Frame::Strike { by, number } => field::strike(law, state, by, number),
            Frame::Done {} if state.stack.is_empty() => turns::end(law, state),
            Frame::Done {} => law.cite(clauses::stack::LAST_FIRST),
            Frame::Tile { .. } | Frame::Ward { .. } => law.stop(Halt::Rules("a question is not asked".to_owned())),
        }
    }

    fn is_floor(frame: &Frame) -> bool {
        matches!(frame, Frame::Done {})
    }

    fn derive(law: &mut GroveLaw<'_>, state: &mut State) {
        field::derive(law, state);
    }

    fn picture(law: &mut GroveLaw<'_>, state: &State) -> Picture {
        picture::picture(state, law.data)
    }

    fn tell(event: &Event) -> String {
        tell::tell(event)
    }
}
