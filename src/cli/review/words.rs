//! A review in words, for every kind of output.

use std::collections::BTreeSet;

use rulebound_core::clause::Origin;
use rulebound_core::harness::review::{AcceptedGroup, Change, Group, Kind, Review, Told, What, Wrong};
use rulebound_core::snapshot::flow;

use crate::words::many;

/// The headline: every count in it comes from the same comparison.
pub fn headline(done: &Review) -> String {
    let mut text = format!(
        "{} to the rules. Of {}, {} {} and {} {} the same. Could not run: {}.",
        many(done.changes.len() as u64, "change"),
        many(done.scenarios as u64, "scenario"),
        done.different(),
        if done.different() == 1 { "differs" } else { "differ" },
        done.same,
        if done.same == 1 { "stays" } else { "stay" },
        done.stopped + done.neither
    );
    if done.left_out > 0 {
        text.push_str(&format!(" Not shown: {} to other games.", many(done.left_out as u64, "change")));
    }
    if done.filled() > 0 {
        text.push_str(&format!(" Filled in: {}.", done.filled()));
    }
    if !done.broken.is_empty() {
        text.push_str(&format!(" Scenarios whose expectations no longer hold: {}.", done.broken.len()));
    }
    if !done.accepted.is_empty() {
        let scenarios: usize = done.accepted.iter().map(|group| group.scenarios.len()).sum();
        let groups = many(done.accepted.len() as u64, "group");
        text.push_str(&format!(
            " Accepted before and not shown: {groups} with {}.",
            many(scenarios as u64, "scenario")
        ));
    }
    for (ids, what) in [(&done.added, "new"), (&done.gone, "gone"), (&done.edited, "edited (run in their old form)")] {
        if !ids.is_empty() {
            text.push_str(&format!(" Scenarios that are {what}: {}.", ids.len()));
        }
    }
    text
}

/// The acceptances that no longer match.
fn expired(done: &Review) -> Vec<String> {
    let of = |one: &AcceptedGroup| {
        let (size, effect) =
            (many(one.scenarios.len() as u64, "scenario"), effect(&one.kind, &one.fields, (one.from_setup, one.later)));
        format!("{effect} in {size}, such as {}", one.scenarios.first().map_or("none", String::as_str))
    };
    done.expired.iter().map(of).collect()
}

/// The heading of a group.
pub fn heading(group: &Group) -> String {
    effect(&group.kind, &group.fields, (group.from_setup, group.later))
}

fn effect(kind: &Kind, fields: &BTreeSet<String>, (from_setup, later): (bool, bool)) -> String {
    let by = |clause: &Option<String>| clause.clone().unwrap_or("no clause".to_owned());
    let fields = fields.iter().cloned().collect::<Vec<_>>().join(", ");
    let begins = if from_setup { ", from the setup on" } else { "" };
    let what = match kind {
        Kind::Winner => format!("another winner{begins}"),
        Kind::Rejected { clause } => format!("accepted before, now rejected by {}", by(clause)),
        Kind::Accepted { clause } => format!("rejected before by {}, now accepted", by(clause)),
        Kind::Elsewhere { old, new } => format!("a card or object lies elsewhere: {old} -> {new}"),
        Kind::Asked { old, new } => match (old, new) {
            (None, Some(new)) => format!("a player is asked something new: {new}"),
            (Some(old), None) => format!("a player is no longer asked: {old}"),
            (old, new) if old == new => format!("another player is asked: {}", new.as_deref().unwrap_or_default()),
            (old, new) => format!(
                "a player is asked something else: {} -> {}",
                old.as_deref().unwrap_or_default(),
                new.as_deref().unwrap_or_default()
            ),
        },
        Kind::State => format!("other states{begins}: {fields}"),
        Kind::Seen => format!("something else in {fields}"),
        Kind::Tree => format!("read differently: {fields}"),
        Kind::Plan => format!("another answer: {fields}"),
        Kind::OtherClause { old, new } => format!("rejected by {} before, now by {}", by(old), by(new)),
        Kind::Filled => "needs other outcomes or answers, and then stays the same".to_owned(),
        Kind::Stopped => "could not run under the new rules".to_owned(),
        Kind::Started => "could not run under the old rules".to_owned(),
    };
    if later { format!("other states, and later {what}") } else { what }
}

/// What is filled in, and how.
pub const FILLED: &str = "filled in, because the scenario does not say it: a shuffled pile keeps its order, a pick gives \
the first candidate, a die shows 1, and a new question is declined, or gets the first \
legal answer if it cannot be declined; what is no longer needed is passed over";

