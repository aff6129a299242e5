//! Texts of combo cards, as trees. The rules decide what a sentence does.

mod grammar;
pub mod parse;
mod print;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The six types of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum CardType {
    Attack,
    Defense,
    Scroll,
    Terrain,
    Assist,
    Trap,
}

/// The eight schools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum School {
    Rock,
    Earth,
    Water,
    Ice,
    Air,
    Spark,
    Fire,
    Metal,
}

/// A side to which a card is turned to show which effect was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Side {
    Left,
    Right,
}

/// A word that says what happens to a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Status {
    Phase,
    Crumble,
    Burn,
    Guard,
    #[serde(rename = "stays-set")]
    StaysSet,
}

/// The text of a card: its sentences.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize)]
#[serde(transparent)]
pub struct Text {
    /// In order.
    pub sentences: Vec<Sentence>,
}

/// One sentence.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sentence {
    /// A status word.
    Status(Status),
    /// The conditions for playing the card.
    Summon(Vec<Condition>),
    /// The conditions for playing the card and for keeping it.
    Stay(Vec<Condition>),
    /// Nothing destroys the card, in its first round or at all.
    Protection(Lasting),
    /// The effects of the card.
    Effects(Vec<Part>),
}

/// How long a protection lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lasting {
    /// In the first round.
    Round,
    /// As long as the card is in play.
    Ever,
}

/// What joins an effect to the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Joint {
    And,
    Or,
}

/// An effect with what joins it to the one before, and the side named before it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Part {
    /// What joins it to the one before; `None` for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub joint: Option<Joint>,
    /// The side that is named before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// The effect.
    #[serde(flatten)]
    pub effect: Effect,
}

/// The two values of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Value {
    Attack,
    Defense,
}

/// One effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effect {
    /// Adds to a value.
    Amount {
        /// The amount.
        number: u32,
        /// The value.
        value: Value,
        /// The number of times.
        #[serde(skip_serializing_if = "Option::is_none")]
        per: Option<Per>,
        /// The conditions.
        #[serde(rename = "if", skip_serializing_if = "Vec::is_empty")]
        proviso: Vec<Condition>,
    },
    /// Draws cards.
    Draw {
        /// How many.
        number: u32,
        /// The number of times.
        #[serde(skip_serializing_if = "Option::is_none")]
        per: Option<Per>,
        /// The conditions.
        #[serde(rename = "if", skip_serializing_if = "Vec::is_empty")]
        proviso: Vec<Condition>,
    },
    /// Destroys a card.
    Destroy {
        /// The target.
        target: Target,
        /// The conditions.
        #[serde(rename = "if", skip_serializing_if = "Vec::is_empty")]
        proviso: Vec<Condition>,
    },
    /// Moves cards from one pile to another.
    Transfer {
        /// How many.
        number: u32,
        /// Which cards.
        cards: CardSet,
        /// The pile that they leave.
        from: NamedPile,
        /// The pile that they go to.
        to: NamedPile,
        /// The conditions.
        #[serde(rename = "if", skip_serializing_if = "Vec::is_empty")]
        proviso: Vec<Condition>,
    },
    /// Shows the player its source.
    Read {
        /// The conditions.
        #[serde(rename = "if", skip_serializing_if = "Vec::is_empty")]
        proviso: Vec<Condition>,
    },
}

impl Effect {
    /// The number of times that it counts; `None` if once.
    pub fn per(&self) -> Option<&Per> {
        match self {
            Effect::Amount { per, .. } | Effect::Draw { per, .. } => per.as_ref(),
            Effect::Destroy { .. } | Effect::Transfer { .. } | Effect::Read { .. } => None,
        }
    }

    /// Its conditions.
    pub fn conditions(&self) -> &[Condition] {
        match self {
            Effect::Amount { proviso, .. }
            | Effect::Draw { proviso, .. }
            | Effect::Destroy { proviso, .. }
            | Effect::Transfer { proviso, .. }
            | Effect::Read { proviso } => proviso,
        }
    }
}

