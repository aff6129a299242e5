//! Creatures in the grove, and what happens to them.

use crate::grove::clauses::field::*;
use rulebound_core::kernel::{Name, ObjectId, ObjectRef, Player, Rejection};

use super::basics;
use super::frame::{Effect, Frame};
use crate::grove::action::{Event, Kind};
use crate::grove::state::{Creature, Piece, State, WOUND, Zone};
use crate::grove::{GroveLaw, Map};

/// The map of a position. There always is a map, because a setup that names none is refused.
pub fn map<'a>(law: &GroveLaw<'a>, state: &State) -> &'a Map {
    static NONE: Map = Map::new();
    law.data.maps.get(&state.map).unwrap_or(&NONE)
}

/// The tiles that a creature may be put on; `back` is a creature that may stay where it is.
fn free(law: &mut GroveLaw<'_>, state: &State, back: Option<&ObjectId>) -> Vec<String> {
    law.cite(TILES);
    let tiles = map(law, state).keys();
    let blocks = |creature: &Creature, tile: &str| creature.is.tile == tile && Some(&creature.id) != back;
    let free = |tile: &&String| !law.on(EMPTY) || !state.grove().any(|creature| blocks(creature, tile));
    tiles.filter(free).cloned().collect()
}

/// Carries out an effect. If its target is gone, nothing happens.
pub fn effect(law: &mut GroveLaw<'_>, state: &mut State, by: Player, effect: &Effect, target: Option<&ObjectRef>) {
    let target = target.and_then(|target| state.aimed(target)).cloned();
    match (effect, target) {
        (Effect::Sprout, _) => {
            if law.on(SPROUT) {
                enter(law, state, by, Name::from(law.rules().token.as_str()));
            }
        }
        (Effect::Tempest, _) => {
            if law.on(TEMPEST) {
                (1..=law.rules().tempest.strikes).for_each(|number| law.then(Frame::Strike { by, number }));
            }
        }
        (Effect::Wound(wounds), Some(creature)) => {
            if law.on(WARD) {
                law.then(Frame::Ward { by: creature.controller, creature: creature.id, wounds: *wounds });
            } else {
                wound(law, state, &creature.id, *wounds);
            }
        }
        (Effect::Blink, Some(creature)) => {
            let card = creature.id.name.clone();
            law.then(Frame::Tile { by: creature.owner, card, back: Some(creature.id) });
        }
        (Effect::Charm, Some(creature)) => charm(law, state, by, &creature.id),
        (Effect::Wound(_) | Effect::Blink | Effect::Charm, None) => {}
    }
}

/// Puts a creature into the grove: its player is asked for a tile, if there is one.
pub fn enter(law: &mut GroveLaw<'_>, state: &mut State, by: Player, card: Name) {
    if free(law, state, None).is_empty() {
        law.act(EMPTY, state, Event::Lost { card }, |_| {});
    } else {
        law.then(Frame::Tile { by, card, back: None });
    }
}

/// Checks whether a creature may be put on a tile.
///
/// # Errors
/// If a clause forbids it.
pub fn permit_put(
    law: &mut GroveLaw<'_>,
    state: &State,
    frame: Option<&Frame>,
    by: Player,
    tile: &str,
) -> Result<String, Rejection> {
    let back = match frame {
        Some(Frame::Tile { by: asked, back, .. }) if *asked == by => back.as_ref(),
        _ => return Err(law.reject(EMPTY, || format!("player {by} has no creature to put on a tile"))),
    };
    if !map(law, state).contains_key(tile) {
        return Err(law.reject(TILES, || format!("there is no tile {tile}")));
    }
    let taken = !free(law, state, back).iter().any(|free| free == tile);
    law.forbid(EMPTY, taken, || format!("there is a creature on {tile}"))?;
    Ok(tile.to_owned())
}

/// Puts a creature on a tile: a new creature, or a creature that was taken away.
pub fn put(law: &mut GroveLaw<'_>, state: &mut State, frame: Frame, tile: String) {
    let Frame::Tile { by, card, back } = frame else { return };
    let creature = match back {
        Some(id) if law.on(BLINK) => state.objects.move_to(&id, Zone::Grove),
        Some(id) => Some(id),
        None => Some(state.objects.make(&card, by, Zone::Grove, Piece::default())),
    };
    if let Some(id) = creature {
        law.act(TILES, state, Event::Put { creature: id.clone(), tile: tile.clone() }, |state| {
            if let Some(creature) = state.objects.get_mut(&id) {
                creature.is.tile = tile;
            }
        });
    }
}

fn charm(law: &mut GroveLaw<'_>, state: &mut State, by: Player, id: &ObjectId) {
    if law.on(CHARM) {
        law.act(CHARM, state, Event::Charmed { creature: id.clone(), player: by }, |state| {
            if let Some(creature) = state.objects.get_mut(id) {
                creature.controller = by;
            }
        });
    }
}

