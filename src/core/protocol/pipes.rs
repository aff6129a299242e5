//! The threads that read and write the pipes of an engine, and what they share with those who ask.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value as Json;

use super::budget::{Budget, Held};
use super::client::NoAnswer;
use super::log::{Log, RECEIVED, SENT};
use super::messages::{Reply, clean};

/// The longest line to read, in bytes. An engine that writes more without a line break is broken.
pub const MOST_LINE: usize = 16 * 1024 * 1024;
/// The longest text or name in an answer, in bytes. What is longer is cut, and equals nothing that is expected.
const MOST_TEXT: usize = 64 * 1024;
/// The most values that an answer may hold. In memory each value takes many times its length as text.
const MOST_VALUES: usize = 100_000;
/// How often an engine may answer one request again before it is broken.
const MOST_AGAIN: usize = 100;
/// The number of lines of standard error to keep, and the length of each, in characters.
const MOST_ERRORS: usize = 12;
const MOST_ERROR: usize = 300;

/// The result of a question, with its weight in memory.
pub type Answered = Result<(Json, Option<Held>), NoAnswer>;

/// What the threads share.
pub struct Shared {
    pub requests: Mutex<Requests>,
    /// The number of times that something has arrived, even a single byte.
    pub heard: AtomicU64,
    pub broken: OnceLock<EngineFailure>,
    pub errors: Mutex<VecDeque<String>>,
    pub log: Option<Log>,
    budget: Arc<Budget>,
}

/// The requests of an engine. A request without a scenario has an empty name.
#[derive(Default)]
pub struct Requests {
    open: HashMap<u64, (Arc<str>, Sender<Answered>)>,
    /// Those that have been answered, with how often they were answered again.
    answered: HashMap<u64, (Arc<str>, usize)>,
    /// The scenario that was answered last.
    last: Option<Arc<str>>,
    /// The scenarios that were answered more than once.
    twice: BTreeSet<Arc<str>>,
}

/// Why an engine is broken, and what it had written to standard error by then. Anything written after we have closed
/// the pipes is our doing and means nothing.
pub struct EngineFailure {
    pub why: String,
    pub errors: Vec<String>,
    /// The scenarios that were open, and the one that was answered last: one of these broke the engine.
    pub suspects: BTreeSet<Arc<str>>,
}

pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    pub fn new(log: Option<Log>) -> Self {
        Self {
            requests: Mutex::default(),
            heard: AtomicU64::new(0),
            broken: OnceLock::new(),
            errors: Mutex::default(),
            log,
            budget: Arc::default(),
        }
    }

    /// Opens a request, unless the engine is broken.
    pub fn open(&self, id: u64, scenario: Arc<str>, asker: Sender<Answered>) -> bool {
        let mut requests = lock(&self.requests);
        let usable = self.broken.get().is_none();
        if usable {
            requests.open.insert(id, (scenario, asker));
        }
        usable
    }

    /// Marks the engine as broken and fails every open question.
    pub fn breaks(&self, why: String) {
        if self.broken.get().is_some() {
            return;
        }
        // Waits for lines of standard error, so nothing is locked yet.
        let errors = self.errors();
        let mut requests = lock(&self.requests);
        let open = std::mem::take(&mut requests.open);
        let suspects = open.values().map(|(scenario, _)| scenario).chain(&requests.last);
        let suspects = suspects.filter(|scenario| !scenario.is_empty()).cloned().collect();
        // The first failure counts.
        let _ = self.broken.set(EngineFailure { why, errors, suspects });
    }

    /// The last lines of the engine's standard error. Waits briefly, so that lines already written can arrive.
    pub fn errors(&self) -> Vec<String> {
        std::thread::sleep(Duration::from_millis(30));
        lock(&self.errors).iter().cloned().collect()
    }

    /// The scenarios that were answered more than once.
    pub fn twice(&self) -> BTreeSet<Arc<str>> {
        lock(&self.requests).twice.clone()
    }

    /// Whoever asked this, if it is open. An answer to a request that has been answered is noted.
    ///
    /// # Errors
    /// If the request was never made, or is answered again and again.
    fn asker(&self, id: &Json) -> Result<Option<Sender<Answered>>, String> {
        let mut requests = lock(&self.requests);
        let requests = &mut *requests;
        let number = id.as_u64().unwrap_or_default();
        if let Some((scenario, asker)) = requests.open.remove(&number) {
            if !scenario.is_empty() {
                requests.last = Some(Arc::clone(&scenario));
                requests.answered.insert(number, (scenario, 0));
            }
            return Ok(Some(asker));
        }
        match requests.answered.get_mut(&number) {
            Some((scenario, again)) if *again < MOST_AGAIN => {
                *again += 1;
                requests.twice.insert(Arc::clone(scenario));
                Ok(None)
            }
            Some(_) => Err(format!("the engine answered the id {id} over {MOST_AGAIN} times")),
            None if number == GREETING => Err("the engine answered `initialize` a second time".to_owned()),
            None => Err(format!("the engine answered the id {id}, which is not open")),
        }
    }
}

