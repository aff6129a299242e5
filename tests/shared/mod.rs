//! What several tests need: the suite of this checkout, and the material beside it.
#![allow(dead_code, clippy::print_stderr)]

use std::path::PathBuf;

use rulebound::harness::Suite;
use rulebound::source::Files;

/// The root of this checkout.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The suite of this checkout.
pub fn suite() -> Suite {
    Suite::open(Files::Folder(root()), None).unwrap_or_else(|faults| {
        let lines: Vec<String> = faults.list.iter().map(|f| f.line()).collect();
        panic!("the spec does not load:\n{}", lines.join("\n"))
    })
}

/// A folder of the material beside the checkout, which is not committed. Where it is absent the
/// test says so and is done.
pub fn beside(folder: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("notice: ../shared/{folder} is not there, so nothing is checked against it");
    None
}
