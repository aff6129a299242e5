//! Reading YAML under bounds, with the place of every fault.

mod words;

use serde::de::DeserializeOwned;
use serde_yaml::granit_parser::{Scanner, StrInput, TokenType};
use serde_yaml::{Location, MergeKeyPolicy, Spanned};

use self::words::Told;
use crate::fault::{Fault, Place};
use crate::source::Source;

/// Deepest nesting of a file. Ours use seven.
const MOST_DEPTH: usize = 40;
/// Most YAML nodes in a file. The largest of ours has about five thousand.
const MOST_NODES: usize = 100_000;

/// Reads the one document of `source`.
///
/// # Errors
/// The first fault of syntax or shape, with its place: unknown and missing keys, duplicate keys,
/// a wrong type, tags, aliases, merges, nesting or size beyond the bounds.
pub fn read<T: DeserializeOwned>(source: &Source) -> Result<T, Fault> {
    let fault = |place, (message, help): Told| Fault::at(source, place, message).help(help);
    let end = Place { offset: source.text.len(), length: 0 };
    if words::is_blank(&source.text) {
        return Err(fault(end, words::nothing()));
    }
    if let Some(place) = first_tag(&source.text) {
        return Err(fault(place, words::tag()));
    }
    let options = serde_yaml::options! {
        with_snippet: false,
        merge_keys: MergeKeyPolicy::Error,
        budget: serde_yaml::budget! {
            max_depth: MOST_DEPTH,
            max_nodes: MOST_NODES,
            max_events: MOST_NODES * 3,
            max_aliases: 0,
            max_anchors: 0,
            max_documents: 1,
        },
    };
    serde_yaml::from_str_with_options(&source.text, options).map_err(|error| {
        let error = error.without_snippet();
        let place = error.location().map_or(end, |location| place_in(&source.text, location, error));
        fault(place, words::told(error))
    })
}

/// Where the first tag begins. The library would read past it: of `- !has(x) && y` only `y` would be left.
fn first_tag(text: &str) -> Option<Place> {
    if !text.contains('!') {
        return None;
    }
    Scanner::new(StrInput::new(text)).find_map(|token| {
        let start = match token {
            Ok(token) if matches!(token.token_type(), TokenType::Tag(..)) => token.span().start,
            Err(error) if words::is_tag(error.kind()) => *error.marker(),
            _ => return None,
        };
        let offset = start.byte_offset()?;
        let length = text.get(offset..)?.find(char::is_whitespace).unwrap_or(text.len() - offset);
        Some(Place { offset, length })
    })
}

/// The place of an error. The library knows the bytes of values, but of syntax only line and column, and of a tab
/// those of the text around it. Where a word stands for keys with values, it points at the key that follows.
fn place_in(text: &str, location: Location, error: &serde_yaml::Error) -> Place {
    if location.span().byte_offset().is_none() {
        let line = (location.line() as usize).saturating_sub(1);
        let column = (location.column() as usize).saturating_sub(1);
        let before: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let after = text.get(before..).unwrap_or_default();
        let within = match after.find('\t').filter(|_| words::of_tab(error)) {
            Some(tab) => tab,
            None => after.chars().take(column).map(char::len_utf8).sum(),
        };
        return Place { offset: before + within, length: 1 };
    }
    let found = place(location);
    let (before, here) = text.split_at_checked(found.offset).unwrap_or((text, ""));
    let is_key = here.get(found.length..).is_some_and(|rest| rest.starts_with(':'));
    if is_key && matches!(error, serde_yaml::Error::Unexpected { expected: "mapping start", .. }) {
        let before = before.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
        let word = before.rfind(|c: char| c.is_whitespace()).map_or(0, |at| at + 1);
        return Place { offset: word, length: before.len() - word };
    }
    found
}

/// The place of a location, in bytes.
pub fn place(location: Location) -> Place {
    let span = location.span();
    Place {
        offset: span.byte_offset().unwrap_or_default() as usize,
        length: span.byte_len().unwrap_or_default().max(1) as usize,
    }
}

