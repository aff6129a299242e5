//! Chapter keywords: how often an effect is activated, and what has to be given up for it.

use rulebound_core::kernel::{ObjectId, Player, Rejection};

use crate::clauses;
use crate::clauses::keywords::*;
use crate::event::Event;
use crate::law::SkirmishLaw;
use crate::readings::{
    BountyLeader, ChannelPoints, ChannelRestrained, ChannelSpent, DefianceWho, DeliriumCurrent, DeliriumSpent,
    EvenTurns, FaintedScores, InspirationBound, InspirationChance, InspirationYour, KeywordDeclined, KeywordScope,
    LeaderPasses,
};
use crate::rules::combat::damage;
use crate::rules::map::Character;
use crate::rules::turns::points;
use crate::rules::{combat, effects, scores};
use crate::state::{Effect, State};
use crate::text::{Keyword, Score};

/// Whether a keyword applies to all of a text, and not to its first effect alone.
pub fn covers_all(law: &mut SkirmishLaw<'_>) -> bool {
    let all = law.readings().keyword_scope == KeywordScope::Text;
    law.choose(EFFECT, all, false)
}

/// How often a skill is activated.
pub fn times(law: &mut SkirmishLaw<'_>, state: &State, by: Player, user: &ObjectId, keyword: Option<Keyword>) -> u32 {
    let (often, clause, number) = match keyword {
        Some(Keyword::Bounty) => (leader_fell(law, state, 1 - by), BOUNTY, law.rules().bounty_times),
        Some(Keyword::Resonance) => {
            let turn = match law.readings().even_turns {
                EvenTurns::Own => state.players[by].turns,
                EvenTurns::Match => state.turn,
            };
            (turn.is_multiple_of(2), RESONANCE, law.rules().resonance_times)
        }
        Some(Keyword::Defiance) => {
            let anybody = law.readings().defiance_who == DefianceWho::Anybody;
            let who = |one: &&Character| one.id == *user || anybody && one.controller == by;
            let wounded = state.objects.iter().filter(who).any(|one| damage::is_wounded(law, &one.is));
            (wounded, DEFIANCE, law.rules().defiance_times)
        }
        _ => return 1,
    };
    let number = law.choose(clause, number, 1);
    if often { number } else { 1 }
}

/// Says how often a keyword has a skill activated, if it is more than once.
pub fn repeat(law: &mut SkirmishLaw<'_>, state: &mut State, user: &ObjectId, keyword: Option<Keyword>, times: u32) {
    let clause = match keyword {
        Some(Keyword::Bounty) => BOUNTY,
        Some(Keyword::Resonance) => RESONANCE,
        _ => DEFIANCE,
    };
    if let Some(keyword) = keyword.filter(|_| times > 1) {
        law.act(clause, state, Event::Repeated { character: user.clone(), keyword, times }, |_| {});
    }
}

/// Whether the leader of a player is fainted, as a reading of the word says.
fn leader_fell(law: &mut SkirmishLaw<'_>, state: &State, player: Player) -> bool {
    let seat = &state.players[player];
    law.cite(clauses::preparation::LEADER);
    let passes = law.readings().leader_passes != LeaderPasses::Stays;
    let ever = (law.readings().bounty_leader == BountyLeader::Ever || passes) && seat.leader_fell;
    let leader = seat.leader.as_ref().and_then(|leader| state.objects.get(leader));
    ever || leader.is_some_and(|leader| leader.is.fainted)
}

/// What a keyword makes a skill cost besides its own cost.
pub fn more_cost(law: &mut SkirmishLaw<'_>, user: &Character, keyword: Option<Keyword>) -> u32 {
    let channels = keyword == Some(Keyword::Channel) && law.readings().channel_points == ChannelPoints::AttackCost;
    let channels = channels && !user.is.attacked;
    if channels && law.on(CHANNEL) { combat::attack_cost(law, user) } else { 0 }
}

/// Checks whether a character can do what the keyword of a skill asks for.
///
/// # Errors
/// If it cannot: the clause that says so.
pub fn permit(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    by: Player,
    user: &Character,
    keyword: Option<Keyword>,
) -> Result<(), Rejection> {
    match keyword {
        Some(Keyword::Channel) => {
            let refused = law.readings().channel_restrained == ChannelRestrained::Refused;
            if effects::applies(law, &user.is, Effect::Restrain) && refused {
                return Err(law.reject(CHANNEL, || format!("{} is restrained", user.id)));
            }
            let refused = law.readings().channel_spent == ChannelSpent::Refused;
            let spent = user.is.attacked && refused;
            law.forbid(CHANNEL, spent, || format!("{} has no attack action left", user.id))
        }
        Some(Keyword::Delirium) => {
            let refused = law.readings().delirium_spent == DeliriumSpent::Refused;
            let (low, maximum) = (is_lowest(law, state, by) && refused, state.players[by].maximum);
            law.forbid(DELIRIUM, low, || format!("the maximum of {maximum} cannot be reduced"))
        }
        _ => Ok(()),
    }
}

