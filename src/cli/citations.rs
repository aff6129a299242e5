//! Finds the lines of code that cite a clause or ask how a ruling is read, in the files that the command was built
//! with.
//!
//! `src/games/<game>/clauses.rs` binds each slug to a constant (`clauses!`). A line in any file of the game cites a
//! clause if it uses the constant as `clauses::chapter::NAME`, or as `NAME` in a file that imports its whole chapter
//! (`use crate::clauses::chapter::*`). Code asks about a ruling with `readings().field`, where the field is the
//! ruling's slug.

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
    /// The path of the file, relative to the root of the checkout.
    file: String,
    /// The line number, counted from 1.
    line: usize,
}

impl Citations {
    /// Finds the citations of a game's clauses and rulings whose id contains `asked`.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn of(context: &Context, spec: &GameSpec, asked: &str) -> Result<Self, Fault> {
        let rulings = spec.rulings.keys().map(String::as_str).filter(|id| id.contains(asked));
        find(&suite::built_in(context), &spec.rulebook.game, asked, rulings).map(Self)
    }

    /// The lines that cite a clause or ask how a ruling is read, as `file:line`.
    pub fn lines(&self, id: &str) -> Vec<String> {
        self.0.iter().filter(|one| one.id == id).map(|one| format!("{}:{}", one.file, one.line)).collect()
    }

    /// The same lines as JSON, for tools.
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
    let (bound, sources): (Vec<_>, Vec<_>) =
        sources.into_iter().partition(|source| *source.name == format!("{folder}/clauses.rs"));
    for clause in bound.iter().flat_map(|source| constants(&source.text)) {
        let id = format!("{game}.{}.{}", clause.chapter, clause.slug);
        if id.contains(asked) {
            sources.iter().for_each(|source| cited(&id, &clause, source, &mut found));
        }
    }
    for id in rulings {
        let field = id.rsplit('.').next().unwrap_or_default().replace('-', "_");
        for source in &sources {
            add(id, source, |line| asks(line, &field), &mut found);
        }
    }
    Ok(found)
}

/// The constant by which code names a clause.
struct Constant<'t> {
    chapter: &'t str,
    name: &'t str,
    slug: &'t str,
}

/// The constants that a file binds to slugs, found in the blocks of the chapters.
fn constants(text: &str) -> Vec<Constant<'_>> {
    let (mut chapter, mut found) = ("", Vec::new());
    for line in text.lines().skip_while(|line| !line.contains("clauses! {")).skip(1).map(str::trim) {
        if let Some(name) = line.strip_suffix(" {") {
            chapter = name;
        } else if let Some((name, slug)) = line.trim_end_matches(',').split_once(" = ") {
            found.push(Constant { chapter, name, slug: slug.trim_matches('"') });
        }
    }
    found
}

/// The lines of a file that cite a clause.
fn cited(id: &str, clause: &Constant<'_>, source: &Source, found: &mut Vec<Citation>) {
    let Constant { chapter, name, .. } = clause;
    let own = source.text.contains(&format!("clauses::{chapter}::*;"));
    let full = format!("clauses::{chapter}::{name}");
    add(id, source, |line| cites(line, &full) || (own && cites(line, name)), found);
}

fn add(id: &str, source: &Source, is_one: impl Fn(&str) -> bool, found: &mut Vec<Citation>) {
    let lines = source.text.lines().enumerate().filter(|(_, line)| is_one(line));
    found.extend(lines.map(|(index, _)| Citation {
        id: id.to_owned(),
        file: source.name.to_string(),
        line: index + 1,
    }));
}

/// Whether a line uses a name as a whole word.
fn cites(line: &str, name: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    !line.trim_start().starts_with("use ")
        && line.match_indices(name).any(|(at, _)| {
            !line[..at].ends_with(inside)
                && (name.contains(':') || !line[..at].ends_with(':'))
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
