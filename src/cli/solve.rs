//! `rulebound solve`: the least that pays for cards of motion, as a person would explain it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use rulebound_core::fault::{Fault, did_you_mean};
use rulebound_core::harness::Suite;
use rulebound_core::kernel::Cited;
use serde_json::{Map, Value as Json, json};

use super::{Context, End, Format, readings, show, suite, words};

/// Find the least that pays for cards
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound solve motion --cost 'a -> (w) | ww:(w)' --cost 'l -> (w) | w:(w) | (l) -> f'
  rulebound solve motion --cost '(f) -> l' --board 'fire: lightning 2, water; earth: earth'
  rulebound solve motion --card 'Still Pool' --format json")]
pub struct SolveArgs {
    /// The game; motion is the one that has such questions
    game: String,
    /// A cost as printed; may be given several times
    #[arg(long = "cost", value_name = "COST", allow_hyphen_values = true)]
    costs: Vec<String>,
    /// A card of spec/motion/cards.yaml
    #[arg(long = "card", value_name = "NAME")]
    cards: Vec<String>,
    /// A sustained card in play
    #[arg(long = "sustained", value_name = "NAME")]
    sustained: Vec<String>,
    /// The gems there are, by sphere: 'fire: lightning 2, water; earth: earth'. Without it, gems
    /// may be wherever they are wanted
    #[arg(long, value_name = "BOARD")]
    board: Option<String>,
    /// A reading other than the default
    #[arg(long = "reading", value_name = "RULING=NAME")]
    readings: Vec<String>,
    /// How to show it
    #[arg(long, default_value = "text")]
    format: Format,
}

impl SolveArgs {
    /// Solves and shows.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let suite = suite::open(context, Some(&self.game))?;
        if !context.games.find(&self.game)?.solves() {
            return Err(Fault::plain(format!("{} has no questions, so there is nothing to solve", self.game))
                .help("motion is the game that has")
                .into());
        }
        if self.costs.is_empty() && self.cards.is_empty() {
            return Err(Fault::plain("there is nothing to pay for")
                .help("add --cost 'a -> (w)' or --card NAME")
                .into());
        }
        let readings: BTreeMap<String, String> = readings(&suite, &self.readings)?;
        let book = suite.book(&self.game, &readings)?;
        for (index, cost) in self.costs.iter().enumerate() {
            if let Err(refused) = book.parse("cost", cost).result {
                return Err(super::parse::fault(&format!("cost {}", index + 1), cost, &refused).into());
            }
        }
        let spec = suite.game_spec(&self.game)?;
        let mut cards = Vec::new();
        for name in self.cards.iter().chain(&self.sustained) {
            let Some(card) = spec.cards.get(name) else {
                let known = spec.cards.keys().map(String::as_str);
                let help = did_you_mean(name, known, "the cards stand in spec/motion/cards.yaml");
                return Err(Fault::plain(format!("there is no card {name}")).help(help).into());
            };
            if !cards.contains(card) {
                cards.push(card.clone());
            }
        }
        let mut problem = json!({"costs": self.costs, "cards": self.cards, "sustained": self.sustained});
        if let Some(text) = &self.board {
            problem["board"] = board(text)?;
        }
        let solved = book.solve(&cards, &problem).map_err(Fault::from)?;
        let payable = solved.plan["payable"] == true;
        match self.format {
            Format::Json => show::json(&json!({"plan": solved.plan, "clauses": solved.trace}))?,
            Format::Text => {
                write!(show::out(), "{}", words::plan(&solved.plan, problem.get("board")))?;
                if !payable {
                    let (readings, trace) = (&readings, &solved.trace);
                    let question = Asked { readings, cards: &cards, problem: &problem, trace };
                    write!(show::out(), "{}", lacking(&suite, &self.game, &question)?)?;
                }
            }
        }
        if payable { Ok(()) } else { Err(End::DoesNotHold) }
    }
}

