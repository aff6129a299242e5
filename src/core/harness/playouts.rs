//! Statistics of playouts: how long matches are, how they end, and who wins them.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;

use crate::kernel::{Halt, Played, Playouts, Policy};

/// A share of matches, with the interval in which the true share lies in 95 of 100 cases (Wilson's).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    /// The number of matches that count.
    pub count: usize,
    /// The number of matches in all.
    pub of: usize,
    /// The lower end of the interval, from 0 to 1.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Share {
    /// `count` of `of` matches; if there are no matches, the interval is from 0 to 1.
    pub fn new(count: usize, of: usize) -> Self {
        if of == 0 {
            return Self { count, of, low: 0.0, high: 1.0 };
        }
        let (n, z) = (of as f64, 1.96f64);
        let share = count as f64 / n;
        let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        let (middle, whole) = (share + z * z / (2.0 * n), 1.0 + z * z / n);
        Self { count, of, low: ((middle - spread) / whole).max(0.0), high: ((middle + spread) / whole).min(1.0) }
    }
}

/// The most actions in a match, unless another bound is given. A match that goes on longer is endless.
pub const MOST_ACTIONS: u32 = 8_000;

/// How numbers are spread, such as the lengths of matches in actions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lengths {
    /// The shortest.
    pub least: usize,
    /// The first quartile.
    pub quarter: usize,
    /// The median.
    pub median: usize,
    /// The third quartile.
    pub three_quarters: usize,
    /// The longest.
    pub most: usize,
}

impl Lengths {
    fn of(mut actions: Vec<usize>) -> Self {
        actions.sort_unstable();
        let at = |part: usize| actions.get((actions.len().saturating_sub(1)) * part / 4).copied().unwrap_or(0);
        Self { least: at(0), quarter: at(1), median: at(2), three_quarters: at(3), most: at(4) }
    }
}

/// A summary of matches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The number of matches.
    pub matches: usize,
    /// How long the matches were, among those that ended.
    pub lengths: Lengths,
    /// The matches that did not end within the bound.
    pub endless: Share,
    /// The matches that nobody won.
    pub drawn: Share,
    /// For each clause, the matches that the clause ended.
    pub by_clause: BTreeMap<String, Share>,
    /// For each player, the share won of the matches that the player took part in and somebody won.
    pub won: Vec<Share>,
    /// Among the matches that somebody won, those won by the player who acted first.
    pub first: Share,
    /// When the things happened whose timing a designer wants to know.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub moments: BTreeMap<&'static str, Moments>,
}

/// The time of something that happens in matches, such as the number of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Moments {
    /// How often it happened, for each time.
    pub times: BTreeMap<u32, usize>,
    /// How these times are spread.
    pub spread: Lengths,
}

impl Moments {
    /// For each thing that happened in these matches, when it did.
    fn of(played: &[Played]) -> BTreeMap<&'static str, Self> {
        let mut found: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
        for (what, when) in played.iter().flat_map(|one| &one.moments) {
            found.entry(what).or_default().push(*when as usize);
        }
        let moments = |all: Vec<usize>| {
            let mut times = BTreeMap::new();
            for when in &all {
                *times.entry(*when as u32).or_insert(0) += 1;
            }
            Self { times, spread: Lengths::of(all) }
        };
        found.into_iter().map(|(what, all)| (what, moments(all))).collect()
    }
}

impl Summary {
    /// Sums up these matches between this many players.
    pub fn of(players: usize, played: &[Played]) -> Self {
        let all = played.len();
        let count = |fits: &dyn Fn(&Played) -> bool| played.iter().filter(|one| fits(one)).count();
        let winners = |one: &Played| one.winners.clone().unwrap_or_default();
        let decided = count(&|one| !winners(one).is_empty());
        let won = |player: usize| {
            let with = count(&|one| one.players > player && !winners(one).is_empty());
            Share::new(count(&|one| winners(one).contains(&player)), with)
        };
        let mut by_clause: BTreeMap<String, Share> = BTreeMap::new();
        for clause in played.iter().filter_map(|one| one.clause.as_ref()) {
            let share = || Share::new(count(&|one| one.clause.as_ref() == Some(clause)), all);
            by_clause.entry(clause.clone()).or_insert_with(share);
        }
        Self {
            matches: all,
            lengths: Lengths::of(played.iter().filter(|one| one.winners.is_some()).map(|one| one.actions).collect()),
            endless: Share::new(count(&|one| one.winners.is_none()), all),
            drawn: Share::new(count(&|one| one.winners.as_ref().is_some_and(Vec::is_empty)), all),
            by_clause,
            won: (0..players.max(played.iter().map(|one| one.players).max().unwrap_or(0))).map(won).collect(),
            first: Share::new(count(&|one| winners(one).contains(&one.first)), decided),
            moments: Moments::of(played),
        }
    }
}

