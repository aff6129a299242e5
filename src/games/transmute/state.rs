//! The state of the table, as published.

use std::collections::BTreeMap;

use rulebound_core::kernel::{Name, ObjectId, Objects, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::{Place, Score, Sort};

/// The state of the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct State {
    /// The number of the turn, counted from 1; 0 before the match begins.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Player,
    /// The phase.
    pub phase: Phase,
    /// The duties that have been done in this phase, in order.
    pub done: Vec<Duty>,
    /// The targets that have been attacked in this phase, in order.
    pub attacked: Vec<Target>,
    /// The attack under way; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<Attack>,
    /// The players.
    pub players: Vec<Seat>,
    /// The cards in play, in the order in which they entered.
    pub objects: Objects<Zone, Is>,
    /// The draft row.
    pub row: Vec<Name>,
    /// The draft deck, the topmost card first.
    pub draft_deck: Vec<Name>,
    /// The number of base cards in each stack that is not empty.
    pub bases: BTreeMap<Name, u32>,
    /// The cards that are revealed now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<Shown>,
    /// Effects that last until the end of the turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lasting: Vec<Lasting>,
    /// How the match has ended; left out while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Seat {
    /// The alliance. Players with the same number are allies.
    pub alliance: u32,
    /// The life.
    pub life: u32,
    /// The energy.
    pub energy: u32,
    /// The deck, the topmost card first.
    pub deck: Vec<Name>,
    /// The hand, sorted by name.
    pub hand: Vec<Name>,
    /// The discard pile, the topmost card last.
    pub discard: Vec<Name>,
    /// Whether the player is out of the match.
    pub out: bool,
}

/// The phases of a turn, in order, with what comes before and after a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// The match has not begun.
    Start,
    /// Beginning of the turn.
    Beginning,
    /// Refresh and cleanup.
    Refresh,
    /// The Plan phase.
    Plan,
    /// The Draft phase.
    Draft,
    /// The Action phase.
    Action,
    /// The match is over.
    Over,
}

/// Something that is done once in a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Duty {
    /// The spells in play are discarded.
    Spells,
    /// The transmuted cards are discarded.
    Transmuted,
    /// Minions and Devices are untapped.
    Untap,
    /// Cards are drawn, or the discard pile is put under the deck.
    Plan,
    /// A card is drafted.
    Draft,
}

/// Where an object is. Only cards in play are objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// In play.
    #[default]
    Play,
}

/// The state of a card in play. Fields that are left out are zero, false or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Is {
    /// Whether it is tapped.
    pub tapped: bool,
    /// The card, if it lies face down: it is transmuted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transmuted: Option<Name>,
    /// The Minion that it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on: Option<ObjectId>,
    /// The turn in which it entered play.
    #[serde(skip_serializing_if = "zero")]
    pub since: u32,
    /// The damage that it has taken.
    #[serde(skip_serializing_if = "zero")]
    pub damage: u32,
    /// Changes to its scores until the end of the turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// By how much its next attack is increased.
    #[serde(skip_serializing_if = "zero")]
    pub next_attack: u32,
    /// The cards whose abilities it has besides its own.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gained: Vec<Name>,
    /// Which of its abilities have been activated or triggered in this turn. Kept only under a reading that allows
    /// each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub used: Vec<Used>,
    /// Who gets control of it back, and when, if somebody has taken control of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lent: Option<Lent>,
    /// Its attack, armor and life as they are now; left out for cards without life.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Scores>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks for a reference
fn zero(number: &u32) -> bool {
    *number == 0
}

/// An ability of a card in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Used {
    /// The card whose text it is: the card itself, or one whose abilities it has gained.
    pub card: Name,
    /// Which ability of the text, counted from 0.
    pub ability: usize,
}

/// A card that somebody has taken control of.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lent {
    /// Who gets control back.
    pub to: Player,
    /// At the end of whose turn; of the turn under way if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Player>,
}

