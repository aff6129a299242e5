//! Brute force: every way to move gems, the fewest first.

use super::brute::*;
use rulebound::games::motion::minimum::*;

pub(super) fn paths(m: &Mode, start: usize, most: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    let mut last: Vec<Vec<usize>> = vec![vec![]];
    for _ in 0..most {
        let mut next = vec![];
        for p in &last {
            let here = *p.last().unwrap_or(&start);
            for to in bits(m.spheres) {
                if to != here || m.self_move {
                    let mut q = p.clone();
                    q.push(to);
                    next.push(q)
                }
            }
        }
        all.extend(next.clone());
        last = next;
    }
    all
}

pub(super) const MOST: usize = 6;

pub(super) fn judge(p: &MinimumProblem, gems: &[Gem], limit: usize) -> Option<usize> {
    let mvs = gems
        .iter()
        .flat_map(|g| {
            let mut at = g.start;
            let e = g.e;
            g.path
                .iter()
                .map(move |&to| {
                    let mv = Mv { e, from: at, to };
                    at = to;
                    mv
                })
                .collect::<Vec<_>>()
        })
        .collect();
    let entries = p
        .entries
        .iter()
        .chain(p.kept)
        .enumerate()
        .filter(|(i, e)| *i < p.entries.len() || e.kind == EntryKind::Hold)
        .collect();
    Judge { p, gems, mvs, entries }.judge(limit)
}

/// With a board: every gem stays or takes a path.
pub(super) fn on_board(p: &MinimumProblem, board: &Board) -> Option<(usize, usize)> {
    let m = p.mode;
    let mut cells = vec![];
    for s in bits(m.spheres) {
        for e in bits(m.elements) {
            for _ in 0..board.0[s][e] {
                cells.push((e, s))
            }
        }
    }
    let most = if m.repeatedly { MOST } else { 1 };
    let mut best = None;
    pub(super) fn go(
        p: &MinimumProblem,
        cells: &[(usize, usize)],
        gems: &mut Vec<Gem>,
        left: usize,
        most: usize,
        best: &mut Option<(usize, usize)>,
    ) {
        let movers = gems.iter().filter(|g| g.moved()).count();
        let moves: usize = gems.iter().map(|g| g.path.len()).sum();
        let first = p.mode.movements_first;
        if let Some((g, _)) = *best
            && !first
            && movers > g
        {
            return;
        }
        if gems.len() == cells.len() {
            let limit = best.filter(|_| !first).map_or(usize::MAX - 1, |(g, _)| g - movers);
            if let Some((g, m)) = *best
                && !first
                && movers == g
                && moves >= m
            {
                return;
            }
            if let Some(h) = judge(p, gems, limit) {
                let new = (movers + h, moves);
                let less = |(g, m): (usize, usize)| if first { (moves, movers + h) < (m, g) } else { new < (g, m) };
                if best.is_none_or(less) {
                    *best = Some(new)
                }
            }
            return;
        }
        let (e, start) = cells[gems.len()];
        for path in paths(p.mode, start, most.min(left)) {
            if let Some(g) = gems.last()
                && (g.e, g.start) == (e, start)
                && g.path > path
            {
                continue;
            }
            let n = path.len();
            gems.push(Gem { e, start, path });
            go(p, cells, gems, left - n, most, best);
            gems.pop();
        }
    }
    go(p, &cells, &mut vec![], if m.repeatedly { MOST } else { 99 }, most, &mut best);
    best
}

/// Without a board: more and more gems, anywhere.
pub(super) fn anywhere(p: &MinimumProblem) -> Option<(usize, usize)> {
    let m = p.mode;
    let most = if m.repeatedly { MOST } else { 1 };
    let mut kinds: Vec<Gem> = vec![];
    for e in bits(m.elements) {
        for start in bits(m.spheres) {
            for path in paths(m, start, most) {
                kinds.push(Gem { e, start, path })
            }
        }
    }
    let bound: usize = p.entries.iter().chain(p.kept).flat_map(|e| &e.wants).map(|w| units(w.count).max(1)).sum();
    let mut least: Option<(usize, usize)> = None;
    for g in 0..=bound {
        let mut best: Option<usize> = None;
        fn go(
            p: &MinimumProblem,
            kinds: &[Gem],
            from: usize,
            gems: &mut Vec<Gem>,
            g: usize,
            left: usize,
            best: &mut Option<usize>,
        ) {
            let moves: usize = gems.iter().map(|g| g.path.len()).sum();
            if best.is_some_and(|b| moves >= b) {
                return;
            }
            if gems.len() == g {
                if judge(p, gems, usize::MAX - 1).is_some() {
                    *best = Some(moves)
                }
                return;
            }
            for k in from..kinds.len() {
                let n = kinds[k].path.len();
                if n > left {
                    continue;
                }
                if p.supply.is_some_and(|s| gems.iter().filter(|x| x.e == kinds[k].e).count() >= s as usize) {
                    continue;
                }
                gems.push(kinds[k].clone());
                go(p, kinds, k, gems, g, left - n, best);
                gems.pop();
            }
        }
        go(p, &kinds, 0, &mut vec![], g, if m.repeatedly { MOST } else { 99 }, &mut best);
        if let Some(moves) = best
            && least.is_none_or(|(_, fewest)| moves < fewest)
        {
            least = Some((g, moves));
            if !m.movements_first {
                return least;
            }
        }
    }
    least
}
