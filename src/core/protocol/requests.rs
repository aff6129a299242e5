//! The lines that are sent to an engine, written without copying their contents.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use crate::harness::{Request, Task};
use crate::kernel::drive::Play;
use crate::kernel::{Deed, Player, Supplied};

/// A request that borrows its parameters, because every scenario in a check is written once and not used otherwise.
#[derive(Serialize)]
struct CallRef<'a, P> {
    jsonrpc: &'static str,
    id: u64,
    method: &'a str,
    params: P,
}

/// The line that calls a method.
pub fn call<P: Serialize>(id: u64, method: &str, params: P) -> String {
    // These types always have a JSON form.
    serde_json::to_string(&CallRef { jsonrpc: "2.0", id, method, params }).unwrap_or_default()
}

#[derive(Serialize)]
struct StepRef<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Player>,
    #[serde(rename = "do")]
    action: &'a Json,
    chance: &'a [Supplied],
}

#[derive(Serialize)]
struct RunRef<'a> {
    id: &'a str,
    game: &'a str,
    readings: &'a BTreeMap<String, String>,
    cards: &'a [Json],
    setup: &'a Json,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    resolving: &'a [Json],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    sealed: &'a [Deed<Json>],
    #[serde(skip_serializing_if = "Json::is_null")]
    data: &'a Json,
    steps: Vec<StepRef<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    wants: Vec<&'static str>,
}

#[derive(Serialize)]
struct ScenarioRef<'a> {
    scenario: RunRef<'a>,
}

#[derive(Serialize)]
struct ParseRef<'a> {
    game: &'a str,
    grammar: &'a str,
    text: &'a str,
    readings: &'a BTreeMap<String, String>,
}

#[derive(Serialize)]
struct SolveRef<'a> {
    game: &'a str,
    readings: &'a BTreeMap<String, String>,
    cards: &'a [Json],
    problem: &'a Json,
}

/// The line that asks for a task.
pub fn ask(id: u64, request: &Request) -> String {
    let Request { id: scenario, game, readings, cards, task } = request;
    match task {
        Task::Run(Play { setup, resolving, sealed, data, steps, wants, .. }) => {
            let steps = steps.iter().map(|s| StepRef { by: s.by, action: &s.action, chance: &s.chance }).collect();
            let wants = wants.features().collect();
            let scenario = RunRef { id: scenario, game, readings, cards, setup, resolving, sealed, data, steps, wants };
            call(id, "run", ScenarioRef { scenario })
        }
        Task::Parse { grammar, text } => call(id, "parse", ParseRef { game, grammar, text, readings }),
        Task::Solve { problem } => call(id, "solve", SolveRef { game, readings, cards, problem }),
    }
}
