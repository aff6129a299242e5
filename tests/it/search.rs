//! Everyday words find the clauses that answer them.

use std::collections::{BTreeMap, BTreeSet};

use rulebound_core::clause::{GameSpec, Origin, lines};
use rulebound_core::harness::search::{Found, LEAST_SHARE, search};
use serde::Deserialize;

use crate::shared;

#[derive(Deserialize)]
struct Question {
    words: String,
    lines: BTreeSet<usize>,
}

/// The lines of the document that something comes from; for a clause that a ruling made, the lines of the ruling.
fn cited(spec: &GameSpec, origin: &Origin) -> BTreeSet<usize> {
    match origin {
        Origin::Lines(cited) => lines::parse(cited).unwrap().into_iter().collect(),
        Origin::Ruling(id) => cited(spec, &spec.rulings[id].origin),
        Origin::Facts(_) | Origin::Texts(_) => BTreeSet::new(),
    }
}

/// Whether one of the first three results answers the question, or none is offered as an answer if there is none.
fn is_answered(spec: &GameSpec, found: &[Found<'_>], lines: &BTreeSet<usize>) -> bool {
    let offered = found.iter().any(|one| one.share > LEAST_SHARE);
    let right = found.iter().take(3).any(|one| !cited(spec, one.origin).is_disjoint(lines));
    if lines.is_empty() { !offered } else { offered && right }
}

#[test]
fn the_questions_of_judges_are_answered_in_the_first_three_results() {
    let questions: BTreeMap<String, Vec<Question>> = shared::yaml(include_str!("search/questions.yaml")).unwrap();
    let mut missed = Vec::new();
    for (game, questions) in &questions {
        let spec = shared::suite().game_spec(game).unwrap();
        for Question { words, lines } in questions {
            let found = search(shared::suite(), spec, words).unwrap();
            if !is_answered(spec, &found, lines) {
                missed.push(format!("{game}: {words}"));
            }
        }
    }
    // The author of "who goes first" noted the line after the one that says it, which the first result comes from. No
    // line of the document says through whom one may walk, but a ruling asks it, and is rightly found.
    assert_eq!(missed, ["combo: who goes first", "skirmish: move through other units"]);
    for (game, questions) in &questions {
        let missed = missed.iter().filter(|one| one.starts_with(game)).count();
        assert!(missed * 10 <= questions.len(), "{game}: more than one question in ten is missed");
    }
}

#[test]
fn each_slug_that_a_synonym_names_is_that_of_a_clause_or_ruling() {
    for (game, spec) in &shared::suite().spec.games {
        let ids: Vec<String> = spec.clauses.keys().chain(spec.rulings.keys()).map(|id| id.replace('.', "-")).collect();
        let named = spec.rulebook.synonyms.iter().flat_map(|group| &group.mean).filter(|meaning| meaning.contains('-'));
        let unknown: Vec<&String> =
            named.filter(|slug| !ids.iter().any(|id| id.ends_with(&format!("-{slug}")))).collect();
        assert!(
            unknown.is_empty(),
            "spec/{game}/rulebook.yaml names slugs in `synonyms` that nothing has: {unknown:?}"
        );
    }
}

#[test]
fn a_part_of_an_id_finds_the_ids_that_contain_it_and_nothing_else() {
    let spec = shared::suite().game_spec("motion").unwrap();
    let ids = |words| search(shared::suite(), spec, words).unwrap().iter().map(|one| one.id).collect::<Vec<_>>();
    assert_eq!(ids("once-in"), ["motion.chaining.once-in"]);
    assert_eq!(ids("chaining.once-o"), ["motion.chaining.once-out"]);
    assert!(ids("of the").is_empty());
}
