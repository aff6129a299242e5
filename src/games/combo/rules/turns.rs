//! Chapter turns: what is done in a turn, and in which order.

use super::super::action::{Action, Event, Nothing, Of, Zone};
use super::super::frame::{Declared, Draw, Draws, Frame, Placed, Playing};
use super::super::readings::{Compared, EndlessMatch, MissedTrap, RecyclingChoice, StayLookedAt};
use super::super::state::{Equip, Stage, State, UNDECIDED};
use super::super::{ComboLaw, Permit};
use super::piles;
use super::{Chapter, assists, basics, conduct, hearts, line, status, terrains, traps};
use rulebound_core::kernel::{ClauseKey, Player, Rejection};

mod play;
mod targets;
mod using;

pub use play::declare;
pub use using::{go_on, once};

rulebound_core::clauses! { Chapter::Turns;
    CHALLENGED_FIRST = "challenged-first",
    FIRST_DRAW = "first-draw",
    PLAY = "play",
    EVERY_CARD = "every-card",
    FROM_POOL = "from-pool",
    PASS = "pass",
    ROUND = "round",
    SECOND_DRAW = "second-draw",
    STANDARD = "standard",
    STANDARD_DRAW = "standard-draw",
    DRAW_FIRST = "draw-first",
    DRAW_ONCE = "draw-once",
    COMBO_DISCARDED = "combo-discarded",
    DISCARD_BEFORE_DRAW = "discard-before-draw",
    POOL_KEPT = "pool-kept",
    PLAY_NONE = "play-none",
    NO_LIMIT = "no-limit",
    IN_TURN = "in-turn",
}

/// The turns of a round.
pub fn round(law: &mut ComboLaw<'_>) -> u32 {
    law.choose(ROUND, law.rules().turns_per_round, 1)
}

/// Whether an action is legal, and what it means.
///
/// # Errors
/// The clause that refuses it.
pub fn permit(
    law: &mut ComboLaw<'_>,
    state: &State,
    frame: Option<&Frame>,
    by: Player,
    action: &Action,
) -> Result<Permit, Rejection> {
    law.cite(conduct::FAIR);
    if player_named(action).is_some_and(|player| player > 1) {
        return Err(law.reject(basics::TWO_PLAYERS, || "there are players 0 and 1".to_owned()));
    }
    match action {
        Action::Count(look) => return conduct::count(law, state, by, *look).map(Permit::Look),
        Action::Read(look) => return conduct::read(law, state, by, *look).map(Permit::Look),
        _ => {}
    }
    law.forbid(hearts::OVER, state.winner != UNDECIDED, || "the match is over".to_owned())?;
    if let Action::Begin(_) = action {
        law.forbid(DRAW_ONCE, state.stage != Stage::Begin, || "the match has begun".to_owned())?;
        basics::may_begin(law, state)?;
        return Ok(Permit::Begin);
    }
    if state.stage == Stage::Begin {
        return Err(law.reject(DRAW_FIRST, || "the match has not begun".to_owned()));
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
        law.forbid(DRAW_FIRST, before_draw, || "the cards of the turn are drawn first".to_owned())
    };
    if let Action::Aim(_) = action {
        law.forbid(assists::AIM_IN_TURN, by != state.active, || "aim is claimed in the own turn".to_owned())?;
    } else {
        law.forbid(IN_TURN, by != state.active, || format!("it is the turn of player {}", state.active))?;
    }
    if let Action::Draw(_) = action {
        law.forbid(DRAW_ONCE, !before_draw, || "the cards of the turn have been drawn".to_owned())?;
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
            law.allow(PLAY_NONE, left > 0, || format!("{left} cards are left in the pool"))?;
            Ok(Permit::End)
        }
        Action::Hold(_) => {
            let by_itself = law.readings().missed_trap == MissedTrap::GoesOffByItself;
            law.forbid(traps::NO_CHOICE, by_itself, || "a trap goes off by itself".to_owned())?;
            Err(unasked(law))
        }
        Action::Decline(_) => {
            let automatic = law.readings().recycling_choice == RecyclingChoice::Automatic;
            let why = || "the trash is recycled whenever a card is to be drawn".to_owned();
            law.forbid(piles::NO_DECLINING, automatic, why)?;
            Err(unasked(law))
        }
        _ => Err(unasked(law)),
    }
}

