//! Why a card text is refused, in the game's words rather than the grammar's.

use super::grammar::Rule;
use rulebound_core::grammar::{Unparsed, Unread};

/// Why a text cannot be read any further.
pub(super) fn unread(unparsed: &Unparsed<'_, Rule>) -> Unread {
    let help = hint(unparsed).or_else(|| unparsed.help(word));
    let mut help = help.unwrap_or_else(|| "a text is written like +5 ATTACK if after 'Punch'".to_owned());
    // If an apostrophe was taken for the end of a name, the mark that really ends the name is left over.
    let left_over = unparsed.after.matches('\'').count() % 2 == 1;
    if left_over && unparsed.before.trim_end().ends_with('\'') {
        help.push_str("; in a name, double an apostrophe that no letter follows");
    }
    Unread { offset: unparsed.offset(), message: unparsed.message(), help }
}

/// What to write instead, where a list of what is allowed does not say it.
fn hint(unparsed: &Unparsed<'_, Rule>) -> Option<String> {
    let wants = |rule| unparsed.wants(rule);
    let after = unparsed.after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let words: Vec<String> = unparsed.before.split_whitespace().map(str::to_lowercase).collect();
    if let [.., or, last] = &words[..]
        && or == "or"
        && wants(Rule::number) | wants(Rule::own) | wants(Rule::the_terrain)
        && after.starts_with(char::is_uppercase)
        && words.iter().any(|word| word == "at")
    {
        return Some(format!("put the name of a terrain that begins with `{last}` in quotation marks"));
    }
    let number = after.trim_end_matches(|c: char| !c.is_ascii_digit());
    if wants(Rule::number) && number.len() < after.len() && number.bytes().all(|b| b.is_ascii_digit()) {
        let rest = &after[number.len()..];
        return (!number.is_empty()).then(|| format!("write a space after the number: {number} {rest}"));
    }
    let counts = words.iter().rev().find(|word| ["per", "only"].contains(&word.as_str()));
    if wants(Rule::in_word) && !wants(Rule::EOI) && counts.is_some_and(|word| word == "only") {
        return Some("write `in line` here; no other pile is meant".to_owned());
    }
    if wants(Rule::card) && !wants(Rule::kind) && !wants(Rule::in_name) && !wants(Rule::with) {
        return Some("write `card` or `cards` after the number".to_owned());
    }
    if wants(Rule::pool) && wants(Rule::line) && !wants(Rule::deck) {
        // `line` is left out: only another reading allows transfers out of a line.
        return Some("expected pool, trash, limbo or source".to_owned());
    }
    if wants(Rule::own) && !wants(Rule::foes) {
        return Some("write Read own source; no other pile is read".to_owned());
    }
    None
}

