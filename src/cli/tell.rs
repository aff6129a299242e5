//! Reports the judgement on an engine: failures first, then a table of the chapters.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use rulebound_core::harness::{Field, Finding, Judged, Suite, Verdict, blame, check, fields, shortlist};
use rulebound_core::protocol::Break;

use super::End;
use super::show::{self, BAD, DIM, DOUBTFUL, GOOD, HEAD, ID, Style};

/// Whether a judgement makes the check fail.
pub type Fails<'a> = &'a dyn Fn(&Judged) -> bool;

/// The chapter shown for scenarios in files outside the suite.
const ELSEWHERE: &str = "elsewhere";
/// The most clauses to report as places to look.
const MOST_BLAMED: usize = 8;
/// The most deviating fields to report.
const MOST_FIELDS: usize = 12;
/// The most findings to report for a scenario.
const MOST_FINDINGS: usize = 8;
/// The most readings to report as accepting failures.
const MOST_READINGS: usize = 8;
/// The most reasons to report for skipped scenarios.
const MOST_REASONS: usize = 8;
/// The most ways to report in which rejections and refusals deviate.
const MOST_PLACES: usize = 8;
/// The number of plays from which on a field that deviates in all of them says something about the form of states.
const FEW_PLAYS: usize = 3;
/// Why scenarios are skipped that no engine without the feature `readings` runs.
const UNREAD: &str = "written for a reading that the engine does not follow";

/// What is made of verdicts.
pub struct Views<'a> {
    /// Whether a judgement makes the check fail.
    pub fails: Fails<'a>,
    /// Whether a judgement would make the check fail if that were not expected.
    pub expected: Fails<'a>,
    /// What is wrong with the file of expected failures.
    pub amiss: &'a [String],
    /// Whether it is the reference engine that was checked.
    pub reference: bool,
}

