//! Chapter attack: declaring, reacting, resolving.

pub mod damage;

use crate::clauses;
use crate::clauses::attack::*;
use crate::event::Event;
use crate::frame::{Frame, Hit, Redirecting};
use crate::law::TransmuteLaw;
use crate::readings::{
    AttackAlly, AttacksWhen, ChangedHands, Defended, DefenderGone, DefenderStrikes, DefenderTapped, FreshAttacker,
    LifeChecked, NoAttackers, ReactAllies, RedirectedDefended, Resolved, SameAgain, SeveralDevices, StrikeOrder,
    TappedDeclared, TappedInReact, TargetGone, TriggerInside, WithoutTapping,
};
use crate::rules::basics::players;
use crate::rules::ending;
use crate::rules::text::{self, effects, scores, strength, triggers};
use crate::state::{Attack, Defender, State, Target};
use crate::text::{Effect, When};
use damage::Outcome;
use rulebound_core::kernel::{ObjectId, Player, Rejection};

/// Checks whether a player may declare an attack.
///
/// # Errors
/// If a clause forbids it: that clause.
pub fn permit_attack(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    by: Player,
    targets: &[Target],
    with: &[ObjectId],
) -> Result<(), Rejection> {
    permit_targets(law, state, by, targets)?;
    let none = law.readings().no_attackers == NoAttackers::Refused;
    law.forbid(DECLARE, none && with.is_empty(), || "an attack needs a Minion".to_owned())?;
    for (place, id) in with.iter().enumerate() {
        let minion = state.objects.get(id).filter(|object| object.controller == by && scores::is_minion(law, object));
        let Some(minion) = minion.filter(|_| !with[..place].contains(id)) else {
            return Err(law.reject(DECLARE, || format!("{id} is not a Minion of player {by}, or is named twice")));
        };
        let fresh = minion.is.since == state.turn && law.readings().fresh_attacker == FreshAttacker::MayNot;
        law.forbid(DECLARE, fresh, || format!("{id} entered play in this turn"))?;
        let tapped = minion.is.tapped && law.readings().tapped_declared == TappedDeclared::Refused;
        law.forbid(DECLARE, tapped, || format!("{id} is tapped"))?;
    }
    Ok(())
}

/// Checks whether a player may attack these targets.
///
/// # Errors
/// If a clause forbids it: that clause.
pub fn permit_targets(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    by: Player,
    targets: &[Target],
) -> Result<(), Rejection> {
    law.allow(AGAIN, !state.attacked.is_empty(), || "there was already an attack in this phase".to_owned())?;
    let several = law.readings().several_devices == SeveralDevices::Several;
    let devices = targets.iter().all(|target| matches!(target, Target::Object(_)));
    if targets.is_empty() || (targets.len() > 1 && !(several && devices)) {
        return Err(law.reject(TARGETS, || "an attack can have only one target".to_owned()));
    }
    let mut defending = None;
    for (place, target) in targets.iter().enumerate() {
        if targets[..place].contains(target) {
            return Err(law.reject(TARGETS, || "a target is named twice".to_owned()));
        }
        let of = permit_target(law, state, by, target)?;
        if *defending.get_or_insert(of) != of {
            return Err(law.reject(TARGETS, || "the Devices have different players".to_owned()));
        }
        let same = state.attacked.contains(target) || is_back(law, state, target);
        law.forbid(SAME_TARGET, same, || "this target was already attacked in this phase".to_owned())?;
    }
    Ok(())
}

/// Checks whether something may be attacked; returns the defending player.
fn permit_target(law: &mut TransmuteLaw<'_>, state: &State, by: Player, target: &Target) -> Result<Player, Rejection> {
    let player = match target {
        Target::Player(player) => {
            if *player >= state.players.len() || *player == by || state.players[*player].out {
                return Err(law.reject(TARGETS, || "there is no such player to attack".to_owned()));
            }
            *player
        }
        Target::Object(id) => {
            let Some(object) = state.objects.get(id) else {
                return Err(law.reject(TARGETS, || format!("there is no {id}")));
            };
            let device = scores::is_device(law, object);
            law.forbid(TARGETS, !device, || format!("{id} is not a Device"))?;
            let own = object.controller == by;
            if own {
                return Err(law.reject(TARGETS, || format!("{id} is the player's own")));
            }
            object.controller
        }
    };
    let refused = law.readings().attack_ally == AttackAlly::Refused;
    let ally = players::allied(law, state, by, player);
    law.forbid(TARGETS, refused && ally, || format!("player {player} is an ally"))?;
    Ok(player)
}

