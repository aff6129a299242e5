//! Chapter chaining: what one movement or one gem may serve.

use super::super::MotionLaw;
use super::super::demand::Chain;
use super::super::readings::{EntriesOfOneCard, MovedThenHeld};
use super::Chapter;
use super::terms::{Sorts, Terms};

rulebound_core::clauses! { Chapter::Chaining;
    BOTH_ENDS = "both-ends",
    OPTIONAL = "optional",
    ONCE_IN = "once-in",
    ONCE_OUT = "once-out",
    ENTRIES_OF_ONE_CARD = "entries-of-one-card",
    HELD_ONCE = "held-once",
    MOVED_NOT_HELD = "moved-not-held",
}

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
