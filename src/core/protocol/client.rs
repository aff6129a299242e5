//! A third-party engine: a process that answers over pipes.
//!
//! Reader and writer are threads of their own, since a pipe that nobody empties blocks both sides.
//! Requests are sent ahead of the answers; whatever comes back is matched by its id. Once anything is
//! broken the engine is broken for good, and every question still open is told so. An engine is started
//! in a group of its own, so that it ends with everything that it has started.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::messages::{GameInfo, Initialize, Initialized, NoMessage, Reply, VERSION, clean, reported};
use super::requests::{ask, call};
use crate::harness::{Answer, Engine, NotDone, Request, Task};

/// The longest line that is read, in bytes. An engine that writes more without a line break is broken.
pub const MOST_LINE: usize = 16 * 1024 * 1024;
/// How many lines of its standard error are kept, and how long each may be, in characters.
const MOST_ERRORS: usize = 12;
const MOST_ERROR: usize = 300;

/// Bounds on an engine's time.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How long it may be silent while it is asked something.
    pub silence: Duration,
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
    /// Who it says it is, and what it can do.
    pub told: Initialized,
}

/// A question that is open: whom to tell, and when it was asked.
type Asked = (Sender<Result<Json, NoAnswer>>, Instant);

struct Shared {
    open: Mutex<HashMap<u64, Asked>>,
    heard: Mutex<Instant>,
    broken: OnceLock<EngineFailure>,
    errors: Mutex<VecDeque<String>>,
}

/// Why an engine is broken, and what it had written to its standard error by then. What it writes
/// when its pipes are closed on it is our doing and tells nothing.
struct EngineFailure {
    why: String,
    errors: Vec<String>,
}

/// A process and all that it has started.
#[derive(Clone, Copy, Debug)]
pub struct ProcessGroup(u32);

impl ProcessGroup {
    /// Kills it.
    pub fn kill(self) {
        #[cfg(unix)]
        if let Some(group) = i32::try_from(self.0).ok().and_then(rustix::process::Pid::from_raw) {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Marks the engine as broken and tells everybody who waits.
    fn breaks(&self, why: String) {
        if self.broken.get().is_none() {
            let _ = self.broken.set(EngineFailure { why, errors: self.errors() });
        }
        lock(&self.open).clear();
    }

    /// The last lines of its standard error, once what it wrote before has come.
    fn errors(&self) -> Vec<String> {
        std::thread::sleep(Duration::from_millis(30));
        lock(&self.errors).iter().cloned().collect()
    }

    fn why(&self) -> String {
        self.broken.get().map_or("the engine does not answer", |broken| &broken.why).to_owned()
    }
}

/// An engine cannot be used, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unusable(pub String);

/// A request has no result, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoAnswer(pub String);

impl External {
    /// Starts `command` (as a shell reads it) and greets the engine; `started` learns of it before.
    ///
    /// # Errors
    /// Why it cannot be used: it does not start, does not answer, answers rubbish or another protocol.
    pub fn start(command: &str, limits: Limits, started: &dyn Fn(ProcessGroup)) -> Result<Self, Unusable> {
        let mut shell = shell(command);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut shell, 0);
        let mut child = shell
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Unusable(format!("the engine does not start: {error}")))?;
        let group = ProcessGroup(child.id());
        started(group);
        let (Some(input), Some(output), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Unusable("the engine has no pipes".to_owned()));
        };
        let shared = Arc::new(Shared {
            open: Mutex::default(),
            heard: Mutex::new(Instant::now()),
            broken: OnceLock::new(),
            errors: Mutex::default(),
        });
        let (lines, written) = sync_channel::<String>(64);
        let threads = vec![
            std::thread::spawn(move || write(written, BufWriter::new(input))),
            spawn(&shared, move |shared| read(shared, BufReader::with_capacity(1 << 16, output))),
            spawn(&shared, move |shared| read_errors(shared, BufReader::new(errors))),
        ];
        let mut engine = Self {
            shared,
            lines: Some(lines),
            next: AtomicU64::new(1),
            group,
            child: Mutex::new(child),
            threads,
            limits,
            told: Initialized { protocol: VERSION, engine: Default::default(), games: Default::default() },
        };
        let greeting = Initialize { protocol: VERSION };
        let told = engine
            .call(|id| call(id, "initialize", greeting))
            .map_err(|NoAnswer(why)| Unusable(engine.told_why(&why)))?;
        let told: Initialized = serde_json::from_value(told)
            .map_err(|e| Unusable(engine.told_why(&format!("its answer to initialize is none: {e}"))))?;
        if told.protocol != VERSION {
            return Err(Unusable(format!("the engine speaks protocol {}, not {VERSION}", told.protocol)));
        }
        engine.told = told;
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

