//! The rules, one file per chapter. A chapter may call those before it, and sections that lie low: see
//! `docs/architecture.md`.

pub mod classes;
pub mod combat;
pub mod defeat;
pub mod effects;
pub mod keywords;
pub mod map;
pub mod preparation;
pub mod scores;
pub mod skills;
pub mod text;
pub mod turns;
