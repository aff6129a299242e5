//! Moves cards from one pile to another.

use std::borrow::Cow;

use super::super::{conduct, piles};
use super::meant::{matches, owners};
use crate::action::{Event, PileOf};
use crate::clauses;
use crate::clauses::text::*;
use crate::frame::{Declared, Draw, Draws, Frame, NamedCards, Transfer};
use crate::law::ComboLaw;
use crate::places::At;
use crate::readings::{
    DrawBeyondLimit, LineAsPile, PhaseAndCrumble, TargetDeclined, TransferAcross, TransferAsDiscard, TransferRecycles,
    TransferTooFew, TransferredCards, TransferredToSource, TransferredUnread, TransfersNamed,
};
use crate::state::{Name, PileName, State, Zone, insert};
use crate::text::parse::Offsets;
use crate::text::{CardSet, Effect, NamedPile, Part, Pile, Status};
use rulebound_core::kernel::{Refused, Rejection};

/// Checks whether cards may be moved as these effects say.
///
/// # Errors
/// If that is refused. The refusal is at the first effect that moves cards from one player to the other.
pub fn between(law: &mut ComboLaw<'_>, parts: &[Part], at: &Offsets) -> Result<(), Refused> {
    let apart = |part: &Part| {
        matches!(&part.effect, Effect::Transfer { from, to, .. }
        if from.of_one_player().whose != to.of_one_player().whose)
    };
    let Some(index) = parts.iter().position(apart) else { return Ok(()) };
    let allowed = law.readings().transfer_across == TransferAcross::Allowed;
    if law.choose(TRANSFER_ACROSS, allowed, false) {
        return Ok(());
    }
    Err(Refused {
        offset: at.effects.get(index).copied().unwrap_or(at.start),
        message: "a card that would go to a pile of the other player".to_owned(),
        help: "write own in both places, or the foe's".to_owned(),
        clause: Some(TRANSFER_ACROSS),
    })
}

/// Checks whether the text at this offset may move cards out of a line.
///
/// # Errors
/// If that is refused.
pub fn out_of_line(law: &mut ComboLaw<'_>, offset: usize) -> Result<(), Refused> {
    let not_a_pile = law.readings().line_as_pile == LineAsPile::NotAPile;
    if !law.choose(FROM_LINE, not_a_pile, false) {
        return Ok(());
    }
    Err(Refused {
        offset,
        message: "a line, from which no cards are transferred".to_owned(),
        help: "name a source, a pool, a trash or a limbo".to_owned(),
        clause: Some(FROM_LINE),
    })
}

/// Starts to move `number` of these cards for a player.
pub fn begin(
    law: &mut ComboLaw<'_>,
    state: &mut State,
    who: usize,
    number: u32,
    cards: &CardSet,
    places: [NamedPile; 2],
    named: Option<&[Name]>,
) {
    if !law.on(TRANSFER) {
        return;
    }
    let [from, to] = places.map(|place| pile_of(law, who, place));
    let count = number as usize;
    let as_drawn = from.pile == PileName::Source && to == PileOf { pile: PileName::Pool, ..from };
    if as_drawn && !law.on(clauses::piles::DRAW_WORD) {
        return piles::draw_or_ask(law, state, Draw { who: from.player, why: Draws::Text, count });
    }
    let transfer = Transfer { who, left: count, cards: cards.clone(), from, to };
    let mut there = meant(law, state, &transfer).len();
    if recycles(law, state, from) {
        there +=
            meant(law, state, &Transfer { from: PileOf { pile: PileName::Trash, ..from }, ..transfer.clone() }).len();
    }
    if there < count {
        let all_there = law.readings().transfer_too_few == TransferTooFew::AllThere;
        if !law.choose(TOO_FEW, all_there, false) {
            return;
        }
    }
    match named {
        Some(named) => move_named(law, state, transfer, named),
        None => go_on(law, state, transfer),
    }
}

/// Moves the cards that were named when the card was played, if they are still there.
fn move_named(law: &mut ComboLaw<'_>, state: &mut State, mut transfer: Transfer, named: &[Name]) {
    for name in named {
        let place = cards_of(state, transfer.from).iter().position(|card| card == name);
        if let Some(place) = place.filter(|_| transfer.left > 0)
            && has_room(law, state, transfer.to)
        {
            one(law, state, &mut transfer, place);
        }
    }
}

