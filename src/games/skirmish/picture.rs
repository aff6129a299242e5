//! A picture of a position: the map with the characters and traps, and each player's points and cards.

use rulebound_core::kernel::Picture;
use rulebound_core::kernel::picture::{Area, Colour, Grid, Thing, Tile};

use crate::law::{Data, Ground};
use crate::rules::map::Character;
use crate::state::{self, Applied, State};
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

/// The picture of a state.
pub fn picture(state: &State, data: &Data) -> Picture {
    let leads = |one: &Character| state.players.iter().any(|seat| seat.leader.as_ref() == Some(&one.id));
    let mut table = Area::shared().line(match state.turn {
        0 => format!("{}, player {}", stage(state.stage), state.active),
        turn => format!("{}, turn {turn}, player {}", stage(state.stage), state.active),
    });
    if let Some(map) = data.maps.get(&state.map) {
        let tile_of = |at: state::Tile| {
            let standing = state.objects.iter().filter(|one| one.is.tile == at && !one.is.fainted);
            let mut things: Vec<Thing> = standing.map(|one| character(one, leads(one))).collect();
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
            let lit = standing_of(state, at).is_some_and(|one| one.controller == state.active);
            Some(Tile { name: tile(at), kind, colour, things, lit, ..Tile::default() })
        };
        let rows = (0..map.height).map(|row| (0..map.width).map(|column| tile_of(state::Tile(column, row))).collect());
        table = table.grid(Grid { title: state.map.clone(), tiles: rows.collect() });
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

fn standing_of(state: &State, at: state::Tile) -> Option<&Character> {
    state.objects.iter().find(|one| one.is.tile == at && !one.is.fainted)
}
