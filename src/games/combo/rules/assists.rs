//! Chapter assists: hands, shields and aims.

use super::super::ComboLaw;
use super::super::action::{Aim, Card, Event, Named, Spot};
use super::super::readings::{
    AimAndGuard, AimTargets, AimWithdrawn, AssistOverTrap, CopiesNamed, NoFreeHand, NoHands, NoShield, SpareHand,
    TwoHandedOverTrap,
};
use super::super::state::{Equip, HandCard, Name, Player, State};
use super::super::text::{CardType, Status};
use super::reading::Prepared;
use super::{Chapter, status, text, traps};
use rulebound_core::kernel::{ClauseKey, Rejection};

rulebound_core::clauses! { Chapter::Assists;
    EQUIP = "equip",
    HANDS = "hands",
    NEEDS_HANDS = "needs-hands",
    SHOWN = "shown",
    NO_HANDS = "no-hands",
    AT_LEAST_ONE_HAND = "at-least-one-hand",
    ON_TOP = "on-top",
    ON_TOP_OWN = "on-top-own",
    COPIES = "copies",
    ON_TOP_FEW = "on-top-few",
    REPLACED = "replaced",
    PROTECTED = "protected",
    COUNT = "count",
    LASTING = "lasting",
    SHIELD = "shield",
    NO_SHIELD = "no-shield",
    AIM = "aim",
    AIM_AT_ASSIST = "aim-at-assist",
    AIM_ANY_TIME = "aim-any-time",
    AIM_IN_TURN = "aim-in-turn",
    ONE_TARGET = "one-target",
    AIM_STANDS = "aim-stands",
    SHIELD_DEFENDS = "shield-defends",
    BEATEN = "beaten",
    BEATEN_EQUAL = "beaten-equal",
    BEATEN_DISCARDED = "beaten-discarded",
    AIM_ENDS = "aim-ends",
    GUARD = "guard",
}

/// The hands and the shield of an assist: what it shows, and otherwise what is set for those that show none.
pub fn shown(law: &mut ComboLaw<'_>, card: &Card) -> (u32, u32) {
    let (fewest, unshown) = (law.rules().assist_hands, law.rules().unshown_shield);
    let hands = law.choose(SHOWN, card.hands.unwrap_or(fewest), fewest);
    (hands, law.choose(SHIELD, card.shield.unwrap_or(unshown), 0))
}

/// Whether the hands and the shield that a card shows let it be played.
///
/// # Errors
/// The clause that does not.
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
        // They were read off the card before, and bear on it from now on.
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
        held: false,
    }
}

/// The free hands of a player.
pub fn free(law: &ComboLaw<'_>, player: &Player) -> u32 {
    law.rules().hands.saturating_sub(player.hands.iter().map(|h| h.hands).sum())
}

/// Whether an assist guards.
fn guards(law: &mut ComboLaw<'_>, name: &Name) -> bool {
    law.cards.get(name).has(Status::Guard) && law.on(GUARD)
}

/// The places of a player's assists that are in the way of the foe's attack.
pub fn in_way(law: &mut ComboLaw<'_>, state: &State, who: usize) -> Vec<usize> {
    let hands = &state.players[who].hands;
    (0..hands.len())
        .filter(|i| text::is_assist(&hands[*i]) && (hands[*i].aimed || guards(law, &hands[*i].card)))
        .collect()
}

/// The shields in the way of the foe's attack.
pub fn shields(law: &mut ComboLaw<'_>, state: &State, who: usize) -> u32 {
    let in_way = in_way(law, state, who);
    if in_way.is_empty() || !law.on(SHIELD_DEFENDS) {
        return 0;
    }
    law.cite(SHIELD);
    in_way.iter().fold(0, |sum: u32, i| sum.saturating_add(state.players[who].hands[*i].shield))
}

/// Claims aim at an assist of the foe.
///
/// # Errors
/// The clause that refuses it.
pub fn aim(law: &mut ComboLaw<'_>, state: &mut State, aim: &Aim) -> Result<(), Rejection> {
    let by = aim.by.unwrap_or(state.active);
    let foe = 1 - by;
    let hands = &state.players[foe].hands;
    let one = law.readings().aim_targets == AimTargets::One;
    let second = hands.iter().any(|h| h.aimed);
    law.forbid(ONE_TARGET, one && second, || "the line aims at an assist already".to_owned())?;
    let found = copy(law, hands, &aim.card, |_, h| text::is_assist(h) && !h.aimed);
    law.forbid(AIM_AT_ASSIST, found.is_none(), || format!("the foe has no assist {} to aim at", aim.card))?;
    let Some(at) = found else {
        return Err(law.reject(AIM_AT_ASSIST, || format!("the foe has no assist {}", aim.card)));
    };
    let card = hands[at].card.clone();
    if law.readings().aim_and_guard == AimAndGuard::GuardOnly && !guards(law, &card) {
        let guarded = hands.iter().filter(|h| text::is_assist(h)).any(|h| guards(law, &h.card));
        law.forbid(GUARD, guarded, || "an assist with GUARD is in the way".to_owned())?;
    }
    law.allow(AIM, true, || "no assist is aimed at".to_owned())?;
    let begun = !state.players[by].line.is_empty();
    law.allow(AIM_ANY_TIME, begun, || "aim is claimed before the combo is built".to_owned())?;
    if law.asking {
        return Ok(());
    }
    law.act(AIM, state, Event::Aimed { player: foe, card }, |state| {
        state.players[foe].hands[at].aimed = true;
    });
    Ok(())
}

