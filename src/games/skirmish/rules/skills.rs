//! Chapter skills: decks, hands and drawing. Using skills is in the chapter text.

use rulebound_core::kernel::{ClauseKey, Name, ObjectId, Player};

use crate::clauses::skills::*;
use crate::event::Event;
use crate::law::SkirmishLaw;
use crate::readings::{
    BeyondLimit, DiscardsSeen, DrawnEnters, EqualCards, ExchangeSeen, FullHandEmptyDeck, HandsHidden, TeamsSeen,
    TrapSeen, UsedCard, UsedCardWhen,
};
use crate::rules::defeat;
use crate::state::{HandView, Seat, SeatView, State, View};

/// Shuffles the deck of a player.
pub fn shuffle(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player, by: ClauseKey) {
    let pile = &state.players[player].deck;
    let names: Vec<&str> = pile.iter().map(|name| &**name).collect();
    let order = law.shuffle(&format!("players[{player}].deck"), &names);
    let deck: Vec<Name> = order.into_iter().map(|at| pile[at].clone()).collect();
    law.act(by, state, Event::Shuffled { player }, |state| state.players[player].deck = deck);
}

/// Puts the cards of a player's characters into its deck, and shuffles it.
pub fn make_deck(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    let copies = law.rules().copies;
    let (primary, secondary) = law.choose(POOL, (copies.primary, copies.secondary), (1, 1));
    let mut deck = Vec::new();
    for character in state.objects.iter().filter(|character| character.controller == player) {
        let card = law.cards.get(&character.id.name);
        let skills = card.primary.iter().map(|skill| (skill, primary));
        for (skill, copies) in skills.chain(card.secondary.iter().map(|skill| (skill, secondary))) {
            if let Some(name) = law.cards.name(skill) {
                deck.extend(std::iter::repeat_n(name, copies as usize));
            }
        }
    }
    deck.sort();
    state.players[player].deck = deck;
    if law.on(DECK) {
        shuffle(law, state, player, DECK);
    }
}

/// Whether a hand has as many cards as it may have.
fn is_full(law: &mut SkirmishLaw<'_>, state: &State, player: Player) -> bool {
    law.on(HAND_LIMIT) && state.players[player].hand.len() >= law.rules().hand_most
}

/// Whether a player who draws several cards draws another one.
pub fn has_room(law: &mut SkirmishLaw<'_>, state: &State, player: Player) -> bool {
    law.readings().beyond_limit == BeyondLimit::EachTime || !is_full(law, state, player)
}

fn discard_leftmost(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player) {
    let Some(card) = state.players[player].hand.first().cloned() else { return };
    law.act(LEFTMOST, state, Event::Discarded { player, card: card.clone() }, |state| {
        state.players[player].hand.remove(0);
        state.players[player].discard.push(card);
    });
}

/// Puts a card in the hand of a player, and makes room for it: the card at a place of the deck, or a new one.
pub fn receive(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    player: Player,
    card: &Name,
    from: Option<usize>,
    by: ClauseKey,
) {
    let full = is_full(law, state, player);
    let enters = !full || law.on(LEFTMOST);
    if full && enters {
        discard_leftmost(law, state, player);
    }
    let side = law.readings().drawn_enters;
    law.act(by, state, Event::Drew { player, card: Some(card.clone()) }, |state| {
        let seat = &mut state.players[player];
        if let Some(at) = from {
            seat.deck.remove(at);
        }
        match side {
            _ if !enters => seat.discard.push(card.clone()),
            DrawnEnters::Right => seat.hand.push(card.clone()),
            DrawnEnters::Left => seat.hand.insert(0, card.clone()),
        }
    });
}

/// Has a player draw cards.
pub fn draw(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player, count: u32, by: ClauseKey) {
    for drawn in 0..count {
        if state.over.is_some() || state.players[player].undrawn {
            return;
        }
        let full = is_full(law, state, player);
        if state.players[player].deck.is_empty() {
            if full && law.readings().full_hand_empty_deck == FullHandEmptyDeck::Discarded && law.on(LEFTMOST) {
                discard_leftmost(law, state, player);
            }
            defeat::cannot_draw(law, state, player);
            return;
        }
        if drawn > 0 && !has_room(law, state, player) {
            return;
        }
        let last = state.players[player].deck.len() - 1;
        let at = law.choose(DRAWING, 0, last);
        let card = state.players[player].deck[at].clone();
        receive(law, state, player, &card, Some(at), by);
    }
}

