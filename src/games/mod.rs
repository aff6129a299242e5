//! The games. Each has a folder of its own and knows nothing of the others.

pub mod combo;
pub mod motion;

use crate::kernel::{AnyGame, Erased};

/// Every game, a line each, in the order of the documents.
pub const GAMES: &[&dyn AnyGame] = &[&Erased::<motion::Motion>::NEW, &Erased::<combo::Combo>::NEW];

/// The names of all games.
pub fn names() -> Vec<&'static str> {
    GAMES.iter().map(|g| g.name()).collect()
}

/// The game of this name.
pub fn find(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|g| g.name() == name)
}
