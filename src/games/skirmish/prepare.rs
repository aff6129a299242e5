//! Reads a card.

use rulebound_core::fault::did_you_mean;
use rulebound_core::grammar::shown;
use rulebound_core::kernel::{Book, Halt, Law, NoChance, Refused, Trace};

use crate::action::{Card, Kind};
use crate::clauses;
use crate::clauses::classes::FACTIONS;
use crate::clauses::text::KNOWN;
use crate::law::{EffectType, Skirmish, SkirmishLaw};
use crate::prepared::Prepared;
use crate::readings::{ListScope, NothingAfter, Specialist, UnfittingNumber, UnreadText, WhiteSpace};
use crate::rules::effects;
use crate::text::Text;
use crate::text::parse::{self, Unit};

/// The largest cost on a card; it keeps sums of such numbers within bounds.
const MOST_SHOWN: u32 = 10_000;
/// What the table of factions calls a Marksman.
const OTHER_NAME: &str = "Specialist";
/// The most secondary skills of a character.
const MOST_SKILLS: usize = 20;

/// Reads a card.
///
/// # Errors
/// If the card does not show what cards of its kind show, or a number on it is too large.
pub fn prepare(book: &Book<Skirmish>, card: &Card) -> Result<Prepared, Halt> {
    check(card)?;
    let (none, mut recorder, mut chance) = (Default::default(), Trace::recording(), NoChance);
    let mut inner = Law::new(book, &none, &mut recorder, &mut chance);
    let (text, refused) = match read(&mut inner, card.text.as_deref().unwrap_or("")) {
        Ok(text) => (text, None),
        Err(refused) => {
            let why = format!("at character {} of the text: {}", refused.offset + 1, refused.message);
            (Text::default(), Some((refused.clause.unwrap_or(KNOWN), why)))
        }
    };
    Ok(Prepared {
        name: card.name.clone(),
        kind: Some(card.kind),
        faction: card.faction.clone(),
        class: card.class,
        primary: card.primary.clone(),
        secondary: card.secondary.clone(),
        cost: card.cost,
        blank: card.kind == Kind::Skill && card.text.as_ref().is_none_or(|text| text.trim().is_empty()),
        text,
        refused,
        clauses: recorder.consulted,
    })
}

fn check(card: &Card) -> Result<(), Halt> {
    let name = &card.name;
    let wrong = |why: &str| Err(Halt::Input(format!("{name} {why}")));
    if card.cost.is_some_and(|cost| cost > MOST_SHOWN) {
        return Err(Halt::Bound(format!("{name} shows a cost greater than {MOST_SHOWN}")));
    }
    let has_skills = card.primary.is_some() || !card.secondary.is_empty();
    let of_character = card.class.is_some() || card.faction.is_some() || has_skills;
    let of_skill = card.cost.is_some() || card.text.is_some();
    match card.kind {
        Kind::Character if card.class.is_none() => wrong("has no class: a character needs one"),
        Kind::Character if of_skill => {
            wrong("has a cost or a text: a character has skills, which have cards of their own")
        }
        Kind::Character if card.secondary.len() > MOST_SKILLS => wrong("has too many skills"),
        Kind::Skill if of_character => wrong("has a class, a faction or skills: only a character has those"),
        Kind::Familiar if of_character || of_skill => wrong("is a familiar, which has nothing but its name"),
        _ => Ok(()),
    }
}

