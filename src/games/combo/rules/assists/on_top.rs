//! What an equipped card goes on top of.

use super::super::status::protection;
use super::copy;
use crate::clauses;
use crate::clauses::assists::*;
use crate::law::ComboLaw;
use crate::readings::{AssistOverTrap, NoFreeHand, OnTopOfProtected, OnTopOfSeveral, SpareHand, TwoHandedOverTrap};
use crate::state::{Equip, HandCard, State};
use rulebound_core::kernel::{ClauseKey, Rejection};

/// A card that is to be equipped among others.
#[derive(Debug)]
pub struct Equipping<'s> {
    hands: &'s [HandCard],
    new: &'s HandCard,
    /// Which of the equipped cards could be destroyed.
    destructible: Vec<bool>,
    /// Whether it may go on top of a trap.
    over_trap: bool,
    /// The largest number of cards that it goes on top of.
    most: usize,
    /// Whether it may go on top only of cards that need to go.
    needed_only: bool,
    /// Whether the player says which cards go.
    named: bool,
    /// Whether a two-handed assist and traps have separate hands.
    apart: bool,
    /// The hands available for it and for all cards that stay.
    room: u64,
    /// The clause that permits putting it on top of other cards.
    clause: ClauseKey,
}

impl<'s> Equipping<'s> {
    /// Looks at the hands of the active player.
    pub fn new(law: &mut ComboLaw<'_>, state: &'s State, new: &'s HandCard) -> Self {
        let hands = &state.players[state.active].hands;
        let trap = new.is == Equip::Trap;
        let over_trap = match (law.readings().two_handed_over_trap, law.readings().assist_over_trap) {
            _ if trap => true,
            (TwoHandedOverTrap::Destroyed, _) if new.hands > 1 => true,
            (TwoHandedOverTrap::Refused, _) if new.hands > 1 => false,
            (_, over_trap) => over_trap == AssistOverTrap::Destroyed,
        };
        let needed_only = match law.readings().spare_hand {
            SpareHand::AssistsOnly => trap,
            SpareHand::Allowed => false,
            SpareHand::Refused => true,
        };
        let taken: u64 = hands.iter().map(|hand| u64::from(hand.hands)).sum();
        let own = u64::from(law.rules().hands);
        let needs = if trap { clauses::traps::NEEDS_HAND } else { NEEDS_HANDS };
        let several = law.readings().on_top_of_several == OnTopOfSeveral::AsManyAsHands;
        let most = if several { new.hands as usize } else { 1 };
        // When a trap takes the place of another, as many hands as before may stay taken.
        let room = if trap { own.max(taken) } else { own };
        Self {
            destructible: hands.iter().map(|hand| !protected(law, state, hand)).collect(),
            over_trap,
            most: if hands.is_empty() || law.on(ON_TOP_FEW) { most } else { usize::MAX },
            needed_only,
            named: law.readings().no_free_hand == NoFreeHand::PlayerNames,
            apart: law.readings().two_handed_over_trap == TwoHandedOverTrap::Stays && !trap && new.hands > 1,
            room: if law.on(needs) { room } else { u64::MAX },
            clause: if trap { clauses::traps::ON_TOP } else { ON_TOP },
            hands,
            new,
        }
    }

    /// The number of hands that an equipped card takes away from the new card.
    fn taken(&self, place: usize) -> u32 {
        let hand = &self.hands[place];
        if self.apart && hand.is == Equip::Trap { 0 } else { hand.hands }
    }

    /// The number of hands still lacking when some cards are gone.
    fn lacking(&self, gone: &[usize]) -> u64 {
        let rest = (0..self.hands.len()).filter(|place| !gone.contains(place));
        let taken: u64 = rest.map(|place| u64::from(self.taken(place))).sum();
        (taken + u64::from(self.new.hands)).saturating_sub(self.room)
    }

    fn barred(&self, place: usize) -> bool {
        self.hands[place].is == Equip::Trap && !self.over_trap
    }

    /// Whether each card that is gone needs to go.
    fn all_needed(&self, gone: &[usize]) -> bool {
        gone.iter().all(|one| {
            let without: Vec<usize> = gone.iter().copied().filter(|place| place != one).collect();
            self.lacking(&without) > 0
        })
    }

