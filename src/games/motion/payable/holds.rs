//! Hold entries: staying gems are matched to letters.

use super::gems::Path;
use super::sharing::{SharedUnit, Sharing};
use super::{Gems, Matching, PaymentQuestion, Undecided, reach};
use crate::demand::{Board, Count, ELEMENTS, Entry, EntryKind, Mode, OFF, PLACES, Set, Want, members};

/// Whether there are gems for every hold entry, and whether the gems that have to go because of an `A` are gone.
///
/// # Errors
/// If this is too much to decide.
pub(super) fn satisfied(
    question: &PaymentQuestion<'_>,
    gems: &Gems,
    entries: &[Entry],
    kept: &[Entry],
) -> Result<bool, Undecided> {
    let gone = gone(entries);
    if let (Some(paths), true) = (&gems.paths, question.mode.repeatedly)
        && !all_served(paths, entries, question.mode.all_needs_one)
    {
        return Ok(false);
    }
    let leaving = (question.mode.repeatedly && gems.paths.is_none()).then(|| leaving(question, gems, &gone));
    let gems = leaving.as_ref().unwrap_or(gems);
    if !question.mode.all_spares_held && any(&gems.stay, &gone) {
        return Ok(false);
    }
    if question.kept_apart {
        let before = Gems { stay: question.board.clone(), arrive: Board::default(), paths: None };
        return Ok(matched(question, &before, &[], kept, &OpenCells::default())?
            && matched(question, gems, entries, &[], &gone)?);
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

/// Whether each moving gem to which an `A` applies ends outside the sphere of the `A` (out) or in it (in), and whether
/// there is such a gem if an `A` needs one.
fn all_served(paths: &[Path], entries: &[Entry], needs_one: bool) -> bool {
    let has = |set: Set, member: usize| set >> member & 1 == 1;
    entries.iter().filter(|entry| entry.kind != EntryKind::Hold).all(|entry| {
        let ends = |path: &Path| match entry.kind {
            EntryKind::In => has(entry.spheres, path.to),
            EntryKind::Out | EntryKind::Hold => path.to != path.from,
        };
        let applies =
            |want: &Want, path: &Path| has(want.elements, path.element) && has(reach(entry) & !OFF, path.from);
        let served = |want: &Want| {
            let mut reached = paths.iter().filter(|path| applies(want, path)).peekable();
            (!needs_one || reached.peek().is_some()) && reached.all(ends)
        };
        entry.wants.iter().filter(|want| want.count == Count::All).all(served)
    })
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

/// A gem that a letter asks for: the rooms of gems that may serve it, and whether it must be found.
struct HeldUnit {
    card: usize,
    index: usize,
    in_play: bool,
    rooms: Vec<usize>,
    must: bool,
}

/// The letters of hold entries, of cards that are played and of cards in play.
fn letters<'e>(entries: &'e [Entry], kept: &'e [Entry]) -> Vec<(&'e Entry, &'e Want, bool)> {
    let holding = |list, in_play| holding(list).map(move |(entry, want)| (entry, want, in_play));
    holding(entries, false).chain(holding(kept, true)).collect()
}

/// The letters of hold entries.
fn holding(list: &[Entry]) -> impl Iterator<Item = (&Entry, &Want)> {
    list.iter().filter(|e| e.kind == EntryKind::Hold).flat_map(|e| e.wants.iter().map(move |w| (e, w)))
}

/// Gems that move in one way: the cell where they lay, and the cells where they may be held.
struct Moved {
    lay: Option<usize>,
    from: Option<usize>,
    to: Option<usize>,
    count: u32,
}

/// The gems that may be held: the gems that stay, cell by cell, and then the gems that move.
struct Rooms {
    room: Vec<u32>,
    moved: Vec<Moved>,
}

impl Rooms {
    /// The gems that may be held. Under `exact` numbers, a gem that arrives must be held there, and then serves nothing
    /// where it lay unless it is shared.
    fn new(question: &PaymentQuestion<'_>, gems: &Gems, exact: Option<&[bool]>) -> Self {
        let cell = |place: usize, element: usize| place * ELEMENTS + element;
        let cells = |board: &Board| board.0.iter().flatten().copied().collect::<Vec<u32>>();
        let mut moved: Vec<Moved> = Vec::new();
        match &gems.paths {
            Some(paths) => {
                for path in paths {
                    let (from, to) = (cell(path.from, path.element), cell(path.to, path.element));
                    let held = Some(from).filter(|_| from == to || exact.is_none_or(|exact| !exact[to]));
                    moved.push(Moved { lay: Some(from), from: held, to: Some(to), count: 1 });
                }
            }
            None => {
                let arrive = cells(&gems.arrive).into_iter().enumerate();
                moved.extend(arrive.map(|(to, count)| Moved { lay: None, from: None, to: Some(to), count }));
                let stay = cells(&gems.stay);
                let lying = cells(question.board).into_iter().enumerate();
                moved.extend(lying.map(|(from, all)| Moved {
                    lay: Some(from),
                    from: Some(from),
                    to: None,
                    count: all - stay[from],
                }));
            }
        }
        moved.retain(|moved| moved.count > 0);
        let room = cells(&gems.stay).into_iter().chain(moved.iter().map(|moved| moved.count)).collect();
        Self { room, moved }
    }

    /// The rooms of the gems that move, as `fits` picks them.
    fn moved(&self, fits: impl Fn(&Moved) -> bool) -> Vec<usize> {
        (0..self.moved.len()).filter(|at| fits(&self.moved[*at])).map(|at| CELLS + at).collect()
    }
}

/// The gems that may be held, and the terms under which letters ask for them.
struct Holding<'a> {
    question: &'a PaymentQuestion<'a>,
    gone: &'a OpenCells,
    rooms: Rooms,
}

impl Holding<'_> {
    /// Whether gems that move away may serve an entry of a card that is played.
    fn may_leave(&self, entry: &Entry) -> bool {
        self.question.mode.held_may_move && !entry.stays
    }

    /// The gems that letters ask for; an `A` asks for as many gems as were there.
    ///
    /// If an `A` spares gems held for cards in play, its units may go without a gem. But then every gem to which the
    /// `A` applies must be matched to a unit, either of the `A` itself or of a card in play.
    fn units(&self, wants: &[(&Entry, &Want, bool)]) -> Vec<HeldUnit> {
        let (mode, gone) = (self.question.mode, self.gone);
        let mut units = Vec::new();
        for (at, (entry, want, in_play)) in wants.iter().enumerate() {
            let all = want.count == Count::All;
            let shares = |other: &Entry, other_in_play: bool| {
                let played = mode.share_held && !in_play && !other_in_play;
                !other.is(entry) && (played || mode.share_own && other.card == entry.card)
            };
            let claimed = |cell: usize| {
                let others =
                    wants.iter().enumerate().filter(|(other, (_, want, _))| *other != at && want.count == Count::All);
                mode.all_spares_held
                    && others
                        .filter(|(_, (e, _, in_play))| !shares(e, *in_play))
                        .any(|(_, (e, w, _))| fits(e.spheres, w.elements).any(|c| c == cell))
            };
            let open = |cell: &usize| *in_play || !gone[cell / ELEMENTS][cell % ELEMENTS] && !claimed(*cell);
            let fitting: Vec<usize> = fits(entry.spheres, want.elements).collect();
            // An `A` means the gems that were there, so a gem that arrives does not serve the `A`.
            let arrives = !in_play && mode.moved_may_hold && !all;
            let leaves = !in_play && self.may_leave(entry);
            let mut rooms: Vec<usize> = fitting.iter().copied().filter(open).collect();
            rooms.extend(self.rooms.moved(|moved| {
                let held = arrives && moved.to.is_some_and(|to| fitting.contains(&to))
                    || leaves && moved.from.is_some_and(|from| fitting.contains(&from));
                // A gem that an `A` holds where it lay is not held where it arrives.
                held && !(mode.held_may_move && moved.lay.is_some_and(claimed))
            }));
            let there = || fitting.iter().map(|c| self.question.board.0[c / ELEMENTS][c % ELEMENTS]).sum::<u32>();
            // If an `A` needs at least one gem, it demands a gem even when none is there, and then cannot be paid.
            let least = u32::from(mode.all_needs_one);
            let (number, must) = match want.count {
                Count::One => (1, 1),
                Count::Number(number) => (number, number),
                Count::All if mode.all_spares_held => (there().max(least), least),
                Count::All => (there().max(least), there().max(least)),
            };
            units.extend((0..number).map(|n| {
                let (card, index) = (entry.card, entry.index);
                HeldUnit { card, index, in_play: *in_play, rooms: rooms.clone(), must: n < must }
            }));
        }
        units
    }

    /// Each room to whose gems an `A` applies, if the `A` spares gems held for cards in play, with the entries of which
    /// one must hold each of these gems.
    fn wanted(&self, wants: &[(&Entry, &Want, bool)], entries: &[(usize, usize)]) -> Vec<(usize, Vec<usize>)> {
        let mut found = Vec::new();
        let all = |want: &Want| self.question.mode.all_spares_held && want.count == Count::All;
        for (entry, want, in_play) in wants.iter().filter(|(_, want, _)| all(want)) {
            let kept = |key: &(usize, usize)| wants.iter().any(|(e, _, in_play)| *in_play && (e.card, e.index) == *key);
            let holds = |at: &usize| entries[*at] == (entry.card, entry.index) || kept(&entries[*at]);
            let holders: Vec<usize> = (0..entries.len()).filter(holds).collect();
            for cell in fits(entry.spheres, want.elements) {
                let leaving = self.rooms.moved(|moved| moved.lay == Some(cell));
                let leaving = leaving.into_iter().filter(|_| !in_play && self.may_leave(entry));
                found.extend(leaving.chain([cell]).map(|room| (room, holders.clone())));
            }
        }
        found
    }

    /// Each room of a gem that, under exact numbers, must be held where it arrives, with the entries of which one must
    /// hold it there.
    fn arriving(
        &self,
        wants: &[(&Entry, &Want, bool)],
        entries: &[(usize, usize)],
        exact: &[bool],
    ) -> Vec<(usize, Vec<usize>)> {
        let arrives = |to: usize| {
            let holds = move |(entry, want, in_play): &&(&Entry, &Want, bool)| {
                let may = self.question.mode.moved_may_hold && !in_play && want.count != Count::All;
                may && fits(entry.spheres, want.elements).any(|cell| cell == to)
            };
            let keys: Vec<_> = wants.iter().filter(holds).map(|(entry, ..)| (entry.card, entry.index)).collect();
            (0..entries.len()).filter(|at| keys.contains(&entries[*at])).collect()
        };
        let elsewhere = |moved: &Moved| moved.to.filter(|to| exact[*to] && moved.lay != Some(*to));
        let moved = self.rooms.moved.iter().enumerate();
        moved.filter_map(|(at, moved)| Some((CELLS + at, arrives(elsewhere(moved)?)))).collect()
    }

    /// The rooms of gems that must be held; `None` if one of them cannot be.
    fn certain(&self, wants: &[(&Entry, &Want, bool)]) -> Option<Vec<bool>> {
        let (mode, board) = (self.question.mode, self.question.board);
        let mut certain = vec![false; self.rooms.room.len()];
        for cell in (0..CELLS).filter(|c| self.gone[c / ELEMENTS][c % ELEMENTS]) {
            certain[cell] = true;
        }
        for (entry, want, in_play) in wants {
            for cell in fits(entry.spheres, want.elements) {
                if mode.all_spares_held && want.count == Count::All {
                    if !in_play && self.may_leave(entry) {
                        self.rooms.moved(|moved| moved.lay == Some(cell)).into_iter().for_each(|at| certain[at] = true);
                    } else if self.rooms.room[cell] < board.0[cell / ELEMENTS][cell % ELEMENTS] {
                        return None;
                    }
                    certain[cell] = true;
                }
                if mode.exactly {
                    certain[cell] = true;
                    self.rooms.moved(|moved| moved.to == Some(cell)).into_iter().for_each(|at| certain[at] = true);
                }
            }
        }
        Some(certain)
    }
}

