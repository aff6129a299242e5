//! What is published besides the state: cards, setups, actions, questions and events.

use rulebound_core::kernel::{Name, ObjectId, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rules::frame::Effect;
use super::state::{Over, State};

/// A card as defined in `cards.yaml`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// What kind of card it is.
    pub kind: Kind,
    /// Its power.
    pub power: u32,
    /// Whether it answers other cards.
    #[serde(default)]
    pub swift: bool,
    /// Whether it finds its target again.
    #[serde(default)]
    pub hunts: bool,
    /// What it does, in order.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// What its fall causes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub falls: Option<Effect>,
}

impl Card {
    /// Whether it is aimed at a creature.
    pub fn is_aimed(&self) -> bool {
        self.effects.iter().any(Effect::is_aimed)
    }
}

/// What kind of card it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It is put into the grove.
    Creature,
    /// It does something and is discarded.
    #[default]
    Spell,
    /// It protects a creature from wounds.
    Ward,
    /// It is in no deck.
    Token,
}

/// The setup that a run begins with.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// A position; a field that is left out is as at the start of a match.
    Position(Box<State>),
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Lays a card at dawn.
    Lay {
        /// The card.
        card: Name,
    },
    /// Plays a card.
    Play {
        /// The card.
        card: Name,
        /// The creature that it is aimed at.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<ObjectId>,
    },
    /// Plays no card in the player's own turn, or does not answer.
    Pass {},
    /// Puts a creature on a tile.
    Put {
        /// The tile.
        tile: String,
    },
    /// Discards a ward.
    Ward {
        /// The card.
        card: Name,
    },
    /// Declines to do something optional.
    Decline {},
    /// Looks at a hand.
    Look {
        /// Whose.
        at: Player,
    },
    /// Gives up.
    GiveUp {},
}

/// What a player is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// Which card to lay.
    Lay {},
    /// Which tile to put a creature on.
    Tile {
        /// Its card.
        card: Name,
    },
    /// Whether to keep a creature from being wounded.
    Ward {
        /// The creature.
        creature: ObjectId,
        /// The number of wounds.
        wounds: u32,
    },
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// All players show what they have laid.
    Shown {
        /// Who, and what.
        cards: Vec<(Player, Name)>,
    },
    /// A player leads the round.
    Led {
        /// Who.
        player: Player,
    },
    /// The cards laid are put away.
    Spent {},
    /// A card is played.
    Played {
        /// Who.
        player: Player,
        /// The card.
        card: Name,
    },
    /// A player passes.
    Passed {
        /// Who.
        player: Player,
    },
    /// A card is carried out; nothing happens if it has lost its target.
    Done {
        /// The card.
        card: Name,
        /// Whether it has lost its target.
        lost: bool,
    },
    /// A creature is put on a tile.
    Put {
        /// The creature.
        creature: ObjectId,
        /// The tile.
        tile: String,
    },
    /// A creature finds no tile.
    Lost {
        /// Its card.
        card: Name,
    },
    /// A creature is wounded.
    Wounded {
        /// Which.
        creature: ObjectId,
        /// How many times.
        wounds: u32,
    },
    /// A creature falls.
    Fell {
        /// Which.
        creature: ObjectId,
    },
    /// A creature gets another controller.
    Charmed {
        /// Which.
        creature: ObjectId,
        /// Who controls it now.
        player: Player,
    },
    /// A ward is discarded.
    Warded {
        /// The creature that it protects from wounds.
        creature: ObjectId,
    },
    /// A tempest strikes.
    Struck {
        /// The creature.
        creature: ObjectId,
        /// What the die shows.
        die: u32,
    },
    /// A player draws a card.
    Drew {
        /// Who.
        player: Player,
        /// The card, which only the player knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Name>,
    },
    /// A player looks at a hand.
    Looked {
        /// Who.
        player: Player,
        /// At whose.
        at: Player,
    },
    /// A turn begins.
    Turn {
        /// Whose.
        player: Player,
    },
    /// A round begins.
    Round {
        /// Which.
        number: u32,
    },
    /// The match is over.
    Over(Over),
}
