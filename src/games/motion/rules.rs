//! The rules of motion, one module per chapter: what each letter means, which forms are read, and what a payment must
//! obey. Clauses are cited here and nowhere else. Each file imports only files that come before it in this list:
//!
//! `letters`, `notation`, `terms`, `motions`, `chaining`, `sustained/terms`, `gather`, `activation/hand`, `sustained`,
//! `activation/freed`, `narrow`, `settle`, `blame`, `minimum`, `activation`.

mod blame;
mod gather;
mod narrow;
mod settle;
mod terms;

pub mod activation;
pub mod chaining;
pub mod letters;
pub mod minimum;
pub mod motions;
pub mod notation;
pub mod sustained;
