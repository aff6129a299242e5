//! Chapter combat: walking, attacks and counter-attacks, and healing.

pub mod damage;

use rulebound_core::kernel::{ClauseKey, ObjectId, Player, Rejection};

use crate::clauses;
use crate::clauses::combat::*;
use crate::event::Event;
use crate::frame::{Counter, Frame};
use crate::law::SkirmishLaw;
use crate::readings::{
    AttackFainted, CounterAgain, CounterCost, CounterDeclined, CounterFaint, CounterLimit, CounterReach,
    CounterRestrain, CounterTiming, HealFainted, Instances, MapEffects, SpeedCounts, TileOrTrap, WalkNowhere,
};
use crate::rules::classes::reach;
use crate::rules::combat::damage::Source;
use crate::rules::map::{self, Character};
use crate::rules::scores::tiers;
use crate::rules::text::traps;
use crate::rules::turns::points;
use crate::rules::{defeat, effects};
use crate::state::{Effect, State, Tile};

/// A standing character of a player that may act.
///
/// # Errors
/// If it may not act: the clause that says so; `otherwise` if it is not the player's.
pub fn actor<'s>(
    law: &mut SkirmishLaw<'_>,
    state: &'s State,
    by: Player,
    id: &ObjectId,
    otherwise: ClauseKey,
) -> Result<&'s Character, Rejection> {
    let Some(character) = state.objects.get(id).filter(|character| character.controller == by) else {
        return Err(law.reject(otherwise, || format!("player {by} has no {id}")));
    };
    law.forbid(FAINT, character.is.fainted, || format!("{id} is fainted"))?;
    if character.is.fresh {
        return Err(law.reject(clauses::text::SUMMON, || format!("{id} came in this turn")));
    }
    Ok(character)
}

fn restrained(law: &mut SkirmishLaw<'_>, character: &Character) -> Result<(), Rejection> {
    let restrained = effects::applies(law, &character.is, Effect::Restrain);
    if restrained {
        return Err(law.reject(clauses::effects::RESTRAIN, || format!("{} is restrained", character.id)));
    }
    Ok(())
}

/// What a walk of a character costs.
fn walk_cost(law: &mut SkirmishLaw<'_>, character: &Character) -> u32 {
    let cost = law.rules().walk_cost;
    let cost = law.choose(WALK_COST, cost, 0);
    effects::cost(law, &character.is, cost)
}

/// What an attack of a character costs.
pub fn attack_cost(law: &mut SkirmishLaw<'_>, character: &Character) -> u32 {
    let cost = law.rules().attack_cost;
    let cost = law.choose(ATTACK_COST, cost, 0);
    effects::cost(law, &character.is, cost)
}

/// Checks whether a player can pay.
///
/// # Errors
/// If it cannot.
pub fn permit_cost(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    by: Player,
    cost: u32,
    clause: ClauseKey,
) -> Result<(), Rejection> {
    let has = state.players[by].points;
    law.forbid(clause, has < cost, || format!("that costs {cost}, and player {by} has {has} action points"))
}

/// Checks whether a character may walk at all, wherever it goes.
///
/// # Errors
/// If it may not: the clause that forbids it.
pub fn permit_any_walk<'s>(
    law: &mut SkirmishLaw<'_>,
    state: &'s State,
    by: Player,
    id: &ObjectId,
) -> Result<&'s Character, Rejection> {
    law.allow(WALK, true, || "nobody walks".to_owned())?;
    let character = actor(law, state, by, id, WALK)?;
    restrained(law, character)?;
    law.forbid(WALK_ONCE, character.is.walked, || format!("{id} has no walk left in this turn"))?;
    let cost = walk_cost(law, character);
    permit_cost(law, state, by, cost, WALK_COST)?;
    Ok(character)
}

/// Checks whether a character may walk to a tile.
///
/// # Errors
/// If it may not: the clause that forbids it.
pub fn permit_walk(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    by: Player,
    id: &ObjectId,
    to: Tile,
) -> Result<(), Rejection> {
    let character = permit_any_walk(law, state, by, id)?;
    if to == character.is.tile {
        let why = || format!("{id} stands there");
        return if law.readings().walk_nowhere == WalkNowhere::Refused { Err(law.reject(WALK, why)) } else { Ok(()) };
    }
    if !map::may_enter(law, state, to, Some(id)) {
        let why = if map::is_blocked(law, state, to) { "nobody can stand there" } else { "the tile is not empty" };
        return Err(law.reject(clauses::map::TILES, || why.to_owned()));
    }
    let Some(length) = map::way(law, state, character, to) else {
        return Err(law.reject(clauses::map::WAY, || "no way leads there".to_owned()));
    };
    reach::permit_way(law, character, length)
}

