//! What does not fit a type, and where.

use std::fmt;

use serde::de::{Expected, Unexpected};

use crate::fault::Span;

/// What does not fit a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// There is no such key.
    Key(String, &'static [&'static str]),
    /// A word is none of those that may stand there.
    Word(String, &'static [&'static str]),
    /// A key is missing.
    Missing(&'static str),
    /// Something else is wanted: what, as serde calls it.
    Kind(String),
    /// A text is wanted, and there is nothing.
    NoText,
    /// A word is wanted, or one key with its value.
    NoWord,
    /// One key with its value is wanted, and there is none.
    NoKey,
    /// One key is wanted, and this is a second.
    SecondKey,
    /// A word has a value although it takes none.
    WordWithValue,
}

/// What is wrong, and where.
#[derive(Clone, Debug)]
pub struct Error {
    /// What is wrong.
    pub wrong: Mismatch,
    /// Where in the file, if it is one.
    pub place: Option<Span>,
    /// The path of the value: `players[0].hands`.
    pub path: String,
}

impl Error {
    /// An error that does not know its place yet.
    pub(super) fn new(wrong: Mismatch) -> Self {
        Self { wrong, place: None, path: String::new() }
    }

    /// The same at a place, unless it has one.
    pub(super) fn at(mut self, place: Option<Span>) -> Self {
        self.place = self.place.or(place);
        self
    }

    /// The same in the value of a key.
    pub(super) fn under(mut self, key: &str) -> Self {
        if key.is_empty() {
            return self;
        }
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{key}{dot}{}", self.path);
        self
    }

    /// The same in an element of a list.
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
