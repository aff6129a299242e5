//! Section of text: carrying out one effect.

use rulebound_core::kernel::{ClauseKey, Name, ObjectId, Player};

use crate::action::{Choice, Kind};
use crate::clauses::text::*;
use crate::event::Event;
use crate::frame::{Counter, Doing, Frame};
use crate::law::SkirmishLaw;
use crate::readings::{
    Dealer, FaintedEffects, FamiliarClass, FamiliarFresh, GainedByText, InspirationAffected, InspirationChance,
    InspirationTwice, InspirationWhen, NamedCards, NamedMissing, OrOnce, RestoredUnused, ReviveArmor, ReviveFresh,
    ReviveScores, SeveralTargets, SkillCounter, SkillDamage, SkillHeal,
};
use crate::rules::combat::damage::{self, Source};
use crate::rules::map::Character;
use crate::rules::scores::tiers;
use crate::rules::text::{picks, stances, targets, traps};
use crate::rules::turns::points;
use crate::rules::{classes, combat, defeat, effects, keywords, map, scores, skills};
use crate::state::{Is, State, Tier, Tile, Trap, Zone};
use crate::text::{Change, Effect, Given, Keyword, Restored, Score};

/// Carries out the effect under way.
pub fn out(law: &mut SkirmishLaw<'_>, state: &mut State, doing: &mut Doing) {
    let text = &law.cards.get(&doing.card).text;
    let Some(effect) = text.effects.get(doing.effect) else { return };
    let affected = targets::affected(law, state, doing);
    let at_once =
        text.keyword == Some(Keyword::Inspiration) && law.readings().inspiration_when == InspirationWhen::AsAffected;
    let together =
        matches!(effect, Effect::Damage { .. }) && law.readings().several_targets == SeveralTargets::Together;
    if !at_once || together || affected.is_empty() {
        let others = carry(law, state, doing, effect, &affected);
        note(law, state, doing, affected, others, at_once);
        return;
    }
    for (at, id) in affected.iter().enumerate() {
        let alone = for_one(law, doing, effect, at, id);
        let others = carry(law, state, &alone, effect, std::slice::from_ref(id));
        note(law, state, doing, vec![id.clone()], others, true);
    }
}

/// Which answer to a question is for a character: questions were asked in the order in which characters were picked.
fn place_of(doing: &Doing, id: &ObjectId, otherwise: usize) -> usize {
    targets::picked(doing).position(|picked| picked == id).unwrap_or(otherwise)
}

/// What is under way, with what was picked for one of the characters that are affected.
fn for_one(law: &SkirmishLaw<'_>, doing: &Doing, effect: &Effect, at: usize, id: &ObjectId) -> Doing {
    let once = law.readings().or_once == OrOnce::Once && !matches!(effect, Effect::Revive { .. });
    let at = if once { 0 } else { place_of(doing, id, at) };
    let its = doing.picked.iter().filter(|choice| !matches!(choice, Choice::Object(_))).nth(at);
    let picked = [Choice::Object(id.clone())].into_iter().chain(its.cloned()).collect();
    Doing { picked, ..doing.clone() }
}

