//! The parts of a value that are read: how they are handed to CEL, and how they are printed.
//!
//! Both are made from [`shape`], so that parts with equal prints are equal in CEL.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use cel::common::types::{CelBool, CelDouble, CelInt, CelList, CelMap, CelMapKey, CelNull, CelString};
use cel::common::value::Val;
use serde_json::{Map, Value as Json};

/// The part of a value at the end of a path that is read.
#[derive(Debug)]
pub enum Reads {
    /// This part of the value.
    Value(Part),
    /// Its size.
    Size,
    /// Whether the value has this field.
    Has(String),
}

impl Reads {
    /// The value to hand to CEL; `None` if the value has no such part, size or field.
    pub fn value<'v>(&self, found: &'v Json) -> Option<Box<dyn Val + 'v>> {
        match self {
            Reads::Value(part) => Some(in_cel(found, part)),
            Reads::Size => Some(Box::new(CelInt::from(size(found)?))),
            Reads::Has(field) => Some(Box::new(CelBool::from(has(found, field)?))),
        }
    }

    /// The same, if it is a whole number.
    pub fn integer(&self, found: &Json) -> Option<i64> {
        match self {
            Reads::Value(Part::Whole) => found.as_i64(),
            Reads::Size => size(found),
            _ => None,
        }
    }

    /// Prints what [`value`](Self::value) hands to CEL: for the same `Reads`, equal bytes mean equal values.
    pub fn print(&self, found: &Json, into: &mut Vec<u8>) {
        match self {
            Reads::Value(part) => print(found, part, into),
            Reads::Size => into.extend(size(found).iter().flat_map(|size| size.to_le_bytes())),
            Reads::Has(field) => into.extend(has(found, field).map(u8::from)),
        }
    }
}

/// The part of a value that is read.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Only whether the value is there.
    Presence,
    /// These fields of an object.
    Fields(BTreeMap<String, Part>),
    /// The same part of each value in a list or an object, and the number of values.
    Each(Box<Part>),
    /// The same part of each value in a list that has one of these fields; the others do not matter.
    Having(BTreeSet<String>, Box<Part>),
    /// All of it.
    Whole,
}

impl Part {
    /// This part of a single field.
    pub fn field(name: &str, part: Part) -> Self {
        Part::Fields(BTreeMap::from([(name.to_owned(), part)]))
    }

    /// Extends this part by another.
    pub fn join(&mut self, other: Part) {
        *self = match (std::mem::replace(self, Part::Whole), other) {
            (Part::Presence, part) | (part, Part::Presence) => part,
            (Part::Fields(mut fields), Part::Fields(others)) => {
                for (name, part) in others {
                    fields.entry(name).or_insert(Part::Presence).join(part);
                }
                Part::Fields(fields)
            }
            (Part::Having(fields, mut each), Part::Having(others, other)) if fields == others => {
                each.join(*other);
                Part::Having(fields, each)
            }
            (Part::Each(mut each) | Part::Having(_, mut each), Part::Each(other) | Part::Having(_, other)) => {
                each.join(*other);
                Part::Each(each)
            }
            _ => Part::Whole,
        };
    }
}

/// The size of a value, if it has one.
fn size(value: &Json) -> Option<i64> {
    let size = match value {
        Json::String(text) => text.chars().count(),
        Json::Array(items) => items.len(),
        Json::Object(map) => map.len(),
        _ => return None,
    };
    i64::try_from(size).ok()
}

/// A field of an object. Among a few fields, a search is faster than hashing.
pub fn get<'v>(map: &'v Map<String, Json>, key: &str) -> Option<(&'v String, &'v Json)> {
    if map.len() <= 16 { map.iter().find(|(known, _)| *known == key) } else { map.get_key_value(key) }
}

/// Whether a value has a field, if it can have fields.
fn has(value: &Json, field: &str) -> Option<bool> {
    Some(get(value.as_object()?, field).is_some())
}

/// A whole JSON value in the form that CEL is given: integers signed, objects as maps.
pub fn whole(value: &Json) -> Box<dyn Val + '_> {
    in_cel(value, &Part::Whole)
}

