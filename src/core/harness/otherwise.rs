//! Finds the other readings of a ruling that accept what an engine did when it failed.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value as Json;

use super::engine::{Request, Seen, SeenStep, full};
use super::suite::Suite;
use crate::clause::Ruling;
use crate::kernel::drive::Outcome;
use crate::scenario::Scenario;
use crate::snapshot::diff;

/// Every other reading, as `ruling=reading`, under which the reference does what the engine did: the same outcomes, and
/// the same value in every field that the engine reports. `bear` holds the clauses that apply to the scenario.
pub fn accepting(
    suite: &Suite,
    scenario: &Scenario,
    request: &Request,
    seen: &Seen,
    bear: &BTreeSet<Arc<str>>,
) -> Vec<String> {
    let Ok(spec) = suite.game_spec(scenario.game()) else { return Vec::new() };
    let figures = suite.games.find(scenario.game()).ok().and_then(|game| game.solver()).map_or(&[][..], |s| s.figures);
    let bears = |ruling: &&Ruling| {
        let mut clauses = bear.iter().filter_map(|id| spec.clauses.get(&**id));
        !ruling.is_erratum() && clauses.any(|clause| clause.rulings.contains(&ruling.id))
    };
    let mut found = Vec::new();
    for ruling in spec.rulings.values().filter(bears) {
        let now = request.readings.get(&ruling.id).unwrap_or(&ruling.default);
        for reading in ruling.readings.keys().filter(|reading| *reading != now) {
            let mut readings = request.readings.clone();
            readings.insert(ruling.id.clone(), reading.clone());
            let done = suite.book(scenario.game(), &readings).ok().and_then(|book| full(book, request, false).ok());
            if done.is_some_and(|done| agree(&done.seen(), seen, figures)) {
                found.push(format!("{}={reading}", ruling.id));
            }
        }
    }
    found
}

/// Whether an engine's answer agrees with the reference's, in everything that the engine reports. Of a plan, only the
/// `figures` count.
pub fn agree(ours: &Seen, theirs: &Seen, figures: &[&str]) -> bool {
    match (ours, theirs) {
        (Seen::Run { steps, .. }, Seen::Run { steps: others, .. }) => {
            steps.len() == others.len() && steps.iter().zip(others).all(|(step, other)| same_step(step, other))
        }
        (Seen::Tree(ours), Seen::Tree(theirs)) => ours == theirs,
        (Seen::Refused { offset: ours, .. }, Seen::Refused { offset: theirs, .. }) => {
            theirs.is_none() || ours == theirs
        }
        (Seen::Plan(ours), Seen::Plan(theirs)) => figures.iter().all(|figure| ours.get(figure) == theirs.get(figure)),
        _ => false,
    }
}

fn same_step(ours: &SeenStep, theirs: &SeenStep) -> bool {
    let accepted = |step: &SeenStep| step.outcome == Outcome::Accepted;
    let same = |ours: Option<&Json>, theirs: Option<&Json>| match (ours, theirs) {
        (Some(ours), Some(theirs)) => diff::paths(ours, theirs).iter().all(|(_, _, found)| found.is_none()),
        _ => true,
    };
    accepted(ours) == accepted(theirs)
        && (!accepted(ours) || same(ours.state.as_deref(), theirs.state.as_deref()))
        && same(ours.views.as_ref(), theirs.views.as_ref())
        && same(listed(ours.legal.as_ref()).as_ref(), listed(theirs.legal.as_ref()).as_ref())
}

/// Legal actions in a fixed order, since engines may list them in any order.
fn listed(legal: Option<&Json>) -> Option<Json> {
    let mut actions = legal?.as_array()?.clone();
    actions.sort_by_cached_key(Json::to_string);
    Some(actions.into())
}
