//! Wordings are read as the trees that were written for them, other wordings as the same, and what cannot be read is
//! refused at its place.

use rulebound::games::skirmish::text::parse::{self, Unit};

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Texts of one effect, with the effect. Groups of characters are abbreviated as in `TARGETS`.
const EFFECTS: [(&str, &str); 30] = [
    ("Draw a card", r#"{"draw": {"count": 1}}"#),
    ("Draw two cards.", r#"{"draw": {"count": 2}}"#),
    ("Draw 12 more cards from your deck", r#"{"draw": {"count": 12}}"#),
    ("Draw Lantern Oil and Method of the Hands", r#"{"named": {"cards": ["Lantern Oil", "Method of the Hands"]}}"#),
    (
        "Draw “Salt and Iron”, a Hunter’s Mark and 'Rats and Mice'",
        r#"{"named": {"cards": ["Salt and Iron", "Hunter’s Mark", "Rats and Mice"]}}"#,
    ),
    (
        "Give Ignite to yourself",
        r#"{"give": {"effects": [{"effect": "Ignite"}], "to": {"of": [{"who": "yourself"}]}}}"#,
    ),
    (
        "Give 2 Ignite and Silence to an ally",
        r#"{"give": {"effects": [{"effect": "Ignite", "number": 2}, {"effect": "Silence"}],
                  "to": {"count": 1, "of": [{"who": "ally"}]}}}"#,
    ),
    (
        "Give Ignite (2) or two stacks of Slow Poison to all opponents",
        r#"{"give": {"effects": [{"effect": "Ignite", "number": 2}, {"effect": "Slow Poison", "number": 2}],
                  "either": true, "to": {"of": [{"who": "opponent"}]}}}"#,
    ),
    (
        "Give 3 Ignite, Silence and Restrain for a turn to an enemy",
        r#"{"give": {"effects": [{"effect": "Ignite", "number": 3}, {"effect": "Silence", "number": 1},
                              {"effect": "Restrain", "number": 1}],
                  "to": {"count": 1, "of": [{"who": "opponent"}]}}}"#,
    ),
    ("Damage an opponent", r#"{"damage": {"to": {"count": 1, "of": [{"who": "opponent"}]}}}"#),
    ("Damage an opponent by 8 points", r#"{"damage": {"amount": 8, "to": {"count": 1, "of": [{"who": "opponent"}]}}}"#),
    ("Deal ten damage to itself", r#"{"damage": {"amount": 10, "to": {"of": [{"who": "yourself"}]}}}"#),
    ("Heal all allies", r#"{"heal": {"to": {"of": [{"who": "ally"}]}}}"#),
    ("Recover 10 armor", r#"{"heal": {"amount": 10, "to": {"of": [{"who": "yourself"}]}}}"#),
    (
        "Restore 10 points of armor to an ally",
        r#"{"heal": {"amount": 10, "to": {"count": 1, "of": [{"who": "ally"}]}}}"#,
    ),
    ("Restore your armor", r#"{"heal": {"to": {"of": [{"who": "yourself"}]}}}"#),
    ("Revive a fainted ally", r#"{"revive": {"to": {"count": 1, "of": [{"who": "ally"}]}}}"#),
    (
        "Defeat a critically wounded character",
        r#"{"defeat": {"to": {"count": 1, "of": [{"who": "character", "wounded": true}]}}}"#,
    ),
    ("Raise your power", r#"{"raise": {"scores": ["power"], "to": {"of": [{"who": "yourself"}]}}}"#),
    (
        "Increase the power and armor of all allies by 2 tiers",
        r#"{"raise": {"scores": ["power", "armor"], "by": 2, "to": {"of": [{"who": "ally"}]}}}"#,
    ),
    (
        "Lower an opponent's armor or power by a tier",
        r#"{"lower": {"scores": ["armor", "power"], "either": true, "by": 1,
                   "to": {"count": 1, "of": [{"who": "opponent"}]}}}"#,
    ),
    (
        "Restore your attack and movement action.",
        r#"{"restore": {"actions": ["attack", "movement"], "to": {"of": [{"who": "yourself"}]}}}"#,
    ),
    (
        "Restore the movement action of an ally",
        r#"{"restore": {"actions": ["movement"], "to": {"count": 1, "of": [{"who": "ally"}]}}}"#,
    ),
    (
        "Restore all allies' actions",
        r#"{"restore": {"actions": ["attack", "movement"], "to": {"of": [{"who": "ally"}]}}}"#,
    ),
    ("Summon Grey Wolf", r#"{"summon": {"familiar": "Grey Wolf"}}"#),
    ("Place a Combustion Trap on an empty tile", r#"{"place": {"trap": "Combustion Trap"}}"#),
    ("Detonate all traps", r#"{"detonate": {}}"#),
    ("Switch to the Marksman stance", r#"{"switch": {"stance": "Marksman"}}"#),
    ("Gain an action point", r#"{"gain": {"points": 1}}"#),
    ("Gain 2 action points", r#"{"gain": {"points": 2}}"#),
];

#[test]
fn an_effect_is_read_as_its_tree() {
    for (text, tree) in EFFECTS {
        let (read, _) = parse::text(text).unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
        assert_eq!(serde_json::to_value(&read).unwrap()["effects"], json(&format!("[{tree}]")), "{text}");
        assert_eq!(read.keyword, None);
    }
}

/// Characters, with the target that they are.
const TARGETS: [(&str, &str); 43] = [
    ("yourself", r#"{"of": [{"who": "yourself"}]}"#),
    ("a character", r#"{"count": 1, "of": [{"who": "character"}]}"#),
    ("any character", r#"{"count": 1, "of": [{"who": "character"}]}"#),
    ("target opponent", r#"{"count": 1, "of": [{"who": "opponent"}]}"#),
    ("one ally", r#"{"count": 1, "of": [{"who": "ally"}]}"#),
    ("another ally", r#"{"count": 1, "of": [{"who": "ally", "other": true}]}"#),
    ("any other character", r#"{"count": 1, "of": [{"who": "character", "other": true}]}"#),
    ("other characters", r#"{"of": [{"who": "character", "other": true}]}"#),
    ("the other allies", r#"{"of": [{"who": "ally", "other": true}]}"#),
    ("your other allies", r#"{"of": [{"who": "ally", "other": true}]}"#),
    ("each other ally", r#"{"of": [{"who": "ally", "other": true}]}"#),
    ("all characters except yourself", r#"{"of": [{"who": "character", "other": true}]}"#),
    ("an ally other than itself", r#"{"count": 1, "of": [{"who": "ally", "other": true}]}"#),
    ("allies", r#"{"of": [{"who": "ally"}]}"#),
    ("all of your allies", r#"{"of": [{"who": "ally"}]}"#),
    ("every enemy", r#"{"of": [{"who": "opponent"}]}"#),
    ("all the characters", r#"{"of": [{"who": "character"}]}"#),
    ("2 opponents", r#"{"count": 2, "of": [{"who": "opponent"}]}"#),
    ("two other critically wounded allies", r#"{"count": 2, "of": [{"who": "ally", "other": true, "wounded": true}]}"#),
    ("up to three opponents", r#"{"count": 3, "up_to": true, "of": [{"who": "opponent"}]}"#),
    ("two of your allies", r#"{"count": 2, "of": [{"who": "ally"}]}"#),
    ("a critically wounded ally", r#"{"count": 1, "of": [{"who": "ally", "wounded": true}]}"#),
    ("all allies that are critically wounded", r#"{"of": [{"who": "ally", "wounded": true}]}"#),
    ("a Duelist", r#"{"count": 1, "of": [{"who": "character", "class": "Duelist"}]}"#),
    ("all vanguards", r#"{"of": [{"who": "character", "class": "Vanguard"}]}"#),
    ("two Marksmen", r#"{"count": 2, "of": [{"who": "character", "class": "Marksman"}]}"#),
    ("all Specialists", r#"{"of": [{"who": "character", "class": "Marksman"}]}"#),
    ("an allied Enchanter", r#"{"count": 1, "of": [{"who": "ally", "class": "Enchanter"}]}"#),
    ("an Enchanter ally", r#"{"count": 1, "of": [{"who": "ally", "class": "Enchanter"}]}"#),
    ("an Enchanter you control", r#"{"count": 1, "of": [{"who": "ally", "class": "Enchanter"}]}"#),
    (
        "all enemy Duelists and Vanguards",
        r#"{"of": [{"who": "opponent", "class": "Duelist"}, {"who": "opponent", "class": "Vanguard"}]}"#,
    ),
    ("your opponent's Duelists", r#"{"of": [{"who": "opponent", "class": "Duelist"}]}"#),
    ("a character an opponent controls", r#"{"count": 1, "of": [{"who": "opponent"}]}"#),
    ("yourself or an ally", r#"{"count": 1, "of": [{"who": "yourself"}, {"who": "ally"}]}"#),
    ("one of yourself or another ally", r#"{"count": 1, "of": [{"who": "yourself"}, {"who": "ally", "other": true}]}"#),
    (
        "either a Duelist or a Vanguard",
        r#"{"count": 1, "of": [{"who": "character", "class": "Duelist"}, {"who": "character", "class": "Vanguard"}]}"#,
    ),
    (
        "yourself, an ally, or an opponent",
        r#"{"count": 1, "of": [{"who": "yourself"}, {"who": "ally"}, {"who": "opponent"}]}"#,
    ),
    (
        "another Duelist or Vanguard",
        r#"{"count": 1, "of": [{"who": "character", "other": true, "class": "Duelist"},
                            {"who": "character", "other": true, "class": "Vanguard"}]}"#,
    ),
    (
        "all critically wounded allies and opponents",
        r#"{"of": [{"who": "ally", "wounded": true}, {"who": "opponent", "wounded": true}]}"#,
    ),
    ("another ally or an opponent", r#"{"count": 1, "of": [{"who": "ally", "other": true}, {"who": "opponent"}]}"#),
    (
        "all Marksmen other than yourself and Duelists",
        r#"{"of": [{"who": "character", "other": true, "class": "Marksman"}, {"who": "character", "class": "Duelist"}]}"#,
    ),
    (
        "another ally, yourself or Duelist",
        r#"{"count": 1, "of": [{"who": "ally", "other": true}, {"who": "yourself"},
                            {"who": "character", "other": true, "class": "Duelist"}]}"#,
    ),
    ("up to 2 allies or opponents", r#"{"count": 2, "up_to": true, "of": [{"who": "ally"}, {"who": "opponent"}]}"#),
];

#[test]
fn characters_are_read_as_their_target() {
    for (words, tree) in TARGETS {
        for text in [format!("Heal {words}"), format!("Heal {words} by 3, and draw a card")] {
            let (read, _) = parse::text(&text).unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
            assert_eq!(serde_json::to_value(&read).unwrap()["effects"][0]["heal"]["to"], json(tree), "{text}");
        }
    }
}

#[test]
fn a_keyword_may_stand_alone() {
    let read = |text: &str| serde_json::to_value(parse::text(text).unwrap().0).unwrap();
    assert_eq!(read("Resonance:"), json(r#"{"keyword": "Resonance", "effects": []}"#));
    let detonate = r#"{"keyword": "Delirium", "effects": [{"detonate": {}}]}"#;
    assert_eq!(read("delirium : detonate all traps."), json(detonate));
    assert_eq!(read(" \n\t"), json(r#"{"effects": []}"#));
}

#[test]
fn other_wordings_are_read_as_the_same() {
    let read = |text: &str| parse::text(text).unwrap_or_else(|refused| panic!("{text}: {refused:?}")).0;
    for line in SAME {
        for wording in line {
            assert_eq!(read(wording).to_string(), line[0], "{wording}");
            assert_eq!(read(wording), read(line[0]), "{wording}");
        }
    }
}

/// In each line, texts that mean the same, as printed first.
const SAME: [&[&str]; 24] = [
    &["Draw a card. Heal yourself.", "Draw a card, then heal yourself", "draw one card; Then, heal itself."],
    &["Draw a card. Heal yourself.", "Draw a card, and heal yourself", "Draw a card and then heal yourself"],
    &["Damage yourself. Raise your power.", "DAMAGE YOURSELF, RAISE YOUR POWER"],
    &["Heal yourself. Heal an ally.", "Heal yourself and an ally", "Recover yourself, an ally"],
    &["Heal all allies and opponents.", "Heal allies and opponents", "Heal each ally and opponent"],
    &["Heal all allies. Heal yourself.", "Heal all allies and yourself"],
    &["Give Ignite to an opponent. Give Silence to an ally.", "Give Ignite to an opponent and Silence to an ally"],
    &["Give Ignite (2) to an opponent.", "Give 2 Ignite to an opponent", "Inflict Ignite 2 on an opponent"],
    &["Give Ignite (2) to an opponent.", "Give Ignite for 2 turns to an opponent", "An opponent gains 2 Ignite"],
    &["Give Ignite (2) to an opponent.", "Give an opponent Ignite (2)", "Give an opponent two stacks of Ignite"],
    &[
        "Give Ignite (1) to an opponent.",
        "Give a stack of Ignite to an opponent",
        "Give Ignite to an enemy for one turn",
    ],
    &["Give Prowess to yourself.", "Gain Prowess", "GAIN Prowess."],
    &["Give Ignite, Silence and Restrain to an ally.", "Give Ignite, Silence, and Restrain to an ally"],
    &["Give Ignite, Silence or Restrain to an ally.", "Give either Ignite or Silence or Restrain to an ally"],
    &["Give Ignite to all opponents. Draw a card.", "All opponents gain Ignite, and draw a card"],
    &["Damage an opponent by 5.", "Deal 5 damage to an opponent", "Inflict five points of damage on an enemy"],
    &["Damage an opponent.", "Deal damage to an opponent"],
    &["Heal an ally by 5.", "Restore 5 armor to an ally", "Restore an ally's armor by 5", "Heal 5 damage from an ally"],
    &[
        "Raise your power or armor by 2 tiers.",
        "Raise your power or your armor by two tiers",
        "Increase your power or armor by 2",
    ],
    &["Lower the armor of all opponents.", "Reduce all opponents' armour", "Decrease the armor of each of the enemies"],
    &["Restore the attack action of an ally.", "Restore an ally's attack action", "restore attack action of one ally"],
    &["Summon Leaf. Summon Bark.", "Summon Leaf and Bark", "Summon the Leaf and summon a Bark"],
    &["Switch to the Vanguard stance.", "Take the vanguard stance", "Change your stance to Vanguard"],
    &["Draw Leaf and \"Draw Bark\".", "Draw Leaf and 'Draw Bark'", "draw a Leaf and a “Draw Bark”"],
];

#[test]
fn names_and_numbers_are_found_where_they_are() {
    let text = "  Give 3 stacks of Ignite and Burn to all Specialists, place a Combustion Trap, and summon Leo. Draw Ember, Ash.";
    let offsets = parse::text(text).unwrap().1;
    let owned = |names: &[(usize, &str)]| names.iter().map(|(at, name)| (*at, (*name).to_owned())).collect::<Vec<_>>();
    assert_eq!(
        offsets,
        parse::Offsets {
            numbers: vec![(7, 3)],
            effects: owned(&[(19, "Ignite"), (30, "Burn")]),
            traps: owned(&[(63, "Combustion Trap")]),
            classes: owned(&[(42, "Specialist")]),
            familiars: owned(&[(91, "Leo")]),
            cards: owned(&[(101, "Ember"), (108, "Ash")]),
            units: vec![(9, Unit::Stacks, "Ignite".to_owned())],
            lists: false,
        }
    );
    assert_eq!(parse::text("Switch to the specialist stance").unwrap().1.classes, owned(&[(14, "Specialist")]));
    let numbers = |text: &str| parse::text(text).unwrap().1.numbers;
    assert_eq!(numbers("Draw two cards. Gain 2 action points"), [(5, 2), (21, 2)]);
    let text = "Draw two cards. Damage up to 3 opponents by 40, lower your armor by 9";
    assert_eq!(numbers(text), [(5, 2), (29, 3), (44, 40), (68, 9)]);
}

/// Texts that are refused, with the place, the message, and a part of the help.
const WRONG: [(&str, usize, &str, &str); 36] = [
    ("Frobnicate", 0, "unexpected `Frobnicate`", "an effect such as Draw a card"),
    ("Fury: Draw a card", 0, "there is no keyword Fury", "the keywords are Bounty, Resonance"),
    ("Bountie: Draw a card", 0, "there is no keyword Bountie", "did you mean Bounty?"),
    ("Resonance Draw a card", 10, "unexpected `Draw`", "a colon"),
    ("Draw a card. Bounty: Draw a card", 13, "unexpected `Bounty`", "one keyword, at its beginning"),
    ("Bounty: Channel: Draw a card", 8, "unexpected `Channel`", "one keyword, at its beginning"),
    ("Draw", 4, "the text ends too early", "a number"),
    ("Draw two crads", 9, "unexpected `crads`", "did you mean cards?"),
    ("Draw cards", 5, "unexpected `cards`", "a number"),
    ("Draw to cards", 5, "unexpected `to`", "did you mean two?"),
    ("Damage yourself to draw a card", 16, "unexpected `to`", "`and`"),
    ("Draw 0 cards", 5, "unexpected `0`", "numbers begin with 1"),
    ("Draw 99999999999 cards", 5, "the number 99999999999 is too large", "write a smaller number"),
    ("Give ignite to an ally", 5, "unexpected `ignite`", "names have capitals, as in Ignite"),
    ("Give Ignite", 11, "the text ends too early", "`to` and who gets it"),
    ("Give Ignite to", 14, "the text ends too early", "who is affected, such as an opponent"),
    ("Give Ignite to an alli", 18, "unexpected `alli`", "did you mean allies or ally?"),
    ("Give 2 Ignite to an ally for 3 turns", 25, "every effect has its number already", "only once"),
    ("Give Ignite to opponent", 15, "the text does not say how many", "all allies"),
    ("Give Ignite to any opponents", 19, "the text does not say how many", "up to 2 allies"),
    ("Damage an opponent. Lower its power", 26, "unexpected `its`", "name the characters again"),
    ("Damage an opponent and give Ignite to it", 38, "unexpected `it`", "name the characters again"),
    ("Damage a fainted ally", 9, "this cannot affect a fainted character", "leave out `fainted`"),
    ("Damage a wounded ally", 9, "unexpected `wounded`", "a character, an ally"),
    ("Heal an ally you control", 13, "the text already says on whose side they are", "only once"),
    ("Raise your speed", 11, "unexpected `speed`", "power or armor"),
    ("Raise your power and power", 21, "power appears twice", "leave one of them out"),
    ("Restore your attack action and attack action", 31, "attack appears twice", "leave one of them out"),
    ("Restore your attack or movement action", 20, "unexpected `or`", "action"),
    ("Switch to the Berserker stance", 14, "there is no class Berserker", "the classes are Marksman"),
    ("Switch to the Duelst stance", 14, "there is no class Duelst", "did you mean Duelist?"),
    ("Detonate your traps", 9, "unexpected `your`", "all traps"),
    ("Draw a card!", 11, "unexpected `!`", "a full stop"),
    ("Draw a card..", 12, "unexpected `.`", "an effect"),
    ("Bounty:.", 7, "unexpected `.`", "an effect"),
    ("Draw a card and", 15, "the text ends too early", "an effect such as Draw a card"),
];

#[test]
fn what_cannot_be_read_is_refused_at_its_place() {
    for (text, offset, message, help) in WRONG {
        let refused = parse::text(text).expect_err(text);
        assert_eq!((refused.offset, refused.message.as_str()), (offset, message), "{text}: {}", refused.help);
        assert!(refused.help.contains(help), "{text}: {}", refused.help);
    }
}
