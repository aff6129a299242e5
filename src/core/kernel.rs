//! What all games share: the trait of a game, the law that its rules act under, the trace, chance, positions, and the
//! driver that runs steps. This module names no game.

mod book;
mod cards;
mod chance;
pub mod drive;
mod erased;
mod fill;
mod game;
mod halt;
mod key;
mod law;
mod name_or_card;
mod object;
pub mod picture;
mod playout;
mod position;
mod readings;
mod solver;
mod trace;
mod waits;

pub use book::Book;
pub use cards::{Cards, Name};
pub use chance::{Chance, NoChance, NoOutcome, Pick, Roll, Script, Seeded, Shuffle, Supplied};
pub use erased::{AnyBook, AnyGame, Erased, Games, ParseRun, RefusedRun, SolveRun};
pub use fill::{asked, asks_otherwise};
pub use game::{Game, Hides, Never, NoData, PositionPart, Published, Reads, Refused};
pub use halt::{Halt, Halted};
pub use key::{Chapter, Cited, ClauseKey, ClauseSet, Ids};
pub use law::{Law, Rejection};
pub use name_or_card::NameOrCard;
pub use object::{Object, ObjectId, ObjectRef, Objects};
pub use picture::Picture;
pub use playout::{Follow, Played, Playout, Playouts, Plays, Policy};
pub use position::{Deed, Position, Start};
pub use solver::{Given, OptionKind, SolveOption, Solver, Solves, Variation};
pub use trace::Trace;
pub use waits::{Ending, Pending, Player, Waits};
