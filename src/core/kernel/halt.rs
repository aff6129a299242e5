//! Why a run cannot go on. A halt is not a verdict: if the rules forbid an action, that is a
//! [`Rejection`](super::Rejection), and the run goes on.

use thiserror::Error;

use crate::clause::NoReading;
use crate::fault::Fault;

/// A reason why a run cannot go on, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Halt {
    /// A card, setup, action, frame or question that does not belong to the game.
    #[error("{0}")]
    Input(String),
    /// An outcome of chance that is missing, not needed, or does not fit what happened.
    #[error("{0}")]
    Chance(String),
    /// Something exceeds a published bound of this engine, which then decides nothing.
    #[error("{0}")]
    Bound(String),
    /// The rules have reached a point where nobody can act: a fault of this engine.
    #[error("{0}")]
    Rules(String),
}

impl From<NoReading> for Halt {
    fn from(error: NoReading) -> Self {
        Halt::Input(error.to_string())
    }
}

impl From<Halt> for Fault {
    fn from(halt: Halt) -> Self {
        Fault::plain(halt.to_string())
    }
}

/// Where a run could not go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{halt}", .step.map(|step| format!("step {step}: ")).unwrap_or_default())]
pub struct Halted {
    /// The step, counted from 1; `None` if the cause is the cards, the setup or a question.
    pub step: Option<usize>,
    /// The cause.
    pub halt: Halt,
}

impl From<Halt> for Halted {
    fn from(halt: Halt) -> Self {
        Self { step: None, halt }
    }
}
