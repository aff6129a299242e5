//! Using a card that has been put into play: what it does at once, and the traps that it sets off.

use super::super::text::conditions::Standing;
use super::super::text::{self, When, effects};
use super::super::{assists, status, traps};
use super::play;
use super::targets::{self, Targets};
use crate::action::Of;
use crate::clauses;
use crate::frame::{Frame, NamedAssist, Placed, Playing};
use crate::law::ComboLaw;
use crate::places::At;
use crate::readings::{TargetDeclined, TargetsNamed, TrapTiming};
use crate::state::{State, Zone};
use crate::text::{Effect, Target};
use rulebound_core::kernel::Rejection;

/// Carries out the next thing that a card in use does, and schedules the rest to run after the consequences of that.
pub fn go_on(law: &mut ComboLaw<'_>, state: &mut State, mut playing: Playing) {
    let traps_first = law.readings().trap_timing == TrapTiming::BeforeEffect;
    if playing.trap.is_none() && !playing.over.is_empty() && !traps_left(&playing) {
        play::replace_now(law, state, &mut playing);
    } else if playing.trap.is_some() {
        if traps::go_on(law, state, &mut playing) {
            law.cite(clauses::traps::NO_NAMES);
            let hands = wanted(law, &playing);
            if Targets::in_use(law, state, None, hands).0.any(&[]) {
                return law.then(Frame::Destroy(playing));
            }
            done(&mut playing);
        }
    } else if !playing.effects.is_empty() && (!traps_first || !traps_left(&playing)) {
        return carry_out(law, state, playing);
    } else if !playing.asked.is_empty() {
        // The player of a trap is asked whether or not the trap waits for this card; otherwise, being asked would
        // reveal that it does.
        return law.then(Frame::HoldBack(playing));
    } else if !playing.traps.is_empty() {
        traps::next(law, state, &mut playing);
    } else {
        return finish(law, state, &playing);
    }
    law.then(Frame::Use(playing));
}

fn traps_left(playing: &Playing) -> bool {
    !playing.traps.is_empty() || !playing.asked.is_empty()
}

/// Finishes using a card: burns it if it burns, and releases the traps that were held back.
fn finish(law: &mut ComboLaw<'_>, state: &mut State, playing: &Playing) {
    let placed = &playing.card;
    match placed.place(state) {
        Some(index) if status::burns(law.cards.get(&placed.name)) => {
            status::burn(law, state, At { who: placed.who, zone: placed.zone, index });
        }
        _ => law.unchanged(),
    }
    state.players.iter_mut().flat_map(|player| &mut player.hands).for_each(|hand| hand.held = false);
}

/// Carries out the next effect, or asks what it destroys.
fn carry_out(law: &mut ComboLaw<'_>, state: &mut State, mut playing: Playing) {
    let place = playing.effects.remove(0);
    let placed = &mut playing.card;
    let at = placed.place(state);
    if at.is_none() && text::no_more(law) {
        playing.effects.clear();
        return law.then(Frame::Use(playing));
    }
    let cards = law.cards;
    let effect = cards.get(&placed.name).effects(playing.choice).get(place);
    let standing = match (placed.zone, at) {
        (Zone::Line, Some(at)) => Standing::Line(at),
        _ => Standing::Off(&placed.name),
    };
    match effect.filter(|effect| text::met(law, state, placed.who, effect, standing, When::InTurn)) {
        Some(Effect::Destroy { target: Target::AnyAssist { hands }, .. }) => {
            let wanted = targets::wanted(law, *hands);
            if playing.targets.first().is_some_and(|named| targets::fits(wanted, &named.hand)) {
                destroy_named(law, state, &playing.targets.remove(0), placed);
            } else if law.readings().targets_named == TargetsNamed::InTurn || placed.since < state.turn {
                let (targets, itself) = Targets::in_use(law, state, Some(placed), wanted);
                if targets.any(itself.as_slice()) {
                    playing.effects.insert(0, place);
                    law.unchanged();
                    return law.then(Frame::Destroy(playing));
                }
            }
        }
        Some(effect) => {
            let counted = playing.counts.iter().find(|(counted, _)| *counted == place).map(|(_, count)| *count);
            let itself = at.filter(|_| placed.zone == Zone::Terrains);
            let named = playing.named.iter().find(|named| named.effect == place).map(|named| &named.cards[..]);
            effects::once(law, state, placed.who, effect, counted, itself, named);
        }
        None => {}
    }
    law.then(Frame::Use(playing));
}

/// The number of hands of the assist that the next effect destroys, if an assist is named for it. The next effect
/// belongs to the trap that is going off, if there is one, and otherwise to the card itself.
fn wanted(law: &mut ComboLaw<'_>, playing: &Playing) -> Option<u32> {
    let cards = law.cards;
    let effect = match &playing.trap {
        Some(going) => traps::next_effect(law, going),
        None => {
            let effects = cards.get(&playing.card.name).effects(playing.choice);
            playing.effects.first().and_then(|place| effects.get(*place))
        }
    };
    match effect {
        Some(Effect::Destroy { target: Target::AnyAssist { hands }, .. }) => targets::wanted(law, *hands),
        _ => None,
    }
}

/// Marks as done the effect for which an assist was asked.
pub fn done(playing: &mut Playing) {
    let effects = playing.trap.as_mut().map_or(&mut playing.effects, |going| &mut going.effects);
    effects.drain(..effects.len().min(1));
}

/// Checks what a card in use destroys. Naming no assist is legal only if none has to be named.
///
/// # Errors
/// If a clause refuses it.
pub fn target(
    law: &mut ComboLaw<'_>,
    state: &State,
    playing: &Playing,
    named: Option<&Of>,
) -> Result<Option<NamedAssist>, Rejection> {
    let Some(named) = named else {
        let must = law.readings().target_declined == TargetDeclined::MustName;
        law.forbid(clauses::text::TARGET, must, || "an assist must still be named".to_owned())?;
        return Ok(None);
    };
    let hands = wanted(law, playing);
    let card = Some(&playing.card).filter(|_| playing.trap.is_none());
    let (targets, itself) = Targets::in_use(law, state, card, hands);
    let its_name = itself.map(|_| &*playing.card.name);
    let (who, place) = targets.place(law, named, itself.as_slice(), &[], its_name)?;
    let hand = state.players[who].hands.get(place);
    Ok(hand.map(|hand| NamedAssist { who, hand: hand.clone() }))
}

/// Destroys a named assist, if it is still there.
pub fn destroy_named(law: &mut ComboLaw<'_>, state: &mut State, named: &NamedAssist, placed: &mut Placed) {
    let who = named.who;
    let hands = &state.players[who].hands;
    let before = hands.len();
    // Equal cards differ only in age.
    let Some(index) = assists::copy_named(law, (0..before).filter(|i| hands[*i] == named.hand)) else { return };
    let itself = placed.who == who && placed.zone == Zone::Hands && placed.place(state) == Some(index);
    if law.on(clauses::text::DESTROY_ASSIST) {
        effects::destroy_or_spare(law, state, clauses::text::DESTROY_ASSIST, At { who, zone: Zone::Hands, index });
    }
    placed.gone |= itself && state.players[who].hands.len() < before;
}
