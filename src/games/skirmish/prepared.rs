//! A card with its text read, as the rules use it.

use rulebound_core::kernel::{ClauseKey, ClauseSet};

use crate::action::Kind;
use crate::text::{Class, Text};

/// A card with its text read.
#[derive(Debug, Default)]
pub struct Prepared {
    /// Its name.
    pub name: String,
    /// What it is; none for a card that does not exist.
    pub kind: Option<Kind>,
    /// The faction of a character.
    pub faction: Option<String>,
    /// The class of a character.
    pub class: Option<Class>,
    /// The primary skill of a character.
    pub primary: Option<String>,
    /// The secondary skills of a character.
    pub secondary: Vec<String>,
    /// The cost of a skill, if its card shows one.
    pub cost: Option<u32>,
    /// Whether it is a skill without a text.
    pub blank: bool,
    /// The text of a skill; empty if it is refused.
    pub text: Text,
    /// Why the text is refused, and by which clause.
    pub refused: Option<(ClauseKey, String)>,
    /// The clauses that applied when the text was read.
    pub clauses: ClauseSet,
}

impl Prepared {
    /// Whether it is a character with this skill.
    pub fn has_skill(&self, skill: &str) -> bool {
        self.primary.as_deref() == Some(skill) || self.secondary.iter().any(|other| other == skill)
    }

    /// Whether it is a familiar.
    pub fn is_familiar(&self) -> bool {
        self.kind == Some(Kind::Familiar)
    }
}
