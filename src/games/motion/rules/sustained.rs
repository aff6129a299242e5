//! Chapter sustained: cards that stay in play, and the gems they hold.

pub mod terms;

use super::activation::hand;
use super::gather::gather;
use super::motions;
use super::notation::Ask;
use super::terms::Sorts;
use crate::action::Event;
use crate::action::{InPlay, name_of};
use crate::clauses::sustained::*;
use crate::demand::{Board, Count, Entry, EntryKind, Mode, Want, members};
use crate::law::MotionLaw;
use crate::payable::{HoldChoice, PaymentQuestion, Undecided, options, payable};
use crate::prepared::Prepared;
use crate::readings::{CopiesNamed, HoldAssignment, Release, SustainedMark, SustainedX, XAcrossEntries};
use crate::state::{ALL, HeldGem, Kept, PLACES, State};
use rulebound_core::kernel::{Halt, Rejection};

/// Whether a card is sustained.
pub fn is_sustained(law: &mut MotionLaw<'_>, card: &Prepared) -> bool {
    let marked = match law.readings().sustained_mark {
        SustainedMark::Mark => card.card.sustained,
        SustainedMark::AnyHold => card.card.sustained || card.holds(),
    };
    // If the card has neither the mark nor a hold entry, the clause does not apply.
    if card.card.sustained || card.holds() { law.choose(MARK, marked, false) } else { false }
}

/// The demands of the sustained cards in play on a payment, numbered from `first`.
pub fn kept(law: &mut MotionLaw<'_>, state: &State, first: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (offset, kept) in state.sustained.iter().enumerate() {
        entries.extend(kept_of(law, kept, first + offset));
    }
    entries
}

/// A sustained card in play, as given in a position or a question: an X that is not given is the least possible.
///
/// # Errors
/// If such a card cannot be in play.
pub fn as_given(law: &mut MotionLaw<'_>, given: &InPlay) -> Result<Kept, Halt> {
    let name = name_of(given);
    let cards = law.cards;
    let card = cards.find(name).ok_or_else(|| no_card(law, name))?;
    if let Err(refused) = &card.read {
        let (column, why, help) = (refused.offset + 1, &refused.message, &refused.help);
        return Err(Halt::Input(format!(
            "{name} is in play, but its cost is refused at column {column}: {why}; {help}"
        )));
    }
    if !is_sustained(law, card) {
        return Err(Halt::Input(format!("{name} is not a sustained card, so it cannot be in play")));
    }
    let has_x = card.asks().iter().any(Ask::has_x);
    let least = if has_x { motions::x_least(law) } else { 0 };
    let mut kept = Kept { card: name.into(), x: least, xs: vec![], holds: None };
    let InPlay::Card(given) = given else { return Ok(kept) };
    if given.x > 0 {
        kept.x = given.x;
    }
    kept.xs.clone_from(&given.xs);
    let fixed = law.readings().hold_assignment == HoldAssignment::Fixed;
    kept.holds = given.holds.clone().filter(|holds| fixed || !holds.is_empty());
    if kept.x > MOST_X {
        return Err(Halt::Input(format!("{name} is in play with X {}; the bound is {MOST_X}", kept.x)));
    }
    if kept.x > 0 && (!has_x || kept.x < least) {
        return Err(Halt::Input(format!("{name} cannot be in play with X {}; {}", kept.x, x_allowed(has_x, least))));
    }
    numbers_given(law, card, &kept, least)?;
    holds_given(law, card, &kept)?;
    Ok(kept)
}

/// Reports that no card has this name.
pub fn no_card(law: &MotionLaw<'_>, name: &str) -> Halt {
    Halt::Input(format!("there is no card {name}{}", law.cards.similar(name)))
}

/// The largest X of a card that a position has in play, and the most gems held for it.
const MOST_X: u32 = 1_000;

fn x_allowed(has_x: bool, least: u32) -> String {
    if has_x { format!("its X is at least {least}") } else { "its cost has no X".to_owned() }
}

/// Checks numbers given for single entries: a payment must be able to produce them.
fn numbers_given(law: &MotionLaw<'_>, card: &Prepared, kept: &Kept, least: u32) -> Result<(), Halt> {
    let (xs, asks, name) = (&kept.xs, card.asks(), &kept.card);
    if xs.is_empty() {
        return Ok(());
    }
    if xs.len() != asks.len() {
        return Err(Halt::Input(format!(
            "{name} has {} entries, and xs has {} numbers; write one for each",
            asks.len(),
            xs.len()
        )));
    }
    if xs.iter().max() != Some(&kept.x) {
        return Err(Halt::Input(format!("the x of {name} is {}, which is not the largest of its xs", kept.x)));
    }
    let each = law.readings().x_across_entries == XAcrossEntries::EachEntry;
    for (number, ask) in xs.iter().zip(asks) {
        let right = if ask.has_x() { *number >= least } else { *number == 0 };
        if !right {
            let allowed = x_allowed(ask.has_x(), least);
            return Err(Halt::Input(format!("entry {} of {name} cannot have X {number}; {allowed}", ask.index + 1)));
        }
    }
    let mut shared = xs.iter().zip(asks).filter(|(_, ask)| ask.has_x() && !ask.own_number).map(|(number, _)| number);
    let first = shared.next();
    if !each && shared.any(|number| Some(number) != first) {
        return Err(Halt::Input(format!("{name} has one number for every X under x-across-entries=one-value")));
    }
    Ok(())
}

