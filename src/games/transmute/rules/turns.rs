//! Chapter turns: the phases of a turn, and what each allows.

use crate::clauses;
use crate::clauses::turns::*;
use crate::event::Event;
use crate::law::TransmuteLaw;
use crate::readings::{
    DamageStays, DraftBases, DraftCost, DraftRefill, Drafting, EmptyShuffle, Gained, NextAttack, Planning, ReactEnergy,
    RefreshOrder, Untapping, WhoseCards,
};
use crate::rules::basics::{piles, players};
use crate::rules::ending;
use crate::rules::play::{energy, leaving};
use crate::rules::text::{effects, scores, triggers};
use crate::state::{Duty, Phase, State};
use crate::text::{CardType, Place};
use rulebound_core::kernel::{ClauseKey, Name, ObjectId, Player, Rejection};

/// The duties of the Refresh & Cleanup phase, in the order in which they are listed.
pub const REFRESH: [Duty; 3] = [Duty::Spells, Duty::Transmuted, Duty::Untap];

/// Checks whether it is a player's turn, and a phase that a permission covers.
///
/// # Errors
/// If not: the clause that forbids it.
pub fn permit_in(law: &mut TransmuteLaw<'_>, state: &State, by: Player, phase: Phase) -> Result<(), Rejection> {
    permit_own(law, state, by)?;
    let now = state.phase;
    law.forbid(PHASES, now != phase, || format!("this cannot be done in the phase {now:?}"))
}

/// Checks whether it is a player's turn.
///
/// # Errors
/// If not: the clause that forbids it.
pub fn permit_own(law: &mut TransmuteLaw<'_>, state: &State, by: Player) -> Result<(), Rejection> {
    let active = state.active;
    law.forbid(OWN, by != active || state.phase == Phase::Start, || format!("it is player {active}'s turn"))
}

/// What a player does that several phases allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Playing a card.
    Play,
    /// Activating an ability.
    Activate,
}

/// Checks whether the phase allows playing cards or activating abilities.
///
/// # Errors
/// If not: the clause that forbids it.
pub fn permit_phase(law: &mut TransmuteLaw<'_>, state: &State, by: Player, what: What) -> Result<(), Rejection> {
    permit_own(law, state, by)?;
    let clause = match (state.phase, what) {
        (Phase::Beginning, What::Play) => PLAY_BEGINNING,
        (Phase::Beginning, What::Activate) => ACTIVATE_BEGINNING,
        (Phase::Draft, What::Play) => PLAY_DRAFT,
        (Phase::Draft, What::Activate) => ACTIVATE_DRAFT,
        (Phase::Action, What::Play) => PLAY_ACTION,
        (Phase::Action, What::Activate) => ACTIVATE_ACTION,
        (_, What::Play) => return law.forbid(PHASES, true, || "no card can be played in this phase".to_owned()),
        (_, What::Activate) => {
            let why = || "no ability can be activated in this phase".to_owned();
            return law.forbid(clauses::play::REQUIREMENTS, true, why);
        }
    };
    law.cite(ANY_ORDER);
    law.allow(clause, true, || "this phase does not allow it".to_owned())
}

fn clause_of(duty: Duty) -> ClauseKey {
    match duty {
        Duty::Spells => DISCARD_SPELLS,
        Duty::Transmuted => DISCARD_TRANSMUTED,
        Duty::Untap => UNTAP,
        Duty::Plan => ONE_PLAN,
        Duty::Draft => ONE_DRAFT,
    }
}

/// The message that a duty of the Refresh & Cleanup phase has not been done.
fn undone(duty: Duty) -> &'static str {
    match duty {
        Duty::Spells => "the Spells in play have not been discarded (`discard-spells`)",
        Duty::Transmuted => "the transmuted cards have not been discarded (`discard-transmuted`)",
        Duty::Untap => "the Minions and Devices have not been untapped (`untap`)",
        Duty::Plan | Duty::Draft => "another phase has not been played",
    }
}

/// Checks whether a player may do one of the duties of the Refresh & Cleanup phase.
///
/// # Errors
/// If not: the clause that forbids it.
pub fn permit_refresh(law: &mut TransmuteLaw<'_>, state: &State, by: Player, duty: Duty) -> Result<(), Rejection> {
    permit_in(law, state, by, Phase::Refresh)?;
    let clause = clause_of(duty);
    law.allow(clause, true, || "this is not done".to_owned())?;
    if state.done.contains(&duty) {
        return Err(law.reject(clause, || "this was already done in this phase".to_owned()));
    }
    let place = REFRESH.iter().position(|other| *other == duty).unwrap_or(0);
    let early = REFRESH[..place].iter().any(|before| !state.done.contains(before));
    law.allow(ANY_ORDER, early, || "the duties listed before it come first".to_owned())
}

