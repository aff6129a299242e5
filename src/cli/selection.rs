//! The scenarios that a command is about: named, and chosen by the clauses that they name.

use rulebound_core::fault::{Fault, Faults};
use rulebound_core::harness::{Suite, Wanted};
use rulebound_core::scenario::Scenario;

use super::show;

/// Which scenarios.
#[derive(Debug, clap::Args)]
pub struct Selection {
    /// Only these scenarios: files, folders, ids, or parts of ids; a file or folder may be anywhere
    #[arg(value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// Only scenarios that name this clause; can be given several times
    #[arg(long = "clause", value_name = "ID")]
    clauses: Vec<String>,
}

impl Selection {
    /// Whether it leaves nothing out.
    pub fn is_everything(&self) -> bool {
        self.scenarios.is_empty() && self.clauses.is_empty()
    }

    /// Whether scenarios are chosen by the clauses that they name, which is not known before they are loaded.
    pub fn is_by_clause(&self) -> bool {
        !self.clauses.is_empty()
    }

    /// The scenarios that are named, whichever clauses they name.
    ///
    /// # Errors
    /// If a clause is unknown, or a word selects nothing.
    pub fn named(&self, suite: &Suite) -> Result<Vec<Wanted>, Faults> {
        for id in &self.clauses {
            show::known_clause(suite, id)?;
        }
        suite.select(&self.scenarios)
    }

    /// Loads those of the scenarios that name the clauses. `core` says that only those of the core are given.
    ///
    /// # Errors
    /// If a scenario has faults, or none is left.
    pub fn load(&self, suite: &Suite, named: &[Wanted], core: bool) -> Result<Vec<Scenario>, Faults> {
        let mut scenarios = suite.load_all(named)?;
        scenarios.retain(|one| self.clauses.is_empty() || one.clauses.iter().any(|(id, _)| self.clauses.contains(id)));
        if !scenarios.is_empty() {
            return Ok(scenarios);
        }
        let (which, help) = match (self.clauses.is_empty(), core) {
            (true, false) => ("there is none".to_owned(), "write one; see CONTRIBUTING.md"),
            (true, true) => ("none of these is in the core".to_owned(), "omit --core"),
            (false, _) => {
                let help = "omit --clause, or choose scenarios that name it; `rulebound clause ID` lists them";
                (format!("none of these names {}", self.clauses.join(" or ")), help)
            }
        };
        Err(Fault::plain(format!("no scenario is left: {which}")).help(help).into())
    }
}
