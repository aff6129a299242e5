//! Playing a card: whether it can be, where it goes, and what it does at once.

use super::super::super::ComboLaw;
use super::super::super::action::{Choice, Event, Of, Play, Spot};
use super::super::super::readings::{NoTarget, ProtectedTarget, SummonTerrain, TargetItself, TrapTiming};
use super::super::super::state::{Equip, HandCard, LineCard, Name, State, TerrainCard};
use super::super::super::text::{CardType, Effect, Target};
use super::super::piles::{self, At};
use super::super::reading::Prepared;
use super::super::text::{Look, Stand};
use super::super::{assists, line, schools, status, terrains, text, traps};
use super::{EVERY_CARD, FROM_POOL, PLAY, declines};
use rulebound_core::kernel::{ClauseKey, Rejection};

/// A card that has just been put into play.
#[derive(Clone, Debug)]
pub struct Placed {
    /// Its player.
    pub who: usize,
    /// Its name.
    pub name: Name,
    /// Where.
    pub spot: Spot,
    /// How many cards of that name and turn stand there after it.
    pub after: usize,
    /// The turn.
    pub since: u32,
    /// It has been destroyed by a trap or by itself, though a card of that name and turn may still be there.
    pub gone: bool,
}

impl Placed {
    /// Its place now, if it is still there.
    pub fn at(&self, state: &State) -> Option<usize> {
        if self.gone {
            return None;
        }
        let same = |name: &Name, since: u32| *name == self.name && since == self.since;
        match self.spot {
            Spot::Line => last(state.players[self.who].line.iter().map(|c| same(&c.card, c.since)), self.after),
            Spot::Hands => last(state.players[self.who].hands.iter().map(|c| same(&c.card, c.since)), self.after),
            Spot::Terrains => last(state.terrains.iter().map(|t| same(&t.card, t.since)), self.after),
            Spot::Pool => None,
        }
    }
}

/// The place of the last that is the same but for so many after it. Counted from the end, since an older
/// card of the same name and turn may leave.
fn last(same: impl DoubleEndedIterator<Item = bool> + ExactSizeIterator, after: usize) -> Option<usize> {
    same.enumerate().rev().filter(|(_, same)| *same).nth(after).map(|(i, _)| i)
}

/// Plays a card.
///
/// # Errors
/// The clause that refuses it.
pub fn play(law: &mut ComboLaw<'_>, state: &mut State, play: &Play) -> Result<(), Rejection> {
    let me = state.active;
    law.allow(PLAY, true, || "no card is played".to_owned())?;
    let found = state.players[me].pool.iter().position(|c| **c == *play.card);
    let Some(in_pool) = found else {
        return Err(law.reject(FROM_POOL, || format!("{} is not in the pool", play.card)));
    };
    law.cite(FROM_POOL);
    let name = state.players[me].pool[in_pool].clone();
    let last = state.players[me].pool.len() == 1;
    law.allow(EVERY_CARD, last, || "the last card of the pool stays".to_owned())?;
    let cards = law.cards;
    let card = cards.get(&name);
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
    declines(law, play.recycle)?;
    status::chosen(law, card, play.choice)?;
    let equipped = matches!(card.of_type, Some(CardType::Assist | CardType::Trap));
    let new = equipped.then(|| HandCard { choice: play.choice, ..assists::equipped(law, &name, state.turn) });
    let gone = match &new {
        Some(new) => assists::on_top(law, state, new, &play.replace)?,
        None if play.replace.is_empty() => Vec::new(),
        None => return Err(law.reject(assists::ON_TOP_OWN, || "only assists and traps are equipped".to_owned())),
    };
    if card.of_type == Some(CardType::Terrain) {
        terrains::playable(law, state)?;
    }
    let old_terrain = law.readings().summon_terrain == SummonTerrain::OldTerrain;
    let before = card.of_type == Some(CardType::Terrain) && old_terrain;
    if before {
        status::required(law, state, card, status::SUMMON, Stand::Off(&name))?;
    }
    let effects = as_if(law, state, &name, card, play.choice, |law, state, stand| {
        if !before {
            status::required(law, state, card, status::SUMMON, stand)?;
        }
        status::required(law, state, card, status::STAY_TO_PLAY, stand)?;
        Ok(one_offs(law, state, card, play.choice, stand))
    })?;
    let terrain = (card.of_type == Some(CardType::Terrain)).then_some(&name);
    let meant = targets(law, state, &effects, &play.targets, &gone, new.as_ref(), terrain)?;
    let hot = match &new {
        Some(new) if new.is == Equip::Assist => traps::waiting(law, state, new.hands, &gone),
        _ => Vec::new(),
    };
    traps::missable(law, me, &play.missed, &hot)?;
    if law.asking {
        return Ok(());
    }

    state.players[me].pool.remove(in_pool);
    let mut sorted = gone.clone();
    sorted.sort_unstable();
    replaced(law, state, &new, &sorted);
    let mut placed = place(law, state, &name, card, play.choice, new);
    status::stay_at_once(law, state);
    if law.readings().trap_timing == TrapTiming::BeforeEffect {
        traps::go_off(law, state, &hot, play, &mut placed);
        if !placed.gone {
            carry(law, state, &mut placed, &effects, &meant, play.recycle);
        }
    } else {
        carry(law, state, &mut placed, &effects, &meant, play.recycle);
        if !piles::over(state) {
            traps::go_off(law, state, &hot, play, &mut placed);
        }
    }
    if !piles::over(state)
        && let Some(index) = placed.at(state)
    {
        status::burn(law, state, card, At { who: placed.who, spot: placed.spot, index });
    }
    Ok(())
}

