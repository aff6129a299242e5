//! A changed document, compared with the spec: every change is noticed where it is cited, and nowhere else.

use std::path::Path;
use std::process::Command;

use rayon::prelude::*;
use rulebound::clause::audit::{Audit, Text, audit};
use rulebound::clause::{GameSpec, Origin, lines, load_game};
use rulebound::source::Files;

use crate::shared::{self, tempdir};

/// The spec of the test game with its document, which is ours; and those of every game, if the documents are there.
fn documents() -> Vec<(GameSpec, String)> {
    let suite = shared::root().join("tests/contract/suite");
    let mut found = vec![(suite.clone(), "grove".to_owned(), suite.join("documents"))];
    if let Some(folder) = shared::beside("documents") {
        found.extend(shared::suite().spec.games.keys().map(|game| (shared::root(), game.clone(), folder.clone())));
    }
    let read = |(root, game, folder): (_, String, std::path::PathBuf)| {
        let spec = load_game(&Files::Folder(root), &game).expect("the spec loads");
        let text = std::fs::read_to_string(folder.join(&spec.rulebook.document.file)).expect("the document is there");
        (spec, text)
    };
    found.into_iter().map(read).collect()
}

/// The lines that each clause and ruling cites.
fn cited(spec: &GameSpec) -> Vec<(&str, Vec<usize>)> {
    let clauses = spec.clauses.values().map(|clause| (clause.id.as_str(), &clause.origin));
    let rulings = spec.rulings.values().map(|ruling| (ruling.id.as_str(), &ruling.origin));
    let cites = clauses.chain(rulings).filter_map(|(id, origin)| match origin {
        Origin::Lines(cited) => Some((id, lines::parse(cited).unwrap())),
        _ => None,
    });
    cites.collect()
}

fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn printed(lines: &[&str]) -> Vec<usize> {
    (0..lines.len()).filter(|at| !lines[*at].trim().is_empty()).collect()
}

#[test]
fn the_document_of_the_spec_agrees_with_it() {
    for (spec, text) in documents() {
        let found = audit(&spec, &text);
        assert!(found.agrees(), "{found:?}");
        assert_eq!(found.findings.len(), cited(&spec).len());
    }
}

/// Changes each line that is not blank in turn, in the ways that `changes` gives, and returns what is wrong with the
/// findings.
fn each<C: Fn(&[&str], usize) -> Vec<String> + Sync>(
    changes: C,
    wrong: impl Fn(&GameSpec, &str, usize) -> Vec<String> + Sync,
) -> Vec<String> {
    let mut found = Vec::new();
    for (spec, text) in documents() {
        let all: Vec<&str> = text.lines().collect();
        found.par_extend(printed(&all).into_par_iter().flat_map_iter(|at| {
            let changed = changes(&all, at).into_iter();
            let told = changed.flat_map(|changed| wrong(&spec, &changed, at + 1)).collect::<Vec<_>>();
            told.into_iter().map(|told| format!("{}, line {}: {told}", spec.rulebook.game, at + 1)).collect::<Vec<_>>()
        }));
    }
    found
}

