//! What a player may want to do, each action in its canonical form.

use std::collections::BTreeSet;

use rulebound_core::kernel::{Name, ObjectId, Player};

use crate::action::Action;
use crate::frame::Frame;
use crate::law::SkirmishLaw;
use crate::readings::{CardUser, SameSkill, WalkNowhere};
use crate::rules::classes::reach;
use crate::rules::text::picks;
use crate::rules::{combat, map, text};
use crate::state::{Stage, State};

/// The largest hand whose exchanges are all listed; of a larger one, only no cards, single cards and all cards are.
const MOST_PARTS: usize = 9;

/// Adds what `by` may want to do.
pub fn candidates(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    frame: Option<&Frame>,
    by: Player,
    found: &mut Vec<Action>,
) {
    if state.over.is_some() {
        return;
    }
    match frame {
        Some(Frame::Exchange {} | Frame::ExchangeBy { .. }) => exchanges(&state.players[by].hand, found),
        Some(Frame::Counter(_) | Frame::Keyword(_)) => found.extend([Action::Accept {}, Action::Decline {}]),
        Some(Frame::Pick(picking)) => {
            found.extend(picks::options(law, state, &picking.doing, picking.what).into_iter().map(Action::Pick));
            if picking.may_stop {
                found.push(Action::Done {});
            }
        }
        Some(_) => {}
        None => match state.stage {
            Stage::Start => found.push(Action::Begin {}),
            Stage::Draft => drafts(law, state, by, found),
            Stage::Turns => in_turn(law, state, by, found),
            Stage::Hands | Stage::Over => {}
        },
    }
    found.push(Action::Forfeit {});
}

fn drafts(law: &mut SkirmishLaw<'_>, state: &State, by: Player, found: &mut Vec<Action>) {
    let tiles = map::open_tiles(law, state);
    for character in &state.players[by].team {
        found.extend(tiles.iter().map(|tile| Action::Draft { character: character.clone(), tile: *tile }));
    }
}

/// All ways to exchange cards of a hand; for equal cards only their number counts.
fn exchanges(hand: &[Name], found: &mut Vec<Action>) {
    if hand.len() > MOST_PARTS {
        found.push(Action::Exchange { cards: Vec::new() });
        let single: BTreeSet<&Name> = hand.iter().collect();
        found.extend(single.into_iter().map(|card| Action::Exchange { cards: vec![card.clone()] }));
        found.push(Action::Exchange { cards: hand.to_vec() });
        return;
    }
    let mut parts = BTreeSet::new();
    for part in 0..1_u32 << hand.len() {
        let cards = hand.iter().enumerate().filter(|(at, _)| part >> at & 1 == 1).map(|(_, card)| card.clone());
        let mut cards: Vec<Name> = cards.collect();
        cards.sort();
        if parts.insert(cards.clone()) {
            found.push(Action::Exchange { cards });
        }
    }
}

fn in_turn(law: &mut SkirmishLaw<'_>, state: &State, by: Player, found: &mut Vec<Action>) {
    let nowhere = law.readings().walk_nowhere == WalkNowhere::Allowed;
    let own = state.objects.iter().filter(|character| character.controller == by);
    let own: Vec<ObjectId> = own.map(|character| character.id.clone()).collect();
    for id in &own {
        if let Some(map) = map::of(law, state)
            && let Ok(character) = combat::permit_any_walk(law, state, by, id)
        {
            for (to, length) in map.tiles().zip(map::walks(law, state, character, None)) {
                let goes = length.is_some_and(|length| reach::permit_way(law, character, length).is_ok());
                if goes && (nowhere || to != character.is.tile) {
                    found.push(Action::Walk { character: id.clone(), to });
                }
            }
        }
        let others = state.objects.iter().filter(|other| other.controller != by);
        found.extend(others.map(|other| Action::Attack { character: id.clone(), target: other.id.clone() }));
    }
    let hand: BTreeSet<&Name> = state.players[by].hand.iter().collect();
    let (any, same) = (law.readings().card_user == CardUser::AnyCharacter, law.readings().same_skill);
    for card in hand {
        let users = text::users(law, state, by, card);
        if users.len() > 1 && (any || same == SameSkill::Picked) {
            found.extend(users.iter().map(|user| Action::Use { card: card.clone(), with: Some(user.id.clone()) }));
        } else {
            found.push(Action::Use { card: card.clone(), with: None });
        }
    }
    found.push(Action::End {});
}
