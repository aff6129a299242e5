//! Chapter minimum: the fewest gems and movements that pay for a set of cards.

use std::collections::BTreeSet;

use super::activation::freed;
use super::gather::gather;
use super::notation::Ask;
use super::terms::Sorts;
use super::{chaining, narrow, sustained};
use crate::action::{self, PlanShown, PlannedHold, PlannedMove, Problem, Served};
use crate::clauses::minimum::*;
use crate::demand::{Board, Chain, Entry, EntryKind, Mode};
use crate::law::MotionLaw;
use crate::minimum::{Held, MinimumFound, Plan, minimum};
use crate::payable::{PaymentQuestion, Undecided, payable};
use crate::prepared::{Prepared, prepare};
use crate::readings::{Least, MinimumEnding, MinimumKept, Supply};
use crate::state::{self, ALL, PLACES};
use crate::text::CostEntry;
use rulebound_core::kernel::Halt;

/// The most nodes of the search for a minimum; beyond that, the question is not decided.
const MOST_NODES: u64 = 20_000;
/// The most choices of larger numbers for the X to try.
const MOST_NUMBERS: usize = 200;
/// The most sustained cards to choose from if every choice has to be tried for a minimum that ends some.
const MOST_ENDING: usize = 6;
/// The most cards and costs in one question.
const MOST_CARDS: usize = 1_000;

/// The fewest movements that pay for entries on a board, if that can be decided.
pub fn fewest_movements(entries: &[Entry], kept: &[Entry], board: &Board, mode: &Mode) -> Option<u32> {
    let mode = Mode { movements_first: true, ..mode.clone() };
    let problem = crate::minimum::MinimumProblem { entries, kept, board: Some(board), supply: None, mode: &mode };
    match minimum(&problem, MOST_NODES) {
        MinimumFound::Plan(plan) => Some(plan.movements.len() as u32),
        MinimumFound::Unpayable | MinimumFound::Undecided { .. } => None,
    }
}

