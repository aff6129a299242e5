//! A picture of a position, as data: a game says what lies where, and the core draws it as text or as SVG.
//!
//! A picture has areas, one for each player and one for what all share. An area has rows of cards and tokens, piles,
//! maps of tiles, and lines of text.

mod beside;
mod svg;
mod text;

pub use svg::STYLE;

/// A picture of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// The areas, in the order in which they are drawn.
    pub areas: Vec<Area>,
}

/// A part of the table: what belongs to a player, or what all players share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Whose it is; empty for what all share.
    pub title: String,
    /// Facts in words, such as `life 20`.
    pub facts: Vec<String>,
    /// Whether it is this player's turn.
    pub turn: bool,
    /// The things there.
    pub parts: Vec<Part>,
}

/// A part of an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A line of text.
    Line(String),
    /// A line that is not in the picture beside it.
    Changed(String),
    /// Cards or tokens side by side.
    Row(Row),
    /// Tiles.
    Grid(Grid),
}

/// Cards or tokens in a place that has a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The name of the place.
    pub title: String,
    /// The things there, in order; in a pile, the topmost or the latest card first.
    pub things: Vec<Thing>,
    /// Whether it is a pile, of which only the number and the first cards are drawn.
    pub pile: bool,
    /// Whether other things are there in the picture beside it.
    pub changed: bool,
}

/// A card, a token, or several of the same kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thing {
    /// Its name.
    pub name: String,
    /// How many there are, if there may be several.
    pub count: Option<u32>,
    /// Short details in words.
    pub notes: Vec<String>,
    /// Its colour, if it has one.
    pub colour: Option<Colour>,
    /// Whether it is turned to the side.
    pub tapped: bool,
    /// Whether its back is shown.
    pub face_down: bool,
    /// Whether it stands out.
    pub lit: bool,
    /// Whether it is not the same in the picture beside it.
    pub changed: bool,
}

/// A colour of tokens and tiles. Each is readable on a light and on a dark ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Colour {
    Red,
    Blue,
    Green,
    Yellow,
    Violet,
    Grey,
}

/// A map of square tiles.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The name of the map.
    pub title: String,
    /// The tiles, row by row from the top; `None` where the map has a gap. Rows may differ in length.
    pub tiles: Vec<Vec<Option<Tile>>>,
}

/// A tile of a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// Its name, such as its coordinates.
    pub name: String,
    /// Its kind in words, such as `deep water`; empty for a common tile.
    pub kind: String,
    /// The colour of its ground, if it has one.
    pub colour: Option<Colour>,
    /// The things on it.
    pub things: Vec<Thing>,
    /// Short signs on it, such as those of the characters that can walk to it; a line of the area explains them.
    pub marks: String,
    /// Whether it stands out.
    pub lit: bool,
    /// Whether it is not the same in the picture beside it.
    pub changed: bool,
}

impl Picture {
    /// The piles, each with the title of its area. They list the cards that a drawing leaves out.
    pub fn piles(&self) -> impl Iterator<Item = (&str, &Row)> {
        self.areas.iter().flat_map(|area| {
            let rows = area.parts.iter().filter_map(|part| if let Part::Row(row) = part { Some(row) } else { None });
            rows.filter(|row| row.pile).map(|row| (area.title.as_str(), row))
        })
    }
}

impl Area {
    /// The area that all players share.
    pub fn shared() -> Self {
        Self::default()
    }

    /// A player's part of the table.
    pub fn of(title: impl Into<String>, turn: bool, facts: Vec<String>) -> Self {
        Self { title: title.into(), facts, turn, parts: Vec::new() }
    }

    /// Adds a line of text.
    #[must_use]
    pub fn line(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part::Line(text.into()));
        self
    }

    /// Adds a row.
    #[must_use]
    pub fn row(mut self, title: impl Into<String>, things: impl IntoIterator<Item = Thing>) -> Self {
        let things = things.into_iter().collect();
        self.parts.push(Part::Row(Row { title: title.into(), things, pile: false, changed: false }));
        self
    }

    /// Adds a pile, with the topmost or the latest card first.
    #[must_use]
    pub fn pile<T: Into<Thing>>(mut self, title: impl Into<String>, cards: impl IntoIterator<Item = T>) -> Self {
        let things = cards.into_iter().map(Into::into).collect();
        self.parts.push(Part::Row(Row { title: title.into(), things, pile: true, changed: false }));
        self
    }

    /// Adds a map.
    #[must_use]
    pub fn grid(mut self, grid: Grid) -> Self {
        self.parts.push(Part::Grid(grid));
        self
    }
}

impl<T: ToString> From<&T> for Thing {
    fn from(name: &T) -> Self {
        Self { name: name.to_string(), ..Self::default() }
    }
}

impl Thing {
    /// A thing with a name.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Says how many there are.
    #[must_use]
    pub fn times(self, count: u32) -> Self {
        Self { count: Some(count), ..self }
    }

    /// Gives it a colour.
    #[must_use]
    pub fn coloured(self, colour: Colour) -> Self {
        Self { colour: Some(colour), ..self }
    }

    /// Adds a detail.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Turns it to the side, if so.
    #[must_use]
    pub fn tapped(self, so: bool) -> Self {
        if so { Self { tapped: true, ..self.note("tapped") } } else { self }
    }