/// The transfer of a declared card for which a card has to be named next, and the place of its effect, if cards are
/// named when the card is played.
pub fn to_name(law: &mut ComboLaw<'_>, state: &State, declared: &Declared) -> Option<(usize, Transfer)> {
    let cards = law.cards;
    let effects = cards.get(&declared.card).effects(declared.choice);
    for place in &declared.effects {
        let Some(Effect::Transfer { number, cards, from, to, .. }) = effects.get(*place) else { continue };
        let named = declared.named.iter().find(|named| named.effect == *place);
        let in_turn = law.readings().transfers_named == TransfersNamed::InTurn;
        if law.choose(TRANSFERS_NAMED, in_turn, false) || named.is_some_and(|named| named.done) {
            continue;
        }
        let [from, to] = [from, to].map(|place| pile_of(law, state.active, *place));
        let mut transfer = Transfer { who: state.active, left: *number as usize, cards: cards.clone(), from, to };
        let before = named.map_or(&[][..], |named| &named.cards);
        transfer.left = transfer.left.saturating_sub(before.len());
        if transfer.left > 0 && is_named(law, state, &transfer) && !nameable(law, state, &transfer, declared).is_empty()
        {
            return Some((*place, transfer));
        }
    }
    None
}

/// The cards that can be named for a transfer: all cards that the text names, except the declared card itself and
/// the cards that have already been named.
fn nameable(law: &mut ComboLaw<'_>, state: &State, transfer: &Transfer, declared: &Declared) -> Vec<Name> {
    let names = cards_of(state, transfer.from);
    let mut found: Vec<Name> = meant(law, state, transfer).into_iter().map(|place| names[place].clone()).collect();
    let own_pool = PileOf { player: state.active, pile: PileName::Pool };
    let itself = (transfer.from == own_pool).then_some(&declared.card);
    for gone in declared.named.iter().flat_map(|named| &named.cards).chain(itself) {
        if let Some(at) = found.iter().position(|name| name == gone) {
            found.remove(at);
        }
    }
    found
}

/// Judges a card that is named for a transfer by a declared card.
///
/// # Errors
/// If a clause refuses it.
pub fn declared(
    law: &mut ComboLaw<'_>,
    state: &State,
    declared: &Declared,
    name: Option<&Name>,
) -> Result<Declared, Rejection> {
    let mut declared = declared.clone();
    let Some((effect, transfer)) = to_name(law, state, &declared) else { return Ok(declared) };
    let at = declared.named.iter().position(|named| named.effect == effect).unwrap_or(declared.named.len());
    if let Some(name) = name {
        let found = nameable(law, state, &transfer, &declared).contains(name);
        if !found {
            return Err(law.reject(TRANSFER, || format!("{name} is not one of the cards that can be moved")));
        }
    } else {
        let must = law.readings().target_declined == TargetDeclined::MustName;
        law.forbid(TRANSFERRED, must, || "a card must still be named".to_owned())?;
    }
    if at == declared.named.len() {
        declared.named.push(NamedCards { effect, ..NamedCards::default() });
    }
    match name {
        Some(name) => declared.named[at].cards.push(name.clone()),
        None => declared.named[at].done = true,
    }
    Ok(declared)
}

fn pile_of(law: &mut ComboLaw<'_>, who: usize, place: NamedPile) -> PileOf {
    let pile = match place.pile {
        Pile::Source => PileName::Source,
        Pile::Pool => PileName::Pool,
        Pile::Limbo => PileName::Limbo,
        Pile::Line => PileName::Line,
        // The grammar allows no other pile.
        Pile::Trash | Pile::Deck => PileName::Trash,
    };
    if place.whose.is_none() && pile != PileName::Line {
        law.cite(BARE_PILE);
    }
    PileOf { player: owners(law, who, place.of_one_player()).start, pile }
}

/// Whether the trash is recycled for a transfer from a pile.
fn recycles(law: &mut ComboLaw<'_>, state: &State, from: PileOf) -> bool {
    if from.pile != PileName::Source || state.players[from.player].trash.is_empty() {
        return false;
    }
    let not = law.readings().transfer_recycles == TransferRecycles::Not;
    !law.choose(NO_RECYCLING, not, false)
}

