//! The errors of the expression library in this project's words; the library's own words are never shown.

use cel::ExecutionError as Error;
use cel::objects::ValueType;
use cel::{ParseErrors, Value};

/// Why a text is not an expression.
pub fn unread(text: &str, errors: &ParseErrors) -> String {
    let open = |sign: char| text.matches(sign).count();
    let all: Vec<(&str, usize)> =
        errors.errors.iter().map(|e| (e.msg.as_str(), usize::try_from(e.pos.1).unwrap_or(1).max(1))).collect();
    // The other errors only say that there is no tree.
    let first = all.iter().find(|(message, _)| !message.starts_with("Incomplete")).copied();
    let Some((message, column)) = first else { return "it ends too early".to_owned() };
    let rest: String = text.chars().skip(column - 1).collect();
    match rest.chars().next() {
        _ if message.contains("int literal") || message.contains("float literal") => {
            format!("the number in column {column} is too large")
        }
        _ if message.contains("has()") => format!("has() in column {column} takes a field, as in has(state.x)"),
        _ if message.contains("macro") || message.contains("argument must be") => {
            format!("expected a name in column {column}, as in list.all(x, x > 0)")
        }
        None => match [('(', ')'), ('[', ']'), ('{', '}')].iter().find(|(a, b)| open(*a) > open(*b)) {
            Some((bracket, _)) => format!("a bracket {bracket} is not closed"),
            None => "it ends too early".to_owned(),
        },
        Some('\'' | '"') => format!("the text that begins in column {column} is not closed"),
        Some('=') => format!("a single = in column {column} does not compare; write =="),
        Some('&' | '|') => format!("one sign too few or too many in column {column}; write && or ||"),
        Some(sign) => {
            let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(40).collect();
            let word = if word.is_empty() { sign.to_string() } else { word };
            format!("unexpected `{word}` in column {column}")
        }
    }
}

/// Why an expression cannot be evaluated.
pub fn unreadable(error: &Error) -> String {
    match error {
        Error::NoSuchKey(key) => format!("there is no field {key}"),
        Error::UndeclaredReference(name) => format!("there is no {name}"),
        Error::IndexOutOfBounds(index) => format!("the list has no element {}", shown(index)),
        Error::NoSuchOverload(wrong) => {
            let types: Vec<&str> = wrong.argument_types().iter().map(|name| named(name)).collect();
            format!("{} cannot be applied to {}", sign(wrong.function()), types.join(" and "))
        }
        Error::ValuesNotComparable(a, b) => format!("{} and {} cannot be compared", kind(a), kind(b)),
        Error::UnsupportedBinaryOperator(operator, a, b) => {
            format!("{} cannot be applied to {} and {}", sign(operator), kind(a), kind(b))
        }
        Error::UnsupportedIndex(index, of) => format!("{} is not an index of {}", kind(index), kind(of)),
        Error::UnsupportedKeyType(value) => format!("{} is not a key", kind(value)),
        Error::UnsupportedTargetType { target } => format!("it cannot be applied to {}", kind(target)),
        Error::NotSupportedAsMethod { method, target } => format!("{method} cannot be applied to {}", kind(target)),
        Error::UnexpectedType { got, want } => format!("expected {}, found {}", named(want), named(got)),
        Error::InvalidArgumentCount { expected, actual } => {
            format!("a function is given {actual} values, but takes {expected}")
        }
        Error::MissingArgumentOrTarget => "a function is given no value".to_owned(),
        Error::FunctionError { function, message } if matches!(function.as_str(), "sum" | "max") => {
            format!("{function}: {message}")
        }
        Error::FunctionError { function, .. } => format!("{function} cannot be applied to its arguments"),
        Error::DivisionByZero(_) | Error::RemainderByZero(_) => "it divides by zero".to_owned(),
        Error::Overflow(..) => "a number is too large".to_owned(),
        Error::DuplicateKey(key) => format!("the key {} is given twice", shown(key)),
        _ => "it cannot be evaluated".to_owned(),
    }
}

/// The kind of a value.
pub fn kind(value: &Value) -> &'static str {
    match value.type_of() {
        ValueType::List => "a list",
        ValueType::Map => "an object",
        ValueType::Int | ValueType::UInt => "an integer",
        ValueType::Float => "a number",
        ValueType::String => "a text",
        ValueType::Bool => "a truth value",
        ValueType::Null => "null",
        _ => "a value of another kind",
    }
}

/// Our word for a kind of value, from the library's name for the type.
fn named(name: &str) -> &'static str {
    match name {
        "list" => "a list",
        "map" => "an object",
        "int" | "uint" => "an integer",
        "float" | "double" => "a number",
        "string" => "a text",
        "bool" => "a truth value",
        "null" | "null_type" => "null",
        _ => "a value of another kind",
    }
}

/// An operator as written.
fn sign(function: &str) -> &str {
    match function {
        "_[_]" => "[ ]",
        "@in" => "in",
        other => other.trim_matches('_'),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Int(i) => i.to_string(),
        Value::UInt(u) => u.to_string(),
        Value::String(text) => format!("\"{text}\""),
        other => kind(other).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_is_no_expression_is_told_in_our_words() {
        for (text, told) in [
            ("state.x ==", "it ends too early"),
            ("state.x = 1", "a single = in column 9 does not compare; write =="),
            ("a b", "unexpected `b` in column 3"),
            ("(a == 1", "a bracket ( is not closed"),
            ("a == 1)", "unexpected `)` in column 7"),
            ("a..b", "unexpected `.` in column 3"),
            ("'abc", "the text that begins in column 1 is not closed"),
            ("1 +* 2", "unexpected `*` in column 4"),
            ("a[", "a bracket [ is not closed"),
            ("{'a': 1", "a bracket { is not closed"),
            ("true ? 1", "it ends too early"),
            ("a == 99999999999999999999", "the number in column 6 is too large"),
            ("has(3)", "has() in column 5 takes a field, as in has(state.x)"),
            ("a & b", "one sign too few or too many in column 3; write && or ||"),
        ] {
            assert_eq!(unread(text, &crate::expression::parse(text).unwrap_err()), told, "{text}");
        }
    }
}
