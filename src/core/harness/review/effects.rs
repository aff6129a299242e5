//! What differs between two runs of a scenario, and where the difference begins.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::Side;
use super::places::Names;
use crate::harness::engine::Full;
use crate::harness::fields::without_indices;
use crate::kernel::asked;
use crate::kernel::drive::{Filled, Outcome, Run, StepRun};
use crate::scenario::Scenario;
use crate::snapshot::{diff, flow, flow_at_most};

/// The most characters of a value that are shown.
const MOST_SHOWN: usize = 60;

/// The kinds of difference, the most significant first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// Somebody else wins, or the match ends on one side only.
    Winner,
    /// What was accepted is rejected.
    Rejected {
        /// By this clause.
        clause: Option<String>,
    },
    /// What was rejected is accepted.
    Accepted {
        /// The clause that rejected it.
        clause: Option<String>,
    },
    /// The states differ, and later a card or object lies elsewhere.
    Elsewhere {
        /// The place under the old rules, without list indices.
        old: String,
        /// The place under the new rules.
        new: String,
    },
    /// A player is asked something else.
    Asked {
        /// The kind of question under the old rules, if there is one.
        old: Option<String>,
        /// The kind of question under the new rules, if there is one.
        new: Option<String>,
    },
    /// The states differ.
    State,
    /// What a player may see, or what is legal, differs.
    Seen,
    /// A text is read differently, or only one side can read it.
    Tree,
    /// The answer to a question differs.
    Plan,
    /// Another clause rejects it.
    OtherClause {
        /// The clause that rejected it.
        old: Option<String>,
        /// The clause that rejects it.
        new: Option<String>,
    },
    /// It cannot be run as it is written, and nothing else differs.
    Filled,
    /// Only the old rules can run it.
    Stopped,
    /// Only the new rules can run it.
    Started,
}

impl Kind {
    /// Its place in the order of significance.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Kind::Winner => 0,
            Kind::Rejected { .. } => 1,
            Kind::Accepted { .. } => 2,
            Kind::Elsewhere { .. } => 3,
            Kind::Asked { .. } => 4,
            Kind::State => 5,
            Kind::Seen => 6,
            Kind::Tree => 7,
            Kind::Plan => 8,
            Kind::OtherClause { .. } => 9,
            Kind::Filled => 10,
            Kind::Stopped => 11,
            Kind::Started => 12,
        }
    }

    /// Whether only one side can run the scenario.
    pub(super) fn is_stopped(&self) -> bool {
        matches!(self, Kind::Stopped | Kind::Started)
    }
}

/// What a change does to a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// The scenario's id.
    pub scenario: String,
    /// The kind of difference.
    #[serde(skip)]
    pub kind: Kind,
    /// The step where the difference begins, counted from 1; 0 if it is in the setup, `None` for a text or question.
    pub step: Option<usize>,
    /// The number of steps.
    #[serde(skip)]
    pub steps: usize,
    /// The fields that differ there, without list indices.
    #[serde(skip)]
    pub fields: BTreeSet<String>,
    /// What differs first, as `path: old -> new`.
    pub first: String,
    /// What follows from that later, if the kind of difference is only due to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub later: Option<Later>,
    /// Who wins, if that differs: `old -> new`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<String>,
    /// What was filled in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filled: Vec<Filled>,
    /// Whether a clause that the change is about applies in the scenario.
    #[serde(skip)]
    pub applies: bool,
    /// The length of the scenario's file.
    #[serde(skip)]
    pub length: usize,
}

/// What follows from a difference in a later step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Later {
    /// The step, counted from 1.
    pub step: usize,
    /// What is different there: `old -> new`.
    pub what: String,
}

impl Effect {
    /// The step that decides to which group it belongs.
    pub(super) fn decided(&self) -> Option<usize> {
        self.later.as_ref().map_or(self.step, |later| Some(later.step))
    }
}

