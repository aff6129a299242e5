//! What a player of combo may see: nothing of a source, of the foe's pool only how many cards it has,
//! and what a player was told is no one else's.

mod shared;

use std::collections::BTreeMap;

use rulebound::games::combo::action::{Action, Card, Setup};
use rulebound::games::combo::{Cards, Combo};
use rulebound::kernel::{Book, Game, Law, Seeded, Silent};
use serde_json::json;

#[test]
fn hidden_piles_stay_hidden() {
    let suite = shared::suite();
    let spec = suite.game_spec("combo").unwrap();
    let book = Book::<Combo>::new(spec, &BTreeMap::new(), &[]).unwrap();
    let cards: Vec<Card> = spec.cards.values().map(|c| serde_json::from_value(c.clone()).unwrap()).collect();
    let (none, mut silent, mut chance) = (Cards::default(), Silent, Seeded::new(0));
    let cards = Combo::cards(&mut Law::new(&book, &none, &mut silent, &mut chance), &cards).unwrap();
    let setup: Setup = serde_json::from_value(json!({"position": {"players": [
        {"source": ["Lake", "Cave"], "pool": ["Pebble Toss", "Punch"]},
        {"source": ["Swamp"], "pool": ["Sandbag"]},
    ]}}))
    .unwrap();
    let mut law = Law::new(&book, &cards, &mut silent, &mut chance);
    let mut state = Combo::setup(&mut law, &setup).unwrap();
    let read: Action = serde_json::from_value(json!({"read": {"by": 0, "player": 0, "pile": "pool"}})).unwrap();
    Combo::apply(&mut law, &mut state, &read).unwrap();

    let own = Combo::view(&book, &state, 0);
    assert_eq!(own["players"][0]["pool"], json!(["Pebble Toss", "Punch"]));
    assert_eq!(own["told"]["cards"], json!(["Pebble Toss", "Punch"]));
    assert_eq!(own["players"][0]["source"], json!({"cards": 2}));

    let foes = Combo::view(&book, &state, 1);
    assert_eq!(foes["players"][0]["pool"], json!({"cards": 2}));
    assert_eq!(foes["players"][1]["pool"], json!(["Sandbag"]));
    let text = foes.to_string();
    for hidden in ["Lake", "Cave", "Pebble Toss", "Punch", "Swamp"] {
        assert!(!text.contains(hidden), "{hidden} is seen: {text}");
    }
}
