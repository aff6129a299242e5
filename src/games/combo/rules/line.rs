//! Chapter line: the values that the cards in play give are counted at all times.

use super::assists;
use super::text::amounts::{incoming, value};
use crate::action::Event;
use crate::clauses;
use crate::clauses::line::*;
use crate::law::ComboLaw;
use crate::state::{Stage, State};
use crate::text::Value;

/// Counts the values of both players again.
pub fn recount(law: &mut ComboLaw<'_>, state: &mut State) {
    law.cite(LIVE);
    law.cite(clauses::assists::HANDS);
    let before = [0, 1].map(|who: usize| {
        let player = &state.players[who];
        (player.attack, player.defense, player.shields)
    });
    // Amounts that depend on the foe's attack are counted from that attack as it is now.
    for who in [1 - state.active, state.active] {
        let attack = value(law, state, who, Value::Attack, false, false);
        let shields = assists::shields(law, state, who);
        let free = assists::free(law, &state.players[who]);
        let player = &mut state.players[who];
        (player.attack, player.shields, player.free_hands) = (attack, shields, free);
    }
    if state.stage != Stage::Begin {
        state.incoming = incoming(law, state);
    }
    for who in 0..2 {
        state.players[who].defense = value(law, state, who, Value::Defense, false, false);
    }
    for (who, before) in before.into_iter().enumerate() {
        let player = &state.players[who];
        let (attack, defense, shields) = (player.attack, player.defense, player.shields);
        if before != (attack, defense, shields) {
            law.act(LIVE, state, Event::Valued { player: who, attack, defense, shields }, |_| {});
        }
    }
}
