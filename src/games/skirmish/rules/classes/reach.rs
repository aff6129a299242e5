//! Section of classes: reach and speed.

use rulebound_core::kernel::{ClauseKey, Rejection};

use crate::clauses::classes::*;
use crate::law::SkirmishLaw;
use crate::rules::map::{self, Character};
use crate::state::{State, Tile};

/// The clause about the reach of a character, and how far it reaches.
fn reach(law: &SkirmishLaw<'_>, ranged: bool) -> (ClauseKey, u32) {
    if ranged { (RANGED_REACH, law.rules().reach_ranged) } else { (MELEE_REACH, law.rules().reach_melee) }
}

/// Whether a tile is within the reach of a character, whatever the clauses say.
pub fn reaches(law: &mut SkirmishLaw<'_>, state: &State, character: &Character, tile: Tile) -> bool {
    let (_, reach) = reach(law, character.is.ranged);
    map::distance(law, character.is.tile, tile) == reach && map::is_open(law, state, character.is.tile, tile)
}

/// Records that the clause about the reach of a character applies.
pub fn cite(law: &mut SkirmishLaw<'_>, character: &Character) {
    let (clause, _) = reach(law, character.is.ranged);
    law.cite(clause);
}

/// Checks whether a tile is within the reach of a character.
///
/// # Errors
/// If it is not: the clause that says so.
pub fn permit(law: &mut SkirmishLaw<'_>, state: &State, character: &Character, tile: Tile) -> Result<(), Rejection> {
    let (clause, reach) = reach(law, character.is.ranged);
    let reaches = reaches(law, state, character, tile);
    let far = map::distance(law, character.is.tile, tile);
    let why = || match far == reach {
        true => "blocked tiles are in the way".to_owned(),
        false => format!("{} reaches a distance of exactly {reach}, and this is {far}", character.id),
    };
    law.forbid(clause, !reaches, why)
}

/// Checks whether a character is fast enough for a way.
///
/// # Errors
/// If it is not: the clause that says so.
pub fn permit_way(law: &mut SkirmishLaw<'_>, character: &Character, length: u32) -> Result<(), Rejection> {
    let (clause, speed) = if character.is.ranged {
        (RANGED_SPEED, law.rules().speed_ranged)
    } else {
        (MELEE_SPEED, law.rules().speed_melee)
    };
    let left = speed.saturating_sub(character.is.steps);
    let why = || format!("the way is {length} tiles long, and {} can walk no more than {left}", character.id);
    law.forbid(clause, length > left, why)
}
