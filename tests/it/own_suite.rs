//! Scenarios of a user's own, without Rust: files anywhere are checked, explained and reviewed.

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

/// A folder is read as its files, even if ids in the suite contain its name.
#[test]
fn a_folder_of_ones_own_is_read_as_the_files_in_it() {
    let folder = tempdir("own-folder");
    std::fs::create_dir_all(folder.join("letters/deeper")).unwrap();
    let check = |words: &[&str]| {
        let arguments: Vec<&str> = ["check", "--format", "json"].iter().chain(words).copied().collect();
        let done = rulebound(&folder, &arguments);
        let report: serde_json::Value =
            serde_json::from_slice(&done.stdout).unwrap_or_else(|_| panic!("{}", told(&done)));
        let ids = report["scenarios"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned());
        ids.collect::<Vec<_>>()
    };
    // As long as there is no scenario in it, nothing but the suite can be meant.
    std::fs::write(folder.join("letters/engine.py"), "").unwrap();
    assert!(check(&["letters", "--game", "motion"]).iter().all(|id| id.contains("letters")));
    let empty = rulebound(&folder, &["check", "./letters"]);
    assert!(told(&empty).contains("there is no scenario in the folder ./letters"), "{}", told(&empty));

    std::fs::write(folder.join("letters/first.yaml"), FIRST).unwrap();
    std::fs::write(folder.join("letters/deeper/second.yml"), FIRST).unwrap();
    for hidden in [".hidden.yaml", "first.YAML", "first.yaml~"] {
        std::fs::write(folder.join("letters").join(hidden), FIRST).unwrap();
        let done = rulebound(&folder, &["check", "letters"]);
        assert_eq!(done.status.code(), Some(2));
        assert!(told(&done).contains(&format!("letters/{hidden} would not be read")), "{}", told(&done));
        std::fs::remove_file(folder.join("letters").join(hidden)).unwrap();
    }
    let both = ["motion/second", "motion/first"];
    assert_eq!(check(&["letters"]), both);
    assert_eq!(check(&["."]), both);
    assert_eq!(check(&["./letters/", "letters/first.yaml", "letters/deeper"]).len(), 2, "each is checked once");
    let new = told(&rulebound(&folder, &["snapshot", "letters"]));
    assert!(new.contains("likewise: motion/first\n") && new.ends_with("2 differences not accepted\n"), "{new}");
    let explained = told(&rulebound(&folder, &["explain", "letters"]));
    assert!(explained.contains("scenario 2 of 2: motion/first\n"), "{explained}");

    std::fs::write(folder.join("letters/broken.yaml"), "title: nothing\n").unwrap();
    let broken = rulebound(&folder, &["check", "letters"]);
    assert!(broken.status.code() == Some(2) && told(&broken).contains("letters/broken.yaml"), "{}", told(&broken));
    #[cfg(unix)]
    {
        std::fs::remove_file(folder.join("letters/broken.yaml")).unwrap();
        std::os::unix::fs::symlink(folder.join("letters/deeper"), folder.join("letters/other")).unwrap();
        let linked = told(&rulebound(&folder, &["check", "letters"]));
        assert!(linked.contains("letters/other would not be read: it is a link to a folder"), "{linked}");
    }
    // A folder of the suite means the scenarios of the suite.
    let root = shared::root();
    let whole = root.join("conformance/motion/letters");
    let of_suite = told(&rulebound(&root, &["check", "conformance/motion/letters"]));
    assert_eq!(of_suite, told(&rulebound(&root, &["check", "motion/letters/"])));
    assert_eq!(of_suite, told(&rulebound(&root.join("spec"), &["check", "../snapshots/motion/letters"])));
    let other = rulebound(&folder, &["check", whole.to_str().unwrap(), "--suite", root.to_str().unwrap()]);
    assert!(told(&other).contains("It holds."), "{}", told(&other));
    std::fs::create_dir_all(folder.join("suite/spec")).unwrap();
    std::fs::create_dir_all(folder.join("suite/conformance")).unwrap();
    let other = told(&rulebound(&folder, &["check", "suite"]));
    assert!(other.contains("the folder suite is a separate suite") && other.contains("--suite"), "{other}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_can_be_no_scenario_is_not_taken_for_a_part_of_an_id() {
    let folder = tempdir("own-words");
    let refused = |word: &str, why: &str| {
        for command in ["check", "explain", "snapshot"] {
            let done = rulebound(&folder, &[command, word]);
            assert!(done.status.code() == Some(2) && told(&done).contains(why), "{command} {word}: {}", told(&done));
        }
    };
    refused("", "a SCENARIO is empty");
    refused(" ", "a SCENARIO is empty");
    refused("combo.hearts.win", "combo.hearts.win is a clause, not a scenario");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.join("gone.yaml"), folder.join("link.yaml")).unwrap();
        refused("link.yaml", "link.yaml is a link that leads nowhere");
        let made = Command::new("mkfifo").arg(folder.join("pipe.yaml")).status();
        if made.is_ok_and(|status| status.success()) {
            refused("pipe.yaml", "pipe.yaml is not a regular file");
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// What the command says to write and to run is right, whatever a file is called.
#[test]
fn advice_about_a_scenario_of_ones_own_can_be_followed() {
    let folder = tempdir("own-advice");
    let name = "it's #1; touch PWNED.yaml";
    std::fs::write(folder.join(name), FIRST).unwrap();
    let passed = told(&rulebound(&folder, &["check", name]));
    assert!(passed.contains(r"`rulebound snapshot 'it'\''s #1; touch PWNED.yaml' --accept` creates one"), "{passed}");

    let engine = format!("{} engine --without motion.letters.water", env!("CARGO_BIN_EXE_rulebound"));
    let check = |more: &[&str]| {
        let arguments = [&["check", name, "--engine", &engine, "--expected-failures", "known"], more].concat();
        rulebound(&folder, &arguments)
    };
    std::fs::write(folder.join("known"), "").unwrap();
    let failed = check(&[]);
    let failed = (failed.status.code(), told(&failed));
    let line = failed.1.lines().find(|line| line.ends_with("  # reason"));
    let line = line.unwrap_or_else(|| panic!("{}", failed.1));
    assert_eq!((failed.0, line), (Some(1), "motion/it's #1; touch PWNED  # reason"));
    // Some editors end lines with a carriage return alone.
    for text in [format!("# known\n{line}\n"), format!("# known\r{line}\r")] {
        std::fs::write(folder.join("known"), text).unwrap();
        assert_eq!(check(&[]).status.code(), Some(0), "{}", told(&check(&[])));
    }
    std::fs::write(folder.join("known"), "motion/nowhere  # reason\n").unwrap();
    assert!(told(&check(&[])).contains("there is no scenario motion/nowhere"), "{}", told(&check(&[])));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_snapshot_that_cannot_be_written_is_named_and_leaves_nothing() {
    let folder = tempdir("own-unwritten");
    std::fs::write(folder.join("p.yaml"), FIRST).unwrap();
    std::fs::write(folder.join("p.new"), "mine").unwrap();
    assert_eq!(rulebound(&folder, &["snapshot", "p.yaml", "--accept"]).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.join("p.new")).unwrap(), "mine");
    let files = || std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(files(), 3);
    // Two files that differ only in their endings.
    std::fs::write(folder.join("p.yml"), FIRST).unwrap();
    for words in [&["p.yaml"][..], &["p.yml"], &["p.yaml", "p.yml"], &["."]] {
        for command in ["snapshot", "check"] {
            let done = rulebound(&folder, &[&[command], words].concat());
            let why = "would have the same snapshot, ";
            assert!(done.status.code() == Some(2) && told(&done).contains(why), "{words:?}: {}", told(&done));
        }
    }
    std::fs::remove_file(folder.join("p.yml")).unwrap();
    std::fs::remove_file(folder.join("p.snap")).unwrap();
    std::fs::create_dir(folder.join("p.snap")).unwrap();
    let done = rulebound(&folder, &["snapshot", "p.yaml", "--accept"]);
    assert!(done.status.code() == Some(2) && told(&done).contains("p.snap is not a regular file"), "{}", told(&done));
    let done = rulebound(&folder, &["check", "p.yaml"]);
    assert!(done.status.code() == Some(1) && told(&done).contains("p.snap is not a regular file"), "{}", told(&done));
    std::fs::remove_dir_all(&folder).unwrap();
    // Nobody can write there, not even as root.
    if cfg!(target_os = "linux") {
        let done = rulebound(
            &shared::root(),
            &[
                "review",
                "--set",
                "combo.hearts.number.hearts=4",
                "--only",
                "combo/hearts/win-last-flip",
                "--accept",
                "/proc/accepted.json",
            ],
        );
        assert!(told(&done).contains("cannot write /proc/accepted.json: "), "{}", told(&done));
    }
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

/// Such a name could pass for lines of a report, or for the name of another file.
#[cfg(target_os = "linux")]
#[test]
fn a_file_whose_name_cannot_be_shown_is_a_fault() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempdir("names");
    std::fs::write(folder.join("f\nIt holds.yaml"), FIRST).unwrap();
    std::fs::write(folder.join(std::ffi::OsStr::from_bytes(b"x\xff.yaml")), FIRST).unwrap();
    let done = rulebound(&shared::root(), &["check", folder.to_str().unwrap()]);
    let told = told(&done);
    assert!(done.status.code() == Some(2) && told.contains("has a line break in it"), "{told}");
    assert!(told.contains("is not UTF-8") && !told.lines().any(|line| line.starts_with("It holds")), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}
