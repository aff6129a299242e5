//! The exact minimum payment for a set of cards: the fewest gems and, among those, the fewest movements, or the other
//! way round under [`Mode::movements_first`].
//!
//! This module has the problem, the answer and the search between them; nothing reads costs or rules files.
//! [`minimum`] turns the demands of every entry into a whole-number program (`shapes` reads the entries, `model` moves
//! gems, `serving` and `holding` count them for wants, `program` calls the solver), turns the solution into movements
//! of single gems (`plan`, `trails`), and checks the plan against the rules once more (`check`, see [`obeys`]). It
//! never returns a plan that fails that check.
//!
//! # What a payment is
//!
//! - A movement takes one gem from a sphere to another (or to the same sphere under [`Mode::self_move`]). All
//!   movements start from the board as it stands; a gem moves once, or along a path under [`Mode::repeatedly`].
//! - A unit of an in want counts one movement of a matching gem into a sphere of its entry; a unit of an out want
//!   counts one movement out of such a sphere. A movement counts for at most one unit on either side (in each entry,
//!   if entries share), for both sides only as [`Chain`] allows, and for at least one unit unless [`Mode::idle`] is
//!   set.
//! - A unit of a hold want counts one matching gem that lies in a sphere of its entry and does not move. A gem counts
//!   for at most one unit of hold, or of each entry if entries share (under [`Mode::share_own`], of each entry of one
//!   card, and likewise for movements). Under [`Mode::held_may_move`] a gem may be held
//!   where it lay before it moved, except for an entry that stays or is in [`MinimumProblem::kept`]; under
//!   [`Mode::moved_may_hold`], where its (last) movement took it, except for an entry in [`MinimumProblem::kept`].
//! - [`Count::All`] reaches every matching gem that lies, before the payment, in the chosen sphere (out, hold) or on
//!   the board outside it (in; it never reaches gems off the board). After the payment such a gem lies elsewhere (out;
//!   if gems move once, it is enough that the gem moved), lies in the sphere (in), or was held where it lay for that
//!   very want (hold). All counts every movement of a matching gem out of the chosen sphere (out), or into it from
//!   another sphere (in): see [`all_counts`]. Such a movement counts for at least one want of that side, and under
//!   [`Mode::all_alone`] only for the All, unless entries share. If an entry's gems each
//!   choose their own sphere, All reaches all spheres of the entry. Under [`Mode::all_spares_held`], All spares a gem
//!   that is held, wherever, for an entry in [`MinimumProblem::kept`].
//! - Without a board, the gems of the plan are the board: All reaches them and no others.
//! - Under [`Mode::exactly`] a hold entry chooses the spheres in which it holds gems (any sphere, if it holds none;
//!   every sphere, if it holds All and each gem chooses its own), and every gem that lies there after the payment and
//!   matches a want of the entry is held there for some entry.
//! - Spheres and elements out of play match nothing. In an entry without a sphere in play, All demands nothing.

mod check;
mod holding;
mod model;
mod plan;
mod program;
mod serving;
mod shapes;
mod sharing;
mod trails;

pub use check::obeys;

use model::{Cuts, Model};
use program::ProgramOutcome;

pub use crate::demand::all_counts;
pub use crate::demand::{Board, Chain, Count, Entry, EntryKind, Mode, Set, Want};
use crate::demand::{ELEMENTS, PLACES as SPHERES};

/// The place that is not a sphere, as an index: off the board.
const OFF: usize = 5;

/// The entries to pay for, the gems to pay with, and the rules in force.
#[derive(Clone, Copy, Debug)]
pub struct MinimumProblem<'a> {
    /// The entries of the cards to be played.
    pub entries: &'a [Entry],
    /// The hold entries of sustained cards in play, which are demanded too; entries of other kinds among them demand
    /// nothing.
    pub kept: &'a [Entry],
    /// The board; without one, gems are assumed wherever the plan needs them.
    pub board: Option<&'a Board>,
    /// Without a board: how many gems of each element there are in all.
    pub supply: Option<u32>,
    /// The rules in force.
    pub mode: &'a Mode,
}