/// Takes back an aim.
///
/// # Errors
/// The clause that refuses it.
pub fn withdraw(law: &mut ComboLaw<'_>, state: &mut State, named: &Named) -> Result<(), Rejection> {
    let stands = law.readings().aim_withdrawn == AimWithdrawn::Stands;
    law.forbid(AIM_STANDS, stands, || "an aim stands once it is claimed".to_owned())?;
    let foe = 1 - state.active;
    let found = copy(law, &state.players[foe].hands, &named.card, |_, h| h.aimed);
    let Some(at) = found else { return Err(law.reject(AIM_AT_ASSIST, || format!("{} is not aimed at", named.card))) };
    if law.asking {
        return Ok(());
    }
    let card = state.players[foe].hands[at].card.clone();
    law.act(AIM_STANDS, state, Event::Withdrawn { player: foe, card }, |state| {
        state.players[foe].hands[at].aimed = false;
    });
    Ok(())
}

/// The place of the equipped card that a name means, among those that fit.
pub fn copy(
    law: &mut ComboLaw<'_>,
    hands: &[HandCard],
    name: &str,
    fits: impl Fn(usize, &HandCard) -> bool,
) -> Option<usize> {
    meant(law, (0..hands.len()).filter(|i| *hands[*i].card == *name && fits(*i, &hands[*i])))
}

/// Which of several copies is meant, from the one that was equipped first to the one that was last.
pub fn meant(law: &mut ComboLaw<'_>, mut copies: impl DoubleEndedIterator<Item = usize>) -> Option<usize> {
    let first = copies.next()?;
    let Some(last) = copies.next_back() else { return Some(first) };
    let oldest = law.readings().copies_named == CopiesNamed::Oldest;
    let (meant, other) = if oldest { (first, last) } else { (last, first) };
    Some(law.choose(COPIES, meant, other))
}

/// The places of the equipped cards that a new one is put on top of.
///
/// # Errors
/// The clause by which it cannot be equipped.
pub fn on_top(
    law: &mut ComboLaw<'_>,
    state: &State,
    new: &HandCard,
    replace: &[String],
) -> Result<Vec<usize>, Rejection> {
    let hands = &state.players[state.active].hands;
    let mut gone: Vec<usize> = Vec::new();
    let may_go: Vec<bool> = hands.iter().map(|hand| !protected(law, state, hand)).collect();
    for name in replace {
        // One that may go is meant rather than one that may not.
        let found = copy(law, hands, name, |i, _| may_go[i] && !gone.contains(&i));
        match found.or_else(|| copy(law, hands, name, |i, _| !gone.contains(&i))) {
            Some(index) => gone.push(index),
            None => return Err(law.reject(ON_TOP_OWN, || format!("{name} is not equipped"))),
        }
    }
    law.cite(ON_TOP_OWN);
    let clause = if new.is == Equip::Assist { ON_TOP } else { traps::ON_TOP };
    let over_trap = match (law.readings().two_handed_over_trap, law.readings().assist_over_trap) {
        _ if new.is == Equip::Trap => true,
        (TwoHandedOverTrap::Destroyed, _) if new.hands > 1 => true,
        (TwoHandedOverTrap::Refused, _) if new.hands > 1 => false,
        (_, over_trap) => over_trap == AssistOverTrap::Destroyed,
    };
    let barred = |hand: &HandCard| hand.is == Equip::Trap && !over_trap;
    if law.readings().no_free_hand == NoFreeHand::Oldest {
        if !replace.is_empty() {
            return Err(law.reject(clause, || "which equipped cards go is not named".to_owned()));
        }
        let unbarred = (0..hands.len()).filter(|i| !barred(&hands[*i]));
        gone = oldest(law, hands, new, unbarred.clone().filter(|i| may_go[*i]).collect());
        if gone.is_empty() {
            // What keeps it from being equipped is then that they may not go.
            gone = oldest(law, hands, new, unbarred.collect());
        }
    }
    let many = gone.len() > new.hands as usize;
    law.forbid(ON_TOP_FEW, many, || format!("on top of {} cards", gone.len()))?;
    if gone.iter().any(|i| barred(&hands[*i])) {
        return Err(law.reject(clause, || "a trap is set".to_owned()));
    }
    let needs = if new.is == Equip::Assist { NEEDS_HANDS } else { traps::NEEDS_HAND };
    let fits = room(law, hands, new, &gone);
    law.forbid(needs, !fits, || format!("no room for {} in the hands", new.card))?;
    let spare_first = match law.readings().spare_hand {
        SpareHand::AssistsOnly => new.is == Equip::Trap,
        SpareHand::Allowed => false,
        SpareHand::Refused => true,
    };
    if spare_first {
        for index in &gone {
            let without: Vec<usize> = gone.iter().copied().filter(|i| i != index).collect();
            if room(law, hands, new, &without) {
                return Err(law.reject(clause, || "there is room without it".to_owned()));
            }
        }
    }
    law.allow(clause, !gone.is_empty(), || "nothing is equipped on top of another card".to_owned())?;
    for index in &gone {
        let protected = !may_go[*index];
        law.forbid(PROTECTED, protected, || format!("{} cannot be destroyed", hands[*index].card))?;
    }
    Ok(gone)
}

