//! What happens to the gems of a board under declared movements: which of them stay, and which arrive where.
//!
//! If gems move once, this follows from the movements. If they may move repeatedly, a gem that leaves a place may have
//! lain there or may have arrived there, and this is decided for each place separately.

use crate::action::Move;
use crate::demand::{Board, ELEMENTS, PLACES};

/// Gems by what happens to them in the payment.
#[derive(Clone)]
pub(super) struct Gems {
    /// Gems that stay where they are.
    pub stay: Board,
    /// Gems that arrive, and stay there.
    pub arrive: Board,
}

impl Gems {
    /// The ways in which the movements can be made if as few gems move as possible; just one way, unless gems go
    /// round.
    pub fn ways(board: &Board, moves: &[Move], repeatedly: bool) -> Vec<Self> {
        let mut ways = vec![Self::moved(board, moves, !repeatedly)];
        for element in (0..ELEMENTS).filter(|_| repeatedly) {
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
        let mut gems = Self { stay: board.clone(), arrive: Board::default() };
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
