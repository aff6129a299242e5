//! Questions and their answers in words.

use std::fmt::Write as _;

use crate::action::{PlanShown, PlannedMove, Problem, name_of};
use crate::demand::{Board, ELEMENTS, PLACES};
use crate::state::{self, Element, Place};

/// A question for the least that pays.
pub fn ask(problem: &Problem) -> String {
    let costs = problem.costs.iter().enumerate().map(|(index, cost)| format!("cost {} `{cost}`", index + 1));
    let paid: Vec<String> = problem.cards.iter().cloned().chain(costs).collect();
    let mut text = format!("to be paid: {}\n", paid.join(", "));
    if !problem.sustained.is_empty() {
        let names: Vec<&str> = problem.sustained.iter().map(name_of).collect();
        let _ = writeln!(text, "sustained in play: {}", names.join(", "));
    }
    if let Some(board) = &problem.board {
        let gem = |(gem, count): (&Element, &u32)| match count {
            1 => gem.name().to_owned(),
            _ => format!("{} {count}", gem.name()),
        };
        let rows: Vec<String> = board
            .iter()
            .map(|(place, gems)| format!("{}: {}", place.name(), gems.iter().map(gem).collect::<Vec<_>>().join(", ")))
            .collect();
        let _ =
            writeln!(text, "on the board: {}", if rows.is_empty() { "nothing".to_owned() } else { rows.join("; ") });
    }
    text
}

/// The least that pays. If gems may move again, the movements are listed in an order in which they can be made.
pub fn answer(problem: &Problem, plan: &PlanShown) -> String {
    if !plan.payable {
        return "These cards cannot be paid for together.\n".to_owned();
    }
    let mut text = format!(
        "{} {}: {} and {}.\n",
        many(plan.gems, "gem"),
        if plan.gems == 1 { "suffices" } else { "suffice" },
        many(plan.movements, "movement"),
        many(plan.held, "held gem"),
    );
    for one in in_order(&plan.moves, problem.board.as_ref().map(state::board)) {
        let serves: Vec<String> = one.serves.iter().map(|of| served(&of.letter, of.entry, &of.card)).collect();
        let serves = match serves.as_slice() {
            [] => ", which serves nothing".to_owned(),
            [one] => format!(", for {one}"),
            more => format!(", which serves both {}", more.join(" and ")),
        };
        let gem = one.gem.with_article();
        let _ = match (one.from, one.to) {
            (Place::Off, to) => {
                writeln!(text, "  move {gem} gem from off the board to the {} sphere{serves}", to.name())
            }
            (from, Place::Off) => {
                writeln!(text, "  move {gem} gem from the {} sphere off the board{serves}", from.name())
            }
            (from, to) => {
                writeln!(text, "  move {gem} gem from the {} to the {} sphere{serves}", from.name(), to.name())
            }
        };
    }
    // `held` of the gems stay where they are; the others have moved to where they are held.
    let mut moved = plan.holds.len().saturating_sub(plan.held as usize);
    let mut arrived: Vec<(Element, Place)> = plan.moves.iter().map(|one| (one.gem, one.to)).collect();
    for one in &plan.holds {
        let (gem, sphere) = (one.gem.name(), one.sphere.name());
        let came = arrived.iter().position(|known| *known == (one.gem, one.sphere)).filter(|_| moved > 0);
        let deed = match came {
            Some(at) => {
                moved -= 1;
                arrived.swap_remove(at);
                format!("the {gem} gem that came to the {sphere} sphere is held there")
            }
            None => format!("keep {} gem in the {sphere} sphere", one.gem.with_article()),
        };
        let _ = writeln!(text, "  {deed}, for {}", served(&one.letter, one.entry, &one.card));
    }
    text
}

fn served(letter: &str, entry: usize, card: &str) -> String {
    format!("`{letter}` in entry {entry} of {card}")
}

