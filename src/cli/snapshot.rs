//! `rulebound snapshot`: compares the results of scenarios with their reviewed snapshots.

use std::collections::BTreeMap;
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

use rulebound_core::fault::{Fault, Faults};
use rulebound_core::harness::{Suite, check};
use rulebound_core::scenario::{self, Scenario};
use rulebound_core::snapshot::kinds::{Kind, kind};
use rulebound_core::source::Files;
use similar::{ChangeTag, TextDiff};

use super::show::{BAD, DIM, GOOD, HEAD};
use super::words::many;
use super::{Context, End, show, suite};

/// The number of lines shown around each change.
const AROUND: usize = 3;

/// Show where the results of scenarios differ from their snapshots, and accept or reject the differences in groups
#[derive(Debug, clap::Args)]
#[command(after_help = "Differences that are alike form a group: where they begin, the same outcome or the same fields
differ. Each group is shown with its smallest difference.

Examples:
  rulebound snapshot                           every group; on a terminal, the command asks about each
  rulebound snapshot --each                    every difference, one by one
  rulebound snapshot --accept-group 2          accept the second of the groups shown
  rulebound snapshot combo/traps --accept      accept a whole chapter, once you have reviewed it
  rulebound snapshot ~/mine/first.yaml         a scenario of your own; its snapshot is kept next to it

The exit code is 1 if a difference is not accepted. Accepted snapshots are written to the same files
that `cargo insta review` writes.")]
pub struct SnapshotArgs {
    /// Only these scenarios: files, folders, ids, or parts of ids; a file or folder may be anywhere
    #[arg(value_name = "SCENARIO")]
    scenarios: Vec<String>,
    /// Accept all differences
    #[arg(long)]
    accept: bool,
    /// Accept the group with this number; can be given several times
    #[arg(long, value_name = "N", conflicts_with = "accept")]
    accept_group: Vec<usize>,
    /// Show each difference rather than one for each group
    #[arg(long, conflicts_with = "accept_group")]
    each: bool,
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

impl Difference {
    /// How many lines differ.
    fn size(&self) -> usize {
        let (old, new) = (self.stored.as_deref().unwrap_or(""), self.now.as_deref().unwrap_or(""));
        TextDiff::from_lines(old, new).iter_all_changes().filter(|change| change.tag() != ChangeTag::Equal).count()
    }
}

/// Differences that are alike.
struct Group {
    kind: Option<Kind>,
    /// The smallest first.
    differences: Vec<Difference>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Decision {
    Accept,
    Reject,
    Each,
    AcceptAll,
    Stop,
}

impl SnapshotArgs {
    /// Shows the differences and, if asked to, accepts them.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let suite = suite::open(context, None)?;
        let (differences, faults) = differences(&suite, &self.scenarios)?;
        let all = differences.len();
        let groups = if self.each || all == 1 { alone(differences) } else { grouped(differences) };
        if let Some(none) = self.accept_group.iter().find(|number| **number == 0 || **number > groups.len()) {
            let fault = Fault::plain(format!("there is no group {none}; there are {}", groups.len()));
            return Err(fault.help("`rulebound snapshot` lists the groups").into());
        }
        let accepted = self.decide(groups)?;
        let mut out = show::out();
        match (accepted, all - accepted) {
            (0, 0) => writeln!(out, "{GOOD}every snapshot matches its scenario{GOOD:#}")?,
            (0, left) => writeln!(out, "{BAD}{} not accepted{BAD:#}", many(left as u64, "difference"))?,
            (accepted, left) => writeln!(out, "{accepted} accepted, {left} not accepted")?,
        }
        drop(out);
        faults.or(())?;
        if accepted == all { Ok(()) } else { Err(End::DoesNotHold) }
    }