/// The parts of one level of a value that are read.
enum Surface<'v, 'p> {
    Null,
    Bool(bool),
    Int(i64),
    Double(f64),
    Text(&'v str),
    /// With the part that is read of each value.
    List(&'v [Json], &'p Part),
    /// Without the objects that have none of these fields.
    Having(&'v [Json], &'p BTreeSet<String>, &'p Part),
    /// With the part that is read of each value.
    Map(&'v Map<String, Json>, &'p Part),
    /// The fields that exist, out of those that are read.
    Fields(&'v Map<String, Json>, &'p BTreeMap<String, Part>),
}

fn shape<'v, 'p>(value: &'v Json, part: &'p Part) -> Surface<'v, 'p> {
    match (value, part) {
        // If only the presence is read, the value does not matter.
        (_, Part::Presence) | (Json::Null, _) => Surface::Null,
        (Json::Bool(truth), _) => Surface::Bool(*truth),
        (Json::Number(number), _) => match number.as_i64() {
            Some(integer) => Surface::Int(integer),
            None => Surface::Double(number.as_f64().unwrap_or(f64::NAN)),
        },
        (Json::String(text), _) => Surface::Text(text),
        (Json::Array(items), Part::Each(each)) => Surface::List(items, each),
        (Json::Array(items), Part::Having(fields, each)) => Surface::Having(items, fields, each),
        (Json::Array(items), _) => Surface::List(items, &Part::Whole),
        (Json::Object(map), Part::Each(each) | Part::Having(_, each)) => Surface::Map(map, each),
        (Json::Object(map), Part::Fields(fields)) => Surface::Fields(map, fields),
        (Json::Object(map), Part::Whole) => Surface::Map(map, &Part::Whole),
    }
}

/// The values in a list that have one of the fields, or that cannot have fields.
fn kept<'v>(items: &'v [Json], fields: &BTreeSet<String>) -> impl Iterator<Item = &'v Json> {
    items
        .iter()
        .filter(|item| item.as_object().is_none_or(|item| fields.iter().any(|field| get(item, field).is_some())))
}

fn in_cel<'v>(value: &'v Json, part: &Part) -> Box<dyn Val + 'v> {
    let entry = |key: &'v str, value: &'v Json, part: &Part| (CelMapKey::from(key), in_cel(value, part));
    let map: HashMap<CelMapKey<'v>, Box<dyn Val + 'v>> = match shape(value, part) {
        Surface::Null => return Box::new(CelNull),
        Surface::Bool(truth) => return Box::new(CelBool::from(truth)),
        Surface::Int(integer) => return Box::new(CelInt::from(integer)),
        Surface::Double(double) => return Box::new(CelDouble::from(double)),
        Surface::Text(text) => return Box::new(CelString::from(text)),
        Surface::List(items, each) => {
            let items: Vec<Box<dyn Val + 'v>> = items.iter().map(|item| in_cel(item, each)).collect();
            return Box::new(CelList::from(items));
        }
        Surface::Having(items, fields, each) => {
            let items: Vec<Box<dyn Val + 'v>> = kept(items, fields).map(|item| in_cel(item, each)).collect();
            return Box::new(CelList::from(items));
        }
        Surface::Map(map, each) => map.iter().map(|(key, value)| entry(key, value, each)).collect(),
        Surface::Fields(map, fields) => {
            let known = fields.iter().filter_map(|(key, part)| Some((get(map, key)?, part)));
            known.map(|((key, value), part)| entry(key, value, part)).collect()
        }
    };
    Box::new(CelMap::from(map))
}

