//! How the judgement on an engine is told: failures first, then a table of the chapters.

use std::io::Write;

use anstyle::Style;
use rulebound::harness::{Judged, Suite, Verdict, check};
use rulebound::scenario;

use super::End;
use super::show::{self, BAD, DIM, DOUBTFUL, GOOD, HEAD, ID};

/// What a verdict makes of the check.
pub type Fails<'a> = &'a dyn Fn(&Judged) -> bool;

/// Tells the failures, then a table of the chapters.
pub fn text(suite: &Suite, engine: &str, judged: &[Judged], fails: Fails<'_>) -> Result<(), End> {
    let mut out = show::out();
    for one in judged.iter().filter(|one| !matches!(one.verdict, Verdict::Pass | Verdict::Skipped)) {
        failure(&mut out, suite, one)?;
    }
    writeln!(
        out,
        "{HEAD}{}{HEAD:#}, {} from {}",
        show::harmless(engine),
        scenarios(judged.len()),
        suite.files.describe()
    )?;
    let verdicts: Vec<Verdict> = check::counts(judged).into_keys().collect();
    for game in suite.games() {
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
        for chapter in &spec.rulebook.chapters {
            let mine: Vec<&&Judged> = of_game.iter().filter(|one| one.id.split('/').nth(1) == Some(chapter)).collect();
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
    blamed(&mut out, suite, judged, fails)?;
    let bad = judged.iter().filter(|one| fails(one)).count();
    let nothing = judged.iter().all(|one| one.verdict == Verdict::Skipped);
    match bad {
        0 if nothing => writeln!(out, "\n{BAD}Nothing was checked: every scenario was skipped.{BAD:#}")?,
        0 => writeln!(out, "\n{GOOD}It holds.{GOOD:#}")?,
        n => writeln!(out, "\n{BAD}It does not hold: {n} of {} failed.{BAD:#}", judged.len())?,
    }
    Ok(())
}

/// Why scenarios were skipped, each reason once.
fn reasons(out: &mut dyn Write, judged: &[Judged]) -> Result<(), End> {
    let mut reasons: Vec<(String, usize)> = Vec::new();
    for one in judged.iter().filter(|one| one.verdict == Verdict::Skipped) {
        let reason = show::harmless(one.reason.as_deref().unwrap_or(""));
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => reasons.push((reason, 1)),
        }
    }
    if !reasons.is_empty() {
        writeln!(out, "\nskipped")?;
    }
    for (reason, count) in reasons {
        writeln!(out, "  {count:>4}  {reason}")?;
    }
    Ok(())
}

/// The clauses that may be at fault, the likeliest first: where to look.
fn blamed(out: &mut dyn Write, suite: &Suite, judged: &[Judged], fails: Fails<'_>) -> Result<(), End> {
    let list = blame(judged, fails);
    if list.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nwhere to look: scenarios of a clause that failed, and scenarios in which its rejections went wrong"
    )?;
    for Blame { clause, failed, of, rejections } in list.iter().take(8) {
        let text = suite.spec.clause(clause).map_or("", |clause| clause.text.as_str());
        writeln!(out, "  {BAD}{failed:>3} of {of:<3} {rejections:>3}{BAD:#}  {ID}{clause}{ID:#} {DIM}{text}{DIM:#}")?;
    }
    if list.len() > 8 {
        writeln!(out, "  and {} more", list.len() - 8)?;
    }
    Ok(())
}

/// A clause that may be at fault.
#[derive(Debug, serde::Serialize)]
pub struct Blame {
    /// Its id.
    clause: String,
    /// How many of the scenarios that name it failed.
    failed: usize,
    /// How many there are.
    of: usize,
    /// In how many scenarios a rejection by it was missing, or stood where none or another belongs.
    rejections: usize,
}

/// Every clause of a failure, the likeliest first: by the share of its own scenarios that failed and
/// the share of all failures that its rejections make, together.
pub fn blame(judged: &[Judged], fails: Fails<'_>) -> Vec<Blame> {
    let mut found: std::collections::BTreeMap<&str, (usize, usize, usize)> = std::collections::BTreeMap::new();
    for one in judged.iter().filter(|one| one.verdict != Verdict::Skipped) {
        for id in &one.clauses {
            let (failed, of, _) = found.entry(id).or_default();
            *failed += usize::from(fails(one));
            *of += 1;
        }
        let mut names: Vec<&String> = one.findings.iter().flat_map(|finding| &finding.names).collect();
        names.sort();
        names.dedup();
        for id in names {
            found.entry(id).or_default().2 += 1;
        }
    }
    let failures = judged.iter().filter(|one| fails(one)).count();
    if failures == 0 {
        return Vec::new();
    }
    let mut list: Vec<Blame> = found
        .into_iter()
        .map(|(id, (failed, of, rejections))| Blame { clause: id.to_owned(), failed, of, rejections })
        .filter(|one| one.failed + one.rejections > 0)
        .collect();
    // Both shares over one denominator, so that equal ones are equal.
    let weight = |one: &Blame| {
        let of = one.of.max(1);
        ((one.failed * failures + one.rejections * of) as f64 / (of * failures) as f64, one.failed)
    };
    list.sort_by(|a, b| {
        let ((a_share, a_failed), (b_share, b_failed)) = (weight(a), weight(b));
        b_share.total_cmp(&a_share).then(b_failed.cmp(&a_failed)).then(a.clause.cmp(&b.clause))
    });
    list
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
    for finding in &one.findings {
        let step = finding.step.map(|s| format!(" (step {s})")).unwrap_or_default();
        writeln!(out, "  {}:{}{step}", scenario::path(&one.id), finding.line)?;
        writeln!(out, "    expected {GOOD}{}{GOOD:#}", finding.expected)?;
        writeln!(out, "    found    {BAD}{}{BAD:#}", show::harmless(&finding.found))?;
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
