//! Skill texts of skirmish: every skill in the spec and of the corpus is read, the skills of the spec together use all
//! of the grammar, a printed text is read back unchanged, and wordings are read as the trees that were written for them.

mod wordings;

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use rulebound::games::skirmish::text::{
    Change, Class, Effect, Given, Group, Keyword, Restored, Score, Target, Text, Who, parse,
};

use crate::shared;
use crate::shared::grammar::Grammar;

const GRAMMAR: &str = "spec/skirmish/skill.pest";
const KEYWORDS: [Keyword; 6] =
    [Keyword::Bounty, Keyword::Resonance, Keyword::Defiance, Keyword::Channel, Keyword::Delirium, Keyword::Inspiration];
const CLASSES: [Class; 4] = [Class::Marksman, Class::Duelist, Class::Enchanter, Class::Vanguard];

/// The fewest texts of the corpus that are read.
const FEWEST_READ: usize = 19;
/// Texts of the corpus that are refused, with the message.
const REFUSED: [(&str, &str); 0] = [];

/// Names that need no quotation marks, and some that do.
fn name() -> impl Strategy<Value = String> {
    let bare = "[A-Z][a-z]{2,6}( of the [A-Z][a-z]{2,5}| [A-Z][a-z]{2,5}(['’-][a-z]{2})?)?";
    let quoted = "(The|And|Draw|Heal) [A-Z][a-z]{2,5}|[a-z]{2,6} [0-9]{1,2}|Salt and Iron|[A-Z][a-z]{2}s' [A-Z][a-z]é";
    prop_oneof![4 => bare, 1 => quoted]
}

fn number() -> impl Strategy<Value = Option<u32>> {
    proptest::option::of(1..30u32)
}

fn group() -> impl Strategy<Value = Group> {
    let who = select(vec![Who::Character, Who::Ally, Who::Opponent]);
    let class = proptest::option::of(select(CLASSES.to_vec()));
    (who, any::<bool>(), any::<bool>(), class).prop_map(|(who, other, wounded, class)| Group {
        who,
        other,
        wounded,
        class,
    })
}

fn yourself() -> Group {
    Group { who: Who::Yourself, other: false, wounded: false, class: None }
}

fn target() -> BoxedStrategy<Target> {
    let member = prop_oneof![1 => Just(yourself()), 5 => group()];
    let some = (1..4u32, any::<bool>(), proptest::collection::vec(member, 1..4))
        .prop_map(|(count, up_to, of)| Target { count: Some(count), up_to, of });
    let all = proptest::collection::vec(group(), 1..3).prop_map(|mut of| {
        // What is said of a group also applies to the next in the list.
        for at in 1..of.len() {
            let before = of[at - 1].clone();
            of[at].other |= before.other;
            of[at].wounded |= before.wounded;
            if of[at].class.is_some() && of[at].who == Who::Character && before.class.is_some() {
                of[at].who = before.who;
            }
        }
        Target { count: None, up_to: false, of }
    });
    prop_oneof![
        1 => Just(Target { count: None, up_to: false, of: vec![yourself()] }),
        3 => some,
        2 => all,
    ]
    .boxed()
}

fn change() -> impl Strategy<Value = Change> {
    let scores = select(vec![
        (vec![Score::Power], false),
        (vec![Score::Armor], false),
        (vec![Score::Power, Score::Armor], false),
        (vec![Score::Armor, Score::Power], true),
    ]);
    (scores, number(), target()).prop_map(|((scores, either), by, to)| Change { scores, either, by, to })
}

