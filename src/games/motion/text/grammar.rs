//! The parser that pest derives from `spec/motion/cost.pest`. The generated parts have no documentation.
#![allow(missing_docs)]

#[derive(pest_derive::Parser)]
#[grammar = "../../../spec/motion/cost.pest"]
pub struct Grammar;