/// Records that something other than white space has arrived, even a single byte: an answer that arrives slowly is not
/// silence, but blank lines are no answer.
pub struct Heard<'s, R> {
    pub inner: R,
    pub heard: &'s AtomicU64,
}

impl<R: Read> Read for Heard<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if !buffer[..read].trim_ascii().is_empty() {
            self.heard.fetch_add(1, Ordering::Relaxed);
        }
        Ok(read)
    }
}

pub fn spawn(shared: &Arc<Shared>, work: impl FnOnce(&Shared) + Send + 'static) -> std::io::Result<JoinHandle<()>> {
    let shared = Arc::clone(shared);
    std::thread::Builder::new().spawn(move || work(&shared))
}

/// Writes lines, and flushes when no further line is waiting.
pub fn write(shared: &Shared, lines: Receiver<String>, mut input: BufWriter<impl Write>) {
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

/// The id of the first request, `initialize`.
const GREETING: u64 = 1;

/// Reads answers and passes each to whoever asked.
pub fn read(shared: &Shared, mut output: BufReader<impl Read>) {
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
        let values = line.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count();
        let too_large = values > MOST_VALUES;
        let held = if too_large { None } else { shared.budget.take(line.len(), values, &shared.heard) };
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
            Ok(reply) if too_large || reply.jsonrpc == "2.0" => reply,
            Ok(reply) => {
                let version = clean(&reply.jsonrpc);
                return shared.breaks(format!("the engine wrote an answer of JSON-RPC {version:?}, not \"2.0\""));
            }
            Err(error) => {
                let start: String = String::from_utf8_lossy(line).trim().chars().take(80).collect();
                return shared.breaks(format!("the engine wrote a line that is not an answer ({error}): {start}"));
            }
        };
        let asker = match shared.asker(&reply.id) {
            Ok(Some(asker)) => asker,
            Ok(None) => continue,
            Err(why) => {
                let error = reply.error.map(|error| format!(": {}", told(&error))).unwrap_or_default();
                return shared.breaks(format!("{why}{error}"));
            }
        };
        let result = match (reply.result, reply.error) {
            _ if too_large => Err(format!("its answer has more than {MOST_VALUES} values")),
            (Some(mut result), None) => {
                if line.len() > MOST_TEXT {
                    shorten(&mut result);
                }
                Ok((result, held))
            }
            (None, Some(error)) => Err(format!("it answered with an error: {}", told(&error))),
            _ => Err("its answer has neither a result nor an error, or both".to_owned()),
        };
        // Perhaps nobody is waiting for the result any more.
        let _ = asker.send(result.map_err(NoAnswer::Error));
    }
}

/// Cuts texts and names that no state has, so that nobody who judges the answer copies megabytes of them.
fn shorten(value: &mut Json) {
    let cut = |text: &mut String| {
        let end = (0..=MOST_TEXT).rev().find(|end| text.is_char_boundary(*end));
        text.truncate(end.unwrap_or(0));
        text.push('…');
        text.shrink_to_fit();
    };
    match value {
        Json::String(text) if text.len() > MOST_TEXT => cut(text),
        Json::Array(values) => values.iter_mut().for_each(shorten),
        Json::Object(fields) => {
            fields.values_mut().for_each(shorten);
            if fields.keys().any(|name| name.len() > MOST_TEXT) {
                let all = std::mem::take(fields).into_iter().map(|(mut name, value)| {
                    if name.len() > MOST_TEXT {
                        cut(&mut name);
                    }
                    (name, value)
                });
                *fields = all.collect();
            }
        }
        _ => {}
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

/// Keeps the last lines of standard error.
pub fn read_errors(shared: &Shared, mut errors: BufReader<impl Read>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_are_silence() {
        let heard = AtomicU64::new(0);
        let mut buffer = [0; 8];
        for (text, count) in [("\n\r\n ", 0), ("\n{", 1), ("", 1)] {
            let read = Heard { inner: text.as_bytes(), heard: &heard }.read(&mut buffer).unwrap();
            assert_eq!((read, heard.load(Ordering::Relaxed)), (text.len(), count), "{text:?}");
        }
    }

    #[test]
    fn only_what_is_too_long_is_cut() {
        let long = "é".repeat(MOST_TEXT);
        let mut value = serde_json::json!({"a": [long, "é"], long.clone(): {"b": 1}});
        shorten(&mut value);
        let cut = format!("{}…", "é".repeat(MOST_TEXT / 2));
        assert_eq!(value, serde_json::json!({"a": [cut, "é"], cut.clone(): {"b": 1}}));
    }
}
