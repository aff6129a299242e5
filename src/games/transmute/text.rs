//! Texts of transmute cards, as trees. The rules decide what each part does.

mod effects;
mod grammar;
pub mod parse;
mod parts;
mod print;
mod reader;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The four types of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum CardType {
    Minion,
    Device,
    Enchantment,
    Spell,
}

/// A card text: its abilities, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Text {
    /// In order.
    pub abilities: Vec<Ability>,
}

/// An ability: when it applies, and what it then does.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Ability {
    /// When it applies.
    pub when: When,
    /// Its steps, in order.
    pub does: Vec<Step>,
}

/// When an ability applies.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// As long as the card is where its text applies: "Flying".
    Always,
    /// When the card is played: the text of a spell.
    Played,
    /// When the card is tapped for it: "T:" or "Tap:".
    Tap,
    /// When its player discards such a card from play or from the hand for it.
    Discarding {
        /// Which card.
        sort: Sort,
        /// Whether this may be done at any time.
        any_time: bool,
    },
    /// At the beginning of the turn.
    Beginning,
    /// When this Minion is damaged.
    Damaged,
    /// When this Minion is about to be damaged.
    AboutToBeDamaged,
    /// When such a card enters play.
    Enters(Sort),
    /// When its player plays such a card.
    Plays(Sort),
    /// When this Minion attacks.
    Attacks,
}

/// One step of an ability.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Step {
    /// The condition of the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Proviso>,
    /// Whether it is optional.
    #[serde(skip_serializing_if = "is_false")]
    pub may: bool,
    /// The effect.
    pub effect: Effect,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde asks for a reference
fn is_false(is: &bool) -> bool {
    !is
}

/// A condition of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Proviso {
    /// "If you do": the step before was done.
    Done,
    /// "If it is a Spell": the card that was revealed is of this sort.
    Is(Sort),
    /// "Otherwise": what the last "if it is" asks for did not hold.
    Otherwise,
    /// The step is joined to the one before in its sentence, and has the same condition.
    Same,
}

/// A sort of cards: a type, a name, or any card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// Any card.
    Card,
    /// Of this type.
    Type(CardType),
    /// With this name; upper and lower case are the same.
    Named(String),
}

/// Who does something, or to whom it is done: the player of the card, the player that was picked, the owner of the card
/// that was moved, every player, or every player of another alliance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Who {
    You,
    That,
    Owner,
    Every,
    Opponents,
}

/// A number that a text gives.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Amount {
    /// A number.
    Number(u32),
    /// A number that is counted: X, or "the number of".
    Count(Count),
    /// The damage that its player has taken by the step before.
    DamageTaken,
    /// The energy cost of the card that was moved.
    ItsCost,
}

/// The things counted: cards of a type that the player has in play, such cards of all players, or Enchantments on this
/// Minion or on that one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Count {
    YourCards(CardType),
    AllCards(CardType),
    OnThis,
    OnThat,
}

/// The number of cards that are picked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HowMany {
    /// This number, or all if there are fewer.
    Exactly(Amount),
    /// Any number up to this.
    UpTo(Amount),
    /// All of them.
    All,
}

/// The sorts of targets. A non-device is a card in play that has life and is not a Device; a target is a player, a
/// Minion or a Device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum TargetKind {
    Minion,
    Device,
    Enchantment,
    NonDevice,
    Card,
    Player,
    Target,
}

/// Whose a target has to be: that of the card's player, or an opponent's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Whose {
    Yours,
    Opponents,
}

/// The targets of an effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Targets {
    /// This Minion: the card itself, or the Minion that it is on.
    This,
    /// That Minion, or that target: what was picked last.
    That,
    /// That player: the one picked last.
    ThatPlayer,
    /// Those that are picked, or all.
    Some {
        /// How many.
        number: HowMany,
        /// The sort of each target.
        of: Vec<TargetKind>,
        /// Whose it has to be, if the text says.
        #[serde(skip_serializing_if = "Option::is_none")]
        whose: Option<Whose>,
        /// Whether this one is excluded.
        #[serde(skip_serializing_if = "is_false")]
        another: bool,
        /// The energy cost that it has to have, if the text says.
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<CostIs>,
    },
}

/// The energy cost that a card must have: this number, at most this much more than the cost of the card that was moved,
/// or the same as that cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum CostIs {
    Exactly(Amount),
    AtMostMore(u32),
    Same,
}

/// A place where cards are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Place {
    Hand,
    Deck,
    Discard,
    DraftDeck,
    DraftRow,
}

/// A score of a card in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Score {
    Attack,
    Armor,
    Life,
}

/// A score with what is added to it or taken from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Signed {
    /// The score.
    pub score: Score,
    /// By how much.
    pub by: u32,
    /// Whether it is lowered.
    #[serde(skip_serializing_if = "is_false")]
    pub less: bool,
}

/// The way to sort cards that were revealed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sorting {
    /// Those of this sort go to the hand, the rest is discarded.
    TakeDiscardRest {
        /// The sort of cards.
        sort: Sort,
        /// Whether the text says "any" of them rather than "all".
        #[serde(skip_serializing_if = "is_false")]
        any: bool,
    },
    /// Its player discards any of them and puts the rest back in any order.
    DiscardAnyPutBack,
    /// It is put into play for free.
    IntoPlay,
    /// It is put in the hand.
    IntoHand,
}

