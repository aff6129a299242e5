//! The readings of the game's rulings, one type per ruling: `empty_deck: EmptyDeck { Loses, Shuffles }`. Their texts are
//! in `spec/{{game}}/rulings.yaml`; rulings whose readings set parameters have no type here.

rulebound_core::readings! {}
