//! Every legal action of a position in its canonical form: names in `replace` and `missed` sorted, the
//! trash recycled unless declining is a choice, no player named where it is the default.

use super::ComboLaw;
use super::action::{Action, Aim, Choice, Choose, DrawAction, Look, Named, Nothing, Of, PileName, Play};
use super::readings::RecyclingChoice;
use super::rules::reading::Prepared;
use super::rules::turns;
use super::state::{Equip, Name, State};
use super::text::{CardType, Effect, Side, Target};

const PILES: [PileName; 6] =
    [PileName::Source, PileName::Pool, PileName::Trash, PileName::Limbo, PileName::Line, PileName::Hands];

/// Most equipped cards of a player, since every set of them is tried. Play does not come to more; a position may.
const MOST_EQUIPPED: usize = 4;

/// Most ways to name assists for one card, since every one is tried.
const MOST_SELECTIONS: usize = 2_000;

/// Every legal action. A position with more equipped cards, or a card that destroys so many assists that there are
/// more ways to name them, is beyond this engine, and the list then empty.
pub fn actions(law: &mut ComboLaw<'_>, state: &State) -> Vec<Action> {
    if let Some(many) = state.players.iter().map(|p| p.hands.len()).find(|number| *number > MOST_EQUIPPED) {
        let why = "what is legal is not listed where a player has";
        law.beyond = Some(format!("{why} {many} equipped cards; the bound is {MOST_EQUIPPED}"));
        return Vec::new();
    }
    let equipped = 1 + state.players.iter().map(|p| p.hands.len()).sum::<usize>();
    for card in &state.players[state.active].pool {
        let card = law.cards.get(card);
        let destroys = |choice: Choice| card.effects(choice).iter().filter(|effect| names(effect)).count();
        let most = [Choice::None, Choice::Left, Choice::Right].map(destroys).into_iter().max().unwrap_or(0);
        let ways = (0..most.min(equipped)).fold(1usize, |ways, named| ways.saturating_mul(equipped - named));
        if ways > MOST_SELECTIONS {
            let name = &card.card.name;
            let why = "what is legal is not listed where";
            law.beyond = Some(format!("{why} {name} can name assists in {ways} ways; the bound is {MOST_SELECTIONS}"));
            return Vec::new();
        }
    }
    let mut found = candidates(law, state);
    let mut state = state.clone();
    law.asking = true;
    found.retain(|action| turns::act(law, &mut state, action).is_ok());
    law.asking = false;
    found
}

fn candidates(law: &ComboLaw<'_>, state: &State) -> Vec<Action> {
    let me = state.active;
    let mut all = vec![Action::Begin(Nothing {}), Action::End(Nothing {})];
    let declining = law.readings().recycling_choice == RecyclingChoice::MayDecline;
    let recycles: &[bool] = if declining { &[true, false] } else { &[true] };
    all.extend(recycles.iter().map(|recycle| Action::Draw(DrawAction { recycle: *recycle })));
    let mut pool: Vec<&Name> = state.players[me].pool.iter().collect();
    pool.dedup();
    for card in pool {
        plays(law.cards.get(card), state, card, recycles, &mut all);
    }
    for who in 0..2 {
        let mut names: Vec<&Name> = state.players[who].hands.iter().map(|h| &h.card).collect();
        names.extend(state.players[who].line.iter().map(|c| &c.card));
        names.sort();
        names.dedup();
        for card in names {
            let card = card.to_string();
            let player = (who != me).then_some(who);
            for choice in [Side::Left, Side::Right] {
                all.push(Action::Choose(Choose { card: card.clone(), choice, player }));
            }
            if who != me {
                all.push(Action::Aim(Aim { card: card.clone(), by: None }));
                all.push(Action::Withdraw(Named { card: card.clone() }));
                all.push(Action::Hold(Named { card: card.clone() }));
            }
            all.push(Action::Claim(Of { player: who, card }));
        }
    }
    for by in 0..2 {
        for player in 0..2 {
            for pile in PILES {
                all.push(Action::Count(Look { by, player, pile }));
                all.push(Action::Read(Look { by, player, pile }));
            }
        }
    }
    all
}

/// Whether an assist is named for an effect.
fn names(effect: &Effect) -> bool {
    matches!(effect, Effect::Destroy { target: Target::AnyAssist, .. })
}

/// Every way to play a card. Left out is what no rule that can be switched off stands against: cards on
/// top of others that are not equipped, targets for a card that destroys no assist, traps that miss a
/// card that is none.
fn plays(card: &Prepared, state: &State, name: &str, recycles: &[bool], all: &mut Vec<Action>) {
    let me = state.active;
    let equipped = matches!(card.of_type, Some(CardType::Assist | CardType::Trap));
    let mut hands: Vec<String> = Vec::new();
    if equipped {
        hands.extend(state.players[me].hands.iter().map(|h| h.card.to_string()));
    }
    let mut replaces: Vec<Vec<String>> = (0u32..1 << hands.len()).map(|set| pick(&hands, set)).collect();
    replaces.sort();
    replaces.dedup();
    let mut assists: Vec<Of> = (0..2)
        .flat_map(|player| {
            state.players[player]
                .hands
                .iter()
                .filter(|h| h.is == Equip::Assist)
                .map(move |h| Of { player, card: h.card.to_string() })
        })
        .collect();
    if card.of_type == Some(CardType::Assist) {
        assists.push(Of { player: me, card: name.to_owned() });
    }
    let traps: Vec<String> = state.players[me]
        .hands
        .iter()
        .filter(|h| h.is == Equip::Trap && card.of_type == Some(CardType::Assist))
        .map(|h| h.card.to_string())
        .collect();
    let mut misses: Vec<Vec<String>> = (0u32..1 << traps.len()).map(|set| pick(&traps, set)).collect();
    misses.sort();
    misses.dedup();
    for choice in [Choice::None, Choice::Left, Choice::Right] {
        let targets = selections(&assists, card.effects(choice).iter().filter(|effect| names(effect)).count());
        for replace in &replaces {
            for targets in &targets {
                for missed in &misses {
                    for recycle in recycles {
                        all.push(Action::Play(Play {
                            card: name.to_owned(),
                            choice,
                            targets: targets.clone(),
                            replace: replace.clone(),
                            missed: missed.clone(),
                            recycle: *recycle,
                        }));
                    }
                }
            }
        }
    }
}

/// Every choice of at most so many of these assists, in every order, since each is for one effect.
fn selections(assists: &[Of], most: usize) -> Vec<Vec<Of>> {
    let mut all = vec![Vec::new()];
    let mut chosen: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..most.min(assists.len()) {
        chosen = chosen
            .iter()
            .flat_map(|begun| {
                let rest = (0..assists.len()).filter(|i| !begun.contains(i));
                rest.map(|i| begun.iter().copied().chain([i]).collect()).collect::<Vec<_>>()
            })
            .collect();
        all.extend(chosen.iter().map(|places| places.iter().map(|i| assists[*i].clone()).collect()));
    }
    all.sort_by_key(|of: &Vec<Of>| of.iter().map(|o| (o.player, o.card.clone())).collect::<Vec<_>>());
    all.dedup();
    all
}

fn pick(names: &[String], set: u32) -> Vec<String> {
    let mut picked: Vec<String> = (0..names.len()).filter(|i| set >> i & 1 == 1).map(|i| names[i].clone()).collect();
    picked.sort();
    picked
}
