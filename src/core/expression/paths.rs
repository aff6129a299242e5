//! Which values an expression reads, so that no others are handed to CEL.
//!
//! A state has thousands of values and an expression reads a few. Each path of constants, as
//! `state.players[0].line`, becomes a variable of its own, with what is read of the value there: a [`Part`].

use std::collections::{BTreeMap, HashMap};

use cel::common::ast::{EntryExpr, Expr, IdedExpr, LiteralValue, MapExpr, StructExpr};
use cel::common::types::{CelBool, CelDouble, CelInt, CelList, CelMap, CelMapKey, CelNull, CelString};
use cel::common::value::Val;
use serde_json::Value as Json;

/// A value that an expression reads.
#[derive(Debug)]
pub struct Path {
    /// The variable that takes its place: the same where the same is read. No expression as written can name it.
    pub name: String,
    /// The variable that it starts from.
    pub root: String,
    steps: Vec<Step>,
    part: Part,
}

#[derive(Debug)]
enum Step {
    Key(String),
    Index(usize),
}

/// What is read of a value.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    /// That it is there.
    Presence,
    /// These fields of an object.
    Fields(BTreeMap<String, Part>),
    /// The same part of each value of a list or an object, and how many there are.
    Each(Box<Part>),
    /// All of it.
    Whole,
}

impl Part {
    fn field(name: &str, part: Part) -> Self {
        Part::Fields(BTreeMap::from([(name.to_owned(), part)]))
    }

    fn join(&mut self, other: Part) {
        *self = match (std::mem::replace(self, Part::Whole), other) {
            (Part::Presence, part) | (part, Part::Presence) => part,
            (Part::Fields(mut fields), Part::Fields(others)) => {
                for (name, part) in others {
                    fields.entry(name).or_insert(Part::Presence).join(part);
                }
                Part::Fields(fields)
            }
            (Part::Each(mut each), Part::Each(other)) => {
                each.join(*other);
                Part::Each(each)
            }
            _ => Part::Whole,
        };
    }
}

/// Replaces every path of constants by its variable.
pub fn replace(expression: &mut IdedExpr) -> Vec<Path> {
    let mut found = Found { paths: Vec::new(), bound: Vec::new() };
    found.read(expression, Part::Whole);
    found.paths
}

struct Found {
    paths: Vec<Path>,
    /// The variables of the comprehensions around, with what is read of each.
    bound: Vec<(String, Part)>,
}

impl Found {
    /// Follows what is read of `node`, of which its surroundings read `part`.
    fn read(&mut self, node: &mut IdedExpr, part: Part) {
        if let Some((root, steps)) = constants(node)
            && !self.bound.iter().any(|(name, _)| *name == root)
        {
            // An at sign begins the names that CEL makes itself; none of them has a colon.
            let name = format!("@path:{root}{steps:?}{part:?}");
            node.expr = Expr::Ident(name.clone());
            self.paths.push(Path { name, root, steps, part });
            return;
        }
        match &mut node.expr {
            Expr::Ident(name) => {
                if let Some((_, read)) = self.bound.iter_mut().rev().find(|(bound, _)| bound == name) {
                    read.join(part);
                }
            }
            Expr::Select(select) => {
                let part = if select.test { Part::Whole } else { part };
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
                let depth = self.bound.len();
                // What a comprehension of two variables or its sum reads is not followed.
                self.bound.push((c.accu_var.clone(), Part::Whole));
                self.bound.extend(c.iter_var2.clone().map(|name| (name, Part::Whole)));
                let each = if c.iter_var2.is_some() { Part::Whole } else { Part::Presence };
                self.bound.push((c.iter_var.clone(), each));
                let variable = self.bound.len() - 1;
                self.read(&mut c.loop_cond, Part::Whole);
                self.read(&mut c.loop_step, Part::Whole);
                let each = std::mem::replace(&mut self.bound[variable].1, Part::Whole);
                self.read(&mut c.result, Part::Whole);
                self.bound.truncate(depth);
                self.read(&mut c.accu_init, Part::Whole);
                self.read(&mut c.iter_range, Part::Each(Box::new(each)));
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
}

/// The variable and the steps, if `node` is a path of constants.
fn constants(node: &IdedExpr) -> Option<(String, Vec<Step>)> {
    match &node.expr {
        Expr::Ident(name) => Some((name.clone(), Vec::new())),
        Expr::Select(select) if !select.test => {
            let (root, mut steps) = constants(&select.operand)?;
            steps.push(Step::Key(select.field.clone()));
            Some((root, steps))
        }
        Expr::Call(call) if call.func_name == "_[_]" && call.args.len() == 2 => {
            let (root, mut steps) = constants(&call.args[0])?;
            steps.push(match &call.args[1].expr {
                Expr::Literal(LiteralValue::Int(index)) => Step::Index(usize::try_from(*index.inner()).ok()?),
                Expr::Literal(LiteralValue::String(key)) => Step::Key(key.inner().to_owned()),
                _ => return None,
            });
            Some((root, steps))
        }
        _ => None,
    }
}

impl Path {
    /// The value in CEL, as far as it is read; nothing where the path leads nowhere.
    pub fn value<'v>(&self, root: &'v Json) -> Option<Box<dyn Val + 'v>> {
        let found = self.steps.iter().try_fold(root, |at, step| match (step, at) {
            (Step::Key(key), Json::Object(map)) => map.get(key),
            (Step::Index(index), Json::Array(list)) => list.get(*index),
            _ => None,
        })?;
        Some(in_cel(found, &self.part))
    }
}

/// JSON as CEL sees it, whole: integers signed, objects as maps.
pub fn whole(value: &Json) -> Box<dyn Val + '_> {
    in_cel(value, &Part::Whole)
}

