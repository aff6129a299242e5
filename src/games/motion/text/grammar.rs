//! The parser that pest derives of `spec/motion/cost.pest`, whose generated parts carry no documentation.
#![allow(missing_docs)]

#[derive(pest_derive::Parser)]
#[grammar = "../../../spec/motion/cost.pest"]
pub struct Grammar;
