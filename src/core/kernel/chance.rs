//! Chance: every random event is explicit, and its outcome is supplied from outside the rules.

use serde::{Deserialize, Serialize};

/// Supplies the outcomes of chance events. Every event has a subject, which identifies it within its step.
pub trait Chance {
    /// Shuffles a pile and returns the new order of `names`, as indices.
    ///
    /// # Errors
    /// If no outcome is supplied, or the supplied one does not fit.
    fn shuffle(&mut self, subject: &str, names: &[&str]) -> Result<Vec<usize>, NoOutcome>;

    /// Picks one of `names`, which are not empty, and returns its index.
    ///
    /// # Errors
    /// See [`Chance::shuffle`].
    fn pick(&mut self, subject: &str, names: &[&str]) -> Result<usize, NoOutcome>;

    /// Rolls a die with at least one side and returns a number from 1 to `sides`.
    ///
    /// # Errors
    /// See [`Chance::shuffle`].
    fn roll(&mut self, subject: &str, sides: u32) -> Result<u32, NoOutcome>;
}

/// A chance event that has no outcome, or none that fits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoOutcome(pub String);

fn none_supplied<V>(subject: &str, event: &str) -> Result<V, NoOutcome> {
    Err(NoOutcome(format!("{subject} is {event}, but no outcome of chance is supplied")))
}

/// Supplies no outcomes, for games without chance.
#[derive(Debug)]
pub struct NoChance;

impl Chance for NoChance {
    fn shuffle(&mut self, subject: &str, _: &[&str]) -> Result<Vec<usize>, NoOutcome> {
        none_supplied(subject, "shuffled")
    }

    fn pick(&mut self, subject: &str, _: &[&str]) -> Result<usize, NoOutcome> {
        none_supplied(subject, "picked by chance")
    }

    fn roll(&mut self, subject: &str, _: u32) -> Result<u32, NoOutcome> {
        none_supplied(subject, "rolled")
    }
}

/// One outcome of chance as a scenario supplies it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(
    untagged,
    expecting = "an outcome of chance: {shuffle: SUBJECT, top_first: [NAMES]}, {pick: SUBJECT, gives: NAME} or {roll: SUBJECT, gives: NUMBER}"
)]
pub enum Supplied {
    /// A pile is shuffled.
    Shuffle(Shuffle),
    /// One of several is picked.
    Pick(Pick),
    /// A die is rolled.
    Roll(Roll),
}

/// The outcome of a shuffle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Shuffle {
    /// The pile that is shuffled, by its path in the state.
    pub shuffle: String,
    /// The cards on top afterwards, the topmost first; everything else keeps its order below.
    pub top_first: Vec<String>,
}

/// The outcome of a pick.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pick {
    /// The candidate that is picked.
    pub pick: String,
    /// The name of the result.
    pub gives: String,
}

/// The outcome of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    /// The subject of the roll.
    pub roll: String,
    /// The number on the die.
    pub gives: u32,
}

impl Supplied {
    /// The event in words.
    fn event(&self) -> String {
        match self {
            Supplied::Shuffle(one) => format!("the shuffle of {}", one.shuffle),
            Supplied::Pick(one) => format!("the pick of {}", one.pick),
            Supplied::Roll(one) => format!("the roll of {}", one.roll),
        }
    }
}

/// The outcomes of a scenario's step, found by event and subject. Each is used exactly once.
#[derive(Debug)]
pub struct Script<'o> {
    left: Vec<&'o Supplied>,
}

impl<'o> Script<'o> {
    /// A script of these outcomes.
    pub fn new(outcomes: &'o [Supplied]) -> Self {
        Self { left: outcomes.iter().collect() }
    }

    /// The first event whose outcome was not used, in words.
    pub fn unused(&self) -> Option<String> {
        self.left.first().map(|outcome| outcome.event())
    }

    /// Removes and returns the first outcome that `fits`.
    fn take<V>(&mut self, fits: impl Fn(&'o Supplied) -> Option<V>) -> Option<V> {
        let (at, value) = self.left.iter().enumerate().find_map(|(at, one)| Some((at, fits(one)?)))?;
        self.left.remove(at);
        Some(value)
    }
}

fn missing(event: &str, form: &str) -> NoOutcome {
    NoOutcome(format!("{event}, but the step supplies no outcome: add chance: [{form}]"))
}

impl Chance for Script<'_> {
    fn shuffle(&mut self, subject: &str, names: &[&str]) -> Result<Vec<usize>, NoOutcome> {
        let found = self.take(|one| match one {
            Supplied::Shuffle(one) if one.shuffle == subject => Some(&one.top_first),
            _ => None,
        });
        let form = || format!("{{shuffle: \"{subject}\", top_first: [...]}}");
        let top_first = found.ok_or_else(|| missing(&format!("{subject} is shuffled"), &form()))?;
        let mut order: Vec<usize> = Vec::with_capacity(names.len());
        for name in top_first {
            let next = (0..names.len()).find(|i| names[*i] == name && !order.contains(i));
            order.push(next.ok_or_else(|| NoOutcome(format!("{subject} has no more {name} to put on top")))?);
        }
        let rest: Vec<usize> = (0..names.len()).filter(|i| !order.contains(i)).collect();
        order.extend(rest);
        Ok(order)
    }