/// The part of an effect or a status word that determines which cards carry it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Does {
    /// It adds to a value.
    Amount,
    /// It draws cards.
    Draw,
    /// It destroys the terrain.
    DestroyTerrain,
    /// It destroys an assist that the player names.
    DestroyAnyAssist,
    /// It destroys the assist that it has been waiting for.
    DestroyFirstAssist,
    /// It moves cards from a pile to another.
    Transfer,
    /// It shows its player the source.
    ReadSource,
    /// The word PHASE.
    Phase,
    /// The word CRUMBLE.
    Crumble,
    /// The word BURN.
    Burn,
    /// The word GUARD.
    Guard,
    /// It stays set.
    StaysSet,
}

impl Does {
    /// What this word says.
    pub fn of_word(word: Status) -> Self {
        match word {
            Status::Phase => Self::Phase,
            Status::Crumble => Self::Crumble,
            Status::Burn => Self::Burn,
            Status::Guard => Self::Guard,
            Status::StaysSet => Self::StaysSet,
        }
    }

    /// What this effect does.
    pub fn of(effect: &Effect) -> Self {
        match effect {
            Effect::Amount { .. } => Self::Amount,
            Effect::Draw { .. } => Self::Draw,
            Effect::Destroy { target: Target::Terrain, .. } => Self::DestroyTerrain,
            Effect::Destroy { target: Target::AnyAssist { .. }, .. } => Self::DestroyAnyAssist,
            Effect::Destroy { target: Target::FirstAssist { .. }, .. } => Self::DestroyFirstAssist,
            Effect::Transfer { .. } => Self::Transfer,
            Effect::Read { .. } => Self::ReadSource,
        }
    }
}

/// What is destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// An assist that the player names.
    AnyAssist {
        /// The hands that the assist must take, if the text says so.
        #[serde(skip_serializing_if = "Option::is_none")]
        hands: Option<u32>,
    },
    /// The active terrain.
    Terrain,
    /// For a trap: the first assist with this many hands that is played.
    FirstAssist {
        /// The hands.
        hands: u32,
        /// Only an assist that the foe plays.
        foe: bool,
    },
}

/// The number of times that an effect counts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Per {
    /// Once for each such amount of the attack that the player must face.
    Taken(u32),
    /// Once for each group of this many cards in a place.
    Counted {
        /// How many; one if the text does not say.
        number: u32,
        /// Which cards.
        cards: CardSet,
        /// The pile.
        place: NamedPile,
    },
}

/// Whose piles the text refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Whose {
    Own,
    Foe,
    Both,
}

/// A pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Pile {
    Line,
    Pool,
    Trash,
    Limbo,
    Source,
    Deck,
}

/// A place where cards are counted, or between which they are moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct NamedPile {
    /// Whose place it is; `None` if the text does not say, so that a ruling decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub whose: Option<Whose>,
    /// Which pile.
    pub pile: Pile,
}

impl NamedPile {
    /// The same pile, for effects that need one player's. If the text does not say whose, it is the card's player's.
    pub fn of_one_player(self) -> Self {
        Self { whose: self.whose.or(Some(Whose::Own)), ..self }
    }
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// The active terrain is one of these.
    At(Terrains),
    /// One of these cards comes before this one in the line.
    After(CardSet),
    /// None of these cards comes after this one.
    Last(CardSet),
    /// No other of these cards is in the line.
    Only(CardSet),
}

/// The terrains that a text names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrains {
    /// Any terrain.
    Any,
    /// Any of these.
    These(Vec<Terrain>),
}

/// A terrain that a text names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// The terrain of a school.
    School(School),
    /// The terrain of this name.
    Named(String),
}

/// The cards that a text refers to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema, Default)]
#[serde(deny_unknown_fields, default)]
pub struct CardSet {
    /// Cards of this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Cards of this type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub of_type: Option<CardType>,
    /// Cards of this school.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub school: Option<School>,
    /// Cards with this in their name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_name: Option<String>,
    /// Or cards of this sort.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub or: Option<Box<CardSet>>,
}