    /// Whether there can be room once these cards are gone, and perhaps others that may go, such that `suits` accepts
    /// the cards left.
    fn completes(
        &self,
        gone: &mut Vec<usize>,
        may_go: &dyn Fn(usize) -> bool,
        suits: &dyn Fn(&[usize]) -> bool,
    ) -> bool {
        if self.lacking(gone) == 0 {
            return (!self.needed_only || self.all_needed(gone)) && suits(gone);
        }
        if gone.len() >= self.most {
            return false;
        }
        let mut tried: Vec<(u32, bool, bool)> = Vec::new();
        for place in 0..self.hands.len() {
            // Cards that take the same hands and are equally assists make no difference here.
            let alike = (self.taken(place), self.hands[place].is == Equip::Assist, self.destructible[place]);
            if gone.contains(&place) || !may_go(place) || alike.0 == 0 || tried.contains(&alike) {
                continue;
            }
            tried.push(alike);
            gone.push(place);
            let completes = self.completes(gone, may_go, suits);
            gone.pop();
            if completes {
                return true;
            }
        }
        false
    }

    fn may_go(&self, place: usize) -> bool {
        self.destructible[place] && !self.barred(place)
    }

    /// Whether a card may be the next that goes.
    fn next(&self, over: &[usize], place: usize, suits: &dyn Fn(&[usize]) -> bool) -> bool {
        if over.contains(&place) || !self.may_go(place) || over.len() >= self.most {
            return false;
        }
        let mut gone = over.to_vec();
        if self.lacking(&gone) == 0 && self.needed_only {
            return false;
        }
        gone.push(place);
        self.completes(&mut gone, &|place| self.may_go(place), suits)
    }

    /// Checks whether the card can be equipped, either `on_top` of another although there is room, or not.
    ///
    /// # Errors
    /// If a clause refuses it.
    pub fn can_be(&self, law: &mut ComboLaw<'_>, on_top: bool) -> Result<(), Rejection> {
        law.cite(ON_TOP_OWN);
        let lacks = self.lacking(&[]) > 0;
        if !self.named {
            if on_top {
                return Err(law.reject(self.clause, || "the equipped cards that go are not named".to_owned()));
            }
            return self.oldest_fit(law);
        }
        if !lacks && !on_top {
            return Ok(());
        }
        let new = &self.new.card;
        let with = |may_go: &dyn Fn(usize) -> bool| {
            let first = |place: usize| may_go(place) && self.completes(&mut vec![place], may_go, &|_| true);
            (0..self.hands.len()).any(first)
        };
        if lacks && on_top {
            return Err(law.reject(self.clause, || "there is no room beside what is equipped".to_owned()));
        }
        if on_top && self.needed_only {
            return Err(law.reject(self.clause, || "there is room without replacing a card".to_owned()));
        }
        let unbarred = with(&|place| !self.barred(place));
        if !unbarred && (with(&|_| true) || on_top) {
            let trap = (0..self.hands.len()).any(|place| self.barred(place));
            let why = if trap { "a trap is set" } else { "nothing is equipped that it could go on top of" };
            return Err(law.reject(self.clause, || why.to_owned()));
        }
        if !unbarred {
            let needs = if self.new.is == Equip::Assist { NEEDS_HANDS } else { clauses::traps::NEEDS_HAND };
            return Err(law.reject(needs, || format!("no room for {new} in the hands")));
        }
        law.allow(self.clause, true, || "nothing is equipped on top of another card".to_owned())?;
        if !with(&|place| self.may_go(place)) {
            return Err(law.reject(PROTECTED, || "the equipped cards cannot be destroyed".to_owned()));
        }
        Ok(())
    }

    /// Whether it can be equipped such that the cards left suit what it destroys, which `suits` decides.
    pub fn leaves(&self, on_top: bool, suits: &dyn Fn(&[usize]) -> bool) -> bool {
        if !self.named || (self.lacking(&[]) == 0 && !on_top) {
            return suits(&self.unnamed());
        }
        (0..self.hands.len()).any(|place| self.next(&[], place, suits))
    }

    /// If nothing is named, checks whether the cards that go by their age may go.
    fn oldest_fit(&self, law: &mut ComboLaw<'_>) -> Result<(), Rejection> {
        let gone = self.oldest();
        law.forbid(ON_TOP_FEW, gone.len() > self.most, || format!("on top of {} cards", gone.len()))?;
        let needs = if self.new.is == Equip::Assist { NEEDS_HANDS } else { clauses::traps::NEEDS_HAND };
        let fits = self.lacking(&gone) == 0;
        law.forbid(needs, !fits, || format!("no room for {} in the hands", self.new.card))?;
        law.allow(self.clause, !gone.is_empty(), || "nothing is equipped on top of another card".to_owned())?;
        for place in gone {
            let protected = !self.destructible[place];
            law.forbid(PROTECTED, protected, || format!("{} cannot be destroyed", self.hands[place].card))?;
        }
        Ok(())
    }

