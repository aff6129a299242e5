//! `rulebound cover`: does the suite notice every clause, number and reading?

use std::io::Write;

use rulebound_core::fault::{Fault, did_you_mean};
use rulebound_core::harness::cover::{self, ClauseCover, Cover as Table, Notice};
use rulebound_core::harness::{CoreSuite, Suite};
use rulebound_core::source::Files;
use serde_json::{Value as Json, json};

use super::citations::Citations;
use super::show::{BAD, DIM, GOOD, HEAD, ID};
use super::{Context, End, Format, show, suite, words};

/// Switch off each clause in turn, and see whether the suite notices
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound cover                      the gaps, and a summary of each game
  rulebound cover motion.chaining      the clauses whose id contains this, with their code and scenarios
  rulebound cover --all                the whole table
  rulebound cover --core               whether the core of each game is up to date
  rulebound cover --game motion --format json")]
pub struct CoverArgs {
    /// Show the clauses whose id contains this, each with its code and its scenarios
    clause: Option<String>,
    /// Only this game
    #[arg(long)]
    game: Option<String>,
    /// Show the whole table, not only the gaps
    #[arg(long, conflicts_with = "clause")]
    all: bool,
    /// Check that the core of each game is up to date: scenarios that together notice every clause and number under
    /// the default readings and catch the mutants that it names, none of which can be dropped
    #[arg(long, conflicts_with_all = ["clause", "all"])]
    core: bool,
    /// Rewrite the core
    #[arg(long, requires = "core")]
    write: bool,
    /// The output format
    #[arg(long, default_value = "text")]
    format: Format,
}

