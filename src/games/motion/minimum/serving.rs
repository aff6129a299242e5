//! The rows of a program for in and out wants: the number of units of each want by element and sphere, and that enough
//! movements count for these units.
//!
//! `M(e, s, t)` below is the number of movements of element `e` from sphere `s` to `t`. If any movement may serve both
//! sides, or none may, wants are matched by sphere alone: into `t`, whatever `s` is. If the cards must differ, wants
//! are matched by `(e, s, t)`: within such a type, the in and out units of all cards can be laid on the movements
//! exactly if no side has more units than there are movements and, for each card, both sides together have no more
//! either (Hall's condition).

use std::collections::{BTreeMap, BTreeSet};

use super::model::{Counted, Load, Model, Types, side_sphere};
use super::program::{Program, Sum};
use super::shapes::{Block, Reach};
use super::{Chain, ELEMENTS, EntryKind, OFF, SPHERES, Set, has, members};

/// The units of each card; `None` stands for all cards not set apart.
type CardUnits = BTreeMap<Option<usize>, Sum>;

impl Model<'_> {
    /// Lays the units of every group on elements.
    pub(super) fn lay_loads(&mut self) {
        let mut demand: BTreeMap<(EntryKind, Block), BTreeMap<(usize, Set), Sum>> = BTreeMap::new();
        for group in &self.shapes.groups {
            let block = demand.entry((group.kind, group.block)).or_default();
            for (sphere, place) in group.places.iter().enumerate() {
                for &(elements, units) in group.letters.iter().filter(|_| !place.is_nought()) {
                    block.entry((sphere, elements)).or_default().add(units as i64, place);
                }
            }
        }
        for (key, block) in demand {
            let load = self.loads.entry(key).or_default();
            for ((sphere, elements), units) in block {
                let letters = spread(&mut self.program, elements, &units);
                for (element, sum) in letters.iter().enumerate() {
                    load.total[element][sphere].add(1, sum);
                    if self.problem.mode.repeatedly && key.0 != EntryKind::Hold {
                        let most = self.moving[element].times(self.program.most(sum));
                        self.program.at_most(sum, &most);
                    }
                }
                load.letters.insert((sphere, elements), letters);
            }
        }
    }

    /// The movements (gems held) that count for an All want, if their number matters.
    pub(super) fn lay_counted(&mut self) {
        let mode = self.problem.mode;
        for (number, reach) in self.shapes.reaches.iter().enumerate() {
            let matters = mode.chains_by_card() || reach.kind == EntryKind::Hold;
            let load = self.loads.entry((reach.kind, reach.block)).or_default();
            for sphere in members(reach.spheres).filter(|&sphere| matters && sphere < SPHERES) {
                let amount = self.program.column(self.most_moves);
                self.program.at_most(&amount, &reach.on.times(self.most_moves));
                load.total[reach.element][sphere].add(1, &amount);
                load.counted.push(Counted { reach: number, sphere, amount, ..Counted::default() });
            }
        }
        for numbers in self.shapes.alls.clone().values().filter(|_| mode.all_needs_one) {
            let borne: Vec<Sum> = numbers.iter().map(|&number| self.borne_on(number)).collect();
            self.program.at_most(&Sum::constant(1), &Sum::total(&borne));
        }
    }

    /// The reaches whose All counts alone what it counts.
    fn alone(&self) -> Vec<Reach> {
        let alone = |reach: &&Reach| reach.kind != EntryKind::Hold && self.problem.mode.alone(reach.kind);
        self.shapes.reaches.iter().filter(alone).cloned().collect()
    }

    /// No movement is counted by two All wants of a side, if an All counts alone.
    pub(super) fn lay_alone(&mut self) {
        let reaches = self.alone();
        for (number, reach) in reaches.iter().enumerate() {
            let others = reaches[number + 1..].iter().filter(|other| other.unit != reach.unit);
            for other in others.filter(|o| (o.kind, o.element) == (reach.kind, reach.element)) {
                let both = picked(&self.moves[reach.element], |s, t| reach.counts(s, t) && other.counts(s, t));
                let most = Sum::constant(1).minus(&other.on).times(self.most_moves);
                self.program.at_most_if(&reach.on, &both, &most);
            }
        }
    }

    /// Letters are served by movements that no All counts alone.
    fn lay_letters(&mut self, kind: EntryKind, moves: &Types) {
        for reach in self.alone().into_iter().filter(|reach| reach.kind == kind) {
            let e = reach.element;
            for sphere in members(reach.spheres).filter(|&sphere| sphere < SPHERES) {
                let here = |load: &Load| {
                    let letters = load.letters.iter().filter(|((at, _), _)| *at == sphere);
                    Sum::total(letters.map(|(_, letters)| &letters[e]))
                };
                let letters = self.side(kind).map(|(block, load)| (block, here(load))).collect();
                let letters = self.together(kind, letters);
                let others = picked(&moves[e], |s, t| side_sphere(kind, s, t) == sphere && !reach.counts(s, t));
                self.program.at_most_if(&reach.on, &letters, &others);
            }
        }
    }

    /// Whether there is a gem that an All want applies to: it starts where the want reaches, and moves or is held.
    fn borne_on(&mut self, number: usize) -> Sum {
        let Some(Reach { kind, element, spheres, on, .. }) = self.shapes.reaches.get(number).cloned() else {
            return Sum::default();
        };
        let inside = |sphere: &usize| has(spheres, *sphere);
        let gems = match kind {
            EntryKind::Hold => {
                let counted = self.loads.values().flat_map(|load| &load.counted);
                Sum::total(counted.filter(|counted| counted.reach == number).map(|counted| &counted.amount))
            }
            EntryKind::Out => {
                let starts: Vec<Sum> = self.spheres().filter(inside).map(|s| self.starting(element, s)).collect();
                Sum::total(&starts)
            }
            EntryKind::In => {
                let starts = self.spheres().filter(|s| *s != OFF && !inside(s));
                let types = starts.flat_map(|s| self.spheres().filter(inside).map(move |t| (s, t)));
                Sum::total(types.map(|(s, t)| &self.gems[element][s][t]))
            }
        };
        let borne = self.program.column(1);
        self.program.at_most(&borne, &on);
        self.program.at_most(&borne, &gems);
        borne
    }

    /// Any movement may serve both sides.
    pub(super) fn serve_freely(&mut self) {
        let moves = self.moves.clone();
        self.bound_loads(EntryKind::In, &moves);
        self.bound_loads(EntryKind::Out, &moves);
        if !self.all_serve {
            return;
        }
        let (mut into, mut out) = (Types::default(), Types::default());
        for (e, s, t) in self.types().filter(|&(e, s, t)| !moves[e][s][t].is_nought()) {
            into[e][s][t] = self.program.column(self.most_moves);
            out[e][s][t] = self.program.column(self.most_moves);
            self.program.at_most(&into[e][s][t], &moves[e][s][t]);
            self.program.at_most(&out[e][s][t], &moves[e][s][t]);
            self.program.at_most(&moves[e][s][t], &into[e][s][t].clone().plus(&out[e][s][t]));
        }
        self.designate(EntryKind::In, into);
        self.designate(EntryKind::Out, out);
    }

    /// Each movement serves one side only.
    pub(super) fn serve_one_side(&mut self) {
        let (mut into, mut out) = (Types::default(), Types::default());
        for (e, s, t) in self.types().filter(|&(e, s, t)| !self.moves[e][s][t].is_nought()) {
            into[e][s][t] = self.program.column(self.most_moves);
            out[e][s][t] = self.program.column(self.most_moves);
            let both = into[e][s][t].clone().plus(&out[e][s][t]);
            self.program.equal(&self.moves[e][s][t], &both);
            let none = Sum::default();
            for reach in self.shapes.reaches.iter().filter(|reach| reach.element == e) {
                if reach.counts(s, t) {
                    let other = if reach.kind == EntryKind::In { &out } else { &into };
                    self.program.at_most_if(&reach.on, &other[e][s][t], &none);
                }
            }
        }
        self.bound_loads(EntryKind::In, &into);
        self.bound_loads(EntryKind::Out, &out);
        self.designate(EntryKind::In, into);
        self.designate(EntryKind::Out, out);
    }

    /// The units of a side at a cell are at most the movements there.
    fn bound_loads(&mut self, kind: EntryKind, moves: &Types) {
        let shared = self.shared(kind);
        self.lay_letters(kind, moves);
        for (element, sphere) in self.cells() {
            let movements = at_sphere(kind, &moves[element], sphere);
            let loads: Vec<_> =
                self.side(kind).map(|(block, load)| (block, load.total[element][sphere].clone())).collect();
            if shared {
                loads.iter().for_each(|(_, load)| self.program.at_most(load, &movements));
            } else {
                let together = self.together(kind, loads);
                self.program.at_most(&together, &movements);
            }
        }
    }

    /// Each of the movements in `chosen` must find a unit (or an All) of the side.
    fn designate(&mut self, kind: EntryKind, chosen: Types) {
        if self.all_serve {
            for (element, sphere) in self.cells() {
                let units = Sum::total(side(&self.loads, kind).map(|load| &load.total[element][sphere]));
                // The movements that are left to the letters.
                let mut left = Sum::default();
                for (e, s, t) in self.types().filter(|&(e, s, t)| (e, side_sphere(kind, s, t)) == (element, sphere)) {
                    let on = Sum::total(self.covers(kind, e, s, t).map(|reach| &reach.on));
                    if on.is_nought() || chosen[e][s][t].is_nought() {
                        left.add(1, &chosen[e][s][t]);
                        continue;
                    }
                    let served = self.program.column(self.most_moves);
                    self.program.at_most(&chosen[e][s][t], &on.times(self.most_moves).plus(&served));
                    left.add(1, &served);
                }
                self.program.at_most(&left, &units);
            }
        }
        self.designated[usize::from(kind == EntryKind::Out)] = Some(chosen);
    }

    /// Which letters a movement may serve on both sides depends on their cards. A card that stays apart has movements
    /// to itself.
    pub(super) fn serve_cards(&mut self) {
        self.lay_lanes();
        for (e, s, t) in self.types().filter(|&(e, s, t)| !self.moves[e][s][t].is_nought()).collect::<Vec<_>>() {
            let into = self.by_card(EntryKind::In, e, s, t);
            let out = self.by_card(EntryKind::Out, e, s, t);
            let movements = self.moves[e][s][t].clone();
            let free = movements.clone().minus(&self.own_movements(&into, &out));
            self.program.at_most(&Sum::default(), &free);
            let (apart, different) = (self.apart(), self.problem.mode.chain == Chain::DifferentCards);
            let joins = |card: &Option<usize>| card.is_none_or(|card| !apart.contains(&card));
            for (card, units) in into.iter().filter(|(card, _)| joins(card) && different) {
                let other = out.get(card).filter(|_| card.is_some()).cloned().unwrap_or_default();
                self.program.at_most(&other.plus(units), &free);
            }
            for (_, units) in into.iter().chain(&out).filter(|(card, _)| joins(card)) {
                self.program.at_most(units, &free);
            }
            if self.all_serve {
                self.program.at_most(&movements, &Sum::total(into.values().chain(out.values())));
            }
            for (kind, cards) in [(EntryKind::In, into), (EntryKind::Out, out)] {
                let units = Sum::total(cards.values());
                if !self.shared(kind) {
                    let joined = cards.iter().filter(|(card, _)| joins(card));
                    self.program.at_most(&Sum::total(joined.map(|(_, units)| units)), &free);
                }
                let lanes = Sum::total(side(&self.loads, kind).map(|load| &load.lanes[e][s][t]));
                for (number, reach) in self.shapes.reaches.iter().enumerate() {
                    if (reach.kind, reach.element) != (kind, e) || !reach.counts(s, t) {
                        continue;
                    }
                    self.program.at_most_if(&reach.on, &movements, &units);
                    if self.problem.mode.alone(kind) {
                        let counted = side(&self.loads, kind).flat_map(|load| &load.counted);
                        let own = counted.filter(|counted| counted.reach == number);
                        let own = Sum::total(own.map(|counted| &counted.lanes[s][t]));
                        self.program.at_most_if(&reach.on, &lanes, &own);
                    }
                }
            }
        }
    }

    /// The cards whose movements serve no other card.
    fn apart(&self) -> BTreeSet<usize> {
        let staying = self.problem.entries.iter().filter(|entry| entry.stays && self.problem.mode.stay_apart);
        staying.map(|entry| entry.card).collect()
    }

    /// The movements of a type that serve cards that stay apart: each such card has its own.
    fn own_movements(&mut self, into: &CardUnits, out: &CardUnits) -> Sum {
        let mut all = Sum::default();
        for card in self.apart().into_iter().map(Some) {
            let units = |side: &CardUnits| side.get(&card).cloned().unwrap_or_default();
            let (into, out) = (units(into), units(out));
            if self.problem.mode.chain != Chain::Any || into.is_nought() || out.is_nought() {
                all.add(1, &into.plus(&out));
                continue;
            }
            let own = self.program.column(self.most_moves);
            self.program.at_most(&into, &own);
            self.program.at_most(&out, &own);
            all.add(1, &own);
        }
        all
    }

    /// Columns for the units of each block by type of movement.
    fn lay_lanes(&mut self) {
        let cells: Vec<_> = self.cells().collect();
        let spheres = self.spheres();
        for ((kind, _), load) in self.loads.iter_mut().filter(|((kind, _), _)| *kind != EntryKind::Hold) {
            for &(element, sphere) in cells.iter().filter(|&&(e, s)| !load.total[e][s].is_nought()) {
                let mut sum = Sum::default();
                for other in spheres.clone() {
                    let (s, t) = if *kind == EntryKind::In { (other, sphere) } else { (sphere, other) };
                    if !self.moves[element][s][t].is_nought() {
                        load.lanes[element][s][t] = self.program.column(self.most_moves);
                        sum.add(1, &load.lanes[element][s][t]);
                    }
                }
                self.program.equal(&sum, &load.total[element][sphere]);
            }
            let mut of_all = Types::default();
            for counted in &mut load.counted {
                let Some(reach) = self.shapes.reaches.get(counted.reach) else { continue };
                let mut sum = Sum::default();
                for (s, t) in spheres.clone().flat_map(|s| spheres.clone().map(move |t| (s, t))) {
                    let here = side_sphere(*kind, s, t) == counted.sphere && reach.counts(s, t);
                    if here && !load.lanes[reach.element][s][t].is_nought() {
                        counted.lanes[s][t] = self.program.column(self.most_moves);
                        sum.add(1, &counted.lanes[s][t]);
                        of_all[reach.element][s][t].add(1, &counted.lanes[s][t]);
                    }
                }
                self.program.equal(&sum, &counted.amount);
            }
            for (e, s, t) in cells.iter().flat_map(|&(e, s)| spheres.clone().map(move |t| (e, s, t))) {
                self.program.at_most(&of_all[e][s][t], &load.lanes[e][s][t]);
            }
        }
    }

    /// The number of movements of a type that count for each card on a side; `None` stands for all cards not set
    /// apart.
    fn by_card(&mut self, kind: EntryKind, e: usize, s: usize, t: usize) -> CardUnits {
        let mut lanes: BTreeMap<Option<usize>, Vec<&Sum>> = BTreeMap::new();
        for ((other, block), load) in &self.loads {
            if *other == kind && !load.lanes[e][s][t].is_nought() {
                lanes.entry(self.card_of(*block)).or_default().push(&load.lanes[e][s][t]);
            }
        }
        let shared = self.shared(kind) || self.problem.mode.share_own;
        let mut union = |lanes: Vec<&Sum>| {
            let total = Sum::total(lanes.iter().copied());
            if !shared || lanes.len() == 1 {
                return total;
            }
            let union = self.program.column(self.most_moves);
            self.program.at_most(&union, &total);
            lanes.iter().for_each(|lane| self.program.at_most(lane, &union));
            union
        };
        lanes.into_iter().map(|(card, lanes)| (card, union(lanes))).collect()
    }
}

