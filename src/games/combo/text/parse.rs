//! Turns texts into trees, by the grammar `spec/combo/card.pest`.

use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::{
    CardSet, CardType, Condition, Effect, Joint, Lasting, NamedPile, Part, Per, Pile, School, Sentence, Side, Status,
    Target, Terrain, Terrains, Text, Value, Whose, words,
};
use rulebound_core::grammar::{Unread, offset, parse};

/// The offsets, in Unicode scalar values, of those parts of a sentence that a clause may refuse.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offsets {
    /// The sentence.
    pub start: usize,
    /// Each "or".
    pub ors: Vec<usize>,
    /// Each name of a choice.
    pub sides: Vec<usize>,
    /// Each effect.
    pub effects: Vec<usize>,
    /// The first word "every".
    pub every: Option<usize>,
    /// The first "or" between sorts of cards or between terrains.
    pub either: Option<usize>,
    /// The first curly or double mark around a name, or curly apostrophe in "the foe's".
    pub marks: Option<usize>,
    /// The first word in other capitals than the document prints, with what is printed.
    pub capitals: Option<(usize, String)>,
    /// The first name without quotation marks.
    pub bare: Option<usize>,
    /// The first number 0 of what is added, drawn, transferred or counted.
    pub zero: Option<usize>,
    /// The first pile to which cards are transferred although they are in it.
    pub same_pile: Option<usize>,
    /// The first place where cards are transferred out of a line.
    pub from_line: Option<usize>,
    /// The offset and value of each number, capped at `u32::MAX`.
    pub numbers: Vec<(usize, u32)>,
}

fn offsets(source: &str, sentence: &Pair<'_, Rule>) -> Offsets {
    let at = |pair: &Pair<'_, Rule>| offset(source, pair);
    let mut found = Offsets { start: at(sentence), ..Offsets::default() };
    for pair in sentence.clone().into_inner().flatten() {
        if found.capitals.is_none() {
            found.capitals = printed(&pair).filter(|word| word != pair.as_str()).map(|word| (at(&pair), word));
        }
        match pair.as_rule() {
            Rule::or => found.ors.push(at(&pair)),
            Rule::side => found.sides.push(at(&pair)),
            Rule::effect => found.effects.push(at(&pair)),
            Rule::either | Rule::or_terrain => found.either = found.either.or(Some(at(&pair))),
            Rule::curly_quote | Rule::double_quote | Rule::curly_double => {
                found.marks = found.marks.or(Some(at(&pair)));
            }
            Rule::foes => {
                let mark = pair.as_str().chars().position(|c| c == '’').map(|mark| at(&pair) + mark);
                found.marks = found.marks.or(mark);
            }
            Rule::bare_name => found.bare = found.bare.or(Some(at(&pair))),
            Rule::every => found.every = found.every.or(Some(at(&pair))),
            Rule::taken | Rule::counted | Rule::amount | Rule::draw | Rule::transfer => {
                let zero = pair
                    .clone()
                    .into_inner()
                    .find(|p| p.as_rule() == Rule::number && p.as_str().bytes().all(|b| b == b'0'));
                found.zero = found.zero.or(zero.as_ref().map(at));
                let piles = pair.clone().into_inner().filter(|p| matches!(p.as_rule(), Rule::from | Rule::to));
                let piles: Vec<Pair<'_, Rule>> =
                    piles.flat_map(Pair::into_inner).filter(|p| p.as_rule() == Rule::one_pile).collect();
                if let [from, to] = &piles[..]
                    && one_pile(from.clone()).of_one_player() == one_pile(to.clone()).of_one_player()
                {
                    found.same_pile = found.same_pile.or(Some(at(to)));
                }
            }
            Rule::one_line => found.from_line = found.from_line.or(Some(at(&pair))),
            Rule::number => found.numbers.push((at(&pair), number(&pair))),
            _ => {}
        }
    }
    found
}