/// Reports the failures, then a table of the chapters.
pub fn text(suite: &Suite, engine: &str, judged: &[Judged], views: &Views<'_>) -> Result<(), End> {
    let mut out = show::out();
    let Views { fails, expected, amiss, reference } = *views;
    let mut known: BTreeSet<String> = BTreeSet::new();
    let failing = judged.iter().filter(|one| fails(one));
    let doubtful = judged.iter().filter(|one| {
        let told = matches!(one.verdict, Verdict::Pass | Verdict::Skipped | Verdict::WrongClause);
        !told && !fails(one) && !expected(one)
    });
    for one in failing.chain(doubtful) {
        let fields: Option<Vec<String>> = one.findings.iter().map(Finding::field).collect();
        match fields {
            // All fields that deviate have been reported already.
            Some(fields) if !fields.is_empty() && fields.iter().all(|field| known.contains(field)) => {
                let fields: BTreeSet<&String> = fields.iter().collect();
                let fields = fields.into_iter().map(|field| show::harmless_line(field)).collect::<Vec<_>>().join(", ");
                let style = style(one.verdict);
                writeln!(out, "{style}{}{style:#} {HEAD}{}{HEAD:#} {fields}", one.verdict.word(), one.id)?;
            }
            fields => {
                known.extend(fields.unwrap_or_default());
                failure(&mut out, suite, one)?;
            }
        }
    }
    if !known.is_empty() {
        writeln!(out)?;
    }
    let as_expected: Vec<&Judged> = judged.iter().filter(|one| expected(one)).collect();
    for one in &as_expected {
        let style = style(one.verdict);
        writeln!(out, "{style}{}{style:#} as expected {HEAD}{}{HEAD:#}", one.verdict.word(), one.id)?;
    }
    if !as_expected.is_empty() {
        writeln!(out)?;
    }
    writeln!(
        out,
        "{HEAD}{}{HEAD:#}, {} from {}",
        show::harmless(engine),
        scenarios(judged.len()),
        suite.files.describe()
    )?;
    let verdicts: Vec<Verdict> = check::counts(judged).into_keys().collect();
    for game in suite.opened() {
        let spec = suite.game_spec(game.name())?;
        let of_game: Vec<&Judged> =
            judged.iter().filter(|one| one.id.starts_with(&format!("{}/", game.name()))).collect();
        if of_game.is_empty() {
            continue;
        }
        writeln!(out, "\n{HEAD}{}{HEAD:#} {}", spec.rulebook.title, spec.rulebook.edition)?;
        write!(out, "  {:<12}", "chapter")?;
        for verdict in &verdicts {
            write!(out, "{:>14}", verdict.word())?;
        }
        writeln!(out)?;
        let chapter_of = |one: &Judged| {
            let named = one.id.split('/').nth(1).filter(|_| one.id.matches('/').count() > 1);
            named.unwrap_or(ELSEWHERE).to_owned()
        };
        for chapter in spec.rulebook.chapters.iter().map(String::as_str).chain([ELSEWHERE]) {
            let mine: Vec<&&Judged> = of_game.iter().filter(|one| chapter_of(one) == chapter).collect();
            if mine.is_empty() {
                continue;
            }
            write!(out, "  {chapter:<12}")?;
            for verdict in &verdicts {
                match mine.iter().filter(|one| one.verdict == *verdict).count() {
                    0 => write!(out, "{:>14}", "")?,
                    n => {
                        let style = style(*verdict);
                        write!(out, "{style}{n:>14}{style:#}")?;
                    }
                }
            }
            writeln!(out)?;
        }
    }
    reasons(&mut out, judged)?;
    places(&mut out, judged, fails)?;
    deviating(&mut out, judged)?;
    let bad: Vec<&Judged> = judged.iter().filter(|one| fails(one)).collect();
    // If one reading explains most failures, it is the first thing to look at.
    let read = by_reading(judged).first().is_some_and(|(_, count)| count * 2 >= bad.len());
    if read {
        otherwise(&mut out, suite, judged)?;
    }
    match (bad.first(), shape(judged, fails)) {
        (_, Some(field)) => {
            let path = show::harmless_line(&field.path);
            writeln!(out, "\nIn every state that was compared, {HEAD}{path}{HEAD:#} deviates before the first step.")?;
            writeln!(
                out,
                "Mend the names and the form of the states first; which rules are at fault shows after that."
            )?;
        }
        (Some(first), None) if reference && bad.iter().all(|one| one.no_snapshot) => {
            let file = show::harmless_line(&show::shell_word(&first.file));
            writeln!(out, "\n`rulebound explain {file}` shows step by step what the rules say")?;
        }
        _ => blamed(&mut out, suite, judged, fails)?,
    }
    if !read {
        otherwise(&mut out, suite, judged)?;
    }
    let without = judged.iter().filter(|one| one.no_snapshot).count();
    if without > 0 {
        let one = judged.iter().find(|one| one.no_snapshot).map_or("", |one| one.file.as_str());
        let one = show::harmless_line(&show::shell_word(one));
        let (have, are) = if without == 1 { ("has", "is") } else { ("have", "are") };
        writeln!(
            out,
            "\n{} {have} no snapshot and {are} judged by the file alone; `rulebound snapshot {one} --accept` creates one",
            scenarios(without)
        )?;
    }
    if !as_expected.is_empty() {
        writeln!(out, "\n{} failed as expected.", scenarios(as_expected.len()))?;
    }
    let elsewhere = judged.iter().filter(|one| one.verdict == Verdict::WrongClause && !fails(one)).count();
    if elsewhere > 0 {
        let what = "rejected by another clause or refused at another place";
        writeln!(out, "\n{DOUBTFUL}{} {what}{DOUBTFUL:#}; with --strict-clauses, that fails.", scenarios(elsewhere))?;
    }
    let unchecked = |one: &Judged| matches!(one.verdict, Verdict::Skipped | Verdict::Unverified);
    match bad.len() {
        0 if nothing(judged, reference) => {
            let unverified = judged.iter().any(|one| one.verdict == Verdict::Unverified);
            let or = if unverified { " or is unverified" } else { "" };
            writeln!(out, "\n{BAD}Nothing was checked: every scenario was skipped{or}.{BAD:#}")?;
            tell_next(&mut out, judged)?;
        }
        0 if !amiss.is_empty() => {
            writeln!(out, "\n{BAD}It does not hold: the file of expected failures is out of date.{BAD:#}")?;
        }
        0 if judged.iter().any(unchecked) => {
            writeln!(out, "\n{GOOD}It holds as far as it was checked:{GOOD:#}")?;
            tell_verified(&mut out, suite, judged)?;
        }
        0 => writeln!(out, "\n{GOOD}It holds.{GOOD:#}")?,
        n => writeln!(out, "\n{BAD}It does not hold: {n} of {} failed.{BAD:#}", judged.len())?,
    }
    for line in amiss {
        writeln!(out, "{BAD}{line}{BAD:#}")?;
    }
    Ok(())
}

