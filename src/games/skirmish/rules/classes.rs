//! Chapter classes: their scores, talents, and the classes of each faction.

pub mod reach;

use rulebound_core::kernel::{ClauseKey, ObjectId, Player, Rejection};

use crate::clauses::classes::*;
use crate::law::{ClassRow, SkirmishLaw};
use crate::prepared::Prepared;
use crate::readings::{AlliesInclude, ClassDenied, FaintedScores, PointGained, Specialist};
use crate::rules::preparation::order;
use crate::rules::turns::points;
use crate::rules::{scores, skills};
use crate::state::{State, Tier};
use crate::text::{Class, Score};

/// What the table says of a class.
pub fn row(law: &mut SkirmishLaw<'_>, class: Class) -> ClassRow {
    let lowest = ClassRow { ranged: false, power: Tier::Tiny, armor: Tier::Tiny };
    let row = law.rules().classes.get(&class).copied().unwrap_or(lowest);
    law.choose(TABLE, row, ClassRow { ranged: row.ranged, ..lowest })
}

/// Checks whether a character may be in a team.
///
/// # Errors
/// If its faction has no access to its class, and that matters.
pub fn permit_member(law: &mut SkirmishLaw<'_>, card: &Prepared) -> Result<(), Rejection> {
    let (Some(class), Some(faction)) = (card.class, &card.faction) else { return Ok(()) };
    law.cite(FACTIONS);
    if law.readings().class_denied == ClassDenied::Allowed {
        return Ok(());
    }
    let Some(has) = law.rules().factions.get(faction) else { return Ok(()) };
    let other_name = class == Class::Marksman && law.readings().specialist == Specialist::Same;
    let denied = !has.iter().any(|name| *name == format!("{class:?}") || (other_name && name == "Specialist"));
    law.forbid(FACTIONS, denied, || format!("{faction} has no access to the class of {}", card.name))
}

/// Activates the talents of the leaders.
pub fn talents(law: &mut SkirmishLaw<'_>, state: &mut State) {
    if !law.on(TALENTS) {
        return;
    }
    for player in order::both(law, state) {
        let leader = state.players[player].leader.as_ref().and_then(|leader| state.objects.get(leader));
        let Some(class) = leader.and_then(|leader| leader.is.class) else { continue };
        talent(law, state, player, class);
    }
}

/// Activates a talent.
pub fn talent(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player, class: Class) {
    match class {
        Class::Marksman => raise_all(law, state, player, Score::Power, MARKSMAN),
        Class::Vanguard => raise_all(law, state, player, Score::Armor, VANGUARD),
        Class::Enchanter if law.on(ENCHANTER) => {
            let count = law.rules().talent_draw;
            skills::draw(law, state, player, count, ENCHANTER);
        }
        Class::Duelist if law.on(DUELIST) => {
            let (seat, more) = (&state.players[player], law.rules().talent_points);
            let (maximum, points) = (seat.maximum, seat.points);
            match law.readings().point_gained {
                PointGained::Maximum => points::set(law, state, player, maximum + more, points, DUELIST),
                PointGained::Current => points::set(law, state, player, maximum, points + more, DUELIST),
                PointGained::FirstTurn => state.players[player].extra += more,
            }
        }
        Class::Enchanter | Class::Duelist => {}
    }
}

fn raise_all(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player, score: Score, by: ClauseKey) {
    if !law.on(by) {
        return;
    }
    let leader = state.players[player].leader.clone();
    let leader_too = law.readings().allies_include == AlliesInclude::LeaderToo;
    let fainted_too = law.readings().fainted_scores == FaintedScores::Changed;
    let allies = state.objects.iter().filter(|ally| ally.controller == player && (fainted_too || !ally.is.fainted));
    let allies = allies.filter(|ally| leader_too || Some(&ally.id) != leader.as_ref());
    let allies: Vec<ObjectId> = allies.map(|ally| ally.id.clone()).collect();
    for ally in allies {
        scores::change(law, state, &ally, score, true, None, by);
    }
}
