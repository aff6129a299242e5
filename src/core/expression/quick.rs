//! Rewrites an expression into a form that takes less work to evaluate.
//!
//! Where the original gives a result, the rewritten form gives the same result or fails. An expression that is not true
//! is evaluated once more as written, so nothing is lost if the rewritten form fails; and in CEL nothing becomes true
//! because something inside it fails.

use cel::common::ast::{CallExpr, ComprehensionExpr, EntryExpr, Expr, IdedExpr, LiteralValue, MapExpr, StructExpr};

/// The longest list to write out.
const MOST_WRITTEN_OUT: usize = 4;
/// The most nodes that writing out may add to an expression: lists within lists multiply.
const MOST_ADDED: usize = 2_000;

/// Rewrites an expression.
pub fn quicken(expression: &mut IdedExpr) {
    quicken_within(expression, &mut { MOST_ADDED });
}

fn quicken_within(node: &mut IdedExpr, left: &mut usize) {
    if let Some(written_out) = written_out(&node.expr, left) {
        node.expr = written_out;
    }
    inner(node, &mut |node| quicken_within(node, left));
    if let Expr::Comprehension(c) = &mut node.expr {
        stop_early(c);
    }
    if let Some(other) = negation(node).or_else(|| counted(&mut node.expr)) {
        node.expr = other;
    }
}

/// `[0, 1].all(i, f(i))` as `f(0) && f(1)`, and likewise `exists`: `f` then reads paths of constants. Both treat
/// failures alike: a failure gives way to a `false` beside it, or to a `true` for `exists`.
fn written_out(expression: &Expr, left: &mut usize) -> Option<Expr> {
    let Expr::Comprehension(c) = expression else { return None };
    let Expr::List(list) = &c.iter_range.expr else { return None };
    let literals = list.elements.iter().all(|element| matches!(element.expr, Expr::Literal(_)));
    // With one element, a value that is not a boolean would be returned; a comprehension fails on it.
    if !literals || !(2..=MOST_WRITTEN_OUT).contains(&list.elements.len()) || !list.optional_indices.is_empty() {
        return None;
    }
    let (operator, each) = fold(c)?;
    *left = left.checked_sub(size(&mut each.clone()) * list.elements.len())?;
    let with = |element: &IdedExpr| {
        let mut each = each.clone();
        put(&mut each, &c.iter_var, &element.expr);
        each
    };
    let all = list.elements.iter().map(with).reduce(|left, right| node(call(operator, vec![left, right])))?;
    Some(all.expr)
}

/// The operator and the body of `all` or `exists`.
pub fn fold(c: &ComprehensionExpr) -> Option<(&str, &IdedExpr)> {
    let Expr::Call(step) = &c.loop_step.expr else { return None };
    let [accumulated, each] = step.args.as_slice() else { return None };
    let begins = match step.func_name.as_str() {
        "_&&_" => true,
        "_||_" => false,
        _ => return None,
    };
    let is_accumulated = |node: &IdedExpr| matches!(&node.expr, Expr::Ident(name) if *name == c.accu_var);
    let begun = matches!(&c.accu_init.expr, Expr::Literal(LiteralValue::Boolean(b)) if *b.inner() == begins);
    let plain = begun && c.iter_var2.is_none() && step.target.is_none();
    (plain && is_accumulated(accumulated) && is_accumulated(&c.result)).then_some((step.func_name.as_str(), each))
}

/// The number of nodes in an expression.
fn size(node: &mut IdedExpr) -> usize {
    let mut size = 1;
    inner(node, &mut |node| size += self::size(node));
    size
}

/// Replaces a variable with a literal, except inside a comprehension that has a variable of the same name.
fn put(node: &mut IdedExpr, variable: &str, literal: &Expr) {
    match &mut node.expr {
        Expr::Ident(name) if name == variable => node.expr = literal.clone(),
        Expr::Comprehension(c) if c.iter_var == variable || c.iter_var2.as_deref() == Some(variable) => {
            put(&mut c.iter_range, variable, literal);
            put(&mut c.accu_init, variable, literal);
        }
        _ => inner(node, &mut |node| put(node, variable, literal)),
    }
}

