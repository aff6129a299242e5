//! The position that a run begins with.

use std::collections::BTreeMap;

use crate::action::{Equipped, Hearts, InLine, PlayerSetup, PositionSetup, Setup, StartSetup, TerrainSetup};
use crate::law::ComboLaw;
use crate::readings::TrapAndReplaced;
use crate::rules::{assists, basics, hearts, line};
use crate::state::{Choice, Equip, HandCard, LineCard, Name, Seat, Stage, State, TerrainCard, UNDECIDED};
use rulebound_core::kernel::{Halt, NameOrCard};

/// The most cards in a run.
const MOST_CARDS: usize = 1_000;

/// The position of a setup.
///
/// # Errors
/// If the setup has no position.
pub fn state(law: &mut ComboLaw<'_>, setup: &Setup) -> Result<State, Halt> {
    let mut state = match setup {
        Setup::Start(start) => begin(law, start)?,
        Setup::Position(position) => from(law, position)?,
    };
    let all: usize = state
        .players
        .iter()
        .map(|p| p.source.len() + p.pool.len() + p.trash.len() + p.limbo.len() + p.line.len() + p.hands.len())
        .sum();
    if all > MOST_CARDS {
        return Err(Halt::Input(format!("a run of {all} cards is not played; the bound is {MOST_CARDS}")));
    }
    line::recount(law, &mut state);
    Ok(state)
}

/// The most Hearts of a player.
const MOST_HEARTS: u32 = 100;

fn few_hearts(number: u32) -> Result<(), Halt> {
    if number > MOST_HEARTS {
        return Err(Halt::Input(format!("a match with {number} Hearts is not played; the bound is {MOST_HEARTS}")));
    }
    Ok(())
}

fn named(law: &ComboLaw<'_>, name: &str) -> Result<Name, Halt> {
    match law.cards.name(name) {
        Some(name) => Ok(name),
        None if name == basics::HEART => Ok(name.into()),
        None => {
            let similar = law.cards.similar(name);
            let none = "in this scenario or in spec/combo/cards.yaml";
            Err(Halt::Input(format!("there is no card {name} {none}{similar}")))
        }
    }
}

fn begin(law: &mut ComboLaw<'_>, start: &StartSetup) -> Result<State, Halt> {
    if start.challenger > 1 {
        return Err(Halt::Input("the challenger is player 0 or 1".to_owned()));
    }
    if start.decks.len() != law.rules().players || start.decks.len() != 2 {
        return Err(Halt::Input(format!("a match begins with {} players with a deck each", law.rules().players)));
    }
    let numbers = match start.hearts {
        None => [law.rules().hearts; 2],
        Some(Hearts::Both(n)) => [n; 2],
        Some(Hearts::Each(each)) => each,
    };
    let mut players = [Seat::<Vec<Name>, u32>::default(), Seat::default()];
    for ((player, deck), number) in players.iter_mut().zip(&start.decks).zip(numbers) {
        let copies: u64 = deck.values().map(|n| u64::from(*n)).sum();
        if copies > MOST_CARDS as u64 {
            return Err(Halt::Input(format!("a deck of {copies} cards is not played; the bound is {MOST_CARDS}")));
        }
        few_hearts(number)?;
        for (name, copies) in deck as &BTreeMap<String, u32> {
            let name = named(law, name)?;
            player.source.extend(std::iter::repeat_n(name, *copies as usize));
        }
        hearts::dealt(law, player, number);
    }
    Ok(State {
        stage: Stage::Begin,
        turn: 0,
        active: basics::first(law, start.challenger),
        incoming: 0,
        terrains: Vec::new(),
        winner: UNDECIDED,
        lost_by: String::new(),
        told: None,
        played_in_turn: 0,
        players,
    })
}

/// When the cards in a position were played, if the position does not say.
struct Ages {
    turn: u32,
    stage: Stage,
    active: usize,
}

impl Ages {
    fn of(position: &PositionSetup) -> Self {
        let (turn, stage) = (position.turn.unwrap_or(3), position.stage.unwrap_or(Stage::Play));
        Self { turn, stage, active: position.active }
    }

    /// Cards in line were played in the latest turn of their player.
    fn in_line(&self, who: usize) -> u32 {
        match (who == self.active, self.stage) {
            (true, Stage::Play) => self.turn,
            (true, _) => self.before(),
            (false, _) => self.turn.saturating_sub(1),
        }
    }

    /// Equipped cards and terrains were played two turns ago.
    fn before(&self) -> u32 {
        self.turn.saturating_sub(2)
    }
}

