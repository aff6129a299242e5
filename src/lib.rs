//! Rulebound: a formal rules specification for card games and a conformance test harness.
//!
//! This package joins the others: the core, which names no game, and the games. What belongs where is
//! told in `docs/architecture.md`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod games;

pub use rulebound_core::*;
