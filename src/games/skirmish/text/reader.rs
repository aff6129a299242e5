//! What reads the parts of an effect: numbers, names and targets.

use pest::iterators::Pair;

use super::grammar::Rule;
use super::{Class, Group, Target, Who};
use rulebound_core::grammar::{Unread, offset};

/// The offsets, in Unicode scalar values, of those parts of a text that a clause may refuse, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offsets {
    /// Each number, with its value.
    pub numbers: Vec<(usize, u32)>,
    /// Each effect that is given, with its name as written.
    pub effects: Vec<(usize, String)>,
    /// Each trap, with its name as written.
    pub traps: Vec<(usize, String)>,
    /// Each class, with its name: a Marksman may be called a Specialist.
    pub classes: Vec<(usize, String)>,
    /// Each familiar, with its name as written.
    pub familiars: Vec<(usize, String)>,
    /// Each card that is drawn by its name, as written.
    pub cards: Vec<(usize, String)>,
    /// Each unit in which an effect is counted, with the effect.
    pub units: Vec<(usize, Unit, String)>,
    /// Whether there are lists of groups.
    pub lists: bool,
}

/// What an effect is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Unit {
    Stacks,
    Turns,
    Uses,
}

/// A part of a text, as the grammar has read it.
pub(super) type Part<'t> = Pair<'t, Rule>;

pub(super) fn inner(pair: Part<'_>) -> Option<Part<'_>> {
    pair.into_inner().next()
}

pub(super) fn child<'t>(pair: &Part<'t>, rule: Rule) -> Option<Part<'t>> {
    pair.clone().into_inner().find(|part| part.as_rule() == rule)
}

pub(super) fn all<'t>(pair: &Part<'t>, rule: Rule) -> Vec<Part<'t>> {
    pair.clone().into_inner().filter(|part| part.as_rule() == rule).collect()
}

pub(super) fn has(pair: &Part<'_>, rule: Rule) -> bool {
    child(pair, rule).is_some()
}

/// Words for numbers, from one.
const NUMBERS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Reads one text.
pub(super) struct Reader<'t> {
    pub(super) source: &'t str,
    pub(super) offsets: Offsets,
    /// Whether what is said of one group also applies to those that follow.
    pub(super) whole_lists: bool,
    /// What has been said before the groups of the list that is being read.
    pub(super) said: Option<Group>,
}

impl<'t> Reader<'t> {
    /// A refusal at a part.
    pub(super) fn refused(&self, pair: &Part<'_>, message: &str, help: &str) -> Unread {
        Unread { offset: offset(self.source, pair), message: message.to_owned(), help: help.to_owned() }
    }

    fn number(&mut self, pair: &Part<'_>) -> Result<u32, Unread> {
        let written = pair.as_str().to_lowercase();
        let word = NUMBERS.iter().position(|word| *word == written).and_then(|index| u32::try_from(index + 1).ok());
        let Some(value) = word.or_else(|| written.parse().ok()) else {
            return Err(self.refused(pair, &format!("the number {written} is too large"), "write a smaller number"));
        };
        self.offsets.numbers.push((offset(self.source, pair), value));
        Ok(value)
    }

    /// The number that stands directly in a part.
    pub(super) fn number_in(&mut self, pair: &Part<'_>) -> Result<Option<u32>, Unread> {
        child(pair, Rule::number).map(|part| self.number(&part)).transpose()
    }

    /// The number or article that stands directly in a part.
    pub(super) fn some(&mut self, pair: &Part<'_>) -> Result<Option<u32>, Unread> {
        let Some(some) = child(pair, Rule::some) else { return Ok(None) };
        Ok(self.number_in(&some)?.or(Some(1)))
    }