/// The place of a spanned value.
pub fn place_of<T>(value: &Spanned<T>) -> Place {
    place(value.referenced)
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
        format!("f:{place}: tags are not read; remove the tag; a text that begins with ! stands in quotes")
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
            ("number: 3\n", "f:1:1: the key title is missing beside this one; add title: What this is about"),
            ("title: a\n", "f:1:1: the key number is missing beside this one; add number: with its value"),
            (
                "title: a\nnumbr: 3\n",
                "f:2:1: there is no key numbr here; did you mean number? the keys here are title, number, list, do",
            ),
            ("title: a\ntitle: b\nnumber: 3\n", "f:2:1: the key title stands here twice; keep one of the two"),
            (
                "title: [a]\nnumber: 3\n",
                "f:1:8: a text is wanted here; write one text, in quotes where it has a colon, a bracket or a brace",
            ),
            (
                "title:\nnumber: 3\n",
                "f:1:6: a text is wanted here, and there is none; write the text, or remove the key",
            ),
            ("title: a\nnumber: 300\n", "f:2:9: a whole number from 0 to 255 is wanted here; write its digits"),
            (
                "title: a\nnumber: 3\nlist: {b: c}\n",
                "f:3:7: a list is wanted here; write it in brackets, [one, two], or each item on a line after a dash",
            ),
            (
                "title: a\nnumber: 3\ndo: {plya: {card: b}}\n",
                "f:3:6: plya does not belong here; did you mean play? what may stand here: play, rest",
            ),
            (
                "title: a\ndo: {play: {card: b}, rest: {hours: 1}}\n",
                "f:2:23: one key is wanted here, and this is a second; keep one of the two; of two actions each is a step",
            ),
            (
                "title: a\ndo: play\nnumber: 3\n",
                "f:2:5: keys with values are wanted here; write {key: value}, or each key: value on a line",
            ),
            (
                "title: a\ndo: [play]\n",
                "f:2:5: a word, or one key with its value, is wanted here; write a word, or {key: value}",
            ),
            ("title: a\ndo: {}\n", "f:2:6: one key with its value is wanted here; write {key: value}"),
            ("# nothing\n", "f:2:1: there is nothing in this file; write it, or remove the file"),
            ("title: a\n\tnumber: 3\n", "f:2:1: a tab stands where blanks are wanted; indent with blanks"),
            (
                "title: \"a\nnumber: 3\n",
                "f:1:8: the quote that is opened here is not closed; close it with the same quote",
            ),
            ("title: a\nlist: [b\n", "f:2:7: the bracket that is opened here is not closed; close it: [ ] and { }"),
            ("title: a\nlist: [b]]\n", "f:2:10: this bracket closes none that is open; remove it, or open it before"),
            (
                "do:\n    play: {card: b}\n  title: a\n",
                "f:3:3: this line does not belong to the lines above it; keys of one map, and dashes of one list, begin in one column",
            ),
            ("title: a: b\n", "f:1:9: a second colon stands in this line; put the text in quotes"),
            ("title: ä @\nlist: [ö, @b]\n", "f:2:11: no text begins with this character; put the text in quotes"),
            (
                "title: &a b\n",
                "f:1:11: anchors and aliases are not read; write the value out; a text that begins with & or * stands in quotes",
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
                "f:2:1: keys are not merged by <<; write the keys out; a key of that name stands in quotes",
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
    fn hostile_files_end_in_a_fault() {
        let deep = "[".repeat(100_000);
        assert!(read::<serde_json::Value>(&Source::new("f", deep.as_str())).is_err());
        let block: String = (0..2_000).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
        assert!(read::<serde_json::Value>(&Source::new("f", block)).is_err());
        let laughs = "a: &a [1, 1]\nb: &b [*a, *a]\nc: [*b, *b]\n";
        assert!(read::<serde_json::Value>(&Source::new("f", laughs)).is_err());
        let tags = format!("{deep}!a");
        assert!(read::<serde_json::Value>(&Source::new("f", tags)).is_err());
        let many = "- 1\n".repeat(MOST_NODES + 1);
        assert!(read::<serde_json::Value>(&Source::new("f", many)).is_err());
    }
}
