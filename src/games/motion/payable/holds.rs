//! Hold entries: staying gems are matched to letters.

use super::super::demand::{Board, Count, ELEMENTS, Entry, Kind, OFF, PLACES, Set, Want, members};
use super::{Gems, Matching, Question, reach};

/// Whether every hold entry finds its gems, and every `A` its gems gone.
pub(super) fn satisfied(question: &Question<'_>, gems: &Gems, entries: &[Entry], kept: &[Entry]) -> bool {
    let gone = gone(entries);
    let leaving = question.mode.repeatedly.then(|| leaving(question, gems, &gone));
    let gems = leaving.as_ref().unwrap_or(gems);
    if !question.mode.all_spares_held && any(&gems.stay, &gone) {
        return false;
    }
    if question.kept_apart {
        let before = Gems { stay: question.board.clone(), arrive: Board::default() };
        return matched(question, &before, &[], kept, &Cells::default())
            && matched(question, gems, entries, &[], &gone);
    }
    matched(question, gems, entries, kept, &gone)
}

/// Cells of the board: a place and an element.
const CELLS: usize = PLACES * ELEMENTS;
type Cells = [[bool; ELEMENTS]; PLACES];

/// The cells that an `A` wants empty of the gems that were there.
fn gone(entries: &[Entry]) -> Cells {
    let mut cells = Cells::default();
    for entry in entries.iter().filter(|e| e.kind != Kind::Hold) {
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

/// The gems, but of those that an `A` wants gone as many move as can.
fn leaving(question: &Question<'_>, gems: &Gems, gone: &Cells) -> Gems {
    let (mut gems, most) = (gems.clone(), Gems::moved(question.board, question.moves, true));
    for (place, element) in (0..CELLS).map(|cell| (cell / ELEMENTS, cell % ELEMENTS)) {
        if gone[place][element] {
            gems.stay.0[place][element] = most.stay.0[place][element];
            gems.arrive.0[place][element] = most.arrive.0[place][element];
        }
    }
    gems
}

fn any(board: &Board, cells: &Cells) -> bool {
    (0..PLACES).any(|p| (0..ELEMENTS).any(|e| cells[p][e] && board.0[p][e] > 0))
}

fn fits(spheres: Set, elements: Set) -> impl Iterator<Item = usize> {
    members(spheres).filter(|p| *p < PLACES - 1).flat_map(move |p| members(elements).map(move |e| p * ELEMENTS + e))
}

fn matched(question: &Question<'_>, gems: &Gems, entries: &[Entry], kept: &[Entry], gone: &Cells) -> bool {
    let mode = question.mode;
    // The gems that stay, cell by cell, and after them those that arrive, which hold for no card in play.
    let room: Vec<u32> = gems.stay.0.iter().chain(&gems.arrive.0).flatten().copied().collect();
    let holds = |list: &[Entry], new: bool| -> Vec<Vec<usize>> {
        let of = |entry: &Entry, want: &Want| -> Vec<Vec<usize>> {
            let cells = || fits(entry.spheres, want.elements);
            let staying = cells().filter(|c| !new || !gone[c / ELEMENTS][c % ELEMENTS]);
            // An `A` speaks of the gems that were there, so that none that arrives serves it.
            let arrive = new && mode.moved_may_hold && want.count != Count::All;
            let places = staying.chain(cells().filter(|_| arrive).map(|c| c + CELLS)).collect();
            vec![places; number(entry, want, question)]
        };
        let holding = list.iter().filter(|e| e.kind == Kind::Hold);
        holding.flat_map(|e| e.wants.iter().flat_map(move |w| of(e, w))).collect()
    };
    let new = holds(entries, true);
    let old = holds(kept, false);
    let all: Vec<Vec<usize>> = new.iter().chain(&old).cloned().collect();
    let matched = if mode.share_held {
        // Each entry finds its gems beside those of the sustained cards, whatever the others hold.
        let beside_kept = |entry: &Entry| {
            let fits = holds(std::slice::from_ref(entry), true).into_iter().chain(old.iter().cloned()).collect();
            Matching::new(room.clone(), fits).saturates()
        };
        Matching::new(room.clone(), old.clone()).saturates() && entries.iter().all(beside_kept)
    } else {
        Matching::new(room.clone(), all.clone()).saturates()
    };
    if !matched {
        return false;
    }
    // By the theorem of Mendelsohn and Dulmage, letters and certain gems can be matched at once if
    // each can be matched by itself.
    let spared = (0..CELLS).filter(|c| gone[c / ELEMENTS][c % ELEMENTS]).map(|c| (c, room[c]));
    if !gems_matched(spared, &old) {
        return false;
    }
    if mode.exactly {
        let mut cells = Cells::default();
        for entry in entries.iter().filter(|e| e.kind == Kind::Hold) {
            for cell in entry.wants.iter().flat_map(|w| fits(entry.spheres, w.elements)) {
                cells[cell / ELEMENTS][cell % ELEMENTS] = true;
            }
        }
        let exact = (0..room.len()).filter(|c| cells[c % CELLS / ELEMENTS][c % ELEMENTS]).map(|c| (c, room[c]));
        return gems_matched(exact, &all);
    }
    true
}

/// Whether each of so many gems in these cells can be held for a letter of its own.
fn gems_matched(cells: impl Iterator<Item = (usize, u32)>, letters: &[Vec<usize>]) -> bool {
    let mut fits = Vec::new();
    for (cell, count) in cells {
        let wanting: Vec<usize> = (0..letters.len()).filter(|u| letters[*u].contains(&cell)).collect();
        if count as usize > wanting.len() {
            return false;
        }
        fits.extend(std::iter::repeat_n(wanting, count as usize));
    }
    Matching::new(vec![1; letters.len()], fits).saturates()
}

/// How many gems a letter of a hold entry asks for; an `A`, as many as were there.
fn number(entry: &Entry, want: &Want, question: &Question<'_>) -> usize {
    let count = match want.count {
        Count::One => 1,
        Count::Number(number) => number,
        Count::All => {
            let cells = fits(entry.spheres, want.elements);
            let there: u32 = cells.map(|c| question.board.0[c / ELEMENTS][c % ELEMENTS]).sum();
            // Where it needs one, it asks in vain for a gem that is not there.
            if question.mode.all_needs_one { there.max(1) } else { there }
        }
    };
    count as usize
}
