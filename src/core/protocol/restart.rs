//! An engine that is restarted when it breaks: if it dies, hangs or sends rubbish on a scenario, only that scenario is
//! lost.
//!
//! Scenarios that were open when the engine broke are asked once more, each alone; the scenario on which the engine
//! breaks again is to blame.

use std::sync::{PoisonError, RwLock};

use super::client::{External, Limits, NoAnswer, Unusable};
use super::messages::Initialized;
use super::process::ProcessGroup;
use crate::harness::{Answer, Engine, NotDone, Request};

/// The most times that an engine is restarted.
const MOST_RESTARTS: usize = 10;

/// An engine that is restarted when it breaks.
pub struct Restarting {
    command: String,
    limits: Limits,
    started: Box<dyn Fn(ProcessGroup) + Send + Sync>,
    /// Locked for reading by concurrent requests, and for writing by a request that is asked alone.
    running: RwLock<Running>,
    /// What the engine says about itself: who it is and what it can do.
    pub initialized: Initialized,
}

struct Running {
    engine: External,
    restarts: usize,
    /// Why the engine is no longer started.
    given_up: Option<String>,
}

impl Restarting {
    /// Starts `command` (as a shell reads it) and greets the engine; `started` is called with each process.
    ///
    /// # Errors
    /// If the engine cannot be used: it does not start, does not answer, or answers with rubbish or another protocol.
    pub fn start(
        command: &str,
        limits: Limits,
        started: impl Fn(ProcessGroup) + Send + Sync + 'static,
    ) -> Result<Self, Unusable> {
        let engine = External::start(command, limits.clone(), &started)?;
        let initialized = engine.initialized.clone();
        let running = RwLock::new(Running { engine, restarts: 0, given_up: None });
        Ok(Self { command: command.to_owned(), limits, started: Box::new(started), running, initialized })
    }

    /// The number of times that the engine has been restarted.
    pub fn restarts(&self) -> usize {
        self.running.read().unwrap_or_else(PoisonError::into_inner).restarts
    }

    /// Why the engine is no longer asked; `None` if it still is.
    pub fn given_up(&self) -> Option<String> {
        self.running.read().unwrap_or_else(PoisonError::into_inner).given_up.clone()
    }

    /// The last lines of its standard error.
    pub fn last_lines(&self) -> Vec<String> {
        self.running.read().unwrap_or_else(PoisonError::into_inner).engine.last_lines()
    }

    /// Asks while no other request is open, restarting the engine first if it is broken.
    fn ask_alone(&self, request: &Request) -> Answer {
        let mut running = self.running.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(broken) = running.engine.broken() {
            if running.given_up.is_none() {
                self.restart(&mut running, &broken);
            }
            if let Some(why) = &running.given_up {
                return Answer::Skipped { reason: why.clone() };
            }
        }
        match running.engine.answer(request) {
            Ok(answer) => answer,
            Err(NoAnswer(reason)) => Answer::Errored { reason: running.engine.broken().unwrap_or(reason) },
        }
    }

    fn restart(&self, running: &mut Running, broken: &str) {
        if running.restarts == MOST_RESTARTS {
            running.given_up =
                Some(format!("not asked, because the engine broke {MOST_RESTARTS} times; the last time: {broken}"));
            return;
        }
        running.restarts += 1;
        match External::start(&self.command, self.limits.clone(), &self.started) {
            Ok(engine) => running.engine = engine,
            Err(Unusable(why)) => {
                running.given_up = Some(format!("not asked, because the engine did not start again: {why}"))
            }
        }
    }
}

impl Engine for Restarting {
    fn name(&self) -> String {
        self.initialized.name()
    }

    fn does(&self, request: &Request) -> Result<(), NotDone> {
        self.initialized.does(request)
    }

    fn ask(&self, request: &Request) -> Answer {
        {
            let running = self.running.read().unwrap_or_else(PoisonError::into_inner);
            if running.engine.broken().is_none() {
                match running.engine.answer(request) {
                    Ok(answer) => return answer,
                    // An error about this question alone; the engine goes on.
                    Err(NoAnswer(reason)) if running.engine.broken().is_none() => return Answer::Errored { reason },
                    Err(_) => {}
                }
            }
        }
        self.ask_alone(request)
    }
}
