//! The messages, as types.

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use crate::harness::{Answer, Request, Seen, SeenStep, Task};
use crate::kernel::drive::{ActionStep, Outcome, Play, Typed, Wants};
use crate::kernel::{Deed, Player, Supplied};
use crate::yaml::from_json;

/// The version of the protocol.
pub const VERSION: u32 = 2;

/// A request: one line.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Call {
    /// Always `2.0`.
    pub jsonrpc: String,
    /// A number, or null in a line that could not be read.
    pub id: Json,
    /// `initialize`, `run`, `parse`, `solve` or `shutdown`.
    pub method: String,
    /// The parameters of the method.
    #[serde(default)]
    pub params: Json,
}

/// An answer, one line: either a result or an error.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Reply {
    /// Always `2.0`.
    pub jsonrpc: String,
    /// The id of the request.
    pub id: Json,
    /// The result of the method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Json>,
    /// Why there is no result. Errors in other forms are read too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<RpcError>")]
    pub error: Option<Json>,
}

/// Why there is no result.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RpcError {
    /// A JSON-RPC error code.
    pub code: i64,
    /// The error in words.
    pub message: String,
}

/// The parameters of `initialize`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Initialize {
    /// The version that the harness speaks.
    pub protocol: u32,
}

/// The result of `initialize`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Initialized {
    /// The version that the engine speaks.
    pub protocol: u32,
    /// Which engine it is.
    pub engine: EngineInfo,
    /// The games it knows, by name.
    pub games: BTreeMap<String, GameInfo>,
}

/// Which engine it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct EngineInfo {
    /// Its name.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// The language it is written in.
    #[serde(default)]
    pub language: String,
}

/// The features that an engine may name.
pub const FEATURES: [&str; 8] =
    ["setup.start", "setup.position", "parse", "solve", "view", "legal", "resolving", "readings"];

/// How an engine plays a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct GameInfo {
    /// The readings it follows, by ruling, if they are not the defaults.
    #[serde(default)]
    pub readings: BTreeMap<String, String>,
    /// Its features: `setup.position`, `setup.start`, `parse`, `solve`; `view` and `legal` if it reports
    /// these when a `run` wants them; and `readings` if it follows whatever readings a request names.
    #[serde(default)]
    pub features: Vec<String>,
}

/// The parameters of `run`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunParams {
    /// The scenario, without its expectations.
    pub scenario: RunScenario,
}

/// A scenario as it is sent.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunScenario {
    /// Its id.
    pub id: String,
    /// The game.
    pub game: String,
    /// The readings to follow, by ruling, if they are not the defaults.
    #[serde(default)]
    pub readings: BTreeMap<String, String>,
    /// Every card that it uses.
    #[serde(default)]
    pub cards: Vec<Json>,
    /// The setup that it begins with, by the game's schema `setup`.
    pub setup: Json,
    /// What is being resolved in the setup, the next thing first, by the game's schema `frame`. Sent only to an engine
    /// that has the feature `resolving`.
    #[serde(default)]
    pub resolving: Vec<Json>,
    /// The sealed choices already made in the setup, by the game's schema `deed`. Sent only to an engine that has the
    /// feature `resolving`.
    #[serde(default)]
    pub sealed: Vec<Deed<Json>>,
    /// The maps, decks and tables of the game, as in `spec/<game>/`, with the scenario's own entries; left out if the
    /// game has none.
    #[serde(default)]
    pub data: Json,
    /// The steps to run.
    pub steps: Vec<RunStep>,
    /// What is wanted after each accepted step besides the state: `view`, `legal`. It never contains what is not
    /// among the engine's features.
    #[serde(default)]
    pub wants: Vec<String>,
}

/// A step as it is sent.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RunStep {
    /// Who acts; left out if it is the only player who may act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Player>,
    /// The action, by the game's schema `action`.
    #[serde(rename = "do")]
    pub action: Json,
    /// The outcomes of chance that it needs.
    #[serde(default)]
    pub chance: Vec<Supplied>,
}

/// The result of `run`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Ran {
    /// It ran.
    Done {
        /// The state before the first step, by the game's schema `state`.
        initial: Arc<Json>,
        /// The result of each step.
        steps: Vec<RanStep>,
    },
    /// The engine does not do this.
    Skipped {
        /// The reason.
        skipped: Skipped,
    },
}

/// The result of a step.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RanStep {
    /// `accepted` or `rejected`.
    pub outcome: Word,
    /// The clause by which it was rejected, if the engine knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The state after an accepted step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Arc<Json>>,
    /// What each player may see of the state, in the order of the players, by the game's schema `view`; if wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub views: Option<Json>,
    /// Every action that is legal in the state, and by whom, in any order, by the game's schema `deed`; if wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Json>,
}

