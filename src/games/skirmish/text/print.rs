//! The canonical way to print a skill text: each effect is a sentence.

use std::fmt;

use super::grammar::{Grammar, Rule};
use super::{Change, Class, Effect, Given, Group, Keyword, Restored, Score, Target, Text, Who};
use rulebound_core::grammar::parse;

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(keyword) = self.keyword {
            write!(f, "{keyword}:{}", if self.effects.is_empty() { "" } else { " " })?;
        }
        for (index, effect) in self.effects.iter().enumerate() {
            write!(f, "{}{effect}.", if index == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Keyword::Bounty => "Bounty",
            Keyword::Resonance => "Resonance",
            Keyword::Defiance => "Defiance",
            Keyword::Channel => "Channel",
            Keyword::Delirium => "Delirium",
            Keyword::Inspiration => "Inspiration",
        })
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Class::Marksman => "Marksman",
            Class::Duelist => "Duelist",
            Class::Enchanter => "Enchanter",
            Class::Vanguard => "Vanguard",
        })
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Draw { count: 1 } => f.write_str("Draw a card"),
            Effect::Draw { count } => write!(f, "Draw {count} cards"),
            Effect::Named { cards } => {
                let cards: Vec<String> = cards.iter().map(|card| name(Rule::draw_named, "Draw", card)).collect();
                write!(f, "Draw {}", list(&cards, "and"))
            }
            Effect::Give { effects, either, to } => {
                let effects: Vec<String> = effects.iter().map(given).collect();
                write!(f, "Give {} to {to}", list(&effects, if *either { "or" } else { "and" }))
            }
            Effect::Damage { amount, to } => write!(f, "Damage {to}{}", by(*amount, "")),
            Effect::Heal { amount, to } => write!(f, "Heal {to}{}", by(*amount, "")),
            Effect::Revive { to } => write!(f, "Revive {to}"),
            Effect::Defeat { to } => write!(f, "Defeat {to}"),
            Effect::Raise(change) => write!(f, "Raise {change}"),
            Effect::Lower(change) => write!(f, "Lower {change}"),
            Effect::Restore { actions, to } => {
                let actions: Vec<String> = actions.iter().map(|action| restored(*action).to_owned()).collect();
                write!(f, "Restore {}", owned(&format!("{} action", list(&actions, "and")), to))
            }
            Effect::Summon { familiar } => write!(f, "Summon {}", name(Rule::summon, "Summon", familiar)),
            Effect::Place { trap } => {
                let article = if vowel(trap) { "an" } else { "a" };
                write!(f, "Place {article} {} on an empty tile", name(Rule::place, "Place", trap))
            }
            Effect::Detonate {} => f.write_str("Detonate all traps"),
            Effect::Switch { stance } => write!(f, "Switch to the {stance} stance"),
            Effect::Gain { points: 1 } => f.write_str("Gain an action point"),
            Effect::Gain { points } => write!(f, "Gain {points} action points"),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scores: Vec<String> = self.scores.iter().map(|score| score.to_string()).collect();
        let scores = list(&scores, if self.either { "or" } else { "and" });
        let tiers = if self.by == Some(1) { " tier" } else { " tiers" };
        write!(f, "{}{}", owned(&scores, &self.to), by(self.by, tiers))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Score::Power => "power",
            Score::Armor => "armor",
        })
    }
}

fn restored(action: Restored) -> &'static str {
    match action {
        Restored::Attack => "attack",
        Restored::Movement => "movement",
    }
}

/// Something that belongs to somebody.
fn owned(what: &str, to: &Target) -> String {
    match to.of.as_slice() {
        [Group { who: Who::Yourself, .. }] if to.count.is_none() => format!("your {what}"),
        _ => format!("the {what} of {to}"),
    }
}

fn by(number: Option<u32>, unit: &str) -> String {
    number.map(|number| format!(" by {number}{unit}")).unwrap_or_default()
}

fn given(given: &Given) -> String {
    let name = name(Rule::give, "Give", &given.effect);
    given.number.map_or(name.clone(), |number| format!("{name} ({number})"))
}

/// A name, in quotation marks if it could not be read without them.
fn name(rule: Rule, verb: &str, name: &str) -> String {
    // In a list, after another name, more is taken for something else.
    let end = if rule == Rule::give { " to yourself" } else { "" };
    let text = format!("{verb} Some and {name}{end}");
    let names = [Rule::name, Rule::effect_name, Rule::trap_name];
    let alone = parse::<Grammar, Rule>(rule, &text).is_ok_and(|read| {
        let last = read.as_str() == text;
        last && read
            .into_inner()
            .flatten()
            .filter(|part| names.contains(&part.as_rule()))
            .last()
            .is_some_and(|part| part.as_str() == name && part.into_inner().next().is_none())
    });
    let plain = name.split(' ').all(|word| !word.is_empty() && !word.contains(char::is_whitespace));
    if alone && plain { name.to_owned() } else { format!("\"{name}\"") }
}

fn vowel(name: &str) -> bool {
    name.starts_with(['A', 'E', 'I', 'O', 'U'])
}

/// Parts joined by commas and, before the last, a word.
fn list(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let up_to = if self.up_to { "up to " } else { "" };
        let several = self.count != Some(1) || self.up_to;
        for (index, group) in self.of.iter().enumerate() {
            let first = index == 0;
            match (group.who, self.count) {
                (Who::Yourself, Some(count)) if first && (several || self.of.len() == 1) => {
                    write!(f, "{up_to}{count} of yourself")?;
                }
                (Who::Yourself, _) => write!(f, "{}yourself", if first { "" } else { " or " })?,
                (_, None) => write!(f, "{}{}", if first { "all " } else { " and " }, nouns(group, true))?,
                (_, Some(count)) if several => {
                    let many = if first { format!("{up_to}{count} ") } else { " or any ".to_owned() };
                    write!(f, "{many}{}", nouns(group, count != 1))?;
                }
                (_, Some(_)) => {
                    let nouns = nouns(&Group { other: false, ..group.clone() }, false);
                    let article = match group.other {
                        true => "another",
                        false if nouns.starts_with(['a', 'e', 'o', 'E']) => "an",
                        false => "a",
                    };
                    write!(f, "{}{article} {nouns}", if first { "" } else { " or " })?;
                }
            }
        }
        Ok(())
    }
}

/// The words of a group.
fn nouns(group: &Group, many: bool) -> String {
    let other = if group.other { "other " } else { "" };
    let wounded = if group.wounded { "critically wounded " } else { "" };
    let noun = match (group.class, group.who) {
        (None, Who::Ally) if many => "allies".to_owned(),
        (None, Who::Ally) => "ally".to_owned(),
        (None, Who::Opponent) => format!("opponent{}", if many { "s" } else { "" }),
        (None, _) => format!("character{}", if many { "s" } else { "" }),
        (Some(class), who) => {
            let side = match who {
                Who::Ally => "allied ",
                Who::Opponent => "enemy ",
                _ => "",
            };
            let class = if many && class == Class::Marksman { "Marksmen".to_owned() } else { class.to_string() };
            format!("{side}{class}{}", if many && !class.ends_with("men") { "s" } else { "" })
        }
    };
    format!("{other}{wounded}{noun}")
}
