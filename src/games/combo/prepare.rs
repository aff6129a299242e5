//! Turns a card text into what the card does: its sentences with their choices settled.

use crate::action::Card;
use crate::clauses;
use crate::law::{Combo, ComboLaw};
use crate::prepared::{Effects, Prepared, ReadSentence};
use crate::readings::{AndOr, BareNames, Capitals, CurlyMarks, OrMarks, SeveralOrs, UnknownText, WhiteSpace};
use crate::rules::{assists, schools, text, traps};
use crate::text::parse::{self, Offsets};
use crate::text::{CardType, Effect, Joint, Part, Sentence, Side, Status};
use rulebound_core::grammar::shown;
use rulebound_core::kernel::{Book, Halt, Law, NoChance, Refused, Rejection, Trace};

/// The largest number of hands or shield on a card; it keeps sums of such numbers within bounds.
const MOST_SHOWN: u32 = 1_000_000;

/// Reads a card.
///
/// # Errors
/// If a number on the card is too large.
pub fn prepare(book: &Book<Combo>, card: &Card) -> Result<Prepared, Halt> {
    for (number, of) in [(card.hands, "hands"), (card.shield, "shield")] {
        if let Some(number) = number.filter(|number| *number > MOST_SHOWN) {
            let message = format!("{} shows {number} as its {of}; the bound is {MOST_SHOWN}", card.name);
            return Err(Halt::Bound(message));
        }
    }
    let (none, mut recorder, mut chance) = (Default::default(), Trace::recording(), NoChance);
    let mut inner = Law::new(book, &none, &mut recorder, &mut chance);
    let of_type = CardType::of(&card.of_type);
    let read = read(&mut inner, card.text.as_deref().unwrap_or(""), of_type);
    let is_assist = of_type == Some(CardType::Assist);
    let (hands, shield) = if is_assist { assists::shown(&mut inner, card) } else { (book.parameters.assist_hands, 0) };
    let mut prepared = Prepared::new(card.clone(), read);
    prepared.in_line = book.parameters.in_line.contains(&card.of_type);
    (prepared.hands, prepared.shield) = (hands, shield);
    prepared.playable = playable(&mut inner, &prepared);
    prepared.clauses = recorder.consulted;
    Ok(prepared)
}

/// Checks whether a card can be played at all, given what it shows.
///
/// # Errors
/// If a clause refuses it.
fn playable(law: &mut ComboLaw<'_>, card: &Prepared) -> Result<(), Rejection> {
    schools::playable(law, &card.card)?;
    if card.of_type == Some(CardType::Assist) {
        assists::playable(law, card)?;
    } else {
        text::suits_shown(law, &card.card, card.of_type)?;
    }
    let Err(refused) = &card.read else { return Ok(()) };
    let why = || format!("at character {} of the text: {}; {}", refused.offset + 1, refused.message, refused.help);
    Err(law.reject(refused.clause.unwrap_or(clauses::text::KNOWN), why))
}

