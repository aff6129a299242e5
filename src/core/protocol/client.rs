//! A third-party engine: a process that answers over pipes.
//!
//! Reader and writer have their own threads, because a pipe that nobody empties blocks both sides. Requests are sent
//! ahead of the answers, and each answer is matched by its id. Once anything breaks, the engine is broken for good,
//! and every open question fails. An engine is started in its own process group, so that everything the engine has
//! started ends with it.

use std::collections::BTreeSet;
use std::io::{BufReader, BufWriter};
use std::path::PathBuf;
use std::process::Child;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::json;

use super::budget::Held;
use super::log::Log;
use super::messages::{Initialize, Initialized, NoMessage, VERSION, reported};
use super::pipes::{Answered, Heard, Shared, lock, read, read_errors, spawn, write};
use super::process::{self, ProcessGroup};
use super::requests::{ask, call};
use crate::harness::{Answer, Request};
use crate::yaml::from_json;

/// The time between checks on a question while nothing arrives.
const TICK: Duration = Duration::from_millis(50);
/// How long an answer that arrives in pieces may take, as a multiple of the silence allowed.
const MOST_SILENCES: u32 = 30;
/// How long an engine may take to end when it is asked to.
const MOST_ENDING: Duration = Duration::from_secs(1);

/// Bounds on an engine, with its supervisor and log.
#[derive(Clone, Debug)]
pub struct Limits {
    /// How long the engine may be silent while a question is open. Time in which this process is stopped does not
    /// count.
    pub silence: Duration,
    /// The command whose `supervise` ends the engine when this process is killed.
    pub supervisor: Option<PathBuf>,
    /// Where messages are logged.
    pub log: Option<Log>,
}

/// A running engine.
pub struct External {
    shared: Arc<Shared>,
    lines: Option<SyncSender<String>>,
    next: AtomicU64,
    child: Mutex<Child>,
    group: ProcessGroup,
    threads: Vec<JoinHandle<()>>,
    limits: Limits,
    /// Whether the engine has been asked to end.
    ended: AtomicBool,
    /// What the engine says about itself: who it is and what it can do.
    pub initialized: Initialized,
}

/// Why an engine cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unusable(pub String);

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoAnswer {
    /// The engine answered with an error, which concerns this request alone.
    #[error("{0}")]
    Error(String),
    /// The engine broke while the request was open.
    #[error("the engine broke")]
    Broke,
    /// The engine was broken already, or has ended.
    #[error("the engine is no longer asked")]
    NotAsked,
}