fn unasked(law: &mut ComboLaw<'_>) -> Rejection {
    law.reject(conduct::FAIR, || "nothing is asked that this answers".to_owned())
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
        return Err(law.reject(conduct::FAIR, || "another player is asked".to_owned()));
    }
    match (frame, action) {
        (Frame::Over(declared), Action::Over(named)) => play::over(law, state, declared, Ok(named)),
        (Frame::Over(declared), Action::Done(nothing)) => play::over(law, state, declared, Err(nothing)),
        (Frame::Target(declared), Action::Target(of)) => play::target(law, state, declared, Ok(of)),
        (Frame::Target(declared), Action::Done(nothing)) => play::target(law, state, declared, Err(nothing)),
        (Frame::Destroy(playing), Action::Target(of)) => using::target(law, state, playing, Some(of)),
        (Frame::Destroy(playing), Action::Done(_)) => using::target(law, state, playing, None),
        (Frame::HoldBack(_), Action::Hold(named)) => Ok(Permit::Hold(traps::may_hold(law, state, by, named)?)),
        (Frame::HoldBack(_), Action::Done(_)) => Ok(Permit::HoldNoMore),
        (Frame::Recycle(_), Action::Recycle(_)) => Ok(Permit::Recycle(true)),
        (Frame::Recycle(_), Action::Decline(_)) => Ok(Permit::Recycle(false)),
        _ => Err(law.reject(conduct::FAIR, || "this is no answer to what is asked".to_owned())),
    }
}

/// Who is asked by a frame, if it asks.
pub fn asked(state: &State, frame: &Frame) -> Option<Player> {
    match frame {
        Frame::Over(_) | Frame::Target(_) => Some(state.active),
        Frame::Destroy(playing) => Some(playing.card.who),
        Frame::HoldBack(playing) => playing.asked.first().copied().filter(|player| *player < 2),
        Frame::Recycle(draw) => Some(draw.who),
        _ => None,
    }
}

