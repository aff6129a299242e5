//! From a card text to what the card does: the sentences with their choices settled.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value as Json, json};

use super::super::action::{Card, Choice};
use super::super::cards as run;
use super::super::readings::{AndOr, OrMarks, SeveralOrs, UnknownText};
use super::super::text::parse::{self, Offsets};
use super::super::text::{
    CardType, Cards, Condition, Effect, Joint, Lasting, Part, Per, Pile, Sentence, Side, Status, Target, Terrain,
    Value, Whose,
};
use super::super::{Combo, ComboLaw};
use super::{assists, status, text, traps};
use crate::kernel::{Book, ClauseKey, Law, NoChance, Recorder, Refused, Trace};

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
    /// What the card does in any case, and the effects of which one is chosen.
    Effects {
        /// In any case.
        always: Vec<Effect>,
        /// The left and the right ones.
        options: Option<[Vec<Effect>; 2]>,
    },
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
    /// What it requires to be played.
    pub summon: Vec<Condition>,
    /// What it requires to be played and to stay.
    pub stay: Vec<Condition>,
    /// What protects it.
    pub protection: Option<Lasting>,
    /// What it does under each choice: none, left, right.
    effects: [Vec<Effect>; 3],
    /// The clauses that bore on reading it.
    pub clauses: Vec<ClauseKey>,
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
            summon: Vec::new(),
            stay: Vec::new(),
            protection: None,
            effects: Default::default(),
            clauses: Vec::new(),
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
        self.sentences().contains(&Read::Status(word))
    }

    /// Whether one of two effects is chosen.
    pub fn has_or(&self) -> bool {
        self.sentences().iter().any(|s| matches!(s, Read::Effects { options: Some(_), .. }))
    }

    /// What it does under a choice.
    pub fn effects(&self, choice: Choice) -> &[Effect] {
        &self.effects[choice as usize]
    }

    /// Every effect of the text, whichever is chosen.
    pub fn all_effects(&self) -> impl Iterator<Item = &Effect> {
        let effects = self.sentences().iter().filter_map(|s| match s {
            Read::Effects { always, options } => Some(always.iter().chain(options.iter().flatten().flatten())),
            _ => None,
        });
        effects.flatten()
    }
}

/// Reads a card.
pub fn prepare(book: &Book<Combo>, card: &Card) -> Prepared {
    let (none, mut recorder, mut chance) = (run::Cards::default(), Recorder::<Combo>::new(false), NoChance);
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
        clauses: recorder.consulted.iter().collect(),
        ..Prepared::default()
    };
    sort(&mut prepared);
    prepared
}

/// Puts what the sentences say where it is looked for while a match is played.
fn sort(card: &mut Prepared) {
    for sentence in card.read.iter().flatten() {
        match sentence {
            Read::Status(_) => {}
            Read::Summon(conditions) => card.summon.extend(conditions.iter().cloned()),
            Read::Stay(conditions) => card.stay.extend(conditions.iter().cloned()),
            Read::Protection(lasting) => {
                let ever = card.protection == Some(Lasting::Ever);
                card.protection = Some(if ever { Lasting::Ever } else { *lasting });
            }
            Read::Effects { always, options } => {
                for (choice, effects) in [Choice::None, Choice::Left, Choice::Right].iter().zip(&mut card.effects) {
                    effects.extend(always.iter().cloned());
                    match (options, choice) {
                        (Some([left, _]), Choice::Left) => effects.extend(left.iter().cloned()),
                        (Some([_, right]), Choice::Right) => effects.extend(right.iter().cloned()),
                        _ => {}
                    }
                }
            }
        }
    }
}

/// Reads a card text; of a card whose type is known also whether it suits the type.
///
/// # Errors
/// Where and why it is refused.
pub fn read<T: Trace<Combo>>(
    law: &mut ComboLaw<'_, T>,
    source: &str,
    of_type: Option<CardType>,
) -> Result<Vec<Read>, Refused> {
    let ignored = law.readings().unknown_text == UnknownText::Ignored;
    let refuse = |offset, message: &str, help: &str, clause| {
        Err(Refused { offset, message: message.to_owned(), help: help.to_owned(), clause: Some(clause) })
    };
    let (parsed, places) = match parse::text(source) {
        Ok(parsed) => parsed,
        Err(unread) => {
            if !law.choose(text::KNOWN, !ignored, false) {
                return Ok(Vec::new());
            }
            return refuse(unread.offset, &unread.message, &unread.help, text::KNOWN);
        }
    };
    law.choose(text::KNOWN, (), ());
    let mut found = Vec::with_capacity(parsed.sentences.len());
    let mut ors = 0;
    let burns = parsed.sentences.iter().any(|sentence| matches!(sentence, Sentence::Status(Status::Burn)));
    for (sentence, at) in parsed.sentences.into_iter().zip(&places) {
        if let Some(offset) = at.zero {
            if law.choose(text::KNOWN, !ignored, false) {
                return refuse(offset, "nothing is counted per 0", "write a number from 1 on", text::KNOWN);
            }
            return Ok(Vec::new());
        }
        if let Some(offset) = at.every
            && !law.choose(text::EVERY, true, false)
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
                let read = effects(law, &parts, at)?;
                if matches!(read, Read::Effects { options: Some(_), .. }) {
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
                read
            }
        });
    }
    if found.len() > 1 && !law.choose(text::SENTENCES, true, false) {
        found.truncate(1);
    }
    if of_type == Some(CardType::Trap) {
        traps::waits(law, &found, &places)?;
    }
    Ok(found)
}

