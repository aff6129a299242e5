//! Card texts of transmute: every card in the spec and of the corpus is read, the cards of the spec together use all of
//! the grammar, a printed text is read back unchanged, and other wordings of a text are read as the same.

mod wordings;

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use rulebound::games::transmute::text::{
    Ability, Amount, CardType, CostIs, Count, Effect, HowMany, Place, Proviso, Score, Signed, Sort, Sorting, Step,
    TargetKind, Targets, Text, When, Who, Whose, parse,
};

use crate::shared;
use crate::shared::grammar::Grammar;

const TYPES: [CardType; 4] = [CardType::Minion, CardType::Device, CardType::Enchantment, CardType::Spell];
const KINDS: [TargetKind; 7] = [
    TargetKind::Minion,
    TargetKind::Device,
    TargetKind::Enchantment,
    TargetKind::NonDevice,
    TargetKind::Card,
    TargetKind::Player,
    TargetKind::Target,
];
/// The places between which cards are swapped.
const SWAPPED: [Place; 2] = [Place::Hand, Place::Discard];
const PLACES: [Place; 5] = [Place::Hand, Place::Deck, Place::Discard, Place::DraftDeck, Place::DraftRow];

/// The fewest cards of the corpus that are read.
const FEWEST_READ: usize = 72;
/// Cards of the corpus whose text is refused, with the message.
const REFUSED: [(&str, &str); 0] = [];

fn sort() -> BoxedStrategy<Sort> {
    let name =
        "[A-Z][a-z]{2,6}|'?[A-Z][a-z]{2,6}'( [A-Z][a-z']{2,6})?|[a-z]{2,6} (of|in|and) [0-9]{1,2}|(A|The) [A-Z][a-z]";
    prop_oneof![Just(Sort::Card), select(TYPES.to_vec()).prop_map(Sort::Type), name.prop_map(Sort::Named)].boxed()
}

fn who() -> impl Strategy<Value = Who> {
    select(vec![Who::You, Who::That, Who::Owner, Who::Every, Who::Opponents])
}

fn amount() -> BoxedStrategy<Amount> {
    let count = prop_oneof![
        select(TYPES.to_vec()).prop_map(Count::YourCards),
        select(TYPES.to_vec()).prop_map(Count::AllCards),
        Just(Count::OnThis),
        Just(Count::OnThat),
    ];
    prop_oneof![
        4 => (0..20u32).prop_map(Amount::Number),
        4 => count.prop_map(Amount::Count),
        1 => Just(Amount::DamageTaken),
        1 => Just(Amount::ItsCost),
    ]
    .boxed()
}

fn cost() -> BoxedStrategy<CostIs> {
    prop_oneof![amount().prop_map(CostIs::Exactly), (0..9u32).prop_map(CostIs::AtMostMore), Just(CostIs::Same)].boxed()
}

fn targets() -> BoxedStrategy<Targets> {
    let number = prop_oneof![amount().prop_map(HowMany::Exactly), amount().prop_map(HowMany::UpTo), Just(HowMany::All)];
    let whose = proptest::option::of(select(vec![Whose::Yours, Whose::Opponents]));
    let kinds = proptest::collection::vec(select(KINDS.to_vec()), 1..3);
    let some = (number, kinds, whose, any::<bool>(), proptest::option::of(cost()))
        .prop_map(|(number, of, whose, another, cost)| Targets::Some { number, of, whose, another, cost });
    prop_oneof![1 => Just(Targets::This), 1 => Just(Targets::That), 1 => Just(Targets::ThatPlayer), 6 => some].boxed()
}

fn score() -> impl Strategy<Value = Score> {
    select(vec![Score::Attack, Score::Armor, Score::Life])
}

fn by_player() -> BoxedStrategy<Effect> {
    let pile = select(vec![(Place::Hand, true), (Place::Hand, false), (Place::Deck, false)]);
    prop_oneof![
        (who(), amount()).prop_map(|(who, amount)| Effect::Energy { who, amount }),
        (who(), amount(), select(vec![Place::Deck, Place::Discard])).prop_map(|(who, amount, from)| Effect::Draw {
            who,
            amount,
            from
        }),
        amount().prop_map(|amount| Effect::DrawUntil { amount }),
        (who(), amount(), pile).prop_map(|(who, amount, (from, you_pick))| Effect::Discard {
            who,
            amount,
            from,
            you_pick
        }),
        who().prop_map(|who| Effect::RevealHand { who }),
    ]
    .boxed()
}

