//! Where the suite of the test game is, and what every test needs from it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rulebound_core::fault::Faults;
use rulebound_core::harness::{Full, Judged, Reference, Request, Suite, check};
use rulebound_core::kernel::drive::Run;
use rulebound_core::kernel::{
    Book, Cards, Deed, Game, Games, Halt, Law, Player, Position, Rejection, Seeded, Start, Trace,
};
use rulebound_core::scenario::Scenario;
use rulebound_core::source::{Files, Source};
use serde_json::{Value as Json, json};

use crate::grove::action::{Action, Card, Event};
use crate::grove::{self, GROVE, Grove};

/// The folder of the suite, below the package of this test.
const SUITE: &str = "tests/contract/suite";

/// The table of games.
pub const GAMES: Games = Games(&[grove::game]);

/// The folder of the suite.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(SUITE)
}

/// The suite.
pub fn suite() -> Suite {
    Suite::open(GAMES, Files::Folder(root()), None).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

/// Faults, one per line.
pub fn told(faults: &Faults) -> String {
    let lines = faults.list.iter().map(|f| format!("{}; {}", f.line(), f.help.as_deref().unwrap_or_default()));
    lines.collect::<Vec<_>>().join("\n")
}

/// Judges a scenario by its expectations and its snapshot.
pub fn judged(suite: &Suite, id: &str) -> Judged {
    let scenario = suite.scenario(id).unwrap_or_else(|faults| panic!("{id}: {}", told(&faults)));
    check::check_one(suite, None, &scenario, &check::Options::default())
        .unwrap_or_else(|fault| panic!("{}", fault.line()))
}

/// Fails unless every `then` and outcome of these scenarios holds. Another test checks the snapshots.
pub fn hold(ids: &[&str]) {
    let suite = suite();
    for id in ids {
        let judged = judged(&suite, &format!("grove/{id}"));
        let wrong: Vec<String> =
            judged.findings.iter().map(|f| format!("line {}: {}; {}", f.line, f.expected, f.found)).collect();
        assert!(wrong.is_empty(), "{id}\n{}", wrong.join("\n"));
    }
}

/// Loads a scenario that is written in a test.
///
/// # Errors
/// If the scenario has faults.
pub fn scenario(suite: &Suite, text: &str) -> Result<Scenario, Faults> {
    let scenario = grove::game().scenario("grove/here/here", &Source::new("here.yaml", text))?;
    suite.check(&scenario)?;
    Ok(scenario)
}

/// Runs a scenario that is written in a test.
///
/// # Errors
/// If it cannot be read or run.
pub fn run(text: &str) -> Result<Run, String> {
    let suite = suite();
    let scenario = scenario(&suite, text).map_err(|faults| told(&faults))?;
    let reference = Reference::new(&suite, BTreeMap::new());
    match reference.full(&Request::new(&suite, &scenario), false).map_err(|halted| halted.to_string())? {
        Full::Run(run) => Ok(run),
        _ => Err("this scenario is not a play".to_owned()),
    }
}

/// A match directly on the kernel, without a driver.
pub struct Match {
    book: Book<Grove>,
    cards: Cards<Card>,
    /// Its position.
    pub position: Position<Grove>,
    /// The source of the outcomes of chance.
    pub dice: Seeded,
}

impl Match {
    /// A match with these cards and the cards of the spec.
    pub fn new(suite: &Suite, cards: &[Card], start: &Start<Grove>) -> Self {
        let spec = suite.game_spec("grove").unwrap();
        let book = Book::<Grove>::new(spec, &BTreeMap::new(), &[]).unwrap();
        let known: Vec<Card> = spec.cards.values().map(|card| serde_json::from_value(card.clone()).unwrap()).collect();
        let cards = book.cards(known.iter().chain(cards)).unwrap();
        let (mut trace, mut dice) = (Trace::silent(), Seeded::new(0));
        let position = Position::new(&mut Law::new(&book, &cards, &mut trace, &mut dice), start).unwrap();
        Self { book, cards, position, dice }
    }

    /// A match from a position as written in a setup.
    pub fn at(position: Json) -> Self {
        let setup = serde_json::from_value(json!({ "position": position })).unwrap();
        Self::new(&suite(), &[], &Start { setup, resolving: Vec::new(), sealed: Vec::new() })
    }

    /// Calls a function with the law and the position of the match.
    pub fn with<R>(&mut self, call: impl FnOnce(&mut Law<'_, Grove>, &mut Position<Grove>) -> R) -> R {
        let mut trace = Trace::silent();
        call(&mut Law::new(&self.book, &self.cards, &mut trace, &mut self.dice), &mut self.position)
    }

    /// Lets a player act, and returns what happens, or the rejection.
    ///
    /// # Errors
    /// If the match cannot go on.
    pub fn try_act(&mut self, by: Player, action: &Action) -> Result<Result<Vec<Event>, Rejection>, Halt> {
        let mut trace = Trace::recording();
        let mut law = Law::new(&self.book, &self.cards, &mut trace, &mut self.dice);
        let done = self.position.act(&mut law, by, action)?;
        Ok(done.map(|()| trace.events.into_iter().map(|(_, event)| event).collect()))
    }

    /// Lets a player act, legally.
    pub fn act(&mut self, by: Player, action: Json) -> Vec<Event> {
        let action: Action = serde_json::from_value(action).unwrap();
        self.try_act(by, &action).unwrap().unwrap_or_else(|no| panic!("{}: {}", self.book.id(no.clause), no.why))
    }

    /// The id of the clause that refuses an action.
    pub fn refused(&mut self, by: Player, action: Json) -> String {
        let action: Action = serde_json::from_value(action).unwrap();
        let refused = self.try_act(by, &action).unwrap().expect_err("this is legal");
        self.book.id(refused.clause).to_string()
    }

    /// Everything that is legal.
    pub fn legal(&mut self) -> Vec<Deed<Action>> {
        self.with(|law, position| GROVE.legal(law, position)).unwrap()
    }

    /// What a player may do besides looking.
    pub fn moves(&mut self, by: Player) -> Vec<Action> {
        let mut found = Vec::new();
        self.with(|law, position| position.moves(law, by, &mut found)).unwrap();
        found
    }

    /// What a player sees.
    pub fn view(&mut self, player: Player) -> Json {
        use rulebound_core::kernel::Hides;
        self.with(|law, position| json!(Grove::view(law, &position.state, player)))
    }

    /// What a player may know about an event.
    pub fn seen(&mut self, event: &Event, player: Player) -> Option<Json> {
        self.with(|law, position| GROVE.seen(law, &position.state, event, player))
    }

    /// Prints the position as a setup, and returns the position in which a run with that setup begins.
    pub fn again(&mut self) -> Position<Grove> {
        let start = self.position.print();
        self.with(|law, _| Position::new(law, &start)).unwrap()
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        Grove::players(&self.position.state)
    }
}

/// A scenario whose third step needs these outcomes: a tempest strikes twice.
pub fn tempest(chance: &str) -> String {
    format!(
        "title: T
clauses: [grove.field.tempest]
setup:
  position:
    players: [{{hand: [Tempest]}}, {{}}, {{}}]
    objects:
      all:
        - {{id: Wolf#1, zone: grove, owner: 1, is: {{tile: a}}}}
        - {{id: Bear#1, zone: grove, owner: 2, is: {{tile: f}}}}
steps:
  - do: {{play: {{card: Tempest}}}}
  - {{by: 1, do: {{pass: {{}}}}}}
  - {{by: 2, do: {{pass: {{}}}}, chance: [{chance}], then: ['state.active == 1']}}
"
    )
}
