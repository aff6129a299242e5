//! Chapter chaining: what one movement or one gem may serve.

use super::terms::{Sorts, Terms};
use crate::clauses::chaining::*;
use crate::demand::Chain;
use crate::law::MotionLaw;
use crate::readings::{AllCounted, EntriesOfOneCard, MovedThenHeld};

/// What this chapter says of a payment.
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
    }
}
