//! Chapter notation: how costs and values are written, and what their letters ask for.

use super::letters;
use crate::clauses;
use crate::clauses::notation::*;
use crate::demand::{Count, Entry, EntryKind, Set, Want};
use crate::law::MotionLaw;
use crate::readings::{
    AllBesideNamed, AllScope, AnyBesideNamed, Blanks, ClassSpheres, Comma, LoneCapital, LoneCapitalAsX, PrefixReach,
    ValueBlanks, ValueLetters, ValueSlips, XScope,
};
use crate::text::parse::{self, Mark};
use crate::text::{About, Amount, Cost, Misread, Piece, Prefix, Value};
use rulebound_core::kernel::{ClauseKey, Refused, Rejection};

/// How many gems a letter asks for, before the number for an X is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// One gem.
    One,
    /// All gems that match.
    All,
    /// The number for an X.
    X,
}

/// An entry with letters resolved to elements and spheres.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The index of the entry in the cost.
    pub index: usize,
    /// The kind.
    pub kind: EntryKind,
    /// The spheres that match.
    pub spheres: Set,
    /// For each letter, the elements that match, and how many gems the letter asks for.
    pub wants: Vec<(Set, Number)>,
    /// Whether its X is a lone capital, which has its own number.
    pub own_number: bool,
    /// Whether its card stays in play after the payment.
    pub stays: bool,
}

impl Ask {
    /// Whether it has an X.
    pub fn has_x(&self) -> bool {
        self.wants.iter().any(|(_, number)| *number == Number::X)
    }

    /// The entry as part of `card`, with `x` as its X.
    pub fn entry(&self, card: usize, x: u32) -> Entry {
        let wants = self
            .wants
            .iter()
            .map(|(elements, number)| Want {
                elements: *elements,
                count: match number {
                    Number::One => Count::One,
                    Number::All => Count::All,
                    Number::X => Count::Number(x),
                },
            })
            .collect();
        Entry { card, index: self.index, kind: self.kind, spheres: self.spheres, wants, stays: self.stays }
    }
}

/// Reads a cost and checks it against the clauses.
///
/// # Errors
/// If it is refused. The error says where and why.
pub fn read_cost(law: &mut MotionLaw<'_>, text: &str) -> Result<Cost, Refused> {
    let (cost, marks) = parse::cost(text).map_err(refused)?;
    law.cite(ONE_OR_MORE);
    marks.iter().try_for_each(|(offset, mark)| check(law, *offset, *mark))?;
    Ok(cost)
}

/// Reads a value and checks it against the clauses.
///
/// # Errors
/// If it is refused. The error says where and why.
pub fn read_value(law: &mut MotionLaw<'_>, text: &str) -> Result<Value, Refused> {
    let (value, marks) = parse::value(text).map_err(refused)?;
    let none = law.readings().value_blanks == ValueBlanks::None;
    for (offset, mark) in marks {
        if matches!(mark, Mark::Blank(_)) && law.choose(VALUE_BLANKS, none, false) {
            let (message, help) = ("a blank is in a value".to_owned(), "write the value without blanks".to_owned());
            return Err(Refused { offset, message, help, clause: Some(VALUE_BLANKS) });
        }
        check(law, offset, mark)?;
    }
    Ok(value)
}

/// Reads a card text and checks its values against the clauses.
///
/// # Errors
/// If it is refused. The error says where and why.
pub fn read_text(law: &mut MotionLaw<'_>, text: &str) -> Result<Vec<Piece>, Refused> {
    let none = law.readings().value_blanks == ValueBlanks::None;
    let spaced = text.contains(':') && !law.choose(VALUE_BLANKS, none, false);
    let (pieces, marks) = parse::text(text, spaced).map_err(refused)?;
    if let Some(offset) = slip(text).filter(|_| law.readings().value_slips == ValueSlips::Refused) {
        let help = "write a value such as A:(f), or put a space before the colon".to_owned();
        return Err(Refused { offset, message: "this is almost a value".to_owned(), help, clause: Some(VALUE) });
    }
    let mut unknown = false;
    for (offset, mark) in &marks {
        match check(law, *offset, *mark) {
            Err(refused) if refused.clause == Some(clauses::letters::KNOWN) && as_words(law) => unknown = true,
            done => done?,
        }
    }
    let known = |law: &mut MotionLaw<'_>, value: &Value| {
        letters::known(law, value.gem).is_ok() && letters::known(law, value.sphere).is_ok()
    };
    let words = |piece| match piece {
        Piece::Value(value) if unknown && !known(law, &value) => Piece::Words(value.to_string()),
        piece => piece,
    };
    Ok(pieces.into_iter().map(words).collect())
}

