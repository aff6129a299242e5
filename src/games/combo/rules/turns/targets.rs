//! The assists that a card destroys: how many are named, and which ones can be named.

use super::super::assists;
use super::super::status::protection;
use crate::action::Of;
use crate::clauses;
use crate::frame::{Declared, Placed};
use crate::law::ComboLaw;
use crate::readings::{
    NamingAhead, NoTarget, ProtectedTarget, TargetItself, TargetReplaced, TargetsApart, TerrainItself,
};
use crate::state::{HandCard, State, Zone};
use crate::text::{CardType, Effect, Target};
use rulebound_core::kernel::Rejection;

/// The assists that a played card can name to be destroyed.
pub struct Targets<'s> {
    state: &'s State,
    /// The card itself, if it is not in its place yet and can be named.
    pub itself: Option<&'s HandCard>,
    /// What it destroys, in the order of its effects: one assist each, with this many hands if the effect says so.
    pub wants: Vec<Option<u32>>,
    /// Whether each equipped card can be destroyed, the card itself last; a card that cannot be destroyed is not
    /// named.
    unprotected: [Vec<bool>; 2],
    /// Whether only assists of the foe are named.
    foes_only: bool,
    refused_without: bool,
    /// Whether no assist may be named for two effects.
    apart: bool,
    /// Whether assists are named for as many effects as possible.
    as_many: bool,
    /// Whether assists that the card replaces may be named too.
    replaced_too: bool,
}

impl<'s> Targets<'s> {
    /// What a card that is declared can name.
    ///
    /// # Errors
    /// If it would destroy a terrain that cannot be destroyed.
    pub fn new(
        law: &mut ComboLaw<'_>,
        state: &'s State,
        declared: &Declared,
        new: Option<&'s HandCard>,
    ) -> Result<Self, Rejection> {
        if declared.effects.is_empty() {
            return Ok(Self::none(law, state, Vec::new()));
        }
        let cards = law.cards;
        let effects = cards.get(&declared.card).effects(declared.choice);
        let chosen = || declared.effects.iter().filter_map(|place| effects.get(*place));
        let wants = chosen().filter_map(|effect| match effect {
            Effect::Destroy { target: Target::AnyAssist { hands }, .. } => Some(wanted(law, *hands)),
            _ => None,
        });
        let wants = wants.collect();
        let mut targets = Self::none(law, state, wants);
        if !targets.wants.is_empty() {
            let itself = new.filter(|new| new.is_assist());
            targets.itself = itself.filter(|_| !others_only(law));
            targets.judge(law);
        }
        let terrain = |effect: &Effect| matches!(effect, Effect::Destroy { target: Target::Terrain, .. });
        let is_terrain = cards.get(&declared.card).of_type == Some(CardType::Terrain);
        if chosen().any(terrain) && state.terrains.is_empty() && !is_terrain {
            law.forbid(clauses::text::DESTROY_TERRAIN, targets.refused_without, || "there is no terrain".to_owned())?;
        }
        let spares = is_terrain && {
            let destroys = law.readings().terrain_itself == TerrainItself::Itself;
            chosen().any(terrain) && !law.choose(clauses::text::TERRAIN_ITSELF, destroys, false)
        };
        if law.readings().protected_target == ProtectedTarget::Refused && chosen().any(terrain) && !spares {
            // A terrain that is being played would itself be the terrain that it destroys.
            let itself = is_terrain.then(|| vec![(&declared.card, state.turn)]);
            let there = || state.terrains.iter().map(|terrain| (&terrain.card, terrain.since)).collect();
            for (name, since) in itself.unwrap_or_else(there) {
                let protected = protection::protected(law, state, name, since);
                law.forbid(clauses::text::CANNOT_DESTROY, protected, || format!("{name} cannot be destroyed"))?;
            }
        }
        Ok(targets)
    }

    /// What a card in use can name for one effect, with this many hands if the effect says so, and its own place if it
    /// cannot name itself.
    pub fn in_use(
        law: &mut ComboLaw<'_>,
        state: &'s State,
        card: Option<&Placed>,
        hands: Option<u32>,
    ) -> (Self, Option<usize>) {
        let mut targets = Self::none(law, state, vec![hands]);
        targets.judge(law);
        let itself = card.filter(|card| card.zone == Zone::Hands).and_then(|card| card.place(state));
        let itself = itself.filter(|_| others_only(law));
        (targets, itself)
    }

