//! The game by name, its law, and the numbers and tables of its rules.

use serde::Deserialize;

use rulebound_core::kernel::Law;

/// The game.
#[derive(Debug)]
pub struct {{Game}};

/// Its law.
pub type {{Game}}Law<'a> = Law<'a, {{Game}}>;

/// The numbers and tables of the rules, as `parameters:` of clauses name them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {}
