//! Texts of skirmish's skills, as trees. The rules decide what each part does.

mod grammar;
pub mod parse;
mod print;
mod reader;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A skill text: its keyword, and its effects in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, JsonSchema)]
pub struct Text {
    /// The keyword before the colon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub keyword: Option<Keyword>,
    /// The effects, in order.
    pub effects: Vec<Effect>,
}

/// The keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs)]
pub enum Keyword {
    Bounty,
    Resonance,
    Defiance,
    Channel,
    Delirium,
    Inspiration,
}

/// Something that a text does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The player draws cards.
    Draw {
        /// How many.
        count: u32,
    },
    /// The player takes cards with these names from its deck.
    Named {
        /// The names, as written.
        cards: Vec<String>,
    },
    /// Characters get effects.
    Give {
        /// The effects: all of them, or one that is picked.
        effects: Vec<Given>,
        /// Whether one of them is picked.
        #[serde(skip_serializing_if = "is_false")]
        either: bool,
        /// Who gets them.
        to: Target,
    },
    /// Characters are damaged.
    Damage {
        /// By how much, if the text says so.
        #[serde(skip_serializing_if = "Option::is_none")]
        amount: Option<u32>,
        /// Who.
        to: Target,
    },
    /// Characters are healed.
    Heal {
        /// By how much, if the text says so.
        #[serde(skip_serializing_if = "Option::is_none")]
        amount: Option<u32>,
        /// Who.
        to: Target,
    },
    /// Fainted characters are revived.
    Revive {
        /// Who.
        to: Target,
    },
    /// Characters are defeated.
    Defeat {
        /// Who.
        to: Target,
    },
    /// Scores are raised.
    Raise(Change),
    /// Scores are lowered.
    Lower(Change),
    /// Characters may act again.
    Restore {
        /// Which actions: attacking, walking or both.
        actions: Vec<Restored>,
        /// Whose.
        to: Target,
    },
    /// A familiar comes.
    Summon {
        /// Its name, as written.
        familiar: String,
    },
    /// A trap is placed on an empty tile.
    Place {
        /// Its name, as in the table of traps.
        trap: String,
    },
    /// All traps detonate.
    Detonate {},
    /// The character that uses the skill takes a stance.
    Switch {
        /// The class of the stance.
        stance: Class,
    },
    /// The player gets action points.
    Gain {
        /// How many.
        points: u32,
    },
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks for a reference
fn is_false(is: &bool) -> bool {
    !is
}

/// An effect that is given.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Given {
    /// Its name as written: one of the table of effects, or another name of one.
    pub effect: String,
    /// How many turns, uses or stacks, if the text says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
}

/// Scores that are raised or lowered.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Change {
    /// The scores: all of them, or one that is picked.
    pub scores: Vec<Score>,
    /// Whether one of them is picked.
    #[serde(skip_serializing_if = "is_false")]
    pub either: bool,
    /// By how many tiers, if the text says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<u32>,
    /// Whose.
    pub to: Target,
}

/// The scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Score {
    Power,
    Armor,
}

/// The actions of a character that are restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Restored {
    Attack,
    Movement,
}

/// Whom an effect affects.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Target {
    /// How many are picked; all of them if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u32>,
    /// Whether the player may pick fewer: "up to".
    #[serde(skip_serializing_if = "is_false")]
    pub up_to: bool,
    /// The groups to which they belong, one or the other.
    pub of: Vec<Group>,
}

/// A group of characters.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Group {
    /// On whose side.
    pub who: Who,
    /// Whether the character that uses the skill is excluded: "other".
    #[serde(skip_serializing_if = "is_false")]
    pub other: bool,
    /// Whether they have to be critically wounded.
    #[serde(skip_serializing_if = "is_false")]
    pub wounded: bool,
    /// Only those of this class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
}

/// On whose side the characters of a group are: both sides, that of the player, that of the opponent; or only the
/// character that uses the skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Who {
    Character,
    Ally,
    Opponent,
    Yourself,
}

/// The classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs)]
pub enum Class {
    Marksman,
    Duelist,
    Enchanter,
    Vanguard,
}
