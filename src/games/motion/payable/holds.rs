//! Hold entries: staying gems are matched to letters.

use super::{Gems, Matching, PaymentQuestion, reach};
use crate::demand::{Board, Count, ELEMENTS, Entry, EntryKind, OFF, PLACES, Set, Want, members};

/// Whether there are gems for every hold entry, and whether the gems that have to go because of an `A` are gone.
pub(super) fn satisfied(question: &PaymentQuestion<'_>, gems: &Gems, entries: &[Entry], kept: &[Entry]) -> bool {
    let gone = gone(entries);
    let leaving = question.mode.repeatedly.then(|| leaving(question, gems, &gone));
    let gems = leaving.as_ref().unwrap_or(gems);
    if !question.mode.all_spares_held && any(&gems.stay, &gone) {
        return false;
    }
    if question.kept_apart {
        let before = Gems { stay: question.board.clone(), arrive: Board::default() };
        return matched(question, &before, &[], kept, &OpenCells::default())
            && matched(question, gems, entries, &[], &gone);
    }
    matched(question, gems, entries, kept, &gone)
}

/// The cells of the board: a place and an element.
const CELLS: usize = PLACES * ELEMENTS;
type OpenCells = [[bool; ELEMENTS]; PLACES];

/// The cells from which, because of an `A`, all gems that were there must go.
fn gone(entries: &[Entry]) -> OpenCells {
    let mut cells = OpenCells::default();
    for entry in entries.iter().filter(|e| e.kind != EntryKind::Hold) {
        for want in entry.wants.iter().filter(|w| w.count == Count::All) {
            for place in members(reach(entry) & !OFF).filter(|p| *p < PLACES) {
                for element in members(want.elements) {
                    cells[place][element] = true;
                }
            }
        }
    }
    cells
}

/// The gems, where as many as possible of those that must go because of an `A` are among the gems that move.
fn leaving(question: &PaymentQuestion<'_>, gems: &Gems, gone: &OpenCells) -> Gems {
    let (mut gems, most) = (gems.clone(), Gems::moved(question.board, question.moves, true));
    for (place, element) in (0..CELLS).map(|cell| (cell / ELEMENTS, cell % ELEMENTS)) {
        if gone[place][element] {
            gems.stay.0[place][element] = most.stay.0[place][element];
            gems.arrive.0[place][element] = most.arrive.0[place][element];
        }
    }
    gems
}

fn any(board: &Board, cells: &OpenCells) -> bool {
    (0..PLACES).any(|p| (0..ELEMENTS).any(|e| cells[p][e] && board.0[p][e] > 0))
}

fn fits(spheres: Set, elements: Set) -> impl Iterator<Item = usize> {
    members(spheres).filter(|p| *p < PLACES - 1).flat_map(move |p| members(elements).map(move |e| p * ELEMENTS + e))
}

/// A gem that a letter asks for: the cells where it may lie, and whether it must be found.
struct HeldUnit {
    cells: Vec<usize>,
    must: bool,
}

/// What the letters of hold entries ask for; an `A` asks for as many gems as were there.
///
/// If an `A` spares gems held for cards in play, its units may go without a gem. But then every gem to which the `A`
/// applies must be matched to a unit, either of the `A` itself or of a card in play.
fn units(question: &PaymentQuestion<'_>, gone: &OpenCells, entries: &[Entry], kept: &[Entry]) -> Vec<HeldUnit> {
    let mode = question.mode;
    let holding = |list, in_play| holding(list).map(move |(entry, want)| (entry, want, in_play));
    let wants: Vec<(&Entry, &Want, bool)> = holding(entries, false).chain(holding(kept, true)).collect();
    let mut units = Vec::new();
    for (at, (entry, want, in_play)) in wants.iter().enumerate() {
        let all = want.count == Count::All;
        let claimed = |cell: usize| {
            let others =
                wants.iter().enumerate().filter(|(other, (_, want, _))| *other != at && want.count == Count::All);
            mode.all_spares_held
                && others.into_iter().any(|(_, (e, w, _))| fits(e.spheres, w.elements).any(|c| c == cell))
        };
        let open = |cell: &usize| *in_play || !gone[cell / ELEMENTS][cell % ELEMENTS] && !claimed(*cell);
        let fitting = || fits(entry.spheres, want.elements);
        // An `A` means the gems that were there, so a gem that arrives does not serve the `A`.
        let arrives = !in_play && mode.moved_may_hold && !all;
        let cells: Vec<usize> =
            fitting().filter(open).chain(fitting().filter(|_| arrives).map(|c| c + CELLS)).collect();
        let there = || fitting().map(|c| question.board.0[c / ELEMENTS][c % ELEMENTS]).sum::<u32>();
        // If an `A` needs at least one gem, it demands a gem even when none is there, and then cannot be paid.
        let least = u32::from(mode.all_needs_one);
        let (number, must) = match want.count {
            Count::One => (1, 1),
            Count::Number(number) => (number, number),
            Count::All if mode.all_spares_held => (there().max(least), least),
            Count::All => (there().max(least), there().max(least)),
        };
        units.extend((0..number).map(|n| HeldUnit { cells: cells.clone(), must: n < must }));
    }
    units
}

