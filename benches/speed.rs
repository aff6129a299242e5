//! Measures how fast the hot paths are, with ratios measured side by side in one run. Run `cargo bench --bench speed`;
//! with `-- --quick`, every path runs briefly, to show that it works; with names, as in `-- running combo`, only those
//! parts run.
//!
//! This does not use a benchmark framework: it measures ratios between paths that run alternately in one process, and
//! frameworks time each path on its own.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout)] // a table for a person is what this program is for

use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rayon::prelude::*;
use rulebound::games::GAMES;
use rulebound::games::motion::Motion;
use rulebound::games::motion::action::{Action, Card, Problem, Setup, StartSetup};
use rulebound::harness::check::{self, Options};
use rulebound::harness::{Answer, Checks, Engine, Reference, Request, Suite, full, judge};
use rulebound::kernel::{
    AnyBook, Book, Cards, Follow, Game, Law, NoChance, Player, Playout, Plays, Policy, Position, Seeded,
    Start as Begin, Trace,
};
use rulebound::protocol::{Limits, Restarting};
use rulebound::scenario::Scenario;
use rulebound::source::Files;

/// How long each path is measured, and how many times it alternates with the path that it is compared with.
struct Plan {
    each: Duration,
    rounds: u32,
}

impl Plan {
    /// Runs of `work` per second: the best of the rounds, since other work on the machine can only slow the runs down.
    fn rate(&self, mut work: impl FnMut() -> u64) -> f64 {
        (0..self.rounds).map(|_| once(self.each, &mut work)).fold(0.0, f64::max)
    }

    /// The rates of two paths that run alternately.
    fn rates(&self, mut a: impl FnMut() -> u64, mut b: impl FnMut() -> u64) -> (f64, f64) {
        let (mut best_a, mut best_b) = (0.0f64, 0.0f64);
        for _ in 0..self.rounds {
            best_a = best_a.max(once(self.each, &mut a));
            best_b = best_b.max(once(self.each, &mut b));
        }
        (best_a, best_b)
    }
}

fn once(each: Duration, work: &mut impl FnMut() -> u64) -> f64 {
    let start = Instant::now();
    let mut count = 0;
    while start.elapsed() < each {
        count += work();
    }
    count as f64 / start.elapsed().as_secs_f64()
}

fn row(what: &str, rate: f64, unit: &str, beside: &str) {
    let rate = if rate >= 100.0 { format!("{rate:.0}") } else { format!("{rate:.2}") };
    println!("| {what} | {rate} {unit} | {beside} |");
}

fn main() {
    let quick = std::env::args().any(|a| a == "--quick" || a == "--test");
    let plan = if quick {
        Plan { each: Duration::from_millis(5), rounds: 1 }
    } else {
        Plan { each: Duration::from_millis(200), rounds: 10 }
    };
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let open = || Suite::open(GAMES, Files::Folder(root.clone()), None).expect("the suite opens");
    let suite = open();
    let ids = suite.ids("").expect("the scenarios are listed");
    println!("| path | rate | beside |\n| --- | --- | --- |");

    let scenarios: Vec<Scenario> = ids.iter().map(|id| suite.scenario(id).expect("it loads")).collect();
    let parts: [(&str, &dyn Fn()); 9] = [
        ("loading", &|| loading(&plan, &suite, &ids, &open)),
        ("running", &|| running(&plan, &suite, &scenarios)),
        ("piping", &|| piping(&plan, &suite, &scenarios, &ids)),
        ("parsing", &|| parsing(&plan, &suite)),
        ("motion", &|| playing(&plan, &suite)),
        ("combo", &|| combo(&plan, &suite)),
        ("transmute", &|| transmute(&plan, &suite)),
        ("skirmish", &|| skirmish(&plan, &suite)),
        ("solving", &|| solving(&suite, quick)),
    ];
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    for (name, part) in parts {
        if wanted.is_empty() || wanted.iter().any(|w| w == name) {
            part();
        }
    }
}