fn effect() -> BoxedStrategy<Effect> {
    let given = (name(), number()).prop_map(|(effect, number)| Given { effect, number });
    let give = (proptest::collection::vec(given, 1..4), any::<bool>(), target()).prop_map(|(effects, or, to)| {
        let either = or && effects.len() > 1;
        Effect::Give { effects, either, to }
    });
    let actions = select(vec![
        vec![Restored::Attack],
        vec![Restored::Movement],
        vec![Restored::Attack, Restored::Movement],
        vec![Restored::Movement, Restored::Attack],
    ]);
    prop_oneof![
        4 => give,
        1 => (1..20u32).prop_map(|count| Effect::Draw { count }),
        1 => proptest::collection::vec(name(), 1..4).prop_map(|cards| Effect::Named { cards }),
        2 => (number(), target()).prop_map(|(amount, to)| Effect::Damage { amount, to }),
        2 => (number(), target()).prop_map(|(amount, to)| Effect::Heal { amount, to }),
        1 => target().prop_map(|to| Effect::Revive { to }),
        1 => target().prop_map(|to| Effect::Defeat { to }),
        2 => change().prop_map(Effect::Raise),
        2 => change().prop_map(Effect::Lower),
        2 => (actions, target()).prop_map(|(actions, to)| Effect::Restore { actions, to }),
        1 => name().prop_map(|familiar| Effect::Summon { familiar }),
        1 => name().prop_map(|trap| Effect::Place { trap }),
        1 => Just(Effect::Detonate {}),
        1 => select(CLASSES.to_vec()).prop_map(|stance| Effect::Switch { stance }),
        1 => (1..20u32).prop_map(|points| Effect::Gain { points }),
    ]
    .boxed()
}

fn text() -> impl Strategy<Value = Text> {
    (proptest::option::of(select(KEYWORDS.to_vec())), proptest::collection::vec(effect(), 0..4))
        .prop_map(|(keyword, effects)| Text { keyword, effects })
}

/// The names in a text, grouped in this order: effects, traps, classes, familiars, cards.
fn names(offsets: &parse::Offsets) -> [&[(usize, String)]; 5] {
    let parse::Offsets { effects, traps, classes, familiars, cards, .. } = offsets;
    [effects, traps, classes, familiars, cards]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_text_is_read_as_it_was(text in text()) {
        let printed = text.to_string();
        let (read, offsets) = parse::text(&printed).map_err(|e| TestCaseError::fail(format!("{printed}: {e:?}")))?;
        prop_assert_eq!(&read, &text, "{}", printed);
        for (offset, name) in names(&offsets).into_iter().flatten() {
            let there: String = printed.chars().skip(*offset).collect();
            let there = there.trim_start_matches('"');
            let there_is = there.starts_with(name.as_str()) || there.starts_with("Marksmen");
            prop_assert!(there_is, "{}: {} {}", printed, offset, name);
        }
    }

    #[test]
    fn any_text_is_read_or_refused_within_it(text in "[ +.:,'’A-Za-z0-9\u{e9}]{0,40}") {
        if let Err(refused) = parse::text(&text) {
            prop_assert!(refused.offset <= text.chars().count());
            prop_assert!(!refused.help.is_empty() && !refused.help.contains('_'), "{}", refused.help);
        }
    }
}

/// The texts of a table of the corpus, if it is there.
fn corpus() -> Option<Vec<(String, String)>> {
    let table = std::fs::read_to_string(shared::beside("corpus")?.join("skirmish-skills.tsv")).unwrap();
    let mut lines = table.lines();
    let columns: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let column = |of: &str| columns.iter().position(|name| *name == of).unwrap();
    let (name, text) = (column("name"), column("text"));
    let fields = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
    let rows = lines.map(fields).map(|row| (row[name].clone(), row[text].clone()));
    Some(rows.filter(|(_, text)| !text.is_empty()).collect())
}

#[test]
fn every_skill_of_the_corpus_is_read_or_refused_for_a_known_reason() {
    let Some(corpus) = corpus() else { return };
    let mut read = 0;
    for (_, source) in &corpus {
        match parse::text(source) {
            Ok((text, _)) => {
                read += 1;
                let printed = text.to_string();
                assert_eq!(parse::text(&printed).map(|(again, _)| again), Ok(text), "{source}: {printed}");
            }
            Err(refused) => assert!(REFUSED.contains(&(source, refused.message.as_str())), "{source}: {refused:?}"),
        }
    }
    assert_eq!(corpus.len(), read + REFUSED.len());
    assert!(read >= FEWEST_READ, "{read} of {}", corpus.len());
}

/// The cards of the spec.
fn cards() -> Vec<serde_json::Value> {
    shared::yaml(&std::fs::read_to_string(shared::root().join("spec/skirmish/cards.yaml")).unwrap()).unwrap()
}

/// The names and texts of the skills of the spec that have a text.
fn skills() -> Vec<(String, String)> {
    let word = |card: &serde_json::Value, field: &str| card[field].as_str().unwrap_or_default().to_owned();
    let skills = cards().into_iter().filter(|card| card["kind"] == "skill");
    skills.map(|card| (word(&card, "name"), word(&card, "text"))).filter(|(_, text)| !text.is_empty()).collect()
}

