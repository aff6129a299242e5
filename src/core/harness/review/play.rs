//! What a change does to play: the same seeds under both sets of rules.

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;
use serde_json::Value as Json;

use super::{Change, Side};
use crate::harness::playouts::{self, MOST_ACTIONS, Summary};
use crate::kernel::{self, Policy};

/// Matches between players of one kind, under both sets of rules.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// The game.
    pub game: String,
    /// How all players choose.
    pub players: Policy,
    /// Under the old rules.
    pub old: Summary,
    /// Under the new rules.
    pub new: Summary,
    /// The number of seeds whose matches are not the same under both.
    pub other_course: usize,
}

/// The games that [`play`] plays: those whose rules change and that can be played.
pub fn games<'s>(new: &'s Side, changes: &[Change]) -> Vec<&'s str> {
    let names = new.suite.opened().filter(|game| game.plays()).map(|game| game.name());
    names.filter(|name| changes.iter().any(|change| change.binds && change.game() == *name)).collect()
}

/// Plays `matches` matches from `seed` on, with random and with greedy players, in each game whose rules change and
/// that can be played. Calls `done` after each match.
///
/// # Errors
/// If a match cannot go on.
pub fn play(
    (old, new): (&Side, &Side),
    changes: &[Change],
    (matches, seed): (usize, u64),
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Played>, String> {
    let mut found = Vec::new();
    for name in games(new, changes) {
        for players in [Policy::Random, Policy::Greedy] {
            let of = |side: &Side, which: &str| {
                let played = catch_unwind(AssertUnwindSafe(|| matches_of(side, name, players, (matches, seed), done)));
                let told = |why: String| format!("{name} cannot be played under the {which} rules: {why}");
                played.unwrap_or_else(|_| Err("a panic".to_owned())).map_err(told)
            };
            let ((old, was), (new, is)) = (of(old, "old")?, of(new, "new")?);
            let other_course = was.iter().zip(&is).filter(|(was, is)| was != is).count();
            found.push(Played { game: name.to_owned(), players, old, new, other_course });
        }
    }
    Ok(found)
}

fn matches_of(
    side: &Side,
    game: &str,
    players: Policy,
    (matches, seed): (usize, u64),
    done: &(dyn Fn() + Sync),
) -> Result<(Summary, Vec<kernel::Played>), String> {
    let spec = side.suite.game_spec(game).map_err(|fault| fault.message)?;
    let book = side.book(game, &[].into())?;
    let cards: Vec<Json> = spec.cards.values().cloned().collect();
    let playouts = book.playouts(&cards).map_err(|halt| halt.to_string())?;
    let count = playouts.players().map_err(|halt| halt.to_string())?;
    let policies = vec![players; count];
    let played = playouts::play(&*playouts, &policies, (matches, seed), MOST_ACTIONS as usize, done)
        .map_err(|(seed, halt)| format!("the match with seed {seed} cannot go on: {halt}"))?;
    Ok((Summary::of(count, &played), played))
}
