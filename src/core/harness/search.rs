//! Finds clauses and rulings by the words that people type, ranked by BM25 over concepts: stems, and the phrases that a
//! game's synonyms give them.

mod words;

use std::collections::{BTreeMap, BTreeSet};

use words::{Concept, Words};

use super::Suite;
use crate::clause::{GameSpec, Origin};
use crate::fault::Faults;
use crate::scenario;

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
    /// The slug twice, because it says most in the fewest words, the text and the names of the parameters.
    own: String,
    /// What a synonym may call it: the slug, alone and after the chapter.
    names: Vec<String>,
    /// Other sentences about it: its scenarios' titles and rare cards, its rulings' questions, readings and reasons.
    remarks: Vec<&'t str>,
}

impl<'s> Entry<'s, '_> {
    fn found(&self, score: f32, share: f32) -> Found<'s> {
        Found { id: self.id, text: self.text, origin: self.origin, score, share }
    }
}

/// The weight of a synonym that names the slug.
const NAMED: u8 = 4;

/// The weight of a word in a remark. In the text itself it weighs 1.
const REMARK: f32 = 0.5;

/// How much a repeated word adds, and how much a long entry is held back: `k1` and `b` of BM25.
const REPEATED: f32 = 2.0;
const LENGTH: f32 = 0.5;

/// The weight of a word that no entry has: as if one entry in seven had it, because a stray word proves little.
const UNKNOWN: f32 = 2.0;

/// A card that more clauses are tried with says little about any of them.
const CLAUSES_OF_CARD: usize = 8;

/// Sentences as counts of their stems.
struct Index {
    sentences: Vec<(BTreeMap<String, u8>, f32)>,
    average: f32,
}

impl Index {
    fn new(words: &Words, sentences: &[&str]) -> Self {
        let counted = sentences.iter().map(|sentence| {
            let stems = words.stems(sentence);
            let length = stems.len() as f32;
            let mut counts: BTreeMap<String, u8> = BTreeMap::new();
            for stem in stems {
                let count = counts.entry(stem).or_default();
                *count = count.saturating_add(1);
            }
            (counts, length)
        });
        let sentences: Vec<_> = counted.collect();
        let all: f32 = sentences.iter().map(|(_, length)| length).sum();
        Self { average: all / sentences.len().max(1) as f32, sentences }
    }

    /// Adds a name for a sentence.
    fn name(&mut self, place: usize, name: &str) {
        if let Some((counts, _)) = self.sentences.get_mut(place) {
            counts.insert(name.to_owned(), NAMED);
        }
    }

    /// How often each sentence has the concept, less for a long one.
    fn counts(&self, concept: &Concept) -> Vec<f32> {
        let count = |(counts, length): &(BTreeMap<String, u8>, f32)| {
            let of = |stem: &String| counts.get(stem).copied().unwrap_or(0);
            let times: f32 = concept.meant.iter().map(|stems| f32::from(stems.iter().map(of).min().unwrap_or(0))).sum();
            times / (1.0 - LENGTH + LENGTH * length / self.average)
        };
        self.sentences.iter().map(count).collect()
    }
}

/// A concept of the question, and how often each entry's own words and each remark have it.
struct Asked {
    own: Vec<f32>,
    said: Vec<f32>,
    /// More for a rare concept, and for a phrase.
    weight: f32,
    /// Whether no entry has it, and the rulebook does not say so.
    unknown: bool,
    /// Whether it is a single word.
    single: bool,
}

impl Asked {
    fn new(concept: &Concept, by_own: &Index, by_remark: &Index) -> Self {
        let (own, said) = (by_own.counts(concept), by_remark.counts(concept));
        let having = |counts: &[f32]| counts.iter().filter(|count| **count > 0.0).count();
        let entries = having(&own).max(having(&said).min(1)) as f32;
        let rare = (1.0 + (own.len() as f32 - entries + 0.5) / (entries + 0.5)).ln();
        // A phrase that the rulebook lists without a meaning is one that it is silent on.
        let unknown = entries == 0.0 && !concept.meant.is_empty();
        let weight = if unknown { UNKNOWN } else { rare };
        Self { own, said, weight: weight * f32::from(concept.words), unknown, single: concept.words == 1 }
    }

