//! Compares two sets of rules: what has changed in the spec, and what that changes in the scenarios.
//!
//! Today's code runs both, so a change to the code does not show here; the stored snapshots show it.

mod about;
mod accepted;
mod changes;
mod effects;
mod example;
mod places;
mod play;
mod reread;
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use serde::Serialize;
use serde_json::json;

use super::engine::{Answer, Full, Request, full_filled};
use super::judge::{Verdict, judge};
use super::suite::Suite;
use crate::clause::lines;
use crate::fault::Faults;
use crate::kernel::drive::Run;
use crate::kernel::{AnyBook, asks_otherwise};
use crate::scenario::Scenario;

pub use about::About;
pub use accepted::{Accepted, AcceptedGroup};
pub use changes::{Change, What, changes};
pub use effects::{Effect, Kind, Later};
pub use example::example;
pub use play::{Played, games, play};
pub use reread::{Reread, Text};
pub use work::{Told, Work};

type Books = Mutex<BTreeMap<String, Result<Arc<dyn AnyBook>, String>>>;

/// One of the two sets of rules.
pub struct Side {
    /// The spec and the scenarios.
    pub suite: Suite,
    /// The clauses that are switched off.
    pub off: Vec<String>,
    books: Books,
}

/// The scenarios on which a change has the same effect.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Group {
    /// What the change does.
    #[serde(flatten)]
    pub kind: Kind,
    /// The fields that differ where the difference begins, without list indices.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub fields: BTreeSet<String>,
    /// Whether the states differ already before the first step.
    pub from_setup: bool,
    /// Whether its kind is due to what follows from the first difference in a later step.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub later: bool,
    /// Their ids.
    pub scenarios: Vec<String>,
    /// The ids of those in which something had to be filled in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filled: Vec<String>,
    /// A hash of what differs in each of them.
    pub digest: String,
    /// Preferably one in which nothing was filled in and a clause that the change is about applies; then the one with
    /// the fewest steps before the difference that decides.
    pub example: Effect,
    /// The title of the example.
    pub title: String,
    /// What happens in the example where the difference begins, and by which clause.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub work: Option<Work>,
}

/// A scenario that does not hold or cannot be run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Wrong {
    /// Its id.
    pub scenario: String,
    /// Why.
    pub why: String,
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// What has changed in the spec.
    pub changes: Vec<Change>,
    /// The number of changes that are left out because no scenario of their game is selected.
    pub left_out: usize,
    /// Changes after which texts have to be read again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reread: Vec<Reread>,
    /// What that does, the most significant first.
    pub groups: Vec<Group>,
    /// The groups that were accepted before, and are the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<Group>,
    /// The groups that were accepted before, and are gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub expired: Vec<AcceptedGroup>,
    /// Whether the changes themselves were accepted before.
    pub changes_accepted: bool,
    /// Changes to the rules that no scenario notices, by index in `changes`.
    pub unnoticed: Vec<usize>,
    /// Scenarios whose expectations hold under the old rules and not under the new ones.
    pub broken: Vec<Wrong>,
    /// Scenarios that one set of rules cannot run, or neither can.
    pub not_run: Vec<Wrong>,
    /// Scenarios that are not the same on both sides. They are run as they were.
    pub edited: Vec<String>,
    /// Scenarios that exist on the new side only. They are run under both sets of rules.
    pub added: Vec<String>,
    /// Scenarios that exist on the old side only. They too are run under both.
    pub gone: Vec<String>,
    /// The number of scenarios on either side.
    pub scenarios: usize,
    /// The number of scenarios on which nothing changes.
    pub same: usize,
    /// The number of scenarios that only one set of rules can run.
    pub stopped: usize,
    /// The number of scenarios that neither set of rules can run.
    pub neither: usize,
}

impl Review {
    /// The number of scenarios that both sets of rules can run, with different results.
    pub fn different(&self) -> usize {
        self.scenarios - self.same - self.stopped - self.neither
    }

    /// The number of scenarios in which something had to be filled in.
    pub fn filled(&self) -> usize {
        self.groups.iter().chain(&self.accepted).map(|group| group.filled.len()).sum()
    }

