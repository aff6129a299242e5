//! Chapter status: status words, choices, and what cards require.

pub mod protection;

use self::protection::protected;
use super::hearts::ending;
use super::text::amounts;
use super::text::conditions::{self, Standing};
use super::turns::round;
use super::{assists, piles};
use crate::action::{Choose, Event};
use crate::clauses::status::*;
use crate::law::ComboLaw;
use crate::places::{self, At};
use crate::prepared::Prepared;
use crate::readings::{BurnUnused, DestroyedInstead, FirstChoice, OrReset, OrUnchosen, StayLookedAt};
use crate::state::{Choice, HandCard, Name, State, Zone};
use crate::text::{CardType, Effect, Status};
use rulebound_core::kernel::{ClauseKey, Rejection};

/// Checks whether a card has what its SUMMON or its STAY, by this clause, requires to be played.
///
/// # Errors
/// If a clause refuses it.
pub fn required(
    law: &mut ComboLaw<'_>,
    state: &State,
    card: &Prepared,
    clause: ClauseKey,
    standing: Standing<'_>,
) -> Result<(), Rejection> {
    let conditions = if clause == SUMMON { &card.summon } else { &card.stay };
    if conditions.is_empty() {
        return Ok(());
    }
    let holds = conditions::hold(law, state, state.active, conditions, standing);
    law.forbid(clause, !holds, || format!("{} lacks what it requires", card.card.name))
}

/// Checks whether the choice made for a card is legal.
///
/// # Errors
/// If a clause refuses it.
pub fn chosen(law: &mut ComboLaw<'_>, card: &Prepared, choice: Choice) -> Result<(), Rejection> {
    let chooses = card.has_or() && card.of_type != Some(CardType::Trap);
    if chooses {
        let must = law.readings().or_unchosen == OrUnchosen::MustChoose;
        law.forbid(CHOOSE, must && choice == Choice::None, || format!("{} needs a choice", card.card.name))?;
    }
    if !chooses && choice != Choice::None {
        law.forbid(NO_CHOICE, true, || format!("{} has no choice", card.card.name))?;
    }
    Ok(())
}

/// A choice that is made again: for the card at this place.
#[derive(Clone, Debug)]
pub struct Chosen {
    /// Where it is.
    pub at: At,
    choice: Choice,
}

/// Checks whether a choice may be made again; `None` for a card without a choice, if that is not refused.
///
/// # Errors
/// If a clause refuses it.
pub fn may_choose(law: &mut ComboLaw<'_>, state: &State, choose: &Choose) -> Result<Option<Chosen>, Rejection> {
    let me = state.active;
    let who = choose.player.unwrap_or(me);
    let owner = law.readings().or_reset == OrReset::Owner;
    law.forbid(RESET_OWNER, owner && who != me, || "only its player makes the choice".to_owned())?;
    let player = &state.players[who];
    let mut named: Vec<(Zone, usize)> = (0..player.hands.len())
        .filter(|i| player.hands[*i].is_assist() && player.hands[*i].card == choose.card)
        .map(|i| (Zone::Hands, i))
        .collect();
    if named.len() > 1 && assists::copy(law, &player.hands, &choose.card, |_, h| h.is_assist()) != Some(named[0].1) {
        named.reverse();
    }
    let later = law.readings().or_unchosen == OrUnchosen::Later;
    let any_line = !law.on(RESET_ASSIST);
    let in_line: Vec<(Zone, usize)> = (0..player.line.len())
        .rev()
        .filter(|i| player.line[*i].card == choose.card)
        .filter(|i| any_line || (later && who == me && player.line[*i].choice == Choice::None))
        .map(|i| (Zone::Line, i))
        .collect();
    let all: Vec<(Zone, usize)> = named.into_iter().chain(in_line).collect();
    law.forbid(RESET_ASSIST, all.is_empty(), || format!("{} is not an equipped assist", choose.card))?;
    if all.is_empty() {
        return Err(law.reject(RESET_ASSIST, || format!("{} is not there", choose.card)));
    }
    let chooses = law.cards.get(&choose.card).has_or();
    law.forbid(NO_CHOICE, !chooses, || format!("{} has no choice", choose.card))?;
    if !chooses {
        return Ok(None);
    }
    let mut ready = |(zone, index): &(Zone, usize)| match zone {
        Zone::Hands => {
            let hand = &player.hands[*index];
            hand.choice == Choice::None || unused(law, hand) || !round::in_round(law, state.turn, hand.chosen)
        }
        _ => true,
    };
    let free = all.iter().copied().find(&mut ready);
    law.forbid(RESET_ONCE, free.is_none(), || "the choice was made in this round".to_owned())?;
    let (zone, index) = free.unwrap_or(all[0]);
    law.allow(RESET, true, || "a choice is final".to_owned())?;
    Ok(Some(Chosen { at: At { who, zone, index }, choice: choose.choice.into() }))
}

/// Whether no choice has been made again since the assist was played, if the first choice does not count as one.
fn unused(law: &mut ComboLaw<'_>, hand: &HandCard) -> bool {
    if hand.chosen != 0 {
        return false;
    }
    let counts = law.readings().first_choice == FirstChoice::Counts;
    !law.choose(FIRST_CHOICE, counts, false)
}

