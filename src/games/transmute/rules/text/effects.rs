//! Section of text: what each step of an ability does.

use super::moves;
use super::picks;
use super::targets;
use crate::action::Choice;
use crate::clauses;
use crate::clauses::text::*;
use crate::event::Event;
use crate::frame::Doing;
use crate::law::TransmuteLaw;
use crate::readings::Cheaper;
use crate::rules::attack::damage;
use crate::rules::basics::piles;
use crate::rules::play::{energy, leaving};
use crate::state::{Change, Lasting, Lent, Redirected, State, Target};
use crate::text::{Effect, Place, Targets, When};
use rulebound_core::kernel::{ClauseKey, ObjectId, Player};

/// The clause that describes an effect.
pub fn clause(effect: &Effect) -> ClauseKey {
    match effect {
        Effect::Energy { .. } => ENERGY,
        Effect::Draw { from: Place::Discard, .. } => TAKE,
        Effect::Draw { .. } => DRAW,
        Effect::DrawUntil { .. } => UNTIL,
        Effect::Discard { .. } => DISCARD,
        Effect::Draft { .. } => DRAFT,
        Effect::ReplaceRow {} => REPLACE,
        Effect::RevealDeck { .. } | Effect::RevealHand { .. } => REVEAL,
        Effect::Sort(_) => SORT,
        Effect::Damage { .. } => DAMAGE,
        Effect::TakeDamage { .. } => TAKE_DAMAGE,
        Effect::Heal { .. } => HEAL,
        Effect::Tap { .. } => TAP,
        Effect::Untap { .. } => UNTAP,
        Effect::Return { .. } => RETURN,
        Effect::Enter { .. } => ENTER,
        Effect::Move { .. } | Effect::Exchange { .. } => MOVE,
        Effect::Pick { .. } => PICK,
        Effect::GainAbilities {} => GAIN,
        Effect::Costs { .. } => COSTS,
        Effect::MoreDamage { .. } => MORE_DAMAGE,
        Effect::NextAttack { .. } => NEXT_ATTACK,
        Effect::Change { .. } => CHANGE,
        Effect::Control { .. } => CONTROL,
        Effect::RedirectDamage { .. } => REDIRECT,
        Effect::RedirectAttack { .. } => REDIRECT_ATTACK,
        Effect::ShuffleIn {} => SHUFFLE_IN,
        Effect::Swap {} => SWAP,
        Effect::Deals { .. } => DEALS,
        Effect::Bonus { .. } => BONUS,
        Effect::Flying {} => STATED_FLYING,
        Effect::Untapped {} => NO_TAPPING,
        Effect::FromDiscard {} => FROM_DISCARD,
    }
}

