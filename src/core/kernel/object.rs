//! Objects in play, which have an id, an owner, a controller and marks.
//!
//! The ids are published: the first Bot of a match is `Bot#1`, the next `Bot#2`, whoever owns them and wherever they
//! appear. A move from one zone to another makes a new object with a new id; an [`ObjectRef`] says whether the
//! reference means only the old object or follows the move. If an engine numbers its objects differently, its adapter
//! maps them to these ids, see `docs/protocol.md`.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::cards::Name;
use super::waits::Player;

/// The id of an object: the name of its card and a number, as in `Bot#3`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId {
    /// The name of its card.
    pub name: Name,
    /// The number among all objects of that name in the match, counted from 1.
    pub number: u32,
}

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.name, self.number)
    }
}

impl Serialize for ObjectId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ObjectId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let parts = text.rsplit_once('#').and_then(|(name, number)| Some((name, number.parse().ok()?)));
        let Some((name, number)) = parts.filter(|(name, number)| !name.is_empty() && *number > 0) else {
            return Err(de::Error::custom("an id"));
        };
        Ok(Self { name: name.into(), number })
    }
}

impl JsonSchema for ObjectId {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ObjectId".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// An object in a zone `Z`, with further data `T` of its game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(from = "WrittenObject<Z, T>", bound(deserialize = "Z: Deserialize<'de>, T: Deserialize<'de> + Default"))]
#[schemars(bound = "Z: JsonSchema, T: JsonSchema + Default + Serialize")]
pub struct Object<Z, T> {
    /// Its id.
    pub id: ObjectId,
    /// Where it is.
    pub zone: Z,
    /// The player whose card it is.
    pub owner: Player,
    /// Who controls it now; its owner if a setup does not say.
    pub controller: Player,
    /// Marks and counters by name; those at zero are left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub marks: BTreeMap<String, u32>,
    /// The game's further data.
    pub is: T,
}

/// An object as written in a setup.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "Z: Deserialize<'de>, T: Deserialize<'de> + Default"))]
#[schemars(bound = "Z: JsonSchema, T: JsonSchema + Default + Serialize")]
struct WrittenObject<Z, T> {
    id: ObjectId,
    zone: Z,
    owner: Player,
    controller: Option<Player>,
    #[serde(default)]
    marks: BTreeMap<String, u32>,
    #[serde(default)]
    is: T,
}

impl<Z, T> From<WrittenObject<Z, T>> for Object<Z, T> {
    fn from(written: WrittenObject<Z, T>) -> Self {
        let WrittenObject { id, zone, owner, controller, mut marks, is } = written;
        marks.retain(|_, number| *number > 0);
        Self { id, zone, owner, controller: controller.unwrap_or(owner), marks, is }
    }
}

impl<Z, T> Object<Z, T> {
    /// The number of marks of this kind on the object.
    pub fn marked(&self, mark: &str) -> u32 {
        self.marks.get(mark).copied().unwrap_or(0)
    }

    /// Sets the number of marks of this kind on the object.
    pub fn mark(&mut self, mark: &str, number: u32) {
        if number == 0 {
            self.marks.remove(mark);
        } else {
            self.marks.insert(mark.to_owned(), number);
        }
    }
}

/// A reference to an object over time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ObjectRef {
    /// The object that was meant.
    pub id: ObjectId,
    /// Whether the reference still holds once the object has moved to another zone.
    #[serde(default)]
    pub follows: bool,
}

/// The objects of a position, in the order in which they were made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "WrittenObjects<Z, T>", bound(deserialize = "Z: Deserialize<'de>, T: Deserialize<'de> + Default"))]
#[schemars(bound = "Z: JsonSchema, T: JsonSchema + Default + Serialize")]
pub struct Objects<Z, T> {
    /// All of them.
    all: Vec<Object<Z, T>>,
    /// The number of objects of each name that there have been; if a setup does not say, it follows from the ids.
    counted: BTreeMap<Name, u32>,
    /// For each object that has moved, the object that it became.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    became: BTreeMap<ObjectId, ObjectId>,
}

/// The objects as written in a setup.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, bound(deserialize = "Z: Deserialize<'de>, T: Deserialize<'de> + Default"))]
#[schemars(bound = "Z: JsonSchema, T: JsonSchema + Default + Serialize")]
struct WrittenObjects<Z, T> {
    #[serde(default)]
    all: Vec<Object<Z, T>>,
    #[serde(default)]
    counted: BTreeMap<Name, u32>,
    #[serde(default)]
    became: BTreeMap<ObjectId, ObjectId>,
}

impl<Z, T> TryFrom<WrittenObjects<Z, T>> for Objects<Z, T> {
    /// What was expected, in the form that [`crate::yaml`] uses for its errors.
    type Error = &'static str;

    /// Refuses duplicate ids, and raises the counts so that no id is given out again.
    fn try_from(written: WrittenObjects<Z, T>) -> Result<Self, &'static str> {
        let WrittenObjects { all, mut counted, became } = written;
        for (place, object) in all.iter().enumerate() {
            if all[..place].iter().any(|other| other.id == object.id) {
                return Err("ids");
            }
        }
        for id in all.iter().map(|object| &object.id).chain(became.keys()).chain(became.values()) {
            let count = counted.entry(id.name.clone()).or_insert(0);
            *count = (*count).max(id.number);
        }
        Ok(Self { all, counted, became })
    }
}

