//! An explanation as JSON.

use rulebound_core::fault::Fault;
use rulebound_core::harness::{Answer, Full, Seen};
use rulebound_core::kernel::drive::{Run, Scene, StepRun};
use serde_json::{Value as Json, json};

use super::{Explained, why};

/// The whole explanation.
pub fn of(explained: &Explained<'_>) -> Result<Json, Fault> {
    let body = match explained.full {
        Full::Run(run) => play(run),
        Full::Parse(parse) => match &parse.result {
            Ok(tree) => json!({"tree": tree, "trace": parse.trace}),
            Err(refused) => json!({
                "refused": {
                    "offset": refused.offset, "message": refused.message, "help": refused.help,
                    "clause": refused.clause,
                },
                "trace": parse.trace,
            }),
        },
        Full::Solve(solve) => json!({"plan": solve.plan, "trace": solve.trace}),
    };
    let (scenario, request) = (explained.scenario, explained.request);
    let mut all = json!({
        "id": scenario.id, "title": scenario.title, "readings": request.readings, "cards": request.cards,
        "result": body,
    });
    if let Some(path) = explained.args.path() {
        let Full::Run(run) = explained.full else { return Err(super::no_steps(path)) };
        let change = |one: &why::Change| {
            json!({
                "step": one.step, "event": one.told, "clause": one.clause, "before": one.before, "after": one.after,
            })
        };
        let changes = why::changes(run, path)?;
        all["why"] = json!({"path": path, "changes": changes.iter().map(change).collect::<Vec<_>>()});
    }
    if let Some(other) = explained.other {
        all["engine"] = match (&other.answer, explained.full) {
            (Answer::Seen(Seen::Run { initial, steps }), Full::Run(run)) => {
                let step = |(index, step): (usize, &rulebound_core::harness::SeenStep)| {
                    let differs = run.steps.get(index).map(|done| other.differing(index, done));
                    json!({"outcome": step.outcome, "state": step.state, "differs": differs})
                };
                json!({"initial": initial, "steps": steps.iter().enumerate().map(step).collect::<Vec<_>>()})
            }
            (Answer::Seen(Seen::Tree(tree)), _) => json!({"tree": tree}),
            (Answer::Seen(Seen::Refused { offset, clause }), _) => {
                json!({"refused": {"offset": offset, "clause": clause}})
            }
            (Answer::Seen(Seen::Plan(plan)), _) => json!({"plan": plan}),
            _ => json!({"error": other.nothing()}),
        };
        all["engine"]["name"] = json!(other.name);
    }
    Ok(all)
}

fn play(run: &Run) -> Json {
    let step = |done: &StepRun| {
        json!({
            "outcome": done.outcome, "events": done.events_json(), "trace": done.trace, "state": done.state,
            "views": done.views, "legal": done.legal, "ending": done.ending, "next": done.scene.as_ref().map(next),
        })
    };
    json!({
        "initial": run.initial,
        "next": run.scene.as_ref().map(next),
        "steps": run.steps.iter().map(step).collect::<Vec<_>>(),
    })
}

/// Who may act next, and what is legal then.
fn next(scene: &Scene) -> Json {
    json!({"players": scene.next, "question": scene.question, "legal": scene.legal.as_ref().ok()})
}
