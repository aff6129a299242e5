//! The command line: one file per command, and how all of them end. The games and the built-in suite are passed in;
//! this package names no game itself.
//!
//! Exit codes: 0 holds, 1 does not hold, 2 bad usage or bad input, 3 the engine cannot be used.

#![forbid(unsafe_code)]

mod audit;
mod changes;
mod check;
mod citations;
mod clause;
mod completions;
mod cover;
mod document;
mod engine;
mod expected;
mod explain;
mod external;
mod html;
mod lock;
mod new;
mod out;
mod parse;
mod playout;
mod review;
mod revision;
mod schema;
mod selection;
mod show;
mod snapshot;
mod solve;
mod suite;
mod supervise;
mod tell;
mod words;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use rulebound_core::fault::{Fault, Faults};
use rulebound_core::harness::{STACK, Suite};
use rulebound_core::kernel::Games;

/// A formal rules specification for card games, and a conformance test harness.
///
/// Rules are clauses with stable ids; scenarios say what the rules demand; any engine can be checked
/// against them.
#[derive(Debug, Parser)]
#[command(name = "rulebound", version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  rulebound check                                         the reference engine against its suite
  rulebound check motion/chaining                         one chapter
  rulebound check --engine 'python3 engine.py'            an engine in any language
  rulebound explain motion/minimum/worked-example         a scenario, step by step
  rulebound clause motion.chaining.once-in                a clause and all that depends on it
  rulebound parse motion cost 'a -> (f) | w:(e)'          a cost as a tree
  rulebound solve motion --cost 'a -> (w)' --cost '(f) -> l'

Exit codes: 0 holds, 1 does not hold, 2 bad usage or bad input, 3 the engine cannot be used";

#[derive(Debug, Args)]
struct Common {
    /// The folder of a suite, with spec/, conformance/ and snapshots/ in it. The default is the checkout
    /// that the command is run in, or else the suite that it was built with
    #[arg(long, global = true, value_name = "DIR")]
    suite: Option<PathBuf>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

/// The files that the command was built with.
#[derive(Clone, Copy, Debug)]
pub enum BuiltIn {
    /// The checkout that the command was built in, for a build that stays there.
    Checkout(&'static str),
    /// A copy, for a build that leaves the checkout.
    Files {
        /// The texts of all files, one after the other.
        text: &'static str,
        /// The path of each file, and where it ends in the text.
        ends: &'static [(&'static str, usize)],
    },
}

/// What every command works with.
struct Context {
    common: Common,
    games: Games,
    built_in: BuiltIn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For tools.
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::CheckArgs),
    Parse(parse::ParseArgs),
    Solve(solve::SolveArgs),
    Clause(clause::ClauseArgs),
    Explain(explain::ExplainArgs),
    Snapshot(snapshot::SnapshotArgs),
    Review(review::ReviewArgs),
    Audit(audit::AuditArgs),
    Cover(cover::CoverArgs),
    Playout(playout::PlayoutArgs),
    Engine(engine::EngineArgs),
    Schema(schema::SchemaArgs),
    Lock(lock::LockArgs),
    New(new::NewArgs),
    Completions(completions::CompletionsArgs),
    Supervise(supervise::SuperviseArgs),
}

/// How a command fails.
pub enum End {
    /// Something does not hold, which has been reported already.
    DoesNotHold,
    /// Bad usage or bad input.
    Bad(Faults),
    /// The engine cannot be used.
    Engine(String),
}

impl From<Faults> for End {
    fn from(faults: Faults) -> Self {
        End::Bad(faults)
    }
}

impl From<Fault> for End {
    fn from(fault: Fault) -> Self {
        End::Bad(fault.into())
    }
}

impl From<std::io::Error> for End {
    fn from(error: std::io::Error) -> Self {
        // Whatever else is read or written names its file.
        End::Bad(Fault::plain(format!("cannot write the output: {error}")).into())
    }
}

/// The commands, with the options that games add to them.
fn command_line(games: Games) -> clap::Command {
    let command = Cli::command()
        .mut_subcommand("parse", |parse| parse::with_games(parse, games))
        .mut_subcommand("solve", |solve| solve::with_games(solve, games));
    match std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()) {
        Some(columns) => command.term_width(columns),
        None => command,
    }
}

