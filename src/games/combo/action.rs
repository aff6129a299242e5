//! Cards, setups, actions and events of combo, as written in files and messages.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::state::{Choice, Name, PileAnswer, PileName, Stage, Zone};
use crate::text::Side;
use rulebound_core::kernel::NameOrCard;

/// A card. Its type and schools are words, so that a clause refuses a wrong one when the card is played.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name; the name of an exotic card is between asterisks.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub of_type: String,
    /// Its schools.
    pub schools: Vec<String>,
    /// The hands that an assist takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hands: Option<u32>,
    /// The shield of an assist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shield: Option<u32>,
    /// Its text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The setup that a run begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Setup {
    /// The start of a match.
    Start(StartSetup),
    /// A position.
    Position(PositionSetup),
}

/// The start of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StartSetup {
    /// The decks: card names with the number of copies.
    pub decks: Vec<BTreeMap<String, u32>>,
    /// Which player is the challenger; its foe plays first.
    #[serde(default = "player_one")]
    pub challenger: usize,
    /// The number of Hearts, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hearts: Option<Hearts>,
}

fn player_one() -> usize {
    1
}

/// How many Hearts: one number for both players, or one for each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Hearts {
    /// One number for both players.
    Both(u32),
    /// One number for each player.
    Each([u32; 2]),
}

/// A position; what is left out is empty. Rulebound sends positions to engines with their defaults filled in, except
/// for the Hearts, whose usual number is in the rules. A card whose STAY is not met leaves play after the next action
/// that does more than count or read. A card in play that could not be played because of its text is in play without
/// text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PositionSetup {
    /// `draw` before the draw of the turn, `play` after it; `play` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<Stage>,
    /// The turn, counted from 1; 3 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u32>,
    /// Whose turn it is.
    pub active: usize,
    /// The active terrains.
    pub terrains: Vec<TerrainSetup>,
    /// Who has won; -1 if left out, which means that the match goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<i32>,
    /// How the match was lost, as shown in states; empty if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_by: Option<String>,
    /// The answer to the count or read that was the latest action, as shown in states.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub told: Option<PileAnswer>,
    /// The number of cards played in this turn; it matters if every turn needs one.
    #[serde(skip_serializing_if = "is_zero")]
    pub played_in_turn: u32,
    /// The players.
    pub players: Vec<PlayerSetup>,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde asks
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// An active terrain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct TerrainSetup {
    /// Its name.
    pub card: String,
    /// Its player.
    pub owner: usize,
    /// The turn in which it was played; two turns ago if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
    /// The effect chosen.
    #[serde(skip_serializing_if = "Choice::is_none")]
    pub choice: Choice,
    /// The amounts whose condition did not hold when it was played, as shown in states.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<usize>,
}

/// A player of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PlayerSetup {
    /// Top first.
    pub source: Vec<String>,
    /// In any order.
    pub pool: Vec<String>,
    /// Oldest first.
    pub trash: Vec<String>,
    /// In any order.
    pub limbo: Vec<String>,
    /// Left to right.
    pub line: Vec<NameOrCard<InLine>>,
    /// Oldest first.
    pub hands: Vec<NameOrCard<Equipped>>,
    /// Hearts face up; if left out, the usual number less the Hearts face down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hearts_up: Option<u32>,
    /// Hearts face down.
    pub hearts_down: u32,
    /// The number of one-handed assists played in the match.
    pub one_handed_played: u32,
    /// The number of two-handed assists played in the match.
    pub two_handed_played: u32,
}

/// A card in line with its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InLine {
    /// Its name.
    pub card: String,
    /// The effect chosen.
    #[serde(default)]
    pub choice: Choice,
    /// The turn in which it was played; if left out, the latest turn of its player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
    /// The amounts whose condition did not hold when it was played, as shown in states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<usize>,
}

/// An equipped card with its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equipped {
    /// Its name.
    pub card: String,
    /// The effect chosen.
    #[serde(default)]
    pub choice: Choice,
    /// The turn in which it was played; if left out, two turns ago.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u32>,
    /// The turn of the latest choice; if left out, the turn in which it was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<u32>,
    /// Whether the foe's line aims at it.
    #[serde(default)]
    pub aimed: bool,
    /// Whether it is a trap that missed its occasion.
    #[serde(default)]
    pub missed: bool,
    /// Whether it is a trap that is held back while a card is played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// Whether it is a trap that has gone off and stays set, if such a trap then lies face up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sprung: bool,
    /// Whether it is a trap that has gone off, stays set and does not go off again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spent: bool,
    /// The amounts whose condition did not hold when it was played or its choice was made, as shown in states.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<usize>,
}

