//! Card texts of combo: every card in the spec is read, the cards together use all of the grammar, and a printed text
//! is read back unchanged.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use rulebound::clause::load_game;
use rulebound::games::combo::text::{
    CardSet, CardType, Condition, Effect, Joint, Lasting, NamedPile, Part, Per, Pile, School, Sentence, Side, Status,
    Target, Terrain, Terrains, Text, Value, Whose, parse,
};
use rulebound::source::Files;

use crate::shared;
use crate::shared::grammar::Grammar;

const TYPES: [CardType; 6] =
    [CardType::Attack, CardType::Defense, CardType::Scroll, CardType::Terrain, CardType::Assist, CardType::Trap];
const SCHOOLS: [School; 8] =
    [School::Rock, School::Earth, School::Water, School::Ice, School::Air, School::Spark, School::Fire, School::Metal];
const PILES: [Pile; 6] = [Pile::Line, Pile::Pool, Pile::Trash, Pile::Limbo, Pile::Source, Pile::Deck];

fn name() -> impl Strategy<Value = String> {
    "['‘]?[A-Z][a-z'’]{1,6}( [A-Z][a-z'’]{1,6})?"
}

fn cards() -> impl Strategy<Value = CardSet> {
    (sort(), proptest::option::of(sort())).prop_map(|(sort, or)| CardSet { or: or.map(Box::new), ..sort })
}

fn sort() -> impl Strategy<Value = CardSet> {
    let kind = prop_oneof![
        Just((None, None)),
        select(TYPES.to_vec()).prop_map(|t| (Some(t), None)),
        select(SCHOOLS.to_vec()).prop_map(|s| (None, Some(s))),
    ];
    prop_oneof![
        name().prop_map(|name| CardSet { name: Some(name), ..CardSet::default() }),
        (kind, proptest::option::of(name())).prop_map(|((of_type, school), in_name)| CardSet {
            name: None,
            of_type,
            school,
            in_name,
            or: None,
        }),
    ]
}

fn condition() -> impl Strategy<Value = Condition> {
    let terrain = prop_oneof![select(SCHOOLS.to_vec()).prop_map(Terrain::School), name().prop_map(Terrain::Named)];
    let terrains = prop_oneof![Just(Terrains::Any), proptest::collection::vec(terrain, 1..4).prop_map(Terrains::These)];
    prop_oneof![
        terrains.prop_map(Condition::At),
        cards().prop_map(Condition::After),
        cards().prop_map(Condition::Last),
        cards().prop_map(Condition::Only),
    ]
}

fn per() -> impl Strategy<Value = Per> {
    let whose = proptest::option::of(select(vec![Whose::Own, Whose::Foe, Whose::Both]));
    let place = (whose, select(PILES.to_vec())).prop_map(|(whose, pile)| NamedPile { whose, pile });
    prop_oneof![
        (1..50u32).prop_map(Per::Taken),
        (1..9u32, cards(), place).prop_map(|(number, cards, place)| Per::Counted { number, cards, place }),
    ]
}

fn one_pile() -> impl Strategy<Value = NamedPile> {
    let whose = select(vec![Some(Whose::Own), Some(Whose::Foe)]);
    (whose, select(vec![Pile::Source, Pile::Pool, Pile::Trash, Pile::Limbo]))
        .prop_map(|(whose, pile)| NamedPile { whose, pile })
}

fn effect() -> impl Strategy<Value = Effect> {
    let proviso = || proptest::collection::vec(condition(), 0..3);
    let target = prop_oneof![
        proptest::option::of(1..3u32).prop_map(|hands| Target::AnyAssist { hands }),
        Just(Target::Terrain),
        (1..3u32, any::<bool>()).prop_map(|(hands, foe)| Target::FirstAssist { hands, foe }),
    ];
    let value = select(vec![Value::Attack, Value::Defense]);
    prop_oneof![
        (0..99u32, value, proptest::option::of(per()), proviso())
            .prop_map(|(number, value, per, proviso)| Effect::Amount { number, value, per, proviso }),
        (1..9u32, proptest::option::of(per()), proviso()).prop_map(|(number, per, proviso)| Effect::Draw {
            number,
            per,
            proviso
        }),
        (target, proviso()).prop_map(|(target, proviso)| Effect::Destroy { target, proviso }),
        (1..9u32, cards(), one_pile(), one_pile(), proviso())
            .prop_map(|(number, cards, from, to, proviso)| { Effect::Transfer { number, cards, from, to, proviso } }),
        proviso().prop_map(|proviso| Effect::Read { proviso }),
    ]
}