    /// The cards that go if nothing is named.
    fn oldest(&self) -> Vec<usize> {
        let unbarred = || (0..self.hands.len()).filter(|place| !self.barred(*place));
        let gone = self.oldest_of(unbarred().filter(|place| self.destructible[*place]).collect());
        // If there is no such set, cards that may not go are chosen, and the new card is refused because of them.
        if gone.is_empty() { self.oldest_of(unbarred().collect()) } else { gone }
    }

    /// The smallest set of cards that may go and would leave enough room; among several such sets, the set with the
    /// oldest cards; empty if there is no such set.
    fn oldest_of(&self, mut may_go: Vec<usize>) -> Vec<usize> {
        let mut gone = Vec::new();
        while self.lacking(&gone) > 0 {
            // The cards that free the most of the hands asked for show how many cards must go.
            let mut most: Vec<usize> = may_go.clone();
            most.sort_by_key(|place| std::cmp::Reverse(self.taken(*place)));
            let makes_room = |count: &usize| self.lacking(&[gone.as_slice(), &most[..*count]].concat()) == 0;
            let Some(fewest) = (1..=most.len()).find(makes_room) else { return Vec::new() };
            let fits = |one: &usize| {
                let others = most.iter().copied().filter(|other| other != one).take(fewest - 1);
                self.lacking(&gone.iter().copied().chain([*one]).chain(others).collect::<Vec<_>>()) == 0
            };
            let Some(at) = may_go.iter().position(fits) else { return Vec::new() };
            gone.push(may_go[at]);
            may_go.drain(..=at);
        }
        gone
    }

    /// The cards that are gone before anything is named: none, or those that go by their age.
    pub fn unnamed(&self) -> Vec<usize> {
        if self.named { Vec::new() } else { self.oldest() }
    }

    /// Whether something must still be named, or may be.
    pub fn asks(&self, over: &[usize], on_top: bool, suits: &dyn Fn(&[usize]) -> bool) -> bool {
        let under_way = self.lacking(over) > 0 || on_top || !over.is_empty();
        self.named && under_way && (0..self.hands.len()).any(|place| self.next(over, place, suits))
    }

    /// Checks that nothing more must be named.
    ///
    /// # Errors
    /// If a clause demands more.
    pub fn done(&self, law: &mut ComboLaw<'_>, over: &[usize]) -> Result<(), Rejection> {
        let why = || format!("what {} goes on top of must still be named", self.new.card);
        if self.lacking(over) > 0 {
            let needs = if self.new.is == Equip::Assist { NEEDS_HANDS } else { clauses::traps::NEEDS_HAND };
            return Err(law.reject(needs, why));
        }
        if over.is_empty() {
            return Err(law.reject(self.clause, why));
        }
        Ok(())
    }

    /// The index of the equipped card that a name means, if it may go next.
    ///
    /// # Errors
    /// If a clause refuses it.
    pub fn named(
        &self,
        law: &mut ComboLaw<'_>,
        over: &[usize],
        name: &str,
        suits: &dyn Fn(&[usize]) -> bool,
    ) -> Result<usize, Rejection> {
        // A card that may go is meant rather than one that may not.
        if let Some(place) = copy(law, self.hands, name, |place, _| self.next(over, place, suits)) {
            return Ok(place);
        }
        let Some(place) = copy(law, self.hands, name, |place, _| !over.contains(&place)) else {
            return Err(law.reject(ON_TOP_OWN, || format!("{name} is not equipped")));
        };
        if self.barred(place) {
            return Err(law.reject(self.clause, || "a trap is set".to_owned()));
        }
        if !self.destructible[place] {
            return Err(law.reject(PROTECTED, || format!("{name} cannot be destroyed")));
        }
        if self.needed_only {
            return Err(law.reject(self.clause, || format!("{name} need not go")));
        }
        Err(law.reject(ON_TOP_FEW, || format!("on top of {name} there would be too many cards, or no room")))
    }
}

/// Whether an equipped card cannot be destroyed, so that nothing is equipped on top of it.
fn protected(law: &mut ComboLaw<'_>, state: &State, hand: &HandCard) -> bool {
    protection::has_protection(law, &hand.card)
        && law.on(PROTECTED)
        && law.readings().on_top_of_protected == OnTopOfProtected::Refused
        && protection::protected(law, state, &hand.card, hand.since)
}
