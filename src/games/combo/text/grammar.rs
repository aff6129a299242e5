//! The parser that pest derives of `spec/combo/card.pest`, whose generated parts carry no documentation.
#![allow(missing_docs)]

#[derive(pest_derive::Parser)]
#[grammar = "../../../spec/combo/card.pest"]
pub struct Grammar;
