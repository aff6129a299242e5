//! Expressions that are evaluated after every step of a run, where most expressions read nothing that has changed.
//!
//! An expression is split at its `&&`, `||` and `!`. The result of a part depends only on the values that are read
//! during its evaluation. Evaluation always begins at the same place, so the same variable is read first; if the value
//! is the same, evaluation goes on in the same way and reads the same variable next; and so on to the same end. There
//! is nothing else to read: CEL has no clock, no dice and no memory, and neither have our functions. (A map has no
//! order in CEL, so no result depends on one.)
//!
//! So for each part, `Memory` keeps the variables that were read, in order, the values found there, and whether the
//! part was true. If the same values are found again, the result is the same, and the part is not evaluated. Values
//! that were not read do not matter. Values are the same if their prints are the same, byte by byte (`Path::print`): a
//! hash only serves to look prints up, so no two values are confused. What CEL is handed contains nothing that is not
//! printed.
//!
//! A remembered result is trusted only if the whole expression is then true. Any other expression is evaluated each
//! time, as written, on whole values, so that messages always say what was found, and never report a failure that is
//! not one.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use cel::common::ast::{CallExpr, Expr, IdedExpr, LiteralValue};
use cel::common::value::{CowVal, Val};
use cel::context::VariableResolver;
use cel::{Context, Value};
use foldhash::fast::RandomState;
use serde_json::Value as Json;

use super::memory::Memory;
use super::paths::{self, Path};
use super::{Compiled, Expression, Holds, Variables, quick};

/// Expressions with what is known about them.
pub struct Repeated<'e> {
    expressions: Vec<Asked<'e>>,
    variables: Vec<Variable<'e>>,
    /// The variables that paths start from.
    roots: Vec<&'e str>,
    memory: Memory,
}

/// An expression with its parts and variables.
struct Asked<'e> {
    expression: &'e Expression,
    /// How its parts are joined, if it compiles.
    joined: Option<Joined<'e>>,
    /// The variable of each of its paths.
    variables: Vec<usize>,
}

/// A path that one or more of the expressions read.
struct Variable<'e> {
    path: &'e Path,
    /// The number of the root that it starts from.
    root: usize,
    /// The variable that had, in the previous step, the value that this variable has now.
    was: Option<usize>,
}

/// The result of a step.
#[derive(Debug, Default)]
pub struct AllJudged {
    /// The expressions that do not hold, in their order.
    pub wrong: Vec<Untrue>,
    /// How many parts of expressions were evaluated. The results of the others were known or did not matter.
    pub evaluated: usize,
}

/// An expression that does not hold.
#[derive(Debug, PartialEq, Eq)]
pub struct Untrue {
    /// Its index.
    pub index: usize,
    /// Its result.
    pub holds: Holds,
    /// Set if the expression was taken to hold and does not, or if the kept result of one of its parts is wrong.
    /// Either is a bug in this crate, and only a thorough step can find it.
    pub hidden: bool,
}

