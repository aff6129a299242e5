//! The canonical way to print a card text: each step is a sentence.

use std::fmt;

use super::grammar::{Grammar, Rule};
use super::{
    Ability, Amount, CardType, CostIs, Count, Effect, HowMany, Place, Proviso, Score, Signed, Sort, Sorting, Step,
    TargetKind, Targets, Text, When, Who, Whose,
};
use rulebound_core::grammar::parse;

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before: Option<&Ability> = None;
        for ability in &self.abilities {
            f.write_str(if before.is_some() { " " } else { "" })?;
            // Sentences that say nothing else would go on with the ability before.
            if ability.when == When::Played && before.is_some_and(|before| before.when != When::Always) {
                f.write_str("When you play this card, ")?;
                write_steps(f, &ability.does, false)?;
            } else {
                ability.fmt(f)?;
            }
            before = Some(ability);
        }
        Ok(())
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alone = match &self.when {
            When::Always | When::Played => true,
            When::Tap => {
                f.write_str("T: ")?;
                true
            }
            When::Discarding { sort, any_time } => {
                let you = if *any_time { "At any time, you" } else { "You" };
                write!(f, "{you} may discard {} from play or from hand to ", One(sort))?;
                false
            }
            other => {
                match other {
                    When::Damaged => f.write_str("When this Minion is damaged, ")?,
                    When::AboutToBeDamaged => f.write_str("When this Minion is about to be damaged, ")?,
                    When::Enters(sort) => write!(f, "When {} enters play, ", One(sort))?,
                    When::Plays(sort) => write!(f, "When you play {}, ", One(sort))?,
                    When::Attacks => f.write_str("When this Minion attacks, ")?,
                    _ => f.write_str("At the beginning of the turn, ")?,
                }
                false
            }
        };
        if self.when != When::Always {
            return write_steps(f, &self.does, alone);
        }
        for (index, step) in self.does.iter().enumerate() {
            let words = always(&step.effect).unwrap_or_else(|| effect(&step.effect));
            write!(f, "{}{}", if index == 0 { "" } else { " " }, sentence(&words.said(), true))?;
        }
        Ok(())
    }
}

fn write_steps(f: &mut fmt::Formatter<'_>, steps: &[Step], capital: bool) -> fmt::Result {
    // Steps that have the same condition are one sentence.
    let mut sentences: Vec<String> = Vec::new();
    let mut others = false;
    for step in steps {
        let who = who(&step.effect);
        match sentences.last_mut().filter(|_| step.only == Some(Proviso::Same)) {
            Some(last) => {
                last.push_str(" and ");
                // Otherwise the players of the verb before would be meant.
                last.push_str(if others && who == Some(Who::You) && !step.may { "you " } else { "" });
                last.push_str(&match &step.effect {
                    Effect::Energy { who: Who::You, amount } if others && !step.may => {
                        about("gain ", amount, "Energy", "").said()
                    }
                    _ => step.to_string(),
                });
            }
            None => {
                others = false;
                sentences.push(step.to_string());
            }
        }
        others |= who.is_some_and(|who| who != Who::You);
    }
    for (index, words) in sentences.iter().enumerate() {
        f.write_str(if index == 0 { "" } else { " " })?;
        f.write_str(&sentence(words, capital || index > 0))?;
    }
    Ok(())
}

/// Who does what an effect says, if its verb can have a subject.
fn who(effect: &Effect) -> Option<Who> {
    match effect {
        Effect::Energy { who, .. }
        | Effect::Draw { who, .. }
        | Effect::Discard { who, .. }
        | Effect::RevealHand { who } => Some(*who),
        Effect::DrawUntil { .. } => Some(Who::You),
        _ => None,
    }
}

/// With a full stop, and a capital letter if it begins a sentence.
fn sentence(words: &str, capital: bool) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|c| if capital { c.to_ascii_uppercase() } else { c });
    first.into_iter().chain(letters).chain(['.']).collect()
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.only {
            None | Some(Proviso::Same) => {}
            Some(Proviso::Done) => f.write_str("if you do, ")?,
            Some(Proviso::Is(sort)) => write!(f, "if it is {}, ", One(sort))?,
            Some(Proviso::Otherwise) => f.write_str("otherwise, ")?,
        }
        write!(f, "{}{}", if self.may { "you may " } else { "" }, self.effect)
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&effect(self).said())
    }
}

/// The words of an effect, and what X is in them.
#[derive(Default)]
struct Words {
    text: String,
    x: Option<String>,
}

