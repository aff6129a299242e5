//! Section of text: what a player is asked to pick for a step of an ability.

use super::strength;
use super::targets;
use crate::action::{Choice, Verb};
use crate::clauses::text::*;
use crate::frame::{Doing, Picking};
use crate::law::TransmuteLaw;
use crate::readings::{
    AnyRevealed, BlindPick, DiscardedWhose, EntersFrom, FromDraftDeck, RedirectedAttack, RiftArea, Taken, UpToNone,
    YourHand,
};
use crate::rules::attack::damage;
use crate::rules::basics::piles;
use crate::rules::play::{energy, entering};
use crate::rules::text::scores;
use crate::state::{Shown, State, Target};
use crate::text::{CardType, Effect, Place, Sort, Sorting, TargetKind, Targets};
use rulebound_core::kernel::{Name, ObjectId, Player};

/// The next pick of a player.
#[derive(Clone, Copy, Debug)]
struct Ask {
    player: Player,
    to: Verb,
    left: usize,
    may_stop: bool,
}

/// The next pick of a step; `None` if enough has been picked.
pub fn next(law: &mut TransmuteLaw<'_>, state: &State, doing: &Doing, effect: &Effect) -> Option<Picking> {
    if doing.enough {
        return None;
    }
    let ask = ask(law, state, doing, effect)?;
    law.cite(TARGETS);
    let Ask { player, to, left, may_stop } = ask;
    let there = pool(law, state, doing, effect, to, player).len();
    let left = u32::try_from(left.min(there)).unwrap_or(u32::MAX);
    (left > 0).then(|| Picking { doing: doing.clone(), player, to, left, may_stop })
}

/// The targets of an effect that picks them, with what they are picked for.
pub fn targets_of(effect: &Effect) -> Option<(&Targets, Verb)> {
    Some(match effect {
        Effect::Damage { targets, .. } => (targets, Verb::Damage),
        Effect::Heal { targets, .. } => (targets, Verb::Heal),
        Effect::Tap { targets } => (targets, Verb::Tap),
        Effect::Untap { targets } => (targets, Verb::Untap),
        Effect::Return { targets, .. } => (targets, Verb::Return),
        Effect::Pick { targets } => (targets, Verb::Pick),
        Effect::Change { targets, .. } => (targets, Verb::Change),
        Effect::Control { targets, .. } => (targets, Verb::Control),
        Effect::RedirectDamage { targets } => (targets, Verb::Redirect),
        _ => return None,
    })
}