/// Does one of the duties of the Refresh & Cleanup phase.
pub fn refresh(law: &mut TransmuteLaw<'_>, state: &mut State, by: Player, duty: Duty) {
    let all = law.readings().whose_cards == WhoseCards::Everyones;
    let ids: Vec<ObjectId> =
        state.objects.iter().filter(|o| all || o.controller == by).map(|object| object.id.clone()).collect();
    for id in ids {
        let Some(object) = state.objects.get(&id) else { continue };
        let spell = scores::face(law, object).is_some_and(|card| card.of_type == Some(CardType::Spell));
        let transmuted = object.is.transmuted.is_some();
        let taps = scores::is_minion(law, object) || scores::is_device(law, object);
        match duty {
            Duty::Spells if spell => {
                leaving::leave(law, state, &id, Some(Place::Discard), DISCARD_SPELLS);
            }
            Duty::Transmuted if transmuted => {
                leaving::leave(law, state, &id, Some(Place::Discard), DISCARD_TRANSMUTED);
            }
            Duty::Untap if taps => {
                effects::set_tapped(law, state, &id, false, UNTAP);
            }
            _ => {}
        }
    }
    state.done.push(duty);
    ending::look(law, state);
}

/// Checks whether a player may draw or shuffle in the Plan phase.
///
/// # Errors
/// If not: the clause that forbids it.
pub fn permit_plan(law: &mut TransmuteLaw<'_>, state: &State, by: Player, shuffles: bool) -> Result<(), Rejection> {
    permit_in(law, state, by, Phase::Plan)?;
    law.allow(if shuffles { SHUFFLE } else { DRAW }, true, || "this is not done".to_owned())?;
    let empty = shuffles && state.players[by].discard.is_empty();
    let refused = law.readings().empty_shuffle == EmptyShuffle::Refused;
    law.forbid(SHUFFLE, empty && refused, || "the discard pile is empty".to_owned())?;
    law.forbid(ONE_PLAN, state.done.contains(&Duty::Plan), || "drawing or shuffling was already done".to_owned())
}

/// Draws or shuffles in the Plan phase.
pub fn plan(law: &mut TransmuteLaw<'_>, state: &mut State, by: Player, shuffles: bool) {
    if shuffles {
        piles::shuffle_under(law, state, by, SHUFFLE);
    } else {
        let count = law.rules().plan_draw;
        piles::draw(law, state, by, count, DRAW);
    }
    state.done.push(Duty::Plan);
}

/// The cards that a player may draft in the Draft phase.
pub fn on_offer(law: &mut TransmuteLaw<'_>, state: &State, by: Player) -> Vec<Name> {
    let bases = law.readings().draft_bases == DraftBases::Included;
    let mut offer = piles::on_offer(law, state, bases);
    if law.readings().draft_cost == DraftCost::Paid {
        offer.retain(|card| energy::cost(law, state, by, card) <= state.players[by].energy);
    }
    offer
}

/// Checks whether a player may draft a card.
///
/// # Errors
/// If not: the clause that forbids it.
pub fn permit_draft(law: &mut TransmuteLaw<'_>, state: &State, by: Player, card: &Name) -> Result<(), Rejection> {
    permit_in(law, state, by, Phase::Draft)?;
    law.allow(DRAFT, true, || "cards cannot be drafted".to_owned())?;
    let done = state.done.iter().filter(|duty| **duty == Duty::Draft).count();
    let most = law.rules().drafts;
    law.forbid(ONE_DRAFT, done >= most, || "a card was already drafted in this phase".to_owned())?;
    if !on_offer(law, state, by).contains(card) {
        return Err(law.reject(DRAFT, || format!("{card} is not available to be drafted")));
    }
    Ok(())
}

/// Drafts a card.
pub fn draft(law: &mut TransmuteLaw<'_>, state: &mut State, by: Player, card: &Name) {
    if law.readings().draft_cost == DraftCost::Paid {
        energy::pay(law, state, by, card);
    }
    let to = law.choose(DRAFT_PILE, Place::Discard, Place::Hand);
    piles::draft(law, state, by, card, to, DRAFT);
    state.done.push(Duty::Draft);
}

/// Checks whether a player may end its phase.
///
/// # Errors
/// If not: the clause that forbids it.
pub fn permit_end(law: &mut TransmuteLaw<'_>, state: &State, by: Player) -> Result<(), Rejection> {
    permit_own(law, state, by)?;
    let missing = |duty: Duty| !state.done.contains(&duty);
    match state.phase {
        Phase::Refresh => {
            for duty in REFRESH {
                let may = duty == Duty::Untap && law.readings().untapping == Untapping::May;
                law.forbid(clause_of(duty), missing(duty) && !may, || undone(duty).to_owned())?;
            }
            Ok(())
        }
        Phase::Plan => {
            let must = law.readings().planning == Planning::Must;
            let must = must && missing(Duty::Plan);
            law.forbid(ONE_PLAN, must, || "neither drawing nor shuffling was done".to_owned())
        }
        Phase::Draft => {
            let must = law.readings().drafting == Drafting::Must && missing(Duty::Draft);
            let must = must && !on_offer(law, state, by).is_empty() && law.on(DRAFT);
            law.forbid(ONE_DRAFT, must, || "no card was drafted".to_owned())
        }
        _ => Ok(()),
    }
}

