//! Helpers on top of pest for games with grammars. A game only has to supply its own words for its grammar rules.

use pest::iterators::Pair;
use pest::{Parser, RuleType};

/// The longest word of a text that a message repeats, in Unicode scalar values.
const MOST_REPEATED: usize = 24;

/// A text that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Where reading failed, in Unicode scalar values from the start of the text.
    pub offset: usize,
    /// The message.
    pub message: String,
    /// The symbols that are allowed there.
    pub help: String,
}

/// Where a grammar stopped reading a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unparsed<'t, R> {
    /// The text that has been read.
    pub before: &'t str,
    /// The text that follows.
    pub after: &'t str,
    /// The grammar rules that could have matched there.
    pub wanted: Vec<R>,
}

/// Reads a text by a rule of a grammar, and returns the pair of that rule.
///
/// # Errors
/// If the grammar does not match the text. The error says where reading stopped.
pub fn parse<P: Parser<R>, R: RuleType>(rule: R, text: &str) -> Result<Pair<'_, R>, Unparsed<'_, R>> {
    let (byte, wanted) = match P::parse(rule, text).map(|mut pairs| pairs.next()) {
        Ok(Some(pair)) => return Ok(pair),
        Ok(None) => (text.len(), Vec::new()),
        Err(error) => {
            use pest::error::{ErrorVariant, InputLocation};
            let (InputLocation::Pos(byte) | InputLocation::Span((byte, _))) = error.location;
            match error.variant {
                ErrorVariant::ParsingError { positives, .. } => (byte, positives),
                ErrorVariant::CustomError { .. } => (byte, Vec::new()),
            }
        }
    };
    let (before, after) = text.split_at(byte);
    Err(Unparsed { before, after, wanted })
}

/// Where a pair begins, in Unicode scalar values.
pub fn offset<R: RuleType>(text: &str, pair: &Pair<'_, R>) -> usize {
    text[..pair.as_span().start()].chars().count()
}

impl<R: RuleType> Unparsed<'_, R> {
    /// The offset at which reading stopped, in Unicode scalar values from the start of the text.
    pub fn offset(&self) -> usize {
        self.before.chars().count()
    }

    /// The character at which reading stopped.
    pub fn next(&self) -> Option<char> {
        self.after.chars().next()
    }

    /// Whether this rule could have matched.
    pub fn wants(&self, rule: R) -> bool {
        self.wanted.contains(&rule)
    }

    /// Says what was found there that is not allowed.
    pub fn message(&self) -> String {
        match self.next() {
            None => "the text ends too early".to_owned(),
            Some(c) if c.is_alphabetic() => {
                let word = self.after.chars().take_while(|c| c.is_alphanumeric()).take(MOST_REPEATED);
                format!("unexpected `{}`", word.collect::<String>())
            }
            Some(c) => format!("unexpected {}", shown(c)),
        }
    }

    /// Lists what is allowed there, in the given words for the rules that could have matched: each word once, and none
    /// for a rule without a word.
    pub fn help(&self, word: fn(R) -> Option<&'static str>) -> Option<String> {
        let mut words: Vec<&str> = Vec::new();
        for word in self.wanted.iter().filter_map(|rule| word(*rule)) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        match words.as_slice() {
            [] => None,
            [one] => Some(format!("expected {one}")),
            [most @ .., last] => Some(format!("expected {} or {last}", most.join(", "))),
        }
    }
}

/// A character in the form that messages show. White space that looks like a space is shown by its number.
pub fn shown(c: char) -> String {
    match c {
        '\t' => "a tab".to_owned(),
        '\n' | '\r' => "a line end".to_owned(),
        '\u{a0}' => "a no-break space (U+00A0)".to_owned(),
        c if c.is_control() => format!("the control character U+{:04X}", c as u32),
        c if c.is_whitespace() && c != ' ' => format!("the white space U+{:04X}", c as u32),
        c => format!("`{c}`"),
    }
}
