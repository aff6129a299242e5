//! Words: their stems, the concepts that a question asks about, and the everyday words that games give their own.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use rust_stemmers::{Algorithm, Stemmer};

use crate::clause::{Synonyms, wording};

/// Words that carry no meaning. Neither do their negations, such as "isn't".
const EMPTY: &str = "\
    a also am an and are be been being can could did do does doing had has have having he her his i is it its may \
    me might mine my of or's our ours please really shall she should that the their theirs them these they this \
    those us was we were will would you your yours";

/// What stands before the "n't" of a negation, for those who leave the apostrophe out: "went" is not one.
const NEGATED: &[&str] = &[
    "are", "ca", "could", "did", "do", "does", "had", "has", "have", "is", "must", "need", "sha", "should", "was",
    "were", "wo", "would",
];

/// Words that carry meaning only as a part of a phrase, such as "how many" or "goes first".
const LIGHT: &str = "\
    about already anybody anyone as at by even ever everybody everyone exactly for from get gets getting go goes \
    going got happen happened happens have how if in into just let made make makes many much must need needs never no not \
    now off on onto or out people person so some somebody someone something still than then there thing things to up \
    want wants went what when where which who whom whose why with without";

/// Irregular forms and British spellings, which the stemmer does not know.
const IRREGULAR: &[(&str, &[&str])] = &[
    ("armor", &["armour"]),
    ("begin", &["began", "begun"]),
    ("break", &["broke", "broken"]),
    ("bring", &["brought"]),
    ("buy", &["bought"]),
    ("choose", &["chose", "chosen"]),
    ("color", &["colour", "colours"]),
    ("deal", &["dealt"]),
    ("defense", &["defence", "defences"]),
    ("die", &["dead"]),
    ("draw", &["drawn", "drew"]),
    ("fall", &["fallen", "fell"]),
    ("fight", &["fought"]),
    ("find", &["found"]),
    ("get", &["got", "gotten"]),
    ("give", &["gave", "given"]),
    ("go", &["gone", "went"]),
    ("hide", &["hid", "hidden"]),
    ("hold", &["held"]),
    ("keep", &["kept"]),
    ("lay", &["laid"]),
    ("lose", &["lost"]),
    ("make", &["made"]),
    ("mean", &["meant"]),
    ("pay", &["paid"]),
    ("see", &["saw", "seen"]),
    ("sell", &["sold"]),
    ("send", &["sent"]),
    ("show", &["showed", "shown"]),
    ("spend", &["spent"]),
    ("stand", &["stood"]),
    ("take", &["taken", "took"]),
    ("throw", &["threw", "thrown"]),
    ("win", &["won"]),
    ("write", &["wrote", "written"]),
];

/// Something that a question asks about.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Concept {
    /// Alternatives, each with the stems that an answer has to have. Without an alternative, nothing answers it.
    pub(super) meant: BTreeSet<Vec<String>>,
    /// How many words it stands for, not counting the light ones.
    pub(super) words: u8,
}

pub(super) struct Words {
    stemmer: Stemmer,
    empty: BTreeSet<&'static str>,
    regular: BTreeMap<&'static str, &'static str>,
    light: BTreeSet<String>,
}

impl Words {
    pub(super) fn new() -> Self {
        let stemmer = Stemmer::create(Algorithm::English);
        let light = LIGHT.split_whitespace().map(|word| stemmer.stem(word).into_owned()).collect();
        let forms = IRREGULAR.iter().flat_map(|(word, forms)| forms.iter().map(|form| (*form, *word)));
        Self { stemmer, empty: EMPTY.split_whitespace().collect(), regular: forms.collect(), light }
    }

    /// The stems of all words but the empty ones.
    pub(super) fn stems(&self, text: &str) -> Vec<String> {
        let is_apostrophe = |c: char| matches!(c, '\'' | '’');
        let words = text.split(|c: char| !c.is_alphanumeric() && !is_apostrophe(c));
        // "Player's" is read up to the apostrophe.
        let words = words.map(|word| word.trim_matches(is_apostrophe).to_lowercase()).filter(|word| !negates(word));
        let words = words.map(|word| word.split(is_apostrophe).next().unwrap_or_default().to_owned());
        let kept = words.filter(|word| !word.is_empty() && !self.empty.contains(word.as_str()));
        // Texts write small numbers in words.
        let in_words = |word: String| word.parse().ok().and_then(wording::in_words).map_or(word, str::to_owned);
        let regular = |word: String| self.regular.get(word.as_str()).map_or(word, |word| (*word).to_owned());
        kept.map(|word| self.stemmer.stem(&in_words(regular(word))).into_owned()).collect()
    }