/// Carries out an effect for the characters that it affects. Returns others that count as affected under a reading.
fn carry(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    doing: &Doing,
    effect: &Effect,
    affected: &[ObjectId],
) -> Vec<ObjectId> {
    match effect {
        Effect::Draw { count } if law.on(DRAW) => skills::draw(law, state, doing.by, *count, DRAW),
        Effect::Named { cards } if law.on(NAMED) => named(law, state, doing.by, cards),
        Effect::Give { effects, either, .. } if law.on(GIVE) => give(law, state, doing, effects, *either, affected),
        Effect::Damage { amount, .. } if law.on(DAMAGE) => hurt(law, state, doing, *amount, affected),
        Effect::Heal { amount, .. } if law.on(HEAL) => heal(law, state, doing, *amount, affected),
        Effect::Revive { .. } if law.on(REVIVE) => revive(law, state, doing, affected),
        Effect::Defeat { .. } if law.on(DEFEAT) => {
            affected.iter().for_each(|id| damage::defeat(law, state, id, DEFEAT));
        }
        Effect::Raise(change) if law.on(RAISE) => shift(law, state, doing, change, true, affected, RAISE),
        Effect::Lower(change) if law.on(LOWER) => shift(law, state, doing, change, false, affected, LOWER),
        Effect::Restore { actions, .. } if law.on(RESTORE) => {
            affected.iter().for_each(|id| restore(law, state, actions, id));
        }
        Effect::Summon { familiar } if law.on(SUMMON) => {
            return summon(law, state, doing, familiar).into_iter().collect();
        }
        Effect::Place { trap } if law.on(PLACE) => place(law, state, doing, trap),
        Effect::Detonate {} if law.on(DETONATE) => return detonate(law, state, doing),
        Effect::Switch { stance } if law.on(SWITCH) => {
            stances::switch(law, state, doing.by, &doing.user, *stance);
            return vec![doing.user.clone()];
        }
        Effect::Gain { points } if law.on(GAIN) => {
            let seat = &state.players[doing.by];
            let (maximum, now) = match law.readings().gained_by_text {
                GainedByText::Current => (seat.maximum, seat.points.saturating_add(*points)),
                GainedByText::Maximum => (seat.maximum.saturating_add(*points), seat.points),
            };
            points::set(law, state, doing.by, maximum, now, GAIN);
        }
        _ => {}
    }
    Vec::new()
}

/// Notes the characters that an effect has affected: its targets, and others that count only under a reading. If
/// Inspiration waits for nothing, it raises scores for those that had not been affected yet.
fn note(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    doing: &mut Doing,
    mut affected: Vec<ObjectId>,
    others: Vec<ObjectId>,
    at_once: bool,
) {
    if law.readings().inspiration_affected == InspirationAffected::All {
        affected.extend(others);
    }
    if doing.effect > 0 && !keywords::covers_all(law) {
        return;
    }
    let before = doing.affected.len();
    let since = if law.readings().inspiration_twice == InspirationTwice::EachEffect { before } else { 0 };
    for id in affected {
        if !doing.affected[since..].contains(&id) {
            doing.affected.push(id);
        }
    }
    if at_once {
        keywords::inspire(law, state, doing.by, &doing.user, &doing.affected[before..], &mut doing.inspired);
        if law.readings().inspiration_chance == InspirationChance::Each {
            doing.inspired = None;
        }
    }
}

fn named(law: &mut SkirmishLaw<'_>, state: &mut State, player: Player, names: &[String]) {
    let reading = law.readings().named_cards;
    for (drawn, wanted) in names.iter().enumerate() {
        if drawn > 0 && !skills::has_room(law, state, player) {
            break;
        }
        if reading == NamedCards::Created {
            let skill = |name: &Name| law.cards.get(name).kind == Some(Kind::Skill);
            if let Some(card) = law.cards.name(wanted).filter(skill) {
                skills::receive(law, state, player, &card, None, NAMED);
            }
            continue;
        }
        let deck = &state.players[player].deck;
        match deck.iter().position(|card| **card == **wanted) {
            Some(at) => {
                let card = deck[at].clone();
                skills::receive(law, state, player, &card, Some(at), NAMED);
            }
            None if deck.is_empty() && law.readings().named_missing == NamedMissing::Loses => {
                defeat::cannot_draw(law, state, player);
                return;
            }
            None => {}
        }
    }
    if reading == NamedCards::Searched && !state.players[player].deck.is_empty() {
        skills::shuffle(law, state, player, NAMED);
    }
}

fn give(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    doing: &Doing,
    given: &[Given],
    either: bool,
    affected: &[ObjectId],
) {
    let decided = doing.picked.iter().filter_map(|choice| match choice {
        Choice::Effect(name) => Some(name),
        _ => None,
    });
    let decided: Vec<&String> = decided.collect();
    let once = law.readings().or_once == OrOnce::Once;
    for (at, id) in affected.iter().enumerate() {
        let picked = decided.get(if once { 0 } else { place_of(doing, id, at) }).copied();
        let one_of = |one: &&Given| Some(&one.effect) == picked;
        let chosen: Vec<&Given> =
            if either { given.iter().find(one_of).into_iter().collect() } else { given.iter().collect() };
        for one in &chosen {
            if let Some(effect) = effects::named(law, &one.effect) {
                effects::give(law, state, id, effect, one.number, Some(&doing.user), GIVE);
            }
        }
    }
}

