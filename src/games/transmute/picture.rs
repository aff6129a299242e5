//! A picture of a position: the players by alliance with their cards, the draft, and the attack.

use rulebound_core::kernel::picture::{Area, Thing};
use rulebound_core::kernel::{ObjectId, Picture};

use crate::state::{Attack, Redirected, State, Target};
use crate::tell::{listed, phase, place, target};

/// The part that a card in play has in the attack, if any.
fn part(attack: &Attack, id: &ObjectId) -> Option<&'static str> {
    if attack.attackers.contains(id) {
        Some("attacks")
    } else if attack.defenders.iter().any(|defender| defender.with == *id) {
        Some("defends")
    } else {
        attack.targets.contains(&Target::Object(id.clone())).then_some("is attacked")
    }
}

/// The picture of a state.
pub fn picture(state: &State) -> Picture {
    let attack = state.attack.as_ref().filter(|_| state.over.is_none());
    let stacks = state.bases.iter().map(|(name, copies)| Thing::from(name).times(*copies));
    let mut table = Area::shared()
        .line(format!("turn {}, player {}, {}", state.turn, state.active, phase(state.phase)))
        .row("draft row", state.row.iter().map(Thing::from))
        .row("stacks", stacks)
        .pile("draft deck", &state.draft_deck);
    if let Some(attack) = attack {
        table = table.line(format!(
            "attack on {} with {}",
            listed(&attack.targets.iter().map(target).collect::<Vec<_>>()),
            listed(&attack.attackers)
        ));
        for defender in &attack.defenders {
            table = table.line(format!("{} defends against {}", defender.with, target(&defender.against)));
        }
        let attacking = |redirected: &&Redirected| attack.attackers.contains(&redirected.attacker);
        for redirected in attack.redirected.iter().filter(attacking) {
            table = table.line(format!("{} now attacks {}", redirected.attacker, target(&redirected.to)));
        }
    }
    for shown in &state.shown {
        table = table.line(format!("player {} has revealed cards: {}", shown.player, place(shown.place)));
    }
    let mut areas = vec![table];
    for (player, seat) in state.players.iter().enumerate() {
        let mut facts = vec![format!("life {}", seat.life), format!("energy {}", seat.energy)];
        if seat.out {
            facts.push("out".to_owned());
        }
        let objects = state.objects.iter().filter(|object| object.controller == player).map(|object| {
            let mut thing = Thing::from(&object.id);
            if let Some(now) = object.is.scores {
                thing = thing.note(format!("{}/{}", now.attack, i64::from(now.life) - i64::from(object.is.damage)));
                if now.armor > 0 {
                    thing = thing.note(format!("armor {}", now.armor));
                }
                if object.is.damage > 0 {
                    thing = thing.note(format!("damage {}", object.is.damage));
                }
            }
            if let Some(on) = &object.is.on {
                thing = thing.note(format!("on {on}"));
            }
            if object.owner != player {
                thing = thing.note(format!("of player {}", object.owner));
            }
            if let Some(card) = &object.is.transmuted {
                thing = thing.note(card.to_string()).face_down(true);
            }
            thing = thing.tapped(object.is.tapped);
            match attack.and_then(|attack| part(attack, &object.id)) {
                Some(part) => thing.lit(part),
                None => thing,
            }
        });
        let title = format!("player {player} (alliance {})", seat.alliance);
        let area = Area::of(title, player == state.active, facts)
            .row("hand", seat.hand.iter().map(Thing::from))
            .row("in play", objects)
            .pile("deck", &seat.deck)
            .pile("discard pile", seat.discard.iter().rev());
        areas.push(area);
    }
    Picture { areas }
}
