//! A report as data, written as text for a terminal, as Markdown, or as an HTML page.
//!
//! All of its text may come from files or engines. Each writer makes it harmless.

mod html;
mod markdown;
mod text;

use rulebound_core::kernel::Picture;

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// Its parts.
    pub blocks: Vec<Block>,
}

/// A part of a report.
#[derive(Clone, Debug)]
pub enum Block {
    /// Begins a separate report within the report.
    Report(Vec<Span>),
    /// Begins a part of the report.
    Heading(Vec<Span>),
    /// Begins a smaller part within that part.
    Subheading(Vec<Span>),
    /// A line, indented this many times.
    Line(usize, Vec<Span>),
    /// A picture of a position.
    Picture(Picture),
    /// A text whose line breaks and spaces count.
    Verbatim(String),
    /// Values from two sources side by side.
    Beside(Beside),
    /// Details that a page shows once their summary is clicked. Text leaves them out.
    More(String, Vec<Block>),
}

/// Values from two sources side by side.
#[derive(Clone, Debug)]
pub struct Beside {
    /// The names of the sources.
    pub names: [String; 2],
    /// The values.
    pub fields: Vec<Field>,
}

/// A value from two sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its path.
    pub path: String,
    /// What each source says.
    pub values: [String; 2],
    /// Whether they differ.
    pub differs: bool,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its meaning.
    pub tone: Tone,
    /// Its text.
    pub text: String,
}

/// The meaning of a part of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// No special meaning.
    Plain,
    /// What holds.
    Good,
    /// What does not hold.
    Bad,
    /// The name of what follows.
    Head,
    /// An id or a path.
    Id,
    /// Less important.
    Dim,
}

impl Tone {
    /// A part of a line with this meaning.
    pub fn of(self, text: impl Into<String>) -> Span {
        Span { tone: self, text: text.into() }
    }
}

/// Text without a special meaning.
pub fn plain(text: impl Into<String>) -> Span {
    Tone::Plain.of(text)
}

impl Document {
    /// Adds a line.
    pub fn line(&mut self, indent: usize, spans: impl IntoIterator<Item = Span>) {
        self.blocks.push(Block::Line(indent, spans.into_iter().collect()));
    }

    /// Adds a part.
    pub fn add(&mut self, block: Block) {
        self.blocks.push(block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use rulebound_core::kernel::picture::{Area, Thing};

    /// A report with a part of each kind, all of whose text is this.
    fn with(text: &str) -> Document {
        let line = || vec![Tone::Id.of(text), plain(" "), Tone::Bad.of(text)];
        let beside = Beside {
            names: [text.to_owned(), "engine".to_owned()],
            fields: vec![Field { path: text.into(), values: [text.into(), text.into()], differs: true }],
        };
        let picture = Picture { areas: vec![Area::shared().row(text, [Thing::new(text)])] };
        Document {
            title: text.to_owned(),
            blocks: vec![
                Block::Report(line()),
                Block::Heading(line()),
                Block::Line(1, line()),
                Block::Line(2, vec![plain(text)]),
                Block::Subheading(vec![plain(text)]),
                Block::Picture(picture),
                Block::Beside(beside),
                Block::More(text.to_owned(), vec![Block::Verbatim(text.to_owned())]),
            ],
        }
    }

    #[test]
    fn a_report_as_markdown() {
        let expected = "# one\n\n# `one` **one**\n\n## `one` **one**\n\n- `one` **one**\n  - one\n\n### one\n\n```text\none  one\n```\n\n\
            |  | path | one | engine |\n| --- | --- | --- | --- |\n| ≠ | `one` | one | one |\n\n\
            <details>\n<summary>one</summary>\n\n```text\none\n```\n\n</details>\n";
        assert_eq!(with("one").markdown(), expected);
    }

    #[test]
    fn a_report_as_a_page() {
        let page = with("one").html();
        for part in [
            "<h1>one</h1>",
            "<h1><code>one</code> <span class=\"bad\">one</span></h1>",
            "<h2><code>one</code> <span class=\"bad\">one</span></h2>",
            "<h3>one</h3>",
            "<div class=\"in1\"><code>one</code> <span class=\"bad\">one</span></div>",
            "<svg ",
            "<td><span class=\"bad\">≠</span></td><td><code>one</code></td><td>one</td><td>one</td>",
            "<details><summary>one</summary>\n<pre>one</pre>",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn no_text_is_markup() {
        let hostile = "`</b><script>*_[a](b)|\u{202e}\n# ```";
        let page = with(hostile).html();
        assert!(!page.contains("<script") && !page.contains("</b>") && !page.contains('\u{202e}'), "{page}");

        let text = r"\`\</b\>\<script\>\*\_\[a\](b)\|\\u\{202e\} \# \`\`\`";
        // Between more backticks than the text has itself; in a table, a bar would end the cell even there.
        let code = r"```` `</b><script>*_[a](b)|\u{202e} # ``` ````";
        let cell = code.replace('|', r"\|");
        let raw = "`</b><script>*_[a](b)|\\u{202e}\n# ```";
        let summary = "`&lt;/b&gt;&lt;script&gt;*_[a](b)|\\u{202e} # ```";
        let expected = format!(
            "# {text}\n\n# {code} **{text}**\n\n## {code} **{text}**\n\n- {code} **{text}**\n  - {text}\n\n### {text}\n\n\
             ````text\n{raw}  {raw}\n````\n\n|  | path | {text} | engine |\n| --- | --- | --- | --- |\n\
             | ≠ | {cell} | {text} | {text} |\n\n\
             <details>\n<summary>{summary}</summary>\n\n````text\n{raw}\n````\n\n</details>\n"
        );
        assert_eq!(with(hostile).markdown(), expected);
    }
}
