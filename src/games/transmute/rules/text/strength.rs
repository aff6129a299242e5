//! Section of text: how much damage a Minion does when it attacks.

use super::scores;
use super::targets;
use super::triggers;
use crate::clauses::text::*;
use crate::law::TransmuteLaw;
use crate::readings::DealsHow;
use crate::state::State;
use crate::text::Effect;
use rulebound_core::kernel::ObjectId;

/// The damage that a Minion does when it attacks, before what increases all damage and before armor.
pub fn of(law: &mut TransmuteLaw<'_>, state: &State, id: &ObjectId) -> i32 {
    let Some(object) = state.objects.get(id) else { return 0 };
    let attack = object.is.scores.map_or(0, |now| now.attack);
    let dealt = deals(law, state, id);
    if dealt.is_none() && law.cards.get(&id.name).fraction {
        law.cite(FRACTION);
    }
    let amount = match dealt {
        Some(deals) if law.readings().deals_how == DealsHow::InPlace => deals,
        Some(deals) => attack.saturating_add(deals),
        None => attack,
    };
    amount.saturating_add_unsigned(object.is.next_attack)
}

/// The damage that a text gives.
fn deals(law: &mut TransmuteLaw<'_>, state: &State, id: &ObjectId) -> Option<i32> {
    for object in state.objects.iter().filter(|object| scores::this(object) == id) {
        for ability in triggers::abilities(law, object) {
            let tree = &law.cards.get(&ability.0).text.abilities[ability.1];
            for step in &tree.does {
                let Effect::Deals { amount } = &step.effect else { continue };
                if law.on(ATTACKS) && law.on(DEALS) {
                    let doing = triggers::doing(scores::you(law, state, object), &object.id, ability);
                    let amount = targets::amount(law, state, &doing, amount);
                    return Some(i32::try_from(amount).unwrap_or(i32::MAX));
                }
            }
        }
    }
    None
}