/// The setup with its defaults filled in, except for the Hearts, whose number is in the rules.
pub fn filled(setup: Setup) -> Setup {
    let mut position = match setup {
        Setup::Start(_) => return setup,
        Setup::Position(position) => position,
    };
    let when = Ages::of(&position);
    position.turn = Some(when.turn);
    position.stage = Some(when.stage);
    position.winner.get_or_insert(UNDECIDED);
    position.lost_by.get_or_insert_default();
    for terrain in &mut position.terrains {
        terrain.since.get_or_insert(when.before());
    }
    let missing = 2usize.saturating_sub(position.players.len());
    position.players.extend(std::iter::repeat_with(PlayerSetup::default).take(missing));
    for (who, player) in position.players.iter_mut().enumerate() {
        for entry in &mut player.line {
            let mut card = in_line(entry);
            card.since.get_or_insert(when.in_line(who));
            *entry = NameOrCard::Card(card);
        }
        for entry in &mut player.hands {
            let mut card = equipped(entry);
            let since = *card.since.get_or_insert(when.before());
            card.chosen.get_or_insert(since);
            *entry = NameOrCard::Card(card);
        }
    }
    Setup::Position(position)
}

fn in_line(entry: &NameOrCard<InLine>) -> InLine {
    match entry {
        NameOrCard::Name(card) => InLine { card: card.clone(), choice: Choice::None, since: None, unmet: Vec::new() },
        NameOrCard::Card(card) => card.clone(),
    }
}

fn equipped(entry: &NameOrCard<Equipped>) -> Equipped {
    match entry {
        NameOrCard::Name(card) => Equipped {
            card: card.clone(),
            choice: Choice::None,
            since: None,
            chosen: None,
            aimed: false,
            missed: false,
            held: false,
            sprung: false,
            spent: false,
            unmet: Vec::new(),
        },
        NameOrCard::Card(card) => card.clone(),
    }
}

fn from(law: &mut ComboLaw<'_>, position: &PositionSetup) -> Result<State, Halt> {
    let when = Ages::of(position);
    let Ages { turn, stage, active } = when;
    if active > 1 || position.players.len() > 2 || turn > 1_000_000 {
        return Err(Halt::Input("a position has players 0 and 1, and a turn up to a million".to_owned()));
    }
    let mut terrains = Vec::new();
    for terrain in &position.terrains {
        if terrain.owner > 1 {
            return Err(Halt::Input("a terrain belongs to player 0 or 1".to_owned()));
        }
        let since = terrain.since.unwrap_or(when.before());
        let (choice, unmet) = (terrain.choice, terrain.unmet.clone());
        terrains.push(TerrainCard { card: named(law, &terrain.card)?, owner: terrain.owner, since, choice, unmet });
    }
    if terrains.len() > law.rules().terrains {
        return Err(Halt::Input(format!("no more than {} terrains are active", law.rules().terrains)));
    }
    let mut players = [Seat::<Vec<Name>, u32>::default(), Seat::default()];
    let nobody = PlayerSetup::default();
    for (index, player) in players.iter_mut().enumerate() {
        let setup = position.players.get(index).unwrap_or(&nobody);
        *player = seat(law, setup, &when, index)?;
    }
    let winner = position.winner.unwrap_or(UNDECIDED);
    if (stage == Stage::Over) != (winner != UNDECIDED) {
        return Err(Halt::Input(
            "a match is over if it has a winner, or -2 if nobody has won, and only then".to_owned(),
        ));
    }
    let lost_by = position.lost_by.clone().unwrap_or_default();
    Ok(State {
        stage,
        turn,
        active,
        incoming: 0,
        terrains,
        winner,
        lost_by,
        told: position.told.clone(),
        played_in_turn: position.played_in_turn,
        players,
    })
}

