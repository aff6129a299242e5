//! A review as a self-contained page, with boards and charts drawn.

use std::cell::RefCell;
use std::collections::BTreeMap;

use rulebound_core::clause::Spec;
use rulebound_core::harness::playouts::Share;
use rulebound_core::harness::review::{Change, Group, Kind, Played, Review};

use super::figures::{Figure, course, figures, matches};
use super::words::{Entry, FILLED, about, filled, heading, headline, sections, size, source, witness, work};
use crate::changes;
use crate::html::{
    Bar, Html, Page, Pair, Tone, beside, code, definitions, details, indented, link, list, pairs, paragraph, stacked,
    toned,
};

/// The clauses and rulings that a page names. It quotes each at its end, and links lead there.
struct Named<'s> {
    spec: &'s Spec,
    /// What is quoted of each.
    quoted: RefCell<BTreeMap<String, Html>>,
}

impl Named<'_> {
    /// Turns each clause or ruling id in a text into a link.
    fn linked(&self, text: &str) -> Html {
        let is_id = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        let mut html = Html::default();
        let mut rest = text;
        while let Some(start) = rest.find(is_id) {
            let word = &rest[start..];
            let word = &word[..word.find(|c| !is_id(c)).unwrap_or(word.len())];
            let id = word.trim_end_matches('.');
            html = html.and(&rest[..start]);
            html = match self.quote(id) {
                Some(said) => html.and(link(id, &said, code(id))).and(&word[id.len()..]),
                None => html.and(word),
            };
            rest = &rest[start + word.len()..];
        }
        html.and(rest)
    }

    /// The text of a clause, or the question of a ruling, which the page then quotes.
    fn quote(&self, id: &str) -> Option<String> {
        let game = self.spec.games.get(id.split('.').next()?)?;
        let clause = game.clauses.get(id).map(|clause| (clause.text.clone(), &clause.origin));
        let ruling = || game.rulings.get(id).map(|ruling| (ruling.question.clone(), &ruling.origin));
        let (said, origin) = clause.or_else(ruling)?;
        let quoted = Html::from(&said).and(" ").and(toned(Tone::Soft, source(origin, &game.rulebook.game)));
        self.quoted.borrow_mut().insert(id.to_owned(), quoted);
        Some(said)
    }
}

/// The page of a review. The spec is that of the new rules.
pub fn page(done: &Review, played: &[Played], spec: &Spec) -> String {
    let named = Named { spec, quoted: RefCell::default() };
    let mut page = Page::new("Review of the rules");
    page.add(paragraph(toned(Tone::Head, headline(done))));
    if !done.changes.is_empty() {
        page.heading("What changed");
        let row = |(at, one): (usize, &Change)| {
            let about = about(&done.changes, at).into_iter();
            let part = |(label, part): (_, String)| {
                indented(1, toned(Tone::Soft, format!("{label}: ")).and(named.linked(&part)))
            };
            vec![named.linked(&one.id), about.map(part).fold(Html::from(changes::told(&one.what)), Html::and)]
        };
        page.add(stacked(&["clause or ruling", "change"], done.changes.iter().enumerate().map(row)));
    }
    if !done.groups.is_empty() {
        page.heading("What that does");
    }
    if done.groups.len() > 1 {
        let entry = |(at, group): (usize, &Group)| link(&anchor(at), "", heading(group)).and(" ").and(of(done, group));
        page.add(list(done.groups.iter().enumerate().map(entry)));
    }
    done.groups.iter().enumerate().for_each(|(at, one)| group(&mut page, &named, (done, at), one));
    if done.filled() > 0 {
        page.add(paragraph(toned(Tone::Soft, FILLED)));
    }
    for section in sections(done) {
        page.heading(section.title);
        let tone = if section.mark.is_empty() { Tone::Soft } else { Tone::Doubtful };
        let entry = |one: &Entry| {
            let id = if one.id.is_empty() { Html::default() } else { code(one.id).and(" ") };
            let said = |(id, text): &(&str, &str)| indented(1, named.linked(id).and(" ").and(*text));
            one.texts.iter().map(said).fold(id.and(toned(tone, named.linked(&one.text))), Html::and)
        };
        let (shown, more) = section.shown();
        page.add(list(shown.iter().map(entry)));
        if !more.is_empty() {
            page.add(details(format!("and {} more", more.len()), list(more.iter().map(entry))));
        }
    }
    played.iter().for_each(|one| playouts(&mut page, &named, one));
    let quoted = named.quoted.into_inner();
    if !quoted.is_empty() {
        page.heading("The clauses and rulings named here");
        page.add(definitions(quoted));
    }
    page.finish()
}

/// Where a group is on the page.
fn anchor(at: usize) -> String {
    format!("group-{}", at + 1)
}

fn of(done: &Review, group: &Group) -> Html {
    toned(Tone::Soft, format!("in {}", size(done, group)))
}

/// Adds a group with its example.
fn group(page: &mut Page, named: &Named<'_>, (done, at): (&Review, usize), group: &Group) {
    let tone = match group.kind {
        Kind::Stopped | Kind::Started | Kind::Filled => Tone::Doubtful,
        _ => Tone::Changed,
    };
    page.anchored(&anchor(at), toned(tone, named.linked(&heading(group))).and(" ").and(of(done, group)));
    let (place, first) = witness(group);
    page.add(paragraph(code(place).and(" ").and(&group.title)));
    page.add(paragraph(named.linked(&first)));
    let rows: Vec<_> =
        work(group).iter().map(|(side, words)| vec![toned(Tone::Soft, *side), named.linked(words)]).collect();
    if !rows.is_empty() {
        page.add(stacked(&["", "what happens, by which clause"], rows));
    }
    if let Some(filled) = filled(group) {
        page.add(paragraph(toned(Tone::Soft, filled)));
    }
    let work = group.work.as_ref();
    if let Some((work, [old, new])) = work.and_then(|work| Some((work, work.pictures.as_ref()?))) {
        let (was, is) = (old.beside(new), new.beside(old));
        let [asked_before, asked] = work.questions.each_ref().map(Option::as_deref);
        page.add(details("The positions", beside([("old", &was, asked_before), ("new", &is, asked)])));
    }
    let ids = list(group.scenarios.iter().map(code));
    page.add(details(format!("The scenarios ({})", group.scenarios.len()), ids));
}

/// Adds the figures of matches, as a table and as a chart.
fn playouts(page: &mut Page, named: &Named<'_>, played: &Played) {
    page.heading(format!("What it does to play: {}", matches(played)));
    course(played).into_iter().for_each(|line| page.add(paragraph(line)));
    let figures = figures(played);
    let row = |one: &Figure| -> Vec<Html> {
        vec![named.linked(&one.what), (&one.shown[0]).into(), (&one.shown[1]).into(), one.difference().into()]
    };
    page.add(stacked(&["", "old", "new", "difference"], figures.iter().map(row)));
    let drawn = figures.iter().filter_map(|figure| {
        let [old, new] = figure.drawn()?;
        let bar = |share: &Share, shown: &String| Bar {
            value: share.count as f64 / share.of.max(1) as f64,
            interval: (share.low, share.high),
            shown: shown.split(" (").next().unwrap_or_default().to_owned(),
        };
        let (old, new) = (bar(old, &figure.shown[0]), bar(new, &figure.shown[1]));
        Some(Pair { what: figure.what.clone(), old, new })
    });
    page.add(pairs("Shares of the matches, with intervals of 95 %", &drawn.collect::<Vec<_>>()));
}
