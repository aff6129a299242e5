//! The program of a problem: which gems move where.
//!
//! This module gives the columns their meaning and adds the rows of motion; `serving` adds the rows for in and out
//! wants, and `holding` the rows for hold wants and for All.

use std::collections::{BTreeMap, BTreeSet};

use super::plan::Failure;
use super::program::{Program, ProgramOutcome, Sum};
use super::shapes::{self, Block, Reach, Shapes};
use super::{Chain, Count, ELEMENTS, EntryKind, MOST_GEMS, MinimumProblem, SPHERES, Set, has, members};

/// A value for each element and sphere.
pub(super) type Cells = [[Sum; SPHERES]; ELEMENTS];
/// A value for each element, sphere of departure and sphere of arrival.
pub(super) type Types = [[[Sum; SPHERES]; SPHERES]; ELEMENTS];

/// The units of one block of wants, laid on elements and spheres.
#[derive(Debug, Default)]
pub(super) struct Load {
    /// For a sphere and a set of elements: the number of units that each element serves.
    pub(super) letters: BTreeMap<(usize, Set), [Sum; ELEMENTS]>,
    /// The movements or gems that count for All wants.
    pub(super) counted: Vec<Counted>,
    /// Units by element and sphere: the sum of the above.
    pub(super) total: Cells,
    /// Units of in and out wants by type of movement, if cards must differ.
    pub(super) lanes: Types,
    /// Units of hold, by gems that stay, gems that leave the sphere in which they are held, and gems that arrive
    /// there.
    pub(super) staying: Cells,
    pub(super) leaving: Types,
    pub(super) arriving: Types,
}

/// The number of movements or gems at a sphere that count for an All want.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// The index of the reach of the want there.
    pub(super) reach: usize,
    pub(super) sphere: usize,
    pub(super) amount: Sum,
    /// For an in or out want: the movements among these by where they begin and end, if cards must differ.
    pub(super) lanes: [[Sum; SPHERES]; SPHERES],
    /// For a hold want: the gems among these that stay, and the gems that leave, by where they end.
    pub(super) staying: Sum,
    pub(super) leaving: [Sum; SPHERES],
}

/// A program and the meaning of its columns.
#[derive(Debug)]
pub(super) struct Model<'a> {
    pub(super) problem: &'a MinimumProblem<'a>,
    /// Whether rows make every movement count for a want.
    pub(super) all_serve: bool,
    pub(super) program: Program,
    pub(super) shapes: Shapes,
    pub(super) loads: BTreeMap<(EntryKind, Block), Load>,
    /// The number of movements of each type.
    pub(super) moves: Types,
    /// Gems that move, by where they start and end.
    pub(super) gems: Types,
    /// Under `repeatedly`: whether any gem of an element moves.
    pub(super) moving: [Sum; ELEMENTS],
    /// Under `repeatedly`: movements by where their gem started, if the start and the end of a gem matter together.
    pub(super) flows: Option<Vec<Types>>,
    /// The movements that must count for an in want, and the movements that must count for an out want.
    pub(super) designated: [Option<Types>; 2],
    /// Gems that are held and do not move.
    pub(super) stays: Cells,
    /// No useful plan has more gems, and none has more movements.
    pub(super) most_gems: i64,
    pub(super) most_moves: i64,
}

/// Rows that few problems need, so they are added only once a solution has shown the need.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    /// Cards whose wants are kept apart from the wants of other cards.
    pub(super) apart: BTreeSet<usize>,
    /// An element, and spheres among which gems of that element may not go round unless a gem starts or arrives there.
    pub(super) isles: BTreeSet<(usize, Set)>,
    /// Whether every movement must count for a want.
    pub(super) all_serve: bool,
}

impl Cuts {
    /// All cards are set apart from the beginning if putting them together would do more than relax the problem.
    pub(super) fn new(problem: &MinimumProblem) -> Self {
        let mode = problem.mode;
        let all = |entry: &super::Entry| entry.wants.iter().any(|want| want.count == Count::All);
        let apart = mode.share_in || mode.share_out || mode.stay_apart || problem.entries.iter().any(all);
        let cards = problem.entries.iter().map(|entry| entry.card).filter(|_| apart);
        Self { apart: cards.collect(), ..Self::default() }
    }