/// Does a step with what was picked for it, and says whether it did anything. Damage that it does is left in
/// `doing.hits`.
pub fn apply(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    doing: &mut Doing,
    effect: &Effect,
    picked: &[Choice],
) -> bool {
    if !law.on(clause(effect)) {
        return false;
    }
    if let Some((targets, _)) = picks::targets_of(effect) {
        if targets::number(law, state, doing, targets).is_some() {
            let mut did = false;
            for choice in picked {
                did |= to_target(law, state, doing, effect, choice);
            }
            return did;
        }
        // Nothing is picked, so "that" goes on meaning what it meant before.
        let (that, player, last) = (doing.that.clone(), doing.player, doing.player_last);
        let moved = doing.moved.clone();
        let mut did = false;
        for choice in picks::target_options(law, state, doing, effect, targets) {
            did |= to_target(law, state, doing, effect, &choice);
        }
        (doing.that, doing.player, doing.player_last) = (that, player, last);
        // If all cards are meant, none of them is "that card".
        if matches!(targets, Targets::Some { .. }) {
            doing.moved = moved;
        }
        return did;
    }
    let by = doing.by;
    match effect {
        Effect::Energy { who, amount } => {
            let amount = targets::amount(law, state, doing, amount);
            for player in targets::players(law, state, doing, *who) {
                energy::gain(law, state, by, player, amount, ENERGY);
            }
            amount > 0
        }
        Effect::Draw { from: Place::Discard, .. } | Effect::Discard { .. } | Effect::Draw { .. } => {
            moves::piles_of(law, state, doing, effect, picked)
        }
        Effect::DrawUntil { amount } => {
            let until = targets::amount(law, state, doing, amount);
            let missing = until.saturating_sub(u32::try_from(state.players[by].hand.len()).unwrap_or(u32::MAX));
            piles::draw(law, state, by, missing, UNTIL) > 0
        }
        Effect::Draft { to, .. } => {
            let [Choice::Card(card)] = picked else { return false };
            piles::draft(law, state, by, card, *to, DRAFT);
            true
        }
        Effect::ReplaceRow {} => moves::replace(law, state, by, picked),
        Effect::RevealDeck { amount } => {
            let count = targets::amount(law, state, doing, amount) as usize;
            if count > state.players[by].deck.len() {
                law.cite(clauses::turns::EMPTY_DECK);
            }
            doing.revealed = count.min(state.players[by].deck.len());
            moves::reveal(law, state, by, by, Place::Deck, doing.revealed)
        }
        Effect::RevealHand { who } => {
            let mut did = false;
            for player in targets::players(law, state, doing, *who) {
                let count = state.players[player].hand.len();
                did |= moves::reveal(law, state, by, player, Place::Hand, count);
            }
            did
        }
        Effect::Sort(sorting) => moves::sort(law, state, doing, sorting, picked),
        Effect::TakeDamage { amount, .. } => {
            let amount = match picked {
                [Choice::Number(number)] => *number,
                _ => targets::amount(law, state, doing, amount),
            };
            let hit = damage::hit(law, state, by, Target::Player(by), signed(amount));
            doing.hits.push(hit);
            amount > 0
        }
        Effect::Enter { from, paying, .. } => {
            let [Choice::Card(card), on @ ..] = picked else { return false };
            let on = on.first().and_then(|on| if let Choice::Object(id) = on { Some(id) } else { None });
            let place = picks::entering_from(law, *from);
            moves::put_into_play(law, state, doing, card, place, on, *paying);
            true
        }
        Effect::Move { from, to, .. } => {
            let [Choice::Card(card)] = picked else { return false };
            moves::move_card(law, state, by, card, *from, *to, MOVE);
            true
        }
        Effect::Exchange { from, with, .. } => {
            let [Choice::Card(card), Choice::Card(other)] = picked else { return false };
            moves::move_card(law, state, by, card, *from, *with, MOVE);
            moves::move_card(law, state, by, other, *with, *from, MOVE);
            true
        }
        Effect::GainAbilities {} => {
            let ([Choice::Object(other)], Some(source)) = (picked, doing.source.clone()) else { return false };
            let card = other.name.clone();
            law.act(GAIN, state, Event::Gained { object: source.clone(), card: card.clone() }, |state| {
                if let Some(object) = state.objects.get_mut(&source) {
                    object.is.gained.push(card);
                }
            });
            true
        }
        Effect::Costs { sort, less } => {
            // Under that reading a spell does so as long as it is in play.
            let spell = law.cards.get(&doing.card).text.abilities[doing.ability].when == When::Played;
            if spell && law.readings().cheaper == Cheaper::WhileInPlay {
                return true;
            }
            lasts(law, state, COSTS, Lasting::Cheaper { player: by, sort: sort.clone(), less: *less })
        }
        Effect::MoreDamage { by: more } => {
            lasts(law, state, MORE_DAMAGE, Lasting::MoreDamage { player: by, by: *more })
        }
        Effect::NextAttack { by: more } => {
            let Some(object) = targets::this(state, doing).cloned() else { return false };
            let event = Event::NextAttack { object: object.clone(), by: *more };
            law.act(NEXT_ATTACK, state, event, |state| {
                if let Some(object) = state.objects.get_mut(&object) {
                    object.is.next_attack = object.is.next_attack.saturating_add(*more);
                }
            });
            true
        }
        Effect::RedirectAttack { .. } => redirect_attack(law, state, picked),
        Effect::ShuffleIn {} => {
            piles::shuffle_in(law, state, by, SHUFFLE_IN);
            true
        }
        Effect::Swap {} => moves::swap(law, state, doing, picked),
        _ => false,
    }
}

/// An amount of damage.
fn signed(amount: u32) -> i32 {
    i32::try_from(amount).unwrap_or(i32::MAX)
}

fn lasts(law: &mut TransmuteLaw<'_>, state: &mut State, clause: ClauseKey, lasting: Lasting) -> bool {
    law.act(clause, state, Event::Lasts(lasting.clone()), |state| state.lasting.push(lasting));
    true
}

