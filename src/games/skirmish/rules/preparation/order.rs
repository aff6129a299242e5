//! Section of preparation: who goes first where both players act.

use rulebound_core::kernel::Player;

use crate::law::SkirmishLaw;
use crate::readings::BothOrder;
use crate::state::State;

/// The players in the order in which they do something that both of them do.
pub fn both(law: &SkirmishLaw<'_>, state: &State) -> [Player; 2] {
    let (starting, other) = (state.starting, 1 - state.starting);
    match law.readings().both_order {
        BothOrder::StartingFirst => [starting, other],
        BothOrder::OtherFirst => [other, starting],
    }
}