    fn none(law: &ComboLaw<'_>, state: &'s State, wants: Vec<Option<u32>>) -> Self {
        let refused_without = law.readings().no_target == NoTarget::Refused;
        Self {
            apart: true,
            as_many: false,
            replaced_too: law.readings().target_replaced == TargetReplaced::ReplacedToo,
            state,
            itself: None,
            wants,
            unprotected: Default::default(),
            foes_only: false,
            refused_without,
        }
    }

    /// Finds what can be named.
    fn judge(&mut self, law: &mut ComboLaw<'_>) {
        law.cite(clauses::text::TARGET);
        self.foes_only = !law.on(clauses::text::ANY_PLAYER);
        if self.wants.len() > 1 {
            let apart = law.readings().targets_apart == TargetsApart::Apart;
            self.apart = law.choose(clauses::text::TARGETS_APART, apart, false);
            let each = law.readings().naming_ahead == NamingAhead::EachInTurn;
            self.as_many = !law.choose(clauses::text::NAMING_AHEAD, each, false);
        }
        let state = self.state;
        let all = law.readings().protected_target != ProtectedTarget::Refused;
        for who in 0..2 {
            let equipped = state.players[who].hands.iter().chain(self.itself.filter(|_| who == state.active));
            let may = |hand: &HandCard| {
                all || !protection::protected(law, state, &hand.card, hand.since)
                    || !law.on(clauses::text::CANNOT_DESTROY)
            };
            self.unprotected[who] = equipped.map(may).collect();
        }
    }

