//! The minimum, compared with the engine: over all legal payments for the same cards.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rulebound::games::motion::action::{Action, PositionSetup, Problem, Setup};
use rulebound::games::motion::state::{ALL, BoardFile, PLACES, Place};
use rulebound::games::motion::{Motion, action};
use rulebound::kernel::{Book, Law, NoChance, Solves, Trace};

use crate::shared;

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
    "Aa:(f)",
    "a:(f) | (f) -> a",
    "a -> (w) | e -> (w) | a:(f) | f:(f)",
];
const READINGS: &[&[(&str, &str)]] = &[
    &[],
    &[("entries-of-one-card", "different-cards")],
    &[("class-sphere-entry", "each-gem")],
    &[("self-move", "counts")],
    &[("all-none", "refused")],
    &[("must-be-in", "exactly")],
    &[("moves-per-gem", "repeatedly")],
    &[("all-held", "spares-held")],
    &[("held-gem-leaves", "card-ends"), ("all-held", "spares-held")],
    &[("held-then-moved", "allowed")],
    &[("held-then-moved", "allowed"), ("moved-then-held", "allowed")],
    &[("held-then-moved", "allowed"), ("moved-then-held", "allowed"), ("moves-per-gem", "repeatedly")],
    &[("held-then-moved", "allowed"), ("must-be-in", "exactly"), ("self-move", "counts")],
    &[("held-then-moved", "allowed"), ("must-be-in", "exactly"), ("moves-per-gem", "repeatedly")],
    &[("held-then-moved", "allowed"), ("all-held", "spares-held")],
    &[("twice-in-one-card", "different-entries")],
    &[("twice-in-one-card", "different-entries"), ("must-be-in", "exactly")],
    &[("twice-in-one-card", "different-entries"), ("entries-of-one-card", "different-cards")],
    &[("sustained-movements", "apart")],
    &[("sustained-movements", "apart"), ("entries-of-one-card", "different-cards")],
    &[("sustained-movements", "apart"), ("moves-per-gem", "repeatedly")],
];

/// Costs for which a payment that ends a card may be smaller than one that keeps it.
const ENDING_COSTS: &[&str] = &["(f) -> a", "e -> (w)", "a -> (w)", "(f) -> l", "l:(f)", "(f) -> Al"];
const ENDING: &[&[(&str, &str)]] = &[
    &[("held-gem-leaves", "card-ends"), ("minimum-ending", "smallest")],
    &[("held-gem-leaves", "card-ends"), ("minimum-ending", "smallest"), ("least", "movements-first")],
    &[("held-gem-leaves", "card-ends"), ("minimum-ending", "smallest"), ("all-held", "spares-held")],
];

/// The most movements in a listed payment, if gems may move again.
fn most_listed(costs: &[&str], gems: usize) -> usize {
    let entries = costs.iter().flat_map(|cost| cost.split(" | ")).filter(|entry| entry.contains("->"));
    let amounts = entries.map(|entry| entry.split(" -> ").find(|side| !side.contains('(')).unwrap());
    amounts.map(|text| if text.starts_with('A') { gems } else { text.len() }).sum()
}

/// The fewest gems that can make these movements: for each connected set of movements of one element, the number by
/// which departures exceed arrivals, summed over all places; one if the movements go round.
fn gems_moved(moves: &[action::Move]) -> usize {
    let mut groups: Vec<Vec<&action::Move>> = Vec::new();
    for one in moves {
        let meets = |other: &&action::Move| {
            let ends = [other.from, other.to];
            other.gem == one.gem && (ends.contains(&one.from) || ends.contains(&one.to))
        };
        let (met, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.iter().any(meets));
        groups = apart;
        groups.push(met.into_iter().flatten().chain([one]).collect());
    }
    let gems = |group: &Vec<&action::Move>| {
        let count = |place, end: fn(&action::Move) -> Place| group.iter().filter(|one| end(one) == place).count();
        let left = |place| count(place, |one| one.from).saturating_sub(count(place, |one| one.to));
        PLACES.iter().map(|place| left(*place)).sum::<usize>().max(1)
    };
    groups.iter().map(gems).sum()
}

