//! Section of text: what effects do with cards in hands, decks and other piles.

use super::picks;
use super::targets;
use crate::action::{Choice, Verb};
use crate::clauses::text::*;
use crate::event::Event;
use crate::frame::{Doing, Picking};
use crate::law::TransmuteLaw;
use crate::readings::{AnyRevealed, FreePlay, FromDraftDeck, Replaced, RevealedTo, RiftArea, Taken};
use crate::rules::basics::piles;
use crate::rules::play::{energy, entering};
use crate::rules::text::triggers;
use crate::state::{Shown, State};
use crate::text::{Effect, Place, Sort, Sorting};
use rulebound_core::kernel::{ClauseKey, Name, ObjectId, Player};

/// Draws and discards.
pub fn piles_of(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    doing: &mut Doing,
    effect: &Effect,
    picked: &[Choice],
) -> bool {
    let by = doing.by;
    match effect {
        Effect::Draw { amount, from: Place::Discard, .. } => {
            let topmost = if law.readings().taken == Taken::Topmost {
                let count = targets::amount(law, state, doing, amount) as usize;
                state.players[by].discard.iter().rev().take(count).cloned().map(Choice::Card).collect()
            } else {
                Vec::new()
            };
            let taken = if topmost.is_empty() { picked } else { &topmost };
            for choice in taken {
                if let Choice::Card(card) = choice {
                    move_card(law, state, by, card, Place::Discard, Place::Hand, TAKE);
                }
            }
            !taken.is_empty()
        }
        Effect::Draw { who, amount, .. } => {
            let amount = targets::amount(law, state, doing, amount);
            let mut drawn = 0;
            for player in targets::players(law, state, doing, *who) {
                drawn += piles::draw(law, state, player, amount, DRAW);
            }
            drawn > 0
        }
        Effect::Discard { who, amount, from: Place::Deck, .. } => {
            let amount = targets::amount(law, state, doing, amount);
            let mut did = false;
            for player in targets::players(law, state, doing, *who) {
                for _ in 0..amount {
                    if !piles::discard_top(law, state, player, DISCARD) {
                        break;
                    }
                    did = true;
                }
            }
            did
        }
        Effect::Discard { who, amount, you_pick, .. } => {
            let number = targets::amount(law, state, doing, amount) as usize;
            let mut picked = picked.iter();
            let mut did = false;
            for player in targets::players(law, state, doing, *who) {
                let count = number.min(state.players[player].hand.len());
                for _ in 0..count {
                    let card = if *you_pick && picks::is_blind(law, state, doing, player) {
                        let hand = state.players[player].hand.clone();
                        let names: Vec<&str> = hand.iter().map(|name| &**name).collect();
                        law.pick(&format!("players[{player}].hand"), &names).map(|at| hand[at].clone())
                    } else {
                        picked
                            .next()
                            .and_then(|choice| if let Choice::Card(card) = choice { Some(card.clone()) } else { None })
                    };
                    let Some(card) = card else { break };
                    piles::discard(law, state, player, &card, DISCARD);
                    did = true;
                }
            }
            did
        }
        _ => false,
    }
}

/// Moves a card of a player from one place to another.
pub fn move_card(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    player: Player,
    card: &Name,
    from: Place,
    to: Place,
    clause: ClauseKey,
) {
    let event = Event::Moved { player, card: Some(card.clone()), from, to };
    law.act(clause, state, event, |state| {
        remove(state, player, card, from);
        piles::put(&mut state.players[player], to, card.clone());
    });
    if from == Place::DraftRow {
        piles::left_row(law, state);
    }
}

/// Takes a card from where it is.
fn remove(state: &mut State, player: Player, card: &Name, from: Place) {
    let seat = &mut state.players[player];
    piles::take(
        match from {
            Place::Hand => &mut seat.hand,
            Place::Deck => &mut seat.deck,
            Place::Discard => &mut seat.discard,
            Place::DraftDeck => &mut state.draft_deck,
            Place::DraftRow => &mut state.row,
        },
        card,
    );
}

