//! Positions that are refused, in words: sustained cards of motion in play, and numbers of combo out of bounds.

use rulebound::fault::Fault;
use rulebound::games::combo::{self, Combo};
use rulebound::games::motion::Motion;
use rulebound::games::motion::action::{Card, Setup};
use rulebound::kernel::{Book, NoChance, Start};

use crate::shared::{self, Table};

/// Begins in a position with these sustained cards in play, as YAML; returns the fault if it is refused.
fn begin(readings: &[(&str, &str)], in_play: &str) -> Result<(), Fault> {
    let suite = shared::suite();
    let spec = suite.game_spec("motion").unwrap();
    let chosen =
        readings.iter().map(|(ruling, name)| (format!("motion.rulings.{ruling}"), (*name).to_owned())).collect();
    let book = Book::<Motion>::new(spec, &chosen, &[]).expect("the readings are there");
    let card = |name: &str, cost: &str, sustained| Card { name: name.into(), cost: cost.into(), sustained, text: None };
    let cards = [
        card("Watch", "Xw:(w)", true),
        card("Span", "Xw:(w) | Xe:(f)", true),
        card("Hearth", "f:(f)", true),
        card("Torn", "f:(f", true),
        card("Passing", "f:(f)", false),
    ];
    let cards = book.cards(&cards).expect("the cards have different names");
    let text =
        format!("position: {{board: {{water: {{water: 3}}, fire: {{fire: 1, earth: 2}}}}, sustained: {in_play}}}");
    let setup: Setup = shared::yaml(&text)?;
    Ok(Table { book, cards }.begin(setup).map(drop)?)
}

#[test]
fn what_cannot_be_in_play_is_refused_in_words() {
    let fixed = ("hold-assignment", "fixed");
    let each = ("x-across-entries", "each-entry");
    for (readings, in_play, why) in [
        (&[][..], "[Hearth]", ""),
        (&[], "[{card: Watch, x: 3}]", ""),
        (&[], "[{card: Watch, x: 4}]", "lacks gems"),
        (&[], "[{card: Watch, x: 1001}]", "the bound is 1000"),
        (&[], "[{card: Hearth, x: 1}]", "its cost has no X"),
        (&[], "[Passing]", "is not a sustained card"),
        (&[], "[Torn]", "Torn is in play, but its cost is refused at column 5"),
        (&[], "[Nobody]", "there is no card Nobody"),
        (&[], "[{card: Watch, ex: 3}]", "there is no key ex here"),
        (&[each], "[{card: Span, x: 3, xs: [3, 2]}]", ""),
        (&[each], "[{card: Span, x: 3, xs: [3, 3]}]", "lacks gems"),
        (&[each], "[{card: Span, x: 2, xs: [3, 2]}]", "not the largest of its xs"),
        (&[each], "[{card: Span, x: 3, xs: [3]}]", "2 entries, and xs has 1"),
        (&[each], "[{card: Span, x: 3, xs: [3, 0]}]", "entry 2 of Span cannot have X 0"),
        (&[], "[{card: Span, x: 3, xs: [3, 2]}]", "one number for every X"),
        (&[], "[{card: Hearth, holds: []}]", ""),
        (&[], "[{card: Hearth, holds: [{gem: fire, sphere: fire}]}]", "only under hold-assignment=fixed"),
        (&[fixed], "[{card: Hearth, holds: [{gem: fire, sphere: fire}]}]", ""),
        (&[fixed], "[{card: Hearth, holds: []}]", "not those that its hold entries ask for"),
        (&[fixed], "[{card: Hearth, holds: [{gem: earth, sphere: fire}]}]", "not those that its hold entries ask for"),
        (
            &[fixed],
            "[{card: Watch, x: 1, holds: [{gem: water, sphere: water}, {gem: water, sphere: water}]}]",
            "not those",
        ),
    ] {
        let fault = begin(readings, in_play).err().map(|fault| fault.line()).unwrap_or_default();
        assert!(fault.contains(why) && fault.is_empty() == why.is_empty(), "{in_play}: «{fault}» instead of «{why}»");
    }
}

/// Begins in a position of combo, as YAML, and plays a card of the active player if one is named.
fn match_of(cards: &str, position: &str, play: Option<&str>) -> Result<(), Fault> {
    let suite = shared::suite();
    let spec = suite.game_spec("combo").unwrap();
    let readings = [("combo.rulings.draw-beyond-limit".to_owned(), "excess-discarded".to_owned())].into();
    let book = Book::<Combo>::new(spec, &readings, &[]).expect("the readings are there");
    let cards: Vec<combo::action::Card> = shared::yaml(cards)?;
    let cards = book.cards(&cards)?;
    let setup: combo::action::Setup = shared::yaml(&format!("position: {position}"))?;
    let table = Table { book, cards };
    let mut at = table.begin(setup)?;
    if let Some(card) = play {
        let play = shared::yaml(&format!("play: {{card: {card}}}"))?;
        table.act(&mut at, 0, &play, &mut NoChance)?.map_err(|rejected| Fault::plain(rejected.why))?;
    }
    Ok(())
}

