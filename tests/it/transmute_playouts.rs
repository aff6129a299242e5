//! Random matches of transmute to the end: nothing is lost or duplicated, a rejection changes nothing, what is listed
//! is what is accepted, players attack and defend, and every clause's checks hold.
//!
//! Each match draws its readings at random. `PLAYOUTS` and `CHECKED` set how many matches are played (24 and 4 by
//! default), `FROM` sets the seed of the first match, and `MOST` how many actions a match has at most.

#![allow(clippy::print_stderr)] // what was played is reported

use rayon::prelude::*;
use rulebound::clause::GameSpec;
use rulebound::games::transmute::Transmute;
use rulebound::games::transmute::action::{Action, Card, Choice, Setup};
use rulebound::games::transmute::state::{Phase, State, Target};
use rulebound::harness::Checks;
use rulebound::kernel::{Book, Seeded};

use crate::shared::matches::{self, Readings, Told, number, pick, readings};
use crate::shared::{self, Table};

/// The most actions of a match; `MOST` sets another number.
const MOST_ACTIONS: usize = 6_000;

/// After one action in this many, the cards are counted.
const COUNTED: usize = 16;

/// The table of the match with a seed, and its setup.
fn table(spec: &GameSpec, seed: u64) -> (Table<Transmute>, Setup) {
    matches::dealt(spec, &readings(spec, seed), seed, |_, _: &Card| true)
}

/// All cards of a match, wherever they are.
fn all_cards(state: &State) -> Vec<String> {
    let mut all: Vec<String> = state.row.iter().chain(&state.draft_deck).map(ToString::to_string).collect();
    for seat in &state.players {
        all.extend(seat.deck.iter().chain(&seat.hand).chain(&seat.discard).map(ToString::to_string));
    }
    for object in state.objects.iter() {
        all.push(object.is.transmuted.as_ref().unwrap_or(&object.id.name).to_string());
    }
    for (name, copies) in &state.bases {
        all.extend(std::iter::repeat_n(name.to_string(), *copies as usize));
    }
    all.sort();
    all
}

/// Whether no reading lets cards leave the match or come into it.
fn keeps_cards(names: &Readings) -> bool {
    let is = |ruling: &str, reading: &str| names[&format!("transmute.rulings.{ruling}")] == reading;
    !is("base-supply", "unlimited") && !is("no-life", "out-of-match") && !is("replaced", "out-of-match")
}

fn invariants(table: &Table<Transmute>, state: &State) {
    assert_eq!(state.over.is_some(), state.phase == Phase::Over);
    assert!(state.row.len() <= table.book.parameters.row);
    for seat in &state.players {
        assert!(seat.hand.is_sorted());
    }
    for object in state.objects.iter() {
        let on = object.is.on.as_ref();
        assert!(on.is_none_or(|on| state.objects.get(on).is_some()), "{} is on nothing", object.id);
    }
}

/// What happened in a match.
#[derive(Default)]
struct Match {
    actions: usize,
    attacks: usize,
    defends: usize,
    ended: bool,
    players: usize,
}

/// Whether it brings the end of the match nearer: an attack with Minions, or no defence against one.
fn ends_sooner(action: &Action) -> bool {
    matches!(action, Action::Attack { with, .. } if !with.is_empty()) || *action == Action::Done {}
}

/// Plays a match. In every second one, players attack and do not defend, half of the time that they can.
fn playout(spec: &GameSpec, seed: u64) -> Match {
    let (table, setup) = table(spec, seed);
    let _told = Told { seed, table: &table };
    let start = table.begin(setup.clone()).expect("it is a start").state;
    let (cards, keeps) = (all_cards(&start), keeps_cards(&table.book.reading_names));
    let mut found = Match { players: start.players.len(), ..Match::default() };
    let prefers: fn(&Action) -> bool = if seed % 2 == 1 { ends_sooner } else { |_| false };
    let most = number("MOST", MOST_ACTIONS as u64) as usize;
    let (last, actions) = table.walk_with(setup, seed, most, prefers, |_, _, action, after, _| {
        invariants(&table, &after.state);
        found.actions += 1;
        if keeps && found.actions.is_multiple_of(COUNTED) && !after.state.players.iter().any(|seat| seat.out) {
            assert!(all_cards(&after.state) == cards, "cards were lost or doubled");
        }
        match action {
            Action::Attack { .. } => found.attacks += 1,
            Action::Defend { .. } => found.defends += 1,
            _ => {}
        }
    });
    assert_eq!(found.actions, actions);
    found.ended = last.state.over.is_some();
    found
}

