//! The rules of combo, a module a chapter.

pub mod reading;
pub mod tree;

crate::chapters! {
    /// Decks and players.
    Basics = basics,
    /// Piles, drawing, discarding and destroying.
    Piles = piles,
    /// Turns and what is done in them.
    Turns = turns,
    /// Hearts, and the comparison that flips them.
    Hearts = hearts,
    /// Types and schools.
    Schools = schools,
    /// The line and what it gives.
    Line = line,
    /// Terrains.
    Terrains = terrains,
    /// Assists, hands, shields and aims.
    Assists = assists,
    /// Traps.
    Traps = traps,
    /// What card texts mean.
    Text = text,
    /// Status words, choices, requirements.
    Status = status,
    /// Who may look at what.
    Conduct = conduct,
}
