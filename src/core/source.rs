//! Where text comes from: a folder or a set of embedded files, read whole and with a bound.
//!
//! Nothing here knows YAML; see [`crate::yaml`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::fault::{Fault, Span};

/// The largest file that is read, in bytes. The spec's own files are under 64 KiB; a file beyond
/// this bound is refused by its size alone, before any of it is in memory.
pub const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// One text file and the name it is called by in messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path as shown to people, with `/` between folders.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

impl Source {
    /// A source from text at hand.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// The files of a suite: `spec/`, `conformance/` and `snapshots/`, wherever they are kept.
#[derive(Clone, Debug)]
pub enum Files {
    /// A folder on disk that holds the three.
    Folder(PathBuf),
    /// Files compiled into the command, by path.
    Embedded(Arc<BTreeMap<String, &'static str>>),
}

impl Files {
    /// How the suite is named in output.
    pub fn describe(&self) -> String {
        match self {
            Files::Folder(path) => path.display().to_string(),
            Files::Embedded(_) => "the suite embedded in this command".to_owned(),
        }
    }

    /// All paths under `folder` that end in `ending`, sorted.
    ///
    /// # Errors
    /// When a folder cannot be listed. A folder that does not exist has no files.
    pub fn list(&self, folder: &str, ending: &str) -> Result<Vec<String>, Fault> {
        match self {
            Files::Folder(root) => {
                let mut found = Vec::new();
                walk(root, folder, ending, &mut found, 0)?;
                found.sort();
                Ok(found)
            }
            Files::Embedded(map) => {
                let prefix = format!("{folder}/");
                Ok(map.keys().filter(|p| p.starts_with(&prefix) && p.ends_with(ending)).cloned().collect())
            }
        }
    }

    /// Whether there is a file at `path`.
    pub fn has(&self, path: &str) -> bool {
        match self {
            Files::Folder(root) => root.join(path).is_file(),
            Files::Embedded(map) => map.contains_key(path),
        }
    }

    /// Reads one file.
    ///
    /// # Errors
    /// When it is absent, larger than [`MOST_BYTES`] or not UTF-8.
    pub fn read(&self, path: &str) -> Result<Source, Fault> {
        match self {
            Files::Folder(root) => read_file(&root.join(path), path),
            Files::Embedded(map) => match map.get(path) {
                Some(text) => Ok(Source::new(path, *text)),
                None => Err(Fault::plain(format!("there is no file {path} in the embedded suite"))),
            },
        }
    }
}

/// Faults of files below `folder` that nobody would read, since their names end in `.yml`.
///
/// # Errors
/// When a folder cannot be listed.
pub fn misnamed(files: &Files, folder: &str) -> Result<Vec<Fault>, Fault> {
    let told =
        |path: &String| Fault::plain(format!("{path} would not be read")).help("rename it so that it ends in .yaml");
    Ok(files.list(folder, ".yml")?.iter().map(told).collect())
}

/// Reads a file from disk under the bound of [`MOST_BYTES`]; `name` is how messages call it.
///
/// # Errors
/// When it is absent, too large or not UTF-8.
pub fn read_file(path: &Path, name: &str) -> Result<Source, Fault> {
    let unreadable = |error: std::io::Error| Fault::plain(format!("cannot read {name}: {error}"));
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err(Fault::plain(format!("{name} is no ordinary file")));
    }
    let size = about.len();
    if size > MOST_BYTES {
        return Err(Fault::plain(format!("{name} has {size} bytes; at most {MOST_BYTES} are read")));
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    String::from_utf8(bytes).map(|text| Source::new(name, text)).map_err(|error| {
        let place = Span { offset: error.utf8_error().valid_up_to(), length: 1 };
        let shown = Source::new(name, String::from_utf8_lossy(error.as_bytes()));
        Fault::at(&shown, place, "this is not UTF-8").help("save the file as UTF-8")
    })
}

fn walk(root: &Path, folder: &str, ending: &str, found: &mut Vec<String>, depth: usize) -> Result<(), Fault> {
    let path = root.join(folder);
    if depth > 8 || !path.is_dir() {
        return Ok(());
    }
    let failed = |error: std::io::Error| Fault::plain(format!("cannot list {folder}: {error}"));
    for entry in std::fs::read_dir(&path).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let inner = format!("{folder}/{name}");
        let kind = entry.file_type().map_err(failed)?;
        if kind.is_dir() {
            walk(root, &inner, ending, found, depth + 1)?;
        } else if name.ends_with(ending) && !name.starts_with('.') {
            found.push(inner);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_utf8_is_told_where() {
        let path = std::env::temp_dir().join(format!("rulebound-{}.yaml", std::process::id()));
        std::fs::write(&path, b"title: a\nlist: [\xff]\n").expect("a folder for temporary files");
        let read = read_file(&path, "f");
        let _ = std::fs::remove_file(&path);
        let fault = read.unwrap_err();
        assert_eq!(
            (fault.line().as_str(), fault.help.as_deref()),
            ("f:2:8: this is not UTF-8", Some("save the file as UTF-8"))
        );
    }
}
