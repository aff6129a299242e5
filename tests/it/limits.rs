//! What the system refuses or never ends: devices, pipes, a full disk, too few threads, no shell; and numbers and lists
//! without end. Each is a fault with a short message, and no file is lost or half-written.

#![allow(clippy::print_stderr)] // what is skipped is reported

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::shared::{self, copy, tempdir};

/// Runs the command in a folder, on this suite unless the arguments name another: the exit code, and what it shows.
fn rulebound(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    ended(Command::new(env!("CARGO_BIN_EXE_rulebound")).args(arguments).current_dir(folder))
}

fn ended(command: &mut Command) -> (Option<i32>, String) {
    let done = command.output().expect("the command runs");
    (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
}

fn engine() -> String {
    format!("{} engine", env!("CARGO_BIN_EXE_rulebound"))
}

/// A suite with the spec and one scenario.
fn suite(name: &str) -> PathBuf {
    let folder = tempdir(name);
    copy(&shared::root().join("spec"), &folder.join("spec"));
    for (kind, end) in [("conformance", "yaml"), ("snapshots", "snap")] {
        let file = format!("{kind}/motion/letters/fire-sphere.{end}");
        std::fs::create_dir_all(folder.join(&file).parent().unwrap()).unwrap();
        std::fs::copy(shared::root().join(&file), folder.join(&file)).unwrap();
    }
    folder
}

#[cfg(unix)]
fn pipe(path: &Path) {
    let _ = std::fs::remove_file(path);
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// The ids that were published would be lost if a lock that cannot be read were taken for an empty one.
#[test]
fn a_lock_that_cannot_be_read_is_a_fault_and_stays_as_it_is() {
    let folder = suite("unread-lock");
    let lock = folder.join("spec/ids.lock");
    let damaged = [&b"\xff\xfe "[..], &std::fs::read(&lock).unwrap()].concat();
    std::fs::write(&lock, &damaged).unwrap();
    for arguments in [&["lock"][..], &["lock", "--write"]] {
        let (code, told) = rulebound(&folder, arguments);
        assert!(code == Some(2) && told.contains("ids.lock") && told.contains("not UTF-8"), "{told}");
        assert_eq!(std::fs::read(&lock).unwrap(), damaged);
    }
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let (code, told) = rulebound(&folder, &["lock", "--write"]);
    assert!(code == Some(2) && told.contains("ids.lock"), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Nobody who has lost the scenarios of a game is told to remove its snapshots.
#[test]
fn a_game_without_scenarios_is_reported() {
    let folder = suite("no-scenarios");
    std::fs::remove_dir_all(folder.join("conformance/motion")).unwrap();
    let (code, told) = rulebound(&folder, &["check", "--game", "motion"]);
    assert!(code == Some(2) && told.contains("motion has snapshots but no scenarios"), "{told}");
    let (code, told) = rulebound(&folder, &["explain", "motion/letters"]);
    assert!(code == Some(2) && told.contains("motion has no scenarios"), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A snapshot without a scenario is a difference of its chapter too.
#[test]
fn an_orphan_of_a_chapter_is_told_where_the_chapter_is_asked_for() {
    let folder = suite("orphan");
    let chapter = folder.join("snapshots/motion/letters");
    std::fs::copy(chapter.join("fire-sphere.snap"), chapter.join("gone.snap")).unwrap();
    for (words, code) in [("motion/letters", 1), ("motion/letters/fire-sphere", 0)] {
        assert_eq!(rulebound(&folder, &["snapshot", words]).0, Some(code), "{words}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_number_beyond_the_bound_is_refused_before_anything_counts_to_it() {
    let change = |number: &str| format!("combo.hearts.number.hearts={number}");
    let review = |number: &str| rulebound(&shared::root(), &["review", "--only", "combo/hearts/win", "--set", number]);
    for number in ["4294967295", "10001"] {
        let (code, told) = review(&change(number));
        let expected = format!("the parameter hearts is {number}; numbers go up to 10000");
        assert!(code == Some(2) && told.contains(&expected), "{told}");
    }
    let (code, told) = review(&change("10000"));
    assert!(code == Some(1) && told.contains("hearts: 3 -> 10000"), "{told}");
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_no_files() {
    let folder = suite("devices");
    let review = ["review", "--set", "combo.hearts.number.hearts=4", "--only", "combo/hearts/win-last-flip"];
    let (code, told) = rulebound(&shared::root(), &[&review[..], &["--accepted", "/dev/zero"]].concat());
    assert!(code == Some(2) && told.contains("/dev/zero is not a regular file"), "{told}");
    pipe(&folder.join("log"));
    let engine = engine();
    let (code, told) = rulebound(&folder, &["check", "motion/letters", "--engine", &engine, "--log", "log"]);
    assert!(code == Some(2) && told.contains("--log log: the file cannot be written: it is a pipe"), "{told}");
    pipe(&folder.join("snapshots/motion/letters/fire-sphere.snap"));
    let (code, told) = rulebound(&folder, &["check", "motion/letters"]);
    assert!(code == Some(1) && told.contains("fire-sphere.snap is not a regular file"), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A file is taken for an older log only if all of it is one.
#[test]
fn a_file_that_merely_begins_like_a_log_is_not_overwritten() {
    let folder = tempdir("diary");
    let check = || {
        let check = ["check", "motion/letters/fire-sphere", "--engine", &engine(), "--log", "diary"];
        rulebound(&folder, &[&check[..], &["--suite", shared::root().to_str().unwrap()]].concat())
    };
    let sent = "-> {\"jsonrpc\":\"2.0\"}\n";
    for (text, is_log) in [
        (format!("{sent}today it rained\n"), false),
        ("-> {today} it rained".to_owned(), true),
        (format!("{sent}<- what an engine says\n<- {{\"js"), true),
        (format!("{sent}<"), true),
        (format!("{sent}\n"), false),
    ] {
        std::fs::write(folder.join("diary"), &text).unwrap();
        let (code, told) = check();
        assert_eq!(code, Some(if is_log { 0 } else { 2 }), "{text}: {told}");
        assert_eq!(std::fs::read_to_string(folder.join("diary")).unwrap() == text, !is_log, "{text}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Where the disk is full, or a file grows too large, a match is not saved by half.
#[cfg(unix)]
#[test]
fn a_match_is_saved_whole_or_not_at_all() {
    let folder = tempdir("half-saved");
    let save = "ulimit -f 4; exec \"$0\" playout transmute --matches 1 --seed 7 --save match.yaml";
    let mut command = Command::new("sh");
    command.args(["-c", save, env!("CARGO_BIN_EXE_rulebound")]).current_dir(&folder);
    let (code, told) = ended(&mut command);
    assert!(code == Some(2) && told.contains("match.yaml"), "{code:?} {told}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0, "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A log that the system does not let grow any further costs no verdict.
#[cfg(unix)]
#[test]
fn a_log_that_grows_too_large_is_a_fault_after_the_verdict() {
    let folder = tempdir("large-log");
    let check = "ulimit -f 8; exec \"$0\" check motion/chaining --log log --engine \"$0 engine\" --suite \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", check, env!("CARGO_BIN_EXE_rulebound")]).arg(shared::root()).current_dir(&folder);
    let (code, told) = ended(&mut command);
    assert!(code == Some(2) && told.contains("\nIt holds.\n"), "{code:?} {told}");
    assert!(told.contains("--log log: the file cannot be written: "), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_engine_without_a_shell_is_told_so() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebound"));
    command.args(["check", "motion/letters/fire-sphere", "--engine", "cat"]).current_dir(shared::root());
    let (code, told) = ended(command.env("PATH", "/nonexistent"));
    assert!(code == Some(3) && told.contains("the shell cannot be started"), "{code:?} {told}");
}

/// With any number of processes that a user may have, the work is done or the command says what could not be started.
#[cfg(target_os = "linux")]
#[test]
fn with_few_threads_nothing_panics() {
    // No bound holds for root, so the command runs as a user who has no other processes.
    let folder = tempdir("threads");
    let copied = folder.join("rulebound");
    std::fs::copy(env!("CARGO_BIN_EXE_rulebound"), &copied).unwrap();
    let check = |most: u32, more: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=64123", "--clear-groups", "prlimit", &format!("--nproc={most}")]).arg(&copied);
        command.args(["check", "motion/letters/fire-sphere", "--timeout", "5"]).args(more).current_dir("/");
        command.output().ok().filter(|done| done.status.code().is_some_and(|code| code < 100))
    };
    let Some(_) = check(100, &[]).filter(|done| done.status.success()) else {
        return eprintln!("skipped: the command cannot be run as another user here");
    };
    for most in 1..=6 {
        let done = check(most, &[]).unwrap();
        assert_eq!(done.status.code(), Some(0), "{most}: {}", String::from_utf8_lossy(&done.stderr));
        let done = check(most, &["--engine", "sleep 9"]).unwrap();
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.code() == Some(3) && !told.contains("panicked"), "{most}: {told}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn of_thousands_of_unknown_expected_failures_some_are_named() {
    let folder = tempdir("unknown-failures");
    let lines: String = (0..3_000).map(|n| format!("motion/letters/nothere{n}  # why\n")).collect();
    std::fs::write(folder.join("known"), lines).unwrap();
    let known = folder.join("known");
    let check = ["check", "motion/letters/fire-sphere", "--engine", "cat", "--expected-failures"];
    let (code, told) = rulebound(&shared::root(), &[&check[..], &[known.to_str().unwrap()]].concat());
    assert!(code == Some(2) && told.contains("there is no scenario motion/letters/nothere0\n"), "{told}");
    assert!(told.contains("\nand 2980 more\n") && told.len() < 20_000, "{}", told.len());
    std::fs::remove_dir_all(&folder).unwrap();
}

/// However large the answers are and however many threads ask, an engine does not take the machine's memory.
#[cfg(target_os = "linux")]
#[test]
fn large_answers_stay_within_the_bound_on_memory() {
    let folder = tempdir("large");
    let script = r#"
import json, sys
games = {"combo": {"features": ["setup.position", "setup.start", "view", "legal", "readings", "resolving"]}}
hello = {"protocol": 2, "engine": {"name": "big"}, "games": games}
state = {"%0100d" % n: "x" for n in range(90_000)}
for line in sys.stdin:
    call = json.loads(line)
    result = {"initialize": hello, "run": {"initial": state, "steps": []}}.get(call["method"], {})
    print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": result}), flush=True)
"#;
    std::fs::write(folder.join("big.py"), script).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebound"));
    command.args(["check", "combo/basics", "combo/turns", "--timeout", "60", "--jobs", "32"]);
    command.arg("--engine").arg(format!("python3 {}", folder.join("big.py").display()));
    command.current_dir(shared::root()).stdout(std::process::Stdio::null());
    let mut child = command.spawn().unwrap();
    // In kilobytes. The last value before the command ends is the highest.
    let (status, mut most) = (format!("/proc/{}/status", child.id()), 0);
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        most = peak.and_then(|peak| peak.parse().ok()).unwrap_or(most);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert!((20_000..512_000).contains(&most), "{most} kB");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Explanations are for reading, so there are at most 50 of them; requests are for a program.
#[test]
fn requests_are_printed_of_any_number_of_scenarios() {
    let (code, told) = rulebound(&shared::root(), &["explain", "motion/letters", "motion/notation", "--request"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.lines().count() > 100 && told.lines().all(|line| line.starts_with("{\"jsonrpc\":\"2.0\",")), "{told}");
}
