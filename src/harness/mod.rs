//! Running a suite against an engine, and judging what it answers.

pub mod check;
pub mod cover;
mod engine;
mod judge;
mod suite;

pub use engine::{Answer, Engine, Full, Reference, Request, Seen, SeenStep, Task, full};
pub use judge::{Finding, Judged, Verdict, judge};
pub use suite::Suite;
