//! The game by name, its law, and the numbers and tables of its rules.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::state::Element;
use rulebound_core::kernel::Law;

/// The game.
#[derive(Debug)]
pub struct Motion;

/// Its law.
pub type MotionLaw<'a> = Law<'a, Motion>;

/// The numbers and tables of the rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    /// The meaning of each letter.
    pub letters: BTreeMap<char, Letter>,
    /// The least number that an X may stand for.
    pub x_minimum: u32,
    /// The number of gems of each element at the start of a fight.
    pub gems_of_each: u32,
}

/// The meaning of a letter.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letter {
    /// Its meaning in a word.
    pub name: String,
    /// Whether it stands for a class of elements.
    #[serde(default)]
    pub class: bool,
    /// The colour of the gems, if they have one.
    #[serde(default)]
    pub colour: Option<String>,
    /// The elements that it matches.
    pub elements: Vec<Element>,
}
