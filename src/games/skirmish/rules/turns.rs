//! Chapter turns: what happens when a turn begins and ends.

pub mod points;

use rulebound_core::kernel::{ObjectId, Player, Rejection};

use crate::clauses;
use crate::clauses::turns::*;
use crate::event::Event;
use crate::law::{EffectType, SkirmishLaw};
use crate::readings::{AppliedTurn, EndOrder, IgniteInstance, MapEffects, Permanent, TurnStart, Unspent, WearsOff};
use crate::rules::combat::damage::{self, Source};
use crate::rules::text::stances;
use crate::rules::{combat, defeat, effects, scores, skills};
use crate::state::{Effect, Stage, State};

/// Checks whether it is a player's turn.
///
/// # Errors
/// If not: the clause that forbids it.
pub fn permit_own(law: &mut SkirmishLaw<'_>, state: &State, by: Player) -> Result<(), Rejection> {
    let active = state.active;
    law.forbid(OWN, by != active || state.stage != Stage::Turns, || format!("it is not player {by}'s turn"))
}

/// Checks whether a player may end its turn.
///
/// # Errors
/// If not: the clause that forbids it.
pub fn permit_end(law: &mut SkirmishLaw<'_>) -> Result<(), Rejection> {
    law.allow(END, true, || "no turn is ended".to_owned())
}

/// Begins the first turn.
pub fn first(law: &mut SkirmishLaw<'_>, state: &mut State) {
    let player = law.choose(ORDER, state.starting, 1 - state.starting);
    begin(law, state, player);
}

/// Begins a turn.
fn begin(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    let turn = state.turn.saturating_add(1);
    law.act(ORDER, state, Event::Turn { turn, player }, |state| {
        (state.turn, state.active, state.stage) = (turn, player, Stage::Turns);
        state.players[player].turns = state.players[player].turns.saturating_add(1);
        for character in state.objects.iter_mut() {
            (character.is.walked, character.is.attacked) = (false, false);
            (character.is.countered, character.is.fresh) = (false, false);
            (character.is.steps, character.is.more_walks, character.is.more_attacks) = (0, 0, 0);
        }
    });
    match law.readings().turn_start {
        TurnStart::RaiseFirst => {
            raise(law, state, player);
            restore(law, state, player);
            draw(law, state, player);
        }
        TurnStart::RestoreFirst => {
            restore(law, state, player);
            raise(law, state, player);
            draw(law, state, player);
        }
        TurnStart::DrawFirst => {
            draw(law, state, player);
            if state.over.is_none() {
                raise(law, state, player);
                restore(law, state, player);
            }
        }
    }
    defeat::look(law, state);
}

fn raise(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    if law.on(RAISE) {
        let seat = &state.players[player];
        let (maximum, points) = (seat.maximum.saturating_add(law.rules().points_raise), seat.points);
        points::set(law, state, player, maximum, points, RAISE);
    }
}

fn restore(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    let seat = &state.players[player];
    let (maximum, points) = (seat.maximum, seat.points);
    // points that were kept are lost here at the latest
    let kept = if points > 0 && law.on(UNSPENT) { 0 } else { points };
    if law.on(RESTORE) {
        points::set(law, state, player, maximum, kept.saturating_add(maximum), RESTORE);
    } else {
        points::set(law, state, player, maximum, kept, UNSPENT);
    }
    let seat = &state.players[player];
    if seat.turns == 1 && seat.extra > 0 {
        let (maximum, points) = (seat.maximum, seat.points.saturating_add(seat.extra));
        state.players[player].extra = 0;
        points::set(law, state, player, maximum, points, clauses::classes::DUELIST);
    }
}

fn draw(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    if law.on(DRAW) {
        let count = law.rules().turn_draw;
        skills::draw(law, state, player, count, DRAW);
    }
}

/// The standing characters of a player, or of all.
fn standing(state: &State, player: Option<Player>) -> Vec<ObjectId> {
    let all = state.objects.iter().filter(|character| !character.is.fainted);
    all.filter(|character| player.is_none_or(|player| character.controller == player)).map(|c| c.id.clone()).collect()
}