    /// Shows its back, if so.
    #[must_use]
    pub fn face_down(self, so: bool) -> Self {
        if so { Self { face_down: true, ..self.note("face down") } } else { self }
    }

    /// Makes it stand out, with the reason in words.
    #[must_use]
    pub fn lit(self, why: impl Into<String>) -> Self {
        Self { lit: true, ..self.note(why) }
    }

    /// Its name, and how many there are.
    fn counted(&self) -> String {
        match self.count {
            Some(count) if count != 1 => format!("{} x{count}", self.name),
            _ => self.name.clone(),
        }
    }

    /// The same with its details.
    fn words(&self) -> String {
        let notes = if self.notes.is_empty() { String::new() } else { format!(" ({})", self.notes.join(", ")) };
        self.counted() + &notes
    }
}

/// How many cards of a pile are drawn.
const SHOWN_OF_PILE: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture with everything in it.
    fn full() -> Picture {
        let tile = |name: &str| Some(Tile { name: name.to_owned(), ..Tile::default() });
        let bot = Thing::new("Bot#1").note("2/3").tapped(true);
        let water = Tile { kind: "deep water".to_owned(), colour: Some(Colour::Blue), ..tile("b1").unwrap() };
        let held = Tile { things: vec![bot.clone()], lit: true, ..tile("a2").unwrap() };
        let grid = Grid {
            title: "map".to_owned(),
            tiles: vec![vec![tile("a1"), Some(water)], vec![Some(held), None, tile("c2")]],
        };
        Picture {
            areas: vec![
                Area::shared().line("turn 1").row("row", [Thing::new("gem").times(2).coloured(Colour::Red)]).grid(grid),
                Area::of("player 0", true, vec!["life 20".to_owned(), "energy 3".to_owned()])
                    .row("hand", [])
                    .row("in play", [bot, Thing::new("Orb").face_down(true), Thing::new("Imp").lit("attacks")])
                    .pile("deck", &["A", "B", "C", "D"]),
                Area::of("player 1", false, Vec::new()).pile("deck", &["A", "B"]),
            ],
        }
    }

    #[test]
    fn a_picture_is_drawn_as_text() {
        let expected = "turn 1
row  gem x2
map
    .           deep water
    Bot#1                   .
    a2: Bot#1 (2/3, tapped)
> player 0: life 20, energy 3
    hand     -
    in play  Bot#1 (2/3, tapped), Orb (face down), Imp (attacks)
    deck     4: A, B, C, ...
  player 1
    deck  2: A, B";
        assert_eq!(full().text(), expected);
    }

    #[test]
    fn a_long_row_goes_on_below_itself() {
        let things = (0..30).map(|number| Thing::new(format!("Card {number}")));
        let text = Picture { areas: vec![Area::shared().row("hand", things)] }.text();
        assert!(text.lines().all(|line| line.len() <= text::WIDE), "{text}");
        assert!(text.lines().skip(1).all(|line| line.starts_with("      Card ")), "{text}");
        assert_eq!(text.matches("Card").count(), 30);
    }

    #[test]
    fn a_picture_is_drawn_as_svg() {
        let svg = full().svg();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>") && svg.contains(STYLE), "{svg}");
        // What the text says, the picture shows.
        for part in ["turn 1", "player 0", "life 20", "Bot#1", "2/3, tapped", "face down", "deep water", "in play"] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        let svg = full().svg_in_page();
        for class in ["card tapped", "card down", "card lit", "red", "ground blue", "stack", "panel turn", "tile lit"] {
            assert!(svg.contains(&format!("class=\"{class}\"")), "{class}: {svg}");
        }
        // Four tiles and a gap.
        assert_eq!(svg.matches("class=\"tile").count(), 4, "{svg}");
        assert!(!full().svg_in_page().contains("<style>"));
    }

    #[test]
    fn nothing_in_a_picture_is_markup() {
        let hostile = "</text><script>\"'&\u{202e}\u{1b}[2J";
        let thing = || Thing::new(hostile).note(hostile).lit(hostile);
        let tile = Tile { name: hostile.into(), kind: hostile.into(), things: vec![thing()], ..Tile::default() };
        let grid = Grid { title: hostile.into(), tiles: vec![vec![Some(tile)]] };
        let area = Area::of(hostile, true, vec![hostile.to_owned()]).line(hostile).row(hostile, [thing()]);
        let svg = Picture { areas: vec![area.pile(hostile, &[hostile]).grid(grid)] }.svg();
        assert!(!svg.contains("<script") && !svg.contains("\"'") && !svg.contains(['\u{202e}', '\u{1b}']), "{svg}");
        assert!(svg.contains("&lt;script&gt;"), "{svg}");
    }

    #[test]
    fn everything_stays_within_the_width() {
        let long = "A card with a name that is far too long to fit into a picture on a telephone";
        let area = Area::of(long, true, vec![long.to_owned()]).line(long).row(long, [Thing::new(long).note(long)]);
        let svg = Picture { areas: vec![area.pile(long, &[long, long])] }.svg_in_page();
        for part in svg.split("<rect ").skip(1) {
            let number = |name: &str| -> f64 {
                part.split_once(&format!(" {name}=\"")).unwrap().1.split_once('"').unwrap().0.parse().unwrap()
            };
            assert!(number("x") + number("width") <= svg::WIDTH, "{part}");
        }
    }
}
