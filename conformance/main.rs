//! One test per scenario: `cargo test --test conformance motion/chaining` runs a chapter.
//!
//! A test demands that every `then` and outcome holds, that every clause named by the scenario is in the trace, that
//! every clause's checks hold after every accepted step, and that the result matches the snapshot.
#![forbid(unsafe_code)]
#![allow(clippy::print_stderr)] // a test binary speaks to the person who runs it

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use rulebound::expression::{Holds, Variables};
use rulebound::fault::Faults;
use rulebound::games::GAMES;
use rulebound::harness::{Answer, Finding, Full, Reference, Request, Suite, Verdict, judge};
use rulebound::kernel::drive::{Outcome, Run};
use rulebound::scenario::{Body, Scenario};
use rulebound::snapshot;
use rulebound::source::{self, Files};
use similar::{ChangeTag, TextDiff};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let suite = match Suite::open(GAMES, Files::Folder(root.clone()), None) {
        Ok(suite) => Arc::new(suite),
        Err(faults) => {
            eprintln!("{}", told(&faults));
            return ExitCode::FAILURE;
        }
    };
    let ids = match suite.ids("") {
        Ok(ids) => ids,
        Err(faults) => {
            eprintln!("{}", told(&faults));
            return ExitCode::FAILURE;
        }
    };
    let mut trials: Vec<Trial> = Vec::with_capacity(ids.len() + 1);
    for id in &ids {
        let (suite, root, id) = (Arc::clone(&suite), root.clone(), id.clone());
        trials.push(Trial::test(id.clone(), move || one(&suite, &root, &id)));
    }
    trials.push(Trial::test("every snapshot has its scenario", move || orphans(&suite)));
    // insta panics where we want a failure; the failure contains what it would print.
    std::panic::set_hook(Box::new(|_| {}));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn told(faults: &Faults) -> String {
    faults
        .list
        .iter()
        .map(|f| format!("{}{}", f.line(), f.help.as_ref().map(|h| format!("\n  {h}")).unwrap_or_default()))
        .collect::<Vec<_>>()
        .join("\n")
}

fn one(suite: &Suite, root: &Path, id: &str) -> Result<(), Failed> {
    let scenario = suite.scenario(id).map_err(|faults| told(&faults))?;
    let reference = Reference::new(suite, BTreeMap::new());
    let request = Request::new(suite, &scenario);
    let full = reference.full(&request, false)?;
    let book = reference.book(&request)?;
    let mut wrong: Vec<String> = Vec::new();

    let judged = judge(&scenario, &Answer::Seen(full.seen()), book.parameters());
    wrong.extend(judged.findings.iter().filter(|f| f.verdict != Verdict::Pass).map(|f| told_finding(&scenario, f)));
    let trace = full.trace();
    for (clause, _) in scenario.clauses.iter().filter(|(clause, _)| !trace.contains(clause.as_str())) {
        wrong.push(format!("the scenario names {clause}, which does not apply to it"));
    }
    if let Full::Run(run) = &full {
        checks(suite, &scenario, run, book.readings(), book.parameters(), &mut wrong);
    }
    if let Some(diff) = differs(root, id, &scenario, &full) {
        wrong.push(diff);
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn told_finding(scenario: &Scenario, finding: &Finding) -> String {
    let step = finding.step.map(|s| format!(" step {s}")).unwrap_or_default();
    format!(
        "{}:{}:{step}\n  expected {}\n  found    {}",
        scenario.source.name, finding.line, finding.expected, finding.found
    )
}

/// Evaluates every check of every clause after every accepted step.
fn checks(
    suite: &Suite,
    scenario: &Scenario,
    run: &Run,
    readings: &BTreeMap<String, String>,
    rules: &serde_json::Value,
    wrong: &mut Vec<String>,
) {
    let Body::Play { steps, .. } = &scenario.body else { return };
    let Ok(spec) = suite.game_spec(scenario.game()) else { return };
    let mut before = &run.initial;
    for (index, (step, done)) in steps.iter().zip(&run.steps).enumerate() {
        if done.outcome != Outcome::Accepted {
            continue;
        }
        let events = done.events_json();
        let by = serde_json::Value::from(done.by);
        let mut variables = Variables::new();
        variables.set("by", &by);
        variables.set("before", before);
        variables.set("action", &step.run.action);
        variables.set("after", &done.state);
        variables.set("events", &events);
        variables.set("rules", rules);
        for clause in spec.clauses.values() {
            let apply =
                |when: &BTreeMap<String, String>| when.iter().all(|(id, reading)| readings.get(id) == Some(reading));
            for check in clause.checks.iter().filter(|check| apply(&check.when)) {
                match check.that.holds(&variables) {
                    Holds::Yes => {}
                    Holds::No(_) => wrong.push(format!(
                        "after step {}, a check of {} is false: {}",
                        index + 1,
                        clause.id,
                        check.that.text
                    )),
                    Holds::Missing(why) | Holds::Unreadable(why) | Holds::NoTruth(why) => wrong.push(format!(
                        "after step {}, a check of {} cannot be read: {}: {why}",
                        index + 1,
                        clause.id,
                        check.that.text
                    )),
                }
            }
        }
        before = &done.state;
    }
}

/// The difference from the snapshot, or `None`. insta keeps the pending file for review.
fn differs(root: &Path, id: &str, scenario: &Scenario, full: &Full) -> Option<String> {
    let (folder, name) = id.rsplit_once('/')?;
    let text = snapshot::render(scenario, full);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root.join("snapshots").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(root.join("conformance").join(format!("{id}.yaml")));
    let same = catch_unwind(AssertUnwindSafe(|| settings.bind(|| insta::assert_snapshot!(name, text))));
    if same.is_ok() {
        return None;
    }
    let path = format!("snapshots/{id}.snap");
    let Ok(stored) = source::read_file(&root.join(&path), &path) else {
        return Some(format!("there is no snapshot {path}; review the result with `cargo insta review`:\n{text}"));
    };
    let mut diff = format!("the result differs from {path} (`cargo insta review` shows and accepts it):\n");
    for change in TextDiff::from_lines(snapshot::body(&stored.text), text.as_str()).iter_all_changes() {
        let sign = match change.tag() {
            ChangeTag::Delete => '-',
            ChangeTag::Insert => '+',
            ChangeTag::Equal => continue,
        };
        diff.push(sign);
        diff.push_str(change.value());
    }
    Some(diff)
}

fn orphans(suite: &Suite) -> Result<(), Failed> {
    let orphans = suite.orphans().map_err(|fault| fault.line())?;
    if orphans.is_empty() {
        Ok(())
    } else {
        Err(format!("these snapshots have no scenario: {}", orphans.join(", ")).into())
    }
}
