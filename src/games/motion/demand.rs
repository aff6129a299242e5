//! The demands of a set of cards, with letters resolved to elements and spheres, and the terms under which the demand
//! may be paid. Both [`crate::payable`] and [`crate::minimum`] read these.

/// A set of elements or spheres as bits: fire, water, earth, lightning, spirit, and for spheres also the place off the
/// board.
pub type Set = u8;

/// The largest possible number of elements.
pub const ELEMENTS: usize = 5;
/// The number of places a gem can be in: the spheres, and off the board.
pub const PLACES: usize = 6;
/// The place off the board, as a bit.
pub const OFF: Set = 1 << 5;

/// The kind of an entry: what it demands of gems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryKind {
    /// Moved into a sphere.
    In,
    /// Moved out of a sphere.
    Out,
    /// Being in a sphere.
    Hold,
}

/// How many gems a letter asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Count {
    /// One gem.
    One,
    /// All there are.
    All,
    /// This many.
    Number(u32),
}

/// One letter of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Want {
    /// The elements that match.
    pub elements: Set,
    /// How many.
    pub count: Count,
}

/// One entry of a card's cost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The card, as an index into the cards that are paid for.
    pub card: usize,
    /// The index of the entry in the cost.
    pub index: usize,
    /// The kind.
    pub kind: EntryKind,
    /// The spheres that match.
    pub spheres: Set,
    /// Its letters.
    pub wants: Vec<Want>,
    /// Whether its card stays in play after the payment. Gems that serve its hold entries then stay in place.
    pub stays: bool,
}

impl Entry {
    /// Whether both are the same entry of a card; gems that are fixed are listed one by one.
    pub fn is(&self, other: &Self) -> bool {
        (self.card, self.index) == (other.card, other.index)
    }
}

/// Whether one movement may serve both an out-entry and an in-entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chain {
    /// It never may.
    Never,
    /// Only for two different cards.
    DifferentCards,
    /// For any entries.
    Any,
}

/// The terms of payment, as clauses and readings set them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mode {
    /// The elements in play.
    pub elements: Set,
    /// The spheres in play, with [`OFF`] if gems may leave the board.
    pub spheres: Set,
    /// A movement from a sphere into itself counts.
    pub self_move: bool,
    /// Whether movements may be chained.
    pub chain: Chain,
    /// A movement that serves an entry of a card that stays in play serves no entry of another card at its other end.
    pub stay_apart: bool,
    /// Different in-entries may count the same movement.
    pub share_in: bool,
    /// Different out-entries may count the same movement.
    pub share_out: bool,
    /// Different hold entries may count the same gem, except those of sustained cards in play.
    pub share_held: bool,
    /// Different entries of one card may count the same movement, or gem.
    pub share_own: bool,
    /// A gem moved in this payment may be held where it lay before, unless the card stays in play.
    pub held_may_move: bool,
    /// A gem moved in this payment may be held where it arrives, for a card that is played.
    pub moved_may_hold: bool,
    /// An entry of several gems and a class of spheres means one sphere for all of them.
    pub one_sphere: bool,
    /// `A` before a class letter means all gems of one element in the class.
    pub all_one_type: bool,
    /// `A` needs at least one gem.
    pub all_needs_one: bool,
    /// A movement to which an `A` applies counts only for that `A` on its side, unless entries share.
    pub all_alone: bool,
    /// `A` does not apply to gems held by cards already in play.
    pub all_spares_held: bool,
    /// A hold entry means exactly as many gems as it says.
    pub exactly: bool,
    /// A gem may move several times.
    pub repeatedly: bool,
    /// A movement may serve no entry. It may clear a sphere, bring a gem to where it is held, or bring a gem to the
    /// start of its next movement.
    pub idle: bool,
    /// Of two payments, the one with fewer movements is the lesser, however many gems each uses.
    pub movements_first: bool,
}

impl Mode {
    /// Whether one movement may serve an in-entry and an out-entry.
    pub fn chains(&self, into: &Entry, out: &Entry) -> bool {
        let same = into.card == out.card;
        let apart = self.stay_apart && (into.stays || out.stays) && !same;
        match self.chain {
            Chain::Any => !apart,
            Chain::DifferentCards => !apart && !same,
            Chain::Never => false,
        }
    }

    /// Whether it matters for chaining which cards the entries belong to.
    pub fn chains_by_card(&self) -> bool {
        self.chain == Chain::DifferentCards || (self.chain == Chain::Any && self.stay_apart)
    }

    /// Whether entries of a kind may count the same movement, or gem.
    pub fn shares(&self, kind: EntryKind) -> bool {
        match kind {
            EntryKind::In => self.share_in,
            EntryKind::Out => self.share_out,
            EntryKind::Hold => self.share_held,
        }
    }

    /// Whether two entries of a kind may count the same movement, or gem.
    pub fn may_share(&self, one: &Entry, other: &Entry) -> bool {
        !one.is(other) && (self.shares(one.kind) || (self.share_own && one.card == other.card))
    }

    /// Whether a movement to which an `A` of this kind applies counts for nothing else on its side.
    pub fn alone(&self, kind: EntryKind) -> bool {
        self.all_alone && !self.shares(kind)
    }
}

/// Whether an `A` of an entry counts a movement of a gem that its letter matches: a movement out of its spheres, or
/// into them from another sphere. It counts no movement from off the board. In an in-entry, it counts no movement within
/// its spheres.
pub fn all_counts(kind: EntryKind, spheres: Set, from: usize, to: usize) -> bool {
    let sphere = |place: usize| OFF >> place & 1 == 0;
    let within = |place: usize| sphere(place) && spheres >> place & 1 == 1;
    match kind {
        EntryKind::In => within(to) && sphere(from) && !within(from),
        EntryKind::Out => within(from),
        EntryKind::Hold => false,
    }
}

/// The number of gems of each element in each place.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Board(pub [[u32; ELEMENTS]; PLACES]);

/// The members of a set, in order.
pub fn members(set: Set) -> impl Iterator<Item = usize> {
    (0..8).filter(move |bit| set >> bit & 1 == 1)
}
