//! Reports as HTML pages.

use super::{Block, Document, Span, Tone};
use crate::html::{self, Html, Page};

impl Document {
    /// The page.
    pub fn html(&self) -> String {
        let mut page = Page::new(&self.title);
        for block in &self.blocks {
            match block {
                Block::Report(spans) => page.report(inline(spans)),
                Block::Heading(spans) => page.heading(inline(spans)),
                Block::Subheading(spans) => page.subheading(inline(spans)),
                other => page.add(written(other)),
            }
        }
        page.finish()
    }
}

fn inline(spans: &[Span]) -> Html {
    spans.iter().fold(Html::default(), |all, Span { tone, text }| {
        all.and(match tone {
            Tone::Plain => Html::from(text),
            Tone::Good => html::toned(html::Tone::Good, text),
            Tone::Bad => html::toned(html::Tone::Bad, text),
            Tone::Head => html::toned(html::Tone::Head, text),
            Tone::Id => html::code(text),
            Tone::Dim => html::toned(html::Tone::Soft, text),
        })
    })
}

fn written(block: &Block) -> Html {
    match block {
        Block::Report(spans) | Block::Heading(spans) | Block::Subheading(spans) => html::paragraph(inline(spans)),
        Block::Line(indent, spans) => html::indented(*indent, inline(spans)),
        Block::Picture(picture) => html::picture(picture),
        Block::Verbatim(text) => html::verbatim(text),
        Block::Beside(beside) => {
            let rows = beside.fields.iter().map(|field| {
                let mark = if field.differs { html::toned(html::Tone::Bad, "≠") } else { Html::default() };
                let [first, second] = field.values.each_ref().map(Html::from);
                vec![mark, html::code(&field.path), first, second]
            });
            html::table(&["", "path", &beside.names[0], &beside.names[1]], rows)
        }
        Block::More(summary, inner) => {
            html::details(summary, inner.iter().fold(Html::default(), |all, block| all.and(written(block))))
        }
    }
}
