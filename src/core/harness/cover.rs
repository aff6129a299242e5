//! Coverage: does the suite notice when a clause is switched off, a number is moved or a reading is swapped? A change
//! counts as noticed if a `then` or an outcome becomes wrong in a scenario that names the clause. A changed trace or
//! snapshot does not count.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use serde::Serialize;

use super::engine::{Answer, Request, full};
use super::judge::{Verdict, judge};
use super::suite::Suite;
use crate::clause::{Clause, ClauseKind, GameSpec, Off, Ruling, parameters};
use crate::fault::{Fault, Faults};
use crate::kernel::{AnyBook, AnyGame};
use crate::scenario::Scenario;

/// The result of a change to the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// These scenarios notice the change.
    Noticed(Vec<String>),
    /// No scenario notices the change.
    Missed,
    /// The clause binds nobody.
    Informative,
    /// The clause is a tombstone.
    Retired,
    /// The clause cannot be switched off, for this reason.
    Unswitchable(String),
    /// The clause's numbers and tables are moved instead.
    ByParameters,
}

impl Notice {
    /// The result in words, for a clause that `of` scenarios name.
    fn in_words(&self, of: usize) -> String {
        match self {
            Notice::Noticed(by) => format!("noticed by {} of {of}", by.len()),
            Notice::Missed => format!("MISSED by all {of}"),
            Notice::Informative => "informative".to_owned(),
            Notice::Retired => "retired".to_owned(),
            Notice::Unswitchable(why) => format!("not switched off {why}"),
            Notice::ByParameters => format!("named by {of}; its numbers are moved below"),
        }
    }
}

/// A clause, its scenarios, and the result of switching it off.
#[derive(Clone, Debug, Serialize)]
pub struct ClauseCover {
    /// Its id.
    pub id: String,
    /// Its kind.
    pub kind: ClauseKind,
    /// The scenarios that name it.
    pub scenarios: Vec<String>,
    /// The result of switching it off.
    pub off: Notice,
}

impl ClauseCover {
    /// The id, the kind and the result of switching it off, as a line of the table.
    pub fn line(&self) -> String {
        let kind = format!("{:?}", self.kind).to_lowercase();
        format!("{:<40} {kind:<12} {}", self.id, self.off.in_words(self.scenarios.len()))
    }

    /// Whether this scenario, which names the clause, notices that it is switched off.
    pub fn noticed_by(&self, scenario: &str) -> bool {
        matches!(&self.off, Notice::Noticed(by) if by.iter().any(|known| known == scenario))
    }
}

/// A number of the rules, moved.
#[derive(Clone, Debug, Serialize)]
pub struct ParameterCover {
    /// The clause that sets it.
    pub clause: String,
    /// Its path.
    pub path: String,
    /// Its value.
    pub value: i64,
    /// The value that the number is moved to.
    pub moved: i64,
    /// The result.
    pub notice: Notice,
}

/// A reading swapped for another.
#[derive(Clone, Debug, Serialize)]
pub struct ReadingCover {
    /// The ruling.
    pub ruling: String,
    /// The reading that scenarios are written for.
    pub written: String,
    /// The reading that replaces it.
    pub instead: String,
    /// The result.
    pub notice: Notice,
}

/// The coverage of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Cover {
    /// The game.
    pub game: String,
    /// The edition of its spec.
    pub edition: String,
    /// Every clause.
    pub clauses: Vec<ClauseCover>,
    /// Every number, up and down.
    pub parameters: Vec<ParameterCover>,
    /// Every pair of readings.
    pub readings: Vec<ReadingCover>,
}

impl Cover {
    /// The changes that no scenario notices, one line each.
    pub fn gaps(&self) -> Vec<String> {
        let mut gaps = Vec::new();
        for clause in &self.clauses {
            let bound = !matches!(clause.off, Notice::Informative | Notice::Retired);
            if bound && clause.scenarios.is_empty() {
                gaps.push(format!("no scenario names {}", clause.id));
            } else if clause.off == Notice::Missed {
                gaps.push(format!(
                    "{} can be switched off, but none of its {} scenarios notices",
                    clause.id,
                    clause.scenarios.len()
                ));
            }
        }
        for one in self.parameters.iter().filter(|p| p.notice == Notice::Missed) {
            gaps.push(format!(
                "{} of {} can be {} instead of {}, but no scenario notices",
                one.path, one.clause, one.moved, one.value
            ));
        }
        for one in self.readings.iter().filter(|r| r.notice == Notice::Missed) {
            gaps.push(format!(
                "{} can be read {} instead of {}, but no scenario notices",
                one.ruling, one.instead, one.written
            ));
        }
        gaps
    }
}

