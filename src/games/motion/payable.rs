//! Decides whether declared movements pay for a set of entries: searches for an assignment of movements to in- and
//! out-entries, and of staying gems to hold entries.
//!
//! Under the default terms, in- and out-letters are matched to movements independently, and every movement serves a
//! letter exactly if the movements can be matched to all letters at once (the union of two transversal matroids). If
//! chaining is restricted, or the entries of a card share movements, movements of one kind are interchangeable, and the
//! restriction is a count for each card: a bounded search over kinds.

mod gems;
mod holds;
mod movements;
mod paths;
mod sharing;

use crate::action::Move;
use gems::Gems;
use sharing::{SharedUnit, Sharing};

use crate::demand::{Board, Count, Entry, EntryKind, Mode, OFF, Set, Want, members};

/// The most movements in a payment, the most gems that it demands, and the most assignments to try. A larger payment
/// is left undecided.
pub const MOST_MOVES: usize = 64;
const MOST_UNITS: usize = 2_000;
const MOST_CHOICES: u32 = 20_000;

/// A payment in question.
#[derive(Clone, Copy, Debug)]
pub struct PaymentQuestion<'a> {
    /// The demands of the cards that are played.
    pub entries: &'a [Entry],
    /// The demands of the sustained cards in play.
    pub kept: &'a [Entry],
    /// Whether the sustained cards are judged separately, on the board as it was.
    pub kept_apart: bool,
    /// The gems before the payment.
    pub board: &'a Board,
    /// The movements.
    pub moves: &'a [Move],
    /// The terms.
    pub mode: &'a Mode,
    /// Whether every movement must serve an entry.
    pub needed: bool,
}

/// The payment is beyond the bounds of this engine, for this reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undecided(pub String);

