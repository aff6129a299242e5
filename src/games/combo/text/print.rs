//! The canonical way to print a card text.

use std::fmt;

use super::{
    CardSet, CardType, Condition, Effect, Joint, Lasting, NamedPile, Part, Per, Pile, School, Sentence, Side, Status,
    Target, Terrain, Terrains, Text, Value, Whose,
};

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, sentence) in self.sentences.iter().enumerate() {
            write!(f, "{}{sentence}.", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sentence::Status(status) => f.write_str(match status {
                Status::Phase => "PHASE",
                Status::Crumble => "CRUMBLE",
                Status::Burn => "BURN",
                Status::Guard => "GUARD",
                Status::StaysSet => "Stays set",
            }),
            Sentence::Summon(conditions) => write!(f, "SUMMON: {}", All(conditions)),
            Sentence::Stay(conditions) => write!(f, "STAY: {}", All(conditions)),
            Sentence::Protection(Lasting::Round) => f.write_str("Cannot be destroyed in its 1st round"),
            Sentence::Protection(Lasting::Ever) => f.write_str("Cannot be destroyed"),
            Sentence::Effects(parts) => parts.iter().try_for_each(|part| part.fmt(f)),
        }
    }
}

/// Conditions joined by "and".
struct All<'a>(&'a [Condition]);

impl fmt::Display for All<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, condition) in self.0.iter().enumerate() {
            write!(f, "{}{condition}", if index == 0 { "" } else { " and " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.joint {
            Some(Joint::And) => f.write_str(" and ")?,
            Some(Joint::Or) => f.write_str(" or ")?,
            None => {}
        }
        match self.side {
            Some(Side::Left) => f.write_str("LEFT: ")?,
            Some(Side::Right) => f.write_str("RIGHT: ")?,
            None => {}
        }
        self.effect.fmt(f)
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (per, proviso) = match self {
            Effect::Read { proviso } => {
                f.write_str("Read own source")?;
                (None, proviso)
            }
            Effect::Amount { number, value, per, proviso } => {
                let value = if *value == Value::Attack { "ATTACK" } else { "DEFENSE" };
                write!(f, "+{number} {value}")?;
                (per.as_ref(), proviso)
            }
            Effect::Draw { number, per, proviso } => {
                write!(f, "Draw {number} {}", if *number == 1 { "card" } else { "cards" })?;
                (per.as_ref(), proviso)
            }
            Effect::Transfer { number, cards, from, to, proviso } => {
                write!(f, "Transfer {number} {cards} from {from} to {to}")?;
                (None, proviso)
            }
            Effect::Destroy { target, proviso } => {
                match target {
                    Target::AnyAssist { hands: None } => f.write_str("Destroy any assist")?,
                    Target::AnyAssist { hands: Some(hands) } => write!(f, "Destroy any {hands} handed assist")?,
                    Target::Terrain => f.write_str("Destroy the terrain")?,
                    Target::FirstAssist { hands, foe } => {
                        let by = if *foe { "the foe" } else { "anyone" };
                        write!(f, "Destroy the 1st {hands} handed assist played by {by}")?;
                    }
                }
                (None, proviso)
            }
        };
        if let Some(per) = per {
            write!(f, " per {per}")?;
        }
        if !proviso.is_empty() {
            write!(f, " if {}", All(proviso))?;
        }
        Ok(())
    }
}

impl fmt::Display for Per {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Per::Taken(number) => write!(f, "{number} ATTACK taken"),
            Per::Counted { number: 1, cards, place } => write!(f, "{cards} in {place}"),
            Per::Counted { number, cards, place } => write!(f, "{number} {cards} in {place}"),
        }
    }
}

impl fmt::Display for NamedPile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose = match self.whose {
            None => "",
            Some(Whose::Own) => "own ",
            Some(Whose::Foe) => "the foe's ",
            Some(Whose::Both) => "both ",
        };
        let pile = match self.pile {
            Pile::Line => "line",
            Pile::Pool => "pool",
            Pile::Trash => "trash",
            Pile::Limbo => "limbo",
            Pile::Source => "source",
            Pile::Deck => "deck",
        };
        let many = match (self.whose, self.pile) {
            (Some(Whose::Both), Pile::Trash) => "es",
            (Some(Whose::Both), _) => "s",
            _ => "",
        };
        write!(f, "{whose}{pile}{many}")
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Condition::At(Terrains::Any) => f.write_str("at any terrain"),
            Condition::At(Terrains::These(terrains)) => {
                f.write_str("at ")?;
                for (index, terrain) in terrains.iter().enumerate() {
                    write!(f, "{}{terrain}", if index == 0 { "" } else { " or " })?;
                }
                Ok(())
            }
            Condition::After(cards) => write!(f, "after {cards}"),
            Condition::Last(cards) => write!(f, "last {cards}"),
            Condition::Only(cards) => write!(f, "only {cards} in line"),
        }
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Terrain::School(school) => {
                let article = if matches!(school, School::Earth | School::Ice | School::Air) { "an" } else { "a" };
                write!(f, "{article} {} terrain", school.name())
            }
            Terrain::Named(name) => Quoted(name).fmt(f),
        }
    }
}

/// A name in quotation marks.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.0.replace('\'', "''"))
    }
}

impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.of_type.map(CardType::name).or(self.school.map(School::name));
        match (&self.name, kind) {
            (Some(name), _) => Quoted(name).fmt(f)?,
            (None, Some(kind)) => write!(f, "{kind} card")?,
            (None, None) => f.write_str("card")?,
        }
        if let Some(part) = &self.in_name {
            write!(f, " with {} in name", Quoted(part))?;
        }
        self.or.iter().try_for_each(|sort| write!(f, " or {sort}"))
    }
}

impl CardType {
    const ALL: [Self; 6] = [Self::Attack, Self::Defense, Self::Scroll, Self::Terrain, Self::Assist, Self::Trap];

    /// The type of this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            CardType::Attack => "attack",
            CardType::Defense => "defense",
            CardType::Scroll => "scroll",
            CardType::Terrain => "terrain",
            CardType::Assist => "assist",
            CardType::Trap => "trap",
        }
    }
}

impl School {
    const ALL: [Self; 8] =
        [Self::Rock, Self::Earth, Self::Water, Self::Ice, Self::Air, Self::Spark, Self::Fire, Self::Metal];

    /// The school of this name.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            School::Rock => "rock",
            School::Earth => "earth",
            School::Water => "water",
            School::Ice => "ice",
            School::Air => "air",
            School::Spark => "spark",
            School::Fire => "fire",
            School::Metal => "metal",
        }
    }
}
