//! The choices in entries that a ruling settles before any movement is considered: the element of a repeated class
//! letter, and the spheres that an `A` may take.

use super::terms::Terms;
use crate::demand::{Board, Count, Entry, EntryKind, Set, members};
use crate::payable::Undecided;

/// The most ways to settle the entries of one payment.
const MOST_WAYS: usize = 256;

/// The ways in which these entries may be settled; a single way if nothing is open.
///
/// # Errors
/// If there are too many.
pub fn ways(terms: &Terms, board: Option<&Board>, entries: &[Entry]) -> Result<Vec<Vec<Entry>>, Undecided> {
    let mut ways = vec![entries.to_vec()];
    for (at, entry) in entries.iter().enumerate() {
        if let Some(board) = board.filter(|_| terms.with_gems) {
            let spheres = with_gems(entry, board);
            ways.iter_mut().for_each(|way| way[at].spheres = spheres);
        }
        for elements in repeated(entry).into_iter().filter(|_| terms.one_element) {
            let of = |way: &Vec<Entry>, element: usize| {
                let mut way = way.clone();
                let same = |want: &&mut crate::demand::Want| want.elements == elements && want.count != Count::All;
                way[at].wants.iter_mut().filter(same).for_each(|want| want.elements = 1 << element);
                way
            };
            ways = ways.iter().flat_map(|way| members(elements).map(move |element| of(way, element))).collect();
            if ways.len() > MOST_WAYS {
                return Err(Undecided("too many ways to choose elements; this payment is not decided".to_owned()));
            }
        }
    }
    Ok(ways)
}

/// The classes of elements from which an entry demands several gems, except by an `A`.
fn repeated(entry: &Entry) -> Vec<Set> {
    let mut found: Vec<Set> = Vec::new();
    for want in entry.wants.iter().filter(|want| want.elements.count_ones() > 1) {
        let number = |count: Count| match count {
            Count::One => 1,
            Count::Number(number) => number,
            Count::All => 0,
        };
        let same = entry.wants.iter().filter(|other| other.elements == want.elements);
        if same.map(|other| number(other.count)).sum::<u32>() > 1 && !found.contains(&want.elements) {
            found.push(want.elements);
        }
    }
    found
}

/// The spheres of an entry with an `A` that contain a matching gem; all its spheres if none does.
fn with_gems(entry: &Entry, board: &Board) -> Set {
    let all = entry.wants.iter().filter(|want| want.count == Count::All).fold(0, |set, want| set | want.elements);
    let lies = |sphere: &usize| members(all).any(|element| board.0[*sphere][element] > 0);
    let with = members(entry.spheres).filter(lies).fold(0, |set, sphere| set | 1 << sphere);
    if entry.kind == EntryKind::In || with == 0 { entry.spheres } else { with }
}
