//! `rulebound review`: what a change to the rules does, and to which scenarios.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value as Json;

use crate::shared::{self, copy, tempdir};

pub(crate) fn review(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebound"));
    command.arg("review").args(arguments).current_dir(folder).output().expect("the command runs")
}

pub(crate) fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).into_owned()
}

/// What a review finds, as JSON.
pub(crate) fn found(folder: &Path, arguments: &[&str]) -> Json {
    let done = review(folder, &[arguments, &["--format", "json"]].concat());
    serde_json::from_slice(&done.stdout).unwrap_or_else(|_| panic!("{}", text(&done)))
}

pub(crate) fn scenarios(group: &Json) -> BTreeSet<String> {
    serde_json::from_value(group["scenarios"].clone()).unwrap()
}

/// The scenarios whose expectations no longer hold.
fn broken(found: &Json) -> Vec<&str> {
    found["broken"].as_array().unwrap().iter().map(|one| one["scenario"].as_str().unwrap()).collect()
}

/// A copy of the suite, with `edit` made in one of its files.
fn edited(name: &str, file: &str, from: &str, to: &str) -> std::path::PathBuf {
    let folder = tempdir(name);
    for part in ["spec", "conformance"] {
        copy(&shared::root().join(part), &folder.join(part));
    }
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has {from}");
    std::fs::write(path, text.replacen(from, to, 1)).unwrap();
    folder
}

/// A copy of the suite in which traps go off by themselves, so that these scenarios of combo ask nobody to hold one back.
pub(crate) fn by_themselves(name: &str, scenarios: &[&str]) -> std::path::PathBuf {
    let folder = edited(name, "spec/combo/rulings.yaml", "default: by-hand", "default: goes-off-by-itself");
    for scenario in scenarios {
        let path = folder.join(format!("conformance/combo/{scenario}.yaml"));
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(path, text.replace("  - do: {done: {}}\n", "")).unwrap();
    }
    folder
}

/// The scenarios were listed from the document before the first run: the second player draws in the second turn and
/// nowhere else, so those in which somebody draws in that turn change, and no others.
#[test]
fn a_smaller_second_draw_changes_the_scenarios_with_a_draw_in_the_second_turn_and_no_others() {
    let found = found(&shared::root(), &["--set", "combo.turns.second-draw.second_draw=6"]);
    let all: BTreeSet<String> = found["groups"].as_array().unwrap().iter().flat_map(scenarios).collect();
    let expected = [
        "combo/hearts/number-third-is-the-last",
        "combo/line/simulation",
        "combo/line/simulation-seven-drawn",
        "combo/turns/second-draw-just-enough",
        "combo/turns/second-draw-only-once",
        "combo/turns/second-draw-seven",
    ];
    assert_eq!(all, expected.map(str::to_owned).into());
    assert_eq!(found["changes"][0]["old"], 7);
    // The match about Hearts says nothing about the number of cards.
    assert_eq!(broken(&found), expected[1..]);
}

