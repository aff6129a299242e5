//! The protocol between the harness and an engine: JSON-RPC 2.0, one message per line. `docs/protocol.md` explains it.

mod client;
mod log;
mod messages;
mod process;
mod requests;
mod restart;
mod server;

pub use client::Limits;
pub use log::Log;
pub use messages::{schema, *};
pub use process::{ProcessGroup, supervise};
pub use requests::{ask, call};
pub use restart::Restarting;
pub use server::serve;
