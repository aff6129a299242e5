//! Section of turns: action points and their bounds.

use rulebound_core::kernel::{ClauseKey, Player};

use crate::clauses::turns::*;
use crate::event::Event;
use crate::law::SkirmishLaw;
use crate::readings::{AboveMaximum, Bounds};
use crate::state::State;

/// Sets the maximum and the current action points of a player, within their bounds.
pub fn set(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player, maximum: u32, points: u32, by: ClauseKey) {
    let most = law.rules().most_points;
    let bounds = law.readings().bounds;
    let within = |law: &mut SkirmishLaw<'_>, number: u32, bounded: bool| {
        if number >= most && bounded && law.on(MOST_POINTS) { number.min(most) } else { number }
    };
    let maximum = within(law, maximum, bounds != Bounds::Current);
    let points = within(law, points, bounds != Bounds::Maximum);
    let above = points > maximum && law.readings().above_maximum == AboveMaximum::MayNot && law.on(MOST_POINTS);
    let points = if above { maximum } else { points };
    let seat = &state.players[player];
    if (seat.maximum, seat.points) != (maximum, points) {
        law.act(by, state, Event::Points { player, maximum, points }, |state| {
            (state.players[player].maximum, state.players[player].points) = (maximum, points);
        });
    }
}

/// Takes action points from a player, who has them.
pub fn pay(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player, cost: u32, by: ClauseKey) {
    let seat = &state.players[player];
    let (maximum, points) = (seat.maximum, seat.points.saturating_sub(cost));
    if cost > 0 {
        law.act(by, state, Event::Points { player, maximum, points }, |state| state.players[player].points = points);
    }
}
