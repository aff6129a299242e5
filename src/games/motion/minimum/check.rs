//! Whether a plan is a payment: checks the rules once more, directly on the plan in whole numbers.
//!
//! This module shares nothing with the program that produces plans, and does not check whether a plan is the
//! smallest.

use std::collections::BTreeMap;

use thiserror::Error;

use super::{Count, ELEMENTS, Entry, EntryKind, Held, MinimumProblem, Movement, OFF, Plan, SPHERES, ServedWant, Set};
use super::{all_counts, has, members, only};

/// Why a plan is not a payment; elements, spheres, gems, entries and wants are given by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // their messages say it
pub enum NoPayment {
    #[error("the plan counts gems that it never names")]
    Unnamed,
    #[error("gem {0} is not in the plan")]
    NoSuchGem(usize),
    #[error("gem {0} is not there to move")]
    NotThere(usize),
    #[error("gem {0} has two elements")]
    TwoElements(usize),
    #[error("a gem is neither moved nor held")]
    Unused,
    #[error("too few gems of element {element}")]
    Supply { element: usize },
    #[error("too few gems of element {element} in sphere {sphere}")]
    Stock { element: usize, sphere: usize },
    #[error("gem {0} has no element in play")]
    NotInPlay(usize),
    #[error("gem {0} moves again")]
    MovesAgain(usize),
    #[error("gem {0} is not held where it lies")]
    HeldElsewhere(usize),
    #[error("gem {0} is held twice")]
    HeldTwice(usize),
    #[error("there is no want {} of entry {}", .0.want, .0.entry)]
    NoSuchWant(ServedWant),
    #[error("no movement goes from {from} to {to}")]
    NoSuchMovement { from: usize, to: usize },
    #[error("a movement counts for nothing")]
    Idle,
    #[error("a movement or a held gem counts for entry {0} but does not match it")]
    Unlike(usize),
    #[error("a movement counts for two wants of one side")]
    CountsTwice,
    #[error("a movement counts on both sides")]
    Chained,
    #[error("want {} of entry {} has {counted} gems", .of.want, .of.entry)]
    Number { of: ServedWant, counted: usize },
    #[error("entry {0} has no sphere for its gems")]
    NoSphere(usize),
}

/// Whether one rule is obeyed.
type Obeyed = Result<(), NoPayment>;

/// Checks whether `plan` pays for the problem's entries and obeys all rules.
///
/// # Errors
///
/// If it breaks a rule. The error is the first such rule.
pub fn obeys(problem: &MinimumProblem, plan: &Plan) -> Obeyed {
    let check = PlanCheck { problem, plan, gems: gems(plan)?, places: places(problem, plan) };
    check.stock()?;
    check.gems.iter().enumerate().try_for_each(|(number, gem)| check.gem(number, gem))?;
    plan.movements.iter().try_for_each(|movement| check.movement(movement))?;
    plan.holds.iter().try_for_each(|held| check.held(held))?;
    problem.demands().try_for_each(|(number, entry)| check.entry(number, entry))
}

fn demand(right: bool, otherwise: NoPayment) -> Obeyed {
    if right { Ok(()) } else { Err(otherwise) }
}

/// One gem of the plan, followed through the payment.
struct FollowedGem<'p> {
    element: usize,
    start: usize,
    end: usize,
    movements: usize,
    holds: Vec<&'p Held>,
}

