//! The verdict: compares what an engine reports with the `then` expressions and outcomes of the scenario, evaluated on
//! the engine's own states.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::engine::{Answer, Seen, SeenStep};
use crate::expression::{Holds, Variables};
use crate::kernel::drive::Outcome;
use crate::scenario::{Body, Parsed, Scenario, Step};

/// The verdicts on a scenario, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Everything holds.
    Pass,
    /// The engine does not do such tasks.
    Skipped,
    /// The right outcome but by another clause, or a text refused at another place.
    WrongClause,
    /// The result depends on a ruling for which the engine follows another reading, and nothing says which result is
    /// right.
    Unverified,
    /// A `then` could not be evaluated, because a field is missing.
    Partial,
    /// Every `then` and outcome holds, but another field deviates from the reference.
    Differs,
    /// A `then` or an outcome is wrong.
    Failed,
    /// The engine crashed, timed out or sent a broken message.
    Errored,
}

impl Verdict {
    /// The word for it in reports.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Pass => "pass",
            Verdict::Skipped => "skipped",
            Verdict::WrongClause => "wrong-clause",
            Verdict::Unverified => "unverified",
            Verdict::Partial => "partial",
            Verdict::Differs => "differs",
            Verdict::Failed => "failed",
            Verdict::Errored => "errored",
        }
    }
}

/// Where a field deviates from the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviates {
    /// In the state before the first step, which is due to the setup.
    AtFirst,
    /// In a later state, a view or a plan.
    Later,
}

/// One thing that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The verdict that it leads to.
    pub verdict: Verdict,
    /// The step, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// Byte offset in the scenario file.
    #[serde(skip)]
    pub offset: usize,
    /// The line of the scenario file.
    pub line: usize,
    /// The subject of the finding: the paths that an expression reads, or `outcome`, `tree`, `refused`, `state`.
    pub path: String,
    /// The clauses that the finding points to: the clauses of the expected and the actual rejection.
    #[serde(skip)]
    pub names: Vec<String>,
    /// Set if a field deviates from the reference, rather than from an expectation of the scenario.
    #[serde(skip)]
    pub deviates: Option<Deviates>,
    /// Set if the expression gave neither true nor false.
    #[serde(skip)]
    pub no_truth: bool,
    /// The expected value or outcome.
    pub expected: String,
    /// The value or outcome found.
    #[serde(rename = "actual")]
    pub found: String,
}

/// The longest text that a finding keeps, in characters: an engine may send anything.
const MOST_KEPT: usize = 2_000;

/// Cuts a text to the length that a finding keeps.
fn cut(text: impl Into<String>) -> String {
    let mut text = text.into();
    if let Some((end, _)) = text.char_indices().nth(MOST_KEPT) {
        text.truncate(end);
        text.push('…');
        text.shrink_to_fit();
    }
    text
}

impl Finding {
    /// A finding at an offset of the scenario file.
    pub fn new(
        verdict: Verdict,
        step: Option<usize>,
        offset: usize,
        path: impl Into<String>,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Self {
        Self {
            verdict,
            step,
            offset,
            line: 1,
            path: cut(path),
            names: Vec::new(),
            deviates: None,
            no_truth: false,
            expected: cut(expected),
            found: cut(found),
        }
    }

    /// Adds clauses that the finding points to.
    fn naming<'a>(mut self, clauses: impl IntoIterator<Item = &'a String>) -> Self {
        self.names.extend(clauses.into_iter().cloned());
        self
    }
}

/// The judgement on one scenario.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// The scenario.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its file.
    pub file: String,
    /// For a parse: the grammar and the text to read, in quotes. For a question: the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Whether the scenario has no snapshot, and so is judged only by its own expectations.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_snapshot: bool,
    /// The worst of the findings.
    pub verdict: Verdict,
    /// The clauses that the scenario tries.
    pub clauses: Vec<String>,
    /// The readings under which the scenario was checked, if any were chosen.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<String, String>,
    /// The findings.
    pub findings: Vec<Finding>,
    /// Why the scenario was skipped or errored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The features that the engine lacks, if the scenario was skipped for that reason.
    #[serde(skip)]
    pub lacks: Vec<String>,
    /// The readings, as `ruling=reading`, any one of which would make the engine right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub right_under: Vec<String>,
    /// Every clause that applies to the scenario when the reference runs it.
    #[serde(skip)]
    pub trace: BTreeSet<Arc<str>>,
}

