//! Chapter scores: the tiers of power and armor, and how they change.

pub mod tiers;

use rulebound_core::kernel::{ClauseKey, ObjectId};

use crate::clauses;
use crate::clauses::scores::*;
use crate::event::Event;
use crate::law::SkirmishLaw;
use crate::readings::{FaintedScores, LoweredArmor, RaiseLasts, TierDamage};
use crate::rules::combat::damage;
use crate::state::{State, Tier};
use crate::text::Score;

/// The tier to which a score moves by one step.
fn step(law: &mut SkirmishLaw<'_>, tier: Tier, up: bool) -> Tier {
    match (tiers::next(tier, up), up) {
        (Some(next), _) => next,
        (None, true) => law.choose(HIGHEST, tier, Tier::Tiny),
        (None, false) => law.choose(LOWEST, tier, Tier::Gargantuan),
    }
}

/// Raises or lowers a score by a number of tiers, or by as many as the rules say.
pub fn change(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    id: &ObjectId,
    score: Score,
    up: bool,
    by: Option<u32>,
    clause: ClauseKey,
) {
    let Some(character) = state.objects.get(id) else { return };
    let fainted = character.is.fainted && law.readings().fainted_scores == FaintedScores::Not;
    if fainted || !law.on(CHANGE) {
        return;
    }
    let count = by.unwrap_or(law.rules().raise_tiers);
    let mut tier = character.is.tier(score);
    // more steps than there are tiers change nothing further, unless tiers wrap around
    for _ in 0..count.min(100) {
        tier = step(law, tier, up);
    }
    let talent = clause == clauses::classes::MARKSMAN || clause == clauses::classes::VANGUARD;
    if law.readings().raise_lasts == RaiseLasts::Turn
        && !talent
        && let Some(character) = state.objects.get_mut(id)
    {
        let by = tier as i32 - character.is.tier(score) as i32;
        let changed = character.is.changed(score);
        *changed = changed.saturating_add(by);
    }
    set(law, state, id, score, tier, clause);
}

/// Takes back what was changed in this turn, where a reading says so.
pub fn go_back(law: &mut SkirmishLaw<'_>, state: &mut State) {
    if law.readings().raise_lasts == RaiseLasts::ForGood {
        return;
    }
    let ids: Vec<ObjectId> = state.objects.iter().map(|character| character.id.clone()).collect();
    for id in &ids {
        for score in [Score::Power, Score::Armor] {
            let Some(character) = state.objects.get_mut(id) else { continue };
            let by = std::mem::take(character.is.changed(score));
            if by != 0 {
                let tier = tiers::moved(character.is.tier(score), -i64::from(by));
                set(law, state, id, score, tier, CHANGE);
            }
        }
    }
}

/// Whether a score can be raised.
pub fn can_rise(tier: Tier) -> bool {
    tiers::next(tier, true).is_some()
}

/// Gives a score another tier.
pub fn set(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId, score: Score, tier: Tier, by: ClauseKey) {
    let Some(character) = state.objects.get(id) else { return };
    let before = character.is.tier(score);
    if before == tier {
        return;
    }
    let (old, new) = (tiers::worth(law, before).armor, tiers::worth(law, tier).armor);
    let moves = score == Score::Armor && law.readings().tier_damage == TierDamage::RemainingKept;
    let damage = moves.then(|| character.is.damage.saturating_add(new).saturating_sub(old));
    let event = Event::Score { character: id.clone(), score, tier, damage };
    law.act(by, state, event, |state| {
        let Some(character) = state.objects.get_mut(id) else { return };
        match score {
            Score::Power => character.is.power = tier,
            Score::Armor => character.is.armor = tier,
        }
        if let Some(damage) = damage {
            character.is.damage = damage;
        }
    });
    if score == Score::Armor && law.readings().lowered_armor == LoweredArmor::Faints {
        damage::look(law, state, id);
    }
}
