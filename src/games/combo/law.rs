//! The game by name, its law, and the numbers and tables of its rules.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::text::{CardType, Does};
use rulebound_core::kernel::Law;

/// The game.
#[derive(Debug)]
pub struct Combo;

/// Its law.
pub type ComboLaw<'a> = Law<'a, Combo>;

/// The numbers and tables of the rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Parameters {
    pub players: usize,
    pub deck_size: usize,
    pub copies: usize,
    pub exotic_copies: usize,
    pub pool_limit: usize,
    pub first_draw: usize,
    pub second_draw: usize,
    pub standard_draw: usize,
    pub standard_from: u32,
    pub turns_per_round: u32,
    pub turn_limit: u32,
    pub hearts: u32,
    pub flips_per_turn: u32,
    pub types: Vec<String>,
    pub schools_least: usize,
    pub schools_most: usize,
    pub schools: BTreeMap<String, SchoolTable>,
    pub in_line: Vec<String>,
    pub off_line: Vec<String>,
    pub terrains: usize,
    pub hands: u32,
    pub unshown_shield: u32,
    pub assist_hands: u32,
    pub trap_hands: u32,
    pub or_options: usize,
    pub largest_number: u32,
    pub longest_text: usize,
    pub carried_out: BTreeMap<Does, Vec<CardType>>,
}

/// A school.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct SchoolTable {
    pub colour: String,
    pub terrain: String,
}
