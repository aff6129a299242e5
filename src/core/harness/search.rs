//! Finds clauses and rulings by the words that people type, ranked by BM25 over stems, with a game's own synonyms.

use std::collections::{BTreeMap, BTreeSet};

use bm25::{Embedder, EmbedderBuilder, Scorer, Tokenizer};
use rust_stemmers::{Algorithm, Stemmer};

use super::Suite;
use crate::clause::{GameSpec, Origin, wording};
use crate::fault::Faults;
use crate::scenario;

/// Words that say nothing about what is searched for.
const EMPTY_WORDS: &str = "a an and are as at be been by can could do does did for from had has have how i if in into is \
    it its may me might must my no not of on or our should so than that the their them then there they this those to \
    up was we what when where which who whose why will with without would you your";

/// The share of a question that an answer must exceed.
pub const LEAST_SHARE: f32 = 0.5;

/// A clause or ruling that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<'s> {
    /// Its id.
    pub id: &'s str,
    /// Its text or question; the reason for an erratum.
    pub text: &'s str,
    /// Where it comes from.
    pub origin: &'s Origin,
    /// How well it matches; only the order means something.
    pub score: f32,
    /// How much of the question it matches, from 0 to 1.
    pub share: f32,
}

/// A clause or ruling, with the words by which it is indexed.
struct Entry<'s, 't> {
    id: &'s str,
    text: &'s str,
    origin: &'s Origin,
    /// The slug, the text and the names of the parameters.
    own: String,
    /// Other sentences about it: the titles of its scenarios, the questions of its rulings, readings and reasons.
    remarks: Vec<&'t str>,
}

impl<'s> Entry<'s, '_> {
    fn found(&self, score: f32, share: f32) -> Found<'s> {
        Found { id: self.id, text: self.text, origin: self.origin, score, share }
    }
}

struct Words {
    stemmer: Stemmer,
    empty: BTreeSet<&'static str>,
}

impl Words {
    fn new() -> Self {
        Self { stemmer: Stemmer::create(Algorithm::English), empty: EMPTY_WORDS.split_whitespace().collect() }
    }
}

impl Tokenizer for Words {
    fn tokenize(&self, text: &str) -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
        let kept = words.filter(|word| !word.is_empty() && !self.empty.contains(word.as_str()));
        // Texts write small numbers in words.
        let in_words = |word: String| word.parse().ok().and_then(wording::in_words).map_or(word, str::to_owned);
        kept.map(|word| self.stemmer.stem(&in_words(word)).into_owned()).collect()
    }
}

/// What a word counts in a remark. In the text itself it counts 1.
const REMARK: f32 = 0.7;

/// An index of sentences by their words.
struct Index {
    embedder: Embedder<u32, Words>,
    scorer: Scorer<usize>,
}

impl Index {
    fn new(sentences: &[&str]) -> Self {
        let embedder = EmbedderBuilder::with_tokenizer_and_fit_to_corpus(Words::new(), sentences).build();
        let mut scorer = Scorer::new();
        for (place, sentence) in sentences.iter().enumerate() {
            scorer.upsert(&place, embedder.embed(sentence));
        }
        Self { embedder, scorer }
    }

    /// Scores each sentence for a concept. The best of the concept's words counts, so that many synonyms do not
    /// outweigh one plain word.
    fn scores(&self, meant: &BTreeSet<String>) -> BTreeMap<usize, f32> {
        let mut best: BTreeMap<usize, f32> = BTreeMap::new();
        for hit in meant.iter().flat_map(|word| self.scorer.matches(&self.embedder.embed(word))) {
            let score = best.entry(hit.id).or_insert(0.0);
            *score = score.max(hit.score);
        }
        best
    }
}

/// Finds what matches `question` best, best first. A part of an id finds the ids that contain it, and nothing else.
///
/// An entry scores by its own words and by the words of the one remark that helps it most, so that an entry with many
/// scenarios is not found through a word here and a word there.
///
/// # Errors
///
/// If a scenario's file cannot be read.
pub fn search<'s>(suite: &'s Suite, spec: &'s GameSpec, question: &str) -> Result<Vec<Found<'s>>, Faults> {
    let titles = titles(suite, &spec.rulebook.game)?;
    let entries = entries(spec, &titles);
    let named = |entry: &&Entry<'_, '_>| question.contains(['-', '.']) && entry.id.contains(question.trim());
    let found: Vec<Found<'s>> = entries.iter().filter(named).map(|entry| entry.found(1.0, 1.0)).collect();
    let asked = concepts(&Words::new(), &spec.rulebook.synonyms, question);
    if !found.is_empty() || asked.is_empty() {
        return Ok(found);
    }
    let remarks: BTreeSet<&str> = entries.iter().flat_map(|entry| entry.remarks.iter().copied()).collect();
    let remarks: Vec<&str> = remarks.into_iter().collect();
    let places: BTreeMap<&str, usize> = remarks.iter().enumerate().map(|(place, remark)| (*remark, place)).collect();
    let owns: Vec<&str> = entries.iter().map(|entry| entry.own.as_str()).collect();
    let (by_own, by_remark) = (Index::new(&owns), Index::new(&remarks));
    let scores: Vec<Scores> = asked.iter().map(|meant| (by_own.scores(meant), by_remark.scores(meant))).collect();
    let mut found: Vec<Found<'s>> = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        let with = entry.remarks.iter().map(|remark| score(&scores, place, places.get(remark)));
        let best = with.fold(score(&scores, place, None), |best, other| if other.0 > best.0 { other } else { best });
        if best.0 > 0.0 {
            found.push(entry.found(best.0, best.1));
        }
    }
    // Equal scores keep the order of the rulebook, so that the result is always the same.
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    Ok(found)
}

