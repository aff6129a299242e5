//! The program of a problem: which gems move where, and which movements count for which wants.
//!
//! What lives here are the columns' meaning and the rows of motion; `serving` adds those of in and out wants, and
//! `holding` those of hold wants and of All.

use std::collections::{BTreeMap, BTreeSet};

use super::program::{Outcome, Program, Sum};
use super::shapes::{self, Block, Reach, Shapes};
use super::{Chain, Count, ELEMENTS, Kind, LARGEST, Problem, SPHERES, Set, has, members};

/// A value for each element and sphere.
pub(super) type Cells = [[Sum; SPHERES]; ELEMENTS];
/// A value for each element, sphere of departure and sphere of arrival.
pub(super) type Types = [[[Sum; SPHERES]; SPHERES]; ELEMENTS];

/// The units of one block of wants, laid on elements and spheres.
#[derive(Debug, Default)]
pub(super) struct Load {
    /// For a sphere and a set of elements: how many of the units each element serves.
    pub(super) letters: BTreeMap<(usize, Set), [Sum; ELEMENTS]>,
    /// What counts for All wants.
    pub(super) counted: Vec<Counted>,
    /// Units by element and sphere: the sum of the above.
    pub(super) total: Cells,
    /// Units of in and out wants by type of movement, where cards must differ.
    pub(super) lanes: Types,
    /// Units of hold by gems that stay, that leave the sphere they are held in, and that arrive in it.
    pub(super) staying: Cells,
    pub(super) leaving: Types,
    pub(super) arriving: Types,
}

/// How many movements or gems at a sphere count for an All want.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// What the want reaches there, by number.
    pub(super) reach: usize,
    pub(super) sphere: usize,
    pub(super) amount: Sum,
    /// Of a hold want: the gems among them that stay, and those that leave, by where they end.
    pub(super) staying: Sum,
    pub(super) leaving: [Sum; SPHERES],
}

/// A program and what its columns mean.
#[derive(Debug)]
pub(super) struct Model<'a> {
    pub(super) problem: &'a Problem<'a>,
    pub(super) program: Program,
    pub(super) shapes: Shapes,
    pub(super) loads: BTreeMap<(Kind, Block), Load>,
    /// Movements.
    pub(super) moves: Types,
    /// Gems that move, by where they start and end.
    pub(super) gems: Types,
    /// Under `repeatedly`, movements by where their gem started, where start and end of a gem matter together.
    pub(super) flows: Option<Vec<Types>>,
    /// Movements that must count for an in want, and those that must for an out want.
    pub(super) designated: [Option<Types>; 2],
    /// Gems that are held and do not move.
    pub(super) stays: Cells,
    /// No useful plan has more gems, and none has more movements.
    pub(super) most_gems: i64,
    pub(super) most_moves: i64,
}

/// The cards that are set apart at once: all, where merging them would not merely relax the problem.
pub(super) fn apart_from_the_start(problem: &Problem) -> BTreeSet<usize> {
    let mode = problem.mode;
    let all = |entry: &super::Entry| entry.wants.iter().any(|want| want.count == Count::All);
    if mode.share_in || mode.share_out || problem.entries.iter().any(all) {
        super::cards(problem)
    } else {
        BTreeSet::new()
    }
}

/// The sphere at the end of a movement that matters for a side.
pub(super) fn side_sphere(kind: Kind, from: usize, to: usize) -> usize {
    if kind == Kind::In { to } else { from }
}

/// The most gems that a plan can need; `None` where that is too many to search.
fn most_gems(problem: &Problem) -> Option<i64> {
    let mut most: usize = 1;
    let mut whole = problem.mode.exactly;
    for (_, entry) in problem.demands() {
        for want in &entry.wants {
            whole |= want.count == Count::All;
            most = most.saturating_add(match want.count {
                Count::One | Count::All => 1,
                Count::Number(number) => number as usize,
            });
        }
    }
    if let (true, Some(board)) = (whole, problem.board) {
        let gems = |count: &u32| *count as usize;
        most = most.saturating_add(board.0.iter().flatten().map(gems).fold(0, usize::saturating_add));
    }
    i64::try_from(most).ok().filter(|_| most <= LARGEST)
}

