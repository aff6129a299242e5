//! A suite: the spec and the scenarios in a set of files, and what can be checked before running them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock};

use rayon::prelude::*;
use serde_json::{Value as Json, json};

use super::select::Wanted;
use crate::clause::{GameSpec, Spec};
use crate::expression::Expression;
use crate::fault::{Fault, Faults, Span, did_you_mean};
use crate::kernel::{AnyBook, AnyGame, Games};
use crate::scenario::{self, Body, Parsed, Scenario};
use crate::source::{self, Files, Source};

/// The rules in force for each choice of readings, kept so that each set of rules is read only once.
type Books = Mutex<BTreeMap<String, &'static dyn AnyBook>>;

/// A suite.
pub struct Suite {
    /// The games that the code implements.
    pub games: Games,
    /// The files that the suite is read from.
    pub files: Files,
    /// The spec of every game asked for.
    pub spec: Spec,
    schemas: BTreeMap<&'static str, OnceLock<Schemas>>,
    books: Books,
    /// Whether the suite may be older than this command.
    pub(super) older: bool,
}

impl std::fmt::Debug for Suite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Suite").field("files", &self.files).finish_non_exhaustive()
    }
}

impl Suite {
    /// Opens the suite in `files`, for the game named `only`, or for all of `games`.
    ///
    /// # Errors
    /// If the game is unknown or the spec has faults.
    pub fn open(games: Games, files: Files, only: Option<&str>) -> Result<Self, Faults> {
        let names: Vec<&str> = match only {
            Some(name) => vec![games.find(name)?.name()],
            None => games.names(),
        };
        Self::open_some(games, files, &names)
    }

    /// Opens an older suite, which may lack games that this command knows.
    ///
    /// # Errors
    /// If it has none of the games, or the spec has faults.
    pub fn open_older(games: Games, files: Files) -> Result<Self, Faults> {
        let mut names = games.names();
        names.retain(|name| files.has(&format!("spec/{name}/rulebook.yaml")));
        if names.is_empty() {
            return Self::open(games, files, None);
        }
        Ok(Self { older: true, ..Self::open_some(games, files, &names)? })
    }

