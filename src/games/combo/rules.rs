//! The rules of combo, a module a chapter.

pub mod prepare;
pub mod tree;

pub mod assists;
pub mod basics;
pub mod conduct;
pub mod hearts;
pub mod line;
pub mod piles;
pub mod schools;
pub mod status;
pub mod terrains;
pub mod text;
pub mod traps;
pub mod turns;

rulebound_core::chapters! {
    Basics = basics,
    Piles = piles,
    Turns = turns,
    Hearts = hearts,
    Schools = schools,
    Line = line,
    Terrains = terrains,
    Assists = assists,
    Traps = traps,
    Text = text,
    Status = status,
    Conduct = conduct,
}