/// The offset of the first letters or digits that a colon and letters in brackets follow, but that are no value.
fn slip(text: &str) -> Option<usize> {
    let signs: Vec<char> = text.chars().collect();
    let letters = |from: usize, is: fn(char) -> bool| signs[from..].iter().take_while(|c| is(**c)).count();
    let (mut at, mut found) = (0, None);
    while at < signs.len() && found.is_none() {
        let run = letters(at, char::is_alphanumeric);
        let colon = at + run;
        if run > 0 && signs[colon..].starts_with(&[':', '(']) {
            let within = letters(colon + 2, char::is_alphabetic);
            let closed = within > 0 && signs.get(colon + 2 + within) == Some(&')');
            let value =
                run == 1 && within == 1 && signs[at].is_ascii_uppercase() && signs[colon + 2].is_ascii_lowercase();
            found = (closed && !value).then_some(at);
        }
        at = colon + usize::from(run == 0);
    }
    found
}

/// Whether a value with an unknown letter counts as mere words.
fn as_words(law: &mut MotionLaw<'_>) -> bool {
    let refused = law.readings().value_letters == ValueLetters::Refused;
    !law.choose(VALUE_LETTERS, refused, false)
}

/// The refusal of a text that cannot be read, with the clause that the text violates.
fn refused(Misread { unread, about }: Misread) -> Refused {
    let clause = match about {
        About::Length => None,
        About::Empty => Some(ONE_OR_MORE),
        About::Between => Some(BAR),
        About::Form(EntryKind::In) => Some(IN_FORM),
        About::Form(EntryKind::Out) => Some(OUT_FORM),
        About::Form(EntryKind::Hold) => Some(HOLD_FORM),
        About::Value => Some(VALUE),
    };
    Refused { offset: unread.offset, message: unread.message, help: unread.help, clause }
}

