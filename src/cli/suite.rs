//! Which suite a command works on: the one named, the checkout it is called in, or the one it was built with.

use std::path::Path;
use std::sync::Arc;

use rulebound_core::fault::{Fault, Faults};
use rulebound_core::harness::Suite;
use rulebound_core::source::Files;

use super::{BuiltIn, Context};

/// Opens the suite for `game`, or for all games.
pub fn open(context: &Context, game: Option<&str>) -> Result<Suite, Faults> {
    Suite::open(context.games, files(context)?, game)
}

fn files(context: &Context) -> Result<Files, Fault> {
    if let Some(folder) = &context.common.suite {
        if !is_checkout(folder) {
            return Err(Fault::plain(format!("{} is no suite: it has no spec/<game>/rulebook.yaml", folder.display()))
                .help("name a folder with spec/, conformance/ and snapshots/ in it"));
        }
        return Ok(Files::Folder(folder.clone()));
    }
    let here = std::env::current_dir().map_err(|error| Fault::plain(format!("there is no current folder: {error}")))?;
    Ok(match here.ancestors().find(|folder| is_checkout(folder)) {
        Some(folder) => Files::Folder(folder.to_path_buf()),
        None => built_in(context),
    })
}

/// The files that the command was built with.
pub fn built_in(context: &Context) -> Files {
    match context.built_in {
        BuiltIn::Checkout(folder) => Files::Folder(folder.into()),
        BuiltIn::Files { text, ends } => {
            let starts = std::iter::once(0).chain(ends.iter().map(|(_, end)| *end));
            let files = ends.iter().zip(starts).map(|((name, end), start)| ((*name).to_owned(), &text[start..*end]));
            Files::Embedded(Arc::new(files.collect()))
        }
    }
}

/// Whether a folder has the rulebook of a game. Others have a `spec` too.
fn is_checkout(folder: &Path) -> bool {
    let games = std::fs::read_dir(folder.join("spec")).into_iter().flatten().flatten();
    games.into_iter().any(|game| game.path().join("rulebook.yaml").is_file())
}

/// The id of a scenario that may be named by the path of its file.
pub fn scenario_id(text: &str) -> &str {
    match text.rsplit_once("conformance/") {
        Some((before, id)) if before.is_empty() || before.ends_with('/') => id.trim_end_matches(".yaml"),
        _ => text.trim_start_matches("./").trim_end_matches(".yaml"),
    }
}
