//! Turns a solution of the program into a plan: which movement or gem serves which want.
//!
//! This module assigns counts to single movements, gems and wants. The rows in `serving` and `holding` guarantee
//! that the counts fit; if an assignment fails anyway, the failure is reported, never hidden.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::model::{Counted, Load, Model, side_sphere};
use super::program::Sum;
use super::shapes::Block;
use super::trails::trails;
use super::{Chain, EntryKind, Held, Movement, Plan, SPHERES, ServedWant, Set};

/// Why a solution gave no plan.
pub(super) enum Failure {
    /// A movement would have served one card on both sides: these cards must be set apart.
    Clash(BTreeSet<usize>),
    /// Gems of an element would have gone round among these spheres, but there was no such gem.
    Isles(BTreeSet<(usize, Set)>),
    /// A movement counted for nothing, although it must count for something.
    Idle,
    /// The counts did not fit together.
    Unfit,
}

/// Units of a block, in the order in which they are assigned.
pub(super) type Units = VecDeque<ServedWant>;

/// The units of each block of wants by element and sphere.
type Hand = BTreeMap<(EntryKind, Block, usize, usize), Units>;

/// A gem in the plan: where it lies before and after the payment, and the entries for which it is held.
pub(super) struct PlanGem {
    pub(super) element: usize,
    start: usize,
    pub(super) end: usize,
    pub(super) moves: bool,
    pub(super) holders: Vec<usize>,
}

pub(super) struct Decoder<'m> {
    pub(super) model: &'m Model<'m>,
    values: &'m [i64],
    pub(super) gems: Vec<PlanGem>,
    movements: Vec<Movement>,
    pub(super) holds: Vec<Held>,
    /// For each movement, the units of in and of out wants that it counts for.
    pub(super) counted: Vec<[Vec<ServedWant>; 2]>,
}

/// The plan of a solution.
pub(super) fn decode(model: &Model, values: &[i64]) -> Result<Plan, Failure> {
    let mut decoder =
        Decoder { model, values, gems: Vec::new(), movements: Vec::new(), holds: Vec::new(), counted: Vec::new() };
    decoder.lay_gems()?;
    let mut units = decoder.units();
    if model.problem.mode.chains_by_card() {
        decoder.serve_types(&mut units)?;
    } else {
        decoder.serve_cells(EntryKind::In, &mut units)?;
        decoder.serve_cells(EntryKind::Out, &mut units)?;
    }
    decoder.serve_all();
    decoder.hold(&mut units)?;
    let plan = decoder.plan();
    let idle = plan.movements.iter().any(|movement| movement.serves.is_empty());
    if idle && !model.problem.mode.idle { Err(Failure::Idle) } else { Ok(plan) }
}

fn side_index(kind: EntryKind) -> usize {
    usize::from(kind == EntryKind::Out)
}

