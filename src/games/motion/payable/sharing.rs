//! Pays hold entries when several of them, in one card or in different cards, may share a gem. Letters then no longer
//! match gems one to one, so a bounded search decides.

use super::Undecided;

/// The most nodes of the search.
const MOST_NODES: u32 = 100_000;

/// A letter that asks for a gem.
pub(super) struct SharedUnit {
    /// Entries of one group may share a gem.
    pub group: usize,
    /// The entry, among all entries; letters of one entry share no gem.
    pub entry: usize,
    /// The rooms of the gems that may serve it.
    pub rooms: Vec<usize>,
    /// Whether it must be served.
    pub must: bool,
}

/// The search for gems that serve units.
pub(super) struct Sharing<'a> {
    pub units: &'a [SharedUnit],
    /// The number of gems in each room.
    pub room: &'a [u32],
    /// The rooms in which every gem must serve a unit.
    pub certain: &'a [bool],
    /// Rooms in which every gem must serve a unit of one of these entries.
    pub wanted: &'a [(usize, Vec<usize>)],
    /// The most gems that may be used in the rooms marked, if that is limited.
    pub within: Option<(&'a [bool], u32)>,
}

impl Sharing<'_> {
    /// Whether there is a gem for every unit that must be served.
    ///
    /// # Errors
    /// If the search takes too long.
    pub fn found(&self) -> Result<bool, Undecided> {
        let entries = self.units.iter().map(|unit| unit.entry + 1).max().unwrap_or(0);
        let mut search =
            Search { sharing: self, used: vec![vec![0; entries]; self.room.len()], chosen: Vec::new(), nodes: 0 };
        search.run()
    }
}

struct Search<'a> {
    sharing: &'a Sharing<'a>,
    /// For each room the gems that serve each entry.
    used: Vec<Vec<u32>>,
    /// The room of each unit so far; `None` if it is not served.
    chosen: Vec<Option<usize>>,
    nodes: u32,
}

impl Search<'_> {
    fn run(&mut self) -> Result<bool, Undecided> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return Err(Undecided("this payment has too many ways to share gems; it is not decided".to_owned()));
        }
        let at = self.chosen.len();
        let Some(unit) = self.sharing.units.get(at) else { return Ok(self.complete()) };
        // Among letters that are alike, a later one takes no earlier room.
        let before = at.checked_sub(1).and_then(|at| self.sharing.units.get(at));
        let alike = before.is_some_and(|b| b.entry == unit.entry && b.rooms == unit.rooms && b.must == unit.must);
        let first = if alike { self.chosen.last().copied().map(|room| room.unwrap_or(usize::MAX)) } else { None };
        for &room in unit.rooms.iter().filter(|room| first.is_none_or(|first| **room >= first)) {
            self.used[room][unit.entry] += 1;
            self.chosen.push(Some(room));
            let found = self.gems(room) <= self.sharing.room[room] && self.fits_within() && self.run()?;
            self.chosen.pop();
            self.used[room][unit.entry] -= 1;
            if found {
                return Ok(true);
            }
        }
        if unit.must {
            return Ok(false);
        }
        self.chosen.push(None);
        let found = self.run()?;
        self.chosen.pop();
        Ok(found)
    }

    /// The fewest gems that serve what is served in a room: the entries of each group share gems.
    fn gems(&self, room: usize) -> u32 {
        let mut of_group: Vec<(usize, u32)> = Vec::new();
        for unit in self.sharing.units {
            let used = self.used[room][unit.entry];
            match of_group.iter_mut().find(|(group, _)| *group == unit.group) {
                Some((_, most)) => *most = used.max(*most),
                None => of_group.push((unit.group, used)),
            }
        }
        of_group.iter().map(|(_, gems)| gems).sum()
    }

    fn fits_within(&self) -> bool {
        self.sharing.within.is_none_or(|(rooms, most)| {
            (0..rooms.len()).filter(|room| rooms[*room]).map(|room| self.gems(room)).sum::<u32>() <= most
        })
    }

    fn complete(&self) -> bool {
        let rooms = self.sharing.room.iter().zip(self.sharing.certain).enumerate();
        let certain =
            |(at, (gems, certain)): (usize, (&u32, &bool))| !certain || self.used[at].iter().sum::<u32>() >= *gems;
        let wanted = |(room, entries): &(usize, Vec<usize>)| {
            let used: u32 = entries.iter().map(|entry| self.used[*room][*entry]).sum();
            used >= self.sharing.room[*room]
        };
        rooms.into_iter().all(certain) && self.sharing.wanted.iter().all(wanted)
    }
}