impl<'e> Repeated<'e> {
    /// Creates a set of expressions about which nothing is known yet. `kept` says which values carry over from step to
    /// step: the first of each pair becomes the second.
    pub fn new(expressions: impl IntoIterator<Item = &'e Expression>, kept: &[(&str, &str)]) -> Self {
        let (mut variables, mut roots, mut parts): (Vec<Variable>, Vec<&str>, usize) = (Vec::new(), Vec::new(), 0);
        let mut by_view: HashMap<(usize, &str), usize, RandomState> = HashMap::default();
        let mut root_of = |name: &'e str| {
            roots.iter().position(|root| *root == name).unwrap_or_else(|| {
                roots.push(name);
                roots.len() - 1
            })
        };
        let mut variable_of = |path: &'e Path| {
            let root = root_of(&path.root);
            *by_view.entry((root, &path.view)).or_insert_with(|| {
                variables.push(Variable { path, root, was: None });
                variables.len() - 1
            })
        };
        let mut asked = |expression: &'e Expression| {
            let compiled = expression.compiled().ok();
            let joined = compiled.map(|compiled| Joined::of(&compiled.quick, compiled, &mut parts));
            let variables = compiled.map(|compiled| compiled.paths.iter().map(&mut variable_of).collect());
            Asked { expression, joined, variables: variables.unwrap_or_default() }
        };
        let expressions: Vec<Asked> = expressions.into_iter().map(&mut asked).collect();
        for variable in &mut variables {
            let was = kept.iter().find(|(_, is)| *is == variable.path.root);
            let root = was.and_then(|(was, _)| roots.iter().position(|root| root == was));
            variable.was = root.and_then(|root| by_view.get(&(root, &*variable.path.view)).copied());
        }
        let memory = Memory::new(parts, variables.len());
        Self { expressions, variables, roots, memory }
    }

    /// Judges each expression after a step. The values that are `kept` must carry over from the previous step.
    pub fn step(&mut self, values: &Variables<'_>) -> AllJudged {
        self.take(values, false)
    }

    /// Like [`step`](Self::step), but also evaluates each expression as written, and those of its parts whose results
    /// are known. If a result differs, the expression is wrong and `hidden`.
    pub fn thorough(&mut self, values: &Variables<'_>) -> AllJudged {
        self.take(values, true)
    }

    fn take(&mut self, values: &Variables<'_>, thorough: bool) -> AllJudged {
        self.memory.next(self.variables.iter().map(|variable| variable.was));
        let reader = RecordingReader::new(&self.variables, &self.roots, values);
        let mut context = Variables::scope();
        context.set_variable_resolver(&reader);
        let memory = &mut self.memory;
        let mut asking = Asking { reader: &reader, context: &context, memory, thorough, evaluated: 0, mistaken: false };
        let mut whole = None;
        let mut wrong = Vec::new();
        for (index, Asked { expression, joined, variables }) in self.expressions.iter().enumerate() {
            asking.mistaken = false;
            let holds = joined.as_ref().and_then(|joined| asking.truth(joined, variables)) == Some(true);
            if holds && !thorough {
                continue;
            }
            let written = match expression.compiled() {
                Ok(compiled) => compiled.as_written(whole.get_or_insert_with(|| values.whole_if(|_| true))),
                Err(error) => Holds::Unreadable(error.to_string()),
            };
            if written != Holds::Yes || asking.mistaken {
                wrong.push(Untrue { index, holds: written, hidden: holds || asking.mistaken });
            }
        }
        AllJudged { wrong, evaluated: asking.evaluated }
    }
}

/// How the parts of an expression are joined.
enum Joined<'e> {
    And(Box<Joined<'e>>, Box<Joined<'e>>),
    Or(Box<Joined<'e>>, Box<Joined<'e>>),
    Not(Box<Joined<'e>>),
    /// A part, by its number.
    Part(usize, &'e IdedExpr),
}

impl<'e> Joined<'e> {
    /// Splits an expression; `parts` counts its parts.
    fn of(node: &'e IdedExpr, within: &Compiled, parts: &mut usize) -> Self {
        if let Expr::Call(CallExpr { func_name, target: None, args }) = &node.expr
            && let [left, right] = args.as_slice()
        {
            let mut of = |node| Box::new(Joined::of(node, within, parts));
            let is_truth = |name: &str| {
                paths::position(name).and_then(|position| within.paths.get(position)).is_some_and(Path::is_truth)
            };
            match func_name.as_str() {
                "_&&_" => return Joined::And(of(left), of(right)),
                "_||_" => return Joined::Or(of(left), of(right)),
                // The form in which `quick` writes a negation.
                "_==_" if quick::is_negated(left, right, is_truth) => return Joined::Not(of(left)),
                _ => {}
            }
        }
        *parts += 1;
        Joined::Part(*parts - 1, node)
    }
}

/// A step that is being taken.
struct Asking<'s, 'r, 'a> {
    reader: &'s RecordingReader<'r, 'a>,
    context: &'s Context<'s, 's>,
    memory: &'s mut Memory,
    /// Whether parts with known results are evaluated anyway.
    thorough: bool,
    evaluated: usize,
    /// Whether such an evaluation gave another result.
    mistaken: bool,
}

impl<'r> Asking<'_, 'r, '_> {
    /// The result of an expression; `None` if it fails or is not a boolean. As in CEL, a failure gives way to a
    /// deciding operand beside it.
    fn truth(&mut self, joined: &Joined, variables: &'r [usize]) -> Option<bool> {
        let (left, right, decides) = match joined {
            Joined::And(left, right) => (left, right, false),
            Joined::Or(left, right) => (left, right, true),
            Joined::Not(negated) => return self.truth(negated, variables).map(|truth| !truth),
            Joined::Part(part, node) => return self.part(*part, node, variables),
        };
        let left = self.truth(left, variables);
        if left == Some(decides) {
            return left;
        }
        let right = self.truth(right, variables);
        if right == Some(decides) { right } else { left.and(right) }
    }