/// Follows every gem: its movements must join, and everything that the plan says about the gem must name the same
/// element.
fn gems(plan: &Plan) -> Result<Vec<FollowedGem<'_>>, NoPayment> {
    // The plan names each gem at least once, so the number of gems is bounded by the length of the plan.
    demand(plan.gems <= plan.movements.len() + plan.holds.len(), NoPayment::Unnamed)?;
    let mut gems: Vec<Option<FollowedGem>> = (0..plan.gems).map(|_| None).collect();
    for movement in &plan.movements {
        let place = gems.get_mut(movement.gem).ok_or(NoPayment::NoSuchGem(movement.gem))?;
        let (element, start) = (movement.element, movement.from);
        let gem = place.get_or_insert(FollowedGem { element, start, end: start, movements: 0, holds: Vec::new() });
        demand(gem.element == element && gem.end == start, NoPayment::NotThere(movement.gem))?;
        gem.end = movement.to;
        gem.movements += 1;
    }
    for held in &plan.holds {
        let place = gems.get_mut(held.gem).ok_or(NoPayment::NoSuchGem(held.gem))?;
        let (element, start) = (held.element, held.sphere);
        let gem = place.get_or_insert(FollowedGem { element, start, end: start, movements: 0, holds: Vec::new() });
        demand(gem.element == element, NoPayment::TwoElements(held.gem))?;
        gem.holds.push(held);
    }
    gems.into_iter().collect::<Option<Vec<_>>>().ok_or(NoPayment::Unused)
}

struct PlanCheck<'p> {
    problem: &'p MinimumProblem<'p>,
    plan: &'p Plan,
    gems: Vec<FollowedGem<'p>>,
    /// The element and sphere of everything that counts for a want.
    places: BTreeMap<ServedWant, Vec<(usize, usize)>>,
}

/// The element and sphere of everything that counts for each want.
fn places(problem: &MinimumProblem, plan: &Plan) -> BTreeMap<ServedWant, Vec<(usize, usize)>> {
    let mut places: BTreeMap<ServedWant, Vec<(usize, usize)>> = BTreeMap::new();
    for movement in &plan.movements {
        for &served in &movement.serves {
            let into = problem.demand(served.entry).is_some_and(|entry| entry.kind == EntryKind::In);
            let sphere = if into { movement.to } else { movement.from };
            places.entry(served).or_default().push((movement.element, sphere));
        }
    }
    for held in &plan.holds {
        let served = ServedWant { entry: held.entry, want: held.want };
        places.entry(served).or_default().push((held.element, held.sphere));
    }
    places
}

