//! Chapter traps: what they wait for, when they go off, and when they miss their occasion.

use super::hearts::ending;
use super::status::protection;
use super::text::conditions::{Standing, proviso};
use super::text::{self, When, effects};
use super::{assists, piles};
use crate::action::{Event, Named, Of};
use crate::clauses;
use crate::clauses::traps::*;
use crate::frame::{GoingOff, Placed, Playing, Waiting};
use crate::law::ComboLaw;
use crate::places::At;
use crate::prepared::ReadSentence;
use crate::readings::{
    BothParts, FirstSince, GoesOffAgain, IdleEffect, MissProof, OwnTrap, SprungHidden, TrapCondition, TrapOnProtected,
    TrapTiming, TrapsHidden, TrapsTogether, UnmetTrap,
};
use crate::state::{Equip, HandCard, State, Zone};
use crate::text::parse::Offsets;
use crate::text::{Effect, Side, Status, Target};
use rulebound_core::kernel::{Player, Refused, Rejection};

/// A part of a trap: all of it, or the left or the right part of an "or".
type TrapPart = Option<Side>;

/// What happens to a trap when its occasion comes.
#[derive(Debug, PartialEq, Eq)]
enum Occasion {
    /// It keeps waiting, since its condition is not met.
    WaitsOn,
    /// It goes off without effect, since its condition is not met.
    Spent,
    /// It carries out its sentences without an "or", and these sides of its sentences with one.
    Does(Vec<Side>),
}

fn occasion(law: &mut ComboLaw<'_>, state: &State, trap: &Waiting) -> Occasion {
    let cards = law.cards;
    let read = cards.get(&trap.card).sentences();
    let standing = Standing::Off(&trap.card);
    let mut met = trap.parts.clone();
    met.retain(|part| {
        let mut waits = under(read, part.as_slice()).filter(|effect| awaited(effect).is_some());
        waits.any(|effect| proviso(law, state, trap.who, effect.conditions(), standing))
    });
    if met.is_empty() {
        let waits = law.readings().unmet_trap == UnmetTrap::Waits;
        return if law.choose(UNMET, waits, false) { Occasion::WaitsOn } else { Occasion::Spent };
    }
    let left = law.readings().both_parts == BothParts::LeftPart;
    if met.len() > 1 && law.choose(BOTH_PARTS, left, false) {
        met.truncate(1);
    }
    Occasion::Does(met.into_iter().flatten().collect())
}

/// The effects of a trap's sentences that apply in any case, and the effects of these parts.
fn under<'r, 's>(read: &'r [ReadSentence], sides: &'s [Side]) -> impl Iterator<Item = &'r Effect> + use<'r, 's> {
    let effects = read.iter().filter_map(|sentence| match sentence {
        ReadSentence::Effects(effects) => Some(effects),
        _ => None,
    });
    effects.flat_map(|effects| effects.under(sides))
}

/// What a part of a trap waits for: an assist with this many hands, and whether only an assist of the foe counts.
fn awaited(effect: &Effect) -> Option<(u32, bool)> {
    match effect {
        Effect::Destroy { target: Target::FirstAssist { hands, foe }, .. } => Some((*hands, *foe)),
        _ => None,
    }
}