fn loading(plan: &Plan, suite: &Suite, ids: &[String], open: &dyn Fn() -> Suite) {
    let rate = plan.rate(|| {
        black_box(open());
        1
    });
    row("open the spec", rate, "/s", &format!("{:.1} ms each", 1e3 / rate));
    let game = GAMES.find("motion").expect("motion is there");
    let (one, both) = plan.rates(
        || ids.iter().map(|id| u64::from(rulebound::scenario::load(&suite.files, game, id).is_ok())).sum(),
        || ids.par_iter().map(|id| u64::from(rulebound::scenario::load(&suite.files, game, id).is_ok())).sum(),
    );
    row("load scenario files, one core", one, "files/s", &format!("1000 in {:.0} ms", 1e6 / one));
    row("load scenario files, all cores", both, "files/s", &format!("1000 in {:.0} ms", 1e6 / both));
}

fn running(plan: &Plan, suite: &Suite, scenarios: &[Scenario]) {
    let reference = Reference::new(suite, BTreeMap::new());
    let jobs: Vec<(Request, &'static dyn AnyBook, &Scenario)> = scenarios
        .iter()
        .map(|s| {
            let request = Request::new(suite, s);
            let book = reference.book(&request).expect("its readings are there");
            (request, book, s)
        })
        .filter(|(_, _, s)| s.chapter() != "minimum")
        .collect();
    let (without, with) = plan.rates(
        || {
            jobs.iter().for_each(|(request, book, _)| drop(black_box(full(*book, request, false))));
            jobs.len() as u64
        },
        || {
            for (request, book, scenario) in &jobs {
                let done = full(*book, request, false).expect("it runs");
                black_box(judge(scenario, &Answer::Seen(done.seen()), book.parameters()));
            }
            jobs.len() as u64
        },
    );
    row("run scenarios without expressions, one core", without, "/s", "plays and parses");
    row("run and judge scenarios, one core", with, "/s", &format!("{:.0} % of without", 100.0 * with / without));
}

/// An engine that answers every request by skipping it.
const TRIVIAL: &str = r#"
import sys, json
for line in sys.stdin:
    call = json.loads(line)
    m = call["method"]
    r = {"skipped": {"reason": "trivial"}}
    if m == "initialize":
        r = {"protocol": 1, "engine": {"name": "trivial"}, "games": {"motion": {"features": ["setup.position", "setup.start", "parse", "solve", "readings"]}}}
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": r}) + "\n")
    sys.stdout.flush()
"#;

fn piping(plan: &Plan, suite: &Suite, scenarios: &[Scenario], ids: &[String]) {
    let file = std::env::temp_dir().join(format!("rulebound-trivial-{}.py", std::process::id()));
    std::fs::write(&file, TRIVIAL).expect("a temporary file can be written");
    let command = format!("python3 {}", file.display());
    let Ok(engine) =
        Restarting::start(&command, Limits { silence: Duration::from_secs(10), supervisor: None, log: None }, |_| ())
    else {
        println!("| through a pipe | - | there is no python3 |");
        return;
    };
    let requests: Vec<Request> = scenarios.iter().map(|s| Request::new(suite, s)).collect();
    let lines: Vec<String> =
        requests.iter().enumerate().map(|(id, request)| rulebound::protocol::ask(id as u64, request)).collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(16).build().expect("threads");
    let (ours, bare) = plan.rates(
        || {
            pool.install(|| requests.par_iter().for_each(|request| drop(black_box(engine.ask(request)))));
            requests.len() as u64
        },
        || bare(&file, &lines),
    );
    row(
        "through a pipe to a trivial engine in Python",
        ours,
        "/s",
        &format!("{:.0} % of a bare pipe ({bare:.0}/s)", 100.0 * ours / bare),
    );
    let own = engine_of_ours();
    if let Some(own) = own {
        let options = Options { readings: BTreeMap::new(), compare: true };
        let rate = plan.rate(|| {
            let scenarios = suite.scenarios(ids).expect("they load");
            let judged = pool.install(|| check::check(suite, Some(&own), &scenarios, &options, &|_| {}));
            judged.judged.len() as u64
        });
        row("check the reference over the pipe, whole", rate, "/s", "load, run both, judge, compare");
    }
    let _ = std::fs::remove_file(file);
}

/// Lines in, lines out: the time that the pipe and Python take by themselves.
fn bare(file: &std::path::Path, lines: &[String]) -> u64 {
    let mut child =
        Command::new("python3").arg(file).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    let input = child.stdin.take().expect("it is piped");
    let output = child.stdout.take().expect("it is piped");
    let mut count = 0;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut input = BufWriter::new(input);
            // Enough lines that the time to start Python hardly counts.
            for line in std::iter::repeat_n(lines, 20).flatten() {
                let _ = input.write_all(line.as_bytes());
                let _ = input.write_all(b"\n");
            }
        });
        count = BufReader::new(output).lines().count() as u64;
    });
    let _ = child.wait();
    count
}