#[test]
fn matches_end_and_nothing_is_lost() {
    let suite = shared::suite();
    let spec = suite.game_spec("transmute").unwrap();
    let (count, from) = (number("PLAYOUTS", 24), number("FROM", 0));
    let seeds = from..from + count;
    let played: Vec<Match> = seeds.clone().into_par_iter().map(|seed| playout(spec, seed)).collect();
    let of = |fits: &dyn Fn(&&Match) -> bool| played.iter().filter(fits).count();
    let (ended, attacked) = (of(&|one| one.ended), of(&|one| one.attacks > 0 && one.defends > 0));
    let actions: usize = played.iter().map(|one| one.actions).sum();
    eprintln!("{count} matches, {actions} actions; {ended} ended; {attacked} with attacks and defenders");
    for players in 2..=6 {
        assert!(count < 100 || of(&|one| one.players == players) > 0, "no match had {players} players");
    }
    assert!(attacked * 2 >= played.len(), "only {attacked} matches had attacks and defenders");
    matches::assert_every_reading_is_met(spec, seeds, 200);
    // Nothing forces players to attack, so a match between random players may last.
    let bound = number("MOST", MOST_ACTIONS as u64) as usize;
    assert!(bound < MOST_ACTIONS || ended * 2 >= played.len(), "only {ended} matches ended");
}

/// Something that a player might try; sometimes legal.
fn try_something(state: &State, by: usize, dice: &mut Seeded) -> Action {
    let objects: Vec<_> = state.objects.iter().map(|object| object.id.clone()).collect();
    let object = |dice: &mut Seeded| pick(&objects, dice).cloned();
    let seat = &state.players[by];
    let card = |dice: &mut Seeded| pick(&seat.hand, dice).or(pick(&seat.discard, dice)).cloned();
    let other = Action::End {};
    match dice.below(16) {
        0 => Action::DiscardSpells {},
        1 => Action::Untap {},
        2 => Action::Draw {},
        3 => Action::Shuffle {},
        4 => pick(&state.row, dice).map_or(other, |card| Action::Draft { card: card.clone() }),
        5 | 6 => card(dice).map_or(other, |card| Action::Play { card, on: None, from_discard: false }),
        7 => match (card(dice), object(dice)) {
            (Some(card), on) => Action::Play { card, on, from_discard: dice.below(2) == 0 },
            _ => other,
        },
        8 | 9 => object(dice).map_or(other, |object| Action::Activate { object, ability: 0 }),
        10 => card(dice).map_or(other, |card| Action::Transmute { card: Some(card), object: None }),
        11 => {
            let targets = vec![Target::Player(dice.below(state.players.len()))];
            Action::Attack { targets, with: object(dice).into_iter().collect() }
        }
        12 => match (object(dice), object(dice)) {
            (Some(with), Some(against)) => Action::Defend { with, against: Target::Object(against) },
            _ => other,
        },
        13 => object(dice).map_or(other, |object| Action::Pick(Choice::Object(object))),
        14 => [Action::Accept {}, Action::Decline {}, Action::Done {}][dice.below(3)].clone(),
        _ => other,
    }
}

