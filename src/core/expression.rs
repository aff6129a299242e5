//! The CEL (Common Expression Language) expressions of clauses and scenarios.
//!
//! The `cel` crate is lenient where a conformance suite must not be. So here all integers are signed, every field path
//! is checked against the schema of the value it reads ([`fields`]), and a result must be a boolean.

mod cost;
pub mod fields;
mod memory;
mod part;
mod paths;
mod quick;
pub mod repeated;
mod shown;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock, OnceLock};

use cel::common::ast::IdedExpr;
use cel::common::types::CelList;
use cel::common::value::{CowVal, Val};
use cel::context::VariableResolver;
use cel::parser::PrattParser;
use cel::{Context, ParseErrors, Value};
use serde_json::Value as Json;
use thiserror::Error;

use self::paths::Path;
use crate::fault::{Fault, Span};
use crate::source::Source;

/// An expression in a file. It is compiled when first needed, and kept.
#[derive(Debug)]
pub struct Expression {
    /// As written.
    pub text: String,
    /// The place of its text in its file.
    pub place: Span,
    compiled: OnceLock<Result<Compiled, NoExpression>>,
}

/// Why a text is not an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum NoExpression {
    #[error("it is longer than {MOST_CHARACTERS} characters")]
    Long,
    #[error("its brackets nest more than {MOST_BRACKETS} deep")]
    Deep,
    #[error("it has more than {MOST_OPERATORS} operator signs; split it in two")]
    Operators,
    #[error("its lists could grow beyond a million cells, or it could take more than five million evaluations")]
    Costly,
    /// The fault that the library found, in our words.
    #[error("{0}")]
    Unread(String),
}

/// The longest expression to compile, in bytes.
const MOST_CHARACTERS: usize = 2_000;
/// How deep brackets may nest: the parser recurses.
const MOST_BRACKETS: usize = 24;
/// How many operators there may be: evaluation recurses once per operator.
const MOST_OPERATORS: usize = 160;

#[derive(Debug)]
struct Compiled {
    /// As written.
    written: IdedExpr,
    /// The quicker form, with a variable for each path that it reads.
    quick: IdedExpr,
    paths: Vec<Path>,
}

/// The result of an expression on a set of variables.
#[derive(Debug, PartialEq, Eq)]
pub enum Holds {
    /// It is true.
    Yes,
    /// False; with each path that it reads and the value found there.
    No(Vec<(String, String)>),
    /// A field that it reads is missing.
    Missing(String),
    /// It could not be evaluated: for example, the types do not fit, or a list is too short.
    Unreadable(String),
    /// Its value is neither true nor false; the kind of that value.
    NoTruth(String),
}

impl Expression {
    /// An expression with its place.
    pub fn new(text: impl Into<String>, place: Span) -> Self {
        Self { text: text.into(), place, compiled: OnceLock::new() }
    }

    fn compiled(&self) -> Result<&Compiled, &NoExpression> {
        self.compiled.get_or_init(|| compile(&self.text)).as_ref()
    }

    /// Compiles it and checks every field path against `schemas`, one per variable.
    ///
    /// # Errors
    /// If the expression does not parse, names an unknown variable or function, reads a field that the schema lacks,
    /// nests comprehensions more than three deep, or cannot give a boolean. The fault is at the place of the
    /// expression.
    pub fn check(&self, source: &Source, schemas: &BTreeMap<&str, &Json>) -> Result<(), Fault> {
        let fault = |message: String, help: Option<String>| {
            let fault = Fault::at(source, self.place, message).label("in this expression");
            match help {
                Some(help) => fault.help(help),
                None => fault,
            }
        };
        let compiled = self.compiled().map_err(|error| {
            fault(
                format!("this is not an expression: {error}"),
                Some("expressions are written in CEL, in quotes: \"state.x == 1\"".into()),
            )
        })?;
        fields::check(&compiled.written, schemas).map_err(|wrong| fault(wrong.message, wrong.help))
    }

    /// Whether it reads a variable.
    pub fn reads(&self, variable: &str) -> bool {
        self.text.contains(variable)
            && self.compiled().is_ok_and(|compiled| compiled.paths.iter().any(|path| path.root == variable))
    }

    /// The paths that it reads.
    pub fn paths(&self) -> Vec<String> {
        self.compiled().map(|compiled| shown::names(&compiled.written)).unwrap_or_default()
    }

