//! Actions in words rather than as data.

use serde_json::Value as Json;

/// An action in words: what is done, and with what, without empty parts.
pub fn action(action: &Json) -> String {
    let Some((deed, with)) = action.as_object().and_then(|map| map.iter().next()) else { return scalar(action) };
    match parts(with) {
        None => deed.clone(),
        Some(with) => format!("{deed} {with}"),
    }
}

/// The parts of a value in words, if there are any.
fn parts(value: &Json) -> Option<String> {
    match value {
        Json::Object(map) => {
            let told: Vec<String> =
                map.iter().filter_map(|(key, value)| Some(format!("{key} {}", inner(value)?))).collect();
            (!told.is_empty()).then(|| told.join("; "))
        }
        other => inner(other),
    }
}

fn inner(value: &Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::String(text) if text.is_empty() => None,
        Json::Array(list) => {
            let told: Vec<String> = list.iter().filter_map(inner).collect();
            (!told.is_empty()).then(|| told.join(", "))
        }
        Json::Object(map) => {
            let told: Vec<String> =
                map.iter().filter_map(|(key, value)| Some(format!("{key} {}", inner(value)?))).collect();
            (!told.is_empty()).then(|| told.join(" "))
        }
        other => Some(scalar(other)),
    }
}

fn scalar(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Bool(true) => "yes".to_owned(),
        Json::Bool(false) => "no".to_owned(),
        other => other.to_string(),
    }
}

/// A number of things.
pub fn many(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_action_is_told_without_what_is_empty() {
        let moves = json!([{"gem": "fire", "from": "fire", "to": "water"}]);
        let play =
            json!({"play": {"cards": ["A", "B"], "moves": moves, "x": {}, "by": null, "choice": "", "recycle": false}});
        assert_eq!(action(&play), "play cards A, B; moves gem fire from fire to water; recycle no");
        assert_eq!(action(&json!({"end": {}})), "end");
        assert_eq!(action(&json!({"play": {"x": {"A": 2}}})), "play x A 2");
    }
}