/// An outcome in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Word {
    /// The action was done.
    Accepted,
    /// The action is illegal.
    Rejected,
}

/// Why an engine does not do a task.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Skipped {
    /// The reason in words.
    pub reason: String,
    /// Where to read more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// The parameters of `parse`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct ParseParams {
    /// The game.
    pub game: String,
    /// The grammar, by name.
    pub grammar: String,
    /// The text.
    pub text: String,
    /// The readings to follow, by ruling, if they are not the defaults.
    #[serde(default)]
    pub readings: BTreeMap<String, String>,
}

/// The result of `parse`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ParseAnswer {
    /// The tree.
    Tree {
        /// The tree, as in scenarios.
        tree: Json,
    },
    /// The text is refused.
    Refused {
        /// The place of the fault.
        refused: RefusedAt,
    },
    /// The engine does not do this.
    Skipped {
        /// The reason.
        skipped: Skipped,
    },
}

/// Where a text is refused.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct RefusedAt {
    /// Where reading failed, in Unicode scalar values from the start; left out by an engine that does not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    /// The clause by which it is refused, if the engine knows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
}

/// The parameters of `solve`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct SolveParams {
    /// The game.
    pub game: String,
    /// The readings to follow, by ruling, if they are not the defaults.
    #[serde(default)]
    pub readings: BTreeMap<String, String>,
    /// Every card that the question uses.
    #[serde(default)]
    pub cards: Vec<Json>,
    /// The question, by the game's schema `problem`.
    pub problem: Json,
}

/// The result of `solve`.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Solved {
    /// The plan.
    Plan {
        /// The plan, by the game's schema `plan`.
        plan: Json,
    },
    /// The engine does not do this.
    Skipped {
        /// The reason.
        skipped: Skipped,
    },
}

/// Makes an engine's text harmless: one line, at most 300 characters, no control characters.
pub fn clean(text: &str) -> String {
    let mut shown: String = text.chars().take(300).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(300).is_some() {
        shown.push('…');
    }
    shown
}

/// Why a line is not a message of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoMessage(pub String);

/// Reads a request from a method and its parameters.
///
/// # Errors
/// If something does not fit. The error says what, in one line.
pub fn asked(method: &str, params: Json) -> Result<Request, NoMessage> {
    let wrong = |error: serde_json::Error| NoMessage(format!("these are not parameters of {method}: {error}"));
    match method {
        "run" => {
            let RunParams { scenario } = serde_json::from_value(params).map_err(wrong)?;
            let steps = scenario
                .steps
                .into_iter()
                .map(|s| ActionStep { by: s.by, action: s.action, chance: s.chance })
                .collect();
            let wants = |feature: &str| scenario.wants.iter().any(|wanted| wanted == feature);
            let wants = Wants { views: wants("view"), legal: wants("legal") };
            let RunScenario { setup, resolving, sealed, data, .. } = scenario;
            let task = Task::Run(Play { setup, resolving, sealed, data, steps, wants, typed: Typed::default() });
            Ok(Request {
                id: scenario.id,
                game: scenario.game,
                readings: scenario.readings,
                cards: scenario.cards,
                task,
            })
        }
        "parse" => {
            let ParseParams { game, grammar, text, readings } = serde_json::from_value(params).map_err(wrong)?;
            Ok(Request { id: String::new(), game, readings, cards: Vec::new(), task: Task::Parse { grammar, text } })
        }
        "solve" => {
            let SolveParams { game, readings, cards, problem } = serde_json::from_value(params).map_err(wrong)?;
            Ok(Request { id: String::new(), game, readings, cards, task: Task::Solve { problem } })
        }
        _ => Err(NoMessage(format!("there is no method {method}"))),
    }
}

/// The answer of an engine, as the result of its method.
pub fn report(seen: Seen) -> Json {
    let result = match seen {
        Seen::Run { initial, steps } => {
            let steps = steps
                .into_iter()
                .map(|step| match step.outcome {
                    Outcome::Accepted => RanStep {
                        outcome: Word::Accepted,
                        clause: None,
                        state: step.state,
                        views: step.views,
                        legal: step.legal,
                    },
                    Outcome::Rejected { clause, .. } => {
                        RanStep { outcome: Word::Rejected, clause, state: None, views: None, legal: None }
                    }
                })
                .collect();
            serde_json::to_value(Ran::Done { initial, steps })
        }
        Seen::Tree(tree) => serde_json::to_value(ParseAnswer::Tree { tree }),
        Seen::Refused { offset, clause } => {
            serde_json::to_value(ParseAnswer::Refused { refused: RefusedAt { offset, clause } })
        }
        Seen::Plan(plan) => serde_json::to_value(Solved::Plan { plan }),
    };
    result.unwrap_or(Json::Null)
}

