//! Chapter turns: what is done in a turn, and in which order.

pub mod play;
pub mod round;
mod targets;
pub mod using;

use super::hearts::ending;
use super::{assists, hearts, line, piles, status};
use crate::action::Event;
use crate::clauses;
use crate::clauses::turns::*;
use crate::frame::{Draw, Draws, Frame};
use crate::law::ComboLaw;
use crate::readings::{Compared, DoneAgain, EndlessMatch, StayLookedAt};
use crate::state::{Equip, Stage, State, Zone};
use rulebound_core::kernel::ClauseKey;

/// Makes the draw of the turn.
pub fn draw(law: &mut ComboLaw<'_>, state: &mut State) {
    let (turn, active) = (state.turn, state.active);
    // If nothing forbids a second draw in one turn, only the draw itself is repeated.
    let again = state.stage != Stage::Draw;
    if again {
        draw_cards(law, state);
    } else if law.readings().compared == Compared::AtNextDraw && turn > 1 {
        // While the numbers of the turn that has ended are compared, that turn is current once more.
        (state.turn, state.active, state.stage) = (turn - 1, 1 - active, Stage::Play);
        line::recount(law, state);
        compare(law, state, 1 - active);
        let over = ending::is_over(state);
        if !over && law.readings().stay_looked_at == StayLookedAt::AtTurnEnd {
            status::stay(law, state);
        }
        (state.turn, state.active) = (turn, active);
        if !over {
            draw_now(law, state);
        }
    } else {
        draw_now(law, state);
    }
}

/// Draws the cards of the turn, once everything that comes before the draw is done.
fn draw_now(law: &mut ComboLaw<'_>, state: &mut State) {
    state.stage = Stage::Play;
    if law.on(DISCARD_BEFORE_DRAW) {
        combo_discarded(law, state);
        status::stay_at_once(law, state);
        draw_cards(law, state);
    } else {
        draw_cards(law, state);
        law.then(Frame::DiscardCombo);
    }
    let me = state.active;
    for place in 0..state.players[me].hands.len() {
        if state.players[me].hands[place].is_assist() {
            play::again(law, state, me, place, DoneAgain::EveryTurn);
        }
    }
}

fn draw_cards(law: &mut ComboLaw<'_>, state: &mut State) {
    let rules = law.rules();
    let who = state.active;
    let (why, count) = if state.turn == 1 {
        (Draws::First, rules.first_draw)
    } else if state.turn < rules.standard_from {
        (Draws::Second, rules.second_draw)
    } else {
        let pool = state.players[who].pool.len();
        let missing = rules.standard_draw.saturating_sub(pool);
        (Draws::Standard, law.choose(STANDARD_DRAW, missing, rules.standard_draw))
    };
    if law.on(piles::draws(why)) {
        piles::draw_or_ask(law, state, Draw { who, why, count });
    }
}

/// Discards the last combo; assists, traps and terrains last.
pub fn combo_discarded(law: &mut ComboLaw<'_>, state: &mut State) {
    let me = state.active;
    if law.on(COMBO_DISCARDED) {
        let line: Vec<usize> = (0..state.players[me].line.len()).collect();
        discarded(law, state, COMBO_DISCARDED, Zone::Line, &line);
    }
    for (clause, is) in [(clauses::assists::LASTING, Equip::Assist), (clauses::traps::LASTING, Equip::Trap)] {
        if !law.on(clause) {
            let hands = &state.players[me].hands;
            let places: Vec<usize> = (0..hands.len()).filter(|i| hands[*i].is == is).collect();
            discarded(law, state, clause, Zone::Hands, &places);
        }
    }
    if !law.on(clauses::terrains::LASTING) {
        let own: Vec<usize> = (0..state.terrains.len()).filter(|i| state.terrains[*i].owner == me).collect();
        discarded(law, state, clauses::terrains::LASTING, Zone::Terrains, &own);
    }
}

/// Discards the cards of the active player at these indices.
fn discarded(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, zone: Zone, places: &[usize]) {
    let me = state.active;
    piles::leave(law, state, me, zone, places, |law, state, at| piles::discard(law, state, clause, at, false));
}

/// Compares attack and defence. If the rule that only the player of the turn defends is switched off, also compares the
/// other way round.
fn compare(law: &mut ComboLaw<'_>, state: &mut State, defender: usize) {
    hearts::compare(law, state, defender);
    if !ending::is_over(state) && !law.on(clauses::hearts::DEFENDER) {
        hearts::compare(law, state, 1 - defender);
    }
}

/// Ends the turn.
pub fn end(law: &mut ComboLaw<'_>, state: &mut State) {
    let me = state.active;
    let goes_on = law.readings().endless_match == EndlessMatch::GoesOn;
    let last = !law.choose(NO_LIMIT, goes_on, false) && state.turn >= law.rules().turn_limit;
    assists::lapse(law, state);
    // Otherwise the comparison is made at the next draw.
    if last || law.readings().compared == Compared::AtTurnEnd {
        compare(law, state, me);
        if ending::is_over(state) {
            return;
        }
        if law.readings().stay_looked_at == StayLookedAt::AtTurnEnd {
            status::stay(law, state);
        }
    }
    if !law.on(POOL_KEPT) {
        let pool: Vec<usize> = (0..state.players[me].pool.len()).collect();
        discarded(law, state, POOL_KEPT, Zone::Pool, &pool);
    }
    if last {
        return hearts::limit(law, state);
    }
    let active = law.choose(PASS, 1 - me, me);
    let turn = state.turn + 1;
    law.act(PASS, state, Event::Passed { turn, active }, |state| {
        (state.turn, state.active, state.stage) = (turn, active, Stage::Draw);
        state.played_in_turn = 0;
    });
}
