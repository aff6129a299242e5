//! Chapter text: which cards a text means, how often an effect counts, when a condition holds.

use std::borrow::Borrow;
use std::ops::Range;

use super::super::ComboLaw;
use super::super::readings::{
    After, AndOr, AttackCard, ConditionLookedAt, EffectOrder, IdleEffect, InLine, Last, LeftPlay, OffLine, Rounding,
    SharedEnds, Taken, TakenWhen, TerrainSchool,
};
use super::super::state::{Equip, LineCard, Name, State, stripped};
use super::super::text::parse::Offsets;
use super::super::text::{
    CardSet, CardType, Condition, Does, Effect, Joint, Part, Per, Pile, Place, Terrain, Value, Whose,
};
use super::{Chapter, basics, line, schools};
use rulebound_core::kernel::Refused;

rulebound_core::clauses! { Chapter::Text;
    KNOWN = "known",
    SUITS = "suits",
    SENTENCES = "sentences",
    ORDER = "order",
    ATTACK_AMOUNT = "attack-amount",
    DEFENSE_AMOUNT = "defense-amount",
    IF = "if",
    ENDS = "ends",
    LOOKED_AT = "looked-at",
    COUNTED_THEN = "counted-then",
    LEFT_PLAY = "left-play",
    AFTER = "after",
    LAST = "last",
    ONLY = "only",
    AT_ANY = "at-any",
    AT_NAMED = "at-named",
    AT_SCHOOL = "at-school",
    NAMED = "named",
    IN_NAME = "in-name",
    ASTERISKS = "asterisks",
    KIND = "kind",
    PER = "per",
    ITSELF = "itself",
    LINE = "line",
    BOTH = "both",
    FOES = "foes",
    EVERY = "every",
    PER_EACH = "per-each",
    TAKEN = "taken",
    DRAW = "draw",
    DESTROY_ASSIST = "destroy-assist",
    TARGET = "target",
    ANY_PLAYER = "any-player",
    TARGET_THERE = "target-there",
    TARGET_ITSELF = "target-itself",
    DESTROY_TERRAIN = "destroy-terrain",
    CANNOT_DESTROY = "cannot-destroy",
}

/// Whether each of these effects is one that a card of this type carries out.
///
/// # Errors
/// Where the first stands that is not.
pub fn suits(
    law: &mut ComboLaw<'_>,
    of_type: Option<CardType>,
    burns: bool,
    parts: &[Part],
    at: &Offsets,
) -> Result<(), Refused> {
    let refused = law.readings().idle_effect == IdleEffect::Refused;
    let found = parts.iter().position(|part| idle(law, of_type, burns, &part.effect));
    if !law.choose(SUITS, refused, false) {
        return Ok(());
    }
    let (Some(index), Some(of_type)) = (found, of_type) else { return Ok(()) };
    Err(Refused {
        offset: at.effects.get(index).copied().unwrap_or(at.start),
        message: format!(
            "an effect that a card of the type {}{} never carries out",
            of_type.name(),
            if burns { " that burns" } else { "" }
        ),
        help: "leave it out, or give it to a card of another type".to_owned(),
        clause: Some(SUITS),
    })
}

/// Whether an effect is one that a card of this type never carries out.
pub fn idle(law: &ComboLaw<'_>, of_type: Option<CardType>, burns: bool, effect: &Effect) -> bool {
    let Some(of_type) = of_type else { return false };
    let does = Does::of(effect);
    // A card that burns is gone before anything is compared.
    let burnt = burns && of_type == CardType::Scroll && does == Does::Amount;
    burnt || !law.rules().carried_out.get(&does).is_some_and(|types| types.contains(&of_type))
}

