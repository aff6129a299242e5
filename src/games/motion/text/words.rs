//! Why a text is refused, in the game's words rather than the grammar's.

use super::grammar::Rule;
use super::{About, Misread};
use crate::demand::EntryKind;
use rulebound_core::grammar::{Unparsed, Unread, shown};

/// Why a text cannot be read any further.
pub(super) fn misread(unparsed: &Unparsed<'_, Rule>) -> Misread {
    let (message, hint) = message(unparsed);
    let help = hint.or_else(|| unparsed.help(word));
    let help = help.unwrap_or_else(|| "a cost is written like a -> (f) | w:(e) | (e) -> l".to_owned());
    Misread { unread: Unread { offset: unparsed.offset(), message, help }, about: about(unparsed) }
}

/// The text read so far, without the blanks at its end, and its last entry.
fn so_far<'t>(unparsed: &Unparsed<'t, Rule>) -> (&'t str, &'t str) {
    let before = unparsed.before.trim_end();
    (before, before.rsplit(['|', ',']).next().unwrap_or("").trim_start())
}

/// What is wrong in the text: the form of an entry, what is between entries, a value.
fn about(unparsed: &Unparsed<'_, Rule>) -> About {
    if unparsed.wants(Rule::count) || unparsed.wants(Rule::value) {
        return About::Value;
    }
    let next = unparsed.next();
    let (_, entry) = so_far(unparsed);
    if entry.is_empty() && matches!(next, None | Some('|' | ',')) {
        return About::Empty;
    }
    if unparsed.wants(Rule::EOI) {
        return About::Between;
    }
    if entry.contains(':') || next == Some(':') {
        return About::Form(EntryKind::Hold);
    }
    About::Form(if entry.starts_with('(') { EntryKind::Out } else { EntryKind::In })
}

fn message(unparsed: &Unparsed<'_, Rule>) -> (String, Option<String>) {
    let wants = |rule| unparsed.wants(rule);
    let (before, entry) = so_far(unparsed);
    let nothing = before.is_empty() && unparsed.after.trim().is_empty();
    let begins_with_sphere = entry.starts_with('(');
    let at_start =
        entry.is_empty() && (wants(Rule::letter) || wants(Rule::open) || wants(Rule::lone) || wants(Rule::entry));
    let next = unparsed.next();
    if nothing && (wants(Rule::count) || wants(Rule::value) || wants(Rule::capital)) {
        return ("there is no value here".into(), Some("write a value such as A:(f)".into()));
    }
    if nothing {
        return ("there is no cost here".into(), Some("write at least one entry, such as a -> (f)".into()));
    }
    if next == Some('*') {
        return ("an asterisk is no part of a cost".into(), Some("leave it out; it marks emphasis".into()));
    }
    let like_an_arrow = ["→", "⇒", "⟶", "=>", "--", "–", "—", "−"];
    if wants(Rule::arrow) && like_an_arrow.iter().any(|sign| unparsed.after.starts_with(sign)) {
        return ("this is not the arrow".into(), Some("write it as ->, as in a -> (f)".into()));
    }
    match next {
        None | Some('|' | ',') if at_start => {
            ("this entry is empty".into(), Some("write an entry on each side of a bar, such as a -> (f)".into()))
        }
        Some('x') if wants(Rule::capital) => (
            "a value begins with the capital letter of a gem, not x".into(),
            Some("write a value such as A:(f)".into()),
        ),
        Some(c) if wants(Rule::capital) && c.is_ascii_lowercase() => (
            format!("a value begins with a capital letter, not {c}"),
            Some(format!("write {}:(f)", c.to_ascii_uppercase())),
        ),
        Some(',') if wants(Rule::arrow) && begins_with_sphere => (
            "there is a comma between spheres".into(),
            Some("write an entry for each sphere: (f) -> a | (w) -> a".into()),
        ),
        None | Some('|' | ',') if after_comma(before) && wants(Rule::arrow) && !begins_with_sphere => (
            "the text after the comma has no arrow".into(),
            Some("write the letters of one entry side by side, as in (f) -> ae, and a bar between entries".into()),
        ),
        None | Some('|' | ',') if after_comma(before) && wants(Rule::arrow) && entry.ends_with(')') => (
            "the sphere after the comma has no gems".into(),
            Some("write an entry for each sphere: a -> (f) | a -> (w)".into()),
        ),
        Some(c @ (',' | ';' | '+' | '/' | '&')) if wants(Rule::arrow) && !entry.is_empty() => (
            format!("there is {} between the letters of an entry", if c == ',' { "a comma".into() } else { shown(c) }),
            Some("write letters side by side, as in ae -> (f)".into()),
        ),
        Some('(') if before.ends_with("->") && begins_with_sphere => (
            "both sides of the arrow are spheres".into(),
            Some("write gems on one side: a -> (f) moves in, (f) -> a moves out".into()),
        ),
        Some(c)
            if (before.ends_with(':') || before.ends_with("->") && !begins_with_sphere)
                && c.is_ascii_alphabetic()
                && unparsed.after.trim_start_matches(|c: char| c.is_ascii_alphabetic()).starts_with(')') =>
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
        Some(':') if wants(Rule::arrow) && begins_with_sphere => {
            ("a sphere stands before the colon".into(), Some("write the gems first, as in w:(f)".into()))
        }
        Some(c) if wants(Rule::close) && (c == ',' || c.is_ascii_uppercase()) => (
            format!("an entry names one sphere, by one letter; found {} after it", shown(c)),
            Some("write an entry for each sphere: a -> (f) | a -> (w)".into()),
        ),
        _ if wants(Rule::close) => (
            found(next, "the closing parenthesis of the sphere is missing"),
            Some("a sphere is one letter in parentheses: (f)".into()),
        ),
        Some(c) if before.ends_with('(') && c.is_ascii_uppercase() => (
            format!("a sphere is named by a lowercase letter, not {c}"),
            Some("a sphere is one letter in parentheses: (f)".into()),
        ),
        _ if before.ends_with('(') => (
            found(next, "the letter of the sphere is missing"),
            Some("a sphere is a letter in parentheses: (f)".into()),
        ),
        Some(c) if c.is_ascii_digit() => (
            format!("a number of gems cannot be written as {c}"),
            Some("repeat the letter, as in aa -> (f), or write X for a number that the player chooses".into()),
        ),
        Some(')') if wants(Rule::EOI) => {
            ("there is one closing parenthesis too many".into(), Some("leave it out".into()))
        }
        Some('(') if wants(Rule::EOI) && wants(Rule::separator) => {
            ("an entry names one sphere".into(), Some("write an entry for each sphere: a -> (f) | a -> (w)".into()))
        }
        Some(_) if wants(Rule::EOI) && !wants(Rule::separator) => {
            (found(next, "the value is complete"), Some("leave out what follows it".into()))
        }
        Some(_) if wants(Rule::EOI) => {
            (found(next, "the entry is complete"), Some("separate entries with a bar |".into()))
        }
        _ => (unparsed.message(), None),
    }
}

/// Whether the last entry so far stands after a comma.
fn after_comma(before: &str) -> bool {
    before.rfind(['|', ',']).is_some_and(|at| before[at..].starts_with(','))
}

fn found(next: Option<char>, missing: &str) -> String {
    match next {
        None => missing.to_owned(),
        Some(c) => format!("{missing}; found {} instead", shown(c)),
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
        Rule::count | Rule::spaced_count | Rule::value => "a value such as A:(f)",
        Rule::text | Rule::words | Rule::spaced_text | Rule::spaced_words | Rule::run | Rule::WHITESPACE => {
            return None;
        }
    })
}