impl Decoder<'_> {
    fn count(&self, sum: &Sum) -> usize {
        usize::try_from(sum.value(self.values)).unwrap_or(0)
    }

    /// Whether entries share what counts on a side.
    fn shared(&self, kind: EntryKind) -> bool {
        self.model.shared(kind)
    }

    fn card(&self, unit: ServedWant) -> Option<usize> {
        self.model.problem.entries.get(unit.entry).map(|entry| entry.card)
    }

    fn lay_gems(&mut self) -> Result<(), Failure> {
        for trail in trails(self.model, self.values)? {
            let (Some(&start), Some(&end)) = (trail.spheres.first(), trail.spheres.last()) else { continue };
            let (gem, element) = (self.gems.len(), trail.element);
            for (&from, &to) in trail.spheres.iter().zip(trail.spheres.iter().skip(1)) {
                self.movements.push(Movement { gem, element, from, to, serves: Vec::new() });
            }
            self.gems.push(PlanGem { element, start, end, moves: true, holders: Vec::new() });
        }
        for (element, sphere) in self.model.cells() {
            for _ in 0..self.count(&self.model.stays[element][sphere]) {
                let (start, end) = (sphere, sphere);
                self.gems.push(PlanGem { element, start, end, moves: false, holders: Vec::new() });
            }
        }
        self.counted.resize(self.movements.len(), [Vec::new(), Vec::new()]);
        Ok(())
    }

    /// The units of each block by element and sphere, the units of All first. Some units of All are not among them,
    /// because they are assigned separately: for hold, by gems that stay and gems that leave; if cards must differ, by
    /// types of movement.
    fn units(&self) -> Hand {
        let mut pools = self.pools();
        let mut units = Hand::new();
        for (&(kind, block), load) in &self.model.loads {
            let by_type = self.model.problem.mode.chains_by_card();
            for counted in load.counted.iter().filter(|_| kind != EntryKind::Hold && !by_type) {
                if let Some(reach) = self.model.shapes.reaches.get(counted.reach) {
                    let place = units.entry((kind, block, reach.element, counted.sphere)).or_default();
                    place.extend(std::iter::repeat_n(reach.unit, self.count(&counted.amount)));
                }
            }
            for (&(sphere, elements), letters) in &load.letters {
                let pool = pools.entry((kind, block, sphere, elements)).or_default();
                for (element, sum) in letters.iter().enumerate() {
                    let place = units.entry((kind, block, element, sphere)).or_default();
                    place.extend(take(pool, self.count(sum)));
                }
            }
        }
        units
    }

    /// The units of each block by sphere and elements that match: each member of a group in its sphere.
    fn pools(&self) -> BTreeMap<(EntryKind, Block, usize, u8), Units> {
        let mut pools: BTreeMap<_, Units> = BTreeMap::new();
        for group in &self.model.shapes.groups {
            let mut members = group.members.iter();
            for (sphere, place) in group.places.iter().enumerate() {
                for member in members.by_ref().take(self.count(place)) {
                    for (&(elements, _), units) in group.letters.iter().zip(member) {
                        pools.entry((group.kind, group.block, sphere, elements)).or_default().extend(units);
                    }
                }
            }
        }
        pools
    }

    /// Serves a side sphere by sphere, using the movements that are designated for the side first.
    fn serve_cells(&mut self, kind: EntryKind, units: &mut Hand) -> Result<(), Failure> {
        let ranks = self.designated(kind);
        for (element, sphere) in self.model.cells() {
            let here = |movement: &Movement| {
                movement.element == element && side_sphere(kind, movement.from, movement.to) == sphere
            };
            let mut slots: Vec<usize> =
                (0..self.movements.len()).filter(|&slot| self.movements.get(slot).is_some_and(here)).collect();
            let rank = |slot: usize| ranks.get(slot).copied().flatten();
            // What an All counts needs no letter, and if the All counts alone, it serves none.
            let counted = |slot: usize| self.movements.get(slot).is_some_and(|movement| self.by_all(kind, movement));
            let alone = self.model.problem.mode.alone(kind);
            slots.retain(|&slot| rank(slot).is_some() && !(alone && counted(slot)));
            slots.sort_by_key(|&slot| (rank(slot), counted(slot)));
            let blocks = self.model.side(kind).map(|(block, _)| block);
            let blocks: Vec<(Block, Units)> =
                blocks.filter_map(|block| Some((block, units.remove(&(kind, block, element, sphere))?))).collect();
            if self.shares_own(kind) {
                self.lay_own(kind, &slots, blocks)?;
                continue;
            }
            for (_, units) in blocks {
                self.serve_block(kind, &slots, units)?;
            }
        }
        Ok(())
    }

    /// Whether an All counts a movement on a side.
    fn by_all(&self, kind: EntryKind, movement: &Movement) -> bool {
        let mut reaches = self.model.covers(kind, movement.element, movement.from, movement.to);
        reaches.any(|reach| self.count(&reach.on) > 0)
    }

    /// Lets each unit count its own movement, preferably a movement that counts for nothing yet.
    fn serve_block(&mut self, kind: EntryKind, slots: &[usize], units: Units) -> Result<(), Failure> {
        let side = side_index(kind);
        let empty =
            |counted: &[[Vec<ServedWant>; 2]], slot: usize| counted.get(slot).is_some_and(|c| c[side].is_empty());
        let mut free: Vec<usize> = slots.iter().copied().filter(|&slot| empty(&self.counted, slot)).collect();
        if self.shared(kind) {
            free.extend(slots.iter().copied().filter(|&slot| !empty(&self.counted, slot)));
        }
        if units.len() > free.len() {
            return Err(Failure::Unfit);
        }
        for (slot, unit) in free.into_iter().zip(units) {
            self.count_for(kind, slot, unit);
        }
        Ok(())
    }

    pub(super) fn count_for(&mut self, kind: EntryKind, slot: usize, unit: ServedWant) {
        if let Some(counted) = self.counted.get_mut(slot) {
            counted[side_index(kind)].push(unit);
        }
    }

    /// For each movement, whether the side must use it (0), may (1), or must not (`None`).
    fn designated(&self, kind: EntryKind) -> Vec<Option<u8>> {
        let other = if self.model.problem.mode.chain == Chain::Never { None } else { Some(1) };
        let Some(chosen) = &self.model.designated[side_index(kind)] else {
            return vec![Some(1); self.movements.len()];
        };
        let mut order: Vec<usize> = (0..self.movements.len()).collect();
        if kind == EntryKind::Out {
            order.reverse();
        }
        let mut left: BTreeMap<(usize, usize, usize), usize> = BTreeMap::new();
        let mut ranks = vec![other; self.movements.len()];
        for slot in order {
            let Some(&Movement { element: e, from: s, to: t, .. }) = self.movements.get(slot) else { continue };
            let left = left.entry((e, s, t)).or_insert_with(|| self.count(&chosen[e][s][t]));
            if let (Some(rank), true) = (ranks.get_mut(slot), *left > 0) {
                *rank = Some(0);
                *left -= 1;
            }
        }
        ranks
    }

    /// Serves both sides, one type of movement after another; a movement never serves the same card on both sides.
    fn serve_types(&mut self, units: &mut Hand) -> Result<(), Failure> {
        for (e, s, t) in self.model.types() {
            let here = |movement: &Movement| (movement.element, movement.from, movement.to) == (e, s, t);
            let slots: Vec<usize> =
                (0..self.movements.len()).filter(|&slot| self.movements.get(slot).is_some_and(here)).collect();
            let out_first = self.shared(EntryKind::In) && !self.shared(EntryKind::Out);
            let order = if out_first { [EntryKind::Out, EntryKind::In] } else { [EntryKind::In, EntryKind::Out] };
            for (turn, kind) in order.into_iter().enumerate() {
                let blocks: Vec<(Block, Units)> = self
                    .model
                    .side(kind)
                    .map(|(block, load)| (block, self.lane(kind, block, load, (e, s, t), units)))
                    .collect();
                match (turn, self.shared(kind)) {
                    (0, _) => self.lay_first(kind, &slots, blocks)?,
                    (_, true) => self.lay_shared(kind, &slots, blocks)?,
                    (_, false) => self.lay_matched(kind, &slots, self.bundles(kind, blocks))?,
                }
            }
            if self.model.problem.mode.share_own {
                self.spread_movements(&slots);
            }
        }
        Ok(())
    }

    /// The units of a block that fall to a type of movement.
    fn lane(
        &self,
        kind: EntryKind,
        block: Block,
        load: &Load,
        (e, s, t): (usize, usize, usize),
        units: &mut Hand,
    ) -> Units {
        let mut lane = Units::new();
        for counted in &load.counted {
            let reach = self.model.shapes.reaches.get(counted.reach).filter(|reach| reach.element == e);
            lane.extend(reach.iter().flat_map(|r| std::iter::repeat_n(r.unit, self.count(&counted.lanes[s][t]))));
        }
        let letters = self.count(&load.lanes[e][s][t]).saturating_sub(lane.len());
        let pool = units.entry((kind, block, e, side_sphere(kind, s, t))).or_default();
        lane.extend(take(pool, letters));
        lane
    }

    /// Serves the side that is assigned first, from the first movement on; if blocks share, each block begins again at
    /// the first movement.
    fn lay_first(&mut self, kind: EntryKind, slots: &[usize], blocks: Vec<(Block, Units)>) -> Result<(), Failure> {
        if self.model.shared(kind) {
            let single = |units: Units| units.into_iter().map(|unit| Units::from([unit])).collect();
            return blocks.into_iter().try_for_each(|(_, units)| self.lay_bundles(kind, slots, single(units)));
        }
        let bundles = self.bundles(kind, blocks);
        self.lay_bundles(kind, slots, bundles)
    }

    /// Whether a movement may serve `unit` on a side, besides what it serves on the other side.
    fn fits(&self, kind: EntryKind, slot: usize, unit: ServedWant) -> bool {
        let problem = self.model.problem;
        let entry = |unit: ServedWant| problem.entries.get(unit.entry);
        let chains = |&other: &ServedWant| match (entry(unit), entry(other)) {
            (Some(own), Some(other)) if kind == EntryKind::In => problem.mode.chains(own, other),
            (Some(own), Some(other)) => problem.mode.chains(other, own),
            _ => false,
        };
        self.counted.get(slot).is_some_and(|counted| counted[1 - side_index(kind)].iter().all(chains))
    }

    /// Serves the second side if blocks share: with any movements that fit, starting with movements that serve nothing.
    fn lay_shared(&mut self, kind: EntryKind, slots: &[usize], blocks: Vec<(Block, Units)>) -> Result<(), Failure> {
        let side = side_index(kind);
        for (_, units) in blocks {
            let Some(&first) = units.front() else { continue };
            let mut fitting: Vec<usize> = slots.iter().copied().filter(|&slot| self.fits(kind, slot, first)).collect();
            fitting.sort_by_key(|&slot| {
                self.counted.get(slot).map(|counted| (!counted[side].is_empty(), !counted[1 - side].is_empty()))
            });
            if units.len() > fitting.len() {
                return Err(Failure::Unfit);
            }
            fitting.into_iter().zip(units).for_each(|(slot, unit)| self.count_for(kind, slot, unit));
        }
        Ok(())
    }

    /// Serves the second side if movements are shared only within bundles of units. Movements that serve nothing yet
    /// are filled first, and stay filled when the remaining units find their movements by augmenting paths.
    fn lay_matched(&mut self, kind: EntryKind, slots: &[usize], bundles: Vec<Units>) -> Result<(), Failure> {
        let units: Vec<ServedWant> = bundles.iter().filter_map(|units| units.front().copied()).collect();
        let other = 1 - side_index(kind);
        let empty = |slot: &&usize| self.counted.get(**slot).is_some_and(|counted| counted[other].is_empty());
        let mut taken: BTreeMap<usize, usize> = slots.iter().filter(empty).copied().zip(0..units.len()).collect();
        for at in taken.len()..units.len() {
            if !self.augment(kind, slots, &units, at, &mut taken, &mut BTreeSet::new()) {
                let unit = units.get(at).copied().ok_or(Failure::Unfit)?;
                return Err(self.clash(&units, unit, slots));
            }
        }
        for (slot, at) in taken {
            bundles[at].iter().for_each(|unit| self.count_for(kind, slot, *unit));
        }
        Ok(())
    }

    /// Finds a movement for a unit; units that are in the way move to others.
    fn augment(
        &self,
        kind: EntryKind,
        slots: &[usize],
        units: &[ServedWant],
        at: usize,
        taken: &mut BTreeMap<usize, usize>,
        seen: &mut BTreeSet<usize>,
    ) -> bool {
        for &slot in slots {
            if !self.fits(kind, slot, units[at]) || !seen.insert(slot) {
                continue;
            }
            let holder = taken.get(&slot).copied();
            if holder.is_none_or(|holder| self.augment(kind, slots, units, holder, taken, seen)) {
                taken.insert(slot, at);
                return true;
            }
        }
        false
    }

    /// The cards that conflict: the card of the unit, and the cards that hold the movements that the unit could have.
    fn clash(&self, units: &[ServedWant], unit: ServedWant, slots: &[usize]) -> Failure {
        let on_slots = slots.iter().filter_map(|&slot| self.counted.get(slot)).flatten().flatten();
        let both: BTreeSet<usize> = on_slots.filter_map(|&served| self.card(served)).collect();
        let mut cards: BTreeSet<usize> =
            units.iter().filter_map(|&unit| self.card(unit)).filter(|card| both.contains(card)).collect();
        cards.extend(self.card(unit));
        Failure::Clash(cards)
    }

    /// Movements out of (into) a sphere that All reaches count for All if they count for nothing else.
    fn serve_all(&mut self) {
        let model = self.model;
        for kind in [EntryKind::In, EntryKind::Out] {
            for slot in 0..self.movements.len() {
                let Some(&Movement { element, from, to, .. }) = self.movements.get(slot) else { continue };
                if self.counted.get(slot).is_some_and(|counted| !counted[side_index(kind)].is_empty()) {
                    continue;
                }
                let by_card = model.problem.mode.chains_by_card();
                let fitting = model
                    .covers(kind, element, from, to)
                    .filter(|reach| self.count(&reach.on) > 0)
                    .find(|reach| !by_card || self.fits(kind, slot, reach.unit));
                if let Some(unit) = fitting.map(|reach| reach.unit) {
                    self.count_for(kind, slot, unit);
                }
            }
        }
    }

    /// Assigns the gems held, starting with those for sustained cards, which All may spare.
    fn hold(&mut self, units: &mut Hand) -> Result<(), Failure> {
        let model = self.model;
        let (first, second): (Vec<_>, Vec<_>) =
            model.side(EntryKind::Hold).partition(|(block, _)| block.is_kept(model.problem));
        let paired = !model.problem.mode.repeatedly || model.flows.is_some();
        for (block, load) in first.into_iter().chain(second) {
            for (e, s) in model.cells() {
                let mut units = units.remove(&(EntryKind::Hold, block, e, s)).unwrap_or_default();
                self.hold_cell(load, (e, s), &mut units, paired)?;
            }
        }
        if model.problem.mode.share_own {
            self.spread_gems();
        }
        Ok(())
    }

    /// The gems in a cell that stay, leave or arrive. If the start and the end of a gem were not settled together (not
    /// `paired`), only the one that matters is checked.
    fn hold_cell(
        &mut self,
        load: &Load,
        (e, s): (usize, usize),
        units: &mut Units,
        paired: bool,
    ) -> Result<(), Failure> {
        let all = self.held_for_all(load, e, s, |counted| &counted.staying);
        self.hold_by(&load.staying[e][s], all, units, (e, s), |gem| !gem.moves && gem.start == s)?;
        for t in 0..SPHERES {
            let leaves = |gem: &PlanGem| gem.moves && gem.start == s && (!paired || gem.end == t);
            let all = self.held_for_all(load, e, s, |counted| &counted.leaving[t]);
            self.hold_by(&load.leaving[e][s][t], all, units, (e, s), leaves)?;
        }
        for from in 0..SPHERES {
            let arrives = |gem: &PlanGem| gem.moves && gem.end == s && (!paired || gem.start == from);
            self.hold_by(&load.arriving[e][from][s], Units::new(), units, (e, s), arrives)?;
        }
        Ok(())
    }

    /// The units of All in a cell, for the gems that `of` picks.
    fn held_for_all(&self, load: &Load, element: usize, sphere: usize, of: impl Fn(&Counted) -> &Sum) -> Units {
        let mut units = Units::new();
        for counted in load.counted.iter().filter(|counted| counted.sphere == sphere) {
            let reach = self.model.shapes.reaches.get(counted.reach).filter(|reach| reach.element == element);
            if let Some(reach) = reach {
                units.extend(std::iter::repeat_n(reach.unit, self.count(of(counted))));
            }
        }
        units
    }

    /// Holds as many gems as `sum` counts, one for each unit, preferably gems that are not held for any unit yet. The
    /// units of All come first, and get the gems that no sustained card holds.
    fn hold_by(
        &mut self,
        sum: &Sum,
        all: Units,
        units: &mut Units,
        (element, sphere): (usize, usize),
        fits: impl Fn(&PlanGem) -> bool,
    ) -> Result<(), Failure> {
        let for_all = !all.is_empty();
        let others = take(units, self.count(sum).saturating_sub(all.len()));
        let units: Units = all.into_iter().chain(others).collect();
        let Some(first) = units.front().copied() else { return Ok(()) };
        let problem = self.model.problem;
        let free = |gem: &PlanGem| gem.holders.iter().all(|&holder| problem.may_share(first.entry, holder));
        // Where only the entries of a card share, they share as much as they can, to leave gems to others.
        let own_only = !self.shared(EntryKind::Hold) || problem.is_kept(first.entry);
        let sharing = problem.mode.share_own && own_only;
        let kept = |gem: &PlanGem| for_all && gem.holders.iter().any(|&entry| self.model.problem.is_kept(entry));
        let mut gems: Vec<(bool, usize, usize)> = Vec::new();
        let fitting = self.gems.iter().enumerate().filter(|(_, gem)| gem.element == element && free(gem) && fits(gem));
        let rank = |gem: &PlanGem| if sharing { usize::from(gem.holders.is_empty()) } else { gem.holders.len() };
        gems.extend(fitting.map(|(number, gem)| (kept(gem), rank(gem), number)));
        gems.sort_unstable();
        if units.len() > gems.len() {
            return Err(Failure::Unfit);
        }
        for ((_, _, gem), ServedWant { entry, want }) in gems.into_iter().zip(units) {
            if let Some(held) = self.gems.get_mut(gem) {
                held.holders.push(entry);
            }
            self.holds.push(Held { gem, entry, want, element, sphere });
        }
        Ok(())
    }

    fn plan(mut self) -> Plan {
        for (movement, counted) in self.movements.iter_mut().zip(self.counted) {
            movement.serves = counted.into_iter().flatten().collect();
            movement.serves.sort();
        }
        Plan { movements: self.movements, holds: self.holds, gems: self.gems.len() }
    }
}

/// The next `count` units, taken from the front.
fn take(units: &mut Units, count: usize) -> impl Iterator<Item = ServedWant> {
    units.drain(..count.min(units.len())).collect::<Vec<_>>().into_iter()
}
