//! The game combo: a duel of lines, traps and Hearts. So far its card text; it is not in the table of
//! games yet.

pub mod text;