/// A word in the capitals that the document prints. The first word of an effect, of a condition or of a choice, a type
/// and a school may begin with a capital or not.
fn printed(word: &Pair<'_, Rule>) -> Option<String> {
    let text = word.as_str();
    match word.as_rule() {
        Rule::phase
        | Rule::crumble
        | Rule::burn
        | Rule::guard
        | Rule::summon_word
        | Rule::stay_word
        | Rule::attack_value
        | Rule::defense_value => Some(text.to_uppercase()),
        Rule::left
        | Rule::right
        | Rule::draw_word
        | Rule::destroy_word
        | Rule::transfer_word
        | Rule::read_word
        | Rule::cannot
        | Rule::stays
        | Rule::at_word
        | Rule::after_word
        | Rule::last_word
        | Rule::only_word
        | Rule::card_type
        | Rule::school => {
            let first = text.chars().next()?;
            Some(std::iter::once(first).chain(text.chars().skip(1).flat_map(char::to_lowercase)).collect())
        }
        Rule::line
        | Rule::pool
        | Rule::trash
        | Rule::limbo
        | Rule::source
        | Rule::deck
        | Rule::lines
        | Rule::pools
        | Rule::trashes
        | Rule::limbos
        | Rule::sources
        | Rule::decks
        | Rule::card
        | Rule::article
        | Rule::and
        | Rule::or
        | Rule::either
        | Rule::or_terrain
        | Rule::any
        | Rule::anyone
        | Rule::foe
        | Rule::foes
        | Rule::own
        | Rule::both
        | Rule::terrain
        | Rule::assist
        | Rule::handed
        | Rule::played
        | Rule::by
        | Rule::the
        | Rule::first
        | Rule::round
        | Rule::its
        | Rule::be
        | Rule::destroyed
        | Rule::per_word
        | Rule::every
        | Rule::taken_word
        | Rule::if_word
        | Rule::in_word
        | Rule::with
        | Rule::name_word
        | Rule::from_word
        | Rule::to_word
        | Rule::set => Some(text.to_lowercase()),
        _ => None,
    }
}

/// Reads a card text. Each sentence comes with its offsets.
///
/// # Errors
/// If the text is refused. The error says where and why.
pub fn text(source: &str) -> Result<(Text, Vec<Offsets>), Unread> {
    if source.chars().all(char::is_whitespace) {
        return Ok((Text::default(), Vec::new()));
    }
    let root = parse::<Grammar, Rule>(Rule::text, source).map_err(|unparsed| words::unread(&unparsed))?;
    let mut found = Text::default();
    let mut places = Vec::new();
    for pair in root.into_inner().filter(|p| p.as_rule() == Rule::sentence) {
        places.push(offsets(source, &pair));
        found.sentences.push(sentence(pair));
    }
    Ok((found, places))
}

/// A number in digits, capped at `u32::MAX`.
fn number(pair: &Pair<'_, Rule>) -> u32 {
    pair.as_str().parse().unwrap_or(u32::MAX)
}

