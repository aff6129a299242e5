//! Section of text: stances.

use rulebound_core::kernel::{ObjectId, Player};

use crate::clauses;
use crate::clauses::text::*;
use crate::event::Event;
use crate::law::{ClassRow, SkirmishLaw};
use crate::readings::{StanceLasts, StanceReach, StanceScores, StanceTalent};
use crate::rules::{classes, scores};
use crate::state::{State, Tier};
use crate::text::{Class, Score};

/// The character that uses a skill takes a stance.
pub fn switch(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player, id: &ObjectId, stance: Class) {
    if law.readings().stance_lasts == StanceLasts::Turn
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
        let raised = is.tier(score) as i64 - old.as_ref().map_or(Tier::Tiny, of) as i64;
        let last = Tier::ALL.len() as i64 - 1;
        let at = (of(&new) as i64 + raised).clamp(0, last);
        scores::set(law, state, id, score, Tier::ALL[usize::try_from(at).unwrap_or(0)], SWITCH);
    }
}
