//! Random matches, and what must hold at every step of each match.

use std::collections::{BTreeMap, BTreeSet};

use rulebound_core::kernel::{Game, Player, Policy, Seeded, Start};
use serde_json::{Value as Json, json};

use crate::grove::action::{Action, Card, Event, Setup};
use crate::grove::state::{PLAYERS, State};
use crate::grove::{self, Grove, play};
use crate::table::{Match, suite};

/// The number of matches played.
const MATCHES: u64 = 300;
/// Cards whose names are all different, so that a visible name shows whose card it is.
fn deal(all: &[Card], dice: &mut Seeded) -> (Vec<Card>, State) {
    let mut cards = Vec::new();
    let state = play::start(|player, place| {
        let card = play::draw(all, dice).expect("there are creatures");
        let card = Card { name: format!("{} {player}{place}", card.name), ..card.clone() };
        let name = card.name.as_str().into();
        cards.push(card);
        name
    });
    (cards, state)
}

/// The names in a value, if they are names of cards or of objects made from them.
fn names(value: &Json, found: &mut BTreeSet<String>) {
    match value {
        Json::String(text) => {
            found.insert(text.split('#').next().unwrap_or_default().to_owned());
        }
        Json::Array(list) => list.iter().for_each(|inner| names(inner, found)),
        Json::Object(map) => map.iter().for_each(|(key, inner)| {
            found.insert(key.split('#').next().unwrap_or_default().to_owned());
            names(inner, found);
        }),
        _ => {}
    }
}

/// The cards that a player may not know: those in the decks, and those in the hands that the player has not looked at.
fn hidden(state: &State, player: Player) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (other, held) in state.players.iter().enumerate() {
        found.extend(held.deck.iter().map(ToString::to_string));
        if other != player && !state.players[player].knows.contains(&other) {
            found.extend(held.hand.iter().map(ToString::to_string));
        }
    }
    found
}

/// Checks that nothing a player sees, in the position or in the latest events, names a card that the player may not
/// know.
fn sees_nothing_hidden(game: &mut Match, events: &[Event]) {
    for player in 0..PLAYERS {
        let hidden = hidden(&game.position.state, player);
        let mut seen = BTreeSet::new();
        names(&game.view(player), &mut seen);
        for event in events {
            game.seen(event, player).iter().for_each(|event| names(event, &mut seen));
        }
        let both: Vec<_> = seen.intersection(&hidden).collect();
        assert!(both.is_empty(), "player {player} sees {both:?}");
    }
}

/// Checks that a refused action leaves everything as it was, and is not listed.
fn refusals_change_nothing(game: &mut Match) {
    let legal = game.legal();
    let tried = game.position.clone();
    for by in 0..PLAYERS {
        let mut wanted = vec![Action::Pass {}, Action::Decline {}, Action::Put { tile: "a".to_owned() }];
        wanted.extend((0..=PLAYERS).map(|at| Action::Look { at }));
        for card in tried.state.players.iter().flat_map(|held| &held.hand) {
            wanted.push(Action::Lay { card: card.clone() });
            wanted.push(Action::Play { card: card.clone(), target: None });
            wanted.push(Action::Ward { card: card.clone() });
        }
        for action in wanted {
            let listed = legal.iter().any(|deed| deed.by == by && deed.action == action);
            let done = game.try_act(by, &action).unwrap();
            assert_eq!(done.is_ok(), listed, "player {by} {action:?} {:?}", done.err());
            if listed {
                game.position = tried.clone();
            } else {
                assert_eq!(game.position, tried, "a refused {action:?} changes something");
            }
        }
    }
}

/// A random action, drawn so that looks and giving up are rare, although many of the legal actions are of these kinds.
fn wanted(game: &mut Match, dice: &mut Seeded) -> Option<(Player, Action)> {
    let mut moves: Vec<(Player, Action)> = Vec::new();
    for by in 0..PLAYERS {
        moves.extend(game.moves(by).into_iter().map(|action| (by, action)));
    }
    assert!(!moves.is_empty(), "nobody may act: {:?}", game.position);
    let often = dice.below(400);
    let legal = game.legal();
    let kept = |answers: bool| move |(_, action): &&(Player, Action)| Grove::is_answer(action) == answers;
    if often == 0 {
        let gives_up: Vec<_> = moves.iter().filter(kept(false)).cloned().collect();
        return gives_up.get(dice.below(gives_up.len())).cloned();
    }
    let looks: Vec<_> = legal.iter().filter(|deed| matches!(deed.action, Action::Look { .. })).collect();
    if often < 40 && !looks.is_empty() {
        let look = looks[dice.below(looks.len())];
        return Some((look.by, look.action.clone()));
    }
    let answers: Vec<_> = moves.iter().filter(kept(true)).cloned().collect();
    assert!(!answers.is_empty(), "nobody may answer: {:?}", game.position);
    answers.get(dice.below(answers.len())).cloned()
}

