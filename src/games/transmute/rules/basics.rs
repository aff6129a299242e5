//! Chapter basics: how a match begins, and who sees what.

pub mod piles;
pub mod players;

use crate::clauses;
use crate::clauses::basics::*;
use crate::event::Event;
use crate::law::TransmuteLaw;
use crate::readings::{BaseSupply, DiscardSeen, HandsHidden, StartShuffle, TransmutedSeen, WhoStarts};
use crate::state::{PileView, SeatView, Shown, State, View};
use crate::text::Place;
use rulebound_core::kernel::{Name, Objects, Player, Rejection};
use std::collections::BTreeMap;

/// Checks whether a match may begin with these players.
///
/// # Errors
/// If not: the clause that forbids it.
pub fn permit_begin(law: &mut TransmuteLaw<'_>, state: &State) -> Result<(), Rejection> {
    let (most, count) = (law.rules().players_most, state.players.len());
    law.forbid(ALLIANCES, count > most, || format!("{count} players; there are {most} at most"))?;
    let one = state.players.iter().all(|seat| seat.alliance == state.players[0].alliance);
    law.forbid(ALLIANCES, one, || "there is only one alliance".to_owned())
}

/// The base cards in stacks at the start.
pub fn stacks(law: &mut TransmuteLaw<'_>, players: usize) -> BTreeMap<Name, u32> {
    let rules = law.rules();
    let from_stacks = law.readings().base_supply == BaseSupply::FromStacks;
    let mut found = BTreeMap::new();
    if law.on(BASES) {
        for (name, copies) in &rules.starting_deck {
            let Some(name) = law.cards.name(name) else { continue };
            let dealt = if from_stacks { copies.saturating_mul(players as u32) } else { 0 };
            let left = rules.base_copies.saturating_sub(dealt);
            if left > 0 {
                found.insert(name, left);
            }
        }
    }
    found
}

/// More copies of a card than this are not dealt, so that a number that is too large is a fault of the setup.
const MOST_COPIES: u32 = 10_000;

/// The deck that a player starts with, before it is shuffled.
pub fn starting_deck(law: &mut TransmuteLaw<'_>) -> Vec<Name> {
    if !law.on(STARTING_DECK) {
        return Vec::new();
    }
    let mut deck = Vec::new();
    for (name, copies) in &law.rules().starting_deck {
        if let Some(name) = law.cards.name(name) {
            deck.extend(std::iter::repeat_n(name, (*copies).min(MOST_COPIES) as usize));
        }
    }
    deck
}

/// The life that a player starts with.
pub fn life(law: &mut TransmuteLaw<'_>) -> u32 {
    let life = law.rules().life;
    law.choose(LIFE, life, 1)
}

/// Deals the cards, and names the player who has the first turn.
pub fn deal(law: &mut TransmuteLaw<'_>, state: &mut State) -> Player {
    if law.readings().start_shuffle == StartShuffle::Shuffled {
        for player in 0..state.players.len() {
            let deck = state.players[player].deck.clone();
            if deck.is_empty() {
                continue;
            }
            let deck = piles::shuffled(law, &format!("players[{player}].deck"), &deck);
            law.act(STARTING_DECK, state, Event::Shuffled { player: Some(player) }, |state| {
                state.players[player].deck = deck;
            });
        }
    }
    if !state.draft_deck.is_empty() {
        let deck = piles::shuffled(law, "draft_deck", &state.draft_deck.clone());
        law.act(ROW, state, Event::Shuffled { player: None }, |state| state.draft_deck = deck);
    }
    let size = law.rules().row;
    while law.on(ROW) && state.row.len() < size {
        let Some(card) = state.draft_deck.first().cloned() else { break };
        law.act(ROW, state, Event::Dealt { card: card.clone() }, |state| {
            state.draft_deck.remove(0);
            state.row.push(card);
        });
    }
    let count = state.players.len();
    let first = match law.readings().who_starts {
        _ if !law.on(FIRST) => count - 1,
        WhoStarts::FirstListed => 0,
        WhoStarts::Chance => {
            let names: Vec<String> = (0..count).map(|player| player.to_string()).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            law.pick("the first player", &names).unwrap_or(0)
        }
    };
    if law.on(STARTING_HAND) {
        let (each, second) = (law.rules().start_draw, law.rules().second_draw);
        for player in 0..count {
            piles::draw(law, state, player, each, STARTING_HAND);
        }
        let next = players::next(law, state, first);
        piles::draw(law, state, next, second, STARTING_HAND);
    }
    first
}

