//! The position that a run begins with.

use rulebound_core::kernel::{Halt, Name, ObjectId, Objects, Player};

use crate::action::{Choice, IsSetup, Kind, PlayerSetup, PositionSetup, Setup, StartSetup};
use crate::frame::{Doing, Frame};
use crate::law::{Drafter, EffectType, SkirmishLaw};
use crate::readings::{AboveMaximum, Grows, StartingMaximum, TileShared};
use crate::rules::map::Character;
use crate::rules::{classes, map};
use crate::state::{Applied, Is, Seat, Stage, State, Tier, Zone};

/// The most cards in a run.
const MOST_CARDS: usize = 2_000;
/// The most characters on the map.
const MOST_CHARACTERS: usize = 200;
/// The most characters in a team, and the most traps.
const MOST_LISTED: usize = 200;
/// The largest number in a setup; it keeps sums of such numbers within bounds.
const MOST_NUMBER: u32 = 1_000_000;
/// How many turns of the draft are over in a position that does not say.
const DRAFTED: u32 = 6;
/// The maximum action points, the turns that have begun and the turn of the match in a position that does not say.
const MAXIMUM: u32 = 5;
const TURNS: u32 = 3;
const TURN: u32 = 5;

fn wrong<V>(why: String) -> Result<V, Halt> {
    Err(Halt::Input(why))
}

/// The state of a setup.
///
/// # Errors
/// If the setup gives no state: why.
pub fn state(law: &mut SkirmishLaw<'_>, setup: &Setup) -> Result<State, Halt> {
    let state = match setup {
        Setup::Start(start) => start_of(law, start)?,
        Setup::Position(position) => position_of(law, position)?,
    };
    let piles = state.players.iter().map(|seat| seat.deck.len() + seat.hand.len() + seat.discard.len());
    let all = piles.sum::<usize>();
    if all > MOST_CARDS {
        return wrong(format!("a run of {all} cards is not played; the bound is {MOST_CARDS}"));
    }
    Ok(state)
}

fn named(law: &SkirmishLaw<'_>, name: &str, kind: Kind) -> Result<Name, Halt> {
    let known = law.cards.name(name).filter(|name| law.cards.get(name).kind == Some(kind));
    let what = format!("{kind:?}").to_lowercase();
    let unknown = || format!("there is no {what} {name} in this scenario or in spec/skirmish/cards.yaml");
    known.ok_or_else(|| Halt::Input(unknown()))
}

fn skills_named(law: &SkirmishLaw<'_>, names: &[String]) -> Result<Vec<Name>, Halt> {
    names.iter().map(|name| named(law, name, Kind::Skill)).collect()
}

fn team(law: &SkirmishLaw<'_>, names: &[String]) -> Result<Vec<Name>, Halt> {
    if names.len() > MOST_LISTED {
        return wrong(format!("a team of {} characters is not played; the bound is {MOST_LISTED}", names.len()));
    }
    let mut team = names.iter().map(|name| named(law, name, Kind::Character)).collect::<Result<Vec<_>, _>>()?;
    team.sort();
    for name in &team {
        let card = law.cards.get(name);
        for skill in card.primary.iter().chain(&card.secondary) {
            named(law, skill, Kind::Skill)?;
        }
    }
    Ok(team)
}

fn known_map(law: &SkirmishLaw<'_>, name: &str) -> Result<(), Halt> {
    match law.data.maps.get(name).map(|map| &map.fault) {
        Some(None) => return Ok(()),
        Some(Some(fault)) => return wrong(format!("the map {name}: {fault}")),
        None => {}
    }
    let known: Vec<&str> = law.data.maps.keys().map(String::as_str).collect();
    wrong(format!("there is no map {name}; the maps are {}", known.join(", ")))
}

