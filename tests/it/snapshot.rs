//! `rulebound snapshot` shows differences in groups, and accepts by group.

use std::path::Path;
use std::process::Command;

use crate::shared::{self, copy, tempdir};

fn snapshot(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rulebound"));
    let done = command.arg("snapshot").args(arguments).arg("--suite").arg(folder).output().unwrap();
    (done.status.code(), String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned())
}

#[test]
fn differences_that_are_alike_are_accepted_together() {
    let folder = tempdir("snapshot-groups");
    for part in ["spec", "conformance/combo/turns", "snapshots/combo/turns"] {
        copy(&shared::root().join(part), &folder.join(part));
    }
    let path = |name: &str| folder.join(format!("snapshots/combo/turns/{name}.snap"));
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    let edit = |name: &str, from: &str, to: &str| {
        assert!(read(name).contains(from), "{name} has {from}");
        std::fs::write(path(name), read(name).replacen(from, to, 1)).unwrap();
    };
    // As if the second player had drawn to the source before, and the first draw had been cited otherwise.
    let alike = ["second-draw-seven", "second-draw-just-enough"];
    let before = alike.map(read);
    alike.iter().for_each(|name| edit(name, "  players[1].pool: [] ->", "  players[1].pool: [Punch] ->"));
    edit("second-draw-only-once", "by combo.turns.", "by combo.");
    let (code, shown) = snapshot(&folder, &[]);
    assert_eq!(code, Some(1), "{shown}");
    assert!(shown.contains("Group 1, other values: players[].pool in 2 scenarios"), "{shown}");
    assert!(shown.contains("Group 2, other events by combo.") && shown.contains("in 1 scenario\n"), "{shown}");
    assert!(shown.contains("and likewise: combo/turns/second-draw-") && shown.contains("3 differences not"), "{shown}");
    let (code, each) = snapshot(&folder, &["--each"]);
    assert!(code == Some(1) && !each.contains("Group") && each.matches("changed\n").count() == 3, "{each}");
    let (code, wrong) = snapshot(&folder, &["--accept-group", "3"]);
    assert!(code == Some(2) && wrong.contains("there is no group 3; there are 2"), "{wrong}");
    let (code, one) = snapshot(&folder, &["--accept-group", "1"]);
    assert!(code == Some(1) && one.ends_with("2 accepted, 1 not accepted\n"), "{one}");
    assert_eq!(alike.map(read), before);
    assert_eq!(snapshot(&folder, &["--accept"]).0, Some(0));
    assert_eq!(snapshot(&folder, &[]).0, Some(0));
    std::fs::remove_dir_all(folder).unwrap();
}
