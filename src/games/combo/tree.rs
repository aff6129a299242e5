//! The published form of a card text that has been read: one tree per sentence.

use schemars::JsonSchema;
use serde::Serialize;

use crate::prepared::{Effects, ReadSentence};
use crate::text::{self, CardType, Lasting, Pile, School, Side, Status, Target, Terrain, Terrains, Value, Whose};

/// A sentence.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(deny_unknown_fields)]
pub enum SentenceTree {
    /// A status word.
    Status {
        /// The word.
        status: Status,
    },
    /// What the card requires to be played.
    Summon {
        /// The conditions.
        summon: Vec<ConditionTree>,
    },
    /// What it requires to be played and to stay.
    Stay {
        /// The conditions.
        stay: Vec<ConditionTree>,
    },
    /// Nothing destroys it.
    Protection {
        /// How long.
        protection: Protection,
    },
    /// Its effects.
    Effects {
        /// Effects that apply in any case; left out if all depend on the choice.
        #[serde(skip_serializing_if = "Option::is_none")]
        effects: Option<Vec<EffectTree>>,
        /// Effects if left is chosen; left out if nothing is chosen.
        #[serde(skip_serializing_if = "Option::is_none")]
        left: Option<Vec<EffectTree>>,
        /// Effects if right is chosen; left out if nothing is chosen.
        #[serde(skip_serializing_if = "Option::is_none")]
        right: Option<Vec<EffectTree>>,
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
pub struct EffectTree {
    /// What the effect does.
    #[serde(flatten)]
    does: DoesTree,
    /// The number of times that it counts; left out if once.
    #[serde(skip_serializing_if = "Option::is_none")]
    per: Option<PerTree>,
    /// What must hold; left out if nothing.
    #[serde(rename = "if", skip_serializing_if = "Vec::is_empty")]
    proviso: Vec<ConditionTree>,
}

/// The kind of an effect, with its details.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum DoesTree {
    /// Adds this much to the attack.
    Attack(u32),
    /// Adds this much to the defence.
    Defense(u32),
    /// Draws this many cards.
    Draw(u32),
    /// Destroys this.
    Destroy(Destroyed),
    /// Moves cards from one pile to another.
    Transfer {
        /// How many.
        number: u32,
        /// Which cards.
        cards: CardsTree,
        /// The pile that they leave, and whose it is.
        from: (Whose, Pile),
        /// The pile that they go to, and whose it is.
        to: (Whose, Pile),
    },
    /// Shows the player this pile, one of the player's own.
    Read(Pile),
    /// For a trap: destroys the first assist with this many hands that one of these players plays.
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
    /// An assist with this many hands that is named.
    Handed(u32),
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

/// The number of times that an effect counts.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(deny_unknown_fields)]
enum PerTree {
    /// Once for each such amount of the ATTACK taken.
    Taken {
        /// The amount.
        taken: u32,
    },
    /// Once for each group of this many cards.
    Counted {
        /// How many; 1 if the text does not say.
        each: u32,
        /// Which cards.
        cards: CardsTree,
        /// Which pile, and whose; own if the text does not say, although a ruling may read both lines.
        #[serde(rename = "in")]
        place: (Whose, Pile),
    },
}

/// A condition.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ConditionTree {
    /// The active terrain is one of these.
    At(TerrainsTree),
    /// Such a card comes before it in the line.
    After(CardsTree),
    /// No such card comes after it.
    Last(CardsTree),
    /// No other such card is in the line.
    Only(CardsTree),
}

/// The terrains of a condition.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(deny_unknown_fields)]
pub enum TerrainsTree {
    /// Any terrain.
    Any,
    /// The terrain with this name.
    #[serde(untagged)]
    Named {
        /// The name.
        named: String,
        /// Or one of these terrains.
        #[serde(skip_serializing_if = "Option::is_none")]
        or: Option<Box<TerrainsTree>>,
    },
    /// The terrain of a school.
    #[serde(untagged)]
    School {
        /// The school.
        school: School,
        /// Or one of these terrains.
        #[serde(skip_serializing_if = "Option::is_none")]
        or: Option<Box<TerrainsTree>>,
    },
}

/// The cards of an effect; all cards if the text names none.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CardsTree {
    /// Cards of this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    named: Option<String>,
    /// Cards with this in their name.
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<String>,
    /// Cards of this type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    of_type: Option<CardType>,
    /// Cards of this school.
    #[serde(skip_serializing_if = "Option::is_none")]
    school: Option<School>,
    /// Or these cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    or: Option<Box<CardsTree>>,
}

