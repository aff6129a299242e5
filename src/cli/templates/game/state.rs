//! The state of the table.

use schemars::JsonSchema;
use serde::Serialize;

/// The state of the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct State {
    /// Whether the match is over.
    pub over: bool,
}
