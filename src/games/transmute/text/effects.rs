//! Reads the effects of an ability.

use super::grammar::Rule;
use super::parts::{place_in, score_in, sort_in};
use super::reader::{Part, Reader, child, has, inner};
use super::{Effect, Place, Signed, Sorting, Targets, Who, Whose};
use rulebound_core::grammar::Unread;

impl<'t> Reader<'t> {
    /// The effects that one clause has: none if it says nothing.
    pub(super) fn effect(&mut self, pair: Part<'t>) -> Result<Vec<Effect>, Unread> {
        let Some(kind) = inner(pair) else { return Ok(Vec::new()) };
        let effect = match kind.as_rule() {
            Rule::lasting => {
                let Some(lasts) = child(&kind, Rule::lasts).and_then(inner) else { return Ok(Vec::new()) };
                let yours = child(&kind, Rule::until_yours);
                return self.lasts(lasts, yours.as_ref());
            }
            Rule::more_damage => Effect::MoreDamage { by: self.number_in(&kind)? },
            Rule::cheapen => self.costs(&kind)?,
            Rule::gain_abilities => Effect::GainAbilities {},
            Rule::swap => Effect::Swap {},
            Rule::swap_cards => {
                let swapped = kind.into_inner().filter(|part| part.as_rule() == Rule::swapped);
                let cards: Vec<_> =
                    swapped.map(|part| (sort_in(&part), place_in(&part).unwrap_or(Place::Hand))).collect();
                let [(sort, from), (other, to)] = cards.as_slice() else { return Ok(Vec::new()) };
                Effect::Exchange { sort: sort.clone(), from: *from, other: other.clone(), with: *to }
            }
            Rule::pick_discard => {
                Effect::Discard { who: Who::That, amount: self.amount_in(&kind)?, from: Place::Hand, you_pick: true }
            }
            Rule::pick => Effect::Pick { targets: self.targets_in(&kind)? },
            Rule::replace_row => Effect::ReplaceRow {},
            Rule::shuffle_in => Effect::ShuffleIn {},
            Rule::draft => {
                let to = if has(&kind, Rule::into_hand) { Place::Hand } else { Place::Discard };
                Effect::Draft { sort: sort_in(&kind), to }
            }
            Rule::reveal_deck => Effect::RevealDeck { amount: self.amount_in(&kind)? },
            Rule::take_discard_rest => {
                let any = child(&kind, Rule::any).is_some_and(|any| any.as_str().to_lowercase().starts_with("any"));
                Effect::Sort(Sorting::TakeDiscardRest { sort: sort_in(&kind), any })
            }
            Rule::discard_any => Effect::Sort(Sorting::DiscardAnyPutBack),
            Rule::put_in_play => Effect::Sort(Sorting::IntoPlay),
            Rule::put_in_hand => Effect::Sort(Sorting::IntoHand),
            Rule::redirect_attack => Effect::RedirectAttack { most: self.amount_in(&kind)? },
            Rule::redirect_damage => Effect::RedirectDamage { targets: self.targets_in(&kind)? },
            Rule::next_attack => Effect::NextAttack { by: self.number_in(&kind)? },
            Rule::damage => Effect::Damage { targets: self.targets_in(&kind)?, amount: self.amount_in(&kind)? },
            Rule::deals => Effect::Deals { amount: self.amount_in(&kind)? },
            Rule::take_damage => Effect::TakeDamage { amount: self.amount_in(&kind)?, up_to: has(&kind, Rule::up_to) },
            Rule::heal => {
                let said = has(&kind, Rule::some) || has(&kind, Rule::amount);
                let amount = if said { Some(self.amount_in(&kind)?) } else { None };
                Effect::Heal { targets: self.targets_in(&kind)?, amount }
            }
            Rule::tap => Effect::Tap { targets: self.targets_in(&kind)? },
            Rule::untap => Effect::Untap { targets: self.targets_in(&kind)? },
            Rule::return_home => self.return_home(&kind)?,
            Rule::enter => {
                let (mut from, mut cost) = (None, None);
                for part in kind.clone().into_inner().filter(|part| part.as_rule() == Rule::which).filter_map(inner) {
                    if part.as_rule() == Rule::cost {
                        cost = Some(self.cost(&part)?);
                    } else {
                        from = place_in(&part);
                    }
                }
                let paying = has(&kind, Rule::paying) || has(&kind, Rule::play) && !has(&kind, Rule::for_free);
                let another = child(&kind, Rule::one_sort).is_some_and(|one| has(&one, Rule::another));
                Effect::Enter { sort: sort_in(&kind), from, cost, another, paying }
            }
            Rule::move_card => {
                let from = child(&kind, Rule::from).and_then(|from| place_in(&from)).unwrap_or(Place::Hand);
                let to = child(&kind, Rule::destination).and_then(|to| place_in(&to)).unwrap_or(Place::Discard);
                Effect::Move { sort: sort_in(&kind), from, to }
            }
            _ => self.by_player(&kind)?,
        };
        Ok(vec![effect])
    }

