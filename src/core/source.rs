//! Where text comes from: a folder or a set of embedded files, read whole and within a bound.
//!
//! Nothing here depends on YAML, for which see [`crate::yaml`].

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::fault::{Fault, Span};

/// The largest file to read, in bytes. The spec's own files are under 64 KiB. A larger file is refused because of its
/// size alone, before any of it is read into memory.
pub const MOST_BYTES: u64 = 4 * 1024 * 1024;

/// A text file and the name that messages use for it.
#[derive(Clone, Debug)]
pub struct Source {
    /// Path as shown to people, with `/` between folders.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
}

impl Source {
    /// A source from the text of a file, without a byte order mark and with Unix line endings, whichever program saved
    /// the file or checked it out.
    pub fn of_file(name: impl Into<Arc<str>>, text: &str) -> Self {
        Self::new(name, plain(text))
    }

    /// A source from text in memory.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into() }
    }
}

/// Text without a byte order mark, with Unix line endings.
pub fn plain(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.contains('\r') {
        true => Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")),
        false => Cow::Borrowed(text),
    }
}

/// The fault of a merge that is not finished: the first line with a conflict marker.
pub fn unmerged(source: &Source) -> Option<Fault> {
    let mut offset = 0;
    for line in source.text.split_inclusive('\n') {
        let text = line.trim_end();
        if is_conflict_marker(text) {
            let place = Span { offset, length: text.len() };
            let fault = Fault::at(source, place, "this line is a conflict marker of an unfinished merge");
            return Some(fault.help("keep one side of the conflict, or both, and remove the lines with the markers"));
        }
        offset += line.len();
    }
    None
}

/// Whether a line is one of those that git puts around the sides of a conflict.
pub fn is_conflict_marker(line: &str) -> bool {
    ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].iter().any(|mark| line.starts_with(mark))
}

/// The files of a suite (`spec/`, `conformance/` and `snapshots/`), wherever they are kept.
#[derive(Clone, Debug)]
pub enum Files {
    /// A folder on disk that holds these three folders.
    Folder(PathBuf),
    /// Files compiled into the command, by path.
    Embedded(Arc<BTreeMap<String, &'static str>>),
}

impl Files {
    /// The name of the suite in output.
    pub fn describe(&self) -> String {
        match self {
            Files::Folder(path) => path.display().to_string(),
            Files::Embedded(_) => "the suite embedded in this command".to_owned(),
        }
    }

