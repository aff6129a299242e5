//! The rules of transmute, one module per chapter; a section has its own module, in the folder of its chapter, if other
//! chapters need it or if the chapter would be too long with it. Each module imports only modules that come before it
//! in this list:
//!
//! `basics/players`, `basics/piles`, `text/scores`, `play/leaving`, `ending`, `text/triggers`, `play/energy`,
//! `play/entering`, `attack/damage`, `text/targets`, `text/strength`, `text/picks`, `text/moves`, `text/effects`, `text`,
//! `play`, `attack`, `basics`, `turns`.

pub mod attack;
pub mod basics;
pub mod ending;
pub mod play;
pub mod text;
pub mod turns;
