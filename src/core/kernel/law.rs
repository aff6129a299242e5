//! The law: the context through which rules act, and its verbs.
//!
//! Each verb cites a clause. A clause that is switched off acts as if it did not exist, and the
//! trace learns of every clause that bore on what happened.

use super::chance::Chance;
use super::game::{Book, Game};
use super::key::ClauseKey;
use super::trace::Trace;

/// An action is illegal, by this clause. Data, not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The clause that refuses it.
    pub clause: ClauseKey,
    /// Why, in words; empty where nobody looks.
    pub why: String,
}

/// Parameters, readings, cards, trace and chance of a run.
pub struct Law<'a, G: Game, T> {
    /// Parameters, readings and switches.
    pub book: &'a Book<G>,
    /// The cards of the run.
    pub cards: &'a G::Cards,
    /// What learns of every clause that bears on a step.
    pub trace: &'a mut T,
    /// What answers chance events.
    pub chance: &'a mut dyn Chance,
    /// Only whether an action is legal is asked: the game may return before it acts.
    pub asking: bool,
    /// Set when a step is beyond a published bound of this engine, which then decides nothing.
    pub beyond: Option<String>,
}

impl<'a, G: Game, T: Trace<G>> Law<'a, G, T> {
    /// A law for one run.
    pub fn new(book: &'a Book<G>, cards: &'a G::Cards, trace: &'a mut T, chance: &'a mut dyn Chance) -> Self {
        Self { book, cards, trace, chance, asking: false, beyond: None }
    }

    /// The numbers and tables of the rules.
    pub fn rules(&self) -> &'a G::Parameters {
        &self.book.parameters
    }

    /// The readings in force.
    pub fn readings(&self) -> &'a G::Readings {
        &self.book.readings
    }

    /// A prohibition: refuses the action if it `breaks` the clause.
    ///
    /// # Errors
    /// The rejection, unless the clause is switched off.
    pub fn forbid(&mut self, clause: ClauseKey, breaks: bool, why: impl FnOnce() -> String) -> Result<(), Rejection> {
        if self.book.off.has(clause) {
            return Ok(());
        }
        self.trace.consulted(clause);
        if breaks { Err(self.reject(clause, why)) } else { Ok(()) }
    }

    /// A permission: what is done, if `used`, is allowed by the clause.
    ///
    /// # Errors
    /// The rejection, if the clause is switched off and what it allows is done.
    pub fn allow(&mut self, clause: ClauseKey, used: bool, why: impl FnOnce() -> String) -> Result<(), Rejection> {
        if !used {
            return Ok(());
        }
        self.trace.consulted(clause);
        if self.book.off.has(clause) { Err(self.reject(clause, why)) } else { Ok(()) }
    }

    /// An obligation or procedure: makes the change and records the event, unless switched off.
    pub fn apply(
        &mut self,
        clause: ClauseKey,
        state: &mut G::State,
        event: G::Event,
        change: impl FnOnce(&mut G::State),
    ) {
        if self.book.off.has(clause) {
            return;
        }
        change(state);
        self.trace.event(clause, event, state);
    }

    /// A change that a clause describes, whichever way it was chosen: it is made and recorded even
    /// when the clause is switched off, since then its alternative has been chosen before.
    pub fn act(
        &mut self,
        clause: ClauseKey,
        state: &mut G::State,
        event: G::Event,
        change: impl FnOnce(&mut G::State),
    ) {
        change(state);
        self.trace.event(clause, event, state);
    }

    /// A definition: `as_written`, or `otherwise` if switched off.
    pub fn choose<V>(&mut self, clause: ClauseKey, as_written: V, otherwise: V) -> V {
        if self.book.off.has(clause) {
            return otherwise;
        }
        self.trace.consulted(clause);
        as_written
    }

    /// The rejection by a clause.
    pub fn reject(&mut self, clause: ClauseKey, why: impl FnOnce() -> String) -> Rejection {
        let why = if T::ON { why() } else { String::new() };
        Rejection { clause, why }
    }
}
