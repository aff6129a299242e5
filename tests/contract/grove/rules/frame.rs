//! What cards do, and what is still to be done in a step: the rules as data.

use rulebound_core::kernel::{Name, ObjectId, ObjectRef, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a card does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Wounds the target this many times.
    Wound(u32),
    /// Takes the target away and puts it back.
    Blink,
    /// Gives the target to whoever plays the card.
    Charm,
    /// Puts a token into the grove.
    Sprout,
    /// Strikes creatures of the foes by chance.
    Tempest,
}

impl Effect {
    /// Whether it needs a target.
    pub fn is_aimed(&self) -> bool {
        matches!(self, Effect::Wound(_) | Effect::Blink | Effect::Charm)
    }
}

/// What is still to be done in a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Frame {
    /// Carries out an effect of a card.
    Effect {
        /// Whose card it is.
        by: Player,
        /// What it does.
        effect: Effect,
        /// Its target.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<ObjectRef>,
    },
    /// Puts a creature into the grove.
    Enter {
        /// Whose it is.
        by: Player,
        /// Its card.
        card: Name,
    },
    /// A player chooses the tile for a creature.
    Tile {
        /// Who.
        by: Player,
        /// Its card.
        card: Name,
        /// The creature that is put back, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        back: Option<ObjectId>,
    },
    /// A player may discard a ward.
    Ward {
        /// Who.
        by: Player,
        /// The creature that is wounded otherwise.
        creature: ObjectId,
        /// How many times.
        wounds: u32,
    },
    /// Lets a tempest strike.
    Strike {
        /// Whose it is.
        by: Player,
        /// The number of the strike.
        number: u32,
    },
    /// The card under way is finished.
    Done {},
}
