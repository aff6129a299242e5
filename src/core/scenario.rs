//! Scenarios: what is set up, what is done, and what the document says must come of it.
//!
//! The `then` expressions are the oracle. A scenario is read typed by its game, so that every fault
//! has a place, and kept as JSON, which is what travels to an engine.

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
    /// Its file, where it is not one of the suite.
    pub file: Option<PathBuf>,
    /// What it shows, in one line.
    pub title: String,
    /// Span of the title.
    pub place: Span,
    /// The clauses that it is about, with their places.
    pub clauses: Vec<(String, Span)>,
    /// The readings that it chooses.
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
    /// What is done.
    pub body: Body,
}

/// The three kinds of scenario.
#[derive(Debug)]
pub enum Body {
    /// Actions from a setup.
    Play {
        /// Where it begins.
        setup: Json,
        /// The same as the file has it, without defaults.
        written: Json,
        /// What is under way there, first what is done next.
        resolving: Vec<Json>,
        /// What has been chosen there unseen.
        sealed: Vec<Deed<Json>>,
        /// What is done.
        steps: Vec<Step>,
        /// Setup and actions as the game has them.
        typed: Typed,
    },
    /// A text for a grammar.
    Parse {
        /// Its name.
        grammar: String,
        /// The text.
        text: String,
        /// What must come of it.
        expected: Parsed,
    },
    /// A question.
    Solve {
        /// The question.
        problem: Json,
        /// What must hold of the plan.
        plan: Vec<Expression>,
    },
}

/// One step of a play.
#[derive(Debug)]
pub struct Step {
    /// The action with the outcomes of chance it needs.
    pub run: drive::ActionStep,
    /// What holds afterwards.
    pub then: Vec<Expression>,
    /// The clause by which the action is illegal, if it is.
    pub rejected: Option<(String, Span)>,
    /// Span of the step.
    pub place: Span,
}

/// What must come of a parse.
#[derive(Debug)]
pub enum Parsed {
    /// This tree.
    Tree(Json),
    /// The text is refused.
    Refused {
        /// In Unicode scalars from the start.
        offset: usize,
        /// By this clause, where it is named.
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

    /// Why it cannot be run, at its place in the file.
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
