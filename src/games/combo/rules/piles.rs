//! Chapter piles: drawing, discarding, destroying, recycling.

use super::super::ComboLaw;
use super::super::action::{Event, Zone};
use super::super::frame::Draw;
use super::super::readings::{
    DestroyedInstead, DrawBeyondLimit, LeavingOrder, PartialDraw, PhaseAndCrumble, RecyclingChoice, RecyclingOrder,
    RecyclingTime,
};
use super::super::state::{Name, Stage, State, insert};
use super::super::text::Status;
use super::{Chapter, hearts, status, traps, turns};
use rulebound_core::kernel::{ClauseKey, Halt};

/// Most cards drawn at once.
const MOST_DRAWN: usize = 10_000;

rulebound_core::clauses! { Chapter::Piles;
    STARTS_IN_SOURCE = "starts-in-source",
    SHUFFLED = "shuffled",
    FACE_DOWN = "face-down",
    DRAW = "draw",
    INTO_POOL = "into-pool",
    POOL_LIMIT = "pool-limit",
    DISCARD = "discard",
    RECYCLE = "recycle",
    NO_DECLINING = "no-declining",
    DESTROY = "destroy",
    LIMBO_STAYS = "limbo-stays",
    EMPTY_DRAW = "empty-draw",
    OWN_PILES = "own-piles",
    LEAVING_ORDER = "leaving-order",
}

/// A card where it stands: in a line or hand by its place, a terrain by its place, or in a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The player of the line, hand or pool; the owner of a terrain.
    pub who: usize,
    /// Where.
    pub zone: Zone,
    /// Its place there.
    pub index: usize,
}

/// The card at a place, with the turn in which it was played.
pub fn card_at(state: &State, at: At) -> (Name, u32) {
    let player = &state.players[at.who];
    match at.zone {
        Zone::Line => (player.line[at.index].card.clone(), player.line[at.index].since),
        Zone::Hands => (player.hands[at.index].card.clone(), player.hands[at.index].since),
        Zone::Terrains => (state.terrains[at.index].card.clone(), state.terrains[at.index].since),
        Zone::Pool => (player.pool[at.index].clone(), state.turn),
    }
}

/// How many cards there are where a card lies.
pub fn count(state: &State, at: At) -> usize {
    let player = &state.players[at.who];
    match at.zone {
        Zone::Line => player.line.len(),
        Zone::Hands => player.hands.len(),
        Zone::Terrains => state.terrains.len(),
        Zone::Pool => player.pool.len(),
    }
}

fn take(state: &mut State, at: At) -> Name {
    let player = &mut state.players[at.who];
    match at.zone {
        Zone::Line => player.line.remove(at.index).card,
        Zone::Hands => player.hands.remove(at.index).card,
        Zone::Terrains => state.terrains.remove(at.index).card,
        Zone::Pool => player.pool.remove(at.index),
    }
}

/// Whether so many cards that leave play together leave it in the order in which they lie, and not turned round.
pub fn in_order(law: &mut ComboLaw<'_>, together: usize) -> bool {
    let first = law.readings().leaving_order == LeavingOrder::FirstPlaced;
    together < 2 || law.choose(LEAVING_ORDER, first, false)
}

