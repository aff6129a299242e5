//! Section of attack: damage, from attacks and from texts.

use crate::clauses;
use crate::event::Event;
use crate::frame::{Hit, Redirecting};
use crate::law::TransmuteLaw;
use crate::readings::{HealPlayer, NoDamage};
use crate::rules::text::scores;
use crate::rules::text::triggers;
use crate::state::{Lasting, State, Target};
use crate::text::{Effect, When};
use rulebound_core::kernel::{ClauseKey, Player};

/// Damage that a player or its card is about to do.
pub fn hit(law: &mut TransmuteLaw<'_>, state: &State, by: Player, target: Target, amount: i32) -> Hit {
    let mut amount = amount;
    if amount > 0 && law.on(clauses::text::MORE_DAMAGE) {
        for lasting in &state.lasting {
            if let Lasting::MoreDamage { player, by: more } = lasting
                && *player == by
            {
                amount = amount.saturating_add_unsigned(*more);
            }
        }
        for object in state.objects.iter() {
            let Some(card) = scores::face(law, object) else { continue };
            if scores::you(law, state, object) == by {
                let more = card.always().map(|effect| if let Effect::MoreDamage { by } = effect { *by } else { 0 });
                amount = more.fold(amount, i32::saturating_add_unsigned);
            }
        }
    }
    Hit { by, target, amount, asked: Vec::new() }
}

/// The result of dealing damage.
#[derive(Debug)]
pub enum Outcome {
    /// All of it has been done; this is the damage that came through.
    Done(u32),
    /// A card may redirect the first of the hits.
    Redirects(Redirecting),
}

/// Does the damage that is about to be done, the first hit first. `dealt` is what came through before, and `clause` says
/// that it is done.
pub fn deal(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    hits: &mut Vec<Hit>,
    mut dealt: u32,
    clause: ClauseKey,
) -> Outcome {
    while let Some(hit) = hits.first_mut() {
        if let Some(redirects) = redirects(law, state, hit) {
            triggers::note_use(law, state, &redirects.doing);
            return Outcome::Redirects(redirects);
        }
        let hit = hits.remove(0);
        dealt = dealt.saturating_add(strike(law, state, &hit, clause));
    }
    Outcome::Done(dealt)
}

/// The damage that a hit does after armor.
fn through(law: &mut TransmuteLaw<'_>, state: &State, hit: &Hit) -> u32 {
    let armor = scores::armor(state, &hit.target);
    let armor = if armor > 0 { law.choose(clauses::attack::ARMOR, armor, 0) } else { 0 };
    u32::try_from(hit.amount).unwrap_or(0).saturating_sub(armor)
}

fn triggers_anyway(law: &TransmuteLaw<'_>) -> bool {
    law.readings().no_damage == NoDamage::Triggers
}

/// The next card that may redirect a hit, if any.
fn redirects(law: &mut TransmuteLaw<'_>, state: &State, hit: &mut Hit) -> Option<Redirecting> {
    let Target::Object(target) = &hit.target else { return None };
    state.objects.get(target)?;
    if hit.amount <= 0 || (through(law, state, hit) == 0 && !triggers_anyway(law)) {
        return None;
    }
    for object in state.objects.iter() {
        if scores::this(object) != target || hit.asked.contains(&object.id) {
            continue;
        }
        for ability in triggers::abilities(law, object) {
            if *triggers::when(law, &ability) == When::AboutToBeDamaged && law.on(clauses::text::ABOUT_TO) {
                if triggers::is_used(law, object, &ability) {
                    law.cite(clauses::text::COMPLETELY);
                    continue;
                }
                hit.asked.push(object.id.clone());
                let doing = triggers::doing(scores::you(law, state, object), &object.id, ability);
                let step = law.cards.get(&doing.card).text.abilities[doing.ability].does.first();
                let may = step.is_some_and(|step| step.may) && law.on(clauses::text::MAY);
                return Some(Redirecting { doing, may, then: None });
            }
        }
    }
    None
}

/// Does the damage of one hit, and returns how much came through.
fn strike(law: &mut TransmuteLaw<'_>, state: &mut State, hit: &Hit, clause: ClauseKey) -> u32 {
    if hit.amount < 0 {
        heal(law, state, &hit.target, hit.amount.unsigned_abs(), clause);
        return 0;
    }
    let by = through(law, state, hit);
    let target = hit.target.clone();
    match &hit.target {
        Target::Player(player) => {
            law.cite(clauses::ending::OUT);
            if by > 0 && !state.players[*player].out {
                law.act(clause, state, Event::Damaged { target, by }, |state| {
                    let life = &mut state.players[*player].life;
                    *life = life.saturating_sub(by);
                });
                return by;
            }
            0
        }
        Target::Object(id) => {
            if state.objects.get(id).is_none_or(|object| object.is.scores.is_none()) {
                return 0;
            }
            if by > 0 {
                law.act(clause, state, Event::Damaged { target, by }, |state| {
                    if let Some(object) = state.objects.get_mut(id) {
                        object.is.damage = object.is.damage.saturating_add(by);
                    }
                });
            }
            law.cite(clauses::text::DAMAGED);
            if by > 0 || (hit.amount > 0 && triggers_anyway(law)) {
                triggers::damaged(law, state, id);
            }
            by
        }
    }
}

/// Heals a target, and returns by how much. A card has no more life than it began with.
pub fn heal(law: &mut TransmuteLaw<'_>, state: &mut State, target: &Target, amount: u32, clause: ClauseKey) -> u32 {
    let most = law.rules().life;
    let by = match target {
        Target::Player(player) if law.readings().heal_player == HealPlayer::ToTheStart => {
            let life = state.players[*player].life;
            law.choose(clauses::text::HEAL, most.saturating_sub(life), u32::MAX).min(amount)
        }
        // A player who is fully healed has at most the life of the start.
        Target::Player(player) if amount == u32::MAX => most.saturating_sub(state.players[*player].life),
        Target::Player(_) => amount,
        Target::Object(id) => state.objects.get(id).map_or(0, |object| object.is.damage).min(amount),
    };
    if matches!(target, Target::Player(player) if state.players[*player].life == 0) {
        law.cite(clauses::ending::OUT);
    }
    if by > 0 {
        law.act(clause, state, Event::Healed { target: target.clone(), by }, |state| match target {
            Target::Player(player) => {
                let life = &mut state.players[*player].life;
                *life = life.saturating_add(by);
            }
            Target::Object(id) => {
                if let Some(object) = state.objects.get_mut(id) {
                    object.is.damage -= by;
                }
            }
        });
    }
    by
}
