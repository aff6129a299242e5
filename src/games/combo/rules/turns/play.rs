//! Playing a card: whether it can be, what is asked when it is declared, and how it is put into play.

use super::super::super::action::{Choice, Event, Named, Nothing, Of, Play, Zone};
use super::super::super::frame::{Declared, Frame, NamedAssist, Placed, Playing};
use super::super::super::readings::{MissedTrap, NoTarget, ProtectedTarget, SummonTerrain, TargetItself};
use super::super::super::state::{Equip, HandCard, LineCard, Name, State};
use super::super::super::text::{CardType, Effect, Target};
use super::super::super::{ComboLaw, Permit};
use super::super::assists::on_top::Equipping;
use super::super::piles::{self, At};
use super::super::prepare::Prepared;
use super::super::text::{Standing, When};
use super::super::{assists, line, schools, status, terrains, text, traps};
use super::{EVERY_CARD, FROM_POOL, PLAY};
use rulebound_core::kernel::Rejection;

/// A card as it would be equipped; nothing for one that is not.
fn as_equipped(law: &mut ComboLaw<'_>, state: &State, name: &Name, choice: Choice) -> Option<HandCard> {
    let equipped = matches!(law.cards.get(name).of_type, Some(CardType::Assist | CardType::Trap));
    equipped.then(|| HandCard { choice, ..assists::equipped(law, name, state.turn) })
}

/// Whether a card can be played.
///
/// # Errors
/// The clause that refuses it.
pub fn playable(law: &mut ComboLaw<'_>, state: &State, play: &Play) -> Result<Declared, Rejection> {
    let me = state.active;
    law.allow(PLAY, true, || "no card is played".to_owned())?;
    let Some(name) = state.players[me].pool.iter().find(|card| **card == play.card) else {
        return Err(law.reject(FROM_POOL, || format!("{} is not in the pool", play.card)));
    };
    law.cite(FROM_POOL);
    let last = state.players[me].pool.len() == 1;
    law.allow(EVERY_CARD, last, || "the last card of the pool stays".to_owned())?;
    let cards = law.cards;
    let card = cards.get(name);
    schools::playable(law, card)?;
    if card.of_type == Some(CardType::Assist) {
        assists::playable(law, card)?;
    }
    for clause in &card.clauses {
        law.cite(*clause);
    }
    if let Err(refused) = &card.read {
        let why = || format!("at character {} of the text: {}", refused.offset + 1, refused.message);
        return Err(law.reject(refused.clause.unwrap_or(text::KNOWN), why));
    }
    status::chosen(law, card, play.choice)?;
    let new = as_equipped(law, state, name, play.choice);
    let equipping = new.as_ref().map(|new| Equipping::new(law, state, new));
    match &equipping {
        Some(equipping) => equipping.can_be(law, play.on_top)?,
        None if play.on_top => {
            return Err(law.reject(assists::ON_TOP_OWN, || "only assists and traps are equipped".to_owned()));
        }
        None => {}
    }
    if card.of_type == Some(CardType::Terrain) {
        terrains::playable(law, state)?;
    }
    let effects = required(law, state, name, card, play.choice)?;
    let mut declared = Declared {
        card: name.clone(),
        choice: play.choice,
        on_top: play.on_top,
        effects,
        over: Vec::new(),
        over_done: true,
        targets: Vec::new(),
        targets_done: true,
    };
    let targets = Targets::new(law, state, &declared, new.as_ref())?;
    let suits = |gone: &[usize]| targets.suffice(gone);
    if let Some(equipping) = &equipping {
        (declared.over, declared.over_done) = (equipping.unnamed(), false);
        if !equipping.leaves(play.on_top, &suits) {
            return Err(targets.lacking(law, &declared.over));
        }
    } else if !suits(&[]) {
        return Err(targets.lacking(law, &[]));
    }
    declared.targets_done = targets.wants == 0;
    Ok(declared)
}

