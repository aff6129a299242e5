//! Whole-number programs: linear rows over counts, and the bounded call of the MILP solver.
//!
//! Nothing here depends on gems. Coefficients and values are `i64`; floating point is used only inside the solver, and
//! its results are rounded and checked against every row again.

use std::collections::BTreeMap;

use microlp::{ComparisonOp, Error, OptimizationDirection, SolveOptions, SolveOutcome, Variable};

/// A linear expression over the columns of a [`Program`]; a constant is an expression without terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    terms: BTreeMap<usize, i64>,
    constant: i64,
}

impl Sum {
    pub(super) fn constant(constant: i64) -> Self {
        Self { terms: BTreeMap::new(), constant }
    }

    /// Adds `factor` times `other`.
    pub(super) fn add(&mut self, factor: i64, other: &Self) {
        self.constant += factor * other.constant;
        for (&column, &coefficient) in &other.terms {
            let term = self.terms.entry(column).or_insert(0);
            *term += factor * coefficient;
            if *term == 0 {
                self.terms.remove(&column);
            }
        }
    }

    pub(super) fn plus(mut self, other: &Self) -> Self {
        self.add(1, other);
        self
    }

    pub(super) fn minus(mut self, other: &Self) -> Self {
        self.add(-1, other);
        self
    }

    pub(super) fn times(&self, factor: i64) -> Self {
        let mut product = Self::default();
        product.add(factor, self);
        product
    }

    pub(super) fn total<'s>(sums: impl IntoIterator<Item = &'s Self>) -> Self {
        sums.into_iter().fold(Self::default(), |total, sum| total.plus(sum))
    }

    /// Whether this is zero whatever values the columns have.
    pub(super) fn is_nought(&self) -> bool {
        self.terms.is_empty() && self.constant == 0
    }

    /// The value of the expression for these values of the columns.
    pub(super) fn value(&self, values: &[i64]) -> i64 {
        let term = |(&column, &coefficient): (&usize, &i64)| coefficient * values.get(column).copied().unwrap_or(0);
        self.constant + self.terms.iter().map(term).sum::<i64>()
    }
}

/// One row: `sum <= 0`, or `sum == 0` if `equal`.
#[derive(Clone, Debug)]
struct Row {
    sum: Sum,
    equal: bool,
}

impl Row {
    fn holds(&self, values: &[i64]) -> bool {
        let value = self.sum.value(values);
        if self.equal { value == 0 } else { value <= 0 }
    }
}

/// How a search ended.
#[derive(Debug)]
pub(super) enum ProgramOutcome {
    /// The columns' values at a proven minimum.
    Solved(Vec<i64>),
    /// Proven to have no solution.
    Impossible,
    /// The nodes ran out, or the solver's numbers could not be trusted.
    Undecided,
}

/// Columns (counts from zero to a bound) and rows.
#[derive(Debug, Default)]
pub(super) struct Program {
    bounds: Vec<i32>,
    rows: Vec<Row>,
    impossible: bool,
}

impl Program {
    /// A new column for a count of at most `bound`.
    pub(super) fn column(&mut self, bound: i64) -> Sum {
        let bound = i32::try_from(bound.max(0)).unwrap_or(i32::MAX);
        if bound == 0 {
            return Sum::default();
        }
        let column = self.bounds.len();
        self.bounds.push(bound);
        Sum { terms: BTreeMap::from([(column, 1)]), constant: 0 }
    }

    pub(super) fn at_most(&mut self, left: &Sum, right: &Sum) {
        self.row(left.clone().minus(right), false);
    }

    pub(super) fn equal(&mut self, left: &Sum, right: &Sum) {
        self.row(left.clone().minus(right), true);
    }

    /// `left <= right` if the indicator `on` is one.
    pub(super) fn at_most_if(&mut self, on: &Sum, left: &Sum, right: &Sum) {
        let slack = self.most(&left.clone().minus(right)).max(0);
        let mut loose = right.clone().plus(&Sum::constant(slack));
        loose.add(-slack, on);
        self.at_most(left, &loose);
    }

    /// The largest possible value of a sum, by the bounds of its columns alone.
    pub(super) fn most(&self, sum: &Sum) -> i64 {
        let term = |(&column, &coefficient): (&usize, &i64)| {
            coefficient.max(0) * self.bounds.get(column).copied().map_or(0, i64::from)
        };
        sum.constant + sum.terms.iter().map(term).sum::<i64>()
    }

    fn row(&mut self, sum: Sum, equal: bool) {
        let row = Row { sum, equal };
        if row.sum.terms.is_empty() {
            self.impossible |= !row.holds(&[]);
        } else {
            self.rows.push(row);
        }
    }

    /// The number of columns, which measures the size of a program.
    pub(super) fn size(&self) -> usize {
        self.bounds.len()
    }

    /// Minimises `objective` within `nodes` nodes of the search tree, and subtracts the nodes used from `nodes`.
    pub(super) fn minimise(&self, objective: &Sum, nodes: &mut u64) -> ProgramOutcome {
        if self.impossible {
            return ProgramOutcome::Impossible;
        }
        if self.bounds.is_empty() {
            return ProgramOutcome::Solved(Vec::new());
        }
        let (problem, variables) = self.problem(objective);
        let mut options = SolveOptions::default();
        options.node_limit = Some(*nodes);
        match problem.solve_with(options) {
            Ok(outcome) => self.read(&outcome, &variables, nodes),
            Err(Error::Infeasible) => ProgramOutcome::Impossible,
            Err(_) => ProgramOutcome::Undecided,
        }
    }

    /// Minimises `objective` subject to `sum` being at most `limit`.
    pub(super) fn minimise_below(&self, sum: &Sum, limit: &Sum, objective: &Sum, nodes: &mut u64) -> ProgramOutcome {
        let mut rows = self.rows.clone();
        rows.push(Row { sum: sum.clone().minus(limit), equal: false });
        let program = Self { bounds: self.bounds.clone(), rows, impossible: self.impossible };
        program.minimise(objective, nodes)
    }

    fn problem(&self, objective: &Sum) -> (microlp::Problem, Vec<Variable>) {
        let mut problem = microlp::Problem::new(OptimizationDirection::Minimize);
        let cost = |column: usize| objective.terms.get(&column).copied().unwrap_or(0) as f64;
        let variables: Vec<Variable> = (self.bounds.iter().enumerate())
            .map(|(column, &bound)| problem.add_integer_var(cost(column), (0, bound)))
            .collect();
        for row in &self.rows {
            let term =
                |(&column, &factor): (&usize, &i64)| variables.get(column).map(|&variable| (variable, factor as f64));
            let terms: Vec<_> = row.sum.terms.iter().filter_map(term).collect();
            let relation = if row.equal { ComparisonOp::Eq } else { ComparisonOp::Le };
            problem.add_constraint(terms, relation, -row.sum.constant as f64);
        }
        (problem, variables)
    }

    fn read(&self, outcome: &SolveOutcome, variables: &[Variable], nodes: &mut u64) -> ProgramOutcome {
        *nodes = nodes.saturating_sub(outcome.stats().nodes_solved);
        let (Some(solution), true) = (outcome.solution(), outcome.is_optimal()) else {
            return ProgramOutcome::Undecided;
        };
        let value = |&variable: &Variable| solution.var_value(variable).round() as i64;
        let values: Vec<i64> = variables.iter().map(value).collect();
        if self.rows.iter().all(|row| row.holds(&values)) {
            ProgramOutcome::Solved(values)
        } else {
            ProgramOutcome::Undecided
        }
    }
}
