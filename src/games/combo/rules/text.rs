//! Chapter text: which effects the cards of each type have, and when each effect is carried out.

pub mod amounts;
pub mod conditions;
pub mod effects;
pub mod meant;
pub mod transfer;

use std::borrow::Borrow;

use self::conditions::{Standing, proviso};
use crate::action::Card;
use crate::clauses;
use crate::clauses::text::*;
use crate::law::ComboLaw;
use crate::readings::{
    AndOr, ConditionLookedAt, EffectOrder, IdleEffect, LeftPlay, OrOfCards, SharedEnds, TerrainAmounts, TrapNames,
};
use crate::state::State;
use crate::text::parse::Offsets;
use crate::text::{CardType, Condition, Does, Effect, Joint, Part, Per, Status, Target};
use rulebound_core::kernel::{Refused, Rejection};

/// Checks that cards of this type carry out each of these effects; if the type is not known, checks that cards of some
/// type do.
///
/// # Errors
/// If they do not. The refusal is at the first such effect.
pub fn suits(
    law: &mut ComboLaw<'_>,
    of_type: Option<CardType>,
    burns: bool,
    parts: &[Part],
    at: &Offsets,
) -> Result<(), Refused> {
    let refused = law.readings().idle_effect == IdleEffect::Refused;
    let found = parts.iter().position(|part| idle(law, of_type, burns, &part.effect));
    if !law.choose(SUITS, refused, false) {
        return Ok(());
    }
    let Some(index) = found else { return Ok(()) };
    if takes_no_assist(law, &parts[index].effect) {
        let rules = law.rules();
        return Err(Refused {
            offset: at.effects.get(index).copied().unwrap_or(at.start),
            message: "no assist takes this number of hands".to_owned(),
            help: format!("write a number from {} to {}", rules.assist_hands, rules.hands),
            clause: Some(SUITS),
        });
    }
    Err(Refused {
        offset: at.effects.get(index).copied().unwrap_or(at.start),
        message: format!(
            "an effect that a card of the type {}{} never carries out",
            of_type.map_or("", CardType::name),
            if burns { " that burns" } else { "" }
        ),
        help: "leave it out, or give it to a card of another type".to_owned(),
        clause: Some(SUITS),
    })
}

/// Checks that cards of this type follow a status word.
///
/// # Errors
/// If a card of this type does not follow the word, which is at this offset.
pub fn suits_word(
    law: &mut ComboLaw<'_>,
    of_type: Option<CardType>,
    word: Status,
    offset: usize,
) -> Result<(), Refused> {
    let refused = law.readings().idle_effect == IdleEffect::Refused;
    let followed = carries_out(law, of_type, Does::of_word(word));
    match of_type.filter(|_| !followed && law.choose(SUITS, refused, false)) {
        None => Ok(()),
        Some(of_type) => Err(Refused {
            offset,
            message: format!("a status word that cards of the type {} never follow", of_type.name()),
            help: "leave it out, or give it to a card of another type".to_owned(),
            clause: Some(SUITS),
        }),
    }
}

/// Checks that a card that is not an assist shows no shield, and no hands except those that a trap needs.
///
/// # Errors
/// If it shows them.
pub fn suits_shown(law: &mut ComboLaw<'_>, card: &Card, of_type: Option<CardType>) -> Result<(), Rejection> {
    let needed = law.rules().trap_hands;
    let hands = card.hands.filter(|hands| of_type != Some(CardType::Trap) || *hands != needed);
    let shown =
        [(card.shield, "a shield"), (hands, "a number of hands")].into_iter().find(|(shown, _)| shown.is_some());
    let refused = law.readings().idle_effect == IdleEffect::Refused;
    match shown.filter(|_| law.choose(SUITS, refused, false)) {
        None => Ok(()),
        Some((_, what)) => Err(law.reject(SUITS, || format!("{} shows {what} and is not an assist", card.name))),
    }
}

/// Checks whether an "or" is allowed between sorts of cards or between terrains, at this offset.
///
/// # Errors
/// If it is not allowed.
pub fn either(law: &mut ComboLaw<'_>, offset: usize) -> Result<(), Refused> {
    if law.on(EITHER) && law.readings().or_of_cards == OrOfCards::AnyOfThem {
        return Ok(());
    }
    Err(Refused {
        offset,
        message: "`or` is only allowed between effects".to_owned(),
        help: "name one card, type, school or terrain".to_owned(),
        clause: Some(EITHER),
    })
}

/// Whether cards of this type never carry out an effect.
pub fn idle(law: &mut ComboLaw<'_>, of_type: Option<CardType>, burns: bool, effect: &Effect) -> bool {
    let does = Does::of(effect);
    // A card that burns is gone before anything is compared.
    let burnt = burns && of_type == Some(CardType::Scroll) && does == Does::Amount;
    burnt || takes_no_assist(law, effect) || !carries_out(law, of_type, does)
}

