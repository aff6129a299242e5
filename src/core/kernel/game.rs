//! The trait of a game, and what a game may have beside it.

use std::fmt::Debug;
use std::hash::Hash;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::book::Book;
use super::halt::Halt;
use super::key::{Chapter, ClauseKey};
use super::law::{Law, Rejection};
use super::waits::{Player, Waits};

/// What a game publishes: it is written in files and messages, and has a schema.
pub trait Published: Serialize + DeserializeOwned + JsonSchema + Debug + Send + Sync + 'static {}
impl<T: Serialize + DeserializeOwned + JsonSchema + Debug + Send + Sync + 'static> Published for T {}

/// A part of a position: it is compared, counted among others and copied.
pub trait PositionPart: Clone + Eq + Hash + Debug + Send + Sync + 'static {}
impl<T: Clone + Eq + Hash + Debug + Send + Sync + 'static> PositionPart for T {}

/// What there is none of: the frames and questions of a game whose steps ask nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Never {}

/// The data of a game that has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoData {}

/// A game. Its rules are pure: they read and change nothing but the state they are given, and act only through
/// [`Law`].
///
/// An action is judged by [`Game::permit`], which only reads, and done by [`Game::perform`]. What remains to be done
/// is left as frames, see [`Law::then`]; each is run by [`Game::advance`], or waits for an answer, as [`Game::waits`]
/// says. So a step may stop anywhere, and the rest of it is data.
pub trait Game: Sized + Debug + Send + Sync + 'static {
    /// The name, the first part of the ids.
    const NAME: &'static str;
    /// The clauses that the code cites.
    const CHAPTERS: &'static [Chapter];
    /// The numbers and tables of the rules.
    type Parameters: DeserializeOwned + Send + Sync + Debug;
    /// Maps, decks and tables, as `spec/<game>/` has them beside the cards; [`NoData`] for a game without.
    type Data: DeserializeOwned + Send + Sync + Debug;
    /// The readings in force, one field a ruling.
    type Readings: DeserializeOwned + JsonSchema + Send + Sync + Debug;
    /// A card as `cards.yaml` and scenarios define it.
    type Card: PositionPart + Published;
    /// A card with its text read.
    type Prepared: Default + Send + Sync + Debug;
    /// Where a run begins.
    type Setup: Published;
    /// What lies on the table.
    type State: PositionPart + Serialize + JsonSchema;
    /// What is still to be done of a step, in the rules' words.
    type Frame: PositionPart + Published;
    /// What a player is asked in the middle of a step. All players may know it.
    type Question: Serialize + JsonSchema + Debug;
    /// What a player does.
    type Action: PositionPart + Published;
    /// An action found legal: what it means here. It is consumed at once, since it may hold places.
    type Permit;
    /// What happens.
    type Event: Clone + Serialize + JsonSchema + Debug;

    /// The name of a card.
    fn name_of(card: &Self::Card) -> &str;

    /// Reads the text of a card. A text that is refused is kept as such, since it is refused when the card is played.
    ///
    /// # Errors
    /// When a number on the card is beyond a bound of this engine.
    fn prepare(book: &Book<Self>, card: &Self::Card) -> Result<Self::Prepared, Halt>;

    /// A setup with what it leaves out written out, as far as that is no matter of the rules. An engine is sent
    /// it like this.
    fn filled(setup: Self::Setup) -> Self::Setup {
        setup
    }

    /// The state that a run begins with.
    ///
    /// # Errors
    /// Why there is no such state.
    fn setup(law: &mut Law<'_, Self>, setup: &Self::Setup) -> Result<Self::State, Halt>;

    /// The setup of a state: [`Game::setup`] of it gives that state again.
    fn print(state: &Self::State) -> Self::Setup;

    /// How many players there are.
    fn players(state: &Self::State) -> usize;

    /// Whether an action answers what a position waits for. What anybody may do at any time, such as to look or to give
    /// up, does not: it is never sealed, counts as no answer to a question, and leaves the question open.
    fn is_answer(action: &Self::Action) -> bool {
        let _ = action;
        true
    }

    /// What the position waits for. `frame` is what is to be done next of a step; without one, the step is done and
    /// something has to be waited for. Nothing where the frame runs on by itself.
    fn waits(state: &Self::State, frame: Option<&Self::Frame>) -> Option<Waits<Self::Question>>;

    /// Adds what `by` may want to do here, in a fixed order; [`Game::permit`] tells what of it is legal. Every legal
    /// action that changes more than what somebody knows has to be among it.
    fn candidates(
        law: &mut Law<'_, Self>,
        state: &Self::State,
        frame: Option<&Self::Frame>,
        by: Player,
        found: &mut Vec<Self::Action>,
    );

    /// Whether an action is legal, and what it means. Only reads; the one function that knows.
    ///
    /// # Errors
    /// The clause by which it is illegal.
    fn permit(
        law: &mut Law<'_, Self>,
        state: &Self::State,
        frame: Option<&Self::Frame>,
        by: Player,
        action: &Self::Action,
    ) -> Result<Self::Permit, Rejection>;

    /// Does what has been permitted. The frame that waited for an answer is handed over with it; it is put back with
    /// [`Law::then`] if it has to go on waiting. What is no answer gets none, see [`Game::is_answer`].
    fn perform(
        law: &mut Law<'_, Self>,
        state: &mut Self::State,
        frame: Option<Self::Frame>,
        by: Player,
        permit: Self::Permit,
    );

    /// Does what has been chosen unseen, once all have chosen, in the order of the players.
    fn reveal(
        law: &mut Law<'_, Self>,
        state: &mut Self::State,
        frame: Option<Self::Frame>,
        chosen: Vec<(Player, Self::Permit)>,
    ) {
        let _ = (law, state, frame, chosen);
    }

    /// Runs a frame that waits for nobody.
    fn advance(law: &mut Law<'_, Self>, state: &mut Self::State, frame: Self::Frame) {
        let _ = (law, state, frame);
    }

    /// Whether what arises below this frame waits until all above it is done, see [`Law::queue`].
    fn is_floor(frame: &Self::Frame) -> bool {
        let _ = frame;
        false
    }

    /// Brings up to date what follows from the state: after each action, answer and frame. What it gives to
    /// [`Law::then`] and [`Law::queue`] is done like what the rules before it have given.
    fn derive(law: &mut Law<'_, Self>, state: &mut Self::State) {
        let _ = (law, state);
    }

    /// A state as a person would draw it, in text.
    fn draw(state: &Self::State) -> String;

    /// An event in words, without the clause.
    fn tell(event: &Self::Event) -> String;
}

