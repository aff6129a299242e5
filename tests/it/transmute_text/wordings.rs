//! Other wordings of a text are read as the same, and what cannot be read is refused at its place.

use rulebound::games::transmute::text::parse;

#[test]
fn other_wordings_are_read_as_the_same() {
    let read = |text: &str| parse::text(text).unwrap_or_else(|refused| panic!("{text}: {refused:?}")).0;
    for line in SAME {
        let printed = read(line[0]).to_string();
        for wording in line {
            assert_eq!(read(wording).to_string(), printed, "{wording}");
            assert_eq!(read(wording), read(&printed), "{wording}");
            assert_eq!(read(&wording.to_uppercase()).to_string().to_lowercase(), printed.to_lowercase(), "{wording}");
        }
    }
}

/// In each line, texts that mean the same.
const SAME: [&[&str]; 55] = [
    &["T: +1 Energy", "Tap: +1 Energy.", "tap : gain 1 energy", "T: you gain one Energy", "Tap:+1 Energy"],
    &["Damage a target by 1", "Deal 1 damage to a target.", "deal one damage to any target", "Damage 1 target by 1"],
    &["Damage a Minion by 2", "Damage target Minion by 2", "A Minion takes 2 damage", "Deal 2 damage to one Minion"],
    &["Damage all players by 2", "Every player takes 2 damage", "Each player receives two damage"],
    &["Damage all opponents by 1", "Each opponent takes 1 damage", "Deal 1 damage to every opponent"],
    &["Damage a player by 2", "Deal 2 damage to a player", "Deal 2 damage to any player"],
    &[
        "Damage all Minions an opponent controls by 1",
        "Damage all opponent Minions by 1",
        "Deal 1 damage to all enemy Minions",
        "Damage each opponent's Minion by 1",
        "Damage all opponents’ Minions by 1",
    ],
    &["Damage a non-Device you control by 2", "Damage a non Device you control by 2"],
    &[
        "Heal this Minion by 1",
        "This Minion heals one life",
        "Recover this Minion by 1",
        "Heal 1 damage from this Minion",
    ],
    &["Fully heal a Minion", "Heal a Minion fully", "Heal a Minion"],
    &["Untap 2 Devices", "Untap two Devices", "untap 2  Device", "Untap\ttwo\ndevices."],
    &[
        "Untap all Devices you control",
        "Untap all your Devices",
        "Untap each of your Devices",
        "Untap all of your Device",
    ],
    &[
        "Untap a Minion. Fully heal that Minion",
        "Untap a Minion, fully heal it",
        "Untap a Minion and fully heal the Minion",
    ],
    &[
        "When a Minion enters play, draw a card",
        "When a Minion comes into play, draw a card",
        "Whenever a Minion is put into play, draw 1 card",
    ],
    &[
        "When this Minion is damaged, draw a card",
        "When this minion takes a damage, draw a card",
        "When this Minion takes damage draw one card",
    ],
    &[
        "When this Minion is about to be damaged, redirect the damage to another Minion",
        "When this Minion is about to receive a damage, redirect it to another Minion",
        "When this Minion would take damage, redirect that damage to another Minion",
    ],
    &["At the beginning of the turn, draw a card", "At the start of your turn, draw a card."],
    &["When you play this card, draw a card. Tap a card", "When you play this Minion, draw a card and tap a card"],
    &["Draft a bot into hand", "Draft a bot in your hand", "Draft a bot and put it into your hand"],
    &["Draft an Energy Orb", "Draft a 'Energy Orb'", "Draft an “Energy Orb”", "Draft a card named ‘Energy Orb’"],
    &["Put a Bot from your discard pile on top of your deck", "put a Bot in your discard pile on the top of the deck"],
    &[
        "Put a Minion from your discard pile into your hand",
        "Take a Minion from your discard pile and put it in your hand",
        "Return a Minion from your discard pile to hand",
    ],
    &[
        "Put an Enchantment from your hand into play for free",
        "Put one Enchantment into play from hand",
        "Play an Enchantment from your hand for free",
    ],
    &[
        "Play a Spell from the draft deck, paying its energy cost",
        "Play a Spell from the draft deck",
        "play a spell from draft deck, paying its cost",
    ],
    &[
        "Return a Minion you control to the owner's hand",
        "Move a Minion you control back to the owner’s hand",
        "Return a Minion you control to its owner's hand",
    ],
    &["Return a Minion to your hand", "Put a Minion in play back in your hand"],
    &["Return all Minions to their owners' hands", "Put all Minions back to the owners’ hand"],
    &[
        "Draw X cards, where X is the number of Spells you have in play",
        "Draw X cards where X is the number of Spell you have in play",
        "Draw X card, where X is number of spells you control",
        "Draw cards equal to the number of Spells you have in play",
        "Draw a card for each Spell you have in play",
    ],
    &[
        "Draw X cards, tap X cards, where X is the number of Spells in play",
        "Draw X cards. Tap X cards, where X is the number of Spells in play",
        "Draw X cards, where X is number of Spells in play, and tap X cards, where X is number of Spells in play",
    ],
    &["Draw until you have 5 cards in hand", "Draw cards until you have five cards in your hand"],
    &["Every player draws 2 cards", "All players draw 2 cards", "Each player draws two cards"],
    &["Every player draws a card. Every player discards a card", "All players draw a card, then discard a card"],
    &[
        "Every opponent discards a card",
        "Each opponent discards a card from their hand",
        "All opponents discard 1 card",
    ],
    &[
        "Pick a player. That player discards a card you pick",
        "Choose a player. That player discards a card of your choice",
        "Pick a player. Pick a card to discard from that player's hand",
    ],
    &[
        "That player reveals the hand. That player discards a card you pick",
        "That player reveals their hand and discards a card you pick from their hand",
    ],
    &[
        "You may discard a card. If you do, draw 2 cards",
        "You may discard a card to draw 2 cards",
        "You can discard a card from hand and draw 2 cards",
    ],
    &[
        "Put a Minion from your hand into your discard pile. If you do, draw a card",
        "Discard a Minion from hand to draw a card",
    ],
    &[
        "At any time, you may discard an Enchantment from play or from hand to untap a Minion",
        "At any time, you may discard an Enchantment from play or from hand. If you do, untap a Minion",
    ],
    &[
        "You may discard an Enchantment from play or from hand to untap a Minion",
        "You may discard an Enchantment from play or your hand to untap a Minion",
    ],
    &[
        "Spells cost 1 less",
        "Your Spells cost 1 less energy.",
        "Spells you play cost 1 less",
        "Energy cost of Spells is reduced by 1",
    ],
    &[
        "Reduce the energy cost of Spells by 1",
        "Reduce cost of Spells by 1 until the end of the turn",
        "Reduce energy cost of Spell by 1",
        "Until the end of this turn, Spells cost 1 less",
    ],
    &[
        "Increase all damage you do or any cards you control by 1 until the end of the turn",
        "Increase all damage by 1",
        "Until the end of the turn, increase all damage you do by 1",
    ],
    &[
        "Increase the attack of this Minion by 2 until the end of the turn",
        "+2 Attack until the end of the turn",
        "Attack + 2 until end of turn",
        "Until the end of the turn, this Minion gets +2 Attack",
        "Increase this Minion’s attack by 2 this turn",
    ],
    &[
        "Increase the attack of a Minion by 2 until the end of the turn",
        "A Minion gets +2 Attack until the end of the turn",
    ],
    &[
        "Reduce the armor of all Minions by 1 until the end of the turn",
        "All Minions get -1 Armor until the end of the turn",
        "Decrease armour of all Minions by 1 this turn",
    ],
    &[
        "Pick a Minion. Increase the life of that Minion by 1 until the end of the turn",
        "Pick a Minion. It gets +1 Life until the end of the turn",
        "Pick a Minion. Increase its life by 1 this turn",
    ],
    &["Increase this Minion's next attack by 2", "Increase the next attack of this Minion by 2"],
    &[
        "Take control of a Minion with a cost equal to the number of Spells you have in play until the end of the turn",
        "Take control a Minion with the same summoning cost as the number of Spell you control until end of turn",
    ],
    &["Armor + 1", "+1 Armor", "Armour +1.", "This Minion has +1 Armor", "Armor+1"],
    &[
        "Flying. Attack + 1",
        "Flying, Attack + 1",
        "This Minion is Flying and gets +1 Attack",
        "This Minion has flying. +1 Attack",
    ],
    &[
        "This Minion may attack without tapping",
        "This Minion does not tap when attacking",
        "This Minion doesn’t tap to attack",
        "This Minion can attack without being tapped",
    ],
    &[
        "This Enchantment gains all the abilities of an Enchantment on this Minion",
        "Pick an Enchantment on this Minion. This Enchantment gains the abilities of that Enchantment",
    ],
    &[
        "Swap a card from your hand with a Spell from your discard pile",
        "Exchange a card in your hand with a Spell in your discard pile",
    ],
    &[
        "Redirect an attack causing up to X damage, where X is the number of Spells in play, to a target",
        "Redirect an attack that causes at most X damage to any target, where X is the number of Spells in play",
    ],
    &[
        "When this Minion attacks, it deals X damage, where X is the number of Spells in play",
        "When this Minion attacks, it deals damage equal to the number of Spells in play",
    ],
];