#[test]
fn every_skill_of_the_spec_is_read() {
    let skills = skills();
    assert!(skills.len() > 40);
    for (name, text) in skills {
        let (read, _) = parse::text(&text).unwrap_or_else(|refused| panic!("{name}: {text}: {refused:?}"));
        let printed = read.to_string();
        assert_eq!(parse::text(&printed).map(|(again, _)| again), Ok(read), "{name}: {text} is printed as {printed}");
    }
}

#[test]
fn every_skill_belongs_to_one_character_and_texts_name_what_is_among_the_cards() {
    let cards = cards();
    let of_kind = |kind: &str| -> Vec<&str> {
        cards.iter().filter(|card| card["kind"] == kind).filter_map(|card| card["name"].as_str()).collect()
    };
    let mut owned: Vec<&str> = Vec::new();
    for card in cards.iter().filter(|card| card["kind"] == "character") {
        let secondary: Vec<&str> = card["secondary"].as_array().unwrap().iter().filter_map(|s| s.as_str()).collect();
        assert_eq!((card["primary"].is_string(), secondary.len()), (true, 2), "{}", card["name"]);
        owned.extend(card["primary"].as_str().into_iter().chain(secondary));
    }
    let (mut skills_owned, mut skills_there) = (owned.clone(), of_kind("skill"));
    skills_owned.sort_unstable();
    skills_there.sort_unstable();
    assert_eq!(skills_owned, skills_there);
    let familiars = of_kind("familiar");
    for (name, text) in skills() {
        let offsets = parse::text(&text).unwrap().1;
        assert!(offsets.familiars.iter().all(|(_, familiar)| familiars.contains(&familiar.as_str())), "{name}");
        assert!(offsets.cards.iter().all(|(_, card)| skills_there.contains(&card.as_str())), "{name}");
    }
}

#[test]
fn no_name_of_the_corpus_is_copied() {
    let Some(corpus) = corpus() else { return };
    let plain = |text: &str| text.to_lowercase();
    let theirs: BTreeSet<String> = corpus.iter().map(|(name, _)| plain(name)).collect();
    for card in cards() {
        let name = card["name"].as_str().unwrap();
        assert!(!theirs.contains(&plain(name)), "{name}");
    }
}

#[test]
fn the_skills_of_the_spec_use_all_of_the_grammar() {
    let grammar = Grammar::of(GRAMMAR);
    let used: BTreeSet<String> = skills().iter().flat_map(|(_, text)| grammar.used("text", text)).collect();
    let idle: Vec<&str> = grammar.alternatives.iter().filter(|a| !used.contains(*a)).map(String::as_str).collect();
    assert!(idle.is_empty(), "alternatives of skill.pest that no skill uses:\n  {}", idle.join("\n  "));
}

#[test]
fn an_effect_of_the_grammar_is_printed_and_read_as_it_was_or_refused_within_it() {
    let (texts, mut runner) = (Grammar::of(GRAMMAR).texts("effect"), TestRunner::deterministic());
    let mut all_read = 0;
    for _ in 0..600 {
        let text = texts.new_tree(&mut runner).unwrap().current();
        // A name may run into the next word, for instance.
        match parse::text(&text) {
            Ok((read, _)) => {
                all_read += 1;
                let printed = read.to_string();
                assert_eq!(parse::text(&printed).map(|(again, _)| again), Ok(read), "{text} is printed as {printed}");
            }
            Err(refused) => assert!(refused.offset <= text.chars().count() && !refused.help.is_empty(), "{text}"),
        }
    }
    assert!(all_read > 60, "{all_read} are read");
}

#[test]
fn a_long_list_is_read_in_no_time() {
    for part in ["an ally and ", "all allies, ", "an ally or "] {
        let text = format!("Damage {}an ally", part.repeat(200));
        assert!(parse::text(&text).is_ok(), "{part}");
    }
    for part in
        ["draw a card and ", "Draw Fire and draw Ice and ", "give Ignite to an ally and all allies gain Silence, "]
    {
        let text = format!("{}heal yourself", part.repeat(100));
        let read = parse::text(&text).unwrap_or_else(|refused| panic!("{part}: {refused:?}")).0;
        assert!(read.effects.len() > 100, "{part}");
    }
}
