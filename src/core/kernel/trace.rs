//! Traces: which clauses applied to a step, and which events they produced.

use serde_json::Value as Json;

use super::game::Game;
use super::key::{ClauseKey, ClauseSet};

/// The record of every clause that applies to a step.
///
/// The clauses are always recorded, since one bit per clause costs next to nothing. Events and words are kept only if
/// something reads them.
#[derive(Debug)]
pub struct Trace<G: Game> {
    /// Every clause that applied to the step.
    pub consulted: ClauseSet,
    /// The events in order, with the clause that produced each.
    pub events: Vec<(ClauseKey, G::Event)>,
    /// The state after each event, as JSON, if changes are attributed.
    pub states: Vec<Json>,
    detail: Detail,
}

/// What is kept of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// Nothing is kept.
    Silent,
    /// The event.
    Events,
    /// The event and the state after it, so that every change has its clause.
    States,
}

impl<G: Game> Trace<G> {
    fn new(detail: Detail) -> Self {
        Self { consulted: ClauseSet::default(), events: Vec::new(), states: Vec::new(), detail }
    }

    /// A trace that nobody reads: no events, no words.
    pub fn silent() -> Self {
        Self::new(Detail::Silent)
    }

    /// A trace that keeps the events.
    pub fn recording() -> Self {
        Self::new(Detail::Events)
    }

    /// A trace that keeps the state after each event too.
    pub fn attributing() -> Self {
        Self::new(Detail::States)
    }

    /// Whether something reads the trace; words are made only then.
    pub fn is_read(&self) -> bool {
        self.detail != Detail::Silent
    }

    /// Whether the state after each event is kept.
    pub fn attributes(&self) -> bool {
        self.detail == Detail::States
    }

    /// Forgets everything, for the next step.
    pub fn clear(&mut self) {
        self.consulted.clear();
        self.events.clear();
        self.states.clear();
    }

    /// Records that the clause applied to the step and made a change; `state` is the state afterwards.
    #[inline]
    pub(super) fn event(&mut self, clause: ClauseKey, event: G::Event, state: &G::State) {
        self.consulted.add(clause);
        if self.detail != Detail::Silent {
            self.keep(clause, event, state);
        }
    }

    /// Keeps an event. Separate from `event`, which is inlined into every rule.
    #[inline(never)]
    fn keep(&mut self, clause: ClauseKey, event: G::Event, state: &G::State) {
        self.events.push((clause, event));
        if self.detail == Detail::States {
            self.states.push(serde_json::to_value(state).unwrap_or(Json::Null));
        }
    }
}