/// A scenario that is ready to be run many times.
struct Runnable {
    scenario: Scenario,
    request: Request,
}

/// Computes the coverage of a game, for the clauses whose id contains `asked` and the rulings that affect them.
///
/// # Errors
/// If the spec or a scenario has faults.
pub fn cover(suite: &Suite, game: &'static dyn AnyGame, asked: &str) -> Result<Cover, Faults> {
    let spec = suite.game_spec(game.name())?;
    let ids = suite.ids(&format!("{}/", game.name()))?;
    let case = |scenario| Runnable { request: Request::new(suite, &scenario), scenario };
    let cases: Vec<Runnable> = suite.scenarios(&ids)?.into_iter().map(case).collect();
    let mine: Vec<&Clause> = spec.clauses.values().filter(|clause| clause.id.contains(asked)).collect();
    let clauses: Result<Vec<_>, Fault> = mine.par_iter().map(|c| clause(game, spec, c, &cases)).collect();
    let bears = |ruling: &Ruling| asked.is_empty() || mine.iter().any(|clause| clause.rulings.contains(&ruling.id));
    let rulings: Vec<&Ruling> = spec.rulings.values().filter(|r| !r.is_erratum() && bears(r)).collect();
    let readings: Result<Vec<Vec<_>>, Fault> = rulings.par_iter().map(|r| reading(game, spec, r, &cases)).collect();
    Ok(Cover {
        game: game.name().to_owned(),
        edition: spec.rulebook.edition.clone(),
        clauses: clauses?,
        parameters: parameter(game, spec, &mine, &cases)?,
        readings: readings?.into_iter().flatten().collect(),
    })
}

fn naming<'a>(cases: &'a [Runnable], id: &str) -> Vec<&'a Runnable> {
    cases.iter().filter(|case| case.scenario.clauses.iter().any(|(clause, _)| clause == id)).collect()
}

fn clause(
    game: &'static dyn AnyGame,
    spec: &GameSpec,
    clause: &Clause,
    cases: &[Runnable],
) -> Result<ClauseCover, Fault> {
    let mine = naming(cases, &clause.id);
    let off = if clause.retired.is_some() {
        Notice::Retired
    } else if clause.kind == ClauseKind::Informative {
        Notice::Informative
    } else if let Some(Off::None(why)) = &clause.off {
        Notice::Unswitchable(why.clone())
    } else if !clause.switchable() {
        Notice::ByParameters
    } else {
        let off = [clause.id.clone()];
        noticed(&mine, |readings| game.book(spec, readings, &off).map_err(Fault::from))?
    };
    let scenarios = mine.iter().map(|case| case.scenario.id.clone()).collect();
    Ok(ClauseCover { id: clause.id.clone(), kind: clause.kind, scenarios, off })
}

fn parameter(
    game: &'static dyn AnyGame,
    spec: &GameSpec,
    clauses: &[&Clause],
    cases: &[Runnable],
) -> Result<Vec<ParameterCover>, Fault> {
    let mut found = Vec::new();
    for clause in clauses {
        let mine = naming(cases, &clause.id);
        for (path, value) in parameters::numbers(&clause.parameters) {
            for moved in [value + 1, value - 1] {
                let notice = noticed(&mine, |readings| {
                    let names = spec.readings(readings).map_err(Fault::from)?;
                    let mut map = parameters::merged(spec, &names);
                    // If a reading sets the number, it is not moved under that reading.
                    if parameters::numbers(&map).contains(&(path.clone(), value)) {
                        parameters::set(&mut map, &path, moved);
                    }
                    game.book_with(spec, names, map).map_err(Fault::from)
                });
                // A number that does not fit its type cannot go unnoticed.
                let notice = notice
                    .unwrap_or_else(|fault| Notice::Unswitchable(format!("because it is refused: {}", fault.message)));
                found.push(ParameterCover { clause: clause.id.clone(), path: path.join("."), value, moved, notice });
            }
        }
    }
    Ok(found)
}

