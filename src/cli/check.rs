//! `rulebound check`: an engine against the suite.

use std::collections::BTreeMap;
use std::io::Write;

use rulebound::fault::Fault;
use rulebound::harness::check::{self, Options};
use rulebound::harness::{Judged, Reference, Suite, Verdict};

use super::{Common, End, Format, readings, show, suite};
use show::{BAD, DIM, DOUBTFUL, GOOD, HEAD, ID};

/// Check an engine against the suite
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound check                                    the reference engine, every scenario
  rulebound check motion/chaining                    the scenarios whose id contains this
  rulebound check --reading internal=with-spirit     an engine that reads a ruling otherwise
  rulebound check --format json                      for tools")]
pub struct Check {
    /// Only scenarios whose id contains this
    #[arg(default_value = "")]
    filter: String,
    /// Only this game
    #[arg(long)]
    game: Option<String>,
    /// A reading other than the default
    #[arg(long = "reading", value_name = "RULING=NAME")]
    readings: Vec<String>,
    /// How to show it
    #[arg(long, default_value = "text")]
    format: Format,
}

impl Check {
    /// Checks and tells.
    pub fn run(&self, common: &Common) -> Result<(), End> {
        let suite = suite::open(common, self.game.as_deref())?;
        let readings: BTreeMap<String, String> = readings(&suite, &self.readings)?;
        let ids = suite.ids(&self.filter)?;
        if ids.is_empty() {
            let all = suite.ids("")?;
            let help = rulebound::fault::did_you_mean(
                &self.filter,
                all.iter().map(String::as_str),
                "ids look like motion/chaining/worked-example",
            );
            return Err(Fault::plain(format!("no scenario's id contains {}", self.filter)).help(help).into());
        }
        for game in suite.games() {
            suite.check_clauses(game.name())?;
        }
        let reference = Reference::new(&suite, readings.clone());
        let options = Options { readings, compare: false };
        let mut judged = check::check(&suite, &reference, &ids, &options, &|_| {})?;
        for one in judged.iter_mut().filter(|one| one.verdict == Verdict::Pass) {
            let scenario = suite.scenario(&one.id)?;
            if let Some(deviates) = check::reproduced(&suite, &scenario)? {
                one.verdict = Verdict::Differs;
                one.reason = Some(format!("its snapshot is not reproduced: {deviates}"));
            }
        }
        let holds = judged.iter().all(|j| !fails(j.verdict));
        match self.format {
            Format::Json => show::json(&check::report(&suite, "the reference engine", &judged, holds))?,
            Format::Text => tell(&suite, "the reference engine", &judged)?,
        }
        if holds { Ok(()) } else { Err(End::DoesNotHold) }
    }
}

/// Whether a verdict makes the check fail.
fn fails(verdict: Verdict) -> bool {
    !matches!(verdict, Verdict::Pass | Verdict::Skipped | Verdict::Unverified)
}

/// The failures, then a table of the chapters.
fn tell(suite: &Suite, engine: &str, judged: &[Judged]) -> Result<(), End> {
    let mut out = show::out();
    for one in judged.iter().filter(|one| !matches!(one.verdict, Verdict::Pass | Verdict::Skipped)) {
        failure(&mut out, suite, one)?;
    }
    writeln!(out, "{HEAD}{engine}{HEAD:#}, {} from {}", scenarios(judged.len()), suite.files.describe())?;
    let verdicts: Vec<Verdict> = check::counts(judged).into_keys().collect();
    for game in suite.games() {
        let spec = suite.game_spec(game.name())?;
        let of_game: Vec<&Judged> =
            judged.iter().filter(|one| one.id.starts_with(&format!("{}/", game.name()))).collect();
        if of_game.is_empty() {
            continue;
        }
        writeln!(out, "\n{HEAD}{}{HEAD:#} {}", spec.rulebook.title, spec.rulebook.edition)?;
        write!(out, "  {:<14}", "chapter")?;
        for verdict in &verdicts {
            write!(out, "{:>14}", verdict.word())?;
        }
        writeln!(out)?;
        for chapter in &spec.rulebook.chapters {
            let mine: Vec<&&Judged> = of_game.iter().filter(|one| one.id.split('/').nth(1) == Some(chapter)).collect();
            if mine.is_empty() {
                continue;
            }
            write!(out, "  {chapter:<14}")?;
            for verdict in &verdicts {
                match mine.iter().filter(|one| one.verdict == *verdict).count() {
                    0 => write!(out, "{:>14}", "")?,
                    n => {
                        let style = style(*verdict);
                        write!(out, "{style}{n:>14}{style:#}")?;
                    }
                }
            }
            writeln!(out)?;
        }
    }
    let bad = judged.iter().filter(|one| fails(one.verdict)).count();
    match bad {
        0 => writeln!(out, "\n{GOOD}It holds.{GOOD:#}")?,
        n => writeln!(out, "\n{BAD}It does not hold: {} of {} failed.{BAD:#}", n, judged.len())?,
    }
    Ok(())
}

fn failure(out: &mut dyn Write, suite: &Suite, one: &Judged) -> Result<(), End> {
    let style = style(one.verdict);
    writeln!(out, "{style}{}{style:#} {HEAD}{}{HEAD:#}", one.verdict.word(), one.id)?;
    for id in &one.clauses {
        let text = suite.spec.clause(id).map_or("", |clause| clause.text.as_str());
        writeln!(out, "  {ID}{id}{ID:#} {DIM}{text}{DIM:#}")?;
    }
    if let Some(reason) = &one.reason {
        writeln!(out, "  {}", show::harmless(reason))?;
    }
    for finding in &one.findings {
        let step = finding.step.map(|s| format!(" (step {s})")).unwrap_or_default();
        writeln!(out, "  conformance/{}.yaml:{}{step}", one.id, finding.line)?;
        writeln!(out, "    expected {GOOD}{}{GOOD:#}", finding.expected)?;
        writeln!(out, "    found    {BAD}{}{BAD:#}", show::harmless(&finding.found))?;
    }
    writeln!(out)?;
    Ok(())
}

fn style(verdict: Verdict) -> anstyle::Style {
    match verdict {
        Verdict::Pass => GOOD,
        Verdict::Skipped | Verdict::Unverified | Verdict::WrongClause => DOUBTFUL,
        _ => BAD,
    }
}

fn scenarios(count: usize) -> String {
    if count == 1 { "1 scenario".to_owned() } else { format!("{count} scenarios") }
}
