//! What is read of a card text, as it is published: a tree a sentence.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::text::{self, CardType, Lasting, Pile, School, Side, Status, Target, Terrain, Value, Whose};
use super::reading::{Effects, Read};

/// A sentence.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(deny_unknown_fields)]
pub enum Sentence {
    /// A status word.
    Status {
        /// The word.
        status: Status,
    },
    /// What the card requires to be played.
    Summon {
        /// What must hold.
        summon: Vec<Condition>,
    },
    /// What it requires to be played and to stay.
    Stay {
        /// What must hold.
        stay: Vec<Condition>,
    },
    /// Nothing destroys it.
    Protection {
        /// For how long.
        protection: Protection,
    },
    /// What it does.
    Effects {
        /// In any case; left out where all is a matter of the choice.
        #[serde(skip_serializing_if = "Option::is_none")]
        effects: Option<Vec<Effect>>,
        /// If left is chosen; left out where nothing is chosen.
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<Vec<Effect>>,
        /// If right is chosen; left out where nothing is chosen.
        #[serde(skip_serializing_if = "Option::is_none")]
        right: Option<Vec<Effect>>,
    },
}

/// How long nothing destroys a card.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Protection {
    /// In its first round.
    FirstRound,
    /// As long as it is in play.
    Always,
}

/// An effect.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Effect {
    /// What it does.
    #[serde(flatten)]
    does: Does,
    /// How often it counts; left out where once.
    #[serde(skip_serializing_if = "Option::is_none")]
    per: Option<Per>,
    /// What must hold; left out where nothing.
    #[serde(rename = "if", skip_serializing_if = "Vec::is_empty")]
    proviso: Vec<Condition>,
}

/// What an effect does.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Does {
    /// Adds so much to the attack.
    Attack(u32),
    /// Adds so much to the defence.
    Defense(u32),
    /// Draws so many cards.
    Draw(u32),
    /// Destroys this.
    Destroy(Destroyed),
    /// For a trap: destroys the first assist of so many hands that one of these plays.
    First {
        /// The hands.
        hands: u32,
        /// Who plays it.
        by: By,
    },
}

/// What is destroyed.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Destroyed {
    /// An assist that is named.
    Assist,
    /// The active terrain.
    Terrain,
}

/// Who plays an assist that a trap waits for.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum By {
    /// The foe of the player of the trap.
    Foe,
    /// Either player.
    Anyone,
}

/// How often an effect counts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(deny_unknown_fields)]
enum Per {
    /// Once for so much of the ATTACK taken.
    Taken {
        /// So much.
        taken: u32,
    },
    /// Once for each so many cards.
    Counted {
        /// So many; 1 if the text says none.
        each: u32,
        /// Which cards.
        cards: Cards,
        /// Whose and which pile; own if the text says nothing, though a ruling may read both lines.
        #[serde(rename = "in")]
        place: (Whose, Pile),
    },
}

/// A condition.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// The active terrain is one of these.
    At(Terrain),
    /// Such a card stands before it in the line.
    After(Cards),
    /// No such card follows it.
    Last(Cards),
    /// No other such card is in the line.
    Only(Cards),
}

/// Cards that are meant; all cards where nothing is said.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Cards {
    /// Those of this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    named: Option<String>,
    /// Those with this in their name.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    /// Those of this type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    of_type: Option<CardType>,
    /// Those of this school.
    #[serde(skip_serializing_if = "Option::is_none")]
    school: Option<School>,
}

impl From<&Read> for Sentence {
    fn from(read: &Read) -> Self {
        match read {
            Read::Status(status) => Sentence::Status { status: *status },
            Read::Summon(conditions) => Sentence::Summon { summon: all(conditions) },
            Read::Stay(conditions) => Sentence::Stay { stay: all(conditions) },
            Read::Protection(Lasting::Round) => Sentence::Protection { protection: Protection::FirstRound },
            Read::Protection(Lasting::Ever) => Sentence::Protection { protection: Protection::Always },
            Read::Effects(effects) => of_effects(effects),
        }
    }
}

fn all(conditions: &[text::Condition]) -> Vec<Condition> {
    conditions.iter().map(Condition::from).collect()
}

fn of_effects(effects: &Effects) -> Sentence {
    let of = |side: Option<Side>| -> Vec<Effect> {
        effects.sided.iter().filter(|(of, _)| *of == side).map(|(_, effect)| Effect::from(effect)).collect()
    };
    let always = of(None);
    let chosen = |side| effects.chosen.then(|| of(Some(side)));
    Sentence::Effects {
        effects: (!effects.chosen || !always.is_empty()).then_some(always),
        left: chosen(Side::Left),
        right: chosen(Side::Right),
    }
}

impl From<&text::Effect> for Effect {
    fn from(effect: &text::Effect) -> Self {
        let (does, per, proviso) = match effect {
            text::Effect::Amount { number, value, per, proviso } => {
                (if *value == Value::Attack { Does::Attack(*number) } else { Does::Defense(*number) }, per, proviso)
            }
            text::Effect::Draw { number, per, proviso } => (Does::Draw(*number), per, proviso),
            text::Effect::Destroy { target, proviso } => {
                let does = match target {
                    Target::AnyAssist => Does::Destroy(Destroyed::Assist),
                    Target::Terrain => Does::Destroy(Destroyed::Terrain),
                    Target::FirstAssist { hands, foe } => {
                        Does::First { hands: *hands, by: if *foe { By::Foe } else { By::Anyone } }
                    }
                };
                (does, &None, proviso)
            }
        };
        Effect { does, per: per.as_ref().map(Per::from), proviso: all(proviso) }
    }
}

impl From<&text::Per> for Per {
    fn from(per: &text::Per) -> Self {
        match per {
            text::Per::Taken(number) => Per::Taken { taken: *number },
            text::Per::Counted { number, cards, place } => {
                let place = (place.whose.unwrap_or(Whose::Own), place.pile);
                Per::Counted { each: *number, cards: Cards::from(cards), place }
            }
        }
    }
}

impl From<&text::Condition> for Condition {
    fn from(condition: &text::Condition) -> Self {
        match condition {
            text::Condition::At(terrain) => Condition::At(terrain.clone()),
            text::Condition::After(cards) => Condition::After(Cards::from(cards)),
            text::Condition::Last(cards) => Condition::Last(Cards::from(cards)),
            text::Condition::Only(cards) => Condition::Only(Cards::from(cards)),
        }
    }
}

impl From<&text::Cards> for Cards {
    fn from(cards: &text::Cards) -> Self {
        Self { named: cards.name.clone(), part: cards.in_name.clone(), of_type: cards.of_type, school: cards.school }
    }
}