/// The letters of hold entries.
fn holding(list: &[Entry]) -> impl Iterator<Item = (&Entry, &Want)> {
    list.iter().filter(|e| e.kind == EntryKind::Hold).flat_map(|e| e.wants.iter().map(move |w| (e, w)))
}

fn matched(question: &PaymentQuestion<'_>, gems: &Gems, entries: &[Entry], kept: &[Entry], gone: &OpenCells) -> bool {
    let mode = question.mode;
    // The gems that stay, cell by cell, and then those that arrive, which are not held for cards in play.
    let room: Vec<u32> = gems.stay.0.iter().chain(&gems.arrive.0).flatten().copied().collect();
    let found = |units: Vec<HeldUnit>| {
        Matching::new(room.clone(), units.into_iter().filter(|u| u.must).map(|u| u.cells).collect()).saturates()
    };
    let found = if mode.share_held {
        // There must be gems for each entry together with the sustained cards, whatever the other entries hold.
        let beside_kept = |entry: &Entry| found(units(question, gone, std::slice::from_ref(entry), kept));
        found(units(question, gone, &[], kept)) && entries.iter().all(beside_kept)
    } else {
        found(units(question, gone, entries, kept))
    };
    if !found {
        return false;
    }
    // By the theorem of Mendelsohn and Dulmage, units and certain gems can be matched at once if each can be matched
    // by itself. Here, the certain gems are those that an `A` (of a movement or a hold) spares because a card in play
    // holds them.
    let mut certain = vec![false; room.len()];
    for cell in (0..CELLS).filter(|c| gone[c / ELEMENTS][c % ELEMENTS]) {
        certain[cell] = true;
    }
    for (entry, want) in holding(entries).chain(holding(kept)) {
        for cell in fits(entry.spheres, want.elements) {
            if mode.all_spares_held && want.count == Count::All {
                if room[cell] < question.board.0[cell / ELEMENTS][cell % ELEMENTS] {
                    return false;
                }
                certain[cell] = true;
            }
        }
    }
    for (entry, want) in holding(entries).chain(holding(kept)).filter(|_| mode.exactly) {
        for cell in fits(entry.spheres, want.elements) {
            (certain[cell], certain[cell + CELLS]) = (true, true);
        }
    }
    let certain = (0..room.len()).filter(|cell| certain[*cell]).map(|cell| (cell, room[cell]));
    let units: Vec<Vec<usize>> = units(question, gone, entries, kept).into_iter().map(|u| u.cells).collect();
    gems_matched(certain, &units)
}

/// Whether each of the gems in these cells can be held for its own unit.
fn gems_matched(cells: impl Iterator<Item = (usize, u32)>, units: &[Vec<usize>]) -> bool {
    let mut fits = Vec::new();
    for (cell, count) in cells {
        let wanting: Vec<usize> = (0..units.len()).filter(|u| units[*u].contains(&cell)).collect();
        if count as usize > wanting.len() {
            return false;
        }
        fits.extend(std::iter::repeat_n(wanting, count as usize));
    }
    Matching::new(vec![1; units.len()], fits).saturates()
}