/// The size of a group.
pub fn size(done: &Review, group: &Group) -> String {
    let all = many(group.scenarios.len() as u64, "scenario");
    let broken = done.broken.iter().filter(|one| group.scenarios.contains(&one.scenario)).count();
    let marks: Vec<String> = [(group.filled.len(), "filled in"), (broken, "with expectations that no longer hold")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if marks.is_empty() { all } else { format!("{all} ({})", marks.join(", ")) }
}

/// The scenarios of a group besides its example, as many as are shown without being asked for.
pub fn others(group: &Group) -> String {
    let ids = group.scenarios.iter().map(String::as_str);
    let others: Vec<&str> = ids.filter(|id| *id != group.example.scenario).collect();
    let shown = &others[..others.len().min(MOST_LISTED)];
    match others.len() - shown.len() {
        _ if others.is_empty() => String::new(),
        0 => format!("also {}", shown.join(", ")),
        more => format!("also {} and {more} more, which --format json lists", shown.join(", ")),
    }
}

/// A part of a review that lists things in the same way, whatever the output.
pub struct Section<'r> {
    /// Its title.
    pub title: &'static str,
    /// A word before each entry; empty if the title says enough.
    pub mark: &'static str,
    /// The entries.
    pub entries: Vec<Entry<'r>>,
}

/// An entry of a section.
pub struct Entry<'r> {
    /// The scenario that it is about, or nothing.
    pub id: &'r str,
    /// What is to say.
    pub text: String,
    /// Clauses and rulings with their texts.
    pub texts: Vec<(&'r str, &'r str)>,
}

/// The most entries that are shown without being asked for.
const MOST_LISTED: usize = 12;

impl<'r> Section<'r> {
    /// The entries to show, and how many more there are.
    pub fn shown(&self) -> (&[Entry<'r>], &[Entry<'r>]) {
        self.entries.split_at(self.entries.len().min(MOST_LISTED))
    }

    /// Says how many entries are not shown, and which scenarios they are about.
    pub fn more(&self) -> Option<(String, String)> {
        let more = self.shown().1;
        let ids: Vec<&str> = more.iter().map(|one| one.id).filter(|id| !id.is_empty()).collect();
        (!more.is_empty()).then(|| (format!("and {} more", more.len()), ids.join(", ")))
    }
}

fn all<'r, T: Into<Entry<'r>>>(list: impl IntoIterator<Item = T>) -> Vec<Entry<'r>> {
    list.into_iter().map(Into::into).collect()
}

/// What comes after the groups: scenarios that could not be run or no longer hold, and warnings.
pub fn sections(done: &Review) -> Vec<Section<'_>> {
    let sections = [
        Section { title: "Could not run", mark: "", entries: all(&done.not_run) },
        Section { title: "Expectations that no longer hold", mark: "", entries: all(&done.broken) },
        Section { title: "Accepted before, and expired", mark: "expired", entries: all(expired(done)) },
        Section { title: "Texts to read again", mark: "warning", entries: reread(done) },
        Section { title: "What no scenario notices", mark: "warning", entries: all(warnings(done)) },
    ];
    sections.into_iter().filter(|section| !section.entries.is_empty()).collect()
}

impl<'r> From<&'r Wrong> for Entry<'r> {
    fn from(wrong: &'r Wrong) -> Self {
        Self { id: &wrong.scenario, text: wrong.why.clone(), texts: Vec::new() }
    }
}

impl From<String> for Entry<'_> {
    fn from(text: String) -> Self {
        Self { id: "", text, texts: Vec::new() }
    }
}

/// Where a clause or ruling comes from.
pub fn source(origin: &Origin, game: &str) -> String {
    match origin {
        Origin::Lines(line) if line.parse::<usize>().is_ok() => format!("line {line} of the document of {game}"),
        Origin::Lines(lines) => format!("lines {lines} of the document of {game}"),
        Origin::Facts(heading) => format!("published facts, {heading}"),
        Origin::Ruling(id) => format!("our ruling {id}"),
        Origin::Texts(texts) => format!("texts of cards: {texts}"),
    }
}