fn on_targets() -> BoxedStrategy<Effect> {
    prop_oneof![
        (targets(), amount()).prop_map(|(targets, amount)| Effect::Damage { targets, amount }),
        (targets(), proptest::option::of(amount())).prop_map(|(targets, amount)| Effect::Heal { targets, amount }),
        targets().prop_map(|targets| Effect::Tap { targets }),
        targets().prop_map(|targets| Effect::Untap { targets }),
        returned().prop_map(|(targets, your_hand)| Effect::Return { targets, your_hand }),
        targets().prop_map(|targets| Effect::Pick { targets }),
        (targets(), any::<bool>()).prop_map(|(targets, your_turn)| Effect::Control { targets, your_turn }),
        targets().prop_map(|targets| Effect::RedirectDamage { targets }),
        (targets(), signed(), proptest::collection::vec(signed(), 0..2), any::<bool>()).prop_map(
            |(targets, Signed { score, by, less }, more, your_turn)| {
                Effect::Change { targets, score, by, less, more, your_turn }
            }
        ),
    ]
    .boxed()
}

fn signed() -> impl Strategy<Value = Signed> {
    (score(), 0..9u32, any::<bool>()).prop_map(|(score, by, less)| Signed { score, by, less })
}

/// What goes back to a hand; what is an opponent's does not go to "your hand".
fn returned() -> BoxedStrategy<(Targets, bool)> {
    let fits = |targets: &Targets| !matches!(targets, Targets::Some { whose: Some(Whose::Opponents), .. });
    (targets(), any::<bool>()).prop_map(move |(targets, yours)| (targets.clone(), yours && fits(&targets))).boxed()
}

fn with_cards() -> BoxedStrategy<Effect> {
    let sorting = prop_oneof![
        (sort(), any::<bool>()).prop_map(|(sort, any)| Sorting::TakeDiscardRest { sort, any }),
        Just(Sorting::DiscardAnyPutBack),
        Just(Sorting::IntoPlay),
        Just(Sorting::IntoHand),
    ];
    let to = select(vec![Place::Hand, Place::Deck, Place::Discard]);
    let place = proptest::option::of(select(PLACES.to_vec()));
    prop_oneof![
        (sort(), select(vec![Place::Hand, Place::Discard])).prop_map(|(sort, to)| Effect::Draft { sort, to }),
        amount().prop_map(|amount| Effect::RevealDeck { amount }),
        sorting.prop_map(Effect::Sort),
        (sort(), place, proptest::option::of(cost()), any::<bool>(), any::<bool>())
            .prop_map(|(sort, from, cost, another, paying)| Effect::Enter { sort, from, cost, another, paying }),
        (sort(), select(PLACES.to_vec()), to).prop_map(|(sort, from, to)| Effect::Move { sort, from, to }),
        (sort(), select(SWAPPED.to_vec()), sort(), select(SWAPPED.to_vec()))
            .prop_map(|(sort, from, other, with)| Effect::Exchange { sort, from, other, with }),
        (sort(), 0..9u32).prop_map(|(sort, less)| Effect::Costs { sort, less }),
    ]
    .boxed()
}

fn effect() -> BoxedStrategy<Effect> {
    let plain = vec![Effect::ReplaceRow {}, Effect::GainAbilities {}, Effect::ShuffleIn {}, Effect::Swap {}];
    let numbers = prop_oneof![
        (amount(), any::<bool>()).prop_map(|(amount, up_to)| Effect::TakeDamage { amount, up_to }),
        (0..9u32).prop_map(|by| Effect::MoreDamage { by }),
        (0..9u32).prop_map(|by| Effect::NextAttack { by }),
        amount().prop_map(|most| Effect::RedirectAttack { most }),
        amount().prop_map(|amount| Effect::Deals { amount }),
    ];
    prop_oneof![2 => by_player(), 3 => on_targets(), 2 => with_cards(), 1 => select(plain), 1 => numbers].boxed()
}

