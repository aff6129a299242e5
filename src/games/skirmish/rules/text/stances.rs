//! Section of text: stances.

use std::cmp::Ordering;

use rulebound_core::kernel::{ObjectId, Player};

use crate::clauses;
use crate::clauses::text::*;
use crate::event::Event;
use crate::law::{ClassRow, SkirmishLaw};
use crate::readings::{StanceBounds, StanceLasts, StanceReach, StanceScores, StanceTalent};
use crate::rules::scores::tiers;
use crate::rules::{classes, scores};
use crate::state::{State, Tier};
use crate::text::{Class, Score};

/// The character that uses a skill takes a stance.
pub fn switch(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player, id: &ObjectId, stance: Class) {
    // a familiar, which has no class to go back to, keeps the stance
    if law.readings().stance_lasts == StanceLasts::Turn
        && !law.cards.get(&id.name).is_familiar()
        && let Some(user) = state.objects.get_mut(id)
    {
        user.is.former = user.is.former.or(user.is.class);
    }
    take(law, state, id, stance);
    law.cite(clauses::classes::TALENTS);
    let led = state.players[player].leader.as_ref() == Some(id);
    if led && law.readings().stance_talent == StanceTalent::Activates && law.on(clauses::classes::TALENTS) {
        classes::talent(law, state, player, stance);
    }
}

/// Stances end that last for a turn.
pub fn end(law: &mut SkirmishLaw<'_>, state: &mut State) {
    let taken = state.objects.iter().filter_map(|one| one.is.former.map(|former| (one.id.clone(), former)));
    let taken: Vec<(ObjectId, Class)> = taken.collect();
    for (id, former) in taken {
        if let Some(character) = state.objects.get_mut(&id) {
            character.is.former = None;
        }
        take(law, state, &id, former);
    }
}

/// A character has another class.
fn take(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId, class: Class) {
    let Some(is) = state.objects.get(id).map(|character| character.is.clone()) else { return };
    let new = classes::row(law, class);
    let reach = law.readings().stance_reach == StanceReach::Changes;
    law.act(SWITCH, state, Event::Stance { character: id.clone(), class }, |state| {
        if let Some(character) = state.objects.get_mut(id) {
            character.is.class = Some(class);
            character.is.ranged = if reach { new.ranged } else { is.ranged };
        }
    });
    if law.readings().stance_scores == StanceScores::Kept {
        return;
    }
    let old = is.class.map(|class| classes::row(law, class));
    for score in [Score::Power, Score::Armor] {
        let of = |row: &ClassRow| if score == Score::Power { row.power } else { row.armor };
        let Some(character) = state.objects.get_mut(id) else { return };
        let comes_back = law.readings().stance_bounds == StanceBounds::ComeBack;
        let cut = if comes_back { i64::from(*character.is.cut(score)) } else { 0 };
        let raised = is.tier(score) as i64 - old.as_ref().map_or(Tier::Tiny, of) as i64 + cut;
        let tier = tiers::moved(of(&new), raised);
        match (of(&new) as i64 + raised).cmp(&(tier as i64)) {
            Ordering::Greater => law.cite(clauses::scores::HIGHEST),
            Ordering::Less => law.cite(clauses::scores::LOWEST),
            Ordering::Equal => {}
        }
        if comes_back {
            let cut = of(&new) as i64 + raised - tier as i64;
            *character.is.cut(score) = i32::try_from(cut).unwrap_or(0);
        }
        scores::set(law, state, id, score, tier, SWITCH);
    }
}