impl MinimumProblem<'_> {
    /// Every entry that demands something, with its index among `entries` and, after them, `kept`.
    fn demands(&self) -> impl Iterator<Item = (usize, &Entry)> {
        let holds = |&(number, entry): &(usize, &Entry)| !self.is_kept(number) || entry.kind == EntryKind::Hold;
        self.entries.iter().chain(self.kept).enumerate().filter(holds)
    }

    /// The entry at an index, if it demands something.
    fn demand(&self, number: usize) -> Option<&Entry> {
        let kept = || self.kept.get(number - self.entries.len()).filter(|entry| entry.kind == EntryKind::Hold);
        if self.is_kept(number) { kept() } else { self.entries.get(number) }
    }

    fn is_kept(&self, number: usize) -> bool {
        number >= self.entries.len()
    }

    /// Whether two entries may count the same movement, or gem. What serves a card in play serves no other card.
    fn may_share(&self, one: usize, other: usize) -> bool {
        let of_one_card = |a: &Entry, b: &Entry| self.mode.share_own && a.card == b.card;
        let kept = self.is_kept(one) || self.is_kept(other);
        match (self.demand(one), self.demand(other)) {
            (Some(a), Some(b)) if kept => !a.is(b) && of_one_card(a, b),
            (Some(a), Some(b)) => self.mode.may_share(a, b),
            _ => false,
        }
    }

    /// The first entry that is the same entry of a card.
    fn slot(&self, number: usize, entry: &Entry) -> usize {
        self.entries
            .iter()
            .chain(self.kept)
            .position(|other| other.kind == entry.kind && other.is(entry))
            .unwrap_or(number)
    }

    /// Whether gems that serve the entry stay in place.
    fn stays(&self, number: usize) -> bool {
        self.entries.get(number).is_none_or(|entry| entry.stays)
    }
}

/// A want that a movement counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ServedWant {
    /// The entry, by its index among the problem's `entries` followed by its `kept`.
    pub entry: usize,
    /// The index of the want in the entry.
    pub want: usize,
}

/// One movement of one gem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Movement {
    /// Which of the plan's gems moves: a number below [`Plan::gems`].
    pub gem: usize,
    /// The gem's element.
    pub element: usize,
    /// The place it leaves.
    pub from: usize,
    /// The place it enters.
    pub to: usize,
    /// The wants that the movement counts for.
    pub serves: Vec<ServedWant>,
}

/// One gem held for one want.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// Which of the plan's gems is held.
    pub gem: usize,
    /// The entry, by its index among the problem's `entries` followed by its `kept`.
    pub entry: usize,
    /// The index of the want in the entry.
    pub want: usize,
    /// The gem's element.
    pub element: usize,
    /// Where it is held.
    pub sphere: usize,
}

/// A payment: what moves, what is held, and how many gems that takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The movements; the movements of one gem are in the order in which the gem makes them.
    pub movements: Vec<Movement>,
    /// The gems held.
    pub holds: Vec<Held>,
    /// How many gems are moved or held, each counted once.
    pub gems: usize,
}

/// The result of [`minimum`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MinimumFound {
    /// A payment that no other beats: none has fewer gems, and none with as few gems has fewer movements. Under
    /// [`Mode::movements_first`], none has fewer movements, and none with as few movements has fewer gems.
    Plan(Plan),
    /// There is no payment.
    Unpayable,
    /// The search ended without an answer.
    Undecided {
        /// The number of nodes of the search tree that were used.
        nodes: u64,
    },
}

/// The most gems for which a search is started.
const MOST_GEMS: usize = 100_000;
/// The most columns of a program for which a search is started: the bound on nodes does not limit the time that the
/// first node takes.
const MOST_COLUMNS: usize = 40_000;

/// Finds a payment that no other beats.
///
/// `nodes` bounds the search by the nodes of its tree, never by time, so the same problem has the same answer
/// everywhere. A problem that may need more than a hundred thousand gems, or a program of more than forty thousand
/// columns, is left undecided at once.
pub fn minimum(problem: &MinimumProblem, nodes: u64) -> MinimumFound {
    let mut left = nodes;
    let answer = search(problem, &mut left);
    answer.unwrap_or(MinimumFound::Undecided { nodes: nodes.saturating_sub(left) })
}

/// Solves without the rows that few problems need; if a solution shows that some of these rows are needed, solves
/// again with them. The first solution that gives a plan is a minimum, since rows only ever exclude payments, and the
/// added rows exclude no payment that obeys the rules.
fn search(problem: &MinimumProblem, nodes: &mut u64) -> Option<MinimumFound> {
    let mut cuts = Cuts::new(problem);
    loop {
        let model = Model::new(problem, &cuts).filter(|model| model.program.size() <= MOST_COLUMNS)?;
        let values = match model.solve(nodes) {
            ProgramOutcome::Solved(values) => values,
            ProgramOutcome::Impossible => return Some(MinimumFound::Unpayable),
            ProgramOutcome::Undecided => return None,
        };
        match plan::decode(&model, &values) {
            Ok(plan) => return obeys(problem, &plan).is_ok().then_some(MinimumFound::Plan(plan)),
            Err(failure) => cuts.extend(failure).then_some(())?,
        }
    }
}

/// The members of a set, least first.
fn members(set: Set) -> impl Iterator<Item = usize> + Clone {
    (0..8).filter(move |&number| has(set, number))
}

fn has(set: Set, number: usize) -> bool {
    number < 8 && set & (1 << number) != 0
}

/// The set with one member.
fn only(number: usize) -> Set {
    if number < 8 { 1 << number } else { 0 }
}
