//! Actions, questions and plans in words rather than as data.

use std::fmt::Write as _;

use serde_json::Value as Json;

/// An action in words: what is done, and with what; what is empty is left out.
pub fn action(action: &Json) -> String {
    let Some((deed, with)) = action.as_object().and_then(|map| map.iter().next()) else { return scalar(action) };
    match parts(with) {
        None => deed.clone(),
        Some(with) => format!("{deed} {with}"),
    }
}

/// The parts of a value in words, if there are any.
fn parts(value: &Json) -> Option<String> {
    match value {
        Json::Object(map) => {
            let told: Vec<String> =
                map.iter().filter_map(|(key, value)| Some(format!("{key} {}", inner(value)?))).collect();
            (!told.is_empty()).then(|| told.join("; "))
        }
        other => inner(other),
    }
}

fn inner(value: &Json) -> Option<String> {
    match value {
        Json::Null => None,
        Json::String(text) if text.is_empty() => None,
        Json::Array(list) => {
            let told: Vec<String> = list.iter().filter_map(inner).collect();
            (!told.is_empty()).then(|| told.join(", "))
        }
        Json::Object(map) => {
            let told: Vec<String> =
                map.iter().filter_map(|(key, value)| Some(format!("{key} {}", inner(value)?))).collect();
            (!told.is_empty()).then(|| told.join(" "))
        }
        other => Some(scalar(other)),
    }
}

fn scalar(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Bool(true) => "yes".to_owned(),
        Json::Bool(false) => "no".to_owned(),
        other => other.to_string(),
    }
}

/// A question for the least that pays.
pub fn asked(problem: &Json) -> String {
    let list = |key: &str| problem[key].as_array().into_iter().flatten().map(word).collect::<Vec<_>>();
    let costs = list("costs").into_iter().enumerate().map(|(index, cost)| format!("cost {} «{cost}»", index + 1));
    let paid: Vec<String> = list("cards").into_iter().chain(costs).collect();
    let mut text = format!("to be paid: {}\n", paid.join(", "));
    if !list("sustained").is_empty() {
        let _ = writeln!(text, "sustained in play: {}", list("sustained").join(", "));
    }
    if let Some(board) = problem["board"].as_object() {
        let rows: Vec<String> = board.iter().map(|(place, gems)| format!("{place}: {}", row(gems))).collect();
        let _ =
            writeln!(text, "on the board: {}", if rows.is_empty() { "nothing".to_owned() } else { rows.join("; ") });
    }
    text
}

fn row(gems: &Json) -> String {
    let gems = gems.as_object().into_iter().flatten();
    gems.map(|(gem, count)| if count == 1 { gem.clone() } else { format!("{gem} {count}") })
        .collect::<Vec<_>>()
        .join(", ")
}

/// The least that pays. Movements stand in an order in which they can be made on `board`, where gems may move again.
pub fn plan(plan: &Json, board: Option<&Json>) -> String {
    if plan["payable"] != true {
        return "These cards cannot be paid for together.\n".to_owned();
    }
    let number = |key: &str| plan[key].as_u64().unwrap_or(0);
    let mut text = format!(
        "{} {}: {} and {}.\n",
        many(number("gems"), "gem"),
        if number("gems") == 1 { "suffices" } else { "suffice" },
        many(number("movements"), "movement"),
        many(number("held"), "held gem"),
    );
    let moves: Vec<&Json> = plan["moves"].as_array().into_iter().flatten().collect();
    for one in in_order(&moves, board) {
        let serves: Vec<String> = one["serves"].as_array().into_iter().flatten().map(served).collect();
        let serves = match serves.as_slice() {
            [] => ", which serves nothing".to_owned(),
            [one] => format!(", for {one}"),
            more => format!(", which serves both {}", more.join(" and ")),
        };
        let (gem, from, to) = (with_article(&word(&one["gem"])), word(&one["from"]), word(&one["to"]));
        let _ = match (from.as_str(), to.as_str()) {
            ("off", to) => writeln!(text, "  move {gem} gem from off the board to the {to} sphere{serves}"),
            (from, "off") => writeln!(text, "  move {gem} gem from the {from} sphere off the board{serves}"),
            (from, to) => writeln!(text, "  move {gem} gem from the {from} to the {to} sphere{serves}"),
        };
    }
    let holds: Vec<&Json> = plan["holds"].as_array().into_iter().flatten().collect();
    // As many as are held stay where they are; the others are gems that have moved there.
    let mut moved = holds.len().saturating_sub(number("held") as usize);
    let mut arrived: Vec<(String, String)> = moves.iter().map(|one| (word(&one["gem"]), word(&one["to"]))).collect();
    for one in holds {
        let (gem, sphere) = (word(&one["gem"]), word(&one["sphere"]));
        let came = arrived.iter().position(|known| *known == (gem.clone(), sphere.clone())).filter(|_| moved > 0);
        let deed = match came {
            Some(at) => {
                moved -= 1;
                arrived.swap_remove(at);
                format!("the {gem} gem that came to the {sphere} sphere is held there")
            }
            None => format!("keep {} gem in the {sphere} sphere", with_article(&gem)),
        };
        let _ = writeln!(text, "  {deed}, for {}", served(one));
    }
    text
}

fn served(one: &Json) -> String {
    format!("«{}» in entry {} of {}", word(&one["letter"]), one["entry"], word(&one["card"]))
}

/// Most orders that are tried; movements in the order of the plan are shown beyond.
const MOST_TRIED: usize = 20_000;