/// Whether a player sees a hand that is not revealed.
pub fn sees_hand(law: &mut TransmuteLaw<'_>, player: Player, of: Player) -> bool {
    let open = law.readings().hands_hidden == HandsHidden::Open;
    player == of || law.choose(HIDDEN, open, true)
}

/// Whether a player may look at a transmuted card of another.
pub fn sees_transmuted(law: &mut TransmuteLaw<'_>, player: Player, controller: Player) -> bool {
    let everybody = law.readings().transmuted_seen == TransmutedSeen::Everybody;
    player == controller || law.choose(clauses::play::LOOK, everybody, true)
}

/// A pile of which only the topmost card is seen.
fn topmost(pile: &[Name]) -> Vec<Name> {
    let hidden = pile.len().saturating_sub(1);
    pile.iter().enumerate().map(|(at, card)| if at < hidden { "?".into() } else { card.clone() }).collect()
}

/// The state as a player sees it.
pub fn view(law: &mut TransmuteLaw<'_>, state: &State, player: Player) -> View {
    let mut objects: Objects<_, _> = state.objects.clone();
    for object in objects.iter_mut() {
        if object.is.transmuted.is_some() && !sees_transmuted(law, player, object.controller) {
            object.is.transmuted = Some("?".into());
        }
    }
    let shown = |of: Player, place: Place| {
        let to = |shown: &&Shown| shown.player == of && shown.place == place && shown.to.is_none_or(|to| to == player);
        state.shown.iter().filter(to).map(|shown| shown.count).max()
    };
    let open = law.readings().discard_seen == DiscardSeen::Everybody;
    let open = law.choose(HIDDEN, open, true);
    let mut seats = Vec::with_capacity(state.players.len());
    for (of, seat) in state.players.iter().enumerate() {
        let hand = sees_hand(law, player, of) || shown(of, Place::Hand).is_some();
        let top = shown(of, Place::Deck).unwrap_or(0).min(seat.deck.len());
        let top = if law.on(HIDDEN) { top } else { seat.deck.len() };
        seats.push(SeatView {
            alliance: seat.alliance,
            life: seat.life,
            energy: seat.energy,
            deck: PileView { count: seat.deck.len(), cards: (top > 0).then(|| seat.deck[..top].to_vec()) },
            hand: PileView { count: seat.hand.len(), cards: hand.then(|| seat.hand.clone()) },
            discard: if open || player == of { seat.discard.clone() } else { topmost(&seat.discard) },
            out: seat.out,
        });
    }
    let draft = state.shown.iter().filter(|shown| shown.place == Place::DraftDeck);
    let draft = draft.filter(|shown| shown.to.is_none_or(|to| to == player)).map(|shown| shown.count).max();
    let draft = draft.unwrap_or(0).min(state.draft_deck.len());
    let draft = if law.on(HIDDEN) { draft } else { state.draft_deck.len() };
    View {
        turn: state.turn,
        active: state.active,
        phase: state.phase,
        done: state.done.clone(),
        attacked: state.attacked.clone(),
        attack: state.attack.clone(),
        players: seats,
        objects,
        row: state.row.clone(),
        draft_deck: PileView {
            count: state.draft_deck.len(),
            cards: (draft > 0).then(|| state.draft_deck[..draft].to_vec()),
        },
        bases: state.bases.clone(),
        lasting: state.lasting.clone(),
        over: state.over.clone(),
    }
}

/// An event as a player may know it.
pub fn event(law: &mut TransmuteLaw<'_>, state: &State, event: &Event, player: Player) -> Event {
    let mut event = event.clone();
    let shown = |of: Player, place: Place| {
        let sees = |shown: &Shown| shown.player == of && shown.place == place && shown.to.is_none_or(|to| to == player);
        state.shown.iter().any(sees)
    };
    match &mut event {
        Event::Drew { player: of, card } if !sees_hand(law, player, *of) => *card = None,
        // What comes to a discard pile is open, and so is what comes from one or from the draft row.
        Event::Moved { player: of, card, from: from @ (Place::Hand | Place::Deck | Place::DraftDeck), to }
            if *to != Place::Discard && !sees_hand(law, player, *of) && !shown(*of, *from) =>
        {
            *card = None;
        }
        Event::Transmuted { player: of, card, .. } if !sees_transmuted(law, player, *of) => *card = None,
        _ => {}
    }
    event
}
