//! Judges and performs actions: each action is passed to the chapter that it belongs to.

use crate::action::{Action, Choice, Question};
use crate::clauses;
use crate::frame::{Doing, Frame};
use crate::law::TransmuteLaw;
use crate::rules::attack;
use crate::rules::basics;
use crate::rules::ending;
use crate::rules::play::{self, Source};
use crate::rules::text::{self, triggers};
use crate::rules::turns::{self, What};
use crate::state::{Duty, Phase, State, Target};
use rulebound_core::kernel::{Ending, Halt, Name, ObjectId, Player, Rejection, Waits};

/// An action that was found legal.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Permit {
    Begin,
    Refresh(Duty),
    Plan { shuffles: bool },
    Draft(Name),
    Play { card: Name, on: Option<ObjectId>, from_discard: bool },
    Activate { object: ObjectId, ability: (Name, usize) },
    Transmute(Source),
    Attack { targets: Vec<Target>, with: Vec<ObjectId> },
    Defend { with: ObjectId, against: Target },
    Done,
    Decide(bool),
    Pick(Choice),
    End,
}

/// The player that a position waits for, with the question.
pub fn waits(state: &State, frame: Option<&Frame>) -> Option<Waits<Question>> {
    if let Some(over) = &state.over {
        return Some(Waits::Over(Ending { winners: over.winners.clone(), clause: Some(ending::clause()) }));
    }
    let Some(frame) = frame else {
        return (!state.players[state.active].out).then_some(Waits::Turn(state.active));
    };
    let (player, question, may) = match frame {
        Frame::May(doing) => (doing.by, Question::May { card: doing.card.clone() }, true),
        Frame::Pick(picking) => {
            let (card, may_stop) = (picking.doing.card.clone(), picking.may_stop);
            let question = Question::Pick { card, to: picking.to, left: picking.left, may_stop };
            (picking.player, question, may_stop)
        }
        Frame::React {} => (state.attack.as_ref()?.defending, Question::React {}, true),
        Frame::Striker {} => {
            let attack = state.attack.as_ref()?;
            (attack.defending, Question::Striker { attackers: attack.attackers.clone() }, false)
        }
        Frame::Device { attacker, .. } => {
            let attack = state.attack.as_ref()?;
            let question = Question::Device { attacker: attacker.clone() };
            (attack.by, question, false)
        }
        Frame::Redirect(redirecting) => {
            let doing = &redirecting.doing;
            let question = if redirecting.may {
                Question::May { card: doing.card.clone() }
            } else {
                let (card, to) = (doing.card.clone(), crate::action::Verb::Redirect);
                Question::Pick { card, to, left: 1, may_stop: false }
            };
            (doing.by, question, redirecting.may)
        }
        Frame::Beginning(waiting) => (state.active, Question::Beginning { cards: cards_of(waiting) }, true),
        Frame::Order(waiting) => {
            let cards = cards_of(waiting);
            (state.active, Question::Trigger { cards }, false)
        }
        Frame::Do(_) | Frame::Resolve { .. } | Frame::TurnEnds {} => return None,
    };
    let attacker_out = state.attack.as_ref().is_some_and(|attack| state.players[attack.by].out);
    if state.players.get(player).is_some_and(|seat| seat.out) || (matches!(frame, Frame::React {}) && attacker_out) {
        return None;
    }
    Some(Waits::Answer { player, question, may })
}

fn cards_of(waiting: &[Doing]) -> Vec<Name> {
    waiting.iter().map(|doing| doing.card.clone()).collect()
}