/// Does an effect to one of its targets.
fn to_target(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    doing: &mut Doing,
    effect: &Effect,
    choice: &Choice,
) -> bool {
    let target = match choice {
        Choice::Player(player) => {
            (doing.player, doing.player_last) = (Some(*player), true);
            Target::Player(*player)
        }
        Choice::Object(id) => {
            if state.objects.get(id).is_none() {
                return false;
            }
            (doing.that, doing.player_last) = (Some(id.clone()), false);
            Target::Object(id.clone())
        }
        Choice::Card(_) | Choice::Number(_) => return false,
    };
    match (effect, &target) {
        (Effect::Damage { amount, .. }, _) => {
            let amount = targets::amount(law, state, doing, amount);
            let hit = damage::hit(law, state, doing.by, target, signed(amount));
            doing.hits.push(hit);
            amount > 0
        }
        (Effect::Heal { amount, .. }, _) => {
            let amount = amount.as_ref().map_or(u32::MAX, |amount| targets::amount(law, state, doing, amount));
            damage::heal(law, state, &target, amount, HEAL) > 0
        }
        (Effect::Pick { .. }, _) => true,
        (Effect::Tap { .. }, Target::Object(id)) => set_tapped(law, state, id, true, TAP),
        (Effect::Untap { .. }, Target::Object(id)) => set_tapped(law, state, id, false, UNTAP),
        (Effect::Return { .. }, Target::Object(id)) => {
            doing.moved = leaving::leave(law, state, id, Some(Place::Hand), RETURN);
            true
        }
        (Effect::Change { score, by, less, more, your_turn, .. }, Target::Object(id)) => {
            let until = your_turn.then_some(doing.by);
            let more = more.iter().map(|signed| (signed.score, signed.by, signed.less));
            for (score, by, less) in std::iter::once((*score, *by, *less)).chain(more) {
                let by = if less { -signed(by) } else { signed(by) };
                let event = Event::Changed { object: id.clone(), score, by };
                law.act(CHANGE, state, event, |state| {
                    if let Some(object) = state.objects.get_mut(id) {
                        object.is.changes.push(Change { score, by, until });
                    }
                });
            }
            true
        }
        (Effect::Control { your_turn, .. }, Target::Object(id)) => control(law, state, doing.by, id, *your_turn),
        _ => false,
    }
}

/// Taps or untaps a card, unless it already is.
pub fn set_tapped(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    id: &ObjectId,
    tapped: bool,
    clause: ClauseKey,
) -> bool {
    if state.objects.get(id).is_none_or(|object| object.is.tapped == tapped) {
        return false;
    }
    let event = if tapped { Event::Tapped { object: id.clone() } } else { Event::Untapped { object: id.clone() } };
    law.act(clause, state, event, |state| {
        if let Some(object) = state.objects.get_mut(id) {
            object.is.tapped = tapped;
        }
    });
    true
}

fn control(law: &mut TransmuteLaw<'_>, state: &mut State, by: Player, id: &ObjectId, your_turn: bool) -> bool {
    if state.objects.get(id).is_none_or(|object| object.controller == by) {
        return false;
    }
    if state.objects.iter().any(|other| other.is.on.as_ref() == Some(id)) {
        law.cite(clauses::play::ENCHANTMENT);
    }
    law.act(CONTROL, state, Event::Controlled { object: id.clone(), player: by }, |state| {
        if let Some(object) = state.objects.get_mut(id) {
            let to = object.is.lent.as_ref().map_or(object.controller, |lent| lent.to);
            object.is.lent = Some(Lent { to, until: your_turn.then_some(by) });
            object.controller = by;
        }
    });
    true
}

fn redirect_attack(law: &mut TransmuteLaw<'_>, state: &mut State, picked: &[Choice]) -> bool {
    let Some(attack) = &state.attack else { return false };
    let (attackers, to) = match picked {
        [Choice::Object(attacker), to] => (vec![attacker.clone()], to),
        [to] => (attack.attackers.clone(), to),
        _ => return false,
    };
    let to = match to {
        Choice::Player(player) => Target::Player(*player),
        Choice::Object(id) => Target::Object(id.clone()),
        Choice::Card(_) | Choice::Number(_) => return false,
    };
    let counts = law.readings().redirected_counts == crate::readings::RedirectedCounts::Counts;
    law.act(REDIRECT_ATTACK, state, Event::Redirected { target: to.clone() }, |state| {
        if counts && !state.attacked.contains(&to) {
            state.attacked.push(to.clone());
        }
        if let Some(attack) = &mut state.attack {
            attack.redirected.retain(|other| !attackers.contains(&other.attacker));
            let redirected = attackers.into_iter().map(|attacker| Redirected { attacker, to: to.clone() });
            attack.redirected.extend(redirected);
        }
    });
    true
}