/// The effect of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Gives energy.
    Energy {
        /// To whom.
        who: Who,
        /// How much.
        amount: Amount,
    },
    /// Draws cards from the deck, or takes cards of the player's choice from the discard pile.
    Draw {
        /// The player.
        who: Who,
        /// How many.
        amount: Amount,
        /// From the deck or the discard pile.
        from: Place,
    },
    /// Draws cards until the hand has this number.
    #[allow(missing_docs)]
    DrawUntil { amount: Amount },
    /// Discards cards from the hand or from the top of the deck.
    Discard {
        /// The player.
        who: Who,
        /// How many.
        amount: Amount,
        /// From the hand or the deck.
        from: Place,
        /// Whether the player of the card picks them rather than the player who discards.
        #[serde(skip_serializing_if = "is_false")]
        you_pick: bool,
    },
    /// Drafts a card.
    Draft {
        /// The sort of cards.
        sort: Sort,
        /// Into the hand, or on the discard pile as usual.
        to: Place,
    },
    /// Replaces any number of cards in the draft row.
    ReplaceRow {},
    /// Reveals this number of cards from the top of the deck.
    #[allow(missing_docs)]
    RevealDeck { amount: Amount },
    /// Reveals a hand.
    RevealHand {
        /// The player whose hand it is.
        who: Who,
    },
    /// Sorts the cards that were revealed.
    Sort(Sorting),
    /// Damages each of the targets.
    Damage {
        /// The targets.
        targets: Targets,
        /// By how much.
        amount: Amount,
    },
    /// Its player takes damage.
    TakeDamage {
        /// How much; less if the player may choose so.
        amount: Amount,
        #[serde(skip_serializing_if = "is_false")]
        up_to: bool,
    },
    /// Removes damage from each of the targets.
    Heal {
        /// The targets.
        targets: Targets,
        /// How much; all if nothing is said.
        #[serde(skip_serializing_if = "Option::is_none")]
        amount: Option<Amount>,
    },
    /// Taps each of the targets.
    Tap {
        /// The targets.
        targets: Targets,
    },
    /// Untaps each of the targets.
    Untap {
        /// The targets.
        targets: Targets,
    },
    /// Moves each of the targets back to its owner's hand.
    Return {
        /// The targets.
        targets: Targets,
        /// Whether the text says "your hand".
        #[serde(skip_serializing_if = "is_false")]
        your_hand: bool,
    },
    /// Puts a card into play.
    Enter {
        /// The sort of cards.
        sort: Sort,
        /// From where; if the text does not say, a ruling does.
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<Place>,
        /// The cost that it must have, if the text says.
        #[serde(skip_serializing_if = "Option::is_none")]
        cost: Option<CostIs>,
        /// Whether the card that was moved is excluded.
        #[serde(skip_serializing_if = "is_false")]
        another: bool,
        /// Whether its energy cost is paid.
        paying: bool,
    },
    /// Moves a card of the player's choice from one pile to another.
    Move {
        /// The sort of cards.
        sort: Sort,
        /// From where.
        from: Place,
        /// To where: the hand, the top of the deck, or the discard pile.
        to: Place,
    },
    /// Swaps two cards of the player's choice between two places.
    Exchange {
        /// The one card.
        sort: Sort,
        /// Where it is.
        from: Place,
        /// The other card.
        other: Sort,
        /// Where it is.
        with: Place,
    },
    /// Picks something, which is then "that".
    Pick {
        /// The choices.
        targets: Targets,
    },
    /// Picks an Enchantment on this Minion, whose abilities this card then has too.
    GainAbilities {},
    /// Changes the energy cost of cards.
    Costs {
        /// The sort of cards.
        sort: Sort,
        /// By how much they are cheaper.
        less: u32,
    },
    /// Increases all damage done by its player and the cards that the player controls.
    MoreDamage {
        /// By how much.
        by: u32,
    },
    /// Increases the next attack of this Minion.
    NextAttack {
        /// By how much.
        by: u32,
    },
    /// Changes a score of each of the targets until the end of the turn, or of the player's own turn.
    Change {
        /// The targets.
        targets: Targets,
        /// The score.
        score: Score,
        /// By how much.
        by: u32,
        /// Whether it is lowered.
        #[serde(skip_serializing_if = "is_false")]
        less: bool,
        /// Further scores of the same targets.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        more: Vec<Signed>,
        /// Whether it lasts until the end of "your turn".
        #[serde(skip_serializing_if = "is_false")]
        your_turn: bool,
    },
    /// Takes control of each of the targets until the end of the turn, or of the player's own turn.
    Control {
        /// The targets.
        targets: Targets,
        /// Whether it lasts until the end of "your turn".
        #[serde(skip_serializing_if = "is_false")]
        your_turn: bool,
    },
    /// Redirects the damage that is about to be done.
    RedirectDamage {
        /// To what.
        targets: Targets,
    },
    /// Redirects an attack that causes no more than this amount of damage.
    RedirectAttack {
        /// How much.
        most: Amount,
    },
    /// Shuffles the discard pile into the deck.
    ShuffleIn {},
    /// Each of the two players puts a card from the hand on top of the other's deck.
    Swap {},
    /// The attack deals this much damage, in place of the attack score.
    Deals {
        /// How much.
        amount: Amount,
    },
    /// Adds to a score, as long as the card is in play.
    Bonus {
        /// The score.
        score: Score,
        /// How much.
        amount: Amount,
    },
    /// Only flying Minions can defend against it.
    Flying {},
    /// It attacks without being tapped.
    Untapped {},
    /// It may be played from the discard pile.
    FromDiscard {},
}
