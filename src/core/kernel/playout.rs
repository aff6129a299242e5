//! Playouts: matches between simple players, determined by a seed.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;
use serde_json::Value as Json;

use super::book::Book;
use super::cards::Cards;
use super::chance::{Chance, NoChance, NoOutcome, Pick, Roll, Seeded, Shuffle, Supplied};
use super::drive::json;
use super::game::Game;
use super::halt::Halt;
use super::law::Law;
use super::position::{Position, Start};
use super::trace::Trace;
use super::waits::{Player, Waits};

/// A game whose matches can be played out.
pub trait Plays: Game {
    /// A setup for a match, drawn from these cards.
    fn deal(book: &Book<Self>, cards: &[Self::Card], dice: &mut Seeded) -> Self::Setup;

    /// How good a state is for a player: more is better. This only guides a greedy player.
    fn worth(state: &Self::State, player: Player) -> i64;

    /// Whether the match is still being prepared. Who acts first afterwards is the one who starts.
    fn prepares(state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Adds the things whose timing a designer wants to know: what happens, how often it has happened so far, and the
    /// time now, such as the number of the turn.
    fn moments(state: &Self::State, found: &mut Vec<(&'static str, usize, u32)>) {
        let _ = (state, found);
    }
}

/// How a player in a playout chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Any legal action, all equally likely.
    Random,
    /// The legal action after which the state is worth most; a random one if there are several.
    Greedy,
}

/// A match that has been played out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// The number of actions done.
    pub actions: usize,
    /// The number of players.
    pub players: usize,
    /// Who acted first once the match was prepared.
    pub first: Player,
    /// When the things happened whose timing a designer wants to know, in order.
    pub moments: Vec<(&'static str, u32)>,
    /// Who has won; nobody in a draw. `None` if the match did not end.
    pub winners: Option<Vec<Player>>,
    /// The id of the clause that ended the match.
    pub clause: Option<String>,
    /// A hash of all actions, which only tells matches of the same run apart.
    #[serde(skip)]
    pub course: u64,
}

/// A callback that is called before every action, with the position in which the action is done.
pub type Each<'e, G> = &'e mut dyn FnMut(&Position<G>, Player, &<G as Game>::Action);

/// The rules, the cards, and how to play.
#[derive(Debug)]
pub struct Playout<'a, G: Game> {
    /// The rules in force.
    pub book: &'a Book<G>,
    /// The cards of the run.
    pub cards: &'a Cards<G::Prepared>,
    /// How each player chooses; players beyond the end of the list use the last policy.
    pub policies: &'a [Policy],
    /// The most actions in a match.
    pub most: usize,
}

