//! Chapter map: tiles, halves, distances and ways.

use rulebound_core::kernel::{Object, ObjectId, Player};

use crate::clauses;
use crate::clauses::map::*;
use crate::law::{Ground, Map, SkirmishLaw};
use crate::readings::{
    Corners, Distance, FaintedTiles, HalfMeans, Halves, HalvesDivide, MiddleRow, Path, ReachLine, Through, TileShared,
    TrapTrigger,
};
use crate::state::{Effect, Is, State, Tile, Zone};

/// A character on the map.
pub type Character = Object<Zone, Is>;

/// The map of a match.
pub fn of<'a>(law: &SkirmishLaw<'a>, state: &State) -> Option<&'a Map> {
    law.data.maps.get(&state.map)
}

/// Whether nobody can stand on a tile.
pub fn is_blocked(law: &SkirmishLaw<'_>, state: &State, tile: Tile) -> bool {
    of(law, state).is_none_or(|map| map.ground(tile) == Ground::Blocked)
}

/// The effect that a tile gives.
pub fn gives(law: &SkirmishLaw<'_>, state: &State, tile: Tile) -> Option<Effect> {
    match of(law, state)?.ground(tile) {
        Ground::Free(effect) => effect,
        Ground::Blocked => None,
    }
}

/// Whether a character occupies its tile.
fn occupies(law: &SkirmishLaw<'_>, character: &Character) -> bool {
    !character.is.fainted || law.readings().fainted_tiles == FaintedTiles::Occupied
}

/// The character that occupies a tile, apart from `mover`.
fn holder<'s>(law: &SkirmishLaw<'_>, state: &'s State, tile: Tile, mover: Option<&ObjectId>) -> Option<&'s Character> {
    state.objects.iter().find(|other| other.is.tile == tile && Some(&other.id) != mover && occupies(law, other))
}

/// Whether a tile is empty for `mover`, which may stand on it itself.
pub fn is_empty(law: &mut SkirmishLaw<'_>, state: &State, tile: Tile, mover: Option<&ObjectId>) -> bool {
    if is_blocked(law, state, tile) {
        law.cite(TILES);
        return false;
    }
    holder(law, state, tile, mover).is_none() || !law.on(TILES)
}

/// Whether a character may be placed on a tile or walk there, apart from the way.
pub fn may_enter(law: &mut SkirmishLaw<'_>, state: &State, tile: Tile, mover: Option<&ObjectId>) -> bool {
    let shared = law.readings().tile_shared == TileShared::Together;
    if shared {
        law.cite(TILES);
        return !is_blocked(law, state, tile);
    }
    is_empty(law, state, tile, mover)
}

/// The tiles on which a character may be placed in the draft, row by row, apart from halves.
pub fn open_tiles(law: &mut SkirmishLaw<'_>, state: &State) -> Vec<Tile> {
    let Some(map) = of(law, state) else { return Vec::new() };
    map.tiles().filter(|tile| may_enter(law, state, *tile, None)).collect()
}

/// The empty tiles, row by row.
pub fn empty_tiles(law: &mut SkirmishLaw<'_>, state: &State) -> Vec<Tile> {
    let Some(map) = of(law, state) else { return Vec::new() };
    map.tiles().filter(|tile| is_empty(law, state, *tile, None)).collect()
}

/// Whether a tile lies in a player's half of the map.
pub fn in_half(law: &mut SkirmishLaw<'_>, state: &State, player: Player, tile: Tile) -> bool {
    if law.readings().half_means == HalfMeans::Nothing {
        return true;
    }
    let Some(map) = of(law, state) else { return false };
    let (size, at) = match law.readings().halves_divide {
        HalvesDivide::Rows => (map.height, tile.1),
        HalvesDivide::Columns => (map.width, tile.0),
    };
    let half = size / 2;
    let middle = size % 2 == 1 && at == half;
    if middle {
        law.cite(HALVES);
        return law.readings().middle_row == MiddleRow::Both;
    }
    let starting_first = law.readings().halves == Halves::FirstRows;
    let starting_first = law.choose(HALVES, starting_first, !starting_first);
    (at < half) == ((player == state.starting) == starting_first)
}

/// The distance between two tiles.
pub fn distance(law: &mut SkirmishLaw<'_>, from: Tile, to: Tile) -> u32 {
    let reading = law.readings().distance;
    let (across, down) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
    match law.choose(DISTANCE, reading, Distance::Diagonal) {
        Distance::Orthogonal => across.saturating_add(down),
        Distance::Diagonal => across.max(down),
        Distance::Hexagonal => {
            // every second row is moved to the right; in these coordinates, columns run straight
            let column = |tile: Tile| i64::from(tile.0) - i64::from(tile.1 / 2);
            let (columns, rows) = (column(from) - column(to), i64::from(from.1) - i64::from(to.1));
            let longest = columns.abs().max(rows.abs()).max((columns + rows).abs());
            u32::try_from(longest).unwrap_or(u32::MAX)
        }
    }
}

