//! Chapter effects: how they are applied, how long they last, and what each does.

use rulebound_core::kernel::{ClauseKey, ObjectId};

use crate::clauses::effects::*;
use crate::event::Event;
use crate::law::{EffectType, SkirmishLaw};
use crate::readings::{AppliedTurn, CostOrder, Dealer, GivenOtherwise, Grows, OppositeCosts, UnlistedEffects};
use crate::state::{Applied, Effect, Is, State};

/// The effect with this name, which may be an alternative name.
pub fn named(law: &mut SkirmishLaw<'_>, name: &str) -> Option<Effect> {
    if let Some(effect) = law.rules().types.keys().find(|effect| format!("{effect:?}") == name) {
        return Some(*effect);
    }
    let effect = law.rules().other_names.get(name).copied()?;
    (law.on(OTHER_NAMES) && law.readings().unlisted_effects != UnlistedEffects::Refused).then_some(effect)
}

/// The type of an effect.
pub fn type_of(law: &mut SkirmishLaw<'_>, effect: Effect) -> EffectType {
    let listed = law.rules().types.get(&effect).copied().unwrap_or(EffectType::Timed);
    law.choose(TYPES, listed, EffectType::Timed)
}

/// What is given without a number if the clause is switched off.
const SWITCHED_OFF: u32 = 3;

/// The number that a tile or a trap gives, if it is not that of a text without a number.
pub fn otherwise(law: &SkirmishLaw<'_>) -> Option<u32> {
    (law.readings().given_otherwise == GivenOtherwise::One).then_some(1)
}

/// Gives an effect to a character that stands, on behalf of the character `from`.
pub fn give(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    id: &ObjectId,
    effect: Effect,
    number: Option<u32>,
    from: Option<&ObjectId>,
    by: ClauseKey,
) {
    let Some(character) = state.objects.get(id).filter(|character| !character.is.fainted) else { return };
    let of_type = type_of(law, effect);
    let permanent = of_type == EffectType::Permanent;
    law.cite(GIVEN);
    let number = number.unwrap_or_else(|| {
        let given = if permanent { law.rules().given_stacks } else { law.rules().given_duration };
        law.choose(GIVEN, given, SWITCHED_OFF)
    });
    let stacking = law.readings().grows == Grows::AllStack;
    let (mut duration, mut stacks) = if permanent { (0, number) } else { (number, u32::from(stacking)) };
    if let Some(had) = character.is.has(effect)
        && law.on(AGAIN)
    {
        stacks = stacks.saturating_add(had.stacks);
        if !stacking || of_type == EffectType::Consumable {
            duration = duration.saturating_add(had.duration);
        }
    }
    let since = if law.readings().applied_turn == AppliedTurn::Spared { state.turn } else { 0 };
    let from = from.filter(|_| effect == Effect::Ignite && law.readings().dealer == Dealer::Causer).cloned();
    let event = Event::Given { character: id.clone(), effect, duration, stacks };
    law.act(by, state, event, |state| {
        let Some(character) = state.objects.get_mut(id) else { return };
        let now = Applied { effect, duration, stacks, since, from };
        match character.is.effects.iter_mut().find(|applied| applied.effect == effect) {
            Some(applied) => *applied = now,
            None => character.is.effects.push(now),
        }
    });
}

/// Reduces the duration of an effect by one, or its stacks; it ends when nothing is left.
pub fn reduce(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId, effect: Effect, by: ClauseKey) {
    let Some(applied) = state.objects.get(id).and_then(|character| character.is.has(effect)) else { return };
    let permanent = applied.duration == 0 && applied.stacks > 0;
    let left = (if permanent { applied.stacks } else { applied.duration }).saturating_sub(1);
    if left == 0 && law.on(TEMPORARY) {
        end(law, state, id, effect, by);
        return;
    }
    law.act(by, state, Event::Reduced { character: id.clone(), effect, left }, |state| {
        let found = state.objects.get_mut(id).into_iter().flat_map(|character| &mut character.is.effects);
        for applied in found.filter(|applied| applied.effect == effect) {
            if permanent {
                applied.stacks = left;
            } else {
                applied.duration = left;
            }
        }
    });
}

/// Ends an effect.
pub fn end(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId, effect: Effect, by: ClauseKey) {
    law.act(by, state, Event::Ended { character: id.clone(), effect }, |state| {
        if let Some(character) = state.objects.get_mut(id) {
            character.is.effects.retain(|applied| applied.effect != effect);
        }
    });
}

/// A Consumable effect has applied.
pub fn use_up(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId, effect: Effect) {
    let Some(character) = state.objects.get(id) else { return };
    if character.is.has(effect).is_some() && law.on(CONSUMABLE) {
        reduce(law, state, id, effect, CONSUMABLE);
    }
}

/// Whether a character that stands has an effect that is not switched off.
pub fn applies(law: &mut SkirmishLaw<'_>, is: &Is, effect: Effect) -> bool {
    let clause = match effect {
        Effect::Ignite => IGNITE,
        Effect::Glaciate => GLACIATE,
        Effect::Tailwind => TAILWIND,
        Effect::Restrain => RESTRAIN,
        Effect::Silence => SILENCE,
        Effect::Fortify => FORTIFY,
        Effect::Prowess => PROWESS,
    };
    let has = is.has(effect).is_some();
    if has && is.fainted {
        law.cite(TEMPORARY);
    }
    has && !is.fainted && law.on(clause)
}

/// What an action of a character costs.
pub fn cost(law: &mut SkirmishLaw<'_>, is: &Is, cost: u32) -> u32 {
    let change = |law: &mut SkirmishLaw<'_>, effect: Effect| {
        if !applies(law, is, effect) {
            return 0;
        }
        let stacks = is.has(effect).map_or(1, |applied| applied.stacks.max(1));
        law.rules().cost_change.saturating_mul(stacks)
    };
    let (more, less) = (change(law, Effect::Glaciate), change(law, Effect::Tailwind));
    let only_dearer = law.readings().opposite_costs == OppositeCosts::Dearer && more > 0;
    let dearer = cost.saturating_add(more);
    if less == 0 || only_dearer {
        return dearer;
    }
    let least = law.rules().least_cost.min(cost);
    if law.readings().cost_order == CostOrder::TailwindFirst {
        return cost.saturating_sub(less).max(least).saturating_add(more);
    }
    dearer.saturating_sub(less).max(least)
}
