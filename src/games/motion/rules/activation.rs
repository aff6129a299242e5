//! Chapter activation: cards are declared together, paid for, and resolved.

pub mod freed;
pub mod hand;

use super::gather::gather;
use super::notation::Ask;
use super::settle::{PaymentCase, Settled};
use super::terms::{Sorts, Terms};
use super::{blame, chaining, letters, minimum, motions, sustained};
use crate::action::{Event, Move, Play};
use crate::clauses;
use crate::clauses::activation::*;
use crate::demand::{Board, Entry, EntryKind, Set, members};
use crate::law::MotionLaw;
use crate::payable::{self, PaymentQuestion, Undecided};
use crate::readings::{
    ResolutionOrder, SustainedValues, ValueOfClass, ValueOfHeld, XOfCopies, XOfNothing, XUndeclared,
};
use crate::state::{Kept, Resolved, State};
use crate::text::Value;
use rulebound_core::kernel::{Halt, Name, Rejection};

/// The X declared for each card that is played.
fn numbers(law: &mut MotionLaw<'_>, played: &[Name], play: &Play) -> Vec<Option<u32>> {
    let mut declared: Vec<Option<u32>> = played.iter().map(|name| play.x.get(&**name).copied()).collect();
    for at in 1..played.len() {
        if declared[at].is_some() && played[..at].contains(&played[at]) {
            let all = law.readings().x_of_copies == XOfCopies::AllCopies;
            if !law.choose(clauses::motions::X_OF_COPIES, all, false) {
                declared[at] = None;
            }
        }
    }
    declared
}

/// A payment before its movements are examined.
#[derive(Debug)]
pub struct Ready {
    /// The cards that are played, as named in the hand.
    played: Vec<Name>,
    asks: Vec<Vec<Ask>>,
    kept: Vec<(usize, Vec<Entry>)>,
    kept_all: Vec<Entry>,
    declared: Vec<Option<u32>>,
    terms: Terms,
}

impl Ready {
    /// Examines the cards of a payment.
    ///
    /// # Errors
    /// If a clause forbids playing them.
    pub fn new(law: &mut MotionLaw<'_>, state: &State, play: &Play) -> Result<Self, Rejection> {
        let played = declared(law, state, play)?;
        let cards = law.cards;
        for card in played.iter().map(|name| cards.get(name)) {
            if card.moves() && sustained::is_sustained(law, card) {
                law.cite(clauses::sustained::ONE_OFF);
            }
        }
        let asks: Vec<Vec<Ask>> = played.iter().map(|name| freed::asks(law, cards.get(name))).collect();
        let kept: Vec<(usize, Vec<Entry>)> = (0..state.sustained.len())
            .map(|i| (i, sustained::kept_of(law, &state.sustained[i], played.len() + i)))
            .collect();
        let kept_all: Vec<Entry> = kept.iter().flat_map(|(_, e)| e.clone()).collect();
        let sorts = Sorts::of(asks.iter().map(Vec::as_slice), &kept_all, state.sustained.len());
        let terms = gather(law, sorts);
        let declared = numbers(law, &played, play);
        Ok(Self { played, asks, kept, kept_all, declared, terms })
    }

    fn case<'c>(&'c self, state: &'c State, moves: &'c [Move]) -> PaymentCase<'c> {
        PaymentCase { asks: &self.asks, kept: &self.kept, declared: &self.declared, board: &state.board, moves }
    }

    /// Whether these movements pay. If they do not, does not look for the clause that refuses them.
    ///
    /// # Errors
    /// If the payment is too large to decide.
    pub fn pays(&self, law: &mut MotionLaw<'_>, state: &State, moves: &[Move]) -> Result<bool, Undecided> {
        if motions::movable(law, &state.board, moves, &self.terms).is_err() {
            return Ok(false);
        }
        let Some(settled) = self.case(state, moves).settle(&self.terms)? else { return Ok(false) };
        Ok(fewest_only(law, state, moves, &self.terms, &settled, &self.kept_all).is_ok())
    }
}

/// A payment that was found to be valid.
#[derive(Debug)]
pub struct Payment {
    ready: Ready,
    moves: Vec<Move>,
    settled: Settled,
}

