//! Checks a whole suite against an engine.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::prelude::*;
use serde_json::{Value as Json, json};

use super::engine::{Alone, Answer, Engine, Full, NotDone, Reference, Request, Seen};
use super::judge::{Deviates, Finding, Judged, Verdict, judge};
use super::large::Large;
use super::otherwise;
use super::suite::Suite;
use crate::clause::Clause;
use crate::fault::{Fault, Faults, Span};
use crate::kernel::Halted;
use crate::kernel::drive::Outcome;
use crate::scenario::Scenario;
use crate::snapshot;

/// How to check.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The readings that the engine follows, by ruling id; for other rulings, the defaults.
    pub readings: BTreeMap<String, String>,
    /// Whether to compare states with the reference, beyond what the expressions check.
    pub compare: bool,
}

/// The result of a check.
#[derive(Debug, Default)]
pub struct Checked {
    /// The judgements on all scenarios that can be run.
    pub judged: Vec<Judged>,
    /// Why the others cannot be run. Bad input says nothing about the engine.
    pub faults: Faults,
}

/// Checks scenarios, and calls `done` with each judgement as it is made. Without an engine, the reference itself is
/// checked; in that case it must also reproduce the snapshots. A scenario that cannot be run does not stop the others.
pub fn check(
    suite: &Suite,
    engine: Option<&dyn Engine>,
    scenarios: &[Scenario],
    options: &Options,
    done: &(dyn Fn(&Judged) + Sync),
) -> Checked {
    let mut judged: Vec<Result<Judged, Fault>> = std::thread::scope(|scope| {
        let large = engine.map(|_| Large::start(scope));
        let one = |scenario| {
            let judged = asked(suite, engine, scenario, options, large.as_ref())?;
            done(&judged);
            Ok(judged)
        };
        scenarios.par_iter().map(one).collect()
    });
    if let Some(engine) = engine {
        let doubtful = engine.settle();
        for (scenario, judged) in scenarios.iter().zip(&mut judged).filter(|(one, _)| doubtful.contains(&one.id)) {
            *judged = check_one(suite, Some(&Alone(engine)), scenario, options);
        }
    }
    let mut checked = Checked::default();
    for result in judged {
        match result {
            Ok(judged) => checked.judged.push(judged),
            Err(fault) => checked.faults.push(fault),
        }
    }
    checked
}

/// Checks one scenario, as [`check`] does.
///
/// # Errors
/// If the reference itself cannot run the scenario, or one of the scenario's expressions is neither true nor false.
pub fn check_one(
    suite: &Suite,
    engine: Option<&dyn Engine>,
    scenario: &Scenario,
    options: &Options,
) -> Result<Judged, Fault> {
    asked(suite, engine, scenario, options, None)
}

fn asked<'a>(
    suite: &'a Suite,
    engine: Option<&dyn Engine>,
    scenario: &'a Scenario,
    options: &Options,
    large: Option<&Large<'a>>,
) -> Result<Judged, Fault> {
    let mut request = Request::new(suite, scenario);
    request.readings = request.readings_over(&options.readings);
    let readings = request.readings.clone();
    let judged = under(suite, engine, scenario, options, request, large)?;
    let no_snapshot = !suite.has_snapshot(scenario);
    Ok(Judged { readings, no_snapshot, ..judged })
}

