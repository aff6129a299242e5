//! The checks of a game's clauses, step by step through a match.
//!
//! A check reads the position `before` and `after` a step, its `action` and `events`, and the `rules`. What is `after`
//! one step is `before` the next, so each position becomes JSON once. A part of a check is evaluated only if it reads
//! values that it has not read before ([`crate::expression::repeated`] says why that hides nothing).

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value as Json};
use thiserror::Error;

use crate::clause::GameSpec;
use crate::expression::repeated::{AllJudged, Repeated};
use crate::expression::{Expression, Holds, Variables};
use crate::kernel::{Book, ClauseKey, Game, Player, Position};

/// The checks in force under some readings, and the current position of the match.
pub struct Checks<'s> {
    /// Each with the id of its clause.
    checks: Vec<(&'s str, &'s Expression)>,
    repeated: Repeated<'s>,
    rules: &'s Json,
    last: Json,
    thorough: bool,
    asked: usize,
    evaluated: usize,
}

/// A check that does not hold after a step.
#[derive(Debug, PartialEq, Eq, Error)]
#[error("{clause} does not hold: {check}: {}{}", told(.holds), if *.hidden { "; a remembered result was wrong" } else { "" })]
pub struct Broken {
    /// The id of its clause.
    pub clause: String,
    /// The expression.
    pub check: String,
    /// The result, with what it read.
    pub holds: Holds,
    /// Whether a remembered result was wrong, so that it hid, or could have hidden, that the check does not hold. This
    /// is a bug in this crate.
    pub hidden: bool,
}

/// Why checks cannot be evaluated: an action or an event has no JSON form.
#[derive(Debug, Error)]
#[error("{what} has no JSON form: {why}")]
pub struct NoJson {
    what: &'static str,
    why: serde_json::Error,
}

fn told(holds: &Holds) -> impl fmt::Display {
    match holds {
        Holds::Yes => "it is true".to_owned(),
        Holds::No(reads) if reads.is_empty() => "it is false".to_owned(),
        Holds::No(reads) => {
            let reads: Vec<String> = reads.iter().map(|(path, value)| format!("{path} is {value}")).collect();
            reads.join("; ")
        }
        Holds::Missing(why) | Holds::Unreadable(why) => format!("it cannot be read: {why}"),
        Holds::NoTruth(what) => format!("it gives {what} instead of true or false"),
    }
}

fn json(what: &'static str, value: &impl Serialize) -> Result<Json, NoJson> {
    serde_json::to_value(value).map_err(|why| NoJson { what, why })
}

impl<'s> Checks<'s> {
    /// The checks of `spec` that are in force under `readings`, for a match that is played by these `rules` and begins
    /// with `start`.
    pub fn new(spec: &'s GameSpec, readings: &BTreeMap<String, String>, rules: &'s Json, start: Json) -> Self {
        let all = spec.clauses.values().flat_map(|clause| clause.checks.iter().map(move |check| (clause, check)));
        let checks: Vec<(&str, &Expression)> = all
            .filter(|(_, check)| check.when.iter().all(|(ruling, reading)| readings.get(ruling) == Some(reading)))
            .map(|(clause, check)| (clause.id.as_str(), &check.that))
            .collect();
        let kept = [("after", "before"), ("rules", "rules")];
        let repeated = Repeated::new(checks.iter().map(|(_, expression)| *expression), &kept);
        Self { checks, repeated, rules, last: start, thorough: false, asked: 0, evaluated: 0 }
    }

    /// The checks under the readings and rules of a book.
    pub fn of<G: Game>(spec: &'s GameSpec, book: &'s Book<G>, start: &Position<G>) -> Self {
        Self::new(spec, &book.reading_names, &book.parameters_json, start.json())
    }

    /// Makes every later step also evaluate each check as written, on whole values, and each remembered result again. A
    /// step then takes many times as long, but finds every failure that would otherwise be [`hidden`](Broken::hidden).
    #[must_use]
    pub fn thorough(self) -> Self {
        Self { thorough: true, ..self }
    }

    /// Advances by an accepted action that `by` took, and returns the checks that do not hold after it.
    ///
    /// # Errors
    /// If the action or an event has no JSON form. The match then stays where it was.
    pub fn step<G: Game>(
        &mut self,
        book: &Book<G>,
        by: Player,
        action: &G::Action,
        events: &[(ClauseKey, G::Event)],
        after: &Position<G>,
    ) -> Result<Vec<Broken>, NoJson> {
        let told = |(clause, event): &(ClauseKey, G::Event)| {
            let mut event = match json("an event", event)? {
                Json::Object(event) => event,
                _ => Map::new(),
            };
            event.insert("clause".to_owned(), Json::from(&**book.id(*clause)));
            Ok(Json::Object(event))
        };
        let events: Json = events.iter().map(told).collect::<Result<_, NoJson>>()?;
        Ok(self.step_json(by, &json("the action", action)?, &events, after.json()))
    }