#[test]
fn another_number_of_hearts_is_one_group_for_the_setup_and_one_for_the_winner() {
    let done = review(&shared::root(), &["--set", "combo.hearts.number.hearts=4"]);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    let found = found(&shared::root(), &["--set", "combo.hearts.number.hearts=4"]);
    let groups = found["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 2, "{}", text(&done));
    assert_eq!(groups[0]["kind"], "winner");
    assert!(scenarios(&groups[0]).contains("combo/hearts/number-third-is-the-last"), "the third is not the last now");
    assert_eq!((&groups[1]["kind"], &groups[1]["from_setup"]), (&"state".into(), &true.into()));
    assert_eq!(groups[1]["fields"], serde_json::json!(["players[].hearts_up"]));
    let counted = ["same", "different", "stopped", "neither"].map(|count| found[count].as_u64().unwrap());
    assert_eq!(counted.iter().sum::<u64>(), found["scenarios"].as_u64().unwrap());
}

#[test]
fn a_clause_that_is_switched_off_and_a_reading_are_told_by_what_they_accept() {
    let off = text(&review(&shared::root(), &["--without", "motion.chaining.once-in", "--only", "motion/chaining"]));
    assert!(off.contains("rejected before by motion.chaining.once-in, now accepted in 2 scenarios"), "{off}");
    // Of several equal plans another may be shown, which changes nothing.
    let plans = found(&shared::root(), &["--without", "motion.chaining.once-in", "--only", "motion/minimum"]);
    assert_eq!(plans["groups"].as_array().unwrap().len(), 1, "{plans}");
    let these = [
        "all-once-in-place",
        "sustained-movements-apart",
        "sustained-movements-apart-two-letters",
        "twice-in-one-card",
        "twice-in-one-card-never",
        "two-in-entries",
    ];
    assert_eq!(scenarios(&plans["groups"][0]), these.iter().map(|name| format!("motion/minimum/{name}")).collect());
    let reading = found(&shared::root(), &["--reading", "internal=with-spirit", "--only", "motion/letters"]);
    assert_eq!(reading["changes"][0]["id"], "motion.rulings.internal");
    assert!(reading["groups"].as_array().unwrap().iter().any(|group| group["kind"] == "accepted"));
}

/// With a sixth card to draw, the source of two cards has to be filled from the trash, which the scenario does not
/// expect. In the other scenario that happens a turn before the one for which the outcome is supplied.
#[test]
fn what_a_scenario_lacks_under_the_new_rules_is_filled_in_and_marked() {
    let six = ["--set", "combo.turns.standard-draw.standard_draw=6", "--only"];
    let shuffled = found(&shared::root(), &[&six[..], &["combo/hearts/one-a-turn-two-turns"]].concat());
    assert_eq!((&shuffled["different"], &shuffled["stopped"]), (&1.into(), &0.into()), "{shuffled}");
    let group = &shuffled["groups"][0];
    assert_eq!((&group["kind"], &group["filled"]), (&"state".into(), &group["scenarios"]));
    let told = "players[1].source is shuffled and keeps its order";
    assert_eq!(group["example"]["filled"], serde_json::json!([{"step": 2, "what": told}]));
    // As it is written, it no longer holds.
    assert_eq!(broken(&shuffled), scenarios(group).into_iter().collect::<Vec<_>>());
    let shown = text(&review(&shared::root(), &[&six[..], &["combo/piles/recycle-at-next-draw"]].concat()));
    assert!(shown.contains("Could not run: 0. Filled in: 1."), "{shown}");
    assert!(
        shown.contains("in 1 scenario (1 filled in, 1 with expectations that no longer hold)")
            && shown.contains("\n  filled in, because"),
        "{shown}"
    );
    assert!(shown.contains("step 2: the outcome supplied for the shuffle"), "{shown}");
}

/// Holding a trap back would do harm, so nothing is held back.
#[test]
fn a_new_question_is_declined_if_it_can_be() {
    let by_hand = ["--reading", "missed-trap=by-hand", "--only", "combo/traps/first-in-the-match-is-the-first"];
    let folder = by_themselves("review-declined", &["traps/first-in-the-match-is-the-first"]);
    let found = found(&folder, &by_hand);
    let declined = "player 1 is asked something new and answers {\"done\":{}}";
    assert_eq!(found["groups"][0]["example"]["filled"][0]["what"], declined, "{found}");
    let shown = text(&review(&folder, &by_hand));
    assert!(shown.contains("a new question is declined, or gets the first legal answer"), "{shown}");
    assert!(shown.contains("plays it under the rules of this suite, without what was filled in\n"), "{shown}");
    let table = text(&review(&folder, &[&by_hand[..], &["--format", "markdown"]].concat()));
    assert!(table.contains("<br>`filled in: step 2: player 1 is asked something new"), "{table}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn each_group_shows_what_happens_on_both_sides_and_by_which_clause() {
    let work = |arguments: &[&str]| found(&shared::root(), arguments)["groups"][0]["work"].clone();
    let told = |words: &str, clause: &str| serde_json::json!({"words": words, "clause": clause});
    // The seventh card is not drawn.
    let drawn = work(&["--set", "combo.turns.second-draw.second_draw=6", "--only", "combo/turns/second-draw-seven"]);
    let nothing = serde_json::json!({"words": "nothing more happens"});
    let forest = told("player 1 draws Forest", "combo.turns.second-draw");
    assert_eq!(drawn, serde_json::json!({"old": forest, "new": nothing}));
    let off = work(&["--without", "motion.chaining.once-in", "--only", "motion/chaining/once-in-two-cards"]);
    assert_eq!(off["old"]["clause"], "motion.chaining.once-in");
    assert_eq!(off["new"]["clause"], "motion.activation.pay");
    // The match does not end; the setup differs, but has no events.
    let four = ["--set", "combo.hearts.number.hearts=4", "--only"];
    let ended = work(&[&four[..], &["combo/hearts/win-last-flip"]].concat());
    assert_eq!(ended["old"]["clause"], "combo.hearts.win");
    let setup = work(&[&four[..], &["combo/hearts/flip-face-down"]].concat());
    assert_eq!(setup, serde_json::json!({"clauses": ["combo.hearts.number"]}));
    let read = work(&["--reading", "internal=with-spirit", "--only", "motion/letters/spirit-without-spirit"]);
    assert_eq!(read["new"], serde_json::json!({"words": "the text is read"}));
    let shown = text(&review(&shared::root(), &[&four[..], &["combo/hearts/win-last-flip"]].concat()));
    assert!(shown.contains(", by combo.hearts.win\n      new: "), "{shown}");
}

#[test]
fn a_change_that_no_scenario_notices_is_a_warning() {
    let done = review(
        &shared::root(),
        &["--set", "combo.piles.pool-limit.pool_limit=999", "--only", "combo/hearts/win-last-flip", "--format", "text"],
    );
    let shown = text(&done);
    assert_eq!(done.status.code(), Some(1), "{shown}");
    assert!(shown.contains("0 differ") && shown.contains("conformance/combo/piles/<name>.yaml"), "{shown}");
}

#[test]
fn of_several_changes_each_is_tried_alone() {
    let two = ["--set", "combo.piles.pool-limit.pool_limit=999", "--set", "combo.hearts.number.hearts=4"];
    let found = found(&shared::root(), &[&two[..], &["--only", "combo/hearts/win-last-flip"]].concat());
    assert_eq!(found["changes"].as_array().unwrap().len(), 2);
    let warnings: Vec<String> = serde_json::from_value(found["warnings"].clone()).unwrap();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("the change to combo.piles.pool-limit"), "{warnings:?}");
}

#[test]
fn an_edited_scenario_is_told_and_judged_as_it_is_now() {
    let file = "conformance/combo/hearts/win-last-flip.yaml";
    let text_now = std::fs::read_to_string(shared::root().join(file)).unwrap();
    let title = text_now.lines().find(|line| line.starts_with("title: ")).unwrap();
    let folder = edited("review-edited", file, "state.winner == 1", "state.winner == 0");
    let old = shared::root().display().to_string();
    let only = ["--only", "combo/hearts/win-last-flip"];
    let wrong = found(&folder, &[&[&*old], &only[..]].concat());
    assert_eq!((&wrong["edited"], broken(&wrong)), (&serde_json::json!([&only[1]]), vec![only[1]]));
    assert_eq!(review(&folder, &[&[&*old], &only[..]].concat()).status.code(), Some(1));
    // Another title changes no expectation.
    std::fs::write(folder.join(file), text_now.replace(title, "title: Another title")).unwrap();
    let titled = found(&folder, &[&[&*old], &only[..]].concat());
    assert_eq!((&titled["edited"], broken(&titled)), (&wrong["edited"], vec![]));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn folders_are_compared_and_other_words_change_nothing() {
    let words = edited("review-words", "spec/combo/hearts.yaml", "The Hearts lie in a row.", "Hearts lie in one row.");
    let done = review(&words, &[&*shared::root().to_string_lossy(), "--only", "combo/hearts"]);
    assert_eq!(done.status.code(), Some(0), "{}", text(&done));
    assert!(text(&done).contains("other words: The Hearts lie in a row. -> Hearts lie in one row."), "{}", text(&done));
    std::fs::remove_file(words.join("conformance/combo/hearts/win-last-flip.yaml")).unwrap();
    let gone = found(&words, &[&*shared::root().to_string_lossy(), "--only", "combo/hearts"]);
    assert_eq!(gone["gone"], serde_json::json!(["combo/hearts/win-last-flip"]));
    // The other way round it is new. It is still run, and notices the change.
    let (root, old) = (shared::root(), words.display().to_string());
    let four = ["--set", "combo.hearts.number.hearts=4", "--only", "combo/hearts/win-last-flip", &old];
    let added = found(&root, &four);
    assert_eq!((&added["added"], &added["different"]), (&gone["gone"], &1.into()));
    std::fs::remove_dir_all(words).unwrap();
}

#[test]
fn a_game_that_the_old_suite_lacks_is_new() {
    let old = edited("review-game", "spec/combo/hearts.yaml", "hearts", "hearts");
    for part in ["spec", "conformance"] {
        std::fs::remove_dir_all(old.join(part).join("transmute")).unwrap();
    }
    let done = review(&shared::root(), &[&old.display().to_string(), "--only", "transmute/turns/draw"]);
    assert_eq!(done.status.code(), Some(1), "{}", text(&done));
    assert!(text(&done).contains("transmute is new"), "{}", text(&done));
    std::fs::remove_dir_all(old).unwrap();
}

#[test]
fn the_last_commit_is_the_default_and_another_revision_can_be_named() {
    let folder = edited("review-git", "spec/combo/turns.yaml", "second_draw: 7", "second_draw: 6");
    let git = |arguments: &[&str]| {
        let named = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
        let done = Command::new("git").args(named).args(arguments).current_dir(&folder).output().unwrap();
        assert!(done.status.success(), "{}", text(&done));
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "six"]);
    git(&["tag", "six"]);
    let path = folder.join("spec/combo/turns.yaml");
    let six = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, six.replace("second_draw: 6", "second_draw: 7")).unwrap();
    let last = found(&folder, &["--only", "combo/turns"]);
    assert_eq!((&last["changes"][0]["old"], &last["changes"][0]["new"]), (&6.into(), &7.into()));
    git(&["commit", "-qam", "seven"]);
    assert_eq!(review(&folder, &["--only", "combo/turns"]).status.code(), Some(0));
    assert_eq!(found(&folder, &["six", "--only", "combo/turns"])["changes"], last["changes"]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_was_accepted_is_not_shown_until_it_no_longer_matches() {
    let folder = tempdir("review-accepted");
    let file = folder.join("accepted.json").display().to_string();
    let with = |value: &str, option: &str, only: &str| {
        let set = format!("combo.turns.second-draw.second_draw={value}");
        review(&shared::root(), &["--set", &set, "--only", only, option, &file])
    };
    // What is no such file is not overwritten, even by mistake.
    std::fs::write(&file, "title: a scenario\n").unwrap();
    assert_eq!(with("6", "--accept", "combo/turns").status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "title: a scenario\n");
    std::fs::remove_file(&file).unwrap();
    assert_eq!(with("6", "--accept", "combo/turns").status.code(), Some(0));
    assert_eq!(with("6", "--accept", "combo/turns").status.code(), Some(0));
    let same = with("6", "--accepted", "combo/turns");
    assert_eq!(same.status.code(), Some(0), "{}", text(&same));
    assert!(text(&same).contains("Accepted before and not shown: 1 group with 3 scenarios."), "{}", text(&same));
    assert!(!text(&same).contains("What that does"), "{}", text(&same));
    // Another change, the same change to fewer scenarios, and the same scenarios with another effect.
    for (value, only) in [("5", "combo/turns"), ("6", "combo/turns/second-draw-seven")] {
        let other = with(value, "--accepted", only);
        assert_eq!(other.status.code(), Some(1), "{}", text(&other));
        let expired =
            "expired other states: players[].pool, players[].source in 3 scenarios, such as combo/turns/second";
        assert!(text(&other).contains(expired) && text(&other).contains("What that does"), "{}", text(&other));
    }
    // One change more, which has no effect there.
    let two = ["combo.turns.second-draw.second_draw=6", "--set", "combo.piles.pool-limit.pool_limit=999"];
    let more = [&["--set"], &two[..], &["--only", "combo/turns", "--accepted", &file]].concat();
    assert!(text(&review(&shared::root(), &more)).contains("expired other states"));
    let written = std::fs::read_to_string(&file).unwrap();
    let digest = written.split("\"digest\": \"").nth(1).unwrap().get(..8).unwrap();
    std::fs::write(&file, written.replace(digest, "00000000")).unwrap();
    assert_eq!(with("6", "--accepted", "combo/turns").status.code(), Some(1));
    std::fs::write(&file, "{}").unwrap();
    let wrong = with("6", "--accepted", "combo/turns");
    assert!(
        wrong.status.code() == Some(2) && text(&wrong).contains("not a file of accepted changes"),
        "{}",
        text(&wrong)
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn playouts_play_the_seeds_that_the_playout_command_plays() {
    let change = ["--set", "combo.hearts.number.hearts=4", "--only", "combo/terrains"];
    let played = found(&shared::root(), &[&change[..], &["--playouts", "2", "--seed", "3"]].concat());
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebound"));
    let alone = command.args(["playout", "combo", "--matches", "2", "--seed", "3", "--format", "json"]);
    let alone: Json = serde_json::from_slice(&alone.current_dir(shared::root()).output().unwrap().stdout).unwrap();
    let of = |at: usize| &played["playouts"][at];
    assert_eq!(
        (&of(0)["game"], &of(0)["players"], &of(1)["players"]),
        (&"combo".into(), &"random".into(), &"greedy".into())
    );
    assert_eq!(of(0)["old"], alone["summary"]);
    assert_ne!(of(0)["new"], alone["summary"], "a match for four Hearts is not the match for three");
    // Motion has no matches, and its rules do not change here.
    assert_eq!(played["playouts"].as_array().unwrap().len(), 2);
    let words = text(&review(&shared::root(), &[&change[..], &["--playouts", "2", "--seed", "3"]].concat()));
    assert!(words.contains("combo, 2 matches between random players") && words.contains("won by player 1"), "{words}");
    assert_eq!(of(0)["other_course"], 2, "who wins later acts more often");
    let endless = "Never ended: 0 of 2 under the old rules, 0 of 2 under the new ones.";
    for part in [
        "2 of 2 matches took another course.",
        endless,
        "No figure shows a difference beyond chance.",
        "\n  never ended ",
    ] {
        assert!(words.contains(part), "{part} {words}");
    }
}

#[test]
fn the_page_draws_boards_and_charts_and_needs_nothing_beside_it() {
    let change = ["--set", "combo.hearts.number.hearts=4", "--only", "combo/hearts/win-last-flip", "--playouts", "2"];
    let page = text(&review(&shared::root(), &[&change[..], &["--format", "html"]].concat()));
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"), "{page}");
    assert!(page.contains("another winner") && page.contains("players[0].hearts_up: 1 -&gt; 2"), "{page}");
    assert_eq!(page.matches("class=\"picture\"").count(), 2, "{page}");
    // The one Heart more is marked on both boards, which are side by side.
    assert!(page.contains("class=\"beside\"") && page.matches("class=\"changed\"").count() >= 2, "{page}");
    // One chart for the random and one for the greedy players: who acted first, two players, how matches ended.
    assert_eq!(page.matches("class=\"chart\"").count(), 2, "{page}");
    let bars = ["old", "new"].map(|side| page.matches(&format!("class=\"bar {side}\"")).count());
    assert!(bars[0] >= 6 && bars[0] == bars[1] && page.contains("class=\"whisker\""), "{page}");
    // Clauses are quoted at the end, and links lead there.
    let linked = "<a href=\"#combo.hearts.win\" title=\"";
    assert!(page.contains(linked) && page.contains("<dt id=\"combo.hearts.win\">"), "{page}");
    assert!(page.contains("<h3 id=\"group-1\"><span class=\"changed\">") && !page.contains("class=\"good\""), "{page}");
    assert!(page.contains("<td data-label=\"new\">"), "{page}");
    let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    assert!(!page.contains("http://") && !page.contains("https://") && !page.contains("<script"), "{page}");
    // A step that is rejected on one side has positions too.
    let off = ["--without", "motion.chaining.once-in", "--only", "motion/chaining/once-in-two-cards"];
    let page = text(&review(&shared::root(), &[&off[..], &["--format", "html"]].concat()));
    assert_eq!(page.matches("class=\"picture\"").count(), 2, "{page}");
    let shown = text(&review(&shared::root(), &change));
    assert!(shown.lines().any(|line| line.contains(" old ") && line.contains('●') && line.contains("─")), "{shown}");
}

#[test]
fn what_cannot_be_compared_is_an_error_that_says_why() {
    for (arguments, why) in [
        (vec!["--set", "combo.hearts.numbers.hearts=4"], "did you mean combo.hearts.number.hearts"),
        (vec!["--set", "combo.hearts.number.hearts"], "has no ="),
        (vec!["--set", "combo.hearts.number.hearts=few"], "hearts: expected a whole number"),
        (vec!["--set", "combo.hearts=4"], "no clause sets combo.hearts"),
        (vec!["--without", "motion.letters.heading"], "cannot be switched off"),
        (vec![""], "OLD is empty"),
        (vec!["--without", "combo.hearts.win", "--without", "combo.hearts.win"], "given twice for combo.hearts.win"),
        (vec!["--set", "combo.hearts.number.hearts=4", "--set", "combo.hearts.number.hearts=5"], "given twice"),
        (vec!["no-such-revision"], "neither a git revision nor the folder of a suite"),
        (vec!["--", "--exec=x"], "neither a git revision nor the folder of a suite"),
        (vec!["--only", "no/such"], "no scenario has no/such in its id"),
    ] {
        let done = review(&shared::root(), &arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?} {}", text(&done));
        assert!(text(&done).contains(why), "{arguments:?} {}", text(&done));
    }
}

#[test]
fn a_placeholder_in_a_text_that_names_no_number_is_a_fault_with_its_place() {
    let folder = edited("review-placeholder", "spec/combo/hearts.yaml", "{hearts} Hearts", "{heart} Hearts");
    let done = review(&folder, &[&*shared::root().to_string_lossy()]);
    assert_eq!(done.status.code(), Some(2), "{}", text(&done));
    // On the old side, the fault says so.
    let old = folder.display().to_string();
    assert!(text(&review(&shared::root(), &[&*old])).contains(&format!("in {old}: {{heart}} in the text")));
    let told = text(&done);
    assert!(told.contains("{heart} in the text of combo.hearts.number is not a number of the rules"), "{told}");
    assert!(told.contains("did you mean hearts") && told.contains("spec/combo/hearts.yaml:"), "{told}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn scenarios_beyond_the_first_are_named_and_so_is_when_things_happen() {
    let by_itself = ["--reading", "missed-trap=goes-off-by-itself", "--only", "combo/traps/"];
    let found = found(&shared::root(), &by_itself);
    let broken = broken(&found);
    assert!(broken.len() > 20, "{broken:?}");
    for format in ["text", "markdown", "html"] {
        let shown = text(&review(&shared::root(), &[&by_itself[..], &["--format", format]].concat()));
        let listed = shown.split("Expectations that no longer hold").last().unwrap();
        assert!(broken.iter().all(|id| listed.contains(id)), "{format} {shown}");
        assert!(
            format != "text" || shown.contains("      also combo/traps/") && shown.contains("more, which"),
            "{shown}"
        );
        assert!(format != "markdown" || !shown.contains("--format json"), "{shown}");
    }
    let part = ["--set", "skirmish.combat.wounded.wounded_part=2", "--only", "skirmish/combat/wounded"];
    let played = text(&review(&shared::root(), &[&part[..], &["--playouts", "2"]].concat()));
    assert!(played.contains("characters faint, by the turn of the player, median and middle half"), "{played}");
    assert!(played.contains("at most a half of its armor"), "{played}");
}

#[test]
fn the_tables_for_a_pull_request_have_a_row_for_each_group() {
    let arguments = ["--set", "motion.motions.x-least.x_minimum=2", "--only", "motion/motions"];
    let groups = found(&shared::root(), &arguments)["groups"].as_array().unwrap().len();
    let shown = text(&review(&shared::root(), &[&arguments[..], &["--format", "markdown"]].concat()));
    let table = shown.split("### What that does").nth(1).unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `")).count();
    assert!(groups > 2 && rows == groups, "{shown}");
}
