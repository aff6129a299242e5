//! Engines over the protocol: the reference passes, and broken engines lead to a single message.

#![allow(clippy::print_stderr)] // a notice to the person who runs the tests

use std::process::{Command, Output};

use serde_json::Value as Json;

use crate::shared;

pub fn rulebound() -> String {
    env!("CARGO_BIN_EXE_rulebound").to_owned()
}

pub fn checked(engine: &str, more: &[&str]) -> Output {
    Command::new(rulebound())
        .args(["check", "--engine", engine])
        .args(more)
        .current_dir(shared::root())
        .output()
        .expect("the command runs")
}

pub fn report(output: &Output) -> Json {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn the_reference_passes_over_the_pipe() {
    let done = checked(&format!("{} engine", rulebound()), &["--format", "json"]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let report = report(&done);
    assert_eq!(report["counts"].as_object().unwrap().len(), 1, "{}", report["counts"]);
    assert!(report["counts"]["pass"].as_u64().unwrap() > 300);
}

#[test]
fn the_starter_engines_in_python_pass() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("notice: there is no python3, so the starter engines are not checked");
        return;
    }
    for (game, least) in [("motion", 300), ("combo", 600)] {
        let engine = format!("python3 conformance/engines/python/{game}.py");
        let done = checked(&engine, &["--game", game, "--strict-clauses", "--format", "json"]);
        assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
        let counts = report(&done)["counts"].clone();
        // One engine follows every reading; the other follows the default readings and skips the rest.
        assert!(
            counts.as_object().unwrap().keys().all(|verdict| verdict == "pass" || verdict == "skipped"),
            "{counts}"
        );
        assert!(counts["pass"].as_u64().unwrap() > least, "{counts}");
    }
}

#[test]
fn an_engine_of_another_reading_is_held_to_what_is_written_for_it() {
    let done = checked(&format!("{} engine --reading internal=with-spirit", rulebound()), &["--format", "json"]);
    let report = report(&done);
    assert_eq!(done.status.code(), Some(0), "{}", report["counts"]);
    let of = |verdict: &str| report["counts"][verdict].as_u64().unwrap_or(0);
    assert!(of("skipped") > 0 && of("unverified") > 0 && of("pass") > 100, "{}", report["counts"]);
    let spirit =
        report["scenarios"].as_array().unwrap().iter().find(|s| s["id"] == "motion/letters/spirit-letter-refused");
    assert!(spirit.is_none_or(|s| s["verdict"] != "pass"));
}

#[test]
fn an_engine_that_follows_any_reading_is_asked_for_the_one_that_is_chosen() {
    let chosen = ["--game", "motion", "--reading", "internal=with-spirit", "--format", "json"];
    let done = checked(&format!("{} engine", rulebound()), &chosen);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let counts = report(&done)["counts"].clone();
    assert!(counts["pass"].as_u64().unwrap() > 300 && counts["failed"].is_null(), "{counts}");
}

