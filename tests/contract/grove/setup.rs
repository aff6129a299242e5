//! The state that a setup describes, and what is wrong with a setup that describes none.

use rulebound_core::kernel::{Halt, Name};

use super::GroveLaw;
use super::action::Setup;
use super::rules::field;
use super::state::{PLAYERS, State, Zone};

/// The state of a setup. Strengths are computed, whatever the setup says about them.
pub fn read(law: &mut GroveLaw<'_>, setup: &Setup) -> Result<State, Halt> {
    let Setup::Position(state) = setup;
    let mut state = State::clone(state);
    check(law, &state)?;
    let creatures = state.grove().count();
    field::derive(law, &mut state);
    // The effects of their fall would be lost: a setup has to describe the position after these effects, or list them
    // in `resolving`.
    if state.grove().count() < creatures {
        return Err(Halt::Input("a creature has more wounds than it can have".to_owned()));
    }
    Ok(state)
}

fn check(law: &GroveLaw<'_>, state: &State) -> Result<(), Halt> {
    let wrong = |what: String| Err(Halt::Input(what));
    if state.players.len() != PLAYERS {
        return wrong(format!("players: has {} of {PLAYERS} players", state.players.len()));
    }
    let named = state.players.iter().flat_map(|player| player.hand.iter().chain(&player.deck));
    let named = named.chain(state.stack.iter().map(|played| &played.card));
    let named: Vec<&Name> = named.chain(state.objects.iter().map(|object| &object.id.name)).collect();
    if let Some(unknown) = named.into_iter().find(|name| law.cards.find(name).is_none()) {
        return wrong(format!("there is no card {unknown}"));
    }
    let known = state.players.iter().flat_map(|player| &player.knows);
    let players = known.chain(&state.passed).chain([&state.active]).chain(state.stack.iter().map(|played| &played.by));
    let players = players.chain(state.objects.iter().flat_map(|object| [&object.owner, &object.controller]));
    if let Some(player) = players.into_iter().find(|player| **player >= PLAYERS) {
        return wrong(format!("there is no player {player}"));
    }
    let Some(map) = law.data.maps.get(&state.map) else {
        return wrong(format!("there is no map {}", state.map));
    };
    for object in state.objects.iter().filter(|object| object.zone == Zone::Grove) {
        if !map.contains_key(&object.is.tile) {
            return wrong(format!("{} is on the tile `{}`, which does not exist", object.id, object.is.tile));
        }
        if state.grove().any(|other| other.is.tile == object.is.tile && other.id != object.id) {
            return wrong(format!("several creatures are on the tile {}", object.is.tile));
        }
    }
    Ok(())
}
