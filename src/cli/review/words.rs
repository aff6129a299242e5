//! A review in words, for every kind of output.

use std::collections::BTreeSet;

use rulebound_core::clause::Origin;
use rulebound_core::harness::playouts::{Share, Summary};
use rulebound_core::harness::review::{AcceptedGroup, Change, Group, Kind, Played, Review, Told, What, Wrong};
use rulebound_core::kernel::Policy;
use rulebound_core::snapshot::flow;

use crate::playout::percent;
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
    /// Clauses with their texts.
    pub clauses: Vec<(&'r str, &'r str)>,
}

/// The most entries that are shown without being asked for.
const MOST_LISTED: usize = 12;

impl<'r> Section<'r> {
    /// The entries to show, and how many more there are.
    pub fn shown(&self) -> (&[Entry<'r>], &[Entry<'r>]) {
        self.entries.split_at(self.entries.len().min(MOST_LISTED))
    }

    /// Says how many entries are not shown.
    pub fn more(&self) -> Option<String> {
        let more = self.shown().1.len();
        (more > 0).then(|| format!("and {more} more, which --format json lists"))
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
        Section { title: "What nobody notices", mark: "warning", entries: all(warnings(done)) },
    ];
    sections.into_iter().filter(|section| !section.entries.is_empty()).collect()
}

impl<'r> From<&'r Wrong> for Entry<'r> {
    fn from(wrong: &'r Wrong) -> Self {
        Self { id: &wrong.scenario, text: wrong.why.clone(), clauses: Vec::new() }
    }
}

impl From<String> for Entry<'_> {
    fn from(text: String) -> Self {
        Self { id: "", text, clauses: Vec::new() }
    }
}

