//! An engine's states next to those of the reference.

use rulebound_core::harness::{Answer, Engine, Request, Seen, SeenStep};
use rulebound_core::kernel::drive::{Outcome, StepRun};
use rulebound_core::snapshot::{self, diff};
use serde_json::Value as Json;

use crate::document::{Beside, Block, Document, Field, Tone, plain};

/// The longest value that is shown of a field, in bytes.
const WIDEST: usize = 400;

/// Column headings for the reference and the engine; the name of the engine is at the top.
const NAMES: [&str; 2] = ["reference", "engine"];

/// What another engine made of the scenario.
pub struct Other {
    /// Its name.
    pub name: String,
    /// Its answer.
    pub answer: Answer,
}

impl Other {
    /// Asks an engine.
    pub fn ask(engine: &dyn Engine, request: &Request) -> Self {
        let answer = match engine.does(request) {
            Ok(()) => engine.ask(request),
            Err(why) => Answer::Skipped { reason: why.to_string() },
        };
        Self { name: engine.name(), answer }
    }

    /// Why there is nothing to compare, if there is nothing.
    pub fn nothing(&self) -> Option<String> {
        match &self.answer {
            Answer::Seen(_) => None,
            Answer::Skipped { reason } => Some(format!("the engine does not do this: {reason}")),
            Answer::Errored { reason } => Some(format!("the engine broke: {reason}")),
        }
    }

    fn run(&self) -> Option<(&Json, &[SeenStep])> {
        match &self.answer {
            Answer::Seen(Seen::Run { initial, steps }) => Some((initial, steps)),
            _ => None,
        }
    }

    /// The engine's state before a step, counted from 0; after its last step if there are fewer.
    fn before(&self, index: usize) -> Option<&Json> {
        let (initial, steps) = self.run()?;
        Some(steps.iter().take(index).rev().find_map(|step| step.state.as_deref()).unwrap_or(initial))
    }

    /// The paths of the state that differ after a step, counted from 0.
    pub fn differing(&self, index: usize, done: &StepRun) -> Vec<String> {
        let after = self.before(index + 1).unwrap_or(&Json::Null);
        diff::paths(&done.state, after).into_iter().map(|(path, ..)| path).collect()
    }

    /// Adds how the states before the first step differ, or why there is nothing to compare.
    pub fn initial(&self, document: &mut Document, initial: &Json) {
        if let Some(nothing) = self.nothing() {
            return document.line(0, [Tone::Bad.of(nothing)]);
        }
        match self.run() {
            Some((other, _)) => self.states(document, initial, initial, other, other),
            None => document.line(0, [Tone::Bad.of("the engine's answer is not about steps")]),
        }
    }

    /// Adds what a step changes in either state, and how the states differ then.
    pub fn step(&self, document: &mut Document, index: usize, before: &Json, done: &StepRun) {
        let Some((_, steps)) = self.run() else { return };
        let Some(step) = steps.get(index) else {
            return document.line(1, [plain("engine: "), Tone::Bad.of("no answer to this step")]);
        };
        let differs = !matches!(
            (&done.outcome, &step.outcome),
            (Outcome::Accepted, Outcome::Accepted) | (Outcome::Rejected { .. }, Outcome::Rejected { .. })
        );
        let by_another = matches!(
            (&done.outcome, &step.outcome),
            (Outcome::Rejected { clause: Some(one), .. }, Outcome::Rejected { clause: Some(other), .. }) if one != other
        );
        let tone = if differs || by_another { Tone::Bad } else { Tone::Good };
        document.line(1, [plain("engine: "), tone.of(outcome(&step.outcome))]);
        let (other_before, other) = (self.before(index), self.before(index + 1));
        if let (Some(other_before), Some(other)) = (other_before, other) {
            self.states(document, before, &done.state, other_before, other);
        }
        if let (Some(one), Some(other)) = (&done.views, &step.views) {
            let fields = fields(&[(one, other)], one, other);
            if !fields.is_empty() {
                document.line(1, [plain("engine: "), Tone::Bad.of("other views")]);
                document.add(Block::Beside(Beside { names: NAMES.map(str::to_owned), fields }));
            }
        }
        if let (Some(Json::Array(one)), Some(Json::Array(other))) = (&done.legal, &step.legal) {
            listed(document, "does not list", one, other);
            listed(document, "lists as well", other, one);
        }
    }

