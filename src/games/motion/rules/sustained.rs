//! Chapter sustained: cards that stay in play, and the gems they hold.

use super::super::demand::{Count, Entry, Kind, members};
use super::super::payable::{Beyond, Question, payable};
use super::super::readings::{HeldGemLeaves, HoldAssignment, Release, SustainedMark, SustainedX};
use super::super::state::{ALL, HeldGem, Kept, PLACES, State};
use super::super::{Event, Motion, MotionLaw, Prepared};
use super::terms::{Sorts, Terms};
use super::{Chapter, activation};
use crate::kernel::{Rejection, Trace};

crate::clauses! { Chapter::Sustained;
    MARK = "mark",
    KEPT_ACTIVE = "kept-active",
    ONGOING = "ongoing",
    EXCLUSIVE = "exclusive",
    ONE_OFF = "one-off",
    REASSIGNED = "reassigned",
    HELD_GEM_LEAVES = "held-gem-leaves",
    RELEASE = "release",
}

/// What this chapter says of a payment.
pub fn terms<T: Trace<Motion>>(law: &mut MotionLaw<'_, T>, sorts: Sorts, terms: &mut Terms) {
    if sorts.kept > 0 {
        terms.kept_apart = law.choose(EXCLUSIVE, false, true);
        let forbidden = law.readings().held_gem_leaves == HeldGemLeaves::Forbidden;
        terms.kept_may_end = !law.choose(HELD_GEM_LEAVES, forbidden, false);
    }
}

/// Whether a card is sustained.
pub fn is_sustained<T: Trace<Motion>>(law: &mut MotionLaw<'_, T>, card: &Prepared) -> bool {
    let marked = match law.readings().sustained_mark {
        SustainedMark::Mark => card.card.sustained,
        SustainedMark::AnyHold => card.holds(),
    };
    // Where there is nothing that could mark the card, the clause has nothing to say.
    if card.card.sustained || card.holds() { law.choose(MARK, marked, false) } else { false }
}

/// What the sustained cards in play ask of a payment, numbered from `first`.
pub fn kept<T: Trace<Motion>>(law: &mut MotionLaw<'_, T>, state: &State, first: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (offset, kept) in state.sustained.iter().enumerate() {
        entries.extend(kept_of(law, kept, first + offset));
    }
    entries
}

/// A sustained card in play as a position has it: its X is the least there is.
pub fn at_least<T: Trace<Motion>>(law: &MotionLaw<'_, T>, name: &str) -> Kept {
    let has_x = law.cards.get(name).is_some_and(|card| card.asks().iter().any(super::notation::Ask::has_x));
    let x = if has_x { law.rules().x_minimum } else { 0 };
    Kept { card: name.into(), x, holds: Vec::new() }
}

/// What one sustained card asks of a payment.
pub fn kept_of<T: Trace<Motion>>(law: &mut MotionLaw<'_, T>, kept: &Kept, number: usize) -> Vec<Entry> {
    let cards = law.cards;
    let Some(card) = cards.get(&kept.card) else { return Vec::new() };
    let mut entries = Vec::new();
    let x = match law.readings().sustained_x {
        SustainedX::AsPlayed => kept.x,
        SustainedX::Least => law.rules().x_minimum,
    };
    if card.holds() && law.choose(ONGOING, true, false) {
        if kept.holds.is_empty() {
            entries.extend(card.asks().iter().filter(|a| a.kind == Kind::Hold).map(|a| a.entry(number, x)));
        } else {
            entries.extend(kept.holds.iter().map(|held| Entry {
                card: number,
                index: 0,
                kind: Kind::Hold,
                spheres: 1 << held.sphere as u8,
                wants: vec![super::super::demand::Want { elements: 1 << held.gem as u8, count: Count::One }],
            }));
        }
    }
    if card.moves() && !law.choose(ONE_OFF, true, false) {
        entries.extend(card.asks().iter().filter(|a| a.kind != Kind::Hold).map(|a| a.entry(number, x)));
    }
    entries
}

/// The sustained cards that a payment leaves held, the oldest kept first; the others end.
///
/// # Errors
/// When the payment is too large to decide.
pub fn lasting(question: &Question<'_>, kept: &[(usize, Vec<Entry>)]) -> Result<Vec<usize>, Beyond> {
    let mut lasting = Vec::new();
    let mut asked: Vec<Entry> = Vec::new();
    for (index, entries) in kept {
        let with: Vec<Entry> = asked.iter().chain(entries).cloned().collect();
        if payable(&Question { kept: &with, ..*question })? {
            asked = with;
            lasting.push(*index);
        }
    }
    Ok(lasting)
}