/// Whether the player is asked whether to give up what a keyword asks for.
pub fn asks(law: &SkirmishLaw<'_>, state: &State, user: &ObjectId, keyword: Option<Keyword>) -> bool {
    let can = match keyword {
        Some(Keyword::Channel) => state.objects.get(user).is_some_and(|user| !user.is.attacked),
        Some(Keyword::Delirium) => state.objects.get(user).is_some_and(|user| !is_lowest(law, state, user.controller)),
        _ => false,
    };
    can && law.readings().keyword_declined == KeywordDeclined::May
}

/// Whether Delirium cannot lower the maximum of a player.
fn is_lowest(law: &SkirmishLaw<'_>, state: &State, player: Player) -> bool {
    state.players[player].maximum < law.rules().least_maximum.saturating_add(law.rules().delirium_points)
}

/// Whether a skill is used in vain, since what its keyword asks for cannot be given up.
pub fn is_idle(law: &mut SkirmishLaw<'_>, state: &State, user: &Character, keyword: Option<Keyword>) -> bool {
    match keyword {
        Some(Keyword::Channel) => user.is.attacked && law.on(CHANNEL),
        Some(Keyword::Delirium) => {
            let activated = law.readings().delirium_spent == DeliriumSpent::Activated;
            is_lowest(law, state, user.controller) && !activated && law.on(DELIRIUM)
        }
        _ => false,
    }
}

/// Pays what a keyword makes a skill cost besides its own cost. Returns whether the effect is activated.
pub fn pay(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    by: Player,
    user: &ObjectId,
    keyword: Option<Keyword>,
) -> bool {
    let Some(character) = state.objects.get(user) else { return true };
    if is_idle(law, state, character, keyword) {
        return false;
    }
    let more = more_cost(law, character, keyword);
    points::pay(law, state, by, more, CHANNEL);
    true
}

/// Does what the keyword of a skill asks for.
pub fn give_up(law: &mut SkirmishLaw<'_>, state: &mut State, by: Player, user: &ObjectId, keyword: Option<Keyword>) {
    match keyword {
        Some(Keyword::Channel) if law.on(CHANNEL) => {
            let spent = state.objects.get(user).is_none_or(|user| user.is.attacked);
            if !spent {
                law.act(CHANNEL, state, Event::Channeled { character: user.clone() }, |state| {
                    if let Some(user) = state.objects.get_mut(user) {
                        user.is.use_attack();
                    }
                });
            }
        }
        Some(Keyword::Delirium) if law.on(DELIRIUM) && !is_lowest(law, state, by) => {
            let (seat, less) = (&state.players[by], law.rules().delirium_points);
            let maximum = seat.maximum.saturating_sub(less);
            let points = match law.readings().delirium_current {
                DeliriumCurrent::Kept => seat.points,
                DeliriumCurrent::FallsToo => seat.points.saturating_sub(less),
                DeliriumCurrent::Capped => seat.points.min(maximum),
            };
            points::set(law, state, by, maximum, points, DELIRIUM);
        }
        _ => {}
    }
}

/// Raises scores for characters that a skill with Inspiration has affected. `picked` is the score that was picked for
/// an earlier one of them, if a reading has one picked for all.
pub fn inspire(
    law: &mut SkirmishLaw<'_>,
    state: &mut State,
    by: Player,
    user: &ObjectId,
    affected: &[ObjectId],
    picked: &mut Option<Score>,
) {
    if !law.on(INSPIRATION) || affected.is_empty() {
        return;
    }
    let raised: Vec<ObjectId> = match law.readings().inspiration_your {
        InspirationYour::User => {
            let fainted = state.objects.get(user).is_none_or(|user| user.is.fainted);
            let raises = !fainted || law.readings().fainted_scores == FaintedScores::Changed;
            if raises { vec![user.clone()] } else { Vec::new() }
        }
        InspirationYour::Team => {
            let own = state.objects.iter().filter(|own| own.controller == by && !own.is.fainted);
            own.map(|own| own.id.clone()).collect()
        }
    };
    let once = law.readings().inspiration_chance == InspirationChance::OneForAll;
    for character in affected {
        for id in &raised {
            let score = match *picked {
                Some(score) if once => Some(score),
                _ => {
                    let whose = if raised.len() > 1 {
                        format!("{id}'s score for {character}")
                    } else {
                        format!("score for {character}")
                    };
                    pick(law, state, id, if once { "score" } else { &whose })
                }
            };
            let Some(score) = score else { continue };
            *picked = Some(score);
            scores::change(law, state, id, score, true, None, INSPIRATION);
        }
    }
}

/// Picks power or armor at random.
fn pick(law: &mut SkirmishLaw<'_>, state: &State, id: &ObjectId, subject: &str) -> Option<Score> {
    let is = &state.objects.get(id)?.is;
    let mut open = vec![("power", Score::Power), ("armor", Score::Armor)];
    let rises = |score: Score| scores::can_rise(is.tier(score));
    if law.readings().inspiration_bound == InspirationBound::Raisable && open.iter().any(|(_, score)| rises(*score)) {
        open.retain(|(_, score)| rises(*score));
    }
    if let [(_, only)] = open[..] {
        return Some(only);
    }
    let names: Vec<&str> = open.iter().map(|(name, _)| *name).collect();
    law.pick(subject, &names).and_then(|at| open.get(at)).map(|(_, score)| *score)
}