fn wound(law: &mut GroveLaw<'_>, state: &mut State, id: &ObjectId, wounds: u32) {
    law.act(FALLS, state, Event::Wounded { creature: id.clone(), wounds }, |state| {
        if let Some(creature) = state.objects.get_mut(id) {
            creature.mark(WOUND, creature.marked(WOUND) + wounds);
        }
    });
}

/// Checks whether a player may answer with this ward, or with none.
///
/// # Errors
/// If a clause forbids it.
pub fn permit_ward(
    law: &mut GroveLaw<'_>,
    state: &State,
    frame: Option<&Frame>,
    by: Player,
    card: Option<&Name>,
) -> Result<Option<Name>, Rejection> {
    if !matches!(frame, Some(Frame::Ward { by: asked, .. }) if *asked == by) {
        return Err(law.reject(WARD, || format!("no creature of player {by} is about to be wounded")));
    }
    if let Some(card) = card
        && !(state.players[by].hand.contains(card) && law.cards.get(card).kind == Kind::Ward)
    {
        return Err(law.reject(WARD, || format!("player {by} holds no ward {card}")));
    }
    Ok(card.cloned())
}

/// Discards a ward, or wounds a creature.
pub fn ward(law: &mut GroveLaw<'_>, state: &mut State, frame: Frame, card: Option<Name>) {
    let Frame::Ward { by, creature, wounds } = frame else { return };
    match card {
        Some(card) => law.act(WARD, state, Event::Warded { creature }, |state| state.take(by, &card)),
        None => wound(law, state, &creature, wounds),
    }
}

/// Lets a tempest strike a creature of the foes, if there is one.
pub fn strike(law: &mut GroveLaw<'_>, state: &mut State, by: Player, number: u32) {
    let foes: Vec<ObjectId> = state
        .grove()
        .filter(|creature| !basics::allied(law, by, creature.controller))
        .map(|creature| creature.id.clone())
        .collect();
    let names: Vec<String> = foes.iter().map(ToString::to_string).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let subject = format!("strike {number}");
    let Some(struck) = law.pick(&subject, &names).map(|at| foes[at].clone()) else { return };
    let sides = law.rules().tempest.die;
    let die = law.roll(&subject, sides);
    law.act(TEMPEST, state, Event::Struck { creature: struck.clone(), die }, |_| {});
    if die == sides {
        wound(law, state, &struck, 1);
    }
}

/// Updates the strength of all creatures; those with as many wounds as strength fall, all at the same moment. Their
/// fall may weaken others.
pub fn derive(law: &mut GroveLaw<'_>, state: &mut State) {
    loop {
        let strengths: Vec<(ObjectId, u32)> =
            state.grove().map(|creature| (creature.id.clone(), strength(law, state, creature))).collect();
        for (id, strength) in strengths {
            if let Some(creature) = state.objects.get_mut(&id) {
                creature.is.strength = strength;
            }
        }
        let weak = |creature: &&Creature| creature.marked(WOUND) >= creature.is.strength;
        let fallen: Vec<Creature> = state.grove().filter(weak).cloned().collect();
        if fallen.is_empty() || !law.on(FALLS) {
            return;
        }
        for creature in fallen {
            fall(law, state, creature);
        }
    }
}

fn strength(law: &mut GroveLaw<'_>, state: &State, creature: &Creature) -> u32 {
    let power = law.cards.get(&creature.id.name).power;
    if !law.on(STRENGTH) {
        return power;
    }
    let tiles = map(law, state).get(&creature.is.tile).map_or(&[][..], Vec::as_slice);
    let beside = state.grove().filter(|other| tiles.contains(&other.is.tile));
    let friends = beside.filter(|other| basics::allied(law, creature.controller, other.controller)).count();
    power + law.rules().neighbour * friends as u32
}

fn fall(law: &mut GroveLaw<'_>, state: &mut State, creature: Creature) {
    let Creature { id, controller: by, .. } = creature;
    let card = law.cards.get(&id.name);
    let token = card.kind == Kind::Token;
    law.act(FALLS, state, Event::Fell { creature: id.clone() }, |state| {
        if token {
            state.objects.remove(&id);
        } else if let Some(dead) = state.objects.move_to(&id, Zone::Grave).and_then(|dead| state.objects.get_mut(&dead))
        {
            dead.is = Piece::default();
        }
    });
    if let Some(effect) = card.falls.clone() {
        let frame = Frame::Effect { by, effect, target: None };
        if law.on(FALL_EFFECTS) {
            law.queue(frame);
        } else {
            law.then(frame);
        }
    }
}
