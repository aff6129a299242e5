//! Whether a plan is a payment: the rules once more, read off the plan in whole numbers.
//!
//! What lives here shares nothing with the program that plans come from. It does not ask whether a plan is the
//! smallest.

use std::collections::BTreeMap;

use super::{Chain, Count, ELEMENTS, Entry, EntryKind, Held, Movement, OFF, Plan, Problem, SPHERES, Served, Set};
use super::{has, members, only};

/// What the rules say of one step: nothing, or what is wrong with it.
type Verdict = Result<(), String>;

/// Whether `plan` pays for the problem's entries, all rules obeyed; if not, what is wrong.
///
/// # Errors
///
/// The first fault found, in words, with entries, gems and wants by their numbers.
pub fn obeys(problem: &Problem, plan: &Plan) -> Result<(), String> {
    let check = Check { problem, plan, gems: gems(plan)?, places: places(problem, plan) };
    check.stock()?;
    check.gems.iter().enumerate().try_for_each(|(number, gem)| check.gem(number, gem))?;
    plan.movements.iter().try_for_each(|movement| check.movement(movement))?;
    plan.holds.iter().try_for_each(|held| check.held(held))?;
    problem.demands().try_for_each(|(number, entry)| check.entry(number, entry))
}

fn demand(right: bool, fault: impl FnOnce() -> String) -> Verdict {
    if right { Ok(()) } else { Err(fault()) }
}

/// One gem of the plan, followed through the payment.
struct Gem<'p> {
    element: usize,
    start: usize,
    end: usize,
    movements: usize,
    holds: Vec<&'p Held>,
}

/// Follows every gem: its movements must join, and all that the plan says of it must be of one element.
fn gems(plan: &Plan) -> Result<Vec<Gem<'_>>, String> {
    // The plan names each of its gems at least once, so their number is bounded by the plan's length.
    demand(plan.gems <= plan.movements.len() + plan.holds.len(), || "gems that the plan never names".to_owned())?;
    let mut gems: Vec<Option<Gem>> = (0..plan.gems).map(|_| None).collect();
    for movement in &plan.movements {
        let place = gems.get_mut(movement.gem).ok_or("a movement of a gem without a number")?;
        let (element, start) = (movement.element, movement.from);
        let gem = place.get_or_insert(Gem { element, start, end: start, movements: 0, holds: Vec::new() });
        demand(gem.element == element && gem.end == start, || format!("gem {} isn't there to move", movement.gem))?;
        gem.end = movement.to;
        gem.movements += 1;
    }
    for held in &plan.holds {
        let place = gems.get_mut(held.gem).ok_or("a gem without a number is held")?;
        let (element, start) = (held.element, held.sphere);
        let gem = place.get_or_insert(Gem { element, start, end: start, movements: 0, holds: Vec::new() });
        demand(gem.element == element, || format!("gem {} is of two elements", held.gem))?;
        gem.holds.push(held);
    }
    gems.into_iter().collect::<Option<Vec<_>>>().ok_or_else(|| "a gem that is neither moved nor held".to_owned())
}

struct Check<'p> {
    problem: &'p Problem<'p>,
    plan: &'p Plan,
    gems: Vec<Gem<'p>>,
    /// Element and sphere of all that counts for a want.
    places: BTreeMap<Served, Vec<(usize, usize)>>,
}

/// Element and sphere of all that counts for each want.
fn places(problem: &Problem, plan: &Plan) -> BTreeMap<Served, Vec<(usize, usize)>> {
    let mut places: BTreeMap<Served, Vec<(usize, usize)>> = BTreeMap::new();
    for movement in &plan.movements {
        for &served in &movement.serves {
            let into = problem.demand(served.entry).is_some_and(|entry| entry.kind == EntryKind::In);
            let sphere = if into { movement.to } else { movement.from };
            places.entry(served).or_default().push((movement.element, sphere));
        }
    }
    for held in &plan.holds {
        let served = Served { entry: held.entry, want: held.want };
        places.entry(served).or_default().push((held.element, held.sphere));
    }
    places
}