/// Prints a value. Each value begins with a tag for its kind, and a value without a fixed length says how long it is,
/// so that no two values of one part have the same print. The keys of a map are in the order in which they come:
/// another order gives another print, so fewer results are remembered, but no wrong ones.
fn print(value: &Json, part: &Part, into: &mut Vec<u8>) {
    let head = |into: &mut Vec<u8>, sign: u8, length: usize| {
        into.push(sign);
        into.extend_from_slice(&(length as u64).to_le_bytes());
    };
    match shape(value, part) {
        Surface::Null => into.push(b'n'),
        Surface::Bool(truth) => into.push(if truth { b't' } else { b'f' }),
        Surface::Int(integer) => {
            into.push(b'i');
            into.extend_from_slice(&integer.to_le_bytes());
        }
        Surface::Double(double) => {
            into.push(b'd');
            into.extend_from_slice(&double.to_bits().to_le_bytes());
        }
        Surface::Text(text) => {
            head(into, b's', text.len());
            into.extend_from_slice(text.as_bytes());
        }
        Surface::List(items, each) => {
            head(into, b'[', items.len());
            items.iter().for_each(|item| print(item, each, into));
        }
        Surface::Having(items, fields, each) => {
            head(into, b'[', kept(items, fields).count());
            kept(items, fields).for_each(|item| print(item, each, into));
        }
        Surface::Map(map, each) => {
            head(into, b'{', map.len());
            for (key, value) in map {
                head(into, b'k', key.len());
                into.extend_from_slice(key.as_bytes());
                print(value, each, into);
            }
        }
        // The part gives the fields and their order; an absent field has its own tag.
        Surface::Fields(map, fields) => {
            into.push(b'.');
            for (key, part) in fields {
                match get(map, key) {
                    Some((_, value)) => print(value, part, into),
                    None => into.push(b'-'),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use cel::Value;
    use serde_json::json;

    use super::*;

    fn print(reads: &Reads, value: &Json) -> Vec<u8> {
        let mut print = Vec::new();
        reads.print(value, &mut print);
        print
    }

    fn values() -> Vec<Json> {
        let scalars =
            [json!(null), json!(true), json!(false), json!(0), json!(1), json!(-1), json!(1.5), json!(u64::MAX)];
        let texts = ["", "a", "b", "ab", "ba", "a\0", "n", "null"].map(|text| json!(text));
        let mut values: Vec<Json> = scalars.into_iter().chain(texts).collect();
        values.extend([json!([]), json!({}), json!({"a": null}), json!({"b": null}), json!({"a": {"b": 1}})]);
        let inner = values.clone();
        for a in &inner {
            values.extend([json!([a]), json!({"a": a}), json!({"b": a}), json!([{"a": a}])]);
            for b in &inner[..16] {
                values.extend([json!([a, b]), json!([[a], b]), json!({"a": a, "b": b}), json!({"b": b, "a": a})]);
                values.extend([json!([{"a": a}, {"b": b}]), json!([{"c": 0}, {"a": a, "b": b}])]);
            }
        }
        values
    }

    #[test]
    fn what_is_printed_alike_is_alike_in_cel() {
        let field = |name: &str, part: &Part| Part::field(name, part.clone());
        let mut both = field("a", &Part::Whole);
        both.join(field("b", &Part::Presence));
        let parts = [Part::Whole, Part::Presence, field("a", &Part::Whole), both];
        let each = parts.iter().map(|part| Part::Each(Box::new(part.clone())));
        let having = parts.iter().map(|part| Part::Having(BTreeSet::from(["a".to_owned()]), Box::new(part.clone())));
        let parts = parts.iter().cloned().chain(each).chain(having).map(Reads::Value);
        let values = values();
        for reads in parts.chain([Reads::Size, Reads::Has("a".to_owned())]) {
            let mut known: HashMap<Vec<u8>, Option<Value>> = HashMap::new();
            for value in &values {
                let in_cel = reads.value(value).map(|value| Value::try_from(&*value).unwrap());
                let found = known.entry(print(&reads, value)).or_insert_with(|| in_cel.clone());
                assert_eq!(*found, in_cel, "{reads:?} of {value}");
            }
            assert!(known.len() > 1 || matches!(reads, Reads::Value(Part::Presence)), "{reads:?}");
        }
    }

    #[test]
    fn what_is_whole_is_what_it_was() {
        for value in values().iter().filter(|value| !value.to_string().contains("18446744073709551615")) {
            let in_cel = Value::try_from(&*whole(value)).unwrap();
            let shown: Json = serde_json::from_str(&super::super::shown::show(&in_cel)).unwrap();
            assert_eq!(shown, *value);
        }
    }
}
