//! The parser that pest derives from `spec/combo/card.pest`. The generated parts have no documentation.
#![allow(missing_docs)]

#[derive(pest_derive::Parser)]
#[grammar = "../../../spec/combo/card.pest"]
pub struct Grammar;
