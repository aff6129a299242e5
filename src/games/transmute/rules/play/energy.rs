//! Section of play: energy, and what a card costs.

use crate::clauses;
use crate::event::Event;
use crate::law::TransmuteLaw;
use crate::readings::{Cheaper, CheaperFor, CostMeant, OthersEnergy};
use crate::rules::text::scores;
use crate::state::{Lasting, State};
use crate::text::{Effect, When};
use rulebound_core::kernel::{ClauseKey, Name, Player};

/// Sets a player's energy.
pub fn set(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player, energy: u32, clause: ClauseKey) {
    if state.players[player].energy != energy {
        law.act(clause, state, Event::Energy { player, energy }, |state| state.players[player].energy = energy);
    }
}

/// Gives a player energy; `by` is the player who does so or whose card does.
pub fn gain(law: &mut TransmuteLaw<'_>, state: &mut State, by: Player, player: Player, amount: u32, clause: ClauseKey) {
    if by != player && player != state.active {
        law.cite(clauses::turns::ENERGY_ENDS);
    }
    if by != player && player != state.active && law.readings().others_energy == OthersEnergy::Lost {
        return;
    }
    let energy = state.players[player].energy.saturating_add(amount);
    set(law, state, player, energy, clause);
}

/// The cost of a card for a player now.
pub fn cost(law: &mut TransmuteLaw<'_>, state: &State, player: Player, name: &Name) -> u32 {
    let card = law.cards.get(name);
    let everyone = law.readings().cheaper_for == CheaperFor::Everyone;
    let in_play = law.readings().cheaper == Cheaper::WhileInPlay;
    let mut less = 0_u32;
    for lasting in &state.lasting {
        if let Lasting::Cheaper { player: whose, sort, less: by } = lasting
            && card.is_of(sort)
            && law.on(clauses::text::COSTS)
            && (everyone || *whose == player)
        {
            less = less.saturating_add(*by);
        }
    }
    for object in state.objects.iter() {
        let Some(giving) = scores::face(law, object) else { continue };
        let whose = scores::you(law, state, object);
        for ability in &giving.text.abilities {
            for step in &ability.does {
                let Effect::Costs { sort, less: by } = &step.effect else { continue };
                let holds = ability.when == When::Always || (in_play && ability.when == When::Played);
                if card.is_of(sort) && law.on(clauses::text::COSTS) && holds && (everyone || whose == player) {
                    less = less.saturating_add(*by);
                }
            }
        }
    }
    let cost = card.cost.saturating_sub(less);
    law.choose(clauses::play::COST, cost, 0)
}

/// The cost of a card that a text means.
pub fn meant(law: &mut TransmuteLaw<'_>, state: &State, player: Player, name: &Name) -> u32 {
    match law.readings().cost_meant {
        CostMeant::Printed => law.cards.get(name).cost,
        CostMeant::Now => cost(law, state, player, name),
    }
}

/// Pays what a card costs.
pub fn pay(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player, card: &Name) {
    let left = state.players[player].energy.saturating_sub(cost(law, state, player, card));
    set(law, state, player, left, clauses::play::COST);
}
