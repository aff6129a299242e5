//! Brute force, written from the definition and independent of the search: decides whether given gems and movements
//! pay, by trying every way to count them.

use rulebound::games::motion::minimum::*;

/// Off the board, as an index.
const OFF: usize = 5;

pub(super) fn has(set: Set, n: usize) -> bool {
    set & (1 << n) != 0
}
pub(super) fn bits(set: Set) -> Vec<usize> {
    (0..8).filter(|&n| has(set, n)).collect()
}

#[derive(Clone, Debug)]
pub(super) struct Gem {
    pub(super) e: usize,
    pub(super) start: usize,
    pub(super) path: Vec<usize>,
}
impl Gem {
    pub(super) fn end(&self) -> usize {
        *self.path.last().unwrap_or(&self.start)
    }
    pub(super) fn moved(&self) -> bool {
        !self.path.is_empty()
    }
}
#[derive(Clone, Copy)]
pub(super) struct Mv {
    pub(super) e: usize,
    pub(super) from: usize,
    pub(super) to: usize,
}

/// One choice of an entry: its spheres, and for each want the elements that All means (0 if it is not an All).
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) spheres: Set,
    pub(super) all: Vec<Set>,
}

pub(super) struct Judge<'a> {
    pub(super) p: &'a MinimumProblem<'a>,
    pub(super) gems: &'a [Gem],
    pub(super) mvs: Vec<Mv>,
    pub(super) entries: Vec<(usize, &'a Entry)>,
}

pub(super) fn units(c: Count) -> usize {
    match c {
        Count::One => 1,
        Count::All => 0,
        Count::Number(n) => n as usize,
    }
}

pub(super) fn choices(m: &Mode, entry: &Entry) -> Vec<Choice> {
    let s = entry.spheres & m.spheres;
    let n: usize = entry.wants.iter().map(|w| units(w.count)).sum();
    let any_all = entry.wants.iter().any(|w| w.count == Count::All);
    let sets: Vec<Set> = if m.one_sphere && (n > 1 || any_all) && s != 0 {
        bits(s).into_iter().map(|b| 1 << b).collect()
    } else {
        vec![s]
    };
    let mut out = vec![];
    for spheres in sets {
        let mut alls: Vec<Vec<Set>> = vec![vec![]];
        for w in &entry.wants {
            let e = w.elements & m.elements;
            let opts: Vec<Set> = if w.count != Count::All || e == 0 {
                vec![0]
            } else if m.all_one_type {
                bits(e).into_iter().map(|b| 1 << b).collect()
            } else {
                vec![e]
            };
            alls = alls
                .iter()
                .flat_map(|v| {
                    opts.iter().map(move |&o| {
                        let mut v = v.clone();
                        v.push(o);
                        v
                    })
                })
                .collect();
        }
        out.extend(alls.into_iter().map(|all| Choice { spheres, all }));
    }
    out
}

/// The search for the fewest resting gems that are held: what is given, what is chosen so far, and the best found.
struct Holding<'a> {
    entries: Vec<(usize, &'a Entry)>,
    fixed: &'a [(usize, Choice)],
    bound: usize,
    /// For each gem: the entry, want and sphere for which it is held.
    held: Vec<Vec<(usize, usize, usize)>>,
    chosen: Vec<(usize, Choice)>,
    best: Option<usize>,
}

type Slots = Vec<[Vec<(usize, usize)>; 2]>; // per movement, per side: (entry, want)

