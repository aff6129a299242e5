//! Positions of motion: gems in spheres, cards at hand, sustained cards in play.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use crate::demand::{Board, Set};
use rulebound_core::kernel::{Halt, Name};

/// An element, and the colour of gem that goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Element {
    Fire,
    Water,
    Earth,
    Lightning,
    Spirit,
}

/// Every element, in the order of the bits of a [`Set`].
pub const ALL: [Element; 5] = [Element::Fire, Element::Water, Element::Earth, Element::Lightning, Element::Spirit];

/// A sphere, or the place off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Place {
    Fire,
    Water,
    Earth,
    Lightning,
    Spirit,
    /// Off the board.
    Off,
}

/// Every place, in the order of the bits of a [`Set`].
pub const PLACES: [Place; 6] = [Place::Fire, Place::Water, Place::Earth, Place::Lightning, Place::Spirit, Place::Off];

impl Element {
    /// Its name in the rules.
    pub fn name(self) -> &'static str {
        PLACES[self as usize].name()
    }

    /// Its name with an article.
    pub fn with_article(self) -> String {
        let article = if self == Element::Earth { "an" } else { "a" };
        format!("{article} {}", self.name())
    }
}

impl Place {
    /// Its name in the rules.
    pub fn name(self) -> &'static str {
        match self {
            Place::Fire => "fire",
            Place::Water => "water",
            Place::Earth => "earth",
            Place::Lightning => "lightning",
            Place::Spirit => "spirit",
            Place::Off => "off",
        }
    }
}

/// A gem that is held for a sustained card.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeldGem {
    /// Its element.
    pub gem: Element,
    /// Where it is.
    pub sphere: Place,
}

/// A sustained card in play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Kept {
    /// Its name.
    pub card: Name,
    /// The number that its X was played with; 0 for a cost without one.
    pub x: u32,
    /// The number of each entry, if its entries were played with different numbers; 0 for an entry without an X.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub xs: Vec<u32>,
    /// Under the reading `fixed` of `motion.rulings.hold-assignment`: the gems held for it; empty if they are chosen
    /// anew at each payment.
    #[serde(serialize_with = "held")]
    #[schemars(with = "Vec<HeldGem>")]
    pub holds: Option<Vec<HeldGem>>,
}

/// Serializes the gems held; if they are not fixed, none are shown.
fn held<S: Serializer>(holds: &Option<Vec<HeldGem>>, serializer: S) -> Result<S::Ok, S::Error> {
    holds.as_deref().unwrap_or_default().serialize(serializer)
}

impl Kept {
    /// The number for the X of one entry.
    pub fn x_of(&self, entry: usize) -> u32 {
        self.xs.get(entry).copied().unwrap_or(self.x)
    }
}

/// A card that the latest payment resolved.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Resolved {
    /// Its name.
    pub card: Name,
    /// The number of its X; 0 for a cost without one.
    pub x: u32,
    /// The values in its text, in order.
    pub values: Vec<u32>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The gems.
    pub board: Board,
    /// The elements in play.
    pub elements: Set,
    /// The places that are shown: the spheres in play, and off the board if gems can be there.
    pub places: Set,
    /// The cards at hand, sorted by name.
    pub hand: Vec<Name>,
    /// The sustained cards in play, the oldest first.
    pub sustained: Vec<Kept>,
    /// The cards that the latest payment resolved, in the order declared.
    pub resolved: Vec<Resolved>,
}

impl State {
    /// Puts a card back into the hand.
    pub fn take_to_hand(&mut self, card: Name) {
        let at = self.hand.partition_point(|c| *c <= card);
        self.hand.insert(at, card);
    }
}

/// A position as it is published.
#[derive(Serialize, JsonSchema)]
#[serde(rename = "State")]
struct Shown {
    /// The gems in each sphere.
    spheres: Spheres,
    /// The cards at hand, sorted by name.
    cards: Vec<String>,
    /// The sustained cards in play, the oldest first.
    sustained: Vec<Kept>,
    /// The cards that the latest payment resolved, in the order declared.
    resolved: Vec<Resolved>,
}

