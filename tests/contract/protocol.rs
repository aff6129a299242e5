//! The test game over the protocol, and an engine in this process that plays it wrongly.

use std::collections::BTreeMap;

use rulebound_core::clause::GameSpec;
use rulebound_core::harness::{Answer, Engine, Reference, Request, Suite, Verdict, blame, check, full, judge};
use rulebound_core::protocol::{VERSION, ask, call, reported, serve};
use rulebound_core::scenario::Scenario;
use serde_json::{Value as Json, json};

use crate::grove;
use crate::table::{suite, told};

fn scenarios(suite: &Suite) -> Vec<Scenario> {
    suite.scenarios(&suite.ids("").unwrap()).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

/// What the reference answers to these lines over the protocol, by id.
fn answers(suite: &Suite, without: &[String], lines: &[String]) -> BTreeMap<u64, Json> {
    let mut output = Vec::new();
    serve(suite, without, &BTreeMap::new(), &mut lines.join("\n").as_bytes(), &mut output).unwrap();
    let lines = String::from_utf8(output).unwrap();
    let replies = lines.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
    replies.map(|reply| (reply["id"].as_u64().unwrap(), reply)).collect()
}

#[test]
fn every_scenario_passes_over_the_protocol() {
    let suite = suite();
    let scenarios = scenarios(&suite);
    let requests: Vec<Request> = scenarios.iter().map(|scenario| Request::new(&suite, scenario)).collect();
    let mut lines = vec![call(0, "initialize", json!({"protocol": VERSION}))];
    lines.extend((1..).zip(&requests).map(|(id, request)| ask(id, request)));
    let answers = answers(&suite, &[], &lines);
    let features = &answers[&0]["result"]["games"]["grove"]["features"];
    for needed in ["setup.position", "resolving", "view", "legal", "readings"] {
        assert!(features.as_array().unwrap().contains(&json!(needed)), "{needed} is not among {features}");
    }
    for ((id, request), scenario) in (1..).zip(&requests).zip(&scenarios) {
        let answer = &answers[&id];
        assert!(answer["error"].is_null(), "{}: {answer}", scenario.id);
        let answer = reported(&request.task, answer["result"].clone()).unwrap();
        let rules = suite.book("grove", &scenario.readings).unwrap().parameters();
        let judged = judge(scenario, &answer, rules);
        assert_eq!(judged.verdict, Verdict::Pass, "{}: {:#?}", scenario.id, judged.findings);
    }
}

#[test]
fn an_engine_hears_of_what_is_under_way_and_of_what_is_chosen_unseen() {
    let suite = suite();
    let asked = |id: &str| -> Json {
        let request = Request::new(&suite, &suite.scenario(id).unwrap());
        serde_json::from_str::<Json>(&ask(1, &request)).unwrap()["params"]["scenario"].clone()
    };
    let resolving = asked("grove/field/resolving");
    let first = json!({"ward": {"by": 1, "creature": "Spore#1", "wounds": 1}});
    assert_eq!(resolving["resolving"][0], first);
    assert_eq!(asked("grove/dawn/begun")["sealed"][0], json!({"by": 2, "do": {"lay": {"card": "Bolt"}}}));
    // The step says who acts if several players may.
    let steps = asked("grove/stack/waits")["steps"].clone();
    assert_eq!((steps[0].get("by"), steps[1].get("by")), (None, Some(&json!(2))));
}

/// The reference without one clause.
struct Faulty<'a> {
    spec: &'a GameSpec,
    off: [String; 1],
}

impl Engine for Faulty<'_> {
    fn name(&self) -> String {
        "a faulty engine".to_owned()
    }

    fn ask(&self, request: &Request) -> Answer {
        let book = grove::game().book(self.spec, &request.readings, &self.off).unwrap();
        match full(&*book, request, false) {
            Ok(full) => Answer::Seen(full.seen()),
            Err(halted) => Answer::Errored { reason: halted.to_string() },
        }
    }
}

#[test]
fn the_judge_passes_the_reference_and_finds_the_fault_of_an_engine() {
    let suite = suite();
    let scenarios = scenarios(&suite);
    let options = check::Options { compare: true, ..Default::default() };
    let reference = Reference::new(&suite, BTreeMap::new());
    let judged = check::check(&suite, Some(&reference), &scenarios, &options, &|_| ()).judged;
    assert_eq!(check::counts(&judged), BTreeMap::from([(Verdict::Pass, scenarios.len())]));
    for (off, noticed) in [
        ("grove.stack.last-first", "grove/stack/answered"),
        ("grove.dawn.once", "grove/dawn/once"),
        ("grove.field.fall-effects", "grove/field/fall-effects"),
        ("grove.basics.hands", "grove/basics/hands-are-hidden"),
        ("grove.basics.alliances", "grove/basics/alliance-gives-up"),
    ] {
        let engine = Faulty { spec: suite.game_spec("grove").unwrap(), off: [off.to_owned()] };
        let judged = check::check(&suite, Some(&engine), &scenarios, &options, &|_| ()).judged;
        let failed: Vec<&str> = judged.iter().filter(|j| j.verdict >= Verdict::Failed).map(|j| &*j.id).collect();
        assert!(failed.contains(&noticed), "without {off}: {failed:?}");
        let blamed = blame(&judged, &|one| one.verdict >= Verdict::Failed);
        assert!(blamed.iter().any(|one| one.clause == off), "without {off}: {blamed:?}");
    }
    // If the clause is switched off over the protocol, the result is the same.
    let request = Request::new(&suite, &suite.scenario("grove/dawn/once").unwrap());
    let lines = [ask(1, &request)];
    let steps = |without: &[String]| answers(&suite, without, &lines)[&1]["result"]["steps"][1]["outcome"].clone();
    assert_eq!((steps(&[]), steps(&["grove.dawn.once".to_owned()])), (json!("rejected"), json!("accepted")));
}
