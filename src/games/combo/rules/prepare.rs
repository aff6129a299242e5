//! From a card text to what the card does: the sentences with their choices settled.

use super::super::action::{Card, Choice};
use super::super::readings::{AndOr, OrMarks, SeveralOrs, UnknownText};
use super::super::text::parse::{self, Offsets};
use super::super::text::{CardType, Condition, Effect, Joint, Lasting, Part, Sentence, Side, Status, Value};
use super::super::{Combo, ComboLaw};
use super::{assists, schools, status, text, traps};
use rulebound_core::kernel::{Book, ClauseSet, Halt, Law, NoChance, Refused, Rejection, Trace};

/// A sentence with its choice settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// A status word.
    Status(Status),
    /// What must hold for the card to be played.
    Summon(Vec<Condition>),
    /// What must hold for the card to be played and to stay.
    Stay(Vec<Condition>),
    /// Nothing destroys the card.
    Protection(Lasting),
    /// What the card does.
    Effects(Effects),
}

/// What a sentence makes a card do.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Effects {
    /// In the order of the text: the effects with the choice that each is for; none where it is in any case.
    pub sided: Vec<(Option<Side>, Effect)>,
    /// Whether one of two is chosen.
    pub chosen: bool,
}

impl Effects {
    fn always(effects: impl IntoIterator<Item = Effect>) -> Self {
        Self { sided: effects.into_iter().map(|effect| (None, effect)).collect(), chosen: false }
    }

    /// Those that are in any case and those of these choices.
    pub fn under(&self, sides: &[Side]) -> impl Iterator<Item = &Effect> {
        self.sided.iter().filter(|(side, _)| side.is_none_or(|side| sides.contains(&side))).map(|(_, effect)| effect)
    }
}

/// A card with its text read.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// As defined.
    pub card: Card,
    /// The hands that it takes as an assist.
    pub hands: u32,
    /// Its shield as an assist.
    pub shield: u32,
    /// Its type, if it is one of the six.
    pub of_type: Option<CardType>,
    /// Whether cards of its type are played to the line.
    pub in_line: bool,
    /// Its sentences, or why its text is refused.
    pub read: Result<Vec<Read>, Refused>,
    /// Whether what it shows lets it be played at all.
    pub playable: Result<(), Rejection>,
    /// What it requires to be played.
    pub summon: Vec<Condition>,
    /// What it requires to be played and to stay.
    pub stay: Vec<Condition>,
    /// What protects it.
    pub protection: Option<Lasting>,
    /// Its status words.
    words: Vec<Status>,
    /// Whether one of two effects is chosen.
    has_or: bool,
    /// What it does under each choice: none, left, right.
    effects: [Vec<Effect>; 3],
    /// What of that gives attack, and what defence.
    amounts: [[Vec<Effect>; 2]; 3],
    /// The clauses that bore on reading it, and on whether it can be played at all.
    pub clauses: ClauseSet,
}

impl Default for Prepared {
    fn default() -> Self {
        let card = Card {
            name: String::new(),
            of_type: String::new(),
            schools: Vec::new(),
            hands: None,
            shield: None,
            text: None,
        };
        Self {
            card,
            hands: 1,
            shield: 0,
            of_type: None,
            in_line: false,
            read: Ok(Vec::new()),
            playable: Ok(()),
            summon: Vec::new(),
            stay: Vec::new(),
            protection: None,
            words: Vec::new(),
            has_or: false,
            effects: Default::default(),
            amounts: Default::default(),
            clauses: ClauseSet::default(),
        }
    }
}

impl Prepared {
    /// Its sentences; none if the text is refused.
    pub fn sentences(&self) -> &[Read] {
        self.read.as_deref().unwrap_or(&[])
    }

    /// Whether it has a status word.
    pub fn has(&self, word: Status) -> bool {
        self.words.contains(&word)
    }

    /// Whether one of two effects is chosen.
    pub fn has_or(&self) -> bool {
        self.has_or
    }

    /// What it does under a choice.
    pub fn effects(&self, choice: Choice) -> &[Effect] {
        &self.effects[choice as usize]
    }

    /// What of that gives attack or defence.
    pub fn amounts(&self, choice: Choice, of: Value) -> &[Effect] {
        &self.amounts[choice as usize][of as usize]
    }

    /// Every effect of the text, whichever is chosen.
    pub fn all_effects(&self) -> impl Iterator<Item = &Effect> {
        let effects = self.sentences().iter().filter_map(|s| match s {
            Read::Effects(effects) => Some(effects.sided.iter().map(|(_, effect)| effect)),
            _ => None,
        });
        effects.flatten()
    }
}

/// The largest number of hands or shield on a card: sums of them stay within bounds.
const MOST_SHOWN: u32 = 1_000_000;

