//! Who may act, and how a match has ended.

use serde::{Deserialize, Serialize};

use super::key::ClauseKey;

/// A player: its place in the setup, counted from 0.
pub type Player = usize;

/// What a position waits for.
///
/// This does not cover what the rules allow anybody at any time, such as looking at a pile or giving up:
/// [`Game::permit`](super::Game::permit) decides that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waits<Q> {
    /// The player whose turn it is acts.
    Turn(Player),
    /// Any one of these players acts, whoever comes first.
    Any(Vec<Player>),
    /// One player answers one small question in the middle of a step. A question with a single legal answer is not
    /// asked, unless the player `may` decline; everybody knows from the rules which questions those are.
    Answer {
        /// The player who answers.
        player: Player,
        /// The question. All players may know it.
        question: Q,
        /// Whether it is asked even if there is a single answer.
        may: bool,
    },
    /// Each of these players chooses, unseen by the others until all have chosen.
    Sealed {
        /// Who, in ascending order.
        players: Vec<Player>,
        /// The question. All players may know it.
        question: Q,
        /// The clause that lets each choose once.
        once: ClauseKey,
    },
    /// The match is over.
    Over(Ending),
}

impl<Q> Waits<Q> {
    /// The players who may or must act.
    pub fn players(&self) -> &[Player] {
        match self {
            Waits::Turn(player) | Waits::Answer { player, .. } => std::slice::from_ref(player),
            Waits::Any(players) | Waits::Sealed { players, .. } => players,
            Waits::Over(_) => &[],
        }
    }
}

/// How a match has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who has won; nobody in a draw. An alliance wins with all its players.
    pub winners: Vec<Player>,
    /// The clause that ended it, if the position says so.
    pub clause: Option<ClauseKey>,
}

/// A question that a position waits for, as shown in states.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Pending<Q> {
    /// The players who must answer; in a sealed choice, those who have not chosen yet.
    pub players: Vec<Player>,
    /// The question.
    pub question: Q,
}
