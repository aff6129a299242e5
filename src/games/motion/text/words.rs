//! Why a text is refused, in the game's words rather than the grammar's.

use super::super::demand::EntryKind;
use super::parse::{About, Rule, Unread};

/// Why `text` cannot be read on at `byte`, where one of `expected` was wanted.
pub(super) fn unread(text: &str, byte: usize, expected: &[Rule]) -> Unread {
    let offset = text[..byte].chars().count();
    let (message, hint) = message(text, byte, expected);
    let help = match (hint, list(expected)) {
        (Some(hint), _) => hint,
        (None, Some(expected)) => format!("here may stand {expected}"),
        (None, None) => "a cost is written like a -> (f) | w:(e) | (e) -> l".to_owned(),
    };
    Unread { offset, message, help, about: about(text, byte, expected) }
}

/// What the text got wrong: the form of an entry, what stands between entries, a value.
fn about(text: &str, byte: usize, expected: &[Rule]) -> About {
    if expected.iter().any(|rule| matches!(rule, Rule::count | Rule::value)) {
        return About::Value;
    }
    let next = text[byte..].chars().next();
    if next.is_some_and(|c| c.is_whitespace() || c.is_control()) {
        return About::Blank;
    }
    let before = text[..byte].trim_end_matches([' ', '\t']);
    let entry = before.rsplit(['|', ',']).next().unwrap_or("").trim_start();
    if entry.is_empty() && matches!(next, None | Some('|' | ',')) {
        return About::Empty;
    }
    if expected.contains(&Rule::EOI) {
        return About::Between;
    }
    if entry.contains(':') || next == Some(':') {
        return About::Form(EntryKind::Hold);
    }
    About::Form(if entry.starts_with('(') { EntryKind::Out } else { EntryKind::In })
}

fn message(text: &str, byte: usize, expected: &[Rule]) -> (String, Option<String>) {
    let wants = |rule| expected.contains(&rule);
    let before = text[..byte].trim_end_matches([' ', '\t']);
    let entry = before.rsplit(['|', ',']).next().unwrap_or("").trim_start();
    let begins_with_sphere = entry.starts_with('(');
    let at_start =
        entry.is_empty() && (wants(Rule::letter) || wants(Rule::open) || wants(Rule::lone) || wants(Rule::entry));
    let next = text[byte..].chars().next();
    if text.trim().is_empty() && (wants(Rule::count) || wants(Rule::value) || wants(Rule::capital)) {
        return ("there is no value here".into(), Some("write a value such as A:(f)".into()));
    }
    if text.trim().is_empty() {
        return ("there is no cost here".into(), Some("write at least one entry, such as a -> (f)".into()));
    }
    match next {
        None | Some('|' | ',') if at_start => {
            ("this entry is empty".into(), Some("an entry stands on each side of a bar, such as a -> (f)".into()))
        }
        Some('(') if before.ends_with("->") && begins_with_sphere => (
            "both sides of the arrow are spheres".into(),
            Some("gems stand on one side: a -> (f) moves in, (f) -> a moves out".into()),
        ),
        Some(c)
            if (before.ends_with(':') || before.ends_with("->") && !begins_with_sphere)
                && c.is_ascii_alphabetic()
                && text[byte..].trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with(')') =>
        {
            (
                "the opening parenthesis of the sphere is missing".into(),
                Some(format!("write ({})", c.to_ascii_lowercase())),
            )
        }
        Some(c) if before.ends_with("->") && !begins_with_sphere && c.is_ascii_alphabetic() => (
            "neither side of the arrow is a sphere".into(),
            Some(format!("a sphere is a letter in parentheses: ({})", c.to_ascii_lowercase())),
        ),
        _ if before.ends_with("->") && begins_with_sphere && (wants(Rule::letter) || wants(Rule::lone)) => {
            (found(next, "the gems are missing after the arrow"), None)
        }
        _ if before.ends_with(['>', ':']) && wants(Rule::open) => {
            (found(next, "the sphere is missing"), Some("a sphere is a letter in parentheses: (f)".into()))
        }
        _ if wants(Rule::close) => (
            found(next, "the closing parenthesis of the sphere is missing"),
            Some("a sphere is one letter in parentheses: (f)".into()),
        ),
        Some(c) if before.ends_with('(') && c.is_ascii_uppercase() => (
            format!("a sphere is named by a small letter, not {c}"),
            Some(format!("write ({})", c.to_ascii_lowercase())),
        ),
        _ if before.ends_with('(') => (
            found(next, "the letter of the sphere is missing"),
            Some("a sphere is a letter in parentheses: (f)".into()),
        ),
        Some(c) if c.is_ascii_digit() => (
            format!("a number of gems is not written {c}"),
            Some("repeat the letter, as in aa -> (f), or write X for a number that is chosen".into()),
        ),
        Some(_) if wants(Rule::EOI) => {
            (found(next, "the entry is complete"), Some("separate entries with a bar |".into()))
        }
        Some(c) => (format!("{} cannot stand here", show(c)), None),
        None => ("the text ends too early".into(), None),
    }
}

fn found(next: Option<char>, missing: &str) -> String {
    match next {
        None => missing.to_owned(),
        Some(c) => format!("{missing}; {} stands there instead", show(c)),
    }
}

fn show(c: char) -> String {
    if c.is_control() { format!("the control character U+{:04X}", c as u32) } else { format!("«{c}»") }
}

/// What may stand there, in words.
fn list(expected: &[Rule]) -> Option<String> {
    let mut words: Vec<&str> = expected.iter().filter_map(|rule| word(*rule)).collect();
    words.dedup();
    let mut unique: Vec<&str> = Vec::new();
    for word in words {
        if !unique.contains(&word) {
            unique.push(word);
        }
    }
    match unique.as_slice() {
        [] => None,
        [one] => Some((*one).to_owned()),
        [most @ .., last] => Some(format!("{} or {last}", most.join(", "))),
    }
}

fn word(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::letter | Rule::amount | Rule::amounts | Rule::all | Rule::number | Rule::lone | Rule::capital => {
            "the letter of a gem"
        }
        Rule::sphere | Rule::open => "a sphere such as (f)",
        Rule::close => "a closing parenthesis",
        Rule::arrow => "an arrow ->",
        Rule::colon => "a colon",
        Rule::separator | Rule::bar | Rule::comma => "a bar |",
        Rule::EOI => "the end",
        Rule::entry | Rule::in_motion | Rule::out_motion | Rule::cost => "an entry such as a -> (f)",
        Rule::count | Rule::value => "a value such as A:(f)",
        Rule::text | Rule::words | Rule::WHITESPACE => return None,
    })
}
