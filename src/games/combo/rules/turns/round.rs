//! Rounds: the number of turns in each, and how long a first round goes on.

use crate::clauses::turns::*;
use crate::law::ComboLaw;
use crate::readings::FirstRound;

/// The number of turns in a round.
pub fn round(law: &mut ComboLaw<'_>) -> u32 {
    law.choose(ROUND, law.rules().turns_per_round, 1)
}

/// Whether the round that began in the turn `since` goes on in this turn.
pub fn in_round(law: &mut ComboLaw<'_>, turn: u32, since: u32) -> bool {
    let round = round(law).max(1);
    match law.readings().first_round {
        FirstRound::TurnAndNext => turn.saturating_sub(since) < round,
        // Turn 0 is in no round.
        FirstRound::Numbered => since > 0 && turn.saturating_sub(1) / round == (since - 1) / round,
    }
}
