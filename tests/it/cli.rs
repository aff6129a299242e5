//! The command as users see it: output, exit codes, suggestions, and suites elsewhere.

use std::path::Path;
use std::process::{Command, Output};

use crate::shared::{self, copy, tempdir};
use rulebound::games::GAMES;

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

/// Tests are built with the command in the checkout; `.ci/run` builds a command that leaves the checkout, and tries it
/// elsewhere.
#[test]
fn a_command_brings_the_suite_of_the_checkout_it_was_built_in() {
    let folder = std::env::temp_dir();
    let done = rulebound(&folder, &["check", "motion/letters", "--format", "json"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).expect("a report");
    assert_eq!(report["suite"], *shared::root().to_string_lossy());
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
        (&["check", "--suite", "/nowhere"], "is not a suite"),
        (&["schema", "motion", "stat"], "did you mean state"),
        (&["cover", "motion.chaining.one-in"], "motion.chaining.once-in"),
        (&["clause", "internl"], "motion.rulings.internal"),
        (&["engine", "--without", "motion.motions.start"], "without gems there is nothing to start with"),
        (&["engine", "--without", "motion.letters.heading"], "cannot be switched off"),
        (&["solve", "combo", "--cost", "a"], "combo has no questions"),
        (&["solve", "motion", "--cost", "a -> (w)", "--board", "fier: fire"], "did you mean fire?"),
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
    assert!(err(&done).contains("there is a comma where a bar belongs (column 9)"), "{}", err(&done));
    assert!(err(&done).contains("motion.notation.comma"));
    let json = here(&["parse", "motion", "cost", "a -> (f), w:(e)", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["refused"]["offset"], 8);
    let under = "motion.rulings.comma=same-as-bar";
    assert!(err(&done).contains(&format!("accepted under --reading {under}")), "{}", err(&done));
    assert_eq!(json["refused"]["accepted_under"], serde_json::json!([under]));
    let open = here(&["parse", "motion", "cost", "a -> f)"]);
    assert!(err(&open).contains("the opening parenthesis of the sphere is missing (column 6)"), "{}", err(&open));
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
    let two = here(&["solve", "motion", "--cost", "(f) -> a", "--cost", "aa -> (w)", "--board", "fire: fire"]);
    assert!(out(&two).contains("One more thing would be enough: a fire gem in the fire sphere, or"), "{}", out(&two));
    let off =
        here(&["solve", "motion", "--cost", "a -> (w)", "--board", "off: fire", "--reading", "off-board=allowed"]);
    assert!(out(&off).contains("move a fire gem from off the board to the water sphere, for `a`"), "{}", out(&off));
    let never = here(&["solve", "motion", "--cost", "(w) -> Af", "--cost", "f:(w)", "--board", "water: fire 3"]);
    assert_eq!(never.status.code(), Some(1));
    assert!(out(&never).contains("It would be possible without motion.motions.all-gone: "), "{}", out(&never));
}

#[test]
fn movements_of_one_gem_are_told_in_the_order_in_which_they_are_made() {
    let arguments = [
        "solve",
        "motion",
        "--reading",
        "moves-per-gem=repeatedly",
        "--board",
        "lightning: fire",
        "--cost",
        "(l) -> f",
        "--cost",
        "(e) -> f",
        "--cost",
        "f -> (w)",
    ];
    let told = out(&here(&arguments));
    let at = |text: &str| told.find(text).unwrap_or_else(|| panic!("{text}: {told}"));
    assert!(at("from the lightning to the earth sphere") < at("from the earth to the water sphere"), "{told}");
}

#[test]
fn cover_tells_the_code_and_the_scenarios_of_every_clause() {
    // The README shows that combo has no gap.
    let done = here(&["cover", "--game", "motion", "--format", "json"]);
    assert_eq!(done.status.code(), Some(0), "{}", err(&done));
    let report: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
    let clauses = report["games"].as_array().unwrap().iter().flat_map(|game| game["clauses"].as_array().unwrap());
    let mut noticed = 0;
    for clause in clauses.filter(|clause| !matches!(clause["off"].as_str(), Some("informative" | "retired"))) {
        assert!(clause["code"][0].as_str().is_some_and(|line| line.starts_with("src/games/")), "{clause}");
        assert!(clause["scenarios"][0].as_str().is_some_and(|id| id.contains('/')), "{clause}");
        noticed += usize::from(clause["off"]["noticed"][0].is_string());
    }
    assert!(noticed > 60, "{noticed}");
    let one = out(&here(&["cover", "motion.chaining.once-in"]));
    for part in
        ["noticed by", "src/games/motion/rules/chaining.rs:", "motion/chaining/once-in-two-cards notices", "0 gaps"]
    {
        assert!(one.contains(part), "{part}: {one}");
    }
}

/// A separate suite with the spec of this checkout.
fn suite(name: &str) -> std::path::PathBuf {
    let folder = tempdir(name);
    copy(&shared::root().join("spec"), &folder.join("spec"));
    std::fs::create_dir_all(folder.join("conformance/motion/letters")).unwrap();
    folder
}

#[test]
fn what_would_be_overlooked_is_a_fault() {
    let folder = suite("overlooked");
    let told = |file: &str, text: &str| {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        let done = here(&["check", "--suite", folder.to_str().unwrap()]);
        std::fs::remove_file(path).unwrap();
        assert_eq!(done.status.code(), Some(2), "{}", out(&done));
        err(&done).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let fire = std::fs::read_to_string(shared::root().join("conformance/motion/letters/fire-sphere.yaml")).unwrap();
    std::fs::write(folder.join("conformance/motion/letters/fire-sphere.yaml"), &fire).unwrap();
    assert!(told("spec/motion/extra.yaml", "[]\n").contains("spec/motion/extra.yaml is not listed here"));
    assert!(told("spec/motion/cards.yml", "[]\n").contains("rename it so that it ends in .yaml"));
    assert!(told("conformance/motion/letters/a.yml", &fire).contains("letters/a.yml would not be read"));
    let orphan = told("snapshots/motion/letters/gone.snap", "x\n");
    assert!(orphan.contains("snapshots/motion/letters/gone.snap is a snapshot without a scenario"), "{orphan}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_scenario_is_held_to_what_can_be_told_before_it_runs() {
    let folder = suite("before");
    let path = folder.join("conformance/motion/letters/a.yaml");
    let told = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let done = here(&["check", "--suite", folder.to_str().unwrap()]);
        assert_eq!(done.status.code(), Some(2), "{}{}", out(&done), err(&done));
        err(&done).split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let with = |cards: &str, setup: &str, then: &str| {
        format!(
            "title: t\nclauses: [motion.letters.fire]\ncards:\n  - {cards}\nsetup: {setup}\nsteps:\n  \
             - do: {{play: {{cards: [X], moves: [{{gem: fire, from: water, to: fire}}]}}}}\n    then: [\"{then}\"]\n"
        )
    };
    let (card, setup) = ("{name: X, cost: \"f -> (f)\"}", "{position: {board: {water: {fire: 1}}, cards: [X]}}");
    let good = "state.spheres.fire.fire == 1";
    let untitled = told(&with(card, setup, good).replacen("title: t", "title: \"\"", 1));
    assert!(untitled.contains("a.yaml:1:8") && untitled.contains("the title is empty"), "{untitled}");
    // A fault in the text of a card is shown inside the text.
    let comma = told(&with("{name: X, cost: \"f -> (f), f -> (f)\"}", setup, good));
    for part in ["a.yaml:4:30", "column 9 of the cost", "motion.notation.comma", "write rejected:"] {
        assert!(comma.contains(part), "{part}: {comma}");
    }
    // A fault in a setup is shown at the setup; one in a step, at the step.
    let nowhere = told(&with(card, "{position: {board: {spirit: {fire: 1}}, cards: [X]}}", good));
    assert!(nowhere.contains("a.yaml:5:8"), "{nowhere}");
    // A value that is not true or false, and a text that is not an expression.
    let number = told(&with(card, setup, "state.spheres.fire.fire"));
    assert!(number.contains("this expression gives a number instead of true or false"), "{number}");
    let late = told(&with(card, setup, "rules.x_minimum"));
    assert!(late.contains("this expression gives an integer instead of true or false"), "{late}");
    let one = told(&with(card, setup, "state.spheres.fire.fire = 1"));
    assert!(one.contains("a single = in column 25 does not compare; write =="), "{one}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_scenario_is_named_by_its_id_or_its_file() {
    for name in [
        "motion/letters/fire-sphere",
        "conformance/motion/letters/fire-sphere.yaml",
        "./conformance/motion/letters/fire-sphere.yaml",
    ] {
        let done = here(&["check", name, "--format", "json"]);
        let report: serde_json::Value = serde_json::from_slice(&done.stdout).unwrap();
        assert_eq!(report["scenarios"].as_array().unwrap().len(), 1, "{name}");
        assert_eq!(here(&["explain", name]).status.code(), Some(0), "{name}");
    }
}

#[test]
fn a_ruling_tells_what_its_readings_set_and_where_they_matter() {
    let zero = out(&here(&["clause", "motion.rulings.x-zero"]));
    assert!(zero.contains("sets x_minimum: 0") && zero.contains("zero-allowed: motion/minimum/x-of-zero"), "{zero}");
    assert!(out(&here(&["clause", "motion.motions.x-least"])).contains("sets x_minimum: 0"));
    let comma = out(&here(&["clause", "motion.rulings.comma"]));
    assert!(comma.contains("src/games/motion/rules/notation.rs:"), "{comma}");
    for game in shared::suite().spec.games.values() {
        let coded = game.rulings.values().filter(|ruling| !ruling.is_erratum() && !ruling.by_parameters());
        for ruling in coded.step_by(9) {
            let told = here(&["clause", &ruling.id, "--format", "json"]);
            let told: serde_json::Value = serde_json::from_slice(&told.stdout).unwrap();
            assert!(told["code"][0]["line"].is_number() && told["scenarios"][0]["id"].is_string(), "{}", ruling.id);
        }
    }
}

#[test]
fn clauses_are_listed_by_chapter_line_and_parameter() {
    let ids = |arguments: &[&str]| {
        let done = here(&[&["clause", "--format", "json"], arguments].concat());
        let all: Vec<serde_json::Value> = serde_json::from_slice(&done.stdout).unwrap();
        all.iter().map(|one| one["id"].as_str().or(one["clause"].as_str()).unwrap().to_owned()).collect::<Vec<_>>()
    };
    let two = ids(&["combo.hearts.one-a-turn", "motion.letters"]);
    assert_eq!(two[0], "combo.hearts.one-a-turn");
    assert!(two.len() > 5 && two[1..].iter().all(|id| id.starts_with("motion.letters.")), "{two:?}");
    let line = ids(&["motion", "--line", "56"]);
    assert!(line.contains(&"motion.chaining.once-out".to_owned()), "{line:?}");
    assert!(!line.contains(&"motion.notation.bar".to_owned()), "{line:?}");
    assert_eq!(ids(&["combo.hearts", "--parameters"]), ["combo.hearts.number", "combo.hearts.one-a-turn"]);
    let both = ids(&["motion", "--line", "56, 4-5"]);
    assert!(line.iter().all(|id| both.contains(id)) && both.len() > line.len(), "{both:?}");
    assert_eq!(here(&["clause", "motion", "--line", "9999"]).status.code(), Some(1));
    assert!(err(&here(&["clause", "motion", "--line", "6-4"])).contains("--line 6-4"));
    assert!(err(&here(&["clause", "combo.trap", "motion.letters"])).contains("did you mean"));
}

#[test]
fn a_search_says_plainly_that_nothing_answers() {
    let done = here(&["clause", "motion", "--search", "how do I win"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(out(&done).starts_with("No clause or ruling covers that"), "{}", out(&done));
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
            .contains("no step says what its result must be")
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
    for command in [
        "check",
        "parse",
        "solve",
        "clause",
        "explain",
        "review",
        "audit",
        "cover",
        "engine",
        "schema",
        "lock",
        "new",
        "completions",
    ] {
        let done = here(&[command, "--help"]);
        assert_eq!(done.status.code(), Some(0));
        assert!(out(&done).contains("Example"), "{command}");
    }
    assert!(out(&here(&["completions", "bash"])).contains("rulebound"));
}

#[test]
fn the_help_of_parse_lists_the_grammars_of_each_game() {
    let help = out(&here(&["parse", "--help"])).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("<GAME> <GRAMMAR> <TEXT>"), "{help}");
    for game in GAMES.iter().filter(|game| !game.grammars().is_empty()) {
        let last = game.grammars().last().unwrap();
        assert!(help.contains(&format!("{last} for {}", game.name())), "{help}");
    }
}

#[test]
fn a_misspelt_card_of_a_setup_is_refused_with_a_similar_name() {
    let folder = suite("misspelt");
    let path = folder.join("conformance/motion/letters/a.yaml");
    let text = "title: t\nclauses: [motion.letters.fire]\ncards: [{name: Ember, cost: \"f -> (f)\"}]\n\
                setup: {position: {board: {water: {fire: 1}}, cards: [Embr]}}\n\
                steps:\n  - do: {play: {cards: [Ember], moves: []}}\n    rejected: motion.motions.in\n";
    std::fs::write(&path, text).unwrap();
    let done = here(&["check", "--suite", folder.to_str().unwrap()]);
    let told = err(&done).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("a.yaml:4:8") && told.contains("did you mean Ember?"), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
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
        ["at hand    Upheaval", "an earth gem moves from earth to water", "spheres.water.earth: 0 -> 1", "accepted"]
    {
        assert!(explained.contains(part), "{part}: {explained}");
    }
    let step = "step 1 play cards Upheaval; moves gem earth from earth to water";
    assert!(explained.contains(step), "{explained}");
    let won = out(&here(&["explain", "combo/hearts/win-last-flip"]));
    assert!(won.contains("\nPlayer 1 has won\n  by combo.hearts.win "), "{won}");
    let drawn = out(&here(&["explain", "combo/turns/no-limit-nobody"]));
    assert!(drawn.contains("\nThe match ends in a draw\n  by combo.turns.no-limit "), "{drawn}");
    let refused = out(&here(&["explain", "motion/letters/unknown-gem-letter"]));
    assert!(refused.contains("by motion.letters.known "), "{refused}");
    let solved = out(&here(&["explain", "motion/minimum/worked-example"]));
    assert!(solved.contains("to be paid: ") && solved.contains("5 gems suffice: 2 movements and 3 held gems."));
    assert!(!solved.contains("plan."), "{solved}");
}

#[test]
fn a_player_who_sees_everything_has_no_heading() {
    let ids = shared::suite().ids("").unwrap();
    let mut told = 0;
    for id in ids.iter().filter(|id| {
        let text = std::fs::read_to_string(shared::root().join(format!("conformance/{id}.yaml"))).unwrap();
        text.contains("views")
    }) {
        let explained = out(&here(&["explain", id]));
        let lines: Vec<&str> = explained.lines().collect();
        for (at, _) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("  player ")) {
            assert!(lines.get(at + 1).is_some_and(|next| next.starts_with("    ")), "{id}: {explained}");
            told += 1;
        }
    }
    assert!(told > 0);
}