/// Answers a question.
///
/// # Errors
/// If a cost is refused, a card does not exist, or the question is too large to decide; in one line.
pub fn solve(law: &mut MotionLaw<'_>, problem: &Problem) -> Result<PlanShown, Halt> {
    let cards = paid_for(law, problem)?;
    if chaining::together(law, &cards.iter().map(|(_, card)| card.asks()).collect::<Vec<_>>()).is_err() {
        return Ok(unpayable());
    }
    let mut in_play: Vec<(usize, Vec<Entry>)> = Vec::new();
    for (offset, kept) in problem.sustained.iter().enumerate() {
        let held = sustained::as_given(law, kept)?;
        in_play.push((offset, sustained::kept_of(law, &held, cards.len() + offset)));
    }
    let mut kept: Vec<Entry> = in_play.iter().flat_map(|(_, entries)| entries.clone()).collect();
    let demanded: Vec<Vec<Ask>> = cards.iter().map(|(_, card)| freed::asks(law, card)).collect();
    let asks = || demanded.iter().map(Vec::as_slice);
    let terms = gather(law, Sorts::of(asks(), &kept, problem.sustained.len()));
    let entries_with = |more: &[u32]| {
        let of_card = |(card, asks): (usize, &'_ [Ask])| -> Vec<Entry> {
            asks.iter().map(|ask| ask.entry(card, terms.least(ask) + more[card])).collect()
        };
        let mut entries: Vec<Entry> = asks().enumerate().flat_map(of_card).filter(|e| terms.demands(e)).collect();
        if !terms.all {
            entries.iter_mut().for_each(|e| e.wants.retain(|w| w.count != crate::demand::Count::All));
        }
        entries
    };
    let mut entries = entries_with(&vec![0; cards.len()]);
    if terms.kept_apart {
        kept.clear();
    }
    let board = problem.board.as_ref().map(state::board);
    if let Some(board) = &board {
        state::playable(board, terms.mode.elements)?;
    }
    let supply = if board.is_some() {
        None
    } else {
        let each = Some(law.rules().gems_of_each);
        let needed = law.readings().supply == Supply::AsNeeded;
        if law.choose(SUPPLY, needed, !needed) { None } else { each }
    };
    let mut mode = Mode { movements_first: law.readings().least == Least::MovementsFirst, ..terms.mode.clone() };
    if !law.on(FEWEST) {
        mode.chain = Chain::Never;
    }
    let asked = |entries: &[Entry], mode: &Mode, kept: &[Entry]| {
        let all = [entries, kept].concat();
        let ways = match narrow::ways(&terms, board.as_ref(), &all) {
            Ok(ways) => ways,
            Err(Undecided(_)) => return MinimumFound::Undecided { nodes: 0 },
        };
        let key = |plan: &Plan| match mode.movements_first {
            true => (plan.movements.len(), plan.gems),
            false => (plan.gems, plan.movements.len()),
        };
        let mut best = MinimumFound::Unpayable;
        for way in ways {
            let (entries, kept) = way.split_at(entries.len());
            let problem = crate::minimum::MinimumProblem { entries, kept, board: board.as_ref(), supply, mode };
            match (minimum(&problem, MOST_NODES), &best) {
                (MinimumFound::Plan(plan), MinimumFound::Plan(other)) if key(&plan) >= key(other) => {}
                (MinimumFound::Unpayable, _) => {}
                (found @ MinimumFound::Undecided { .. }, _) => return found,
                (found, _) => best = found,
            }
        }
        best
    };
    let mut answer = match asked(&entries, &mode, &kept) {
        MinimumFound::Unpayable if mode.chain != terms.mode.chain => {
            mode.chain = terms.mode.chain;
            asked(&entries, &mode, &kept)
        }
        answer => answer,
    };
    if let (MinimumFound::Unpayable, Some(board)) = (&answer, &board) {
        // The least numbers cannot be paid for, but larger numbers may be payable if a hold entry demands an exact
        // number of gems.
        let gems = board.0.iter().flatten().sum::<u32>();
        let with_x: Vec<bool> = asks().map(|asks| asks.iter().any(Ask::has_x)).collect();
        for more in larger(&with_x, gems) {
            let others = entries_with(&more);
            let found = asked(&others, &mode, &kept);
            if !matches!(found, MinimumFound::Unpayable) {
                (entries, answer) = (others, found);
                break;
            }
        }
    }
    if let (true, false, Some(board)) = (terms.kept_may_end, kept.is_empty(), &board) {
        let possible = law.readings().minimum_ending == MinimumEnding::KeptIfPossible;
        let smallest = !law.choose(ENDING, possible, false);
        let ending = Ending {
            in_play: &in_play,
            mode: &mode,
            least: smallest.then_some((&answer, entries.len())),
            ask: &|kept| asked(&entries, &mode, kept),
        };
        let ends = smallest || matches!(answer, MinimumFound::Unpayable);
        if ends && may_end(&entries, &kept, board, &mode)? {
            let lasting = ending.lasting().map_err(|Undecided(why)| Halt::Bound(why))?;
            if let Some(lasting) = lasting {
                kept = entries_of(&in_play, &lasting);
                answer = asked(&entries, &mode, &kept);
            }
        }
    }
    match answer {
        MinimumFound::Undecided { nodes } => Err(Halt::Bound(undecided(nodes))),
        MinimumFound::Unpayable => Ok(unpayable()),
        MinimumFound::Plan(plan) => {
            let kept_cards = problem
                .sustained
                .iter()
                .map(action::name_of)
                .filter_map(|name| Some((name.to_owned(), law.cards.find(name)?.clone())));
            let all: Vec<NamedCard> = cards.into_iter().chain(kept_cards).collect();
            let own = entries.len();
            entries.extend(kept);
            Ok(shown(law, &plan, &entries, own, &all))
        }
    }
}

/// Whether sustained cards may end for these entries: as in a payment, a card ends if its gem is moved away, and not
/// because a new entry demands the gem where it lies.
fn may_end(entries: &[Entry], kept: &[Entry], board: &Board, mode: &Mode) -> Result<bool, Halt> {
    let lying: Vec<Entry> = entries.iter().filter(|e| e.kind == EntryKind::Hold).cloned().collect();
    let question = PaymentQuestion { entries: &lying, kept, kept_apart: false, board, moves: &[], mode, needed: false };
    payable(&question).map_err(|Undecided(why)| Halt::Bound(why))
}

fn entries_of(in_play: &[(usize, Vec<Entry>)], lasting: &[usize]) -> Vec<Entry> {
    in_play.iter().filter(|(card, _)| lasting.contains(card)).flat_map(|(_, entries)| entries.clone()).collect()
}

/// The size of a plan: what counts first, and then what decides between plans that are equal in that.
type Size = (usize, usize);