fn engine_of_ours() -> Option<Restarting> {
    let command = std::env::current_exe().ok()?.parent()?.parent()?.join("rulebound");
    Restarting::start(
        &format!("{} engine", command.display()),
        Limits { silence: Duration::from_secs(10), supervisor: None, log: None },
        |_| (),
    )
    .ok()
}

fn parsing(plan: &Plan, suite: &Suite) {
    let book = suite.book("motion", &BTreeMap::new()).expect("motion is there");
    let costs = ["a -> (f) | w:(e) | (e) -> l", "ae -> (l)", "(f) -> Xl", "a:(f) | a:(w)"];
    let rate = plan.rate(|| {
        costs.iter().for_each(|cost| drop(black_box(book.parse("cost", cost))));
        costs.len() as u64
    });
    row("parse costs", rate, "/s", "with clauses and tree");
}

fn playing(plan: &Plan, suite: &Suite) {
    let spec = suite.game_spec("motion").expect("motion is there");
    let book = Book::<Motion>::new(spec, &BTreeMap::new(), &[]).expect("it is in order");
    let mut off =
        Book::<Motion>::new(spec, &BTreeMap::new(), &["motion.sustained.release".to_owned()]).expect("it is in order");
    off.parameters_json = book.parameters_json.clone();
    let card = |name: &str, cost: &str| Card { name: name.into(), cost: cost.into(), sustained: false, text: None };
    let cards =
        [card("In", "a -> (f)"), card("Out", "(f) -> a"), card("Both", "a -> (w) | (w) -> a"), card("Hold", "a:(e)")];
    let prepared = book.cards(&cards).expect("they are read");
    let hand = Setup::Start(StartSetup { cards: cards.iter().map(|c| c.name.clone()).collect() });
    let (mut silent, mut none) = (Trace::silent(), NoChance);
    let start = begun(&mut Law::new(&book, &prepared, &mut silent, &mut none), hand);
    let mut dice = Seeded::new(1);
    let mut game: Vec<Action> = Vec::new();
    let mut at = start.clone();
    for _ in 0..40 {
        let mut listed = Vec::new();
        let mut law = Law::new(&book, &prepared, &mut silent, &mut none);
        at.moves(&mut law, 0, &mut listed).expect("they are listed");
        let Some(action) = listed.get(dice.below(listed.len())) else { break };
        assert_eq!(at.act(&mut law, 0, action), Ok(Ok(())), "it is listed");
        game.push(action.clone());
    }
    let replay = |book: &Book<Motion>, trace: &mut Trace<Motion>| {
        let (mut at, mut none) = (start.clone(), NoChance);
        for action in &game {
            trace.clear();
            let _ = black_box(at.act(&mut Law::new(book, &prepared, trace, &mut none), 0, action));
        }
        game.len() as u64
    };
    let mut read = Trace::recording();
    let (silent, recorded) = plan.rates(|| replay(&book, &mut silent), || replay(&book, &mut read));
    row("playout steps, silent", silent, "/s", "payments of one to four cards");
    row(
        "playout steps, traced",
        recorded,
        "/s",
        &format!("{:.0} % slower than silent", 100.0 * (silent / recorded - 1.0)),
    );
    let (mut one, mut other) = (Trace::silent(), Trace::silent());
    let (with, switched) = plan.rates(|| replay(&book, &mut one), || replay(&off, &mut other));
    row(
        "playout steps, a clause switched off",
        switched,
        "/s",
        &format!("{:+.0} % against none", 100.0 * (with / switched - 1.0)),
    );
}