impl<'a> Model<'a> {
    /// The program of a problem, the cards in `apart` set apart. `None` where the problem is too large.
    pub(super) fn new(problem: &'a Problem<'a>, apart: &BTreeSet<usize>) -> Option<Self> {
        let most_gems = most_gems(problem)?;
        let mut program = Program::default();
        let shapes = shapes::gather(problem, apart, &mut program);
        let possible = shapes.is_some();
        let most_moves = if problem.mode.repeatedly { 4 * most_gems + 8 } else { most_gems };
        let mut model = Self {
            problem,
            program,
            shapes: shapes.unwrap_or_default(),
            loads: BTreeMap::new(),
            moves: Types::default(),
            gems: Types::default(),
            flows: None,
            designated: [None, None],
            stays: Cells::default(),
            most_gems,
            most_moves,
        };
        if possible {
            model.lay_out();
        } else {
            model.program.equal(&Sum::constant(1), &Sum::default());
        }
        Some(model)
    }

    fn lay_out(&mut self) {
        self.lay_motion();
        self.lay_loads();
        self.lay_counted();
        match self.problem.mode.chain {
            Chain::Any => self.serve_freely(),
            Chain::Never => self.serve_one_side(),
            Chain::DifferentCards => self.serve_cards(),
        }
        self.lay_holding();
    }

    /// The fewest gems; among those, the fewest movements.
    pub(super) fn solve(&self, nodes: &mut u64) -> Outcome {
        let gems = self.gem_count();
        let moves = Sum::total(self.moves.iter().flatten().flatten());
        if self.gems_follow_from_moves() {
            return self.program.minimise(&moves, nodes);
        }
        let values = match self.program.minimise(&gems, nodes) {
            Outcome::Solved(values) => values,
            other => return other,
        };
        let fewest = Sum::constant(gems.value(&values));
        self.program.minimise_below(&gems, &fewest, &moves, nodes)
    }

    fn gem_count(&self) -> Sum {
        let moving = self.gems.iter().flatten().flatten();
        Sum::total(self.stays.iter().flatten().chain(moving))
    }

    /// Whether fewest movements are fewest gems: the gems held are the same in every plan, and each movement takes
    /// one gem more.
    fn gems_follow_from_moves(&self) -> bool {
        let mode = self.problem.mode;
        let held_all = self.shapes.reaches.iter().any(|reach| reach.kind == Kind::Hold);
        !(mode.repeatedly || mode.share_held || mode.held_may_move || mode.moved_may_hold || mode.exactly || held_all)
    }

    pub(super) fn spheres(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        members(self.problem.mode.spheres).filter(|&sphere| sphere < SPHERES)
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        members(self.problem.mode.elements).filter(|&element| element < ELEMENTS)
    }

    /// Every type of movement between spheres in play, also from a sphere into itself.
    pub(super) fn types(&self) -> impl Iterator<Item = (usize, usize, usize)> + use<> {
        let spheres = self.spheres();
        self.elements().flat_map(move |element| {
            let to = spheres.clone();
            spheres.clone().flat_map(move |s| to.clone().map(move |t| (element, s, t)))
        })
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize)> + Clone + use<> {
        let spheres = self.spheres();
        self.elements().flat_map(move |element| spheres.clone().map(move |sphere| (element, sphere)))
    }

    /// How many gems of a plan can lie in a cell before the payment.
    pub(super) fn most_in(&self, element: usize, sphere: usize) -> i64 {
        match self.problem.board {
            Some(board) => self.most_gems.min(i64::from(board.0[sphere][element])),
            None => self.most_gems,
        }
    }

    /// Gems that start in a cell and move.
    pub(super) fn starting(&self, element: usize, sphere: usize) -> Sum {
        Sum::total(&self.gems[element][sphere])
    }

    fn lay_motion(&mut self) {
        let mode = self.problem.mode;
        for (e, s, t) in self.types() {
            let most = self.most_in(e, s);
            let allowed = s != t || mode.self_move;
            if allowed || mode.repeatedly {
                self.gems[e][s][t] = self.program.column(most);
            }
            if allowed && mode.repeatedly {
                self.moves[e][s][t] = self.program.column(self.most_moves);
            }
        }
        if !mode.repeatedly {
            self.moves = self.gems.clone();
            return;
        }
        for element in self.elements() {
            self.lay_paths(element);
            self.connect(element);
        }
        if self.paths_matter() {
            self.lay_flows();
        }
    }

