//! Chapter text: an ability goes on step by step.

pub mod effects;
pub mod moves;
pub mod picks;
pub mod scores;
pub mod strength;
pub mod targets;
pub mod triggers;

use crate::action::{Choice, Verb};
use crate::clauses;
use crate::clauses::text::*;
use crate::frame::{Doing, Frame, Hit, Picking, Redirecting};
use crate::law::TransmuteLaw;
use crate::readings::{IfYouDo, LifeChecked, Picked};
use crate::rules::attack::damage::{self, Outcome};
use crate::rules::basics::piles;
use crate::rules::ending;
use crate::rules::play::leaving;
use crate::state::{State, Target};
use crate::text::{Ability, Effect, HowMany, Place, Proviso, Sorting, Step, Targets, When};
use rulebound_core::kernel::Rejection;

/// The ability that is under way.
pub fn ability<'l>(law: &TransmuteLaw<'l>, doing: &Doing) -> Option<&'l Ability> {
    law.cards.get(&doing.card).text.abilities.get(doing.ability)
}

/// The step of an ability that comes next.
pub fn step<'l>(law: &TransmuteLaw<'l>, doing: &Doing) -> Option<&'l Step> {
    ability(law, doing)?.does.get(doing.step)
}

/// Goes on with an ability until a player is asked or the step is done.
pub fn go_on(law: &mut TransmuteLaw<'_>, state: &mut State, mut doing: Doing) {
    if state.players[doing.by].out {
        law.cite(COMPLETELY);
        moves::hide(state, &mut doing);
        return;
    }
    if doing.step > 0 || !doing.picked.is_empty() {
        law.cite(COMPLETELY);
    }
    if let Some(ability) = ability(law, &doing)
        && let When::Discarding { sort, .. } = &ability.when
        && !doing.paid
    {
        let left = u32::from(!picks::to_discard(law, state, doing.by, sort).is_empty());
        let player = doing.by;
        if left > 0 {
            law.then(Frame::Pick(Picking { doing, player, to: Verb::DiscardToUse, left, may_stop: false }));
        }
        return;
    }
    if !doing.hits.is_empty() {
        let mut hits = std::mem::take(&mut doing.hits);
        let before = doing.step.checked_sub(1).and_then(|before| ability(law, &doing)?.does.get(before));
        let clause = before.map_or(DAMAGE, |step| effects::clause(&step.effect));
        match damage::deal(law, state, &mut hits, doing.dealt, clause) {
            Outcome::Redirects(redirecting) => {
                doing.hits = hits;
                let then = Some(Box::new(Frame::Do(doing)));
                redirect_or_ask(law, state, Redirecting { then, ..redirecting });
                return;
            }
            Outcome::Done(dealt) => {
                doing.dealt = dealt;
                if law.readings().if_you_do == IfYouDo::DamageDone {
                    doing.done = dealt > 0;
                }
            }
        }
        look(law, state);
        law.then(Frame::Do(doing));
        return;
    }
    let Some(step) = step(law, &doing) else {
        if doing.revealed > 0 || !state.shown.is_empty() {
            moves::hide(state, &mut doing);
        }
        if law.readings().life_checked == LifeChecked::AfterAbility {
            ending::look(law, state);
        }
        return;
    };
    if !doing.begun && !holds(law, state, &mut doing, step) {
        skip(law, doing);
        return;
    }
    doing.begun = true;
    if step.may && !doing.agreed && law.on(MAY) {
        law.then(Frame::May(doing));
        return;
    }
    let each = law.readings().picked == Picked::EachAtOnce && picks::targets_of(&step.effect).is_some();
    if each && doing.picked.len() > doing.applied {
        let picked = doing.picked[doing.applied..].to_vec();
        doing.applied = doing.picked.len();
        doing.done |= effects::apply(law, state, &mut doing, &step.effect, &picked);
        look(law, state);
        law.then(Frame::Do(doing));
        return;
    }
    if let Some(picking) = picks::next(law, state, &doing, &step.effect) {
        moves::show(law, state, &picking, &step.effect);
        law.then(Frame::Pick(picking));
        return;
    }
    let picked = std::mem::take(&mut doing.picked);
    if !each || doing.applied == 0 {
        doing.done = effects::apply(law, state, &mut doing, &step.effect, &picked);
        // Now comes the damage of this step, and what the step before has done is forgotten.
        if matches!(step.effect, Effect::Damage { .. } | Effect::TakeDamage { .. }) {
            doing.dealt = 0;
        }
    }
    next_step(&mut doing);
    look(law, state);
    law.then(Frame::Do(doing));
}

fn next_step(doing: &mut Doing) {
    doing.step += 1;
    (doing.agreed, doing.enough, doing.applied) = (false, false, 0);
    (doing.begun, doing.sorted) = (false, false);
    doing.picked.clear();
}

/// Skips the next step.
fn skip(law: &mut TransmuteLaw<'_>, mut doing: Doing) {
    next_step(&mut doing);
    doing.done = false;
    law.then(Frame::Do(doing));
}

/// Checks whose life is gone, after a step.
fn look(law: &mut TransmuteLaw<'_>, state: &mut State) {
    if law.readings().life_checked == LifeChecked::AtOnce {
        ending::look(law, state);
    }
}

/// Whether the condition of a step holds.
fn holds(law: &mut TransmuteLaw<'_>, state: &State, doing: &mut Doing, step: &Step) -> bool {
    let Some(only) = &step.only else { return true };
    doing.held = match only {
        Proviso::Done => !law.on(IF_DONE) || doing.done,
        Proviso::Is(sort) => !law.on(IF_SORT) || moves::is_revealed(law, state, doing, sort),
        Proviso::Otherwise => !law.on(IF_SORT) || !doing.held,
        Proviso::Same => doing.held,
    };
    doing.held
}