/// Gives effects that end with neither a `per` nor an `if` the end of what is joined after them, where it is shared.
pub fn ends(law: &mut ComboLaw<'_>, parts: &mut [Part]) {
    let or_closer = law.readings().and_or == AndOr::OrCloser;
    // The end that bears on the part, that which bears on the choice of which the part is a side, and whether a side
    // of that choice has one of its own.
    let (mut end, mut of_choice): (Option<(Option<Per>, Vec<Condition>)>, _) = (None, None);
    let mut own = false;
    for at in (0..parts.len()).rev() {
        let joint = parts.get(at + 1).and_then(|after| after.joint);
        if joint == Some(Joint::Or) {
            end = if or_closer { of_choice.clone() } else { None };
        } else {
            // An end of a side bears on nothing before the choice, and nothing passes by it.
            end = end.filter(|_| !own);
            (of_choice, own) = (end.clone(), false);
        }
        let side = or_closer && (joint == Some(Joint::Or) || parts[at].joint == Some(Joint::Or));
        let effect = &mut parts[at].effect;
        if per(effect).is_some() || !conditions(effect).is_empty() {
            own |= side;
            end = (!side).then(|| (per(effect).cloned(), conditions(effect).to_vec()));
            continue;
        }
        let Some((shared_per, shared_if)) = &end else { continue };
        let alone = law.readings().shared_ends == SharedEnds::LastAlone;
        if law.choose(ENDS, alone, false) {
            continue;
        }
        match effect {
            Effect::Amount { per, proviso, .. } | Effect::Draw { per, proviso, .. } => {
                (*per, *proviso) = (shared_per.clone(), shared_if.clone());
            }
            Effect::Destroy { proviso, .. } => proviso.clone_from(shared_if),
        }
    }
}

/// A name as texts go by it.
fn plain<'n>(law: &mut ComboLaw<'_>, name: &'n str) -> &'n str {
    if basics::exotic(name) && law.on(ASTERISKS) { stripped(name) } else { name }
}

/// Whether a card is one of those that are meant.
pub fn matches(law: &mut ComboLaw<'_>, name: &Name, cards: &CardSet) -> bool {
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
        if !(if within { shown.contains(part) } else { shown == part }) {
            return false;
        }
    }
    if let Some(school) = cards.school {
        let counted = law.on(schools::COUNTED) && schools::known(law, school.name());
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

/// How many cards of a pile that a text names are among those that are meant.
fn counted(law: &mut ComboLaw<'_>, state: &State, who: usize, pile: Pile, cards: &CardSet) -> u32 {
    let player = &state.players[who];
    // Without the clause the deck is what is left of it.
    let whole = pile == Pile::Deck && law.on(basics::DECK);
    let mut count = 0;
    let mut add = |law: &mut ComboLaw<'_>, name: &Name| count += u32::from(matches(law, name, cards));
    let piles = [
        (&player.source, pile == Pile::Source || pile == Pile::Deck),
        (&player.pool, pile == Pile::Pool),
        (&player.trash, pile == Pile::Trash),
        (&player.limbo, pile == Pile::Limbo),
    ];
    for (names, _) in piles.into_iter().filter(|(_, named)| *named || whole) {
        names.iter().for_each(|name| add(law, name));
    }
    if whole || pile == Pile::Line {
        player.line.iter().for_each(|card| add(law, &card.card));
    }
    if whole || (pile == Pile::Line && !law.on(line::OFF_LINE)) {
        player.hands.iter().for_each(|hand| add(law, &hand.card));
        let own = state.terrains.iter().filter(|terrain| terrain.owner == who);
        own.for_each(|terrain| add(law, &terrain.card));
    }
    count
}

/// The players whose piles are meant.
fn owners(law: &mut ComboLaw<'_>, who: usize, place: Place) -> Range<usize> {
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
        None => only(who),
    }
}