    /// Evaluates it.
    pub fn holds(&self, variables: &Variables<'_>) -> Holds {
        let compiled = match self.compiled() {
            Ok(compiled) => compiled,
            Err(error) => return Holds::Unreadable(error.to_string()),
        };
        // Most expressions are true, and then nothing more is needed. Any other expression is evaluated as written, on
        // whole values, so that messages do not mention the paths.
        if variables.evaluate(compiled) == Ok(Value::Bool(true)) {
            return Holds::Yes;
        }
        compiled.as_written(&variables.whole(&compiled.paths))
    }
}

impl Compiled {
    /// The result of the expression as written, on whole values.
    fn as_written(&self, context: &Context) -> Holds {
        match Value::resolve(&self.written, context) {
            Ok(Value::Bool(true)) => Holds::Yes,
            Ok(Value::Bool(false)) => Holds::No(shown::paths(&self.written, context)),
            Ok(other) => Holds::NoTruth(words::kind(&other).to_owned()),
            Err(cel::ExecutionError::NoSuchKey(key)) => Holds::Missing(format!("there is no field {key}")),
            Err(cel::ExecutionError::UndeclaredReference(name)) => {
                Holds::Missing(format!("the answer has no {name}; see docs/protocol.md"))
            }
            Err(error) => Holds::Unreadable(words::unreadable(&error)),
        }
    }
}

/// Parses an expression. The crate has two parsers; this one is fifty times as fast.
fn parse(text: &str) -> Result<IdedExpr, ParseErrors> {
    PrattParser::new().parse(text)
}

fn compile(text: &str) -> Result<Compiled, NoExpression> {
    if text.len() > MOST_CHARACTERS {
        return Err(NoExpression::Long);
    }
    let deepest = text
        .chars()
        .scan(0usize, |depth, c| {
            match c {
                '(' | '[' | '{' => *depth += 1,
                ')' | ']' | '}' => *depth = depth.saturating_sub(1),
                _ => {}
            }
            Some(*depth)
        })
        .max();
    if deepest.unwrap_or(0) > MOST_BRACKETS {
        return Err(NoExpression::Deep);
    }
    let operators = text.chars().filter(|c| "+-*/%<>=!&|?.".contains(*c)).count();
    if operators > MOST_OPERATORS {
        return Err(NoExpression::Operators);
    }
    let written = parse(text).map_err(|errors| NoExpression::Unread(words::unread(text, &errors)))?;
    if !cost::bounded(&written) {
        return Err(NoExpression::Costly);
    }
    let mut quick = written.clone();
    quick::quicken(&mut quick);
    let paths = paths::replace(&mut quick);
    Ok(Compiled { written, quick, paths })
}

/// The values on which expressions are evaluated, by name.
#[derive(Default)]
pub struct Variables<'a> {
    values: Vec<(&'static str, &'a Json)>,
    /// Parts that have been read, kept for the next expression that reads them.
    read: RefCell<ReadValues<'a>>,
}

/// Parts that have been read, by variable and view; `None` if a path leads nowhere.
type ReadValues<'a> = HashMap<String, HashMap<String, OnceLock<Option<Box<dyn Val + 'a>>>>>;

/// Hands an expression the values that it asks for.
struct PathReader<'r, 'a> {
    paths: &'r [Path],
    values: &'r [(&'static str, &'a Json)],
    read: &'r ReadValues<'a>,
}

impl VariableResolver for PathReader<'_, '_> {
    fn resolve<'b>(&'b self, name: &str) -> Option<CowVal<'b, 'b>> {
        let path = self.paths.get(paths::position(name)?)?;
        let value = self.read.get(&path.root)?.get(&path.view)?.get_or_init(|| {
            let (_, root) = self.values.iter().find(|(name, _)| *name == path.root)?;
            path.value(root)
        });
        value.as_deref().map(CowVal::Borrowed)
    }
}

/// The functions that expressions may call: the standard library's and ours. The set is made once, because making it
/// takes longer than most evaluations.
static FUNCTIONS: LazyLock<Context<'static, 'static>> = LazyLock::new(|| {
    let mut context = Context::default();
    // The standard library has none of these names, so declaring them cannot fail.
    let _ = context.add_function("sum", |list: Arc<Vec<Value>>| -> Result<i64, cel::ExecutionError> {
        list.iter().try_fold(0i64, |total, value| {
            integer("sum", value)?
                .checked_add(total)
                .ok_or_else(|| cel::ExecutionError::function_error("sum", "overflow"))
        })
    });
    let _ = context.add_function("max", |list: Arc<Vec<Value>>| -> Result<i64, cel::ExecutionError> {
        let mut best: Option<i64> = None;
        for value in list.iter() {
            let value = integer("max", value)?;
            best = Some(best.map_or(value, |b| b.max(value)));
        }
        best.ok_or_else(|| cel::ExecutionError::function_error("max", "the list is empty"))
    });
    let _ = context.add_function(quick::COUNT, |call: &cel::FunctionContext| -> Result<i64, cel::ExecutionError> {
        let [list, value] = call.args.as_slice() else { return Err(call.error("it takes a list and a value")) };
        let list = list.downcast_ref::<CelList>().ok_or_else(|| call.error("it takes a list"))?;
        let count = list.inner().iter().filter(|element| element.equals(value.as_ref())).count();
        i64::try_from(count).map_err(|_| call.error("overflow"))
    });
    context
});