pub fn put_into_play(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    doing: &mut Doing,
    card: &Name,
    from: Place,
    on: Option<&ObjectId>,
    played: bool,
) {
    let by = doing.by;
    doing.moved = Some((card.clone(), by));
    remove(state, by, card, from);
    if played {
        law.act(ENTER, state, Event::Played { player: by, card: card.clone() }, |_| {});
        energy::pay(law, state, by, card);
    }
    let counts = played || law.readings().free_play == FreePlay::Played;
    entering::enter(law, state, by, card, on, counts, ENTER);
    if counts {
        triggers::played(law, state, by, card);
    }
    if from == Place::DraftRow {
        piles::left_row(law, state);
    }
}

/// Replaces cards of the draft row, or of the hand.
pub fn replace(law: &mut TransmuteLaw<'_>, state: &mut State, by: Player, picked: &[Choice]) -> bool {
    let row = law.readings().rift_area == RiftArea::DraftRow;
    for choice in picked {
        let Choice::Card(card) = choice else { continue };
        if row {
            let under = law.readings().replaced == Replaced::UnderDeck;
            law.act(REPLACE, state, Event::Replaced { card: card.clone() }, |state| {
                piles::take(&mut state.row, card);
                if under {
                    state.draft_deck.push(card.clone());
                }
            });
        } else {
            piles::discard(law, state, by, card, REPLACE);
        }
    }
    if row {
        piles::refill(law, state);
    } else {
        piles::draw(law, state, by, picked.len() as u32, REPLACE);
    }
    !picked.is_empty()
}

pub fn reveal(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    by: Player,
    player: Player,
    place: Place,
    count: usize,
) -> bool {
    if count == 0 {
        return false;
    }
    let alone = law.readings().revealed_to == RevealedTo::PlayerAlone;
    let shown = Shown { player, place, count, to: alone.then_some(by) };
    law.act(REVEAL, state, Event::Revealed(shown.clone()), |state| state.shown.push(shown));
    true
}

/// Shows a player the cards that it picks from, if it does not see them already.
pub fn show(law: &mut TransmuteLaw<'_>, state: &mut State, picking: &Picking, effect: &Effect) {
    let by = picking.doing.by;
    let (player, place) = match effect {
        Effect::Discard { you_pick: true, .. } => match picks::hand_of(law, state, &picking.doing, effect) {
            Some((of, _)) if of != by => (of, Place::Hand),
            _ => return,
        },
        Effect::Enter { from: Some(place @ (Place::Deck | Place::DraftDeck)), .. }
        | Effect::Move { from: place @ (Place::Deck | Place::DraftDeck), .. }
            if matches!(picking.to, Verb::Enter | Verb::Move) =>
        {
            (by, *place)
        }
        _ => return,
    };
    let clause = match effect {
        Effect::Discard { .. } => DISCARD,
        Effect::Enter { .. } => ENTER,
        _ => MOVE,
    };
    let top_only = matches!(effect, Effect::Enter { .. }) && law.readings().from_draft_deck == FromDraftDeck::TopOnly;
    let count = if top_only { 1 } else { picks::cards_in(state, player, place).len() };
    let seen = |shown: &Shown| shown.player == player && shown.place == place && shown.to.is_none_or(|to| to == by);
    if !state.shown.iter().any(seen) {
        let shown = Shown { player, place, count, to: Some(by) };
        law.act(clause, state, Event::Revealed(shown.clone()), |state| state.shown.push(shown));
    }
}

