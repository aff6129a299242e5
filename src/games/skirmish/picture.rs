//! A picture of a position: the map with the characters and traps, and each player's points and cards.

use rulebound_core::kernel::Picture;
use rulebound_core::kernel::picture::{Area, Colour, Grid, Thing, Tile};

use crate::law::{Ground, SkirmishLaw};
use crate::rules::classes::reach;
use crate::rules::combat;
use crate::rules::map::{self, Character};
use crate::state::{self, Applied, Stage, State};
use crate::tell::{stage, tile};

const COLOURS: [Colour; 2] = [Colour::Blue, Colour::Red];

fn applied(applied: &Applied) -> String {
    let number = if applied.duration > 0 { applied.duration } else { applied.stacks };
    format!("{:?} {number}", applied.effect)
}

/// A character with its details.
fn character(one: &Character, leads: bool) -> Thing {
    let mut thing =
        Thing::from(&one.id).coloured(COLOURS[one.controller.min(1)]).note(format!("player {}", one.controller));
    let kind = match one.is.class {
        Some(class) => format!("{class:?}"),
        None => "familiar".to_owned(),
    };
    thing = thing.note(kind).note(format!("power {:?}", one.is.power));
    thing = thing.note(format!("armor {:?}", one.is.armor));
    if one.is.damage > 0 {
        thing = thing.note(format!("damage {}", one.is.damage));
    }
    if leads {
        thing = thing.note("leader");
    }
    for (so, word) in [(one.is.walked, "has walked"), (one.is.attacked, "has attacked"), (one.is.fresh, "came now")] {
        if so {
            thing = thing.note(word);
        }
    }
    one.is.effects.iter().fold(thing, |thing, one| thing.note(applied(one)))
}

/// A character that can walk now: its sign, and the tiles that it can walk to.
struct Walker<'s> {
    sign: char,
    character: &'s Character,
    tiles: Vec<state::Tile>,
}

/// The characters that can walk now.
fn walkers<'s>(law: &mut SkirmishLaw<'_>, state: &'s State) -> Vec<Walker<'s>> {
    let Some(map) = map::of(law, state).filter(|_| state.stage == Stage::Turns) else { return Vec::new() };
    let (by, mut signs, mut walkers) = (state.active, 'a'..='z', Vec::new());
    for character in state.objects.iter().filter(|one| one.controller == by) {
        let lengths = map::walks(law, state, character, None);
        let near = |(_, length): &(_, Option<u32>)| {
            length.is_some_and(|length| length > 0 && reach::permit_way(law, character, length).is_ok())
        };
        let tiles: Vec<state::Tile> = map.tiles().zip(lengths).filter(near).map(|(tile, _)| tile).collect();
        let walks = tiles.first().is_some_and(|to| combat::permit_walk(law, state, by, &character.id, *to).is_ok());
        if let Some(sign) = signs.next().filter(|_| walks) {
            walkers.push(Walker { sign, character, tiles });
        }
    }
    walkers
}

/// The characters that can attack another now.
fn attackers(law: &mut SkirmishLaw<'_>, state: &State, target: &Character) -> Vec<String> {
    let own = state.objects.iter().filter(|one| one.controller == state.active && state.stage == Stage::Turns);
    let attacks = own.filter(|one| combat::permit_attack(law, state, state.active, &one.id, &target.id).is_ok());
    attacks.map(|one| one.id.to_string()).collect()
}

/// The picture of a state. The tiles that characters can walk to and the characters that they can attack are marked.
pub fn picture(law: &mut SkirmishLaw<'_>, state: &State) -> Picture {
    let leads = |one: &Character| state.players.iter().any(|seat| seat.leader.as_ref() == Some(&one.id));
    let mut table = Area::shared().line(match state.turn {
        0 => format!("{}, player {}", stage(state.stage), state.active),
        turn => format!("{}, turn {turn}, player {}", stage(state.stage), state.active),
    });
    if let Some(map) = map::of(law, state) {
        let walkers = walkers(law, state);
        let mut tile_of = |at: state::Tile| {
            let standing = state.objects.iter().filter(|one| one.is.tile == at && !one.is.fainted);
            let shown = |one| match attackers(law, state, one) {
                by if by.is_empty() => character(one, leads(one)),
                by => character(one, leads(one)).note(format!("within reach of {}", by.join(" and "))),
            };
            let mut things: Vec<Thing> = standing.map(shown).collect();
            let traps = state.traps.iter().filter(|trap| trap.tile == at);
            let trap = |trap: &state::Trap| {
                let thing = Thing::from(&trap.trap).coloured(COLOURS[trap.by.min(1)]);
                thing.note(format!("player {}", trap.by))
            };
            things.extend(traps.map(trap));
            let (kind, colour) = match map.ground(at) {
                Ground::Blocked => ("blocked".to_owned(), Some(Colour::Grey)),
                Ground::Free(Some(effect)) => (format!("gives {effect:?}"), Some(Colour::Yellow)),
                Ground::Free(None) => (String::new(), None),
            };
            let own = |one: &&Character| one.is.tile == at && !one.is.fainted && one.controller == state.active;
            let lit = state.objects.iter().any(|one| own(&one));
            let marks = walkers.iter().filter(|walker| walker.tiles.contains(&at)).map(|walker| walker.sign).collect();
            Some(Tile { name: tile(at), kind, colour, things, marks, lit, ..Tile::default() })
        };
        let rows = (0..map.height).map(|row| (0..map.width).map(|column| tile_of(state::Tile(column, row))).collect());
        table = table.grid(Grid { title: state.map.clone(), tiles: rows.collect() });
        if !walkers.is_empty() {
            let who = walkers.iter().map(|walker| format!("{} {}", walker.sign, walker.character.id));
            table = table.line(format!("can walk there: {}", who.collect::<Vec<_>>().join(", ")));
        }
    }
    let mut areas = vec![table];
    for (player, seat) in state.players.iter().enumerate() {
        let facts = vec![format!("{} of {} action points", seat.points, seat.maximum)];
        let fallen = state.objects.iter().filter(|one| one.controller == player && one.is.fainted);
        let fallen: Vec<Thing> = fallen.map(|one| character(one, leads(one)).note(tile(one.is.tile))).collect();
        let mut area = Area::of(format!("player {player}"), player == state.active, facts)
            .row("hand", seat.hand.iter().map(Thing::from));
        if !fallen.is_empty() {
            area = area.row("fainted", fallen);
        }
        if state.turn == 0 {
            area = area.row("team", seat.team.iter().map(Thing::from));
        }
        areas.push(area.pile("deck", &seat.deck).pile("discard pile", seat.discard.iter().rev()));
    }
    Picture { areas }
}