/// Plays matches in parallel, with consecutive seeds from `seed` on, and calls `done` after each.
///
/// # Errors
/// If a match could not go on. The error is its seed and why.
pub fn play(
    playouts: &dyn Playouts,
    policies: &[Policy],
    (matches, seed): (usize, u64),
    most: usize,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Played>, (u64, Halt)> {
    let one = |number: usize| {
        let seed = seed.wrapping_add(number as u64);
        let played = playouts.play(seed, policies, most).map_err(|halt| (seed, halt));
        done();
        played
    };
    (0..matches).into_par_iter().map(one).collect()
}

/// A greedy player has to win at least this many times as often as by chance for its figures to mean anything.
pub const MARGIN: f64 = 1.2;

/// How a greedy player does against random players.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Greedy {
    /// The share of decided matches that it wins.
    #[serde(flatten)]
    pub share: Share,
    /// The share that it would win by chance: between two players, half.
    pub chance: f64,
}

impl Greedy {
    /// The share that the lower end of the interval must reach for the figures to mean anything.
    pub fn margin(self) -> f64 {
        MARGIN * self.chance
    }
}

/// How a greedy player does against random players, when the greedy player takes each seat in turn.
///
/// # Errors
/// See [`play`].
pub fn greedy_against_random(
    playouts: &dyn Playouts,
    players: usize,
    (matches, seed): (usize, u64),
    most: usize,
    done: &(dyn Fn() + Sync),
) -> Result<Greedy, (u64, Halt)> {
    let (mut won, mut decided, mut chance) = (0, 0, 0.0);
    for place in 0..players {
        let mut policies = vec![Policy::Random; players];
        policies[place] = Policy::Greedy;
        let from = seed.wrapping_add((place * matches) as u64);
        let number = matches / players + usize::from(place < matches % players);
        for one in play(playouts, &policies, (number, from), most, done)? {
            let winners = one.winners.unwrap_or_default();
            // In a match of fewer players the greedy one may have no seat.
            if place < one.players && !winners.is_empty() {
                decided += 1;
                won += usize::from(winners.contains(&place));
                chance += winners.len() as f64 / one.players as f64;
            }
        }
    }
    let chance = if decided == 0 { 0.0 } else { chance / decided as f64 };
    Ok(Greedy { share: Share::new(won, decided), chance })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_the_share_and_narrows() {
        let (few, many) = (Share::new(6, 10), Share::new(600, 1000));
        assert!(few.low < 0.6 && 0.6 < few.high && many.low > few.low && many.high < few.high);
        // The figures of Wilson's interval for 6 of 10.
        assert!((few.low - 0.3127).abs() < 0.001 && (few.high - 0.8318).abs() < 0.001, "{few:?}");
        assert_eq!((Share::new(0, 0).low, Share::new(0, 0).high), (0.0, 1.0));
        assert!(Share::new(0, 5).low == 0.0 && Share::new(5, 5).high == 1.0);
    }

    #[test]
    fn matches_are_counted_by_what_they_came_to() {
        let one = |actions, first, winners: Option<&[usize]>, clause: Option<&str>| Played {
            actions,
            players: 3,
            first,
            moments: vec![("somebody falls", actions as u32)],
            winners: winners.map(<[usize]>::to_vec),
            clause: clause.map(str::to_owned),
            course: 0,
        };
        let played = [
            one(10, 0, Some(&[0]), Some("a")),
            one(20, 1, Some(&[0]), Some("b")),
            one(30, 1, Some(&[1, 2]), Some("a")),
            one(40, 0, Some(&[]), Some("c")),
            one(99, 0, None, None),
        ];
        let summary = Summary::of(3, &played);
        let counts = |share: Share| (share.count, share.of);
        assert_eq!((counts(summary.endless), counts(summary.drawn)), ((1, 5), (1, 5)));
        assert_eq!(summary.won.iter().map(|share| counts(*share)).collect::<Vec<_>>(), [(2, 3), (1, 3), (1, 3)]);
        assert_eq!(counts(summary.first), (2, 3));
        assert_eq!(counts(summary.by_clause["a"]), (2, 5));
        let fell = &summary.moments["somebody falls"];
        assert_eq!((fell.times[&10], fell.times.len(), fell.spread.median, fell.spread.most), (1, 5, 30, 99));
        assert_eq!((summary.lengths.least, summary.lengths.median, summary.lengths.most), (10, 20, 40));
    }
}