#[test]
fn an_engine_is_not_taken_for_one_of_another_reading_than_it_says() {
    let own = r#"\"readings\":{\"motion.rulings.internal\":\"with-spirit\"},\"features\""#;
    let hello = HELLO.replace(r#"\"features\""#, own);
    let engine = answering(&format!("read x; echo \"{hello}\"; while read x; do :; done"));
    let done = checked(&engine, &["--game", "motion", "--reading", "internal=with-lightning"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{told}");
    assert!(told.contains("motion.rulings.internal as with-spirit"), "{told}");
}

/// If an engine follows another reading than it declares, a failure reports which reading that is.
#[test]
fn a_failure_that_another_reading_accepts_tells_of_it() {
    let reading = "motion.rulings.entries-of-one-card=different-cards";
    // This engine neither declares its reading nor says that it takes readings from requests.
    let silent = r#"sed -u 's/"readings":{[^}]*},//g; s/"readings",//g'"#;
    let engine = format!("{} engine --reading {reading} | {silent}", rulebound());
    let scenarios = ["motion/chaining", "motion/activation"];
    let report = report(&checked(&engine, &[&scenarios[..], &["--format", "json"]].concat()));
    let failed: Vec<&Json> =
        report["scenarios"].as_array().unwrap().iter().filter(|one| one["verdict"] == "failed").collect();
    assert!(!failed.is_empty(), "{}", report["counts"]);
    for one in failed {
        assert!(one["right_under"].as_array().is_some_and(|list| list.contains(&reading.into())), "{one}");
    }
    let told = String::from_utf8(checked(&engine, &scenarios).stdout).unwrap();
    assert!(told.contains(&format!("it would be right under {reading}")), "{told}");
    let first = told.split("an engine says in `initialize` which readings it follows\n").nth(1).unwrap_or_default();
    assert!(first.lines().next().is_some_and(|line| line.contains(reading)), "{told}");
}

/// The reference engine, with each of its answers changed by this sed command.
pub fn changed(sed: &str) -> String {
    format!("sh -c '\"{}\" engine | sed -u \"{}\"'", rulebound(), sed.replace('"', "\\\""))
}

#[test]
fn an_engine_may_name_a_ruling_by_the_last_part_of_its_id() {
    let follows = |sed: &str| {
        let engine = format!("{} engine --reading internal=with-spirit | sed -u '{sed}'", rulebound());
        checked(&engine, &["motion/letters", "--format", "json"])
    };
    let written = r#""motion.rulings.internal":"with-spirit""#;
    let (full, short) = (follows(""), follows("s/motion.rulings.internal/internal/"));
    assert!(report(&full)["counts"]["skipped"].as_u64().is_some());
    assert_eq!(report(&full)["counts"], report(&short)["counts"]);
    for (named, told) in [
        (r#""combo.rulings.last-heart":"last-flip""#, "combo.rulings.last-heart is a ruling of combo, not of motion"),
        (r#""internl":"with-spirit""#, "there is no ruling internl"),
        (r#""internal":"with-spirt""#, "motion.rulings.internal has no reading with-spirt"),
        (&format!(r#""internal":"without-spirit",{written}"#), "declared with two readings"),
    ] {
        let done = follows(&format!("s/{written}/{named}/"));
        let error = report(&done)["error"].as_str().unwrap_or_default().to_owned();
        assert!(done.status.code() == Some(3) && error.contains(told), "{named}: {error}");
    }
}

#[test]
fn of_any_number_of_unknown_features_some_are_named() {
    let many: Vec<String> = (0..300).map(|n| format!(r#""f{n}","#)).collect();
    let done = checked(&changed(&format!(r#"s/"parse"/{}"parse"/"#, many.join(""))), &["motion/letters/fire"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(told.matches("declares an unknown feature").count(), 100, "{told}");
    assert!(told.contains("and 200 more unknown features"), "{told}");
    assert_eq!(told.matches("the features are ").count(), 1, "{told}");
}

#[test]
fn a_finding_tells_all_that_a_tool_needs() {
    let engine = format!("{} engine --without motion.notation.comma", rulebound());
    let report = report(&checked(&engine, &["--game", "motion", "--format", "json"]));
    let findings = report["scenarios"].as_array().unwrap().iter().flat_map(|s| s["findings"].as_array().unwrap());
    let found: Vec<&Json> = findings.collect();
    assert!(!found.is_empty());
    for finding in &found {
        for key in ["file", "scenario", "path", "expected", "actual"] {
            assert!(finding[key].as_str().is_some_and(|text| !text.is_empty()), "{key}: {finding}");
        }
        assert!(shared::root().join(finding["file"].as_str().unwrap()).is_file());
        assert!(finding["clauses"][0]["text"].is_string() && finding["readings"].is_object(), "{finding}");
    }
    let comma = found.iter().find(|f| f["clauses"][0]["id"] == "motion.notation.comma").unwrap();
    assert_eq!(comma["readings"]["motion.rulings.comma"], "refused");
    assert_eq!(report["blame"][0]["clause"], "motion.notation.comma");
}

#[test]
fn a_field_that_is_left_out_is_missing_and_does_not_differ() {
    let engine = changed(r#"s/"cards":\[[^]]*\],//g"#);
    let of = |more: &[&str]| {
        let done = checked(&engine, &[&["motion/letters/fire-sphere", "--format", "json"], more].concat());
        (done.status.code(), report(&done)["scenarios"][0].clone())
    };
    let (code, scenario) = of(&[]);
    assert_eq!((code, &scenario["verdict"]), (Some(1), &Json::from("partial")), "{scenario}");
    assert_eq!(scenario["findings"][0]["actual"], "cards is missing");
    assert_eq!(of(&["--allow-partial"]).0, Some(0));
}

#[test]
fn a_default_that_a_scenario_writes_out_demands_nothing() {
    let folder = std::env::temp_dir().join(format!("rulebound-default-{}", std::process::id()));
    let at = |path: &str| folder.join(path);
    let read = |path: &str| std::fs::read_to_string(shared::root().join(path)).unwrap();
    for path in ["spec/motion", "conformance/motion/letters", "snapshots/motion/letters"] {
        std::fs::create_dir_all(at(path)).unwrap();
    }
    for entry in std::fs::read_dir(shared::root().join("spec/motion")).unwrap().flatten() {
        std::fs::copy(entry.path(), at("spec/motion").join(entry.file_name())).unwrap();
    }
    let written = "reading motion.rulings.comma: refused";
    let scenario = read("conformance/motion/letters/fire-sphere.yaml");
    let snapshot = read("snapshots/motion/letters/fire-sphere.snap");
    let scenario = scenario.replacen("setup:", "readings: {motion.rulings.comma: refused}\nsetup:", 1);
    std::fs::write(at("conformance/motion/letters/a.yaml"), scenario).unwrap();
    std::fs::write(at("snapshots/motion/letters/a.snap"), snapshot.replacen("\n\n", &format!("\n{written}\n\n"), 1))
        .unwrap();
    let engine = changed(r#"s/"readings",//g"#);
    let done = checked(&engine, &["--suite", folder.to_str().unwrap(), "--game", "motion", "--format", "json"]);
    assert_eq!(report(&done)["counts"], serde_json::json!({"pass": 1}));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn engines_that_cannot_be_used_end_with_3_and_one_message() {
    for (engine, message) in [
        ("true", "ended before it was asked to"),
        ("nosuchcommand", "nosuchcommand"),
        ("echo hello", "not an answer"),
        ("sleep 60", "hangs"),
        ("yes", "not an answer"),
        ("head -c 20000000 /dev/zero", "a line of more than"),
        ("printf '{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}\\n'", "which is not open"),
        ("printf '\\033[2J\\033]0;x\\007\\n'", "not an answer"),
    ] {
        let done = checked(engine, &["motion/letters", "--timeout", "1"]);
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(3), "{engine}: {told}");
        assert!(told.contains(message), "{engine}: {told}");
        assert!(!told.contains('\u{1b}') && !told.contains('\u{7}'), "{engine}: {told:?}");
        assert_eq!(told.matches("error:").count(), 1, "{told}");
    }
}

/// A small engine that answers everything with one line of shell, by request number.
pub fn answering(script: &str) -> String {
    format!("sh -c '{script}'")
}

pub const HELLO: &str = r#"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocol\":2,\"engine\":{\"name\":\"small\"},\"games\":{\"motion\":{\"features\":[\"parse\"]}}}}"#;

#[test]
fn what_an_engine_lacks_is_skipped_and_an_error_of_its_own_is_errored() {
    let reply = r#"{\"jsonrpc\":\"2.0\",\"id\":$n,\"error\":{\"code\":-32000,\"message\":\"no idea\"}}"#;
    let script =
        format!("read x; echo \"{HELLO}\"; n=2; while read x; do echo why not >&2; echo \"{reply}\"; n=$((n+1)); done");
    let report =
        report(&checked(&answering(&script), &["motion/notation/out-entry", "--jobs", "1", "--format", "json"]));
    assert_eq!(report["scenarios"][0]["verdict"], "errored");
    assert_eq!(report["standard_error"][0], "why not");
    let told = checked(&answering(&script), &["motion/notation/out-entry", "--jobs", "1"]);
    assert!(String::from_utf8_lossy(&told.stdout).contains("standard error:\n  why not\n"));
    let skipped = checked(&answering(&script), &["motion/minimum/worked-example", "--format", "json"]);
    // If every scenario is skipped, nothing holds.
    assert_eq!(skipped.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&skipped.stdout).contains("lacks the feature solve"));
}

#[test]
fn a_setup_that_is_read_otherwise_is_told_by_its_field_and_once() {
    // A card that was equipped two turns ago is taken to have been equipped one turn ago, at every later step too.
    let engine = changed(r#"s/"since":1,"chosen":1/"since":2,"chosen":1/g"#);
    let done = report(&checked(&engine, &["combo/assists", "--format", "json"]));
    let field = &done["fields"][0];
    assert_eq!(field["path"], "players[].hands[].since");
    assert!(field["scenarios"].as_u64().unwrap() > 30);
    assert_eq!(field["at_first"], field["scenarios"], "{field}");
    for scenario in done["scenarios"].as_array().unwrap() {
        let findings = scenario["findings"].as_array().unwrap();
        let mut paths: Vec<&Json> = findings.iter().map(|finding| &finding["path"]).collect();
        let all = paths.len();
        paths.sort_by_key(|path| path.to_string());
        paths.dedup();
        assert_eq!(paths.len(), all, "{scenario}");
    }
    let told = String::from_utf8_lossy(&checked(&engine, &["combo/assists"]).stdout).into_owned();
    assert!(told.contains("differs combo/assists/aim-and-guard-only players[].hands[].since\n"), "{told}");
    assert!(told.contains("fields that deviate from the reference's\n"), "{told}");
}

#[test]
fn no_escape_of_an_engine_reaches_the_terminal() {
    // In the name of a field, and in an action that it reports as legal.
    let field = changed(r#"s/"incoming"/"in\\\\u001b[31mcoming\\\\nIt holds."/g"#);
    let legal = changed(r#"s/{"end":{}}/{"end\\\\u001b[31m":{}}/g"#);
    for (engine, scenarios) in [(&field, "combo/turns/"), (&legal, "combo/conduct/legal-looks")] {
        let done = checked(engine, &[scenarios, "--color", "always"]);
        let told = String::from_utf8_lossy(&done.stdout).into_owned();
        assert!(told.contains("\\u{1b}[31m"), "{told}");
        assert!(
            !told.contains("\u{1b}[31mcoming") && !told.contains("\u{1b}[31m\"") && !told.contains("\nIt holds."),
            "{told}"
        );
        assert_eq!(done.status.code(), Some(1));
    }
}

#[test]
fn an_engine_that_tells_of_many_fields_is_not_told_of_all() {
    let many: Vec<String> = (0..3_000).map(|n| format!(r#""f{n}":{n}"#)).collect();
    let engine = changed(&format!(r#"s/"incoming"/{},"incoming"/g"#, many.join(",")));
    let done = report(&checked(&engine, &["combo/turns/play-several", "--format", "json"]));
    let findings = done["scenarios"][0]["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 501);
    assert!(findings[500]["actual"].as_str().unwrap().ends_with("more, not reported"));
}

/// Some languages have no integers, and some errors have their own form.
#[test]
fn whole_numbers_are_integers_and_an_error_of_any_form_is_one() {
    let engine = changed(r#"s/"turn":\([0-9]*\)/"turn":\1.0/g"#);
    let done = checked(&engine, &["combo/turns"]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stdout));
    let half = changed(r#"s/"turn":\([0-9]*\)/"turn":\1.5/g"#);
    assert_eq!(checked(&half, &["combo/turns"]).status.code(), Some(1));
    for (error, told) in
        [("\\\"no idea\\\"", "no idea"), ("{\\\"why\\\":[1]}", "why"), ("{\\\"message\\\":\\\"so\\\"}", "so")]
    {
        let reply = format!(r#"{{\"jsonrpc\":\"2.0\",\"id\":$n,\"error\":{error}}}"#);
        let script = format!("read x; echo \"{HELLO}\"; n=2; while read x; do echo \"{reply}\"; n=$((n+1)); done");
        let arguments = ["motion/notation/out-entry", "--jobs", "1", "--format", "json"];
        let report = report(&checked(&answering(&script), &arguments));
        assert!(report["scenarios"][0]["reason"].as_str().unwrap().contains(told), "{report}");
    }
}

/// Skipped scenarios are not checked; the last lines say how much was checked, and which feature would add the most.
#[test]
fn an_engine_that_does_a_part_holds_as_far_as_it_was_checked() {
    let engine = changed(r#"s/"setup.position",//g"#);
    let done = checked(&engine, &["motion"]);
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(0), "{told}");
    let end = told.split("\nIt holds as far as it was checked:\n").nth(1).unwrap_or_else(|| panic!("{told}"));
    assert!(end.starts_with("  motion: ") && end.contains(" scenarios, which name "), "{end}");
    assert!(end.contains("  next: the feature setup.position, which would add "), "{end}");
    assert!(!told.contains("\nIt holds.\n"), "{told}");
}

/// An engine that follows a reading and does not say so is told which, before any clause.
#[test]
fn a_reading_that_explains_most_failures_is_told_first() {
    let reading = "motion.rulings.cards-at-hand=spent";
    let hide = r#"s/"motion.rulings.cards-at-hand":"spent"//"#;
    let engine = format!("{} engine --reading {reading} | sed -u '1{hide}'", rulebound());
    let done = checked(&engine, &["motion/motions"]);
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(1), "{told}");
    let [first, clauses] = ["another reading accepts", "where to look"].map(|part| told.find(part).unwrap_or(0));
    assert!(0 < first && first < clauses && told[first..clauses].contains(reading), "{told}");
}

/// If a field deviates in every state, the form of the states comes before the rules.
#[test]
fn states_of_another_form_blame_no_clause() {
    let done = checked(&changed(r#"s/"spheres"/"SPHERES"/g"#), &["motion/motions"]);
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(1), "{told}");
    assert!(told.contains("In every state that was compared, spheres") && !told.contains("where to look"), "{told}");
}

/// What does not fail is told in a table and at the end.
#[test]
fn rejections_by_another_clause_are_told_in_a_table() {
    let other = changed(r#"s/"rejected","clause":"[^"]*"/"rejected","clause":"motion.motions.hold"/g"#);
    let done = checked(&other, &["motion/chaining"]);
    let told = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(0), "{told}");
    assert!(!told.contains("\nwrong-clause "), "{told}");
    assert!(
        told.contains("expected rejected by motion.chaining.once-in, found rejected by motion.motions.hold"),
        "{told}"
    );
    assert!(told.contains("with --strict-clauses, that fails.\n\nIt holds"), "{told}");
}

/// Scenarios that do not fit a reading, because of what they supply or expect, leave it open whether the engine is right.
#[test]
fn a_scenario_that_does_not_fit_a_reading_is_unverified() {
    let engine = format!("{} engine --reading transmute.rulings.who-starts=first-listed", rulebound());
    let done = checked(&engine, &["transmute/turns", "transmute/basics", "--format", "json"]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    let report = report(&done);
    let reasons = report["scenarios"].as_array().unwrap().iter().filter_map(|one| one["reason"].as_str());
    assert!(reasons.filter(|reason| reason.contains("was not needed")).count() > 0, "{report}");
}

#[test]
fn a_failed_parse_shows_its_text_and_the_messages_are_kept() {
    let log = std::env::temp_dir().join(format!("rulebound-log-{}", std::process::id()));
    let engine = format!("{} engine --without motion.notation.all", rulebound());
    let done = checked(&engine, &["motion/notation/all-in-each-form", "--log", log.to_str().unwrap()]);
    let told = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    assert!(told.contains("\n  cost \"Al->(f)|Aw:(f)|(f)->Al\"\n"), "{told}");
    let kept = std::fs::read_to_string(&log).unwrap();
    std::fs::remove_file(&log).unwrap();
    let explain = ["explain", "motion/notation/all-in-each-form", "--request"];
    let asked = Command::new(rulebound()).args(explain).current_dir(shared::root()).output().unwrap().stdout;
    // The requests differ only in their ids: in the log, id 1 is `initialize`.
    let asked = String::from_utf8(asked).unwrap().replace("\"id\":1,", "\"id\":2,");
    assert!(kept.contains(&format!("-> {asked}")) && kept.contains("<- {\"jsonrpc\":\"2.0\",\"id\":2,"), "{kept}");
}

/// A log that is not complete is bad news, whatever the verdict, and a file that is no log is not overwritten.
#[test]
fn a_log_is_complete_or_a_fault_and_never_written_over_another_file() {
    let engine = format!("{} engine", rulebound());
    let check = |log: &str, format: &str| {
        let done = checked(&engine, &["motion/letters/fire-sphere", "--log", log, "--format", format]);
        (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
    };
    if std::path::Path::new("/dev/full").exists() {
        for format in ["text", "json"] {
            let (code, told) = check("/dev/full", format);
            assert!(code == Some(2) && told.contains("--log /dev/full: the file cannot be written: "), "{told}");
            assert!(told.contains(if format == "text" { "It holds." } else { "\"holds\": true" }), "{told}");
        }
        let done = checked("exit 1", &["motion/letters/fire-sphere", "--log", "/dev/full"]);
        assert_eq!(done.status.code(), Some(3), "{}", String::from_utf8_lossy(&done.stderr));
    }
    let folder = shared::tempdir("log");
    let log = folder.join("log");
    let named = log.to_str().unwrap();
    std::fs::write(&log, "title: a scenario\n").unwrap();
    let (code, told) = check(named, "text");
    assert!(code == Some(2) && told.contains("it holds something other than a log"), "{told}");
    assert_eq!(std::fs::read_to_string(&log).unwrap(), "title: a scenario\n");
    std::fs::write(&log, "").unwrap();
    let logged = || {
        assert_eq!(check(named, "text").0, Some(0));
        std::fs::read_to_string(&log).unwrap()
    };
    let first = logged();
    assert!(first.starts_with("-> ") && logged().lines().count() == first.lines().count());
    std::fs::remove_dir_all(&folder).unwrap();
}

/// An engine need not report where it refuses a text.
#[test]
fn a_refusal_without_an_offset_is_one() {
    let engine = changed(r#"s/"offset":[0-9]*,//; s/"offset":[0-9]*//"#);
    let done = checked(&engine, &["motion/notation", "--strict-clauses"]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stdout));
}

#[test]
fn a_text_refused_at_another_place_is_told_and_fails_only_where_clauses_are_strict() {
    let engine = changed(r#"s/"offset":19/"offset":18/"#);
    let done = checked(&engine, &["combo/status/marks-twice-the-same", "--format", "json"]);
    assert_eq!(report(&done)["scenarios"][0]["verdict"], "wrong-clause");
    assert_eq!(done.status.code(), Some(0));
    let strict = checked(&engine, &["combo/status/marks-twice-the-same", "--strict-clauses"]);
    assert_eq!(strict.status.code(), Some(1));
}

#[test]
fn expected_failures_are_expected_and_mended() {
    let engine = format!("{} engine --without motion.letters.fire", rulebound());
    let file = std::env::temp_dir().join(format!("rulebound-expected-{}", std::process::id()));
    let path = file.to_str().unwrap().to_owned();
    let with = |text: &str| {
        std::fs::write(&file, text).unwrap();
        checked(&engine, &["motion/letters", "--expected-failures", &path])
    };
    let failing = report(&checked(&engine, &["motion/letters", "--format", "json"]));
    let ids: Vec<&str> = failing["scenarios"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|s| !["pass", "skipped", "wrong-clause"].contains(&s["verdict"].as_str().unwrap()))
        .map(|s| s["id"].as_str().unwrap())
        .collect();
    assert!(!ids.is_empty());
    let all: String = ids.iter().map(|id| format!("{id}  # no fire here\n")).collect();
    assert_eq!(with(&all).status.code(), Some(0));
    let passing = with(&format!("{all}motion/letters/water-sphere  # why\n"));
    assert_eq!(passing.status.code(), Some(1));
    let told = String::from_utf8_lossy(&passing.stdout).into_owned();
    let last = told.lines().rev().take(2).collect::<Vec<_>>();
    assert!(last[0].contains("remove its line") && last[1].starts_with("It does not hold: "), "{told}");
    let missing = with("");
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stdout).contains(&format!("\n{}  # reason\n", ids[0])));
    assert_eq!(with("motion/letters/no-such  # why\n").status.code(), Some(2));
    assert_eq!(with(&format!("{}\n", ids[0])).status.code(), Some(2));
    std::fs::remove_file(&file).unwrap();
}