/// Whether an assignment exists.
///
/// # Errors
/// If the payment is too large to decide.
pub fn payable(question: &PaymentQuestion<'_>) -> Result<bool, Undecided> {
    if question.moves.len() > MOST_MOVES {
        return Err(Undecided(format!(
            "a payment of {} movements is not decided; the bound is {MOST_MOVES}",
            question.moves.len()
        )));
    }
    let all = || question.entries.iter().chain(question.kept);
    let units: u64 =
        all().flat_map(|e| &e.wants).map(|w| if let Count::Number(n) = w.count { u64::from(n) } else { 1 }).sum();
    if units > MOST_UNITS as u64 {
        return Err(Undecided(format!("a payment for {units} letters is not decided; the bound is {MOST_UNITS}")));
    }
    let mut entries: Vec<Entry> = question.entries.to_vec();
    let mut kept: Vec<Entry> = question.kept.to_vec();
    let mut left = MOST_CHOICES;
    let mode = question.mode;
    for gems in Gems::ways(question.board, question.moves, mode.repeatedly, paired(question))? {
        if choose(question, &gems, &mut entries, &mut kept, 0, &mut left)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether it matters for a gem both where it lay and where it arrives: it may be held in either place, or an `A` says
/// where it may not end. Without hold entries, only the latter matters, which `paths` finds out.
fn paired(question: &PaymentQuestion<'_>) -> bool {
    let (mode, mut all) = (question.mode, question.entries.iter());
    let holds = question.entries.iter().chain(question.kept).any(|entry| entry.kind == EntryKind::Hold);
    let ends = mode.moved_may_hold || mode.exactly || !mode.repeatedly;
    let gone =
        all.any(|entry| entry.kind != EntryKind::Hold && entry.wants.iter().any(|want| want.count == Count::All));
    holds && ((mode.held_may_move && ends) || (mode.repeatedly && gone))
}

/// Goes through the choices that entries leave open: the sphere of an entry with several gems, and the element of an
/// `A`.
fn choose(
    question: &PaymentQuestion<'_>,
    gems: &Gems,
    entries: &mut Vec<Entry>,
    kept: &mut Vec<Entry>,
    from: usize,
    left: &mut u32,
) -> Result<bool, Undecided> {
    let total = (entries.len() + kept.len()) * HoldChoice::ALL.len();
    for turn in from..total {
        let (at, choice) = (turn / HoldChoice::ALL.len(), HoldChoice::ALL[turn % HoldChoice::ALL.len()]);
        let entry = if at < entries.len() { &entries[at] } else { &kept[at - entries.len()] };
        let Some(options) = options(entry, choice, question.mode) else { continue };
        for option in options {
            let old = if at < entries.len() {
                std::mem::replace(&mut entries[at], option)
            } else {
                let index = at - entries.len();
                std::mem::replace(&mut kept[index], option)
            };
            let found = choose(question, gems, entries, kept, turn + 1, left)?;
            if at < entries.len() {
                entries[at] = old;
            } else {
                let index = at - entries.len();
                kept[index] = old;
            }
            if found {
                return Ok(true);
            }
        }
        return Ok(false);
    }
    // The work for one choice grows with the letters and movements to match.
    let letters: usize = entries.iter().chain(kept.iter()).map(|e| e.wants.len()).sum();
    let price = 1 + (letters * (question.moves.len() + 1) / 32) as u32;
    if *left < price {
        return Err(Undecided("too many ways to choose spheres; this payment is not decided".to_owned()));
    }
    *left -= price;
    Ok(holds::satisfied(question, gems, entries, kept)? && movements::satisfied(question, entries, kept)?)
}

/// A choice that an entry may leave open.
#[derive(Clone, Copy, Debug)]
pub enum HoldChoice {
    /// Which of its spheres serves it.
    Spheres,
    /// Which element its `A` takes gems of.
    Elements,
}

impl HoldChoice {
    /// The choices, in the order in which they are made.
    pub const ALL: [Self; 2] = [Self::Spheres, Self::Elements];
}

/// The ways to make a choice that an entry leaves open; `None` if the entry leaves no such choice open.
pub fn options(entry: &Entry, choice: HoldChoice, mode: &Mode) -> Option<Vec<Entry>> {
    let all = |w: &Want| w.count == Count::All;
    match choice {
        HoldChoice::Spheres if entry.spheres.count_ones() > 1 => {
            let letters = entry.wants.iter().map(|w| match w.count {
                Count::One => 1,
                Count::Number(n) => u64::from(n),
                Count::All => 2,
            });
            let exactly = mode.exactly && entry.kind == EntryKind::Hold;
            let within = |spheres: Set| Entry { spheres, ..entry.clone() };
            if mode.one_sphere && (letters.sum::<u64>() > 1 || exactly) {
                return Some(members(entry.spheres).map(|s| within(1 << s)).collect());
            }
            // Exactly that many gems are in the spheres that the letters choose, whichever those are.
            let free = exactly && !mode.one_sphere && !entry.wants.iter().any(all);
            let sets = || (1..=entry.spheres).filter(|set| set & entry.spheres == *set);
            free.then(|| sets().map(within).collect())
        }
        HoldChoice::Elements if mode.all_one_type => {
            let open = |w: &Want| all(w) && w.elements.count_ones() > 1;
            let mut settled = vec![entry.clone()];
            for at in (0..entry.wants.len()).filter(|at| open(&entry.wants[*at])) {
                let of = |entry: &Entry, element: usize| {
                    let mut entry = entry.clone();
                    let letter = std::mem::replace(&mut entry.wants[at].elements, 1 << element);
                    if mode.exactly {
                        // Other gems that the letter matches are gems beyond those demanded.
                        entry.wants.push(Want { elements: letter, count: Count::Number(0) });
                    }
                    entry
                };
                let elements = || members(entry.wants[at].elements);
                settled = settled.iter().flat_map(|entry| elements().map(move |e| of(entry, e))).collect();
            }
            (settled.len() > 1).then_some(settled)
        }
        HoldChoice::Spheres | HoldChoice::Elements => None,
    }
}

/// The smallest possible number of gems of these elements in these spheres that serve hold entries on a board.
pub fn served_within(board: &Board, kept: &[Entry], mode: &Mode, (spheres, elements): (Set, Set)) -> u32 {
    let cell_of = |place: usize, element: usize| place * board.0[0].len() + element;
    let within = |place: usize, element: usize| spheres >> place & 1 == 1 && elements >> element & 1 == 1;
    let mut units: Vec<SharedUnit> = Vec::new();
    for (at, entry) in kept.iter().enumerate().filter(|(_, entry)| entry.kind == EntryKind::Hold) {
        let number = kept.iter().position(|other| other.is(entry)).unwrap_or(at);
        for want in &entry.wants {
            let cells = || members(entry.spheres).flat_map(|p| members(want.elements).map(move |e| (p, e)));
            let count = match want.count {
                Count::One => 1,
                Count::Number(number) => number as usize,
                Count::All => cells().map(|(p, e)| board.0[p][e] as usize).sum(),
            };
            let rooms: Vec<usize> = cells().map(|(p, e)| cell_of(p, e)).collect();
            let unit = || SharedUnit { group: entry.card, entry: number, rooms: rooms.clone(), must: true };
            units.extend(std::iter::repeat_with(unit).take(count));
        }
    }
    let room: Vec<u32> = board.0.iter().flatten().copied().collect();
    let inside: Vec<bool> = (0..room.len()).map(|c| within(c / board.0[0].len(), c % board.0[0].len())).collect();
    let all = units.len() as u32;
    if mode.share_own {
        let certain = vec![false; room.len()];
        let fits = |most: u32| Sharing {
            units: &units,
            room: &room,
            certain: &certain,
            wanted: &[],
            within: Some((&inside, most)),
        };
        // If the search takes too long, each unit counts separately.
        return (0..all).find(|most| fits(*most).found().is_ok_and(|found| found)).unwrap_or(all);
    }
    let outside = |unit: SharedUnit| unit.rooms.into_iter().filter(|cell| !inside[*cell]).collect();
    // Units that can be matched to gems outside can stay matched so when the others are matched to gems within.
    all - Matching::new(room, units.into_iter().map(outside).collect()).most()
}

/// The places that the `A` of an entry reaches: the places of the entry, or all others for an in-entry.
fn reach(entry: &Entry) -> Set {
    match entry.kind {
        EntryKind::In => !entry.spheres & !OFF,
        EntryKind::Out | EntryKind::Hold => entry.spheres,
    }
}

/// A bipartite matching of units to places with room, by augmenting paths.
pub(super) struct Matching {
    room: Vec<u32>,
    inside: Vec<Vec<usize>>,
    fits: Vec<Vec<usize>>,
}

impl Matching {
    /// `fits[u]` are the places that unit `u` may take.
    pub fn new(room: Vec<u32>, fits: Vec<Vec<usize>>) -> Self {
        let inside = vec![Vec::new(); room.len()];
        Self { room, inside, fits }
    }

    /// Whether every unit can have a place.
    pub fn saturates(&mut self) -> bool {
        (0..self.fits.len()).all(|unit| {
            let mut seen = vec![false; self.room.len()];
            self.place(unit, &mut seen)
        })
    }

    /// The largest number of units that can have a place.
    fn most(&mut self) -> u32 {
        let mut found = 0;
        for unit in 0..self.fits.len() {
            let mut seen = vec![false; self.room.len()];
            found += u32::from(self.place(unit, &mut seen));
        }
        found
    }

    fn place(&mut self, unit: usize, seen: &mut [bool]) -> bool {
        for at in 0..self.fits[unit].len() {
            let place = self.fits[unit][at];
            if std::mem::replace(&mut seen[place], true) {
                continue;
            }
            if (self.inside[place].len() as u64) < u64::from(self.room[place]) {
                self.inside[place].push(unit);
                return true;
            }
            for slot in 0..self.inside[place].len() {
                let other = self.inside[place][slot];
                if self.place(other, seen) {
                    self.inside[place][slot] = unit;
                    return true;
                }
            }
        }
        false
    }
}

/// Each letter of the `entries` of this kind, once for each gem that it asks for; letters with `All` are skipped.
fn units<'a>(entries: impl Iterator<Item = &'a Entry>, kind: EntryKind) -> Vec<(&'a Entry, &'a Want)> {
    entries
        .filter(|e| e.kind == kind)
        .flat_map(|entry| entry.wants.iter().map(move |want| (entry, want)))
        .flat_map(|(entry, want)| {
            let count = match want.count {
                Count::One => 1,
                Count::Number(n) => n,
                Count::All => 0,
            };
            std::iter::repeat_n((entry, want), count as usize)
        })
        .collect()
}