/// Reads a skill text.
///
/// # Errors
/// If it is refused: where and why. If the clause is switched off, a text that is refused says nothing.
pub fn read(law: &mut SkirmishLaw<'_>, source: &str) -> Result<Text, Refused> {
    let other = source.chars().enumerate().find(|(_, c)| c.is_whitespace() && *c != ' ');
    let other = other.filter(|_| law.readings().white_space == WhiteSpace::Spaces);
    if source.trim().is_empty() && other.is_none() {
        law.cite(KNOWN);
        return Ok(Text::default());
    }
    let most = law.rules().longest_text;
    if source.chars().nth(most).is_some() {
        return refuse(law, most, format!("the text has more than {most} characters"), "write less".to_owned());
    }
    let whole = law.readings().list_scope == ListScope::List;
    let (mut text, offsets, unread) = match parse::read(source, whole) {
        Ok((text, offsets)) => (text, offsets, None),
        Err(refused) => (Text::default(), refused.1, Some(refused.0)),
    };
    if offsets.lists
        && !law.choose(clauses::text::GROUPS, whole, false)
        && let Ok((own, _)) = parse::read(source, false)
    {
        text = own;
    }
    let nothing = unread.is_none() && text.keyword.is_some() && text.effects.is_empty();
    let nothing = (nothing && law.readings().nothing_after == NothingAfter::Refused).then(|| {
        let offset = source.chars().count();
        (offset, "nothing follows the keyword".to_owned(), "write an effect".to_owned())
    });
    let unread = unread.map(|unread| (unread.offset, unread.message, unread.help));
    let other = other
        .map(|(offset, space)| (offset, format!("{} is not allowed here", shown(space)), "write a space".to_owned()));
    match other.into_iter().chain(unread).chain(nothing).chain(faults(law, &offsets)).min_by_key(|fault| fault.0) {
        Some((offset, message, help)) => refuse(law, offset, message, help),
        None => {
            law.cite(KNOWN);
            Ok(text)
        }
    }
}

/// What is wrong in a text that the grammar reads: where, what, and what helps.
fn faults(law: &mut SkirmishLaw<'_>, offsets: &parse::Offsets) -> Vec<(usize, String, String)> {
    let mut faults = Vec::new();
    for (offset, name) in &offsets.effects {
        if effects::named(law, name).is_none() {
            let known: Vec<String> = law.rules().types.keys().map(|effect| format!("{effect:?}")).collect();
            let others = law.rules().other_names.keys();
            let all = known.iter().chain(others).map(String::as_str);
            let help = did_you_mean(name, all, &format!("the effects are {}", known.join(", ")));
            faults.push((*offset, format!("there is no effect {name}"), help));
        }
    }
    for (offset, unit, name) in &offsets.units {
        let Some(effect) = effects::named(law, name) else { continue };
        let (fits, unit_of) = match effects::type_of(law, effect) {
            EffectType::Permanent => (*unit == Unit::Stacks, "stacks"),
            EffectType::Timed => (*unit == Unit::Turns, "turns"),
            EffectType::Consumable => (*unit == Unit::Uses, "uses"),
        };
        if !fits && law.readings().unfitting_number == UnfittingNumber::Refused {
            let message = format!("{name} is not counted in this");
            faults.push((*offset, message, format!("{effect:?} is counted in {unit_of}")));
        }
    }
    for (offset, name) in &offsets.traps {
        if !law.rules().traps.contains_key(name) {
            let known: Vec<&str> = law.rules().traps.keys().map(String::as_str).collect();
            let help = did_you_mean(name, known.iter().copied(), &format!("the traps are {}", known.join(", ")));
            faults.push((*offset, format!("there is no trap {name}"), help));
        }
    }
    for (offset, name) in offsets.classes.iter().filter(|(_, name)| name == OTHER_NAME) {
        law.cite(FACTIONS);
        if law.readings().specialist == Specialist::Apart {
            let help = "the classes are Marksman, Duelist, Enchanter and Vanguard".to_owned();
            faults.push((*offset, format!("no character is a {name}"), help));
        }
    }
    let most = law.rules().largest_number;
    for (offset, number) in offsets.numbers.iter().filter(|(_, number)| *number > most) {
        faults.push((*offset, format!("the number {number} is too large"), format!("numbers go up to {most}")));
    }
    faults
}

fn refuse(law: &mut SkirmishLaw<'_>, offset: usize, message: String, help: String) -> Result<Text, Refused> {
    let refused = law.readings().unread_text == UnreadText::Refused;
    let refused = law.choose(KNOWN, refused, false);
    if refused { Err(Refused { offset, message, help, clause: Some(KNOWN) }) } else { Ok(Text::default()) }
}