fn sentence() -> impl Strategy<Value = Sentence> {
    let side = || proptest::option::of(select(vec![Side::Left, Side::Right]));
    let more = (select(vec![Joint::And, Joint::Or]), side(), effect());
    let effects = (side(), effect(), proptest::collection::vec(more, 0..3)).prop_map(|(side, effect, more)| {
        let mut parts = vec![Part { joint: None, side, effect }];
        parts.extend(more.into_iter().map(|(joint, side, effect)| Part { joint: Some(joint), side, effect }));
        Sentence::Effects(parts)
    });
    let conditions = || proptest::collection::vec(condition(), 1..3);
    prop_oneof![
        1 => select(vec![Status::Phase, Status::Crumble, Status::Burn, Status::Guard, Status::StaysSet]).prop_map(Sentence::Status),
        1 => conditions().prop_map(Sentence::Summon),
        1 => conditions().prop_map(Sentence::Stay),
        1 => select(vec![Lasting::Round, Lasting::Ever]).prop_map(Sentence::Protection),
        4 => effects,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_text_is_read_as_it_was(sentences in proptest::collection::vec(sentence(), 1..4)) {
        let text = Text { sentences };
        let printed = text.to_string();
        let (read, offsets) = parse::text(&printed).map_err(|e| TestCaseError::fail(format!("{printed}: {e:?}")))?;
        prop_assert_eq!(&read, &text, "{}", printed);
        prop_assert_eq!(offsets.len(), read.sentences.len());
    }

    #[test]
    fn any_text_is_read_or_refused_within_it(text in "[ +.:'A-Za-z0-9\u{e9}]{0,40}") {
        if let Err(refused) = parse::text(&text) {
            prop_assert!(refused.offset <= text.chars().count());
            prop_assert!(!refused.help.is_empty() && !refused.help.contains('_'), "{}", refused.help);
        }
    }
}

#[test]
fn every_card_of_the_spec_is_read() {
    let spec =
        load_game(&Files::Folder(shared::root()), "combo").unwrap_or_else(|faults| panic!("{}", faults.list[0].line()));
    assert!(spec.cards.len() > 30);
    for (name, card) in &spec.cards {
        let text = card["text"].as_str().unwrap_or("");
        let (read, _) = parse::text(text).unwrap_or_else(|refused| panic!("{name}: {text}: {refused:?}"));
        let printed = read.to_string();
        assert_eq!(parse::text(&printed).map(|(again, _)| again), Ok(read), "{name}: {text} is printed as {printed}");
    }
}

/// Checks that the texts use all of the grammar.
fn all_is_used<T: AsRef<str>>(grammar: &Grammar, texts: impl IntoIterator<Item = T>) {
    let used: BTreeSet<String> = texts.into_iter().flat_map(|text| grammar.used("text", text.as_ref())).collect();
    let idle: Vec<&str> = grammar.alternatives.iter().filter(|a| !used.contains(*a)).map(String::as_str).collect();
    assert!(idle.is_empty(), "alternatives of card.pest that nothing uses:\n  {}", idle.join("\n  "));
}

#[test]
fn the_cards_of_the_spec_use_all_of_the_grammar() {
    let spec = shared::suite();
    let cards = &spec.game_spec("combo").unwrap().cards;
    // No card of the spec is refused under default readings. What only another reading plays is on a card of a scenario.
    let refused = ["refused", "leftmost", "foes"].map(|name| {
        let path = shared::root().join(format!("conformance/combo/text/from-line-{name}.yaml"));
        let scenario = std::fs::read_to_string(path).unwrap();
        scenario.split('"').find(|quoted| quoted.contains("ransfer 1")).unwrap().to_owned()
    });
    let texts = cards.values().filter_map(|card| card["text"].as_str()).chain(refused.iter().map(String::as_str));
    all_is_used(&Grammar::of("spec/combo/card.pest"), texts);
}

#[test]
fn a_text_of_the_grammar_is_printed_and_read_as_it_was() {
    let grammar = Grammar::of("spec/combo/card.pest");
    let (texts, mut runner) = (grammar.texts("text"), TestRunner::deterministic());
    let texts: Vec<String> = (0..2_000).map(|_| texts.new_tree(&mut runner).unwrap().current()).collect();
    for text in &texts {
        let (read, _) = parse::text(text).unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
        let printed = read.to_string();
        assert_eq!(parse::text(&printed).map(|(again, _)| again), Ok(read), "{text} is printed as {printed}");
    }
    all_is_used(&grammar, texts);
}

#[test]
fn printed_texts_mean_what_the_document_says() {
    let read = |text: &str| serde_json::to_value(parse::text(text).unwrap().0).unwrap();
    let json = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    assert_eq!(read("+5 ATTACK"), json(r#"[{"effects": [{"amount": {"number": 5, "value": "attack"}}]}]"#));
    assert_eq!(
        read("+10 ATTACK if last card with 'Punch' in name"),
        json(
            r#"[{"effects": [{"amount": {"number": 10, "value": "attack", "if": [{"last": {"in_name": "Punch"}}]}}]}]"#
        )
    );
    assert_eq!(
        read("PHASE. Draw 1 card per 10 ATTACK taken"),
        json(r#"[{"status": "phase"}, {"effects": [{"draw": {"number": 1, "per": {"taken": 10}}}]}]"#)
    );
    assert_eq!(
        read("CRUMBLE. +2 DEFENSE per card in both pools"),
        json(
            r#"[{"status": "crumble"}, {"effects": [{"amount": {"number": 2, "value": "defense",
                "per": {"counted": {"number": 1, "cards": {}, "place": {"whose": "both", "pile": "pool"}}}}}]}]"#
        )
    );
    assert_eq!(
        read("+7 ATTACK or +7 DEFENSE"),
        json(
            r#"[{"effects": [{"amount": {"number": 7, "value": "attack"}},
                {"joint": "or", "amount": {"number": 7, "value": "defense"}}]}]"#
        )
    );
    assert_eq!(
        read("Destroy the 1st 1 handed assist played by anyone"),
        json(r#"[{"effects": [{"destroy": {"target": {"first-assist": {"hands": 1, "foe": false}}}}]}]"#)
    );
    let same = |one: &str, other: &str| assert_eq!(parse::text(one).unwrap().0, parse::text(other).unwrap().0);
    for list in ["'Punch', 'Kick' or 'Jab'", "'Punch', a 'Kick', or a 'Jab'", "'Punch' or 'Kick', or 'Jab'"] {
        same(&format!("+10 ATTACK if after {list}"), "+10 ATTACK if after 'Punch' or 'Kick' or 'Jab'");
    }
    for list in ["'Lake', a fire terrain or 'Hill'", "Lake, a Fire terrain, or Hill"] {
        same(&format!("SUMMON: At {list}. PHASE"), "SUMMON: At 'Lake' or a fire terrain or 'Hill'. PHASE");
    }
    same("+5 ATTACK if at Lake or Hill or Draw 1 card", "+5 ATTACK if at 'Lake' or 'Hill' or draw 1 card");
    same("LEFT: +5 ATTACK if at Lake or RIGHT: draw 1 card", "left: +5 ATTACK if at 'Lake' or right: Draw 1 card");
}

