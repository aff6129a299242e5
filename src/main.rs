//! The command `rulebound`. What it does stands in the library; here is how it talks to people.
#![forbid(unsafe_code)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