fn start_of(law: &mut SkirmishLaw<'_>, start: &StartSetup) -> Result<State, Halt> {
    known_map(law, &start.map)?;
    if start.teams.len() != 2 {
        return wrong(format!("a match has two teams, not {}", start.teams.len()));
    }
    let points = law.rules().start_points;
    let points = law.choose(crate::clauses::turns::START_POINTS, points, 1);
    let maximum = if law.readings().starting_maximum == StartingMaximum::Same { points } else { 0 };
    let points = if law.readings().above_maximum == AboveMaximum::MayNot { points.min(maximum) } else { points };
    let mut players = Vec::new();
    for names in &start.teams {
        players.push(Seat { maximum, points, team: team(law, names)?, ..Seat::default() });
    }
    Ok(State {
        map: start.map.clone(),
        stage: Stage::Start,
        starting: 0,
        drafted: 0,
        turn: 0,
        active: 0,
        players,
        objects: Objects::default(),
        traps: Vec::new(),
        over: None,
    })
}

/// The setup with its defaults filled in, except for what is on cards and in tables.
pub fn filled(setup: Setup) -> Setup {
    let mut position = match setup {
        Setup::Start(_) => return setup,
        Setup::Position(position) => position,
    };
    position.map.get_or_insert_with(|| "meadow".to_owned());
    position.stage.get_or_insert(Stage::Turns);
    position.drafted.get_or_insert(DRAFTED);
    let active = position.active;
    position.turn.get_or_insert(if active == position.starting { TURN } else { TURN + 1 });
    for (number, player) in position.players.iter_mut().enumerate() {
        let maximum = *player.maximum.get_or_insert(MAXIMUM);
        player.points.get_or_insert(if number == active { maximum } else { 0 });
        player.turns.get_or_insert(TURNS);
        let own = || position.objects.iter().filter(|object| object.owner == number);
        if player.leader.is_none() {
            player.leader = own().next().map(|object| object.id.clone());
        }
    }
    Setup::Position(position)
}

fn position_of(law: &mut SkirmishLaw<'_>, position: &PositionSetup) -> Result<State, Halt> {
    let Setup::Position(position) = filled(Setup::Position(Box::new(position.clone()))) else {
        return wrong("expected a position".to_owned());
    };
    let map = position.map.clone().unwrap_or_default();
    known_map(law, &map)?;
    if position.players.len() != 2 {
        return wrong(format!("a match has two players, not {}", position.players.len()));
    }
    let stage = position.stage.unwrap_or(Stage::Turns);
    if stage == Stage::Start || (stage == Stage::Over) != position.over.is_some() {
        return wrong("the stage of a position is draft, hands or turns; with over: it is over".to_owned());
    }
    let numbers = [position.turn, position.drafted];
    if numbers.into_iter().flatten().any(|number| number > MOST_NUMBER) {
        return wrong(format!("a number is too large; the bound is {MOST_NUMBER}"));
    }
    if position.objects.iter().count() > MOST_CHARACTERS || position.traps.len() > MOST_LISTED {
        return wrong(format!("the bound on characters and on traps is {MOST_CHARACTERS}"));
    }
    let mut objects = position.objects.try_map(|object| is_of(law, object))?;
    for object in objects.iter_mut() {
        // is_of has found its card
        if let Some(name) = law.cards.name(&object.id.name) {
            object.id.name = name;
        }
    }
    let mut state = State {
        map,
        stage,
        starting: position.starting,
        drafted: position.drafted.unwrap_or(DRAFTED),
        turn: position.turn.unwrap_or(TURN),
        active: position.active,
        players: Vec::new(),
        objects,
        traps: position.traps.clone(),
        over: position.over.clone(),
    };
    for (number, player) in position.players.iter().enumerate() {
        let seat = seat(law, player, number, &state.objects)?;
        state.players.push(seat);
    }
    check(law, &state)?;
    Ok(state)
}

