//! Section of basics: drawing, shuffling, and the draft row.

use crate::clauses;
use crate::clauses::basics::*;
use crate::event::Event;
use crate::law::TransmuteLaw;
use crate::readings::{BaseSupply, DraftRefill};
use crate::state::{Seat, State};
use crate::text::Place;
use rulebound_core::kernel::{ClauseKey, Name, Player};

/// The new order of a pile that is shuffled.
pub fn shuffled(law: &mut TransmuteLaw<'_>, subject: &str, pile: &[Name]) -> Vec<Name> {
    let names: Vec<&str> = pile.iter().map(|name| &**name).collect();
    let order = law.shuffle(subject, &names);
    order.into_iter().map(|at| pile[at].clone()).collect()
}

/// Puts a card in a hand.
pub fn to_hand(seat: &mut Seat, card: Name) {
    let at = seat.hand.partition_point(|other| *other <= card);
    seat.hand.insert(at, card);
}

/// Puts a card on a pile of a player.
pub fn put(seat: &mut Seat, place: Place, card: Name) {
    match place {
        Place::Hand => to_hand(seat, card),
        Place::Deck => seat.deck.insert(0, card),
        _ => seat.discard.push(card),
    }
}

/// Removes the first card with this name from a list.
pub fn take(pile: &mut Vec<Name>, card: &Name) {
    if let Some(at) = pile.iter().position(|other| other == card) {
        pile.remove(at);
    }
}

/// Draws up to `count` cards, and returns how many were drawn.
pub fn draw(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player, count: u32, clause: ClauseKey) -> u32 {
    for drawn in 0..count {
        if state.players[player].deck.is_empty() {
            if law.on(clauses::turns::EMPTY_DECK) || state.players[player].discard.is_empty() {
                return drawn;
            }
            shuffle_in(law, state, player, clauses::turns::EMPTY_DECK);
        }
        let Some(card) = state.players[player].deck.first().cloned() else { return drawn };
        law.act(clause, state, Event::Drew { player, card: Some(card.clone()) }, |state| {
            state.players[player].deck.remove(0);
            to_hand(&mut state.players[player], card);
        });
    }
    count
}

/// Shuffles the discard pile into the deck.
pub fn shuffle_in(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player, clause: ClauseKey) {
    let seat = &state.players[player];
    let pile: Vec<Name> = seat.deck.iter().chain(&seat.discard).cloned().collect();
    let deck = shuffled(law, &format!("players[{player}].deck"), &pile);
    law.act(clause, state, Event::Shuffled { player: Some(player) }, |state| {
        state.players[player].deck = deck;
        state.players[player].discard.clear();
    });
}

/// Shuffles the discard pile and puts it under the deck.
pub fn shuffle_under(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player, clause: ClauseKey) {
    let pile = state.players[player].discard.clone();
    let order = if pile.is_empty() { pile } else { shuffled(law, &format!("players[{player}].discard"), &pile) };
    let event = Event::PutUnder { player, cards: order.len() };
    law.act(clause, state, event, |state| {
        state.players[player].deck.extend(order);
        state.players[player].discard.clear();
    });
}

/// Discards the topmost card of a deck; false if there is none.
pub fn discard_top(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player, clause: ClauseKey) -> bool {
    let Some(card) = state.players[player].deck.first().cloned() else {
        law.cite(clauses::turns::EMPTY_DECK);
        return false;
    };
    law.act(clause, state, Event::Discarded { player, card: card.clone() }, |state| {
        state.players[player].deck.remove(0);
        state.players[player].discard.push(card);
    });
    true
}

/// Discards a card from a hand.
pub fn discard(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player, card: &Name, clause: ClauseKey) {
    law.act(clause, state, Event::Discarded { player, card: card.clone() }, |state| {
        take(&mut state.players[player].hand, card);
        state.players[player].discard.push(card.clone());
    });
}

/// Fills the draft row from the draft deck.
pub fn refill(law: &mut TransmuteLaw<'_>, state: &mut State) {
    let size = law.rules().row;
    while state.row.len() < size {
        if !law.on(REFILL) {
            return;
        }
        let Some(card) = state.draft_deck.first().cloned() else { return };
        law.act(REFILL, state, Event::Dealt { card: card.clone() }, |state| {
            state.draft_deck.remove(0);
            state.row.push(card);
        });
    }
}

/// A card has left the draft row.
pub fn left_row(law: &mut TransmuteLaw<'_>, state: &mut State) {
    if law.readings().draft_refill == DraftRefill::AtOnce {
        refill(law, state);
    }
}

/// The cards that can be drafted: those in the row, and the base cards if `bases` says so. Each once.
pub fn on_offer(law: &mut TransmuteLaw<'_>, state: &State, bases: bool) -> Vec<Name> {
    let mut offer = state.row.clone();
    if law.on(BASES) && bases {
        offer.extend(state.bases.keys().cloned());
    }
    offer.sort();
    offer.dedup();
    offer
}

/// Drafts a card that is on offer.
pub fn draft(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player, card: &Name, to: Place, clause: ClauseKey) {
    let unlimited = law.readings().base_supply == BaseSupply::Unlimited;
    let of_row = state.row.contains(card);
    law.act(clause, state, Event::Drafted { player, card: card.clone(), to }, |state| {
        if of_row {
            take(&mut state.row, card);
        } else if let Some(left) = state.bases.get_mut(card).filter(|_| !unlimited) {
            *left -= 1;
            if *left == 0 {
                state.bases.remove(card);
            }
        }
        put(&mut state.players[player], to, card.clone());
    });
    law.cite(REFILL);
    if of_row {
        left_row(law, state);
    }
}
