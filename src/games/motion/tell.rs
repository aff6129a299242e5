//! Events and payments in words.

mod plan;

pub use plan::{answer, ask};

use crate::action::Event;

/// An event in words.
pub fn tell(event: &Event) -> String {
    match event {
        Event::Moved(one) => {
            format!("{} gem moves from {} to {}", one.gem.with_article(), one.from.name(), one.to.name())
        }
        Event::Resolved { card, x, values } => {
            let x = if *x > 0 { format!(" with X {x}") } else { String::new() };
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            let values = match values.as_slice() {
                [] => String::new(),
                [one] => format!(", with the value {one}"),
                more => format!(", with the values {}", more.join(", ")),
            };
            format!("{card} is resolved{x}{values}")
        }
        Event::Entered { card } => format!("{card} stays in play"),
        Event::Ended { card } => format!("{card} ends, because its gems are gone"),
        Event::Released { card } => format!("{card} is ended by its player"),
    }
}