/// Judges an action.
///
/// # Errors
/// If it is illegal: the clause that forbids it.
pub fn permit(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    frame: Option<&Frame>,
    by: Player,
    action: &Action,
) -> Result<Permit, Rejection> {
    if state.over.is_some() {
        return Err(law.reject(clauses::ending::LAST, || "the match is over".to_owned()));
    }
    if state.players[by].out {
        return Err(law.reject(clauses::ending::OUT, || format!("player {by} is out of the match")));
    }
    if let Action::Activate { object, ability } = action {
        permit_activate_now(law, state, frame, by, object, *ability)?;
        let ability = play::permit_activate(law, state, by, object, *ability)?;
        return Ok(Permit::Activate { object: object.clone(), ability });
    }
    match frame {
        None => in_turn(law, state, by, action),
        Some(Frame::React {}) => in_react(law, state, by, action),
        Some(Frame::Beginning(waiting)) => in_beginning(law, state, waiting, by, action),
        Some(frame) => answer(law, state, frame, by, action),
    }
}

fn other(law: &mut TransmuteLaw<'_>) -> Rejection {
    law.reject(clauses::turns::OWN, || "this cannot be done now".to_owned())
}

/// Checks whether a player may activate abilities now.
fn permit_activate_now(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    frame: Option<&Frame>,
    by: Player,
    object: &ObjectId,
    ability: usize,
) -> Result<(), Rejection> {
    let acts = match frame {
        None | Some(Frame::Beginning(_)) => by == state.active,
        Some(Frame::React {}) => attack::reacts(law, state, by),
        Some(_) => false,
    };
    let any_time = state.phase != Phase::Start && play::at_any_time(law, state, object, ability, acts);
    match frame {
        None | Some(Frame::React {} | Frame::Beginning(_)) if any_time => {
            law.allow(clauses::text::ANY_TIME, true, || "this ability is not used at any time".to_owned())
        }
        None | Some(Frame::Beginning(_)) => turns::permit_phase(law, state, by, What::Activate),
        Some(Frame::React {}) if acts => {
            let why = || "no ability can be activated in React".to_owned();
            law.allow(clauses::attack::REACT_ACTIVATE, true, why)
        }
        Some(Frame::React {}) => {
            Err(law.reject(clauses::attack::REACT, || "only the defending player acts".to_owned()))
        }
        Some(_) => Err(other(law)),
    }
}

fn in_turn(law: &mut TransmuteLaw<'_>, state: &State, by: Player, action: &Action) -> Result<Permit, Rejection> {
    if (state.phase == Phase::Start) != matches!(action, Action::Begin {}) {
        return Err(law.reject(clauses::turns::PHASES, || "a match begins once".to_owned()));
    }
    match action {
        Action::Begin {} => basics::permit_begin(law, state).map(|()| Permit::Begin),
        Action::DiscardSpells {} => {
            turns::permit_refresh(law, state, by, Duty::Spells).map(|()| Permit::Refresh(Duty::Spells))
        }
        Action::DiscardTransmuted {} => {
            turns::permit_refresh(law, state, by, Duty::Transmuted).map(|()| Permit::Refresh(Duty::Transmuted))
        }
        Action::Untap {} => turns::permit_refresh(law, state, by, Duty::Untap).map(|()| Permit::Refresh(Duty::Untap)),
        Action::Draw {} | Action::Shuffle {} => {
            let shuffles = *action == Action::Shuffle {};
            turns::permit_plan(law, state, by, shuffles).map(|()| Permit::Plan { shuffles })
        }
        Action::Draft { card } => {
            turns::permit_draft(law, state, by, card)?;
            Ok(Permit::Draft(of_the_run(law, card)))
        }
        Action::Play { card, on, from_discard } => {
            turns::permit_phase(law, state, by, What::Play)?;
            play(law, state, by, card, on.as_ref(), *from_discard)
        }
        Action::Transmute { card, object } => {
            turns::permit_in(law, state, by, Phase::Action)?;
            law.allow(clauses::turns::TRANSMUTE_ACTION, true, || "cards cannot be transmuted".to_owned())?;
            law.allow(clauses::play::TRANSMUTE, true, || "cards cannot be transmuted".to_owned())?;
            play::permit_transmute(law, state, by, card.as_ref(), object.as_ref()).map(Permit::Transmute)
        }
        Action::Attack { targets, with } => {
            turns::permit_in(law, state, by, Phase::Action)?;
            law.allow(clauses::turns::ATTACK_ACTION, true, || "there are no attacks".to_owned())?;
            attack::permit_attack(law, state, by, targets, with)?;
            Ok(Permit::Attack { targets: targets.clone(), with: with.clone() })
        }
        Action::End {} => turns::permit_end(law, state, by).map(|()| Permit::End),
        Action::Activate { .. }
        | Action::Defend { .. }
        | Action::Done {}
        | Action::Accept {}
        | Action::Decline {}
        | Action::Pick(_) => Err(other(law)),
    }
}