/// Reports the rejections by another clause and the refusals at another place, if these do not fail.
fn places(out: &mut dyn Write, judged: &[Judged], fails: Fails<'_>) -> Result<(), End> {
    let mut found: BTreeMap<(&str, &str), (usize, &str)> = BTreeMap::new();
    for one in judged.iter().filter(|one| one.verdict == Verdict::WrongClause && !fails(one)) {
        for finding in &one.findings {
            found.entry((&finding.expected, &finding.found)).or_insert((0, &one.id)).0 += 1;
        }
    }
    if found.is_empty() {
        return Ok(());
    }
    let mut list: Vec<_> = found.into_iter().collect();
    list.sort_by_key(|(_, (count, _))| Reverse(*count));
    writeln!(out, "\nrejected by another clause, or refused at another place")?;
    for ((expected, found), (count, example)) in list.iter().take(MOST_PLACES) {
        let (expected, found) = (show::harmless_part(expected), show::harmless_part(found));
        writeln!(
            out,
            "  {DOUBTFUL}{count:>4}{DOUBTFUL:#}  expected {expected}, found {found} {DIM}in {example}{DIM:#}"
        )?;
    }
    let rest: usize = list.iter().skip(MOST_PLACES).map(|(_, (count, _))| count).sum();
    if rest > 0 {
        writeln!(out, "  {rest:>4}  more; --format json lists them all")?;
    }
    Ok(())
}

/// A field that deviates before the first step in every play that was not skipped, if there are a few: then the names
/// or the form of the states deviate, rather than a rule.
fn shape(judged: &[Judged], fails: Fails<'_>) -> Option<Field> {
    let plays = judged.iter().filter(|one| one.text.is_none() && one.verdict != Verdict::Skipped);
    let (count, all_fail) = plays.fold((0, true), |(count, all), one| (count + 1, all && fails(one)));
    let everywhere = |field: &Field| count >= FEW_PLAYS && field.at_first == count;
    let all: Vec<Field> = fields(judged).into_iter().filter(everywhere).filter(|_| all_fail).collect();
    // Of a field that is renamed, the name that the rules know.
    let known = all.iter().find(|field| !field.expected.contains("null or unknown")).cloned();
    known.or_else(|| all.into_iter().next())
}

/// Whether nothing was checked. A scenario that does not fit a reading says nothing about an engine, but shows for
/// the reference that the reading matters.
pub fn nothing(judged: &[Judged], reference: bool) -> bool {
    judged.iter().all(|one| match one.verdict {
        Verdict::Skipped => true,
        Verdict::Unverified => !reference,
        _ => false,
    })
}

/// How much of a game was verified.
pub struct Verified {
    pub game: &'static str,
    pub scenarios: [usize; 2],
    pub clauses: [usize; 2],
}

/// How much of each game was verified: of the scenarios and clauses, those that passed, and all.
pub fn verified(suite: &Suite, judged: &[Judged]) -> Result<Vec<Verified>, End> {
    let mut found = Vec::new();
    for game in suite.opened() {
        let spec = suite.game_spec(game.name())?;
        let prefix = format!("{}/", game.name());
        let of_game: Vec<&Judged> = judged.iter().filter(|one| one.id.starts_with(&prefix)).collect();
        if of_game.is_empty() {
            continue;
        }
        let passed: Vec<&&Judged> = of_game.iter().filter(|one| one.verdict == Verdict::Pass).collect();
        let named = passed.iter().flat_map(|one| one.clauses.clone()).collect::<BTreeSet<_>>().len();
        let all = spec.clauses.values().filter(|clause| clause.binds()).count();
        found.push(Verified { game: game.name(), scenarios: [passed.len(), of_game.len()], clauses: [named, all] });
    }
    Ok(found)
}

/// What to implement next: the set of features that is all the largest number of scenarios lack, and that number.
pub fn next(judged: &[Judged]) -> Option<(Vec<String>, usize)> {
    let mut counts: BTreeMap<&[String], usize> = BTreeMap::new();
    for one in judged.iter().filter(|one| !one.lacks.is_empty()) {
        *counts.entry(&one.lacks).or_default() += 1;
    }
    // On a tie, take the first by name.
    let most = counts.into_iter().min_by_key(|(_, count)| Reverse(*count));
    most.map(|(features, count)| (features.to_vec(), count))
}

/// Reports how much of each game was verified, and what to implement next.
fn tell_verified(out: &mut dyn Write, suite: &Suite, judged: &[Judged]) -> Result<(), End> {
    for Verified { game, scenarios: [done, of], clauses: [named, all] } in verified(suite, judged)? {
        writeln!(out, "  {game}: {done} of {of} scenarios, which name {named} of {all} clauses")?;
    }
    tell_next(out, judged)
}

