//! A document as a tree of values, each with its place. The tree is built once for every file, from the events of
//! `serde_yaml`'s parser; `super::typed` reads types from the tree.

use std::collections::HashSet;

use serde_yaml::granit_parser::{self, Event, Parser, ScalarStyle, ScanError};

use crate::fault::Span;

/// The deepest nesting in a file. Our files use seven levels.
pub const MOST_DEPTH: usize = 40;
/// The most values in a file. Our largest file has about five thousand.
pub const MOST_NODES: usize = 100_000;

/// A value and its place in the file.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value.
    pub value: Value,
    /// Its place.
    pub place: Span,
}

/// A value in a file. A value without quotes is a number, a boolean or null if YAML 1.2 says so.
#[derive(Clone, Debug)]
pub enum Value {
    /// An empty value, or `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number that fits `i64`.
    Integer(i64),
    /// A larger whole number.
    Large(u64),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<Node>),
    /// Keys with their values, in the order of the file.
    Map(Vec<(Node, Node)>),
}

/// Why there is no tree.
pub enum NoTree {
    /// A syntax error of the parser.
    Syntax(ScanError),
    /// A tag.
    Tag,
    /// An anchor or an alias.
    Anchor,
    /// A key `<<`.
    Merge,
    /// A duplicate key.
    Twice(String),
    /// A second document.
    Documents,
    /// Nested beyond [`MOST_DEPTH`].
    Depth,
    /// More values than [`MOST_NODES`].
    Nodes,
    /// No document.
    Nothing,
}

/// A list or a map whose end has not been reached.
enum Unended {
    List(Vec<Node>),
    Map { entries: Vec<(Node, Node)>, key: Option<Node> },
}

/// The tree of the single document in a text.
///
/// # Errors
/// If there is no tree. The error says why and where; the parser's errors contain their own place.
pub fn tree(text: &str) -> Result<Node, (NoTree, Span)> {
    let (mut open, mut root, mut nodes) = (Vec::<(Unended, Span)>::new(), None, 0);
    for event in Parser::new_from_str(text) {
        let (event, span) = event.map_err(|error| (NoTree::Syntax(error), Span::default()))?;
        let place = place(span);
        let broken = |why| Err((why, place));
        let (anchor, tagged) = match &event {
            Event::Alias(_) => (true, false),
            Event::Scalar(_, _, anchor, tag) => (*anchor > 0, tag.is_some()),
            Event::SequenceStart(_, anchor, tag) | Event::MappingStart(_, anchor, tag) => (*anchor > 0, tag.is_some()),
            _ => (false, false),
        };
        if anchor || tagged {
            return broken(if tagged { NoTree::Tag } else { NoTree::Anchor });
        }
        let done = match event {
            Event::DocumentStart(..) if root.is_some() => return broken(NoTree::Documents),
            Event::Scalar(word, ScalarStyle::Plain, ..) => {
                let is_key = matches!(open.last(), Some((Unended::Map { key: None, .. }, _)));
                if is_key && word == "<<" {
                    return broken(NoTree::Merge);
                }
                Node { value: plain(&word), place }
            }
            Event::Scalar(word, ..) => Node { value: Value::Text(word.into_owned()), place },
            Event::SequenceStart(..) => {
                open.push((Unended::List(Vec::new()), place));
                if open.len() > MOST_DEPTH {
                    return broken(NoTree::Depth);
                }
                continue;
            }
            Event::MappingStart(..) => {
                open.push((Unended::Map { entries: Vec::new(), key: None }, place));
                if open.len() > MOST_DEPTH {
                    return broken(NoTree::Depth);
                }
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some((Unended::List(list), place)) => Node { value: Value::List(list), place },
                Some((Unended::Map { entries, .. }, place)) => {
                    distinct(&entries, text)?;
                    Node { value: Value::Map(entries), place }
                }
                None => continue,
            },
            _ => continue,
        };
        nodes += 1;
        if nodes > MOST_NODES {
            return broken(NoTree::Nodes);
        }
        match open.last_mut() {
            Some((Unended::List(list), _)) => list.push(done),
            Some((Unended::Map { entries, key }, _)) => match key.take() {
                Some(key) => entries.push((key, done)),
                None => *key = Some(done),
            },
            None => root = Some(done),
        }
    }
    root.ok_or((NoTree::Nothing, Span { offset: text.len(), length: 0 }))
}

fn place(span: granit_parser::Span) -> Span {
    let offset = span.start.byte_offset().unwrap_or_default();
    Span { offset, length: span.end.byte_offset().unwrap_or_default().saturating_sub(offset).max(1) }
}

/// Checks that no map has the same key twice. Numbers and booleans are compared as written.
fn distinct<'a>(entries: &'a [(Node, Node)], text: &'a str) -> Result<(), (NoTree, Span)> {
    let mut known = HashSet::with_capacity(entries.len());
    for (key, _) in entries {
        let Span { offset, length } = key.place;
        let written = match &key.value {
            Value::Text(written) => written,
            // Such a key is refused later, when a type is read.
            Value::List(_) | Value::Map(_) => continue,
            _ => text.get(offset..offset + length).unwrap_or_default(),
        };
        if !known.insert(written) {
            return Err((NoTree::Twice(written.to_owned()), key.place));
        }
    }
    Ok(())
}

/// The value of a text without quotes, by the core schema of YAML 1.2.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    let digits = text.trim_start_matches(['-', '+']);
    if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return Value::Text(text.to_owned());
    }
    let whole = match digits.split_at_checked(2) {
        Some(("0x", hex)) => i64::from_str_radix(hex, 16).ok(),
        Some(("0o", octal)) => i64::from_str_radix(octal, 8).ok(),
        _ => text.parse().ok(),
    };
    let numeral = || text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '+' | '-'));
    match (whole, text.parse::<u64>(), text.parse::<f64>()) {
        (Some(whole), ..) => Value::Integer(whole),
        (None, Ok(large), _) => Value::Large(large),
        (None, Err(_), Ok(number)) if numeral() => Value::Float(number),
        _ => Value::Text(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_stands_twice_whatever_it_is() {
        for text in ["a: 1\na: 2\n", "1: a\n1: b\n", "1: a\n'1': b\n", "b: {true: 1, true: 2}\n"] {
            assert!(matches!(tree(text), Err((NoTree::Twice(_), _))), "{text}");
        }
        assert!(tree("1: a\n2: b\ntrue: c\n").is_ok());
    }

    #[test]
    fn what_is_not_in_quotes_is_read_as_yaml_has_it() {
        for (text, value) in [
            ("~", "Null"),
            ("true", "Bool(true)"),
            ("off", "Text(\"off\")"),
            ("yes", "Text(\"yes\")"),
            ("12", "Integer(12)"),
            ("-3", "Integer(-3)"),
            ("0x1f", "Integer(31)"),
            ("0o17", "Integer(15)"),
            ("18446744073709551615", "Large(18446744073709551615)"),
            ("1.5e3", "Float(1500.0)"),
            ("0.1.0", "Text(\"0.1.0\")"),
            ("5, 26-28", "Text(\"5, 26-28\")"),
            ("1_000", "Text(\"1_000\")"),
            (".", "Text(\".\")"),
            ("a", "Text(\"a\")"),
        ] {
            assert_eq!(format!("{:?}", plain(text)), value, "{text}");
        }
    }
}
