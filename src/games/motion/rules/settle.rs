//! How a payment is settled: which number each X stands for, and which sustained cards in play last.

use std::ops::RangeInclusive;

use super::narrow;
use super::notation::Ask;
use super::sustained;
use super::terms::Terms;
use crate::action::Move;
use crate::demand::{Board, Count, Entry, EntryKind};
use crate::payable::{PaymentQuestion, Undecided, payable};

/// The most choices of numbers to try for one payment; a payment that needs more is left undecided.
const MOST_CHOICES: u32 = 4_000;

/// How a payment that passes is settled: the number for each card's X, and the sustained cards that last.
#[derive(Debug)]
pub struct Settled {
    /// The X of each card.
    pub x: Vec<u32>,
    /// The number of each entry, if the entries of a card have different numbers.
    pub xs: Vec<Vec<u32>>,
    /// The demands of the cards with these numbers.
    pub entries: Vec<Entry>,
    /// The sustained cards that can be kept, if not all can.
    pub lasting: Option<Vec<usize>>,
}

/// One payment in question, before the numbers for its X are known.
#[derive(Clone, Copy)]
pub struct PaymentCase<'a> {
    /// The demands of each card.
    pub asks: &'a [Vec<Ask>],
    /// The demands of the sustained cards in play.
    pub kept: &'a [(usize, Vec<Entry>)],
    /// The X declared for each card.
    pub declared: &'a [Option<u32>],
    /// The gems before the payment.
    pub board: &'a Board,
    /// The movements declared.
    pub moves: &'a [Move],
}

impl PaymentCase<'_> {
    /// How the payment can be made under `terms`. The X of the first card is as large as possible, then the X of the
    /// next; if a card has several numbers, the number for its first entry is as large as possible, then the number
    /// for the next.
    ///
    /// # Errors
    /// If the payment is too large to decide.
    pub fn settle(&self, terms: &Terms) -> Result<Option<Settled>, Undecided> {
        let numbers = self.numbers(terms);
        let largest = vec![0; self.asks.len()];
        let x = Vec::with_capacity(numbers.len());
        NumberSearch { case: self, terms, numbers, largest, x, left: MOST_CHOICES }.cards(0)
    }

    /// One number for the entries of a card that share it, and one for each entry with its own number.
    fn numbers(&self, terms: &Terms) -> Vec<XNumber> {
        let mut numbers: Vec<XNumber> = Vec::new();
        for (card, asks) in self.asks.iter().enumerate() {
            for ask in asks.iter().filter(|ask| ask.has_x()) {
                let entry = (ask.own_number || !terms.one_x).then_some(ask.index);
                let least = terms.least(ask);
                let most = self.most(terms, ask).max(least);
                match numbers.iter_mut().find(|number| (number.card, number.entry) == (card, entry)) {
                    Some(number) => number.most = number.most.min(most),
                    None => numbers.push(XNumber { card, entry, least, most }),
                }
            }
        }
        numbers
    }

    /// The largest possible X of an entry: the number of movements or gems that match it.
    fn most(&self, terms: &Terms, ask: &Ask) -> u32 {
        if !terms.demands(&ask.entry(0, 0)) {
            return self.moves.len() as u32 + self.board.0.iter().flatten().sum::<u32>();
        }
        let place = |one: &Move| if ask.kind == EntryKind::Out { one.from } else { one.to } as u8;
        let fits = |one: &&Move| ask.spheres >> place(one) & 1 == 1;
        let moved = self.moves.iter().filter(fits).count() as u32;
        let lying = || crate::demand::members(ask.spheres).filter_map(|sphere| self.board.0.get(sphere)).flatten();
        if ask.kind == EntryKind::Hold { moved + lying().sum::<u32>() } else { moved }
    }

    fn entries(&self, terms: &Terms, numbers: &[XNumber], x: &[u32]) -> Vec<Entry> {
        let number = |card, index| number_of(numbers, x, card, index);
        let mut entries: Vec<Entry> = self
            .asks
            .iter()
            .enumerate()
            .flat_map(|(card, asks)| asks.iter().map(move |ask| ask.entry(card, number(card, ask.index))))
            .filter(|entry| terms.demands(entry))
            .collect();
        if !terms.all {
            entries.iter_mut().for_each(|e| e.wants.retain(|w| w.count != Count::All));
        }
        entries
    }

    fn attempt(
        &self,
        terms: &Terms,
        numbers: &[XNumber],
        largest: &[u32],
        x: &[u32],
    ) -> Result<Option<Settled>, Undecided> {
        let entries = self.entries(terms, numbers, x);
        let kept: Vec<Entry> = self.kept.iter().flat_map(|(_, e)| e.clone()).filter(|e| terms.demands(e)).collect();
        let mut lasting = None;
        let mut paid = self.way(terms, &entries, &kept, self.moves)?;
        if paid.is_none() {
            if !terms.kept_may_end || kept.is_empty() {
                return Ok(None);
            }
            // A card ends if its gem is moved away, but not if a new entry demands the gem where it lies.
            let lying: Vec<Entry> = entries.iter().filter(|e| e.kind == EntryKind::Hold).cloned().collect();
            if self.way(terms, &lying, &kept, &[])?.is_none() {
                return Ok(None);
            }
            let pays = |kept: &[Entry]| self.way(terms, &entries, kept, self.moves).map(|way| way.is_some());
            lasting = sustained::lasting(self.kept, &terms.mode, &pays)?;
            let Some(lasting) = &lasting else { return Ok(None) };
            let kept = self.kept.iter().filter(|(at, _)| lasting.contains(at)).flat_map(|(_, e)| e.clone());
            let kept: Vec<Entry> = kept.filter(|entry| terms.demands(entry)).collect();
            paid = self.way(terms, &entries, &kept, self.moves)?;
        }
        let each = |card: usize, ask: &Ask| if ask.has_x() { number_of(numbers, x, card, ask.index) } else { 0 };
        let xs = self.asks.iter().enumerate().map(|(card, asks)| -> Vec<u32> {
            let differ = asks.iter().any(|ask| ask.has_x() && each(card, ask) != largest[card]);
            asks.iter().filter(|_| differ).map(|ask| each(card, ask)).collect()
        });
        let entries = paid.unwrap_or(entries);
        Ok(Some(Settled { xs: xs.collect(), x: largest.to_vec(), entries, lasting }))
    }

    /// The entries, with every open choice settled such that these movements pay for them.
    fn way(
        &self,
        terms: &Terms,
        entries: &[Entry],
        kept: &[Entry],
        moves: &[Move],
    ) -> Result<Option<Vec<Entry>>, Undecided> {
        let all = [entries, kept].concat();
        for way in narrow::ways(terms, Some(self.board), &all)? {
            let (entries, kept) = way.split_at(entries.len());
            let question = PaymentQuestion {
                entries,
                kept,
                kept_apart: terms.kept_apart,
                board: self.board,
                moves,
                mode: &terms.mode,
                needed: terms.needed,
            };
            if payable(&question)? {
                return Ok(Some(entries.to_vec()));
            }
        }
        Ok(None)
    }

    /// The card and index of the first entry that cannot be paid together with those before it.
    pub fn unpaid(&self, terms: &Terms) -> Option<(usize, usize)> {
        let lax = Terms { needed: false, ..terms.clone() };
        for card in 0..self.asks.len() {
            for index in 0..self.asks[card].len() {
                let mut asks: Vec<Vec<Ask>> = self.asks[..=card].to_vec();
                asks[card].truncate(index + 1);
                let case = PaymentCase { asks: &asks, ..*self };
                if matches!(case.settle(&lax), Ok(None)) {
                    return Some((card, index));
                }
            }
        }
        None
    }
}

