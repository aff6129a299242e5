//! The rules of motion, a module a chapter. Which letter means what, which forms are read, what a
//! payment has to obey: all of it cites its clause here and nowhere else. Each file imports only what stands before it here:
//!
//! `letters`, `notation`, `terms`, `motions`, `chaining`, `sustained/terms`, `gather`, `activation/hand`, `sustained`,
//! `settle`, `blame`, `minimum`, `activation`.

mod blame;
mod gather;
mod settle;
mod terms;

pub mod activation;
pub mod chaining;
pub mod letters;
pub mod minimum;
pub mod motions;
pub mod notation;
pub mod sustained;
