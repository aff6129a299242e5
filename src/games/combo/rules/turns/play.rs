//! Playing a card: whether it can be played, what is asked when it is declared, and how it is put into play.

use super::super::assists::on_top::Equipping;
use super::super::status::protection;
use super::super::text::conditions::Standing;
use super::super::text::{self, When};
use super::super::text::{amounts, effects, transfer};
use super::super::{assists, piles, status, terrains, traps};
use super::targets::Targets;
use crate::action::{Event, Named, Nothing, Of, Play};
use crate::clauses;
use crate::clauses::turns::*;
use crate::frame::{Declared, Frame, NamedAssist, Placed, Playing};
use crate::law::ComboLaw;
use crate::places::{self, At};
use crate::prepared::Prepared;
use crate::readings::{
    DoneAgain, EmptyTurn, MissedTrap, OnTopOfProtected, SummonTerrain, TargetDeclined, TargetsNamed, TrapAndReplaced,
};
use crate::state::{Choice, Equip, HandCard, LineCard, Name, State, Zone};
use crate::text::{CardType, Effect};
use rulebound_core::kernel::Rejection;

/// A card as it would be equipped; `None` if the card is of a type that is not equipped.
fn as_equipped(law: &mut ComboLaw<'_>, state: &State, name: &Name, choice: Choice) -> Option<HandCard> {
    let equipped = matches!(law.cards.get(name).of_type, Some(CardType::Assist | CardType::Trap));
    equipped.then(|| HandCard { choice, ..assists::equipped(law, name, state.turn) })
}

/// Checks whether a card can be played.
///
/// # Errors
/// If a clause refuses it.
pub fn playable(law: &mut ComboLaw<'_>, state: &State, play: &Play) -> Result<Declared, Rejection> {
    let me = state.active;
    law.allow(PLAY, true, || "no card is played".to_owned())?;
    let cards = law.cards;
    let Some(name) = state.players[me].pool.iter().find(|card| **card == play.card) else {
        return Err(law.reject(FROM_POOL, || format!("{} is not in the pool{}", play.card, cards.similar(&play.card))));
    };
    law.cite(FROM_POOL);
    let last = state.players[me].pool.len() == 1;
    law.allow(EVERY_CARD, last, || "the last card of the pool must stay".to_owned())?;
    let card = cards.get(name);
    law.cite_all(&card.clauses);
    card.playable.clone()?;
    status::chosen(law, card, play.choice)?;
    let new = as_equipped(law, state, name, play.choice);
    let equipping = new.as_ref().map(|new| Equipping::new(law, state, new));
    match &equipping {
        Some(equipping) => equipping.can_be(law, play.on_top)?,
        None if play.on_top => {
            return Err(
                law.reject(clauses::assists::ON_TOP_OWN, || "only assists and traps can be equipped".to_owned())
            );
        }
        None => {}
    }
    if card.of_type == Some(CardType::Terrain) {
        terrains::playable(law, state)?;
    }
    let effects = required(law, state, name, card, play.choice)?;
    let mut declared = Declared {
        card: name.clone(),
        choice: play.choice,
        on_top: play.on_top,
        effects,
        over: Vec::new(),
        over_done: true,
        targets: Vec::new(),
        targets_done: true,
        named: Vec::new(),
        naming: None,
    };
    let targets = Targets::new(law, state, &declared, new.as_ref())?;
    let suits = |gone: &[usize]| targets.suffice(gone);
    if let Some(equipping) = &equipping {
        declared.over = equipping.unnamed();
        if !equipping.leaves(play.on_top, &suits) {
            return Err(targets.lacking(law, &declared.over));
        }
    } else if !suits(&[]) {
        return Err(targets.lacking(law, &[]));
    }
    declared.targets_done = targets.wants.is_empty() || law.readings().targets_named == TargetsNamed::InTurn;
    if let Some(equipping) = &equipping {
        declared.over_done = !equipping.asks(&declared.over, play.on_top, &suits);
    }
    Ok(declared)
}

/// Whether any card in the pool can be played.
pub fn any_playable(law: &mut ComboLaw<'_>, state: &State) -> bool {
    let choices = [Choice::None, Choice::Left, Choice::Right];
    let ways = choices.into_iter().flat_map(|choice| [false, true].map(|on_top| (choice, on_top)));
    let ways: Vec<(Choice, bool)> = ways.collect();
    let mut plays = state.players[state.active].pool.iter().flat_map(|card| ways.iter().map(move |way| (card, *way)));
    plays.any(|(card, (choice, on_top))| playable(law, state, &Play { card: card.clone(), choice, on_top }).is_ok())
}

