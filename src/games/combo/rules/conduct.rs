//! Chapter conduct: who may look at what.

use super::text::amounts::on_kinds;
use super::text::conditions::{self, Standing};
use crate::action::{Event, PileOf};
use crate::clauses;
use crate::clauses::conduct::*;
use crate::law::ComboLaw;
use crate::readings::{FoePiles, HiddenKinds, SourceRead, SprungHidden, TransferredUnread, TrapsHidden};
use crate::state::{Choice, Equip, HandCard, LineCard, Name, PileAnswer, PileName, Seat, SeenPile, State, View, Zone};
use crate::text::{CardType, Effect, Value};
use rulebound_core::kernel::{ClauseKey, Player, Rejection};

/// An answer to a player, with the clause that allows it.
pub type Answer = (ClauseKey, Box<PileAnswer>);

/// The name shown for a card that may not be read.
const UNREAD: &str = "?";

/// The cards of a pile in its order.
fn names(state: &State, player: usize, pile: PileName) -> Vec<Name> {
    let player = &state.players[player];
    match pile {
        PileName::Source => player.source.clone(),
        PileName::Pool => player.pool.clone(),
        PileName::Trash => player.trash.clone(),
        PileName::Limbo => player.limbo.clone(),
        PileName::Line => player.line.iter().map(|c| c.card.clone()).collect(),
        PileName::Hands => player.hands.iter().map(|h| h.card.clone()).collect(),
    }
}

/// The number of cards in a pile, and the clause that allows counting them.
fn counted(law: &mut ComboLaw<'_>, state: &State, by: Player, look: PileOf) -> Result<(ClauseKey, usize), Rejection> {
    let clause = if by == look.player { COUNT_OWN } else { COUNT_FOE };
    law.allow(clause, true, || "this pile may not be counted".to_owned())?;
    Ok((clause, names(state, look.player, look.pile).len()))
}

/// Checks whether a player may read a pile, and returns the clause that allows this.
///
/// # Errors
/// If a clause refuses it.
pub fn reads(law: &mut ComboLaw<'_>, state: &State, by: Player, look: PileOf) -> Result<ClauseKey, Rejection> {
    let why = || format!("this {:?} may not be read", look.pile).to_lowercase();
    let own = by == look.player;
    match (own, look.pile) {
        (true, PileName::Source) => {
            let shown = law.readings().source_read == SourceRead::WhileInPlay && is_shown(law, state, by);
            law.forbid(OWN_SOURCE, !shown, why)?;
        }
        (true, _) => law.allow(READ_OWN, true, why)?,
        (false, PileName::Source) => law.forbid(clauses::piles::FACE_DOWN, true, why)?,
        (false, PileName::Pool) => law.forbid(FOE_POOL, true, why)?,
        (false, PileName::Trash | PileName::Limbo) => {
            let closed = law.readings().foe_piles == FoePiles::Closed;
            law.forbid(FOE_PILES, closed, why)?;
        }
        (false, PileName::Line) => {
            law.allow(clauses::line::FACE_UP, true, why)?;
            return Ok(clauses::line::FACE_UP);
        }
        (false, PileName::Hands) => {
            law.allow(FOE_ASSISTS, true, why)?;
            return Ok(FOE_ASSISTS);
        }
    }
    Ok(READ_OWN)
}

/// Whether a trap that has gone off and stays set lies face down again.
fn shown_down(law: &mut ComboLaw<'_>) -> bool {
    let down = law.readings().sprung_hidden == SprungHidden::FaceDown;
    law.choose(clauses::traps::SPRUNG_HIDDEN, down, false)
}

/// Whether a player may read the source, thanks to a card of that player in play.
fn is_shown(law: &mut ComboLaw<'_>, state: &State, who: Player) -> bool {
    let player = &state.players[who];
    let line = player.line.iter().enumerate().map(|(at, card)| (&card.card, card.choice, Standing::Line(at)));
    let hands = player.hands.iter().filter(|hand| hand.is_assist());
    let hands = hands.map(|hand| (&hand.card, hand.choice, Standing::Off(&hand.card)));
    let terrains = state.terrains.iter().filter(|terrain| terrain.owner == who);
    let terrains = terrains.map(|terrain| (&terrain.card, terrain.choice, Standing::Off(&terrain.card)));
    let cards = law.cards;
    line.chain(hands).chain(terrains).any(|(name, choice, standing)| {
        let shows = |effect: &Effect| match effect {
            Effect::Read { proviso } => {
                conditions::proviso(law, state, who, proviso, standing) && law.on(clauses::text::READ_SOURCE)
            }
            _ => false,
        };
        cards.get(name).effects(choice).iter().any(shows)
    })
}