/// Checks gems held by name: they must be exactly those that the entries of the card ask for.
fn holds_given(law: &mut MotionLaw<'_>, card: &Prepared, kept: &Kept) -> Result<(), Halt> {
    let name = &kept.card;
    let Some(holds) = &kept.holds else { return Ok(()) };
    if holds.len() > MOST_X as usize {
        return Err(Halt::Input(format!("{name} holds {} gems; the bound is {MOST_X}", holds.len())));
    }
    if law.readings().hold_assignment == HoldAssignment::Anew {
        return Err(Halt::Input(format!(
            "{name} holds gems by name only under hold-assignment=fixed; leave out holds"
        )));
    }
    let mut board = Board::default();
    for held in holds {
        board.0[held.sphere as usize][held.gem as usize] += 1;
    }
    let asks = || card.asks().iter().filter(|a| a.kind == EntryKind::Hold);
    let fits = |held: &HeldGem| {
        let gem = |a: &Ask| a.wants.iter().any(|(elements, _)| elements >> held.gem as u8 & 1 == 1);
        asks().any(|a| gem(a) && a.spheres >> held.sphere as u8 & 1 == 1)
    };
    let entries: Vec<Entry> = asks().map(|a| a.entry(0, kept.x_of(a.index))).collect();
    let terms = gather(law, Sorts::of(std::iter::empty(), &entries, 1));
    // Each held gem is held for a letter, so there are no others.
    let mode = Mode { exactly: true, ..terms.mode };
    let (none, moves, needed) = (&[][..], &[][..], false);
    let question =
        PaymentQuestion { entries: &entries, kept: none, kept_apart: false, board: &board, moves, mode: &mode, needed };
    match payable(&question) {
        Ok(true) if holds.iter().all(fits) => Ok(()),
        Ok(_) => Err(Halt::Input(format!("the gems that {name} holds are not those that its hold entries ask for"))),
        Err(Undecided(why)) => Err(Halt::Bound(why)),
    }
}

/// The demands of one sustained card on a payment.
pub fn kept_of(law: &mut MotionLaw<'_>, kept: &Kept, number: usize) -> Vec<Entry> {
    let cards = law.cards;
    let card = cards.get(&kept.card);
    let mut entries = Vec::new();
    let least = match law.readings().sustained_x {
        SustainedX::Least if card.asks().iter().any(Ask::has_x) => Some(motions::x_least(law)),
        SustainedX::Least | SustainedX::AsPlayed => None,
    };
    let x_of = |ask: &Ask| least.unwrap_or_else(|| kept.x_of(ask.index));
    if card.holds() && law.on(ONGOING) {
        if let Some(holds) = &kept.holds {
            entries.extend(holds.iter().map(|held| Entry {
                card: number,
                index: 0,
                kind: EntryKind::Hold,
                spheres: 1 << held.sphere as u8,
                wants: vec![Want { elements: 1 << held.gem as u8, count: Count::One }],
                stays: true,
            }));
            entries.extend(
                card.asks().iter().filter(|a| a.kind == EntryKind::Hold).flat_map(|a| beside(a, number, holds)),
            );
        } else {
            let asks = card.asks().iter().filter(|a| a.kind == EntryKind::Hold);
            entries.extend(asks.map(|a| Entry { stays: true, ..a.entry(number, x_of(a)) }));
        }
    }
    if card.moves() && !law.on(ONE_OFF) {
        entries.extend(card.asks().iter().filter(|a| a.kind != EntryKind::Hold).map(|a| a.entry(number, x_of(a))));
    }
    entries
}

/// The most sustained cards for which every choice is tried to find those that last.
const MOST_TRIED: usize = 12;