/// Checks a scenario under the readings of its request.
fn under<'a>(
    suite: &'a Suite,
    engine: Option<&dyn Engine>,
    scenario: &'a Scenario,
    options: &Options,
    mut request: Request,
    large: Option<&Large<'a>>,
) -> Result<Judged, Fault> {
    let reference = Reference::new(suite, options.readings.clone());
    let broken = |halted: Halted| scenario.halted(halted);
    let game = format!("{}.", scenario.game());
    for (ruling, reading) in options.readings.iter().filter(|(ruling, _)| ruling.starts_with(&game)) {
        if let Some(written) = scenario.readings.get(ruling).filter(|written| *written != reading) {
            let reason = format!("written for the reading {written} of {ruling}");
            return Ok(Judged::of(scenario, Verdict::Skipped, Some(reason)));
        }
    }
    request.omit_defaults(&suite.game_spec(scenario.game())?.rulings, &options.readings);
    if let Some(Err(NotDone { reason, lacks })) = engine.map(|engine| engine.does(&request)) {
        return Ok(Judged { lacks, ..Judged::of(scenario, Verdict::Skipped, Some(reason)) });
    }
    let full = match reference.full(&request, false) {
        Ok(full) => full,
        // What a scenario supplies or expects may not fit another reading, and then it says nothing about it.
        Err(halted) if !options.readings.is_empty() && runs_as_written(suite, scenario) => {
            let reason = format!("it cannot be run under the readings in force: {}", halted.halt);
            return Ok(Judged::of(scenario, Verdict::Unverified, Some(reason)));
        }
        Err(halted) => return Err(broken(halted)),
    };
    let book = reference.book(&request).map_err(|why| broken(why.into()))?;
    let of_reference = || judge(scenario, &Answer::Seen(full.seen()), book.parameters());
    let unverified = || {
        // Which of several readings matters is not sought; those of rulings that apply may.
        let clauses = &suite.spec.games.get(scenario.game()).map(|game| &game.clauses);
        let bears = |ruling: &str| {
            let traced = full.trace();
            let of = |id: &Arc<str>| clauses.and_then(|clauses| clauses.get(&**id));
            traced.iter().filter_map(of).any(|clause| clause.rulings.iter().any(|id| id == ruling))
        };
        let written = |ruling: &&String| ruling.starts_with(&game) && !scenario.readings.contains_key(*ruling);
        let read = options.readings.iter().filter(|(ruling, _)| written(ruling) && bears(ruling));
        let read: Vec<String> = read.map(|(ruling, reading)| format!("{ruling}={reading}")).collect();
        let by = if read.is_empty() { "another reading".to_owned() } else { read.join(" or ") };
        let reason = format!("under {by} the rules demand something else, which this scenario does not say");
        Judged::of(scenario, Verdict::Unverified, Some(reason))
    };
    if engine.is_some() && !options.readings.is_empty() && of_reference().verdict != Verdict::Pass {
        return Ok(unverified());
    }
    // A large answer is held until it has been judged.
    let (answer, held) = match engine {
        Some(engine) => engine.ask_held(&request),
        None => (Answer::Seen(full.seen()), None),
    };
    let compare = engine.is_some() && options.compare;
    let figures = suite.games.find(scenario.game())?.solver().map_or(&[][..], |solver| solver.figures);
    let judge_it = move |full: &Full| {
        let mut judged = Judged { trace: full.trace(), ..judge(scenario, &answer, book.parameters()) };
        if let (Answer::Seen(seen), true) = (&answer, compare) {
            deviates(figures, full, seen, &mut judged);
            if judged.verdict == Verdict::Failed || judged.verdict == Verdict::Differs && !judged.only_at_first() {
                judged.right_under = otherwise::accepting(suite, scenario, &request, seen, &judged.trace);
            }
        }
        judged
    };
    let mut judged = match large.filter(|_| held.is_some()) {
        None => judge_it(&full),
        Some(large) => {
            let full = full.clone();
            let judged = large.result(move || judge_it(&full));
            judged.ok_or_else(|| Fault::plain(format!("the answer to {} cannot be judged", scenario.id)))?
        }
    };
    if judged.findings.iter().any(|finding| finding.no_truth)
        && let Some(finding) = of_reference().findings.iter().find(|finding| finding.no_truth)
    {
        let place = Span { offset: finding.offset, length: finding.expected.len() };
        let fault = Fault::at(&scenario.source, place, format!("this expression {}", &finding.found["it ".len()..]));
        return Err(fault.help("compare the value with what it must be: \"state.x == 1\""));
    }
    if engine.is_none() {
        if judged.verdict != Verdict::Pass {
            return Ok(if options.readings.is_empty() { judged } else { unverified() });
        }
        // Snapshots are taken only under the readings of their scenarios.
        let deviates = if options.readings.is_empty() {
            differs(suite, scenario, &snapshot::render(scenario, &full))
        } else {
            reproduced(suite, scenario)?
        };
        if let Some(deviates) = deviates {
            judged.verdict = Verdict::Differs;
            judged.reason = Some(format!("its snapshot is not reproduced: {deviates}"));
        }
    }
    Ok(judged)
}

/// Whether the reference can run a scenario under the readings that the scenario is written for.
fn runs_as_written(suite: &Suite, scenario: &Scenario) -> bool {
    Reference::new(suite, BTreeMap::new()).full(&Request::new(suite, scenario), false).is_ok()
}

/// The first scenario that the reference does not satisfy, or whose snapshot it does not reproduce, with what
/// deviates. If the reference cannot run a scenario, that is bad input, which [`check`] reports.
pub fn not_reproduced<'a>(suite: &Suite, scenarios: &'a [Scenario]) -> Option<(&'a Scenario, String)> {
    let found = scenarios.par_iter().map(|scenario| Some((scenario, reproduced(suite, scenario).ok()??)));
    found.find_first(Option::is_some).flatten()
}

/// What deviates, in one line, if the reference does not satisfy a scenario or does not reproduce its snapshot.
fn reproduced(suite: &Suite, scenario: &Scenario) -> Result<Option<String>, Fault> {
    Ok(match rendered(suite, scenario)? {
        Ok(now) => differs(suite, scenario, &now),
        Err(wrong) => Some(format!("line {} of the scenario expects {}; {}", wrong.line, wrong.expected, wrong.found)),
    })
}

