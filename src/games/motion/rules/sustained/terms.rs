//! The terms that the chapter sustained sets for a payment.

use super::super::terms::{Sorts, Terms};
use crate::clauses::sustained::*;
use crate::law::MotionLaw;
use crate::readings::{HeldGemLeaves, SustainedMovements};

/// Adds what this chapter says about a payment.
pub fn terms(law: &mut MotionLaw<'_>, sorts: Sorts, terms: &mut Terms) {
    if sorts.kept > 0 {
        terms.kept_apart = !law.on(EXCLUSIVE);
        let forbidden = law.readings().held_gem_leaves == HeldGemLeaves::Forbidden;
        terms.kept_may_end = !law.choose(HELD_GEM_LEAVES, forbidden, false);
    }
    if sorts.into > 0 && sorts.out > 0 && sorts.staying {
        let chained = law.readings().sustained_movements == SustainedMovements::Chained;
        let mode = &mut terms.mode;
        // If a movement may serve several letters of one side, it serves letters of several cards anyway.
        mode.stay_apart = !law.choose(CHAINED, chained, false) && !mode.share_in && !mode.share_out;
    }
}
