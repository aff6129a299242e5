//! Chapter preparation: teams, the starting player, the draft, the starting hand and the exchange of cards.

pub mod order;

use rulebound_core::kernel::{ClauseKey, Name, Player, Rejection};

use crate::clauses::preparation::*;
use crate::event::Event;
use crate::frame::Frame;
use crate::law::{Drafter, SkirmishLaw};
use crate::readings::{ChosenTwice, ExchangeOrder, NoneLeft, SmallMap, TalentsWhen, TeamTwice, TileShared};
use crate::rules::{classes, map, skills};
use crate::state::{Is, Stage, State, Tile, Zone};

/// The clause that lets each player exchange cards once.
pub fn once() -> ClauseKey {
    EXCHANGE
}

/// Whose turn in the draft it is, in order.
fn draft_order(law: &mut SkirmishLaw<'_>, state: &State) -> Vec<Player> {
    let rules = law.rules();
    let written = rules.draft_order.iter().map(|drafter| match drafter {
        Drafter::Starting => state.starting,
        Drafter::Opponent => 1 - state.starting,
    });
    let order: Vec<Player> = if law.on(DRAFT_ORDER) {
        written.collect()
    } else {
        (0..rules.draft_order.len())
            .map(|turn: usize| if turn.is_multiple_of(2) { state.starting } else { 1 - state.starting })
            .collect()
    };
    order.repeat(rules.draft_rounds as usize)
}

/// Whether a player may choose a character that has not been chosen.
fn is_chosen(law: &SkirmishLaw<'_>, state: &State, player: Player, character: &str) -> bool {
    let in_match = law.readings().chosen_twice == ChosenTwice::Match;
    state.objects.iter().any(|other| &*other.id.name == character && (in_match || other.controller == player))
}

/// Checks whether the match may begin.
///
/// # Errors
/// If it may not: the clause that forbids it.
pub fn permit_begin(law: &mut SkirmishLaw<'_>, state: &State) -> Result<(), Rejection> {
    let size = law.rules().team_size;
    for (player, seat) in state.players.iter().enumerate() {
        let count = seat.team.len();
        law.forbid(TEAM, count != size, || format!("player {player} has a team of {count} instead of {size}"))?;
        let refused = law.readings().team_twice == TeamTwice::Refused;
        let twice =
            seat.team.windows(2).filter(|_| refused).find(|pair| pair[0] == pair[1]).map(|pair| pair[0].clone());
        law.forbid(TEAM, twice.is_some(), || format!("player {player} has the same character twice"))?;
        for name in &seat.team {
            let card = law.cards.get(name);
            classes::permit_member(law, card)?;
        }
    }
    if law.readings().small_map == SmallMap::PassedOver {
        return Ok(());
    }
    // on a tile that is shared, all have room
    let shared = law.readings().tile_shared == TileShared::Together;
    let placed = draft_order(law, state).iter().filter(|player| **player == 0).count().min(size);
    let needed = if shared { placed.min(1) } else { placed };
    for player in 0..2 {
        let empty =
            map::open_tiles(law, state).into_iter().filter(|tile| map::in_half(law, state, player, *tile)).count();
        let why =
            || format!("the half of player {player} has {empty} empty tiles, and {needed} characters are placed there");
        law.forbid(TEAM, empty < needed, why)?;
    }
    if shared {
        return Ok(());
    }
    // a row that belongs to both is filled by both
    let all = map::empty_tiles(law, state);
    let all = all.into_iter().filter(|tile| (0..2).any(|player| map::in_half(law, state, player, *tile))).count();
    law.forbid(TEAM, all < 2 * needed, || format!("{} characters are placed on {all} empty tiles", 2 * needed))
}

/// Begins the match.
pub fn begin(law: &mut SkirmishLaw<'_>, state: &mut State) {
    let starting = if law.on(STARTING_PLAYER) { law.pick("starting player", &["0", "1"]).unwrap_or(0) } else { 0 };
    law.act(STARTING_PLAYER, state, Event::Starting { player: starting }, |state| {
        (state.starting, state.active, state.stage) = (starting, starting, Stage::Draft);
    });
    if law.on(DRAFT) {
        next_drafter(law, state);
    } else {
        hands(law, state);
    }
}

/// Passes the draft to the next player who can choose somebody, or ends it.
fn next_drafter(law: &mut SkirmishLaw<'_>, state: &mut State) {
    let order = draft_order(law, state);
    while let Some(player) = order.get(state.drafted as usize) {
        let seat = &state.players[*player];
        let left = seat.team.iter().any(|character| !is_chosen(law, state, *player, character));
        if !left && law.readings().none_left == NoneLeft::DraftEnds {
            state.drafted = u32::try_from(order.len()).unwrap_or(u32::MAX);
            break;
        }
        if left && has_room(law, state, *player) {
            state.active = *player;
            return;
        }
        state.drafted += 1;
    }
    hands(law, state);
}

