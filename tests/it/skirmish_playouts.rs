//! Random matches of skirmish to the end: no card is lost or duplicated, a rejection changes nothing, what is listed is
//! what is accepted, and every clause's checks hold.
//!
//! Each match draws its readings and its map at random. `PLAYOUTS` and `CHECKED` set how many matches are played (100
//! and 8 by default), and `FROM` sets the seed of the first match.

#![allow(clippy::print_stderr)] // what was played is reported

use rayon::prelude::*;
use rulebound::clause::GameSpec;
use rulebound::games::skirmish::Skirmish;
use rulebound::games::skirmish::action::{Action, Card, Choice, Setup};
use rulebound::games::skirmish::readings::TileShared;
use rulebound::games::skirmish::state::{Loss, Stage, State, Tile};
use rulebound::harness::Checks;
use rulebound::kernel::Seeded;

use crate::shared::matches::{self, Readings, Told, number, pick, readings};
use crate::shared::{self, Table};

/// The most actions of a match. Each turn draws a card, so a match ends when a deck is empty, unless cards go back.
const MOST_ACTIONS: usize = 4_000;

/// The table of the match with a seed, and its setup.
fn table(spec: &GameSpec, seed: u64) -> (Table<Skirmish>, Setup) {
    matches::dealt(spec, &readings(spec, seed), seed, |_, _: &Card| true)
}

/// How many cards there are in piles and hands.
fn cards(state: &State) -> usize {
    state.players.iter().map(|seat| seat.deck.len() + seat.hand.len() + seat.discard.len()).sum()
}

/// Whether no reading lets cards leave the match or come into it.
fn keeps_cards(names: &Readings) -> bool {
    let is = |ruling: &str, reading: &str| {
        names.get(&format!("skirmish.rulings.{ruling}")).is_some_and(|name| name == reading)
    };
    !is("used-card", "out-of-match") && !is("named-cards", "created")
}

fn invariants(table: &Table<Skirmish>, state: &State) {
    let rules = &table.book.parameters;
    assert_eq!(state.over.is_some(), state.stage == Stage::Over);
    for seat in &state.players {
        assert!(seat.hand.len() <= rules.hand_most, "{seat:#?}");
    }
    let map = &table.book.data.maps[&state.map];
    for one in state.objects.iter() {
        assert!(one.is.tile.0 < map.width && one.is.tile.1 < map.height, "{one:#?}");
        let beside = state.objects.iter().filter(|other| other.is.tile == one.is.tile && !other.is.fainted);
        let shared = table.book.readings.tile_shared == TileShared::Together;
        assert!(one.is.fainted || shared || beside.count() == 1, "two stand on one tile: {state:#?}");
    }
}

/// What happened in a match.
struct Match {
    actions: usize,
    map: String,
    ending: Option<Loss>,
    fainted: bool,
}

fn playout(spec: &GameSpec, seed: u64) -> Match {
    let (table, setup) = table(spec, seed);
    let _told = Told { seed, table: &table };
    let keeps = keeps_cards(&table.book.reading_names);
    let at_once = table.book.reading_names["skirmish.rulings.used-card-when"] == "before";
    let mut dealt = None;
    let (last, actions) = table.walk(setup, seed, MOST_ACTIONS, |_, _, _, after, _| {
        invariants(&table, &after.state);
        // under a reading, the card in use is nowhere
        let all = at_once || (after.pending().is_none() && after.state.over.is_none());
        if keeps && all && after.state.drafted >= 6 && after.state.stage != Stage::Draft {
            let now = cards(&after.state);
            assert_eq!(*dealt.get_or_insert(now), now, "cards were lost or doubled");
        }
    });
    let state = &last.state;
    Match {
        actions,
        map: state.map.clone(),
        ending: state.over.as_ref().map(|over| over.by),
        fainted: state.objects.iter().any(|one| one.is.fainted),
    }
}

#[test]
fn matches_end_and_nothing_is_lost() {
    let suite = shared::suite();
    let spec = suite.game_spec("skirmish").unwrap();
    let (count, from) = (number("PLAYOUTS", 100), number("FROM", 0));
    let seeds = from..from + count;
    let played: Vec<Match> = seeds.clone().into_par_iter().map(|seed| playout(spec, seed)).collect();
    let of = |fits: &dyn Fn(&&Match) -> bool| played.iter().filter(fits).count();
    let by = |loss: Loss| of(&|one| one.ending == Some(loss));
    let actions: usize = played.iter().map(|one| one.actions).sum();
    let endless = of(&|one| one.ending.is_none());
    eprintln!(
        "{count} matches, {actions} actions; {} ended by fainting, {} by the deck, {} by giving up, {endless} not; \
         somebody fainted in {}",
        by(Loss::Fainted),
        by(Loss::Deck),
        by(Loss::Forfeit),
        of(&|one| one.fainted),
    );
    for map in spec.data["maps"].as_object().unwrap().keys() {
        assert!(count < 50 || of(&|one| one.map == *map) > 0, "no match was on {map}");
    }
    assert!(of(&|one| one.fainted) * 2 >= played.len(), "characters fainted in too few matches");
    // only where used cards go back may a match outlast its decks
    assert!(endless * 4 <= played.len(), "{endless} matches did not end");
    matches::assert_every_reading_is_met(spec, seeds, 200);
}

