//! Gathers what every chapter says about a payment.

use super::sustained::terms as sustained;
use super::terms::{Sorts, Terms};
use super::{chaining, letters, motions};
use crate::law::MotionLaw;

/// The terms of a payment under the clauses and readings in force.
pub fn gather(law: &mut MotionLaw<'_>, sorts: Sorts) -> Terms {
    let mut terms = Terms::unsaid(letters::in_play(law.rules()));
    motions::terms(law, sorts, &mut terms);
    chaining::terms(law, sorts, &mut terms);
    sustained::terms(law, sorts, &mut terms);
    terms.mode.idle = !terms.needed;
    terms
}
