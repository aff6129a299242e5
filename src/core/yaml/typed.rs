//! Reads types from a tree: a YAML file, or JSON from an engine or a scenario.
//!
//! One deserializer serves both, because each deserializer compiles the code of every type once more.

use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::Value as Json;

use super::error::{Error, Mismatch};
use super::node::{Node, Value};
use crate::fault::Span;

/// A value with its place.
#[derive(Clone, Debug)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place; the start of the file if it comes from JSON.
    pub place: Span,
}

/// The name by which [`Spanned`] asks for a place. None of our types has this name.
const SPANNED: &str = "$rulebound::Spanned";

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SpanVisitor<T>(std::marker::PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for SpanVisitor<T> {
            type Value = Spanned<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Self::Value, A::Error> {
                let (offset, length) = (parts.next_element()?, parts.next_element()?);
                let Some(value) = parts.next_element()? else {
                    return Err(serde::de::Error::custom("a value"));
                };
                let place = Span { offset: offset.unwrap_or_default(), length: length.unwrap_or_default() };
                Ok(Spanned { value, place })
            }
        }
        deserializer.deserialize_newtype_struct(SPANNED, SpanVisitor(std::marker::PhantomData))
    }
}

/// A value to read types from.
#[derive(Clone, Copy)]
pub enum Input<'a> {
    /// A value in a file, with the text of the file.
    File(&'a Node, &'a str),
    /// A JSON value.
    Json(&'a Json),
}

/// Reads a type from JSON.
///
/// # Errors
/// If something does not fit. The error says what, in one line.
pub fn from_json<'a, T: Deserialize<'a>>(json: &'a Json) -> Result<T, Error> {
    T::deserialize(Input::Json(json))
}

/// A value, whatever it is read from.
enum Shape<'a> {
    Null,
    Bool(bool),
    Integer(i64),
    Large(u64),
    Float(f64),
    Text(&'a str),
    List(Items<'a>),
    Map(Entries<'a>),
}

impl<'a> Input<'a> {
    fn place(self) -> Option<Span> {
        match self {
            Input::File(node, _) => Some(node.place),
            Input::Json(_) => None,
        }
    }

    fn shape(self) -> Shape<'a> {
        match self {
            Input::File(node, text) => match &node.value {
                Value::Null => Shape::Null,
                Value::Bool(value) => Shape::Bool(*value),
                Value::Integer(value) => Shape::Integer(*value),
                Value::Large(value) => Shape::Large(*value),
                Value::Float(value) => Shape::Float(*value),
                Value::Text(value) => Shape::Text(value),
                Value::List(list) => Shape::List(Items::File(list.iter(), text)),
                Value::Map(map) => Shape::Map(Entries::File(map.iter(), text)),
            },
            Input::Json(json) => match json {
                Json::Null => Shape::Null,
                Json::Bool(value) => Shape::Bool(*value),
                Json::Number(number) => match (number.as_i64(), number.as_u64()) {
                    (Some(value), _) => Shape::Integer(value),
                    (None, Some(value)) => Shape::Large(value),
                    (None, None) => Shape::Float(number.as_f64().unwrap_or(f64::NAN)),
                },
                Json::String(value) => Shape::Text(value),
                Json::Array(list) => Shape::List(Items::Json(list.iter())),
                Json::Object(map) => Shape::Map(Entries::Json(map.iter())),
            },
        }
    }

    /// The text in the file of a value that is not in quotes.
    fn written(self) -> Option<&'a str> {
        match self {
            Input::File(node, text) => text.get(node.place.offset..node.place.offset + node.place.length),
            Input::Json(_) => None,
        }
    }

    /// A word, or one key with its value.
    fn variant(self) -> Result<Variant<'a>, Error> {
        match (self.shape(), self.written()) {
            (Shape::Text(word), _)
            | (Shape::Bool(_) | Shape::Integer(_) | Shape::Large(_) | Shape::Float(_), Some(word)) => {
                Ok(Variant { word, at: self.place(), value: None })
            }
            (Shape::Map(mut entries), _) => match (entries.next(), entries.next()) {
                (None, _) => Err(Error::new(Mismatch::NoKey)),
                (_, Some((second, _))) => Err(Error::new(Mismatch::SecondKey).at(second.place())),
                (Some((key, value)), None) => Ok(Variant { word: key.text()?, at: key.place(), value: Some(value) }),
            },
            _ => Err(Error::new(Mismatch::NoWord)),
        }
    }

    fn visit<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.shape() {
            Shape::Null => visitor.visit_unit(),
            Shape::Bool(value) => visitor.visit_bool(value),
            Shape::Integer(value) => match u64::try_from(value) {
                Ok(value) => visitor.visit_u64(value),
                Err(_) => visitor.visit_i64(value),
            },
            Shape::Large(value) => visitor.visit_u64(value),
            Shape::Float(value) => visitor.visit_f64(value),
            Shape::Text(value) => visitor.visit_borrowed_str(value),
            Shape::List(items) => {
                let mut access = ListOf { items, next: 0 };
                let value = visitor.visit_seq(&mut access)?;
                match access.items.next() {
                    None => Ok(value),
                    Some(more) => Err(Error::new(Mismatch::Kind("a shorter list".to_owned())).at(more.place())),
                }
            }
            Shape::Map(entries) => {
                let first = entries.clone().next().and_then(|(key, _)| key.place());
                visitor.visit_map(MapOf { entries, entry: None }).map_err(|error| match error.wrong {
                    Mismatch::Missing(_) => error.at(first),
                    _ => error,
                })
            }
        }
    }
}

/// The values of a list.
#[derive(Clone)]
enum Items<'a> {
    File(std::slice::Iter<'a, Node>, &'a str),
    Json(std::slice::Iter<'a, Json>),
}

