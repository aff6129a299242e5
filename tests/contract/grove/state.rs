//! What is on the table.

use rulebound_core::kernel::{Name, ObjectId, ObjectRef, Objects, Player};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The number of players.
pub const PLAYERS: usize = 3;

/// A position, as published and as written in scenarios.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct State {
    /// The map, by its name in `maps.yaml`.
    pub map: String,
    /// The round, counted from 1.
    pub round: u32,
    /// Whether it is the dawn of the round, when cards are laid.
    pub dawn: bool,
    /// Whose turn it is.
    pub active: Player,
    /// How many turns of the round are left, including this one.
    pub turns_left: u32,
    /// What each player has.
    pub players: Vec<Hand>,
    /// The cards that wait to be carried out; the last is the one played last.
    pub stack: Vec<Played>,
    /// The players who have passed on the uppermost card.
    pub passed: Vec<Player>,
    /// The creatures.
    pub objects: Objects<Zone, Piece>,
    /// How the match has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            map: "grove".to_owned(),
            round: 1,
            dawn: false,
            active: 0,
            turns_left: PLAYERS as u32,
            players: vec![Hand::default(); PLAYERS],
            stack: Vec::new(),
            passed: Vec::new(),
            objects: Objects::default(),
            over: None,
        }
    }
}

/// What a player has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Hand {
    /// The cards in the hand.
    pub hand: Vec<Name>,
    /// The cards in the deck, the topmost first.
    pub deck: Vec<Name>,
    /// The players whose hands this player knows.
    pub knows: Vec<Player>,
}

/// A card that waits to be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The card.
    pub card: Name,
    /// Who has played it.
    pub by: Player,
    /// Its target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<ObjectRef>,
}

/// Where a creature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// On a tile.
    Grove,
    /// In the grave of its owner.
    Grave,
}

/// What is known about a creature besides its marks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Piece {
    /// The tile that it is on; empty in a grave.
    pub tile: String,
    /// Its strength, which depends on the creatures beside it.
    pub strength: u32,
}

/// The name of the mark for a wound.
pub const WOUND: &str = "wound";

/// A creature.
pub type Creature = rulebound_core::kernel::Object<Zone, Piece>;

/// How a match has ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Over {
    /// Who has won: all of an alliance, or nobody.
    pub winners: Vec<Player>,
    /// The reason.
    pub by: Reason,
}

/// What ends a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Enough creatures in the grove.
    Hold,
    /// A player has given up.
    GaveUp,
    /// The last round is over.
    Rounds,
}

impl State {
    /// The creatures in the grove.
    pub fn grove(&self) -> impl Iterator<Item = &Creature> {
        self.objects.iter().filter(|object| object.zone == Zone::Grove)
    }

    /// The creature in the grove that a reference means.
    pub fn aimed(&self, reference: &ObjectRef) -> Option<&Creature> {
        self.objects.resolve(reference).filter(|object| object.zone == Zone::Grove)
    }

    /// The creature of this id, if it is in the grove.
    pub fn creature(&self, id: &ObjectId) -> Option<&Creature> {
        self.grove().find(|object| object.id == *id)
    }

    /// Takes a card out of a hand; nobody knows that card any longer.
    pub fn take(&mut self, player: Player, card: &Name) {
        let hand = &mut self.players[player].hand;
        if let Some(at) = hand.iter().position(|held| held == card) {
            hand.remove(at);
        }
        self.forget(player);
    }

    /// Makes everybody else forget the hand of a player.
    pub fn forget(&mut self, player: Player) {
        for other in &mut self.players {
            other.knows.retain(|known| *known != player);
        }
    }
}
