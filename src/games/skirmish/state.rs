//! The state of the table, as published.

use rulebound_core::kernel::{Name, ObjectId, Objects, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::text::{Class, Score};

/// The state of the table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct State {
    /// The map, by its name in `maps.yaml`.
    pub map: String,
    /// What is going on.
    pub stage: Stage,
    /// The starting player. Before it is picked, 0.
    pub starting: Player,
    /// How many turns of the draft are over.
    pub drafted: u32,
    /// The number of the turn in the match, counted from 1; 0 before the first.
    pub turn: u32,
    /// Whose turn it is; in the draft, who chooses now; between the draft and the first turn, the starting player.
    pub active: Player,
    /// The players.
    pub players: Vec<Seat>,
    /// The characters on the map, in the order in which they were placed; fainted ones stay in the list.
    pub objects: Objects<Zone, Is>,
    /// The traps, in the order in which they were placed.
    pub traps: Vec<Trap>,
    /// How the match has ended; left out while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// The stages of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// The match has not begun.
    Start,
    /// The players choose and place characters.
    Draft,
    /// The players draw their starting hands and exchange cards.
    Hands,
    /// The players take turns.
    Turns,
    /// The match is over.
    Over,
}

/// A player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Seat {
    /// The maximum action points.
    pub maximum: u32,
    /// The current action points.
    pub points: u32,
    /// How many turns this player has begun.
    pub turns: u32,
    /// The characters of the team, sorted by name.
    pub team: Vec<Name>,
    /// The leader; left out if no character has been placed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<ObjectId>,
    /// The deck, the topmost card first.
    pub deck: Vec<Name>,
    /// The hand, the leftmost card first.
    pub hand: Vec<Name>,
    /// The discard pile, the topmost card last.
    pub discard: Vec<Name>,
    /// How many cards the player has exchanged; left out before that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchanged: Option<u32>,
    /// Action points that are added in the player's first turn. Kept only under a reading that has such.
    #[serde(skip_serializing_if = "zero")]
    pub extra: u32,
    /// Whether a leader of the player has ever fainted. Kept only under a reading that asks for it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub leader_fell: bool,
    /// Whether the player could not draw a card. Kept only under a reading that looks for losses later.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub undrawn: bool,
}

/// Whether a number is 0, so that it is left out.
pub fn zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}

/// Where an object is. Only characters on the map are objects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// On the map.
    #[default]
    Map,
}

/// A tile: its column and its row, counted from 0 at the left and at the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Tile(pub u32, pub u32);

/// The state of a character on the map.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Is {
    /// Its tile; that of a fainted character is where it fainted.
    pub tile: Tile,
    /// Its class; a familiar has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<Class>,
    /// Whether it reaches and walks like a Ranged character rather than a Melee one.
    pub ranged: bool,
    /// The tier of its power.
    pub power: Tier,
    /// The tier of its armor.
    pub armor: Tier,
    /// The damage that it has taken.
    pub damage: u32,
    /// Whether it is fainted.
    pub fainted: bool,
    /// Whether it has walked in this turn.
    pub walked: bool,
    /// Whether it has no attack action left in this turn.
    pub attacked: bool,
    /// Its effects, in the order in which it got them.
    pub effects: Vec<Applied>,
    /// Whether it has counter-attacked in this turn. Kept only under a reading that allows one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub countered: bool,
    /// Whether it entered in this turn and may not act. Kept only under a reading that says so.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
    /// The class that it gets back at the end of the turn. Kept only under a reading that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub former: Option<Class>,
    /// How many tiles it has walked in this turn. Kept only under a reading that counts them.
    #[serde(skip_serializing_if = "zero")]
    pub steps: u32,
    /// How many more walks it has in this turn after the first. Kept only under a reading that gives it some.
    #[serde(skip_serializing_if = "zero")]
    pub more_walks: u32,
    /// How many more attack actions it has in this turn after the first. Kept only under a reading that gives it some.
    #[serde(skip_serializing_if = "zero")]
    pub more_attacks: u32,
    /// The tiers by which its power goes back at the end of the turn. Kept only under a reading that lets it go back.
    #[serde(skip_serializing_if = "zero")]
    pub power_changed: i32,
    /// The tiers by which its armor goes back at the end of the turn. Kept only under a reading that lets it go back.
    #[serde(skip_serializing_if = "zero")]
    pub armor_changed: i32,
    /// The tiers of its power that the bounds took at its last change of stance. Kept only under a reading that lets
    /// them come back.
    #[serde(skip_serializing_if = "zero")]
    pub power_cut: i32,
    /// The tiers of its armor that the bounds took at its last change of stance. Kept only under a reading that lets
    /// them come back.
    #[serde(skip_serializing_if = "zero")]
    pub armor_cut: i32,
}

