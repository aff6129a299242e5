//! Chapter letters: what each letter means.

use crate::clauses::letters::*;
use crate::demand::{OFF, Set};
use crate::law::{MotionLaw, Parameters};
use rulebound_core::kernel::ClauseKey;

/// The clause that gives a letter its meaning.
fn clause(letter: char) -> Option<ClauseKey> {
    Some(match letter {
        'a' => ANY,
        'i' => INTERNAL,
        't' => EXTERNAL,
        'f' => FIRE,
        'w' => WATER,
        'e' => EARTH,
        'l' => LIGHTNING,
        's' => SPIRIT,
        _ => return None,
    })
}

/// Checks that a letter has a meaning.
///
/// # Errors
/// If the letter has no meaning. The error is the clause that refuses it.
pub fn known(law: &mut MotionLaw<'_>, letter: char) -> Result<(), ClauseKey> {
    let Some(clause) = clause(letter).filter(|_| law.rules().letters.contains_key(&letter)) else {
        return Err(KNOWN);
    };
    if law.on(clause) { Ok(()) } else { Err(clause) }
}

/// The elements that a letter matches, as gems or as spheres.
pub fn elements(rules: &Parameters, letter: char) -> Set {
    let elements = rules.letters.get(&letter).map(|l| l.elements.as_slice()).unwrap_or_default();
    elements.iter().fold(0, |set, element| set | 1 << *element as u8)
}

/// Whether a letter stands for a class of elements rather than one.
pub fn is_class(rules: &Parameters, letter: char) -> bool {
    rules.letters.get(&letter).is_some_and(|l| l.class)
}

/// The elements in play: all that a letter names.
pub fn in_play(rules: &Parameters) -> Set {
    rules.letters.values().filter(|l| !l.class).flat_map(|l| &l.elements).fold(0, |set, e| set | 1 << *e as u8) & !OFF
}
