//! In- and out-entries: matches letters to movements.

use std::collections::BTreeSet;

use super::{Matching, PaymentQuestion, Undecided, paired, paths, reach, units};
use crate::action::Move;
use crate::demand::{Chain, Count, Entry, EntryKind, OFF, Set, Want, all_counts};

/// The most nodes of the search under restricted chaining.
const MOST_NODES: u32 = 200_000;

/// A letter that asks for one movement.
struct MovedUnit {
    card: usize,
    entry: usize,
    moves: u64,
}

fn serves(one: &Move, kind: EntryKind, spheres: Set, elements: Set) -> bool {
    let place = if kind == EntryKind::In { one.to } else { one.from };
    elements >> one.gem as u8 & 1 == 1 && (spheres & !OFF) >> place as u8 & 1 == 1
}

/// Whether the `A` of an entry counts a movement.
fn counts(one: &Move, entry: &Entry, want: &Want) -> bool {
    let (from, to) = (one.from as usize, one.to as usize);
    want.elements >> one.gem as u8 & 1 == 1 && all_counts(entry.kind, entry.spheres, from, to)
}

/// Whether there is a movement for every letter, and a letter for every movement that needs one.
pub(super) fn satisfied(question: &PaymentQuestion<'_>, entries: &[Entry], kept: &[Entry]) -> Result<bool, Undecided> {
    let mode = question.mode;
    let every = || entries.iter().chain(kept);
    let mask = |fits: &dyn Fn(&Move) -> bool| -> u64 {
        question.moves.iter().enumerate().filter(|(_, m)| fits(m)).fold(0, |mask, (i, _)| mask | 1 << i)
    };
    let make = |kind: EntryKind| -> Vec<MovedUnit> {
        units(every(), kind)
            .into_iter()
            .map(|(entry, want)| MovedUnit {
                card: entry.card,
                entry: entry.index,
                moves: mask(&|m| serves(m, kind, entry.spheres, want.elements)),
            })
            .collect()
    };
    let mut into = make(EntryKind::In);
    let mut out = make(EntryKind::Out);
    for (kind, letters) in [(EntryKind::In, &mut into), (EntryKind::Out, &mut out)] {
        let mut taken = 0;
        for entry in every().filter(|entry| entry.kind == kind && mode.alone(kind)) {
            for want in entry.wants.iter().filter(|want| want.count == Count::All) {
                let reached = mask(&|m| counts(m, entry, want));
                if taken & reached != 0 {
                    return Ok(false);
                }
                taken |= reached;
            }
        }
        letters.iter_mut().for_each(|letter| letter.moves &= !taken);
    }
    // The movements that an `A` counts without asking for one, into a sphere and out of one: (card, movements).
    let mut all_in: Vec<(usize, u64)> = Vec::new();
    let mut all_out: Vec<(usize, u64)> = Vec::new();
    for entry in every() {
        for want in entry.wants.iter().filter(|w| w.count == Count::All) {
            if entry.kind == EntryKind::Hold {
                continue;
            }
            let fits = mask(&|m| counts(m, entry, want));
            if entry.kind == EntryKind::In {
                // Every matching gem from elsewhere must move here, not to another sphere.
                let leaves = mask(&|m| want.elements >> m.gem as u8 & 1 == 1 && reach(entry) >> m.from as u8 & 1 == 1);
                if !mode.repeatedly && leaves & !fits != 0 {
                    return Ok(false);
                }
                all_in.push((entry.card, fits));
            } else {
                all_out.push((entry.card, fits));
            }
            // With hold entries, both checks below are made for every way in which the movements join.
            if mode.repeatedly && paired(question) {
                continue;
            }
            if mode.repeatedly && !paths::all_end(question, entry, want) {
                return Ok(false);
            }
            // A gem that stays is either spared or refused elsewhere, so it is enough to check the gems that leave.
            let bears_on = |m: &Move| {
                want.elements >> m.gem as u8 & 1 == 1
                    && reach(entry) >> m.from as u8 & 1 == 1
                    && question.board.0[m.from as usize][m.gem as usize] > 0
            };
            if mode.all_needs_one && !question.moves.iter().any(bears_on) {
                return Ok(false);
            }
        }
    }
    let count = question.moves.len();
    let (share_in, share_out) = (mode.share_in || mode.share_own, mode.share_out || mode.share_own);
    if !matched(&into, count, share_in) || !matched(&out, count, share_out) {
        return Ok(false);
    }
    let several =
        |letters: &[MovedUnit]| letters.windows(2).any(|l| (l[0].card, l[0].entry) != (l[1].card, l[1].entry));
    let shared = mode.share_own && (several(&into) || several(&out));
    if mode.chain == Chain::Any && !mode.stay_apart && !shared {
        let absorbed = all_in.iter().chain(&all_out).fold(0, |mask, (_, fits)| mask | fits);
        return Ok(!question.needed || covered(&into, &out, absorbed, count));
    }
    let staying = every().filter(|entry| entry.stays).map(|entry| entry.card).collect();
    let mut search = MovementSearch::new(question, into, out, [all_in, all_out], staying);
    search.run(0)
}