/// Checks whether a card has what it requires. Returns what it is now known to draw and destroy, by index
/// among the effects of the choice.
fn required(
    law: &mut ComboLaw<'_>,
    state: &State,
    name: &Name,
    card: &Prepared,
    choice: Choice,
) -> Result<Vec<usize>, Rejection> {
    let is_terrain = card.of_type == Some(CardType::Terrain);
    let standing = match card.in_line {
        true => Standing::ToBe { name, right: law.on(clauses::line::RIGHT) },
        false if is_terrain => Standing::Terrain(name),
        false => Standing::Off(name),
    };
    let old_terrain = is_terrain && law.readings().summon_terrain == SummonTerrain::OldTerrain;
    let summoned = if old_terrain { Standing::Off(name) } else { standing };
    status::required(law, state, card, clauses::status::SUMMON, summoned)?;
    status::required(law, state, card, clauses::status::STAY_TO_PLAY, standing)?;
    if card.of_type == Some(CardType::Trap) {
        return Ok(Vec::new());
    }
    Ok(once(law, state, card, choice, standing))
}

/// The effects that a card does once and whose conditions hold, as indices among the effects of the choice.
fn once(law: &mut ComboLaw<'_>, state: &State, card: &Prepared, choice: Choice, standing: Standing<'_>) -> Vec<usize> {
    let effects = card.effects(choice);
    let mut once = Vec::new();
    for (place, effect) in effects.iter().enumerate() {
        if !matches!(effect, Effect::Amount { .. })
            && text::met(law, state, state.active, effect, standing, When::First)
        {
            once.push(place);
        }
    }
    text::order(law, effects, &mut once);
    once
}

/// Asks the next question about a declared card, or puts the card into play if no question is left.
pub fn declare(law: &mut ComboLaw<'_>, state: &mut State, mut declared: Declared) {
    let new = as_equipped(law, state, &declared.card, declared.choice);
    if (declared.over_done || new.is_none()) && declared.targets_done && declared.targets.is_empty() {
        return put_or_name(law, state, declared, new, Vec::new());
    }
    let Ok(targets) = Targets::new(law, state, &declared, new.as_ref()) else { return };
    if let (Some(new), false) = (&new, declared.over_done) {
        let equipping = Equipping::new(law, state, new);
        if equipping.asks(&declared.over, declared.on_top, &|gone| targets.suffice(gone)) {
            law.unchanged();
            return law.then(Frame::Over(declared));
        }
        declared.over_done = true;
    }
    if !declared.targets_done && targets.next(&declared.over, &declared.targets).is_some() {
        law.unchanged();
        return law.then(Frame::Target(declared));
    }
    let named = |(who, place): &(usize, usize)| {
        targets.hand(*who, *place).map(|hand| NamedAssist { who: *who, hand: hand.clone() })
    };
    let named = declared.targets.iter().filter_map(named).collect();
    put_or_name(law, state, declared, new, named);
}

/// Checks what a declared card is put on top of.
///
/// # Errors
/// If a clause refuses it.
pub fn over(
    law: &mut ComboLaw<'_>,
    state: &State,
    declared: &Declared,
    named: Result<&Named, &Nothing>,
) -> Result<Declared, Rejection> {
    let mut declared = declared.clone();
    if let Some(new) = as_equipped(law, state, &declared.card, declared.choice) {
        let targets = Targets::new(law, state, &declared, Some(&new))?;
        let equipping = Equipping::new(law, state, &new);
        match named {
            Ok(named) => {
                let suits = |gone: &[usize]| targets.suffice(gone);
                let place = equipping.named(law, &declared.over, &named.card, &suits)?;
                declared.over.push(place);
            }
            Err(_) => {
                equipping.done(law, &declared.over)?;
                declared.over_done = true;
            }
        }
    }
    Ok(declared)
}

