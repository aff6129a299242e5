//! Checks the field paths of an expression against JSON Schemas, before it is ever evaluated.

use std::collections::BTreeMap;

use cel::common::ast::{Expr, IdedExpr, LiteralValue};
use serde_json::Value as Json;

use crate::fault::did_you_mean;

/// The functions and macros that expressions may use: CEL's standard library and our own.
const FUNCTIONS: &[&str] = &[
    "size",
    "contains",
    "startsWith",
    "endsWith",
    "string",
    "int",
    "double",
    "sum",
    "max",
    "has",
    "all",
    "exists",
    "exists_one",
    "map",
    "filter",
];
/// The deepest nesting of comprehensions: each multiplies the work by the size of its list.
const MOST_NESTED: usize = 3;

/// A fault of an expression.
pub struct Misuse {
    /// In one line.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
}

/// Checks an expression, with one schema per variable.
///
/// # Errors
/// If a variable, function or field is unknown, comprehensions nest more than three deep, or the result is not a
/// boolean.
pub fn check(expression: &IdedExpr, schemas: &BTreeMap<&str, &Json>) -> Result<(), Misuse> {
    let mut scope = Scope { schemas, bound: Vec::new(), nested: 0 };
    scope.walk(expression)?;
    match scope.no_truth(expression) {
        Some(what) => Err(Misuse {
            message: format!("this expression gives {what} instead of true or false"),
            help: Some("compare the value with what it must be: \"state.x == 1\"".to_owned()),
        }),
        None => Ok(()),
    }
}

/// A schema and its root (which holds `$defs`), or `None` if the type is not known.
type TypeAt<'a> = Option<(&'a Json, &'a Json)>;

struct Scope<'a, 's> {
    schemas: &'s BTreeMap<&'s str, &'a Json>,
    bound: Vec<(String, TypeAt<'a>)>,
    nested: usize,
}

impl<'a> Scope<'a, '_> {
    fn walk(&mut self, node: &IdedExpr) -> Result<TypeAt<'a>, Misuse> {
        match &node.expr {
            Expr::Ident(name) => self.variable(name),
            Expr::Select(select) => {
                let kind = self.walk(&select.operand)?;
                field(kind, &select.field).map(|found| if select.test { None } else { found })
            }
            Expr::Call(call) if call.func_name == "_[_]" && call.args.len() == 2 => {
                let kind = self.walk(&call.args[0])?;
                self.walk(&call.args[1])?;
                match &call.args[1].expr {
                    Expr::Literal(LiteralValue::String(key)) => field(kind, key.inner()),
                    _ => Ok(items(kind).or_else(|| values(kind))),
                }
            }
            Expr::Call(call) => {
                let operator = call.func_name.starts_with(['_', '!', '-', '@']);
                if !operator && !FUNCTIONS.contains(&call.func_name.as_str()) {
                    return Err(Misuse {
                        message: format!("there is no function {}", call.func_name),
                        help: Some(format!("the functions are {}", FUNCTIONS.join(", "))),
                    });
                }
                let given = call.args.len() + usize::from(call.target.is_some());
                if matches!(call.func_name.as_str(), "sum" | "max") && given != 1 {
                    return Err(Misuse {
                        message: format!("{} takes one list, but is given {given} values", call.func_name),
                        help: Some(format!("write {}([a, b]) for single values", call.func_name)),
                    });
                }
                for inner in call.target.iter().map(AsRef::as_ref).chain(&call.args) {
                    self.walk(inner)?;
                }
                Ok(None)
            }
            Expr::Comprehension(c) => {
                let range = self.walk(&c.iter_range)?;
                self.nested += 1;
                if self.nested > MOST_NESTED {
                    return Err(Misuse {
                        message: format!("comprehensions nest more than {MOST_NESTED} deep"),
                        help: None,
                    });
                }
                let depth = self.bound.len();
                self.bound.push((c.iter_var.clone(), items(range)));
                self.bound.extend(c.iter_var2.clone().map(|name| (name, None)));
                self.walk(&c.accu_init)?;
                self.bound.push((c.accu_var.clone(), None));
                self.walk(&c.loop_cond)?;
                let step = self.walk(&c.loop_step);
                self.walk(&c.result)?;
                self.bound.truncate(depth);
                self.nested -= 1;
                step?;
                // `filter` keeps the elements of its list; the results of `map` are not followed.
                Ok(if keeps_elements(c) { range } else { None })
            }
            Expr::List(list) => {
                list.elements.iter().try_for_each(|inner| self.walk(inner).map(|_| ()))?;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// What an expression gives, if it cannot be a boolean.
    fn no_truth(&mut self, node: &IdedExpr) -> Option<&'static str> {
        match &node.expr {
            Expr::Literal(LiteralValue::Boolean(_)) => None,
            Expr::Literal(LiteralValue::String(_)) => Some("a text"),
            Expr::Literal(LiteralValue::Null) => Some("null"),
            Expr::Literal(_) => Some("a number"),
            Expr::List(_) => Some("a list"),
            Expr::Map(_) => Some("an object"),
            Expr::Call(call) => match call.func_name.as_str() {
                "_?_:_" => call.args.iter().skip(1).find_map(|branch| self.no_truth(branch)),
                "_[_]" => self.walk(node).ok().flatten().and_then(no_boolean),
                "size" | "sum" | "max" | "int" | "double" | "_-_" | "_*_" | "_/_" | "_%_" | "-_" => Some("a number"),
                "_+_" => Some("a sum"),
                "string" => Some("a text"),
                _ => None,
            },
            // The result of `map` and `filter` begins as an empty list.
            Expr::Comprehension(c) => matches!(c.accu_init.expr, Expr::List(_)).then_some("a list"),
            Expr::Ident(_) | Expr::Select(_) => self.walk(node).ok().flatten().and_then(no_boolean),
            _ => None,
        }
    }

    fn variable(&self, name: &str) -> Result<TypeAt<'a>, Misuse> {
        if let Some((_, kind)) = self.bound.iter().rev().find(|(bound, _)| bound == name) {
            return Ok(*kind);
        }
        match self.schemas.get(name) {
            Some(schema) => Ok(Some((schema, schema))),
            None => Err(Misuse {
                message: format!("there is no variable {name} here"),
                help: Some(format!(
                    "the variables are {}",
                    self.schemas.keys().copied().collect::<Vec<_>>().join(", ")
                )),
            }),
        }
    }
}

