//! Which equipped cards go if the oldest go, compared with a search of all sets of cards, for any number of hands.
//! `PROPTEST_CASES` sets a larger number of cases.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rulebound::clause::parameters;
use rulebound::games::combo::Combo;
use rulebound::games::combo::action::{Action, Card, Setup};
use rulebound::kernel::{Book, NoChance};
use serde_json::json;

use crate::shared;

/// An equipped card, or the new one: a trap, or an assist with this many hands.
#[derive(Clone, Copy, Debug)]
enum Equipped {
    Trap,
    Assist(u32),
}

impl Equipped {
    fn card(self, name: &str) -> Card {
        let card = match self {
            Self::Trap => {
                json!({"name": name, "type": "trap", "schools": ["rock"], "text": "Destroy the 1st 1 handed assist played by the foe"})
            }
            Self::Assist(hands) => {
                json!({"name": name, "type": "assist", "schools": ["rock"], "hands": hands, "shield": 1, "text": "+1 ATTACK"})
            }
        };
        serde_json::from_value(card).unwrap()
    }

    fn hands(self) -> u32 {
        match self {
            Self::Trap => 1,
            Self::Assist(hands) => hands,
        }
    }

    fn is_trap(self) -> bool {
        matches!(self, Self::Trap)
    }
}

#[derive(Clone, Debug)]
struct Case {
    hands: u32,
    /// What happens to a trap when an assist with several hands arrives, and when an assist with one hand does.
    over_trap: (&'static str, &'static str),
    old: Vec<Equipped>,
    new: Equipped,
}

fn case() -> impl Strategy<Value = Case> {
    let card = || prop_oneof![1 => Just(Equipped::Trap), 3 => (1u32..=4).prop_map(Equipped::Assist)];
    let several = prop_oneof![Just("stays"), Just("destroyed"), Just("refused")];
    let one = prop_oneof![Just("destroyed"), Just("refused")];
    (1u32..=6, (several, one), prop::collection::vec(card(), 0..=6), card())
        .prop_map(|(hands, over_trap, old, new)| Case { hands, over_trap, old, new })
        // Assists never take more hands than there are.
        .prop_filter("too many hands", |case| {
            case.old.iter().filter(|c| !c.is_trap()).map(|c| c.hands()).sum::<u32>() <= case.hands
        })
}

/// The indices of the cards that go, as ruling `no-free-hand` says: the fewest that make room; among several such
/// sets, the set with the oldest cards; `None` if no set makes room, or if more would go than the new card needs
/// hands, which `on-top-few` forbids.
fn expected(case: &Case) -> Option<Vec<usize>> {
    let several = case.new.hands() > 1 && !case.new.is_trap();
    let may_go = |place: usize| {
        !case.old[place].is_trap()
            || case.new.is_trap()
            || match case.over_trap {
                ("destroyed", _) if several => true,
                ("refused", _) if several => false,
                (_, one) => one == "destroyed",
            }
    };
    let beside = |old: &Equipped| several && case.over_trap.0 == "stays" && old.is_trap();
    let all: u32 = case.old.iter().map(|old| old.hands()).sum();
    let most = if case.new.is_trap() { case.hands.max(all) } else { case.hands };
    let sets = (0u32..1 << case.old.len()).map(|set| (0..case.old.len()).filter(|i| set >> i & 1 == 1).collect());
    let fits = |gone: &Vec<usize>| {
        let stay = (0..case.old.len()).filter(|i| !gone.contains(i)).map(|i| case.old[i]);
        let taken: u32 = stay.filter(|old| !beside(old)).map(Equipped::hands).sum();
        gone.iter().all(|i| may_go(*i)) && taken + case.new.hands() <= most
    };
    let least = sets.filter(fits).min_by_key(|gone| (gone.len(), gone.clone()));
    least.filter(|gone| gone.len() <= case.new.hands() as usize)
}

fn config() -> ProptestConfig {
    let asked = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { asked.cases } else { 200 };
    ProptestConfig { cases, failure_persistence: None, ..asked }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_oldest_of_the_fewest_go(case in case()) {
        let spec = shared::suite().game_spec("combo").unwrap();
        let ruled = [("no-free-hand", "oldest"), ("two-handed-over-trap", case.over_trap.0), ("assist-over-trap", case.over_trap.1)];
        let readings = ruled.into_iter().map(|(ruling, reading)| (format!("combo.rulings.{ruling}"), reading.to_owned()));
        let names = spec.readings(&readings.collect::<BTreeMap<_, _>>()).unwrap();
        let mut numbers = parameters::merged(spec, &names);
        numbers.insert("hands".to_owned(), case.hands.into());
        let book = Book::<Combo>::with_parameters(spec, names, numbers, &[]).unwrap();

        let name = |place: usize| format!("Old {place}");
        let old: Vec<String> = (0..case.old.len()).map(name).collect();
        let mut cards: Vec<Card> = case.old.iter().zip(&old).map(|(card, name)| card.card(name)).collect();
        cards.push(case.new.card("New"));
        let cards = book.cards(&cards).unwrap();
        let table = shared::Table { book, cards };
        let setup: Setup = serde_json::from_value(json!({"position": {"players": [{"pool": ["New"], "hands": old}, {}]}})).unwrap();
        let mut at = table.begin(setup).unwrap();
        let play: Action = serde_json::from_value(json!({"play": {"card": "New"}})).unwrap();
        let done = table.act(&mut at, 0, &play, &mut NoChance).unwrap().map(drop);

        let gone: Vec<String> = at.state.players[0].limbo.iter().map(ToString::to_string).collect();
        match expected(&case) {
            Some(places) => {
                prop_assert!(done.is_ok(), "refused: {:?}", done);
                prop_assert_eq!(gone, places.into_iter().map(name).collect::<Vec<_>>());
            }
            None => prop_assert!(done.is_err(), "accepted, {:?} gone", gone),
        }
    }
}