    /// Whether the rules, their effects or the scenarios change and that was not accepted before, or an acceptance has
    /// expired. Rewording a clause changes nothing.
    pub fn changes_something(&self) -> bool {
        let scenarios = [&self.added, &self.gone, &self.edited].iter().any(|ids| !ids.is_empty());
        let words = |change: &Change| matches!(change.what, What::Reworded { .. });
        let compared = scenarios || !self.changes.iter().all(words);
        !self.groups.is_empty() || !self.expired.is_empty() || (compared && !self.changes_accepted)
    }
}

impl Side {
    /// The rules of a suite, without the clauses in `off`.
    pub fn new(suite: Suite, off: Vec<String>) -> Self {
        Self { suite, off, books: Mutex::default() }
    }

    fn book(&self, game: &str, readings: &BTreeMap<String, String>) -> Result<Arc<dyn AnyBook>, String> {
        let key = format!("{game} {readings:?}");
        let mut books = self.books.lock().unwrap_or_else(PoisonError::into_inner);
        let made = books.entry(key).or_insert_with(|| {
            let spec = self.suite.game_spec(game).map_err(|fault| fault.message)?;
            let game = self.suite.games.find(game).map_err(|fault| fault.message)?;
            let off: Vec<String> = self.off.iter().filter(|id| spec.clauses.contains_key(*id)).cloned().collect();
            let book = game.book(spec, readings, &off).map_err(|halt| halt.to_string())?;
            Ok(Arc::from(book))
        });
        made.clone()
    }

    /// Runs a scenario. Returns the result, or why the scenario cannot be run. If there is a `guide`, a run under other
    /// rules, what the scenario lacks is filled in. With `told`, events have words and the state after them.
    fn run(&self, scenario: &Scenario, guide: Option<&Run>, told: bool) -> Done {
        self.run_request(Request::new(&self.suite, scenario), guide, told)
    }

    fn run_request(&self, request: Request, guide: Option<&Run>, told: bool) -> Done {
        let book = self.book(&request.game, &request.readings)?;
        // Without a clause anything may happen.
        match catch_unwind(AssertUnwindSafe(|| full_filled(&*book, &request, told, guide))) {
            Ok(done) => done.map_err(|halted| halted.to_string()),
            Err(_) => Err("a panic".to_owned()),
        }
    }

    /// Whether the expectations of a scenario hold; if not, the first that does not.
    fn holds(&self, scenario: &Scenario, run: &Done) -> Result<(), String> {
        let book = self.book(scenario.game(), &scenario.readings);
        let full = run.as_ref().map_err(|why| format!("it cannot be run: {why}"))?;
        let judged = judge(scenario, &Answer::Seen(full.seen()), book?.parameters());
        if !matches!(judged.verdict, Verdict::Failed | Verdict::Partial | Verdict::Errored) {
            return Ok(());
        }
        let first = judged.findings.iter().find(|finding| finding.verdict == judged.verdict);
        Err(first.map_or("it does not hold".to_owned(), |one| {
            format!("line {}: expected {}, found {}", one.line, one.expected, one.found)
        }))
    }

    /// The parts of an answer to a question that the rules determine; which of several equal plans is shown is not
    /// among them.
    fn figures(&self, scenario: &Scenario) -> &'static [&'static str] {
        let game = self.suite.games.find(scenario.game()).ok();
        game.and_then(|game| game.solver()).map_or(&[][..], |solver| solver.figures)
    }
}

