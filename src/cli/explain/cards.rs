//! The texts of cards, each where the card first matters.

use std::collections::BTreeSet;

use rulebound_core::kernel::AnyGame;
use rulebound_core::snapshot;
use serde_json::Value as Json;

use crate::document::{Span, Tone, plain};

/// The cards of a match, and which of them have been shown.
pub struct Cards<'a> {
    cards: &'a [Json],
    /// The keys of texts, such as a cost.
    texts: Vec<&'static str>,
    shown: BTreeSet<usize>,
}

impl<'a> Cards<'a> {
    /// The cards of a match of this game.
    pub fn new(game: &dyn AnyGame, cards: &'a [Json]) -> Self {
        Self { cards, texts: game.texts().iter().map(|(key, _)| *key).collect(), shown: BTreeSet::new() }
    }

    /// The cards that these words name for the first time, each in a line.
    pub fn named(&mut self, words: &[&str]) -> Vec<Vec<Span>> {
        let mut lines = Vec::new();
        for (index, card) in self.cards.iter().enumerate() {
            let name = card["name"].as_str().unwrap_or_default();
            if !self.shown.contains(&index) && words.iter().any(|words| names(words, name)) {
                self.shown.insert(index);
                lines.push(self.line(name, card));
            }
        }
        lines
    }

    /// A card in words: its name, what it is, and its texts.
    fn line(&self, name: &str, card: &Json) -> Vec<Span> {
        let fields = || card.as_object().into_iter().flatten().filter(|(key, _)| *key != "name");
        let is_text = |key: &String| self.texts.contains(&key.as_str());
        let about: Vec<String> = fields()
            .filter(|(key, value)| !is_text(key) && **value != Json::Bool(false) && !value.is_null())
            .map(|(key, value)| format!("{key} {}", snapshot::flow(value)))
            .collect();
        let mut spans = vec![Tone::Head.of(name)];
        if !about.is_empty() {
            spans.push(Tone::Dim.of(format!(" ({})", about.join(", "))));
        }
        let texts = fields().filter(|(key, _)| is_text(key)).filter_map(|(key, value)| Some((key, value.as_str()?)));
        let label = |key: &str| if key == "text" { String::new() } else { format!("{key} ") };
        spans.extend(texts.map(|(key, text)| plain(format!(" {}“{text}”", label(key)))));
        spans
    }
}

/// Whether words name a card: its name is in them, and not as a part of a longer word.
fn names(words: &str, name: &str) -> bool {
    !name.is_empty()
        && words.match_indices(name).any(|(at, _)| {
            let (before, after) = (&words[..at], &words[at + name.len()..]);
            !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_not_a_part_of_a_longer_word() {
        assert!(
            names("player 0 plays Orb", "Orb") && names("Orb#1 enters", "Orb") && names("play cards Orb; x", "Orb")
        );
        assert!(!names("Orbit", "Orb") && !names("SubOrb", "Orb") && !names("an orb", "Orb") && !names("any", ""));
        assert!(names("Orbit and Orb", "Orb"));
    }
}