    fn part(&mut self, part: usize, node: &IdedExpr, variables: &'r [usize]) -> Option<bool> {
        let print = |variable: usize, into: &mut Vec<u8>| self.reader.print(variable, into);
        let known = self.memory.known(part, print);
        if let Some(known) = known
            && !self.thorough
        {
            return known;
        }
        self.evaluated += 1;
        self.reader.begin(variables);
        let truth = self.reader.compare(node).or_else(|| {
            self.reader.begin(variables);
            match Value::resolve(node, self.context) {
                Ok(Value::Bool(truth)) => Some(truth),
                _ => None,
            }
        });
        self.mistaken |= known.is_some_and(|known| known != truth);
        self.memory.keep(part, &self.reader.reads().read, truth, print);
        known.unwrap_or(truth)
    }
}

/// Hands expressions the values that they ask for, and records which values those are.
struct RecordingReader<'r, 'a> {
    variables: &'r [Variable<'r>],
    /// The values that paths start from.
    roots: Vec<Option<&'a Json>>,
    /// The value of each variable, made when first needed; `None` if its path leads nowhere.
    values: Vec<OnceLock<Option<Box<dyn Val + 'a>>>>,
    reads: Mutex<ReadParts<'r>>,
}

/// What a part has read.
struct ReadParts<'r> {
    /// The variable of each path of its expression.
    variables: &'r [usize],
    /// The variables that it has read so far, in the order of their first reads.
    read: Vec<usize>,
}

