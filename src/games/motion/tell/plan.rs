//! Questions and their answers in words.

use std::fmt::Write as _;

use crate::action::{PlanShown, PlannedMove, Problem, name_of};
use crate::demand::Board;
use crate::state::{self, Element, Place};

/// A question for the least that pays.
pub fn ask(problem: &Problem) -> String {
    let costs = problem.costs.iter().enumerate().map(|(index, cost)| format!("cost {} «{cost}»", index + 1));
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

/// The least that pays. Movements stand in an order in which they can be made, where gems may move again.
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
    // As many as are held stay where they are; the others are gems that have moved there.
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
    format!("«{letter}» in entry {entry} of {card}")
}

fn many(count: u32, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Most orders that are tried; movements in the order of the plan are shown beyond.
const MOST_TRIED: usize = 20_000;

/// The movements in an order in which each finds a gem. Without a board, gems lie where as few as need be are.
fn in_order(moves: &[PlannedMove], board: Option<Board>) -> Vec<&PlannedMove> {
    let mut gems = board.unwrap_or_else(|| {
        let mut gems = Board::default();
        let at = |place: Place, one: &PlannedMove| (place as usize, one.gem as usize);
        let leaves = |at_of: (usize, usize)| moves.iter().filter(|one| at(one.from, one) == at_of).count() as u32;
        let arrives = |at_of: (usize, usize)| moves.iter().filter(|one| at(one.to, one) == at_of).count() as u32;
        for (place, gem) in moves.iter().map(|one| at(one.from, one)) {
            gems.0[place][gem] = leaves((place, gem)).saturating_sub(arrives((place, gem)));
        }
        // Of a round no sphere gives more than it takes: one gem of it has to lie somewhere.
        for (place, gem) in moves.iter().map(|one| at(one.from, one)) {
            if gems.0.iter().all(|row| row[gem] == 0) {
                gems.0[place][gem] = 1;
            }
        }
        gems
    });
    let (mut order, mut tries) = (Vec::new(), MOST_TRIED);
    if walk(moves, &mut gems, &mut order, &mut tries) {
        order.into_iter().map(|index| &moves[index]).collect()
    } else {
        moves.iter().collect()
    }
}

fn walk(moves: &[PlannedMove], gems: &mut Board, order: &mut Vec<usize>, tries: &mut usize) -> bool {
    if order.len() == moves.len() {
        return true;
    }
    for (index, one) in moves.iter().enumerate() {
        let (gem, from, to) = (one.gem as usize, one.from as usize, one.to as usize);
        if order.contains(&index) || gems.0[from][gem] < 1 || *tries == 0 {
            continue;
        }
        *tries -= 1;
        gems.0[from][gem] -= 1;
        gems.0[to][gem] += 1;
        order.push(index);
        if walk(moves, gems, order, tries) {
            return true;
        }
        order.pop();
        gems.0[from][gem] += 1;
        gems.0[to][gem] -= 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::super::action::{PlannedHold, Served};
    use super::*;
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
        // The way out comes last, though it could be gone first.
        let round = [one(Fire, Earth), one(Fire, Water), one(Water, Fire)];
        assert_eq!(told(&round, fire_in(Fire)), [(Fire, Water), (Water, Fire), (Fire, Earth)]);
        assert_eq!(told(&[one(Fire, Water), one(Water, Fire)], None), [(Fire, Water), (Water, Fire)]);
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
             move a fire gem from off the board to the water sphere, for «f» in entry 1 of cost 1\n  \
             the fire gem that came to the water sphere is held there, for «f» in entry 2 of cost 1\n"
        );
        plan.held = 1;
        assert!(answer(&problem, &plan).contains("keep a fire gem in the water sphere"));
    }
}