    /// Shows the groups, accepts what is to be accepted, and counts it. Those to decide one by one come at the end.
    fn decide(&self, groups: Vec<Group>) -> Result<usize, End> {
        let asks = !self.accept
            && self.accept_group.is_empty()
            && std::io::stdin().is_terminal()
            && std::io::stdout().is_terminal();
        let (mut accepted, mut all, mut of) = (0, self.accept, groups.len());
        let mut left: std::collections::VecDeque<Group> = groups.into();
        let mut number = 0;
        while let Some(group) = left.pop_front() {
            number += 1;
            show_group(&group, number)?;
            let decision = match (all, asks) {
                (true, _) => Decision::Accept,
                (false, true) => ask(number, of, group.differences.len())?,
                (false, false) if self.accept_group.contains(&number) => Decision::Accept,
                (false, false) => Decision::Reject,
            };
            all |= decision == Decision::AcceptAll;
            match decision {
                Decision::Accept | Decision::AcceptAll => {
                    group.differences.iter().try_for_each(accept)?;
                    accepted += group.differences.len();
                }
                Decision::Each => {
                    of += group.differences.len();
                    left.extend(alone(group.differences));
                }
                Decision::Reject => {}
                Decision::Stop => break,
            }
        }
        Ok(accepted)
    }
}

/// A group for each difference.
fn alone(differences: Vec<Difference>) -> Vec<Group> {
    differences.into_iter().map(|one| Group { kind: None, differences: vec![one] }).collect()
}

/// The differences in groups of the same kind, the most significant kind first.
fn grouped(differences: Vec<Difference>) -> Vec<Group> {
    let mut groups: BTreeMap<Kind, Vec<Difference>> = BTreeMap::new();
    for one in differences {
        groups.entry(kind(one.stored.as_deref(), one.now.as_deref())).or_default().push(one);
    }
    let group = |(kind, mut differences): (Kind, Vec<Difference>)| {
        differences.sort_by_key(Difference::size);
        Group { kind: Some(kind), differences }
    };
    groups.into_iter().map(group).collect()
}

/// Shows a group: what differs, the smallest difference, and the names of the others.
fn show_group(group: &Group, number: usize) -> Result<(), End> {
    if let Some(kind) = &group.kind {
        let mut out = show::out();
        let size = many(group.differences.len() as u64, "scenario");
        writeln!(out, "{HEAD}Group {number}{HEAD:#}, {kind} {DIM}in {size}{DIM:#}")?;
    }
    let mut differences = group.differences.iter();
    differences.next().map_or(Ok(()), show_one)?;
    let others: Vec<&str> = differences.map(|one| one.name.as_str()).collect();
    if !others.is_empty() {
        writeln!(show::out(), "{DIM}and likewise:{DIM:#} {}\n", others.join(", "))?;
    }
    Ok(())
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
    let of = |path: &str| words.is_empty() || words.iter().any(|word| path.contains(word.as_str()));
    for path in suite.orphans()?.into_iter().filter(|path| of(path)) {
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

fn ask(number: usize, of: usize, size: usize) -> Result<Decision, End> {
    let mut out = show::out();
    loop {
        let (it, each) = if size == 1 { ("it", "") } else { ("them", "[e]ach one separately, ") };
        write!(out, "{number} of {of}: accept {it}? [y]es, [n]o, {each}[a]ll from here, [q]uit: ")?;
        out.flush()?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        if read.map_err(|error| Fault::plain(format!("cannot read the answer: {error}")))? == 0 {
            return Ok(Decision::Stop);
        }
        match line.trim() {
            "y" | "yes" => return Ok(Decision::Accept),
            "n" | "no" => return Ok(Decision::Reject),
            "e" | "each" if size > 1 => return Ok(Decision::Each),
            "a" | "all" => return Ok(Decision::AcceptAll),
            "q" | "quit" => return Ok(Decision::Stop),
            _ => writeln!(out, "type the letter of an answer")?,
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
        None => std::fs::remove_file(path)
            .map_err(|error| Fault::plain(format!("cannot remove {}: {error}", path.display())))?,
        Some(now) => {
            let header = format!("---\nsource: conformance/main.rs\ninput_file: {}\n---\n", one.input);
            suite::write_whole(path, &format!("{header}{now}\n"))?;
        }
    }
    Ok(())
}