/// Something that a player might try; sometimes legal.
fn try_something(table: &Table<Skirmish>, state: &State, by: usize, dice: &mut Seeded) -> Action {
    let ids: Vec<_> = state.objects.iter().map(|one| one.id.clone()).collect();
    let id = |dice: &mut Seeded| pick(&ids, dice).cloned();
    let map = &table.book.data.maps[&state.map];
    let tile =
        |dice: &mut Seeded| Tile(dice.below(map.width as usize + 1) as u32, dice.below(map.height as usize + 1) as u32);
    let seat = &state.players[by];
    let other = Action::End {};
    match dice.below(12) {
        0..3 => id(dice).map_or(other, |character| Action::Walk { character, to: tile(dice) }),
        3 | 4 => match (id(dice), id(dice)) {
            (Some(character), Some(target)) => Action::Attack { character, target },
            _ => other,
        },
        5 | 6 => pick(&seat.hand, dice).map_or(other, |card| Action::Use { card: card.clone(), with: None }),
        7 => match (pick(&seat.hand, dice), id(dice)) {
            (Some(card), with) => Action::Use { card: card.clone(), with },
            _ => other,
        },
        8 => pick(&seat.team, dice).map_or(other, |name| Action::Draft { character: name.clone(), tile: tile(dice) }),
        9 => match dice.below(2) {
            0 => id(dice).map_or(other, |id| Action::Pick(Choice::Object(id))),
            _ => Action::Pick(Choice::Tile(tile(dice))),
        },
        10 => [Action::Accept {}, Action::Decline {}, Action::Done {}, Action::Begin {}, Action::Forfeit {}]
            [dice.below(5)]
        .clone(),
        _ => other,
    }
}

#[test]
fn what_is_listed_is_what_is_accepted() {
    let suite = shared::suite();
    let spec = suite.game_spec("skirmish").unwrap();
    let compared: usize = (0..24)
        .into_par_iter()
        .map(|seed| {
            let (table, setup) = table(spec, seed);
            let _told = Told { seed, table: &table };
            let (mut compared, mut dice) = (0, Seeded::new(seed));
            table.walk(setup, seed, 300, |_, _, _, position, _| {
                for _ in 0..3 {
                    let by = dice.below(2);
                    let action = try_something(&table, &position.state, by, &mut dice);
                    let listed = table.moves(position, by).expect("moves are listed");
                    let mut tried = position.clone();
                    let done = table.act(&mut tried, by, &action, &mut Seeded::new(1)).expect("it goes on");
                    assert_eq!(done.is_ok(), listed.contains(&action), "{action:?} by {by} in {position:#?}");
                    assert!(done.is_ok() || tried == *position, "a rejection changed the position: {action:?}");
                    compared += 1;
                }
            });
            compared
        })
        .sum();
    assert!(compared > 1_000, "only {compared} actions were compared");
}

#[test]
fn checks_hold_in_matches() {
    let suite = shared::suite();
    let spec = suite.game_spec("skirmish").unwrap();
    let (count, from) = (number("CHECKED", 8), number("FROM", 1_000_000));
    let asked: usize = (from..from + count)
        .into_par_iter()
        .map(|seed| {
            let (table, setup) = table(spec, seed);
            let _told = Told { seed, table: &table };
            let mut checks = None;
            table.walk(setup, seed, MOST_ACTIONS, |before, by, action, after, trace| {
                let checks = checks.get_or_insert_with(|| Checks::of(spec, &table.book, before));
                shared::check_clauses(checks, &table.book, by, action, after, trace);
            });
            checks.map_or(0, |checks: Checks| checks.asked())
        })
        .sum();
    eprintln!("{asked} checks asked");
    assert!(asked > 5_000, "only {asked} checks were asked");
}

/// A position is drawn with its map, so that a person can follow the match.
#[test]
fn a_position_is_drawn() {
    let suite = shared::suite();
    let spec = suite.game_spec("skirmish").unwrap();
    let (table, setup) = table(spec, 0);
    let (position, _) = table.walk(setup, 0, 60, |_, _, _, _, _| {});
    let picture = table.picture(&position.state);
    let (text, svg) = (picture.text(), picture.svg());
    for one in position.state.objects.iter() {
        assert!(
            text.contains(&one.id.to_string()) && svg.contains(&one.id.to_string()),
            "{} is missing\n{text}",
            one.id
        );
    }
    assert!(text.contains("action points"), "{text}");
    assert_eq!(picture.piles().count(), 4, "{text}");
}