impl<G: Game> Playout<'_, G> {
    /// Plays a match from a setup. `each` is called before every action, with the position in which the action is
    /// done.
    ///
    /// # Errors
    /// If the match cannot go on, which is a fault of this engine.
    pub fn play(
        &self,
        setup: G::Setup,
        seed: u64,
        plays: Follow<G>,
        each: Each<'_, G>,
    ) -> Result<(Position<G>, Played), Halt> {
        self.play_with(setup, seed, &mut Self::chance(seed), plays, each)
    }

    /// The outcomes of chance in the match of a seed.
    fn chance(seed: u64) -> Seeded {
        Seeded::new(seed ^ 0xC4A7_CE00)
    }

    fn play_with(
        &self,
        setup: G::Setup,
        seed: u64,
        chance: &mut dyn Chance,
        plays: Follow<G>,
        each: Each<'_, G>,
    ) -> Result<(Position<G>, Played), Halt> {
        let mut dice = Seeded::new(seed ^ 0x0DD5_EED5);
        let mut trace = Trace::silent();
        let start = Start { setup, resolving: Vec::new(), sealed: Vec::new() };
        let mut position = Position::new(&mut Law::new(self.book, self.cards, &mut trace, chance), &start)?;
        let players = G::players(&position.state);
        let moments = Vec::new();
        let mut played = Played { actions: 0, players, first: 0, moments, winners: None, clause: None, course: 0 };
        let (mut moves, mut now, mut counted) = (Vec::new(), Vec::new(), Vec::new());
        let (mut first, mut course) = (None, DefaultHasher::new());
        while played.actions < self.most {
            let waits = position.waits();
            if let Waits::Over(ending) = waits {
                played.winners = Some(ending.winners);
                played.clause = ending.clause.map(|key| self.book.id(key).to_string());
                break;
            }
            let mut law = Law::new(self.book, self.cards, &mut trace, chance);
            let by = self.mover(&mut law, &position, waits, &mut dice, &mut moves)?;
            let policy = self.policies.get(by).or(self.policies.last()).copied().unwrap_or(Policy::Random);
            let at = match policy {
                Policy::Random => dice.below(moves.len()),
                Policy::Greedy => self.best(&position, by, &moves, plays.worth, &mut dice)?,
            };
            if first.is_none() && !(plays.prepares)(&position.state) {
                first = Some(by);
            }
            each(&position, by, &moves[at]);
            (by, &moves[at]).hash(&mut course);
            if position.act(&mut law, by, &moves[at])?.is_err() {
                return Err(Halt::Rules("an action that was found legal is refused".into()));
            }
            played.actions += 1;
            now.clear();
            (plays.moments)(&position.state, &mut now);
            for (at, (what, count, when)) in now.iter().enumerate() {
                let before = counted.get(at).copied().unwrap_or(0);
                played.moments.extend((before..*count).map(|_| (*what, *when)));
            }
            counted.clear();
            counted.extend(now.iter().map(|(_, count, _)| *count));
        }
        played.first = first.unwrap_or(0);
        played.course = course.finish();
        Ok((position, played))
    }

    /// Chooses who acts next among the players that the position waits for, and lists the moves of that player.
    fn mover(
        &self,
        law: &mut Law<'_, G>,
        position: &Position<G>,
        waits: Waits<G::Question>,
        dice: &mut Seeded,
        moves: &mut Vec<G::Action>,
    ) -> Result<Player, Halt> {
        let mut players = match waits {
            Waits::Turn(player) | Waits::Answer { player, .. } => vec![player],
            Waits::Any(players) | Waits::Sealed { players, .. } => players,
            Waits::Over(_) => Vec::new(),
        };
        while !players.is_empty() {
            let player = players.swap_remove(dice.below(players.len()));
            moves.clear();
            position.moves(law, player, moves)?;
            // A player who has made a sealed choice could still give up, but a match in which players do so shows
            // nothing.
            moves.retain(G::is_answer);
            if !moves.is_empty() {
                return Ok(player);
            }
        }
        Err(Halt::Rules("nobody can act in a match that goes on".into()))
    }

    /// The action after which the state is worth most.
    fn best(
        &self,
        position: &Position<G>,
        by: Player,
        moves: &[G::Action],
        worth: fn(&G::State, Player) -> i64,
        dice: &mut Seeded,
    ) -> Result<usize, Halt> {
        let mut best: (i64, Vec<usize>) = (i64::MIN, Vec::new());
        let mut trace = Trace::silent();
        // The outcome of chance is not known yet, so try another seed.
        let mut chance = Seeded::new(dice.below(usize::MAX) as u64);
        for (at, action) in moves.iter().enumerate() {
            let mut after = position.clone();
            let mut law = Law::new(self.book, self.cards, &mut trace, &mut chance);
            if after.act(&mut law, by, action)?.is_err() {
                continue;
            }
            let worth = worth(&after.state, by);
            if worth > best.0 {
                best = (worth, Vec::new());
            }
            if worth == best.0 {
                best.1.push(at);
            }
        }
        Ok(best.1.get(dice.below(best.1.len())).copied().unwrap_or(0))
    }
}

/// How many deals to try in order to find the most players.
const DEALS: u64 = 32;

/// Matches of a game under some rules, each played out from a seed.
pub trait Playouts: Sync {
    /// The most players in a match, found by dealing some.
    ///
    /// # Errors
    /// See [`Playouts::play`].
    fn players(&self) -> Result<usize, Halt>;
    /// Plays the match of a seed, with at most `most` actions. Players beyond the end of `policies` use the last
    /// policy.
    ///
    /// # Errors
    /// If the match cannot go on, which is a fault of this engine.
    fn play(&self, seed: u64, policies: &[Policy], most: usize) -> Result<Played, Halt>;
    /// The match of a seed as a scenario writes it: the setup, and each step with the outcomes of chance that it needs.
    ///
    /// # Errors
    /// See [`Playouts::play`].
    fn record(&self, seed: u64, policies: &[Policy], most: usize) -> Result<Recorded, Halt>;
}

/// A match that can be played again from a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The setup.
    pub setup: Json,
    /// The steps: who acts, what is done, and the outcomes of chance.
    pub steps: Vec<Json>,
    /// The last state.
    pub last: Json,
    /// How it has ended.
    pub played: Played,
}

/// Supplies outcomes from a seed and records them.
struct Recording<'t> {
    seeded: Seeded,
    taken: &'t RefCell<Vec<Supplied>>,
}

impl Recording<'_> {
    fn take<V>(&self, outcome: V, supplied: impl FnOnce(&V) -> Supplied) -> V {
        self.taken.borrow_mut().push(supplied(&outcome));
        outcome
    }
}

