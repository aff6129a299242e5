//! The game by name, its law, the numbers and tables of its rules, and its maps.

use std::collections::BTreeMap;

use rulebound_core::kernel::Law;
use serde::Deserialize;

use crate::state::{Effect, Tier, Tile};
use crate::text::Class;

/// The game.
#[derive(Debug)]
pub struct Skirmish;

/// Its law.
pub type SkirmishLaw<'a> = Law<'a, Skirmish>;

/// The numbers and tables of the rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Parameters {
    pub tiers: BTreeMap<Tier, Worth>,
    pub raise_tiers: u32,
    pub hits_same: u32,
    pub last_hit_fells: u32,
    pub same_power: SamePower,
    pub hits_strongest: u32,
    pub classes: BTreeMap<Class, ClassRow>,
    pub reach_ranged: u32,
    pub reach_melee: u32,
    pub speed_ranged: u32,
    pub speed_melee: u32,
    pub talent_points: u32,
    pub talent_draw: u32,
    pub factions: BTreeMap<String, Vec<String>>,
    pub start_points: u32,
    pub most_points: u32,
    pub points_raise: u32,
    pub turn_draw: u32,
    pub team_size: usize,
    pub draft_order: Vec<Drafter>,
    pub draft_rounds: u32,
    pub start_hand: u32,
    pub copies: Copies,
    pub unprinted_cost: u32,
    pub hand_most: usize,
    pub walk_cost: u32,
    pub attack_cost: u32,
    pub least_damage: u32,
    pub wounded_part: u32,
    pub given_duration: u32,
    pub given_stacks: u32,
    pub types: BTreeMap<Effect, EffectType>,
    pub ignite_damage: u32,
    pub cost_change: u32,
    pub least_cost: u32,
    pub other_names: BTreeMap<String, Effect>,
    pub bounty_times: u32,
    pub resonance_times: u32,
    pub defiance_times: u32,
    pub delirium_points: u32,
    pub least_maximum: u32,
    pub largest_number: u32,
    pub longest_text: usize,
    pub skill_power: Tier,
    pub traps: BTreeMap<String, TrapRow>,
    pub trap_power: Tier,
    pub trap_radius: u32,
}

/// What a tier is worth.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Worth {
    pub power: u32,
    pub armor: u32,
}

/// A row of the table of classes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct ClassRow {
    pub ranged: bool,
    pub power: Tier,
    pub armor: Tier,
}

/// Whose turn in the draft it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Drafter {
    Starting,
    Opponent,
}

/// How many cards of its skills a character has in a deck.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Copies {
    pub primary: u32,
    pub secondary: u32,
}

/// The types of effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[allow(missing_docs)]
pub enum EffectType {
    Permanent,
    Timed,
    Consumable,
}

/// When a power is the same as an armor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum SamePower {
    Tier,
    Number,
}

/// What a trap does.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrapRow {
    /// The effect that it gives.
    #[serde(default)]
    pub gives: Option<Effect>,
    /// Whether it does damage.
    #[serde(default)]
    pub damages: bool,
}

/// The data of the game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Data {
    /// The maps.
    pub maps: BTreeMap<String, Map>,
}

/// The most rows and the most columns of a map.
const MOST_SIDE: usize = 40;

/// A map.
#[derive(Debug, Deserialize)]
#[serde(from = "MapFile")]
pub struct Map {
    /// The number of columns.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// What is wrong with it. A map with a fault is a single blocked tile, and a setup on it reports the fault.
    pub fault: Option<String>,
    /// The tiles, row by row.
    tiles: Vec<Ground>,
}

/// What a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Nobody can stand on it.
    Blocked,
    /// It can be stood on, and may give an effect.
    Free(Option<Effect>),
}

/// A map as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    rows: Vec<String>,
    #[serde(default)]
    effects: BTreeMap<char, Effect>,
}

impl From<MapFile> for Map {
    fn from(file: MapFile) -> Self {
        Self::read(&file).unwrap_or_else(|fault| Self {
            width: 1,
            height: 1,
            fault: Some(fault),
            tiles: vec![Ground::Blocked],
        })
    }
}

impl Map {
    /// Reads a map, or says what is wrong with it.
    fn read(file: &MapFile) -> Result<Self, String> {
        let height = file.rows.len();
        let width = file.rows.first().map_or(0, |row| row.chars().count());
        if height == 0 || width == 0 {
            return Err("a map has at least one row with at least one tile".to_owned());
        }
        if height > MOST_SIDE || width > MOST_SIDE {
            return Err(format!("a map with {height} rows of {width} tiles is too large; the bound is {MOST_SIDE}"));
        }
        if let Some(sign) = file.effects.keys().find(|sign| matches!(sign, '.' | '#')) {
            return Err(format!("`{sign}` already has a meaning; use another sign for a tile with an effect"));
        }
        let mut tiles = Vec::with_capacity(width * height);
        for (number, row) in file.rows.iter().enumerate() {
            let count = row.chars().count();
            if count != width {
                return Err(format!("row {number} has {count} tiles, and the first row has {width}"));
            }
            for sign in row.chars() {
                tiles.push(match sign {
                    '.' => Ground::Free(None),
                    '#' => Ground::Blocked,
                    other => match file.effects.get(&other) {
                        Some(effect) => Ground::Free(Some(*effect)),
                        None => {
                            let known = "`.` is a free tile, `#` a blocked one, and effects: lists other signs";
                            return Err(format!("`{other}` in row {number} is not known: {known}"));
                        }
                    },
                });
            }
        }
        Ok(Self { width: width as u32, height: height as u32, fault: None, tiles })
    }

    /// What a tile is; a tile outside the map is blocked.
    pub fn ground(&self, tile: Tile) -> Ground {
        if tile.0 >= self.width || tile.1 >= self.height {
            return Ground::Blocked;
        }
        self.tiles[(tile.1 * self.width + tile.0) as usize]
    }

    /// All tiles, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let width = self.width;
        (0..self.height).flat_map(move |row| (0..width).map(move |column| Tile(column, row)))
    }

    /// The place of a tile in a list of all tiles.
    pub fn place(&self, tile: Tile) -> usize {
        (tile.1 * self.width + tile.0) as usize
    }
}
