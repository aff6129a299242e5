//! When the condition of an effect holds, and what a card requires.

use super::super::schools;
use super::meant::{matches, plain};
use crate::clauses::text::*;
use crate::law::ComboLaw;
use crate::readings::{After, InLine, Last, OfTheKind, OffLine, TerrainSchool};
use crate::state::{LineCard, Name, State};
use crate::text::{CardSet, Condition, Terrain, Terrains};

/// The place of the card whose conditions are examined.
#[derive(Clone, Copy, Debug)]
pub enum Standing<'n> {
    /// At this index in the line of its player.
    Line(usize),
    /// Outside the line, under this name.
    Off(&'n Name),
    /// In the line, where it will be: at its right end, or at its left end.
    ToBe {
        /// Its name.
        name: &'n Name,
        /// Whether it is at the right end.
        right: bool,
    },
    /// The terrain about to be played, which will be the only terrain.
    Terrain(&'n Name),
}

impl<'n> Standing<'n> {
    /// Its index in the line.
    pub fn in_line(self) -> Option<usize> {
        match self {
            Standing::Line(at) => Some(at),
            _ => None,
        }
    }

    /// The terrains that count for its conditions.
    fn terrains<'s>(self, state: &'s State) -> impl Iterator<Item = &'s Name>
    where
        'n: 's,
    {
        let (new, old) = match self {
            Standing::Terrain(name) => (Some(name), &[][..]),
            _ => (None, state.terrains.as_slice()),
        };
        new.into_iter().chain(old.iter().map(|terrain| &terrain.card))
    }
}

/// The card itself, and the cards before and after it in the line of `who`; `None` if the line does not count for the
/// card.
fn around<'s>(
    law: &ComboLaw<'_>,
    state: &'s State,
    who: usize,
    standing: Standing<'s>,
) -> Option<(&'s Name, &'s [LineCard], &'s [LineCard])> {
    let line = state.players[who].line.as_slice();
    match standing {
        Standing::Line(at) => line.get(at).map(|card| (&card.card, &line[..at], &line[at + 1..])),
        Standing::ToBe { name, right: true } => Some((name, line, &[])),
        Standing::ToBe { name, right: false } => Some((name, &[], line)),
        Standing::Off(_) | Standing::Terrain(_) if law.readings().off_line == OffLine::Never => None,
        Standing::Off(name) | Standing::Terrain(name) => Some((name, line, &[])),
    }
}

/// Whether conditions hold for a card that belongs to `who`.
pub fn hold(
    law: &mut ComboLaw<'_>,
    state: &State,
    who: usize,
    conditions: &[Condition],
    standing: Standing<'_>,
) -> bool {
    conditions.iter().all(|condition| holds(law, state, who, condition, standing))
}

fn holds(law: &mut ComboLaw<'_>, state: &State, who: usize, condition: &Condition, standing: Standing<'_>) -> bool {
    match condition {
        Condition::At(Terrains::Any) => law.choose(AT_ANY, standing.terrains(state).next().is_some(), false),
        Condition::At(Terrains::These(terrains)) => terrains.iter().any(|terrain| at(law, state, terrain, standing)),
        Condition::After(cards) => {
            if !law.on(AFTER) {
                return false;
            }
            let Some((_, before, _)) = around(law, state, who, standing) else { return false };
            match law.readings().after {
                After::Earlier => before.iter().any(|c| matches(law, &c.card, cards)),
                After::JustBefore => before.last().is_some_and(|c| matches(law, &c.card, cards)),
            }
        }
        Condition::Last(cards) => {
            if !law.on(LAST) {
                return false;
            }
            let Some((itself, _, after)) = around(law, state, who, standing) else { return false };
            if !is_one(law, itself, cards) {
                return false;
            }
            match law.readings().last {
                Last::LastSuch => !after.iter().any(|c| matches(law, &c.card, cards)),
                Last::LastInLine => after.is_empty(),
                Last::WhenPlayed => true,
            }
        }
        Condition::Only(cards) => {
            if !law.on(ONLY) {
                return false;
            }
            let Some((itself, before, after)) = around(law, state, who, standing) else { return false };
            if !is_one(law, itself, cards) {
                return false;
            }
            let foes = match law.readings().in_line {
                InLine::OwnLine => &[][..],
                InLine::BothLines => &state.players[1 - who].line,
            };
            !before.iter().chain(after).chain(foes).any(|c| matches(law, &c.card, cards))
        }
    }
}

/// Whether such a terrain is active.
fn at(law: &mut ComboLaw<'_>, state: &State, terrain: &Terrain, standing: Standing<'_>) -> bool {
    match terrain {
        Terrain::Named(name) => {
            if !law.on(AT_NAMED) {
                return false;
            }
            let named = plain(law, name);
            standing.terrains(state).any(|active| plain(law, active) == named)
        }
        Terrain::School(school) => {
            if !law.on(AT_SCHOOL) || !schools::known(law, school.name()) {
                return false;
            }
            match law.readings().terrain_school {
                TerrainSchool::ByName => {
                    let named = law.rules().schools.get(school.name()).map_or("", |s| s.terrain.as_str());
                    standing.terrains(state).any(|active| plain(law, active) == named)
                }
                TerrainSchool::BySchool => {
                    let cards = law.cards;
                    standing
                        .terrains(state)
                        .any(|active| cards.get(active).card.schools.iter().any(|s| s == school.name()))
                }
            }
        }
    }
}

/// Whether a card can be the last, or the only, card of a sort: unless the ruling allows any card, it has to be of
/// that sort itself.
fn is_one(law: &mut ComboLaw<'_>, card: &Name, kind: &CardSet) -> bool {
    law.readings().of_the_kind == OfTheKind::AnyCard || matches(law, card, kind)
}

/// Whether the condition of an effect holds.
pub fn proviso(
    law: &mut ComboLaw<'_>,
    state: &State,
    who: usize,
    conditions: &[Condition],
    standing: Standing<'_>,
) -> bool {
    conditions.is_empty() || !law.on(IF) || hold(law, state, who, conditions, standing)
}
