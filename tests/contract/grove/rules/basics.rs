//! Who plays with whom, and who sees which hands.

use crate::grove::clauses::basics::*;
use rulebound_core::kernel::{Player, Rejection};

use crate::grove::GroveLaw;
use crate::grove::action::Event;
use crate::grove::state::{PLAYERS, State};

/// Whether two players belong to one alliance.
pub fn allied(law: &mut GroveLaw<'_>, one: Player, other: Player) -> bool {
    one == other || (law.on(ALLIANCES) && one != 0 && other != 0)
}

/// The alliance of a player, in ascending order.
pub fn alliance(law: &mut GroveLaw<'_>, player: Player) -> Vec<Player> {
    (0..PLAYERS).filter(|other| allied(law, player, *other)).collect()
}

/// Whether a player sees the hand of another.
pub fn sees(law: &mut GroveLaw<'_>, state: &State, player: Player, other: Player) -> bool {
    player == other || !law.on(HANDS) || state.players[player].knows.contains(&other)
}

/// Checks whether a player may look at a hand.
///
/// # Errors
/// If a clause forbids it.
pub fn permit_look(law: &mut GroveLaw<'_>, by: Player, at: Player) -> Result<Player, Rejection> {
    if at == by || at >= PLAYERS || !allied(law, by, at) {
        return Err(law.reject(HANDS, || format!("player {at} is no ally of player {by}")));
    }
    law.allow(LOOK, true, || "nobody looks at a hand".to_owned())?;
    Ok(at)
}

/// Lets a player look at a hand.
pub fn look(law: &mut GroveLaw<'_>, state: &mut State, by: Player, at: Player) {
    law.act(LOOK, state, Event::Looked { player: by, at }, |state| {
        let knows = &mut state.players[by].knows;
        if !knows.contains(&at) {
            knows.push(at);
        }
    });
}