fn word(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::sentence | Rule::text => "a sentence such as +5 ATTACK",
        Rule::status | Rule::phase | Rule::crumble | Rule::burn | Rule::guard => {
            "a status word: PHASE, CRUMBLE, BURN or GUARD"
        }
        Rule::stays_set | Rule::stays => "Stays set",
        Rule::set => "set",
        Rule::summon | Rule::stay | Rule::summon_word | Rule::stay_word => "SUMMON: or STAY: with a condition",
        Rule::protection | Rule::cannot => "Cannot be destroyed",
        Rule::effects | Rule::effect => "an effect such as +5 ATTACK or Draw 2 cards",
        Rule::amount | Rule::plus => "an amount such as +5 ATTACK",
        Rule::value => "ATTACK or DEFENSE",
        Rule::attack_value => "ATTACK",
        Rule::defense_value => "DEFENSE",
        Rule::draw | Rule::draw_word => "Draw and a number of cards",
        Rule::read | Rule::read_word => "Read own source",
        Rule::transfer | Rule::transfer_word => "Transfer, with cards, from a pile and to a pile",
        Rule::from | Rule::from_word => "`from` and a pile",
        Rule::to | Rule::to_word => "`to` and a pile",
        Rule::one_pile => "a pile of one player: own trash, the foe's limbo",
        Rule::destroy | Rule::destroy_word => "Destroy and a target, such as any assist or the terrain",
        Rule::any_assist | Rule::the_terrain | Rule::first_assist | Rule::the => {
            "a target: any assist, the terrain, the 1st 1 handed assist played by anyone"
        }
        Rule::per | Rule::per_word => "`per` and what is counted",
        Rule::taken | Rule::taken_word => "taken",
        Rule::counted | Rule::cards | Rule::sort | Rule::card | Rule::kind => "cards, such as 'Punch' or defense card",
        Rule::proviso | Rule::if_word => "`if` and a condition",
        Rule::conditions | Rule::condition | Rule::at | Rule::after | Rule::last | Rule::only => {
            "a condition such as after 'Punch', last card, only attack in line, at any terrain"
        }
        Rule::at_word | Rule::after_word | Rule::last_word | Rule::only_word => "`at`, `after`, `last` or `only`",
        Rule::any_terrain | Rule::terrains => "a terrain: any terrain, a rock terrain or its name",
        Rule::one_terrain | Rule::school_terrain | Rule::named_terrain => "a terrain: a rock terrain or its name",
        Rule::card_type => "a type: attack, defense, scroll, terrain, assist or trap",
        Rule::school => "a school: rock, earth, water, ice, air, spark, fire or metal",
        Rule::in_name | Rule::with => "with 'a part of the name' in name",
        Rule::place | Rule::in_line | Rule::in_word => "`in` and a pile",
        Rule::whose => "`both`, `own` or `the foe's`",
        Rule::both => "`both`",
        Rule::own => "`own`",
        Rule::foes => "`the foe's`",
        Rule::pile => "a pile: line, pool, trash, limbo, source or deck",
        Rule::line => "line",
        Rule::pool => "pool",
        Rule::trash => "trash",
        Rule::limbo => "limbo",
        Rule::source => "source",
        Rule::deck => "deck",
        Rule::piles => "the piles of both: lines, pools, trashes, limbos, sources or decks",
        Rule::lines => "lines",
        Rule::pools => "pools",
        Rule::trashes => "trashes",
        Rule::limbos => "limbos",
        Rule::sources => "sources",
        Rule::decks => "decks",
        Rule::name
        | Rule::named
        | Rule::quote
        | Rule::named_curly
        | Rule::curly_quote
        | Rule::curly_end
        | Rule::named_double
        | Rule::double_quote
        | Rule::named_curly_double
        | Rule::curly_double
        | Rule::curly_double_end => "a name in quotation marks",
        Rule::bare_name | Rule::bare_word => "a name",
        Rule::number => "a number",
        Rule::colon => "a colon",
        Rule::stop => "a full stop",
        Rule::side | Rule::left | Rule::right => "left: or right:",
        Rule::joint => "`and` or `or` with an effect",
        Rule::and => "`and` with a condition",
        Rule::either => "`or` with more cards",
        Rule::or_terrain => "`or` with another terrain",
        Rule::comma => "a comma",
        Rule::EOI => "the end",
        Rule::assist => "assist",
        Rule::terrain => "terrain",
        Rule::handed => "handed",
        Rule::played | Rule::by => "played by",
        Rule::anyone | Rule::foe => "anyone or the foe",
        Rule::first => "1st",
        Rule::round => "round",
        Rule::be => "be destroyed",
        Rule::destroyed => "destroyed",
        Rule::its => "its 1st round",
        Rule::name_word => "name",
        Rule::or
        | Rule::every
        | Rule::apostrophe
        | Rule::any
        | Rule::article
        | Rule::end
        | Rule::begins
        | Rule::one_line
        | Rule::no_name
        | Rule::WHITESPACE => {
            return None;
        }
    })
}
