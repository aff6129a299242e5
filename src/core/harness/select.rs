//! Selects scenarios by id, by part of an id, by file or by folder, in the suite or anywhere.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::suite::Suite;
use crate::clause::Spec;
use crate::fault::{Fault, Faults, did_you_mean};
use crate::scenario::{self, Scenario};
use crate::source::{self, Files, Source};
use crate::yaml;

/// How the name of a scenario's file ends, in a folder of the user's.
const ENDINGS: [&str; 2] = [".yaml", ".yml"];

/// A scenario that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// A scenario of the suite, by its id.
    Id(String),
    /// A scenario in a file anywhere.
    File(PathBuf),
}

impl Suite {
    /// The scenarios that words select, each listed once. A word is a file, a folder with scenarios in it, an id, or a
    /// part of an id. Without words, all scenarios of the suite.
    ///
    /// # Errors
    /// If a word selects nothing (the fault suggests similar ids), or two files would share a snapshot.
    pub fn select(&self, words: &[String]) -> Result<Vec<Wanted>, Faults> {
        let ids = self.ids("")?;
        if words.is_empty() {
            return Ok(ids.into_iter().map(Wanted::Id).collect());
        }
        let (mut found, mut faults) = (Vec::new(), Faults::default());
        for word in words {
            if word.trim().is_empty() {
                let help = "omit it to choose every scenario of the suite";
                faults.push(Fault::plain("a SCENARIO is empty, and would choose every scenario").help(help));
                continue;
            }
            if let Some(one) = self.exactly(&ids, word) {
                found.push(one);
                continue;
            }
            match self.in_folder(&ids, word) {
                Ok(inside) if !inside.is_empty() => {
                    found.extend(inside);
                    continue;
                }
                Ok(_) => {}
                Err(fault) => {
                    faults.push(fault);
                    continue;
                }
            }
            let before = found.len();
            found.extend(ids.iter().filter(|id| id.contains(word.as_str())).cloned().map(Wanted::Id));
            if found.len() == before {
                faults.push(self.selects_nothing(&ids, word));
            }
        }
        found.sort();
        found.dedup();
        faults.extend(once(&mut found));
        faults.or(found)
    }

    /// Why a word selects nothing.
    fn selects_nothing(&self, ids: &[String], word: &str) -> Fault {
        let path = Path::new(word);
        if path.is_dir() {
            let help = format!("a scenario is a file that ends in {}", ENDINGS.join(" or "));
            return Fault::plain(format!("there is no scenario in the folder {word}")).help(help);
        }
        if let Ok(about) = path.symlink_metadata() {
            let (what, help) = match about.is_symlink() {
                true if path.exists() => ("is a link to something other than a file", "write the scenario into a file"),
                true => ("is a link that leads nowhere", "name the file itself"),
                false => ("is not a regular file", "write the scenario into a file"),
            };
            return Fault::plain(format!("{word} {what}")).help(help);
        }
        if let Some((id, what)) = self.clause_or_ruling(word) {
            let help = format!(
                "`rulebound clause {id}` shows it, with its scenarios{}",
                if what == "clause" { format!("; --clause {id} chooses them") } else { String::new() }
            );
            return Fault::plain(format!("{id} is a {what}, not a scenario")).help(help);
        }
        let game = word.split('/').next().unwrap_or_default();
        if self.spec.games.contains_key(game) && !ids.iter().any(|id| id.split('/').next() == Some(game)) {
            let help = format!("they belong into conformance/{game}");
            return Fault::plain(format!("{game} has no scenarios")).help(help);
        }
        let known = ids.iter().map(String::as_str);
        let all = "name a file, or a part of an id such as motion/minimum/worked-example";
        let help = did_you_mean(&self.id_of(word), known, all);
        Fault::plain(format!("no scenario matches {word}")).help(help)
    }

    /// The clause or ruling that a word names, and which of the two it is; a ruling may be named by the last part of
    /// its id.
    fn clause_or_ruling(&self, word: &str) -> Option<(&str, &'static str)> {
        let mut rulings = self.spec.games.values().flat_map(|game| game.rulings.values());
        let ruling = rulings.find(|ruling| ruling.id == word || ruling.slug() == word);
        let clause = || self.spec.clause(word).map(|clause| (clause.id.as_str(), "clause"));
        ruling.map(|ruling| (ruling.id.as_str(), "ruling")).or_else(clause)
    }

    /// The scenarios in a folder: of the suite, if the folder is in the suite, or else in files, as if each were named.
    fn in_folder(&self, ids: &[String], word: &str) -> Result<Vec<Wanted>, Fault> {
        let folder = Path::new(word);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        if let Some(inside) = self.inside(folder) {
            // A chapter has a folder of scenarios and one of snapshots.
            let (kind, below) = inside.split_once('/').unwrap_or((&inside, ""));
            if ["", "spec", "conformance", "snapshots"].contains(&kind) {
                let of =
                    |id: &&String| below.is_empty() || id.strip_prefix(below).is_some_and(|id| id.starts_with('/'));
                return Ok(ids.iter().filter(of).cloned().map(Wanted::Id).collect());
            }
        } else if folder.join("spec").is_dir() && folder.join("conformance").is_dir() {
            return Err(Fault::plain(format!("the folder {word} is a separate suite")).help("name it with --suite"));
        }
        let files = source::below(folder, &ENDINGS)?;
        Ok(files
            .into_iter()
            .map(|path| path.to_str().and_then(|path| self.exactly(ids, path)).unwrap_or(Wanted::File(path)))
            .collect())
    }

