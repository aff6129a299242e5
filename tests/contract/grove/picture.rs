//! A picture of a position: the map with the creatures on it, and what each player holds.

use rulebound_core::kernel::Picture;
use rulebound_core::kernel::picture::{Area, Colour, Grid, Thing, Tile};

use super::Data;
use super::state::{State, WOUND};

/// How many tiles of a map are drawn side by side.
const COLUMNS: usize = 3;

/// The picture of a state.
pub fn picture(state: &State, data: &Data) -> Picture {
    let tile = |name: &String| {
        let creatures = state.grove().filter(|creature| creature.is.tile == *name).map(|creature| {
            let wounds = format!("{} of {}", creature.marked(WOUND), creature.is.strength);
            Thing::from(&creature.id).note(format!("of player {}", creature.controller)).note(wounds)
        });
        Tile { name: name.clone(), colour: Some(Colour::Green), things: creatures.collect(), ..Tile::default() }
    };
    let tiles: Vec<Tile> = data.maps.get(&state.map).into_iter().flatten().map(|(name, _)| tile(name)).collect();
    let rows = tiles.chunks(COLUMNS).map(|row| row.iter().cloned().map(Some).collect()).collect();
    let waiting =
        state.stack.iter().rev().map(|played| Thing::from(&played.card).note(format!("of player {}", played.by)));
    let mut areas = vec![
        Area::shared()
            .line(format!("round {}", state.round))
            .grid(Grid { title: state.map.clone(), tiles: rows })
            .row("waiting", waiting),
    ];
    for (player, held) in state.players.iter().enumerate() {
        let area = Area::of(format!("player {player}"), player == state.active, Vec::new());
        areas.push(area.row("hand", held.hand.iter().map(Thing::from)).pile("deck", &held.deck));
    }
    Picture { areas }
}
