//! How a payment is settled: the numbers that its X stand for, and which sustained cards in play last.

use std::ops::RangeInclusive;

use super::notation::Ask;
use super::sustained;
use super::terms::Terms;
use crate::action::Move;
use crate::demand::{Board, Count, Entry, EntryKind};
use crate::payable::{PaymentQuestion, Undecided, payable};

/// Most choices of numbers that are tried for one payment; one that needs more is not decided.
const MOST_CHOICES: u32 = 4_000;

/// How a payment that passes goes: the number of each card's X, the sustained cards that last.
#[derive(Debug)]
pub struct Settled {
    /// The X of each card.
    pub x: Vec<u32>,
    /// Where the entries of a card have different numbers: that of each.
    pub xs: Vec<Vec<u32>>,
    /// What the cards ask for with these numbers.
    pub entries: Vec<Entry>,
    /// Where not all can be kept: the sustained cards that are.
    pub lasting: Option<Vec<usize>>,
}

/// One payment in question, before the numbers of its X are known.
#[derive(Clone, Copy)]
pub struct PaymentCase<'a> {
    /// What each card asks for.
    pub asks: &'a [Vec<Ask>],
    /// What the sustained cards in play ask for.
    pub kept: &'a [(usize, Vec<Entry>)],
    /// The X declared for each card.
    pub declared: &'a [Option<u32>],
    /// The gems before the payment.
    pub board: &'a Board,
    /// The movements declared.
    pub moves: &'a [Move],
}

impl PaymentCase<'_> {
    /// How it can be paid under `terms`, with the largest X of the first card, then of the next; where a card has
    /// several numbers, with the largest of its first entry, then of the next.
    ///
    /// # Errors
    /// When the payment is too large to decide.
    pub fn settle(&self, terms: &Terms) -> Result<Option<Settled>, Undecided> {
        let numbers = self.numbers(terms);
        let largest = vec![0; self.asks.len()];
        let x = Vec::with_capacity(numbers.len());
        NumberSearch { case: self, terms, numbers, largest, x, left: MOST_CHOICES }.cards(0)
    }

    /// One number for the entries of a card that share it, and one for each entry with a number of its own.
    fn numbers(&self, terms: &Terms) -> Vec<XNumber> {
        let mut numbers: Vec<XNumber> = Vec::new();
        for (card, asks) in self.asks.iter().enumerate() {
            for ask in asks.iter().filter(|ask| ask.has_x()) {
                let entry = (ask.own_number || !terms.one_x).then_some(ask.index);
                let most = self.most(terms, ask).max(terms.x_least);
                match numbers.iter_mut().find(|number| (number.card, number.entry) == (card, entry)) {
                    Some(number) => number.most = number.most.min(most),
                    None => numbers.push(XNumber { card, entry, most }),
                }
            }
        }
        numbers
    }

    /// How large the X of an entry can be at most: as many movements or gems as match it.
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
        let question = self.question(terms, &entries, &kept);
        let mut lasting = None;
        if !payable(&question)? {
            if !terms.kept_may_end || kept.is_empty() {
                return Ok(None);
            }
            // A card ends when its gem is moved away, not when a new entry wants it where it lies.
            let lying: Vec<Entry> = entries.iter().filter(|e| e.kind == EntryKind::Hold).cloned().collect();
            if !payable(&PaymentQuestion { entries: &lying, moves: &[], ..question })? {
                return Ok(None);
            }
            let pays = |kept: &[Entry]| payable(&PaymentQuestion { kept, ..question });
            lasting = sustained::lasting(self.kept, &terms.mode, &pays)?;
            if lasting.is_none() {
                return Ok(None);
            }
        }
        let each = |card: usize, ask: &Ask| if ask.has_x() { number_of(numbers, x, card, ask.index) } else { 0 };
        let xs = self.asks.iter().enumerate().map(|(card, asks)| -> Vec<u32> {
            let differ = asks.iter().any(|ask| ask.has_x() && each(card, ask) != largest[card]);
            asks.iter().filter(|_| differ).map(|ask| each(card, ask)).collect()
        });
        Ok(Some(Settled { xs: xs.collect(), x: largest.to_vec(), entries, lasting }))
    }

    /// What the mathematics is asked.
    fn question<'q>(&'q self, terms: &'q Terms, entries: &'q [Entry], kept: &'q [Entry]) -> PaymentQuestion<'q> {
        PaymentQuestion {
            entries,
            kept,
            kept_apart: terms.kept_apart,
            board: self.board,
            moves: self.moves,
            mode: &terms.mode,
            needed: terms.needed,
        }
    }

    /// The card and the entry that is the first that cannot be paid beside those before it.
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
    /// The entry, where it has a number of its own.
    entry: Option<usize>,
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
    /// How many more choices are tried.
    left: u32,
}

impl NumberSearch<'_> {
    /// Goes through the X of each card from this one on.
    fn cards(&mut self, card: usize) -> Result<Option<Settled>, Undecided> {
        if card == self.largest.len() {
            return self.entries();
        }
        let own = self.numbers.iter().filter(|number| number.card == card).map(|number| number.most);
        let range = match (own.max(), self.case.declared[card].filter(|_| self.terms.declared)) {
            (None, _) => 0..=0,
            (_, Some(number)) if number < self.terms.x_least => return Ok(None),
            (_, Some(number)) => number..=number,
            (Some(most), None) => self.terms.x_least..=most,
        };
        for x in in_order(range, self.terms.largest) {
            self.largest[card] = x;
            if let Some(settled) = self.cards(card + 1)? {
                return Ok(Some(settled));
            }
        }
        Ok(None)
    }

    /// Goes through the numbers of which these X are the largest.
    fn entries(&mut self) -> Result<Option<Settled>, Undecided> {
        let at = self.x.len();
        let Some(XNumber { card, most, .. }) = self.numbers.get(at) else { return self.attempt() };
        let (card, x) = (*card, self.largest[*card]);
        let last = self.numbers.get(at + 1).is_none_or(|next| next.card != card);
        let reached = self.numbers.iter().zip(&self.x).any(|(other, number)| other.card == card && *number == x);
        let first = if last && !reached { x } else { self.terms.x_least };
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
            return Err(Undecided(
                "there are too many numbers that the X may stand for; this payment is not decided".into(),
            ));
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