    /// Adds the fields of two states that have changed or differ.
    fn states(&self, document: &mut Document, before: &Json, after: &Json, other_before: &Json, other: &Json) {
        let fields = fields(&[(before, after), (other_before, other), (after, other)], after, other);
        let different = fields.iter().filter(|field| field.differs).count();
        match different {
            0 => document.line(1, [plain("engine: "), Tone::Good.of("the same state")]),
            1 => document.line(1, [plain("engine: "), Tone::Bad.of("1 part of the state differs")]),
            some => document.line(1, [plain("engine: "), Tone::Bad.of(format!("{some} parts of the state differ"))]),
        }
        if !fields.is_empty() {
            document.add(Block::Beside(Beside { names: NAMES.map(str::to_owned), fields }));
        }
        let whole = |name: &str, state: &Json| {
            let mut lines = String::new();
            snapshot::lines(&mut lines, "", state);
            Block::More(format!("the whole state of {name}"), vec![Block::Verbatim(lines)])
        };
        document.add(whole("the reference", after));
        document.add(whole("the engine", other));
    }

    /// Adds how the result of a parse or a question differs.
    pub fn result(&self, document: &mut Document, reference: &Seen) {
        if let Some(nothing) = self.nothing() {
            return document.line(0, [Tone::Bad.of(nothing)]);
        }
        let Answer::Seen(other) = &self.answer else { return };
        let (one, other) = (result(reference), result(other));
        let fields = fields(&[(&one, &other)], &one, &other);
        if fields.is_empty() {
            return document.line(1, [plain("engine: "), Tone::Good.of("the same result")]);
        }
        document.line(1, [plain("engine: "), Tone::Bad.of("another result")]);
        document.add(Block::Beside(Beside { names: NAMES.map(str::to_owned), fields }));
    }
}

/// Maximum number of legal actions to show.
const MOST_LISTED: usize = 10;

/// Adds the legal actions in `one` that `other` does not list.
fn listed(document: &mut Document, verb: &str, one: &[Json], other: &[Json]) {
    let only: Vec<&Json> = one.iter().filter(|action| !other.contains(action)).collect();
    for action in only.iter().take(MOST_LISTED) {
        let action = snapshot::flow_at_most(action, WIDEST);
        document.line(1, [plain(format!("engine: {verb} ")), Tone::Bad.of(action)]);
    }
    if only.len() > MOST_LISTED {
        document.line(1, [plain(format!("engine: {verb} {} more", only.len() - MOST_LISTED))]);
    }
}

/// An outcome in words.
pub fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Accepted => "accepted".to_owned(),
        Outcome::Rejected { clause: Some(clause), .. } => format!("rejected by {clause}"),
        Outcome::Rejected { clause: None, .. } => "rejected, without a clause".to_owned(),
    }
}

/// The result of a parse or a question as JSON.
fn result(seen: &Seen) -> Json {
    match seen {
        Seen::Tree(tree) => serde_json::json!({"tree": tree}),
        Seen::Refused { offset, clause } => serde_json::json!({"refused": {"offset": offset, "clause": clause}}),
        Seen::Plan(plan) => serde_json::json!({"plan": plan}),
        Seen::Run { .. } => Json::Null,
    }
}

/// The fields at which any of these pairs differ, each with its value in both states.
fn fields(pairs: &[(&Json, &Json)], reference: &Json, other: &Json) -> Vec<Field> {
    let mut paths: Vec<String> = Vec::new();
    for (before, after) in pairs {
        for (path, ..) in diff::paths(before, after) {
            if !paths.iter().any(|known| *known == path || diff::contains(known, &path)) {
                paths.retain(|known| !diff::contains(&path, known));
                paths.push(path);
            }
        }
    }
    let shown = |value: Option<&Json>| match value {
        Some(value) => snapshot::flow_at_most(value, WIDEST),
        None => "missing".to_owned(),
    };
    let field = |path: String| {
        let (one, other) = (diff::at(reference, &path), diff::at(other, &path));
        Field { differs: one != other, values: [shown(one), shown(other)], path }
    };
    paths.into_iter().map(field).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_field_is_shown_if_it_changes_or_differs() {
        let before = json!({"a": 1, "b": {"c": [1]}, "d": 5});
        let (one, other) = (json!({"a": 2, "b": {"c": [1]}, "d": 5}), json!({"a": 2, "b": {"c": [1, 2]}}));
        let found = fields(&[(&before, &one), (&before, &other), (&one, &other)], &one, &other);
        let field = |path: &str, one: &str, other: &str, differs| Field {
            path: path.to_owned(),
            values: [one.to_owned(), other.to_owned()],
            differs,
        };
        let expected =
            vec![field("a", "2", "2", false), field("b.c", "[1]", "[1, 2]", true), field("d", "5", "missing", true)];
        assert_eq!(found, expected);
    }
}