    fn pick(&mut self, subject: &str, names: &[&str]) -> Result<usize, NoOutcome> {
        let found = self.take(|one| match one {
            Supplied::Pick(one) if one.pick == subject => Some(&one.gives),
            _ => None,
        });
        let form = || format!("{{pick: \"{subject}\", gives: ...}}");
        let gives = found.ok_or_else(|| missing(&format!("{subject} is picked by chance"), &form()))?;
        let place = names.iter().position(|name| name == gives);
        place.ok_or_else(|| NoOutcome(format!("{subject} is one of {}, not {gives}", names.join(", "))))
    }

    fn roll(&mut self, subject: &str, sides: u32) -> Result<u32, NoOutcome> {
        let found = self.take(|one| match one {
            Supplied::Roll(one) if one.roll == subject => Some(one.gives),
            _ => None,
        });
        let form = || format!("{{roll: \"{subject}\", gives: ...}}");
        let gives = found.ok_or_else(|| missing(&format!("{subject} is rolled"), &form()))?;
        if (1..=sides).contains(&gives) {
            Ok(gives)
        } else {
            Err(NoOutcome(format!("{subject} is rolled with a die of {sides} sides, which does not show {gives}")))
        }
    }
}

/// Outcomes from a seed, for playouts. The generator is not part of the rules; it only supplies outcomes.
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// A generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `bound` (SplitMix64, widened multiplication); 0 for a bound of 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^= z >> 31;
        ((u128::from(z) * bound as u128) >> 64) as usize
    }
}

impl Chance for Seeded {
    fn shuffle(&mut self, _: &str, names: &[&str]) -> Result<Vec<usize>, NoOutcome> {
        let mut order: Vec<usize> = (0..names.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, self.below(i + 1));
        }
        Ok(order)
    }

    fn pick(&mut self, _: &str, names: &[&str]) -> Result<usize, NoOutcome> {
        Ok(self.below(names.len()))
    }

    fn roll(&mut self, _: &str, sides: u32) -> Result<u32, NoOutcome> {
        Ok(self.below(sides as usize) as u32 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shuffle(subject: &str, top: &[&str]) -> Supplied {
        let top_first = top.iter().map(ToString::to_string).collect();
        Supplied::Shuffle(Shuffle { shuffle: subject.to_owned(), top_first })
    }

    #[test]
    fn a_script_is_found_by_event_and_subject_and_used_once() {
        let roll = Supplied::Roll(Roll { roll: "a".to_owned(), gives: 6 });
        let pick = Supplied::Pick(Pick { pick: "a".to_owned(), gives: "y".to_owned() });
        let outcomes = [shuffle("a", &["y"]), roll, shuffle("b", &["x", "x"]), pick, shuffle("c", &[])];
        let mut script = Script::new(&outcomes);
        assert_eq!(script.shuffle("b", &["x", "y", "x"]), Ok(vec![0, 2, 1]));
        assert_eq!(script.shuffle("a", &["x", "y"]), Ok(vec![1, 0]));
        assert!(script.shuffle("a", &["x"]).is_err());
        assert_eq!(script.pick("a", &["x", "y"]), Ok(1));
        assert!(script.roll("b", 6).is_err());
        assert_eq!(script.roll("a", 6), Ok(6));
        assert_eq!(script.unused().as_deref(), Some("the shuffle of c"));
    }

    #[test]
    fn an_outcome_that_does_not_fit_is_told() {
        let outcomes = [
            Supplied::Roll(Roll { roll: "a".to_owned(), gives: 7 }),
            Supplied::Pick(Pick { pick: "a".to_owned(), gives: "z".to_owned() }),
            shuffle("a", &["z"]),
        ];
        let mut script = Script::new(&outcomes);
        assert_eq!(script.roll("a", 6).unwrap_err().0, "a is rolled with a die of 6 sides, which does not show 7");
        assert_eq!(script.pick("a", &["x", "y"]).unwrap_err().0, "a is one of x, y, not z");
        assert_eq!(script.shuffle("a", &["x"]).unwrap_err().0, "a has no more z to put on top");
    }

    #[test]
    fn a_seed_gives_a_permutation_and_every_side() {
        let names = vec!["n"; 50];
        let mut dice = Seeded::new(7);
        let mut order = dice.shuffle("", &names).unwrap();
        assert_ne!(order, (0..50).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..50).collect::<Vec<_>>());
        let mut sides: Vec<u32> = (0..100).map(|_| dice.roll("", 6).unwrap()).collect();
        sides.sort_unstable();
        sides.dedup();
        assert_eq!(sides, [1, 2, 3, 4, 5, 6]);
    }
}