impl<Z, T> Default for Objects<Z, T> {
    fn default() -> Self {
        Self { all: Vec::new(), counted: BTreeMap::new(), became: BTreeMap::new() }
    }
}

impl<Z, T> Objects<Z, T> {
    /// The objects, in the order in which they were made.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Object<Z, T>> {
        self.all.iter()
    }

    /// The same, mutable.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut Object<Z, T>> {
        self.all.iter_mut()
    }

    /// The object with this id, if it still exists.
    pub fn get(&self, id: &ObjectId) -> Option<&Object<Z, T>> {
        self.all.iter().find(|object| object.id == *id)
    }

    /// The same, mutable.
    pub fn get_mut(&mut self, id: &ObjectId) -> Option<&mut Object<Z, T>> {
        self.all.iter_mut().find(|object| object.id == *id)
    }

    /// The object that a reference means now.
    pub fn resolve(&self, reference: &ObjectRef) -> Option<&Object<Z, T>> {
        let mut id = &reference.id;
        if reference.follows {
            // In a position written by hand, references may form a cycle.
            for _ in 0..self.became.len() {
                let Some(next) = self.became.get(id) else { break };
                id = next;
            }
        }
        self.get(id)
    }

    /// Makes an object in a zone. Its owner controls it.
    pub fn make(&mut self, name: &Name, owner: Player, zone: Z, is: T) -> ObjectId {
        let number = self.counted.entry(name.clone()).or_insert(0);
        *number = number.saturating_add(1);
        let id = ObjectId { name: name.clone(), number: *number };
        self.all.push(Object { id: id.clone(), zone, owner, controller: owner, marks: BTreeMap::new(), is });
        id
    }

    /// Moves an object to another zone, where a new object takes its place: the owner controls the new object, and the
    /// marks are gone. `None` if the object no longer exists.
    pub fn move_to(&mut self, id: &ObjectId, zone: Z) -> Option<ObjectId> {
        let gone = self.remove(id)?;
        let new = self.make(&id.name, gone.owner, zone, gone.is);
        self.became.insert(id.clone(), new.clone());
        Some(new)
    }

    /// Removes an object from the match.
    pub fn remove(&mut self, id: &ObjectId) -> Option<Object<Z, T>> {
        let at = self.all.iter().position(|object| object.id == *id)?;
        Some(self.all.remove(at))
    }

    /// The same objects, each with other data.
    ///
    /// # Errors
    /// The first error that `is` gives.
    pub fn try_map<U, E>(&self, mut is: impl FnMut(&Object<Z, T>) -> Result<U, E>) -> Result<Objects<Z, U>, E>
    where
        Z: Clone,
    {
        let mut all = Vec::with_capacity(self.all.len());
        for object in &self.all {
            all.push(Object {
                id: object.id.clone(),
                zone: object.zone.clone(),
                owner: object.owner,
                controller: object.controller,
                marks: object.marks.clone(),
                is: is(object)?,
            });
        }
        Ok(Objects { all, counted: self.counted.clone(), became: self.became.clone() })
    }

    /// Forgets what objects have become, once nothing can refer to them any more.
    pub fn forget_moves(&mut self) {
        self.became.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_count_by_name_and_a_move_makes_a_new_object() {
        let mut objects: Objects<&str, ()> = Objects::default();
        let (bot, orb) = (Name::from("Bot"), Name::from("Orb"));
        let first = objects.make(&bot, 0, "field", ());
        objects.make(&orb, 1, "field", ());
        let second = objects.make(&bot, 1, "field", ());
        assert_eq!((first.to_string(), second.to_string()), ("Bot#1".to_owned(), "Bot#2".to_owned()));
        objects.get_mut(&first).unwrap().controller = 1;
        objects.get_mut(&first).unwrap().mark("rage", 2);
        let moved = objects.move_to(&first, "trash").unwrap();
        assert_eq!(moved.to_string(), "Bot#3");
        let now = objects.get(&moved).unwrap();
        assert_eq!((now.owner, now.controller, now.marked("rage")), (0, 0, 0));
        assert!(objects.get(&first).is_none());
        let means = |follows| objects.resolve(&ObjectRef { id: first.clone(), follows }).map(|o| o.id.to_string());
        assert_eq!((means(false), means(true)), (None, Some("Bot#3".to_owned())));
        assert!(objects.move_to(&first, "field").is_none());
    }

    #[test]
    fn an_id_is_read_as_it_is_written() {
        let id: ObjectId = serde_json::from_str("\"Mind #1 Link#12\"").unwrap();
        assert_eq!((&*id.name, id.number), ("Mind #1 Link", 12));
        assert_eq!(serde_json::to_string(&id).unwrap(), "\"Mind #1 Link#12\"");
        for wrong in ["Bot", "Bot#", "#1", "Bot#0", "Bot#-1"] {
            assert!(serde_json::from_value::<ObjectId>(wrong.into()).is_err(), "{wrong}");
        }
    }
}
