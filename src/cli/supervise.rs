//! `rulebound supervise`: runs between `check` and an engine, and ends the engine when `check` is killed.

use rulebound_core::protocol::supervise;

use super::End;

/// Run a command and end it with all that it has started when the process that called this is gone
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub struct SuperviseArgs {
    /// The process that called this
    parent: u32,
    /// What to run, as a shell reads it
    #[arg(allow_hyphen_values = true)]
    command: String,
}

impl SuperviseArgs {
    /// Runs the command, and exits with its code.
    pub fn run(&self) -> Result<(), End> {
        std::process::exit(supervise(self.parent, &self.command)?)
    }
}