/// Texts that are refused, with the place and the message.
const WRONG: [(&str, usize, &str); 25] = [
    ("Frobnicate", 0, "unexpected `Frobnicate`"),
    ("T: Draw a crad", 10, "unexpected `crad`"),
    ("T: Damage a Minon by 2", 12, "unexpected `Minon`"),
    ("Damage a Minion by", 18, "the text ends too early"),
    ("Draft a card! Tap a card", 12, "unexpected `!`"),
    ("Draw a card. Draw X cards", 18, "the text does not say what X is"),
    ("Draw 5 cards, where X is the number of Spells in play", 12, "no X comes before this"),
    (
        "T: Draw X cards. When you play a Spell, tap X cards, where X is the number of Spells in play",
        8,
        "the text does not say what X is",
    ),
    ("Draw 99999999999 cards", 5, "the number 99999999999 is too large"),
    ("When this Minion sleeps, draw a card", 17, "unexpected `sleeps`"),
    ("When this Minion enters play, draw a card", 17, "unexpected `enters`"),
    ("When another Minion enters play, draw a card", 5, "unexpected `another`"),
    ("Untap it", 6, "it is not clear what `it` means"),
    ("Put an opponent’s Minion back in your hand", 30, "an opponent's card goes to another hand"),
    ("That player draws until you have 3 cards in hand", 0, "only you can draw until you have enough"),
    ("Until the end of your turn, Spells cost 1 less", 0, "this ends with the turn"),
    ("Spells cost 1 more", 14, "unexpected `more`"),
    ("T: Increase the attack of a Minion by 2", 39, "the text ends too early"),
    ("Take control of a Minion", 24, "the text ends too early"),
    ("+2 Fire", 3, "unexpected `Fire`"),
    ("Untap a Minion T: Draw a card", 15, "unexpected `T`"),
    ("Draw a card..", 12, "unexpected `.`"),
    ("T:", 2, "the text ends too early"),
    ("Draw 2 cards for each Spell in play", 13, "there is no number 1 that this could multiply"),
    ("Untap a Minion for each Spell in play", 15, "there is no number 1 that this could multiply"),
];

#[test]
fn what_cannot_be_read_is_refused_at_its_place() {
    for (text, offset, message) in WRONG {
        let refused = parse::text(text).expect_err(text);
        assert_eq!((refused.offset, refused.message.as_str()), (offset, message), "{text}");
    }
    assert_eq!(parse::text("Damage a Minion by").unwrap_err().help, "expected a number");
}