/// The place of a card in a hand: among equal cards, that of the one that leaves it.
pub fn place_of(law: &SkirmishLaw<'_>, hand: &[Name], card: &Name) -> Option<usize> {
    match law.readings().equal_cards {
        EqualCards::Leftmost => hand.iter().position(|other| other == card),
        EqualCards::Rightmost => hand.iter().rposition(|other| other == card),
    }
}

/// A used card leaves the hand, and goes where it belongs at once or later. Returns whether it does so later.
pub fn leave_hand(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    player: Player,
    card: &Name,
    character: &ObjectId,
) -> bool {
    let Some(at) = place_of(law, &state.players[player].hand, card) else { return false };
    let later = law.readings().used_card_when == UsedCardWhen::After;
    let to = place_of_used(law);
    let event = Event::Used { player, card: card.clone(), character: character.clone() };
    law.act(USE, state, event, |state| {
        let card = state.players[player].hand.remove(at);
        if !later {
            put(&mut state.players[player], card, to);
        }
    });
    later
}

/// A used card goes where it belongs.
pub fn put_away(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player, card: &Name) {
    let to = place_of_used(law);
    law.act(USED, state, Event::PutAway { player, card: card.clone() }, |state| {
        put(&mut state.players[player], card.clone(), to);
    });
}

fn place_of_used(law: &mut SkirmishLaw<'_>) -> UsedCard {
    let reading = law.readings().used_card;
    law.choose(USED, reading, UsedCard::UnderDeck)
}

fn put(seat: &mut Seat, card: Name, to: UsedCard) {
    match to {
        UsedCard::DiscardPile => seat.discard.push(card),
        UsedCard::UnderDeck => seat.deck.push(card),
        UsedCard::OutOfMatch => {}
    }
}

/// What a player sees of a state.
pub fn view(law: &mut SkirmishLaw<'_>, state: &State, player: Player) -> View {
    let open = law.readings().hands_hidden == HandsHidden::Open;
    let open = law.choose(HIDDEN, open, true);
    let counted = law.readings().exchange_seen == ExchangeSeen::Count;
    let all_traps = law.readings().trap_seen == TrapSeen::Everybody;
    let teams = law.readings().teams_seen == TeamsSeen::Seen;
    let all = law.readings().discards_seen == DiscardsSeen::All;
    let seen = |own: bool, seat: &Seat, at: usize| own || all || at + 1 == seat.discard.len();
    let seat = |(number, seat): (Player, &Seat)| {
        let own = number == player;
        SeatView {
            maximum: seat.maximum,
            points: seat.points,
            turns: seat.turns,
            team: if own || teams { seat.team.clone() } else { placed(state, number) },
            leader: seat.leader.clone(),
            deck: seat.deck.len(),
            hand: HandView { count: seat.hand.len(), cards: (own || open).then(|| seat.hand.clone()) },
            discard: seat
                .discard
                .iter()
                .enumerate()
                .map(|(at, card)| seen(own, seat, at).then(|| card.clone()))
                .collect(),
            exchanged: seat.exchanged.filter(|_| own || counted),
        }
    };
    View {
        map: state.map.clone(),
        stage: state.stage,
        starting: state.starting,
        drafted: state.drafted,
        turn: state.turn,
        active: state.active,
        players: state.players.iter().enumerate().map(seat).collect(),
        objects: state.objects.clone(),
        traps: state.traps.iter().filter(|trap| all_traps || trap.by == player).cloned().collect(),
        over: state.over.clone(),
    }
}

/// The characters of a team that have been placed, sorted by name.
fn placed(state: &State, player: Player) -> Vec<Name> {
    let seat = &state.players[player];
    let own = state.objects.iter().filter(|character| character.owner == player);
    let mut placed: Vec<Name> = own.map(|character| character.id.name.clone()).collect();
    placed.retain(|name| seat.team.contains(name));
    placed.sort();
    placed.dedup();
    placed
}

/// What a player may know of an event.
pub fn event(law: &mut SkirmishLaw<'_>, event: &Event, player: Player) -> Event {
    let open = law.readings().hands_hidden == HandsHidden::Open;
    let open = law.choose(HIDDEN, open, true);
    let counted = law.readings().exchange_seen == ExchangeSeen::Count;
    let all_traps = law.readings().trap_seen == TrapSeen::Everybody;
    let mut seen = event.clone();
    match &mut seen {
        Event::Drew { player: of, card } if *of != player && !open => *card = None,
        Event::Exchanged { player: of, count } if *of != player && !counted => *count = None,
        Event::Trap { player: of, trap, tile } if *of != player && !all_traps => {
            (*trap, *tile) = (None, None);
        }
        _ => {}
    }
    seen
}
