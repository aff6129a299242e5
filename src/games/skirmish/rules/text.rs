//! Chapter text: using skills, and carrying out what their texts say.

pub mod carry;
pub mod picks;
pub mod stances;
pub mod targets;
pub mod traps;

use rulebound_core::kernel::{Name, ObjectId, Player, Rejection};

use crate::action::{Choice, What};
use crate::clauses;
use crate::clauses::text::*;
use crate::frame::{Doing, Frame, Picking};
use crate::law::SkirmishLaw;
use crate::readings::{
    CardUser, ConditionRead, FaintedUser, InspirationWhen, KeywordDue, NoTarget, NoText, OrOnce, PicksWhen, SameSkill,
    TargetsAgain, UnreadText, UpToNone, UserFaints,
};
use crate::rules::combat;
use crate::rules::map::Character;
use crate::rules::text::picks::{Next, effect_of, next, options, stands_already};
use crate::rules::turns::points;
use crate::rules::{defeat, effects, keywords, skills};
use crate::state::{self, State};
use crate::text::{Effect, Keyword, Text};

/// Checks whether a player may use a skill card, and says which character uses it.
///
/// # Errors
/// If it may not: the clause that forbids it.
pub fn permit_use(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    by: Player,
    card: &Name,
    with: Option<&ObjectId>,
) -> Result<ObjectId, Rejection> {
    use clauses::skills::{COST, USE};
    law.allow(USE, true, || "no skill is used".to_owned())?;
    let cards = law.cards;
    if !state.players[by].hand.contains(card) {
        return Err(law.reject(USE, || format!("player {by} does not have {card}{}", cards.similar(card))));
    }
    let prepared = cards.get(card);
    law.cite_all(&prepared.clauses);
    if let Some((clause, why)) = &prepared.refused {
        return Err(law.reject(*clause, || why.clone()));
    }
    let blank = prepared.blank && law.readings().no_text == NoText::Refused;
    law.forbid(KNOWN, blank, || format!("{card} has no text"))?;
    let user = user_of(law, state, by, card, with)?;
    if law.readings().fainted_user == FaintedUser::Refused {
        law.forbid(clauses::combat::FAINT, user.is.fainted, || format!("{} is fainted", user.id))?;
    }
    if user.is.fresh {
        return Err(law.reject(SUMMON, || format!("{} came in this turn", user.id)));
    }
    if effects::applies(law, &user.is, state::Effect::Silence) {
        return Err(law.reject(clauses::effects::SILENCE, || format!("{} is silenced", user.id)));
    }
    let keyword = prepared.text.keyword;
    keywords::permit(law, state, by, user, keyword)?;
    let cost = cost(law, user, card);
    combat::permit_cost(law, state, by, cost, COST)?;
    permit_first(law, state, by, card, user)?;
    Ok(user.id.clone())
}

/// The character that uses a skill.
fn user_of<'s>(
    law: &mut SkirmishLaw<'_>,
    state: &'s State,
    by: Player,
    card: &Name,
    with: Option<&ObjectId>,
) -> Result<&'s Character, Rejection> {
    use clauses::skills::USE;
    let users = users(law, state, by, card);
    let (several, its) = (users.len() > 1, law.readings().card_user == CardUser::ItsCharacter);
    let picked = several && (!its || law.readings().same_skill == SameSkill::Picked);
    let user = match with {
        Some(id) if picked => users.into_iter().find(|character| character.id == *id),
        None if picked => {
            return Err(law.reject(USE, || format!("several characters could use {card}: say which in `with`")));
        }
        None => users.first().copied(),
        Some(_) => None,
    };
    user.ok_or_else(|| law.reject(USE, || format!("player {by} has no character on the map that uses {card}")))
}

