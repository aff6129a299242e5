//! Faults in files: the message, the place, what was expected and how to fix it.
//!
//! Faults are bad input (exit code 2). A refused action is not a fault but a [`crate::kernel::Rejection`], and a
//! scenario that does not hold is a [`crate::harness::Verdict`].

use thiserror::Error;

use crate::source::Source;

/// The longest line that is shown whole, in bytes.
const MOST_SHOWN: usize = 400;

/// Something that is wrong in the input, with its place.
#[derive(Debug, Error, Clone)]
#[error("{message}")]
pub struct Fault {
    /// The message, in one line.
    pub message: String,
    /// The file and the place in it, if there is one.
    pub at: Option<(Source, Span)>,
    /// The label at the place.
    pub label: String,
    /// How to fix it.
    pub help: Option<String>,
}

/// A place in a source: byte offset and length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Byte offset from the start of the text.
    pub offset: usize,
    /// Length in bytes.
    pub length: usize,
}

impl Fault {
    /// A fault without a place.
    pub fn plain(message: impl Into<String>) -> Self {
        Self { message: message.into(), at: None, label: String::new(), help: None }
    }

    /// A fault at a place of a source.
    pub fn at(source: &Source, place: Span, message: impl Into<String>) -> Self {
        let offset = floor(&source.text, place.offset);
        let length = floor(&source.text, offset + place.length) - offset;
        let line = source.text[..offset].rfind('\n').map_or(0, |at| at + 1);
        let end = source.text[offset..].find('\n').map_or(source.text.len(), |at| offset + at);
        if end - line > MOST_SHOWN {
            return Self::within(source, offset, length, message.into());
        }
        Self {
            message: message.into(),
            at: Some((source.clone(), Span { offset, length })),
            label: "here".to_owned(),
            help: None,
        }
    }

    /// A fault in a line that is too long to show: only the text around the place is shown.
    fn within(source: &Source, offset: usize, length: usize, message: String) -> Self {
        let line = source.text[..offset].matches('\n').count() + 1;
        let start = floor(&source.text, offset.saturating_sub(80));
        let shown: String = source.text[start..floor(&source.text, offset + 80)].replace('\n', " ");
        let name = format!("{}, line {line}", source.name);
        let place = Span { offset: offset - start, length: length.min(shown.len() - (offset - start)) };
        Self { message, at: Some((Source::new(name, shown), place)), label: "here".to_owned(), help: None }
    }

    /// Adds help, which says how to fix the fault.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the label at the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// `file:line:column: message`, one line, for logs and tests.
    pub fn line(&self) -> String {
        match &self.at {
            Some((source, place)) => {
                let before = &source.text[..floor(&source.text, place.offset)];
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
                format!("{}:{line}:{column}: {}", source.name, self.message)
            }
            None => self.message.clone(),
        }
    }
}

fn floor(text: &str, mut offset: usize) -> usize {
    offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// The most faults to keep; the rest are only counted.
const MOST_FAULTS: usize = 100;

/// Several faults, reported together.
#[derive(Debug, Error, Clone, Default)]
#[error("{}", self.summary())]
pub struct Faults {
    /// The first faults.
    pub list: Vec<Fault>,
    /// The number of further faults.
    pub more: usize,
}

impl Faults {
    fn summary(&self) -> String {
        match self.list.len() + self.more {
            1 => "one fault was found".to_owned(),
            n => format!("{n} faults were found"),
        }
    }

    /// Adds a fault, which is built only if it is kept.
    pub fn push_with(&mut self, fault: impl FnOnce() -> Fault) {
        if self.list.len() < MOST_FAULTS { self.list.push(fault()) } else { self.more += 1 }
    }

    /// Adds a fault.
    pub fn push(&mut self, fault: Fault) {
        self.push_with(|| fault);
    }

    /// Adds other faults.
    pub fn add(&mut self, others: Faults) {
        self.extend(others.list);
        self.more += others.more;
    }

    /// `value` if no fault was found.
    ///
    /// # Errors
    /// If any fault was found. Returns all of them.
    pub fn or<T>(self, value: T) -> Result<T, Faults> {
        if self.list.is_empty() { Ok(value) } else { Err(self) }
    }
}

impl Extend<Fault> for Faults {
    fn extend<I: IntoIterator<Item = Fault>>(&mut self, faults: I) {
        faults.into_iter().for_each(|fault| self.push(fault));
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self { list: vec![fault], more: 0 }
    }
}

/// The longest name to suggest others for, in bytes: the time to compare names grows with their lengths.
const MOST_MISSPELT: usize = 100;

/// Up to three names of `known` that look like `asked`, best first, for "did you mean".
pub fn suggest<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    if asked.len() > MOST_MISSPELT {
        return Vec::new();
    }
    let tail = |s: &'a str| s.rsplit('.').next().unwrap_or(s);
    let mut near: Vec<(f64, &str)> = known
        .into_iter()
        .map(|name| {
            let whole = strsim::jaro_winkler(asked, name);
            let last = strsim::jaro_winkler(asked.rsplit('.').next().unwrap_or(asked), tail(name));
            (whole.max(last * 0.98), name)
        })
        .filter(|(score, _)| *score > 0.82)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}

/// `did you mean a, b or c?`, or `otherwise` if no name is similar.
pub fn did_you_mean<'a>(asked: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> String {
    match suggest(asked, known).as_slice() {
        [] => otherwise.to_owned(),
        [one] => format!("did you mean {one}?"),
        [most @ .., last] => format!("did you mean {} or {last}?", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_slug_is_found_among_long_ids() {
        let known = ["motion.chaining.once-in", "motion.chaining.once-out", "motion.letters.fire"];
        assert_eq!(suggest("motion.chaining.one-in", known)[0], "motion.chaining.once-in");
        assert_eq!(suggest("once-out", known)[0], "motion.chaining.once-out");
        assert!(suggest("zzz", known).is_empty());
    }

    #[test]
    fn the_line_of_a_fault_counts_from_one() {
        let source = Source::new("a.yaml", "x: 1\nÿ: 2\n");
        let fault = Fault::at(&source, Span { offset: 8, length: 1 }, "no");
        assert_eq!(fault.line(), "a.yaml:2:3: no");
    }
}