fn tell_next(out: &mut dyn Write, judged: &[Judged]) -> Result<(), End> {
    if let Some((features, count)) = next(judged) {
        let are = if features.len() == 1 { "feature" } else { "features" };
        writeln!(out, "  next: the {are} {}, which would add {}", features.join(" and "), scenarios(count))?;
    }
    Ok(())
}

/// Why scenarios were skipped, the most frequent reason first. All reasons about readings count as one.
fn reasons_of(judged: &[Judged]) -> Vec<(String, usize)> {
    let mut reasons: Vec<(String, usize)> = Vec::new();
    for one in judged.iter().filter(|one| one.verdict == Verdict::Skipped) {
        let mut reason = show::harmless_line(one.reason.as_deref().unwrap_or(""));
        if reason.contains(" the reading ") {
            reason = UNREAD.to_owned();
        }
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => reasons.push((reason, 1)),
        }
    }
    reasons.sort_by_key(|(_, count)| Reverse(*count));
    reasons
}

/// Reports why scenarios were skipped, each reason once.
fn reasons(out: &mut dyn Write, judged: &[Judged]) -> Result<(), End> {
    let reasons = reasons_of(judged);
    if reasons.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nskipped")?;
    for (reason, count) in reasons.iter().take(MOST_REASONS) {
        writeln!(out, "  {count:>4}  {reason}")?;
    }
    let rest: usize = reasons.iter().skip(MOST_REASONS).map(|(_, count)| count).sum();
    if rest > 0 {
        writeln!(out, "  {rest:>4}  for {} more reasons; --format json lists them all", reasons.len() - MOST_REASONS)?;
    }
    Ok(())
}

/// Reports the fields that deviate from the reference's states, if they occur more than once.
fn deviating(out: &mut dyn Write, judged: &[Judged]) -> Result<(), End> {
    let list = fields(judged);
    if list.iter().map(|field| field.scenarios).sum::<usize>() < 2 {
        return Ok(());
    }
    writeln!(out, "\nfields that deviate from the reference's")?;
    writeln!(out, "  {DIM}scenarios  at first  of these after the setup, before the first step{DIM:#}")?;
    for field in list.iter().take(MOST_FIELDS) {
        let path = show::harmless_line(&field.path);
        writeln!(out, "  {BAD}{:>9}  {:>8}{BAD:#}  {HEAD}{path}{HEAD:#}", field.scenarios, field.at_first)?;
        let (expected, found) = (show::harmless_line(&field.expected), show::harmless_line(&field.found));
        writeln!(out, "  {DIM}{:21}in {}: {expected}; found: {found}{DIM:#}", "", field.example)?;
    }
    if list.len() > MOST_FIELDS {
        writeln!(out, "  {:>9}  more; --format json lists them all", list.len() - MOST_FIELDS)?;
    }
    Ok(())
}

/// Reports the clauses that may be at fault, the likeliest first.
fn blamed(out: &mut dyn Write, suite: &Suite, judged: &[Judged], fails: Fails<'_>) -> Result<(), End> {
    let list = blame(judged, fails);
    if list.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nwhere to look, likeliest clause first")?;
    let left_out = judged.iter().filter(|one| fails(one) && one.only_at_first()).count();
    if left_out > 0 && judged.iter().any(|one| fails(one) && !one.only_at_first()) {
        writeln!(out, "  {DIM}not counting {} in which only the setup deviates{DIM:#}", scenarios(left_out))?;
    }
    for (column, what) in [
        ("own", "failures among the scenarios that name the clause"),
        ("applies to", "failures among the scenarios that it applies to in the reference"),
        ("rejections", "failures in which a rejection by it is missing or out of place"),
    ] {
        writeln!(out, "  {DIM}{column:<10}  {what}{DIM:#}")?;
    }
    writeln!(out, "  {DIM}{:<10}  {:<10}  rejections{DIM:#}", "own", "applies to")?;
    let shown = shortlist(&list, judged, fails, MOST_BLAMED);
    for one in &shown {
        let own = format!("{:>3} of {:<3}", one.failed, one.of);
        let bears = format!("{:>3} of {:<3}", one.bears_failed, one.bears_of);
        let text = suite.spec.clause(&one.clause).map_or("", |clause| clause.text.as_str());
        write!(out, "  {BAD}{own:<10}  {bears:<10}  {:>10}{BAD:#}", one.rejections)?;
        writeln!(out, "  {ID}{}{ID:#} {DIM}{text}{DIM:#}", one.clause)?;
    }
    if list.len() > shown.len() {
        writeln!(out, "  {DIM}and {} less likely; --format json lists them all{DIM:#}", list.len() - shown.len())?;
    }
    Ok(())
}

