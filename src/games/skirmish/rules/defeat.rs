//! Chapter defeat: how a match is lost and won.

use rulebound_core::kernel::{ClauseKey, Player, Rejection};

use crate::clauses::defeat::*;
use crate::event::Event;
use crate::law::SkirmishLaw;
use crate::readings::{BothLose, DefeatChecked, FamiliarCounts, ForfeitPreparation, MixedLosses};
use crate::state::{Loss, Over, Stage, State};

/// Checks whether a player has lost, if that is checked now.
pub fn look(law: &mut SkirmishLaw<'_>, state: &mut State) {
    if law.readings().defeat_checked == DefeatChecked::AtOnce {
        look_now(law, state);
    }
}

/// Checks whether a player has lost.
pub fn look_now(law: &mut SkirmishLaw<'_>, state: &mut State) {
    if state.over.is_some() || state.stage == Stage::Start {
        return;
    }
    let mut lost = Vec::new();
    for player in 0..state.players.len() {
        if state.objects.iter().any(|character| character.controller == player && character.is.fainted) {
            law.cite(FAINTED);
        }
        if state.players[player].undrawn {
            lost.push((player, Loss::Deck));
        } else if all_fainted(law, state, player) && law.on(FAINTED) {
            lost.push((player, Loss::Fainted));
        }
    }
    if !lost.is_empty() {
        end(law, state, &lost);
    }
}

fn all_fainted(law: &SkirmishLaw<'_>, state: &State, player: Player) -> bool {
    if state.stage != Stage::Turns {
        return false;
    }
    let familiars_count = law.readings().familiar_counts == FamiliarCounts::Counts;
    let mut own = state
        .objects
        .iter()
        .filter(|character| character.controller == player)
        .filter(|character| familiars_count || !law.cards.get(&character.id.name).is_familiar())
        .peekable();
    own.peek().is_some() && own.all(|character| character.is.fainted)
}

/// A player has to draw a card and cannot.
pub fn cannot_draw(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    if !law.on(DECK) || state.over.is_some() {
        return;
    }
    if law.readings().defeat_checked == DefeatChecked::AtOnce {
        end(law, state, &[(player, Loss::Deck)]);
    } else {
        state.players[player].undrawn = true;
    }
}

/// Checks whether a player may forfeit.
///
/// # Errors
/// If it may not: the clause that forbids it.
pub fn permit_forfeit(law: &mut SkirmishLaw<'_>, state: &State) -> Result<(), Rejection> {
    law.allow(FORFEIT, true, || "nobody forfeits".to_owned())?;
    let early = match state.stage {
        Stage::Start => true,
        Stage::Draft | Stage::Hands => law.readings().forfeit_preparation == ForfeitPreparation::Refused,
        Stage::Turns | Stage::Over => false,
    };
    if early { Err(law.reject(FORFEIT, || "the match has not begun".to_owned())) } else { Ok(()) }
}

/// A player forfeits.
pub fn forfeit(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    law.act(FORFEIT, state, Event::Forfeited { player }, |_| {});
    end(law, state, &[(player, Loss::Forfeit)]);
}

/// Ends the match.
fn end(law: &mut SkirmishLaw<'_>, state: &mut State, lost: &[(Player, Loss)]) {
    for (player, by) in lost {
        law.act(clause(*by), state, Event::Lost { player: *player, by: *by }, |_| {});
    }
    let mut lost = lost.to_vec();
    if let [(_, one), (_, other)] = lost[..]
        && one != other
    {
        let stays = match law.readings().mixed_losses {
            MixedLosses::Both => None,
            MixedLosses::DeckLoses => Some(Loss::Deck),
            MixedLosses::FaintedLoses => Some(Loss::Fainted),
        };
        lost.retain(|(_, by)| stays.is_none_or(|stays| stays == *by));
    }
    let active = state.active;
    let (winners, by) = match lost[..] {
        [(loser, by)] => (vec![law.choose(WINNER, 1 - loser, loser)], by),
        _ => {
            law.cite(WINNER);
            let by = lost.iter().find(|(player, _)| *player == active).map_or(Loss::Fainted, |(_, by)| *by);
            let winners = match law.readings().both_lose {
                BothLose::Draw => Vec::new(),
                BothLose::WhoseTurnLoses => vec![1 - active],
                BothLose::WhoseTurnWins => vec![active],
            };
            (winners, by)
        }
    };
    let over = Over { winners, by };
    law.act(WINNER, state, Event::Over(over.clone()), |state| {
        state.stage = Stage::Over;
        state.over = Some(over);
    });
}

/// The clause by which a match ends.
pub fn clause(by: Loss) -> ClauseKey {
    match by {
        Loss::Fainted => FAINTED,
        Loss::Deck => DECK,
        Loss::Forfeit => FORFEIT,
    }
}
