//! Questions that are answered by search: how the command line takes them, and how it shows the answers.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value as Json;
use std::fmt::Debug;

use super::drive::{json, read};
use super::game::{Game, Published};
use super::halt::Halt;
use super::law::Law;
use crate::fault::Fault;

/// A game with questions that are answered by search.
pub trait Solves: Game {
    /// A question.
    type Problem: Published;
    /// Its answer.
    type Plan: Serialize + JsonSchema + Debug;
    /// The fields of a plan that have only one right value; the others may have several.
    const FIGURES: &'static [&'static str];
    /// The command-line options with which a question is asked.
    const OPTIONS: &'static [SolveOption];
    /// Examples of these options, each the part of a command line after the name of the game.
    const EXAMPLES: &'static [&'static str];

    /// The question that these options ask.
    ///
    /// # Errors
    /// If something is wrong with the options.
    fn problem(given: &Given) -> Result<Self::Problem, Fault>;

    /// Answers a question.
    ///
    /// # Errors
    /// If it cannot be answered.
    fn solve(law: &mut Law<'_, Self>, problem: &Self::Problem) -> Result<Self::Plan, Halt>;

    /// Whether a plan is a solution, rather than the answer that there is none.
    fn is_way(plan: &Self::Plan) -> bool;

    /// A question in words, one line per part.
    fn ask(problem: &Self::Problem) -> String;

    /// An answer in words.
    fn answer(problem: &Self::Problem, plan: &Self::Plan) -> String;

    /// Variations of the question, each with one thing added, and that thing in words. If there is no solution, one of
    /// them may help.
    fn with_more(problem: &Self::Problem) -> Vec<(String, Self::Problem)> {
        let _ = problem;
        Vec::new()
    }
}

/// The values given on the command line, by the names of the options.
pub type Given = BTreeMap<&'static str, Vec<String>>;

/// An option with which a question is asked.
#[derive(Clone, Copy, Debug)]
pub struct SolveOption {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// The placeholder for its value, in capitals.
    pub value: &'static str,
    /// Its help text.
    pub help: &'static str,
    /// The kind of its values.
    pub kind: OptionKind,
    /// Whether it may be given several times.
    pub many: bool,
}

/// The kind of values of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// Texts that the game reads itself.
    Text,
    /// Texts that this grammar of the game reads.
    Grammar(&'static str),
    /// Names of cards.
    Card,
}

/// What a variation has beyond the original question, in words, and the variation itself.
pub type Variation = (String, Json);

/// The questions of a game, without its types.
#[derive(Clone, Copy, Debug)]
pub struct Solver {
    /// [`Solves::FIGURES`].
    pub figures: &'static [&'static str],
    /// [`Solves::OPTIONS`].
    pub options: &'static [SolveOption],
    /// [`Solves::EXAMPLES`].
    pub examples: &'static [&'static str],
    /// [`Solves::problem`].
    pub problem: fn(&Given) -> Result<Json, Fault>,
    /// [`Solves::ask`].
    pub ask: fn(&Json) -> Result<String, Halt>,
    /// [`Solves::with_more`].
    pub with_more: fn(&Json) -> Result<Vec<Variation>, Halt>,
}

impl Solver {
    /// The questions of a game.
    pub const fn of<G: Solves>() -> Self {
        Self {
            figures: G::FIGURES,
            options: G::OPTIONS,
            examples: G::EXAMPLES,
            problem: |given| G::problem(given).map(|problem| json(&problem)),
            ask: |problem| Ok(G::ask(&read("problem", problem)?)),
            with_more: |problem| {
                let more = G::with_more(&read("problem", problem)?);
                Ok(more.into_iter().map(|(what, problem)| (what, json(&problem))).collect())
            },
        }
    }
}