/// A number that an X stands for.
struct XNumber {
    card: usize,
    /// The entry, if it has its own number.
    entry: Option<usize>,
    least: u32,
    most: u32,
}

/// The number of the X of an entry.
fn number_of(numbers: &[XNumber], x: &[u32], card: usize, index: usize) -> u32 {
    let find = |entry| numbers.iter().position(|number| (number.card, number.entry) == (card, entry));
    find(Some(index)).or_else(|| find(None)).map_or(0, |at| x[at])
}

/// The search for numbers with which a payment can be paid.
struct NumberSearch<'a> {
    case: &'a PaymentCase<'a>,
    terms: &'a Terms,
    numbers: Vec<XNumber>,
    /// The X of each card chosen so far: the largest of its numbers.
    largest: Vec<u32>,
    /// The numbers chosen so far.
    x: Vec<u32>,
    /// How many more choices to try.
    left: u32,
}

impl NumberSearch<'_> {
    /// Goes through the X of each card, from this one on.
    fn cards(&mut self, card: usize) -> Result<Option<Settled>, Undecided> {
        if card == self.largest.len() {
            return self.entries();
        }
        let own = || self.numbers.iter().filter(|number| number.card == card);
        let least = own().map(|number| number.least).max().unwrap_or(0);
        let most = own().map(|number| number.most).max();
        let range = match (most, self.case.declared[card].filter(|_| self.terms.declared)) {
            (None, _) => 0..=0,
            (_, Some(number)) if number < least => return Ok(None),
            (_, Some(number)) => number..=number,
            (Some(most), None) => least..=most,
        };
        for x in in_order(range, self.terms.largest) {
            self.largest[card] = x;
            if let Some(settled) = self.cards(card + 1)? {
                return Ok(Some(settled));
            }
        }
        Ok(None)
    }

    /// Goes through the choices of numbers in which the largest number of each card is the X chosen for the card.
    fn entries(&mut self) -> Result<Option<Settled>, Undecided> {
        let at = self.x.len();
        let Some(XNumber { card, least, most, .. }) = self.numbers.get(at) else { return self.attempt() };
        let (card, least, x) = (*card, *least, self.largest[*card]);
        let last = self.numbers.get(at + 1).is_none_or(|next| next.card != card);
        let reached = self.numbers.iter().zip(&self.x).any(|(other, number)| other.card == card && *number == x);
        let first = if last && !reached { x } else { least };
        let range = first..=x.min(*most);
        for number in in_order(range, self.terms.largest) {
            self.x.push(number);
            let found = self.entries()?;
            self.x.pop();
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn attempt(&mut self) -> Result<Option<Settled>, Undecided> {
        let Some(left) = self.left.checked_sub(1) else {
            return Err(Undecided("the X may stand for too many numbers; this payment is not decided".into()));
        };
        self.left = left;
        self.case.attempt(self.terms, &self.numbers, &self.largest, &self.x)
    }
}

/// Numbers in the order in which they are tried.
fn in_order(range: RangeInclusive<u32>, largest_first: bool) -> impl Iterator<Item = u32> {
    let (first, last) = (*range.start(), *range.end());
    range.map(move |number| if largest_first { first + last - number } else { number })
}
