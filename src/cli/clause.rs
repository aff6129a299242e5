//! `rulebound clause`: shows a clause and everything that depends on it.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use rulebound_core::clause::{Clause, GameSpec, Off, Origin, Reading, Ruling, lines};
use rulebound_core::fault::{Fault, Faults, did_you_mean};
use rulebound_core::harness::Suite;
use rulebound_core::harness::review::{Effect, Side, example};
use rulebound_core::harness::search::{Found, LEAST_SHARE, search};
use rulebound_core::scenario::{self, Scenario};
use rulebound_core::snapshot;
use rulebound_core::source;
use serde_json::{Value as Json, json};

use super::citations::Citations;
use super::show::{DIM, HEAD, ID};
use super::{Context, End, Format, show, suite};

/// Maximum number of search results shown.
const MOST_FOUND: usize = 5;

/// Show a clause or ruling: text, lines, rulings, parameters, checks, scenarios, code
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound clause motion.chaining.once-in
  rulebound clause motion.chaining.once-in --documents ../documents     with the cited lines
  rulebound clause combo.traps                     a chapter
  rulebound clause combo --search 'deck runs out'
  rulebound clause motion --line 56
  rulebound clause combo --parameters")]
pub struct ClauseArgs {
    /// The id of a clause or ruling; several ids, chapters or games list their clauses and rulings
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// Find the clauses and rulings that answer a question, best first
    #[arg(long, value_name = "WORDS")]
    search: Option<String>,
    /// List the clauses and rulings that cite these lines of the document: 56, or 42-43
    #[arg(long, value_name = "LINES", conflicts_with = "search")]
    line: Option<String>,
    /// List the numbers and tables of the rules
    #[arg(long, conflicts_with_all = ["search", "line"])]
    parameters: bool,
    /// The folder of the documents, to show the cited lines
    #[arg(long, value_name = "DIR")]
    documents: Option<PathBuf>,
    /// The output format
    #[arg(long, default_value = "text")]
    format: Format,
}