/// How often an effect of `who`'s card counts. `at` is its place in the line; `blind` leaves out what
/// depends on the attack taken.
pub fn times(law: &mut ComboLaw<'_>, state: &State, who: usize, per: &Per, at: Option<usize>, blind: bool) -> u32 {
    if !law.on(PER) {
        return 1;
    }
    let (count, each) = match per {
        Per::Taken(each) => {
            if blind || !law.on(TAKEN) {
                return 0;
            }
            let mut attack = match law.readings().taken_when {
                _ if who == state.active => line::incoming(law, state),
                TakenWhen::OwnTurn => 0,
                // Each of the two attacks might count the other.
                TakenWhen::AnyTurn => line::value(law, state, 1 - who, Value::Attack, true, false),
            };
            if law.readings().taken == Taken::Undefended && attack > 0 {
                let defense = line::value(law, state, who, Value::Defense, true, false);
                let against = defense.saturating_add(super::assists::shields(law, state, who));
                attack = attack.saturating_sub(against);
            }
            (attack, *each)
        }
        Per::Counted { number, cards, place } => {
            let mut count = 0;
            for owner in owners(law, who, *place) {
                count += counted(law, state, owner, place.pile, cards);
            }
            if let (Some(at), Pile::Line) = (at, place.pile) {
                let itself = state.players[who].line.get(at);
                if itself.is_some_and(|c| matches(law, &c.card, cards)) && !law.on(ITSELF) {
                    count -= 1;
                }
            }
            (count, *number)
        }
    };
    if each == 1 {
        return count;
    }
    if !law.on(PER_EACH) {
        return count;
    }
    match law.readings().rounding {
        Rounding::Down => count / each.max(1),
        Rounding::Up => count.div_ceil(each.max(1)),
    }
}

/// Where the card stands whose conditions are looked at.
#[derive(Clone, Copy, Debug)]
pub enum Standing<'n> {
    /// At this place of the line of its player.
    Line(usize),
    /// Outside the line, under this name.
    Off(&'n Name),
    /// In the line to be: at its right end, or at the left.
    ToBe {
        /// Its name.
        name: &'n Name,
        /// Whether at the right end.
        right: bool,
    },
    /// The terrain to be, and the only one.
    Terrain(&'n Name),
}

impl<'n> Standing<'n> {
    /// Its place in the line.
    pub fn in_line(self) -> Option<usize> {
        match self {
            Standing::Line(at) => Some(at),
            _ => None,
        }
    }

    /// The terrains that it sees.
    fn terrains<'s>(self, state: &'s State) -> impl Iterator<Item = &'s Name>
    where
        'n: 's,
    {
        let (new, old) = match self {
            Standing::Terrain(name) => (Some(name), &[][..]),
            _ => (None, state.terrains.as_slice()),
        };
        new.into_iter().chain(old.iter().map(|terrain| &terrain.card))
    }
}

/// The card itself, and what stands before and after it in the line of `who`; nothing where the line
/// does not bear on it.
fn around<'s>(
    law: &ComboLaw<'_>,
    state: &'s State,
    who: usize,
    standing: Standing<'s>,
) -> Option<(&'s Name, &'s [LineCard], &'s [LineCard])> {
    let line = state.players[who].line.as_slice();
    match standing {
        Standing::Line(at) => line.get(at).map(|card| (&card.card, &line[..at], &line[at + 1..])),
        Standing::ToBe { name, right: true } => Some((name, line, &[])),
        Standing::ToBe { name, right: false } => Some((name, &[], line)),
        Standing::Off(_) | Standing::Terrain(_) if law.readings().off_line == OffLine::Never => None,
        Standing::Off(name) | Standing::Terrain(name) => Some((name, line, &[])),
    }
}

/// Whether conditions hold for a card of `who`.
pub fn hold(
    law: &mut ComboLaw<'_>,
    state: &State,
    who: usize,
    conditions: &[Condition],
    standing: Standing<'_>,
) -> bool {
    conditions.iter().all(|condition| holds(law, state, who, condition, standing))
}