impl External {
    /// Starts `command` (as a shell reads it) and greets the engine; `started` is called before the greeting.
    ///
    /// # Errors
    /// If the engine cannot be used: it does not start, does not answer, or answers with rubbish or another protocol.
    pub fn start(command: &str, limits: Limits, started: &dyn Fn(ProcessGroup)) -> Result<Self, Unusable> {
        let mut child = process::spawn(command, limits.supervisor.as_deref())
            .map_err(|error| Unusable(format!("the engine does not start: {error}")))?;
        let group = ProcessGroup::of(&child);
        started(group);
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Unusable("the engine has no pipes".to_owned()));
        };
        let shared = Arc::new(Shared::new(limits.log.clone()));
        let (lines, written) = sync_channel::<String>(64);
        let threads = [
            spawn(&shared, move |shared| write(shared, written, BufWriter::new(input))),
            spawn(&shared, move |shared| {
                read(shared, BufReader::with_capacity(1 << 16, Heard { inner: output, heard: &shared.heard }));
            }),
            spawn(&shared, move |shared| read_errors(shared, BufReader::new(errors))),
        ];
        let threads = threads.into_iter().collect::<std::io::Result<Vec<_>>>().map_err(|error| {
            group.kill();
            Unusable(format!("the threads that talk to the engine cannot be started: {error}"))
        })?;
        let mut engine = Self {
            shared,
            lines: Some(lines),
            next: AtomicU64::new(1),
            group,
            child: Mutex::new(child),
            threads,
            limits,
            ended: AtomicBool::new(false),
            initialized: Initialized { protocol: VERSION, engine: Default::default(), games: Default::default() },
        };
        let greeting = Initialize { protocol: VERSION };
        let silence = engine.limits.silence;
        let (answer, _) = engine
            .call("", silence, |id| call(id, "initialize", greeting))
            .map_err(|why| Unusable(engine.broken().unwrap_or_else(|| engine.told_why(&why.to_string()))))?;
        let initialized: Initialized = from_json(&answer)
            .map_err(|e| Unusable(engine.told_why(&format!("its answer to initialize is not valid: {e}"))))?;
        if initialized.protocol != VERSION {
            return Err(Unusable(format!("the engine speaks protocol {}, not {VERSION}", initialized.protocol)));
        }
        engine.initialized = initialized;
        Ok(engine)
    }

    /// Why the engine is broken, if it is, with the last lines of its standard error.
    pub fn broken(&self) -> Option<String> {
        self.shared.broken.get().map(|broken| self.told_why(&broken.why))
    }

    /// The last lines of its standard error.
    pub fn last_lines(&self) -> Vec<String> {
        self.shared.errors()
    }

    fn told_why(&self, why: &str) -> String {
        let errors = self.shared.broken.get().map_or_else(|| self.shared.errors(), |broken| broken.errors.clone());
        let status = match lock(&self.child).try_wait() {
            Ok(Some(status)) if why.contains("ended") => format!(" ({status})"),
            _ => String::new(),
        };
        let why = format!("{why}{status}");
        if errors.is_empty() {
            return why;
        }
        format!("{why}\nits standard error ends with:\n  {}", errors.join("\n  "))
    }

    /// Kills the engine and everything that it has started.
    fn kill(&self) {
        self.group.kill();
        let _ = lock(&self.child).kill();
    }

    /// Whether the engine can be asked.
    pub fn usable(&self) -> bool {
        self.shared.broken.get().is_none() && !self.ended.load(Ordering::Relaxed)
    }

    /// The scenarios one of which broke the engine, if it is broken.
    pub fn suspects(&self) -> BTreeSet<Arc<str>> {
        self.shared.broken.get().map(|broken| broken.suspects.clone()).unwrap_or_default()
    }

    /// The scenarios that the engine answered more than once.
    pub fn twice(&self) -> BTreeSet<Arc<str>> {
        self.shared.twice()
    }

    /// Asks the engine to end. Everything that it writes comes before its answer, so whatever it has left over is read
    /// by then. If it does not answer, it is broken.
    pub fn end(&self) {
        if !self.usable() {
            return;
        }
        let _ = self.call("", self.limits.silence.min(MOST_ENDING), |id| call(id, "shutdown", json!({})));
        self.ended.store(true, Ordering::Relaxed);
    }

    /// The engine's answer to a request, with its weight in memory.
    ///
    /// # Errors
    /// If the engine broke while the question was open, or answered with an error.
    pub fn answer(&self, request: &Request) -> Result<(Answer, Option<Held>), NoAnswer> {
        let (result, held) = self.call(&request.id, self.limits.silence, |id| ask(id, request))?;
        let answer = reported(&request.task, result);
        Ok((answer.unwrap_or_else(|NoMessage(reason)| Answer::Errored { reason }), held))
    }

    /// Calls a method for a scenario and waits for its result.
    fn call(&self, scenario: &str, silence: Duration, line: impl FnOnce(u64) -> String) -> Answered {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let line = line(id);
        let (answer, answered) = channel();
        if self.ended.load(Ordering::Relaxed) || !self.shared.open(id, scenario.into(), answer) {
            return Err(NoAnswer::NotAsked);
        }
        let sent = self.lines.as_ref().is_some_and(|lines| lines.send(line).is_ok());
        if !sent {
            self.shared.breaks("the engine no longer reads".to_owned());
            return Err(NoAnswer::Broke);
        }
        self.wait(&answered, silence)
    }

    /// Waits for an answer. The engine hangs if it has sent nothing at all for too long since it was asked.
    fn wait(&self, answered: &Receiver<Answered>, silence: Duration) -> Answered {
        let (mut heard, mut quiet, mut all) =
            (self.shared.heard.load(Ordering::Relaxed), Duration::ZERO, Duration::ZERO);
        loop {
            let began = Instant::now();
            match answered.recv_timeout(TICK.min(silence)) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer::Broke),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // If a tick took much longer, this process was stopped or not scheduled.
            let tick = began.elapsed().min(2 * TICK);
            (quiet, all) = (quiet + tick, all + tick);
            let now = self.shared.heard.load(Ordering::Relaxed);
            if now != heard {
                (heard, quiet) = (now, Duration::ZERO);
            }
            // A grandchild may keep the pipe open after the engine itself has exited.
            let gone = matches!(lock(&self.child).try_wait(), Ok(Some(_)));
            if gone && quiet > Duration::from_millis(500) {
                self.shared.breaks("the engine ended before it was asked to".to_owned());
            } else if quiet > silence || all > silence * MOST_SILENCES {
                let what = if quiet > silence { "silent for" } else { "answering one request for over" };
                let time = if quiet > silence { silence } else { silence * MOST_SILENCES };
                self.shared.breaks(format!(
                    "the engine hangs: it has been {what} {time:?}; does it flush after every answer? `--timeout` sets how long it may be silent"
                ));
                self.kill();
            }
        }
    }
}

impl Drop for External {
    fn drop(&mut self) {
        self.end();
        self.lines = None;
        let waited = Instant::now();
        while matches!(lock(&self.child).try_wait(), Ok(None)) && waited.elapsed() < Duration::from_millis(500) {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.kill();
        let _ = lock(&self.child).wait();
        // A process that has left the group may keep the pipes open; the threads then end with this process.
        for thread in self.threads.drain(..) {
            if thread.is_finished() {
                let _ = thread.join();
            }
        }
    }
}
