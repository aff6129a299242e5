//! Small keys by which the code cites clauses, and sets of such keys.

use std::sync::Arc;

use serde::{Serialize, Serializer};

/// The key of a clause: its index among all clauses that the code of its game cites, in the order of the chapters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClauseKey(u16);

impl ClauseKey {
    /// The key of clause `number` of chapter `chapter`, both counted from 0.
    pub const fn new(chapters: &[Chapter], chapter: usize, number: usize) -> Self {
        let mut place = number;
        let mut before = 0;
        while before < chapter {
            place += chapters[before].slugs.len();
            before += 1;
        }
        assert!(place <= u16::MAX as usize, "a game has at most 65,536 clauses");
        Self(place as u16)
    }

    /// Its index.
    pub fn place(self) -> usize {
        usize::from(self.0)
    }
}

/// The clauses of a chapter that the code cites. Made by [`crate::clauses!`].
#[derive(Debug)]
pub struct Chapter {
    /// The chapter, the middle of the ids.
    pub name: &'static str,
    /// The last parts of the ids, by clause number.
    pub slugs: &'static [&'static str],
}

/// The ids of all clauses that the code of a game cites, by key.
#[derive(Debug)]
pub struct Ids(Vec<Arc<str>>);

impl Ids {
    /// The ids of these chapters.
    pub fn new(game: &str, chapters: &[Chapter]) -> Self {
        let slugs = chapters.iter().flat_map(|chapter| chapter.slugs.iter().map(move |slug| (chapter.name, slug)));
        Self(slugs.map(|(chapter, slug)| Arc::from(format!("{game}.{chapter}.{slug}"))).collect())
    }

    /// The id of a key.
    pub fn of(&self, key: ClauseKey) -> &Arc<str> {
        &self.0[key.place()]
    }

    /// The key of an id, if the code cites it.
    pub fn key(&self, id: &str) -> Option<ClauseKey> {
        self.0.iter().position(|known| **known == *id).map(|place| ClauseKey(place as u16))
    }
}

/// The clauses that applied to something. About sixty clauses apply to a step, so their ids are looked up only when
/// needed.
#[derive(Clone, Debug)]
pub struct Cited {
    /// The keys.
    pub keys: ClauseSet,
    /// The ids of the game.
    pub ids: Arc<Ids>,
}

impl Cited {
    /// Their ids, in the order of the rulebook's chapters and of the code within each.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<str>> {
        self.keys.iter().map(|key| self.ids.of(key))
    }
}

impl PartialEq for Cited {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys
    }
}

impl Serialize for Cited {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// A set of clauses: those that are switched off, or those in a trace. It grows with its largest key.
#[derive(Clone, Debug, Default)]
pub struct ClauseSet(Vec<u64>);

impl ClauseSet {
    /// Whether the set contains the clause.
    #[inline]
    pub fn has(&self, key: ClauseKey) -> bool {
        self.0.get(key.place() / 64).is_some_and(|word| word >> (key.place() % 64) & 1 == 1)
    }

    /// Adds a clause.
    #[inline]
    pub fn add(&mut self, key: ClauseKey) {
        match self.0.get_mut(key.place() / 64) {
            Some(word) => *word |= 1 << (key.place() % 64),
            None => self.grow(key),
        }
    }

    #[cold]
    fn grow(&mut self, key: ClauseKey) {
        self.0.resize(key.place() / 64 + 1, 0);
        self.add(key);
    }

    /// Adds all clauses of another set.
    pub fn add_all(&mut self, other: &Self) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(word, more)| *word |= more);
    }

    /// Removes all clauses.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// The clauses, in the order of the rulebook's chapters and of the code within each.
    pub fn iter(&self) -> impl Iterator<Item = ClauseKey> + '_ {
        (0u16..).zip(&self.0).flat_map(|(word, bits)| {
            let mut bits = *bits;
            std::iter::from_fn(move || {
                let number = (bits != 0).then(|| bits.trailing_zeros() as u16)?;
                bits &= bits - 1;
                Some(ClauseKey(word * 64 + number))
            })
        })
    }
}

// By hand, since a set that has grown and been cleared equals one that has never grown.
impl PartialEq for ClauseSet {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for ClauseSet {}

/// Names the clauses that the code of a game cites: one module per chapter, in the order of the rulebook, with a
/// constant for each clause and its slug: `clauses! { chaining { ONCE_IN = "once-in", … } … }`. The constants of all
/// chapters are below the code of any chapter, so every file of a game can cite every clause.
#[macro_export]
macro_rules! clauses {
    ($($chapter:ident { $($name:ident = $slug:literal),* $(,)? })*) => {
        #[allow(non_camel_case_types)]
        enum ChapterNumber { $($chapter),* }
        $(
            #[doc = concat!("The clauses of chapter ", stringify!($chapter), ".")]
            pub mod $chapter {
                #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
                enum ClauseNumber { $($name),* }
                $(
                    #[doc = concat!("Clause `", $slug, "` of this chapter.")]
                    pub const $name: $crate::kernel::ClauseKey = $crate::kernel::ClauseKey::new(
                        super::CHAPTERS,
                        super::ChapterNumber::$chapter as usize,
                        ClauseNumber::$name as usize,
                    );
                )*
            }
        )*
        /// Every chapter with the clauses that the code cites, in the order of the rulebook.
        pub const CHAPTERS: &[$crate::kernel::Chapter] =
            &[$($crate::kernel::Chapter { name: stringify!($chapter), slugs: &[$($slug),*] }),*];
    };
}
