//! `rulebound completions`: prints completions for a shell.

use super::{Context, End, command_line, show};

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  rulebound completions bash > ~/.local/share/bash-completion/completions/rulebound")]
pub struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

impl CompletionsArgs {
    /// Prints them.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut command_line(context.games), "rulebound", &mut text);
        Ok(show::out().raw(&String::from_utf8_lossy(&text))?)
    }
}