/// How two runs of a scenario differ; `None` if they do not. At least one of the runs was done.
/// `side` knows which parts of an answer to a question are compared, and the cards.
pub(super) fn compare(
    scenario: &Scenario,
    side: &Side,
    (old, new): (&Result<Full, String>, &Result<Full, String>),
) -> Option<Effect> {
    let effect = |kind, first: String| Effect {
        scenario: scenario.id.clone(),
        kind,
        step: None,
        steps: 0,
        fields: BTreeSet::new(),
        first,
        later: None,
        winners: None,
        filled: Vec::new(),
        applies: false,
        length: scenario.source.text.len(),
    };
    match (old, new) {
        (Ok(Full::Run(old)), Ok(Full::Run(new))) => {
            runs(old, new, &Names::of(&side.suite, scenario), effect(Kind::State, String::new()))
        }
        (Ok(Full::Parse(old)), Ok(Full::Parse(new))) => match (&old.result, &new.result) {
            (Ok(old), Ok(new)) => {
                let (first, fields) = first_of("tree", old, new)?;
                Some(Effect { fields, ..effect(Kind::Tree, first) })
            }
            (Ok(_), Err(refused)) => {
                let clause = refused.clause.clone();
                let first = format!("read -> refused by {}", named(clause.as_deref()));
                Some(effect(Kind::Rejected { clause }, first))
            }
            (Err(refused), Ok(_)) => {
                let clause = refused.clause.clone();
                let first = format!("refused by {} -> read", named(clause.as_deref()));
                Some(effect(Kind::Accepted { clause }, first))
            }
            (Err(old), Err(new)) => {
                let (was, is) = (old.clause.clone(), new.clause.clone());
                let first = format!("refused by {} -> by {}", named(was.as_deref()), named(is.as_deref()));
                (was != is).then(|| effect(Kind::OtherClause { old: was, new: is }, first))
            }
        },
        (Ok(Full::Solve(old)), Ok(Full::Solve(new))) => {
            let figures = side.figures(scenario);
            let of = |plan: &Json| figures.iter().map(|figure| ((*figure).to_owned(), plan[*figure].clone())).collect();
            let (first, fields) = first_of("", &Json::Object(of(&old.plan)), &Json::Object(of(&new.plan)))?;
            Some(Effect { fields, ..effect(Kind::Plan, first) })
        }
        (Ok(_), Err(why)) => Some(effect(Kind::Stopped, why.clone())),
        (Err(why), Ok(_)) => Some(effect(Kind::Started, why.clone())),
        _ => None,
    }
}

fn named(clause: Option<&str>) -> &str {
    clause.unwrap_or("no clause")
}

fn runs(old: &Run, new: &Run, names: &Names<'_>, effect: Effect) -> Option<Effect> {
    let filled = old.filled.iter().chain(&new.filled).cloned().collect();
    let mut effect = Effect { steps: old.steps.len(), filled, ..effect };
    if begins(old, new, names, &mut effect).is_none() {
        let first = effect.filled.first()?;
        (effect.step, effect.first, effect.kind) = (Some(first.step), first.what.clone(), Kind::Filled);
    }
    let winners = |run: &Run| match run.steps.last().and_then(|step| step.ending.as_ref()) {
        None => "nobody yet".to_owned(),
        Some(ending) if ending.winners.is_empty() => "nobody".to_owned(),
        Some(ending) => ending.winners.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and "),
    };
    let (was, is) = (winners(old), winners(new));
    // The winner of a match that stops at a new question is not known yet.
    let is_open = matches!(effect.kind, Kind::Asked { .. })
        && new.steps.last().is_some_and(|step| step.ending.is_none() && asked(&step.state).is_some());
    if was != is && !is_open {
        effect.kind = Kind::Winner;
        (effect.fields, effect.later) = (BTreeSet::new(), None);
        effect.winners = Some(format!("{was} -> {is}"));
    }
    Some(effect)
}