    /// Movements join into paths: what leaves a sphere more often than it arrives starts there.
    fn lay_paths(&mut self, element: usize) {
        for sphere in self.spheres() {
            let leaving = Sum::total(&self.moves[element][sphere]);
            let arriving = Sum::total(self.moves[element].iter().map(|row| &row[sphere]));
            let ending = Sum::total(self.gems[element].iter().map(|row| &row[sphere]));
            let starting = self.starting(element, sphere);
            self.program.equal(&leaving.clone().minus(&arriving), &starting.clone().minus(&ending));
            self.program.at_most(&starting, &leaving);
        }
    }

    /// Every movement is reached by a gem that starts somewhere: a flow from the starts feeds each sphere used.
    fn connect(&mut self, element: usize) {
        let spheres = SPHERES as i64;
        let mut balance: [Sum; SPHERES] = Default::default();
        for v in self.spheres() {
            let used = self.program.column(1);
            let fed = self.program.column(spheres);
            self.program.at_most(&fed, &self.starting(element, v).times(spheres));
            balance[v] = std::mem::take(&mut balance[v]).plus(&fed).minus(&used);
            for t in self.spheres() {
                let most = used.times(self.most_moves);
                self.program.at_most(&self.moves[element][v][t], &most);
                self.program.at_most(&self.moves[element][t][v], &most);
                let passed = if t == v { Sum::default() } else { self.program.column(spheres) };
                self.program.at_most(&passed, &self.moves[element][v][t].times(spheres));
                balance[v] = std::mem::take(&mut balance[v]).minus(&passed);
                balance[t] = std::mem::take(&mut balance[t]).plus(&passed);
            }
        }
        for sum in &balance {
            self.program.equal(sum, &Sum::default());
        }
    }

    /// Whether it matters which start belongs to which end of a path.
    pub(super) fn paths_matter(&self) -> bool {
        let mode = self.problem.mode;
        let spares = mode.all_spares_held && mode.moved_may_hold;
        let moved_all = self.shapes.reaches.iter().any(|reach| spares || reach.kind != Kind::Hold);
        moved_all || (mode.held_may_move && (mode.moved_may_hold || mode.exactly))
    }

    /// Movements by the sphere in which their gem started, so that each start has its own ends.
    fn lay_flows(&mut self) {
        let mut flows = vec![Types::default(); SPHERES];
        for (e, s, t) in self.types().filter(|&(e, s, t)| !self.moves[e][s][t].is_nought()).collect::<Vec<_>>() {
            let mut sum = Sum::default();
            for start in self.spheres() {
                flows[start][e][s][t] = self.program.column(self.most_moves);
                sum.add(1, &flows[start][e][s][t]);
            }
            self.program.equal(&sum, &self.moves[e][s][t]);
        }
        for (e, start) in self.cells() {
            let starting = self.starting(e, start);
            let flow = &flows[start][e];
            self.program.at_most(&starting, &Sum::total(&flow[start]));
            for v in self.spheres() {
                let leaving = Sum::total(&flow[v]);
                let arriving = Sum::total(flow.iter().map(|row| &row[v]));
                let begun = if v == start { starting.clone() } else { Sum::default() };
                self.program.equal(&leaving.minus(&arriving), &begun.minus(&self.gems[e][start][v]));
            }
        }
        self.flows = Some(flows);
    }

    /// The blocks of wants of a side.
    pub(super) fn side(&self, kind: Kind) -> impl Iterator<Item = (Block, &Load)> {
        self.loads.iter().filter(move |((other, _), _)| *other == kind).map(|((_, block), load)| (*block, load))
    }

    /// Where the indicator is one, every movement of `element` at `sphere` counts for some want of that side.
    pub(super) fn covers(&self, kind: Kind, element: usize, sphere: usize) -> impl Iterator<Item = &Reach> {
        let reached = move |reach: &&Reach| reach.element == element && has(reach.spheres, sphere);
        self.shapes.reaches.iter().filter(move |reach| reach.kind == kind).filter(reached)
    }

    pub(super) fn shared(&self, kind: Kind) -> bool {
        match kind {
            Kind::In => self.problem.mode.share_in,
            Kind::Out => self.problem.mode.share_out,
            Kind::Hold => self.problem.mode.share_held,
        }
    }
}
