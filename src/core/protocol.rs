//! The protocol between the harness and an engine: JSON-RPC 2.0, one message per line. `docs/protocol.md` explains it.

mod budget;
mod client;
mod greeting;
mod log;
mod messages;
mod pipes;
mod process;
mod requests;
mod restart;
mod server;

pub use budget::Held;
pub use client::{Limits, Unusable};
pub use log::Log;
pub use messages::{schema, *};
pub use process::{ProcessGroup, supervise};
pub use requests::{ask, call};
pub use restart::{Break, Restarting};
pub use server::serve;