/// The cells in which, under exact numbers, every gem must be held.
fn exact(mode: &Mode, wants: &[(&Entry, &Want, bool)]) -> Vec<bool> {
    let mut exact = vec![false; CELLS];
    for (entry, want, _) in wants.iter().filter(|_| mode.exactly) {
        fits(entry.spheres, want.elements).for_each(|cell| exact[cell] = true);
    }
    exact
}

fn matched(
    question: &PaymentQuestion<'_>,
    gems: &Gems,
    entries: &[Entry],
    kept: &[Entry],
    gone: &OpenCells,
) -> Result<bool, Undecided> {
    let mode = question.mode;
    let all = letters(entries, kept);
    let share = if mode.share_held { several(&all) } else { mode.share_own && shares_own(&all) };
    let exact = exact(mode, &all);
    let rooms = Rooms::new(question, gems, (!share).then_some(&exact));
    let holding = Holding { question, gone, rooms };
    let room = &holding.rooms.room;
    let saturates = |wants: &[(&Entry, &Want, bool)]| {
        let units = holding.units(wants).into_iter().filter(|unit| unit.must).map(|unit| unit.rooms).collect();
        Matching::new(room.clone(), units).saturates()
    };
    if share {
        // What one entry lacks beside the cards in play needs no search.
        let lacks = |entry: &Entry| !saturates(&letters(std::slice::from_ref(entry), kept));
        if !mode.share_own && entries.iter().any(lacks) {
            return Ok(false);
        }
        let Some(certain) = holding.certain(&all) else { return Ok(false) };
        let (units, entries) = shared(holding.units(&all), mode);
        let mut wanted = holding.wanted(&all, &entries);
        wanted.extend(holding.arriving(&all, &entries, &exact));
        return Sharing { units: &units, room, certain: &certain, wanted: &wanted, within: None }.found();
    }
    if !saturates(&all) {
        return Ok(false);
    }
    // By the theorem of Mendelsohn and Dulmage, units and certain gems can be matched at once if each can be matched
    // on its own. Here, the certain gems are those that an `A` (of a movement or a hold) spares because a card in play
    // holds them, and under exact numbers all gems in the spheres held in.
    let Some(certain) = holding.certain(&all) else { return Ok(false) };
    let certain = (0..room.len()).filter(|at| certain[*at]).map(|at| (at, room[at]));
    let units: Vec<Vec<usize>> = holding.units(&all).into_iter().map(|u| u.rooms).collect();
    Ok(gems_matched(certain, &units))
}

