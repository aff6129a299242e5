//! A review as a page: boards and charts drawn, and nothing needed beside it.

use rulebound_core::harness::playouts::Share;
use rulebound_core::harness::review::{Change, Group, Kind, Played, Review, Wrong};

use super::words::{
    FILLED, Figure, MOST_LISTED, REREAD, about, expired, figures, filled, heading, headline, listed, matches, reread,
    size, warnings, witness, work,
};
use crate::changes;
use crate::html::{
    Bar, Html, Page, Tone, bars, code, details, indented, list as list_of, paragraph, picture, table, toned,
};

/// The page of a review.
pub fn page(done: &Review, played: &[Played]) -> String {
    let mut page = Page::new("Review of the rules");
    page.add(paragraph(toned(Tone::Head, headline(done))));
    if !done.changes.is_empty() {
        page.heading("What changed");
        let row = |(at, one): (usize, &Change)| {
            let about = about(&done.changes, at).into_iter();
            let about = about.map(|(label, part)| indented(1, toned(Tone::Soft, format!("{label}: ")).and(part)));
            vec![code(&one.id), about.fold(Html::from(changes::told(&one.what)), Html::and)]
        };
        page.add(table(&["clause or ruling", "change"], done.changes.iter().enumerate().map(row)));
    }
    if !done.groups.is_empty() {
        page.heading("What that does");
    }
    done.groups.iter().for_each(|one| group(&mut page, done, one));
    if done.filled() > 0 {
        page.add(paragraph(toned(Tone::Soft, FILLED)));
    }
    for list in listed(done) {
        page.heading(list.title);
        let line = |one: &Wrong| code(&one.scenario).and(" ").and(&one.why);
        page.add(list_of(list.scenarios.iter().take(MOST_LISTED).map(line)));
        let rest = list.scenarios.iter().skip(MOST_LISTED);
        if rest.len() > 0 {
            page.add(details(format!("and {} more", rest.len()), list_of(rest.map(line))));
        }
    }
    let texts = reread(done);
    if !texts.is_empty() {
        page.heading(REREAD);
    }
    for (why, clauses) in texts {
        page.add(paragraph(toned(Tone::Doubtful, why)));
        page.add(list_of(clauses.into_iter().map(|(id, text)| code(id).and(" ").and(text))));
    }
    for (title, lines) in [("Accepted before, and expired", expired(done)), ("What nobody notices", warnings(done))] {
        if !lines.is_empty() {
            page.heading(title);
            page.add(list_of(lines.into_iter().map(|line| toned(Tone::Doubtful, line))));
        }
    }
    played.iter().for_each(|one| playouts(&mut page, one));
    page.finish()
}

/// Adds a group with its example.
fn group(page: &mut Page, done: &Review, group: &Group) {
    let tone = match group.kind {
        Kind::Winner | Kind::Rejected { .. } | Kind::Accepted { .. } => Tone::Bad,
        Kind::Stopped | Kind::Started | Kind::Filled => Tone::Doubtful,
        _ => Tone::Good,
    };
    page.subheading(toned(tone, heading(group)).and(" ").and(toned(Tone::Soft, format!("in {}", size(done, group)))));
    let (place, first) = witness(group);
    page.add(paragraph(code(place).and(" ").and(&group.title)));
    page.add(paragraph(first));
    let rows = work(group).into_iter().map(|(side, words)| vec![toned(Tone::Soft, side), words.into()]);
    page.add(table(&["", "what happens, by which clause"], rows));
    if let Some(filled) = filled(group) {
        page.add(paragraph(toned(Tone::Soft, filled)));
    }
    if let Some([old, new]) = group.work.as_ref().and_then(|work| work.pictures.as_ref()) {
        let boards = paragraph("old").and(picture(old)).and(paragraph("new")).and(picture(new));
        page.add(details("The positions", boards));
    }
    let ids = list_of(group.scenarios.iter().map(code));
    page.add(details(format!("The scenarios ({})", group.scenarios.len()), ids));
}

/// Adds the figures of matches, as a table and as charts.
fn playouts(page: &mut Page, played: &Played) {
    page.heading(format!("What it does to play: {}", matches(played)));
    let figures = figures(played);
    let row = |one: &Figure| vec![Html::from(&one.what), Html::from(&one.shown[0]), Html::from(&one.shown[1])];
    page.add(table(&["", "old", "new"], figures.iter().map(row)));
    for figure in &figures {
        let (Figure { what, shown, .. }, Some(shares)) = (figure, figure.drawn()) else { continue };
        let bar = |(side, (share, shown)): (&str, (&Share, &String))| Bar {
            label: side.to_owned(),
            value: share.count as f64 / share.of.max(1) as f64,
            interval: Some((share.low, share.high)),
            shown: shown.split(" (").next().unwrap_or_default().to_owned(),
        };
        let both: Vec<Bar> = ["old", "new"].into_iter().zip(shares.iter().zip(shown)).map(bar).collect();
        page.add(bars(what, &both, 1.0));
    }
}