/// The tiles beside a tile: those at a distance of 1, and places outside the map.
fn beside(metric: Distance, tile: Tile) -> impl Iterator<Item = Tile> {
    const ORTHOGONAL: &[(i32, i32)] = &[(0, -1), (-1, 0), (1, 0), (0, 1)];
    const DIAGONAL: &[(i32, i32)] = &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    const EVEN_ROW: &[(i32, i32)] = &[(-1, -1), (0, -1), (-1, 0), (1, 0), (-1, 1), (0, 1)];
    const ODD_ROW: &[(i32, i32)] = &[(0, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (1, 1)];
    let steps = match metric {
        Distance::Orthogonal => ORTHOGONAL,
        Distance::Diagonal => DIAGONAL,
        Distance::Hexagonal if tile.1.is_multiple_of(2) => EVEN_ROW,
        Distance::Hexagonal => ODD_ROW,
    };
    steps.iter().map(move |(across, down)| Tile(tile.0.wrapping_add_signed(*across), tile.1.wrapping_add_signed(*down)))
}

/// Whether a step leads between two blocked tiles.
fn is_corner(map: &Map, from: Tile, to: Tile) -> bool {
    let blocked = |tile: Tile| map.ground(tile) == Ground::Blocked;
    from.0 != to.0 && from.1 != to.1 && blocked(Tile(from.0, to.1)) && blocked(Tile(to.0, from.1))
}

/// How many steps each tile is away from `from`, if there is a way over tiles that may be passed. If only the tile
/// `to` matters, those further away are left out.
fn steps(
    law: &mut SkirmishLaw<'_>,
    map: &Map,
    from: Tile,
    to: Option<Tile>,
    passes: impl Fn(&mut SkirmishLaw<'_>, Tile) -> bool,
) -> Vec<Option<u32>> {
    let reading = law.readings().distance;
    let metric = law.choose(DISTANCE, reading, Distance::Diagonal);
    let around = law.readings().corners == Corners::May || metric != Distance::Diagonal;
    let mut found = vec![None; (map.width * map.height) as usize];
    if map.ground(from) == Ground::Blocked {
        return found;
    }
    found[map.place(from)] = Some(0);
    let mut waiting = Vec::with_capacity(found.len());
    waiting.push((from, 0));
    let mut at = 0;
    while let Some((tile, count)) = waiting.get(at).copied() {
        at += 1;
        for next in beside(metric, tile) {
            if map.ground(next) == Ground::Blocked {
                continue;
            }
            let steps = &mut found[map.place(next)];
            if steps.is_none() && (around || !is_corner(map, tile, next)) {
                *steps = Some(count + 1);
                if to == Some(next) {
                    return found;
                }
                if passes(law, next) {
                    waiting.push((next, count + 1));
                }
            }
        }
    }
    found
}

/// How far a character has to walk to each tile, by the place of the tile in the map; none where it cannot walk. If
/// only the tile `to` matters, those further away are left out.
pub fn walks(law: &mut SkirmishLaw<'_>, state: &State, mover: &Character, to: Option<Tile>) -> Vec<Option<u32>> {
    let Some(map) = of(law, state) else { return Vec::new() };
    let by_path = law.readings().path == Path::Path;
    // whether each tile is held, and then by the mover's side alone
    let mut held: Vec<Option<bool>> = vec![None; (map.width * map.height) as usize];
    for other in state.objects.iter().filter(|other| other.id != mover.id && occupies(law, other)) {
        let place = map.place(other.is.tile);
        held[place] = Some(other.controller == mover.controller && held[place].unwrap_or(true));
    }
    let mut found = if law.choose(WAY, by_path, false) {
        let through = law.readings().through;
        let traps = law.readings().trap_trigger == TrapTrigger::SteppedOn;
        let stops = |law: &mut SkirmishLaw<'_>, tile: Tile| {
            traps && state.traps.iter().any(|trap| trap.tile == tile) && law.on(clauses::text::STEPPED_ON)
        };
        let passes = |law: &mut SkirmishLaw<'_>, tile: Tile| match held[map.place(tile)] {
            None => !stops(law, tile),
            Some(own) => {
                !stops(law, tile)
                    && match through {
                        Through::Nobody => !law.on(TILES),
                        Through::Allies => own,
                        Through::Everybody => true,
                    }
            }
        };
        steps(law, map, mover.is.tile, to, passes)
    } else {
        map.tiles().map(|tile| Some(distance(law, mover.is.tile, tile))).collect()
    };
    let shared = law.readings().tile_shared == TileShared::Together;
    for tile in map.tiles() {
        let place = map.place(tile);
        let taken = map.ground(tile) == Ground::Blocked || (held[place].is_some() && !shared && law.on(TILES));
        if taken {
            found[place] = None;
        }
    }
    found
}

/// How far a character has to walk to a tile; none if it cannot.
pub fn way(law: &mut SkirmishLaw<'_>, state: &State, mover: &Character, to: Tile) -> Option<u32> {
    let place = of(law, state).filter(|map| to.0 < map.width && to.1 < map.height)?.place(to);
    walks(law, state, mover, Some(to)).get(place).copied().flatten()
}

/// Whether nothing is in the way between two tiles, if that matters.
pub fn is_open(law: &mut SkirmishLaw<'_>, state: &State, from: Tile, to: Tile) -> bool {
    if law.readings().reach_line == ReachLine::NotNeeded {
        return true;
    }
    let Some(map) = of(law, state) else { return false };
    let straight = distance(law, from, to);
    let inside = to.0 < map.width && to.1 < map.height;
    inside && steps(law, map, from, Some(to), |_, _| true)[map.place(to)] == Some(straight)
}
