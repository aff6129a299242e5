//! Small engines, each with a common parser mistake: which clause each mistake is blamed on, and whether the core is
//! enough to catch the mistake.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rulebound::harness::check::{self, Options};
use rulebound::harness::{
    Answer, CoreSuite, Engine, Judged, NotDone, Request, Seen, Suite, Task, Verdict, blame, full,
};
use rulebound::kernel::AnyBook;
use serde_json::{Value as Json, json};

use crate::shared;

/// How a parser goes wrong: the answer to a text, given a function that reads texts by the rules.
type Mistake = fn(&str, &dyn Fn(&str) -> Seen) -> Answer;

/// An engine that only parses, and makes a mistake.
struct Mistaken<'a> {
    suite: &'a Suite,
    makes: Mistake,
}

impl Engine for Mistaken<'_> {
    fn name(&self) -> String {
        "mistaken".to_owned()
    }

    fn does(&self, request: &Request) -> Result<(), NotDone> {
        match request.task {
            Task::Parse { .. } => Ok(()),
            _ => Err(NotDone { reason: "the engine only parses".to_owned(), lacks: Vec::new() }),
        }
    }

    fn ask(&self, request: &Request) -> Answer {
        let Task::Parse { grammar, text } = &request.task else { panic!("it is not asked") };
        let book: &dyn AnyBook = self.suite.book(&request.game, &request.readings).unwrap();
        let read = |text: &str| {
            let task = Task::Parse { grammar: grammar.clone(), text: text.to_owned() };
            full(book, &Request { task, ..request.clone() }, false).unwrap().seen()
        };
        (self.makes)(text, &read)
    }
}

/// Looks anywhere between two bars for a known entry, and drops the text around that entry.
fn unanchored(text: &str, read: &dyn Fn(&str) -> Seen) -> Answer {
    let mut entries = Vec::new();
    for part in text.split('|') {
        let places: Vec<usize> = part.char_indices().map(|(at, _)| at).chain([part.len()]).collect();
        let starts = places.iter().flat_map(|start| places.iter().rev().map(move |end| (*start, *end)));
        let found = starts.filter(|(start, end)| start < end).find_map(|(start, end)| match read(&part[start..end]) {
            Seen::Tree(Json::Array(found)) => Some(found),
            _ => None,
        });
        entries.extend(found.into_iter().flatten());
    }
    Answer::Seen(match entries.is_empty() {
        true => Seen::Refused { offset: None, clause: None },
        false => Seen::Tree(json!(entries)),
    })
}

/// Treats the capital A as a mark on its own, and ignores the letter after it.
fn lone_all(text: &str, read: &dyn Fn(&str) -> Seen) -> Answer {
    fn without_letter(tree: &mut Json) {
        match tree {
            Json::String(gem) if gem.starts_with('A') => gem.truncate(1),
            Json::Array(list) => list.iter_mut().for_each(without_letter),
            Json::Object(map) => map.values_mut().for_each(without_letter),
            _ => {}
        }
    }
    let mut seen = read(text);
    if let Seen::Tree(tree) = &mut seen {
        without_letter(tree);
    }
    Answer::Seen(seen)
}

/// Panics if an X comes before a letter.
fn panics_on_x(text: &str, read: &dyn Fn(&str) -> Seen) -> Answer {
    let signs: Vec<char> = text.chars().collect();
    match signs.windows(2).any(|two| two[0] == 'X' && two[1].is_ascii_lowercase()) {
        true => Answer::Errored { reason: "panic: index out of range".to_owned() },
        false => Answer::Seen(read(text)),
    }
}

/// Fails on any blank.
fn no_blanks(text: &str, read: &dyn Fn(&str) -> Seen) -> Answer {
    Answer::Seen(match text.find(' ') {
        Some(offset) => Seen::Refused { offset: Some(offset), clause: None },
        None => read(text),
    })
}

/// Reads as much from the beginning as makes sense, and drops the rest.
fn open_end(text: &str, read: &dyn Fn(&str) -> Seen) -> Answer {
    let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]).rev().filter(|end| *end > 0);
    let found = ends.map(|end| read(&text[..end])).find(|seen| matches!(seen, Seen::Tree(_)));
    Answer::Seen(found.unwrap_or_else(|| read(text)))
}

/// Takes a capital without a letter after it for that capital with the letter `a`.
fn lone_as_any(text: &str, read: &dyn Fn(&str) -> Seen) -> Answer {
    let signs: Vec<char> = text.chars().collect();
    let followed = |at: usize| signs.get(at + 1).is_some_and(|next| next.is_ascii_lowercase() || ": ".contains(*next));
    let lone = |at: usize| matches!(signs[at], 'A' | 'X') && !followed(at);
    let changed: String =
        (0..signs.len()).map(|at| if lone(at) { format!("{}a", signs[at]) } else { signs[at].to_string() }).collect();
    Answer::Seen(read(&changed))
}