#[test]
fn numbers_of_combo_have_bounds() {
    let flood = "[{name: Flood, type: scroll, schools: [water], text: Draw 1000 cards per 1 ATTACK taken}, {name: Huge, type: attack, schools: [fire], text: +1000 ATTACK}]";
    let flooded = "{players: [{pool: [Flood], source: [Huge]}, {line: [Huge]}]}";
    let gate = |shield: &str| {
        format!("[{{name: Gate, type: assist, schools: [fire], hands: 1, shield: {shield}, text: GUARD}}]")
    };
    for (cards, position, play, why) in [
        ("[]", "{players: [{hearts_up: 100}, {}]}", None, ""),
        ("[]", "{players: [{hearts_up: 4294967295}, {}]}", None, "a match with 4294967295 Hearts is not played"),
        ("[]", "{players: [{hearts_down: 101}, {}]}", None, "a match with 101 Hearts is not played"),
        ("[]", "{stage: over, players: [{}, {}]}", None, "a match is over if it has a winner"),
        ("[]", "{winner: 1, players: [{}, {}]}", None, "a match is over if it has a winner"),
        ("[]", "{stage: over, winner: 1, players: [{}, {}]}", None, ""),
        (&gate("1000000"), "{players: [{hands: [Gate, Gate]}, {}]}", None, ""),
        (&gate("2147483648"), "{players: [{hands: [Gate, Gate]}, {}]}", None, "Gate shows 2147483648 as its shield"),
        (flood, flooded, Some("Flood"), "drawing 1000000 cards at once is not played; the bound is 10000"),
    ] {
        let fault = match_of(cards, position, play).err().map(|fault| fault.line()).unwrap_or_default();
        assert!(fault.contains(why) && fault.is_empty() == why.is_empty(), "{position}: «{fault}» instead of «{why}»");
    }
}

/// What a setup says is under way is not trusted: no player, place or effect that does not exist is looked up.
#[test]
fn a_position_of_combo_may_claim_to_be_in_the_middle_of_anything() {
    let suite = shared::suite();
    let spec = suite.game_spec("combo").unwrap();
    let book = Book::<Combo>::new(spec, &Default::default(), &[]).expect("the readings are there");
    let cards: Vec<combo::action::Card> =
        spec.cards.values().map(|card| serde_json::from_value(card.clone()).unwrap()).collect();
    let cards = book.cards(&cards).unwrap();
    let table = Table { book, cards };
    let placed = "{who: 0, name: Snare, zone: hands, after: 9, since: 1, gone: false}";
    let declared = |targets: &str| {
        format!(
            "{{card: Struggling Roots, choice: left, on_top: true, effects: [0, 99], over: [99], over_done: false, targets: {targets}, targets_done: false}}"
        )
    };
    let using = format!(
        "{{card: {placed}, choice: left, effects: [99], targets: [], traps: [], trap: {{trap: {{who: 1, card: Nobody, since: 9, parts: [left]}}, sides: [left], effects: [99]}}, asked: [7]}}"
    );
    for (frames, begins) in [
        (format!("[{{target: {}}}]", declared("[]")), true),
        (format!("[{{target: {}}}]", declared("[[7, 99]]")), true),
        (format!("[{{over: {}}}]", declared("[[0, 99]]")), true),
        (format!("[{{recycle: {{who: 1, why: text, count: 3}}}}, {{use: {using}}}]"), true),
        (format!("[{{destroy: {using}}}]"), true),
        // These ask nobody, so no run begins with them.
        (format!("[{{use: {using}}}]"), false),
        (format!("[{{hold-back: {using}}}]"), false),
    ] {
        let resolving: Vec<combo::frame::Frame> = shared::yaml(&frames).unwrap_or_else(|why| panic!("{frames}: {why}"));
        let setup =
            shared::yaml("position: {players: [{hands: [Snare], pool: [Struggling Roots]}, {hands: [Twin Fans]}]}");
        let start = Start { setup: setup.unwrap(), resolving, sealed: Vec::new() };
        let mut at = match table.start(&start) {
            Ok(at) => at,
            Err(why) => {
                assert!(!begins, "{frames}: {why}");
                continue;
            }
        };
        assert!(begins, "{frames} is a beginning");
        for answer in ["done: {}", "decline: {}", "target: {player: 1, card: Twin Fans}", "over: {card: Snare}"] {
            // Whatever the result, nothing panics; if a run cannot go on, it says why.
            let done = table.act(&mut at, 0, &shared::yaml(answer).unwrap(), &mut NoChance);
            if done.is_err() {
                break;
            }
        }
    }
}
