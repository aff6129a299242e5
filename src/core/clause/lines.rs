//! Lines of a document: the ranges that clauses cite, and digests that reveal changes.

use sha2::{Digest, Sha256};

/// A citation that is not a line of the document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoLines(pub String);

/// The line numbers of a citation such as `5, 26-28`, in the order cited, counted from 1.
///
/// # Errors
/// If a part of the citation is neither a line nor a range.
pub fn parse(cited: &str) -> Result<Vec<usize>, NoLines> {
    let mut lines = Vec::new();
    for part in cited.split(',') {
        let part = part.trim();
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|n| (1..100_000).contains(n));
        match part.split_once('-') {
            None => lines.push(number(part).ok_or_else(|| NoLines(format!("{part:?} is not a line number")))?),
            Some((first, last)) => match (number(first), number(last)) {
                (Some(first), Some(last)) if first <= last => lines.extend(first..=last),
                _ => return Err(NoLines(format!("{part:?} is not a range of lines such as 26-28"))),
            },
        }
    }
    Ok(lines)
}

/// A citation of these line numbers, which [`parse`] reads back: `5, 26-28`.
pub fn show(lines: &[usize]) -> String {
    let ranges = lines.chunk_by(|one, next| *next == one + 1).map(|range| match range {
        [first, .., last] => format!("{first}-{last}"),
        _ => range[0].to_string(),
    });
    ranges.collect::<Vec<_>>().join(", ")
}

/// The digest of the cited lines of a document; see [`Folded`].
///
/// # Errors
/// If the document lacks a cited line.
pub fn digest(document: &str, cited: &str) -> Result<String, NoLines> {
    let all: Vec<&str> = document.lines().collect();
    let line = |number: usize| {
        all.get(number - 1).copied().ok_or_else(|| NoLines(format!("the document has no line {number}")))
    };
    let lines: Vec<&str> = parse(cited)?.into_iter().map(line).collect::<Result<_, _>>()?;
    Ok(digest_of(lines))
}

/// The digest of these lines with white space folded; see [`Folded`].
pub fn digest_of<'t>(lines: impl IntoIterator<Item = &'t str>) -> String {
    let mut folded = Folded::default();
    lines.into_iter().for_each(|line| folded.push(line));
    folded.digest()
}

/// A line with its white space folded: single spaces between words.
pub fn fold(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text whose digest is taken a line at a time. White space is folded, so blank lines, line breaks and indentation do
/// not count; everything else does.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    hash: Sha256,
    begun: bool,
}

impl Folded {
    /// Adds a line.
    pub fn push(&mut self, line: &str) {
        self.push_folded(&fold(line));
    }

    /// Adds a line whose white space is folded already.
    pub fn push_folded(&mut self, line: &str) {
        if line.is_empty() {
            return;
        }
        if self.begun {
            self.hash.update(b" ");
        }
        self.hash.update(line);
        self.begun = true;
    }

    /// The first 8 hex digits of the SHA-256 of the text so far.
    pub fn digest(&self) -> String {
        hex(&self.hash.clone().finalize()[..4])
    }
}

/// SHA-256 in hex.
pub fn hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first 8 hex digits of the SHA-256.
pub fn short_hash(text: &str) -> String {
    hash(text)[..8].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_digests() {
        assert_eq!(parse("5, 26-28").unwrap(), [5, 26, 27, 28]);
        assert_eq!(show(&[5, 26, 27, 28, 3]), "5, 26-28, 3");
        assert!(parse("28-26").is_err() && parse("x").is_err() && parse("0").is_err() && parse("").is_err());
        let document = "one  two\nthree\n";
        assert_eq!(digest(document, "1-2").unwrap(), short_hash("one two three"));
        assert!(digest(document, "3").is_err());
    }
}