    fn count(&self, place: usize, remark: Option<&usize>) -> f32 {
        let in_own = self.own.get(place).copied().unwrap_or(0.0);
        in_own + REMARK * remark.and_then(|at| self.said.get(*at)).copied().unwrap_or(0.0)
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
    let examples = examples(suite, spec)?;
    let entries = entries(spec, &examples);
    let named = |entry: &&Entry<'_, '_>| question.contains(['-', '.']) && entry.id.contains(question.trim());
    let found: Vec<Found<'s>> = entries.iter().filter(named).map(|entry| entry.found(1.0, 1.0)).collect();
    let words = Words::new();
    let asked = words.concepts(&spec.rulebook.synonyms, question);
    if !found.is_empty() || asked.is_empty() {
        return Ok(found);
    }
    let remarks: BTreeSet<&str> = entries.iter().flat_map(|entry| entry.remarks.iter().copied()).collect();
    let remarks: Vec<&str> = remarks.into_iter().collect();
    let places: BTreeMap<&str, usize> = remarks.iter().enumerate().map(|(place, remark)| (*remark, place)).collect();
    let owns: Vec<&str> = entries.iter().map(|entry| entry.own.as_str()).collect();
    let (mut by_own, by_remark) = (Index::new(&words, &owns), Index::new(&words, &remarks));
    for (place, entry) in entries.iter().enumerate() {
        // A slug of one word is among the entry's words already.
        entry.names.iter().filter(|name| name.contains('-')).for_each(|name| by_own.name(place, name));
    }
    let mut asked: Vec<Asked> = asked.iter().map(|concept| Asked::new(concept, &by_own, &by_remark)).collect();
    // one word of two is no answer, however rare it is
    if let [one, other] = &mut asked[..]
        && one.unknown != other.unknown
        && one.single
        && other.single
    {
        let most = one.weight.max(other.weight);
        (one.weight, other.weight) = (most, most);
    }
    let mut found: Vec<Found<'s>> = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        let with = entry.remarks.iter().map(|remark| score(&asked, place, places.get(remark)));
        let best = with.fold(score(&asked, place, None), |best, other| if other.0 > best.0 { other } else { best });
        if best.0 > 0.0 {
            found.push(entry.found(best.0, best.1));
        }
    }
    // Equal scores keep the order of the rulebook, so that the result is always the same.
    found.sort_by(|one, other| other.score.total_cmp(&one.score));
    Ok(found)
}

/// The score of an entry with one of its remarks or none, and how much of the question it matches.
fn score(asked: &[Asked], place: usize, remark: Option<&usize>) -> (f32, f32) {
    let (mut sum, mut matched, mut all) = (0.0, 0.0, 0.0);
    for concept in asked {
        let count = concept.count(place, remark);
        sum += concept.weight * count * (REPEATED + 1.0) / (count + REPEATED);
        matched += if count > 0.0 { concept.weight } else { 0.0 };
        all += concept.weight;
    }
    let share = matched / all;
    (sum * share, share)
}

fn entries<'s: 't, 't>(spec: &'s GameSpec, examples: &'t BTreeMap<String, Vec<String>>) -> Vec<Entry<'s, 't>> {
    let clauses = spec.clauses.values().map(|clause| {
        let rulings = clause.rulings.iter().filter_map(|id| spec.rulings.get(id));
        let questions = rulings.map(|ruling| ruling.question.as_str());
        let numbers: Vec<&str> = clause.parameters.keys().map(String::as_str).collect();
        let slug: Vec<&str> = clause.id.split('.').skip(1).collect();
        let own = format!("{0} {0} {1} {2}", slug.join(" "), clause.text, numbers.join(" "));
        let said = examples.get(&clause.id).into_iter().flatten().map(String::as_str);
        Entry {
            id: &clause.id,
            text: &clause.text,
            origin: &clause.origin,
            own,
            names: vec![slug.join("-"), slug.last().copied().unwrap_or_default().to_owned()],
            remarks: said.chain(questions).collect(),
        }
    });
    let rulings = spec.rulings.values().map(|ruling| {
        let text = if ruling.is_erratum() { &ruling.why } else { &ruling.question };
        let readings = ruling.readings.values().map(|reading| reading.text.as_str());
        let remarks = readings.chain([ruling.why.as_str()]).collect();
        let own = format!("{0} {0} {text}", ruling.slug());
        Entry { id: &ruling.id, text, origin: &ruling.origin, own, names: vec![ruling.slug().to_owned()], remarks }
    });
    clauses.chain(rulings).collect()
}

/// The titles of a game's scenarios, and its cards, by the clauses of the scenarios that have them. The files are not
/// parsed, because a missing title does little harm.
fn examples(suite: &Suite, spec: &GameSpec) -> Result<BTreeMap<String, Vec<String>>, Faults> {
    let mut examples: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut cards: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for name in suite.ids(&format!("{}/", spec.rulebook.game))? {
        let source = suite.files.read(&scenario::path(&name))?;
        let after = |key: &str| source.text.lines().find_map(|line| line.strip_prefix(key));
        let (Some(title), Some(clauses)) = (after("title: "), after("clauses: ")) else { continue };
        let ids = || clauses.trim_matches(['[', ']']).split(", ").map(str::to_owned);
        for id in ids() {
            examples.entry(id).or_default().push(title.trim_matches('"').to_owned());
        }
        for card in spec.cards.keys().filter(|card| source.text.contains(card.as_str())) {
            cards.entry(card).or_default().extend(ids());
        }
    }
    for (card, ids) in cards.into_iter().filter(|(_, ids)| ids.len() <= CLAUSES_OF_CARD) {
        let text = spec.cards.get(card).and_then(|card| card["text"].as_str()).unwrap_or_default();
        for id in ids {
            examples.entry(id).or_default().push(format!("{card}. {text}"));
        }
    }
    Ok(examples)
}
