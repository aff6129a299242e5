//! Output: colours only on a terminal, columns, faults, and untrusted text made harmless.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::ColorChoice;
use rulebound_core::clause::Clause;
use rulebound_core::fault::{Fault, Faults, did_you_mean};
use rulebound_core::harness::Suite;

use super::out;
pub use super::out::{BAD, DIM, DOUBTFUL, GOOD, HEAD, ID, Style, out};
pub use rulebound_core::escape::{harmless, is_hostile};

/// Sets when colours are used.
pub fn colours(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Shows faults on standard error.
pub fn faults(faults: &Faults) {
    let mut err = out::err();
    for fault in faults.list.iter().take(20) {
        let report = format!("{}\n\n", report(fault, err.has_colours(), err.width()));
        let _ = err.raw(&report);
    }
    let more = faults.list.len().saturating_sub(20) + faults.more;
    if more > 0 {
        let _ = writeln!(err, "and {more} more");
    }
}

/// Renders a fault the way compilers do: the message, the place, the line itself and how to fix it. Untrusted text is
/// made harmless first, because the renderer adds its own escapes.
fn report(fault: &Fault, colours: bool, width: Option<usize>) -> String {
    // The renderer indents lines after the first, and begins with `error: ` or with a margin and `= help: `.
    let fit = |text: &str, before: usize| {
        let text = harmless(text);
        width.map_or_else(|| text.clone(), |width| out::wrapped(&text, width.saturating_sub(before).max(10)))
    };
    let title = Level::ERROR.primary_title(fit(&fault.message, 7));
    let help = fault.help.as_ref().map(|help| Level::HELP.message(fit(help, 14)));
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    let Some((source, place)) = &fault.at else {
        // Without a place, the help is part of the title's group.
        return renderer.render(&[Group::with_title(title).elements(help)]);
    };
    // Line breaks are kept, so that lines keep their numbers.
    let shown = harmless(&source.text);
    let at = |offset: usize| source.text.get(..offset).map_or(offset, |before| harmless(before).len());
    let (start, end) = (at(place.offset), at(place.offset + place.length));
    let label = AnnotationKind::Primary.span(start..end).label(harmless(&fault.label));
    let snippet = Snippet::source(shown).path(harmless_line(&source.name)).annotation(label);
    renderer.render(&[title.element(snippet).elements(help)])
}

/// Shows an error on standard error.
pub fn error(message: &str) {
    let _ = writeln!(out::err(), "{BAD}error{BAD:#}: {message}");
}

/// Shows a warning on standard error.
pub fn warning(message: &str) {
    let _ = writeln!(out::err(), "{DOUBTFUL}warning{DOUBTFUL:#}: {message}");
}

/// Makes text harmless as part of a paragraph, and indents its further lines so that none can pass for a line of ours.
pub fn harmless_part(text: &str) -> String {
    harmless(text).replace('\n', "\n             ")
}

/// A word of a command, in quotes if a shell would read more into it.
pub fn shell_word(word: &str) -> String {
    // After a hyphen, a file would be taken for an option.
    let word = if word.starts_with('-') { format!("./{word}") } else { word.to_owned() };
    let plain = |c: char| c.is_alphanumeric() || "_-./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Makes text harmless as a single line.
pub fn harmless_line(text: &str) -> String {
    harmless(text).replace('\n', "\\n")
}

/// Writes a value as JSON.
pub fn json(value: &serde_json::Value) -> std::io::Result<()> {
    json_text(&serde_json::to_string_pretty(value).map_err(std::io::Error::from)?)
}

/// Writes a JSON text. Hostile characters, which can occur only in strings, are written as JSON escapes.
pub fn json_text(text: &str) -> std::io::Result<()> {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c != '\n' && is_hostile(c) {
            c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| shown.push_str(&format!("\\u{unit:04x}")));
        } else {
            shown.push(c);
        }
    }
    shown.push('\n');
    out().raw(&shown)
}

/// The clause with this id.
///
/// # Errors
/// If there is no such clause. The fault suggests similar ids.
pub fn known_clause<'a>(suite: &'a Suite, id: &str) -> Result<&'a Clause, Fault> {
    suite.spec.clause(id).ok_or_else(|| {
        let known = suite.spec.games.values().flat_map(|g| g.clauses.keys()).map(String::as_str);
        Fault::plain(format!("there is no clause {id}")).help(did_you_mean(
            id,
            known,
            "search with `rulebound clause --search WORDS`",
        ))
    })
}

/// The progress of long work, on a terminal.
pub struct Progress {
    done: AtomicUsize,
    all: usize,
    what: &'static str,
    shown: bool,
}

impl Progress {
    /// Progress over `all` items, if it is to be shown.
    pub fn new(all: usize, what: &'static str, shown: bool) -> Self {
        Self { done: AtomicUsize::new(0), all, what, shown: shown && std::io::stderr().is_terminal() }
    }

    /// Counts one more item as done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        // Update about a hundred times in all, but no more often than every 25 items.
        if self.shown && (done.is_multiple_of((self.all / 100).max(25)) || done == self.all) {
            let _ = write!(std::io::stderr(), "\r{done} of {} {}", self.all, self.what);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            // Spaces, because escape sequences are not written when colours are off.
            let _ = write!(std::io::stderr(), "\r{:40}\r", "");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_a_word_as_one_word() {
        for (word, quoted) in [
            ("mine/first.yaml", "mine/first.yaml"),
            ("über.yaml", "über.yaml"),
            ("a;touch b.yaml", "'a;touch b.yaml'"),
            ("it's", r"'it'\''s'"),
            ("$(x)`y`\"", "'$(x)`y`\"'"),
            ("~", "'~'"),
            ("-a.yaml", "./-a.yaml"),
            ("", "''"),
        ] {
            assert_eq!(shell_word(word), quoted);
        }
    }
}
