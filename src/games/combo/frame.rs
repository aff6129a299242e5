//! Frames: the parts of an action that are still to be done, as stored in positions.
//!
//! A position may begin with any frame, so nothing here is trusted: places in lists are looked up, and any number for
//! a player is read as one of the two players.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, de};

use crate::action::PileOf;
use crate::state::{Choice, HandCard, Name, State, Zone};
use crate::text::{CardSet, Side};

/// A part of an action that is still to be done.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Frame {
    /// Asks what a declared card goes on top of.
    Over(Declared),
    /// Asks what a declared card destroys.
    Target(Declared),
    /// Asks what a declared card transfers.
    Names(Declared),
    /// Asks which traps are held back.
    HoldBack(Playing),
    /// Asks what a card in use destroys by the first of its remaining effects.
    Destroy(Playing),
    /// Uses a card that has been put into play.
    Use(Playing),
    /// Asks whether the trash is recycled for a draw.
    Recycle(Draw),
    /// Asks which card is moved next from one pile to another.
    Transfer(Transfer),
    /// Discards the line of the previous turn, after the draw.
    DiscardCombo,
}

/// A card that is being played and still lies in the pool.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declared {
    /// Its name.
    pub card: Name,
    /// The effect chosen.
    pub choice: Choice,
    /// Whether it goes on top of an equipped card although there is room beside it.
    pub on_top: bool,
    /// What it does once: indices of the effects of its choice, in the order in which they are done.
    pub effects: Vec<usize>,
    /// The indices of the equipped cards that it goes on top of.
    pub over: Vec<usize>,
    /// Whether nothing more goes below it.
    pub over_done: bool,
    /// The assists that it destroys: the player and the index among the equipped cards; the index after the last stands
    /// for the card itself.
    pub targets: Vec<(usize, usize)>,
    /// Whether no further assist is named.
    pub targets_done: bool,
    /// The cards that it transfers, if they are named when it is played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<NamedCards>,
    /// The transfer for which a card is named next.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub naming: Option<Transfer>,
}

/// The cards that have been named for a transfer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NamedCards {
    /// The place of the effect among the effects of the choice.
    pub effect: usize,
    /// Their names.
    pub cards: Vec<Name>,
    /// Whether no further card is named for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub done: bool,
}

/// A card in play that is being used.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Playing {
    /// The card.
    pub card: Placed,
    /// The effect chosen.
    pub choice: Choice,
    /// What it must still do: indices of the effects of its choice.
    pub effects: Vec<usize>,
    /// The assists that it must still destroy.
    pub targets: Vec<NamedAssist>,
    /// The traps that must still go off.
    pub traps: Vec<Waiting>,
    /// The trap that is going off.
    pub trap: Option<GoingOff>,
    /// The players who are still to be asked which traps they hold back.
    pub asked: Vec<usize>,
    /// How many cards its draws are for, if that was counted when it was played: indices of its effects, with numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<(usize, u32)>,
    /// The cards that it is put on top of, if they go only once no trap has destroyed it; left out if none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub over: Vec<NamedAssist>,
    /// The cards that it transfers, if they were named when it was played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<NamedCards>,
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
    /// Where it is.
    pub zone: Zone,
    /// How many cards of the same name and turn come after it.
    pub after: usize,
    /// The turn in which it was played.
    pub since: u32,
    /// Whether it has been destroyed, by a trap or by itself, although a card of that name and turn may still be there.
    pub gone: bool,
}

impl Placed {
    /// Its index now, if it is still there.
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

/// The index of the matching card that has `after` more matching cards behind it. The count is from the end, since an
/// older card of the same name and turn may leave.
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
    /// The card as it was when it was named.
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
    /// The parts of the trap that wait: the whole trap, or the left or the right part of an "or".
    pub parts: Vec<Option<Side>>,
}

/// A trap that is going off.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GoingOff {
    /// The trap.
    pub trap: Waiting,
    /// The parts of the trap that are carried out.
    pub sides: Vec<Side>,
    /// What it must still do: indices of the effects of these parts.
    pub effects: Vec<usize>,
    /// How many cards its draws are for, as in [`Playing`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<(usize, u32)>,
}

/// Cards to be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// Who draws.
    #[serde(deserialize_with = "player")]
    pub who: usize,
    /// The reason for the draw.
    pub why: Draws,
    /// How many.
    pub count: usize,
}

/// Cards to be moved from one pile to another.
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
    /// The pile that they leave: the player and the pile.
    #[serde(deserialize_with = "player_of")]
    pub from: PileOf,
    /// The pile that they go to.
    #[serde(deserialize_with = "player_of")]
    pub to: PileOf,
}

/// The reason for a draw.
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
        player => Err(E::custom(format!("the players are 0 and 1, not {player}"))),
    }
}