fn reading(
    game: &'static dyn AnyGame,
    spec: &GameSpec,
    ruling: &Ruling,
    cases: &[Runnable],
) -> Result<Vec<ReadingCover>, Fault> {
    let bears: Vec<&str> =
        spec.clauses.values().filter(|c| c.rulings.contains(&ruling.id)).map(|c| c.id.as_str()).collect();
    let written_for = |case: &Runnable| case.scenario.readings.get(&ruling.id).unwrap_or(&ruling.default).clone();
    let mut found = Vec::new();
    for written in ruling.readings.keys() {
        let mine: Vec<&Runnable> = cases
            .iter()
            .filter(|case| written_for(case) == *written)
            .filter(|case| case.scenario.clauses.iter().any(|(id, _)| bears.contains(&id.as_str())))
            .collect();
        for instead in ruling.readings.keys().filter(|r| *r != written) {
            let notice = noticed(&mine, |readings| {
                let mut readings = readings.clone();
                readings.insert(ruling.id.clone(), instead.clone());
                game.book(spec, &readings, &[]).map_err(Fault::from)
            })?;
            found.push(ReadingCover {
                ruling: ruling.id.clone(),
                written: written.clone(),
                instead: instead.clone(),
                notice,
            });
        }
    }
    Ok(found)
}

/// Runs scenarios under changed rules, which `book` makes for the readings of a scenario.
fn noticed(
    cases: &[&Runnable],
    book: impl Fn(&BTreeMap<String, String>) -> Result<Box<dyn AnyBook>, Fault>,
) -> Result<Notice, Fault> {
    let mut books: BTreeMap<String, Box<dyn AnyBook>> = BTreeMap::new();
    let mut by = Vec::new();
    for case in cases {
        let key = format!("{:?}", case.scenario.readings);
        if !books.contains_key(&key) {
            books.insert(key.clone(), book(&case.scenario.readings)?);
        }
        let Some(book) = books.get(&key) else { continue };
        // Without a rule anything may happen; a panic counts as noticed, like any wrong result.
        let answer = catch_unwind(AssertUnwindSafe(|| full(book.as_ref(), &case.request, false)));
        let answer = match answer {
            Ok(Ok(full)) => Answer::Seen(full.seen()),
            Ok(Err(stuck)) => Answer::Errored { reason: stuck.to_string() },
            Err(_) => Answer::Errored { reason: "a panic".to_owned() },
        };
        let verdict = judge(&case.scenario, &answer, book.parameters()).verdict;
        if matches!(verdict, Verdict::Failed | Verdict::Partial | Verdict::Errored) {
            by.push(case.scenario.id.clone());
        }
    }
    Ok(if by.is_empty() { Notice::Missed } else { Notice::Noticed(by) })
}

/// The whole table, for review.
pub fn render(cover: &Cover) -> String {
    let mut text = format!("{} {}\n", cover.game, cover.edition);
    let gaps = cover.gaps();
    let _ = writeln!(text, "\ngaps: {}", if gaps.is_empty() { "none".to_owned() } else { gaps.len().to_string() });
    for gap in gaps {
        let _ = writeln!(text, "  {gap}");
    }
    text.push_str("\nclauses, each switched off\n");
    for one in &cover.clauses {
        let _ = writeln!(text, "  {}", one.line());
    }
    text.push_str(&moved(cover));
    text.trim_end().to_owned()
}

/// The part of the table about numbers and readings, if there are any.
pub fn moved(cover: &Cover) -> String {
    let heading = |empty: bool, text: &str| if empty { String::new() } else { format!("\n{text}\n") };
    let mut text = heading(cover.parameters.is_empty(), "parameters, each moved up and down");
    for one in &cover.parameters {
        let of = cover.clauses.iter().find(|c| c.id == one.clause).map_or(0, |c| c.scenarios.len());
        let _ = writeln!(text, "  {:<40} {} -> {}  {}", one.path, one.value, one.moved, one.notice.in_words(of));
    }
    text.push_str(&heading(cover.readings.is_empty(), "readings, each in the place of another"));
    for one in &cover.readings {
        let by = match &one.notice {
            Notice::Noticed(by) => format!("noticed by {}", by.len()),
            _ => "MISSED".to_owned(),
        };
        let _ = writeln!(text, "  {:<40} {} -> {}  {by}", one.ruling, one.written, one.instead);
    }
    text
}