impl PlanCheck<'_> {
    /// The number of the plan's gems that start in a cell.
    fn used(&self, element: usize, sphere: usize) -> usize {
        self.gems.iter().filter(|gem| gem.element == element && gem.start == sphere).count()
    }

    /// The number of gems on the board in a cell that the plan does not touch.
    fn idle(&self, element: usize, sphere: usize) -> usize {
        let lying = self.problem.board.and_then(|board| board.0.get(sphere)?.get(element).copied());
        (lying.unwrap_or(0) as usize).saturating_sub(self.used(element, sphere))
    }

    fn stock(&self) -> Obeyed {
        for element in 0..ELEMENTS {
            let used: usize = (0..SPHERES).map(|sphere| self.used(element, sphere)).sum();
            let most = if self.problem.board.is_none() { self.problem.supply } else { None };
            demand(most.is_none_or(|most| used <= most as usize), NoPayment::Supply { element })?;
            for sphere in 0..SPHERES {
                let lying = self.problem.board.and_then(|board| board.0.get(sphere)?.get(element));
                let enough = lying.is_none_or(|&lying| self.used(element, sphere) <= lying as usize);
                demand(enough, NoPayment::Stock { element, sphere })?;
            }
        }
        Ok(())
    }

    fn gem(&self, number: usize, gem: &FollowedGem) -> Obeyed {
        let mode = self.problem.mode;
        demand(gem.element < ELEMENTS && has(mode.elements, gem.element), NoPayment::NotInPlay(number))?;
        demand(mode.repeatedly || gem.movements <= 1, NoPayment::MovesAgain(number))?;
        for held in &gem.holds {
            let at_rest = gem.movements == 0 && held.sphere == gem.start;
            let before = mode.held_may_move && held.sphere == gem.start && !self.problem.stays(held.entry);
            let arrived = gem.movements > 0 && held.sphere == gem.end;
            let after = mode.moved_may_hold && arrived && !self.problem.is_kept(held.entry);
            demand(at_rest || before || after, NoPayment::HeldElsewhere(number))?;
        }
        let entries: Vec<usize> = gem.holds.iter().map(|held| held.entry).collect();
        demand(self.once(&entries), NoPayment::HeldTwice(number))
    }

    fn wanted(&self, served: ServedWant) -> Result<(&Entry, Set), NoPayment> {
        let entry = self.problem.demand(served.entry).ok_or(NoPayment::NoSuchWant(served))?;
        let want = entry.wants.get(served.want).ok_or(NoPayment::NoSuchWant(served))?;
        Ok((entry, want.elements))
    }

    fn movement(&self, movement: &Movement) -> Obeyed {
        let mode = self.problem.mode;
        let &Movement { element, from, to, ref serves, .. } = movement;
        let places = has(mode.spheres, from) && has(mode.spheres, to) && from < SPHERES && to < SPHERES;
        demand(places && (from != to || mode.self_move), NoPayment::NoSuchMovement { from, to })?;
        demand(mode.idle || !serves.is_empty(), NoPayment::Idle)?;
        let (mut into, mut out) = (Vec::new(), Vec::new());
        for &served in serves {
            let (entry, elements) = self.wanted(served)?;
            let sphere = if entry.kind == EntryKind::In { to } else { from };
            let matches = has(elements, element) && has(entry.spheres, sphere) && entry.kind != EntryKind::Hold;
            demand(matches, NoPayment::Unlike(served.entry))?;
            if entry.kind == EntryKind::In { into.push((served, entry)) } else { out.push((served, entry)) }
        }
        for side in [&into, &out] {
            let entries: Vec<usize> = side.iter().map(|(served, _)| served.entry).collect();
            demand(self.once(&entries), NoPayment::CountsTwice)?;
        }
        let chained = into.iter().all(|(_, entry)| out.iter().all(|(_, other)| mode.chains(entry, other)));
        demand(chained, NoPayment::Chained)
    }

    /// Whether any two of these entries may share.
    fn once(&self, entries: &[usize]) -> bool {
        (1..entries.len()).all(|at| entries[..at].iter().all(|other| self.problem.may_share(entries[at], *other)))
    }

    fn held(&self, held: &Held) -> Obeyed {
        let (entry, elements) = self.wanted(ServedWant { entry: held.entry, want: held.want })?;
        let places = entry.spheres & self.problem.mode.spheres;
        let matches = entry.kind == EntryKind::Hold && has(elements, held.element) && has(places, held.sphere);
        demand(matches, NoPayment::Unlike(held.entry))
    }

    /// Every want has its gems, and some choice of spheres fits all of these gems.
    fn entry(&self, number: usize, entry: &Entry) -> Obeyed {
        let mut several = 0;
        for (want, letter) in entry.wants.iter().enumerate() {
            let of = ServedWant { entry: number, want };
            let counted = self.places(of).len();
            let right = match letter.count {
                Count::One => counted == 1,
                Count::Number(count) => counted == count as usize,
                Count::All => true,
            };
            demand(right, NoPayment::Number { of, counted })?;
            several += if letter.count == Count::All { 2 } else { counted };
        }
        let spheres = entry.spheres & self.problem.mode.spheres;
        let together = self.problem.mode.one_sphere && several > 1;
        let fits = |choice: Set| self.fits(number, entry, choice, together);
        let any = if together { members(spheres).any(|sphere| fits(only(sphere))) } else { fits(spheres) };
        let unmet = self.problem.mode.all_needs_one && entry.wants.iter().any(|want| want.count == Count::All);
        demand(any || (spheres == 0 && !unmet), NoPayment::NoSphere(number))
    }

    fn places(&self, want: ServedWant) -> &[(usize, usize)] {
        self.places.get(&want).map_or(&[], Vec::as_slice)
    }

    fn fits(&self, number: usize, entry: &Entry, choice: Set, together: bool) -> bool {
        let mut used = 0;
        for (want, letter) in entry.wants.iter().enumerate() {
            let places = self.places(ServedWant { entry: number, want });
            used |= places.iter().fold(0, |set, &(_, sphere)| set | only(sphere));
            let elements = letter.elements & self.problem.mode.elements;
            let reached = |elements: Set| {
                let within = places.iter().all(|&(element, _)| has(elements, element));
                within && self.reached(ServedWant { entry: number, want }, entry.kind, elements, choice)
            };
            let all = match letter.count {
                Count::One | Count::Number(_) => true,
                Count::All if self.problem.mode.all_one_type && elements != 0 => {
                    members(elements).any(|element| reached(only(element)))
                }
                Count::All => reached(elements),
            };
            if !all {
                return false;
            }
        }
        let exact = entry.kind == EntryKind::Hold && self.problem.mode.exactly;
        used & !choice == 0 && (!exact || self.exact(entry, choice, used, together))
    }

    /// Whether the All is met for the gems of `elements` in (for in wants: outside) `spheres`.
    fn reached(&self, want: ServedWant, kind: EntryKind, elements: Set, spheres: Set) -> bool {
        let board = self.problem.mode.spheres & !only(OFF);
        let cells = if kind == EntryKind::In { board & !spheres } else { spheres };
        let untouched = members(elements).any(|e| members(cells).any(|s| self.idle(e, s) > 0));
        let done = |gem: &FollowedGem| match kind {
            EntryKind::In => has(spheres, gem.end),
            EntryKind::Out => gem.end != gem.start || (gem.movements > 0 && !self.problem.mode.repeatedly),
            EntryKind::Hold => gem.holds.iter().any(|held| {
                let stays = gem.movements == 0 || (self.problem.mode.held_may_move && !self.problem.stays(held.entry));
                (held.entry, held.want, held.sphere) == (want.entry, want.want, gem.start) && stays
            }),
        };
        let borne_on = |gem: &FollowedGem| if kind == EntryKind::Out { gem.movements > 0 } else { done(gem) };
        let spares = self.problem.mode.all_spares_held;
        let spared = |gem: &FollowedGem| spares && gem.holds.iter().any(|held| self.problem.is_kept(held.entry));
        let reached = || self.gems.iter().filter(|gem| has(elements, gem.element) && has(cells, gem.start));
        let alone = self.problem.mode.alone(kind);
        let counts = |movement: &Movement| {
            let counted = |&served: &ServedWant| match alone {
                true => served == want,
                false => self.wanted(served).is_ok_and(|(entry, _)| entry.kind == kind),
            };
            movement.serves.iter().any(counted)
        };
        let concerns = |m: &&Movement| has(elements, m.element) && all_counts(kind, spheres, m.from, m.to);
        let held_elsewhere = |held: &&Held| {
            (held.entry, held.want) == (want.entry, want.want)
                && self.gems.get(held.gem).is_none_or(|gem| gem.start != held.sphere || !done(gem))
        };
        !untouched
            && reached().all(|gem| done(gem) || spared(gem))
            && (!self.problem.mode.all_needs_one || reached().any(borne_on))
            && self.plan.movements.iter().filter(concerns).all(counts)
            && !self.plan.holds.iter().any(|held| held_elsewhere(&held))
    }

    /// Whether every matching gem in the chosen spheres is held there after the payment.
    fn exact(&self, entry: &Entry, choice: Set, used: Set, together: bool) -> bool {
        let matching = entry.wants.iter().fold(0, |all, want| all | want.elements) & self.problem.mode.elements;
        let held_there = |gem: &FollowedGem| gem.holds.iter().any(|held| held.sphere == gem.end);
        let exact = |sphere: usize| {
            let lie = self.gems.iter().filter(|gem| has(matching, gem.element) && gem.end == sphere);
            members(matching).all(|element| self.idle(element, sphere) == 0) && lie.into_iter().all(held_there)
        };
        let all = entry.wants.iter().any(|want| want.count == Count::All);
        match (together || all, used) {
            (true, _) => members(choice).all(exact),
            (false, 0) => members(choice).any(exact),
            (false, used) => members(used).all(exact),
        }
    }
}
