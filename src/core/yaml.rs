//! Reads YAML within bounds, with the place of every fault.
//!
//! A file becomes a tree (`node`), and types are read from the tree (`typed`), so that the YAML reader is compiled
//! once instead of for every type.

mod error;
mod node;
mod typed;
mod words;

use serde::de::DeserializeOwned;
use serde_yaml::granit_parser::{ScanError, Scanner, StrInput, TokenType};

pub use self::error::{Error, Mismatch};
use self::node::{NoTree, Node};
use self::typed::Input;
pub use self::typed::{Spanned, from_json};
use crate::fault::{Fault, Span};
use crate::source::{self, Source};

/// Reads the single document of `source`.
///
/// # Errors
/// The first fault in syntax or form, with its place. Such faults are unknown, missing and duplicate keys, a wrong
/// type, tags, aliases, merges, and nesting or size beyond the bounds.
pub fn read<T: DeserializeOwned>(source: &Source) -> Result<T, Fault> {
    typed(&tree(source)?, source)
}

/// Reads the single document of `source` as two types.
///
/// # Errors
/// See [`read`]; faults of the first type come before faults of the second.
pub fn read_both<T: DeserializeOwned, U: DeserializeOwned>(source: &Source) -> Result<(T, U), Fault> {
    let node = tree(source)?;
    Ok((typed(&node, source)?, typed(&node, source)?))
}

fn typed<T: DeserializeOwned>(node: &Node, source: &Source) -> Result<T, Fault> {
    T::deserialize(Input::File(node, &source.text)).map_err(|error| {
        let place = error.place.unwrap_or(Span { offset: source.text.len(), length: 0 });
        let (message, help) = words::wrong(&error.wrong);
        Fault::at(source, place, message).help(help)
    })
}

/// How a placeholder begins; it ends with `>`. `rulebound new` writes placeholders where text is still missing.
const UNWRITTEN: &str = "<write ";

/// The first placeholder, which says what to write there.
fn unwritten(source: &Source) -> Option<Fault> {
    let offset = source.text.find(UNWRITTEN)?;
    let line = source.text[offset..].lines().next().unwrap_or_default();
    let length = line.find('>').map_or(line.len(), |end| end + 1);
    let what = line[UNWRITTEN.len()..].split('>').next().unwrap_or_default();
    let fault = Fault::at(source, Span { offset, length }, format!("not written yet: write {what}"));
    Some(fault.help("put it in place of the angle brackets and what is between them"))
}

/// The tree of the single document of `source`.
fn tree(source: &Source) -> Result<Node, Fault> {
    if let Some(fault) = source::unmerged(source).or_else(|| unwritten(source)) {
        return Err(fault);
    }
    node::tree(&source.text).map_err(|(broken, place)| {
        let (broken, place) = match broken {
            NoTree::Tag => (NoTree::Tag, first_tag(&source.text).unwrap_or(place)),
            // Because of a tag, the text after it may not be valid YAML.
            NoTree::Syntax(error) => match (place_of(&source.text, &error), first_tag(&source.text)) {
                (at, Some(tag)) if tag.offset <= at.offset => (NoTree::Tag, tag),
                (at, _) => (NoTree::Syntax(error), at),
            },
            other => (other, place),
        };
        let (message, help) = words::broken(&broken);
        Fault::at(source, place, message).help(help)
    })
}

/// The place of the first tag. The parser only reports the value after a tag, or an error that the tag caused.
fn first_tag(text: &str) -> Option<Span> {
    Scanner::new(StrInput::new(text)).find_map(|token| {
        let start = match token {
            Ok(token) if matches!(token.token_type(), TokenType::Tag(..)) => token.span().start,
            Err(error) if words::is_tag(error.kind()) => *error.marker(),
            _ => return None,
        };
        let offset = start.byte_offset()?;
        let length = text.get(offset..)?.find(char::is_whitespace).unwrap_or(text.len() - offset);
        Some(Span { offset, length })
    })
}

