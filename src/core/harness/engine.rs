//! Engines, which run scenarios. The reference engine runs in this process; a third-party engine answers over a pipe,
//! see [`crate::protocol`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use indexmap::IndexMap;
use serde_json::Value as Json;

use super::suite::Suite;
use crate::clause::Ruling;
use crate::kernel::drive::{Outcome, Play, Run, Wants};
use crate::kernel::{AnyBook, Cited, Halt, Halted, ParseRun, SolveRun};
use crate::protocol::Held;
use crate::scenario::{self, Body, Scenario};

/// A question to an engine. It contains no expectations.
#[derive(Clone, Debug)]
pub struct Request {
    /// The scenario's id.
    pub id: String,
    /// The game.
    pub game: String,
    /// The readings that the scenario chooses.
    pub readings: BTreeMap<String, String>,
    /// The cards that the scenario uses.
    pub cards: Vec<Json>,
    /// The task.
    pub task: Task,
}

/// The three kinds of task.
#[derive(Clone, Debug)]
pub enum Task {
    /// Steps from a setup.
    Run(Play),
    /// A text for a grammar.
    Parse {
        /// Its name.
        grammar: String,
        /// The text.
        text: String,
    },
    /// A question.
    Solve {
        /// The question.
        problem: Json,
    },
}

impl Request {
    /// The request that `scenario` of `suite` makes.
    pub fn new(suite: &Suite, scenario: &Scenario) -> Self {
        let cards = suite.cards(scenario);
        let task = match &scenario.body {
            Body::Play { setup, resolving, sealed, steps, typed, .. } => Task::Run(Play {
                setup: setup.clone(),
                resolving: resolving.clone(),
                sealed: sealed.clone(),
                data: suite.data(scenario),
                steps: steps.iter().map(|s| s.run.clone()).collect(),
                wants: Wants { views: read(steps, "views"), legal: read(steps, "legal") },
                typed: suite
                    .games
                    .find(scenario.game())
                    .map_or_else(|_| typed.clone(), |game| game.typed(typed, &cards)),
            }),
            Body::Parse { grammar, text, .. } => Task::Parse { grammar: grammar.clone(), text: text.clone() },
            Body::Solve { problem, .. } => Task::Solve { problem: problem.clone() },
        };
        Self {
            id: scenario.id.clone(),
            game: scenario.game().to_owned(),
            readings: scenario.readings.clone(),
            cards,
            task,
        }
    }

    /// Omits readings that are the default, since they demand nothing of an engine. Keeps the readings of rulings in
    /// `chosen`.
    pub fn omit_defaults(&mut self, rulings: &IndexMap<String, Ruling>, chosen: &BTreeMap<String, String>) {
        let default = |id: &str, reading: &str| rulings.get(id).is_some_and(|ruling| ruling.default == reading);
        self.readings.retain(|id, reading| chosen.contains_key(id) || !default(id, reading));
    }

    /// The readings to follow: those that the request chooses, and for other rulings of its game those in `others`.
    pub fn readings_over(&self, others: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let of_game = |id: &str| id.split('.').next() == Some(&self.game);
        let mut readings: BTreeMap<String, String> =
            others.iter().filter(|(id, _)| of_game(id)).map(|(id, reading)| (id.clone(), reading.clone())).collect();
        readings.extend(self.readings.clone());
        readings
    }
}

/// Whether any expression in the steps reads a variable.
fn read(steps: &[scenario::Step], variable: &str) -> bool {
    steps.iter().flat_map(|step| &step.then).any(|expression| expression.reads(variable))
}

/// One step as an engine reports it.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenStep {
    /// Accepted or rejected.
    pub outcome: Outcome,
    /// The state afterwards. A rejection leaves it unchanged and need not repeat it.
    pub state: Option<Arc<Json>>,
    /// What each player may see of the state, if asked for.
    pub views: Option<Json>,
    /// The legal actions in the state, if asked for.
    pub legal: Option<Json>,
    /// The events, if the engine reports them.
    pub events: Option<Json>,
}

/// The answer of an engine to a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// About steps.
    Run {
        /// The state before the first step.
        initial: Arc<Json>,
        /// The steps.
        steps: Vec<SeenStep>,
    },
    /// About a text: its tree.
    Tree(Json),
    /// About a text that is refused.
    Refused {
        /// Where reading failed, in Unicode scalar values from the start, if the engine reports it.
        offset: Option<usize>,
        /// The clause, if the engine names it.
        clause: Option<String>,
    },
    /// About a question.
    Plan(Json),
}

/// The answer of an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The engine did the task.
    Seen(Seen),
    /// The engine does not do such tasks.
    Skipped {
        /// The reason.
        reason: String,
    },
    /// The engine broke: it crashed, timed out, or sent something that is not a message.
    Errored {
        /// The error.
        reason: String,
    },
}

/// Why an engine does not do a task.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct NotDone {
    /// The reason.
    pub reason: String,
    /// The features that the engine lacks, if that is the reason.
    pub lacks: Vec<String>,
}