/// Compares the rules of two sides, on the scenarios of both whose id contains `filter`. If both have a scenario, the
/// old one is run. With a filter, only changes of the games of these scenarios are considered.
///
/// # Errors
/// If a scenario that is to be run has faults.
pub fn review(old: &Side, new: &Side, filter: &str) -> Result<Review, Faults> {
    let ids = |side: &Side| side.suite.ids(filter).map(BTreeSet::from_iter);
    let (before, after): (BTreeSet<String>, BTreeSet<String>) = (ids(old)?, ids(new)?);
    let added: Vec<String> = after.difference(&before).cloned().collect();
    let gone: Vec<String> = before.difference(&after).cloned().collect();
    let mut scenarios = old.suite.scenarios(&before.into_iter().collect::<Vec<_>>())?;
    let ours = new.suite.scenarios(&after.into_iter().collect::<Vec<_>>())?;
    let ours: BTreeMap<&str, &Scenario> = ours.iter().map(|scenario| (scenario.id.as_str(), scenario)).collect();
    let is_edited = |old: &&Scenario| ours.get(&*old.id).is_some_and(|new| new.source.text != old.source.text);
    let edited: Vec<String> = scenarios.iter().filter(is_edited).map(|scenario| scenario.id.clone()).collect();
    scenarios.extend(new.suite.scenarios(&added)?);
    let games: BTreeSet<&str> = scenarios.iter().map(Scenario::game).collect();
    let concerns = |change: &Change| filter.is_empty() || games.contains(change.game());
    let (mut changes, others): (Vec<_>, Vec<_>) = changes(old, new).into_iter().partition(concerns);
    let (old_spec, new_spec) = (&old.suite.spec, &new.suite.spec);
    changes.iter_mut().for_each(|change| change.about = about::about(change, old_spec, new_spec));
    let concerned = work::concerned(&changes, new);
    let compared: Vec<Outcome> = scenarios
        .par_iter()
        .map(|scenario| {
            let (was, is) = (old.run(scenario, None, false), new.run(scenario, None, false));
            let neither = was.is_err() && is.is_err();
            let (was_filled, is_filled) = filled((old, new), scenario, (&was, &is), false);
            let both = (was_filled.as_ref().unwrap_or(&was), is_filled.as_ref().unwrap_or(&is));
            let effect = effects::compare(scenario, new, both);
            // An edited scenario is judged as it is now, and each as it is written.
            let broken = match ours.get(&*scenario.id) {
                Some(now) if edited.contains(&now.id) => new.holds(now, &new.run(now, None, false)).err(),
                _ if effect.is_none() || old.holds(scenario, &was).is_err() => None,
                _ => new.holds(scenario, &is).err(),
            };
            let not_run = match (both.0, both.1) {
                (Ok(_), Ok(_)) => None,
                (Ok(_), Err(why)) => Some(format!("under the new rules: {why}")),
                (Err(why), Ok(_)) => Some(format!("under the old rules: {why}")),
                (Err(why), Err(_)) => Some(format!("under either set of rules: {why}")),
            };
            let applies =
                |done: &Done| done.as_ref().is_ok_and(|full| full.trace().iter().any(|id| concerned.contains(&**id)));
            let effect = effect.map(|effect| Effect { applies: applies(both.0) || applies(both.1), ..effect });
            Outcome { effect, neither, broken, not_run }
        })
        .collect();
    let effects: Vec<&Effect> = compared.iter().filter_map(|one| one.effect.as_ref()).collect();
    let stopped = effects.iter().filter(|effect| effect.kind.is_stopped()).count();
    let neither = compared.iter().filter(|one| one.neither).count();
    let mut groups = grouped(&effects);
    groups.par_iter_mut().for_each(|group| {
        let Some(scenario) = scenarios.iter().find(|scenario| scenario.id == group.example.scenario) else { return };
        group.title.clone_from(&scenario.title);
        group.work = work::work((old, new), scenario, &group.example, &concerned);
    });
    let wrong = |why: &dyn Fn(&Outcome) -> Option<String>| {
        let all = scenarios.iter().zip(&compared);
        all.filter_map(|(it, one)| Some(Wrong { scenario: it.id.clone(), why: why(one)? })).collect()
    };
    Ok(Review {
        unnoticed: unnoticed(&changes, old, new, &scenarios, !effects.is_empty()),
        reread: reread::reread(&changes, old_spec, new_spec),
        left_out: others.len(),
        groups,
        accepted: Vec::new(),
        expired: Vec::new(),
        changes_accepted: false,
        broken: wrong(&|one| one.broken.clone()),
        not_run: wrong(&|one| one.not_run.clone()),
        same: scenarios.len() - effects.len() - neither,
        scenarios: scenarios.len(),
        changes,
        edited,
        added,
        gone,
        stopped,
        neither,
    })
}

/// What a scenario results in, or why it cannot be run.
type Done = Result<Full, String>;

