//! The formal rules in `spec/`: clauses, rulings and their readings, parameters and cards. What a clause does is code,
//! in the games' packages.

pub mod audit;
pub mod lines;
mod load;
pub mod lock;
pub mod parameters;
pub mod wording;

use std::collections::BTreeMap;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

use crate::expression::Expression;
use crate::fault::{Fault, Span};
use crate::source::Source;

pub use load::{is_slug, load, load_game};

/// How binding a clause is for the verdict on an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// An engine that departs from it is wrong.
    Must,
    /// An engine may depart from it for a reason.
    Should,
    /// An engine may do either.
    May,
}

/// The kind of a clause. It also determines the effect of switching the clause off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClauseKind {
    /// Gives a word its meaning; when off, the stated alternative holds.
    Definition,
    /// Sets a number or table of the rules.
    Parameter,
    /// Something that must be done; when off, it is not done.
    Obligation,
    /// Something that may be done; when off, it is refused.
    Permission,
    /// Something that must not be done; when off, it is allowed.
    Prohibition,
    /// The order in which things are done; when off, it is left out.
    Procedure,
    /// Explains, and binds nobody.
    Informative,
}

/// Where a clause comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Lines of the game's document, as written: `5, 26-28`.
    Lines(String),
    /// A heading of the published facts.
    Facts(String),
    /// One of our rulings.
    Ruling(String),
    /// Texts of cards, in our words; only a ruling arises from them.
    Texts(String),
}

/// The effect of switching a clause off, if its kind does not determine that.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Off {
    /// It cannot be switched off, for this reason.
    None(String),
    /// The alternative that then holds.
    Means(String),
}

/// A CEL expression that holds after every accepted step.
#[derive(Debug)]
pub struct Check {
    /// The readings under which it holds: ruling id and reading. Empty: under all.
    pub when: BTreeMap<String, String>,
    /// The expression.
    pub that: Expression,
}

/// One clause.
#[derive(Debug)]
pub struct Clause {
    /// `game.chapter.slug`.
    pub id: String,
    /// Where it comes from.
    pub origin: Origin,
    /// First 8 hex digits of the SHA-256 of the cited lines, white space folded.
    pub digest: Option<String>,
    /// How binding it is.
    pub level: Level,
    /// The kind, which says how the clause works.
    pub kind: ClauseKind,
    /// Its statement, in our words.
    pub text: String,
    /// The statement as it is in the file, with placeholders for numbers.
    pub template: String,
    /// The numbers and tables that it sets.
    pub parameters: serde_json::Map<String, Json>,
    /// Its invariants.
    pub checks: Vec<Check>,
    /// The effect of switching it off.
    pub off: Option<Off>,
    /// The rulings that affect it.
    pub rulings: Vec<String>,
    /// Since when it is a tombstone, and what replaced it; `None` if it is not retired.
    pub retired: Option<Retired>,
    /// The file that it is in.
    pub file: Source,
    /// Span of its id in the file.
    pub place: Span,
}

/// Marks a dropped clause, which keeps its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retired {
    /// The edition that dropped it.
    pub since: String,
    /// The clauses that replaced it.
    #[serde(default)]
    pub superseded_by: Vec<String>,
}

impl Clause {
    /// The chapter: the middle of the id.
    pub fn chapter(&self) -> &str {
        self.id.split('.').nth(1).unwrap_or("")
    }

    /// Whether a scenario has to fail without it: it is binding and not retired.
    pub fn binds(&self) -> bool {
        self.kind != ClauseKind::Informative && self.retired.is_none()
    }

    /// Whether it can be switched off.
    pub fn switchable(&self) -> bool {
        self.unswitchable().is_none()
    }

    /// Why it cannot be switched off; `None` if it can. A parameter can be switched off if the clause says what then
    /// holds.
    pub fn unswitchable(&self) -> Option<String> {
        match &self.off {
            _ if self.retired.is_some() => Some("it is retired".to_owned()),
            _ if self.kind == ClauseKind::Informative => Some("it is informative and binds nobody".to_owned()),
            Some(Off::None(why)) => Some(why.trim_start_matches("because ").to_owned()),
            None if self.kind == ClauseKind::Parameter => Some("its numbers are moved instead".to_owned()),
            _ => None,
        }
    }
}

/// One way to read a ruling.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reading {
    /// The rule under this reading.
    pub text: String,
    /// Parameters that it overrides, by path.
    #[serde(default)]
    pub parameters: serde_json::Map<String, Json>,
    /// How the document contradicts itself under this reading, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradicts: Option<String>,
}

