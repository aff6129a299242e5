//! The actions that a player may want to take, each in its canonical form: the default player is not named.

use crate::action::{Action, Choose, Named, Nothing, Of, PileOf, Play};
use crate::clauses;
use crate::flow;
use crate::frame::Frame;
use crate::law::ComboLaw;
use crate::state::{Choice, Equip, Name, PileName, Stage, State, UNDECIDED};
use crate::text::{CardType, Side};
use rulebound_core::kernel::Player;

/// Adds the actions that `by` may want to take.
pub fn candidates(law: &mut ComboLaw<'_>, state: &State, frame: Option<&Frame>, by: Player, found: &mut Vec<Action>) {
    if state.winner != UNDECIDED {
        return;
    }
    match frame {
        Some(frame) if flow::asked(state, frame) == Some(by) => flow::answers(state, frame, found),
        None if state.stage == Stage::Begin => found.push(Action::Begin(Nothing {})),
        None if by == state.active => in_turn(law, state, found),
        _ => {}
    }
    for player in 0..2 {
        let hands = &state.players[player].hands;
        let traps = hands.iter().filter(|hand| hand.is == Equip::Trap).map(|hand| &hand.card);
        let claim = |card: &Name| Action::Claim(Of { player, card: card.clone() });
        found.extend(each_once(traps).into_iter().map(claim));
    }
}

fn each_once<'n>(names: impl Iterator<Item = &'n Name>) -> Vec<&'n Name> {
    let mut names: Vec<&Name> = names.collect();
    names.sort();
    names.dedup();
    names
}

/// Adds the actions that the player whose turn it is may want to take.
fn in_turn(law: &mut ComboLaw<'_>, state: &State, found: &mut Vec<Action>) {
    let me = state.active;
    found.extend([Action::Begin(Nothing {}), Action::Draw(Nothing {}), Action::End(Nothing {})]);
    let any_choice = !law.on(clauses::status::NO_CHOICE);
    let choices = |has_or: bool| match has_or || any_choice {
        true => &[Choice::None, Choice::Left, Choice::Right][..],
        false => &[Choice::None],
    };
    let player = &state.players[me];
    let mut before: Option<&Name> = None;
    // The pool is sorted.
    for name in player.pool.iter().filter(|name| before.replace(name) != Some(name)) {
        let card = law.cards.get(name);
        let equipped = matches!(card.of_type, Some(CardType::Assist | CardType::Trap));
        for choice in choices(card.has_or()) {
            let play = |on_top| Action::Play(Play { card: name.clone(), choice: *choice, on_top });
            found.push(play(false));
            if equipped && !player.hands.is_empty() {
                found.push(play(true));
            }
        }
    }
    for card in each_once(state.players[1 - me].hands.iter().map(|hand| &hand.card)) {
        found.push(Action::Aim(Named { card: card.clone() }));
        found.push(Action::Withdraw(Named { card: card.clone() }));
    }
    for who in 0..2 {
        let player = &state.players[who];
        let hands = player.hands.iter().map(|hand| &hand.card);
        let may = |card: &&Name| any_choice || law.cards.get(card).has_or();
        for card in each_once(hands.chain(player.line.iter().map(|card| &card.card)).filter(may)) {
            let player = (who != me).then_some(who);
            let choose = |choice| Action::Choose(Choose { card: card.clone(), choice, player });
            found.extend([Side::Left, Side::Right].map(choose));
        }
    }
}

/// Adds the ways to look at a pile.
pub fn looks(found: &mut Vec<Action>) {
    for player in 0..2 {
        for pile in PileName::ALL {
            found.extend([Action::Count(PileOf { player, pile }), Action::Read(PileOf { player, pile })]);
        }
    }
}
