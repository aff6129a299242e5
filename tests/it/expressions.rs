//! Expressions are parsed and evaluated with shortcuts; these tests compare the results with the library's.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use cel::parser::PrattParser;
use cel::{Context, Program, Value};
use rayon::prelude::*;
use rulebound::harness::{Full, Reference, Request};
use rulebound::scenario::Body;
use serde_json::Value as Json;

use crate::shared;

/// A tree without the numbers of its nodes, which each parser assigns in its own order.
fn shape(tree: &cel::IdedExpr) -> String {
    let mut parts = Vec::new();
    for (index, part) in format!("{tree:?}").split("id: ").enumerate() {
        let number = if index == 0 { 0 } else { part.chars().take_while(char::is_ascii_digit).count() };
        parts.push(part[number..].to_owned());
    }
    parts.join("id: ")
}

#[test]
fn both_parsers_read_every_expression_alike() {
    let suite = shared::suite();
    let mut texts = BTreeSet::new();
    for spec in suite.spec.games.values() {
        texts.extend(spec.clauses.values().flat_map(|clause| &clause.checks).map(|check| check.that.text.clone()));
    }
    for scenario in suite.scenarios(&suite.ids("").unwrap()).unwrap() {
        match scenario.body {
            Body::Play { steps, .. } => {
                texts.extend(steps.into_iter().flat_map(|step| step.then).map(|then| then.text));
            }
            Body::Solve { plan, .. } => texts.extend(plan.into_iter().map(|expression| expression.text)),
            Body::Parse { .. } => {}
        }
    }
    assert!(texts.len() > 1_000, "{}", texts.len());
    // Expressions that people may write but our suite does not contain.
    texts.extend(["a ? b : c ? d : e", "!a && -b < c || d in [1, 2]", "{'a': 1}['a'] % 2 == 1"].map(str::to_owned));
    for text in texts {
        let program = Program::compile(&text).unwrap_or_else(|_| panic!("{text}"));
        let fast = PrattParser::new().parse(&text).unwrap_or_else(|_| panic!("{text}"));
        assert_eq!(shape(&fast), shape(program.expression()), "{text}");
    }
}

/// The values of a step as the library makes them, complete.
fn context(values: &[(&str, &Json)]) -> Context<'static, 'static> {
    let mut context = Context::default();
    for (name, value) in values {
        context.add_variable_from_value(*name, in_cel(value));
    }
    context.add_function("sum", |list: Arc<Vec<Value>>| list.iter().map(int).sum::<i64>()).unwrap();
    context.add_function("max", |list: Arc<Vec<Value>>| list.iter().map(int).max().unwrap()).unwrap();
    context
}

fn int(value: &Value) -> i64 {
    if let Value::Int(int) = value { *int } else { panic!("{value:?} is not an integer") }
}

fn in_cel(value: &Json) -> Value {
    match value {
        Json::Null => Value::Null,
        Json::Bool(truth) => Value::Bool(*truth),
        Json::Number(number) => Value::Int(number.as_i64().expect("the suite has whole numbers")),
        Json::String(text) => text.as_str().into(),
        Json::Array(list) => list.iter().map(in_cel).collect::<Vec<_>>().into(),
        Json::Object(map) => {
            map.iter().map(|(key, value)| (key.clone(), in_cel(value))).collect::<HashMap<_, _>>().into()
        }
    }
}

/// An expression is passed only the values that it reads. It must give the same result on complete values.
#[test]
fn what_holds_holds_of_whole_values() {
    let suite = shared::suite();
    let reference = Reference::new(suite, BTreeMap::new());
    let scenarios = suite.scenarios(&suite.ids("").unwrap()).unwrap();
    let held: usize = scenarios
        .par_iter()
        .map(|scenario| {
            let (Body::Play { steps, .. }, request) = (&scenario.body, Request::new(suite, scenario)) else { return 0 };
            let Full::Run(run) = reference.full(&request, false).unwrap() else { panic!("a play is run") };
            let rules = reference.book(&request).unwrap().parameters();
            let (mut before, mut held) = (&run.initial, 0);
            for (step, done) in steps.iter().zip(&run.steps).filter(|(step, _)| step.rejected.is_none()) {
                let (events, none) = (done.events_json(), Json::Null);
                let known = context(&[
                    ("state", &done.state),
                    ("before", before),
                    ("action", &step.run.action),
                    ("views", done.views.as_ref().unwrap_or(&none)),
                    ("legal", done.legal.as_ref().unwrap_or(&none)),
                    ("events", &events),
                    ("rules", rules),
                ]);
                for then in &step.then {
                    let tree = PrattParser::new().parse(&then.text).unwrap();
                    assert_eq!(Value::resolve(&tree, &known), Ok(Value::Bool(true)), "{}: {}", scenario.id, then.text);
                    held += 1;
                }
                before = &done.state;
            }
            held
        })
        .sum();
    assert!(held > 2_000, "only {held} expressions were evaluated");
}
