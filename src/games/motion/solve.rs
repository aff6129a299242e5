//! The question for the least that pays, as asked on the command line.

use std::collections::BTreeMap;

use crate::action::{InPlay, Problem};
use crate::state::{ALL, BoardFile, Element, PLACES, Place};
use rulebound_core::fault::{Fault, did_you_mean};
use rulebound_core::kernel::{Given, OptionKind, SolveOption};

/// The options.
pub const OPTIONS: &[SolveOption] = &[
    SolveOption {
        name: "cost",
        value: "COST",
        help: "A cost as printed; can be given several times",
        kind: OptionKind::Grammar("cost"),
        many: true,
    },
    SolveOption { name: "card", value: "NAME", help: "A card to be played", kind: OptionKind::Card, many: true },
    SolveOption {
        name: "sustained",
        value: "NAME",
        help: "A sustained card in play",
        kind: OptionKind::Card,
        many: true,
    },
    SolveOption {
        name: "board",
        value: "BOARD",
        help: "The gems in play, by sphere: 'fire: lightning 2, water; earth: earth'. Without it, gems may be \
               wherever they are needed",
        kind: OptionKind::Text,
        many: false,
    },
];

/// Examples.
pub const EXAMPLES: &[&str] = &[
    "--cost 'a -> (w) | ww:(w)' --cost 'l -> (w) | w:(w) | (l) -> f'",
    "--cost '(f) -> l' --board 'fire: lightning 2, water; earth: earth'",
    "--card 'Still Pool' --format json",
];

/// The question that these options ask.
///
/// # Errors
/// If nothing is to be paid, or the board cannot be read.
pub fn problem(given: &Given) -> Result<Problem, Fault> {
    let list = |name| given.get(name).cloned().unwrap_or_default();
    let (costs, cards) = (list("cost"), list("card"));
    if costs.is_empty() && cards.is_empty() {
        return Err(Fault::plain("there is nothing to pay for").help("add --cost 'a -> (w)' or --card NAME"));
    }
    let board = list("board").first().map(|text| board(text)).transpose()?;
    Ok(Problem { costs, cards, board, sustained: list("sustained").into_iter().map(InPlay::Name).collect() })
}

/// Reads `fire: lightning 2, water; earth: earth`.
fn board(text: &str) -> Result<BoardFile, Fault> {
    let example = "write --board 'fire: lightning 2, water; earth: earth'";
    let wrong =
        |what: String, help: String| Fault::plain(format!("--board: {what}")).help(format!("{help}\n{example}"));
    let known = |word: &str, names: &[&str], what: &str| {
        let all = format!("{what} {}", names.join(", "));
        wrong(
            format!("`{word}` is not one of these: {}", names.join(", ")),
            did_you_mean(word, names.iter().copied(), &all),
        )
    };
    let mut board = BoardFile::new();
    for part in text.split(';').filter(|part| !part.trim().is_empty()) {
        let Some((sphere, gems)) = part.split_once(':') else {
            return Err(wrong(format!("`{}` has no colon", part.trim()), "write a colon after the sphere".to_owned()));
        };
        let sphere = sphere.trim();
        let Some(place) = PLACES.into_iter().find(|place| place.name() == sphere) else {
            return Err(known(sphere, &PLACES.map(Place::name), "the spheres are"));
        };
        let mut row = BTreeMap::new();
        for gem in gems.split(',').filter(|gem| !gem.trim().is_empty()) {
            let mut words = gem.split_whitespace();
            let name = words.next().unwrap_or_default();
            let Some(element) = ALL.into_iter().find(|element| element.name() == name) else {
                return Err(known(name, &ALL.map(Element::name), "the gems are"));
            };
            let count = match words.next() {
                None => 1,
                Some(number) => number.trim_start_matches('x').parse::<u32>().map_err(|_| {
                    wrong(format!("`{number}` is not a number of gems"), format!("write {name} 2 for two of them"))
                })?,
            };
            if let Some(word) = words.next() {
                return Err(wrong(format!("unexpected `{word}` after `{name}`"), "separate gems by commas".to_owned()));
            }
            if row.insert(element, count).is_some() {
                let help = format!("write one number instead: {name} 2");
                return Err(wrong(format!("{name} is listed twice in {sphere}"), help));
            }
        }
        if board.insert(place, row).is_some() {
            return Err(wrong(
                format!("the sphere {sphere} is listed twice"),
                "separate its gems by commas".to_owned(),
            ));
        }
    }
    Ok(board)
}

/// The questions with one more gem on the board, one for each gem that could be added; none without a board, since
/// then no gem is missing.
pub fn with_more(problem: &Problem) -> Vec<(String, Problem)> {
    let mut found = Vec::new();
    for place in PLACES.into_iter().filter(|_| problem.board.is_some()) {
        for gem in ALL {
            let mut more = problem.clone();
            let count = more.board.get_or_insert_default().entry(place).or_default().entry(gem).or_default();
            *count = count.saturating_add(1);
            let at = match place {
                Place::Off => "off the board".to_owned(),
                _ => format!("in the {} sphere", place.name()),
            };
            found.push((format!("{} gem {at}", gem.with_article()), more));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_or_refused() {
        let read = board("fire: lightning 2, water; earth: earth x3;").unwrap();
        let fire = BTreeMap::from([(Element::Lightning, 2), (Element::Water, 1)]);
        assert_eq!(read, BoardFile::from([(Place::Fire, fire), (Place::Earth, BTreeMap::from([(Element::Earth, 3)]))]));
        for (wrong, what, help) in [
            ("fire", "`fire` has no colon", "a colon"),
            ("fire: watr", "`watr` is not one of these", "did you mean water?"),
            ("fier: water", "`fier` is not one of these", "did you mean fire?"),
            ("fire: water two", "`two` is not a number of gems", "water 2"),
            ("fire: water 2 earth", "unexpected `earth` after `water`", "commas"),
            ("fire: water; fire: water", "the sphere fire is listed twice", "commas"),
            ("fire: water, water", "water is listed twice in fire", "water 2"),
        ] {
            let fault = board(wrong).unwrap_err();
            assert!(fault.message.contains(what), "{wrong}: {}", fault.message);
            assert!(fault.help.as_ref().is_some_and(|told| told.contains(help)), "{wrong}: {:?}", fault.help);
        }
    }
}
