//! `rulebound explain` in each of its forms: what it shows at each step, what changed a value, and an engine's states
//! beside those of the reference.

use std::process::Command;

use serde_json::Value as Json;

use crate::engines::{HELLO, answering, rulebound};
use crate::shared::{self, tempdir};

/// The exit code and what is written, on standard output and standard error.
pub fn explain(arguments: &[&str]) -> (Option<i32>, String) {
    let done =
        Command::new(rulebound()).arg("explain").args(arguments).current_dir(shared::root()).output().expect("it runs");
    (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
}

fn explained(arguments: &[&str]) -> String {
    let (code, told) = explain(arguments);
    assert_eq!(code, Some(0), "{told}");
    told
}

fn has(told: &str, parts: &[&str]) {
    for part in parts {
        assert!(told.contains(part), "{part}: {told}");
    }
}

const IN_TURN: &str = "targets-named=in-turn";
const TRAP: &str = "motion/chaining/once-in-two-cards";

#[test]
fn a_step_shows_cards_piles_and_what_is_legal() {
    let told = explained(&[TRAP]);
    let cards = "  the cards:\n    Into Water cost “a -> (w)”\n    Conduct cost “l -> (w)”\n";
    has(&told, &[cards, "  next: player 0\n    player 0: 4 legal actions: play (4)\n"]);
    assert_eq!(told.matches("Conduct cost").count(), 1, "a card is shown once: {told}");
    let whole = explained(&[TRAP, "--legal"]);
    has(&whole, &["play (4)\n      play cards Conduct; moves gem lightning from fire to water\n"]);
    let draw = explained(&["combo/line/simulation-seven-drawn"]);
    let pile = "    source of player 1: Punch, Punch, Sandbag, Sandbag, Swamp, Swamp, Desert, Desert\n";
    has(
        &draw,
        &[pile, "    Punch (type attack, schools [rock]) “+5 ATTACK”\n", "player 1: 20 legal actions: draw (1), "],
    );
    let asked = explained(&["combo/text/target", "--reading", IN_TURN]);
    has(&asked, &["who is asked: "]);
}

/// Cards are taken from the top in many steps, which is no reason to list a pile again.
#[test]
fn a_pile_in_a_new_order_is_shown_again() {
    let told = explained(&["combo/line/simulation"]);
    let steps: Vec<&str> = told.split("\nstep ").skip(1).collect();
    for step in &steps {
        let orders = [" is shuffled", ", becomes its source", " goes to the bottom of the source"];
        let ordered = orders.iter().any(|event| step.contains(event));
        assert_eq!(step.contains("\n    source of player "), ordered, "{step}");
    }
    let count = |part: &str| steps.iter().filter(|step| step.contains(part)).count();
    assert!(count("\n    source of player ") > 1 && count(" draws ") > 4, "{told}");
}

#[test]
fn an_explanation_as_markdown_and_as_a_page() {
    let markdown = explained(&[TRAP, "--format", "markdown"]);
    has(
        &markdown,
        &[
            "# One movement cannot serve the in entries of two cards\n\n- `motion.chaining.once-in` One movement",
            "```text\nfire       lightning\n",
            "## **step 1** play cards Conduct, Into Water",
            "- **rejected**: entry 1 of Into Water, a -\\> (w), cannot be paid\n",
            "<summary>every legal action of player 0</summary>\n\n- play cards ",
        ],
    );
    let page = explained(&[TRAP, "--format", "html"]);
    has(
        &page,
        &[
            "<!DOCTYPE html>",
            "<h1>One movement cannot serve the in entries of two cards</h1>",
            "<circle class=\"yellow\"",
            "<span class=\"bad\">rejected</span>: entry 1 of Into Water, a -&gt; (w), cannot be paid",
            "<details><summary>every legal action of player 0</summary>",
        ],
    );
    // The board is drawn before the first step and after the accepted one.
    assert_eq!(page.matches("<svg ").count(), 2, "{page}");
    let brief = explained(&[TRAP, "--format", "html", "--brief"]);
    assert!(brief.len() < page.len() && !brief.contains("<details>"), "{brief}");
}

#[test]
fn what_changed_a_value_last_comes_first() {
    let scenario = "combo/hearts/win-last-flip";
    let told = explained(&[scenario, "--why", "players[0].hearts_up"]);
    let expected = "players[0].hearts_up is 0 at the end\n  step 1 end\n    1 of the Hearts of player 0 are flipped\n    \
                    1 -> 0\n    by combo.hearts.flip ";
    has(&told, &[expected]);
    assert_eq!(told, explained(&[scenario, "--why", "state.players[0].hearts_up"]));
    has(&explained(&[scenario, "--why", "players[1].hearts_up"]), &["it has had this value since the setup"]);
    let json: Json =
        serde_json::from_str(&explained(&[scenario, "--why", "players[0].hearts_up", "--format", "json"])).unwrap();
    assert_eq!(json["why"]["changes"][0]["clause"], "combo.hearts.flip");
    assert_eq!((&json["why"]["changes"][0]["before"], &json["why"]["changes"][0]["after"]), (&1.into(), &0.into()));
    // What is asked is not in the states within a step.
    let asked = explained(&["combo/text/target", "--reading", IN_TURN, "--why", "pending.players"]);
    has(&asked, &["the question changes"]);
    let json = explained(&["combo/text/target", "--reading", IN_TURN, "--why", "pending", "--format", "json"]);
    let json: Json = serde_json::from_str(&json).unwrap();
    let changes = json["why"]["changes"].as_array().unwrap();
    assert!(changes.iter().all(|change| change["clause"].is_null()), "{changes:?}");

    let (code, told) = explain(&[scenario, "--why", "players[0].heart_up"]);
    assert_eq!(code, Some(2), "{told}");
    has(&told, &["no state of this scenario has a value there", "did you mean players[0].hearts_up"]);
    let (code, told) = explain(&["motion/minimum/worked-example", "--why", "plan"]);
    assert_eq!(code, Some(2), "{told}");
    has(&told, &["this scenario has no steps that change a state"]);
}

#[test]
fn an_engine_stands_beside_the_reference() {
    let engine = |more: &str| format!("{} engine {more}", rulebound());
    let same = explained(&[TRAP, "--engine", &engine("")]);
    has(&same, &["beside the reference: rulebound reference ", "  engine: rejected by motion.chaining.once-in\n"]);
    assert!(!same.contains('≠') && same.matches("engine: the same state").count() == 3, "{same}");

    let faulty = engine("--without motion.chaining.once-in");
    // Where the engine differs, it does not hold.
    let explained = |arguments: &[&str]| {
        let (code, told) = explain(arguments);
        assert_eq!(code, Some(1), "{told}");
        told
    };
    let told = explained(&[TRAP, "--engine", &faulty]);
    let expected = "  engine: accepted\n  engine: 4 parts of the state differ\n    \
                    ≠ spheres.fire.lightning: reference 1, engine 0\n";
    // What the engine rejects in turn, and a field in which both agree.
    has(&told, &[expected, "  engine: rejected by motion.motions.gem-there\n", "      spheres.water.lightning: 1\n"]);
    let page = explained(&[TRAP, "--engine", &faulty, "--format", "html"]);
    let row = "<td><span class=\"bad\">≠</span></td><td><code>spheres.fire.lightning</code></td><td>1</td><td>0</td>";
    has(&page, &[row, "engine: <span class=\"bad\">accepted</span>"]);
    let json: Json = serde_json::from_str(&explained(&[TRAP, "--engine", &faulty, "--format", "json"])).unwrap();
    let differs = &json["engine"]["steps"][0]["differs"];
    assert_eq!(
        *differs,
        serde_json::json!(["spheres.fire.lightning", "spheres.water.lightning", "resolved[0]", "resolved[1]"])
    );

    let text = "motion/letters/unknown-gem-letter";
    has(&self::explained(&[text, "--engine", &engine("")]), &["engine: the same result"]);
    let other =
        explained(&["motion/letters/seven-letters-for-spheres", "--engine", &engine("--without motion.letters.fire")]);
    has(&other, &["engine: another result\n", "≠ tree: "]);
}

/// The readings that an engine follows are those of the reference beside it.
#[test]
fn an_engine_is_compared_under_its_readings() {
    let engine = format!("{} engine --reading targets-named=in-turn", rulebound());
    let told = explained(&["combo/text/target", "--engine", &engine]);
    assert!(told.contains("under the reading in-turn of combo.rulings.targets-named") && !told.contains('≠'), "{told}");
}

#[test]
fn an_engine_that_cannot_answer_is_named() {
    let silent = answering(&format!("read x; echo \"{HELLO}\"; read x; exit 7"));
    has(&explained(&[TRAP, "--engine", &silent]), &["the engine does not do this: "]);
    let (code, broken) = explain(&["motion/letters/unknown-gem-letter", "--engine", &silent]);
    assert_eq!(code, Some(3), "{broken}");
    has(&broken, &["the engine broke: "]);
    let (code, told) = explain(&[TRAP, "--engine", "exit 1"]);
    assert_eq!(code, Some(3), "{told}");
}

/// Names of cards, and what an engine says, are neither markup nor commands for a terminal.
#[test]
fn nothing_in_an_explanation_is_markup() {
    let folder = tempdir("explain-hostile");
    let name = "<script>`*[x](y)|\u{202e}";
    let scenario = format!(
        "title: \"A {name}\"\nclauses: [motion.motions.in]\ncards: [{{name: \"{name}\", cost: \"a -> (w)\"}}]\n\
         setup: {{position: {{board: {{fire: {{lightning: 1}}}}, cards: [\"{name}\"]}}}}\nsteps:\n  \
         - do: {{play: {{cards: [\"{name}\"], moves: [{{gem: lightning, from: fire, to: water}}]}}}}\n    \
         then: [\"state.spheres.water.lightning == 1\"]\n"
    );
    let path = folder.join("hostile.yaml");
    std::fs::write(&path, scenario).unwrap();
    let path = path.to_str().unwrap();
    let engine = format!(
        "{} engine | sed -u -e 's/rulebound reference/<script>`x`/' -e 's/\"resolved\":\\[{{/\"resolved\":[{{\"<b>|`\":\"<i>`|\",/'",
        rulebound()
    );
    for format in ["text", "markdown", "html"] {
        let (_, told) = explain(&[path, "--engine", &engine, "--format", format]);
        assert!(told.contains("\\u{202e}") || told.contains("\\\\u\\{202e\\}"), "{format}: {told}");
        assert!(!told.contains('\u{202e}') && told.contains('≠'), "{format}: {told}");
        let unescaped = match format {
            "html" => told.contains("<script") || told.contains("<b>") || told.contains("<i>"),
            // Outside of fences, which hold the pictures and states.
            "markdown" => told.split("````text\n").flat_map(|part| part.split("````\n").skip(1)).any(|outside| {
                ["<script", "<i>", "*[x](y)"]
                    .iter()
                    .any(|markup| outside.match_indices(markup).any(|(at, _)| !outside[..at].ends_with('\\')))
            }),
            _ => false,
        };
        assert!(!unescaped, "{format}: {told}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn whoever_asks_for_a_ruling_or_a_clause_is_told_what_shows_it() {
    for (word, id, what) in [
        ("transmute.rulings.defender-tapped", "transmute.rulings.defender-tapped", "ruling"),
        ("x-of-nothing", "motion.rulings.x-of-nothing", "ruling"),
        ("combo.hearts.win", "combo.hearts.win", "clause"),
    ] {
        let (code, told) = explain(&[word]);
        assert_eq!(code, Some(2), "{told}");
        has(&told, &[&format!("{id} is a {what}, not a scenario"), &format!("`rulebound clause {id}` shows it")]);
    }
    has(&explain(&["combo.hearts.wins"]).1, &["no scenario matches combo.hearts.wins"]);
}

/// Scenarios are chosen as in `check`, and explained one after another.
#[test]
fn several_scenarios_are_explained_one_after_another() {
    let (one, other) = ("motion/chaining/once-in-one-card", TRAP);
    let told = explained(&[other, one]);
    let parts: Vec<&str> = told.split("\n\n\n").collect();
    let [head, first, second] = parts[..] else { panic!("{told}") };
    assert_eq!(head, "2 scenarios");
    for (part, number, id) in [(first, 1, one), (second, 2, other)] {
        let alone = explained(&[id]);
        let heading = format!("scenario {number} of 2: {id}\n");
        assert_eq!(part.trim_end(), format!("{heading}{}", alone.trim_end()), "the rest is as if it were alone");
    }
    // By a part of their ids, and by the clauses that they name.
    assert_eq!(explained(&["motion/chaining/once-in-"]).matches("\nscenario ").count(), {
        let suite = shared::suite();
        suite.ids("motion/chaining/once-in-").unwrap().len()
    });
    let checked = |arguments: &[&str]| {
        let done = Command::new(rulebound()).args(arguments).current_dir(shared::root()).output().unwrap();
        let report: Json = serde_json::from_slice(&done.stdout).unwrap();
        let list = if report.is_array() { report } else { report["scenarios"].clone() };
        list.as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let by_clause = ["--clause", "motion.chaining.once-in", "--format", "json"];
    let ids = checked(&[&["explain"], &by_clause[..]].concat());
    assert!(ids.len() > 2, "{ids:?}");
    assert_eq!(ids, checked(&[&["check"], &by_clause[..]].concat()));

    let json: Json = serde_json::from_str(&explained(&[one, "--format", "json"])).unwrap();
    assert_eq!(json["id"], one, "one scenario is an object");
    let requests = explained(&[one, other, "--request"]);
    let asked: Vec<Json> = requests.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&asked[0]["id"], &asked[1]["id"], asked.len()), (&1.into(), &2.into(), 2));

    let markdown = explained(&[one, other, "--format", "markdown"]);
    has(&markdown, &["# 2 scenarios\n\n# **scenario 1 of 2: motion/chaining/once-in-one-card**\n"]);
    let page = explained(&[one, other, "--format", "html"]);
    assert_eq!((page.matches("<h1>").count(), page.matches("<html").count()), (3, 1));

    let engine = format!("{} engine --without motion.chaining.once-in", rulebound());
    assert!(explain(&[one, other, "--engine", &engine]).1.matches("beside the reference: ").count() == 2);
    // A reading counts where it belongs.
    let told = explained(&[one, "combo/text/target", "--reading", IN_TURN]);
    assert_eq!(told.matches("under the reading in-turn of").count(), 1, "{told}");
}

#[test]
fn too_many_scenarios_or_none_are_not_explained() {
    for (arguments, why) in [
        (&["motion"][..], "scenarios match; at most 50 are explained at once"),
        (&[], "no scenario is named"),
        (&["motion/letters", "--clause", "motion.chaining.once-in"], "none of these names motion.chaining.once-in"),
        (&["--clause", "motion.chaining.once-inn"], "there is no clause motion.chaining.once-inn"),
    ] {
        let (code, told) = explain(arguments);
        assert!(code == Some(2) && told.contains(why), "{arguments:?}: {told}");
    }
    // What is wrong with one does not keep the others from being explained.
    let (code, told) = explain(&["motion/minimum/worked-example", TRAP, "--why", "spheres.fire.lightning"]);
    assert_eq!(code, Some(2), "{told}");
    has(&told, &["scenario 1 of 2: motion/chaining/once-in-two-cards\n", "motion/minimum/worked-example: --why "]);
}

/// Lines are broken for a terminal and where COLUMNS is set, and not for a file or another program.
#[test]
fn long_lines_are_wrapped_only_where_their_width_is_known() {
    let shown = |columns: &str, arguments: &[&str]| {
        let mut command = Command::new(rulebound());
        let done = command.args(arguments).env("COLUMNS", columns).current_dir(shared::root()).output().unwrap();
        String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned()
    };
    let widest = |told: &str| told.lines().map(|line| line.chars().count()).max().unwrap();
    for arguments in [
        &["clause", "motion.rulings.all-counted"][..],
        &["explain", TRAP],
        &["explain", "motion/chaining/once-out", "--why", "spheres.fir"],
        &["explain", "motion", "combo"],
    ] {
        let (whole, narrow) = (shown("", arguments), shown("70", arguments));
        assert!(widest(&whole) > 70 && widest(&narrow) <= 70, "{arguments:?}: {narrow}");
        let words = |told: &str| told.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&whole), words(&narrow), "nothing is lost");
    }
    let json = ["explain", TRAP, "--format", "json"];
    assert_eq!(shown("", &json), shown("40", &json));
}