/// Has a character walk.
pub fn walk(law: &mut SkirmishLaw<'_>, state: &mut State, by: Player, id: &ObjectId, to: Tile) {
    let Some(character) = state.objects.get(id) else { return };
    let cost = walk_cost(law, character);
    let counts = law.readings().speed_counts == SpeedCounts::Turn && to != character.is.tile;
    let steps = if counts { map::way(law, state, character, to).unwrap_or(0) } else { 0 };
    points::pay(law, state, by, cost, WALK_COST);
    law.act(WALK, state, Event::Walked { character: id.clone(), to }, |state| {
        if let Some(character) = state.objects.get_mut(id) {
            character.is.tile = to;
            character.is.use_walk();
            character.is.steps = character.is.steps.saturating_add(steps);
        }
    });
    if map::gives(law, state, to).is_some() {
        law.cite(clauses::map::EFFECTS);
    }
    let gives = law.readings().map_effects == MapEffects::Entering;
    let trap_first = law.readings().tile_or_trap == TileOrTrap::TrapFirst;
    if gives && !trap_first {
        give_of_tile(law, state, id);
    }
    traps::step_on(law, state, id);
    if gives && trap_first {
        give_of_tile(law, state, id);
    }
    defeat::look(law, state);
}

/// Gives a character the effect of its tile.
pub fn give_of_tile(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId) {
    let Some(tile) = state.objects.get(id).map(|character| character.is.tile) else { return };
    if let Some(effect) = map::gives(law, state, tile)
        && law.on(clauses::map::EFFECTS)
    {
        let number = effects::otherwise(law);
        effects::give(law, state, id, effect, number, None, clauses::map::EFFECTS);
    }
}

/// Checks whether a character may attack another.
///
/// # Errors
/// If it may not: the clause that forbids it.
pub fn permit_attack(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    by: Player,
    id: &ObjectId,
    target: &ObjectId,
) -> Result<(), Rejection> {
    law.allow(ATTACK, true, || "nobody attacks".to_owned())?;
    let character = actor(law, state, by, id, ATTACK)?;
    restrained(law, character)?;
    law.forbid(ATTACK_ONCE, character.is.attacked, || format!("{id} has no attack action left"))?;
    let Some(other) = state.objects.get(target).filter(|other| other.controller != by) else {
        return Err(law.reject(ATTACK, || format!("{target} is not an opponent")));
    };
    if other.is.fainted && law.readings().attack_fainted == AttackFainted::Refused {
        return Err(law.reject(ATTACK, || format!("{target} is fainted")));
    }
    reach::permit(law, state, character, other.is.tile)?;
    let cost = attack_cost(law, character);
    permit_cost(law, state, by, cost, ATTACK_COST)
}

/// Has a character attack another.
pub fn attack(law: &mut SkirmishLaw<'_>, state: &mut State, by: Player, id: &ObjectId, target: &ObjectId) {
    let Some(character) = state.objects.get(id) else { return };
    let cost = attack_cost(law, character);
    points::pay(law, state, by, cost, ATTACK_COST);
    law.act(ATTACK, state, Event::Attacked { character: id.clone(), target: target.clone() }, |state| {
        if let Some(character) = state.objects.get_mut(id) {
            character.is.use_attack();
        }
    });
    let mut counter = Counter { character: target.clone(), against: id.clone(), attack: true };
    let counters = can_counter(law, state, &counter);
    if !counters || law.readings().counter_declined == CounterDeclined::Always {
        fight(law, state, &counter, counters);
        return;
    }
    if !is_simultaneous(law) {
        fight(law, state, &counter, false);
        counter.attack = false;
        if state.over.is_some() || !can_counter(law, state, &counter) {
            return;
        }
    }
    law.then(Frame::Counter(counter));
}

/// Whether attack and counter-attack happen at the same time.
fn is_simultaneous(law: &mut SkirmishLaw<'_>) -> bool {
    let together = law.readings().counter_timing == CounterTiming::Simultaneous;
    law.choose(SIMULTANEOUS, together, false)
}

/// Whether a character can counter-attack.
fn can_counter(law: &mut SkirmishLaw<'_>, state: &State, counter: &Counter) -> bool {
    let (Some(character), Some(against)) = (state.objects.get(&counter.character), state.objects.get(&counter.against))
    else {
        return false;
    };
    if character.is.fainted || !law.on(COUNTER) {
        return false;
    }
    if law.readings().counter_reach == CounterReach::InReach
        && reach::permit(law, state, character, against.is.tile).is_err()
    {
        return false;
    }
    if effects::applies(law, &character.is, Effect::Restrain) && law.readings().counter_restrain == CounterRestrain::Not
    {
        return false;
    }
    if law.readings().counter_limit == CounterLimit::OnceATurn && character.is.countered {
        return false;
    }
    let costs = law.readings().counter_cost == CounterCost::AttackCost;
    !costs || attack_cost(law, character) <= state.players[character.controller].points
}

/// Does the damage of an attack and of the counter-attack to it, or that of a counter-attack to a counter-attack.
pub fn fight(law: &mut SkirmishLaw<'_>, state: &mut State, counter: &Counter, counters: bool) {
    if counter.attack {
        exchange(law, state, counter, counters);
    } else if counters {
        counter_attack(law, state, counter);
    }
    defeat::look(law, state);
    if counters && law.readings().counter_again == CounterAgain::Answered {
        let answer = Counter { character: counter.against.clone(), against: counter.character.clone(), attack: false };
        law.then(Frame::Answer(answer));
    }
}