/// Checks that a trap with these sentences waits for something, whichever way it goes off. If the trap is not refused,
/// anything further that it waits for has no effect.
///
/// # Errors
/// If the trap waits for nothing.
pub fn waits(law: &mut ComboLaw<'_>, read: &mut [ReadSentence], places: &[Offsets]) -> Result<(), Refused> {
    let rules = law.rules();
    let fits = |hands: u32| (rules.assist_hands..=rules.hands).contains(&hands);
    let parts = parts(law, read);
    let count = |part: &TrapPart, fits: &dyn Fn(u32) -> bool| {
        under(read, part.as_slice()).filter_map(awaited).filter(|(hands, _)| fits(*hands)).count()
    };
    let idle = parts.iter().any(|part| count(part, &fits) == 0);
    let several = parts.iter().any(|part| count(part, &|_| true) > 1);
    let refused = law.readings().idle_effect == IdleEffect::Refused;
    let offset = places.iter().find(|place| !place.ors.is_empty()).map_or(0, |place| place.start);
    let refuse = |clause, message: &str, help: &str| {
        Err(Refused { offset, message: message.to_owned(), help: help.to_owned(), clause: Some(clause) })
    };
    if law.choose(WAITS, refused, false) && idle {
        let help = "write Destroy the 1st 1 handed assist played by anyone, in each part of an or";
        return refuse(WAITS, "a trap that waits for no assist that can be equipped", help);
    }
    if law.choose(ONE_OCCASION, refused, false) && several {
        return refuse(ONE_OCCASION, "a trap that waits for several assists", "join them with `or` instead");
    }
    // If a part waits for several assists, only the first counts.
    let mut waited: Vec<Side> = Vec::new();
    for sentence in read {
        let ReadSentence::Effects(effects) = sentence else { continue };
        effects.sided.retain(|(side, effect)| {
            let sides = side.map_or(vec![Side::Left, Side::Right], |side| vec![side]);
            let keeps = awaited(effect).is_none() || !sides.iter().any(|side| waited.contains(side));
            if awaited(effect).is_some() {
                waited.extend(sides);
            }
            keeps
        });
    }
    Ok(())
}

/// The traps that wait for an assist that the active player equips. `gone` holds the indices of its equipped cards that
/// leave first.
pub fn waiting(law: &mut ComboLaw<'_>, state: &State, assist: &HandCard, gone: &[usize]) -> Vec<Waiting> {
    let me = state.active;
    let mut waiting = Vec::new();
    if law.readings().trap_on_protected == TrapOnProtected::Waits
        && protection::protected(law, state, &assist.card, assist.since)
        && law.on(clauses::text::CANNOT_DESTROY)
    {
        law.cite(GOES_OFF);
        return waiting;
    }
    for who in [me, 1 - me] {
        for (index, hand) in state.players[who].hands.iter().enumerate() {
            if hand.is != Equip::Trap || hand.missed || hand.spent || (who == me && gone.contains(&index)) {
                continue;
            }
            let read = law.cards.get(&hand.card).sentences();
            let mut parts = parts(law, read);
            parts.retain(|part| {
                let mut awaited = under(read, part.as_slice()).filter_map(awaited);
                awaited.any(|(wanted, foe)| covers(law, state, who, wanted, foe, assist.hands))
            });
            if parts.is_empty() {
                continue;
            }
            let trap = Waiting { who, card: hand.card.clone(), since: hand.since, parts };
            let twice = law.readings().trap_condition == TrapCondition::Twice;
            if occasion(law, state, &trap) != Occasion::WaitsOn || !law.choose(CONDITION_TWICE, twice, false) {
                waiting.push(trap);
            }
        }
    }
    waiting
}

/// The parts of a trap with these sentences. One choice decides all sentences with an "or", so the left parts belong
/// together, and so do the right parts.
fn parts(law: &mut ComboLaw<'_>, read: &[ReadSentence]) -> Vec<TrapPart> {
    if !read.iter().any(|sentence| matches!(sentence, ReadSentence::Effects(effects) if effects.chosen)) {
        return vec![None];
    }
    let mut parts = vec![Some(Side::Left), Some(Side::Right)];
    if !law.on(OR_EITHER) {
        parts.truncate(1);
    }
    parts
}

fn covers(law: &mut ComboLaw<'_>, state: &State, who: usize, wanted: u32, foe: bool, hands: u32) -> bool {
    let me = state.active;
    if law.choose(TRIGGER, wanted != hands, false) {
        return false;
    }
    let spared = law.readings().own_trap == OwnTrap::Spared;
    let foe_only = foe || !law.choose(ANYONE, !spared, false);
    if foe_only && who == me {
        return false;
    }
    if law.readings().first_since == FirstSince::InTheMatch {
        let played = |i: usize| match wanted {
            1 => state.players[i].one_handed_played,
            2 => state.players[i].two_handed_played,
            _ => 0,
        };
        // For a trap that names the foe, only the foe's assists are counted to find the first.
        let before = if foe { played(1 - who) } else { played(0).saturating_add(played(1)) };
        return before == 0;
    }
    true
}

