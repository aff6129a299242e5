//! Section of play: a card leaves play.

use crate::clauses;
use crate::clauses::play::*;
use crate::event::Event;
use crate::law::TransmuteLaw;
use crate::readings::{EnchantmentLeaves, LeavingPile};
use crate::rules::basics::piles;
use crate::rules::text::scores::card_of;
use crate::state::State;
use crate::text::Place;
use rulebound_core::kernel::{ClauseKey, Name, ObjectId, Player};

/// Takes a card out of play and puts it on a pile of its owner, or out of the match. The Enchantments on it leave too.
/// Returns the card and whose pile it went to.
pub fn leave(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    id: &ObjectId,
    to: Option<Place>,
    clause: ClauseKey,
) -> Option<(Name, Player)> {
    let object = state.objects.get(id)?;
    let card = law.cards.name(card_of(object)).unwrap_or_else(|| card_of(object).clone());
    let owners = law.readings().leaving_pile == LeavingPile::Owners;
    // A base card does not go back to its stack.
    if law.rules().starting_deck.contains_key(&*card) {
        law.cite(clauses::basics::BASES);
    }
    let shown = object.is.transmuted.clone();
    let (owner, controller) = (object.owner, object.controller);
    // A text that names the owner's hand means the owner.
    let owners = law.choose(LEAVES, owners || to == Some(Place::Hand), false);
    let player = if owners { owner } else { controller };
    let gone = card.clone();
    law.act(clause, state, Event::Left { object: id.clone(), card: shown, to }, |state| {
        state.objects.remove(id);
        if let Some(to) = to {
            piles::put(&mut state.players[player], to, gone);
        }
    });
    let on: Vec<ObjectId> =
        state.objects.iter().filter(|other| other.is.on.as_ref() == Some(id)).map(|other| other.id.clone()).collect();
    for enchantment in on {
        let to_hand = law.readings().enchantment_leaves == EnchantmentLeaves::ToHand;
        let to = if to_hand { Place::Hand } else { Place::Discard };
        if law.on(ENCHANTMENT) {
            leave(law, state, &enchantment, Some(to), ENCHANTMENT);
        }
    }
    Some((card, player))
}
