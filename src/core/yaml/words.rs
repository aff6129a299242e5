//! The YAML library's errors in this project's words: what was expected, and how to fix it.
//!
//! An error that is in no table here gets a general message; the words of the library and of serde are never shown.

use serde_yaml::granit_parser::ErrorKind;

use super::error::Mismatch;
use super::node::{MOST_DEPTH, MOST_NODES, NoTree};
use crate::fault::suggest;

/// A message and how to fix the fault.
pub(super) type Wording = (String, String);

/// What is expected, in the words of serde or `expecting`, and in ours.
const EXPECTED: &[(&str, &str, &str)] = &[
    (
        "a sequence",
        "expected a list",
        "write it in brackets, as in [one, two], or put each item on its own line after a dash",
    ),
    ("a map", "expected keys with values", "write {key: value}, or each key: value on a line"),
    ("a string", "expected a text", "write one text, in quotes if it contains a colon, a bracket or a brace"),
    ("a check", "expected a check", "write an expression, or {when: {ruling: reading}, that: expression}"),
    ("a boolean", "expected true or false", "write true or false, without quotes"),
    ("an id", "expected the id of an object", "write the name of its card and a number, such as Bot#3"),
    ("ids", "two objects here have the same id", "give each its own number, such as Bot#1 and Bot#2"),
    ("u8", "expected a whole number from 0 to 255", "write it in digits"),
    ("u16", "expected a whole number from 0 to 65535", "write it in digits"),
    ("u32", "expected a whole number from 0 to 4294967295", "write it in digits"),
    ("u64", "expected a whole number, 0 or more", "write it in digits"),
    ("i32", "expected a whole number from -2147483648 to 2147483647", "write it in digits"),
    ("i64", "expected a whole number", "write it in digits"),
    ("f64", "expected a number", "write it in digits"),
];

/// Keys that may not be left out, with an example of each.
const EXAMPLES: &[(&str, &str)] = &[
    ("title", "title: What this is about"),
    ("clauses", "clauses: [game.chapter.slug]"),
    ("do", "do: {action: {}}, with an action of the game"),
    ("grammar", "grammar: cost, or another grammar of the game"),
    ("text", "text: \"...\""),
    ("offset", "offset: 3, counted in characters from 0"),
    ("id", "id: game.chapter.slug"),
    ("source", "source: {lines: \"5, 26-28\"}"),
    ("level", "level: must"),
    ("kind", "kind: definition"),
    ("why", "why: The reason for the default reading."),
    ("name", "name: A Name"),
    ("chapters", "chapters: [first, second]"),
];

const ANCHORS: (&str, &str) =
    ("anchors and aliases are not supported", "write out the value; put a text that begins with & or * in quotes");
const TAG: (&str, &str) = ("tags are not supported", "remove the tag; put a text that begins with ! in quotes");
const MERGE: (&str, &str) = ("<< does not merge keys here", "write out the keys; put a key of that name in quotes");
const NOTHING: (&str, &str) = ("there is nothing in this file", "write its content, or remove the file");
const DOCUMENTS: (&str, &str) = ("a second document begins here", "a file is one document: remove the line of dashes");
const INDENT: (&str, &str) =
    ("this line does not fit the lines above it", "begin all keys of a map, and all dashes of a list, in one column");
const TAB: (&str, &str) = ("expected spaces, found a tab", "indent with spaces");
const BRACKET: (&str, &str) = ("this bracket closes no open bracket", "remove it, or add the opening bracket");
const COMMA: (&str, &str) =
    ("expected a comma or a closing bracket", "check that all brackets and braces before it are closed");
const ESCAPE: (&str, &str) =
    ("this backslash does not begin an escape", "write two backslashes, or put the text in single quotes");

/// Whether an error is caused by a `!` that does not begin a valid tag.
pub(super) fn is_tag(kind: &ErrorKind) -> bool {
    use ErrorKind as K;
    matches!(
        kind,
        K::InvalidTagTerminator
            | K::InvalidTagEscape
            | K::InvalidTagUtf8
            | K::InvalidTagUtf8LeadingByte
            | K::InvalidTagUtf8TrailingByte
            | K::InvalidGlobalTagCharacter
            | K::MissingTagUri
            | K::UnclosedVerbatimTag
    )
}

/// Whether an error is caused by a tab.
pub(super) fn is_tab(kind: &ErrorKind) -> bool {
    use ErrorKind as K;
    matches!(
        kind,
        K::TabNotAllowed
            | K::TabInBlockIndentation
            | K::TabInIndentation
            | K::TabAtBlockScalarStart
            | K::TabInPlainScalar
    )
}

