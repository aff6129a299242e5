//! Which cards a text means, and the number of such cards.

use std::ops::Range;

use super::super::schools;
use crate::clauses;
use crate::clauses::text::*;
use crate::law::ComboLaw;
use crate::readings::{AsterisksNamed, AttackCard, BarePiles, InLine, PartOfAName};
use crate::state::{Name, PileName, State, exotic, stripped};
use crate::text::{CardSet, CardType, Effect, NamedPile, Pile, Value, Whose};

/// A name as used in texts.
pub fn plain<'n>(law: &mut ComboLaw<'_>, name: &'n str) -> &'n str {
    if !exotic(name) {
        return name;
    }
    let without = law.readings().asterisks_named == AsterisksNamed::Without;
    if law.choose(ASTERISKS, without, false) { stripped(name) } else { name }
}

/// Whether a card is among the cards meant.
pub fn matches(law: &mut ComboLaw<'_>, name: &Name, cards: &CardSet) -> bool {
    let mut sorts = std::iter::successors(Some(cards), |sort| sort.or.as_deref());
    sorts.any(|sort| of_sort(law, name, sort))
}

/// Whether a card is of the first sort of the cards meant.
fn of_sort(law: &mut ComboLaw<'_>, name: &Name, cards: &CardSet) -> bool {
    let card = law.cards.get(name);
    let shown = plain(law, name);
    if let Some(named) = &cards.name {
        let named = plain(law, named);
        let exactly = law.on(NAMED);
        if !(if exactly { shown == named } else { shown.contains(named) }) {
            return false;
        }
    }
    if let Some(part) = &cards.in_name {
        let part = plain(law, part);
        let within = law.on(IN_NAME);
        if !(if within { has_part(law.readings().part_of_a_name, shown, part) } else { shown == part }) {
            return false;
        }
    }
    if let Some(school) = cards.school {
        let counted = law.on(clauses::schools::COUNTED) && schools::known(law, school.name());
        if !counted || !card.card.schools.iter().any(|s| s == school.name()) {
            return false;
        }
    }
    if let Some(of_type) = cards.of_type {
        let by_type = law.readings().attack_card == AttackCard::ByType;
        let by_type = law.choose(KIND, by_type, false);
        let gives =
            |value: Value| card.all_effects().any(|e| matches!(e, Effect::Amount { value: v, .. } if *v == value));
        return card.of_type == Some(of_type)
            || !by_type
                && match of_type {
                    CardType::Attack => gives(Value::Attack),
                    CardType::Defense => gives(Value::Defense),
                    _ => false,
                };
    }
    true
}

/// Whether a name contains a part.
fn has_part(read: PartOfAName, name: &str, part: &str) -> bool {
    match read {
        PartOfAName::Letters => name.contains(part),
        PartOfAName::AnyCase => name.to_lowercase().contains(&part.to_lowercase()),
        PartOfAName::Words => {
            let [name, part] = [name, part].map(|text| text.split_whitespace().collect::<Vec<_>>());
            name.windows(part.len().max(1)).any(|words| words == part)
        }
    }
}

/// Whether the text refers to every card, of any kind.
pub fn any_card(cards: &CardSet) -> bool {
    let mut sorts = std::iter::successors(Some(cards), |sort| sort.or.as_deref());
    sorts.any(|sort| *sort == CardSet { or: sort.or.clone(), ..CardSet::default() })
}

/// The piles whose cards count as cards in the pile that a text names. The terrains count with the equipped cards.
pub fn piles(law: &mut ComboLaw<'_>, pile: Pile) -> &'static [PileName] {
    use PileName::{Hands, Limbo, Line, Pool, Source, Trash};
    match pile {
        // Without the clause, only what is left of the deck counts as the deck.
        Pile::Deck if law.on(clauses::basics::DECK) => &[Source, Pool, Trash, Limbo, Line, Hands],
        Pile::Deck | Pile::Source => &[Source],
        Pile::Pool => &[Pool],
        Pile::Trash => &[Trash],
        Pile::Limbo => &[Limbo],
        Pile::Line if law.on(clauses::line::OFF_LINE) => &[Line],
        Pile::Line => &[Line, Hands],
    }
}

/// The number of the cards meant that are in a pile that a text names.
pub fn counted(law: &mut ComboLaw<'_>, state: &State, who: usize, pile: Pile, cards: &CardSet) -> u32 {
    let player = &state.players[who];
    let mut count = 0;
    let mut add = |law: &mut ComboLaw<'_>, name: &Name| count += u32::from(matches(law, name, cards));
    for pile in piles(law, pile) {
        match pile {
            PileName::Source => player.source.iter().for_each(|name| add(law, name)),
            PileName::Pool => player.pool.iter().for_each(|name| add(law, name)),
            PileName::Trash => player.trash.iter().for_each(|name| add(law, name)),
            PileName::Limbo => player.limbo.iter().for_each(|name| add(law, name)),
            PileName::Line => player.line.iter().for_each(|card| add(law, &card.card)),
            PileName::Hands => {
                player.hands.iter().for_each(|hand| add(law, &hand.card));
                let own = state.terrains.iter().filter(|terrain| terrain.owner == who);
                own.for_each(|terrain| add(law, &terrain.card));
            }
        }
    }
    count
}

/// The players whose piles an effect names.
pub fn owners(law: &mut ComboLaw<'_>, who: usize, place: NamedPile) -> Range<usize> {
    let only = |who: usize| who..who + 1;
    let both = 0..2;
    match place.whose {
        Some(Whose::Own) => only(who),
        Some(Whose::Foe) => only(if law.on(FOES) { 1 - who } else { who }),
        Some(Whose::Both) => {
            if law.on(BOTH) {
                both
            } else {
                only(who)
            }
        }
        None if place.pile == Pile::Line => {
            let own = law.readings().in_line == InLine::OwnLine;
            if law.choose(LINE, own, false) { only(who) } else { both }
        }
        None => {
            let own = law.readings().bare_piles == BarePiles::Own;
            if law.choose(BARE_PILE, own, false) { only(who) } else { both }
        }
    }
}