/// The turn of the choice with which an assist is played in this turn; 0 if that does not count as a choice made again.
pub fn first_chosen(law: &mut ComboLaw<'_>, turn: u32) -> u32 {
    let counts = law.readings().first_choice == FirstChoice::Counts;
    if law.choose(FIRST_CHOICE, counts, false) { turn } else { 0 }
}

/// Makes a choice again.
pub fn choose(law: &mut ComboLaw<'_>, state: &mut State, chosen: Option<Chosen>) {
    let Some(Chosen { at: At { who, zone, index }, choice }) = chosen else { return };
    let card = places::card_at(state, At { who, zone, index }).0;
    law.act(RESET, state, Event::Chosen { player: who, card, choice }, |state| {
        let turn = state.turn;
        let player = &mut state.players[who];
        if zone == Zone::Hands {
            (player.hands[index].choice, player.hands[index].chosen) = (choice, turn);
        } else {
            player.line[index].choice = choice;
        }
    });
    amounts::keep_unmet(law, state, who, zone, index);
}

/// Whether a card may burn once it has been used.
pub fn burns(card: &Prepared) -> bool {
    card.has(Status::Burn)
}

/// Whether a card with BURN burns although none of the effects that it does once has been done.
pub fn burns_unused(law: &mut ComboLaw<'_>, card: &Prepared, choice: Choice) -> bool {
    if card.effects(choice).iter().all(|effect| matches!(effect, Effect::Amount { .. })) {
        return true;
    }
    let burns = law.readings().burn_unused == BurnUnused::Burns;
    law.choose(BURN_UNUSED, burns, false)
}

/// Burns a card that has been used, if it burns.
pub fn burn(law: &mut ComboLaw<'_>, state: &mut State, at: At) {
    let (name, since) = places::card_at(state, at);
    let card = law.cards.get(&name);
    if !burns(card) || !law.on(BURN) {
        return;
    }
    if card.of_type != Some(CardType::Scroll) && law.on(BURN_SCROLLS) {
        return;
    }
    if !protected(law, state, &name, since) {
        return piles::destroy(law, state, BURN, at);
    }
    match law.readings().destroyed_instead {
        DestroyedInstead::Stays => law.act(BURN, state, Event::Spared { player: at.who, card: name }, |_| {}),
        DestroyedInstead::Discarded => piles::discard(law, state, BURN, at, true),
    }
}

/// Ends every card that no longer has what its STAY requires.
pub fn stay_at_once(law: &mut ComboLaw<'_>, state: &mut State) {
    if law.readings().stay_looked_at == StayLookedAt::AtOnce {
        stay(law, state);
    }
}

/// A card that stays although it had to leave: its player, zone, name and turn.
type Spared = (usize, Zone, Name, u32);

/// Discards the cards that no longer have what their STAY requires.
pub fn stay(law: &mut ComboLaw<'_>, state: &mut State) {
    let mut spared: Vec<Spared> = Vec::new();
    while !ending::is_over(state) {
        let Some(at) = lost(law, state, &spared) else { return };
        if !law.on(STAY_LOST) {
            return;
        }
        let (name, since) = places::card_at(state, at);
        let before = places::count(state, at);
        if law.on(STAY_DISCARDED) {
            piles::discard(law, state, STAY_LOST, at, false);
        } else {
            piles::destroy(law, state, STAY_LOST, at);
        }
        if places::count(state, at) == before {
            // The card cannot be destroyed, and stays by another ruling.
            spared.push((at.who, at.zone, name, since));
        }
    }
}

/// The first card to leave that no longer has what its STAY requires.
fn lost(law: &mut ComboLaw<'_>, state: &State, spared: &[Spared]) -> Option<At> {
    let cards = law.cards;
    let stays = |name: &Name| !cards.get(name).stay.is_empty();
    let mut asking: Vec<At> = Vec::new();
    for (index, terrain) in state.terrains.iter().enumerate().filter(|(_, terrain)| stays(&terrain.card)) {
        asking.push(At { who: terrain.owner, zone: Zone::Terrains, index });
    }
    for who in [state.active, 1 - state.active] {
        let player = &state.players[who];
        let line = player.line.iter().enumerate().filter(|(_, card)| stays(&card.card));
        asking.extend(line.map(|(index, _)| At { who, zone: Zone::Line, index }));
        let hands = player.hands.iter().enumerate().filter(|(_, hand)| stays(&hand.card));
        asking.extend(hands.map(|(index, _)| At { who, zone: Zone::Hands, index }));
    }
    if asking.is_empty() {
        return None;
    }
    if !piles::in_order(law, asking.len()) {
        asking.reverse();
    }
    asking.into_iter().find(|at| {
        law.cite(STAY_LOST);
        let (name, since) = places::card_at(state, *at);
        let standing = if at.zone == Zone::Line { Standing::Line(at.index) } else { Standing::Off(&name) };
        !spared.contains(&(at.who, at.zone, name.clone(), since))
            && !conditions::hold(law, state, at.who, &cards.get(&name).stay, standing)
    })
}
