//! Chapter chaining: what one movement or one gem may serve.

use super::notation::Ask;
use super::terms::{Sorts, Terms};
use crate::clauses::chaining::*;
use crate::demand::{Chain, EntryKind};
use crate::law::MotionLaw;
use crate::readings::{AllCounted, EntriesOfOneCard, HeldThenMoved, Independently, MovedThenHeld, TwiceInOneCard};
use rulebound_core::kernel::Rejection;

/// Whether cards that demand the same movement may be paid together.
///
/// # Errors
/// If a clause refuses it.
pub fn together(law: &mut MotionLaw<'_>, cards: &[&[Ask]]) -> Result<(), Rejection> {
    let same = |one: &Ask, other: &Ask| {
        one.kind == other.kind
            && one.kind != EntryKind::Hold
            && one.spheres == other.spheres
            && one.wants.iter().any(|(elements, _)| other.wants.iter().any(|(others, _)| elements == others))
    };
    let pairs = cards.iter().enumerate().flat_map(|(at, one)| cards[at + 1..].iter().map(move |other| (one, other)));
    let mut all = pairs.flat_map(|(one, other)| one.iter().flat_map(move |a| other.iter().map(move |b| (a, b))));
    if !all.any(|(one, other)| same(one, other)) {
        return Ok(());
    }
    let together = law.readings().independently == Independently::TwoMovements;
    if law.choose(TWO_MOVEMENTS, together, false) {
        return Ok(());
    }
    Err(law.reject(TWO_MOVEMENTS, || "two of these cards demand the same movement".to_owned()))
}

/// Adds what this chapter says about a payment.
pub fn terms(law: &mut MotionLaw<'_>, sorts: Sorts, terms: &mut Terms) {
    let mode = &mut terms.mode;
    if sorts.into > 0 && sorts.out > 0 {
        let of_one_card = law.readings().entries_of_one_card == EntriesOfOneCard::AnyEntry;
        let chain = match law.choose(ENTRIES_OF_ONE_CARD, of_one_card, false) {
            true => Chain::Any,
            false => Chain::DifferentCards,
        };
        mode.chain = law.choose(BOTH_ENDS, chain, Chain::Never);
    }
    if sorts.into > 1 {
        mode.share_in = !law.on(ONCE_IN);
    }
    if sorts.out > 1 {
        mode.share_out = !law.on(ONCE_OUT);
    }
    if sorts.twice {
        let never = law.readings().twice_in_one_card == TwiceInOneCard::Never;
        mode.share_own = !law.choose(TWICE_IN_ONE_CARD, never, false);
    }
    if sorts.all > 0 && (sorts.into > 1 || sorts.out > 1) {
        let alone = law.readings().all_counted == AllCounted::Alone;
        mode.all_alone = law.choose(ALL_ONCE, alone, false);
    }
    if sorts.hold > 1 {
        mode.share_held = !law.on(HELD_ONCE);
    }
    if sorts.hold > 0 {
        let may = match law.readings().moved_then_held {
            MovedThenHeld::Never => false,
            MovedThenHeld::Allowed => true,
            MovedThenHeld::WhenAlone => sorts.alone,
        };
        mode.moved_may_hold = law.choose(MOVED_NOT_HELD, may, true);
        let may = law.readings().held_then_moved == HeldThenMoved::Allowed;
        mode.held_may_move = law.choose(HELD_NOT_MOVED, may, true);
    }
}
