//! The cards of a run, and names that lead to them without a search.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::halt::Halt;
use crate::fault::did_you_mean;

/// A card's name. It is compared, sorted and shown as its text, and also holds the place where its card is stored.
#[derive(Clone)]
pub struct Name(Arc<Label>);

struct Label {
    text: Box<str>,
    place: usize,
}

impl Name {
    /// The place in a name that does not come from the cards of a run.
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

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::from(text.as_str()))
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

/// The cards of a run, with their texts read.
#[derive(Debug)]
pub struct Cards<P> {
    all: Vec<(Name, Arc<P>)>,
    places: BTreeMap<Name, usize>,
    none: P,
}

impl<P: Default> Default for Cards<P> {
    fn default() -> Self {
        Self { all: Vec::new(), places: BTreeMap::new(), none: P::default() }
    }
}

impl<P: Default> Cards<P> {
    /// Adds a card.
    ///
    /// # Errors
    /// If there already is a card with this name.
    pub fn add(&mut self, name: &str, card: Arc<P>) -> Result<(), Halt> {
        let place = self.all.len();
        let name = Name(Arc::new(Label { text: name.into(), place }));
        if self.places.insert(name.clone(), place).is_some() {
            return Err(Halt::Input(format!("there are two cards named {name}")));
        }
        self.all.push((name, card));
        Ok(())
    }

    /// The name of a card of the run, in the form that positions hold.
    pub fn name(&self, text: &str) -> Option<Name> {
        self.places.get(text).map(|place| self.all[*place].0.clone())
    }

    /// The card with this name, or an empty default if there is none.
    pub fn get(&self, name: &Name) -> &P {
        match self.all.get(name.0.place) {
            Some((known, card)) if Arc::ptr_eq(&known.0, &name.0) => card,
            // A name that was not taken from these cards.
            _ => self.find(name).unwrap_or(&self.none),
        }
    }

    /// The end of a message about an unknown card, as in `; did you mean Bot?`. Empty if the card exists or no name
    /// is similar.
    pub fn similar(&self, name: &str) -> String {
        if self.places.contains_key(name) {
            return String::new();
        }
        match did_you_mean(name, self.all.iter().map(|(known, _)| &**known), "") {
            none if none.is_empty() => none,
            similar => format!("; {similar}"),
        }
    }

    /// The card with this name, found by search.
    pub fn find(&self, name: &str) -> Option<&P> {
        self.places.get(name).map(|place| &*self.all[*place].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_is_found_by_its_name_wherever_that_is_from() {
        let mut cards: Cards<u32> = Cards::default();
        cards.add("a", Arc::new(1)).unwrap();
        cards.add("b", Arc::new(2)).unwrap();
        assert!(cards.add("a", Arc::new(3)).is_err());
        let of_the_run = cards.name("b").unwrap();
        assert_eq!((cards.get(&of_the_run), cards.get(&Name::from("b"))), (&2, &2));
        assert_eq!((cards.get(&Name::from("c")), cards.find("c")), (&0, None));
        assert_eq!(of_the_run, serde_json::from_str("\"b\"").unwrap());
        assert_eq!(cards.similar("bb"), "; did you mean b?");
        assert_eq!((cards.similar("zzzz"), cards.similar("b")), (String::new(), String::new()));
        // The same place in another set of cards holds another card.
        let mut others: Cards<u32> = Cards::default();
        others.add("x", Arc::new(8)).unwrap();
        others.add("y", Arc::new(9)).unwrap();
        assert_eq!(others.get(&of_the_run), &0);
    }
}
