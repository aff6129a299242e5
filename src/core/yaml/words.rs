//! The YAML library's errors in this project's words: what was expected, and how to fix it.
//!
//! An error that is in no table here gets a general message; the words of the library and of serde never show.

use serde_yaml::granit_parser::ErrorKind;

use super::error::Mismatch;
use super::node::{MOST_DEPTH, MOST_NODES, NoTree};
use crate::fault::suggest;

/// What is wrong, and how to fix it.
pub(super) type Wording = (String, String);

/// What is expected, in the words of serde or `expecting`, and in ours.
const EXPECTED: &[(&str, &str, &str)] = &[
    ("a sequence", "a list is wanted here", "write it in brackets, [one, two], or each item on a line after a dash"),
    ("a map", "keys with values are wanted here", "write {key: value}, or each key: value on a line"),
    ("a string", "a text is wanted here", "write one text, in quotes where it has a colon, a bracket or a brace"),
    ("a check", "a check is wanted here", "write an expression, or {when: {ruling: reading}, that: expression}"),
    ("a boolean", "true or false is wanted here", "write true or false, without quotes"),
    ("an id", "the id of an object is wanted here", "write the name of its card and a number, such as Bot#3"),
    ("ids", "two objects here have the same id", "give each a number of its own, such as Bot#1 and Bot#2"),
    ("u8", "a whole number from 0 to 255 is wanted here", "write its digits"),
    ("u16", "a whole number from 0 to 65535 is wanted here", "write its digits"),
    ("u32", "a whole number from 0 to 4294967295 is wanted here", "write its digits"),
    ("u64", "a whole number, 0 or more, is wanted here", "write its digits"),
    ("i32", "a whole number from -2147483648 to 2147483647 is wanted here", "write its digits"),
    ("i64", "a whole number is wanted here", "write its digits"),
    ("f64", "a number is wanted here", "write its digits"),
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
    ("anchors and aliases are not read", "write the value out; a text that begins with & or * stands in quotes");
const TAG: (&str, &str) = ("tags are not read", "remove the tag; a text that begins with ! stands in quotes");
const MERGE: (&str, &str) = ("keys are not merged by <<", "write the keys out; a key of that name stands in quotes");
const NOTHING: (&str, &str) = ("there is nothing in this file", "write it, or remove the file");
const DOCUMENTS: (&str, &str) = ("a second document begins here", "a file is one document: remove the line of dashes");
const INDENT: (&str, &str) =
    ("this line does not belong to the lines above it", "keys of one map, and dashes of one list, begin in one column");
const TAB: (&str, &str) = ("a tab stands where blanks are wanted", "indent with blanks");
const BRACKET: (&str, &str) = ("this bracket closes none that is open", "remove it, or open it before");
const COMMA: (&str, &str) =
    ("a comma or a closing bracket is wanted here", "see whether all brackets and braces before it are closed");
const ESCAPE: (&str, &str) =
    ("this backslash begins no escape", "write two backslashes, or single quotes around the text");

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
            ("the quote that is opened here is not closed", "close it with the same quote")
        }
        K::InvalidTrailingSingleQuotedScalar | K::InvalidTrailingDoubleQuotedScalar => {
            ("something stands after the closing quote", "put all of the text in quotes; a quote within it is doubled")
        }
        K::UnclosedFlowCollection { .. } => ("the bracket that is opened here is not closed", "close it: [ ] and { }"),
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
        K::SimpleKeyExpected | K::InvalidSimpleKey => (
            "a key with a colon is wanted here",
            "write key: value; a text over several lines is indented under its key",
        ),
        K::MappingValueNotAllowed => ("a second colon stands in this line", "put the text in quotes"),
        K::UnexpectedCharacter { .. } => ("no text begins with this character", "put the text in quotes"),
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
            owned(syntax(error.kind()).unwrap_or(("this cannot be read as YAML", "put the text in quotes")))
        }
        NoTree::Tag => owned(TAG),
        NoTree::Anchor => owned(ANCHORS),
        NoTree::Merge => owned(MERGE),
        NoTree::Twice(key) => (format!("the key {key} stands here twice"), "keep one of the two".to_owned()),
        NoTree::Documents => owned(DOCUMENTS),
        NoTree::Depth => (format!("this is nested too deep; at most {MOST_DEPTH} are read"), "nest less".to_owned()),
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
            (format!("{word} does not belong here"), one_of(word, known, "what may stand here:"))
        }
        Mismatch::Missing(key) => {
            let example = EXAMPLES.iter().find(|(known, _)| known == key);
            let example =
                example.map_or_else(|| format!("{key}: with its value"), |(_, example)| (*example).to_owned());
            (format!("the key {key} is missing beside this one"), format!("add {example}"))
        }
        Mismatch::Kind(expected) => expect(expected),
        Mismatch::NoText => owned(("a text is wanted here, and there is none", "write the text, or remove the key")),
        Mismatch::NoWord => {
            owned(("a word, or one key with its value, is wanted here", "write a word, or {key: value}"))
        }
        Mismatch::NoKey => owned(("one key with its value is wanted here", "write {key: value}")),
        Mismatch::SecondKey => owned((
            "one key is wanted here, and this is a second",
            "keep one of the two; of two actions each is a step",
        )),
        Mismatch::WordWithValue => owned(("this word has no value", "write the word alone")),
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
        found.unwrap_or(&("", "a value of another kind is wanted here", "compare it with the other files"));
    owned((message, help))
}
