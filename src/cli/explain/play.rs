//! The steps of a scenario in words, with the position after each.

use std::collections::{BTreeMap, BTreeSet};

use rulebound_core::harness::Suite;
use rulebound_core::kernel::drive::{Outcome, Run, Scene, StepRun};
use rulebound_core::kernel::picture::Row;
use rulebound_core::kernel::{Picture, Player};
use rulebound_core::scenario::Step;
use rulebound_core::snapshot;

use serde_json::Value as Json;

use super::cards::Cards;
use super::why::PENDING;
use super::{Explained, Layout, bears, cite, short};
use crate::document::{Block, Document, Span, Tone, plain};
use crate::words;

/// The most legal actions of a player that are listed without `--legal`.
const FEW: usize = 3;
/// The fewest cards of a pile that is shown in full beside its picture, which shows the first cards.
const FEWEST_IN_PILE: usize = 4;

/// Narrates a run, with the position after each step.
pub fn tell(explained: &Explained<'_>, document: &mut Document, run: &Run, steps: &[Step]) {
    let mut cards =
        explained.suite.games.find(&explained.request.game).ok().map(|game| Cards::new(game, &explained.request.cards));
    if let Some(scene) = &run.scene {
        document.add(Block::Picture(scene.picture.clone()));
        piles(document, None, &scene.picture);
        next(explained, document, scene, false);
    }
    if let Some(other) = explained.other {
        other.initial(document, &run.initial);
    }
    let (mut before, mut scene) = (&run.initial, run.scene.as_ref());
    for (index, (step, done)) in steps.iter().zip(&run.steps).enumerate() {
        let action = words::action(&step.run.action);
        document.add(Block::Heading(heading(index, step, &action)));
        let told = done.events.iter().map(|event| event.told.as_str());
        let told: Vec<&str> = told.chain([action.as_str(), outcome(document, explained.suite, done)]).collect();
        let (mut at, mut cited) = (without_question(before), BTreeSet::new());
        for event in &done.events {
            document.line(1, [plain(&event.told)]);
            // Show each clause's text only once per step.
            let [by, id, text] = cite(explained.suite, "by ", &event.clause);
            let text = cited.insert(&event.clause).then_some(text);
            document.line(2, [by, id].into_iter().chain(text));
            if let (true, Some(after)) = (explained.args.why.is_some(), &event.after) {
                for change in snapshot::diff::changes(&at, after) {
                    document.line(3, [plain(change)]);
                }
                at = after.clone();
            }
        }
        let follows = snapshot::diff::changes(&at, &without_question(&done.state));
        if explained.args.why.is_some() && !follows.is_empty() {
            document.line(1, [plain("what follows from this")]);
            follows.into_iter().for_each(|change| document.line(3, [plain(change)]));
        }
        bears(document, &done.trace, |id| heard(done, id));
        let cards = cards.as_mut().map(|cards| cards.named(&told)).unwrap_or_default();
        if !cards.is_empty() {
            document.line(1, [Tone::Dim.of("the cards:")]);
            cards.into_iter().for_each(|card| document.line(2, card));
        }
        if let Some(after) = &done.scene {
            document.add(Block::Picture(after.picture.clone()));
            piles(document, scene.map(|scene| &scene.picture), &after.picture);
            seen(document, done);
            ended(document, explained.suite, done);
            if done.ending.is_none() {
                next(explained, document, after, done.legal.is_some());
            }
            scene = Some(after);
        }
        if let Some(other) = explained.other {
            other.step(document, index, before, done);
        }
        before = &done.state;
    }
}

/// A state without what is asked, which is not in the states within a step.
fn without_question(state: &Json) -> Json {
    let mut state = state.clone();
    if let Some(map) = state.as_object_mut() {
        map.shift_remove(PENDING);
    }
    state
}

fn heading(index: usize, step: &Step, action: &str) -> Vec<Span> {
    let by = step.run.by.map_or(String::new(), |by| format!(" player {by}:"));
    vec![Tone::Head.of(format!("step {}", index + 1)), plain(format!("{by} {action}"))]
}

/// Adds the outcome of a step; returns why it was rejected.
fn outcome<'a>(document: &mut Document, suite: &Suite, done: &'a StepRun) -> &'a str {
    match &done.outcome {
        Outcome::Accepted => {
            document.line(0, [Tone::Good.of("accepted")]);
            ""
        }
        Outcome::Rejected { clause, why } => {
            document.line(0, [Tone::Bad.of("rejected"), plain(format!(": {why}"))]);
            if let Some(clause) = clause {
                document.line(1, cite(suite, "by ", clause));
            }
            why
        }
    }
}

/// Narrates a run, with a line for each event.
pub fn brief(document: &mut Document, suite: &Suite, run: &Run, steps: &[Step]) {
    if let Some(scene) = &run.scene {
        document.add(Block::Picture(scene.picture.clone()));
    }
    for (index, (step, done)) in steps.iter().zip(&run.steps).enumerate() {
        let by = step.run.by.map_or(String::new(), |by| format!("player {by}: "));
        let action = words::action(&step.run.action);
        document.line(0, [Tone::Head.of((index + 1).to_string()), plain(format!(" {by}{action}"))]);
        if let Outcome::Rejected { clause, why } = &done.outcome {
            let clause = clause.as_deref().map_or("", short);
            document
                .line(2, [Tone::Bad.of("rejected"), plain(format!(": {why}")), Tone::Dim.of(format!("  {clause}"))]);
        }
        for event in &done.events {
            document.line(2, [plain(&event.told), Tone::Dim.of(format!("  {}", short(&event.clause)))]);
        }
    }
    let Some(last) = run.steps.last() else { return };
    if let Some(scene) = run.steps.iter().rev().find_map(|done| done.scene.as_ref()) {
        document.add(Block::Picture(scene.picture.clone()));
    }
    ended(document, suite, last);
}