/// Reads a card text; if the card's type is known, also checks whether the text suits that type.
///
/// # Errors
/// If it is refused. The error says where and why.
pub fn read(law: &mut ComboLaw<'_>, source: &str, of_type: Option<CardType>) -> Result<Vec<ReadSentence>, Refused> {
    let ignored = law.readings().unknown_text == UnknownText::Ignored;
    let refuse = |offset, message: &str, help: &str, clause| {
        Err(Refused { offset, message: message.to_owned(), help: help.to_owned(), clause: Some(clause) })
    };
    let most = law.rules().longest_text;
    if source.chars().nth(most).is_some() {
        if law.choose(clauses::text::KNOWN, !ignored, false) {
            return refuse(
                most,
                &format!("the text has more than {most} characters"),
                "write less",
                clauses::text::KNOWN,
            );
        }
        return without_text(law, of_type);
    }
    let (parsed, places) = match parse::text(source) {
        Ok(parsed) => parsed,
        Err(unread) => {
            if !law.choose(clauses::text::KNOWN, !ignored, false) {
                return without_text(law, of_type);
            }
            return refuse(unread.offset, &unread.message, &unread.help, clauses::text::KNOWN);
        }
    };
    law.cite(clauses::text::KNOWN);
    let mut faults = unread(law, source, &places);
    if !faults.is_empty() && !law.choose(clauses::text::KNOWN, !ignored, false) {
        return without_text(law, of_type);
    }
    let mut found = Vec::with_capacity(parsed.sentences.len());
    let mut ors = 0;
    let burns = parsed.sentences.iter().any(|sentence| matches!(sentence, Sentence::Status(Status::Burn)));
    for (sentence, at) in parsed.sentences.into_iter().zip(&places) {
        if let Some(offset) = at.every.filter(|_| !law.on(clauses::text::EVERY)) {
            faults.extend(refuse(offset, "unexpected `every`", "write per card", clauses::text::EVERY).err());
        }
        faults.extend(at.either.and_then(|offset| text::either(law, offset).err()));
        faults.extend(at.from_line.and_then(|offset| text::transfer::out_of_line(law, offset).err()));
        found.push(match sentence {
            Sentence::Status(word) => {
                faults.extend(text::suits_word(law, of_type, word, at.start).err());
                ReadSentence::Status(word)
            }
            Sentence::Summon(conditions) => ReadSentence::Summon(conditions),
            Sentence::Stay(conditions) => ReadSentence::Stay(conditions),
            Sentence::Protection(lasting) => ReadSentence::Protection(lasting),
            Sentence::Effects(mut parts) => {
                text::ends(law, &mut parts);
                faults.extend(text::suits(law, of_type, burns, &parts, at).err());
                faults.extend(text::transfer::between(law, &parts, at).err());
                let mut read = effects(law, &parts, at).unwrap_or_else(|refused| {
                    faults.push(refused);
                    Effects::always([])
                });
                // Which effects a card carries out depends on its type.
                read.sided.retain(|(_, effect)| of_type.is_none() || !text::idle(law, of_type, burns, effect));
                if read.chosen {
                    ors += 1;
                    let refused = law.readings().several_ors == SeveralOrs::Refused;
                    if ors > 1 && law.choose(clauses::status::OR, refused, false) {
                        let help = "write one sentence with `or`";
                        faults.extend(refuse(at.start, "a second choice on one card", help, clauses::status::OR).err());
                    }
                }
                ReadSentence::Effects(read)
            }
        });
    }
    // Of several faults, report the first in the text.
    if let Some(first) = faults.into_iter().min_by_key(|fault| fault.offset) {
        return Err(first);
    }
    if found.len() > 1 && !law.on(clauses::text::SENTENCES) {
        found.truncate(1);
    }
    if of_type == Some(CardType::Trap) {
        traps::waits(law, &mut found, &places)?;
    }
    Ok(found)
}

/// What the clause on known texts forbids in a text that the grammar reads.
fn unread(law: &ComboLaw<'_>, source: &str, places: &[Offsets]) -> Vec<Refused> {
    let (readings, most) = (law.readings(), law.rules().largest_number);
    let mut found = Vec::new();
    let mut refuse = |offset: Option<usize>, message: &str, help: &str| {
        found.extend(offset.map(|offset| Refused {
            offset,
            message: message.to_owned(),
            help: help.to_owned(),
            clause: Some(clauses::text::KNOWN),
        }));
    };
    if readings.white_space == WhiteSpace::Spaces {
        let other = source.chars().enumerate().find(|(_, c)| c.is_whitespace() && *c != ' ');
        if let Some((offset, space)) = other {
            refuse(Some(offset), &format!("{} is not allowed here", shown(space)), "write a space");
        }
    }
    for at in places {
        if readings.curly_marks == CurlyMarks::Refused {
            refuse(at.marks, "curly and double marks are not allowed", "write a straight single one: '");
        }
        if let Some((offset, printed)) = at.capitals.as_ref().filter(|_| readings.capitals == Capitals::AsPrinted) {
            refuse(Some(*offset), "a word in other capitals than printed", &format!("write {printed}"));
        }
        if readings.bare_names == BareNames::Refused {
            refuse(at.bare, "a name without quotation marks", "write the name in quotation marks: 'Lake'");
        }
        refuse(at.zero, "the number is 0", "write a number that is 1 or more");
        refuse(at.same_pile, "cards that are transferred to the pile that they are in", "name another pile");
        if let Some((offset, number)) = at.numbers.iter().find(|(_, number)| *number as usize > most as usize) {
            refuse(Some(*offset), &format!("the number {number} is too large"), &format!("numbers go up to {most}"));
        }
    }
    found
}

