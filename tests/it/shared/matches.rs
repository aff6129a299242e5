//! Matches at random: their seeds, their readings, their cards.

#![allow(clippy::print_stderr)] // the seed and the readings of a match that fails are reported

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use rulebound::clause::{GameSpec, Ruling};
use rulebound::kernel::{Book, Game, Plays, Seeded};

use super::Table;

/// One match in this many uses the default readings; the others draw a reading for each ruling.
const BY_DEFAULT: u64 = 8;

/// The name of a reading for each ruling that does not use its default.
pub type Readings = BTreeMap<String, String>;

/// The readings for the match with a seed.
pub fn readings(spec: &GameSpec, seed: u64) -> Readings {
    if seed.is_multiple_of(BY_DEFAULT) {
        return Readings::new();
    }
    let mut dice = Seeded::new(seed ^ 0x5EED);
    let mut drawn = |ruling: &Ruling| ruling.readings.keys().nth(dice.below(ruling.readings.len())).cloned();
    spec.rulings.values().filter_map(|r| Some((r.id.clone(), drawn(r)?))).collect()
}

/// Asserts that every reading is met in the matches with these seeds, if there are enough of them.
pub fn assert_every_reading_is_met(spec: &GameSpec, seeds: Range<u64>, enough: usize) {
    let count = seeds.clone().count();
    let met: BTreeSet<_> = seeds.flat_map(|seed| readings(spec, seed)).collect();
    let every = spec.rulings.values().flat_map(|r| r.readings.keys().map(|reading| (r.id.clone(), reading.clone())));
    let missing: Vec<_> = every.filter(|reading| !met.contains(reading)).collect();
    assert!(count < enough || missing.is_empty(), "no match was played under {missing:?}");
}

/// The table of the match with a seed, and its setup. Only cards for which `used` holds are read, since reading cards is
/// much of the work.
pub fn dealt<G: Plays>(
    spec: &GameSpec,
    readings: &Readings,
    seed: u64,
    used: impl Fn(&G::Setup, &G::Card) -> bool,
) -> (Table<G>, G::Setup) {
    let book = Book::<G>::new(spec, readings, &[]).expect("the readings are there");
    let all: Vec<G::Card> =
        spec.cards.values().map(|card| serde_json::from_value(card.clone()).expect("it is a card")).collect();
    let setup = G::deal(&book, &all, &mut Seeded::new(seed));
    let cards = book.cards(all.iter().filter(|card| used(&setup, card))).expect("the cards are read");
    (Table { book, cards }, setup)
}

/// Reports which match failed, so that it can be replayed.
pub struct Told<'a, G: Game> {
    /// The seed of the match.
    pub seed: u64,
    /// Its table.
    pub table: &'a Table<G>,
}

impl<G: Game> Drop for Told<'_, G> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the match with seed {} under {:#?}", self.seed, self.table.book.reading_names);
        }
    }
}

/// The number that an environment variable holds.
pub fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// One of a list, at random.
pub fn pick<'a, V>(list: &'a [V], dice: &mut Seeded) -> Option<&'a V> {
    (!list.is_empty()).then(|| &list[dice.below(list.len())])
}