    /// Kills the engine with all that it has started.
    fn kill(&self) {
        self.group.kill();
        let _ = lock(&self.child).kill();
    }

    /// How it plays a game, if it knows it.
    pub fn game(&self, name: &str) -> Option<&GameInfo> {
        self.told.games.get(name)
    }

    /// Calls a method and waits for its result.
    fn call(&self, line: impl FnOnce(u64) -> String) -> Result<Json, NoAnswer> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let line = line(id);
        let (answer, answered) = channel();
        if self.shared.broken.get().is_some() {
            return Err(NoAnswer(self.shared.why()));
        }
        lock(&self.shared.open).insert(id, (answer, Instant::now()));
        let sent = self.lines.as_ref().is_some_and(|lines| lines.send(line).is_ok());
        if !sent {
            self.shared.breaks("the engine no longer reads".to_owned());
            return Err(NoAnswer(self.shared.why()));
        }
        self.wait(id, &answered)
    }

    /// Waits for an answer. The engine hangs if it has said nothing at all for too long since it was
    /// asked the oldest open question.
    fn wait(&self, id: u64, answered: &Receiver<Result<Json, NoAnswer>>) -> Result<Json, NoAnswer> {
        loop {
            match answered.recv_timeout(Duration::from_millis(50).min(self.limits.silence)) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer(self.shared.why())),
                Err(RecvTimeoutError::Timeout) => {
                    // A grandchild may keep the pipe open when the engine itself is gone.
                    let gone = matches!(lock(&self.child).try_wait(), Ok(Some(_)));
                    if gone && lock(&self.shared.heard).elapsed() > Duration::from_millis(500) {
                        self.shared.breaks("the engine ended before it was told to".to_owned());
                        continue;
                    }
                    let asked = lock(&self.shared.open).get(&id).map(|(_, at)| *at);
                    let since = asked.map(|at| at.max(*lock(&self.shared.heard)));
                    if since.is_some_and(|since| since.elapsed() > self.limits.silence) {
                        self.shared
                            .breaks(format!("the engine hangs: it has been silent for {:?}", self.limits.silence));
                        self.kill();
                    }
                }
            }
        }
    }
}

impl Engine for External {
    fn name(&self) -> String {
        let info = &self.told.engine;
        let of = |text: &str| if text.is_empty() { String::new() } else { format!(" {text}") };
        let language = if info.language.is_empty() { String::new() } else { format!(" ({})", info.language) };
        clean(&format!("{}{}{language}", info.name, of(&info.version)))
    }

    fn does(&self, request: &Request) -> Result<(), NotDone> {
        let Some(game) = self.game(&request.game) else {
            return Err(NotDone(format!("the engine does not know the game {}", request.game)));
        };
        let has = |feature: &str| game.features.iter().any(|f| f == feature);
        let needed = match &request.task {
            Task::Run(play) => {
                let kind = play.setup.as_object().and_then(|map| map.keys().next().cloned()).unwrap_or_default();
                let mut needed = vec![format!("setup.{kind}")];
                needed.extend(play.features().map(str::to_owned));
                needed
            }
            Task::Parse { .. } => vec!["parse".to_owned()],
            Task::Solve { .. } => vec!["solve".to_owned()],
        };
        if let Some(lacking) = needed.iter().find(|feature| !has(feature)) {
            return Err(NotDone(format!("the engine lacks the feature {lacking}")));
        }
        match request.readings.iter().find(|(ruling, reading)| game.readings.get(*ruling) != Some(reading)) {
            Some((ruling, reading)) if !has("readings") => {
                Err(NotDone(format!("the engine does not follow the reading {reading} of {ruling}")))
            }
            _ => Ok(()),
        }
    }

