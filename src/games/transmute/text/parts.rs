//! The parts of effects: numbers, sorts of cards, places and targets.

use super::grammar::Rule;
use super::reader::{Part, Reader, child, has, inner};
use super::{Amount, CardType, CostIs, Count, HowMany, Place, Score, Sort, TargetKind, Targets, Whose};
use rulebound_core::grammar::Unread;

const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

impl<'t> Reader<'t> {
    pub(super) fn number(&self, pair: &Part<'_>) -> Result<u32, Unread> {
        let written = pair.as_str();
        let in_words = (1..).zip(NUMBERS).find(|(_, word)| written.eq_ignore_ascii_case(word));
        in_words
            .map(|(number, _)| number)
            .or_else(|| written.parse().ok())
            .ok_or_else(|| self.refused(pair, &format!("the number {written} is too large"), "write a smaller number"))
    }

    /// The number that is written in a part; 1 if there is none.
    pub(super) fn number_in(&self, pair: &Part<'_>) -> Result<u32, Unread> {
        child(pair, Rule::number).map_or(Ok(1), |number| self.number(&number))
    }

    /// The amount of an effect. If the text says "for each", an amount of one becomes the number of things counted.
    pub(super) fn amount_in(&mut self, pair: &Part<'_>) -> Result<Amount, Unread> {
        let amount = self.amount_of(pair)?;
        Ok(if amount == Amount::Number(1) { self.each.take().unwrap_or(amount) } else { amount })
    }

    /// The amount that a part gives, or is; 1 if there is none.
    pub(super) fn amount_of(&self, pair: &Part<'_>) -> Result<Amount, Unread> {
        let rules = [Rule::amount, Rule::some, Rule::measure, Rule::number, Rule::x];
        let Some(part) = pair.clone().into_inner().find(|part| rules.contains(&part.as_rule())) else {
            return Ok(Amount::Number(1));
        };
        Ok(match part.as_rule() {
            Rule::number => Amount::Number(self.number(&part)?),
            Rule::measure => measure(&part),
            Rule::x => {
                let explained = self.explained.iter().find(|(at, _)| *at > part.as_span().start());
                explained.map_or(Amount::Number(1), |(_, amount)| amount.clone())
            }
            _ => self.amount_of(&part)?,
        })
    }

    pub(super) fn targets_in(&mut self, pair: &Part<'t>) -> Result<Targets, Unread> {
        let Some(part) = child(pair, Rule::targets).and_then(inner) else { return Ok(Targets::That) };
        Ok(match part.as_rule() {
            Rule::this => Targets::This,
            Rule::it => self.it(&part)?,
            Rule::that_player => Targets::ThatPlayer,
            Rule::yourself => players(HowMany::Exactly(Amount::Number(1)), Some(Whose::Yours)),
            Rule::each_of | Rule::some_of => {
                self.picked = true;
                self.group(part)?
            }
            _ => Targets::That,
        })
    }

    /// What "it" is.
    pub(super) fn it(&self, pair: &Part<'_>) -> Result<Targets, Unread> {
        match (self.picked, self.about_this) {
            (true, _) => Ok(Targets::That),
            (false, true) => Ok(Targets::This),
            (false, false) => Err(self.refused(
                pair,
                &format!("it is not clear what `{}` means", pair.as_str()),
                "write `this Minion`, or pick a Minion first",
            )),
        }
    }

    fn group(&mut self, pair: Part<'t>) -> Result<Targets, Unread> {
        let mut number = HowMany::All;
        let (mut kinds, mut whose, mut another, mut cost) = (Vec::new(), None, false, None);
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::number_of_them => {
                    let amount = self.amount_of(&part)?;
                    number = if has(&part, Rule::up_to) { HowMany::UpTo(amount) } else { HowMany::Exactly(amount) };
                    another = has(&part, Rule::another) || has(&part, Rule::other);
                }
                Rule::other => another = true,
                Rule::whose_before => {
                    whose = Some(if has(&part, Rule::yours) { Whose::Yours } else { Whose::Opponents });
                    another |= has(&part, Rule::other);
                }
                Rule::opponent_noun => (kinds, whose) = (vec![TargetKind::Player], Some(Whose::Opponents)),
                Rule::kinds | Rule::all_kinds => {
                    kinds = part.into_inner().filter(|p| p.as_rule() == Rule::kind).map(kind).collect();
                }
                Rule::limit => match inner(part) {
                    Some(part) if part.as_rule() == Rule::you_control => whose = Some(Whose::Yours),
                    Some(part) if part.as_rule() == Rule::opponent_controls => whose = Some(Whose::Opponents),
                    Some(part) if part.as_rule() == Rule::cost => cost = Some(self.cost(&part)?),
                    _ => {}
                },
                _ => {}
            }
        }
        Ok(Targets::Some { number, of: kinds, whose, another, cost })
    }

    pub(super) fn cost(&self, pair: &Part<'_>) -> Result<CostIs, Unread> {
        if let Some(most) = child(pair, Rule::at_most_more) {
            return Ok(CostIs::AtMostMore(self.number_in(&most)?));
        }
        let counted = has(pair, Rule::amount) || has(pair, Rule::measure);
        Ok(if counted { CostIs::Exactly(self.amount_of(pair)?) } else { CostIs::Same })
    }
}

