//! Turns texts into trees, by the grammar `spec/skirmish/skill.pest`.

use super::grammar::{Grammar, Rule};
pub use super::reader::{Offsets, Unit};
use super::reader::{Part, Reader, all, child, class, has, inner};
use super::{Change, Class, Effect, Given, Keyword, Restored, Score, Target, Text, words};
use rulebound_core::grammar::{Unread, parse};

/// Reads a skill text. What is said of one group of a list also applies to those that follow.
///
/// # Errors
/// If the text is refused: where and why.
pub fn text(source: &str) -> Result<(Text, Offsets), Unread> {
    read(source, true).map_err(|refused| refused.0)
}

/// Reads a skill text. `whole_lists` says whether what is said of one group of a list also applies to the next.
///
/// # Errors
/// If the text is refused: where and why, with what had been read before.
pub fn read(source: &str, whole_lists: bool) -> Result<(Text, Offsets), Box<(Unread, Offsets)>> {
    if source.chars().all(char::is_whitespace) {
        return Ok(Default::default());
    }
    let root = parse::<Grammar, Rule>(Rule::text, source)
        .map_err(|unparsed| Box::new((words::unread(&unparsed), Offsets::default())))?;
    let mut reader = Reader { source, offsets: Offsets::default(), whole_lists, said: None };
    let keyword = child(&root, Rule::prefix).and_then(inner).map(keyword);
    let mut effects = Vec::new();
    for part in child(&root, Rule::effects).into_iter().flat_map(|part| all(&part, Rule::effect)) {
        match reader.effect(part) {
            Ok(read) => effects.extend(read),
            Err(unread) => return Err(Box::new((unread, reader.offsets))),
        }
    }
    // parts are not read in the order of the text
    reader.offsets.numbers.sort_unstable();
    Ok((Text { keyword, effects }, reader.offsets))
}

fn keyword(pair: Part<'_>) -> Keyword {
    match inner(pair).map(|part| part.as_rule()) {
        Some(Rule::bounty) => Keyword::Bounty,
        Some(Rule::resonance) => Keyword::Resonance,
        Some(Rule::defiance) => Keyword::Defiance,
        Some(Rule::channel) => Keyword::Channel,
        Some(Rule::delirium) => Keyword::Delirium,
        _ => Keyword::Inspiration,
    }
}

impl<'t> Reader<'t> {
    fn effect(&mut self, pair: Part<'t>) -> Result<Vec<Effect>, Unread> {
        let Some(kind) = inner(pair) else { return Ok(Vec::new()) };
        Ok(match kind.as_rule() {
            Rule::draw => vec![Effect::Draw { count: self.some(&kind)?.unwrap_or(1) }],
            Rule::draw_named => {
                let cards = self.names(&kind, Rule::name);
                self.offsets.cards.extend(cards.iter().cloned());
                vec![Effect::Named { cards: cards.into_iter().map(|(_, name)| name).collect() }]
            }
            Rule::gain => vec![Effect::Gain { points: self.some(&kind)?.unwrap_or(1) }],
            Rule::give => self.give(&kind)?,
            Rule::damage => {
                let amount = self.number_in(&kind)?;
                self.each(&kind, |to| Effect::Damage { amount, to })?
            }
            Rule::heal => {
                let amount = self.number_in(&kind)?;
                self.each(&kind, |to| Effect::Heal { amount, to })?
            }
            Rule::revive => self.each(&kind, |to| Effect::Revive { to })?,
            Rule::defeat => self.each(&kind, |to| Effect::Defeat { to })?,
            Rule::raise => self.change(&kind, Effect::Raise)?,
            Rule::lower => self.change(&kind, Effect::Lower)?,
            Rule::restore => self.restore(&kind)?,
            Rule::summon => {
                let familiars = self.names(&kind, Rule::name);
                self.offsets.familiars.extend(familiars.iter().cloned());
                familiars.into_iter().map(|(_, familiar)| Effect::Summon { familiar }).collect()
            }
            Rule::place => {
                let traps = self.names(&kind, Rule::trap_name);
                self.offsets.traps.extend(traps.iter().cloned());
                traps.into_iter().map(|(_, trap)| Effect::Place { trap }).collect()
            }
            Rule::switch => vec![Effect::Switch { stance: self.stance(&kind)? }],
            _ => vec![Effect::Detonate {}],
        })
    }