fn keeps_elements(c: &cel::common::ast::ComprehensionExpr) -> bool {
    // filter(x, p) expands to `p ? accu + [x] : accu`.
    let Expr::Call(choice) = &c.loop_step.expr else { return false };
    let Some(Expr::Call(add)) = choice.args.get(1).map(|a| &a.expr) else { return false };
    match add.args.get(1).map(|a| &a.expr) {
        Some(Expr::List(list)) => {
            matches!(list.elements.as_slice(), [one] if one.expr == Expr::Ident(c.iter_var.clone()))
        }
        _ => false,
    }
}

/// All alternatives of a schema: itself, what it refers to, and the members of its unions.
fn alternatives<'a>(schema: &'a Json, root: &'a Json, found: &mut Vec<&'a Json>, depth: usize) {
    if depth > 8 {
        return;
    }
    if let Some(pointer) = schema.get("$ref").and_then(Json::as_str)
        && let Some(target) = root.pointer(pointer.trim_start_matches('#'))
    {
        alternatives(target, root, found, depth + 1);
    }
    for union in ["anyOf", "oneOf", "allOf"] {
        for member in schema.get(union).and_then(Json::as_array).into_iter().flatten() {
            alternatives(member, root, found, depth + 1);
        }
    }
    found.push(schema);
}

fn field<'a>(kind: TypeAt<'a>, name: &str) -> Result<TypeAt<'a>, Misuse> {
    let Some((schema, root)) = kind else { return Ok(None) };
    let mut all = Vec::new();
    alternatives(schema, root, &mut all, 0);
    let mut known: Vec<&str> = Vec::new();
    let mut open = true;
    for schema in &all {
        if let Some(properties) = schema.get("properties").and_then(Json::as_object) {
            if let Some(found) = properties.get(name) {
                return Ok(Some((found, root)));
            }
            known.extend(properties.keys().map(String::as_str));
            open = false;
        }
        match schema.get("additionalProperties") {
            Some(values) if values.is_object() => return Ok(Some((values, root))),
            _ => {}
        }
        // A number or a list has no fields; an unconstrained schema may have any.
        if schema.get("type").is_some_and(|t| t != "object") {
            open = false;
        }
    }
    if open {
        return Ok(None);
    }
    known.sort_unstable();
    known.dedup();
    Err(Misuse {
        message: format!("there is no field {name} here"),
        help: Some(did_you_mean(name, known.iter().copied(), &format!("the fields are {}", known.join(", ")))),
    })
}

