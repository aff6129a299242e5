//! Setups, actions, events and questions of motion, as written in files and messages.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{BoardFile, Element, HeldGem, Place, Resolved};
use rulebound_core::kernel::NameOrCard;

/// A card.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Its cost as printed.
    pub cost: String,
    /// Whether it is marked as sustained.
    #[serde(default)]
    pub sustained: bool,
    /// Its text as printed, with values such as `A:(f)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The setup that a run begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// The start of a fight: every gem is in its own sphere.
    Start(StartSetup),
    /// A position.
    Position(PositionSetup),
}

/// The start of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartSetup {
    /// The cards at hand.
    #[serde(default)]
    pub cards: Vec<String>,
}

/// A position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionSetup {
    /// The gems: sphere, element, how many. Anything left out is 0.
    #[serde(default)]
    pub board: BoardFile,
    /// The cards at hand.
    #[serde(default)]
    pub cards: Vec<String>,
    /// The sustained cards in play, the oldest first.
    #[serde(default)]
    pub sustained: Vec<InPlay>,
    /// The cards that the latest payment resolved, in the order declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resolved: Vec<Resolved>,
}

/// A sustained card in play, in a setup or a question: its name, or the card as shown in a state. If only its name is
/// given, its X is the least, and the gems held for it are the first that can be.
pub type InPlay = NameOrCard<InPlayKept>;

/// A sustained card in play, as shown in a state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InPlayKept {
    /// Its name.
    pub card: String,
    /// The number that its X was played with; if left out or 0, the least.
    #[serde(default)]
    pub x: u32,
    /// The number of each entry, if its entries were played with different numbers; 0 for an entry without an X.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub xs: Vec<u32>,
    /// Under the reading `fixed` of `motion.rulings.hold-assignment`: the gems held for it; if left out, the first that
    /// can be held.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holds: Option<Vec<HeldGem>>,
}

/// The name of a sustained card in play.
pub fn name_of(card: &InPlay) -> &str {
    match card {
        InPlay::Name(name) => name,
        InPlay::Card(kept) => &kept.card,
    }
}

/// One movement of a gem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The element of the gem.
    pub gem: Element,
    /// The sphere it leaves.
    pub from: Place,
    /// The sphere it enters.
    pub to: Place,
}

/// An action of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// Declares a payment.
    Play(Play),
    /// Ends a sustained card.
    Release(Release),
}

/// A payment: cards activated together, and the movements that pay for them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The cards.
    pub cards: Vec<String>,
    /// The movements. Their order has no meaning.
    #[serde(default)]
    pub moves: Vec<Move>,
    /// The number chosen for the X of a card; if left out, the largest that is paid for.
    #[serde(default)]
    pub x: BTreeMap<String, u32>,
}

/// Ends a sustained card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// Its name.
    pub card: String,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Event {
    /// A gem moved.
    Moved(Move),
    /// A card was resolved: its X, and the values of its text.
    Resolved {
        /// Its name.
        card: String,
        /// The number of its X.
        x: u32,
        /// The values in its text, in order.
        values: Vec<u32>,
    },
    /// A sustained card entered play.
    Entered {
        /// Its name.
        card: String,
    },
    /// A sustained card ended because its gems are gone.
    Ended {
        /// Its name.
        card: String,
    },
    /// A sustained card was ended by its player.
    Released {
        /// Its name.
        card: String,
    },
}

/// A question: the least that pays for these cards and costs together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// Costs as printed; they are called "cost 1", "cost 2", and so on.
    #[serde(default)]
    pub costs: Vec<String>,
    /// Cards by name; they are paid for before the costs.
    #[serde(default)]
    pub cards: Vec<String>,
    /// The gems in play. Without a board, gems may be wherever they are needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardFile>,
    /// The sustained cards in play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sustained: Vec<InPlay>,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlanShown {
    /// Whether the cards can be paid for at all. If not, the rest is 0 and empty.
    pub payable: bool,
    /// How many gems are used, which means that they are held, moved, or both.
    pub gems: u32,
    /// How many gems are held.
    pub held: u32,
    /// How many movements are made.
    pub movements: u32,
    /// The movements, with what each serves.
    pub moves: Vec<PlannedMove>,
    /// The gems held, with what each is held for.
    pub holds: Vec<PlannedHold>,
}

/// A letter of an entry of a card.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Served {
    /// The card or cost.
    pub card: String,
    /// The entry, counted from 1.
    pub entry: usize,
    /// The letter as written.
    pub letter: String,
}

/// One movement of a plan.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct PlannedMove {
    /// The element of the gem.
    pub gem: Element,
    /// The sphere it leaves.
    pub from: Place,
    /// The sphere it enters.
    pub to: Place,
    /// The letters that it serves.
    pub serves: Vec<Served>,
}

/// One held gem of a plan.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct PlannedHold {
    /// The card or cost it is held for.
    pub card: String,
    /// The entry, counted from 1.
    pub entry: usize,
    /// The letter as written.
    pub letter: String,
    /// The element of the gem.
    pub gem: Element,
    /// Where it is.
    pub sphere: Place,
}