/// Whether a clause has been shown already, because it made an event in the step or refused the step.
fn heard(done: &StepRun, id: &str) -> bool {
    let refused = matches!(&done.outcome, Outcome::Rejected { clause: Some(clause), .. } if clause == id);
    refused || done.events.iter().any(|event| &*event.clause == id)
}

/// Adds the piles in order, except those that have only lost cards, or only gained cards on top, since `before`.
fn piles(document: &mut Document, before: Option<&Picture>, after: &Picture) {
    let names = |row: &Row| -> Vec<String> { row.things.iter().map(|thing| thing.name.clone()).collect() };
    let mut lines = Vec::new();
    for (area, pile) in after.piles() {
        let cards = names(pile);
        let old = before.and_then(|picture| {
            picture.piles().find(|(title, row)| (*title, &row.title) == (area, &pile.title)).map(|(_, row)| names(row))
        });
        if cards.len() < FEWEST_IN_PILE || old.is_some_and(|old| old.ends_with(&cards) || cards.ends_with(&old)) {
            continue;
        }
        let whose = if area.is_empty() { String::new() } else { format!(" of {area}") };
        lines.push(vec![Tone::Head.of(format!("{}{whose}", pile.title)), plain(format!(": {}", cards.join(", ")))]);
    }
    if !lines.is_empty() {
        document.line(1, [Tone::Dim.of("in piles, the topmost or latest card first:")]);
        lines.into_iter().for_each(|line| document.line(2, line));
    }
}

/// Adds who may act, and what is legal.
fn next(explained: &Explained<'_>, document: &mut Document, scene: &Scene, asked: bool) {
    let players: Vec<String> = scene.next.iter().map(ToString::to_string).collect();
    let question = scene.question.as_ref().map(|question| format!(", who is asked: {}", words::action(question)));
    let who = match players.as_slice() {
        [] => return,
        [one] => format!("player {one}"),
        several => format!("any of the players {}", several.join(", ")),
    };
    document.line(1, [Tone::Dim.of("next: "), plain(format!("{who}{}", question.unwrap_or_default()))]);
    let legal = match &scene.legal {
        Ok(legal) => legal,
        Err(why) => return document.line(2, [Tone::Dim.of(format!("what is legal is not listed: {why}"))]),
    };
    // Those who have to act are listed even if they can do nothing.
    let mut by: BTreeMap<Player, Vec<String>> = scene.next.iter().map(|player| (*player, Vec::new())).collect();
    for deed in legal {
        by.entry(deed.by).or_default().push(words::action(&deed.action));
    }
    let whole = explained.args.legal || asked;
    for (player, actions) in by {
        let count = words::many(actions.len() as u64, "legal action");
        if actions.is_empty() {
            document.line(2, [plain(format!("player {player}: nothing is legal"))]);
            continue;
        }
        let few = actions.len() <= FEW;
        let shown = match few {
            true => actions.join("; "),
            false => kinds(legal.iter().filter(|deed| deed.by == player).map(|deed| &deed.action)),
        };
        document.line(2, [plain(format!("player {player}: {count}: {shown}"))]);
        let list = |indent| actions.iter().map(move |action| Block::Line(indent, vec![plain(action)]));
        if whole && !few {
            list(3).for_each(|line| document.add(line));
        } else if !few && explained.args.format != Layout::Text {
            document.add(Block::More(format!("every legal action of player {player}"), list(1).collect()));
        }
    }
}

/// How many actions there are of each kind.
fn kinds<'a>(actions: impl Iterator<Item = &'a Json>) -> String {
    let mut counts: Vec<(&str, usize)> = Vec::new();
    for action in actions {
        let kind = action.as_object().and_then(|map| map.keys().next()).map_or("other", String::as_str);
        match counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => counts.push((kind, 1)),
        }
    }
    counts.iter().map(|(kind, count)| format!("{kind} ({count})")).collect::<Vec<_>>().join(", ")
}

/// Adds where each player's view differs from the state, if the scenario asks for views.
fn seen(document: &mut Document, done: &StepRun) {
    for (player, view) in done.views.iter().flat_map(|views| views.as_array()).flatten().enumerate() {
        for (index, (path, _, shown)) in snapshot::diff::paths(&done.state, view).into_iter().enumerate() {
            if index == 0 {
                document.add(Block::Subheading(vec![plain(format!("player {player} sees"))]));
            }
            let shown = snapshot::flow(&shown.unwrap_or_default());
            document.line(2, [Tone::Id.of(path), plain(format!(": {shown}"))]);
        }
    }
}

/// Adds how the match has ended, if it is over.
fn ended(document: &mut Document, suite: &Suite, done: &StepRun) {
    let Some(ending) = &done.ending else { return };
    let list: Vec<String> = ending.winners.iter().map(ToString::to_string).collect();
    let text = match list.as_slice() {
        [] => "The match ends in a draw".to_owned(),
        [one] => format!("Player {one} has won"),
        [most @ .., last] => format!("Players {} and {last} have won", most.join(", ")),
    };
    document.add(Block::Heading(vec![Tone::Head.of(text)]));
    if let Some(clause) = &ending.clause {
        document.line(1, cite(suite, "by ", clause));
    }
}