fn check(law: &mut MotionLaw<'_>, offset: usize, mark: Mark) -> Result<(), Refused> {
    let by = |clause: ClauseKey, message: String, help: &str| {
        Err(Refused { offset, message, help: help.to_owned(), clause: Some(clause) })
    };
    let at = |done: Result<(), Rejection>, help: &str| {
        done.map_err(|r| Refused { offset, message: r.why, help: help.to_owned(), clause: Some(r.clause) })
    };
    match mark {
        Mark::Blank(c) => {
            at(law.allow(BLANKS, true, || "a blank is not allowed here".into()), "write the cost without blanks")?;
            let refused = c != ' ' && law.readings().blanks == Blanks::Spaces;
            let why = || format!("the white space U+{:04X} is not allowed here", u32::from(c));
            at(law.forbid(BLANKS, refused, why), "write a space")
        }
        Mark::SplitArrow => {
            let refused = law.readings().blanks != Blanks::InTheArrowToo;
            at(law.forbid(BLANKS, refused, || "a blank is in the arrow".into()), "write the arrow without it: ->")
        }
        Mark::Bar => at(law.allow(BAR, true, || "a second entry is not allowed".into()), "write one entry"),
        Mark::Comma => {
            let refused = law.readings().comma == Comma::Refused;
            at(
                law.forbid(COMMA, refused, || "there is a comma where a bar belongs".into()),
                "separate entries with a bar |",
            )
        }
        Mark::Form(kind) => {
            let (clause, form) = match kind {
                EntryKind::In => (IN_FORM, "a -> (f)"),
                EntryKind::Out => (OUT_FORM, "(f) -> a"),
                EntryKind::Hold => (HOLD_FORM, "a:(f)"),
            };
            at(law.allow(clause, true, || format!("an entry of the form {form} is not allowed")), "use another form")
        }
        Mark::SecondSphere => at(
            law.forbid(ONE_SPHERE_LETTER, true, || "an entry names one sphere".into()),
            "write an entry for each sphere: a -> (f) | a -> (w)",
        ),
        Mark::SecondGem => at(
            law.allow(SEVERAL_GEMS, true, || "a second gem in one entry is not allowed".into()),
            "write an entry for each gem",
        ),
        Mark::Sphere(letter) => {
            law.forbid(ONE_SPHERE_LETTER, false, String::new).ok();
            letter_known(law, offset, letter, true)?;
            if !letters::is_class(law.rules(), letter) {
                return Ok(());
            }
            let help = "name one sphere";
            match law.readings().class_spheres {
                ClassSpheres::Allowed => {
                    at(law.allow(CLASS_SPHERE, true, || format!("({letter}) is not a single sphere")), help)
                }
                ClassSpheres::Refused => by(CLASS_SPHERE, format!("({letter}) is not a single sphere"), help),
            }
        }
        Mark::Gem(amount, kind) => gem(law, offset, amount, kind),
        Mark::Letter(letter) => letter_known(law, offset, letter, true),
        Mark::ValueLetter(letter) => letter_known(law, offset, letter, false),
        Mark::Value => at(law.allow(VALUE, true, || "a value is not allowed in a text".into()), "write words"),
    }
}

fn gem(law: &mut MotionLaw<'_>, offset: usize, amount: Amount, kind: EntryKind) -> Result<(), Refused> {
    let at = |done: Result<(), Rejection>, help: &str| {
        done.map_err(|r| Refused { offset, message: r.why, help: help.to_owned(), clause: Some(r.clause) })
    };
    match amount.prefix {
        Prefix::None => Ok(()),
        Prefix::X => {
            at(law.allow(X, true, || "an X is not allowed".into()), "write the number of gems as letters")?;
            x_scope(law, offset, kind)
        }
        Prefix::All => {
            at(law.allow(ALL, true, || "an A is not allowed".into()), "write the number of gems as letters")?;
            let elsewhere = kind != EntryKind::Out && law.readings().all_scope == AllScope::OutOnly;
            let why = || "an A is allowed only where gems are moved out".to_owned();
            at(law.forbid(ALL_SCOPE, elsewhere, why), "write (f) -> Al")
        }
        Prefix::Lone => {
            let refused = law.readings().lone_capital == LoneCapital::Refused;
            let capital = amount.letter.to_ascii_uppercase();
            let all_allowed = kind == EntryKind::Out || law.readings().all_scope != AllScope::OutOnly;
            let help = match capital {
                'A' if all_allowed => "write a letter after it, as in Al, or a lowercase letter",
                'A' => "write a lowercase letter; an A is allowed only where gems are moved out, as in (f) -> Al",
                'X' => "write a letter after it, as in Xl, or a lowercase letter",
                _ => "write a lowercase letter; only A and X stand before another letter, as in (f) -> Al",
            };
            at(law.forbid(LONE_CAPITAL, refused, || format!("a capital {capital} means nothing on its own")), help)?;
            let own = law.readings().lone_capital_as_x == LoneCapitalAsX::OwnRule;
            if law.choose(clauses::motions::LONE_NUMBER, own, false) { Ok(()) } else { x_scope(law, offset, kind) }
        }
    }
}

/// Checks whether a number of gems is allowed in an entry of this kind.
fn x_scope(law: &mut MotionLaw<'_>, offset: usize, kind: EntryKind) -> Result<(), Refused> {
    let elsewhere = kind != EntryKind::Out;
    let why = || "an X is allowed only where gems are moved out".to_owned();
    let done = match law.readings().x_scope {
        XScope::AnyMotion => law.allow(X_SCOPE, elsewhere, why),
        XScope::OutOnly if elsewhere => Err(law.reject(X_SCOPE, why)),
        XScope::OutOnly => Ok(()),
    };
    let help = || "write (f) -> Xl".to_owned();
    done.map_err(|r| Refused { offset, message: r.why, help: help(), clause: Some(r.clause) })
}

