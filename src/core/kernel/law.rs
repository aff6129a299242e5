//! The law: the context through which rules act, and its verbs.
//!
//! Each verb cites a clause. A clause that is switched off acts as if it did not exist, and the
//! trace learns of every clause that bore on what happened.

use super::book::Book;
use super::cards::Cards;
use super::chance::{Chance, NoOutcome};
use super::game::Game;
use super::halt::Halt;
use super::key::{ClauseKey, ClauseSet};
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
    pub cards: &'a Cards<G::Prepared>,
    /// What learns of every clause that bears on a step.
    pub trace: &'a mut Trace<G>,
    /// Maps, decks and tables.
    pub data: &'a G::Data,
    /// What answers chance events.
    chance: &'a mut dyn Chance,
    /// What is to be done next, in that order.
    pub(super) next: Vec<G::Frame>,
    /// What is to be done when all that is under way is done.
    pub(super) queued: Vec<G::Frame>,
    /// Nothing has changed that anything could follow from.
    pub(super) unchanged: bool,
    /// Why the run cannot go on.
    halt: Option<Halt>,
}

impl<'a, G: Game> Law<'a, G> {
    /// A law for one run.
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

    /// The same with other maps, decks and tables.
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

    /// What bore on the reading of a card bears on the step too. None of it is switched off, or it had not borne on it.
    pub fn cite_all(&mut self, clauses: &ClauseSet) {
        self.trace.consulted.add_all(clauses);
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
    #[inline]
    pub fn forbid(&mut self, clause: ClauseKey, breaks: bool, why: impl FnOnce() -> String) -> Result<(), Rejection> {
        if self.on(clause) && breaks { Err(self.reject(clause, why)) } else { Ok(()) }
    }

    /// A permission: what is done, if `used`, is allowed by the clause.
    ///
    /// # Errors
    /// The rejection, if the clause is switched off and what it allows is done.
    #[inline]
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

    /// What is to be done next of the step: after what has been given to this verb before, and before all that waited
    /// already.
    pub fn then(&mut self, frame: G::Frame) {
        self.next.push(frame);
    }

    /// What has been triggered, and is done once all that is under way is done: after what was queued before, and
    /// before the uppermost frame that is a floor, see [`Game::is_floor`].
    pub fn queue(&mut self, frame: G::Frame) {
        self.queued.push(frame);
    }

    /// Nothing has changed that anything could follow from, as when a card is declared of which something has still to be
    /// asked: [`Game::derive`] is not called this once.
    pub fn unchanged(&mut self) {
        self.unchanged = true;
    }

    /// The run cannot go on; what the rules do from here on is thrown away.
    pub fn stop(&mut self, halt: Halt) {
        self.halt.get_or_insert(halt);
    }

    /// Why the run cannot go on, if so.
    ///
    /// # Errors
    /// The first reason.
    pub fn goes_on(&mut self) -> Result<(), Halt> {
        self.halt.take().map_or(Ok(()), Err)
    }

    /// Shuffles a pile, which `subject` tells from others: the new order of `names`, as indices.
    pub fn shuffle(&mut self, subject: &str, names: &[&str]) -> Vec<usize> {
        let order = self.chance.shuffle(subject, names);
        self.come(order).unwrap_or_else(|| (0..names.len()).collect())
    }

    /// Picks one of `names` by chance: its index; nothing where there is nothing to pick, or no outcome.
    pub fn pick(&mut self, subject: &str, names: &[&str]) -> Option<usize> {
        if names.is_empty() {
            return None;
        }
        let picked = self.chance.pick(subject, names);
        self.come(picked)
    }

    /// Rolls a die with so many sides: a number from 1.
    pub fn roll(&mut self, subject: &str, sides: u32) -> u32 {
        let rolled = self.chance.roll(subject, sides.max(1));
        self.come(rolled).unwrap_or(1)
    }

    /// What has come of chance; nothing where it has no outcome, and the run then cannot go on.
    fn come<V>(&mut self, outcome: Result<V, NoOutcome>) -> Option<V> {
        outcome.map_err(|NoOutcome(why)| self.stop(Halt::Chance(why))).ok()
    }

    /// The rejection by a clause.
    pub fn reject(&mut self, clause: ClauseKey, why: impl FnOnce() -> String) -> Rejection {
        let why = if self.trace.is_read() { why() } else { String::new() };
        Rejection { clause, why }
    }
}
