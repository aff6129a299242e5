//! The log of the messages to and from an engine.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A file of messages, one per line: `-> ` and what is sent, `<- ` and what is received.
#[derive(Clone, Debug)]
pub struct Log {
    file: Arc<Mutex<BufWriter<File>>>,
    failed: Arc<OnceLock<String>>,
}

/// How a line begins with what is sent.
pub(super) const SENT: &str = "-> ";
/// How a line begins with what is received.
pub(super) const RECEIVED: &str = "<- ";

impl Log {
    /// Creates the file, or truncates an older log.
    ///
    /// # Errors
    /// If the file cannot be written, or holds something other than a log.
    pub fn create(path: &Path) -> std::io::Result<Self> {
        #[cfg(unix)]
        if std::fs::metadata(path).is_ok_and(|about| std::os::unix::fs::FileTypeExt::is_fifo(&about.file_type())) {
            return Err(std::io::Error::other("it is a pipe"));
        }
        if path.is_file() && !is_log(File::open(path)?)? {
            return Err(std::io::Error::other("it holds something other than a log, and would be overwritten"));
        }
        let file = Arc::new(Mutex::new(BufWriter::new(File::create(path)?)));
        Ok(Self { file, failed: Arc::default() })
    }

    /// Why the log is not complete, if a message could not be written.
    pub fn failed(&self) -> Option<&str> {
        self.failed.get().map(String::as_str)
    }

    /// Adds a message. If it cannot be written, the check goes on, and the log has failed.
    pub(super) fn add(&self, way: &str, line: &[u8]) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.write_all(way.as_bytes()).and_then(|()| file.write_all(line.trim_ascii_end()));
        // The log is read when something has gone wrong, so it has to be complete at all times.
        let written = written.and_then(|()| file.write_all(b"\n")).and_then(|()| file.flush());
        if let Err(error) = written {
            let _ = self.failed.set(error.to_string());
        }
    }
}

/// Whether every line of a file is a log line. An empty file counts, and the last line may be cut short.
fn is_log(file: File) -> std::io::Result<bool> {
    let mut file = BufReader::new(file);
    loop {
        let mut begins = Vec::new();
        file.by_ref().take(SENT.len() as u64).read_to_end(&mut begins)?;
        if begins.is_empty() {
            return Ok(true);
        }
        if ![SENT, RECEIVED].iter().any(|way| way.as_bytes().starts_with(&begins)) {
            return Ok(false);
        }
        file.skip_until(b'\n')?;
    }
}