fn many(count: u32, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// The movements in an order in which a gem is there for each; the order of the plan, if it has that property. Without
/// a board, the gems are placed such that as few as possible are needed.
fn in_order(moves: &[PlannedMove], board: Option<Board>) -> Vec<&PlannedMove> {
    let board = board.unwrap_or_else(|| {
        let mut fewest = Board::default();
        for one in moves {
            fewest.0[one.from as usize][one.gem as usize] += 1;
        }
        for one in moves {
            let lies = &mut fewest.0[one.to as usize][one.gem as usize];
            *lies = lies.saturating_sub(1);
        }
        fewest
    });
    let mut gems = board.clone();
    let planned = moves.iter().all(|one| {
        let (gem, from, to) = (one.gem as usize, one.from as usize, one.to as usize);
        let found = gems.0[from][gem] > 0;
        gems.0[from][gem] -= u32::from(found);
        gems.0[to][gem] = gems.0[to][gem].saturating_add(1);
        found
    });
    if planned {
        return moves.iter().collect();
    }
    (0..ELEMENTS).flat_map(|gem| paths(moves, gem, &board)).map(|index| &moves[index]).collect()
}

/// The movements of the gems of one element, gem by gem, each along its path.
///
/// If more movements leave a place than enter it, the paths of some gems begin there. An extra place supplies those
/// gems and takes the gems at the ends of their paths. Then as many movements leave each place as enter it, so rounds
/// that meet can be merged into one (Hierholzer's algorithm).
fn paths(moves: &[PlannedMove], gem: usize, board: &Board) -> Vec<usize> {
    const APART: usize = PLACES;
    let mut ways: [Vec<(usize, Option<usize>)>; PLACES + 1] = Default::default();
    let mut more = [0_i64; PLACES];
    for (index, one) in moves.iter().enumerate().rev().filter(|(_, one)| one.gem as usize == gem) {
        let (from, to) = (one.from as usize, one.to as usize);
        ways[from].push((to, Some(index)));
        more[from] += 1;
        more[to] -= 1;
    }
    for (place, more) in more.into_iter().enumerate() {
        let (from, to) = if more > 0 { (APART, place) } else { (place, APART) };
        // Put below the others, so that a path continues as long as possible.
        (0..more.abs()).for_each(|_| ways[from].insert(0, (to, None)));
    }
    // A round that meets no path is walked by a gem that lies on it.
    let lies = |place: &usize| board.0[*place][gem] > 0;
    let starts = std::iter::once(APART).chain((0..PLACES).filter(lies)).chain(0..PLACES);
    starts.flat_map(|start| round(&mut ways, start)).collect()
}

/// Takes out the movements of all the ways that lead from a place back to it.
fn round(ways: &mut [Vec<(usize, Option<usize>)>], start: usize) -> Vec<usize> {
    let (mut under_way, mut gone) = (vec![(start, None)], Vec::new());
    while let Some((place, by)) = under_way.last().copied() {
        match ways[place].pop() {
            Some(way) => under_way.push(way),
            None => {
                under_way.pop();
                gone.extend(by);
            }
        }
    }
    gone.reverse();
    gone
}

#[cfg(test)]
mod tests {
    use super::super::super::action::{PlannedHold, Served};
    use super::*;
    use crate::state::ALL;
    use Place::{Earth, Fire, Lightning, Water};

    fn one(from: Place, to: Place) -> PlannedMove {
        PlannedMove { gem: Element::Fire, from, to, serves: Vec::new() }
    }

    fn fire_in(place: Place) -> Option<Board> {
        let mut board = Board::default();
        board.0[place as usize][Element::Fire as usize] = 1;
        Some(board)
    }

    #[test]
    fn movements_stand_in_an_order_in_which_they_can_be_made() {
        let told = |moves: &[PlannedMove], board: Option<Board>| -> Vec<(Place, Place)> {
            in_order(moves, board).iter().map(|one| (one.from, one.to)).collect()
        };
        let path = [one(Fire, Water), one(Water, Lightning), one(Earth, Fire)];
        let walked = [(Earth, Fire), (Fire, Water), (Water, Lightning)];
        assert_eq!(told(&path, fire_in(Earth)), walked);
        assert_eq!(told(&path, None), walked);
        // The movement that leads out of the round comes last, although it could be taken first.
        let round = [one(Fire, Earth), one(Fire, Water), one(Water, Fire)];
        assert_eq!(told(&round, fire_in(Fire)), [(Fire, Water), (Water, Fire), (Fire, Earth)]);
        assert_eq!(told(&[one(Fire, Water), one(Water, Fire)], None), [(Fire, Water), (Water, Fire)]);
    }

    #[test]
    fn many_movements_in_any_order_are_put_into_one_that_can_be_made() {
        let (mut number, mut board, mut moves) = (1_usize, Board::default(), Vec::new());
        let mut below = |most: usize| {
            number = number.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
            (number >> 33) % most
        };
        for _ in 0..150 {
            let gem = ALL[below(ELEMENTS)];
            let mut at = state::PLACES[below(PLACES)];
            board.0[at as usize][gem as usize] += 1;
            for _ in 0..below(5) {
                let to = state::PLACES[below(PLACES)];
                let place = below(moves.len() + 1);
                moves.insert(place, PlannedMove { gem, ..one(at, to) });
                at = to;
            }
        }
        let order = in_order(&moves, Some(board.clone()));
        assert_eq!(order.len(), moves.len());
        for one in order {
            let (gem, from, to) = (one.gem as usize, one.from as usize, one.to as usize);
            assert!(board.0[from][gem] > 0, "no gem for {one:?}");
            (board.0[from][gem], board.0[to][gem]) = (board.0[from][gem] - 1, board.0[to][gem] + 1);
        }
    }

    #[test]
    fn a_gem_that_moved_is_not_kept() {
        let of = |entry| Served { card: "cost 1".to_owned(), entry, letter: "f".to_owned() };
        let Served { card, entry, letter } = of(2);
        let hold = PlannedHold { card, entry, letter, gem: Element::Fire, sphere: Water };
        let moves = vec![PlannedMove { serves: vec![of(1)], ..one(Place::Off, Water) }];
        let mut plan = PlanShown { payable: true, gems: 1, held: 0, movements: 1, moves, holds: vec![hold] };
        let problem = Problem { costs: Vec::new(), cards: Vec::new(), board: None, sustained: Vec::new() };
        assert_eq!(
            answer(&problem, &plan),
            "1 gem suffices: 1 movement and 0 held gems.\n  \
             move a fire gem from off the board to the water sphere, for `f` in entry 1 of cost 1\n  \
             the fire gem that came to the water sphere is held there, for `f` in entry 2 of cost 1\n"
        );
        plan.held = 1;
        assert!(answer(&problem, &plan).contains("keep a fire gem in the water sphere"));
    }
}
