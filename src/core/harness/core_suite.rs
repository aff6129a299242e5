//! The core of a suite: scenarios that together notice every clause and number under the default readings, and none of
//! which can be dropped. The author of an engine runs it first.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Deserialize;

use super::cover::{Cover, Notice};
use super::suite::Suite;
use crate::clause::GameSpec;
use crate::fault::{Fault, Span};
use crate::scenario::{self, Scenario};
use crate::yaml::{self, Spanned};

/// The core of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoreSuite {
    /// The ids of its scenarios.
    pub scenarios: BTreeSet<String>,
    /// Each clause or number that matters only under another reading, with the first scenario that notices a change to
    /// it.
    pub other_readings: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    scenarios: Vec<Spanned<String>>,
    #[serde(default)]
    other_readings: BTreeMap<String, String>,
}

/// A change to the rules, and the scenarios that notice the change.
struct Change<'a> {
    name: String,
    noticed_by: &'a [String],
}

impl CoreSuite {
    /// The path of its file, relative to the root of a suite.
    pub fn path(game: &str) -> String {
        scenario::path(&format!("{game}/{}", scenario::CORE))
    }

    /// Reads the core from the suite; `None` if the suite has no file for it.
    ///
    /// # Errors
    /// If the file is not valid, or names a scenario that does not exist.
    pub fn read(suite: &Suite, game: &str) -> Result<Option<Self>, Fault> {
        let path = Self::path(game);
        if !suite.files.has(&path) {
            return Ok(None);
        }
        let source = suite.files.read(&path)?;
        let file: File = yaml::read(&source)?;
        let stale = |id: &str, place: Span| {
            let fault = Fault::at(&source, place, format!("there is no scenario {id}"));
            fault.help("rewrite the core with `rulebound cover --core --write`")
        };
        if let Some(gone) = file.scenarios.iter().find(|id| !suite.files.has(&scenario::path(&id.value))) {
            return Err(stale(&gone.value, gone.place));
        }
        let scenarios = file.scenarios.into_iter().map(|id| id.value).collect();
        Ok(Some(Self { scenarios, other_readings: file.other_readings }))
    }

    /// Finds the core for a coverage table. Scenarios of `known` stay if they are still useful, so that a small change
    /// in the suite changes little.
    pub fn find(spec: &GameSpec, scenarios: &[Scenario], cover: &Cover, known: &Self) -> Self {
        let default = |ruling: &str, reading: &str| spec.rulings.get(ruling).is_some_and(|r| r.default == reading);
        let by_default: BTreeSet<&str> = scenarios
            .iter()
            .filter(|one| one.readings.iter().all(|(ruling, reading)| default(ruling, reading)))
            .map(|one| one.id.as_str())
            .collect();
        let (mut noticing, mut other_readings) = (Vec::new(), BTreeMap::new());
        for change in changes(cover) {
            let of_default: BTreeSet<&str> =
                change.noticed_by.iter().map(String::as_str).filter(|id| by_default.contains(id)).collect();
            match change.noticed_by.first() {
                Some(first) if of_default.is_empty() => {
                    other_readings.insert(change.name, first.clone());
                }
                _ => noticing.push(of_default),
            }
        }
        let chosen = known.scenarios.iter().map(String::as_str).filter(|id| by_default.contains(id)).collect();
        let scenarios = few(&noticing, chosen).into_iter().map(str::to_owned).collect();
        Self { scenarios, other_readings }
    }

    /// The text of its file.
    pub fn render(&self) -> String {
        let mut text = String::from(
            "# The core: scenarios that together notice every clause and number under the default readings.\n\
             # None of them can be dropped. Written by `rulebound cover --core --write`.\n\nscenarios:\n",
        );
        for id in &self.scenarios {
            let _ = writeln!(text, "  - {id}");
        }
        if !self.other_readings.is_empty() {
            text.push_str(
                "\n# Noticed only under another reading, each with a scenario that notices it.\nother_readings:\n",
            );
        }
        for (name, id) in &self.other_readings {
            let _ = writeln!(text, "  {name}: {id}");
        }
        text
    }
}

/// Every change to clauses and numbers in the table that some scenario notices.
fn changes<'a>(cover: &'a Cover) -> Vec<Change<'a>> {
    let clauses = cover.clauses.iter().map(|one| (one.id.clone(), &one.off));
    let numbers =
        cover.parameters.iter().map(|one| (format!("{} {} {}", one.clause, one.path, one.moved), &one.notice));
    let noticed = |(name, notice): (String, &'a Notice)| match notice {
        Notice::Noticed(noticed_by) => Some(Change { name, noticed_by }),
        _ => None,
    };
    clauses.chain(numbers).filter_map(noticed).collect()
}

/// A small choice of scenarios: at least one from each set, and none that could be dropped. Begins with `chosen`, and
/// keeps adding the scenario that is in the most sets not yet covered.
fn few<'a>(noticing: &[BTreeSet<&'a str>], mut chosen: BTreeSet<&'a str>) -> BTreeSet<&'a str> {
    let mut notices: BTreeMap<&str, usize> = BTreeMap::new();
    noticing.iter().flatten().for_each(|id| *notices.entry(id).or_default() += 1);
    loop {
        let mut gains: BTreeMap<&'a str, usize> = BTreeMap::new();
        let open = noticing.iter().filter(|set| set.is_disjoint(&chosen));
        open.flatten().for_each(|id| *gains.entry(id).or_default() += 1);
        // Among those with the greatest gain, the first by name.
        let best = gains.into_iter().rev().max_by_key(|(id, gain)| (*gain, notices[id]));
        let Some((best, _)) = best else { break };
        chosen.insert(best);
    }
    let mut by_use: Vec<&str> = chosen.iter().copied().collect();
    by_use.sort_by_key(|id| (notices.get(id).copied().unwrap_or_default(), *id));
    for id in by_use {
        chosen.remove(id);
        if noticing.iter().any(|set| set.contains(id) && set.is_disjoint(&chosen)) {
            chosen.insert(id);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_cover_all_and_none_can_be_dropped() {
        let set = |ids: &[&'static str]| ids.iter().copied().collect::<BTreeSet<_>>();
        // The greedy choice, b, becomes redundant.
        let noticing = [set(&["a", "b"]), set(&["a"]), set(&["b", "c"]), set(&["c"]), set(&["b", "a"])];
        assert_eq!(few(&noticing, set(&[])), set(&["a", "c"]));
        assert_eq!(few(&[set(&["a", "b"])], set(&[])), set(&["a"]), "the first of equals");
        assert_eq!(few(&[set(&["a", "b"])], set(&["b", "z"])), set(&["b"]), "what was chosen stays if it is of use");
    }
}
