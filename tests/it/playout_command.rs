//! `rulebound playout`: the same seed plays the same matches, the figures add up, and a greedy player does better than
//! chance.

use std::process::Command;

use serde_json::Value as Json;

use crate::shared;

fn playout(arguments: &[&str]) -> Json {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebound"));
    let done = command.args(["playout", "combo", "--format", "json"]).args(arguments).current_dir(shared::root());
    let done = done.output().expect("the command runs");
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_slice(&done.stdout).expect("a report")
}

fn count(share: &Json) -> u64 {
    share["count"].as_u64().expect("a count")
}

#[test]
fn the_same_seed_plays_the_same_matches_whatever_the_jobs() {
    let limited = ["--matches", "40", "--seed", "7", "--reading", "endless-match=more-hearts"];
    let (one, two) = (playout(&[&limited[..], &["--jobs", "1"]].concat()), playout(&limited));
    assert_eq!(one, two);
    let other = playout(&["--matches", "40", "--seed", "8000", "--reading", "endless-match=more-hearts"]);
    assert_ne!(one["summary"], other["summary"]);
    let summary = &one["summary"];
    let (all, drawn, endless) = (summary["matches"].as_u64().unwrap(), &summary["drawn"], &summary["endless"]);
    let decided: u64 = summary["won"].as_array().unwrap().iter().map(count).sum();
    assert_eq!((all, count(endless)), (40, 0), "turns are limited");
    assert_eq!(decided + count(drawn), all);
    assert_eq!(summary["by_clause"].as_object().unwrap().values().map(count).sum::<u64>(), all);
    assert!(summary["lengths"]["least"].as_u64() < summary["lengths"]["most"].as_u64());
}

#[test]
fn a_greedy_player_beats_random_ones_by_the_margin() {
    let report = playout(&["--matches", "120", "--players", "greedy,random", "--most", "1500"]);
    let against = &report["greedy_against_random"];
    assert!(against["low"].as_f64() >= report["margin"].as_f64(), "{against}");
    assert!(report["margin"].as_f64() > Some(0.5));
    assert!(playout(&["--matches", "2"])["greedy_against_random"].is_null());
}

/// A match that is saved plays again as it was, with the same outcomes of chance, and can be explained from beginning
/// to end.
#[test]
fn a_saved_match_is_a_scenario() {
    let folder = shared::tempdir("saved");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rulebound"));
        let done = command.args(arguments).arg("--suite").arg(shared::root()).current_dir(&folder).output();
        let done = done.expect("the command runs");
        (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
    };
    for (game, more) in [("transmute", "--players=greedy"), ("combo", "--reading=endless-match=more-hearts")] {
        let file = format!("{game}.yaml");
        let save = ["playout", game, "--matches", "1", "--seed", "7", more, "--save", &file];
        assert_eq!(run(&save).0, Some(0), "{}", run(&save).1);
        let checked = run(&["check", &file]);
        assert!(checked.0 == Some(0) && checked.1.ends_with("It holds.\n"), "{}", checked.1);
        // An existing file is left alone.
        let again = run(&save);
        assert!(again.0 == Some(2) && again.1.contains("name a new file"), "{}", again.1);
    }
    let told = run(&["explain", "transmute.yaml", "--brief"]).1;
    assert!(told.contains("    the match begins, and player "), "{told}");
    assert!(told.contains(" has won\n") || told.contains(" have won\n"), "{told}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// The foe could claim the miss and win, although in a playout nobody does.
#[test]
fn a_greedy_player_of_combo_holds_no_trap_back() {
    let folder = shared::tempdir("greedy-traps");
    let saved = |players: &str| {
        let file = folder.join(format!("{players}.yaml"));
        let more = ["--matches", "1", "--seed", "6", "--most", "400", "--players", players, "--save"];
        playout(&[&more[..], &[&*file.to_string_lossy()]].concat());
        std::fs::read_to_string(file).unwrap()
    };
    let (greedy, random) = (saved("greedy"), saved("random"));
    assert!(greedy.contains(r#"{"done":{}}"#) && !greedy.contains(r#"{"hold":"#), "{greedy}");
    assert!(random.contains(r#"{"hold":"#), "a seed with which a trap is held back: {random}");
    std::fs::remove_dir_all(folder).unwrap();
}
