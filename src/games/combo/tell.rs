//! Events in words.

use crate::action::Event;
use crate::clauses;
use crate::state::{Choice, NOBODY, PileName, Zone};
use rulebound_core::kernel::Ending;

/// How a match has ended.
pub fn ending(winner: i32, lost_by: &str) -> Ending {
    let clause = match lost_by {
        "hearts" => Some(clauses::hearts::WIN),
        "draw" => Some(clauses::piles::EMPTY_DRAW),
        "missed-trap" => Some(clauses::traps::MISSED_LOSES),
        "turn-limit" => Some(clauses::turns::NO_LIMIT),
        _ => None,
    };
    Ending { winners: usize::try_from(winner).into_iter().collect(), clause }
}

/// How a match has ended, in words.
fn outcome(winner: i32, lost_by: &str) -> String {
    if winner == NOBODY { format!("nobody wins by {lost_by}") } else { format!("player {winner} wins by {lost_by}") }
}

/// An event in words.
pub fn tell(event: &Event) -> String {
    match event {
        Event::Begun { first } => format!("the match begins with player {first}"),
        Event::Shuffled { player, .. } => format!("the source of player {player} is shuffled"),
        Event::Recycled { player, cards } => format!("the trash of player {player}, {cards} cards, becomes its source"),
        Event::Drawn { player, card } => format!("player {player} draws {card}"),
        Event::Played { player, card, to } => {
            let to = match to {
                Zone::Line => "into its line",
                Zone::Hands => "into its hands",
                Zone::Terrains => "as the terrain",
                Zone::Pool => "from its pool",
            };
            format!("player {player} plays {card} {to}")
        }
        Event::Kept { card, .. } => format!("{card} stays set"),
        Event::Discarded { card, .. } => format!("{card} is discarded"),
        Event::Destroyed { card, .. } => format!("{card} is destroyed"),
        Event::Phased { card, .. } => format!("{card} goes to the bottom of the source"),
        Event::Spared { card, .. } => format!("{card} cannot be destroyed and stays"),
        Event::Transferred { player, card, from, to } => {
            let pile = |pile: PileName| format!("{pile:?}").to_lowercase();
            let (from, into) = (pile(*from), pile(to.pile));
            format!("{card} is moved from the {from} of player {player} to the {into} of player {}", to.player)
        }
        Event::Aimed { card, .. } => format!("the line aims at {card}"),
        Event::Withdrawn { card, .. } => format!("the aim at {card} is taken back"),
        Event::Chosen { card, choice, .. } => {
            let side = if *choice == Choice::Right { "right" } else { "left" };
            format!("{card} is turned to the {side}")
        }
        Event::Held { card, .. } => format!("the trap {card} is held back"),
        Event::Missed { card, .. } => format!("the trap {card} misses its occasion"),
        Event::Sprung { card, on, .. } => format!("the trap {card} goes off on {on}"),
        Event::Compared { player, attack, defense } => format!("player {player} faces {attack} with {defense}"),
        Event::Flipped { player, hearts } => format!("{hearts} of the Hearts of player {player} are flipped"),
        Event::Passed { turn, active } => format!("turn {turn} of player {active}"),
        Event::Ended { winner, lost_by } => outcome(*winner, lost_by),
        Event::Valued { player, attack, defense, shields } => {
            format!("player {player} now has attack {attack}, defense {defense} and shields {shields}")
        }
        Event::Told(told) => format!("player {} learns that the number of cards is {}", told.by, told.count),
    }
}
