//! Everything that is published about a scenario fits its published JSON Schema.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rulebound::games::GAMES;
use rulebound::harness::{Full, Reference, Request, Suite, Task};
use rulebound::kernel::AnyGame;
use serde_json::{Value as Json, json};

use crate::shared;
use crate::shared::schema::Schema;

const PARTS: [&str; 11] =
    ["state", "setup", "frame", "action", "deed", "event", "card", "view", "tree", "problem", "plan"];

/// The schemas of a game.
fn schemas(game: &dyn AnyGame) -> BTreeMap<&'static str, Json> {
    PARTS.into_iter().filter_map(|part| Some((part, game.schema(part)?))).collect()
}

/// The parts that a scenario contains, each with its name and its place.
fn published(suite: &Suite, id: &str) -> Vec<(&'static str, String, Json)> {
    let scenario = suite.scenario(id).unwrap();
    let request = Request::new(suite, &scenario);
    let mut all: Vec<(&str, String, Json)> =
        request.cards.iter().map(|card| ("card", "a card".to_owned(), card.clone())).collect();
    match &request.task {
        Task::Run(play) => {
            all.push(("setup", "the setup".to_owned(), play.setup.clone()));
            all.extend(play.resolving.iter().map(|frame| ("frame", "a frame".to_owned(), frame.clone())));
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
                each("deed", list(json!(step.legal)));
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
    let all: BTreeMap<&str, BTreeMap<&str, Json>> = GAMES.iter().map(|game| (game.name(), schemas(game))).collect();
    let ids = suite.ids("").unwrap();
    let seen: Vec<(&str, Option<String>)> = ids
        .par_iter()
        .flat_map_iter(|id| {
            let schemas = &all[id.split('/').next().unwrap()];
            published(suite, id).into_iter().map(move |(part, place, json)| {
                let wrong = Schema::new(&schemas[part]).wrong(&json, part);
                (part, wrong.map(|wrong| format!("{id}, {place}: {wrong}")))
            })
        })
        .collect();
    let wrong: Vec<&String> = seen.iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    for part in PARTS {
        assert!(seen.iter().any(|(of, _)| *of == part), "no scenario contains a {part}");
    }
}

/// What is published about a scenario, changed at one place.
fn changed(suite: &Suite, id: &str, part: &str, pointer: &str, value: Json) -> Json {
    let (_, _, mut json) = published(suite, id).into_iter().find(|(of, ..)| *of == part).unwrap();
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    json.pointer_mut(parent).unwrap()[key] = value;
    json
}

#[test]
fn a_schema_refuses_what_is_not_published() {
    let suite = shared::suite();
    let combo = schemas(GAMES.find("combo").unwrap());
    let (played, parsed, seen) = ("combo/text/if-holds", "combo/text/read-and", "combo/conduct/view-foes-side");
    for (id, part, pointer, wrong) in [
        (played, "state", "/turn", json!("3")),
        (played, "state", "/stage", json!("begun")),
        (played, "state", "/players/0/attack", json!(-1)),
        (played, "state", "/players/0/more", json!(1)),
        (played, "state", "/more", json!(1)),
        (played, "setup", "/position/turns", json!(3)),
        (played, "setup", "/position/players/0/line", json!([{"card": "Punch", "sinc": 1}])),
        (played, "action", "/play/target", json!([])),
        (played, "card", "/hand", json!(1)),
        (parsed, "tree", "/0/effect", json!([])),
        (seen, "view", "/players/0/pool/shown", json!([])),
        (seen, "view", "/told", json!("nothing")),
    ] {
        let schema = Schema::new(&combo[part]);
        let right = published(suite, id).into_iter().find(|(of, ..)| *of == part).unwrap().2;
        assert!(schema.fits(&right), "{part} of {id}");
        assert!(!schema.fits(&changed(suite, id, part, pointer, wrong)), "{part} of {id} at {pointer}");
    }
    for wrong in [json!([{"effects": [{"draw": "1"}]}]), json!([{"status": "guarded"}])] {
        assert!(!Schema::new(&combo["tree"]).fits(&wrong), "{wrong}");
    }
}
