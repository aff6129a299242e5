//! Chapter assists: hands, shields and aims.

pub mod on_top;

use crate::action::{Card, Event, Named};
use crate::clauses;
use crate::clauses::assists::*;
use crate::law::ComboLaw;
use crate::prepared::Prepared;
use crate::readings::{
    AimAndGuard, AimTargets, AimWithdrawn, CopiesNamed, EmptyLineAims, FirstSince, GuardShield, NoHands, NoShield,
};
use crate::state::{Equip, HandCard, Name, Seat, State, Zone};
use crate::text::{CardType, Status};
use rulebound_core::kernel::{ClauseKey, Player, Rejection};

/// The hands and the shield of an assist: the numbers that it shows, or else those that the rules set for assists
/// without such numbers.
pub fn shown(law: &mut ComboLaw<'_>, card: &Card) -> (u32, u32) {
    let (fewest, unshown) = (law.rules().assist_hands, law.rules().unshown_shield);
    let hands = law.choose(SHOWN, card.hands.unwrap_or(fewest), fewest);
    (hands, law.choose(SHIELD, card.shield.unwrap_or(unshown), 0))
}

/// Checks whether a card can be played, given the hands and the shield that it shows.
///
/// # Errors
/// If a clause refuses it.
pub fn playable(law: &mut ComboLaw<'_>, card: &Prepared) -> Result<(), Rejection> {
    let few = card.hands < law.rules().assist_hands;
    law.forbid(AT_LEAST_ONE_HAND, few, || format!("an assist that shows {} hands", card.hands))?;
    let refused = law.readings().no_hands == NoHands::Refused;
    if card.card.hands.is_none() && !law.choose(NO_HANDS, !refused, false) {
        return Err(law.reject(NO_HANDS, || "an assist that shows no number of hands".to_owned()));
    }
    let refused = law.readings().no_shield == NoShield::Refused;
    if card.card.shield.is_none() && !law.choose(NO_SHIELD, !refused, false) {
        return Err(law.reject(NO_SHIELD, || "an assist that shows no shield".to_owned()));
    }
    Ok(())
}

/// A card as it is equipped.
pub fn equipped(law: &mut ComboLaw<'_>, name: &Name, since: u32) -> HandCard {
    let card = law.cards.get(name);
    let trap = card.of_type == Some(CardType::Trap);
    if !trap {
        // The hands and the shield were read off the card earlier, and apply from now on.
        law.cite(SHOWN);
        law.cite(SHIELD);
    }
    HandCard {
        card: name.clone(),
        is: if trap { Equip::Trap } else { Equip::Assist },
        choice: Default::default(),
        hands: if trap { law.rules().trap_hands } else { card.hands },
        shield: if trap { 0 } else { card.shield },
        since,
        chosen: since,
        aimed: false,
        missed: false,
        spent: false,
        held: false,
        sprung: false,
        unmet: Vec::new(),
    }
}

/// The number of free hands of a player.
pub fn free(law: &ComboLaw<'_>, seat: &Seat<Vec<Name>, u32>) -> u32 {
    law.rules().hands.saturating_sub(seat.hands.iter().map(|h| h.hands).sum())
}

/// Whether an assist guards.
fn guards(law: &mut ComboLaw<'_>, name: &Name) -> bool {
    law.cards.get(name).has(Status::Guard) && law.on(GUARD)
}

/// The indices of a player's assists that are in the way of the foe's attack.
pub fn in_way(law: &mut ComboLaw<'_>, state: &State, who: usize) -> Vec<usize> {
    let hands = &state.players[who].hands;
    (0..hands.len()).filter(|i| hands[*i].is_assist() && (hands[*i].aimed || guards(law, &hands[*i].card))).collect()
}

/// The shields in the way of the foe's attack.
pub fn shields(law: &mut ComboLaw<'_>, state: &State, who: usize) -> u32 {
    let in_way = in_way(law, state, who);
    if in_way.is_empty() || !law.on(SHIELD_DEFENDS) {
        return 0;
    }
    law.cite(SHIELD);
    let aimed_only = law.readings().guard_shield == GuardShield::AimedOnly;
    let hands = in_way.iter().map(|i| &state.players[who].hands[*i]).filter(|hand| hand.aimed || !aimed_only);
    hands.fold(0, |sum: u32, hand| sum.saturating_add(hand.shield))
}