/// Whether every letter can have its own movement; with `share`, only letters of one entry need different movements.
fn matched(letters: &[MovedUnit], moves: usize, share: bool) -> bool {
    let fits = |unit: &MovedUnit| (0..moves).filter(|m| unit.moves >> m & 1 == 1).collect();
    if !share {
        return letters.len() <= moves && Matching::new(vec![1; moves], letters.iter().map(fits).collect()).saturates();
    }
    let mut rest = letters;
    while let Some(first) = rest.first() {
        let same = |unit: &&MovedUnit| (unit.card, unit.entry) == (first.card, first.entry);
        let length = rest.iter().take_while(same).count();
        if !Matching::new(vec![1; moves], rest[..length].iter().map(fits).collect()).saturates() {
            return false;
        }
        rest = &rest[length..];
    }
    true
}

/// Whether every movement can serve its own letter or is counted by an `A`.
fn covered(into: &[MovedUnit], out: &[MovedUnit], absorbed: u64, moves: usize) -> bool {
    let letters: Vec<&MovedUnit> = into.iter().chain(out).collect();
    let fits: Vec<Vec<usize>> = (0..moves)
        .filter(|m| absorbed >> m & 1 == 0)
        .map(|m| (0..letters.len()).filter(|u| letters[*u].moves >> m & 1 == 1).collect())
        .collect();
    Matching::new(vec![1; letters.len()], fits).saturates()
}

/// Restricted chaining: movements of one kind are interchangeable, so letters are assigned to kinds. Of `n` movements
/// of a kind, a card may use at most `n` for in- and out-letters together if it may not chain its own; if nothing may
/// be chained, that limit holds for all cards together.
struct MovementSearch<'a> {
    question: &'a PaymentQuestion<'a>,
    /// For each kind: the number of movements, and the index of one of them.
    kinds: Vec<(u32, usize)>,
    letters: Vec<(bool, usize, u64)>,
    /// The card of each entry, and the index of the entry in its cost.
    entries: Vec<(usize, usize)>,
    cards: usize,
    /// The cards that stay in play.
    staying: BTreeSet<usize>,
    /// The movements that an `A` counts, into a sphere and out of one: the card of the `A`, and the movements.
    all: [Vec<(usize, u64)>; 2],
    used: Vec<[Vec<u32>; 2]>,
    nodes: u32,
}

