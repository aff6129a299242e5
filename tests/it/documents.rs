//! The spec, compared with the documents that it was written from, if they are available: every non-blank line is
//! cited by a clause, every digest is right, and no sentence is copied.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rulebound::clause::{GameSpec, Origin, lines, load_game};
use rulebound::source::{Files, read_file};

use crate::shared;

/// The longest run of words that may be in both a document and our files.
const RUN: usize = 12;

fn document(folder: &Path, spec: &GameSpec) -> String {
    let file = &spec.rulebook.document.file;
    read_file(&folder.join(file), file).expect("the document is there").text.to_string()
}

#[test]
fn every_line_is_claimed_and_every_digest_is_right() {
    let Some(folder) = shared::beside("documents") else { return };
    let mut wrong = Vec::new();
    // Every spec, including the spec of a game that is not in the table yet.
    let mut games: Vec<String> = std::fs::read_dir(shared::root().join("spec"))
        .unwrap()
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    games.sort();
    assert!(!games.is_empty());
    for game in &games {
        let spec = load_game(&Files::Folder(shared::root()), game)
            .unwrap_or_else(|faults| panic!("{}", faults.list[0].line()));
        let text = document(&folder, &spec);
        assert_eq!(lines::hash(&text), spec.rulebook.document.sha256, "the document of {game} is another one");
        let mut claimed = BTreeSet::new();
        let clauses = spec.clauses.values().map(|c| (&c.id, &c.origin, &c.digest, true));
        let rulings = spec.rulings.values().map(|r| (&r.id, &r.origin, &r.digest, false));
        for (id, origin, digest, claims) in clauses.chain(rulings) {
            let Origin::Lines(cited) = origin else { continue };
            let right = lines::digest(&text, cited).unwrap_or_else(|error| panic!("{id}: {error}"));
            if digest.as_ref() != Some(&right) {
                wrong.push(format!("{id}: the digest of lines {cited} is {right}"));
            }
            if claims {
                claimed.extend(lines::parse(cited).unwrap());
            }
        }
        for (index, line) in text.lines().enumerate() {
            if !line.trim().is_empty() && !claimed.contains(&(index + 1)) {
                wrong.push(format!("line {} of the document of {game} is claimed by no clause: {line}", index + 1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_lowercase).collect()
}

fn ours(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" {
                ours(&path, found);
            }
        } else if [".rs", ".yaml", ".md", ".pest", ".py", ".snap"].iter().any(|end| name.ends_with(end)) {
            found.push(path);
        }
    }
}

#[test]
fn no_sentence_of_a_document_is_copied() {
    let Some(folder) = shared::beside("documents") else { return };
    let mut runs = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let text = std::fs::read_to_string(entry.path()).unwrap();
        runs.extend(words(&text).windows(RUN).map(|run| run.join(" ")));
    }
    let mut files = Vec::new();
    ours(&shared::root(), &mut files);
    assert!(files.len() > 50, "only {} files were looked at", files.len());
    let mut copied = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for run in words(&text).windows(RUN).map(|run| run.join(" ")).filter(|run| runs.contains(run)) {
            copied.push(format!("{}: {run}", file.display()));
        }
    }
    assert!(copied.is_empty(), "these stand in a document too:\n{}", copied.join("\n"));
}