fn ask(law: &mut TransmuteLaw<'_>, state: &State, doing: &Doing, effect: &Effect) -> Option<Ask> {
    let (by, picked) = (doing.by, doing.picked.len());
    let one = |to: Verb| (picked == 0).then_some(Ask { player: by, to, left: 1, may_stop: false });
    if let Some((targets, to)) = targets_of(effect) {
        let (number, may_stop) = targets::number(law, state, doing, targets)?;
        let at_least_one = picked == 0 && may_stop && law.readings().up_to_none == UpToNone::AtLeastOne;
        let left = (number as usize).saturating_sub(picked);
        return Some(Ask { player: by, to, left, may_stop: may_stop && !at_least_one });
    }
    match effect {
        Effect::Draw { from: Place::Discard, .. } if law.readings().taken == Taken::Topmost => None,
        Effect::Draw { amount, from: Place::Discard, .. } => {
            let number = targets::amount(law, state, doing, amount) as usize;
            Some(Ask { player: by, to: Verb::Take, left: number.saturating_sub(picked), may_stop: false })
        }
        Effect::Discard { from: Place::Hand, .. } => {
            let (of, left) = hand_of(law, state, doing, effect)?;
            let you = matches!(effect, Effect::Discard { you_pick: true, .. });
            Some(Ask { player: if you { by } else { of }, to: Verb::Discard, left, may_stop: false })
        }
        Effect::Draft { .. } => one(Verb::Draft),
        Effect::ReplaceRow {} => Some(Ask { player: by, to: Verb::Replace, left: usize::MAX, may_stop: true }),
        Effect::Sort(Sorting::DiscardAnyPutBack) if !doing.sorted => {
            Some(Ask { player: by, to: Verb::Discard, left: doing.revealed, may_stop: true })
        }
        Effect::Sort(Sorting::DiscardAnyPutBack) => {
            let left = doing.revealed.saturating_sub(picked);
            Some(Ask { player: by, to: Verb::PutBack, left, may_stop: false })
        }
        Effect::Sort(Sorting::TakeDiscardRest { any: true, .. })
            if law.readings().any_revealed == AnyRevealed::AsChosen =>
        {
            Some(Ask { player: by, to: Verb::Take, left: usize::MAX, may_stop: true })
        }
        Effect::Sort(Sorting::IntoPlay) => {
            let card = state.players[by].deck.first()?;
            if is_enchantment(law, card) { one(Verb::EnterOn) } else { None }
        }
        Effect::Enter { .. } => match doing.picked.as_slice() {
            [] => one(Verb::Enter),
            [Choice::Card(card)] if is_enchantment(law, card) => {
                Some(Ask { player: by, to: Verb::EnterOn, left: 1, may_stop: false })
            }
            _ => None,
        },
        Effect::Move { .. } => one(Verb::Move),
        Effect::Exchange { .. } => {
            let possible = picked > 0 || !other_cards(law, state, doing, effect).is_empty();
            (picked < 2 && possible).then_some(Ask { player: by, to: Verb::Move, left: 1, may_stop: false })
        }
        Effect::GainAbilities {} => one(Verb::Gain),
        Effect::RedirectAttack { .. } => {
            let whole = law.readings().redirected_attack == RedirectedAttack::Whole;
            match (whole, doing.picked.len()) {
                (false, 0) => one(Verb::RedirectAttack),
                (true, 0) if pool(law, state, doing, effect, Verb::RedirectAttack, by).is_empty() => None,
                (true, 0) | (false, 1) => Some(Ask { player: by, to: Verb::Redirect, left: 1, may_stop: false }),
                _ => None,
            }
        }
        Effect::Swap {} => {
            let player = *givers(state, doing).get(picked)?;
            Some(Ask { player, to: Verb::Swap, left: 1, may_stop: false })
        }
        Effect::TakeDamage { up_to: true, .. } if law.on(UP_TO) => one(Verb::TakeDamage),
        _ => None,
    }
}

fn is_enchantment(law: &TransmuteLaw<'_>, card: &Name) -> bool {
    law.cards.get(card).of_type == Some(CardType::Enchantment)
}

/// Whose hand the next card is discarded from, and how many are still to be discarded from it.
pub fn hand_of(law: &mut TransmuteLaw<'_>, state: &State, doing: &Doing, effect: &Effect) -> Option<(Player, usize)> {
    let Effect::Discard { who, amount, you_pick, .. } = effect else { return None };
    let number = targets::amount(law, state, doing, amount) as usize;
    let mut before = doing.picked.len();
    for player in targets::players(law, state, doing, *who) {
        // From a hand that the player does not see, chance picks.
        if *you_pick && is_blind(law, state, doing, player) {
            continue;
        }
        let all = number.min(state.players[player].hand.len());
        if before < all {
            return Some((player, all - before));
        }
        before -= all;
    }
    None
}

/// Whether a player cannot see the hand from which it picks.
pub fn is_blind(law: &TransmuteLaw<'_>, state: &State, doing: &Doing, of: Player) -> bool {
    let sees =
        |shown: &Shown| shown.player == of && shown.place == Place::Hand && shown.to.is_none_or(|to| to == doing.by);
    law.readings().blind_pick == BlindPick::ByChance && of != doing.by && !state.shown.iter().any(sees)
}

/// Where a card that is put into play comes from.
pub fn entering_from(law: &TransmuteLaw<'_>, from: Option<Place>) -> Place {
    let unsaid = if law.readings().enters_from == EntersFrom::Hand { Place::Hand } else { Place::Discard };
    from.unwrap_or(unsaid)
}

/// The cards in a place.
pub fn cards_in(state: &State, player: Player, place: Place) -> &[Name] {
    let seat = &state.players[player];
    match place {
        Place::Hand => &seat.hand,
        Place::Deck => &seat.deck,
        Place::Discard => &seat.discard,
        Place::DraftDeck => &state.draft_deck,
        Place::DraftRow => &state.row,
    }
}

/// Cards without those that have been picked already, each name once.
fn unpicked(cards: &[Name], picked: &[Choice]) -> Vec<Choice> {
    let mut left: Vec<&Name> = cards.iter().collect();
    for choice in picked {
        if let Choice::Card(card) = choice
            && let Some(at) = left.iter().position(|other| *other == card)
        {
            left.remove(at);
        }
    }
    left.sort();
    left.dedup();
    left.into_iter().map(|card| Choice::Card(card.clone())).collect()
}

