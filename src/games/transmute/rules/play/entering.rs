//! Section of play: a card enters play.

use crate::clauses::play::*;
use crate::event::Event;
use crate::frame::Frame;
use crate::law::TransmuteLaw;
use crate::readings::EnchantWhose;
use crate::rules::text::{scores, triggers};
use crate::state::{Is, State, Zone};
use crate::text::{CardType, When};
use rulebound_core::kernel::{ClauseKey, Name, ObjectId, Player};

/// Puts a card into play face up: a spell does what its text says, another card what its text says about being
/// `played`, and other cards may notice.
#[allow(clippy::too_many_arguments)]
pub fn enter(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    player: Player,
    name: &Name,
    on: Option<&ObjectId>,
    played: bool,
    clause: ClauseKey,
) -> ObjectId {
    let is = Is { since: state.turn, on: on.cloned(), ..Is::default() };
    let id = state.objects.make(name, player, Zone::Play, is);
    law.act(clause, state, Event::Entered { object: id.clone() }, |_| {});
    scores::derive(law, state);
    let card = law.cards.get(name);
    let on_play = card.text.abilities.iter().position(|ability| ability.when == When::Played);
    if let Some(ability) = on_play
        && (played || card.of_type == Some(CardType::Spell))
        && law.on(crate::clauses::text::SPELLS)
    {
        law.then(Frame::Do(triggers::doing(player, &id, (name.clone(), ability))));
    }
    triggers::entered(law, state, &id);
    id
}

/// The Minions that a player may put an Enchantment on.
pub fn carriers(law: &mut TransmuteLaw<'_>, state: &State, player: Player) -> Vec<ObjectId> {
    let any = law.readings().enchant_whose == EnchantWhose::Any;
    let fits = |object: &&scores::Card| scores::is_minion(law, object) && (any || object.controller == player);
    state.objects.iter().filter(fits).map(|object| object.id.clone()).collect()
}

/// Whether a card can enter play: an Enchantment needs a Minion.
pub fn can_enter(law: &mut TransmuteLaw<'_>, state: &State, player: Player, name: &Name) -> bool {
    let card = law.cards.get(name);
    card.refused.is_none()
        && (card.of_type != Some(CardType::Enchantment)
            || !law.on(ENCHANTMENT)
            || !carriers(law, state, player).is_empty())
}
