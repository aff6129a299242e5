//! The places of cards: an index in a line or hand, among the terrains, or in a pool.

use crate::state::{Name, State, Zone};

/// The place of a card: an index in a line or hand, among the terrains, or in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The player of the line, hand or pool; the owner of a terrain.
    pub who: usize,
    /// The zone.
    pub zone: Zone,
    /// The index there.
    pub index: usize,
}

/// The card at a place, with the turn in which it was played.
pub fn card_at(state: &State, at: At) -> (Name, u32) {
    let player = &state.players[at.who];
    match at.zone {
        Zone::Line => (player.line[at.index].card.clone(), player.line[at.index].since),
        Zone::Hands => (player.hands[at.index].card.clone(), player.hands[at.index].since),
        Zone::Terrains => (state.terrains[at.index].card.clone(), state.terrains[at.index].since),
        Zone::Pool => (player.pool[at.index].clone(), state.turn),
    }
}

/// The number of cards in the zone where this card lies.
pub fn count(state: &State, at: At) -> usize {
    let player = &state.players[at.who];
    match at.zone {
        Zone::Line => player.line.len(),
        Zone::Hands => player.hands.len(),
        Zone::Terrains => state.terrains.len(),
        Zone::Pool => player.pool.len(),
    }
}

/// Removes the card at a place.
pub fn take(state: &mut State, at: At) -> Name {
    let player = &mut state.players[at.who];
    match at.zone {
        Zone::Line => player.line.remove(at.index).card,
        Zone::Hands => player.hands.remove(at.index).card,
        Zone::Terrains => state.terrains.remove(at.index).card,
        Zone::Pool => player.pool.remove(at.index),
    }
}