/// Checks what a declared card destroys.
///
/// # Errors
/// If a clause refuses it.
pub fn target(
    law: &mut ComboLaw<'_>,
    state: &State,
    declared: &Declared,
    named: Result<&Of, &Nothing>,
) -> Result<Declared, Rejection> {
    let mut declared = declared.clone();
    let new = as_equipped(law, state, &declared.card, declared.choice);
    let targets = Targets::new(law, state, &declared, new.as_ref())?;
    let Ok(named) = named else {
        let must = law.readings().target_declined == TargetDeclined::MustName;
        law.forbid(clauses::text::TARGET, must, || "an assist must still be named".to_owned())?;
        declared.targets_done = true;
        return Ok(declared);
    };
    let itself = new.as_ref().filter(|new| new.is_assist() && targets.itself.is_none()).map(|new| &*new.card);
    let place = targets.place(law, named, &declared.over, &declared.targets, itself)?;
    declared.targets.push(place);
    Ok(declared)
}

/// Asks which cards a declared card transfers, if they are named now, or puts the declared card into play.
fn put_or_name(
    law: &mut ComboLaw<'_>,
    state: &mut State,
    mut declared: Declared,
    new: Option<HandCard>,
    targets: Vec<NamedAssist>,
) {
    declared.naming = transfer::to_name(law, state, &declared).map(|(_, transfer)| transfer);
    if declared.naming.is_some() {
        law.unchanged();
        return law.then(Frame::Names(declared));
    }
    put(law, state, declared, new, targets);
}

/// Puts a declared card into play, and schedules what is still to be done for it.
fn put(
    law: &mut ComboLaw<'_>,
    state: &mut State,
    declared: Declared,
    new: Option<HandCard>,
    targets: Vec<NamedAssist>,
) {
    let me = state.active;
    let Some(in_pool) = state.players[me].pool.iter().position(|card| *card == declared.card) else { return };
    let name = state.players[me].pool.remove(in_pool);
    if law.readings().empty_turn == EmptyTurn::OneAtLeast {
        state.played_in_turn = state.played_in_turn.saturating_add(1);
    }
    let cards = law.cards;
    let card = cards.get(&name);
    let mut over = declared.over;
    over.retain(|place| *place < state.players[me].hands.len());
    over.sort_unstable();
    let assist = new.as_ref().filter(|new| new.is_assist());
    let is_assist = assist.is_some();
    let traps = assist.map(|assist| traps::waiting(law, state, assist, &over)).unwrap_or_default();
    // If the old card goes only once it is known that the new card stays, it is looked up at that time.
    let lost = traps.is_empty() || {
        let lost = law.readings().trap_and_replaced == TrapAndReplaced::Lost;
        over.is_empty() || law.choose(clauses::assists::REPLACED_FIRST, lost, false)
    };
    let hands = &state.players[me].hands;
    let waiting = over.iter().filter(|_| !lost).map(|place| NamedAssist { who: me, hand: hands[*place].clone() });
    let waiting = waiting.collect();
    if lost {
        let is = new.as_ref().map(|new| new.is);
        replaced(law, state, is, &over);
    }
    let placed = place(law, state, &name, card, declared.choice, new);
    if let Some(index) = placed.place(state) {
        amounts::keep_unmet(law, state, me, placed.zone, index);
    }
    let has_trap = |who: &usize| state.players[*who].hands.iter().any(|hand| hand.is == Equip::Trap);
    let mut asked: Vec<usize> = [me, 1 - me].into_iter().filter(|who| is_assist && has_trap(who)).collect();
    let by_itself = law.readings().missed_trap == MissedTrap::GoesOffByItself;
    if !asked.is_empty() && law.choose(clauses::traps::NO_CHOICE, by_itself, false) {
        asked.clear();
    }
    let (choice, effects, named) = (declared.choice, declared.effects, declared.named);
    let counts = effects::counts(law, state, me, card.effects(choice), &effects);
    let burns = status::burns(card) && (!effects.is_empty() || status::burns_unused(law, card, choice));
    let playing =
        Playing { card: placed, choice, effects, targets, traps, trap: None, asked, over: waiting, counts, named };
    if playing.effects.is_empty() && playing.traps.is_empty() && playing.asked.is_empty() && !burns {
        return;
    }
    law.then(Frame::Use(playing));
}

