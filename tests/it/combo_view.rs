//! What a player of combo may see, in random matches: every name in a view stands where the player may
//! read it, and everything that may be read is there.

use std::collections::{BTreeMap, BTreeSet};

use rulebound::games::combo::Combo;
use rulebound::games::combo::action::{Action, Card, Setup, Start};
use rulebound::games::combo::state::{Equip, State};
use rulebound::kernel::{Book, Game, Law, Seeded, Trace};
use serde_json::Value as Json;

use crate::shared;

/// The names that a player may read, as the document has it: in its own piles but the source, in both
/// lines, among the foe's assists, at the terrain, and in what it was told.
fn readable(state: &State, by: usize) -> BTreeSet<String> {
    let (own, foe) = (&state.players[by], &state.players[1 - by]);
    let mut names: Vec<String> = Vec::new();
    names.extend(own.pool.iter().chain(&own.trash).chain(&own.limbo).map(ToString::to_string));
    names.extend(own.line.iter().chain(&foe.line).map(|c| c.card.to_string()));
    names.extend(own.hands.iter().map(|h| h.card.to_string()));
    names.extend(foe.hands.iter().filter(|h| h.is == Equip::Assist).map(|h| h.card.to_string()));
    names.extend(state.terrains.iter().map(|t| t.card.to_string()));
    names.extend(state.told.iter().filter(|t| t.by == by).flat_map(|t| t.cards.iter().map(ToString::to_string)));
    names.into_iter().filter(|name| name != "?").collect()
}

fn texts(value: &Json, found: &mut BTreeSet<String>) {
    match value {
        Json::String(text) => drop(found.insert(text.clone())),
        Json::Array(list) => list.iter().for_each(|inner| texts(inner, found)),
        Json::Object(map) => map.values().for_each(|inner| texts(inner, found)),
        _ => {}
    }
}

#[test]
fn a_view_holds_what_may_be_read_and_nothing_else() {
    let suite = shared::suite();
    let spec = suite.game_spec("combo").unwrap();
    let book = Book::<Combo>::new(spec, &BTreeMap::new(), &[]).unwrap();
    let cards: Vec<Card> = spec.cards.values().map(|c| serde_json::from_value(c.clone()).unwrap()).collect();
    let names: BTreeSet<String> = cards.iter().map(|c| c.name.clone()).collect();
    let (mut silent, mut chance) = (Trace::silent(), Seeded::new(1));
    let cards = book.cards(&cards).unwrap();
    let mut dice = Seeded::new(2);
    let (mut hidden, mut traps, mut told) = (0, 0, 0);
    for _ in 0..20 {
        let plain: Vec<&String> = names.iter().filter(|n| !n.starts_with('*')).collect();
        let mut deck = BTreeMap::new();
        while deck.len() < 15 {
            deck.insert(plain[dice.below(plain.len())].clone(), 2);
        }
        let setup = Setup::Start(Start { decks: vec![deck.clone(), deck], challenger: 1, hearts: None });
        let mut law = Law::new(&book, &cards, &mut silent, &mut chance);
        let mut state = Combo::setup(&mut law, &setup).unwrap();
        for _ in 0..120 {
            let listed = Combo::legal_actions(&mut law, &state);
            // Looking is always legal; most of the time something is played instead.
            let looks = |a: &&Action| matches!(a, Action::Count(_) | Action::Read(_));
            let rest: Vec<&Action> = listed.iter().filter(|a| !looks(a) || dice.below(12) == 0).collect();
            let Some(action) = rest.get(dice.below(rest.len())) else { break };
            Combo::apply(&mut law, &mut state, action).unwrap();
            for by in 0..2 {
                let mut shown = BTreeSet::new();
                texts(&serde_json::to_value(Combo::view(&mut law, &state, by)).unwrap(), &mut shown);
                let shown: BTreeSet<String> = shown.intersection(&names).cloned().collect();
                assert_eq!(shown, readable(&state, by), "player {by} of {state:?}");
                let foe = &state.players[1 - by];
                hidden += foe.pool.iter().filter(|card| !shown.contains(&***card)).count();
                traps += foe.hands.iter().filter(|h| h.is == Equip::Trap && !shown.contains(&*h.card)).count();
                told += usize::from(state.told.as_ref().is_some_and(|t| t.by != by && !t.cards.is_empty()));
            }
        }
    }
    // The matches were such that something could have been seen.
    assert!(hidden > 100 && traps > 10 && told > 10, "{hidden} cards, {traps} traps, {told} answers were hidden");
}

/// Every set of equipped cards is tried, so that their number is bounded; nothing is left out silently.
#[test]
fn legal_actions_are_listed_whole_or_not_at_all() {
    let suite = shared::suite();
    let spec = suite.game_spec("combo").unwrap();
    let book = Book::<Combo>::new(spec, &BTreeMap::new(), &[]).unwrap();
    let cards: Vec<Card> = spec.cards.values().map(|c| serde_json::from_value(c.clone()).unwrap()).collect();
    let cards = book.cards(&cards).unwrap();
    let listed = |traps: usize| {
        let (mut silent, mut chance) = (Trace::silent(), Seeded::new(1));
        let mut law = Law::new(&book, &cards, &mut silent, &mut chance);
        let hands = vec!["Pitfall"; traps];
        let setup = serde_json::json!({"position": {"players": [{"hands": hands, "pool": ["Pitfall"]}, {}]}});
        let setup: Setup = serde_json::from_value(setup).unwrap();
        let state = Combo::setup(&mut law, &setup).unwrap();
        (Combo::legal_actions(&mut law, &state).len(), law.beyond)
    };
    // The pool's trap goes on top of one of those that are equipped, beside ending the turn and looking at piles.
    let (four, beyond) = listed(4);
    assert!(four > 1 && beyond.is_none(), "{beyond:?}");
    let (five, beyond) = listed(5);
    assert_eq!(five, 0);
    assert!(beyond.is_some_and(|why| why.contains("5 equipped cards; the bound is 4")));
}
