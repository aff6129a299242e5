//! Pictures as SVG: as wide as a phone, and without fonts, scripts or anything else from elsewhere.

use std::fmt::Write as _;

use super::{Area, Colour, Grid, Part, Picture, Row, SHOWN_OF_PILE, Thing, Tile};
use crate::escape::html;

/// The style of all pictures, with colours for light and dark. A page with several pictures holds it once.
pub const STYLE: &str = "\
.picture{--ink:#1d2125;--soft:#5b6570;--ground:#fff;--panel:#f3f5f7;--line:#b9c1c9;--back:#dde2e7;--lit:#b4540a;\
--turn:#1f6feb;--changed:#8250df;\
--red:#d1343f;--blue:#2f76d2;--green:#3c8f4a;--yellow:#c79a09;--violet:#8a57c9;--grey:#818b96;\
width:100%;max-width:38rem;height:auto;font-family:system-ui,sans-serif;font-size:12px}
.picture text{fill:var(--ink)}.picture .small{font-size:10px}.picture .soft{fill:var(--soft);font-size:10px}
.picture .head{font-weight:600}
.picture .panel{fill:var(--panel);stroke:var(--line)}.picture .turn{stroke:var(--turn);stroke-width:2}
.picture .card,.picture .stack{fill:var(--ground);stroke:var(--line)}.picture .tile{fill:var(--ground);\
stroke:var(--line)}
.picture .tapped{stroke:var(--soft);stroke-dasharray:3 2}.picture .down{fill:var(--back)}
.picture .lit{stroke:var(--lit);stroke-width:2}.picture .red{fill:var(--red)}.picture .blue{fill:var(--blue)}
.picture .green{fill:var(--green)}.picture .yellow{fill:var(--yellow)}.picture .violet{fill:var(--violet)}
.picture rect.changed{stroke:var(--changed);stroke-width:3}.picture text.changed{fill:var(--changed);font-weight:600}
.picture .grey{fill:var(--grey)}.picture .ground{fill-opacity:.35}
@media (prefers-color-scheme:dark){.picture{--ink:#e6e9ec;--soft:#9ba6b1;--ground:#1b1f24;--panel:#242a31;\
--line:#4a545e;--back:#39424b;\
--lit:#f0a050;--turn:#5b9dff;--changed:#c297ff;--red:#f0646e;--blue:#64a4f5;--green:#5fbb6d;--yellow:#e3bd3c;--violet:#b48bea;\
--grey:#9aa5b0}}";

/// The width of every picture.
pub(super) const WIDTH: f64 = 380.0;
/// The space between things, and inside of them.
const GAP: f64 = 6.0;
/// The height of a line of text.
const LINE: f64 = 16.0;
/// The height of a row without things.
const LOW: f64 = 14.0;
/// The width of the column with the names of places.
const TITLES: f64 = 80.0;
/// The greatest width of a tile.
const TILE: f64 = 84.0;
/// How many gems of a kind are drawn one by one.
const SHOWN_GEMS: u32 = 5;

impl Colour {
    fn class(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Green => "green",
            Self::Yellow => "yellow",
            Self::Violet => "violet",
            Self::Grey => "grey",
        }
    }
}

/// About how wide a text is in a font of this size. No font is known, so this is on the wide side.
fn width(text: &str, size: f64) -> f64 {
    text.chars().map(|c| if c.is_ascii() { 0.63 } else { 1.0 }).sum::<f64>() * size
}

/// As much of a text as fits.
fn fit(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut shown = String::new();
    for c in text.chars() {
        if width(&shown, size) + 2.0 * size > room {
            break;
        }
        shown.push(c);
    }
    shown + "…"
}

/// A picture as far as it has been drawn.
struct Drawing {
    svg: String,
    /// How far down it reaches.
    y: f64,
}

impl Picture {
    /// Draws it as a self-contained SVG document.
    pub fn svg(&self) -> String {
        self.drawn(&format!("<style>{STYLE}</style>"))
    }

    /// Draws it for a page that has [`STYLE`].
    pub fn svg_in_page(&self) -> String {
        self.drawn("")
    }

    fn drawn(&self, style: &str) -> String {
        let mut drawing = Drawing { svg: String::new(), y: 2.0 };
        for area in &self.areas {
            drawing.area(area);
        }
        let text = self.text();
        let (height, label) = (drawing.y, html(text.lines().next().unwrap_or_default()));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
             aria-label=\"{label}\">{style}{}</svg>",
            drawing.svg
        )
    }
}

