//! Self-contained HTML pages: light and dark, readable on a phone, without scripts or anything from elsewhere.
//!
//! All text is escaped when it becomes [`Html`], so nothing from a file or an engine can become markup.

mod chart;

pub use chart::{Bar, Pair, pairs};

use rulebound_core::escape;
use rulebound_core::kernel::picture::{Picture, STYLE as PICTURES};

/// The style of all pages.
const STYLE: &str = "\
:root{color-scheme:light dark;--ink:#1d2125;--soft:#5b6570;--ground:#fff;--panel:#f3f5f7;--line:#d3d9df;--link:#1f6feb;\
--good:#1a7f37;--bad:#c62631;--doubtful:#8a5a00;--changed:#8250df}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ec;--soft:#9ba6b1;--ground:#15181c;--panel:#22272e;--line:#3a434d;\
--link:#5b9dff;--good:#4fc26b;--bad:#ff7b80;--doubtful:#e0ab4a;--changed:#c297ff}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:60rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);\
background:var(--ground);\
overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25}h2{font-size:1.2rem;margin-top:2rem}h3{font-size:1rem}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}pre{white-space:pre-wrap;background:var(--panel);padding:.6rem}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:normal}
td.number,th.number{text-align:right;font-variant-numeric:tabular-nums}
summary{cursor:pointer;color:var(--link)}section{border-top:1px solid var(--line)}
svg{display:block;margin:.75rem 0}.in1{padding-left:1rem}.in2{padding-left:2rem}.in3{padding-left:3rem}
.good{color:var(--good)}.bad{color:var(--bad)}.doubtful{color:var(--doubtful)}.soft{color:var(--soft)}
.changed{color:var(--changed)}a{color:var(--link)}a code{color:inherit}h2,h3,dt{scroll-margin-top:1rem}
dt{margin-top:.6rem}dd{margin:0 0 0 1rem}
.beside{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:0 1rem}.beside figure{margin:0}
@media (max-width:34rem){.stacked th{display:none}.stacked table,.stacked tbody,.stacked tr,.stacked td{display:block}
.stacked table{width:100%}.stacked tr{border-bottom:1px solid var(--line);padding:.4rem 0}
.stacked td{border:0;padding:.1rem 0}.stacked td:first-child{font-weight:600}
.stacked td[data-label]::before{content:attr(data-label) \": \";color:var(--soft)}.stacked td:empty{display:none}}
.head{font-weight:600}
figure{margin:1rem 0}figcaption{font-weight:600}
.chart{width:100%;max-width:34rem;height:auto;font:12px system-ui,sans-serif}.chart text{fill:var(--ink)}
.chart .soft{fill:var(--soft)}.chart .whisker{stroke:var(--ink);stroke-width:1.5}
.chart .bar{fill-opacity:.75}.chart .old{fill:#818b96}.chart .new{fill:#2f76d2}";

/// How far a line is indented at most.
const MOST_INDENTED: usize = 3;

/// A piece of a page, in which all text is escaped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl From<&str> for Html {
    fn from(text: &str) -> Self {
        Self(escape::html(text))
    }
}

impl From<&String> for Html {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<String> for Html {
    fn from(text: String) -> Self {
        Self::from(text.as_str())
    }
}

impl Html {
    /// This, followed by more.
    #[must_use]
    pub fn and(mut self, more: impl Into<Self>) -> Self {
        self.0.push_str(&more.into().0);
        self
    }
}

/// The meaning of an element, which gives it its style.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// What holds.
    Good,
    /// What does not hold.
    Bad,
    /// What is doubtful.
    Doubtful,
    /// What is different, for better or worse.
    Changed,
    /// Less important.
    Soft,
    /// A heading.
    Head,
}

impl Tone {
    fn class(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
            Self::Doubtful => "doubtful",
            Self::Changed => "changed",
            Self::Soft => "soft",
            Self::Head => "head",
        }
    }
}

/// Text in a tone.
pub fn toned(tone: Tone, text: impl Into<Html>) -> Html {
    Html(format!("<span class=\"{}\">{}</span>", tone.class(), text.into().0))
}

/// An id, a path or a value, as it is written in files.
pub fn code(text: impl Into<Html>) -> Html {
    Html(format!("<code>{}</code>", text.into().0))
}

/// A list with a mark before each item.
pub fn list(items: impl IntoIterator<Item = Html>) -> Html {
    let items: String = items.into_iter().map(|item| format!("<li>{}</li>\n", item.0)).collect();
    Html(format!("<ul>\n{items}</ul>\n"))
}

/// Details that are shown once their summary is clicked.
pub fn details(summary: impl Into<Html>, inner: impl Into<Html>) -> Html {
    Html(format!("<details><summary>{}</summary>\n{}</details>\n", summary.into().0, inner.into().0))
}

/// A paragraph.
pub fn paragraph(text: impl Into<Html>) -> Html {
    Html(format!("<p>{}</p>\n", text.into().0))
}

/// A line, indented this many times.
pub fn indented(indent: usize, text: impl Into<Html>) -> Html {
    Html(format!("<div class=\"in{}\">{}</div>\n", indent.min(MOST_INDENTED), text.into().0))
}

/// A text whose line breaks and spaces count.
pub fn verbatim(text: &str) -> Html {
    Html(format!("<pre>{}</pre>\n", Html::from(text).0))
}

/// A table. A column whose heading begins with `#` holds numbers, and the heading is shown without it.
pub fn table(headings: &[&str], rows: impl IntoIterator<Item = Vec<Html>>) -> Html {
    let class = |column: usize| match headings.get(column) {
        Some(heading) if heading.starts_with('#') => " class=\"number\"",
        _ => "",
    };
    let cells = |tag: &str, row: Vec<Html>| -> String {
        let cell = |(column, cell): (usize, Html)| format!("<{tag}{}>{}</{tag}>", class(column), cell.0);
        row.into_iter().enumerate().map(cell).collect()
    };
    let head = cells("th", headings.iter().map(|heading| Html::from(heading.trim_start_matches('#'))).collect());
    let rows: String = rows.into_iter().map(|row| format!("<tr>{}</tr>\n", cells("td", row))).collect();
    Html(format!("<div class=\"wide\"><table>\n<tr>{head}</tr>\n{rows}</table></div>\n"))
}

/// A table whose cells stand below each other on a phone, each but the first with its heading if there are several.
pub fn stacked(headings: &[&str], rows: impl IntoIterator<Item = Vec<Html>>) -> Html {
    let head: String = headings.iter().map(|heading| format!("<th>{}</th>", Html::from(*heading).0)).collect();
    let cell = |(column, cell): (usize, Html)| match headings.get(column) {
        Some(heading) if column > 0 && headings.len() > 2 => {
            format!("<td data-label=\"{}\">{}</td>", Html::from(*heading).0, cell.0)
        }
        _ => format!("<td>{}</td>", cell.0),
    };
    let row = |row: Vec<Html>| format!("<tr>{}</tr>\n", row.into_iter().enumerate().map(cell).collect::<String>());
    let rows: String = rows.into_iter().map(row).collect();
    Html(format!("<div class=\"wide stacked\"><table>\n<tr>{head}</tr>\n{rows}</table></div>\n"))
}

/// A link to a place on the page; the title appears when pointed at.
pub fn link(to: &str, title: &str, text: impl Into<Html>) -> Html {
    let (to, title) = (Html::from(to).0, Html::from(title).0);
    let title = if title.is_empty() { title } else { format!(" title=\"{title}\"") };
    Html(format!("<a href=\"#{to}\"{title}>{}</a>", text.into().0))
}

/// Terms with their descriptions; links lead to each by its id.
pub fn definitions(entries: impl IntoIterator<Item = (String, Html)>) -> Html {
    let entry = |(id, said): (String, Html)| {
        let id = Html::from(id).0;
        format!("<dt id=\"{id}\"><code>{id}</code></dt><dd>{}</dd>\n", said.0)
    };
    Html(format!("<dl>\n{}</dl>\n", entries.into_iter().map(entry).collect::<String>()))
}

/// Two pictures side by side, or below each other if there is no room, each with its caption and a line below it.
pub fn beside(pictures: [(&str, &Picture, Option<&str>); 2]) -> Html {
    let one = |(caption, shown, below): (&str, &Picture, Option<&str>)| {
        let below = below.map_or(String::new(), |below| paragraph(below).0);
        format!("<figure><figcaption>{caption}</figcaption>{}{below}</figure>\n", picture(shown).0)
    };
    Html(format!("<div class=\"beside\">{}</div>\n", pictures.map(one).concat()))
}

/// A picture of a position.
pub fn picture(picture: &Picture) -> Html {
    Html(picture.svg_in_page() + "\n")
}

/// A page.
#[derive(Clone, Debug)]
pub struct Page {
    title: Html,
    body: Html,
}

impl Page {
    /// A page with this title, which is also its first heading.
    pub fn new(title: &str) -> Self {
        let title = Html::from(title);
        let body = Html(format!("<h1>{}</h1>\n", title.0));
        Self { title, body }
    }

    /// Begins a separate report within the page.
    pub fn report(&mut self, text: impl Into<Html>) {
        self.body.0.push_str(&format!("<h1>{}</h1>\n", text.into().0));
    }

    /// Begins a part of the page.
    pub fn heading(&mut self, text: impl Into<Html>) {
        self.body.0.push_str(&format!("<h2>{}</h2>\n", text.into().0));
    }

    /// Begins a smaller part within that part.
    pub fn subheading(&mut self, text: impl Into<Html>) {
        self.body.0.push_str(&format!("<h3>{}</h3>\n", text.into().0));
    }

    /// Begins such a smaller part, which links can lead to.
    pub fn anchored(&mut self, id: &str, text: impl Into<Html>) {
        self.body.0.push_str(&format!("<h3 id=\"{}\">{}</h3>\n", Html::from(id).0, text.into().0));
    }

    /// Adds a paragraph, table, list, picture or chart.
    pub fn add(&mut self, html: Html) {
        self.body.0.push_str(&html.0);
    }

    /// The whole page.
    pub fn finish(self) -> String {
        let pictures = if self.body.0.contains("class=\"picture\"") { PICTURES } else { "" };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <title>{}</title>\n<style>\n{STYLE}\n{pictures}\n</style>\n</head>\n<body>\n{}</body>\n</html>\n",
            self.title.0, self.body.0
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_holds_everything_itself() {
        let mut page = Page::new("Rules & rulings");
        page.heading("Effects");
        page.add(paragraph(code("a.b").and(" is ").and(toned(Tone::Bad, "rejected"))));
        page.add(table(&["what", "#how many"], [vec!["x".into(), "3".into()]]));
        let text = page.finish();
        assert!(text.starts_with("<!DOCTYPE html>") && text.ends_with("</html>\n"));
        for part in [
            "<title>Rules &amp; rulings</title>",
            "<h2>Effects</h2>",
            "<p><code>a.b</code> is <span class=\"bad\">rejected</span></p>",
            "<th class=\"number\">how many</th>",
            "<td class=\"number\">3</td>",
            "prefers-color-scheme:dark",
            "name=\"viewport\"",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(!text.contains("http://") && !text.contains("https://") && !text.contains("<script"));
    }

    #[test]
    fn no_text_is_markup() {
        let hostile = "</title><script>\"'&\u{202e}\u{1b}[2J";
        let mut page = Page::new(hostile);
        page.heading(hostile);
        page.subheading(hostile);
        page.add(details(hostile, list([toned(Tone::Good, hostile), code(hostile), paragraph(hostile)])));
        page.add(table(&[hostile], [vec![hostile.into()]]).and(verbatim(hostile)));
        let bar = || Bar { value: 1.0, interval: (0.0, 1.0), shown: hostile.into() };
        page.add(pairs(hostile, &[Pair { what: hostile.into(), old: bar(), new: bar() }]));
        page.add(stacked(&["", hostile], [vec![hostile.into(), hostile.into()]]).and(link(hostile, hostile, hostile)));
        page.add(definitions([(hostile.to_owned(), hostile.into())]));
        page.anchored(hostile, hostile);
        let text = page.finish();
        assert!(
            !text.contains("<script") && !text.contains("\"'&") && !text.contains(['\u{202e}', '\u{1b}']),
            "{text}"
        );
    }
}
