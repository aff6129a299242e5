//! The core of a suite: scenarios that together notice every clause and number under the default readings, and catch
//! mistakes that were drawn from the code; none of them can be dropped. The author of an engine runs it first.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::Deserialize;

use super::cover::{Cover, Notice};
use super::suite::Suite;
use crate::clause::GameSpec;
use crate::fault::Fault;
use crate::scenario::{self, Body, Scenario};
use crate::source::Source;
use crate::yaml::{self, Spanned};

/// The core of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoreSuite {
    /// The ids of its scenarios.
    pub scenarios: BTreeSet<String>,
    /// Each mutant that only one scenario of the core catches, with this scenario, which stays for its sake.
    pub mutants: BTreeMap<String, String>,
    /// Each clause or number that matters only under another reading, with the first scenario that notices a change to
    /// it; and each mutant that shows only under another reading, with a scenario that catches it.
    pub other_readings: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    scenarios: Vec<Spanned<String>>,
    #[serde(default)]
    mutants: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    other_readings: BTreeMap<String, Spanned<String>>,
}

/// A change to the rules, and the scenarios that notice the change.
struct Change<'a> {
    name: String,
    noticed_by: &'a [String],
}

impl<'a> Change<'a> {
    /// Those of these scenarios that notice it. If any of them are `plain`, the others do not count: not every engine
    /// answers questions.
    fn of(&self, ids: &BTreeSet<&str>, plain: &BTreeSet<&str>) -> BTreeSet<&'a str> {
        let of = |id: &&str| ids.contains(id);
        let all: BTreeSet<&str> = self.noticed_by.iter().map(String::as_str).filter(of).collect();
        let plainly = self.noticed_by.iter().any(|id| plain.contains(id.as_str()));
        if plainly { all.into_iter().filter(|id| plain.contains(id)).collect() } else { all }
    }
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
        Ok(match Self::read_with_stale(suite, game)? {
            None => None,
            Some((core, stale)) => match stale.into_iter().next() {
                None => Some(core),
                Some(first) => return Err(first),
            },
        })
    }

    /// Reads the core without what names a scenario that does not exist; each of these is a fault.
    ///
    /// # Errors
    /// If the file is not valid.
    pub fn read_with_stale(suite: &Suite, game: &str) -> Result<Option<(Self, Vec<Fault>)>, Fault> {
        let path = Self::path(game);
        if !suite.files.has(&path) {
            return Ok(None);
        }
        let exists = |id: &str| suite.files.has(&scenario::path(id));
        Self::parse(&suite.files.read(&path)?, game, &exists).map(Some)
    }

    fn parse(source: &Source, game: &str, exists: &dyn Fn(&str) -> bool) -> Result<(Self, Vec<Fault>), Fault> {
        let file: File = yaml::read(source)?;
        let mut stale = Vec::new();
        let mut there = |mutant: Option<&str>, id: &Spanned<String>| {
            let there = exists(&id.value);
            if !there {
                let what = mutant.map(|name| format!(", which is to catch the mutant {name}")).unwrap_or_default();
                let fault = Fault::at(source, id.place, format!("there is no scenario {}{what}", id.value));
                stale.push(fault.help(match mutant {
                    None => "rewrite the core with `rulebound cover --core --write`".to_owned(),
                    Some(_) => format!("name another that catches it, or remove it; `.ci/mutants {game}` finds one"),
                }));
            }
            there
        };
        let scenarios: Vec<_> = file.scenarios.into_iter().filter(|id| there(None, id)).collect();
        let mut named = |pairs: BTreeMap<String, Spanned<String>>| -> BTreeMap<String, String> {
            let there = |(name, id): &(String, Spanned<String>)| there(is_mutant(name).then_some(name), id);
            pairs.into_iter().filter(there).map(|(name, id)| (name, id.value)).collect()
        };
        let (mutants, other_readings) = (named(file.mutants), named(file.other_readings));
        let scenarios = scenarios.into_iter().map(|id| id.value).collect();
        Ok((Self { scenarios, mutants, other_readings }, stale))
    }

    /// Finds the core for a coverage table. The scenarios that `known` names for mutants stay. Its other scenarios stay
    /// if they are still useful, so that a small change in the suite changes little.
    pub fn find(spec: &GameSpec, scenarios: &[Scenario], cover: &Cover, known: &Self) -> Self {
        let by_default = by_default(spec, scenarios);
        let plain = plain(scenarios).intersection(&by_default).copied().collect();
        Self::found(&by_default, &plain, cover, known)
    }

    fn found(by_default: &BTreeSet<&str>, plain: &BTreeSet<&str>, cover: &Cover, known: &Self) -> Self {
        let named = known.mutants.iter().chain(known.other_readings.iter().filter(|(name, _)| is_mutant(name)));
        let (mutants, mut other_readings): (BTreeMap<_, _>, BTreeMap<_, _>) =
            named.map(|(name, id)| (name.clone(), id.clone())).partition(|(_, id)| by_default.contains(id.as_str()));
        let mut noticing = Vec::new();
        for change in changes(cover) {
            let of_default = change.of(by_default, plain);
            match change.noticed_by.first() {
                Some(first) if of_default.is_empty() => {
                    other_readings.insert(change.name, first.clone());
                }
                _ => noticing.push(of_default),
            }
        }
        let kept = mutants.values().map(String::as_str).collect();
        let chosen = known.scenarios.iter().map(String::as_str).filter(|id| by_default.contains(id)).collect();
        let scenarios = few(&noticing, chosen, &kept).into_iter().map(str::to_owned).collect();
        Self { scenarios, mutants, other_readings }
    }

    /// Why each scenario is in the core: the changes that no other scenario of the core notices, and the mutants for
    /// which it stays.
    pub fn reasons(&self, scenarios: &[Scenario], cover: &Cover) -> BTreeMap<String, Vec<String>> {
        self.reasons_beside(&plain(scenarios), cover)
    }

    fn reasons_beside(&self, plain: &BTreeSet<&str>, cover: &Cover) -> BTreeMap<String, Vec<String>> {
        let ids: BTreeSet<&str> = self.scenarios.iter().map(String::as_str).collect();
        let plain = plain.intersection(&ids).copied().collect();
        let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for change in changes(cover) {
            let noticing = change.of(&ids, &plain);
            if let (Some(only), 1) = (noticing.first(), noticing.len()) {
                reasons.entry((*only).to_owned()).or_default().push(change.name);
            }
        }
        for (name, id) in &self.mutants {
            reasons.entry(id.clone()).or_default().push(name.clone());
        }
        reasons
    }

    /// The text of its file.
    pub fn render(&self) -> String {
        let mut text = String::from(
            "# The core: scenarios that together notice every clause and number under the default readings, and catch the\n\
             # mutants below. None of them can be dropped. Written by `rulebound cover --core --write`.\n\nscenarios:\n",
        );
        for id in &self.scenarios {
            let _ = writeln!(text, "  - {id}");
        }
        if !self.mutants.is_empty() {
            text.push_str(
                "\n# Mutants, which are small mistakes in the code that cargo-mutants makes, each with the only scenario of \
                 the\n# core that catches it. The scenario stays for its sake. `.ci/mutants` draws them and finds the \
                 scenarios.\n# Names of tests are those of mistakes that engines make there.\nmutants:\n",
            );
        }
        for (name, id) in &self.mutants {
            let _ = writeln!(text, "  {}: {id}", quoted(name));
        }
        if !self.other_readings.is_empty() {
            text.push_str(
                "\n# Noticed only under another reading, each with a scenario that notices it.\nother_readings:\n",
            );
        }
        let (mutants, rules): (Vec<_>, Vec<_>) = self.other_readings.iter().partition(|(name, _)| is_mutant(name));
        for (name, id) in rules {
            let _ = writeln!(text, "  {name}: {id}");
        }
        for (name, id) in mutants {
            let _ = writeln!(text, "  {}: {id}", quoted(name));
        }
        text
    }
}

