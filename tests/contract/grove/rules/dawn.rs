//! How a round begins: each player lays a card unseen, and the player with the most power leads.

use crate::grove::clauses;
use crate::grove::clauses::dawn::*;
use rulebound_core::kernel::{Name, Player, Rejection};

use crate::grove::GroveLaw;
use crate::grove::action::Event;
use crate::grove::readings::LaidCards;
use crate::grove::state::State;

/// The players who lay a card: those who have a card.
pub fn layers(state: &State) -> Vec<Player> {
    (0..state.players.len()).filter(|player| !state.players[*player].hand.is_empty()).collect()
}

/// Begins a round. If nobody has a card there is nothing to lay, and player 0 leads.
pub fn begin(law: &mut GroveLaw<'_>, state: &mut State) {
    if !layers(state).is_empty() && law.on(LAY) {
        state.dawn = true;
        return;
    }
    lead(law, state, 0);
}

/// Checks whether a player may lay a card. The kernel checks that the player has not laid a card yet.
///
/// # Errors
/// If a clause forbids it.
pub fn permit_lay(law: &mut GroveLaw<'_>, state: &State, by: Player, card: &Name) -> Result<Name, Rejection> {
    if !state.dawn {
        return Err(law.reject(LAY, || "cards are laid at dawn".to_owned()));
    }
    if !state.players[by].hand.contains(card) {
        return Err(law.reject(LAY, || format!("player {by} does not hold {card}")));
    }
    Ok(card.clone())
}

/// Shows what has been laid, and finds the leader.
pub fn reveal(law: &mut GroveLaw<'_>, state: &mut State, cards: Vec<(Player, Name)>) {
    law.act(LAY, state, Event::Shown { cards: cards.clone() }, |state| state.dawn = false);
    let leader = leader(law, &cards);
    let lost = law.readings().laid_cards == LaidCards::Lost;
    if law.on(SPENT) && lost {
        law.act(SPENT, state, Event::Spent {}, |state| {
            for (player, card) in &cards {
                state.take(*player, card);
            }
        });
    }
    lead(law, state, leader);
}

/// Who leads: the player with the most power; if several players have it, one of them by chance.
fn leader(law: &mut GroveLaw<'_>, cards: &[(Player, Name)]) -> Player {
    if !law.on(LEAD) {
        return 0;
    }
    let most = cards.iter().map(|(_, card)| law.cards.get(card).power).max();
    let best: Vec<Player> =
        cards.iter().filter(|(_, card)| Some(law.cards.get(card).power) == most).map(|(player, _)| *player).collect();
    if best.len() > 1 && law.on(TIE) {
        let names: Vec<String> = best.iter().map(|player| format!("player {player}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        return law.pick("leader", &names).map_or(0, |at| best[at]);
    }
    best.first().copied().unwrap_or(0)
}

/// Gives the first turn of the round to this player.
fn lead(law: &mut GroveLaw<'_>, state: &mut State, player: Player) {
    let turns = state.players.len() as u32;
    law.act(LEAD, state, Event::Led { player }, |state| {
        state.active = player;
        state.turns_left = turns;
    });
    law.cite(clauses::turns::ORDER);
}
