//! Chapter motions: what entries demand, and which movements can be made.

use super::letters;
use super::terms::{Sorts, Terms};
use crate::action::Move;
use crate::clauses::motions::*;
use crate::demand::{Board, OFF};
use crate::law::MotionLaw;
use crate::readings::{
    AllHeld, AllNone, AllSphereChosen, AllTypes, ClassLetterRepeated, ClassSphereEntry, LoneCapitalAsX, MovesPerGem,
    MustBeIn, OffBoard, SelfMove, Unneeded, XAcrossEntries,
};
use crate::state::{Place, State};
use rulebound_core::kernel::Rejection;

/// Adds what this chapter says about a payment.
pub fn terms(law: &mut MotionLaw<'_>, sorts: Sorts, terms: &mut Terms) {
    let readings = law.readings();
    let mode = &mut terms.mode;
    let once = readings.moves_per_gem == MovesPerGem::Once;
    mode.repeatedly = !law.choose(ONCE, once, false);
    mode.self_move = !law.choose(AWAY, readings.self_move == SelfMove::Refused, false);
    if law.choose(OFF_BOARD, readings.off_board == OffBoard::Allowed, true) {
        mode.spheres |= OFF;
    }
    terms.needed = law.choose(NEEDED, readings.unneeded == Unneeded::Refused, false);
    if sorts.into > 0 {
        terms.into = law.on(IN);
    }
    if sorts.out > 0 {
        terms.out = law.on(OUT);
    }
    if sorts.hold > 0 {
        terms.hold = law.on(HOLD);
        mode.exactly = !law.choose(AT_LEAST, readings.must_be_in == MustBeIn::AtLeast, false);
    }
    if sorts.spread > 0 {
        mode.one_sphere = law.choose(ONE_SPHERE, readings.class_sphere_entry == ClassSphereEntry::OneSphere, false);
    }
    if sorts.all > 0 {
        terms.all = law.on(ALL_GONE);
        let every = readings.all_types == AllTypes::EveryMatching;
        mode.all_one_type = !law.choose(ALL_TYPES, every, !every);
        mode.all_needs_one = !law.choose(ALL_NONE, readings.all_none == AllNone::Payable, false);
        mode.all_spares_held = !law.choose(ALL_HELD, readings.all_held == AllHeld::ReachesHeld, false);
    }
    if sorts.all > 0 && sorts.spread > 0 {
        terms.with_gems = !law.choose(ALL_SPHERE, readings.all_sphere_chosen == AllSphereChosen::AnySphere, false);
    }
    if sorts.repeated > 0 {
        let mix = readings.class_letter_repeated == ClassLetterRepeated::AnyMix;
        terms.one_element = !law.choose(CLASS_REPEATED, mix, false);
    }
    if sorts.x > 0 {
        terms.x_least = x_least(law);
        terms.lone_least = terms.x_least;
        if sorts.lone > 0 {
            let own = readings.lone_capital_as_x == LoneCapitalAsX::OwnRule;
            if law.choose(LONE_NUMBER, own, false) {
                (terms.lone_own, terms.lone_least) = (true, 1);
            }
        }
        terms.declared = law.on(X_DECLARED);
        terms.largest = law.on(X_UNDECLARED);
        let one = readings.x_across_entries == XAcrossEntries::OneValue;
        terms.one_x = if sorts.x > 1 { law.choose(X_VALUE, one, false) } else { one };
    }
}

/// The least number for an X; without the clause, no number is too small.
pub fn x_least(law: &mut MotionLaw<'_>) -> u32 {
    law.choose(X_LEAST, law.rules().x_minimum, 0)
}

/// Checks that the movements can be made at all: gems are there, move once, move away, and stay on the board.
///
/// # Errors
/// If a clause refuses one of them.
pub fn movable(law: &mut MotionLaw<'_>, board: &Board, moves: &[Move], terms: &Terms) -> Result<(), Rejection> {
    let in_play = letters::in_play(law.rules());
    for one in moves {
        let there = |place: Place| place == Place::Off || in_play >> place as u8 & 1 == 1;
        let known = in_play >> one.gem as u8 & 1 == 1 && there(one.from) && there(one.to);
        law.forbid(GEM_THERE, !known, || format!("{} is not in play", in_words(one)))?;
        let off = one.from == Place::Off || one.to == Place::Off;
        let refused = law.readings().off_board == OffBoard::Refused;
        if off {
            law.forbid(OFF_BOARD, refused, || format!("{} leaves the spheres", in_words(one)))?;
        }
        let refused = law.readings().self_move == SelfMove::Refused;
        law.forbid(AWAY, refused && one.from == one.to, || format!("{} moves nowhere", in_words(one)))?;
    }
    // The first movement for which there is no gem that has not moved.
    let lacking = moves.iter().enumerate().find(|(index, one)| {
        let leaving = moves[..=*index].iter().filter(|m| m.gem == one.gem && m.from == one.from).count();
        leaving as u64 > u64::from(board.0[one.from as usize][one.gem as usize])
    });
    // Movements that no gems could make, even if each gem moved any number of times, are refused for lack of gems.
    if !in_some_order(board, moves) {
        let why = || match lacking {
            Some((_, one)) => {
                let left = if board.0[one.from as usize][one.gem as usize] > 0 { " left" } else { "" };
                format!("there is no {} gem{left} in the {} sphere", one.gem.name(), one.from.name())
            }
            None => "no order makes all the movements possible".to_owned(),
        };
        return Err(law.reject(GEM_THERE, why));
    }
    law.cite(GEM_THERE);
    if let Some((_, one)) = lacking {
        let once = !terms.mode.repeatedly;
        law.forbid(ONCE, once, || format!("{} would be a second movement of one gem", in_words(one)))?;
    }
    Ok(())
}

/// Whether there is an order in which a gem is there for every movement. Elements are independent of each other.
/// Within one element the movements form walks over spheres, so every movement must be reachable from a sphere with
/// gems to spare.
fn in_some_order(board: &Board, moves: &[Move]) -> bool {
    (0..crate::demand::ELEMENTS).all(|element| {
        let mut balance = [0i64; crate::demand::PLACES];
        let own: Vec<&Move> = moves.iter().filter(|m| m.gem as usize == element).collect();
        for one in &own {
            balance[one.from as usize] -= 1;
            balance[one.to as usize] += 1;
        }
        let start = |place: usize| i64::from(board.0[place][element]);
        if (0..balance.len()).any(|place| start(place) + balance[place] < 0) {
            return false;
        }
        // If no sphere is overdrawn, the movements reachable from gems can be made as closed or open walks.
        let mut reached: Vec<bool> = (0..balance.len()).map(|place| start(place) > 0).collect();
        for _ in 0..balance.len() {
            for one in &own {
                if reached[one.from as usize] {
                    reached[one.to as usize] = true;
                }
            }
        }
        own.iter().all(|one| reached[one.from as usize])
    })
}

fn in_words(one: &Move) -> String {
    format!("a {} gem from {} to {}", one.gem.name(), one.from.name(), one.to.name())
}

/// The board at the start of a fight: every gem in its own sphere.
pub fn start(law: &mut MotionLaw<'_>, state: &mut State) {
    law.cite(START);
    let each = law.rules().gems_of_each;
    for element in crate::demand::members(state.elements) {
        state.board.0[element][element] = each;
    }
}
