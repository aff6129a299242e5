//! A test for each feature of the kernel, named after it. Each test was seen to fail with the code of its feature
//! broken.

use rulebound_core::harness::{Request, Task, check};
use rulebound_core::kernel::{Ending, Waits};
use serde_json::json;

use crate::grove::action::Event;
use crate::grove::clauses;
use crate::grove::rules::frame::Frame;
use crate::table::{Match, hold, run, scenario, suite, tempest, told};

#[test]
fn alliances_of_unequal_size_win_with_all_their_players() {
    hold(&["basics/alliance-gives-up", "field/fall-before-the-turn-ends", "field/last-tile", "ending/not-enough"]);
    let winners = |by: usize| {
        let mut game = Match::at(json!({}));
        game.act(by, json!({"give-up": {}}));
        game.position.ending().unwrap().winners
    };
    assert_eq!([winners(0), winners(1), winners(2)], [vec![1, 2], vec![0], vec![0]]);
}

#[test]
fn a_typed_ending_has_its_winners_and_its_clause_and_a_draw_has_none() {
    hold(&["ending/rounds", "ending/give-up-while-asked", "field/charm"]);
    let mut game = Match::at(json!({"round": 3, "turns_left": 1}));
    assert_eq!(game.position.ending(), None);
    game.act(0, json!({"pass": {}}));
    let draw = Ending { winners: Vec::new(), clause: Some(clauses::ending::ROUNDS) };
    assert_eq!(game.position.ending(), Some(draw));
    assert_eq!(game.legal(), []);
    // Steps under way and sealed choices end too.
    let mut game = dawn();
    game.act(0, json!({"lay": {"card": "Wolf"}}));
    game.act(2, json!({"give-up": {}}));
    assert_eq!(game.position.ending(), Some(Ending { winners: vec![0], clause: Some(clauses::ending::GIVE_UP) }));
    assert!(game.position.print().sealed.is_empty());
}

#[test]
fn each_step_has_an_actor_and_several_players_may_be_waited_for() {
    hold(&["stack/waits", "stack/turn", "basics/alliance-gives-up"]);
    let steps = |by: &str| {
        let first = "{do: {play: {card: Wolf}}}, {do: {pass: {}}";
        let then = "then: ['state.passed == [2]']";
        let setup = "setup: {position: {players: [{hand: [Wolf]}, {}, {}]}}";
        format!("{{title: T, clauses: [grove.stack.waits], {setup}, steps: [{first}{by}, {then}}}]}}")
    };
    assert_eq!(run(&steps(", by: 2")).unwrap().steps[1].by, 2);
    assert_eq!(run(&steps("")).unwrap_err(), "step 2: several players may act here: write by:, one of [1, 2]");
    assert!(run(&steps(", by: 3")).unwrap_err().starts_with("step 2: by: 3 is not a player"));
}

/// A dawn at which all players have two cards.
fn dawn() -> Match {
    Match::at(json!({"dawn": true, "players": [
        {"hand": ["Wolf", "Bear"]}, {"hand": ["Bolt", "Burn"]}, {"hand": ["Blink", "Ward"]}
    ]}))
}

#[test]
fn a_sealed_choice_is_revealed_only_when_all_have_chosen() {
    hold(&["dawn/laid-unseen", "dawn/begun", "ending/give-up-at-dawn"]);
    let mut game = dawn();
    let first = game.position.state.clone();
    assert_eq!(game.act(2, json!({"lay": {"card": "Blink"}})), []);
    assert_eq!(game.act(0, json!({"lay": {"card": "Wolf"}})), []);
    assert_eq!(game.position.state, first);
    let shown = game.act(1, json!({"lay": {"card": "Bolt"}}));
    let Event::Shown { cards } = &shown[0] else { panic!("{shown:?}") };
    let shown: Vec<(usize, &str)> = cards.iter().map(|(player, card)| (*player, &**card)).collect();
    assert_eq!(shown, [(0, "Wolf"), (1, "Bolt"), (2, "Blink")]);
}

#[test]
fn a_sealed_choice_is_made_once() {
    hold(&["dawn/once", "dawn/begun"]);
    let mut game = dawn();
    game.act(1, json!({"lay": {"card": "Bolt"}}));
    assert_eq!(game.refused(1, json!({"lay": {"card": "Burn"}})), "grove.dawn.once");
    assert_eq!(game.moves(1), [serde_json::from_value(json!({"give-up": {}})).unwrap()]);
}