/// The pile in which a transferred card ends up, and whether it lies on top there. If a transfer to the trash counts
/// as discarding, the card may go on to another pile.
fn goal(law: &mut ComboLaw<'_>, card: &Name, to: PileOf) -> (PileOf, bool) {
    let cards = law.cards;
    let card = cards.get(card);
    if to.pile == PileName::Trash && (card.has(Status::Phase) || card.has(Status::Crumble)) {
        let not = law.readings().transfer_as_discard == TransferAsDiscard::NotDiscarded;
        let phases = |law: &mut ComboLaw<'_>| card.has(Status::Phase) && law.on(clauses::status::PHASE);
        let crumbles = |law: &mut ComboLaw<'_>| card.has(Status::Crumble) && law.on(clauses::status::CRUMBLE);
        if !law.choose(NO_DISCARD, not, false) {
            let phase_first = law.readings().phase_and_crumble == PhaseAndCrumble::PhaseFirst;
            let pile = match (phases(law), crumbles(law)) {
                (true, crumbles) if phase_first || !crumbles => PileName::Source,
                (_, true) => PileName::Limbo,
                _ => PileName::Trash,
            };
            return (PileOf { pile, ..to }, false);
        }
    }
    let on_top = to.pile == PileName::Source && {
        let on_top = law.readings().transferred_to_source == TransferredToSource::OnTop;
        law.choose(ONTO_SOURCE, on_top, false)
    };
    (to, on_top)
}

/// Moves cards until one must be named.
pub fn go_on(law: &mut ComboLaw<'_>, state: &mut State, mut transfer: Transfer) {
    // A position may contain anything.
    transfer.left = transfer.left.min(law.rules().largest_number as usize);
    while transfer.left > 0 && has_room(law, state, transfer.to) {
        let mut found = meant(law, state, &transfer);
        if state.players[transfer.from.player].source.is_empty() && recycles(law, state, transfer.from) {
            piles::recycle(law, state, transfer.from.player);
            found = meant(law, state, &transfer);
        }
        let Some(top) = found.first().copied() else { return };
        let named = is_named(law, state, &transfer);
        let topmost = !named && is_topmost(law, state, &transfer);
        if named {
            return law.then(Frame::Transfer(transfer));
        }
        let place = if topmost { top } else { by_chance(law, state, transfer.from, &found) };
        one(law, state, &mut transfer, place);
    }
}

/// Whether the cards of a transfer are named by a player.
fn is_named(law: &mut ComboLaw<'_>, state: &State, transfer: &Transfer) -> bool {
    if conduct::reads(law, state, transfer.who, transfer.from).is_ok() {
        let named = law.readings().transferred_cards == TransferredCards::Named;
        return law.choose(TRANSFERRED, named, false);
    }
    let shown = law.readings().transferred_unread == TransferredUnread::Shown;
    law.on(TRANSFERRED_UNREAD) && shown
}

/// Whether the topmost card of the pile is taken, because nobody names the cards.
fn is_topmost(law: &mut ComboLaw<'_>, state: &State, transfer: &Transfer) -> bool {
    transfer.from.pile == PileName::Source
        && conduct::reads(law, state, transfer.who, transfer.from).is_err()
        && law.on(TRANSFERRED_UNREAD)
}

/// One of these indices in a pile; chosen by chance if the cards are not all the same.
fn by_chance(law: &mut ComboLaw<'_>, state: &State, from: PileOf, places: &[usize]) -> usize {
    let cards = cards_of(state, from);
    let names: Vec<&str> = places.iter().map(|place| &*cards[*place]).collect();
    if names.iter().all(|name| *name == names[0]) {
        return places[0];
    }
    let subject = format!("players[{}].{}", from.player, format!("{:?}", from.pile).to_lowercase());
    law.pick(&subject, &names).map_or(places[0], |picked| places[picked])
}

/// The indices, in their pile, of the cards that may be moved.
fn meant(law: &mut ComboLaw<'_>, state: &State, transfer: &Transfer) -> Vec<usize> {
    let names = cards_of(state, transfer.from);
    (0..names.len()).filter(|place| matches(law, &names[*place], &transfer.cards)).collect()
}