    fn open_some(games: Games, files: Files, names: &[&str]) -> Result<Self, Faults> {
        let spec = crate::clause::load(&files, names)?;
        let mut schemas = BTreeMap::new();
        for game in games.iter().filter(|g| names.contains(&g.name())) {
            // Parameters that do not fit the code are one fault, not one per scenario.
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
                        // Under the default readings: a card that needs another reading belongs in the scenarios that
                        // choose that reading.
                        faults.extend(refused(game, &*book, &source, card, Span::default()).map(|(_, f)| f));
                    }
                    faults.or(())?;
                }
            }
            schemas.insert(game.name(), OnceLock::new());
        }
        Ok(Self { games, files, spec, schemas, books: Mutex::default(), older: false })
    }

    /// The games for which the suite is opened.
    pub fn opened(&self) -> impl Iterator<Item = &'static dyn AnyGame> + '_ {
        self.games.iter().filter(|g| self.spec.games.contains_key(g.name()))
    }

    /// The games for which the suite is not opened.
    pub fn unopened(&self) -> impl Iterator<Item = &'static dyn AnyGame> + '_ {
        self.games.iter().filter(|g| !self.spec.games.contains_key(g.name()))
    }

    /// The spec of a game.
    ///
    /// # Errors
    /// If the suite has no such game.
    pub fn game_spec(&self, game: &str) -> Result<&GameSpec, Fault> {
        match self.spec.games.get(game) {
            Some(spec) => Ok(spec),
            None => Err(self.games.find(game).err().unwrap_or_else(|| Fault::plain(format!("{game} is not opened")))),
        }
    }

    /// The rules of a game under some readings. Each set of rules is kept for the life of the command; there is one
    /// for each choice of readings that scenarios make.
    ///
    /// # Errors
    /// If the game, a ruling or a reading is unknown, or the parameters do not fit the code.
    pub fn book(&self, game: &str, readings: &BTreeMap<String, String>) -> Result<&'static dyn AnyBook, Fault> {
        let key = format!("{game} {readings:?}");
        let mut books = self.books.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(book) = books.get(&key) {
            return Ok(*book);
        }
        let book = self.games.find(game)?.book(self.game_spec(game)?, readings, &[]);
        let book = book.map_err(Fault::from)?;
        let book: &'static dyn AnyBook = Box::leak(book);
        books.insert(key, book);
        Ok(book)
    }

    /// The ids, sorted, of all scenarios that have `filter` in their id.
    ///
    /// # Errors
    /// If a folder cannot be listed, or holds files that would not be read.
    pub fn ids(&self, filter: &str) -> Result<Vec<String>, Faults> {
        let mut faults = Faults::default();
        faults.extend(self.strangers()?);
        let mut ids = Vec::new();
        for (game, spec) in &self.spec.games {
            for (folder, endings) in [("conformance", &[".yaml"]), ("snapshots", &[".snap"])] {
                faults.extend(source::unread(&self.files, &format!("{folder}/{game}"), endings)?);
            }
            let all = scenario::ids(&self.files, game)?;
            let chapters = &spec.rulebook.chapters;
            for id in
                all.iter().filter(|id| !id.split('/').nth(1).is_some_and(|name| chapters.iter().any(|c| c == name)))
            {
                let message = format!("{} is not in the folder of a chapter", scenario::path(id));
                let all = format!("the chapters of {game} are {}", chapters.join(", "));
                let name = id.split('/').nth(1).unwrap_or_default();
                faults.push(Fault::plain(message).help(did_you_mean(name, chapters.iter().map(String::as_str), &all)));
            }
            ids.extend(all.into_iter().filter(|id| id.contains(filter)));
        }
        faults.or(ids)
    }

    /// Loads a scenario and checks it against the spec.
    ///
    /// # Errors
    /// Every fault in meaning, or the first fault in form.
    pub fn scenario(&self, id: &str) -> Result<Scenario, Faults> {
        let name = id.split('/').next().unwrap_or("");
        let game = self.games.find(name)?;
        let scenario = scenario::load(&self.files, game, id)?;
        self.check(&scenario)?;
        Ok(scenario)
    }

    /// Loads and checks scenarios in parallel.
    ///
    /// # Errors
    /// If any scenario has faults. Returns the faults of all scenarios.
    pub fn scenarios(&self, ids: &[String]) -> Result<Vec<Scenario>, Faults> {
        self.load_all(&ids.iter().cloned().map(Wanted::Id).collect::<Vec<_>>())
    }

    /// Loads and checks the wanted scenarios in parallel.
    ///
    /// # Errors
    /// If any scenario has faults. Returns the faults of all scenarios.
    pub fn load_all(&self, wanted: &[Wanted]) -> Result<Vec<Scenario>, Faults> {
        let loaded: Vec<Result<Scenario, Faults>> = wanted.par_iter().map(|one| self.load(one)).collect();
        let (mut scenarios, mut faults) = (Vec::with_capacity(wanted.len()), Faults::default());
        for one in loaded {
            match one {
                Ok(scenario) => scenarios.push(scenario),
                Err(found) => faults.add(found),
            }
        }
        faults.or(scenarios)
    }

    /// Checks the ids, readings and expressions of a scenario.
    ///
    /// # Errors
    /// If there are faults. Returns all of them.
    pub fn check(&self, scenario: &Scenario) -> Result<(), Faults> {
        let spec = self.game_spec(scenario.game())?;
        let mut faults = Faults::default();
        if scenario.title.trim().is_empty() {
            let fault = Fault::at(&scenario.source, scenario.place, "the title is empty");
            faults.push(fault.help("say what the scenario shows, in one line"));
        }
        let known = || spec.clauses.keys().map(String::as_str);
        let rejected: Vec<(String, Span)> = match &scenario.body {
            Body::Play { steps, .. } => steps.iter().filter_map(|s| s.rejected.clone()).collect(),
            Body::Parse { expected: Parsed::Refused { clause: Some(clause), place, .. }, .. } => {
                vec![(clause.clone(), *place)]
            }
            _ => Vec::new(),
        };
        for (id, place) in scenario.clauses.iter().chain(&rejected) {
            if !spec.clauses.contains_key(id) {
                faults.push_with(|| {
                    let help = did_you_mean(id, known(), &format!("clauses are in spec/{}/", scenario.game()));
                    Fault::at(&scenario.source, *place, format!("there is no clause {id}")).help(help)
                });
            }
        }
        // Most scenarios choose no readings.
        let wrong = (!scenario.readings.is_empty()).then(|| spec.readings(&scenario.readings).err()).flatten();
        if let Some(error) = wrong {
            faults.push(Fault::at(&scenario.source, scenario.readings_place, error.to_string()));
        } else {
            let game = self.games.find(scenario.game())?;
            // A card may be refused if a step expects it.
            let book = self.book(scenario.game(), &scenario.readings)?;
            for (card, place) in &scenario.cards {
                let refused = refused(game, book, &scenario.source, card, *place);
                let meant = |by: &Option<String>| rejected.iter().any(|(clause, _)| Some(clause) == by.as_ref());
                faults.extend(refused.filter(|(by, _)| !meant(by)).map(|(_, fault)| fault));
            }
        }
        for file in scenario.data.keys().filter(|file| !spec.data.contains_key(*file)) {
            let known: Vec<&str> = spec.data.keys().map(String::as_str).collect();
            let help = did_you_mean(file, known.iter().copied(), &format!("there are {}", known.join(", ")));
            let message = format!("the game has no data {file}");
            faults.push(Fault::at(&scenario.source, scenario.data_place, message).help(help));
        }
        let schemas = self.schemas(scenario.game())?;
        let (expressions, variables): (Vec<&Expression>, _) = match &scenario.body {
            Body::Play { steps, .. } => (steps.iter().flat_map(|step| &step.then).collect(), schemas.of_steps()),
            Body::Solve { plan, .. } => (plan.iter().collect(), schemas.of_plans()),
            Body::Parse { .. } => (Vec::new(), BTreeMap::new()),
        };
        for expression in expressions {
            if let Err(fault) = expression.check(&scenario.source, &variables) {
                faults.push(fault);
            }
        }
        faults.or(())
    }

    /// The fields that expressions about a game may read. The schemas are made when first needed, since most commands
    /// never need them.
    fn schemas(&self, game: &str) -> Result<&Schemas, Fault> {
        let game = self.games.find(game)?;
        let schemas = self.schemas.get(game.name()).ok_or_else(|| Fault::plain("the game is not opened"))?;
        Ok(schemas.get_or_init(|| Schemas::of(game)))
    }

    /// Checks the expressions of a game's clauses.
    ///
    /// # Errors
    /// If there are faults. Returns all of them.
    pub fn check_clauses(&self, game: &str) -> Result<(), Faults> {
        let spec = self.game_spec(game)?;
        let variables = self.schemas(game)?.of_checks();
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

    /// The card definitions that a scenario uses: its own cards, and the cards of the spec that it names.
    pub fn cards(&self, scenario: &Scenario) -> Vec<Json> {
        let mut cards: Vec<Json> = scenario.cards.iter().map(|(card, _)| card.clone()).collect();
        let own: Vec<&str> = scenario.cards.iter().filter_map(|(card, _)| card["name"].as_str()).collect();
        let named = match &scenario.body {
            Body::Play { setup, resolving, sealed, steps, .. } => {
                let mut texts = Vec::new();
                strings(setup, &mut texts);
                resolving.iter().for_each(|frame| strings(frame, &mut texts));
                sealed.iter().for_each(|deed| strings(&deed.action, &mut texts));
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
        let Some(spec) = self.spec.games.get(scenario.game()) else { return cards };
        let mut named = named;
        named.extend(spec.rulebook.always.iter().map(String::as_str));
        // a card may name others, such as a character its skills
        cards.iter().for_each(|card| strings(card, &mut named));
        let mut used = BTreeSet::new();
        while let Some(name) = named.pop() {
            if let Some(card) = spec.cards.get(name).filter(|_| !own.contains(&name))
                && used.insert(name.to_owned())
            {
                strings(card, &mut named);
            }
        }
        cards.extend(spec.cards.iter().filter(|(name, _)| used.contains(name.as_str())).map(|(_, card)| card.clone()));
        cards
    }

    /// The data of a scenario's game with the scenario's own entries; null if the game has none.
    pub fn data(&self, scenario: &Scenario) -> Json {
        let Some(spec) = self.spec.games.get(scenario.game()).filter(|spec| !spec.data.is_empty()) else {
            return Json::Null;
        };
        let mut data = spec.data.clone();
        for (file, entries) in &scenario.data {
            for (name, entry) in entries {
                data[file][name] = entry.clone();
            }
        }
        Json::Object(data)
    }
}

/// The schemas of the variables that expressions about a game may read.
struct Schemas {
    any: Json,
    state: Json,
    action: Json,
    plan: Json,
    events: Json,
    views: Json,
    legal: Json,
    by: Json,
}

impl Schemas {
    fn of(game: &dyn AnyGame) -> Self {
        let schema = |part| game.schema(part).unwrap_or(Json::Null);
        let list_of = |items: &Json| json!({"type": "array", "items": items, "$defs": items["$defs"]});
        let action = schema("action");
        Self {
            any: json!({}),
            state: schema("state"),
            plan: schema("plan"),
            events: json!({"type": "array"}),
            views: list_of(&schema("view")),
            legal: list_of(&schema("deed")),
            by: json!({"type": "integer"}),
            action,
        }
    }

    /// The variables of a `then`.
    fn of_steps(&self) -> BTreeMap<&str, &Json> {
        BTreeMap::from([
            ("views", &self.views),
            ("legal", &self.legal),
            ("state", &self.state),
            ("before", &self.state),
            ("action", &self.action),
            ("events", &self.events),
            ("rules", &self.any),
        ])
    }

    /// The variables of an expression about a plan.
    fn of_plans(&self) -> BTreeMap<&str, &Json> {
        BTreeMap::from([("plan", &self.plan), ("rules", &self.any)])
    }

    /// The variables of a check.
    fn of_checks(&self) -> BTreeMap<&str, &Json> {
        BTreeMap::from([
            ("before", &self.state),
            ("after", &self.state),
            ("action", &self.action),
            ("events", &self.events),
            ("by", &self.by),
            ("rules", &self.any),
        ])
    }
}

/// The refused texts of a card: the clause, and the fault at its place inside the text.
fn refused<'a>(
    game: &'a dyn AnyGame,
    book: &'a dyn AnyBook,
    source: &'a Source,
    card: &'a Json,
    place: Span,
) -> impl Iterator<Item = (Option<String>, Fault)> + 'a {
    game.texts().iter().filter_map(move |(key, grammar)| {
        let text = card.get(*key).and_then(Json::as_str)?;
        let refused = book.parse(grammar, text).result.err()?;
        let before: usize = text.chars().take(refused.offset).map(char::len_utf8).sum();
        // If the text is written with escapes, its place is unknown, and the fault is shown at the card.
        let found = source.text.get(place.offset..).and_then(|rest| rest.find(text));
        let place = found.map_or(place, |at| Span { offset: place.offset + at + before, length: 1 });
        let by = refused.clause.as_deref().unwrap_or("no clause");
        let message = format!("{} (column {} of the {key}; refused by {by})", refused.message, refused.offset + 1);
        let help = format!("{}; if this is intended, write rejected: {by} in a step", refused.help);
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
