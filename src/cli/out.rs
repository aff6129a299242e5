//! The command's output: nothing from a file or an engine can control the terminal, and a closed reader does not
//! change how a command ends.

mod wrap;

use std::fmt;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::LazyLock;

pub use self::wrap::wrapped;

use anstream::{AutoStream, ColorChoice};
use rulebound_core::escape::harmless;

/// A style of output. Its marks contain a secret of this process, so that no text can contain them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style(&'static str);

/// What holds.
pub const GOOD: Style = Style("32");
/// What does not hold.
pub const BAD: Style = Style("1;31");
/// What is doubtful.
pub const DOUBTFUL: Style = Style("33");
/// Ids.
pub const ID: Style = Style("36");
/// Headings.
pub const HEAD: Style = Style("1");
/// Less important.
pub const DIM: Style = Style("2");

static SECRET: LazyLock<String> = LazyLock::new(|| format!("\u{1b}{:016x};", RandomState::new().hash_one(0)));

/// `{STYLE}` begins the style and `{STYLE:#}` ends it.
impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}m", *SECRET, if f.alternate() { "0" } else { self.0 })
    }
}

/// Standard output or standard error, written a line at a time.
pub struct Out<W: Write> {
    to: W,
    colours: bool,
    /// How wide a line may be.
    width: Option<usize>,
    line: Vec<u8>,
    /// Whether the reader is gone.
    closed: bool,
}

/// Standard output.
pub fn out() -> Out<io::StdoutLock<'static>> {
    let colours = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let width = wrap::width(io::stdout().is_terminal());
    Out { to: io::stdout().lock(), colours, width, line: Vec::new(), closed: false }
}

/// Standard error.
pub fn err() -> Out<io::StderrLock<'static>> {
    let colours = AutoStream::choice(&io::stderr()) != ColorChoice::Never;
    let width = wrap::width(io::stderr().is_terminal());
    Out { to: io::stderr().lock(), colours, width, line: Vec::new(), closed: false }
}

impl<W: Write> Out<W> {
    /// Whether colours are written.
    pub fn has_colours(&self) -> bool {
        self.colours
    }

    /// How wide a line may be, if that is bounded.
    pub fn width(&self) -> Option<usize> {
        self.width
    }

    /// Writes text unchanged, for output that is harmless already.
    pub fn raw(&mut self, text: &str) -> io::Result<()> {
        self.flush()?;
        self.send(text)
    }

    /// Writes the buffered line up to a place.
    fn pass(&mut self, end: usize) -> io::Result<()> {
        let text: Vec<u8> = self.line.drain(..end).collect();
        let mut parts = String::with_capacity(text.len());
        for (index, part) in String::from_utf8_lossy(&text).split(SECRET.as_str()).enumerate() {
            let Some((code, rest)) = part.split_once('m').filter(|_| index > 0) else {
                parts.push_str(&harmless(part));
                continue;
            };
            if self.colours {
                parts.push_str(&format!("\u{1b}[{code}m"));
            }
            parts.push_str(&harmless(rest));
        }
        self.send(&self.width.map_or_else(|| parts.clone(), |width| wrap::wrapped(&parts, width)))
    }

    fn send(&mut self, text: &str) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        match self.to.write_all(text.as_bytes()).and_then(|()| self.to.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            done => done,
        }
    }
}

impl<W: Write> Write for Out<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if let Some(end) = self.line.iter().rposition(|byte| *byte == b'\n') {
            self.pass(end + 1)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass(self.line.len())
    }
}

impl<W: Write> Drop for Out<W> {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(colours: bool, text: &str) -> String {
        let mut bytes = Vec::new();
        let mut out = Out { to: &mut bytes, colours, width: None, line: Vec::new(), closed: false };
        write!(out, "{text}").unwrap();
        drop(out);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn only_styles_of_ours_steer_the_terminal() {
        let hostile = "a\u{1b}[2Jb\u{1b}[31mc\rd\u{202e}e\u{200b}f\u{9b}g\n";
        let shown = "a\\u{1b}[2Jb\\u{1b}[31mc\\u{d}d\\u{202e}e\\u{200b}f\\u{9b}g\n";
        assert_eq!(written(true, &format!("{GOOD}x{GOOD:#} {hostile}")), format!("\u{1b}[32mx\u{1b}[0m {shown}"));
        assert_eq!(written(false, &format!("{BAD}x{BAD:#} {hostile}")), format!("x {shown}"));
    }

    #[test]
    fn a_reader_who_goes_away_is_no_error() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut out = Out { to: Gone, colours: false, width: None, line: Vec::new(), closed: false };
        assert!(writeln!(out, "a").and_then(|()| writeln!(out, "b")).is_ok());
        assert!(out.closed);
    }
}
