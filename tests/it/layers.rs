//! Layers: the files of a game import one another in one direction only.

use std::collections::{BTreeMap, BTreeSet};

use rulebound::games::GAMES;

use crate::shared;

/// Folders whose files, together with the file of the same name, are one piece of code in several files.
const ONE_PIECE: [(&str, &str); 2] = [
    ("motion/minimum", "one integer program: its parts read the model, which they make"),
    ("motion/payable", "one search: its parts ask it whether the rest pays"),
];

/// The modules of a game by path, such as `rules::turns::play`, each with its text; `lib.rs` is the empty path.
type Modules = BTreeMap<String, String>;

fn modules(game: &str) -> Modules {
    let root = shared::root().join("src/games").join(game);
    let mut files = Vec::new();
    shared::rust_files(&root, &mut files);
    let path = |file: &std::path::Path| {
        let inside = file.strip_prefix(&root).unwrap().with_extension("");
        let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if parts == ["lib"] { String::new() } else { parts.join("::") }
    };
    files.iter().map(|file| (path(file), std::fs::read_to_string(file).unwrap())).collect()
}

/// The code of a file without comments and without test modules, which come at its end.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The paths in code that begin with `super`, `crate`, `self` or a module in it; each path of a list in braces is
/// separate.
fn paths(code: &str, inner: &[&str]) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for word in ["super", "crate", "self"].iter().chain(inner) {
        for (at, _) in code.match_indices(&format!("{word}::")) {
            if !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '$') {
                tree(&code[at..], &[], &mut found);
            }
        }
    }
    found
}

/// Reads a path or a list of paths; returns what comes after it.
fn tree<'c>(mut rest: &'c str, before: &[String], found: &mut BTreeSet<Vec<String>>) -> &'c str {
    let mut path = before.to_vec();
    loop {
        rest = rest.trim_start();
        if let Some(list) = rest.strip_prefix('{') {
            rest = list.trim_start();
            while !rest.starts_with('}') && !rest.is_empty() {
                rest = tree(rest, &path, found).trim_start();
                rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
            }
            return rest.strip_prefix('}').unwrap_or(rest);
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '*').unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        path.push(word.to_owned());
        match behind.strip_prefix("::") {
            Some(next) if !word.is_empty() => rest = next,
            _ => {
                found.insert(path);
                // Text that is not a list of paths is left as it is, but never stops the loop.
                let behind = behind.strip_prefix(|c: char| c != ',' && c != '}').unwrap_or(behind);
                return behind.find([',', '}']).map_or("", |at| &behind[at..]);
            }
        }
    }
}

/// The other module that a path in a module leads to: the longest prefix of the path that is a module.
fn target(modules: &Modules, of: &str, path: &[String]) -> Option<String> {
    let mut at: Vec<&str> = of.split("::").filter(|part| !part.is_empty()).collect();
    let mut rest = path.iter().map(String::as_str).peekable();
    while let Some(word) = rest.next_if(|word| ["crate", "super", "self"].contains(word)) {
        match word {
            "crate" => at.clear(),
            "super" => drop(at.pop()),
            _ => {}
        }
    }
    for word in rest {
        at.push(word);
        if !modules.contains_key(&at.join("::")) {
            at.pop();
            break;
        }
    }
    Some(at.join("::")).filter(|found| found != of)
}

/// If several files are one piece: the name of the piece that a module belongs to.
fn piece(game: &str, module: &str) -> String {
    let whole = |(folder, _): &(&str, &str)| {
        let inside = folder.strip_prefix(game)?.strip_prefix('/')?.replace('/', "::");
        (module == inside || module.starts_with(&format!("{inside}::"))).then_some(inside)
    };
    ONE_PIECE.iter().find_map(whole).unwrap_or_else(|| module.to_owned())
}

/// What each module imports.
type Imports = BTreeMap<String, BTreeSet<String>>;

fn imports(modules: &Modules, named: impl Fn(&str) -> String) -> Imports {
    let mut imports = Imports::new();
    for (module, text) in modules {
        let inner: Vec<&str> = modules
            .keys()
            .filter(|other| !other.is_empty())
            .map(|other| other.rsplit_once("::").unwrap_or(("", other)))
            .filter_map(|(outer, inner)| (outer == module).then_some(inner))
            .collect();
        let found = paths(&code(text), &inner).into_iter().filter_map(|path| target(modules, module, &path));
        let own = named(module);
        let found: BTreeSet<String> = found.map(|other| named(&other)).filter(|other| *other != own).collect();
        imports.entry(own).or_default().extend(found);
    }
    imports
}

/// A cycle; the first module is repeated at the end.
fn cycle(imports: &Imports) -> Option<Vec<String>> {
    fn visit(imports: &Imports, at: &str, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> Option<Vec<String>> {
        if let Some(from) = way.iter().position(|before| before == at) {
            return Some(way[from..].iter().cloned().chain([at.to_owned()]).collect());
        }
        if done.contains(at) {
            return None;
        }
        way.push(at.to_owned());
        let found = imports.get(at).into_iter().flatten().find_map(|next| visit(imports, next, way, done));
        way.pop();
        done.insert(at.to_owned());
        found
    }
    let mut done = BTreeSet::new();
    imports.keys().find_map(|module| visit(imports, module, &mut Vec::new(), &mut done))
}

fn shown(cycle: &[String]) -> String {
    let name = |module: &String| if module.is_empty() { "lib".to_owned() } else { module.clone() };
    cycle.iter().map(name).collect::<Vec<_>>().join(" -> ")
}

#[test]
fn files_of_a_game_import_in_one_direction() {
    for game in GAMES.iter() {
        let modules = modules(game.name());
        assert!(modules.len() > 5);
        let imports = imports(&modules, |module| piece(game.name(), module));
        if let Some(cycle) = cycle(&imports) {
            panic!("{}: these import one another: {}", game.name(), shown(&cycle));
        }
    }
}

#[test]
fn what_is_one_piece_could_not_be_several() {
    for (folder, why) in ONE_PIECE {
        let (game, inside) = folder.split_once('/').unwrap();
        let all = modules(game);
        let parts = all.into_iter().filter(|(module, _)| piece(game, module) == inside.replace('/', "::"));
        let imports = imports(&parts.collect(), str::to_owned);
        assert!(cycle(&imports).is_some(), "{folder} has no cycle, so it is no exception: {why}");
    }
}

#[test]
fn a_cycle_is_found() {
    let text = |text: &str| text.to_owned();
    let mut modules = Modules::from([
        (text(""), text("mod low;\nmod rules;\nuse self::rules::high;\n")),
        (text("low"), text("// use crate::rules::high;\n#[cfg(test)]\nmod tests {\n    use crate::rules::high;\n}\n")),
        (text("rules"), text("pub mod high;\npub mod section;\n")),
        (text("rules::high"), text("use super::{\n    section::{self, One},\n};\nfn f() { crate::low::g(); }\n")),
        (text("rules::section"), text("use crate::low;\n")),
    ]);
    assert_eq!(cycle(&imports(&modules, str::to_owned)), None);
    modules.insert(text("low"), text("fn g() { crate::rules::section::h(); }\n"));
    let found = cycle(&imports(&modules, str::to_owned)).unwrap();
    assert_eq!(shown(&found), "low -> rules::section -> low");
}