/// Lets the cards at these places of one pile leave it together, each by `go`.
pub fn leave(
    law: &mut ComboLaw<'_>,
    state: &mut State,
    who: usize,
    zone: Zone,
    places: &[usize],
    mut go: impl FnMut(&mut ComboLaw<'_>, &mut State, At),
) {
    let in_order = in_order(law, places.len());
    let mut gone = 0;
    for number in 0..places.len() {
        // In order, those behind one that has gone move up. What cannot be destroyed may stay where it is.
        let index = if in_order { places[number] - gone } else { places[places.len() - 1 - number] };
        let at = At { who, zone, index };
        let before = count(state, at);
        go(law, state, at);
        gone += before - count(state, at);
    }
}

/// The player whose piles a card goes to.
fn owner(law: &mut ComboLaw<'_>, state: &State, at: At) -> usize {
    law.choose(OWN_PILES, at.who, state.active)
}

/// Destroys a card, by the clause that wants it destroyed.
pub fn destroy(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, at: At) {
    let player = owner(law, state, at);
    let limbo = law.on(DESTROY);
    let event = Event::Destroyed { player, card: card_at(state, at).0, from: at.zone };
    law.act(clause, state, event, |state| {
        let card = take(state, at);
        let piles = &mut state.players[player];
        if limbo { insert(&mut piles.limbo, card) } else { piles.trash.push(card) }
    });
}

/// Discards a card, by the clause that wants it discarded; PHASE and CRUMBLE are looked at.
/// `uncrumbling` leaves out CRUMBLE.
pub fn discard(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, at: At, uncrumbling: bool) {
    let (name, since) = card_at(state, at);
    let cards = law.cards;
    let card = cards.get(&name);
    let words = match law.readings().phase_and_crumble {
        PhaseAndCrumble::CrumbleFirst => [Status::Crumble, Status::Phase],
        PhaseAndCrumble::PhaseFirst => [Status::Phase, Status::Crumble],
    };
    if card.has(Status::Crumble) {
        law.cite(status::CRUMBLE);
    }
    let player = owner(law, state, at);
    for word in words.into_iter().filter(|word| card.has(*word)) {
        if word == Status::Phase {
            if !law.on(status::PHASE) {
                continue;
            }
            let event = Event::Phased { player, card: name, from: at.zone };
            law.act(status::PHASE, state, event, |state| {
                let card = take(state, at);
                state.players[player].source.push(card);
            });
            return;
        }
        if uncrumbling || !law.on(status::CRUMBLE) {
            continue;
        }
        if at.zone != Zone::Pool && status::protected(law, state, &name, since) {
            // A trap that stayed would go off again, and no longer the first time.
            if law.readings().destroyed_instead == DestroyedInstead::Stays && clause != traps::USED {
                law.act(status::CRUMBLE, state, Event::Spared { player, card: name }, |_| {});
                return;
            }
            continue;
        }
        destroy(law, state, status::CRUMBLE, at);
        return;
    }
    let trash = law.on(DISCARD);
    let event = Event::Discarded { player, card: name, from: at.zone };
    law.act(clause, state, event, |state| {
        let card = take(state, at);
        let piles = &mut state.players[player];
        if trash { piles.trash.push(card) } else { insert(&mut piles.limbo, card) }
    });
}

/// Shuffles a source, by the clause that wants it shuffled.
pub fn shuffle(law: &mut ComboLaw<'_>, state: &mut State, who: usize, clause: ClauseKey) {
    if !law.on(clause) {
        return;
    }
    let source = state.players[who].source.clone();
    let names: Vec<&str> = source.iter().map(|c| &**c).collect();
    let order = law.shuffle(&format!("players[{who}].source"), &names);
    law.act(clause, state, Event::Shuffled { player: who, cards: source.len() }, |state| {
        state.players[who].source = order.iter().map(|i| source[*i].clone()).collect();
    });
}

/// Makes the trash the new source.
fn recycle(law: &mut ComboLaw<'_>, state: &mut State, who: usize) {
    let with_limbo = !law.on(LIMBO_STAYS);
    let player = &state.players[who];
    let count = player.trash.len() + if with_limbo { player.limbo.len() } else { 0 };
    law.act(RECYCLE, state, Event::Recycled { player: who, cards: count }, |state| {
        let player = &mut state.players[who];
        player.source = std::mem::take(&mut player.trash);
        if with_limbo {
            player.source.append(&mut player.limbo);
        }
    });
    if law.readings().recycling_order == RecyclingOrder::Shuffled {
        shuffle(law, state, who, RECYCLE);
    }
}

/// Whether the player who draws is asked whether the trash is recycled: it may decline, and there is one to recycle.
pub fn asks(law: &mut ComboLaw<'_>, state: &State, drawn: &Draw) -> bool {
    let player = &state.players[drawn.who];
    let at_once = law.readings().recycling_time == RecyclingTime::AtOnce;
    let count = to_draw(law, state, drawn);
    let empties = count > player.source.len() || (at_once && count == player.source.len());
    if count == 0 || !empties || player.trash.is_empty() || !law.on(RECYCLE) {
        return false;
    }
    let automatic = law.readings().recycling_choice == RecyclingChoice::Automatic;
    !law.choose(NO_DECLINING, automatic, false)
}

/// How many cards are drawn, as far as there is room for them.
fn to_draw(law: &mut ComboLaw<'_>, state: &State, drawn: &Draw) -> usize {
    let limited = law.on(POOL_LIMIT);
    let stops = law.readings().draw_beyond_limit == DrawBeyondLimit::Stops;
    let room = law.rules().pool_limit.saturating_sub(state.players[drawn.who].pool.len());
    if limited && stops { drawn.count.min(room) } else { drawn.count }
}

/// Draws cards. `may_recycle` is false where the player declines.
pub fn draw(law: &mut ComboLaw<'_>, state: &mut State, drawn: &Draw, may_recycle: bool) {
    let (who, clause) = (drawn.who, turns::draws(drawn.why));
    let count = to_draw(law, state, drawn);
    let limited = law.on(POOL_LIMIT);
    let limit = law.rules().pool_limit;
    let stops = law.readings().draw_beyond_limit == DrawBeyondLimit::Stops;
    if count > MOST_DRAWN {
        law.stop(Halt::Bound(format!("to draw {count} cards at once is not played; the bound is {MOST_DRAWN}")));
        return;
    }
    let recycles = law.on(RECYCLE);
    let player = &state.players[who];
    let have = player.source.len() + if may_recycle && recycles { player.trash.len() } else { 0 };
    if law.readings().partial_draw == PartialDraw::LosesAtOnce
        && count > have
        && (may_recycle || player.trash.is_empty())
    {
        return lost(law, state, who);
    }
    for _ in 0..count {
        let player = &state.players[who];
        if player.source.is_empty() && !player.trash.is_empty() && recycles {
            if !may_recycle {
                return;
            }
            recycle(law, state, who);
        }
        if state.players[who].source.is_empty() {
            return lost(law, state, who);
        }
        let top = law.on(DRAW);
        let into_pool = law.on(INTO_POOL);
        let at = if top { 0 } else { state.players[who].source.len() - 1 };
        let card = state.players[who].source[at].clone();
        law.act(clause, state, Event::Drawn { player: who, card: card.clone() }, |state| {
            let player = &mut state.players[who];
            player.source.remove(at);
            if into_pool { insert(&mut player.pool, card.clone()) } else { player.trash.push(card.clone()) }
        });
        if limited && !stops && state.players[who].pool.len() > limit {
            let index = state.players[who].pool.iter().position(|c| *c == card).unwrap_or(0);
            discard(law, state, POOL_LIMIT, At { who, zone: Zone::Pool, index }, false);
        }
        let player = &state.players[who];
        let at_once = law.readings().recycling_time == RecyclingTime::AtOnce;
        if at_once && may_recycle && recycles && player.source.is_empty() && !player.trash.is_empty() {
            recycle(law, state, who);
        }
    }
}

/// A player cannot draw a card that it has to draw.
fn lost(law: &mut ComboLaw<'_>, state: &mut State, who: usize) {
    if law.on(EMPTY_DRAW) {
        hearts::lose(law, state, EMPTY_DRAW, who, "draw");
    }
}

/// Whether the match is over.
pub fn over(state: &State) -> bool {
    state.stage == Stage::Over
}
