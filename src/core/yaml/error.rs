//! Values that do not fit a type, and where they are.

use std::fmt;

use serde::de::{Expected, Unexpected};

use crate::fault::Span;

/// How a value does not fit a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// There is no such key.
    Key(String, &'static [&'static str]),
    /// The word is not one of those allowed there.
    Word(String, &'static [&'static str]),
    /// A key is missing.
    Missing(&'static str),
    /// Something else is expected, named here in serde's words.
    Kind(String),
    /// A text is expected, but there is nothing.
    NoText,
    /// A word is expected, or one key with its value.
    NoWord,
    /// One key with its value is expected, but there is none.
    NoKey,
    /// Only one key is expected, but there is a second.
    SecondKey,
    /// A word has a value although it takes none.
    WordWithValue,
}

/// An error in YAML, with its place.
#[derive(Clone, Debug)]
pub struct Error {
    /// The message.
    pub wrong: Mismatch,
    /// The place in the file, if it is read from a file.
    pub place: Option<Span>,
    /// The path of the value: `players[0].hands`.
    pub path: String,
}

impl Error {
    /// An error whose place is not known yet.
    pub(super) fn new(wrong: Mismatch) -> Self {
        Self { wrong, place: None, path: String::new() }
    }

    /// Sets the place, unless it already has one.
    pub(super) fn at(mut self, place: Option<Span>) -> Self {
        self.place = self.place.or(place);
        self
    }

    /// Prepends a key to the path.
    pub(super) fn under(mut self, key: &str) -> Self {
        if key.is_empty() {
            return self;
        }
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{key}{dot}{}", self.path);
        self
    }

    /// Prepends a list index to the path.
    pub(super) fn within(mut self, index: usize) -> Self {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("[{index}]{dot}{}", self.path);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (message, help) = super::words::wrong(&self.wrong);
        let at = if self.path.is_empty() { String::new() } else { format!("{}: ", self.path) };
        write!(f, "{at}{message}; {help}")
    }
}

impl std::error::Error for Error {}

impl serde::de::Error for Error {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(Mismatch::Kind(message.to_string()))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(Mismatch::Kind(expected.to_string()))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::new(Mismatch::Kind(expected.to_string()))
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::new(Mismatch::Kind(expected.to_string()))
    }

    fn unknown_field(field: &str, expected: &'static [&'static str]) -> Self {
        Self::new(Mismatch::Key(field.to_owned(), expected))
    }

    fn unknown_variant(variant: &str, expected: &'static [&'static str]) -> Self {
        Self::new(Mismatch::Word(variant.to_owned(), expected))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::new(Mismatch::Missing(field))
    }
}
