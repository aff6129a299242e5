//! Finds the clauses that may be at fault when an engine fails scenarios.

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
    /// How many scenarios name it.
    pub of: usize,
    /// In how many failures a rejection by it was missing, or appeared where no rejection or another one belongs.
    pub rejections: usize,
    /// How many of the scenarios that it applies to failed: those whose trace, by the reference, contains it.
    pub bears_failed: usize,
    /// How many scenarios it applies to.
    pub bears_of: usize,
}

impl Blame {
    /// How likely the clause is at fault, as a sum of shares: of the scenarios that name it, those that failed; of all
    /// `failures`, those with a rejection by it; and how similar the failures are to the scenarios that it applies to.
    /// The last is Ochiai's coefficient, by which fault localisation ranks code: it is 1 if the two sets are equal,
    /// and low for a clause that also applies to most scenarios that pass. A clause that applies to every failure
    /// explains them all, whatever else it applies to, so the share of failures that it applies to counts too, by
    /// half.
    fn score(&self, failures: usize) -> f64 {
        let share = |part: usize, whole: f64| if part == 0 { 0.0 } else { part as f64 / whole };
        share(self.failed, self.of as f64)
            + share(self.rejections, failures as f64)
            + share(self.bears_failed, ((failures * self.bears_of) as f64).sqrt())
            + 0.5 * share(self.bears_failed, failures as f64)
    }
}

/// Clauses that score less than this share of the likeliest are not listed. When each clause of both games was left
/// out of the reference in turn, the one at fault scored at least 0.51 of the likeliest.
const LEAST: f64 = 0.45;

/// The clauses that may be at fault, the likeliest first.
pub fn blame(judged: &[Judged], fails: &dyn Fn(&Judged) -> bool) -> Vec<Blame> {
    let mut found: BTreeMap<&str, Blame> = BTreeMap::new();
    let mut failures = 0;
    // A setup that is read differently says nothing about a clause, unless there is nothing else to go by.
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
    // Ties stay sorted by id, as in the map.
    list.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(other.failed.cmp(&one.failed)));
    list.into_iter().map(|(_, one)| one).collect()
}
