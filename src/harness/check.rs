//! Checking a whole suite against an engine.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde_json::{Value as Json, json};

use super::engine::{Answer, Engine, Full, Reference, Request, Seen};
use super::judge::{Judged, Verdict, judge};
use super::suite::Suite;
use crate::fault::{Fault, Faults};
use crate::kernel::drive::Outcome;
use crate::scenario::Scenario;
use crate::snapshot;

/// How to check.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The readings that the engine follows, by ruling id; the defaults elsewhere.
    pub readings: BTreeMap<String, String>,
    /// Whether states are held against the reference beyond what the expressions say.
    pub compare: bool,
}

/// Checks the scenarios `ids` and judges each; `done` is told of each as it is judged.
///
/// # Errors
/// Faults of scenarios, which are bad input and no verdict on the engine.
pub fn check(
    suite: &Suite,
    engine: &dyn Engine,
    ids: &[String],
    options: &Options,
    done: &(dyn Fn(&Judged) + Sync),
) -> Result<Vec<Judged>, Faults> {
    let judged: Vec<Result<Judged, Faults>> = ids
        .par_iter()
        .map(|id| {
            let scenario = suite.scenario(id)?;
            let judged = one(suite, engine, &scenario, options)?;
            done(&judged);
            Ok(judged)
        })
        .collect();
    let mut faults = Faults::default();
    let mut all = Vec::with_capacity(judged.len());
    for result in judged {
        match result {
            Ok(judged) => all.push(judged),
            Err(found) => faults.list.extend(found.list),
        }
    }
    faults.or(all)
}

/// Checks one scenario.
///
/// # Errors
/// When the reference itself cannot run it.
pub fn one(suite: &Suite, engine: &dyn Engine, scenario: &Scenario, options: &Options) -> Result<Judged, Fault> {
    let reference = Reference::new(suite, options.readings.clone());
    let mut request = Request::new(suite, scenario);
    request.readings = request.readings_over(&options.readings);
    let broken = |reason: String| Fault::at(&scenario.source, scenario.place, reason).label("in this scenario");
    for (ruling, reading) in
        options.readings.iter().filter(|(ruling, _)| ruling.starts_with(&format!("{}.", scenario.game())))
    {
        if let Some(written) = scenario.readings.get(ruling).filter(|written| *written != reading) {
            let reason = format!("written for the reading {written} of {ruling}");
            return Ok(Judged::of(scenario, Verdict::Skipped, Some(reason)));
        }
    }
    if let Err(reason) = engine.does(&request) {
        return Ok(Judged::of(scenario, Verdict::Skipped, Some(reason)));
    }
    let full = reference.full(&request, false).map_err(broken)?;
    if !options.readings.is_empty() {
        let rules = reference.book(&request).map_err(broken)?.parameters();
        if judge(scenario, &Answer::Seen(full.seen()), rules).verdict != Verdict::Pass {
            let reason =
                "the result depends on a ruling that is read otherwise, and nothing is written for that reading";
            return Ok(Judged::of(scenario, Verdict::Unverified, Some(reason.to_owned())));
        }
    }
    let rules = reference.book(&request).map_err(broken)?.parameters();
    let answer = engine.ask(&request);
    let mut judged = judge(scenario, &answer, rules);
    if options.compare
        && judged.verdict == Verdict::Pass
        && let Answer::Seen(seen) = &answer
    {
        deviates(&full, seen, &mut judged);
    }
    Ok(judged)
}

