//! Turns counts of movements into the paths of single gems.
//!
//! If a gem moves once, each movement is a path. If it may move repeatedly, paths are walked greedily from their
//! starts: a walk that gets stuck ends where a gem must end, since everywhere else as many movements leave as arrive.
//! The movements that remain form circuits, which are inserted into a path that passes by.

use std::collections::BTreeSet;

use super::model::Model;
use super::plan::Failure;
use super::{ELEMENTS, SPHERES, Set, has, members, only};

/// The spheres that one moving gem passes, from its start to its end.
pub(super) struct Trail {
    pub(super) element: usize,
    pub(super) spheres: Vec<usize>,
}

/// The number of movements of one element, from and to each sphere.
type Movements = [[i64; SPHERES]; SPHERES];

/// The paths of all gems that move.
pub(super) fn trails(model: &Model, values: &[i64]) -> Result<Vec<Trail>, Failure> {
    let (mut trails, mut isles) = (Vec::new(), BTreeSet::new());
    for element in 0..ELEMENTS {
        let paths = if model.problem.mode.repeatedly {
            let (paths, left) = paths(model, values, element).ok_or(Failure::Unfit)?;
            isles.extend(components(left).into_iter().map(|isle| (element, isle)));
            paths
        } else {
            steps(&counts(&model.moves[element], values))
        };
        trails.extend(paths.into_iter().map(|spheres| Trail { element, spheres }));
    }
    if isles.is_empty() { Ok(trails) } else { Err(Failure::Isles(isles)) }
}

fn counts(sums: &[[super::program::Sum; SPHERES]; SPHERES], values: &[i64]) -> Movements {
    std::array::from_fn(|s| std::array::from_fn(|t| sums[s][t].value(values)))
}

fn steps(moves: &Movements) -> Vec<Vec<usize>> {
    let mut paths = Vec::new();
    for (from, row) in moves.iter().enumerate() {
        for (to, &count) in row.iter().enumerate() {
            paths.extend((0..count).map(|_| vec![from, to]));
        }
    }
    paths
}

/// The paths of an element, and the circuits that no path passes by.
fn paths(model: &Model, values: &[i64], element: usize) -> Option<(Vec<Vec<usize>>, Movements)> {
    let starts: [i64; SPHERES] = std::array::from_fn(|sphere| model.starting(element, sphere).value(values));
    let mut left = Movements::default();
    let mut paths = Vec::new();
    match &model.flows {
        None => {
            left = counts(&model.moves[element], values);
            paths.extend(walk(&starts, &mut left)?);
        }
        Some(flows) => {
            for (start, flow) in flows.iter().enumerate() {
                let mut moves = counts(&flow[element], values);
                let mut own = [0; SPHERES];
                own[start] = starts[start];
                paths.extend(walk(&own, &mut moves)?);
                (0..SPHERES).for_each(|s| (0..SPHERES).for_each(|t| left[s][t] += moves[s][t]));
            }
        }
    }
    insert_circuits(&mut paths, &mut left)?;
    Some((paths, left))
}

/// Removes from `left` one movement that leaves `sphere`.
fn step(sphere: usize, left: &mut Movements) -> Option<usize> {
    let to = left[sphere].iter().position(|&count| count > 0)?;
    left[sphere][to] -= 1;
    Some(to)
}

/// Walks from each start until no movement is left; every path gets its first movement before any path gets more.
fn walk(starts: &[i64; SPHERES], left: &mut Movements) -> Option<Vec<Vec<usize>>> {
    let mut paths = Vec::new();
    for (start, &count) in starts.iter().enumerate() {
        for _ in 0..count {
            paths.push(vec![start, step(start, left)?]);
        }
    }
    for path in &mut paths {
        while let Some(to) = path.last().and_then(|&sphere| step(sphere, left)) {
            path.push(to);
        }
    }
    Some(paths)
}

/// Inserts the circuits in `left` into the paths that pass by; `None` if `left` does not consist of circuits.
fn insert_circuits(paths: &mut [Vec<usize>], left: &mut Movements) -> Option<()> {
    for path in paths {
        let mut place = 0;
        while let Some(&start) = path.get(place) {
            let mut circuit = Vec::new();
            let mut sphere = start;
            while let Some(to) = step(sphere, left) {
                circuit.push(to);
                sphere = to;
            }
            if sphere != start {
                return None;
            }
            place += 1;
            path.splice(place..place, circuit);
        }
    }
    Some(())
}

/// The sets of spheres that movements join.
fn components(mut left: Movements) -> Vec<Set> {
    let mut components = Vec::new();
    while let Some(start) = left.iter().position(|row| row.iter().any(|&count| count > 0)) {
        let mut component = only(start);
        for _ in 0..SPHERES {
            let joined = |&s: &usize| (0..SPHERES).any(|t| has(component, t) && (left[s][t] > 0 || left[t][s] > 0));
            component |= (0..SPHERES).filter(joined).fold(0, |set, sphere| set | only(sphere));
        }
        members(component).filter(|&s| s < SPHERES).for_each(|s| left[s] = [0; SPHERES]);
        components.push(component);
    }
    components
}
