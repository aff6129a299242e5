//! A picture of a position: a row of gems for each sphere, and the cards.

use rulebound_core::kernel::Picture;
use rulebound_core::kernel::picture::{Area, Colour, Thing};

use crate::demand::members;
use crate::state::{ALL, Element, Kept, PLACES, State};

/// The colour of an element's gems.
fn colour(element: Element) -> Colour {
    match element {
        Element::Fire => Colour::Red,
        Element::Water => Colour::Blue,
        Element::Earth => Colour::Green,
        Element::Lightning => Colour::Yellow,
        Element::Spirit => Colour::Violet,
    }
}

/// A sustained card, with the number of its X and the gems held for it.
fn kept(kept: &Kept) -> Thing {
    let mut thing = Thing::from(&kept.card);
    let numbers: Vec<String> = kept.xs.iter().map(u32::to_string).collect();
    match (kept.x, numbers.is_empty()) {
        (0, true) => {}
        (x, true) => thing = thing.note(format!("X {x}")),
        (_, false) => thing = thing.note(format!("X {}", numbers.join(" and "))),
    }
    for held in kept.holds.iter().flatten() {
        thing = thing.note(format!("holds {} in {}", held.gem.name(), held.sphere.name()));
    }
    thing
}

/// The picture of a state.
pub fn picture(state: &State) -> Picture {
    let mut area = Area::shared();
    for place in members(state.places) {
        let gems = members(state.elements).map(|element| (ALL[element], state.board.0[place][element]));
        let gem = |(element, count): (Element, u32)| Thing::new(element.name()).times(count).coloured(colour(element));
        area = area.row(PLACES[place].name(), gems.filter(|(_, count)| *count > 0).map(gem));
    }
    area = area.row("at hand", state.hand.iter().map(Thing::from));
    Picture { areas: vec![area.row("sustained", state.sustained.iter().map(kept))] }
}
