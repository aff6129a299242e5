//! Generates `built_in.rs`, which says where the command finds its files. A release build is meant to leave the
//! checkout, so it embeds a copy of every file that the command reads. Any other build reads the checkout it was
//! made in, so editing a scenario rebuilds nothing. `RULEBOUND_EMBED=1` makes any build embed the files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The folders that are embedded: the suite, and the code of the games, whose lines `rulebound clause` names.
const FOLDERS: [&str; 4] = ["spec", "conformance", "snapshots", "src/games"];

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it"));
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RULEBOUND_EMBED");
    let leaves = std::env::var("PROFILE").is_ok_and(|profile| profile == "release")
        || std::env::var("RULEBOUND_EMBED").is_ok_and(|value| value == "1");
    let built_in = if leaves { files(&root, &out) } else { format!("BuiltIn::Checkout({:?})", root.to_string_lossy()) };
    let text = format!("/// The files that this command was built with.\nconst BUILT_IN: BuiltIn = {built_in};\n");
    std::fs::write(out.join("built_in.rs"), text).expect("the output folder can be written");
}

/// Writes all files into a single text, since the compiler is slow with thousands. Returns the expression that includes
/// the text, with a table of where each file ends in it.
fn files(root: &Path, out: &Path) -> String {
    let mut files = Vec::new();
    for folder in FOLDERS {
        println!("cargo:rerun-if-changed={folder}");
        walk(root, Path::new(folder), &mut files);
    }
    files.sort();
    let (mut text, mut table) = (String::new(), String::new());
    for file in files {
        let name = file.to_string_lossy().replace('\\', "/");
        let of_file = std::fs::read_to_string(root.join(&file)).expect("a file of the suite is text");
        // Makes the copy the same in a checkout with Windows line endings.
        text.push_str(&of_file.replace("\r\n", "\n"));
        let _ = write!(table, "({name:?}, {}), ", text.len());
    }
    let path = out.join("built_in.txt");
    std::fs::write(&path, text).expect("the output folder can be written");
    format!("BuiltIn::Files {{ text: include_str!({:?}), ends: &[{table}] }}", path.to_string_lossy())
}

fn walk(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten() {
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            walk(root, &path, files);
        } else if path.extension().is_some_and(|e| ["yaml", "lock", "snap", "rs"].iter().any(|known| e == *known)) {
            files.push(path);
        }
    }
}