    /// Adds what a failure asks for; returns whether it added anything new.
    pub(super) fn extend(&mut self, failure: Failure) -> bool {
        let size = |cuts: &Self| cuts.apart.len() + cuts.isles.len() + usize::from(cuts.all_serve);
        let before = size(self);
        match failure {
            Failure::Clash(cards) => self.apart.extend(cards),
            Failure::Isles(isles) => self.isles.extend(isles),
            Failure::Idle => self.all_serve = true,
            Failure::Unfit => {}
        }
        size(self) > before
    }
}

/// The sphere at the end of a movement that matters for a side.
pub(super) fn side_sphere(kind: EntryKind, from: usize, to: usize) -> usize {
    if kind == EntryKind::In { to } else { from }
}

/// The most gems that a plan can need; `None` if the search cannot handle so many.
fn most_gems(problem: &MinimumProblem) -> Option<i64> {
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
    i64::try_from(most).ok().filter(|_| most <= MOST_GEMS)
}

impl<'a> Model<'a> {
    /// The program of a problem, with the rows of `cuts`; `None` if the problem is too large.
    pub(super) fn new(problem: &'a MinimumProblem<'a>, cuts: &Cuts) -> Option<Self> {
        let most_gems = most_gems(problem)?;
        let mut program = Program::default();
        let shapes = shapes::gather(problem, &cuts.apart, &mut program);
        let possible = shapes.is_some();
        let most_moves = if problem.mode.repeatedly { 6 * most_gems + 8 } else { most_gems };
        let mut model = Self {
            problem,
            all_serve: cuts.all_serve,
            program,
            shapes: shapes.unwrap_or_default(),
            loads: BTreeMap::new(),
            moves: Types::default(),
            gems: Types::default(),
            moving: Default::default(),
            flows: None,
            designated: [None, None],
            stays: Cells::default(),
            most_gems,
            most_moves,
        };
        if possible {
            model.lay_out(cuts);
        } else {
            model.program.equal(&Sum::constant(1), &Sum::default());
        }
        Some(model)
    }

    fn lay_out(&mut self, cuts: &Cuts) {
        self.lay_motion(cuts);
        self.lay_loads();
        self.lay_counted();
        self.lay_alone();
        match self.problem.mode.chain {
            _ if self.problem.mode.chains_by_card() => self.serve_cards(),
            Chain::Any | Chain::DifferentCards => self.serve_freely(),
            Chain::Never => self.serve_one_side(),
        }
        self.lay_holding();
    }

    /// The fewest gems and, among those, the fewest movements; or the other way round.
    pub(super) fn solve(&self, nodes: &mut u64) -> ProgramOutcome {
        let gems = self.gem_count();
        let moves = Sum::total(self.moves.iter().flatten().flatten());
        if self.gems_follow_from_moves() {
            return self.program.minimise(&moves, nodes);
        }
        let (first, second) = if self.problem.mode.movements_first { (moves, gems) } else { (gems, moves) };
        let values = match self.program.minimise(&first, nodes) {
            ProgramOutcome::Solved(values) => values,
            other => return other,
        };
        let fewest = Sum::constant(first.value(&values));
        self.program.minimise_below(&first, &fewest, &second, nodes)
    }

    fn gem_count(&self) -> Sum {
        let moving = self.gems.iter().flatten().flatten();
        Sum::total(self.stays.iter().flatten().chain(moving))
    }

    /// Whether the fewest movements also mean the fewest gems, because every plan holds the same gems and each
    /// movement takes one more gem.
    fn gems_follow_from_moves(&self) -> bool {
        let mode = self.problem.mode;
        let held_all = self.shapes.reaches.iter().any(|reach| reach.kind == EntryKind::Hold);
        !(mode.repeatedly
            || mode.share_held
            || mode.share_own
            || mode.held_may_move
            || mode.moved_may_hold
            || mode.exactly
            || held_all)
    }

    pub(super) fn spheres(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        members(self.problem.mode.spheres).filter(|&sphere| sphere < SPHERES)
    }

    pub(super) fn elements(&self) -> impl Iterator<Item = usize> + Clone + use<> {
        members(self.problem.mode.elements).filter(|&element| element < ELEMENTS)
    }

    /// Every type of movement between spheres in play, including from a sphere into itself.
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

