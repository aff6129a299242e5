//! Section of text: what a card in play counts as, and its scores as they are now.

use crate::clauses;
use crate::law::TransmuteLaw;
use crate::prepared::Prepared;
use crate::readings::{BareCount, BelowZero, EnchantmentYou, SpellItself, TransmutedIs};
use crate::state::{Is, Scores, State, Target, Zone};
use crate::text::{Amount, CardType, Count, Effect, Score, Sort};
use rulebound_core::kernel::{Name, Object, ObjectId, Player};

/// A card in play.
pub type Card = Object<Zone, Is>;

/// The card that an object is, even if it lies face down.
pub fn card_of(object: &Card) -> &Name {
    object.is.transmuted.as_ref().unwrap_or(&object.id.name)
}

/// The text side of a card in play; `None` if it lies face down.
pub fn face<'l>(law: &TransmuteLaw<'l>, object: &Card) -> Option<&'l Prepared> {
    object.is.transmuted.is_none().then(|| law.cards.get(&object.id.name))
}

/// Whether a card in play is of a sort.
pub fn is_of(law: &mut TransmuteLaw<'_>, object: &Card, sort: &Sort) -> bool {
    if object.is.transmuted.is_none() {
        return law.cards.get(&object.id.name).is_of(sort);
    }
    match sort {
        Sort::Card => true,
        Sort::Type(_) => {
            let counts = law.readings().transmuted_is == TransmutedIs::ItsType;
            !law.choose(clauses::play::FACE_DOWN, !counts, false) && law.cards.get(card_of(object)).is_of(sort)
        }
        Sort::Named(_) => false,
    }
}

/// Whether a card in play is of a type.
pub fn is_a(law: &mut TransmuteLaw<'_>, object: &Card, of_type: CardType) -> bool {
    is_of(law, object, &Sort::Type(of_type))
}

/// Whether a card in play is a Minion that lies face up, and so can attack and carry Enchantments.
pub fn is_minion(law: &TransmuteLaw<'_>, object: &Card) -> bool {
    face(law, object).is_some_and(|card| card.of_type == Some(CardType::Minion))
}

/// The same for a Device.
pub fn is_device(law: &TransmuteLaw<'_>, object: &Card) -> bool {
    face(law, object).is_some_and(|card| card.of_type == Some(CardType::Device))
}

/// Whom "you" means on a card in play.
pub fn you(law: &TransmuteLaw<'_>, state: &State, object: &Card) -> Player {
    let minion = object.is.on.as_ref().and_then(|on| state.objects.get(on));
    match minion {
        Some(minion) if law.readings().enchantment_you == EnchantmentYou::Minions => minion.controller,
        _ => object.controller,
    }
}

/// What "this Minion" means on a card in play.
pub fn this(object: &Card) -> &ObjectId {
    object.is.on.as_ref().unwrap_or(&object.id)
}

/// What the words of a text refer to while something is counted.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// Whom "you" means.
    pub by: Player,
    /// The card in play whose text it is.
    pub source: Option<&'a ObjectId>,
    /// "This Minion".
    pub this: Option<&'a ObjectId>,
    /// "That Minion".
    pub that: Option<&'a ObjectId>,
}

/// Counts what a text counts.
pub fn count(law: &mut TransmuteLaw<'_>, state: &State, around: Around<'_>, what: Count) -> u32 {
    if !law.on(clauses::text::COUNTED) {
        return 1;
    }
    let on = |minion: Option<&ObjectId>| {
        let of = |object: &&Card| minion.is_some() && object.is.on.as_ref() == minion;
        state.objects.iter().filter(of).count() as u32
    };
    let (of_type, own) = match what {
        Count::OnThis => return on(around.this),
        Count::OnThat => return on(around.that),
        Count::YourCards(of_type) => (of_type, true),
        Count::AllCards(of_type) => (of_type, law.readings().bare_count == BareCount::Own),
    };
    let itself = law.readings().spell_itself == SpellItself::Counts;
    let mut number = 0;
    for object in state.objects.iter() {
        let other = itself || of_type != CardType::Spell || Some(&object.id) != around.source;
        if (!own || object.controller == around.by) && other && is_a(law, object, of_type) {
            number += 1;
        }
    }
    number
}

/// What a card in play adds to a score of a card.
struct Added {
    to: ObjectId,
    score: Score,
    by: u32,
}

/// What all cards in play add to scores.
fn added(law: &mut TransmuteLaw<'_>, state: &State) -> Vec<Added> {
    let mut found = Vec::new();
    for giver in state.objects.iter() {
        let Some(card) = face(law, giver) else { continue };
        if !card.adds && giver.is.gained.is_empty() {
            continue;
        }
        let to = giver.is.on.as_ref().unwrap_or(&giver.id);
        let gained = giver.is.gained.iter().map(|name| law.cards.get(name));
        for effect in std::iter::once(card).chain(gained).flat_map(|card| card.always()) {
            let Effect::Bonus { score, amount } = effect else { continue };
            if law.on(clauses::text::BONUS) {
                if giver.is.on.is_some() {
                    law.cite(clauses::play::ENCHANTMENT);
                }
                let around = Around { by: you(law, state, giver), source: Some(&giver.id), this: Some(to), that: None };
                let by = plain_amount(law, state, around, amount);
                found.push(Added { to: to.clone(), score: *score, by });
            }
        }
    }
    found
}

/// The scores of a card in play, with what is added to them and what changes them.
fn scores(law: &mut TransmuteLaw<'_>, object: &Card, added: &[Added]) -> Option<Scores> {
    let card = face(law, object)?;
    let life = card.life?;
    let mut now = [i64::from(card.attack), i64::from(card.armor), i64::from(life)];
    let place = |score: Score| match score {
        Score::Attack => 0,
        Score::Armor => 1,
        Score::Life => 2,
    };
    for added in added.iter().filter(|added| added.to == object.id) {
        now[place(added.score)] += i64::from(added.by);
    }
    for change in &object.is.changes {
        if law.on(clauses::text::CHANGE) {
            now[place(change.score)] += i64::from(change.by);
        }
    }
    let lowest = if law.readings().below_zero == BelowZero::Heals { i64::from(i32::MIN) } else { 0 };
    let [attack, armor, life] = now;
    let most = i64::from(i32::MAX);
    Some(Scores {
        attack: attack.clamp(lowest, most) as i32,
        armor: armor.clamp(0, most) as u32,
        life: life.clamp(0, most) as u32,
    })
}

/// An amount that depends on nothing that was done before.
pub fn plain_amount(law: &mut TransmuteLaw<'_>, state: &State, around: Around<'_>, amount: &Amount) -> u32 {
    match amount {
        Amount::Number(number) => *number,
        Amount::Count(what) => count(law, state, around, *what),
        Amount::DamageTaken | Amount::ItsCost => 0,
    }
}

/// Works out the scores of all cards in play again.
pub fn derive(law: &mut TransmuteLaw<'_>, state: &mut State) {
    let added = added(law, state);
    for object in state.objects.iter_mut() {
        let now = scores(law, object, &added);
        if object.is.scores != now {
            object.is.scores = now;
        }
    }
}

/// The armor of a target; a player has none.
pub fn armor(state: &State, target: &Target) -> u32 {
    match target {
        Target::Player(_) => 0,
        Target::Object(id) => {
            state.objects.get(id).and_then(|object| object.is.scores).map_or(0, |scores| scores.armor)
        }
    }
}
