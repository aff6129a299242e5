//! The kernel's contract, tested with a game that uses the features that no other game uses yet: The Grove.
//!
//! `grove` is the game as its author would write it, and `suite` has its document, spec, scenarios and snapshots.
//! `features` has a test for each feature of the kernel, which fails if the code of that feature is broken; the other
//! modules run the game through the loader, the judge, the protocol, the coverage and random matches.

mod features;
mod fill;
mod grove;
mod playouts;
mod protocol;
mod suite;
mod table;
