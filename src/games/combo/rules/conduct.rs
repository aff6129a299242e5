//! Chapter conduct: who may look at what.

use serde_json::{Value as Json, json};

use super::super::action::{Event, Look, PileName};
use super::super::readings::{FoePiles, TrapsHidden};
use super::super::state::{Equip, Name, State, Told};
use super::super::{Combo, ComboLaw};
use super::{Chapter, line, piles, traps};
use crate::kernel::{Book, Rejection, Trace};

crate::clauses! { Chapter::Conduct;
    COUNT_OWN = "count-own",
    READ_OWN = "read-own",
    OWN_SOURCE = "own-source",
    FOE_POOL = "foe-pool",
    FOE_PILES = "foe-piles",
    FOE_ASSISTS = "foe-assists",
    COUNT_FOE = "count-foe",
    HONEST = "honest",
    FAIR = "fair",
}

/// The cards of a pile in its order.
fn names(state: &State, player: usize, pile: PileName) -> Vec<Name> {
    let player = &state.players[player];
    match pile {
        PileName::Source => player.source.clone(),
        PileName::Pool => player.pool.clone(),
        PileName::Trash => player.trash.clone(),
        PileName::Limbo => player.limbo.clone(),
        PileName::Line => player.line.iter().map(|c| c.card.clone()).collect(),
        PileName::Hands => player.hands.iter().map(|h| h.card.clone()).collect(),
    }
}

/// Counts a pile.
///
/// # Errors
/// The clause that refuses it.
pub fn count<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, state: &mut State, look: Look) -> Result<(), Rejection> {
    let own = look.by == look.player;
    law.choose(HONEST, (), ());
    let clause = if own { COUNT_OWN } else { COUNT_FOE };
    law.allow(clause, true, || "this pile is not counted".to_owned())?;
    let count = names(state, look.player, look.pile).len();
    tell(law, state, clause, Told { by: look.by, player: look.player, pile: look.pile, count, cards: Vec::new() });
    Ok(())
}

/// Reads a pile.
///
/// # Errors
/// The clause that refuses it.
pub fn read<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, state: &mut State, look: Look) -> Result<(), Rejection> {
    law.choose(HONEST, (), ());
    let why = || format!("this {:?} is not read", look.pile).to_lowercase();
    let own = look.by == look.player;
    let mut cards = names(state, look.player, look.pile);
    let count = cards.len();
    let mut clause = READ_OWN;
    match (own, look.pile) {
        (true, PileName::Source) => law.forbid(OWN_SOURCE, true, why)?,
        (true, _) => law.allow(READ_OWN, true, why)?,
        (false, PileName::Source) => law.forbid(piles::FACE_DOWN, true, why)?,
        (false, PileName::Pool) => law.forbid(FOE_POOL, true, why)?,
        (false, PileName::Trash | PileName::Limbo) => {
            let closed = law.readings().foe_piles == FoePiles::Closed;
            law.forbid(FOE_PILES, closed, why)?;
        }
        (false, PileName::Line) => {
            clause = line::FACE_UP;
            law.allow(line::FACE_UP, true, why)?;
        }
        (false, PileName::Hands) => {
            clause = FOE_ASSISTS;
            law.allow(FOE_ASSISTS, true, why)?;
            let hidden = law.readings().traps_hidden == TrapsHidden::FaceDown;
            if law.choose(traps::HIDDEN, hidden, false) {
                for (name, hand) in cards.iter_mut().zip(&state.players[look.player].hands) {
                    if hand.is == Equip::Trap {
                        *name = "?".into();
                    }
                }
            }
        }
    }
    tell(law, state, clause, Told { by: look.by, player: look.player, pile: look.pile, count, cards });
    Ok(())
}

fn tell<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, state: &mut State, clause: crate::kernel::ClauseKey, told: Told) {
    law.act(clause, state, Event::Told(told.clone()), |state| state.told = Some(told));
}

/// What a player may see.
pub fn view(book: &Book<Combo>, state: &State, player: usize) -> Json {
    let mut seen = serde_json::to_value(state).unwrap_or(Json::Null);
    // What the other player was told stays theirs.
    if state.told.as_ref().is_some_and(|told| told.by != player) {
        seen["told"] = Json::Null;
    }
    for (index, side) in state.players.iter().enumerate() {
        let own = index == player;
        let shown = &mut seen["players"][index];
        shown["source"] = json!({"cards": side.source.len()});
        if own {
            continue;
        }
        shown["pool"] = json!({"cards": side.pool.len()});
        if book.readings.foe_piles == FoePiles::Closed {
            shown["trash"] = json!({"cards": side.trash.len()});
            shown["limbo"] = json!({"cards": side.limbo.len()});
        }
        if book.readings.traps_hidden == TrapsHidden::FaceDown {
            for (at, hand) in side.hands.iter().enumerate().filter(|(_, h)| h.is == Equip::Trap) {
                shown["hands"][at] = json!({"card": "?", "is": "trap", "hands": hand.hands, "since": hand.since});
            }
        }
    }
    seen
}
