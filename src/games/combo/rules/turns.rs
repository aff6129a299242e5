//! Chapter turns: what is done in a turn, and in which order.

use super::super::ComboLaw;
use super::super::action::{Action, DrawAction, Event, Spot};
use super::super::readings::{Compared, EndlessMatch, RecyclingChoice, StayLookedAt};
use super::super::state::{Equip, Stage, State, UNDECIDED};
use super::piles;
use super::{Chapter, assists, basics, conduct, hearts, line, status, terrains, traps};
use rulebound_core::kernel::{ClauseKey, Rejection};

mod play;

pub use play::{Placed, once};

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
}

/// The turns of a round.
pub fn round(law: &mut ComboLaw<'_>) -> u32 {
    law.choose(ROUND, law.rules().turns_per_round, 1)
}

/// Does what an action says.
///
/// # Errors
/// The clause that refuses it.
pub fn act(law: &mut ComboLaw<'_>, state: &mut State, action: &Action) -> Result<(), Rejection> {
    law.cite(conduct::FAIR);
    match action {
        Action::Count(look) if look.by < 2 && look.player < 2 => return conduct::count(law, state, *look),
        Action::Read(look) if look.by < 2 && look.player < 2 => return conduct::read(law, state, *look),
        _ => {}
    }
    law.forbid(hearts::OVER, state.winner != UNDECIDED, || "the match is over".to_owned())?;
    if let Action::Begin(_) = action {
        law.forbid(DRAW_ONCE, state.stage != Stage::Begin, || "the match has begun".to_owned())?;
        basics::begin(law, state)?;
        if !law.asking {
            line::recount(law, state);
            state.told = None;
        }
        return Ok(());
    }
    if state.stage == Stage::Begin {
        return Err(law.reject(DRAW_FIRST, || "the match has not begun".to_owned()));
    }
    let before_draw = state.stage == Stage::Draw;
    let first = |law: &mut ComboLaw<'_>| {
        law.forbid(DRAW_FIRST, before_draw, || "the cards of the turn are drawn first".to_owned())
    };
    match action {
        Action::Draw(action) => draw(law, state, *action)?,
        Action::Claim(of) if of.player < 2 => traps::claim(law, state, of)?,
        Action::Hold(named) => traps::hold(law, state, named)?,
        Action::Aim(aim) if aim.by.is_none_or(|by| by < 2) => {
            let other = aim.by.is_some_and(|by| by != state.active);
            law.forbid(assists::AIM_IN_TURN, other, || "aim is claimed in the own turn".to_owned())?;
            first(law)?;
            assists::aim(law, state, aim)?;
        }
        Action::Withdraw(named) => {
            first(law)?;
            assists::withdraw(law, state, named)?;
        }
        Action::Choose(choose) if choose.player.is_none_or(|who| who < 2) => {
            first(law)?;
            status::choose(law, state, choose)?;
        }
        Action::Play(action) => {
            first(law)?;
            play::play(law, state, action)?;
        }
        Action::End(_) => {
            first(law)?;
            end(law, state)?;
        }
        _ => return Err(law.reject(basics::TWO_PLAYERS, || "there are players 0 and 1".to_owned())),
    }
    if law.asking {
        return Ok(());
    }
    status::stay_at_once(law, state);
    line::recount(law, state);
    state.told = None;
    Ok(())
}

fn draw(law: &mut ComboLaw<'_>, state: &mut State, action: DrawAction) -> Result<(), Rejection> {
    let again = state.stage != Stage::Draw;
    law.forbid(DRAW_ONCE, again, || "the cards of the turn have been drawn".to_owned())?;
    declines(law, action.recycle)?;
    if law.asking {
        return Ok(());
    }
    let me = state.active;
    if law.readings().compared == Compared::AtNextDraw && state.turn > 1 && !again {
        // The turn that has ended stands once more while its numbers are compared.
        let (turn, stage) = (state.turn, state.stage);
        (state.turn, state.active, state.stage) = (turn - 1, 1 - me, Stage::Play);
        compare(law, state, 1 - me);
        let over = piles::over(state);
        if !over && law.readings().stay_looked_at == StayLookedAt::AtTurnEnd {
            status::stay(law, state);
        }
        (state.turn, state.active) = (turn, me);
        if over {
            return Ok(());
        }
        state.stage = stage;
    }
    state.stage = Stage::Play;
    let discards_first = law.on(DISCARD_BEFORE_DRAW);
    if !again && discards_first {
        combo_discarded(law, state);
        status::stay_at_once(law, state);
    }
    let rules = law.rules();
    let (clause, count) = if state.turn == 1 {
        (FIRST_DRAW, rules.first_draw)
    } else if state.turn < rules.standard_from {
        (SECOND_DRAW, rules.second_draw)
    } else {
        let pool = state.players[me].pool.len();
        (STANDARD, law.choose(STANDARD_DRAW, rules.standard_draw.saturating_sub(pool), rules.standard_draw))
    };
    if law.on(clause) {
        piles::draw(law, state, clause, me, count, action.recycle);
    }
    if !again && !discards_first && !piles::over(state) {
        combo_discarded(law, state);
    }
    Ok(())
}