impl<'a> Iterator for Items<'a> {
    type Item = Input<'a>;

    fn next(&mut self) -> Option<Input<'a>> {
        match self {
            Items::File(items, text) => items.next().map(|item| Input::File(item, text)),
            Items::Json(items) => items.next().map(Input::Json),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            Items::File(items, _) => items.size_hint(),
            Items::Json(items) => items.size_hint(),
        }
    }
}

struct ListOf<'a> {
    items: Items<'a>,
    next: usize,
}

impl<'a> SeqAccess<'a> for ListOf<'a> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        seed.deserialize(item).map(Some).map_err(|error| error.within(index))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.items.size_hint().0)
    }
}

/// The keys of a map with their values.
#[derive(Clone)]
enum Entries<'a> {
    File(std::slice::Iter<'a, (Node, Node)>, &'a str),
    Json(serde_json::map::Iter<'a>),
}

impl<'a> Iterator for Entries<'a> {
    type Item = (Key<'a>, Input<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Entries::File(entries, text) => {
                let (key, value) = entries.next()?;
                Some((Key::File(Input::File(key, text)), Input::File(value, text)))
            }
            Entries::Json(entries) => entries.next().map(|(key, value)| (Key::Json(key), Input::Json(value))),
        }
    }
}

/// A key.
#[derive(Clone, Copy)]
enum Key<'a> {
    File(Input<'a>),
    Json(&'a str),
}

impl<'a> Key<'a> {
    fn place(self) -> Option<Span> {
        match self {
            Key::File(input) => input.place(),
            Key::Json(_) => None,
        }
    }

    /// The text of the key; a number or a boolean is a text here too.
    fn text(self) -> Result<&'a str, Error> {
        match self {
            Key::Json(text) => Ok(text),
            Key::File(input) => match input.shape() {
                Shape::Text(text) => Ok(text),
                Shape::List(_) | Shape::Map(_) => Err(Error::new(Mismatch::Kind("a string".to_owned()))),
                _ => input.written().ok_or_else(|| Error::new(Mismatch::NoText)),
            },
        }
        .map_err(|error| error.at(self.place()))
    }
}

struct MapOf<'a> {
    entries: Entries<'a>,
    /// The last key that was read, with its value.
    entry: Option<(Key<'a>, Input<'a>)>,
}

impl<'a> MapAccess<'a> for MapOf<'a> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.entry = self.entries.next();
        let Some((key, _)) = self.entry else { return Ok(None) };
        seed.deserialize(key).map(Some).map_err(|error| error.at(key.place()))
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Error> {
        let Some((key, value)) = self.entry.take() else { return Err(Error::new(Mismatch::NoKey)) };
        seed.deserialize(value).map_err(|error| error.under(key.text().unwrap_or_default()))
    }
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.text()?)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self.text()?.into_deserializer())
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        seq tuple tuple_struct map struct identifier ignored_any
    }
}

impl<'de> Deserializer<'de> for Input<'de> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.visit(visitor).map_err(|error| error.at(self.place()))
    }

    /// A number without quotes is a text if a text is expected.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match (self.shape(), self.written()) {
            (Shape::Null, _) => Err(Error::new(Mismatch::NoText)),
            (Shape::Bool(_) | Shape::Integer(_) | Shape::Large(_) | Shape::Float(_), Some(text)) => {
                visitor.visit_borrowed_str(text)
            }
            _ => self.visit(visitor),
        }
        .map_err(|error| error.at(self.place()))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.shape() {
            Shape::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Error> {
        if name == SPANNED {
            return visitor.visit_seq(Parts { of: self, next: 0 });
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let variant = self.variant().map_err(|error| error.at(self.place()))?;
        let word = if variant.value.is_some() { variant.word } else { "" };
        visitor.visit_enum(variant).map_err(|error| error.under(word).at(self.place()))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 bytes byte_buf unit unit_struct seq tuple tuple_struct map
        identifier
    }

    /// Requires a map for a struct, although serde would also accept a list of its fields.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.shape() {
            Shape::List(_) => Err(Error::new(Mismatch::Kind("a map".to_owned())).at(self.place())),
            _ => self.deserialize_any(visitor),
        }
    }
}

/// The parts of a [`Spanned`]: offset, length and the value itself.
struct Parts<'a> {
    of: Input<'a>,
    next: u8,
}

impl<'a> SeqAccess<'a> for Parts<'a> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'a>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let place = self.of.place().unwrap_or_default();
        self.next += 1;
        match self.next {
            1 => seed.deserialize(place.offset.into_deserializer()).map(Some),
            2 => seed.deserialize(place.length.into_deserializer()).map(Some),
            3 => seed.deserialize(self.of).map(Some),
            _ => Ok(None),
        }
    }
}

/// A word that may have a value.
struct Variant<'a> {
    word: &'a str,
    at: Option<Span>,
    value: Option<Input<'a>>,
}

impl<'a> EnumAccess<'a> for Variant<'a> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let word = StrDeserializer::<Error>::new(self.word);
        let read = seed.deserialize(word).map_err(|error| error.at(self.at))?;
        Ok((read, self))
    }
}

impl<'a> Variant<'a> {
    fn value(self) -> Result<Input<'a>, Error> {
        self.value.ok_or_else(|| Error::new(Mismatch::Kind("a map".to_owned())).at(self.at))
    }
}

impl<'a> VariantAccess<'a> for Variant<'a> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        match self.value {
            Some(value) if !matches!(value.shape(), Shape::Null) => {
                Err(Error::new(Mismatch::WordWithValue).at(value.place()))
            }
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.value()?)
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.value()?.deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'a>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Error> {
        self.value()?.deserialize_struct("", &[], visitor)
    }
}
