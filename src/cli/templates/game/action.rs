//! What is published besides the state: cards, setups, actions and events.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A card as defined in `cards.yaml` and in scenarios.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name.
    pub name: String,
}

/// The setup that a run begins with.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// A position.
    Position(PositionSetup),
}

/// A position.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionSetup {
    /// Whether the match is over.
    #[serde(default)]
    pub over: bool,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// Ends the match.
    End {},
}

/// An event of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// The match has ended.
    Ended {},
}