/// Syntax errors.
fn syntax(kind: &ErrorKind) -> Option<(&'static str, &'static str)> {
    use ErrorKind as K;
    Some(match kind {
        kind if is_tab(kind) => TAB,
        K::UnknownAnchor | K::MissingAnchorOrAliasName => ANCHORS,
        K::UnclosedQuotedScalar | K::DocumentIndicatorInQuotedScalar | K::InvalidQuotedScalarIndent => {
            ("the quote that opens here is not closed", "close it with the same quote")
        }
        K::InvalidTrailingSingleQuotedScalar | K::InvalidTrailingDoubleQuotedScalar => {
            ("unexpected text after the closing quote", "put the whole text in quotes; double a quote within it")
        }
        K::UnclosedFlowCollection { .. } => ("the bracket that opens here is not closed", "close it: [ ] and { }"),
        K::MisplacedFlowCollectionEnd | K::MismatchedFlowCollectionEnd { .. } => BRACKET,
        K::ExpectedFlowMappingSeparator
        | K::ExpectedFlowSequenceSeparator
        | K::UnexpectedEofFlowSequence
        | K::UnexpectedEofFlowMapping
        | K::UnexpectedEofImplicitFlowMapping => COMMA,
        K::ExpectedBlockMappingKey
        | K::ExpectedBlockSequenceEntry
        | K::InvalidIndentation
        | K::BlockSequenceEntryNotAllowed
        | K::InvalidBlockScalarIndent
        | K::InvalidFlowScalarIndent => INDENT,
        K::SimpleKeyExpected | K::InvalidSimpleKey => {
            ("expected a key with a colon", "write key: value; indent a text of several lines under its key")
        }
        K::MappingValueNotAllowed => ("this line has a second colon", "put the text in quotes"),
        K::UnexpectedCharacter { .. } => {
            ("a text without quotes cannot begin with this character", "put the text in quotes")
        }
        K::UnknownQuotedScalarEscape | K::InvalidQuotedScalarHexEscape => ESCAPE,
        _ => return None,
    })
}

fn owned((message, help): (&str, &str)) -> Wording {
    (message.to_owned(), help.to_owned())
}

/// Why there is no tree, and how to fix it.
pub(super) fn broken(broken: &NoTree) -> Wording {
    match broken {
        NoTree::Syntax(error) => {
            owned(syntax(error.kind()).unwrap_or(("this is not valid YAML", "put the text in quotes")))
        }
        NoTree::Tag => owned(TAG),
        NoTree::Anchor => owned(ANCHORS),
        NoTree::Merge => owned(MERGE),
        NoTree::Twice(key) => (format!("the key {key} is given twice"), "keep one of the two".to_owned()),
        NoTree::Documents => owned(DOCUMENTS),
        NoTree::Depth => {
            (format!("this is nested too deeply; at most {MOST_DEPTH} levels are read"), "nest less".to_owned())
        }
        NoTree::Nodes => {
            (format!("the file is too long; at most {MOST_NODES} values are read"), "split the file".to_owned())
        }
        NoTree::Nothing => owned(NOTHING),
    }
}

/// What does not fit a type, and how to fix it.
pub(super) fn wrong(wrong: &Mismatch) -> Wording {
    match wrong {
        Mismatch::Key(key, known) => (format!("there is no key {key} here"), one_of(key, known, "the keys here are")),
        Mismatch::Word(word, known) => {
            (format!("{word} is not allowed here"), one_of(word, known, "what is allowed here:"))
        }
        Mismatch::Missing(key) => {
            let example = EXAMPLES.iter().find(|(known, _)| known == key);
            let example =
                example.map_or_else(|| format!("{key}: with its value"), |(_, example)| (*example).to_owned());
            (format!("the key {key} is missing here"), format!("add {example}"))
        }
        Mismatch::Kind(expected) => expect(expected),
        Mismatch::NoText => owned(("expected a text, found nothing", "write the text, or remove the key")),
        Mismatch::NoWord => owned(("expected a word, or one key with its value", "write a word, or {key: value}")),
        Mismatch::NoKey => owned(("expected one key with its value", "write {key: value}")),
        Mismatch::SecondKey => {
            owned(("expected one key; this is a second", "keep one of the two; write two actions as two steps"))
        }
        Mismatch::WordWithValue => owned(("this word takes no value", "write the word alone")),
    }
}

fn one_of(asked: &str, known: &[&str], what: &str) -> String {
    let near = suggest(asked, known.iter().copied());
    let near = near.first().map(|name| format!("did you mean {name}? ")).unwrap_or_default();
    format!("{near}{what} {}", known.join(", "))
}

fn expect(expected: &str) -> Wording {
    // serde names a struct by its Rust name, which says nothing here.
    let expected = if expected.starts_with("struct ") { "a map" } else { expected };
    let found = EXPECTED.iter().find(|(theirs, _, _)| *theirs == expected);
    let (_, message, help) =
        found.unwrap_or(&("", "expected another kind of value", "compare it with the other files"));
    owned((message, help))
}