/// Whether a card has what it requires: what it draws and destroys, as far as is known now, by its place among the
/// effects of the choice.
fn required(
    law: &mut ComboLaw<'_>,
    state: &State,
    name: &Name,
    card: &Prepared,
    choice: Choice,
) -> Result<Vec<usize>, Rejection> {
    let is_terrain = card.of_type == Some(CardType::Terrain);
    let standing = match card.in_line {
        true => Standing::ToBe { name, right: law.on(line::RIGHT) },
        false if is_terrain => Standing::Terrain(name),
        false => Standing::Off(name),
    };
    let old_terrain = is_terrain && law.readings().summon_terrain == SummonTerrain::OldTerrain;
    let summoned = if old_terrain { Standing::Off(name) } else { standing };
    status::required(law, state, card, status::SUMMON, summoned)?;
    status::required(law, state, card, status::STAY_TO_PLAY, standing)?;
    if card.of_type == Some(CardType::Trap) {
        return Ok(Vec::new());
    }
    let effects = card.effects(choice);
    let mut once = Vec::new();
    for (place, effect) in effects.iter().enumerate() {
        if !matches!(effect, Effect::Amount { .. })
            && text::met(law, state, state.active, effect, standing, When::First)
        {
            once.push(place);
        }
    }
    text::order(law, effects, &mut once);
    Ok(once)
}

/// The assists that a card which is played can name to be destroyed.
struct Targets<'s> {
    state: &'s State,
    /// The card itself, where it can be named.
    itself: Option<&'s HandCard>,
    /// How many it destroys.
    wants: usize,
    /// What cannot be destroyed is not named: whether each equipped card, the card itself last, can be.
    unprotected: [Vec<bool>; 2],
    /// Only assists of the foe are named.
    foes_only: bool,
    refused_without: bool,
}

impl<'s> Targets<'s> {
    fn new(
        law: &mut ComboLaw<'_>,
        state: &'s State,
        declared: &Declared,
        new: Option<&'s HandCard>,
    ) -> Result<Self, Rejection> {
        let cards = law.cards;
        let effects = cards.get(&declared.card).effects(declared.choice);
        let named = |effect: &&Effect| matches!(effect, Effect::Destroy { target: Target::AnyAssist, .. });
        let chosen = || declared.effects.iter().filter_map(|place| effects.get(*place));
        let wants = chosen().filter(named).count();
        let protected_refused = law.readings().protected_target == ProtectedTarget::Refused;
        let mut targets = Self {
            state,
            itself: None,
            wants,
            unprotected: Default::default(),
            foes_only: false,
            refused_without: law.readings().no_target == NoTarget::Refused,
        };
        if wants > 0 {
            law.cite(text::TARGET);
            let itself = new.filter(|new| text::is_assist(new));
            let others = itself.is_none() || {
                let others = law.readings().target_itself == TargetItself::Others;
                law.choose(text::TARGET_ITSELF, others, false)
            };
            targets.itself = itself.filter(|_| !others);
            targets.foes_only = !law.on(text::ANY_PLAYER);
            for who in 0..2 {
                let may = |hand: &HandCard, law: &mut ComboLaw<'_>| {
                    !protected_refused
                        || !status::protected(law, state, &hand.card, hand.since)
                        || !law.on(text::CANNOT_DESTROY)
                };
                let equipped = state.players[who].hands.iter().chain(targets.itself.filter(|_| who == state.active));
                targets.unprotected[who] = equipped.map(|hand| may(hand, law)).collect();
            }
        }
        let terrain = |effect: &Effect| matches!(effect, Effect::Destroy { target: Target::Terrain, .. });
        if protected_refused && chosen().any(terrain) {
            // A terrain that is played is the one that it would destroy.
            let itself = (cards.get(&declared.card).of_type == Some(CardType::Terrain))
                .then(|| vec![(&declared.card, state.turn)]);
            let there = || state.terrains.iter().map(|terrain| (&terrain.card, terrain.since)).collect();
            for (name, since) in itself.unwrap_or_else(there) {
                let protected = status::protected(law, state, name, since);
                law.forbid(text::CANNOT_DESTROY, protected, || format!("{name} cannot be destroyed"))?;
            }
        }
        Ok(targets)
    }

    /// The equipped cards of a player, with the card itself where it can be named.
    fn hand(&self, who: usize, place: usize) -> Option<&'s HandCard> {
        let hands = &self.state.players.get(who)?.hands;
        hands.get(place).or_else(|| self.itself.filter(|_| who == self.state.active && place == hands.len()))
    }

    /// The assists that are left when some cards are gone.
    fn left(&self, gone: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        let me = self.state.active;
        let places =
            (0..2).flat_map(move |who| (0..=self.state.players[who].hands.len()).map(move |place| (who, place)));
        places.filter(move |(who, place)| {
            self.hand(*who, *place).is_some_and(text::is_assist) && !(*who == me && gone.contains(place))
        })
    }

    fn may_be_named(&self, (who, place): (usize, usize)) -> bool {
        self.unprotected[who].get(place) == Some(&true) && !(self.foes_only && who == self.state.active)
    }

    /// How many have to be named when some cards are gone.
    fn number(&self, gone: &[usize]) -> usize {
        self.wants.min(self.left(gone).count())
    }

    /// Whether enough are left to be named when some cards are gone.
    fn suffice(&self, gone: &[usize]) -> bool {
        let number = self.number(gone);
        let nameable = self.left(gone).filter(|target| self.may_be_named(*target)).count();
        self.wants == 0 || ((number > 0 || !self.refused_without) && nameable >= number)
    }

    /// Why not enough are left to be named when some cards are gone.
    fn lacking(&self, law: &mut ComboLaw<'_>, gone: &[usize]) -> Rejection {
        if self.number(gone) == 0 {
            return law.reject(text::TARGET, || "there is no assist".to_owned());
        }
        if self.foes_only && self.left(gone).any(|(who, _)| who == self.state.active) {
            return law.reject(text::ANY_PLAYER, || "only assists of the foe are named".to_owned());
        }
        law.reject(text::CANNOT_DESTROY, || "an assist that would have to be named cannot be destroyed".to_owned())
    }
}

