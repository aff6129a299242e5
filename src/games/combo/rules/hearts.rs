//! Chapter hearts: Hearts, and the comparison that flips them.

pub mod ending;

use super::text::amounts;
use super::{assists, piles};
use crate::action::Event;
use crate::clauses;
use crate::clauses::hearts::*;
use crate::law::ComboLaw;
use crate::readings::{
    AfterTheEnd, AimedAttack, BeatenDefends, CrumblingShield, EndlessMatch, LastHeart, LeftOver, SeveralInTheWay,
    ShieldThreshold,
};
use crate::state::{NOBODY, Name, Seat, State, Zone};
use crate::text::Value;

/// Deals the Hearts of a player.
pub fn dealt(law: &mut ComboLaw<'_>, player: &mut Seat<Vec<Name>, u32>, number: u32) {
    let number = law.choose(HEALTH, number, 0);
    if law.on(FACE_UP) { player.hearts_up = number } else { player.hearts_down = number }
}

/// Ends the match at the turn limit.
pub fn limit(law: &mut ComboLaw<'_>, state: &mut State) {
    let [first, second] = [0, 1].map(|who| state.players[who].hearts_up);
    let more = law.readings().endless_match == EndlessMatch::MoreHearts && first != second;
    let winner = if more { i32::from(second > first) } else { NOBODY };
    ending::over(law, state, clauses::turns::NO_LIMIT, winner, "turn-limit");
}

/// Compares the attack of the foe with the defence of `who`, and applies the result.
pub fn compare(law: &mut ComboLaw<'_>, state: &mut State, who: usize) {
    let foe = 1 - who;
    let attack = law.choose(INCOMING, state.players[foe].attack, 0);
    let in_way = assists::in_way(law, state, who);
    let beaten = beaten(law, state, who, attack, &in_way);
    let defense = defense(law, state, who, &beaten).saturating_add(state.players[who].shields);
    law.act(GREATER, state, Event::Compared { player: who, attack, defense }, |_| {});
    let spent = !in_way.is_empty() && law.readings().left_over == LeftOver::Spent;
    let strictly = law.on(EQUAL);
    let greater = if strictly { attack > defense } else { attack >= defense && attack > 0 };
    let through = greater && !spent && law.on(GREATER);
    let mut won = false;
    if through {
        let up = state.players[who].hearts_up;
        let last = law.readings().last_heart;
        if up == 0 {
            won = true;
        } else {
            let limit = law.rules().flips_per_turn;
            let flipped = law.choose(ONE_A_TURN, up.min(limit), up);
            let turned = law.on(FLIP);
            law.act(FLIP, state, Event::Flipped { player: who, hearts: flipped }, |state| {
                state.players[who].hearts_up -= flipped;
                if turned {
                    state.players[who].hearts_down += flipped;
                }
            });
            won = flipped == up && last == LastHeart::LastFlip;
        }
    }
    if won && law.readings().after_the_end == AfterTheEnd::Nothing && law.on(WIN) {
        return ending::lose(law, state, WIN, who, "hearts");
    }
    // The numbers that were compared decide which cards are beaten.
    piles::leave(law, state, who, Zone::Hands, &beaten, |law, state, at| {
        if law.on(clauses::assists::BEATEN_DISCARDED) {
            let uncrumbling = law.readings().crumbling_shield == CrumblingShield::Discarded;
            piles::discard(law, state, clauses::assists::BEATEN_DISCARDED, at, uncrumbling);
        } else {
            piles::destroy(law, state, clauses::assists::BEATEN_DISCARDED, at);
        }
    });
    if law.on(clauses::assists::AIM_ENDS) {
        state.players[who].hands.iter_mut().for_each(|h| h.aimed = false);
    }
    if won && law.on(WIN) {
        ending::lose(law, state, WIN, who, "hearts");
    }
}

/// The DEFENSE that counts against an attack that beats these assists.
fn defense(law: &mut ComboLaw<'_>, state: &State, who: usize, beaten: &[usize]) -> u32 {
    let counts = law.readings().beaten_defends == BeatenDefends::Counts;
    if beaten.is_empty() || law.choose(clauses::assists::BEATEN_DEFENDS, counts, false) {
        return state.players[who].defense;
    }
    let mut without = state.clone();
    let mut place = 0;
    without.players[who].hands.retain(|_| {
        place += 1;
        !beaten.contains(&(place - 1))
    });
    amounts::value(law, &without, who, Value::Defense, false, false)
}

/// The indices of the assists that an attack beats.
fn beaten(law: &mut ComboLaw<'_>, state: &State, who: usize, attack: u32, in_way: &[usize]) -> Vec<usize> {
    if in_way.is_empty() || !law.on(clauses::assists::BEATEN) {
        return Vec::new();
    }
    let mut left = match law.readings().aimed_attack {
        AimedAttack::AllAttack => attack,
        AimedAttack::LineOnly => amounts::value(law, state, 1 - who, Value::Attack, false, true),
    };
    let own = match law.readings().shield_threshold {
        ShieldThreshold::ShieldAlone => 0,
        ShieldThreshold::WithDefense => state.players[who].defense,
    };
    let strictly = law.on(clauses::assists::BEATEN_EQUAL);
    let mut beaten = Vec::new();
    for index in in_way {
        let shield = state.players[who].hands[*index].shield;
        let own_shield = shield.saturating_add(own);
        if if strictly { left > own_shield } else { left >= own_shield } {
            beaten.push(*index);
        }
        if law.readings().several_in_the_way == SeveralInTheWay::OneAfterAnother {
            left = left.saturating_sub(shield);
        }
    }
    beaten
}
