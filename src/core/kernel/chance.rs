//! Chance: every random event is explicit, and its outcome is supplied from outside the rules.

use serde::{Deserialize, Serialize};

/// What answers a chance event.
pub trait Chance {
    /// A pile is shuffled: the new order of `names`, as indices, first the one that comes first.
    ///
    /// # Errors
    /// When no outcome is supplied, or the one supplied does not fit.
    fn shuffle(&mut self, subject: &str, names: &[&str]) -> Result<Vec<usize>, String>;
}

/// A game without chance.
pub struct NoChance;

impl Chance for NoChance {
    fn shuffle(&mut self, subject: &str, _: &[&str]) -> Result<Vec<usize>, String> {
        Err(format!("{subject} is shuffled, but no outcome of chance is supplied"))
    }
}

/// One outcome as a scenario supplies it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// The pile that is shuffled, by its path in the state.
    pub shuffle: String,
    /// What lies on top afterwards, first the topmost; what is not named keeps its order below.
    pub top_first: Vec<String>,
}

/// The outcomes of a scenario's step, found by event and subject. Each is used exactly once.
pub struct Script<'o> {
    left: Vec<&'o Outcome>,
}

impl<'o> Script<'o> {
    /// These outcomes.
    pub fn new(outcomes: &'o [Outcome]) -> Self {
        Self { left: outcomes.iter().collect() }
    }

    /// The subjects whose outcome nobody asked for.
    pub fn unused(&self) -> Vec<&str> {
        self.left.iter().map(|o| o.shuffle.as_str()).collect()
    }
}

impl Chance for Script<'_> {
    fn shuffle(&mut self, subject: &str, names: &[&str]) -> Result<Vec<usize>, String> {
        let found = self.left.iter().position(|o| o.shuffle == subject);
        let outcome = match found {
            Some(index) => self.left.remove(index),
            None => {
                return Err(format!(
                    "{subject} is shuffled, but the step supplies no outcome: add chance: [{{shuffle: \"{subject}\", top_first: [...]}}]"
                ));
            }
        };
        let mut order: Vec<usize> = Vec::with_capacity(names.len());
        for name in &outcome.top_first {
            let next = (0..names.len()).find(|i| names[*i] == name && !order.contains(i));
            order.push(next.ok_or_else(|| format!("{subject} holds no further {name} to put on top"))?);
        }
        let rest: Vec<usize> = (0..names.len()).filter(|i| !order.contains(i)).collect();
        order.extend(rest);
        Ok(order)
    }
}

/// Outcomes from a seed, for playouts. No generator is part of the rules: it only supplies outcomes.
pub struct Seeded(u64);

impl Seeded {
    /// A generator of this seed.
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
    fn shuffle(&mut self, _: &str, names: &[&str]) -> Result<Vec<usize>, String> {
        let mut order: Vec<usize> = (0..names.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, self.below(i + 1));
        }
        Ok(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_found_by_subject_and_used_once() {
        let outcome = |subject: &str, top: &[&str]| Outcome {
            shuffle: subject.to_owned(),
            top_first: top.iter().map(ToString::to_string).collect(),
        };
        let outcomes = [outcome("a", &["y"]), outcome("b", &["x", "x"]), outcome("c", &[])];
        let mut script = Script::new(&outcomes);
        assert_eq!(script.shuffle("b", &["x", "y", "x"]), Ok(vec![0, 2, 1]));
        assert_eq!(script.shuffle("a", &["x", "y"]), Ok(vec![1, 0]));
        assert!(script.shuffle("a", &["x"]).is_err());
        assert_eq!(script.unused(), ["c"]);
    }

    #[test]
    fn a_seed_gives_a_permutation() {
        let names = vec!["n"; 50];
        let mut order = Seeded::new(7).shuffle("", &names).unwrap();
        assert_ne!(order, (0..50).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..50).collect::<Vec<_>>());
    }
}
