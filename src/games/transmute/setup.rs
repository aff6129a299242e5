//! The position that a run begins with.

use std::collections::BTreeMap;

use crate::action::{Choice, PlayerSetup, PositionSetup, Setup, StartSetup};
use crate::frame::{Doing, Frame, Hit};
use crate::law::TransmuteLaw;
use crate::rules::basics;
use crate::rules::play::TRANSMUTED;
use crate::rules::text::scores;
use crate::state::{Duty, Phase, Seat, State, Target};
use rulebound_core::kernel::{Halt, Name, Objects, Player};

/// The most cards in a run.
const MOST_CARDS: usize = 2_000;
/// The most cards in play in a setup.
const MOST_IN_PLAY: usize = 300;
/// The largest number in a setup; it keeps sums of such numbers within bounds.
const MOST_NUMBER: u32 = 1_000_000;

fn wrong<V>(why: String) -> Result<V, Halt> {
    Err(Halt::Input(why))
}

/// The state of a setup.
///
/// # Errors
/// If the setup gives no state: why.
pub fn state(law: &mut TransmuteLaw<'_>, setup: &Setup) -> Result<State, Halt> {
    let mut state = match setup {
        Setup::Start(start) => start_of(law, start)?,
        Setup::Position(position) => position_of(law, position)?,
    };
    let piles = state.players.iter().map(|seat| seat.deck.len() + seat.hand.len() + seat.discard.len());
    let all = piles.sum::<usize>() + state.row.len() + state.draft_deck.len() + state.objects.iter().count();
    if all > MOST_CARDS {
        return wrong(format!("a run of {all} cards is not played; the bound is {MOST_CARDS}"));
    }
    scores::derive(law, &mut state);
    Ok(state)
}

fn named(law: &TransmuteLaw<'_>, name: &str) -> Result<Name, Halt> {
    let none = "in this scenario or in spec/transmute/cards.yaml";
    let unknown = || Halt::Input(format!("there is no card {name} {none}{}", law.cards.similar(name)));
    law.cards.name(name).ok_or_else(unknown)
}

fn all_named(law: &TransmuteLaw<'_>, names: &[String]) -> Result<Vec<Name>, Halt> {
    names.iter().map(|name| named(law, name)).collect()
}

/// The most players in a run.
const MOST_PLAYERS: usize = 20;

/// Whether a match may begin with these players is decided when it begins.
fn count_of(players: usize) -> Result<(), Halt> {
    if (1..=MOST_PLAYERS).contains(&players) {
        return Ok(());
    }
    wrong(format!("a run with {players} players is not played; it has at least one, and at most {MOST_PLAYERS}"))
}

fn start_of(law: &mut TransmuteLaw<'_>, start: &StartSetup) -> Result<State, Halt> {
    count_of(start.alliances.len())?;
    let copies: u64 = start.draft_deck.values().map(|copies| u64::from(*copies)).sum();
    if copies > MOST_CARDS as u64 {
        return wrong(format!("a draft deck of {copies} cards is not played; the bound is {MOST_CARDS}"));
    }
    let mut draft_deck = Vec::new();
    for (name, copies) in &start.draft_deck {
        draft_deck.extend(std::iter::repeat_n(named(law, name)?, *copies as usize));
    }
    let (deck, life) = (basics::starting_deck(law), basics::life(law));
    let seat = |alliance: &u32| Seat { alliance: *alliance, life, deck: deck.clone(), ..Seat::default() };
    Ok(State {
        turn: 0,
        active: 0,
        phase: Phase::Start,
        done: Vec::new(),
        attacked: Vec::new(),
        attack: None,
        players: start.alliances.iter().map(seat).collect(),
        objects: Objects::default(),
        row: Vec::new(),
        draft_deck,
        bases: basics::stacks(law, start.alliances.len()),
        shown: Vec::new(),
        lasting: Vec::new(),
        over: None,
    })
}

/// The duties that have been done in a phase, if the setup does not say.
fn done_in(phase: Phase) -> Vec<Duty> {
    match phase {
        Phase::Refresh => crate::rules::turns::REFRESH.to_vec(),
        Phase::Plan => vec![Duty::Plan],
        Phase::Draft => vec![Duty::Draft],
        _ => Vec::new(),
    }
}

/// The setup with its defaults filled in, except for the life, whose number is in the rules.
pub fn filled(setup: Setup) -> Setup {
    let mut position = match setup {
        Setup::Start(_) => return setup,
        Setup::Position(position) => position,
    };
    position.turn.get_or_insert(5);
    let phase = *position.phase.get_or_insert(Phase::Action);
    position.done.get_or_insert_with(|| done_in(phase));
    for (number, player) in position.players.iter_mut().enumerate() {
        player.alliance.get_or_insert(number as u32);
    }
    Setup::Position(position)
}

