//! Assigns counts where the entries of a card may share movements and gems: as few as the entries need are shared out
//! first, and units that share are then spread over movements and gems that serve nothing.

use std::collections::BTreeMap;

use super::plan::{Decoder, Failure, Units};
use super::shapes::Block;
use super::{EntryKind, SPHERES};

impl Decoder<'_> {
    /// Whether only the entries of one card share on a side.
    pub(super) fn shares_own(&self, kind: EntryKind) -> bool {
        self.model.problem.mode.share_own && !self.model.shared(kind)
    }

    /// The units of each card, gathered by entry.
    fn by_card(&self, blocks: Vec<(Block, Units)>) -> Vec<Vec<Units>> {
        let mut cards: BTreeMap<Option<usize>, Vec<Units>> = BTreeMap::new();
        for (block, units) in blocks {
            cards.entry(self.model.card_of(block)).or_default().push(units);
        }
        cards.into_values().collect()
    }

    /// Lets the units of a side count movements, of which the first must all count for something if possible.
    pub(super) fn lay_own(
        &mut self,
        kind: EntryKind,
        slots: &[usize],
        blocks: Vec<(Block, Units)>,
    ) -> Result<(), Failure> {
        let cards = self.by_card(blocks);
        let least = |units: &Vec<Units>| units.iter().map(Units::len).max().unwrap_or(0);
        let mut spare = slots.len().checked_sub(cards.iter().map(least).sum()).ok_or(Failure::Unfit)?;
        let mut rest = slots;
        for units in cards {
            let all: usize = units.iter().map(Units::len).sum();
            let more = spare.min(all - least(&units));
            spare -= more;
            let (own, others) = rest.split_at(least(&units) + more);
            rest = others;
            for (unit, slot) in units.into_iter().flatten().zip(own.iter().cycle()) {
                self.count_for(kind, *slot, unit);
            }
        }
        Ok(())
    }

    /// Lets each bundle count its own movement, from the first on.
    pub(super) fn lay_bundles(&mut self, kind: EntryKind, slots: &[usize], bundles: Vec<Units>) -> Result<(), Failure> {
        for (at, units) in bundles.into_iter().enumerate() {
            let &slot = slots.get(at).ok_or(Failure::Unfit)?;
            units.into_iter().for_each(|unit| self.count_for(kind, slot, unit));
        }
        Ok(())
    }

    /// Units that are to count the same movement; where nothing is shared, each on its own.
    pub(super) fn bundles(&self, kind: EntryKind, blocks: Vec<(Block, Units)>) -> Vec<Units> {
        if !self.shares_own(kind) {
            return blocks.into_iter().flat_map(|(_, units)| units).map(|unit| Units::from([unit])).collect();
        }
        let mut bundles = Vec::new();
        for units in self.by_card(blocks) {
            let least = units.iter().map(Units::len).max().unwrap_or(0);
            let mut own = vec![Units::new(); least];
            for (at, unit) in units.into_iter().flatten().enumerate() {
                own[at % least].push_back(unit);
            }
            bundles.extend(own);
        }
        bundles
    }

    /// Lets movements of one type that count for nothing take units from movements that count for several on a side.
    pub(super) fn spread_movements(&mut self, slots: &[usize]) {
        for &slot in slots {
            let idle = |counted: &[Vec<_>; 2]| counted.iter().all(Vec::is_empty);
            if !self.counted.get(slot).is_some_and(idle) {
                continue;
            }
            for side in 0..2 {
                let several = |at: &&usize| self.counted.get(**at).is_some_and(|counted| counted[side].len() > 1);
                let Some(&donor) = slots.iter().find(several) else { continue };
                if let Some(unit) = self.counted[donor][side].pop() {
                    self.counted[slot][side].push(unit);
                    break;
                }
            }
        }
    }

    /// Lets gems that are held for nothing take units from gems held for several, if both lie in the same place in the
    /// end.
    pub(super) fn spread_gems(&mut self) {
        for (element, sphere) in (0..super::ELEMENTS).flat_map(|e| (0..SPHERES).map(move |s| (e, s))) {
            for moves in [false, true] {
                let here: Vec<usize> = (0..self.gems.len())
                    .filter(|at| {
                        let gem = &self.gems[*at];
                        (gem.element, gem.end, gem.moves) == (element, sphere, moves)
                    })
                    .collect();
                for &idle in &here {
                    let held =
                        |gem: usize| self.holds.iter().filter(move |h| (h.gem, h.sphere) == (gem, sphere)).count();
                    if held(idle) > 0 {
                        continue;
                    }
                    let Some(donor) = here.iter().copied().find(|gem| held(*gem) > 1) else { break };
                    let given = self.holds.iter_mut().rev().find(|h| (h.gem, h.sphere) == (donor, sphere));
                    let Some(given) = given else { break };
                    given.gem = idle;
                    let entry = given.entry;
                    self.gems[donor].holders.retain(|holder| *holder != entry);
                    self.gems[idle].holders.push(entry);
                }
            }
        }
    }
}