    /// The stems of a meaning, or the slug that it is.
    fn meant(&self, meaning: &str) -> Vec<String> {
        if meaning.contains('-') { vec![meaning.to_owned()] } else { self.stems(meaning) }
    }

    /// The concepts in a question: one for each phrase that has synonyms, and one for each other word.
    pub(super) fn concepts(&self, synonyms: &[Synonyms], question: &str) -> Vec<Concept> {
        let mut known: BTreeMap<(Reverse<usize>, Vec<String>), Concept> = BTreeMap::new();
        for group in synonyms {
            for phrase in group.words.iter().map(|phrase| self.stems(phrase)).filter(|phrase| !phrase.is_empty()) {
                let concept = known.entry((Reverse(phrase.len()), phrase.clone())).or_default();
                let light = phrase.iter().filter(|word| self.light.contains(*word)).count();
                concept.words = u8::try_from(phrase.len() - light).unwrap_or(u8::MAX).max(1);
                // Light words are in so many texts that a phrase with one is found only by its meaning.
                if !group.mean.is_empty() && (light == 0 || phrase.len() == 1) {
                    concept.meant.insert(phrase);
                }
                concept.meant.extend(group.mean.iter().map(|meaning| self.meant(meaning)));
            }
        }
        let mut asked: Vec<Option<String>> = self.stems(question).into_iter().map(Some).collect();
        let mut found: Vec<Concept> = Vec::new();
        // Longer phrases come first, so that "discard pile" is not read as two words.
        for ((_, phrase), concept) in &known {
            let is_phrase = |window: &[Option<String>]| window.iter().map(Option::as_ref).eq(phrase.iter().map(Some));
            while let Some(at) = asked.windows(phrase.len()).position(is_phrase) {
                asked.splice(at..at + phrase.len(), [None]);
                found.push(concept.clone());
            }
        }
        let words = asked.into_iter().flatten().filter(|word| !self.light.contains(word));
        found.extend(words.map(|word| Concept { meant: BTreeSet::from([vec![word]]), words: 1 }));
        let mut seen = BTreeSet::new();
        found.retain(|concept| seen.insert(concept.clone()));
        found
    }
}

/// Whether a word, in small letters, is the negation of another one.
fn negates(word: &str) -> bool {
    word.ends_with("n't") || word.ends_with("n’t") || word.strip_suffix("nt").is_some_and(|it| NEGATED.contains(&it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_read_before_words_and_empty_words_not_at_all() {
        let group = |words: &[&str], mean: &[&str]| {
            let all = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
            Synonyms { words: all(words), mean: all(mean) }
        };
        let synonyms = [
            group(&["discard pile", "bin"], &["trash"]),
            group(&["pile"], &["turns-source"]),
            group(&["how many dice"], &[]),
        ];
        let found = |question| Words::new().concepts(&synonyms, question);
        let concept = |words, alternatives: &[&[&str]]| {
            let stems = |stems: &&[&str]| stems.iter().map(|stem| (*stem).to_owned()).collect();
            Concept { meant: alternatives.iter().map(stems).collect(), words }
        };
        let recycled = concept(1, &[&["recycl"]]);
        let piled = concept(2, &[&["discard", "pile"], &["trash"]]);
        assert_eq!(found("When isn't the discard pile recycled?"), [piled, recycled.clone()]);
        for negated in
            ["Won't it be recycled?", "wont it recycle", "Doesn’t, can't, mustn't you recycle?", "it isnt recycled"]
        {
            assert_eq!(found(negated), std::slice::from_ref(&recycled), "{negated}");
        }
        assert_eq!(found("who won"), [concept(1, &[&["win"]])]);
        assert_eq!(found("we want"), []);
        assert_eq!(found("an ant"), [concept(1, &[&["ant"]])]);
        assert_eq!(found("bins' recycling"), [concept(1, &[&["bin"], &["trash"]]), recycled]);
        let drawn = concept(1, &[&["draw"]]);
        assert_eq!(found("The pile's drawn."), [concept(1, &[&["pile"], &["turns-source"]]), drawn]);
        assert_eq!(found("How many dice?"), [concept(1, &[])]);
        assert_eq!(found("how many, how do you"), []);
    }
}
