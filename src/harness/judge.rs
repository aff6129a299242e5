//! The verdict: what an engine reports is held against the `then` expressions and outcomes of the
//! scenario, evaluated on the engine's own states.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::engine::{Answer, Seen, SeenStep};
use crate::expression::{Holds, Variables};
use crate::kernel::drive::Outcome;
use crate::scenario::{Body, Parsed, Scenario, Step};

/// What is to be said of one scenario, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Everything holds.
    Pass,
    /// The engine does not do such tasks.
    Skipped,
    /// The right outcome, by another clause.
    WrongClause,
    /// Its result depends on a ruling that the engine reads otherwise, and nothing tells which is right.
    Unverified,
    /// A `then` could not be read, because a field is missing.
    Partial,
    /// Every `then` and outcome holds, another field deviates from the reference.
    Differs,
    /// A `then` or an outcome is wrong.
    Failed,
    /// Crash, timeout or a broken message.
    Errored,
}

impl Verdict {
    /// In a word, as in reports.
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

/// One thing that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What it makes of the scenario.
    pub verdict: Verdict,
    /// The step, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// Byte offset in the scenario file.
    #[serde(skip)]
    pub offset: usize,
    /// The line of the scenario file.
    pub line: usize,
    /// What was expected.
    pub expected: String,
    /// What was found instead.
    pub found: String,
}

/// The judgement on one scenario.
#[derive(Clone, Debug, Serialize)]
pub struct Judged {
    /// The scenario.
    pub id: String,
    /// The worst of the findings.
    pub verdict: Verdict,
    /// The clauses that the scenario is about.
    pub clauses: Vec<String>,
    /// What does not hold.
    pub findings: Vec<Finding>,
    /// Why it was skipped or errored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Judged {
    /// A judgement without findings.
    pub fn of(scenario: &Scenario, verdict: Verdict, reason: Option<String>) -> Self {
        let clauses = scenario.clauses.iter().map(|(id, _)| id.clone()).collect();
        Self { id: scenario.id.clone(), verdict, clauses, findings: Vec::new(), reason }
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
                Some("the answer is of another kind than the task".to_owned()),
            );
        }
    }
    for finding in &mut findings {
        finding.line = scenario.source.text[..finding.offset.min(scenario.source.text.len())].matches('\n').count() + 1;
    }
    let verdict = findings.iter().map(|f| f.verdict).max().unwrap_or(Verdict::Pass);
    Judged { findings, ..Judged::of(scenario, verdict, None) }
}

fn finding(verdict: Verdict, step: Option<usize>, offset: usize, expected: String, found: String) -> Finding {
    Finding { verdict, step, offset, line: 0, expected, found }
}

fn holds(
    expression: &crate::expression::Expression,
    variables: &Variables,
    step: Option<usize>,
    findings: &mut Vec<Finding>,
) {
    let offset = expression.place.offset;
    match expression.holds(variables) {
        Holds::Yes => {}
        Holds::No(reads) => {
            let found: Vec<String> = reads.iter().map(|(path, value)| format!("{path} is {value}")).collect();
            let found = if found.is_empty() { "it is false".to_owned() } else { found.join("; ") };
            findings.push(finding(Verdict::Failed, step, offset, expression.text.clone(), found));
        }
        Holds::Missing(why) => {
            let found = format!("cannot be read: {why}");
            findings.push(finding(Verdict::Partial, step, offset, expression.text.clone(), found));
        }
        Holds::Unreadable(why) => {
            findings.push(finding(
                Verdict::Failed,
                step,
                offset,
                expression.text.clone(),
                format!("cannot be read: {why}"),
            ));
        }
    }
}

fn play(steps: &[Step], initial: &Arc<Json>, seen: &[SeenStep], rules: &Json, findings: &mut Vec<Finding>) {
    let mut before = initial;
    for (index, step) in steps.iter().enumerate() {
        let number = Some(index + 1);
        let Some(done) = seen.get(index) else {
            findings.push(finding(
                Verdict::Failed,
                number,
                step.place.offset,
                "an outcome of this step".into(),
                "no answer to it".into(),
            ));
            return;
        };
        let offset = step.rejected.as_ref().map_or(step.place.offset, |(_, place)| place.offset);
        match (&step.rejected, &done.outcome) {
            (None, Outcome::Rejected { clause, why }) => {
                let by = clause.as_ref().map(|c| format!(" by {c}")).unwrap_or_default();
                let why = if why.is_empty() { String::new() } else { format!(": {why}") };
                findings.push(finding(
                    Verdict::Failed,
                    number,
                    offset,
                    "accepted".into(),
                    format!("rejected{by}{why}"),
                ));
                // From here on the engine plays another game; what follows tells nothing more.
                return;
            }
            (Some((clause, _)), Outcome::Accepted) => {
                findings.push(finding(
                    Verdict::Failed,
                    number,
                    offset,
                    format!("rejected by {clause}"),
                    "accepted".into(),
                ));
                return;
            }
            (Some((clause, _)), Outcome::Rejected { clause: Some(found), .. }) if found != clause => {
                findings.push(finding(
                    Verdict::WrongClause,
                    number,
                    offset,
                    format!("rejected by {clause}"),
                    format!("rejected by {found}"),
                ));
            }
            _ => {}
        }
        let accepted = done.outcome == Outcome::Accepted;
        match (&done.state, accepted) {
            (None, true) => {
                findings.push(finding(
                    Verdict::Partial,
                    number,
                    offset,
                    "the state after the step".into(),
                    "no state".into(),
                ));
                return;
            }
            (Some(state), false) if state != before => {
                findings.push(finding(
                    Verdict::Failed,
                    number,
                    offset,
                    "a rejection changes nothing".into(),
                    "the state changed".into(),
                ));
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
                // To hand a value over costs more than to ask whether anybody reads it.
                if let Some(value) = value.filter(|_| step.then.iter().any(|then| then.reads(name))) {
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
        findings.push(finding(
            Verdict::Failed,
            None,
            last,
            format!("{} steps", steps.len()),
            format!("{} steps", seen.len()),
        ));
    }
}

fn parse(expected: &Parsed, seen: &Seen, findings: &mut Vec<Finding>) {
    match (expected, seen) {
        (Parsed::Tree(expected), Seen::Tree(found)) if expected != found => {
            findings.push(finding(
                Verdict::Failed,
                None,
                0,
                format!("the tree {expected}"),
                format!("the tree {found}"),
            ));
        }
        (Parsed::Tree(expected), Seen::Refused { offset, clause }) => {
            let by = clause.as_ref().map(|c| format!(" by {c}")).unwrap_or_default();
            findings.push(finding(
                Verdict::Failed,
                None,
                0,
                format!("the tree {expected}"),
                format!("refused at {offset}{by}"),
            ));
        }
        (Parsed::Refused { offset, place, .. }, Seen::Tree(found)) => {
            findings.push(finding(
                Verdict::Failed,
                None,
                place.offset,
                format!("refused at {offset}"),
                format!("the tree {found}"),
            ));
        }
        (Parsed::Refused { offset, clause, place }, Seen::Refused { offset: found, clause: by }) => {
            if offset != found {
                findings.push(finding(
                    Verdict::Failed,
                    None,
                    place.offset,
                    format!("refused at {offset}"),
                    format!("refused at {found}"),
                ));
            }
            if let (Some(clause), Some(by)) = (clause, by)
                && clause != by
            {
                let expected = format!("refused by {clause}");
                findings.push(finding(Verdict::WrongClause, None, place.offset, expected, format!("refused by {by}")));
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
