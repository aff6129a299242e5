//! Whether cards come back to the hand.

use crate::clauses::activation::*;
use crate::law::MotionLaw;
use crate::readings::CardsAtHand;

/// Whether a resolved card comes back to the hand.
pub fn returns(law: &mut MotionLaw<'_>) -> bool {
    law.cite(AT_HAND);
    law.readings().cards_at_hand == CardsAtHand::Kept
}
