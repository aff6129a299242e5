//! Chapter play: playing, activating, transmuting.

pub mod energy;
pub mod entering;
pub mod leaving;

use crate::clauses;
use crate::clauses::play::*;
use crate::event::Event;
use crate::frame::Frame;
use crate::law::TransmuteLaw;
use crate::readings::{AnyTime, FreshDevice, FromDiscardCost, OtherAbilities, TransmuteFrom, TransmutedTapped};
use crate::rules::basics::piles;
use crate::rules::ending;
use crate::rules::text::{effects, picks, scores, triggers};
use crate::state::{Is, State, Zone};
use crate::text::{CardType, Effect, Place, When};
use rulebound_core::kernel::{Name, ObjectId, Player, Rejection};

/// The name of a card in play that lies face down.
pub const TRANSMUTED: &str = "Transmuted";

/// Checks whether a player may play a card.
///
/// # Errors
/// If a clause forbids it: that clause.
pub fn permit_play(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    by: Player,
    name: &Name,
    on: Option<&ObjectId>,
    from_discard: bool,
) -> Result<(), Rejection> {
    let seat = &state.players[by];
    let pile = if from_discard { &seat.discard } else { &seat.hand };
    if !pile.contains(name) {
        return Err(law.reject(COST, || format!("player {by} has no {name} there")));
    }
    let card = law.cards.get(name);
    if let Some((clause, why)) = &card.refused {
        let (clause, why) = (*clause, why.clone());
        return Err(law.reject(clause, || why));
    }
    law.cite(clauses::text::KNOWN);
    if from_discard {
        let says = card.always().any(|effect| *effect == Effect::FromDiscard {});
        if !says {
            return Err(
                law.reject(clauses::text::FROM_DISCARD, || format!("{name} cannot be played from the discard pile"))
            );
        }
        law.allow(clauses::text::FROM_DISCARD, true, || format!("{name} cannot be played from the discard pile"))?;
    }
    let cost = price(law, state, by, name, from_discard);
    let energy = seat.energy;
    law.forbid(COST, energy < cost, || format!("{name} costs {cost} energy, and player {by} has {energy}"))?;
    if card.of_type == Some(CardType::Enchantment) {
        let carriers = entering::carriers(law, state, by);
        let fits = on.is_some_and(|on| carriers.contains(on));
        law.forbid(ENCHANTMENT, !fits, || format!("{name} must be put on a Minion"))?;
    } else if on.is_some() {
        return Err(law.reject(ENCHANTMENT, || format!("{name} is not an Enchantment")));
    }
    Ok(())
}

/// The energy that a player pays for a card.
fn price(law: &mut TransmuteLaw<'_>, state: &State, by: Player, name: &Name, from_discard: bool) -> u32 {
    let free = from_discard && law.readings().from_discard_cost == FromDiscardCost::Free;
    if free { 0 } else { energy::cost(law, state, by, name) }
}

/// Plays a card.
pub fn play(
    law: &mut TransmuteLaw<'_>,
    state: &mut State,
    by: Player,
    name: &Name,
    on: Option<&ObjectId>,
    from_discard: bool,
) {
    let card = law.cards.get(name);
    law.cite_all(&card.clauses);
    let left = state.players[by].energy.saturating_sub(price(law, state, by, name, from_discard));
    law.act(COST, state, Event::Played { player: by, card: name.clone() }, |state| {
        let seat = &mut state.players[by];
        piles::take(if from_discard { &mut seat.discard } else { &mut seat.hand }, name);
    });
    energy::set(law, state, by, left, COST);
    // If the clause is switched off, the card is on no Minion.
    let on = on.filter(|_| law.on(ENCHANTMENT));
    let clause = match card.of_type {
        Some(CardType::Spell) => SPELL,
        Some(CardType::Enchantment) => ENCHANTMENT,
        _ => COST,
    };
    let id = entering::enter(law, state, by, name, on, true, clause);
    triggers::played(law, state, by, name);
    // If spells do not stay in play, they leave at once.
    if card.of_type == Some(CardType::Spell) && !law.on(SPELL) {
        leaving::leave(law, state, &id, Some(Place::Discard), LEAVES);
    }
    ending::look(law, state);
}

/// The abilities of a card in play that can be activated: the card whose text it is, and the place in it.
pub fn activated(law: &TransmuteLaw<'_>, object: &scores::Card) -> Vec<(Name, usize)> {
    let mut found = triggers::abilities(law, object);
    found.retain(|ability| matches!(triggers::when(law, ability), When::Tap | When::Discarding { .. }));
    found
}