/// Whether a target counts as one that was attacked in this phase, left play and came back.
fn is_back(law: &TransmuteLaw<'_>, state: &State, target: &Target) -> bool {
    let Target::Object(id) = target else { return false };
    let gone = |other: &Target| match other {
        Target::Object(other) => other.name == id.name && state.objects.get(other).is_none(),
        Target::Player(_) => false,
    };
    law.readings().same_again == SameAgain::SameTarget && state.attacked.iter().any(gone)
}

/// Declares an attack.
pub fn attack(law: &mut TransmuteLaw<'_>, state: &mut State, by: Player, targets: Vec<Target>, with: Vec<ObjectId>) {
    let defending = match &targets[0] {
        Target::Player(player) => *player,
        Target::Object(id) => state.objects.get(id).map_or(by, |object| object.controller),
    };
    let event = Event::Attacked { targets: targets.clone(), with: with.clone() };
    law.act(DECLARE, state, event, |state| {
        state.attacked.extend(targets.iter().cloned());
        let (attackers, defenders, redirected) = (with.clone(), Vec::new(), Vec::new());
        state.attack = Some(Attack { by, defending, targets, attackers, defenders, redirected });
    });
    if law.readings().attacks_when == AttacksWhen::Declared {
        let untapped = |id: &&ObjectId| state.objects.get(id).is_some_and(|minion| !minion.is.tapped);
        let attacking: Vec<ObjectId> = with.iter().filter(untapped).cloned().collect();
        triggers::attacks(law, state, &attacking);
    }
    if law.on(REACT) {
        law.then(Frame::React {});
    } else {
        law.then(Frame::resolve());
    }
}

/// Whether a player may act in the React subphase.
pub fn reacts(law: &mut TransmuteLaw<'_>, state: &State, by: Player) -> bool {
    let Some(attack) = &state.attack else { return false };
    let allies = law.readings().react_allies == ReactAllies::AlliesToo;
    by == attack.defending || (allies && players::allied(law, state, by, attack.defending))
}

/// Checks whether a player may assign a Minion to defend.
///
/// # Errors
/// If a clause forbids it: that clause.
pub fn permit_defend(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    by: Player,
    with: &ObjectId,
    against: &Target,
) -> Result<(), Rejection> {
    law.allow(DEFEND, true, || "no Minion defends".to_owned())?;
    let Some(attack) = &state.attack else { return Err(law.reject(DEFEND, || "there is no attack".to_owned())) };
    if state.objects.get(with).is_some_and(|object| object.is.transmuted.is_some()) {
        law.cite(clauses::play::FACE_DOWN);
    }
    let minion = state.objects.get(with).filter(|object| object.controller == by && scores::is_minion(law, object));
    let Some(minion) = minion else {
        return Err(law.reject(DEFEND, || format!("{with} is not a Minion of player {by}")));
    };
    law.forbid(UNTAPPED, minion.is.tapped, || format!("{with} is tapped"))?;
    let each = law.readings().defended == Defended::EachAttacker;
    let there = match against {
        Target::Object(id) if each => attack.attackers.contains(id),
        other => !each && attack.targets.contains(other),
    };
    if !there {
        return Err(law.reject(DEFEND, || "there is nothing like that to defend against".to_owned()));
    }
    let twice = attack.defenders.iter().any(|other| other.with == *with);
    law.forbid(ONE_EACH, twice, || format!("{with} already defends"))?;
    // A Minion that has left play no longer defends.
    let there = |other: &Defender| other.against == *against && state.objects.get(&other.with).is_some();
    let taken = attack.defenders.iter().any(there);
    law.forbid(ONE_AGAINST, taken, || "another Minion already defends there".to_owned())?;
    if each && let Target::Object(attacker) = against {
        let past = !reaches(law, state, with, attacker);
        law.forbid(FLYING, past, || format!("{attacker} flies, and {with} does not"))?;
    }
    Ok(())
}

/// Assigns a Minion to defend.
pub fn defend(law: &mut TransmuteLaw<'_>, state: &mut State, with: &ObjectId, against: Target) {
    let event = Event::Defended { with: with.clone(), against: against.clone() };
    law.act(DEFEND, state, event, |state| {
        if let Some(attack) = &mut state.attack {
            attack.defenders.push(Defender { with: with.clone(), against });
        }
    });
    if law.readings().defender_tapped == DefenderTapped::Tapped {
        effects::set_tapped(law, state, with, true, DEFEND);
    }
}

