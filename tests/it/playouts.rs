//! Random playouts: exactly what is listed is accepted, a rejection changes nothing, no gem or card is lost, and every
//! clause's checks hold.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rulebound::clause::GameSpec;
use rulebound::games::motion::Motion;
use rulebound::games::motion::action::{Action, Card, Move, Play, PositionSetup, Release, Setup};
use rulebound::games::motion::state::{ALL, Element, PLACES, Place, State};
use rulebound::harness::Checks;
use rulebound::kernel::{Book, NoChance, Position as Standing, Seeded};

use crate::shared::{self, Table};

/// Our own costs, of every sort.
const COSTS: &[(&str, bool)] = &[
    ("a -> (f)", false),
    ("(w) -> a | e:(e)", false),
    ("ae -> (l)", false),
    ("f:(f)", true),
    ("a -> (w) | w:(w)", true),
    ("(f) -> Xa", false),
    ("(e) -> Ae", false),
    ("aa -> (t)", false),
    ("(t) -> a | a -> (i)", false),
    ("a:(w) | a:(e)", true),
    ("Xw -> (l) | (w) -> l", false),
    ("Xw:(w) | Xe:(l)", true),
];

/// Readings under which playouts run; `moves-per-gem: repeatedly` has its own playouts, with fewer gems.
const READINGS: &[(&str, &str)] = &[
    ("internal", "with-spirit"),
    ("entries-of-one-card", "different-cards"),
    ("moved-then-held", "allowed"),
    ("sustained-mark", "any-hold"),
    ("hold-assignment", "fixed"),
    ("class-sphere-entry", "each-gem"),
    ("x-across-entries", "each-entry"),
    ("x-zero", "zero-allowed"),
    ("all-types", "one-type"),
    ("all-none", "refused"),
    ("all-held", "spares-held"),
    ("self-move", "counts"),
    ("held-gem-leaves", "card-ends"),
    ("unneeded", "allowed"),
    ("must-be-in", "exactly"),
    ("off-board", "allowed"),
    ("release", "never"),
    ("cards-at-hand", "spent"),
    ("resolution-order", "last-first"),
];

fn table(spec: &GameSpec, reading: Option<(&str, &str)>) -> Table<Motion> {
    let chosen: BTreeMap<String, String> =
        reading.into_iter().map(|(ruling, name)| (format!("motion.rulings.{ruling}"), name.to_owned())).collect();
    let book = Book::<Motion>::new(spec, &chosen, &[]).expect("the readings are there");
    let cards: Vec<Card> = COSTS
        .iter()
        .enumerate()
        .map(|(i, (cost, sustained))| Card {
            name: format!("Card {i}"),
            cost: (*cost).to_owned(),
            sustained: *sustained,
            text: Some("A:(f)".into()),
        })
        .collect();
    let cards = book.cards(&cards).expect("the cards are read");
    Table { book, cards }
}

fn begin(table: &Table<Motion>, gems: &[(usize, usize)], hand: &[usize]) -> Standing<Motion> {
    let mut board: BTreeMap<Place, BTreeMap<Element, u32>> = BTreeMap::new();
    for (place, gem) in gems {
        *board.entry(PLACES[*place]).or_default().entry(ALL[*gem]).or_default() += 1;
    }
    let cards = hand.iter().map(|i| format!("Card {i}")).collect();
    let setup = Setup::Position(PositionSetup { board, cards, ..PositionSetup::default() });
    table.begin(setup).expect("the position is one")
}

/// Checks that another run can go on from any position that a match has reached.
fn begins_again(table: &Table<Motion>, at: &Standing<Motion>) {
    let again = table.start(&at.print()).unwrap_or_else(|why| panic!("{why}: {at:?}"));
    assert!(again == *at, "{again:?} instead of {at:?}");
}

fn legal(table: &Table<Motion>, at: &Standing<Motion>) -> Vec<Action> {
    table.moves(at, 0).expect("a small position is listed")
}

fn gems(state: &State) -> Vec<u32> {
    (0..5).map(|gem| state.board.0.iter().map(|row| row[gem]).sum()).collect()
}

