//! Every legal action of a position: payments over all sets of cards at hand and all sets of
//! movements, and releases. A payment is listed once, with its cards in the order of the hand, its
//! movements in the order of the board, and X left to be the largest that is paid for.

use std::collections::BTreeMap;

use super::action::{Action, Move, Play, Release};
use super::demand::{Kind, OFF, members};
use super::readings::{OffBoard, Unneeded};
use super::state::{ALL, PLACES, Place, State};
use super::{Motion, MotionLaw, activation, sustained};
use crate::kernel::Trace;

/// Most cards at hand of which every set is tried.
const MOST_CARDS: usize = 5;

/// Every legal action. Of a hand of more than five cards, only sets among the first five are tried.
pub fn actions<T: Trace<Motion>>(law: &mut MotionLaw<'_, T>, state: &State) -> Vec<Action> {
    let mut found: Vec<Action> = Vec::new();
    for cards in hands(state) {
        let play = Play { cards, moves: Vec::new(), x: BTreeMap::new() };
        let Ok(ready) = activation::Ready::new(law, state, &play) else { continue };
        let most = most_movements(law, &play.cards, state);
        let mut moves = Vec::new();
        each_set(&kinds(law, state), 0, most, &mut moves, &mut |moves| {
            if ready.pays(law, state, moves) {
                found.push(Action::Play(Play { moves: moves.to_vec(), ..play.clone() }));
            }
        });
    }
    let mut names: Vec<String> = state.sustained.iter().map(|kept| kept.card.to_string()).collect();
    names.sort();
    names.dedup();
    let mut state = state.clone();
    law.asking = true;
    for card in names {
        if sustained::release(law, &mut state, &card).is_ok() {
            found.push(Action::Release(Release { card }));
        }
    }
    law.asking = false;
    found
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

/// No payment for these cards has more movements: one for every letter, all gems for an X or `A`, and where
/// movements may serve nothing.
fn most_movements<T: Trace<Motion>>(law: &MotionLaw<'_, T>, cards: &[String], state: &State) -> usize {
    let gems: u32 = state.board.0.iter().flatten().sum();
    if law.readings().unneeded == Unneeded::Allowed {
        return gems as usize;
    }
    let asks = cards.iter().filter_map(|name| law.cards.get(name)).flat_map(|card| card.asks());
    let mut most = 0;
    for ask in asks.filter(|ask| ask.kind != Kind::Hold) {
        for (_, number) in &ask.wants {
            most += if *number == super::notation::Number::One { 1 } else { gems as usize };
        }
    }
    most.min(gems as usize)
}

/// Every movement that could be made, with how many gems could make it.
fn kinds<T: Trace<Motion>>(law: &MotionLaw<'_, T>, state: &State) -> Vec<(Move, u32)> {
    let off = law.readings().off_board == OffBoard::Allowed;
    let places = state.elements | if off { OFF } else { 0 };
    let mut kinds = Vec::new();
    for from in members(places) {
        for gem in members(state.elements) {
            for to in members(places) {
                let count = state.board.0[from][gem];
                let one = Move { gem: ALL[gem], from: PLACES[from], to: PLACES[to] };
                if count > 0 && (one.from, one.to) != (Place::Off, Place::Off) {
                    kinds.push((one, count));
                }
            }
        }
    }
    kinds
}

fn each_set(kinds: &[(Move, u32)], at: usize, most: usize, moves: &mut Vec<Move>, visit: &mut dyn FnMut(&[Move])) {
    let Some((one, count)) = kinds.get(at) else { return visit(moves) };
    let length = moves.len();
    let used = moves.iter().filter(|m| m.gem == one.gem && m.from == one.from).count();
    for times in 0..=(*count as usize).saturating_sub(used).min(most - length) {
        moves.extend(std::iter::repeat_n(*one, times));
        each_set(kinds, at + 1, most, moves, visit);
        moves.truncate(length);
    }
}
