//! `rulebound clause`: shows a clause and everything that depends on it.

use std::io::Write;
use std::path::PathBuf;

use rulebound_core::clause::{Clause, GameSpec, Off, Origin, Reading, Ruling, lines};
use rulebound_core::fault::{Fault, Faults, did_you_mean};
use rulebound_core::harness::Suite;
use rulebound_core::scenario::{self, Scenario};
use rulebound_core::snapshot;
use rulebound_core::source;
use serde_json::{Value as Json, json};

use super::citations::Citations;
use super::show::{DIM, HEAD, ID};
use super::{Context, End, Format, show, suite};

/// Show a clause or ruling: text, lines, rulings, parameters, checks, scenarios, code
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound clause motion.chaining.once-in
  rulebound clause motion.chaining.once-in --documents ../documents     with the cited lines
  rulebound clause --search 'held gem'")]
pub struct ClauseArgs {
    /// The id of a clause or ruling
    id: Option<String>,
    /// List the clauses and rulings that contain all these words
    #[arg(long, value_name = "WORDS", conflicts_with = "id")]
    search: Option<String>,
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
        let game = self.id.as_ref().and_then(|id| context.games.find(id.split('.').next()?).ok());
        let suite = suite::open(context, game.map(|game| game.name()))?;
        match (&self.id, &self.search) {
            (Some(id), _) => self.one_clause(context, &suite, id),
            (None, Some(words)) => self.list(&suite, words),
            (None, None) => self.list(&suite, ""),
        }
    }

    fn list(&self, suite: &Suite, words: &str) -> Result<(), End> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let clauses =
            suite.spec.games.values().flat_map(|g| g.clauses.values()).map(|c| (c.id.as_str(), c.text.as_str()));
        let rulings = suite.spec.games.values().flat_map(|g| g.rulings.values());
        let rulings =
            rulings.map(|r| (r.id.as_str(), if r.is_erratum() { r.why.as_str() } else { r.question.as_str() }));
        let found: Vec<(&str, &str)> = clauses
            .chain(rulings)
            .filter(|(id, text)| {
                let text = format!("{id} {text}").to_lowercase();
                words.iter().all(|word| text.contains(word))
            })
            .collect();
        if self.format == Format::Json {
            show::json(&found.iter().map(|(id, text)| json!({"id": id, "text": text})).collect())?;
        } else {
            let mut out = show::out();
            for (id, text) in &found {
                writeln!(out, "{ID}{id}{ID:#}\n  {text}")?;
            }
        }
        if found.is_empty() { Err(End::DoesNotHold) } else { Ok(()) }
    }

    fn one_clause(&self, context: &Context, suite: &Suite, id: &str) -> Result<(), End> {
        let game = suite.spec.games.get(id.split('.').next().unwrap_or(""));
        if let Some((spec, ruling)) = game.and_then(|g| g.rulings.get(id).map(|r| (g, r))) {
            return self.ruling(suite, spec, ruling, &Citations::of(context, spec, id)?);
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

    fn ruling(&self, suite: &Suite, spec: &GameSpec, ruling: &Ruling, code: &Citations) -> Result<(), End> {
        let chosen = scenarios(suite, spec, &ruling.id, &|one| one.readings.get(&ruling.id).cloned())?;
        let bears: Vec<&str> =
            spec.clauses.values().filter(|c| c.rulings.contains(&ruling.id)).map(|c| c.id.as_str()).collect();
        if self.format == Format::Json {
            let value = json!({
                "id": ruling.id, "question": ruling.question, "readings": ruling.readings, "default": ruling.default,
                "correction": ruling.correction, "why": ruling.why, "clauses": bears,
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
