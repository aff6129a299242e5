//! The core of Rulebound: what all games share, and what reads, runs, judges and compares.
//!
//! The core names no game; the table of games is `rulebound::games`. `docs/architecture.md` says what belongs where.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod clause;
pub mod escape;
pub mod expression;
pub mod fault;
pub mod grammar;
pub mod harness;
pub mod kernel;
pub mod protocol;
pub mod scenario;
pub mod snapshot;
pub mod source;
pub mod yaml;
