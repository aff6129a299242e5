//! Chapter basics: decks and players.

use super::piles;
use crate::action::Event;
use crate::clauses;
use crate::clauses::basics::*;
use crate::law::ComboLaw;
use crate::readings::{ExoticCopies, ExoticName, NoHearts, UnfitCard};
use crate::state::{Name, Stage, State, exotic};
use rulebound_core::kernel::Rejection;

/// The name of a Heart.
pub const HEART: &str = "Heart";

/// Who plays first when `challenger` challenges.
pub fn first(law: &mut ComboLaw<'_>, challenger: usize) -> usize {
    law.cite(CHALLENGER);
    law.choose(clauses::turns::CHALLENGED_FIRST, 1 - challenger, challenger)
}

/// Checks whether the match can begin with these decks.
///
/// # Errors
/// If a clause refuses it.
pub fn may_begin(law: &mut ComboLaw<'_>, state: &State) -> Result<(), Rejection> {
    law.cite(TWO_PLAYERS);
    law.cite(CHALLENGER);
    law.cite(clauses::piles::STARTS_IN_SOURCE);
    law.cite(clauses::hearts::FACE_UP);
    law.cite(clauses::hearts::HEALTH);
    law.cite(clauses::hearts::NUMBER);
    let rules = law.rules();
    for who in 0..2 {
        let deck = &state.players[who].source;
        let count = deck.len();
        law.forbid(DECK_SIZE, count != rules.deck_size, || format!("the deck of player {who} has {count} cards"))?;
        let mut sorted: Vec<&Name> = deck.iter().collect();
        sorted.sort();
        if law.readings().unfit_card == UnfitCard::NoDeck {
            let cards = law.cards;
            let unfit = sorted.iter().map(|name| cards.get(name)).find(|card| card.playable.is_err());
            if let Some(card) = unfit {
                law.cite_all(&card.clauses);
                card.playable.clone()?;
            }
        }
        let mut exotics = 0;
        for copies in sorted.chunk_by(|a, b| a == b) {
            let (name, of) = (copies[0], copies.len());
            let around = law.readings().exotic_name == ExoticName::Around;
            let is_exotic = name.contains('*') && law.choose(EXOTIC, !around || exotic(name), false);
            let limited = is_exotic && law.on(EXOTIC_COPIES);
            exotics += if limited { of } else { 0 };
            law.forbid(COPIES, !limited && of > rules.copies, || format!("{of} copies of {name}"))?;
            law.forbid(EXOTIC_COPIES, limited && of > rules.exotic_copies, || format!("{of} copies of {name}"))?;
        }
        let together = law.readings().exotic_copies == ExoticCopies::OneADeck && exotics > rules.exotic_copies;
        law.forbid(EXOTIC_COPIES, together, || format!("{exotics} exotic cards in one deck"))?;
        law.forbid(HEARTS_APART, deck.iter().any(|name| **name == *HEART), || "a Heart is in the deck".to_owned())?;
    }
    let number = |who: usize| state.players[who].hearts_up + state.players[who].hearts_down;
    law.forbid(clauses::hearts::SAME_NUMBER, number(0) != number(1), || {
        "the players have different numbers of Hearts".to_owned()
    })?;
    let refused = law.readings().no_hearts == NoHearts::Refused;
    let none = refused && (number(0) == 0 || number(1) == 0);
    law.forbid(clauses::hearts::AT_LEAST_ONE, none, || "a player has no Heart".to_owned())?;
    let other = number(0) != rules.hearts || number(1) != rules.hearts;
    law.allow(clauses::hearts::OTHER_NUMBER, other, || format!("a match has {} Hearts", rules.hearts))?;
    Ok(())
}

/// Begins the match.
pub fn begin(law: &mut ComboLaw<'_>, state: &mut State) {
    for who in 0..2 {
        piles::shuffle(law, state, who, clauses::piles::SHUFFLED);
    }
    let first = state.active;
    law.act(clauses::turns::CHALLENGED_FIRST, state, Event::Begun { first }, |state| {
        state.turn = 1;
        state.stage = Stage::Draw;
    });
}
