//! Checks that are made when a suite is opened.

use std::collections::BTreeMap;
use std::sync::Arc;

use rulebound::games::GAMES;
use rulebound::harness::Suite;
use rulebound::source::Files;

use crate::shared;

/// The first fault of motion's spec with this file of cards.
fn told(cards: &'static str) -> String {
    let folder = Files::Folder(shared::root());
    let text = |path: &String| -> &'static str { folder.read(path).unwrap().text.to_string().leak() };
    let paths = folder.list("spec/motion", ".yaml").unwrap();
    let mut files: BTreeMap<_, _> = paths.into_iter().map(|path| (path.clone(), text(&path))).collect();
    files.insert("spec/motion/cards.yaml".into(), cards);
    let fault = Suite::open(GAMES, Files::Embedded(Arc::new(files)), Some("motion")).unwrap_err().list.remove(0);
    format!("{}; {}", fault.line(), fault.help.unwrap_or_default())
}

#[test]
fn a_card_of_the_spec_has_the_form_of_its_game() {
    assert_eq!(
        told("- {name: A, cost: \"a -> (f)\"}\n- {name: B, cost: \"a -> (f)\", sustaned: true}\n"),
        "spec/motion/cards.yaml:2:31: there is no key sustaned here; did you mean sustained? the keys here are name, cost, sustained, text"
    );
    assert_eq!(
        told("- {name: A}\n"),
        "spec/motion/cards.yaml:1:4: the key cost is missing here; add cost: with its value"
    );
}