/// Finds which sustained cards stay in play under a minimum payment.
struct Ending<'a> {
    in_play: &'a [(usize, Vec<Entry>)],
    mode: &'a Mode,
    /// If the smallest payment decides, the minimum that keeps all cards and the number of entries of the cards played.
    least: Option<(&'a MinimumFound, usize)>,
    /// Finds the minimum while these entries are held.
    ask: &'a dyn Fn(&[Entry]) -> MinimumFound,
}

impl Ending<'_> {
    /// The cards that last, older cards before newer ones; `None` if there is no payment, whichever cards end.
    fn lasting(&self) -> Result<Option<Vec<usize>>, Undecided> {
        let Some((all_kept, own)) = self.least else {
            return sustained::lasting(self.in_play, self.mode, &|kept| Ok(self.size(&(self.ask)(kept), 0)?.is_some()));
        };
        let mut least = self.size(all_kept, own)?;
        for kept in self.fewer()? {
            let size = self.size(&(self.ask)(&kept), own)?;
            least = least.into_iter().chain(size).min();
        }
        if least.is_none() {
            return Ok(None);
        }
        sustained::lasting(self.in_play, self.mode, &|kept| Ok(self.size(&(self.ask)(kept), own)? == least))
    }

    /// The entries of each choice of fewer cards with which a payment may be smaller. That is no cards at all, unless
    /// an `A` spares gems that cards hold: then keeping a card may make a payment smaller, so every choice is listed.
    fn fewer(&self) -> Result<Vec<Vec<Entry>>, Undecided> {
        if !self.mode.all_spares_held {
            return Ok(vec![Vec::new()]);
        }
        let count = self.in_play.len();
        if count > MOST_ENDING {
            return Err(Undecided(format!(
                "which of {count} sustained cards end is not decided; the bound is {MOST_ENDING}"
            )));
        }
        let of = |set: usize| {
            let kept = self.in_play.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            kept.flat_map(|(_, (_, entries))| entries.clone()).collect()
        };
        Ok((0..(1 << count) - 1).map(of).collect())
    }

    /// The size of a minimum, without the gems that serve the entries from `own` on; `None` if there is no payment.
    fn size(&self, found: &MinimumFound, own: usize) -> Result<Option<Size>, Undecided> {
        match found {
            MinimumFound::Plan(plan) => {
                let of_kept: BTreeSet<usize> = plan.holds.iter().filter(|h| h.entry >= own).map(|h| h.gem).collect();
                let gems = plan.gems - of_kept.len();
                let movements = plan.movements.len();
                Ok(Some(if self.mode.movements_first { (movements, gems) } else { (gems, movements) }))
            }
            MinimumFound::Unpayable => Ok(None),
            MinimumFound::Undecided { nodes } => Err(Undecided(undecided(*nodes))),
        }
    }
}

/// Choices of numbers to add to the least numbers of the cards that have an X, smaller sums first. The list ends once
/// it is long enough.
fn larger(with_x: &[bool], most: u32) -> Vec<Vec<u32>> {
    let mut found: Vec<Vec<u32>> = Vec::new();
    let mut of_sum = vec![vec![0; with_x.len()]];
    for _ in 0..most {
        let mut next: Vec<Vec<u32>> = Vec::new();
        for numbers in &of_sum {
            // Each choice is made once: a number grows only if no later number has grown.
            let last = numbers.iter().rposition(|number| *number > 0).unwrap_or(0);
            for card in (last..with_x.len()).filter(|card| with_x[*card]) {
                let mut more = numbers.clone();
                more[card] += 1;
                next.push(more);
            }
        }
        found.extend(next.iter().cloned());
        if next.is_empty() || found.len() >= MOST_NUMBERS {
            break;
        }
        of_sum = next;
    }
    found.truncate(MOST_NUMBERS);
    found
}

fn undecided(nodes: u64) -> String {
    format!("the minimum was not found within the bounds of the search ({nodes} nodes); ask for fewer cards or gems")
}

type NamedCard = (String, Prepared);

