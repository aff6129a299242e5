//! The rules of motion, a module a chapter. Which letter means what, which forms are read, what a
//! payment has to obey: all of it cites its clause here and nowhere else.

mod blame;
mod settle;
mod terms;

crate::chapters! {
    /// What the letters mean.
    Letters = letters,
    /// How costs and values are written.
    Notation = notation,
    /// What entries ask for.
    Motions = motions,
    /// What one movement or gem may serve.
    Chaining = chaining,
    /// Cards that stay in play.
    Sustained = sustained,
    /// Playing cards.
    Activation = activation,
    /// The least that pays.
    Minimum = minimum,
}

pub use terms::Terms;
