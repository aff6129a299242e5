//! Protection: whether anything destroys a card.

use super::super::turns::round;
use crate::clauses::status::*;
use crate::law::ComboLaw;
use crate::state::{Name, State};
use crate::text::Lasting;

/// Whether a card that was played in the turn `since` cannot be destroyed now.
pub fn protected(law: &mut ComboLaw<'_>, state: &State, name: &Name, since: u32) -> bool {
    let lasting = law.cards.get(name).protection;
    let Some(lasting) = lasting else { return false };
    if !law.on(PROTECTION) {
        return false;
    }
    if lasting == Lasting::Ever && law.on(PROTECTION_EVER) {
        return true;
    }
    round::in_round(law, state.turn, since)
}

/// Whether a card's text protects it at any time.
pub fn has_protection(law: &ComboLaw<'_>, name: &Name) -> bool {
    law.cards.get(name).protection.is_some()
}
