//! `rulebound review`: what a change to the rules does.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;

use rulebound_core::clause::{parameters, wording};
use rulebound_core::fault::{Fault, Faults, did_you_mean};
use rulebound_core::harness::Suite;
use rulebound_core::harness::playouts::{Share, Summary};
use rulebound_core::harness::review::{Change, Group, Kind, Played, Review, Side, What, play, review};
use rulebound_core::kernel::Policy;
use rulebound_core::snapshot::flow;
use rulebound_core::source::Files;
use serde_json::{Value as Json, json};

use super::out::Style;
use super::playout::percent;
use super::show::{BAD, DIM, DOUBTFUL, GOOD, HEAD, ID};
use super::words::many;
use super::{Context, End, readings, revision, show, suite};

/// Show what a change to the rules does to every scenario
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The rules and scenarios of OLD run on the code of today, beside the rules of this suite. A change of the
code is not seen here; `rulebound snapshot` shows it. With --set, --reading or --without and no OLD,
the suite is compared with itself under that change, and no file is touched.

Examples:
  rulebound review                                         this checkout against its last commit
  rulebound review v0.1.0
  rulebound review --set combo.hearts.number.hearts=4
  rulebound review --reading internal=with-spirit --format markdown
  rulebound review --without motion.chaining.once-in --only motion/chaining

Exit codes: 0 nothing changes, 1 something changes, 2 the two could not be compared"
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
        let (done, played) = (done?, played?);
        if self.playouts.is_some() && played.is_empty() {
            show::warning("nothing was played: no rule of a game with matches that end has changed");
        }
        match self.format {
            Format::Json => show::json(&as_json(&done, &played))?,
            Format::Markdown => markdown(&done, &played, &mut show::out())?,
            Format::Text => text(&done, &played, &mut show::out())?,
        }
        if done.changes_something() { Err(End::DoesNotHold) } else { Ok(()) }
    }

    fn play(&self, old: &Side, new: &Side, done: &Review) -> Result<Vec<Played>, Fault> {
        let Some(matches) = self.playouts else { return Ok(Vec::new()) };
        // Two kinds of players under two sets of rules.
        let progress = show::Progress::new(4 * matches as usize, "matches", self.format == Format::Text);
        let step = || progress.step();
        play((old, new), &done.changes, (matches as usize, self.seed), &step).map_err(Fault::plain)
    }
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

/// The headline: every count in it comes from the same comparison.
fn headline(done: &Review) -> String {
    let mut text = format!(
        "{} to the rules. Of {}, {} differ and {} stay the same. Could not run: {}.",
        many(done.changes.len() as u64, "change"),
        many(done.scenarios as u64, "scenario"),
        done.different(),
        done.same,
        done.stopped + done.neither
    );
    if !done.broken.is_empty() {
        text.push_str(&format!(" Scenarios whose expectations no longer hold: {}.", done.broken.len()));
    }
    for (ids, what) in [(&done.added, "new"), (&done.gone, "gone"), (&done.edited, "edited (run in their old form)")] {
        if !ids.is_empty() {
            text.push_str(&format!(" Scenarios that are {what}: {}.", ids.len()));
        }
    }
    text
}

/// A change in words.
fn change(what: &What) -> String {
    let value = |value: &Json| if value.is_null() { "nothing".to_owned() } else { flow(value) };
    match what {
        What::Added => "is new".to_owned(),
        What::Gone => "is gone".to_owned(),
        What::Retired => "is retired".to_owned(),
        What::Reworded { old, new } => format!("other words: {old} -> {new}"),
        What::Value { path, old, new } => format!("{path}: {} -> {}", value(old), value(new)),
        What::Default { old, new } => format!("default reading: {old} -> {new}"),
        What::Parts { parts } => format!("differs in: {}", parts.join(", ")),
        What::Off { means: Some(means) } => format!("switched off: {means}"),
        What::Off { means: None } => "switched off".to_owned(),
    }
}