/// An action of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    /// The match begins.
    Begin(Nothing),
    /// The draw of a turn.
    Draw(Nothing),
    /// Plays a card.
    Play(Play),
    /// Claims aim at an assist of the foe.
    Aim(Named),
    /// Takes back an aim.
    Withdraw(Named),
    /// Makes a choice again.
    Choose(Choose),
    /// Passes the turn.
    End(Nothing),
    /// Claims that a trap missed its occasion.
    Claim(Of),
    /// Counts a pile.
    Count(PileOf),
    /// Reads a pile.
    Read(PileOf),
    /// An answer: the card that is played goes on top of this equipped one.
    Over(Named),
    /// An answer: the card that is played destroys this assist.
    Target(Of),
    /// An answer: this trap is held back, and misses its occasion if this is one.
    Hold(Named),
    /// An answer: this card is moved.
    Transfer(Named),
    /// An answer: nothing more is named.
    Done(Nothing),
    /// An answer: the trash is recycled.
    Recycle(Nothing),
    /// An answer: the trash is not recycled.
    Decline(Nothing),
}

/// A question to a player in the middle of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(deny_unknown_fields)]
pub enum Question {
    /// Which equipped card the played card goes on top of: `over`, or `done` to go on top of no more. The question
    /// does not name the played card, since a trap is set face down.
    Over(Nothing),
    /// Which assist it destroys: `target`.
    Target(PlayedCard),
    /// Which traps are held back while it is equipped: `hold`, and finally `done`.
    Hold(PlayedCard),
    /// Whether the trash is recycled for a draw: `recycle` or `decline`.
    Recycle(Drawing),
    /// Which card is moved from a pile to another: `transfer`.
    Transfer(Transferring),
}

/// The card that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct PlayedCard {
    /// Its name.
    pub card: Name,
}

/// A draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Drawing {
    /// How many cards are to be drawn.
    pub draw: usize,
}

/// Cards that are moved from one pile to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Transferring {
    /// How many are still to be moved.
    pub left: usize,
    /// The pile that they leave.
    pub from: PileOf,
    /// The pile that they go to.
    pub to: PileOf,
}

/// No further data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// Plays a card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// Its name.
    pub card: Name,
    /// The effect chosen, for a card with an "or".
    #[serde(default)]
    pub choice: Choice,
    /// Whether it goes on top of an equipped card although there is room beside it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_top: bool,
}

/// A card of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Of {
    /// The player.
    pub player: usize,
    /// The card.
    pub card: Name,
}

/// A card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// Its name.
    pub card: Name,
}

/// Makes a choice again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choose {
    /// The card.
    pub card: Name,
    /// The effect chosen.
    pub choice: Side,
    /// Its player, if it is not the one whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<usize>,
}

/// A pile of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PileOf {
    /// Whose pile.
    pub player: usize,
    /// Which pile.
    pub pile: PileName,
}

/// An event. `player` is the owner of the card, or the player whom it affects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Event {
    Begun { first: usize },
    Shuffled { player: usize, cards: usize },
    Recycled { player: usize, cards: usize },
    Drawn { player: usize, card: Name },
    Played { player: usize, card: Name, to: Zone },
    Discarded { player: usize, card: Name, from: Zone },
    Kept { player: usize, card: Name },
    Destroyed { player: usize, card: Name, from: Zone },
    Phased { player: usize, card: Name, from: Zone },
    Spared { player: usize, card: Name },
    Transferred { player: usize, card: Name, from: PileName, to: PileOf },
    Aimed { player: usize, card: Name },
    Withdrawn { player: usize, card: Name },
    Chosen { player: usize, card: Name, choice: Choice },
    Held { player: usize, card: Name },
    Missed { player: usize, card: Name },
    Sprung { player: usize, card: Name, on: Name },
    Compared { player: usize, attack: u32, defense: u32 },
    Flipped { player: usize, hearts: u32 },
    Passed { turn: u32, active: usize },
    Ended { winner: i32, lost_by: &'static str },
    Valued { player: usize, attack: u32, defense: u32, shields: u32 },
    Told(Box<PileAnswer>),
}
