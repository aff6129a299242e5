//! A picture of a position: both players with their lines, hands and piles.

use rulebound_core::kernel::Picture;
use rulebound_core::kernel::picture::{Area, Thing};

use crate::state::{Choice, Equip, HandCard, LineCard, Stage, State};

fn chosen(thing: Thing, choice: Choice) -> Thing {
    match choice {
        Choice::None => thing,
        Choice::Left => thing.note("left"),
        Choice::Right => thing.note("right"),
    }
}

fn in_line(card: &LineCard) -> Thing {
    chosen(Thing::from(&card.card), card.choice)
}

fn in_hands(card: &HandCard) -> Thing {
    let mut thing = Thing::from(&card.card);
    if card.is == Equip::Trap {
        thing = thing.note("trap").face_down(!card.sprung);
    }
    thing = chosen(thing, card.choice);
    for (so, note) in [(card.held, "held back"), (card.missed, "missed its occasion")] {
        if so {
            thing = thing.note(note);
        }
    }
    if card.aimed { thing.lit("aimed at") } else { thing }
}

/// The picture of a state.
pub fn picture(state: &State) -> Picture {
    let stage = match state.stage {
        Stage::Begin => "begin",
        Stage::Draw => "draw",
        Stage::Play => "play",
        Stage::Over => "do nothing more",
    };
    let about = format!("turn {}, player {} to {stage}, facing {}", state.turn, state.active, state.incoming);
    let terrain =
        |terrain: &crate::state::TerrainCard| Thing::from(&terrain.card).note(format!("of player {}", terrain.owner));
    let mut areas = vec![Area::shared().line(about).row("terrain", state.terrains.iter().map(terrain))];
    for (player, seat) in state.players.iter().enumerate() {
        let hearts = format!("{}{}", "♥".repeat(seat.hearts_up as usize), "♡".repeat(seat.hearts_down as usize));
        let values = [("attack", seat.attack), ("defense", seat.defense), ("shields", seat.shields)];
        let facts = std::iter::once(hearts).chain(values.map(|(name, value)| format!("{name} {value}")));
        let area = Area::of(format!("player {player}"), player == state.active, facts.collect())
            .row("line", seat.line.iter().map(in_line))
            .row("hands", seat.hands.iter().map(in_hands))
            .row("pool", seat.pool.iter().map(Thing::from))
            .pile("source", &seat.source)
            .pile("trash", seat.trash.iter().rev())
            .pile("limbo", &seat.limbo);
        areas.push(area);
    }
    Picture { areas }
}
