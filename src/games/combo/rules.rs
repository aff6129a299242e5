//! The rules of combo, a module a chapter; a section that other chapters need, or that makes a chapter too long,
//! has a module of its own in the folder of its chapter. Each imports only what stands before it here:
//!
//! `turns/round`, `status/protection`, `hearts/ending`, `piles`, `basics`, `schools`, `assists`, `text` with its
//! sections, `line`, `hearts`, `status`, `terrains`, `traps`, `turns`, `conduct`.

pub mod assists;
pub mod basics;
pub mod conduct;
pub mod hearts;
pub mod line;
pub mod piles;
pub mod schools;
pub mod status;
pub mod terrains;
pub mod text;
pub mod traps;
pub mod turns;
