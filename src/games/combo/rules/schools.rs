//! Chapter schools: types and schools of cards.

use crate::action::Card;
use crate::clauses::schools::*;
use crate::law::ComboLaw;
use rulebound_core::fault::did_you_mean;
use rulebound_core::kernel::{ClauseKey, Rejection};

/// The clause that makes a word a school.
fn clause(school: &str) -> Option<ClauseKey> {
    Some(match school {
        "rock" => ROCK,
        "earth" => EARTH,
        "water" => WATER,
        "ice" => ICE,
        "air" => AIR,
        "spark" => SPARK,
        "fire" => FIRE,
        "metal" => METAL,
        _ => return None,
    })
}

/// Whether a word is a school.
pub fn known(law: &mut ComboLaw<'_>, school: &str) -> bool {
    let listed = law.rules().schools.contains_key(school);
    clause(school).is_some_and(|clause| listed && law.on(clause))
}

/// Checks whether a card can be played, given its type and schools.
///
/// # Errors
/// If a clause refuses it.
pub fn playable(law: &mut ComboLaw<'_>, card: &Card) -> Result<(), Rejection> {
    let rules = law.rules();
    let of_type = &card.of_type;
    let similar = |word: &str, known: &mut dyn Iterator<Item = &str>| match did_you_mean(word, known, "") {
        none if none.is_empty() => none,
        similar => format!("; {similar}"),
    };
    law.forbid(TYPE, !rules.types.contains(of_type), || {
        format!("there is no type {of_type}{}", similar(of_type, &mut rules.types.iter().map(String::as_str)))
    })?;
    let count = card.schools.len();
    law.forbid(AT_LEAST, count < rules.schools_least, || format!("{count} schools are too few"))?;
    law.forbid(AT_MOST, count > rules.schools_most, || format!("{count} schools are too many"))?;
    for school in &card.schools {
        let known = known(law, school);
        law.forbid(KNOWN, !known, || {
            format!("there is no school {school}{}", similar(school, &mut rules.schools.keys().map(String::as_str)))
        })?;
    }
    Ok(())
}
