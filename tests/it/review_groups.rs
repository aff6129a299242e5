//! The groups of `rulebound review`: what belongs together, and which scenario shows it.

use serde_json::{Value as Json, json};

use crate::review::{by_themselves, found, review, scenarios, text};
use crate::shared;

/// By the document, a Minion that is tapped for defending cannot pay for an ability with that afterwards, nor defend
/// again.
#[test]
fn what_is_refused_later_is_a_group_of_its_own() {
    let tapped = ["--reading", "defender-tapped=tapped", "--only", "transmute/attack/"];
    let found = found(&shared::root(), &tapped);
    let groups = found["groups"].as_array().unwrap();
    let (later, only): (Vec<_>, Vec<_>) = groups.iter().partition(|group| group["later"] == true);
    assert_eq!((later.len(), only.len()), (2, 1), "{found}");
    assert_eq!((&later[0]["kind"], &later[0]["clause"]), (&"rejected".into(), &"transmute.play.tapped".into()));
    assert!(scenarios(later[0]).contains("transmute/attack/untapped"), "{found}");
    assert_eq!((&later[1]["kind"], &later[1]["clause"]), (&"rejected".into(), &"transmute.attack.untapped".into()));
    assert_eq!((&only[0]["kind"], &only[0]["fields"]), (&"state".into(), &json!(["objects.all[].is.tapped"])));
    let example = &later[0]["example"];
    let refused = json!({"step": 4, "what": "accepted -> rejected by transmute.play.tapped"});
    assert_eq!(example["later"], refused);
    assert_eq!(example["first"], "objects.all[2].is.tapped: false -> true");
    assert_eq!(later[0]["work"]["later"][1]["clause"], "transmute.play.tapped");
    let shown = text(&review(&shared::root(), &tapped));
    assert!(
        shown.contains("other states, and later accepted before, now rejected by transmute.play.tapped in"),
        "{shown}"
    );
    assert!(shown.contains("; then step 4: accepted -> rejected by transmute.play.tapped\n"), "{shown}");
    assert!(shown.contains("old, later: player 1 activates Reed Nurse#1"), "{shown}");
}

/// Without armor, more damage is done first, and a Minion dies of it later.
#[test]
fn what_lies_elsewhere_later_is_a_group_of_its_own() {
    let found = found(&shared::root(), &["--without", "transmute.attack.armor", "--only", "transmute/attack/armor"]);
    let group = &found["groups"][0];
    let is = ["kind", "old", "new"].map(|part| group[part].as_str().unwrap());
    assert_eq!(is, ["elsewhere", "play", "players[].discard"], "{found}");
    assert_eq!(group["example"]["later"]["what"], "Boulder Guard: play -> players[1].discard");
}

