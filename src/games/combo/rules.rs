//! The rules of combo, one module per chapter; a section has its own module, in the folder of its chapter, if other
//! chapters need it or if the chapter would be too long with it. Each module imports only modules that come before it
//! in this list:
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
