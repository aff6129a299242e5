//! Finds the values that an expression reads, so that no others are handed to CEL.
//!
//! A state has thousands of values, and an expression reads a few. Each path of constants, such as
//! `state.players[0].line`, becomes a variable that holds the [`Part`] of the value that is read there.

use std::collections::BTreeSet;

use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedExpr, LiteralValue, MapExpr, StructExpr};
use cel::common::value::Val;
use serde_json::Value as Json;

use super::part::{Part, Reads, get};
use super::quick;

/// A value that an expression reads.
#[derive(Debug)]
pub struct Path {
    /// The variable that it starts from.
    pub root: String,
    /// The steps from there and what is read at the end; equal for paths that differ only in the variable.
    pub view: String,
    steps: Vec<Key>,
    reads: Reads,
}

#[derive(Debug)]
enum Key {
    Key(String),
    Index(usize),
}

/// The prefix of a variable that replaces a path; the number of the path follows. No written expression can contain
/// such a name: only CEL itself makes names that begin with an at sign, and those have no colon.
const VARIABLE: &str = "@:";

/// The number of the path that a variable stands for; `None` for any other variable.
pub fn position(variable: &str) -> Option<usize> {
    variable.strip_prefix(VARIABLE)?.parse().ok()
}

/// Replaces every path of constants with a variable, and returns the paths.
pub fn replace(expression: &mut IdedExpr) -> Vec<Path> {
    let mut found = Found { paths: Vec::new(), bound: Vec::new() };
    found.read(expression, Part::Whole);
    found.paths
}

struct Found {
    paths: Vec<Path>,
    /// The variables of the surrounding comprehensions, each with the part of its value that is read.
    bound: Vec<(String, Part)>,
}

impl Found {
    /// Follows what is read in `node`, given that the surroundings read `part` of its value.
    fn read(&mut self, node: &mut IdedExpr, part: Part) {
        let (of, reads) = end(node, &part);
        if let Some((root, steps)) = constants(of)
            && !self.bound.iter().any(|(name, _)| *name == root)
        {
            node.expr = Expr::Ident(format!("{VARIABLE}{}", self.paths.len()));
            let view = format!("{steps:?}{reads:?}");
            self.paths.push(Path { root, view, steps, reads });
            return;
        }
        match &mut node.expr {
            Expr::Ident(name) => {
                if let Some((_, read)) = self.bound.iter_mut().rev().find(|(bound, _)| bound == name) {
                    read.join(part);
                }
            }
            Expr::Select(select) => {
                let part = if select.test { Part::Presence } else { part };
                self.read(&mut select.operand, Part::field(&select.field, part));
            }
            Expr::Call(call) if call.func_name == "_[_]" && call.args.len() == 2 => {
                self.read(&mut call.args[0], Part::Each(Box::new(part)));
                self.read(&mut call.args[1], Part::Whole);
            }
            Expr::Call(call) if call.func_name == "size" && call.args.is_empty() => {
                call.target.iter_mut().for_each(|of| self.read(of, Part::Each(Box::new(Part::Presence))));
            }
            Expr::Call(call) => {
                for inner in call.target.iter_mut().map(AsMut::as_mut).chain(&mut call.args) {
                    self.read(inner, Part::Whole);
                }
            }
            Expr::Comprehension(c) => {
                let having = having(c);
                let depth = self.bound.len();
                // Reads through the accumulator, or in a comprehension of two variables, are not followed.
                self.bound.push((c.accu_var.clone(), Part::Whole));
                self.bound.extend(c.iter_var2.clone().map(|name| (name, Part::Whole)));
                let each = if c.iter_var2.is_some() { Part::Whole } else { Part::Presence };
                self.bound.push((c.iter_var.clone(), each));
                let variable = self.bound.len() - 1;
                self.read(&mut c.loop_cond, Part::Whole);
                if quick::gathers(c) {
                    self.gather(&mut c.loop_step, part);
                } else {
                    self.read(&mut c.loop_step, Part::Whole);
                }
                let each = std::mem::replace(&mut self.bound[variable].1, Part::Whole);
                self.read(&mut c.result, Part::Whole);
                self.bound.truncate(depth);
                self.read(&mut c.accu_init, Part::Whole);
                let each = Box::new(each);
                self.read(
                    &mut c.iter_range,
                    having.map_or_else(|| Part::Each(each.clone()), |fields| Part::Having(fields, each.clone())),
                );
            }
            Expr::List(list) => list.elements.iter_mut().for_each(|inner| self.read(inner, Part::Whole)),
            Expr::Map(MapExpr { entries }) | Expr::Struct(StructExpr { entries, .. }) => {
                for entry in entries {
                    match &mut entry.expr {
                        EntryExpr::MapEntry(entry) => {
                            self.read(&mut entry.key, Part::Whole);
                            self.read(&mut entry.value, Part::Whole);
                        }
                        EntryExpr::StructField(field) => self.read(&mut field.value, Part::Whole),
                    }
                }
            }
            Expr::Literal(_) | Expr::Unspecified => {}
        }
    }

