//! Finds the clauses that may be at fault when an engine fails scenarios.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::judge::{Judged, Verdict};

/// A clause that may be at fault.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Blame {
    /// Its id.
    pub clause: String,
    /// The number of failed scenarios that name the clause.
    pub failed: usize,
    /// The number of scenarios that name the clause.
    pub of: usize,
    /// The number of failures in which a rejection by the clause was missing, or appeared where no rejection or another
    /// one was expected.
    pub rejections: usize,
    /// The number of failed scenarios to which the clause applies, which means that it is in the reference's trace.
    pub bears_failed: usize,
    /// The number of scenarios to which the clause applies.
    pub bears_of: usize,
}

impl Blame {
    /// How likely the clause is to be at fault. The score is a sum of shares: the share that failed among the
    /// scenarios naming the clause; the share of all `failures` with a rejection by the clause; and how similar the
    /// set of failures is to the set of scenarios to which the clause applies. The last is Ochiai's coefficient, which
    /// is used in fault localisation to rank code: it is 1 if the two sets are equal, and low for a clause that also
    /// applies to most of the scenarios that pass. A clause that applies to every failure explains all failures,
    /// whatever else it applies to. So the share of failures to which the clause applies is added too, weighted by
    /// half.
    fn score(&self, failures: usize) -> f64 {
        let share = |part: usize, whole: f64| if part == 0 { 0.0 } else { part as f64 / whole };
        share(self.failed, self.of as f64 + 0.5)
            + share(self.rejections, failures as f64)
            + share(self.bears_failed, ((failures * self.bears_of) as f64).sqrt())
            + 0.5 * share(self.bears_failed, failures as f64)
    }
}

/// A clause is not listed if its score is below this share of the highest score. When each clause in both games was
/// left out of the reference in turn, the clause at fault always had at least 0.51 of the highest score.
const LEAST: f64 = 0.45;

/// The clauses that may be at fault, the likeliest first. Each failure names at least one of them. A clause that no
/// checked scenario names comes after all others.
pub fn blame(judged: &[Judged], fails: &dyn Fn(&Judged) -> bool) -> Vec<Blame> {
    let mut found: BTreeMap<&str, Blame> = BTreeMap::new();
    let mut failures = 0;
    // A scenario in which only the setup was read differently says nothing about a clause, so it counts only if there
    // is nothing else to go by.
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
    // Ties stay sorted by id, as in the map.
    list.sort_by(|(a, one), (b, other)| {
        let unnamed = (one.of == 0).cmp(&(other.of == 0));
        unnamed.then(b.total_cmp(a)).then(other.failed.cmp(&one.failed))
    });
    let likely = |(score, _): &(f64, Blame)| *score > 0.0 && *score >= LEAST * best;
    let mut kept: BTreeSet<String> = list.iter().filter(|one| likely(one)).map(|(_, one)| one.clause.clone()).collect();
    for one in judged.iter().filter(counts).filter(|one| fails(one)) {
        if !one.clauses.iter().any(|id| kept.contains(id)) {
            let first = list.iter().find(|(_, blamed)| one.clauses.contains(&blamed.clause));
            kept.extend(first.map(|(_, blamed)| blamed.clause.clone()));
        }
    }
    list.into_iter().map(|(_, one)| one).filter(|one| kept.contains(&one.clause)).collect()
}

/// How many clauses are added to a short list for the sake of failures that name none on it.
const MOST_MORE: usize = 4;

/// The first `most` of these clauses, and a few others: the first for a failure that would name none. A failure that
/// another reading explains needs none.
pub fn shortlist<'b>(
    blamed: &'b [Blame],
    judged: &[Judged],
    fails: &dyn Fn(&Judged) -> bool,
    most: usize,
) -> Vec<&'b Blame> {
    let names = |one: &Judged, blamed: &Blame| one.clauses.contains(&blamed.clause);
    let mut chosen: Vec<bool> = (0..blamed.len()).map(|at| at < most).collect();
    for one in judged.iter().filter(|one| fails(one) && one.right_under.is_empty()) {
        if chosen.iter().filter(|chosen| **chosen).count() >= most + MOST_MORE {
            break;
        }
        let mut own = (0..blamed.len()).filter(|at| names(one, &blamed[*at]));
        let first = own.next();
        if !first.into_iter().chain(own).any(|at| chosen[at])
            && let Some(first) = first
        {
            chosen[first] = true;
        }
    }
    blamed.iter().zip(chosen).filter_map(|(one, chosen)| chosen.then_some(one)).collect()
}
