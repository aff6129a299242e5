//! Section of basics: who is allied with whom, and who comes next.

use crate::clauses;
use crate::clauses::basics::*;
use crate::law::TransmuteLaw;
use crate::readings::TurnOrder;
use crate::state::State;
use rulebound_core::kernel::Player;

/// Whether two players are allies; a player is its own ally.
pub fn allied(law: &mut TransmuteLaw<'_>, state: &State, one: Player, other: Player) -> bool {
    one == other || (state.players[one].alliance == state.players[other].alliance && law.on(ALLIANCES))
}

/// The players who are in the match, in the order in which they sit.
pub fn in_match(state: &State) -> impl Iterator<Item = Player> {
    (0..state.players.len()).filter(|player| !state.players[*player].out)
}

/// The player whose turn comes after that of `player`.
pub fn next(law: &mut TransmuteLaw<'_>, state: &State, player: Player) -> Player {
    let count = state.players.len();
    if state.players.iter().any(|seat| seat.out) {
        law.cite(clauses::ending::OUT);
    }
    let after = |step: usize| (player + step) % count;
    let in_match = |next: &Player| !state.players[*next].out;
    let seated = (1..=count).map(after).find(in_match).unwrap_or(player);
    if !law.on(NEXT) {
        return if in_match(&player) { player } else { seated };
    }
    if law.readings().turn_order == TurnOrder::Seats {
        return seated;
    }
    // The first player of each alliance, then the second of each, and so on.
    let rank = |of: Player| {
        let alliance = state.players[of].alliance;
        (state.players[..of].iter().filter(|other| other.alliance == alliance).count(), alliance)
    };
    let mut order: Vec<Player> = (0..count).collect();
    order.sort_by_key(|of| rank(*of));
    let place = order.iter().position(|of| *of == player).unwrap_or(0);
    (1..=count).map(|step| order[(place + step) % count]).find(in_match).unwrap_or(seated)
}
