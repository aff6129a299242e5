//! `rulebound lock`: compares or writes the list of all ids ever published, with the hashes of their content.

use std::collections::BTreeMap;
use std::io::Write;

use rulebound_core::clause::lock::{self, Difference};
use rulebound_core::fault::{Fault, Faults};
use rulebound_core::harness::Suite;
use rulebound_core::harness::review::{self, Change, Side};
use rulebound_core::source::Files;

use super::show::{DIM, ID};
use super::{Context, End, changes, revision, show, suite};

/// Compare spec/ids.lock with the spec, or rewrite it
#[derive(Debug, clap::Args)]
#[command(after_help = "What an id said when it was locked is taken from the commit that last wrote the lock, or else
from the suite that was built in. If neither matches the lock, only the hash is known.

Example:
  rulebound lock --write      after an intended change to a rule

Exit codes: 0 the lock matches the spec or is rewritten, 1 it does not match, 2 an id is gone")]
pub struct LockArgs {
    /// Write it
    #[arg(long)]
    write: bool,
}

impl LockArgs {
    /// Compares or writes.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let suite = suite::open(context, None)?;
        let mut faults = Faults::default();
        faults.extend(suite.strangers()?);
        faults.or(())?;
        let hashes = lock::hashes(&suite.spec);
        let missing = matches!(&suite.files, Files::Folder(root) if root.join(lock::PATH).symlink_metadata().is_err());
        let old = if missing { String::new() } else { suite.files.read(lock::PATH)?.text.to_string() };
        if let (Some(line), false) = (lock::merge_marker(&old), self.write) {
            return Err(Fault::plain(format!("{}:{line} is a conflict marker of an unfinished merge", lock::PATH))
                .help("rewrite the lock with `rulebound lock --write`, and review what has changed in it")
                .into());
        }
        if let Some(line) = lock::damaged(&old, self.write) {
            let what = format!("{}:{line} is not a hash and an id that stands only there", lock::PATH);
            let help = "take the file from the commit before, and rewrite it with `rulebound lock --write`";
            return Err(Fault::plain(what).help(help).into());
        }
        let differences = lock::differences(&old, &hashes);
        let side = Side::new(suite, Vec::new());
        tell(context, &side, &differences)?;
        let mut out = show::out();
        if self.write {
            if let Some(gone) = differences.iter().find(|one| one.now.is_none()) {
                return Err(Fault::plain(gone.to_string())
                    .help("ids are never dropped: add the clause back with `retired:`")
                    .into());
            }
            let Files::Folder(root) = &side.suite.files else {
                return Err(suite::embedded().into());
            };
            suite::write_whole(&root.join(lock::PATH), &lock::render(&hashes))?;
            writeln!(out, "{} ids are locked", hashes.len())?;
            return Ok(());
        }
        if differences.is_empty() {
            writeln!(out, "{} ids are unchanged", hashes.len())?;
            Ok(())
        } else {
            writeln!(out, "if these changes are intended, rewrite the lock with `rulebound lock --write`")?;
            Err(End::DoesNotHold)
        }
    }
}

/// Reports each difference, and for a changed id what it said before.
fn tell(context: &Context, new: &Side, differences: &[Difference]) -> Result<(), End> {
    let any = differences.iter().any(|one| one.locked.is_some() && one.now.is_some());
    let known = if any { locked(context, &new.suite) } else { Vec::new() };
    let known: Vec<(BTreeMap<String, String>, Vec<Change>)> =
        known.iter().map(|old| (lock::hashes(&old.suite.spec), review::changes(old, new))).collect();
    let mut out = show::out();
    for one in differences {
        writeln!(out, "{one}")?;
        let (Some(locked), Some(now)) = (&one.locked, &one.now) else { continue };
        match known.iter().find(|(hashes, _)| hashes.get(&one.id) == Some(locked)) {
            Some((_, changes)) => {
                for change in changes.iter().filter(|change| change.id == one.id) {
                    writeln!(out, "  {ID}{}{ID:#}", changes::told(&change.what))?;
                }
            }
            None => writeln!(out, "  {DIM}what it said is not known, only its hash: {locked} -> {now}{DIM:#}")?,
        }
    }
    Ok(())
}

/// The suites that may say what the lock stands for: that of the commit that wrote it, and the one that was built in.
fn locked(context: &Context, new: &Suite) -> Vec<Side> {
    let committed = match &new.files {
        Files::Folder(root) => {
            revision::last_written(root, lock::PATH).and_then(|commit| revision::files(root, &commit)).ok()
        }
        Files::Embedded(_) => None,
    };
    let all = committed.into_iter().chain([suite::built_in(context)]);
    all.filter_map(|files| Suite::open_older(context.games, files).ok()).map(|old| Side::new(old, Vec::new())).collect()
}