#[test]
fn a_sealed_choice_is_read_by_nothing_that_others_see_or_may_do() {
    let mut games = ["Bolt", "Burn"].map(|card| {
        let mut game = dawn();
        game.act(1, json!({"lay": {"card": card}}));
        game
    });
    assert_ne!(games[0].position, games[1].position);
    let known = games.each_mut().map(|game| {
        let views: Vec<_> = (0..3).map(|player| game.view(player)).collect();
        (game.legal(), views, game.position.json())
    });
    assert_eq!(known[0], known[1]);
}

#[test]
fn what_may_be_done_at_any_time_is_no_sealed_choice_and_answers_no_question() {
    hold(&["basics/look-at-dawn", "basics/look-while-asked", "ending/give-up-at-dawn", "field/last-tile"]);
}

#[test]
fn a_question_with_several_answers_is_asked() {
    hold(&["field/tiles", "stack/waits", "field/blink-to-the-owner"]);
}

#[test]
fn a_question_with_one_answer_is_not_asked() {
    hold(&["field/last-tile"]);
}

#[test]
fn a_question_that_may_be_declined_is_asked_though_it_has_one_answer() {
    hold(&["field/falls", "field/ward"]);
    // A player without a ward is asked just like one with a ward, and the others see no difference.
    let mut games = ["Ward", "Bear"].map(|card| {
        let wolf = json!({"id": "Wolf#1", "zone": "grove", "owner": 1, "is": {"tile": "a"}});
        let mut game = Match::at(json!({
            "players": [{"hand": ["Bolt"]}, {"hand": [card]}, {}], "objects": {"all": [wolf]}
        }));
        game.act(0, json!({"play": {"card": "Bolt", "target": "Wolf#1"}}));
        game.act(1, json!({"pass": {}}));
        game.act(2, json!({"pass": {}}));
        game
    });
    let seen = games.each_mut().map(|game| (game.position.json()["pending"].clone(), game.view(0), game.view(2)));
    assert_eq!(seen[0].0["players"], json!([1]));
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn a_position_may_begin_inside_a_resolution() {
    hold(&["field/resolving", "ending/give-up-while-asked"]);
    let mut game = Match::at(json!({"players": [{"hand": ["Wolf"]}, {}, {}]}));
    game.act(0, json!({"play": {"card": "Wolf"}}));
    game.act(1, json!({"pass": {}}));
    game.act(2, json!({"pass": {}}));
    let frames = game.position.print().resolving;
    assert!(matches!(frames.as_slice(), [Frame::Tile { .. }, Frame::Done {}]), "{frames:?}");
    assert_eq!(game.again(), game.position);
    // A position that waits for nobody is refused.
    let idle = "{title: T, clauses: [grove.turns.order], setup: {position: {}}, resolving: [{done: {}}], \
        steps: [{do: {pass: {}}, then: ['state.active == 1']}]}";
    assert!(run(idle).unwrap_err().contains("waits for nobody"));
    let nobody = "{title: T, clauses: [grove.dawn.lay], setup: {position: {dawn: true}}, \
        steps: [{do: {pass: {}}, then: ['state.active == 1']}]}";
    assert!(run(nobody).unwrap_err().contains("nobody may act"));
    // So is a position that waits for a player who does not exist, or in which somebody has made a choice that is not
    // allowed.
    let wrong = |more: &str| {
        let hands = "players: [{hand: [Wolf]}, {hand: [Bear]}, {}]";
        let steps = "steps: [{by: 1, do: {lay: {card: Bear}}, then: ['state.active == 1']}]";
        let setup = format!("setup: {{position: {{dawn: true, {hands}}}}}");
        run(&format!("{{title: T, clauses: [grove.dawn.lay], {setup}, {more}, {steps}}}")).unwrap_err()
    };
    assert_eq!(
        wrong("resolving: [{tile: {by: 7, card: Wolf}}]"),
        "player 7 is to act, but there are 3 players, counted from 0"
    );
    let laid = |by: usize, card: &str| format!("{{by: {by}, do: {{lay: {{card: {card}}}}}}}");
    assert_eq!(wrong(&format!("sealed: [{}]", laid(0, "Bear"))), "sealed: player 0 may not choose this");
    assert_eq!(wrong("sealed: [{by: 1, do: {give-up: {}}}]"), "sealed: player 1 may not choose this");
    let all = format!("sealed: [{}, {}]", laid(0, "Wolf"), laid(1, "Bear"));
    assert!(wrong(&all).starts_with("sealed: all have chosen"));
    assert!(wrong(&format!("sealed: [{}]", laid(2, "Bear"))).starts_with("sealed: has a choice by somebody"));
}

#[test]
fn a_stack_waits_for_responses_and_passes_and_the_last_is_done_first() {
    hold(&["stack/waits", "stack/passed", "stack/swift", "stack/answered", "stack/answer-to-an-answer"]);
}

#[test]
fn a_target_that_is_gone_when_the_stack_is_done_does_nothing() {
    hold(&["stack/gone", "stack/answered", "stack/answer-to-an-answer"]);
}

#[test]
fn frames_are_done_in_the_order_in_which_they_are_given() {
    hold(&["field/fall-effects", "field/resolving"]);
}

#[test]
fn a_queued_trigger_waits_below_the_running_ability() {
    hold(&["field/fall-effects", "field/resolving"]);
}

#[test]
fn a_queued_trigger_comes_before_what_the_floor_holds_back() {
    hold(&["field/fall-before-the-turn-ends", "field/fall-before-what-waits"]);
}

#[test]
fn queued_triggers_are_done_in_the_order_in_which_they_arise() {
    hold(&["field/two-fall-at-once"]);
}

#[test]
fn derived_values_are_brought_up_to_date_after_every_frame_and_may_bring_about_more() {
    hold(&[
        "field/strength",
        "field/charm",
        "field/tiles",
        "field/two-fall-at-once",
        "field/fall-before-the-turn-ends",
    ]);
}

#[test]
fn a_move_makes_a_new_object_with_no_marks() {
    hold(&["field/blink-to-the-owner", "stack/answered", "field/falls", "field/sprout-falls"]);
}

#[test]
fn an_object_has_an_owner_beside_its_controller() {
    hold(&["field/charm", "field/blink-to-the-owner", "field/falls"]);
}

#[test]
fn a_reference_that_follows_finds_what_its_object_has_become() {
    hold(&["stack/hunts"]);
}

#[test]
fn a_reference_that_does_not_follow_loses_its_object() {
    hold(&["stack/answered", "stack/gone"]);
}

#[test]
fn an_object_of_a_setup_has_its_id_alone_and_the_next_one_another() {
    hold(&["field/blink-to-the-owner"]);
    let twice = "{title: T, clauses: [grove.turns.order], setup: {position: {objects: {all: [\
        {id: 'Bear#1', zone: grave, owner: 0}, {id: 'Bear#1', zone: grave, owner: 1}]}}}, \
        steps: [{do: {pass: {}}, then: ['state.active == 1']}]}";
    let why = run(twice).unwrap_err();
    assert!(why.contains("two objects here have the same id"), "{why}");
}

const FIRST: &str = "{pick: strike 1, gives: 'Wolf#1'}, {roll: strike 1, gives: 1}";
const SECOND: &str = "{pick: strike 2, gives: 'Bear#1'}, {roll: strike 2, gives: 1}";

#[test]
fn a_pick_is_found_by_its_subject() {
    hold(&["field/tempest", "dawn/tie"]);
    run(&tempest(&format!("{SECOND}, {FIRST}"))).unwrap();
    let wrong = FIRST.replace("pick: strike 1", "pick: strike 3");
    let why = run(&tempest(&format!("{wrong}, {SECOND}"))).unwrap_err();
    assert!(why.starts_with("step 3: strike 1 is picked by chance, but the step supplies no outcome"), "{why}");
}

#[test]
fn a_roll_is_found_by_its_subject_and_fits_its_die() {
    hold(&["field/tempest"]);
    let wrong = FIRST.replace("roll: strike 1", "roll: strike 3");
    let why = run(&tempest(&format!("{wrong}, {SECOND}"))).unwrap_err();
    assert!(why.starts_with("step 3: strike 1 is rolled, but the step supplies no outcome"), "{why}");
    let why = run(&tempest(&format!("{}, {SECOND}", FIRST.replace("gives: 1", "gives: 4")))).unwrap_err();
    assert_eq!(why, "step 3: strike 1 is rolled with a die of 3 sides, which does not show 4");
}

#[test]
fn an_outcome_of_chance_that_is_missing_or_not_needed_is_a_fault_of_its_scenario_alone() {
    let missing = run(&tempest(FIRST)).unwrap_err();
    assert!(missing.starts_with("step 3: strike 2 is picked by chance, but"), "{missing}");
    let unused = format!("{FIRST}, {SECOND}, {{roll: strike 3, gives: 1}}");
    let why = run(&tempest(&unused)).unwrap_err();
    assert_eq!(why, "step 3: the outcome supplied for the roll of strike 3 was not needed");
    // The other scenarios are still judged, and the fault is not a verdict.
    let suite = suite();
    let texts = [tempest(FIRST), tempest(&format!("{FIRST}, {SECOND}")), tempest(&unused)];
    let read = |text: &String| scenario(&suite, text).unwrap_or_else(|faults| panic!("{}", told(&faults)));
    let scenarios: Vec<_> = texts.iter().map(read).collect();
    let judged = std::sync::Mutex::new(0);
    let options = check::Options::default();
    let checked = check::check(&suite, None, &scenarios, &options, &|_| *judged.lock().unwrap() += 1);
    assert_eq!((checked.faults.list.len(), checked.judged.len(), *judged.lock().unwrap()), (2, 1, 1));
}

#[test]
fn a_view_hides_hands_and_a_look_shows_one_to_one_player() {
    hold(&["basics/hands-are-hidden", "basics/look-at-an-ally", "basics/look-at-a-foe", "basics/look-at-dawn"]);
}

#[test]
fn an_event_is_seen_by_those_who_may_know_of_it() {
    let mut game = Match::at(json!({"active": 1, "players": [{}, {"hand": ["Wolf"], "deck": ["Bolt"]}, {}]}));
    let looked = game.act(2, json!({"look": {"at": 1}}));
    let seen = [0, 1, 2].map(|player| game.seen(&looked[0], player));
    assert_eq!(seen, [None, None, Some(json!({"looked": {"player": 2, "at": 1}}))]);
    let passed = game.act(1, json!({"pass": {}}));
    let drew = passed.iter().find(|event| matches!(event, Event::Drew { .. })).unwrap();
    let seen = [0, 1, 2].map(|player| game.seen(drew, player).unwrap());
    let whole = json!({"drew": {"player": 1, "card": "Bolt"}});
    assert_eq!(seen, [json!({"drew": {"player": 1}}), whole, json!({"drew": {"player": 1}})]);
}

#[test]
fn a_token_travels_with_a_scenario_that_does_not_name_it() {
    hold(&["field/sprout", "field/fall-effects"]);
    let suite = suite();
    let names = |id: &str| -> Vec<String> {
        let request = Request::new(&suite, &suite.scenario(id).unwrap());
        assert!(matches!(request.task, Task::Run(_)));
        request.cards.iter().map(|card| card["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names("grove/field/sprout"), ["Spore", "Bolt", "Sprout"]);
    // A setup names the card of an object only by its id.
    assert_eq!(names("grove/ending/not-enough"), ["Wolf", "Sprout"]);
}

#[test]
fn a_map_is_data_of_the_spec_or_of_a_scenario() {
    hold(&["field/tiles", "field/own-map"]);
    let other = "{title: T, clauses: [grove.turns.order], setup: {position: {map: other}}, \
        steps: [{do: {pass: {}}, then: ['state.active == 1']}]}";
    assert_eq!(run(other).unwrap_err(), "there is no map other");
}

#[test]
fn a_rejection_changes_nothing_even_inside_a_resolution() {
    hold(&["field/tiles", "field/ward"]);
    let mut game = Match::at(json!({"players": [{"hand": ["Wolf", "Bear"]}, {}, {}]}));
    game.act(0, json!({"play": {"card": "Wolf"}}));
    game.act(1, json!({"pass": {}}));
    game.act(2, json!({"pass": {}}));
    let before = game.position.clone();
    for (by, action) in [
        (0, json!({"put": {"tile": "x"}})),
        (1, json!({"put": {"tile": "a"}})),
        (0, json!({"play": {"card": "Bear"}})),
        (0, json!({"pass": {}})),
        (0, json!({"decline": {}})),
        (0, json!({"look": {"at": 1}})),
    ] {
        game.refused(by, action);
        assert_eq!(game.position, before);
    }
    assert!(matches!(game.position.waits(), Waits::Answer { player: 0, .. }));
}