/// Whether a comprehension is a `filter` or a `map`: the list begins empty, every step adds to it or leaves it as it
/// is, and nothing else reads it before it is complete.
pub fn gathers(c: &ComprehensionExpr) -> bool {
    let is_gathered = |node: &IdedExpr| matches!(&node.expr, Expr::Ident(name) if *name == c.accu_var);
    let adds = |step: &IdedExpr| match &step.expr {
        Expr::Call(CallExpr { func_name, target: None, args }) if func_name == "_+_" => {
            matches!(args.as_slice(), [before, list] if is_gathered(before) && matches!(list.expr, Expr::List(_)))
        }
        _ => false,
    };
    let steps = match &c.loop_step.expr {
        Expr::Call(CallExpr { func_name, target: None, args }) if func_name == "_?_:_" => {
            matches!(args.as_slice(), [_, step, otherwise] if adds(step) && is_gathered(otherwise))
        }
        _ => adds(&c.loop_step),
    };
    let begins = matches!(&c.accu_init.expr, Expr::List(list) if list.elements.is_empty());
    steps && begins && is_gathered(&c.result) && matches!(c.loop_cond.expr, Expr::Literal(_))
}

/// The name of the function that counts the elements of a list that equal a value. No written expression can call it.
pub const COUNT: &str = "@count";

/// `list.filter(x, x == y).size()` as a call of [`COUNT`], which does not go through CEL for every element: decks are
/// compared card by card.
fn counted(expression: &mut Expr) -> Option<Expr> {
    let Expr::Call(CallExpr { func_name, target: Some(list), args }) = expression else { return None };
    let Expr::Comprehension(c) = &mut list.expr else { return None };
    if func_name != "size" || !args.is_empty() || c.iter_var2.is_some() || !gathers(c) {
        return None;
    }
    let Expr::Call(step) = &mut c.loop_step.expr else { return None };
    let [guard, ..] = step.args.as_mut_slice() else { return None };
    let Expr::Call(equal) = &mut guard.expr else { return None };
    match equal.args.as_mut_slice() {
        [element, value]
            if step.func_name == "_?_:_"
                && equal.func_name == "_==_"
                && matches!(&element.expr, Expr::Ident(name) if *name == c.iter_var)
                && !mentions(value, &c.iter_var) =>
        {
            Some(call(COUNT, vec![std::mem::take(&mut c.iter_range), std::mem::take(value)]))
        }
        _ => None,
    }
}

/// Whether an expression names a variable.
fn mentions(node: &IdedExpr, variable: &str) -> bool {
    let mut other = node.clone();
    put(&mut other, variable, &Expr::Unspecified);
    other != *node
}

/// Makes `all` and `exists` test before each element whether the result is decided. The accumulator is always a
/// boolean, because failures are set aside, so the rewrite does not test its type.
fn stop_early(c: &mut ComprehensionExpr) {
    let Some((operator, _)) = fold(c) else { return };
    let result = Expr::Ident(c.accu_var.clone());
    c.loop_cond.expr = if operator == "_&&_" { result } else { is_false(node(result)) };
}

/// Writes `!x` as `x == false` if `x` can only be a boolean, because CEL prepares an error for every `!`.
fn negation(node: &mut IdedExpr) -> Option<Expr> {
    let Expr::Call(call) = &mut node.expr else { return None };
    let [operand] = call.args.as_mut_slice() else { return None };
    (call.func_name == "!_" && is_truth(operand)).then(|| is_false(std::mem::take(operand)))
}

/// Whether `left == right` is the form in which this module writes a negation of `left`; `is_known` says which
/// variables are booleans. Other values may be compared with `false` without being booleans.
pub fn is_negated(left: &IdedExpr, right: &IdedExpr, is_known: impl Fn(&str) -> bool) -> bool {
    let known = matches!(&left.expr, Expr::Ident(name) if is_known(name));
    (known || is_truth(left)) && matches!(&right.expr, Expr::Literal(LiteralValue::Boolean(b)) if !*b.inner())
}

/// Whether a node can only give a boolean.
fn is_truth(node: &IdedExpr) -> bool {
    match &node.expr {
        Expr::Select(select) => select.test,
        Expr::Call(call) => matches!(
            call.func_name.as_str(),
            "_&&_" | "_||_" | "!_" | "_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_" | "@in"
        ),
        Expr::Comprehension(c) => fold(c).is_some(),
        _ => false,
    }
}

fn is_false(operand: IdedExpr) -> Expr {
    call("_==_", vec![operand, node(Expr::Literal(LiteralValue::Boolean(false.into())))])
}

fn call(function: &str, args: Vec<IdedExpr>) -> Expr {
    Expr::Call(CallExpr { func_name: function.to_owned(), target: None, args })
}

/// Makes a node. Ids are for messages, which never mention the nodes made here.
fn node(expr: Expr) -> IdedExpr {
    IdedExpr { id: 0, expr }
}

