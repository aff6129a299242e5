//! Playouts: matches of two to six players, and what a greedy player aims for.

use crate::action::{Card, Setup, StartSetup};
use crate::law::Transmute;
use crate::state::State;
use rulebound_core::kernel::{Book, Player, Plays, Seeded};

/// How many copies of a card at most are in the draft deck of a playout.
const MOST_COPIES: usize = 3;

impl Plays for Transmute {
    fn deal(book: &Book<Self>, cards: &[Card], dice: &mut Seeded) -> Setup {
        let rules = &book.parameters;
        let players = 2 + dice.below(rules.players_most.max(2) - 1);
        // Two alliances at least.
        let alliances = 2 + dice.below(players - 1);
        let mut of: Vec<u32> = (0..players).map(|player| (player % alliances) as u32).collect();
        for at in (1..players).rev() {
            of.swap(at, dice.below(at + 1));
        }
        let draft_deck = cards
            .iter()
            .filter(|card| !rules.starting_deck.contains_key(&card.name))
            .map(|card| (card.name.clone(), dice.below(MOST_COPIES + 1) as u32))
            .filter(|(_, copies)| *copies > 0)
            .collect();
        Setup::Start(StartSetup { alliances: of, draft_deck })
    }

    fn worth(state: &State, player: Player) -> i64 {
        let alliance = state.players[player].alliance;
        let mut worth = 0;
        for seat in &state.players {
            let side = if seat.alliance == alliance { 1 } else { -1 };
            worth += side * (i64::from(seat.life) * 10 - i64::from(seat.out) * 500);
        }
        for object in state.objects.iter() {
            let side = if state.players[object.controller].alliance == alliance { 1 } else { -1 };
            let scores = object.is.scores.map_or(0, |now| {
                i64::from(now.attack) * 6
                    + i64::from(now.armor) * 4
                    + i64::from(now.life.saturating_sub(object.is.damage)) * 3
            });
            worth += side * (scores + 5 - 2 * i64::from(object.is.tapped));
        }
        let seat = &state.players[player];
        let won = state.over.as_ref().is_some_and(|over| over.winners.contains(&player));
        worth
            + i64::from(seat.energy)
            + 2 * seat.hand.len() as i64
            + seat.discard.len() as i64
            + i64::from(won) * 1_000_000
    }
}