impl Words {
    fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), x: None }
    }

    fn said(self) -> String {
        self.text + &self.x.map(|x| format!(", where X is {x}")).unwrap_or_default()
    }
}

/// Until when something lasts.
fn until(your_turn: bool) -> &'static str {
    if your_turn { " until the end of your turn" } else { " until the end of the turn" }
}

/// A number before a noun: the number, what X is in it, and whether the noun is in the plural.
fn some(amount: &Amount) -> (String, Option<String>, bool) {
    match amount {
        Amount::Number(number) => (number.to_string(), None, *number != 1),
        other => ("X".to_owned(), Some(counted(other)), true),
    }
}

fn counted(amount: &Amount) -> String {
    match amount {
        Amount::Number(number) => number.to_string(),
        Amount::Count(count) => format!("the number of {count}"),
        Amount::DamageTaken => "the amount of damage you have taken".to_owned(),
        Amount::ItsCost => "the energy cost of that card".to_owned(),
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::YourCards(of) => write!(f, "{of}s you have in play"),
            Count::AllCards(of) => write!(f, "{of}s in play"),
            Count::OnThis => f.write_str("Enchantments on this Minion"),
            Count::OnThat => f.write_str("Enchantments on that Minion"),
        }
    }
}

/// Words before a number with its noun, and after them.
fn about(before: &str, amount: &Amount, noun: &str, after: &str) -> Words {
    let (number, x, many) = some(amount);
    let plural = if many && noun == "card" { "s" } else { "" };
    let text = match (number.as_str(), noun) {
        ("1", "card") if before.ends_with("top ") => format!("{before}card{after}"),
        ("1", "card") => format!("{before}a card{after}"),
        _ => format!("{before}{number} {noun}{plural}{after}"),
    };
    Words { text, x }
}

/// Words before targets, and after them.
fn on(before: &str, targets: &Targets, after: &str) -> Words {
    let words = named(targets);
    Words { text: format!("{before}{}{after}", words.text), x: words.x }
}

fn verb(who: Who, verb: &str) -> String {
    match who {
        Who::You => verb.to_owned(),
        Who::That => format!("that player {verb}s"),
        Who::Owner => format!("the owner {verb}s"),
        Who::Every => format!("every player {verb}s"),
        Who::Opponents => format!("every opponent {verb}s"),
    }
}