impl From<&ReadSentence> for SentenceTree {
    fn from(read: &ReadSentence) -> Self {
        match read {
            ReadSentence::Status(status) => SentenceTree::Status { status: *status },
            ReadSentence::Summon(conditions) => SentenceTree::Summon { summon: all(conditions) },
            ReadSentence::Stay(conditions) => SentenceTree::Stay { stay: all(conditions) },
            ReadSentence::Protection(Lasting::Round) => SentenceTree::Protection { protection: Protection::FirstRound },
            ReadSentence::Protection(Lasting::Ever) => SentenceTree::Protection { protection: Protection::Always },
            ReadSentence::Effects(effects) => of_effects(effects),
        }
    }
}

fn all(conditions: &[text::Condition]) -> Vec<ConditionTree> {
    conditions.iter().map(ConditionTree::from).collect()
}

fn of_effects(effects: &Effects) -> SentenceTree {
    let of = |side: Option<Side>| -> Vec<EffectTree> {
        effects.sided.iter().filter(|(of, _)| *of == side).map(|(_, effect)| EffectTree::from(effect)).collect()
    };
    let always = of(None);
    let chosen = |side| effects.chosen.then(|| of(Some(side)));
    SentenceTree::Effects {
        effects: (!effects.chosen || !always.is_empty()).then_some(always),
        left: chosen(Side::Left),
        right: chosen(Side::Right),
    }
}

impl From<&text::Effect> for EffectTree {
    fn from(effect: &text::Effect) -> Self {
        let (does, per, proviso) = match effect {
            text::Effect::Amount { number, value, per, proviso } => (
                if *value == Value::Attack { DoesTree::Attack(*number) } else { DoesTree::Defense(*number) },
                per,
                proviso,
            ),
            text::Effect::Draw { number, per, proviso } => (DoesTree::Draw(*number), per, proviso),
            text::Effect::Transfer { number, cards, from, to, proviso } => {
                let [from, to] = [from, to].map(|place| (place.whose.unwrap_or(Whose::Own), place.pile));
                let does = DoesTree::Transfer { number: *number, cards: CardsTree::from(cards), from, to };
                (does, &None, proviso)
            }
            text::Effect::Read { proviso } => (DoesTree::Read(Pile::Source), &None, proviso),
            text::Effect::Destroy { target, proviso } => {
                let does = match target {
                    Target::AnyAssist { hands: None } => DoesTree::Destroy(Destroyed::Assist),
                    Target::AnyAssist { hands: Some(hands) } => DoesTree::Destroy(Destroyed::Handed(*hands)),
                    Target::Terrain => DoesTree::Destroy(Destroyed::Terrain),
                    Target::FirstAssist { hands, foe } => {
                        DoesTree::First { hands: *hands, by: if *foe { By::Foe } else { By::Anyone } }
                    }
                };
                (does, &None, proviso)
            }
        };
        EffectTree { does, per: per.as_ref().map(PerTree::from), proviso: all(proviso) }
    }
}

impl From<&text::Per> for PerTree {
    fn from(per: &text::Per) -> Self {
        match per {
            text::Per::Taken(number) => PerTree::Taken { taken: *number },
            text::Per::Counted { number, cards, place } => {
                let place = (place.whose.unwrap_or(Whose::Own), place.pile);
                PerTree::Counted { each: *number, cards: CardsTree::from(cards), place }
            }
        }
    }
}

impl From<&text::Condition> for ConditionTree {
    fn from(condition: &text::Condition) -> Self {
        match condition {
            text::Condition::At(terrains) => ConditionTree::At(TerrainsTree::from(terrains)),
            text::Condition::After(cards) => ConditionTree::After(CardsTree::from(cards)),
            text::Condition::Last(cards) => ConditionTree::Last(CardsTree::from(cards)),
            text::Condition::Only(cards) => ConditionTree::Only(CardsTree::from(cards)),
        }
    }
}

impl From<&Terrains> for TerrainsTree {
    fn from(terrains: &Terrains) -> Self {
        let Terrains::These(list) = terrains else { return Self::Any };
        // The first terrain contains the second, and so on.
        let nested = list.iter().rev().fold(None, |rest: Option<Self>, terrain| {
            let or = rest.map(Box::new);
            Some(match terrain {
                Terrain::Named(name) => Self::Named { named: name.clone(), or },
                Terrain::School(school) => Self::School { school: *school, or },
            })
        });
        nested.unwrap_or(Self::Any)
    }
}

impl From<&text::CardSet> for CardsTree {
    fn from(cards: &text::CardSet) -> Self {
        Self {
            named: cards.name.clone(),
            part: cards.in_name.clone(),
            of_type: cards.of_type,
            school: cards.school,
            or: cards.or.as_deref().map(|sort| Box::new(Self::from(sort))),
        }
    }
}
