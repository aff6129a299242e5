//! Output: colours on a terminal only, columns, faults, and text of strangers made harmless.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use rulebound_core::clause::Clause;
use rulebound_core::fault::{Fault, Faults, did_you_mean};
use rulebound_core::harness::Suite;

/// What holds.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// What does not hold.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// What is doubtful.
pub const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
/// Ids.
pub const ID: Style = AnsiColor::Cyan.on_default();
/// Headings.
pub const HEAD: Style = Style::new().bold();
/// Less important.
pub const DIM: Style = Style::new().dimmed();

/// Sets when colours are used.
pub fn colours(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// Standard output, with colours only where they belong.
pub fn out() -> anstream::AutoStream<std::io::StdoutLock<'static>> {
    anstream::AutoStream::auto(std::io::stdout().lock())
}

/// Shows faults on standard error.
pub fn faults(faults: &Faults) {
    for fault in faults.list.iter().take(20) {
        let _ = writeln!(anstream::stderr(), "{}\n", report(fault));
    }
    if faults.list.len() > 20 {
        let _ = writeln!(anstream::stderr(), "and {} more", faults.list.len() - 20);
    }
}

/// A fault as compilers show them: the message, the place, the line itself and how to mend it.
fn report(fault: &Fault) -> String {
    let title = Level::ERROR.primary_title(harmless(&fault.message));
    let help = fault.help.as_ref().map(|help| Level::HELP.message(harmless(help)));
    let renderer = Renderer::styled();
    let Some((source, place)) = &fault.at else {
        // Without a place, help is a part of the title's group.
        return renderer.render(&[Group::with_title(title).elements(help)]);
    };
    let label = AnnotationKind::Primary.span(place.offset..place.offset + place.length).label(fault.label.as_str());
    let snippet = Snippet::source(&*source.text).path(harmless_line(&source.name)).annotation(label);
    renderer.render(&[title.element(snippet).elements(help)])
}

/// Shows an error on standard error.
pub fn error(message: &str) {
    let _ = writeln!(anstream::stderr(), "{BAD}error{BAD:#}: {}", harmless(message));
}

/// Text with every control character but the line break escaped, so that what an engine prints
/// cannot steer the terminal.
pub fn harmless(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\n' => c.to_string(),
            c if c.is_control()
                || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}') =>
            {
                c.escape_unicode().to_string()
            }
            c => c.to_string(),
        })
        .collect()
}

/// The same as a part of a paragraph, in which no further line begins where one of ours would.
pub fn harmless_part(text: &str) -> String {
    harmless(text).replace('\n', "\n             ")
}

/// The same as a single line.
pub fn harmless_line(text: &str) -> String {
    harmless(text).replace('\n', "\\n")
}

/// Writes a value as JSON.
pub fn json(value: &serde_json::Value) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value).map_err(std::io::Error::from)?;
    writeln!(out)
}

/// The clause with this id.
///
/// # Errors
/// A fault with suggestions when there is none.
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

/// How far long work is, on a terminal.
pub struct Progress {
    done: AtomicUsize,
    all: usize,
    what: &'static str,
    shown: bool,
}

impl Progress {
    /// Of so much work, if it is to be shown.
    pub fn new(all: usize, what: &'static str, shown: bool) -> Self {
        Self { done: AtomicUsize::new(0), all, what, shown: shown && std::io::stderr().is_terminal() }
    }

    /// One more is done.
    pub fn step(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        // A hundred times in all, or at every 25th.
        if self.shown && (done.is_multiple_of((self.all / 100).max(25)) || done == self.all) {
            let _ = write!(anstream::stderr(), "\r{done} of {} {}", self.all, self.what);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            // Blanks, since without colours no sequence of the terminal is written.
            let _ = write!(anstream::stderr(), "\r{:40}\r", "");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_strangers_are_shown_not_obeyed() {
        assert_eq!(harmless("a\u{1b}[2Jb\rc\nd\u{202e}"), "a\\u{1b}[2Jb\\u{d}c\nd\\u{202e}");
    }
}