    /// The names that stand directly in a part, with their offsets.
    pub(super) fn names(&self, pair: &Part<'_>, rule: Rule) -> Vec<(usize, String)> {
        let name = |part: Part<'_>| {
            let at = offset(self.source, &part);
            // Any white space between the words of a name without quotation marks is read as one space.
            let bare = || part.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
            let name = inner(part.clone()).map_or_else(bare, |quoted| quoted.as_str().to_owned());
            (at, name)
        };
        all(pair, rule).into_iter().map(name).collect()
    }

    /// Notes the unit in which an effect is counted.
    pub(super) fn unit(&mut self, pair: &Part<'_>, effect: &str) {
        let written = pair.as_str().to_lowercase();
        let unit = match () {
            () if written.starts_with("stack") => Unit::Stacks,
            () if written.starts_with("turn") || written.starts_with("round") => Unit::Turns,
            () => Unit::Uses,
        };
        self.offsets.units.push((offset(self.source, pair), unit, effect.to_owned()));
    }

    /// Notes where a class is named, by which of its names.
    pub(super) fn class_named(&mut self, pair: &Part<'_>, class: Class) {
        let other_name = pair.as_str().to_lowercase().starts_with("specialist");
        let name = if other_name { "Specialist".to_owned() } else { class.to_string() };
        self.offsets.classes.push((offset(self.source, pair), name));
    }

    /// Adds something that may be there only once.
    pub(super) fn push_once<T: PartialEq>(&self, to: &mut Vec<T>, new: T, pair: &Part<'_>) -> Result<(), Unread> {
        if to.contains(&new) {
            let message = format!("{} appears twice", pair.as_str().to_lowercase());
            return Err(self.refused(pair, &message, "leave one of them out"));
        }
        to.push(new);
        Ok(())
    }

    /// The targets that stand directly in an effect, or as the owners of something. The character itself, if there are
    /// none.
    pub(super) fn targets(&mut self, pair: &Part<'t>) -> Result<Vec<Target>, Unread> {
        let owners = child(pair, Rule::owners);
        let Some(targets) = child(owners.as_ref().unwrap_or(pair), Rule::targets) else {
            return Ok(vec![Target { count: None, up_to: false, of: vec![yourself()] }]);
        };
        let revives = pair.as_rule() == Rule::revive;
        self.offsets.lists |= all(&targets, Rule::target).len() > 1;
        all(&targets, Rule::target).into_iter().filter_map(inner).map(|part| self.target(&part, revives)).collect()
    }

    fn target(&mut self, pair: &Part<'t>, revives: bool) -> Result<Target, Unread> {
        let number = self.number_in(pair)?;
        let mut of = Vec::new();
        self.said = None;
        self.members(pair, revives, &mut of)?;
        self.offsets.lists |= of.len() > 1;
        let one = match pair.as_rule() {
            Rule::some_of => true,
            Rule::one_of => of.len() > 1 || of.iter().any(|group: &Group| group.who != Who::Yourself),
            _ => false,
        };
        Ok(Target { count: number.or(one.then_some(1)), up_to: has(pair, Rule::up_to), of })
    }

    /// Reads the groups of a list.
    fn members(&mut self, pair: &Part<'t>, revives: bool, of: &mut Vec<Group>) -> Result<(), Unread> {
        let (mut begun, mut any) = (None, false);
        for part in pair.clone().into_inner() {
            match part.as_rule() {
                Rule::yourself => of.push(yourself()),
                Rule::restart => {
                    any = has(&part, Rule::any);
                    begun = Some(has(&part, Rule::another));
                }
                Rule::member | Rule::or_list => self.members(&part, revives, of)?,
                Rule::group => {
                    let unclear = pair.as_rule() == Rule::bare && !plural(&part)
                        || pair.as_rule() == Rule::one_of && any && plural(&part);
                    if unclear {
                        let help = "write for instance an ally, all allies, 2 allies, or up to 2 allies";
                        return Err(self.refused(&part, "the text does not say how many", help));
                    }
                    // An article, unlike no article, starts over.
                    if begun.is_some() {
                        self.said = None;
                    }
                    of.push(self.group(&part, revives, begun.take() == Some(true))?);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads a group. What is said of the group before it in the same list also applies to it.
    fn group(&mut self, pair: &Part<'t>, revives: bool, another: bool) -> Result<Group, Unread> {
        if let Some(fainted) = child(pair, Rule::fainted).filter(|_| !revives) {
            let help = "leave out `fainted`: only what revives a character affects one that is fainted";
            return Err(self.refused(&fainted, "this cannot affect a fainted character", help));
        }
        let named = child(pair, Rule::class);
        let class = named.clone().map(class);
        if let Some((named, class)) = named.as_ref().zip(class) {
            self.class_named(named, class);
        }
        let side = child(pair, Rule::side).map(|side| if has(&side, Rule::allied) { Who::Ally } else { Who::Opponent });
        let person = child(pair, Rule::person).and_then(inner).map(|person| match person.as_rule() {
            Rule::allies => Who::Ally,
            Rule::opponents => Who::Opponent,
            _ => Who::Character,
        });
        let who = side.or(person).unwrap_or(Who::Character);
        let mut group =
            Group { who, other: another || has(pair, Rule::other), wounded: has(pair, Rule::wounded), class };
        if let Some(before) = self.said.take().filter(|_| self.whole_lists) {
            group.other |= before.other;
            group.wounded |= before.wounded;
            if class.is_some() && person.is_none() && who == Who::Character && before.class.is_some() {
                group.who = before.who;
            }
        }
        self.said = Some(group.clone());
        for limit in all(pair, Rule::limit) {
            let whose = match inner(limit.clone()).map(|part| part.as_rule()) {
                Some(Rule::you_control) => Who::Ally,
                Some(Rule::opponent_controls) => Who::Opponent,
                Some(Rule::but_yourself) => {
                    group.other = true;
                    continue;
                }
                _ => {
                    group.wounded = true;
                    continue;
                }
            };
            if group.who != Who::Character {
                let help = "say only once whose the characters are";
                return Err(self.refused(&limit, "the text already says on whose side they are", help));
            }
            group.who = whose;
        }
        Ok(group)
    }
}

fn yourself() -> Group {
    Group { who: Who::Yourself, other: false, wounded: false, class: None }
}

/// Whether the noun of a group is in the plural.
fn plural(group: &Part<'_>) -> bool {
    let nouns = [Rule::class, Rule::characters, Rule::person];
    let noun = group.clone().into_inner().filter(|part| nouns.contains(&part.as_rule())).last();
    noun.is_some_and(|noun| {
        let noun = noun.as_str().to_lowercase();
        noun.ends_with('s') || noun.ends_with("men")
    })
}

/// A class.
pub(super) fn class(pair: Part<'_>) -> Class {
    match inner(pair).map(|part| part.as_rule()) {
        Some(Rule::marksman) => Class::Marksman,
        Some(Rule::duelist) => Class::Duelist,
        Some(Rule::enchanter) => Class::Enchanter,
        _ => Class::Vanguard,
    }
}
