//! A review for a pull request.

use std::io::Write;

use rulebound_core::harness::review::{Played, Review};

use super::figures::{Figure, chart, course, figures, matches};
use super::words::{Entry, FILLED, about, filled, heading, headline, sections, size, witness, work};
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
        let filled = filled(group).map_or(String::new(), |filled| format!("<br>{}", cell(&filled)));
        let first = format!("{}{}{filled}", cell(&first), lines.collect::<String>());
        let (effect, size) = (cell(&heading(group)), size(done, group));
        writeln!(out, "| {effect} | {size} | {}<br>{} | {first} |", cell(&place), cell(&group.title))?;
    }
    if done.filled() > 0 {
        writeln!(out, "\n{}.", FILLED.replacen("filled in", "Filled in", 1))?;
    }
    for section in sections(done) {
        writeln!(out, "\n### {}\n", section.title)?;
        for Entry { id, text, texts } in section.shown().0 {
            let id = if id.is_empty() { String::new() } else { format!("{}: ", cell(id)) };
            writeln!(out, "- {id}{}", cell(text))?;
            for (id, text) in texts {
                writeln!(out, "  - {}: {}", cell(id), cell(text))?;
            }
        }
        if let Some((more, ids)) = section.more() {
            writeln!(out, "\n<details><summary>{more}</summary>\n\n{}\n\n</details>", cell(&ids))?;
        }
    }
    for one in played {
        writeln!(out, "\n### What it does to play\n\n{}\n\n{}\n", matches(one), course(one).join(" "))?;
        writeln!(out, "| | old | new | difference |\n| --- | --- | --- | --- |")?;
        let figures = figures(one);
        for figure in &figures {
            let Figure { what, shown: [old, new], .. } = figure;
            writeln!(out, "| {what} | {old} | {new} | {} |", figure.difference())?;
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