/// Makes entries that demand no further gems where the gems of a card are fixed: the entries for the fixed gems say
/// nothing about other gems in the same spheres.
fn beside(ask: &Ask, number: usize, holds: &[HeldGem]) -> Vec<Entry> {
    let matching = ask.wants.iter().fold(0, |all, (elements, _)| all | elements);
    let own = holds.iter().filter(|held| matching >> held.gem as u8 & ask.spheres >> held.sphere as u8 & 1 == 1);
    let spheres = own.fold(0u8, |all, held| all | 1 << held.sphere as u8);
    let wants = vec![Want { elements: matching, count: Count::Number(0) }];
    let of = |sphere| Entry {
        card: number,
        index: ask.index,
        kind: EntryKind::Hold,
        spheres: 1u8 << sphere,
        wants: wants.clone(),
        stays: true,
    };
    members(spheres).map(of).collect()
}

/// The sustained cards that last if not all can be kept, the oldest kept first; `None` if the payment cannot be made,
/// whichever cards end. `pays` says whether the payment can be made while all these entries are held.
///
/// # Errors
/// If the payment is too large to decide.
pub fn lasting(
    kept: &[(usize, Vec<Entry>)],
    mode: &Mode,
    pays: &dyn Fn(&[Entry]) -> Result<bool, Undecided>,
) -> Result<Option<Vec<usize>>, Undecided> {
    if mode.all_spares_held && kept.len() > MOST_TRIED {
        let count = kept.len();
        return Err(Undecided(format!(
            "which of {count} sustained cards last is not decided; the bound is {MOST_TRIED}"
        )));
    }
    lasting_beside(&mut Vec::new(), kept, mode, pays)
}

fn lasting_beside(
    asked: &mut Vec<Entry>,
    kept: &[(usize, Vec<Entry>)],
    mode: &Mode,
    pays: &dyn Fn(&[Entry]) -> Result<bool, Undecided>,
) -> Result<Option<Vec<usize>>, Undecided> {
    let Some(((index, entries), younger)) = kept.split_first() else {
        return Ok(pays(asked)?.then(Vec::new));
    };
    let before = asked.len();
    asked.extend_from_slice(entries);
    // Keeping one more card only makes a payment harder, unless an `A` then spares the gems that the card holds.
    if (mode.all_spares_held || pays(asked)?)
        && let Some(mut lasting) = lasting_beside(asked, younger, mode, pays)?
    {
        lasting.insert(0, *index);
        return Ok(Some(lasting));
    }
    asked.truncate(before);
    lasting_beside(asked, younger, mode, pays)
}

/// The gems held for a card from now on; `None` if gems are assigned anew at each payment. Otherwise they are fixed
/// when the card is played: they are the first choice, in the order of entries, letters and elements, that leaves the
/// payment payable; from then on, `entries` ask for exactly these gems.
///
/// # Errors
/// If the payment is too large to decide.
pub fn holds(
    law: &mut MotionLaw<'_>,
    paying: &Paying<'_>,
    entries: &mut Vec<Entry>,
    number: usize,
) -> Result<Option<Vec<HeldGem>>, Undecided> {
    let anew = law.readings().hold_assignment == HoldAssignment::Anew;
    if law.choose(REASSIGNED, anew, !anew) {
        return Ok(None);
    }
    let (mut all, sharing) = (Vec::new(), paying.question.mode.share_own);
    for index in 0..entries.len() {
        let mut held = Vec::new();
        if entries[index].card != number || entries[index].kind != EntryKind::Hold {
            continue;
        }
        for choice in HoldChoice::ALL {
            if let Some(options) = options(&entries[index], choice, paying.question.mode) {
                paying.first(entries, index, options)?;
            }
        }
        for want in 0..entries[index].wants.len() {
            paying.settle_all(entries, index, want)?;
        }
        // The entry asks for its gems one by one.
        let entry = entries[index].clone();
        entries[index].wants.clear();
        let begin = entries.len();
        for want in &entry.wants {
            let count = if let Count::Number(n) = want.count { n as usize } else { 1 };
            let wants = vec![Want { elements: want.elements, count: Count::One }];
            entries.extend(std::iter::repeat_n(Entry { wants, ..entry.clone() }, count));
        }
        for at in begin..entries.len() {
            let elements = entries[at].wants[0].elements;
            let cells = members(entry.spheres).flat_map(|s| members(elements).map(move |e| (s, e)));
            let (mut cell, mut options) = (Vec::new(), Vec::new());
            for (sphere, element) in cells {
                let wants = vec![Want { elements: 1 << element, count: Count::One }];
                cell.push(HeldGem { gem: ALL[element], sphere: PLACES[sphere] });
                options.push(Entry { spheres: 1 << sphere, wants, ..entry.clone() });
            }
            if let Some(chosen) = paying.first(entries, at, options)? {
                held.push(cell.swap_remove(chosen));
            }
        }
        // Gems that entries share are listed once.
        let mut before = if sharing { all.clone() } else { Vec::new() };
        for gem in held {
            match before.iter().position(|other| *other == gem) {
                Some(at) => drop(before.swap_remove(at)),
                None => all.push(gem),
            }
        }
    }
    Ok(Some(all))
}

