//! The published types besides the state and events: cards, setups, actions and questions.

use std::collections::BTreeMap;

use rulebound_core::kernel::{Name, ObjectId, Objects, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Attack, Duty, Is, Lasting, Over, Phase, Shown, Target, Zone};
use crate::text::CardType;

/// A card as defined in `cards.yaml` and in scenarios.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Its element.
    pub element: Element,
    /// Its type.
    #[serde(rename = "type")]
    pub of_type: CardType,
    /// Its energy cost.
    #[serde(default)]
    pub cost: u32,
    /// The life of a Minion or a Device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life: Option<u32>,
    /// The attack of a Minion. One printed card has a fraction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<Hundredths>,
    /// The armor of a Minion or a Device; 0 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub armor: Option<u32>,
    /// Its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// A number with at most two decimal places, from 0 to 10,000, counted in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "f64", into = "f64")]
#[schemars(with = "f64")]
pub struct Hundredths(pub u32);

impl TryFrom<f64> for Hundredths {
    type Error = &'static str;
    fn try_from(number: f64) -> Result<Self, Self::Error> {
        let hundredths = (number * 100.0).round();
        if !(0.0..=1_000_000.0).contains(&hundredths) || (hundredths / 100.0 - number).abs() > 1e-9 {
            return Err("a number from 0 to 10,000 with at most two decimal places");
        }
        Ok(Self(hundredths as u32))
    }
}

impl From<Hundredths> for f64 {
    fn from(number: Hundredths) -> f64 {
        f64::from(number.0) / 100.0
    }
}

/// The element of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Element {
    Base,
    Fire,
    Earth,
    Air,
    Water,
}

/// The setup that a run begins with.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// A match that has not begun.
    Start(StartSetup),
    /// A position.
    Position(Box<PositionSetup>),
}

/// A match that has not begun.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartSetup {
    /// The alliance of each player, in the order in which they sit. Players with the same number are allies.
    pub alliances: Vec<u32>,
    /// The draft deck before it is shuffled: how many copies of each card.
    #[serde(default)]
    pub draft_deck: BTreeMap<String, u32>,
}

/// A position. Fields that are left out are empty, unless they say otherwise.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionSetup {
    /// The number of the turn, counted from 1; 5 if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Whose turn it is.
    #[serde(default)]
    pub active: Player,
    /// The phase; the action phase if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The duties already done in this phase; defaults to all required ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Vec<Duty>>,
    /// The targets that have been attacked in this phase.
    #[serde(default)]
    pub attacked: Vec<Target>,
    /// The attack under way; a frame has to say where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<Attack>,
    /// The players, two to six.
    pub players: Vec<PlayerSetup>,
    /// The cards in play, as a list of objects, or with the numbers that have been given out.
    #[serde(default)]
    pub objects: Objects<Zone, Is>,
    /// The draft row.
    #[serde(default)]
    pub row: Vec<String>,
    /// The draft deck, the topmost card first.
    #[serde(default)]
    pub draft_deck: Vec<String>,
    /// The base cards in stacks.
    #[serde(default)]
    pub bases: BTreeMap<String, u32>,
    /// The cards that are revealed.
    #[serde(default)]
    pub shown: Vec<Shown>,
    /// Effects that last until the end of the turn.
    #[serde(default)]
    pub lasting: Vec<Lasting>,
    /// How the match has ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// A player in a position.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayerSetup {
    /// The alliance; if left out, a separate one with the player's number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alliance: Option<u32>,
    /// The life; if left out, that of the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub life: Option<u32>,
    /// The energy.
    #[serde(default)]
    pub energy: u32,
    /// The deck, the topmost card first.
    #[serde(default)]
    pub deck: Vec<String>,
    /// The hand, in any order.
    #[serde(default)]
    pub hand: Vec<String>,
    /// The discard pile, the topmost card last.
    #[serde(default)]
    pub discard: Vec<String>,
    /// Whether the player is out of the match.
    #[serde(default)]
    pub out: bool,
}

/// An action of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Action {
    /// Begins the match.
    Begin {},
    /// Discards the spells in play.
    DiscardSpells {},
    /// Discards the transmuted cards.
    DiscardTransmuted {},
    /// Untaps Minions and Devices.
    Untap {},
    /// Draws the cards of the Plan phase.
    Draw {},
    /// Shuffles the discard pile and puts it under the deck.
    Shuffle {},
    /// Drafts a card.
    Draft {
        /// The card.
        card: Name,
    },
    /// Plays a card.
    Play {
        /// The card.
        card: Name,
        /// The Minion that an Enchantment is put on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<ObjectId>,
        /// Whether it is played from the discard pile rather than from the hand.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        from_discard: bool,
    },
    /// Activates an ability of a card in play.
    Activate {
        /// The card.
        object: ObjectId,
        /// Which of the abilities of the card that can be activated, counted from 0.
        #[serde(default)]
        ability: usize,
    },
    /// Transmutes a card.
    Transmute {
        /// A card in the hand.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        card: Option<Name>,
        /// A card in play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        object: Option<ObjectId>,
    },
    /// Declares an attack.
    Attack {
        /// The targets. Only a reading allows more than one.
        targets: Vec<Target>,
        /// The Minions to attack with.
        with: Vec<ObjectId>,
    },
    /// Assigns a Minion to defend.
    Defend {
        /// The Minion.
        with: ObjectId,
        /// The attacking Minion that it defends against, or the declared target that it defends.
        against: Target,
    },
    /// Ends the React subphase, or stops picking.
    Done {},
    /// Does something optional.
    Accept {},
    /// Declines to do something optional.
    Decline {},
    /// Answers a question.
    Pick(Choice),
    /// Ends the phase.
    End {},
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// A player.
    Player(Player),
    /// A card in play.
    Object(ObjectId),
    /// A card in a pile, in a hand or in the draft row.
    Card(Name),
    /// A number.
    Number(u32),
}

/// A question to a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// What to do in the React subphase of the attack.
    React {},
    /// Whether to do something that a card makes optional.
    May {
        /// The card.
        card: Name,
    },
    /// To pick something for a card.
    Pick {
        /// The card.
        card: Name,
        /// The purpose.
        to: Verb,
        /// How many may still be picked; equal cards count once.
        left: u32,
        /// Whether the player may pick no more.
        may_stop: bool,
    },
    /// Which attacking Minion comes next.
    Striker {
        /// Those that are left.
        attackers: Vec<ObjectId>,
    },
    /// Which of the declared Devices an attacking Minion damages.
    Device {
        /// The attacking Minion.
        attacker: ObjectId,
    },
    /// What to do in the Beginning phase while abilities at the beginning of the turn are still to come. An ability is
    /// picked by its place in the list.
    Beginning {
        /// Their cards.
        cards: Vec<Name>,
    },
    /// Which of these triggered abilities comes next, by its place in the list.
    Trigger {
        /// Their cards.
        cards: Vec<Name>,
    },
}

/// The purpose of a pick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Verb {
    Damage,
    TakeDamage,
    Heal,
    Tap,
    Untap,
    Return,
    Pick,
    Change,
    Control,
    Redirect,
    RedirectAttack,
    Discard,
    DiscardToUse,
    Draft,
    Replace,
    Take,
    Enter,
    EnterOn,
    Move,
    PutBack,
    Swap,
    Gain,
}