/// The scores of one concept, in each entry's own words and in each remark.
type Scores = (BTreeMap<usize, f32>, BTreeMap<usize, f32>);

/// The score of an entry with one of its remarks or none, and how much of the question it matches.
fn score(scores: &[Scores], place: usize, remark: Option<&usize>) -> (f32, f32) {
    let (mut sum, mut matched) = (0.0, 0_u8);
    for (own, said) in scores {
        let by_remark = remark.and_then(|at| said.get(at)).map_or(0.0, |score| score * REMARK);
        let score = own.get(&place).copied().unwrap_or(0.0).max(by_remark);
        sum += score;
        matched = matched.saturating_add(u8::from(score > 0.0));
    }
    let share = f32::from(matched) / scores.len() as f32;
    (sum * share, share)
}

/// The concepts in a question: for each word or known phrase, the stems that mean it.
fn concepts(words: &Words, synonyms: &BTreeMap<String, Vec<String>>, question: &str) -> Vec<BTreeSet<String>> {
    let mut asked = words.tokenize(question);
    let mut found = Vec::new();
    // Longer phrases first, so that "discard pile" is not read as two words.
    let mut known: Vec<(Vec<String>, &Vec<String>)> =
        synonyms.iter().map(|(phrase, meant)| (words.tokenize(phrase), meant)).collect();
    known.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
    for (phrase, meant) in known.iter().filter(|(phrase, _)| !phrase.is_empty()) {
        while let Some(at) = asked.windows(phrase.len()).position(|window| window == phrase.as_slice()) {
            asked.drain(at..at + phrase.len());
            let all = phrase.iter().cloned().chain(meant.iter().flat_map(|word| words.tokenize(word)));
            found.push(all.collect());
        }
    }
    found.extend(asked.into_iter().map(|word| BTreeSet::from([word])));
    found
}

fn entries<'s: 't, 't>(spec: &'s GameSpec, titles: &'t BTreeMap<String, Vec<String>>) -> Vec<Entry<'s, 't>> {
    let clauses = spec.clauses.values().map(|clause| {
        let rulings = clause.rulings.iter().filter_map(|id| spec.rulings.get(id));
        let questions = rulings.map(|ruling| ruling.question.as_str());
        let numbers: Vec<&str> = clause.parameters.keys().map(String::as_str).collect();
        let slug: Vec<&str> = clause.id.split('.').skip(1).collect();
        let own = format!("{} {} {}", slug.join(" "), clause.text, numbers.join(" "));
        let said = titles.get(&clause.id).into_iter().flatten().map(String::as_str);
        Entry {
            id: &clause.id,
            text: &clause.text,
            origin: &clause.origin,
            own,
            remarks: said.chain(questions).collect(),
        }
    });
    let rulings = spec.rulings.values().map(|ruling| {
        let text = if ruling.is_erratum() { &ruling.why } else { &ruling.question };
        let readings = ruling.readings.values().map(|reading| reading.text.as_str());
        let remarks = readings.chain([ruling.why.as_str()]).collect();
        Entry { id: &ruling.id, text, origin: &ruling.origin, own: format!("{} {text}", ruling.slug()), remarks }
    });
    clauses.chain(rulings).collect()
}

/// The titles of the scenarios of a game by the clauses that they name. The files are not parsed, because a missing
/// title does little harm.
fn titles(suite: &Suite, game: &str) -> Result<BTreeMap<String, Vec<String>>, Faults> {
    let mut titles: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for name in suite.ids(&format!("{game}/"))? {
        let source = suite.files.read(&scenario::path(&name))?;
        let after = |key: &str| source.text.lines().find_map(|line| line.strip_prefix(key));
        let (Some(title), Some(clauses)) = (after("title: "), after("clauses: ")) else { continue };
        for id in clauses.trim_matches(['[', ']']).split(", ") {
            titles.entry(id.to_owned()).or_default().push(title.trim_matches('"').to_owned());
        }
    }
    Ok(titles)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_read_before_words_and_empty_words_not_at_all() {
        let synonyms = BTreeMap::from([
            ("discard pile".to_owned(), vec!["trash".to_owned()]),
            ("pile".to_owned(), vec!["source".to_owned()]),
        ]);
        let found = concepts(&Words::new(), &synonyms, "When is the discard pile recycled?");
        let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<BTreeSet<String>>();
        assert_eq!(found, [set(&["discard", "pile", "trash"]), set(&["recycl"])]);
        assert!(concepts(&Words::new(), &synonyms, "how do you").is_empty());
    }
}
