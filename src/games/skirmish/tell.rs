//! Events in words.

use crate::event::Event;
use crate::state::{Loss, Stage, Tile};
use crate::text::{Restored, Score};

/// A tile in words: its column and its row.
pub fn tile(tile: Tile) -> String {
    format!("[{}, {}]", tile.0, tile.1)
}

/// A stage in words.
pub fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Start => "before the match",
        Stage::Draft => "draft",
        Stage::Hands => "starting hands",
        Stage::Turns => "match",
        Stage::Over => "the match is over",
    }
}

fn score(score: Score) -> &'static str {
    match score {
        Score::Power => "power",
        Score::Armor => "armor",
    }
}

fn times(number: u32, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// An event in words.
pub fn tell(event: &Event) -> String {
    match event {
        Event::Starting { player } => format!("player {player} is the starting player"),
        Event::Placed { player, character, tile: at } => format!("player {player} places {character} on {}", tile(*at)),
        Event::Leader { player, character } => format!("{character} leads the team of player {player}"),
        Event::Shuffled { player } => format!("the deck of player {player} is shuffled"),
        Event::Drew { player, card } => {
            format!("player {player} draws {}", card.as_ref().map_or("a card", |card| card))
        }
        Event::Discarded { player, card } => format!("player {player} discards {card}"),
        Event::Exchanged { player, count: Some(count) } => {
            format!("player {player} exchanges {}", times(*count, "card"))
        }
        Event::Exchanged { player, count: None } => format!("player {player} exchanges cards"),
        Event::Turn { turn, player } => format!("turn {turn} begins, of player {player}"),
        Event::Points { player, maximum, points } => {
            format!("player {player} has {points} of {}", times(*maximum, "action point"))
        }
        Event::Walked { character, to } => format!("{character} walks to {}", tile(*to)),
        Event::Attacked { character, target } => format!("{character} attacks {target}"),
        Event::Countered { character, target } => format!("{character} counter-attacks {target}"),
        Event::Damaged { character, by } => format!("{character} takes {by} damage"),
        Event::Healed { character, by } => format!("{character} is healed by {by}"),
        Event::Fainted { character } => format!("{character} faints"),
        Event::Revived { character, tile: at, damage } => {
            format!("{character} stands again, on {}, with {damage} damage", tile(*at))
        }
        Event::Score { character, score: of, tier, damage } => {
            let damage = damage.map_or(String::new(), |damage| format!(", and its damage {damage}"));
            format!("the {} of {character} is now {tier:?}{damage}", score(*of))
        }
        Event::Stance { character, class } => format!("{character} takes the {class:?} stance"),
        Event::Given { character, effect, duration, stacks } => match (duration, stacks) {
            (0, stacks) => format!("{character} has {effect:?} with {}", times(*stacks, "stack")),
            (duration, 0) => format!("{character} has {effect:?} for {duration}"),
            (duration, stacks) => format!("{character} has {effect:?} for {duration} with {}", times(*stacks, "stack")),
        },
        Event::Reduced { character, effect, left } => format!("{effect:?} of {character} is reduced to {left}"),
        Event::Ended { character, effect } => format!("{effect:?} of {character} ends"),
        Event::PutAway { player, card } => format!("{card} of player {player} goes where it belongs"),
        Event::Used { player, card, character } => format!("player {player} has {character} use {card}"),
        Event::Channeled { character } => format!("{character} gives up its attack action"),
        Event::Repeated { character, keyword, times } => {
            format!("{keyword:?} has the skill of {character} activated {times} times")
        }
        Event::Restored { character, actions } => {
            let may: Vec<&str> = actions
                .iter()
                .map(|action| match action {
                    Restored::Attack => "attack",
                    Restored::Movement => "walk",
                })
                .collect();
            format!("{character} may {} again", may.join(" and "))
        }
        Event::Summoned { player, familiar, tile: at } => {
            format!("player {player} summons {familiar} to {}", tile(*at))
        }
        Event::Trap { player, tile: Some(at), trap: Some(trap) } => {
            format!("player {player} places a {trap} on {}", tile(*at))
        }
        Event::Trap { player, .. } => format!("player {player} places a trap"),
        Event::Detonated { trap, tile: at } => format!("the {trap} on {} detonates", tile(*at)),
        Event::Forfeited { player } => format!("player {player} forfeits"),
        Event::Lost { player, by } => {
            let why = match by {
                Loss::Fainted => "all its characters have fainted",
                Loss::Deck => "it cannot draw a card",
                Loss::Forfeit => "it has given up",
            };
            format!("player {player} loses, because {why}")
        }
        Event::Over(over) => match over.winners.first() {
            Some(winner) => format!("the match ends, and player {winner} wins"),
            None => "the match ends, and nobody wins".to_owned(),
        },
    }
}
