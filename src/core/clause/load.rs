//! Reads `spec/`, with the place of every fault.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::{
    Check, Clause, ClauseKind, Document, GameSpec, Level, Off, Origin, Players, Reading, Retired, Rulebook, Ruling,
    Spec, Synonyms, lines, parameters, wording,
};
use crate::expression::Expression;
use crate::fault::{Fault, Faults, did_you_mean};
use crate::source::{self, Files, Source};
use crate::yaml::{self, Spanned};

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum OriginFile {
    Lines(String),
    Facts(String),
    Ruling(String),
}

impl From<OriginFile> for Origin {
    fn from(file: OriginFile) -> Self {
        match file {
            OriginFile::Lines(text) => Origin::Lines(text),
            OriginFile::Facts(text) => Origin::Facts(text),
            OriginFile::Ruling(text) => Origin::Ruling(text),
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum OffFile {
    None(String),
    Means(String),
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a check")]
enum CheckFile {
    Always(String),
    When { when: BTreeMap<String, String>, that: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClauseFile {
    id: Spanned<String>,
    source: Spanned<OriginFile>,
    digest: Option<Spanned<String>>,
    level: Level,
    kind: ClauseKind,
    text: String,
    #[serde(default)]
    parameters: Map<String, Json>,
    #[serde(default)]
    checks: Vec<Spanned<CheckFile>>,
    off: Option<OffFile>,
    #[serde(default)]
    rulings: Vec<Spanned<String>>,
    retired: Option<Retired>,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum RulingKind {
    Ruling,
    Erratum,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulingFile {
    id: Spanned<String>,
    kind: Option<RulingKind>,
    question: Option<String>,
    lines: Option<Spanned<String>>,
    facts: Option<String>,
    texts: Option<String>,
    digest: Option<String>,
    #[serde(default)]
    readings: IndexMap<String, Reading>,
    default: Option<Spanned<String>>,
    correction: Option<String>,
    why: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulebookFile {
    game: Spanned<String>,
    title: String,
    edition: Spanned<String>,
    document: Document,
    players: Spanned<Players>,
    chapters: Spanned<Vec<String>>,
    #[serde(default)]
    data: Vec<String>,
    #[serde(default)]
    always: Vec<Spanned<String>>,
    #[serde(default)]
    synonyms: Vec<Synonyms>,
}

/// Loads the spec of every game in `games`.
///
/// # Errors
/// Every fault in meaning, and the first fault in form of each file.
pub fn load(files: &Files, games: &[&str]) -> Result<Spec, Faults> {
    let mut spec = Spec::default();
    let mut faults = Faults::default();
    for game in games {
        match load_game(files, game) {
            Ok(loaded) => {
                spec.games.insert((*game).to_owned(), loaded);
            }
            Err(found) => faults.add(found),
        }
    }
    faults.or(spec)
}

/// Loads `spec/<game>/`.
///
/// # Errors
/// See [`load`].
pub fn load_game(files: &Files, game: &str) -> Result<GameSpec, Faults> {
    let folder = format!("spec/{game}");
    let mut faults = Faults::default();
    let (rulebook, always) = rulebook(files, game, &mut faults)?;
    let mut spec = GameSpec {
        rulebook,
        clauses: IndexMap::new(),
        rulings: IndexMap::new(),
        cards: IndexMap::new(),
        data: Map::new(),
    };
    let mut merged = Map::new();
    for chapter in spec.rulebook.chapters.clone() {
        let source = files.read(&format!("{folder}/{chapter}.yaml"))?;
        let clauses: Spanned<Vec<ClauseFile>> = yaml::read(&source)?;
        if clauses.value.is_empty() {
            let fault = Fault::at(&source, clauses.place, "there is no clause in this chapter");
            faults.push(fault.help(format!("write one, or remove {chapter} from rulebook.yaml")));
        }
        for clause in clauses.value {
            add_clause(&mut spec, clause, &source, &chapter, &mut merged, &mut faults);
        }
    }
    let rulings = format!("{folder}/rulings.yaml");
    if files.has(&rulings) {
        let source = files.read(&rulings)?;
        for ruling in yaml::read::<Vec<RulingFile>>(&source)? {
            add_ruling(&mut spec, ruling, &source, &mut faults);
        }
    }
    let cards = format!("{folder}/cards.yaml");
    if files.has(&cards) {
        let source = files.read(&cards)?;
        for card in yaml::read::<Vec<Spanned<Map<String, Json>>>>(&source)? {
            let place = card.place;
            let name = card.value.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
            if name.is_empty() {
                faults.push(Fault::at(&source, place, "this card has no name").help("add name: A Name"));
            } else if spec.cards.insert(name.clone(), Json::Object(card.value)).is_some() {
                faults.push(Fault::at(&source, place, format!("there are two cards named {name}")));
            }
        }
    }
    for name in spec.rulebook.data.clone() {
        let entries: Map<String, Json> = yaml::read(&files.read(&format!("{folder}/{name}.yaml"))?)?;
        spec.data.insert(name, Json::Object(entries));
    }
    for Spanned { value: name, place } in always.iter().filter(|name| !spec.cards.contains_key(&name.value)) {
        let known = spec.cards.keys().map(String::as_str);
        let help = did_you_mean(name, known, &format!("cards are in {folder}/cards.yaml"));
        let source = files.read(&format!("{folder}/rulebook.yaml"))?;
        faults.push(Fault::at(&source, *place, format!("there is no card {name}")).help(help));
    }
    faults.extend(wording::apply(&mut spec));
    references(&spec, &mut faults);
    faults.or(spec)
}

/// Reads the rulebook and compares it with the files beside it. Returns the cards under `always:` with their places,
/// because they can be looked up only after the cards have been read.
fn rulebook(files: &Files, game: &str, faults: &mut Faults) -> Result<(Rulebook, Vec<Spanned<String>>), Fault> {
    let folder = format!("spec/{game}");
    let source = files.read(&format!("{folder}/rulebook.yaml"))?;
    let file: RulebookFile = yaml::read(&source)?;
    let mut fault = |place, message: String, help: &str| faults.push(Fault::at(&source, place, message).help(help));
    if file.game.value != game {
        fault(file.game.place, format!("this is the folder of {game}"), "give the game the name of its folder");
    }
    let edition = &file.edition.value;
    let numbers = edition.split('.').filter(|part| part.parse::<u32>().is_ok()).count();
    if numbers != 3 || edition.split('.').count() != 3 {
        fault(file.edition.place, format!("{edition} is not an edition"), "write three numbers, as in 0.1.0");
    }
    let Players { least, most } = file.players.value;
    if least < 1 || most < least {
        let message = format!("{least} to {most} is not a range of player counts");
        fault(file.players.place, message, "write least: 1 or more, and most: no smaller than least");
    }
    let listed = |name: &str| file.chapters.value.iter().chain(&file.data).any(|listed| listed == name);
    for path in files.list(&folder, ".yaml")? {
        let name = path[folder.len() + 1..].trim_end_matches(".yaml");
        if !matches!(name, "rulebook" | "rulings" | "cards") && !listed(name) {
            let message = format!("{path} is not listed here, so it would not be read");
            fault(file.chapters.place, message, "add it to chapters: or data:, or remove the file");
        }
    }
    faults.extend(source::unread(files, &folder, &[".yaml", ".pest"])?);
    let rulebook = Rulebook {
        game: file.game.value,
        title: file.title,
        edition: file.edition.value,
        document: file.document,
        players: file.players.value,
        chapters: file.chapters.value,
        data: file.data,
        always: file.always.iter().map(|name| name.value.clone()).collect(),
        synonyms: file.synonyms,
    };
    Ok((rulebook, file.always))
}

fn add_clause(
    spec: &mut GameSpec,
    file: ClauseFile,
    source: &Source,
    chapter: &str,
    merged: &mut Map<String, Json>,
    faults: &mut Faults,
) {
    let place = file.id.place;
    let id = file.id.value;
    let mut fault = |place, message: String, help: &str| faults.push(Fault::at(source, place, message).help(help));
    let prefix = format!("{}.{chapter}.", spec.rulebook.game);
    if !id.strip_prefix(&prefix).is_some_and(is_slug) {
        fault(
            place,
            format!("{id} is not an id for this file"),
            &format!("ids here are {prefix} and a slug of lowercase letters, digits and dashes"),
        );
    }
    let origin_place = file.source.place;
    let origin = Origin::from(file.source.value);
    match &origin {
        Origin::Lines(cited) => {
            if let Err(lines::NoLines(error)) = lines::parse(cited) {
                fault(origin_place, error, "write lines: \"41\" or lines: \"5, 26-28\"");
            }
            if file.digest.is_none() {
                fault(
                    origin_place,
                    format!("{id} cites lines but has no digest"),
                    "the documents test prints the digest that belongs here",
                );
            }
        }
        _ if file.digest.is_some() => {
            fault(origin_place, format!("{id} has a digest but cites no lines"), "remove the digest")
        }
        _ => {}
    }
    if let Err(parameters::SetTwice(path)) = parameters::merge(merged, &file.parameters, false, "") {
        fault(
            place,
            format!("the parameter {path} is set twice"),
            "each number or table of the rules belongs to one clause",
        );
    }
    let checks = file
        .checks
        .into_iter()
        .map(|check| {
            let place = check.place;
            match check.value {
                CheckFile::Always(text) => Check { when: BTreeMap::new(), that: Expression::new(text, place) },
                CheckFile::When { when, that } => Check { when, that: Expression::new(that, place) },
            }
        })
        .collect();
    let clause = Clause {
        id: id.clone(),
        origin,
        digest: file.digest.map(|d| d.value),
        level: file.level,
        kind: file.kind,
        text: String::new(),
        template: file.text.trim().to_owned(),
        parameters: file.parameters,
        checks,
        off: file.off.map(|off| match off {
            OffFile::None(why) => Off::None(why),
            OffFile::Means(what) => Off::Means(what),
        }),
        rulings: file.rulings.into_iter().map(|r| r.value).collect(),
        retired: file.retired,
        file: source.clone(),
        place,
    };
    if spec.clauses.insert(id.clone(), clause).is_some() {
        fault(place, format!("there are two clauses {id}"), "an id names only one clause");
    }
}

fn add_ruling(spec: &mut GameSpec, file: RulingFile, source: &Source, faults: &mut Faults) {
    let place = file.id.place;
    let id = file.id.value;
    let mut fault = |place, message: String, help: &str| faults.push(Fault::at(source, place, message).help(help));
    let prefix = format!("{}.rulings.", spec.rulebook.game);
    if !id.strip_prefix(&prefix).is_some_and(is_slug) {
        fault(place, format!("{id} is not the id of a ruling"), &format!("ids here are {prefix} and a slug"));
    }
    let origin = match (file.lines, file.facts, file.texts) {
        (Some(cited), None, None) => {
            if let Err(lines::NoLines(error)) = lines::parse(&cited.value) {
                fault(cited.place, error, "write lines: \"41\" or lines: \"5, 26-28\"");
            }
            if file.digest.is_none() {
                let message = format!("{id} cites lines but has no digest");
                fault(cited.place, message, "the documents test prints the digest that belongs here");
            }
            Origin::Lines(cited.value)
        }
        (None, Some(facts), None) => Origin::Facts(facts),
        (None, None, Some(texts)) => Origin::Texts(texts),
        (lines, facts, texts) => {
            let several = lines.is_some() || facts.is_some() || texts.is_some();
            let what = if several { "says in several ways" } else { "does not say" };
            let help = "give one of lines:, facts: (a heading of the published facts) and texts: (what cards say)";
            fault(place, format!("{id} {what} where the question arises"), help);
            Origin::Facts(String::new())
        }
    };
    if file.digest.is_some() && !matches!(origin, Origin::Lines(_)) {
        fault(place, format!("{id} has a digest but cites no lines"), "remove the digest");
    }
    let erratum = file.kind == Some(RulingKind::Erratum);
    let default = file.default.map(|d| (d.place, d.value));
    if erratum {
        if file.correction.is_none() || !file.readings.is_empty() || default.is_some() {
            fault(place, format!("{id} is an erratum"), "an erratum has a correction and a reason, no readings");
        }
    } else {
        if file.readings.len() < 2 || file.question.is_none() || file.correction.is_some() {
            fault(
                place,
                format!("{id} needs a question and two readings"),
                "for a slip of the pen, write kind: erratum",
            );
        }
        match &default {
            None => fault(place, format!("{id} has no default reading"), "add default: and the name of a reading"),
            Some((place, name)) if !file.readings.contains_key(name) => {
                fault(*place, format!("{id} has no reading {name}"), "the default is one of the readings");
            }
            Some(_) => {}
        }
    }
    let ruling = Ruling {
        id: id.clone(),
        question: file.question.unwrap_or_default(),
        origin,
        digest: file.digest,
        readings: file.readings,
        default: default.map(|d| d.1).unwrap_or_default(),
        correction: file.correction,
        why: file.why,
        file: source.clone(),
        place,
    };
    if spec.rulings.insert(id.clone(), ruling).is_some() {
        fault(place, format!("there are two rulings {id}"), "an id names only one ruling");
    }
}

/// Checks the references between clauses and rulings.
fn references(spec: &GameSpec, faults: &mut Faults) {
    let rulings = || spec.rulings.keys().map(String::as_str);
    for clause in spec.clauses.values() {
        let mut ruling = |id: &str| {
            if !spec.rulings.contains_key(id) {
                faults.push(
                    Fault::at(
                        &clause.file,
                        clause.place,
                        format!("{} names the ruling {id}, which does not exist", clause.id),
                    )
                    .help(did_you_mean(id, rulings(), "rulings are in rulings.yaml")),
                );
            }
        };
        clause.rulings.iter().for_each(|id| ruling(id));
        if let Origin::Ruling(id) = &clause.origin {
            ruling(id);
        }
        for check in &clause.checks {
            if let Err(error) = spec.readings(&check.when) {
                faults.push(Fault::at(&clause.file, check.that.place, error.to_string()));
            }
        }
        for id in clause.retired.iter().flat_map(|r| &r.superseded_by) {
            if !spec.clauses.contains_key(id) {
                faults.push(Fault::at(
                    &clause.file,
                    clause.place,
                    format!("{} is superseded by {id}, which does not exist", clause.id),
                ));
            }
        }
    }
}

/// Whether a text can be the last part of an id.
pub fn is_slug(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    /// The faults of a spec that has these files, one line each.
    fn told(files: &[(&str, &'static str)]) -> Vec<String> {
        let files = files.iter().map(|(name, text)| (format!("spec/g/{name}.yaml"), *text)).collect();
        let faults = load_game(&Files::Embedded(Arc::new(files)), "g").unwrap_err();
        faults.list.iter().map(|f| format!("{}; {}", f.line(), f.help.as_deref().unwrap_or_default())).collect()
    }

    const RULEBOOK: (&str, &str) = (
        "rulebook",
        "{game: g, title: G, edition: 0.1.0, document: {file: d, sha256: '0'}, players: {least: 1, most: 1}, chapters: [c]}",
    );

    #[test]
    fn a_chapter_without_clauses_is_a_fault() {
        let empty = "there is no clause in this chapter; write one, or remove c from rulebook.yaml";
        assert_eq!(told(&[RULEBOOK, ("c", "[]\n")]), [format!("spec/g/c.yaml:1:1: {empty}")]);
        let blank = "spec/g/c.yaml:2:1: there is nothing in this file; write its content, or remove the file";
        assert_eq!(told(&[RULEBOOK, ("c", "# soon\n")]), [blank]);
    }

    const CHAPTER: (&str, &str) =
        ("c", "- {id: g.c.a, source: {facts: here}, level: must, kind: informative, text: A.}\n");

    #[test]
    fn a_rulebook_is_held_to_its_folder() {
        let wrong = "{game: h, title: G, edition: 0.1, document: {file: d, sha256: '0'}, players: {least: 3, most: 2}, chapters: [c]}";
        assert_eq!(
            told(&[("rulebook", wrong), CHAPTER]),
            [
                "spec/g/rulebook.yaml:1:8: this is the folder of g; give the game the name of its folder",
                "spec/g/rulebook.yaml:1:30: 0.1 is not an edition; write three numbers, as in 0.1.0",
                "spec/g/rulebook.yaml:1:78: 3 to 2 is not a range of player counts; write least: 1 or more, and most: no smaller than least",
                "spec/g/c.yaml:1:8: g.c.a is not an id for this file; ids here are h.c. and a slug of lowercase letters, digits and dashes",
            ]
        );
        assert_eq!(
            told(&[RULEBOOK, CHAPTER, ("extra", CHAPTER.1)]),
            [
                "spec/g/rulebook.yaml:1:111: spec/g/extra.yaml is not listed here, so it would not be read; add it to chapters: or data:, or remove the file"
            ]
        );
    }

    #[test]
    fn a_ruling_that_cites_lines_has_a_digest() {
        let ruling = |more: &str| -> &'static str {
            let readings = "readings: {a: {text: A}, b: {text: B}}, default: a, why: W";
            format!("- {{id: g.rulings.r, question: Q, {more}, {readings}}}\n").leak()
        };
        assert_eq!(
            told(&[RULEBOOK, CHAPTER, ("rulings", ruling("lines: '5'"))]),
            [
                "spec/g/rulings.yaml:1:41: g.rulings.r cites lines but has no digest; the documents test prints the digest that belongs here"
            ]
        );
        assert_eq!(
            told(&[RULEBOOK, CHAPTER, ("rulings", ruling("facts: here, digest: abc"))]),
            ["spec/g/rulings.yaml:1:8: g.rulings.r has a digest but cites no lines; remove the digest"]
        );
        let help = "give one of lines:, facts: (a heading of the published facts) and texts: (what cards say)";
        assert_eq!(
            told(&[RULEBOOK, CHAPTER, ("rulings", ruling("facts: here, texts: there"))]),
            [format!("spec/g/rulings.yaml:1:8: g.rulings.r says in several ways where the question arises; {help}")]
        );
    }
}
