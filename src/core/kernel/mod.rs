//! What every game shares and no game is named in: the trait of a game, the law that its rules act
//! under, the trace, chance, and the driver that runs steps.

mod chance;
pub mod drive;
mod entry;
mod erased;
mod game;
mod key;
mod law;
mod readings;
mod trace;

pub use chance::{Chance, NoChance, Outcome as ChanceOutcome, Script, Seeded};
pub use entry::Entry;
pub use erased::{AnyBook, AnyGame, Erased, Games, ParseRun, RefusedRun, SolveRun};
pub use game::{Book, Game, Refused};
pub use key::{Chapter, Cited, ClauseKey, ClauseSet, Ids};
pub use law::{Law, Rejection};
pub use trace::Trace;
