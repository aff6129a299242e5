//! Why a card text is refused, in the game's words rather than the grammar's.

use super::grammar::Rule;
use rulebound_core::grammar::{Unparsed, Unread};

/// Why a text cannot be read any further.
pub(super) fn unread(unparsed: &Unparsed<'_, Rule>) -> Unread {
    let begins = unparsed.before.trim_end().chars().last().is_none_or(|c| matches!(c, '.' | ':'));
    let help = if begins || unparsed.wants(Rule::effect) {
        "expected an effect such as draw a card, or an ability such as T: +1 Energy".to_owned()
    } else {
        let known = unparsed.help(word);
        known.unwrap_or_else(|| "a text is written like T: Damage a Minion by 2. If you do, draw a card".to_owned())
    };
    Unread { offset: unparsed.offset(), message: unparsed.message(), help }
}

fn word(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::tap_sign => "T:",
        Rule::trigger | Rule::when | Rule::beginning => "a trigger, such as when you play a Spell",
        Rule::about_to_be_damaged | Rule::damaged | Rule::about_to | Rule::takes_damage => "is damaged",
        Rule::attacks | Rule::attack_verb => "attacks",
        Rule::playing | Rule::playing_this => "you play a Spell",
        Rule::entering | Rule::enters => "enters play",
        Rule::you_may => "you may",
        Rule::from_play_or_hand => "from play or from hand",
        Rule::proviso | Rule::if_done | Rule::if_is | Rule::otherwise => "if you do, if it is, or otherwise",
        Rule::for_each | Rule::for_every => "for each",
        Rule::r#where | Rule::where_x => "where X is",
        Rule::bonus | Rule::signed | Rule::change_scores => "a score, such as Armor + 1",
        Rule::score | Rule::attack | Rule::armor | Rule::life => "a score",
        Rule::flying | Rule::flying_word => "Flying",
        Rule::untapped | Rule::without_tapping => "may attack without tapping",
        Rule::cost_verb => "cost",
        Rule::less => "`less`",
        Rule::is_increased => "is increased by",
        Rule::until => "until the end of the turn",
        Rule::all_damage => "all damage you do",
        Rule::energy_cost => "energy cost",
        Rule::next_attack | Rule::next_attack_word => "next attack",
        Rule::gains_abilities => "gains all the abilities of",
        Rule::on_this => "on this Minion",
        Rule::on_that => "on that Minion",
        Rule::to_discard => "to discard",
        Rule::draft_row => "the draft row",
        Rule::an_attack => "an attack",
        Rule::causing => "causing up to",
        Rule::the_damage => "the damage",
        Rule::any_target => "a target of your choice",
        Rule::targets | Rule::each_of | Rule::some_of | Rule::kinds | Rule::kind => "a target, such as a Minion",
        Rule::minion
        | Rule::device
        | Rule::player
        | Rule::target_noun
        | Rule::non_device
        | Rule::opponent_noun
        | Rule::that_card
        | Rule::this
        | Rule::yourself => "a target, such as a Minion",
        Rule::whose_before | Rule::yours | Rule::opponents | Rule::limit | Rule::you_control => "whose it is",
        Rule::opponent_controls => "whose it is",
        Rule::cost | Rule::with => "with an energy cost of",
        Rule::cost_of | Rule::cost_at_most | Rule::same_cost | Rule::at_most_more => "the energy cost",
        Rule::more_than => "more than",
        Rule::amount | Rule::some | Rule::number | Rule::x => "a number",
        Rule::measure | Rule::number_of | Rule::damage_taken | Rule::its_cost => "what is counted",
        Rule::counted | Rule::you_have | Rule::in_play => "what is counted, such as Spells you have in play",
        Rule::equal_to => "equal to",
        Rule::one_sort | Rule::sort | Rule::many | Rule::card_type | Rule::spell | Rule::enchantment => {
            "a card or a type of cards, such as Minion"
        }
        Rule::name | Rule::named | Rule::bare_name => "a name",
        Rule::card => "cards",
        Rule::from | Rule::from_word | Rule::from_hand => "from and a pile",
        Rule::hand | Rule::deck | Rule::discard_pile | Rule::draft_deck => "the hand or a pile",
        Rule::destination | Rule::into_hand | Rule::on_deck | Rule::in_word | Rule::owners_hand => {
            "where it goes, such as into your hand"
        }
        Rule::on_other_deck => "on top of the other player's deck",
        Rule::into_play => "into play",
        Rule::for_free => "for free",
        Rule::paying => "`, paying its cost`",
        Rule::take | Rule::put => "`take` or `put`",
        Rule::back | Rule::back_in_order => "`back`",
        Rule::the_rest => "the rest",
        Rule::any_of_them => "any of them",
        Rule::any_number => "any number of cards",
        Rule::top => "the top",
        Rule::until_you_have => "until you have",
        Rule::you_pick => "you pick",
        Rule::damage_noun => "damage",
        Rule::life_noun => "life",
        Rule::energy_word | Rule::same_energy => "Energy",
        Rule::deal => "deals",
        Rule::fully => "fully",
        Rule::by => "`by`",
        Rule::of => "`of`",
        Rule::to_word => "`to`",
        Rule::joint | Rule::and | Rule::comma => "`and`",
        Rule::stop => "a full stop",
        Rule::EOI => "the end",
        Rule::clause | Rule::effect | Rule::sentence | Rule::by_player | Rule::draw | Rule::damage => {
            "an effect such as draw a card"
        }
        _ => return None,
    })
}
