//! The changes between two states, as `path: old -> new`.

use serde_json::Value as Json;

use super::flow;

/// Every changed path with the old and the new value; the new value is `None` if the path is gone.
pub fn paths(before: &Json, after: &Json) -> Vec<(String, Json, Option<Json>)> {
    let mut found = Vec::new();
    walk(before, Some(after), String::new(), &mut found);
    found
}

/// The value at a path such as `players[0].line`, as [`paths`] writes it. Keys may contain dots and brackets.
pub fn at<'a>(value: &'a Json, path: &str) -> Option<&'a Json> {
    if path.is_empty() {
        return Some(value);
    }
    match value {
        Json::Object(map) => {
            let path = path.strip_prefix('.').unwrap_or(path);
            let inner = |(key, value): (&String, &'a Json)| {
                let rest = path.strip_prefix(key.as_str())?;
                (rest.is_empty() || rest.starts_with(['.', '['])).then(|| at(value, rest)).flatten()
            };
            map.iter().find_map(inner)
        }
        Json::Array(list) => {
            let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
            at(list.get(index.parse::<usize>().ok()?)?, rest)
        }
        _ => None,
    }
}

/// Whether a path is that of a value that contains the value at the other path.
pub fn contains(outer: &str, inner: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with(['.', '[']))
}

/// Every path in a value, parents first.
pub fn all(value: &Json) -> Vec<String> {
    fn walk(value: &Json, path: &str, found: &mut Vec<String>) {
        if !path.is_empty() {
            found.push(path.to_owned());
        }
        match value {
            Json::Object(map) => map.iter().for_each(|(key, inner)| {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                walk(inner, &path, found);
            }),
            Json::Array(list) => {
                list.iter().enumerate().for_each(|(index, inner)| walk(inner, &format!("{path}[{index}]"), found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(value, "", &mut found);
    found
}

/// Every change, one line each.
pub fn changes(before: &Json, after: &Json) -> Vec<String> {
    paths(before, after)
        .into_iter()
        .map(|(path, old, new)| format!("{path}: {} -> {}", flow(&old), flow(&new.unwrap_or_default())))
        .collect()
}

fn walk(before: &Json, after: Option<&Json>, path: String, found: &mut Vec<(String, Json, Option<Json>)>) {
    if after == Some(before) {
        return;
    }
    match (before, after) {
        (Json::Object(old), Some(Json::Object(new))) => {
            let keys = old.keys().chain(new.keys().filter(|k| !old.contains_key(*k)));
            for key in keys {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                walk(old.get(key).unwrap_or(&Json::Null), new.get(key), path, found);
            }
        }
        // Lists of the same length whose members have parts are compared member by member.
        (Json::Array(old), Some(Json::Array(new)))
            if old.len() == new.len() && old.iter().any(|v| v.is_object() || v.is_array()) =>
        {
            for (index, (old, new)) in old.iter().zip(new).enumerate() {
                walk(old, Some(new), format!("{path}[{index}]"), found);
            }
        }
        // Members that a list gains or loses at its end are shown alone.
        (Json::Array(old), Some(Json::Array(new))) if only_the_end_differs(old, new) => {
            for index in 0..old.len().max(new.len()) {
                let member = old.get(index).unwrap_or(&Json::Null);
                walk(member, new.get(index), format!("{path}[{index}]"), found);
            }
        }
        _ => found.push((path, before.clone(), after.cloned())),
    }
}

/// Whether two lists of maps have the same members, up to the end of the shorter one.
fn only_the_end_differs(old: &[Json], new: &[Json]) -> bool {
    let same =
        |(one, other): (&Json, &Json)| one == other || one.get("id").is_some() && one.get("id") == other.get("id");
    old.len() != new.len() && old.iter().chain(new).all(Json::is_object) && old.iter().zip(new).all(same)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_path_leads_to_its_value() {
        let value = json!({"a": [{"b": 1}, 2], "a.b": {"c[0]": 3}, "d": {"e": null}});
        for path in all(&value) {
            assert!(at(&value, &path).is_some(), "{path}");
        }
        assert_eq!(all(&value).len(), 8);
        assert_eq!(at(&value, "a[0].b"), Some(&json!(1)));
        assert_eq!(at(&value, "a.b.c[0]"), Some(&json!(3)));
        for wrong in ["a[2]", "a[0].c", "e", "a[x]", "a[0", "ab", "de"] {
            assert_eq!(at(&value, wrong), None, "{wrong}");
        }
        assert!(contains("a", "a[0].b") && contains("a[0]", "a[0].b") && !contains("a", "ab") && !contains("a", "a"));
    }

    #[test]
    fn members_at_the_end_are_told_alone() {
        let before = json!({"all": [{"id": "a", "n": 1}], "rest": [{"id": "a"}, {"id": "b"}]});
        let after = json!({"all": [{"id": "a", "n": 2}, {"id": "b", "n": 1}], "rest": [{"id": "b"}]});
        let told = ["all[0].n: 1 -> 2", "all[1]: null -> {id: b, n: 1}", "rest: [{id: a}, {id: b}] -> [{id: b}]"];
        assert_eq!(changes(&before, &after), told);
        let back = ["all[0].n: 2 -> 1", "all[1]: {id: b, n: 1} -> null"];
        assert_eq!(changes(&after, &before)[..2], back);
        assert_eq!(changes(&json!({"all": []}), &json!({"all": [{"n": 1}]})), ["all[0]: null -> {n: 1}"]);
    }

    #[test]
    fn only_what_changed_is_told() {
        let before = json!({"a": {"b": 1, "c": 2}, "d": ["x"], "e": [{"f": 1}]});
        let after = json!({"a": {"b": 1, "c": 3}, "d": ["x", "y"], "e": [{"f": 2}]});
        assert_eq!(changes(&before, &after), ["a.c: 2 -> 3", "d: [x] -> [x, y]", "e[0].f: 1 -> 2"]);
    }
}
