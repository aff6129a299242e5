//! Small engines, each with a common parser mistake: which clause each mistake is blamed on, and whether the core is
//! enough to catch the mistake.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rulebound::harness::check::{self, Options};
use rulebound::harness::{
    Answer, Blame, CoreSuite, Engine, Judged, NotDone, Request, Seen, Suite, Task, Verdict, blame, full,
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

/// The clauses that a mistake is blamed on, given the scenarios with these ids.
fn blamed(suite: &Suite, makes: Mistake, ids: &[String]) -> Vec<Blame> {
    let engine = Mistaken { suite, makes };
    let scenarios = suite.scenarios(ids).unwrap();
    let options = Options { readings: BTreeMap::new(), compare: true };
    let judged: Vec<Judged> =
        scenarios.par_iter().map(|one| check::check_one(suite, Some(&engine), one, &options).unwrap()).collect();
    blame(&judged, &|one: &Judged| matches!(one.verdict, Verdict::Failed | Verdict::Errored))
}

#[test]
fn the_mistakes_of_parsers_are_blamed_on_the_clause_and_caught_by_the_core() {
    let suite = shared::suite();
    let all = suite.ids("motion/").unwrap();
    let core: Vec<String> = CoreSuite::read(suite, "motion").unwrap().unwrap().scenarios.into_iter().collect();
    let mistakes: [(&str, Mistake, &str); 4] = [
        // The dropped text gives no entry, and a cost consists of entries.
        ("unanchored", unanchored, "motion.notation.one-or-more"),
        ("lone A", lone_all, "motion.notation.all"),
        ("panic on X", panics_on_x, "motion.notation.x"),
        ("no blanks", no_blanks, "motion.notation.blanks"),
    ];
    for (what, makes, clause) in mistakes {
        let by_all = blamed(suite, makes, &all);
        assert_eq!(by_all[0].clause, clause, "{what}: {by_all:#?}");
        let help = "name it in conformance/motion/core.yaml under `mutants`, with a scenario that catches it";
        assert!(!blamed(suite, makes, &core).is_empty(), "{what} is not caught by the core; {help}");
    }
}
