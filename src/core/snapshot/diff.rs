//! The changes between two states, as `path: old -> new`.

use serde_json::Value as Json;

use super::flow;

/// Every changed path with the old and the new value; the new value is `None` if the path is gone.
pub fn paths(before: &Json, after: &Json) -> Vec<(String, Json, Option<Json>)> {
    let mut found = Vec::new();
    walk(before, Some(after), String::new(), &mut found);
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
        _ => found.push((path, before.clone(), after.cloned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_changed_is_told() {
        let before = json!({"a": {"b": 1, "c": 2}, "d": ["x"], "e": [{"f": 1}]});
        let after = json!({"a": {"b": 1, "c": 3}, "d": ["x", "y"], "e": [{"f": 2}]});
        assert_eq!(changes(&before, &after), ["a.c: 2 -> 3", "d: [x] -> [x, y]", "e[0].f: 1 -> 2"]);
    }
}
