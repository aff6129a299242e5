//! Chapter terrains.

use super::piles;
use super::status::{self, protection};
use crate::action::Event;
use crate::clauses::terrains::*;
use crate::law::ComboLaw;
use crate::places::At;
use crate::readings::TerrainGap;
use crate::state::{Choice, Name, State, TerrainCard, Zone};
use rulebound_core::kernel::Rejection;

/// The number of terrains that must go to make room for a new one.
fn going(law: &mut ComboLaw<'_>, state: &State) -> usize {
    let most = law.rules().terrains;
    let going = (state.terrains.len() + 1).saturating_sub(most).min(state.terrains.len());
    if going == 0 {
        law.cite(ONE);
        return 0;
    }
    law.choose(ONE, going, 0)
}

/// Checks whether a terrain can be played.
///
/// # Errors
/// If a clause refuses it.
pub fn playable(law: &mut ComboLaw<'_>, state: &State) -> Result<(), Rejection> {
    let going = going(law, state);
    if going > 0 && !law.on(REPLACED) {
        return Err(law.reject(ONE, || "a terrain is active".to_owned()));
    }
    for terrain in &state.terrains[..going] {
        let protected = protection::protected(law, state, &terrain.card, terrain.since);
        law.forbid(WAITS, protected, || format!("{} cannot be destroyed", terrain.card))?;
    }
    Ok(())
}

/// Puts a terrain into play.
pub fn place(law: &mut ComboLaw<'_>, state: &mut State, card: &Name, choice: Choice) {
    let player = state.active;
    for _ in 0..going(law, state) {
        law.cite(NOT_AT_WILL);
        let at = At { who: state.terrains[0].owner, zone: Zone::Terrains, index: 0 };
        piles::destroy(law, state, REPLACED, at);
        let no_gap = law.readings().terrain_gap == TerrainGap::NoGap;
        if !law.choose(NO_GAP, no_gap, false) {
            status::stay_at_once(law, state);
        }
    }
    let since = state.turn;
    let stays = law.on(PLACE);
    let event = Event::Played { player, card: card.clone(), to: Zone::Terrains };
    law.act(PLACE, state, event, |state| {
        if stays {
            state.terrains.push(TerrainCard { card: card.clone(), owner: player, since, choice, unmet: Vec::new() });
        } else {
            state.players[player].trash.push(card.clone());
        }
    });
}
