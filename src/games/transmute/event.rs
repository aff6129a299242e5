//! The events of a step.

use rulebound_core::kernel::{Name, ObjectId, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Lasting, Over, Phase, Shown, Target};
use crate::text::{Place, Score};

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// The match begins.
    Begun {
        /// Who has the first turn.
        first: Player,
    },
    /// A pile is shuffled.
    Shuffled {
        /// The pile's owner; none for the draft deck.
        player: Option<Player>,
    },
    /// A turn begins.
    Turn {
        /// Its number.
        turn: u32,
        /// Whose turn it is.
        player: Player,
    },
    /// A phase begins.
    Phase {
        /// The phase.
        phase: Phase,
    },
    /// A player has energy, after gaining, spending or losing some.
    Energy {
        /// The player.
        player: Player,
        /// The player's energy afterwards.
        energy: u32,
    },
    /// A player draws a card.
    Drew {
        /// The player.
        player: Player,
        /// The card, which only the player knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Name>,
    },
    /// A discard pile goes under its deck.
    PutUnder {
        /// The player whose piles they are.
        player: Player,
        /// The number of cards.
        cards: usize,
    },
    /// A card is drafted.
    Drafted {
        /// The player.
        player: Player,
        /// The card.
        card: Name,
        /// Where it goes.
        to: Place,
    },
    /// A card comes into the draft row.
    Dealt {
        /// The card.
        card: Name,
    },
    /// A card of the draft row is replaced.
    Replaced {
        /// The card.
        card: Name,
    },
    /// A card is played.
    Played {
        /// The player.
        player: Player,
        /// The card.
        card: Name,
    },
    /// A card enters play.
    Entered {
        /// Its object in play.
        object: ObjectId,
    },
    /// A card is transmuted.
    Transmuted {
        /// The player.
        player: Player,
        /// Its object in play.
        object: ObjectId,
        /// The card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Name>,
    },
    /// An ability is activated.
    Activated {
        /// The player.
        player: Player,
        /// The card.
        object: ObjectId,
    },
    /// An ability is triggered.
    Triggered {
        /// The card.
        card: Name,
    },
    /// A card is tapped.
    Tapped {
        /// The card.
        object: ObjectId,
    },
    /// A card is untapped.
    Untapped {
        /// The card.
        object: ObjectId,
    },
    /// An attack is declared.
    Attacked {
        /// The targets.
        targets: Vec<Target>,
        /// With what.
        with: Vec<ObjectId>,
    },
    /// A Minion is assigned to defend.
    Defended {
        /// The Minion.
        with: ObjectId,
        /// Against what or for what.
        against: Target,
    },
    /// Something is damaged.
    Damaged {
        /// The target.
        target: Target,
        /// By how much, after armor.
        by: u32,
    },
    /// Something is healed.
    Healed {
        /// The target.
        target: Target,
        /// By how much.
        by: u32,
    },
    /// Damage or an attack is redirected.
    Redirected {
        /// To what.
        target: Target,
    },
    /// A card leaves play.
    Left {
        /// The object that it was in play.
        object: ObjectId,
        /// The card, if it lay face down.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Name>,
        /// Where it goes; nowhere if it is out of the match.
        to: Option<Place>,
    },
    /// A card is discarded from a hand or a deck.
    Discarded {
        /// The player.
        player: Player,
        /// The card.
        card: Name,
    },
    /// A card is moved from one pile to another.
    Moved {
        /// The player.
        player: Player,
        /// The card.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Name>,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
    },
    /// Cards are revealed.
    Revealed(Shown),
    /// Something holds until the end of the turn.
    Lasts(Lasting),
    /// A score of a card is changed until the end of the turn.
    Changed {
        /// The card.
        object: ObjectId,
        /// The score.
        score: Score,
        /// By how much.
        by: i32,
    },
    /// A card has the abilities of another.
    Gained {
        /// The card.
        object: ObjectId,
        /// The other.
        card: Name,
    },
    /// The next attack of a Minion is increased.
    NextAttack {
        /// The Minion.
        object: ObjectId,
        /// By how much.
        by: u32,
    },
    /// A card gets another controller.
    Controlled {
        /// The card.
        object: ObjectId,
        /// Who has it now.
        player: Player,
    },
    /// A player is out of the match.
    Out {
        /// The player.
        player: Player,
    },
    /// The match is over.
    Over(Over),
}
