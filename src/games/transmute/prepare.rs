//! Reads a card.

use crate::action::Card;
use crate::clauses::text::*;
use crate::law::{Transmute, TransmuteLaw};
use crate::prepared::Prepared;
use crate::readings::{Fraction, WhiteSpace};
use crate::text::{Ability, CardType, Effect, Proviso, Score, Step, Text, When, parse};
use rulebound_core::grammar::shown;
use rulebound_core::kernel::{Book, Halt, Law, NoChance, Refused, Trace};

/// The largest number on a card; it keeps sums of such numbers within bounds.
const MOST_SHOWN: u32 = 10_000;

/// Reads a card.
///
/// # Errors
/// If a number on the card is too large.
pub fn prepare(book: &Book<Transmute>, card: &Card) -> Result<Prepared, Halt> {
    let shown = [(Some(card.cost), "cost"), (card.life, "life"), (card.armor, "armor")];
    for (number, of) in shown {
        if let Some(number) = number.filter(|number| *number > MOST_SHOWN) {
            let message = format!("{} shows {number} as its {of}; the bound is {MOST_SHOWN}", card.name);
            return Err(Halt::Bound(message));
        }
    }
    if card.life.is_none() && matches!(card.of_type, CardType::Minion | CardType::Device) {
        return Err(Halt::Input(format!("{} has no life: a Minion or a Device needs some", card.name)));
    }
    let (none, mut recorder, mut chance) = (Default::default(), Trace::recording(), NoChance);
    let mut inner = Law::new(book, &none, &mut recorder, &mut chance);
    let read = read(&mut inner, card.text.as_deref().unwrap_or(""), Some(card.of_type));
    let attack = card.attack.map_or(0, |attack| {
        if attack.0 % 100 == 0 {
            return attack.0 / 100;
        }
        let down = inner.readings().fraction == Fraction::Down;
        if inner.choose(FRACTION, down, false) { attack.0 / 100 } else { attack.0.div_ceil(100) }
    });
    let (text, refused) = match read {
        Ok(text) => (text, None),
        Err(refused) => {
            let why = format!("at character {} of the text: {}", refused.offset + 1, refused.message);
            (Text::default(), Some((refused.clause.unwrap_or(KNOWN), why)))
        }
    };
    let effects = || text.abilities.iter().flat_map(|ability| &ability.does).map(|step| &step.effect);
    let adds = effects().any(|effect| matches!(effect, Effect::Bonus { .. }));
    let triggers = text
        .abilities
        .iter()
        .any(|ability| !matches!(ability.when, When::Always | When::Played | When::Tap | When::Discarding { .. }));
    Ok(Prepared {
        name: card.name.clone(),
        of_type: Some(card.of_type),
        cost: card.cost,
        life: card.life,
        attack,
        fraction: card.attack.is_some_and(|attack| attack.0 % 100 != 0),
        armor: card.armor.unwrap_or(0),
        text,
        adds,
        triggers,
        refused,
        clauses: recorder.consulted,
    })
}

/// Whether the condition of each step can hold: something is done, revealed or asked before it.
fn depends(does: &[Step]) -> bool {
    let before = |at: usize| does[..at].iter();
    does.iter().enumerate().all(|(at, step)| match &step.only {
        None => true,
        Some(Proviso::Done | Proviso::Same) => at > 0,
        Some(Proviso::Is(_)) => before(at).any(|step| matches!(step.effect, Effect::RevealDeck { .. })),
        Some(Proviso::Otherwise) => before(at).any(|step| matches!(step.only, Some(Proviso::Is(_)))),
    })
}

/// Whether an ability suits a card of this type; `None` if the type is not known.
fn suits(ability: &Ability, of_type: Option<CardType>) -> bool {
    let redirects = ability.when == When::AboutToBeDamaged;
    let on_minion = of_type.is_none_or(|of_type| matches!(of_type, CardType::Minion | CardType::Enchantment));
    let of_minion = matches!(ability.when, When::Damaged | When::AboutToBeDamaged | When::Attacks);
    let effects = || ability.does.iter().map(|step| &step.effect);
    let fits = effects().all(|effect| match effect {
        Effect::Deals { .. } => ability.when == When::Attacks,
        Effect::RedirectDamage { .. } => redirects,
        Effect::Flying {} | Effect::Untapped {} | Effect::NextAttack { .. } | Effect::GainAbilities {} => on_minion,
        Effect::Bonus { score, .. } => on_minion || (*score != Score::Attack && of_type == Some(CardType::Device)),
        _ => true,
    });
    let depends = depends(&ability.does);
    let first = ability.does.first().is_some_and(|step| matches!(step.effect, Effect::RedirectDamage { .. }));
    fits && depends && (on_minion || !of_minion) && (!redirects || (first && ability.does.len() == 1))
}

/// Reads a card text. If the type of its card is known, the text has to suit it.
///
/// # Errors
/// If it is refused: where and why. If the clause is switched off, a text that is refused says nothing.
pub fn read(law: &mut TransmuteLaw<'_>, source: &str, of_type: Option<CardType>) -> Result<Text, Refused> {
    let refuse = |law: &mut TransmuteLaw<'_>, offset: usize, message: String, help: String| {
        if law.on(KNOWN) { Err(Refused { offset, message, help, clause: Some(KNOWN) }) } else { Ok(Text::default()) }
    };
    let most = law.rules().longest_text;
    if source.chars().nth(most).is_some() {
        return refuse(law, most, format!("the text has more than {most} characters"), "write less".to_owned());
    }
    match parse::text(source) {
        Err(unread) => refuse(law, unread.offset, unread.message, unread.help),
        Ok((text, offsets)) => {
            let other = source.chars().enumerate().find(|(_, c)| c.is_whitespace() && *c != ' ');
            if let Some((offset, space)) = other.filter(|_| law.readings().white_space == WhiteSpace::Spaces) {
                let message = format!("{} is not allowed here", shown(space));
                return refuse(law, offset, message, "write a space".to_owned());
            }
            if let Some(at) = text.abilities.iter().position(|ability| !suits(ability, of_type)) {
                let offset = offsets.abilities.get(at).copied().unwrap_or(0);
                let message = "this ability does not suit the card or its other parts".to_owned();
                return refuse(law, offset, message, "see the clause transmute.text.known".to_owned());
            }
            let most = law.rules().largest_number;
            match offsets.largest {
                Some((offset, number)) if number > most => {
                    let message = format!("the number {number} is too large");
                    refuse(law, offset, message, format!("numbers go up to {most}"))
                }
                _ => {
                    law.cite(KNOWN);
                    Ok(text)
                }
            }
        }
    }
}
