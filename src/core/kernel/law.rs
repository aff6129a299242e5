//! The law: the context through which rules act, and its verbs.
//!
//! Each verb cites a clause. A clause that is switched off acts as if it did not exist. The trace records every clause
//! that applied to what happened.

use super::book::Book;
use super::cards::Cards;
use super::chance::{Chance, NoOutcome};
use super::game::Game;
use super::halt::Halt;
use super::key::{ClauseKey, ClauseSet};
use super::trace::Trace;

/// An illegal action and the clause that forbids it. Data, not an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The clause that refuses it.
    pub clause: ClauseKey,
    /// Why, in words; empty if nothing reads the trace.
    pub why: String,
}

/// The parameters, readings, cards, trace and chance of a run.
#[allow(missing_debug_implementations)] // chance has no form to show
pub struct Law<'a, G: Game> {
    /// Parameters, readings and switches.
    pub book: &'a Book<G>,
    /// The cards of the run.
    pub cards: &'a Cards<G::Prepared>,
    /// Records every clause that applies to a step.
    pub trace: &'a mut Trace<G>,
    /// Maps, decks and tables.
    pub data: &'a G::Data,
    /// Supplies the outcomes of chance events.
    chance: &'a mut dyn Chance,
    /// Frames to do next, in this order.
    pub(super) next: Vec<G::Frame>,
    /// Frames to do when everything under way is done.
    pub(super) queued: Vec<G::Frame>,
    /// Set if [`Game::derive`] depends on nothing that has changed.
    pub(super) unchanged: bool,
    /// Why the run cannot go on.
    halt: Option<Halt>,
}

impl<'a, G: Game> Law<'a, G> {
    /// Creates the law for a run.
    pub fn new(
        book: &'a Book<G>,
        cards: &'a Cards<G::Prepared>,
        trace: &'a mut Trace<G>,
        chance: &'a mut dyn Chance,
    ) -> Self {
        Self {
            book,
            cards,
            trace,
            data: &book.data,
            chance,
            next: Vec::new(),
            queued: Vec::new(),
            unchanged: false,
            halt: None,
        }
    }

    /// The same law with other maps, decks and tables.
    #[must_use]
    pub(super) fn with_data(mut self, data: &'a G::Data) -> Self {
        self.data = data;
        self
    }

    /// The numbers and tables of the rules.
    pub fn rules(&self) -> &'a G::Parameters {
        &self.book.parameters
    }

    /// The readings in force.
    pub fn readings(&self) -> &'a G::Readings {
        &self.book.readings
    }

    /// Whether a clause is in force. If so, it is recorded as applying to the step.
    #[inline]
    pub fn on(&mut self, clause: ClauseKey) -> bool {
        let on = !self.book.off.has(clause);
        if on {
            self.trace.consulted.add(clause);
        }
        on
    }

    /// Records that the clause applies to the step, unless it is switched off. Nothing depends on the clause here.
    #[inline]
    pub fn cite(&mut self, clause: ClauseKey) {
        self.on(clause);
    }

    /// Records that clauses which applied when a card was read apply to the step too. None of them is switched off,
    /// because then it would not have applied.
    pub fn cite_all(&mut self, clauses: &ClauseSet) {
        self.trace.consulted.add_all(clauses);
    }

    /// A definition: `as_written`, or `otherwise` if the clause is switched off.
    #[inline]
    pub fn choose<V>(&mut self, clause: ClauseKey, as_written: V, otherwise: V) -> V {
        if self.on(clause) { as_written } else { otherwise }
    }

    /// A prohibition: refuses the action if it `breaks` the clause.
    ///
    /// # Errors
    /// If the action breaks the clause and the clause is not switched off.
    #[inline]
    pub fn forbid(&mut self, clause: ClauseKey, breaks: bool, why: impl FnOnce() -> String) -> Result<(), Rejection> {
        if self.on(clause) && breaks { Err(self.reject(clause, why)) } else { Ok(()) }
    }

    /// A permission: if it is `used`, the clause allows what is done.
    ///
    /// # Errors
    /// If the permission is used and the clause is switched off.
    #[inline]
    pub fn allow(&mut self, clause: ClauseKey, used: bool, why: impl FnOnce() -> String) -> Result<(), Rejection> {
        if !used || self.on(clause) {
            return Ok(());
        }
        Err(self.reject(clause, why))
    }

    /// Makes a change, and records the event with the clause that describes it. The change is made even if the clause
    /// is switched off, because the alternative has been chosen earlier; to leave a change undone, ask [`Law::on`]
    /// first.
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

    /// Schedules a frame to be done next in the step: after the frames already given to this verb, and before all
    /// frames that were waiting already.
    pub fn then(&mut self, frame: G::Frame) {
        self.next.push(frame);
    }

    /// Schedules a triggered frame for when everything under way is done: after the frames already queued, and before
    /// the uppermost frame that is a floor, see [`Game::is_floor`].
    pub fn queue(&mut self, frame: G::Frame) {
        self.queued.push(frame);
    }

    /// Skips the next call of [`Game::derive`]. For steps that change nothing on which it depends, such as declaring a
    /// card about which a question is still to be asked.
    pub fn unchanged(&mut self) {
        self.unchanged = true;
    }

    /// Stops the run. Whatever the rules do from here on is thrown away.
    pub fn stop(&mut self, halt: Halt) {
        self.halt.get_or_insert(halt);
    }

    /// Whether the run can go on.
    ///
    /// # Errors
    /// If it cannot. The error is the first reason.
    pub fn goes_on(&mut self) -> Result<(), Halt> {
        self.halt.take().map_or(Ok(()), Err)
    }

    /// Shuffles a pile, identified by `subject`, and returns the new order of `names` as indices.
    pub fn shuffle(&mut self, subject: &str, names: &[&str]) -> Vec<usize> {
        let order = self.chance.shuffle(subject, names);
        self.come(order).unwrap_or_else(|| (0..names.len()).collect())
    }

    /// Picks one of `names` by chance and returns its index; `None` if there is nothing to pick, or no outcome.
    pub fn pick(&mut self, subject: &str, names: &[&str]) -> Option<usize> {
        if names.is_empty() {
            return None;
        }
        let picked = self.chance.pick(subject, names);
        self.come(picked)
    }

    /// Rolls a die and returns a number from 1 to `sides`.
    pub fn roll(&mut self, subject: &str, sides: u32) -> u32 {
        let rolled = self.chance.roll(subject, sides.max(1));
        self.come(rolled).unwrap_or(1)
    }

    /// The outcome of chance. If there is none, the run cannot go on.
    fn come<V>(&mut self, outcome: Result<V, NoOutcome>) -> Option<V> {
        outcome.map_err(|NoOutcome(why)| self.stop(Halt::Chance(why))).ok()
    }

    /// Makes the rejection by a clause.
    pub fn reject(&mut self, clause: ClauseKey, why: impl FnOnce() -> String) -> Rejection {
        let why = if self.trace.is_read() { why() } else { String::new() };
        Rejection { clause, why }
    }
}
