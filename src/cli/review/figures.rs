//! The figures of matches under the old and the new rules, in words and as a chart.

use std::collections::BTreeSet;

use rulebound_core::harness::playouts::{Lengths, Moments, Share, Summary};
use rulebound_core::harness::review::Played;
use rulebound_core::kernel::Policy;

use crate::playout::percent;

/// Which matches were played.
pub fn matches(played: &Played) -> String {
    let players = if played.players == Policy::Greedy { "greedy" } else { "random" };
    let count = played.old.matches;
    let matches = if count == 1 { "1 match".to_owned() } else { format!("{count} matches") };
    format!("{}, {matches} between {players} players", played.game)
}

/// What the figures are about, in sentences.
pub fn course(played: &Played) -> Vec<String> {
    let (old, new) = (&played.old, &played.new);
    let decided = |summary: &Summary| summary.matches - summary.endless.count - summary.drawn.count;
    let mut lines = vec![
        format!("{} of {} matches took another course.", played.other_course, old.matches),
        format!(
            "Never ended: {} of {} under the old rules, {} of {} under the new ones. The shares of winners are of the \
             {} and {} matches that somebody won.",
            old.endless.count,
            old.matches,
            new.endless.count,
            new.matches,
            decided(old),
            decided(new)
        ),
    ];
    if figures(played).iter().all(|figure| !figure.beyond_chance()) {
        lines.push("No figure shows a difference beyond chance.".to_owned());
    }
    lines
}

/// A figure of matches under the old and the new rules.
pub struct Figure {
    /// What it counts.
    pub what: String,
    /// In words, under either set of rules.
    pub shown: [String; 2],
    /// The share of the matches, if it is one.
    pub shares: Option<[Share; 2]>,
    /// How its numbers are spread and in how many matches, if it is a median.
    pub spreads: Option<[(Lengths, usize); 2]>,
}

impl Figure {
    /// Whether the intervals of the two shares or medians leave no room for chance.
    pub fn beyond_chance(&self) -> bool {
        let shares = self.shares.is_some_and(|[old, new]| old.high < new.low || new.high < old.low);
        let medians = self.spreads.map(|spreads| spreads.map(of_median));
        shares || medians.is_some_and(|[old, new]| old.1 < new.0 || new.1 < old.0)
    }

    /// The difference of the shares or medians in words; nothing if there is nothing to compare.
    pub fn difference(&self) -> String {
        if let Some([(old, old_count), (new, new_count)]) = self.spreads {
            return match (old.median as i64, new.median as i64) {
                _ if old_count == 0 || new_count == 0 => String::new(),
                (old, new) if old == new => "the same".to_owned(),
                (old, new) if self.beyond_chance() => format!("{:+}", new - old),
                _ => "no difference beyond chance".to_owned(),
            };
        }
        let Some([old, new]) = self.drawn() else { return String::new() };
        if old == new {
            return "the same".to_owned();
        }
        if !self.beyond_chance() {
            return "no difference beyond chance".to_owned();
        }
        let percent = |share: &Share| 100.0 * share.count as f64 / share.of.max(1) as f64;
        format!("{:+.1} points", percent(new) - percent(old))
    }

    /// The shares, if there is anything to draw.
    pub fn drawn(&self) -> Option<&[Share; 2]> {
        self.shares.as_ref().filter(|shares| shares.iter().any(|share| share.of > 0))
    }
}

/// The 95 % confidence interval of a median, as in a box plot with notches.
fn of_median((spread, count): (Lengths, usize)) -> (f64, f64) {
    let half = 1.57 * (spread.three_quarters - spread.quarter) as f64 / (count.max(1) as f64).sqrt();
    (spread.median as f64 - half, spread.median as f64 + half)
}

