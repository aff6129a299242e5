//! Everything that is published of every scenario fits the JSON Schema that is published for it.

mod shared;

use std::collections::BTreeMap;

use jsonschema::Validator;
use rayon::prelude::*;
use rulebound::games;
use rulebound::harness::{Full, Reference, Request, Suite, Task};
use rulebound::kernel::AnyGame;
use serde_json::{Value as Json, json};

/// The schemas of a game, ready to be asked.
fn validators(game: &dyn AnyGame) -> BTreeMap<&'static str, Validator> {
    ["state", "setup", "action", "event", "card", "view", "tree", "problem", "plan"]
        .into_iter()
        .map(|part| (part, jsonschema::validator_for(&game.schema(part).unwrap()).unwrap()))
        .collect()
}

/// The parts that a scenario has to do with, each with its name and where it stands.
fn published(suite: &Suite, id: &str) -> Vec<(&'static str, String, Json)> {
    let scenario = suite.scenario(id).unwrap();
    let request = Request::new(suite, &scenario);
    let mut all: Vec<(&str, String, Json)> =
        request.cards.iter().map(|card| ("card", "a card".to_owned(), card.clone())).collect();
    match &request.task {
        Task::Run(play) => {
            all.push(("setup", "the setup".to_owned(), play.setup.clone()));
            all.extend(play.steps.iter().map(|step| ("action", "an action".to_owned(), step.action.clone())));
        }
        Task::Solve { problem } => all.push(("problem", "the problem".to_owned(), problem.clone())),
        Task::Parse { .. } => {}
    }
    let full = Reference::new(suite, BTreeMap::new()).full(&request, false).unwrap();
    match full {
        Full::Run(run) => {
            all.push(("state", "the first state".to_owned(), (*run.initial).clone()));
            for (step, number) in run.steps.iter().zip(1..) {
                all.push(("state", format!("step {number}"), (*step.state).clone()));
                let list = |json: Json| json.as_array().cloned().unwrap_or_default();
                let mut each = |part: &'static str, list: Vec<Json>| {
                    all.extend(list.into_iter().map(|one| (part, format!("step {number}, {part}"), one)));
                };
                each("view", list(json!(step.views)));
                each("action", list(json!(step.legal)));
                each("event", list(step.events_json()).iter().map(bare).collect());
            }
        }
        Full::Parse(parse) => {
            all.extend(parse.result.ok().map(|tree| ("tree", "the tree".to_owned(), tree)));
        }
        Full::Solve(solve) => all.push(("plan", "the plan".to_owned(), solve.plan)),
    }
    all
}

/// An event without the clause that a run adds to it.
fn bare(event: &Json) -> Json {
    let mut event = event.clone();
    if let Some(map) = event.as_object_mut() {
        map.remove("clause");
    }
    event
}

#[test]
fn what_is_published_fits_its_schema() {
    let suite = shared::suite();
    let all: BTreeMap<&str, BTreeMap<&str, Validator>> =
        games::names().into_iter().map(|name| (name, validators(games::find(name).unwrap()))).collect();
    let ids = suite.ids("").unwrap();
    let seen: Vec<(&str, Vec<String>)> = ids
        .par_iter()
        .flat_map_iter(|id| {
            let validators = &all[id.split('/').next().unwrap()];
            published(&suite, id).into_iter().map(move |(part, place, json)| {
                let wrong = validators[part].iter_errors(&json);
                (part, wrong.map(|error| format!("{id}, {place}: {error} at {}", error.instance_path())).collect())
            })
        })
        .collect();
    let wrong: Vec<&String> = seen.iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    for part in ["state", "setup", "action", "event", "card", "view", "tree", "problem", "plan"] {
        assert!(seen.iter().any(|(of, _)| *of == part), "no scenario has to do with a {part}");
    }
}

#[test]
fn a_schema_refuses_what_is_not_published() {
    let combo = validators(games::find("combo").unwrap());
    for (part, wrong) in [
        ("state", json!({"stage": "play", "turn": "3"})),
        ("action", json!({"play": {"card": "Punch", "target": []}})),
        ("tree", json!([{"effects": [{"draw": "1"}]}])),
        ("tree", json!([{"status": "guarded"}])),
        ("setup", json!({"position": {"turns": 3}})),
        ("view", json!({"stage": "play"})),
    ] {
        assert!(!combo[part].is_valid(&wrong), "{part}: {wrong}");
    }
}