/// A character as written, with what follows from its card and from the table of classes.
fn is_of(law: &mut SkirmishLaw<'_>, object: &rulebound_core::kernel::Object<Zone, IsSetup>) -> Result<Is, Halt> {
    let written = &object.is;
    let card = law.cards.find(&object.id.name).filter(|card| card.kind != Some(Kind::Skill));
    let Some(card) = card else {
        return wrong(format!(
            "there is no character {} in this scenario or in spec/skirmish/cards.yaml",
            object.id.name
        ));
    };
    let class = written.class.or(card.class);
    let row = class.map(|class| classes::row(law, class));
    let tier = |written: Option<Tier>, of: Option<Tier>| written.or(of).unwrap_or(Tier::Tiny);
    Ok(Is {
        tile: written.tile,
        class,
        ranged: written.ranged.unwrap_or(row.is_some_and(|row| row.ranged)),
        power: tier(written.power, row.map(|row| row.power)),
        armor: tier(written.armor, row.map(|row| row.armor)),
        damage: written.damage,
        fainted: written.fainted,
        walked: written.walked,
        attacked: written.attacked,
        effects: written.effects.clone(),
        countered: written.countered,
        fresh: written.fresh,
        former: written.former,
        steps: written.steps,
        more_walks: written.more_walks,
        more_attacks: written.more_attacks,
        power_changed: written.power_changed,
        armor_changed: written.armor_changed,
        power_cut: written.power_cut,
        armor_cut: written.armor_cut,
    })
}

fn seat(
    law: &mut SkirmishLaw<'_>,
    setup: &PlayerSetup,
    number: Player,
    objects: &Objects<Zone, Is>,
) -> Result<Seat, Halt> {
    let (maximum, points) = (setup.maximum.unwrap_or(MAXIMUM), setup.points.unwrap_or(0));
    let numbers = [maximum, points, setup.turns.unwrap_or(TURNS), setup.exchanged.unwrap_or(0), setup.extra];
    if numbers.into_iter().any(|number| number > MOST_NUMBER) {
        return wrong(format!("player {number} has too large a number; the bound is {MOST_NUMBER}"));
    }
    let team = match &setup.team {
        Some(names) => team(law, names)?,
        None => {
            let own = objects.iter().filter(|object| object.owner == number);
            let of_cards = own.filter(|object| !law.cards.get(&object.id.name).is_familiar());
            let mut team: Vec<Name> = of_cards.map(|object| object.id.name.clone()).collect();
            team.sort();
            team.dedup();
            team
        }
    };
    Ok(Seat {
        maximum,
        points,
        turns: setup.turns.unwrap_or(TURNS),
        team,
        leader: setup.leader.clone(),
        deck: skills_named(law, &setup.deck)?,
        hand: skills_named(law, &setup.hand)?,
        discard: skills_named(law, &setup.discard)?,
        exchanged: setup.exchanged,
        extra: setup.extra,
        leader_fell: setup.leader_fell,
        undrawn: setup.undrawn,
    })
}

fn check(law: &mut SkirmishLaw<'_>, state: &State) -> Result<(), Halt> {
    let players = [state.starting, state.active];
    let players = players.into_iter().chain(state.traps.iter().map(|trap| trap.by));
    let players = players.chain(state.objects.iter().flat_map(|object| [object.owner, object.controller]));
    let players = players.chain(state.over.iter().flat_map(|over| over.winners.iter().copied()));
    if state.over.as_ref().is_some_and(|over| over.winners.len() > 1) {
        return wrong("one player wins, or nobody".to_owned());
    }
    if players.into_iter().any(|player| player > 1) {
        return wrong("a player is named who does not exist; the players are 0 and 1".to_owned());
    }
    if state.over.is_some() != (state.stage == Stage::Over) {
        return wrong("a match that is over is in the stage over and says how it ended in `over`".to_owned());
    }
    if state.stage == Stage::Draft {
        check_draft(law, state)?;
    }
    for object in state.objects.iter() {
        check_character(law, state, object)?;
    }
    for (number, seat) in state.players.iter().enumerate() {
        let own = |id| state.objects.get(id).is_some_and(|leader| leader.controller == number);
        if seat.leader.as_ref().is_some_and(|leader| !own(leader)) {
            return wrong(format!("the leader of player {number} is not one of its characters on the map"));
        }
    }
    for trap in &state.traps {
        if !law.rules().traps.contains_key(&trap.trap) {
            let known: Vec<&str> = law.rules().traps.keys().map(String::as_str).collect();
            return wrong(format!("there is no trap {}; the traps are {}", trap.trap, known.join(", ")));
        }
        if map::is_blocked(law, state, trap.tile) {
            return wrong(format!("the trap on [{}, {}] is on no tile that can be stood on", trap.tile.0, trap.tile.1));
        }
    }
    Ok(())
}