/// Fills in where the difference begins; `None` if there is none.
fn begins(old: &Run, new: &Run, names: &Names<'_>, effect: &mut Effect) -> Option<()> {
    if let Some((first, fields)) = first_of("", &old.initial, &new.initial) {
        (effect.step, effect.first, effect.fields) = (Some(0), first, fields);
        follows(old, new, names, effect);
        return Some(());
    }
    for (index, (old_step, new_step)) in old.steps.iter().zip(&new.steps).enumerate() {
        effect.step = Some(index + 1);
        if let Some(kind) = turned(&old_step.outcome, &new_step.outcome) {
            effect.first = format!("{} -> {}", told(&old_step.outcome), told(&new_step.outcome));
            effect.kind = kind;
            return Some(());
        }
        if let Some((first, fields)) = first_of("", &old_step.state, &new_step.state) {
            (effect.first, effect.fields) = (first, fields);
            if asked(&old_step.state) != asked(&new_step.state) {
                let kind = |step: &StepRun| asked(&step.state).map(|(_, kind)| kind.to_owned());
                effect.kind = Kind::Asked { old: kind(old_step), new: kind(new_step) };
                effect.fields = BTreeSet::new();
                let pending = |step: &StepRun| step.state.get("pending").cloned().unwrap_or_default();
                effect.first = format!("pending: {}", pair("", &pending(old_step), Some(&pending(new_step))));
            }
            follows(old, new, names, effect);
            return Some(());
        }
        let (was, is) = (old_step, new_step);
        for (name, old, new) in [("views", &was.views, &is.views), ("legal", &was.legal, &is.legal)] {
            let (old, new) = (old.clone().unwrap_or_default(), new.clone().unwrap_or_default());
            if let Some((first, _)) = first_of(name, &old, &new) {
                (effect.first, effect.kind) = (first, Kind::Seen);
                effect.fields = BTreeSet::from([name.to_owned()]);
                return Some(());
            }
        }
    }
    None
}

/// Fills in what follows in later steps from states that differ, if that weighs more: a step that is accepted or
/// rejected on one side only, or else a card or object that lies elsewhere. The fields that differ first then no
/// longer matter.
fn follows(old: &Run, new: &Run, names: &Names<'_>, effect: &mut Effect) {
    let begins = effect.step.unwrap_or(0);
    let pairs = || old.steps.iter().zip(&new.steps).enumerate().skip(begins);
    let outcome = |(at, (old, new)): (usize, (&StepRun, &StepRun))| {
        let kind = turned(&old.outcome, &new.outcome)?;
        let what = format!("{} -> {}", told(&old.outcome), told(&new.outcome));
        (!matches!(kind, Kind::OtherClause { .. })).then_some((kind, Later { step: at + 1, what }))
    };
    let elsewhere = |(at, (old, new)): (usize, (&StepRun, &StepRun))| {
        // Where one side is still asked, more may move once it answers.
        let moved = names.moved(&old.state, &new.state).filter(|_| asked(&old.state) == asked(&new.state))?;
        let what = format!("{}: {} -> {}", moved.name, moved.old, moved.new);
        let (old, new) = moved.places();
        Some((Kind::Elsewhere { old, new }, Later { step: at + 1, what }))
    };
    let first = |run: &Run| run.states().nth(begins).cloned();
    let same_places = || first(old).zip(first(new)).is_some_and(|(old, new)| names.moved(&old, &new).is_none());
    let found = pairs().find_map(outcome).or_else(|| same_places().then(|| pairs().find_map(elsewhere)).flatten());
    if let Some((kind, later)) = found {
        (effect.kind, effect.fields, effect.later) = (kind, BTreeSet::new(), Some(later));
    }
}

/// How the outcome of a step has changed, if it has.
fn turned(old: &Outcome, new: &Outcome) -> Option<Kind> {
    match (old, new) {
        (Outcome::Accepted, Outcome::Rejected { clause, .. }) => Some(Kind::Rejected { clause: clause.clone() }),
        (Outcome::Rejected { clause, .. }, Outcome::Accepted) => Some(Kind::Accepted { clause: clause.clone() }),
        (Outcome::Rejected { clause: old, .. }, Outcome::Rejected { clause: new, .. }) if old != new => {
            Some(Kind::OtherClause { old: old.clone(), new: new.clone() })
        }
        _ => None,
    }
}

fn told(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Accepted => "accepted".to_owned(),
        Outcome::Rejected { clause, .. } => format!("rejected by {}", named(clause.as_deref())),
    }
}