    /// The number of gems of a plan that can lie in a cell before the payment.
    pub(super) fn most_in(&self, element: usize, sphere: usize) -> i64 {
        match self.problem.board {
            Some(board) => self.most_gems.min(i64::from(board.0[sphere][element])),
            None => self.most_gems,
        }
    }

    /// The gems that start in a cell and move.
    pub(super) fn starting(&self, element: usize, sphere: usize) -> Sum {
        Sum::total(&self.gems[element][sphere])
    }

    fn lay_motion(&mut self, cuts: &Cuts) {
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
            self.moving[element] = self.reach_isle(element, mode.spheres);
        }
        for &(element, isle) in &cuts.isles {
            self.reach_isle(element, isle);
        }
        if self.paths_matter() {
            self.lay_flows();
        }
    }

    /// Movements join into paths: if more movements leave a sphere than arrive in it, gems start there.
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

    /// Movements among the spheres of an isle need a gem that starts in the isle or moves into it.
    fn reach_isle(&mut self, element: usize, isle: Set) -> Sum {
        let (mut within, mut reached) = (Sum::default(), Sum::default());
        for t in self.spheres().filter(|&t| has(isle, t)) {
            reached.add(1, &self.starting(element, t));
            for s in self.spheres() {
                let sum = if has(isle, s) { &mut within } else { &mut reached };
                sum.add(1, &self.moves[element][s][t]);
            }
        }
        let inhabited = self.program.column(1);
        self.program.at_most(&within, &inhabited.times(self.most_moves));
        self.program.at_most(&inhabited, &reached);
        inhabited
    }

    /// Whether it matters which start belongs to which end of a path.
    pub(super) fn paths_matter(&self) -> bool {
        let mode = self.problem.mode;
        let moved_all = self.shapes.reaches.iter().any(|reach| reach.kind != EntryKind::Hold);
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

    /// The blocks of wants on a side.
    pub(super) fn side(&self, kind: EntryKind) -> impl Iterator<Item = (Block, &Load)> {
        self.loads.iter().filter(move |((other, _), _)| *other == kind).map(|((_, block), load)| (*block, load))
    }

    /// The reaches that count a movement. If the indicator of one of them is one, the movement counts for some want on
    /// that side.
    pub(super) fn covers(&self, kind: EntryKind, e: usize, s: usize, t: usize) -> impl Iterator<Item = &Reach> {
        let counted = move |reach: &&Reach| (reach.kind, reach.element) == (kind, e) && reach.counts(s, t);
        self.shapes.reaches.iter().filter(counted)
    }

    /// The card of a block, if it belongs to one.
    pub(super) fn card_of(&self, block: Block) -> Option<usize> {
        match block {
            Block::Card(card) => Some(card),
            Block::Entry(number) => {
                let all = self.problem.entries.iter().chain(self.problem.kept);
                all.map(|entry| entry.card).nth(number)
            }
            Block::Common | Block::Kept | Block::Staying => None,
        }
    }

    /// The fewest movements or gems that these blocks of one side need together, sharing where they may.
    pub(super) fn together(&mut self, kind: EntryKind, loads: Vec<(Block, Sum)>) -> Sum {
        let mut groups: BTreeMap<(bool, Option<usize>), Vec<Sum>> = BTreeMap::new();
        for (block, sum) in loads.into_iter().filter(|(_, sum)| !sum.is_nought()) {
            // What serves a card in play serves no other card.
            let shared = self.shared(kind) && !block.is_kept(self.problem);
            let group = self.card_of(block).filter(|_| !shared);
            groups.entry((shared, group)).or_default().push(sum);
        }
        let mut all = Sum::default();
        for ((shared, card), sums) in groups {
            let total = Sum::total(&sums);
            if sums.len() == 1 || !(shared || (self.problem.mode.share_own && card.is_some())) {
                all.add(1, &total);
                continue;
            }
            let most = self.program.most(&total);
            let union = self.program.column(most);
            self.program.at_most(&union, &total);
            sums.iter().for_each(|sum| self.program.at_most(sum, &union));
            all.add(1, &union);
        }
        all
    }

    pub(super) fn shared(&self, kind: EntryKind) -> bool {
        self.problem.mode.shares(kind)
    }
}
