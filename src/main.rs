//! The command `rulebound`: passes the games and the suite it was built with to the command line.
#![forbid(unsafe_code)]

use rulebound::games::GAMES;
use rulebound_cli::BuiltIn;

include!(concat!(env!("OUT_DIR"), "/built_in.rs"));

fn main() -> std::process::ExitCode {
    rulebound_cli::main(GAMES, BUILT_IN)
}
