//! A review for people.

use std::io::Write;

use rulebound_core::harness::review::{Kind, Played, Review};

use super::words::{
    FILLED, Figure, MOST_LISTED, REREAD, about, chart, expired, figures, filled, heading, headline, listed, matches,
    more, reread, size, warnings, witness, work,
};
use crate::out::Style;
use crate::show::{BAD, DIM, DOUBTFUL, GOOD, HEAD, ID};
use crate::{End, changes};

/// Writes a review.
pub fn write(done: &Review, played: &[Played], out: &mut dyn Write) -> Result<(), End> {
    writeln!(out, "{HEAD}{}{HEAD:#}", headline(done))?;
    if !done.changes.is_empty() {
        writeln!(out, "\n{HEAD}What changed{HEAD:#}")?;
    }
    for (at, one) in done.changes.iter().enumerate() {
        writeln!(out, "  {ID}{}{ID:#} {}", one.id, changes::told(&one.what))?;
        for (label, part) in about(&done.changes, at) {
            writeln!(out, "    {DIM}{label}:{DIM:#} {part}")?;
        }
    }
    if !done.groups.is_empty() {
        writeln!(out, "\n{HEAD}What that does{HEAD:#}")?;
    }
    for group in &done.groups {
        let (style, size) = (colour(&group.kind), size(done, group));
        writeln!(out, "  {style}{}{style:#} {DIM}in {size}, such as{DIM:#}", heading(group))?;
        let (place, first) = witness(group);
        writeln!(out, "    {ID}{place}{ID:#} {}\n      {first}", group.title)?;
        for (side, words) in work(group) {
            writeln!(out, "      {DIM}{side}:{DIM:#} {words}")?;
        }
        if let Some(filled) = filled(group) {
            writeln!(out, "      {DIM}{filled}{DIM:#}")?;
        }
    }
    if let Some(group) = done.groups.first() {
        writeln!(
            out,
            "  {DIM}rulebound explain {} plays it under the rules of this suite{DIM:#}",
            group.example.scenario
        )?;
    }
    if done.filled() > 0 {
        writeln!(out, "  {DIM}{FILLED}{DIM:#}")?;
    }
    for (at, line) in expired(done).into_iter().enumerate() {
        if at == 0 {
            writeln!(out, "\n{HEAD}Accepted before, and expired{HEAD:#}")?;
        }
        writeln!(out, "  {DOUBTFUL}expired{DOUBTFUL:#} {line}")?;
    }
    for list in listed(done) {
        writeln!(out, "\n{HEAD}{}{HEAD:#}", list.title)?;
        for one in list.scenarios.iter().take(MOST_LISTED) {
            writeln!(out, "  {ID}{}{ID:#} {}", one.scenario, one.why)?;
        }
        if let Some(more) = more(&list) {
            writeln!(out, "  {DIM}{more}{DIM:#}")?;
        }
    }
    for (at, (why, clauses)) in reread(done).into_iter().enumerate() {
        if at == 0 {
            writeln!(out, "\n{HEAD}{REREAD}{HEAD:#}")?;
        }
        writeln!(out, "  {DOUBTFUL}warning{DOUBTFUL:#} {why}")?;
        for (id, text) in clauses {
            writeln!(out, "    {ID}{id}{ID:#} {text}")?;
        }
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
        let figures = figures(one);
        for Figure { what, shown: [old, new], .. } in &figures {
            writeln!(out, "  {what:<40} {old:<24} -> {new}")?;
        }
        writeln!(out)?;
        for line in chart(&figures) {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// The colour of a kind of difference.
fn colour(kind: &Kind) -> Style {
    match kind {
        Kind::Winner | Kind::Rejected { .. } | Kind::Accepted { .. } => BAD,
        Kind::Stopped | Kind::Started => DOUBTFUL,
        _ => GOOD,
    }
}