    /// The equipped cards of a player, including the card itself if it can be named.
    pub fn hand(&self, who: usize, place: usize) -> Option<&'s HandCard> {
        let hands = &self.state.players.get(who)?.hands;
        hands.get(place).or_else(|| self.itself.filter(|_| who == self.state.active && place == hands.len()))
    }

    /// The assists that remain when some cards are gone.
    fn left(&self, gone: &[usize]) -> impl Iterator<Item = (usize, usize)> {
        let me = self.state.active;
        let places =
            (0..2).flat_map(move |who| (0..=self.state.players[who].hands.len()).map(move |place| (who, place)));
        places.filter(move |(who, place)| {
            self.hand(*who, *place).is_some_and(HandCard::is_assist)
                && (self.replaced_too || *who != me || !gone.contains(place))
        })
    }

    fn may_be_named(&self, (who, place): (usize, usize)) -> bool {
        self.unprotected[who].get(place) == Some(&true) && !(self.foes_only && who == self.state.active)
    }

    fn fits(&self, wanted: Option<u32>, (who, place): (usize, usize)) -> bool {
        self.hand(who, place).is_some_and(|hand| fits(wanted, hand))
    }

    /// What must be named next when some cards are gone and some have been named: an assist, with this many hands if
    /// the effect says so. An effect for which no such assist is left is skipped.
    pub fn next(&self, gone: &[usize], named: &[(usize, usize)]) -> Option<Option<u32>> {
        self.turn(gone, named).map(|effect| self.wants[effect])
    }

    /// The effect for which an assist is named next.
    fn turn(&self, gone: &[usize], named: &[(usize, usize)]) -> Option<usize> {
        let mut before = 0;
        for (effect, wanted) in self.wants.iter().enumerate() {
            let taken = if self.apart { &named[..before] } else { &[] };
            if self.left(gone).any(|target| !taken.contains(&target) && self.fits(*wanted, target)) {
                if before == named.len() {
                    return Some(effect);
                }
                before += 1;
            }
        }
        None
    }

    /// The largest number of these assists that can be named.
    fn number(&self, assists: impl Iterator<Item = (usize, usize)>) -> usize {
        self.most(&self.wants, assists)
    }

    /// The number of these effects for which one of these assists can be named.
    fn most(&self, wants: &[Option<u32>], assists: impl Iterator<Item = (usize, usize)>) -> usize {
        let mut left: Vec<(usize, usize)> = assists.collect();
        // Effects with a number of hands come first, since they have fewer assists to choose from.
        let (handed, any): (Vec<_>, Vec<Option<u32>>) = wants.iter().partition(|wanted| wanted.is_some());
        let mut number = 0;
        for wanted in handed.into_iter().chain(any) {
            if let Some(at) = left.iter().position(|target| self.fits(wanted, *target)) {
                if self.apart {
                    left.swap_remove(at);
                }
                number += 1;
            }
        }
        number
    }

    /// The number of effects, from this effect on, for which an assist can be named when some have been named.
    fn can_be(&self, effect: usize, gone: &[usize], named: &[(usize, usize)]) -> usize {
        self.most(&self.wants[effect..], self.left(gone).filter(|target| !named.contains(target)))
    }

    /// Whether enough are left to be named when some cards are gone.
    pub fn suffice(&self, gone: &[usize]) -> bool {
        if self.wants.is_empty() {
            return true;
        }
        let number = self.number(self.left(gone));
        let nameable = self.number(self.left(gone).filter(|target| self.may_be_named(*target)));
        (number > 0 || !self.refused_without) && nameable >= number
    }

    /// Why not enough are left to be named when some cards are gone.
    pub fn lacking(&self, law: &mut ComboLaw<'_>, gone: &[usize]) -> Rejection {
        if self.next(gone, &[]).is_none() {
            return law.reject(clauses::text::TARGET, || "there is no assist".to_owned());
        }
        if self.foes_only && self.left(gone).any(|(who, _)| who == self.state.active) {
            return law.reject(clauses::text::ANY_PLAYER, || "only assists of the foe can be named".to_owned());
        }
        law.reject(clauses::text::CANNOT_DESTROY, || {
            "an assist that would have to be named cannot be destroyed".to_owned()
        })
    }

    /// Whether anything can be named when some cards are gone.
    pub fn any(&self, gone: &[usize]) -> bool {
        let may = |target| self.may_be_named(target) && self.wants.iter().any(|wanted| self.fits(*wanted, target));
        self.left(gone).any(may)
    }

    /// The assist that a name means, when some cards are gone and some have been named. `itself` is the name of the
    /// destroying card, if that card cannot be named.
    ///
    /// # Errors
    /// If a clause refuses the name.
    pub fn place(
        &self,
        law: &mut ComboLaw<'_>,
        named: &Of,
        gone: &[usize],
        before: &[(usize, usize)],
        itself: Option<&str>,
    ) -> Result<(usize, usize), Rejection> {
        let who = named.player;
        let of_name = |target: &(usize, usize)| {
            target.0 == who
                && self.hand(who, target.1).is_some_and(|hand| hand.card == named.card)
                && !(self.apart && before.contains(target))
        };
        let left: Vec<(usize, usize)> = self.left(gone).filter(of_name).collect();
        // If only cards that can be destroyed are named, a copy that can be destroyed is meant.
        let may = left.iter().filter(|target| self.may_be_named(**target)).map(|target| target.1);
        let found =
            assists::copy_named(law, may).or_else(|| assists::copy_named(law, left.iter().map(|target| target.1)));
        let Some(place) = found else {
            if itself == Some(&named.card) && who == self.state.active {
                return Err(
                    law.reject(clauses::text::TARGET_ITSELF, || format!("{} does not destroy itself", named.card))
                );
            }
            return Err(law.reject(clauses::text::TARGET_THERE, || {
                format!("{} is not an assist that stays equipped", named.card)
            }));
        };
        law.cite(clauses::text::TARGET_THERE);
        law.cite(clauses::text::TARGET);
        if let Some(Some(hands)) = self.next(gone, before) {
            let other = !self.fits(Some(hands), (who, place));
            law.forbid(clauses::text::TARGET_HANDS, other, || format!("{} does not take {hands} hands", named.card))?;
        }
        if let Some(effect) = self.turn(gone, before).filter(|_| self.as_many) {
            let named: Vec<(usize, usize)> = before.iter().copied().chain([(who, place)]).collect();
            let fewer = self.can_be(effect + 1, gone, &named) + 1 < self.can_be(effect, gone, before);
            if fewer {
                return Err(law.reject(clauses::text::NAMING_AHEAD, || "a later effect would find none".to_owned()));
            }
        }
        law.allow(clauses::text::ANY_PLAYER, who == self.state.active, || {
            "only assists of the foe can be named".to_owned()
        })?;
        if !self.may_be_named((who, place)) {
            return Err(law.reject(clauses::text::CANNOT_DESTROY, || format!("{} cannot be destroyed", named.card)));
        }
        Ok((who, place))
    }
}

/// The number of hands of the assists that an effect destroys, if assists with that number are named for it.
pub fn wanted(law: &mut ComboLaw<'_>, hands: Option<u32>) -> Option<u32> {
    hands.filter(|_| law.on(clauses::text::TARGET_HANDS))
}

/// Whether an assist has these hands.
pub fn fits(wanted: Option<u32>, hand: &HandCard) -> bool {
    wanted.is_none_or(|hands| hand.hands == hands)
}

/// Whether an assist may not name itself.
fn others_only(law: &mut ComboLaw<'_>) -> bool {
    let others = law.readings().target_itself == TargetItself::Others;
    law.choose(clauses::text::TARGET_ITSELF, others, false)
}