/// A player does something optional, or declines.
pub fn decided(law: &mut TransmuteLaw<'_>, mut doing: Doing, accepts: bool) {
    if accepts {
        doing.agreed = true;
        law.then(Frame::Do(doing));
    } else {
        skip(law, doing);
    }
}

/// The choices of a player.
pub fn options(law: &mut TransmuteLaw<'_>, state: &State, picking: &Picking) -> Vec<Choice> {
    let doing = &picking.doing;
    if picking.to == Verb::DiscardToUse {
        let Some(Ability { when: When::Discarding { sort, .. }, .. }) = ability(law, doing) else { return Vec::new() };
        return picks::to_discard(law, state, doing.by, sort);
    }
    match step(law, doing) {
        Some(step) => picks::options(law, state, picking, &step.effect),
        None => Vec::new(),
    }
}

/// Checks whether a player may pick this.
///
/// # Errors
/// If it is not among what may be picked: the clause that describes the effect.
pub fn permit_pick(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    picking: &Picking,
    choice: &Choice,
) -> Result<(), Rejection> {
    let clause = match step(law, &picking.doing) {
        Some(step) if picks::targets_of(&step.effect).is_some() => TARGETS,
        Some(Step { effect: Effect::TakeDamage { .. }, .. }) => UP_TO,
        Some(step) if picking.to != Verb::DiscardToUse => effects::clause(&step.effect),
        _ => clauses::play::REQUIREMENTS,
    };
    let there = options(law, state, picking).contains(choice);
    if there { Ok(()) } else { Err(law.reject(clause, || "this is not one of the choices".to_owned())) }
}

/// Checks whether a player may pick no more.
///
/// # Errors
/// If not: the clause that describes what is picked.
pub fn permit_stop(law: &mut TransmuteLaw<'_>, picking: &Picking) -> Result<(), Rejection> {
    if picking.may_stop {
        return Ok(());
    }
    let targets = step(law, &picking.doing).and_then(|step| picks::targets_of(&step.effect));
    let up_to = matches!(targets, Some((Targets::Some { number: HowMany::UpTo(_), .. }, _)));
    let clause = if up_to { UP_TO } else { clauses::turns::OWN };
    Err(law.reject(clause, || "something more must be picked".to_owned()))
}

/// A player has picked something, or picks no more.
pub fn picked(law: &mut TransmuteLaw<'_>, state: &mut State, picking: Picking, choice: Option<Choice>) {
    let Picking { mut doing, to, .. } = picking;
    match (to, choice) {
        (Verb::DiscardToUse, Some(choice)) => {
            let clause = clauses::play::REQUIREMENTS;
            match &choice {
                Choice::Object(id) => {
                    leaving::leave(law, state, id, Some(Place::Discard), clause);
                }
                Choice::Card(card) => piles::discard(law, state, doing.by, card, clause),
                Choice::Player(_) | Choice::Number(_) => {}
            }
            doing.paid = true;
        }
        (Verb::Discard, choice) if is_putting_back(law, &doing) => match choice {
            Some(Choice::Card(card)) => moves::discard_revealed(law, state, &mut doing, &card),
            _ => doing.sorted = true,
        },
        (_, Some(choice)) => doing.picked.push(choice),
        (_, None) => doing.enough = true,
    }
    law.then(Frame::Do(doing));
}

fn is_putting_back(law: &TransmuteLaw<'_>, doing: &Doing) -> bool {
    step(law, doing).is_some_and(|step| step.effect == Effect::Sort(Sorting::DiscardAnyPutBack))
}

/// Asks a player about redirecting damage, unless there is nothing to redirect it to.
pub fn redirect_or_ask(law: &mut TransmuteLaw<'_>, state: &mut State, redirecting: Redirecting) {
    if !redirecting.may && redirect_options(law, state, &redirecting).is_empty() {
        redirected(law, state, redirecting, None);
    } else {
        law.then(Frame::Redirect(redirecting));
    }
}

/// What damage may be redirected to.
pub fn redirect_options(law: &mut TransmuteLaw<'_>, state: &State, redirecting: &Redirecting) -> Vec<Choice> {
    match step(law, &redirecting.doing).map(|step| &step.effect) {
        Some(Effect::RedirectDamage { targets }) if law.on(REDIRECT) => {
            targets::options(law, state, &redirecting.doing, targets)
        }
        _ => Vec::new(),
    }
}

/// Damage is redirected, or not, and the rest goes on.
pub fn redirected(law: &mut TransmuteLaw<'_>, state: &mut State, redirecting: Redirecting, choice: Option<&Choice>) {
    let Some(mut then) = redirecting.then else { return };
    let to = match choice {
        Some(Choice::Object(id)) => Some(Target::Object(id.clone())),
        Some(Choice::Player(player)) => Some(Target::Player(*player)),
        _ => None,
    };
    if let Some(to) = to
        && let Some(hit) = first_hit(&mut then)
    {
        let event = crate::event::Event::Redirected { target: to.clone() };
        law.act(REDIRECT, state, event, |_| hit.target = to);
    }
    law.then(*then);
}

fn first_hit(frame: &mut Frame) -> Option<&mut Hit> {
    match frame {
        Frame::Do(doing) => doing.hits.first_mut(),
        Frame::Resolve { hits, .. } => hits.first_mut(),
        _ => None,
    }
}
