//! `rulebound audit`: compares the spec with a changed document.

use std::io::Write;
use std::path::{Path, PathBuf};

use rulebound_core::clause::audit::{Audit, Finding, Text, audit};
use rulebound_core::clause::{Document, GameSpec, lines, load_game};
use rulebound_core::fault::{Fault, Faults, did_you_mean};
use rulebound_core::source::{self, Source};
use serde_json::{Value as Json, json};

use super::show::{BAD, DIM, DOUBTFUL, HEAD, ID};
use super::{Context, End, Format, show, suite};

/// Compare the spec with a changed document: which clauses and rulings are touched, which lines are new
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound audit --documents ../documents               every game
  rulebound audit motion --documents new/motion.txt      one game, whatever its document is called now

White space does not count; everything else does. Exit code 1: something is touched, moved or new. Exit code 2: a
document could not be compared.")]
pub struct AuditArgs {
    /// Only these games
    #[arg(value_name = "GAME")]
    games: Vec<String>,
    /// The folder of the current documents, or the document itself if one game is named
    #[arg(long, value_name = "DIR")]
    documents: Option<PathBuf>,
    /// The output format
    #[arg(long, default_value = "text")]
    format: Format,
}

impl AuditArgs {
    /// Compares and reports.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let specs = self.specs(context)?;
        let Some(documents) = &self.documents else {
            return Err(nothing("there is no document to compare the spec with", &specs).into());
        };
        let (mut found, mut missing) = (Vec::new(), Vec::new());
        for spec in &specs {
            match self.document(documents, &spec.rulebook.document)? {
                Some(document) => found.push((spec, audit(spec, &document.text), document)),
                None => missing.push(spec),
            }
        }
        if found.is_empty() {
            return Err(nothing(&format!("none of the documents is in {}", documents.display()), &specs).into());
        }
        match self.format {
            Format::Json => show::json(&json!({
                "games": found.iter().map(|(spec, audit, document)| as_json(spec, audit, document)).collect::<Vec<_>>(),
                "missing": missing.iter().map(|spec| json!({
                    "game": spec.rulebook.game, "document": spec.rulebook.document.file
                })).collect::<Vec<_>>(),
            }))?,
            Format::Text => found.iter().try_for_each(|(spec, audit, document)| text(spec, audit, document))?,
        }
        if !missing.is_empty() {
            let absent = |spec: &&GameSpec| {
                let (game, file) = (&spec.rulebook.game, &spec.rulebook.document.file);
                let fault = format!("{game} is not compared: there is no {file} in {}", documents.display());
                let name = format!("name its file (`rulebound audit {game} --documents FILE`)");
                Fault::plain(fault).help(format!("put it there, {name}, or name the other games"))
            };
            let mut faults = Faults::default();
            faults.extend(missing.iter().map(absent));
            return Err(faults.into());
        }
        if found.iter().all(|(_, audit, _)| audit.agrees()) { Ok(()) } else { Err(End::DoesNotHold) }
    }

    /// The spec of every game of the suite that is asked for, whether or not any code implements it.
    fn specs(&self, context: &Context) -> Result<Vec<GameSpec>, Faults> {
        let files = suite::files(context)?;
        let rulebooks = files.list("spec", "/rulebook.yaml")?;
        let known: Vec<&str> = rulebooks.iter().filter_map(|path| path.split('/').nth(1)).collect();
        if let Some(asked) = self.games.iter().find(|asked| !known.contains(&asked.as_str())) {
            let help = did_you_mean(asked, known.iter().copied(), &format!("there are {}", known.join(", ")));
            return Err(Fault::plain(format!("there is no game {asked}")).help(help).into());
        }
        let wanted = known.iter().filter(|game| self.games.is_empty() || self.games.iter().any(|asked| asked == *game));
        wanted.map(|game| load_game(&files, game)).collect()
    }

    /// The current document of a game, if it is there.
    fn document(&self, documents: &Path, named: &Document) -> Result<Option<Source>, Fault> {
        let path = match documents.is_file() {
            true if self.games.len() == 1 => documents.to_path_buf(),
            true => {
                return Err(Fault::plain(format!("{} is a single document", documents.display()))
                    .help("say which game it belongs to: `rulebound audit GAME --documents FILE`"));
            }
            false => documents.join(&named.file),
        };
        if path.exists() { source::read_file(&path, &path.display().to_string()).map(Some) } else { Ok(None) }
    }
}

/// There is nothing to compare the spec with: says what the documents are.
fn nothing(message: &str, specs: &[GameSpec]) -> Fault {
    let named = specs.iter().map(|spec| format!("{} of {}", spec.rulebook.document.file, spec.rulebook.game));
    Fault::plain(message).help(format!(
        "a document is the text of a game's rules as its designers publish it. The spec was written from documents, \
         but they are not part of this suite. `document:` in spec/<game>/rulebook.yaml names each: {}. Put the \
         current ones into a folder and name it: `rulebound audit --documents DIR`",
        named.collect::<Vec<_>>().join(", ")
    ))
}