impl Chance for Recording<'_> {
    fn shuffle(&mut self, subject: &str, names: &[&str]) -> Result<Vec<usize>, NoOutcome> {
        let order = self.seeded.shuffle(subject, names)?;
        Ok(self.take(order, |order| {
            let top_first = order.iter().map(|at| names[*at].to_owned()).collect();
            Supplied::Shuffle(Shuffle { shuffle: subject.to_owned(), top_first })
        }))
    }

    fn pick(&mut self, subject: &str, names: &[&str]) -> Result<usize, NoOutcome> {
        let picked = self.seeded.pick(subject, names)?;
        let gives = |at: &usize| Pick { pick: subject.to_owned(), gives: names[*at].to_owned() };
        Ok(self.take(picked, |at| Supplied::Pick(gives(at))))
    }

    fn roll(&mut self, subject: &str, sides: u32) -> Result<u32, NoOutcome> {
        let rolled = self.seeded.roll(subject, sides)?;
        Ok(self.take(rolled, |gives| Supplied::Roll(Roll { roll: subject.to_owned(), gives: *gives })))
    }
}

/// Deals a setup for a match from all cards.
pub(super) type DealFn<G> = fn(&Book<G>, &[<G as Game>::Card], &mut Seeded) -> <G as Game>::Setup;

/// See [`Plays::moments`].
type MomentsFn<G> = fn(&<G as Game>::State, &mut Vec<(&'static str, usize, u32)>);

/// What a game says about its states in a playout, see [`Plays`].
#[derive(Debug)]
pub struct Follow<G: Game> {
    worth: fn(&G::State, Player) -> i64,
    prepares: fn(&G::State) -> bool,
    moments: MomentsFn<G>,
}

impl<G: Game> Clone for Follow<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Follow<G> {}

impl<G: Plays> Follow<G> {
    /// What the game says.
    pub const fn new() -> Self {
        Self { worth: G::worth, prepares: G::prepares, moments: G::moments }
    }
}

impl<G: Plays> Default for Follow<G> {
    fn default() -> Self {
        Self::new()
    }
}

/// What playouts of a game need.
pub(super) struct Dealt<'b, G: Game> {
    pub(super) book: &'b Book<G>,
    pub(super) deal: (DealFn<G>, Follow<G>),
    pub(super) all: Vec<G::Card>,
    pub(super) cards: Cards<G::Prepared>,
}

impl<G: Game> Playouts for Dealt<'_, G> {
    fn players(&self) -> Result<usize, Halt> {
        let mut most = 0;
        for seed in 0..DEALS {
            let setup = (self.deal.0)(self.book, &self.all, &mut Seeded::new(seed));
            let (mut trace, mut none) = (Trace::silent(), NoChance);
            let state = G::setup(&mut Law::new(self.book, &self.cards, &mut trace, &mut none), &setup)?;
            most = most.max(G::players(&state));
        }
        Ok(most)
    }

    fn play(&self, seed: u64, policies: &[Policy], most: usize) -> Result<Played, Halt> {
        let setup = (self.deal.0)(self.book, &self.all, &mut Seeded::new(seed));
        let playout = Playout { book: self.book, cards: &self.cards, policies, most };
        playout.play(setup, seed, self.deal.1, &mut |_, _, _| ()).map(|(_, played)| played)
    }

    fn record(&self, seed: u64, policies: &[Policy], most: usize) -> Result<Recorded, Halt> {
        let setup = (self.deal.0)(self.book, &self.all, &mut Seeded::new(seed));
        let playout = Playout { book: self.book, cards: &self.cards, policies, most };
        let taken = RefCell::new(Vec::new());
        let mut chance = Recording { seeded: Playout::<G>::chance(seed), taken: &taken };
        let mut steps: Vec<Json> = Vec::new();
        // The outcomes of chance belong to the previous step.
        let end_step = |steps: &mut Vec<Json>| {
            let taken = std::mem::take(&mut *taken.borrow_mut());
            if let Some(step) = steps.last_mut().filter(|_| !taken.is_empty()) {
                step["chance"] = json(&taken);
            }
        };
        let recorded = json(&setup);
        let mut each = |_: &Position<G>, by: Player, action: &G::Action| {
            end_step(&mut steps);
            steps.push(serde_json::json!({ "by": by, "do": json(action) }));
        };
        let (last, played) = playout.play_with(setup, seed, &mut chance, self.deal.1, &mut each)?;
        end_step(&mut steps);
        Ok(Recorded { setup: recorded, steps, last: last.json(), played })
    }
}