fn holding() -> BoxedStrategy<Effect> {
    prop_oneof![
        (score(), amount()).prop_map(|(score, amount)| Effect::Bonus { score, amount }),
        select(vec![Effect::Flying {}, Effect::Untapped {}, Effect::FromDiscard {}]),
        (sort(), 0..9u32).prop_map(|(sort, less)| Effect::Costs { sort, less }),
        (0..9u32).prop_map(|by| Effect::MoreDamage { by }),
    ]
    .boxed()
}

fn ability() -> BoxedStrategy<Ability> {
    let only =
        prop_oneof![Just(Proviso::Done), sort().prop_map(Proviso::Is), Just(Proviso::Otherwise), Just(Proviso::Same)];
    let step = (proptest::option::of(only), any::<bool>(), effect()).prop_map(|(only, may, effect)| Step {
        only,
        may,
        effect,
    });
    let plain =
        select(vec![When::Played, When::Tap, When::Beginning, When::Damaged, When::AboutToBeDamaged, When::Attacks]);
    let when = prop_oneof![
        plain,
        (sort(), any::<bool>()).prop_map(|(sort, any_time)| When::Discarding { sort, any_time }),
        sort().prop_map(When::Enters),
        sort().prop_map(When::Plays)
    ];
    let done = (when, proptest::collection::vec(step, 1..4)).prop_map(|(when, mut does)| {
        // Only a step that depends on something can be joined to by one that depends on the same, and after something
        // that may be left out, what is joined to it depends on it.
        for at in 0..does.len() {
            let before = at.checked_sub(1).map(|before| does[before].clone());
            let may = does[at].may;
            let alone = |before: Step| before.only.is_none() || (before.may && !may);
            let verb = !matches!(
                does[at].effect,
                Effect::Tap { .. }
                    | Effect::Untap { .. }
                    | Effect::Heal { .. }
                    | Effect::Energy { .. }
                    | Effect::Draw { .. }
                    | Effect::DrawUntil { .. }
                    | Effect::Discard { .. }
                    | Effect::RevealHand { .. }
            );
            if does[at].only == Some(Proviso::Same) && (verb || before.is_none_or(alone)) {
                does[at].only = Some(Proviso::Done);
            }
        }
        Ability { when, does }
    });
    let always = proptest::collection::vec(holding(), 1..3).prop_map(|effects| Ability {
        when: When::Always,
        does: effects.into_iter().map(|effect| Step { only: None, may: false, effect }).collect(),
    });
    prop_oneof![3 => done, 1 => always].boxed()
}