impl Drawing {
    /// Writes as much of a text as fits before `end`; the whole text appears when pointed at.
    fn text(&mut self, at: (f64, f64), end: f64, class: &str, text: &str) {
        let size = if matches!(class, "soft" | "small" | "small changed") { 10.0 } else { 12.0 };
        let shown = fit(text, size, end - at.0);
        let whole = if shown == text { String::new() } else { format!("<title>{}</title>", html(text)) };
        let _ = write!(
            self.svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" class=\"{class}\">{whole}{}</text>",
            at.0,
            at.1,
            html(&shown)
        );
    }

    fn rect(&mut self, class: &str, at: (f64, f64), size: (f64, f64)) {
        let _ = write!(
            self.svg,
            "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\"/>",
            at.0, at.1, size.0, size.1
        );
    }

    fn area(&mut self, area: &Area) {
        let (start, place) = (self.y, self.svg.len());
        self.y += GAP;
        let end = WIDTH - 2.0 * GAP;
        if !area.title.is_empty() {
            let turn = if area.turn { "▸ " } else { "" };
            self.y += LINE;
            self.text((2.0 * GAP, self.y - 4.0), end, "head", &format!("{turn}{}", area.title));
            if !area.facts.is_empty() {
                self.wrapped(&area.facts.join(" · "), "soft");
            }
        }
        for part in &area.parts {
            match part {
                Part::Line(text) => self.wrapped(text, ""),
                Part::Changed(text) => self.wrapped(text, "changed"),
                Part::Row(row) => self.row(row),
                Part::Grid(grid) => self.grid(grid),
            }
        }
        self.y += GAP;
        // The panel lies below what was drawn, which says how high it is.
        let above = self.svg.split_off(place);
        self.rect(if area.turn { "panel turn" } else { "panel" }, (2.0, start), (WIDTH - 4.0, self.y - start));
        self.svg.push_str(&above);
        self.y += GAP;
    }

    /// Writes a text, over several lines if need be.
    fn wrapped(&mut self, text: &str, class: &str) {
        let size = if class == "soft" { 10.0 } else { 12.0 };
        let room = WIDTH - 4.0 * GAP;
        let mut line = String::new();
        for word in text.split_whitespace().chain([""]) {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            let full = !line.is_empty() && width(&longer, size) > room;
            if full || word.is_empty() {
                self.y += LINE;
                self.text((2.0 * GAP, self.y - 4.0), WIDTH - 2.0 * GAP, class, &line);
            }
            line = if full { word.to_owned() } else { longer };
        }
    }

    fn row(&mut self, row: &Row) {
        let (start, end) = (2.0 * GAP + TITLES, WIDTH - 2.0 * GAP);
        let title = if row.changed { "small changed" } else { "soft" };
        if row.things.is_empty() {
            self.y += LOW;
            self.text((2.0 * GAP, self.y - 2.0), start, title, &row.title);
            return self.text((start, self.y - 2.0), end, "soft", "–");
        }
        self.y += GAP / 2.0;
        self.text((2.0 * GAP, self.y + 14.0), start, title, &row.title);
        let (mut x, mut high) = (start, 0.0_f64);
        let shown = if row.pile { SHOWN_OF_PILE.min(row.things.len()) } else { row.things.len() };
        if row.pile {
            let number = row.things.len().to_string();
            let wide = width(&number, 12.0) + 2.0 * GAP;
            self.rect("stack", (x + 4.0, self.y), (wide, 18.0));
            self.rect("stack", (x + 2.0, self.y + 1.0), (wide, 18.0));
            self.rect("stack", (x, self.y + 2.0), (wide, 18.0));
            self.text((x + GAP, self.y + 15.0), end, "", &number);
            (x, high) = (x + wide + 4.0 + GAP, 20.0);
        }
        for thing in &row.things[..shown] {
            let size = thing.size(end - start);
            if x > start && x + size.0 > end {
                (x, self.y) = (start, self.y + high + GAP / 2.0);
                high = 0.0;
            }
            self.thing(thing, (x, self.y), size);
            (x, high) = (x + size.0 + GAP / 2.0, high.max(size.1));
        }
        if shown < row.things.len() && x + GAP < end {
            self.text((x, self.y + 14.0), end, "soft", "…");
        }
        self.y += high + GAP / 2.0;
    }