fn effect(effect: &Effect) -> Words {
    match effect {
        Effect::Energy { who: Who::You, amount } => about("+", amount, "Energy", ""),
        Effect::Energy { who, amount } => about(&format!("{} ", verb(*who, "gain")), amount, "Energy", ""),
        Effect::Draw { who, amount, from } => {
            let from = if *from == Place::Discard { " from your discard pile" } else { "" };
            about(&format!("{} ", verb(*who, "draw")), amount, "card", from)
        }
        Effect::DrawUntil { amount } => about("draw until you have ", amount, "card", " in hand"),
        Effect::Discard { who, amount, from: Place::Deck, .. } => {
            about(&format!("{} the top ", verb(*who, "discard")), amount, "card", " of the deck")
        }
        Effect::Discard { who, amount, you_pick, .. } => {
            let pick = if *you_pick { " you pick" } else { "" };
            about(&format!("{} ", verb(*who, "discard")), amount, "card", pick)
        }
        Effect::Draft { sort, to } => {
            let to = if *to == Place::Hand { " into your hand" } else { "" };
            Words::of(format!("draft {}{to}", One(sort)))
        }
        Effect::ReplaceRow {} => Words::of("replace any number of cards in the draft row"),
        Effect::RevealDeck { amount } => about("reveal the top ", amount, "card", " of your deck"),
        Effect::RevealHand { who } => Words::of(format!("{} the hand", verb(*who, "reveal"))),
        Effect::Sort(sorting) => Words::of(sorted(sorting)),
        Effect::Damage { targets, amount } => on("damage ", targets, &format!(" by {}", counted(amount))),
        Effect::TakeDamage { amount, up_to } => {
            about(if *up_to { "take up to " } else { "take " }, amount, "damage", "")
        }
        Effect::Heal { targets, amount: None } => on("fully heal ", targets, ""),
        Effect::Heal { targets, amount: Some(amount) } => on("heal ", targets, &format!(" by {}", counted(amount))),
        Effect::Tap { targets } => on("tap ", targets, ""),
        Effect::Untap { targets } => on("untap ", targets, ""),
        Effect::Return { targets, your_hand } => {
            on("return ", targets, if *your_hand { " to your hand" } else { " to the owner's hand" })
        }
        Effect::Enter { sort, from, cost, another, paying } => {
            let one = One(sort).to_string();
            let one = match one.split_once(' ') {
                Some((_, noun)) if *another => format!("another {noun}"),
                _ => one,
            };
            let from = from.map(|from| format!(" from {}", place(from))).unwrap_or_default();
            let cost = cost.as_ref().map(cost_is).unwrap_or_default();
            Words::of(if *paying {
                format!("play {one}{from}{cost}, paying its energy cost")
            } else {
                format!("put {one}{from}{cost} into play for free")
            })
        }
        Effect::Move { sort, from, to } => {
            let to = match to {
                Place::Hand => "into your hand",
                Place::Deck => "on top of your deck",
                _ => "into your discard pile",
            };
            Words::of(format!("put {} from {} {to}", One(sort), place(*from)))
        }
        Effect::Exchange { sort, from, other, with } => {
            Words::of(format!("swap {} from {} with {} from {}", One(sort), place(*from), One(other), place(*with)))
        }
        Effect::Pick { targets } => on("pick ", targets, ""),
        Effect::GainAbilities {} => {
            Words::of("this Enchantment gains all the abilities of an Enchantment on this Minion")
        }
        Effect::Costs { sort, less } => Words::of(format!("reduce the energy cost of {} by {less}", Many(sort))),
        Effect::MoreDamage { by } => {
            Words::of(format!("increase all damage you do or any cards you control by {by} until the end of the turn"))
        }
        Effect::NextAttack { by } => Words::of(format!("increase this Minion's next attack by {by}")),
        Effect::Change { targets, score, by, less, more, your_turn } if !more.is_empty() => {
            let sign = |less: bool| if less { '-' } else { '+' };
            let mut scores = format!("{}{by} {}", sign(*less), name(*score));
            for Signed { score, by, less } in more {
                scores.push_str(&format!(" and {}{by} {}", sign(*less), name(*score)));
            }
            on("", targets, &format!(" gets {scores}{}", until(*your_turn)))
        }
        Effect::Change { targets, score, by, less, your_turn, .. } => {
            let verb = if *less { "reduce" } else { "increase" };
            let until = until(*your_turn);
            on(&format!("{verb} the {} of ", name(*score)), targets, &format!(" by {by}{until}"))
        }
        Effect::Control { targets, your_turn } => on("take control of ", targets, until(*your_turn)),
        Effect::RedirectDamage { targets } => on("redirect the damage to ", targets, ""),
        Effect::RedirectAttack { most } => about("redirect an attack causing up to ", most, "damage", " to a target"),
        Effect::ShuffleIn {} => Words::of("shuffle your discard pile into your deck"),
        Effect::Swap {} => {
            Words::of("both you and that player take a card from hand and put it on top of the other player's deck")
        }
        Effect::Deals { amount: amount @ Amount::Number(_) } => about("it deals ", amount, "damage", ""),
        Effect::Deals { amount } => Words::of(format!("it deals damage equal to {}", counted(amount))),
        other => always(other).unwrap_or_default(),
    }
}

/// The words of an effect that always holds.
fn always(effect: &Effect) -> Option<Words> {
    Some(match effect {
        Effect::Bonus { score, amount } => {
            let (number, x, _) = some(amount);
            Words { text: format!("{} + {number}", name(*score)), x }
        }
        Effect::Flying {} => Words::of("flying"),
        Effect::Untapped {} => Words::of("this Minion may attack without tapping"),
        Effect::FromDiscard {} => Words::of("you may put this Minion into play from your discard pile"),
        Effect::Costs { sort, less } => Words::of(format!("{} cost {less} less", Many(sort))),
        Effect::MoreDamage { by } => Words::of(format!("all damage you do is increased by {by}")),
        _ => return None,
    })
}

fn sorted(sorting: &Sorting) -> String {
    match sorting {
        Sorting::TakeDiscardRest { sort, any } => {
            let some = if *any { "any" } else { "all" };
            format!("put {some} {} in your hand and discard the rest", Many(sort))
        }
        Sorting::DiscardAnyPutBack => "discard any of them and put the rest back in any order".to_owned(),
        Sorting::IntoPlay => "put it into play for free".to_owned(),
        Sorting::IntoHand => "put it in your hand".to_owned(),
    }
}

