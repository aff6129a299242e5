//! Judges and performs actions: each action is passed to the chapter that it belongs to.

use crate::action::{Action, Named, Nothing, Of};
use crate::clauses;
use crate::frame::{Declared, Frame, NamedAssist, Placed, Playing};
use crate::law::ComboLaw;
use crate::places::At;
use crate::readings::{DoneAgain, EmptyTurn, LooksWhen, MissedTrap, RecyclingChoice};
use crate::rules::conduct::Answer;
use crate::rules::status::Chosen;
use crate::rules::text::transfer;
use crate::rules::turns::{self, play, using};
use crate::rules::{assists, basics, conduct, piles, status, traps};
use crate::state::{Stage, State, UNDECIDED, Zone};
use rulebound_core::kernel::{Player, Rejection};

/// An action that was found legal.
#[derive(Debug)]
pub enum Permit {
    /// The match begins.
    Begin,
    /// The draw of the turn.
    Draw,
    /// A card is played: what has been declared so far.
    Declare(Declared),
    /// Aim is claimed at the assist of a player, at an index.
    Aim(Player, usize),
    /// The aim at the assist at an index is taken back.
    Withdraw(usize),
    /// A choice is made again; `None` for a card without one.
    Choose(Option<Chosen>),
    /// The turn ends.
    End,
    /// A trap missed its occasion.
    Claim(Of),
    /// A card in use destroys this assist, or none if no assist has to be named.
    Destroy(Option<NamedAssist>),
    /// The trap at an index is held back.
    Hold(usize),
    /// No further trap is held back.
    HoldNoMore,
    /// The card at this index is moved, or no further card.
    Transfer(Option<usize>),
    /// Whether the trash is recycled.
    Recycle(bool),
    /// The answer about a pile.
    Look(Answer),
}

/// Checks whether an action is legal, and works out what it means.
///
/// # Errors
/// If a clause refuses it.
pub fn permit(
    law: &mut ComboLaw<'_>,
    state: &State,
    frame: Option<&Frame>,
    by: Player,
    action: &Action,
) -> Result<Permit, Rejection> {
    law.cite(clauses::conduct::FAIR);
    if player_named(action).is_some_and(|player| player > 1) {
        return Err(law.reject(clauses::basics::TWO_PLAYERS, || "the players are 0 and 1".to_owned()));
    }
    match action {
        Action::Count(_) | Action::Read(_) if by != state.active => {
            let any_time = law.readings().looks_when == LooksWhen::AnyTime;
            if !law.choose(clauses::conduct::LOOK_ANY_TIME, any_time, false) {
                return Err(law.reject(clauses::conduct::LOOK_ANY_TIME, || "it is the foe's turn".to_owned()));
            }
        }
        _ => {}
    }
    match action {
        Action::Count(look) => return conduct::count(law, state, by, *look).map(Permit::Look),
        Action::Read(look) => return conduct::read(law, state, by, *look).map(Permit::Look),
        _ => {}
    }
    law.forbid(clauses::hearts::OVER, state.winner != UNDECIDED, || "the match is over".to_owned())?;
    if let Action::Begin(_) = action {
        law.forbid(clauses::turns::DRAW_ONCE, state.stage != Stage::Begin, || "the match has begun".to_owned())?;
        basics::may_begin(law, state)?;
        return Ok(Permit::Begin);
    }
    if state.stage == Stage::Begin {
        return Err(law.reject(clauses::turns::DRAW_FIRST, || "the match has not begun".to_owned()));
    }
    if let Action::Claim(of) = action {
        traps::may_claim(law, state, by, of)?;
        return Ok(Permit::Claim(of.clone()));
    }
    if let Some(frame) = frame {
        return answer(law, state, frame, by, action);
    }
    let before_draw = state.stage == Stage::Draw;
    let first = |law: &mut ComboLaw<'_>| {
        law.forbid(clauses::turns::DRAW_FIRST, before_draw, || "the cards of the turn must be drawn first".to_owned())
    };
    if let Action::Aim(_) = action {
        law.forbid(clauses::assists::AIM_IN_TURN, by != state.active, || {
            "aim can be claimed only in one's own turn".to_owned()
        })?;
    } else {
        law.forbid(clauses::turns::IN_TURN, by != state.active, || format!("it is player {}'s turn", state.active))?;
    }
    if let Action::Draw(_) = action {
        law.forbid(clauses::turns::DRAW_ONCE, !before_draw, || "the cards of the turn have been drawn".to_owned())?;
        return Ok(Permit::Draw);
    }
    first(law)?;
    match action {
        Action::Aim(aim) => Ok(Permit::Aim(1 - by, assists::may_aim(law, state, by, aim)?)),
        Action::Withdraw(named) => Ok(Permit::Withdraw(assists::may_withdraw(law, state, named)?)),
        Action::Choose(choose) => status::may_choose(law, state, choose).map(Permit::Choose),
        Action::Play(play) => play::playable(law, state, play).map(Permit::Declare),
        Action::End(_) => {
            let left = state.players[state.active].pool.len();
            law.allow(clauses::turns::PLAY_NONE, left > 0, || format!("{left} cards are left in the pool"))?;
            let none = state.played_in_turn == 0 && left > 0;
            if none && law.readings().empty_turn == EmptyTurn::OneAtLeast && play::any_playable(law, state) {
                return Err(
                    law.reject(clauses::turns::EMPTY_TURN, || "no card has been played in this turn".to_owned())
                );
            }
            law.cite(clauses::turns::EMPTY_TURN);
            Ok(Permit::End)
        }
        Action::Hold(_) => {
            let by_itself = law.readings().missed_trap == MissedTrap::GoesOffByItself;
            law.forbid(clauses::traps::NO_CHOICE, by_itself, || "a trap goes off by itself".to_owned())?;
            Err(unasked(law))
        }
        Action::Decline(_) => {
            let automatic = law.readings().recycling_choice == RecyclingChoice::Automatic;
            let why = || "the trash is recycled whenever a card is to be drawn".to_owned();
            law.forbid(clauses::piles::NO_DECLINING, automatic, why)?;
            Err(unasked(law))
        }
        _ => Err(unasked(law)),
    }
}

