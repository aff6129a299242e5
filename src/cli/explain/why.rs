//! What changed a value of the state: the last change first.

use std::sync::Arc;

use rulebound_core::fault::{Fault, did_you_mean};
use rulebound_core::kernel::drive::Run;
use rulebound_core::scenario::Step;
use rulebound_core::snapshot::{self, diff};
use serde_json::Value as Json;

use super::{Explained, cite};
use crate::document::{Block, Document, Tone, plain};
use crate::words;

/// The part of a state that says what is asked.
pub const PENDING: &str = "pending";

/// A change of a value.
pub struct Change {
    /// The step, counted from 1.
    pub step: usize,
    /// The clause that changed it; none if the step changed it without an event.
    pub clause: Option<Arc<str>>,
    /// The event, in words.
    pub told: String,
    /// The value before; `None` if there was none.
    pub before: Option<Json>,
    /// The value after.
    pub after: Option<Json>,
}

/// Every change of the value at a path, in order.
///
/// # Errors
/// If no state has a value there: the path, with similar paths.
pub fn changes(run: &Run, path: &str) -> Result<Vec<Change>, Fault> {
    let (mut found, mut value) = (Vec::new(), diff::at(&run.initial, path).cloned());
    let mut ever = value.is_some();
    // States within a step do not say what is asked.
    let asked = path == PENDING || diff::contains(PENDING, path);
    let otherwise = if asked { "the question changes" } else { "it follows from the rest of the state" };
    for (index, done) in run.steps.iter().enumerate() {
        let mut pass = |state: &Json, clause: Option<&Arc<str>>, told: &str| {
            let after = diff::at(state, path).cloned();
            ever |= after.is_some();
            if after != value {
                let before = std::mem::replace(&mut value, after.clone());
                found.push(Change { step: index + 1, clause: clause.cloned(), told: told.to_owned(), before, after });
            }
        };
        for event in done.events.iter().filter(|_| !asked) {
            if let Some(state) = &event.after {
                pass(state, Some(&event.clause), &event.told);
            }
        }
        pass(&done.state, None, otherwise);
    }
    if ever {
        return Ok(found);
    }
    let states = std::iter::once(&run.initial).chain(run.steps.iter().map(|done| &done.state));
    let mut known: Vec<String> = states.flat_map(|state| diff::all(state)).collect();
    known.sort();
    known.dedup();
    let first: Vec<&str> = known.iter().filter(|path| !path.contains(['.', '['])).map(String::as_str).collect();
    let help = did_you_mean(
        path,
        known.iter().map(String::as_str),
        &format!("a path looks like players[0].life; the state has {}", first.join(", ")),
    );
    Err(Fault::plain(format!("--why {path}: no state of this scenario has a value there")).help(help))
}

fn shown(value: Option<&Json>) -> String {
    value.map_or("nothing".to_owned(), snapshot::flow)
}

/// Tells what changed the value at a path, the last change first.
pub fn tell(
    explained: &Explained<'_>,
    document: &mut Document,
    run: &Run,
    steps: &[Step],
    path: &str,
) -> Result<(), Fault> {
    let changes = changes(run, path)?;
    let last = run.steps.last().map_or(&run.initial, |done| &done.state);
    let now = shown(diff::at(last, path));
    document.add(Block::Heading(vec![Tone::Id.of(path), plain(format!(" is {now} at the end"))]));
    if changes.is_empty() {
        document.line(1, [plain("it has had this value since the setup; no step changes it")]);
    }
    for change in changes.iter().rev() {
        let action = steps.get(change.step - 1).map(|step| words::action(&step.run.action)).unwrap_or_default();
        let (before, after) = (shown(change.before.as_ref()), shown(change.after.as_ref()));
        document.line(1, [Tone::Head.of(format!("step {}", change.step)), plain(format!(" {action}"))]);
        document.line(2, [plain(&change.told)]);
        document.line(2, [plain(format!("{before} -> {after}"))]);
        if let Some(clause) = &change.clause {
            document.line(2, cite(explained.suite, "by ", clause));
        }
    }
    Ok(())
}
