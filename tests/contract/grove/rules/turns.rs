//! Whose turn it is, and what happens at its end.

use super::{dawn, ending};
use crate::grove::GroveLaw;
use crate::grove::action::Event;
use crate::grove::clauses;
use crate::grove::clauses::turns::*;
use crate::grove::state::State;

/// Ends the turn: a card is drawn, the match may be won, and the next turn or round begins.
pub fn end(law: &mut GroveLaw<'_>, state: &mut State) {
    state.objects.forget_moves();
    draw(law, state);
    ending::hold(law, state);
    if state.over.is_some() {
        return;
    }
    if state.turns_left > 1 {
        next(law, state);
        return;
    }
    ending::rounds(law, state);
    if state.over.is_none() {
        let number = state.round + 1;
        law.act(clauses::dawn::LAY, state, Event::Round { number }, |state| state.round = number);
        dawn::begin(law, state);
    }
}

fn draw(law: &mut GroveLaw<'_>, state: &mut State) {
    let player = state.active;
    let Some(card) = state.players[player].deck.first().cloned() else { return };
    if law.on(DRAW) {
        law.act(DRAW, state, Event::Drew { player, card: Some(card.clone()) }, |state| {
            state.players[player].deck.remove(0);
            state.players[player].hand.push(card);
            state.forget(player);
        });
    }
}

fn next(law: &mut GroveLaw<'_>, state: &mut State) {
    let count = state.players.len();
    let step = law.choose(ORDER, 1, count - 1);
    let player = (state.active + step) % count;
    law.act(ORDER, state, Event::Turn { player }, |state| {
        state.active = player;
        state.turns_left -= 1;
    });
}
