//! Positions of combo.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::Side;
pub use rulebound_core::kernel::Name;

/// A choice: `left`, `right`, or empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// No choice.
    #[default]
    #[serde(rename = "")]
    None,
    /// The left effect.
    Left,
    /// The right effect.
    Right,
}

impl Choice {
    /// Whether no effect is chosen.
    #[allow(clippy::trivially_copy_pass_by_ref)] // as serde asks
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

impl From<Side> for Choice {
    fn from(side: Side) -> Self {
        match side {
            Side::Left => Choice::Left,
            Side::Right => Choice::Right,
        }
    }
}

/// A pile as named in actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum PileName {
    Source,
    Pool,
    Trash,
    Limbo,
    Line,
    Hands,
}

impl PileName {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::Source, Self::Pool, Self::Trash, Self::Limbo, Self::Line, Self::Hands];
}

/// The zone that a card leaves or enters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Zone {
    Line,
    Hands,
    Terrains,
    Pool,
}

/// The stage of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Before the match.
    Begin,
    /// Before the draw of the turn.
    Draw,
    /// After the draw.
    Play,
    /// The match is over.
    Over,
}

/// A card in line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct LineCard {
    /// Its name.
    pub card: Name,
    /// The effect chosen.
    pub choice: Choice,
    /// The turn in which it was played.
    pub since: u32,
    /// The amounts of its choice whose condition did not hold when it was played, as indices of its effects, if that
    /// matters; left out otherwise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<usize>,
}

/// What is equipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Equip {
    Assist,
    Trap,
}

/// An equipped card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HandCard {
    /// Its name.
    pub card: Name,
    /// Assist or trap.
    pub is: Equip,
    /// The effect chosen.
    pub choice: Choice,
    /// The hands it takes.
    pub hands: u32,
    /// Its shield.
    pub shield: u32,
    /// The turn in which it was played.
    pub since: u32,
    /// The turn of the latest choice; the turn in which it was played if there was none, also for a card without a
    /// choice.
    pub chosen: u32,
    /// Whether the foe's line aims at it.
    pub aimed: bool,
    /// Whether it is a trap that missed its occasion.
    pub missed: bool,
    /// Whether it is a trap that its player holds back while a card is played; left out for all others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// Whether it is a trap that has gone off and stays set, if such a trap then lies face up; left out for all others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sprung: bool,
    /// Whether it is a trap that has gone off, stays set and does not go off again; left out for all others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spent: bool,
    /// The amounts of its choice whose condition did not hold when it was played or its choice was made, as in a line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<usize>,
}

impl HandCard {
    /// Whether it is an assist.
    pub fn is_assist(&self) -> bool {
        self.is == Equip::Assist
    }
}

/// An active terrain.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct TerrainCard {
    /// Its name.
    pub card: Name,
    /// Its player.
    pub owner: usize,
    /// The turn in which it was played.
    pub since: u32,
    /// The effect chosen; left out if there is none.
    #[serde(skip_serializing_if = "Choice::is_none")]
    pub choice: Choice,
    /// The amounts of its choice whose condition did not hold when it was played, as in a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unmet: Vec<usize>,
}

/// The answer to the latest count or read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PileAnswer {
    /// Who asked.
    pub by: usize,
    /// Whose pile.
    pub player: usize,
    /// Which pile.
    pub pile: PileName,
    /// How many cards.
    pub count: usize,
    /// Their names, if they were read.
    pub cards: Vec<Name>,
}

/// A player, with piles of cards and values, or with piles and values as somebody may see them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Seat<P, V> {
    /// Top first.
    pub source: P,
    /// The cards in the pool, sorted.
    pub pool: P,
    /// Oldest first.
    pub trash: P,
    /// The cards in limbo, sorted.
    pub limbo: P,
    /// Left to right.
    pub line: Vec<LineCard>,
    /// Oldest first.
    pub hands: Vec<HandCard>,
    /// How many hands are free.
    pub free_hands: u32,
    /// Hearts face up.
    pub hearts_up: u32,
    /// Hearts face down.
    pub hearts_down: u32,
    /// The attack that line and assists give; in a view, null if the player may not know it.
    pub attack: V,
    /// The defence that line and assists give, without shields; in a view, null if the player may not know it.
    pub defense: V,
    /// The shields in the way of the foe's attack.
    pub shields: u32,
    /// The number of one-handed assists played in the match, if the reading `in-the-match` of `first-since` counts
    /// them; left out if 0.
    #[serde(skip_serializing_if = "is_none")]
    pub one_handed_played: u32,
    /// The number of two-handed assists played in the match, likewise.
    #[serde(skip_serializing_if = "is_none")]
    pub two_handed_played: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // as serde asks
fn is_none(count: &u32) -> bool {
    *count == 0
}

/// The winner in a match that goes on.
pub const UNDECIDED: i32 = -1;

/// The winner in a match that is over and that nobody has won.
pub const NOBODY: i32 = -2;

/// A match, with all cards or as somebody may see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Match<P, V> {
    /// The stage of the turn.
    pub stage: Stage,
    /// The turn, counted from 1; 0 before the match.
    pub turn: u32,
    /// Whose turn it is.
    pub active: usize,
    /// The attack that the active player must face: the attack of its foe, once the match has begun; in a view, null if
    /// the player may not know it.
    pub incoming: V,
    /// The active terrains, oldest first.
    pub terrains: Vec<TerrainCard>,
    /// Who has won; -1 while the match goes on, -2 if it is over and nobody has won.
    pub winner: i32,
    /// How the match was lost, or how it ended: `hearts`, `draw`, `missed-trap`, `turn-limit`; empty while it goes on.
    pub lost_by: String,
    /// The answer to the count or read that was the latest action; none after any other accepted action.
    pub told: Option<PileAnswer>,
    /// The number of cards played in this turn, if the reading `one-at-least` of `empty-turn` counts them; left out if
    /// 0.
    #[serde(skip_serializing_if = "is_none")]
    pub played_in_turn: u32,
    /// The players, in the order of the setup.
    pub players: [Seat<P, V>; 2],
}

/// A position.
pub type State = Match<Vec<Name>, u32>;

/// What a player may see of a position. Cards that it may not read are missing, or are named `?` if it sees that there
/// is one; `told` is present for the player who asked. Values that it may not know are missing.
pub type View = Match<SeenPile, Option<u32>>;

/// A pile as a player may see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SeenPile {
    /// How many cards it has, if it may be counted.
    pub count: Option<usize>,
    /// The cards in the order of the pile, if it may be read.
    pub cards: Option<Vec<Name>>,
}

/// Inserts a name into a sorted pile.
pub fn insert(pile: &mut Vec<Name>, card: Name) {
    let at = pile.partition_point(|c| *c <= card);
    pile.insert(at, card);
}

/// A name without the asterisks of an exotic card.
pub fn stripped(name: &str) -> &str {
    name.trim_matches('*')
}

/// Whether a name is between asterisks.
pub fn exotic(name: &str) -> bool {
    name.len() > 1 && name.starts_with('*') && name.ends_with('*')
}
