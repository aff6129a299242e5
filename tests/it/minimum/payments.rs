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
    let mode = &c.mode;
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
        prop_assert_eq!(payable(&question), Ok(pays), "{:?} of {:?}", moves, c);
    }
    Ok(())
}

/// The terms under which nothing is shared and gems move once.
fn plain() -> Mode {
    Mode {
        elements: 0b111,
        spheres: 0b111,
        self_move: false,
        chain: Chain::Any,
        stay_apart: false,
        share_in: false,
        share_out: false,
        share_held: false,
        share_own: false,
        held_may_move: false,
        moved_may_hold: false,
        one_sphere: true,
        all_one_type: false,
        all_needs_one: false,
        all_alone: true,
        all_spares_held: false,
        exactly: false,
        repeatedly: false,
        idle: false,
        movements_first: false,
    }
}

/// An entry as a test writes it: its kind, its spheres, and how many gems of which elements.
type Written<'w> = (EntryKind, Set, &'w [(Set, Count)]);

/// Entries of fire, water and earth as bits; those in play belong to a card of their own.
fn entries(list: &[Written<'_>], card: usize) -> Vec<Entry> {
    let want = |(elements, count): &(Set, Count)| Want { elements: *elements, count: *count };
    let entry = |(index, (kind, spheres, wants)): (usize, &Written<'_>)| {
        let wants = wants.iter().map(want).collect();
        Entry { card, index, kind: *kind, spheres: *spheres, wants, stays: card > 0 }
    };
    list.iter().enumerate().map(entry).collect()
}

/// Cases that a random search meets about once in ten thousand.
#[test]
fn rare_payments() {
    use Count::{All, Number, One};
    use EntryKind::{Hold, In, Out};
    let case = |played: &[_], kept: &[_], gems: [(usize, usize, u32); 2], mode| {
        let mut board = Board::default();
        gems.iter().for_each(|&(sphere, element, count)| board.0[sphere][element] = count);
        let (entries, kept) = (entries(played, 0), entries(kept, 3));
        compare(&Case { entries, kept, board: Some(board), supply: None, mode }).unwrap();
    };
    // Entries that share have to leave the same gems to a card in play.
    let mode = Mode { share_held: true, ..plain() };
    let played: &[(_, _, &[_])] = &[(Hold, 1, &[(1, One)]), (Hold, 1, &[(4, One)])];
    case(played, &[(Hold, 1, &[(5, Number(2))])], [(0, 0, 2), (0, 2, 1)], mode);
    // Letters that share a movement leave another to the A, which a card may not chain with a letter of its own.
    let mode = Mode { share_out: true, chain: Chain::DifferentCards, ..plain() };
    let out: (_, _, &[_]) = (Out, 2, &[(5, One)]);
    case(&[(In, 3, &[(4, One)]), out, out, (Out, 2, &[(4, All)])], &[], [(1, 2, 2), (0, 0, 0)], mode);
    // A gem that an A holds where it lay is held nowhere else.
    let mode = Mode { held_may_move: true, moved_may_hold: true, one_sphere: false, idle: true, ..plain() };
    let mode = Mode { all_spares_held: true, exactly: true, ..mode };
    case(&[(Hold, 3, &[(4, All), (4, One)])], &[], [(0, 2, 1), (0, 0, 0)], mode);
    // Held for two entries of its card, a gem is exactly where it arrives.
    let mode =
        Mode { held_may_move: true, moved_may_hold: true, share_own: true, exactly: true, idle: true, ..plain() };
    case(&[(Hold, 1, &[(2, One)]), (Hold, 2, &[(2, One)])], &[], [(1, 1, 1), (0, 0, 0)], mode);
    // An A that needs a gem needs one that lies there and that it does not spare.
    let mode = Mode { repeatedly: true, all_spares_held: true, all_needs_one: true, ..plain() };
    case(&[(In, 1, &[(1, One)]), (In, 2, &[(1, All)])], &[(Hold, 1, &[(1, One)])], [(0, 0, 1), (1, 0, 1)], mode);
}
