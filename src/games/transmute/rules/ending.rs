//! Chapter ending: whose life is gone, and when the match ends.

use crate::clauses::ending::*;
use crate::event::Event;
use crate::frame::Frame;
use crate::law::TransmuteLaw;
use crate::readings::{BothGone, DeadCards, DeadPiles, NoLife, WithoutLife};
use crate::rules::basics::players;
use crate::rules::play::leaving;
use crate::rules::text::scores;
use crate::state::{Over, Phase, State};
use crate::text::Place;
use rulebound_core::kernel::{ClauseKey, ObjectId, Player};

/// Checks whose life is gone: Minions and Devices leave play, players are out, and the match may end.
pub fn look(law: &mut TransmuteLaw<'_>, state: &mut State) {
    if state.over.is_some() || matches!(state.phase, Phase::Start) {
        return;
    }
    if state.objects.iter().any(|object| object.is.damage > 0) {
        law.cite(NO_LIFE);
    }
    // A card that leaves may take life from another, so check again until nothing leaves.
    loop {
        scores::derive(law, state);
        let without = |object: &&scores::Card| object.is.scores.is_some_and(|now| object.is.damage >= now.life);
        let gone: Vec<ObjectId> = state.objects.iter().filter(without).map(|object| object.id.clone()).collect();
        if gone.is_empty() || !law.on(NO_LIFE) {
            break;
        }
        let to = (law.readings().no_life == NoLife::Discarded).then_some(Place::Discard);
        for id in gone {
            leaving::leave(law, state, &id, to, NO_LIFE);
        }
    }
    for player in 0..state.players.len() {
        let seat = &state.players[player];
        if seat.life == 0 && !seat.out && law.on(OUT) && law.readings().without_life == WithoutLife::Out {
            out(law, state, player);
        }
    }
    last(law, state);
}

fn out(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player) {
    let piles_removed = law.readings().dead_piles == DeadPiles::Removed;
    law.cite(OUT_CARDS);
    law.act(OUT, state, Event::Out { player }, |state| {
        state.players[player].out = true;
        state.players[player].energy = 0;
        if piles_removed {
            let seat = &mut state.players[player];
            (seat.hand, seat.deck, seat.discard) = Default::default();
        }
    });
    if player == state.active {
        law.queue(Frame::TurnEnds {});
    }
    let removed = law.readings().dead_cards == DeadCards::Removed;
    if law.choose(OUT_CARDS, removed, false) {
        let its = |object: &&scores::Card| object.owner == player || object.controller == player;
        let mut own: Vec<(ObjectId, bool)> =
            state.objects.iter().filter(its).map(|object| (object.id.clone(), object.owner == player)).collect();
        // Its own first, and Enchantments before Minions, so that none of its own is discarded with another card.
        let rank = |(id, own): &(ObjectId, bool)| (!own, state.objects.get(id).is_none_or(|card| card.is.on.is_none()));
        own.sort_by_key(rank);
        for (id, own) in own {
            leaving::leave(law, state, &id, (!own).then_some(Place::Discard), OUT_CARDS);
        }
    }
}

/// Ends the match if no two alliances have a player with life.
fn last(law: &mut TransmuteLaw<'_>, state: &mut State) {
    let alive: Vec<Player> = (0..state.players.len()).filter(|player| state.players[*player].life > 0).collect();
    if alive.len() < state.players.len() {
        law.cite(LAST);
    }
    let several = alive.iter().any(|player| !players::allied(law, state, alive[0], *player));
    if several || !law.on(LAST) {
        return;
    }
    let of = match alive.first() {
        Some(alive) => Some(*alive),
        None => (law.readings().both_gone == BothGone::WhoseTurn).then_some(state.active),
    };
    let mut winners = Vec::new();
    if let Some(of) = of {
        winners.extend(
            (0..state.players.len()).filter(|player| state.players[*player].alliance == state.players[of].alliance),
        );
    }
    let over = Over { winners };
    law.act(LAST, state, Event::Over(over.clone()), |state| {
        state.phase = Phase::Over;
        state.over = Some(over);
    });
}

/// The clause by which a match ends.
pub fn clause() -> ClauseKey {
    LAST
}