impl Check<'_> {
    /// How many of the plan's gems start in a cell.
    fn used(&self, element: usize, sphere: usize) -> usize {
        self.gems.iter().filter(|gem| gem.element == element && gem.start == sphere).count()
    }

    /// How many gems of the board the plan leaves alone in a cell.
    fn idle(&self, element: usize, sphere: usize) -> usize {
        let lying = self.problem.board.and_then(|board| board.0.get(sphere)?.get(element).copied());
        (lying.unwrap_or(0) as usize).saturating_sub(self.used(element, sphere))
    }

    fn stock(&self) -> Verdict {
        for element in 0..ELEMENTS {
            let used: usize = (0..SPHERES).map(|sphere| self.used(element, sphere)).sum();
            let most = if self.problem.board.is_none() { self.problem.supply } else { None };
            demand(most.is_none_or(|most| used <= most as usize), || format!("too few gems of element {element}"))?;
            for sphere in 0..SPHERES {
                let lying = self.problem.board.and_then(|board| board.0.get(sphere)?.get(element));
                let enough = lying.is_none_or(|&lying| self.used(element, sphere) <= lying as usize);
                demand(enough, || format!("too few gems of element {element} in sphere {sphere}"))?;
            }
        }
        Ok(())
    }

    fn gem(&self, number: usize, gem: &Gem) -> Verdict {
        let mode = self.problem.mode;
        demand(gem.element < ELEMENTS && has(mode.elements, gem.element), || {
            format!("gem {number} is of no element in play")
        })?;
        demand(mode.repeatedly || gem.movements <= 1, || format!("gem {number} moves again"))?;
        for held in &gem.holds {
            let at_rest = gem.movements == 0 && held.sphere == gem.start;
            let before = mode.held_may_move && held.sphere == gem.start;
            let arrived = gem.movements > 0 && held.sphere == gem.end;
            let after = mode.moved_may_hold && arrived && !self.problem.is_kept(held.entry);
            demand(at_rest || before || after, || format!("gem {number} isn't held where it lies"))?;
        }
        let entries = gem.holds.iter().map(|held| held.entry);
        demand(once(entries, mode.share_held), || format!("gem {number} is held twice"))
    }

    fn wanted(&self, served: Served) -> Result<(&Entry, Set), String> {
        let entry = self.problem.demand(served.entry).ok_or_else(|| format!("there is no entry {}", served.entry))?;
        let want = entry.wants.get(served.want).ok_or_else(|| format!("no want {}", served.want))?;
        Ok((entry, want.elements))
    }

    fn movement(&self, movement: &Movement) -> Verdict {
        let mode = self.problem.mode;
        let &Movement { element, from, to, ref serves, .. } = movement;
        let places = has(mode.spheres, from) && has(mode.spheres, to) && from < SPHERES && to < SPHERES;
        demand(places && (from != to || mode.self_move), || format!("no movement goes from {from} to {to}"))?;
        demand(mode.idle || !serves.is_empty(), || "a movement counts for nothing".to_owned())?;
        let (mut into, mut out) = (Vec::new(), Vec::new());
        for &served in serves {
            let (entry, elements) = self.wanted(served)?;
            let sphere = if entry.kind == EntryKind::In { to } else { from };
            let matches = has(elements, element) && has(entry.spheres, sphere) && entry.kind != EntryKind::Hold;
            demand(matches, || format!("a movement counts for entry {} but does not match it", served.entry))?;
            if entry.kind == EntryKind::In { into.push((served, entry)) } else { out.push((served, entry)) }
        }
        let numbers = |side: &[(Served, &Entry)]| side.iter().map(|(served, _)| served.entry).collect::<Vec<_>>();
        demand(once(numbers(&into), mode.share_in), || "a movement counts for two in wants".to_owned())?;
        demand(once(numbers(&out), mode.share_out), || "a movement counts for two out wants".to_owned())?;
        let chained = match mode.chain {
            Chain::Any => true,
            Chain::Never => into.is_empty() || out.is_empty(),
            Chain::DifferentCards => {
                into.iter().all(|(_, entry)| out.iter().all(|(_, other)| entry.card != other.card))
            }
        };
        demand(chained, || "a movement counts on both sides".to_owned())
    }

    fn held(&self, held: &Held) -> Verdict {
        let (entry, elements) = self.wanted(Served { entry: held.entry, want: held.want })?;
        let places = entry.spheres & self.problem.mode.spheres;
        let matches = entry.kind == EntryKind::Hold && has(elements, held.element) && has(places, held.sphere);
        demand(matches, || format!("gem {} is held for entry {} but does not match it", held.gem, held.entry))
    }

    /// Every want has its gems, and some choice of spheres fits them all.
    fn entry(&self, number: usize, entry: &Entry) -> Verdict {
        let mut several = 0;
        for (want, letter) in entry.wants.iter().enumerate() {
            let counted = self.places(Served { entry: number, want }).len();
            let right = match letter.count {
                Count::One => counted == 1,
                Count::Number(count) => counted == count as usize,
                Count::All => true,
            };
            demand(right, || format!("entry {number} has {counted} gems for want {want}"))?;
            several += if letter.count == Count::All { 2 } else { counted };
        }
        let spheres = entry.spheres & self.problem.mode.spheres;
        let together = self.problem.mode.one_sphere && several > 1;
        let fits = |choice: Set| self.fits(number, entry, choice, together);
        let any = if together { members(spheres).any(|sphere| fits(only(sphere))) } else { fits(spheres) };
        let unmet = self.problem.mode.all_needs_one && entry.wants.iter().any(|want| want.count == Count::All);
        demand(any || (spheres == 0 && !unmet), || format!("entry {number} has no sphere for its gems"))
    }

    fn places(&self, want: Served) -> &[(usize, usize)] {
        self.places.get(&want).map_or(&[], Vec::as_slice)
    }

    fn fits(&self, number: usize, entry: &Entry, choice: Set, together: bool) -> bool {
        let mut used = 0;
        for (want, letter) in entry.wants.iter().enumerate() {
            let places = self.places(Served { entry: number, want });
            used |= places.iter().fold(0, |set, &(_, sphere)| set | only(sphere));
            let elements = letter.elements & self.problem.mode.elements;
            let reached = |elements: Set| {
                let within = places.iter().all(|&(element, _)| has(elements, element));
                within && self.reached(Served { entry: number, want }, entry.kind, elements, choice)
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

    /// Whether All has been done for the gems of `elements` in (for in wants: outside) `spheres`.
    fn reached(&self, want: Served, kind: EntryKind, elements: Set, spheres: Set) -> bool {
        let board = self.problem.mode.spheres & !only(OFF);
        let cells = if kind == EntryKind::In { board & !spheres } else { spheres };
        let untouched = members(elements).any(|e| members(cells).any(|s| self.idle(e, s) > 0));
        let done = |gem: &Gem| match kind {
            EntryKind::In => has(spheres, gem.end),
            EntryKind::Out => gem.end != gem.start || (gem.movements > 0 && !self.problem.mode.repeatedly),
            EntryKind::Hold => gem.holds.iter().any(|held| {
                let stays = gem.movements == 0 || self.problem.mode.held_may_move;
                (held.entry, held.want, held.sphere) == (want.entry, want.want, gem.start) && stays
            }),
        };
        let borne_on = |gem: &Gem| if kind == EntryKind::Out { gem.movements > 0 } else { done(gem) };
        let spares = self.problem.mode.all_spares_held;
        let spared = |gem: &Gem| spares && gem.holds.iter().any(|held| self.problem.is_kept(held.entry));
        let reached = || self.gems.iter().filter(|gem| has(elements, gem.element) && has(cells, gem.start));
        let counts = |movement: &Movement| {
            movement.serves.iter().any(|&served| self.wanted(served).is_ok_and(|(entry, _)| entry.kind == kind))
        };
        let concerns = |m: &&Movement| match kind {
            EntryKind::In => has(elements, m.element) && has(spheres, m.to),
            EntryKind::Out => has(elements, m.element) && has(spheres, m.from),
            EntryKind::Hold => false,
        };
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
        let held_there = |gem: &Gem| gem.holds.iter().any(|held| held.sphere == gem.end);
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

/// Whether no number is there twice; and, unless `shared`, at most one.
fn once(numbers: impl IntoIterator<Item = usize>, shared: bool) -> bool {
    let mut numbers: Vec<usize> = numbers.into_iter().collect();
    let count = numbers.len();
    numbers.sort_unstable();
    numbers.dedup();
    numbers.len() == count && (shared || count <= 1)
}
