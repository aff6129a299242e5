//! Section of text: whom an effect can affect.

use rulebound_core::kernel::{ObjectId, Player};

use crate::action::Choice;
use crate::clauses::text::*;
use crate::frame::Doing;
use crate::law::SkirmishLaw;
use crate::readings::{
    AllOrder, FaintedScores, FamiliarRevived, HealFainted, OtherCharacters, SkillReach, TargetsAgain, UserPicked,
};
use crate::rules::classes::reach;
use crate::rules::combat::damage;
use crate::rules::effects;
use crate::rules::map::Character;
use crate::state::{self, State, Tile};
use crate::text::{Effect, Given, Group, Target, Who};

/// The targets of an effect, if it has any.
pub fn of(effect: &Effect) -> Option<&Target> {
    match effect {
        Effect::Give { to, .. }
        | Effect::Damage { to, .. }
        | Effect::Heal { to, .. }
        | Effect::Revive { to }
        | Effect::Defeat { to }
        | Effect::Restore { to, .. } => Some(to),
        Effect::Raise(change) | Effect::Lower(change) => Some(&change.to),
        Effect::Draw { .. }
        | Effect::Named { .. }
        | Effect::Summon { .. }
        | Effect::Place { .. }
        | Effect::Detonate {}
        | Effect::Switch { .. }
        | Effect::Gain { .. } => None,
    }
}

/// Whether an effect harms those whom it affects.
fn harms(law: &mut SkirmishLaw<'_>, effect: &Effect) -> bool {
    let harmful = |law: &mut SkirmishLaw<'_>, given: &Given| {
        let effect = effects::named(law, &given.effect);
        use state::Effect::{Glaciate, Ignite, Restrain, Silence};
        effect.is_some_and(|effect| matches!(effect, Ignite | Glaciate | Restrain | Silence))
    };
    match effect {
        Effect::Damage { .. } | Effect::Defeat { .. } | Effect::Lower(_) => true,
        Effect::Give { effects, .. } => effects.iter().any(|given| harmful(law, given)),
        _ => false,
    }
}

/// Whether a tile is near enough for the skill of a character.
pub fn is_near(law: &mut SkirmishLaw<'_>, state: &State, user: &Character, tile: Tile) -> bool {
    reach::cite(law, user);
    law.readings().skill_reach == SkillReach::AttacksOnly
        || tile == user.is.tile
        || reach::reaches(law, state, user, tile)
}

/// Whether an effect can affect a character that stands, or lies fainted, as this one does.
fn suits(law: &SkirmishLaw<'_>, character: &Character, effect: &Effect) -> bool {
    let fainted = character.is.fainted;
    match effect {
        Effect::Revive { .. } => {
            let barred = law.readings().familiar_revived == FamiliarRevived::MayNot;
            fainted && !(barred && law.cards.get(&character.id.name).is_familiar())
        }
        Effect::Heal { .. } => !fainted || law.readings().heal_fainted != HealFainted::Nothing,
        Effect::Raise(_) | Effect::Lower(_) => !fainted || law.readings().fainted_scores == FaintedScores::Changed,
        _ => !fainted,
    }
}

/// The characters that an effect can affect, in the order in which they were placed.
pub fn members(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    by: Player,
    user: &ObjectId,
    effect: &Effect,
) -> Vec<ObjectId> {
    let Some(target) = of(effect) else { return Vec::new() };
    law.cite(TARGETS);
    let Some(user) = state.objects.get(user) else { return Vec::new() };
    let mut found = Vec::new();
    for other in state.objects.iter() {
        let belongs = suits(law, other, effect)
            && target.of.iter().any(|group| belongs(law, by, user, other, group, target.count.is_some(), effect));
        // somebody else who stands on the same tile is no more within reach than on any other
        let beside = other.is.fainted || other.id == user.id || other.is.tile != user.is.tile;
        let near = is_near(law, state, user, other.is.tile);
        if belongs && near && (beside || law.readings().skill_reach == SkillReach::AttacksOnly) {
            found.push(other.id.clone());
        }
    }
    found
}

/// The characters that have been picked for the effect under way.
pub fn picked(doing: &Doing) -> impl Iterator<Item = &ObjectId> {
    doing.picked.iter().filter_map(|choice| match choice {
        Choice::Object(id) => Some(id),
        _ => None,
    })
}

/// Whether an activation affects those whom the first has affected, as a reading says.
pub fn are_those_of_before(law: &SkirmishLaw<'_>, doing: &Doing) -> bool {
    doing.done > 0 && law.readings().targets_again == TargetsAgain::Same
}

/// The characters that the effect under way affects.
pub fn affected(law: &mut SkirmishLaw<'_>, state: &State, doing: &Doing) -> Vec<ObjectId> {
    let Some(effect) = law.cards.get(&doing.card).text.effects.get(doing.effect) else { return Vec::new() };
    let Some(target) = of(effect) else { return Vec::new() };
    let picked: Vec<ObjectId> = picked(doing).cloned().collect();
    if are_those_of_before(law, doing) {
        let suit = |id: &ObjectId| state.objects.get(id).is_some_and(|character| suits(law, character, effect));
        return picked.into_iter().filter(suit).collect();
    }
    let members = members(law, state, doing.by, &doing.user, effect);
    if target.count.is_none() && law.readings().all_order == AllOrder::CameFirst && picked.is_empty() {
        return members;
    }
    picked.into_iter().filter(|id| members.contains(id)).collect()
}

/// Whether a character belongs to a group.
fn belongs(
    law: &mut SkirmishLaw<'_>,
    by: Player,
    user: &Character,
    other: &Character,
    group: &Group,
    picked: bool,
    effect: &Effect,
) -> bool {
    let itself = other.id == user.id;
    if group.other && itself {
        return false;
    }
    if let Some(class) = group.class
        && other.is.class != Some(class)
    {
        return false;
    }
    let own = other.controller == by;
    let suits = law.readings().other_characters == OtherCharacters::AsSuits;
    let side = match group.who {
        Who::Yourself => return itself,
        Who::Character if group.other && !picked && suits => own != harms(law, effect),
        Who::Character => true,
        Who::Ally => own || !law.on(TARGETS),
        Who::Opponent => !own || !law.on(TARGETS),
    };
    if picked && itself && law.readings().user_picked == UserPicked::MayNot {
        return false;
    }
    side && (!group.wounded || damage::is_wounded(law, &other.is))
}
