//! The games. Each is its own package, in a folder here, and knows nothing about the others.

pub use rulebound_combo as combo;
pub use rulebound_motion as motion;
pub use rulebound_skirmish as skirmish;
pub use rulebound_transmute as transmute;

use rulebound_core::kernel::Games;

/// Every game, one per line, in the order of the documents.
pub const GAMES: Games = Games(&[motion::game, skirmish::game, transmute::game, combo::game]);
