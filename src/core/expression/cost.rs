//! What an expression may cost, judged from its shape alone: how large its values can become, and how many times its
//! parts are evaluated. A variable counts as [`UNKNOWN`] cells; states are smaller.

use cel::common::ast::{EntryExpr, Expr, IdedExpr};

/// The number of cells assumed for a path of a variable.
const UNKNOWN: f64 = 32.0;
/// The most cells in a value.
const MOST_CELLS: f64 = 1_000_000.0;
/// The most evaluations.
const MOST_WORK: f64 = 5_000_000.0;

/// The number of cells in the value of a node, and the number of evaluations that the node takes.
#[derive(Clone, Copy)]
struct Work {
    cells: f64,
    work: f64,
}

/// Whether the expression stays within the bounds.
pub fn bounded(expression: &IdedExpr) -> bool {
    let cost = cost(expression, &mut Vec::new());
    cost.cells <= MOST_CELLS && cost.work <= MOST_WORK
}

fn cost(node: &IdedExpr, bound: &mut Vec<(String, f64)>) -> Work {
    match &node.expr {
        Expr::Ident(name) => {
            let cells = bound.iter().rev().find(|(known, _)| known == name).map_or(UNKNOWN, |(_, cells)| *cells);
            Work { cells, work: 1.0 }
        }
        Expr::Select(select) => {
            let inner = cost(&select.operand, bound);
            Work { cells: inner.cells, work: inner.work + 1.0 }
        }
        Expr::List(list) => all(list.elements.iter(), bound),
        Expr::Map(map) => {
            let values = map.entries.iter().filter_map(|e| match &e.expr {
                EntryExpr::MapEntry(entry) => Some(&entry.value),
                EntryExpr::StructField(_) => None,
            });
            all(values, bound)
        }
        Expr::Call(call) => {
            let parts = all(call.target.iter().map(AsRef::as_ref).chain(&call.args), bound);
            // Only concatenation, choice and indexing give more than one cell.
            let joins = matches!(call.func_name.as_str(), "_+_" | "_?_:_" | "_[_]");
            Work { cells: if joins { parts.cells } else { 1.0 }, work: parts.work }
        }
        Expr::Comprehension(c) => {
            let range = cost(&c.iter_range, bound);
            let depth = bound.len();
            bound.push((c.iter_var.clone(), range.cells));
            bound.extend(c.iter_var2.clone().map(|name| (name, range.cells)));
            bound.push((c.accu_var.clone(), 1.0));
            let (step, halt) = (cost(&c.loop_step, bound), cost(&c.loop_cond, bound));
            bound.truncate(depth);
            Work { cells: range.cells * step.cells, work: range.work + range.cells * (step.work + halt.work) }
        }
        _ => Work { cells: 1.0, work: 1.0 },
    }
}

fn all<'a>(nodes: impl Iterator<Item = &'a IdedExpr>, bound: &mut Vec<(String, f64)>) -> Work {
    nodes.fold(Work { cells: 1.0, work: 1.0 }, |sum, node| {
        let one = cost(node, bound);
        Work { cells: sum.cells + one.cells, work: sum.work + one.work }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn within(text: &str) -> bool {
        bounded(&crate::expression::parse(text).unwrap())
    }

    #[test]
    fn what_multiplies_is_refused_and_what_people_write_is_not() {
        let bomb = format!("[[1]]{}.size() == 1", format!(".map(x,[{}])", vec!["x"; 30].join(",")).repeat(7));
        assert!(!within(&bomb));
        let hundred = format!("[{}]", vec!["1"; 100].join(","));
        assert!(!within(&format!("{hundred}.all(x, {hundred}.all(y, {hundred}.all(z, x + y + z > 0)))")));
        assert!(within("sum(state.spheres.map(s, sum(state.spheres[s].map(g, state.spheres[s][g])))) == 4"));
        assert!(within("state.a.filter(x, x.b > 1).all(y, state.c.exists(z, z == y.d))"));
    }
}