/// The scores of a card in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scores {
    /// The attack; below 0 only if a reading says so.
    pub attack: i32,
    /// The armor.
    pub armor: u32,
    /// The life, before damage is subtracted.
    pub life: u32,
}

/// A change to a score until the end of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// The score.
    pub score: Score,
    /// By how much.
    pub by: i32,
    /// At the end of whose turn it ends; of the turn under way if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Player>,
}

/// Something that can be attacked, damaged or picked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// A player.
    Player(Player),
    /// A card in play.
    Object(ObjectId),
}

/// Cards that are revealed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shown {
    /// Whose cards they are.
    pub player: Player,
    /// Where they are: the hand, or the top of the deck.
    pub place: Place,
    /// The number of cards; for a hand, all of them.
    pub count: usize,
    /// Who sees them; everybody if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Player>,
}

/// An effect that lasts until the end of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Lasting {
    /// Cards are cheaper for a player.
    Cheaper {
        /// The player.
        player: Player,
        /// Which cards.
        sort: Sort,
        /// By how much.
        less: u32,
    },
    /// All damage done by a player, or by cards that the player controls, is increased.
    MoreDamage {
        /// The player.
        player: Player,
        /// By how much.
        by: u32,
    },
}

/// How a match has ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Over {
    /// The players of the last alliance; nobody if none is left.
    pub winners: Vec<Player>,
}

/// An attack under way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// Who attacks.
    pub by: Player,
    /// The defending player.
    pub defending: Player,
    /// The declared targets: one, unless a reading allows more.
    pub targets: Vec<Target>,
    /// The attacking Minions that have not yet been resolved, in the order in which they were declared.
    pub attackers: Vec<ObjectId>,
    /// The Minions that defend.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defenders: Vec<Defender>,
    /// The attacking Minions that are redirected. Like `defenders`, this lists what was decided in the attack, so Minions
    /// stay in it when they have been resolved or have left play. It means nothing then, as no id is used twice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub redirected: Vec<Redirected>,
}

/// An attacking Minion that is redirected.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Redirected {
    /// The Minion.
    pub attacker: ObjectId,
    /// Its new target.
    pub to: Target,
}

/// A Minion that defends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Defender {
    /// The Minion.
    pub with: ObjectId,
    /// The attacking Minion that it defends against, or the declared target that it defends.
    pub against: Target,
}

/// A state as one player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct View {
    /// The number of the turn.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Player,
    /// The phase.
    pub phase: Phase,
    /// The duties that have been done in this phase, in order.
    pub done: Vec<Duty>,
    /// The targets that have been attacked in this phase, in order.
    pub attacked: Vec<Target>,
    /// The attack under way; left out if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attack: Option<Attack>,
    /// The players.
    pub players: Vec<SeatView>,
    /// The cards in play. A face-down card that the player may not look at is named `?`.
    pub objects: Objects<Zone, Is>,
    /// The draft row.
    pub row: Vec<Name>,
    /// The draft deck.
    pub draft_deck: PileView,
    /// The base cards in stacks.
    pub bases: BTreeMap<Name, u32>,
    /// Effects that last until the end of the turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lasting: Vec<Lasting>,
    /// How the match has ended; left out while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// A player as one player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SeatView {
    /// The alliance.
    pub alliance: u32,
    /// The life.
    pub life: u32,
    /// The energy.
    pub energy: u32,
    /// The deck.
    pub deck: PileView,
    /// The hand.
    pub hand: PileView,
    /// The discard pile, the topmost card last.
    pub discard: Vec<Name>,
    /// Whether the player is out of the match.
    pub out: bool,
}

/// A pile as one player sees it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PileView {
    /// The number of cards.
    pub count: usize,
    /// The cards that the player sees: the whole hand, or the top of the deck; null if the player sees none.
    pub cards: Option<Vec<Name>>,
}
