//! The README is true to the letter: the output that it shows is what the command prints.

use std::process::Command;

use crate::shared;

/// The commands in the README, each with the output shown there.
fn transcripts(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or("");
        let (command, shown) = block.split_once('\n').expect("a command and what it shows");
        found.push((command.trim_start_matches("$ ").to_owned(), shown.to_owned()));
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

#[test]
fn commands_show_what_the_readme_shows() {
    let text = std::fs::read_to_string(shared::root().join("README.md")).unwrap();
    let all = transcripts(&text);
    assert!(all.len() >= 6);
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_rulebound")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    for (command, shown) in all {
        let done =
            Command::new("sh").args(["-c", &command]).env("PATH", &path).current_dir(shared::root()).output().unwrap();
        let out = String::from_utf8_lossy(&done.stdout).into_owned();
        let (lines, expected): (Vec<&str>, Vec<&str>) = (out.lines().collect(), shown.lines().collect());
        assert_eq!(lines.len(), expected.len(), "{command}\n{out}{}", String::from_utf8_lossy(&done.stderr));
        for (line, expected) in lines.iter().zip(&expected) {
            assert!(same(expected, line), "{command}\n  README: {expected}\n  shown:  {line}");
        }
    }
}