/// The cards of a pile as they may be read, and the clause that allows this.
fn readable(
    law: &mut ComboLaw<'_>,
    state: &State,
    by: Player,
    look: PileOf,
) -> Result<(ClauseKey, Vec<Name>), Rejection> {
    let clause = reads(law, state, by, look)?;
    let mut cards = names(state, look.player, look.pile);
    if by != look.player && look.pile == PileName::Hands {
        let hidden = law.readings().traps_hidden == TrapsHidden::FaceDown;
        if law.choose(clauses::traps::HIDDEN, hidden, false) {
            for (name, hand) in cards.iter_mut().zip(&state.players[look.player].hands) {
                let shown = hand.sprung && !shown_down(law);
                if hand.is == Equip::Trap && !shown {
                    *name = UNREAD.into();
                }
            }
        }
    }
    Ok((clause, cards))
}

/// The answer to a player who counts a pile, with the clause that allows it.
///
/// # Errors
/// If a clause refuses it.
pub fn count(law: &mut ComboLaw<'_>, state: &State, by: Player, look: PileOf) -> Result<Answer, Rejection> {
    law.cite(HONEST);
    let (clause, count) = counted(law, state, by, look)?;
    let answer = PileAnswer { by, player: look.player, pile: look.pile, count, cards: Vec::new() };
    Ok((clause, Box::new(answer)))
}

/// The answer to a player who reads a pile, with the clause that allows it.
///
/// # Errors
/// If a clause refuses it.
pub fn read(law: &mut ComboLaw<'_>, state: &State, by: Player, look: PileOf) -> Result<Answer, Rejection> {
    law.cite(HONEST);
    let (clause, cards) = readable(law, state, by, look)?;
    let answer = PileAnswer { by, player: look.player, pile: look.pile, count: cards.len(), cards };
    Ok((clause, Box::new(answer)))
}

/// Gives the answer that was asked for.
pub fn tell(law: &mut ComboLaw<'_>, state: &mut State, clause: ClauseKey, answer: Box<PileAnswer>) {
    law.act(clause, state, Event::Told(answer.clone()), |state| state.told = Some(*answer));
}

/// An event as a player may know it, without the name of any card that the player could not read.
pub fn event(law: &mut ComboLaw<'_>, state: &State, event: &Event, by: Player) -> Option<Event> {
    let hidden = law.readings().traps_hidden == TrapsHidden::FaceDown;
    let trap =
        |card: &Name, zone: Zone| zone == Zone::Hands && hidden && law.cards.get(card).of_type == Some(CardType::Trap);
    let mut seen = event.clone();
    match &mut seen {
        Event::Told(answer) if answer.by != by => return None,
        // An event does not say whether its values were open to the player at that moment; views show what is open.
        Event::Compared { .. } | Event::Valued { .. } if law.readings().hidden_kinds == HiddenKinds::Hidden => {
            return None;
        }
        // What a player plans for a trap is secret.
        Event::Held { player, .. } | Event::Missed { player, .. } if *player != by => return None,
        // The name of a moved card is known to those who can read the pile that it leaves or the pile that it enters.
        Event::Transferred { player, card, from, to } => {
            let from = PileOf { player: *player, pile: *from };
            let shown = law.readings().transferred_unread == TransferredUnread::Shown;
            if !shown && reads(law, state, by, from).is_err() && reads(law, state, by, *to).is_err() {
                *card = UNREAD.into();
            }
        }
        Event::Drawn { player, card } if *player != by => *card = UNREAD.into(),
        Event::Played { player, card, to: zone }
        | Event::Discarded { player, card, from: zone }
        | Event::Destroyed { player, card, from: zone }
        | Event::Phased { player, card, from: zone }
            if *player != by && (*zone == Zone::Pool || trap(card, *zone)) =>
        {
            *card = UNREAD.into();
        }
        _ => {}
    }
    Some(seen)
}

