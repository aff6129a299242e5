//! Completions, as bash asks for them: its function is run in a real bash, on words split as bash splits them.

use std::path::Path;
use std::process::Command;

use crate::engines::rulebound;
use crate::shared;

/// What bash offers at the end of these words.
fn offered(words: &[&str]) -> Vec<String> {
    let script = "source <(rulebound completions bash) || exit 1
        COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); current=${COMP_WORDS[COMP_CWORD]}
        [[ $current == = ]] && current=
        _rulebound rulebound \"$current\"; printf '%s|' \"${COMPREPLY[@]}\"";
    let binary = rulebound();
    let folder = Path::new(&binary).parent().unwrap().display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap_or_default());
    let done = Command::new("bash")
        .args(["-c", script, "bash", "rulebound"])
        .args(words)
        .env("PATH", path)
        .current_dir(shared::root())
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let told = String::from_utf8(done.stdout).unwrap();
    told.split_terminator('|').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
#[allow(clippy::print_stderr)]
fn bash_offers_games_ids_readings_and_scenarios() {
    if Command::new("bash").arg("--version").output().is_err() {
        eprintln!("notice: there is no bash, so its completions are not checked");
        return;
    }
    for (words, expected) in [
        (&["expl"][..], &["explain "][..]),
        (&["playout", "mot"], &["motion "]),
        (&["parse", "comb"], &["combo "]),
        (&["parse", "combo", "x", "comb"], &[]),
        (&["schema", "tr"], &["transmute "]),
        (&["check", "--game", "=", "mo"], &["motion "]),
        (&["explain", "motion/chain"], &["motion/chaining/"]),
        (
            &["explain", "motion/chaining/once-in"],
            &["motion/chaining/once-in-one-card ", "motion/chaining/once-in-two-cards "],
        ),
        (
            &["check", "motion/letters", "motion/minimum/worked-example-s"],
            &["motion/minimum/worked-example-second-card "],
        ),
        (&["clause", "motion.chaining.once-i"], &["motion.chaining.once-in "]),
        (&["clause", "combo.rulings.last-h"], &["combo.rulings.last-heart "]),
        (&["engine", "--without", "combo.rulings.last-h"], &[]),
        (&["engine", "--without", "motion.letters.f"], &["motion.letters.fire "]),
        (&["check", "--reading", "combo.rulings.last-heart", "=", "n"], &["next-attack "]),
        (&["check", "--reading", "last-heart", "="], &["last-flip ", "next-attack "]),
        (&["explain", "--reading", "last-heart"], &["last-heart=last-flip ", "last-heart=next-attack "]),
        (&["check", "--suite", "tests/contract/suite", "gro"], &[]),
        (&["check", "--suite", "no-such-folder", "motion/"], &[]),
    ] {
        assert_eq!(offered(words), expected, "{words:?}");
    }
}

#[test]
fn every_shell_has_its_script() {
    for (shell, part) in [
        ("bash", "complete "),
        ("zsh", "#compdef rulebound"),
        ("fish", "complete "),
        ("elvish", "set edit:"),
        ("powershell", "Register-"),
    ] {
        let done = Command::new(rulebound()).args(["completions", shell]).output().unwrap();
        let script = String::from_utf8(done.stdout).unwrap();
        assert!(done.status.success() && script.contains(part) && script.contains("RULEBOUND_COMPLETE"), "{script}");
    }
    // A variable of this name that is empty asks for nothing.
    let done = Command::new(rulebound()).arg("--version").env("RULEBOUND_COMPLETE", "").output().unwrap();
    assert!(String::from_utf8(done.stdout).unwrap().starts_with("rulebound "));
}
