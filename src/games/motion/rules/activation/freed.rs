//! Whether a card that is played stays in play.

use super::super::notation::Ask;
use super::super::sustained;
use crate::clauses::activation::*;
use crate::law::MotionLaw;
use crate::prepared::Prepared;

/// Whether a card stays in play after it is resolved: it is sustained, or its gems are not freed.
pub fn stays(law: &mut MotionLaw<'_>, card: &Prepared) -> bool {
    if sustained::is_sustained(law, card) {
        return true;
    }
    card.holds() && !law.on(FREED)
}

/// The demands of a card that is played, marked by whether the card stays in play.
pub fn asks(law: &mut MotionLaw<'_>, card: &Prepared) -> Vec<Ask> {
    let stays = stays(law, card);
    card.asks().iter().map(|ask| Ask { stays, ..ask.clone() }).collect()
}