impl Judged {
    /// Whether the only findings are deviations before the first step, which are due to the setup and not to a clause.
    pub fn only_at_first(&self) -> bool {
        let at_first = |finding: &Finding| finding.deviates == Some(Deviates::AtFirst);
        !self.findings.is_empty() && self.findings.iter().all(at_first)
    }

    /// A judgement without findings.
    pub fn of(scenario: &Scenario, verdict: Verdict, reason: Option<String>) -> Self {
        let clauses = scenario.clauses.iter().map(|(id, _)| id.clone()).collect();
        let readings = scenario.readings.clone();
        Self {
            id: scenario.id.clone(),
            title: scenario.title.clone(),
            file: scenario.source.name.to_string(),
            text: match &scenario.body {
                Body::Parse { grammar, text, .. } => Some(cut(format!("{grammar} {text:?}"))),
                Body::Solve { problem, .. } => Some(cut(format!("question {problem}"))),
                Body::Play { .. } => None,
            },
            no_snapshot: false,
            verdict,
            clauses,
            readings,
            findings: Vec::new(),
            reason,
            lacks: Vec::new(),
            right_under: Vec::new(),
            trace: BTreeSet::new(),
        }
    }
}

/// Judges an answer. `rules` are the parameters in force.
pub fn judge(scenario: &Scenario, answer: &Answer, rules: &Json) -> Judged {
    let seen = match answer {
        Answer::Seen(seen) => seen,
        Answer::Skipped { reason } => return Judged::of(scenario, Verdict::Skipped, Some(reason.clone())),
        Answer::Errored { reason } => return Judged::of(scenario, Verdict::Errored, Some(reason.clone())),
    };
    let mut findings = Vec::new();
    match (&scenario.body, seen) {
        (Body::Play { steps, .. }, Seen::Run { initial, steps: seen }) => {
            play(steps, initial, seen, rules, &mut findings);
        }
        (Body::Parse { expected, .. }, Seen::Tree(_) | Seen::Refused { .. }) => parse(expected, seen, &mut findings),
        (Body::Solve { plan, .. }, Seen::Plan(found)) => {
            let mut variables = Variables::new();
            variables.set("plan", found);
            variables.set("rules", rules);
            for expression in plan {
                holds(expression, &variables, None, &mut findings);
            }
        }
        _ => {
            return Judged::of(
                scenario,
                Verdict::Errored,
                Some("the answer does not match the kind of task".to_owned()),
            );
        }
    }
    for finding in &mut findings {
        finding.line = scenario.source.text[..finding.offset.min(scenario.source.text.len())].matches('\n').count() + 1;
    }
    let verdict = findings.iter().map(|f| f.verdict).max().unwrap_or(Verdict::Pass);
    Judged { findings, ..Judged::of(scenario, verdict, None) }
}

fn holds(
    expression: &crate::expression::Expression,
    variables: &Variables,
    step: Option<usize>,
    findings: &mut Vec<Finding>,
) {
    let (verdict, found, no_truth) = match expression.holds(variables) {
        Holds::Yes => return,
        Holds::No(reads) => {
            let found: Vec<String> = reads.iter().map(|(path, value)| format!("{path} is {value}")).collect();
            let found = if found.is_empty() { "it is false".to_owned() } else { found.join("; ") };
            (Verdict::Failed, found, false)
        }
        Holds::Missing(why) => (Verdict::Partial, format!("cannot be read: {why}"), false),
        Holds::Unreadable(why) => (Verdict::Failed, format!("cannot be read: {why}"), false),
        Holds::NoTruth(what) => (Verdict::Failed, format!("it gives {what} instead of true or false"), true),
    };
    let path = expression.paths().join(", ");
    let finding = Finding::new(verdict, step, expression.place.offset, path, expression.text.clone(), found);
    findings.push(Finding { no_truth, ..finding });
}