/// What `look` finds in the state with a card in its place, which it is given too.
/// The state is then as it was.
fn as_if<V>(
    law: &mut ComboLaw<'_>,
    state: &mut State,
    name: &Name,
    card: &Prepared,
    choice: Choice,
    look: impl FnOnce(&mut ComboLaw<'_>, &State, Stand<'_>) -> V,
) -> V {
    let (me, since) = (state.active, state.turn);
    if card.in_line {
        let at = law.choose(line::RIGHT, state.players[me].line.len(), 0);
        state.players[me].line.insert(at, LineCard { card: name.clone(), choice, since });
        let found = look(law, state, Stand::Line(at));
        state.players[me].line.remove(at);
        return found;
    }
    if card.of_type == Some(CardType::Terrain) {
        let terrain = TerrainCard { card: name.clone(), owner: me, since };
        let before = std::mem::replace(&mut state.terrains, vec![terrain]);
        let found = look(law, state, Stand::Off(name));
        state.terrains = before;
        return found;
    }
    look(law, state, Stand::Off(name))
}

/// What is carried out once when a card is played: draws and destructions, as far as is known then.
fn one_offs<'c>(
    law: &mut ComboLaw<'_>,
    state: &State,
    card: &'c Prepared,
    choice: Choice,
    stand: Stand<'_>,
) -> Vec<&'c Effect> {
    if card.of_type == Some(CardType::Trap) {
        return Vec::new();
    }
    let once = card.effects(choice).iter().filter(|e| !matches!(e, Effect::Amount { .. }));
    let once = once.filter(|e| text::met(law, state, state.active, e, stand, Look::First)).collect();
    text::ordered(law, once)
}

/// An equipped card that a name means, with its player.
pub type Meant = (usize, HandCard);

