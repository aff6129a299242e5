//! A third-party engine: a process that answers over pipes.
//!
//! Reader and writer have their own threads, because a pipe that nobody empties blocks both sides. Requests are sent
//! ahead of the answers, and each answer is matched by its id. Once anything breaks, the engine is broken for good,
//! and every open question fails. An engine is started in its own process group, so that everything the engine has
//! started ends with it.

use std::collections::{HashMap, VecDeque};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::Child;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};

use super::log::{Log, RECEIVED, SENT};
use super::messages::{FEATURES, Initialize, Initialized, NoMessage, Reply, VERSION, clean, reported};
use super::process::{self, ProcessGroup};
use super::requests::{ask, call};
use crate::harness::{Answer, NotDone, Request, Task};

/// The longest line to read, in bytes. An engine that writes more without a line break is broken.
pub const MOST_LINE: usize = 16 * 1024 * 1024;
/// The most values that an answer may hold. In memory each value takes many times its length as text.
const MOST_VALUES: usize = 100_000;
/// The time between checks on a question while nothing arrives.
const TICK: Duration = Duration::from_millis(50);
/// How long an answer that arrives in pieces may take, as a multiple of the silence allowed.
const MOST_SILENCES: u32 = 30;
/// The number of lines of standard error to keep, and the length of each, in characters.
const MOST_ERRORS: usize = 12;
const MOST_ERROR: usize = 300;

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
    /// What the engine says about itself: who it is and what it can do.
    pub initialized: Initialized,
}

/// Receives the result of a question.
type Asker = Sender<Result<Json, NoAnswer>>;

struct Shared {
    open: Mutex<HashMap<u64, Asker>>,
    /// The number of times that something has arrived, even a single byte.
    heard: AtomicU64,
    broken: OnceLock<EngineFailure>,
    errors: Mutex<VecDeque<String>>,
    log: Option<Log>,
}

/// Why an engine is broken, and what it had written to standard error by then. Anything written after we have closed
/// the pipes is our doing and means nothing.
struct EngineFailure {
    why: String,
    errors: Vec<String>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    /// Marks the engine as broken and fails every open question.
    fn breaks(&self, why: String) {
        if self.broken.get().is_none() {
            let _ = self.broken.set(EngineFailure { why, errors: self.errors() });
        }
        lock(&self.open).clear();
    }

    /// The last lines of the engine's standard error. Waits briefly, so that lines already written can arrive.
    fn errors(&self) -> Vec<String> {
        std::thread::sleep(Duration::from_millis(30));
        lock(&self.errors).iter().cloned().collect()
    }

    fn why(&self) -> String {
        self.broken.get().map_or("the engine does not answer", |broken| &broken.why).to_owned()
    }
}

