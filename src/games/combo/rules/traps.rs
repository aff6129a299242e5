//! Chapter traps: they go off by themselves.

use super::super::ComboLaw;
use super::super::action::{Event, Named, Of, Play, Spot};
use super::super::readings::{BothParts, FirstSince, IdleEffect, MissedTrap, OwnTrap, TrapsTogether, UnmetTrap};
use super::super::state::{Equip, HandCard, Name, State};
use super::super::text::parse::Offsets;
use super::super::text::{Effect, Side, Target};
use super::piles::{self, At};
use super::reading::Read;
use super::text::{Look, Stand};
use super::{Chapter, assists, hearts, status, text, turns};
use rulebound_core::kernel::{Refused, Rejection};

rulebound_core::clauses! { Chapter::Traps;
    SET = "set",
    NEEDS_HAND = "needs-hand",
    ON_TOP = "on-top",
    EQUIP_DESTROYED = "equip-destroyed",
    TRIGGER = "trigger",
    GOES_OFF = "goes-off",
    NO_CHOICE = "no-choice",
    ANYONE = "anyone",
    DESTROYS = "destroys",
    USED = "used",
    WAITS = "waits",
    ONE_OCCASION = "one-occasion",
    LASTING = "lasting",
    MISSED_LOSES = "missed-loses",
    PROOF = "proof",
    OR_EITHER = "or-either",
    BOTH_PARTS = "both-parts",
    UNMET = "unmet",
    HIDDEN = "hidden",
}

/// A trap that goes off: whose, which, and what it does.
#[derive(Clone, Debug)]
pub struct Hot {
    /// Its player.
    pub who: usize,
    /// Its name.
    pub card: Name,
    /// The turn in which it was set.
    pub since: u32,
    /// The parts of it that wait for the assist.
    parts: Vec<Part>,
}

/// A part of a trap: all of it, or the left or the right one of an "or".
type Part = Option<Side>;

impl Hot {
    /// What it does if it goes off now, in the order of its text. One whose condition is not met may wait on.
    fn effects<'c>(&self, law: &mut ComboLaw<'c>, state: &State) -> Option<Vec<&'c Effect>> {
        let cards = law.cards;
        let read = cards.get(&self.card).sentences();
        let stand = Stand::Off(&self.card);
        let mut met = self.parts.clone();
        met.retain(|part| {
            let mut waits = under(read, part.as_slice()).filter(|effect| awaited(effect).is_some());
            waits.any(|effect| text::proviso(law, state, self.who, text::conditions(effect), stand))
        });
        if met.is_empty() {
            let waits = law.readings().unmet_trap == UnmetTrap::Waits;
            return if law.choose(UNMET, waits, false) { None } else { Some(Vec::new()) };
        }
        let left = law.readings().both_parts == BothParts::LeftPart;
        if met.len() > 1 && law.choose(BOTH_PARTS, left, false) {
            met.truncate(1);
        }
        let sides: Vec<Side> = met.into_iter().flatten().collect();
        Some(under(read, &sides).collect())
    }
}

/// What the sentences of a trap do in any case and in these parts.
fn under<'r, 's>(read: &'r [Read], sides: &'s [Side]) -> impl Iterator<Item = &'r Effect> + use<'r, 's> {
    let effects = read.iter().filter_map(|sentence| match sentence {
        Read::Effects(effects) => Some(effects),
        _ => None,
    });
    effects.flat_map(|effects| effects.under(sides))
}

/// What a part of a trap waits for: an assist of so many hands, and whether of the foe only.
fn awaited(effect: &Effect) -> Option<(u32, bool)> {
    match effect {
        Effect::Destroy { target: Target::FirstAssist { hands, foe }, .. } => Some((*hands, *foe)),
        _ => None,
    }
}