/// Whether a Minion has an effect that always holds, from its own text or from an Enchantment on it.
fn has(law: &TransmuteLaw<'_>, state: &State, minion: &ObjectId, wanted: &Effect) -> bool {
    state.objects.iter().filter(|object| scores::this(object) == minion).any(|object| {
        let abilities = triggers::abilities(law, object);
        abilities.iter().any(|ability| {
            let ability = &law.cards.get(&ability.0).text.abilities[ability.1];
            ability.when == When::Always && ability.does.iter().any(|step| step.effect == *wanted)
        })
    })
}

/// Whether flying lets a Minion defend against another.
fn reaches(law: &mut TransmuteLaw<'_>, state: &State, with: &ObjectId, attacker: &ObjectId) -> bool {
    let mut flies = |id: &ObjectId| has(law, state, id, &Effect::Flying {}) && law.on(clauses::text::STATED_FLYING);
    !flies(attacker) || flies(with)
}

/// Goes on with the Resolve subphase.
pub fn resolve(law: &mut TransmuteLaw<'_>, state: &mut State, mut hits: Vec<Hit>, mut tapped: Vec<ObjectId>) {
    let Some(attack) = &state.attack else { return };
    let (by, left) = (attack.by, attack.attackers.clone());
    let together = law.readings().resolved == Resolved::Together;
    if !tapped.is_empty() && (left.is_empty() || !together) {
        let id = tapped.remove(0);
        strike_target(law, state, &id, hits, tapped);
        return;
    }
    if !hits.is_empty() && (!together || left.is_empty()) {
        match damage::deal(law, state, &mut hits, 0, DAMAGE) {
            Outcome::Redirects(redirecting) => {
                let then = Some(Box::new(Frame::Resolve { hits, tapped: Vec::new() }));
                text::redirect_or_ask(law, state, Redirecting { then, ..redirecting });
            }
            Outcome::Done(_) => {
                ending::look(law, state);
                law.then(Frame::resolve());
            }
        }
        return;
    }
    if left.is_empty() || state.players[by].out {
        state.attack = None;
        // Under the reading that looks only after an ability, an attack ends like one.
        if law.readings().life_checked == LifeChecked::AfterAbility {
            ending::look(law, state);
        }
        return;
    }
    let picks = law.readings().strike_order == StrikeOrder::DefenderPicks && !together;
    if picks && left.len() > 1 {
        law.then(Frame::Striker {});
        return;
    }
    strike(law, state, &left[0], hits, tapped);
}

/// An attacking Minion is resolved: it is tapped, and does its damage. Where all are resolved together, it does its
/// damage only when all are tapped.
pub fn strike(law: &mut TransmuteLaw<'_>, state: &mut State, id: &ObjectId, hits: Vec<Hit>, mut tapped: Vec<ObjectId>) {
    let Some(attack) = &mut state.attack else { return };
    attack.attackers.retain(|other| other != id);
    let attack = attack.clone();
    law.cite(RESOLVE);
    let stays = law.readings().changed_hands == ChangedHands::Still;
    let minion = state.objects.get(id).filter(|object| stays || object.controller == attack.by);
    let tapped_too = law.readings().without_tapping == WithoutTapping::TappedToo
        && has(law, state, id, &Effect::Untapped {})
        && law.on(clauses::text::NO_TAPPING);
    let is_tapped = minion.is_some_and(|minion| minion.is.tapped) && law.on(RESOLVE) && !tapped_too;
    if minion.is_none() || is_tapped {
        law.then(Frame::Resolve { hits, tapped });
        return;
    }
    let called_off = law.readings().target_gone == TargetGone::CalledOff;
    if called_off && remaining(law, state, &attack, id).is_empty() {
        if let Some(attack) = &mut state.attack {
            attack.attackers.clear();
        }
        law.then(Frame::Resolve { hits, tapped });
        return;
    }
    let stands = has(law, state, id, &Effect::Untapped {}) && law.on(clauses::text::NO_TAPPING);
    if !stands && law.on(TAP) {
        effects::set_tapped(law, state, id, true, TAP);
    }
    law.cite(DAMAGE);
    if law.readings().attacks_when == AttacksWhen::Resolved {
        triggers::attacks(law, state, std::slice::from_ref(id));
    }
    // What is triggered at once may take targets away, so it comes before the player is asked for one.
    let inside = law.readings().trigger_inside == TriggerInside::AtOnce;
    if law.readings().resolved == Resolved::Together || inside {
        tapped.push(id.clone());
        law.then(Frame::Resolve { hits, tapped });
    } else {
        strike_target(law, state, id, hits, tapped);
    }
}

