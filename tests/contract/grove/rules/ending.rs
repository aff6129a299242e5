//! How a match ends.

use crate::grove::clauses::ending::*;
use rulebound_core::kernel::{ClauseKey, Player, Rejection};

use super::basics;
use crate::grove::GroveLaw;
use crate::grove::action::Event;
use crate::grove::state::{Over, PLAYERS, Reason, State};

/// The clause that ends a match for this reason.
pub fn clause(reason: Reason) -> ClauseKey {
    match reason {
        Reason::Hold => HOLD,
        Reason::GaveUp => GIVE_UP,
        Reason::Rounds => ROUNDS,
    }
}

/// Refuses actions after the end.
///
/// # Errors
/// If the match is over. The rejection names the clause that ended it.
pub fn forbid_after(law: &mut GroveLaw<'_>, state: &State) -> Result<(), Rejection> {
    match &state.over {
        Some(over) => Err(law.reject(clause(over.by), || "the match is over".to_owned())),
        None => Ok(()),
    }
}

/// Ends the match if an alliance has enough creatures in the grove.
pub fn hold(law: &mut GroveLaw<'_>, state: &mut State) {
    if !law.on(HOLD) {
        return;
    }
    for player in 0..PLAYERS {
        let alliance = basics::alliance(law, player);
        let held = state.grove().filter(|creature| alliance.contains(&creature.controller)).count();
        let hold = &law.rules().hold;
        if held >= if alliance.len() > 1 { hold.together } else { hold.alone } {
            over(law, state, alliance, Reason::Hold);
            return;
        }
    }
}

/// Ends the match if the last round is over.
pub fn rounds(law: &mut GroveLaw<'_>, state: &mut State) {
    if law.on(ROUNDS) && state.round >= law.rules().rounds {
        over(law, state, Vec::new(), Reason::Rounds);
    }
}

/// Checks whether a player may give up.
///
/// # Errors
/// If the clause is switched off.
pub fn permit_give_up(law: &mut GroveLaw<'_>) -> Result<(), Rejection> {
    law.allow(GIVE_UP, true, || "nobody gives up".to_owned())
}

/// Lets a player give up; all players who are not allies have won.
pub fn give_up(law: &mut GroveLaw<'_>, state: &mut State, by: Player) {
    let alliance = basics::alliance(law, by);
    let winners = (0..PLAYERS).filter(|player| !alliance.contains(player)).collect();
    over(law, state, winners, Reason::GaveUp);
}

fn over(law: &mut GroveLaw<'_>, state: &mut State, winners: Vec<Player>, by: Reason) {
    let over = Over { winners, by };
    law.act(clause(by), state, Event::Over(over.clone()), |state| state.over = Some(over));
}