/// The snapshot of a scenario's current result, or the first finding if the reference fails it.
///
/// # Errors
/// If the reference cannot run the scenario.
pub fn rendered(suite: &Suite, scenario: &Scenario) -> Result<Result<String, Finding>, Fault> {
    let request = Request::new(suite, scenario);
    let full =
        Reference::new(suite, BTreeMap::new()).full(&request, false).map_err(|halted| scenario.halted(halted))?;
    let rules = suite.book(scenario.game(), &scenario.readings)?.parameters();
    Ok(match judge(scenario, &Answer::Seen(full.seen()), rules).findings.into_iter().next() {
        None => Ok(snapshot::render(scenario, &full)),
        Some(wrong) => Err(wrong),
    })
}

/// What deviates from the stored snapshot, in one line; `None` if nothing does or there is no snapshot.
fn differs(suite: &Suite, scenario: &Scenario, now: &str) -> Option<String> {
    let stored = match suite.snapshot(scenario) {
        Ok(stored) => stored?,
        Err(fault) => return Some(fault.line()),
    };
    let line = now.lines().zip(stored.lines()).position(|(a, b)| a != b);
    (now != stored).then(|| match line {
        Some(line) => format!(
            "line {} is \"{}\", was \"{}\"",
            line + 1,
            now.lines().nth(line).unwrap_or(""),
            stored.lines().nth(line).unwrap_or("")
        ),
        None => "its length differs".to_owned(),
    })
}

/// The most bytes of a deviating value to show.
const MOST_SHOWN: usize = 2_000;
/// The most deviations to keep for a scenario: an engine may send any number of fields.
const MOST_DEVIATIONS: usize = 500;
/// The most bytes of deviations to keep for a scenario.
const MOST_BYTES: usize = 200_000;

/// The paths at which two values deviate, with the value on each side; the second is `None` if it is left out.
type Deviations = BTreeMap<String, (Json, Option<Json>)>;

fn deviations(ours: &Json, theirs: &Json) -> Deviations {
    snapshot::diff::paths(ours, theirs).into_iter().map(|(path, ours, theirs)| (path, (ours, theirs))).collect()
}

/// Adds deviations from the reference. If an expression does not hold, adds only the deviations before the first step,
/// since later deviations are consequences. A field that is left out counts as missing, not as a deviation.
fn deviates(figures: &[&str], full: &Full, seen: &Seen, judged: &mut Judged) {
    let holds = judged.verdict == Verdict::Pass;
    let findings = &mut judged.findings;
    let (mut kept, mut shown, mut bytes) = (0, 0, 0);
    let mut add = |verdict: Verdict, step: Option<usize>, path: &str, deviates, expected: String, found: String| {
        kept += 1;
        bytes += path.len() + expected.len() + found.len();
        if kept <= MOST_DEVIATIONS && bytes <= MOST_BYTES {
            shown += 1;
            let finding = Finding::new(verdict, step, 0, path, expected, found);
            findings.push(Finding { deviates, ..finding });
        }
    };
    let mut differs = |step: Option<usize>, at: &str, when: Deviates, deviations: Deviations| {
        for (path, (expected, found)) in deviations {
            let path: String = format!("{at}{path}").chars().take(MOST_SHOWN).collect();
            let first = if when == Deviates::AtFirst { " before the first step" } else { "" };
            let expected = match (&expected, &found) {
                (Json::Null, Some(Json::Object(_) | Json::Array(_))) => format!("{path} is null or unknown{first}"),
                _ => format!("{path} is {}{first}", snapshot::flow_at_most(&expected, MOST_SHOWN)),
            };
            let (verdict, found) = match found {
                Some(found) => (Verdict::Differs, format!("{path} is {}", snapshot::flow_at_most(&found, MOST_SHOWN))),
                None => (Verdict::Partial, format!("{path} is missing")),
            };
            add(verdict, step, &path, Some(when), expected, found);
        }
    };
    match (full.seen(), seen) {
        (Seen::Run { initial, steps }, Seen::Run { initial: other, steps: others }) => {
            let mut standing = deviations(&initial, other);
            differs(None, "", Deviates::AtFirst, standing.clone());
            let steps = if holds { steps.as_slice() } else { &[] };
            for (index, (step, other)) in steps.iter().zip(others).enumerate() {
                let (Some(state), Some(seen)) = (&step.state, &other.state) else { continue };
                if step.outcome != Outcome::Accepted {
                    continue;
                }
                let number = Some(index + 1);
                // A deviation that began at an earlier step is reported once.
                let now = deviations(state, seen);
                let mut fresh = now.clone();
                fresh.retain(|path, values| standing.get(path) != Some(values));
                differs(number, "", Deviates::Later, fresh);
                standing = now;
                if let (Some(ours), Some(theirs)) = (&step.views, &other.views) {
                    // Wherever the state deviates, the view does too, so report only the other deviations in the view.
                    let mut seen = deviations(ours, theirs);
                    let of_state = |path: &str| path.split_once("].").and_then(|(_, path)| standing.get(path));
                    seen.retain(|path, values| of_state(path) != Some(values));
                    differs(number, "views", Deviates::Later, seen);
                }
            }
            for (index, (step, other)) in steps.iter().zip(others).enumerate() {
                let (Some(ours), Some(theirs)) = (&step.legal, &other.legal) else { continue };
                let number = Some(index + 1);
                for action in surplus(ours, theirs) {
                    let found = "it is not in `legal`".to_owned();
                    add(Verdict::Differs, number, "legal", None, format!("{action} is legal"), found);
                }
                for action in surplus(theirs, ours) {
                    let found = "it is in `legal`".to_owned();
                    add(Verdict::Differs, number, "legal", None, format!("{action} is not legal"), found);
                }
            }
        }
        // Several plans may be minimal, so only the figures have to agree.
        (Seen::Plan(expected), Seen::Plan(found)) if holds => {
            let only = |plan: &Json| -> Json {
                let figures = figures.iter();
                figures.filter_map(|key| Some(((*key).to_owned(), plan.get(*key)?.clone()))).collect()
            };
            differs(None, "plan.", Deviates::Later, deviations(&only(&expected), &only(found)));
        }
        _ => {}
    }
    if kept > shown {
        let expected = "no deviations".to_owned();
        let found = format!("{} more, not reported", kept - shown);
        judged.findings.push(Finding::new(Verdict::Differs, None, 0, "state", expected, found));
    }
    if let Some(verdict) = judged.findings.iter().map(|f| f.verdict).max() {
        judged.verdict = verdict;
    }
}

