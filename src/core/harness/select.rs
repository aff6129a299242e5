//! Selects scenarios by id, by part of an id, or by file, in the suite or anywhere.

use std::path::{Path, PathBuf};

use super::suite::Suite;
use crate::clause::Spec;
use crate::fault::{Fault, Faults, did_you_mean};
use crate::scenario::{self, Scenario};
use crate::source::{self, Files, Source};
use crate::yaml;

/// A scenario that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// A scenario of the suite, by its id.
    Id(String),
    /// A scenario in a file anywhere.
    File(PathBuf),
}

impl Suite {
    /// The scenarios that words select, each listed once. A word is a file, an id, or a part of an id. Without words,
    /// all scenarios of the suite.
    ///
    /// # Errors
    /// If a word selects nothing. The fault suggests similar ids.
    pub fn select(&self, words: &[String]) -> Result<Vec<Wanted>, Faults> {
        let ids = self.ids("")?;
        if words.is_empty() {
            return Ok(ids.into_iter().map(Wanted::Id).collect());
        }
        let (mut found, mut faults) = (Vec::new(), Faults::default());
        for word in words {
            if let Some(one) = self.exactly(&ids, word) {
                found.push(one);
                continue;
            }
            let before = found.len();
            found.extend(ids.iter().filter(|id| id.contains(word.as_str())).cloned().map(Wanted::Id));
            if found.len() == before {
                let known = ids.iter().map(String::as_str);
                let all = "name a file, or a part of an id such as motion/minimum/worked-example";
                let help = did_you_mean(&self.id_of(word), known, all);
                faults.push(Fault::plain(format!("no scenario matches {word}")).help(help));
            }
        }
        found.sort();
        found.dedup();
        faults.or(found)
    }

    /// The scenario that a word selects.
    ///
    /// # Errors
    /// If the word selects no scenario. The fault suggests similar ids.
    pub fn select_one(&self, word: &str) -> Result<Wanted, Faults> {
        let ids = self.ids("")?;
        self.exactly(&ids, word).ok_or_else(|| {
            let known = ids.iter().map(String::as_str);
            let help = did_you_mean(&self.id_of(word), known, "ids look like motion/minimum/worked-example");
            Fault::plain(format!("there is no scenario {word}")).help(help).into()
        })
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

    /// The path of a file relative to the root of the suite, if the file is inside the suite.
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
            Some(file) => file.with_extension("snap").is_file(),
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
                path.is_file().then(|| source::read_file(&path, &path.display().to_string()))
            }
            None => {
                let path = scenario::snapshot_path(&scenario.id);
                self.files.has(&path).then(|| self.files.read(&path))
            }
        };
        Ok(read.transpose()?.map(|source| crate::snapshot::body(&source.text).to_owned()))
    }
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