/// The heading of a group.
fn heading(group: &Group) -> String {
    let by = |clause: &Option<String>| clause.clone().unwrap_or("no clause".to_owned());
    let fields = group.fields.iter().cloned().collect::<Vec<_>>().join(", ");
    let begins = if group.from_setup { ", from the setup on" } else { "" };
    match &group.kind {
        Kind::Winner => format!("another winner{begins}"),
        Kind::Rejected { clause } => format!("accepted before, now rejected by {}", by(clause)),
        Kind::Accepted { clause } => format!("rejected before by {}, now accepted", by(clause)),
        Kind::State => format!("other states{begins}: {fields}"),
        Kind::Seen => format!("something else in {fields}"),
        Kind::Tree => format!("read differently: {fields}"),
        Kind::Plan => format!("another answer: {fields}"),
        Kind::OtherClause { old, new } => format!("rejected by {} before, now by {}", by(old), by(new)),
        Kind::Stopped => "could not run under the new rules".to_owned(),
        Kind::Started => "could not run under the old rules".to_owned(),
    }
}

fn colour(kind: &Kind) -> Style {
    match kind {
        Kind::Winner | Kind::Rejected { .. } | Kind::Accepted { .. } => BAD,
        Kind::Stopped | Kind::Started => DOUBTFUL,
        _ => GOOD,
    }
}

/// Where the difference of a group's example begins, and what differs there first.
fn witness(group: &Group) -> (String, String) {
    let one = &group.example;
    let place = match one.step {
        None => one.scenario.clone(),
        Some(0) => format!("{}, setup", one.scenario),
        Some(step) => format!("{}, step {step}", one.scenario),
    };
    let winners = one.winners.as_ref().map(|winners| format!("; in the end the winner: {winners}"));
    (place, format!("{}{}", one.first, winners.unwrap_or_default()))
}

/// What no scenario notices, with the scenario that is missing.
fn warnings(done: &Review) -> Vec<String> {
    let of = |change: &Change| {
        let write = change.missing_scenario().map(|path| format!(": write one that does, as {path}"));
        let none = format!("none of the {} that were run", many(done.scenarios as u64, "scenario"));
        format!("{none} notices the change to {}{}", change.id, write.unwrap_or_default())
    };
    let mut all: Vec<String> = done.unnoticed.iter().filter_map(|at| done.changes.get(*at)).map(of).collect();
    all.dedup();
    all
}

/// Which matches were played.
fn matches(played: &Played) -> String {
    let players = if played.players == Policy::Greedy { "greedy" } else { "random" };
    let count = played.old.matches;
    let matches = if count == 1 { "1 match".to_owned() } else { format!("{count} matches") };
    format!("{}, {matches} between {players} players", played.game)
}

/// The figures of matches under the old and the new rules; shares with their 95 % confidence intervals.
fn rows(played: &Played) -> Vec<(String, String, String)> {
    let (old, new) = (&played.old, &played.new);
    let length = |summary: &Summary| {
        let lengths = summary.lengths;
        if summary.endless.count == summary.matches {
            return "no match ended".to_owned();
        }
        format!("{} ({} to {})", lengths.median, lengths.quarter, lengths.three_quarters)
    };
    let mut rows = vec![("actions, median and middle half".to_owned(), length(old), length(new))];
    let mut row = |what: String, old: Share, new: Share| {
        rows.push((what, percent(old).trim().to_owned(), percent(new).trim().to_owned()))
    };
    row("won by who acted first".to_owned(), old.first, new.first);
    for (player, (old, new)) in old.won.iter().zip(&new.won).enumerate() {
        row(format!("won by player {player}"), *old, *new);
    }
    let none = |summary: &Summary| Share::new(0, summary.matches);
    let clauses: BTreeSet<&String> = old.by_clause.keys().chain(new.by_clause.keys()).collect();
    for clause in clauses {
        let of = |summary: &Summary| summary.by_clause.get(clause).copied().unwrap_or_else(|| none(summary));
        row(format!("ended by {clause}"), of(old), of(new));
    }
    row("won by nobody".to_owned(), old.drawn, new.drawn);
    row("not ended".to_owned(), old.endless, new.endless);
    rows.retain(|(what, old, new)| !(["won by nobody", "not ended"].contains(&what.as_str()) && old == new));
    rows
}