/// What may be an answer, in a fixed order.
pub fn answers(state: &State, frame: &Frame, found: &mut Vec<Action>) {
    let names = |who: usize| {
        let mut names: Vec<_> = state.players[who].hands.iter().map(|hand| hand.card.clone()).collect();
        names.sort();
        names.dedup();
        names
    };
    let named = |card| super::super::action::Named { card };
    match frame {
        Frame::Over(_) => found.extend(names(state.active).into_iter().map(|card| Action::Over(named(card)))),
        Frame::Target(Declared { card, .. }) | Frame::Destroy(Playing { card: Placed { name: card, .. }, .. }) => {
            for player in 0..2 {
                let mut names = names(player);
                // A declared card is not there yet.
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

/// Does what has been permitted.
pub fn perform(law: &mut ComboLaw<'_>, state: &mut State, frame: Option<Frame>, by: Player, permit: Permit) {
    if let Permit::Look((clause, answer)) = permit {
        law.unchanged();
        return conduct::tell(law, state, clause, answer);
    }
    state.told = None;
    match (permit, frame) {
        (Permit::Begin, _) => basics::begin(law, state),
        (Permit::Draw, _) => draw(law, state),
        (Permit::Declare(declared), _) => declare(law, state, declared),
        (Permit::Aim(foe, at), _) => assists::aim(law, state, foe, at, true),
        (Permit::Withdraw(at), _) => assists::aim(law, state, 1 - state.active, at, false),
        (Permit::Choose(chosen), _) => status::choose(law, state, chosen),
        (Permit::End, _) => end(law, state),
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
            if let Some(named) = named {
                using::destroy_named(law, state, &named, &mut playing.card);
            }
            law.then(Frame::Use(playing));
        }
        (Permit::Recycle(recycles), Some(Frame::Recycle(drawn))) => piles::draw(law, state, &drawn, recycles),
        _ => {}
    }
}

/// Runs a frame that waits for nobody.
pub fn advance(law: &mut ComboLaw<'_>, state: &mut State, frame: Frame) {
    match frame {
        Frame::Over(declared) | Frame::Target(declared) => declare(law, state, declared),
        Frame::Use(playing) | Frame::HoldBack(playing) | Frame::Destroy(playing) => go_on(law, state, playing),
        Frame::Recycle(drawn) => draw_or_ask(law, state, drawn),
        Frame::DiscardCombo => combo_discarded(law, state),
    }
}

fn draw(law: &mut ComboLaw<'_>, state: &mut State) {
    let (turn, active) = (state.turn, state.active);
    // Drawn again in one turn, where nothing forbids it, nothing else is done again.
    let again = state.stage != Stage::Draw;
    if again {
        draw_cards(law, state);
    } else if law.readings().compared == Compared::AtNextDraw && turn > 1 {
        // The turn that has ended stands once more while its numbers are compared.
        (state.turn, state.active, state.stage) = (turn - 1, 1 - active, Stage::Play);
        line::recount(law, state);
        compare(law, state, 1 - active);
        let over = piles::over(state);
        if !over && law.readings().stay_looked_at == StayLookedAt::AtTurnEnd {
            status::stay(law, state);
        }
        (state.turn, state.active) = (turn, active);
        if !over {
            draw_now(law, state);
        }
    } else {
        draw_now(law, state);
    }
}

/// The draw of a turn, after what has to be done before it.
fn draw_now(law: &mut ComboLaw<'_>, state: &mut State) {
    state.stage = Stage::Play;
    if law.on(DISCARD_BEFORE_DRAW) {
        combo_discarded(law, state);
        status::stay_at_once(law, state);
        draw_cards(law, state);
    } else {
        draw_cards(law, state);
        law.then(Frame::DiscardCombo);
    }
}

fn draw_cards(law: &mut ComboLaw<'_>, state: &mut State) {
    let rules = law.rules();
    let who = state.active;
    let (why, count) = if state.turn == 1 {
        (Draws::First, rules.first_draw)
    } else if state.turn < rules.standard_from {
        (Draws::Second, rules.second_draw)
    } else {
        let pool = state.players[who].pool.len();
        let missing = rules.standard_draw.saturating_sub(pool);
        (Draws::Standard, law.choose(STANDARD_DRAW, missing, rules.standard_draw))
    };
    if law.on(draws(why)) {
        draw_or_ask(law, state, Draw { who, why, count });
    }
}

/// Draws cards, once it is known whether the trash is recycled for them.
pub fn draw_or_ask(law: &mut ComboLaw<'_>, state: &mut State, drawn: Draw) {
    if piles::asks(law, state, &drawn) {
        law.then(Frame::Recycle(drawn));
    } else {
        piles::draw(law, state, &drawn, true);
    }
}

/// The clause that wants cards drawn.
pub fn draws(why: Draws) -> ClauseKey {
    match why {
        Draws::First => FIRST_DRAW,
        Draws::Second => SECOND_DRAW,
        Draws::Standard => STANDARD,
        Draws::Text => super::text::DRAW,
    }
}

/// The last combo is discarded; assists, traps and terrains last.
fn combo_discarded(law: &mut ComboLaw<'_>, state: &mut State) {
    let me = state.active;
    if law.on(COMBO_DISCARDED) {
        let line: Vec<usize> = (0..state.players[me].line.len()).collect();
        discarded(law, state, COMBO_DISCARDED, Zone::Line, &line);
    }
    for (clause, is) in [(assists::LASTING, Equip::Assist), (traps::LASTING, Equip::Trap)] {
        if !law.on(clause) {
            let hands = &state.players[me].hands;
            let places: Vec<usize> = (0..hands.len()).filter(|i| hands[*i].is == is).collect();
            discarded(law, state, clause, Zone::Hands, &places);
        }
    }
    if !law.on(terrains::LASTING) {
        let own: Vec<usize> = (0..state.terrains.len()).filter(|i| state.terrains[*i].owner == me).collect();
        discarded(law, state, terrains::LASTING, Zone::Terrains, &own);
    }
}

/// Discards the cards of the active player at these places.
fn discarded(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, zone: Zone, places: &[usize]) {
    let me = state.active;
    piles::leave(law, state, me, zone, places, |law, state, at| piles::discard(law, state, clause, at, false));
}

/// Compares, and the other way round where the rule is gone that only the player of the turn defends.
fn compare(law: &mut ComboLaw<'_>, state: &mut State, defender: usize) {
    hearts::compare(law, state, defender);
    if !piles::over(state) && !law.on(hearts::DEFENDER) {
        hearts::compare(law, state, 1 - defender);
    }
}

fn end(law: &mut ComboLaw<'_>, state: &mut State) {
    let me = state.active;
    let goes_on = law.readings().endless_match == EndlessMatch::GoesOn;
    let last = !law.choose(NO_LIMIT, goes_on, false) && state.turn >= law.rules().turn_limit;
    // At the next draw there is a next turn, or nothing is compared there any more.
    if last || law.readings().compared == Compared::AtTurnEnd {
        compare(law, state, me);
        if piles::over(state) {
            return;
        }
        if law.readings().stay_looked_at == StayLookedAt::AtTurnEnd {
            status::stay(law, state);
        }
    }
    if !law.on(POOL_KEPT) {
        let pool: Vec<usize> = (0..state.players[me].pool.len()).collect();
        discarded(law, state, POOL_KEPT, Zone::Pool, &pool);
    }
    if last {
        return hearts::limit(law, state);
    }
    let active = law.choose(PASS, 1 - me, me);
    let turn = state.turn + 1;
    law.act(PASS, state, Event::Passed { turn, active }, |state| {
        (state.turn, state.active, state.stage) = (turn, active, Stage::Draw);
    });
}