fn integer(function: &str, value: &Value) -> Result<i64, cel::ExecutionError> {
    match value {
        Value::Int(i) => Ok(*i),
        _ => Err(cel::ExecutionError::function_error(function, "an element is not an integer")),
    }
}

impl<'a> Variables<'a> {
    /// Creates an empty set of variables.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a variable.
    pub fn set(&mut self, name: &'static str, value: &'a Json) {
        self.values.push((name, value));
    }

    fn get(&self, name: &str) -> Option<&'a Json> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    fn scope() -> Context<'a, 'a> {
        let functions: &'a Context<'a, 'a> = &FUNCTIONS;
        functions.new_inner_scope()
    }

    /// Evaluates an expression on the values that its paths lead to.
    fn evaluate(&self, compiled: &Compiled) -> cel::ResolveResult {
        let mut read = self.read.borrow_mut();
        for path in &compiled.paths {
            let of_root = read.entry(path.root.clone()).or_default();
            if !of_root.contains_key(&path.view) {
                of_root.insert(path.view.clone(), OnceLock::new());
            }
        }
        let reader = PathReader { paths: &compiled.paths, values: &self.values, read: &read };
        let mut context = Variables::scope();
        context.set_variable_resolver(&reader);
        Value::resolve(&compiled.quick, &context)
    }

    /// The variables that the paths start from.
    fn whole(&self, paths: &[Path]) -> Context<'a, 'a> {
        self.whole_if(|name| paths.iter().any(|path| path.root == name))
    }

    /// The variables with these names.
    fn whole_if(&self, wanted: impl Fn(&str) -> bool) -> Context<'a, 'a> {
        let mut context = Self::scope();
        for (name, value) in self.values.iter().filter(|(name, _)| wanted(name)) {
            context.add_variable_as_val(*name, part::whole(value));
        }
        context
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn holds(text: &str, state: &Json) -> Holds {
        let mut variables = Variables::new();
        variables.set("state", state);
        Expression::new(text, Span::default()).holds(&variables)
    }

    #[test]
    fn integers_are_signed_and_sum_and_max_are_there() {
        let state = json!({"a": 3, "list": [1, 2, 5], "none": []});
        assert_eq!(holds("state.a - 5 == -2", &state), Holds::Yes);
        assert_eq!(holds("sum(state.list) == 8 && max(state.list) == 5 && sum(state.none) == 0", &state), Holds::Yes);
        assert!(matches!(holds("max(state.none) == 0", &state), Holds::Unreadable(_)));
        assert_eq!(holds("state.a", &state), Holds::NoTruth("an integer".into()));
        assert!(matches!(holds("state.b == 1", &state), Holds::Missing(_)));
    }

    #[test]
    fn a_false_expression_tells_what_it_read() {
        let state = json!({"a": {"b": [{"c": 3}]}});
        assert_eq!(holds("state.a.b[0].c == 4", &state), Holds::No(vec![("state.a.b[0].c".into(), "3".into())]));
        assert_eq!(
            holds("state.a.b.all(x, x.c > 3)", &state),
            Holds::No(vec![("state.a.b".into(), "[{\"c\":3}]".into())])
        );
        // The value that is compared, not the whole list.
        let left = |value: &str| Holds::No(vec![("the left side".into(), value.into())]);
        assert_eq!(holds("state.a.b.map(x, x.c) == [4]", &state), left("[3]"));
        assert_eq!(holds("state.a.b.filter(x, x.c > 2).size() > 1", &state), left("1"));
    }

    #[test]
    fn hostile_expressions_do_not_overflow_the_stack() {
        for text in [
            "(".repeat(100_000),
            "!".repeat(1_900),
            "[".repeat(1_900),
            "-".repeat(1_900),
            "1+".repeat(900) + "1",
            "1+".repeat(160) + "1 == 0",
        ] {
            let state = json!({});
            let mut variables = Variables::new();
            variables.set("state", &state);
            assert!(!matches!(Expression::new(text, Span::default()).holds(&variables), Holds::Yes));
        }
    }
}
