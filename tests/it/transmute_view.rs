//! What a player of transmute sees does not depend on what is hidden from it: other cards in its place give the same
//! view, and the same events.

use rulebound::games::transmute::Transmute;
use rulebound::games::transmute::action::Card;
use rulebound::games::transmute::event::Event;
use rulebound::games::transmute::state::State;
use rulebound::kernel::{Book, Hides, Law, Name, NoChance, Player, Plays, Seeded, Trace};

use crate::shared::{self, Table};

/// The state with another card wherever `player` sees none.
fn disguised(state: &State, player: Player) -> State {
    let other = || Name::from("Mind Link");
    let mut state = state.clone();
    for (of, seat) in state.players.iter_mut().enumerate() {
        seat.deck.iter_mut().for_each(|card| *card = other());
        if of != player {
            seat.hand.iter_mut().for_each(|card| *card = other());
        }
    }
    state.draft_deck.iter_mut().for_each(|card| *card = other());
    for object in state.objects.iter_mut().filter(|object| object.controller != player) {
        if let Some(card) = &mut object.is.transmuted {
            *card = other();
        }
    }
    state
}

#[test]
fn what_is_hidden_changes_no_view() {
    let suite = shared::suite();
    let spec = suite.game_spec("transmute").unwrap();
    let all: Vec<Card> =
        spec.cards.values().map(|card| serde_json::from_value(card.clone()).expect("it is a card")).collect();
    let book = Book::<Transmute>::new(spec, &Default::default(), &[]).unwrap();
    let table = Table { cards: book.cards(&all).unwrap(), book };
    let (mut compared, mut face_down, mut drawn) = (0, 0, 0);
    for seed in 0..4 {
        let setup = Transmute::deal(&table.book, &all, &mut Seeded::new(seed));
        table.walk(setup, seed, 400, |_, by, _, after, trace| {
            let state = &after.state;
            let (mut silent, mut none) = (Trace::silent(), NoChance);
            let mut law = Law::new(&table.book, &table.cards, &mut silent, &mut none);
            for player in 0..state.players.len() {
                if state.shown.is_empty() {
                    let other = disguised(state, player);
                    assert_eq!(Transmute::view(&mut law, state, player), Transmute::view(&mut law, &other, player));
                    compared += 1;
                    face_down += usize::from(other != *state);
                }
                for event in trace.events.iter().map(|(_, event)| event) {
                    let seen = Transmute::event(&mut law, state, event, player);
                    if let Some(Event::Drew { player: of, card }) = seen {
                        assert_eq!(card.is_some(), of == player, "{event:?} as {player} sees it");
                        drawn += usize::from(by != player);
                    }
                    if let Event::Transmuted { player: of, .. } = event {
                        let seen = Transmute::event(&mut law, state, event, player);
                        assert!(
                            matches!(seen, Some(Event::Transmuted { card, .. }) if card.is_some() == (*of == player))
                        );
                    }
                }
            }
        });
    }
    assert!(compared > 1_000 && face_down > 1_000 && drawn > 50, "{compared} views, {face_down} with something hidden");
}
