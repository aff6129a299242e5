//! `rulebound completions`: completions for a shell, which ask the command itself for games, ids, readings, rulings and
//! scenarios each time.
//!
//! What an argument takes follows from the name of its value, so a new argument named `SCENARIO` completes scenarios.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use clap::{Arg, Command};
use clap_complete::engine::{self, ArgValueCompleter, CompletionCandidate};
use clap_complete::env::{Bash, CompleteEnv, Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};
use rulebound_core::escape;
use rulebound_core::harness::Suite;
use rulebound_core::kernel::Games;
use rulebound_core::source::Files;

use super::{BuiltIn, Context, End, command_line, show, suite};

/// The variable by which a shell asks the command for completions.
const ASKED_BY: &str = "RULEBOUND_COMPLETE";

/// Print completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  rulebound completions bash > ~/.local/share/bash-completion/completions/rulebound
  rulebound completions zsh > ~/.zfunc/_rulebound       with ~/.zfunc in fpath
  rulebound completions fish > ~/.config/fish/completions/rulebound.fish

They ask `rulebound` itself for games, ids, readings, rulings and scenarios, so they know those of the suite that
you work on. Print them again after an update of the command.")]
pub struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

impl CompletionsArgs {
    /// Prints them.
    pub fn run(&self, _: &Context) -> Result<(), End> {
        let mut text = Vec::new();
        let name = self.shell.to_string();
        if let Some(shell) = SHELLS.completer(&name) {
            shell.write_registration(ASKED_BY, "rulebound", "rulebound", "rulebound", &mut text)?;
        }
        Ok(show::out().raw(&String::from_utf8_lossy(&text))?)
    }
}

const SHELLS: Shells<'static> = Shells(&[&JoinedBash, &Elvish, &Fish, &Powershell, &Zsh]);

/// Answers a shell that asks for completions, then exits; does nothing if no shell asks.
pub fn answer(games: Games, built_in: BuiltIn) {
    let words: Vec<OsString> = std::env::args_os().collect();
    let command = || with_candidates(command_line(games), &Known { games, built_in, suite: named_suite(&words) });
    CompleteEnv::with_factory(command).var(ASKED_BY).shells(SHELLS).complete();
}

/// The suite named in the part of the command line typed so far.
fn named_suite(words: &[OsString]) -> Option<OsString> {
    let mut words = words.iter().filter_map(|word| word.to_str());
    while let Some(word) = words.next() {
        if word == "--suite" {
            return words.next().map(OsString::from);
        }
        if let Some(folder) = word.strip_prefix("--suite=") {
            return Some(folder.into());
        }
    }
    None
}

/// Where candidates come from.
#[derive(Clone, Debug)]
struct Known {
    games: Games,
    built_in: BuiltIn,
    suite: Option<OsString>,
}

/// What an argument takes.
#[derive(Clone, Copy, Debug)]
enum Takes {
    Game,
    Clause,
    ClauseOrRuling,
    Reading,
    Scenario,
}

impl Takes {
    /// What an argument takes, by the name of its value.
    fn of(arg: &Arg) -> Option<Self> {
        let names = arg.get_value_names().and_then(<[_]>::first).map(|name| name.as_str().to_owned());
        let name = names.unwrap_or_else(|| arg.get_id().as_str().to_uppercase());
        Some(match name.as_str() {
            "GAME" | "OF" => Self::Game,
            "CLAUSE" => Self::Clause,
            "ID" | "IDS" => Self::ClauseOrRuling,
            "RULING=NAME" => Self::Reading,
            "SCENARIO" | "FILTER" => Self::Scenario,
            _ => return None,
        })
    }
}

/// The command, with the candidates of all its arguments.
fn with_candidates(command: Command, known: &Known) -> Command {
    let command = command.mut_args(|arg| {
        let Some(takes) = Takes::of(&arg) else { return arg };
        let known = known.clone();
        arg.add(ArgValueCompleter::new(move |current: &OsStr| known.candidates(takes, &current.to_string_lossy())))
    });
    command.mut_subcommands(|one| with_candidates(one, known))
}

impl Known {
    fn files(&self) -> Option<Files> {
        suite::files_of(self.suite.as_deref().map(Path::new), self.built_in).ok()
    }

    /// Candidates for completing this word. A suite with faults gives no candidates.
    fn candidates(&self, takes: Takes, current: &str) -> Vec<CompletionCandidate> {
        let found: Vec<(String, String)> = match takes {
            Takes::Game => self.games.names().into_iter().map(|name| (name.to_owned(), String::new())).collect(),
            Takes::Scenario => self.scenarios(current),
            Takes::Clause | Takes::ClauseOrRuling | Takes::Reading => self.of_spec(takes, current),
        };
        let fits = |value: &str| value.starts_with(current) && !value.contains(escape::is_hostile);
        let candidate = |(value, help): (String, String)| {
            let help = (!help.is_empty()).then(|| show::harmless_line(&help).into());
            CompletionCandidate::new(value).help(help)
        };
        found.into_iter().filter(|(value, _)| fits(value)).map(candidate).collect()
    }