/// Checks whether the declared movements pay for the declared cards, and how.
///
/// # Errors
/// If a clause refuses it.
pub fn payment(law: &mut MotionLaw<'_>, state: &State, play: &Play) -> Result<Payment, Rejection> {
    let whole = play.cards.len() < 2 || law.on(ALL_OR_NONE);
    let found = payment_of_all(law, state, play);
    if whole || found.is_ok() {
        return found;
    }
    // The cards declared last are left out one by one until the rest can be paid for.
    let mut fewer = play.clone();
    while fewer.cards.len() > 1 {
        fewer.cards.pop();
        if let Ok(found) = payment_of_all(law, state, &fewer) {
            return Ok(found);
        }
    }
    found
}

fn payment_of_all(law: &mut MotionLaw<'_>, state: &State, play: &Play) -> Result<Payment, Rejection> {
    let ready = Ready::new(law, state, play)?;
    let terms = &ready.terms;
    motions::movable(law, &state.board, &play.moves, terms)?;
    let case = ready.case(state, &play.moves);
    let cards = law.cards;
    let settled = case.settle(terms).and_then(|settled| match settled {
        Some(settled) => Ok(Ok(settled)),
        None => blame::clause(terms, |terms, open| {
            if !open {
                return case.settle(terms).map(|s| s.is_some());
            }
            let open = |(name, asks): (&Name, &Vec<Ask>)| -> Vec<Ask> {
                let stays = asks.iter().any(|ask| ask.stays);
                cards.get(name).open_asks().iter().map(|ask| Ask { stays, ..ask.clone() }).collect()
            };
            let open: Vec<Vec<Ask>> = ready.played.iter().zip(&ready.asks).map(open).collect();
            PaymentCase { asks: &open, ..case }.settle(terms).map(|s| s.is_some())
        })
        .map(Err),
    });
    let unpaid = || match case.unpaid(terms) {
        Some((card, index)) => {
            let name = &ready.played[card];
            format!("entry {} of {name}, {}, cannot be paid", index + 1, cards.get(name).cost().entries[index])
        }
        None => "the entries cannot be paid together".to_owned(),
    };
    let settled = match settled {
        Ok(Ok(settled)) => settled,
        Ok(Err(clauses::motions::NEEDED)) => {
            return Err(law.reject(clauses::motions::NEEDED, || "a movement serves no entry".to_owned()));
        }
        Ok(Err(clause)) => return Err(law.reject(clause, unpaid)),
        Err(Undecided(why)) => {
            // This rejection is never seen, because the run has stopped.
            law.stop(Halt::Bound(why));
            return Err(law.reject(PAY, String::new));
        }
    };
    fewest_only(law, state, &play.moves, terms, &settled, &ready.kept_all)?;
    Ok(Payment { moves: play.moves.clone(), settled, ready })
}

/// The declared cards, if they may be played.
fn declared(law: &mut MotionLaw<'_>, state: &State, play: &Play) -> Result<Vec<Name>, Rejection> {
    let mut hand: Vec<&Name> = state.hand.iter().collect();
    let mut played = Vec::with_capacity(play.cards.len());
    let cards = law.cards;
    if play.cards.is_empty() {
        return Err(law.reject(clauses::motions::NEEDED, || "a payment without a card serves no entry".to_owned()));
    }
    for name in &play.cards {
        let at = hand.iter().position(|card| ***card == **name);
        law.forbid(AT_HAND, at.is_none(), || format!("{name} is not at hand{}", cards.similar(name)))?;
        let name = match at {
            Some(at) => hand.remove(at).clone(),
            None => match cards.name(name) {
                Some(name) => name,
                None => return Err(law.reject(AT_HAND, || format!("there is no card {name}{}", cards.similar(name)))),
            },
        };
        played.push(name);
    }
    law.allow(TOGETHER, played.len() > 1, || "several cards are played at once".to_owned())?;
    for name in &played {
        let card = cards.get(name);
        for clause in &card.clauses {
            law.cite(*clause);
        }
        if let Err(refused) = &card.read {
            let Some(clause) = refused.clause else {
                // The text is too long to be read, and no rule covers that.
                law.stop(Halt::Bound(format!("{name}: {}", refused.message)));
                return Err(law.reject(PAY, String::new));
            };
            return Err(law.reject(clause, || format!("{name} is refused: {}", refused.message)));
        }
    }
    let has_x = |name: &Name| cards.get(name).asks().iter().any(Ask::has_x);
    for name in play.x.keys() {
        let shown = played.iter().any(|played| **played == **name && has_x(played));
        let refused = law.readings().x_of_nothing == XOfNothing::Refused;
        law.forbid(clauses::motions::X_OF_WHAT, refused && !shown, || format!("{name} has no X, or is not played"))?;
    }
    for name in played.iter().filter(|name| has_x(name)) {
        let missing = law.readings().x_undeclared == XUndeclared::MustDeclare && !play.x.contains_key(&**name);
        law.forbid(clauses::motions::X_UNDECLARED, missing, || format!("no number is declared for the X of {name}"))?;
    }
    let asks: Vec<&[Ask]> = played.iter().map(|name| cards.get(name).asks()).collect();
    chaining::together(law, &asks)?;
    Ok(played)
}

