//! What an engine says of itself in its answer to `initialize`.

use std::collections::BTreeMap;

use super::client::Unusable;
use super::messages::{FEATURES, Initialized, clean};
use crate::clause::Spec;
use crate::harness::{NotDone, Request, Task};

impl Initialized {
    /// The name, version and language that the engine gives, in one line.
    pub fn name(&self) -> String {
        let info = &self.engine;
        let of = |text: &str| if text.is_empty() { String::new() } else { format!(" {text}") };
        let language = if info.language.is_empty() { String::new() } else { format!(" ({})", info.language) };
        clean(&format!("{}{}{language}", info.name, of(&info.version)))
    }

    /// Whether the engine can do this request.
    ///
    /// # Errors
    /// If it cannot. The error says what the engine lacks.
    pub fn does(&self, request: &Request) -> Result<(), NotDone> {
        let Some(game) = self.games.get(&request.game) else {
            let reason = format!("the engine does not know the game {}", request.game);
            return Err(NotDone { reason, lacks: Vec::new() });
        };
        let has = |feature: &str| game.features.iter().any(|f| f == feature);
        let mut needed = match &request.task {
            Task::Run(play) => {
                let kind = play.setup.as_object().and_then(|map| map.keys().next().cloned()).unwrap_or_default();
                let mut needed = vec![format!("setup.{kind}")];
                needed.extend(play.features().map(str::to_owned));
                needed
            }
            Task::Parse { .. } => vec!["parse".to_owned()],
            Task::Solve { .. } => vec!["solve".to_owned()],
        };
        let unread = request.readings.iter().find(|(ruling, reading)| game.readings.get(*ruling) != Some(reading));
        needed.extend(unread.map(|_| "readings".to_owned()));
        let lacks: Vec<String> = needed.into_iter().filter(|feature| !has(feature)).collect();
        let reason = match (&lacks[..], unread) {
            ([], _) => return Ok(()),
            ([one], Some((ruling, reading))) if one == "readings" => {
                format!("the engine does not follow the reading {reading} of {ruling}")
            }
            ([one], _) => format!("the engine lacks the feature {one}"),
            (several, _) => format!("the engine lacks the features {}", several.join(" and ")),
        };
        Err(NotDone { reason, lacks })
    }

    /// Checks the readings that the engine declares, and gives each ruling its full id: an engine may name it by the
    /// last part alone, as `--reading` does.
    ///
    /// # Errors
    /// If a game of the spec has no such ruling or reading, or a ruling is declared twice with different readings.
    pub fn name_rulings(&mut self, spec: &Spec) -> Result<(), Unusable> {
        for (name, info) in &mut self.games {
            // Nothing is asked about other games.
            let Some(game) = spec.games.get(name) else { continue };
            let wrong = |what: &str| Unusable(format!("the engine declares an unknown reading: {}", clean(what)));
            let mut named = BTreeMap::new();
            for (ruling, reading) in std::mem::take(&mut info.readings) {
                let other = ruling.split_once('.').map(|(other, _)| other).filter(|other| other != name);
                if let Some(other) = other.filter(|other| spec.games.contains_key(*other)) {
                    return Err(wrong(&format!("{ruling} is a ruling of {other}, not of {name}")));
                }
                let full = game.rulings.values().find(|known| known.slug() == ruling).map(|known| known.id.clone());
                let full = full.unwrap_or(ruling);
                if named.get(&full).is_some_and(|before| *before != reading) {
                    return Err(wrong(&format!("{full} is declared with two readings")));
                }
                named.insert(full, reading);
            }
            game.readings(&named).map_err(|error| wrong(&error.to_string()))?;
            info.readings = named;
        }
        Ok(())
    }

    /// The features that the engine names but we do not know, each with its game.
    pub fn unknown_features(&self) -> Vec<(&str, &str)> {
        let all = self.games.iter().flat_map(|(game, info)| info.features.iter().map(move |one| (&**game, &**one)));
        all.filter(|(_, feature)| !FEATURES.contains(feature)).collect()
    }
}
