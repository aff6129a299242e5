//! The minimum against the engine: over all legal payments for the same cards.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rulebound::games::motion::action::{Action, Position, Problem, Setup};
use rulebound::games::motion::state::{ALL, BoardFile, PLACES};
use rulebound::games::motion::{Motion, action};
use rulebound::harness::Suite;
use rulebound::kernel::{Book, Game, Law, NoChance, Silent};
use rulebound::source::Files;

const COSTS: &[&str] = &[
    "a -> (f)",
    "(w) -> a",
    "ae -> (l)",
    "f:(f)",
    "w:(w) | a -> (w)",
    "aa -> (t)",
    "(t) -> a",
    "a -> (i) | (e) -> l",
    "(f) -> Al",
    "e:(e)",
];
const READINGS: &[(&str, &str)] = &[
    ("entries-of-one-card", "different-cards"),
    ("class-sphere-entry", "each-gem"),
    ("self-move", "counts"),
    ("all-none", "refused"),
    ("must-be-in", "exactly"),
];

proptest! {
    #![proptest_config(super::config())]

    #[test]
    fn the_minimum_is_the_least_legal_payment(
        costs in proptest::sample::subsequence(COSTS, 1..3),
        gems in proptest::collection::vec((0..4usize, 0..4usize), 1..5),
        reading in 0..=READINGS.len(),
    ) {
        let files = Files::Folder(env!("CARGO_MANIFEST_DIR").into());
        let suite = Suite::open(files, None).expect("the spec loads");
        let chosen = READINGS.get(reading).map(|(r, n)| (format!("motion.rulings.{r}"), (*n).to_owned())).into_iter().collect();
        let book = Book::<Motion>::new(suite.game_spec("motion").unwrap(), &chosen, &[]).unwrap();
        let mut board = BoardFile::new();
        for (place, gem) in gems {
            *board.entry(PLACES[place]).or_default().entry(ALL[gem]).or_default() += 1;
        }
        let cards: Vec<action::Card> = costs
            .iter()
            .enumerate()
            .map(|(i, cost)| action::Card { name: format!("Card {i}"), cost: (*cost).to_owned(), sustained: false, text: None })
            .collect();
        let names: Vec<String> = cards.iter().map(|c| c.name.clone()).collect();
        let cards = book.cards(&cards).unwrap();
        let (mut trace, mut chance) = (Silent, NoChance);
        let mut law = Law::new(&book, &cards, &mut trace, &mut chance);
        let setup = Setup::Position(Position { board: board.clone(), cards: names.clone(), sustained: Vec::new() });
        let state = Motion::setup(&mut law, &setup).unwrap();
        let problem = Problem { costs: Vec::new(), cards: names.clone(), board: Some(board), sustained: Vec::new() };
        let plan = Motion::solve(&mut law, &problem).expect("a small question is answered");
        let legal = Motion::legal_actions(&mut law, &state);
        let least = legal.iter().filter_map(|a| match a {
            Action::Play(play) if play.cards == names => Some(play.moves.len()),
            _ => None,
        }).min();
        prop_assert_eq!(plan.payable.then_some(plan.movements as usize), least, "{:?}", plan);
        if plan.payable {
            let moves = plan.moves.iter().map(|m| action::Move { gem: m.gem, from: m.from, to: m.to }).collect();
            let play = Action::Play(action::Play { cards: names, moves, x: BTreeMap::new() });
            prop_assert!(Motion::apply(&mut law, &mut state.clone(), &play).is_ok(), "{:?}", play);
        }
    }
}