/// Players as targets.
pub(super) fn players(number: HowMany, whose: Option<Whose>) -> Targets {
    Targets::Some { number, of: vec![TargetKind::Player], whose, another: false, cost: None }
}

/// What is counted in a part.
pub(super) fn measure(pair: &Part<'_>) -> Amount {
    let Some(counted) = child(pair, Rule::counted) else {
        return if has(pair, Rule::its_cost) { Amount::ItsCost } else { Amount::DamageTaken };
    };
    Amount::Count(if has(&counted, Rule::on_this) {
        Count::OnThis
    } else if has(&counted, Rule::on_that) {
        Count::OnThat
    } else {
        let of = child(&counted, Rule::card_type).map_or(CardType::Spell, card_type);
        if has(&counted, Rule::you_have) { Count::YourCards(of) } else { Count::AllCards(of) }
    })
}

fn kind(pair: Part<'_>) -> TargetKind {
    match inner(pair).map(|part| part.as_rule()) {
        Some(Rule::non_device) => TargetKind::NonDevice,
        Some(Rule::device) => TargetKind::Device,
        Some(Rule::enchantment) => TargetKind::Enchantment,
        Some(Rule::card) => TargetKind::Card,
        Some(Rule::player) => TargetKind::Player,
        Some(Rule::target_noun) => TargetKind::Target,
        _ => TargetKind::Minion,
    }
}

/// The score that a part names.
pub(super) fn score_in(pair: &Part<'_>) -> Score {
    match child(pair, Rule::score).and_then(inner).map(|part| part.as_rule()) {
        Some(Rule::armor) => Score::Armor,
        Some(Rule::life) => Score::Life,
        _ => Score::Attack,
    }
}

/// The sort of cards that a part names.
pub(super) fn sort_in(pair: &Part<'_>) -> Sort {
    let holder = child(pair, Rule::one_sort).or_else(|| child(pair, Rule::many)).unwrap_or_else(|| pair.clone());
    let holder = child(&holder, Rule::sort).unwrap_or(holder);
    let mut found = Sort::Card;
    for part in holder.into_inner() {
        match part.as_rule() {
            Rule::card_type => found = Sort::Type(card_type(part)),
            Rule::name => found = Sort::Named(name(part)),
            // Any white space between the words of the name is read as one space.
            Rule::bare_name => found = Sort::Named(part.as_str().split_whitespace().collect::<Vec<_>>().join(" ")),
            _ => {}
        }
    }
    found
}

fn name(pair: Part<'_>) -> String {
    child(&pair, Rule::named).map(|named| named.as_str().replace("''", "'")).unwrap_or_default()
}

fn card_type(pair: Part<'_>) -> CardType {
    match inner(pair).map(|part| part.as_rule()) {
        Some(Rule::minion) => CardType::Minion,
        Some(Rule::device) => CardType::Device,
        Some(Rule::enchantment) => CardType::Enchantment,
        _ => CardType::Spell,
    }
}

/// The place that a part names; none if it names none.
pub(super) fn place_in(pair: &Part<'_>) -> Option<Place> {
    pair.clone().into_inner().find_map(|part| match part.as_rule() {
        Rule::hand | Rule::into_hand | Rule::from_hand => Some(Place::Hand),
        Rule::deck | Rule::on_deck => Some(Place::Deck),
        Rule::discard_pile => Some(Place::Discard),
        Rule::draft_deck => Some(Place::DraftDeck),
        Rule::draft_row => Some(Place::DraftRow),
        _ => None,
    })
}
