//! Reads scenario files.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value as Json;

use super::{Body, Parsed, Scenario, Step};
use crate::expression::Expression;
use crate::fault::{Fault, Faults, Span};
use crate::kernel::drive::{self, Typed};
use crate::kernel::{AnyGame, Deed, Game, Player, Published, Start, Supplied};
use crate::source::{Files, Source};
use crate::yaml::{self, Spanned};

#[derive(Clone, Copy, Deserialize, PartialEq, Eq, Default)]
#[serde(rename_all = "lowercase")]
enum TaskKind {
    #[default]
    Play,
    Parse,
    Solve,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct File<G: Game, P: Published> {
    title: Spanned<String>,
    #[serde(default)]
    kind: TaskKind,
    clauses: Vec<Spanned<String>>,
    readings: Option<Spanned<BTreeMap<String, String>>>,
    #[serde(default)]
    cards: Vec<Spanned<G::Card>>,
    data: Option<Spanned<BTreeMap<String, BTreeMap<String, Json>>>>,
    setup: Option<Spanned<G::Setup>>,
    #[serde(default)]
    resolving: Vec<G::Frame>,
    #[serde(default)]
    sealed: Vec<Deed<G::Action>>,
    steps: Option<Vec<Spanned<StepFile<G>>>>,
    parse: Option<ParseFile>,
    tree: Option<Json>,
    refused: Option<Spanned<RefusedFile>>,
    solve: Option<Spanned<P>>,
    plan: Option<Vec<Spanned<String>>>,
}

/// The parts that are shown as written, without defaults.
#[derive(Deserialize)]
struct Written {
    #[serde(default)]
    setup: Json,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
struct StepFile<G: Game> {
    by: Option<Player>,
    #[serde(rename = "do")]
    action: G::Action,
    #[serde(default)]
    chance: Vec<Supplied>,
    #[serde(default)]
    then: Vec<Spanned<String>>,
    rejected: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ParseFile {
    grammar: Spanned<String>,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RefusedFile {
    offset: usize,
    clause: Option<String>,
}

/// The ids of all scenarios of `game`, sorted: the paths of their files.
///
/// # Errors
/// If the folder cannot be listed.
pub fn ids(files: &Files, game: &str) -> Result<Vec<String>, Fault> {
    let folder = format!("conformance/{game}");
    let paths = files.list(&folder, ".yaml")?.into_iter().filter(|path| *path != format!("{folder}/{CORE}.yaml"));
    Ok(paths.map(|p| p.trim_start_matches("conformance/").trim_end_matches(".yaml").to_owned()).collect())
}

/// The name of the file beside the chapters that lists the core of a game; it is not a scenario.
pub const CORE: &str = "core";

/// The path of a scenario's file.
pub fn path(id: &str) -> String {
    format!("conformance/{id}.yaml")
}

/// The path of a scenario's snapshot.
pub fn snapshot_path(id: &str) -> String {
    format!("snapshots/{id}.snap")
}

/// Loads the scenario with this id.
///
/// # Errors
/// Every fault in meaning, or the first fault in form.
pub fn load(files: &Files, game: &dyn AnyGame, id: &str) -> Result<Scenario, Faults> {
    game.scenario(id, &files.read(&path(id))?)
}

/// Reads a scenario of the game `G`, which has questions `P` and these grammars.
///
/// # Errors
/// See [`load`].
pub fn read<G: Game, P: Published>(id: &str, source: &Source, grammars: &[&str]) -> Result<Scenario, Faults> {
    let (file, written): (File<G, P>, Written) = yaml::read_both(source)?;
    let mut faults = Faults::default();
    let title = file.title.place;
    let mut fault = |place: Span, message: &str, help: &str| faults.push(Fault::at(source, place, message).help(help));
    if file.clauses.is_empty() {
        fault(title, "this scenario names no clause", "list the clauses that it is about under clauses:");
    }
    let (play, parse, solve) =
        (file.kind == TaskKind::Play, file.kind == TaskKind::Parse, file.kind == TaskKind::Solve);
    for (given, fits, key) in [
        (file.setup.is_some(), play, "setup"),
        (!file.resolving.is_empty(), play, "resolving"),
        (!file.sealed.is_empty(), play, "sealed"),
        (file.steps.is_some(), play, "steps"),
        (file.parse.is_some(), parse, "parse"),
        (file.tree.is_some(), parse, "tree"),
        (file.refused.is_some(), parse, "refused"),
        (file.solve.is_some(), solve, "solve"),
        (file.plan.is_some(), solve, "plan"),
    ] {
        if given && !fits {
            fault(
                title,
                &format!("{key}: does not belong in a scenario of this kind"),
                "kind: is play (the default), parse or solve",
            );
        }
    }
    let idle = match file.kind {
        TaskKind::Play => file.setup.is_none() || file.steps.is_none(),
        TaskKind::Parse => file.parse.is_none(),
        TaskKind::Solve => file.solve.is_none(),
    };
    let start =
        file.setup.as_ref().map(|spanned| spanned.place).or_else(|| file.solve.as_ref().map(|spanned| spanned.place));
    let body = match file.kind {
        TaskKind::Play => file.setup.and_then(|setup| {
            let setup = G::filled(setup.value);
            let start = Start { setup, resolving: file.resolving, sealed: file.sealed };
            play_body::<G>(start, written.setup, file.steps, title, &mut fault)
        }),
        TaskKind::Parse => parse_body(grammars, (file.parse, file.tree, file.refused), title, &mut fault),
        TaskKind::Solve => {
            let plan = expressions(file.plan.unwrap_or_default());
            if plan.is_empty() {
                fault(
                    title,
                    "a solve needs a plan:",
                    "write what the document says about the answer: plan: [\"plan.gems == 5\"]",
                );
            }
            file.solve.map(|problem| Body::Solve { problem: to_json(&problem.value), plan })
        }
    };
    if idle {
        fault(
            title,
            "this scenario does nothing",
            "a play has setup: and steps:, a parse has parse:, a solve has solve:",
        );
    }
    let start = start.unwrap_or(title);
    let scenario = body.map(|body| Scenario {
        id: id.to_owned(),
        source: source.clone(),
        file: None,
        title: file.title.value.lines().next().unwrap_or_default().to_owned(),
        place: title,
        clauses: file.clauses.into_iter().map(|c| (c.value.clone(), c.place)).collect(),
        readings_place: file.readings.as_ref().map(|spanned| spanned.place).unwrap_or_default(),
        readings: file.readings.map(|r| r.value).unwrap_or_default(),
        data_place: file.data.as_ref().map(|spanned| spanned.place).unwrap_or_default(),
        data: file.data.map(|data| data.value).unwrap_or_default(),
        cards: file.cards.iter().map(|card| (to_json(&card.value), card.place)).collect(),
        start,
        body,
    });
    match scenario {
        Some(scenario) => faults.or(scenario),
        None => Err(faults),
    }
}

type Complain<'a> = &'a mut dyn FnMut(Span, &str, &str);

fn play_body<G: Game>(
    start: Start<G>,
    written: Json,
    steps: Option<Vec<Spanned<StepFile<G>>>>,
    title: Span,
    fault: Complain<'_>,
) -> Option<Body> {
    let files = steps?;
    if files.is_empty() {
        fault(title, "this scenario has no steps", "list the actions under steps:");
    }
    let mut steps = Vec::with_capacity(files.len());
    let mut actions = Vec::with_capacity(files.len());
    for step in files {
        let place = step.place;
        let step = step.value;
        if step.rejected.is_some() && !step.then.is_empty() {
            fault(place, "this step has both then: and rejected:", "a rejected action leaves everything as it was");
        }
        steps.push(Step {
            run: drive::ActionStep { by: step.by, action: to_json(&step.action), chance: step.chance },
            then: expressions(step.then),
            rejected: step.rejected.map(|r| (r.value.clone(), r.place)),
            place,
        });
        actions.push(step.action);
    }
    if steps.iter().all(|s| s.then.is_empty() && s.rejected.is_none()) {
        fault(
            title,
            "no step says what its result must be",
            "add then: or rejected: to a step, as the document demands",
        );
    }
    Some(Body::Play {
        written,
        setup: to_json(&start.setup),
        resolving: start.resolving.iter().map(to_json).collect(),
        sealed: start.sealed.iter().map(|deed| Deed { by: deed.by, action: to_json(&deed.action) }).collect(),
        steps,
        typed: Typed::new::<G>(start, actions),
    })
}

fn parse_body(
    grammars: &[&str],
    (parse, tree, refused): (Option<ParseFile>, Option<Json>, Option<Spanned<RefusedFile>>),
    title: Span,
    fault: Complain<'_>,
) -> Option<Body> {
    let parse = parse?;
    if !grammars.contains(&parse.grammar.value.as_str()) {
        let help = format!("the grammars of the game are {}", grammars.join(", "));
        fault(parse.grammar.place, &format!("there is no grammar {}", parse.grammar.value), &help);
    }
    let expected = match (tree, refused) {
        (Some(tree), None) => Parsed::Tree(tree),
        (None, Some(refused)) => {
            Parsed::Refused { place: refused.place, offset: refused.value.offset, clause: refused.value.clause }
        }
        _ => {
            fault(title, "a parse needs either tree: or refused:", "write the tree, or refused: {offset: 3}");
            return None;
        }
    };
    Some(Body::Parse { grammar: parse.grammar.value, text: parse.text, expected })
}

fn expressions(texts: Vec<Spanned<String>>) -> Vec<Expression> {
    texts
        .into_iter()
        .map(|text| {
            let place = text.place;
            Expression::new(text.value, place)
        })
        .collect()
}

fn to_json<T: serde::Serialize>(value: &T) -> Json {
    serde_json::to_value(value).unwrap_or(Json::Null)
}
