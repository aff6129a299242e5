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
#[allow(missing_debug_implementations)] // chance has no form to show
pub struct Law<'a, G: Game> {
    /// Parameters, readings and switches.
    pub book: &'a Book<G>,
    /// The cards of the run.
    pub cards: &'a G::Cards,
    /// What learns of every clause that bears on a step.
    pub trace: &'a mut Trace<G>,
    /// What answers chance events.
    pub chance: &'a mut dyn Chance,
    /// Only whether an action is legal is asked: the game may return before it acts.
    pub asking: bool,
    /// Set when a step is beyond a published bound of this engine, which then decides nothing.
    pub beyond: Option<String>,
}

impl<'a, G: Game> Law<'a, G> {
    /// A law for one run.
    pub fn new(book: &'a Book<G>, cards: &'a G::Cards, trace: &'a mut Trace<G>, chance: &'a mut dyn Chance) -> Self {
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

    /// Whether a clause is in force; it bears on the step if so.
    #[inline]
    pub fn on(&mut self, clause: ClauseKey) -> bool {
        let on = !self.book.off.has(clause);
        if on {
            self.trace.consulted.add(clause);
        }
        on
    }

    /// The clause bears on the step, unless it is switched off, and nothing hangs on it here.
    #[inline]
    pub fn cite(&mut self, clause: ClauseKey) {
        self.on(clause);
    }

    /// A definition: `as_written`, or `otherwise` if switched off.
    #[inline]
    pub fn choose<V>(&mut self, clause: ClauseKey, as_written: V, otherwise: V) -> V {
        if self.on(clause) { as_written } else { otherwise }
    }

    /// A prohibition: refuses the action if it `breaks` the clause.
    ///
    /// # Errors
    /// The rejection, unless the clause is switched off.
    pub fn forbid(&mut self, clause: ClauseKey, breaks: bool, why: impl FnOnce() -> String) -> Result<(), Rejection> {
        if self.on(clause) && breaks { Err(self.reject(clause, why)) } else { Ok(()) }
    }

    /// A permission: what is done, if `used`, is allowed by the clause.
    ///
    /// # Errors
    /// The rejection, if the clause is switched off and what it allows is done.
    pub fn allow(&mut self, clause: ClauseKey, used: bool, why: impl FnOnce() -> String) -> Result<(), Rejection> {
        if !used || self.on(clause) {
            return Ok(());
        }
        Err(self.reject(clause, why))
    }

    /// A change: makes it, and records the event with the clause that describes it. It is made even where the clause
    /// is switched off, since its alternative has been chosen before; what is then left undone asks [`Law::on`] first.
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

    /// The rejection by a clause.
    pub fn reject(&mut self, clause: ClauseKey, why: impl FnOnce() -> String) -> Rejection {
        let why = if self.trace.is_read() { why() } else { String::new() };
        Rejection { clause, why }
    }
}