/// Where a clause or ruling comes from.
pub fn source(origin: &Origin) -> String {
    match origin {
        Origin::Lines(line) if line.parse::<usize>().is_ok() => format!("line {line} of the document"),
        Origin::Lines(lines) => format!("lines {lines} of the document"),
        Origin::Facts(heading) => format!("published facts, {heading}"),
        Origin::Ruling(id) => format!("our ruling {id}"),
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
        ("why", about.why.clone()),
        ("source", Some(source(&about.source))),
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
    let sides = [
        ("old", work.old.as_ref()),
        ("new", work.new.as_ref()),
        ("old, later", old_later),
        ("new, later", new_later),
    ];
    let mut lines: Vec<_> = sides.into_iter().filter_map(|(side, it)| Some((side, told(it?)))).collect();
    if !work.clauses.is_empty() {
        lines.push(("by", work.clauses.join(", ")));
    }
    lines
}

/// Changes after which texts have to be read again: why, and each clause with its text.
fn reread(done: &Review) -> Vec<Entry<'_>> {
    let all = done.reread.iter();
    all.filter_map(|one| {
        let change = done.changes.get(one.change)?;
        let what = match &change.what {
            What::Default { new, .. } => format!("the default of {} is now {new}", change.id),
            What::Value { path, new, .. } => format!("{path} of {} is now {}", change.id, flow(new)),
            _ => return None,
        };
        let clauses: Vec<(&str, &str)> = one.clauses.iter().map(|one| (&*one.id, &*one.text)).collect();
        let texts = if clauses.len() == 1 { "the text of this clause is" } else { "the texts of these clauses are" };
        Some(Entry { id: "", text: format!("{what}, but {texts} as before"), clauses })
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

/// Which matches were played.
pub fn matches(played: &Played) -> String {
    let players = if played.players == Policy::Greedy { "greedy" } else { "random" };
    let count = played.old.matches;
    let matches = if count == 1 { "1 match".to_owned() } else { format!("{count} matches") };
    format!("{}, {matches} between {players} players", played.game)
}

/// What the figures are about, in sentences.
pub fn course(played: &Played) -> Vec<String> {
    let (old, new) = (&played.old, &played.new);
    let decided = |summary: &Summary| summary.matches - summary.endless.count - summary.drawn.count;
    let mut lines = vec![
        format!("{} of {} matches took another course.", played.other_course, old.matches),
        format!(
            "Never ended: {} of {} under the old rules, {} of {} under the new ones. The shares of winners are of the \
             {} and {} matches that somebody won.",
            old.endless.count,
            old.matches,
            new.endless.count,
            new.matches,
            decided(old),
            decided(new)
        ),
    ];
    if figures(played).iter().all(|figure| !figure.beyond_chance()) {
        lines.push("No share shows a difference beyond chance.".to_owned());
    }
    lines
}

/// A figure of matches under the old and the new rules.
pub struct Figure {
    /// What it counts.
    pub what: String,
    /// In words, under either set of rules.
    pub shown: [String; 2],
    /// The share of the matches, if it is one.
    pub shares: Option<[Share; 2]>,
}

impl Figure {
    /// Whether the intervals of the two shares leave no room for chance.
    pub fn beyond_chance(&self) -> bool {
        self.shares.is_some_and(|[old, new]| old.high < new.low || new.high < old.low)
    }

    /// The difference of the shares in words; nothing if it is no share.
    pub fn difference(&self) -> String {
        let Some([old, new]) = self.drawn() else { return String::new() };
        if old == new {
            return "the same".to_owned();
        }
        if !self.beyond_chance() {
            return "no difference beyond chance".to_owned();
        }
        let percent = |share: &Share| 100.0 * share.count as f64 / share.of.max(1) as f64;
        format!("{:+.1} points", percent(new) - percent(old))
    }

    /// The shares, if there is anything to draw.
    pub fn drawn(&self) -> Option<&[Share; 2]> {
        self.shares.as_ref().filter(|shares| shares.iter().any(|share| share.of > 0))
    }
}

/// The figures of matches under both sets of rules; shares with their 95 % confidence intervals.
pub fn figures(played: &Played) -> Vec<Figure> {
    let (old, new) = (&played.old, &played.new);
    let length = |summary: &Summary| {
        let lengths = summary.lengths;
        if summary.endless.count == summary.matches {
            return "no match ended".to_owned();
        }
        format!("{} ({} to {})", lengths.median, lengths.quarter, lengths.three_quarters)
    };
    let what = "actions, median and middle half".to_owned();
    let mut figures = vec![Figure { what, shown: [length(old), length(new)], shares: None }];
    let mut row = |what: String, old: Share, new: Share| {
        let shown = [old, new].map(|share| percent(share).trim().to_owned());
        figures.push(Figure { what, shown, shares: Some([old, new]) });
    };
    row("won by who acted first".to_owned(), old.first, new.first);
    for (player, (old, new)) in old.won.iter().zip(&new.won).enumerate() {
        row(format!("won by player {player}"), *old, *new);
    }
    let none = |summary: &Summary| Share::new(0, summary.matches);
    let clauses: BTreeSet<&String> = old.by_clause.keys().chain(new.by_clause.keys()).collect();
    for clause in clauses {
        let of = |summary: &Summary| summary.by_clause.get(clause).copied().unwrap_or_else(|| none(summary));
        row(format!("ended by {clause}"), of(old), of(new));
    }
    if old.drawn != new.drawn {
        row("won by nobody".to_owned(), old.drawn, new.drawn);
    }
    row("never ended".to_owned(), old.endless, new.endless);
    figures
}

/// The width of a chart in text.
const WIDTH: usize = 50;

/// A chart of the shares from 0 to 100 %: a dot for each, within its interval. Shares of no matches are left out.
pub fn chart(figures: &[Figure]) -> Vec<String> {
    let mut lines = Vec::new();
    let at = |part: f64| (part * (WIDTH - 1) as f64).round() as usize;
    for figure in figures {
        let Some(shares) = figure.drawn() else { continue };
        for (side, share) in ["old", "new"].into_iter().zip(shares) {
            let share_at = at(share.count as f64 / share.of.max(1) as f64);
            let mark = |column: usize| match column {
                _ if column == share_at => '●',
                _ if (at(share.low)..=at(share.high)).contains(&column) => '─',
                _ => '·',
            };
            let what = if side == "old" { figure.what.as_str() } else { "" };
            lines.push(format!("{what:<40} {side} {}", (0..WIDTH).map(mark).collect::<String>()));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_told_only_beyond_chance() {
        let figure = |old: Share, new: Share| Figure {
            what: "won".to_owned(),
            shown: Default::default(),
            shares: Some([old, new]),
        };
        let of = |count| Share::new(count, 100);
        assert_eq!(figure(of(50), of(50)).difference(), "the same");
        assert_eq!(figure(of(50), of(58)).difference(), "no difference beyond chance");
        assert_eq!(figure(of(50), of(80)).difference(), "+30.0 points");
        assert_eq!(figure(of(80), of(50)).difference(), "-30.0 points");
        assert_eq!(figure(Share::new(0, 0), Share::new(0, 0)).difference(), "");
    }

    #[test]
    fn a_chart_has_a_dot_within_its_interval() {
        let shares = [Share { count: 1, of: 2, low: 0.25, high: 0.75 }, Share::new(0, 0)];
        let figure = Figure { what: "won".to_owned(), shown: [String::new(), String::new()], shares: Some(shares) };
        let nothing =
            Figure { what: "none".to_owned(), shown: Default::default(), shares: Some([Share::new(0, 0); 2]) };
        let lines = chart(&[figure, nothing]);
        assert_eq!(lines.len(), 2, "{lines:?}");
        let marks: Vec<&str> = lines.iter().filter_map(|line| line.split(' ').next_back()).collect();
        assert_eq!(marks[0], format!("{}{}●{}{}", "·".repeat(12), "─".repeat(13), "─".repeat(12), "·".repeat(12)));
        assert_eq!(marks[1], format!("●{}", "─".repeat(49)));
        assert!(lines[0].starts_with("won ") && lines[1].starts_with("    "), "{lines:?}");
    }
}