/// Checks an action in the Beginning phase while abilities at the beginning of the turn are still waiting.
fn in_beginning(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    waiting: &[Doing],
    by: Player,
    action: &Action,
) -> Result<Permit, Rejection> {
    turns::permit_own(law, state, by)?;
    match action {
        Action::Pick(Choice::Number(place)) if (*place as usize) < waiting.len() => {
            Ok(Permit::Pick(Choice::Number(*place)))
        }
        Action::Pick(_) => Err(law.reject(clauses::text::BEGINNING, || "there is no such ability".to_owned())),
        Action::End {} => {
            let why = || "an ability at the beginning of the turn is still to come".to_owned();
            Err(law.reject(clauses::text::BEGINNING, why))
        }
        other => in_turn(law, state, by, other),
    }
}

/// The name of a card, in the form that positions hold.
fn of_the_run(law: &TransmuteLaw<'_>, card: &Name) -> Name {
    law.cards.name(card).unwrap_or_else(|| card.clone())
}

fn play(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    by: Player,
    card: &Name,
    on: Option<&ObjectId>,
    from_discard: bool,
) -> Result<Permit, Rejection> {
    let card = of_the_run(law, card);
    play::permit_play(law, state, by, &card, on, from_discard)?;
    Ok(Permit::Play { card, on: on.cloned(), from_discard })
}

fn in_react(law: &mut TransmuteLaw<'_>, state: &State, by: Player, action: &Action) -> Result<Permit, Rejection> {
    if !attack::reacts(law, state, by) {
        return Err(law.reject(clauses::attack::REACT, || "only the defending player acts".to_owned()));
    }
    match action {
        Action::Play { card, on, from_discard } => {
            law.allow(clauses::attack::REACT_PLAY, true, || "no card can be played in React".to_owned())?;
            play(law, state, by, card, on.as_ref(), *from_discard)
        }
        Action::Defend { with, against } => {
            attack::permit_defend(law, state, by, with, against)?;
            Ok(Permit::Defend { with: with.clone(), against: against.clone() })
        }
        Action::Done {} if state.attack.as_ref().is_some_and(|attack| attack.defending == by) => Ok(Permit::Done),
        _ => Err(law.reject(clauses::attack::REACT, || "this cannot be done in React".to_owned())),
    }
}

/// The choices with which a player may answer.
fn choices(law: &mut TransmuteLaw<'_>, state: &State, frame: &Frame) -> Vec<Choice> {
    match frame {
        Frame::Pick(picking) => text::options(law, state, picking),
        Frame::Striker {} => {
            let attackers = state.attack.iter().flat_map(|attack| &attack.attackers);
            attackers.map(|id| Choice::Object(id.clone())).collect()
        }
        Frame::Device { attacker, .. } => {
            let Some(attack) = &state.attack else { return Vec::new() };
            let choice = |target: Target| match target {
                Target::Player(player) => Choice::Player(player),
                Target::Object(id) => Choice::Object(id),
            };
            attack::remaining(law, state, attack, attacker).into_iter().map(choice).collect()
        }
        Frame::Redirect(redirecting) if !redirecting.may => text::redirect_options(law, state, redirecting),
        Frame::Beginning(waiting) | Frame::Order(waiting) => {
            (0..waiting.len()).map(|place| Choice::Number(place as u32)).collect()
        }
        _ => Vec::new(),
    }
}