/// A group of effects with the side that names it, if one does, and the sides that stand elsewhere.
struct Group {
    side: Option<Side>,
    astray: bool,
    effects: Vec<Effect>,
}

fn group<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, parts: &[&Part]) -> Group {
    let side = parts.first().and_then(|p| p.side);
    let astray = parts.iter().skip(1).any(|p| p.side.is_some());
    let mut effects: Vec<Effect> = parts.iter().map(|p| p.effect.clone()).collect();
    if effects.len() > 1 && !law.choose(status::AND, true, false) {
        effects.truncate(1);
    }
    Group { side, astray, effects }
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

fn effects<T: Trace<Combo>>(law: &mut ComboLaw<'_, T>, parts: &[Part], at: &Offsets) -> Result<Read, Refused> {
    let refuse = |offset: Option<usize>, message: &str, help: &str, clause| {
        let offset = offset.unwrap_or(at.start);
        Err(Refused { offset, message: message.to_owned(), help: help.to_owned(), clause: Some(clause) })
    };
    let whole: Vec<&Part> = parts.iter().collect();
    let marks = "write left: and right: at the beginning of the two effects, or neither";
    let has_or = parts.iter().any(|p| p.joint == Some(Joint::Or));
    if !has_or {
        if !at.sides.is_empty() && law.choose(status::MARKS, true, false) {
            return refuse(at.sides.first().copied(), "a side without a choice", marks, status::MARKS);
        }
        let all = group(law, &whole);
        return Ok(Read::Effects { always: all.effects, options: None });
    }
    let closer = law.readings().and_or == AndOr::AndCloser;
    // What always holds, and the groups of which one is chosen.
    let mut always = Vec::new();
    let mut options: Vec<Group> = Vec::new();
    if closer {
        options.extend(split(&whole, Joint::Or).iter().map(|g| group(law, g)));
    } else {
        let outer = split(&whole, Joint::And);
        let outer = if outer.len() > 1 && !law.choose(status::AND, true, false) { outer[..1].to_vec() } else { outer };
        for conjunct in outer {
            let inner = split(&conjunct, Joint::Or);
            if inner.len() == 1 {
                let one = group(law, &inner[0]);
                if one.side.is_some() && law.choose(status::MARKS, true, false) {
                    return refuse(at.sides.first().copied(), "a side without a choice", marks, status::MARKS);
                }
                always.extend(one.effects);
            } else {
                let groups: Vec<Group> = inner.iter().map(|g| group(law, g)).collect();
                if options.is_empty() {
                    options.extend(groups);
                } else if law.choose(status::OR, true, false) {
                    return refuse(
                        at.ors.get(1).copied(),
                        "a second choice in one sentence",
                        "write one or",
                        status::OR,
                    );
                } else {
                    // Without a choice all that is joined by it counts.
                    always.extend(groups.into_iter().flat_map(|g| g.effects));
                }
            }
        }
    }
    let most = law.rules().or_options;
    law.choose(status::OR_TWO, (), ());
    if options.len() > most && law.choose(status::OR_TWO, true, false) {
        return refuse(
            at.ors.get(most.saturating_sub(1)).copied(),
            "an or too many",
            "write two effects",
            status::OR_TWO,
        );
    }
    if options.len() < 2 {
        always.extend(options.into_iter().flat_map(|g| g.effects));
        return Ok(Read::Effects { always, options: None });
    }
    let names: Vec<Option<Side>> = options.iter().map(|g| g.side).collect();
    let marked = names.iter().any(Option::is_some);
    let fitting = names.len() == 2 && names[0].is_some() && names[1].is_some() && names[0] != names[1];
    if (options.iter().any(|g| g.astray) || (marked && !fitting)) && law.choose(status::MARKS, true, false) {
        let offset = if at.sides.len() > 1 { at.sides.get(1) } else { at.sides.first() };
        return refuse(offset.copied(), "sides that do not name the two effects", marks, status::MARKS);
    }
    law.choose(status::MARKS, (), ());
    let required = law.readings().or_marks == OrMarks::Required;
    let in_order = law.choose(status::LEFT_RIGHT, true, false);
    if !marked && required && in_order {
        return refuse(at.effects.first().copied(), "the effects have no sides", marks, status::LEFT_RIGHT);
    }
    let swapped = if fitting { names[0] == Some(Side::Right) } else { !in_order };
    let mut options = options.into_iter().map(|g| g.effects);
    let (first, second) = (options.next().unwrap_or_default(), options.next().unwrap_or_default());
    let options = if swapped { [second, first] } else { [first, second] };
    if !law.choose(status::OR, true, false) {
        always.extend(options.into_iter().flatten());
        return Ok(Read::Effects { always, options: None });
    }
    Ok(Read::Effects { always, options: Some(options) })
}

impl Serialize for Read {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        tree(self).serialize(serializer)
    }
}