/// The characters that could use a skill: those that stand, or else those that lie fainted.
pub fn users<'s>(law: &SkirmishLaw<'_>, state: &'s State, by: Player, card: &Name) -> Vec<&'s Character> {
    let own = state.objects.iter().filter(|character| character.controller == by);
    if law.readings().card_user == CardUser::AnyCharacter {
        return own.collect();
    }
    let users: Vec<_> = own.filter(|character| law.cards.get(&character.id.name).has_skill(card)).collect();
    let standing: Vec<_> = users.iter().copied().filter(|character| !character.is.fainted).collect();
    if standing.is_empty() { users } else { standing }
}

/// A familiar that a text names and that is not among the cards.
fn unknown_familiar<'a>(law: &SkirmishLaw<'a>, text: &'a Text) -> Option<&'a str> {
    text.effects.iter().find_map(|effect| match effect {
        Effect::Summon { familiar } => {
            let known = law.cards.find(familiar).is_some_and(crate::prepared::Prepared::is_familiar);
            (!known).then_some(familiar.as_str())
        }
        _ => None,
    })
}

/// What using a skill costs.
fn cost(law: &mut SkirmishLaw<'_>, user: &Character, card: &Name) -> u32 {
    let prepared = law.cards.get(card);
    let printed = prepared.cost.unwrap_or(law.rules().unprinted_cost);
    let printed = law.choose(clauses::skills::COST, printed, 0);
    let own = effects::cost(law, &user.is, printed);
    own.saturating_add(keywords::more_cost(law, user, prepared.text.keyword))
}

/// Checks whether the first effect of a skill has something to affect.
fn permit_first(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    by: Player,
    card: &Name,
    user: &Character,
) -> Result<(), Rejection> {
    let text = &law.cards.get(card).text;
    if let Some(familiar) = unknown_familiar(law, text) {
        let refused = law.readings().unread_text == UnreadText::Refused;
        return law.forbid(KNOWN, refused, || format!("there is no familiar {familiar}"));
    }
    if let Some(Effect::Summon { familiar }) = text.effects.first()
        && stands_already(law, state, by, familiar)
    {
        return Err(law.reject(SUMMON, || format!("{familiar} already stands")));
    }
    if text.effects.is_empty() || law.readings().no_target == NoTarget::Allowed {
        return Ok(());
    }
    let doing = doing(by, card, &user.id);
    // an effect that is not activated needs no target
    if keywords::is_idle(law, state, user, text.keyword) {
        return Ok(());
    }
    let target = text.effects.first().and_then(targets::of);
    let may_be_none = law.readings().up_to_none == UpToNone::Allowed;
    let picks = target.is_none_or(|target| target.count.is_some() && !(target.up_to && may_be_none));
    let nothing = picks && matches!(next(law, state, &doing), Next::Nothing);
    law.forbid(NO_TARGET, nothing, || format!("there is nothing that {card} could affect"))
}

fn doing(by: Player, card: &Name, user: &ObjectId) -> Doing {
    Doing {
        by,
        card: card.clone(),
        user: user.clone(),
        times: 1,
        done: 0,
        effect: 0,
        picked: Vec::new(),
        enough: false,
        affected: Vec::new(),
        first: Vec::new(),
        ready: false,
        declined: false,
        lay: false,
        inspired: None,
    }
}

/// A player uses a skill card.
pub fn use_card(law: &mut SkirmishLaw<'_>, state: &mut State, by: Player, card: &Name, user: &ObjectId) {
    let Some(character) = state.objects.get(user) else { return };
    let keyword = law.cards.get(card).text.keyword;
    let more = keywords::more_cost(law, character, keyword);
    let own = cost(law, character, card).saturating_sub(more);
    points::pay(law, state, by, own, clauses::skills::COST);
    let later = skills::leave_hand(law, state, by, card, user);
    let mut doing = doing(by, card, user);
    doing.lay = state.objects.get(user).is_some_and(|user| user.is.fainted);
    if unknown_familiar(law, &law.cards.get(card).text).is_some() {
        law.cite(KNOWN);
    } else if keywords::asks(law, state, &doing.user, keyword) {
        law.then(Frame::Keyword(doing));
    } else {
        start(law, state, doing);
    }
    if later {
        law.then(Frame::PutAway { player: by, card: card.clone() });
    }
}