fn inner(pair: Pair<'_, Rule>) -> Option<Pair<'_, Rule>> {
    pair.into_inner().next()
}

fn has(pair: &Pair<'_, Rule>, rule: Rule) -> bool {
    pair.clone().into_inner().any(|p| p.as_rule() == rule)
}

fn sentence(pair: Pair<'_, Rule>) -> Sentence {
    let Some(kind) = inner(pair) else { return Sentence::Effects(Vec::new()) };
    match kind.as_rule() {
        Rule::status => Sentence::Status(match inner(kind).map(|p| p.as_rule()) {
            Some(Rule::crumble) => Status::Crumble,
            Some(Rule::burn) => Status::Burn,
            Some(Rule::guard) => Status::Guard,
            Some(Rule::stays_set) => Status::StaysSet,
            _ => Status::Phase,
        }),
        Rule::summon => Sentence::Summon(conditions(kind)),
        Rule::stay => Sentence::Stay(conditions(kind)),
        Rule::protection => Sentence::Protection(if has(&kind, Rule::round) { Lasting::Round } else { Lasting::Ever }),
        _ => Sentence::Effects(effects(kind)),
    }
}

/// The conditions anywhere below a pair.
fn conditions(pair: Pair<'_, Rule>) -> Vec<Condition> {
    let list = pair.into_inner().filter(|p| p.as_rule() == Rule::conditions);
    list.flat_map(Pair::into_inner)
        .filter(|p| p.as_rule() == Rule::condition)
        .filter_map(inner)
        .map(condition)
        .collect()
}

fn proviso(pair: &Pair<'_, Rule>) -> Vec<Condition> {
    pair.clone().into_inner().find(|p| p.as_rule() == Rule::proviso).map(conditions).unwrap_or_default()
}

fn condition(pair: Pair<'_, Rule>) -> Condition {
    let of =
        |pair: Pair<'_, Rule>| pair.into_inner().find(|p| p.as_rule() == Rule::cards).map(cards).unwrap_or_default();
    match pair.as_rule() {
        Rule::after => Condition::After(of(pair)),
        Rule::last => Condition::Last(of(pair)),
        Rule::only => Condition::Only(of(pair)),
        _ => {
            let several = pair.into_inner().find(|p| p.as_rule() == Rule::terrains);
            Condition::At(several.map_or(Terrains::Any, |list| {
                let each = list.into_inner().filter(|p| p.as_rule() == Rule::one_terrain);
                Terrains::These(each.filter_map(inner).map(terrain).collect())
            }))
        }
    }
}

fn terrain(pair: Pair<'_, Rule>) -> Terrain {
    if pair.as_rule() == Rule::named_terrain {
        return Terrain::Named(inner(pair).map(name).unwrap_or_default());
    }
    let of = pair.into_inner().find(|p| p.as_rule() == Rule::school);
    Terrain::School(of.map_or(School::Rock, |p| school(p.as_str())))
}

fn effects(pair: Pair<'_, Rule>) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut joint, mut side) = (None, None);
    for pair in pair.into_inner() {
        match pair.as_rule() {
            Rule::joint => joint = Some(if has(&pair, Rule::or) { Joint::Or } else { Joint::And }),
            Rule::side => side = Some(if has(&pair, Rule::left) { Side::Left } else { Side::Right }),
            Rule::effect => {
                let Some(kind) = inner(pair) else { continue };
                parts.push(Part { joint: joint.take(), side: side.take(), effect: effect(kind) });
            }
            _ => {}
        }
    }
    parts
}

fn effect(pair: Pair<'_, Rule>) -> Effect {
    let proviso = proviso(&pair);
    let first_number = pair.clone().into_inner().find(|p| p.as_rule() == Rule::number);
    let count = |n: Option<Pair<'_, Rule>>| n.as_ref().map_or(1, number);
    let per = pair.clone().into_inner().find(|p| p.as_rule() == Rule::per).and_then(per);
    match pair.as_rule() {
        Rule::amount => {
            let attack = pair.clone().into_inner().any(|p| p.as_rule() == Rule::value && has(&p, Rule::attack_value));
            let value = if attack { Value::Attack } else { Value::Defense };
            Effect::Amount { number: count(first_number), value, per, proviso }
        }
        Rule::read => Effect::Read { proviso },
        Rule::transfer => {
            let found = |rule: Rule| pair.clone().into_inner().find(|p| p.as_rule() == rule);
            let pile = |rule: Rule| found(rule).map(one_pile).unwrap_or(NamedPile { whose: None, pile: Pile::Trash });
            let cards = found(Rule::cards).map(cards).unwrap_or_default();
            let (from, to) = (pile(Rule::from), pile(Rule::to));
            Effect::Transfer { number: count(first_number), cards, from, to, proviso }
        }
        Rule::draw => Effect::Draw { number: count(first_number), per, proviso },
        _ => {
            let mut target = Target::AnyAssist { hands: None };
            for meant in pair.into_inner() {
                match meant.as_rule() {
                    Rule::any_assist => {
                        let hands = meant.into_inner().find(|p| p.as_rule() == Rule::number);
                        target = Target::AnyAssist { hands: hands.as_ref().map(number) };
                    }
                    Rule::the_terrain => target = Target::Terrain,
                    Rule::first_assist => {
                        let hands = count(meant.clone().into_inner().find(|p| p.as_rule() == Rule::number));
                        target = Target::FirstAssist { hands, foe: has(&meant, Rule::foe) };
                    }
                    _ => {}
                }
            }
            Effect::Destroy { target, proviso }
        }
    }
}

fn per(pair: Pair<'_, Rule>) -> Option<Per> {
    let kind = pair.into_inner().find(|p| matches!(p.as_rule(), Rule::taken | Rule::counted))?;
    let count = kind.clone().into_inner().find(|p| p.as_rule() == Rule::number).as_ref().map_or(1, number);
    if kind.as_rule() == Rule::taken {
        return Some(Per::Taken(count));
    }
    let mut found =
        Per::Counted { number: count, cards: CardSet::default(), place: NamedPile { whose: None, pile: Pile::Line } };
    if let Per::Counted { cards: meant, place: at, .. } = &mut found {
        for part in kind.into_inner() {
            match part.as_rule() {
                Rule::cards => *meant = cards(part),
                Rule::place => *at = place(part),
                _ => {}
            }
        }
    }
    Some(found)
}

fn place(pair: Pair<'_, Rule>) -> NamedPile {
    let mut found = NamedPile { whose: None, pile: Pile::Line };
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::both => found.whose = Some(Whose::Both),
            Rule::whose => found.whose = Some(if has(&part, Rule::own) { Whose::Own } else { Whose::Foe }),
            Rule::pile | Rule::piles => found.pile = inner(part).map_or(Pile::Line, |p| pile(p.as_rule())),
            _ => {}
        }
    }
    found
}

