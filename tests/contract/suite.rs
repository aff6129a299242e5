//! The suite of the test game as a whole: it is loaded, run, judged, compared with its snapshots and covered.

use std::collections::BTreeMap;
use std::path::Path;

use rulebound_core::clause::{Origin, lines, lock};
use rulebound_core::expression::{Holds, Variables};
use rulebound_core::harness::{Full, Reference, Request, Suite, Verdict, cover};
use rulebound_core::kernel::drive::Outcome;
use rulebound_core::scenario::{Body, Scenario};
use rulebound_core::snapshot;

use crate::grove;
use crate::table::{judged, root, suite};

/// Set this variable to rewrite the snapshots, the lock of the digests and the coverage. Read each file before you
/// keep it.
const WRITE: &str = "GROVE_WRITE";

/// Compares a text with a file, or writes it.
fn same_as(path: &Path, text: &str) -> Result<(), String> {
    if std::env::var_os(WRITE).is_some() {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| error.to_string())?;
        }
        return std::fs::write(path, format!("{text}\n")).map_err(|error| error.to_string());
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    if snapshot::body(&stored) == text.trim_end() {
        return Ok(());
    }
    let line = stored.lines().zip(text.lines()).position(|(stored, now)| stored != now);
    Err(format!("{} is not reproduced, line {line:?}; set {WRITE}=1 to rewrite it", path.display()))
}

fn full(suite: &Suite, scenario: &Scenario) -> Full {
    let reference = Reference::new(suite, BTreeMap::new());
    let full = reference.full(&Request::new(suite, scenario), false);
    full.unwrap_or_else(|halted| panic!("{}", scenario.halted(halted).line()))
}

#[test]
fn every_scenario_holds_and_its_clauses_apply() {
    let suite = suite();
    let ids = suite.ids("").unwrap();
    assert!(ids.len() > 30, "{} scenarios", ids.len());
    for id in &ids {
        let judged = judged(&suite, id);
        assert!(matches!(judged.verdict, Verdict::Pass | Verdict::Differs), "{id}: {:#?}", judged.findings);
        let scenario = suite.scenario(id).unwrap();
        for (clause, _) in &scenario.clauses {
            assert!(judged.trace.contains(clause.as_str()), "{id} names {clause}, which does not apply to it");
        }
    }
}

#[test]
fn every_snapshot_is_reproduced_and_has_its_scenario() {
    let suite = suite();
    let mut wrong = Vec::new();
    for id in suite.ids("").unwrap() {
        let scenario = suite.scenario(&id).unwrap();
        let text = snapshot::render(&scenario, &full(&suite, &scenario));
        wrong.extend(same_as(&root().join(format!("snapshots/{id}.snap")), &text).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(suite.orphans().unwrap(), Vec::<String>::new());
}

#[test]
fn every_check_holds_after_every_accepted_step() {
    let suite = suite();
    suite.check_clauses("grove").unwrap_or_else(|faults| panic!("{}", crate::table::told(&faults)));
    let spec = suite.game_spec("grove").unwrap();
    for id in suite.ids("").unwrap() {
        let scenario = suite.scenario(&id).unwrap();
        let (Full::Run(run), Body::Play { steps, .. }) = (full(&suite, &scenario), &scenario.body) else { continue };
        let rules = suite.book("grove", &scenario.readings).unwrap().parameters();
        let mut before = &run.initial;
        for (step, done) in steps.iter().zip(&run.steps).filter(|(_, done)| done.outcome == Outcome::Accepted) {
            let events = done.events_json();
            let mut variables = Variables::new();
            let values = [("before", &**before), ("after", &*done.state), ("action", &step.run.action)];
            values.into_iter().chain([("events", &events), ("rules", rules)]).for_each(|(n, v)| variables.set(n, v));
            for (clause, check) in spec.clauses.values().flat_map(|c| c.checks.iter().map(move |check| (c, check))) {
                assert_eq!(check.that.holds(&variables), Holds::Yes, "{id}: {} {}", clause.id, check.that.text);
            }
            before = &done.state;
        }
    }
}

#[test]
fn every_line_of_the_document_is_claimed_and_every_digest_is_right() {
    let suite = suite();
    let spec = suite.game_spec("grove").unwrap();
    let path = root().join("documents").join(&spec.rulebook.document.file);
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(lines::hash(&text), spec.rulebook.document.sha256);
    let clauses = spec.clauses.values().map(|c| (&c.id, &c.origin, &c.digest));
    let rulings = spec.rulings.values().map(|r| (&r.id, &r.origin, &r.digest));
    let (mut claimed, mut wrong) = (Vec::new(), Vec::new());
    for (id, origin, digest) in clauses.chain(rulings) {
        let Origin::Lines(cited) = origin else { panic!("{id} cites no lines") };
        let right = lines::digest(&text, cited).unwrap();
        if digest.as_ref() != Some(&right) {
            wrong.push(format!("{id}: the digest of lines {cited} is {right}"));
        }
        claimed.extend(lines::parse(cited).unwrap());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Some headings are cited together with the lines below them.
    let heading = |line: &str| line.chars().all(|c| c.is_uppercase() || c == ' ');
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !heading(line)) {
        assert!(claimed.contains(&(index + 1)), "no clause cites line {}: {line}", index + 1);
    }
}

#[test]
fn the_code_cites_the_clauses_of_the_spec_and_the_lock_has_them() {
    let suite = suite();
    let spec = suite.game_spec("grove").unwrap();
    let mut cited: Vec<String> = Vec::new();
    for chapter in grove::game().chapters() {
        cited.extend(chapter.slugs.iter().map(|slug| format!("grove.{}.{slug}", chapter.name)));
    }
    assert_eq!(cited, spec.clauses.keys().cloned().collect::<Vec<_>>());
    let hashes = lock::hashes(&suite.spec);
    same_as(&root().join(lock::PATH), lock::render(&hashes).trim_end()).unwrap();
    let locked = suite.files.read(lock::PATH).unwrap();
    assert_eq!(lock::differences(&locked.text, &hashes), Vec::<String>::new());
}

#[test]
fn cover_has_no_gap() {
    let suite = suite();
    let cover = cover::cover(&suite, grove::game(), "").unwrap_or_else(|f| panic!("{}", crate::table::told(&f)));
    assert_eq!(cover.gaps(), Vec::<String>::new());
    same_as(&root().join("snapshots/grove/coverage.snap"), &cover::render(&cover)).unwrap();
}