#[test]
fn a_refusal_says_what_may_stand_there() {
    for (text, offset, message, help) in [
        (
            "+5 ATTACK if at 'Lake', 'Hill'",
            30,
            "the text ends too early",
            "expected a comma or `or` with another terrain",
        ),
        ("+5 ATTAK", 3, "unexpected `ATTAK`", "expected ATTACK or DEFENSE"),
        ("+10ATTACK", 1, "unexpected `1`", "write a space after the number: 10 ATTACK"),
        ("+10 ATTACK if last card with 'Punch' in the name", 40, "unexpected `the`", "expected name"),
        ("+20 ATTACK if only attack in pool", 29, "unexpected `pool`", "expected line"),
        ("Read own pool", 9, "unexpected `pool`", "expected source"),
        ("Read the foe's source", 5, "unexpected `the`", "write Read own source; no other pile is read"),
        ("Cannot be destroyed in the 1st round", 23, "unexpected `the`", "expected its 1st round"),
        ("Transfer 1 card from own deck to own pool", 25, "unexpected `deck`", "expected pool, trash, limbo or source"),
    ] {
        let refused = parse::text(text).unwrap_err();
        assert_eq!((refused.offset, refused.help.as_str()), (offset, help), "{text}");
        assert!(refused.message.starts_with(message), "{text}: {}", refused.message);
    }
}

/// Of several faults, the first in the text is reported, whichever clauses forbid them.
#[test]
fn the_first_of_several_faults_is_reported() {
    let book = shared::suite().book("combo", &std::collections::BTreeMap::new()).unwrap();
    for (text, offset, clause) in [
        ("+1001 ATTACK and +2000 DEFENSE", 1, "text.known"),
        ("+2000 ATTACK and +99999999999 DEFENSE", 1, "text.known"),
        ("+1001 ATTACK and draw 0 cards", 1, "text.known"),
        ("Transfer 1 card from own line to own pool and draw 0 cards", 21, "text.from-line"),
        ("Draw 1 card or draw 1 card or draw 0 cards", 27, "status.or-two"),
        ("left: +5 ATTACK and draw 0 cards", 0, "status.marks"),
        // No card of any type carries this out, so it is no part of a tree.
        ("Destroy any 3 handed assist and draw 1 card", 0, "text.suits"),
        ("+2 DEFENSE per card in pools", 23, "text.known"),
        ("+2 DEFENSE per card in both pool", 28, "text.known"),
    ] {
        let refused = book.parse("card", text).result.unwrap_err();
        assert_eq!(refused.clause.as_deref(), Some(&*format!("combo.{clause}")), "{text}: {refused:?}");
        assert_eq!(refused.offset, offset, "{text}: {refused:?}");
    }
}