fn holds(law: &mut ComboLaw<'_>, state: &State, who: usize, condition: &Condition, standing: Standing<'_>) -> bool {
    match condition {
        Condition::At(Terrain::Any) => law.choose(AT_ANY, standing.terrains(state).next().is_some(), false),
        Condition::At(Terrain::Named(name)) => {
            if !law.on(AT_NAMED) {
                return false;
            }
            let named = plain(law, name);
            standing.terrains(state).any(|terrain| plain(law, terrain) == named)
        }
        Condition::At(Terrain::School(school)) => {
            if !law.on(AT_SCHOOL) || !schools::known(law, school.name()) {
                return false;
            }
            match law.readings().terrain_school {
                TerrainSchool::ByName => {
                    let named = law.rules().schools.get(school.name()).map_or("", |s| s.terrain.as_str());
                    standing.terrains(state).any(|terrain| plain(law, terrain) == named)
                }
                TerrainSchool::BySchool => {
                    let cards = law.cards;
                    standing
                        .terrains(state)
                        .any(|terrain| cards.get(terrain).card.schools.iter().any(|s| s == school.name()))
                }
            }
        }
        Condition::After(cards) => {
            if !law.on(AFTER) {
                return false;
            }
            let Some((_, before, _)) = around(law, state, who, standing) else { return false };
            match law.readings().after {
                After::Earlier => before.iter().any(|c| matches(law, &c.card, cards)),
                After::JustBefore => before.last().is_some_and(|c| matches(law, &c.card, cards)),
            }
        }
        Condition::Last(cards) => {
            if !law.on(LAST) {
                return false;
            }
            let Some((itself, _, after)) = around(law, state, who, standing) else { return false };
            if !matches(law, itself, cards) {
                return false;
            }
            match law.readings().last {
                Last::LastSuch => !after.iter().any(|c| matches(law, &c.card, cards)),
                Last::LastInLine => after.is_empty(),
                Last::WhenPlayed => true,
            }
        }
        Condition::Only(cards) => {
            if !law.on(ONLY) {
                return false;
            }
            let Some((itself, before, after)) = around(law, state, who, standing) else { return false };
            if !matches(law, itself, cards) {
                return false;
            }
            let foes = match law.readings().in_line {
                InLine::OwnLine => &[][..],
                InLine::BothLines => &state.players[1 - who].line,
            };
            !before.iter().chain(after).chain(foes).any(|c| matches(law, &c.card, cards))
        }
    }
}

/// Whether the condition of an effect holds.
pub fn proviso(
    law: &mut ComboLaw<'_>,
    state: &State,
    who: usize,
    conditions: &[Condition],
    standing: Standing<'_>,
) -> bool {
    conditions.is_empty() || !law.on(IF) || hold(law, state, who, conditions, standing)
}

/// Puts what is done once into the order in which it is done: places among `effects`.
pub fn order<E: Borrow<Effect>>(law: &mut ComboLaw<'_>, effects: &[E], places: &mut [usize]) {
    let draws = |place: &usize| matches!(effects[*place].borrow(), Effect::Draw { .. });
    if !places.is_sorted_by_key(draws) {
        let printed = law.readings().effect_order == EffectOrder::AsPrinted;
        if !law.choose(ORDER, printed, false) {
            places.sort_by_key(draws);
        }
    }
}

/// Which of two looks is taken at the condition of what is done once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// That before anything is done.
    First,
    /// That when the effect comes to be carried out.
    InTurn,
}

/// Whether this look does not keep an effect that is carried out once from being so.
pub fn met(
    law: &mut ComboLaw<'_>,
    state: &State,
    who: usize,
    effect: &Effect,
    standing: Standing<'_>,
    look: When,
) -> bool {
    let conditions = conditions(effect);
    if conditions.is_empty() {
        return true;
    }
    let first = law.readings().condition_looked_at == ConditionLookedAt::WhenPlayed;
    let counts = if law.choose(LOOKED_AT, first, false) { When::First } else { When::InTurn };
    look != counts || proviso(law, state, who, conditions, standing)
}

/// Whether a card that has left play does no more of what it does once.
pub fn no_more(law: &mut ComboLaw<'_>) -> bool {
    let no_more = law.readings().left_play == LeftPlay::NoMore;
    law.choose(LEFT_PLAY, no_more, false)
}

/// Whether an equipped card is an assist.
pub fn is_assist(hand: &super::super::state::HandCard) -> bool {
    hand.is == Equip::Assist
}

/// How often an effect counts; nothing where once.
fn per(effect: &Effect) -> Option<&Per> {
    match effect {
        Effect::Amount { per, .. } | Effect::Draw { per, .. } => per.as_ref(),
        Effect::Destroy { .. } => None,
    }
}

/// The condition of an effect.
pub fn conditions(effect: &Effect) -> &[Condition] {
    match effect {
        Effect::Amount { proviso, .. } | Effect::Draw { proviso, .. } | Effect::Destroy { proviso, .. } => proviso,
    }
}