/// Turns whole numbers into integers: JSON Schema counts `1.0` as an integer, and some languages cannot write it
/// otherwise.
fn integers(value: &mut Json) {
    match value {
        Json::Number(number) if !number.is_i64() && !number.is_u64() => {
            // Beyond this number, one 64-bit float stands for several integers.
            const MOST: f64 = 9_007_199_254_740_992.0;
            if let Some(whole) = number.as_f64().filter(|float| float.fract() == 0.0 && float.abs() <= MOST) {
                *value = Json::from(whole as i64);
            }
        }
        Json::Array(list) => list.iter_mut().for_each(integers),
        Json::Object(map) => map.values_mut().for_each(integers),
        _ => {}
    }
}

/// Reads what an engine reports from the result of a task's method.
///
/// # Errors
/// If something does not fit. The error says what, in one line.
pub fn reported(task: &Task, mut result: Json) -> Result<Answer, NoMessage> {
    integers(&mut result);
    let (method, wanted) = match task {
        Task::Run(_) if result.get("steps").is_some() => ("run", "`initial`"),
        Task::Run(_) if result.get("initial").is_some() => ("run", "`steps`"),
        Task::Run(_) => ("run", "`initial` and `steps`, or `skipped`"),
        Task::Parse { .. } => ("parse", "`tree`, `refused` or `skipped`"),
        Task::Solve { .. } => ("solve", "`plan` or `skipped`"),
    };
    let Json::Object(mut result) = result else {
        return Err(NoMessage(format!("its answer to {method} is not an object")));
    };
    // Parts that may be large are moved out of the answer, not copied.
    let mut take = |key: &str| result.remove(key);
    let seen = match task {
        Task::Run(_) => match (take("initial"), take("steps")) {
            (Some(initial), Some(steps)) => Some(Seen::Run { initial: Arc::new(initial), steps: steps_of(steps)? }),
            _ => None,
        },
        Task::Parse { .. } => match (take("tree"), take("refused")) {
            (Some(tree), _) => Some(Seen::Tree(tree)),
            (None, Some(refused)) => {
                let RefusedAt { offset, clause } = typed(&refused, "`refused`")?;
                Some(Seen::Refused { offset, clause: clause.as_deref().map(clean) })
            }
            (None, None) => None,
        },
        Task::Solve { .. } => take("plan").map(Seen::Plan),
    };
    match (seen, take("skipped")) {
        (Some(seen), _) => Ok(Answer::Seen(seen)),
        (None, Some(skipped)) => {
            let Skipped { reason, .. } = typed(&skipped, "`skipped`")?;
            Ok(Answer::Skipped { reason: clean(&reason) })
        }
        (None, None) => Err(NoMessage(format!("its answer to {method} lacks {wanted}"))),
    }
}

/// Reads a part of an answer. `part` names it in the error.
fn typed<'a, T: Deserialize<'a>>(json: &'a Json, part: &str) -> Result<T, NoMessage> {
    from_json(json)
        .map_err(|error| NoMessage(format!("{part} in its answer is not valid: {}", clean(&error.to_string()))))
}

fn steps_of(steps: Json) -> Result<Vec<SeenStep>, NoMessage> {
    let Json::Array(steps) = steps else {
        return Err(NoMessage("the steps of its answer are not a list".to_owned()));
    };
    let step = |(index, mut step): (usize, Json)| {
        let mut take = |key: &str| step.as_object_mut()?.remove(key).filter(|value| !value.is_null());
        let (state, views, legal) = (take("state").map(Arc::new), take("views"), take("legal"));
        let RanStep { outcome, clause, .. } = typed(&step, &format!("step {}", index + 1))?;
        let outcome = match outcome {
            Word::Accepted => Outcome::Accepted,
            Word::Rejected => Outcome::Rejected { clause: clause.as_deref().map(clean), why: String::new() },
        };
        Ok(SeenStep { outcome, state, views, legal, events: None })
    };
    steps.into_iter().enumerate().map(step).collect()
}

/// The JSON Schemas of all messages, by name.
pub fn schema() -> Json {
    let mut all = serde_json::Map::new();
    let mut add = |name: &str, schema: schemars::Schema| all.insert(name.to_owned(), schema.to_value());
    add("call", schema_for!(Call));
    add("reply", schema_for!(Reply));
    add("initialize.params", schema_for!(Initialize));
    add("initialize.result", schema_for!(Initialized));
    add("run.params", schema_for!(RunParams));
    add("run.result", schema_for!(Ran));
    add("parse.params", schema_for!(ParseParams));
    add("parse.result", schema_for!(ParseAnswer));
    add("solve.params", schema_for!(SolveParams));
    add("solve.result", schema_for!(Solved));
    Json::Object(all)
}
