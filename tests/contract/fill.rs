//! A play under other rules: what it lacks there is filled in by fixed rules, guided by its run under the old rules.

use std::collections::BTreeMap;

use rulebound_core::harness::{Full, Reference, Request, full_filled};
use rulebound_core::kernel::drive::Run;

use crate::table::{run, scenario, suite, tempest, told};

/// Runs a scenario, filled in after `guide`.
fn filled(text: &str, guide: &Run) -> Run {
    let suite = suite();
    let scenario = scenario(&suite, text).unwrap_or_else(|faults| panic!("{}", told(&faults)));
    let request = Request::new(&suite, &scenario);
    let reference = Reference::new(&suite, BTreeMap::new());
    match full_filled(reference.book(&request).unwrap(), &request, false, Some(guide)).unwrap() {
        Full::Run(run) => run,
        _ => panic!("a play is run"),
    }
}

/// What was filled in.
fn list(run: &Run) -> Vec<String> {
    run.filled.iter().map(ToString::to_string).collect()
}

/// Player 0 plays a creature on a map with bears, and the others pass. The rest is given.
fn wolf(bears: &[&str], rest: &str) -> String {
    let bear =
        |(at, tile): (usize, &&str)| format!("{{id: 'Bear#{}', zone: grove, owner: 1, is: {{tile: {tile}}}}}", at + 1);
    let all: Vec<String> = bears.iter().enumerate().map(bear).collect();
    format!(
        "title: T
clauses: [grove.field.tiles]
data: {{maps: {{path: {{x: [y], y: [x, z], z: [y]}}}}}}
setup:
  position:
    map: path
    players: [{{hand: [Wolf]}}, {{}}, {{}}]
    objects: {{all: [{}]}}
steps:
  - do: {{play: {{card: Wolf}}}}
  - {{by: 1, do: {{pass: {{}}}}}}
  - {{by: 2, do: {{pass: {{}}}}, then: ['state.round == 1']}}
{rest}",
        all.join(", ")
    )
}

#[test]
fn a_new_question_gets_the_first_legal_answer_before_the_next_step() {
    let next = "  - {by: 1, do: {pass: {}}, then: ['state.active == 2']}\n";
    let not_asked = run(&wolf(&["x", "z"], next)).unwrap();
    let asked = filled(&wolf(&["z"], next), &not_asked);
    assert_eq!(list(&asked), ["step 4: player 0 is asked something new and answers {\"put\":{\"tile\":\"x\"}}"]);
    assert!(asked.steps[2].state["pending"].is_object() && asked.steps[3].state["active"] == 2);
    // A question that is still open at the end is left open.
    let open = filled(&wolf(&["z"], ""), &run(&wolf(&["x", "z"], "")).unwrap());
    assert!(open.filled.is_empty() && open.steps[2].state["pending"].is_object());
}

#[test]
fn the_answer_to_a_question_that_is_not_asked_is_passed_over() {
    let next = "  - do: {put: {tile: y}}\n  - {by: 1, do: {pass: {}}, then: ['state.active == 2']}\n";
    let asked = run(&wolf(&["z"], next)).unwrap();
    let not_asked = filled(&wolf(&["x", "z"], next), &asked);
    assert_eq!(list(&not_asked), ["step 4: the question is not asked, and the answer is passed over"]);
    assert_eq!(not_asked.steps[4].state["active"], 2);
}

#[test]
fn missing_outcomes_are_the_first_and_1_and_needless_ones_are_passed_over() {
    let second = "{pick: strike 2, gives: 'Bear#1'}, {roll: strike 2, gives: 2}";
    let all =
        run(&tempest(&format!("{{pick: strike 1, gives: 'Bear#1'}}, {{roll: strike 1, gives: 3}}, {second}"))).unwrap();
    // The roll does not fit its die, and there is no third strike.
    let lacking = format!("{second}, {{roll: strike 1, gives: 4}}, {{roll: strike 3, gives: 1}}");
    let told = [
        "step 3: the pick of strike 1 gives the first, Wolf#1",
        "step 3: the roll of strike 1 gives 1",
        "step 3: the outcome supplied for the roll of strike 3 was not needed",
    ];
    let done = filled(&tempest(&lacking), &all);
    assert_eq!(list(&done), told);
    let written = format!("{{pick: strike 1, gives: 'Wolf#1'}}, {{roll: strike 1, gives: 1}}, {second}");
    assert_eq!(done.steps, run(&tempest(&written)).unwrap().steps);
}

#[test]
fn if_several_players_may_act_the_one_who_did_before_does() {
    let steps = |by: &str| {
        let first = "{do: {play: {card: Wolf}}}, {do: {pass: {}}";
        let setup = "setup: {position: {players: [{hand: [Wolf]}, {}, {}]}}";
        format!(
            "{{title: T, clauses: [grove.stack.waits], {setup}, steps: [{first}{by}, then: ['state.passed == [2]']}}]}}"
        )
    };
    let done = filled(&steps(""), &run(&steps(", by: 2")).unwrap());
    assert_eq!(list(&done), ["step 2: several players may act, and player 2 does"]);
    assert_eq!(done.steps[1].by, 2);
}
