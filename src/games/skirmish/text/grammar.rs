//! The parser that pest derives from `spec/skirmish/skill.pest`. The generated parts have no documentation.
#![allow(missing_docs)]

#[derive(pest_derive::Parser)]
#[grammar = "../../../spec/skirmish/skill.pest"]
pub struct Grammar;