/// Checks whether a trap may be held back besides those already held back, and returns its index.
///
/// # Errors
/// If a clause refuses it.
pub fn may_hold(law: &mut ComboLaw<'_>, state: &State, player: Player, named: &Named) -> Result<usize, Rejection> {
    let waits = |h: &HandCard| h.is == Equip::Trap && !h.missed && !h.held && !h.spent;
    let found = assists::copy(law, &state.players[player].hands, &named.card, |_, h| waits(h));
    found.ok_or_else(|| law.reject(NO_CHOICE, || format!("{} is not a trap that could be held back", named.card)))
}

/// Holds back the trap of a player at an index.
pub fn hold(law: &mut ComboLaw<'_>, state: &mut State, player: Player, at: usize) {
    let card = state.players[player].hands[at].card.clone();
    law.act(NO_CHOICE, state, Event::Held { player, card }, |state| state.players[player].hands[at].held = true);
}

fn place(state: &State, trap: &Waiting) -> Option<usize> {
    state.players[trap.who]
        .hands
        .iter()
        .position(|h| h.is == Equip::Trap && h.card == trap.card && h.since == trap.since && !h.missed)
}

/// Destroys the assist that the active player has just equipped, if it is still there.
fn destroy(law: &mut ComboLaw<'_>, state: &mut State, assist: &mut Placed) {
    let Some(index) = assist.place(state) else { return };
    law.cite(DESTROYS);
    let who = assist.who;
    let (name, since) = (assist.name.clone(), assist.since);
    if protection::protected(law, state, &name, since) && law.on(clauses::text::CANNOT_DESTROY) {
        law.act(clauses::text::CANNOT_DESTROY, state, Event::Spared { player: who, card: name }, |_| {});
    } else if law.on(DESTROYS) {
        let before = state.players[who].hands.len();
        piles::destroy(law, state, DESTROYS, At { who, zone: Zone::Hands, index });
        assist.gone = state.players[who].hands.len() < before;
    }
}

/// Lets the next trap go off or miss its occasion.
pub fn next(law: &mut ComboLaw<'_>, state: &mut State, playing: &mut Playing) {
    let trap = playing.traps.remove(0);
    let Some(index) = place(state, &trap) else { return };
    let sides = match occasion(law, state, &trap) {
        Occasion::WaitsOn => return,
        Occasion::Spent => None,
        Occasion::Does(sides) => Some(sides),
    };
    let first_only = law.readings().traps_together == TrapsTogether::FirstOnly;
    if first_only && playing.card.place(state).is_none() {
        return;
    }
    if state.players[trap.who].hands[index].held {
        if law.on(NO_CHOICE) {
            let event = Event::Missed { player: trap.who, card: trap.card.clone() };
            law.act(NO_CHOICE, state, event, |state| {
                let hand = &mut state.players[trap.who].hands[index];
                (hand.missed, hand.held) = (true, false);
            });
        }
        return;
    }
    if !law.on(GOES_OFF) {
        return;
    }
    let standing = Standing::Off(&trap.card);
    let cards = law.cards;
    let mut effects = Vec::new();
    if let Some(sides) = &sides {
        let all: Vec<&Effect> = under(cards.get(&trap.card).sentences(), sides).collect();
        for (place, effect) in all.iter().enumerate() {
            if text::met(law, state, trap.who, effect, standing, When::First) {
                effects.push(place);
            }
        }
        text::order(law, &all, &mut effects);
    }
    let on = playing.card.name.clone();
    law.act(GOES_OFF, state, Event::Sprung { player: trap.who, card: trap.card.clone(), on }, |_| {});
    let counts = sides.as_ref().map(|sides| {
        let all: Vec<&Effect> = under(cards.get(&trap.card).sentences(), sides).collect();
        effects::counts(law, state, trap.who, &all, &effects)
    });
    let counts = counts.unwrap_or_default();
    playing.trap = Some(GoingOff { trap, sides: sides.unwrap_or_default(), effects, counts });
}

