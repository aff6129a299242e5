//! Reports as text for a terminal.

use std::io::{self, Write};

use super::{Block, Document, Span, Tone};
use crate::show::{self, BAD, DIM, GOOD, HEAD, ID};

impl Document {
    /// Writes it as text.
    pub fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{HEAD}{}{HEAD:#}", show::harmless_line(&self.title))?;
        self.blocks.iter().try_for_each(|block| written(out, block))
    }
}

fn written(out: &mut dyn Write, block: &Block) -> io::Result<()> {
    match block {
        Block::Report(spans) => {
            write!(out, "\n\n")?;
            line(out, 0, spans)
        }
        Block::Heading(spans) => {
            writeln!(out)?;
            line(out, 0, spans)
        }
        Block::Subheading(spans) => {
            writeln!(out)?;
            line(out, 1, spans)
        }
        Block::Line(indent, spans) => line(out, *indent, spans),
        Block::Picture(picture) => {
            writeln!(out)?;
            picture.text().lines().try_for_each(|line| writeln!(out, "    {line}"))?;
            writeln!(out)
        }
        Block::Verbatim(text) => text.lines().try_for_each(|line| writeln!(out, "{line}")),
        Block::Beside(beside) => {
            let names = beside.names.each_ref().map(|name| show::harmless_line(name));
            beside.fields.iter().try_for_each(|field| {
                let [first, second] = field.values.each_ref().map(|value| show::harmless_line(value));
                let path = show::harmless_line(&field.path);
                match field.differs {
                    true => {
                        let [one, other] = &names;
                        writeln!(out, "    {BAD}≠{BAD:#} {ID}{path}{ID:#}: {one} {first}, {BAD}{other} {second}{BAD:#}")
                    }
                    false => writeln!(out, "      {ID}{path}{ID:#}: {first}"),
                }
            })
        }
        Block::More(..) => Ok(()),
    }
}

fn line(out: &mut dyn Write, indent: usize, spans: &[Span]) -> io::Result<()> {
    write!(out, "{}", "  ".repeat(indent))?;
    for Span { tone, text } in spans {
        let text = show::harmless_line(text);
        match tone {
            Tone::Plain => write!(out, "{text}")?,
            Tone::Good => write!(out, "{GOOD}{text}{GOOD:#}")?,
            Tone::Bad => write!(out, "{BAD}{text}{BAD:#}")?,
            Tone::Head => write!(out, "{HEAD}{text}{HEAD:#}")?,
            Tone::Id => write!(out, "{ID}{text}{ID:#}")?,
            Tone::Dim => write!(out, "{DIM}{text}{DIM:#}")?,
        }
    }
    writeln!(out)
}