/// The assists that the named targets mean, as far as they may be named.
fn targets(
    law: &mut ComboLaw<'_>,
    state: &State,
    effects: &[&Effect],
    named: &[Of],
    gone: &[usize],
    new: Option<&HandCard>,
    terrain: Option<&Name>,
) -> Result<Vec<Meant>, Rejection> {
    let me = state.active;
    let protected_refused = law.readings().protected_target == ProtectedTarget::Refused;
    let wants = effects.iter().filter(|e| matches!(e, Effect::Destroy { target: Target::AnyAssist, .. })).count();
    if wants == 0 && named.is_empty() && !protected_refused {
        return Ok(Vec::new());
    }
    let mut hands = [0, 1].map(|who: usize| state.players[who].hands.clone());
    let itself = new.filter(|new| text::is_assist(new));
    let others = itself.is_none() || {
        let others = law.readings().target_itself == TargetItself::Others;
        law.choose(text::TARGET_ITSELF, others, false)
    };
    hands[me].extend(itself.filter(|_| !others).cloned());
    let there: Vec<(usize, usize)> = (0..2)
        .flat_map(|who| (0..hands[who].len()).map(move |i| (who, i)))
        .filter(|(who, i)| text::is_assist(&hands[*who][*i]) && !(*who == me && gone.contains(i)))
        .collect();
    let refused = law.readings().no_target == NoTarget::Refused;
    if wants > 0 && there.is_empty() && refused {
        return Err(law.reject(text::TARGET, || "there is no assist".to_owned()));
    }
    let mut taken: Vec<(usize, usize)> = Vec::new();
    for target in named {
        let who = target.player;
        let free = |i: usize| there.contains(&(who, i)) && !taken.contains(&(who, i));
        let equipped = hands.get(who).map_or(&[][..], |hands| hands);
        // Where what cannot be destroyed is not named, a copy that can is meant.
        let bears: Vec<bool> = equipped
            .iter()
            .map(|hand| !(protected_refused && status::protected(law, state, &hand.card, hand.since)))
            .collect();
        let found = assists::copy(law, equipped, &target.card, |i, _| free(i) && bears[i])
            .or_else(|| assists::copy(law, equipped, &target.card, |i, _| free(i)));
        let Some(at) = found.map(|i| (who, i)) else {
            if others && who == me && itself.is_some_and(|new| *new.card == *target.card) {
                return Err(law.reject(text::TARGET_ITSELF, || format!("{} does not destroy itself", target.card)));
            }
            return Err(law.reject(text::TARGET_THERE, || format!("{} is no assist that stays equipped", target.card)));
        };
        law.cite(text::TARGET_THERE);
        law.allow(text::ANY_PLAYER, at.0 == me, || "only assists of the foe are named".to_owned())?;
        taken.push(at);
    }
    if wants > 0 || !named.is_empty() {
        let wrong = named.len() != wants.min(there.len());
        // Without the obligation fewer may be named, but never more.
        if named.len() > wants {
            return Err(law.reject(text::TARGET, || "more assists are named than are destroyed".to_owned()));
        }
        law.forbid(text::TARGET, wrong, || format!("the number of assists to be named is {}", wants.min(there.len())))?;
    }
    if protected_refused {
        for (who, i) in &taken {
            let hand = &hands[*who][*i];
            let protected = status::protected(law, state, &hand.card, hand.since);
            law.forbid(text::CANNOT_DESTROY, protected, || format!("{} cannot be destroyed", hand.card))?;
        }
        if effects.iter().any(|e| matches!(e, Effect::Destroy { target: Target::Terrain, .. })) {
            // A terrain that is played is the one that it would destroy.
            let there = state.terrains.iter().map(|terrain| (&terrain.card, terrain.since));
            let meant = terrain.map_or_else(|| there.collect(), |itself| vec![(itself, state.turn)]);
            for (name, since) in meant {
                let protected = status::protected(law, state, name, since);
                law.forbid(text::CANNOT_DESTROY, protected, || format!("{name} cannot be destroyed"))?;
            }
        }
    }
    Ok(taken.into_iter().map(|(who, i)| (who, hands[who][i].clone())).collect())
}