fn cards_of(state: &State, of: PileOf) -> Cow<'_, [Name]> {
    let player = &state.players[of.player];
    match of.pile {
        PileName::Source => Cow::from(&player.source),
        PileName::Pool => Cow::from(&player.pool),
        PileName::Limbo => Cow::from(&player.limbo),
        PileName::Trash | PileName::Hands => Cow::from(&player.trash),
        PileName::Line => player.line.iter().map(|card| card.card.clone()).collect(),
    }
}

fn cards_of_mut(state: &mut State, of: PileOf) -> &mut Vec<Name> {
    let player = &mut state.players[of.player];
    match of.pile {
        PileName::Source => &mut player.source,
        PileName::Pool => &mut player.pool,
        PileName::Limbo => &mut player.limbo,
        PileName::Trash | PileName::Line | PileName::Hands => &mut player.trash,
    }
}

/// Whether there is room for a card that enters a pile: a full pool takes none, or discards it at once.
fn has_room(law: &mut ComboLaw<'_>, state: &State, to: PileOf) -> bool {
    let full = to.pile == PileName::Pool && state.players[to.player].pool.len() >= law.rules().pool_limit;
    !full || !law.on(clauses::piles::POOL_LIMIT) || law.readings().draw_beyond_limit != DrawBeyondLimit::Stops
}

/// Moves one card.
fn one(law: &mut ComboLaw<'_>, state: &mut State, transfer: &mut Transfer, place: usize) {
    let (from, to) = (transfer.from, transfer.to);
    let card = cards_of(state, from)[place].clone();
    if from.pile == PileName::Limbo {
        law.cite(clauses::piles::LIMBO_STAYS);
    }
    let (to, on_top) = goal(law, &card, to);
    let event = Event::Transferred { player: from.player, card: card.clone(), from: from.pile, to };
    law.act(TRANSFER, state, event, |state| {
        let card = match from.pile {
            PileName::Line => state.players[from.player].line.remove(place).card,
            _ => cards_of_mut(state, from).remove(place),
        };
        let pile = cards_of_mut(state, to);
        match to.pile {
            PileName::Pool | PileName::Limbo => insert(pile, card),
            _ if on_top => pile.insert(0, card),
            _ => pile.push(card),
        }
    });
    transfer.left -= 1;
    let pool = &state.players[to.player].pool;
    if to.pile == PileName::Pool && pool.len() > law.rules().pool_limit && law.on(clauses::piles::POOL_LIMIT) {
        let index = pool.iter().position(|name| *name == card).unwrap_or(0);
        let at = At { who: to.player, zone: Zone::Pool, index };
        piles::discard(law, state, clauses::piles::POOL_LIMIT, at, false);
    }
}

/// Checks which card is moved, and returns its index. Naming no card is legal only if no card has to be named.
///
/// # Errors
/// If a clause refuses it.
pub fn named(
    law: &mut ComboLaw<'_>,
    state: &State,
    transfer: &Transfer,
    named: Option<&Name>,
) -> Result<Option<usize>, Rejection> {
    let Some(named) = named else {
        let must = law.readings().target_declined == TargetDeclined::MustName;
        law.forbid(TRANSFERRED, must, || "a card must still be named".to_owned())?;
        return Ok(None);
    };
    let names = cards_of(state, transfer.from);
    let found = meant(law, state, transfer).into_iter().find(|place| names[*place] == *named);
    let why = || format!("{named} is not one of the cards that can be moved");
    found.map(Some).ok_or_else(|| law.reject(TRANSFER, why))
}

/// Moves the card that was named, and goes on; without one, nothing more is moved.
pub fn answered(law: &mut ComboLaw<'_>, state: &mut State, mut transfer: Transfer, place: Option<usize>) {
    if let Some(place) = place {
        one(law, state, &mut transfer, place);
        go_on(law, state, transfer);
    }
}

/// What may be named, in a fixed order.
pub fn answers(state: &State, transfer: &Transfer) -> Vec<Name> {
    let mut names = cards_of(state, transfer.from).into_owned();
    names.sort();
    names.dedup();
    names
}