    /// Scenarios and folders of them: what follows the last `/`.
    fn scenarios(&self, current: &str) -> Vec<(String, String)> {
        let Some(files) = self.files() else { return Vec::new() };
        let mut found: Vec<(String, String)> = Vec::new();
        for game in self.games.names() {
            for id in rulebound_core::scenario::ids(&files, game).unwrap_or_default() {
                let Some(rest) = id.strip_prefix(current) else { continue };
                let end = rest.find('/').map_or(id.len(), |at| current.len() + at + 1);
                if found.last().is_none_or(|(last, _)| *last != id[..end]) {
                    found.push((id[..end].to_owned(), String::new()));
                }
            }
        }
        found
    }

    /// Ids and readings of the spec. A ruling may be named without its game.
    fn of_spec(&self, takes: Takes, current: &str) -> Vec<(String, String)> {
        let Some(suite) = self.files().and_then(|files| Suite::open_older(self.games, files).ok()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for game in suite.spec.games.values() {
            if !matches!(takes, Takes::Reading) {
                found.extend(game.clauses.values().map(|clause| (clause.id.clone(), clause.text.clone())));
            }
            let rulings = game.rulings.values().filter(|ruling| !ruling.is_erratum());
            for ruling in rulings.filter(|_| !matches!(takes, Takes::Clause)) {
                if matches!(takes, Takes::ClauseOrRuling) {
                    found.push((ruling.id.clone(), ruling.question.clone()));
                    continue;
                }
                let named = if ruling.id.starts_with(current) || current.starts_with(&ruling.id) {
                    ruling.id.as_str()
                } else {
                    ruling.slug()
                };
                let reading = |(name, reading): (&String, &rulebound_core::clause::Reading)| {
                    (format!("{named}={name}"), reading.text.clone())
                };
                found.extend(ruling.readings.iter().map(reading));
            }
        }
        found
    }
}

/// Bash, which splits a word such as `internal=with-spirit` at the `=`.
#[derive(Clone, Copy, Debug)]
struct JoinedBash;

/// The crate's own registration would lose an `=` at the cursor.
const BASH: &str = r#"_rulebound() {
    local IFS=$'\013' words=("${COMP_WORDS[@]:0:COMP_CWORD}")
    [[ ${COMP_WORDS[COMP_CWORD]} == = ]] && words+=("=")
    words+=("$2")
    COMPREPLY=($(_CLAP_IFS="$IFS" VARIABLE=bash COMPLETER -- "${words[@]}" 2>/dev/null)) || COMPREPLY=()
}
complete -o nospace -o bashdefault -o default -F _rulebound BIN
"#;

impl EnvCompleter for JoinedBash {
    fn name(&self) -> &'static str {
        Bash.name()
    }

    fn is(&self, name: &str) -> bool {
        Bash.is(name)
    }

    fn write_registration(
        &self,
        var: &str,
        _: &str,
        bin: &str,
        completer: &str,
        buf: &mut dyn Write,
    ) -> Result<(), io::Error> {
        let script = BASH.replace("VARIABLE", var).replace("COMPLETER", completer).replace("BIN", bin);
        buf.write_all(script.as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        buf: &mut dyn Write,
    ) -> Result<(), io::Error> {
        let words = joined(words);
        // Bash replaces only what follows the last `=`.
        let last = words.last().map(|word| word.to_string_lossy().into_owned()).unwrap_or_default();
        let kept = last.rfind('=').map_or(0, |at| at + 1);
        let at = words.len() - 1;
        let between = std::env::var("_CLAP_IFS").unwrap_or_else(|_| "\n".to_owned());
        let mut values = Vec::new();
        for candidate in engine::complete(command, words, at, folder)? {
            let value = candidate.get_value().to_string_lossy().into_owned();
            let space = if value.ends_with(['/', '=']) { "" } else { " " };
            values.push(format!("{}{space}", value.get(kept..).unwrap_or_default()));
        }
        buf.write_all(values.join(&between).as_bytes())
    }
}

/// Puts words together that were split at `=`.
fn joined(words: Vec<OsString>) -> Vec<OsString> {
    let mut whole: Vec<OsString> = Vec::new();
    let mut open = false;
    for word in words {
        let equals = word == "=";
        match whole.last_mut() {
            // Not the command itself.
            Some(last) if open || equals => last.push(&word),
            _ => whole.push(word),
        }
        open = equals;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_bash_has_split_are_whole_again() {
        let joined = |words: &[&str]| joined(words.iter().map(OsString::from).collect());
        assert_eq!(joined(&["rulebound", "--reading", "a", "=", "b"]), ["rulebound", "--reading", "a=b"]);
        assert_eq!(joined(&["rulebound", "--game", "=", ""]), ["rulebound", "--game="]);
        assert_eq!(joined(&["rulebound", "a", ""]), ["rulebound", "a", ""]);
    }

    #[test]
    fn the_suite_is_that_of_the_command_line() {
        let named = |words: &[&str]| named_suite(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(named(&["rulebound", "--", "check", "--suite", "x", ""]), Some("x".into()));
        assert_eq!(named(&["rulebound", "check", "--suite=y"]), Some("y".into()));
        assert_eq!(named(&["rulebound", "check", "suite"]), None);
    }
}
