//! The rows of a program for held gems, for the number of gems that exist, for what All reaches, and for `exactly`.

use super::model::{Cells, Load, Model, Types};
use super::program::Sum;
use super::shapes::Reach;
use super::{ELEMENTS, EntryKind, OFF, SPHERES, has, members};

impl Model<'_> {
    pub(super) fn lay_holding(&mut self) {
        self.lay_held();
        self.lay_stays();
        self.lay_stock();
        for number in 0..self.shapes.reaches.len() {
            let reach = &self.shapes.reaches[number];
            match reach.kind {
                EntryKind::Out => self.reach_out(reach.clone()),
                EntryKind::In => self.reach_in(reach.clone()),
                EntryKind::Hold => self.reach_held(number, reach.clone()),
            }
        }
        if self.problem.mode.exactly {
            self.lay_exactly();
        }
    }

    /// Each unit of hold is served by a gem that stays, leaves or arrives; for a sustained card in play, always by a
    /// gem that stays, and for a card that stays in play, never by a gem that leaves.
    fn lay_held(&mut self) {
        let (problem, mode) = (self.problem, self.problem.mode);
        let (cells, spheres) = (self.cells(), self.spheres());
        for ((kind, block), load) in &mut self.loads {
            let may_arrive = mode.moved_may_hold && !block.is_kept(problem);
            let may_leave = mode.held_may_move && !block.stays(problem);
            for (e, s) in cells.clone().filter(|&(e, s)| *kind == EntryKind::Hold && !load.total[e][s].is_nought()) {
                for other in spheres.clone() {
                    if may_leave && !self.gems[e][s][other].is_nought() {
                        load.leaving[e][s][other] = self.program.column(self.most_gems);
                    }
                    if may_arrive && !self.gems[e][other][s].is_nought() {
                        load.arriving[e][other][s] = self.program.column(self.most_gems);
                    }
                }
                load.staying[e][s] = if may_leave || may_arrive {
                    self.program.column(self.program.most(&load.total[e][s]))
                } else {
                    load.total[e][s].clone()
                };
                let arriving = Sum::total(load.arriving[e].iter().map(|row| &row[s]));
                let moving = arriving.plus(&Sum::total(&load.leaving[e][s]));
                self.program.equal(&load.total[e][s], &moving.plus(&load.staying[e][s]));
            }
        }
        self.lay_held_all();
    }

    /// A gem that is held for All is held where it lay: it stays, or leaves.
    fn lay_held_all(&mut self) {
        let spheres = self.spheres();
        for ((_, _), load) in self.loads.iter_mut().filter(|((kind, _), _)| *kind == EntryKind::Hold) {
            let (mut stay, mut leave) = (Cells::default(), Types::default());
            for counted in &mut load.counted {
                let (e, s) = (self.shapes.reaches[counted.reach].element, counted.sphere);
                for t in spheres.clone().filter(|&t| !load.leaving[e][s][t].is_nought()) {
                    counted.leaving[t] = self.program.column(self.most_gems);
                    leave[e][s][t].add(1, &counted.leaving[t]);
                }
                counted.staying = counted.amount.clone().minus(&Sum::total(&counted.leaving));
                self.program.at_most(&Sum::default(), &counted.staying);
                stay[e][s].add(1, &counted.staying);
            }
            for (e, s) in (0..ELEMENTS).flat_map(|e| spheres.clone().map(move |s| (e, s))) {
                self.program.at_most(&stay[e][s], &load.staying[e][s]);
                (0..SPHERES).for_each(|t| self.program.at_most(&leave[e][s][t], &load.leaving[e][s][t]));
            }
        }
    }

    /// The gems held in place, and the number of gems that the blocks may hold.
    fn lay_stays(&mut self) {
        let shared = self.problem.mode.share_held;
        for (e, s) in self.cells() {
            let staying = self.side(EntryKind::Hold).map(|(block, load)| (block, load.staying[e][s].clone())).collect();
            self.stays[e][s] = self.together(EntryKind::Hold, staying);
        }
        for (e, s, t) in self.types() {
            let both = |load: &Load| load.leaving[e][s][t].clone().plus(&load.arriving[e][s][t]);
            let held: Vec<_> = self.side(EntryKind::Hold).map(|(block, load)| (block, both(load))).collect();
            if shared {
                held.iter().for_each(|(_, sum)| self.program.at_most(sum, &self.gems[e][s][t]));
            } else {
                let together = self.together(EntryKind::Hold, held);
                self.program.at_most(&together, &self.gems[e][s][t]);
            }
        }
    }

    /// A plan uses no more gems than there are.
    fn lay_stock(&mut self) {
        for element in self.elements() {
            let mut used = Sum::default();
            for sphere in self.spheres() {
                let here = self.starting(element, sphere).plus(&self.stays[element][sphere]);
                self.program.at_most(&here, &Sum::constant(self.most_in(element, sphere)));
                used.add(1, &here);
            }
            if let (None, Some(supply)) = (self.problem.board, self.problem.supply) {
                self.program.at_most(&used, &Sum::constant(i64::from(supply)));
            }
        }
    }

    /// The gems that lie in a cell before the payment and do not move.
    fn resting(&self, element: usize, sphere: usize) -> Sum {
        match self.problem.board {
            Some(_) => Sum::constant(self.most_in(element, sphere)).minus(&self.starting(element, sphere)),
            None => self.stays[element][sphere].clone(),
        }
    }

    /// The gems that All does not reach: the sum, over the sustained cards in play, of the gems that `of` picks.
    fn spared(&self, of: impl Fn(&Load) -> Sum) -> Sum {
        let spares = self.problem.mode.all_spares_held;
        let loads = self.side(EntryKind::Hold).filter(|(block, _)| spares && block.is_kept(self.problem));
        Sum::total(&loads.map(|(_, load)| of(load)).collect::<Vec<_>>())
    }

    /// Every gem that is reached moves; if gems may move repeatedly, each of them also ends elsewhere.
    fn reach_out(&mut self, reach: Reach) {
        let e = reach.element;
        for s in members(reach.spheres) {
            self.all_move(&reach, s);
            if self.problem.mode.repeatedly {
                self.none_end(&reach, e, s, s);
            }
        }
    }

    /// Every gem reached moves, and ends in a sphere reached.
    fn reach_in(&mut self, reach: Reach) {
        let outside = |sphere: &usize| !has(reach.spheres, *sphere);
        for s in self.spheres().filter(outside).filter(|&sphere| sphere != OFF) {
            self.all_move(&reach, s);
            for t in self.spheres().filter(outside) {
                self.none_end(&reach, reach.element, s, t);
            }
        }
    }

    fn all_move(&mut self, reach: &Reach, sphere: usize) {
        let resting = self.resting(reach.element, sphere);
        let spared = self.spared(|load| load.staying[reach.element][sphere].clone());
        self.program.at_most_if(&reach.on, &resting, &spared);
        if self.problem.mode.share_own {
            // Entries that share a gem are counted several times above.
            let stays = self.stays[reach.element][sphere].clone();
            self.program.at_most_if(&reach.on, &resting, &stays);
        }
    }

    fn none_end(&mut self, reach: &Reach, e: usize, s: usize, t: usize) {
        let spared = self.spared(|load| load.leaving[e][s][t].clone().plus(&load.arriving[e][s][t]));
        self.program.at_most_if(&reach.on, &self.gems[e][s][t], &spared);
    }

    /// Every gem reached is held for the want (or for a sustained card, if gems held for such cards are spared).
    fn reach_held(&mut self, number: usize, reach: Reach) {
        let e = reach.element;
        let sustained = self.problem.mode.all_spares_held && self.problem.is_kept(reach.unit.entry);
        for s in members(reach.spheres) {
            let counted = self.side(EntryKind::Hold).flat_map(|(_, load)| &load.counted);
            let own = counted.filter(|own| (own.reach, own.sphere) == (number, s) && !sustained);
            let (stays, leaves): (Vec<_>, Vec<_>) = own.map(|own| (own.staying.clone(), own.leaving.clone())).unzip();
            let held = self.spared(|load| load.staying[e][s].clone()).plus(&Sum::total(&stays));
            let resting = self.resting(e, s);
            self.program.at_most_if(&reach.on, &resting, &held);
            self.program.at_most_if(&reach.on, &resting, &self.stays[e][s]);
            for t in self.spheres() {
                let spared = self.spared(|load| load.leaving[e][s][t].clone().plus(&load.arriving[e][s][t]));
                let held = spared.plus(&Sum::total(leaves.iter().map(|leaving| &leaving[t])));
                self.program.at_most_if(&reach.on, &self.gems[e][s][t], &held);
            }
        }
    }

    /// In a chosen cell every gem is held: the gems that stay, and the gems that end there.
    fn lay_exactly(&mut self) {
        let chosen = self.chosen_cells();
        for (e, s) in self.cells().filter(|&(e, s)| !chosen[e][s].is_nought()).collect::<Vec<_>>() {
            let resting = self.resting(e, s);
            self.program.at_most_if(&chosen[e][s], &resting, &self.stays[e][s]);
            for from in self.spheres() {
                let held = |load: &Load| {
                    let back = if from == s { load.leaving[e][s][s].clone() } else { Sum::default() };
                    back.plus(&load.arriving[e][from][s])
                };
                let held = Sum::total(&self.side(EntryKind::Hold).map(|(_, load)| held(load)).collect::<Vec<_>>());
                self.program.at_most_if(&chosen[e][s], &self.gems[e][from][s], &held);
            }
        }
    }

    /// An indicator for each cell: whether a hold entry that the element matches has chosen the sphere.
    fn chosen_cells(&mut self) -> Cells {
        let mut chosen = Cells::default();
        for &(spheres, matching) in &self.shapes.fixed {
            for (e, s) in grid(matching).filter(|&(_, s)| has(spheres, s)) {
                chosen[e][s] = Sum::constant(1);
            }
        }
        for group in self.shapes.groups.iter().filter(|group| group.kind == EntryKind::Hold) {
            for (e, s) in grid(group.matching).filter(|&(_, s)| !group.places[s].is_nought()) {
                if chosen[e][s].is_nought() {
                    chosen[e][s] = self.program.column(1);
                }
                let most = chosen[e][s].times(group.members.len() as i64);
                self.program.at_most(&group.places[s], &most);
            }
        }
        chosen
    }
}

fn grid(elements: super::Set) -> impl Iterator<Item = (usize, usize)> {
    let elements = members(elements).filter(|&element| element < ELEMENTS);
    elements.flat_map(|element| (0..SPHERES).map(move |sphere| (element, sphere)))
}