fn play(steps: &[Step], initial: &Arc<Json>, seen: &[SeenStep], rules: &Json, findings: &mut Vec<Finding>) {
    let mut before = initial;
    for (index, step) in steps.iter().enumerate() {
        let number = Some(index + 1);
        let offset = step.rejected.as_ref().map_or(step.place.offset, |(_, place)| place.offset);
        let wrong = |path: &str, expected: &str, found: &str| {
            Finding::new(Verdict::Failed, number, offset, path, expected, found)
        };
        let Some(done) = seen.get(index) else {
            findings.push(wrong("outcome", "an outcome of this step", "no answer to it"));
            return;
        };
        match (&step.rejected, &done.outcome) {
            (None, Outcome::Rejected { clause, why }) => {
                let why = if why.is_empty() { String::new() } else { format!(": {why}") };
                let found = format!("rejected{}{why}", by(clause.as_ref()));
                findings.push(wrong("outcome", "accepted", &found).naming(clause));
                // From here on the engine is in another position, so later steps say nothing more.
                return;
            }
            (Some((clause, _)), Outcome::Accepted) => {
                findings.push(wrong("outcome", &format!("rejected by {clause}"), "accepted").naming([clause]));
                return;
            }
            (Some((clause, _)), Outcome::Rejected { clause: Some(found), .. }) if found != clause => {
                let wrong = wrong("outcome", &format!("rejected by {clause}"), &format!("rejected by {found}"));
                findings.push(Finding { verdict: Verdict::WrongClause, ..wrong.naming([clause, found]) });
            }
            _ => {}
        }
        let accepted = done.outcome == Outcome::Accepted;
        match (&done.state, accepted) {
            (None, true) => {
                let wrong = wrong("state", "the state after the step", "no state");
                findings.push(Finding { verdict: Verdict::Partial, ..wrong });
                return;
            }
            (Some(state), false) if state != before => {
                findings.push(wrong("state", "a rejection changes nothing", "the state changed"));
            }
            _ => {}
        }
        let after = done.state.as_ref().unwrap_or(before);
        if accepted && !step.then.is_empty() {
            let known = [
                ("state", Some(&**after)),
                ("before", Some(&**before)),
                ("action", Some(&step.run.action)),
                ("views", done.views.as_ref()),
                ("legal", done.legal.as_ref()),
                ("events", done.events.as_ref()),
                ("rules", Some(rules)),
            ];
            let mut variables = Variables::new();
            for (name, value) in known {
                if let Some(value) = value {
                    variables.set(name, value);
                }
            }
            for expression in &step.then {
                holds(expression, &variables, number, findings);
            }
        }
        before = after;
    }
    if seen.len() > steps.len() {
        let last = steps.last().map_or(0, |s| s.place.offset);
        let count = |steps: usize| format!("{steps} steps");
        findings.push(Finding::new(Verdict::Failed, None, last, "steps", count(steps.len()), count(seen.len())));
    }
}

fn by(clause: Option<&String>) -> String {
    clause.map(|clause| format!(" by {clause}")).unwrap_or_default()
}

fn parse(expected: &Parsed, seen: &Seen, findings: &mut Vec<Finding>) {
    let wrong = |verdict: Verdict, offset: usize, path: &str, expected: String, found: String| {
        Finding::new(verdict, None, offset, path, expected, found)
    };
    match (expected, seen) {
        (Parsed::Tree(expected), Seen::Tree(found)) if expected != found => {
            let (expected, found) = (format!("the tree {expected}"), format!("the tree {found}"));
            findings.push(wrong(Verdict::Failed, 0, "tree", expected, found));
        }
        (Parsed::Tree(expected), Seen::Refused { offset, clause }) => {
            let at = offset.map(|offset| format!(" at {offset}")).unwrap_or_default();
            let found = format!("refused{at}{}", by(clause.as_ref()));
            findings.push(wrong(Verdict::Failed, 0, "tree", format!("the tree {expected}"), found).naming(clause));
        }
        (Parsed::Refused { offset, clause, place }, Seen::Tree(found)) => {
            let expected = format!("refused at {offset}{}", by(clause.as_ref()));
            let found = format!("the tree {found}");
            findings.push(wrong(Verdict::Failed, place.offset, "refused", expected, found).naming(clause));
        }
        (Parsed::Refused { offset, clause, place }, Seen::Refused { offset: found, clause: other }) => {
            if let Some(found) = found.filter(|found| found != offset) {
                let (expected, found) = (format!("refused at {offset}"), format!("refused at {found}"));
                findings.push(wrong(Verdict::WrongClause, place.offset, "refused.offset", expected, found));
            }
            if let (Some(clause), Some(other)) = (clause, other)
                && clause != other
            {
                let (expected, found) = (format!("refused by {clause}"), format!("refused by {other}"));
                let wrong = wrong(Verdict::WrongClause, place.offset, "refused.clause", expected, found);
                findings.push(wrong.naming([clause, other]));
            }
        }
        _ => {}
    }
}

/// A judgement as JSON.
impl From<&Judged> for Json {
    fn from(judged: &Judged) -> Json {
        json!(judged)
    }
}
