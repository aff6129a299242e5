//! `rulebound snapshot`: compares the results of scenarios with their reviewed snapshots.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use rulebound_core::fault::{Fault, Faults};
use rulebound_core::harness::{Suite, check};
use rulebound_core::scenario::{self, Scenario};
use rulebound_core::source::Files;
use similar::{ChangeTag, TextDiff};

use super::show::{BAD, DIM, GOOD, HEAD};
use super::{Context, End, show, suite};

/// The number of lines shown around each change.
const AROUND: usize = 3;

/// Show where the results of scenarios differ from their snapshots, and accept or reject each difference
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound snapshot                           every difference, one by one
  rulebound snapshot combo/traps --accept      accept a whole chapter, once you have reviewed it
  rulebound snapshot ~/mine/first.yaml         a scenario of your own; its snapshot is kept beside it

On a terminal, the command asks about each difference. Elsewhere it only shows them, and the exit
code is 1 if there are any. Accepted snapshots are written to the same files that `cargo insta
review` writes.")]
pub struct SnapshotArgs {
    /// Only these scenarios: files, ids, or parts of ids; a file may be anywhere
    #[arg(value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// Accept all differences
    #[arg(long)]
    accept: bool,
}

/// A snapshot that differs from the result of its scenario.
struct Difference {
    /// Its name in output.
    name: String,
    /// Its file; `None` in the embedded suite.
    path: Option<PathBuf>,
    stored: Option<String>,
    /// The new snapshot; `None` for a snapshot without a scenario.
    now: Option<String>,
    /// The file of the scenario, as named in the header of the snapshot.
    input: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Decision {
    Accept,
    Reject,
    AcceptAll,
    Stop,
}

impl SnapshotArgs {
    /// Shows the differences and, if asked to, accepts them.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let suite = suite::open(context, None)?;
        let (differences, faults) = differences(&suite, &self.scenarios)?;
        let (mut accepted, mut left, mut all) = (0, 0, self.accept);
        let asks = !self.accept && std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        for (index, one) in differences.iter().enumerate() {
            show_one(one)?;
            let decision = match (all, asks) {
                (true, _) => Decision::Accept,
                (false, true) => ask(index + 1, differences.len())?,
                (false, false) => Decision::Reject,
            };
            all |= decision == Decision::AcceptAll;
            match decision {
                Decision::Accept | Decision::AcceptAll => {
                    accept(one)?;
                    accepted += 1;
                }
                Decision::Reject => left += 1,
                Decision::Stop => {
                    left += differences.len() - index;
                    break;
                }
            }
        }
        let mut out = show::out();
        match (accepted, left) {
            (0, 0) => writeln!(out, "{GOOD}every snapshot matches its scenario{GOOD:#}")?,
            (0, left) => writeln!(
                out,
                "{BAD}{left} {} not accepted{BAD:#}",
                if left == 1 { "difference" } else { "differences" }
            )?,
            (accepted, left) => writeln!(out, "{accepted} accepted, {left} not accepted")?,
        }
        drop(out);
        faults.or(())?;
        if left == 0 { Ok(()) } else { Err(End::DoesNotHold) }
    }
}

/// The differences, and the faults of scenarios that get no snapshot because they do not hold.
fn differences(suite: &Suite, words: &[String]) -> Result<(Vec<Difference>, Faults), End> {
    let (mut found, mut faults) = (Vec::new(), Faults::default());
    for scenario in suite.load_all(&suite.select(words)?)? {
        let now = match rendered(suite, &scenario) {
            Ok(now) => now,
            Err(fault) => {
                faults.push(fault);
                continue;
            }
        };
        let stored = suite.snapshot(&scenario)?;
        if stored.as_ref() == Some(&now) {
            continue;
        }
        let path = match &scenario.file {
            Some(file) => Some(file.with_extension("snap")),
            None => of_suite(suite, &scenario::snapshot_path(&scenario.id)),
        };
        let input = scenario.source.name.to_string();
        found.push(Difference { name: scenario.id.clone(), path, stored, now: Some(now), input });
    }
    if words.is_empty() {
        for path in suite.orphans()? {
            let stored = suite.files.read(&path)?.text.to_string();
            let name = format!("{path}, which has no scenario");
            found.push(Difference {
                name,
                path: of_suite(suite, &path),
                stored: Some(stored),
                now: None,
                input: String::new(),
            });
        }
    }
    Ok((found, faults))
}

/// The snapshot of a scenario that holds.
fn rendered(suite: &Suite, scenario: &Scenario) -> Result<String, Fault> {
    check::rendered(suite, scenario)?.map_err(|wrong| {
        let place = format!("{}:{}", scenario.source.name, wrong.line);
        Fault::plain(format!("{place}: expected {}, found {}", wrong.expected, wrong.found))
            .help("fix the scenario or the rule; a scenario that does not hold gets no snapshot")
    })
}

fn show_one(one: &Difference) -> Result<(), End> {
    let mut out = show::out();
    let kind = match (&one.stored, &one.now) {
        (None, _) => "new",
        (_, None) => "to be removed",
        _ => "changed",
    };
    writeln!(out, "{HEAD}{}{HEAD:#} {DIM}{kind}{DIM:#}", one.name)?;
    let (old, new) = (one.stored.as_deref().unwrap_or(""), one.now.as_deref().unwrap_or(""));
    let diff = TextDiff::from_lines(old, new);
    for (index, group) in diff.grouped_ops(AROUND).iter().enumerate() {
        if index > 0 {
            writeln!(out, "{DIM}  …{DIM:#}")?;
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let line = change.value().trim_end_matches('\n');
            match change.tag() {
                ChangeTag::Delete => writeln!(out, "{BAD}- {line}{BAD:#}")?,
                ChangeTag::Insert => writeln!(out, "{GOOD}+ {line}{GOOD:#}")?,
                ChangeTag::Equal => writeln!(out, "  {line}")?,
            }
        }
    }
    writeln!(out)?;
    Ok(())
}

fn ask(number: usize, of: usize) -> Result<Decision, End> {
    let mut out = show::out();
    loop {
        write!(out, "{number} of {of}: accept it? [y]es, [n]o, [a]ll from here, [q]uit: ")?;
        out.flush()?;
        let mut line = String::new();
        if std::io::stdin().lock().read_line(&mut line)? == 0 {
            return Ok(Decision::Stop);
        }
        match line.trim() {
            "y" | "yes" => return Ok(Decision::Accept),
            "n" | "no" => return Ok(Decision::Reject),
            "a" | "all" => return Ok(Decision::AcceptAll),
            "q" | "quit" => return Ok(Decision::Stop),
            _ => writeln!(out, "type y, n, a or q")?,
        }
    }
}

/// The path on disk of a file in the suite.
fn of_suite(suite: &Suite, path: &str) -> Option<PathBuf> {
    match &suite.files {
        Files::Folder(root) => Some(root.join(path)),
        Files::Embedded(_) => None,
    }
}

fn accept(one: &Difference) -> Result<(), End> {
    let path = one.path.as_deref().ok_or_else(suite::embedded)?;
    match &one.now {
        None => std::fs::remove_file(path)?,
        Some(now) => {
            let header = format!("---\nsource: conformance/main.rs\ninput_file: {}\n---\n", one.input);
            suite::write_whole(path, &format!("{header}{now}\n"))?;
        }
    }
    Ok(())
}