fn position_of(law: &mut TransmuteLaw<'_>, position: &PositionSetup) -> Result<State, Halt> {
    let count = position.players.len();
    count_of(count)?;
    let phase = position.phase.unwrap_or(Phase::Action);
    if phase == Phase::Start || (phase == Phase::Over) != position.over.is_some() {
        return wrong("a position is in one of the five phases, or in the phase over with over:".to_owned());
    }
    let mut players = Vec::with_capacity(count);
    for (number, setup) in position.players.iter().enumerate() {
        players.push(seat(law, setup, number)?);
    }
    let mut objects = position.objects.clone();
    let in_play = objects.iter().count();
    if in_play > MOST_IN_PLAY {
        return wrong(format!("a position with {in_play} cards in play is not played; the bound is {MOST_IN_PLAY}"));
    }
    for object in objects.iter_mut() {
        if object.id.number > MOST_NUMBER {
            return wrong(format!("the number of {} is too large; the bound is {MOST_NUMBER}", object.id));
        }
        if object.owner >= count
            || object.controller >= count
            || object.is.lent.as_ref().is_some_and(|lent| lent.to >= count)
        {
            return wrong(format!("{} belongs to a player who does not exist", object.id));
        }
        if object.is.transmuted.is_none() && &*object.id.name == TRANSMUTED {
            return wrong(format!("{} lies face down, so is: has transmuted: with its card", object.id));
        }
        if let Some(card) = &object.is.transmuted {
            if &*object.id.name != TRANSMUTED {
                return wrong(format!("{} lies face down, so its id is Transmuted and a number", object.id));
            }
            object.is.transmuted = Some(named(law, card)?);
        } else {
            object.id.name = named(law, &object.id.name)?;
        }
        for name in &mut object.is.gained {
            *name = named(law, name)?;
        }
        if object.is.changes.len() > 100 {
            return wrong(format!("{} has more than 100 changes", object.id));
        }
        if object.is.damage > MOST_NUMBER || object.is.next_attack > MOST_NUMBER {
            return wrong(format!("a number of {} is too large; the bound is {MOST_NUMBER}", object.id));
        }
        if object.is.changes.iter().any(|change| change.by.unsigned_abs() > MOST_NUMBER) {
            return wrong(format!("a change of {} is too large; the bound is {MOST_NUMBER}", object.id));
        }
    }
    for object in objects.iter() {
        if object.is.on.as_ref() == Some(&object.id) {
            return wrong(format!("{} is on itself", object.id));
        }
        if object.is.on.as_ref().is_some_and(|on| objects.get(on).is_none()) {
            return wrong(format!("{} is on a card that is not in play", object.id));
        }
    }
    let mut bases = BTreeMap::new();
    for (name, copies) in &position.bases {
        if *copies > 0 {
            bases.insert(named(law, name)?, *copies);
        }
    }
    let state = State {
        turn: position.turn.unwrap_or(5),
        active: position.active,
        phase,
        done: position.done.clone().unwrap_or_else(|| done_in(phase)),
        attacked: position.attacked.clone(),
        attack: position.attack.clone(),
        players,
        objects,
        row: all_named(law, &position.row)?,
        draft_deck: all_named(law, &position.draft_deck)?,
        bases,
        shown: position.shown.clone(),
        lasting: position.lasting.clone(),
        over: position.over.clone(),
    };
    check_players(&state)?;
    Ok(state)
}

/// Checks that every player who is named exists.
fn check_players(state: &State) -> Result<(), Halt> {
    let count = state.players.len();
    let there = |player: &Player| *player < count;
    let target =
        |target: &Target| matches!(target, Target::Object(_)) || matches!(target, Target::Player(p) if *p < count);
    let attack = state.attack.as_ref().is_none_or(|attack| {
        there(&attack.by)
            && there(&attack.defending)
            && attack.targets.iter().all(target)
            && attack.redirected.iter().all(|redirected| target(&redirected.to))
    });
    let shown = state.shown.iter().all(|shown| there(&shown.player) && shown.to.as_ref().is_none_or(there));
    let lasting = state.lasting.iter().all(|lasting| match lasting {
        crate::state::Lasting::Cheaper { player, .. } | crate::state::Lasting::MoreDamage { player, .. } => {
            there(player)
        }
    });
    let over = state.over.as_ref().is_none_or(|over| over.winners.iter().all(there));
    if !(there(&state.active) && state.attacked.iter().all(target) && attack && shown && lasting && over) {
        return wrong(format!("a player who does not exist is named; there are {count}, numbered from 0"));
    }
    Ok(())
}

