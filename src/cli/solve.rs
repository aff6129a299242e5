//! `rulebound solve`: answers the questions of a game as a person would. Each game defines the options that ask a
//! question, so each game with questions is a subcommand.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, value_parser};
use rulebound_core::fault::{Fault, did_you_mean};
use rulebound_core::harness::Suite;
use rulebound_core::kernel::{Cited, Games, Given, OptionKind, Solver};
use serde_json::{Value as Json, json};

use super::{Context, End, Format, readings, show, suite};

/// The most things to list as "one more of this would help".
const MOST_NAMED: usize = 4;

/// A game and the options given to it.
#[derive(Debug)]
pub struct SolveArgs {
    game: String,
    given: ArgMatches,
}

impl clap::Args for SolveArgs {
    fn augment_args(command: Command) -> Command {
        command
            .about("Answer a question about a game, such as the least that pays")
            .subcommand_required(true)
            .subcommand_value_name("GAME")
            .subcommand_help_heading("Games with questions")
            .disable_help_subcommand(true)
            // So that we word the error for a game without questions, or a misspelt one.
            .allow_external_subcommands(true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for SolveArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let missing = || clap::Error::new(clap::error::ErrorKind::MissingSubcommand);
        let (game, given) = matches.subcommand().ok_or_else(missing)?;
        Ok(Self { game: game.to_owned(), given: given.clone() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Adds a subcommand for each game that has questions.
pub fn with_games(command: Command, games: Games) -> Command {
    let solvers = games.iter().filter_map(|game| Some((game.name(), game.solver()?)));
    let mut all = Vec::new();
    let command = solvers.fold(command, |command, (name, solver)| {
        let examples: Vec<String> =
            solver.examples.iter().map(|example| format!("\n  rulebound solve {name} {example}")).collect();
        all.extend(examples.iter().cloned());
        command.subcommand(of_game(name, solver).after_help(format!("Examples:{}", examples.concat())))
    });
    command.after_help(format!("Examples:{}", all.concat()))
}

fn of_game(name: &'static str, solver: &Solver) -> Command {
    let options = solver.options.iter().map(|option| {
        let action = if option.many { ArgAction::Append } else { ArgAction::Set };
        let arg = Arg::new(option.name).long(option.name).value_name(option.value).help(option.help).action(action);
        arg.allow_hyphen_values(matches!(option.kind, OptionKind::Grammar(_)))
    });
    let reading = Arg::new("reading").long("reading").value_name("RULING=NAME").action(ArgAction::Append);
    let format = Arg::new("format").long("format").default_value("text").value_parser(value_parser!(Format));
    Command::new(name)
        .about(format!("Answer a question about {name}"))
        .args(options)
        .arg(reading.help("A reading other than the default"))
        .arg(format.help("The output format"))
}

impl SolveArgs {
    /// Solves and shows.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let Some(solver) = context.games.find(&self.game)?.solver() else {
            let with: Vec<&str> = context.games.iter().filter(|g| g.solver().is_some()).map(|g| g.name()).collect();
            return Err(Fault::plain(format!("{} has no questions, so there is nothing to solve", self.game))
                .help(format!("games with questions: {}", with.join(", ")))
                .into());
        };
        let suite = suite::open(context, Some(&self.game))?;
        let list = |name: &str| self.given.get_many::<String>(name).into_iter().flatten().cloned().collect::<Vec<_>>();
        let given: Given = solver.options.iter().map(|option| (option.name, list(option.name))).collect();
        let problem = (solver.problem)(&given)?;
        let readings: BTreeMap<String, String> = readings(&suite, &list("reading"))?;
        let book = suite.book(&self.game, &readings)?;
        let mut cards = Vec::new();
        for option in solver.options {
            for (index, value) in given[option.name].iter().enumerate() {
                match option.kind {
                    OptionKind::Text => {}
                    OptionKind::Grammar(grammar) => {
                        if let Err(refused) = book.parse(grammar, value).result {
                            let name = format!("{} {}", option.name, index + 1);
                            return Err(super::parse::fault(&name, value, &refused).into());
                        }
                    }
                    OptionKind::Card => {
                        let card = self.card(&suite, value)?;
                        if !cards.contains(card) {
                            cards.push(card.clone());
                        }
                    }
                }
            }
        }
        let solved = book.solve(&cards, &problem).map_err(Fault::from)?;
        if self.given.get_one::<Format>("format") == Some(&Format::Json) {
            show::json(&json!({"plan": solved.plan, "clauses": solved.trace}))?;
        } else {
            write!(show::out(), "{}", solved.told)?;
            if !solved.is_way {
                let (readings, trace) = (&readings, &solved.trace);
                let question = Question { game: &self.game, solver, readings, cards: &cards, problem: &problem, trace };
                write!(show::out(), "{}", question.lacking(&suite)?)?;
            }
        }
        if solved.is_way { Ok(()) } else { Err(End::DoesNotHold) }
    }

    /// A card by its name.
    fn card<'s>(&self, suite: &'s Suite, name: &str) -> Result<&'s Json, Fault> {
        let cards = &suite.game_spec(&self.game)?.cards;
        cards.get(name).ok_or_else(|| {
            let all = format!("the cards are in spec/{}/cards.yaml", self.game);
            let help = did_you_mean(name, cards.keys().map(String::as_str), &all);
            Fault::plain(format!("there is no card {name}")).help(help)
        })
    }
}

/// A question that has no solution.
struct Question<'a> {
    game: &'a str,
    solver: &'a Solver,
    readings: &'a BTreeMap<String, String>,
    cards: &'a [Json],
    problem: &'a Json,
    trace: &'a Cited,
}

impl Question<'_> {
    /// Whether a question like this one has a solution. An undecided question counts as one without a solution.
    fn has_way(&self, suite: &Suite, problem: &Json, off: &[String]) -> Result<bool, End> {
        let spec = suite.game_spec(self.game)?;
        let book = suite.games.find(self.game)?.book(spec, self.readings, off).map_err(Fault::from)?;
        Ok(book.solve(self.cards, problem).is_ok_and(|solved| solved.is_way))
    }

    /// Why there is no solution: which one more thing, or which clause switched off, would give one, if any.
    fn lacking(&self, suite: &Suite) -> Result<String, End> {
        let mut text = String::new();
        let mut more = Vec::new();
        for (what, problem) in (self.solver.with_more)(self.problem).map_err(Fault::from)? {
            if self.has_way(suite, &problem, &[])? {
                more.push(what);
            }
        }
        let others = more.len().saturating_sub(MOST_NAMED);
        more.truncate(MOST_NAMED);
        if !more.is_empty() {
            let others = if others == 0 { String::new() } else { format!(", or one of {others} others") };
            let _ = writeln!(text, "  One more thing would be enough: {}{others}.", more.join(", or "));
        }
        for id in self.trace.iter() {
            let Some(clause) = suite.spec.clause(id).filter(|clause| clause.switchable()) else { continue };
            if self.has_way(suite, self.problem, std::slice::from_ref(&clause.id))? {
                let _ = writeln!(text, "  It would be possible without {}: {}", clause.id, clause.text);
            }
        }
        if text.is_empty() {
            text.push_str("  Neither one more thing nor one clause less would change that.\n");
        }
        Ok(text)
    }
}
