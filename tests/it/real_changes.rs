//! Real changes of the rules, reviewed. Which scenarios change was listed from the document and the scenario files before
//! the first run of each review; those change, and no others.

mod skirmish;

use std::collections::BTreeSet;
use std::process::Command;

use rulebound::scenario;
use rulebound::source::Files;
use serde_json::Value as Json;

use crate::shared;

/// The scenarios of a game that a change alters.
fn changed(game: &str, change: &[&str]) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebound"));
    command.arg("review").args(change).args(["--only", &format!("{game}/"), "--format", "json"]);
    let done = command.current_dir(shared::root()).output().expect("the command runs");
    let found: Json = serde_json::from_slice(&done.stdout)
        .unwrap_or_else(|_| panic!("{change:?} {}", String::from_utf8_lossy(&done.stderr)));
    assert_eq!((&found["stopped"], &found["neither"]), (&0.into(), &0.into()), "{change:?}");
    let groups = found["groups"].as_array().unwrap().iter();
    groups.flat_map(|group| serde_json::from_value::<Vec<String>>(group["scenarios"].clone()).unwrap()).collect()
}

/// The scenarios of a game whose file is such that the change has to alter them.
fn expected(game: &str, is: &dyn Fn(&Json) -> bool) -> BTreeSet<String> {
    let files = Files::Folder(shared::root());
    let ids = scenario::ids(&files, game).unwrap();
    ids.into_iter().filter(|id| is(&shared::yaml(&files.read(&scenario::path(id)).unwrap().text).unwrap())).collect()
}

fn named(ids: &[&str]) -> BTreeSet<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

/// Fails with what is missing and what is too much.
fn same(change: &str, expected: &BTreeSet<String>, found: &BTreeSet<String>) {
    let (missing, more): (Vec<_>, Vec<_>) =
        (expected.difference(found).collect(), found.difference(expected).collect());
    assert!(missing.is_empty() && more.is_empty(), "{change}\nunchanged: {missing:?}\nchanged too: {more:?}");
}

/// A sixth card in the first turn is seen wherever somebody draws in the first turn. A source of five cards is then not
/// enough, which ends the match.
#[test]
fn a_larger_first_draw_of_combo() {
    let expected = named(&[
        "combo/hearts/number-third-is-the-last",
        "combo/line/simulation",
        "combo/piles/starts-in-source-then-drawn",
        "combo/schools/unknown-in-a-deck",
        "combo/turns/challenged-first-second-player",
        "combo/turns/first-draw-five",
        "combo/turns/first-draw-just-enough",
    ]);
    same("first_draw", &expected, &changed("combo", &["--set", "combo.turns.first-draw.first_draw=6"]));
}

/// Only one card of the suite has three schools.
#[test]
fn more_schools_on_a_card_of_combo() {
    let expected = named(&["combo/schools/three-schools"]);
    same("schools_most", &expected, &changed("combo", &["--set", "combo.schools.at-most.schools_most=3"]));
}

/// A cost with a comma can be read, and so paid for. Scenarios that choose the reading themselves stay the same.
#[test]
fn commas_in_the_costs_of_motion() {
    let expected = named(&["motion/notation/comma", "motion/notation/comma-is-not-paid"]);
    same("comma", &expected, &changed("motion", &["--reading", "comma=same-as-bar"]));
}

/// All other scenarios in which a card is released choose that reading themselves.
#[test]
fn released_cards_of_motion() {
    let expected = named(&["motion/sustained/release-never"]);
    same("release", &expected, &changed("motion", &["--reading", "motion.rulings.release=at-will"]));
}

fn reading<'s>(scenario: &'s Json, ruling: &str) -> Option<&'s str> {
    scenario["readings"].get(format!("transmute.rulings.{ruling}"))?.as_str()
}

/// Players have the new life wherever the scenario gives them none: at the start of a match, and in a position that does
/// not say it. The list at first lacked those in which players are healed, which is up to the life that they began with.
#[test]
fn earlier_and_later_lives_of_transmute() {
    let silent = expected("transmute", &|scenario| {
        let setup = &scenario["setup"];
        let silent = |players: &Json| players.as_array().is_some_and(|all| all.iter().any(|p| p.get("life").is_none()));
        (setup.get("start").is_some() || silent(&setup["position"]["players"]))
            && reading(scenario, "starting-life").is_none()
    });
    assert!(silent.len() > 100);
    let healed = |ids: &[&str]| -> BTreeSet<String> { silent.union(&named(ids)).cloned().collect() };
    // From 29 to 30, and from 20 to 22.
    let beyond_thirty = ["transmute/text/heal-player"];
    let beyond_twenty = [beyond_thirty[0], "transmute/ending/out-not-picked", "transmute/ending/without-life-plays-on"];
    for (life, healed) in [("40", healed(&beyond_thirty)), ("20", healed(&beyond_twenty))] {
        let change = format!("transmute.basics.life.life={life}");
        same(&change, &healed, &changed("transmute", &["--set", &change]));
    }
}

/// The second player has two cards as soon as a match begins.
#[test]
fn the_cards_of_the_second_player_of_transmute() {
    let expected = expected("transmute", &|scenario| {
        let steps = scenario["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
        let begins = |step: &Json| step["do"].get("begin").is_some() && step.get("rejected").is_none();
        steps.iter().any(begins) && reading(scenario, "second-player").is_none()
    });
    assert!(expected.len() > 5);
    let found = changed("transmute", &["--reading", "second-player=two-cards"]);
    same("second-player", &expected, &found);
}

/// A Minion is tapped wherever it is assigned to defend.
#[test]
fn the_tapped_blocker_of_transmute() {
    let expected = expected("transmute", &|scenario| {
        let steps = scenario["steps"].as_array().map(Vec::as_slice).unwrap_or_default();
        let defends = |step: &Json| step["do"].get("defend").is_some() && step.get("rejected").is_none();
        steps.iter().any(defends) && reading(scenario, "defender-tapped").is_none()
    });
    assert!(expected.len() > 20);
    same("defender-tapped", &expected, &changed("transmute", &["--reading", "defender-tapped=tapped"]));
}
