//! Gathers the demands of the entries: equal demands become one group, and what All reaches becomes a list of choices.
//! This module decides which sphere (and element) is chosen, not which gem serves which want.

use std::collections::{BTreeMap, BTreeSet};

use super::program::{Program, Sum};
use super::{Count, ELEMENTS, Entry, EntryKind, MinimumProblem, SPHERES, ServedWant, Set, all_counts, members, only};

/// Wants in one block and on one side never count the same movement or gem; wants in different blocks may where
/// the mode allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Block {
    /// All entries played, or the entries of all cards not listed by themselves.
    Common,
    /// The entries of sustained cards in play.
    Kept,
    /// The hold entries of cards played that stay in play.
    Staying,
    /// The entries of one card set apart.
    Card(usize),
    /// One entry, where entries share.
    Entry(usize),
}

impl Block {
    /// Whether its wants belong to sustained cards in play.
    pub(super) fn is_kept(self, problem: &MinimumProblem) -> bool {
        match self {
            Block::Kept => true,
            Block::Entry(number) => problem.is_kept(number),
            Block::Common | Block::Staying | Block::Card(_) => false,
        }
    }

    /// Whether gems that serve its hold wants stay in place.
    pub(super) fn stays(self, problem: &MinimumProblem) -> bool {
        match self {
            Block::Kept | Block::Staying => true,
            Block::Entry(number) => problem.stays(number),
            Block::Common | Block::Card(_) => false,
        }
    }
}

/// Demands of the same form; each member chooses one sphere for all its units.
#[derive(Debug)]
pub(super) struct AlikeDemands {
    pub(super) kind: EntryKind,
    pub(super) block: Block,
    /// Sets of elements, each with the number of units that a member has.
    pub(super) letters: Vec<(Set, usize)>,
    /// For each member the units of each letter.
    pub(super) members: Vec<Vec<Vec<ServedWant>>>,
    /// The number of members that choose each sphere.
    pub(super) places: [Sum; SPHERES],
    /// The elements that match the entry, if they matter for `exactly`.
    pub(super) matching: Set,
}

/// One thing that an All want may reach: an element in some spheres, if the indicator `on` is one.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    pub(super) kind: EntryKind,
    pub(super) block: Block,
    pub(super) unit: ServedWant,
    pub(super) element: usize,
    pub(super) spheres: Set,
    pub(super) on: Sum,
}

impl Reach {
    /// Whether the All counts a movement of its element.
    pub(super) fn counts(&self, from: usize, to: usize) -> bool {
        all_counts(self.kind, self.spheres, from, to)
    }
}

/// All demands of a problem.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    pub(super) groups: Vec<AlikeDemands>,
    pub(super) reaches: Vec<Reach>,
    /// For every All want, the numbers of its reaches.
    pub(super) alls: BTreeMap<ServedWant, Vec<usize>>,
    /// Spheres that `exactly` applies to in any case, and the elements that match there.
    pub(super) fixed: Vec<(Set, Set)>,
}

/// Demands are equal if all of these are equal; a demand with All is equal only to itself.
type Form = (EntryKind, Block, Set, Set, Vec<(Set, usize)>, Option<usize>);

/// An entry, narrowed to the elements and spheres in play.
struct Demand<'e> {
    number: usize,
    entry: &'e Entry,
    block: Block,
    spheres: Set,
    /// Want, elements, units.
    units: Vec<(usize, Set, usize)>,
    /// Want, elements.
    alls: Vec<(usize, Set)>,
}

impl<'e> Demand<'e> {
    fn new(problem: &MinimumProblem, apart: &BTreeSet<usize>, number: usize, entry: &'e Entry) -> Self {
        let block = block(problem, apart, number, entry);
        let spheres = entry.spheres & problem.mode.spheres & 0x3f;
        let (mut units, mut alls) = (Vec::new(), Vec::new());
        for (want, letter) in entry.wants.iter().enumerate() {
            let elements = letter.elements & problem.mode.elements & 0x1f;
            match letter.count {
                Count::All => alls.push((want, elements)),
                Count::One => units.push((want, elements, 1)),
                Count::Number(number) => units.push((want, elements, number as usize)),
            }
        }
        Self { number, entry, block, spheres, units, alls }
    }

    fn total(&self) -> usize {
        self.units.iter().map(|&(_, _, count)| count).sum()
    }

    fn matching(&self) -> Set {
        let units = self.units.iter().map(|&(_, elements, _)| elements);
        units.chain(self.alls.iter().map(|&(_, elements)| elements)).fold(0, |all, set| all | set)
    }

    /// Whether the entry as a whole chooses one sphere.
    fn coupled(&self, problem: &MinimumProblem) -> bool {
        let empty = self.total() == 0 && self.alls.is_empty();
        let several = self.total() > 1 || !self.alls.is_empty();
        (problem.mode.one_sphere && several && self.spheres.count_ones() > 1)
            || (problem.mode.exactly && self.entry.kind == EntryKind::Hold && empty)
    }