/// The findings of one kind, each with the lines of its text.
fn of<'a>(audit: &'a Audit<'_>, lines: fn(&Text) -> Option<&[usize]>) -> Vec<(&'a Finding<'a>, &'a [usize])> {
    audit.findings.iter().filter_map(|finding| Some((finding, lines(&finding.text)?))).collect()
}

fn touched(text: &Text) -> Option<&[usize]> {
    if let Text::Touched(place) = text { Some(place) } else { None }
}

fn moved(text: &Text) -> Option<&[usize]> {
    if let Text::Moved(place) = text { Some(place) } else { None }
}

fn untouched(text: &Text) -> Option<&[usize]> {
    if *text == Text::Untouched { Some(&[]) } else { None }
}

fn digest(document: &Source, place: &[usize]) -> String {
    lines::digest(&document.text, &lines::show(place)).unwrap_or_default()
}

fn is_same(spec: &GameSpec, document: &Source) -> bool {
    lines::hash(&document.text) == spec.rulebook.document.sha256
}

fn text(spec: &GameSpec, audit: &Audit<'_>, document: &Source) -> Result<(), End> {
    let mut out = show::out();
    let (game, all) = (&spec.rulebook.game, document.text.lines().collect::<Vec<_>>());
    let differs = match (is_same(spec, document), audit.agrees()) {
        (true, _) => "is the document that the spec was written from",
        (false, true) => "has changed, but only in white space",
        (false, false) => "has changed since the spec was written",
    };
    writeln!(out, "{HEAD}{game}{HEAD:#} {} {differs}", document.name)?;
    let shown = |out: &mut dyn Write, lines: &[usize]| {
        lines.iter().try_for_each(|line| {
            let text = line.checked_sub(1).and_then(|at| all.get(at)).copied().unwrap_or_default();
            writeln!(out, "      {DIM}{line:>4}{DIM:#} {}", show::harmless(text))
        })
    };
    let (touched, moved) = (of(audit, touched), of(audit, moved));
    if !touched.is_empty() {
        writeln!(out, "  {BAD}touched{BAD:#}: the text is gone. Read what is there now, correct the clause")?;
        writeln!(out, "  or ruling and its scenarios, then its lines and its digest")?;
    }
    for (finding, place) in &touched {
        let now = match place {
            [] => "nothing is in its place".to_owned(),
            lines => format!("in its place {}, digest {}", lines::show(lines), digest(document, lines)),
        };
        writeln!(out, "    {ID}{}{ID:#} {} -> {now}", finding.id, finding.cited)?;
        shown(&mut out, place)?;
    }
    if !moved.is_empty() {
        writeln!(out, "  {DOUBTFUL}moved{DOUBTFUL:#}: the text is unchanged. Correct the lines")?;
    }
    for (finding, place) in &moved {
        writeln!(out, "    {ID}{}{ID:#} {} -> {}", finding.id, finding.cited, lines::show(place))?;
    }
    if !audit.new.is_empty() {
        writeln!(out, "  {DOUBTFUL}new{DOUBTFUL:#}: no clause claims these lines. Write what they say into a clause")?;
        shown(&mut out, &audit.new)?;
    }
    let untouched = of(audit, untouched).len();
    let (touched, moved, new) = (touched.len(), moved.len(), audit.new.len());
    writeln!(out, "  touched {touched}, moved {moved}, untouched {untouched}, new lines {new}")?;
    if !is_same(spec, document) {
        let hash = lines::hash(&document.text);
        writeln!(out, "  Once the spec agrees, write `sha256: \"{hash}\"` into spec/{game}/rulebook.yaml")?;
    }
    Ok(())
}

fn as_json(spec: &GameSpec, audit: &Audit<'_>, document: &Source) -> Json {
    let one = |(finding, place): &(&Finding<'_>, &[usize])| {
        let kind = if finding.ruling { "ruling" } else { "clause" };
        let now = (!place.is_empty()).then(|| lines::show(place));
        let digest = now.as_ref().map(|_| digest(document, place));
        json!({"id": finding.id, "kind": kind, "lines": finding.cited, "now": now, "digest": digest})
    };
    let all: Vec<&str> = document.text.lines().collect();
    json!({
        "game": spec.rulebook.game,
        "document": {
            "file": document.name, "sha256": lines::hash(&document.text), "changed": !is_same(spec, document)
        },
        "touched": of(audit, touched).iter().map(one).collect::<Vec<_>>(),
        "moved": of(audit, moved).iter().map(one).collect::<Vec<_>>(),
        "untouched": of(audit, untouched).iter().map(|(finding, _)| finding.id).collect::<Vec<_>>(),
        "new": audit.new.iter().map(|line| json!({"line": line, "text": all.get(line - 1)})).collect::<Vec<_>>(),
    })
}