fn pile(rule: Rule) -> Pile {
    match rule {
        Rule::pool | Rule::pools => Pile::Pool,
        Rule::trash | Rule::trashes => Pile::Trash,
        Rule::limbo | Rule::limbos => Pile::Limbo,
        Rule::source | Rule::sources => Pile::Source,
        Rule::deck | Rule::decks => Pile::Deck,
        _ => Pile::Line,
    }
}

/// The pile or line after "from" or "to".
fn one_pile(pair: Pair<'_, Rule>) -> NamedPile {
    let rules: Vec<Rule> = pair.into_inner().flatten().map(|p| p.as_rule()).collect();
    let foes = rules.contains(&Rule::foes).then_some(Whose::Foe);
    let whose = foes.or(rules.contains(&Rule::own).then_some(Whose::Own));
    NamedPile { whose, pile: rules.last().map_or(Pile::Trash, |rule| pile(*rule)) }
}

fn cards(pair: Pair<'_, Rule>) -> CardSet {
    let sorts = pair.into_inner().filter(|p| p.as_rule() == Rule::sort).map(sort);
    // The first sort contains the second, and so on.
    sorts.rev().reduce(|rest, sort| CardSet { or: Some(Box::new(rest)), ..sort }).unwrap_or_default()
}

fn sort(pair: Pair<'_, Rule>) -> CardSet {
    let mut found = CardSet::default();
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::name => found.name = Some(name(part)),
            Rule::in_name => found.in_name = part.into_inner().find(|p| p.as_rule() == Rule::name).map(name),
            Rule::kind => match inner(part) {
                Some(p) if p.as_rule() == Rule::school => found.school = Some(school(p.as_str())),
                Some(p) => found.of_type = Some(card_type(p.as_str())),
                None => {}
            },
            _ => {}
        }
    }
    found
}

/// A name, either in quotation marks, where an apostrophe may be doubled, or without quotation marks. Without them,
/// any white space between its words is read as one space.
fn name(pair: Pair<'_, Rule>) -> String {
    let whole = pair.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
    let mut marked = pair.into_inner().filter_map(|p| match p.as_rule() {
        Rule::named => Some(p.as_str().replace("''", "'")),
        Rule::named_curly => Some(p.as_str().replace("’’", "’")),
        Rule::named_double | Rule::named_curly_double => Some(p.as_str().to_owned()),
        _ => None,
    });
    marked.next().unwrap_or(whole)
}

// The grammar allows no other words than these names.

fn school(text: &str) -> School {
    School::of(&text.to_lowercase()).unwrap_or(School::Rock)
}

fn card_type(text: &str) -> CardType {
    CardType::of(&text.to_lowercase()).unwrap_or(CardType::Attack)
}