/// Whether a player has a tile to place a character on. Otherwise the match has not begun, unless a reading lets it.
fn has_room(law: &mut SkirmishLaw<'_>, state: &State, player: Player) -> bool {
    if law.readings().small_map == SmallMap::Refused {
        return true;
    }
    let empty = map::open_tiles(law, state);
    !law.on(OWN_HALF) && !empty.is_empty() || empty.into_iter().any(|tile| map::in_half(law, state, player, tile))
}

/// Checks whether a player may choose a character and place it.
///
/// # Errors
/// If it may not: the clause that forbids it.
pub fn permit_draft(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    by: Player,
    character: &Name,
    tile: Tile,
) -> Result<(), Rejection> {
    let next = state.active;
    law.forbid(DRAFT_ORDER, by != next, || format!("player {next} chooses now"))?;
    if !state.players[by].team.contains(character) {
        let similar = law.cards.similar(character);
        return Err(law.reject(DRAFT, || format!("{character} is not in the team of player {by}{similar}")));
    }
    let chosen = is_chosen(law, state, by, character);
    law.forbid(ONCE, chosen, || format!("{character} has already been chosen"))?;
    if !map::may_enter(law, state, tile, None) {
        return Err(law.reject(DRAFT, || "the tile is not empty".to_owned()));
    }
    let inside = map::in_half(law, state, by, tile);
    law.forbid(OWN_HALF, !inside, || format!("the tile is not in the half of player {by}"))
}

/// A player places a character that it has chosen.
pub fn draft(law: &mut SkirmishLaw<'_>, state: &mut State, by: Player, character: &Name, tile: Tile) {
    let Some(class) = law.cards.get(character).class else { return };
    let row = classes::row(law, class);
    let is = Is::new(tile, Some(class), row.ranged, row.power, row.armor);
    // the id is known beforehand: objects are numbered by name
    let mut placed = state.objects.clone();
    let id = placed.make(character, by, Zone::Map, is);
    let event = Event::Placed { player: by, character: id.clone(), tile };
    law.act(DRAFT, state, event, |state| {
        state.objects = placed;
        state.drafted += 1;
    });
    let first = state.players[by].leader.is_none();
    if law.choose(LEADER, first, true) {
        let event = Event::Leader { player: by, character: id.clone() };
        law.act(LEADER, state, event, |state| state.players[by].leader = Some(id));
    }
    next_drafter(law, state);
}

/// After the draft: decks, starting hands, and what follows until the first turn.
fn hands(law: &mut SkirmishLaw<'_>, state: &mut State) {
    let order = order::both(law, state);
    state.stage = Stage::Hands;
    state.active = state.starting;
    for player in order {
        skills::make_deck(law, state, player);
    }
    if law.on(HAND) {
        for player in order {
            let count = law.rules().start_hand;
            skills::draw(law, state, player, count, HAND);
        }
    }
    let before = law.readings().talents_when == TalentsWhen::BeforeExchange;
    if before {
        law.then(Frame::Talents {});
    }
    if law.on(EXCHANGE) {
        let [first, second] = match law.readings().exchange_order {
            ExchangeOrder::Together => {
                law.then(Frame::Exchange {});
                after_exchange(law, before);
                return;
            }
            ExchangeOrder::StartingFirst => [state.starting, 1 - state.starting],
            ExchangeOrder::OtherFirst => [1 - state.starting, state.starting],
        };
        law.then(Frame::ExchangeBy { player: first });
        law.then(Frame::ExchangeBy { player: second });
    }
    after_exchange(law, before);
}

fn after_exchange(law: &mut SkirmishLaw<'_>, talents_done: bool) {
    if !talents_done {
        law.then(Frame::Talents {});
    }
    law.then(Frame::FirstTurn {});
}

/// Checks whether a player may exchange these cards.
///
/// # Errors
/// If it does not have them.
pub fn permit_exchange(law: &mut SkirmishLaw<'_>, state: &State, by: Player, cards: &[Name]) -> Result<(), Rejection> {
    law.allow(EXCHANGE, true, || "no cards are exchanged".to_owned())?;
    let mut hand = state.players[by].hand.clone();
    for card in cards {
        match hand.iter().position(|other| other == card) {
            Some(at) => drop(hand.remove(at)),
            None => {
                return Err(law.reject(EXCHANGE, || format!("player {by} does not have that many copies of {card}")));
            }
        }
    }
    Ok(())
}

/// A player exchanges cards.
pub fn exchange(law: &mut SkirmishLaw<'_>, state: &mut State, by: Player, given: &[Name]) {
    let count = given.len() as u32;
    let mut hand = state.players[by].hand.clone();
    for card in given {
        if let Some(at) = skills::place_of(law, &hand, card) {
            hand.remove(at);
        }
    }
    law.act(EXCHANGE, state, Event::Exchanged { player: by, count: Some(count) }, |state| {
        let seat = &mut state.players[by];
        seat.hand = hand;
        seat.deck.extend(given.iter().cloned());
        seat.exchanged = Some(count);
    });
    if count > 0 {
        skills::shuffle(law, state, by, EXCHANGE);
        skills::draw(law, state, by, count, EXCHANGE);
    }
}