/// The place of a syntax error. For a tab, the parser reports where the text around it begins.
fn place_of(text: &str, error: &ScanError) -> Span {
    let before: usize = text.split_inclusive('\n').take(error.marker().line().saturating_sub(1)).map(str::len).sum();
    let after = text.get(before..).unwrap_or_default();
    let within = match after.find('\t').filter(|_| words::is_tab(error.kind())) {
        Some(tab) => tab,
        None => after.chars().take(error.marker().col()).map(char::len_utf8).sum(),
    };
    Span { offset: before + within, length: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    #[allow(dead_code)]
    enum Deed {
        Play { card: String },
        Rest { hours: u8 },
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Shape {
        title: String,
        number: u8,
        #[serde(default)]
        list: Vec<String>,
        #[serde(rename = "do")]
        deed: Option<Deed>,
    }

    fn told(text: &str) -> String {
        let fault = read::<Shape>(&Source::new("f", text)).unwrap_err();
        format!("{}; {}", fault.line(), fault.help.unwrap_or_default())
    }

    fn tag(place: &str) -> String {
        format!("f:{place}: tags are not supported; remove the tag; put a text that begins with ! in quotes")
    }

    #[test]
    fn a_text_may_begin_with_the_mark_of_a_tag_in_quotes() {
        let list = read::<Vec<String>>(&Source::new("f", "- \"!a && b\"\n- '!c'\n- a != b\n- |\n  !d\n# !e\n"));
        assert_eq!(list.unwrap(), ["!a && b", "!c", "a != b", "!d\n"]);
    }

    #[test]
    fn an_empty_file_is_a_fault_whatever_is_read() {
        for text in ["", "# nothing\n"] {
            let fault = read::<Vec<String>>(&Source::new("f", text)).unwrap_err();
            assert_eq!(fault.message, "there is nothing in this file");
        }
    }

    #[test]
    fn every_fault_has_its_place_and_its_help() {
        let faults = [
            ("number: 3\n", "f:1:1: the key title is missing here; add title: What this is about"),
            ("title: a\n", "f:1:1: the key number is missing here; add number: with its value"),
            (
                "title: a\nnumbr: 3\n",
                "f:2:1: there is no key numbr here; did you mean number? the keys here are title, number, list, do",
            ),
            ("title: a\ntitle: b\nnumber: 3\n", "f:2:1: the key title is given twice; keep one of the two"),
            (
                "title: [a]\nnumber: 3\n",
                "f:1:8: expected a text; write one text, in quotes if it contains a colon, a bracket or a brace",
            ),
            ("title:\nnumber: 3\n", "f:1:6: expected a text, found nothing; write the text, or remove the key"),
            ("title: a\nnumber: 300\n", "f:2:9: expected a whole number from 0 to 255; write it in digits"),
            (
                "title: a\nnumber: 3\nlist: {b: c}\n",
                "f:3:7: expected a list; write it in brackets, as in [one, two], or put each item on its own line after a dash",
            ),
            (
                "title: a\nnumber: 3\ndo: {plya: {card: b}}\n",
                "f:3:6: plya is not allowed here; did you mean play? what is allowed here: play, rest",
            ),
            (
                "title: a\ndo: {play: {card: b}, rest: {hours: 1}}\n",
                "f:2:23: expected one key; this is a second; keep one of the two; write two actions as two steps",
            ),
            (
                "title: a\ndo: play\nnumber: 3\n",
                "f:2:5: expected keys with values; write {key: value}, or each key: value on a line",
            ),
            (
                "title: a\ndo: [play]\n",
                "f:2:5: expected a word, or one key with its value; write a word, or {key: value}",
            ),
            ("title: a\ndo: {}\n", "f:2:5: expected one key with its value; write {key: value}"),
            ("# nothing\n", "f:2:1: there is nothing in this file; write its content, or remove the file"),
            ("title: a\n\tnumber: 3\n", "f:2:1: expected spaces, found a tab; indent with spaces"),
            ("title: \"a\nnumber: 3\n", "f:1:8: the quote that opens here is not closed; close it with the same quote"),
            ("title: a\nlist: [b\n", "f:2:7: the bracket that opens here is not closed; close it: [ ] and { }"),
            (
                "title: a\nlist: [b]]\n",
                "f:2:10: this bracket closes no open bracket; remove it, or add the opening bracket",
            ),
            (
                "do:\n    play: {card: b}\n  title: a\n",
                "f:3:3: this line does not fit the lines above it; begin all keys of a map, and all dashes of a list, in one column",
            ),
            ("title: a: b\n", "f:1:9: this line has a second colon; put the text in quotes"),
            (
                "title: ä @\nlist: [ö, @b]\n",
                "f:2:11: a text without quotes cannot begin with this character; put the text in quotes",
            ),
            (
                "title: &a b\n",
                "f:1:11: anchors and aliases are not supported; write out the value; put a text that begins with & or * in quotes",
            ),
            ("title: a\nnumber: 3\nlist: [!include b]\n", &tag("3:8")),
            ("title: a\nnumber: 3\nlist:\n  - \"!b\"\n  - !b && c\n", &tag("5:5")),
            ("title: ! a\n", &tag("1:8")),
            ("title: !!str a\n", &tag("1:8")),
            ("title: !a(b) || c\n", &tag("1:8")),
            ("title: !a.all(b, !c)\n", &tag("1:8")),
            ("title: !a[0] == b\n", &tag("1:8")),
            ("title: !a%2 == b\n", &tag("1:8")),
            ("title: !<a b\n", &tag("1:8")),
            ("title: !ä b\n", &tag("1:8")),
            ("!a title: b\n", &tag("1:1")),
            (
                "title: a\n<<: {number: 3}\n",
                "f:2:1: << does not merge keys here; write out the keys; put a key of that name in quotes",
            ),
            (
                "title: a\nnumber: 3\n---\ntitle: b\n",
                "f:3:1: a second document begins here; a file is one document: remove the line of dashes",
            ),
        ];
        for (text, expected) in faults {
            assert_eq!(told(text), expected, "{text}");
        }
    }

    #[test]
    fn a_placeholder_says_what_to_write_even_in_a_comment_and_before_any_other_fault() {
        assert_eq!(
            told("titel: <write a: b>, <write c>\n"),
            "f:1:8: not written yet: write a: b; put it in place of the angle brackets and what is between them"
        );
        assert!(told("# <write what this is\n[\n").starts_with("f:1:3: not written yet: write what this is;"));
    }

    #[test]
    fn hostile_files_end_in_a_fault() {
        let deep = "[".repeat(100_000);
        assert!(read::<serde_json::Value>(&Source::new("f", deep.as_str())).is_err());
        let block: String = (0..2_000).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
        assert!(read::<serde_json::Value>(&Source::new("f", block)).is_err());
        let laughs = "a: &a [1, 1]\nb: &b [*a, *a]\nc: [*b, *b]\n";
        assert!(read::<serde_json::Value>(&Source::new("f", laughs)).is_err());
        let tags = format!("{deep}!a");
        assert!(read::<serde_json::Value>(&Source::new("f", tags)).is_err());
        let many = "- 1\n".repeat(node::MOST_NODES + 1);
        assert!(read::<serde_json::Value>(&Source::new("f", many)).is_err());
    }
}