/// The sentences of a card without a text, which has no effect.
fn without_text(law: &mut ComboLaw<'_>, of_type: Option<CardType>) -> Result<Vec<ReadSentence>, Refused> {
    if of_type == Some(CardType::Trap) {
        traps::waits(law, &mut [], &[])?;
    }
    Ok(Vec::new())
}

/// One of the groups of effects between which the player chooses: its first part, the side that names the group, if
/// any, and the first part with a side in the wrong place.
struct Group<'p> {
    first: Option<&'p Part>,
    side: Option<Side>,
    astray: Option<&'p Part>,
}

/// The first side that is out of place: one that does not begin one of the two groups, or repeats the side of the
/// first. If there is none, it is the side of a group whose counterpart has none.
fn misplaced(parts: &[Part], options: &[Group<'_>]) -> Option<usize> {
    let (two, more) = options.split_at(options.len().min(2));
    let sides: Vec<&Group<'_>> = two.iter().filter(|group| group.side.is_some()).collect();
    let repeated = two.len() == 2 && two[0].side.is_some() && two[0].side == two[1].side;
    let astray = options.iter().filter_map(|group| group.astray);
    let more = more.iter().filter(|group| group.side.is_some()).filter_map(|group| group.first);
    let again = two.iter().skip(1).filter(|_| repeated).filter_map(|group| group.first);
    let place = |part: &Part| parts.iter().filter(|p| p.side.is_some()).position(|p| std::ptr::eq(p, part));
    let stray = astray.chain(more).chain(again).filter_map(place).min();
    stray.or_else(|| if let [lone] = sides[..] { lone.first.and_then(place) } else { None })
}

/// The effects of parts joined by "and".
fn joined<'p>(law: &mut ComboLaw<'_>, parts: &[&'p Part]) -> (Group<'p>, Vec<Effect>) {
    let first = parts.first().copied();
    let side = first.and_then(|p| p.side);
    let astray = parts.iter().skip(1).find(|p| p.side.is_some()).copied();
    let mut effects: Vec<Effect> = parts.iter().map(|p| p.effect.clone()).collect();
    if effects.len() > 1 && !law.on(clauses::status::AND) {
        effects.truncate(1);
    }
    (Group { first, side, astray }, effects)
}

/// Splits the parts before each part that is joined by `joint`.
fn split<'a>(parts: &[&'a Part], joint: Joint) -> Vec<Vec<&'a Part>> {
    let mut groups: Vec<Vec<&Part>> = Vec::new();
    for part in parts {
        match groups.last_mut() {
            Some(last) if part.joint != Some(joint) => last.push(part),
            _ => groups.push(vec![part]),
        }
    }
    groups
}

