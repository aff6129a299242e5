//! An engine that is restarted when it breaks: if it dies, hangs or sends rubbish on a scenario, only that scenario is
//! lost.
//!
//! Which scenarios are open when an engine breaks depends on the machine, and so does what is read before the break is
//! noticed. No verdict may depend on that. So while many scenarios are asked at once, a break only makes scenarios
//! doubtful: those that were open, and the one that was answered last. When all others have been asked, the doubtful
//! ones are asked again, one after the other, and only what the engine does then counts. Each is asked twice in a row:
//! whatever an engine writes or does after its answer is noticed before the second answer.

use std::collections::BTreeSet;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use serde::Serialize;

use super::budget::Held;
use super::client::{External, Limits, NoAnswer, Unusable};
use super::messages::Initialized;
use super::process::ProcessGroup;
use crate::harness::{Answer, Engine, NotDone, Request};

/// The most times that an engine may break while many scenarios are asked at once, and again while each is asked alone.
const MOST_BREAKS: usize = 10;

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

/// What an engine did that it must not do.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Break {
    /// The scenario on which it broke; several, if none of them broke it when asked alone.
    pub scenarios: BTreeSet<String>,
    /// What it did.
    pub reason: String,
}

struct Running {
    engine: External,
    restarts: usize,
    /// The breaks while many scenarios were asked at once.
    together: Phase,
    /// The breaks while each was asked alone.
    alone: Phase,
    /// The scenarios to be asked alone.
    doubtful: BTreeSet<String>,
    /// Whether the break of `engine` is among those in `together`.
    noted: bool,
}

#[derive(Default)]
struct Phase {
    breaks: Vec<Break>,
    /// Why the engine is no longer asked.
    given_up: Option<String>,
}

impl Phase {
    fn add(&mut self, scenarios: BTreeSet<String>, reason: &str) {
        let first = reason.lines().next().unwrap_or_default().to_owned();
        self.breaks.push(Break { scenarios, reason: first });
        if self.breaks.len() == MOST_BREAKS {
            let why = format!("not asked, because the engine broke {MOST_BREAKS} times; the last time: {reason}");
            self.given_up = Some(why);
        }
    }
}

impl Running {
    /// Notes how the engine broke, and makes doubtful whatever may have broken it.
    fn note(&mut self) {
        if self.noted {
            return;
        }
        self.noted = true;
        let suspects: BTreeSet<String> = self.engine.suspects().iter().map(|one| (**one).to_owned()).collect();
        self.doubtful.extend(suspects.clone());
        self.doubtful.extend(self.engine.twice().iter().map(|one| (**one).to_owned()));
        if let Some(broken) = self.engine.broken() {
            self.together.add(suspects, &broken);
        }
    }
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
        let (together, alone) = (Phase::default(), Phase::default());
        let running = Running { engine, restarts: 0, together, alone, doubtful: BTreeSet::new(), noted: false };
        let running = RwLock::new(running);
        Ok(Self { command: command.to_owned(), limits, started: Box::new(started), running, initialized })
    }

    fn read(&self) -> RwLockReadGuard<'_, Running> {
        self.running.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Running> {
        self.running.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of times that the engine has been restarted because it broke.
    pub fn restarts(&self) -> usize {
        self.read().restarts
    }

    /// How the engine broke: on which scenarios when these were asked alone, and when nothing that is asked alone
    /// explains it. Equal breaks are listed once.
    pub fn breaks(&self) -> BTreeSet<Break> {
        let running = self.read();
        let confirmed: BTreeSet<&String> = running.alone.breaks.iter().flat_map(|one| &one.scenarios).collect();
        let explained = |one: &&Break| one.scenarios.iter().any(|scenario| confirmed.contains(scenario));
        let unexplained = running.together.breaks.iter().filter(|one| !explained(one));
        running.alone.breaks.iter().chain(unexplained).cloned().collect()
    }

    /// Why the engine was not asked everything, if it was not.
    pub fn given_up(&self) -> Option<String> {
        let running = self.read();
        running.together.given_up.clone().or_else(|| running.alone.given_up.clone())
    }

    /// The last lines of its standard error.
    pub fn last_lines(&self) -> Vec<String> {
        self.read().engine.last_lines()
    }

    /// Starts the engine again.
    fn start_again(&self, running: &mut Running) -> Result<(), String> {
        running.restarts += usize::from(running.engine.broken().is_some());
        match External::start(&self.command, self.limits.clone(), &self.started) {
            Ok(engine) => {
                (running.engine, running.noted) = (engine, false);
                Ok(())
            }
            Err(Unusable(why)) => Err(format!("not asked, because the engine did not start again: {why}")),
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
        self.ask_held(request).0
    }

    fn ask_held(&self, request: &Request) -> (Answer, Option<Held>) {
        loop {
            {
                let running = self.read();
                if let Some(reason) = running.together.given_up.clone() {
                    return (Answer::Skipped { reason }, None);
                }
                match running.engine.answer(request) {
                    Ok(answered) => return answered,
                    Err(NoAnswer::Error(reason)) => return (Answer::Errored { reason }, None),
                    Err(NoAnswer::Broke) => {
                        let reason = running.engine.broken().unwrap_or_default();
                        return (Answer::Errored { reason }, None);
                    }
                    Err(NoAnswer::NotAsked) => {}
                }
            }
            let mut running = self.write();
            if !running.engine.usable() {
                running.note();
                if running.together.given_up.is_none() {
                    running.together.given_up = self.start_again(&mut running).err();
                }
            }
        }
    }

    fn settle(&self) -> BTreeSet<String> {
        let mut running = self.write();
        if running.engine.usable() {
            // If it does not end as it should, what it was asked last may be to blame. That alone is not a break.
            running.engine.end();
            let (suspects, twice) = (running.engine.suspects(), running.engine.twice());
            running.doubtful.extend(suspects.iter().chain(&twice).map(|one| (**one).to_owned()));
            running.noted = true;
        }
        running.note();
        running.doubtful.clone()
    }

    fn ask_alone(&self, request: &Request) -> Answer {
        let mut running = self.write();
        if !running.engine.usable() && running.alone.given_up.is_none() {
            running.alone.given_up = self.start_again(&mut running).err();
        }
        if let Some(reason) = running.alone.given_up.clone() {
            return Answer::Skipped { reason };
        }
        let answer = || match running.engine.answer(request) {
            Ok((answer, _)) => Some(answer),
            Err(NoAnswer::Error(reason)) => Some(Answer::Errored { reason }),
            Err(NoAnswer::Broke | NoAnswer::NotAsked) => None,
        };
        let answer = answer().and_then(|_| answer());
        let twice = running.engine.twice().contains(&*request.id);
        let broken = if answer.is_none() { running.engine.broken() } else { None };
        let reason = match broken {
            Some(reason) => reason,
            None if twice => "the engine answered it more than once".to_owned(),
            None => return answer.unwrap_or(Answer::Errored { reason: "the engine does not answer".to_owned() }),
        };
        if answer.is_none() {
            running.alone.add([request.id.clone()].into(), &reason);
        }
        Answer::Errored { reason }
    }
}
