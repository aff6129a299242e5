//! Reports the judgement on an engine: failures first, then a table of the chapters.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use rulebound_core::harness::{Finding, Judged, Suite, Verdict, blame, check, fields};
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

/// Reports the failures, then a table of the chapters.
pub fn text(suite: &Suite, engine: &str, judged: &[Judged], fails: Fails<'_>, amiss: &[String]) -> Result<(), End> {
    let mut out = show::out();
    let mut known: BTreeSet<String> = BTreeSet::new();
    for one in judged.iter().filter(|one| !matches!(one.verdict, Verdict::Pass | Verdict::Skipped)) {
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
    deviating(&mut out, judged)?;
    blamed(&mut out, suite, judged, fails)?;
    otherwise(&mut out, suite, judged)?;
    let without = judged.iter().filter(|one| one.no_snapshot).count();
    if without > 0 {
        let one = judged.iter().find(|one| one.no_snapshot).map_or("", |one| one.file.as_str());
        let one = show::harmless_line(&show::shell_word(one));
        let (have, are) = if without == 1 { ("has", "is") } else { ("have", "are") };
        writeln!(
            out,
            "\n{} {have} no snapshot and {are} judged by the file alone; `rulebound snapshot {one}` creates one",
            scenarios(without)
        )?;
    }
    let bad = judged.iter().filter(|one| fails(one)).count();
    let nothing = judged.iter().all(|one| one.verdict == Verdict::Skipped);
    match bad {
        0 if nothing => writeln!(out, "\n{BAD}Nothing was checked: every scenario was skipped.{BAD:#}")?,
        0 if !amiss.is_empty() => {
            writeln!(out, "\n{BAD}It does not hold: the file of expected failures is out of date.{BAD:#}")?;
        }
        0 if judged.iter().any(|one| one.verdict == Verdict::Skipped) => {
            writeln!(out, "\n{GOOD}It holds as far as it was checked:{GOOD:#}")?;
            verified(&mut out, suite, judged)?;
        }
        0 => writeln!(out, "\n{GOOD}It holds.{GOOD:#}")?,
        n => writeln!(out, "\n{BAD}It does not hold: {n} of {} failed.{BAD:#}", judged.len())?,
    }
    for line in amiss {
        writeln!(out, "{BAD}{line}{BAD:#}")?;
    }
    Ok(())
}

/// Reports how much of each game was verified, and what to implement next: the feature that most scenarios need.
fn verified(out: &mut dyn Write, suite: &Suite, judged: &[Judged]) -> Result<(), End> {
    for game in suite.opened() {
        let spec = suite.game_spec(game.name())?;
        let prefix = format!("{}/", game.name());
        let of_game: Vec<&Judged> = judged.iter().filter(|one| one.id.starts_with(&prefix)).collect();
        let passed: Vec<&&Judged> = of_game.iter().filter(|one| one.verdict == Verdict::Pass).collect();
        if of_game.is_empty() {
            continue;
        }
        let named = |list: &[&&Judged]| list.iter().flat_map(|one| one.clauses.clone()).collect::<BTreeSet<_>>().len();
        let all = spec.clauses.values().filter(|clause| clause.binds()).count();
        let (done, of) = (passed.len(), of_game.len());
        writeln!(out, "  {}: {done} of {of} scenarios, which name {} of {all} clauses", game.name(), named(&passed))?;
    }
    let lacking = reasons_of(judged);
    if let Some((reason, count)) = lacking.iter().find(|(reason, _)| reason.contains("lacks the feature")) {
        let feature = reason.rsplit(' ').next().unwrap_or_default();
        writeln!(out, "  next: the feature {feature}, which would add {}", scenarios(*count))?;
    }
    Ok(())
}

/// Why scenarios were skipped, the most frequent reason first. All reasons about readings count as one.
fn reasons_of(judged: &[Judged]) -> Vec<(String, usize)> {
    let mut reasons: Vec<(String, usize)> = Vec::new();
    for one in judged.iter().filter(|one| one.verdict == Verdict::Skipped) {
        let mut reason = show::harmless_line(one.reason.as_deref().unwrap_or(""));
        if reason.contains(" the reading ") {
            reason = "written for a reading that the engine does not follow".to_owned();
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
    for one in list.iter().take(MOST_BLAMED) {
        let own = format!("{:>3} of {:<3}", one.failed, one.of);
        let bears = format!("{:>3} of {:<3}", one.bears_failed, one.bears_of);
        let text = suite.spec.clause(&one.clause).map_or("", |clause| clause.text.as_str());
        write!(out, "  {BAD}{own:<10}  {bears:<10}  {:>10}{BAD:#}", one.rejections)?;
        writeln!(out, "  {ID}{}{ID:#} {DIM}{text}{DIM:#}", one.clause)?;
    }
    if list.len() > MOST_BLAMED {
        writeln!(out, "  {DIM}and {} less likely; --format json lists them all{DIM:#}", list.len() - MOST_BLAMED)?;
    }
    Ok(())
}

/// Reports the readings that would make failures right: an engine may follow another reading than it declares.
fn otherwise(out: &mut dyn Write, suite: &Suite, judged: &[Judged]) -> Result<(), End> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    judged.iter().flat_map(|one| &one.right_under).for_each(|reading| *counts.entry(reading).or_default() += 1);
    if counts.is_empty() {
        return Ok(());
    }
    let mut list: Vec<(&str, usize)> = counts.into_iter().collect();
    list.sort_by_key(|(_, count)| Reverse(*count));
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
