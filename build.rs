//! Embeds the suite into the command: a table of every file of `spec`, `conformance` and
//! `snapshots`. A build script rather than a macro, since it notices new files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    for folder in ["spec", "conformance", "snapshots"] {
        println!("cargo:rerun-if-changed={folder}");
        walk(&root, Path::new(folder), &mut files);
    }
    files.sort();
    let mut table = String::from("pub const FILES: &[(&str, &str)] = &[\n");
    for file in files {
        let name = file.to_string_lossy().replace('\\', "/");
        let path = root.join(&file);
        let _ = writeln!(table, "    ({name:?}, include_str!({:?})),", path.to_string_lossy());
    }
    table.push_str("];\n");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it")).join("embedded.rs");
    std::fs::write(out, table).expect("the output folder can be written");
}

fn walk(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(root.join(folder)) else { return };
    for entry in entries.flatten() {
        let path = folder.join(entry.file_name());
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            println!("cargo:rerun-if-changed={}", path.display());
            walk(root, &path, files);
        } else if name.ends_with(".yaml") || name.ends_with(".lock") || name.ends_with(".snap") {
            files.push(path);
        }
    }
}