/// Whether a trap of these sentences waits for something, whichever way it goes off. What it waits for beside
/// that does nothing, where it is not refused.
///
/// # Errors
/// Where it does not.
pub fn waits(law: &mut ComboLaw<'_>, read: &mut [Read], places: &[Offsets]) -> Result<(), Refused> {
    let rules = law.rules();
    let fits = |hands: u32| (rules.assist_hands..=rules.hands).contains(&hands);
    let parts = parts(law, read);
    let count = |part: &Part, fits: &dyn Fn(u32) -> bool| {
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
        return refuse(ONE_OCCASION, "a trap that waits for several assists", "join them by or instead");
    }
    // Of several that a part waits for the first is left.
    let mut waited: Vec<Side> = Vec::new();
    for sentence in read {
        let Read::Effects(effects) = sentence else { continue };
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

/// The traps that wait for an assist of so many hands which the active player equips. `gone` are the
/// places of its equipped cards that leave first.
pub fn waiting(law: &mut ComboLaw<'_>, state: &State, hands: u32, gone: &[usize]) -> Vec<Hot> {
    let me = state.active;
    let mut hot = Vec::new();
    for who in [me, 1 - me] {
        for (index, hand) in state.players[who].hands.iter().enumerate() {
            if hand.is != Equip::Trap || hand.missed || (who == me && gone.contains(&index)) {
                continue;
            }
            let read = law.cards.get(&hand.card).sentences();
            let mut parts = parts(law, read);
            parts.retain(|part| {
                let mut awaited = under(read, part.as_slice()).filter_map(awaited);
                awaited.any(|(wanted, foe)| covers(law, state, who, wanted, foe, hands))
            });
            if parts.is_empty() {
                continue;
            }
            let trap = Hot { who, card: hand.card.clone(), since: hand.since, parts };
            if trap.effects(law, state).is_some() {
                hot.push(trap);
            }
        }
    }
    hot
}

/// The parts of a trap of these sentences. One choice answers all that have an "or", so that the left parts belong
/// together, and the right ones.
fn parts(law: &mut ComboLaw<'_>, read: &[Read]) -> Vec<Part> {
    if !read.iter().any(|sentence| matches!(sentence, Read::Effects(effects) if effects.chosen)) {
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
        // Which of them is the first is the same for a trap that its own player's cards do not set off.
        let before = if foe { played(1 - who) } else { played(0).saturating_add(played(1)) };
        return before == 0;
    }
    true
}

/// Whether the active player may let these traps miss their occasion: its own, of those that go off.
///
/// # Errors
/// The clause that refuses it.
pub fn missable(law: &mut ComboLaw<'_>, me: usize, missed: &[String], hot: &[Hot]) -> Result<(), Rejection> {
    if hot.is_empty() && missed.is_empty() {
        return Ok(());
    }
    let by_itself = law.readings().missed_trap == MissedTrap::GoesOffByItself;
    law.forbid(NO_CHOICE, by_itself && !missed.is_empty(), || "a trap goes off by itself".to_owned())?;
    let mut names: Vec<&str> = hot.iter().filter(|h| h.who == me).map(|h| &*h.card).collect();
    for name in missed {
        match names.iter().position(|n| n == name) {
            Some(at) => drop(names.remove(at)),
            None => return Err(law.reject(NO_CHOICE, || format!("{name} is no own trap that goes off"))),
        }
    }
    Ok(())
}

/// Holds back a trap of the foe of the player whose turn it is. It misses its occasion if that comes in this turn.
///
/// # Errors
/// The clause that refuses it.
pub fn hold(law: &mut ComboLaw<'_>, state: &mut State, named: &Named) -> Result<(), Rejection> {
    let by_itself = law.readings().missed_trap == MissedTrap::GoesOffByItself;
    law.forbid(NO_CHOICE, by_itself, || "a trap goes off by itself".to_owned())?;
    let player = 1 - state.active;
    let waits = |h: &HandCard| h.is == Equip::Trap && !h.missed && !h.held;
    let Some(at) = assists::copy(law, &state.players[player].hands, &named.card, |_, h| waits(h)) else {
        return Err(law.reject(NO_CHOICE, || format!("{} is no trap that could be held back", named.card)));
    };
    if law.asking {
        return Ok(());
    }
    let card = state.players[player].hands[at].card.clone();
    law.act(NO_CHOICE, state, Event::Held { player, card }, |state| state.players[player].hands[at].held = true);
    Ok(())
}

fn place(state: &State, hot: &Hot) -> Option<usize> {
    state.players[hot.who]
        .hands
        .iter()
        .position(|h| h.is == Equip::Trap && h.card == hot.card && h.since == hot.since && !h.missed)
}

/// The places in `hot` of the active player's traps that names mean, which miss their occasion.
fn missed(law: &mut ComboLaw<'_>, me: usize, names: &[String], hot: &[Hot]) -> Vec<usize> {
    let mut missed = Vec::new();
    for name in names {
        let copies = (0..hot.len()).filter(|i| hot[*i].who == me && *hot[*i].card == **name && !missed.contains(i));
        let found = assists::meant(law, copies);
        missed.extend(found);
    }
    missed
}

/// Destroys the assist that the active player has just equipped, if it is still there.
fn destroy(law: &mut ComboLaw<'_>, state: &mut State, assist: &mut turns::Placed) {
    let Some(index) = assist.at(state) else { return };
    law.cite(DESTROYS);
    let who = assist.who;
    let (name, since) = (assist.name.clone(), assist.since);
    if status::protected(law, state, &name, since) && law.on(text::CANNOT_DESTROY) {
        law.act(text::CANNOT_DESTROY, state, Event::Spared { player: who, card: name }, |_| {});
    } else if law.on(DESTROYS) {
        let before = state.players[who].hands.len();
        piles::destroy(law, state, DESTROYS, At { who, spot: Spot::Hands, index });
        assist.gone = state.players[who].hands.len() < before;
    }
}

/// Lets traps go off on the assist that the active player has just equipped.
pub fn go_off(law: &mut ComboLaw<'_>, state: &mut State, hot: &[Hot], play: &Play, assist: &mut turns::Placed) {
    let me = state.active;
    let missed = missed(law, me, &play.missed, hot);
    for (number, trap) in hot.iter().enumerate() {
        if piles::over(state) {
            return;
        }
        let Some(index) = place(state, trap) else { continue };
        let Some(effects) = trap.effects(law, state) else { continue };
        if law.readings().traps_together == TrapsTogether::FirstOnly && assist.at(state).is_none() {
            continue;
        }
        if missed.contains(&number) || state.players[trap.who].hands[index].held {
            let event = Event::Missed { player: trap.who, card: trap.card.clone() };
            law.act(NO_CHOICE, state, event, |state| {
                let hand = &mut state.players[trap.who].hands[index];
                (hand.missed, hand.held) = (true, false);
            });
            continue;
        }
        if !law.on(GOES_OFF) {
            continue;
        }
        let stand = Stand::Off(&trap.card);
        let effects = effects.into_iter().filter(|e| text::met(law, state, trap.who, e, stand, Look::First)).collect();
        let effects = text::ordered(law, effects);
        let on = assist.name.clone();
        law.act(GOES_OFF, state, Event::Sprung { player: trap.who, card: trap.card.clone(), on }, |_| {});
        for effect in effects {
            if piles::over(state) {
                return;
            }
            if place(state, trap).is_none() && text::no_more(law) {
                break;
            }
            if !text::met(law, state, trap.who, effect, stand, Look::InTurn) {
                continue;
            }
            if matches!(effect, Effect::Destroy { target: Target::FirstAssist { .. }, .. }) {
                destroy(law, state, assist);
            } else {
                // The foe of who plays is not asked whether it declines.
                let recycle = trap.who != me || play.recycle;
                turns::once(law, state, trap.who, effect, recycle);
            }
        }
        if piles::over(state) {
            return;
        }
        status::stay_at_once(law, state);
        if let Some(index) = place(state, trap)
            && law.on(USED)
        {
            piles::discard(law, state, USED, At { who: trap.who, spot: Spot::Hands, index }, false);
        }
    }
}

/// Claims that a trap missed its occasion.
///
/// # Errors
/// The clause that refuses it.
pub fn claim(law: &mut ComboLaw<'_>, state: &mut State, of: &Of) -> Result<(), Rejection> {
    let proven = state.players[of.player].hands.iter().any(|h| h.is == Equip::Trap && h.missed && *h.card == *of.card);
    law.forbid(PROOF, !proven, || format!("{} has missed nothing", of.card))?;
    if law.asking {
        return Ok(());
    }
    if law.on(MISSED_LOSES) {
        hearts::lose(law, state, MISSED_LOSES, of.player, "missed-trap");
    }
    Ok(())
}