fn unasked(law: &mut ComboLaw<'_>) -> Rejection {
    law.reject(clauses::conduct::FAIR, || "there is no question that this answers".to_owned())
}

/// Whether an action answers what is asked.
fn answer(
    law: &mut ComboLaw<'_>,
    state: &State,
    frame: &Frame,
    by: Player,
    action: &Action,
) -> Result<Permit, Rejection> {
    let asked = asked(state, frame);
    if asked != Some(by) {
        return Err(law.reject(clauses::conduct::FAIR, || "another player is being asked".to_owned()));
    }
    match (frame, action) {
        (Frame::Over(declared), Action::Over(named)) => {
            play::over(law, state, declared, Ok(named)).map(Permit::Declare)
        }
        (Frame::Over(declared), Action::Done(nothing)) => {
            play::over(law, state, declared, Err(nothing)).map(Permit::Declare)
        }
        (Frame::Target(declared), Action::Target(of)) => {
            play::target(law, state, declared, Ok(of)).map(Permit::Declare)
        }
        (Frame::Target(declared), Action::Done(nothing)) => {
            play::target(law, state, declared, Err(nothing)).map(Permit::Declare)
        }
        (Frame::Names(declared), Action::Transfer(named)) => {
            transfer::declared(law, state, declared, Some(&named.card)).map(Permit::Declare)
        }
        (Frame::Names(declared), Action::Done(_)) => {
            transfer::declared(law, state, declared, None).map(Permit::Declare)
        }
        (Frame::Destroy(playing), Action::Target(of)) => {
            using::target(law, state, playing, Some(of)).map(Permit::Destroy)
        }
        (Frame::Destroy(playing), Action::Done(_)) => using::target(law, state, playing, None).map(Permit::Destroy),
        (Frame::HoldBack(_), Action::Hold(named)) => Ok(Permit::Hold(traps::may_hold(law, state, by, named)?)),
        (Frame::HoldBack(_), Action::Done(_)) => Ok(Permit::HoldNoMore),
        (Frame::Transfer(moved), Action::Transfer(named)) => {
            transfer::named(law, state, moved, Some(&named.card)).map(Permit::Transfer)
        }
        (Frame::Transfer(moved), Action::Done(_)) => transfer::named(law, state, moved, None).map(Permit::Transfer),
        (Frame::Recycle(_), Action::Recycle(_)) => Ok(Permit::Recycle(true)),
        (Frame::Recycle(_), Action::Decline(_)) => Ok(Permit::Recycle(false)),
        _ => Err(law.reject(clauses::conduct::FAIR, || "this does not answer the question".to_owned())),
    }
}

/// The player whom a frame asks, if it asks.
pub fn asked(state: &State, frame: &Frame) -> Option<Player> {
    match frame {
        Frame::Over(_) | Frame::Target(_) | Frame::Names(_) => Some(state.active),
        Frame::Destroy(playing) => Some(playing.trap.as_ref().map_or(playing.card.who, |going| going.trap.who)),
        Frame::HoldBack(playing) => playing.asked.first().copied().filter(|player| *player < 2),
        Frame::Recycle(draw) => Some(draw.who),
        Frame::Transfer(moved) => Some(moved.who),
        _ => None,
    }
}

