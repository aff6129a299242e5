//! `rulebound parse`: parses a text by one of a game's grammars.

use std::collections::BTreeMap;
use std::io::Write;

use rulebound_core::fault::{Fault, Span, did_you_mean};
use rulebound_core::harness::Suite;
use rulebound_core::kernel::{Games, RefusedRun};
use rulebound_core::snapshot;
use rulebound_core::source::Source;
use serde_json::json;

use super::{Context, End, Format, readings, show, suite};

/// Parse a text of a game and show the tree
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound parse motion cost 'a -> (f) | w:(e)'
  rulebound parse motion value 'A:(f)'
  rulebound parse motion cost 's:(s)' --reading internal=with-spirit
  rulebound parse transmute card 'T: Draw a card'")]
pub struct ParseArgs {
    /// The game
    game: String,
    /// The grammar
    grammar: String,
    /// The text
    #[arg(allow_hyphen_values = true)]
    text: String,
    /// A reading other than the default
    #[arg(long = "reading", value_name = "RULING=NAME")]
    readings: Vec<String>,
    /// The output format
    #[arg(long, default_value = "text")]
    format: Format,
}

/// Adds to the help which grammars each game has.
pub fn with_games(command: clap::Command, games: Games) -> clap::Command {
    let of_game = |name: &&str| {
        let grammars = games.find(name).map(|game| game.grammars().to_vec()).unwrap_or_default();
        (!grammars.is_empty()).then(|| format!("{} for {name}", or(&grammars)))
    };
    let all: Vec<String> = games.names().iter().filter_map(of_game).collect();
    let help = format!("The grammar: {}", all.join("; "));
    // Unlike `mut_arg`, this keeps the order of the arguments.
    command.mut_args(|arg| if arg.get_id() == "grammar" { arg.help(help.clone()) } else { arg })
}

/// `a, b or c`.
fn or(names: &[&str]) -> String {
    match names {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        names => names.concat(),
    }
}

impl ParseArgs {
    /// Parses and shows.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let suite = suite::open(context, Some(&self.game))?;
        let game = context.games.find(&self.game)?;
        let known = game.grammars();
        if !known.contains(&self.grammar.as_str()) {
            let others = format!("the grammars of {} are {}", self.game, known.join(", "));
            let help = did_you_mean(&self.grammar, known.iter().copied(), &others);
            return Err(Fault::plain(format!("there is no grammar {}", self.grammar)).help(help).into());
        }
        let readings: BTreeMap<String, String> = readings(&suite, &self.readings)?;
        let run = suite.book(&self.game, &readings)?.parse(&self.grammar, &self.text);
        let accepting = if run.result.is_err() { self.accepting(&suite, &readings)? } else { Vec::new() };
        match (run.result, self.format) {
            (Ok(tree), Format::Json) => show::json(&json!({"tree": tree, "clauses": run.trace}))?,
            (Ok(tree), Format::Text) => {
                let mut text = String::new();
                snapshot::lines(&mut text, "tree", &tree);
                write!(show::out(), "{text}")?;
            }
            (Err(refused), Format::Json) => {
                let RefusedRun { offset, message, help, clause } = refused;
                show::json(&json!({"refused": {
                    "offset": offset, "message": message, "help": help, "clause": clause, "accepted_under": accepting,
                }}))?;
                return Err(End::DoesNotHold);
            }
            (Err(refused), Format::Text) => {
                let mut fault = fault(&self.grammar, &self.text, &refused);
                if let (Some(help), false) = (&mut fault.help, accepting.is_empty()) {
                    help.push_str(&format!("\naccepted under --reading {}", accepting.join(", or ")));
                }
                show::faults(&fault.into());
                return Err(End::DoesNotHold);
            }
        }
        Ok(())
    }
}

impl ParseArgs {
    /// The readings that would accept the text, each in place of the one in force.
    fn accepting(&self, suite: &Suite, chosen: &BTreeMap<String, String>) -> Result<Vec<String>, Fault> {
        let mut found = Vec::new();
        for ruling in suite.game_spec(&self.game)?.rulings.values() {
            for reading in ruling.readings.keys() {
                let mut readings = chosen.clone();
                readings.insert(ruling.id.clone(), reading.clone());
                if suite.book(&self.game, &readings)?.parse(&self.grammar, &self.text).result.is_ok() {
                    found.push(format!("{}={reading}", ruling.id));
                }
            }
        }
        Ok(found)
    }
}

/// The fault of a refused text, at its place.
pub fn fault(name: &str, text: &str, refused: &RefusedRun) -> Fault {
    let clean = show::harmless(text);
    let at = |scalars: usize| show::harmless(&text.chars().take(scalars).collect::<String>()).len();
    let start = at(refused.offset);
    let place = Span { offset: start, length: at(refused.offset + 1) - start };
    let by = refused.clause.as_ref().map(|c| format!("; by {c}")).unwrap_or_default();
    Fault::at(&Source::new(name, clean), place, format!("{} (column {})", refused.message, refused.offset + 1))
        .help(format!("{}{by}", refused.help))
}
