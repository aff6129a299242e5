//! Section of combat: damage instances, and fainting by them.

use rulebound_core::kernel::{ClauseKey, ObjectId};

use crate::clauses;
use crate::clauses::combat::*;
use crate::event::Event;
use crate::law::SkirmishLaw;
use crate::readings::{
    BelowThird, BothBounds, BoundConsumed, BountyLeader, Dealer, Defeated, FaintedEffects, FaintedWounded,
    IgniteBounds, Instances, LeaderPasses, Minimized, Surpasses, Third, ThirdOf,
};
use crate::rules::effects;
use crate::rules::map::Character;
use crate::rules::scores::tiers;
use crate::state::{Effect, Is, State, Tier};

/// What does damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<'s> {
    /// A character that attacks or counter-attacks.
    Attack(&'s ObjectId),
    /// A character that uses a skill.
    Skill(&'s ObjectId),
    /// Ignite, given by a character.
    Ignite(Option<&'s ObjectId>),
    /// A trap, placed by a character.
    Trap(Option<&'s ObjectId>),
}

/// A damage instance that has been worked out, but not done.
#[derive(Clone, Debug)]
pub struct Hit {
    target: ObjectId,
    amount: u32,
    /// The effects that it uses up.
    uses: Vec<(ObjectId, Effect)>,
}

/// Works out a damage instance.
pub fn instance(law: &mut SkirmishLaw<'_>, state: &State, source: Source<'_>, target: &ObjectId, base: u32) -> Hit {
    let is_of = |id: &ObjectId| state.objects.get(id).map(|character| &character.is);
    let dealer = match source {
        Source::Attack(id) | Source::Skill(id) => Some(id),
        Source::Ignite(from) | Source::Trap(from) => from.filter(|_| law.readings().dealer == Dealer::Causer),
    };
    let attack = matches!(source, Source::Attack(_));
    let free = matches!(source, Source::Ignite(_)) && law.readings().ignite_bounds == IgniteBounds::Not;
    // damage that is not an instance has no bounds, and neither Fortify nor Prowess applies to it
    let counts = !free && (attack || law.readings().instances != Instances::AttacksOnly);
    let plain = if counts { within(law, base) } else { base };
    let prowess = dealer.and_then(is_of).is_some_and(|is| effects::applies(law, is, Effect::Prowess)) && counts;
    let fortify = is_of(target).is_some_and(|is| effects::applies(law, is, Effect::Fortify)) && counts;
    if prowess || base >= tiers::greatest_power(law) {
        law.cite(MOST_DAMAGE);
    }
    if prowess || fortify {
        law.cite(clauses::effects::CONSUMABLE);
    }
    let (least, most) = match law.readings().minimized {
        _ if !prowess && !fortify => (plain, plain),
        Minimized::Bounds => (law.choose(LEAST_DAMAGE, law.rules().least_damage, 0), tiers::greatest_power(law)),
        Minimized::Tiers => (tiers::worth(law, Tier::Tiny).power.min(plain), tiers::greatest_power(law).max(plain)),
    };
    let amount = match (prowess, fortify) {
        (false, false) => plain,
        (true, false) => most,
        (false, true) => least,
        (true, true) => match law.readings().both_bounds {
            BothBounds::Least => least,
            BothBounds::Greatest => most,
            BothBounds::Neither => plain,
        },
    };
    let always = law.readings().bound_consumed == BoundConsumed::UsedUp;
    let changes = |bound: u32| always || (amount == bound && amount != plain);
    let mut uses = Vec::new();
    uses.extend(dealer.filter(|_| prowess && changes(most)).map(|id| (id.clone(), Effect::Prowess)));
    uses.extend((fortify && changes(least)).then(|| (target.clone(), Effect::Fortify)));
    Hit { target: target.clone(), amount, uses }
}

/// An amount within the bounds of an instance.
pub fn within(law: &mut SkirmishLaw<'_>, amount: u32) -> u32 {
    let (least, most) = (law.rules().least_damage, tiers::greatest_power(law));
    if amount <= least && law.on(LEAST_DAMAGE) {
        return least;
    }
    if amount >= most && law.on(MOST_DAMAGE) { most } else { amount }
}

/// Works out a healing that counts as an instance, and uses up the effects that apply to it.
pub fn healing(law: &mut SkirmishLaw<'_>, state: &mut State, from: &ObjectId, target: &ObjectId, base: u32) -> u32 {
    let hit = instance(law, state, Source::Skill(from), target, base);
    for (id, effect) in &hit.uses {
        effects::use_up(law, state, id, *effect);
    }
    hit.amount
}

/// Does the damage of an instance, without checking whether the character faints.
pub fn apply(law: &mut SkirmishLaw<'_>, state: &mut State, hit: &Hit, by: ClauseKey) {
    let event = Event::Damaged { character: hit.target.clone(), by: hit.amount };
    law.act(by, state, event, |state| {
        if let Some(character) = state.objects.get_mut(&hit.target) {
            character.is.damage = character.is.damage.saturating_add(hit.amount);
        }
    });
    for (id, effect) in &hit.uses {
        effects::use_up(law, state, id, *effect);
    }
}

/// Works out an instance, does its damage, and has the character faint if it has to.
pub fn deal(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    source: Source<'_>,
    target: &ObjectId,
    base: u32,
    by: ClauseKey,
) {
    let hit = instance(law, state, source, target, base);
    apply(law, state, &hit, by);
    look(law, state, target);
}

/// Works out several instances that one source deals, and only then does their damage and has characters faint.
pub fn deal_together(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    source: Source<'_>,
    targets: &[&ObjectId],
    base: u32,
    by: ClauseKey,
) {
    let mut used: Vec<(ObjectId, Effect)> = Vec::new();
    let mut hits: Vec<Hit> = targets.iter().map(|target| instance(law, state, source, target, base)).collect();
    for hit in &mut hits {
        hit.uses.retain(|one| !used.contains(one));
        used.extend(hit.uses.iter().cloned());
    }
    for hit in &hits {
        apply(law, state, hit, by);
    }
    for hit in &hits {
        look(law, state, &hit.target);
    }
}

/// A text defeats a character.
pub fn defeat(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId, by: ClauseKey) {
    let Some(is) = state.objects.get(id).map(|character| character.is.clone()) else { return };
    if law.readings().defeated == Defeated::Surpassed && !surpassed(law, &is, is.damage) {
        let armor = tiers::armor(law, &is);
        let needed = if surpassed(law, &is, armor) { armor } else { armor.saturating_add(1) };
        let hit = Hit { target: id.clone(), amount: needed - is.damage, uses: Vec::new() };
        apply(law, state, &hit, by);
    }
    faint(law, state, id, by);
}

/// Whether the damage of a character makes it faint.
pub fn surpassed(law: &mut SkirmishLaw<'_>, is: &Is, damage: u32) -> bool {
    let armor = tiers::armor(law, is);
    match law.readings().surpasses {
        Surpasses::More => damage > armor,
        Surpasses::Reached => damage >= armor,
    }
}

/// Whether a hit would make its target faint.
pub fn fells(law: &mut SkirmishLaw<'_>, state: &State, hit: &Hit) -> bool {
    let Some(target) = state.objects.get(&hit.target) else { return false };
    surpassed(law, &target.is, target.is.damage.saturating_add(hit.amount)) && law.on(FAINT)
}

/// Has a character faint if its damage surpasses its armor.
pub fn look(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId) {
    let Some(character) = state.objects.get(id) else { return };
    let (is, damage) = (character.is.clone(), character.is.damage);
    law.cite(clauses::scores::SIX_HITS);
    law.cite(clauses::scores::THREE_HITS);
    if !is.fainted && surpassed(law, &is, damage) && law.on(FAINT) {
        faint(law, state, id, FAINT);
    }
}

/// Has a character faint.
pub fn faint(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId, by: ClauseKey) {
    let lost = law.readings().fainted_effects == FaintedEffects::Lost;
    let led = (0..state.players.len()).find(|player| state.players[*player].leader.as_ref() == Some(id));
    let passes = law.readings().leader_passes;
    let fell = led.filter(|_| law.readings().bounty_leader == BountyLeader::Ever || passes != LeaderPasses::Stays);
    law.act(by, state, Event::Fainted { character: id.clone() }, |state| {
        if let Some(character) = state.objects.get_mut(id) {
            character.is.fainted = true;
        }
        if let Some(player) = fell {
            state.players[player].leader_fell = true;
        }
    });
    let has = state.objects.get(id).is_some_and(|character| !character.is.effects.is_empty());
    if has {
        law.cite(clauses::effects::TEMPORARY);
    }
    if has && lost {
        let of: Vec<Effect> =
            state.objects.get(id).into_iter().flat_map(|c| c.is.effects.iter().map(|one| one.effect)).collect();
        for effect in of {
            effects::end(law, state, id, effect, FAINT);
        }
    }
    let Some(player) = led else { return };
    law.cite(clauses::preparation::LEADER);
    if passes != LeaderPasses::Stays {
        let any = passes == LeaderPasses::PassesToAny;
        let leads = |one: &&Character| {
            one.controller == player && !one.is.fainted && (any || !law.cards.get(&one.id.name).is_familiar())
        };
        let next = state.objects.iter().find(leads).map(|character| character.id.clone());
        if let Some(next) = next {
            let event = Event::Leader { player, character: next.clone() };
            law.act(clauses::preparation::LEADER, state, event, |state| state.players[player].leader = Some(next));
        }
    }
}

/// Whether a character is critically wounded.
pub fn is_wounded(law: &mut SkirmishLaw<'_>, is: &Is) -> bool {
    if is.fainted {
        let wounded = law.readings().fainted_wounded == FaintedWounded::Wounded;
        return law.choose(WOUNDED, wounded, false);
    }
    let total = match law.readings().third_of {
        ThirdOf::Current => tiers::armor(law, is),
        ThirdOf::Printed => {
            let row = is.class.and_then(|class| law.rules().classes.get(&class));
            tiers::worth(law, row.map_or(Tier::Tiny, |row| row.armor)).armor
        }
    };
    let left = tiers::armor(law, is).saturating_sub(is.damage);
    let parts = law.rules().wounded_part.max(1);
    let (left, third) = match law.readings().third {
        Third::Exact => (u64::from(left) * u64::from(parts), u64::from(total)),
        Third::RoundedUp => (u64::from(left), u64::from(total.div_ceil(parts))),
    };
    let wounded = match law.readings().below_third {
        BelowThird::AtOrBelow => left <= third,
        BelowThird::Below => left < third,
    };
    law.choose(WOUNDED, wounded, false)
}
