//! `rulebound solve`: the least that pays for cards of motion, as a person would explain it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use rulebound::fault::Fault;
use serde_json::{Map, Value as Json, json};

use super::{Common, End, Format, readings, show, suite};

/// Find the least that pays for cards
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound solve motion --cost 'a -> (w) | ww:(w)' --cost 'l -> (w) | w:(w) | (l) -> f'
  rulebound solve motion --cost '(f) -> l' --board 'fire: lightning 2, water; earth: earth'
  rulebound solve motion --card 'Still Pool' --format json")]
pub struct Solve {
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

impl Solve {
    /// Solves and shows.
    pub fn run(&self, common: &Common) -> Result<(), End> {
        let suite = suite::open(common, Some(&self.game))?;
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
                let help = rulebound::fault::did_you_mean(name, known, "the cards stand in spec/motion/cards.yaml");
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
        let solved = book.solve(&cards, &problem).map_err(Fault::plain)?;
        let payable = solved.plan["payable"] == true;
        match self.format {
            Format::Json => show::json(&json!({"plan": solved.plan, "clauses": solved.trace}))?,
            Format::Text => write!(show::out(), "{}", explain(&solved.plan))?,
        }
        if payable { Ok(()) } else { Err(End::DoesNotHold) }
    }
}

/// Reads `fire: lightning 2, water; earth: earth`.
fn board(text: &str) -> Result<Json, Fault> {
    let wrong = |part: &str| {
        Fault::plain(format!("--board has «{}», which is no gems of a sphere", part.trim()))
            .help("write --board 'fire: lightning 2, water; earth: earth' with the elements fire, water, earth, lightning, spirit")
    };
    let names = ["fire", "water", "earth", "lightning", "spirit", "off"];
    let mut board = Map::new();
    for part in text.split(';').filter(|part| !part.trim().is_empty()) {
        let (sphere, gems) = part.split_once(':').ok_or_else(|| wrong(part))?;
        let sphere = sphere.trim();
        if !names.contains(&sphere) || board.contains_key(sphere) {
            return Err(wrong(part));
        }
        let mut row = Map::new();
        for gem in gems.split(',').filter(|gem| !gem.trim().is_empty()) {
            let mut words = gem.split_whitespace();
            let element = words.next().filter(|e| names[..5].contains(e)).ok_or_else(|| wrong(gem))?;
            let count = match words.next() {
                None => 1,
                Some(number) => number.trim_start_matches('x').parse::<u32>().map_err(|_| wrong(gem))?,
            };
            if words.next().is_some() || row.insert(element.to_owned(), Json::from(count)).is_some() {
                return Err(wrong(gem));
            }
        }
        board.insert(sphere.to_owned(), Json::Object(row));
    }
    Ok(Json::Object(board))
}

/// The plan in words.
fn explain(plan: &Json) -> String {
    if plan["payable"] != true {
        return "These cards cannot be paid for together.\n".to_owned();
    }
    let number = |key: &str| plan[key].as_u64().unwrap_or(0);
    let mut text = format!(
        "{} {}: {} and {}.\n",
        many(number("gems"), "gem"),
        if number("gems") == 1 { "suffices" } else { "suffice" },
        many(number("movements"), "movement"),
        many(number("held"), "gem").replace(" gem", " held gem"),
    );
    let word = |value: &Json| value.as_str().unwrap_or("").to_owned();
    for one in plan["moves"].as_array().into_iter().flatten() {
        let serves: Vec<String> = one["serves"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|s| format!("«{}» in entry {} of {}", word(&s["letter"]), s["entry"], word(&s["card"])))
            .collect();
        let both = if serves.len() > 1 { ", which serves both " } else { ", for " };
        let _ = writeln!(
            text,
            "  move {} gem from the {} to the {} sphere{both}{}",
            with_article(&word(&one["gem"])),
            word(&one["from"]),
            word(&one["to"]),
            serves.join(" and ")
        );
    }
    for one in plan["holds"].as_array().into_iter().flatten() {
        let _ = writeln!(
            text,
            "  keep {} gem in the {} sphere, for «{}» in entry {} of {}",
            with_article(&word(&one["gem"])),
            word(&one["sphere"]),
            word(&one["letter"]),
            one["entry"],
            word(&one["card"])
        );
    }
    text
}

fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

fn many(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_or_refused() {
        let read = board("fire: lightning 2, water; earth: earth x3;").unwrap();
        assert_eq!(read, json!({"fire": {"lightning": 2, "water": 1}, "earth": {"earth": 3}}));
        for wrong in
            ["fire", "fire: gold", "fire: water two", "fire: water; fire: water", "fire: water, water", "moon: water"]
        {
            assert!(board(wrong).is_err(), "{wrong}");
        }
    }
}
