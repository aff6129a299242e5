//! What each player may see.

use rulebound_core::kernel::{Hides, Name, Objects, Player};
use schemars::JsonSchema;
use serde::Serialize;

use super::action::{Action, Event};
use super::rules::basics;
use super::state::{Over, PLAYERS, Piece, Played, State, Zone};
use super::{Grove, GroveLaw};

/// What one player sees of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct View {
    /// The map.
    pub map: String,
    /// The round.
    pub round: u32,
    /// Whether it is at its dawn.
    pub dawn: bool,
    /// Whose turn it is.
    pub active: Player,
    /// How many turns of the round are left.
    pub turns_left: u32,
    /// What it sees of each player.
    pub players: Vec<HandView>,
    /// The cards that wait to be carried out.
    pub stack: Vec<Played>,
    /// The players who have passed on the uppermost card.
    pub passed: Vec<Player>,
    /// The creatures.
    pub objects: Objects<Zone, Piece>,
    /// How the match has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub over: Option<Over>,
}

/// What one player sees of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HandView {
    /// The cards in the hand, if it sees them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<Name>>,
    /// How many there are.
    pub cards: usize,
    /// How many there are in the deck.
    pub deck: usize,
}

impl Hides for Grove {
    type View = View;

    fn view(law: &mut GroveLaw<'_>, state: &State, player: Player) -> View {
        let players = state.players.iter().enumerate().map(|(other, held)| HandView {
            hand: basics::sees(law, state, player, other).then(|| held.hand.clone()),
            cards: held.hand.len(),
            deck: held.deck.len(),
        });
        View {
            players: players.collect(),
            map: state.map.clone(),
            round: state.round,
            dawn: state.dawn,
            active: state.active,
            turns_left: state.turns_left,
            stack: state.stack.clone(),
            passed: state.passed.clone(),
            objects: state.objects.clone(),
            over: state.over.clone(),
        }
    }

    fn event(law: &mut GroveLaw<'_>, state: &State, event: &Event, player: Player) -> Option<Event> {
        match event {
            Event::Drew { player: drawer, .. } if !basics::sees(law, state, player, *drawer) => {
                Some(Event::Drew { player: *drawer, card: None })
            }
            Event::Looked { player: looker, .. } if *looker != player => None,
            seen => Some(seen.clone()),
        }
    }

    fn looks(_: &State, by: Player, found: &mut Vec<Action>) {
        found.extend((0..PLAYERS).filter(|at| *at != by).map(|at| Action::Look { at }));
    }
}