fn seat(law: &mut ComboLaw<'_>, setup: &PlayerSetup, when: &Ages, who: usize) -> Result<Seat<Vec<Name>, u32>, Halt> {
    let names = |list: &[String]| list.iter().map(|name| named(law, name)).collect::<Result<Vec<_>, _>>();
    let (mut pool, mut limbo) = (names(&setup.pool)?, names(&setup.limbo)?);
    let (source, trash) = (names(&setup.source)?, names(&setup.trash)?);
    pool.sort();
    limbo.sort();
    if pool.len() > law.rules().pool_limit {
        return Err(Halt::Input(format!("a pool holds no more than {} cards", law.rules().pool_limit)));
    }
    few_hearts(setup.hearts_up.unwrap_or(0).max(setup.hearts_down))?;
    let mut line = Vec::new();
    for entry in &setup.line {
        let InLine { card, choice, since, unmet } = in_line(entry);
        line.push(LineCard { card: named(law, &card)?, choice, since: since.unwrap_or(when.in_line(who)), unmet });
    }
    let mut hands = Vec::new();
    for entry in &setup.hands {
        let Equipped { card, choice, since, chosen, aimed, missed, held, sprung, spent, unmet } = equipped(entry);
        let since = since.unwrap_or(when.before());
        let mut hand: HandCard = assists::equipped(law, &named(law, &card)?, since);
        (hand.choice, hand.chosen) = (choice, chosen.unwrap_or(since));
        (hand.aimed, hand.missed, hand.held, hand.sprung) = (aimed, missed, held, sprung);
        (hand.spent, hand.unmet) = (spent, unmet);
        hands.push(hand);
    }
    let taken: u32 = hands.iter().filter(|h| h.is == Equip::Assist).map(|h| h.hands).sum();
    // The cards below a new assist may still be there while traps go off.
    let kept = law.readings().trap_and_replaced == TrapAndReplaced::Kept;
    let most = law.rules().hands.saturating_mul(if kept { 2 } else { 1 });
    if taken > most {
        return Err(Halt::Input(format!("assists in {taken} hands; a player has {}", law.rules().hands)));
    }
    Ok(Seat {
        source,
        pool,
        trash,
        limbo,
        line,
        hands,
        hearts_up: setup.hearts_up.unwrap_or(law.rules().hearts.saturating_sub(setup.hearts_down)),
        hearts_down: setup.hearts_down,
        one_handed_played: setup.one_handed_played,
        two_handed_played: setup.two_handed_played,
        ..Seat::default()
    })
}

/// The setup that describes a state. A match that has not begun is a start.
pub fn print(state: &State) -> Setup {
    if state.stage == Stage::Begin {
        let deck = |seat: &Seat<Vec<Name>, u32>| {
            let mut deck = BTreeMap::new();
            seat.source.iter().for_each(|card| *deck.entry(card.to_string()).or_insert(0) += 1);
            deck
        };
        return Setup::Start(StartSetup {
            decks: state.players.iter().map(deck).collect(),
            challenger: 1 - state.active,
            hearts: Some(Hearts::Each([0, 1].map(|who: usize| state.players[who].hearts_up))),
        });
    }
    let terrain = |terrain: &TerrainCard| TerrainSetup {
        card: terrain.card.to_string(),
        owner: terrain.owner,
        since: Some(terrain.since),
        choice: terrain.choice,
        unmet: terrain.unmet.clone(),
    };
    Setup::Position(PositionSetup {
        stage: Some(state.stage),
        turn: Some(state.turn),
        active: state.active,
        terrains: state.terrains.iter().map(terrain).collect(),
        winner: Some(state.winner),
        lost_by: Some(state.lost_by.clone()),
        told: state.told.clone(),
        played_in_turn: state.played_in_turn,
        players: state.players.iter().map(print_seat).collect(),
    })
}

fn print_seat(seat: &Seat<Vec<Name>, u32>) -> PlayerSetup {
    let names = |names: &[Name]| names.iter().map(ToString::to_string).collect();
    let in_line = |card: &LineCard| {
        NameOrCard::Card(InLine {
            card: card.card.to_string(),
            choice: card.choice,
            since: Some(card.since),
            unmet: card.unmet.clone(),
        })
    };
    let equipped = |hand: &HandCard| {
        NameOrCard::Card(Equipped {
            card: hand.card.to_string(),
            choice: hand.choice,
            since: Some(hand.since),
            chosen: Some(hand.chosen),
            aimed: hand.aimed,
            missed: hand.missed,
            held: hand.held,
            sprung: hand.sprung,
            spent: hand.spent,
            unmet: hand.unmet.clone(),
        })
    };
    PlayerSetup {
        source: names(&seat.source),
        pool: names(&seat.pool),
        trash: names(&seat.trash),
        limbo: names(&seat.limbo),
        line: seat.line.iter().map(in_line).collect(),
        hands: seat.hands.iter().map(equipped).collect(),
        hearts_up: Some(seat.hearts_up),
        hearts_down: seat.hearts_down,
        one_handed_played: seat.one_handed_played,
        two_handed_played: seat.two_handed_played,
    }
}
