//! Carries out effects that draw, destroy the terrain, move cards between piles, or show the source.

use std::borrow::Borrow;

use super::super::piles;
use super::super::status::protection;
use super::{amounts, transfer};
use crate::action::Event;
use crate::clauses;
use crate::clauses::text::*;
use crate::frame::{Draw, Draws};
use crate::law::ComboLaw;
use crate::places::{self, At};
use crate::readings::{CountLookedAt, TerrainItself};
use crate::state::{Name, PileAnswer, PileName, State, Zone};
use crate::text::{Effect, Target};
use rulebound_core::kernel::ClauseKey;

/// Carries out an effect that is done once, unless it destroys an assist. `counted` is the number of times that a draw
/// counts, if that was worked out earlier.
pub fn once(
    law: &mut ComboLaw<'_>,
    state: &mut State,
    who: usize,
    effect: &Effect,
    counted: Option<u32>,
    itself: Option<usize>,
    named: Option<&[Name]>,
) {
    match effect {
        Effect::Amount { .. }
        | Effect::Destroy { target: Target::FirstAssist { .. } | Target::AnyAssist { .. }, .. } => {}
        Effect::Draw { number, per, .. } => {
            if !law.on(DRAW) {
                return;
            }
            law.cite(COUNTED_THEN);
            let now = |law: &mut ComboLaw<'_>| {
                per.as_ref().map_or(1, |per| amounts::times(law, state, who, per, None, false))
            };
            let times = counted.unwrap_or_else(|| now(law));
            let count = number.saturating_mul(times) as usize;
            piles::draw_or_ask(law, state, Draw { who, why: Draws::Text, count });
        }
        Effect::Transfer { number, cards, from, to, .. } => {
            transfer::begin(law, state, who, *number, cards, [*from, *to], named);
        }
        Effect::Read { .. } => {
            if !law.on(READ_SOURCE) {
                return;
            }
            let cards = state.players[who].source.clone();
            let answer = PileAnswer { by: who, player: who, pile: PileName::Source, count: cards.len(), cards };
            let told = Box::new(answer);
            law.act(READ_SOURCE, state, Event::Told(told.clone()), |state| state.told = Some(*told));
        }
        Effect::Destroy { target: Target::Terrain, .. } => {
            if !law.on(DESTROY_TERRAIN) {
                return;
            }
            let spared = itself.filter(|_| {
                let destroys = law.readings().terrain_itself == TerrainItself::Itself;
                !law.choose(TERRAIN_ITSELF, destroys, false)
            });
            let mut index = 0;
            while index < state.terrains.len() {
                if spared == Some(index) {
                    index += 1;
                    continue;
                }
                law.cite(clauses::terrains::NOT_AT_WILL);
                let before = state.terrains.len();
                let at = At { who: state.terrains[index].owner, zone: Zone::Terrains, index };
                destroy_or_spare(law, state, DESTROY_TERRAIN, at);
                index += usize::from(state.terrains.len() == before);
            }
        }
    }
}

/// The number of times that each draw among these effects counts, by index, if that is worked out before any of them
/// is carried out.
pub fn counts<E: Borrow<Effect>>(
    law: &mut ComboLaw<'_>,
    state: &State,
    who: usize,
    effects: &[E],
    places: &[usize],
) -> Vec<(usize, u32)> {
    let mut found = Vec::new();
    for place in places {
        if let Some(Effect::Draw { per: Some(per), .. }) = effects.get(*place).map(Borrow::borrow) {
            let in_turn = law.readings().count_looked_at == CountLookedAt::InTurn;
            if !law.choose(COUNTED_THEN, in_turn, false) {
                found.push((*place, amounts::times(law, state, who, per, None, false)));
            }
        }
    }
    found
}

/// Destroys a card, as `clause` demands, unless the card cannot be destroyed.
pub fn destroy_or_spare(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, at: At) {
    let (name, since) = places::card_at(state, at);
    if protection::has_protection(law, &name) {
        law.cite(CANNOT_DESTROY);
    }
    if protection::protected(law, state, &name, since) && law.on(CANNOT_DESTROY) {
        law.act(CANNOT_DESTROY, state, Event::Spared { player: at.who, card: name.clone() }, |_| {});
    } else {
        piles::destroy(law, state, clause, at);
    }
}
