//! Which suite a command works on: the one named, the checkout it is called in, or the embedded one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rulebound::fault::{Fault, Faults};
use rulebound::harness::Suite;
use rulebound::source::Files;

use super::Common;

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

/// Opens the suite for `game`, or for all games.
pub fn open(common: &Common, game: Option<&str>) -> Result<Suite, Faults> {
    if let Some(game) = game {
        let known = rulebound::games::names();
        if !known.contains(&game) {
            let help = rulebound::fault::did_you_mean(
                game,
                known.iter().copied(),
                &format!("the games are {}", known.join(", ")),
            );
            return Err(Fault::plain(format!("there is no game {game}")).help(help).into());
        }
    }
    Suite::open(files(common)?, game)
}

fn files(common: &Common) -> Result<Files, Fault> {
    if let Some(folder) = &common.suite {
        if !folder.join("spec").is_dir() {
            return Err(Fault::plain(format!("{} is no suite: it has no spec/", folder.display()))
                .help("name a folder with spec/, conformance/ and snapshots/ in it"));
        }
        return Ok(Files::Folder(folder.clone()));
    }
    let here = std::env::current_dir().map_err(|error| Fault::plain(format!("there is no current folder: {error}")))?;
    let checkout = here.ancestors().find(|folder| is_checkout(folder));
    Ok(match checkout {
        Some(folder) => Files::Folder(folder.to_path_buf()),
        None => {
            let map: BTreeMap<String, &'static str> =
                embedded::FILES.iter().map(|(name, text)| ((*name).to_owned(), *text)).collect();
            Files::Embedded(Arc::new(map))
        }
    })
}

fn is_checkout(folder: &Path) -> bool {
    folder.join("spec").is_dir() && folder.join("conformance").is_dir()
}

/// The lines of code that cite a clause, as this command was built.
pub fn cites(id: &str) -> Vec<(&'static str, usize)> {
    embedded::CITES.iter().filter(|(known, _, _)| *known == id).map(|(_, file, line)| (*file, *line)).collect()
}

/// The same, as `file:line`.
pub fn cited(id: &str) -> Vec<String> {
    cites(id).iter().map(|(file, line)| format!("{file}:{line}")).collect()
}

/// The id of a scenario that may be named by the path of its file.
pub fn scenario_id(text: &str) -> &str {
    match text.rsplit_once("conformance/") {
        Some((before, id)) if before.is_empty() || before.ends_with('/') => id.trim_end_matches(".yaml"),
        _ => text.trim_start_matches("./").trim_end_matches(".yaml"),
    }
}
