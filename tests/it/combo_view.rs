//! What a player of combo may see, in random matches: every name in a view is at a place that the player may read, and
//! everything that may be read is there. Changing the cards that the player may not read does not change the view.

use std::collections::{BTreeMap, BTreeSet};

use rulebound::games::combo::Combo;
use rulebound::games::combo::action::{Card, Event, Setup, StartSetup};
use rulebound::games::combo::rules::line;
use rulebound::games::combo::state::{Equip, Name, State};
use rulebound::games::combo::text::CardType;
use rulebound::kernel::{Book, ClauseKey, Hides, Law, NoChance, Seeded, Trace, Waits};
use serde_json::Value as Json;

use crate::shared::{self, Table};

/// The names that a player may read, as the document says: in its own piles except the source, in both lines, among the
/// foe's assists, at the terrain, and in the answers it was given.
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

/// The cards of the suite, and the rules under a reading of `hidden-kinds`.
fn table(reading: &str) -> (Table<Combo>, BTreeSet<String>) {
    let suite = shared::suite();
    let spec = suite.game_spec("combo").unwrap();
    let readings = BTreeMap::from([("combo.rulings.hidden-kinds".to_owned(), reading.to_owned())]);
    let book = Book::<Combo>::new(spec, &spec.readings(&readings).unwrap(), &[]).unwrap();
    let cards: Vec<Card> = spec.cards.values().map(|c| serde_json::from_value(c.clone()).unwrap()).collect();
    let names = cards.iter().map(|c| c.name.clone()).collect();
    let cards = book.cards(&cards).unwrap();
    (Table { book, cards }, names)
}

