//! What happens in a step.

use rulebound_core::kernel::{Name, ObjectId, Player};
use schemars::JsonSchema;
use serde::Serialize;

use crate::state::{Effect, Loss, Over, Tier, Tile, zero};
use crate::text::{Class, Keyword, Restored, Score};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Event {
    /// The starting player was picked.
    Starting { player: Player },
    /// A character was chosen and placed.
    Placed { player: Player, character: ObjectId, tile: Tile },
    /// A character became the leader of its team.
    Leader { player: Player, character: ObjectId },
    /// A deck was shuffled.
    Shuffled { player: Player },
    /// A card was drawn. The card is left out for those who do not see it.
    Drew {
        player: Player,
        #[serde(skip_serializing_if = "Option::is_none")]
        card: Option<Name>,
    },
    /// A card was discarded from a hand.
    Discarded { player: Player, card: Name },
    /// Cards of a hand were exchanged. Their number is left out for those who do not know it.
    Exchanged {
        player: Player,
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<u32>,
    },
    /// A turn began.
    Turn { turn: u32, player: Player },
    /// Action points changed.
    Points { player: Player, maximum: u32, points: u32 },
    /// A character walked.
    Walked { character: ObjectId, to: Tile },
    /// A character attacked.
    Attacked { character: ObjectId, target: ObjectId },
    /// A character counter-attacked.
    Countered { character: ObjectId, target: ObjectId },
    /// A character took damage.
    Damaged { character: ObjectId, by: u32 },
    /// A character was healed.
    Healed { character: ObjectId, by: u32 },
    /// A character fainted.
    Fainted { character: ObjectId },
    /// A fainted character stands again.
    Revived {
        character: ObjectId,
        tile: Tile,
        /// The damage that it has now.
        damage: u32,
    },
    /// A score changed.
    Score {
        character: ObjectId,
        score: Score,
        tier: Tier,
        /// The damage that the character has now, if it has changed with its armor.
        #[serde(skip_serializing_if = "Option::is_none")]
        damage: Option<u32>,
    },
    /// A character took a stance.
    Stance { character: ObjectId, class: Class },
    /// A character was given an effect, which it has now with this duration or these stacks.
    Given {
        character: ObjectId,
        effect: Effect,
        #[serde(skip_serializing_if = "zero")]
        duration: u32,
        #[serde(skip_serializing_if = "zero")]
        stacks: u32,
    },
    /// The duration or the stacks of an effect were reduced.
    Reduced { character: ObjectId, effect: Effect, left: u32 },
    /// An effect ended.
    Ended { character: ObjectId, effect: Effect },
    /// A skill card was used.
    Used { player: Player, card: Name, character: ObjectId },
    /// A used skill card went where it belongs.
    PutAway { player: Player, card: Name },
    /// A character gave up its attack action.
    Channeled { character: ObjectId },
    /// A keyword has a skill activated several times.
    Repeated { character: ObjectId, keyword: Keyword, times: u32 },
    /// Actions of a character were restored.
    Restored { character: ObjectId, actions: Vec<Restored> },
    /// A familiar came.
    Summoned { player: Player, familiar: ObjectId, tile: Tile },
    /// A trap was placed. Its tile and its name are left out for those who do not see it.
    Trap {
        player: Player,
        #[serde(skip_serializing_if = "Option::is_none")]
        tile: Option<Tile>,
        #[serde(skip_serializing_if = "Option::is_none")]
        trap: Option<String>,
    },
    /// A trap detonated.
    Detonated { trap: String, tile: Tile },
    /// A player gave up.
    Forfeited { player: Player },
    /// A player lost.
    Lost { player: Player, by: Loss },
    /// The match ended.
    Over(Over),
}