/// Sorts revealed cards.
pub fn sort(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    doing: &mut Doing,
    sorting: &Sorting,
    picked: &[Choice],
) -> bool {
    let by = doing.by;
    let revealed = doing.revealed.min(state.players[by].deck.len());
    let top: Vec<Name> = state.players[by].deck[..revealed].to_vec();
    match sorting {
        Sorting::TakeDiscardRest { sort, any } => {
            let chosen = *any && law.readings().any_revealed == AnyRevealed::AsChosen;
            let mut taken: Vec<&Choice> = picked.iter().collect();
            for card in &top {
                let mut takes = law.cards.get(card).is_of(sort);
                if chosen {
                    let at = taken.iter().position(|choice| matches!(choice, Choice::Card(other) if other == card));
                    takes = at.map(|at| taken.remove(at)).is_some();
                }
                let to = if takes { Place::Hand } else { Place::Discard };
                let event = Event::Moved { player: by, card: Some(card.clone()), from: Place::Deck, to };
                law.act(SORT, state, event, |state| {
                    state.players[by].deck.remove(0);
                    piles::put(&mut state.players[by], to, card.clone());
                });
            }
            hide(state, doing);
            revealed > 0
        }
        Sorting::DiscardAnyPutBack => {
            let order: Vec<Name> = picked
                .iter()
                .filter_map(|choice| if let Choice::Card(card) = choice { Some(card.clone()) } else { None })
                .collect();
            if order.len() == revealed {
                state.players[by].deck.splice(..revealed, order);
            }
            hide(state, doing);
            true
        }
        Sorting::IntoPlay => {
            let Some(card) = top.first() else { return false };
            if !entering::can_enter(law, state, by, card) {
                return false;
            }
            let on = picked.first().and_then(|on| if let Choice::Object(id) = on { Some(id) } else { None });
            hide(state, doing);
            put_into_play(law, state, doing, card, Place::Deck, on, false);
            true
        }
        Sorting::IntoHand => {
            for card in &top {
                let event = Event::Moved { player: by, card: Some(card.clone()), from: Place::Deck, to: Place::Hand };
                law.act(SORT, state, event, |state| {
                    state.players[by].deck.remove(0);
                    piles::to_hand(&mut state.players[by], card.clone());
                });
            }
            hide(state, doing);
            revealed > 0
        }
    }
}

/// Discards one of the revealed cards.
pub fn discard_revealed(law: &mut TransmuteLaw<'_>, state: &mut State, doing: &mut Doing, card: &Name) {
    let by = doing.by;
    law.act(SORT, state, Event::Discarded { player: by, card: card.clone() }, |state| {
        piles::take(&mut state.players[by].deck, card);
        state.players[by].discard.push(card.clone());
        for shown in state.shown.iter_mut().filter(|shown| shown.player == by && shown.place == Place::Deck) {
            shown.count = shown.count.saturating_sub(1);
        }
    });
    doing.revealed = doing.revealed.saturating_sub(1);
}

/// Ends what an ability has revealed.
pub fn hide(state: &mut State, doing: &mut Doing) {
    doing.revealed = 0;
    state.shown.clear();
}

/// Each of two players puts a card from its hand on the other's deck.
pub fn swap(law: &mut TransmuteLaw<'_>, state: &mut State, doing: &Doing, picked: &[Choice]) -> bool {
    let Some(other) = doing.player else { return false };
    for (choice, from) in picked.iter().zip(picks::givers(state, doing)) {
        let Choice::Card(card) = choice else { continue };
        let to = if from == doing.by { other } else { doing.by };
        let event = Event::Moved { player: from, card: Some(card.clone()), from: Place::Hand, to: Place::Deck };
        law.act(SWAP, state, event, |state| {
            piles::take(&mut state.players[from].hand, card);
            state.players[to].deck.insert(0, card.clone());
        });
    }
    !picked.is_empty()
}

/// Whether a card of a sort is the revealed one.
pub fn is_revealed(law: &TransmuteLaw<'_>, state: &State, doing: &Doing, sort: &Sort) -> bool {
    doing.revealed > 0 && state.players[doing.by].deck.first().is_some_and(|card| law.cards.get(card).is_of(sort))
}
