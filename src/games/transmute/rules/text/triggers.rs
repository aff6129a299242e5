//! Section of text: which abilities are triggered, and in which order they come.

use crate::clauses;
use crate::clauses::text::*;
use crate::event::Event;
use crate::frame::{Doing, Frame};
use crate::law::TransmuteLaw;
use crate::readings::{
    BeginningWhen, BeginningWhose, EntersItself, EntersWhose, LethalDamage, Repeated, TriggerInside, TriggerOrder,
};
use crate::rules::text::scores::{self, Card, this, you};
use crate::state::{State, Used};
use crate::text::{Effect, When};
use rulebound_core::kernel::{ClauseKey, Name, ObjectId, Player};

/// The abilities of a card in play, with the card whose text each is: its own, and those that it has gained.
pub fn abilities(law: &TransmuteLaw<'_>, object: &Card) -> Vec<(Name, usize)> {
    if object.is.transmuted.is_some() {
        return Vec::new();
    }
    let of = |name: &Name| {
        let name = law.cards.name(name).unwrap_or_else(|| name.clone());
        let count = law.cards.get(&name).text.abilities.len();
        (0..count).map(move |at| (name.clone(), at)).collect::<Vec<_>>()
    };
    let mut found = of(&object.id.name);
    object.is.gained.iter().for_each(|name| found.extend(of(name)));
    found
}

/// When one of the abilities of a card applies.
pub fn when<'l>(law: &TransmuteLaw<'l>, ability: &(Name, usize)) -> &'l When {
    &law.cards.get(&ability.0).text.abilities[ability.1].when
}

/// An ability of a card in play, from its beginning.
pub fn doing(by: Player, object: &ObjectId, (card, ability): (Name, usize)) -> Doing {
    Doing { source: Some(object.clone()), ..alone(by, card, ability) }
}

/// An ability of a card that is not in play, from its beginning.
pub fn alone(by: Player, card: Name, ability: usize) -> Doing {
    Doing {
        by,
        card,
        source: None,
        ability,
        step: 0,
        agreed: false,
        begun: false,
        sorted: false,
        paid: false,
        picked: Vec::new(),
        applied: 0,
        enough: false,
        that: None,
        player: None,
        player_last: false,
        moved: None,
        dealt: 0,
        done: false,
        held: false,
        hits: Vec::new(),
        revealed: 0,
    }
}

/// Whether an ability of a card in play must wait for the next turn, because it has been activated or triggered in this
/// one.
pub fn is_used(law: &TransmuteLaw<'_>, object: &Card, (card, ability): &(Name, usize)) -> bool {
    let same = |used: &Used| used.card == *card && used.ability == *ability;
    law.readings().repeated == Repeated::OnceATurn && object.is.used.iter().any(same)
}

/// Notes that an ability of a card in play has been activated or triggered, if that matters.
pub fn note_use(law: &TransmuteLaw<'_>, state: &mut State, doing: &Doing) {
    if law.readings().repeated == Repeated::OnceATurn
        && let Some(object) = doing.source.as_ref().and_then(|source| state.objects.get_mut(source))
    {
        object.is.used.push(Used { card: doing.card.clone(), ability: doing.ability });
    }
}