fn tree(read: &Read) -> Json {
    let list = |effects: &[Effect]| Json::Array(effects.iter().map(effect).collect());
    match read {
        Read::Status(word) => json!({"status": word}),
        Read::Summon(conditions) => json!({"summon": conditions.iter().map(condition).collect::<Vec<_>>()}),
        Read::Stay(conditions) => json!({"stay": conditions.iter().map(condition).collect::<Vec<_>>()}),
        Read::Protection(Lasting::Round) => json!({"protection": "first-round"}),
        Read::Protection(Lasting::Ever) => json!({"protection": "always"}),
        Read::Effects { always, options: None } => json!({"effects": list(always)}),
        Read::Effects { always, options: Some([left, right]) } => {
            let mut map = Map::new();
            if !always.is_empty() {
                map.insert("effects".to_owned(), list(always));
            }
            map.insert("left".to_owned(), list(left));
            map.insert("right".to_owned(), list(right));
            Json::Object(map)
        }
    }
}

fn effect(effect: &Effect) -> Json {
    let mut map = Map::new();
    let (per, proviso) = match effect {
        Effect::Amount { number, value, per, proviso } => {
            let key = if *value == Value::Attack { "attack" } else { "defense" };
            map.insert(key.to_owned(), json!(number));
            (per.as_ref(), proviso)
        }
        Effect::Draw { number, per, proviso } => {
            map.insert("draw".to_owned(), json!(number));
            (per.as_ref(), proviso)
        }
        Effect::Destroy { target, proviso } => {
            match target {
                Target::AnyAssist => map.insert("destroy".to_owned(), json!("assist")),
                Target::Terrain => map.insert("destroy".to_owned(), json!("terrain")),
                Target::FirstAssist { hands, foe } => {
                    map.insert("first".to_owned(), json!({"hands": hands, "by": if *foe { "foe" } else { "anyone" }}))
                }
            };
            (None, proviso)
        }
    };
    if let Some(per) = per {
        let value = match per {
            Per::Taken(number) => json!({"taken": number}),
            Per::Counted { number, cards, place } => {
                let whose = match place.whose {
                    None | Some(Whose::Own) => "own",
                    Some(Whose::Foe) => "foe",
                    Some(Whose::Both) => "both",
                };
                let pile = match place.pile {
                    Pile::Line => "line",
                    Pile::Pool => "pool",
                    Pile::Trash => "trash",
                    Pile::Limbo => "limbo",
                    Pile::Source => "source",
                    Pile::Deck => "deck",
                };
                json!({"each": number, "cards": cards_tree(cards), "in": [whose, pile]})
            }
        };
        map.insert("per".to_owned(), value);
    }
    if !proviso.is_empty() {
        map.insert("if".to_owned(), json!(proviso.iter().map(condition).collect::<Vec<_>>()));
    }
    Json::Object(map)
}

fn condition(condition: &Condition) -> Json {
    match condition {
        Condition::At(Terrain::Any) => json!({"at": "any"}),
        Condition::At(Terrain::Named(name)) => json!({"at": {"named": name}}),
        Condition::At(Terrain::School(school)) => json!({"at": {"school": school.name()}}),
        Condition::After(cards) => json!({"after": cards_tree(cards)}),
        Condition::Last(cards) => json!({"last": cards_tree(cards)}),
        Condition::Only(cards) => json!({"only": cards_tree(cards)}),
    }
}

fn cards_tree(cards: &Cards) -> Json {
    let mut map = Map::new();
    let mut add = |key: &str, value: Option<String>| value.map(|v| map.insert(key.to_owned(), Json::from(v)));
    add("named", cards.name.clone());
    add("part", cards.in_name.clone());
    add("type", cards.of_type.map(|t| t.name().to_owned()));
    add("school", cards.school.map(|s| s.name().to_owned()));
    Json::Object(map)
}