/// The readings that would make failures right, with the number of these, the greatest number first.
fn by_reading(judged: &[Judged]) -> Vec<(&str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    judged.iter().flat_map(|one| &one.right_under).for_each(|reading| *counts.entry(reading).or_default() += 1);
    let mut list: Vec<(&str, usize)> = counts.into_iter().collect();
    list.sort_by_key(|(_, count)| Reverse(*count));
    list
}

/// Reports the readings that would make failures right: an engine may follow another reading than it declares.
fn otherwise(out: &mut dyn Write, suite: &Suite, judged: &[Judged]) -> Result<(), End> {
    let list = by_reading(judged);
    if list.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nfailures that another reading accepts; an engine says in `initialize` which readings it follows")?;
    for (reading, count) in list.iter().take(MOST_READINGS) {
        let (ruling, name) = reading.split_once('=').unwrap_or_default();
        let spec = suite.game_spec(ruling.split('.').next().unwrap_or_default())?;
        let text = spec.rulings.get(ruling).and_then(|ruling| ruling.readings.get(name));
        let text = text.map_or("", |reading| reading.text.as_str());
        writeln!(out, "  {BAD}{count:>4}{BAD:#}  {ID}{reading}{ID:#} {DIM}{text}{DIM:#}")?;
    }
    if list.len() > MOST_READINGS {
        writeln!(out, "  {DIM}and {} more; --format json lists them all{DIM:#}", list.len() - MOST_READINGS)?;
    }
    Ok(())
}

/// The most scenarios to name for a break.
const MOST_SUSPECTS: usize = 3;

/// Reports how an engine broke, and on which scenarios.
pub fn breaks(out: &mut dyn Write, restarts: usize, breaks: &BTreeSet<Break>) -> Result<(), End> {
    match restarts {
        0 if breaks.is_empty() => return Ok(()),
        0 => writeln!(out, "\nthe engine broke")?,
        1 => writeln!(out, "\nthe engine broke and was restarted once")?,
        _ => writeln!(out, "\nthe engine broke and was restarted {restarts} times")?,
    }
    for one in breaks {
        let named: Vec<&str> = one.scenarios.iter().take(MOST_SUSPECTS).map(String::as_str).collect();
        let which = match one.scenarios.len() {
            0 => "before any scenario".to_owned(),
            1 => named.join(""),
            count if count > MOST_SUSPECTS => format!("one of {} and {} more", named.join(", "), count - MOST_SUSPECTS),
            _ => format!("one of {}", named.join(", ")),
        };
        writeln!(out, "  {HEAD}{which}{HEAD:#}: {}", show::harmless_line(&one.reason))?;
    }
    Ok(())
}

fn failure(out: &mut dyn Write, suite: &Suite, one: &Judged) -> Result<(), End> {
    let style = style(one.verdict);
    writeln!(out, "{style}{}{style:#} {HEAD}{}{HEAD:#}", one.verdict.word(), one.id)?;
    writeln!(out, "  {}", show::harmless_line(&one.title))?;
    for id in &one.clauses {
        let text = suite.spec.clause(id).map_or("", |clause| clause.text.as_str());
        writeln!(out, "  {ID}{id}{ID:#} {DIM}{text}{DIM:#}")?;
    }
    if let Some(reason) = &one.reason {
        writeln!(out, "  {}", show::harmless(reason))?;
    }
    if let Some(text) = &one.text {
        writeln!(out, "  {text}")?;
    }
    for finding in one.findings.iter().take(MOST_FINDINGS) {
        let step = finding.step.map(|s| format!(" (step {s})")).unwrap_or_default();
        writeln!(out, "  {}:{}{step}", one.file, finding.line)?;
        writeln!(out, "    expected {GOOD}{}{GOOD:#}", show::harmless_part(&finding.expected))?;
        writeln!(out, "    found    {BAD}{}{BAD:#}", show::harmless_part(&finding.found))?;
    }
    if one.findings.len() > MOST_FINDINGS {
        writeln!(out, "  and {} more; --format json lists them all", one.findings.len() - MOST_FINDINGS)?;
    }
    if !one.right_under.is_empty() {
        writeln!(out, "  it would be right under {}", one.right_under.join(", or "))?;
    }
    writeln!(out)?;
    Ok(())
}

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Pass => GOOD,
        Verdict::Skipped | Verdict::Unverified | Verdict::WrongClause => DOUBTFUL,
        _ => BAD,
    }
}

fn scenarios(count: usize) -> String {
    if count == 1 { "1 scenario".to_owned() } else { format!("{count} scenarios") }
}
