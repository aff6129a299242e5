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

/// The first 8 hex digits of the SHA-256 of the cited lines, white space folded.
///
/// # Errors
/// If the document lacks a cited line.
pub fn digest(document: &str, cited: &str) -> Result<String, NoLines> {
    let all: Vec<&str> = document.lines().collect();
    let mut text = String::new();
    for number in parse(cited)? {
        let line = all.get(number - 1).ok_or_else(|| NoLines(format!("the document has no line {number}")))?;
        text.push(' ');
        text.push_str(line);
    }
    let folded: Vec<&str> = text.split_whitespace().collect();
    Ok(short_hash(&folded.join(" ")))
}

/// SHA-256 in hex.
pub fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
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
        assert!(parse("28-26").is_err() && parse("x").is_err() && parse("0").is_err() && parse("").is_err());
        let document = "one  two\nthree\n";
        assert_eq!(digest(document, "1-2").unwrap(), short_hash("one two three"));
        assert!(digest(document, "3").is_err());
    }
}
