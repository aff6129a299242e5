//! Cards that wait to be carried out, and answers to them.

use crate::grove::clauses;
use crate::grove::clauses::stack::*;
use rulebound_core::kernel::{Name, ObjectId, ObjectRef, Player, Rejection};

use super::frame::Frame;
use crate::grove::GroveLaw;
use crate::grove::action::{Card, Event, Kind};
use crate::grove::state::{PLAYERS, Played, State};

/// The players who may answer the uppermost waiting card.
pub fn answerers(state: &State) -> Vec<Player> {
    let top = state.stack.last().map(|played| played.by);
    (0..PLAYERS).filter(|player| Some(*player) != top && !state.passed.contains(player)).collect()
}

/// Checks whether a player may play or pass now.
fn permit_time(law: &mut GroveLaw<'_>, state: &State, by: Player) -> Result<(), Rejection> {
    if state.dawn {
        return Err(law.reject(TURN, || "it is dawn, and nobody's turn".to_owned()));
    }
    let Some(top) = state.stack.last() else {
        return law.forbid(TURN, by != state.active, || format!("it is player {}'s turn", state.active));
    };
    if top.by == by {
        return Err(law.reject(TURN, || "nobody answers their own card".to_owned()));
    }
    law.forbid(PASSED, state.passed.contains(&by), || format!("player {by} has passed"))
}

/// Checks whether a player may play a card, and returns the card with its target.
///
/// # Errors
/// If a clause forbids it.
pub fn permit_play(
    law: &mut GroveLaw<'_>,
    state: &State,
    by: Player,
    name: &Name,
    target: Option<&ObjectId>,
) -> Result<Played, Rejection> {
    permit_time(law, state, by)?;
    if !state.players[by].hand.contains(name) {
        return Err(law.reject(TURN, || format!("player {by} does not hold {name}")));
    }
    let card = law.cards.get(name);
    if card.kind == Kind::Ward {
        return Err(law.reject(clauses::field::WARD, || "a ward is not played".to_owned()));
    }
    law.forbid(SWIFT, !state.stack.is_empty() && !card.swift, || format!("{name} is not swift"))?;
    permit_target(law, state, card, target)?;
    let follows = target.is_some() && card.hunts && law.on(HUNTS);
    let target = target.map(|id| ObjectRef { id: id.clone(), follows });
    Ok(Played { card: name.clone(), by, target })
}

fn permit_target(
    law: &mut GroveLaw<'_>,
    state: &State,
    card: &Card,
    target: Option<&ObjectId>,
) -> Result<(), Rejection> {
    match target {
        Some(id) if card.is_aimed() => {
            law.forbid(TARGET, state.creature(id).is_none(), || format!("{id} is not in the grove"))
        }
        None if !card.is_aimed() => Ok(()),
        Some(_) => Err(law.reject(TARGET, || "this card is aimed at nothing".to_owned())),
        None => Err(law.reject(TARGET, || "this card is aimed at a creature".to_owned())),
    }
}

/// Plays a card, which then waits.
pub fn play(law: &mut GroveLaw<'_>, state: &mut State, played: Played) {
    let event = Event::Played { player: played.by, card: played.card.clone() };
    law.act(TURN, state, event, |state| {
        state.take(played.by, &played.card);
        state.passed.clear();
        state.stack.push(played);
    });
    if !law.on(WAITS) {
        execute(law, state);
    }
}

/// Checks whether a player may pass.
///
/// # Errors
/// If a clause forbids it.
pub fn permit_pass(law: &mut GroveLaw<'_>, state: &State, by: Player) -> Result<(), Rejection> {
    permit_time(law, state, by)
}

/// Lets a player pass; when all have passed, the uppermost card is carried out.
pub fn pass(law: &mut GroveLaw<'_>, state: &mut State, by: Player) {
    if state.stack.is_empty() {
        law.act(TURN, state, Event::Passed { player: by }, |_| {});
        law.then(Frame::Done {});
        return;
    }
    law.act(WAITS, state, Event::Passed { player: by }, |state| state.passed.push(by));
    if answerers(state).is_empty() {
        execute(law, state);
    }
}

/// Carries out a card that has waited; nothing happens if it has lost its target.
fn execute(law: &mut GroveLaw<'_>, state: &mut State) {
    let last = state.stack.len() - 1;
    let at = if last > 0 { law.choose(LAST_FIRST, last, 0) } else { last };
    let played = state.stack[at].clone();
    let lost = played.target.as_ref().is_some_and(|target| state.aimed(target).is_none());
    let event = Event::Done { card: played.card.clone(), lost };
    law.act(WAITS, state, event, |state| {
        state.stack.remove(at);
        state.passed.clear();
    });
    if !(lost && law.on(GONE)) {
        let card = law.cards.get(&played.card);
        if card.kind == Kind::Creature {
            law.then(Frame::Enter { by: played.by, card: played.card.clone() });
        }
        for effect in &card.effects {
            let target = played.target.clone().filter(|_| effect.is_aimed());
            law.then(Frame::Effect { by: played.by, effect: effect.clone(), target });
        }
    }
    law.then(Frame::Done {});
}