fn none(wrong: Vec<String>) {
    assert!(wrong.is_empty(), "{} faults, such as:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}

/// What is wrong unless these are touched, and the other lines are where `place` says.
fn unless(
    spec: &GameSpec,
    changed: &str,
    found: &Audit<'_>,
    touched: impl Fn(&[usize]) -> bool,
    place: impl Fn(usize) -> usize,
) -> Vec<String> {
    let all: Vec<&str> = changed.lines().collect();
    let is_printed = |line: &usize| all.get(line - 1).is_none_or(|line| !line.trim().is_empty());
    let mut wrong = Vec::new();
    for ((id, cited), finding) in cited(spec).into_iter().zip(&found.findings) {
        let moved: Vec<usize> = cited.iter().map(|line| place(*line)).collect();
        // A blank line at the end of a range may have become another one.
        let same = |one: &[usize], other: &[usize]| {
            one.iter().filter(|line| is_printed(line)).eq(other.iter().filter(|line| is_printed(line)))
        };
        let right = match &finding.text {
            Text::Touched(_) => touched(&cited),
            _ if touched(&cited) => false,
            Text::Untouched => same(&moved, &cited),
            Text::Moved(to) => same(to, &moved) && !same(&moved, &cited),
        };
        if !right || finding.id != id {
            wrong.push(format!("{finding:?}"));
        }
    }
    wrong
}

#[test]
fn a_change_of_any_word_touches_what_cites_its_line_and_nothing_else() {
    let changes = |all: &[&str], at: usize| {
        let words: Vec<&str> = all[at].split_whitespace().collect();
        let change = |word: usize| {
            // By turns, a word gets one more letter, or is left out.
            let changed =
                if (at + word).is_multiple_of(2) && words.len() > 1 { "" } else { &format!("{}x", words[word]) };
            let line = words.iter().enumerate().map(|(other, text)| if other == word { changed } else { text });
            let line = line.collect::<Vec<_>>().join(" ");
            joined(&[&all[..at], &[line.as_str()], &all[at + 1..]].concat())
        };
        (0..words.len()).map(change).collect()
    };
    none(each(changes, |spec, changed, line| {
        let found = audit(spec, changed);
        let mut wrong = unless(spec, changed, &found, |cited| cited.contains(&line), |line| line);
        let there = |text: &Text| matches!(text, Text::Touched(place) if !place.contains(&line));
        wrong.extend(found.findings.iter().filter(|one| there(&one.text)).map(|one| format!("not there: {one:?}")));
        wrong.extend(found.new.iter().map(|new| format!("line {new} is new")));
        wrong
    }));
}

#[test]
fn white_space_does_not_count() {
    for (spec, text) in documents() {
        let all: Vec<&str> = text.lines().collect();
        let spread: Vec<String> = all.iter().map(|line| format!(" \t{}  ", line.replace(' ', " \u{a0}\t "))).collect();
        assert!(audit(&spec, &spread.join("\r\n")).agrees());
        assert!(audit(&spec, &format!("{text}\n \n\n")).agrees());
        // Blank lines move text, and touch none of it.
        let double: String = all.iter().map(|line| format!("{line}\n\n")).collect();
        let found = audit(&spec, &double);
        none(unless(&spec, &double, &found, |_| false, |line| 2 * line - 1));
        assert_eq!(found.new, Vec::<usize>::new(), "{}", spec.rulebook.game);
    }
}

#[test]
fn a_line_break_does_not_touch_the_line_that_it_breaks() {
    let changes = |all: &[&str], at: usize| {
        let words: Vec<&str> = all[at].split_whitespace().collect();
        let (start, end) = words.split_at(words.len() / 2);
        vec![joined(&[&all[..at], &[&*start.join(" "), &*end.join(" ")], &all[at + 1..]].concat())]
    };
    none(each(changes, |spec, changed, _| {
        let found = audit(spec, changed);
        let lost = found.findings.iter().filter(|one| matches!(one.text, Text::Touched(_)));
        lost.map(|one| format!("{one:?}")).chain(found.new.iter().map(|new| format!("line {new} is new"))).collect()
    }));
}

#[test]
fn a_new_line_moves_what_is_below_it_and_touches_nothing() {
    let new = "A line that nobody has seen before.";
    let changes = |all: &[&str], at: usize| vec![joined(&[&all[..at], &[new], &all[at..]].concat())];
    none(each(changes, |spec, changed, line| {
        let found = audit(spec, changed);
        let mut wrong = unless(spec, changed, &found, |_| false, |cited| cited + usize::from(cited >= line));
        if found.new != [line] {
            wrong.push(format!("new: {:?}", found.new));
        }
        wrong
    }));
}

#[test]
fn a_line_that_is_gone_touches_what_cites_it_and_moves_what_is_below() {
    let changes = |all: &[&str], at: usize| vec![joined(&[&all[..at], &all[at + 1..]].concat())];
    none(each(changes, |spec, changed, line| {
        let found = audit(spec, changed);
        let mut wrong =
            unless(spec, changed, &found, |cited| cited.contains(&line), |cited| cited - usize::from(cited > line));
        wrong.extend(found.new.iter().map(|new| format!("line {new} is new")));
        wrong
    }));
}

#[test]
fn a_line_that_is_put_elsewhere_is_found_there() {
    let (spec, text) = documents().swap_remove(0);
    let mut lines: Vec<&str> = text.lines().collect();
    let (from, to) = (23, lines.len());
    let line = lines.remove(from - 1);
    lines.push(line);
    let changed = joined(&lines);
    let place = |line: usize| if line == from { to } else { line - usize::from(line > from) };
    none(unless(&spec, &changed, &audit(&spec, &changed), |_| false, place));
}

/// Runs `rulebound audit` and returns its exit code and all of its output.
fn command(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebound"));
    let done = command.arg("audit").args(arguments).current_dir(shared::root()).output().unwrap();
    let told = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
    (done.status.code(), told.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn the_command_says_what_to_do_about_each_change() {
    let suite = shared::root().join("tests/contract/suite");
    let text = std::fs::read_to_string(suite.join("documents/grove.txt")).unwrap();
    let folder = tempdir("audit");
    let (path, suite, named) = (folder.join("grove.txt"), suite.to_str().unwrap(), folder.to_str().unwrap());
    let audit = |text: &str, more: &[&str]| {
        std::fs::write(&path, text).unwrap();
        command(&[&["--suite", suite, "--documents", named], more].concat())
    };
    let (code, told) = audit(&text, &[]);
    assert!(code == Some(0) && told.contains("is the document that the spec was written from"), "{told}");
    let (code, told) = audit(&text.replace(". ", ".  "), &[]);
    assert!(code == Some(0) && told.contains("has changed, but only in white space"), "{told}");

    let changed = text.replace("Only swift cards answer.", "Only slow cards answer.\nSlow cards are grey.");
    let (code, told) = audit(&changed, &[]);
    assert_eq!(code, Some(1), "{told}");
    for part in [
        "grove.stack.swift 23 -> in its place 23-24, digest ",
        "23 Only slow cards answer.",
        "grove.ending.give-up 44 -> 45",
        "no clause claims these lines",
        "24 Slow cards are grey.",
        "touched 1, ",
        "write `sha256: ",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let (code, told) = audit(&changed, &["--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&told).unwrap();
    let game = &report["games"][0];
    assert_eq!((code, &game["touched"][0]["id"]), (Some(1), &"grove.stack.swift".into()));
    assert_eq!((&game["touched"][0]["kind"], &game["touched"][0]["now"]), (&"clause".into(), &"23-24".into()));
    assert_eq!((&game["new"][1]["line"], &game["document"]["changed"]), (&24.into(), &true.into()));
    let lists = ["touched", "moved", "untouched"].map(|list| game[list].as_array().unwrap().len());
    assert!(lists[0] == 1 && lists[1] > 10 && lists[2] > 10, "{lists:?}");

    // A document by its own name, for one game.
    std::fs::write(folder.join("new.txt"), &text).unwrap();
    let new = folder.join("new.txt");
    let file = |more: &[&str]| command(&[&["--suite", suite, "--documents", new.to_str().unwrap()], more].concat());
    assert_eq!(file(&["grove"]).0, Some(0));
    assert!(file(&[]).0 == Some(2) && file(&[]).1.contains("say which game it belongs to"), "{}", file(&[]).1);
    assert!(file(&["grov"]).1.contains("did you mean grove?"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn without_documents_the_command_says_what_they_are() {
    let folder = tempdir("audit-none");
    let named = |folder: &Path| command(&["--documents", folder.to_str().unwrap()]);
    for (code, told) in [command(&[]), named(&folder), named(&folder.join("nowhere"))] {
        assert_eq!(code, Some(2), "{told}");
        for part in ["as its designers publish it", "spec/<game>/rulebook.yaml", "of motion", "--documents DIR"] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
    let file = &shared::suite().spec.games["motion"].rulebook.document.file;
    std::fs::write(folder.join(file), "Another game.\n").unwrap();
    let (code, told) = named(&folder);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("in its place 1, digest ") && told.contains("1 Another game."), "{told}");
    assert!(told.contains("moved 0, untouched 0, new lines 0"), "{told}");
    assert!(told.contains("transmute is not compared: there is no"), "{told}");
    let (code, told) = command(&["motion", "--documents", folder.to_str().unwrap()]);
    assert!(code == Some(1) && !told.contains("not compared"), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}