/// Refuses a payment with more movements than needed, if chaining must be used.
fn fewest_only(
    law: &mut MotionLaw<'_>,
    state: &State,
    moves: &[Move],
    terms: &Terms,
    settled: &Settled,
    kept: &[Entry],
) -> Result<(), Rejection> {
    let chainable = |kind| settled.entries.iter().any(|e| e.kind == kind);
    if !(chainable(EntryKind::In) && chainable(EntryKind::Out)) {
        return Ok(());
    }
    if law.on(clauses::chaining::OPTIONAL) {
        return Ok(());
    }
    let fewest = minimum::fewest_movements(&settled.entries, kept, &state.board, &terms.mode);
    let more = fewest.is_some_and(|fewest| moves.len() as u32 > fewest);
    if more {
        return Err(law.reject(clauses::chaining::OPTIONAL, || "fewer movements would pay".to_owned()));
    }
    Ok(())
}

/// Makes the movements of a payment and resolves its cards.
pub fn resolve(law: &mut MotionLaw<'_>, state: &mut State, payment: &Payment) {
    let Payment { ready, moves, settled } = payment;
    let cards = law.cards;
    let before = state.board.clone();
    let pays = law.on(PAY);
    for one in moves.iter().filter(|_| pays) {
        law.act(PAY, state, Event::Moved(*one), |state| {
            let (from, to, gem) = (one.from as usize, one.to as usize, one.gem as usize);
            // Movements are simultaneous: a gem may be counted in before it is counted out.
            state.board.0[from][gem] = state.board.0[from][gem].wrapping_sub(1);
            state.board.0[to][gem] = state.board.0[to][gem].wrapping_add(1);
        });
    }
    let returns = hand::returns(law);
    if let Some(lasting) = &settled.lasting {
        end(law, state, lasting, returns);
    }
    state.resolved.clear();
    let board = state.board.clone();
    let mut order: Vec<usize> = (0..ready.played.len()).collect();
    if law.readings().resolution_order == ResolutionOrder::LastFirst {
        order.reverse();
    }
    let in_play = state.sustained.len();
    // A gem held for one card is not held for the next.
    let mut fixed = settled.entries.clone();
    for number in order {
        let (name, x) = (ready.played[number].clone(), settled.x[number]);
        let card = cards.get(&name);
        let board = if card.values.is_empty() { &board } else { law.choose(RESOLVE_ON_NEW_BOARD, &board, &before) };
        let values: Vec<u32> = card.values.iter().map(|v| counted(law, state, board, *v)).collect();
        let event = Event::Resolved { card: name.to_string(), x, values: values.clone() };
        let stays = freed::stays(law, card);
        law.act(RESOLVE_ON_NEW_BOARD, state, event, |state| {
            state.resolved.push(Resolved { card: name.clone(), x, values });
            if !stays && !returns {
                remove(state, &name);
            }
        });
        if stays {
            let lasts = |at: &usize| settled.lasting.as_ref().is_none_or(|lasting| lasting.contains(at));
            let kept = ready.kept.iter().filter(|(at, _)| lasts(at)).flat_map(|(_, entries)| entries.clone());
            let question = PaymentQuestion {
                entries: &settled.entries,
                kept: &kept.collect::<Vec<_>>(),
                kept_apart: ready.terms.kept_apart,
                board: &before,
                moves,
                mode: &ready.terms.mode,
                needed: ready.terms.needed,
            };
            let paying = sustained::Paying { question, in_play: false };
            let holds = sustained::holds(law, &paying, &mut fixed, number).unwrap_or_default();
            let xs = settled.xs[number].clone();
            if law.on(clauses::sustained::KEPT_ACTIVE) {
                law.act(clauses::sustained::KEPT_ACTIVE, state, Event::Entered { card: name.to_string() }, |state| {
                    remove(state, &name);
                    state.sustained.push(Kept { card: name.clone(), x, xs, holds });
                });
            }
        }
    }
    count_again(law, state, in_play);
}

