//! Two pictures beside each other: what is not in the other one is marked.

use super::{Area, Grid, Part, Picture, Row};

impl Picture {
    /// This picture, with everything marked that the other one does not show in the same place.
    #[must_use]
    pub fn beside(&self, other: &Picture) -> Picture {
        let mut marked = self.clone();
        for (at, area) in marked.areas.iter_mut().enumerate() {
            let same = |other: &&Area| other.title == area.title;
            // Titles of areas may say whose turn it is, so the place decides too.
            let other = other.areas.iter().find(same).or(other.areas.get(at)).cloned().unwrap_or_default();
            area.beside(&other);
        }
        marked
    }
}

impl Area {
    fn beside(&mut self, other: &Area) {
        let (same, changed): (Vec<String>, Vec<String>) =
            std::mem::take(&mut self.facts).into_iter().partition(|fact| other.facts.contains(fact));
        self.facts = same;
        for part in &mut self.parts {
            match part {
                Part::Line(text) if !other.parts.contains(&Part::Line(text.clone())) => {
                    *part = Part::Changed(std::mem::take(text));
                }
                Part::Line(_) | Part::Changed(_) => {}
                Part::Row(row) => {
                    let like = other.parts.iter().find_map(|other| match other {
                        Part::Row(other) if other.title == row.title => Some(other.clone()),
                        _ => None,
                    });
                    row.beside(like.unwrap_or_default());
                }
                Part::Grid(grid) => {
                    let like = other.parts.iter().find_map(|other| match other {
                        Part::Grid(other) if other.title == grid.title => Some(other),
                        _ => None,
                    });
                    grid.beside(like);
                }
            }
        }
        if !changed.is_empty() {
            self.parts.insert(0, Part::Changed(changed.join(" · ")));
        }
    }
}

impl Row {
    fn beside(&mut self, mut other: Row) {
        for thing in &mut self.things {
            match other.things.iter().position(|one| one == thing) {
                Some(at) => drop(other.things.remove(at)),
                None => thing.changed = true,
            }
        }
        self.changed = !other.things.is_empty() || self.things.iter().any(|thing| thing.changed);
    }
}

impl Grid {
    fn beside(&mut self, other: Option<&Grid>) {
        for (row, tiles) in self.tiles.iter_mut().enumerate() {
            for (column, tile) in tiles.iter_mut().enumerate() {
                let other = other.and_then(|other| other.tiles.get(row)?.get(column)).cloned().flatten();
                // marks follow from what lies elsewhere
                let other =
                    other.zip(tile.as_ref()).map(|(other, tile)| super::Tile { marks: tile.marks.clone(), ..other });
                if let Some(tile) = tile.as_mut().filter(|tile| other.as_ref() != Some(tile)) {
                    tile.changed = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Thing, Tile};
    use super::*;

    #[test]
    fn what_the_other_picture_does_not_show_there_is_marked() {
        let area = |life: &str, cards: &[&str], kind: &str| {
            let things: Vec<Thing> = cards.iter().map(|name| Thing::new(*name)).collect();
            let tile = Tile { name: "a1".into(), kind: kind.into(), ..Tile::default() };
            let grid = Grid { title: "map".into(), tiles: vec![vec![Some(tile), None]] };
            let facts = vec![life.to_owned(), "hands 2".to_owned()];
            let with = Area::of("player 0", false, facts).line(life).row("play", things).row("trash", []);
            Picture { areas: vec![with.grid(grid)] }
        };
        let (old, new) = (area("life 3", &["Bot", "Bot"], ""), area("life 2", &["Imp", "Bot"], "water"));
        let marked = new.beside(&old);
        let area = &marked.areas[0];
        assert_eq!(area.facts, ["hands 2"]);
        assert_eq!(area.parts[..2], [Part::Changed("life 2".into()), Part::Changed("life 2".into())]);
        let (Part::Row(play), Part::Row(trash), Part::Grid(map)) = (&area.parts[2], &area.parts[3], &area.parts[4])
        else {
            panic!("{area:?}")
        };
        assert!(play.changed && play.things[0].changed && !play.things[1].changed && !trash.changed);
        assert!(map.tiles[0][0].as_ref().unwrap().changed);
        assert_eq!(new.beside(&new), new);
        // Where a card is gone, the place is marked.
        let Part::Row(gone) = &row(&["Bot"]).beside(&row(&["Bot", "Bot"])).areas[0].parts[0] else { panic!() };
        assert!(gone.changed && !gone.things[0].changed);
        for class in ["class=\"changed\"", "card changed", "tile changed", "small changed"] {
            assert!(marked.svg().contains(class), "{class} {}", marked.svg());
        }
    }

    fn row(names: &[&str]) -> Picture {
        let things: Vec<Thing> = names.iter().map(|name| Thing::new(*name)).collect();
        Picture { areas: vec![Area::shared().row("play", things)] }
    }
}