/// An attack with its counter-attack.
fn exchange(law: &mut SkirmishLaw<'_>, state: &mut State, counter: &Counter, counters: bool) {
    let (attacker, defender) = (&counter.against, &counter.character);
    let attack = hit(law, state, attacker, defender);
    let together = counters && is_simultaneous(law);
    let prevented = together
        && law.readings().counter_faint == CounterFaint::Not
        && attack.as_ref().is_some_and(|attack| damage::fells(law, state, attack));
    let answer = if together && !prevented { hit(law, state, defender, attacker) } else { None };
    if together && !prevented {
        begin_counter(law, state, counter);
    }
    for hit in attack.iter().chain(&answer) {
        damage::apply(law, state, hit, DAMAGE);
    }
    damage::look(law, state, defender);
    damage::look(law, state, attacker);
    if counters && !together && state.objects.get(defender).is_some_and(|character| !character.is.fainted) {
        counter_attack(law, state, counter);
    }
}

/// A counter-attack on its own.
fn counter_attack(law: &mut SkirmishLaw<'_>, state: &mut State, counter: &Counter) {
    begin_counter(law, state, counter);
    if let Some(hit) = hit(law, state, &counter.character, &counter.against) {
        damage::apply(law, state, &hit, DAMAGE);
        damage::look(law, state, &counter.against);
    }
}

fn begin_counter(law: &mut SkirmishLaw<'_>, state: &mut State, counter: &Counter) {
    let Some(character) = state.objects.get(&counter.character) else { return };
    if law.readings().counter_cost == CounterCost::AttackCost {
        let (player, cost) = (character.controller, attack_cost(law, character));
        points::pay(law, state, player, cost, COUNTER);
    }
    let limited = law.readings().counter_limit == CounterLimit::OnceATurn;
    let event = Event::Countered { character: counter.character.clone(), target: counter.against.clone() };
    law.act(COUNTER, state, event, |state| {
        if let Some(character) = state.objects.get_mut(&counter.character) {
            character.is.countered |= limited;
        }
    });
}

/// The damage that one character is about to do to another with an attack.
fn hit(law: &mut SkirmishLaw<'_>, state: &State, from: &ObjectId, to: &ObjectId) -> Option<damage::Hit> {
    let is = &state.objects.get(from)?.is;
    if !law.on(DAMAGE) {
        return None;
    }
    let power = tiers::power(law, is);
    Some(damage::instance(law, state, Source::Attack(from), to, power))
}

/// Goes on when a counter-attack may be answered.
pub fn answer(law: &mut SkirmishLaw<'_>, state: &mut State, counter: Counter) {
    if state.over.is_some() || !can_counter(law, state, &counter) {
        return;
    }
    if state.objects.get(&counter.against).is_none_or(|against| against.is.fainted) {
        return;
    }
    if law.readings().counter_declined == CounterDeclined::May {
        law.then(Frame::Counter(counter));
    } else {
        fight(law, state, &counter, true);
    }
}

/// Heals a character, on behalf of the character `from`.
pub fn heal(law: &mut SkirmishLaw<'_>, state: &mut State, from: &ObjectId, id: &ObjectId, amount: u32, by: ClauseKey) {
    let Some(character) = state.objects.get(id) else { return };
    let (fainted, tile) = (character.is.fainted, character.is.tile);
    if (fainted && law.readings().heal_fainted == HealFainted::Nothing) || !law.on(HEAL) {
        return;
    }
    let amount = match law.readings().instances {
        Instances::HealingToo => damage::healing(law, state, from, id, amount),
        _ => amount,
    };
    let healed = amount.min(state.objects.get(id).map_or(0, |character| character.is.damage));
    if healed > 0 {
        law.act(by, state, Event::Healed { character: id.clone(), by: healed }, |state| {
            if let Some(character) = state.objects.get_mut(id) {
                character.is.damage -= healed;
            }
        });
    }
    if fainted && law.readings().heal_fainted == HealFainted::StandsUp {
        let Some(is) = state.objects.get(id).map(|character| character.is.clone()) else { return };
        if !damage::surpassed(law, &is, is.damage) && map::is_empty(law, state, tile, Some(id)) {
            stand_up(law, state, id, tile, is.damage, HEAL);
        }
    }
}

/// A fainted character stands again, with some damage.
pub fn stand_up(law: &mut SkirmishLaw<'_>, state: &mut State, id: &ObjectId, tile: Tile, damage: u32, by: ClauseKey) {
    law.act(by, state, Event::Revived { character: id.clone(), tile, damage }, |state| {
        if let Some(character) = state.objects.get_mut(id) {
            character.is.fainted = false;
            character.is.tile = tile;
            character.is.damage = damage;
        }
    });
}
