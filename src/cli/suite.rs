//! Chooses the suite that a command works on: the suite that is named, the checkout that the command is called in, or
//! the suite that was built in.

use std::path::Path;
use std::sync::Arc;

use rulebound_core::fault::{Fault, Faults};
use rulebound_core::harness::Suite;
use rulebound_core::source::Files;

use super::{BuiltIn, Context, show};

/// Opens the suite for `game`, or for all games.
pub fn open(context: &Context, game: Option<&str>) -> Result<Suite, Faults> {
    Suite::open(context.games, files(context)?, game)
}

/// The files of the suite, for what needs no code of a game.
///
/// # Errors
/// See [`files_of`].
pub fn files(context: &Context) -> Result<Files, Fault> {
    files_of(context.common.suite.as_deref(), context.built_in)
}

/// The files of the suite that a command works on, if `named` is what the user has named.
///
/// # Errors
/// If that is not a suite, or there is no current folder.
pub fn files_of(named: Option<&Path>, built_in: BuiltIn) -> Result<Files, Fault> {
    if let Some(folder) = named {
        if !is_checkout(folder) {
            return Err(Fault::plain(format!(
                "{} is not a suite: it has no spec/<game>/rulebook.yaml",
                folder.display()
            ))
            .help("name a folder with spec/, conformance/ and snapshots/ in it"));
        }
        return Ok(Files::Folder(folder.to_path_buf()));
    }
    let here = std::env::current_dir().map_err(|error| Fault::plain(format!("there is no current folder: {error}")))?;
    Ok(match here.ancestors().find(|folder| is_checkout(folder)) {
        Some(folder) => Files::Folder(folder.to_path_buf()),
        None => files_built_in(built_in),
    })
}

/// The files that the command was built with.
pub fn built_in(context: &Context) -> Files {
    files_built_in(context.built_in)
}

fn files_built_in(built_in: BuiltIn) -> Files {
    match built_in {
        BuiltIn::Checkout(folder) => Files::Folder(folder.into()),
        BuiltIn::Files { text, ends } => {
            let starts = std::iter::once(0).chain(ends.iter().map(|(_, end)| *end));
            let files = ends.iter().zip(starts).map(|((name, end), start)| ((*name).to_owned(), &text[start..*end]));
            Files::Embedded(Arc::new(files.collect()))
        }
    }
}

/// Whether a folder has the rulebook of a game. Other projects have a `spec` too.
pub fn is_checkout(folder: &Path) -> bool {
    let games = std::fs::read_dir(folder.join("spec")).into_iter().flatten().flatten();
    games.into_iter().any(|game| game.path().join("rulebook.yaml").is_file())
}

/// Checks that clauses exist and can be switched off.
///
/// # Errors
/// If a clause does not exist or cannot be switched off. The fault says why.
pub fn switchable(suite: &Suite, ids: &[String]) -> Result<(), Fault> {
    for id in ids {
        if let Some(why) = show::known_clause(suite, id)?.unswitchable() {
            return Err(Fault::plain(format!("{id} cannot be switched off: {why}"))
                .help("`rulebound clause ID` says what it means to switch a clause off"));
        }
    }
    Ok(())
}

/// Why nothing can be written to the embedded suite.
pub fn embedded() -> Fault {
    Fault::plain("the embedded suite is read-only").help("run the command in a checkout, or name one with --suite")
}

/// Writes a file completely or not at all, and creates its folders.
///
/// # Errors
/// If it cannot be written. The fault names the file.
pub fn write_whole(path: &Path, text: &str) -> Result<(), Fault> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // Hidden, so that it is never taken for a file of the user's.
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let write = || {
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(&beside, text)?;
        std::fs::rename(&beside, path)
    };
    write().map_err(|error| {
        let _ = std::fs::remove_file(&beside);
        Fault::plain(format!("cannot write {}: {error}", path.display()))
    })
}