/// Calls `each` for every direct subexpression.
fn inner(node: &mut IdedExpr, each: &mut impl FnMut(&mut IdedExpr)) {
    match &mut node.expr {
        Expr::Select(select) => each(&mut select.operand),
        Expr::Call(call) => call.target.iter_mut().map(AsMut::as_mut).chain(&mut call.args).for_each(each),
        Expr::Comprehension(c) => {
            let parts = [&mut c.iter_range, &mut c.accu_init, &mut c.loop_cond, &mut c.loop_step, &mut c.result];
            parts.into_iter().for_each(each);
        }
        Expr::List(list) => list.elements.iter_mut().for_each(each),
        Expr::Map(MapExpr { entries }) | Expr::Struct(StructExpr { entries, .. }) => {
            for entry in entries {
                match &mut entry.expr {
                    EntryExpr::MapEntry(entry) => {
                        each(&mut entry.key);
                        each(&mut entry.value);
                    }
                    EntryExpr::StructField(field) => each(&mut field.value),
                }
            }
        }
        Expr::Ident(_) | Expr::Literal(_) | Expr::Unspecified => {}
    }
}

#[cfg(test)]
mod tests {
    use cel::Value;

    use super::*;
    use crate::expression::Variables;

    /// What an expression gives as written and as rewritten, if it does not fail.
    fn both(text: &str) -> [Option<Value>; 2] {
        let written = super::super::parse(text).unwrap();
        let mut quick = written.clone();
        quicken(&mut quick);
        let context = Variables::scope();
        [Value::resolve(&written, &context).ok(), Value::resolve(&quick, &context).ok()]
    }

    #[test]
    fn what_is_quick_says_the_same() {
        // Each of three values may be true, false, not a boolean, or fail.
        let values = ["true", "false", "5", "(1 / 0 == 1)"];
        let mut failed = 0;
        for a in values {
            for b in values {
                for c in values {
                    let list = format!("[{a}, {b}, {c}]");
                    for text in [
                        "[0, 1, 2].all(i, LIST[i])",
                        "[0, 1, 2].exists(i, LIST[i])",
                        "[1, 2].all(i, [0, i].exists(i, LIST[i]) || !LIST[i])",
                        "[0, 1].all(i, [i, 2].all(j, LIST[i] == LIST[j]))",
                        "!(LIST[0] && LIST[1]) || !!LIST[2]",
                        "![0, 1, 2].all(i, LIST[i]) || ![0, 1].exists(i, !LIST[i])",
                        "[0, 1, 2].filter(i, i > 0 && LIST[i]).all(i, !(LIST[i] == LIST[0]))",
                        "[0, 1, 2].map(i, i + 1).exists(i, LIST[i - 1]) && [[0]].all(l, !(0 in l) || LIST[1])",
                        "[[0, LIST[0]], [1, LIST[1]]].filter(l, l == [1, LIST[2]]).size() == 1",
                        "[LIST[0], LIST[1], 5].filter(x, x == LIST[2]).size() > 1 || LIST[0]",
                        "[1, 1, 2].filter(x, x == x).size() + [1, 2].filter(x, [1].filter(y, y == x).size() == 1).size() == 4",
                        "[0, 1, 2].exists_one(i, LIST[i]) || [2].all(i, LIST[i]) || [].exists(i, LIST[i])",
                    ] {
                        // In an `all`, only the chosen element may fail, not the whole list.
                        let choice = |index: &str| format!("({index} == 0 ? {a} : {index} == 1 ? {b} : {c})");
                        let mut text = text.to_owned();
                        for index in ["i - 1", "i", "j", "0", "1", "2"] {
                            text = text.replace(&format!("LIST[{index}]"), &choice(&format!("({index})")));
                        }
                        let [written, quick] = both(&text);
                        assert_eq!(written, quick, "{list}: {text}");
                        failed += usize::from(written.is_none());
                    }
                }
            }
        }
        assert!(failed > 100, "only {failed} fail");
    }

    #[test]
    fn lists_within_lists_do_not_multiply() {
        let lists = |depth: usize| {
            let open: String = (0..depth).map(|i| format!("[0, 1, 2, 3].all(x{i}, ")).collect();
            format!("{open}x0 >= 0{}", ")".repeat(depth))
        };
        for depth in [1, 2, 3, 8, 20] {
            let mut quick = super::super::parse(&lists(depth)).unwrap();
            let written = size(&mut quick);
            quicken(&mut quick);
            assert!(size(&mut quick) < written + 2 * MOST_ADDED, "{depth}: {}", size(&mut quick));
        }
        assert_eq!(both(&lists(4)), [Some(true.into()), Some(true.into())]);
    }
}
