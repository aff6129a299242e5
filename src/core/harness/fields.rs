//! Counts the scenarios in which each field deviates from the reference's states.

use std::collections::BTreeMap;

use serde::Serialize;

use super::judge::{Deviates, Finding, Judged};

/// A field that deviates in some scenarios.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its path, without list indices: `players[].hands[].since`.
    pub path: String,
    /// The number of scenarios in which it deviates.
    pub scenarios: usize,
    /// The number of those scenarios in which it deviates before the first step, which is due to the setup.
    pub at_first: usize,
    /// One of those scenarios.
    pub example: String,
    /// The expected value.
    pub expected: String,
    /// The value found.
    #[serde(rename = "actual")]
    pub found: String,
}

impl Finding {
    /// The path of a field that deviates from the reference, without list indices.
    pub fn field(&self) -> Option<String> {
        self.deviates?;
        Some(without_indices(&self.path))
    }
}

/// A path without list indices: `players[].hands[].since`.
pub(crate) fn without_indices(path: &str) -> String {
    let mut parts = path.split('[');
    let mut field = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let after = part.trim_start_matches(|c: char| c.is_ascii_digit());
        field.push('[');
        field.push_str(if after.starts_with(']') { after } else { part });
    }
    field
}

/// The fields that deviate, those in the most scenarios first. In a scenario that fails, only the state before the
/// first step has been compared.
pub fn fields(judged: &[Judged]) -> Vec<Field> {
    let mut found: BTreeMap<String, Field> = BTreeMap::new();
    for one in judged {
        let mut mine: BTreeMap<String, (&Finding, bool)> = BTreeMap::new();
        for finding in &one.findings {
            let Some(path) = finding.field() else { continue };
            let first = finding.deviates == Some(Deviates::AtFirst);
            mine.entry(path).and_modify(|(_, at_first)| *at_first |= first).or_insert((finding, first));
        }
        for (path, (finding, at_first)) in mine {
            let field = found.entry(path.clone()).or_insert_with(|| Field {
                path,
                scenarios: 0,
                at_first: 0,
                example: one.id.clone(),
                expected: finding.expected.clone(),
                found: finding.found.clone(),
            });
            field.scenarios += 1;
            field.at_first += usize::from(at_first);
        }
    }
    let mut list: Vec<Field> = found.into_values().collect();
    list.sort_by_key(|field| std::cmp::Reverse(field.scenarios));
    list
}