impl<'a> MovementSearch<'a> {
    fn new(
        question: &'a PaymentQuestion<'a>,
        into: Vec<MovedUnit>,
        out: Vec<MovedUnit>,
        all: [Vec<(usize, u64)>; 2],
        staying: BTreeSet<usize>,
    ) -> Self {
        let mut kinds: Vec<(u32, usize)> = Vec::new();
        for (index, one) in question.moves.iter().enumerate() {
            match kinds.iter_mut().find(|(_, first)| question.moves[*first] == *one) {
                Some((count, _)) => *count += 1,
                None => kinds.push((1, index)),
            }
        }
        let mut entries: Vec<(usize, usize)> = into.iter().chain(&out).map(|u| (u.card, u.entry)).collect();
        entries.sort_unstable();
        entries.dedup();
        let at = |u: &MovedUnit| entries.binary_search(&(u.card, u.entry)).unwrap_or_default();
        let mut letters: Vec<(bool, usize, u64)> = into.iter().map(|u| (true, at(u), u.moves)).collect();
        letters.extend(out.iter().map(|u| (false, at(u), u.moves)));
        letters.sort_by_key(|(_, _, moves)| moves.count_ones());
        let cards = entries.iter().map(|e| e.0).chain(all.iter().flatten().map(|a| a.0)).max().map_or(0, |c| c + 1);
        let used = vec![[vec![0; entries.len()], vec![0; entries.len()]]; kinds.len()];
        Self { question, kinds, letters, entries, cards, staying, all, used, nodes: 0 }
    }

