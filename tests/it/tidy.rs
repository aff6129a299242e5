//! Completeness and order: the spec, the code and the scenarios name the same things, and a newcomer can find the way
//! around in every file.

use std::collections::{BTreeMap, BTreeSet};

use rulebound::clause::lock;
use rulebound::games::GAMES;
use rulebound::scenario::Body;
use serde_json::Value as Json;

use crate::shared;

/// The longest file, in lines. A longer one states its reason in a line `//! Over 500 lines: ...`.
const MOST_LINES: usize = 500;

fn none(what: &str, list: Vec<String>) {
    assert!(list.is_empty(), "{what}:\n  {}", list.join("\n  "));
}

#[test]
fn ids_in_the_spec_are_those_the_code_cites() {
    let suite = shared::suite();
    for game in GAMES.iter() {
        let spec = suite.game_spec(game.name()).unwrap();
        let cited: BTreeSet<String> = game
            .chapters()
            .iter()
            .flat_map(|c| c.slugs.iter().map(|slug| format!("{}.{}.{slug}", game.name(), c.name)))
            .collect();
        let bound: BTreeSet<String> = spec.clauses.values().filter(|c| c.binds()).map(|c| c.id.clone()).collect();
        none("clauses that no code cites", bound.difference(&cited).cloned().collect());
        none("ids in code that are not clauses", cited.difference(&bound).cloned().collect());
        let chapters: Vec<&str> = game.chapters().iter().map(|c| c.name).collect();
        assert_eq!(chapters, spec.rulebook.chapters.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn ids_in_the_spec_are_those_the_scenarios_name() {
    let suite = shared::suite();
    for (name, spec) in &suite.spec.games {
        let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut read = BTreeSet::new();
        for id in suite.ids(&format!("{name}/")).unwrap() {
            let scenario = suite.scenario(&id).unwrap_or_else(|faults| panic!("{id}: {}", faults.list[0].line()));
            read.extend(scenario.readings.clone());
            for (clause, _) in scenario.clauses {
                named.entry(clause).or_default().push(id.clone());
            }
        }
        let without = |least: usize| {
            spec.clauses.values().filter(|c| c.binds()).filter(move |c| {
                let can_be_broken = c.switchable();
                can_be_broken == (least == 2)
            })
        };
        none(
            "clauses that no scenario names",
            without(1).filter(|c| !named.contains_key(&c.id)).map(|c| c.id.clone()).collect(),
        );
        let few = without(2).filter(|c| named.get(&c.id).map_or(0, Vec::len) < 2).map(|c| c.id.clone()).collect();
        none("clauses that fewer than two scenarios name", few);
        let unread = spec
            .rulings
            .values()
            .filter(|r| !r.is_erratum())
            .flat_map(|r| {
                r.readings
                    .keys()
                    .filter(|reading| **reading != r.default)
                    .map(|reading| (r.id.clone(), reading.clone()))
            })
            .filter(|(ruling, reading)| !read.contains(&(ruling.clone(), reading.clone())))
            .map(|(ruling, reading)| format!("{ruling}: {reading}"));
        none("readings that no scenario chooses", unread.collect());
    }
}

#[test]
fn readings_in_the_spec_are_those_of_the_code() {
    let suite = shared::suite();
    for game in GAMES.iter() {
        let spec = suite.game_spec(game.name()).unwrap();
        let schema = game.schema("readings").unwrap();
        let coded: BTreeMap<String, BTreeSet<String>> = schema["properties"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(field, of)| {
                let of = of
                    .get("$ref")
                    .and_then(Json::as_str)
                    .map_or(of, |r| schema.pointer(r.trim_start_matches('#')).unwrap());
                let plain = of["enum"].as_array().into_iter().flatten();
                let told = of["oneOf"].as_array().into_iter().flatten().map(|v| &v["const"]);
                (field.clone(), plain.chain(told).filter_map(|v| v.as_str().map(str::to_owned)).collect())
            })
            .collect();
        let written: BTreeMap<String, BTreeSet<String>> = spec
            .rulings
            .values()
            .filter(|r| !r.is_erratum() && !r.by_parameters())
            .map(|r| (r.slug().to_owned(), r.readings.keys().cloned().collect()))
            .collect();
        assert_eq!(coded, written);
    }
}

#[test]
fn expressions_of_clauses_read_fields_that_exist() {
    let suite = shared::suite();
    for game in GAMES.iter() {
        if let Err(faults) = suite.check_clauses(game.name()) {
            panic!("{}", faults.list.iter().map(|f| f.line()).collect::<Vec<_>>().join("\n"));
        }
    }
}

#[test]
fn every_clause_says_what_it_means_to_switch_it_off_where_its_kind_does_not() {
    let suite = shared::suite();
    let silent = suite.spec.games.values().flat_map(|g| g.clauses.values());
    let silent = silent.filter(|c| c.kind == rulebound::clause::ClauseKind::Definition && c.off.is_none());
    none("definitions without an alternative", silent.map(|c| c.id.clone()).collect());
}

#[test]
fn ids_are_locked() {
    let suite = shared::suite();
    let locked = std::fs::read_to_string(shared::root().join(lock::PATH)).unwrap_or_default();
    none(
        "write the lock with `rulebound lock --write` if this is meant",
        lock::differences(&locked, &lock::hashes(&suite.spec)),
    );
}

/// The texts in a value, at any depth.
fn texts(value: &Json, found: &mut BTreeSet<String>) {
    match value {
        Json::String(text) => {
            found.insert(text.clone());
        }
        Json::Array(list) => list.iter().for_each(|value| texts(value, found)),
        Json::Object(map) => map.values().for_each(|value| texts(value, found)),
        _ => {}
    }
}

#[test]
fn every_card_of_the_spec_is_in_an_action_of_a_scenario() {
    let suite = shared::suite();
    for (name, spec) in &suite.spec.games {
        let mut acted = BTreeSet::new();
        for id in suite.ids(&format!("{name}/")).unwrap() {
            let scenario = suite.scenario(&id).unwrap_or_else(|faults| panic!("{id}: {}", faults.list[0].line()));
            match &scenario.body {
                Body::Play { steps, .. } => {
                    steps.iter().filter(|s| s.rejected.is_none()).for_each(|s| texts(&s.run.action, &mut acted));
                }
                Body::Solve { problem, .. } => texts(problem, &mut acted),
                Body::Parse { .. } => {}
            }
        }
        // A card in play is named by its id.
        let named: BTreeSet<&str> =
            acted.iter().map(|text| text.rsplit_once('#').map_or(&**text, |(name, _)| name)).collect();
        none(
            "cards that no scenario plays",
            spec.cards.keys().filter(|card| !named.contains(card.as_str())).cloned().collect(),
        );
    }
}

#[test]
fn no_text_says_a_number_of_its_clause_without_a_placeholder() {
    let words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let (mut wrong, mut placeholders) = (Vec::new(), 0);
    for clause in shared::suite().spec.games.values().flat_map(|game| game.clauses.values()) {
        placeholders += clause.template.matches('{').count();
        let said: BTreeSet<String> =
            clause.template.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
        for number in clause.parameters.values().filter_map(Json::as_i64) {
            let word = usize::try_from(number).ok().and_then(|number| words.get(number));
            if said.contains(&number.to_string()) || word.is_some_and(|word| said.contains(*word)) {
                wrong.push(format!("{} says {number}", clause.id));
            }
        }
    }
    assert!(placeholders > 20);
    none("numbers in texts", wrong);
}

#[test]
fn files_are_documented_and_short() {
    let mut files = Vec::new();
    for folder in ["src", "tests", "conformance", "benches"] {
        shared::rust_files(&shared::root().join(folder), &mut files);
    }
    assert!(files.len() > 30);
    let mut wrong = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        if !text.starts_with("//!") {
            wrong.push(format!("{} does not say what lives in it", file.display()));
        }
        let lines = text.lines().count();
        if lines > MOST_LINES && !text.contains("//! Over 500 lines:") {
            wrong.push(format!("{} has {lines} lines", file.display()));
        }
    }
    none("untidy files", wrong);
}

#[test]
fn no_path_of_a_machine_is_named() {
    let mut files = Vec::new();
    for folder in ["src", "tests", "conformance", "benches"] {
        shared::rust_files(&shared::root().join(folder), &mut files);
    }
    for name in ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md", "Cargo.toml", ".ci/run"] {
        files.push(shared::root().join(name));
    }
    let marks = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/")];
    let named = files.iter().filter(|f| {
        let text = std::fs::read_to_string(f).unwrap_or_default();
        marks.iter().any(|mark| text.contains(mark))
    });
    none("files that name a path of a machine", named.map(|f| f.display().to_string()).collect());
}
