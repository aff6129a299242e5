//! Scenarios of one's own, without Rust: files anywhere are checked, explained and reviewed.

use std::path::Path;
use std::process::{Command, Output};

use crate::shared::{self, copy, tempdir};

fn rulebound(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rulebound"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the command runs")
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.clone(), output.stderr.clone()].concat()).into_owned()
}

const FIRST: &str = "title: One gem pays one entry
clauses: [motion.motions.in]
cards: [{name: Into Water, cost: \"a -> (w)\"}]
setup: {position: {board: {fire: {lightning: 1}}, cards: [Into Water]}}
steps:
  - do: {play: {cards: [Into Water], moves: [{gem: lightning, from: fire, to: water}]}}
    then: [\"state.spheres.water.lightning == 1\"]
";

#[test]
fn a_scenario_anywhere_is_checked_explained_and_reviewed() {
    let folder = tempdir("own");
    std::fs::write(folder.join("first.yaml"), FIRST).unwrap();
    let check = || told(&rulebound(&folder, &["check", "first.yaml"]));
    assert!(check().contains("1 scenario has no snapshot") && check().ends_with("It holds.\n"), "{}", check());
    let explained = told(&rulebound(&folder, &["explain", "first.yaml"]));
    assert!(explained.contains("a lightning gem moves from fire to water"), "{explained}");

    let new = rulebound(&folder, &["snapshot", "first.yaml"]);
    assert!(new.status.code() == Some(1) && told(&new).starts_with("motion/first new\n+ One gem pays one entry\n"));
    assert!(!folder.join("first.snap").exists(), "nothing is accepted that nobody accepts");
    assert_eq!(rulebound(&folder, &["snapshot", "first.yaml", "--accept"]).status.code(), Some(0));
    assert!(!check().contains("no snapshot") && check().ends_with("It holds.\n"), "{}", check());
    assert_eq!(rulebound(&folder, &["snapshot", "first.yaml"]).status.code(), Some(0));

    std::fs::write(folder.join("first.yaml"), FIRST.replace("One gem pays", "A gem pays")).unwrap();
    let changed = told(&rulebound(&folder, &["snapshot", "first.yaml"]));
    assert!(changed.contains("\n- One gem pays one entry\n+ A gem pays one entry\n"), "{changed}");
    std::fs::write(folder.join("first.yaml"), FIRST.replace("lightning == 1", "lightning == 2")).unwrap();
    let wrong = rulebound(&folder, &["snapshot", "first.yaml", "--accept"]);
    assert_eq!(wrong.status.code(), Some(2), "{}", told(&wrong));
    assert!(told(&wrong).contains("a scenario that does not hold gets no snapshot"), "{}", told(&wrong));
    let failed = rulebound(&folder, &["check", "first.yaml"]);
    assert!(
        failed.status.code() == Some(1) && told(&failed).contains("  first.yaml:7 (step 1)\n"),
        "{}",
        told(&failed)
    );

    std::fs::write(folder.join("first.yaml"), FIRST.replace("motion.motions", "moton.motions")).unwrap();
    assert!(check().contains("first.yaml does not say which game it belongs to"), "{}", check());
    std::fs::remove_dir_all(&folder).unwrap();
}

/// If a file exists, that file is meant, even if a scenario in the suite has the same path from the suite's root.
#[test]
fn a_file_with_the_path_of_one_of_the_suite_is_the_file() {
    let folder = tempdir("own-path");
    let path = "conformance/motion/letters/fire-sphere.yaml";
    std::fs::create_dir_all(folder.join("conformance/motion/letters")).unwrap();
    std::fs::write(folder.join(path), FIRST).unwrap();
    let explained = told(&rulebound(&folder, &["explain", path]));
    assert!(explained.starts_with("One gem pays one entry\n"), "{explained}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_engine_is_held_to_a_scenario_of_ones_own() {
    let folder = tempdir("own-engine");
    std::fs::write(folder.join("first.yaml"), FIRST).unwrap();
    let engine = |more: &str| format!("{} engine {more}", env!("CARGO_BIN_EXE_rulebound"));
    let check = |more: &str| rulebound(&folder, &["check", "first.yaml", "--engine", &engine(more)]);
    assert_eq!(check("").status.code(), Some(0), "{}", told(&check("")));
    assert_eq!(check("--without motion.letters.water").status.code(), Some(1));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn several_scenarios_are_asked_for_at_once_and_each_of_them_once() {
    let number = |words: &[&str]| {
        let arguments: Vec<&str> = ["check", "--format", "json"].iter().chain(words).copied().collect();
        let done = rulebound(&shared::root(), &arguments);
        let report: serde_json::Value =
            serde_json::from_slice(&done.stdout).unwrap_or_else(|_| panic!("{}", told(&done)));
        report["scenarios"].as_array().unwrap().len()
    };
    let (letters, one) = (number(&["motion/letters"]), "motion/letters/fire-sphere");
    assert_eq!(number(&["motion/letters", one, "conformance/motion/letters/fire-sphere.yaml"]), letters);
    assert_eq!(number(&[one, "conformance/motion/letters/fire-sphere.yaml", "motion/minimum/worked-example"]), 2);
    let suite = shared::suite();
    let scenarios = suite.scenarios(&suite.ids("").unwrap()).unwrap();
    let naming = |wanted: &[&str]| {
        let names = |id: &str| wanted.contains(&id);
        scenarios.iter().filter(|one| one.clauses.iter().any(|(id, _)| names(id))).count()
    };
    let (once_in, once_out) = ("motion.chaining.once-in", "motion.chaining.once-out");
    assert_eq!(number(&["--clause", once_in]), naming(&[once_in]));
    assert_eq!(number(&["--clause", once_in, "--clause", once_out]), naming(&[once_in, once_out]));
    assert!(naming(&[once_in]) < naming(&[once_in, once_out]));
    let none = rulebound(&shared::root(), &["check", "motion/leters", "motion/letters"]);
    assert!(none.status.code() == Some(2) && told(&none).contains("no scenario matches motion/leters"));
}

/// What `snapshot` writes is byte for byte what `cargo insta review` writes.
#[test]
fn snapshots_are_written_as_insta_writes_them() {
    let folder = tempdir("snapshots");
    for kind in ["spec", "conformance/combo/traps", "snapshots/combo/traps"] {
        copy(&shared::root().join(kind), &folder.join(kind));
    }
    let before = std::fs::read(folder.join("snapshots/combo/traps/hidden-face-down.snap")).unwrap();
    std::fs::remove_file(folder.join("snapshots/combo/traps/hidden-face-down.snap")).unwrap();
    std::fs::write(folder.join("snapshots/combo/traps/gone.snap"), &before).unwrap();
    let named = folder.to_str().unwrap().to_owned();
    let shown = told(&rulebound(&folder, &["snapshot", "--suite", &named]));
    assert!(shown.contains("combo/traps/hidden-face-down new\n") && shown.contains("gone.snap, which has no scenario"));
    assert_eq!(rulebound(&folder, &["snapshot", "--suite", &named, "--accept"]).status.code(), Some(0));
    assert_eq!(std::fs::read(folder.join("snapshots/combo/traps/hidden-face-down.snap")).unwrap(), before);
    assert!(!folder.join("snapshots/combo/traps/gone.snap").exists());
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_scenario_is_explained_under_a_reading_of_the_users() {
    let here = shared::root();
    let explain = |more: &[&str]| {
        let arguments: Vec<&str> = ["explain", "combo/text/target"].iter().chain(more).copied().collect();
        told(&rulebound(&here, &arguments))
    };
    let other = explain(&["--reading", "targets-named=in-turn"]);
    assert!(other.contains("under the reading in-turn of combo.rulings.targets-named"), "{other}");
    // Only here is the card in the line while its player is asked.
    assert!(
        other.contains("line    Struggling Roots") && !explain(&[]).contains("line    Struggling Roots"),
        "{other}"
    );
}