/// The view of a player: for each pile, the cards if the player could read it, or else their number.
pub fn view(law: &mut ComboLaw<'_>, state: &State, by: usize) -> View {
    let unknown = unknown(law, state, by);
    View {
        stage: state.stage,
        turn: state.turn,
        active: state.active,
        incoming: Some(state.incoming).filter(|_| !unknown[1 - state.active].0),
        terrains: state.terrains.clone(),
        winner: state.winner,
        lost_by: state.lost_by.clone(),
        // What the other player was told stays secret.
        played_in_turn: state.played_in_turn,
        told: state.told.clone().filter(|told| told.by == by),
        players: [0, 1].map(|player| seen(law, state, by, player, unknown[player])),
    }
}

/// For each player, whether `by` may not know its attack and its defence, because they depend on the kinds of cards in
/// piles that `by` may not read.
fn unknown(law: &mut ComboLaw<'_>, state: &State, by: usize) -> [(bool, bool); 2] {
    if law.readings().hidden_kinds == HiddenKinds::Shown {
        return Default::default();
    }
    let all = (0..2).flat_map(|player| PileName::ALL.map(|pile| PileOf { player, pile }));
    let open = |law: &mut ComboLaw<'_>, look: PileOf| {
        readable(law, state, by, look).is_ok_and(|(_, cards)| cards == names(state, look.player, look.pile))
    };
    let closed: Vec<PileOf> = all.filter(|look| !open(law, *look)).collect();
    let mut depends = |who: usize, of: Value| on_kinds(law, state, who, of, false, &closed);
    [0, 1].map(|who| (depends(who, Value::Attack), depends(who, Value::Defense)))
}

/// One side as one player may see it, whose attack and defence may be unknown to it.
fn seen(
    law: &mut ComboLaw<'_>,
    state: &State,
    by: usize,
    player: usize,
    unknown: (bool, bool),
) -> Seat<SeenPile, Option<u32>> {
    let side = &state.players[player];
    let mut pile = |pile| {
        let look = PileOf { player, pile };
        let cards = readable(law, state, by, look).ok().map(|(_, cards)| cards);
        SeenPile { count: counted(law, state, by, look).ok().map(|(_, count)| count), cards }
    };
    let (line, hands) = (pile(PileName::Line), pile(PileName::Hands));
    let shown = |pile: &SeenPile, at: usize| match &pile.cards {
        Some(cards) => cards[at].clone(),
        None => UNREAD.into(),
    };
    let in_line = side.line.iter().enumerate().map(|(at, card)| match shown(&line, at) {
        name if name == card.card => card.clone(),
        name => LineCard { card: name, choice: Choice::None, since: card.since, unmet: Vec::new() },
    });
    let equipped = side.hands.iter().enumerate().map(|(at, hand)| match shown(&hands, at) {
        // What a player plans for a trap is secret.
        name if name == hand.card => HandCard { held: hand.held && by == player, ..hand.clone() },
        // The hands and the age of a card that lies face down can be seen.
        name => {
            let seen = HandCard {
                card: name,
                choice: Choice::None,
                shield: 0,
                chosen: hand.since,
                unmet: Vec::new(),
                ..hand.clone()
            };
            HandCard { missed: false, held: false, ..seen }
        }
    });
    Seat {
        line: in_line.collect(),
        hands: equipped.collect(),
        source: pile(PileName::Source),
        pool: pile(PileName::Pool),
        trash: pile(PileName::Trash),
        limbo: pile(PileName::Limbo),
        free_hands: side.free_hands,
        hearts_up: side.hearts_up,
        hearts_down: side.hearts_down,
        attack: Some(side.attack).filter(|_| !unknown.0),
        defense: Some(side.defense).filter(|_| !unknown.1),
        shields: side.shields,
        one_handed_played: side.one_handed_played,
        two_handed_played: side.two_handed_played,
    }
}
