//! Malicious files and readers, and files that were merely saved on another machine: nothing is overlooked, nothing
//! controls the terminal, and the exit code matches the verdict.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::shared::{self, copy, tempdir};

fn rulebound(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rulebound")).args(arguments).output().expect("the command runs")
}

/// A suite with the spec and one chapter of scenarios.
fn suite(name: &str) -> PathBuf {
    let folder = tempdir(name);
    copy(&shared::root().join("spec"), &folder.join("spec"));
    for kind in ["conformance", "snapshots"] {
        copy(&shared::root().join(kind).join("motion/letters"), &folder.join(kind).join("motion/letters"));
    }
    folder
}

fn check(folder: &Path) -> (Option<i32>, String) {
    let done = rulebound(&["check", "--game", "motion", "--suite", folder.to_str().unwrap()]);
    (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
}

/// Changes every file below a folder.
fn change(folder: &Path, with: &dyn Fn(String) -> String) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.path().is_dir() {
            change(&entry.path(), with);
        } else {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            std::fs::write(entry.path(), with(text)).unwrap();
        }
    }
}

#[test]
fn files_of_another_system_say_the_same() {
    let folder = suite("crlf");
    assert_eq!(check(&folder).0, Some(0));
    change(&folder, &|text| format!("\u{feff}{}", text.replace('\n', "\r\n")));
    let (code, told) = check(&folder);
    assert_eq!(code, Some(0), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_would_not_be_read_is_a_fault() {
    let folder = suite("unread");
    let chapter = folder.join("conformance/motion/letters");
    let scenario = std::fs::read_to_string(chapter.join("fire-sphere.yaml")).unwrap();
    let told = |path: &str, why: &str| {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &scenario).unwrap();
        let (code, told) = check(&folder);
        assert!(code == Some(2) && told.contains(why), "{}: {told}", path.display());
        std::fs::remove_file(&path).unwrap();
        if path.parent().unwrap() != chapter {
            let _ = std::fs::remove_dir(path.parent().unwrap());
        }
    };
    told("conformance/motion/letters/a.YAML", "a.YAML would not be read");
    told("conformance/motion/letters/a.yml", "rename it so that it ends in .yaml");
    told("conformance/motion/letters/.a.yaml", ".a.yaml would not be read");
    told("conformance/motion/leters/a.yaml", "did you mean letters?");
    told("conformance/motion/a.yaml", "is not in the folder of a chapter");
    told("conformance/motoin/letters/a.yaml", "did you mean motion?");
    told("conformance/motion/letters/1/2/3/4/5/6/7/8/a.yaml", "8 deep");
    std::fs::remove_dir_all(chapter.join("1")).unwrap();
    told("snapshots/motion/letters/a.snap.orig", "rename it so that it ends in .snap");
    told("spec/motion/letters.yaml~", "letters.yaml~ would not be read");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        std::os::unix::fs::symlink(chapter.join("fire-sphere.yaml"), chapter.join("b.yaml")).unwrap();
        assert!(check(&folder).1.contains("links are not followed"));
        std::fs::remove_file(chapter.join("b.yaml")).unwrap();
        let name = std::ffi::OsStr::from_bytes(b"c\xff.yaml");
        std::fs::write(chapter.join(name), &scenario).unwrap();
        assert!(check(&folder).1.contains("its name is not UTF-8"));
        std::fs::remove_file(chapter.join(name)).unwrap();
    }
    assert_eq!(check(&folder).0, Some(0));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Everything in the folders of a suite is read or reported.
#[test]
fn what_belongs_to_nothing_is_a_fault() {
    let folder = suite("strangers");
    let check = |told: &str| {
        let (code, shown) = check(&folder);
        assert!(code == Some(2) && shown.contains(told), "{told}: {shown}");
    };
    let lock = |told: &str| {
        let done = rulebound(&["lock", "--suite", folder.to_str().unwrap()]);
        let shown = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.code() == Some(2) && shown.contains(told), "{told}: {shown}");
    };
    let with = |path: &str, text: &str, does: &dyn Fn()| {
        let path = folder.join(path);
        let before = std::fs::read_to_string(&path).ok();
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        does();
        std::fs::remove_file(&path).unwrap();
        if let Some(text) = before {
            std::fs::write(&path, text).unwrap();
        }
    };
    let built = "is not the grammar that this command was built with";
    for (path, text, told) in [
        ("spec/motion/cost.pest", "garbage", format!("spec/motion/cost.pest {built}")),
        ("spec/motion/extra.pest", "a = { \"b\" }", format!("spec/motion/extra.pest {built}")),
        ("spec/motion/empty.pest", "", format!("spec/motion/empty.pest {built}")),
        ("spec/x.yaml", "a: 1", "spec/x.yaml belongs to no game".to_owned()),
        ("spec/newgame/chaining.yaml", "a: 1", "spec/newgame/chaining.yaml belongs to no game".to_owned()),
    ] {
        with(path, text, &|| {
            check(&told);
            lock(&told);
        });
    }
    std::fs::remove_dir(folder.join("spec/newgame")).unwrap();
    let grammar = folder.join("spec/motion/cost.pest");
    let text = std::fs::read_to_string(&grammar).unwrap();
    std::fs::remove_file(&grammar).unwrap();
    check("spec/motion does not have the grammar");
    std::fs::write(&grammar, text).unwrap();
    let snapshot = "snapshots/motion/letters/fire-sphere.snap";
    with(&format!("{snapshot}.new"), "", &|| check("fire-sphere.snap.new is a snapshot that is not accepted"));
    let (path, aside) = (folder.join(snapshot), folder.join("aside"));
    std::fs::rename(&path, &aside).unwrap();
    std::fs::create_dir(&path).unwrap();
    check("fire-sphere.snap would not be read");
    std::fs::remove_dir(&path).unwrap();
    std::fs::rename(&aside, &path).unwrap();
    std::fs::rename(folder.join("snapshots"), &aside).unwrap();
    std::fs::write(folder.join("snapshots"), "").unwrap();
    check("snapshots is not a folder");
    std::fs::remove_file(folder.join("snapshots")).unwrap();
    std::fs::rename(&aside, folder.join("snapshots")).unwrap();
    assert_eq!(super::hostile::check(&folder).0, Some(0));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_text_of_a_file_does_not_steer_the_terminal() {
    let folder = suite("escapes");
    let path = folder.join("conformance/motion/letters/fire-sphere.yaml");
    let hostile = "\"A\\e[2J\\e[31mB\\u202EC\\u200BD\\x9bE\"";
    let text = std::fs::read_to_string(&path).unwrap();
    let rest = text.split_once('\n').unwrap().1;
    std::fs::write(&path, format!("title: {hostile}\n{rest}")).unwrap();
    let named = folder.to_str().unwrap();
    for format in ["text", "json"] {
        let done = rulebound(&[
            "explain",
            "motion/letters/fire-sphere",
            "--suite",
            named,
            "--color",
            "always",
            "--format",
            format,
        ]);
        let shown = String::from_utf8(done.stdout).unwrap();
        let steering = ["\u{1b}[2J", "\u{1b}[31mB", "\u{202e}", "\u{200b}", "\u{9b}"];
        assert!(steering.iter().all(|escape| !shown.contains(escape)), "{shown:?}");
    }
    let told = rulebound(&["explain", "motion/letters/fire-sphere", "--suite", named]).stdout;
    assert!(String::from_utf8_lossy(&told).starts_with("A\\u{1b}[2J\\u{1b}[31mB\\u{202e}C\\u{200b}D\\u{9b}E"));
    // Nor does the line that is shown with a fault, and the mark under that line is in the right place.
    let rest = rest.split_once('\n').unwrap().1;
    std::fs::write(&path, format!("title: t\nclauses: ['a\u{202e}b', motion.letters.fier]\n{rest}")).unwrap();
    let (code, told) = check(&folder);
    let shown = "2 | clauses: ['a\\u{202e}b', motion.letters.fier]\n";
    let mark = "  |                         ^^^^^^^^^^^^^^^^^^^ here";
    assert!(code == Some(2) && told.contains(&format!("{shown}{mark}")), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// If nobody reads what the command writes, as with `| head -0`, the exit code still reports the result.
#[test]
fn the_exit_code_does_not_hang_on_who_reads() {
    let code = |filter: &str, engine: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rulebound"))
            .args(["check", filter, "--engine", engine])
            .current_dir(shared::root())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        child.wait().unwrap().code()
    };
    let exe = env!("CARGO_BIN_EXE_rulebound");
    assert_eq!(code("motion/chaining", &format!("{exe} engine --without motion.chaining.once-in")), Some(1));
    assert_eq!(code("motion/chaining", &format!("{exe} engine")), Some(0));
}

#[test]
fn the_lock_of_a_merge_that_is_not_finished_says_so() {
    let folder = suite("lock");
    let lock = folder.join("spec/ids.lock");
    let text = std::fs::read_to_string(&lock).unwrap();
    std::fs::write(&lock, text.replacen('\n', "\n<<<<<<< HEAD\n", 1)).unwrap();
    let named = folder.to_str().unwrap();
    let done = rulebound(&["lock", "--suite", named]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.code() == Some(2) && told.contains("spec/ids.lock:2 is a conflict marker"), "{told}");
    assert_eq!(rulebound(&["lock", "--write", "--suite", named]).status.code(), Some(0));
    assert_eq!(rulebound(&["lock", "--suite", named]).status.code(), Some(0));
    std::fs::remove_dir_all(&folder).unwrap();
}

/// So does every other file with such a conflict in it.
#[test]
fn a_file_of_a_merge_that_is_not_finished_says_so() {
    let folder = suite("merge");
    let conformance = "conformance/motion";
    std::fs::copy(shared::root().join(conformance).join("core.yaml"), folder.join(conformance).join("core.yaml"))
        .unwrap();
    let named = folder.to_str().unwrap();
    let said = |path: &str, arguments: &[&str]| {
        let path = folder.join(path);
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let sides = format!("{text}<<<<<<< HEAD\n# ours\n=======\n# theirs\n>>>>>>> other\n");
        std::fs::write(&path, &sides).unwrap();
        let done = rulebound(&[arguments, &["--suite", named]].concat());
        std::fs::write(&path, &text).unwrap();
        let told = String::from_utf8_lossy(&done.stderr).into_owned();
        let line = format!("{}:1", text.lines().count() + 1);
        let expected = "this line is a conflict marker of an unfinished merge";
        assert!(done.status.code() == Some(2) && told.contains(expected) && told.contains(&line), "{told}");
    };
    let check = ["check", "motion/letters"];
    said("conformance/motion/letters/fire-sphere.yaml", &check);
    said("spec/motion/letters.yaml", &check);
    said("spec/motion/rulebook.yaml", &check);
    said("spec/motion/rulings.yaml", &check);
    said("conformance/motion/core.yaml", &["check", "motion/letters", "--core", "--game", "motion"]);
    let known = folder.join("known");
    said("known", &["check", "motion/letters", "--expected-failures", known.to_str().unwrap()]);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// If no thread can be started, since its stack would be larger than all memory, the main thread does the work.
#[cfg(target_os = "linux")]
#[test]
fn without_threads_the_work_is_done_all_the_same() {
    let check = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_rulebound"));
        command.args(["check", "motion/letters"]).args(more).current_dir(shared::root());
        command.env("RUST_MIN_STACK", (1_u64 << 60).to_string()).output().unwrap()
    };
    let done = check(&[]);
    assert_eq!(done.status.code(), Some(0), "{}", String::from_utf8_lossy(&done.stderr));
    // Without threads the command cannot talk to an engine, and says so.
    let done = check(&["--engine", "cat"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert!(done.status.code() == Some(3) && told.contains("cannot be started"), "{:?} {told}", done.status);
}

/// Most people have a folder called spec somewhere above the one they work in.
#[test]
fn a_folder_is_a_checkout_only_with_a_rulebook() {
    let folder = tempdir("elsewhere");
    std::fs::create_dir_all(folder.join("spec/models")).unwrap();
    std::fs::create_dir_all(folder.join("conformance")).unwrap();
    let here = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_rulebound")).args(arguments).current_dir(&folder).output().unwrap()
    };
    assert_eq!(here(&["check", "motion/letters"]).status.code(), Some(0));
    let told = String::from_utf8_lossy(&here(&["check", "--suite", "."]).stderr).into_owned();
    assert!(told.contains("is not a suite: it has no spec/<game>/rulebook.yaml"), "{told}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn ten_thousand_faults_are_told_as_some_and_their_number() {
    let folder = suite("faults");
    let ids: Vec<String> = (0..10_000).map(|n| format!("motion.letters.nothere{n}")).collect();
    let text =
        format!("title: t\nclauses: [{}]\nkind: parse\nparse: {{grammar: cost, text: a}}\ntree: 1\n", ids.join(", "));
    std::fs::write(folder.join("conformance/motion/letters/many.yaml"), text).unwrap();
    let (code, told) = check(&folder);
    assert!(code == Some(2) && told.contains("\nand 9980 more\n") && told.len() < 50_000, "{code:?} {}", told.len());
    std::fs::remove_dir_all(&folder).unwrap();
}