/// The tiers of scores, in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs)]
pub enum Tier {
    #[default]
    Tiny,
    Small,
    Medium,
    Large,
    Huge,
    Gargantuan,
}

impl Tier {
    /// All tiers, in ascending order.
    pub const ALL: [Tier; 6] = [Tier::Tiny, Tier::Small, Tier::Medium, Tier::Large, Tier::Huge, Tier::Gargantuan];
}

/// The effects that a character can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[allow(missing_docs)]
pub enum Effect {
    Ignite,
    Glaciate,
    Tailwind,
    Restrain,
    Silence,
    Fortify,
    Prowess,
}

/// An effect that a character has. What is left out is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Applied {
    /// Which.
    pub effect: Effect,
    /// How many turns or uses it lasts, unless it is Permanent.
    #[serde(default, skip_serializing_if = "zero")]
    pub duration: u32,
    /// Its stacks, if it has any.
    #[serde(default, skip_serializing_if = "zero")]
    pub stacks: u32,
    /// The turn of the match in which it was last applied. Kept only under a reading that asks for it.
    #[serde(default, skip_serializing_if = "zero")]
    pub since: u32,
    /// The character that last gave it. Kept only for Ignite, under a reading that asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<ObjectId>,
}

/// A trap on the map.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Trap {
    /// Its name, as in the table of traps.
    pub trap: String,
    /// Its tile.
    pub tile: Tile,
    /// Who has placed it.
    pub by: Player,
    /// The character that has placed it. Kept only under a reading that asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<ObjectId>,
}

/// How a match has ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Over {
    /// The winner; nobody if both have lost.
    pub winners: Vec<Player>,
    /// How the losing player has lost; if both have lost, the player whose turn it is.
    pub by: Loss,
}

/// How a player loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Loss {
    /// All its characters have fainted.
    Fainted,
    /// It could not draw.
    Deck,
    /// It gave up.
    Forfeit,
}

/// What one player sees of a state.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct View {
    /// The map.
    pub map: String,
    /// What is going on.
    pub stage: Stage,
    /// The starting player.
    pub starting: Player,
    /// How many turns of the draft are over.
    pub drafted: u32,
    /// The number of the turn in the match.
    pub turn: u32,
    /// Whose turn it is.
    pub active: Player,
    /// The players.
    pub players: Vec<SeatView>,
    /// The characters on the map.
    pub objects: Objects<Zone, Is>,
    /// The traps that the player sees.
    pub traps: Vec<Trap>,
    /// How the match has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// What one player sees of a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SeatView {
    /// The maximum action points.
    pub maximum: u32,
    /// The current action points.
    pub points: u32,
    /// How many turns this player has begun.
    pub turns: u32,
    /// The characters of the team.
    pub team: Vec<Name>,
    /// The leader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<ObjectId>,
    /// How many cards the deck has.
    pub deck: usize,
    /// The hand.
    pub hand: HandView,
    /// The discard pile, the topmost card last; null for a card that the viewer does not see.
    pub discard: Vec<Option<Name>>,
    /// How many cards the player has exchanged; null if the viewer does not know.
    pub exchanged: Option<u32>,
}

/// What one player sees of a hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct HandView {
    /// The number of cards.
    pub count: usize,
    /// The cards, the leftmost first; null if the player does not see them.
    pub cards: Option<Vec<Name>>,
}

impl Is {
    /// A character that has just come to the map.
    pub fn new(tile: Tile, class: Option<Class>, ranged: bool, power: Tier, armor: Tier) -> Self {
        Self { tile, class, ranged, power, armor, ..Self::default() }
    }

    /// Uses up its walk in this turn, or one of several.
    pub fn use_walk(&mut self) {
        (self.walked, self.more_walks) = (self.more_walks == 0, self.more_walks.saturating_sub(1));
    }

    /// Uses up its attack action in this turn, or one of several.
    pub fn use_attack(&mut self) {
        (self.attacked, self.more_attacks) = (self.more_attacks == 0, self.more_attacks.saturating_sub(1));
    }

    /// The tiers by which a score goes back at the end of the turn.
    pub fn changed(&mut self, score: Score) -> &mut i32 {
        match score {
            Score::Power => &mut self.power_changed,
            Score::Armor => &mut self.armor_changed,
        }
    }

    /// The tiers of a score that the bounds took at the last change of stance.
    pub fn cut(&mut self, score: Score) -> &mut i32 {
        match score {
            Score::Power => &mut self.power_cut,
            Score::Armor => &mut self.armor_cut,
        }
    }

    /// The tier of a score.
    pub fn tier(&self, score: Score) -> Tier {
        match score {
            Score::Power => self.power,
            Score::Armor => self.armor,
        }
    }

    /// An effect that it has.
    pub fn has(&self, effect: Effect) -> Option<&Applied> {
        self.effects.iter().find(|applied| applied.effect == effect)
    }
}
