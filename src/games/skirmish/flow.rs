//! Judges and performs actions: each action is passed to the chapter that it belongs to.

use rulebound_core::kernel::{Ending, Name, ObjectId, Player, Rejection, Waits};

use crate::action::{Action, Choice, Question};
use crate::clauses;
use crate::frame::Frame;
use crate::law::SkirmishLaw;
use crate::readings::{DefeatChecked, TurnEnds};
use crate::rules::preparation::order;
use crate::rules::{classes, combat, defeat, preparation, skills, text, turns};
use crate::state::{Stage, State, Tile};

/// An action that was found legal.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum Permit {
    Begin,
    Draft { character: Name, tile: Tile },
    Exchange(Vec<Name>),
    Walk { character: ObjectId, to: Tile },
    Attack { character: ObjectId, target: ObjectId },
    Use { card: Name, user: ObjectId },
    Pick(Option<Choice>),
    Decide(bool),
    End,
    Forfeit,
}

/// What a position waits for.
pub fn waits(state: &State, frame: Option<&Frame>) -> Option<Waits<Question>> {
    if let Some(over) = &state.over {
        let clause = Some(defeat::clause(over.by));
        return Some(Waits::Over(Ending { winners: over.winners.clone(), clause }));
    }
    let answer = |player, question, may| Some(Waits::Answer { player, question, may });
    match frame {
        None => Some(Waits::Turn(state.active)),
        Some(Frame::Exchange {}) => {
            Some(Waits::Sealed { players: vec![0, 1], question: Question::Exchange {}, once: preparation::once() })
        }
        Some(Frame::ExchangeBy { player }) => answer(*player, Question::Exchange {}, true),
        Some(Frame::Counter(counter)) => {
            let (character, against) = (counter.character.clone(), counter.against.clone());
            let player = state.objects.get(&character).map_or(1 - state.active, |character| character.controller);
            answer(player, Question::Counter { character, against }, true)
        }
        Some(Frame::Keyword(doing)) => answer(doing.by, Question::Keyword { card: doing.card.clone() }, true),
        Some(Frame::Pick(picking)) => {
            let (card, what, may_stop) = (picking.doing.card.clone(), picking.what, picking.may_stop);
            answer(picking.doing.by, Question::Pick { card, what, may_stop }, may_stop)
        }
        Some(
            Frame::Talents {}
            | Frame::FirstTurn {}
            | Frame::Answer(_)
            | Frame::Do(_)
            | Frame::PutAway { .. }
            | Frame::Spent {}
            | Frame::Look {},
        ) => None,
    }
}

fn other(law: &mut SkirmishLaw<'_>) -> Rejection {
    law.reject(clauses::turns::OWN, || "this cannot be done now".to_owned())
}

/// The name of a card, in the form that positions hold.
fn of_the_run(law: &SkirmishLaw<'_>, card: &Name) -> Name {
    law.cards.name(card).unwrap_or_else(|| card.clone())
}

/// Judges an action.
///
/// # Errors
/// If it is illegal: the clause that forbids it.
pub fn permit(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    frame: Option<&Frame>,
    by: Player,
    action: &Action,
) -> Result<Permit, Rejection> {
    if state.over.is_some() {
        return Err(law.reject(clauses::defeat::WINNER, || "the match is over".to_owned()));
    }
    if *action == (Action::Forfeit {}) {
        return defeat::permit_forfeit(law, state).map(|()| Permit::Forfeit);
    }
    match frame {
        Some(frame) => answer(law, state, frame, by, action),
        None => match state.stage {
            Stage::Start if *action == (Action::Begin {}) => {
                preparation::permit_begin(law, state).map(|()| Permit::Begin)
            }
            Stage::Draft => match action {
                Action::Draft { character, tile } => {
                    let character = of_the_run(law, character);
                    preparation::permit_draft(law, state, by, &character, *tile)?;
                    Ok(Permit::Draft { character, tile: *tile })
                }
                _ => Err(other(law)),
            },
            Stage::Turns => in_turn(law, state, by, action),
            Stage::Start | Stage::Hands | Stage::Over => Err(other(law)),
        },
    }
}

fn in_turn(law: &mut SkirmishLaw<'_>, state: &State, by: Player, action: &Action) -> Result<Permit, Rejection> {
    turns::permit_own(law, state, by)?;
    match action {
        Action::Walk { character, to } => {
            combat::permit_walk(law, state, by, character, *to)?;
            Ok(Permit::Walk { character: character.clone(), to: *to })
        }
        Action::Attack { character, target } => {
            combat::permit_attack(law, state, by, character, target)?;
            Ok(Permit::Attack { character: character.clone(), target: target.clone() })
        }
        Action::Use { card, with } => {
            let card = of_the_run(law, card);
            let user = text::permit_use(law, state, by, &card, with.as_ref())?;
            Ok(Permit::Use { card, user })
        }
        Action::End {} => turns::permit_end(law).map(|()| Permit::End),
        _ => Err(other(law)),
    }
}