/// An engine, which runs scenarios.
pub trait Engine: Sync {
    /// Its name for reports.
    fn name(&self) -> String;
    /// Does a task.
    fn ask(&self, request: &Request) -> Answer;
    /// Does a task. A large answer counts as in memory until what comes with it is dropped.
    fn ask_held(&self, request: &Request) -> (Answer, Option<Held>) {
        (self.ask(request), None)
    }
    /// The scenarios, by id, that have to be asked again, each alone, because the engine broke or misbehaved when it
    /// may have been at work on them. Called once, when everything has been asked.
    fn settle(&self) -> BTreeSet<String> {
        BTreeSet::new()
    }
    /// Does a task while nothing else is asked.
    fn ask_alone(&self, request: &Request) -> Answer {
        self.ask(request)
    }
    /// Whether the engine does such tasks.
    ///
    /// # Errors
    /// If it does not.
    fn does(&self, _: &Request) -> Result<(), NotDone> {
        Ok(())
    }
}

/// A run of the reference engine, with everything it can report.
#[derive(Clone, Debug, PartialEq)]
pub enum Full {
    /// About steps.
    Run(Run),
    /// About a text.
    Parse(ParseRun),
    /// About a question.
    Solve(SolveRun),
}

impl Full {
    /// The answer that any engine would give.
    pub fn seen(&self) -> Seen {
        match self {
            Full::Run(run) => Seen::Run {
                initial: Arc::clone(&run.initial),
                steps: run
                    .steps
                    .iter()
                    .map(|s| SeenStep {
                        outcome: s.outcome.clone(),
                        state: Some(Arc::clone(&s.state)),
                        views: s.views.clone(),
                        legal: s.legal.clone(),
                        events: Some(s.events_json()),
                    })
                    .collect(),
            },
            Full::Parse(parse) => match &parse.result {
                Ok(tree) => Seen::Tree(tree.clone()),
                Err(refused) => Seen::Refused { offset: Some(refused.offset), clause: refused.clause.clone() },
            },
            Full::Solve(solve) => Seen::Plan(solve.plan.clone()),
        }
    }

    /// Every clause that applied to the task.
    pub fn trace(&self) -> BTreeSet<Arc<str>> {
        match self {
            Full::Run(run) => {
                run.steps.iter().map(|s| &s.trace).chain([&run.trace]).flat_map(Cited::iter).cloned().collect()
            }
            Full::Parse(parse) => parse.trace.iter().cloned().collect(),
            Full::Solve(solve) => solve.trace.iter().cloned().collect(),
        }
    }
}

/// The reference engine, in this process.
#[derive(Debug)]
pub struct Reference<'a> {
    suite: &'a Suite,
    readings: BTreeMap<String, String>,
}

impl<'a> Reference<'a> {
    /// The reference engine for a suite; `readings` apply where a scenario chooses none.
    pub fn new(suite: &'a Suite, readings: BTreeMap<String, String>) -> Self {
        Self { suite, readings }
    }

    /// The rules under which a request is run.
    ///
    /// # Errors
    /// If a ruling or reading is unknown, in one line.
    pub fn book(&self, request: &Request) -> Result<&'static dyn AnyBook, Halt> {
        let book = self.suite.book(&request.game, &request.readings_over(&self.readings));
        book.map_err(|fault| Halt::Input(fault.message))
    }

    /// Does a task and reports everything. With `attribute`, keeps the state after every event.
    ///
    /// # Errors
    /// If a card, setup or action does not belong to the game, or a question cannot be answered, in one line.
    pub fn full(&self, request: &Request, attribute: bool) -> Result<Full, Halted> {
        full(self.book(request)?, request, attribute)
    }
}

/// Does a task under the given rules.
///
/// # Errors
/// See [`Reference::full`].
pub fn full(book: &dyn AnyBook, request: &Request, attribute: bool) -> Result<Full, Halted> {
    full_filled(book, request, attribute, None)
}

/// Does a task under the given rules, and fills in what its steps lack, guided by a run under other rules.
///
/// # Errors
/// See [`Reference::full`].
pub fn full_filled(
    book: &dyn AnyBook,
    request: &Request,
    attribute: bool,
    guide: Option<&Run>,
) -> Result<Full, Halted> {
    match &request.task {
        Task::Run(play) => book.run(&request.cards, play, attribute, guide).map(Full::Run),
        Task::Parse { grammar, text } => Ok(Full::Parse(book.parse(grammar, text))),
        Task::Solve { problem } => Ok(book.solve(&request.cards, problem).map(Full::Solve)?),
    }
}

/// An engine that is asked while nothing else is.
pub struct Alone<'a>(pub &'a dyn Engine);

impl Engine for Alone<'_> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn ask(&self, request: &Request) -> Answer {
        self.0.ask_alone(request)
    }

    fn does(&self, request: &Request) -> Result<(), NotDone> {
        self.0.does(request)
    }
}

impl Engine for Reference<'_> {
    fn name(&self) -> String {
        "the reference engine".to_owned()
    }

    fn ask(&self, request: &Request) -> Answer {
        match self.full(request, false) {
            Ok(full) => Answer::Seen(full.seen()),
            Err(halted) => Answer::Errored { reason: halted.to_string() },
        }
    }
}