impl ClauseArgs {
    /// Shows it.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        // Everything that depends on an id belongs to the same game as the id.
        let games: BTreeSet<&str> = self.ids.iter().filter_map(|id| id.split('.').next()).collect();
        let only = games.first().filter(|_| games.len() == 1).and_then(|game| context.games.find(game).ok());
        let suite = suite::open(context, only.map(|game| game.name()))?;
        if let Some(question) = &self.search {
            return self.find(&suite, question);
        }
        if self.parameters {
            return self.numbers(&suite);
        }
        match self.ids.as_slice() {
            [id] if self.line.is_none() && id.split('.').count() > 2 => self.one_clause(context, &suite, id),
            _ => self.list(&suite),
        }
    }

    /// Whether an id is asked for, directly or through its chapter or game.
    fn wants(&self, id: &str) -> bool {
        self.ids.is_empty() || self.ids.iter().any(|asked| below(id, asked))
    }

    fn list(&self, suite: &Suite) -> Result<(), End> {
        let specs = || suite.spec.games.values();
        let clauses = specs().flat_map(|g| g.clauses.values()).map(|c| (c.id.as_str(), c.text.as_str(), &c.origin));
        let rulings = specs().flat_map(|g| g.rulings.values()).map(|r| (r.id.as_str(), about(r), &r.origin));
        let asked = self.lines()?;
        let cites = |origin: &Origin| match (&self.line, origin) {
            (None, _) => true,
            (Some(_), Origin::Lines(cited)) => {
                lines::parse(cited).is_ok_and(|all| all.iter().any(|line| asked.contains(line)))
            }
            (Some(_), _) => false,
        };
        let found: Vec<(&str, &str)> = clauses
            .chain(rulings)
            .filter(|(id, _, origin)| self.wants(id) && cites(origin))
            .map(|(id, text, _)| (id, text))
            .collect();
        for asked in
            self.ids.iter().filter(|asked| self.line.is_none() && !found.iter().any(|(id, _)| below(id, asked)))
        {
            known(suite, asked)?;
        }
        if self.format == Format::Json {
            show::json(&found.iter().map(|(id, text)| json!({"id": id, "text": text})).collect())?;
        } else {
            let mut out = show::out();
            for line in asked {
                for spec in specs().filter(|spec| self.wants_game(&spec.rulebook.game)) {
                    self.cited_line(&mut out, spec, line)?;
                }
            }
            for (id, text) in &found {
                writeln!(out, "{ID}{id}{ID:#}\n  {text}")?;
            }
            if found.is_empty() && self.line.is_some() {
                writeln!(out, "no clause or ruling cites this line")?;
            }
        }
        if found.is_empty() { Err(End::DoesNotHold) } else { Ok(()) }
    }

    /// The lines asked for.
    fn lines(&self) -> Result<Vec<usize>, Fault> {
        let Some(text) = &self.line else { return Ok(Vec::new()) };
        let wrong = |why: lines::NoLines| Fault::plain(format!("--line {text}: {}", why.0));
        Ok(lines::parse(text).map_err(wrong)?.into_iter().collect())
    }

    fn wants_game(&self, game: &str) -> bool {
        self.ids.is_empty() || self.ids.iter().any(|id| id.split('.').next() == Some(game))
    }

    /// Writes the line itself, or how to see it if no documents are given.
    fn cited_line(&self, out: &mut dyn Write, spec: &GameSpec, line: usize) -> Result<(), End> {
        let Some(folder) = &self.documents else {
            let file = &spec.rulebook.document.file;
            writeln!(out, "{DIM}line {line} of {file}; --documents DIR shows the line itself{DIM:#}")?;
            return Ok(());
        };
        let path = folder.join(&spec.rulebook.document.file);
        let text = source::read_file(&path, &path.display().to_string())?.text;
        let cited = line.checked_sub(1).and_then(|at| text.lines().nth(at)).unwrap_or("");
        writeln!(out, "{DIM}{line:>4}{DIM:#} {}", show::harmless(cited))?;
        Ok(())
    }

    /// Writes every number and table, with its clause.
    fn numbers(&self, suite: &Suite) -> Result<(), End> {
        let clauses = suite.spec.games.values().flat_map(|spec| spec.clauses.values());
        let with: Vec<&Clause> = clauses.filter(|c| self.wants(&c.id) && !c.parameters.is_empty()).collect();
        if self.format == Format::Json {
            let all = with.iter().map(|c| json!({"clause": c.id, "parameters": c.parameters}));
            show::json(&all.collect())?;
        } else {
            let width = with.iter().map(|clause| clause.id.len()).max().unwrap_or(0);
            let mut out = show::out();
            for clause in &with {
                let mut text = String::new();
                for (key, value) in &clause.parameters {
                    snapshot::lines(&mut text, key, value);
                }
                for line in text.lines() {
                    writeln!(out, "{ID}{:width$}{ID:#}  {}", clause.id, line.trim_start())?;
                }
            }
        }
        if with.is_empty() { Err(End::DoesNotHold) } else { Ok(()) }
    }

    /// Finds what answers a question, best first.
    fn find(&self, suite: &Suite, question: &str) -> Result<(), End> {
        for asked in &self.ids {
            suite.game_spec(asked.split('.').next().unwrap_or_default())?;
        }
        let mut found: Vec<Found<'_>> = Vec::new();
        for spec in suite.spec.games.values().filter(|spec| self.wants_game(&spec.rulebook.game)) {
            found.extend(search(suite, spec, question)?);
        }
        found.retain(|one| self.wants(one.id));
        found.sort_by(|one, other| other.score.total_cmp(&one.score));
        found.truncate(MOST_FOUND);
        let answered = found.iter().any(|one| one.share > LEAST_SHARE);
        if self.format == Format::Json {
            let all = found
                .iter()
                .map(|one| json!({"id": one.id, "text": one.text, "source": one.origin, "share": one.share}));
            show::json(&json!({"answered": answered, "found": all.collect::<Vec<_>>()}))?;
        } else {
            let mut out = show::out();
            if !answered {
                let nearest = if found.is_empty() { "" } else { "; these come closest" };
                writeln!(out, "No clause or ruling covers that{nearest}.\n")?;
            }
            for one in &found {
                writeln!(out, "{ID}{}{ID:#}\n  {}", one.id, one.text)?;
            }
        }
        if answered { Ok(()) } else { Err(End::DoesNotHold) }
    }

    fn one_clause(&self, context: &Context, suite: &Suite, id: &str) -> Result<(), End> {
        let game = suite.spec.games.get(id.split('.').next().unwrap_or(""));
        if let Some((spec, ruling)) = game.and_then(|g| g.rulings.get(id).map(|r| (g, r))) {
            let side = Side::new(suite::open(context, Some(&spec.rulebook.game))?, Vec::new());
            let examples = examples(&side, ruling)?;
            return self.ruling(suite, spec, ruling, &examples, &Citations::of(context, spec, id)?);
        }
        let clause = known(suite, id)?;
        let spec = suite.game_spec(id.split('.').next().unwrap_or(""))?;
        let code = Citations::of(context, spec, id)?;
        let scenarios =
            scenarios(suite, spec, id, &|one| one.clauses.iter().any(|(named, _)| named == id).then_some(()))?;
        if self.format == Format::Json {
            return Ok(show::json(&as_json(clause, &scenarios, &code))?);
        }
        let mut out = show::out();
        let kind = format!("{:?}", clause.kind).to_lowercase();
        let level = format!("{:?}", clause.level).to_lowercase();
        writeln!(
            out,
            "{HEAD}{id}{HEAD:#} {DIM}{kind}, {level}, edition {}{DIM:#}\n  {}",
            spec.rulebook.edition, clause.text
        )?;
        if let Some(retired) = &clause.retired {
            writeln!(out, "  retired since {}; see {}", retired.since, retired.superseded_by.join(", "))?;
        }
        self.origin(&mut out, spec, &clause.origin)?;
        match &clause.off {
            Some(Off::None(why)) => writeln!(out, "\nswitched off: never, {why}")?,
            Some(Off::Means(what)) => writeln!(out, "\nswitched off: {what}")?,
            None => {}
        }
        for ruling in clause.rulings.iter().filter_map(|id| spec.rulings.get(id)) {
            writeln!(out, "\n{ID}{}{ID:#} {}", ruling.id, ruling.question)?;
            for (name, reading) in &ruling.readings {
                readings(&mut out, ruling, name, reading)?;
            }
        }
        if !clause.parameters.is_empty() {
            let mut text = String::new();
            for (key, value) in &clause.parameters {
                snapshot::lines(&mut text, key, value);
            }
            write!(out, "\nparameters\n{text}")?;
        }
        if !clause.checks.is_empty() {
            writeln!(out, "\nchecks, after every accepted step")?;
        }
        for check in &clause.checks {
            let when: Vec<String> =
                check.when.iter().map(|(ruling, reading)| format!("{ruling} is {reading}")).collect();
            let when = if when.is_empty() { String::new() } else { format!("  {DIM}if {}{DIM:#}", when.join(" and ")) };
            writeln!(out, "  {}{when}", check.that.text)?;
        }
        writeln!(out, "\nscenarios")?;
        for (scenario, title, ()) in &scenarios {
            writeln!(out, "  {ID}{scenario}{ID:#} {DIM}{title}{DIM:#}")?;
        }
        writeln!(out, "\ncode")?;
        for line in code.lines(id) {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }

    fn ruling(
        &self,
        suite: &Suite,
        spec: &GameSpec,
        ruling: &Ruling,
        examples: &BTreeMap<String, Effect>,
        code: &Citations,
    ) -> Result<(), End> {
        let chosen = scenarios(suite, spec, &ruling.id, &|one| one.readings.get(&ruling.id).cloned())?;
        let bears: Vec<&str> =
            spec.clauses.values().filter(|c| c.rulings.contains(&ruling.id)).map(|c| c.id.as_str()).collect();
        if self.format == Format::Json {
            let value = json!({
                "id": ruling.id, "question": ruling.question, "readings": ruling.readings, "default": ruling.default,
                "correction": ruling.correction, "why": ruling.why, "clauses": bears, "examples": examples,
                "scenarios": chosen.iter().map(|(id, _, reading)| json!({"id": id, "reading": reading})).collect::<Vec<_>>(),
                "code": code.json(&ruling.id),
            });
            return Ok(show::json(&value)?);
        }
        let mut out = show::out();
        writeln!(out, "{HEAD}{}{HEAD:#}", ruling.id)?;
        match &ruling.correction {
            Some(correction) => writeln!(out, "  an erratum: {correction}")?,
            None => writeln!(out, "  {}", ruling.question)?,
        }
        self.origin(&mut out, spec, &ruling.origin)?;
        writeln!(out)?;
        for (name, reading) in &ruling.readings {
            readings(&mut out, ruling, name, reading)?;
        }
        writeln!(out, "\nwhy: {}", ruling.why)?;
        for id in bears {
            writeln!(out, "applies to {ID}{id}{ID:#}")?;
        }
        if !examples.is_empty() {
            writeln!(out, "\nwhat another reading changes, in an example")?;
        }
        for (reading, one) in examples {
            let step = one.step.filter(|step| *step > 0).map(|step| format!(", step {step}")).unwrap_or_default();
            writeln!(out, "  {reading}: {ID}{}{ID:#}{step}\n    {}", one.scenario, one.first)?;
        }
        if let Some(other) = ruling.readings.keys().find(|name| **name != ruling.default) {
            let id = &ruling.id;
            writeln!(out, "\n{DIM}`rulebound review --reading {id}={other}` shows what a reading changes{DIM:#}")?;
        }
        writeln!(out, "\nscenarios that choose a reading")?;
        for (scenario, title, reading) in &chosen {
            writeln!(out, "  {reading}: {ID}{scenario}{ID:#} {DIM}{title}{DIM:#}")?;
        }
        writeln!(out, "\ncode")?;
        if ruling.by_parameters() {
            writeln!(out, "  none: its readings set parameters")?;
        }
        for line in code.lines(&ruling.id) {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }

    fn origin(&self, out: &mut dyn Write, spec: &GameSpec, origin: &Origin) -> Result<(), End> {
        match origin {
            Origin::Facts(heading) => writeln!(out, "\nsource: published facts, {heading}")?,
            Origin::Ruling(id) => writeln!(out, "\nsource: our ruling {id}")?,
            Origin::Texts(texts) => writeln!(out, "\nsource: texts of cards: {texts}")?,
            Origin::Lines(cited) => {
                writeln!(out, "\nsource: lines {cited} of {}", spec.rulebook.document.file)?;
                let Some(folder) = &self.documents else { return Ok(()) };
                let path = folder.join(&spec.rulebook.document.file);
                let text = source::read_file(&path, &path.display().to_string())?.text;
                let all: Vec<&str> = text.lines().collect();
                for number in lines::parse(cited).map_err(|error| Fault::plain(error.0))? {
                    let line = all.get(number - 1).copied().unwrap_or("");
                    writeln!(out, "  {DIM}{number:>4}{DIM:#} {}", show::harmless(line))?;
                }
            }
        }
        Ok(())
    }
}

/// For each reading other than the default, the shortest scenario that shows what it changes.
fn examples(side: &Side, ruling: &Ruling) -> Result<BTreeMap<String, Effect>, Faults> {
    let spec = side.suite.game_spec(ruling.id.split('.').next().unwrap_or_default())?;
    let chosen = scenarios(&side.suite, spec, &ruling.id, &|one| one.readings.get(&ruling.id).cloned())?;
    let ids: Vec<String> = chosen.iter().map(|(id, _, _)| id.clone()).collect();
    let mut found: BTreeMap<String, Effect> = BTreeMap::new();
    for (scenario, (_, _, reading)) in side.suite.scenarios(&ids)?.iter().zip(chosen) {
        let Some(effect) = example(side, scenario, &ruling.id) else { continue };
        match found.entry(reading) {
            Entry::Vacant(free) => drop(free.insert(effect)),
            Entry::Occupied(mut other) if effect.steps < other.get().steps => drop(other.insert(effect)),
            Entry::Occupied(_) => {}
        }
    }
    Ok(found)
}

/// The subject of a ruling.
fn about(ruling: &Ruling) -> &str {
    if ruling.is_erratum() { &ruling.why } else { &ruling.question }
}

/// Whether an id is `asked` or below it.
fn below(id: &str, asked: &str) -> bool {
    id == asked || id.strip_prefix(asked).is_some_and(|rest| rest.starts_with('.'))
}

/// The clause with this id, with rulings among the suggestions if there is none.
fn known<'a>(suite: &'a Suite, id: &str) -> Result<&'a Clause, Fault> {
    suite.spec.clause(id).ok_or_else(|| {
        let games = || suite.spec.games.values();
        let rulings = games().flat_map(|game| game.rulings.keys());
        let all = games().flat_map(|game| game.clauses.keys()).chain(rulings).map(String::as_str);
        let help = did_you_mean(id, all, "search with `rulebound clause --search WORDS`");
        Fault::plain(format!("there is no clause or ruling {id}")).help(help)
    })
}

