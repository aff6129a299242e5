//! Chapter piles: drawing, discarding, destroying, recycling.

use super::hearts::ending;
use super::status::protection;
use crate::action::Event;
use crate::clauses;
use crate::clauses::piles::*;
use crate::frame::{Draw, Draws, Frame};
use crate::law::ComboLaw;
use crate::places::{At, card_at, count, take};
use crate::readings::{
    DestroyedInstead, DrawBeyondLimit, LeavingOrder, LossWhenFull, PartialDraw, PhaseAndCrumble, RecyclingChoice,
    RecyclingOrder, RecyclingTime,
};
use crate::state::{State, Zone, insert};
use crate::text::Status;
use rulebound_core::kernel::{ClauseKey, Halt};

/// The most cards drawn at once.
const MOST_DRAWN: usize = 10_000;

/// Whether this many cards that leave play together leave in the order in which they lie, rather than in reverse.
pub fn in_order(law: &mut ComboLaw<'_>, together: usize) -> bool {
    let first = law.readings().leaving_order == LeavingOrder::FirstPlaced;
    together < 2 || law.choose(LEAVING_ORDER, first, false)
}

/// Moves the cards at these indices out of their pile together, each by calling `go`.
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
        // In order, the cards behind a card that has gone move up. A card that cannot be destroyed may stay where it
        // is.
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

/// Destroys a card, as `clause` demands.
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

/// Discards a card, as `clause` demands; PHASE and CRUMBLE apply. With `uncrumbling`, CRUMBLE does not.
pub fn discard(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, at: At, uncrumbling: bool) {
    let (name, since) = card_at(state, at);
    let cards = law.cards;
    let card = cards.get(&name);
    let words = match law.readings().phase_and_crumble {
        PhaseAndCrumble::CrumbleFirst => [Status::Crumble, Status::Phase],
        PhaseAndCrumble::PhaseFirst => [Status::Phase, Status::Crumble],
    };
    if card.has(Status::Crumble) {
        law.cite(clauses::status::CRUMBLE);
    }
    let player = owner(law, state, at);
    for word in words.into_iter().filter(|word| card.has(*word)) {
        if word == Status::Phase {
            if !law.on(clauses::status::PHASE) {
                continue;
            }
            let event = Event::Phased { player, card: name, from: at.zone };
            law.act(clauses::status::PHASE, state, event, |state| {
                let card = take(state, at);
                state.players[player].source.push(card);
            });
            return;
        }
        if uncrumbling || !law.on(clauses::status::CRUMBLE) {
            continue;
        }
        if at.zone != Zone::Pool && protection::protected(law, state, &name, since) {
            // A trap that stayed would go off again, but no longer for the first time.
            if law.readings().destroyed_instead == DestroyedInstead::Stays && clause != clauses::traps::USED {
                law.act(clauses::status::CRUMBLE, state, Event::Spared { player, card: name }, |_| {});
                return;
            }
            continue;
        }
        destroy(law, state, clauses::status::CRUMBLE, at);
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

/// Shuffles a source, as `clause` demands.
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
pub fn recycle(law: &mut ComboLaw<'_>, state: &mut State, who: usize) {
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

/// Whether the player who draws is asked about recycling the trash: if the player may decline, and there is a trash to
/// recycle.
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

/// The number of cards to draw; if the pool's limit stops draws, at most as many as fit.
fn to_draw(law: &mut ComboLaw<'_>, state: &State, drawn: &Draw) -> usize {
    let limited = law.on(POOL_LIMIT);
    let stops = law.readings().draw_beyond_limit == DrawBeyondLimit::Stops;
    let room = law.rules().pool_limit.saturating_sub(state.players[drawn.who].pool.len());
    if limited && stops { drawn.count.min(room) } else { drawn.count }
}

/// Draws cards. `may_recycle` is false if the player declines.
pub fn draw(law: &mut ComboLaw<'_>, state: &mut State, drawn: &Draw, may_recycle: bool) {
    let (who, clause) = (drawn.who, draws(drawn.why));
    let count = to_draw(law, state, drawn);
    let limited = law.on(POOL_LIMIT);
    let limit = law.rules().pool_limit;
    let stops = law.readings().draw_beyond_limit == DrawBeyondLimit::Stops;
    if count > MOST_DRAWN {
        law.stop(Halt::Bound(format!("drawing {count} cards at once is not played; the bound is {MOST_DRAWN}")));
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
    let full = drawn.count > count && drawn.count > have;
    let loses_full = full && {
        let no_loss = law.readings().loss_when_full == LossWhenFull::NoLoss;
        !law.choose(FULL_NO_LOSS, no_loss, false)
    };
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
    if loses_full && (may_recycle || state.players[who].trash.is_empty()) {
        lost(law, state, who);
    }
}

/// Ends the match, since a player cannot draw a card that must be drawn.
fn lost(law: &mut ComboLaw<'_>, state: &mut State, who: usize) {
    if law.on(EMPTY_DRAW) {
        ending::lose(law, state, EMPTY_DRAW, who, "draw");
    }
}

/// The clause by which cards are drawn.
pub fn draws(why: Draws) -> ClauseKey {
    match why {
        Draws::First => clauses::turns::FIRST_DRAW,
        Draws::Second => clauses::turns::SECOND_DRAW,
        Draws::Standard => clauses::turns::STANDARD,
        Draws::Text => clauses::text::DRAW,
    }
}

/// Draws cards, once it is known whether the trash is recycled for them.
pub fn draw_or_ask(law: &mut ComboLaw<'_>, state: &mut State, drawn: Draw) {
    if asks(law, state, &drawn) {
        law.then(Frame::Recycle(drawn));
    } else {
        draw(law, state, &drawn, true);
    }
}