fn text() -> impl Strategy<Value = Text> {
    proptest::collection::vec(ability(), 0..4).prop_map(|mut abilities| {
        // Effects that always hold are one ability if no other sentence comes between them.
        abilities.dedup_by(|one, before| one.when == When::Always && before.when == When::Always);
        Text { abilities }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_text_is_read_as_it_was(text in text()) {
        let printed = text.to_string();
        let (read, offsets) = parse::text(&printed).map_err(|e| TestCaseError::fail(format!("{printed}: {e:?}")))?;
        prop_assert_eq!(&read, &text, "{}", printed);
        prop_assert_eq!(offsets.abilities.len(), read.abilities.len());
    }

    #[test]
    fn any_text_is_read_or_refused_within_it(text in "[ +.:,'’A-Za-z0-9\u{e9}]{0,40}") {
        if let Err(refused) = parse::text(&text) {
            prop_assert!(refused.offset <= text.chars().count());
            prop_assert!(!refused.help.is_empty() && !refused.help.contains('_'), "{}", refused.help);
        }
    }
}

#[test]
fn every_card_of_the_corpus_is_read_or_refused_for_a_known_reason() {
    let Some(folder) = shared::beside("corpus") else { return };
    let table = std::fs::read_to_string(folder.join("transmute-cards.tsv")).unwrap();
    let mut lines = table.lines();
    let column = lines.next().unwrap().split('\t').position(|name| name == "text").unwrap();
    let (mut cards, mut read) = (0, 0);
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        cards += 1;
        match parse::text(fields[column]) {
            Ok((text, _)) => {
                read += 1;
                let printed = text.to_string();
                assert_eq!(parse::text(&printed).map(|(again, _)| again), Ok(text), "{}: {printed}", fields[0]);
            }
            Err(refused) => assert!(
                REFUSED.contains(&(fields[0], refused.message.as_str())),
                "{}: {}: {refused:?}",
                fields[0],
                fields[column]
            ),
        }
    }
    assert_eq!(cards, read + REFUSED.len());
    assert!(read >= FEWEST_READ, "{read} of {cards}");
}

/// The texts of the cards of the spec, with the names of the cards.
fn cards() -> Vec<(String, String)> {
    let file = std::fs::read_to_string(shared::root().join("spec/transmute/cards.yaml")).unwrap();
    let cards: Vec<serde_json::Value> = shared::yaml(&file).unwrap();
    let word = |card: &serde_json::Value, field: &str| card[field].as_str().unwrap_or_default().to_owned();
    cards.iter().map(|card| (word(card, "name"), word(card, "text"))).collect()
}

#[test]
fn every_card_of_the_spec_is_read() {
    let cards = cards();
    assert!(cards.len() > 40);
    for (name, text) in cards {
        let (read, _) = parse::text(&text).unwrap_or_else(|refused| panic!("{name}: {text}: {refused:?}"));
        let printed = read.to_string();
        assert_eq!(parse::text(&printed).map(|(again, _)| again), Ok(read), "{name}: {text} is printed as {printed}");
    }
}

#[test]
fn no_card_of_the_corpus_is_copied() {
    let Some(folder) = shared::beside("corpus") else { return };
    let table = std::fs::read_to_string(folder.join("transmute-cards.tsv")).unwrap();
    let plain = |text: &str| text.to_lowercase().trim_end_matches('.').to_owned();
    let theirs: BTreeSet<String> = table
        .lines()
        .skip(1)
        .filter(|line| !line.contains("\tBase\t"))
        .flat_map(|line| line.split('\t'))
        .map(plain)
        .collect();
    for (name, text) in cards() {
        assert!(!theirs.contains(&plain(&name)), "{name}");
        assert!(text.is_empty() || !theirs.contains(&plain(&text)), "{name}: {text}");
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
    let texts = cards().into_iter().map(|(_, text)| text).filter(|text| !text.is_empty());
    all_is_used(&Grammar::of("spec/transmute/card.pest"), texts);
}

#[test]
fn an_effect_of_the_grammar_is_printed_and_read_as_it_was_or_refused_within_it() {
    let grammar = Grammar::of("spec/transmute/card.pest");
    let (texts, mut runner) = (grammar.texts("effect"), TestRunner::deterministic());
    let mut all_read = 0;
    for _ in 0..2_000 {
        let text = texts.new_tree(&mut runner).unwrap().current();
        // An X that is not explained is refused, for instance.
        match parse::text(&text) {
            Ok((read, _)) => {
                all_read += 1;
                let printed = read.to_string();
                assert_eq!(parse::text(&printed).map(|(again, _)| again), Ok(read), "{text} is printed as {printed}");
            }
            Err(refused) => assert!(refused.offset <= text.chars().count() && !refused.help.is_empty(), "{text}"),
        }
    }
    assert!(all_read > 20, "{all_read} are read");
}

#[test]
fn an_ability_goes_on_until_another_begins() {
    let read = |text: &str| serde_json::to_value(parse::text(text).unwrap().0).unwrap();
    let json = |text: &str| -> serde_json::Value { serde_json::from_str(text).unwrap() };
    let draw = r#"{"effect": {"draw": {"who": "you", "amount": {"number": 1}, "from": "deck"}}}"#;
    let bonus = |score: &str, number: u32| {
        format!(r#"{{"effect": {{"bonus": {{"score": "{score}", "amount": {{"number": {number}}}}}}}}}"#)
    };
    assert_eq!(
        read("Flying. Life + 1. T: Draw a card. Draw a card. When you play a Spell, draw a card. Attack + 2"),
        json(&format!(
            r#"[{{"when": "always", "does": [{{"effect": {{"flying": {{}}}}}}, {}]}},
                {{"when": "tap", "does": [{draw}, {draw}]}},
                {{"when": {{"plays": {{"type": "spell"}}}}, "does": [{draw}]}},
                {{"when": "always", "does": [{}]}}]"#,
            bonus("life", 1),
            bonus("attack", 2)
        ))
    );
    let (text, offsets) = parse::text("  T: Draw ten cards. Life + 4").unwrap();
    assert_eq!((text.abilities.len(), offsets.abilities, offsets.largest), (2, vec![2, 21], Some((10, 10))));
    assert_eq!(parse::text(" \n\t").unwrap(), (Text::default(), parse::Offsets::default()));
}