    fn thing(&mut self, thing: &Thing, at: (f64, f64), size: (f64, f64)) {
        let mut class = "card".to_owned();
        let marks =
            [(thing.tapped, " tapped"), (thing.face_down, " down"), (thing.lit, " lit"), (thing.changed, " changed")];
        for (so, name) in marks {
            class.push_str(if so { name } else { "" });
        }
        self.rect(&class, at, size);
        let (mut x, end) = (at.0 + GAP, at.0 + size.0);
        if let Some(colour) = thing.colour {
            for _ in 0..thing.gems() {
                let _ = write!(
                    self.svg,
                    "<circle class=\"{}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\"/>",
                    colour.class(),
                    x + 5.0,
                    at.1 + 10.0
                );
                x += 12.0;
            }
        }
        self.text((x, at.1 + 14.0), end, "", &thing.counted());
        if !thing.notes.is_empty() {
            self.text((at.0 + GAP, at.1 + 27.0), end, "soft", &thing.notes.join(", "));
        }
    }

    fn grid(&mut self, grid: &Grid) {
        self.wrapped(&grid.title, "soft");
        let columns = grid.tiles.iter().map(Vec::len).max().unwrap_or(0).max(1);
        #[allow(clippy::cast_precision_loss)] // maps are small
        let side = ((WIDTH - 4.0 * GAP) / columns as f64).min(TILE);
        for row in &grid.tiles {
            let most = row.iter().flatten().map(Tile::lines).max().unwrap_or(0);
            #[allow(clippy::cast_precision_loss)]
            let high = (12.0 * most as f64 + GAP).max(side.min(40.0));
            let mut x = 2.0 * GAP;
            for tile in row {
                if let Some(tile) = tile {
                    self.tile(tile, (x, self.y), (side - 2.0, high));
                }
                x += side;
            }
            self.y += high + 2.0;
        }
        // Tiles may be too small for what is on them.
        for tile in grid.tiles.iter().flatten().flatten() {
            for thing in &tile.things {
                self.wrapped(&format!("{}: {}", tile.name, thing.words()), "soft");
            }
        }
    }

    fn tile(&mut self, tile: &Tile, at: (f64, f64), size: (f64, f64)) {
        let marks = [(tile.lit, " lit"), (tile.changed, " changed")];
        let class: String = marks.iter().filter(|(so, _)| *so).map(|(_, name)| *name).collect();
        self.rect(&format!("tile{class}"), at, size);
        if let Some(colour) = tile.colour {
            self.rect(&format!("ground {}", colour.class()), at, size);
        }
        let things = tile.things.iter().flat_map(|thing| {
            let notes = (!thing.notes.is_empty()).then(|| thing.notes.join(", "));
            [Some((thing.counted(), "small")), notes.map(|notes| (notes, "soft"))]
        });
        let names = [&tile.name, &tile.kind, &tile.marks].into_iter().filter(|name| !name.is_empty());
        let lines = names.map(|name| (name.clone(), "soft")).chain(things.flatten());
        let mut y = at.1;
        for (line, class) in lines {
            y += 12.0;
            self.text((at.0 + 3.0, y), at.0 + size.0, class, &line);
        }
    }
}

impl Thing {
    /// How many gems are drawn for it.
    fn gems(&self) -> u32 {
        let count = self.count.unwrap_or(1);
        if self.colour.is_none() || count > SHOWN_GEMS { u32::from(self.colour.is_some()) } else { count }
    }

    /// How wide and how high it is.
    fn size(&self, room: f64) -> (f64, f64) {
        let name = width(&self.counted(), 12.0) + 12.0 * f64::from(self.gems());
        let wide = name.max(width(&self.notes.join(", "), 10.0)) + 2.0 * GAP;
        (wide.min(room), if self.notes.is_empty() { 20.0 } else { 33.0 })
    }
}

impl Tile {
    /// How many lines of text it has.
    fn lines(&self) -> usize {
        let notes = self.things.iter().filter(|thing| !thing.notes.is_empty()).count();
        let names = [&self.name, &self.kind, &self.marks].into_iter().filter(|name| !name.is_empty()).count();
        names + self.things.len() + notes
    }
}