/// A payment whose entries are settled one by one.
pub struct Paying<'a> {
    /// The payment.
    pub question: PaymentQuestion<'a>,
    /// Whether the entries belong to cards in play rather than to cards that are played.
    pub in_play: bool,
}

impl Paying<'_> {
    fn pays(&self, entries: &[Entry]) -> Result<bool, Undecided> {
        payable(&if self.in_play {
            PaymentQuestion { entries: &[], kept: entries, ..self.question }
        } else {
            PaymentQuestion { entries, ..self.question }
        })
    }

    /// Replaces an entry by the first option that leaves the payment payable, and returns the index of that option.
    fn first(&self, entries: &mut [Entry], at: usize, options: Vec<Entry>) -> Result<Option<usize>, Undecided> {
        let old = entries[at].clone();
        for (number, option) in options.into_iter().enumerate() {
            entries[at] = option;
            if self.pays(entries)? {
                return Ok(Some(number));
            }
        }
        entries[at] = old;
        Ok(None)
    }

    /// Settles an `A`: it holds all the gems that are not held for other cards, as many as possible.
    fn settle_all(&self, entries: &mut [Entry], at: usize, want: usize) -> Result<(), Undecided> {
        if entries[at].wants[want].count != Count::All {
            return Ok(());
        }
        let (spheres, elements) = (entries[at].spheres, entries[at].wants[want].elements);
        let cells = members(spheres).flat_map(|s| members(elements).map(move |e| (s, e)));
        let there: u32 = cells.map(|(s, e)| self.question.board.0[s][e]).sum();
        let of = |number: u32| {
            let mut entry = entries[at].clone();
            entry.wants[want].count = Count::Number(number);
            entry
        };
        let options = (0..=there).rev().map(of).collect();
        self.first(entries, at, options).map(|_| ())
    }
}

/// Whether a player may end a sustained card at will; returns its index.
///
/// # Errors
/// If a clause refuses it.
pub fn releasable(law: &mut MotionLaw<'_>, state: &State, card: &str) -> Result<usize, Rejection> {
    let named = |kept: &Kept| &*kept.card == card;
    let at = match law.readings().copies_named {
        CopiesNamed::Oldest => state.sustained.iter().position(named),
        CopiesNamed::Newest => state.sustained.iter().rposition(named),
    };
    let Some(at) = at else {
        return Err(law.reject(RELEASE, || format!("{card} is not in play")));
    };
    let never = law.readings().release == Release::Never;
    law.forbid(RELEASE, never, || format!("{card} cannot be ended at will"))?;
    Ok(at)
}

/// Ends the sustained card at an index, by its player's will.
pub fn release(law: &mut MotionLaw<'_>, state: &mut State, at: usize) {
    let returns = hand::returns(law);
    let card = state.sustained[at].card.to_string();
    law.act(RELEASE, state, Event::Released { card }, |state| {
        let kept = state.sustained.remove(at);
        state.resolved.clear();
        if returns {
            state.take_to_hand(kept.card);
        }
    });
}

/// Puts sustained cards into play in a position, the oldest first.
///
/// # Errors
/// If the position does not have the gems that they need.
pub fn in_play(law: &mut MotionLaw<'_>, state: &mut State, given: &[InPlay]) -> Result<(), Halt> {
    for one in given {
        let kept = as_given(law, one)?;
        state.sustained.push(kept);
    }
    let entries = kept(law, state, 0);
    let sorts = Sorts::of(std::iter::empty(), &entries, given.len());
    let terms = gather(law, sorts);
    let holds: Vec<Entry> = entries.into_iter().filter(|e| e.kind == EntryKind::Hold).collect();
    let question = PaymentQuestion {
        entries: &[],
        kept: &[],
        kept_apart: false,
        board: &state.board,
        moves: &[],
        mode: &Mode { exactly: false, ..terms.mode.clone() },
        needed: false,
    };
    let paying = Paying { question, in_play: true };
    match paying.pays(&holds) {
        Ok(true) => {}
        Ok(false) => return Err(Halt::Input("the position lacks gems that its sustained cards hold".to_owned())),
        Err(Undecided(why)) => return Err(Halt::Bound(why)),
    }
    let mut settled = holds.clone();
    let mut held = Vec::with_capacity(given.len());
    for number in 0..given.len() {
        held.push(self::holds(law, &paying, &mut settled, number).map_err(|Undecided(why)| Halt::Bound(why))?);
    }
    for (kept, holds) in state.sustained.iter_mut().zip(held).filter(|(kept, _)| kept.holds.is_none()) {
        kept.holds = holds;
    }
    Ok(())
}