/// What a keyword asks for is not done, so that its effect is not activated.
pub fn decline(law: &mut SkirmishLaw<'_>, mut doing: Doing) {
    // a keyword that applies to the first effect alone leaves the others
    if !keywords::covers_all(law) {
        (doing.effect, doing.declined) = (1, true);
        if law.readings().picks_when == PicksWhen::Before {
            doing.first.push(Vec::new());
        }
        law.then(Frame::Do(doing));
    }
}

/// Does what the keyword asks for, and begins to carry out the text.
pub fn start(law: &mut SkirmishLaw<'_>, state: &mut State, mut doing: Doing) {
    let keyword = law.cards.get(&doing.card).text.keyword;
    law.cite(clauses::keywords::EFFECT);
    if !keywords::pay(law, state, doing.by, &doing.user, keyword) {
        return decline(law, doing);
    }
    if law.readings().keyword_due == KeywordDue::Before {
        keywords::give_up(law, state, doing.by, &doing.user, keyword);
    }
    doing.times = keywords::times(law, state, doing.by, &doing.user, keyword);
    keywords::repeat(law, state, &doing.user, keyword, doing.times);
    law.then(Frame::Do(doing));
}

/// Goes on with a skill.
pub fn go_on(law: &mut SkirmishLaw<'_>, state: &mut State, mut doing: Doing) {
    if state.over.is_some() {
        return;
    }
    let count = law.cards.get(&doing.card).text.effects.len();
    let keyword = law.cards.get(&doing.card).text.keyword;
    if doing.effect > 0 || count > 1 {
        law.cite(EFFECTS);
    }
    let fainted = state.objects.get(&doing.user).is_none_or(|user| user.is.fainted);
    if fainted && !doing.lay && law.readings().user_faints == UserFaints::Stops {
        return end(law, state, &doing, keyword);
    }
    let only_first =
        doing.effect > 0 && (!law.on(EFFECTS) || (doing.done > 0 && keyword.is_some() && !keywords::covers_all(law)));
    let over = doing.effect >= count || only_first;
    let before = law.readings().picks_when == PicksWhen::Before;
    if before && !doing.ready {
        return pick_before(law, state, doing, over);
    }
    if over {
        activated(law, state, doing, keyword);
        return;
    }
    let again = targets::are_those_of_before(law, &doing);
    if (before || again) && doing.picked.is_empty() {
        doing.picked = doing.first.get(doing.effect).cloned().unwrap_or_default();
        doing.enough = true;
    }
    match next(law, state, &doing) {
        Next::Pick(what, may_stop) if !before => law.then(Frame::Pick(Picking { doing, what, may_stop })),
        Next::Ready | Next::Pick(..) => {
            remember(law, state, &mut doing, keyword);
            carry::out(law, state, &mut doing);
            defeat::look(law, state);
            next_effect(law, doing);
        }
        Next::Nothing => {
            law.cite(NO_TARGET);
            remember(law, state, &mut doing, keyword);
            next_effect(law, doing);
        }
    }
}

/// Picks for the effects of an activation before the first of them is carried out.
fn pick_before(law: &mut SkirmishLaw<'_>, state: &State, mut doing: Doing, over: bool) {
    if over {
        (doing.effect, doing.ready) = (usize::from(doing.declined), true);
    } else if let Next::Pick(what, may_stop) = next(law, state, &doing) {
        return law.then(Frame::Pick(Picking { doing, what, may_stop }));
    } else {
        let each = law.readings().or_once == OrOnce::Each;
        let answers = match effect_of(law, &doing) {
            Some(Effect::Revive { .. }) => true,
            Some(Effect::Give { either, .. }) => *either && each,
            Some(Effect::Raise(change) | Effect::Lower(change)) => change.either && each,
            _ => false,
        };
        // which tile, effect or score belongs to whom
        let picked = if answers { with_all(law, state, &doing) } else { doing.picked.clone() };
        doing.picked.clear();
        doing.first.push(picked);
        doing.effect += 1;
        doing.enough = false;
    }
    law.then(Frame::Do(doing));
}

