//! Reports as Markdown, as GitHub and others read it.

use std::fmt::Write as _;

use rulebound_core::escape;

use super::{Block, Document, Span, Tone};

impl Document {
    /// The Markdown.
    pub fn markdown(&self) -> String {
        let mut text = format!("# {}\n", escaped(&self.title));
        written(&mut text, &self.blocks);
        text
    }
}

/// Text on one line, in which nothing is markup, a link or a mention.
fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in escape::harmless(text).replace('\n', " ").chars() {
        if "\\`*_{}[]<>#|~&$@!".contains(c) {
            shown.push('\\');
        }
        shown.push(c);
    }
    // At the start of a line these would begin a list or underline a heading.
    let number = shown.chars().take_while(char::is_ascii_digit).count();
    if shown.starts_with(['-', '+', '=']) {
        shown.insert(0, '\\');
    } else if number > 0 && shown[number..].starts_with(['.', ')']) {
        shown.insert(number, '\\');
    }
    shown.replace("://", "\\://").replace("www.", "www\\.")
}

/// The most backticks side by side in a text.
fn backticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

fn code(text: &str) -> String {
    let text = escape::harmless(text).replace('\n', " ");
    let fence = "`".repeat(backticks(&text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

fn fenced(text: &str) -> String {
    let text = escape::harmless(text);
    let fence = "`".repeat(backticks(&text).max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n", text.trim_end())
}

fn inline(spans: &[Span]) -> String {
    let mut line = String::new();
    for Span { tone, text } in spans {
        let words = text.trim();
        // Emphasis does not begin or end with a space.
        let (before, after) = (&text[..text.len() - text.trim_start().len()], &text[text.trim_end().len()..]);
        line.push_str(before);
        match tone {
            _ if words.is_empty() => {}
            Tone::Plain | Tone::Dim => line.push_str(&escaped(words)),
            Tone::Good | Tone::Bad | Tone::Head => line.push_str(&format!("**{}**", escaped(words))),
            Tone::Id => line.push_str(&code(words)),
        }
        line.push_str(if words.is_empty() { "" } else { after });
    }
    line.trim().to_owned()
}

fn written(text: &mut String, blocks: &[Block]) {
    // The indents of the items that the next item may be nested in; an item after something else begins a list.
    let mut above: Vec<usize> = Vec::new();
    for block in blocks {
        if let (Block::Line(indent, _), false) = (block, above.is_empty()) {
            above.retain(|above| above < indent);
        } else {
            text.push('\n');
            above.clear();
        }
        let level = above.len();
        if let Block::Line(indent, _) = block {
            above.push(*indent);
        }
        let _ = match block {
            Block::Report(spans) => writeln!(text, "# {}", inline(spans)),
            Block::Heading(spans) => writeln!(text, "## {}", inline(spans)),
            Block::Subheading(spans) => writeln!(text, "### {}", inline(spans)),
            Block::Line(_, spans) => writeln!(text, "{}- {}", "  ".repeat(level), inline(spans)),
            Block::Picture(picture) => write!(text, "{}", fenced(&picture.text())),
            Block::Verbatim(inner) => write!(text, "{}", fenced(inner)),
            Block::Beside(beside) => {
                let [first, second] = beside.names.each_ref().map(|name| escaped(name));
                let _ = writeln!(text, "|  | path | {first} | {second} |\n| --- | --- | --- | --- |");
                beside.fields.iter().try_for_each(|field| {
                    let mark = if field.differs { "≠" } else { " " };
                    let [first, second] = field.values.each_ref().map(|value| escaped(value));
                    let path = code(&field.path).replace('|', "\\|");
                    writeln!(text, "| {mark} | {path} | {first} | {second} |")
                })
            }
            Block::More(summary, inner) => {
                let _ = writeln!(text, "<details>\n<summary>{}</summary>", escape::html(&summary.replace('\n', " ")));
                written(text, inner);
                writeln!(text, "\n</details>")
            }
        };
    }
}
