//! What several tests need: the suite of this checkout, and the material beside it.
#![allow(clippy::print_stderr)] // a notice to the person who runs the tests

pub mod grammar;
pub mod matches;
pub mod schema;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use rulebound::fault::Fault;
use rulebound::games::GAMES;
use rulebound::harness::{Checks, Suite};
use rulebound::kernel::{
    Book, Cards, Chance, Game, Halt, Law, NoChance, Picture, Player, Position, Rejection, Seeded, Start, Trace, Waits,
};
use rulebound::source::{Files, Source};
use serde::de::DeserializeOwned;

/// The root of this checkout.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files in a folder, at any depth.
pub fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

/// The suite of this checkout, opened once.
pub fn suite() -> &'static Suite {
    static SUITE: LazyLock<Suite> = LazyLock::new(|| {
        Suite::open(GAMES, Files::Folder(root()), None).unwrap_or_else(|faults| {
            let lines: Vec<String> = faults.list.iter().map(|f| f.line()).collect();
            panic!("the spec does not load:\n{}", lines.join("\n"))
        })
    });
    &SUITE
}

/// A folder of the material beside the checkout, which is not committed. If it is absent, the test says so and ends.
pub fn beside(folder: &str) -> Option<PathBuf> {
    let path = root().join("../shared").join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!("notice: ../shared/{folder} is not there, so nothing is checked against it");
    None
}

/// Reads a value for a test from YAML.
pub fn yaml<T: DeserializeOwned>(text: &str) -> Result<T, Fault> {
    rulebound::yaml::read(&Source::new("test", text))
}

/// Goes on with an action that was accepted, and panics if a clause's check does not hold afterwards.
pub fn check_clauses<G: Game>(
    checks: &mut Checks,
    book: &Book<G>,
    by: Player,
    action: &G::Action,
    after: &Position<G>,
    trace: &Trace<G>,
) {
    let broken = checks.step(book, by, action, &trace.events, after).expect("a game has a JSON form");
    let lines: Vec<String> = broken.iter().map(ToString::to_string).collect();
    assert!(lines.is_empty(), "after {action:?}:\n{}", lines.join("\n"));
}

/// One position in this many is also printed, read back and cloned.
/// One chance in this many to give up, where a player may.
const GIVES_UP: usize = 400;
const CHECKED: usize = 8;

/// The rules and the cards of a run.
pub struct Table<G: Game> {
    /// The rules in force.
    pub book: Book<G>,
    /// The cards.
    pub cards: Cards<G::Prepared>,
}

impl<G: Game> Table<G> {
    /// The position of a setup.
    pub fn begin(&self, setup: G::Setup) -> Result<Position<G>, Halt> {
        self.start(&Start { setup, resolving: Vec::new(), sealed: Vec::new() })
    }

    /// The position of a start.
    pub fn start(&self, start: &Start<G>) -> Result<Position<G>, Halt> {
        let (mut trace, mut none) = (Trace::recording(), NoChance);
        Position::new(&mut Law::new(&self.book, &self.cards, &mut trace, &mut none), start)
    }

    /// Acts, with these outcomes of chance, and returns the trace.
    pub fn act(
        &self,
        position: &mut Position<G>,
        by: Player,
        action: &G::Action,
        chance: &mut dyn Chance,
    ) -> Result<Result<Trace<G>, Rejection>, Halt> {
        let mut trace = Trace::recording();
        let done = position.act(&mut Law::new(&self.book, &self.cards, &mut trace, chance), by, action)?;
        Ok(done.map(|()| trace))
    }

    /// A picture of a position.
    pub fn picture(&self, state: &G::State) -> Picture {
        let (mut trace, mut none) = (Trace::silent(), NoChance);
        G::picture(&mut Law::new(&self.book, &self.cards, &mut trace, &mut none), state)
    }

    /// What a player may do, except looks.
    pub fn moves(&self, position: &Position<G>, by: Player) -> Result<Vec<G::Action>, Halt> {
        let (mut trace, mut none, mut found) = (Trace::silent(), NoChance, Vec::new());
        position.moves(&mut Law::new(&self.book, &self.cards, &mut trace, &mut none), by, &mut found)?;
        Ok(found)
    }

    /// Plays a match at random. `each` is called for every action with the positions before and after it.
    ///
    /// At some steps, drawn by the seed, checks what must hold for all positions: a clone goes on as the position does,
    /// and a position that is printed and read back is the same. At every step, somebody may act while the match goes
    /// on.
    pub fn walk(
        &self,
        setup: G::Setup,
        seed: u64,
        most: usize,
        each: impl FnMut(&Position<G>, Player, &G::Action, &Position<G>, &Trace<G>),
    ) -> (Position<G>, usize) {
        self.walk_with(setup, seed, most, |_| false, each)
    }

    /// The same with players who choose among the actions that they `prefer`, if there are any, half of the time.
    pub fn walk_with(
        &self,
        setup: G::Setup,
        seed: u64,
        most: usize,
        prefers: fn(&G::Action) -> bool,
        mut each: impl FnMut(&Position<G>, Player, &G::Action, &Position<G>, &Trace<G>),
    ) -> (Position<G>, usize) {
        let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed ^ 0xABCD));
        let mut position = self.begin(setup).expect("a match begins");
        for actions in 0..most {
            let mut players = match position.waits() {
                Waits::Over(_) => return (position, actions),
                Waits::Turn(player) | Waits::Answer { player, .. } => vec![player],
                Waits::Any(players) | Waits::Sealed { players, .. } => players,
            };
            let (by, moves) = loop {
                assert!(!players.is_empty(), "nobody may act in {position:#?}");
                let by = players.swap_remove(dice.below(players.len()));
                let mut moves = self.moves(&position, by).expect("moves are listed");
                // A player may give up at any time, but seldom does, or no match would show anything.
                if moves.iter().any(|action| !G::is_answer(action)) && dice.below(GIVES_UP) > 0 {
                    moves.retain(G::is_answer);
                }
                if !moves.is_empty() {
                    break (by, moves);
                }
            };
            let preferred: Vec<&G::Action> = moves.iter().filter(|action| prefers(action)).collect();
            let prefers = !preferred.is_empty() && dice.below(2) == 0;
            let action = if prefers { preferred[dice.below(preferred.len())] } else { &moves[dice.below(moves.len())] };
            let before = position.clone();
            let twin = (dice.below(CHECKED) == 0).then(|| {
                let printed = self.start(&position.print()).expect("a printed position is one");
                assert!(printed == position, "printed and read: {printed:#?}\ninstead of {position:#?}");
                let mut twin = position.clone();
                let done = self.act(&mut twin, by, action, &mut chance.clone());
                let done = done.unwrap_or_else(|halt| panic!("{halt:?} after {action:?} by {by} in {before:#?}"));
                assert!(done.is_ok(), "a clone refuses {action:?} in {before:#?}");
                twin
            });
            let done = self.act(&mut position, by, action, &mut chance);
            let done = done.unwrap_or_else(|halt| panic!("{halt:?} after {action:?} by {by} in {before:#?}"));
            let trace = done.expect("it is legal");
            assert!(twin.is_none_or(|twin| twin == position), "a clone goes on differently after {action:?}");
            each(&before, by, action, &position, &trace);
        }
        (position, most)
    }
}

/// An empty folder for temporary files.
pub fn tempdir(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("rulebound-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Copies a folder with everything in it.
pub fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).unwrap();
        }
    }
}