/// The trap would end the match, but its player is asked first whether to hold it back.
#[test]
fn a_new_question_is_a_kind_of_its_own_and_leaves_the_winner_open() {
    let played = ["traps/used-after-its-effects", "traps/trigger-two-handed", "piles/recycle-may-decline-own-trap"];
    let folder = by_themselves("review-question", &played);
    let by_hand = ["--reading", "missed-trap=by-hand", "--only"];
    let ended = [&by_hand[..], &["combo/traps/used-after-its-effects"]].concat();
    let group = &found(&folder, &ended)["groups"][0];
    assert_eq!([&group["kind"], &group["old"], &group["new"]], [&"asked".into(), &Json::Null, &"hold".into()]);
    assert_eq!(group["example"].get("winners"), None, "{group}");
    assert_eq!(group["work"]["new"], json!({"words": "player 1 is asked: hold {card: Stretch Club}"}));
    let shown = text(&review(&folder, &ended));
    assert!(shown.contains("a player is asked something new: hold in 1 scenario"), "{shown}");
    let page = text(&review(&folder, &[&ended[..], &["--format", "html"]].concat()));
    assert!(page.contains("</svg>\n<p>player 1 is asked: hold {card: Stretch Club}</p>\n</figure>"), "{page}");
    // What lies where is not compared while the question is open.
    let open = [&by_hand[..], &["combo/traps/trigger-two-handed"]].concat();
    assert_eq!(found(&folder, &open)["groups"][0]["kind"], "asked");
    let other = [&by_hand[..], &["combo/piles/recycle-may-decline-own-trap"]].concat();
    let group = &found(&folder, &other)["groups"][0];
    assert_eq!([&group["old"], &group["new"]], [&json!("recycle"), &json!("hold")]);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_text_that_did_not_change_with_its_rule_is_to_be_read_again() {
    let reread = |change: &[&str]| found(&shared::root(), change)["reread"].clone();
    let defends = reread(&["--reading", "defender-tapped=tapped", "--only", "transmute/attack/defend"]);
    let ids = |reread: &Json| -> Vec<String> {
        let texts = reread[0]["texts"].as_array().unwrap().iter();
        texts.map(|one| one["id"].as_str().unwrap().to_owned()).collect()
    };
    // The reason argues for the old default.
    let texts = ["transmute.attack.defend", "transmute.rulings.defender-tapped"];
    assert_eq!((defends.as_array().unwrap().len(), ids(&defends)), (1, texts.map(str::to_owned).into()));
    // A list has no placeholder in the text.
    let list = ["--set", "combo.line.in-line.in_line=[\"attack\", \"scroll\"]", "--only", "combo/line"];
    assert_eq!(reread(&list)[0]["texts"][0]["id"], "combo.line.in-line");
    // The rulings of the clause say "a third", and what is new in the list.
    let part = reread(&["--set", "skirmish.combat.wounded.wounded_part=2", "--only", "skirmish/combat/wounded"]);
    assert_eq!(ids(&part), ["third", "below-third", "third-of"].map(|slug| format!("skirmish.rulings.{slug}")));
    let elements = "motion.letters.external.letters.t.elements=[\"fire\", \"earth\", \"lightning\"]";
    let element = reread(&["--set", elements, "--only", "motion/letters/external"]);
    assert_eq!(ids(&element), ["motion.letters.external", "motion.rulings.internal"]);
    // These texts have placeholders for the number: of the clause itself, and of one that a reading changes.
    let number = ["--set", "combo.hearts.number.hearts=4", "--only", "combo/hearts/win-last-flip"];
    assert_eq!(reread(&number), Json::Null);
    let life = reread(&["--reading", "starting-life=forty", "--only", "transmute/basics/alliances-single"]);
    assert_eq!(ids(&life), ["transmute.rulings.starting-life"]);
    let shown = text(&review(&shared::root(), &list));
    assert!(shown.contains("Texts to read again\n  warning in_line of combo.line.in-line is now"), "{shown}");
}

#[test]
fn only_changes_of_the_selected_games_are_looked_at_and_played() {
    let hearts = ["--set", "combo.hearts.number.hearts=4", "--only"];
    let other = review(&shared::root(), &[&hearts[..], &["motion/letters", "--playouts", "2"]].concat());
    assert_eq!(other.status.code(), Some(0), "{}", text(&other));
    assert!(text(&other).contains("Not shown: 1 change to other games.\n"), "{}", text(&other));
    assert!(
        text(&other).contains("nothing was played: no rule has changed") && !text(&other).contains("notices"),
        "{}",
        text(&other)
    );
    let two = [&["--without", "transmute.attack.armor"], &hearts[..], &["combo/terrains"]].concat();
    let found = found(&shared::root(), &[&two[..], &["--playouts", "1"]].concat());
    assert_eq!((found["changes"].as_array().unwrap().len(), &found["left_out"]), (1, &1.into()), "{found}");
    let games: Vec<&str> =
        found["playouts"].as_array().unwrap().iter().filter_map(|one| one["game"].as_str()).collect();
    assert_eq!(games, ["combo", "combo"]);
}

#[test]
fn why_nothing_was_played_is_a_warning_in_the_json_too() {
    let least = ["--set", "motion.motions.x-least.x_minimum=2", "--only", "motion/letters/a", "--playouts", "1"];
    let warnings: Vec<String> = serde_json::from_value(found(&shared::root(), &least)["warnings"].clone()).unwrap();
    let why = "nothing was played: a rule of motion has changed, which has no matches that end";
    assert!(warnings.contains(&why.to_owned()), "{warnings:?}");
}

/// A gem of a card that is in play cannot be held for an X of one if the least X is two.
#[test]
fn what_could_not_run_and_what_no_longer_holds_is_listed_with_the_reason() {
    let change = ["--set", "motion.motions.x-least.x_minimum=2", "--only", "motion/sustained"];
    let found = found(&shared::root(), &change);
    let not_run = found["not_run"].as_array().unwrap();
    assert_eq!(not_run.len() as u64, found["stopped"].as_u64().unwrap() + found["neither"].as_u64().unwrap());
    let oldest = json!({"scenario": "motion/sustained/release-oldest-of-two",
        "why": "under the new rules: Bulwark cannot be in play with X 1; its X is at least 2"});
    assert!(not_run.contains(&oldest), "{found}");
    let broken = found["broken"].as_array().unwrap();
    let refused = broken.iter().find(|one| one["scenario"] == "motion/sustained/sustained-x-least").unwrap();
    let why = refused["why"].as_str().unwrap();
    assert!(why.contains("expected accepted, found rejected by motion.sustained.exclusive"), "{why}");
    for format in ["text", "markdown", "html"] {
        let shown = text(&review(&shared::root(), &[&change[..], &["--format", format]].concat()));
        for part in
            ["Could not run", "under the new rules: Bulwark", "Expectations that no longer hold", "found rejected"]
        {
            assert!(shown.contains(part), "{format} {part} {shown}");
        }
        assert!(shown.contains("1 scenario (1 with expectations that no longer hold)"), "{format} {shown}");
        // The example of each group has its title.
        assert!(shown.contains("the older of two copies in play is released"), "{format} {shown}");
    }
}

#[test]
fn a_changed_ruling_says_what_is_asked_and_how_it_is_answered() {
    let change = ["--reading", "defender-tapped=tapped", "--only", "transmute/attack/defend"];
    let found = found(&shared::root(), &change);
    let about = &found["changes"][0]["about"];
    assert_eq!(about["question"], "Is a Minion tapped for defending?");
    assert_eq!((&about["old"], &about["new"]), (&"It is not.".into(), &"It is tapped when it is assigned.".into()));
    assert!(about["why"].as_str().unwrap().starts_with("Only attacking Minions"));
    assert_eq!(about["source"], json!({"lines": "66-68, 70"}));
    for (format, old) in
        [("text", "old reading: It is not."), ("markdown", "old reading: `It is not.`"), ("html", "It is not.")]
    {
        let shown = text(&review(&shared::root(), &[&change[..], &["--format", format]].concat()));
        let (why, lines) = ("why the old default: ", "lines 66-68, 70 of the document of transmute");
        for part in [old, why, "Is a Minion tapped for defending?", "Only attacking Minions", lines] {
            assert!(shown.contains(part), "{format} {part} {shown}");
        }
    }
    // A clause is quoted once, however many of its values change.
    let number =
        text(&review(&shared::root(), &["--set", "combo.hearts.number.hearts=4", "--only", "combo/hearts/win"]));
    assert_eq!(number.matches("new text: ").count(), 1, "{number}");
}
