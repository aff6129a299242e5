//! Embeds the suite into the command: a table of every file of `spec`, `conformance` and
//! `snapshots`, and one of the lines of code that cite each clause. A build script rather than a
//! macro, since it notices new files.

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
    table.push_str(&citations(&root));
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

/// A table of ids of clauses and rulings with the files and lines that cite them: in `rules/` of every game, wherever
/// the constant that `clauses!` binds to a slug is used.
fn citations(root: &Path) -> String {
    println!("cargo:rerun-if-changed=src/games");
    println!("cargo:rerun-if-changed=spec");
    let mut table = String::from("pub const CITES: &[(&str, &str, usize)] = &[\n");
    let mut games: Vec<_> =
        std::fs::read_dir(root.join("src/games")).into_iter().flatten().flatten().map(|e| e.path()).collect();
    games.sort();
    for game in games.iter().filter(|path| path.is_dir()) {
        let mut files = Vec::new();
        rules(&game.join("rules"), &mut files);
        files.sort();
        let texts: Vec<(PathBuf, String)> =
            files.iter().filter_map(|f| std::fs::read_to_string(f).ok().map(|text| (f.clone(), text))).collect();
        let mut all = Vec::new();
        rules(game, &mut all);
        all.sort();
        readings(root, game, &all, &mut table);
        for (file, text) in &texts {
            let chapter = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let game = game.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let bound =
                text.lines().skip_while(|l| !l.contains("clauses! {")).skip(1).take_while(|l| !l.starts_with('}'));
            for (name, slug) in bound.filter_map(|line| line.trim().trim_end_matches(',').split_once(" = ")) {
                let id = format!("{game}.{chapter}.{}", slug.trim_matches('"'));
                for (other, text) in &texts {
                    let own = other == file || other.starts_with(file.with_extension(""));
                    let used = if own { name.to_owned() } else { format!("{chapter}::{name}") };
                    for (number, _) in text.lines().enumerate().filter(|(_, l)| cites(l, &used)) {
                        let path = other.strip_prefix(root).unwrap_or(other).to_string_lossy().replace('\\', "/");
                        let _ = writeln!(table, "    ({id:?}, {path:?}, {}),", number + 1);
                    }
                }
            }
        }
    }
    table.push_str("];\n");
    table
}

/// The lines of code that ask how a ruling is read: `readings().field`, its slug being the field.
fn readings(root: &Path, game: &Path, files: &[PathBuf], table: &mut String) {
    let spec = root.join("spec").join(game.file_name().unwrap_or_default());
    let rulings = std::fs::read_to_string(spec.join("rulings.yaml")).unwrap_or_default();
    let texts: Vec<(&PathBuf, String)> =
        files.iter().filter_map(|file| Some((file, std::fs::read_to_string(file).ok()?))).collect();
    for id in rulings.lines().filter_map(|line| line.strip_prefix("- id: ")) {
        let field = id.rsplit('.').next().unwrap_or_default().replace('-', "_");
        for (file, text) in &texts {
            let name = file.strip_prefix(root).unwrap_or(file).to_string_lossy().replace('\\', "/");
            let asks = |line: &str| {
                line.match_indices("readings").any(|(at, word)| {
                    let rest = &line[at + word.len()..];
                    let field_on = rest.strip_prefix("()").unwrap_or(rest).strip_prefix('.');
                    let after = field_on.and_then(|rest| rest.strip_prefix(&field));
                    after.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
                })
            };
            for (number, _) in text.lines().enumerate().filter(|(_, line)| asks(line)) {
                let _ = writeln!(table, "    ({id:?}, {name:?}, {}),", number + 1);
            }
        }
    }
}

/// Whether a line of code uses a name as a whole word, other than to bind it to its slug.
fn cites(line: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    !line.trim_start().starts_with("use ")
        && !line.contains(&format!("{name} = \""))
        && line.match_indices(name).any(|(at, _)| {
            !line[..at].ends_with(word)
                && !line[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
}

/// Every file of rules: a file a chapter, and a folder beside it where a chapter has sections.
fn rules(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()) {
        if path.is_dir() {
            rules(&path, files);
        } else if path.extension().is_some_and(|e| e == "rs") {
            files.push(path);
        }
    }
}