/// Ends the turn if its player has no action points left.
pub fn end_if_spent(law: &mut SkirmishLaw<'_>, state: &mut State) {
    if state.players[state.active].points == 0 && law.on(END) {
        end(law, state);
    }
}

/// Ends the turn, and begins the next one.
pub fn end(law: &mut SkirmishLaw<'_>, state: &mut State) {
    let player = state.active;
    match law.readings().end_order {
        EndOrder::IgniteFirst => {
            ignite(law, state, player);
            defeat::look(law, state);
            if state.over.is_none() {
                wear_off(law, state, player);
                defeat::look(law, state);
            }
        }
        EndOrder::ReductionFirst => {
            wear_off(law, state, player);
            ignite(law, state, player);
            defeat::look(law, state);
        }
    }
    if state.over.is_some() {
        return;
    }
    if law.readings().map_effects == MapEffects::TurnEnd {
        for id in standing(state, Some(player)) {
            combat::give_of_tile(law, state, &id);
        }
    }
    let (maximum, points) = (state.players[player].maximum, state.players[player].points);
    if points > 0 && law.readings().unspent == Unspent::TurnEnd && law.on(UNSPENT) {
        points::set(law, state, player, maximum, 0, UNSPENT);
    }
    begin(law, state, 1 - player);
}

/// The most damage instances of one Ignite. Whatever the rules and the clauses say, it ends there.
const MOST_INSTANCES: u32 = 1_000;

/// Ignite does its damage to a player's characters.
fn ignite(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    let mut burnt = Vec::new();
    for id in standing(state, Some(player)) {
        let Some(is) = state.objects.get(&id).map(|character| character.is.clone()) else { continue };
        if !effects::applies(law, &is, Effect::Ignite) {
            continue;
        }
        let Some(applied) = is.has(Effect::Ignite) else { continue };
        let each = law.rules().ignite_damage;
        let (count, base) = match law.readings().ignite_instance {
            IgniteInstance::One => (1, each.saturating_mul(applied.stacks)),
            IgniteInstance::EachStack => (applied.stacks.min(MOST_INSTANCES), each),
        };
        for _ in 0..count {
            let hit = damage::instance(law, state, Source::Ignite(applied.from.as_ref()), &id, base);
            damage::apply(law, state, &hit, clauses::effects::IGNITE);
            let now = state.objects.get(&id).map_or(0, |character| character.is.damage);
            if damage::surpassed(law, &is, now) {
                break;
            }
        }
        burnt.push(id);
    }
    for id in &burnt {
        damage::look(law, state, id);
    }
}

/// Effects that last for a time come nearer to their end, or reach it.
fn wear_off(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    reduce(law, state, player);
    scores::go_back(law, state);
    stances::end(law, state);
}

/// Reduces durations, and stacks if a reading says so.
fn reduce(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    let whose = (law.readings().wears_off == WearsOff::OwnTurns).then_some(player);
    for id in standing(state, whose) {
        let Some(is) = state.objects.get(&id).map(|character| character.is.clone()) else { continue };
        for applied in &is.effects {
            law.cite(clauses::effects::TIMED);
            let spared = law.readings().applied_turn == AppliedTurn::Spared && applied.since == state.turn;
            match effects::type_of(law, applied.effect) {
                EffectType::Timed if !spared && law.on(clauses::effects::TIMED) => {
                    effects::reduce(law, state, &id, applied.effect, clauses::effects::TIMED);
                }
                EffectType::Permanent => {
                    law.cite(clauses::effects::TEMPORARY);
                    let own = state.objects.get(&id).is_some_and(|character| character.controller == player);
                    if law.readings().permanent == Permanent::WearsOff && own {
                        effects::reduce(law, state, &id, applied.effect, clauses::effects::TEMPORARY);
                    }
                }
                _ => {}
            }
        }
    }
}
