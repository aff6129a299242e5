//! Costs that are printed and read again, and hostile texts.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rulebound::games::motion::demand::EntryKind;
use rulebound::games::motion::text::{Amount, Cost, CostEntry, Prefix, Value, parse};
use rulebound::scenario::Body;

use crate::shared;
use crate::shared::grammar::Grammar;

fn amount() -> impl Strategy<Value = Amount> {
    let prefix = prop_oneof![4 => Just(Prefix::None), 1 => Just(Prefix::X), 1 => Just(Prefix::All)];
    (prefix, proptest::sample::select("aitfwel".chars().collect::<Vec<_>>()))
        .prop_map(|(prefix, letter)| Amount { prefix, letter })
}

fn cost() -> impl Strategy<Value = Cost> {
    let kind = prop_oneof![Just(EntryKind::In), Just(EntryKind::Out), Just(EntryKind::Hold)];
    let letter = proptest::sample::select("aitfwel".chars().collect::<Vec<_>>());
    let entry = (kind, proptest::collection::vec(amount(), 1..4), letter)
        .prop_map(|(kind, amounts, sphere)| CostEntry { kind, amounts, sphere: vec![sphere] });
    proptest::collection::vec(entry, 1..5).prop_map(|entries| Cost { entries })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_cost_is_read_as_it_was(cost in cost()) {
        let text = cost.to_string();
        prop_assert_eq!(&parse::cost(&text).unwrap().0, &cost);
        let dense: String = text.chars().filter(|c| *c != ' ').collect();
        prop_assert_eq!(&parse::cost(&dense).unwrap().0, &cost);
    }

    #[test]
    fn a_printed_value_is_read_as_it_was(gem in "[aitfwel]", sphere in "[aitfwel]") {
        let value = Value { gem: gem.chars().next().unwrap(), sphere: sphere.chars().next().unwrap() };
        prop_assert_eq!(parse::value(&value.to_string()).unwrap().0, value);
    }

    #[test]
    fn any_text_is_read_or_refused_within_it(text in "[ aitfwelsXAW0-9|,:()>\\-\u{e9}\u{1f4a7}\t]{0,24}") {
        let suite_free = parse::cost(&text);
        if let Err(refused) = suite_free {
            prop_assert!(refused.unread.offset <= text.chars().count());
            prop_assert!(!refused.unread.message.is_empty() && !refused.unread.help.is_empty());
        }
    }
}

#[test]
fn a_refusal_speaks_of_the_game() {
    let suite = shared::suite();
    let book = suite.book("motion", &BTreeMap::new()).unwrap();
    let told = |grammar: &str, text: &str| {
        let refused = book.parse(grammar, text).result.unwrap_err();
        (refused.offset, format!("{}. {}", refused.message, refused.help))
    };
    for (grammar, text, offset, words) in [
        ("value", "a:(f)", 0, "a value begins with a capital letter, not a. write A:(f)"),
        ("text", "Déjà A:(k)", 8, "the letter k means nothing. the letters are a (any)"),
    ] {
        let (at, message) = told(grammar, text);
        assert!(at == offset && message.starts_with(words), "{text}: {at}: {message}");
    }
    for (text, offset, words) in [
        ("a -> (f), w:(e)", 8, "there is a comma where a bar belongs. separate entries with a bar |"),
        ("k -> (f)", 0, "the letter k means nothing. the letters are a (any)"),
        ("a -> (f", 7, "the closing parenthesis of the sphere is missing. a sphere is one letter in parentheses: (f)"),
        ("a -> f", 5, "neither side of the arrow is a sphere. a sphere is a letter in parentheses: (f)"),
        ("(f) -> (w)", 7, "both sides of the arrow are spheres. write gems on one side"),
        ("a -> (f) | | w:(e)", 11, "this entry is empty. write an entry on each side of a bar"),
        ("", 0, "there is no cost here. write at least one entry"),
        ("a -> (f) now", 9, "the entry is complete; found `n` instead. separate entries with a bar |"),
        ("2 -> (f)", 0, "a number of gems cannot be written as 2. repeat the letter, as in aa -> (f)"),
        (
            "(f)->a,e",
            8,
            "the text after the comma has no arrow. write the letters of one entry side by side, as in (f) -> ae",
        ),
        ("(f),(w)->a", 3, "there is a comma between spheres. write an entry for each sphere: (f) -> a | (w) -> a"),
        ("a->(f,w)", 5, "an entry names one sphere, by one letter; found `,` after it. write an entry for each sphere"),
        ("(f):w", 3, "a sphere stands before the colon. write the gems first, as in w:(f)"),
        ("a:(a))", 5, "there is one closing parenthesis too many. leave it out"),
        (
            "A->(f)",
            0,
            "a capital A means nothing on its own. write a lowercase letter; an A is allowed only where gems are moved",
        ),
        (
            "Fl->(w)",
            0,
            "a capital F means nothing on its own. write a lowercase letter; only A and X stand before another letter",
        ),
        ("a(f)", 1, "unexpected `(`. expected an arrow ->, a colon or the letter of a gem"),
        ("->(f)", 0, "unexpected `-`. expected an entry such as a -> (f)"),
        ("(f)->xl", 5, "the letter x means nothing. a number that the player chooses is a capital X, as in Xl"),
        ("**a -> (f)**", 0, "an asterisk is no part of a cost. leave it out"),
        ("a → (f)", 2, "this is not the arrow. write it as ->"),
        ("(f) --> a", 4, "this is not the arrow. write it as ->"),
        ("a -> (F)", 6, "a sphere is named by a lowercase letter, not F. a sphere is one letter in parentheses: (f)"),
    ] {
        let (at, message) = told("cost", text);
        assert_eq!(at, offset, "{text}: {message}");
        assert!(message.starts_with(words), "{text}: {message}");
        assert!(!message.contains("amount") && !message.contains("in_motion"), "{message}");
    }
}

