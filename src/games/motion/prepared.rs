//! A card with its text read.

use crate::action::Card;
use crate::demand::EntryKind;
use crate::law::Motion;
use crate::rules::notation::{self, Ask};
use crate::text::{Cost, Piece, Value};
use rulebound_core::kernel::{Book, Cards, ClauseKey, Law, NoChance, Refused, Trace};

/// A card with its text read.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// As defined.
    pub card: Card,
    /// Its cost, or why the cost is refused.
    pub read: Result<ReadCost, Refused>,
    /// The values in its text, in order.
    pub values: Vec<Value>,
    /// The clauses that applied when the card was read.
    pub clauses: Vec<ClauseKey>,
}

/// A cost that has been read.
#[derive(Clone, Debug, Default)]
pub struct ReadCost {
    cost: Cost,
    asks: Vec<Ask>,
    open_asks: Vec<Ask>,
}

impl Default for Prepared {
    fn default() -> Self {
        Self { card: Card::default(), read: Ok(ReadCost::default()), values: Vec::new(), clauses: Vec::new() }
    }
}

impl Prepared {
    /// Its cost; empty if it is refused.
    pub fn cost(&self) -> &Cost {
        static NONE: Cost = Cost { entries: Vec::new() };
        self.read.as_ref().map_or(&NONE, |read| &read.cost)
    }

    /// Its demands; none if it is refused.
    pub fn asks(&self) -> &[Ask] {
        self.read.as_ref().map_or(&[], |read| &read.asks)
    }

    /// Its demands if a letter `a` were not restricted by the letters next to it.
    pub fn open_asks(&self) -> &[Ask] {
        self.read.as_ref().map_or(&[], |read| &read.open_asks)
    }

    /// Whether it has a hold entry.
    pub fn holds(&self) -> bool {
        self.asks().iter().any(|a| a.kind == EntryKind::Hold)
    }

    /// Whether it has an entry that demands a movement.
    pub fn moves(&self) -> bool {
        self.asks().iter().any(|a| a.kind != EntryKind::Hold)
    }
}

/// Reads a card's cost and text.
pub fn prepare(book: &Book<Motion>, card: &Card) -> Prepared {
    let (none, mut recorder, mut chance) = (Cards::default(), Trace::recording(), NoChance);
    let mut inner = Law::new(book, &none, &mut recorder, &mut chance);
    let read = notation::read_cost(&mut inner, &card.cost).map(|cost| ReadCost {
        asks: notation::asks(&mut inner, &cost, false),
        open_asks: notation::asks(&mut inner, &cost, true),
        cost,
    });
    let (read, values) = match card.text.as_ref().map(|text| notation::read_text(&mut inner, text)) {
        None => (read, Vec::new()),
        Some(Ok(pieces)) => {
            let values = pieces.iter().filter_map(|p| if let Piece::Value(v) = p { Some(*v) } else { None });
            (read, values.collect())
        }
        Some(Err(refused)) => (Err(refused), Vec::new()),
    };
    Prepared { card: card.clone(), read, values, clauses: recorder.consulted.iter().collect() }
}
