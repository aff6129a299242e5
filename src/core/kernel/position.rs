//! A position: the state of the table, what is still to be done, and the choices made unseen. Its methods are the only
//! way from one position to the next.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::drive::json as to_json;
use super::game::Game;
use super::halt::Halt;
use super::law::{Law, Rejection};
use super::waits::{Ending, Pending, Player, Waits};

/// The most frames that run in a step. The bound stops a rule that triggers itself for ever.
const MOST_FRAMES: usize = 100_000;

/// The most frames that wait in a step, for the same reason.
const MOST_WAITING: usize = 5_000;

/// The most characters of a frame that a message shows.
const MOST_TOLD: usize = 160;

/// An action and the player who takes it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deed<A> {
    /// The player.
    pub by: Player,
    /// The action.
    #[serde(rename = "do")]
    pub action: A,
}

/// Where a run begins: a setup, and the step under way in it.
#[derive(Clone, Debug)]
pub struct Start<G: Game> {
    /// The setup.
    pub setup: G::Setup,
    /// The frames still to be run in a step, the next one first.
    pub resolving: Vec<G::Frame>,
    /// The choices made unseen.
    pub sealed: Vec<Deed<G::Action>>,
}

/// A position.
#[derive(Debug)]
pub struct Position<G: Game> {
    /// The state of the table.
    pub state: G::State,
    /// The frames still to be run in a step, the next one last.
    frames: Vec<G::Frame>,
    /// The choices made unseen, sorted by player.
    sealed: Vec<Deed<G::Action>>,
}

// By hand, since deriving them would require the same traits of `G` itself.
impl<G: Game> Clone for Position<G> {
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), frames: self.frames.clone(), sealed: self.sealed.clone() }
    }
}

impl<G: Game> PartialEq for Position<G> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.frames == other.frames && self.sealed == other.sealed
    }
}

impl<G: Game> Eq for Position<G> {}

impl<G: Game> std::hash::Hash for Position<G> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.state.hash(state);
        self.frames.hash(state);
        self.sealed.hash(state);
    }
}

impl<G: Game> Position<G> {
    /// The position at the beginning of a run.
    ///
    /// # Errors
    /// If a run cannot begin there.
    pub fn new(law: &mut Law<'_, G>, start: &Start<G>) -> Result<Self, Halt> {
        let state = G::setup(law, &start.setup)?;
        law.goes_on()?;
        start.resolving.iter().try_for_each(|frame| G::check(law, &state, frame))?;
        let frames = start.resolving.iter().rev().cloned().collect();
        let mut sealed = start.sealed.clone();
        sealed.sort_by_key(|deed| deed.by);
        let position = Self { state, frames, sealed };
        let Some(waits) = G::waits(&position.state, position.frames.last()) else {
            return Err(Halt::Input(
                "the next thing to do waits for nobody; a run begins where somebody may act".into(),
            ));
        };
        if waits.players().is_empty() && !matches!(waits, Waits::Over(_)) {
            return Err(Halt::Input("nobody may act; a run begins where somebody may".into()));
        }
        let players = G::players(&position.state);
        if let Some(nobody) = waits.players().iter().find(|player| **player >= players) {
            return Err(Halt::Input(format!(
                "player {nobody} is to act, but there are {players} players, counted from 0"
            )));
        }
        let may_seal = |by: Player| matches!(&waits, Waits::Sealed { players, .. } if players.contains(&by));
        let twice = position.sealed.windows(2).any(|pair| pair[0].by == pair[1].by);
        if twice || position.sealed.iter().any(|deed| !may_seal(deed.by)) {
            return Err(Halt::Input("sealed: has a choice by somebody who has none to make".into()));
        }
        if !position.sealed.is_empty() && position.sealed.len() == waits.players().len() {
            return Err(Halt::Input("sealed: all have chosen; a run begins where somebody has to choose".into()));
        }
        for Deed { by, action } in &position.sealed {
            let permit = G::permit(law, &position.state, position.frames.last(), *by, action);
            if permit.is_err() || !G::is_answer(action) {
                return Err(Halt::Input(format!("sealed: player {by} may not choose this")));
            }
        }
        law.goes_on()?;
        Ok(position)
    }

    /// The start that gives this position.
    pub fn print(&self) -> Start<G> {
        Start {
            setup: G::print(&self.state),
            resolving: self.frames.iter().rev().cloned().collect(),
            sealed: self.sealed.clone(),
        }
    }

