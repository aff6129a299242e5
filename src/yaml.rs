//! Reading YAML under bounds, with the place of every fault.

use serde::de::DeserializeOwned;
use serde_yaml::{Location, Spanned};

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
/// a wrong type, nesting, aliases or size beyond the bounds.
pub fn read<T: DeserializeOwned>(source: &Source) -> Result<T, Fault> {
    let options = serde_yaml::options! {
        with_snippet: false,
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
        let place = error.location().map_or(Place { offset: source.text.len(), length: 0 }, place);
        let text = error.without_snippet().to_string();
        Fault::at(source, place, plain(&text))
    })
}

/// The library closes its messages with «at line 3, column 4»; the place is shown anyway.
fn plain(text: &str) -> String {
    let first = text.lines().next().unwrap_or(text);
    if first.contains("budget") {
        return format!(
            "the file is beyond what is read: no anchors or aliases, at most {MOST_DEPTH} deep, {MOST_NODES} nodes"
        );
    }
    let first = first.split(", set DuplicateKeyPolicy").next().unwrap_or(first);
    match first.rfind(" at line ") {
        Some(at) => first[..at].trim_end_matches([',', ':']).to_owned(),
        None => first.to_owned(),
    }
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
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Shape {
        title: String,
        number: u8,
    }

    fn fault(text: &str) -> String {
        read::<Shape>(&Source::new("f.yaml", text)).unwrap_err().line()
    }

    #[test]
    fn faults_name_the_place() {
        assert!(fault("title: a\nnumber: 300\n").starts_with("f.yaml:2:9: "), "{}", fault("title: a\nnumber: 300\n"));
        assert!(fault("title: a\ntitle: b\nnumber: 3\n").contains("f.yaml:2:1: "));
        assert!(fault("title: a\nnumbr: 3\n").contains("numbr"));
    }

    #[test]
    fn hostile_files_end_in_a_fault() {
        let deep = "[".repeat(100_000);
        assert!(read::<serde_json::Value>(&Source::new("f", deep)).is_err());
        let block: String = (0..2_000).map(|n| format!("{}a:\n", " ".repeat(n))).collect();
        assert!(read::<serde_json::Value>(&Source::new("f", block)).is_err());
        let laughs = "a: &a [1, 1]\nb: &b [*a, *a]\nc: [*b, *b]\n";
        assert!(read::<serde_json::Value>(&Source::new("f", laughs)).is_err());
        let many = "- 1\n".repeat(MOST_NODES + 1);
        assert!(read::<serde_json::Value>(&Source::new("f", many)).is_err());
    }
}