/// Whether the letters are of different entries.
fn several(wants: &[(&Entry, &Want, bool)]) -> bool {
    wants.iter().any(|(one, ..)| !one.is(wants[0].0))
}

/// Whether two letters are of different entries of one card.
fn shares_own(wants: &[(&Entry, &Want, bool)]) -> bool {
    let pair = |one: &Entry, other: &Entry| one.card == other.card && !one.is(other);
    wants.iter().any(|(one, ..)| wants.iter().any(|(other, ..)| pair(one, other)))
}

/// The units, with their entries numbered. What serves a card in play serves no other card.
fn shared(units: Vec<HeldUnit>, mode: &Mode) -> (Vec<SharedUnit>, Vec<(usize, usize)>) {
    let mut entries: Vec<(usize, usize)> = Vec::new();
    let number = |HeldUnit { card, index, in_play, rooms, must }| {
        let at = entries.iter().position(|entry| *entry == (card, index)).unwrap_or_else(|| {
            entries.push((card, index));
            entries.len() - 1
        });
        let group = match mode.share_held && !in_play {
            true => usize::MAX,
            false if mode.share_own => card,
            false => at,
        };
        SharedUnit { group, entry: at, rooms, must }
    };
    let units = units.into_iter().map(number).collect();
    (units, entries)
}

/// Whether each of the gems in these rooms can be held for its own unit.
fn gems_matched(rooms: impl Iterator<Item = (usize, u32)>, units: &[Vec<usize>]) -> bool {
    let mut fits = Vec::new();
    for (at, count) in rooms {
        let wanting: Vec<usize> = (0..units.len()).filter(|u| units[*u].contains(&at)).collect();
        if count as usize > wanting.len() {
            return false;
        }
        fits.extend(std::iter::repeat_n(wanting, count as usize));
    }
    Matching::new(vec![1; units.len()], fits).saturates()
}