/// The items that one list contains more times than the other, in any order.
fn surplus(list: &Json, other: &Json) -> Vec<String> {
    let mut rest: HashMap<&Json, usize> = HashMap::new();
    entries(other).iter().for_each(|one| *rest.entry(one).or_default() += 1);
    let mut more = entries(list).to_vec();
    more.retain(|one| match rest.get_mut(one).filter(|left| **left > 0) {
        Some(left) => {
            *left -= 1;
            false
        }
        None => true,
    });
    more.iter().map(|one| snapshot::flow_at_most(one, MOST_SHOWN)).collect()
}

fn entries(list: &Json) -> &[Json] {
    list.as_array().map_or(&[], Vec::as_slice)
}

/// The number of scenarios with each verdict.
pub fn counts(judged: &[Judged]) -> BTreeMap<Verdict, usize> {
    let mut counts = BTreeMap::new();
    for one in judged {
        *counts.entry(one.verdict).or_default() += 1;
    }
    counts
}

/// The judgements as a JSON report, in which every finding contains everything that a tool needs.
pub fn report(suite: &Suite, engine: &str, judged: &[Judged], holds: bool) -> Json {
    let counts: BTreeMap<&str, usize> = counts(judged).into_iter().map(|(v, n)| (v.word(), n)).collect();
    let scenarios: Vec<Json> = judged.iter().map(|one| with_texts(suite, one)).collect();
    json!({"suite": suite.files.describe(), "engine": engine, "holds": holds, "counts": counts, "scenarios": scenarios})
}

/// Adds to every finding of a judgement its file, its clauses with their texts, and the readings in use.
fn with_texts(suite: &Suite, judged: &Judged) -> Json {
    let mut told = json!(judged);
    let file = &judged.file;
    for (finding, known) in told["findings"].as_array_mut().into_iter().flatten().zip(&judged.findings) {
        let ids = if known.names.is_empty() { &judged.clauses } else { &known.names };
        let clauses: Vec<&Clause> = ids.iter().filter_map(|id| suite.spec.clause(id)).collect();
        let rulings = suite.game_spec(judged.id.split('/').next().unwrap_or_default()).map(|spec| &spec.rulings);
        let bear = clauses.iter().flat_map(|clause| &clause.rulings);
        let mut readings: BTreeMap<&String, &String> =
            bear.filter_map(|id| Some((id, &rulings.as_ref().ok()?.get(id)?.default))).collect();
        readings.extend(&judged.readings);
        let clauses: Vec<Json> = clauses.iter().map(|c| json!({"id": c.id, "text": c.text})).collect();
        finding["file"] = json!(file);
        finding["scenario"] = json!(judged.id);
        finding["clauses"] = json!(clauses);
        finding["readings"] = json!(readings);
    }
    told
}
