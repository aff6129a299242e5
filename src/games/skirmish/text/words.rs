//! Why a skill text is refused, in the game's words rather than the grammar's.

use super::grammar::Rule;
use rulebound_core::fault::did_you_mean;
use rulebound_core::grammar::{Unparsed, Unread};

const KEYWORDS: [&str; 6] = ["Bounty", "Resonance", "Defiance", "Channel", "Delirium", "Inspiration"];
const CLASSES: [&str; 5] = ["Marksman", "Specialist", "Duelist", "Enchanter", "Vanguard"];
/// Words that begin an effect.
const VERBS: [&str; 18] = [
    "draw", "gain", "give", "damage", "deal", "heal", "recover", "restore", "revive", "defeat", "raise", "increase",
    "lower", "reduce", "summon", "place", "detonate", "switch",
];
/// Other words of texts.
const OTHERS: [&str; 22] = [
    "character",
    "characters",
    "ally",
    "allies",
    "opponent",
    "opponents",
    "enemy",
    "enemies",
    "yourself",
    "another",
    "other",
    "critically",
    "wounded",
    "power",
    "armor",
    "action",
    "attack",
    "movement",
    "stance",
    "cards",
    "points",
    "tiers",
];

/// Help for the name of a class that does not exist.
pub(super) fn class_like(name: &str) -> String {
    did_you_mean(name, CLASSES, "the classes are Marksman, Duelist, Enchanter and Vanguard")
}

/// Why a text cannot be read any further.
pub(super) fn unread(unparsed: &Unparsed<'_, Rule>) -> Unread {
    let word: String = unparsed.after.chars().take_while(|c| c.is_alphanumeric()).collect();
    let rest = unparsed.after[word.len()..].trim_start();
    let before = unparsed.before.trim_end();
    let begins = before.is_empty() || before.ends_with(['.', ';', ':', ',']);
    let is_keyword = KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(&word));
    let (mut message, mut help) = (unparsed.message(), expected(unparsed));
    if is_keyword && before.is_empty() {
        help = format!("write a colon after the keyword, as in {word}: Draw a card");
    } else if is_keyword && rest.starts_with(':') {
        help = "a text has one keyword, at its beginning, which applies to all of it".to_owned();
    } else if before.is_empty() && !word.is_empty() && rest.starts_with(':') {
        message = format!("there is no keyword {word}");
        help = did_you_mean(&word, KEYWORDS, &format!("the keywords are {}", KEYWORDS.join(", ")));
    } else if unparsed.after.starts_with('0') {
        help = "numbers begin with 1".to_owned();
    } else if word == "it" || word == "its" || word == "them" || word == "their" || word == "that" {
        help = "name the characters again: a text cannot refer to those of another effect".to_owned();
    } else if wants_name(unparsed) && word.chars().next().is_some_and(char::is_lowercase) && !begins {
        // these sound like numbers
        let number = match &*word {
            "to" | "too" => "did you mean two?",
            "for" => "did you mean four?",
            _ => "",
        };
        if number.is_empty() {
            let capital: String =
                word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
            help.push_str(&format!("; names have capitals, as in {capital}"));
        } else {
            help = format!("{number} {help}");
        }
    } else if !word.is_empty() {
        let known = VERBS.into_iter().chain(if begins { [].as_slice() } else { OTHERS.as_slice() }.iter().copied());
        let known: Vec<&str> = known.chain(CLASSES).filter(|known| !known.eq_ignore_ascii_case(&word)).collect();
        let lower = word.to_lowercase();
        let near = did_you_mean(&word, known.iter().copied(), "");
        let near = if near.is_empty() { did_you_mean(&lower, known, "") } else { near };
        if !near.is_empty() {
            help = format!("{near} {help}");
        }
    }
    Unread { offset: unparsed.offset(), message, help }
}

fn wants_name(unparsed: &Unparsed<'_, Rule>) -> bool {
    [Rule::name, Rule::effect_name, Rule::trap_name, Rule::handed, Rule::gifts, Rule::gift]
        .into_iter()
        .any(|rule| unparsed.wants(rule))
}

fn expected(unparsed: &Unparsed<'_, Rule>) -> String {
    // All that begins an effect is one thing to expect.
    if [Rule::text, Rule::effects, Rule::effect].into_iter().any(|rule| unparsed.wants(rule)) {
        return match unparsed.before.trim_end().is_empty() {
            true => "expected a keyword and a colon, or an effect such as Draw a card",
            false => "expected an effect such as Draw a card",
        }
        .to_owned();
    }
    let known = unparsed.help(word);
    known.unwrap_or_else(|| "a text is written like Channel: Give Ignite to an opponent. Draw a card".to_owned())
}

fn word(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::prefix | Rule::keyword => "a keyword",
        Rule::colon => "a colon",
        Rule::name => "a name",
        Rule::effect_name | Rule::handed | Rule::gifts | Rule::gift => "the name of an effect, such as Ignite",
        Rule::trap_name => "the name of a trap",
        Rule::number | Rule::some | Rule::one => "a number",
        Rule::cards => "cards",
        Rule::points => "action points",
        Rule::stacks_of => "stacks of",
        Rule::lasting | Rule::for_word => "for and a number of turns",
        Rule::turns => "turns or uses",
        Rule::open | Rule::close => "a number in brackets",
        Rule::targets
        | Rule::target
        | Rule::some_of
        | Rule::each_of
        | Rule::number_of
        | Rule::one_of
        | Rule::bare
        | Rule::member
        | Rule::restart
        | Rule::yourself
        | Rule::every
        | Rule::owners => "who is affected, such as an opponent or all allies",
        Rule::group
        | Rule::person
        | Rule::side
        | Rule::characters
        | Rule::allies
        | Rule::opponents
        | Rule::allied
        | Rule::hostile
        | Rule::class
        | Rule::marksman
        | Rule::duelist
        | Rule::enchanter
        | Rule::vanguard => "a character, an ally, an opponent or a class",
        Rule::wounded => "critically wounded",
        Rule::limit | Rule::you_control | Rule::opponent_controls | Rule::that_are_wounded | Rule::but_yourself => {
            return None;
        }
        Rule::damage_noun => "damage",
        Rule::armor_noun => "armor",
        Rule::scores | Rule::score | Rule::power | Rule::armor => "power or armor",
        Rule::tiers => "tiers",
        Rule::actions | Rule::deed | Rule::attack | Rule::movement => "attack or movement",
        Rule::action => "action",
        Rule::all_traps => "all traps",
        Rule::stance => "a class, as in Switch to the Vanguard stance",
        Rule::stance_noun => "stance",
        Rule::on_empty_tile => "on an empty tile",
        Rule::possessive => "whose, as in an ally's",
        Rule::to_whom => "`to` and who gets it",
        Rule::from_whom => "`to` and who is healed",
        Rule::of => "`of`",
        Rule::by => "`by` and a number",
        Rule::or | Rule::or_list => "`or`",
        Rule::and | Rule::between | Rule::joint | Rule::comma => "`and`",
        Rule::stop => "a full stop",
        Rule::EOI => "the end",
        _ => return None,
    })
}
