//! The blame: an engine that lacks a clause fails in a way that names the clause.

#![allow(clippy::print_stderr)] // how many clauses are blamed first is reported

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use rulebound::clause::Clause;
use rulebound::games::GAMES;
use rulebound::harness::check::{self, Options};
use rulebound::harness::{Answer, Blame, Engine, Judged, Request, Suite, Verdict, blame, full, shortlist};
use rulebound::kernel::AnyBook;
use rulebound::protocol;
use rulebound::scenario::Scenario;

use crate::engines::{checked, report, rulebound};
use crate::shared;

/// The reference without one clause, in this process. Its answers are the messages that would go over the pipe.
struct Without<'a> {
    suite: &'a Suite,
    clause: String,
    /// The rules, by the readings of requests.
    books: Mutex<BTreeMap<BTreeMap<String, String>, Arc<dyn AnyBook>>>,
}

impl<'a> Without<'a> {
    fn new(suite: &'a Suite, clause: &str) -> Self {
        Self { suite, clause: clause.to_owned(), books: Mutex::default() }
    }

    fn book(&self, request: &Request) -> Arc<dyn AnyBook> {
        let mut books = self.books.lock().unwrap();
        let book = books.entry(request.readings.clone()).or_insert_with(|| {
            let spec = self.suite.game_spec(&request.game).unwrap();
            let off = std::slice::from_ref(&self.clause);
            Arc::from(GAMES.find(&request.game).unwrap().book(spec, &request.readings, off).unwrap())
        });
        Arc::clone(book)
    }
}

impl Engine for Without<'_> {
    fn name(&self) -> String {
        format!("the reference without {}", self.clause)
    }

    fn ask(&self, request: &Request) -> Answer {
        match full(&*self.book(request), request, false) {
            Ok(full) => protocol::reported(&request.task, protocol::report(full.seen())).unwrap(),
            Err(stuck) => Answer::Errored { reason: stuck.to_string() },
        }
    }
}

/// The blame for an engine without a clause, by its answers to these scenarios.
fn blamed(suite: &Suite, clause: &str, scenarios: &[&Scenario]) -> Vec<Blame> {
    let engine = Without::new(suite, clause);
    let options = Options { readings: BTreeMap::new(), compare: true };
    let judged: Vec<Judged> =
        scenarios.par_iter().map(|one| check::check_one(suite, Some(&engine), one, &options).unwrap()).collect();
    let fails = |one: &Judged| {
        !matches!(one.verdict, Verdict::Pass | Verdict::Skipped | Verdict::Unverified | Verdict::WrongClause)
    };
    let list = blame(&judged, &fails);
    // Each failure names a clause of the list, and what no scenario names comes last.
    let named = |one: &&Judged| one.clauses.iter().any(|id| list.iter().any(|blamed| blamed.clause == *id));
    let unnamed = judged.iter().filter(|one| fails(one) && !one.only_at_first()).find(|one| !named(one));
    assert!(unnamed.is_none(), "{clause}: nothing is blamed for {}", unnamed.map_or("", |one| one.id.as_str()));
    assert!(list.is_sorted_by_key(|blamed| blamed.of == 0), "{clause}: {list:?}");
    let short = shortlist(&list, &judged, &fails, 2);
    assert!(short.len() <= 6 && short.iter().zip(&list).take(2).all(|(one, other)| one.clause == other.clause));
    let own = |one: &Judged, blamed: &&Blame| one.clauses.contains(&blamed.clause);
    let mut missing = judged.iter().filter(|one| fails(one) && one.right_under.is_empty() && !one.only_at_first());
    assert!(short.len() == 6 || missing.all(|one| short.iter().any(|blamed| own(one, blamed))), "{clause}: {short:?}");
    list
}

#[test]
fn every_faulty_engine_is_blamed_by_name() {
    let suite = shared::suite();
    let clauses: Vec<_> =
        suite.spec.games.values().flat_map(|g| g.clauses.values()).filter(|c| c.switchable()).collect();
    let scenarios = suite.scenarios(&suite.ids("").unwrap()).unwrap();
    // The place of the clause among the first eight, which are shown to users. If one chapter alone says too little, the
    // whole game must say enough.
    let place = |clause: &&Clause| -> Result<(String, usize), String> {
        let mut parts = clause.id.split('.');
        let (game, chapter) = (parts.next().unwrap(), parts.next().unwrap());
        let named = |prefix: &str| {
            let mine: Vec<&Scenario> = scenarios.iter().filter(|one| one.id.starts_with(prefix)).collect();
            let blamed = blamed(suite, &clause.id, &mine);
            blamed.iter().take(8).position(|b| b.clause == clause.id).ok_or(blamed)
        };
        let found = named(&format!("{game}/{chapter}/")).or_else(|_| named(&format!("{game}/")));
        found.map(|at| (game.to_owned(), at)).map_err(|blamed| format!("{}: blamed {blamed:?}", clause.id))
    };
    let found: Vec<Result<(String, usize), String>> = clauses.par_iter().map(place).collect();
    let wrong: Vec<&str> = found.iter().filter_map(|one| one.as_ref().err()).map(String::as_str).collect();
    assert!(clauses.len() > 60);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for game in suite.spec.games.keys() {
        let places: Vec<usize> = found.iter().flatten().filter(|(of, _)| of == game).map(|(_, at)| *at).collect();
        let first = places.iter().filter(|at| **at == 0).count();
        eprintln!("{game}: {first} of {} clauses are blamed first", places.len());
        assert!(first * 2 > places.len(), "only {first} of {} clauses of {game} are blamed first", places.len());
    }
}

#[test]
fn the_clause_at_fault_leads_the_blame() {
    let suite = shared::suite();
    let scenarios = suite.scenarios(&suite.ids("motion/").unwrap()).unwrap();
    let all: Vec<&Scenario> = scenarios.iter().collect();
    for id in [
        "motion.chaining.once-in",
        "motion.activation.resolve-on-new-board",
        "motion.minimum.both-counted",
        // Without these clauses no cost is read, so nearly every scenario fails.
        "motion.notation.in-form",
        "motion.notation.blanks",
        "motion.notation.bar",
    ] {
        assert_eq!(blamed(suite, id, &all)[0].clause, id);
    }
}

/// Over the pipe, as users run it, the command blames the same clauses as for the engine in this process.
#[test]
fn faulty_engines_are_blamed_over_the_pipe() {
    for (id, scenarios) in [
        ("motion.activation.resolve-on-new-board", "motion/activation/"),
        ("motion.minimum.both-counted", "motion/minimum/"),
        ("combo.hearts.face-up", "combo/hearts/"),
    ] {
        let engine = format!("{} engine --without {id}", rulebound());
        let done = checked(&engine, &[scenarios, "--format", "json"]);
        assert_eq!(done.status.code(), Some(1), "{id}: {}", String::from_utf8_lossy(&done.stderr));
        let suite = shared::suite();
        let mine = suite.scenarios(&suite.ids(scenarios).unwrap()).unwrap();
        let here = blamed(suite, id, &mine.iter().collect::<Vec<_>>());
        assert!(here.iter().take(8).any(|blame| blame.clause == id), "{here:?}");
        assert_eq!(report(&done)["blame"], serde_json::json!(here), "{id}");
    }
}
