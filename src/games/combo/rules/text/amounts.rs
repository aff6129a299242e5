//! What cards give: the amounts in their effects, and how many times each effect counts.
//!
//! The number of times that an effect counts may depend on what lines give, so both are in one file.

use super::super::assists;
use super::super::turns::round;
use super::conditions::{self, Standing};
use super::meant::{any_card, counted, matches, owners, piles};
use crate::action::PileOf;
use crate::clauses;
use crate::clauses::text::*;
use crate::law::ComboLaw;
use crate::prepared::Prepared;
use crate::readings::{AmountCondition, AssistsAgain, CountedInBoth, Rounding, Taken, TakenWhen};
use crate::state::{Choice, HandCard, State, Zone};
use crate::text::{Effect, Per, Pile, Value};

/// What is done with each amount: its number, how many times it counts, and the index of its card in the line.
type Each<'e> = &'e mut dyn FnMut(&mut ComboLaw<'_>, u32, Option<&Per>, Option<usize>);

/// What a player's line and assists give. `blind` leaves out what depends on the attack taken; `line_only` leaves out
/// the assists.
pub fn value(law: &mut ComboLaw<'_>, state: &State, who: usize, of: Value, blind: bool, line_only: bool) -> u32 {
    let mut total: u32 = 0;
    in_force(law, state, who, of, line_only, &mut |law, number, per, at| {
        let times = per.map_or(1, |per| times(law, state, who, per, at, blind));
        total = total.saturating_add(number.saturating_mul(times));
    });
    total
}

/// Whether what a player's line and assists give depends on the kinds of the cards in one of the piles `closed`.
pub fn on_kinds(law: &mut ComboLaw<'_>, state: &State, who: usize, of: Value, blind: bool, closed: &[PileOf]) -> bool {
    let mut found = false;
    in_force(law, state, who, of, false, &mut |law, _, per, _| {
        found = found || per.is_some_and(|per| times_on_kinds(law, state, who, per, blind, closed));
    });
    found
}

/// Goes through the amounts that count for a player, in its line, its assists and its terrain.
fn in_force(law: &mut ComboLaw<'_>, state: &State, who: usize, of: Value, line_only: bool, each: Each<'_>) {
    let player = &state.players[who];
    let clause = if of == Value::Attack { clauses::line::ATTACK } else { clauses::line::DEFENSE };
    if !player.line.is_empty() && law.on(clause) {
        for (at, card) in player.line.iter().enumerate() {
            let prepared = law.cards.get(&card.card);
            match settled(law, prepared, card.choice, of, &card.unmet) {
                Some(amounts) => met(law, state, who, &amounts, Standing::Line(at), each),
                None => met(law, state, who, prepared.amounts(card.choice, of), Standing::Line(at), each),
            }
        }
    }
    if !line_only && player.hands.iter().any(HandCard::is_assist) && law.on(clauses::assists::COUNT) {
        let round = round::round(law);
        let again = law.readings().assists_again == AssistsAgain::EveryTurn;
        for hand in player.hands.iter().filter(|h| h.is_assist()) {
            if again || state.turn.saturating_sub(hand.since) < round {
                let (prepared, standing) = (law.cards.get(&hand.card), Standing::Off(&hand.card));
                match settled(law, prepared, hand.choice, of, &hand.unmet) {
                    Some(amounts) => met(law, state, who, &amounts, standing, each),
                    None => met(law, state, who, prepared.amounts(hand.choice, of), standing, each),
                }
            }
        }
    }
    if !line_only {
        for terrain in state.terrains.iter().filter(|terrain| terrain.owner == who) {
            // Under the other reading, the terrain has no amounts.
            let (prepared, standing) = (law.cards.get(&terrain.card), Standing::Terrain(&terrain.card));
            match settled(law, prepared, terrain.choice, of, &terrain.unmet) {
                Some(amounts) => met(law, state, who, &amounts, standing, each),
                None => met(law, state, who, prepared.amounts(terrain.choice, of), standing, each),
            }
        }
    }
}

/// Whether the conditions of amounts count as they were when the card was played.
fn by_then(law: &mut ComboLaw<'_>, amounts: &[Effect]) -> bool {
    if amounts.iter().all(|effect| effect.conditions().is_empty()) {
        return false;
    }
    let at_any_time = law.readings().amount_condition == AmountCondition::AtAnyTime;
    !law.choose(AMOUNT_CONDITION, at_any_time, false)
}

/// The amounts whose conditions held when the card was played, without these conditions; `None` if conditions count as
/// they are now.
fn settled(law: &mut ComboLaw<'_>, card: &Prepared, choice: Choice, of: Value, unmet: &[usize]) -> Option<Vec<Effect>> {
    if !by_then(law, card.amounts(choice, of)) {
        return None;
    }
    let met = card.effects(choice).iter().enumerate().filter(|(place, _)| !unmet.contains(place));
    let amounts = met.filter_map(|(_, effect)| match effect {
        Effect::Amount { number, value, per, .. } if *value == of => {
            Some(Effect::Amount { number: *number, value: *value, per: per.clone(), proviso: Vec::new() })
        }
        _ => None,
    });
    Some(amounts.collect())
}

/// Stores which of the conditions of a card's amounts do not hold when the card is put in its place, if that matters.
pub fn keep_unmet(law: &mut ComboLaw<'_>, state: &mut State, who: usize, zone: Zone, index: usize) {
    let player = &state.players[who];
    let (name, choice) = match zone {
        Zone::Line => (player.line[index].card.clone(), player.line[index].choice),
        Zone::Terrains => (state.terrains[index].card.clone(), state.terrains[index].choice),
        _ => (player.hands[index].card.clone(), player.hands[index].choice),
    };
    let card = law.cards.get(&name);
    let amounts = |effect: &&Effect| matches!(effect, Effect::Amount { .. });
    if !by_then(law, &card.effects(choice).iter().filter(amounts).cloned().collect::<Vec<_>>()) {
        return;
    }
    let standing = match zone {
        Zone::Line => Standing::Line(index),
        Zone::Terrains => Standing::Terrain(&name),
        _ => Standing::Off(&name),
    };
    let mut unmet = Vec::new();
    for (place, effect) in card.effects(choice).iter().enumerate() {
        if let Effect::Amount { proviso, .. } = effect
            && !conditions::proviso(law, state, who, proviso, standing)
        {
            unmet.push(place);
        }
    }
    let player = &mut state.players[who];
    match zone {
        Zone::Line => player.line[index].unmet = unmet,
        Zone::Terrains => state.terrains[index].unmet = unmet,
        _ => player.hands[index].unmet = unmet,
    }
}

/// Goes through the amounts of one card whose conditions hold.
fn met(law: &mut ComboLaw<'_>, state: &State, who: usize, amounts: &[Effect], standing: Standing<'_>, each: Each<'_>) {
    for effect in amounts {
        let Effect::Amount { number, value, per, proviso } = effect else { continue };
        let clause = if *value == Value::Attack { ATTACK_AMOUNT } else { DEFENSE_AMOUNT };
        if conditions::proviso(law, state, who, proviso, standing) && law.on(clause) {
            each(law, *number, per.as_ref(), standing.in_line());
        }
    }
}

/// The attack that the active player must face.
pub fn incoming(law: &mut ComboLaw<'_>, state: &State) -> u32 {
    let attack = state.players[1 - state.active].attack;
    // Without an attack there is nothing to face, so the clause does not apply.
    if attack == 0 { 0 } else { law.choose(clauses::hearts::INCOMING, attack, 0) }
}

/// The number of times that an effect of `who`'s card counts. `at` is its index in the line; `blind` leaves out what
/// depends on the attack taken.
pub fn times(law: &mut ComboLaw<'_>, state: &State, who: usize, per: &Per, at: Option<usize>, blind: bool) -> u32 {
    if !law.on(PER) {
        return 1;
    }
    let (counts, each) = match per {
        Per::Taken(each) => {
            if blind || !law.on(TAKEN) {
                return 0;
            }
            let mut attack = match law.readings().taken_when {
                _ if who == state.active => incoming(law, state),
                TakenWhen::OwnTurn => 0,
                // Otherwise each of the two attacks could depend on the other.
                TakenWhen::AnyTurn => value(law, state, 1 - who, Value::Attack, true, false),
            };
            if law.readings().taken == Taken::Undefended && attack > 0 {
                let defense = value(law, state, who, Value::Defense, true, false);
                let against = defense.saturating_add(assists::shields(law, state, who));
                attack = attack.saturating_sub(against);
            }
            ([attack, 0], *each)
        }
        Per::Counted { number, cards, place } => {
            let mut counts = [0; 2];
            for owner in owners(law, who, *place) {
                counts[owner] = counted(law, state, owner, place.pile, cards);
            }
            if let (Some(at), Pile::Line) = (at, place.pile) {
                let itself = state.players[who].line.get(at);
                if itself.is_some_and(|c| matches(law, &c.card, cards)) && !law.on(ITSELF) {
                    counts[who] = counts[who].saturating_sub(1);
                }
            }
            (counts, *number)
        }
    };
    let all = counts[0] + counts[1];
    if each == 1 || !law.on(PER_EACH) {
        return all;
    }
    let rounding = law.readings().rounding;
    let full = |count: u32| match rounding {
        Rounding::Down => count / each.max(1),
        Rounding::Up => count.div_ceil(each.max(1)),
    };
    match law.readings().counted_in_both {
        CountedInBoth::Together => full(all),
        CountedInBoth::EachPile => full(counts[0]) + full(counts[1]),
    }
}

/// Whether the number of `times` depends on the kinds of the cards in one of the piles `closed`.
fn times_on_kinds(
    law: &mut ComboLaw<'_>,
    state: &State,
    who: usize,
    per: &Per,
    blind: bool,
    closed: &[PileOf],
) -> bool {
    if !law.on(PER) {
        return false;
    }
    match per {
        Per::Taken(_) if blind || !law.on(TAKEN) => false,
        Per::Taken(_) => {
            let attack = match law.readings().taken_when {
                _ if who == state.active => on_kinds(law, state, 1 - who, Value::Attack, false, closed),
                TakenWhen::OwnTurn => return false,
                TakenWhen::AnyTurn => on_kinds(law, state, 1 - who, Value::Attack, true, closed),
            };
            let undefended = law.readings().taken == Taken::Undefended;
            attack || undefended && on_kinds(law, state, who, Value::Defense, true, closed)
        }
        Per::Counted { cards, .. } if any_card(cards) => false,
        Per::Counted { place, .. } => {
            let counted = piles(law, place.pile);
            owners(law, who, *place)
                .any(|player| closed.iter().any(|closed| closed.player == player && counted.contains(&closed.pile)))
        }
    }
}