/// Costs and texts of the cards that scenarios play, whether the cards are in the scenario or in the spec.
#[test]
fn cards_that_are_played_use_every_alternative_of_the_grammar() {
    let (suite, grammar) = (shared::suite(), Grammar::of("spec/motion/cost.pest"));
    let mut used = BTreeSet::new();
    for id in suite.ids("motion/").unwrap() {
        let scenario = suite.scenario(&id).unwrap_or_else(|faults| panic!("{id}: {}", faults.list[0].line()));
        let Body::Play { steps, .. } = &scenario.body else { continue };
        let played: Vec<String> = steps
            .iter()
            .filter(|step| step.rejected.is_none())
            .flat_map(|step| step.run.action["play"]["cards"].as_array().cloned().unwrap_or_default())
            .filter_map(|name| name.as_str().map(str::to_owned))
            .collect();
        for card in suite.cards(&scenario) {
            if played.iter().any(|name| card["name"] == name.as_str()) {
                used.extend(grammar.used("cost", card["cost"].as_str().unwrap_or_default()));
                // A ruling decides by which of the two a text is read.
                for rule in ["text", "spaced_text"] {
                    used.extend(grammar.used(rule, card["text"].as_str().unwrap_or_default()));
                }
            }
        }
    }
    let idle: Vec<&String> = grammar.alternatives.difference(&used).collect();
    assert!(idle.is_empty(), "no card that is played uses {idle:#?}");
}

/// The offset is that of the letter, whatever stands before it, and the help leads to a text that is read.
#[test]
fn a_refusal_shows_the_letter_and_what_to_write() {
    let book = shared::suite().book("motion", &BTreeMap::new()).unwrap();
    let unknown = "the letters are a (any)";
    let (spheres, side) = ("write an entry for each sphere: a -> (f) | a -> (w)", "write letters side by side");
    for (grammar, text, offset, help) in [
        ("cost", "(f) -> X q", 9, unknown),
        ("cost", "(f) -> A   q", 11, unknown),
        ("cost", "q->(f)|a->(z)", 0, unknown),
        ("cost", "a -> (f) (w)", 9, spheres),
        ("cost", "a -> (f), (w)", 13, spheres),
        ("cost", "a;e -> (f)", 1, side),
        ("cost", "a&e -> (f)", 1, side),
        ("value", "x:(f)", 0, "write a value such as A:(f)"),
        ("value", "A:(f)+1", 5, "leave out what follows it"),
        ("text", "Strike for X:(f)", 11, unknown),
    ] {
        let refused = book.parse(grammar, text).result.unwrap_err();
        assert_eq!(refused.offset, offset, "{text}: {refused:?}");
        assert!(refused.help.starts_with(help), "{text}: {refused:?}");
    }
}
