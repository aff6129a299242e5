//! A suite: the spec and the scenarios of some files, and what can be said of them before running.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde_json::{Value as Json, json};

use crate::clause::{GameSpec, Spec};
use crate::fault::{Fault, Faults, Place, did_you_mean};
use crate::games;
use crate::kernel::{AnyBook, AnyGame};
use crate::scenario::{self, Body, Parsed, Scenario};
use crate::snapshot;
use crate::source::{Files, Source};

/// The rules in force for one choice of readings, kept so that they are read once.
type Books = Mutex<BTreeMap<String, &'static dyn AnyBook>>;

/// A suite.
pub struct Suite {
    /// Where it is read from.
    pub files: Files,
    /// The spec of every game asked for.
    pub spec: Spec,
    schemas: BTreeMap<(&'static str, &'static str), Json>,
    books: Books,
}

impl std::fmt::Debug for Suite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Suite").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Suite {
    /// Opens the suite in `files`, for the games named, or for all.
    ///
    /// # Errors
    /// Faults of the spec.
    pub fn open(files: Files, only: Option<&str>) -> Result<Self, Faults> {
        let names: Vec<&str> = match only {
            Some(name) => vec![name],
            None => games::names(),
        };
        let spec = crate::clause::load(&files, &names)?;
        let mut schemas = BTreeMap::new();
        for game in games::GAMES.iter().filter(|g| names.contains(&g.name())) {
            // Parameters that do not fit the code are one fault, not one of every scenario.
            if let Some(spec) = spec.games.get(game.name()) {
                let folder = format!("spec/{}", game.name());
                let book = game.book(spec, &BTreeMap::new(), &[]);
                let book = book.map_err(|error| Fault::plain(format!("{folder}: {error}")))?;
                let cards = format!("{folder}/cards.yaml");
                if files.has(&cards) {
                    let source = files.read(&cards)?;
                    game.check_cards(&source)?;
                    let mut faults = Faults::default();
                    for card in spec.cards.values() {
                        // By the default readings: a card that needs another belongs into the scenarios that choose it.
                        faults.list.extend(refused(*game, &*book, &source, card, Place::default()).map(|(_, f)| f));
                    }
                    faults.or(())?;
                }
            }
            for part in ["state", "action", "event", "plan", "view"] {
                schemas.insert((game.name(), part), game.schema(part).unwrap_or(Json::Null));
            }
        }
        Ok(Self { files, spec, schemas, books: Mutex::default() })
    }

    /// The games of the suite.
    pub fn games(&self) -> impl Iterator<Item = &'static dyn AnyGame> + '_ {
        games::GAMES.iter().copied().filter(|g| self.spec.games.contains_key(g.name()))
    }

    /// The spec of a game.
    ///
    /// # Errors
    /// When the suite has no such game.
    pub fn game_spec(&self, game: &str) -> Result<&GameSpec, Fault> {
        self.spec.games.get(game).ok_or_else(|| {
            let known = games::names();
            Fault::plain(format!("there is no game {game}")).help(did_you_mean(
                game,
                known.iter().copied(),
                &format!("the games are {}", known.join(", ")),
            ))
        })
    }

    /// The rules of a game under some readings. They are kept for the life of the command, of which
    /// there is one for each choice of readings that scenarios make.
    ///
    /// # Errors
    /// An unknown game, ruling or reading, or parameters that do not fit the code.
    pub fn book(&self, game: &str, readings: &BTreeMap<String, String>) -> Result<&'static dyn AnyBook, Fault> {
        let key = format!("{game} {readings:?}");
        let mut books = self.books.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(book) = books.get(&key) {
            return Ok(*book);
        }
        let any = games::find(game).ok_or_else(|| Fault::plain(format!("there is no game {game}")))?;
        let book = any.book(self.game_spec(game)?, readings, &[]).map_err(Fault::plain)?;
        let book: &'static dyn AnyBook = Box::leak(book);
        books.insert(key, book);
        Ok(book)
    }

    /// The ids of all scenarios that contain `filter`, sorted.
    ///
    /// # Errors
    /// When a folder cannot be listed.
    pub fn ids(&self, filter: &str) -> Result<Vec<String>, Fault> {
        let mut ids = Vec::new();
        for game in self.spec.games.keys() {
            ids.extend(scenario::ids(&self.files, game)?.into_iter().filter(|id| id.contains(filter)));
        }
        Ok(ids)
    }

    /// Loads a scenario and checks it against the spec.
    ///
    /// # Errors
    /// Every fault of meaning, or the first of shape.
    pub fn scenario(&self, id: &str) -> Result<Scenario, Faults> {
        let name = id.split('/').next().unwrap_or("");
        let game = games::find(name).ok_or_else(|| Fault::plain(format!("there is no game {name}")))?;
        let scenario = scenario::load(&self.files, game, id)?;
        self.check(&scenario)?;
        Ok(scenario)
    }

    /// Checks ids, readings and expressions of a scenario.
    ///
    /// # Errors
    /// Every fault.
    pub fn check(&self, scenario: &Scenario) -> Result<(), Faults> {
        let spec = self.game_spec(scenario.game())?;
        let mut faults = Faults::default();
        let known = || spec.clauses.keys().map(String::as_str);
        let rejected: Vec<(String, Place)> = match &scenario.body {
            Body::Play { steps, .. } => steps.iter().filter_map(|s| s.rejected.clone()).collect(),
            Body::Parse { expected: Parsed::Refused { clause: Some(clause), place, .. }, .. } => {
                vec![(clause.clone(), *place)]
            }
            _ => Vec::new(),
        };
        for (id, place) in scenario.clauses.iter().chain(&rejected) {
            if !spec.clauses.contains_key(id) {
                let help = did_you_mean(id, known(), &format!("clauses stand in spec/{}/", scenario.game()));
                faults.push(Fault::at(&scenario.source, *place, format!("there is no clause {id}")).help(help));
            }
        }
        if let Err(error) = spec.readings(&scenario.readings) {
            faults.push(Fault::at(&scenario.source, scenario.readings_place, error));
        } else if let Some(game) = games::find(scenario.game()) {
            // A card may be refused where a step says so.
            let book = self.book(scenario.game(), &scenario.readings)?;
            for (card, place) in &scenario.cards {
                let refused = refused(game, book, &scenario.source, card, *place);
                let meant = |by: &Option<String>| rejected.iter().any(|(clause, _)| Some(clause) == by.as_ref());
                faults.list.extend(refused.filter(|(by, _)| !meant(by)).map(|(_, fault)| fault));
            }
        }
        let any = json!({});
        let schema =
            |part| self.schemas.get(&(games::find(scenario.game()).map_or("", |g| g.name()), part)).unwrap_or(&any);
        match &scenario.body {
            Body::Play { steps, .. } => {
                let events = json!({"type": "array"});
                let list_of = |items: &Json| json!({"type": "array", "items": items, "$defs": items["$defs"]});
                let (views, legal) = (list_of(schema("view")), list_of(schema("action")));
                let variables = BTreeMap::from([
                    ("views", &views),
                    ("legal", &legal),
                    ("state", schema("state")),
                    ("before", schema("state")),
                    ("action", schema("action")),
                    ("events", &events),
                    ("rules", &any),
                ]);
                for expression in steps.iter().flat_map(|s| &s.then) {
                    if let Err(fault) = expression.check(&scenario.source, &variables) {
                        faults.push(fault);
                    }
                }
            }
            Body::Solve { plan, .. } => {
                let variables = BTreeMap::from([("plan", schema("plan")), ("rules", &any)]);
                for expression in plan {
                    if let Err(fault) = expression.check(&scenario.source, &variables) {
                        faults.push(fault);
                    }
                }
            }
            Body::Parse { .. } => {}
        }
        faults.or(())
    }

    /// Checks the expressions of a game's clauses.
    ///
    /// # Errors
    /// Every fault.
    pub fn check_clauses(&self, game: &str) -> Result<(), Faults> {
        let spec = self.game_spec(game)?;
        let any = json!({});
        let events = json!({"type": "array"});
        let name = games::find(game).map_or("", |g| g.name());
        let schema = |part| self.schemas.get(&(name, part)).unwrap_or(&any);
        let variables = BTreeMap::from([
            ("before", schema("state")),
            ("after", schema("state")),
            ("action", schema("action")),
            ("events", &events),
            ("rules", &any),
        ]);
        let mut faults = Faults::default();
        for clause in spec.clauses.values() {
            for check in &clause.checks {
                if let Err(fault) = check.that.check(&clause.file, &variables) {
                    faults.push(fault);
                }
            }
        }
        faults.or(())
    }

    /// The card definitions that a scenario uses: its own, and those of the spec that it names.
    pub fn cards(&self, scenario: &Scenario) -> Vec<Json> {
        let mut cards: Vec<Json> = scenario.cards.iter().map(|(card, _)| card.clone()).collect();
        let own: Vec<&str> = scenario.cards.iter().filter_map(|(card, _)| card["name"].as_str()).collect();
        let named = match &scenario.body {
            Body::Play { setup, steps, .. } => {
                let mut texts = Vec::new();
                strings(setup, &mut texts);
                steps.iter().for_each(|step| strings(&step.run.action, &mut texts));
                texts
            }
            Body::Solve { problem, .. } => {
                let mut texts = Vec::new();
                strings(problem, &mut texts);
                texts
            }
            Body::Parse { .. } => Vec::new(),
        };
        if let Some(spec) = self.spec.games.get(scenario.game()) {
            for (name, card) in &spec.cards {
                if named.contains(&name.as_str()) && !own.contains(&name.as_str()) {
                    cards.push(card.clone());
                }
            }
        }
        cards
    }

    /// The paths of snapshots that have no scenario.
    ///
    /// # Errors
    /// When a folder cannot be listed.
    pub fn orphans(&self) -> Result<Vec<String>, Fault> {
        let mut orphans = Vec::new();
        for game in self.spec.games.keys() {
            // Those beside the folders of chapters are of no scenario: the table of coverage.
            let folder = format!("snapshots/{game}");
            let snapshots = self.files.list(&folder, ".snap")?.into_iter();
            orphans.extend(snapshots.filter(|path| {
                let id = path.trim_start_matches("snapshots/").trim_end_matches(".snap");
                path[folder.len() + 1..].contains('/') && !self.files.has(&scenario::path(id))
            }));
        }
        Ok(orphans)
    }

    /// The stored snapshot of a scenario, without its header.
    ///
    /// # Errors
    /// When there is none.
    pub fn snapshot(&self, id: &str) -> Result<String, Fault> {
        let source = self.files.read(&format!("snapshots/{id}.snap"))?;
        Ok(snapshot::body(&source.text).to_owned())
    }
}