/// Plays random matches in which players often look at piles. `see` is given each step: the state before it, the events
/// and the state after it.
fn matches(
    table: &Table<Combo>,
    names: &BTreeSet<String>,
    mut see: impl FnMut(&mut Law<'_, Combo>, &State, &[(ClauseKey, Event)], &State),
) {
    let (mut chance, mut dice) = (Seeded::new(1), Seeded::new(2));
    for _ in 0..20 {
        let plain: Vec<&String> = names.iter().filter(|n| !n.starts_with('*')).collect();
        let mut deck = BTreeMap::new();
        while deck.len() < 15 {
            deck.insert(plain[dice.below(plain.len())].clone(), 2);
        }
        let setup = Setup::Start(StartSetup { decks: vec![deck.clone(), deck], challenger: 1, hearts: None });
        let mut at = table.begin(setup).unwrap();
        for _ in 0..120 {
            let looker = dice.below(2);
            let mut listed = Vec::new();
            let by = match at.waits() {
                Waits::Turn(player) | Waits::Answer { player, .. } => player,
                _ => break,
            };
            // Most of the time an action is taken that changes the match; otherwise somebody looks.
            let by = if dice.below(6) == 0 {
                Combo::looks(&at.state, looker, &mut listed);
                looker
            } else {
                listed = table.moves(&at, by).unwrap();
                by
            };
            let Some(action) = listed.get(dice.below(listed.len())) else { break };
            let before = at.state.clone();
            let Ok(trace) = table.act(&mut at, by, action, &mut chance).unwrap() else { continue };
            let (mut silent, mut none) = (Trace::silent(), NoChance);
            let mut law = Law::new(&table.book, &table.cards, &mut silent, &mut none);
            see(&mut law, &before, &trace.events, &at.state);
        }
    }
}

#[test]
fn a_view_holds_what_may_be_read_and_nothing_else() {
    let (table, names) = table("shown");
    let (mut hidden, mut traps, mut told) = (0, 0, 0);
    matches(&table, &names, |law, before, events, state| {
        // No event names a card that the player can read neither before nor after it, unless the card is played or
        // goes off openly.
        for by in 0..2 {
            let mut known = readable(before, by);
            known.extend(readable(state, by));
            for (_, event) in events {
                let Some(seen) = Combo::event(law, state, event, by) else { continue };
                let mut shown = BTreeSet::new();
                texts(&serde_json::to_value(&seen).unwrap(), &mut shown);
                if let Event::Played { card, .. } | Event::Sprung { card, .. } = &seen {
                    known.insert(card.to_string());
                }
                let unknown: Vec<&String> = shown.intersection(&names).filter(|name| !known.contains(*name)).collect();
                assert!(unknown.is_empty(), "player {by} learns {unknown:?} from {seen:?} in {state:?}");
            }
        }
        for by in 0..2 {
            let mut shown = BTreeSet::new();
            texts(&serde_json::to_value(Combo::view(law, state, by)).unwrap(), &mut shown);
            let shown: BTreeSet<String> = shown.intersection(&names).cloned().collect();
            assert_eq!(shown, readable(state, by), "player {by} of {state:?}");
            let foe = &state.players[1 - by];
            hidden += foe.pool.iter().filter(|card| !shown.contains(&***card)).count();
            traps += foe.hands.iter().filter(|h| h.is == Equip::Trap && !shown.contains(&*h.card)).count();
            told += usize::from(state.told.as_ref().is_some_and(|t| t.by != by && !t.cards.is_empty()));
        }
    });
    // There was enough hidden in these matches for a leak to show.
    assert!(hidden > 100 && traps > 10 && told > 10, "{hidden} cards, {traps} traps, {told} answers were hidden");
}

/// The position with other cards wherever a player may not read them: in sources, in the foe's other piles, and in
/// place of the foe's traps. The number of cards in each place stays the same.
fn with_other_cards(law: &mut Law<'_, Combo>, state: &State, by: usize, all: &[Name], dice: &mut Seeded) -> State {
    let traps: Vec<&Name> = all.iter().filter(|name| law.cards.get(name).of_type == Some(CardType::Trap)).collect();
    let mut other = state.clone();
    let (own, foe) = {
        let [first, second] = &mut other.players;
        if by == 0 { (first, second) } else { (second, first) }
    };
    for pile in [&mut own.source, &mut foe.source, &mut foe.pool, &mut foe.trash, &mut foe.limbo] {
        pile.iter_mut().for_each(|card| *card = all[dice.below(all.len())].clone());
    }
    foe.pool.sort();
    foe.limbo.sort();
    for hand in foe.hands.iter_mut().filter(|hand| hand.is == Equip::Trap) {
        hand.card = traps[dice.below(traps.len())].clone();
    }
    line::recount(law, &mut other);
    other
}

#[test]
fn a_view_does_not_change_with_what_is_hidden() {
    for reading in ["shown", "hidden"] {
        let (table, names) = table(reading);
        let all: Vec<Name> = names.iter().map(|name| table.cards.name(name).unwrap()).collect();
        let mut dice = Seeded::new(3);
        let (mut moved, mut unknown) = (0, 0);
        matches(&table, &names, |law, _, events, state| {
            for by in 0..2 {
                let other = with_other_cards(law, state, by, &all, &mut dice);
                let [mut seen, mut instead] = [state, &other].map(|state| Combo::view(law, state, by));
                moved += usize::from([0, 1].iter().any(|who| {
                    let [was, is] = [state, &other].map(|state| &state.players[*who]);
                    (was.attack, was.defense) != (is.attack, is.defense)
                }));
                unknown += seen.players.iter().filter(|p| p.attack.is_none() || p.defense.is_none()).count();
                if reading == "shown" {
                    // Only the values may change, since they may count the cards that are hidden.
                    for view in [&mut seen, &mut instead] {
                        view.incoming = None;
                        view.players.iter_mut().for_each(|player| (player.attack, player.defense) = (None, None));
                    }
                } else {
                    let seen = events.iter().filter_map(|(_, event)| Combo::event(law, state, event, by));
                    let values = |event: &Event| matches!(event, Event::Valued { .. } | Event::Compared { .. });
                    assert!(!seen.collect::<Vec<_>>().iter().any(values), "player {by} learns values from {events:?}");
                }
                assert_eq!(seen, instead, "player {by} of {state:?} sees that it is not {other:?}");
            }
        });
        assert!(moved > 50, "the hidden cards changed a value in only {moved} positions");
        assert_eq!(unknown > 50, reading == "hidden", "{unknown} values were not shown");
    }
}

/// All legal actions are listed, whatever is on the table.
#[test]
fn legal_actions_are_listed_however_many_cards_are_equipped() {
    let (table, _) = table("shown");
    let hands = vec!["Pitfall"; 500];
    let setup = serde_json::json!({"position": {"players": [{"hands": hands, "pool": ["Pitfall", "Punch"]}, {}]}});
    let at = table.begin(serde_json::from_value(setup).unwrap()).unwrap();
    let moves = table.moves(&at, 0).unwrap();
    // The trap goes on top of one of the equipped cards, which are all equal. The only other action is to end the
    // turn.
    assert_eq!(
        serde_json::to_value(moves).unwrap(),
        serde_json::json!([
            {"end": {}}, {"play": {"card": "Pitfall", "choice": ""}}, {"play": {"card": "Punch", "choice": ""}},
        ])
    );
}