/// Carries out the next effect of the trap that is going off, and discards the trap when all is done. Returns whether
/// the next effect is to destroy an assist that its player names.
pub fn go_on(law: &mut ComboLaw<'_>, state: &mut State, playing: &mut Playing) -> bool {
    let Some(going) = &mut playing.trap else { return false };
    let trap = going.trap.clone();
    if going.effects.is_empty() {
        playing.trap = None;
        let Some(index) = place(state, &trap) else { return false };
        if law.cards.get(&trap.card).has(Status::StaysSet) && law.on(STAYS_SET) {
            let up = law.readings().sprung_hidden == SprungHidden::FaceUp || !law.on(SPRUNG_HIDDEN);
            let once = law.readings().goes_off_again == GoesOffAgain::Once;
            let event = Event::Kept { player: trap.who, card: trap.card };
            law.act(STAYS_SET, state, event, |state| {
                let hand = &mut state.players[trap.who].hands[index];
                (hand.sprung, hand.spent) = (hand.sprung || up, once);
            });
        } else if law.on(USED) {
            piles::discard(law, state, USED, At { who: trap.who, zone: Zone::Hands, index }, false);
        }
        return false;
    }
    let number = going.effects.remove(0);
    if place(state, &trap).is_none() && text::no_more(law) {
        going.effects.clear();
        return false;
    }
    let cards = law.cards;
    let Some(effect) = under(cards.get(&trap.card).sentences(), &going.sides).nth(number) else { return false };
    if !text::met(law, state, trap.who, effect, Standing::Off(&trap.card), When::InTurn) {
        return false;
    }
    if matches!(effect, Effect::Destroy { target: Target::FirstAssist { .. }, .. }) {
        destroy(law, state, &mut playing.card);
        if playing.card.gone && law.readings().trap_timing == TrapTiming::BeforeEffect {
            playing.effects.clear();
        }
    } else if matches!(effect, Effect::Destroy { target: Target::AnyAssist { .. }, .. }) {
        going.effects.insert(0, number);
        return true;
    } else {
        let counted = going.counts.iter().find(|(place, _)| *place == number).map(|(_, count)| *count);
        effects::once(law, state, trap.who, effect, counted, None, None);
    }
    false
}

/// What a trap that is going off does next.
pub fn next_effect<'c>(law: &ComboLaw<'c>, going: &GoingOff) -> Option<&'c Effect> {
    let number = going.effects.first()?;
    under(law.cards.get(&going.trap.card).sentences(), &going.sides).nth(*number)
}

/// Checks whether a player may claim that a trap missed its occasion.
///
/// # Errors
/// If a clause refuses it.
pub fn may_claim(law: &mut ComboLaw<'_>, state: &State, by: Player, of: &Of) -> Result<(), Rejection> {
    law.forbid(PROOF, by == of.player, || "only the foe of the trap's player can claim a miss".to_owned())?;
    let proven = state.players[of.player].hands.iter().any(|h| h.is == Equip::Trap && h.missed && h.card == of.card);
    law.forbid(PROOF, !proven, || format!("{} has not missed its occasion", of.card))?;
    let in_fact = law.readings().miss_proof == MissProof::InFact;
    if !law.choose(IN_FACT, in_fact, false) && law.readings().traps_hidden == TrapsHidden::FaceDown && law.on(HIDDEN) {
        return Err(law.reject(IN_FACT, || format!("{} has not been seen", of.card)));
    }
    Ok(())
}

/// Makes the player of a trap that missed its occasion lose.
pub fn claim(law: &mut ComboLaw<'_>, state: &mut State, of: &Of) {
    if law.on(MISSED_LOSES) {
        ending::lose(law, state, MISSED_LOSES, of.player, "missed-trap");
    }
}