    /// All paths under `folder` that end in `ending`, sorted.
    ///
    /// # Errors
    /// If a folder cannot be listed. A folder that does not exist has no files.
    pub fn list(&self, folder: &str, ending: &str) -> Result<Vec<String>, Fault> {
        match self {
            Files::Folder(root) => {
                let mut found: Vec<String> = walk(root, folder)?
                    .into_iter()
                    .filter_map(Entry::read)
                    .filter(|path| path.ends_with(ending))
                    .collect();
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
            Files::Folder(root) => root.join(path).exists(),
            Files::Embedded(map) => map.contains_key(path),
        }
    }

    /// Reads one file.
    ///
    /// # Errors
    /// If the file does not exist, is larger than [`MOST_BYTES`] or is not UTF-8.
    pub fn read(&self, path: &str) -> Result<Source, Fault> {
        match self {
            Files::Folder(root) => read_file(&root.join(path), path),
            Files::Embedded(map) => match map.get(path) {
                Some(text) => Ok(Source::of_file(path, text)),
                None => Err(Fault::plain(format!("there is no file {path} in the embedded suite"))),
            },
        }
    }
}

/// Faults for entries below `folder` that would not be read, for any of these reasons: a name that does not end in one
/// of `endings`, a link, a name that is not UTF-8, a folder that is too deep or named like a file, a file where a
/// folder belongs. Hidden entries and readmes are allowed.
///
/// # Errors
/// If a folder cannot be listed.
pub fn unread(files: &Files, folder: &str, endings: &[&str]) -> Result<Vec<Fault>, Fault> {
    let Files::Folder(root) = files else { return Ok(Vec::new()) };
    let told = |path: &str, help: &str| Fault::plain(format!("{path} would not be read")).help(help);
    let mut faults = Vec::new();
    for entry in walk(root, folder)? {
        match entry {
            Entry::File(path) => {
                let name = path.rsplit('/').next().unwrap_or_default();
                let read = endings.iter().any(|ending| name.ends_with(ending)) && !name.starts_with('.');
                if !read && (!left_alone(name) || name.to_ascii_lowercase().ends_with(".yaml")) {
                    faults.push(told(
                        &path,
                        &format!("rename it so that it ends in {}, or move it", endings.join(" or ")),
                    ));
                }
            }
            Entry::Link(path) => {
                faults.push(told(&path, "it is a link, and links are not followed: put the file itself there"))
            }
            Entry::NoText(path) => faults.push(told(&path, "its name is not UTF-8: rename it")),
            Entry::NoFolder(path) => faults.push(told(&path, "it is not a folder: remove it, or rename it")),
            Entry::Folder(path) => {
                if endings.iter().any(|ending| path.ends_with(ending)) {
                    faults.push(told(&path, "it is a folder: rename it"));
                }
            }
            Entry::Deep(path) => faults.push(told(&path, &format!("folders nest at most {MOST_DEEP} deep"))),
        }
    }
    Ok(faults)
}

/// The most entries to look at in a folder of the user's.
const MOST_ENTRIES: usize = 10_000;

/// The files in a folder of the user's, and in the folders in it, that end in one of `endings`. Hidden folders do not
/// count. A link is followed to a file and not to a folder.
///
/// # Errors
/// If a folder cannot be listed, is a link or is too deep, if there are too many entries, or if a file looks as if it
/// should be read but would not be.
pub fn below(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, Fault> {
    let (mut found, mut open, mut entries) = (Vec::new(), vec![(folder.to_path_buf(), 0)], 0);
    while let Some((folder, depth)) = open.pop() {
        let failed = |error: std::io::Error| Fault::plain(format!("cannot list {}: {error}", folder.display()));
        for entry in std::fs::read_dir(&folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let (name, path) = (entry.file_name(), entry.path());
            entries += 1;
            if entries > MOST_ENTRIES {
                let help = "name the files, or a folder with less in it";
                return Err(Fault::plain(format!("the folder has more than {MOST_ENTRIES} entries")).help(help));
            }
            let name = name.to_string_lossy();
            let told = |why: &str| Fault::plain(format!("{} would not be read: {why}", path.display()));
            let kind = entry.file_type().map_err(failed)?;
            let read = endings.iter().any(|ending| name.ends_with(ending)) && !name.starts_with('.');
            if !kind.is_dir() && !read && meant(&name, endings) {
                let help = format!("rename it so that it ends in {}, or move it", endings.join(" or "));
                return Err(told("its name is not that of a scenario").help(help));
            }
            if name.starts_with('.') {
                continue;
            }
            if kind.is_symlink() && path.is_dir() {
                return Err(told("it is a link to a folder").help("name that folder too"));
            }
            if kind.is_dir() {
                if depth == MOST_DEEP {
                    return Err(told(&format!("folders nest at most {MOST_DEEP} deep")).help("name that folder too"));
                }
                open.push((path, depth + 1));
            } else if read {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a file of this name looks as if it should end in one of `endings`: the ending is in capitals, something
/// follows it, or the file is hidden.
fn meant(name: &str, endings: &[&str]) -> bool {
    let low = name.to_lowercase();
    let low = low.trim_end();
    let kept = [low.strip_suffix('~'), low.strip_suffix(".bak"), low.strip_suffix(".orig"), Some(low)];
    kept.into_iter().flatten().any(|name| endings.iter().any(|ending| name.ends_with(ending)))
}

/// The paths of everything below `folder` that is not a folder, except hidden entries and readmes, sorted. If `folder`
/// itself is a file, its path.
///
/// # Errors
/// If a folder cannot be listed.
pub fn all(files: &Files, folder: &str) -> Result<Vec<String>, Fault> {
    let Files::Folder(root) = files else { return Ok(Vec::new()) };
    let paths = walk(root, folder)?.into_iter().filter_map(|entry| match entry {
        Entry::File(path) | Entry::Link(path) | Entry::NoText(path) | Entry::NoFolder(path) => Some(path),
        Entry::Folder(_) | Entry::Deep(_) => None,
    });
    let mut paths: Vec<String> =
        paths.filter(|path| !left_alone(path.rsplit('/').next().unwrap_or_default())).collect();
    paths.sort();
    Ok(paths)
}

/// Whether a file of this name is allowed anywhere, although nothing reads it.
fn left_alone(name: &str) -> bool {
    let low = name.to_ascii_lowercase();
    low.starts_with("readme") || low.ends_with(".new") || name.starts_with('.')
}

/// Reads a file from disk within the bound of [`MOST_BYTES`]; messages call it `name`.
///
/// # Errors
/// If the file does not exist, is too large or is not UTF-8.
pub fn read_file(path: &Path, name: &str) -> Result<Source, Fault> {
    let unreadable = |error: std::io::Error| Fault::plain(format!("cannot read {name}: {error}"));
    let about = std::fs::metadata(path).map_err(unreadable)?;
    if !about.is_file() {
        return Err(Fault::plain(format!("{name} is not a regular file")));
    }
    let size = about.len();
    if size > MOST_BYTES {
        return Err(Fault::plain(format!("{name} has {size} bytes; at most {MOST_BYTES} are read")));
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    String::from_utf8(bytes).map(|text| Source::of_file(name, &text)).map_err(|error| {
        let place = Span { offset: error.utf8_error().valid_up_to(), length: 1 };
        let shown = Source::new(name, String::from_utf8_lossy(error.as_bytes()));
        Fault::at(&shown, place, "this is not UTF-8").help("save the file as UTF-8")
    })
}

/// The most levels of nested folders.
const MOST_DEEP: usize = 8;

/// An entry in a folder.
enum Entry {
    File(String),
    /// A link, wherever it leads.
    Link(String),
    /// An entry whose name is not UTF-8.
    NoText(String),
    /// A folder that is listed.
    Folder(String),
    /// An entry that was to be listed but is not a folder.
    NoFolder(String),
    /// A folder that is too deep to list.
    Deep(String),
}

impl Entry {
    /// The path of a file that is read.
    fn read(self) -> Option<String> {
        match self {
            Entry::File(path) if !path.rsplit('/').next().unwrap_or_default().starts_with('.') => Some(path),
            _ => None,
        }
    }
}

/// All entries below a folder, which need not exist.
fn walk(root: &Path, folder: &str) -> Result<Vec<Entry>, Fault> {
    let (mut found, mut open) = (Vec::new(), vec![(folder.to_owned(), 0)]);
    while let Some((folder, depth)) = open.pop() {
        let path = root.join(&folder);
        if depth > MOST_DEEP {
            found.push(Entry::Deep(folder));
            continue;
        }
        if !path.is_dir() {
            if path.symlink_metadata().is_ok() {
                found.push(Entry::NoFolder(folder));
            }
            continue;
        }
        let failed = |error: std::io::Error| Fault::plain(format!("cannot list {folder}: {error}"));
        for entry in std::fs::read_dir(&path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name();
            let inner = format!("{folder}/{}", name.to_string_lossy());
            let kind = entry.file_type().map_err(failed)?;
            match name.to_str() {
                None => found.push(Entry::NoText(inner)),
                Some(_) if kind.is_symlink() => found.push(Entry::Link(inner)),
                Some(_) if kind.is_dir() => {
                    found.push(Entry::Folder(inner.clone()));
                    open.push((inner, depth + 1));
                }
                Some(_) => found.push(Entry::File(inner)),
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_ends_lines_in_its_own_way() {
        for text in ["a\nb\n", "a\r\nb\r\n", "a\rb\r", "\u{feff}a\rb\n"] {
            assert_eq!(plain(text), "a\nb\n", "{text:?}");
        }
    }

    #[test]
    fn a_merge_that_is_not_finished_is_told_by_its_first_marker() {
        let told = |text: &str| unmerged(&Source::new("f", text)).map(|fault| fault.line());
        let expected = "f:2:1: this line is a conflict marker of an unfinished merge";
        for marker in ["<<<<<<< HEAD", "||||||| 1234", "=======", ">>>>>>> other"] {
            assert_eq!(told(&format!("a: 1\n{marker}\n>>>>>>> b\n")).as_deref(), Some(expected), "{marker}");
        }
        assert_eq!(told("a: \"<<<<<<< HEAD\"\n  =======\n"), None);
    }

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