#[test]
fn what_is_listed_is_what_is_accepted() {
    let suite = shared::suite();
    let spec = suite.game_spec("transmute").unwrap();
    let compared: usize = (0..16)
        .into_par_iter()
        .map(|seed| {
            let (table, setup) = table(spec, seed);
            let _told = Told { seed, table: &table };
            let (mut compared, mut dice) = (0, Seeded::new(seed));
            table.walk(setup, seed, 600, |_, _, _, position, _| {
                for _ in 0..2 {
                    let by = dice.below(position.state.players.len());
                    let action = try_something(&position.state, by, &mut dice);
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
    let spec = suite.game_spec("transmute").unwrap();
    let (count, from) = (number("CHECKED", 4), number("FROM", 1_000_000));
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
    assert!(asked > 10_000, "only {asked} checks were asked");
}

/// A match is drawn, so that a person can follow it.
#[test]
fn a_position_is_drawn() {
    let suite = shared::suite();
    let spec = suite.game_spec("transmute").unwrap();
    let (table, setup) = table(spec, 0);
    let (position, _) = table.walk(setup, 0, 200, |_, _, _, _, _| {});
    let picture = table.picture(&position.state);
    let text = picture.text();
    assert!(text.contains("draft row ") && text.lines().count() > 6, "{text}");
    assert_eq!(picture.piles().count(), 2 * position.state.players.len() + 1, "{text}");
}

/// Both drawings of an attack show the turn, the hands and piles, the draft, the cards in play and who attacks whom.
#[test]
fn an_attack_is_drawn_as_text_and_as_svg() {
    let cards = [("Flint", "minion", "Flying"), ("Lamp", "device", "T: Draw a card")];
    let (table, setup) = position(
        &cards,
        "position: {players: [{hand: [Lamp, Lamp]}, {life: 17, energy: 2, discard: [Flint]}], row: [Lamp], \
         objects: {all: [{id: Flint#1, zone: play, owner: 0, is: {damage: 3}}, {id: Flint#2, zone: play, owner: 1}, \
         {id: Lamp#1, zone: play, owner: 1, is: {tapped: true}}]}}",
    );
    let mut at = table.begin(setup).unwrap();
    let attack = r#"{"attack": {"targets": [{"player": 1}], "with": ["Flint#1"]}}"#;
    let defend = r#"{"defend": {"with": "Flint#2", "against": {"object": "Flint#1"}}}"#;
    for (by, action) in [(0, attack), (1, defend)] {
        let action: Action = serde_json::from_str(action).unwrap();
        table.act(&mut at, by, &action, &mut Seeded::new(1)).unwrap().unwrap();
    }
    let picture = table.picture(&at.state);
    let (text, svg) = (picture.text(), picture.svg());
    let lines = [
        "turn 5, player 0, Action phase",
        "attack on player 1 with Flint#1",
        "Flint#2 defends against Flint#1",
        "draft row",
        "draft deck",
        "player 0 (alliance 0)",
        "hand",
        "in play",
        "discard pile",
        "life 17",
        "energy 2",
        "Lamp#1",
        "damage 3",
        "tapped",
        "attacks",
        "defends",
    ];
    for shown in lines {
        assert!(text.contains(shown), "{shown} in\n{text}");
        assert!(svg.contains(shown), "{shown} in\n{svg}");
    }
}

/// A table with these cards and no others, and a position of two players with cards in play.
fn position(cards: &[(&str, &str, &str)], setup: &str) -> (Table<Transmute>, Setup) {
    let spec = shared::suite().game_spec("transmute").unwrap();
    let book = Book::<Transmute>::new(spec, &Readings::new(), &[]).unwrap();
    let card = |(name, of_type, text): &(&str, &str, &str)| -> Card {
        let form = format!("{{name: {name}, element: fire, type: {of_type}, cost: 1, life: 9, text: \"{text}\"}}");
        shared::yaml(&form).unwrap()
    };
    let cards = book.cards(&cards.iter().map(card).collect::<Vec<_>>()).unwrap();
    (Table { book, cards }, shared::yaml(setup).unwrap())
}

/// Nothing in the rules ends a loop that a player may go on with: two cards bring back the same position for ever.
#[test]
fn two_cards_bring_back_the_same_position() {
    let cards = [("Seesaw", "device", "T: Untap another Device"), ("Windlass", "device", "T: Untap another Device")];
    let (table, setup) = position(
        &cards,
        "position: {players: [{}, {}], objects: {all: [{id: Seesaw#1, zone: play, owner: 0}, \
         {id: Windlass#1, zone: play, owner: 0, is: {tapped: true}}]}}",
    );
    let mut at = table.begin(setup).unwrap();
    let mut met = std::collections::HashMap::from([(at.clone(), 0)]);
    let mut activated = Vec::new();
    let again = (1..10).find_map(|step| {
        let object = at.state.objects.iter().find(|object| !object.is.tapped).unwrap().id.clone();
        activated.push(object.to_string());
        let done = table.act(&mut at, 0, &Action::Activate { object, ability: 0 }, &mut Seeded::new(1)).unwrap();
        assert!(done.is_ok());
        met.insert(at.clone(), step)
    });
    assert_eq!((again, activated), (Some(0), vec!["Seesaw#1".to_owned(), "Windlass#1".to_owned()]));
}

/// Where nobody has a choice, a loop has no end, and the run stops with a message that names what comes next.
#[test]
fn a_loop_without_a_choice_is_named() {
    let cards = [
        ("Flint", "minion", "When this Minion is damaged, damage all other Minions by 1"),
        ("Steel", "minion", "When this Minion is damaged, fully heal all Minions, then damage all other Minions by 1"),
        ("Spark", "device", "T: Damage a Minion by 1"),
    ];
    let (table, setup) = position(
        &cards,
        "position: {players: [{}, {}], objects: {all: [{id: Flint#1, zone: play, owner: 0}, \
         {id: Steel#1, zone: play, owner: 0}, {id: Spark#1, zone: play, owner: 0}]}}",
    );
    let mut at = table.begin(setup).unwrap();
    let mut act = |action: &Action| table.act(&mut at, 0, action, &mut Seeded::new(1));
    let spark = at_id("Spark#1");
    act(&Action::Activate { object: spark, ability: 0 }).unwrap().unwrap();
    let halt = act(&Action::Pick(Choice::Object(at_id("Flint#1")))).unwrap_err().to_string();
    assert!(halt.contains("may never end") && (halt.contains("Flint") || halt.contains("Steel")), "{halt}");
}

fn at_id(id: &str) -> rulebound::kernel::ObjectId {
    serde_json::from_value(id.into()).unwrap()
}