/// The gems in each sphere.
#[derive(Serialize, JsonSchema)]
struct Spheres {
    fire: ShownGems,
    water: ShownGems,
    earth: ShownGems,
    lightning: ShownGems,
    /// Only if the element spirit is in play.
    #[serde(skip_serializing_if = "Option::is_none")]
    spirit: Option<ShownGems>,
    /// The gems off the board; only if there can be any.
    #[serde(skip_serializing_if = "Option::is_none")]
    off: Option<ShownGems>,
}

/// How many gems of each element.
#[derive(Serialize, JsonSchema)]
struct ShownGems {
    fire: u32,
    water: u32,
    earth: u32,
    lightning: u32,
    /// Only if the element spirit is in play.
    #[serde(skip_serializing_if = "Option::is_none")]
    spirit: Option<u32>,
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let gems = |place: Place| {
            let row = &self.board.0[place as usize];
            let spirit = (self.elements >> Element::Spirit as u8 & 1 == 1).then_some(row[4]);
            ShownGems { fire: row[0], water: row[1], earth: row[2], lightning: row[3], spirit }
        };
        let shown = |place: Place| (self.places >> place as u8 & 1 == 1).then(|| gems(place));
        Shown {
            spheres: Spheres {
                fire: gems(Place::Fire),
                water: gems(Place::Water),
                earth: gems(Place::Earth),
                lightning: gems(Place::Lightning),
                spirit: shown(Place::Spirit),
                off: shown(Place::Off),
            },
            cards: self.hand.iter().map(ToString::to_string).collect(),
            sustained: self.sustained.clone(),
            resolved: self.resolved.clone(),
        }
        .serialize(serializer)
    }
}

impl JsonSchema for State {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "State".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Shown::json_schema(generator)
    }
}

/// Gems by place and element, as written in setups.
pub type BoardFile = BTreeMap<Place, BTreeMap<Element, u32>>;

/// Reads a board from a setup.
pub fn board(file: &BoardFile) -> Board {
    let mut board = Board::default();
    for (place, gems) in file {
        for (element, count) in gems {
            board.0[*place as usize][*element as usize] = *count;
        }
    }
    board
}

/// A board as written in setups.
pub fn board_file(board: &Board) -> BoardFile {
    let gems = |row: &[u32]| row.iter().enumerate().filter(|(_, n)| **n > 0).map(|(gem, n)| (ALL[gem], *n)).collect();
    let rows = board.0.iter().enumerate().map(|(place, row)| (PLACES[place], gems(row)));
    rows.filter(|(_, gems): &(_, BTreeMap<_, _>)| !gems.is_empty()).collect()
}

/// The most gems on a board.
const MOST_GEMS: u64 = 10_000;

/// Checks that a board is playable: its gems and spheres are in play, and it does not have too many gems.
///
/// # Errors
/// If something is wrong with it.
pub fn playable(board: &Board, elements: Set) -> Result<(), Halt> {
    let all: u64 = board.0.iter().flatten().map(|n| u64::from(*n)).sum();
    if all > MOST_GEMS {
        return Err(Halt::Bound(format!("a board of {all} gems is not played; the bound is {MOST_GEMS}")));
    }
    for (place, row) in board.0.iter().enumerate() {
        for (gem, count) in row.iter().enumerate().filter(|(_, count)| **count > 0) {
            if elements >> gem & 1 == 0 || (place < 5 && elements >> place & 1 == 0) {
                let (gem, place) = (ALL[gem].name(), PLACES[place].name());
                return Err(Halt::Input(format!(
                    "{count} {gem} in {place} are not in play; there is spirit only under internal=with-spirit"
                )));
            }
        }
    }
    Ok(())
}