fn text(done: &Review, played: &[Played], out: &mut dyn Write) -> Result<(), End> {
    writeln!(out, "{HEAD}{}{HEAD:#}", headline(done))?;
    if !done.changes.is_empty() {
        writeln!(out, "\n{HEAD}What changed{HEAD:#}")?;
    }
    for one in &done.changes {
        writeln!(out, "  {ID}{}{ID:#} {}", one.id, change(&one.what))?;
    }
    if !done.groups.is_empty() {
        writeln!(out, "\n{HEAD}What that does{HEAD:#}")?;
    }
    for group in &done.groups {
        let (style, size) = (colour(&group.kind), many(group.scenarios.len() as u64, "scenario"));
        writeln!(out, "  {style}{}{style:#} {DIM}in {size}, such as{DIM:#}", heading(group))?;
        let (place, first) = witness(group);
        writeln!(out, "    {ID}{place}{ID:#}\n      {first}")?;
    }
    if let Some(group) = done.groups.first() {
        writeln!(
            out,
            "  {DIM}rulebound explain {} plays it under the rules of this suite{DIM:#}",
            group.example.scenario
        )?;
    }
    let warnings = warnings(done);
    if !warnings.is_empty() {
        writeln!(out, "\n{HEAD}What nobody notices{HEAD:#}")?;
    }
    for line in warnings {
        writeln!(out, "  {DOUBTFUL}warning{DOUBTFUL:#} {line}")?;
    }
    for one in played {
        writeln!(out, "\n{HEAD}What it does to play:{HEAD:#} {}", matches(one))?;
        for (what, old, new) in rows(one) {
            writeln!(out, "  {what:<40} {old:<24} -> {new}")?;
        }
    }
    Ok(())
}

/// Text in a Markdown table cell, as code.
fn cell(text: &str) -> String {
    // A backtick would end the code, and a bar the cell.
    format!("`{}`", show::harmless_line(text).replace('`', "'").replace('|', "\\|"))
}

fn markdown(done: &Review, played: &[Played], out: &mut dyn Write) -> Result<(), End> {
    writeln!(out, "## Review of the rules\n\n{}", headline(done))?;
    if !done.changes.is_empty() {
        writeln!(out, "\n### What changed\n\n| clause or ruling | change |\n| --- | --- |")?;
    }
    for one in &done.changes {
        writeln!(out, "| {} | {} |", cell(&one.id), cell(&change(&one.what)))?;
    }
    if !done.groups.is_empty() {
        writeln!(out, "\n### What that does\n\n| effect | scenarios | example | differs first |")?;
        writeln!(out, "| --- | ---: | --- | --- |")?;
    }
    for group in &done.groups {
        let (place, first) = witness(group);
        let (effect, size) = (cell(&heading(group)), group.scenarios.len());
        writeln!(out, "| {effect} | {size} | {} | {} |", cell(&place), cell(&first))?;
    }
    let warnings = warnings(done);
    if !warnings.is_empty() {
        writeln!(out, "\n### What nobody notices\n")?;
    }
    for line in warnings {
        writeln!(out, "- {line}")?;
    }
    for one in played {
        writeln!(out, "\n### What it does to play\n\n{}\n\n| | old | new |\n| --- | --- | --- |", matches(one))?;
        for (what, old, new) in rows(one) {
            writeln!(out, "| {what} | {old} | {new} |")?;
        }
    }
    Ok(())
}

fn as_json(done: &Review, played: &[Played]) -> Json {
    let mut value = json!(done);
    value["playouts"] = json!(played);
    value["different"] = json!(done.different());
    value["warnings"] = json!(warnings(done));
    value
}