/// Reads a card.
///
/// # Errors
/// When a number on it is too large.
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
    let mut prepared = Prepared {
        of_type,
        in_line: book.parameters.in_line.contains(&card.of_type),
        card: card.clone(),
        hands,
        shield,
        read,
        ..Prepared::default()
    };
    prepared.playable = playable(&mut inner, &prepared);
    prepared.clauses = recorder.consulted;
    sort(&mut prepared);
    Ok(prepared)
}

/// Whether what a card shows lets it be played at all.
///
/// # Errors
/// The clause that does not.
fn playable(law: &mut ComboLaw<'_>, card: &Prepared) -> Result<(), Rejection> {
    schools::playable(law, &card.card)?;
    if card.of_type == Some(CardType::Assist) {
        assists::playable(law, card)?;
    }
    let Err(refused) = &card.read else { return Ok(()) };
    let why = || format!("at character {} of the text: {}", refused.offset + 1, refused.message);
    Err(law.reject(refused.clause.unwrap_or(text::KNOWN), why))
}

/// Puts what the sentences say where it is looked for while a match is played.
fn sort(card: &mut Prepared) {
    for sentence in card.read.iter().flatten() {
        match sentence {
            Read::Status(word) => card.words.push(*word),
            Read::Summon(conditions) => card.summon.extend(conditions.iter().cloned()),
            Read::Stay(conditions) => card.stay.extend(conditions.iter().cloned()),
            Read::Protection(lasting) => {
                let ever = card.protection == Some(Lasting::Ever);
                card.protection = Some(if ever { Lasting::Ever } else { *lasting });
            }
            Read::Effects(read) => {
                card.has_or |= read.chosen;
                let choices: [&[Side]; 3] = [&[], &[Side::Left], &[Side::Right]];
                for (sides, effects) in choices.into_iter().zip(&mut card.effects) {
                    effects.extend(read.under(sides).cloned());
                }
            }
        }
    }
    for (effects, amounts) in card.effects.iter().zip(&mut card.amounts) {
        for effect in effects {
            if let Effect::Amount { value, .. } = effect {
                amounts[*value as usize].push(effect.clone());
            }
        }
    }
}

/// Reads a card text; of a card whose type is known also whether it suits the type.
///
/// # Errors
/// Where and why it is refused.
pub fn read(law: &mut ComboLaw<'_>, source: &str, of_type: Option<CardType>) -> Result<Vec<Read>, Refused> {
    let ignored = law.readings().unknown_text == UnknownText::Ignored;
    let refuse = |offset, message: &str, help: &str, clause| {
        Err(Refused { offset, message: message.to_owned(), help: help.to_owned(), clause: Some(clause) })
    };
    let most = law.rules().longest_text;
    if source.chars().nth(most).is_some() {
        if law.choose(text::KNOWN, !ignored, false) {
            return refuse(most, &format!("the text has more than {most} signs"), "write less", text::KNOWN);
        }
        return without_text(law, of_type);
    }
    let (parsed, places) = match parse::text(source) {
        Ok(parsed) => parsed,
        Err(unread) => {
            if !law.choose(text::KNOWN, !ignored, false) {
                return without_text(law, of_type);
            }
            return refuse(unread.offset, &unread.message, &unread.help, text::KNOWN);
        }
    };
    law.cite(text::KNOWN);
    let mut found = Vec::with_capacity(parsed.sentences.len());
    let mut ors = 0;
    let burns = parsed.sentences.iter().any(|sentence| matches!(sentence, Sentence::Status(Status::Burn)));
    for (sentence, at) in parsed.sentences.into_iter().zip(&places) {
        if let Some(offset) = at.zero {
            if law.choose(text::KNOWN, !ignored, false) {
                return refuse(offset, "nothing is counted per 0", "write a number from 1 on", text::KNOWN);
            }
            return without_text(law, of_type);
        }
        let most = law.rules().largest_number;
        if let Some((offset, number)) = at.largest.filter(|(_, number)| *number > most) {
            if law.choose(text::KNOWN, !ignored, false) {
                let help = format!("numbers go up to {most}");
                return refuse(offset, &format!("the number {number} is too large"), &help, text::KNOWN);
            }
            return without_text(law, of_type);
        }
        if let Some(offset) = at.every
            && !law.on(text::EVERY)
        {
            return refuse(offset, "«every» cannot stand here", "write per card", text::EVERY);
        }
        found.push(match sentence {
            Sentence::Status(word) => Read::Status(word),
            Sentence::Summon(conditions) => Read::Summon(conditions),
            Sentence::Stay(conditions) => Read::Stay(conditions),
            Sentence::Protection(lasting) => Read::Protection(lasting),
            Sentence::Effects(mut parts) => {
                text::ends(law, &mut parts);
                text::suits(law, of_type, burns, &parts, at)?;
                let mut read = effects(law, &parts, at)?;
                read.sided.retain(|(_, effect)| !text::idle(law, of_type, burns, effect));
                if read.chosen {
                    ors += 1;
                    let refused = law.readings().several_ors == SeveralOrs::Refused;
                    if ors > 1 && law.choose(status::OR, refused, false) {
                        return refuse(
                            at.start,
                            "a second choice on one card",
                            "write one sentence with or",
                            status::OR,
                        );
                    }
                }
                Read::Effects(read)
            }
        });
    }
    if found.len() > 1 && !law.on(text::SENTENCES) {
        found.truncate(1);
    }
    if of_type == Some(CardType::Trap) {
        traps::waits(law, &mut found, &places)?;
    }
    Ok(found)
}

