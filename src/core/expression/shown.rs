//! Shows what a false expression read: its paths and the values found there.

use cel::Context;
use cel::Value;
use cel::common::ast::{Expr, IdedExpr, LiteralValue};
use serde_json::Value as Json;

/// The longest value shown, in characters.
const MOST_SHOWN: usize = 120;

/// Operators that compare two values.
const COMPARISONS: [&str; 6] = ["_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_"];

/// Every outermost path of `expression` that reads a variable, with its value. A side of a comparison that goes
/// through a list is shown by its own value, since the list may be long.
pub fn paths(expression: &IdedExpr, context: &Context) -> Vec<(String, String)> {
    let value = |node: &IdedExpr| match cel::Value::resolve(node, context) {
        Ok(value) => shorten(&show(&value)),
        Err(error) => format!("unreadable: {}", super::words::unreadable(&error)),
    };
    let all = |node| read(node).into_iter().map(|(path, node)| (path, value(node))).collect::<Vec<_>>();
    let mut found = match &expression.expr {
        Expr::Call(call) if COMPARISONS.contains(&&*call.func_name) && call.args.iter().any(goes_through) => {
            let sides = call.args.iter().zip(["the left side", "the right side"]);
            let side = |(side, name): (_, &str)| match goes_through(side) {
                true => vec![(name.to_owned(), value(side))],
                false => all(side),
            };
            sides.flat_map(side).collect()
        }
        _ => all(expression),
    };
    found.dedup();
    found
}

/// Whether an expression goes through a list or map, as with `map` and `filter`.
fn goes_through(node: &IdedExpr) -> bool {
    match &node.expr {
        Expr::Comprehension(_) => true,
        Expr::Call(call) => call.target.iter().map(AsRef::as_ref).chain(&call.args).any(goes_through),
        Expr::Select(select) => goes_through(&select.operand),
        _ => false,
    }
}

/// The same paths without values.
pub fn names(expression: &IdedExpr) -> Vec<String> {
    let mut found: Vec<String> = read(expression).into_iter().map(|(path, _)| path).collect();
    found.dedup();
    found
}

fn read(expression: &IdedExpr) -> Vec<(String, &IdedExpr)> {
    let mut found = Vec::new();
    walk(expression, &mut Vec::new(), &mut found);
    found
}

fn walk<'a>(node: &'a IdedExpr, bound: &mut Vec<String>, found: &mut Vec<(String, &'a IdedExpr)>) {
    if let Some((root, text)) = path(node) {
        if !bound.contains(&root) && text != root {
            found.push((text, node));
        }
        return;
    }
    match &node.expr {
        Expr::Call(call) => {
            for inner in call.target.iter().map(AsRef::as_ref).chain(&call.args) {
                walk(inner, bound, found);
            }
        }
        Expr::Comprehension(c) => {
            walk(&c.iter_range, bound, found);
            let depth = bound.len();
            bound.extend([c.iter_var.clone(), c.accu_var.clone()]);
            bound.extend(c.iter_var2.clone());
            walk(&c.loop_step, bound, found);
            bound.truncate(depth);
        }
        Expr::List(list) => list.elements.iter().for_each(|inner| walk(inner, bound, found)),
        Expr::Select(select) => walk(&select.operand, bound, found),
        _ => {}
    }
}

/// The variable that a path starts from and the path as written, if `node` is a path.
fn path(node: &IdedExpr) -> Option<(String, String)> {
    match &node.expr {
        Expr::Ident(name) => Some((name.clone(), name.clone())),
        Expr::Select(select) if !select.test => {
            let (root, text) = path(&select.operand)?;
            Some((root, format!("{text}.{}", select.field)))
        }
        Expr::Call(call) if call.func_name == "_[_]" && call.args.len() == 2 => {
            let (root, text) = path(&call.args[0])?;
            let index = match &call.args[1].expr {
                Expr::Literal(LiteralValue::Int(i)) => i.inner().to_string(),
                Expr::Literal(LiteralValue::String(s)) => format!("'{}'", s.inner()),
                _ => return None,
            };
            Some((root, format!("{text}[{index}]")))
        }
        Expr::Call(call) if call.func_name == "size" && call.args.is_empty() => {
            let (root, text) = path(call.target.as_deref()?)?;
            Some((root, format!("{text}.size()")))
        }
        _ => None,
    }
}

pub(super) fn show(value: &Value) -> String {
    to_json(value).to_string()
}

fn to_json(value: &Value) -> Json {
    match value {
        Value::List(items) => Json::Array(items.iter().map(to_json).collect()),
        Value::Map(map) => {
            let mut entries: Vec<(String, Json)> = map.map.iter().map(|(k, v)| (k.to_string(), to_json(v))).collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            Json::Object(entries.into_iter().collect())
        }
        Value::Int(i) => Json::from(*i),
        Value::UInt(u) => Json::from(*u),
        Value::Float(f) => Json::from(*f),
        Value::String(s) => Json::from(s.as_str()),
        Value::Bool(b) => Json::from(*b),
        Value::Null => Json::Null,
        other => Json::from(format!("{other:?}")),
    }
}

fn shorten(text: &str) -> String {
    if text.chars().count() <= MOST_SHOWN {
        return text.to_owned();
    }
    text.chars().take(MOST_SHOWN).chain(['…']).collect()
}
