//! What a report and an explanation say of an engine: no more than is known, and what to do next.

use serde_json::Value as Json;

use crate::engines::{HELLO, answering, changed, checked, report, rulebound};
use crate::explain::explain;

/// The last lines of a check: the verdict and what follows it.
fn end(told: &str) -> &str {
    told.rfind("\n\n").map_or(told, |at| &told[at + 2..])
}

fn told(engine: &str, more: &[&str]) -> (Option<i32>, String) {
    let done = checked(engine, more);
    (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
}

/// The next feature is one that the engine lacks, and that would help by itself.
#[test]
fn what_comes_next_is_lacking() {
    // An engine that skips readings although it has the feature is not told to add it.
    let python = "python3 conformance/engines/python/combo.py";
    let (code, said) = told(python, &["combo/text/transfer-across", "combo/text/transferred"]);
    assert!(code == Some(0) && end(&said).starts_with("It holds as far as") && !said.contains("next:"), "{said}");
    assert!(report(&checked(python, &["combo/text/transfer-across", "--format", "json"])).get("next").is_none());
    // The scenarios that also lack something else are not counted.
    let none = changed(r#"s/"features":\[[^]]*\]/"features":["setup.position"]/g"#);
    let counted = report(&checked(&none, &["motion/sustained", "motion/minimum", "--format", "json"]));
    let all = |features: &str| {
        let with = changed(&format!(r#"s/"features":\[[^]]*\]/"features":[{features}]/g"#));
        report(&checked(&with, &["motion/sustained", "motion/minimum", "--format", "json"]))["counts"]["pass"].clone()
    };
    let (before, next) = (counted["counts"]["pass"].as_u64().unwrap(), &counted["next"]);
    assert_eq!(next["features"], serde_json::json!(["solve"]), "{next}");
    assert_eq!(all(r#""setup.position","solve""#), before + next["scenarios"].as_u64().unwrap());
    // Whoever has nothing yet is told where to begin.
    let (code, said) = told(&changed(r#"s/"features":\[[^]]*\]/"features":[]/g"#), &["motion/letters"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(end(&said).starts_with("Nothing was checked: every scenario was skipped.\n  next: the feature "), "{said}");
}

#[test]
fn what_is_unverified_does_not_hold() {
    let reading = ["--reading", "internal=with-spirit"];
    let scenarios = ["motion/letters/spirit-without-spirit", "motion/motions/gem-there-no-such-sphere"];
    let python = "python3 conformance/engines/python/motion.py";
    let (code, said) = told(python, &[&scenarios[..], &reading[..]].concat());
    assert_eq!(code, Some(1), "{said}");
    assert!(end(&said).starts_with("Nothing was checked: every scenario was skipped or is unverified.\n"), "{said}");
    let (code, said) = told(python, &["motion/letters", reading[0], reading[1]]);
    assert!(code == Some(0) && end(&said).starts_with("It holds as far as it was checked:\n"), "{said}");
}

/// A reading explains a failure only if the legal actions are right under it too.
#[test]
fn a_reading_that_changes_nothing_explains_nothing() {
    let id = "motion/activation/legal-payments";
    let shortened = changed(r#"s/"legal":\[{"by":0,/"legal":[{"by":1,/"#);
    let done = report(&checked(&shortened, &[id, "--format", "json"]));
    let one = &done["scenarios"][0];
    assert!(one["verdict"] != "pass" && one.get("right_under").is_none(), "{one}");
    // Beside the reference, the actions that are missing are shown.
    let (code, said) = explain(&[id, "--engine", &shortened]);
    assert!(code == Some(1) && said.contains("  engine: does not list {by: 0,"), "{said}");
    assert!(said.contains("  engine: lists as well {by: 1,"), "{said}");
}

/// `explain` asks what `check` asks: readings that a scenario writes out although they are the defaults are left out.
#[test]
fn an_explanation_asks_what_a_check_asks() {
    let log = crate::shared::tempdir("asked").join("log");
    let engine = format!("{} engine", rulebound());
    let chapters = ["motion/minimum", "motion/chaining", "combo/text/transfer"];
    checked(&engine, &[&chapters[..], &["--log", log.to_str().unwrap()]].concat());
    let asked = |line: &str| -> Json {
        let request: Json = serde_json::from_str(line).unwrap();
        request["params"].clone()
    };
    let order = |params: &Json| params.to_string();
    let text = std::fs::read_to_string(&log).unwrap();
    let sent = text.lines().filter_map(|line| line.strip_prefix("-> "));
    let sent = sent.filter(|line| !line.contains("initialize") && !line.contains("shutdown"));
    let mut sent: Vec<Json> = sent.map(asked).collect();
    let printed = explain(&[&chapters[..], &["--request"]].concat()).1;
    let mut printed: Vec<Json> = printed.lines().map(asked).collect();
    sent.sort_by_key(order);
    printed.sort_by_key(order);
    assert!(sent.len() > 100 && sent == printed);
    std::fs::remove_dir_all(log.parent().unwrap()).unwrap();
    // An engine that swaps a default shows it.
    let swapped = format!(
        "{} engine --reading least=movements-first | sed -u '1s/\"motion.rulings.least\":\"[^\"]*\"//'",
        rulebound()
    );
    assert_eq!(explain(&["motion/minimum/least-gems-first", "--engine", &swapped]).0, Some(1));
}

/// Messages are objects with named fields, even where lists of the same values could be read.
#[test]
fn lists_are_no_objects() {
    let reply = |result: &str| format!(r#"{{\"jsonrpc\":\"2.0\",\"id\":$n,\"result\":{result}}}"#);
    for (result, why) in [
        (r#"{\"skipped\":[\"because\"]}"#, "`skipped` in its answer is not valid"),
        (r#"[{\"tree\":1}]"#, "is not an object"),
        (r#"{\"refused\":[3,null]}"#, "`refused` in its answer is not valid"),
    ] {
        let reply = reply(result);
        let script = format!("read x; echo \"{HELLO}\"; n=2; while read x; do echo \"{reply}\"; n=$((n+1)); done");
        let done = report(&checked(&answering(&script), &["motion/notation/out-entry", "--format", "json"]));
        let reason = done["scenarios"][0]["reason"].as_str().unwrap_or_default();
        assert!(done["counts"]["errored"] == 1 && reason.contains(why), "{done}");
    }
    let old = changed(r#"s/"jsonrpc":"2.0"/"jsonrpc":"1.0"/"#);
    let done = checked(&old, &["motion/chaining/once"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.code() == Some(3) && told.contains("JSON-RPC \"1.0\""), "{told}");
}

/// A file of expected failures may serve an engine of several games, of which one is checked.
#[test]
fn expected_failures_of_another_game_are_no_fault() {
    let file = std::env::temp_dir().join(format!("rulebound-two-games-{}", std::process::id()));
    std::fs::write(&file, "motion/letters/fire-sphere  # why\n").unwrap();
    let engine = format!("{} engine", rulebound());
    let check = ["combo/hearts/win", "--game", "combo", "--expected-failures", file.to_str().unwrap()];
    assert_eq!(checked(&engine, &check).status.code(), Some(0));
    std::fs::remove_file(&file).unwrap();
}