/// Checks whose turn in the draft it is.
fn check_draft(law: &SkirmishLaw<'_>, state: &State) -> Result<(), Halt> {
    let (order, over) = (&law.rules().draft_order, state.drafted as usize);
    let all = order.len().saturating_mul(law.rules().draft_rounds as usize);
    if over >= all {
        return wrong(format!("the draft has {all} turns, and {over} of them are over: that is the stage hands"));
    }
    let next = match order[over % order.len()] {
        Drafter::Starting => state.starting,
        Drafter::Opponent => 1 - state.starting,
    };
    if state.active == next {
        return Ok(());
    }
    wrong(format!("after {over} turns of the draft player {next} chooses, and not player {}", state.active))
}

/// Checks that an effect is counted in the unit of its type.
fn check_effect(law: &SkirmishLaw<'_>, id: &ObjectId, applied: &Applied) -> Result<(), Halt> {
    let permanent = law.rules().types.get(&applied.effect) == Some(&EffectType::Permanent);
    let stacks = permanent || law.readings().grows == Grows::AllStack;
    let (fits, what) = match (permanent, stacks) {
        (true, _) => (applied.duration == 0 && applied.stacks > 0, "stacks and no duration"),
        (_, true) => (applied.duration > 0, "a duration"),
        (_, false) => (applied.duration > 0 && applied.stacks == 0, "a duration and no stacks"),
    };
    if fits { Ok(()) } else { wrong(format!("{:?} of {id} needs {what}", applied.effect)) }
}

fn check_character(law: &mut SkirmishLaw<'_>, state: &State, object: &Character) -> Result<(), Halt> {
    let (id, tile) = (&object.id, object.is.tile);
    if id.number > MOST_NUMBER || object.is.damage > MOST_NUMBER || object.is.steps > MOST_NUMBER {
        return wrong(format!("a number of {id} is too large; the bound is {MOST_NUMBER}"));
    }
    if map::is_blocked(law, state, tile) {
        return wrong(format!("{id} is on [{}, {}], which is blocked or outside the map", tile.0, tile.1));
    }
    let other = |other: &Character| other.id != *id && other.is.tile == tile && !other.is.fainted;
    let shared = law.readings().tile_shared == TileShared::Together;
    if !object.is.fainted && !shared && state.objects.iter().any(other) {
        return wrong(format!("several characters stand on [{}, {}]", tile.0, tile.1));
    }
    for (at, applied) in object.is.effects.iter().enumerate() {
        if object.is.effects[..at].iter().any(|other| other.effect == applied.effect) {
            return wrong(format!("{id} has {:?} twice; its durations are added in one entry", applied.effect));
        }
        if applied.duration.max(applied.stacks) > MOST_NUMBER {
            return wrong(format!("a number of {id} is too large; the bound is {MOST_NUMBER}"));
        }
        check_effect(law, id, applied)?;
    }
    Ok(())
}

/// The setup that describes a state. A match that has not begun is a start.
pub fn print(state: &State) -> Setup {
    let names = |names: &[Name]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    if state.stage == Stage::Start {
        let teams = state.players.iter().map(|seat| names(&seat.team)).collect();
        return Setup::Start(StartSetup { map: state.map.clone(), teams });
    }
    let seat = |seat: &Seat| PlayerSetup {
        maximum: Some(seat.maximum),
        points: Some(seat.points),
        turns: Some(seat.turns),
        team: Some(names(&seat.team)),
        leader: seat.leader.clone(),
        deck: names(&seat.deck),
        hand: names(&seat.hand),
        discard: names(&seat.discard),
        exchanged: seat.exchanged,
        extra: seat.extra,
        leader_fell: seat.leader_fell,
        undrawn: seat.undrawn,
    };
    let is = |object: &Character| {
        let is = object.is.clone();
        Ok::<_, std::convert::Infallible>(IsSetup {
            tile: is.tile,
            class: is.class,
            ranged: Some(is.ranged),
            power: Some(is.power),
            armor: Some(is.armor),
            damage: is.damage,
            fainted: is.fainted,
            walked: is.walked,
            attacked: is.attacked,
            effects: is.effects,
            countered: is.countered,
            fresh: is.fresh,
            former: is.former,
            steps: is.steps,
            more_walks: is.more_walks,
            more_attacks: is.more_attacks,
            power_changed: is.power_changed,
            armor_changed: is.armor_changed,
            power_cut: is.power_cut,
            armor_cut: is.armor_cut,
        })
    };
    let Ok(objects) = state.objects.try_map(is);
    Setup::Position(Box::new(PositionSetup {
        map: Some(state.map.clone()),
        stage: Some(state.stage),
        starting: state.starting,
        drafted: Some(state.drafted),
        turn: Some(state.turn),
        active: state.active,
        players: state.players.iter().map(seat).collect(),
        objects,
        traps: state.traps.clone(),
        over: state.over.clone(),
    }))
}

