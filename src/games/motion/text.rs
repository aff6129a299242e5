//! Texts of motion: costs and values, as trees. The rules decide what a letter means and which forms are allowed; see
//! [`crate::rules`].

mod grammar;
pub mod parse;
mod words;

use std::fmt;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use crate::demand::EntryKind;
use rulebound_core::grammar::Unread;

/// A fault in a text that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The text is too long.
    Length,
    /// A cost or an entry is empty.
    Empty,
    /// The text between entries.
    Between,
    /// The form of an entry.
    Form(EntryKind),
    /// A value.
    Value,
}

/// A text that cannot be read, and what is wrong in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread {
    /// Where and why.
    pub unread: Unread,
    /// The message.
    pub about: About,
}

/// The prefix of a letter: how many gems the letter asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefix {
    /// One: `l`.
    None,
    /// A number: `Xl`.
    X,
    /// All: `Al`.
    All,
    /// A capital letter alone: `L`.
    Lone,
}

/// A letter of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Its prefix.
    pub prefix: Prefix,
    /// The letter, in lower case.
    pub letter: char,
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.prefix {
            Prefix::None => write!(f, "{}", self.letter),
            Prefix::X => write!(f, "X{}", self.letter),
            Prefix::All => write!(f, "A{}", self.letter),
            Prefix::Lone => write!(f, "{}", self.letter.to_ascii_uppercase()),
        }
    }
}

/// One entry of a cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostEntry {
    /// The kind.
    pub kind: EntryKind,
    /// The gems.
    pub amounts: Vec<Amount>,
    /// The letter or letters of the sphere.
    pub sphere: Vec<char>,
}

/// A cost.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Cost {
    /// Its entries.
    pub entries: Vec<CostEntry>,
}

/// The canonical way to print an entry.
impl fmt::Display for CostEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let amounts: String = self.amounts.iter().map(ToString::to_string).collect();
        let sphere: String = self.sphere.iter().collect();
        match self.kind {
            EntryKind::In => write!(f, "{amounts} -> ({sphere})"),
            EntryKind::Out => write!(f, "({sphere}) -> {amounts}"),
            EntryKind::Hold => write!(f, "{amounts}:({sphere})"),
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, entry) in self.entries.iter().enumerate() {
            let bar = if index == 0 { "" } else { " | " };
            write!(f, "{bar}{entry}")?;
        }
        Ok(())
    }
}

/// The number of gems of a kind in a sphere: `A:(f)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The letter of the gems, in lower case.
    pub gem: char,
    /// The letter of the sphere.
    pub sphere: char,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:({})", self.gem.to_ascii_uppercase(), self.sphere)
    }
}

/// A piece of card text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words, as written.
    Words(String),
    /// A value.
    Value(Value),
}

/// The tree of a text.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Tree {
    /// The entries of a cost.
    Cost(#[schemars(with = "Vec<EntryTree>")] Cost),
    /// A value.
    Value(#[schemars(with = "ValueTree")] Value),
    /// The pieces of a card text.
    Text(#[schemars(with = "Vec<PieceTree>")] Vec<Piece>),
}

/// An entry as shown in trees: `{in: {gems: [a], sphere: f}}`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum EntryTree {
    /// Gems that move into a sphere.
    In(GemTree),
    /// Gems that move out of a sphere.
    Out(GemTree),
    /// Gems that stay in a sphere.
    Hold(GemTree),
}

/// Letters with their prefixes, and a sphere.
#[derive(Serialize, JsonSchema)]
struct GemTree {
    /// As written: `l`, `2w`, `Xe`, `A`.
    gems: Vec<String>,
    /// The letter of the sphere; several or none if written so.
    sphere: String,
}

impl Serialize for Cost {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.entries.iter().map(|entry| {
            let gems = GemTree {
                gems: entry.amounts.iter().map(ToString::to_string).collect(),
                sphere: entry.sphere.iter().collect(),
            };
            match entry.kind {
                EntryKind::In => EntryTree::In(gems),
                EntryKind::Out => EntryTree::Out(gems),
                EntryKind::Hold => EntryTree::Hold(gems),
            }
        }))
    }
}

/// A value: how many gems of a kind are in a sphere.
#[derive(Serialize, JsonSchema)]
struct ValueTree {
    /// The letter of the gems.
    gem: char,
    /// The letter of the sphere.
    sphere: char,
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ValueTree::from(self).serialize(serializer)
    }
}

impl From<&Value> for ValueTree {
    fn from(value: &Value) -> Self {
        Self { gem: value.gem, sphere: value.sphere }
    }
}

/// A piece as shown in trees: words as a string, a value as `{value: {gem: f, sphere: w}}`.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PieceTree {
    /// A value.
    Value(ValueTree),
    /// Words.
    #[serde(untagged)]
    Words(String),
}

impl Serialize for Piece {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Piece::Words(words) => PieceTree::Words(words.clone()),
            Piece::Value(value) => PieceTree::Value(ValueTree::from(value)),
        }
        .serialize(serializer)
    }
}
