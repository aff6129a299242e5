//! The README and CONTRIBUTING are true to the letter: the output that they show is what the command prints.

use std::process::Command;

use crate::shared::{self, copy, tempdir};

/// The commands in a file, each with the output shown there. A block may have several commands.
fn transcripts(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for block in text.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap_or("").lines() {
            match (line.strip_prefix("$ "), found.last_mut()) {
                (Some(command), _) => found.push((command.to_owned(), String::new())),
                (None, Some((_, shown))) => shown.push_str(&format!("{line}\n")),
                (None, None) => panic!("a block begins with a command"),
            }
        }
    }
    found
}

/// Whether a line is as shown; `…` stands for text that depends on the machine.
fn same(shown: &str, line: &str) -> bool {
    match shown.split_once('…') {
        Some((start, end)) => line.starts_with(start) && line.ends_with(end),
        None => shown == line,
    }
}

/// Runs the commands of a file, one after the other, in a copy of the suite with a commit, since some change the suite.
fn holds(file: &str, least: usize) {
    let text = std::fs::read_to_string(shared::root().join(file)).unwrap();
    let all = transcripts(&text);
    assert!(all.len() >= least, "{file} shows {} commands", all.len());
    let suite = tempdir(&format!("readme-{least}"));
    for part in ["spec", "conformance", "snapshots"] {
        copy(&shared::root().join(part), &suite.join(part));
    }
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_rulebound")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let run = |command: &str| {
        Command::new("sh").args(["-c", command]).env("PATH", &path).current_dir(&suite).output().unwrap()
    };
    let commit =
        "git init -q && git add . && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -qm a";
    assert!(run(commit).status.success());
    for (command, shown) in all {
        let done = run(&command);
        let out = String::from_utf8_lossy(&done.stdout).into_owned();
        let (lines, expected): (Vec<&str>, Vec<&str>) = (out.lines().collect(), shown.lines().collect());
        assert_eq!(lines.len(), expected.len(), "{command}\n{out}{}", String::from_utf8_lossy(&done.stderr));
        for (line, expected) in lines.iter().zip(&expected) {
            assert!(same(expected, line), "{command}\n  {file}: {expected}\n  shown:  {line}");
        }
    }
    std::fs::remove_dir_all(suite).unwrap();
}

#[test]
fn commands_show_what_the_readme_shows() {
    holds("README.md", 12);
}

#[test]
fn commands_show_what_contributing_shows() {
    holds("CONTRIBUTING.md", 5);
}