/// Asks what is still to be asked of a declared card, or puts it into play.
pub fn declare(law: &mut ComboLaw<'_>, state: &mut State, mut declared: Declared) {
    let new = as_equipped(law, state, &declared.card, declared.choice);
    let Ok(targets) = Targets::new(law, state, &declared, new.as_ref()) else { return };
    if let (Some(new), false) = (&new, declared.over_done) {
        let equipping = Equipping::new(law, state, new);
        if equipping.asks(&declared.over, declared.on_top, &|gone| targets.suffice(gone)) {
            law.unchanged();
            return law.then(Frame::Over(declared));
        }
        declared.over_done = true;
    }
    if !declared.targets_done && declared.targets.len() < targets.number(&declared.over) {
        law.unchanged();
        return law.then(Frame::Target(declared));
    }
    let named = |(who, place): &(usize, usize)| {
        targets.hand(*who, *place).map(|hand| NamedAssist { who: *who, hand: hand.clone() })
    };
    let named = declared.targets.iter().filter_map(named).collect();
    put(law, state, declared, new, named);
}

/// Judges what a declared card is put on top of.
///
/// # Errors
/// The clause that refuses it.
pub fn over(
    law: &mut ComboLaw<'_>,
    state: &State,
    declared: &Declared,
    named: Result<&Named, &Nothing>,
) -> Result<Permit, Rejection> {
    let mut declared = declared.clone();
    if let Some(new) = as_equipped(law, state, &declared.card, declared.choice) {
        let targets = Targets::new(law, state, &declared, Some(&new))?;
        let equipping = Equipping::new(law, state, &new);
        match named {
            Ok(named) => {
                let suits = |gone: &[usize]| targets.suffice(gone);
                let place = equipping.named(law, &declared.over, &named.card, &suits)?;
                declared.over.push(place);
            }
            Err(_) => {
                equipping.done(law, &declared.over)?;
                declared.over_done = true;
            }
        }
    }
    Ok(Permit::Declare(declared))
}

/// Judges what a declared card destroys.
///
/// # Errors
/// The clause that refuses it.
pub fn target(
    law: &mut ComboLaw<'_>,
    state: &State,
    declared: &Declared,
    named: Result<&Of, &Nothing>,
) -> Result<Permit, Rejection> {
    let mut declared = declared.clone();
    let new = as_equipped(law, state, &declared.card, declared.choice);
    let targets = Targets::new(law, state, &declared, new.as_ref())?;
    let Ok(named) = named else {
        law.forbid(text::TARGET, true, || "an assist has still to be named".to_owned())?;
        declared.targets_done = true;
        return Ok(Permit::Declare(declared));
    };
    let who = named.player;
    let left: Vec<usize> = targets.left(&declared.over).filter(|(of, _)| *of == who).map(|(_, place)| place).collect();
    let of_name = |place: &&usize| {
        targets.hand(who, **place).is_some_and(|hand| hand.card == named.card)
            && !declared.targets.contains(&(who, **place))
    };
    // Where what cannot be destroyed is not named, a copy that can is meant.
    let may = |place: &&usize| targets.may_be_named((who, **place));
    let found = assists::copy_named(law, left.iter().filter(of_name).filter(may).copied())
        .or_else(|| assists::copy_named(law, left.iter().filter(of_name).copied()));
    let Some(place) = found else {
        let itself =
            new.as_ref().filter(|new| who == state.active && new.card == named.card && targets.itself.is_none());
        if itself.is_some_and(text::is_assist) {
            return Err(law.reject(text::TARGET_ITSELF, || format!("{} does not destroy itself", named.card)));
        }
        return Err(law.reject(text::TARGET_THERE, || format!("{} is no assist that stays equipped", named.card)));
    };
    law.cite(text::TARGET_THERE);
    law.cite(text::TARGET);
    law.allow(text::ANY_PLAYER, who == state.active, || "only assists of the foe are named".to_owned())?;
    if !targets.may_be_named((who, place)) {
        return Err(law.reject(text::CANNOT_DESTROY, || format!("{} cannot be destroyed", named.card)));
    }
    declared.targets.push((who, place));
    Ok(Permit::Declare(declared))
}