fn answer(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    frame: &Frame,
    by: Player,
    action: &Action,
) -> Result<Permit, Rejection> {
    let asked = waits(state, Some(frame)).is_some_and(|waits| waits.players().contains(&by));
    if let (false, Frame::ExchangeBy { player }, Action::Exchange { .. }) = (asked, frame, action) {
        let why = || format!("player {player} exchanges now");
        return Err(law.reject(clauses::preparation::EXCHANGE, why));
    }
    if !asked {
        return Err(other(law));
    }
    match (frame, action) {
        (Frame::Exchange {} | Frame::ExchangeBy { .. }, Action::Exchange { cards }) => {
            let cards: Vec<Name> = cards.iter().map(|card| of_the_run(law, card)).collect();
            preparation::permit_exchange(law, state, by, &cards)?;
            Ok(Permit::Exchange(cards))
        }
        (Frame::Counter(_) | Frame::Keyword(_), Action::Accept {}) => Ok(Permit::Decide(true)),
        (Frame::Counter(_) | Frame::Keyword(_), Action::Decline {}) => Ok(Permit::Decide(false)),
        (Frame::Pick(picking), Action::Pick(choice)) => {
            text::permit_pick(law, state, picking, choice)?;
            Ok(Permit::Pick(Some(choice.clone())))
        }
        (Frame::Pick(picking), Action::Done {}) if picking.may_stop => Ok(Permit::Pick(None)),
        (Frame::Pick(_), Action::Done {}) => {
            Err(law.reject(clauses::text::PICKING, || "something has to be picked".to_owned()))
        }
        _ => Err(other(law)),
    }
}

/// Performs what has been permitted.
pub fn perform(law: &mut SkirmishLaw<'_>, state: &mut State, frame: Option<Frame>, by: Player, permit: Permit) {
    let spends = matches!(permit, Permit::Walk { .. } | Permit::Attack { .. } | Permit::Use { .. });
    if spends && law.readings().turn_ends == TurnEnds::WhenSpent {
        law.queue(Frame::Spent {});
    }
    match (permit, frame) {
        (Permit::Forfeit, frame) => {
            defeat::forfeit(law, state, by);
            frame.into_iter().for_each(|frame| law.then(frame));
            return;
        }
        (Permit::Begin, _) => preparation::begin(law, state),
        (Permit::Draft { character, tile }, _) => preparation::draft(law, state, by, &character, tile),
        (Permit::Exchange(cards), _) => preparation::exchange(law, state, by, &cards),
        (Permit::Walk { character, to }, _) => combat::walk(law, state, by, &character, to),
        (Permit::Attack { character, target }, _) => combat::attack(law, state, by, &character, &target),
        (Permit::Use { card, user }, _) => text::use_card(law, state, by, &card, &user),
        (Permit::Pick(choice), Some(Frame::Pick(picking))) => text::pick(law, picking, choice),
        (Permit::Decide(counters), Some(Frame::Counter(counter))) => combat::fight(law, state, &counter, counters),
        (Permit::Decide(true), Some(Frame::Keyword(doing))) => text::start(law, state, doing),
        (Permit::Decide(false), Some(Frame::Keyword(doing))) => text::decline(law, doing),
        (Permit::Decide(_) | Permit::Pick(_), _) => {}
        (Permit::End, _) => turns::end(law, state),
    }
    if spends && state.players[state.active].points == 0 {
        law.cite(clauses::turns::END);
    }
    look_later(law, state);
}

/// Schedules a check whether a player has lost for the end of the step, if a reading says so.
fn look_later(law: &mut SkirmishLaw<'_>, state: &State) {
    if law.readings().defeat_checked == DefeatChecked::AfterStep && state.over.is_none() {
        law.queue(Frame::Look {});
    }
}

/// Carries out the choices that both players have made unseen.
pub fn reveal(law: &mut SkirmishLaw<'_>, state: &mut State, mut chosen: Vec<(Player, Permit)>) {
    let [first, _] = order::both(law, state);
    chosen.sort_by_key(|(player, _)| *player != first);
    for (player, permit) in chosen {
        if let Permit::Exchange(cards) = permit {
            preparation::exchange(law, state, player, &cards);
        }
    }
    look_later(law, state);
}

/// Runs a frame that waits for nobody.
pub fn advance(law: &mut SkirmishLaw<'_>, state: &mut State, frame: Frame) {
    if state.over.is_some() {
        return;
    }
    match frame {
        Frame::Talents {} => classes::talents(law, state),
        Frame::FirstTurn {} => {
            turns::first(law, state);
            look_later(law, state);
        }
        Frame::Answer(counter) => combat::answer(law, state, counter),
        Frame::Do(doing) => text::go_on(law, state, doing),
        Frame::PutAway { player, card } => skills::put_away(law, state, player, &card),
        Frame::Spent {} => turns::end_if_spent(law, state),
        Frame::Look {} => defeat::look_now(law, state),
        Frame::Exchange {} | Frame::ExchangeBy { .. } | Frame::Counter(_) | Frame::Keyword(_) | Frame::Pick(_) => {}
    }
}
