//! The protocol between the harness and an engine: JSON-RPC 2.0, one message a line. What it means
//! is told for people in `docs/protocol.md`.

mod client;
mod messages;
mod requests;
mod server;

pub use client::{External, Limits, ProcessGroup};
pub use messages::{schema, *};
pub use requests::{ask, call};
pub use server::serve;