/// Ends the phase.
pub fn end(law: &mut TransmuteLaw<'_>, state: &mut State) {
    let next = match state.phase {
        Phase::Beginning => Phase::Refresh,
        Phase::Refresh => Phase::Plan,
        Phase::Plan => Phase::Draft,
        Phase::Draft => Phase::Action,
        _ => {
            end_turn(law, state);
            return;
        }
    };
    energy_ends(law, state);
    begin_phase(law, state, next);
}

/// Energy does not outlast the phase.
fn energy_ends(law: &mut TransmuteLaw<'_>, state: &mut State) {
    if law.on(ENERGY_ENDS) {
        for player in 0..state.players.len() {
            energy::set(law, state, player, 0, ENERGY_ENDS);
        }
    }
}

fn begin_phase(law: &mut TransmuteLaw<'_>, state: &mut State, phase: Phase) {
    law.act(PHASES, state, Event::Phase { phase }, |state| {
        state.phase = phase;
        state.done.clear();
        state.attacked.clear();
    });
    if phase == Phase::Refresh {
        law.cite(ANY_ORDER);
    }
    if phase == Phase::Refresh && law.readings().refresh_order == RefreshOrder::AsListed {
        let active = state.active;
        for duty in REFRESH {
            if law.on(clause_of(duty)) {
                refresh(law, state, active, duty);
            }
        }
    }
}

/// Ends the energy of a React subphase.
pub fn react_ends(law: &mut TransmuteLaw<'_>, state: &mut State) {
    let Some(attack) = &state.attack else { return };
    let (by, defending) = (attack.by, attack.defending);
    law.cite(ENERGY_ENDS);
    let ends: Vec<Player> = match law.readings().react_energy {
        ReactEnergy::Defenders => vec![defending],
        ReactEnergy::Everyones => (0..state.players.len()).collect(),
        ReactEnergy::Nobodys => Vec::new(),
    };
    for player in ends {
        let own = player == by && law.readings().react_energy == ReactEnergy::Defenders;
        if !own && state.players[player].energy > 0 && law.on(ENERGY_ENDS) {
            energy::set(law, state, player, 0, ENERGY_ENDS);
        }
    }
}

/// Ends the turn, and begins the next one.
pub fn end_turn(law: &mut TransmuteLaw<'_>, state: &mut State) {
    energy_ends(law, state);
    expire(law, state);
    if law.readings().draft_refill == DraftRefill::AtTurnEnd {
        piles::refill(law, state);
    }
    ending::look(law, state);
    if state.over.is_none() {
        let next = players::next(law, state, state.active);
        begin_turn(law, state, next);
    }
}

/// Begins a turn.
pub fn begin_turn(law: &mut TransmuteLaw<'_>, state: &mut State, player: Player) {
    let turn = state.turn.saturating_add(1);
    if state.attack.is_some() {
        law.cite(clauses::attack::RESOLVE);
    }
    law.act(clauses::basics::NEXT, state, Event::Turn { turn, player }, |state| {
        (state.turn, state.active, state.attack) = (turn, player, None);
    });
    let phase = law.choose(PHASES, Phase::Beginning, Phase::Action);
    begin_phase(law, state, phase);
    triggers::beginning(law, state);
}

/// Ends what holds until the end of the turn.
fn expire(law: &mut TransmuteLaw<'_>, state: &mut State) {
    state.lasting.clear();
    let active = state.active;
    let attack_ends = law.readings().next_attack == NextAttack::UntilTurnEnd;
    let gained_ends = law.readings().gained == Gained::UntilTurnEnd;
    let heals = law.readings().damage_stays == DamageStays::UntilTurnEnd;
    if state.objects.iter().any(|object| object.is.damage > 0) {
        law.cite(clauses::ending::NO_LIFE);
    }
    for object in state.objects.iter_mut() {
        object.is.used.clear();
        object.is.changes.retain(|change| change.until.is_some_and(|until| until != active));
        if attack_ends {
            object.is.next_attack = 0;
        }
        if gained_ends {
            object.is.gained.clear();
        }
        if heals {
            object.is.damage = 0;
        }
    }
    let back: Vec<(ObjectId, Player)> = state
        .objects
        .iter()
        .filter_map(|object| Some((object.id.clone(), object.is.lent.clone()?)))
        .filter(|(_, lent)| lent.until.is_none_or(|until| until == active))
        .map(|(id, lent)| (id, lent.to))
        .collect();
    for (object, player) in back {
        let event = Event::Controlled { object: object.clone(), player };
        law.act(clauses::text::CONTROL, state, event, |state| {
            if let Some(object) = state.objects.get_mut(&object) {
                object.controller = player;
                object.is.lent = None;
            }
        });
    }
}