/// A player who declines to recycle its trash.
fn declines(law: &mut ComboLaw<'_>, recycle: bool) -> Result<(), Rejection> {
    let automatic = law.readings().recycling_choice == RecyclingChoice::Automatic;
    if recycle {
        return Ok(());
    }
    law.forbid(piles::NO_DECLINING, automatic, || "the trash is recycled whenever a card is to be drawn".to_owned())
}

/// The last combo is discarded; assists, traps and terrains last.
fn combo_discarded(law: &mut ComboLaw<'_>, state: &mut State) {
    let me = state.active;
    if law.on(COMBO_DISCARDED) {
        let line: Vec<usize> = (0..state.players[me].line.len()).collect();
        discarded(law, state, COMBO_DISCARDED, Spot::Line, &line);
    }
    for (clause, is) in [(assists::LASTING, Equip::Assist), (traps::LASTING, Equip::Trap)] {
        if !law.on(clause) {
            let hands = &state.players[me].hands;
            let places: Vec<usize> = (0..hands.len()).filter(|i| hands[*i].is == is).collect();
            discarded(law, state, clause, Spot::Hands, &places);
        }
    }
    if !law.on(terrains::LASTING) {
        let own: Vec<usize> = (0..state.terrains.len()).filter(|i| state.terrains[*i].owner == me).collect();
        discarded(law, state, terrains::LASTING, Spot::Terrains, &own);
    }
}

/// Discards the cards of the active player at these places.
fn discarded(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, spot: Spot, places: &[usize]) {
    let me = state.active;
    piles::leave(law, state, me, spot, places, |law, state, at| piles::discard(law, state, clause, at, false));
}

/// Compares, and the other way round where the rule is gone that only the player of the turn defends.
fn compare(law: &mut ComboLaw<'_>, state: &mut State, defender: usize) {
    hearts::compare(law, state, defender);
    if !piles::over(state) && !law.on(hearts::DEFENDER) {
        hearts::compare(law, state, 1 - defender);
    }
}

fn end(law: &mut ComboLaw<'_>, state: &mut State) -> Result<(), Rejection> {
    let me = state.active;
    let left = state.players[me].pool.len();
    law.allow(PLAY_NONE, left > 0, || format!("{left} cards are left in the pool"))?;
    if law.asking {
        return Ok(());
    }
    let goes_on = law.readings().endless_match == EndlessMatch::GoesOn;
    let last = !law.choose(NO_LIMIT, goes_on, false) && state.turn >= law.rules().turn_limit;
    // At the next draw there is a next turn, or nothing is compared there any more.
    if last || law.readings().compared == Compared::AtTurnEnd {
        compare(law, state, me);
        if piles::over(state) {
            return Ok(());
        }
        if law.readings().stay_looked_at == StayLookedAt::AtTurnEnd {
            status::stay(law, state);
        }
    }
    if !law.on(POOL_KEPT) {
        let pool: Vec<usize> = (0..state.players[me].pool.len()).collect();
        discarded(law, state, POOL_KEPT, Spot::Pool, &pool);
    }
    if last {
        hearts::limit(law, state);
        return Ok(());
    }
    let active = law.choose(PASS, 1 - me, me);
    let turn = state.turn + 1;
    law.act(PASS, state, Event::Passed { turn, active }, |state| {
        (state.turn, state.active, state.stage) = (turn, active, Stage::Draw);
        state.players.iter_mut().flat_map(|p| &mut p.hands).for_each(|h| h.held = false);
    });
    Ok(())
}
