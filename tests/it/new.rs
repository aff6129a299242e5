//! What `rulebound new` writes: it says what to write next until it is complete, and leaves everything else as it was.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rulebound::clause::{GameSpec, load_game};
use rulebound::fault::Faults;
use rulebound::source::Files;

use crate::shared::{self, copy, tempdir};

/// What a test writes in place of each placeholder: the beginning of the placeholder, and the text.
const WRITTEN: &[(&str, &str)] = &[
    ("write a sentence that this scenario proves", "It is tried"),
    ("write definition, parameter, obligation", "prohibition"),
    ("write in your own words that", "The player whose turn it is may end the match."),
    ("write its SHA-256", "0"),
    ("write the digest of these lines", "00000000"),
    ("write the ids of the clauses", "motion.letters.fire"),
    ("write the name of another reading", "never"),
    ("write the name of the default reading", "once"),
    ("write the name of the file", "rules.txt"),
    ("write the question", "How often?"),
    ("write the rule in your own words", "A rule."),
    ("write the rule under the default reading", "Once."),
    ("write the rule under this reading", "Never."),
    ("write the title of the game", "A game"),
    ("write what a player does", "{play: {cards: [X], moves: []}}"),
    ("write what must hold after it, from", "state.spheres.fire.fire == 0"),
    ("write what must hold after it, such", "state.over"),
    ("write what this chapter is about", "About time."),
    ("write where it begins", "{position: {board: {}, cards: [X]}}"),
    ("write which lines of the document it is about", "5"),
    ("write which lines of the document say how", "5"),
    ("write which lines of the document say it", "5, 7-8"),
    ("write why the default", "It is shorter."),
];

/// A copy of what the command reads and changes of this checkout, in which the command is run.
struct Copy(PathBuf);

impl Copy {
    fn new(name: &str) -> Self {
        let folder = tempdir(name);
        for part in ["spec", "src/games", "conformance/motion/letters"] {
            copy(&shared::root().join(part), &folder.join(part));
        }
        for file in ["Cargo.toml", "src/games.rs"] {
            std::fs::copy(shared::root().join(file), folder.join(file)).unwrap();
        }
        Self(folder)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_rulebound")).args(arguments).current_dir(&self.0).output().unwrap()
    }

    /// Runs `rulebound new`, which has to succeed, and returns its output.
    fn new_one(&self, what: &str, id: &str) -> String {
        let done = self.run(&["new", what, id]);
        assert_eq!(done.status.code(), Some(0), "{}", told(&done));
        told(&done)
    }

    fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.0.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Writes what the first placeholder of a file asks for, which has to be what was reported.
    fn fill(&self, path: &str, reported: &str) {
        let text = self.read(path);
        let start = text.find("<write ").unwrap_or_else(|| panic!("{path} has no placeholder, but: {reported}"));
        let end = start + text[start..].find('>').unwrap() + 1;
        let asked = &text[start + 1..end - 1];
        assert!(reported.contains(&format!("not written yet: {asked}")), "{reported}\n{asked}");
        let (_, answer) = WRITTEN.iter().find(|(mark, _)| asked.starts_with(mark)).unwrap_or_else(|| panic!("{asked}"));
        std::fs::write(self.0.join(path), format!("{}{answer}{}", &text[..start], &text[end..])).unwrap();
    }

    fn load(&self, game: &str) -> Result<GameSpec, Faults> {
        load_game(&Files::Folder(self.0.clone()), game)
    }

