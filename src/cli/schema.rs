//! `rulebound schema`: prints the JSON Schemas of everything that is published.

use std::io::Write;

use rulebound_core::fault::{Fault, did_you_mean};
use rulebound_core::protocol;

use super::{Context, End, show};

/// Print a JSON Schema
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound schema protocol          the messages between rulebound and an engine
  rulebound schema motion state      a position of motion
  rulebound schema combo grammar     the grammar of card texts, in the notation of pest")]
pub struct SchemaArgs {
    /// `protocol`, or a game
    of: String,
    /// For a game: state, setup, action, event, card, view, tree, problem, plan or readings; or grammar, which is
    /// shown in the notation of pest
    part: Option<String>,
}

const PARTS: [&str; 13] = [
    "state", "setup", "action", "event", "frame", "deed", "card", "view", "tree", "problem", "plan", "readings",
    "grammar",
];

impl SchemaArgs {
    /// Prints it.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        if self.of == "protocol" {
            show::json(&protocol::schema())?;
            return Ok(());
        }
        let games = context.games;
        let Ok(game) = games.find(&self.of) else {
            let known: Vec<&str> = games.names().into_iter().chain(["protocol"]).collect();
            let help =
                did_you_mean(&self.of, known.iter().copied(), &format!("there are schemas for {}", known.join(", ")));
            return Err(Fault::plain(format!("there is no schema for {}", self.of)).help(help).into());
        };
        let has = |part: &&str| *part == "grammar" && game.pest().is_some() || game.schema(part).is_some();
        let parts: Vec<&str> = PARTS.into_iter().filter(has).collect();
        let all = format!("its parts are {}", parts.join(", "));
        let Some(part) = &self.part else {
            return Err(Fault::plain(format!("which part of {}?", self.of)).help(all).into());
        };
        if let ("grammar", Some(grammar)) = (part.as_str(), game.pest()) {
            write!(show::out(), "{grammar}")?;
            return Ok(());
        }
        match game.schema(part) {
            Some(schema) => Ok(show::json(&schema)?),
            None => Err(Fault::plain(format!("{} has no part {part}", self.of))
                .help(did_you_mean(part, parts, &all))
                .into()),
        }
    }
}
