//! Section of text: traps.

use rulebound_core::kernel::{ClauseKey, ObjectId, Player};

use crate::clauses::text::*;
use crate::event::Event;
use crate::law::SkirmishLaw;
use crate::readings::{AllTraps, TrapHits, TrapTrigger};
use crate::rules::combat::damage::{self, Source};
use crate::rules::map::Character;
use crate::rules::scores::tiers;
use crate::rules::text::targets;
use crate::rules::{effects, map};
use crate::state::{State, Trap};

/// A trap detonates. Returns whom it hits.
pub fn detonate(law: &mut SkirmishLaw<'_>, state: &mut State, trap: &Trap, by: ClauseKey) -> Vec<ObjectId> {
    let event = Event::Detonated { trap: trap.trap.clone(), tile: trap.tile };
    law.act(by, state, event, |state| {
        if let Some(at) = state.traps.iter().position(|other| other == trap) {
            state.traps.remove(at);
        }
    });
    let Some(row) = law.rules().traps.get(&trap.trap) else { return Vec::new() };
    if !law.on(TRAPS) {
        return Vec::new();
    }
    law.cite(DETONATE);
    let (everyone, radius) = (law.readings().trap_hits == TrapHits::Everyone, law.rules().trap_radius);
    let standing = state.objects.iter().filter(|character| !character.is.fainted);
    let hit = standing
        .filter(|character| everyone || character.controller != trap.by)
        .filter(|character| map::distance(law, trap.tile, character.is.tile) <= radius);
    let hit: Vec<ObjectId> = hit.map(|character| character.id.clone()).collect();
    for id in &hit {
        if let Some(effect) = row.gives {
            let number = effects::otherwise(law);
            effects::give(law, state, id, effect, number, trap.from.as_ref(), TRAPS);
        }
        if row.damages {
            let base = tiers::worth(law, law.rules().trap_power).power;
            damage::deal(law, state, Source::Trap(trap.from.as_ref()), id, base, TRAPS);
        }
    }
    hit
}

/// The traps that a text of a character detonates, in the order in which they were placed.
pub fn detonated(law: &mut SkirmishLaw<'_>, state: &State, by: Player, user: &Character) -> Vec<Trap> {
    let own = law.readings().all_traps == AllTraps::Own;
    let mut found: Vec<Trap> = state.traps.iter().filter(|trap| !own || trap.by == by).cloned().collect();
    found.retain(|trap| targets::is_near(law, state, user, trap.tile));
    found
}

/// Detonates the traps on the tile on which a character has ended its walk.
pub fn step_on(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId) {
    let Some(tile) = state.objects.get(id).map(|character| character.is.tile) else { return };
    let traps: Vec<Trap> = state.traps.iter().filter(|trap| trap.tile == tile).cloned().collect();
    if traps.is_empty() || !law.on(STEPPED_ON) || law.readings().trap_trigger == TrapTrigger::Nothing {
        return;
    }
    for trap in traps {
        detonate(law, state, &trap, STEPPED_ON);
    }
}
