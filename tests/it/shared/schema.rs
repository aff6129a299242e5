//! JSON Schema, as far as the published schemas use it. A keyword that is not known here fails the test.
//!
//! We have our own validator, since the crates for all of JSON Schema take longer to build than the games.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

/// A schema within its root; the root has the definitions.
#[derive(Clone, Copy)]
pub struct Schema<'a> {
    root: &'a Json,
    here: &'a Json,
}

impl<'a> Schema<'a> {
    /// A whole schema.
    pub fn new(root: &'a Json) -> Self {
        Self { root, here: root }
    }

    fn at(self, here: &'a Json) -> Self {
        Self { here, ..self }
    }

    /// Whether a value fits the schema.
    pub fn fits(self, value: &Json) -> bool {
        self.wrong(value, "").is_none()
    }

    /// The first misfit in a value, if there is one: the place and the keyword.
    pub fn wrong(self, value: &Json, at: &str) -> Option<String> {
        let Json::Object(schema) = self.here else {
            return (*self.here == Json::Bool(false)).then(|| format!("{at}: nothing is allowed here"));
        };
        schema.iter().find_map(|(keyword, rule)| self.breaks(schema, keyword, rule, value, at))
    }

    fn breaks(
        self,
        schema: &'a Map<String, Json>,
        keyword: &str,
        rule: &'a Json,
        value: &Json,
        at: &str,
    ) -> Option<String> {
        let no = |breaks: bool| breaks.then(|| format!("{at}: {value} against {keyword}: {rule}"));
        let schemas = || rule.as_array().unwrap().iter().map(|one| self.at(one));
        let length = |of: Option<usize>, wrong: fn(u64, u64) -> bool| {
            no(of.is_some_and(|length| wrong(length as u64, rule.as_u64().unwrap())))
        };
        match keyword {
            "$schema" | "$defs" | "title" | "description" | "default" => None,
            "$ref" => self.at(self.refers(rule)).wrong(value, at),
            "type" => no(match rule {
                Json::Array(kinds) => !kinds.iter().any(|kind| is_of(value, kind)),
                kind => !is_of(value, kind),
            }),
            "format" => no(match (rule.as_str().unwrap(), value) {
                ("uint8", Json::Number(n)) => n.as_u64().is_none_or(|n| u8::try_from(n).is_err()),
                ("uint16", Json::Number(n)) => n.as_u64().is_none_or(|n| u16::try_from(n).is_err()),
                ("uint32", Json::Number(n)) => n.as_u64().is_none_or(|n| u32::try_from(n).is_err()),
                ("uint" | "uint64", Json::Number(n)) => n.as_u64().is_none(),
                ("int32", Json::Number(n)) => n.as_i64().is_none_or(|n| i32::try_from(n).is_err()),
                ("int64", Json::Number(n)) => n.as_i64().is_none(),
                ("double", Json::Number(_)) => false,
                (known, Json::Number(_)) => panic!("the format {known} is not known"),
                _ => false,
            }),
            "minimum" => no(value.as_f64().is_some_and(|n| n < rule.as_f64().unwrap())),
            "maximum" => no(value.as_f64().is_some_and(|n| n > rule.as_f64().unwrap())),
            "const" => no(value != rule),
            "enum" => no(!rule.as_array().unwrap().contains(value)),
            "anyOf" => no(!schemas().any(|one| one.fits(value))),
            "oneOf" => no(schemas().filter(|one| one.fits(value)).count() != 1),
            "not" => no(self.at(rule).fits(value)),
            "minItems" => length(value.as_array().map(Vec::len), |length, least| length < least),
            "maxItems" => length(value.as_array().map(Vec::len), |length, most| length > most),
            "minLength" => length(value.as_str().map(|text| text.chars().count()), |length, least| length < least),
            "maxLength" => length(value.as_str().map(|text| text.chars().count()), |length, most| length > most),
            "prefixItems" => schemas()
                .zip(value.as_array()?)
                .enumerate()
                .find_map(|(index, (one, item))| one.wrong(item, &format!("{at}[{index}]"))),
            "items" => {
                let before = schema.get("prefixItems").and_then(Json::as_array).map_or(0, Vec::len);
                let items = value.as_array()?.iter().enumerate().skip(before);
                items.into_iter().find_map(|(index, item)| self.at(rule).wrong(item, &format!("{at}[{index}]")))
            }
            "required" => {
                let map = value.as_object()?;
                no(rule.as_array().unwrap().iter().any(|key| !map.contains_key(key.as_str().unwrap())))
            }
            "properties" => {
                let map = value.as_object()?;
                let of = |(key, rule): (&String, &'a Json)| self.at(rule).wrong(map.get(key)?, &format!("{at}.{key}"));
                rule.as_object().unwrap().iter().find_map(of)
            }
            "additionalProperties" | "unevaluatedProperties" => {
                let named = if keyword == "additionalProperties" { own(schema) } else { self.evaluated(value) };
                let others = value.as_object()?.iter().filter(|(key, _)| !named.contains(*key));
                others.into_iter().find_map(|(key, value)| self.at(rule).wrong(value, &format!("{at}.{key}")))
            }
            other => panic!("the keyword {other} is not known"),
        }
    }

    fn refers(self, to: &Json) -> &'a Json {
        let pointer = to.as_str().unwrap().trim_start_matches('#');
        self.root.pointer(pointer).unwrap_or_else(|| panic!("{to} leads nowhere"))
    }

    /// The keys of an object that are described by this schema, or by a schema within it that the object fits.
    fn evaluated(self, value: &Json) -> BTreeSet<String> {
        let Json::Object(schema) = self.here else { return BTreeSet::new() };
        let mut keys = own(schema);
        let within = ["anyOf", "oneOf"].iter().filter_map(|keyword| schema.get(*keyword)?.as_array()).flatten();
        let referred = schema.get("$ref").map(|to| self.refers(to));
        for one in within.chain(referred).map(|one| self.at(one)).filter(|one| one.fits(value)) {
            keys.extend(one.evaluated(value));
        }
        keys
    }
}

fn own(schema: &Map<String, Json>) -> BTreeSet<String> {
    schema.get("properties").and_then(Json::as_object).into_iter().flat_map(|map| map.keys().cloned()).collect()
}

fn is_of(value: &Json, kind: &Json) -> bool {
    match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("the type {other} is not known"),
    }
}