/// What a change is about: a word for each part, and the part.
pub fn about(changes: &[Change], at: usize) -> Vec<(&'static str, String)> {
    let Some(change) = changes.get(at) else { return Vec::new() };
    let said = changes[..at].iter().any(|before| before.id == change.id && before.about.is_some());
    let Some(about) = change.about.as_ref().filter(|_| !said) else { return Vec::new() };
    let (old, new) = match (&about.question, &about.old) {
        (Some(_), Some(_)) => ("old reading", "new reading"),
        (Some(_), None) => ("", "reading"),
        (None, Some(_)) => ("old text", "new text"),
        (None, None) => ("", "text"),
    };
    let parts = [
        ("question", about.question.clone()),
        (old, about.old.clone()),
        (new, about.new.clone()),
        (if about.why_is_old { "why the old default" } else { "why" }, about.why.clone()),
        ("source", Some(source(&about.source, change.game()))),
    ];
    parts.into_iter().filter_map(|(label, part)| Some((label, part?))).collect()
}

/// What was filled in in a group's example, if anything was.
pub fn filled(group: &Group) -> Option<String> {
    let list: Vec<String> = group.example.filled.iter().map(ToString::to_string).collect();
    (!list.is_empty()).then(|| format!("filled in: {}", list.join("; ")))
}

/// Where the difference of a group's example begins, and what differs there first.
pub fn witness(group: &Group) -> (String, String) {
    let one = &group.example;
    let place = match one.step {
        None => one.scenario.clone(),
        Some(0) => format!("{}, setup", one.scenario),
        Some(step) => format!("{}, step {step}", one.scenario),
    };
    let winners = one.winners.as_ref().map(|winners| format!("; in the end the winner: {winners}"));
    let later = one.later.as_ref().map(|later| format!("; then step {}: {}", later.step, later.what));
    (place, format!("{}{}{}", one.first, later.unwrap_or_default(), winners.unwrap_or_default()))
}

/// What happens on each side where the difference begins, and by which clause: a word for the side, and the words.
pub fn work(group: &Group) -> Vec<(&'static str, String)> {
    let Some(work) = &group.work else { return Vec::new() };
    let told = |told: &Told| match told {
        Told { words, clause: None } => words.clone(),
        Told { words, clause: Some(clause) } => format!("{words}, by {clause}"),
    };
    let (old_later, new_later) = work.later.as_ref().map_or((None, None), |[old, new]| (old.as_ref(), new.as_ref()));
    let sides =
        [("old", work.old.as_ref()), ("new", work.new.as_ref()), ("old, later", old_later), ("new, later", new_later)];
    let mut lines: Vec<_> = sides.into_iter().filter_map(|(side, it)| Some((side, told(it?)))).collect();
    if !work.clauses.is_empty() {
        lines.push(("by", work.clauses.join(", ")));
    }
    lines
}

/// Changes after which texts have to be read again: why, and each text.
fn reread(done: &Review) -> Vec<Entry<'_>> {
    let all = done.reread.iter();
    all.filter_map(|one| {
        let change = done.changes.get(one.change)?;
        let what = match &change.what {
            What::Default { new, .. } => format!("the default of {} is now {new}", change.id),
            What::Value { path, new, .. } => format!("{path} of {} is now {}", change.id, flow(new)),
            _ => return None,
        };
        let texts: Vec<(&str, &str)> = one.texts.iter().map(|one| (&*one.id, &*one.text)).collect();
        let these = if texts.len() == 1 { "this text is" } else { "these texts are" };
        Some(Entry { id: "", text: format!("{what}, but {these} as before"), texts })
    })
    .collect()
}

/// What no scenario notices, with the scenario that is missing.
pub fn warnings(done: &Review) -> Vec<String> {
    let of = |change: &Change| {
        let write = change.missing_scenario().map(|path| format!(": write one that does, as {path}"));
        let none = format!("none of the scenarios that were run ({})", done.scenarios);
        format!("{none} notices the change to {}{}", change.id, write.unwrap_or_default())
    };
    let mut all: Vec<String> = done.unnoticed.iter().filter_map(|at| done.changes.get(*at)).map(of).collect();
    all.dedup();
    all
}

/// Why no matches were played.
pub fn not_played(done: &Review) -> String {
    let games: BTreeSet<&str> = done.changes.iter().filter(|change| change.binds).map(Change::game).collect();
    match games.into_iter().collect::<Vec<_>>().as_slice() {
        [] => "nothing was played: no rule has changed".to_owned(),
        [one] => format!("nothing was played: a rule of {one} has changed, which has no matches that end"),
        games => {
            format!("nothing was played: rules of {} have changed, which have no matches that end", games.join(", "))
        }
    }
}
