//! The actions that a player may want to take, each in its canonical form.

use crate::action::Action;
use crate::flow;
use crate::frame::Frame;
use crate::law::TransmuteLaw;
use crate::readings::{Defended, SeveralDevices};
use crate::rules::attack;
use crate::rules::play;
use crate::rules::play::entering;
use crate::rules::text::scores;
use crate::rules::turns;
use crate::state::{Phase, State, Target};
use crate::text::{CardType, Effect};
use rulebound_core::kernel::{Name, ObjectId, Player};

/// The most Minions whose groups are all listed as attackers; of more, only single Minions and all together are.
const MOST_GROUPED: usize = 5;

/// Adds what `by` may want to do.
pub fn candidates(
    law: &mut TransmuteLaw<'_>,
    state: &State,
    frame: Option<&Frame>,
    by: Player,
    found: &mut Vec<Action>,
) {
    if state.over.is_some() {
        return;
    }
    match frame {
        None if state.phase == Phase::Start => {
            if by == state.active {
                found.push(Action::Begin {});
            }
        }
        None => {
            activations(law, state, by, found);
            if by == state.active {
                in_turn(law, state, by, found);
            }
        }
        Some(Frame::React {}) => {
            activations(law, state, by, found);
            plays(law, state, by, found);
            defences(law, state, by, found);
            found.push(Action::Done {});
        }
        Some(frame @ Frame::Beginning(_)) => {
            activations(law, state, by, found);
            plays(law, state, by, found);
            flow::answers(law, state, frame, found);
        }
        Some(frame) => flow::answers(law, state, frame, found),
    }
}

fn activations(law: &mut TransmuteLaw<'_>, state: &State, by: Player, found: &mut Vec<Action>) {
    let _ = by;
    for object in state.objects.iter() {
        let count = play::activated(law, object).len();
        found.extend((0..count).map(|ability| Action::Activate { object: object.id.clone(), ability }));
    }
}

fn each_once(cards: &[Name]) -> Vec<&Name> {
    let mut cards: Vec<&Name> = cards.iter().collect();
    cards.sort();
    cards.dedup();
    cards
}

fn plays(law: &mut TransmuteLaw<'_>, state: &State, by: Player, found: &mut Vec<Action>) {
    let carriers = entering::carriers(law, state, by);
    let seat = &state.players[by];
    for (pile, from_discard) in [(&seat.hand, false), (&seat.discard, true)] {
        for card in each_once(pile) {
            let prepared = law.cards.get(card);
            if from_discard && !prepared.always().any(|effect| *effect == Effect::FromDiscard {}) {
                continue;
            }
            let play = |on| Action::Play { card: card.clone(), on, from_discard };
            if prepared.of_type == Some(CardType::Enchantment) {
                found.extend(carriers.iter().map(|on| play(Some(on.clone()))));
            } else {
                found.push(play(None));
            }
        }
    }
}

fn in_turn(law: &mut TransmuteLaw<'_>, state: &State, by: Player, found: &mut Vec<Action>) {
    plays(law, state, by, found);
    match state.phase {
        Phase::Refresh => {
            found.extend([Action::DiscardSpells {}, Action::DiscardTransmuted {}, Action::Untap {}]);
        }
        Phase::Plan => found.extend([Action::Draw {}, Action::Shuffle {}]),
        Phase::Draft => {
            let offer = turns::on_offer(law, state, by);
            found.extend(offer.into_iter().map(|card| Action::Draft { card }));
        }
        Phase::Action => {
            let hand = each_once(&state.players[by].hand).into_iter();
            found.extend(hand.map(|card| Action::Transmute { card: Some(card.clone()), object: None }));
            let play = state.objects.iter().filter(|object| object.controller == by);
            found.extend(play.map(|object| Action::Transmute { card: None, object: Some(object.id.clone()) }));
            attacks(law, state, by, found);
        }
        Phase::Start | Phase::Beginning | Phase::Over => {}
    }
    found.push(Action::End {});
}

/// Groups of a list: all of them if there are few, otherwise single ones and all together; with the empty group first.
fn groups<T: Clone>(of: &[T]) -> Vec<Vec<T>> {
    if of.len() > MOST_GROUPED {
        let mut groups = vec![Vec::new()];
        groups.extend(of.iter().map(|one| vec![one.clone()]));
        groups.push(of.to_vec());
        return groups;
    }
    let group = |chosen: usize| (0..of.len()).filter(|at| chosen & (1 << at) != 0).map(|at| of[at].clone()).collect();
    (0..1_usize << of.len()).map(group).collect()
}

fn attacks(law: &mut TransmuteLaw<'_>, state: &State, by: Player, found: &mut Vec<Action>) {
    let own = |object: &&scores::Card| object.controller == by && scores::is_minion(law, object);
    let minions: Vec<ObjectId> = state.objects.iter().filter(own).map(|object| object.id.clone()).collect();
    let groups_of_minions = groups(&minions);
    let players = (0..state.players.len()).filter(|player| *player != by).map(|player| vec![Target::Player(player)]);
    let device = |object: &&scores::Card| scores::is_device(law, object);
    let devices: Vec<Target> =
        state.objects.iter().filter(device).map(|object| Target::Object(object.id.clone())).collect();
    let mut targets: Vec<Vec<Target>> = players.collect();
    if law.readings().several_devices == SeveralDevices::Several {
        targets.extend(groups(&devices).into_iter().filter(|group| !group.is_empty()));
    } else {
        targets.extend(devices.into_iter().map(|device| vec![device]));
    }
    for targets in targets {
        if attack::permit_targets(law, state, by, &targets).is_err() {
            continue;
        }
        for with in &groups_of_minions {
            found.push(Action::Attack { targets: targets.clone(), with: with.clone() });
        }
    }
}

fn defences(law: &mut TransmuteLaw<'_>, state: &State, by: Player, found: &mut Vec<Action>) {
    let Some(attack) = &state.attack else { return };
    let against: Vec<Target> = if law.readings().defended == Defended::EachAttacker {
        attack.attackers.iter().map(|id| Target::Object(id.clone())).collect()
    } else {
        attack.targets.clone()
    };
    for object in state.objects.iter().filter(|object| object.controller == by) {
        if scores::is_minion(law, object) {
            let with = &object.id;
            found.extend(against.iter().map(|against| Action::Defend { with: with.clone(), against: against.clone() }));
        }
    }
}
