//! The game by name, its law, and the numbers and tables of its rules.

use std::collections::BTreeMap;

use serde::Deserialize;

use rulebound_core::kernel::Law;

/// The game.
#[derive(Debug)]
pub struct Transmute;

/// Its law.
pub type TransmuteLaw<'a> = Law<'a, Transmute>;

/// The numbers and tables of the rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Parameters {
    pub players_most: usize,
    pub life: u32,
    pub starting_deck: BTreeMap<String, u32>,
    pub start_draw: u32,
    pub second_draw: u32,
    pub base_copies: u32,
    pub row: usize,
    pub plan_draw: u32,
    pub drafts: usize,
    pub transmute_energy: u32,
    pub largest_number: u32,
    pub longest_text: usize,
}