/// An attacking Minion that is tapped does its damage: to the Minion that defends against it, or to its target.
fn strike_target(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    id: &ObjectId,
    mut hits: Vec<Hit>,
    tapped: Vec<ObjectId>,
) {
    let Some(attack) = state.attack.clone().filter(|_| state.objects.get(id).is_some()) else {
        law.then(Frame::Resolve { hits, tapped });
        return;
    };
    let redirected = attack.redirected.iter().any(|redirected| redirected.attacker == *id);
    let passed_by = redirected && law.readings().redirected_defended == RedirectedDefended::PassedBy;
    let defender = if passed_by { None } else { defender(law, state, &attack, id) };
    match (defender, remaining(law, state, &attack, id).as_slice()) {
        (None, [_, _, ..]) => {
            law.then(Frame::Device { attacker: id.clone(), hits, tapped });
            return;
        }
        (Some(None), _) | (None, []) => {}
        (Some(Some(defender)), _) => {
            hits.extend(hit(law, state, id, Target::Object(defender.clone())));
            if law.readings().defender_strikes == DefenderStrikes::Strikes {
                let back = state.objects.get(&defender).and_then(|object| object.is.scores).map_or(0, |now| now.attack);
                hits.push(damage::hit(law, state, attack.defending, Target::Object(id.clone()), back));
            }
        }
        (None, [target]) => hits.extend(hit(law, state, id, target.clone())),
    }
    law.then(Frame::Resolve { hits, tapped });
}

/// The Minion that defends against an attacking Minion: `None` if none was assigned, or the declared target is damaged
/// anyway; `Some(None)` if nothing is damaged because it is gone.
fn defender(law: &mut TransmuteLaw<'_>, state: &State, attack: &Attack, id: &ObjectId) -> Option<Option<ObjectId>> {
    let each = law.readings().defended == Defended::EachAttacker;
    let against = |target: &Target| match target {
        Target::Object(attacker) if each => attacker == id,
        other => !each && attack.targets.contains(other),
    };
    let in_play = |defender: &&&Defender| state.objects.get(&defender.with).is_some();
    let assigned: Vec<&Defender> = attack.defenders.iter().filter(|defender| against(&defender.against)).collect();
    let assigned = assigned.iter().find(in_play).or(assigned.first())?;
    let stays = law.readings().changed_hands == ChangedHands::Still;
    let untapped_only = law.readings().tapped_in_react == TappedInReact::NoLonger
        && law.readings().defender_tapped == DefenderTapped::StaysUntapped;
    let object = state.objects.get(&assigned.with);
    let there = object.is_some_and(|object| {
        let changed = !players::allied(law, state, object.controller, attack.defending);
        (stays || !changed) && !(untapped_only && object.is.tapped)
    });
    if there {
        // A Minion that does not fly lets a flying one pass.
        return (each || !law.on(FLYING) || reaches(law, state, &assigned.with, id))
            .then(|| Some(assigned.with.clone()));
    }
    (law.readings().defender_gone == DefenderGone::NoDamage).then_some(None)
}

/// The targets of an attacking Minion that are still there.
pub fn remaining(law: &TransmuteLaw<'_>, state: &State, attack: &Attack, id: &ObjectId) -> Vec<Target> {
    let redirected = attack.redirected.iter().find(|redirected| redirected.attacker == *id);
    let mut found = match redirected {
        Some(redirected) => vec![redirected.to.clone()],
        None => attack.targets.clone(),
    };
    found.retain(|target| match target {
        Target::Player(player) => !state.players[*player].out,
        Target::Object(id) => {
            let object = state.objects.get(id);
            let stays = law.readings().changed_hands == ChangedHands::Still || redirected.is_some();
            object.is_some_and(|object| stays || object.controller == attack.defending)
        }
    });
    found
}

/// The damage that an attacking Minion is about to do.
pub fn hit(law: &mut TransmuteLaw<'_>, state: &mut State, id: &ObjectId, target: Target) -> Option<Hit> {
    let by = state.objects.get(id).map_or(state.active, |minion| minion.controller);
    let amount = strength::of(law, state, id);
    if let Some(minion) = state.objects.get_mut(id) {
        minion.is.next_attack = 0;
    }
    law.on(DAMAGE).then(|| damage::hit(law, state, by, target, amount))
}