impl CoverArgs {
    /// Computes and reports.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let suite = suite::open(context, self.game.as_deref())?;
        let asked = self.clause.as_deref().unwrap_or("");
        let known = || suite.spec.games.values().flat_map(|game| game.clauses.keys()).map(String::as_str);
        if !known().any(|id| id.contains(asked)) {
            let help = did_you_mean(asked, known(), "search with `rulebound clause --search WORDS`");
            return Err(Fault::plain(format!("no clause id contains {asked}")).help(help).into());
        }
        // A rule that is switched off may panic; the table says so.
        std::panic::set_hook(Box::new(|_| {}));
        let mut covers = Vec::new();
        for game in suite.opened() {
            if suite.game_spec(game.name())?.clauses.keys().any(|id| id.contains(asked)) {
                covers.push(cover::cover(&suite, game, asked)?);
            }
        }
        let _ = std::panic::take_hook();
        if self.core {
            return self.cores(&suite, &covers);
        }
        let code: Vec<Citations> = covers
            .iter()
            .map(|cover| Citations::of(context, suite.game_spec(&cover.game)?, asked))
            .collect::<Result<_, Fault>>()?;
        // Every binding clause must have code.
        let uncited: Vec<String> = covers
            .iter()
            .zip(&code)
            .flat_map(|(cover, code)| cover.clauses.iter().map(move |clause| (clause, code)))
            .filter(|(c, _)| !matches!(c.off, Notice::Informative | Notice::Retired))
            .filter(|(c, code)| code.lines(&c.id).is_empty())
            .map(|(c, _)| format!("no code applies {}", c.id))
            .collect();
        let gaps: usize = uncited.len() + covers.iter().map(|c| c.gaps().len()).sum::<usize>();
        match self.format {
            Format::Json => {
                let games: Vec<Json> = covers.iter().zip(&code).map(|(cover, code)| with_code(cover, code)).collect();
                let describe = suite.files.describe();
                show::json(&json!({"suite": describe, "gaps": gaps, "without_code": uncited, "games": games}))?;
            }
            Format::Text => self.text(&suite, &covers, &code, &uncited)?,
        }
        if gaps == 0 { Ok(()) } else { Err(End::DoesNotHold) }
    }

    /// Compares the core of each game, or writes it.
    fn cores(&self, suite: &Suite, covers: &[Table]) -> Result<(), End> {
        let (mut out, mut games, mut stale) = (show::out(), Vec::new(), false);
        for cover in covers {
            let ids = suite.ids(&format!("{}/", cover.game))?;
            let scenarios = suite.scenarios(&ids)?;
            // A core that names missing scenarios can be rewritten.
            let (old, missing) = CoreSuite::read_with_stale(suite, &cover.game)?.unwrap_or_default();
            if let (Some(first), false) = (missing.first(), self.write) {
                return Err(first.clone().into());
            }
            let new = CoreSuite::find(suite.game_spec(&cover.game)?, &scenarios, cover, &old);
            stale |= old != new;
            if self.write {
                let Files::Folder(root) = &suite.files else { return Err(suite::embedded().into()) };
                suite::write_whole(&root.join(CoreSuite::path(&cover.game)), &new.render())?;
            }
            if self.format == Format::Json {
                games.push(json!({
                    "game": &cover.game, "current": old == new, "core": &new.scenarios, "mutants": &new.mutants,
                    "other_readings": &new.other_readings,
                }));
                continue;
            }
            for gone in &missing {
                writeln!(out, "{BAD}-{BAD:#} {}", gone.line())?;
            }
            for gone in old.scenarios.difference(&new.scenarios) {
                writeln!(out, "{BAD}-{BAD:#} {gone}")?;
            }
            let reasons = new.reasons(&scenarios, cover);
            for added in new.scenarios.difference(&old.scenarios) {
                writeln!(out, "{GOOD}+{GOOD:#} {added}")?;
                for reason in reasons.get(added.as_str()).into_iter().flatten() {
                    writeln!(out, "    {DIM}for{DIM:#} {ID}{reason}{ID:#}")?;
                }
            }
            for (name, id) in &new.other_readings {
                writeln!(out, "{ID}{name}{ID:#} {DIM}only under another reading:{DIM:#} {id}")?;
            }
            let (core, all) = (new.scenarios.len(), ids.len());
            writeln!(out, "{HEAD}{}{HEAD:#} {}: the core has {core} of {all} scenarios", cover.game, cover.edition)?;
        }
        if self.format == Format::Json {
            show::json(&json!({"suite": suite.files.describe(), "games": games}))?;
        }
        match stale && !self.write {
            true => {
                writeln!(out, "rewrite it with `rulebound cover --core --write`, and review what changes")?;
                Err(End::DoesNotHold)
            }
            false => Ok(()),
        }
    }

    fn text(&self, suite: &Suite, covers: &[Table], code: &[Citations], uncited: &[String]) -> Result<(), End> {
        let mut out = show::out();
        for gap in covers.iter().flat_map(Table::gaps).chain(uncited.iter().cloned()) {
            writeln!(out, "{BAD}gap{BAD:#} {gap}")?;
        }
        for (one, code) in covers.iter().zip(code) {
            if self.all || self.clause.is_some() {
                for clause in &one.clauses {
                    row(&mut out, clause, code)?;
                }
                write!(out, "{}", cover::moved(one))?;
                writeln!(out)?;
            }
            let switched = one.clauses.iter().filter(|c| matches!(c.off, Notice::Noticed(_))).count();
            writeln!(
                out,
                "{HEAD}{}{HEAD:#} {}: {}, {switched} switched off and noticed, {} numbers moved, {} readings swapped, {} gaps",
                one.game,
                one.edition,
                words::many(one.clauses.len() as u64, "clause"),
                one.parameters.len(),
                one.readings.len(),
                one.gaps().len()
            )?;
        }
        writeln!(out, "{DIM}from {}{DIM:#}", suite.files.describe())?;
        Ok(())
    }
}

/// Writes a clause with the lines of code that cite it and the scenarios that name it. Scenarios that notice it come
/// first.
fn row(out: &mut dyn Write, clause: &ClauseCover, code: &Citations) -> Result<(), End> {
    writeln!(out, "{ID}{}{ID:#}", clause.line())?;
    for line in code.lines(&clause.id) {
        writeln!(out, "    {DIM}code{DIM:#}      {line}")?;
    }
    let (noticed, named): (Vec<_>, Vec<_>) = clause.scenarios.iter().partition(|id| clause.noticed_by(id));
    for id in noticed {
        writeln!(out, "    {DIM}scenario{DIM:#}  {id} {GOOD}notices{GOOD:#}")?;
    }
    for id in named {
        writeln!(out, "    {DIM}scenario{DIM:#}  {id}")?;
    }
    Ok(())
}

/// A table as JSON, each clause with its code.
fn with_code(cover: &Table, code: &Citations) -> Json {
    let mut table = json!(cover);
    for clause in table["clauses"].as_array_mut().into_iter().flatten() {
        clause["code"] = json!(code.lines(clause["id"].as_str().unwrap_or_default()));
    }
    table
}
