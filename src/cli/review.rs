//! `rulebound review`: what a change to the rules does.

mod figures;
mod html;
mod markdown;
mod text;
mod words;

use std::path::{Path, PathBuf};

use rulebound_core::clause::{parameters, wording};
use rulebound_core::fault::{Fault, Faults, did_you_mean};
use rulebound_core::harness::Suite;
use rulebound_core::harness::review::{Accepted, Played, Review, Side, games, play, review};
use rulebound_core::source::{self, Files};
use serde_json::{Value as Json, json};

use super::{Context, End, readings, revision, show, suite};

/// Show what a change to the rules does to every scenario
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The rules and scenarios of OLD run on today's code, beside the rules of this suite. A change to the
code does not show here; `rulebound snapshot` shows it. With --set, --reading or --without and no OLD,
the suite is compared with itself under that change, and no file is touched.

Examples:
  rulebound review                                         this checkout against its last commit
  rulebound review v0.1.0
  rulebound review --set combo.hearts.number.hearts=4
  rulebound review --reading internal=with-spirit --format markdown
  rulebound review --without motion.chaining.once-in --only motion/chaining
  rulebound review --playouts 500 --format html >review.html
  rulebound review v0.1.0 --accept reviewed.json           remember what was reviewed
  rulebound review v0.1.0 --accepted reviewed.json         then show only the rest

Exit codes: 0 nothing changes or all is accepted, 1 something changes, 2 the two could not be compared"
)]
pub struct ReviewArgs {
    /// A git revision or the folder of a suite; the default is the last commit
    old: Option<String>,
    /// Give a number or table of a clause another value; can be given several times
    #[arg(long, value_name = "CLAUSE.PATH=VALUE")]
    set: Vec<String>,
    /// Make another reading the default; can be given several times
    #[arg(long = "reading", value_name = "RULING=NAME")]
    readings: Vec<String>,
    /// Switch a clause off; can be given several times
    #[arg(long, value_name = "CLAUSE")]
    without: Vec<String>,
    /// Only the scenarios whose id contains this
    #[arg(long, value_name = "FILTER", default_value = "")]
    only: String,
    /// Also play this many matches under both rules, once with random and once with greedy players
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    playouts: Option<u32>,
    /// The seed of the first match; each later match uses the next seed
    #[arg(long, value_name = "SEED", default_value_t = 0, requires = "playouts")]
    seed: u64,
    /// Write what this review finds to a file, as accepted
    #[arg(long, value_name = "FILE")]
    accept: Option<PathBuf>,
    /// Do not show what was accepted in a file. An acceptance that no longer matches is shown as expired
    #[arg(long, value_name = "FILE", conflicts_with = "accept")]
    accepted: Option<PathBuf>,
    /// The output format
    #[arg(long, default_value = "text")]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For a pull request.
    Markdown,
    /// A self-contained page for a browser.
    Html,
    /// For tools.
    Json,
}