    fn run(&mut self, at: usize) -> Result<bool, Undecided> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(Undecided(
                "this payment has too many ways to be assigned under restricted chaining; it is not decided".to_owned(),
            ));
        }
        let Some((into, entry, moves)) = self.letters.get(at).copied() else { return Ok(self.complete()) };
        for kind in 0..self.kinds.len() {
            if moves >> self.kinds[kind].1 & 1 == 0 {
                continue;
            }
            self.used[kind][usize::from(!into)][entry] += 1;
            if self.fits(kind, self.entries[entry].0) && self.run(at + 1)? {
                return Ok(true);
            }
            self.used[kind][usize::from(!into)][entry] -= 1;
        }
        Ok(false)
    }

    /// The fewest movements that serve the letters of a card on a side.
    fn of_card(&self, kind: usize, side: usize, card: usize) -> u32 {
        let mode = self.question.mode;
        let used = self.entries.iter().zip(&self.used[kind][side]).filter(|((own, _), _)| *own == card);
        let used = used.map(|(_, used)| *used);
        if mode.share_own || [mode.share_in, mode.share_out][side] { used.max().unwrap_or(0) } else { used.sum() }
    }

    /// The letters of a card on a side, which is the most movements that serve them.
    fn letters_of(&self, kind: usize, side: usize, card: usize) -> u32 {
        let used = self.entries.iter().zip(&self.used[kind][side]).filter(|((own, _), _)| *own == card);
        used.map(|(_, used)| *used).sum()
    }

    /// The fewest movements that serve the letters on a side.
    fn of_side(&self, kind: usize, side: usize) -> u32 {
        let of_cards = (0..self.cards).map(|card| self.of_card(kind, side, card));
        let share = [self.question.mode.share_in, self.question.mode.share_out][side];
        if share { of_cards.max().unwrap_or(0) } else { of_cards.sum() }
    }

    fn fits(&self, kind: usize, card: usize) -> bool {
        let (count, mode) = (self.kinds[kind].0, self.question.mode);
        let (into, out) = (self.of_side(kind, 0), self.of_side(kind, 1));
        let fits = into <= count && out <= count;
        let own = match mode.chain {
            Chain::Never => into + out <= count,
            Chain::DifferentCards => self.of_card(kind, 0, card) + self.of_card(kind, 1, card) <= count,
            Chain::Any => true,
        };
        fits && own
    }

    /// The most movements of a kind that can serve both sides. The `idle` movements on a side are counted by an `A` of
    /// any of these cards.
    fn chained(&self, kind: usize, idle: [Vec<&Vec<usize>>; 2]) -> u32 {
        let side = |side: usize| {
            let own = (0..self.cards)
                .flat_map(move |card| std::iter::repeat_n(vec![card], self.of_card(kind, side, card) as usize));
            own.chain(idle[side].iter().map(|cards| cards.to_vec())).collect::<Vec<Vec<usize>>>()
        };
        let (into, out) = (side(0), side(1));
        let chains = |one: &usize, other: &usize| match self.question.mode.chain {
            Chain::Any => one == other || !self.staying.contains(one) && !self.staying.contains(other),
            Chain::DifferentCards => one != other && !self.staying.contains(one) && !self.staying.contains(other),
            Chain::Never => false,
        };
        let meets = |one: &Vec<usize>, other: &Vec<usize>| one.iter().any(|a| other.iter().any(|b| chains(a, b)));
        let fits = into.iter().map(|one| (0..out.len()).filter(|at| meets(one, &out[*at])).collect()).collect();
        Matching::new(vec![1; out.len()], fits).most()
    }

    /// Called once every letter has a movement: checks whether every movement has a letter, and every `A` its share. A
    /// movement to which an `A` applies counts for a letter on that side, or for the `A`. Letters that may share a
    /// movement need not, so that they may serve more movements than they need.
    fn complete(&self) -> bool {
        (0..self.kinds.len()).all(|kind| {
            let (count, first) = self.kinds[kind];
            let takers = [0, 1].map(|side: usize| -> Vec<usize> {
                let fits = self.all[side].iter().filter(|(_, fits)| fits >> first & 1 == 1);
                fits.map(|(card, _)| *card).collect()
            });
            let letters: u32 = self.used[kind].iter().flatten().sum();
            let served = !self.question.needed || letters >= count || takers.iter().any(|cards| !cards.is_empty());
            // Where an `A` applies, every movement serves something on that side.
            let taken = [0, 1].map(|side| self.of_side(kind, side));
            let idle = [0, 1].map(|side| if takers[side].is_empty() { 0 } else { count.saturating_sub(taken[side]) });
            let all: u32 = taken.iter().chain(&idle).sum();
            let fits = match self.question.mode.chain {
                _ if self.question.mode.stay_apart => {
                    let idle = [0, 1].map(|side| vec![&takers[side]; idle[side] as usize]);
                    all - self.chained(kind, idle) <= count
                }
                Chain::Never => all <= count,
                Chain::Any => true,
                Chain::DifferentCards => self.apart(kind, &takers),
            };
            served && fits
        })
    }

    /// Whether every movement of a kind can be served if a card counts different movements on its two sides. Where an `A`
    /// applies, something on that side serves it.
    fn apart(&self, kind: usize, takers: &[Vec<usize>; 2]) -> bool {
        let count = self.kinds[kind].0;
        let own = |card: usize| [0, 1].map(|side| self.of_card(kind, side, card));
        let [into, out] = [0, 1].map(|side| (0..self.cards).map(|card| own(card)[side]).sum::<u32>());
        // The movements that cards could serve on these sides, besides those that they need.
        let room = |sides: &[usize]| -> u32 {
            let spare = |card: usize, side: usize| match takers[side].contains(&card) {
                true => count,
                false => self.letters_of(kind, side, card) - own(card)[side],
            };
            let of_card = |card: usize| {
                let free = count.saturating_sub(own(card).iter().sum());
                sides.iter().map(|side| spare(card, *side)).sum::<u32>().min(free)
            };
            (0..self.cards).map(of_card).sum()
        };
        let idle = |side: usize, taken: u32| if takers[side].is_empty() { 0 } else { count.saturating_sub(taken) };
        let (idle_in, idle_out) = (idle(0, into), idle(1, out));
        let bare = if self.question.needed { count.saturating_sub(into + out) } else { 0 };
        idle_in <= room(&[0]) && idle_out <= room(&[1]) && (idle_in + idle_out).max(bare) <= room(&[0, 1])
    }
}
