//! Which clauses may be at fault when an engine fails scenarios.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::judge::{Judged, Verdict};

/// A clause that may be at fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Blame {
    /// Its id.
    pub clause: String,
    /// How many of the scenarios that name it failed.
    pub failed: usize,
    /// How many there are.
    pub of: usize,
    /// In how many failures a rejection by it was missing, or stood where none or another belongs.
    pub rejections: usize,
    /// How many of the scenarios that it bears on failed: those in the reference's trace of which it is.
    pub bears_failed: usize,
    /// How many there are.
    pub bears_of: usize,
}

impl Blame {
    /// How likely it is at fault, as a sum of shares: of its own scenarios, those that failed; of all `failures`,
    /// those with a rejection by it; and how alike are what failed and what it bears on. The last is the coefficient
    /// of Ochiai, which fault localisation ranks code by: it is 1 where the two are the same, and low for a clause that
    /// bears on most of what passes too. A clause that bears on every failure explains them all, however much else it
    /// bears on, and so the share of failures that it bears on counts too, by half.
    fn score(&self, failures: usize) -> f64 {
        let share = |part: usize, whole: f64| if part == 0 { 0.0 } else { part as f64 / whole };
        share(self.failed, self.of as f64)
            + share(self.rejections, failures as f64)
            + share(self.bears_failed, ((failures * self.bears_of) as f64).sqrt())
            + 0.5 * share(self.bears_failed, failures as f64)
    }
}

/// What scores less than this share of the likeliest is no place to look. Of all clauses of both games, each
/// left out of the reference in turn, the one at fault scored 0.51 of the likeliest or more.
const LEAST: f64 = 0.45;

/// The clauses that may be at fault, the likeliest first.
pub fn blame(judged: &[Judged], fails: &dyn Fn(&Judged) -> bool) -> Vec<Blame> {
    let mut found: BTreeMap<&str, Blame> = BTreeMap::new();
    let mut failures = 0;
    // A setup that is read otherwise says nothing of a clause, unless there is nothing else to go by.
    let telling = judged.iter().any(|one| fails(one) && !one.only_at_first());
    let counts = |one: &&Judged| one.verdict != Verdict::Skipped && !(telling && fails(one) && one.only_at_first());
    for one in judged.iter().filter(counts) {
        let failed = usize::from(fails(one));
        failures += failed;
        for id in &one.clauses {
            let own = found.entry(id).or_default();
            own.failed += failed;
            own.of += 1;
        }
        let rejecting: BTreeSet<&String> = one.findings.iter().flat_map(|finding| &finding.names).collect();
        for id in rejecting {
            found.entry(id).or_default().rejections += failed;
        }
        for id in &one.trace {
            let bearing = found.entry(id).or_default();
            bearing.bears_failed += failed;
            bearing.bears_of += 1;
        }
    }
    if failures == 0 {
        return Vec::new();
    }
    let named = found.into_iter().map(|(id, one)| Blame { clause: id.to_owned(), ..one });
    let mut list: Vec<(f64, Blame)> = named.map(|one| (one.score(failures), one)).collect();
    let best = list.iter().map(|(score, _)| *score).fold(0.0, f64::max);
    list.retain(|(score, _)| *score > 0.0 && *score >= LEAST * best);
    // By id where the rest is the same, as the list is already.
    list.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(other.failed.cmp(&one.failed)));
    list.into_iter().map(|(_, one)| one).collect()
}