/// The first difference of two values as `path: old -> new`, and all fields that differ.
fn first_of(name: &str, old: &Json, new: &Json) -> Option<(String, BTreeSet<String>)> {
    let all = diff::paths(old, new);
    let (path, was, is) = all.first()?;
    let path = [name, path].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(".");
    let fields = all.iter().map(|(path, _, _)| without_indices(path)).collect();
    Some((format!("{path}: {}", pair(&path, was, is.as_ref())), fields))
}

/// Two values as `old -> new`. Long lists show only their numbers of members, and one that is new or gone.
fn pair(path: &str, was: &Json, is: Option<&Json>) -> String {
    let (old, new) = (flow(was), is.map_or("gone".to_owned(), flow));
    let is_long = old.len().max(new.len()) > MOST_SHOWN;
    let (Some(before), Some(after), true) = (was.as_array(), is.and_then(Json::as_array), is_long) else {
        let shown = |value| flow_at_most(value, MOST_SHOWN);
        return format!("{} -> {}", shown(was), is.map_or("gone".to_owned(), shown));
    };
    let what = if path == "legal" { "legal actions" } else { "members" };
    let only = |list: &[Json], other: &[Json]| -> Vec<Json> {
        list.iter().filter(|one| !other.contains(one)).cloned().collect()
    };
    let some = |label: &str, only: Vec<Json>| match only.as_slice() {
        [] => String::new(),
        [one] => format!("; {label}: {}", flow_at_most(one, MOST_SHOWN)),
        [one, rest @ ..] => format!("; {label}: {} and {} more", flow_at_most(one, MOST_SHOWN), rest.len()),
    };
    let (new, gone) = (some("new", only(after, before)), some("gone", only(before, after)));
    format!("{} -> {} {what}{new}{gone}", before.len(), after.len())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::kernel::{Cited, Ids};

    #[test]
    fn long_lists_are_told_by_their_numbers_and_what_is_new_or_gone() {
        let pass = || json!({"by": 0, "do": {"pass": {}}});
        let play = |card: usize| json!({"by": 0, "do": {"play": {"card": format!("Card number {card}")}}});
        let all: Vec<Json> = std::iter::once(pass()).chain((0..28).map(play)).collect();
        let told = pair("legal", &json!([pass()]), Some(&json!(all)));
        let new = "{by: 0, do: {play: {card: Card number 0}}} and 27 more";
        assert_eq!(told, format!("1 -> 29 legal actions; new: {new}"));
        let told = pair("players[0].hand", &json!(all), Some(&json!(all[..28])));
        assert_eq!(told, "29 -> 28 members; gone: {by: 0, do: {play: {card: Card number 27}}}");
        assert_eq!(pair("a", &json!([1]), Some(&json!([1, 2]))), "[1] -> [1, 2]");
        let numbers: BTreeMap<String, usize> = (0..40).map(|at| (format!("key{at:02}"), at)).collect();
        let cut = pair("a", &json!(numbers), None);
        assert!(cut.ends_with(", …} -> gone") && cut.len() < 100 && !cut.contains(", ,"), "{cut}");
    }

    #[test]
    fn a_run_that_had_to_be_filled_in_differs_even_if_nothing_else_does() {
        let effect = Effect {
            scenario: "a/b/c".to_owned(),
            kind: Kind::State,
            step: None,
            steps: 0,
            fields: BTreeSet::new(),
            first: String::new(),
            later: None,
            winners: None,
            filled: Vec::new(),
            applies: false,
            length: 0,
        };
        let names = Names::default();
        let initial = Arc::new(json!({"a": 1}));
        let run = |filled: &[Filled]| Run {
            initial: Arc::clone(&initial),
            trace: Cited { keys: Default::default(), ids: Arc::new(Ids::new("a", &[])) },
            scene: None,
            steps: Vec::new(),
            filled: filled.to_vec(),
        };
        assert_eq!(runs(&run(&[]), &run(&[]), &names, effect.clone()), None);
        let rolled = Filled { step: 2, what: "the roll of a gives 1".to_owned() };
        let found = runs(&run(&[]), &run(std::slice::from_ref(&rolled)), &names, effect).unwrap();
        assert_eq!((found.kind, found.step, found.filled), (Kind::Filled, Some(2), vec![rolled]));
    }
}
