//! How a match ends.

use crate::action::Event;
use crate::law::ComboLaw;
use crate::state::{Stage, State};
use rulebound_core::kernel::ClauseKey;

/// Whether the match is over.
pub fn is_over(state: &State) -> bool {
    state.stage == Stage::Over
}

/// Ends the match, since a player has lost it.
pub fn lose(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, loser: usize, by: &'static str) {
    over(law, state, clause, 1 - loser as i32, by);
}

/// Ends the match with this winner.
pub fn over(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, winner: i32, by: &'static str) {
    law.act(clause, state, Event::Ended { winner, lost_by: by }, |state| {
        (state.winner, state.lost_by, state.stage) = (winner, by.to_owned(), Stage::Over);
    });
}