/// Checks whether a player may activate an ability; returns the ability.
///
/// # Errors
/// If a clause forbids it: that clause.
pub fn permit_activate(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    by: Player,
    id: &ObjectId,
    number: usize,
) -> Result<(Name, usize), Rejection> {
    let Some(object) = state.objects.get(id) else {
        return Err(law.reject(ABILITIES, || format!("there is no {id}")));
    };
    if object.is.transmuted.is_some() {
        law.cite(FACE_DOWN);
    }
    if let Some((clause, why)) = scores::face(law, object).and_then(|card| card.refused.as_ref()) {
        return Err(law.reject(*clause, || why.clone()));
    }
    if scores::you(law, state, object) != by {
        return Err(law.reject(ABILITIES, || format!("{id} is not controlled by player {by}")));
    }
    let Some(ability) = activated(law, object).into_iter().nth(number) else {
        return Err(law.reject(ABILITIES, || format!("{id} has no such ability")));
    };
    let has = scores::is_minion(law, object) || scores::is_device(law, object);
    let all = law.readings().other_abilities == OtherAbilities::AllCards;
    if !has && !all {
        return Err(law.reject(ABILITIES, || format!("{id} is neither a Minion nor a Device")));
    }
    law.allow(ABILITIES, true, || "no ability is activated".to_owned())?;
    let used = triggers::is_used(law, object, &ability);
    law.forbid(REQUIREMENTS, used, || format!("this ability of {id} was activated in this turn"))?;
    match triggers::when(law, &ability) {
        When::Discarding { sort, any_time } => {
            law.allow(clauses::text::ANY_TIME, *any_time, || "this ability is not used".to_owned())?;
            let none = picks::to_discard(law, state, by, sort).is_empty();
            law.forbid(REQUIREMENTS, none, || "there is no such card to discard".to_owned())?;
            // Without a card to discard, nothing can be asked.
            if none {
                return Err(law.reject(REQUIREMENTS, || "there is no such card to discard".to_owned()));
            }
        }
        _ => {
            law.forbid(TAPPED, object.is.tapped, || format!("{id} is tapped"))?;
            let fresh = object.is.since == state.turn && law.readings().fresh_device == FreshDevice::MayNot;
            law.forbid(REQUIREMENTS, fresh, || format!("{id} entered play in this turn"))?;
        }
    }
    Ok(ability)
}

/// Whether an ability may be activated in every phase, by a player who acts now or, unless a reading says otherwise, by
/// any player.
pub fn at_any_time(law: &TransmuteLaw<'_>, state: &State, id: &ObjectId, number: usize, acts: bool) -> bool {
    if law.readings().any_time != AnyTime::Anyone && !acts {
        return false;
    }
    let Some(object) = state.objects.get(id) else { return false };
    let ability = activated(law, object).into_iter().nth(number);
    ability.is_some_and(|ability| matches!(triggers::when(law, &ability), When::Discarding { any_time: true, .. }))
}

/// Activates an ability.
pub fn activate(law: &mut TransmuteLaw<'_>, state: &mut State, by: Player, id: &ObjectId, ability: (Name, usize)) {
    law.cite(ABILITIES);
    let taps = *triggers::when(law, &ability) == When::Tap;
    law.act(REQUIREMENTS, state, Event::Activated { player: by, object: id.clone() }, |_| {});
    if taps && law.on(TAPPED) {
        effects::set_tapped(law, state, id, true, TAPPED);
    }
    let doing = triggers::doing(by, id, ability);
    triggers::note_use(law, state, &doing);
    law.then(Frame::Do(doing));
}

/// The card that is transmuted, with its place.
#[derive(Clone, Debug)]
pub enum Source {
    /// A card in the hand.
    Hand(Name),
    /// A card in play.
    Play(ObjectId),
}

/// Checks whether a player may transmute a card.
///
/// # Errors
/// If a clause forbids it: that clause.
pub fn permit_transmute(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    by: Player,
    card: Option<&Name>,
    object: Option<&ObjectId>,
) -> Result<Source, Rejection> {
    match (card, object) {
        (Some(card), None) if state.players[by].hand.contains(card) => {
            // If the clause is switched off, a card that is transmuted has to be paid for as if it were played.
            if !law.on(NO_REQUIREMENTS) {
                let cost = energy::cost(law, state, by, card);
                let poor = state.players[by].energy < cost;
                law.forbid(COST, poor, || format!("{card} costs {cost} energy"))?;
            }
            Ok(Source::Hand(card.clone()))
        }
        (None, Some(id)) => {
            let play = law.readings().transmute_from == TransmuteFrom::HandOrPlay;
            let own = state.objects.get(id).is_some_and(|o| o.controller == by && o.is.transmuted.is_none());
            if play && own {
                return Ok(Source::Play(id.clone()));
            }
            Err(law.reject(TRANSMUTE, || format!("{id} cannot be transmuted")))
        }
        _ => Err(law.reject(TRANSMUTE, || "only a card from the hand can be transmuted".to_owned())),
    }
}

/// Transmutes a card.
pub fn transmute(law: &mut TransmuteLaw<'_>, state: &mut State, by: Player, source: &Source) {
    let (card, owner) = match source {
        Source::Hand(card) => {
            piles::take(&mut state.players[by].hand, card);
            (card.clone(), by)
        }
        Source::Play(id) => {
            let owner = state.objects.get(id).map_or(by, |object| object.owner);
            let Some((card, _)) = leaving::leave(law, state, id, None, TRANSMUTE) else { return };
            (card, owner)
        }
    };
    let tapped = law.readings().transmuted_tapped == TransmutedTapped::Tapped;
    let is = Is { since: state.turn, tapped, transmuted: Some(card.clone()), ..Is::default() };
    let object = state.objects.make(&TRANSMUTED.into(), owner, Zone::Play, is);
    if let Some(made) = state.objects.get_mut(&object) {
        made.controller = by;
    }
    let event = Event::Transmuted { player: by, object: object.clone(), card: Some(card) };
    law.act(TRANSMUTE, state, event, |_| {});
    if law.on(GAIN) {
        let amount = law.rules().transmute_energy;
        energy::gain(law, state, by, by, amount, GAIN);
    }
    triggers::entered(law, state, &object);
    ending::look(law, state);
}
