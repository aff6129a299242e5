//! The command as people meet it: outputs, exit codes, suggestions, suites elsewhere.

mod shared;

use std::path::Path;
use std::process::{Command, Output};

fn rulebound(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rulebound"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .output()
        .expect("the command runs")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn here(arguments: &[&str]) -> Output {
    rulebound(&shared::root(), arguments)
}

#[test]
fn check_holds_and_says_which_suite_it_used() {
    let done = here(&["check", "motion/letters"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    assert!(out(&done).contains("It holds.") && out(&done).contains(&*shared::root().to_string_lossy()));
    assert!(!out(&done).contains('\u{1b}'), "colours belong on a terminal only");
}

#[test]
fn an_installed_command_brings_its_suite() {
    let folder = std::env::temp_dir();
    let done = rulebound(&folder, &["check", "motion/letters", "--format", "json"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).expect("a report");
    assert_eq!(report["suite"], "the suite embedded in this command");
    assert!(report["counts"]["pass"].as_u64().unwrap() > 20);
}

#[test]
fn bad_usage_and_bad_input_end_with_2_and_a_suggestion() {
    for (arguments, hint) in [
        (&["check", "--game", "motoin"][..], "did you mean motion?"),
        (&["check", "motion/chaning"], "motion/chaining"),
        (&["clause", "motion.chaining.one-in"], "motion.chaining.once-in"),
        (&["explain", "motion/minimum/worked-exmple"], "motion/minimum/worked-example"),
        (&["parse", "motion", "csot", "a"], "did you mean cost?"),
        (&["check", "--reading", "internl=with-spirit"], "motion.rulings.internal"),
        (&["check", "--reading", "internal=spirit"], "water-only, with-spirit"),
        (&["solve", "motion"], "--cost"),
        (&["solve", "motion", "--cost", "a -> (w)", "--board", "moon: fire"], "write --board"),
        (&["check", "--suite", "/nowhere"], "is no suite"),
        (&["schema", "motion", "stat"], "did you mean state"),
    ] {
        let done = here(arguments);
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", out(&done));
        assert!(err(&done).contains(hint), "{arguments:?}: {}", err(&done));
    }
    assert_eq!(here(&["chekc"]).status.code(), Some(2));
}

#[test]
fn a_refused_cost_ends_with_1_and_a_caret() {
    let done = here(&["parse", "motion", "cost", "a -> (f), w:(e)"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(err(&done).contains("a comma stands where a bar belongs (column 9)"), "{}", err(&done));
    assert!(err(&done).contains("motion.notation.comma"));
    let json = here(&["parse", "motion", "cost", "a -> (f), w:(e)", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["refused"]["offset"], 8);
    let hostile = here(&["parse", "motion", "cost", "a -> \u{1b}[2J"]);
    assert_eq!(hostile.status.code(), Some(1));
    assert!(!err(&hostile).contains("\u{1b}[2J"));
}

#[test]
fn the_worked_example_is_solved_in_words() {
    let done = here(&["solve", "motion", "--cost", "a -> (w) | ww:(w)", "--cost", "l -> (w) | w:(w) | (l) -> f"]);
    assert_eq!(done.status.code(), Some(0));
    assert!(out(&done).starts_with("5 gems suffice: 2 movements and 3 held gems."), "{}", out(&done));
    assert!(out(&done).contains("move a fire gem from the lightning to the water sphere, which serves both"));
    let short = here(&["solve", "motion", "--cost", "aa -> (w)", "--board", "fire: fire"]);
    assert_eq!(short.status.code(), Some(1));
}

#[test]
fn a_broken_scenario_is_told_with_its_place() {
    let folder = tempdir("broken");
    let chapter = folder.join("conformance/motion/letters");
    std::fs::create_dir_all(&chapter).unwrap();
    copy(&shared::root().join("spec"), &folder.join("spec"));
    let told = |text: &str| {
        std::fs::write(chapter.join("broken.yaml"), text).unwrap();
        let done = here(&["check", "--suite", folder.to_str().unwrap()]);
        assert_eq!(done.status.code(), Some(2), "{}", out(&done));
        err(&done)
    };
    let head = "title: t\nclauses: [motion.letters.fire]\nsetup: {start: {cards: []}}\n";
    assert!(
        told(&format!("{head}steps:\n  - do: {{play: {{cards: [X], mvoes: []}}}}\n    then: [\"true\"]\n"))
            .contains("mvoes")
    );
    assert!(
        told(&format!("{head}steps: [{{do: {{play: {{cards: [X]}}}}, then: [\"state.sphres.fire == 1\"]}}]\n"))
            .contains("did you mean spheres?")
    );
    assert!(
        told(&format!("{head}steps: [{{do: {{play: {{cards: [X]}}}}}}]\n"))
            .contains("no step says what must come of it")
    );
    assert!(
        told(&format!("{}steps: [{{do: {{release: {{card: X}}}}, rejected: motion.sustained.relase}}]\n", head))
            .contains("motion.sustained.release")
    );
    assert!(
        told("title: t\nclauses: []\nkind: parse\nparse: {grammar: cost, text: a}\n").contains("tree: or refused:")
    );
    assert!(told(&"[".repeat(200_000)).contains("broken.yaml"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_huge_file_is_refused_by_its_size() {
    let folder = tempdir("huge");
    let chapter = folder.join("conformance/motion/letters");
    std::fs::create_dir_all(&chapter).unwrap();
    copy(&shared::root().join("spec"), &folder.join("spec"));
    let file = std::fs::File::create(chapter.join("huge.yaml")).unwrap();
    file.set_len(100 * 1024 * 1024).unwrap();
    let done = here(&["check", "--suite", folder.to_str().unwrap()]);
    assert_eq!(done.status.code(), Some(2));
    assert!(err(&done).contains("104857600 bytes"), "{}", err(&done));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn every_command_has_examples() {
    for command in ["check", "parse", "solve", "clause", "explain", "cover", "engine", "schema", "lock", "completions"]
    {
        let done = here(&[command, "--help"]);
        assert_eq!(done.status.code(), Some(0));
        assert!(out(&done).contains("Example"), "{command}");
    }
    assert!(out(&here(&["completions", "bash"])).contains("rulebound"));
}

#[test]
fn a_clause_and_a_scenario_are_explained() {
    let clause = out(&here(&["clause", "motion.chaining.once-in"]));
    for part in
        ["lines 56, 82-85", "switched off", "motion/chaining/once-in-two-cards", "src/games/motion/rules/chaining.rs:"]
    {
        assert!(clause.contains(part), "{part}: {clause}");
    }
    let explained = out(&here(&["explain", "motion/sustained/held-gem-leaves-card-ends", "--why"]));
    for part in
        ["at hand     Upheaval", "an earth gem moves from earth to water", "spheres.water.earth: 0 -> 1", "accepted"]
    {
        assert!(explained.contains(part), "{part}: {explained}");
    }
}

fn tempdir(name: &str) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("rulebound-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