fn answer(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    frame: &Frame,
    by: Player,
    action: &Action,
) -> Result<Permit, Rejection> {
    let asked = matches!(waits(state, Some(frame)), Some(Waits::Answer { player, .. }) if player == by);
    if !asked {
        return Err(other(law));
    }
    let decides = matches!(frame, Frame::May(_)) || matches!(frame, Frame::Redirect(one) if one.may);
    match action {
        Action::Accept {} if decides => Ok(Permit::Decide(true)),
        Action::Decline {} if decides => Ok(Permit::Decide(false)),
        Action::Done {} => match frame {
            Frame::Pick(picking) => text::permit_stop(law, picking).map(|()| Permit::Done),
            // an ability that is triggered at once has taken all of it away
            Frame::Redirect(_) if !decides && choices(law, state, frame).is_empty() => Ok(Permit::Done),
            _ => Err(other(law)),
        },
        Action::Pick(choice) if !decides => {
            let choice = match choice {
                Choice::Card(card) => Choice::Card(of_the_run(law, card)),
                other => other.clone(),
            };
            match frame {
                Frame::Pick(picking) => text::permit_pick(law, state, picking, &choice)?,
                Frame::Redirect(_) if !choices(law, state, frame).contains(&choice) => {
                    let why = || "it cannot be redirected there".to_owned();
                    return Err(law.reject(clauses::text::TARGETS, why));
                }
                _ if choices(law, state, frame).contains(&choice) => {}
                _ => return Err(other(law)),
            }
            Ok(Permit::Pick(choice))
        }
        _ => Err(other(law)),
    }
}

/// Adds the answers that a player may want to give.
pub fn answers(law: &mut TransmuteLaw<'_>, state: &State, frame: &Frame, found: &mut Vec<Action>) {
    let decides = matches!(frame, Frame::May(_)) || matches!(frame, Frame::Redirect(one) if one.may);
    if decides {
        found.extend([Action::Accept {}, Action::Decline {}]);
    }
    let choices = choices(law, state, frame);
    let nothing = choices.is_empty() && matches!(frame, Frame::Redirect(one) if !one.may);
    found.extend(choices.into_iter().map(Action::Pick));
    if nothing || matches!(frame, Frame::Pick(picking) if picking.may_stop) {
        found.push(Action::Done {});
    }
}

