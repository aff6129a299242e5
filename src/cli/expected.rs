//! Expected failures: a file of `scenario-id  # reason`, one per line.

use std::collections::BTreeMap;
use std::path::Path;

use rulebound_core::fault::{Fault, Faults, Span, did_you_mean};
use rulebound_core::harness::{Judged, Suite};
use rulebound_core::scenario::Scenario;
use rulebound_core::source;

/// Reads the file: scenario ids with their reasons. They are scenarios of the suite, or others that are `checked`.
///
/// # Errors
/// If a line has no reason, or an id is unknown or listed twice.
pub fn read(path: &Path, suite: &Suite, checked: &[Scenario]) -> Result<BTreeMap<String, String>, Faults> {
    let source = source::read_file(path, &path.display().to_string())?;
    if let Some(fault) = source::unmerged(&source) {
        return Err(fault.into());
    }
    let mut ids = suite.ids("")?;
    ids.extend(checked.iter().filter(|one| one.file.is_some()).map(|one| one.id.clone()));
    let mut faults = Faults::default();
    let mut known = BTreeMap::new();
    let mut offset = 0;
    for line in source.text.split_inclusive('\n') {
        let place = Span { offset, length: line.trim_end().len() };
        offset += line.len();
        let text = line.trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let faults_so_far = faults.list.len();
        let mut fault = |message: String, help: String| faults.push(Fault::at(&source, place, message).help(help));
        let (id, reason) = parts(text, &ids);
        if reason.is_empty() {
            let id = short(id);
            fault(format!("{id} has no reason"), format!("write {id}  # why it is expected to fail"));
        }
        // A file may serve an engine that plays several games, not all of which are checked.
        let elsewhere = suite.unopened().any(|game| id.starts_with(&format!("{}/", game.name())));
        if !elsewhere && !ids.iter().any(|known| known == id) {
            let help = "remove the line, or check its file too";
            // A search for similar ids takes a while.
            let help = match faults_so_far < MOST_SUGGESTED {
                true => did_you_mean(id, ids.iter().map(String::as_str), help),
                false => help.to_owned(),
            };
            fault(format!("there is no scenario {}", short(id)), help);
        }
        if known.insert(id.to_owned(), reason.to_owned()).is_some() {
            fault(format!("{id} is listed twice"), "remove one of the lines".to_owned());
        }
    }
    faults.or(known)
}

/// How many unknown ids get suggestions.
const MOST_SUGGESTED: usize = 10;
/// The longest id to repeat in a message, in characters.
const MOST_REPEATED: usize = 200;

/// An id as messages repeat it.
fn short(id: &str) -> String {
    let cut = id.chars().nth(MOST_REPEATED).map(|_| "…").unwrap_or_default();
    id.chars().take(MOST_REPEATED).chain(cut.chars()).collect()
}

/// The id and the reason in a line. The id of a user's own scenario comes from its file name, which may be anything.
fn parts<'a>(line: &'a str, ids: &[String]) -> (&'a str, &'a str) {
    let of = |id: &str| {
        let reason = line.strip_prefix(id)?.trim_start().strip_prefix('#')?;
        Some((&line[..id.len()], reason.trim()))
    };
    let known = ids.iter().filter_map(|id| of(id)).max_by_key(|(id, _)| id.len());
    known.or_else(|| line.split_once('#').map(|(id, reason)| (id.trim(), reason.trim()))).unwrap_or((line, ""))
}

/// What is wrong with the file: the expected failures that pass, one line each, with how to fix the file.
pub fn amiss(known: &BTreeMap<String, String>, judged: &[Judged], bad: &dyn Fn(&Judged) -> bool) -> Vec<String> {
    let passes = judged.iter().filter(|one| known.contains_key(&one.id) && !bad(one));
    passes
        .map(|one| format!("{} is expected to fail but does not ({}): remove its line", one.id, one.verdict.word()))
        .collect()
}