/// The gems held for a card from now on: none by name, since they are assigned anew at each
/// payment, unless they are fixed when the card is played. Then they are the first choice in the
/// order of entries, letters and elements that leaves the payment payable.
///
/// # Errors
/// When the payment is too large to decide.
pub fn holds<T: Trace<Motion>>(
    law: &mut MotionLaw<'_, T>,
    question: &Question<'_>,
    number: usize,
) -> Result<Vec<HeldGem>, Beyond> {
    let anew = law.readings().hold_assignment == HoldAssignment::Anew;
    if law.choose(REASSIGNED, anew, !anew) {
        return Ok(Vec::new());
    }
    let mut settled: Vec<Entry> = question.entries.to_vec();
    let own = |e: &Entry| e.card == number && e.kind == Kind::Hold;
    let mut held = Vec::new();
    for index in 0..settled.len() {
        if !own(&settled[index]) {
            continue;
        }
        let entry = settled[index].clone();
        let mut units: Vec<Entry> = Vec::new();
        for want in &entry.wants {
            let count = if let Count::Number(n) = want.count { n as usize } else { 1 };
            let one = super::super::demand::Want { elements: want.elements, count: Count::One };
            units.extend(std::iter::repeat_n(Entry { wants: vec![one], ..entry.clone() }, count));
        }
        settled[index].wants.clear();
        let rest = settled.len();
        settled.extend(units);
        for at in rest..settled.len() {
            'found: for sphere in members(entry.spheres) {
                for element in members(settled[at].wants[0].elements) {
                    let old = settled[at].clone();
                    settled[at].spheres = 1 << sphere;
                    settled[at].wants[0].elements = 1 << element;
                    if payable(&Question { entries: &settled, ..*question })? {
                        held.push(HeldGem { gem: ALL[element], sphere: PLACES[sphere] });
                        break 'found;
                    }
                    settled[at] = old;
                }
            }
        }
    }
    Ok(held)
}

/// Ends a sustained card by its player's will.
///
/// # Errors
/// The clause that refuses it.
pub fn release<T: Trace<Motion>>(law: &mut MotionLaw<'_, T>, state: &mut State, card: &str) -> Result<(), Rejection> {
    let at = state.sustained.iter().position(|kept| &*kept.card == card);
    let Some(at) = at else {
        return Err(law.reject(RELEASE, || format!("{card} is not in play")));
    };
    if law.readings().release == Release::Never {
        return Err(law.reject(RELEASE, || format!("{card} cannot be ended at will")));
    }
    law.allow(RELEASE, true, || format!("{card} cannot be ended at will"))?;
    if law.asking {
        return Ok(());
    }
    let returns = activation::returns(law);
    law.apply(RELEASE, state, Event::Released { card: card.to_owned() }, |state| {
        let kept = state.sustained.remove(at);
        state.resolved.clear();
        if returns {
            state.take_to_hand(kept.card);
        }
    });
    Ok(())
}

/// Puts sustained cards into play in a position, the oldest first.
///
/// # Errors
/// When the position does not hold what they need.
pub fn in_play<T: Trace<Motion>>(
    law: &mut MotionLaw<'_, T>,
    state: &mut State,
    names: &[String],
) -> Result<(), String> {
    for name in names {
        let cards = law.cards;
        if cards.get(name).is_some_and(|card| !is_sustained(law, card)) {
            return Err(format!("{name} is not a sustained card, so it is not in play"));
        }
        let kept = at_least(law, name);
        state.sustained.push(kept);
    }
    let entries = kept(law, state, 0);
    let sorts = Sorts::of(std::iter::empty(), &entries, names.len());
    let terms = Terms::new(law, sorts);
    let holds: Vec<Entry> = entries.into_iter().filter(|e| e.kind == Kind::Hold).collect();
    let question = Question {
        entries: &holds,
        kept: &[],
        kept_apart: false,
        board: &state.board,
        moves: &[],
        mode: &super::super::demand::Mode { exactly: false, ..terms.mode.clone() },
        needed: false,
    };
    match payable(&question) {
        Ok(true) => {}
        Ok(false) => return Err("the position lacks gems that its sustained cards hold".to_owned()),
        Err(Beyond(why)) => return Err(why),
    }
    let mut held = Vec::new();
    for number in 0..names.len() {
        held.push(self::holds(law, &question, number).map_err(|Beyond(why)| why)?);
    }
    for (kept, holds) in state.sustained.iter_mut().zip(held) {
        kept.holds = holds;
    }
    Ok(())
}