/// Does what has been permitted.
pub fn perform(law: &mut TransmuteLaw<'_>, state: &mut State, frame: Option<Frame>, by: Player, permit: Permit) {
    match permit {
        Permit::Begin => {
            let first = basics::deal(law, state);
            let event = crate::event::Event::Begun { first };
            law.act(clauses::basics::FIRST, state, event, |_| {});
            turns::begin_turn(law, state, first);
        }
        Permit::Refresh(duty) => turns::refresh(law, state, by, duty),
        Permit::Plan { shuffles } => turns::plan(law, state, by, shuffles),
        Permit::Draft(card) => turns::draft(law, state, by, &card),
        Permit::Play { card, on, from_discard } => {
            play::play(law, state, by, &card, on.as_ref(), from_discard);
            put_back(law, frame);
        }
        Permit::Activate { object, ability } => {
            play::activate(law, state, by, &object, ability);
            put_back(law, frame);
        }
        Permit::Transmute(source) => play::transmute(law, state, by, &source),
        Permit::Attack { targets, with } => attack::attack(law, state, by, targets, with),
        Permit::Defend { with, against } => {
            attack::defend(law, state, &with, against);
            put_back(law, frame);
        }
        Permit::End => turns::end(law, state),
        Permit::Done => match frame {
            Some(Frame::Pick(picking)) => text::picked(law, state, picking, None),
            Some(Frame::Redirect(redirecting)) => text::redirected(law, state, redirecting, None),
            _ => {
                turns::react_ends(law, state);
                law.then(Frame::resolve());
            }
        },
        Permit::Decide(accepts) => match frame {
            Some(Frame::May(doing)) => text::decided(law, doing, accepts),
            Some(Frame::Redirect(mut redirecting)) if accepts => {
                redirecting.may = false;
                text::redirect_or_ask(law, state, redirecting);
            }
            Some(Frame::Redirect(redirecting)) => text::redirected(law, state, redirecting, None),
            _ => astray(law),
        },
        Permit::Pick(choice) => match (frame, choice) {
            (Some(Frame::Pick(picking)), choice) => text::picked(law, state, picking, Some(choice)),
            (Some(Frame::Striker {}), Choice::Object(id)) => attack::strike(law, state, &id, Vec::new(), Vec::new()),
            (Some(Frame::Device { attacker, mut hits, tapped }), choice) => {
                let target = match choice {
                    Choice::Object(id) => Target::Object(id),
                    Choice::Player(player) => Target::Player(player),
                    Choice::Card(_) | Choice::Number(_) => return astray(law),
                };
                hits.extend(attack::hit(law, state, &attacker, target));
                law.then(Frame::Resolve { hits, tapped });
            }
            (Some(Frame::Redirect(redirecting)), choice) => text::redirected(law, state, redirecting, Some(&choice)),
            (Some(Frame::Beginning(mut waiting)), Choice::Number(place)) => {
                triggers::begin(law, state, waiting.remove(place as usize));
                if !waiting.is_empty() {
                    law.then(Frame::Beginning(waiting));
                }
            }
            (Some(Frame::Order(mut waiting)), Choice::Number(place)) => {
                law.then(Frame::Do(waiting.remove(place as usize)));
                in_order(law, waiting);
            }
            _ => astray(law),
        },
    }
}

fn astray(law: &mut TransmuteLaw<'_>) {
    law.stop(Halt::Rules("an answer without its question".to_owned()));
}

/// Goes on with triggered abilities whose order a player picks.
fn in_order(law: &mut TransmuteLaw<'_>, mut waiting: Vec<Doing>) {
    match waiting.len() {
        0 => {}
        1 => law.then(Frame::Do(waiting.remove(0))),
        _ => law.then(Frame::Order(waiting)),
    }
}

/// An action in React, or at any time, leaves the question open.
fn put_back(law: &mut TransmuteLaw<'_>, frame: Option<Frame>) {
    if let Some(frame) = frame {
        law.then(frame);
    }
}

/// Runs a frame that waits for nobody, or whose player is out.
pub fn advance(law: &mut TransmuteLaw<'_>, state: &mut State, frame: Frame) {
    match frame {
        Frame::Do(doing) => text::go_on(law, state, doing),
        Frame::Resolve { hits, tapped } => attack::resolve(law, state, hits, tapped),
        Frame::TurnEnds {} => turns::end_turn(law, state),
        // A player who is out answers nothing: what it was doing ends, and what others do goes on without it.
        Frame::May(_) | Frame::Beginning(_) => {}
        Frame::Pick(mut picking) => {
            picking.doing.enough = true;
            law.then(Frame::Do(picking.doing));
        }
        Frame::React {} | Frame::Striker {} | Frame::Device { .. } => {
            if state.attack.is_some() {
                for_nobody(law, state);
            }
        }
        Frame::Redirect(redirecting) => text::redirected(law, state, redirecting, None),
        Frame::Order(waiting) => waiting.into_iter().for_each(|doing| law.then(Frame::Do(doing))),
    }
}

/// Goes on with an attack whose defending or attacking player is out.
fn for_nobody(law: &mut TransmuteLaw<'_>, state: &mut State) {
    let first = state.attack.as_ref().and_then(|attack| attack.attackers.first().cloned());
    let attacker_out = state.attack.as_ref().is_some_and(|attack| state.players[attack.by].out);
    match first {
        Some(first) if !attacker_out => attack::strike(law, state, &first, Vec::new(), Vec::new()),
        _ => law.then(Frame::resolve()),
    }
}