/// The movements in an order in which each finds a gem. Without a board, gems lie where as few as need be are.
fn in_order<'a>(moves: &[&'a Json], board: Option<&Json>) -> Vec<&'a Json> {
    let of = |one: &Json, key: &str| (word(&one["gem"]), word(&one[key]));
    let mut gems: Vec<((String, String), i64)> = Vec::new();
    let mut add = |at: (String, String), count: i64| match gems.iter_mut().find(|(known, _)| *known == at) {
        Some((_, there)) => *there += count,
        None => gems.push((at, count)),
    };
    for one in moves {
        add(of(one, "from"), i64::from(board.is_none()));
        add(of(one, "to"), -i64::from(board.is_none()));
    }
    if let Some(board) = board {
        for (place, row) in board.as_object().into_iter().flatten() {
            for (gem, count) in row.as_object().into_iter().flatten() {
                add((gem.clone(), place.clone()), count.as_i64().unwrap_or(0));
            }
        }
    }
    gems.iter_mut().for_each(|(_, count)| *count = (*count).max(0));
    // Of a round no sphere gives more than it takes: one gem of it has to lie somewhere.
    if board.is_none() {
        let rest: Vec<(String, String)> = moves.iter().map(|one| of(one, "from")).collect();
        for at in rest {
            if !gems.iter().any(|((gem, _), count)| *gem == at.0 && *count > 0) {
                gems.iter_mut().filter(|(known, _)| *known == at).for_each(|(_, count)| *count = 1);
            }
        }
    }
    let (mut order, mut tries) = (Vec::new(), MOST_TRIED);
    if walk(moves, &mut gems, &mut order, &mut tries) {
        order.into_iter().map(|index| moves[index]).collect()
    } else {
        moves.to_vec()
    }
}

fn walk(moves: &[&Json], gems: &mut [((String, String), i64)], order: &mut Vec<usize>, tries: &mut usize) -> bool {
    if order.len() == moves.len() {
        return true;
    }
    for (index, one) in moves.iter().enumerate() {
        if order.contains(&index) {
            continue;
        }
        let at = |gems: &[((String, String), i64)], key: &str| {
            gems.iter().position(|((gem, place), _)| *gem == word(&one["gem"]) && *place == word(&one[key]))
        };
        let (Some(from), Some(to)) = (at(gems, "from"), at(gems, "to")) else { return false };
        if gems[from].1 < 1 || *tries == 0 {
            continue;
        }
        *tries -= 1;
        gems[from].1 -= 1;
        gems[to].1 += 1;
        order.push(index);
        if walk(moves, gems, order, tries) {
            return true;
        }
        order.pop();
        gems[from].1 += 1;
        gems[to].1 -= 1;
    }
    false
}

fn word(value: &Json) -> String {
    value.as_str().unwrap_or("").to_owned()
}

/// A word with the article that goes before it.
pub fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}

/// A number of things.
pub fn many(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_action_is_told_without_what_is_empty() {
        let moves = json!([{"gem": "fire", "from": "fire", "to": "water"}]);
        let play =
            json!({"play": {"cards": ["A", "B"], "moves": moves, "x": {}, "by": null, "choice": "", "recycle": false}});
        assert_eq!(action(&play), "play cards A, B; moves gem fire from fire to water; recycle no");
        assert_eq!(action(&json!({"end": {}})), "end");
        assert_eq!(action(&json!({"play": {"x": {"A": 2}}})), "play x A 2");
    }

    #[test]
    fn movements_stand_in_an_order_in_which_they_can_be_made() {
        let one = |from: &str, to: &str| json!({"gem": "fire", "from": from, "to": to, "serves": []});
        let told = |moves: &[Json], board: Option<&Json>| -> Vec<String> {
            let moves: Vec<&Json> = moves.iter().collect();
            in_order(&moves, board).iter().map(|one| format!("{}{}", word(&one["from"]), word(&one["to"]))).collect()
        };
        let there = json!({"c": {"fire": 1}});
        assert_eq!(told(&[one("a", "b"), one("b", "d"), one("c", "a")], Some(&there)), ["ca", "ab", "bd"]);
        assert_eq!(told(&[one("a", "b"), one("b", "d"), one("c", "a")], None), ["ca", "ab", "bd"]);
        // The way out comes last, though it could be gone first.
        let there = json!({"a": {"fire": 1}});
        assert_eq!(told(&[one("a", "c"), one("a", "b"), one("b", "a")], Some(&there)), ["ab", "ba", "ac"]);
        assert_eq!(told(&[one("a", "b"), one("b", "a")], None), ["ab", "ba"]);
    }

    #[test]
    fn a_gem_that_moved_is_not_kept() {
        let served = json!({"card": "cost 1", "entry": 1, "letter": "f"});
        let hold = json!({"gem": "fire", "sphere": "water", "card": "cost 1", "entry": 2, "letter": "f"});
        let mut shown = json!({
            "payable": true, "gems": 1, "held": 0, "movements": 1, "holds": [hold],
            "moves": [{"gem": "fire", "from": "off", "to": "water", "serves": [served]}],
        });
        assert_eq!(
            plan(&shown, None),
            "1 gem suffices: 1 movement and 0 held gems.\n  \
             move a fire gem from off the board to the water sphere, for «f» in entry 1 of cost 1\n  \
             the fire gem that came to the water sphere is held there, for «f» in entry 2 of cost 1\n"
        );
        shown["held"] = json!(1);
        assert!(plan(&shown, None).contains("keep a fire gem in the water sphere"));
    }
}
