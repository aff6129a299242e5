//! A review in words, for every kind of output.

use std::collections::BTreeSet;

use rulebound_core::harness::playouts::{Share, Summary};
use rulebound_core::harness::review::{AcceptedGroup, Change, Group, Kind, Played, Review, Told};
use rulebound_core::kernel::Policy;

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
pub fn expired(done: &Review) -> Vec<String> {
    let of = |one: &AcceptedGroup| {
        let (size, effect) =
            (many(one.scenarios.len() as u64, "scenario"), effect(&one.kind, &one.fields, one.from_setup));
        format!("{effect} in {size}, such as {}", one.scenarios.first().map_or("none", String::as_str))
    };
    done.expired.iter().map(of).collect()
}

/// The heading of a group.
pub fn heading(group: &Group) -> String {
    effect(&group.kind, &group.fields, group.from_setup)
}

fn effect(kind: &Kind, fields: &BTreeSet<String>, from_setup: bool) -> String {
    let by = |clause: &Option<String>| clause.clone().unwrap_or("no clause".to_owned());
    let fields = fields.iter().cloned().collect::<Vec<_>>().join(", ");
    let begins = if from_setup { ", from the setup on" } else { "" };
    match kind {
        Kind::Winner => format!("another winner{begins}"),
        Kind::Rejected { clause } => format!("accepted before, now rejected by {}", by(clause)),
        Kind::Accepted { clause } => format!("rejected before by {}, now accepted", by(clause)),
        Kind::State => format!("other states{begins}: {fields}"),
        Kind::Seen => format!("something else in {fields}"),
        Kind::Tree => format!("read differently: {fields}"),
        Kind::Plan => format!("another answer: {fields}"),
        Kind::OtherClause { old, new } => format!("rejected by {} before, now by {}", by(old), by(new)),
        Kind::Filled => "needs other outcomes or answers, and then stays the same".to_owned(),
        Kind::Stopped => "could not run under the new rules".to_owned(),
        Kind::Started => "could not run under the old rules".to_owned(),
    }
}

/// What is filled in, and how.
pub const FILLED: &str = "filled in, because the scenario does not say it: a shuffled pile keeps its order, a pick gives \
the first candidate, a die shows 1, and a new question gets the first legal answer; what is no longer needed is passed over";

/// The size of a group.
pub fn size(group: &Group) -> String {
    let all = many(group.scenarios.len() as u64, "scenario");
    match group.filled.len() {
        0 => all,
        filled => format!("{all} ({filled} filled in)"),
    }
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
    (place, format!("{}{}", one.first, winners.unwrap_or_default()))
}

/// What happens on each side where the difference begins, and by which clause: a word for the side, and the words.
pub fn work(group: &Group) -> Vec<(&'static str, String)> {
    let Some(work) = &group.work else { return Vec::new() };
    let told = |told: &Option<Told>| match told {
        None => "nothing more happens".to_owned(),
        Some(Told { words, clause: None }) => words.clone(),
        Some(Told { words, clause: Some(clause) }) => format!("{words}, by {clause}"),
    };
    let mut lines = Vec::new();
    if work.old.is_some() || work.new.is_some() {
        lines.extend([("old", told(&work.old)), ("new", told(&work.new))]);
    }
    if !work.clauses.is_empty() {
        lines.push(("by", work.clauses.join(", ")));
    }
    lines
}

/// What no scenario notices, with the scenario that is missing.
pub fn warnings(done: &Review) -> Vec<String> {
    let of = |change: &Change| {
        let write = change.missing_scenario().map(|path| format!(": write one that does, as {path}"));
        let none = format!("none of the {} that were run", many(done.scenarios as u64, "scenario"));
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

/// The figures of matches under the old and the new rules; shares with their 95 % confidence intervals.
pub fn rows(played: &Played) -> Vec<(String, String, String)> {
    let (old, new) = (&played.old, &played.new);
    let length = |summary: &Summary| {
        let lengths = summary.lengths;
        if summary.endless.count == summary.matches {
            return "no match ended".to_owned();
        }
        format!("{} ({} to {})", lengths.median, lengths.quarter, lengths.three_quarters)
    };
    let mut rows = vec![("actions, median and middle half".to_owned(), length(old), length(new))];
    let mut row = |what: String, old: Share, new: Share| {
        rows.push((what, percent(old).trim().to_owned(), percent(new).trim().to_owned()))
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
    row("won by nobody".to_owned(), old.drawn, new.drawn);
    row("not ended".to_owned(), old.endless, new.endless);
    rows.retain(|(what, old, new)| !(["won by nobody", "not ended"].contains(&what.as_str()) && old == new));
    rows
}
