//! The game motion: gems in spheres, and cards whose costs are motions of gems.
//!
//! What lives where: `text` reads costs; `rules` says what they mean and what a payment must obey; `payable` and
//! `minimum` are the mathematics; `state` and `action` have the published types; `clauses` and `law` have the names
//! that all rules use; and `prepared` is a card with its text read.

pub mod action;
pub mod clauses;
pub mod demand;
pub mod law;
mod legal;
pub mod minimum;
pub mod payable;
mod picture;
pub mod prepared;
pub mod readings;
pub mod rules;
mod setup;
mod solve;
pub mod state;
mod tell;
pub mod text;

pub use self::law::Motion;

use self::action::{Action, Card, Event, PlanShown, Problem, Setup};
use self::law::{MotionLaw, Parameters};
use self::prepared::{Prepared, prepare};
use self::readings::Readings;
use self::rules::notation;
use self::rules::{activation, sustained};
use self::state::State;
use self::text::Tree;
use rulebound_core::fault::Fault;
use rulebound_core::kernel::{
    AnyGame, Book, Chapter, Erased, Game, Given, Halt, Never, NoData, Picture, Player, Reads, Refused, Rejection,
    SolveOption, Solves, Waits,
};

/// The game without its types, for the table of games.
// Not inlined, so that code generic over games is compiled once, here, and not in every program that has the table.
#[inline(never)]
pub fn game() -> &'static dyn AnyGame {
    static GAME: Erased<Motion> = Erased::new().reads().solves();
    &GAME
}

/// An action that was found legal.
#[derive(Debug)]
pub enum Permit {
    /// A payment, and how it is settled.
    Play(Box<activation::Payment>),
    /// The index of the sustained card to end.
    Release(usize),
}

impl Game for Motion {
    const NAME: &'static str = "motion";
    const CHAPTERS: &'static [Chapter] = clauses::CHAPTERS;
    type Parameters = Parameters;
    type Data = NoData;
    type Readings = Readings;
    type Card = Card;
    type Prepared = Prepared;
    type Setup = Setup;
    type State = State;
    type Frame = Never;
    type Question = Never;
    type Action = Action;
    type Permit = Permit;
    type Event = Event;

    fn name_of(card: &Card) -> &str {
        &card.name
    }

    fn prepare(book: &Book<Self>, card: &Card) -> Result<Prepared, Halt> {
        Ok(prepare(book, card))
    }

    fn setup(law: &mut MotionLaw<'_>, setup: &Setup) -> Result<State, Halt> {
        setup::state(law, setup)
    }

    fn print(state: &State) -> Setup {
        setup::print(state)
    }

    fn players(_: &State) -> usize {
        1
    }

    fn waits(_: &State, _: Option<&Never>) -> Option<Waits<Never>> {
        Some(Waits::Turn(0))
    }

    fn candidates(law: &mut MotionLaw<'_>, state: &State, _: Option<&Never>, _: Player, found: &mut Vec<Action>) {
        legal::candidates(law, state, found);
    }

    fn permit(
        law: &mut MotionLaw<'_>,
        state: &State,
        _: Option<&Never>,
        _: Player,
        action: &Action,
    ) -> Result<Permit, Rejection> {
        Ok(match action {
            Action::Play(play) => Permit::Play(Box::new(activation::payment(law, state, play)?)),
            Action::Release(release) => Permit::Release(sustained::releasable(law, state, &release.card)?),
        })
    }

    fn perform(law: &mut MotionLaw<'_>, state: &mut State, _: Option<Never>, _: Player, permit: Permit) {
        match permit {
            Permit::Play(payment) => activation::resolve(law, state, &payment),
            Permit::Release(at) => sustained::release(law, state, at),
        }
    }

    fn picture(_: &mut MotionLaw<'_>, state: &State) -> Picture {
        picture::picture(state)
    }

    fn tell(event: &Event) -> String {
        tell::tell(event)
    }
}

impl Reads for Motion {
    const GRAMMARS: &'static [&'static str] = &["cost", "value", "text"];
    const PEST: &'static str = include_str!("../../../spec/motion/cost.pest");
    const TEXTS: &'static [(&'static str, &'static str)] = &[("cost", "cost"), ("text", "text")];
    type Tree = Tree;

    fn parse(law: &mut MotionLaw<'_>, grammar: &str, text: &str) -> Result<Tree, Refused> {
        match grammar {
            "value" => notation::read_value(law, text).map(Tree::Value),
            "text" => notation::read_text(law, text).map(Tree::Text),
            _ => notation::read_cost(law, text).map(Tree::Cost),
        }
    }
}

impl Solves for Motion {
    type Problem = Problem;
    type Plan = PlanShown;
    const FIGURES: &'static [&'static str] = &["payable", "gems", "held", "movements"];
    const OPTIONS: &'static [SolveOption] = solve::OPTIONS;
    const EXAMPLES: &'static [&'static str] = solve::EXAMPLES;

    fn problem(given: &Given) -> Result<Problem, Fault> {
        solve::problem(given)
    }

    fn solve(law: &mut MotionLaw<'_>, problem: &Problem) -> Result<PlanShown, Halt> {
        rules::minimum::solve(law, problem)
    }

    fn is_way(plan: &PlanShown) -> bool {
        plan.payable
    }

    fn ask(problem: &Problem) -> String {
        tell::ask(problem)
    }

    fn answer(problem: &Problem, plan: &PlanShown) -> String {
        tell::answer(problem, plan)
    }

    fn with_more(problem: &Problem) -> Vec<(String, Problem)> {
        solve::with_more(problem)
    }
}