/// The possible answers, in a fixed order.
pub fn answers(state: &State, frame: &Frame, found: &mut Vec<Action>) {
    let names = |who: usize| {
        let mut names: Vec<_> = state.players[who].hands.iter().map(|hand| hand.card.clone()).collect();
        names.sort();
        names.dedup();
        names
    };
    let named = |card| Named { card };
    match frame {
        Frame::Over(_) => found.extend(names(state.active).into_iter().map(|card| Action::Over(named(card)))),
        Frame::Target(Declared { card, .. }) | Frame::Destroy(Playing { card: Placed { name: card, .. }, .. }) => {
            for player in 0..2 {
                let mut names = names(player);
                // A declared card is not in its place yet.
                if player == state.active && !names.contains(card) {
                    names.push(card.clone());
                }
                found.extend(names.into_iter().map(|card| Action::Target(Of { player, card })));
            }
        }
        Frame::HoldBack(_) => {
            let who = asked(state, frame).unwrap_or(state.active);
            found.extend(names(who).into_iter().map(|card| Action::Hold(named(card))));
        }
        Frame::Names(declared) => {
            let names = declared.naming.iter().flat_map(|moved| transfer::answers(state, moved));
            found.extend(names.map(|card| Action::Transfer(named(card))));
        }
        Frame::Transfer(moved) => {
            found.extend(transfer::answers(state, moved).into_iter().map(|card| Action::Transfer(named(card))));
        }
        Frame::Recycle(_) => found.extend([Action::Recycle(Nothing {}), Action::Decline(Nothing {})]),
        _ => {}
    }
    if !matches!(frame, Frame::Recycle(_)) {
        found.push(Action::Done(Nothing {}));
    }
}

/// The player whom an action names.
fn player_named(action: &Action) -> Option<Player> {
    match action {
        Action::Count(look) | Action::Read(look) => Some(look.player),
        Action::Claim(of) | Action::Target(of) => Some(of.player),
        Action::Choose(choose) => choose.player,
        _ => None,
    }
}

/// Carries out what has been permitted.
pub fn perform(law: &mut ComboLaw<'_>, state: &mut State, frame: Option<Frame>, by: Player, permit: Permit) {
    if let Permit::Look((clause, answer)) = permit {
        law.unchanged();
        return conduct::tell(law, state, clause, answer);
    }
    state.told = None;
    match (permit, frame) {
        (Permit::Begin, _) => basics::begin(law, state),
        (Permit::Draw, _) => turns::draw(law, state),
        (Permit::Declare(declared), _) => play::declare(law, state, declared),
        (Permit::Aim(foe, at), _) => assists::aim(law, state, foe, at, true),
        (Permit::Withdraw(at), _) => assists::aim(law, state, 1 - state.active, at, false),
        (Permit::Choose(chosen), _) => {
            let at = chosen.as_ref().map(|chosen| chosen.at);
            status::choose(law, state, chosen);
            if let Some(At { who, zone: Zone::Hands, index }) = at {
                play::again(law, state, who, index, DoneAgain::WhenChosen);
            }
        }
        (Permit::End, _) => turns::end(law, state),
        (Permit::Claim(of), _) => traps::claim(law, state, &of),
        (Permit::Hold(at), Some(frame)) => {
            traps::hold(law, state, by, at);
            law.then(frame);
        }
        (Permit::HoldNoMore, Some(Frame::HoldBack(mut playing))) => {
            playing.asked.remove(0);
            law.then(Frame::Use(playing));
        }
        (Permit::Destroy(named), Some(Frame::Destroy(mut playing))) => {
            using::done(&mut playing);
            if let Some(named) = named {
                using::destroy_named(law, state, &named, &mut playing.card);
            }
            law.then(Frame::Use(playing));
        }
        (Permit::Transfer(place), Some(Frame::Transfer(moved))) => transfer::answered(law, state, moved, place),
        (Permit::Recycle(recycles), Some(Frame::Recycle(drawn))) => piles::draw(law, state, &drawn, recycles),
        _ => {}
    }
}

/// Runs a frame that waits for nobody.
pub fn advance(law: &mut ComboLaw<'_>, state: &mut State, frame: Frame) {
    match frame {
        Frame::Over(declared) | Frame::Target(declared) | Frame::Names(declared) => play::declare(law, state, declared),
        Frame::Use(playing) | Frame::HoldBack(playing) | Frame::Destroy(playing) => using::go_on(law, state, playing),
        Frame::Transfer(moved) => transfer::go_on(law, state, moved),
        Frame::Recycle(drawn) => piles::draw_or_ask(law, state, drawn),
        Frame::DiscardCombo => turns::combo_discarded(law, state),
    }
}