/// A payment that may or may not be legal, in the form in which actions are listed; with `again`, gems may move on from
/// where they have arrived.
fn any_action(state: &State, again: bool, dice: &mut Seeded) -> Option<Action> {
    if dice.below(8) == 0 {
        let names: Vec<&str> =
            COSTS.iter().enumerate().map(|(i, _)| if i == 3 { "Card 3" } else { "Card 4" }).collect();
        return Some(Action::Release(Release { card: names[dice.below(names.len())].to_owned() }));
    }
    let mut cards: Vec<String> = state.hand.iter().filter(|_| dice.below(2) == 0).map(ToString::to_string).collect();
    cards.dedup();
    let mut left = state.board.clone();
    let mut moves = Vec::new();
    for _ in 0..dice.below(5) {
        let (from, gem, to) = (dice.below(4), dice.below(4), dice.below(4));
        if left.0[from][gem] > 0 {
            left.0[from][gem] -= 1;
            left.0[to][gem] += u32::from(again);
            moves.push(Move { gem: ALL[gem], from: PLACES[from], to: PLACES[to] });
        }
    }
    moves.sort_by_key(|m| (m.from, m.gem, m.to));
    (!cards.is_empty()).then_some(Action::Play(Play { cards, moves, x: BTreeMap::new() }))
}

/// Whether an action has more movements than listed payments may have if gems may move again. The limit is one
/// movement for each in and out letter of the cards; an X or an A counts as many times as there are gems.
fn is_longer_than_listed(action: &Action, state: &State) -> bool {
    let Action::Play(play) = action else { return false };
    let gems: usize = gems(state).iter().sum::<u32>() as usize;
    let mut most = 0;
    for name in &play.cards {
        let (cost, _) = COSTS[name["Card ".len()..].parse::<usize>().unwrap()];
        for entry in cost.split('|').filter(|entry| entry.contains("->")) {
            let amounts = entry.split("->").find(|side| !side.contains('(')).unwrap().trim();
            let prefixed = amounts.chars().filter(char::is_ascii_uppercase).count();
            most += amounts.len() - 2 * prefixed + prefixed * gems;
        }
    }
    play.moves.len() > most
}

fn apply(table: &Table<Motion>, at: &mut Standing<Motion>, action: &Action) -> bool {
    table.act(at, 0, action, &mut NoChance).expect("a small payment is within the bounds").is_ok()
}

fn playout(table: &Table<Motion>, gems_at: &[(usize, usize)], hand: &[usize], seed: u64, steps: usize) {
    let mut dice = Seeded::new(seed);
    let mut at = begin(table, gems_at, hand);
    let start = gems(&at.state);
    let again = table.book.reading_names["motion.rulings.moves-per-gem"] == "repeatedly";
    let spent = table.book.reading_names["motion.rulings.cards-at-hand"] == "spent";
    for _ in 0..steps {
        let listed = legal(table, &at);
        for _ in 0..4 {
            let Some(action) = any_action(&at.state, again, &mut dice) else { continue };
            let mut after = at.clone();
            let accepted = apply(table, &mut after, &action);
            let unlisted = again && is_longer_than_listed(&action, &at.state);
            assert_eq!(accepted && !unlisted, listed.contains(&action), "{action:?} in {at:?}");
            if !accepted {
                assert_eq!(after, at, "a rejection changed the position: {action:?}");
            }
        }
        let Some(action) = (!listed.is_empty()).then(|| listed[dice.below(listed.len())].clone()) else { break };
        assert!(apply(table, &mut at, &action), "{action:?} is listed but rejected");
        begins_again(table, &at);
        assert_eq!(gems(&at.state), start, "gems were lost or made by {action:?}");
        let cards = at.state.hand.len() + at.state.sustained.len();
        assert!(if spent { cards <= hand.len() } else { cards == hand.len() }, "cards were lost or made by {action:?}");
    }
}

