//! Lists every legal action in a position: releases, and payments over all sets of cards at hand and all sets of
//! movements. Each payment is listed once, with its cards in the order of the hand, its movements in the order of the
//! board, and with every X left undeclared, so that it is the largest number that is paid for.

use std::collections::{BTreeMap, BTreeSet};

use crate::action::{Action, Move, Play, Release};
use crate::demand::{Board, EntryKind, OFF, Set, members};
use crate::law::MotionLaw;
use crate::payable::Undecided;
use crate::readings::{MovesPerGem, OffBoard, SelfMove, Unneeded};
use crate::rules::activation;
use crate::rules::notation::Number;
use crate::state::{ALL, Element, PLACES, Place, State};
use rulebound_core::kernel::Halt;

/// The number of cards at hand from which every set is tried.
const MOST_CARDS: usize = 5;

/// Limit on the payments tried, and on the sets of movements considered. Beyond it, the legal actions are not listed.
const MOST_TRIED: usize = 200_000;

/// Adds the actions that may be legal. Of a hand of more than five cards, only sets among the first five are tried. If
/// a gem may move again, only payments of up to [`most_movements`] movements are tried, since the number of payments is
/// unbounded. A position with too many sets of movements is beyond this engine.
pub fn candidates(law: &mut MotionLaw<'_>, state: &State, found: &mut Vec<Action>) {
    if let Err(Undecided(why)) = payments(law, state, found) {
        law.stop(Halt::Bound(why));
    }
    let mut names: Vec<String> = state.sustained.iter().map(|kept| kept.card.to_string()).collect();
    names.sort();
    names.dedup();
    found.extend(names.into_iter().map(|card| Action::Release(Release { card })));
}

/// Adds the payments that pay.
fn payments(law: &mut MotionLaw<'_>, state: &State, found: &mut Vec<Action>) -> Result<(), Undecided> {
    let mut tried = 0;
    let mut sets = Sets::new(law, state);
    for cards in hands(state) {
        let play = Play { cards, moves: Vec::new(), x: BTreeMap::new() };
        let Ok(ready) = activation::Ready::new(law, state, &play) else { continue };
        for number in 0..=most_movements(law, &play.cards, state) {
            let moves = sets.of(number)?;
            tried += moves.len();
            if tried > MOST_TRIED {
                return Err(too_many("payments"));
            }
            for moves in moves {
                if ready.pays(law, state, moves)? {
                    found.push(Action::Play(Play { moves: moves.clone(), ..play.clone() }));
                }
            }
        }
    }
    Ok(())
}

fn too_many(what: &str) -> Undecided {
    Undecided(format!(
        "legal actions are not listed in this position: over {MOST_TRIED} {what} would have to be tried; put fewer gems or cards into it, or do not read `legal` after this step"
    ))
}

/// Every set of cards at hand, each once.
fn hands(state: &State) -> Vec<Vec<String>> {
    let hand: Vec<String> = state.hand.iter().take(MOST_CARDS).map(ToString::to_string).collect();
    let mut sets: Vec<Vec<String>> = (1u32..1 << hand.len())
        .map(|set| (0..hand.len()).filter(|i| set >> i & 1 == 1).map(|i| hand[i].clone()).collect())
        .collect();
    sets.sort_by(|a: &Vec<String>, b| a.len().cmp(&b.len()).then(a.cmp(b)));
    sets.dedup();
    sets
}

/// The most movements that a payment for these cards may have: one for every in and out letter, as many as there are
/// gems for an X or `A`, and at least as many as there are gems if movements may serve no entry. If a gem moves once,
/// no payment has more movements; if it may move again, longer payments are not listed.
fn most_movements(law: &MotionLaw<'_>, cards: &[String], state: &State) -> usize {
    let gems = state.board.0.iter().flatten().sum::<u32>() as usize;
    let asks = cards.iter().filter_map(|name| law.cards.find(name)).flat_map(|card| card.asks());
    let letters = asks.filter(|ask| ask.kind != EntryKind::Hold).flat_map(|ask| &ask.wants);
    let wanted = letters.map(|(_, number)| if *number == Number::One { 1 } else { gems }).sum::<usize>();
    let most = if law.readings().unneeded == Unneeded::Allowed { wanted.max(gems) } else { wanted };
    if law.readings().moves_per_gem == MovesPerGem::Once { most.min(gems) } else { most }
}

/// The sets of movements for which there are gems, by the number of movements, computed only when needed.
struct Sets<'s> {
    board: &'s Board,
    gems: Set,
    places: Set,
    /// Whether a gem may move on from where it has arrived.
    again: bool,
    /// Whether a gem may move into the sphere in which it already is.
    nowhere: bool,
    /// The movements of each set are in the order of the board.
    found: Vec<BTreeSet<Vec<Move>>>,
}

impl<'s> Sets<'s> {
    fn new(law: &MotionLaw<'_>, state: &'s State) -> Self {
        let off = law.readings().off_board == OffBoard::Allowed;
        Self {
            board: &state.board,
            gems: state.elements,
            places: state.elements | if off { OFF } else { 0 },
            again: law.readings().moves_per_gem == MovesPerGem::Repeatedly,
            nowhere: law.readings().self_move == SelfMove::Counts,
            found: vec![BTreeSet::from([Vec::new()])],
        }
    }

    /// The sets of this many movements.
    fn of(&mut self, number: usize) -> Result<&BTreeSet<Vec<Move>>, Undecided> {
        while self.found.len() <= number {
            let mut further = BTreeSet::new();
            for moves in &self.found[self.found.len() - 1] {
                self.extend(moves, &mut further);
                if further.len() > MOST_TRIED {
                    return Err(too_many("sets of movements"));
                }
            }
            self.found.push(further);
        }
        Ok(&self.found[number])
    }

    /// Adds each movement that a gem can make once these movements have been made.
    fn extend(&self, moves: &[Move], further: &mut BTreeSet<Vec<Move>>) {
        let mut there = self.board.clone();
        // The movements are not in the order in which they are made: leaving a place may come before arriving there.
        for one in moves.iter().filter(|_| self.again) {
            there.0[one.to as usize][one.gem as usize] += 1;
        }
        for one in moves {
            there.0[one.from as usize][one.gem as usize] -= 1;
        }
        let cells = members(self.places).flat_map(|from| members(self.gems).map(move |gem| (from, gem)));
        for (from, gem) in cells.filter(|(from, gem)| there.0[*from][*gem] > 0) {
            for to in members(self.places) {
                let one = Move { gem: ALL[gem], from: PLACES[from], to: PLACES[to] };
                if from != to || (self.nowhere && one.to != Place::Off) {
                    let mut moves = moves.to_vec();
                    moves.insert(moves.partition_point(|other| key(other) <= key(&one)), one);
                    further.insert(moves);
                }
            }
        }
    }
}

/// The sort key of movements: the place left, the gem, the place reached.
fn key(one: &Move) -> (Place, Element, Place) {
    (one.from, one.gem, one.to)
}
