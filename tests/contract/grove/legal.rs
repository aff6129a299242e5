//! What a player may do: the list of actions that the player may want to take, and the one function that judges
//! actions.

use crate::grove::clauses;
use rulebound_core::kernel::{Name, ObjectId, Player, Rejection};

use super::action::Action;
use super::rules::frame::Frame;
use super::rules::{basics, dawn, ending, field, stack};
use super::state::State;
use super::{GroveLaw, Permit};

/// Adds what a player may want to do.
pub fn candidates(law: &mut GroveLaw<'_>, state: &State, frame: Option<&Frame>, by: Player, found: &mut Vec<Action>) {
    match frame {
        Some(Frame::Tile { .. }) => {
            found.extend(field::map(law, state).keys().map(|tile| Action::Put { tile: tile.clone() }));
        }
        Some(Frame::Ward { .. }) => {
            found.extend(hand(state, by).into_iter().map(|card| Action::Ward { card }));
            found.push(Action::Decline {});
        }
        Some(_) => {}
        None if state.dawn => found.extend(hand(state, by).into_iter().map(|card| Action::Lay { card })),
        None => {
            let targets: Vec<&ObjectId> = state.grove().map(|creature| &creature.id).collect();
            for card in hand(state, by) {
                found.push(Action::Play { card: card.clone(), target: None });
                let aimed = targets.iter().map(|id| Action::Play { card: card.clone(), target: Some((*id).clone()) });
                found.extend(aimed);
            }
            found.push(Action::Pass {});
        }
    }
    found.push(Action::GiveUp {});
}

/// The cards in a hand, each once.
fn hand(state: &State, by: Player) -> Vec<Name> {
    let mut cards: Vec<Name> = Vec::new();
    for card in &state.players[by].hand {
        if !cards.contains(card) {
            cards.push(card.clone());
        }
    }
    cards
}

/// Checks whether an action is legal, and works out what it means.
pub fn permit(
    law: &mut GroveLaw<'_>,
    state: &State,
    frame: Option<&Frame>,
    by: Player,
    action: &Action,
) -> Result<Permit, Rejection> {
    ending::forbid_after(law, state)?;
    if let (Action::Lay { .. } | Action::Play { .. } | Action::Pass {}, Some(_)) = (action, frame) {
        return Err(law.reject(clauses::stack::WAITS, || "a card is being done".to_owned()));
    }
    Ok(match action {
        Action::Lay { card } => Permit::Lay(dawn::permit_lay(law, state, by, card)?),
        Action::Play { card, target } => Permit::Play(stack::permit_play(law, state, by, card, target.as_ref())?),
        Action::Pass {} => {
            stack::permit_pass(law, state, by)?;
            Permit::Pass
        }
        Action::Put { tile } => Permit::Put(field::permit_put(law, state, frame, by, tile)?),
        Action::Ward { card } => Permit::Ward(field::permit_ward(law, state, frame, by, Some(card))?),
        Action::Decline {} => Permit::Ward(field::permit_ward(law, state, frame, by, None)?),
        Action::Look { at } => Permit::Look(basics::permit_look(law, by, *at)?),
        Action::GiveUp {} => {
            ending::permit_give_up(law)?;
            Permit::GiveUp
        }
    })
}
