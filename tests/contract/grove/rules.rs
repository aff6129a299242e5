//! The rules of the grove, one module per chapter, and `frame`: what all chapters leave to be done.

pub mod basics;
pub mod dawn;
pub mod ending;
pub mod field;
pub mod frame;
pub mod stack;
pub mod turns;