/// The cards and costs of a question, with names.
fn paid_for(law: &mut MotionLaw<'_>, problem: &Problem) -> Result<Vec<NamedCard>, Halt> {
    let total = problem.cards.len() + problem.costs.len() + problem.sustained.len();
    if total > MOST_CARDS {
        return Err(Halt::Bound(format!("a question of {total} cards is not answered; the bound is {MOST_CARDS}")));
    }
    let mut cards = Vec::with_capacity(total);
    for name in &problem.cards {
        let card = law.cards.find(name).cloned().ok_or_else(|| sustained::no_card(law, name))?;
        cards.push((name.clone(), card));
    }
    for (index, cost) in problem.costs.iter().enumerate() {
        let name = format!("cost {}", index + 1);
        let card = crate::action::Card { name: name.clone(), cost: cost.clone(), sustained: false, text: None };
        cards.push((name, prepare(law.book, &card)));
    }
    for (name, card) in &cards {
        for clause in &card.clauses {
            law.cite(*clause);
        }
        if let Err(refused) = &card.read {
            let column = refused.offset + 1;
            return Err(Halt::Input(format!(
                "{name} is refused at column {column}: {}; {}",
                refused.message, refused.help
            )));
        }
    }
    Ok(cards)
}

fn unpayable() -> PlanShown {
    PlanShown { payable: false, gems: 0, held: 0, movements: 0, moves: vec![], holds: vec![] }
}

/// A plan as it is shown; the entries from `own` on belong to sustained cards in play.
fn shown(law: &mut MotionLaw<'_>, plan: &Plan, entries: &[Entry], own: usize, cards: &[NamedCard]) -> PlanShown {
    let letter_of = |card: usize, index: usize, want: usize| -> (String, String) {
        let Some((name, prepared)) = cards.get(card) else { return Default::default() };
        let entry: Option<&CostEntry> = prepared.cost().entries.get(index);
        (name.clone(), entry.and_then(|e| e.amounts.get(want)).map(ToString::to_string).unwrap_or_default())
    };
    let mut moves: Vec<PlannedMove> = plan
        .movements
        .iter()
        .map(|m| {
            let mut serves: Vec<Served> = m
                .serves
                .iter()
                .map(|s| {
                    let entry = &entries[s.entry];
                    let (card, letter) = letter_of(entry.card, entry.index, s.want);
                    Served { card, entry: entry.index + 1, letter }
                })
                .collect();
            serves.sort();
            PlannedMove { gem: ALL[m.element], from: PLACES[m.from], to: PLACES[m.to], serves }
        })
        .collect();
    moves.sort();
    let holds_of = |counts: &dyn Fn(&Held) -> bool| -> Vec<PlannedHold> {
        let planned = plan.holds.iter().filter(|held| counts(held)).map(|h| {
            let (card, index) = entries.get(h.entry).map_or((usize::MAX, 0), |entry| (entry.card, entry.index));
            let (card, letter) = letter_of(card, index, h.want);
            PlannedHold { card, entry: index + 1, letter, gem: ALL[h.element], sphere: PLACES[h.sphere] }
        });
        let mut holds: Vec<PlannedHold> = planned.collect();
        holds.sort();
        holds
    };
    let mut holds = holds_of(&|_| true);
    // A gem that moves and is held where it arrives counts as moved.
    let stays = |held: &&Held| plan.movements.iter().all(|m| m.gem != held.gem);
    let gems_of = |counts: &dyn Fn(&Held) -> bool| {
        plan.holds.iter().filter(stays).filter(|held| counts(held)).map(|held| held.gem).collect::<BTreeSet<usize>>()
    };
    let mut held = gems_of(&|_| true).len() as u32;
    let of_kept = gems_of(&|held| held.entry >= own).difference(&gems_of(&|held| held.entry < own)).count() as u32;
    let movements = plan.movements.len() as u32;
    let mut gems = plan.gems as u32;
    if of_kept > 0 {
        let counted = law.readings().minimum_kept == MinimumKept::Counted;
        if !law.choose(KEPT_COUNTED, counted, false) {
            (held, gems) = (held - of_kept, gems.saturating_sub(of_kept));
            holds = holds_of(&|hold| hold.entry < own);
        }
    }
    if movements > 0 && !law.on(MOVED) {
        gems = gems.saturating_sub(movements);
    }
    if held > 0 && !law.on(HELD) {
        gems = gems.saturating_sub(held);
    }
    let chained = moves.iter().map(|m| m.serves.len().saturating_sub(1) as u32).sum::<u32>();
    if chained > 0 && !law.on(BOTH_COUNTED) {
        gems += chained;
    }
    PlanShown { payable: true, gems, held, movements, moves, holds }
}