/// Counts the values of the sustained cards that were in play before the payment, if values are counted at each
/// payment.
fn count_again(law: &mut MotionLaw<'_>, state: &mut State, in_play: usize) {
    let cards = law.cards;
    for at in 0..in_play {
        let (name, x) = (state.sustained[at].card.clone(), state.sustained[at].x);
        let card = cards.get(&name);
        let once = law.readings().sustained_values == SustainedValues::Once;
        if card.values.is_empty() || law.choose(VALUES_ONCE, once, false) {
            continue;
        }
        let values: Vec<u32> = card.values.iter().map(|value| counted(law, state, &state.board, *value)).collect();
        let event = Event::Resolved { card: name.to_string(), x, values: values.clone() };
        law.act(VALUES_ONCE, state, event, |state| state.resolved.push(Resolved { card: name, x, values }));
    }
}

fn end(law: &mut MotionLaw<'_>, state: &mut State, lasting: &[usize], returns: bool) {
    let ending: Vec<usize> = (0..state.sustained.len()).filter(|i| !lasting.contains(i)).collect();
    for at in ending.into_iter().rev() {
        let name = state.sustained[at].card.clone();
        law.act(clauses::sustained::HELD_GEM_LEAVES, state, Event::Ended { card: name.to_string() }, |state| {
            state.sustained.remove(at);
            if returns {
                state.take_to_hand(name);
            }
        });
    }
}

fn remove(state: &mut State, name: &str) {
    if let Some(at) = state.hand.iter().position(|card| &**card == name) {
        state.hand.remove(at);
    }
}

/// The number of gems of a kind in a sphere.
fn counted(law: &mut MotionLaw<'_>, state: &State, board: &Board, value: Value) -> u32 {
    let rules = law.rules();
    let spheres = letters::elements(rules, value.sphere);
    let elements = letters::elements(rules, value.gem);
    let of_class = law.readings().value_of_class;
    let mut in_spheres = |spheres: Set| {
        let gems: u32 = members(spheres).map(|s| members(elements).map(|e| board.0[s][e]).sum::<u32>()).sum();
        gems - held(law, state, board, (spheres, elements)).min(gems)
    };
    match of_class {
        ValueOfClass::AllSpheres => in_spheres(spheres),
        ValueOfClass::OneSphere => members(spheres).map(|s| in_spheres(1 << s)).max().unwrap_or_default(),
    }
}

/// The number of these gems that serve sustained cards in play and so do not count: as few as possible.
fn held(law: &mut MotionLaw<'_>, state: &State, board: &Board, (spheres, elements): (Set, Set)) -> u32 {
    if state.sustained.is_empty() {
        return 0;
    }
    let counts = law.readings().value_of_held == ValueOfHeld::Counted;
    if law.choose(VALUE_OF_HELD, counts, false) {
        return 0;
    }
    let kept = sustained::kept(law, state, 0);
    let terms = gather(law, Sorts::of(std::iter::empty(), &kept, state.sustained.len()));
    payable::served_within(board, &kept, &terms.mode, (spheres, elements))
}
