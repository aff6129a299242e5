//! Rulebound: a formal rules specification for card games and a conformance test harness.
//!
//! This package joins the other packages: the core, which names no game, and the games. `docs/architecture.md` says
//! what belongs where.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod games;

pub use rulebound_core::*;