/// Checks that a frame of a setup names only players, characters and effects that exist.
///
/// # Errors
/// If it does not: what does not exist.
pub fn check_frame(law: &mut SkirmishLaw<'_>, state: &State, frame: &Frame) -> Result<(), Halt> {
    let there = |id| match state.objects.get(id) {
        Some(_) => Ok(()),
        None => wrong(format!("there is no {id}")),
    };
    match frame {
        Frame::ExchangeBy { player } | Frame::PutAway { player, .. } if *player > 1 => {
            wrong(format!("there is no player {player}"))
        }
        Frame::Exchange {} | Frame::ExchangeBy { .. } if state.stage != Stage::Hands => {
            wrong("cards are exchanged in the stage hands".to_owned())
        }
        Frame::PutAway { card, .. } => named(law, card, Kind::Skill).map(|_| ()),
        Frame::Spent {} if state.stage != Stage::Turns => wrong("a turn ends in the stage turns".to_owned()),
        Frame::Exchange {}
        | Frame::ExchangeBy { .. }
        | Frame::Talents {}
        | Frame::FirstTurn {}
        | Frame::Spent {}
        | Frame::Look {} => Ok(()),
        Frame::Counter(counter) | Frame::Answer(counter) => {
            there(&counter.character)?;
            there(&counter.against)?;
            let of = |id| state.objects.get(id).map(|one| (one.controller, one.is.fainted));
            let (one, other) = (of(&counter.character), of(&counter.against));
            let fits = matches!((one, other), (Some((one, false)), Some((other, _))) if one != other);
            if fits && state.stage == Stage::Turns {
                return Ok(());
            }
            wrong("a standing character counter-attacks one of the other player, in the stage turns".to_owned())
        }
        Frame::Do(doing) | Frame::Keyword(doing) => check_doing(law, state, doing),
        Frame::Pick(picking) => check_doing(law, state, &picking.doing),
    }
}

fn check_doing(law: &mut SkirmishLaw<'_>, state: &State, doing: &Doing) -> Result<(), Halt> {
    if doing.by > 1 {
        return wrong(format!("there is no player {}", doing.by));
    }
    named(law, &doing.card, Kind::Skill)?;
    let count = law.cards.get(&doing.card).text.effects.len();
    if doing.effect > count {
        return wrong(format!("{} has {count} effects, counted from 0", doing.card));
    }
    if state.objects.get(&doing.user).is_some_and(|user| user.controller != doing.by) {
        return wrong(format!("{} is not a character of player {}", doing.user, doing.by));
    }
    for choice in &doing.picked {
        if let Choice::Tile(tile) = choice
            && map::is_blocked(law, state, *tile)
        {
            return wrong(format!("[{}, {}] is blocked or outside the map", tile.0, tile.1));
        }
    }
    if doing.affected.len() > MOST_CHARACTERS || doing.picked.len() > MOST_CHARACTERS {
        return wrong(format!("{} affects more characters than there can be", doing.card));
    }
    if doing.times == 0 || doing.times > 100 || doing.done > doing.times || doing.first.len() > count {
        return wrong(format!(
            "{} is activated a hundred times at most, and no more often than `times` says",
            doing.card
        ));
    }
    let picked = doing.picked.iter().filter_map(|choice| match choice {
        Choice::Object(id) => Some(id),
        _ => None,
    });
    for id in picked.chain([&doing.user]).chain(&doing.affected) {
        if state.objects.get(id).is_none() {
            return wrong(format!("there is no {id}"));
        }
    }
    Ok(())
}
