//! Fills in the numbers in the texts of clauses. A text has placeholders for parameters: `{hearts}` becomes "three",
//! `{standard_from:th}` becomes "third", and so does `{wounded_part:part}`, as in "a third of". So no text says three
//! when the rule says four.

use serde_json::{Map, Value as Json};

use super::{GameSpec, parameters};
use crate::fault::{Fault, did_you_mean};

const CARDINALS: [&str; 13] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const ORDINALS: [&str; 13] = [
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

/// Parts of a whole.
const PARTS: [&str; 13] = {
    let mut parts = ORDINALS;
    (parts[1], parts[2]) = ("whole", "half");
    parts
};

/// Fills in the numbers in the text of every clause, under the default readings. Called again when a parameter changes.
///
/// Returns a fault for each placeholder that names no number.
pub fn apply(spec: &mut GameSpec) -> Vec<Fault> {
    let defaults = spec.rulings.values().map(|ruling| (ruling.id.clone(), ruling.default.clone())).collect();
    let rules = parameters::merged(spec, &defaults);
    let mut faults = Vec::new();
    for clause in spec.clauses.values_mut() {
        match worded(&clause.template, &rules) {
            Ok(text) => clause.text = text,
            Err(name) => {
                let known = parameters::numbers(&rules);
                let known: Vec<String> = known.iter().map(|(path, _)| path.join(".")).collect();
                let help = did_you_mean(&name, known.iter().map(String::as_str), "name a parameter that is a number");
                let message = format!("{{{name}}} in the text of {} is not a number of the rules", clause.id);
                faults.push(Fault::at(&clause.file, clause.place, message).help(help));
            }
        }
    }
    faults
}

/// A text with its placeholders replaced, or the placeholder that names no number.
fn worded(template: &str, rules: &Map<String, Json>) -> Result<String, String> {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or_else(|| after.to_owned())?;
        let (path, names) = match name.split_once(':') {
            Some((path, "th")) => (path, ORDINALS),
            Some((path, "part")) => (path, PARTS),
            _ => (name, CARDINALS),
        };
        let number = number(rules, path).ok_or_else(|| name.to_owned())?;
        text.push_str(before);
        match usize::try_from(number).ok().and_then(|number| names.get(number)) {
            Some(word) if text.is_empty() => {
                text.push_str(&word[..1].to_uppercase());
                text.push_str(&word[1..]);
            }
            Some(word) => text.push_str(word),
            None if names != CARDINALS => text.push_str(&format!("{number}th")),
            None => text.push_str(&number.to_string()),
        }
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

/// A number in words, if it is small enough for texts to write it so.
pub fn in_words(number: usize) -> Option<&'static str> {
    CARDINALS.get(number).copied()
}

/// The words for a number: for the number itself, for the place in an order, and for a part.
pub fn all_words(number: usize) -> Vec<String> {
    let words = [CARDINALS, ORDINALS, PARTS].into_iter().filter_map(|words| words.get(number).copied());
    words.map(str::to_owned).chain([number.to_string()]).collect()
}

fn number(rules: &Map<String, Json>, path: &str) -> Option<i64> {
    let mut parts = path.split('.');
    let first = rules.get(parts.next()?)?;
    parts.try_fold(first, |value, part| value.get(part))?.as_i64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_written_in_words_up_to_twelve() {
        let rules = json!({"hearts": 3, "deck": 30, "from": 3, "a": {"b": 0}}).as_object().cloned().unwrap();
        let of = |template| worded(template, &rules);
        assert_eq!(of("{hearts} of {hearts} Hearts").unwrap(), "Three of three Hearts");
        assert_eq!(of("{deck} cards, {a.b} left").unwrap(), "30 cards, zero left");
        assert_eq!(of("the {from:th} turn, the {deck:th} card").unwrap(), "the third turn, the 30th card");
        let (half, third) = (json!({"part": 2}), json!({"part": 3}));
        let part = |rules: &Json| worded("a {part:part} of it", rules.as_object().unwrap()).unwrap();
        assert_eq!([part(&half), part(&third)], ["a half of it", "a third of it"]);
        assert_eq!(of("no {heart}"), Err("heart".to_owned()));
        assert_eq!(of("no {a}"), Err("a".to_owned()));
        assert_eq!(of("no {end"), Err("end".to_owned()));
    }
}