    /// The letters with their units, equal letters merged.
    fn letters(&self) -> BTreeMap<Set, Vec<ServedWant>> {
        let mut letters: BTreeMap<Set, Vec<ServedWant>> = BTreeMap::new();
        for &(want, elements, count) in &self.units {
            let unit = ServedWant { entry: self.number, want };
            letters.entry(elements).or_default().extend(std::iter::repeat_n(unit, count));
        }
        letters
    }
}

fn block(problem: &MinimumProblem, apart: &BTreeSet<usize>, number: usize, entry: &Entry) -> Block {
    let mode = problem.mode;
    match entry.kind {
        EntryKind::Hold if problem.is_kept(number) && !mode.share_own => Block::Kept,
        _ if mode.shares(entry.kind) || mode.share_own => Block::Entry(problem.slot(number, entry)),
        EntryKind::Hold if mode.held_may_move && problem.stays(number) => Block::Staying,
        EntryKind::In | EntryKind::Out if mode.chains_by_card() && apart.contains(&entry.card) => {
            Block::Card(entry.card)
        }
        _ => Block::Common,
    }
}

/// Gathers the demands, with a column for every choice; `None` if one of them cannot be met at all.
pub(super) fn gather(problem: &MinimumProblem, apart: &BTreeSet<usize>, program: &mut Program) -> Option<Shapes> {
    let mut shapes = Shapes::default();
    let mut forms = BTreeMap::new();
    for (number, entry) in problem.demands() {
        let demand = Demand::new(problem, apart, number, entry);
        if demand.spheres == 0 {
            let unmet = demand.total() > 0 || (problem.mode.all_needs_one && !demand.alls.is_empty());
            if unmet {
                return None;
            }
        } else {
            shapes.add(problem, program, &mut forms, &demand);
        }
    }
    for (form, group) in forms {
        let group = AlikeDemands { places: places(program, form.2, group.members.len()), ..group };
        shapes.groups.push(group);
    }
    Some(shapes)
}

/// Columns for the number of members, out of `count`, that choose each sphere.
fn places(program: &mut Program, spheres: Set, count: usize) -> [Sum; SPHERES] {
    let mut places: [Sum; SPHERES] = Default::default();
    let count = count as i64;
    for (sphere, place) in places.iter_mut().enumerate().filter(|&(sphere, _)| super::has(spheres, sphere)) {
        *place = if spheres == only(sphere) { Sum::constant(count) } else { program.column(count) };
    }
    program.equal(&Sum::total(&places), &Sum::constant(count));
    places
}

impl Shapes {
    fn add(
        &mut self,
        problem: &MinimumProblem,
        program: &mut Program,
        forms: &mut BTreeMap<Form, AlikeDemands>,
        demand: &Demand,
    ) {
        let kind = demand.entry.kind;
        let exact = problem.mode.exactly && kind == EntryKind::Hold;
        let matching = if exact { demand.matching() } else { 0 };
        let form = |letters, alone| (kind, demand.block, demand.spheres, matching, letters, alone);
        if !demand.coupled(problem) {
            for (elements, units) in demand.letters() {
                let group = forms.entry(form(vec![(elements, 1)], None)).or_insert_with_key(group);
                group.members.extend(units.into_iter().map(|unit| vec![vec![unit]]));
            }
            if exact && !demand.alls.is_empty() {
                self.fixed.push((demand.spheres, matching));
            }
            self.reach(problem, program, demand, demand.spheres, &Sum::constant(1));
            return;
        }
        let (letters, units): (Vec<_>, Vec<_>) =
            demand.letters().into_iter().map(|(set, units)| ((set, units.len()), units)).unzip();
        if demand.alls.is_empty() {
            forms.entry(form(letters, None)).or_insert_with_key(group).members.push(units);
            return;
        }
        let mut group = group(&form(letters, Some(demand.number)));
        group.members.push(units);
        group.places = places(program, demand.spheres, 1);
        for sphere in members(demand.spheres) {
            if let Some(place) = group.places.get(sphere) {
                self.reach(problem, program, demand, only(sphere), place);
            }
        }
        self.groups.push(group);
    }

    /// Lists what the All wants of an entry reach in `spheres`, which are chosen if `on` is one.
    fn reach(&mut self, problem: &MinimumProblem, program: &mut Program, demand: &Demand, spheres: Set, on: &Sum) {
        for &(want, elements) in &demand.alls {
            let one_type = problem.mode.all_one_type && elements.count_ones() > 1;
            let unit = ServedWant { entry: demand.number, want };
            let numbers = self.alls.entry(unit).or_default();
            let mut chosen = Sum::default();
            for element in members(elements).filter(|&element| element < ELEMENTS) {
                let on = if one_type { program.column(1) } else { on.clone() };
                chosen.add(1, &on);
                numbers.push(self.reaches.len());
                let (kind, block) = (demand.entry.kind, demand.block);
                self.reaches.push(Reach { kind, block, unit, element, spheres, on });
            }
            if one_type {
                program.equal(&chosen, on);
            }
        }
    }
}

fn group(form: &Form) -> AlikeDemands {
    let (kind, block, _, matching, letters, _) = form.clone();
    AlikeDemands { kind, block, letters, matching, members: Vec::new(), places: Default::default() }
}