/// The choices of a player.
pub fn options(law: &mut TransmuteLaw<'_>, state: &State, picking: &Picking, effect: &Effect) -> Vec<Choice> {
    pool(law, state, &picking.doing, effect, picking.to, picking.player)
}

/// The possible targets of an effect.
pub fn target_options(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    doing: &Doing,
    effect: &Effect,
    targets: &Targets,
) -> Vec<Choice> {
    let mut found = targets::options(law, state, doing, targets);
    let own = matches!(effect, Effect::Return { your_hand: true, .. })
        && law.readings().your_hand == YourHand::OwnCards
        && matches!(targets, Targets::Some { .. });
    found.retain(|choice| match choice {
        Choice::Object(id) => !own || state.objects.get(id).is_some_and(|object| object.controller == doing.by),
        _ => true,
    });
    found
}

fn pool(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    doing: &Doing,
    effect: &Effect,
    to: Verb,
    player: Player,
) -> Vec<Choice> {
    let by = doing.by;
    if let Some((targets, _)) = targets_of(effect) {
        let mut found = target_options(law, state, doing, effect, targets);
        found.retain(|choice| !doing.picked.contains(choice));
        return found;
    }
    match (to, effect) {
        (Verb::Take, Effect::Sort(Sorting::TakeDiscardRest { sort, .. })) => {
            let deck = &state.players[by].deck;
            let mut found = unpicked(&deck[..doing.revealed.min(deck.len())], &doing.picked);
            found.retain(|choice| matches!(choice, Choice::Card(card) if law.cards.get(card).is_of(sort)));
            found
        }
        (Verb::Take, _) => unpicked(&state.players[by].discard, &doing.picked),
        (Verb::Discard, Effect::Sort(_)) | (Verb::PutBack, _) => {
            let deck = &state.players[by].deck;
            unpicked(&deck[..doing.revealed.min(deck.len())], &doing.picked)
        }
        (Verb::Discard, _) => match hand_of(law, state, doing, effect) {
            Some((of, left)) => {
                // Those picked last are from this hand.
                let Effect::Discard { amount, .. } = effect else { return Vec::new() };
                let all = (targets::amount(law, state, doing, amount) as usize).min(state.players[of].hand.len());
                let from = doing.picked.len().saturating_sub(all - left.min(all));
                unpicked(&state.players[of].hand, &doing.picked[from..])
            }
            None => Vec::new(),
        },
        (Verb::Draft, Effect::Draft { sort, .. }) => {
            let mut offer = piles::on_offer(law, state, true);
            offer.retain(|card| law.cards.get(card).is_of(sort));
            unpicked(&offer, &[])
        }
        (Verb::Replace, _) => {
            let row = law.readings().rift_area == RiftArea::DraftRow;
            unpicked(if row { &state.row } else { &state.players[by].hand }, &doing.picked)
        }
        (Verb::Enter, Effect::Enter { sort, from, cost, another, paying }) => {
            let place = entering_from(law, *from);
            let mut there = cards_in(state, by, place);
            if place == Place::DraftDeck && law.readings().from_draft_deck == FromDraftDeck::TopOnly {
                there = &there[..there.len().min(1)];
            }
            // "Another" is not the very card that was moved.
            let moved = doing.moved.iter().filter(|(_, to)| *another && place == Place::Hand && *to == by);
            let moved = moved.map(|(card, _)| Choice::Card(card.clone()));
            let mut found = unpicked(there, &moved.collect::<Vec<_>>());
            found.retain(|choice| {
                let Choice::Card(card) = choice else { return false };
                let fits = law.cards.get(card).is_of(sort) && entering::can_enter(law, state, by, card);
                let its = energy::meant(law, state, by, card);
                fits && targets::costs(law, state, doing, its, cost.as_ref())
                    && (!paying || energy::cost(law, state, by, card) <= state.players[by].energy)
            });
            found
        }
        (Verb::EnterOn, _) => entering::carriers(law, state, by).into_iter().map(Choice::Object).collect(),
        (Verb::Move, Effect::Move { sort, from, .. }) => {
            let mut found = unpicked(cards_in(state, by, *from), &[]);
            found.retain(|choice| matches!(choice, Choice::Card(card) if law.cards.get(card).is_of(sort)));
            found
        }
        (Verb::Move, Effect::Exchange { sort, from, .. }) => {
            if !doing.picked.is_empty() {
                return other_cards(law, state, doing, effect);
            }
            let mut found = unpicked(cards_in(state, by, *from), &[]);
            found.retain(|choice| matches!(choice, Choice::Card(card) if law.cards.get(card).is_of(sort)));
            found
        }
        (Verb::Gain, _) => {
            let Some(this) = targets::this(state, doing) else { return Vec::new() };
            let has = doing.source.as_ref().and_then(|source| state.objects.get(source));
            let gained = |name: &Name| has.is_some_and(|has| has.id.name == *name || has.is.gained.contains(name));
            let on = |object: &&scores::Card| object.is.on.as_ref() == Some(this) && !gained(&object.id.name);
            state.objects.iter().filter(on).map(|object| Choice::Object(object.id.clone())).collect()
        }
        (Verb::RedirectAttack, Effect::RedirectAttack { most }) => {
            let most = i64::from(targets::amount(law, state, doing, most));
            let Some(attack) = &state.attack else { return Vec::new() };
            let mut attackers: Vec<(&ObjectId, i64)> = Vec::new();
            for id in attack.attackers.iter().filter(|id| state.objects.get(id).is_some()) {
                let strength = strength::of(law, state, id);
                let hit = damage::hit(law, state, attack.by, Target::Object(id.clone()), strength);
                attackers.push((id, i64::from(hit.amount)));
            }
            let whole = law.readings().redirected_attack == RedirectedAttack::Whole;
            let sum: i64 = attackers.iter().map(|(_, attack)| attack).sum();
            let fits = |attack: i64| if whole { sum <= most } else { attack <= most };
            attackers
                .into_iter()
                .filter(|(_, attack)| fits(*attack))
                .map(|(id, _)| Choice::Object(id.clone()))
                .collect()
        }
        (Verb::Redirect, _) => {
            let any = Targets::Some {
                number: crate::text::HowMany::All,
                of: vec![TargetKind::Target],
                whose: None,
                another: false,
                cost: None,
            };
            targets::options(law, state, doing, &any)
        }
        (Verb::Swap, _) => {
            let itself = doing.player == Some(by);
            unpicked(&state.players[player].hand, if itself { &doing.picked } else { &[] })
        }
        (Verb::TakeDamage, Effect::TakeDamage { amount, .. }) => {
            let most = targets::amount(law, state, doing, amount);
            (0..=most).map(Choice::Number).collect()
        }
        _ => Vec::new(),
    }
}

