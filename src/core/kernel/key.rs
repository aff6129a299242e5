//! Clauses as the code cites them: small keys, and sets of them.

use std::sync::Arc;

use serde::{Serialize, Serializer};

/// A clause as code cites it: its chapter's place in the game and its place in the chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClauseKey {
    chapter: u8,
    number: u8,
}

impl ClauseKey {
    /// The key of the `number`th clause that the code of the `chapter`th chapter cites.
    pub const fn new(chapter: u8, number: u8) -> Self {
        assert!((chapter as usize) < ClauseSet::CHAPTERS && number < 64);
        Self { chapter, number }
    }
}

impl ClauseKey {
    /// The chapter's place in the game.
    pub fn chapter(self) -> usize {
        usize::from(self.chapter)
    }

    /// The chapter's word in a [`ClauseSet`]; the mask, which changes nothing, spares a check of bounds.
    #[inline]
    fn slot(self) -> usize {
        usize::from(self.chapter) % ClauseSet::CHAPTERS
    }

    /// The clause's place in the chapter.
    pub fn number(self) -> usize {
        usize::from(self.number)
    }
}

/// The clauses that the code of one chapter cites. Written by [`crate::clauses!`].
#[derive(Debug)]
pub struct Chapter {
    /// The chapter, the middle of the ids.
    pub name: &'static str,
    /// The last parts of the ids, by number.
    pub slugs: &'static [&'static str],
}

/// The id of a key in a game.
pub fn id_of(game: &str, chapters: &[Chapter], key: ClauseKey) -> String {
    let chapter = &chapters[usize::from(key.chapter)];
    format!("{game}.{}.{}", chapter.name, chapter.slugs[usize::from(key.number)])
}

/// The ids of all keys of a game, made once.
#[derive(Debug)]
pub struct Ids(Vec<Vec<Arc<str>>>);

impl Ids {
    /// Of these chapters.
    pub fn new(game: &str, chapters: &[Chapter]) -> Self {
        let of = |chapter: &Chapter| {
            chapter.slugs.iter().map(|slug| Arc::from(format!("{game}.{}.{slug}", chapter.name))).collect()
        };
        Self(chapters.iter().map(of).collect())
    }

    /// The id of a key.
    pub fn of(&self, key: ClauseKey) -> &Arc<str> {
        &self.0[key.chapter()][key.number()]
    }
}

/// The clauses that bore on something. A step has some sixty, so that their ids are looked up only when
/// somebody asks for them.
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

/// The key of an id in a game, if the code cites it.
pub fn key_of(game: &str, chapters: &[Chapter], id: &str) -> Option<ClauseKey> {
    let rest = id.strip_prefix(game)?.strip_prefix('.')?;
    let (chapter, slug) = rest.split_once('.')?;
    let index = chapters.iter().position(|c| c.name == chapter)?;
    let number = chapters[index].slugs.iter().position(|s| *s == slug)?;
    Some(ClauseKey::new(index as u8, number as u8))
}

/// A set of clauses: those that are switched off, or those that a trace has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClauseSet([u64; ClauseSet::CHAPTERS]);

impl ClauseSet {
    const CHAPTERS: usize = 16;

    /// Whether the clause is in it.
    #[inline]
    pub fn has(&self, key: ClauseKey) -> bool {
        self.0[key.slot()] >> key.number & 1 == 1
    }

    /// Adds a clause.
    #[inline]
    pub fn add(&mut self, key: ClauseKey) {
        self.0[key.slot()] |= 1 << key.number;
    }

    /// The clauses, in the order of the rulebook's chapters and of the code within each.
    pub fn iter(&self) -> impl Iterator<Item = ClauseKey> + '_ {
        (0u8..).zip(self.0).flat_map(|(chapter, mut bits)| {
            std::iter::from_fn(move || {
                let number = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
                bits &= bits - 1;
                Some(ClauseKey { chapter, number })
            })
        })
    }
}

/// Names the clauses that a file of rules cites, each as a constant with its slug:
/// `clauses! { Chapter::Chaining; ONCE_IN = "once-in", … }`.
#[macro_export]
macro_rules! clauses {
    ($chapter:expr; $($(#[$doc:meta])* $name:ident = $slug:literal),* $(,)?) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        enum ClauseNumber { $($name),* }
        $(
            $(#[$doc])*
            #[doc = concat!("Clause `", $slug, "` of this chapter.")]
            pub const $name: $crate::kernel::ClauseKey =
                $crate::kernel::ClauseKey::new($chapter as u8, ClauseNumber::$name as u8);
        )*
        /// The slugs of this chapter's clauses, by number.
        pub const SLUGS: &[&str] = &[$($slug),*];
    };
}

/// The table of the chapters of a game, each the name of its module: an index, and what [`Chapter`] tells of each.
#[macro_export]
macro_rules! chapters {
    ($($variant:ident = $module:ident),* $(,)?) => {
        /// The chapters in the order of the rulebook.
        #[derive(Clone, Copy, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub enum Chapter { $($variant),* }
        /// Every chapter with the clauses that its code cites.
        pub const CHAPTERS: &[$crate::kernel::Chapter] =
            &[$($crate::kernel::Chapter { name: stringify!($module), slugs: $module::SLUGS }),*];
    };
}