    fn lasts(&mut self, kind: Part<'t>, yours: Option<&Part<'t>>) -> Result<Vec<Effect>, Unread> {
        let your_turn = yours.is_some();
        if let (Rule::more_damage | Rule::cheapen | Rule::cheaper, Some(yours)) = (kind.as_rule(), yours) {
            return Err(self.refused(yours, "this ends with the turn", "write `until the end of the turn`"));
        }
        let effect = match kind.as_rule() {
            Rule::control => Effect::Control { targets: self.targets_in(&kind)?, your_turn },
            Rule::more_damage => Effect::MoreDamage { by: self.number_in(&kind)? },
            Rule::cheapen | Rule::cheaper => self.costs(&kind)?,
            Rule::change_scores => return self.change_scores(&kind, your_turn),
            _ => {
                let targets = match child(&kind, Rule::possessor).and_then(inner) {
                    None => self.targets_in(&kind)?,
                    Some(part) if part.as_rule() == Rule::its => self.it(&part)?,
                    Some(part) if part.as_rule() == Rule::this_card_s => Targets::This,
                    Some(_) => Targets::That,
                };
                let less = has(&kind, Rule::reduce);
                Effect::Change {
                    targets,
                    score: score_in(&kind),
                    by: self.number_in(&kind)?,
                    less,
                    more: Vec::new(),
                    your_turn,
                }
            }
        };
        Ok(vec![effect])
    }

    fn change_scores(&mut self, kind: &Part<'t>, your_turn: bool) -> Result<Vec<Effect>, Unread> {
        let targets = if has(kind, Rule::targets) { self.targets_in(kind)? } else { Targets::This };
        let mut scores = Vec::new();
        for signed in kind.clone().into_inner().filter(|part| part.as_rule() == Rule::signed) {
            let (by, less) = (self.number_in(&signed)?, has(&signed, Rule::minus));
            scores.push(Signed { score: score_in(&signed), by, less });
        }
        let mut scores = scores.into_iter();
        let Some(Signed { score, by, less }) = scores.next() else { return Ok(Vec::new()) };
        Ok(vec![Effect::Change { targets, score, by, less, more: scores.collect(), your_turn }])
    }

    pub(super) fn costs(&self, kind: &Part<'t>) -> Result<Effect, Unread> {
        Ok(Effect::Costs { sort: sort_in(kind), less: self.number_in(kind)? })
    }

    /// Only a player's own cards can come to the player's hand.
    fn return_home(&mut self, kind: &Part<'t>) -> Result<Effect, Unread> {
        let targets = self.targets_in(kind)?;
        let hand = child(kind, Rule::into_hand);
        if let (Targets::Some { whose: Some(Whose::Opponents), .. }, Some(hand)) = (&targets, &hand) {
            return Err(self.refused(hand, "an opponent's card goes to another hand", "write `to the owner's hand`"));
        }
        Ok(Effect::Return { targets, your_hand: hand.is_some() })
    }

    fn by_player(&mut self, pair: &Part<'t>) -> Result<Effect, Unread> {
        let named = child(pair, Rule::who).and_then(inner).map(|part| match part.as_rule() {
            Rule::that_player => Who::That,
            Rule::owner => Who::Owner,
            Rule::every_player => Who::Every,
            Rule::every_opponent => Who::Opponents,
            _ => Who::You,
        });
        let deed = pair.clone().into_inner().find(|part| part.as_rule() != Rule::who);
        let Some(kind) = deed else { return Ok(Effect::ShuffleIn {}) };
        // "Draws" has the same subject as the effect before, and so has "draw" after more than one player.
        let verb = inner(kind.clone()).filter(|verb| verb.as_rule() != Rule::plus);
        let before = self.subject.filter(|who| {
            verb.is_some_and(|verb| verb.as_str().ends_with(['s', 'S']) || matches!(who, Who::Every | Who::Opponents))
        });
        let who = named.or(before).unwrap_or(Who::You);
        self.subject = Some(who);
        Ok(match kind.as_rule() {
            Rule::energy => Effect::Energy { who, amount: self.amount_in(&kind)? },
            Rule::draw_until if who != Who::You => {
                return Err(self.refused(pair, "only you can draw until you have enough", "leave out who draws"));
            }
            Rule::draw_until => Effect::DrawUntil { amount: self.amount_in(&kind)? },
            Rule::draw => {
                let from = place_in(&kind).unwrap_or(Place::Deck);
                Effect::Draw { who, amount: self.amount_in(&kind)?, from }
            }
            Rule::reveal_hand => Effect::RevealHand { who },
            Rule::discard_top => {
                Effect::Discard { who, amount: self.amount_in(&kind)?, from: Place::Deck, you_pick: false }
            }
            _ => {
                let you_pick = has(&kind, Rule::you_pick);
                Effect::Discard { who, amount: self.amount_in(&kind)?, from: Place::Hand, you_pick }
            }
        })
    }
}
