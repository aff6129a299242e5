//! Events in words.

use crate::event::Event;
use crate::state::{Lasting, Phase, Shown, Target};
use crate::text::{Place, Score, Sort};
use rulebound_core::kernel::{Name, ObjectId, Player};

/// A list in words.
pub fn listed<T: ToString>(all: &[T]) -> String {
    let all: Vec<String> = all.iter().map(ToString::to_string).collect();
    match all.as_slice() {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A target in words.
pub fn target(target: &Target) -> String {
    match target {
        Target::Player(player) => format!("player {player}"),
        Target::Object(id) => id.to_string(),
    }
}

/// A place in words.
pub fn place(place: Place) -> &'static str {
    match place {
        Place::Hand => "hand",
        Place::Deck => "deck",
        Place::Discard => "discard pile",
        Place::DraftDeck => "draft deck",
        Place::DraftRow => "draft row",
    }
}

/// A phase in words.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Start => "before the match",
        Phase::Beginning => "Beginning phase",
        Phase::Refresh => "Refresh phase",
        Phase::Plan => "Plan phase",
        Phase::Draft => "Draft phase",
        Phase::Action => "Action phase",
        Phase::Over => "the match is over",
    }
}

fn score(score: Score) -> &'static str {
    match score {
        Score::Attack => "attack",
        Score::Armor => "armor",
        Score::Life => "life",
    }
}

fn card(card: Option<&Name>) -> &str {
    card.map_or("a card", |card| card)
}

/// An event in words.
pub fn tell(event: &Event) -> String {
    match event {
        Event::Begun { first } => format!("the match begins, and player {first} has the first turn"),
        Event::Shuffled { player: Some(player) } => format!("the deck of player {player} is shuffled"),
        Event::Shuffled { player: None } => "the draft deck is shuffled".to_owned(),
        Event::Turn { turn, player } => format!("turn {turn} begins, of player {player}"),
        Event::Phase { phase: now } => format!("the {} begins", phase(*now)),
        Event::Energy { player, energy } => format!("player {player} has {energy} energy"),
        Event::Drew { player, card: drawn } => format!("player {player} draws {}", card(drawn.as_ref())),
        Event::PutUnder { player, cards } => {
            format!("player {player} shuffles its discard pile, {cards} cards, and puts it under its deck")
        }
        Event::Drafted { player, card, to } => format!("player {player} drafts {card} into its {}", place(*to)),
        Event::Dealt { card } => format!("{card} comes into the draft row"),
        Event::Replaced { card } => format!("{card} leaves the draft row"),
        Event::Played { player, card } => format!("player {player} plays {card}"),
        Event::Entered { object } => format!("{object} enters play"),
        Event::Transmuted { player, object, card: its } => {
            format!("player {player} transmutes {}, which becomes {object}", card(its.as_ref()))
        }
        Event::Activated { player, object } => format!("player {player} activates {object}"),
        Event::Triggered { card } => format!("{card} is triggered"),
        Event::Tapped { object } => format!("{object} is tapped"),
        Event::Untapped { object } => format!("{object} is untapped"),
        Event::Attacked { targets, with } => {
            let targets: Vec<String> = targets.iter().map(target).collect();
            format!("{} is attacked with {}", listed(&targets), listed::<ObjectId>(with))
        }
        Event::Defended { with, against } => format!("{with} defends against {}", target(against)),
        Event::Damaged { target: at, by } => format!("{} is damaged by {by}", target(at)),
        Event::Healed { target: at, by } => format!("{} is healed by {by}", target(at)),
        Event::Redirected { target: to } => format!("it is redirected to {}", target(to)),
        Event::Left { object, card, to } => {
            let it_is = card.as_ref().map_or(String::new(), |card| format!(", which is {card},"));
            let to = to.map_or(String::new(), |to| format!(" for the {}", place(to)));
            format!("{object}{it_is} leaves play{to}")
        }
        Event::Discarded { player, card } => format!("player {player} discards {card}"),
        Event::Moved { player, card: its, from, to } => {
            let its = card(its.as_ref());
            format!("{its} of player {player} moves from the {} to the {}", place(*from), place(*to))
        }
        Event::Revealed(shown) => revealed(shown),
        Event::Lasts(Lasting::Cheaper { player, sort, less }) => {
            let cards = match sort {
                Sort::Card => "cards".to_owned(),
                Sort::Type(of_type) => format!("{of_type:?}s"),
                Sort::Named(name) => name.clone(),
            };
            format!("{cards} cost player {player} {less} less until the end of the turn")
        }
        Event::Lasts(Lasting::MoreDamage { player, by }) => {
            format!("player {player} does {by} more damage until the end of the turn")
        }
        Event::Changed { object, score: of, by } => format!("the {} of {object} changes by {by:+}", score(*of)),
        Event::Gained { object, card } => format!("{object} gains the abilities of {card}"),
        Event::NextAttack { object, by } => format!("the next attack of {object} is increased by {by}"),
        Event::Controlled { object, player } => format!("player {player} controls {object}"),
        Event::Out { player } => format!("player {player} has no life left and is out of the match"),
        Event::Over(over) if over.winners.is_empty() => "the match ends, and nobody wins".to_owned(),
        Event::Over(over) => {
            let players = if over.winners.len() == 1 { "player" } else { "players" };
            let wins = if over.winners.len() == 1 { "wins" } else { "win" };
            format!("{players} {} {wins} the match", listed::<Player>(&over.winners))
        }
    }
}

fn revealed(shown: &Shown) -> String {
    let what = match shown.place {
        Place::Hand => "its hand".to_owned(),
        _ => format!("the top {} of its deck", shown.count),
    };
    let to = shown.to.map_or(String::new(), |to| format!(" to player {to}"));
    format!("player {} reveals {what}{to}", shown.player)
}