impl ReviewArgs {
    /// Compares and reports.
    pub fn run(&self, context: &Context) -> Result<(), End> {
        let mut new = suite::open(context, None)?;
        let tried = !(self.set.is_empty() && self.readings.is_empty() && self.without.is_empty());
        let old = match &self.old {
            Some(old) if old.is_empty() => {
                let fault = Fault::plain("OLD is empty");
                return Err(fault.help("name a commit, a tag or a folder, or leave it out for the last commit").into());
            }
            Some(old) if suite::is_checkout(Path::new(old)) => opened(context, Files::Folder(old.into()), old)?,
            None if tried => suite::open(context, None)?,
            revision => {
                let Files::Folder(root) = &new.files else {
                    let fault = Fault::plain("the embedded suite has no history");
                    return Err(fault.help("name the folder of a suite").into());
                };
                let revision = revision.as_deref().unwrap_or("HEAD");
                opened(context, revision::files(root, revision)?, revision)?
            }
        };
        for (option, given) in [("--set", &self.set), ("--without", &self.without)] {
            let name = |text: &String| text.split('=').next().unwrap_or_default().to_owned();
            let names: Vec<String> = given.iter().map(name).collect();
            if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
                let fault = Fault::plain(format!("{option} is given twice for {}", twice.1));
                return Err(fault.help("leave one of them out").into());
            }
        }
        for change in &self.set {
            set(&mut new, change)?;
        }
        for (id, reading) in readings(&new, &self.readings)? {
            let games = new.spec.games.values_mut();
            games.filter_map(|game| game.rulings.get_mut(&id)).for_each(|ruling| ruling.default.clone_from(&reading));
        }
        suite::switchable(&new, &self.without)?;
        new.spec.games.values_mut().for_each(|game| drop(wording::apply(game)));
        for game in new.opened() {
            // A value that does not fit is one fault, not one for each scenario.
            let book = game.book(new.game_spec(game.name())?, &[].into(), &[]);
            book.map_err(|halt| Fault::plain(format!("the changed rules cannot be used: {halt}")))?;
        }
        if new.ids(&self.only)?.is_empty() {
            let fault = Fault::plain(format!("no scenario has {} in its id", self.only));
            return Err(fault.help("name a game, a chapter or a part of an id, as in --only combo/hearts").into());
        }
        // A rule that is switched off may make others panic; that is reported as a scenario that cannot run.
        std::panic::set_hook(Box::new(|_| {}));
        let (old, new) = (Side::new(old, Vec::new()), Side::new(new, self.without.clone()));
        let done = review(&old, &new, &self.only);
        let played = done.as_ref().map_or(Ok(Vec::new()), |done| self.play(&old, &new, done));
        let _ = std::panic::take_hook();
        let (mut done, played) = (done?, played?);
        if let Some(file) = &self.accept {
            if file.exists() {
                let other = |fault: Fault| fault.help("--accept writes a new file, or one that it has written before");
                accepted(file).map_err(other)?;
            }
            let text = serde_json::to_string_pretty(&Accepted::of(&done)).map_err(std::io::Error::from)?;
            suite::write_whole(file, &format!("{text}\n"))?;
        }
        if let Some(file) = &self.accepted {
            accepted(file)?.apply(&mut done);
        }
        let nothing = (self.playouts.is_some() && played.is_empty()).then(|| words::not_played(&done));
        if let Some(why) = &nothing {
            show::warning(why);
        }
        match self.format {
            Format::Json => show::json(&as_json(&done, &played, nothing))?,
            Format::Markdown => markdown::write(&done, &played, &mut show::out())?,
            Format::Html => show::out().raw(&html::page(&done, &played, &new.suite.spec))?,
            Format::Text => text::write(&done, &played, &mut show::out())?,
        }
        if self.accept.is_none() && done.changes_something() { Err(End::DoesNotHold) } else { Ok(()) }
    }

    fn play(&self, old: &Side, new: &Side, done: &Review) -> Result<Vec<Played>, Fault> {
        let Some(matches) = self.playouts else { return Ok(Vec::new()) };
        // Two kinds of players under two sets of rules. Progress goes to standard error, whatever the format.
        let all = 4 * matches as usize * games(new, &done.changes).len();
        let progress = show::Progress::new(all, "matches", true);
        let step = || progress.step();
        play((old, new), &done.changes, (matches as usize, self.seed), &step).map_err(Fault::plain)
    }
}

/// Reads what was accepted.
fn accepted(file: &Path) -> Result<Accepted, Fault> {
    let name = file.display();
    let wrong = |why: String| Fault::plain(format!("{name}: {why}"));
    let source = source::read_file(file, &name.to_string())?;
    serde_json::from_str(&source.text).map_err(|error| {
        wrong(format!("this is not a file of accepted changes: {error}"))
            .help("`rulebound review --accept FILE` writes one")
    })
}

/// Opens the old suite; its faults say which side they are on.
fn opened(context: &Context, files: Files, name: &str) -> Result<Suite, Faults> {
    Suite::open_older(context.games, files).map_err(|mut faults| {
        faults.list.iter_mut().for_each(|fault| fault.message = format!("in {name}: {}", fault.message));
        faults
    })
}

/// Applies `--set CLAUSE.PATH=VALUE`.
fn set(suite: &mut Suite, text: &str) -> Result<(), Fault> {
    let help = "write --set combo.hearts.number.hearts=4";
    let Some((path, value)) = text.split_once('=') else {
        return Err(Fault::plain(format!("--set {text} has no =")).help(help));
    };
    let parts: Vec<&str> = path.split('.').collect();
    let id = parts.get(..3).map(|id| id.join(".")).unwrap_or_default();
    let all = suite.spec.games.values().flat_map(|game| game.clauses.values());
    let known: Vec<String> = all
        .flat_map(|clause| leaves(&clause.parameters).into_iter().map(|path| format!("{}.{path}", clause.id)))
        .collect();
    let clause = suite.spec.games.values_mut().find_map(|game| game.clauses.get_mut(&id));
    let value: Json = serde_json::from_str(value).unwrap_or_else(|_| Json::from(value));
    let rest: Vec<String> = parts.iter().skip(3).map(|part| (*part).to_owned()).collect();
    if clause.is_some_and(|clause| parameters::replace(&mut clause.parameters, &rest, value)) {
        return Ok(());
    }
    let names = known.iter().map(String::as_str);
    let help = did_you_mean(path, names, "`rulebound clause GAME --parameters` lists the numbers of the rules");
    Err(Fault::plain(format!("no clause sets {path}")).help(help))
}

/// The path of every value that is not a map.
fn leaves(map: &serde_json::Map<String, Json>) -> Vec<String> {
    let below = |(key, value): (&String, &Json)| match value {
        Json::Object(inner) => leaves(inner).into_iter().map(|path| format!("{key}.{path}")).collect(),
        _ => vec![key.clone()],
    };
    map.iter().flat_map(below).collect()
}

fn as_json(done: &Review, played: &[Played], not_played: Option<String>) -> Json {
    let mut value = json!(done);
    value["playouts"] = json!(played);
    value["different"] = json!(done.different());
    value["warnings"] = json!(words::warnings(done).into_iter().chain(not_played).collect::<Vec<_>>());
    value
}