/// A place where the document is silent, ambiguous or contradicts itself.
#[derive(Debug)]
pub struct Ruling {
    /// `game.rulings.slug`.
    pub id: String,
    /// The question.
    pub question: String,
    /// Where it arises.
    pub origin: Origin,
    /// Digest of the cited lines.
    pub digest: Option<String>,
    /// The possible readings, in file order; empty for an erratum.
    pub readings: IndexMap<String, Reading>,
    /// The reading in force unless another is chosen.
    pub default: String,
    /// The correction, for an erratum.
    pub correction: Option<String>,
    /// The reason for the default, or for the correction.
    pub why: String,
    /// The file that it is in.
    pub file: Source,
    /// Span of its id.
    pub place: Span,
}

impl Ruling {
    /// The last part of the id.
    pub fn slug(&self) -> &str {
        self.id.rsplit('.').next().unwrap_or("")
    }

    /// Whether its readings differ only in parameters and have no code.
    pub fn by_parameters(&self) -> bool {
        self.readings.values().any(|r| !r.parameters.is_empty())
    }

    /// Whether it is an erratum.
    pub fn is_erratum(&self) -> bool {
        self.correction.is_some()
    }
}

/// The document of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Its file name.
    pub file: String,
    /// Its SHA-256, in hex.
    pub sha256: String,
}

/// The number of players.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Players {
    /// The smallest number.
    pub least: u32,
    /// The largest number.
    pub most: u32,
}

/// `spec/<game>/rulebook.yaml`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// The game's name, as in ids.
    pub game: String,
    /// Its title.
    pub title: String,
    /// The edition of our spec, a semantic version.
    pub edition: String,
    /// The document it was written from.
    pub document: Document,
    /// The number of players.
    pub players: Players,
    /// The chapters in order; each is a file of clauses.
    pub chapters: Vec<String>,
    /// Data files other than cards, by name: maps, decks, tables.
    pub data: Vec<String>,
    /// The cards that come into play without being named by a setup, such as tokens: they are sent to every engine.
    pub always: Vec<String>,
    /// Everyday words for the game's own, for a search.
    pub synonyms: Vec<Synonyms>,
}

/// Everyday words and phrases that mean the same in a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Synonyms {
    /// The words and phrases that people type.
    pub words: Vec<String>,
    /// What they mean in the texts: any of these. All words of a phrase are meant, in any order. The document is silent
    /// on words without a meaning.
    pub mean: Vec<String>,
}

/// The whole spec of one game.
#[derive(Debug)]
pub struct GameSpec {
    /// Title, edition, document, chapters.
    pub rulebook: Rulebook,
    /// Clauses in the order of chapters and files.
    pub clauses: IndexMap<String, Clause>,
    /// Rulings in the order of their file.
    pub rulings: IndexMap<String, Ruling>,
    /// Card definitions by name.
    pub cards: IndexMap<String, Json>,
    /// Data other than cards, by the name of its file: each file has entries by name.
    pub data: Map<String, Json>,
}

impl GameSpec {
    /// The readings in force, by ruling id, when `chosen` overrides the defaults.
    ///
    /// # Errors
    /// If a ruling or reading is unknown. The error is one line, with a suggestion.
    pub fn readings(&self, chosen: &BTreeMap<String, String>) -> Result<BTreeMap<String, String>, NoReading> {
        let mut readings: BTreeMap<String, String> =
            self.rulings.values().filter(|r| !r.is_erratum()).map(|r| (r.id.clone(), r.default.clone())).collect();
        for (id, reading) in chosen {
            let Some(ruling) = self.rulings.get(id).filter(|r| !r.is_erratum()) else {
                let known = self.rulings.values().filter(|r| !r.is_erratum()).map(|r| r.id.as_str());
                return Err(NoReading(format!(
                    "there is no ruling {id}; {}",
                    crate::fault::did_you_mean(id, known, &format!("see spec/{}/rulings.yaml", self.rulebook.game))
                )));
            };
            if !ruling.readings.contains_key(reading) {
                let known: Vec<&str> = ruling.readings.keys().map(String::as_str).collect();
                let known = known.join(", ");
                return Err(NoReading(format!("{id} has no reading {reading}; its readings are {known}")));
            }
            readings.insert(id.clone(), reading.clone());
        }
        Ok(readings)
    }
}

/// A ruling or reading that does not exist was chosen.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoReading(String);

impl From<NoReading> for Fault {
    fn from(error: NoReading) -> Self {
        Fault::plain(error.to_string())
    }
}

/// The spec of all games.
#[derive(Debug, Default)]
pub struct Spec {
    /// By name.
    pub games: BTreeMap<String, GameSpec>,
}

impl Spec {
    /// The clause with this id.
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.games.get(id.split('.').next()?)?.clauses.get(id)
    }
}
