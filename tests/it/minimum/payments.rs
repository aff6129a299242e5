//! Single payments, compared with brute force: for each way to move the gems of a board, whether these movements pay.

use std::collections::BTreeMap;

use super::brute::Gem;
use super::cases::Case;
use super::search::{judge, paths};
use proptest::prelude::*;
use rulebound::games::motion::action::Move;
use rulebound::games::motion::minimum::*;
use rulebound::games::motion::payable::{PaymentQuestion, payable};
use rulebound::games::motion::state::{ALL, PLACES};

/// The most movements tried if gems may move repeatedly.
const MOST: usize = 3;

type Found = BTreeMap<Vec<Move>, bool>;

/// Lets each gem take every path. For each set of movements met: whether it pays in some way.
fn every(p: &MinimumProblem, cells: &[(usize, usize)], gems: &mut Vec<Gem>, left: usize, found: &mut Found) {
    let Some(&(e, start)) = cells.get(gems.len()) else {
        let mut moves: Vec<Move> = Vec::new();
        for gem in &*gems {
            let mut from = gem.start;
            for &to in &gem.path {
                moves.push(Move { gem: ALL[gem.e], from: PLACES[from], to: PLACES[to] });
                from = to;
            }
        }
        moves.sort();
        if !found.get(&moves).is_some_and(|pays| *pays) {
            found.insert(moves, judge(p, gems, usize::MAX - 1).is_some());
        }
        return;
    };
    let most = if p.mode.repeatedly { left } else { 1 };
    for path in paths(p.mode, start, most) {
        let after = if p.mode.repeatedly { left - path.len() } else { left };
        gems.push(Gem { e, start, path });
        every(p, cells, gems, after, found);
        gems.pop();
    }
}

/// Compares every payment on the board of a case.
pub(super) fn compare(c: &Case) -> Result<(), TestCaseError> {
    let Some(board) = &c.board else { return Ok(()) };
    // No reading lets entries of several cards share; if they did, payments and minimums would differ in the details.
    let mode = &Mode { share_in: false, share_out: false, share_held: false, ..c.mode.clone() };
    // Where gems move repeatedly and an A spares those that are held, the two still differ in an A of an in entry.
    let all_in = |entry: &Entry| entry.kind == EntryKind::In && entry.wants.iter().any(|w| w.count == Count::All);
    if mode.repeatedly && mode.all_spares_held && c.entries.iter().any(all_in) {
        return Ok(());
    }
    // No sphere of a payment is out of play, so an entry that has only such spheres means nothing there.
    if c.entries.iter().chain(&c.kept).any(|entry| entry.spheres & mode.spheres == 0) {
        return Ok(());
    }
    let p = MinimumProblem { entries: &c.entries, kept: &c.kept, board: Some(board), supply: None, mode };
    let (mut cells, mut found) = (Vec::new(), Found::new());
    for (s, row) in board.0.iter().enumerate() {
        for (e, &count) in row.iter().enumerate() {
            let in_play = mode.spheres >> s & 1 == 1 && mode.elements >> e & 1 == 1;
            cells.extend((0..count).filter(|_| in_play).map(|_| (e, s)));
        }
    }
    every(&p, &cells, &mut Vec::new(), MOST, &mut found);
    // What lies out of play is not on the board of a payment.
    let mut there = Board::default();
    cells.iter().for_each(|&(e, s)| there.0[s][e] += 1);
    let (mut entries, mut kept) = (c.entries.clone(), c.kept.clone());
    for entry in entries.iter_mut().chain(&mut kept) {
        entry.spheres &= mode.spheres;
        entry.wants.iter_mut().for_each(|want| want.elements &= mode.elements);
    }
    for (moves, pays) in found {
        let question = PaymentQuestion {
            entries: &entries,
            kept: &kept,
            kept_apart: false,
            board: &there,
            moves: &moves,
            mode,
            needed: !mode.idle,
        };
        prop_assert_eq!(payable(&question), Ok(pays), "{:?}", moves);
    }
    Ok(())
}