/// What a value of this schema is, if it cannot be a boolean.
fn no_boolean(kind: (&Json, &Json)) -> Option<&'static str> {
    let mut all = Vec::new();
    alternatives(kind.0, kind.1, &mut all, 0);
    let mut types = all.iter().filter_map(|schema| schema.get("type"));
    let first = types.next()?;
    // A list of types is several types, and every member of a union counts.
    if !first.is_string() || types.any(|other| other != first) {
        return None;
    }
    match first.as_str()? {
        "object" => Some("an object"),
        "array" => Some("a list"),
        "string" => Some("a text"),
        "integer" | "number" => Some("a number"),
        _ => None,
    }
}

fn items(kind: TypeAt<'_>) -> TypeAt<'_> {
    let (schema, root) = kind?;
    let mut all = Vec::new();
    alternatives(schema, root, &mut all, 0);
    all.iter().find_map(|s| s.get("items")).map(|found| (found, root))
}

fn values(kind: TypeAt<'_>) -> TypeAt<'_> {
    let (schema, root) = kind?;
    let mut all = Vec::new();
    alternatives(schema, root, &mut all, 0);
    all.iter().find_map(|s| s.get("additionalProperties").filter(|v| v.is_object())).map(|found| (found, root))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// What is wrong with an expression, and how to fix it; `None` if nothing is wrong.
    fn wrong(text: &str) -> Option<String> {
        let schema = json!({
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "players": {"type": "array", "items": {"$ref": "#/$defs/Player"}},
                "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
                "ready": {"type": "boolean"},
                "either": {"anyOf": [{"type": "integer"}, {"type": "boolean"}]},
            },
            "$defs": {"Player": {"type": "object", "properties": {"hand": {"type": "integer"}}}},
        });
        let expression = crate::expression::parse(text).unwrap();
        let schemas = BTreeMap::from([("state", &schema)]);
        let wrong = check(&expression, &schemas).err()?;
        Some(format!("{} ({})", wrong.message, wrong.help.unwrap_or_default()))
    }

    #[test]
    fn right_paths_pass() {
        for text in [
            "state.players[0].hand == 3",
            "state.players.all(p, p.hand > 0)",
            "state.players.filter(p, p.hand > 0).size() == 1",
            "state.counts.anything == 1 && state.counts['x'] == 2",
            "has(state.players[0].hand)",
            "sum(state.players.map(p, p.hand)) == 4",
            "state.ready && (state.name == 'a' ? state.ready : false)",
            "state.either",
        ] {
            assert_eq!(wrong(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_truth_value_is_refused() {
        for (text, what) in [
            ("state.name", "a text"),
            ("state.players", "a list"),
            ("state.players[0].hand", "a number"),
            ("state.counts['x']", "a number"),
            ("state.players.size()", "a number"),
            ("state.players.map(p, p.hand == 1)", "a list"),
            ("state.players[0].hand + 1", "a sum"),
            ("state.ready ? 'a' : 'b'", "a text"),
            ("{'a': true}", "an object"),
        ] {
            let told = wrong(text).unwrap();
            assert!(told.starts_with(&format!("this expression gives {what} instead")), "{text}: {told}");
        }
    }

    #[test]
    fn wrong_paths_are_refused_with_a_suggestion() {
        assert!(wrong("sum(state.counts.a, 2) == 3").unwrap().contains("is given 2 values (write sum([a, b])"));
        assert!(wrong("max() == 3").unwrap().contains("is given 0 values"));
        assert!(wrong("state.players[0].hnad == 3").unwrap().contains("did you mean hand?"));
        assert!(wrong("state.players.all(p, p.hands > 0)").unwrap().contains("no field hands"));
        assert!(wrong("state.players.filter(p, p.hand > 0)[0].x == 1").unwrap().contains("no field x"));
        assert!(wrong("stat.name == 'a'").unwrap().contains("no variable stat"));
        assert!(wrong("state.name.length == 3").unwrap().contains("no field length"));
        assert!(wrong("has(state.player)").unwrap().contains("no field player"));
        assert!(wrong("shuffle(state.name) == 3").unwrap().contains("no function"));
    }
}
