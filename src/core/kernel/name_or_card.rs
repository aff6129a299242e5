//! A card in a position, as scenarios write it.

use std::fmt;
use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

/// A card in a position: its name, or the card with its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum NameOrCard<C> {
    /// Its name.
    Name(String),
    /// The card with its state.
    Card(C),
}

// By hand, so that the error names a misspelt key instead of saying that the value is of neither kind.
impl<'de, C: Deserialize<'de>> Deserialize<'de> for NameOrCard<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either<C>(PhantomData<C>);
        impl<'de, C: Deserialize<'de>> Visitor<'de> for Either<C> {
            type Value = NameOrCard<C>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of a card, or a card with its state")
            }
            fn visit_str<E: de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(NameOrCard::Name(name.to_owned()))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                C::deserialize(MapAccessDeserializer::new(map)).map(NameOrCard::Card)
            }
        }
        deserializer.deserialize_any(Either(PhantomData))
    }
}