/// The texts of a card that are refused: the clause, and the fault inside the text where it stands.
fn refused<'a>(
    game: &'a dyn AnyGame,
    book: &'a dyn AnyBook,
    source: &'a Source,
    card: &'a Json,
    place: Place,
) -> impl Iterator<Item = (Option<String>, Fault)> + 'a {
    game.texts().iter().filter_map(move |(key, grammar)| {
        let text = card.get(*key).and_then(Json::as_str)?;
        let refused = book.parse(grammar, text).result.err()?;
        let before: usize = text.chars().take(refused.offset).map(char::len_utf8).sum();
        // A text that is written otherwise than it reads, with escapes, is shown as its card.
        let found = source.text.get(place.offset..).and_then(|rest| rest.find(text));
        let place = found.map_or(place, |at| Place { offset: place.offset + at + before, length: 1 });
        let by = refused.clause.as_deref().unwrap_or("no clause");
        let message = format!("{} (column {} of the {key}; refused by {by})", refused.message, refused.offset + 1);
        let help = format!("{}; if it is meant, a step says rejected: {by}", refused.help);
        Some((refused.clause.clone(), Fault::at(source, place, message).help(help)))
    })
}

fn strings<'a>(value: &'a Json, found: &mut Vec<&'a str>) {
    match value {
        Json::String(text) => found.push(text),
        Json::Array(list) => list.iter().for_each(|inner| strings(inner, found)),
        // Decks name their cards as keys.
        Json::Object(map) => map.iter().for_each(|(key, inner)| {
            found.push(key);
            strings(inner, found);
        }),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// The first fault of motion's spec with this file of cards.
    fn told(cards: &'static str) -> String {
        let folder = Files::Folder(env!("CARGO_MANIFEST_DIR").into());
        let text = |path: &String| -> &'static str { folder.read(path).unwrap().text.to_string().leak() };
        let paths = folder.list("spec/motion", ".yaml").unwrap();
        let mut files: BTreeMap<_, _> = paths.into_iter().map(|path| (path.clone(), text(&path))).collect();
        files.insert("spec/motion/cards.yaml".into(), cards);
        let fault = Suite::open(Files::Embedded(Arc::new(files)), Some("motion")).unwrap_err().list.remove(0);
        format!("{}; {}", fault.line(), fault.help.unwrap_or_default())
    }

    #[test]
    fn a_card_of_the_spec_has_the_form_of_its_game() {
        assert_eq!(
            told("- {name: A, cost: \"a -> (f)\"}\n- {name: B, cost: \"a -> (f)\", sustaned: true}\n"),
            "spec/motion/cards.yaml:2:31: there is no key sustaned here; did you mean sustained? the keys here are name, cost, sustained, text"
        );
        assert_eq!(
            told("- {name: A}\n"),
            "spec/motion/cards.yaml:1:4: the key cost is missing beside this one; add cost: with its value"
        );
    }
}