    fn exactly(&self, ids: &[String], word: &str) -> Option<Wanted> {
        let (path, id) = (Path::new(word), self.id_of(word));
        // A file in somebody else's suite may have the same path as one of ours.
        let elsewhere = path.is_file() && self.inside(path).is_none();
        match ids.contains(&id) && !elsewhere {
            true => Some(Wanted::Id(id)),
            false => path.is_file().then(|| Wanted::File(word.into())),
        }
    }

    /// The path of a file or folder relative to the root of the suite, if it is inside the suite.
    fn inside(&self, path: &Path) -> Option<String> {
        let Files::Folder(root) = &self.files else { return None };
        let path = path.canonicalize().ok()?;
        Some(path.strip_prefix(root.canonicalize().ok()?).ok()?.to_str()?.replace('\\', "/"))
    }

    /// The id of a scenario in the suite. The word may also be the path of the scenario's file, relative to the
    /// current folder or to the suite's root.
    fn id_of(&self, word: &str) -> String {
        let path = self.inside(Path::new(word)).unwrap_or_else(|| word.trim_start_matches("./").to_owned());
        path.strip_prefix("conformance/").unwrap_or(&path).trim_end_matches(".yaml").to_owned()
    }

    /// Loads a scenario and checks it against the spec.
    ///
    /// # Errors
    /// Every fault in meaning, or the first fault in form.
    pub fn load(&self, wanted: &Wanted) -> Result<Scenario, Faults> {
        match wanted {
            Wanted::Id(id) => self.scenario(id),
            Wanted::File(path) => {
                let name = path.display().to_string();
                if path.to_str().is_none() || name.contains(['\n', '\r']) {
                    let what = if path.to_str().is_none() { "is not UTF-8" } else { "has a line break in it" };
                    return Err(Fault::plain(format!("the name of {name:?} {what}")).help("rename the file").into());
                }
                one_ending(path)?;
                let source = source::read_file(path, &name)?;
                let game = self.games.find(&game_of(&source, &self.spec)?)?;
                let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
                let mut scenario = game.scenario(&format!("{}/{stem}", game.name()), &source)?;
                scenario.file = Some(path.clone());
                self.check(&scenario)?;
                Ok(scenario)
            }
        }
    }

    /// Whether there is a stored snapshot of a scenario.
    pub fn has_snapshot(&self, scenario: &Scenario) -> bool {
        match &scenario.file {
            Some(file) => file.with_extension("snap").symlink_metadata().is_ok(),
            None => self.files.has(&scenario::snapshot_path(&scenario.id)),
        }
    }

    /// The stored snapshot of a scenario, without its header; `None` if there is none. For a scenario file outside the
    /// suite, the snapshot lies beside the file.
    ///
    /// # Errors
    /// If the snapshot cannot be read.
    pub fn snapshot(&self, scenario: &Scenario) -> Result<Option<String>, Fault> {
        let read = match &scenario.file {
            Some(file) => {
                let path = file.with_extension("snap");
                // Whatever else is there, such as a folder, is a fault and not a missing snapshot.
                path.symlink_metadata().is_ok().then(|| source::read_file(&path, &path.display().to_string()))
            }
            None => {
                let path = scenario::snapshot_path(&scenario.id);
                self.files.has(&path).then(|| self.files.read(&path))
            }
        };
        Ok(read.transpose()?.map(|source| crate::snapshot::body(&source.text).to_owned()))
    }
}

/// Lists each file once, however its path is written. Returns the faults of files that would share a snapshot.
fn once(found: &mut Vec<Wanted>) -> Vec<Fault> {
    let mut known: HashMap<PathBuf, PathBuf> = HashMap::new();
    let mut faults = Vec::new();
    found.retain(|one| {
        let Wanted::File(path) = one else { return true };
        let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
        match known.insert(whole.with_extension("snap"), whole.clone()) {
            None => true,
            Some(other) if other == whole => false,
            Some(other) => {
                faults.push(shared_snapshot(path, &other));
                true
            }
        }
    });
    faults
}

/// Checks that a file is not one of two that would share a snapshot, because they differ only in their endings.
fn one_ending(path: &Path) -> Result<(), Fault> {
    let own = path.extension().unwrap_or_default();
    let mut others = ENDINGS.iter().map(|ending| &ending[1..]).filter(|ending| own != *ending);
    match others.find_map(|ending| Some(path.with_extension(ending)).filter(|other| other.is_file())) {
        Some(other) => Err(shared_snapshot(path, &other)),
        None => Ok(()),
    }
}

fn shared_snapshot(path: &Path, other: &Path) -> Fault {
    let (one, other, snapshot) = (path.display(), other.display(), path.with_extension("snap"));
    let message = format!("{one} and {other} would have the same snapshot, {}", snapshot.display());
    Fault::plain(message).help("rename one of the two")
}

/// The game that a scenario is about, taken from the ids of its clauses.
fn game_of(source: &Source, spec: &Spec) -> Result<String, Fault> {
    #[derive(serde::Deserialize)]
    struct Clauses {
        #[serde(default)]
        clauses: Vec<String>,
    }
    let known: Vec<&str> = spec.games.keys().map(String::as_str).collect();
    let first = yaml::read::<Clauses>(source)?.clauses.into_iter().next().unwrap_or_default();
    let game = first.split('.').next().unwrap_or_default();
    if known.contains(&game) {
        return Ok(game.to_owned());
    }
    let help = format!("list the clauses that it is about under clauses:; each begins with {}", known.join(" or "));
    Err(Fault::plain(format!("{} does not say which game it belongs to", source.name)).help(help))
}