/// Runs something with threads that share the work; if they cannot be started, this thread does all the work.
fn with_threads(run: impl FnOnce() -> Result<(), End> + Send) -> Result<(), End> {
    // The global pool would panic if it could not start all its threads.
    let pool = || rayon::ThreadPoolBuilder::new().stack_size(STACK);
    match pool().build().or_else(|_| pool().num_threads(1).use_current_thread().build()) {
        Ok(pool) => pool.install(run),
        Err(error) => Err(Fault::plain(format!("cannot start the threads: {error}")).into()),
    }
}

/// Lets the system report that a file is too large as an error, instead of ending the command before its verdict. What
/// the command starts is not affected.
fn outlive_large_files() {
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Reads the arguments, runs the command, and reports how it ended.
pub fn main(games: Games, built_in: BuiltIn) -> ExitCode {
    outlive_large_files();
    completions::answer(games, built_in);
    let matches = command_line(games).get_matches();
    let Cli { common, command } = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    show::colours(common.color);
    let context = &Context { common, games, built_in };
    let ended = with_threads(|| match &command {
        Command::Check(check) => check.run(context),
        Command::Parse(parse) => parse.run(context),
        Command::Solve(solve) => solve.run(context),
        Command::Clause(clause) => clause.run(context),
        Command::Explain(explain) => explain.run(context),
        Command::Snapshot(snapshot) => snapshot.run(context),
        Command::Review(review) => review.run(context),
        Command::Audit(audit) => audit.run(context),
        Command::Cover(cover) => cover.run(context),
        Command::Playout(playout) => playout.run(context),
        Command::Engine(engine) => engine.run(context),
        Command::Schema(schema) => schema.run(context),
        Command::Lock(lock) => lock.run(context),
        Command::New(new) => new.run(context),
        Command::Completions(completions) => completions.run(context),
        Command::Supervise(supervise) => supervise.run(),
    });
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(End::DoesNotHold) => ExitCode::from(1),
        Err(End::Bad(faults)) => {
            show::faults(&faults);
            ExitCode::from(2)
        }
        Err(End::Engine(message)) => {
            show::error(&message);
            ExitCode::from(3)
        }
    }
}

/// The readings given by `--reading RULING=NAME`, with full ids. On the command line, a ruling's id may be given
/// without the game.
fn readings(suite: &Suite, given: &[String]) -> Result<BTreeMap<String, String>, Fault> {
    let mut readings = BTreeMap::new();
    for text in given {
        let Some((ruling, reading)) = text.split_once('=') else {
            return Err(Fault::plain(format!("--reading {text} has no =")).help("write --reading internal=with-spirit"));
        };
        let all = || suite.spec.games.values().flat_map(|g| g.rulings.values()).filter(|r| !r.is_erratum());
        let mut found = all().filter(|r| r.id == ruling || r.slug() == ruling);
        let (Some(first), None) = (found.next(), found.next()) else {
            let known: Vec<&str> = all().map(|r| r.id.as_str()).collect();
            let help = rulebound_core::fault::did_you_mean(ruling, known, "rulings are in spec/<game>/rulings.yaml");
            return Err(Fault::plain(format!("{ruling} does not name exactly one ruling")).help(help));
        };
        if readings.insert(first.id.clone(), reading.to_owned()).is_some() {
            return Err(Fault::plain(format!("--reading is given twice for {}", first.id)));
        }
    }
    for game in suite.spec.games.values() {
        let own: BTreeMap<String, String> = readings
            .iter()
            .filter(|(id, _)| game.rulings.contains_key(*id))
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect();
        game.readings(&own).map_err(Fault::from)?;
        for (id, name) in &own {
            let reading = game.rulings.get(id).and_then(|ruling| ruling.readings.get(name));
            if let Some(how) = reading.and_then(|reading| reading.contradicts.as_ref()) {
                show::warning(&format!("under {id}={name} the document contradicts itself: {how}"));
            }
        }
    }
    Ok(readings)
}
