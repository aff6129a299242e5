//! What is published besides the state and events: cards, setups, actions and questions.

use rulebound_core::kernel::{Name, ObjectId, Objects, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Applied, Over, Stage, Tier, Tile, Trap, Zone, zero};
use crate::text::{Class, Score};

/// A character, a skill or a familiar, as defined in `cards.yaml` and in scenarios.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: Kind,
    /// The faction of a character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faction: Option<String>,
    /// The class of a character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// The primary skill of a character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub primary: Option<String>,
    /// The secondary skills of a character.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub secondary: Vec<String>,
    /// The cost of a skill, if its card shows one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<u32>,
    /// The text of a skill.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// What a card is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Kind {
    Character,
    Skill,
    Familiar,
}

/// Where a run begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// Before a match.
    Start(StartSetup),
    /// In the middle of a match.
    Position(Box<PositionSetup>),
}

/// A match that is about to begin.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartSetup {
    /// The map, by its name in `maps.yaml`.
    pub map: String,
    /// The team of each player.
    pub teams: Vec<Vec<String>>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionSetup {
    /// The map; `meadow` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<String>,
    /// What is going on; `turns` if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// The starting player.
    #[serde(default)]
    pub starting: Player,
    /// How many turns of the draft are over; 6 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drafted: Option<u32>,
    /// The number of the turn; 5 if left out, or 6 if it is not the starting player's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Whose turn it is.
    #[serde(default)]
    pub active: Player,
    /// The players.
    pub players: Vec<PlayerSetup>,
    /// The characters on the map.
    #[serde(default)]
    pub objects: Objects<Zone, IsSetup>,
    /// The traps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub traps: Vec<Trap>,
    /// How the match has ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// A player in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerSetup {
    /// The maximum action points; 5 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<u32>,
    /// The current action points; if left out, the maximum for the player whose turn it is, and else 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// How many turns of this player have begun; 3 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// The characters of the team; if left out, those of the player on the map, without familiars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<Vec<String>>,
    /// The leader; if left out, the first character of the player on the map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<ObjectId>,
    /// The deck, the topmost card first.
    pub deck: Vec<String>,
    /// The hand, the leftmost card first.
    pub hand: Vec<String>,
    /// The discard pile, the topmost card last.
    pub discard: Vec<String>,
    /// How many cards the player has exchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchanged: Option<u32>,
    /// Action points that are added in the player's first turn.
    #[serde(skip_serializing_if = "zero")]
    pub extra: u32,
    /// Whether a leader of the player has ever fainted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub leader_fell: bool,
    /// Whether the player could not draw a card.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undrawn: bool,
}

/// A character in a position. Scores and a class that are left out follow from its card and the table of classes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct IsSetup {
    /// Its tile.
    pub tile: Tile,
    /// Its class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// Whether it reaches and walks like a Ranged character.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranged: Option<bool>,
    /// The tier of its power.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power: Option<Tier>,
    /// The tier of its armor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub armor: Option<Tier>,
    /// The damage that it has taken.
    #[serde(skip_serializing_if = "zero")]
    pub damage: u32,
    /// Whether it is fainted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fainted: bool,
    /// Whether it has walked in this turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub walked: bool,
    /// Whether it has no attack action left in this turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub attacked: bool,
    /// Its effects.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<Applied>,
    /// Whether it has counter-attacked in this turn.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub countered: bool,
    /// Whether it entered in this turn and may not act.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
    /// The class that it gets back at the end of the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub former: Option<Class>,
    /// How many tiles it has walked in this turn.
    #[serde(skip_serializing_if = "zero")]
    pub steps: u32,
    /// How many more walks it has in this turn after the first.
    #[serde(skip_serializing_if = "zero")]
    pub more_walks: u32,
    /// How many more attack actions it has in this turn after the first.
    #[serde(skip_serializing_if = "zero")]
    pub more_attacks: u32,
    /// The tiers by which its power goes back at the end of the turn.
    #[serde(skip_serializing_if = "zero")]
    pub power_changed: i32,
    /// The tiers by which its armor goes back at the end of the turn.
    #[serde(skip_serializing_if = "zero")]
    pub armor_changed: i32,
    /// The tiers of power that it lost to the bounds at its last change of stance.
    #[serde(skip_serializing_if = "zero")]
    pub power_cut: i32,
    /// The tiers of armor that it lost to the bounds at its last change of stance.
    #[serde(skip_serializing_if = "zero")]
    pub armor_cut: i32,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// Begins the match.
    Begin {},
    /// Chooses a character and places it.
    Draft {
        /// The character.
        character: Name,
        /// The tile.
        tile: Tile,
    },
    /// Exchanges cards of the starting hand.
    Exchange {
        /// The cards.
        cards: Vec<Name>,
    },
    /// Has a character walk.
    Walk {
        /// The character.
        character: ObjectId,
        /// The tile that it walks to.
        to: Tile,
    },
    /// Has a character attack.
    Attack {
        /// The character.
        character: ObjectId,
        /// The character that is attacked.
        target: ObjectId,
    },
    /// Uses a skill card.
    Use {
        /// The card.
        card: Name,
        /// The character that uses it; only if several could.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        with: Option<ObjectId>,
    },
    /// Answers a question by picking something.
    Pick(Choice),
    /// Picks no more.
    Done {},
    /// Does something optional.
    Accept {},
    /// Declines to do something optional.
    Decline {},
    /// Ends the turn.
    End {},
    /// Gives up.
    Forfeit {},
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// A character.
    Object(ObjectId),
    /// A tile.
    Tile(Tile),
    /// An effect, as written in the text.
    Effect(String),
    /// A score.
    Score(Score),
}

/// What a player is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Which cards to exchange.
    Exchange {},
    /// Whether a character counter-attacks.
    Counter {
        /// The character.
        character: ObjectId,
        /// Against whom.
        against: ObjectId,
    },
    /// Whether to do what the keyword of a card asks for.
    Keyword {
        /// The card.
        card: Name,
    },
    /// To pick something for a card.
    Pick {
        /// The card.
        card: Name,
        /// What is picked.
        what: What,
        /// Whether the player may pick no more.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        may_stop: bool,
    },
}

/// What is picked for a card: a character to be affected, a tile to place something on, an effect to give, or a score to
/// change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum What {
    Target,
    Tile,
    Effect,
    Score,
}