/// The position that a run begins with.
fn begun<G: Game>(law: &mut Law<'_, G>, setup: G::Setup) -> Position<G> {
    Position::new(law, &Begin { setup, resolving: Vec::new(), sealed: Vec::new() }).expect("it is a start")
}

/// Matches of combo, between two decks of some cards.
fn combo(plan: &Plan, suite: &Suite) {
    use rulebound::games::combo::Combo;
    use rulebound::games::combo::action::{Card, Setup, StartSetup};
    let setup = |_: &Book<Combo>, cards: &[Card]| {
        let deck: BTreeMap<String, u32> =
            cards.iter().filter(|c| !c.name.starts_with('*')).take(15).map(|c| (c.name.clone(), 2)).collect();
        Setup::Start(StartSetup { decks: vec![deck.clone(), deck], challenger: 1, hearts: None })
    };
    matches::<Combo>(plan, suite, setup, 300);
}

/// Matches of transmute, of two to six players.
fn transmute(plan: &Plan, suite: &Suite) {
    use rulebound::games::transmute::Transmute;
    let setup = |book: &Book<Transmute>, cards: &[_]| Transmute::deal(book, cards, &mut Seeded::new(5));
    matches::<Transmute>(plan, suite, setup, 3_000);
}

/// Matches of skirmish, on one of the maps.
fn skirmish(plan: &Plan, suite: &Suite) {
    use rulebound::games::skirmish::Skirmish;
    let setup = |book: &Book<Skirmish>, cards: &[_]| Skirmish::deal(book, cards, &mut Seeded::new(5));
    matches::<Skirmish>(plan, suite, setup, 3_000);
}

/// Matches of a game: one is found by playing at random, and then played again and again.
fn matches<G: Plays>(plan: &Plan, suite: &Suite, setup: impl Fn(&Book<G>, &[G::Card]) -> G::Setup, most: usize) {
    let spec = suite.game_spec(G::NAME).expect("the game is there");
    let book = Book::<G>::new(spec, &BTreeMap::new(), &[]).expect("it is in order");
    let cards: Vec<G::Card> = spec.cards.values().map(|c| serde_json::from_value(c.clone()).expect("a card")).collect();
    let prepared = book.cards(&cards).expect("they are read");
    let deal = || setup(&book, &cards);
    let (mut silent, mut recorder) = (Trace::silent(), Trace::recording());
    let start = begun(&mut Law::new(&book, &prepared, &mut silent, &mut NoChance), deal());
    let mut game = Vec::new();
    let playout = Playout { book: &book, cards: &prepared, policies: &[Policy::Random], most };
    let mut found = |_: &Position<G>, by: Player, action: &G::Action| game.push((by, action.clone()));
    playout.play(deal(), 5, Follow::new(), &mut found).expect("a match");
    // One function for both, so that the difference comes from the trace and not from how the loop was compiled.
    #[inline(never)]
    fn replay<G: Game>(
        (book, cards): (&Book<G>, &Cards<G::Prepared>),
        start: &Position<G>,
        game: &[(Player, G::Action)],
        trace: &mut Trace<G>,
    ) -> u64 {
        let (mut at, mut chance) = (start.clone(), Seeded::new(5 ^ 0xC4A7_CE00));
        for (by, action) in game {
            trace.clear();
            let done = at.act(&mut Law::new(book, cards, trace, &mut chance), *by, action);
            assert!(black_box(done).is_ok_and(|done| done.is_ok()), "it was legal when the match was found");
        }
        game.len() as u64
    }
    let table = (&book, &prepared);
    let (unread, traced) =
        plan.rates(|| replay(table, &start, &game, &mut silent), || replay(table, &start, &game, &mut recorder));
    let name = G::NAME;
    row(&format!("{name} steps, silent"), unread, "/s", &format!("a match of {} actions", game.len()));
    row(
        &format!("{name} steps, traced"),
        traced,
        "/s",
        &format!("{:.0} % slower than silent", 100.0 * (unread / traced - 1.0)),
    );
    let mut seed = 0;
    let listed = plan.rate(|| {
        seed += 1;
        let deal = G::deal(&book, &cards, &mut Seeded::new(seed));
        playout.play(deal, seed, Follow::new(), &mut |_, _, _| ()).expect("a match").1.actions as u64
    });
    row(
        &format!("{name} playouts, every legal action listed"),
        listed,
        "steps/s",
        "random players, decks of all cards",
    );
    let mut counts = (0, 0, 0);
    let mut checked = |thorough: bool| {
        let (mut at, mut chance) = (start.clone(), Seeded::new(5 ^ 0xC4A7_CE00));
        let mut checks = Checks::of(spec, &book, &start);
        if thorough {
            checks = checks.thorough();
        }
        for (by, action) in &game {
            let mut trace = Trace::recording();
            let done = at.act(&mut Law::new(&book, &prepared, &mut trace, &mut chance), *by, action);
            assert!(done.is_ok_and(|done| done.is_ok()), "it was legal when the match was found");
            let broken = checks.step(&book, *by, action, &trace.events, &at).expect("it has a JSON form");
            assert!(broken.is_empty(), "{}", broken[0]);
        }
        counts = (checks.count(), checks.asked(), checks.evaluated());
        1
    };
    let rate = plan.rate(|| checked(false));
    let thorough = plan.rate(|| checked(true));
    let (each, asked, evaluated) = counts;
    let told = format!("{} actions, {each} checks after each; of {asked}, {evaluated} parts are evaluated", game.len());
    row(&format!("{name} matches with every check"), rate, "/s", &told);
    row("the same, thorough", thorough, "/s", "each also as it is written, on whole values");
}