/// Whether an effect destroys assists of a number of hands that no assist takes.
fn takes_no_assist(law: &ComboLaw<'_>, effect: &Effect) -> bool {
    let rules = law.rules();
    let taken = rules.assist_hands..=rules.hands;
    let Effect::Destroy { target: Target::AnyAssist { hands: Some(hands) }, .. } = effect else { return false };
    !taken.contains(hands)
}

/// Whether cards of a type carry this out; true if the type is not known.
fn carries_out(law: &mut ComboLaw<'_>, of_type: Option<CardType>, does: Does) -> bool {
    if does == Does::DestroyAnyAssist && of_type == Some(CardType::Trap) {
        let refused = law.readings().trap_names == TrapNames::Refused;
        return !law.choose(clauses::traps::NO_NAMES, refused, false);
    }
    if does == Does::Amount && of_type == Some(CardType::Terrain) {
        let nothing = law.readings().terrain_amounts == TerrainAmounts::Nothing;
        return !law.choose(clauses::terrains::NO_AMOUNTS, nothing, false);
    }
    of_type.is_none_or(|of_type| law.rules().carried_out.get(&does).is_some_and(|types| types.contains(&of_type)))
}

/// Gives an effect without a `per` or `if` the end of the effects joined after it, if that end is shared.
pub fn ends(law: &mut ComboLaw<'_>, parts: &mut [Part]) {
    let or_closer = law.readings().and_or == AndOr::OrCloser;
    // The end that applies to the part; the end that applies to the choice, if the part is one side of it; and whether
    // any side of that choice has its own end.
    let (mut end, mut of_choice): (Option<(Option<Per>, Vec<Condition>)>, _) = (None, None);
    let mut own = false;
    for at in (0..parts.len()).rev() {
        let joint = parts.get(at + 1).and_then(|after| after.joint);
        if joint == Some(Joint::Or) {
            end = if or_closer { of_choice.clone() } else { None };
        } else {
            // The end of a side does not apply to anything before the choice, and no other end passes it.
            end = end.filter(|_| !own);
            (of_choice, own) = (end.clone(), false);
        }
        let side = or_closer && (joint == Some(Joint::Or) || parts[at].joint == Some(Joint::Or));
        let effect = &mut parts[at].effect;
        if effect.per().is_some() || !effect.conditions().is_empty() {
            own |= side;
            end = (!side).then(|| (effect.per().cloned(), effect.conditions().to_vec()));
            continue;
        }
        let Some((shared_per, shared_if)) = &end else { continue };
        let alone = law.readings().shared_ends == SharedEnds::LastAlone;
        if law.choose(ENDS, alone, false) {
            continue;
        }
        match effect {
            Effect::Amount { per, proviso, .. } | Effect::Draw { per, proviso, .. } => {
                (*per, *proviso) = (shared_per.clone(), shared_if.clone());
            }
            Effect::Destroy { proviso, .. } | Effect::Transfer { proviso, .. } | Effect::Read { proviso } => {
                proviso.clone_from(shared_if)
            }
        }
    }
}

/// Puts the effects that are done once into the order in which they are done: indices of `effects`.
pub fn order<E: Borrow<Effect>>(law: &mut ComboLaw<'_>, effects: &[E], places: &mut [usize]) {
    let draws = |place: &usize| matches!(effects[*place].borrow(), Effect::Draw { .. });
    if !places.is_sorted_by_key(draws) {
        let printed = law.readings().effect_order == EffectOrder::AsPrinted;
        if !law.choose(ORDER, printed, false) {
            places.sort_by_key(draws);
        }
    }
}

/// The two times at which the condition of an effect that is done once may be examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before anything is done.
    First,
    /// When the effect is about to be carried out.
    InTurn,
}

/// Whether an effect that is done once may still be carried out, judged at the time `look`.
pub fn met(
    law: &mut ComboLaw<'_>,
    state: &State,
    who: usize,
    effect: &Effect,
    standing: Standing<'_>,
    look: When,
) -> bool {
    let conditions = effect.conditions();
    if conditions.is_empty() {
        return true;
    }
    let first = law.readings().condition_looked_at == ConditionLookedAt::WhenPlayed;
    let counts = if law.choose(LOOKED_AT, first, false) { When::First } else { When::InTurn };
    look != counts || proviso(law, state, who, conditions, standing)
}

/// Whether the remaining effects that a card does once are dropped when the card has left play.
pub fn no_more(law: &mut ComboLaw<'_>) -> bool {
    let no_more = law.readings().left_play == LeftPlay::NoMore;
    law.choose(LEFT_PLAY, no_more, false)
}
