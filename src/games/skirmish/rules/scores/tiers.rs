//! Section of scores: what tiers are worth.

use crate::clauses::scores::*;
use crate::law::{SkirmishLaw, Worth};
use crate::state::{Is, Tier};

/// What a tier is worth.
pub fn worth(law: &mut SkirmishLaw<'_>, tier: Tier) -> Worth {
    let tier = law.choose(TIERS, tier, Tier::ALL[0]);
    law.rules().tiers.get(&tier).copied().unwrap_or(Worth { power: 0, armor: 0 })
}

/// The greatest power.
pub fn greatest_power(law: &mut SkirmishLaw<'_>) -> u32 {
    worth(law, Tier::Gargantuan).power
}

/// The power of a character.
pub fn power(law: &mut SkirmishLaw<'_>, is: &Is) -> u32 {
    worth(law, is.power).power
}

/// The armor of a character, without the damage that it has taken.
pub fn armor(law: &mut SkirmishLaw<'_>, is: &Is) -> u32 {
    worth(law, is.armor).armor
}

/// The tier that is a number of tiers higher, or lower, within the bounds.
pub fn moved(tier: Tier, by: i64) -> Tier {
    let at = (tier as i64).saturating_add(by).clamp(0, Tier::ALL.len() as i64 - 1);
    Tier::ALL[usize::try_from(at).unwrap_or(0)]
}

/// The next higher tier, or the next lower one.
pub fn next(tier: Tier, up: bool) -> Option<Tier> {
    let at = tier as usize;
    if up { Tier::ALL.get(at + 1).copied() } else { at.checked_sub(1).map(|at| Tier::ALL[at]) }
}
