//! Chapter basics: how a match ends.

use crate::action::Event;
use crate::clauses::basics::*;
use crate::law::{{Game}}Law;
use crate::state::State;
use rulebound_core::kernel::Rejection;

/// Checks whether the match may be ended.
///
/// # Errors
/// If a clause forbids it: that clause.
pub fn may_end(law: &mut {{Game}}Law<'_>) -> Result<(), Rejection> {
    law.allow(END, true, || "nobody may end the match".to_owned())
}

/// Ends the match.
pub fn end(law: &mut {{Game}}Law<'_>, state: &mut State) {
    law.act(END, state, Event::Ended {}, |state| state.over = true);
}