    /// The next frame of the step, if one is under way.
    pub fn frame(&self) -> Option<&G::Frame> {
        self.frames.last()
    }

    /// What the position waits for.
    pub fn waits(&self) -> Waits<G::Question> {
        let nobody = Waits::Over(Ending { winners: Vec::new(), clause: None });
        G::waits(&self.state, self.frame()).unwrap_or(nobody)
    }

    /// How the match has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        match self.waits() {
            Waits::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// The question that is waiting for an answer, if any.
    pub fn pending(&self) -> Option<Pending<G::Question>> {
        match self.waits() {
            Waits::Answer { player, question, .. } => Some(Pending { players: vec![player], question }),
            Waits::Sealed { mut players, question, .. } => {
                players.retain(|player| !self.has_chosen(*player));
                Some(Pending { players, question })
            }
            _ => None,
        }
    }

    /// The state with the question, as JSON: what snapshots show and expressions read.
    pub fn json(&self) -> Json {
        let mut state = to_json(&self.state);
        if let (Some(pending), Some(state)) = (self.pending(), state.as_object_mut()) {
            state.insert("pending".to_owned(), json!(pending));
        }
        state
    }

    fn has_chosen(&self, player: Player) -> bool {
        self.sealed.iter().any(|deed| deed.by == player)
    }

    /// Who acts: `by`, or the only player who may if `by` is not given.
    ///
    /// # Errors
    /// If several players may act, or there is no such player.
    pub fn actor(&self, by: Option<Player>) -> Result<Player, Halt> {
        let players = G::players(&self.state);
        match (by, self.waits()) {
            (Some(by), _) if by < players => Ok(by),
            (Some(by), _) => {
                Err(Halt::Input(format!("by: {by} is not a player; there are {players} players, counted from 0")))
            }
            (None, Waits::Turn(player) | Waits::Answer { player, .. }) => Ok(player),
            (None, Waits::Any(several)) if several.len() == 1 => Ok(several[0]),
            (None, Waits::Any(several) | Waits::Sealed { players: several, .. }) => {
                Err(Halt::Input(format!("several players may act here: write by:, one of {several:?}")))
            }
            // The rules then refuse every action.
            (None, Waits::Over(_)) => Ok(0),
        }
    }

    /// Performs an action of `by`, or rejects it and leaves the position as it was.
    ///
    /// # Errors
    /// If the run cannot go on. The position is then in the middle of a step and must no longer be used.
    pub fn act(&mut self, law: &mut Law<'_, G>, by: Player, action: &G::Action) -> Result<Result<(), Rejection>, Halt> {
        let answers = G::is_answer(action);
        let sealed = match self.waits() {
            Waits::Sealed { players, once, .. } if answers && players.contains(&by) => Some((players, once)),
            _ => None,
        };
        let permit = G::permit(law, &self.state, self.frames.last(), by, action);
        law.goes_on()?;
        let permit = match permit {
            Ok(permit) => permit,
            Err(rejection) => return Ok(Err(rejection)),
        };
        if let Some((players, once)) = sealed {
            if let Err(rejection) = law.forbid(once, self.has_chosen(by), || format!("player {by} has chosen already"))
            {
                return Ok(Err(rejection));
            }
            // If the clause is switched off, the later choice replaces the earlier one.
            self.sealed.retain(|deed| deed.by != by);
            let place = self.sealed.partition_point(|deed| deed.by < by);
            self.sealed.insert(place, Deed { by, action: action.clone() });
            if self.sealed.len() == players.len() {
                self.reveal(law)?;
            }
            return Ok(Ok(()));
        }
        let frame = if answers { self.frames.pop() } else { None };
        G::perform(law, &mut self.state, frame, by, permit);
        self.settle(law)?;
        Ok(Ok(()))
    }

    /// Judges each sealed choice once more, as if nobody else had chosen, and carries out all of them. Called when all
    /// have chosen.
    fn reveal(&mut self, law: &mut Law<'_, G>) -> Result<(), Halt> {
        let mut chosen = Vec::with_capacity(self.sealed.len());
        for Deed { by, action } in std::mem::take(&mut self.sealed) {
            match G::permit(law, &self.state, self.frames.last(), by, &action) {
                Ok(permit) => chosen.push((by, permit)),
                Err(_) => return Err(Halt::Rules("a sealed choice is no longer legal".into())),
            }
        }
        let frame = self.frames.pop();
        G::reveal(law, &mut self.state, frame, chosen);
        self.settle(law)
    }