/// Whether the reference satisfies a scenario and reproduces its snapshot: what deviates, in one line.
///
/// # Errors
/// When there is no snapshot, or the reference cannot run the scenario.
pub fn reproduced(suite: &Suite, scenario: &Scenario) -> Result<Option<String>, Fault> {
    let request = Request::new(suite, scenario);
    let full = Reference::new(suite, BTreeMap::new())
        .full(&request, false)
        .map_err(|reason| Fault::at(&scenario.source, scenario.place, reason).label("in this scenario"))?;
    let rules = suite.book(scenario.game(), &scenario.readings)?.parameters();
    if let Some(wrong) = judge(scenario, &Answer::Seen(full.seen()), rules).findings.first() {
        return Ok(Some(format!("line {} of the scenario expects {}; {}", wrong.line, wrong.expected, wrong.found)));
    }
    let now = snapshot::render(scenario, &full);
    let Ok(stored) = suite.snapshot(&scenario.id) else {
        return Ok(Some(
            "there is none yet; `cargo test --test conformance` makes one, `cargo insta review` shows it".to_owned(),
        ));
    };
    let line = now.lines().zip(stored.lines()).position(|(a, b)| a != b);
    Ok((now != stored).then(|| match line {
        Some(line) => format!(
            "line {} is «{}», was «{}»",
            line + 1,
            now.lines().nth(line).unwrap_or(""),
            stored.lines().nth(line).unwrap_or("")
        ),
        None => "it has another length".to_owned(),
    }))
}

/// Adds what deviates from the reference although every expression holds.
fn deviates(full: &Full, seen: &Seen, judged: &mut Judged) {
    let mut differs = |step: Option<usize>, expected: String, found: String| {
        judged.findings.push(super::Finding { verdict: Verdict::Differs, step, offset: 0, line: 1, expected, found });
    };
    match (full.seen(), seen) {
        (Seen::Run { initial, steps }, Seen::Run { initial: other, steps: others }) => {
            for (path, expected, found) in snapshot::diff::paths(&initial, other) {
                differs(None, format!("{path} is {expected} at first"), format!("{path} is {found}"));
            }
            for (index, (step, other)) in steps.iter().zip(others).enumerate() {
                let (Some(state), Some(seen)) = (&step.state, &other.state) else { continue };
                if step.outcome != Outcome::Accepted {
                    continue;
                }
                let of_state = snapshot::diff::paths(state, seen);
                let views = step.views.iter().zip(&other.views);
                let of_views = views
                    .flat_map(|(ours, theirs)| snapshot::diff::paths(ours, theirs))
                    .map(|(path, expected, found)| (format!("views{path}"), expected, found));
                for (path, expected, found) in of_state.into_iter().chain(of_views) {
                    differs(Some(index + 1), format!("{path} is {expected}"), format!("{path} is {found}"));
                }
                if let (Some(ours), Some(theirs)) = (&step.legal, &other.legal) {
                    for action in beyond(ours, theirs) {
                        differs(Some(index + 1), format!("{action} is legal"), "it is not among legal".to_owned());
                    }
                    for action in beyond(theirs, ours) {
                        differs(Some(index + 1), format!("{action} is not legal"), "it is among legal".to_owned());
                    }
                }
            }
        }
        // Several plans may be the least; that the figures agree is what the scenario says.
        (Seen::Plan(expected), Seen::Plan(found)) => {
            for key in ["payable", "gems", "held", "movements"] {
                let (expected, found) = (&expected[key], &found[key]);
                if expected != found && !expected.is_null() {
                    differs(None, format!("plan.{key} is {expected}"), format!("plan.{key} is {found}"));
                }
            }
        }
        _ => {}
    }
    if let Some(verdict) = judged.findings.iter().map(|f| f.verdict).max() {
        judged.verdict = verdict;
    }
}

/// What is in one list more often than in another, whatever their order.
fn beyond(list: &Json, other: &Json) -> Vec<String> {
    let all = |list: &Json| list.as_array().cloned().unwrap_or_default();
    let mut rest = all(other);
    let mut more = all(list);
    more.retain(|one| match rest.iter().position(|known| known == one) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    });
    more.iter().map(snapshot::flow).collect()
}

/// How many scenarios got each verdict.
pub fn counts(judged: &[Judged]) -> BTreeMap<Verdict, usize> {
    let mut counts = BTreeMap::new();
    for one in judged {
        *counts.entry(one.verdict).or_default() += 1;
    }
    counts
}

/// The judgements as a JSON report.
pub fn report(suite: &Suite, engine: &str, judged: &[Judged], holds: bool) -> Json {
    let counts: BTreeMap<&str, usize> = counts(judged).into_iter().map(|(v, n)| (v.word(), n)).collect();
    json!({"suite": suite.files.describe(), "engine": engine, "holds": holds, "counts": counts, "scenarios": judged})
}
