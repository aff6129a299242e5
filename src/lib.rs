//! Rulebound: a formal rules specification for card games and a conformance test harness.
//!
//! The modules are listed in the order in which data passes through them. What belongs where is
//! told in `docs/architecture.md`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod clause;
pub mod expression;
pub mod fault;
pub mod games;
pub mod harness;
pub mod kernel;
pub mod protocol;
pub mod scenario;
pub mod snapshot;
pub mod source;
pub mod yaml;