/// A game with texts that grammars read.
pub trait Reads: Game {
    /// The grammars that [`Reads::parse`] knows, by name.
    const GRAMMARS: &'static [&'static str];
    /// The grammars as pest reads them.
    const PEST: &'static str;
    /// The texts of a card: each key with the grammar that reads it.
    const TEXTS: &'static [(&'static str, &'static str)];
    /// What is read of a text.
    type Tree: Serialize + JsonSchema;

    /// Parses a text by one of [`Reads::GRAMMARS`].
    ///
    /// # Errors
    /// Where and why the text is refused.
    fn parse(law: &mut Law<'_, Self>, grammar: &str, text: &str) -> Result<Self::Tree, Refused>;
}

/// A game in which not everybody sees everything.
pub trait Hides: Game {
    /// What one player may see of a state.
    type View: Serialize + JsonSchema + Debug;

    /// What `player` may see of the state: built from what is allowed, and not by taking away what is not.
    fn view(law: &mut Law<'_, Self>, state: &Self::State, player: Player) -> Self::View;

    /// What `player` may know of an event; nothing where not even that it happened.
    fn event(law: &mut Law<'_, Self>, state: &Self::State, event: &Self::Event, player: Player) -> Option<Self::Event>;

    /// Adds the ways in which `by` may ask for what it does not see, in a fixed order. They are listed among what is
    /// legal, but are no moves of a match.
    fn looks(state: &Self::State, by: Player, found: &mut Vec<Self::Action>) {
        let _ = (state, by, found);
    }
}

/// A text that a grammar does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Where reading failed, in Unicode scalars from the start.
    pub offset: usize,
    /// What is wrong, in the game's words.
    pub message: String,
    /// What may stand there, or how to mend it.
    pub help: String,
    /// The clause that refuses it.
    pub clause: Option<ClauseKey>,
}