    /// Like [`step`](Self::step), with the action and the events as JSON; each event has its `clause`.
    pub fn step_json(&mut self, by: Player, action: &Json, events: &Json, after: Json) -> Vec<Broken> {
        let by = Json::from(by);
        let mut values = Variables::new();
        values.set("before", &self.last);
        values.set("by", &by);
        values.set("action", action);
        values.set("after", &after);
        values.set("events", events);
        values.set("rules", self.rules);
        let AllJudged { wrong, evaluated } =
            if self.thorough { self.repeated.thorough(&values) } else { self.repeated.step(&values) };
        drop(values);
        self.last = after;
        self.asked += self.checks.len();
        self.evaluated += evaluated;
        let broken = wrong.into_iter().map(|wrong| {
            let (clause, expression) = self.checks[wrong.index];
            let (clause, check) = (clause.to_owned(), expression.text.clone());
            Broken { clause, check, holds: wrong.holds, hidden: wrong.hidden }
        });
        broken.collect()
    }

    /// The latest position, as the checks read it.
    pub fn last(&self) -> &Json {
        &self.last
    }

    /// The number of checks in force.
    pub fn count(&self) -> usize {
        self.checks.len()
    }

    /// The number of checks judged, over all steps.
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// The number of parts (operands of `&&`, `||` and `!`) that had to be evaluated for these checks.
    pub fn evaluated(&self) -> usize {
        self.evaluated
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::clause;
    use crate::source::Files;

    const RULEBOOK: &str = "{game: g, title: G, edition: 0.1.0, document: {file: d, sha256: '0'}, \
        players: {least: 1, most: 1}, chapters: [c]}";
    const RULINGS: &str = "
- {id: g.rulings.r, question: Q, facts: here, readings: {a: {text: A}, b: {text: B}}, default: a, why: W}
";
    const CHAPTER: &str = r#"
- id: g.c.grows
  source: {facts: here}
  level: must
  kind: definition
  text: What grows does not shrink.
  off: {none: "because it tells"}
  rulings: [g.rulings.r]
  checks:
    - "after.size >= before.size"
    - when: {g.rulings.r: b}
      that: "after.size <= rules.most"
- id: g.c.told
  source: {facts: here}
  level: must
  kind: definition
  text: Who adds says so.
  off: {none: "because it tells"}
  checks:
    - "!has(action.add) || events.exists(e, has(e.added) && e.added == action.add && e.clause == 'g.c.told')"
"#;

    fn spec() -> GameSpec {
        let files = [("rulebook", RULEBOOK), ("rulings", RULINGS), ("c", CHAPTER)];
        let files = files.map(|(name, text)| (format!("spec/g/{name}.yaml"), text)).into();
        let mut spec = clause::load(&Files::Embedded(Arc::new(files)), &["g"]).unwrap();
        spec.games.remove("g").unwrap()
    }

    fn lines(broken: Vec<Broken>) -> Vec<String> {
        broken.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_after_a_step_is_before_the_next() {
        let (spec, rules) = (spec(), json!({"most": 3}));
        for thorough in [false, true] {
            let mut checks = Checks::new(&spec, &BTreeMap::new(), &rules, json!({"size": 1, "x": 0}));
            if thorough {
                checks = checks.thorough();
            }
            let (none, added) = (json!([]), json!([{"added": 1, "clause": "g.c.told"}]));
            let mut step = |action: Json, events: &Json, size: i64| {
                lines(checks.step_json(0, &action, events, json!({"size": size, "x": action})))
            };
            assert!(step(json!({"add": 1}), &added, 2).is_empty());
            assert!(step(json!({"rest": {}}), &none, 2).is_empty());
            assert!(step(json!({"rest": {}}), &none, 2).is_empty());
            let shrinks = "g.c.grows does not hold: after.size >= before.size: after.size is 1; before.size is 2";
            assert_eq!(step(json!({"rest": {}}), &none, 1), [shrinks]);
            // The next step begins where the last step ended.
            assert!(step(json!({"rest": {}}), &none, 1).is_empty());
            assert!(step(json!({"add": 1}), &added, 2).is_empty());
            let told = step(json!({"add": 2}), &added, 4);
            assert_eq!(told.len(), 1);
            assert!(told[0].starts_with("g.c.told does not hold: !has(action.add) || "), "{told:?}");
            assert_eq!((checks.count(), checks.asked(), checks.last()["size"].as_i64()), (2, 14, Some(4)));
            assert_eq!(checks.evaluated() < 14, !thorough, "{}", checks.evaluated());
        }
    }

    #[test]
    fn a_check_of_some_readings_is_asked_under_them_only() {
        let (spec, rules) = (spec(), json!({"most": 3}));
        for (reading, count) in [("a", 2), ("b", 3)] {
            let readings = BTreeMap::from([("g.rulings.r".to_owned(), reading.to_owned())]);
            let mut checks = Checks::new(&spec, &readings, &rules, json!({"size": 1}));
            assert_eq!(checks.count(), count);
            let broken = checks.step_json(0, &json!({}), &json!([]), json!({"size": 4}));
            assert_eq!(broken.len(), count - 2);
            assert!(broken.iter().all(|broken| broken.check == "after.size <= rules.most" && !broken.hidden));
        }
    }

    #[test]
    fn what_cannot_be_read_is_broken() {
        let (spec, rules) = (spec(), json!({}));
        let mut checks = Checks::new(&spec, &BTreeMap::new(), &rules, json!({"size": 1}));
        assert!(checks.step_json(0, &json!({}), &json!([]), json!({"size": 1})).is_empty());
        for _ in 0..2 {
            let told = lines(checks.step_json(0, &json!({}), &json!([]), json!({"sice": 1})));
            let missing =
                "g.c.grows does not hold: after.size >= before.size: it cannot be read: there is no field size";
            assert_eq!(told, [missing]);
        }
    }
}