/// Why an engine cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unusable(pub String);

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoAnswer(pub String);

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
        let shared = Arc::new(Shared {
            open: Mutex::default(),
            heard: AtomicU64::new(0),
            broken: OnceLock::new(),
            errors: Mutex::default(),
            log: limits.log.clone(),
        });
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
            initialized: Initialized { protocol: VERSION, engine: Default::default(), games: Default::default() },
        };
        let greeting = Initialize { protocol: VERSION };
        let answer = engine
            .call(|id| call(id, "initialize", greeting))
            .map_err(|NoAnswer(why)| Unusable(engine.told_why(&why)))?;
        let initialized: Initialized = serde_json::from_value(answer)
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

    /// The engine's answer to a request.
    ///
    /// # Errors
    /// If the engine broke while the question was open, or answered with an error.
    pub fn answer(&self, request: &Request) -> Result<Answer, NoAnswer> {
        let result = self.call(|id| ask(id, request))?;
        Ok(reported(&request.task, result).unwrap_or_else(|NoMessage(reason)| Answer::Errored { reason }))
    }

    /// Calls a method and waits for its result.
    fn call(&self, line: impl FnOnce(u64) -> String) -> Result<Json, NoAnswer> {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let line = line(id);
        let (answer, answered) = channel();
        if self.shared.broken.get().is_some() {
            return Err(NoAnswer(self.shared.why()));
        }
        lock(&self.shared.open).insert(id, answer);
        let sent = self.lines.as_ref().is_some_and(|lines| lines.send(line).is_ok());
        if !sent {
            self.shared.breaks("the engine no longer reads".to_owned());
            return Err(NoAnswer(self.shared.why()));
        }
        self.wait(&answered)
    }

    /// Waits for an answer. The engine hangs if it has sent nothing at all for too long since it was asked.
    fn wait(&self, answered: &Receiver<Result<Json, NoAnswer>>) -> Result<Json, NoAnswer> {
        let (mut heard, mut quiet, mut all) =
            (self.shared.heard.load(Ordering::Relaxed), Duration::ZERO, Duration::ZERO);
        let silence = self.limits.silence;
        loop {
            let began = Instant::now();
            match answered.recv_timeout(TICK.min(silence)) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer(self.shared.why())),
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

impl Initialized {
    /// The name, version and language that the engine gives, in one line.
    pub fn name(&self) -> String {
        let info = &self.engine;
        let of = |text: &str| if text.is_empty() { String::new() } else { format!(" {text}") };
        let language = if info.language.is_empty() { String::new() } else { format!(" ({})", info.language) };
        clean(&format!("{}{}{language}", info.name, of(&info.version)))
    }

    /// Whether the engine can do this request.
    ///
    /// # Errors
    /// If it cannot. The error says what the engine lacks.
    pub fn does(&self, request: &Request) -> Result<(), NotDone> {
        let Some(game) = self.games.get(&request.game) else {
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

    /// The features that the engine names but we do not know, each with its game.
    pub fn unknown_features(&self) -> Vec<(&str, &str)> {
        let all = self.games.iter().flat_map(|(game, info)| info.features.iter().map(move |one| (&**game, &**one)));
        all.filter(|(_, feature)| !FEATURES.contains(feature)).collect()
    }
}

impl Drop for External {
    fn drop(&mut self) {
        if self.shared.broken.get().is_none() {
            self.limits.silence = self.limits.silence.min(Duration::from_secs(1));
            let _ = self.call(|id| call(id, "shutdown", json!({})));
        }
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

/// Records that something has arrived, even a single byte: an answer that arrives slowly is not silence.
struct Heard<'s, R> {
    inner: R,
    heard: &'s AtomicU64,
}

impl<R: Read> Read for Heard<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.heard.fetch_add(1, Ordering::Relaxed);
        Ok(read)
    }
}

fn spawn(shared: &Arc<Shared>, work: impl FnOnce(&Shared) + Send + 'static) -> std::io::Result<JoinHandle<()>> {
    let shared = Arc::clone(shared);
    std::thread::Builder::new().spawn(move || work(&shared))
}

/// Writes lines, and flushes when no further line is waiting.
fn write(shared: &Shared, lines: Receiver<String>, mut input: BufWriter<impl Write>) {
    while let Ok(line) = lines.recv() {
        let mut next = Some(line);
        while let Some(line) = next {
            shared.log.iter().for_each(|log| log.add(SENT, line.as_bytes()));
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
            Ok(0) => return shared.breaks("the engine ended before it was asked to".to_owned()),
            Err(error) => return shared.breaks(format!("the engine cannot be read: {error}")),
            Ok(_) if line.len() >= MOST_LINE => {
                return shared.breaks(format!("the engine wrote a line of more than {MOST_LINE} bytes"));
            }
            Ok(_) => {}
        }
        shared.log.iter().for_each(|log| log.add(RECEIVED, &line));
        // Some editors and shells put a byte order mark before the first message.
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
        if line.trim_ascii().is_empty() {
            continue;
        }
        let too_large = line.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count() > MOST_VALUES;
        let reply: Result<Reply, serde_json::Error> = if too_large {
            serde_json::from_slice(line).map(|IdOnly { id }| Reply {
                jsonrpc: String::new(),
                id,
                result: None,
                error: None,
            })
        } else {
            serde_json::from_slice(line)
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(error) => {
                let start: String = String::from_utf8_lossy(line).trim().chars().take(80).collect();
                return shared.breaks(format!("the engine wrote a line that is not an answer ({error}): {start}"));
            }
        };
        let open = reply.id.as_u64().and_then(|id| lock(&shared.open).remove(&id));
        let Some(asker) = open else {
            let why = reply.error.map(|error| format!(": {}", told(&error))).unwrap_or_default();
            return shared.breaks(format!("the engine answered the id {}, which is not open{why}", reply.id));
        };
        let result = match (reply.result, reply.error) {
            _ if too_large => Err(format!("its answer has more than {MOST_VALUES} values")),
            (Some(result), None) => Ok(result),
            (None, Some(error)) => Err(format!("it answered with an error: {}", told(&error))),
            _ => Err("its answer has neither a result nor an error, or both".to_owned()),
        };
        // Nobody may be waiting for the result any more.
        let _ = asker.send(result.map_err(NoAnswer));
    }
}

/// An answer of which only the id is read.
#[derive(serde::Deserialize)]
struct IdOnly {
    id: Json,
}

/// An engine's error in words, whatever its form.
fn told(error: &Json) -> String {
    match (error.get("message").and_then(Json::as_str), error.get("code").and_then(Json::as_i64)) {
        (Some(message), Some(code)) => format!("{} ({code})", clean(message)),
        (Some(message), None) => clean(message),
        _ => clean(&error.to_string()),
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
