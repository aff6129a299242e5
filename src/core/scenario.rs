//! Scenarios: what is set up, what is done, and what the document says must result.
//!
//! The `then` expressions are the oracle. A scenario is read with its game's types, so that every fault has a place,
//! and kept as JSON, the form that engines are sent.

mod load;

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value as Json;

use crate::expression::Expression;
use crate::fault::{Fault, Span};
use crate::kernel::drive::{self, Typed};
use crate::kernel::{Deed, Halted};
use crate::source::Source;

pub use load::{CORE, ids, load, path, read, snapshot_path};

/// A scenario.
#[derive(Debug)]
pub struct Scenario {
    /// `game/chapter/name`, the path of its file.
    pub id: String,
    /// Its text.
    pub source: Source,
    /// Its file, if it is not in the suite.
    pub file: Option<PathBuf>,
    /// The title: one line that says what the scenario shows.
    pub title: String,
    /// Span of the title.
    pub place: Span,
    /// The clauses that the scenario tries, with their places.
    pub clauses: Vec<(String, Span)>,
    /// The readings that the scenario chooses.
    pub readings: BTreeMap<String, String>,
    /// Span of the readings.
    pub readings_place: Span,
    /// Its own cards, with their places.
    pub cards: Vec<(Json, Span)>,
    /// Its own entries of the game's data, by file and name.
    pub data: BTreeMap<String, BTreeMap<String, Json>>,
    /// Span of the data.
    pub data_place: Span,
    /// Span of the setup or the question.
    pub start: Span,
    /// The task.
    pub body: Body,
}

/// The three kinds of scenario.
#[derive(Debug)]
pub enum Body {
    /// Actions from a setup.
    Play {
        /// Where it begins.
        setup: Json,
        /// The setup as written in the file, without defaults.
        written: Json,
        /// The frames under way there, the next one first.
        resolving: Vec<Json>,
        /// The choices made there unseen.
        sealed: Vec<Deed<Json>>,
        /// The steps.
        steps: Vec<Step>,
        /// The setup and actions in the game's types.
        typed: Typed,
    },
    /// A text for a grammar.
    Parse {
        /// Its name.
        grammar: String,
        /// The text.
        text: String,
        /// The expected result.
        expected: Parsed,
    },
    /// A question.
    Solve {
        /// The question.
        problem: Json,
        /// Expressions that must hold for the plan.
        plan: Vec<Expression>,
    },
}

/// One step of a play.
#[derive(Debug)]
pub struct Step {
    /// The action with the outcomes of chance that it needs.
    pub run: drive::ActionStep,
    /// Expressions that must hold afterwards.
    pub then: Vec<Expression>,
    /// The clause that rejects the action, if it is illegal.
    pub rejected: Option<(String, Span)>,
    /// Span of the step.
    pub place: Span,
}

/// The expected result of a parse.
#[derive(Debug)]
pub enum Parsed {
    /// This tree.
    Tree(Json),
    /// The text is refused.
    Refused {
        /// Where reading fails, in Unicode scalar values from the start.
        offset: usize,
        /// The clause that refuses it, if it is named.
        clause: Option<String>,
        /// Span in the file.
        place: Span,
    },
}

impl Scenario {
    /// The game: the first part of the id.
    pub fn game(&self) -> &str {
        self.id.split('/').next().unwrap_or("")
    }

    /// The fault of a scenario that could not be run, at the place of the step or setup.
    pub fn halted(&self, halted: Halted) -> Fault {
        let steps = match &self.body {
            Body::Play { steps, .. } => steps.as_slice(),
            _ => &[],
        };
        let step = halted.step.and_then(|number| steps.get(number - 1));
        let (place, label) = step.map_or((self.start, "from here on"), |step| (step.place, "in this step"));
        Fault::at(&self.source, place, halted.halt.to_string()).label(label)
    }

    /// The chapter: the second part of the id.
    pub fn chapter(&self) -> &str {
        self.id.split('/').nth(1).unwrap_or("")
    }
}
