//! A grammar of the spec as data: what alternatives it has, which of them a text uses, and texts that it
//! makes. A new alternative is one here without more.

use std::collections::{BTreeMap, BTreeSet};

use pest_meta::ast::{Expr, Rule, RuleType};
use pest_meta::{optimizer, parser};
use pest_vm::Vm;
use proptest::prelude::*;
use proptest::sample::select;

/// A grammar.
pub struct Grammar {
    rules: BTreeMap<String, Rule>,
    /// The parser, in which every alternative is a rule, so that the tree of a text has it.
    marked: Vm,
    /// Everything that is one of several, or that may be there or not: rule, number and form.
    pub alternatives: BTreeSet<String>,
}

impl Grammar {
    /// That of a file of the spec.
    pub fn of(path: &str) -> Self {
        let source = std::fs::read_to_string(crate::shared::root().join(path)).unwrap();
        let parsed = parser::parse(parser::Rule::grammar_rules, &source).unwrap();
        let rules = parser::consume_rules(parsed).unwrap();
        let mut marks = Marks { rule: String::new(), found: Vec::new() };
        let mut marked = Vec::new();
        for rule in rules.clone() {
            marks.rule.clone_from(&rule.name);
            // Blanks are layout. What stands within a word is seen only if its rule may have a tree.
            let expr = if rule.ty == RuleType::Silent { rule.expr } else { marks.mark(rule.expr) };
            let ty = if rule.ty == RuleType::Atomic { RuleType::CompoundAtomic } else { rule.ty };
            marked.push(Rule { name: rule.name, ty, expr });
        }
        let alternatives = marks.found.iter().map(|rule| rule.name.clone()).collect();
        marked.extend(marks.found);
        let rules = rules.into_iter().map(|rule| (rule.name.clone(), rule)).collect();
        Self { rules, marked: Vm::new(optimizer::optimize(marked)), alternatives }
    }

    /// The alternatives that a text uses, read by a rule.
    pub fn used(&self, rule: &str, text: &str) -> BTreeSet<String> {
        let read = self.marked.parse(rule, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        read.flatten().map(|pair| pair.as_rule().to_owned()).filter(|name| self.alternatives.contains(name)).collect()
    }

    /// Texts that a rule makes.
    pub fn texts(&self, rule: &str) -> BoxedStrategy<String> {
        self.named(rule, " ")
    }

    fn named(&self, name: &str, between: &'static str) -> BoxedStrategy<String> {
        match (self.rules.get(name), name) {
            (Some(rule), _) => {
                let word = matches!(rule.ty, RuleType::Atomic | RuleType::CompoundAtomic);
                self.made(&rule.expr, if word { "" } else { between })
            }
            (None, "SOI" | "EOI") => Just(String::new()).boxed(),
            (None, "ANY") => "[A-Za-z*. é]".boxed(),
            (None, "LETTER") => "[a-zé]".boxed(),
            (None, "UPPERCASE_LETTER") => "[A-Z]".boxed(),
            (None, "ASCII_DIGIT") => "[0-9]".boxed(),
            (None, other) => panic!("say what {other} makes"),
        }
    }

    fn made(&self, expr: &Expr, between: &'static str) -> BoxedStrategy<String> {
        let joined = move |parts: Vec<String>| -> String {
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
        };
        match expr {
            Expr::Str(text) => Just(text.clone()).boxed(),
            Expr::Insens(text) => select(vec![text.to_lowercase(), text.to_uppercase()]).boxed(),
            Expr::Ident(name) => self.named(name, between),
            Expr::Seq(one, two) => {
                (self.made(one, between), self.made(two, between)).prop_map(move |(a, b)| joined(vec![a, b])).boxed()
            }
            Expr::Choice(..) => {
                let all: Vec<_> = branches(expr).into_iter().map(|branch| self.made(branch, between)).collect();
                proptest::strategy::Union::new(all).boxed()
            }
            Expr::Opt(part) => {
                proptest::option::of(self.made(part, between)).prop_map(Option::unwrap_or_default).boxed()
            }
            Expr::Rep(part) => proptest::collection::vec(self.made(part, between), 0..3).prop_map(joined).boxed(),
            Expr::RepOnce(part) => proptest::collection::vec(self.made(part, between), 1..4).prop_map(joined).boxed(),
            // What only looks ahead makes nothing.
            Expr::NegPred(_) | Expr::PosPred(_) => Just(String::new()).boxed(),
            other => panic!("say what {other} makes"),
        }
    }
}

/// The branches of a choice, however it is nested.
fn branches(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Choice(one, two) => branches(one).into_iter().chain(branches(two)).collect(),
        other => vec![other],
    }
}

/// Makes rules of alternatives.
struct Marks {
    rule: String,
    found: Vec<Rule>,
}

impl Marks {
    fn alternative(&mut self, form: &str, expr: Expr) -> Box<Expr> {
        let name = format!("{} {}: {form}", self.rule, self.found.len());
        self.found.push(Rule { name: name.clone(), ty: RuleType::Normal, expr });
        Box::new(Expr::Ident(name))
    }

    /// A part that may be there or not.
    fn optional(&mut self, form: &str, part: Expr) -> Expr {
        let there = self.alternative(form, part);
        Expr::Choice(there, self.alternative(&format!("without {form}"), Expr::Str(String::new())))
    }

    fn branch(&mut self, expr: Expr) -> Box<Expr> {
        if let Expr::Choice(..) = expr {
            return Box::new(self.mark(expr));
        }
        let form = expr.to_string();
        let marked = self.mark(expr);
        self.alternative(&form, marked)
    }

    fn mark(&mut self, expr: Expr) -> Expr {
        let form = expr.to_string();
        match expr {
            Expr::Choice(one, two) => Expr::Choice(self.branch(*one), self.branch(*two)),
            Expr::Opt(part) => {
                let part = self.mark(*part);
                self.optional(&form, part)
            }
            // How many letters a word has is no alternative.
            Expr::Rep(part) if matches!(&*part, Expr::Ident(class) if class == "LETTER") => Expr::Rep(part),
            Expr::Rep(part) => {
                let part = self.mark(*part);
                self.optional(&form, Expr::RepOnce(Box::new(part)))
            }
            Expr::RepOnce(part) => Expr::RepOnce(Box::new(self.mark(*part))),
            Expr::Seq(one, two) => Expr::Seq(Box::new(self.mark(*one)), Box::new(self.mark(*two))),
            other => other,
        }
    }
}
