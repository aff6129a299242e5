//! A card with its text read: its sentences with their choices settled, and the effects under each choice.

use crate::action::Card;
use crate::state::Choice;
use crate::text::{CardType, Condition, Effect, Lasting, Side, Status, Value};
use rulebound_core::kernel::{ClauseSet, Refused, Rejection};

/// A sentence with its choice settled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadSentence {
    /// A status word.
    Status(Status),
    /// The conditions for playing the card.
    Summon(Vec<Condition>),
    /// The conditions for playing the card and for keeping it.
    Stay(Vec<Condition>),
    /// Nothing destroys the card.
    Protection(Lasting),
    /// The effects of the card.
    Effects(Effects),
}

/// What a sentence makes a card do.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Effects {
    /// The effects in the order of the text, each with the choice that it belongs to; `None` if it applies in any case.
    pub sided: Vec<(Option<Side>, Effect)>,
    /// Whether the player chooses one of two sides.
    pub chosen: bool,
}

impl Effects {
    /// The effects that apply in any case.
    pub fn always(effects: impl IntoIterator<Item = Effect>) -> Self {
        Self { sided: effects.into_iter().map(|effect| (None, effect)).collect(), chosen: false }
    }

    /// The effects that apply in any case, and those under these choices.
    pub fn under(&self, sides: &[Side]) -> impl Iterator<Item = &Effect> {
        self.sided.iter().filter(|(side, _)| side.is_none_or(|side| sides.contains(&side))).map(|(_, effect)| effect)
    }
}

/// A card with its text read.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// As defined.
    pub card: Card,
    /// The hands that it takes as an assist.
    pub hands: u32,
    /// Its shield as an assist.
    pub shield: u32,
    /// Its type, if it is one of the six.
    pub of_type: Option<CardType>,
    /// Whether cards of its type are played to the line.
    pub in_line: bool,
    /// Its sentences, or why its text is refused.
    pub read: Result<Vec<ReadSentence>, Refused>,
    /// Whether it can be played at all, given what it shows.
    pub playable: Result<(), Rejection>,
    /// What it requires to be played.
    pub summon: Vec<Condition>,
    /// What it requires to be played and to stay.
    pub stay: Vec<Condition>,
    /// Its protection.
    pub protection: Option<Lasting>,
    /// Its status words.
    words: Vec<Status>,
    /// Whether the player chooses one of two effects.
    has_or: bool,
    /// What it does under each choice: none, left, right.
    effects: [Vec<Effect>; 3],
    /// Which of these effects give attack, and which give defence.
    amounts: [[Vec<Effect>; 2]; 3],
    /// The clauses that applied when it was read and when it was judged whether it can be played at all.
    pub clauses: ClauseSet,
}

impl Default for Prepared {
    fn default() -> Self {
        let card = Card {
            name: String::new(),
            of_type: String::new(),
            schools: Vec::new(),
            hands: None,
            shield: None,
            text: None,
        };
        Self {
            card,
            hands: 1,
            shield: 0,
            of_type: None,
            in_line: false,
            read: Ok(Vec::new()),
            playable: Ok(()),
            summon: Vec::new(),
            stay: Vec::new(),
            protection: None,
            words: Vec::new(),
            has_or: false,
            effects: Default::default(),
            amounts: Default::default(),
            clauses: ClauseSet::default(),
        }
    }
}

impl Prepared {
    /// A card with what was read from it.
    pub fn new(card: Card, read: Result<Vec<ReadSentence>, Refused>) -> Self {
        let of_type = CardType::of(&card.of_type);
        let mut new = Self { card, of_type, read, ..Self::default() };
        new.sort();
        new
    }

    /// Sorts what the sentences say, for quick access while a match is played.
    fn sort(&mut self) {
        for sentence in self.read.iter().flatten() {
            match sentence {
                ReadSentence::Status(word) => self.words.push(*word),
                ReadSentence::Summon(conditions) => self.summon.extend(conditions.iter().cloned()),
                ReadSentence::Stay(conditions) => self.stay.extend(conditions.iter().cloned()),
                ReadSentence::Protection(lasting) => {
                    let ever = self.protection == Some(Lasting::Ever);
                    self.protection = Some(if ever { Lasting::Ever } else { *lasting });
                }
                ReadSentence::Effects(read) => {
                    self.has_or |= read.chosen;
                    let choices: [&[Side]; 3] = [&[], &[Side::Left], &[Side::Right]];
                    for (sides, effects) in choices.into_iter().zip(&mut self.effects) {
                        effects.extend(read.under(sides).cloned());
                    }
                }
            }
        }
        for (effects, amounts) in self.effects.iter().zip(&mut self.amounts) {
            for effect in effects {
                if let Effect::Amount { value, .. } = effect {
                    amounts[*value as usize].push(effect.clone());
                }
            }
        }
    }

    /// Its sentences; none if the text is refused.
    pub fn sentences(&self) -> &[ReadSentence] {
        self.read.as_deref().unwrap_or(&[])
    }

    /// Whether it has a status word.
    pub fn has(&self, word: Status) -> bool {
        self.words.contains(&word)
    }

    /// Whether the player chooses one of two effects.
    pub fn has_or(&self) -> bool {
        self.has_or
    }

    /// What it does under a choice.
    pub fn effects(&self, choice: Choice) -> &[Effect] {
        &self.effects[choice as usize]
    }

    /// The effects under a choice that give attack or defence.
    pub fn amounts(&self, choice: Choice, of: Value) -> &[Effect] {
        &self.amounts[choice as usize][of as usize]
    }

    /// Every effect in the text, whichever side is chosen.
    pub fn all_effects(&self) -> impl Iterator<Item = &Effect> {
        let effects = self.sentences().iter().filter_map(|s| match s {
            ReadSentence::Effects(effects) => Some(effects.sided.iter().map(|(_, effect)| effect)),
            _ => None,
        });
        effects.flatten()
    }
}
