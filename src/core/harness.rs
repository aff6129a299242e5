//! Runs a suite against an engine, and judges its answers.

mod blame;
pub mod check;
mod checks;
mod core_suite;
pub mod cover;
mod engine;
mod fields;
mod judge;
mod large;
mod otherwise;
pub mod playouts;
pub mod review;
pub mod search;
mod select;
mod strangers;
mod suite;

pub use blame::{Blame, blame, shortlist};
pub use checks::{Broken, Checks, NoJson};
pub use core_suite::CoreSuite;
pub use engine::{Alone, Answer, Engine, Full, NotDone, Reference, Request, Seen, SeenStep, Task, full, full_filled};
pub(crate) use fields::without_indices;
pub use fields::{Field, fields};
pub use judge::{Deviates, Finding, Judged, Verdict, judge};
pub use large::STACK;
pub use otherwise::agree;
pub use select::Wanted;
pub use suite::Suite;
