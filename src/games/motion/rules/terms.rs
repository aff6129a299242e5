//! The terms of a payment. Every chapter sets some of them.

use super::notation::{Ask, Number};
use crate::demand::{Chain, Count, Entry, EntryKind, Mode, Set};

/// Which sorts of demand a payment has, so that only clauses that apply to it are traced.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sorts {
    /// Letters that ask for a movement in.
    pub into: usize,
    /// Letters that ask for a movement out.
    pub out: usize,
    /// Letters that ask for a held gem, including the letters of sustained cards.
    pub hold: usize,
    /// Letters of sustained cards that ask for a held gem.
    pub kept: usize,
    /// Letters with an `A`.
    pub all: usize,
    /// Entries with an X.
    pub x: usize,
    /// Entries with a lone capital.
    pub lone: usize,
    /// Entries in which a class letter is repeated or has an X.
    pub repeated: usize,
    /// Entries with a class of spheres.
    pub spread: usize,
    /// Whether only one card is paid for, and no sustained card is in play.
    pub alone: bool,
    /// Whether a card has several entries of one kind.
    pub twice: bool,
    /// Whether a card that is played together with others demands movements and stays in play.
    pub staying: bool,
}

impl Sorts {
    /// The sorts of demand in the cards that are played and in the entries that are kept.
    pub fn of<'a>(cards: impl Iterator<Item = &'a [Ask]>, kept: &[Entry], in_play: usize) -> Self {
        let mut sorts = Self::default();
        let (mut count, mut any_twice) = (0, false);
        let twice = |asks: &[Ask]| (1..asks.len()).any(|at| asks[..at].iter().any(|ask| ask.kind == asks[at].kind));
        for ask in cards.inspect(|asks| (count, any_twice) = (count + 1, any_twice || twice(asks))).flatten() {
            sorts.staying |= ask.stays && ask.kind != EntryKind::Hold;
            let letters = ask.wants.len() + usize::from(ask.has_x());
            match ask.kind {
                EntryKind::In => sorts.into += letters,
                EntryKind::Out => sorts.out += letters,
                EntryKind::Hold => sorts.hold += letters,
            }
            sorts.all += ask.wants.iter().filter(|(_, n)| *n == Number::All).count();
            sorts.x += usize::from(ask.has_x());
            sorts.lone += usize::from(ask.own_number);
            let class = |(elements, number): &(Set, Number)| elements.count_ones() > 1 && *number != Number::All;
            let again = |want: &(Set, Number)| {
                want.1 == Number::X || ask.wants.iter().filter(|other| other.0 == want.0).count() > 1
            };
            sorts.repeated += usize::from(ask.wants.iter().any(|want| class(want) && again(want)));
            sorts.spread += usize::from(ask.spheres.count_ones() > 1);
        }
        sorts.spread += kept.iter().filter(|e| e.spheres.count_ones() > 1).count();
        sorts.all += kept.iter().flat_map(|e| &e.wants).filter(|w| w.count == Count::All).count();
        sorts.kept = kept.iter().map(|e| e.wants.len()).sum();
        sorts.hold += sorts.kept;
        sorts.alone = count == 1 && in_play == 0;
        sorts.staying &= count > 1;
        let again = |at: usize| kept[..at].iter().any(|entry| entry.card == kept[at].card && !entry.is(&kept[at]));
        sorts.twice = any_twice || (1..kept.len()).any(again);
        sorts
    }
}

/// The terms of a payment.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The terms that the mathematics takes into account.
    pub mode: Mode,
    /// Whether every movement must serve an entry.
    pub needed: bool,
    /// Whether in-entries are demanded.
    pub into: bool,
    /// Whether out-entries are demanded.
    pub out: bool,
    /// Whether hold entries are demanded.
    pub hold: bool,
    /// Whether `A` is demanded.
    pub all: bool,
    /// The least number for an X, if there is one.
    pub x_least: u32,
    /// The least number of a lone capital.
    pub lone_least: u32,
    /// Whether `lone_least` is its own number rather than the number of an X.
    pub lone_own: bool,
    /// The gems of a repeated class letter are of one element.
    pub one_element: bool,
    /// An `A` takes a sphere that contains matching gems, if there is one.
    pub with_gems: bool,
    /// Whether every X of a card has the same number.
    pub one_x: bool,
    /// Whether a declared number is the number that is used.
    pub declared: bool,
    /// Whether an undeclared number is the largest number that is paid for; otherwise it is the least.
    pub largest: bool,
    /// Whether sustained cards are judged separately from the cards played.
    pub kept_apart: bool,
    /// Whether a sustained card ends when its gem leaves; otherwise the payment is refused.
    pub kept_may_end: bool,
}

impl Terms {
    /// The least number of the X of an entry.
    pub fn least(&self, ask: &Ask) -> u32 {
        if ask.own_number { self.lone_least } else { self.x_least }
    }

    /// The terms of a fight with these elements, before any chapter has added to them.
    pub fn unsaid(elements: Set) -> Self {
        Self {
            mode: Mode {
                elements,
                spheres: elements,
                self_move: false,
                chain: Chain::Any,
                stay_apart: false,
                share_in: false,
                share_out: false,
                share_held: false,
                share_own: false,
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
            lone_least: 0,
            lone_own: false,
            one_element: false,
            with_gems: false,
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