fn side(loads: &BTreeMap<(EntryKind, Block), Load>, kind: EntryKind) -> impl Iterator<Item = &Load> {
    loads.iter().filter(move |((other, _), _)| *other == kind).map(|(_, load)| load)
}

/// The movements of one element that matter for a side at a sphere.
fn at_sphere(kind: EntryKind, moves: &[[Sum; SPHERES]; SPHERES], sphere: usize) -> Sum {
    match kind {
        EntryKind::In => Sum::total(moves.iter().map(|row| &row[sphere])),
        EntryKind::Out | EntryKind::Hold => Sum::total(&moves[sphere]),
    }
}

/// The movements of one element from and to the spheres that `of` picks.
fn picked(moves: &[[Sum; SPHERES]; SPHERES], of: impl Fn(usize, usize) -> bool) -> Sum {
    let all = moves.iter().enumerate().flat_map(|(s, row)| row.iter().enumerate().map(move |(t, sum)| (s, t, sum)));
    Sum::total(all.filter(|&(s, t, _)| of(s, t)).map(|(_, _, sum)| sum))
}

/// Spreads `units` over the elements of a set: one sum per element, which add up to `units`.
fn spread(program: &mut Program, elements: Set, units: &Sum) -> [Sum; ELEMENTS] {
    let mut sums: [Sum; ELEMENTS] = Default::default();
    let most = program.most(units);
    for (element, sum) in sums.iter_mut().enumerate().filter(|&(element, _)| has(elements, element)) {
        *sum = if elements == super::only(element) { units.clone() } else { program.column(most) };
    }
    program.equal(&Sum::total(&sums), units);
    sums
}
