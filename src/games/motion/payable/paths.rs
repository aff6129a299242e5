//! If gems may move repeatedly: whether the gems to which an `A` applies can have ended where the `A` demands.
//!
//! Movements join into paths, and no player declares which gem of an element takes which path. So this looks for a
//! flow that uses each movement at most once and leads from where the gems lay to where gems lie in the end.

use super::{Gems, PaymentQuestion, reach};
use crate::demand::{Entry, EntryKind, PLACES, Set, Want, members};

/// Whether each moving gem to which `want` applies can have ended outside the sphere of the want (out) or in it (in).
pub(super) fn all_end(question: &PaymentQuestion<'_>, entry: &Entry, want: &Want) -> bool {
    let places = |set: Set| members(set).filter(|place| *place < PLACES);
    members(want.elements).all(|element| match entry.kind {
        EntryKind::In => Paths::new(question, element, entry.spheres).all_from(places(reach(entry))),
        EntryKind::Out => {
            places(entry.spheres).all(|s| Paths::new(question, element, !(1 << s)).all_from([s].into_iter()))
        }
        EntryKind::Hold => true,
    })
}

/// The gems of one element and their movements.
struct Paths {
    /// The gems that move, by where they lie at first.
    start: [u32; PLACES],
    /// Movements not yet taken; a movement that was taken may be given back.
    left: [[u32; PLACES]; PLACES],
    /// The gems that lie in a place where they are wanted in the end.
    room: [u32; PLACES],
}

impl Paths {
    fn new(question: &PaymentQuestion<'_>, element: usize, wanted: Set) -> Self {
        let gems = Gems::moved(question.board, question.moves, true);
        let mut paths = Self { start: [0; PLACES], left: [[0; PLACES]; PLACES], room: [0; PLACES] };
        for one in question.moves.iter().filter(|one| one.gem as usize == element) {
            paths.left[one.from as usize][one.to as usize] += 1;
        }
        for place in 0..PLACES {
            let lying = question.board.0[place][element];
            paths.start[place] = lying - gems.stay.0[place][element];
            if wanted >> place & 1 == 1 {
                let arrive: u32 = paths.left.iter().map(|row| row[place]).sum();
                paths.room[place] = (lying + arrive).saturating_sub(paths.left[place].iter().sum());
            }
        }
        paths
    }

    fn all_from(mut self, places: impl Iterator<Item = usize>) -> bool {
        places.into_iter().all(|place| (0..self.start[place]).all(|_| self.end(place, &mut [false; PLACES])))
    }

    /// Takes one gem from `place` to where it is wanted.
    fn end(&mut self, place: usize, seen: &mut [bool; PLACES]) -> bool {
        seen[place] = true;
        if self.room[place] > 0 {
            self.room[place] -= 1;
            return true;
        }
        (0..PLACES).any(|to| {
            if seen[to] || self.left[place][to] == 0 || !self.end(to, seen) {
                return false;
            }
            self.left[place][to] -= 1;
            self.left[to][place] += 1;
            true
        })
    }
}
