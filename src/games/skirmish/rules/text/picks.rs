//! Section of text: what is picked for an effect.

use std::collections::BTreeSet;

use rulebound_core::kernel::{ObjectId, Player};

use crate::action::{Choice, What};
use crate::clauses::text::*;
use crate::frame::Doing;
use crate::law::SkirmishLaw;
use crate::readings::{
    AllOrder, FamiliarAgain, FamiliarTile, OrOnce, ReviveTile, TooFew, TrapOrder, TrapTile, UpToNone,
};
use crate::rules::map::{self, Character};
use crate::rules::text::{targets, traps};
use crate::state::{State, Tile};
use crate::text::{Effect, Target};

/// What an effect needs next.
pub enum Next {
    /// Something has to be picked.
    Pick(What, bool),
    /// It can be carried out.
    Ready,
    /// It has nothing to affect.
    Nothing,
}

fn picked_characters(doing: &Doing) -> usize {
    doing.picked.iter().filter(|choice| matches!(choice, Choice::Object(_))).count()
}

fn picked_tiles(doing: &Doing) -> usize {
    doing.picked.iter().filter(|choice| matches!(choice, Choice::Tile(_))).count()
}

/// The effect that comes next.
pub fn effect_of<'a>(law: &SkirmishLaw<'a>, doing: &Doing) -> Option<&'a Effect> {
    law.cards.get(&doing.card).text.effects.get(doing.effect)
}

/// What the targets of an effect still need; none if they are there.
fn next_target(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    doing: &Doing,
    effect: &Effect,
    target: &Target,
) -> Option<Next> {
    let count = picked_characters(doing);
    if targets::are_those_of_before(law, doing) {
        return (count == 0).then_some(Next::Nothing);
    }
    let members = targets::members(law, state, doing.by, &doing.user, effect).len();
    let in_order = law.readings().all_order == AllOrder::Picked;
    let wanted = target.count.map(|wanted| wanted as usize).or(in_order.then_some(members));
    let Some(wanted) = wanted else { return (members == 0).then_some(Next::Nothing) };
    let too_few = !target.up_to && members < wanted && law.readings().too_few == TooFew::None;
    if count == 0 && too_few {
        return Some(Next::Nothing);
    }
    if count < wanted && !doing.enough && !options(law, state, doing, What::Target).is_empty() {
        let none = count > 0 || law.readings().up_to_none == UpToNone::Allowed;
        return Some(Next::Pick(What::Target, target.up_to && none));
    }
    (count == 0).then_some(Next::Nothing)
}

/// Asks for an effect or a score, if there is one to decide on.
fn undecided(law: &mut SkirmishLaw<'_>, state: &State, doing: &Doing, what: What) -> Option<Next> {
    let decided = doing.picked.iter().filter(|choice| matches!(choice, Choice::Effect(_) | Choice::Score(_))).count();
    let needed = match law.readings().or_once {
        OrOnce::Once => 1,
        OrOnce::Each => targets::affected(law, state, doing).len(),
    };
    (decided < needed).then_some(Next::Pick(what, false))
}

/// What the effect that comes next needs.
pub fn next(law: &mut SkirmishLaw<'_>, state: &State, doing: &Doing) -> Next {
    let Some(effect) = effect_of(law, doing) else { return Next::Ready };
    if let Some(target) = targets::of(effect)
        && let Some(next) = next_target(law, state, doing, effect, target)
    {
        return next;
    }
    let asked = match effect {
        Effect::Give { either: true, .. } => undecided(law, state, doing, What::Effect),
        Effect::Raise(change) | Effect::Lower(change) if change.either => undecided(law, state, doing, What::Score),
        Effect::Summon { familiar } if stands_already(law, state, doing.by, familiar) => Some(Next::Nothing),
        Effect::Place { .. } | Effect::Summon { .. } if picked_tiles(doing) == 0 => {
            let none = doing.enough || options(law, state, doing, What::Tile).is_empty();
            Some(if none { Next::Nothing } else { Next::Pick(What::Tile, false) })
        }
        Effect::Detonate {} if law.readings().trap_order == TrapOrder::Picked => {
            law.cite(PICKING);
            let none = options(law, state, doing, What::Tile).is_empty();
            (!none && !doing.enough).then_some(Next::Pick(What::Tile, false))
        }
        Effect::Revive { .. } => {
            let asked = targets::are_those_of_before(law, doing);
            let more = !asked && picked_tiles(doing) < revived(law, state, doing).len();
            let more = more && !options(law, state, doing, What::Tile).is_empty();
            more.then_some(Next::Pick(What::Tile, false))
        }
        _ => None,
    };
    asked.unwrap_or(Next::Ready)
}

