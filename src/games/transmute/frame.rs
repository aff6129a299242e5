//! Frames: the parts of a step that are still to be done.

use rulebound_core::kernel::{Name, ObjectId, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::action::{Choice, Verb};
use crate::state::Target;

/// A part of a step that is still to be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Frame {
    /// Goes on with an ability.
    Do(Doing),
    /// A player decides whether to do the next step of an ability.
    May(Doing),
    /// A player picks something for the next step of an ability.
    Pick(Picking),
    /// The React subphase of the attack: the defending player acts.
    React {},
    /// Goes on with the Resolve subphase of the attack.
    Resolve {
        /// The damage that is about to be done.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hits: Vec<Hit>,
        /// Those attacking Minions that have been tapped and have still to do their damage.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tapped: Vec<ObjectId>,
    },
    /// The defending player names the attacking Minion that comes next.
    Striker {},
    /// The attacking player picks which of the declared Devices a Minion damages.
    Device {
        /// The Minion.
        attacker: ObjectId,
        /// The damage that is about to be done.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        hits: Vec<Hit>,
        /// If attacking Minions are resolved together: those that come after it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tapped: Vec<ObjectId>,
    },
    /// A player decides whether to redirect damage, or to what.
    Redirect(Redirecting),
    /// The abilities at the beginning of the turn that are still to come: the player whose turn it is does each when it
    /// chooses.
    Beginning(Vec<Doing>),
    /// A player picks the triggered ability that comes next.
    Order(Vec<Doing>),
    /// The turn ends, because the player whose turn it is is out.
    TurnEnds {},
}

impl Frame {
    /// The Resolve subphase while no damage is about to be done.
    pub fn resolve() -> Self {
        Frame::Resolve { hits: Vec::new(), tapped: Vec::new() }
    }
}

/// An ability under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Doing {
    /// Whom its "you" means.
    pub by: Player,
    /// The card whose text it is.
    pub card: Name,
    /// The card in play that has it; none for a card that is not in play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<ObjectId>,
    /// Which ability of the text, counted from 0.
    #[serde(default)]
    pub ability: usize,
    /// Which step comes next, counted from 0.
    #[serde(default)]
    pub step: usize,
    /// Whether the player has agreed to the next step, which is optional.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
    /// Whether the condition of the next step has been checked, and it held.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begun: bool,
    /// Whether the revealed cards to discard have been picked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sorted: bool,
    /// Whether a card has been discarded for it, if it asks for one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paid: bool,
    /// The choices made for the next step so far.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<Choice>,
    /// How many of these the step has been done for.
    #[serde(default)]
    pub applied: usize,
    /// Whether enough has been picked for the next step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub enough: bool,
    /// What "that" means: the card in play picked last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub that: Option<ObjectId>,
    /// Whom "that player" means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// Whether the player was picked after the card in play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub player_last: bool,
    /// The card that was moved last, whose cost and owner a later step may mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moved: Option<(Name, Player)>,
    /// The damage done by the last step that does damage.
    #[serde(default)]
    pub dealt: u32,
    /// Whether the last step was done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
    /// Whether the condition of the last step held.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// The damage that is about to be done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hits: Vec<Hit>,
    /// The number of cards that are revealed.
    #[serde(default)]
    pub revealed: usize,
}

/// Damage that is about to be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hit {
    /// Who does it, or whose card does it.
    pub by: Player,
    /// The target of the damage.
    pub target: Target,
    /// By how much, before armor; below 0 only if a reading says so.
    pub amount: i32,
    /// The cards that have been asked to redirect it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<ObjectId>,
}

/// A player picks something for the next step of an ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Picking {
    /// The ability.
    pub doing: Doing,
    /// Who picks.
    pub player: Player,
    /// The purpose.
    pub to: Verb,
    /// How many may still be picked.
    pub left: u32,
    /// Whether the player may pick no more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may_stop: bool,
}

/// Damage that a card may redirect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Redirecting {
    /// The ability that redirects it.
    pub doing: Doing,
    /// Whether the player is first asked whether to redirect it at all.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub may: bool,
    /// The frame that goes on afterwards; the damage is the first of its `hits`.
    pub then: Option<Box<Frame>>,
}