/// Compares the minimum for these costs with the payments that are listed.
fn compare(
    costs: &[&str],
    gems: &[(usize, usize)],
    readings: &[(&str, &str)],
    in_play: bool,
    stays: bool,
) -> Result<(), TestCaseError> {
    let suite = shared::suite();
    let also = [("all-scope", "any-motion")];
    let chosen = readings.iter().chain(&also).map(|(r, n)| (format!("motion.rulings.{r}"), (*n).to_owned()));
    let chosen: BTreeMap<String, String> = chosen.collect();
    // If gems may move again and again, the number of sets of movements grows with each gem.
    let again = chosen.get("motion.rulings.moves-per-gem").is_some_and(|reading| reading == "repeatedly");
    let gems = if again { &gems[..gems.len().min(2)] } else { gems };
    let book = Book::<Motion>::new(suite.game_spec("motion").unwrap(), &chosen, &[]).unwrap();
    let mut board = BoardFile::new();
    for (place, gem) in gems {
        *board.entry(PLACES[*place]).or_default().entry(ALL[*gem]).or_default() += 1;
    }
    let smallest = chosen.get("motion.rulings.minimum-ending").is_some_and(|reading| reading == "smallest");
    let sustained =
        if in_play && gems.iter().any(|(place, _)| *place == 0) { vec!["Hearth".to_owned()] } else { vec![] };
    // A minimum that keeps all cards may have more movements than a payment that ends one, but not with a card that any
    // gem in the fire sphere serves. If the smallest payment decides, the card needs a particular gem.
    let certain = gems.iter().find(|(place, _)| *place == 0).map_or('a', |(_, gem)| ['f', 'w', 'e', 'l'][*gem]);
    let cost = format!("{}:(f)", if smallest { certain } else { 'a' });
    let hearth = action::Card { name: "Hearth".into(), cost, sustained: true, text: None };
    let mut cards: Vec<action::Card> = costs
        .iter()
        .enumerate()
        .map(|(i, cost)| action::Card {
            name: format!("Card {i}"),
            cost: (*cost).to_owned(),
            sustained: stays && i == 0,
            text: None,
        })
        .collect();
    let names: Vec<String> = cards.iter().map(|c| c.name.clone()).collect();
    cards.push(hearth);
    let cards = book.cards(&cards).unwrap();
    let table = shared::Table { book, cards };
    let (mut trace, mut chance) = (Trace::silent(), NoChance);
    let mut law = Law::new(&table.book, &table.cards, &mut trace, &mut chance);
    let in_play = || sustained.iter().cloned().map(action::InPlay::Name).collect();
    let setup = Setup::Position(PositionSetup {
        board: board.clone(),
        cards: names.clone(),
        sustained: in_play(),
        resolved: Vec::new(),
    });
    let at = table.begin(setup).unwrap();
    let problem = Problem { costs: Vec::new(), cards: names.clone(), board: Some(board), sustained: in_play() };
    let plan = Motion::solve(&mut law, &problem).expect("a small question is answered");
    let legal = table.moves(&at, 0).unwrap();
    let least = legal
        .iter()
        .filter_map(|a| match a {
            Action::Play(play) if play.cards == names && again => Some((gems_moved(&play.moves), play.moves.len())),
            Action::Play(play) if play.cards == names => Some((play.moves.len(), play.moves.len())),
            _ => None,
        })
        .min();
    let listed = !again || plan.movements as usize <= most_listed(costs, gems.len());
    let fewest = ((plan.gems - plan.held) as usize, plan.movements as usize);
    if listed {
        prop_assert_eq!(plan.payable.then_some(fewest), least, "{:?}", plan);
    }
    if plan.payable {
        let moves = plan.moves.iter().map(|m| action::Move { gem: m.gem, from: m.from, to: m.to }).collect();
        let play = Action::Play(action::Play { cards: names, moves, x: BTreeMap::new() });
        prop_assert!(table.act(&mut at.clone(), 0, &play, &mut NoChance).unwrap().is_ok(), "{:?}", play);
    }
    Ok(())
}

proptest! {
    #![proptest_config(super::config())]

    #[test]
    fn the_minimum_is_the_least_legal_payment(
        costs in proptest::sample::subsequence(COSTS, 1..3),
        gems in proptest::collection::vec((0..4usize, 0..4usize), 1..5),
        reading in 0..READINGS.len(),
        in_play in any::<bool>(),
        stays in any::<bool>(),
    ) {
        compare(&costs, &gems, READINGS[reading], in_play, stays)?;
    }

    #[test]
    fn the_minimum_that_ends_cards_is_the_least_legal_payment(
        costs in proptest::sample::subsequence(ENDING_COSTS, 1..4),
        gems in proptest::collection::vec((0..3usize, 2..4usize), 2..5),
        reading in 0..ENDING.len(),
    ) {
        compare(&costs, &gems, ENDING[reading], true, false)?;
    }
}