/// The power of the character that uses a skill.
fn power(law: &mut SkirmishLaw<'_>, state: &State, doing: &Doing) -> u32 {
    let tier = state.objects.get(&doing.user).map_or(Tier::Tiny, |user| user.is.power);
    tiers::worth(law, tier).power
}

fn hurt(law: &mut SkirmishLaw<'_>, state: &mut State, doing: &Doing, amount: Option<u32>, affected: &[ObjectId]) {
    let amount = amount.unwrap_or_else(|| match law.readings().skill_damage {
        SkillDamage::Power => power(law, state, doing),
        SkillDamage::Fixed => tiers::worth(law, law.rules().skill_power).power,
    });
    if law.readings().several_targets == SeveralTargets::Together {
        let stands = |id: &&ObjectId| state.objects.get(id).is_some_and(|character| !character.is.fainted);
        let standing: Vec<&ObjectId> = affected.iter().filter(stands).collect();
        damage::deal_together(law, state, Source::Skill(&doing.user), &standing, amount, DAMAGE);
        standing.into_iter().for_each(|id| answer(law, state, doing, id));
        return;
    }
    for id in affected {
        if state.objects.get(id).is_some_and(|character| !character.is.fainted) {
            damage::deal(law, state, Source::Skill(&doing.user), id, amount, DAMAGE);
            answer(law, state, doing, id);
        }
    }
}

/// A character that a skill has damaged may counter-attack after the effect, if a reading says so.
fn answer(law: &mut SkirmishLaw<'_>, state: &State, doing: &Doing, id: &ObjectId) {
    let of = |character: &Character| character.controller != doing.by && !character.is.fainted;
    let opponent = state.objects.get(id).is_some_and(of);
    if opponent && law.readings().skill_counter == SkillCounter::Answered {
        law.then(Frame::Answer(Counter { character: id.clone(), against: doing.user.clone(), attack: false }));
    }
}

fn heal(law: &mut SkirmishLaw<'_>, state: &mut State, doing: &Doing, amount: Option<u32>, affected: &[ObjectId]) {
    for id in affected {
        let amount = amount.unwrap_or_else(|| match law.readings().skill_heal {
            SkillHeal::Power => power(law, state, doing),
            SkillHeal::Third => {
                let armor = state.objects.get(id).map_or(Tier::Tiny, |character| character.is.armor);
                tiers::worth(law, armor).armor / law.rules().wounded_part.max(1)
            }
        });
        combat::heal(law, state, &doing.user, id, amount, HEAL);
    }
}

fn picked_tiles(doing: &Doing) -> Vec<Tile> {
    let tiles = doing.picked.iter().filter_map(|choice| match choice {
        Choice::Tile(tile) => Some(*tile),
        _ => None,
    });
    tiles.collect()
}

fn revive(law: &mut SkirmishLaw<'_>, state: &mut State, doing: &Doing, affected: &[ObjectId]) {
    // tiles were picked for these, although some of them may stand by now
    let picked: Vec<&ObjectId> = targets::picked(doing).collect();
    let whose = if picked.is_empty() { affected.iter().collect() } else { picked };
    for (id, tile) in whose.into_iter().zip(picked_tiles(doing)) {
        if !affected.contains(id) || !map::is_empty(law, state, tile, Some(id)) {
            continue;
        }
        if law.readings().revive_scores == ReviveScores::Printed {
            let class = state.objects.get(id).and_then(|character| character.is.class);
            let printed = class.map(|class| classes::row(law, class));
            scores::set(law, state, id, Score::Power, printed.map_or(Tier::Tiny, |row| row.power), REVIVE);
            scores::set(law, state, id, Score::Armor, printed.map_or(Tier::Tiny, |row| row.armor), REVIVE);
            if let Some(character) = state.objects.get_mut(id) {
                let is = &mut character.is;
                (is.power_changed, is.armor_changed, is.power_cut, is.armor_cut) = (0, 0, 0, 0);
            }
        }
        let Some(armor) = state.objects.get(id).map(|character| tiers::armor(law, &character.is)) else { continue };
        let left = match law.readings().revive_armor {
            ReviveArmor::All => armor,
            ReviveArmor::Third => armor / law.rules().wounded_part.max(1),
            ReviveArmor::One => 1,
        };
        let kept = law.readings().fainted_effects == FaintedEffects::Kept;
        combat::stand_up(law, state, id, tile, armor.saturating_sub(left), REVIVE);
        if law.readings().revive_fresh == ReviveFresh::Waits
            && let Some(character) = state.objects.get_mut(id)
        {
            (character.is.walked, character.is.attacked) = (true, true);
            (character.is.more_walks, character.is.more_attacks) = (0, 0);
        }
        let has: Vec<_> = state.objects.get(id).map(|one| one.is.effects.clone()).unwrap_or_default();
        for applied in has.iter().filter(|_| !kept) {
            effects::end(law, state, id, applied.effect, REVIVE);
        }
    }
}