fn seat(law: &mut TransmuteLaw<'_>, setup: &PlayerSetup, number: usize) -> Result<Seat, Halt> {
    let life = setup.life.unwrap_or(law.rules().life);
    if life > MOST_NUMBER || setup.energy > MOST_NUMBER {
        return wrong(format!("player {number} has too large a number; the bound is {MOST_NUMBER}"));
    }
    let mut hand = all_named(law, &setup.hand)?;
    hand.sort();
    Ok(Seat {
        alliance: setup.alliance.unwrap_or(number as u32),
        life,
        energy: setup.energy,
        deck: all_named(law, &setup.deck)?,
        hand,
        discard: all_named(law, &setup.discard)?,
        out: setup.out,
    })
}

/// The setup that describes a state. A match that has not begun is a start.
pub fn print(state: &State) -> Setup {
    let names = |names: &[Name]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    if state.phase == Phase::Start {
        let mut draft_deck = BTreeMap::new();
        state.draft_deck.iter().for_each(|card| *draft_deck.entry(card.to_string()).or_insert(0) += 1);
        let alliances = state.players.iter().map(|seat| seat.alliance).collect();
        return Setup::Start(StartSetup { alliances, draft_deck });
    }
    let seat = |seat: &Seat| PlayerSetup {
        alliance: Some(seat.alliance),
        life: Some(seat.life),
        energy: seat.energy,
        deck: names(&seat.deck),
        hand: names(&seat.hand),
        discard: names(&seat.discard),
        out: seat.out,
    };
    Setup::Position(Box::new(PositionSetup {
        turn: Some(state.turn),
        active: state.active,
        phase: Some(state.phase),
        done: Some(state.done.clone()),
        attacked: state.attacked.clone(),
        attack: state.attack.clone(),
        players: state.players.iter().map(seat).collect(),
        objects: state.objects.clone(),
        row: names(&state.row),
        draft_deck: names(&state.draft_deck),
        bases: state.bases.iter().map(|(name, copies)| (name.to_string(), *copies)).collect(),
        shown: state.shown.clone(),
        lasting: state.lasting.clone(),
        over: state.over.clone(),
    }))
}

/// Checks that a frame of a setup names only players, cards and abilities that exist.
///
/// # Errors
/// If it does not: what does not exist.
pub fn check_frame(law: &mut TransmuteLaw<'_>, state: &State, frame: &Frame) -> Result<(), Halt> {
    match frame {
        Frame::Do(doing) | Frame::May(doing) => check_doing(law, state, doing),
        Frame::Pick(picking) => {
            check_player(state, picking.player)?;
            check_doing(law, state, &picking.doing)
        }
        Frame::Resolve { hits, .. } | Frame::Device { hits, .. } => {
            hits.iter().try_for_each(|hit| check_hit(state, hit))
        }
        Frame::Redirect(redirecting) => {
            check_doing(law, state, &redirecting.doing)?;
            redirecting.then.iter().try_for_each(|then| check_frame(law, state, then))
        }
        Frame::Order(waiting) if waiting.is_empty() => wrong("order: has nothing to pick".to_owned()),
        Frame::Beginning(waiting) if waiting.is_empty() => wrong("beginning: has nothing to pick".to_owned()),
        Frame::Beginning(_) if state.phase != Phase::Beginning => {
            wrong("beginning: is for the phase `beginning`".to_owned())
        }
        Frame::Beginning(waiting) | Frame::Order(waiting) => {
            waiting.iter().try_for_each(|doing| check_doing(law, state, doing))
        }
        Frame::React {} | Frame::Striker {} | Frame::TurnEnds {} => Ok(()),
    }
}

fn check_player(state: &State, player: Player) -> Result<(), Halt> {
    let count = state.players.len();
    if player < count {
        Ok(())
    } else {
        wrong(format!("there is no player {player}; there are {count}, counted from 0"))
    }
}

fn check_hit(state: &State, hit: &Hit) -> Result<(), Halt> {
    check_player(state, hit.by)?;
    if let Target::Player(player) = hit.target { check_player(state, player) } else { Ok(()) }
}

fn check_doing(law: &mut TransmuteLaw<'_>, state: &State, doing: &Doing) -> Result<(), Halt> {
    let players = [Some(doing.by), doing.player, doing.moved.as_ref().map(|(_, owner)| *owner)];
    players.into_iter().flatten().try_for_each(|player| check_player(state, player))?;
    doing.hits.iter().try_for_each(|hit| check_hit(state, hit))?;
    named(law, &doing.card)?;
    for choice in &doing.picked {
        match choice {
            Choice::Player(player) => check_player(state, *player)?,
            Choice::Card(card) => named(law, card).map(|_| ())?,
            Choice::Object(_) | Choice::Number(_) => {}
        }
    }
    let abilities = &law.cards.get(&doing.card).text.abilities;
    match abilities.get(doing.ability) {
        Some(ability) if doing.step <= ability.does.len() => Ok(()),
        Some(_) => wrong(format!("the ability {} of {} has no step {}", doing.ability, doing.card, doing.step)),
        None => wrong(format!("{} has no ability {}; its first is 0", doing.card, doing.ability)),
    }
}
