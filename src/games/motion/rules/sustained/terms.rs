//! What the chapter sustained says about a payment.

use super::super::terms::{Sorts, Terms};
use crate::clauses::sustained::*;
use crate::law::MotionLaw;
use crate::readings::HeldGemLeaves;

/// What this chapter says about a payment.
pub fn terms(law: &mut MotionLaw<'_>, sorts: Sorts, terms: &mut Terms) {
    if sorts.kept > 0 {
        terms.kept_apart = !law.on(EXCLUSIVE);
        let forbidden = law.readings().held_gem_leaves == HeldGemLeaves::Forbidden;
        terms.kept_may_end = !law.choose(HELD_GEM_LEAVES, forbidden, false);
    }
}