    fn ask(&self, request: &Request) -> Answer {
        match self.call(|id| ask(id, request)) {
            Ok(result) => {
                reported(&request.task, result).unwrap_or_else(|NoMessage(reason)| Answer::Errored { reason })
            }
            Err(NoAnswer(reason)) => Answer::Errored { reason },
        }
    }
}

impl Drop for External {
    fn drop(&mut self) {
        if self.shared.broken.get().is_none() {
            let quick = Limits { silence: self.limits.silence.min(Duration::from_secs(1)) };
            let limits = std::mem::replace(&mut self.limits, quick);
            let _ = self.call(|id| call(id, "shutdown", json!({})));
            self.limits = limits;
        }
        self.lines = None;
        let waited = Instant::now();
        while matches!(lock(&self.child).try_wait(), Ok(None)) && waited.elapsed() < Duration::from_millis(500) {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.kill();
        let _ = lock(&self.child).wait();
        // What has left the group may keep the pipes open; the threads then end with this process.
        for thread in self.threads.drain(..) {
            if thread.is_finished() {
                let _ = thread.join();
            }
        }
    }
}

fn shell(command: &str) -> Command {
    if cfg!(windows) {
        let mut shell = Command::new("cmd");
        shell.args(["/C", command]);
        shell
    } else {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("exec {command}")]);
        shell
    }
}

fn spawn(shared: &Arc<Shared>, work: impl FnOnce(&Shared) + Send + 'static) -> JoinHandle<()> {
    let shared = Arc::clone(shared);
    std::thread::spawn(move || work(&shared))
}

/// Writes lines, and hands them over when no other is waiting.
fn write(lines: Receiver<String>, mut input: BufWriter<impl Write>) {
    while let Ok(line) = lines.recv() {
        let mut next = Some(line);
        while let Some(line) = next {
            if input.write_all(line.as_bytes()).and_then(|()| input.write_all(b"\n")).is_err() {
                return;
            }
            next = lines.try_recv().ok();
        }
        if input.flush().is_err() {
            return;
        }
    }
}

fn read(shared: &Shared, mut output: BufReader<impl Read>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let limit = MOST_LINE as u64;
        match (&mut output).take(limit).read_until(b'\n', &mut line) {
            Ok(0) => return shared.breaks("the engine ended before it was told to".to_owned()),
            Err(error) => return shared.breaks(format!("the engine cannot be read: {error}")),
            Ok(_) if line.len() >= MOST_LINE => {
                return shared.breaks(format!("the engine wrote a line of more than {MOST_LINE} bytes"));
            }
            Ok(_) => {}
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        *lock(&shared.heard) = Instant::now();
        let reply: Reply = match serde_json::from_slice(&line) {
            Ok(reply) => reply,
            Err(error) => {
                let start: String = String::from_utf8_lossy(&line).trim().chars().take(80).collect();
                return shared.breaks(format!("the engine wrote a line that is no answer ({error}): {start}"));
            }
        };
        let open = reply.id.as_u64().and_then(|id| lock(&shared.open).remove(&id));
        let Some((answer, _)) = open else {
            let why = reply.error.map(|e| format!(": {}", clean(&e.message))).unwrap_or_default();
            return shared.breaks(format!("the engine answered the id {}, which is not open{why}", reply.id));
        };
        let result = match (reply.result, reply.error) {
            (Some(result), None) => Ok(result),
            (None, Some(error)) => {
                Err(format!("it answered with an error: {} ({})", clean(&error.message), error.code))
            }
            _ => Err("its answer has neither a result nor an error, or both".to_owned()),
        };
        // Whoever asked may have given up.
        let _ = answer.send(result.map_err(NoAnswer));
    }
}

fn read_errors(shared: &Shared, mut errors: BufReader<impl Read>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut errors).take(1 << 16).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text: String = String::from_utf8_lossy(&line).trim_end().chars().take(MOST_ERROR).collect();
                let mut kept = lock(&shared.errors);
                if kept.len() == MOST_ERRORS {
                    kept.pop_front();
                }
                kept.push_back(text);
            }
        }
    }
}