/// Reads a capital as a small letter.
fn small(text: &str, read: &dyn Fn(&str) -> Seen) -> Answer {
    Answer::Seen(read(&text.to_lowercase()))
}

/// Drops all blanks before it reads.
fn blanks_dropped(text: &str, read: &dyn Fn(&str) -> Seen) -> Answer {
    Answer::Seen(read(&text.split_whitespace().collect::<String>()))
}

/// Reads the first sentence only.
fn first_sentence(text: &str, read: &dyn Fn(&str) -> Seen) -> Answer {
    Answer::Seen(read(text.split_inclusive('.').next().unwrap_or(text)))
}

/// Reads whatever it does not understand as nothing.
fn refuses_nothing(text: &str, read: &dyn Fn(&str) -> Seen) -> Answer {
    Answer::Seen(match read(text) {
        Seen::Refused { .. } => Seen::Tree(json!([])),
        seen => seen,
    })
}

/// Counts offsets in another unit, of which each character takes so many.
fn counted(seen: Seen, text: &str, units: fn(char) -> usize) -> Answer {
    Answer::Seen(match seen {
        Seen::Refused { offset, clause } => {
            let offset = offset.map(|at| text.chars().take(at).map(units).sum());
            Seen::Refused { offset, clause }
        }
        seen => seen,
    })
}

/// The scenarios with these ids, as an engine with a mistake fails or passes them.
fn judged(suite: &Suite, makes: Mistake, ids: &[String]) -> Vec<Judged> {
    let engine = Mistaken { suite, makes };
    let scenarios = suite.scenarios(ids).unwrap();
    let options = Options { readings: BTreeMap::new(), compare: true };
    scenarios.par_iter().map(|one| check::check_one(suite, Some(&engine), one, &options).unwrap()).collect()
}

fn fails(one: &Judged) -> bool {
    matches!(one.verdict, Verdict::Failed | Verdict::Errored)
}

#[test]
fn the_mistakes_of_parsers_are_blamed_on_the_clause_and_caught_by_the_core() {
    let suite = shared::suite();
    // A mistake that has to do with several clauses may be blamed on any of them.
    let mistakes: [(&str, &str, Mistake, &str); 12] = [
        // The dropped text gives no entry, and a cost consists of entries.
        ("motion", "unanchored", unanchored, "one-or-more"),
        ("motion", "lone A", lone_all, "all"),
        ("motion", "panic on X", panics_on_x, "x"),
        ("motion", "no blanks", no_blanks, "blanks"),
        ("motion", "open end", open_end, "one-or-more"),
        ("motion", "lone capital as any", lone_as_any, "lone-capital"),
        ("motion", "small letters", small, ""),
        ("motion", "blanks dropped", blanks_dropped, ""),
        ("combo", "open end", open_end, "known"),
        ("combo", "first sentence", first_sentence, ""),
        ("combo", "refuses nothing", refuses_nothing, "known"),
        ("skirmish", "refuses nothing", refuses_nothing, "known"),
    ];
    let missed = mistakes.into_iter().filter_map(|(game, what, makes, clause)| {
        let by_all = judged(suite, makes, &suite.ids(&format!("{game}/")).unwrap());
        let blamed = blame(&by_all, &fails);
        let chapter = if game == "motion" { "notation" } else { "text" };
        let first = blamed.first().map(|blamed| blamed.clause.as_str());
        let core: Vec<String> = CoreSuite::read(suite, game).unwrap().unwrap().scenarios.into_iter().collect();
        let caught = judged(suite, makes, &core).iter().any(fails);
        let by: Vec<&str> = by_all.iter().filter(|one| fails(one)).map(|one| one.id.as_str()).collect();
        let right = clause.is_empty() || first == Some(&format!("{game}.{chapter}.{clause}"));
        let missed = !right || !caught;
        missed.then(|| format!("{game}, {what}: blamed on {first:?}; caught by {by:?}, by the core: {caught}"))
    });
    let missed: Vec<String> = missed.collect();
    let help = "to add to a core, name the mistake in conformance/<game>/core.yaml under `mutants`, with a scenario";
    assert!(missed.is_empty(), "{}\n{help}", missed.join("\n"));
}

/// With strict clauses, offsets in another unit are noticed in each game.
#[test]
fn offsets_count_unicode_scalar_values() {
    let suite = shared::suite();
    for game in suite.spec.games.keys() {
        let in_bytes: Mistake = |text, read| counted(read(text), text, char::len_utf8);
        let in_utf16: Mistake = |text, read| counted(read(text), text, char::len_utf16);
        for makes in [in_bytes, in_utf16] {
            let found = judged(suite, makes, &suite.ids(&format!("{game}/")).unwrap());
            let elsewhere = |one: &&Judged| one.verdict == Verdict::WrongClause && one.readings.is_empty();
            assert!(found.iter().filter(elsewhere).count() > 0, "{game}");
        }
    }
}
