//! The rules of motion, a module a chapter. Which letter means what, which forms are read, what a
//! payment has to obey: all of it cites its clause here and nowhere else.

mod blame;
mod settle;
mod terms;

pub mod activation;
pub mod chaining;
pub mod letters;
pub mod minimum;
pub mod motions;
pub mod notation;
pub mod sustained;

rulebound_core::chapters! {
    Letters = letters,
    Notation = notation,
    Motions = motions,
    Chaining = chaining,
    Sustained = sustained,
    Activation = activation,
    Minimum = minimum,
}

pub use terms::Terms;