    /// Runs frames until somebody has to act.
    fn settle(&mut self, law: &mut Law<'_, G>) -> Result<(), Halt> {
        for _ in 0..MOST_FRAMES {
            law.goes_on()?;
            // Before the queue is emptied, because `derive` may add frames.
            if !std::mem::take(&mut law.unchanged) {
                G::derive(law, &mut self.state);
            }
            // The next frames first, because a floor may be among them.
            self.frames.extend(law.next.drain(..).rev());
            if !law.queued.is_empty() {
                let floor = self.frames.iter().rposition(G::is_floor).map_or(0, |at| at + 1);
                self.frames.splice(floor..floor, law.queued.drain(..).rev());
            }
            if self.frames.len() > MOST_WAITING {
                return Err(self.endless(law, &format!("a step with more than {MOST_WAITING} parts still to be done")));
            }
            match G::waits(&self.state, self.frames.last()) {
                None => {
                    let Some(frame) = self.frames.pop() else {
                        return Err(Halt::Rules("the position waits for nobody".into()));
                    };
                    G::advance(law, &mut self.state, frame);
                }
                Some(Waits::Over(_)) => {
                    self.frames.clear();
                    self.sealed.clear();
                    return law.goes_on();
                }
                Some(Waits::Answer { player, may: false, .. }) => {
                    let Some(permit) = self.only_answer(law, player)? else { return Ok(()) };
                    let frame = self.frames.pop();
                    G::perform(law, &mut self.state, frame, player, permit);
                }
                Some(waits) if waits.players().is_empty() => {
                    return Err(Halt::Rules("the position waits for nobody".into()));
                }
                Some(_) => return law.goes_on(),
            }
        }
        Err(self.endless(law, &format!("a step of more than {MOST_FRAMES} parts")))
    }

    /// Why a step that may never end is stopped, with what it would do next.
    fn endless(&self, law: &Law<'_, G>, what: &str) -> Halt {
        let next = law.next.first().or(self.frames.last()).or(law.queued.first());
        let next: String = to_json(&next).to_string().chars().take(MOST_TOLD).collect();
        Halt::Bound(format!("{what} is not played, because it may never end; its next part is {next}"))
    }

    /// The answer to a question, if there is only one.
    fn only_answer(&self, law: &mut Law<'_, G>, player: Player) -> Result<Option<G::Permit>, Halt> {
        let (state, frame) = (&self.state, self.frames.last());
        let mut found = Vec::new();
        G::candidates(law, state, frame, player, &mut found);
        let mut only = None;
        for action in found.into_iter().filter(G::is_answer) {
            let Ok(permit) = G::permit(law, state, frame, player, &action) else { continue };
            if only.replace(permit).is_some() {
                law.goes_on()?;
                return Ok(None);
            }
        }
        law.goes_on()?;
        let why = || format!("player {player} is asked a question that it cannot answer, by {frame:?}");
        only.map(Some).ok_or_else(|| Halt::Rules(why()))
    }

    /// Adds the legal actions of `by` here, in a fixed order, without looks at what is hidden.
    ///
    /// # Errors
    /// If a bound of this engine is exceeded.
    pub fn moves(&self, law: &mut Law<'_, G>, by: Player, found: &mut Vec<G::Action>) -> Result<(), Halt> {
        let first = found.len();
        G::candidates(law, &self.state, self.frames.last(), by, found);
        if let Waits::Sealed { once, .. } = self.waits()
            && self.has_chosen(by)
            && law.on(once)
        {
            let mut place = 0;
            found.retain(|action| {
                place += 1;
                place <= first || !G::is_answer(action)
            });
        }
        self.keep_legal(law, by, found, first)
    }

    /// Removes from a list, starting at index `first`, the actions that `by` may not take.
    ///
    /// # Errors
    /// See [`Position::moves`].
    pub(super) fn keep_legal(
        &self,
        law: &mut Law<'_, G>,
        by: Player,
        found: &mut Vec<G::Action>,
        first: usize,
    ) -> Result<(), Halt> {
        let mut place = 0;
        found.retain(|action| {
            place += 1;
            place <= first || G::permit(law, &self.state, self.frames.last(), by, action).is_ok()
        });
        law.goes_on()
    }
}
