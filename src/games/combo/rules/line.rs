//! Chapter line: cards in line and what they give.

use super::super::ComboLaw;
use super::super::action::Event;
use super::super::readings::AssistsAgain;
use super::super::state::{Stage, State};
use super::super::text::{Effect, Value};
use super::text::Standing;
use super::{Chapter, assists, hearts, text, turns};

rulebound_core::clauses! { Chapter::Line;
    IN_LINE = "in-line",
    OFF_LINE = "off-line",
    FACE_UP = "face-up",
    RIGHT = "right",
    ATTACK = "attack",
    DEFENSE = "defense",
    LIVE = "live",
}

/// What a player's line and assists give. `blind` leaves out what depends on the attack taken;
/// `line_only` leaves out the assists.
pub fn value(law: &mut ComboLaw<'_>, state: &State, who: usize, of: Value, blind: bool, line_only: bool) -> u32 {
    let player = &state.players[who];
    let mut total: u32 = 0;
    let clause = if of == Value::Attack { ATTACK } else { DEFENSE };
    if !player.line.is_empty() && law.on(clause) {
        for (at, card) in player.line.iter().enumerate() {
            let amounts = law.cards.get(&card.card).amounts(card.choice, of);
            total = total.saturating_add(given(law, state, who, amounts, Standing::Line(at), blind));
        }
    }
    if !line_only && player.hands.iter().any(text::is_assist) && law.on(assists::COUNT) {
        let round = turns::round(law);
        let again = law.readings().assists_again == AssistsAgain::EveryTurn;
        for hand in player.hands.iter().filter(|h| text::is_assist(h)) {
            if again || state.turn.saturating_sub(hand.since) < round {
                let amounts = law.cards.get(&hand.card).amounts(hand.choice, of);
                total = total.saturating_add(given(law, state, who, amounts, Standing::Off(&hand.card), blind));
            }
        }
    }
    total
}

/// What the amounts of one card give.
fn given(
    law: &mut ComboLaw<'_>,
    state: &State,
    who: usize,
    amounts: &[Effect],
    standing: Standing<'_>,
    blind: bool,
) -> u32 {
    let mut total: u32 = 0;
    for effect in amounts {
        let Effect::Amount { number, value, per, proviso } = effect else { continue };
        let clause = if *value == Value::Attack { text::ATTACK_AMOUNT } else { text::DEFENSE_AMOUNT };
        if !text::proviso(law, state, who, proviso, standing) || !law.on(clause) {
            continue;
        }
        let times = per.as_ref().map_or(1, |per| text::times(law, state, who, per, standing.in_line(), blind));
        total = total.saturating_add(number.saturating_mul(times));
    }
    total
}

/// The attack that the active player has to face.
pub fn incoming(law: &mut ComboLaw<'_>, state: &State) -> u32 {
    let attack = state.players[1 - state.active].attack;
    // No attack is nothing to face, whichever clause says what is faced.
    if attack == 0 { 0 } else { law.choose(hearts::INCOMING, attack, 0) }
}

/// Counts everything anew.
pub fn recount(law: &mut ComboLaw<'_>, state: &mut State) {
    law.cite(LIVE);
    law.cite(assists::HANDS);
    let before = [0, 1].map(|who: usize| {
        let player = &state.players[who];
        (player.attack, player.defense, player.shields)
    });
    // What is taken from the foe's attack is counted from it as it is now.
    for who in [1 - state.active, state.active] {
        let attack = value(law, state, who, Value::Attack, false, false);
        let shields = assists::shields(law, state, who);
        let free = assists::free(law, &state.players[who]);
        let player = &mut state.players[who];
        (player.attack, player.shields, player.free_hands) = (attack, shields, free);
    }
    if state.stage != Stage::Begin {
        state.incoming = incoming(law, state);
    }
    for who in 0..2 {
        state.players[who].defense = value(law, state, who, Value::Defense, false, false);
    }
    for (who, before) in before.into_iter().enumerate() {
        let player = &state.players[who];
        let (attack, defense, shields) = (player.attack, player.defense, player.shields);
        if before != (attack, defense, shields) {
            law.act(LIVE, state, Event::Valued { player: who, attack, defense, shields }, |_| {});
        }
    }
}
