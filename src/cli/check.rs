//! `rulebound check`: checks an engine against the suite.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::PathBuf;

use rulebound_core::fault::{Fault, Faults};
use rulebound_core::harness::check::{self, Checked, Options};
use rulebound_core::harness::{CoreSuite, Engine, Judged, Reference, Suite, Verdict, Wanted, blame, fields};
use rulebound_core::protocol::{Break, Log};
use rulebound_core::scenario::Scenario;
use serde_json::json;

use super::selection::Selection;
use super::{Context, End, Format, expected, external, readings, show, suite, tell};

/// Check an engine against the suite
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound check                                    the reference engine, every scenario
  rulebound check motion/chaining combo/traps        the scenarios whose id contains one of these
  rulebound check ~/mine/first.yaml                  a file of your own
  rulebound check ~/mine                             all scenarios in a folder of your own
  rulebound check --clause motion.chaining.once-in   only scenarios that name a clause
  rulebound check --engine 'python3 engine.py'       an engine in any language
  rulebound check --core --engine ./engine           only the scenarios that together notice every clause
  rulebound check --reading internal=with-spirit     an engine that follows another reading
  rulebound check --format json                      for tools

Verdicts: pass; failed (a `then` or an outcome is wrong); differs (all of these hold, but another field
deviates from the reference); partial (a field is missing); wrong-clause (rejected, but by another clause);
unverified (depends on a ruling that is read differently); skipped; errored")]
pub struct CheckArgs {
    #[command(flatten)]
    selection: Selection,
    /// Only the core: scenarios that together notice every clause and number under the default readings
    #[arg(long)]
    core: bool,
    /// The command that starts the engine; without it, the reference engine is checked
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Only this game
    #[arg(long)]
    game: Option<String>,
    /// A reading other than the default
    #[arg(long = "reading", value_name = "RULING=NAME")]
    readings: Vec<String>,
    /// How long the engine may be silent
    #[arg(long, default_value_t = 10.0, value_name = "SECONDS")]
    timeout: f64,
    /// How many requests may be open at once
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Do not fail if fields are missing
    #[arg(long)]
    allow_partial: bool,
    /// Fail if another clause rejects, or a text is refused at another place
    #[arg(long)]
    strict_clauses: bool,
    /// A file of scenarios that are expected to fail, one per line: `scenario-id  # reason`
    #[arg(long, value_name = "FILE")]
    expected_failures: Option<PathBuf>,
    /// Log the messages to and from the engine to this file
    #[arg(long, value_name = "FILE", requires = "engine")]
    log: Option<PathBuf>,
    /// The output format
    #[arg(long, default_value = "text")]
    format: Format,
}