/// The cards that may be the other one of a swap.
fn other_cards(law: &TransmuteLaw<'_>, state: &State, doing: &Doing, effect: &Effect) -> Vec<Choice> {
    let Effect::Exchange { other, with, .. } = effect else { return Vec::new() };
    let mut found = unpicked(cards_in(state, doing.by, *with), &[]);
    found.retain(|choice| matches!(choice, Choice::Card(card) if law.cards.get(card).is_of(other)));
    found
}

/// The players who each have a card to put on the other's deck, in order.
pub fn givers(state: &State, doing: &Doing) -> Vec<Player> {
    let Some(other) = doing.player else { return Vec::new() };
    let mut givers = vec![doing.by, other];
    givers.retain(|player| !state.players[*player].hand.is_empty());
    // A player who has picked itself puts two cards on its deck, if it has that many.
    if other == doing.by {
        givers.truncate(state.players[other].hand.len());
    }
    givers
}

/// The cards that may be discarded to use an ability: Enchantments that the player controls, and cards of its hand.
pub fn to_discard(law: &mut TransmuteLaw<'_>, state: &State, by: Player, sort: &Sort) -> Vec<Choice> {
    let mut found = Vec::new();
    let any = law.readings().discarded_whose == DiscardedWhose::Anyones;
    for object in state.objects.iter().filter(|object| any || object.controller == by) {
        if scores::is_of(law, object, sort) {
            found.push(Choice::Object(object.id.clone()));
        }
    }
    let mut hand = unpicked(&state.players[by].hand, &[]);
    hand.retain(|choice| matches!(choice, Choice::Card(card) if law.cards.get(card).is_of(sort)));
    found.extend(hand);
    found
}
