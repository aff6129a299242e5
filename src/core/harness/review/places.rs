//! Where the cards and objects of a state lie.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use crate::harness::Suite;
use crate::harness::fields::without_indices;
use crate::scenario::Scenario;
use crate::snapshot::flow;

/// What a question is about does not lie there.
const PENDING: &str = "pending";
/// The place of something that lies nowhere.
const NOWHERE: &str = "nowhere";

/// The names of the cards that a scenario can use.
#[derive(Default)]
pub(super) struct Names<'s>(BTreeSet<&'s str>);

/// A card or object that lies elsewhere.
#[derive(Debug, PartialEq)]
pub(super) struct Moved {
    pub(super) name: String,
    pub(super) old: String,
    pub(super) new: String,
}

impl<'s> Names<'s> {
    pub(super) fn of(suite: &'s Suite, scenario: &'s Scenario) -> Self {
        let spec = suite.spec.games.get(scenario.game());
        let known = spec.into_iter().flat_map(|spec| spec.cards.keys().map(String::as_str));
        let own = scenario.cards.iter().filter_map(|(card, _)| card["name"].as_str());
        Self(known.chain(own).collect())
    }

    /// How many of each name lie in each place. Objects lie in their zones, cards in lists.
    fn lying<'v>(&self, state: &'v Json) -> BTreeMap<&'v str, BTreeMap<String, i64>> {
        let mut found = BTreeMap::new();
        self.walk(state, "", &mut found);
        found
    }

    fn walk<'v>(&self, value: &'v Json, path: &str, found: &mut BTreeMap<&'v str, BTreeMap<String, i64>>) {
        match value {
            Json::Object(map) => {
                for (key, inner) in map.iter().filter(|(key, _)| *key != PENDING) {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    self.walk(inner, &path, found);
                }
            }
            Json::Array(list) => {
                for (index, inner) in list.iter().enumerate() {
                    match self.named(inner) {
                        Some((name, zone)) => {
                            let place = zone.map_or_else(|| path.to_owned(), flow);
                            *found.entry(name).or_default().entry(place).or_default() += 1;
                        }
                        None => self.walk(inner, &format!("{path}[{index}]"), found),
                    }
                }
            }
            _ => {}
        }
    }

    /// The name of a card or object, and the zone of an object.
    fn named<'v>(&self, value: &'v Json) -> Option<(&'v str, Option<&'v Json>)> {
        let card = |name: &'v str| self.0.contains(name).then_some((name, None));
        let object = |map: &'v Map<String, Json>| {
            let (name, _) = map.get("id")?.as_str()?.rsplit_once('#')?;
            Some((name, Some(map.get("zone")?)))
        };
        match value {
            Json::String(name) => card(name),
            Json::Object(map) => object(map).or_else(|| card(map.get("card")?.as_str()?)),
            _ => None,
        }
    }

    /// The first card or object, by name, that does not lie in the same place in both states.
    pub(super) fn moved(&self, old: &Json, new: &Json) -> Option<Moved> {
        let (old, new) = (self.lying(old), self.lying(new));
        let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
        names.into_iter().find_map(|name| {
            let number = |lying: &BTreeMap<&str, BTreeMap<String, i64>>, place: &str| {
                lying.get(name).and_then(|places| places.get(place)).copied().unwrap_or(0)
            };
            let places = [&old, &new].into_iter().filter_map(|lying| lying.get(name)).flat_map(BTreeMap::keys);
            let differ: BTreeMap<&str, i64> =
                places.map(|place| (place.as_str(), number(&new, place) - number(&old, place))).collect();
            let first = |sign: i64| differ.iter().find(|(_, more)| more.signum() == sign).map(|(place, _)| *place);
            let (was, is) = (first(-1), first(1));
            let place = |place: Option<&str>| place.unwrap_or(NOWHERE).to_owned();
            (was.is_some() || is.is_some()).then(|| Moved { name: name.to_owned(), old: place(was), new: place(is) })
        })
    }
}

impl Moved {
    /// The places, without list indices.
    pub(super) fn places(&self) -> (String, String) {
        (without_indices(&self.old), without_indices(&self.new))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_card_or_object_that_lies_elsewhere_is_found() {
        let names = Names(BTreeSet::from(["Bot", "Cave"]));
        let moved = |old: Json, new: Json| names.moved(&old, &new).map(|it| (it.name.clone(), it.places()));
        let is = |name: &str, old: &str, new: &str| Some((name.to_owned(), (old.to_owned(), new.to_owned())));
        let bot = |tapped: bool| json!({"id": "Bot#1", "zone": "play", "is": {"tapped": tapped}});
        let with = |all: Json, trash: Json| json!({"objects": {"all": all}, "players": [{"trash": trash}]});
        // Another value is not another place, and a new object of the same name is the same card elsewhere.
        assert_eq!(moved(with(json!([bot(false)]), json!([])), with(json!([bot(true)]), json!([]))), None);
        let died = moved(with(json!([bot(false)]), json!([])), with(json!([]), json!(["Bot"])));
        assert_eq!(died, is("Bot", "play", "players[].trash"));
        let gone = moved(with(json!([]), json!([{"card": "Cave", "since": 1}])), with(json!([]), json!([])));
        assert_eq!(gone, is("Cave", "players[].trash", "nowhere"));
        // What is asked, and words that are not cards, lie nowhere.
        let asked = json!({"pending": {"from": ["Bot"]}, "done": ["untap"]});
        assert_eq!(moved(asked, json!({"pending": null, "done": []})), None);
        let two = moved(json!({"a": ["Bot", "Bot"], "b": []}), json!({"a": ["Bot"], "b": ["Bot"]}));
        assert_eq!(two, is("Bot", "a", "b"));
    }
}
