//! What is still to be done of an action, as positions hold it.
//!
//! A position may begin with any of it, so that nothing here is believed: places in lists are looked up, and players
//! are read as the two that there are.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::action::PileOf;
use crate::state::{Choice, HandCard, Name, State, Zone};
use crate::text::{CardSet, Side};

/// What is to be done next.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// What a declared card goes on top of is asked.
    Over(Declared),
    /// What a declared card destroys is asked.
    Target(Declared),
    /// Which traps are held back is asked.
    HoldBack(Playing),
    /// What a card in use destroys by the first effect that is left is asked.
    Destroy(Playing),
    /// A card that has been put into play is used.
    Use(Playing),
    /// Whether the trash is recycled for a draw is asked.
    Recycle(Draw),
    /// Which card is moved next from a pile to another is asked.
    Transfer(Transfer),
    /// The line of the turn before is discarded after the draw.
    DiscardCombo,
}

/// A card that is being played and lies still in the pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    /// Its name.
    pub card: Name,
    /// The effect chosen.
    pub choice: Choice,
    /// It goes on top of an equipped card although there is room beside it.
    pub on_top: bool,
    /// What it does once: places among the effects of its choice, in the order in which it is done.
    pub effects: Vec<usize>,
    /// The places of the equipped cards that it goes on top of.
    pub over: Vec<usize>,
    /// Nothing more is put below it.
    pub over_done: bool,
    /// The assists that it destroys: the player, and the place among what is equipped, beyond which is the card itself.
    pub targets: Vec<(usize, usize)>,
    /// No further assist is named.
    pub targets_done: bool,
}

/// A card in play that is being used.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Playing {
    /// The card.
    pub card: Placed,
    /// The effect chosen.
    pub choice: Choice,
    /// What it has still to do: places among the effects of its choice.
    pub effects: Vec<usize>,
    /// The assists that it has still to destroy.
    pub targets: Vec<NamedAssist>,
    /// The traps that have still to go off.
    pub traps: Vec<Waiting>,
    /// The trap that is going off.
    pub trap: Option<GoingOff>,
    /// The players who are still to be asked which traps they hold back.
    pub asked: Vec<usize>,
    /// What it is put on top of and goes only when no trap has destroyed it; left out where nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<NamedAssist>,
}

/// A card that has been put into play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// Its player.
    #[serde(deserialize_with = "player")]
    pub who: usize,
    /// Its name.
    pub name: Name,
    /// Where.
    pub zone: Zone,
    /// How many cards of that name and turn stand there after it.
    pub after: usize,
    /// The turn.
    pub since: u32,
    /// It has been destroyed by a trap or by itself, though a card of that name and turn may still be there.
    pub gone: bool,
}

impl Placed {
    /// Its place now, if it is still there.
    pub fn place(&self, state: &State) -> Option<usize> {
        if self.gone {
            return None;
        }
        let same = |name: &Name, since: u32| *name == self.name && since == self.since;
        match self.zone {
            Zone::Line => last(state.players[self.who].line.iter().map(|c| same(&c.card, c.since)), self.after),
            Zone::Hands => last(state.players[self.who].hands.iter().map(|c| same(&c.card, c.since)), self.after),
            Zone::Terrains => last(state.terrains.iter().map(|t| same(&t.card, t.since)), self.after),
            Zone::Pool => None,
        }
    }
}

/// The place of the last that is the same but for so many after it. Counted from the end, since an older
/// card of the same name and turn may leave.
fn last(same: impl DoubleEndedIterator<Item = bool> + ExactSizeIterator, after: usize) -> Option<usize> {
    same.enumerate().rev().filter(|(_, same)| *same).nth(after).map(|(i, _)| i)
}

/// An equipped card that has been named.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedAssist {
    /// Its player.
    #[serde(deserialize_with = "player")]
    pub who: usize,
    /// As it was when it was named.
    pub hand: HandCard,
}

/// A trap that waits for a card that is equipped.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    /// Its player.
    #[serde(deserialize_with = "player")]
    pub who: usize,
    /// Its name.
    pub card: Name,
    /// The turn in which it was set.
    pub since: u32,
    /// The parts of it that wait: all of it, or the left or the right one of an "or".
    pub parts: Vec<Option<Side>>,
}

/// A trap that is going off.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GoingOff {
    /// The trap.
    pub trap: Waiting,
    /// The parts of it that it does.
    pub sides: Vec<Side>,
    /// What it has still to do: places among the effects of these parts.
    pub effects: Vec<usize>,
}

/// Cards to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Who draws.
    #[serde(deserialize_with = "player")]
    pub who: usize,
    /// What wants them drawn.
    pub why: Draws,
    /// How many.
    pub count: usize,
}

/// Cards to be moved from a pile to another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Transfer {
    /// The player of the card that moves them.
    #[serde(deserialize_with = "player")]
    pub who: usize,
    /// How many are still to be moved.
    pub left: usize,
    /// Which cards.
    pub cards: CardSet,
    /// Where they lie: the player and the pile.
    #[serde(deserialize_with = "player_of")]
    pub from: PileOf,
    /// Where they go.
    #[serde(deserialize_with = "player_of")]
    pub to: PileOf,
}

/// What wants cards drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Draws {
    /// The first turn.
    First,
    /// The second turn.
    Second,
    /// Every further turn.
    Standard,
    /// The text of a card.
    Text,
}

fn player<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    known(usize::deserialize(deserializer)?, |player| *player)
}

fn player_of<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PileOf, D::Error> {
    known(PileOf::deserialize(deserializer)?, |pile| pile.player)
}

fn known<V, E: de::Error>(value: V, player: impl Fn(&V) -> usize) -> Result<V, E> {
    match player(&value) {
        0 | 1 => Ok(value),
        player => Err(E::custom(format!("there are players 0 and 1, and not {player}"))),
    }
}
