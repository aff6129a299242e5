//! The terms of a payment, of which every chapter says something.

use super::notation::{Ask, Number};
use crate::demand::{Chain, Count, Entry, EntryKind, Mode, Set};

/// Which sorts of demand a payment has, so that only clauses which bear on it are traced.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sorts {
    /// Letters that ask for a movement in.
    pub into: usize,
    /// Letters that ask for a movement out.
    pub out: usize,
    /// Letters that ask for a held gem, those of sustained cards included.
    pub hold: usize,
    /// Those of sustained cards alone.
    pub kept: usize,
    /// Letters with an `A`.
    pub all: usize,
    /// Entries with an X.
    pub x: usize,
    /// Entries with a class of spheres.
    pub spread: usize,
    /// One card is paid for, and no sustained card is in play.
    pub alone: bool,
}

impl Sorts {
    /// The sorts of what is played and what is kept.
    pub fn of<'a>(cards: impl Iterator<Item = &'a [Ask]>, kept: &[Entry], in_play: usize) -> Self {
        let mut sorts = Self::default();
        let mut count = 0;
        for ask in cards.inspect(|_| count += 1).flatten() {
            let letters = ask.wants.len() + usize::from(ask.has_x());
            match ask.kind {
                EntryKind::In => sorts.into += letters,
                EntryKind::Out => sorts.out += letters,
                EntryKind::Hold => sorts.hold += letters,
            }
            sorts.all += ask.wants.iter().filter(|(_, n)| *n == Number::All).count();
            sorts.x += usize::from(ask.has_x());
            sorts.spread += usize::from(ask.spheres.count_ones() > 1);
        }
        sorts.spread += kept.iter().filter(|e| e.spheres.count_ones() > 1).count();
        sorts.all += kept.iter().flat_map(|e| &e.wants).filter(|w| w.count == Count::All).count();
        sorts.kept = kept.iter().map(|e| e.wants.len()).sum();
        sorts.hold += sorts.kept;
        sorts.alone = count == 1 && in_play == 0;
        sorts
    }
}

/// The terms of a payment.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Those that the mathematics knows.
    pub mode: Mode,
    /// Every movement has to serve an entry.
    pub needed: bool,
    /// In-entries are demanded.
    pub into: bool,
    /// Out-entries are demanded.
    pub out: bool,
    /// Hold entries are demanded.
    pub hold: bool,
    /// `A` is demanded.
    pub all: bool,
    /// The least number of an X, where there is one.
    pub x_least: u32,
    /// One number for every X of a card.
    pub one_x: bool,
    /// A declared number is the one used.
    pub declared: bool,
    /// A number that is not declared is the largest that is paid for; otherwise the least.
    pub largest: bool,
    /// Sustained cards are looked at by themselves.
    pub kept_apart: bool,
    /// A sustained card whose gem leaves ends, instead of the payment being refused.
    pub kept_may_end: bool,
}

impl Terms {
    /// Those of a fight with these elements, before any chapter has said anything of them.
    pub fn unsaid(elements: Set) -> Self {
        Self {
            mode: Mode {
                elements,
                spheres: elements,
                self_move: false,
                chain: Chain::Any,
                share_in: false,
                share_out: false,
                share_held: false,
                held_may_move: false,
                moved_may_hold: false,
                one_sphere: true,
                all_one_type: false,
                all_needs_one: false,
                all_alone: false,
                all_spares_held: false,
                exactly: false,
                repeatedly: false,
                idle: false,
                movements_first: false,
            },
            needed: true,
            into: true,
            out: true,
            hold: true,
            all: true,
            x_least: 0,
            one_x: true,
            declared: true,
            largest: true,
            kept_apart: false,
            kept_may_end: false,
        }
    }

    /// Whether an entry is demanded.
    pub fn demands(&self, entry: &Entry) -> bool {
        match entry.kind {
            EntryKind::In => self.into,
            EntryKind::Out => self.out,
            EntryKind::Hold => self.hold,
        }
    }
}
