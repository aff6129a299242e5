//! `rulebound lock`: compares or writes the list of all ids ever published, with the hashes of their content.

use std::io::Write;

use rulebound_core::clause::lock;
use rulebound_core::fault::Fault;
use rulebound_core::source::Files;

use super::{Context, End, show, suite};

/// Compare spec/ids.lock with the spec, or rewrite it
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  rulebound lock --write      after an intended change to a rule")]
pub struct LockArgs {
    /// Write it
    #[arg(long)]
    write: bool,
}

impl LockArgs {
    /// Compares or writes.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let suite = suite::open(context, None)?;
        let hashes = lock::hashes(&suite.spec);
        let old = suite.files.read(lock::PATH).map(|source| source.text.to_string()).unwrap_or_default();
        if let (Some(line), false) = (lock::merge_marker(&old), self.write) {
            return Err(Fault::plain(format!("{}:{line} is a conflict marker of an unfinished merge", lock::PATH))
                .help("rewrite the lock with `rulebound lock --write`, and review what has changed in it")
                .into());
        }
        let differences = lock::differences(&old, &hashes);
        let mut out = show::out();
        for line in &differences {
            writeln!(out, "{line}")?;
        }
        if self.write {
            if let Some(gone) = differences.iter().find(|line| line.contains("is gone")) {
                return Err(Fault::plain(gone.clone())
                    .help("ids are never dropped: add the clause back with `retired:`")
                    .into());
            }
            let Files::Folder(root) = &suite.files else {
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
