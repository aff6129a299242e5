//! Files to write and to change, which are written all together or not at all.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use rulebound_core::fault::Fault;

/// The files and lines to write.
pub struct Plan {
    root: PathBuf,
    changes: Vec<Change>,
}

struct Change {
    /// From the root.
    path: String,
    /// The text of a file that already exists.
    before: Option<String>,
    after: String,
}

impl Plan {
    /// Nothing yet, in a folder.
    pub fn new(root: PathBuf) -> Self {
        Self { root, changes: Vec::new() }
    }

    /// The files, and whether each is new.
    pub fn paths(&self) -> impl Iterator<Item = (&str, bool)> {
        self.changes.iter().map(|change| (change.path.as_str(), change.before.is_none()))
    }

    /// Adds a file that does not exist yet.
    ///
    /// # Errors
    /// If it exists.
    pub fn create(&mut self, path: &str, after: String) -> Result<(), Fault> {
        if self.root.join(path).symlink_metadata().is_ok() {
            return Err(Fault::plain(format!("{path} already exists")).help("remove it first, or choose another id"));
        }
        self.changes.push(Change { path: path.to_owned(), before: None, after });
        Ok(())
    }

    /// Changes an existing file. Its line endings are kept.
    ///
    /// # Errors
    /// If it cannot be read, or `change` does not find the place.
    pub fn edit(&mut self, path: &str, change: impl FnOnce(&str) -> Result<String, String>) -> Result<(), Fault> {
        let before = std::fs::read_to_string(self.root.join(path))
            .map_err(|error| Fault::plain(format!("cannot read {path}: {error}")))?;
        let mut after = change(&before.replace("\r\n", "\n")).map_err(|what| {
            Fault::plain(format!("{path} has no {what}")).help("restore it, or make the change by hand")
        })?;
        if before.contains("\r\n") {
            after = after.replace('\n', "\r\n");
        }
        self.changes.push(Change { path: path.to_owned(), before: Some(before), after });
        Ok(())
    }

    /// Writes everything.
    ///
    /// # Errors
    /// If anything cannot be written; then nothing is.
    pub fn write(&self) -> Result<(), Fault> {
        let staged = |change: &Change| self.root.join(format!("{}.new", change.path));
        let (mut folders, mut written) = (Vec::new(), Vec::new());
        let mut done = 0;
        let mut all = || -> Result<(), (String, std::io::Error)> {
            for change in &self.changes {
                let told = |error| (change.path.clone(), error);
                make_folders(staged(change).parent(), &mut folders).map_err(told)?;
                let mut file = OpenOptions::new().write(true).create_new(true).open(staged(change)).map_err(told)?;
                written.push(staged(change));
                file.write_all(change.after.as_bytes()).map_err(told)?;
            }
            for change in &self.changes {
                std::fs::rename(staged(change), self.root.join(&change.path))
                    .map_err(|error| (change.path.clone(), error))?;
                done += 1;
            }
            Ok(())
        };
        let Err((path, error)) = all() else { return Ok(()) };
        // Undoes as much as the file system lets us.
        for change in &self.changes[..done] {
            let path = self.root.join(&change.path);
            let _ = match &change.before {
                Some(before) => std::fs::write(path, before),
                None => std::fs::remove_file(path),
            };
        }
        written.iter().for_each(|path| drop(std::fs::remove_file(path)));
        folders.iter().rev().for_each(|folder| drop(std::fs::remove_dir(folder)));
        Err(Fault::plain(format!("cannot write {path}: {error}")).help("nothing was written"))
    }
}

/// Makes a folder with those around it, and notes which were made.
fn make_folders(folder: Option<&Path>, made: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let Some(folder) = folder.filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) else {
        return Ok(());
    };
    make_folders(folder.parent(), made)?;
    std::fs::create_dir(folder)?;
    made.push(folder.to_path_buf());
    Ok(())
}