/// The figures of matches under both sets of rules; shares with their 95 % confidence intervals.
pub fn figures(played: &Played) -> Vec<Figure> {
    let (old, new) = (&played.old, &played.new);
    let median = |what: &str, never: &str, spreads: [(Lengths, usize); 2]| {
        let shown = spreads.map(|(spread, count)| match count {
            0 => never.to_owned(),
            _ => format!("{} ({} to {})", spread.median, spread.quarter, spread.three_quarters),
        });
        Figure { what: format!("{what}, median and middle half"), shown, shares: None, spreads: Some(spreads) }
    };
    let ended = |summary: &Summary| (summary.lengths, summary.matches - summary.endless.count);
    let mut figures = vec![median("actions", "no match ended", [ended(old), ended(new)])];
    let moments: BTreeSet<&str> = old.moments.keys().chain(new.moments.keys()).copied().collect();
    for what in moments {
        let of = |summary: &Summary| {
            let moments = summary.moments.get(what);
            // What happens several times in a match is not independent, so each match counts once at most.
            let count = |moments: &Moments| moments.times.values().sum::<usize>().min(summary.matches);
            moments.map_or((Lengths::default(), 0), |moments| (moments.spread, count(moments)))
        };
        figures.push(median(what, "never", [of(old), of(new)]));
    }
    let mut row = |what: String, old: Share, new: Share| {
        let shown = [old, new].map(|share| percent(share).trim().to_owned());
        figures.push(Figure { what, shown, shares: Some([old, new]), spreads: None });
    };
    row("won by whoever acted first".to_owned(), old.first, new.first);
    for (player, (old, new)) in old.won.iter().zip(&new.won).enumerate() {
        row(format!("won by player {player}"), *old, *new);
    }
    let none = |summary: &Summary| Share::new(0, summary.matches);
    let clauses: BTreeSet<&String> = old.by_clause.keys().chain(new.by_clause.keys()).collect();
    for clause in clauses {
        let of = |summary: &Summary| summary.by_clause.get(clause).copied().unwrap_or_else(|| none(summary));
        row(format!("ended by {clause}"), of(old), of(new));
    }
    if old.drawn != new.drawn {
        row("won by nobody".to_owned(), old.drawn, new.drawn);
    }
    row("never ended".to_owned(), old.endless, new.endless);
    figures
}

/// The width of a chart in text.
const WIDTH: usize = 50;

/// A chart of the shares from 0 to 100 %: a dot for each, within its interval. Shares of no matches are left out.
pub fn chart(figures: &[Figure]) -> Vec<String> {
    let mut lines = Vec::new();
    let at = |part: f64| (part * (WIDTH - 1) as f64).round() as usize;
    for figure in figures {
        let Some(shares) = figure.drawn() else { continue };
        for (side, share) in ["old", "new"].into_iter().zip(shares) {
            let share_at = at(share.count as f64 / share.of.max(1) as f64);
            let mark = |column: usize| match column {
                _ if column == share_at => '●',
                _ if (at(share.low)..=at(share.high)).contains(&column) => '─',
                _ => '·',
            };
            let what = if side == "old" { figure.what.as_str() } else { "" };
            lines.push(format!("{what:<40} {side} {}", (0..WIDTH).map(mark).collect::<String>()));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_told_only_beyond_chance() {
        let figure = |old: Share, new: Share| Figure {
            what: "won".to_owned(),
            shown: Default::default(),
            shares: Some([old, new]),
            spreads: None,
        };
        let of = |count| Share::new(count, 100);
        assert_eq!(figure(of(50), of(50)).difference(), "the same");
        assert_eq!(figure(of(50), of(58)).difference(), "no difference beyond chance");
        assert_eq!(figure(of(50), of(80)).difference(), "+30.0 points");
        assert_eq!(figure(of(80), of(50)).difference(), "-30.0 points");
        assert_eq!(figure(Share::new(0, 0), Share::new(0, 0)).difference(), "");
    }

    #[test]
    fn medians_differ_if_their_intervals_are_apart() {
        let of = |median: usize, count: usize| {
            (Lengths { quarter: median - 8, median, three_quarters: median + 8, ..Lengths::default() }, count)
        };
        let difference = |old, new| {
            let spreads = Some([old, new]);
            Figure { what: String::new(), shown: Default::default(), shares: None, spreads }.difference()
        };
        assert_eq!(difference(of(79, 100), of(94, 100)), "+15");
        assert_eq!(difference(of(79, 4), of(94, 4)), "no difference beyond chance");
        assert_eq!(difference(of(79, 4), of(79, 100)), "the same");
        assert_eq!(difference(of(79, 0), of(94, 100)), "");
    }

    #[test]
    fn a_chart_has_a_dot_within_its_interval() {
        let shares = [Share { count: 1, of: 2, low: 0.25, high: 0.75 }, Share::new(0, 0)];
        let figure = Figure {
            what: "won".to_owned(),
            shown: [String::new(), String::new()],
            shares: Some(shares),
            spreads: None,
        };
        let none = Some([Share::new(0, 0); 2]);
        let nothing = Figure { what: "none".to_owned(), shown: Default::default(), shares: none, spreads: None };
        let lines = chart(&[figure, nothing]);
        assert_eq!(lines.len(), 2, "{lines:?}");
        let marks: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').next_back()).collect();
        assert_eq!(marks[0], format!("{}{}●{}{}", "·".repeat(12), "─".repeat(13), "─".repeat(12), "·".repeat(12)));
        assert_eq!(marks[1], format!("●{}", "─".repeat(49)));
        assert!(lines[0].starts_with("won ") && lines[1].starts_with("    "), "{lines:?}");
    }
}