/// The scenarios of a game for which `of` returns something, with their titles and the returned value. Only files that
/// contain the id are read.
fn scenarios<T>(
    suite: &Suite,
    spec: &GameSpec,
    id: &str,
    of: &dyn Fn(&Scenario) -> Option<T>,
) -> Result<Vec<(String, String, T)>, Faults> {
    let mut found = Vec::new();
    let game = suite.games.find(&spec.rulebook.game)?;
    for name in suite.ids(&format!("{}/", spec.rulebook.game))? {
        // Most files do not name the id, and searching a text is much less work than parsing it.
        let source = suite.files.read(&scenario::path(&name))?;
        if !source.text.contains(id) {
            continue;
        }
        let scenario = game.scenario(&name, &source)?;
        if let Some(told) = of(&scenario) {
            found.push((name, scenario.title, told));
        }
    }
    Ok(found)
}

/// A reading, marked if it is the default, with the parameters that it sets.
fn readings(out: &mut dyn Write, ruling: &Ruling, name: &str, reading: &Reading) -> Result<(), End> {
    let mark = if *name == ruling.default { "*" } else { " " };
    writeln!(out, "  {mark} {name}: {}", reading.text)?;
    let mut set = String::new();
    for (key, value) in &reading.parameters {
        snapshot::lines(&mut set, key, value);
    }
    for line in set.lines() {
        writeln!(out, "      {DIM}sets{DIM:#} {}", line.trim_start())?;
    }
    if let Some(how) = &reading.contradicts {
        writeln!(out, "      {DIM}the document contradicts itself:{DIM:#} {how}")?;
    }
    Ok(())
}

fn as_json(clause: &Clause, scenarios: &[(String, String, ())], code: &Citations) -> Json {
    json!({
        "id": clause.id, "text": clause.text, "kind": clause.kind, "level": clause.level, "source": clause.origin,
        "digest": clause.digest, "off": clause.off, "rulings": clause.rulings, "parameters": clause.parameters,
        "checks": clause.checks.iter().map(|c| json!({"when": c.when, "that": c.that.text})).collect::<Vec<_>>(),
        "scenarios": scenarios.iter().map(|(id, _, ())| id).collect::<Vec<_>>(),
        "code": code.json(&clause.id),
    })
}
