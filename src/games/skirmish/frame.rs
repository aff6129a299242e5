//! What is still to be done in a step.

use rulebound_core::kernel::{Name, ObjectId, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::{Choice, What};
use crate::text::Score;

/// A part of a step that is still to be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Frame {
    /// Both players choose at the same time which cards to exchange.
    Exchange {},
    /// A player chooses which cards to exchange.
    ExchangeBy {
        /// The player.
        player: Player,
    },
    /// The talents of the leaders are activated.
    Talents {},
    /// The first turn begins.
    FirstTurn {},
    /// A player decides whether a character counter-attacks.
    Counter(Counter),
    /// A counter-attack is answered, if a reading says so.
    Answer(Counter),
    /// Goes on with a skill.
    Do(Doing),
    /// A player decides whether to do what the keyword of a skill asks for.
    Keyword(Doing),
    /// A player picks something for the next effect of a skill.
    Pick(Picking),
    /// A used card goes where it belongs, if a reading says so.
    PutAway {
        /// The player.
        player: Player,
        /// The card.
        card: Name,
    },
    /// The turn ends if its player has no action points left, if a reading says so.
    Spent {},
    /// Checks whether a player has lost.
    Look {},
}

/// A counter-attack that may come.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// Who may counter-attack.
    pub character: ObjectId,
    /// Who has attacked.
    pub against: ObjectId,
    /// Whether the attack itself is still to be done, at the same time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub attack: bool,
}

/// A skill under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Doing {
    /// The player.
    pub by: Player,
    /// The skill.
    pub card: Name,
    /// The character that uses it.
    pub user: ObjectId,
    /// How often it is activated; determined anew each time if a reading says so.
    pub times: u32,
    /// How many activations are over.
    #[serde(default)]
    pub done: u32,
    /// Which effect comes next, counted from 0.
    #[serde(default)]
    pub effect: usize,
    /// What has been picked for that effect so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<Choice>,
    /// Whether enough characters have been picked for that effect.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub enough: bool,
    /// The characters affected in this activation, in order. Kept only for Inspiration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub affected: Vec<ObjectId>,
    /// What was picked for each effect, in the first activation or before the first effect is carried out. Kept only
    /// under readings that use it again or later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub first: Vec<Vec<Choice>>,
    /// Whether everything has been picked for this activation. Kept only under a reading that has it picked beforehand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ready: bool,
    /// Whether the first effect is left out, because what its keyword asks for was not done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub declined: bool,
    /// Whether the character lay fainted when it used the skill; only a reading allows that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lay: bool,
    /// The score that Inspiration has picked in this activation. Kept only under readings that have one picked for all
    /// characters, and before all are affected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inspired: Option<Score>,
}

/// A player picks something for the next effect of a skill.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picking {
    /// The skill.
    pub doing: Doing,
    /// What is picked.
    pub what: What,
    /// Whether the player may pick no more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_stop: bool,
}