impl Judge<'_> {
    pub(super) fn share(&self, side: usize) -> bool {
        if side == 0 { self.p.mode.share_in } else { self.p.mode.share_out }
    }
    pub(super) fn card(&self, entry: usize) -> usize {
        self.p.entries[entry].card
    }
    pub(super) fn may(&self, slots: &Slots, m: usize, side: usize, entry: usize) -> bool {
        let here = &slots[m][side];
        let own = |e: usize| self.p.mode.share_own && self.card(e) == self.card(entry);
        if here.iter().any(|&(e, _)| e == entry || !(self.share(side) || own(e))) {
            return false;
        }
        let there = &slots[m][1 - side];
        let stays = |e: usize| self.p.mode.stay_apart && self.p.entries[e].stays;
        let apart = |e: usize| (stays(e) || stays(entry)) && self.card(e) != self.card(entry);
        match self.p.mode.chain {
            Chain::Any => there.iter().all(|&(e, _)| !apart(e)),
            Chain::Never => there.is_empty(),
            Chain::DifferentCards => there.iter().all(|&(e, _)| self.card(e) != self.card(entry) && !apart(e)),
        }
    }
    pub(super) fn movers_entries(&self) -> Vec<(usize, &Entry)> {
        self.entries.iter().copied().filter(|(_, e)| e.kind != EntryKind::Hold).collect()
    }

    /// The least number of resting gems held, if this set of movements pays.
    pub(super) fn judge(&self, limit: usize) -> Option<usize> {
        // fix the choices of in and out entries with All first
        let movers = self.movers_entries();
        let with_all: Vec<(usize, &Entry)> =
            movers.iter().copied().filter(|(_, e)| e.wants.iter().any(|w| w.count == Count::All)).collect();
        let mut vectors: Vec<Vec<(usize, Choice)>> = vec![vec![]];
        for (i, e) in &with_all {
            let cs = choices(self.p.mode, e);
            vectors = vectors
                .iter()
                .flat_map(|v| {
                    cs.iter().map(move |c| {
                        let mut v = v.clone();
                        v.push((*i, c.clone()));
                        v
                    })
                })
                .collect();
        }
        let mut best: Option<usize> = None;
        for fixed in vectors {
            // a quick necessary test before the matching
            let mut slots: Slots = vec![[vec![], vec![]]; self.mvs.len()];
            if self.serve(&movers, 0, &fixed, &mut slots) {
                let bound = best.unwrap_or(limit + 1);
                if let Some(h) = self.holds(&fixed, bound) {
                    best = Some(h)
                }
            }
        }
        best
    }
    pub(super) fn serve(
        &self,
        movers: &[(usize, &Entry)],
        at: usize,
        fixed: &[(usize, Choice)],
        slots: &mut Slots,
    ) -> bool {
        let Some(&(i, entry)) = movers.get(at) else { return self.fill(0, 0, fixed, slots) };
        let cs = match fixed.iter().find(|(n, _)| *n == i) {
            Some((_, c)) => vec![c.clone()],
            None => choices(self.p.mode, entry),
        };
        for c in cs {
            let list: Vec<usize> =
                entry.wants.iter().enumerate().flat_map(|(w, want)| vec![w; units(want.count)]).collect();
            if self.unit(movers, at, fixed, slots, &c, &list, 0, 0) {
                return true;
            }
        }
        false
    }
    #[allow(clippy::too_many_arguments)]
    pub(super) fn unit(
        &self,
        movers: &[(usize, &Entry)],
        at: usize,
        fixed: &[(usize, Choice)],
        slots: &mut Slots,
        c: &Choice,
        list: &[usize],
        k: usize,
        from: usize,
    ) -> bool {
        let (i, entry) = movers[at];
        let Some(&w) = list.get(k) else { return self.serve(movers, at + 1, fixed, slots) };
        let side = if entry.kind == EntryKind::In { 0 } else { 1 };
        for m in from..self.mvs.len() {
            let mv = self.mvs[m];
            let sphere = if side == 0 { mv.to } else { mv.from };
            if has(entry.wants[w].elements, mv.e) && has(c.spheres, sphere) && self.may(slots, m, side, i) {
                slots[m][side].push((i, w));
                let next = if list.get(k + 1) == Some(&w) { m + 1 } else { 0 };
                let ok = self.unit(movers, at, fixed, slots, c, list, k + 1, next);
                slots[m][side].pop();
                if ok {
                    return true;
                }
            }
        }
        false
    }
    /// Wants of All that reach movement m on a side.
    pub(super) fn reaching(&self, fixed: &[(usize, Choice)], m: usize, side: usize) -> Vec<(usize, usize)> {
        let mv = self.mvs[m];
        let mut out = vec![];
        for (i, c) in fixed {
            let entry = &self.p.entries[*i];
            if (entry.kind == EntryKind::In) != (side == 0) {
                continue;
            }
            let counted = match side {
                0 => has(c.spheres, mv.to) && mv.from != OFF && !has(c.spheres, mv.from),
                _ => has(c.spheres, mv.from),
            };
            for (w, &all) in c.all.iter().enumerate() {
                if has(all, mv.e) && counted {
                    out.push((*i, w))
                }
            }
        }
        out
    }
    pub(super) fn fill(&self, m: usize, side: usize, fixed: &[(usize, Choice)], slots: &mut Slots) -> bool {
        if side == 2 {
            return self.fill(m + 1, 0, fixed, slots);
        }
        if m >= self.mvs.len() {
            let served = self.p.mode.idle || slots.iter().all(|s| !s[0].is_empty() || !s[1].is_empty());
            return served;
        }
        let reaching = self.reaching(fixed, m, side);
        if self.p.mode.all_alone && !self.share(side) && !reaching.is_empty() && !slots[m][side].is_empty() {
            return false;
        }
        if self.p.mode.all_alone && !self.share(side) && reaching.len() > 1 {
            return false;
        }
        self.subset(m, side, fixed, slots, &reaching, 0)
    }
    pub(super) fn subset(
        &self,
        m: usize,
        side: usize,
        fixed: &[(usize, Choice)],
        slots: &mut Slots,
        reaching: &[(usize, usize)],
        k: usize,
    ) -> bool {
        let Some(&(i, w)) = reaching.get(k) else {
            if !reaching.is_empty() && slots[m][side].is_empty() {
                return false;
            }
            return self.fill(m, side + 1, fixed, slots);
        };
        if self.may(slots, m, side, i) {
            slots[m][side].push((i, w));
            let ok = self.subset(m, side, fixed, slots, reaching, k + 1);
            slots[m][side].pop();
            if ok {
                return true;
            }
        }
        self.subset(m, side, fixed, slots, reaching, k + 1)
    }
    pub(super) fn holds(&self, fixed: &[(usize, Choice)], bound: usize) -> Option<usize> {
        let entries = self.entries.iter().copied().filter(|(_, e)| e.kind == EntryKind::Hold).collect();
        let held = vec![vec![]; self.gems.len()];
        let mut search = Holding { entries, fixed, bound, held, chosen: vec![], best: None };
        self.hold(&mut search, 0);
        search.best
    }
    pub(super) fn resting_held(&self, held: &[Vec<(usize, usize, usize)>]) -> usize {
        self.gems.iter().zip(held).filter(|(g, h)| !g.moved() && !h.is_empty()).count()
    }
    fn hold(&self, search: &mut Holding, at: usize) {
        if self.resting_held(&search.held) >= search.best.unwrap_or(search.bound) {
            return;
        }
        let Some(&(i, entry)) = search.entries.get(at) else {
            if self.last(search.fixed, &search.held, &search.chosen) {
                search.best = Some(self.resting_held(&search.held))
            }
            return;
        };
        for c in choices(self.p.mode, entry) {
            let list: Vec<usize> =
                entry.wants.iter().enumerate().flat_map(|(w, want)| vec![w; units(want.count)]).collect();
            search.chosen.push((i, c));
            self.hold_unit(search, at, &list, 0, 0);
            search.chosen.pop();
        }
    }
    pub(super) fn may_hold(&self, held: &[Vec<(usize, usize, usize)>], g: usize, entry: usize) -> bool {
        let all: Vec<&Entry> = self.p.entries.iter().chain(self.p.kept).collect();
        let own = |e: usize| self.p.mode.share_own && all[e].card == all[entry].card;
        let kept = |e: usize| e >= self.p.entries.len();
        let shared = |e: usize| self.p.mode.share_held && !kept(e) && !kept(entry);
        held[g].iter().all(|&(e, _, _)| e != entry && (shared(e) || own(e)))
    }
    fn hold_unit(&self, search: &mut Holding, at: usize, list: &[usize], k: usize, from: usize) {
        let (i, entry) = search.entries[at];
        let c = search.chosen.last().unwrap().1.clone();
        let Some(&w) = list.get(k) else { return self.hold_all(search, at, 0, 0) };
        for g in from..self.gems.len() {
            if !self.may_hold(&search.held, g, i) || !has(entry.wants[w].elements, self.gems[g].e) {
                continue;
            }
            let next = if list.get(k + 1) == Some(&w) { g + 1 } else { 0 };
            for sphere in self.hold_places(g, i) {
                if has(c.spheres, sphere) {
                    search.held[g].push((i, w, sphere));
                    self.hold_unit(search, at, list, k + 1, next);
                    search.held[g].pop();
                }
            }
        }
    }
    pub(super) fn hold_places(&self, g: usize, entry: usize) -> Vec<usize> {
        let gem = &self.gems[g];
        let mut places = vec![];
        let played = entry < self.p.entries.len();
        if !gem.moved() || self.may_leave(entry) {
            places.push(gem.start)
        }
        if gem.moved() && self.p.mode.moved_may_hold && played && !places.contains(&gem.end()) {
            places.push(gem.end())
        }
        places
    }
    /// Whether a gem that serves a hold entry may be moved away.
    fn may_leave(&self, entry: usize) -> bool {
        self.p.mode.held_may_move && self.p.entries.get(entry).is_some_and(|entry| !entry.stays)
    }
    /// Hold-All: any set of those gems in reach that lie there before the payment (checked at the end).
    fn hold_all(&self, search: &mut Holding, at: usize, w: usize, g: usize) {
        let (i, entry) = search.entries[at];
        if w >= entry.wants.len() {
            return self.hold(search, at + 1);
        }
        if entry.wants[w].count != Count::All || g >= self.gems.len() {
            return self.hold_all(search, at, w + 1, 0);
        }
        let c = search.chosen.last().unwrap().1.clone();
        let gem = &self.gems[g];
        let reach = has(c.all[w], gem.e) && has(c.spheres, gem.start) && (!gem.moved() || self.may_leave(i));
        if reach && self.may_hold(&search.held, g, i) {
            search.held[g].push((i, w, gem.start));
            self.hold_all(search, at, w, g + 1);
            search.held[g].pop();
        }
        self.hold_all(search, at, w, g + 1)
    }
    pub(super) fn last(
        &self,
        fixed: &[(usize, Choice)],
        held: &[Vec<(usize, usize, usize)>],
        chosen: &[(usize, Choice)],
    ) -> bool {
        let m = self.p.mode;
        let kept = |e: usize| e >= self.p.entries.len();
        let spared = |g: usize| m.all_spares_held && held[g].iter().any(|&(e, _, _)| kept(e));
        let entry_of = |i: usize| self.entries.iter().find(|(n, _)| *n == i).unwrap().1;
        for (i, c) in fixed.iter().chain(chosen) {
            let entry = entry_of(*i);
            for (w, &all) in c.all.iter().enumerate() {
                if entry.wants[w].count != Count::All {
                    continue;
                }
                if entry.kind == EntryKind::Hold
                    && m.all_needs_one
                    && !held.iter().flatten().any(|&(e, x, _)| (e, x) == (*i, w))
                {
                    return false;
                }
                let borne_on = |gem: &Gem| {
                    has(all, gem.e)
                        && gem.moved()
                        && match entry.kind {
                            EntryKind::Out => has(c.spheres, gem.start),
                            EntryKind::In => {
                                gem.start != OFF && !has(c.spheres, gem.start) && has(c.spheres, gem.end())
                            }
                            EntryKind::Hold => true,
                        }
                };
                if m.all_needs_one && entry.kind != EntryKind::Hold && !self.gems.iter().any(borne_on) {
                    return false;
                }
                for (g, gem) in self.gems.iter().enumerate() {
                    if !has(all, gem.e) {
                        continue;
                    }
                    let ok = match entry.kind {
                        EntryKind::Out => {
                            let left = gem.end() != gem.start || (gem.moved() && !m.repeatedly);
                            !has(c.spheres, gem.start) || left
                        }
                        EntryKind::In => {
                            c.spheres == 0 || has(c.spheres, gem.start) || gem.start == OFF || has(c.spheres, gem.end())
                        }
                        EntryKind::Hold => {
                            !has(c.spheres, gem.start) || held[g].iter().any(|&(e, x, _)| (e, x) == (*i, w))
                        }
                    };
                    if !ok && !spared(g) {
                        return false;
                    }
                }
            }
            if entry.kind == EntryKind::Hold && m.exactly && c.spheres != 0 {
                let matching = entry.wants.iter().fold(0, |s, w| s | w.elements) & m.elements;
                let exact = |sphere: usize| {
                    self.gems.iter().enumerate().all(|(g, gem)| {
                        !has(matching, gem.e) || gem.end() != sphere || held[g].iter().any(|&(_, _, s)| s == sphere)
                    })
                };
                let used: Vec<usize> = held.iter().flatten().filter(|(e, _, _)| e == i).map(|h| h.2).collect();
                let n: usize = entry.wants.iter().map(|w| units(w.count)).sum();
                let any_all = entry.wants.iter().any(|w| w.count == Count::All);
                let one = m.one_sphere && (n > 1 || any_all);
                let good = if one || any_all {
                    bits(c.spheres).into_iter().all(exact)
                } else if used.is_empty() {
                    bits(c.spheres).into_iter().any(exact)
                } else {
                    used.into_iter().all(exact)
                };
                if !good {
                    return false;
                }
            }
        }
        true
    }
}