#[test]
fn random_matches_hold_to_the_contract_and_end() {
    let suite = suite();
    let spec = suite.game_spec("grove").unwrap();
    let all: Vec<Card> = spec.cards.values().map(|card| serde_json::from_value(card.clone()).unwrap()).collect();
    let (mut endings, mut happened) = (BTreeMap::new(), BTreeSet::new());
    for seed in 0..MATCHES {
        let mut dice = Seeded::new(seed);
        let (cards, state) = deal(&all, &mut dice);
        let setup = Setup::Position(Box::new(state));
        let mut game = Match::new(&suite, &cards, &Start { setup, resolving: Vec::new(), sealed: Vec::new() });
        game.dice = Seeded::new(seed + MATCHES);
        for step in 0.. {
            assert!(step < 500, "match {seed} does not end");
            assert_eq!(game.again(), game.position, "match {seed}: what is printed is read as something else");
            let json = serde_json::to_value(&game.position.print().setup).unwrap();
            let read: Setup = serde_json::from_value(json.clone()).unwrap();
            assert_eq!(serde_json::to_value(&read).unwrap(), json);
            if game.position.ending().is_some() {
                break;
            }
            if step % 7 == 0 {
                refusals_change_nothing(&mut game);
            }
            let Some((by, action)) = wanted(&mut game, &mut dice) else { continue };
            let (before, chance) = (game.position.clone(), game.dice.clone());
            let events = game.try_act(by, &action).unwrap().unwrap_or_else(|no| panic!("{action:?} is listed: {no:?}"));
            // A clone that does the same ends up the same, and the original does not change.
            let after = std::mem::replace(&mut game.position, before.clone());
            let first = std::mem::replace(&mut game.dice, chance);
            let mut copy = before.clone();
            std::mem::swap(&mut copy, &mut game.position);
            assert_eq!(game.try_act(by, &action).unwrap().unwrap(), events);
            assert_eq!((&game.position, &copy), (&after, &before));
            game.dice = first;
            sees_nothing_hidden(&mut game, &events);
            happened.extend(events.iter().map(|event| json!(event).as_object().map(|map| map.keys().next().cloned())));
        }
        let ending = game.position.ending().unwrap();
        assert!(ending.winners.len() < game.players(), "{ending:?}");
        *endings.entry((ending.winners, ending.clause)).or_insert(0) += 1;
    }
    // Every kind of ending is reached, and every kind of event happens.
    assert!(endings.len() >= 5, "{endings:?}");
    assert!(happened.len() >= 17, "{happened:?}"); // all but a creature that finds no tile
}

#[test]
fn playouts_of_the_kernel_end_and_a_greedy_player_beats_random_ones() {
    let suite = suite();
    let book = grove::game().book(suite.game_spec("grove").unwrap(), &BTreeMap::new(), &[]).unwrap();
    let cards: Vec<Json> = suite.game_spec("grove").unwrap().cards.values().cloned().collect();
    let playouts = book.playouts(&cards).unwrap();
    assert_eq!(playouts.players().unwrap(), PLAYERS);
    let won = |policies: &[Policy]| -> usize {
        let played = (0..MATCHES).map(|seed| playouts.play(seed, policies, 500).unwrap());
        let won = played.filter(|played| {
            // Nobody gives up by chance.
            let clause = played.clause.as_deref().expect("the match ends");
            assert!(["grove.ending.hold", "grove.ending.rounds"].contains(&clause), "{clause}");
            played.winners.as_deref() == Some(&[0])
        });
        won.count()
    };
    let (random, greedy) = (won(&[Policy::Random]), won(&[Policy::Greedy, Policy::Random, Policy::Random]));
    assert!(greedy >= 2 * random, "player 0 wins {greedy} matches as a greedy player, and {random} as a random one");
}