impl CheckArgs {
    /// Checks and reports.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let suite = suite::open(context, self.game.as_deref())?;
        let chosen: BTreeMap<String, String> = readings(&suite, &self.readings)?;
        let mut wanted = self.selection.named(&suite)?;
        if self.core {
            let core = core(&suite)?;
            wanted.retain(|one| matches!(one, Wanted::Id(id) if core.contains(id)));
        }
        external::check_timeout(self.timeout)?;
        for game in suite.opened() {
            suite.check_clauses(game.name())?;
        }
        let mut faults = Faults::default();
        for path in suite.orphans()? {
            faults.push(Fault::plain(format!("{path} is a snapshot without a scenario")).help("remove it"));
        }
        for path in suite.pending()? {
            let fault = Fault::plain(format!("{path} is a snapshot that is not accepted"));
            faults.push(fault.help("remove it; `rulebound snapshot` shows the difference and accepts it"));
        }
        faults.or(())?;
        let scenarios = self.selection.load(&suite, &wanted, self.core)?;
        let known = match &self.expected_failures {
            Some(path) => expected::read(path, &suite, &scenarios)?,
            None => BTreeMap::new(),
        };
        let log = self.log.as_deref().map(external::log).transpose()?;
        let asked = match &self.engine {
            None => {
                let options = Options { readings: chosen.clone(), compare: false };
                let checked = self.judged(&suite, None, &scenarios, &options);
                let name = Reference::new(&suite, chosen).name();
                Asked { name, checked, errors: Vec::new(), restarts: 0, breaks: BTreeSet::new(), given_up: None }
            }
            Some(command) => {
                let judged = self.external(&suite, &scenarios, chosen, command, log.clone());
                if let (Err(End::Engine(why)), Format::Json) = (&judged, self.format) {
                    let suite = suite.files.describe();
                    show::json(&json!({"suite": suite, "engine": command, "holds": false, "error": why}))?;
                }
                if let (Err(_), Some(fault)) = (&judged, self.not_logged(log.as_ref())) {
                    show::warning(&fault.message);
                }
                judged?
            }
        };
        let Asked { name, checked: Checked { judged, mut faults }, errors, restarts, breaks, given_up } = asked;
        let bad = |one: &Judged| self.bad(one.verdict);
        let fails = |one: &Judged| bad(one) && !known.contains_key(&one.id);
        let amiss = expected::amiss(&known, &judged, &bad);
        let nothing = tell::nothing(&judged, self.engine.is_none());
        let holds = !judged.iter().any(fails) && amiss.is_empty() && !nothing && faults.list.is_empty();
        match self.format {
            Format::Json => {
                let mut report = check::report(&suite, &name, &judged, holds);
                report["blame"] = json!(blame(&judged, &fails));
                report["fields"] = json!(fields(&judged));
                report["expected_failures"] = json!(amiss);
                for tell::Verified { game, scenarios, clauses } in tell::verified(&suite, &judged)? {
                    report["verified"][game] = json!({"scenarios": scenarios[0], "of_scenarios": scenarios[1],
                        "clauses": clauses[0], "of_clauses": clauses[1]});
                }
                if let Some((features, scenarios)) = tell::next(&judged) {
                    report["next"] = json!({"features": features, "scenarios": scenarios});
                }
                if !faults.list.is_empty() {
                    report["faults"] = json!(faults.list.iter().map(Fault::line).collect::<Vec<_>>());
                }
                if !errors.is_empty() {
                    report["standard_error"] = json!(errors);
                }
                if restarts > 0 {
                    report["restarts"] = json!(restarts);
                }
                if !breaks.is_empty() {
                    report["breaks"] = json!(breaks);
                }
                if let Some(why) = &given_up {
                    report["error"] = json!(why);
                }
                show::json(&report)?;
            }
            // The faults, which follow, say why nothing was judged.
            Format::Text if judged.is_empty() && !faults.list.is_empty() => {}
            Format::Text => {
                let expected = |one: &Judged| bad(one) && known.contains_key(&one.id);
                let reference = self.engine.is_none();
                let views = tell::Views { fails: &fails, expected: &expected, amiss: &amiss, reference };
                tell::text(&suite, &name, &judged, &views)?;
                let mut out = show::out();
                tell::breaks(&mut out, restarts, &breaks)?;
                if !errors.is_empty() {
                    writeln!(out, "the last lines of its standard error:")?;
                }
                for line in &errors {
                    writeln!(out, "  {}", show::harmless_line(line))?;
                }
                let unexpected: Vec<&Judged> = judged.iter().filter(|one| fails(one)).collect();
                if self.expected_failures.is_some() && !unexpected.is_empty() {
                    writeln!(out, "to expect these failures, add these lines, each with its reason:")?;
                    for one in unexpected {
                        writeln!(out, "{}  # reason", one.id)?;
                    }
                }
            }
        }
        // Whether the log is complete says nothing about the engine.
        faults.extend(self.not_logged(log.as_ref()));
        if let Some(why) = given_up {
            faults.list.iter().for_each(|fault| show::warning(&fault.message));
            return Err(End::Engine(why));
        }
        match (faults.list.is_empty(), holds) {
            (false, _) => Err(faults.into()),
            (true, true) => Ok(()),
            (true, false) => Err(End::DoesNotHold),
        }
    }

    /// The fault of a log that could not be written in full.
    fn not_logged(&self, log: Option<&Log>) -> Option<Fault> {
        Some(external::not_logged(self.log.as_deref()?, log?.failed()?))
    }

    /// Whether a verdict makes the check fail.
    fn bad(&self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Pass | Verdict::Skipped | Verdict::Unverified => false,
            Verdict::WrongClause => self.strict_clauses || self.engine.is_none(),
            Verdict::Partial => !self.allow_partial,
            Verdict::Differs | Verdict::Failed | Verdict::Errored => true,
        }
    }

    fn external(
        &self,
        suite: &Suite,
        scenarios: &[Scenario],
        chosen: BTreeMap<String, String>,
        command: &str,
        log: Option<Log>,
    ) -> Result<Asked, End> {
        // A verdict means nothing unless the suite is the one that was reviewed.
        if let Some((scenario, deviates)) = check::not_reproduced(suite, scenarios) {
            let fault = Fault::plain(format!("the reference does not reproduce {}: {deviates}", scenario.id));
            return Err(fault.help("a verdict means nothing unless the suite is one that was reviewed").into());
        }
        let mut engine = external::start(command, self.timeout, log)?;
        external::declare(&mut engine, suite, &chosen)?;
        let mut options = Options { readings: BTreeMap::new(), compare: true };
        for (_, game) in engine.initialized.games.iter().filter(|(name, _)| suite.spec.games.contains_key(*name)) {
            options.readings.extend(game.readings.clone());
        }
        options.readings.extend(chosen);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(self.jobs)).build();
        let pool =
            pool.map_err(|error| Fault::plain(format!("cannot start the threads for --jobs {}: {error}", self.jobs)))?;
        let checked = pool.install(|| self.judged(suite, Some(&engine), scenarios, &options));
        let errored = checked.judged.iter().any(|one| one.verdict == Verdict::Errored);
        let lines = if errored { engine.last_lines() } else { Vec::new() };
        Ok(Asked {
            name: engine.name(),
            checked,
            errors: lines,
            restarts: engine.restarts(),
            breaks: engine.breaks(),
            given_up: engine.given_up(),
        })
    }

    /// Judges, with progress on a terminal.
    fn judged(&self, suite: &Suite, engine: Option<&dyn Engine>, scenarios: &[Scenario], options: &Options) -> Checked {
        let shown = self.format == Format::Text && scenarios.len() > 50;
        let progress = show::Progress::new(scenarios.len(), "scenarios", shown);
        check::check(suite, engine, scenarios, options, &|_| progress.step())
    }
}

/// The core scenarios of every opened game.
fn core(suite: &Suite) -> Result<BTreeSet<String>, Fault> {
    let mut found = BTreeSet::new();
    for game in suite.opened() {
        let core = CoreSuite::read(suite, game.name())?.ok_or_else(|| {
            let message = format!("{} has no core: there is no {}", game.name(), CoreSuite::path(game.name()));
            Fault::plain(message).help("create it with `rulebound cover --core --write`, or omit --core")
        })?;
        found.extend(core.scenarios);
    }
    Ok(found)
}

/// The result of checking an engine.
struct Asked {
    name: String,
    checked: Checked,
    /// The last lines of its standard error.
    errors: Vec<String>,
    /// The number of times that it broke and was restarted.
    restarts: usize,
    /// How it broke.
    breaks: BTreeSet<Break>,
    /// Why the check stopped early, if it did.
    given_up: Option<String>,
}