/// Puts a declared card into play, and leaves the rest of it to be done.
fn put(
    law: &mut ComboLaw<'_>,
    state: &mut State,
    declared: Declared,
    new: Option<HandCard>,
    targets: Vec<NamedAssist>,
) {
    let me = state.active;
    let Some(in_pool) = state.players[me].pool.iter().position(|card| *card == declared.card) else { return };
    let name = state.players[me].pool.remove(in_pool);
    let cards = law.cards;
    let card = cards.get(&name);
    let mut over = declared.over;
    over.retain(|place| *place < state.players[me].hands.len());
    over.sort_unstable();
    let assist = new.as_ref().filter(|new| text::is_assist(new)).map(|new| new.hands);
    let traps = assist.map(|hands| traps::waiting(law, state, hands, &over)).unwrap_or_default();
    replaced(law, state, new.as_ref(), &over);
    let placed = place(law, state, &name, card, declared.choice, new);
    let has_trap = |who: &usize| state.players[*who].hands.iter().any(|hand| hand.is == Equip::Trap);
    let mut asked: Vec<usize> = [me, 1 - me].into_iter().filter(|who| assist.is_some() && has_trap(who)).collect();
    let by_itself = law.readings().missed_trap == MissedTrap::GoesOffByItself;
    if !asked.is_empty() && law.choose(traps::NO_CHOICE, by_itself, false) {
        asked.clear();
    }
    let playing =
        Playing { card: placed, choice: declared.choice, effects: declared.effects, targets, traps, trap: None, asked };
    if playing.effects.is_empty() && playing.traps.is_empty() && playing.asked.is_empty() && !status::burns(card) {
        return;
    }
    law.then(Frame::Use(playing));
}

/// What a new card is put on top of goes.
fn replaced(law: &mut ComboLaw<'_>, state: &mut State, new: Option<&HandCard>, gone: &[usize]) {
    let Some(new) = new.filter(|_| !gone.is_empty()) else { return };
    let clause = if new.is == Equip::Assist { assists::REPLACED } else { traps::EQUIP_DESTROYED };
    piles::leave(law, state, state.active, Zone::Hands, gone, |law, state, at: At| {
        if law.on(clause) {
            piles::destroy(law, state, clause, at);
        } else {
            piles::discard(law, state, clause, at, false);
        }
    });
}

fn place(
    law: &mut ComboLaw<'_>,
    state: &mut State,
    name: &Name,
    card: &Prepared,
    choice: Choice,
    new: Option<HandCard>,
) -> Placed {
    let me = state.active;
    let since = state.turn;
    let mut placed = Placed { who: me, name: name.clone(), zone: Zone::Line, after: 0, since, gone: false };
    if let Some(new) = new {
        placed.zone = Zone::Hands;
        assists::equip(law, state, new);
    } else if card.of_type == Some(CardType::Terrain) {
        placed.zone = Zone::Terrains;
        terrains::place(law, state, name);
    } else if card.in_line {
        let at = law.choose(line::RIGHT, state.players[me].line.len(), 0);
        let stays = law.on(line::IN_LINE);
        let same = |c: &LineCard| c.card == *name && c.since == since;
        placed.after = state.players[me].line[at..].iter().filter(|c| same(c)).count();
        let event = Event::Played { player: me, card: name.clone(), to: Zone::Line };
        law.act(line::IN_LINE, state, event, |state| {
            let player = &mut state.players[me];
            if stays {
                player.line.insert(at, LineCard { card: name.clone(), choice, since });
            } else {
                player.trash.push(name.clone());
            }
        });
    }
    placed
}