/// What was picked for the effect under way, with the characters of a group that is affected as a whole.
fn with_all(law: &mut SkirmishLaw<'_>, state: &State, doing: &Doing) -> Vec<Choice> {
    let mut picked = doing.picked.clone();
    let whole = effect_of(law, doing).and_then(targets::of).is_some_and(|target| target.count.is_none());
    if whole && targets::picked(doing).next().is_none() {
        let affected = targets::affected(law, state, doing);
        picked.splice(0..0, affected.into_iter().map(Choice::Object));
    }
    picked
}

/// Notes whom an effect affects and what was picked for it, for the next activation, if a reading uses it again.
fn remember(law: &mut SkirmishLaw<'_>, state: &State, doing: &mut Doing, keyword: Option<Keyword>) {
    if keyword.is_none() || doing.done > 0 || law.readings().targets_again == TargetsAgain::Again {
        return;
    }
    let picked = with_all(law, state, doing);
    match doing.first.get_mut(doing.effect) {
        Some(before) => *before = picked,
        None => doing.first.push(picked),
    }
}

fn next_effect(law: &mut SkirmishLaw<'_>, mut doing: Doing) {
    doing.effect += 1;
    doing.picked.clear();
    doing.enough = false;
    law.then(Frame::Do(doing));
}

/// An activation of a skill is over.
fn activated(law: &mut SkirmishLaw<'_>, state: &mut State, mut doing: Doing, keyword: Option<Keyword>) {
    if keyword == Some(Keyword::Inspiration) && law.readings().inspiration_when == InspirationWhen::After {
        keywords::inspire(law, state, doing.by, &doing.user, &doing.affected, &mut None);
    }
    doing.done += 1;
    doing.effect = 0;
    doing.affected.clear();
    doing.inspired = None;
    if law.readings().picks_when == PicksWhen::Before && law.readings().targets_again == TargetsAgain::Again {
        doing.first.clear();
        doing.ready = false;
    }
    if law.readings().condition_read == ConditionRead::EachTime {
        doing.times = keywords::times(law, state, doing.by, &doing.user, keyword);
    }
    let empty = law.cards.get(&doing.card).text.effects.is_empty();
    if doing.done < doing.times && !empty {
        law.then(Frame::Do(doing));
    } else {
        end(law, state, &doing, keyword);
    }
}

/// A text has been carried out, or has stopped.
fn end(law: &mut SkirmishLaw<'_>, state: &mut State, doing: &Doing, keyword: Option<Keyword>) {
    if law.readings().keyword_due == KeywordDue::After && !doing.declined {
        keywords::give_up(law, state, doing.by, &doing.user, keyword);
    }
}

/// Checks whether a player may pick something.
///
/// # Errors
/// If it may not.
pub fn permit_pick(
    law: &mut SkirmishLaw<'_>,
    state: &State,
    picking: &Picking,
    choice: &Choice,
) -> Result<(), Rejection> {
    if options(law, state, &picking.doing, picking.what).contains(choice) {
        return Ok(());
    }
    let clause = match (picking.what, effect_of(law, &picking.doing)) {
        (What::Tile, Some(Effect::Place { .. })) => PLACE,
        (What::Tile, Some(Effect::Summon { .. })) => SUMMON,
        (What::Tile, Some(Effect::Revive { .. })) => REVIVE,
        (What::Tile, Some(Effect::Detonate {})) => DETONATE,
        _ => PICKING,
    };
    Err(law.reject(clause, || "this cannot be picked here".to_owned()))
}

/// A player has picked something, or picks no more.
pub fn pick(law: &mut SkirmishLaw<'_>, picking: Picking, choice: Option<Choice>) {
    let mut doing = picking.doing;
    match choice {
        Some(choice) => doing.picked.push(choice),
        None => doing.enough = true,
    }
    law.then(Frame::Do(doing));
}