fn in_cel<'v>(value: &'v Json, part: &Part) -> Box<dyn Val + 'v> {
    match value {
        Json::Null => Box::new(CelNull),
        Json::Bool(b) => Box::new(CelBool::from(*b)),
        Json::Number(n) => match n.as_i64() {
            Some(i) => Box::new(CelInt::from(i)),
            None => Box::new(CelDouble::from(n.as_f64().unwrap_or(f64::NAN))),
        },
        Json::String(s) => Box::new(CelString::from(s.as_str())),
        _ if *part == Part::Presence => Box::new(CelNull),
        Json::Array(items) => {
            let each = match part {
                Part::Each(each) => each,
                _ => &Part::Whole,
            };
            let items: Vec<Box<dyn Val + 'v>> = items.iter().map(|item| in_cel(item, each)).collect();
            Box::new(CelList::from(items))
        }
        Json::Object(map) => {
            let entry = |key: &'v str, value: &'v Json, part: &Part| (CelMapKey::from(key), in_cel(value, part));
            let map: HashMap<CelMapKey<'v>, Box<dyn Val + 'v>> = match part {
                Part::Fields(fields) => {
                    let known = fields.iter().filter_map(|(key, part)| Some((map.get_key_value(key)?, part)));
                    known.map(|((key, value), part)| entry(key, value, part)).collect()
                }
                Part::Each(each) => map.iter().map(|(key, value)| entry(key, value, each)).collect(),
                _ => map.iter().map(|(key, value)| entry(key, value, &Part::Whole)).collect(),
            };
            Box::new(CelMap::from(map))
        }
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
        let paths = replace(&mut expression);
        let value = |path: &Path| Value::try_from(&*path.value(state).unwrap()).unwrap();
        paths.iter().map(|path| super::super::shown::show(&value(path))).collect()
    }

    #[test]
    fn an_expression_is_handed_what_it_reads() {
        let state = json!({
            "a": [{"b": 1, "c": [{"d": "x", "e": 2}], "f": 0}, {"b": 3, "c": [], "f": 0}],
            "m": {"k": {"g": 1, "h": 2}},
        });
        for (text, values) in [
            ("state.a[0].b == 1", &["1"][..]),
            ("state.a.all(p, p.b > 0)", &[r#"[{"b":1},{"b":3}]"#]),
            ("state.a[0].c.map(x, x.d) == ['x']", &[r#"[{"d":"x"}]"#]),
            ("state.a.all(p, p.c.all(x, x.e > 0) && p.f == 0)", &[r#"[{"c":[{"e":2}],"f":0},{"c":[],"f":0}]"#]),
            ("state.a.filter(p, p.b == 1) == []", &[&state["a"].to_string()]),
            ("state.a.exists(p, p == state.a[1])", &[&state["a"][1].to_string(), &state["a"].to_string()]),
            ("state.a.size() == 2", &["[null,null]"]),
            ("state.m.all(k, state.m[k].g == 1)", &[r#"{"k":{"g":1}}"#, &state["m"].to_string()]),
            ("has(state.m.k)", &[r#"{"k":{"g":1,"h":2}}"#]),
        ] {
            assert_eq!(handed(text, &state), values, "{text}");
        }
    }
}
