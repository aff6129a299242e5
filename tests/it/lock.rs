//! `rulebound lock`: what has changed since the ids were locked, from what to what.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shared::{self, copy, tempdir};

/// The exit code of `rulebound lock` in a folder, and what it shows.
fn lock(folder: &Path) -> (Option<i32>, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_rulebound")).arg("lock").current_dir(folder).output().unwrap();
    (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
}

fn git(folder: &Path, arguments: &[&str]) {
    let named = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"];
    let done = Command::new("git").args(named).args(arguments).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "{arguments:?} {}", String::from_utf8_lossy(&done.stderr));
}

fn edit(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{file} has {from}");
    std::fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn spec(name: &str) -> PathBuf {
    let folder = tempdir(name);
    copy(&shared::root().join("spec"), &folder.join("spec"));
    folder
}

#[test]
fn a_change_is_told_from_what_to_what_even_if_it_was_committed_without_the_lock() {
    let folder = spec("lock-git");
    edit(&folder, "spec/combo/turns.yaml", "second_draw: 7", "second_draw: 8");
    std::fs::remove_file(folder.join("spec/ids.lock")).unwrap();
    let written = Command::new(env!("CARGO_BIN_EXE_rulebound")).args(["lock", "--write"]).current_dir(&folder).output();
    assert_eq!(written.unwrap().status.code(), Some(0));
    git(&folder, &["init", "-q"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "eight, which no other suite has"]);
    assert_eq!(lock(&folder).0, Some(0));
    edit(&folder, "spec/combo/turns.yaml", "second_draw: 8", "second_draw: 9");
    let told = "combo.turns.second-draw has changed since it was locked\n  second_draw: 8 -> 9\nif these";
    let (code, shown) = lock(&folder);
    assert!(code == Some(1) && shown.starts_with(told), "{shown}");
    git(&folder, &["commit", "-qam", "without the lock"]);
    assert_eq!(lock(&folder).1, shown);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn each_part_of_a_clause_and_of_a_ruling_is_told() {
    let folder = spec("lock-parts");
    edit(&folder, "spec/combo/turns.yaml", "level: must", "level: should");
    edit(&folder, "spec/motion/rulings.yaml", "question: ", "question: Also, ");
    let (_, shown) = lock(&folder);
    assert!(shown.contains("  level: must -> should\n"), "{shown}");
    assert!(shown.contains(" -> Also, "), "{shown}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn only_the_hash_is_known_of_what_no_suite_has() {
    let folder = spec("lock-hash");
    let text = std::fs::read_to_string(folder.join("spec/ids.lock")).unwrap();
    let line = text.lines().find(|line| line.ends_with(" combo.turns.second-draw")).unwrap();
    let hash = line.split(' ').next().unwrap();
    edit(&folder, "spec/ids.lock", line, "00000000 combo.turns.second-draw");
    let (code, shown) = lock(&folder);
    let told = format!("what it said is not known, only its hash: 00000000 -> {hash}");
    assert!(code == Some(1) && shown.contains(&told), "{shown}");
    std::fs::remove_dir_all(folder).unwrap();
}
