//! Files of a suite that would be silently ignored.

use super::suite::Suite;
use crate::clause::lock;
use crate::fault::{Fault, did_you_mean};
use crate::kernel::AnyGame;
use crate::scenario;
use crate::source::{self, Files};

impl Suite {
    /// Faults for scenarios, snapshots and spec files that belong to no game of this command, and for grammars that are
    /// not those it was built with.
    ///
    /// # Errors
    /// If a folder cannot be listed.
    pub fn strangers(&self) -> Result<Vec<Fault>, Fault> {
        let names = self.games.names();
        let mut faults = Vec::new();
        for (folder, endings) in [("spec", &[""][..]), ("conformance", &[".yaml", ".yml"]), ("snapshots", &[".snap"])] {
            let mut known: Vec<&str> = Vec::new();
            let paths = source::all(&self.files, folder)?;
            for path in paths.iter().filter(|path| path.as_str() != lock::PATH) {
                let Some(inner) = path.strip_prefix(&format!("{folder}/")) else {
                    faults.push(Fault::plain(format!("{path} is not a folder")).help("remove it, or rename it"));
                    continue;
                };
                let game = inner.split('/').next().unwrap_or_default();
                let low = inner.to_ascii_lowercase();
                // Adapters bring their own files.
                let adapters = game == "engines" && folder != "spec";
                let mine = names.contains(&game) || adapters || known.contains(&game);
                if mine || !endings.iter().any(|ending| low.ends_with(ending)) {
                    continue;
                }
                known.push(game);
                let help = did_you_mean(game, names.iter().copied(), &format!("the games are {}", names.join(", ")));
                faults.push(Fault::plain(format!("{path} belongs to no game and would not be read")).help(help));
            }
        }
        for game in self.opened().filter(|_| !self.older && matches!(self.files, Files::Folder(_))) {
            faults.extend(self.strange_grammars(game)?);
        }
        Ok(faults)
    }

    /// Faults for the grammars of a game that are not those this command was built with: grammars are compiled, so the
    /// files are not read.
    fn strange_grammars(&self, game: &dyn AnyGame) -> Result<Vec<Fault>, Fault> {
        let built = source::plain(game.pest().unwrap_or_default());
        let folder = format!("spec/{}", game.name());
        let (mut faults, mut length) = (Vec::new(), 0);
        for path in self.files.list(&folder, ".pest")? {
            let text = self.files.read(&path)?.text;
            if text.trim().is_empty() || !built.contains(&*text) {
                let fault = Fault::plain(format!("{path} is not the grammar that this command was built with"));
                faults.push(fault.help("grammars are compiled: build the command again, or restore the file"));
            }
            length += text.len();
        }
        if faults.is_empty() && length != built.len() {
            let fault = Fault::plain(format!("{folder} does not have the grammar that this command was built with"));
            faults.push(fault.help("restore its files that end in .pest, and remove those that are not its own"));
        }
        Ok(faults)
    }

    /// The paths of snapshots that are neither accepted nor removed.
    ///
    /// # Errors
    /// If a folder cannot be listed.
    pub fn pending(&self) -> Result<Vec<String>, Fault> {
        let games = self.spec.games.keys();
        let all = games.map(|game| self.files.list(&format!("snapshots/{game}"), ".snap.new"));
        Ok(all.collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// The paths of snapshots that have no scenario.
    ///
    /// # Errors
    /// If a folder cannot be listed, or a game has snapshots but no scenarios.
    pub fn orphans(&self) -> Result<Vec<String>, Fault> {
        let mut orphans = Vec::new();
        for game in self.spec.games.keys() {
            // A file beside the chapter folders, such as the coverage table, belongs to no scenario.
            let folder = format!("snapshots/{game}");
            let snapshots = self.files.list(&folder, ".snap")?.into_iter();
            let of_game = format!("conformance/{game}");
            let scenarios = self.files.list(&of_game, ".yaml")?;
            let before = orphans.len();
            orphans.extend(snapshots.filter(|path| {
                let id = path.trim_start_matches("snapshots/").trim_end_matches(".snap");
                path[folder.len() + 1..].contains('/') && scenarios.binary_search(&scenario::path(id)).is_err()
            }));
            if orphans.len() > before && !scenarios.iter().any(|path| path[of_game.len() + 1..].contains('/')) {
                let message = format!("{game} has snapshots but no scenarios");
                return Err(Fault::plain(message).help(format!("restore {of_game}, or remove {folder}")));
            }
        }
        Ok(orphans)
    }
}
