//! Turns texts into trees, by the grammar `spec/motion/cost.pest`. Every node keeps its offset, so that a refusal can
//! say where.

use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::{About, Amount, Cost, CostEntry, Misread, Piece, Prefix, Value, words};
use crate::demand::EntryKind;
use rulebound_core::grammar::{Unread, offset, parse};

/// The longest text that is read, in bytes. Printed costs have under 40.
const MOST_BYTES: usize = 2_000;

/// Something in a cost that a clause may refuse, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A blank.
    Blank(char),
    /// A blank inside an arrow.
    SplitArrow,
    /// A bar between entries.
    Bar,
    /// A comma between entries.
    Comma,
    /// An entry of this kind begins.
    Form(EntryKind),
    /// The letter of a sphere.
    Sphere(char),
    /// The letter in the brackets of a value.
    ValueLetter(char),
    /// The letter of a gem in a cost.
    Letter(char),
    /// A second letter in one sphere.
    SecondSphere,
    /// A letter of gems with its prefix, in an entry of this kind.
    Gem(Amount, EntryKind),
    /// A second letter in one entry.
    SecondGem,
    /// A value.
    Value,
}

/// A cost with its marks: each with its offset in Unicode scalar values.
pub type Marked<T> = (T, Vec<(usize, Mark)>);

/// Reads a cost.
///
/// # Errors
/// If the text is not a cost. The error says where and why.
pub fn cost(text: &str) -> Result<Marked<Cost>, Misread> {
    let root = tree(Rule::cost, text)?;
    let mut marks = blanks(text);
    let mut cost = Cost::default();
    for pair in root.into_inner() {
        match pair.as_rule() {
            Rule::separator => {
                let mark = if pair.as_str().starts_with('|') { Mark::Bar } else { Mark::Comma };
                marks.push((offset(text, &pair), mark));
            }
            Rule::entry => cost.entries.push(entry(text, pair, &mut marks)),
            _ => {}
        }
    }
    marks.sort_by_key(|(offset, _)| *offset);
    Ok((cost, marks))
}

/// Reads a value.
///
/// # Errors
/// If the text is not a value. The error says where and why.
pub fn value(text: &str) -> Result<Marked<Value>, Misread> {
    let root = tree(Rule::value, text).map_err(|misread| Misread { about: About::Value, ..misread })?;
    let mut marks = blanks(text);
    let mut found = Value { gem: 'a', sphere: 'a' };
    for pair in root.into_inner().filter(|p| p.as_rule() == Rule::count) {
        found = count(text, pair, &mut marks);
    }
    marks.sort_by_key(|(offset, _)| *offset);
    Ok((found, marks))
}

/// Reads a card text.
///
/// # Errors
/// If the text is too long.
pub fn text(source: &str, spaced: bool) -> Result<Marked<Vec<Piece>>, Misread> {
    let root = tree(if spaced { Rule::spaced_text } else { Rule::text }, source)?;
    let mut marks = Vec::new();
    let mut pieces = Vec::new();
    for pair in root.into_inner() {
        match pair.as_rule() {
            Rule::count | Rule::spaced_count => {
                let begin = offset(source, &pair);
                // The blanks after a value belong to the words that follow.
                let blanks = blanks(pair.as_str().trim_end());
                marks.extend(blanks.into_iter().map(|(at, mark)| (begin + at, mark)));
                pieces.push(Piece::Value(count(source, pair, &mut marks)));
            }
            Rule::words | Rule::spaced_words => pieces.push(Piece::Words(pair.as_str().to_owned())),
            _ => {}
        }
    }
    Ok((pieces, marks))
}

fn tree(rule: Rule, text: &str) -> Result<Pair<'_, Rule>, Misread> {
    if text.len() > MOST_BYTES {
        let message = format!("the text has {} bytes", text.len());
        let unread = Unread { offset: 0, message, help: format!("at most {MOST_BYTES} are read") };
        return Err(Misread { unread, about: About::Length });
    }
    parse::<Grammar, Rule>(rule, text).map_err(|unparsed| words::misread(&unparsed))
}

fn blanks(text: &str) -> Vec<(usize, Mark)> {
    text.chars().enumerate().filter(|(_, c)| c.is_whitespace()).map(|(at, c)| (at, Mark::Blank(c))).collect()
}

fn entry(text: &str, pair: Pair<'_, Rule>, marks: &mut Vec<(usize, Mark)>) -> CostEntry {
    let start = offset(text, &pair);
    let mut found = CostEntry { kind: EntryKind::In, amounts: Vec::new(), sphere: Vec::new() };
    let Some(form) = pair.into_inner().next() else { return found };
    if form.as_rule() == Rule::out_motion {
        found.kind = EntryKind::Out;
    } else if form.clone().into_inner().any(|p| p.as_rule() == Rule::colon) {
        found.kind = EntryKind::Hold;
    }
    marks.push((start, Mark::Form(found.kind)));
    for part in form.into_inner() {
        match part.as_rule() {
            // The dash is a separate mark; a blank that follows it is inside the arrow.
            Rule::arrow if part.as_str().len() > 2 => marks.push((offset(text, &part) + 1, Mark::SplitArrow)),
            Rule::sphere => {
                for pair in part.into_inner().filter(|p| p.as_rule() == Rule::letter) {
                    let letter = first(&pair);
                    let at = offset(text, &pair);
                    if !found.sphere.is_empty() {
                        marks.push((at, Mark::SecondSphere));
                    }
                    marks.push((at, Mark::Sphere(letter)));
                    found.sphere.push(letter);
                }
            }
            Rule::amounts => {
                for pair in part.into_inner() {
                    let at = offset(text, &pair);
                    // A prefix and white space may come before the letter.
                    let before = pair.as_str().chars().count() - 1;
                    let amount = amount(pair);
                    if !found.amounts.is_empty() {
                        marks.push((at, Mark::SecondGem));
                    }
                    marks.push((at, Mark::Gem(amount, found.kind)));
                    marks.push((at + before, Mark::Letter(amount.letter)));
                    found.amounts.push(amount);
                }
            }
            _ => {}
        }
    }
    found
}

fn amount(pair: Pair<'_, Rule>) -> Amount {
    let Some(form) = pair.into_inner().next() else { return Amount { prefix: Prefix::None, letter: 'a' } };
    let prefix = match form.as_rule() {
        Rule::all => Prefix::All,
        Rule::number => Prefix::X,
        Rule::lone => Prefix::Lone,
        _ => Prefix::None,
    };
    let letter = form.as_str().chars().rev().find(char::is_ascii_alphabetic).unwrap_or('a').to_ascii_lowercase();
    Amount { prefix, letter }
}

fn count(text: &str, pair: Pair<'_, Rule>, marks: &mut Vec<(usize, Mark)>) -> Value {
    marks.push((offset(text, &pair), Mark::Value));
    let mut found = Value { gem: 'a', sphere: 'a' };
    for part in pair.into_inner() {
        let at = offset(text, &part);
        match part.as_rule() {
            Rule::capital => {
                found.gem = first(&part).to_ascii_lowercase();
                marks.push((at, Mark::ValueLetter(found.gem)));
            }
            Rule::letter => {
                found.sphere = first(&part);
                marks.push((at, Mark::ValueLetter(found.sphere)));
            }
            _ => {}
        }
    }
    found
}

fn first(pair: &Pair<'_, Rule>) -> char {
    pair.as_str().chars().next().unwrap_or('a')
}