/// Whether an equipped card cannot be destroyed, so that nothing is equipped on top of it.
fn protected(law: &mut ComboLaw<'_>, state: &State, hand: &HandCard) -> bool {
    status::has_protection(law, &hand.card)
        && status::protected(law, state, &hand.card, hand.since)
        && law.on(PROTECTED)
}

/// The fewest of the cards that may go whose going makes room for a new one, and of several such sets the
/// one with the oldest cards; none where nothing makes room.
fn oldest(law: &ComboLaw<'_>, hands: &[HandCard], new: &HandCard, mut may_go: Vec<usize>) -> Vec<usize> {
    let mut gone = Vec::new();
    while !room(law, hands, new, &gone) {
        // Those that free most of what is asked for show how many have to go.
        let mut most: Vec<usize> = may_go.clone();
        most.sort_by_key(|i| std::cmp::Reverse(taken(law, &hands[*i], new)));
        let makes_room = |count: &usize| room(law, hands, new, &[gone.as_slice(), &most[..*count]].concat());
        let Some(fewest) = (1..=most.len()).find(makes_room) else { return Vec::new() };
        let fits = |one: &usize| {
            let others = most.iter().copied().filter(|other| other != one).take(fewest - 1);
            room(law, hands, new, &gone.iter().copied().chain([*one]).chain(others).collect::<Vec<_>>())
        };
        let Some(at) = may_go.iter().position(fits) else { return Vec::new() };
        gone.push(may_go[at]);
        may_go.drain(..=at);
    }
    gone
}

/// The hands that an equipped card takes from those that a new one could have.
fn taken(law: &ComboLaw<'_>, hand: &HandCard, new: &HandCard) -> u32 {
    let beside = law.readings().two_handed_over_trap == TwoHandedOverTrap::Stays;
    let apart = beside && new.is == Equip::Assist && new.hands > 1 && hand.is == Equip::Trap;
    if apart { 0 } else { hand.hands }
}

/// Whether there is room for a new card when some are gone.
fn room(law: &ComboLaw<'_>, hands: &[HandCard], new: &HandCard, gone: &[usize]) -> bool {
    let rest = hands.iter().enumerate().filter(|(i, _)| !gone.contains(i)).map(|(_, hand)| hand);
    let most = match new.is {
        // A trap that takes the place of another may leave as much in the hands as there was.
        Equip::Trap => law.rules().hands.max(hands.iter().map(|hand| hand.hands).sum()),
        Equip::Assist => law.rules().hands,
    };
    rest.map(|hand| taken(law, hand, new)).sum::<u32>() + new.hands <= most
}

/// Equips a card after what it is put on top of has gone.
pub fn equip(law: &mut ComboLaw<'_>, state: &mut State, new: HandCard) {
    let player = state.active;
    let clause: ClauseKey = if new.is == Equip::Assist { EQUIP } else { traps::SET };
    let stays = law.on(clause);
    let event = Event::Played { player, card: new.card.clone(), to: Spot::Hands };
    law.act(clause, state, event, |state| {
        let piles = &mut state.players[player];
        if new.is == Equip::Assist {
            match new.hands {
                1 => piles.one_handed_played = piles.one_handed_played.saturating_add(1),
                2 => piles.two_handed_played = piles.two_handed_played.saturating_add(1),
                _ => {}
            }
        }
        if stays { piles.hands.push(new) } else { piles.trash.push(new.card) }
    });
}