/// Checks whether `by` may claim aim at an assist of the foe, and returns its index.
///
/// # Errors
/// If a clause refuses it.
pub fn may_aim(law: &mut ComboLaw<'_>, state: &State, by: Player, aim: &Named) -> Result<usize, Rejection> {
    let foe = 1 - by;
    let hands = &state.players[foe].hands;
    let one = law.readings().aim_targets == AimTargets::One;
    let second = hands.iter().any(|h| h.aimed);
    law.forbid(ONE_TARGET, one && second, || "the line already aims at an assist".to_owned())?;
    let found = copy(law, hands, &aim.card, |_, h| h.is_assist() && !h.aimed);
    law.forbid(AIM_AT_ASSIST, found.is_none(), || format!("the foe has no assist {} to aim at", aim.card))?;
    let Some(at) = found else {
        return Err(law.reject(AIM_AT_ASSIST, || format!("the foe has no assist {}", aim.card)));
    };
    if law.readings().aim_and_guard == AimAndGuard::GuardOnly && !guards(law, &hands[at].card) {
        let guarded = hands.iter().filter(|h| h.is_assist()).any(|h| guards(law, &h.card));
        law.forbid(GUARD, guarded, || "an assist with GUARD is in the way".to_owned())?;
    }
    law.allow(AIM, true, || "no assist is aimed at".to_owned())?;
    let begun = !state.players[by].line.is_empty();
    law.allow(AIM_ANY_TIME, begun, || "aim is claimed before the combo is built".to_owned())?;
    Ok(at)
}

/// Checks whether an aim may be taken back, and returns the index of the assist.
///
/// # Errors
/// If a clause refuses it.
pub fn may_withdraw(law: &mut ComboLaw<'_>, state: &State, named: &Named) -> Result<usize, Rejection> {
    let stands = law.readings().aim_withdrawn == AimWithdrawn::Stands;
    law.forbid(AIM_STANDS, stands, || "an aim cannot be taken back".to_owned())?;
    let found = copy(law, &state.players[1 - state.active].hands, &named.card, |_, h| h.aimed);
    found.ok_or_else(|| law.reject(AIM_AT_ASSIST, || format!("{} is not aimed at", named.card)))
}

/// Aims at the assist of `foe` at an index, or takes the aim back.
pub fn aim(law: &mut ComboLaw<'_>, state: &mut State, foe: Player, at: usize, aimed: bool) {
    let card = state.players[foe].hands[at].card.clone();
    let (clause, event) = match aimed {
        true => (AIM, Event::Aimed { player: foe, card }),
        false => (AIM_STANDS, Event::Withdrawn { player: foe, card }),
    };
    law.act(clause, state, event, |state| state.players[foe].hands[at].aimed = aimed);
}

/// Ends the aims of a line without cards, at the end of its player's turn.
pub fn lapse(law: &mut ComboLaw<'_>, state: &mut State) {
    let (me, foe) = (state.active, 1 - state.active);
    if !state.players[me].line.is_empty() || law.readings().empty_line_aims == EmptyLineAims::Stands {
        return;
    }
    for at in 0..state.players[foe].hands.len() {
        let hand = &state.players[foe].hands[at];
        if hand.aimed {
            let event = Event::Withdrawn { player: foe, card: hand.card.clone() };
            law.act(AIM, state, event, |state| state.players[foe].hands[at].aimed = false);
        }
    }
}

/// The index of the equipped card that a name means, among those that fit.
pub fn copy(
    law: &mut ComboLaw<'_>,
    hands: &[HandCard],
    name: &str,
    fits: impl Fn(usize, &HandCard) -> bool,
) -> Option<usize> {
    copy_named(law, (0..hands.len()).filter(|i| *hands[*i].card == *name && fits(*i, &hands[*i])))
}

/// Which of several copies is meant; `copies` is in the order in which they were equipped.
pub fn copy_named(law: &mut ComboLaw<'_>, mut copies: impl DoubleEndedIterator<Item = usize>) -> Option<usize> {
    let first = copies.next()?;
    let Some(last) = copies.next_back() else { return Some(first) };
    let oldest = law.readings().copies_named == CopiesNamed::Oldest;
    let (named, other) = if oldest { (first, last) } else { (last, first) };
    Some(law.choose(COPIES, named, other))
}

/// Equips a card, once the cards that it is put on top of have gone.
pub fn equip(law: &mut ComboLaw<'_>, state: &mut State, new: HandCard) {
    let player = state.active;
    let clause: ClauseKey = if new.is == Equip::Assist { EQUIP } else { clauses::traps::SET };
    let stays = law.on(clause);
    let counts = new.is == Equip::Assist && law.readings().first_since == FirstSince::InTheMatch;
    let event = Event::Played { player, card: new.card.clone(), to: Zone::Hands };
    law.act(clause, state, event, |state| {
        let piles = &mut state.players[player];
        if counts {
            match new.hands {
                1 => piles.one_handed_played = piles.one_handed_played.saturating_add(1),
                2 => piles.two_handed_played = piles.two_handed_played.saturating_add(1),
                _ => {}
            }
        }
        if stays { piles.hands.push(new) } else { piles.trash.push(new.card) }
    });
}
