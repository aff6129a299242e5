//! Playouts: matches of two to six players, and what a greedy player aims for.

use crate::action::{Card, Setup, StartSetup};
use crate::law::Transmute;
use crate::state::{Phase, State};
use rulebound_core::kernel::{Book, Player, Plays, Seeded};

/// The most copies of a card in the draft deck of a playout.
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
        let side = |other: Player| if state.players[other].alliance == state.players[player].alliance { 1 } else { -1 };
        let mut worth = 0;
        for (other, seat) in state.players.iter().enumerate() {
            worth += side(other) * (i64::from(seat.life) * 10 - i64::from(seat.out) * 500);
        }
        for object in state.objects.iter() {
            // A face-down card is worth nothing, and neither is a spell that has done its work.
            let left = |life: u32| i64::from(life.saturating_sub(object.is.damage));
            let scores = object
                .is
                .scores
                .map_or(0, |now| 5 + i64::from(now.attack) * 6 + i64::from(now.armor) * 4 + left(now.life) * 3);
            let on = if object.is.on.is_some() { 8 } else { 0 };
            worth += side(object.controller) * (scores + on - 2 * i64::from(object.is.tapped));
        }
        if let Some(attack) = &state.attack {
            let score = |id| state.objects.get(id).filter(|object| !object.is.tapped)?.is.scores;
            let attackers = attack.attackers.iter().filter_map(score);
            worth += side(attack.by) * attackers.map(|now| 9 * i64::from(now.attack)).sum::<i64>();
        }
        let seat = &state.players[player];
        // Energy is for what is still in the hand, so the last cards there are worth most.
        let hand = seat.hand.len() as i64;
        let energy = i64::from(seat.energy);
        let cards = 3 * hand + if hand > 0 { 8 } else { 0 } + seat.discard.len() as i64 + seat.deck.len() as i64;
        let won = state.over.as_ref().is_some_and(|over| over.winners.contains(&player));
        worth + cards + 5 * energy.min(4) + energy + i64::from(won) * 1_000_000
    }

    fn prepares(state: &State) -> bool {
        state.phase == Phase::Start
    }
}