/// A card whose text means nothing.
fn without_text(law: &mut ComboLaw<'_>, of_type: Option<CardType>) -> Result<Vec<Read>, Refused> {
    if of_type == Some(CardType::Trap) {
        traps::waits(law, &mut [], &[])?;
    }
    Ok(Vec::new())
}

/// One of the groups of effects of which one is chosen: the side that names it, if one does, and the first part
/// with a side that stands elsewhere.
struct Group<'p> {
    side: Option<Side>,
    astray: Option<&'p Part>,
}

/// The effects of parts that are joined by "and".
fn joined<'p>(law: &mut ComboLaw<'_>, parts: &[&'p Part]) -> (Group<'p>, Vec<Effect>) {
    let side = parts.first().and_then(|p| p.side);
    let astray = parts.iter().skip(1).find(|p| p.side.is_some()).copied();
    let mut effects: Vec<Effect> = parts.iter().map(|p| p.effect.clone()).collect();
    if effects.len() > 1 && !law.on(status::AND) {
        effects.truncate(1);
    }
    (Group { side, astray }, effects)
}

/// Splits parts before each that is joined by `joint`.
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
    let marks = "write left: and right: at the beginning of the two effects, or neither";
    let has_or = parts.iter().any(|p| p.joint == Some(Joint::Or));
    if !has_or {
        if !at.sides.is_empty() && law.on(status::MARKS) {
            return refuse(at.sides.first().copied(), "a side without a choice", marks, status::MARKS);
        }
        return Ok(Effects::always(joined(law, &whole).1));
    }
    // The effects in the order of the text, each with the group that it belongs to, if it is one of those of which
    // one is chosen.
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
        let outer = if outer.len() > 1 && !law.on(status::AND) { &outer[..1] } else { &outer };
        for conjunct in outer {
            let inner = split(conjunct, Joint::Or);
            let alone = inner.len() == 1;
            // Without a choice all that is joined by it counts.
            let chosen = !alone && (options.is_empty() || law.on(status::OR));
            if chosen && !options.is_empty() {
                return refuse(at.ors.get(1).copied(), "a second choice in one sentence", "write one or", status::OR);
            }
            for part in inner {
                let (group, effects) = joined(law, &part);
                if alone && group.side.is_some() && law.on(status::MARKS) {
                    return refuse(at.sides.first().copied(), "a side without a choice", marks, status::MARKS);
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
    law.cite(status::OR_TWO);
    if options.len() > most && law.on(status::OR_TWO) {
        return refuse(
            at.ors.get(most.saturating_sub(1)).copied(),
            "an or too many",
            "write two effects",
            status::OR_TWO,
        );
    }
    let names: Vec<Option<Side>> = options.iter().map(|g| g.side).collect();
    let marked = names.iter().any(Option::is_some);
    let fitting = names.len() == 2 && names[0].is_some() && names[1].is_some() && names[0] != names[1];
    let astray = options.iter().find_map(|group| group.astray);
    if (astray.is_some() || (marked && !fitting)) && law.on(status::MARKS) {
        // The first that does not stand at the beginning of one of the two, or else the second one, or the only one.
        let mut sided = parts.iter().filter(|part| part.side.is_some());
        let wrong = sided.position(|part| astray.is_some_and(|astray| std::ptr::eq(part, astray)));
        let wrong = wrong.unwrap_or(at.sides.len().min(2) - 1);
        return refuse(at.sides.get(wrong).copied(), "sides that do not name the two effects", marks, status::MARKS);
    }
    law.cite(status::MARKS);
    let required = law.readings().or_marks == OrMarks::Required;
    let in_order = law.on(status::LEFT_RIGHT);
    if !marked && required && in_order {
        return refuse(at.effects.first().copied(), "the effects have no sides", marks, status::LEFT_RIGHT);
    }
    let swapped = if fitting { names[0] == Some(Side::Right) } else { !in_order };
    let sides = if swapped { [Side::Right, Side::Left] } else { [Side::Left, Side::Right] };
    if !law.on(status::OR) {
        return Ok(Effects::always(found.into_iter().map(|(_, effect)| effect)));
    }
    // Of more than two, where there may be more, the first two can be chosen.
    let sided = found.into_iter().filter_map(|(of, effect)| match of {
        None => Some((None, effect)),
        Some(of) => sides.get(of).map(|side| (Some(*side), effect)),
    });
    Ok(Effects { sided: sided.collect(), chosen: true })
}
