//! Engines that are wrong about what players see and what is legal, and what is reported about each engine.

use std::collections::BTreeMap;

use rulebound::harness::check::{self, Options};
use rulebound::harness::{Answer, Engine, Judged, Reference, Request, Seen, SeenStep, Verdict};
use serde_json::{Value as Json, json};

use crate::shared;

/// The reference engine, except that each accepted step is altered before it is reported.
struct Spoilt<'s> {
    reference: Reference<'s>,
    spoil: fn(&mut SeenStep),
}

impl Engine for Spoilt<'_> {
    fn name(&self) -> String {
        "spoilt".to_owned()
    }

    fn ask(&self, request: &Request) -> Answer {
        let mut answer = self.reference.ask(request);
        if let Answer::Seen(Seen::Run { steps, .. }) = &mut answer {
            steps.iter_mut().for_each(self.spoil);
        }
        answer
    }
}

fn judged(id: &str, spoil: fn(&mut SeenStep)) -> Judged {
    let suite = shared::suite();
    let engine = Spoilt { reference: Reference::new(suite, BTreeMap::new()), spoil };
    let options = Options { readings: BTreeMap::new(), compare: true };
    check::check_one(suite, Some(&engine), &suite.scenario(id).unwrap(), &options).unwrap()
}

const VIEW: &str = "combo/conduct/view-foes-side";
const LEGAL: &str = "combo/turns/legal-after-the-draw";

#[test]
fn the_truth_passes() {
    assert_eq!(judged(VIEW, |_| {}).verdict, Verdict::Pass);
    assert_eq!(judged(LEGAL, |_| {}).verdict, Verdict::Pass);
}

#[test]
fn an_engine_that_tells_no_views_is_partial() {
    let judged = judged(VIEW, |step| step.views = None);
    assert_eq!(judged.verdict, Verdict::Partial);
    let found = "cannot be read: the answer has no views; see docs/protocol.md";
    assert_eq!(judged.findings[0].found, found);
}

#[test]
fn an_engine_that_shows_the_foes_pool_fails() {
    let judged = judged(VIEW, |step| {
        if let Some(views) = &mut step.views {
            views[1]["players"][0]["pool"]["cards"] = json!(["Punch", "Sandbag"]);
        }
    });
    assert_eq!(judged.verdict, Verdict::Failed);
    assert!(judged.findings[0].expected.contains("views[1].players[0].pool"), "{:?}", judged.findings);
}

#[test]
fn a_view_that_deviates_elsewhere_differs() {
    let judged = judged(VIEW, |step| {
        if let Some(views) = &mut step.views {
            views[0]["players"][1]["free_hands"] = json!(1);
        }
    });
    assert_eq!(judged.verdict, Verdict::Differs);
    assert_eq!(judged.findings[0].expected, "views[0].players[1].free_hands is 2");
    assert_eq!(judged.findings[0].found, "views[0].players[1].free_hands is 1");
}

fn list(legal: &mut Option<Json>) -> &mut Vec<Json> {
    legal.as_mut().and_then(Json::as_array_mut).expect("it was asked for")
}

#[test]
fn the_order_of_legal_actions_is_free() {
    assert_eq!(judged(LEGAL, |step| list(&mut step.legal).reverse()).verdict, Verdict::Pass);
}

#[test]
fn a_legal_action_too_many_or_too_few_is_told() {
    let many = judged(LEGAL, |step| {
        list(&mut step.legal).push(json!({"by": 0, "do": {"choose": {"card": "Lake", "choice": "left"}}}))
    });
    assert_eq!(many.verdict, Verdict::Differs);
    assert_eq!(many.findings[0].expected, "{by: 0, do: {choose: {card: Lake, choice: left}}} is not legal");
    let few = judged(LEGAL, |step| list(&mut step.legal).retain(|action| action["do"]["count"]["pile"] != "limbo"));
    assert_eq!(few.verdict, Verdict::Differs);
    assert_eq!(few.findings[0].expected, "{by: 0, do: {count: {player: 0, pile: limbo}}} is legal");
    let twice = judged(LEGAL, |step| {
        let last = list(&mut step.legal).last().cloned();
        list(&mut step.legal).extend(last);
    });
    assert_eq!(twice.verdict, Verdict::Differs, "an action is listed once: {:?}", twice.findings);
}
