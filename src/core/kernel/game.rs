//! The trait of a game, and its optional traits.

use std::fmt::Debug;
use std::hash::Hash;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::book::Book;
use super::halt::Halt;
use super::key::{Chapter, ClauseKey};
use super::law::{Law, Rejection};
use super::picture::Picture;
use super::waits::{Player, Waits};

/// A type that a game publishes: it appears in files and messages, and has a schema.
pub trait Published: Serialize + DeserializeOwned + JsonSchema + Debug + Send + Sync + 'static {}
impl<T: Serialize + DeserializeOwned + JsonSchema + Debug + Send + Sync + 'static> Published for T {}

/// A part of a position, which is compared, hashed and copied.
pub trait PositionPart: Clone + Eq + Hash + Debug + Send + Sync + 'static {}
impl<T: Clone + Eq + Hash + Debug + Send + Sync + 'static> PositionPart for T {}

/// A type without values: the frames and questions of a game whose steps ask nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Never {}

/// The data of a game that has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoData {}

/// A game. Its rules are pure: they read and change only the state they are given, and act only through [`Law`].
///
/// [`Game::permit`] judges an action and only reads; [`Game::perform`] does it. What remains to be done is left as
/// frames, see [`Law::then`]. [`Game::advance`] runs a frame, unless [`Game::waits`] says that it waits for an answer.
/// So a step may stop anywhere, and what remains of the step is data.
pub trait Game: Sized + Debug + Send + Sync + 'static {
    /// The name of the game, the first part of its ids.
    const NAME: &'static str;
    /// The clauses that the code cites.
    const CHAPTERS: &'static [Chapter];
    /// The numbers and tables of the rules.
    type Parameters: DeserializeOwned + Send + Sync + Debug;
    /// Maps, decks and tables, stored in `spec/<game>/` beside the cards; [`NoData`] if there are none.
    type Data: DeserializeOwned + Send + Sync + Debug;
    /// The readings in force, one field per ruling.
    type Readings: DeserializeOwned + JsonSchema + Send + Sync + Debug;
    /// A card as defined in `cards.yaml` and in scenarios.
    type Card: PositionPart + Published;
    /// A card with its text read.
    type Prepared: Default + Send + Sync + Debug;
    /// Where a run begins.
    type Setup: Published;
    /// The state of the table.
    type State: PositionPart + Serialize + JsonSchema;
    /// A part of a step that is still to be done, in the rules' words.
    type Frame: PositionPart + Published;
    /// A question to a player in the middle of a step. All players may know it.
    type Question: Serialize + JsonSchema + Debug;
    /// An action of a player.
    type Action: PositionPart + Published;
    /// A legal action, ready to be performed. It is consumed at once, because it may hold indices into lists.
    type Permit;
    /// An event of a step.
    type Event: Clone + Serialize + JsonSchema + Debug;

    /// The name of a card.
    fn name_of(card: &Self::Card) -> &str;

    /// Reads the text of a card. A refused text is kept as such, because the refusal counts only when the card is
    /// played.
    ///
    /// # Errors
    /// If a number on the card exceeds a bound of this engine.
    fn prepare(book: &Book<Self>, card: &Self::Card) -> Result<Self::Prepared, Halt>;

    /// The setup with its defaults filled in, which is the form that engines are sent.
    fn filled(setup: Self::Setup) -> Self::Setup {
        setup
    }

    /// The state at the beginning of a run.
    ///
    /// # Errors
    /// If the setup gives no state.
    fn setup(law: &mut Law<'_, Self>, setup: &Self::Setup) -> Result<Self::State, Halt>;

    /// Checks that a frame of a setup refers only to what exists.
    ///
    /// # Errors
    /// If it does not.
    fn check(law: &mut Law<'_, Self>, state: &Self::State, frame: &Self::Frame) -> Result<(), Halt> {
        let _ = (law, state, frame);
        Ok(())
    }

    /// The setup that gives this state: the inverse of [`Game::setup`].
    fn print(state: &Self::State) -> Self::Setup;

    /// How many players there are.
    fn players(state: &Self::State) -> usize;

    /// Whether an action answers what a position waits for. Actions that anybody may take at any time, such as looking
    /// or giving up, do not: they are never sealed, and they leave a question open.
    fn is_answer(action: &Self::Action) -> bool {
        let _ = action;
        true
    }

    /// Whether an answer does nothing, such as naming no more, or declining what may be done.
    fn declines(action: &Self::Action) -> bool {
        let _ = action;
        false
    }

    /// What the position waits for. `frame` is the next frame of the step; without one, the step is done and the
    /// position has to wait for something. `None` if the frame runs on by itself.
    fn waits(state: &Self::State, frame: Option<&Self::Frame>) -> Option<Waits<Self::Question>>;

    /// Adds the actions that `by` may want to take here, in a fixed order; [`Game::permit`] decides which of them are
    /// legal. They have to include every legal action, except those that only change what somebody knows.
    fn candidates(
        law: &mut Law<'_, Self>,
        state: &Self::State,
        frame: Option<&Self::Frame>,
        by: Player,
        found: &mut Vec<Self::Action>,
    );

    /// Decides whether an action is legal, and what it means. Only reads. No other function knows what is legal.
    ///
    /// # Errors
    /// If it is illegal. The rejection names the clause that forbids it.
    fn permit(
        law: &mut Law<'_, Self>,
        state: &Self::State,
        frame: Option<&Self::Frame>,
        by: Player,
        action: &Self::Action,
    ) -> Result<Self::Permit, Rejection>;

    /// Does what has been permitted. `frame` is the frame that waited for this answer; put it back with [`Law::then`]
    /// if it has to go on waiting. `frame` is `None` for an action that is not an answer, see [`Game::is_answer`].
    fn perform(
        law: &mut Law<'_, Self>,
        state: &mut Self::State,
        frame: Option<Self::Frame>,
        by: Player,
        permit: Self::Permit,
    );

    /// Carries out the sealed choices once all players have chosen, in the order of the players.
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

    /// Whether this frame is a floor, above which queued frames are put, see [`Law::queue`].
    fn is_floor(frame: &Self::Frame) -> bool {
        let _ = frame;
        false
    }

    /// Updates what follows from the state. Called after each action, answer and frame. Frames given to [`Law::then`]
    /// and [`Law::queue`] here are treated like those that the rules gave just before.
    fn derive(law: &mut Law<'_, Self>, state: &mut Self::State) {
        let _ = (law, state);
    }

    /// A picture of a state, as a person would draw it. The law has the maps, and says what can be done now.
    fn picture(law: &mut Law<'_, Self>, state: &Self::State) -> Picture;

    /// An event in words, without the clause.
    fn tell(event: &Self::Event) -> String;
}

/// A game with texts that grammars read.
pub trait Reads: Game {
    /// The grammars that [`Reads::parse`] knows, by name.
    const GRAMMARS: &'static [&'static str];
    /// The grammars in pest's notation.
    const PEST: &'static str;
    /// The texts of a card: each key, with the grammar that reads it.
    const TEXTS: &'static [(&'static str, &'static str)];
    /// What parsing a text gives.
    type Tree: Serialize + JsonSchema;

    /// Parses a text by one of [`Reads::GRAMMARS`].
    ///
    /// # Errors
    /// If the text is refused. The error says where and why.
    fn parse(law: &mut Law<'_, Self>, grammar: &str, text: &str) -> Result<Self::Tree, Refused>;
}

/// A game in which players see different things.
pub trait Hides: Game {
    /// The part of a state that one player may see.
    type View: Serialize + JsonSchema + Debug;

    /// What `player` may see of the state. Build the view from what is allowed, not by removing what is forbidden.
    fn view(law: &mut Law<'_, Self>, state: &Self::State, player: Player) -> Self::View;

    /// What `player` may know of an event; `None` if the player may not know that it happened.
    fn event(law: &mut Law<'_, Self>, state: &Self::State, event: &Self::Event, player: Player) -> Option<Self::Event>;

    /// Adds the looks that `by` may take at what is hidden from `by`, in a fixed order. They are listed among the
    /// legal actions, but playouts do not use them.
    fn looks(state: &Self::State, by: Player, found: &mut Vec<Self::Action>) {
        let _ = (state, by, found);
    }
}

/// A text that a grammar refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Where reading failed, in Unicode scalar values from the start of the text.
    pub offset: usize,
    /// The message, in the game's words.
    pub message: String,
    /// What is allowed there, or how to fix it.
    pub help: String,
    /// The clause that refuses it.
    pub clause: Option<ClauseKey>,
}
