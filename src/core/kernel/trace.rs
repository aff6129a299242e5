//! Traces: which clauses bore on a step, and which events they produced.

use serde_json::Value as Json;

use super::game::Game;
use super::key::{ClauseKey, ClauseSet};

/// What learns of every clause that bears on a step. Generic, so that a silent one costs nothing.
pub trait Trace<G: Game> {
    /// Whether anybody looks; words are only made if so.
    const ON: bool;
    /// The clause bore on the step.
    fn consulted(&mut self, clause: ClauseKey);
    /// The clause bore on the step and made a change, which `state` shows.
    fn event(&mut self, clause: ClauseKey, event: G::Event, state: &G::State);
}

/// Nobody looks.
pub struct Silent;

impl<G: Game> Trace<G> for Silent {
    const ON: bool = false;
    #[inline]
    fn consulted(&mut self, _: ClauseKey) {}
    #[inline]
    fn event(&mut self, _: ClauseKey, _: G::Event, _: &G::State) {}
}

/// Records everything.
pub struct Recorder<G: Game> {
    /// Every clause that bore on the step.
    pub consulted: ClauseSet,
    /// The events in order.
    pub events: Vec<(ClauseKey, G::Event)>,
    /// With `attribute`: the state after each event, as JSON.
    pub states: Vec<Json>,
    /// Whether to keep the state after each event, so that every change has its clause.
    pub attribute: bool,
}

impl<G: Game> Recorder<G> {
    /// An empty one.
    pub fn new(attribute: bool) -> Self {
        Self { consulted: ClauseSet::default(), events: Vec::new(), states: Vec::new(), attribute }
    }

    /// Forgets everything, for the next step.
    pub fn clear(&mut self) {
        self.consulted = ClauseSet::default();
        self.events.clear();
        self.states.clear();
    }

    /// Apart, since it is seldom wanted and `event` stands in every rule.
    #[cold]
    #[inline(never)]
    fn keep(&mut self, state: &G::State) {
        self.states.push(serde_json::to_value(state).unwrap_or(Json::Null));
    }
}

impl<G: Game> Trace<G> for Recorder<G> {
    const ON: bool = true;

    #[inline]
    fn consulted(&mut self, clause: ClauseKey) {
        self.consulted.add(clause);
    }

    fn event(&mut self, clause: ClauseKey, event: G::Event, state: &G::State) {
        self.consulted(clause);
        self.events.push((clause, event));
        if self.attribute {
            self.keep(state);
        }
    }
}