fn shift(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    doing: &Doing,
    change: &Change,
    up: bool,
    affected: &[ObjectId],
    by: ClauseKey,
) {
    let decided = doing.picked.iter().filter_map(|choice| match choice {
        Choice::Score(score) => Some(*score),
        _ => None,
    });
    let decided: Vec<Score> = decided.collect();
    let once = law.readings().or_once == OrOnce::Once;
    for (at, id) in affected.iter().enumerate() {
        let picked = decided.get(if once { 0 } else { place_of(doing, id, at) }).copied();
        for score in change.scores.iter().filter(|score| !change.either || Some(**score) == picked) {
            scores::change(law, state, id, *score, up, change.by, by);
        }
    }
}

fn restore(law: &mut SkirmishLaw<'_>, state: &mut State, actions: &[Restored], id: &ObjectId) {
    let event = Event::Restored { character: id.clone(), actions: actions.to_vec() };
    let another = u32::from(law.readings().restored_unused == RestoredUnused::Another);
    law.act(RESTORE, state, event, |state| {
        let Some(character) = state.objects.get_mut(id) else { return };
        let is = &mut character.is;
        for action in actions {
            match action {
                Restored::Attack if is.attacked => is.attacked = false,
                Restored::Attack => is.more_attacks = is.more_attacks.saturating_add(another),
                Restored::Movement if is.walked => is.walked = false,
                Restored::Movement => is.more_walks = is.more_walks.saturating_add(another),
            }
        }
    });
}

fn summon(law: &mut SkirmishLaw<'_>, state: &mut State, doing: &Doing, familiar: &str) -> Option<ObjectId> {
    let (name, tile) = (law.cards.name(familiar)?, picked_tiles(doing).first().copied()?);
    if !map::is_empty(law, state, tile, None) {
        return None;
    }
    let summoner = state.objects.get(&doing.user).is_some_and(|user| user.is.ranged);
    let ranged = summoner && law.readings().familiar_class == FamiliarClass::AsSummoner;
    let mut is = Is::new(tile, None, ranged, Tier::Tiny, Tier::Tiny);
    is.fresh = law.readings().familiar_fresh == FamiliarFresh::Waits;
    let mut objects = state.objects.clone();
    let id = objects.make(&name, doing.by, Zone::Map, is);
    let event = Event::Summoned { player: doing.by, familiar: id.clone(), tile };
    law.act(SUMMON, state, event, |state| state.objects = objects);
    Some(id)
}

fn place(law: &mut SkirmishLaw<'_>, state: &mut State, doing: &Doing, trap: &str) {
    let Some(tile) = picked_tiles(doing).first().copied().filter(|tile| picks::may_be_trapped(law, state, *tile))
    else {
        return;
    };
    let from = (law.readings().dealer == Dealer::Causer).then(|| doing.user.clone());
    let event = Event::Trap { player: doing.by, tile: Some(tile), trap: Some(trap.to_owned()) };
    let trap = Trap { trap: trap.to_owned(), tile, by: doing.by, from };
    law.act(PLACE, state, event, |state| state.traps.push(trap));
}

fn detonate(law: &mut SkirmishLaw<'_>, state: &mut State, doing: &Doing) -> Vec<ObjectId> {
    let Some(user) = state.objects.get(&doing.user) else { return Vec::new() };
    let mut found = traps::detonated(law, state, doing.by, user);
    // those whose tiles were not picked come last
    let picked = picked_tiles(doing);
    found.sort_by_key(|trap| picked.iter().position(|tile| *tile == trap.tile).unwrap_or(picked.len()));
    found.iter().flat_map(|trap| traps::detonate(law, state, trap, DETONATE)).collect()
}
