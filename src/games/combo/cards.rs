//! The cards of a run, and names that find them without a search.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

use super::rules::reading::Prepared;

/// The largest number of hands or shield on a card: sums of them stay within bounds.
const MOST_SHOWN: u32 = 1_000_000;

/// A card by name. It equals, sorts and shows as its text; beside it stands where its card lies.
#[derive(Clone)]
pub struct Name(Arc<Label>);

struct Label {
    text: Box<str>,
    place: usize,
}

impl Name {
    /// The place of a name that no card of the run has.
    const NOWHERE: usize = usize::MAX;
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(Arc::new(Label { text: text.into(), place: Self::NOWHERE }))
    }
}

impl Deref for Name {
    type Target = str;
    fn deref(&self) -> &str {
        &self.0.text
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for Name {}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        if Arc::ptr_eq(&self.0, &other.0) { Ordering::Equal } else { (**self).cmp(&**other) }
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl Serialize for Name {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl JsonSchema for Name {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// The cards of a run.
#[derive(Debug, Default)]
pub struct Cards {
    all: Vec<(Name, Arc<Prepared>)>,
    places: BTreeMap<Name, usize>,
}

static NONE: LazyLock<Prepared> = LazyLock::new(Prepared::default);

impl Cards {
    /// Adds a card.
    ///
    /// # Errors
    /// In one line, when there is one of its name, or a number on it is too large.
    pub fn add(&mut self, card: Arc<Prepared>) -> Result<(), String> {
        for (number, of) in [(card.hands, "hands"), (card.shield, "shield")] {
            if number > MOST_SHOWN {
                return Err(format!("{} shows {number} as its {of}; the bound is {MOST_SHOWN}", card.card.name));
            }
        }
        let place = self.all.len();
        let name = Name(Arc::new(Label { text: card.card.name.as_str().into(), place }));
        if self.places.insert(name.clone(), place).is_some() {
            return Err(format!("there are two cards named {name}"));
        }
        self.all.push((name, card));
        Ok(())
    }

    /// The name of a card of the run, as positions hold it.
    pub fn name(&self, text: &str) -> Option<Name> {
        self.places.get(text).map(|place| self.all[*place].0.clone())
    }

    /// The card of this name; one without text or type if there is none.
    pub fn get(&self, name: &Name) -> &Prepared {
        match self.all.get(name.0.place) {
            Some((known, card)) if Arc::ptr_eq(&known.0, &name.0) => card,
            // A name that was not taken from these cards.
            _ => self.find(name),
        }
    }

    /// The card of this name by search; one without text or type if there is none.
    pub fn find(&self, name: &str) -> &Prepared {
        self.places.get(name).map_or(&NONE, |place| &self.all[*place].1)
    }
}
