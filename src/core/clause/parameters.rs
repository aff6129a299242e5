//! The parameters of a game: the parameters of all its clauses, merged into one map, with the overrides of the readings
//! in force. A game deserializes the map into its typed struct.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};

use super::GameSpec;

/// The parameters of `spec` under `readings`, which has a reading for every ruling id.
pub fn merged(spec: &GameSpec, readings: &BTreeMap<String, String>) -> Map<String, Json> {
    let mut map = Map::new();
    for clause in spec.clauses.values() {
        let _ = merge(&mut map, &clause.parameters, false, "");
    }
    for ruling in spec.rulings.values() {
        if let Some(reading) = readings.get(&ruling.id).and_then(|name| ruling.readings.get(name)) {
            let _ = merge(&mut map, &reading.parameters, true, "");
        }
    }
    map
}

/// The path of a parameter that is set twice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SetTwice(pub String);

/// Merges `new` into `map`; replaces leaves that already exist if `replace` is set.
///
/// # Errors
/// If a leaf is set twice and `replace` is not set. The error is the path of the leaf.
pub fn merge(map: &mut Map<String, Json>, new: &Map<String, Json>, replace: bool, at: &str) -> Result<(), SetTwice> {
    for (key, value) in new {
        let path = if at.is_empty() { key.clone() } else { format!("{at}.{key}") };
        match (map.get_mut(key), value) {
            (None, _) => {
                map.insert(key.clone(), value.clone());
            }
            (Some(Json::Object(old)), Json::Object(inner)) => merge(old, inner, replace, &path)?,
            (Some(old), _) if replace => *old = value.clone(),
            (Some(_), _) => return Err(SetTwice(path)),
        }
    }
    Ok(())
}

/// Every number among the parameters, with its path.
pub fn numbers(map: &Map<String, Json>) -> Vec<(Vec<String>, i64)> {
    let mut found = Vec::new();
    for (key, value) in map {
        walk(value, vec![key.clone()], &mut found);
    }
    found
}

fn walk(value: &Json, path: Vec<String>, found: &mut Vec<(Vec<String>, i64)>) {
    let deeper = |key: String| path.iter().cloned().chain([key]).collect::<Vec<_>>();
    match value {
        Json::Number(number) => found.extend(number.as_i64().map(|n| (path, n))),
        Json::Object(map) => map.iter().for_each(|(key, inner)| walk(inner, deeper(key.clone()), found)),
        Json::Array(list) => list.iter().enumerate().for_each(|(i, inner)| walk(inner, deeper(i.to_string()), found)),
        _ => {}
    }
}

/// Sets the number at a path that [`numbers`] returned.
pub fn set(map: &mut Map<String, Json>, path: &[String], number: i64) {
    replace(map, path, Json::from(number));
}

/// Replaces the value at a path. Returns whether there is one.
pub fn replace(map: &mut Map<String, Json>, path: &[String], new: Json) -> bool {
    let Some((first, rest)) = path.split_first() else { return false };
    let mut at = map.get_mut(first);
    for key in rest {
        at = match at {
            Some(Json::Object(map)) => map.get_mut(key),
            Some(Json::Array(list)) => key.parse::<usize>().ok().and_then(|i| list.get_mut(i)),
            _ => None,
        };
    }
    let Some(value) = at else { return false };
    *value = new;
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn leaves_are_unique_and_readings_replace_them() {
        let object = |value: Json| value.as_object().cloned().unwrap();
        let mut map = object(json!({"letters": {"a": 1}}));
        merge(&mut map, &object(json!({"letters": {"b": [2]}})), false, "").unwrap();
        assert_eq!(
            merge(&mut map, &object(json!({"letters": {"a": 3}})), false, ""),
            Err(SetTwice("letters.a".into()))
        );
        merge(&mut map, &object(json!({"letters": {"a": 3}})), true, "").unwrap();
        assert_eq!(numbers(&map).len(), 2);
        set(&mut map, &["letters".into(), "b".into(), "0".into()], 7);
        assert_eq!(Json::Object(map), json!({"letters": {"a": 3, "b": [7]}}));
    }
}
