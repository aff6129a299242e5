//! `rulebound cover`: does the suite notice every clause, number and reading?

use std::io::Write;

use rulebound::fault::{Fault, did_you_mean};
use rulebound::harness::Suite;
use rulebound::harness::cover::{self, ClauseCover, Cover as Table, Notice};
use serde_json::{Value as Json, json};

use super::show::{BAD, DIM, GOOD, HEAD, ID};
use super::{Common, End, Format, show, suite, words};

/// Switch every clause off in turn, and see whether the suite notices
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound cover                      the gaps, and how many clauses have none
  rulebound cover motion.chaining      the clauses whose id contains this, with their code and scenarios
  rulebound cover --all                the whole table
  rulebound cover --game motion --format json")]
pub struct Cover {
    /// Show the clauses whose id contains this, each with its code and its scenarios
    clause: Option<String>,
    /// Only this game
    #[arg(long)]
    game: Option<String>,
    /// The whole table, not the gaps alone
    #[arg(long, conflicts_with = "clause")]
    all: bool,
    /// How to show it
    #[arg(long, default_value = "text")]
    format: Format,
}

impl Cover {
    /// Computes and tells.
    pub fn run(&self, common: &Common) -> Result<(), End> {
        let suite = suite::open(common, self.game.as_deref())?;
        let asked = self.clause.as_deref().unwrap_or("");
        let known = || suite.spec.games.values().flat_map(|game| game.clauses.keys()).map(String::as_str);
        if !known().any(|id| id.contains(asked)) {
            let help = did_you_mean(asked, known(), "search with `rulebound clause --search WORDS`");
            return Err(Fault::plain(format!("no clause's id contains {asked}")).help(help).into());
        }
        // A rule that is switched off may panic; the table says so.
        std::panic::set_hook(Box::new(|_| {}));
        let mut covers = Vec::new();
        for game in suite.games() {
            covers.push(cover::cover(&suite, game)?);
        }
        let _ = std::panic::take_hook();
        for cover in &mut covers {
            only(&suite, cover, asked)?;
        }
        covers.retain(|cover| !cover.clauses.is_empty());
        // A clause that binds has code; this command knows the lines it was built from.
        let uncited: Vec<String> = covers
            .iter()
            .flat_map(|c| &c.clauses)
            .filter(|c| !matches!(c.off, Notice::Informative | Notice::Retired) && suite::cites(&c.id).is_empty())
            .map(|c| format!("{} is applied by no code", c.id))
            .collect();
        let gaps: usize = uncited.len() + covers.iter().map(|c| c.gaps().len()).sum::<usize>();
        match self.format {
            Format::Json => {
                let games: Vec<Json> = covers.iter().map(with_code).collect();
                let describe = suite.files.describe();
                show::json(&json!({"suite": describe, "gaps": gaps, "without_code": uncited, "games": games}))?;
            }
            Format::Text => self.text(&suite, &covers, &uncited)?,
        }
        if gaps == 0 { Ok(()) } else { Err(End::DoesNotHold) }
    }

    fn text(&self, suite: &Suite, covers: &[Table], uncited: &[String]) -> Result<(), End> {
        let mut out = show::out();
        for gap in covers.iter().flat_map(Table::gaps).chain(uncited.iter().cloned()) {
            writeln!(out, "{BAD}gap{BAD:#} {gap}")?;
        }
        for one in covers {
            if self.all || self.clause.is_some() {
                for clause in &one.clauses {
                    row(&mut out, clause)?;
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

/// Leaves of a table what is about the clauses whose id contains this, and the rulings that bear on them.
fn only(suite: &Suite, cover: &mut Table, asked: &str) -> Result<(), Fault> {
    if asked.is_empty() {
        return Ok(());
    }
    let spec = suite.game_spec(&cover.game)?;
    let bears = |ruling: &String| spec.clauses.values().any(|c| c.id.contains(asked) && c.rulings.contains(ruling));
    cover.clauses.retain(|one| one.id.contains(asked));
    cover.parameters.retain(|one| one.clause.contains(asked));
    cover.readings.retain(|one| bears(&one.ruling));
    Ok(())
}

/// A clause with the lines of code that cite it and the scenarios that name it; those that notice stand first.
fn row(out: &mut dyn Write, clause: &ClauseCover) -> Result<(), End> {
    writeln!(out, "{ID}{}{ID:#}", clause.line())?;
    for line in suite::cited(&clause.id) {
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
fn with_code(cover: &Table) -> Json {
    let mut table = json!(cover);
    for clause in table["clauses"].as_array_mut().into_iter().flatten() {
        clause["code"] = json!(suite::cited(clause["id"].as_str().unwrap_or_default()));
    }
    table
}