/// The runs in which something is filled in, if that makes a difference: because only one side can run the scenario as
/// it is written, or because they ask different questions.
fn filled(
    (old, new): (&Side, &Side),
    scenario: &Scenario,
    (was, is): (&Done, &Done),
    told: bool,
) -> (Option<Done>, Option<Done>) {
    match (was, is) {
        (Ok(Full::Run(guide)), Ok(Full::Run(run))) if !asks_otherwise(guide, run) => (None, None),
        (Ok(Full::Run(guide)), _) => (None, Some(new.run(scenario, Some(guide), told)).filter(Result::is_ok)),
        (Err(_), Ok(Full::Run(guide))) => (Some(old.run(scenario, Some(guide), told)).filter(Result::is_ok), None),
        _ => (None, None),
    }
}

/// What a scenario shows of a change.
struct Outcome {
    effect: Option<Effect>,
    neither: bool,
    broken: Option<String>,
    not_run: Option<String>,
}

/// Maximum number of changes to try one by one.
const MOST_ALONE: usize = 20;

/// The changes that no scenario notices, by index. Of several changes, each is made alone if it can be.
fn unnoticed(changes: &[Change], old: &Side, new: &Side, scenarios: &[Scenario], any: bool) -> Vec<usize> {
    let binding: Vec<usize> =
        (0..changes.len()).filter(|at| changes[*at].binds && changes[*at].what != What::Gone).collect();
    if binding.len() == 1 || !any {
        return if any { Vec::new() } else { binding };
    }
    let missed = |at: &&usize| {
        let Some(alone) = changes::alone(&changes[**at], old, new) else { return false };
        let differs = |scenario: &Scenario| {
            let both = (&old.run(scenario, None, false), &alone.run(scenario, None, false));
            effects::compare(scenario, new, both).is_some()
        };
        !scenarios.par_iter().any(differs)
    };
    binding.iter().take(MOST_ALONE).filter(missed).copied().collect()
}

/// Groups effects that are alike.
fn grouped(effects: &[&Effect]) -> Vec<Group> {
    let mut groups: BTreeMap<(Kind, BTreeSet<String>, bool, bool), Vec<&Effect>> = BTreeMap::new();
    for effect in effects {
        let later = effect.later.is_some();
        let key = (effect.kind.clone(), effect.fields.clone(), !later && effect.step == Some(0), later);
        groups.entry(key).or_default().push(effect);
    }
    let mut groups: Vec<Group> = groups
        .into_iter()
        .filter_map(|((kind, fields, from_setup, later), alike)| {
            let size = |one: &&&Effect| {
                (!one.filled.is_empty(), !one.applies, one.decided(), one.steps, one.length, one.scenario.len())
            };
            let example = Effect::clone(alike.iter().min_by_key(|one| (size(one), &one.scenario))?);
            let ids = |among: &dyn Fn(&Effect) -> bool| {
                alike.iter().filter(|one| among(one)).map(|one| one.scenario.clone()).collect()
            };
            let (scenarios, filled) = (ids(&|_| true), ids(&|one| !one.filled.is_empty()));
            let digest = lines::short_hash(&json!(alike).to_string());
            Some(Group {
                kind,
                fields,
                from_setup,
                later,
                scenarios,
                filled,
                digest,
                example,
                title: String::new(),
                work: None,
            })
        })
        .collect();
    // The kinds are in order of significance; within a kind, the larger group first.
    groups.sort_by_key(|group| (group.kind.rank(), std::cmp::Reverse(group.scenarios.len())));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_a_group_applies_the_changed_clause_and_is_small() {
        let effect = |scenario: &str, applies: bool, step: usize, length: usize| Effect {
            scenario: scenario.to_owned(),
            kind: Kind::State,
            step: Some(step),
            steps: 3,
            fields: BTreeSet::from(["a".to_owned()]),
            first: String::new(),
            later: None,
            winners: None,
            filled: Vec::new(),
            applies,
            length,
        };
        let example = |effects: &[Effect]| grouped(&effects.iter().collect::<Vec<_>>())[0].example.scenario.clone();
        let (other, late) = (effect("other", false, 1, 10), effect("late", true, 3, 10));
        let (long, short) = (effect("long", true, 2, 90), effect("longer-name", true, 2, 20));
        assert_eq!(example(&[other.clone(), late.clone()]), "late");
        assert_eq!(example(&[other, late, long, short]), "longer-name");
    }
}
