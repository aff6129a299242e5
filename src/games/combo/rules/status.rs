//! Chapter status: status words, protection, choices, what cards require.

use super::super::action::{Choice, Choose, Event, Spot};
use super::super::readings::{DestroyedInstead, FirstRound, OrReset, OrUnchosen};
use super::super::state::State;
use super::super::text::{Condition, Lasting, Status};
use super::super::{Combo, ComboLaw};
use super::piles::{self, At};
use super::reading::{Prepared, Read};
use super::{Chapter, text, turns};
use crate::kernel::{Rejection, Trace};

crate::clauses! { Chapter::Status;
    PHASE = "phase",
    CRUMBLE = "crumble",
    BURN = "burn",
    BURN_SCROLLS = "burn-scrolls",
    PROTECTION = "protection",
    OR = "or",
    CHOOSE = "choose",
    NO_CHOICE = "no-choice",
    LEFT_RIGHT = "left-right",
    MARKS = "marks",
    RESET = "reset",
    RESET_ONCE = "reset-once",
    RESET_OWNER = "reset-owner",
    RESET_ASSIST = "reset-assist",
    OR_TWO = "or-two",
    AND = "and",
    SUMMON = "summon",
    STAY_TO_PLAY = "stay-to-play",
    STAY_LOST = "stay-lost",
    STAY_DISCARDED = "stay-discarded",
}

/// Whether nothing destroys a card that was played in the turn `since`.
pub fn protected<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, state: &State, name: &str, since: u32) -> bool {
    let lasting =
        law.cards.get(name).sentences().iter().find_map(|s| if let Read::Protection(l) = s { Some(*l) } else { None });
    let Some(lasting) = lasting else { return false };
    if !law.choose(PROTECTION, true, false) {
        return false;
    }
    if lasting == Lasting::Ever {
        return true;
    }
    let round = turns::round(law).max(1);
    match law.readings().first_round {
        FirstRound::TurnAndNext => state.turn.saturating_sub(since) < round,
        FirstRound::Numbered => state.turn.saturating_sub(1) / round == since.saturating_sub(1) / round,
    }
}

/// Whether a card's text protects it at some time.
pub fn has_protection<T: Trace<Combo>>(law: &ComboLaw<'_, T>, name: &str) -> bool {
    law.cards.get(name).sentences().iter().any(|s| matches!(s, Read::Protection(_)))
}

/// The conditions of a card's SUMMON or STAY.
fn required(card: &Prepared, stay: bool) -> Vec<Condition> {
    let of = |s: &Read| match s {
        Read::Summon(list) if !stay => list.clone(),
        Read::Stay(list) if stay => list.clone(),
        _ => Vec::new(),
    };
    card.sentences().iter().flat_map(of).collect()
}

/// Whether a card has what it requires to be played; `as_if` is the state with the card in its place.
///
/// # Errors
/// The clause that refuses it.
pub fn summoned<T: Trace<Combo>>(
    law: &mut ComboLaw<'_, T>,
    as_if: &State,
    card: &Prepared,
    at: Option<usize>,
) -> Result<(), Rejection> {
    for (clause, stay) in [(SUMMON, false), (STAY_TO_PLAY, true)] {
        let conditions = required(card, stay);
        if conditions.is_empty() {
            continue;
        }
        let holds = text::hold(law, as_if, as_if.active, &conditions, at);
        law.forbid(clause, !holds, || format!("{} lacks what it requires", card.card.name))?;
    }
    Ok(())
}

/// Whether a card's choice is as it has to be.
///
/// # Errors
/// The clause that refuses it.
pub fn chosen<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, card: &Prepared, choice: Choice) -> Result<(), Rejection> {
    let chooses = card.has_or() && card.card.of_type != "trap";
    if chooses {
        let must = law.readings().or_unchosen == OrUnchosen::MustChoose;
        law.forbid(CHOOSE, must && choice == Choice::None, || format!("{} needs a choice", card.card.name))?;
    }
    if !chooses && choice != Choice::None {
        law.forbid(NO_CHOICE, true, || format!("{} has no choice", card.card.name))?;
    }
    Ok(())
}