fn named(targets: &Targets) -> Words {
    let Targets::Some { number, of, whose, another, cost } = targets else {
        return Words::of(match targets {
            Targets::This => "this Minion",
            Targets::ThatPlayer => "that player",
            _ => "that Minion",
        });
    };
    let one = matches!(number, HowMany::Exactly(Amount::Number(1)));
    let players = of.as_slice() == [TargetKind::Player];
    if one && players && *whose == Some(Whose::Yours) && !another && cost.is_none() {
        return Words::of("yourself");
    }
    let ((before, x, many), other) = match number {
        HowMany::All => (("all".to_owned(), None, true), " other"),
        HowMany::Exactly(_) if one && *another => (("another".to_owned(), None, false), ""),
        HowMany::Exactly(_) if one => ((article(of, *whose).to_owned(), None, false), ""),
        HowMany::Exactly(amount) => (some(amount), " other"),
        HowMany::UpTo(amount) => {
            let (number, x, many) = some(amount);
            ((format!("up to {number}"), x, many), " other")
        }
    };
    let opponents = players && *whose == Some(Whose::Opponents);
    let nouns: Vec<&str> = of.iter().map(|kind| if opponents { "opponent" } else { noun(*kind) }).collect();
    let ending = if many { "s" } else { "" };
    let nouns: Vec<String> = nouns.into_iter().map(|noun| format!("{noun}{ending}")).collect();
    let whose = match whose {
        Some(Whose::Yours) => " you control",
        Some(Whose::Opponents) if !opponents => " an opponent controls",
        _ => "",
    };
    let other = if *another { other } else { "" };
    let cost = cost.as_ref().map(cost_is).unwrap_or_default();
    let nouns = nouns.join(if *number == HowMany::All { " and " } else { " or " });
    Words { text: format!("{before}{other} {nouns}{whose}{cost}"), x }
}

fn article(of: &[TargetKind], whose: Option<Whose>) -> &'static str {
    let opponent = of == [TargetKind::Player] && whose == Some(Whose::Opponents);
    if opponent || of.first() == Some(&TargetKind::Enchantment) { "an" } else { "a" }
}

fn noun(kind: TargetKind) -> &'static str {
    match kind {
        TargetKind::Minion => "Minion",
        TargetKind::Device => "Device",
        TargetKind::Enchantment => "Enchantment",
        TargetKind::NonDevice => "non-Device",
        TargetKind::Card => "card",
        TargetKind::Player => "player",
        TargetKind::Target => "target",
    }
}

fn cost_is(cost: &CostIs) -> String {
    match cost {
        CostIs::Exactly(Amount::Number(number)) => format!(" with an energy cost of {number}"),
        CostIs::Exactly(amount) => format!(" with an energy cost equal to {}", counted(amount)),
        CostIs::AtMostMore(number) => format!(" with an energy cost at most {number} more than the cost of that card"),
        CostIs::Same => " with the same energy cost".to_owned(),
    }
}

fn place(place: Place) -> &'static str {
    match place {
        Place::Hand => "your hand",
        Place::Deck => "your deck",
        Place::Discard => "your discard pile",
        Place::DraftDeck => "the draft deck",
        Place::DraftRow => "the draft row",
    }
}

fn name(score: Score) -> &'static str {
    match score {
        Score::Attack => "attack",
        Score::Armor => "armor",
        Score::Life => "life",
    }
}

impl fmt::Display for CardType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CardType::Minion => "Minion",
            CardType::Device => "Device",
            CardType::Enchantment => "Enchantment",
            CardType::Spell => "Spell",
        })
    }
}

/// One card of a sort, with its article.
struct One<'a>(&'a Sort);

impl fmt::Display for One<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Sort::Card => f.write_str("a card"),
            Sort::Type(CardType::Enchantment) => f.write_str("an Enchantment"),
            Sort::Type(of) => write!(f, "a {of}"),
            Sort::Named(name) => {
                let bare = parse::<Grammar, Rule>(Rule::bare_name, name).is_ok_and(|read| read.as_str() == name)
                    && name.split(' ').all(|word| !word.is_empty() && !word.contains(char::is_whitespace));
                let vowel = name.to_lowercase().starts_with(['a', 'e', 'i', 'o', 'u']);
                let article = if bare && vowel { "an" } else { "a" };
                if bare { write!(f, "{article} {name}") } else { write!(f, "{article} {}", Quoted(name)) }
            }
        }
    }
}

/// All cards of a sort.
struct Many<'a>(&'a Sort);

impl fmt::Display for Many<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Sort::Card => f.write_str("cards"),
            Sort::Type(of) => write!(f, "{of}s"),
            Sort::Named(name) => write!(f, "cards named {}", Quoted(name)),
        }
    }
}

/// A name in quotation marks.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}'", self.0.replace('\'', "''"))
    }
}
