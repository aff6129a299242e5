//! How random matches begin, and what a greedy player aims at.

use rulebound_core::kernel::{Book, Name, Player, Plays, Seeded};

use super::Grove;
use super::action::{Card, Kind, Setup};
use super::state::{Creature, Played, State, WOUND};

/// The number of cards that each player has at the start, in the hand and in the deck.
pub const DEALT: (usize, usize) = (5, 4);

/// A start at dawn: each card is what `draw` returns for a player and an index.
pub fn start(mut draw: impl FnMut(Player, usize) -> Name) -> State {
    let mut state = State { dawn: true, ..State::default() };
    for (player, held) in state.players.iter_mut().enumerate() {
        held.hand = (0..DEALT.0).map(|place| draw(player, place)).collect();
        held.deck = (0..DEALT.1).map(|place| draw(player, DEALT.0 + place)).collect();
    }
    state
}

/// A random card; every second one is a creature, so that many matches are won. It is never a token.
pub fn draw<'c>(cards: &'c [Card], dice: &mut Seeded) -> Option<&'c Card> {
    let creatures = dice.below(2) == 0;
    let wanted = |card: &&Card| card.kind == Kind::Creature || (card.kind != Kind::Token && !creatures);
    let cards: Vec<&Card> = cards.iter().filter(wanted).collect();
    cards.get(dice.below(cards.len())).copied()
}

impl Plays for Grove {
    fn deal(_: &Book<Self>, cards: &[Card], dice: &mut Seeded) -> Setup {
        let name = |_, _| draw(cards, dice).map_or("", |card| &card.name).into();
        Setup::Position(Box::new(start(name)))
    }

    fn worth(state: &State, player: Player) -> i64 {
        let friend = |other: Player| (other == 0) == (player == 0);
        let sign = |good: bool| if good { 1 } else { -1 };
        let creature = |one: &Creature| 10 + i64::from(one.is.strength) - i64::from(one.marked(WOUND));
        let grove: i64 = state.grove().map(|one| sign(friend(one.controller)) * creature(one)).sum();
        // A waiting card is worth more than a card in the hand, unless the waiting card is aimed at a friend.
        let aimed = |played: &Played| played.target.as_ref().and_then(|target| state.aimed(target));
        let harms =
            |played: &Played| aimed(played).is_some_and(|target| friend(target.controller) == friend(played.by));
        let stack: i64 = state.stack.iter().map(|played| 5 * sign(friend(played.by)) * sign(!harms(played))).sum();
        let over = match &state.over {
            Some(over) if !over.winners.is_empty() => 1_000 * sign(over.winners.contains(&player)),
            _ => 0,
        };
        grove + stack + over
    }
}
