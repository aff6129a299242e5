//! The kernel's contract, proved by a game that uses what no other game uses yet: The Grove.
//!
//! `grove` is the game as a writer of games would make it, and `suite` has its document, spec, scenarios and
//! snapshots. `features` has a test for each feature of the kernel, which fails if its code is broken; the others run
//! the game through the loader, the judge, the protocol, the coverage and random matches.

mod features;
mod grove;
mod playouts;
mod protocol;
mod suite;
mod table;
