//! Engines that die, hang, dawdle or talk rubbish: with each, only the scenario on which the engine breaks is lost,
//! and the engine and everything that it has started are ended.

use std::process::Command;
use std::time::Duration;

use serde_json::Value as Json;

use crate::engines::{HELLO, answering, checked, report, rulebound};
use crate::shared;

/// Waits up to ten seconds until something holds, and says whether it does.
fn comes_true(holds: impl Fn() -> bool) -> bool {
    (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        holds()
    })
}

/// Whether a process ends soon. A process that inherits this one may be slow to reap it.
fn ends(process: &str) -> bool {
    let stat = format!("/proc/{}/stat", process.trim());
    comes_true(|| !std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z ")))
}

#[test]
fn an_engine_that_hangs_ends_with_all_that_it_has_started() {
    let file = std::env::temp_dir().join(format!("rulebound-child-{}", std::process::id()));
    let engine = format!("sh -c 'sleep 61 & echo $! > {}; wait'", file.display());
    let done = checked(&engine, &["motion/letters", "--timeout", "0.5", "--format", "json"]);
    assert_eq!(done.status.code(), Some(3));
    assert!(report(&done)["error"].as_str().unwrap().contains("hangs"), "{}", report(&done));
    let child = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(ends(&child), "the child {child} lives on");
}

#[test]
fn what_an_engine_says_of_its_closed_pipe_is_not_shown() {
    let script = "trap \"\" PIPE; echo first >&2; echo hello; while echo more; do :; done; echo Traceback >&2";
    let done = checked(&answering(script), &["motion/letters"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(3));
    assert!(told.starts_with("error: ") && told.contains("first") && !told.contains("Traceback"), "{told}");
}

#[test]
fn an_engine_that_dies_in_the_middle_is_no_rejection() {
    let done =
        checked(&answering(&format!("read x; echo \"{HELLO}\"; read x; echo boom >&2; exit 7")), &["motion/notation"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(3), "{told}");
    assert!(told.contains("not asked, because the engine broke 10 times") && told.contains("boom"), "{told}");
    let verdicts = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(
        verdicts.contains("not asked, because the engine broke 10 times"),
        "the verdicts so far are reported: {verdicts}"
    );
}

/// The reference, except that this shell command is run on each request that contains this text.
fn but_on(text: &str, does: &str) -> String {
    let engine = rulebound();
    format!(
        "while IFS= read -r x; do case \"$x\" in *{text}*) {does};; esac; printf '%s\\n' \"$x\"; done | {engine} engine"
    )
}

#[test]
fn an_engine_that_breaks_on_one_scenario_costs_that_scenario() {
    let verdicts = |engine: &str, more: &[&str]| {
        let arguments: Vec<&str> = ["motion/chaining", "--format", "json"].iter().chain(more).copied().collect();
        let done = checked(engine, &arguments);
        assert_eq!(done.status.code(), Some(1), "{}", String::from_utf8_lossy(&done.stderr));
        let report = report(&done);
        let scenarios = report["scenarios"].as_array().unwrap();
        let bad = scenarios.iter().filter(|one| one["verdict"] != "pass");
        let told = |one: &Json| format!("{}: {} {}", one["id"], one["verdict"], one["reason"]);
        (bad.map(told).collect::<Vec<_>>().join("\n"), report["restarts"].as_u64())
    };
    let only = |told: &str, why: &str| {
        let right = told.starts_with("\"motion/chaining/once-in-two-cards\": \"errored\"") && told.contains(why);
        assert!(right && told.lines().filter(|line| line.starts_with("\"motion")).count() == 1, "{told}");
    };
    let (told, restarts) = verdicts(&but_on("once-in-two-cards", "echo boom >&2; exit 7"), &[]);
    only(&told, "ended before it was asked to");
    assert!(told.contains("boom") && restarts.is_some_and(|times| times < 3), "{told}: {restarts:?}");
    only(
        &verdicts(&but_on("once-in-two-cards", "sleep 60"), &["--timeout", "3"]).0,
        "does it flush after every answer?",
    );
    only(&verdicts(&but_on("once-in-two-cards", "echo rubbish"), &[]).0, "not a request");
}

/// The reference, except that this shell command is run after each answer, `$y`, to a request that contains this text.
fn after(text: &str, does: &str) -> String {
    let engine = rulebound();
    format!(
        "d=$(mktemp -d); mkfifo $d/i $d/o; {engine} engine <$d/i >$d/o & exec 3>$d/i 4<$d/o; rm -r $d; \
         while IFS= read -r x; do printf '%s\\n' \"$x\" >&3; IFS= read -r y <&4; printf '%s\\n' \"$y\"; \
         case \"$x\" in *{text}*) {does};; esac; done"
    )
}

/// Whenever an engine breaks after its answer, and whatever is open then, the verdict is the same.
#[test]
fn what_an_engine_does_after_its_answer_counts() {
    let one = "motion/chaining/once-in-two-cards";
    for (does, why) in [
        ("printf '%s\\n' \"$y\"", "answered it more than once"),
        ("sleep 0.2; printf '%s\\n' \"$y\"", "answered it more than once"),
        ("echo rubbish", "not an answer"),
        ("exit 0", "ended before it was asked to"),
        ("exec >&-; sleep 60", "hangs"),
    ] {
        let engine = after("/once-in-two-cards", does);
        let arguments = ["motion/chaining/once", "--timeout", "8", "--format", "json"];
        let done = checked(&engine, &arguments);
        let report = report(&done);
        assert_eq!(done.status.code(), Some(1), "{does}: {report}");
        for scenario in report["scenarios"].as_array().unwrap() {
            let verdict = if scenario["id"] == one { "errored" } else { "pass" };
            assert_eq!(scenario["verdict"], verdict, "{does}: {scenario}");
            let told = scenario["reason"].as_str().unwrap_or(why);
            assert!(told.contains(why), "{does}: {told}");
        }
        if why.contains("more than once") {
            assert!(report["restarts"].is_null() && report["breaks"].is_null(), "{does}: {report}");
            continue;
        }
        let breaks = report["breaks"].as_array().unwrap();
        assert!(breaks.len() == 1 && breaks[0]["scenarios"] == serde_json::json!([one]), "{does}: {breaks:?}");
        assert!(breaks[0]["reason"].as_str().unwrap().contains(why), "{does}: {breaks:?}");
        assert!(report["restarts"].as_u64().is_some_and(|times| times > 0), "{does}: {report}");
    }
    let told = checked(&after("/once-in-two-cards", "exit 0"), &["motion/chaining/once"]);
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("\nthe engine broke and was restarted "), "{told}");
    assert!(told.contains(&format!("\n  {one}: the engine ended before it was asked to")), "{told}");
}

#[test]
fn if_every_answer_comes_twice_no_scenario_passes() {
    let engine = after("jsonrpc", "case \"$x\" in *initialize*) ;; *) printf '%s\\n' \"$y\";; esac");
    let done = checked(&engine, &["motion/chaining", "--format", "json"]);
    let counts = report(&done)["counts"].clone();
    assert_eq!(done.status.code(), Some(1));
    assert!(counts.as_object().unwrap().keys().eq(["errored"]), "{counts}");
}

/// A process that has left the process group of its engine, and whose parent is gone.
#[cfg(target_os = "linux")]
#[test]
fn what_has_left_the_process_group_ends_too() {
    let file = std::env::temp_dir().join(format!("rulebound-left-{}", std::process::id()));
    for end in ["exit 1", "read x; sleep 64"] {
        let leaves = format!("sh -c 'setsid sleep 65 & echo $! > {}'", file.display());
        let done = checked(&format!("{leaves}; sleep 0.3; {end}"), &["motion/letters", "--timeout", "2"]);
        assert_eq!(done.status.code(), Some(3));
        let child = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(ends(&child), "after {end}: the process {child} lives on");
    }
}

/// An answer that arrives in pieces is not silence, however long it takes; and a byte order mark before the first
/// answer is ignored.
#[test]
fn an_answer_that_comes_slowly_is_no_silence() {
    let slowly = "read x; printf '\\357\\273\\277%s' '{\"jsonrpc\":\"2.0\",'; sleep 0.7; printf '\"id\":1,'; sleep 0.7; \
                  echo '\"result\":{\"protocol\":2,\"engine\":{\"name\":\"small\"},\"games\":{\"motion\":{\"features\":[\"pares\"]}}}}'; cat";
    let done = checked(slowly, &["motion/letters", "--timeout", "1"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(1), "{told}");
    assert!(told.contains("declares an unknown feature of motion: pares; did you mean parse?"), "{told}");
}

/// If the command itself is killed, and so has no time to end anything, everything that the engine has started ends
/// too.
#[cfg(unix)]
#[test]
fn an_engine_ends_when_the_command_is_killed() {
    use std::process::Stdio;
    let file = std::env::temp_dir().join(format!("rulebound-killed-{}", std::process::id()));
    let engine = format!("cd / && sleep 300 & echo $! > {}; read x; sleep 300", file.display());
    let mut command = Command::new(rulebound())
        .args(["check", "motion/letters", "--engine", &engine, "--timeout", "100"])
        .current_dir(shared::root())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let child = || std::fs::read_to_string(&file).ok().filter(|text| text.ends_with('\n'));
    assert!(comes_true(|| child().is_some()), "the engine starts");
    command.kill().unwrap();
    command.wait().unwrap();
    assert!(ends(&child().unwrap()), "what the engine started lives on");
    std::fs::remove_file(&file).unwrap();
}
