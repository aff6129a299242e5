//! The gems of a board under declared movements: which of them stay, and which arrive where.
//!
//! If gems move once, this follows from the movements. If they may move repeatedly, a gem that leaves a place may have
//! lain there or may have arrived there. This is decided for each place separately, unless it matters for a gem both
//! where it lay and where it arrives.

use std::collections::BTreeSet;

use super::Undecided;
use crate::action::Move;
use crate::demand::{Board, ELEMENTS, PLACES};

/// The most ways in which movements may join into paths; if there are more, the payment is left undecided.
const MOST_WAYS: usize = 2_000;

/// Gems by what happens to them in the payment.
#[derive(Clone)]
pub(super) struct Gems {
    /// Gems that stay where they are.
    pub stay: Board,
    /// Gems that arrive, and stay there.
    pub arrive: Board,
    /// The gems that move, if it matters where each of them both lay and arrives.
    pub paths: Option<Vec<Path>>,
}

/// A gem that moves: its element, where it lay, and where it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Path {
    pub element: usize,
    pub from: usize,
    pub to: usize,
}

impl From<&Move> for Path {
    fn from(one: &Move) -> Self {
        Self { element: one.gem as usize, from: one.from as usize, to: one.to as usize }
    }
}

impl Gems {
    /// The ways in which the movements can be made. If gems move repeatedly, as few of them move as possible, and
    /// there is just one way unless gems go round; but if it matters for a gem both where it lay and where it arrives
    /// (`paired`), every way is listed.
    ///
    /// # Errors
    /// If there are too many ways.
    pub fn ways(board: &Board, moves: &[Move], repeatedly: bool, paired: bool) -> Result<Vec<Self>, Undecided> {
        match (repeatedly, paired) {
            (false, false) => Ok(vec![Self::moved(board, moves, true)]),
            (false, true) => Ok(vec![Self::of_paths(board, moves.iter().map(Path::from).collect())]),
            (true, false) => Ok(Self::with_rounds(board, moves)),
            (true, true) => Ok(joined(board, moves)?.into_iter().map(|paths| Self::of_paths(board, paths)).collect()),
        }
    }

    fn of_paths(board: &Board, paths: Vec<Path>) -> Self {
        let mut gems = Self { stay: board.clone(), arrive: Board::default(), paths: None };
        for path in &paths {
            gems.stay.0[path.from][path.element] -= 1;
            gems.arrive.0[path.to][path.element] += 1;
        }
        Self { paths: Some(paths), ..gems }
    }

    fn with_rounds(board: &Board, moves: &[Move]) -> Vec<Self> {
        let mut ways = vec![Self::moved(board, moves, false)];
        for element in 0..ELEMENTS {
            for round in rounds(moves, element) {
                let begins = |place: &usize| round >> place & 1 == 1 && board.0[*place][element] > 0;
                let begins: Vec<usize> = (0..PLACES).filter(begins).collect();
                let one = |way: &Self, place: usize| {
                    let mut way = way.clone();
                    way.stay.0[place][element] -= 1;
                    way.arrive.0[place][element] += 1;
                    way
                };
                ways = ways.iter().flat_map(|way| begins.iter().map(move |place| one(way, *place))).collect();
            }
        }
        ways
    }

    /// Among the gems that leave a place, as many as possible (`most`), or as few as possible, are gems that lay
    /// there.
    pub fn moved(board: &Board, moves: &[Move], most: bool) -> Self {
        let mut gems = Self { stay: board.clone(), arrive: Board::default(), paths: None };
        let mut leave = Board::default();
        for one in moves {
            leave.0[one.from as usize][one.gem as usize] += 1;
            gems.arrive.0[one.to as usize][one.gem as usize] += 1;
        }
        for (place, element) in (0..PLACES).flat_map(|place| (0..ELEMENTS).map(move |element| (place, element))) {
            let (leave, arrive) = (leave.0[place][element], &mut gems.arrive.0[place][element]);
            let own = if most { leave } else { leave.saturating_sub(*arrive) }.min(board.0[place][element]);
            gems.stay.0[place][element] -= own;
            *arrive = arrive.saturating_sub(leave - own);
        }
        gems
    }
}

/// The sets of places among which gems of an element move such that each place receives as many gems as leave it. At
/// least one of the gems that lay there goes round.
fn rounds(moves: &[Move], element: usize) -> Vec<u8> {
    let mut groups: Vec<u8> = Vec::new();
    let own = || moves.iter().filter(|one| one.gem as usize == element);
    for one in own() {
        let ends = 1 << one.from as u8 | 1 << one.to as u8;
        let (linked, apart): (Vec<u8>, Vec<u8>) = groups.into_iter().partition(|group| group & ends != 0);
        groups = apart;
        groups.push(linked.into_iter().fold(ends, |all, group| all | group));
    }
    let even = |place: usize| {
        own().filter(|one| one.from as usize == place).count() == own().filter(|one| one.to as usize == place).count()
    };
    groups.retain(|group| (0..PLACES).all(|place| group >> place & 1 == 0 || even(place)));
    groups
}

/// Every way in which the movements join into the paths of gems. At first, each movement is the path of its own gem;
/// where one path ends and another begins, one gem may make both.
fn joined(board: &Board, moves: &[Move]) -> Result<Vec<Vec<Path>>, Undecided> {
    let mut first: Vec<Path> = moves.iter().map(Path::from).collect();
    first.sort_unstable();
    let mut found = BTreeSet::from([first.clone()]);
    let mut open = vec![first];
    while let Some(paths) = open.pop() {
        for (one, other) in (0..paths.len()).flat_map(|one| (0..paths.len()).map(move |other| (one, other))) {
            let (before, after) = (paths[one], paths[other]);
            if one == other || before.element != after.element || before.to != after.from {
                continue;
            }
            let mut fewer = paths.clone();
            fewer[one].to = after.to;
            fewer.swap_remove(other);
            fewer.sort_unstable();
            if found.insert(fewer.clone()) {
                open.push(fewer);
            }
        }
        if found.len() > MOST_WAYS {
            return Err(Undecided("too many ways to join movements; this payment is not decided".to_owned()));
        }
    }
    let there = |paths: &Vec<Path>| {
        let lying = |path: &Path| board.0[path.from][path.element] as usize;
        let from_there =
            |path: &Path| paths.iter().filter(|o| (o.element, o.from) == (path.element, path.from)).count();
        paths.iter().all(|path| from_there(path) <= lying(path))
    };
    Ok(found.into_iter().filter(there).collect())
}