/// Finds the abilities of cards in play for which `fits` holds, the card that entered first coming first.
fn find(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    mut fits: impl FnMut(&mut TransmuteLaw<'_>, &Card, Player, &When) -> bool,
) -> Vec<Doing> {
    let mut found = Vec::new();
    for object in state.objects.iter() {
        if object.is.gained.is_empty() && !scores::face(law, object).is_some_and(|card| card.triggers) {
            continue;
        }
        let by = you(law, state, object);
        for ability in abilities(law, object) {
            let when = when(law, &ability);
            if fits(law, object, by, when) {
                if is_used(law, object, &ability) {
                    law.cite(COMPLETELY);
                    continue;
                }
                if object.is.on.is_some() {
                    law.cite(clauses::play::ENCHANTMENT);
                }
                found.push(doing(by, &object.id, ability));
            }
        }
    }
    found
}

/// Schedules triggered abilities that arise at the same moment.
fn schedule(law: &mut TransmuteLaw<'_>, state: &mut State, found: Vec<Doing>, clause: ClauseKey) {
    for doing in &found {
        note_use(law, state, doing);
        law.act(clause, state, Event::Triggered { card: doing.card.clone() }, |_| {});
    }
    let afterwards = law.readings().trigger_inside == TriggerInside::Afterwards;
    let afterwards = !found.is_empty() && law.choose(COMPLETELY, afterwards, false);
    let picks = law.readings().trigger_order == TriggerOrder::PlayerPicks;
    let frames =
        if picks && found.len() > 1 { vec![Frame::Order(found)] } else { found.into_iter().map(Frame::Do).collect() };
    for frame in frames {
        if afterwards { law.queue(frame) } else { law.then(frame) }
    }
}

/// The beginning of a turn.
pub fn beginning(law: &mut TransmuteLaw<'_>, state: &mut State) {
    let every = law.readings().beginning_whose == BeginningWhose::EveryTurn;
    let found = find(law, state, |law, _, by, when| {
        *when == When::Beginning && law.on(BEGINNING) && (by == state.active || every)
    });
    if law.readings().beginning_when == BeginningWhen::AnyMoment && !found.is_empty() {
        law.cite(BEGINNING);
        law.then(Frame::Beginning(found));
    } else {
        schedule(law, state, found, BEGINNING);
    }
}

/// The player whose turn it is does one of the abilities at the beginning of the turn.
pub fn begin(law: &mut TransmuteLaw<'_>, state: &mut State, doing: Doing) {
    schedule(law, state, vec![doing], BEGINNING);
}

/// A Minion is damaged.
pub fn damaged(law: &mut TransmuteLaw<'_>, state: &mut State, minion: &ObjectId) {
    let lethal = |object: &Card| object.is.scores.is_some_and(|now| object.is.damage >= now.life);
    if law.readings().lethal_damage == LethalDamage::NoTrigger && state.objects.get(minion).is_some_and(lethal) {
        return;
    }
    let found =
        find(law, state, |law, object, _, when| *when == When::Damaged && this(object) == minion && law.on(DAMAGED));
    schedule(law, state, found, DAMAGED);
}

/// A card has entered play.
pub fn entered(law: &mut TransmuteLaw<'_>, state: &mut State, new: &ObjectId) {
    let Some(card) = state.objects.get(new) else { return };
    let itself = law.readings().enters_itself == EntersItself::ItselfToo;
    let own = law.readings().enters_whose == EntersWhose::Own;
    let controller = card.controller;
    let found = find(law, state, |law, object, by, when| match when {
        When::Enters(_) if own && by != controller => false,
        When::Enters(sort) => (itself || object.id != *new) && scores::is_of(law, card, sort) && law.on(ENTERS),
        _ => false,
    });
    schedule(law, state, found, ENTERS);
}

/// A player has played a card.
pub fn played(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player, card: &Name) {
    let card = law.cards.get(card);
    let found = find(law, state, |law, _, by, when| match when {
        When::Plays(sort) => by == player && card.is_of(sort) && law.on(PLAYS),
        _ => false,
    });
    schedule(law, state, found, PLAYS);
}

/// Minions attack. When an attack is declared they all attack at once, and a tapped one does not attack.
pub fn attacks(law: &mut TransmuteLaw<'_>, state: &mut State, minions: &[ObjectId]) {
    let mut found = find(law, state, |law, object, _, when| {
        *when == When::Attacks && minions.contains(this(object)) && law.on(ATTACKS)
    });
    // An ability that only says how much damage the attack does is not triggered at this moment.
    found.retain(|doing| {
        let does = &law.cards.get(&doing.card).text.abilities[doing.ability].does;
        does.iter().any(|step| !matches!(step.effect, Effect::Deals { .. }))
    });
    schedule(law, state, found, ATTACKS);
}