/// What a new card is put on top of goes.
fn replaced(law: &mut ComboLaw<'_>, state: &mut State, new: &Option<HandCard>, gone: &[usize]) {
    let Some(new) = new else { return };
    let clause = if new.is == Equip::Assist { assists::REPLACED } else { traps::EQUIP_DESTROYED };
    piles::leave(law, state, state.active, Spot::Hands, gone, |law, state, at| {
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
    let mut placed = Placed { who: me, name: name.clone(), spot: Spot::Line, after: 0, since, gone: false };
    if let Some(new) = new {
        placed.spot = Spot::Hands;
        assists::equip(law, state, new);
    } else if card.of_type == Some(CardType::Terrain) {
        placed.spot = Spot::Terrains;
        terrains::place(law, state, name);
    } else if card.in_line {
        let at = law.choose(line::RIGHT, state.players[me].line.len(), 0);
        let stays = law.on(line::IN_LINE);
        let same = |c: &LineCard| c.card == *name && c.since == since;
        placed.after = state.players[me].line[at..].iter().filter(|c| same(c)).count();
        let event = Event::Played { player: me, card: name.clone(), to: Spot::Line };
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

/// Carries out what a card that has been put into play draws and destroys.
fn carry(
    law: &mut ComboLaw<'_>,
    state: &mut State,
    placed: &mut Placed,
    effects: &[&Effect],
    meant: &[Meant],
    recycle: bool,
) {
    let mut meant = meant.iter();
    for effect in effects {
        let at = placed.at(state);
        if piles::over(state) || (at.is_none() && text::no_more(law)) {
            return;
        }
        let stand = match (placed.spot, at) {
            (Spot::Line, Some(at)) => Stand::Line(at),
            _ => Stand::Off(&placed.name),
        };
        if !text::met(law, state, placed.who, effect, stand, Look::InTurn) {
            continue;
        }
        if let Effect::Destroy { target: Target::AnyAssist, .. } = effect {
            let Some(meant) = meant.next() else { continue };
            let destroyed = destroy_meant(law, state, meant);
            let itself = at.is_some_and(|index| destroyed == Some(At { who: placed.who, spot: placed.spot, index }));
            placed.gone |= itself;
            status::stay_at_once(law, state);
        } else {
            once(law, state, placed.who, effect, recycle);
        }
    }
}

/// Destroys a named assist, if it is still there. Gives the place from which it has gone.
fn destroy_meant(law: &mut ComboLaw<'_>, state: &mut State, (who, meant): &Meant) -> Option<At> {
    let hands = &state.players[*who].hands;
    let before = hands.len();
    // Equal cards differ in age alone.
    let index = assists::meant(law, (0..before).filter(|i| hands[*i] == *meant))?;
    let at = At { who: *who, spot: Spot::Hands, index };
    if law.on(text::DESTROY_ASSIST) {
        destroy_or_spare(law, state, text::DESTROY_ASSIST, at);
    }
    (state.players[*who].hands.len() < before).then_some(at)
}

/// Carries out an effect that draws or destroys the terrain.
pub fn once(law: &mut ComboLaw<'_>, state: &mut State, who: usize, effect: &Effect, recycle: bool) {
    match effect {
        Effect::Amount { .. } | Effect::Destroy { target: Target::FirstAssist { .. } | Target::AnyAssist, .. } => {
            return;
        }
        Effect::Draw { number, per, .. } => {
            if !law.on(text::DRAW) {
                return;
            }
            line::recount(law, state);
            law.cite(text::COUNTED_THEN);
            let times = per.as_ref().map_or(1, |per| text::times(law, state, who, per, None, false));
            piles::draw(law, state, text::DRAW, who, number.saturating_mul(times) as usize, recycle);
        }
        Effect::Destroy { target: Target::Terrain, .. } => {
            if !law.on(text::DESTROY_TERRAIN) {
                return;
            }
            let mut index = 0;
            while index < state.terrains.len() {
                law.cite(terrains::NOT_AT_WILL);
                let before = state.terrains.len();
                let at = At { who: state.terrains[index].owner, spot: Spot::Terrains, index };
                destroy_or_spare(law, state, text::DESTROY_TERRAIN, at);
                index += usize::from(state.terrains.len() == before);
            }
        }
    }
    if !piles::over(state) {
        status::stay_at_once(law, state);
    }
}

fn destroy_or_spare(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, at: At) {
    let (name, since) = piles::card_at(state, at);
    if status::has_protection(law, &name) {
        law.cite(text::CANNOT_DESTROY);
    }
    if status::protected(law, state, &name, since) && law.on(text::CANNOT_DESTROY) {
        law.act(text::CANNOT_DESTROY, state, Event::Spared { player: at.who, card: name.clone() }, |_| {});
    } else {
        piles::destroy(law, state, clause, at);
    }
}