/// Why nothing pays, as far as one gem more, or one clause less, would let it.
fn lacking(suite: &Suite, game: &str, question: &Asked<'_>) -> Result<String, End> {
    let payable = |problem: &Json, off: &[String]| -> Result<bool, End> {
        let book = suite.games.find(game)?.book(suite.game_spec(game)?, question.readings, off).map_err(Fault::from)?;
        // A question that is not decided is no reason.
        Ok(book.solve(question.cards, problem).is_ok_and(|solved| solved.plan["payable"] == true))
    };
    let mut text = String::new();
    let mut gems = Vec::new();
    for place in ELEMENTS.iter().chain(&["off"]).filter(|_| question.problem["board"].is_object()) {
        for gem in ELEMENTS {
            let mut more = question.problem.clone();
            let there = more["board"][place][gem].as_u64().unwrap_or(0);
            more["board"][place][gem] = json!(there + 1);
            if payable(&more, &[])? {
                let at = if *place == "off" { "off the board".to_owned() } else { format!("in the {place} sphere") };
                gems.push(format!("{} gem {at}", words::with_article(gem)));
            }
        }
    }
    let more = gems.len().saturating_sub(MOST_GEMS);
    gems.truncate(MOST_GEMS);
    if !gems.is_empty() {
        let others = if more == 0 { String::new() } else { format!(", or one of {more} others") };
        let _ = writeln!(text, "  It would do to have one gem more: {}{others}.", gems.join(", or "));
    }
    let mut without = Vec::new();
    for id in question.trace.iter() {
        let Some(clause) = suite.spec.clause(id).filter(|clause| clause.switchable()) else { continue };
        if payable(question.problem, std::slice::from_ref(&clause.id))? {
            without.push(clause);
        }
    }
    for clause in without {
        let _ = writeln!(text, "  It would do without {}: {}", clause.id, clause.text);
    }
    if text.is_empty() {
        text.push_str("  No one gem more and no one clause less would change that.\n");
    }
    Ok(text)
}

/// Most gems of which one would do that are named.
const MOST_GEMS: usize = 4;

/// A question that has no answer.
struct Asked<'a> {
    readings: &'a BTreeMap<String, String>,
    cards: &'a [Json],
    problem: &'a Json,
    trace: &'a Cited,
}

const ELEMENTS: [&str; 5] = ["fire", "water", "earth", "lightning", "spirit"];

/// Reads `fire: lightning 2, water; earth: earth`.
fn board(text: &str) -> Result<Json, Fault> {
    let example = "write --board 'fire: lightning 2, water; earth: earth'";
    let wrong =
        |what: String, help: String| Fault::plain(format!("--board: {what}")).help(format!("{help}\n{example}"));
    let known = |word: &str, names: &[&str], what: &str| {
        let all = format!("{what} {}", names.join(", "));
        wrong(
            format!("«{word}» is none of these: {}", names.join(", ")),
            did_you_mean(word, names.iter().copied(), &all),
        )
    };
    let mut board = Map::new();
    for part in text.split(';').filter(|part| !part.trim().is_empty()) {
        let Some((sphere, gems)) = part.split_once(':') else {
            return Err(wrong(format!("«{}» has no colon", part.trim()), "a colon stands after the sphere".to_owned()));
        };
        let sphere = sphere.trim();
        let places: Vec<&str> = ELEMENTS.into_iter().chain(["off"]).collect();
        if !places.contains(&sphere) {
            return Err(known(sphere, &places, "spheres are"));
        }
        let mut row = Map::new();
        for gem in gems.split(',').filter(|gem| !gem.trim().is_empty()) {
            let mut words = gem.split_whitespace();
            let element = words.next().unwrap_or_default();
            if !ELEMENTS.contains(&element) {
                return Err(known(element, &ELEMENTS, "gems are"));
            }
            let count = match words.next() {
                None => 1,
                Some(number) => number.trim_start_matches('x').parse::<u32>().map_err(|_| {
                    wrong(format!("«{number}» is no number of gems"), format!("write {element} 2 for two of them"))
                })?,
            };
            if let Some(word) = words.next() {
                return Err(wrong(format!("«{word}» stands after «{element}»"), "separate gems by commas".to_owned()));
            }
            if row.insert(element.to_owned(), Json::from(count)).is_some() {
                let help = format!("write their number once: {element} 2");
                return Err(wrong(format!("{element} stands twice in {sphere}"), help));
            }
        }
        if board.insert(sphere.to_owned(), Json::Object(row)).is_some() {
            return Err(wrong(format!("the sphere {sphere} stands twice"), "separate its gems by commas".to_owned()));
        }
    }
    Ok(Json::Object(board))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_or_refused() {
        let read = board("fire: lightning 2, water; earth: earth x3;").unwrap();
        assert_eq!(read, json!({"fire": {"lightning": 2, "water": 1}, "earth": {"earth": 3}}));
        for (wrong, what, help) in [
            ("fire", "«fire» has no colon", "a colon"),
            ("fire: watr", "«watr» is none of these", "did you mean water?"),
            ("fier: water", "«fier» is none of these", "did you mean fire?"),
            ("fire: water two", "«two» is no number of gems", "water 2"),
            ("fire: water 2 earth", "«earth» stands after «water»", "commas"),
            ("fire: water; fire: water", "the sphere fire stands twice", "commas"),
            ("fire: water, water", "water stands twice in fire", "water 2"),
        ] {
            let fault = board(wrong).unwrap_err();
            assert!(fault.message.contains(what), "{wrong}: {}", fault.message);
            assert!(fault.help.as_ref().is_some_and(|told| told.contains(help)), "{wrong}: {:?}", fault.help);
        }
    }
}
