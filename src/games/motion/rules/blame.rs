//! Which clause refuses a payment: the first clause that, if relaxed alone, would let the payment pass.

use super::terms::Terms;
use crate::clauses;
use crate::demand::Chain;
use crate::payable::Undecided;
use rulebound_core::kernel::ClauseKey;

/// Relaxes one clause of the terms. Returns whether there was anything to relax.
type Relax = fn(&mut Terms) -> bool;

/// The clauses of a payment in the order in which they are blamed: the specific before the general.
/// [`clauses::notation::ANY_BESIDE_NAMED`] relaxes what is demanded rather than the terms, and is tried separately.
const BEFORE: &[(ClauseKey, Relax)] = &[
    (clauses::chaining::BOTH_ENDS, |t| std::mem::replace(&mut t.mode.chain, Chain::Any) == Chain::Never),
    (clauses::chaining::ALL_ONCE, |t| std::mem::replace(&mut t.mode.all_alone, false)),
    (clauses::chaining::TWICE_IN_ONE_CARD, |t| !std::mem::replace(&mut t.mode.share_own, true)),
    (clauses::chaining::ONCE_IN, |t| !std::mem::replace(&mut t.mode.share_in, true)),
    (clauses::chaining::ONCE_OUT, |t| !std::mem::replace(&mut t.mode.share_out, true)),
    (clauses::chaining::HELD_ONCE, |t| !std::mem::replace(&mut t.mode.share_held, true)),
    (clauses::motions::ALL_HELD, |t| !std::mem::replace(&mut t.mode.all_spares_held, true)),
    (clauses::motions::AT_LEAST, |t| std::mem::replace(&mut t.mode.exactly, false)),
    (clauses::sustained::EXCLUSIVE, |t| !std::mem::replace(&mut t.kept_apart, true)),
    (clauses::chaining::MOVED_NOT_HELD, |t| !std::mem::replace(&mut t.mode.moved_may_hold, true)),
    (clauses::chaining::HELD_NOT_MOVED, |t| !std::mem::replace(&mut t.mode.held_may_move, true)),
    (clauses::sustained::CHAINED, |t| std::mem::replace(&mut t.mode.stay_apart, false)),
    (clauses::chaining::ENTRIES_OF_ONE_CARD, |t| {
        std::mem::replace(&mut t.mode.chain, Chain::Any) == Chain::DifferentCards
    }),
];
const AFTER: &[(ClauseKey, Relax)] = &[
    (clauses::motions::ONE_SPHERE, |t| std::mem::replace(&mut t.mode.one_sphere, false)),
    (clauses::motions::CLASS_REPEATED, |t| std::mem::replace(&mut t.one_element, false)),
    (clauses::motions::ALL_SPHERE, |t| std::mem::replace(&mut t.with_gems, false)),
    (clauses::motions::ALL_TYPES, |t| !std::mem::replace(&mut t.mode.all_one_type, true)),
    (clauses::motions::ALL_NONE, |t| std::mem::replace(&mut t.mode.all_needs_one, false)),
    (clauses::motions::ALL_GONE, |t| std::mem::replace(&mut t.all, false)),
    (clauses::motions::X_VALUE, |t| std::mem::replace(&mut t.one_x, false)),
    (clauses::motions::LONE_NUMBER, |t| t.lone_own && std::mem::replace(&mut t.lone_least, 0) > 0),
    (clauses::motions::X_LEAST, |t| {
        if !t.lone_own {
            t.lone_least = 0;
        }
        std::mem::replace(&mut t.x_least, 0) > 0
    }),
    (clauses::motions::NEEDED, |t| std::mem::replace(&mut t.needed, false)),
    (clauses::sustained::HELD_GEM_LEAVES, |t| !std::mem::replace(&mut t.kept_may_end, true)),
];
const BASE: &[(ClauseKey, Relax)] = &[
    (clauses::motions::IN, |t| std::mem::replace(&mut t.into, false)),
    (clauses::motions::OUT, |t| std::mem::replace(&mut t.out, false)),
    (clauses::motions::HOLD, |t| std::mem::replace(&mut t.hold, false)),
];

/// The clause that refuses a payment that cannot be made under `terms`. `pays` says whether it can be made under other
/// terms, and with or without the restriction of the letters `a`.
///
/// # Errors
/// If a relaxed payment is too large to decide.
pub fn clause(terms: &Terms, pays: impl Fn(&Terms, bool) -> Result<bool, Undecided>) -> Result<ClauseKey, Undecided> {
    let first = |list: &[(ClauseKey, Relax)]| -> Result<Option<ClauseKey>, Undecided> {
        for (clause, relax) in list {
            let mut relaxed = terms.clone();
            if relax(&mut relaxed) && pays(&relaxed, false)? {
                return Ok(Some(*clause));
            }
        }
        Ok(None)
    };
    if let Some(clause) = first(BEFORE)? {
        return Ok(clause);
    }
    if pays(terms, true)? {
        return Ok(clauses::notation::ANY_BESIDE_NAMED);
    }
    if let Some(clause) = first(AFTER)? {
        return Ok(clause);
    }
    if let Some(clause) = first(BASE)? {
        return Ok(clause);
    }
    // A movement for an `A` serves nothing else, so if the `A` is paid in part, both terms must go.
    let without_all = Terms { needed: false, all: false, ..terms.clone() };
    if terms.all && pays(&without_all, false)? && !pays(&Terms { needed: false, ..terms.clone() }, false)? {
        return Ok(clauses::motions::ALL_GONE);
    }
    // If no single relaxation helps, blame the first sort of demand that cannot be met on its own.
    for (clause, _) in BASE {
        let mut alone = Terms { needed: false, into: false, out: false, hold: false, ..terms.clone() };
        match *clause {
            clauses::motions::IN => alone.into = terms.into,
            clauses::motions::OUT => alone.out = terms.out,
            _ => alone.hold = terms.hold,
        }
        if !pays(&alone, false)? {
            return Ok(*clause);
        }
    }
    Ok(clauses::motions::NEEDED)
}
