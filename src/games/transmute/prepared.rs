//! A card with its text read, as the rules use it.

use rulebound_core::kernel::{ClauseKey, ClauseSet};

use crate::text::{Ability, CardType, Effect, Sort, Text, When};

/// A card with its text read.
#[derive(Debug, Default)]
pub struct Prepared {
    /// Its name.
    pub name: String,
    /// Its type; none for a card that does not exist.
    pub of_type: Option<CardType>,
    /// Its energy cost.
    pub cost: u32,
    /// Its life, if it has any.
    pub life: Option<u32>,
    /// Its attack.
    pub attack: u32,
    /// Whether its attack is printed with a fraction.
    pub fraction: bool,
    /// Its armor.
    pub armor: u32,
    /// Its text; empty if it is refused.
    pub text: Text,
    /// Whether its text adds to a score.
    pub adds: bool,
    /// Whether its text has an ability that something triggers.
    pub triggers: bool,
    /// Why its text is refused, and by which clause.
    pub refused: Option<(ClauseKey, String)>,
    /// The clauses that applied when it was read.
    pub clauses: ClauseSet,
}

impl Prepared {
    /// Whether it is of a sort.
    pub fn is_of(&self, sort: &Sort) -> bool {
        match sort {
            Sort::Card => true,
            Sort::Type(of_type) => self.of_type == Some(*of_type),
            Sort::Named(name) => self.name.to_lowercase() == name.to_lowercase(),
        }
    }

    /// The abilities that can be activated, with their places in the text.
    pub fn activated(&self) -> impl Iterator<Item = (usize, &Ability)> {
        let activated = |ability: &Ability| matches!(ability.when, When::Tap | When::Discarding { .. });
        self.text.abilities.iter().enumerate().filter(move |(_, ability)| activated(ability))
    }

    /// The effects that always hold.
    pub fn always(&self) -> impl Iterator<Item = &Effect> {
        let abilities = self.text.abilities.iter().filter(|ability| ability.when == When::Always);
        abilities.flat_map(|ability| ability.does.iter().map(|step| &step.effect))
    }
}