/// Removes the cards that a new card is put on top of.
fn replaced(law: &mut ComboLaw<'_>, state: &mut State, new: Option<Equip>, gone: &[usize]) {
    let Some(new) = new.filter(|_| !gone.is_empty()) else { return };
    let clause = if new == Equip::Assist { clauses::assists::REPLACED } else { clauses::traps::EQUIP_DESTROYED };
    piles::leave(law, state, state.active, Zone::Hands, gone, |law, state, at: At| {
        let (name, since) = places::card_at(state, at);
        if law.readings().on_top_of_protected == OnTopOfProtected::Discarded
            && protection::protected(law, state, &name, since)
            && law.on(clauses::assists::PROTECTED)
        {
            piles::discard(law, state, clauses::assists::PROTECTED, at, false);
        } else if law.on(clause) {
            piles::destroy(law, state, clause, at);
        } else {
            piles::discard(law, state, clause, at, false);
        }
    });
}

/// Removes the cards that an assist is put on top of, now that no trap has destroyed the assist.
pub fn replace_now(law: &mut ComboLaw<'_>, state: &mut State, playing: &mut Playing) {
    let over = std::mem::take(&mut playing.over);
    if playing.card.place(state).is_none() {
        return law.unchanged();
    }
    let hands = &state.players[state.active].hands;
    let mut gone: Vec<usize> = Vec::new();
    for named in over {
        let found = (0..hands.len()).find(|place| hands[*place] == named.hand && !gone.contains(place));
        gone.extend(found);
    }
    gone.sort_unstable();
    replaced(law, state, Some(Equip::Assist), &gone);
}

/// Repeats the effects that an assist does once, if the ruling is read as `when`.
pub fn again(law: &mut ComboLaw<'_>, state: &State, who: usize, place: usize, when: DoneAgain) {
    let hands = &state.players[who].hands;
    let hand = &hands[place];
    let (cards, name, since) = (law.cards, hand.card.clone(), hand.since);
    let card = cards.get(&name);
    if card.effects(hand.choice).iter().all(|effect| matches!(effect, Effect::Amount { .. })) {
        return;
    }
    let reading = law.readings().done_again;
    let never = law.choose(clauses::text::DONE_ONCE, reading == DoneAgain::Never, false);
    let off = if reading == DoneAgain::Never { DoneAgain::EveryTurn } else { reading };
    if never || off != when {
        return;
    }
    let effects = once(law, state, card, hand.choice, Standing::Off(&name));
    if !effects.is_empty() {
        let after = hands[place + 1..].iter().filter(|other| other.card == name && other.since == since).count();
        let choice = hand.choice;
        let placed = Placed { who, name, zone: Zone::Hands, after, since, gone: false };
        let counts = effects::counts(law, state, who, card.effects(choice), &effects);
        let (targets, traps, asked, over, named) = Default::default();
        law.then(Frame::Use(Playing {
            card: placed,
            choice,
            effects,
            targets,
            traps,
            trap: None,
            asked,
            over,
            counts,
            named,
        }));
    }
}

fn place(
    law: &mut ComboLaw<'_>,
    state: &mut State,
    name: &Name,
    card: &Prepared,
    choice: Choice,
    new: Option<HandCard>,
) -> Placed {
    let me = state.active;
    let since = state.turn;
    let mut placed = Placed { who: me, name: name.clone(), zone: Zone::Line, after: 0, since, gone: false };
    if let Some(mut new) = new {
        placed.zone = Zone::Hands;
        if new.is_assist() && card.has_or() {
            new.chosen = status::first_chosen(law, since);
        }
        assists::equip(law, state, new);
    } else if card.of_type == Some(CardType::Terrain) {
        placed.zone = Zone::Terrains;
        terrains::place(law, state, name, choice);
    } else if card.in_line {
        let at = law.choose(clauses::line::RIGHT, state.players[me].line.len(), 0);
        let stays = law.on(clauses::line::IN_LINE);
        let same = |c: &LineCard| c.card == *name && c.since == since;
        placed.after = state.players[me].line[at..].iter().filter(|c| same(c)).count();
        let event = Event::Played { player: me, card: name.clone(), to: Zone::Line };
        law.act(clauses::line::IN_LINE, state, event, |state| {
            let player = &mut state.players[me];
            if stays {
                player.line.insert(at, LineCard { card: name.clone(), choice, since, unmet: Vec::new() });
            } else {
                player.trash.push(name.clone());
            }
        });
    }
    placed
}
