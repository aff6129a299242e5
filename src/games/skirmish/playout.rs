//! Playouts: matches of two teams on the maps, and what a greedy player aims for.

use rulebound_core::kernel::{Book, Law, NoChance, Player, Plays, Seeded, Trace};

use crate::action::{Card, Kind, Setup, StartSetup};
use crate::law::Skirmish;
use crate::prepare::prepare;
use crate::rules::classes;
use crate::state::{Effect, Stage, State};

impl Plays for Skirmish {
    fn deal(book: &Book<Self>, cards: &[Card], dice: &mut Seeded) -> Setup {
        let maps: Vec<&String> = book.data.maps.keys().collect();
        let map = maps.get(dice.below(maps.len().max(1))).map(ToString::to_string).unwrap_or_default();
        let (none, mut trace, mut chance) = (Default::default(), Trace::silent(), NoChance);
        let mut law = Law::new(book, &none, &mut trace, &mut chance);
        let mut may_play = |card: &&Card| {
            let prepared = (card.kind == Kind::Character).then(|| prepare(book, card).ok()).flatten();
            prepared.is_some_and(|card| classes::permit_member(&mut law, &card).is_ok())
        };
        let names: Vec<String> = cards.iter().filter(&mut may_play).map(|card| card.name.clone()).collect();
        // the teams may have characters in common
        let mut team = || {
            let mut left = names.clone();
            let size = book.parameters.team_size.min(left.len());
            (0..size).map(|_| left.swap_remove(dice.below(left.len()))).collect::<Vec<_>>()
        };
        let teams = vec![team(), team()];
        Setup::Start(StartSetup { map, teams })
    }

    fn worth(state: &State, player: Player) -> i64 {
        let side = |other: Player| if other == player { 1 } else { -1 };
        let mut worth = 0;
        for one in state.objects.iter() {
            let standing = if one.is.fainted { 0 } else { 400 };
            let scores = 20 * (one.is.power as i64 + one.is.armor as i64);
            let effects: i64 = one
                .is
                .effects
                .iter()
                .map(|applied| {
                    let number = i64::from(applied.duration + applied.stacks).min(5);
                    match applied.effect {
                        Effect::Tailwind | Effect::Fortify | Effect::Prowess => 6 * number,
                        Effect::Ignite => -4 * number,
                        Effect::Glaciate | Effect::Restrain | Effect::Silence => -8 * number,
                    }
                })
                .sum();
            worth += side(one.controller) * (standing + scores + effects - 4 * i64::from(one.is.damage));
        }
        // nearer is better, so that the teams meet
        let standing = |of: Player| state.objects.iter().filter(move |one| one.controller == of && !one.is.fainted);
        for own in standing(player) {
            let near = standing(1 - player).map(|other| {
                let (a, b) = (own.is.tile, other.is.tile);
                let reach = if own.is.ranged { 2 } else { 1 };
                (i64::from(a.0.abs_diff(b.0) + a.1.abs_diff(b.1)) - reach).abs()
            });
            worth -= 3 * near.min().unwrap_or(0);
        }
        let seat = &state.players[player];
        let won = state.over.as_ref().map_or(0, |over| match over.winners.first() {
            Some(winner) => side(*winner) * 1_000_000,
            None => 0,
        });
        worth + won + 3 * seat.hand.len() as i64 + 10 * i64::from(seat.maximum) + i64::from(seat.points.min(10))
    }

    fn prepares(state: &State) -> bool {
        matches!(state.stage, Stage::Start | Stage::Draft | Stage::Hands)
    }

    fn moments(state: &State, found: &mut Vec<(&'static str, usize, u32)>) {
        let turn = state.players[state.active].turns;
        let fainted = state.objects.iter().filter(|one| one.is.fainted).count();
        found.push(("characters faint, by the turn of the player", fainted, turn));
        found.push(("matches end, by the turn of the player", usize::from(state.over.is_some()), turn));
    }
}
