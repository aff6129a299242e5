//! What a player of skirmish sees does not depend on what is hidden from it: other cards in its place give the same view.

use rulebound::games::skirmish::Skirmish;
use rulebound::games::skirmish::action::Card;
use rulebound::games::skirmish::event::Event;
use rulebound::games::skirmish::state::State;
use rulebound::kernel::{Book, Hides, Law, Name, NoChance, Player, Plays, Seeded, Trace};

use crate::shared::{self, Table};

/// The state with another card wherever `player` sees none.
fn disguised(state: &State, player: Player) -> State {
    let other = || Name::from("Nothing Doing");
    let mut state = state.clone();
    for (of, seat) in state.players.iter_mut().enumerate() {
        seat.deck.iter_mut().for_each(|card| *card = other());
        if of != player {
            seat.hand.iter_mut().for_each(|card| *card = other());
        }
    }
    state
}

#[test]
fn what_is_hidden_changes_no_view() {
    let suite = shared::suite();
    let spec = suite.game_spec("skirmish").unwrap();
    let all: Vec<Card> =
        spec.cards.values().map(|card| serde_json::from_value(card.clone()).expect("it is a card")).collect();
    let book = Book::<Skirmish>::new(spec, &Default::default(), &[]).unwrap();
    let table = Table { cards: book.cards(&all).unwrap(), book };
    let (mut compared, mut drawn) = (0, 0);
    for seed in 0..4 {
        let setup = Skirmish::deal(&table.book, &all, &mut Seeded::new(seed));
        table.walk(setup, seed, 300, |_, by, _, after, trace| {
            let state = &after.state;
            let (mut silent, mut none) = (Trace::silent(), NoChance);
            let mut law = Law::new(&table.book, &table.cards, &mut silent, &mut none);
            for player in 0..2 {
                let other = disguised(state, player);
                assert_eq!(Skirmish::view(&mut law, state, player), Skirmish::view(&mut law, &other, player));
                compared += usize::from(other != *state);
                for (_, event) in &trace.events {
                    let seen = Skirmish::event(&mut law, state, event, player);
                    if let Some(Event::Drew { player: of, card }) = seen {
                        assert_eq!(card.is_some(), of == player, "{event:?} as {player} sees it");
                        drawn += usize::from(by != player);
                    }
                }
            }
        });
    }
    assert!(compared > 100 && drawn > 10, "{compared} views compared, {drawn} draws hidden");
}