fn letter_known(law: &mut MotionLaw<'_>, offset: usize, letter: char, in_cost: bool) -> Result<(), Refused> {
    letters::known(law, letter).map_err(|clause| {
        let letters: Vec<String> =
            law.rules().letters.iter().map(|(l, meaning)| format!("{l} ({})", meaning.name)).collect();
        // The explanation in line 45 of the document has a small x; the cost that is explained there has a capital X.
        let chosen =
            if letter == 'x' && in_cost { "a number that the player chooses is a capital X, as in Xl; " } else { "" };
        Refused {
            offset,
            message: format!("the letter {letter} means nothing"),
            help: format!("{chosen}the letters are {}", letters.join(", ")),
            clause: Some(clause),
        }
    })
}

/// The demands of a cost. With `open`, a letter `a` is not restricted by the letters next to it.
pub fn asks(law: &mut MotionLaw<'_>, cost: &Cost, open: bool) -> Vec<Ask> {
    let rules = law.rules();
    let mut found = Vec::with_capacity(cost.entries.len());
    for (index, entry) in cost.entries.iter().enumerate() {
        let mut amounts = entry.amounts.clone();
        if (1..amounts.len()).any(|i| amounts[..i].contains(&amounts[i])) && !law.on(REPEAT) {
            let mut once: Vec<Amount> = Vec::new();
            for amount in amounts {
                if !once.contains(&amount) {
                    once.push(amount);
                }
            }
            amounts = once;
        }
        let named = amounts
            .iter()
            .filter(|a| !letters::is_class(rules, a.letter))
            .fold(0, |set, a| set | letters::elements(rules, a.letter));
        let mut reaching = Prefix::None;
        let mut wants = Vec::with_capacity(amounts.len());
        for (at, amount) in amounts.iter().enumerate() {
            let mut prefix = amount.prefix;
            match prefix {
                Prefix::X | Prefix::All => reaching = prefix,
                Prefix::Lone => reaching = Prefix::None,
                Prefix::None if reaching != Prefix::None && at > 0 => {
                    let next_only = law.readings().prefix_reach == PrefixReach::NextLetter;
                    if !law.choose(PREFIX_REACH, next_only, !next_only) {
                        prefix = reaching;
                    }
                }
                Prefix::None => {}
            }
            let number = match prefix {
                Prefix::None => Number::One,
                Prefix::All => Number::All,
                Prefix::X | Prefix::Lone => Number::X,
            };
            let whole = number == Number::All && law.readings().all_beside_named == AllBesideNamed::Every;
            let named = if open || whole { 0 } else { named };
            wants.push((beside_named(law, amount.letter, named), number));
        }
        let spheres = entry.sphere.iter().fold(0, |set, letter| set | letters::elements(rules, *letter));
        let own_number = amounts.iter().any(|a| a.prefix == Prefix::Lone);
        found.push(Ask { index, kind: entry.kind, spheres, wants, own_number, stays: false });
    }
    found
}

/// The elements that a letter matches, given the `named` elements of its entry.
fn beside_named(law: &mut MotionLaw<'_>, letter: char, named: Set) -> Set {
    let elements = letters::elements(law.rules(), letter);
    let restricted = match law.readings().any_beside_named {
        AnyBesideNamed::AnyLetter => letter == 'a',
        AnyBesideNamed::ClassLetters => letters::is_class(law.rules(), letter),
        AnyBesideNamed::AnyGem => false,
    };
    if letter == 'a' && named != 0 {
        law.cite(ANY_BESIDE_NAMED);
    }
    if restricted && elements & named != 0 {
        law.choose(ANY_BESIDE_NAMED, elements & !named, elements)
    } else {
        elements
    }
}