/// The scenarios that an engine with the default readings can run.
fn by_default<'a>(spec: &GameSpec, scenarios: &'a [Scenario]) -> BTreeSet<&'a str> {
    let default =
        |(ruling, reading): (&String, &String)| spec.rulings.get(ruling).is_some_and(|known| known.default == *reading);
    scenarios.iter().filter(|one| one.readings.iter().all(default)).map(|one| one.id.as_str()).collect()
}

/// The scenarios that need no engine that answers questions.
fn plain(scenarios: &[Scenario]) -> BTreeSet<&str> {
    let asks = |one: &&Scenario| matches!(one.body, Body::Solve { .. });
    scenarios.iter().filter(|one| !asks(one)).map(|one| one.id.as_str()).collect()
}

/// Whether a name is that of a mutant, such as `rules/turns.rs: replace < with <= in draws`, and not of a change to the
/// rules.
fn is_mutant(name: &str) -> bool {
    name.contains(".rs: ")
}

/// A name in quotes, for YAML.
fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
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

/// A small choice of scenarios: at least one from each set, all that are to be `kept`, and no other that could be
/// dropped. Begins with `chosen`, and keeps adding the scenario that is in the most sets not yet covered.
fn few<'a>(
    noticing: &[BTreeSet<&'a str>],
    mut chosen: BTreeSet<&'a str>,
    kept: &BTreeSet<&'a str>,
) -> BTreeSet<&'a str> {
    let mut notices: BTreeMap<&str, usize> = BTreeMap::new();
    noticing.iter().flatten().for_each(|id| *notices.entry(id).or_default() += 1);
    chosen.extend(kept);
    loop {
        let mut gains: BTreeMap<&'a str, usize> = BTreeMap::new();
        let open = noticing.iter().filter(|set| set.is_disjoint(&chosen));
        open.flatten().for_each(|id| *gains.entry(id).or_default() += 1);
        // Among those with the greatest gain, the first by name.
        let best = gains.into_iter().rev().max_by_key(|(id, gain)| (*gain, notices[id]));
        let Some((best, _)) = best else { break };
        chosen.insert(best);
    }
    let mut by_use: Vec<&str> = chosen.difference(kept).copied().collect();
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
    use super::super::cover::ClauseCover;
    use super::*;
    use crate::clause::ClauseKind;

    const TURNS: &str = "rules/turns.rs: replace < with <= in Table<'t>::draws (2)";
    const MAP: &str = "rules/map.rs: delete ! in \"far\"";

    fn set(ids: &[&'static str]) -> BTreeSet<&'static str> {
        ids.iter().copied().collect()
    }

    fn names(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(name, id)| ((*name).to_owned(), (*id).to_owned())).collect()
    }

    fn core(ids: &[&str], mutants: &[(&str, &str)], other_readings: &[(&str, &str)]) -> CoreSuite {
        let scenarios = ids.iter().map(|id| (*id).to_owned()).collect();
        CoreSuite { scenarios, mutants: names(mutants), other_readings: names(other_readings) }
    }

    /// A table in which these scenarios notice that a clause is switched off.
    fn table(clauses: &[(&str, &[&str])]) -> Cover {
        let clause = |(id, by): &(&str, &[&str])| ClauseCover {
            id: (*id).to_owned(),
            kind: ClauseKind::Obligation,
            scenarios: Vec::new(),
            off: Notice::Noticed(by.iter().map(|id| (*id).to_owned()).collect()),
        };
        let clauses = clauses.iter().map(clause).collect();
        let (game, edition) = ("g".to_owned(), String::new());
        Cover { game, edition, clauses, parameters: Vec::new(), readings: Vec::new() }
    }

    #[test]
    fn few_cover_all_and_none_can_be_dropped() {
        // The greedy choice, b, becomes redundant.
        let noticing = [set(&["a", "b"]), set(&["a"]), set(&["b", "c"]), set(&["c"]), set(&["b", "a"])];
        assert_eq!(few(&noticing, set(&[]), &set(&[])), set(&["a", "c"]));
        let two = [set(&["a", "b"])];
        assert_eq!(few(&two, set(&[]), &set(&[])), set(&["a"]), "the first of equals");
        assert_eq!(few(&two, set(&["b", "z"]), &set(&[])), set(&["b"]), "what was chosen stays if it is of use");
        assert_eq!(few(&two, set(&["b"]), &set(&["a"])), set(&["a"]), "what is kept makes others redundant");
        assert_eq!(few(&two, set(&["b"]), &set(&["z"])), set(&["b", "z"]), "what is kept need not notice anything");
    }

    #[test]
    fn scenarios_stay_for_mutants_and_the_others_are_chosen_to_go_with_them() {
        let cover =
            table(&[("g.a.one", &["g/a/1", "g/a/2"]), ("g.a.two", &["g/a/2", "g/a/3"]), ("g.a.odd", &["g/a/9"])]);
        let default = set(&["g/a/1", "g/a/2", "g/a/3", "g/a/4"]);
        let plain = CoreSuite::found(&default, &default, &cover, &CoreSuite::default());
        assert_eq!(plain, core(&["g/a/2"], &[], &[("g.a.odd", "g/a/9")]));
        // If 2 is a question, an engine that answers none needs the other two.
        let without = set(&["g/a/1", "g/a/3", "g/a/4"]);
        let plain = CoreSuite::found(&default, &without, &cover, &CoreSuite::default());
        assert_eq!(plain.scenarios, core(&["g/a/1", "g/a/3"], &[], &[]).scenarios);
        let reasons = core(&["g/a/1", "g/a/2", "g/a/3"], &[], &[]).reasons_beside(&without, &cover);
        assert_eq!(reasons.keys().collect::<Vec<_>>(), ["g/a/1", "g/a/3"]);

        // 3 stays for a mutant and notices one clause; 1 was there before.
        let known = core(&["g/a/1", "g/a/3"], &[(TURNS, "g/a/3"), (MAP, "g/a/4")], &[]);
        let kept = CoreSuite::found(&default, &default, &cover, &known);
        assert_eq!(kept.scenarios, core(&["g/a/1", "g/a/3", "g/a/4"], &[], &[]).scenarios);
        assert_eq!(kept, CoreSuite::found(&default, &default, &cover, &kept), "it stays as it is");
        let reasons = kept.reasons_beside(&default, &cover);
        assert_eq!(reasons["g/a/1"], ["g.a.one"]);
        assert_eq!(reasons["g/a/3"], ["g.a.two", TURNS]);
        assert_eq!(reasons["g/a/4"], [MAP]);
    }

    #[test]
    fn a_mutant_that_shows_only_under_another_reading_is_named_but_its_scenario_is_not_in_the_core() {
        let cover = table(&[("g.a.one", &["g/a/1"])]);
        let known = core(&["g/a/1", "g/a/9"], &[(TURNS, "g/a/9")], &[("g.a.gone", "g/a/1"), (MAP, "g/a/9")]);
        let found = CoreSuite::found(&set(&["g/a/1"]), &set(&[]), &cover, &known);
        assert_eq!(found, core(&["g/a/1"], &[], &[(MAP, "g/a/9"), (TURNS, "g/a/9")]));
        // When the other reading has become the default, its scenario is one of the core.
        let found = CoreSuite::found(&set(&["g/a/1", "g/a/9"]), &set(&[]), &cover, &found);
        assert_eq!(found, core(&["g/a/1", "g/a/9"], &[(MAP, "g/a/9"), (TURNS, "g/a/9")], &[]));
    }

    #[test]
    fn what_is_written_is_read_back_and_a_scenario_that_is_gone_is_a_fault() {
        let written = core(&["g/a/1", "g/a/2"], &[(TURNS, "g/a/2")], &[("g.a.odd", "g/a/9"), (MAP, "g/a/9")]);
        let source = Source::of_file("conformance/g/core.yaml", &written.render());
        let (read, stale) = CoreSuite::parse(&source, "g", &|_| true).unwrap();
        assert_eq!((read, stale.len()), (written.clone(), 0));

        let (read, stale) = CoreSuite::parse(&source, "g", &|id| id != "g/a/2").unwrap();
        assert_eq!(read, core(&["g/a/1"], &[], &[("g.a.odd", "g/a/9"), (MAP, "g/a/9")]));
        let lines: Vec<String> =
            stale.iter().map(|f| format!("{}: {}", f.message, f.help.as_deref().unwrap())).collect();
        assert_eq!(lines.len(), 2, "{lines:#?}");
        assert!(lines[0].contains("there is no scenario g/a/2") && lines[0].contains("cover --core --write"));
        assert!(lines[1].contains(TURNS) && lines[1].contains("`.ci/mutants g` finds one"), "{}", lines[1]);
        let (_, stale) = CoreSuite::parse(&source, "g", &|id| id != "g/a/9").unwrap();
        assert!(stale.iter().any(|fault| fault.message.contains("the mutant rules/map.rs: delete ! in")));
    }
}
