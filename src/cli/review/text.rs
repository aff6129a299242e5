//! A review for people.

use std::io::Write;

use rulebound_core::harness::review::{Kind, Played, Review};

use super::figures::{Figure, chart, course, figures, matches};
use super::words::{Entry, FILLED, about, filled, heading, headline, others, sections, size, witness, work};
use crate::out::Style;
use crate::show::{DIM, DOUBTFUL, HEAD, ID};
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
        for line in wrapped(&others(group)).iter().filter(|line| !line.is_empty()) {
            writeln!(out, "      {DIM}{line}{DIM:#}")?;
        }
    }
    if let Some(group) = done.groups.first() {
        let id = &group.example.scenario;
        let filled = if group.example.filled.is_empty() { "" } else { ", without what was filled in" };
        writeln!(out, "  {DIM}rulebound explain {id} plays it under the rules of this suite{filled}{DIM:#}")?;
    }
    if done.filled() > 0 {
        writeln!(out, "  {DIM}{FILLED}{DIM:#}")?;
    }
    for section in sections(done) {
        writeln!(out, "\n{HEAD}{}{HEAD:#}", section.title)?;
        let mark = if section.mark.is_empty() { "" } else { " " };
        for Entry { id, text, texts } in section.shown().0 {
            let id = if id.is_empty() { String::new() } else { format!("{ID}{id}{ID:#} ") };
            writeln!(out, "  {DOUBTFUL}{}{DOUBTFUL:#}{mark}{id}{text}", section.mark)?;
            for (id, text) in texts {
                writeln!(out, "    {ID}{id}{ID:#} {text}")?;
            }
        }
        if let Some((more, ids)) = section.more() {
            for line in wrapped(&format!("{more}: {ids}")) {
                writeln!(out, "  {DIM}{line}{DIM:#}")?;
            }
        }
    }
    for one in played {
        writeln!(out, "\n{HEAD}What it does to play:{HEAD:#} {}", matches(one))?;
        let figures = figures(one);
        for line in course(one) {
            writeln!(out, "  {line}")?;
        }
        let wide = figures.iter().map(|figure| figure.what.len()).max().unwrap_or(0).max(40);
        for figure in &figures {
            let Figure { what, shown: [old, new], .. } = figure;
            let difference = figure.difference();
            let room = if difference.is_empty() { 0 } else { 24 };
            writeln!(out, "  {what:<wide$} {old:<24} -> {new:<room$} {DIM}{difference}{DIM:#}")?;
        }
        writeln!(out)?;
        for line in chart(&figures) {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// The most characters of a line of ids.
const WIDTH: usize = 110;

/// A list of ids in lines.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.len() + word.len() < WIDTH => line.extend([" ", word]),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The colour of a kind of difference. Whether a change is good or bad is for people to say.
fn colour(kind: &Kind) -> Style {
    match kind {
        Kind::Stopped | Kind::Started | Kind::Filled => DOUBTFUL,
        _ => HEAD,
    }
}
