//! Events in words.

use super::action::Event;

/// An event in words.
pub fn tell(event: &Event) -> String {
    match event {
        Event::Shown { cards } => {
            let cards: Vec<String> = cards.iter().map(|(player, card)| format!("player {player} {card}")).collect();
            format!("all show what they have laid: {}", cards.join(", "))
        }
        Event::Led { player } => format!("player {player} leads the round"),
        Event::Spent {} => "the cards laid are put away".to_owned(),
        Event::Played { player, card } => format!("player {player} plays {card}"),
        Event::Passed { player } => format!("player {player} passes"),
        Event::Done { card, lost: false } => format!("{card} is done"),
        Event::Done { card, lost: true } => format!("{card} has lost its target"),
        Event::Put { creature, tile } => format!("{creature} is put on {tile}"),
        Event::Lost { card } => format!("there is no tile for {card}"),
        Event::Wounded { creature, wounds } => format!("{creature} takes {wounds} wounds"),
        Event::Fell { creature } => format!("{creature} falls"),
        Event::Charmed { creature, player } => format!("player {player} has {creature} now"),
        Event::Warded { creature } => format!("a ward keeps {creature} from wounds"),
        Event::Struck { creature, die } => format!("the tempest strikes {creature} with a {die}"),
        Event::Drew { player, card: Some(card) } => format!("player {player} draws {card}"),
        Event::Drew { player, card: None } => format!("player {player} draws a card"),
        Event::Looked { player, at } => format!("player {player} looks at the hand of player {at}"),
        Event::Turn { player } => format!("it is the turn of player {player}"),
        Event::Round { number } => format!("round {number} begins"),
        Event::Over(over) if over.winners.is_empty() => "nobody wins".to_owned(),
        Event::Over(over) => format!("players {:?} win", over.winners),
    }
}
