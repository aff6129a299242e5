//! The parser that pest derives from `spec/transmute/card.pest`. The generated parts have no documentation.
#![allow(missing_docs)]

#[derive(pest_derive::Parser)]
#[grammar = "../../../spec/transmute/card.pest"]
pub struct Grammar;
