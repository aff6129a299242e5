//! The groups of `rulebound review`: what belongs together, and which scenario shows it.

use serde_json::json;

use crate::review::{found, review, scenarios, text};
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
    assert_eq!((&example["scenario"], &example["later"]), (&"transmute/attack/untapped".into(), &refused));
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
