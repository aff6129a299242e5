//! Turns texts into trees, by the grammar `spec/transmute/card.pest`.

use super::grammar::{Grammar, Rule};
use super::parts;
use super::reader::{Part, Reader, child, has, inner};
use super::{Ability, Effect, Proviso, Step, Text, When, words};
use rulebound_core::grammar::{Unread, offset, parse};

/// The offsets, in Unicode scalar values, of those parts of a text that a clause may refuse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offsets {
    /// Each ability.
    pub abilities: Vec<usize>,
    /// The largest number, with its value.
    pub largest: Option<(usize, u32)>,
}

/// Reads a card text.
///
/// # Errors
/// If the text is refused: where and why.
pub fn text(source: &str) -> Result<(Text, Offsets), Unread> {
    let (mut found, mut places) = (Text::default(), Offsets::default());
    if source.chars().all(char::is_whitespace) {
        return Ok((found, places));
    }
    let root = parse::<Grammar, Rule>(Rule::text, source).map_err(|unparsed| words::unread(&unparsed))?;
    for pair in root.into_inner().filter(|pair| pair.as_rule() == Rule::ability) {
        let mut reader = Reader::of(source, &pair)?;
        let start = offset(source, &pair);
        for number in pair.clone().into_inner().flatten().filter(|pair| pair.as_rule() == Rule::number) {
            let value = reader.number(&number)?;
            if places.largest.is_none_or(|(_, largest)| value > largest) {
                places.largest = Some((offset(source, &number), value));
            }
        }
        let ability = reader.ability(pair)?;
        match found.abilities.last_mut() {
            // Effects that always hold are one ability, however many sentences state them.
            Some(last) if last.when == When::Always && ability.when == When::Always => last.does.extend(ability.does),
            _ => {
                found.abilities.push(ability);
                places.abilities.push(start);
            }
        }
    }
    Ok((found, places))
}

impl<'t> Reader<'t> {
    fn of(source: &'t str, ability: &Part<'t>) -> Result<Self, Unread> {
        let mut reader =
            Self { source, explained: Vec::new(), each: None, subject: None, picked: false, about_this: false };
        let mut last_x = None;
        for pair in ability.clone().into_inner().flatten() {
            match pair.as_rule() {
                Rule::x => last_x = Some(pair),
                Rule::r#where => {
                    if last_x.take().is_none() {
                        return Err(reader.refused(&pair, "no X comes before this", "leave out `where X is`"));
                    }
                    let amount = reader.amount_of(&pair)?;
                    reader.explained.push((pair.as_span().start(), amount));
                }
                _ => {}
            }
        }
        match last_x {
            Some(x) => Err(reader.refused(
                &x,
                "the text does not say what X is",
                "end the sentence with `where X is` and what is counted, such as the number of Spells in play",
            )),
            None => Ok(reader),
        }
    }

    fn ability(&mut self, pair: Part<'t>) -> Result<Ability, Unread> {
        let Some(kind) = inner(pair) else { return Ok(Ability { when: When::Always, does: Vec::new() }) };
        let when = match kind.as_rule() {
            Rule::always => When::Always,
            Rule::tapped => When::Tap,
            Rule::discarding => {
                When::Discarding { sort: parts::sort_in(&kind), any_time: has(&kind, Rule::at_any_time) }
            }
            Rule::triggered => child(&kind, Rule::trigger).map_or(When::Beginning, trigger),
            _ => When::Played,
        };
        self.about_this = matches!(when, When::Damaged | When::AboutToBeDamaged | When::Attacks)
            || kind.as_rule() == Rule::triggered && when == When::Played;
        let mut does = Vec::new();
        for part in kind.into_inner() {
            match part.as_rule() {
                Rule::own => {
                    let effect = self.each_time(&part.clone(), |reader| reader.own(part))?;
                    does.push(Step { only: None, may: false, effect });
                }
                Rule::sentences => {
                    for sentence in part.into_inner().filter(|part| part.as_rule() == Rule::sentence) {
                        self.sentence(sentence, &mut does)?;
                    }
                }
                _ => {}
            }
        }
        Ok(Ability { when, does })
    }

    fn sentence(&mut self, pair: Part<'t>, does: &mut Vec<Step>) -> Result<(), Unread> {
        self.subject = None;
        let begun = does.len();
        let proviso = child(&pair, Rule::proviso).map(proviso);
        // What the next effect depends on: what the sentence says, or that the optional effect before it was done.
        let mut only = proviso.clone();
        let mut after_to = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::joint => {
                    after_to = has(&part, Rule::to_word);
                    if after_to {
                        only = Some(Proviso::Done);
                    }
                }
                Rule::clause => {
                    let may = has(&part, Rule::you_may);
                    let Some(effect) = child(&part, Rule::effect) else { continue };
                    if may && !after_to {
                        let first = does.len() == begun;
                        only = if first { proviso.clone() } else { proviso.as_ref().map(|_| Proviso::Same) };
                    }
                    let effects = self.each_time(&part, |reader| reader.effect(effect))?;
                    for (index, effect) in effects.into_iter().enumerate() {
                        does.push(Step { only: only.clone(), may: may && index == 0, effect });
                        if may {
                            only = Some(Proviso::Done);
                        } else if only.is_some() {
                            only = Some(Proviso::Same);
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads a clause that may say "for each", which multiplies an amount of one in it.
    fn each_time<T>(
        &mut self,
        clause: &Part<'t>,
        read: impl FnOnce(&mut Self) -> Result<T, Unread>,
    ) -> Result<T, Unread> {
        let each = child(clause, Rule::for_each);
        self.each = each.as_ref().map(parts::measure);
        let found = read(self)?;
        match (each, self.each.take()) {
            (Some(each), Some(_)) => {
                Err(self.refused(&each, "there is no number 1 that this could multiply", "write X, and what X is"))
            }
            _ => Ok(found),
        }
    }

    fn own(&mut self, pair: Part<'t>) -> Result<Effect, Unread> {
        let Some(kind) = inner(pair) else { return Ok(Effect::Flying {}) };
        Ok(match kind.as_rule() {
            Rule::bonus => Effect::Bonus { score: parts::score_in(&kind), amount: self.amount_in(&kind)? },
            Rule::untapped => Effect::Untapped {},
            Rule::from_discard => Effect::FromDiscard {},
            Rule::cheaper => self.costs(&kind)?,
            Rule::stronger => Effect::MoreDamage { by: self.number_in(&kind)? },
            _ => Effect::Flying {},
        })
    }
}

fn trigger(pair: Part<'_>) -> When {
    let Some(kind) = pair.into_inner().find(|part| part.as_rule() != Rule::when) else { return When::Beginning };
    match kind.as_rule() {
        Rule::about_to_be_damaged => When::AboutToBeDamaged,
        Rule::damaged => When::Damaged,
        Rule::attacks => When::Attacks,
        Rule::playing_this => When::Played,
        Rule::playing => When::Plays(parts::sort_in(&kind)),
        Rule::entering => When::Enters(parts::sort_in(&kind)),
        _ => When::Beginning,
    }
}

fn proviso(pair: Part<'_>) -> Proviso {
    if has(&pair, Rule::if_is) {
        Proviso::Is(parts::sort_in(&pair))
    } else if has(&pair, Rule::otherwise) {
        Proviso::Otherwise
    } else {
        Proviso::Done
    }
}