/// Makes a choice anew.
///
/// # Errors
/// The clause that refuses it.
pub fn choose<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, state: &mut State, choose: &Choose) -> Result<(), Rejection> {
    let me = state.active;
    let who = choose.player.unwrap_or(me);
    let owner = law.readings().or_reset == OrReset::Owner;
    law.forbid(RESET_OWNER, owner && who != me, || "the choice is its player's".to_owned())?;
    let player = &state.players[who];
    let named: Vec<(Spot, usize)> = (0..player.hands.len())
        .filter(|i| text::is_assist(&player.hands[*i]) && *player.hands[*i].card == *choose.card)
        .map(|i| (Spot::Hands, i))
        .collect();
    let later = law.readings().or_unchosen == OrUnchosen::Later;
    let any_line = law.book.off.has(RESET_ASSIST);
    let in_line: Vec<(Spot, usize)> = (0..player.line.len())
        .rev()
        .filter(|i| *player.line[*i].card == *choose.card)
        .filter(|i| any_line || (later && who == me && player.line[*i].choice == Choice::None))
        .map(|i| (Spot::Line, i))
        .collect();
    let all: Vec<(Spot, usize)> = named.into_iter().chain(in_line).collect();
    law.forbid(RESET_ASSIST, all.is_empty(), || format!("{} is no equipped assist", choose.card))?;
    if all.is_empty() {
        return Err(law.reject(RESET_ASSIST, || format!("{} is not there", choose.card)));
    }
    let chooses = law.cards.get(&choose.card).has_or();
    law.forbid(NO_CHOICE, !chooses, || format!("{} has no choice", choose.card))?;
    if !chooses {
        return Ok(());
    }
    let round = turns::round(law);
    let ready = |(spot, index): &(Spot, usize)| match spot {
        Spot::Hands => {
            let hand = &player.hands[*index];
            hand.choice == Choice::None || state.turn.saturating_sub(hand.chosen) >= round
        }
        _ => true,
    };
    let free = all.iter().copied().find(ready);
    law.forbid(RESET_ONCE, free.is_none(), || "the choice was made in this round".to_owned())?;
    let (spot, index) = free.unwrap_or(all[0]);
    law.allow(RESET, true, || "a choice is final".to_owned())?;
    let choice = Choice::from(choose.choice);
    law.act(RESET, state, Event::Chosen { player: who, card: choose.card.clone(), choice }, |state| {
        let turn = state.turn;
        let player = &mut state.players[who];
        if spot == Spot::Hands {
            (player.hands[index].choice, player.hands[index].chosen) = (choice, turn);
        } else {
            player.line[index].choice = choice;
        }
    });
    Ok(())
}

/// Burns a card that has been used, if it burns.
pub fn burn<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, state: &mut State, card: &Prepared, at: At) {
    if !card.has(Status::Burn) || !law.choose(BURN, true, false) {
        return;
    }
    if card.card.of_type != "scroll" && law.choose(BURN_SCROLLS, true, false) {
        return;
    }
    let (name, since) = piles::card_at(state, at);
    if !protected(law, state, &name, since) {
        return piles::destroy(law, state, BURN, at);
    }
    match law.readings().destroyed_instead {
        DestroyedInstead::Stays => {
            law.act(BURN, state, Event::Spared { player: at.who, card: name.to_string() }, |_| {})
        }
        DestroyedInstead::Discarded => piles::discard(law, state, BURN, at, true),
    }
}

/// Lets go of every card that has lost what its STAY asks for.
pub fn stay<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, state: &mut State) {
    let mut spared: Vec<(usize, Spot, String)> = Vec::new();
    while !piles::over(state) {
        let Some(at) = lost(law, state, &spared) else { return };
        if !law.choose(STAY_LOST, true, false) {
            return;
        }
        let name = piles::card_at(state, at).0;
        let before = state.clone();
        if law.choose(STAY_DISCARDED, true, false) {
            piles::discard(law, state, STAY_LOST, at, false);
        } else {
            piles::destroy(law, state, STAY_LOST, at);
        }
        if before == *state {
            // It cannot be destroyed and stays by its other ruling.
            spared.push((at.who, at.spot, name.to_string()));
        }
    }
}

/// The first card that has lost what its STAY asks for.
fn lost<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, state: &State, spared: &[(usize, Spot, String)]) -> Option<At> {
    let mut all: Vec<At> = (0..state.terrains.len())
        .map(|index| At { who: state.terrains[index].owner, spot: Spot::Terrains, index })
        .collect();
    for who in 0..2 {
        all.extend((0..state.players[who].line.len()).map(|index| At { who, spot: Spot::Line, index }));
        all.extend((0..state.players[who].hands.len()).map(|index| At { who, spot: Spot::Hands, index }));
    }
    all.into_iter().find(|at| {
        let (name, _) = piles::card_at(state, *at);
        let conditions = required(law.cards.get(&name), true);
        let place = (at.spot == Spot::Line).then_some(at.index);
        if !conditions.is_empty() {
            law.choose(STAY_LOST, (), ());
        }
        !conditions.is_empty()
            && !spared.contains(&(at.who, at.spot, name.to_string()))
            && !text::hold(law, state, at.who, &conditions, place)
    })
}
