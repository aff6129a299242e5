//! Where a card stands: in a line or hand by its place, a terrain by its place, or in a pool.

use crate::state::{Name, State, Zone};

/// A card where it stands: in a line or hand by its place, a terrain by its place, or in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The player of the line, hand or pool; the owner of a terrain.
    pub who: usize,
    /// Where.
    pub zone: Zone,
    /// Its place there.
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

/// How many cards there are where a card lies.
pub fn count(state: &State, at: At) -> usize {
    let player = &state.players[at.who];
    match at.zone {
        Zone::Line => player.line.len(),
        Zone::Hands => player.hands.len(),
        Zone::Terrains => state.terrains.len(),
        Zone::Pool => player.pool.len(),
    }
}

/// Takes the card at a place away.
pub fn take(state: &mut State, at: At) -> Name {
    let player = &mut state.players[at.who];
    match at.zone {
        Zone::Line => player.line.remove(at.index).card,
        Zone::Hands => player.hands.remove(at.index).card,
        Zone::Terrains => state.terrains.remove(at.index).card,
        Zone::Pool => player.pool.remove(at.index),
    }
}
