//! The lines of code that cite a clause or ask how a ruling is read, found in the files that the command was
//! built with.
//!
//! Rules stand in `src/games/<game>/rules/`, a file a chapter and a folder beside it where a chapter has
//! sections. A file binds each slug to a constant (`clauses!`), so a line cites a clause where it uses the
//! constant; a ruling is asked about as `readings().field`, the field being its slug.

use rulebound_core::clause::GameSpec;
use rulebound_core::fault::Fault;
use rulebound_core::source::{Files, Source};
use serde_json::{Value as Json, json};

use super::{Context, suite};

/// The citations of a game.
pub struct Citations(Vec<Citation>);

struct Citation {
    /// The clause or ruling.
    id: String,
    /// The file, from the root of the checkout.
    file: String,
    /// Counted from 1.
    line: usize,
}

impl Citations {
    /// Finds those of the clauses and rulings of a game whose id contains `asked`.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn of(context: &Context, spec: &GameSpec, asked: &str) -> Result<Self, Fault> {
        let rulings = spec.rulings.keys().map(String::as_str).filter(|id| id.contains(asked));
        find(&suite::built_in(context), &spec.rulebook.game, asked, rulings).map(Self)
    }

    /// The lines that cite a clause or ask for a ruling, as `file:line`.
    pub fn lines(&self, id: &str) -> Vec<String> {
        self.0.iter().filter(|one| one.id == id).map(|one| format!("{}:{}", one.file, one.line)).collect()
    }

    /// The same for tools.
    pub fn json(&self, id: &str) -> Json {
        self.0.iter().filter(|one| one.id == id).map(|one| json!({"file": one.file, "line": one.line})).collect()
    }
}

fn find<'a>(
    files: &Files,
    game: &str,
    asked: &str,
    rulings: impl Iterator<Item = &'a str>,
) -> Result<Vec<Citation>, Fault> {
    let folder = format!("src/games/{game}");
    let paths = files.list(&folder, ".rs")?;
    let sources: Vec<Source> = paths.iter().map(|path| files.read(path)).collect::<Result<_, _>>()?;
    let mut found = Vec::new();
    let rules = format!("{folder}/rules/");
    for chapter in sources.iter().filter(|source| source.name.starts_with(&rules)) {
        clauses(game, asked, &rules, chapter, &sources, &mut found);
    }
    for id in rulings {
        let field = id.rsplit('.').next().unwrap_or_default().replace('-', "_");
        for source in &sources {
            add(id, source, |line| asks(line, &field), &mut found);
        }
    }
    Ok(found)
}

/// The lines that cite the clauses which the file of a chapter binds.
fn clauses(game: &str, asked: &str, rules: &str, chapter: &Source, sources: &[Source], found: &mut Vec<Citation>) {
    let stem = chapter.name.trim_end_matches(".rs");
    let name = stem.rsplit('/').next().unwrap_or_default();
    let bound = chapter.text.lines().skip_while(|line| !line.contains("clauses! {")).skip(1);
    let bound = bound.take_while(|line| !line.starts_with('}'));
    for (constant, slug) in bound.filter_map(|line| line.trim().trim_end_matches(',').split_once(" = ")) {
        let id = format!("{game}.{name}.{}", slug.trim_matches('"'));
        if !id.contains(asked) {
            continue;
        }
        for source in sources.iter().filter(|source| source.name.starts_with(rules)) {
            let own = source.name == chapter.name || source.name.starts_with(&format!("{stem}/"));
            let used = if own { constant.to_owned() } else { format!("{name}::{constant}") };
            add(&id, source, |line| cites(line, &used), found);
        }
    }
}

fn add(id: &str, source: &Source, is_one: impl Fn(&str) -> bool, found: &mut Vec<Citation>) {
    let lines = source.text.lines().enumerate().filter(|(_, line)| is_one(line));
    found.extend(lines.map(|(index, _)| Citation {
        id: id.to_owned(),
        file: source.name.to_string(),
        line: index + 1,
    }));
}

/// Whether a line uses a name as a whole word, other than to bind it to its slug.
fn cites(line: &str, name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    !line.trim_start().starts_with("use ")
        && !line.contains(&format!("{name} = \""))
        && line.match_indices(name).any(|(at, _)| {
            !line[..at].ends_with(inside)
                && !line[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
        })
}

/// Whether a line asks for the reading of this field.
fn asks(line: &str, field: &str) -> bool {
    line.match_indices("readings").any(|(at, word)| {
        let rest = &line[at + word.len()..];
        let field_on = rest.strip_prefix("()").unwrap_or(rest).strip_prefix('.');
        let after = field_on.and_then(|rest| rest.strip_prefix(field));
        after.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    })
}