fn effects(law: &mut ComboLaw<'_>, parts: &[Part], at: &Offsets) -> Result<Effects, Refused> {
    let refuse = |offset: Option<usize>, message: &str, help: &str, clause| {
        let offset = offset.unwrap_or(at.start);
        Err(Refused { offset, message: message.to_owned(), help: help.to_owned(), clause: Some(clause) })
    };
    let whole: Vec<&Part> = parts.iter().collect();
    let marks = "write left: and right: at the beginning of two effects with `or` between them, or neither";
    let has_or = parts.iter().any(|p| p.joint == Some(Joint::Or));
    if !has_or {
        if !at.sides.is_empty() && law.on(clauses::status::MARKS) {
            return refuse(at.sides.first().copied(), "a side without a choice", marks, clauses::status::MARKS);
        }
        return Ok(Effects::always(joined(law, &whole).1));
    }
    // The effects in the order of the text, each with its group, if it belongs to a group that can be chosen.
    let mut found: Vec<(Option<usize>, Effect)> = Vec::new();
    let mut options: Vec<Group<'_>> = Vec::new();
    if law.readings().and_or == AndOr::AndCloser {
        for part in split(&whole, Joint::Or) {
            let (group, effects) = joined(law, &part);
            found.extend(effects.into_iter().map(|effect| (Some(options.len()), effect)));
            options.push(group);
        }
    } else {
        let outer = split(&whole, Joint::And);
        let outer = if outer.len() > 1 && !law.on(clauses::status::AND) { &outer[..1] } else { &outer };
        for conjunct in outer {
            let inner = split(conjunct, Joint::Or);
            let alone = inner.len() == 1;
            // If nothing is chosen, all parts that the "or" joins count.
            let chosen = !alone && (options.is_empty() || law.on(clauses::status::OR));
            if chosen && !options.is_empty() {
                return refuse(
                    at.ors.get(1).copied(),
                    "a second choice in one sentence",
                    "write only one `or`",
                    clauses::status::OR,
                );
            }
            for part in inner {
                let (group, effects) = joined(law, &part);
                if alone && group.side.is_some() && law.on(clauses::status::MARKS) {
                    return refuse(at.sides.first().copied(), "a side without a choice", marks, clauses::status::MARKS);
                }
                found.extend(effects.into_iter().map(|effect| (chosen.then_some(options.len()), effect)));
                if chosen {
                    options.push(group);
                }
            }
        }
    }
    if options.is_empty() {
        return Ok(Effects::always(found.into_iter().map(|(_, effect)| effect)));
    }
    let most = law.rules().or_options;
    law.cite(clauses::status::OR_TWO);
    let too_many = (options.len() > most && law.on(clauses::status::OR_TWO))
        .then(|| at.ors.get(most.saturating_sub(1)).copied().unwrap_or(at.start));
    let wrong = misplaced(parts, &options).map(|wrong| at.sides.get(wrong).copied().unwrap_or(at.start));
    let wrong = wrong.filter(|wrong| law.on(clauses::status::MARKS) && too_many.is_none_or(|or| *wrong < or));
    if wrong.is_some() {
        return refuse(wrong, "sides that do not name the two effects", marks, clauses::status::MARKS);
    }
    if too_many.is_some() {
        return refuse(too_many, "one `or` too many", "write two effects", clauses::status::OR_TWO);
    }
    let names: Vec<Option<Side>> = options.iter().take(2).map(|g| g.side).collect();
    let marked = names.iter().any(Option::is_some);
    let fitting = names.len() == 2 && names[0].is_some() && names[1].is_some() && names[0] != names[1];
    law.cite(clauses::status::MARKS);
    let required = law.readings().or_marks == OrMarks::Required;
    let in_order = law.on(clauses::status::LEFT_RIGHT);
    if !marked && required && in_order {
        return refuse(at.effects.first().copied(), "the effects have no sides", marks, clauses::status::LEFT_RIGHT);
    }
    let swapped = if fitting { names[0] == Some(Side::Right) } else { !in_order };
    let sides = if swapped { [Side::Right, Side::Left] } else { [Side::Left, Side::Right] };
    if !law.on(clauses::status::OR) {
        return Ok(Effects::always(found.into_iter().map(|(_, effect)| effect)));
    }
    // If more than two groups are allowed, only the first two can be chosen.
    let sided = found.into_iter().filter_map(|(of, effect)| match of {
        None => Some((None, effect)),
        Some(of) => sides.get(of).map(|side| (Some(*side), effect)),
    });
    Ok(Effects { sided: sided.collect(), chosen: true })
}
