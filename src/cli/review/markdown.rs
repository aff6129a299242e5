//! A review for a pull request.

use std::io::Write;

use rulebound_core::harness::review::{Played, Review};

use super::words::{
    FILLED, Figure, MOST_LISTED, REREAD, about, chart, expired, figures, heading, headline, listed, matches, more,
    reread, size, warnings, witness, work,
};
use crate::{End, changes, show};

/// Writes a review.
pub fn write(done: &Review, played: &[Played], out: &mut dyn Write) -> Result<(), End> {
    writeln!(out, "## Review of the rules\n\n{}", headline(done))?;
    if !done.changes.is_empty() {
        writeln!(out, "\n### What changed\n\n| clause or ruling | change |\n| --- | --- |")?;
    }
    for (at, one) in done.changes.iter().enumerate() {
        let about = about(&done.changes, at).into_iter();
        let about: String = about.map(|(label, part)| format!("<br>{label}: {}", cell(&part))).collect();
        writeln!(out, "| {} | {}{about} |", cell(&one.id), cell(&changes::told(&one.what)))?;
    }
    if !done.groups.is_empty() {
        writeln!(out, "\n### What that does\n\n| effect | in | example | differs first |")?;
        writeln!(out, "| --- | --- | --- | --- |")?;
    }
    for group in &done.groups {
        let (place, first) = witness(group);
        let lines = work(group).into_iter().map(|(side, words)| format!("<br>{side}: {}", cell(&words)));
        let first = format!("{}{}", cell(&first), lines.collect::<String>());
        let (effect, size) = (cell(&heading(group)), size(done, group));
        writeln!(out, "| {effect} | {size} | {}<br>{} | {first} |", cell(&place), cell(&group.title))?;
    }
    if done.filled() > 0 {
        writeln!(out, "\n{}.", FILLED.replacen("filled in", "Filled in", 1))?;
    }
    for (at, line) in expired(done).into_iter().enumerate() {
        if at == 0 {
            writeln!(out, "\n### Accepted before, and expired\n")?;
        }
        writeln!(out, "- {line}")?;
    }
    for list in listed(done) {
        writeln!(out, "\n### {}\n", list.title)?;
        for one in list.scenarios.iter().take(MOST_LISTED) {
            writeln!(out, "- {}: {}", cell(&one.scenario), cell(&one.why))?;
        }
        if let Some(more) = more(&list) {
            writeln!(out, "- {more}")?;
        }
    }
    for (at, (why, clauses)) in reread(done).into_iter().enumerate() {
        if at == 0 {
            writeln!(out, "\n### {REREAD}\n")?;
        }
        writeln!(out, "- {why}")?;
        for (id, text) in clauses {
            writeln!(out, "  - {}: {}", cell(id), cell(text))?;
        }
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
        let figures = figures(one);
        for Figure { what, shown: [old, new], .. } in &figures {
            writeln!(out, "| {what} | {old} | {new} |")?;
        }
        writeln!(out, "\n```text\n{}\n```", chart(&figures).join("\n"))?;
    }
    Ok(())
}

/// Text in a Markdown table cell, as code.
fn cell(text: &str) -> String {
    // A backtick would end the code, and a bar the cell.
    format!("`{}`", show::harmless_line(text).replace('`', "'").replace('|', "\\|"))
}
