//! The state that a run begins with, and the setup that would give a state.

use crate::action::{self, InPlay, InPlayKept, PositionSetup, Setup};
use crate::demand::{Board, OFF};
use crate::law::MotionLaw;
use crate::readings::OffBoard;
use crate::rules::{letters, motions, sustained};
use crate::state::{self, State};
use rulebound_core::kernel::{Halt, Name};

/// The state of a setup.
///
/// # Errors
/// If the setup has no state.
pub fn state(law: &mut MotionLaw<'_>, setup: &Setup) -> Result<State, Halt> {
    let elements = letters::in_play(law.rules());
    let mut state = State {
        board: Board::default(),
        elements,
        places: elements,
        hand: Vec::new(),
        sustained: Vec::new(),
        resolved: Vec::new(),
    };
    let (cards, kept) = match setup {
        Setup::Start(start) => {
            motions::start(law, &mut state);
            (&start.cards, &[][..])
        }
        Setup::Position(position) => {
            state.board = state::board(&position.board);
            state.resolved.clone_from(&position.resolved);
            (&position.cards, position.sustained.as_slice())
        }
    };
    state::playable(&state.board, elements)?;
    if law.readings().off_board == OffBoard::Allowed || state.board.0[5].iter().any(|n| *n > 0) {
        state.places |= OFF;
    }
    let named = |name: &str| -> Result<Name, Halt> {
        let none = "in this scenario or in spec/motion/cards.yaml";
        let unknown = || Halt::Input(format!("there is no card {name} {none}{}", law.cards.similar(name)));
        law.cards.name(name).ok_or_else(unknown)
    };
    state.hand = cards.iter().map(|name| named(name)).collect::<Result<_, _>>()?;
    kept.iter().try_for_each(|kept| named(action::name_of(kept)).map(drop))?;
    state.hand.sort();
    sustained::in_play(law, &mut state, kept)?;
    Ok(state)
}

/// The setup that describes a state.
pub fn print(state: &State) -> Setup {
    let kept = state.sustained.iter().map(|kept| {
        InPlay::Card(InPlayKept {
            card: kept.card.to_string(),
            x: kept.x,
            xs: kept.xs.clone(),
            holds: kept.holds.clone(),
        })
    });
    Setup::Position(PositionSetup {
        board: state::board_file(&state.board),
        cards: state.hand.iter().map(ToString::to_string).collect(),
        sustained: kept.collect(),
        resolved: state.resolved.clone(),
    })
}
