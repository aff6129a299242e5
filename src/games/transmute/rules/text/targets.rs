//! Section of text: what an effect may apply to.

use super::scores::{self, Around};
use crate::action::Choice;
use crate::clauses;
use crate::clauses::text::*;
use crate::frame::Doing;
use crate::law::TransmuteLaw;
use crate::readings::NonDevice;
use crate::rules::basics::players;
use crate::rules::play::energy;
use crate::state::State;
use crate::text::{Amount, CardType, CostIs, HowMany, TargetKind, Targets, Who, Whose};
use rulebound_core::kernel::{ObjectId, Player};

/// What "this Minion" means for an ability.
pub fn this<'s>(state: &'s State, doing: &Doing) -> Option<&'s ObjectId> {
    let source = doing.source.as_ref()?;
    state.objects.get(source).map(scores::this)
}

/// The number that an amount means for an ability.
pub fn amount(law: &mut TransmuteLaw<'_>, state: &State, doing: &Doing, amount: &Amount) -> u32 {
    match amount {
        Amount::DamageTaken => doing.dealt,
        Amount::ItsCost => moved_cost(law, state, doing).unwrap_or(0),
        other => {
            let around = Around {
                by: doing.by,
                source: doing.source.as_ref(),
                this: this(state, doing),
                that: doing.that.as_ref(),
            };
            scores::plain_amount(law, state, around, other)
        }
    }
}

/// The cost of the card that was moved last.
fn moved_cost(law: &mut TransmuteLaw<'_>, state: &State, doing: &Doing) -> Option<u32> {
    let (card, _) = doing.moved.as_ref()?;
    Some(energy::meant(law, state, doing.by, card))
}

/// Whether a card has the energy cost that a text asks for.
pub fn costs(law: &mut TransmuteLaw<'_>, state: &State, doing: &Doing, cost: u32, is: Option<&CostIs>) -> bool {
    let moved = moved_cost(law, state, doing);
    match is {
        None => true,
        Some(CostIs::Exactly(number)) => cost == amount(law, state, doing, number),
        Some(CostIs::Same) => Some(cost) == moved,
        Some(CostIs::AtMostMore(more)) => moved.is_some_and(|moved| cost <= moved.saturating_add(*more)),
    }
}

/// The players whom a text means, in the order in which they sit.
pub fn players(law: &mut TransmuteLaw<'_>, state: &State, doing: &Doing, who: Who) -> Vec<Player> {
    match who {
        Who::You => vec![doing.by],
        Who::That => doing.player.into_iter().collect(),
        Who::Owner => doing.moved.as_ref().map(|(_, owner)| *owner).into_iter().collect(),
        Who::Every => players::in_match(state).collect(),
        Who::Opponents => {
            players::in_match(state).filter(|player| !players::allied(law, state, *player, doing.by)).collect()
        }
    }
}

/// Everything that an effect may apply to.
pub fn options(law: &mut TransmuteLaw<'_>, state: &State, doing: &Doing, targets: &Targets) -> Vec<Choice> {
    let object = |id: &ObjectId| state.objects.get(id).map(|object| Choice::Object(object.id.clone()));
    let (of, whose, another, cost) = match targets {
        Targets::This => return this(state, doing).and_then(object).into_iter().collect(),
        Targets::That => {
            let player = doing.player.filter(|player| !state.players[*player].out);
            return match &doing.that {
                Some(that) if !doing.player_last => object(that).into_iter().collect(),
                _ => player.map(Choice::Player).into_iter().collect(),
            };
        }
        Targets::ThatPlayer => {
            let player = doing.player.filter(|player| !state.players[*player].out);
            return player.map(Choice::Player).into_iter().collect();
        }
        Targets::Some { of, whose, another, cost, .. } => (of, whose, *another, cost),
    };
    let bound = law.on(TARGETS);
    let mut found = Vec::new();
    let player_too = law.readings().non_device == NonDevice::PlayerToo;
    let players = |kind: &TargetKind| match kind {
        TargetKind::Player | TargetKind::Target => true,
        TargetKind::NonDevice => player_too,
        _ => false,
    };
    if of.iter().any(players) {
        if state.players.iter().any(|seat| seat.out) {
            law.cite(clauses::ending::OUT);
        }
        for player in players::in_match(state) {
            let fits = match whose {
                None => true,
                Some(Whose::Yours) => player == doing.by,
                Some(Whose::Opponents) => !players::allied(law, state, player, doing.by),
            };
            let other = !another || doing.player != Some(player);
            if (fits && other) || !bound {
                found.push(Choice::Player(player));
            }
        }
    }
    let this = this(state, doing);
    for object in state.objects.iter() {
        let fits = of.iter().any(|kind| match kind {
            TargetKind::Minion => scores::is_a(law, object, CardType::Minion),
            TargetKind::Device => scores::is_a(law, object, CardType::Device),
            TargetKind::Enchantment => scores::is_a(law, object, CardType::Enchantment),
            TargetKind::NonDevice => !bound || (object.is.scores.is_some() && !scores::is_device(law, object)),
            TargetKind::Target => object.is.scores.is_some(),
            TargetKind::Card => true,
            TargetKind::Player => false,
        });
        if !fits {
            continue;
        }
        let theirs = match whose {
            None => true,
            Some(Whose::Yours) => object.controller == doing.by,
            Some(Whose::Opponents) => !players::allied(law, state, object.controller, doing.by),
        };
        let other = !another || (Some(&object.id) != this && Some(&object.id) != doing.that.as_ref());
        // A card that lies face down has no cost.
        let costs = match scores::face(law, object) {
            Some(_) => {
                let its = energy::meant(law, state, doing.by, &object.id.name);
                costs(law, state, doing, its, cost.as_ref())
            }
            None => cost.is_none(),
        };
        if !bound || (theirs && other && costs) {
            found.push(Choice::Object(object.id.clone()));
        }
    }
    found
}

/// How many are to be picked at most, and whether the player may stop before; `None` if nothing is picked, because all
/// are meant.
pub fn number(law: &mut TransmuteLaw<'_>, state: &State, doing: &Doing, targets: &Targets) -> Option<(u32, bool)> {
    let Targets::Some { number, .. } = targets else { return None };
    match number {
        HowMany::All => None,
        HowMany::Exactly(exactly) => Some((amount(law, state, doing, exactly), false)),
        HowMany::UpTo(most) => Some((amount(law, state, doing, most), law.on(UP_TO))),
    }
}