impl<'r, 'a> RecordingReader<'r, 'a> {
    fn new(variables: &'r [Variable<'r>], roots: &[&str], values: &Variables<'a>) -> Self {
        let roots = roots.iter().map(|root| values.get(root)).collect();
        let values = variables.iter().map(|_| OnceLock::new()).collect();
        Self { variables, roots, values, reads: Mutex::new(ReadParts { variables: &[], read: Vec::new() }) }
    }

    fn print(&self, variable: usize, into: &mut Vec<u8>) {
        let Variable { path, root, .. } = &self.variables[variable];
        if let Some(root) = self.roots[*root] {
            path.print(root, into);
        }
    }

    /// Evaluates a comparison of sums of whole numbers without CEL; `None` if the node is anything else.
    fn compare(&self, node: &IdedExpr) -> Option<bool> {
        let Expr::Call(CallExpr { func_name, target: None, args }) = &node.expr else { return None };
        let [left, right] = args.as_slice() else { return None };
        let compares: fn(&i64, &i64) -> bool = match func_name.as_str() {
            "_==_" => i64::eq,
            "_!=_" => i64::ne,
            "_<_" => i64::lt,
            "_<=_" => i64::le,
            "_>_" => i64::gt,
            "_>=_" => i64::ge,
            _ => return None,
        };
        Some(compares(&self.integer(left)?, &self.integer(right)?))
    }

    fn integer(&self, node: &IdedExpr) -> Option<i64> {
        match &node.expr {
            Expr::Literal(LiteralValue::Int(integer)) => Some(*integer.inner()),
            Expr::Ident(name) => {
                let Variable { path, root, .. } = &self.variables[self.read(name)?];
                path.integer(self.roots[*root]?)
            }
            Expr::Call(CallExpr { func_name, target: None, args }) => {
                let [left, right] = args.as_slice() else { return None };
                match func_name.as_str() {
                    "_+_" => self.integer(left)?.checked_add(self.integer(right)?),
                    "_-_" => self.integer(left)?.checked_sub(self.integer(right)?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Records that the variable of this name is read, and returns it.
    fn read(&self, name: &str) -> Option<usize> {
        let position = paths::position(name)?;
        let mut reads = self.reads();
        let variable = *reads.variables.get(position)?;
        // Even if its path leads nowhere.
        if !reads.read.contains(&variable) {
            reads.read.push(variable);
        }
        Some(variable)
    }

    fn reads(&self) -> MutexGuard<'_, ReadParts<'r>> {
        self.reads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins the next part, of an expression with these variables.
    fn begin(&self, variables: &'r [usize]) {
        let mut reads = self.reads();
        reads.variables = variables;
        reads.read.clear();
    }
}

impl VariableResolver for RecordingReader<'_, '_> {
    fn resolve<'b>(&'b self, name: &str) -> Option<CowVal<'b, 'b>> {
        let variable = self.read(name)?;
        let Variable { path, root, .. } = &self.variables[variable];
        let value = self.values[variable].get_or_init(|| path.value(self.roots[*root]?));
        value.as_deref().map(CowVal::Borrowed)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::fault::Span;

    /// An expression over several steps, each with the values before and after it.
    struct Run {
        expression: Expression,
        states: Vec<Json>,
    }

    fn run(text: &str, states: &[Json]) -> Run {
        Run { expression: Expression::new(text, Span::default()), states: states.to_vec() }
    }

    impl Run {
        /// For each step, whether the expression was evaluated, and whether it was true.
        fn steps(&self, thorough: bool) -> Vec<(bool, bool)> {
            let mut repeated = Repeated::new([&self.expression], &[("after", "before")]);
            let steps = self.states.windows(2).map(|pair| {
                let mut values = Variables::new();
                values.set("before", &pair[0]);
                values.set("after", &pair[1]);
                let step = if thorough { repeated.thorough(&values) } else { repeated.step(&values) };
                assert!(step.wrong.iter().all(|wrong| !wrong.hidden), "{}: {:?}", self.expression.text, step.wrong);
                (step.evaluated > 0, step.wrong.is_empty())
            });
            steps.collect()
        }
    }

    const KNOWN: (bool, bool) = (false, true);
    const TRUE: (bool, bool) = (true, true);
    const FALSE: (bool, bool) = (true, false);
    /// A known false is still evaluated as written, which is not counted.
    const KNOWN_FALSE: (bool, bool) = (false, false);

    #[test]
    fn what_has_been_true_of_the_same_is_not_evaluated() {
        let states =
            [json!({"a": 1, "b": 1}), json!({"a": 1, "b": 2}), json!({"a": 1, "b": 3}), json!({"a": 2, "b": 3})];
        assert_eq!(run("after.a > 0", &states).steps(false), [TRUE, KNOWN, TRUE]);
        assert_eq!(run("after.a >= before.a", &states).steps(false), [TRUE, KNOWN, TRUE]);
        assert_eq!(run("after.c == 1 || after.a > 0", &states).steps(false), [TRUE, KNOWN, TRUE]);
        // What was true stays known, even if other values came in between.
        let back = [json!({}), json!({"a": 1}), json!({"a": 2}), json!({"a": 1}), json!({"a": "1"}), json!({"a": [1]})];
        assert_eq!(run("after.a == 1 || after.a == 2", &back).steps(false), [TRUE, TRUE, KNOWN, FALSE, FALSE]);
    }

    #[test]
    fn what_was_not_read_may_be_anything() {
        let states = [json!({}), json!({"a": 1, "b": 1}), json!({"a": 1, "b": 2}), json!({"a": 2, "b": 2})];
        assert_eq!(run("after.a == 1 || after.b == 2", &states).steps(false), [TRUE, KNOWN, TRUE]);
        assert_eq!(run("!has(after.b) || after.a == 1", &states).steps(false), [TRUE, KNOWN, FALSE]);
    }

    #[test]
    fn what_is_false_is_told_each_time() {
        let states = [json!({}), json!({"a": 1}), json!({"a": 2}), json!({"a": 2}), json!({"a": 1}), json!({})];
        assert_eq!(run("after.a == 1", &states).steps(false), [TRUE, FALSE, KNOWN_FALSE, KNOWN, FALSE]);
    }

    #[test]
    fn parts_are_known_by_themselves() {
        let states: Vec<Json> = [(0, 0), (0, 5), (0, 6), (1, 6)].map(|(a, b)| json!({"l": [a, b]})).into();
        // The first step evaluates both parts, every other step only what has changed.
        let both = run("[0, 1].all(i, after.l[i] >= before.l[i])", &states);
        let mut repeated = Repeated::new([&both.expression], &[("after", "before")]);
        let evaluated = states.windows(2).map(|pair| {
            let mut values = Variables::new();
            values.set("before", &pair[0]);
            values.set("after", &pair[1]);
            repeated.step(&values).evaluated
        });
        assert_eq!(evaluated.collect::<Vec<_>>(), [2, 1, 2]);
        // A failure gives way to a deciding operand, known or not.
        let list = [json!(0), json!(1), json!(2), json!(1), json!(3)];
        let text = "(after.x == 1 || after != 2) && !(after.x == 1 && after == 3) && !(after == 0 && after.x == 1)";
        assert_eq!(run(text, &list).steps(false), [TRUE, FALSE, KNOWN, FALSE]);
    }

    /// Values that differ only in what an expression does not read are the same to it; values that differ in anything
    /// it reads are not.
    #[test]
    fn values_are_told_apart_as_far_as_they_are_read() {
        let list = |values: &[Json]| Json::from_iter(values.iter().map(|value| json!({"l": value})));
        let of = |text: &str, values: &[Json]| run(text, list(values).as_array().unwrap()).steps(false);
        let each = [json!([]), json!([{"a": 1, "b": 1}]), json!([{"a": 1, "b": 2}]), json!([{"a": 2, "b": 2}])];
        assert_eq!(of("after.l.all(x, x.a == 1)", &each), [TRUE, KNOWN, FALSE]);
        assert_eq!(of("after.l.size() == 1", &each), [TRUE, KNOWN, KNOWN]);
        let whole = [json!(0), json!(["a", "b"]), json!(["ab"]), json!(["a", null]), json!(["a"]), json!({"a": "b"})];
        assert_eq!(of("after.l != before.l", &whole), [TRUE; 5]);
        let there = [json!(0), json!({}), json!({"a": null}), json!({"a": 1}), json!({"a": {"b": 1}}), json!({"c": 1})];
        assert_eq!(of("has(after.l.a) || true", &there), [TRUE, TRUE, KNOWN, KNOWN, KNOWN]);
    }

    /// Sums of whole numbers are compared without CEL; a negation would hide a different result.
    #[test]
    fn whole_numbers_compare_as_in_cel() {
        let numbers =
            [json!(-1), json!(0), json!(2), json!(i64::MAX), json!(1.5), json!("2"), json!([1, 2]), json!(null)];
        let pairs = numbers.iter().flat_map(|a| numbers.iter().map(move |b| json!({"a": a, "b": b})));
        let states: Vec<Json> = pairs.collect();
        let mut held = 0;
        for operator in ["==", "!=", "<", "<=", ">", ">="] {
            for (left, right) in [("after.a", "after.b"), ("after.a + 1 - after.b", "2"), ("after.a.size()", "after.b")]
            {
                let texts = [format!("{left} {operator} {right}"), format!("!({left} {operator} {right})")];
                for (text, states) in texts.iter().flat_map(|text| [(text, &states[..]), (text, &states[8..])]) {
                    let steps = run(text, states).steps(true);
                    for (state, (_, holds)) in states[1..].iter().zip(steps) {
                        let mut values = Variables::new();
                        values.set("after", state);
                        let whole = Expression::new(text, Span::default());
                        let written = whole.compiled().unwrap().as_written(&values.whole_if(|_| true));
                        assert_eq!(holds, written == Holds::Yes, "{text} of {state}");
                        held += usize::from(holds);
                    }
                }
            }
        }
        assert!(held > 500, "{held}");
    }

    #[test]
    fn a_thorough_step_evaluates_all_and_finds_what_is_hidden() {
        let states = [json!({"a": 1}), json!({"a": 1}), json!({"a": 1})];
        assert_eq!(run("after.a == 1", &states).steps(true), [TRUE, TRUE]);
        let expression = Expression::new("after.a == 1", Span::default());
        let mut repeated = Repeated::new([&expression], &[]);
        let (one, two) = (json!({"a": 1}), json!({"a": 2}));
        let mut values = Variables::new();
        values.set("after", &one);
        repeated.step(&values);
        // Put a wrong result among the known ones.
        let print = |_: usize, into: &mut Vec<u8>| expression.compiled().unwrap().paths[0].print(&two, into);
        repeated.memory.next([None].into_iter());
        repeated.memory.keep(0, &[0], Some(true), print);
        let mut values = Variables::new();
        values.set("after", &two);
        assert!(repeated.step(&values).wrong.is_empty());
        let holds = Holds::No(vec![("after.a".into(), "2".into())]);
        assert_eq!(repeated.thorough(&values).wrong, [Untrue { index: 0, holds, hidden: true }]);
        // Even if the wrong result does not matter.
        let expression = Expression::new("after.a == 1 || true", Span::default());
        let mut repeated = Repeated::new([&expression], &[]);
        repeated.memory.keep(0, &[0], Some(true), print);
        assert!(repeated.step(&values).wrong.is_empty());
        assert_eq!(repeated.thorough(&values).wrong, [Untrue { index: 0, holds: Holds::Yes, hidden: true }]);
    }
}