    /// Follows a step of `filter` or `map`. The part that is read of an added element is the part that the
    /// surroundings read of each element of the list.
    fn gather(&mut self, step: &mut IdedExpr, part: Part) {
        match &mut step.expr {
            Expr::Call(call) if call.func_name == "_?_:_" && call.args.len() == 3 => {
                self.read(&mut call.args[0], Part::Whole);
                self.gather(&mut call.args[1], part);
            }
            Expr::Call(CallExpr { args, .. }) => {
                let kept = if let Part::Each(each) = part { *each } else { Part::Whole };
                for list in args {
                    if let Expr::List(list) = &mut list.expr {
                        list.elements.iter_mut().for_each(|element| self.read(element, kept.clone()));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Splits off a test for a field, or a `size()`, at the end of a node: the node before it, and what is read there.
fn end<'n>(node: &'n IdedExpr, part: &Part) -> (&'n IdedExpr, Reads) {
    match &node.expr {
        Expr::Select(select) if select.test => (&select.operand, Reads::Has(select.field.clone())),
        Expr::Call(CallExpr { func_name, target: Some(of), args }) if func_name == "size" && args.is_empty() => {
            (of, Reads::Size)
        }
        _ => (node, Reads::Value(part.clone())),
    }
}

/// Fields such that an element with none of them does not matter: it is true for `all`, false for `exists`, and left
/// out by `filter`.
fn having(c: &ComprehensionExpr) -> Option<BTreeSet<String>> {
    if c.iter_var2.is_some() {
        return None;
    }
    if let Some((operator, body)) = quick::fold(c) {
        return without(body, &c.iter_var, operator == "_&&_");
    }
    match &c.loop_step.expr {
        Expr::Call(call) if quick::gathers(c) && call.func_name == "_?_:_" => {
            without(&call.args[0], &c.iter_var, false)
        }
        _ => None,
    }
}

/// Fields such that an expression gives `truth` if `element` is an object that has none of them.
fn without(node: &IdedExpr, element: &str, truth: bool) -> Option<BTreeSet<String>> {
    match &node.expr {
        Expr::Select(select) if select.test && !truth => {
            let of_element = matches!(&select.operand.expr, Expr::Ident(name) if name == element);
            of_element.then(|| BTreeSet::from([select.field.clone()]))
        }
        Expr::Call(CallExpr { func_name, target: None, args }) => {
            let [left, right] = args.as_slice() else { return None };
            let decides = match func_name.as_str() {
                "_||_" => true,
                "_&&_" => false,
                "_==_" if quick::is_negated(left, right, |_| false) => return without(left, element, !truth),
                _ => return None,
            };
            let (left, right) = (without(left, element, truth), without(right, element, truth));
            // If `truth` decides, one operand that gives it is enough; otherwise both have to give it.
            if truth == decides {
                return left.or(right);
            }
            let (mut fields, others) = (left?, right?);
            fields.extend(others);
            Some(fields)
        }
        _ => None,
    }
}

/// The variable and the steps, if `node` is a path of constants.
fn constants(node: &IdedExpr) -> Option<(String, Vec<Key>)> {
    match &node.expr {
        Expr::Ident(name) => Some((name.clone(), Vec::new())),
        Expr::Select(select) if !select.test => {
            let (root, mut steps) = constants(&select.operand)?;
            steps.push(Key::Key(select.field.clone()));
            Some((root, steps))
        }
        Expr::Call(call) if call.func_name == "_[_]" && call.args.len() == 2 => {
            let (root, mut steps) = constants(&call.args[0])?;
            steps.push(match &call.args[1].expr {
                Expr::Literal(LiteralValue::Int(index)) => Key::Index(usize::try_from(*index.inner()).ok()?),
                Expr::Literal(LiteralValue::String(key)) => Key::Key(key.inner().to_owned()),
                _ => return None,
            });
            Some((root, steps))
        }
        _ => None,
    }
}

impl Path {
    /// The part of the value that is read, in CEL; `None` if the path leads nowhere.
    pub fn value<'v>(&self, root: &'v Json) -> Option<Box<dyn Val + 'v>> {
        self.reads.value(self.find(root)?)
    }

    /// The value, if it is a whole number.
    pub fn integer(&self, root: &Json) -> Option<i64> {
        self.reads.integer(self.find(root)?)
    }

    /// Prints the part of the value that is read. For this path, and for any path with the same view, equal bytes mean
    /// equal values in CEL. Prints nothing if the path leads nowhere.
    pub fn print(&self, root: &Json, into: &mut Vec<u8>) {
        if let Some(found) = self.find(root) {
            self.reads.print(found, into);
        }
    }

    /// Whether the path, if it leads to a value, always leads to a boolean.
    pub fn is_truth(&self) -> bool {
        matches!(self.reads, Reads::Has(_))
    }

    fn find<'v>(&self, root: &'v Json) -> Option<&'v Json> {
        self.steps.iter().try_fold(root, |at, step| match (step, at) {
            (Key::Key(key), Json::Object(map)) => get(map, key).map(|(_, value)| value),
            (Key::Index(index), Json::Array(list)) => list.get(*index),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use cel::Value;
    use serde_json::json;

    use super::*;

    /// The values that an expression is handed, in the order in which it names them.
    fn handed(text: &str, state: &Json) -> Vec<String> {
        let mut expression = super::super::parse(text).unwrap();
        quick::quicken(&mut expression);
        let paths = replace(&mut expression);
        let value = |path: &Path| Value::try_from(&*path.value(state).unwrap()).unwrap();
        paths.iter().map(|path| super::super::shown::show(&value(path))).collect()
    }

    #[test]
    fn an_expression_is_handed_what_it_reads() {
        let state = json!({
            "a": [{"b": 1, "c": [{"d": "x", "e": 2}], "f": 0}, {"b": 3, "c": [], "f": 0}],
            "e": [{"p": {"n": 1}}, {}, {"p": {"n": 2}, "q": {"n": 3}}],
            "m": {"k": {"g": 1, "h": 2}},
        });
        for (text, values) in [
            ("state.a[0].b == 1", &["1"][..]),
            ("state.a.all(p, p.b > 0)", &[r#"[{"b":1},{"b":3}]"#]),
            ("state.a[0].c.map(x, x.d) == ['x']", &[r#"[{"d":"x"}]"#]),
            ("state.a.all(p, p.c.all(x, x.e > 0) && p.f == 0)", &[r#"[{"c":[{"e":2}],"f":0},{"c":[],"f":0}]"#]),
            ("state.a.filter(p, p.b == 1) == []", &[&state["a"].to_string()]),
            ("state.a.exists(p, p == state.a[1])", &[&state["a"][1].to_string(), &state["a"].to_string()]),
            ("state.a.size() == 2", &["2"]),
            ("state.a.filter(p, p.c.size() == 0).size() == 1", &[r#"[{"c":[null]},{"c":[]}]"#]),
            ("state.a.filter(p, p.b == 1).map(p, p.f) == [0]", &[r#"[{"b":1,"f":0},{"b":3,"f":0}]"#]),
            ("sum(state.a.filter(p, p.b == 1).map(p, p.f)) == 0", &[r#"[{"b":1,"f":0},{"b":3,"f":0}]"#]),
            ("state.a.map(p, p.c).all(c, c.all(x, x.d == 'x'))", &[r#"[{"c":[{"d":"x"}]},{"c":[]}]"#]),
            ("state.a.map(p, p.c)[0].size() == 1", &[r#"[{"c":[null]},{"c":[]}]"#]),
            ("state.m.all(k, state.m[k].g == 1)", &[r#"{"k":{"g":1}}"#, &state["m"].to_string()]),
            ("has(state.m.k) && state.m.k.g == 1", &["true", "1"]),
            ("state.m.all(k, has(state.m[k].g))", &[r#"{"k":{"g":null}}"#, &state["m"].to_string()]),
            // Only the elements of a list that matter.
            ("state.e.all(x, !has(x.p) || x.p.n == 1)", &[r#"[{"p":{"n":1}},{"p":{"n":2}}]"#]),
            ("state.e.all(x, x.q.n == 1 || !has(x.p))", &[r#"[{"p":null},{"p":null,"q":{"n":3}}]"#]),
            ("!state.e.exists(x, has(x.q) && !has(x.p))", &[r#"[{"p":null,"q":null}]"#]),
            ("state.e.exists(x, has(x.p) || (has(x.q) && x.q.n == 1))", &[r#"[{"p":null},{"p":null,"q":{"n":3}}]"#]),
            ("state.e.filter(x, has(x.q) && x.q.n == 3).size() == 1", &[r#"[{"q":{"n":3}}]"#]),
            ("state.e.filter(x, has(x.q))[0].p.n == 2", &[r#"[{"p":{"n":2},"q":null}]"#]),
            // These also read elements that have none of the fields.
            ("state.e.all(x, has(x.p) || true)", &[r#"[{"p":null},{},{"p":null}]"#]),
            ("state.e.all(x, !has(x.p) && true)", &[r#"[{"p":null},{},{"p":null}]"#]),
            ("state.e.exists(x, !has(x.p))", &[r#"[{"p":null},{},{"p":null}]"#]),
            ("state.e.exists(x, has(x.p) || x == {})", &["[{\"p\":{\"n\":1}},{},{\"p\":{\"n\":2},\"q\":{\"n\":3}}]"]),
            ("state.a.exists(p, state.e.exists(x, has(p.b)))", &["[null,null,null]", r#"[{"b":null},{"b":null}]"#]),
        ] {
            assert_eq!(handed(text, &state), values, "{text}");
        }
    }
}