fn position() -> impl Strategy<Value = (Vec<(usize, usize)>, Vec<usize>, u64)> {
    (
        proptest::collection::vec((0..4usize, 0..4usize), 1..5),
        proptest::collection::btree_set(0..COSTS.len(), 1..4).prop_map(|set| set.into_iter().collect()),
        any::<u64>(),
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_listed_is_what_is_accepted((gems, hand, seed) in position(), reading in 0..=READINGS.len()) {
        let suite = shared::suite();
        let spec = suite.game_spec("motion").unwrap();
        playout(&table(spec, READINGS.get(reading).copied()), &gems, &hand, seed, 4);
    }

    #[test]
    fn what_is_listed_is_what_is_accepted_where_gems_move_again((gems, hand, seed) in position()) {
        let suite = shared::suite();
        let spec = suite.game_spec("motion").unwrap();
        let table = table(spec, Some(("moves-per-gem", "repeatedly")));
        // The number of sets of movements grows with each gem that may move anywhere again and again.
        let (gems, hand) = (&gems[..gems.len().min(2)], &hand[..hand.len().min(2)]);
        playout(&table, gems, hand, seed, 4);
        every_pair_of_movements(&table, &begin(&table, gems, hand));
    }
}

/// Compares the list with every payment of two movements, whoever makes them.
fn every_pair_of_movements(table: &Table<Motion>, at: &Standing<Motion>) {
    let listed = legal(table, at);
    let on_board = gems(&at.state);
    let kinds: Vec<Move> = (0..64)
        .map(|n| (n / 16, n / 4 % 4, n % 4))
        .filter(|(_, gem, _)| on_board[*gem] > 0)
        .map(|(from, gem, to)| Move { gem: ALL[gem], from: PLACES[from], to: PLACES[to] })
        .collect();
    let hand: Vec<String> = at.state.hand.iter().map(ToString::to_string).collect();
    for cards in [&hand[..], &hand[..1], &hand[1..]].into_iter().filter(|cards| !cards.is_empty()) {
        for (index, first) in kinds.iter().enumerate() {
            for second in &kinds[index..] {
                let (cards, moves) = (cards.to_vec(), vec![*first, *second]);
                let action = Action::Play(Play { cards, moves, x: BTreeMap::new() });
                let accepted = apply(table, &mut at.clone(), &action) && !is_longer_than_listed(&action, &at.state);
                assert_eq!(accepted, listed.contains(&action), "{action:?} in {at:?}");
            }
        }
    }
}

#[test]
fn checks_hold_in_playouts() {
    let suite = shared::suite();
    let spec = suite.game_spec("motion").unwrap();
    let mut evaluated = 0;
    for reading in READINGS.iter().map(|r| Some(*r)).chain([None]) {
        let table = table(spec, reading);
        for seed in 0..3u64 {
            evaluated += checked_playout(spec, &table, seed);
        }
    }
    assert!(evaluated > 1_000, "only {evaluated} checks were evaluated");
}

/// A playout with every check after every step; returns the number of checks evaluated.
fn checked_playout(spec: &GameSpec, table: &Table<Motion>, seed: u64) -> usize {
    let mut dice = Seeded::new(seed);
    let places: Vec<(usize, usize)> = (0..4).map(|_| (dice.below(4), dice.below(4))).collect();
    let hand: Vec<usize> = (0..3).map(|i| (seed as usize * 3 + i * 4) % COSTS.len()).collect();
    let mut at = begin(table, &places, &hand);
    let mut checks = Checks::of(spec, &table.book, &at);
    for _ in 0..4 {
        let listed = legal(table, &at);
        if listed.is_empty() {
            break;
        }
        let action = &listed[dice.below(listed.len())];
        let trace = table.act(&mut at, 0, action, &mut NoChance).expect("it goes on").expect("it is listed");
        shared::check_clauses(&mut checks, &table.book, 0, action, &at, &trace);
    }
    checks.asked()
}

/// A case that random play seldom reaches: a card in play whose entries have different numbers.
#[test]
fn numbers_of_single_entries_are_in_the_position() {
    let suite = shared::suite();
    let spec = suite.game_spec("motion").unwrap();
    let table = table(spec, Some(("x-across-entries", "each-entry")));
    // Three water gems in the water sphere and an earth gem in the lightning sphere, for `Xw:(w) | Xe:(l)`.
    let card = COSTS.len() - 1;
    let mut at = begin(&table, &[(1, 1), (1, 1), (1, 1), (3, 2)], &[card]);
    let play = Action::Play(Play { cards: vec![format!("Card {card}")], moves: vec![], x: BTreeMap::new() });
    assert!(apply(&table, &mut at, &play));
    assert_eq!(at.state.sustained[0].xs, [3, 1]);
    begins_again(&table, &at);
}