/// The characters that an effect revives.
fn revived(law: &mut SkirmishLaw<'_>, state: &State, doing: &Doing) -> Vec<ObjectId> {
    targets::affected(law, state, doing)
}

/// What a player may pick.
pub fn options(law: &mut SkirmishLaw<'_>, state: &State, doing: &Doing, what: What) -> Vec<Choice> {
    let Some(effect) = effect_of(law, doing) else { return Vec::new() };
    match what {
        What::Target => {
            let members = targets::members(law, state, doing.by, &doing.user, effect);
            let choices: Vec<Choice> = members.into_iter().map(Choice::Object).collect();
            let once = law.on(PICKING);
            choices.into_iter().filter(|choice| !once || !doing.picked.contains(choice)).collect()
        }
        What::Effect => match effect {
            Effect::Give { effects, .. } => {
                let mut choices: Vec<Choice> = Vec::new();
                for given in effects {
                    let choice = Choice::Effect(given.effect.clone());
                    if !choices.contains(&choice) {
                        choices.push(choice);
                    }
                }
                choices
            }
            _ => Vec::new(),
        },
        What::Score => match effect {
            Effect::Raise(change) | Effect::Lower(change) => {
                change.scores.iter().map(|score| Choice::Score(*score)).collect()
            }
            _ => Vec::new(),
        },
        What::Tile => {
            let tiles = tiles(law, state, doing, effect).into_iter().map(Choice::Tile);
            tiles.filter(|choice| !doing.picked.contains(choice)).collect()
        }
    }
}

/// The tiles that a player may pick for an effect.
fn tiles(law: &mut SkirmishLaw<'_>, state: &State, doing: &Doing, effect: &Effect) -> Vec<Tile> {
    let Some(user) = state.objects.get(&doing.user) else { return Vec::new() };
    let empty = map::empty_tiles(law, state);
    match effect {
        Effect::Place { .. } => {
            let free: Vec<Tile> = empty.into_iter().filter(|tile| may_be_trapped(law, state, *tile)).collect();
            free.into_iter().filter(|tile| targets::is_near(law, state, user, *tile)).collect()
        }
        Effect::Detonate {} => {
            let traps = traps::detonated(law, state, doing.by, user);
            traps.iter().map(|trap| trap.tile).collect::<BTreeSet<Tile>>().into_iter().collect()
        }
        Effect::Summon { .. } => {
            let anywhere = law.readings().familiar_tile == FamiliarTile::Anywhere;
            empty.into_iter().filter(|tile| anywhere || map::distance(law, user.is.tile, *tile) == 1).collect()
        }
        Effect::Revive { .. } => {
            let revived = revived(law, state, doing);
            let Some(id) = revived.get(picked_tiles(doing)) else { return Vec::new() };
            let Some(tile) = state.objects.get(id).map(|character| character.is.tile) else { return Vec::new() };
            let taken = |tile: &Tile| doing.picked.contains(&Choice::Tile(*tile));
            if law.readings().revive_tile == ReviveTile::Beside {
                // its own tile counts as empty, even if it occupies it
                let own = map::is_empty(law, state, tile, Some(id)) && !empty.contains(&tile);
                let near = empty.into_iter().chain(own.then_some(tile)).filter(|tile| !taken(tile));
                return near.filter(|tile| map::distance(law, user.is.tile, *tile) == 1).collect();
            }
            if map::is_empty(law, state, tile, Some(id)) && !taken(&tile) {
                return vec![tile];
            }
            let free = empty.into_iter().filter(|tile| !taken(tile));
            let far: Vec<(u32, Tile)> = free.map(|other| (map::distance(law, tile, other), other)).collect();
            let nearest = far.iter().map(|(distance, _)| *distance).min();
            far.into_iter().filter(|(distance, _)| Some(*distance) == nearest).map(|(_, tile)| tile).collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a trap may be placed on a tile.
pub fn may_be_trapped(law: &mut SkirmishLaw<'_>, state: &State, tile: Tile) -> bool {
    let again = law.readings().trap_tile == TrapTile::Allowed;
    map::is_empty(law, state, tile, None) && (again || state.traps.iter().all(|trap| trap.tile != tile))
}

/// Whether a familiar may not be summoned because it stands.
pub fn stands_already(law: &SkirmishLaw<'_>, state: &State, by: Player, familiar: &str) -> bool {
    let its = |other: &Character| &*other.id.name == familiar && other.controller == by && !other.is.fainted;
    law.readings().familiar_again == FamiliarAgain::Refused && state.objects.iter().any(its)
}