/// Questions of many cards, generated to look like printed costs: mostly one letter per entry, now and then two, with
/// classes among the letters and the spheres. Few entries hold, so 200 cards can just be paid for, with about 500 gems.
fn solving(suite: &Suite, quick: bool) {
    let book = suite.book("motion", &BTreeMap::new()).expect("motion is there");
    let mut dice = Seeded::new(3);
    let letters = ["a", "a", "i", "t", "f", "w", "e", "l"];
    let names = ["fire", "water", "earth", "lightning"];
    let runs = if quick { 1 } else { 40 };
    let mut slowest = [Duration::ZERO; 2];
    let mut payable = 0;
    for run in 0..runs {
        let mut costs = Vec::new();
        for _ in 0..200 {
            let mut entries = Vec::new();
            for _ in 0..4 {
                let count = 1 + usize::from(dice.below(12) == 0);
                let gems: String = (0..count).map(|_| letters[dice.below(8)]).collect();
                let sphere = letters[dice.below(8)];
                entries.push(match dice.below(20) {
                    0 => format!("{gems}:({sphere})"),
                    n if n % 2 == 0 => format!("{gems} -> ({sphere})"),
                    _ => format!("({sphere}) -> {gems}"),
                });
            }
            costs.push(entries.join(" | "));
        }
        let mut board: BTreeMap<&str, BTreeMap<&str, u32>> = BTreeMap::new();
        for _ in 0..480 + 10 * (run % 8) {
            *board.entry(names[dice.below(4)]).or_default().entry(names[dice.below(4)]).or_default() += 1;
        }
        let free = Problem { costs, cards: Vec::new(), board: None, sustained: Vec::new() };
        let free = serde_json::to_value(free).expect("a question has a JSON form");
        let mut bound = free.clone();
        bound["board"] = serde_json::json!(board);
        for (slowest, question) in slowest.iter_mut().zip([&free, &bound]) {
            let start = Instant::now();
            let solved = black_box(book.solve(&[], question));
            *slowest = (*slowest).max(start.elapsed());
            let solved = solved.expect("it is decided");
            payable += u32::from(std::ptr::eq(question, &raw const bound) && solved.plan["payable"] == true);
        }
    }
    let ms = |d: Duration| d.as_secs_f64() * 1e3;
    println!("| solve 200 cards of 4 entries, no board | {:.1} ms | the slowest of {runs} |", ms(slowest[0]));
    let told = format!("the slowest of {runs}, {payable} of them payable");
    println!("| solve 200 cards of 4 entries on some 500 gems | {:.1} ms | {told} |", ms(slowest[1]));
}
