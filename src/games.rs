//! The games. Each is a package of its own in a folder here, and knows nothing of the others.

pub use rulebound_combo as combo;
pub use rulebound_motion as motion;

use rulebound_core::kernel::Games;

/// Every game, a line each, in the order of the documents.
pub const GAMES: Games = Games(&[motion::game, combo::game]);