    /// One effect for each of the targets that the effect names.
    fn each(&mut self, pair: &Part<'t>, effect: impl Fn(Target) -> Effect) -> Result<Vec<Effect>, Unread> {
        Ok(self.targets(pair)?.into_iter().map(effect).collect())
    }

    fn give(&mut self, pair: &Part<'t>) -> Result<Vec<Effect>, Unread> {
        let handed = all(pair, Rule::handed);
        let parts = if handed.is_empty() { vec![pair.clone()] } else { handed };
        let mut found = Vec::new();
        for part in parts {
            // The effects have to be read in the order of the text, for the offsets.
            let (effects, either) = self.gifts(&part)?;
            let each = |to| Effect::Give { effects: effects.clone(), either, to };
            found.extend(self.each(&part, each)?);
        }
        Ok(found)
    }

    fn gifts(&mut self, pair: &Part<'t>) -> Result<(Vec<Given>, bool), Unread> {
        let Some(gifts) = child(pair, Rule::gifts) else { return Ok((Vec::new(), false)) };
        let mut effects = Vec::new();
        for gift in all(&gifts, Rule::gift) {
            let number = match child(&gift, Rule::some) {
                Some(_) => self.some(&gift)?,
                None => self.number_in(&gift)?,
            };
            let names = self.names(&gift, Rule::effect_name);
            self.offsets.effects.extend(names.iter().cloned());
            if let (Some(unit), Some((_, effect))) = (child(&gift, Rule::stacks_of), names.first()) {
                self.unit(&unit, effect);
            }
            effects.extend(names.into_iter().map(|(_, effect)| Given { effect, number }));
        }
        for lasting in all(pair, Rule::lasting) {
            let number = self.some(&lasting)?;
            if effects.iter().all(|given| given.number.is_some()) {
                let message = "every effect has its number already";
                return Err(self.refused(&lasting, message, "state the number only once, as in Ignite (2)"));
            }
            for given in effects.iter_mut().filter(|given| given.number.is_none()) {
                given.number = number;
                if let Some(unit) = child(&lasting, Rule::turns) {
                    self.unit(&unit, &given.effect);
                }
            }
        }
        Ok((effects, has(&gifts, Rule::or)))
    }

    fn change(&mut self, pair: &Part<'t>, effect: fn(Change) -> Effect) -> Result<Vec<Effect>, Unread> {
        let Some(change) = child(pair, Rule::change) else { return Ok(Vec::new()) };
        let by = match child(&change, Rule::some) {
            Some(_) => self.some(&change)?,
            None => self.number_in(&change)?,
        };
        let (mut scores, mut either) = (Vec::new(), false);
        if let Some(part) = child(&change, Rule::scores) {
            either = has(&part, Rule::or);
            for part in all(&part, Rule::score) {
                let power = has(&part, Rule::power);
                self.push_once(&mut scores, if power { Score::Power } else { Score::Armor }, &part)?;
            }
        }
        self.each(&change, |to| effect(Change { scores: scores.clone(), either, by, to }))
    }

    fn restore(&mut self, pair: &Part<'t>) -> Result<Vec<Effect>, Unread> {
        let mut actions = Vec::new();
        for part in child(pair, Rule::actions).into_iter().flat_map(|part| all(&part, Rule::deed)) {
            let attack = has(&part, Rule::attack);
            self.push_once(&mut actions, if attack { Restored::Attack } else { Restored::Movement }, &part)?;
        }
        if actions.is_empty() {
            actions = vec![Restored::Attack, Restored::Movement];
        }
        self.each(pair, |to| Effect::Restore { actions: actions.clone(), to })
    }

    fn stance(&mut self, pair: &Part<'t>) -> Result<Class, Unread> {
        let Some(stance) = child(pair, Rule::stance) else { return Ok(Class::Vanguard) };
        let Some(class) = parse::<Grammar, Rule>(Rule::class, stance.as_str()).ok().map(class) else {
            let message = format!("there is no class {}", stance.as_str());
            return Err(self.refused(&stance, &message, &words::class_like(stance.as_str())));
        };
        self.class_named(&stance, class);
        Ok(class)
    }
}
