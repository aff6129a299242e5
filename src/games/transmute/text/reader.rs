//! The reader of the parts of an ability.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::{Amount, Who};
use rulebound_core::grammar::{Unread, offset};

/// A part of a text, as the grammar has read it.
pub(super) type Part<'t> = Pair<'t, Rule>;

pub(super) fn inner(pair: Part<'_>) -> Option<Part<'_>> {
    pair.into_inner().next()
}

pub(super) fn child<'t>(pair: &Part<'t>, rule: Rule) -> Option<Part<'t>> {
    pair.clone().into_inner().find(|part| part.as_rule() == rule)
}

pub(super) fn has(pair: &Part<'_>, rule: Rule) -> bool {
    child(pair, rule).is_some()
}

/// Reads one ability.
pub(super) struct Reader<'t> {
    pub(super) source: &'t str,
    /// Where each explanation of X begins, in bytes, and what it says.
    pub(super) explained: Vec<(usize, Amount)>,
    /// What the clause under way counts by "for each", until it is used.
    pub(super) each: Option<Amount>,
    /// Who did the last thing in this sentence that a player was said to do.
    pub(super) subject: Option<Who>,
    /// Whether something has been picked in this ability, which "it" then is.
    pub(super) picked: bool,
    /// Whether the ability waits for something that happens to this card, which "it" is otherwise.
    pub(super) about_this: bool,
}

impl Reader<'_> {
    /// A refusal at a part.
    pub(super) fn refused(&self, pair: &Part<'_>, message: &str, help: &str) -> Unread {
        Unread { offset: offset(self.source, pair), message: message.to_owned(), help: help.to_owned() }
    }
}
