//! `rulebound supervise`: runs between `check` and an engine, and ends the engine when `check` is killed.

use rulebound_core::fault::Fault;
use rulebound_core::protocol::supervise;

use super::End;

/// Run a command, and end it with everything it has started once the calling process is gone
#[derive(Debug, clap::Args)]
#[command(hide = true)]
pub struct SuperviseArgs {
    /// The calling process
    parent: u32,
    /// The shell command to run
    #[arg(allow_hyphen_values = true)]
    command: String,
}

impl SuperviseArgs {
    /// Runs the command, and exits with its code.
    pub fn run(&self) -> Result<(), End> {
        let ended = supervise(self.parent, &self.command);
        std::process::exit(ended.map_err(|error| Fault::plain(format!("the shell cannot be started: {error}")))?)
    }
}