    /// Loads the spec of a game again and again, filling in what these files lack, until it loads. Returns how many
    /// times it filled something in.
    fn write_on(&self, game: &str, paths: &[&str]) -> (GameSpec, usize) {
        for times in 0.. {
            match self.load(game) {
                Ok(spec) => return (spec, times),
                Err(faults) => {
                    let told = faults.list[0].line();
                    let path = paths.iter().find(|path| told.starts_with(**path)).unwrap_or_else(|| panic!("{told}"));
                    self.fill(path, &told);
                }
            }
        }
        unreachable!()
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn told(output: &Output) -> String {
    let text = String::from_utf8_lossy(&[output.stdout.clone(), output.stderr.clone()].concat()).into_owned();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The lines that a file has lost, and those that it has gained.
fn changed(path: &str, now: &str) -> (Vec<String>, Vec<String>) {
    let before = std::fs::read_to_string(shared::root().join(path)).unwrap();
    let (mut lost, mut got) = (Vec::new(), Vec::new());
    for change in similar::TextDiff::from_lines(before.as_str(), now).iter_all_changes() {
        match change.tag() {
            similar::ChangeTag::Delete => lost.push(change.value().trim_end().to_owned()),
            similar::ChangeTag::Insert => got.push(change.value().trim_end().to_owned()),
            similar::ChangeTag::Equal => {}
        }
    }
    (lost, got)
}

#[test]
fn a_clause_says_what_to_write_until_it_is_one() {
    let copy = Copy::new("new-clause");
    let done = copy.new_one("clause", "motion.chaining.no-third");
    assert!(done.ends_with("next: rulebound check motion/chaining"), "{done}");
    let constant = changed("src/games/motion/clauses.rs", &copy.read("src/games/motion/clauses.rs"));
    assert_eq!(constant, (vec![], vec!["        NO_THIRD = \"no-third\",".to_owned()]));
    let check = copy.run(&["check", "motion/letters"]);
    assert_eq!(check.status.code(), Some(2));
    assert!(told(&check).contains("spec/motion/chaining.yaml:"), "{}", told(&check));
    assert!(told(&check).contains("not written yet: write which lines of the document say it"), "{}", told(&check));
    // A second one can be written while the first is not complete.
    copy.new_one("clause", "motion.chaining.no-fourth");
    let (spec, times) = copy.write_on("motion", &["spec/motion/chaining.yaml"]);
    let ids: Vec<&str> = spec.clauses.keys().map(String::as_str).filter(|id| id.contains(".no-")).collect();
    assert_eq!((ids, times), (vec!["motion.chaining.no-third", "motion.chaining.no-fourth"], 8));
    let (lost, got) = changed("spec/motion/chaining.yaml", &copy.read("spec/motion/chaining.yaml"));
    assert!(lost.is_empty() && got.len() == 14, "{got:?}");
}

#[test]
fn a_ruling_goes_before_the_slips_of_the_pen() {
    let copy = Copy::new("new-ruling");
    copy.new_one("ruling", "motion.rulings.third-gem");
    let (spec, times) = copy.write_on("motion", &["spec/motion/rulings.yaml"]);
    let ruling = &spec.rulings["motion.rulings.third-gem"];
    assert_eq!((ruling.readings.len(), ruling.default.as_str(), times), (2, "once", 9));
    let after = spec.rulings.values().skip_while(|other| other.id != ruling.id).skip(1);
    assert!(
        after.count() > 0
            && spec.rulings.values().skip_while(|other| other.id != ruling.id).skip(1).all(|r| r.is_erratum())
    );
    let (lost, got) = changed("spec/motion/rulings.yaml", &copy.read("spec/motion/rulings.yaml"));
    assert!(lost.is_empty() && got.len() == 12, "{got:?}");
}

#[test]
fn a_chapter_asks_for_its_first_clause() {
    let copy = Copy::new("new-chapter");
    let done = copy.new_one("chapter", "motion.timing");
    assert!(done.ends_with("next: rulebound new clause motion.timing.SLUG"), "{done}");
    copy.fill("spec/motion/timing.yaml", &copy.load("motion").unwrap_err().list[0].line());
    let first = copy.load("motion").unwrap_err().list[0].line();
    assert!(first.ends_with("write its first clause, with `rulebound new clause motion.timing.SLUG`"), "{first}");
    let copy_of = |path: &str| changed(path, &copy.read(path));
    assert_eq!(copy_of("src/games/motion/rules.rs").1.last().unwrap(), "pub mod timing;");
    assert!(copy.read("src/games/motion/rules.rs").contains("`activation`, `timing`.\n"));
    assert_eq!(copy_of("src/games/motion/clauses.rs"), (vec![], vec!["    timing {".to_owned(), "    }".to_owned()]));
    assert!(copy.read("spec/motion/rulebook.yaml").contains("activation, minimum, timing]\n"));
    assert!(copy.read("spec/motion/rulebook.yaml").contains("# Everyday words"));
    assert!(copy.read("src/games/motion/rules/timing.rs").starts_with("//! Chapter timing."));
    copy.new_one("clause", "motion.timing.first");
    let (spec, _) = copy.write_on("motion", &["spec/motion/timing.yaml"]);
    assert_eq!(spec.clauses["motion.timing.first"].chapter(), "timing");
}

#[test]
fn a_scenario_says_what_to_write_until_it_is_one() {
    let copy = Copy::new("new-scenario");
    copy.new_one("scenario", "motion/letters/tried");
    copy.new_one("scenario", "mine/first.yaml");
    for (name, path) in
        [("motion/letters/tried", "conformance/motion/letters/tried.yaml"), ("mine/first.yaml", "mine/first.yaml")]
    {
        for _ in 0..5 {
            let check = copy.run(&["check", name]);
            assert_eq!(check.status.code(), Some(2), "{}", told(&check));
            copy.fill(path, &told(&check));
        }
        let check = told(&copy.run(&["check", name]));
        // Written to the end, it is a scenario, with a fault that has nothing to do with placeholders.
        assert!(!copy.read(path).contains("<write") && check.contains("X"), "{check}");
    }
}

#[test]
fn a_game_says_what_to_write_until_its_spec_is_one() {
    let copy = Copy::new("new-game");
    copy.new_one("game", "sample");
    let paths = ["spec/sample/rulebook.yaml", "spec/sample/basics.yaml"];
    let (spec, times) = copy.write_on("sample", &paths);
    assert_eq!((spec.clauses.len(), times), (1, 7));
    let (lost, got) = changed("Cargo.toml", &copy.read("Cargo.toml"));
    assert_eq!((lost.len(), got.len()), (2, 4), "{lost:?} {got:?}");
    let (lost, got) = changed("src/games.rs", &copy.read("src/games.rs"));
    assert_eq!(got[0], "pub use rulebound_sample as sample;");
    assert_eq!(got[1], lost[0].replace("]);", ", sample::game]);"));
    // The other files are in Rust, which `.ci/run` builds.
    assert!(!copy.read("src/games/sample/lib.rs").contains("{{"));
}

#[test]
fn nothing_is_written_unless_everything_can_be() {
    let copy = Copy::new("new-nothing");
    copy.new_one("scenario", "motion/letters/tried");
    let refused: [(&[&str], &str); 16] = [
        (&["scenario", "motion/letters/tried"], "conformance/motion/letters/tried.yaml already exists"),
        (&["scenario", "motion/leters/b"], "did you mean letters?"),
        (&["scenario", "motion/letters/B"], "use lowercase letters, digits and dashes"),
        (&["scenario", "motion/letters"], "write GAME/CHAPTER/NAME"),
        (&["clause", "moton.letters.b"], "did you mean motion?"),
        (&["clause", "motion.letters.fire"], "spec/motion/letters.yaml already has motion.letters.fire"),
        (&["clause", "motion.letters"], "write GAME.CHAPTER.SLUG"),
        (&["clause", "motion.letters.2nd"], "begin with a letter"),
        (&["clause", "motion.rulings.b"], "new ruling motion.rulings.b"),
        (&["ruling", "motion.rulings.internal"], "already has motion.rulings.internal"),
        (&["ruling", "motion.letters.b"], "new ruling motion.rulings.b"),
        (&["chapter", "motion.letters"], "spec/motion/letters.yaml already exists"),
        (&["chapter", "motion.move"], "is not a Rust keyword"),
        (&["chapter", "motion.two-words"], "use one word of lowercase letters"),
        (&["game", "motion"], "the game motion already exists"),
        (&["clause", "../x.y.z"], "is not an id"),
    ];
    for (arguments, why) in refused {
        let done = copy.run(&[&["new"], arguments].concat());
        assert_eq!(done.status.code(), Some(2), "{arguments:?}: {}", told(&done));
        assert!(told(&done).contains(why), "{arguments:?}: {}", told(&done));
    }
    // An id that is gone is still locked.
    let lock = copy.read("spec/ids.lock") + "00000000 motion.letters.gone\n";
    std::fs::write(copy.0.join("spec/ids.lock"), lock).unwrap();
    assert!(told(&copy.run(&["new", "clause", "motion.letters.gone"])).contains("an id is never reused"));
    // The last of several changes is impossible: the file has no place for it.
    std::fs::write(copy.0.join("src/games/motion/rules.rs"), "//! Nothing.\n").unwrap();
    let done = told(&copy.run(&["new", "chapter", "motion.timing"]));
    assert!(done.contains("src/games/motion/rules.rs has no line `pub mod`"), "{done}");
    // The last file cannot be written: a folder has the name under which it is prepared.
    std::fs::create_dir(copy.0.join("Cargo.toml.new")).unwrap();
    let done = told(&copy.run(&["new", "game", "sample"]));
    assert!(done.contains("cannot write Cargo.toml") && done.contains("nothing was written"), "{done}");
    for path in ["spec/motion/timing.yaml", "spec/sample", "src/games/sample", "conformance/sample"] {
        assert!(!copy.0.join(path).exists(), "{path} was written");
    }
    for path in ["Cargo.toml", "src/games.rs", "spec/motion/rulebook.yaml", "src/games/motion/clauses.rs"] {
        assert_eq!(changed(path, &copy.read(path)), (vec![], vec![]), "{path}");
    }
}

#[test]
fn a_suite_of_ones_own_needs_no_code() {
    let folder = tempdir("new-own");
    let of = |path: &Path| path.join("spec");
    copy(&shared::root().join("tests/contract/suite/spec"), &of(&folder));
    let own = Copy(folder);
    let done = own.new_one("clause", "grove.dawn.late");
    assert!(done.contains("not done: no code can cite the clause"), "{done}");
    own.new_one("ruling", "grove.rulings.late");
    own.new_one("scenario", "grove/dawn/late");
    let done = own.new_one("chapter", "grove.night");
    assert!(done.contains("not done: the chapter has no module in the rules"), "{done}");
    own.new_one("clause", "grove.night.dark");
    let paths = ["spec/grove/dawn.yaml", "spec/grove/rulings.yaml", "spec/grove/night.yaml"];
    let (spec, _) = own.write_on("grove", &paths);
    assert_eq!(spec.rulebook.chapters.last().unwrap(), "night");
    assert!(own.read("conformance/grove/dawn/late.yaml").contains("`rulebound schema grove setup`"));
    let done = own.run(&["new", "game", "sample"]);
    assert!(told(&done).contains("run this in a checkout of Rulebound"), "{}", told(&done));
}
