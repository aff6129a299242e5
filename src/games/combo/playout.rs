//! Playouts: decks drawn from all cards, and what a greedy player aims for.

use std::collections::BTreeMap;

use crate::action::{Card, Setup, StartSetup};
use crate::law::Combo;
use crate::prepare::prepare;
use crate::readings::{ExoticCopies, ExoticName, UnfitCard};
use crate::state::{State, exotic};
use rulebound_core::kernel::{Book, Player, Plays, Seeded};

impl Plays for Combo {
    fn deal(book: &Book<Self>, cards: &[Card], dice: &mut Seeded) -> Setup {
        let fit: Vec<Card>;
        let cards = match book.readings.unfit_card {
            UnfitCard::NotPlayed => cards,
            UnfitCard::NoDeck => {
                let is_fit = |card: &&Card| prepare(book, card).is_ok_and(|prepared| prepared.playable.is_ok());
                fit = cards.iter().filter(is_fit).cloned().collect();
                &fit
            }
        };
        let decks = vec![deck(book, cards, dice), deck(book, cards, dice)];
        Setup::Start(StartSetup { decks, challenger: dice.below(2), hearts: None })
    }

    fn worth(state: &State, player: Player) -> i64 {
        let (own, foe) = (&state.players[player], &state.players[1 - player]);
        let hearts = i64::from(own.hearts_up) - i64::from(foe.hearts_up);
        let won = if state.winner == player as i32 { 1 } else { 0 };
        // A Heart is flipped unless the defence meets the whole attack; defence beyond that is worth nothing.
        let (attack, defense) = (u64::from(foe.attack), u64::from(own.defense) + u64::from(own.shields));
        let met = 3_000 * i64::from(defense >= attack) + 20 * defense.min(attack) as i64;
        let kept = 15 * own.hands.len() as i64 + own.pool.len() as i64;
        // A trap that is held back may miss its occasion, and the match is lost as soon as the foe claims the miss.
        let lost = i64::from(own.hands.iter().any(|hand| hand.held || hand.missed));
        (won - lost) * 1_000_000 + hearts * 10_000 + met + 12 * i64::from(own.attack) - 6 * i64::from(foe.attack) + kept
    }
}

/// A deck that a match may begin with.
fn deck(book: &Book<Combo>, cards: &[Card], dice: &mut Seeded) -> BTreeMap<String, u32> {
    let rules = &book.parameters;
    let one_exotic = book.readings.exotic_copies == ExoticCopies::OneADeck;
    let mut copies = vec![0_usize; cards.len()];
    let (mut count, mut exotics) = (0, 0);
    // If there are too few cards to fill a deck, the deck stays too small, and no match begins with it.
    for _ in 0..rules.deck_size * 1_000 {
        if count == rules.deck_size || cards.is_empty() {
            break;
        }
        let drawn = dice.below(cards.len());
        let around = book.readings.exotic_name == ExoticName::Around;
        let is_exotic = if around { exotic(&cards[drawn].name) } else { cards[drawn].name.contains('*') };
        let most = if is_exotic { rules.exotic_copies } else { rules.copies };
        if copies[drawn] < most && !(is_exotic && one_exotic && exotics >= rules.exotic_copies) {
            copies[drawn] += 1;
            count += 1;
            exotics += usize::from(is_exotic);
        }
    }
    let drawn = cards.iter().zip(copies).filter(|(_, copies)| *copies > 0);
    drawn.map(|(card, copies)| (card.name.clone(), copies as u32)).collect()
}
