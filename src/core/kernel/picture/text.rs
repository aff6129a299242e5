//! Pictures as text.

use super::{Area, Grid, Part, Picture, Row, SHOWN_OF_PILE, Thing};

/// Maximum line width in characters, unless a single name is longer.
pub(super) const WIDE: usize = 100;

impl Picture {
    /// Draws it as text, without a line break at the end.
    pub fn text(&self) -> String {
        let marked = self.areas.iter().any(|area| area.turn);
        let mut lines = Vec::new();
        for area in &self.areas {
            let mut indent = 0;
            if !area.title.is_empty() {
                let mark = if !marked {
                    ""
                } else if area.turn {
                    "> "
                } else {
                    "  "
                };
                let facts = if area.facts.is_empty() { String::new() } else { format!(": {}", area.facts.join(", ")) };
                lines.push(format!("{mark}{}{facts}", area.title));
                indent = mark.len() + 2;
            }
            area.text(indent, &mut lines);
        }
        lines.join("\n")
    }
}

impl Area {
    fn text(&self, indent: usize, lines: &mut Vec<String>) {
        let titles = self.parts.iter().map(|part| if let Part::Row(row) = part { width(&row.title) } else { 0 });
        let column = titles.max().unwrap_or(0) + 2;
        for part in &self.parts {
            match part {
                Part::Line(text) | Part::Changed(text) => lines.push(format!("{:indent$}{text}", "")),
                Part::Row(row) => {
                    let gap = column - width(&row.title);
                    row.text(format!("{:indent$}{}{:gap$}", "", row.title, ""), indent + column, lines);
                }
                Part::Grid(grid) => grid.text(indent, lines),
            }
        }
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

impl Row {
    fn text(&self, start: String, indent: usize, lines: &mut Vec<String>) {
        if self.things.is_empty() {
            return lines.push(start + "-");
        }
        let shown = if self.pile { SHOWN_OF_PILE } else { self.things.len() };
        let mut words: Vec<String> = self.things.iter().take(shown).map(Thing::words).collect();
        if shown < self.things.len() {
            words.push("...".to_owned());
        }
        if self.pile {
            words[0] = format!("{}: {}", self.things.len(), words[0]);
        }
        let (mut line, mut empty, last) = (start, true, words.len() - 1);
        for (index, word) in words.iter().enumerate() {
            let comma = if index < last { "," } else { "" };
            if !empty && width(&line) + 1 + width(word) + comma.len() > WIDE {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
                empty = true;
            }
            line.push_str(if empty { "" } else { " " });
            line.push_str(&format!("{word}{comma}"));
            empty = false;
        }
        lines.push(line);
    }
}

impl Grid {
    /// The tiles side by side, and below them what is on each.
    fn text(&self, indent: usize, lines: &mut Vec<String>) {
        lines.push(format!("{:indent$}{}", "", self.title));
        let indent = indent + 4;
        let tiles = || self.tiles.iter().flatten();
        let cell = |tile: &Option<super::Tile>| {
            let Some(tile) = tile else { return String::new() };
            let content = match tile {
                tile if !tile.things.is_empty() => {
                    tile.things.iter().map(Thing::counted).collect::<Vec<_>>().join(" + ")
                }
                tile if !tile.kind.is_empty() => tile.kind.clone(),
                _ => ".".to_owned(),
            };
            if tile.marks.is_empty() { content } else { format!("{content} {}", tile.marks) }
        };
        let widest = tiles().map(|tile| width(&cell(tile))).max().unwrap_or(0) + 2;
        for row in &self.tiles {
            let mut line = " ".repeat(indent);
            for tile in row {
                line.push_str(&format!("{:<widest$}", cell(tile)));
            }
            lines.push(line.trim_end().to_owned());
        }
        for tile in tiles().flatten() {
            let kind = if tile.kind.is_empty() { String::new() } else { format!(" ({})", tile.kind) };
            for thing in &tile.things {
                lines.push(format!("{:indent$}{}{kind}: {}", "", tile.name, thing.words()));
            }
        }
    }
}
